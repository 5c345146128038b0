"""How printed figures went wrong: each mistake, made again, gives what was printed."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from baccarat.bets import Bet
from baccarat.bets.events import partly
from baccarat.bets.pairs import LUCKY_8_BANKER, LUCKY_8_PLAYER
from baccarat.coup import Outcome, Side
from baccarat.verify.published import Figure, Recounted
from baccarat.verify.recount import KINDS, table


def round_twice(figure: Figure, ours: Recounted) -> Recounted:
    """First to one digit more than were printed, a half up."""
    scale = 10 ** (figure.digits + 1)
    return Fraction(int(Fraction(ours) * scale + Fraction(1, 2)), scale)


def take_six_decks(figure: Figure, ours: Recounted) -> Recounted:
    return KINDS[figure.kind].recount(replace(figure, decks="6"))


def miscount(figure: Figure, ours: Recounted) -> Recounted:
    return 100 * table(figure.decks).of(MISCOUNTS[figure.what]).edge


def lucky_8_miscounted(outcome: Outcome, right: Bet, side: Side) -> str | None:
    """A suited 8 against two cards counted as a plain win, a tie with a suited hand as a loss."""
    tier, other = right.judge(outcome), outcome.held(side.other)
    if tier == "suited" and other.cards == 2:
        return "wins with 8"
    if tier == "8-8 tie" and other.trait:
        return None
    return tier


MISCOUNTS = {
    right.key: replace(right, event=partly(lucky_8_miscounted, right, side))
    for right, side in ((LUCKY_8_PLAYER, Side.PLAYER), (LUCKY_8_BANKER, Side.BANKER))
}

MISTAKES: dict[str, Callable[[Figure, Recounted], Recounted]] = {
    "rounded twice": round_twice,
    "six decks": take_six_decks,
    "miscounted": miscount,
}
