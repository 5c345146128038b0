"""Which hand takes the next card, by the printed table or by a strategy's decision."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from baccarat.base.errors import BadValue, CoupError
from baccarat.base.hints import checked, guided, quoted, require_fields, taken
from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.tableau import PUNTO_BANCO, STOOD, Move, Tableau


@guided
@dataclass(frozen=True, slots=True)
class Choice:
    """The facts known to the side that decides in a free cell.

    >>> print(Choice(Side.BANKER, Hand.parse("Kh 3d"), Card.parse("9c")))
    Banker, with 3 against a third card 9c
    """

    side: Side
    hand: Hand
    players_third: Card | None = None
    """for Banker, the card that Player drew; None when Player stood"""

    def __post_init__(self) -> None:
        third = self.players_third
        is_typed = type(self.side) is Side and type(self.hand) is Hand
        if not is_typed or (third is not None and type(third) is not Card):
            require_fields(self)

    @property
    def said(self) -> Sentence:
        """The choice in words: the side that decides, and the facts that this side knows."""
        total, third = self.hand.total, self.players_third
        if self.side is Side.PLAYER:
            return Sentence("Player, with {total}", total=total)
        if third is None:
            return Sentence("Banker, with {total} against a Player who stood", total=total)
        form = "Banker, with {total} against a third card {card}"
        return Sentence(form, total=total, card=third)

    def __str__(self) -> str:
        return str(self.said)


Strategy = Callable[[Choice], bool]
"""Decides in a free cell; True means draw."""


HOW_TO_DECIDE = " (give decide=, e.g. following(PUNTO_BANCO))"
"""A hint for programmers."""


@dataclass(frozen=True, slots=True, repr=False)
class _Nobody:
    def __call__(self, choice: Choice) -> bool:
        raise CoupError(f"{choice}, may draw or stand: somebody must decide{HOW_TO_DECIDE}")

    def __repr__(self) -> str:
        return "nobody"


nobody: Strategy = _Nobody()
"""A strategy that decides nothing: a free cell is an error."""


def as_key(decide: Strategy) -> Strategy:
    """A hashable key for caching tables: the strategy itself, or a wrapper if it can change."""
    if not callable(decide):
        raise BadValue(
            f"a strategy must be a function that is given a Choice, not {quoted(decide)}"
        )
    return decide if isinstance(decide, Hashable) else _Keyed(decide)


@dataclass(frozen=True, slots=True, eq=False)
class _Keyed:
    """A wrapper for a strategy that may change; no two are equal, so each has its own cache."""

    decide: Strategy

    def __call__(self, choice: Choice) -> bool:
        return self.decide(choice)


@dataclass(frozen=True, slots=True)
class _Following:
    tableau: Tableau

    def __call__(self, choice: Choice) -> bool:
        hand, third = choice.hand, choice.players_third
        return _draws(choice.side, hand, hand.total, third, self.tableau, nobody)


@checked
def following(tableau: Tableau) -> Strategy:
    """A strategy that takes its decisions from another tableau.

    >>> from baccarat import CHEMIN_DE_FER
    >>> half_dealt = Coup.parse("Kh 5c | 9d 4s …")
    >>> next_hand(half_dealt, CHEMIN_DE_FER, following(PUNTO_BANCO))
    Side.PLAYER
    """
    return _Following(tableau)


@dataclass(frozen=True, slots=True)
class _AsDealt:
    coup: Coup

    def __call__(self, choice: Choice) -> bool:
        coup = self.coup
        is_open = not coup.is_over and len(coup.banker) == 2
        return is_open or coup.hand(choice.side).third is not None


@checked
def as_dealt(coup: Coup) -> Strategy:
    """A strategy that decides as in this coup, and draws where the coup has not decided yet."""
    return _AsDealt(coup)


@guided
def next_hand(coup: Coup, tableau: Tableau = PUNTO_BANCO, decide: Strategy = nobody) -> Side | None:
    """The hand that takes the next card; None when the coup is over.

    >>> next_hand(Coup.parse("Kh 5c | 9d 4s …"))
    Side.PLAYER
    >>> next_hand(Coup.parse("Kh 9c | 9d 4s …")) is None
    True
    """
    if type(coup) is not Coup or type(tableau) is not Tableau:
        coup = taken("next_hand", "coup", coup, Coup)
        tableau = taken("next_hand", "tableau", tableau, Tableau)
    return None if coup.is_over else hand_to_draw(coup.player, coup.banker, tableau, decide)


def hand_to_draw(player: Hand, banker: Hand, tableau: Tableau, decide: Strategy) -> Side | None:
    """`next_hand` for the hands of a coup that is still open; arguments are not checked."""
    held = len(banker.cards)
    if held < 2:
        return Side.PLAYER if len(player.cards) == held else Side.BANKER
    natural, total = len(tableau.player), banker.total  # totals beyond its cells are naturals
    if held == 3 or total >= natural:
        return None
    if len(player.cards) == 2:
        own = player.total
        if own >= natural:
            return None
        if _draws(Side.PLAYER, player, own, None, tableau, decide):
            return Side.PLAYER
    # A third card worth 0 points and no third card (None) are different cases.
    draws = _draws(Side.BANKER, banker, total, player.third, tableau, decide)
    return Side.BANKER if draws else None


def has_natural(coup: Coup, tableau: Tableau = PUNTO_BANCO) -> bool:
    """Whether a hand's two-card total ends the coup at once."""
    hands = coup.player, coup.banker
    return any(len(hand.cards) == 2 and hand.total >= tableau.natural for hand in hands)


def cell_of(choice: Choice, tableau: Tableau) -> Move:
    """The cell of the tableau for this choice."""
    return _cell(choice.side, choice.hand.total, choice.players_third, tableau)


def _cell(side: Side, total: int, third: Card | None, tableau: Tableau) -> Move:
    try:
        if side is Side.PLAYER:
            return tableau.player[total]
        return tableau.banker[total][STOOD if third is None else third.points]
    except IndexError:
        raise CoupError(f"with a total of {total} there is nothing to decide") from None


def _draws(
    side: Side, hand: Hand, total: int, third: Card | None, tableau: Tableau, decide: Strategy
) -> bool:
    move = _cell(side, total, third, tableau)
    if move is not Move.FREE:
        return move is Move.DRAW
    if not callable(decide):
        taken("next_hand", "decide", decide, Callable)
    answer = decide(Choice(side, hand, third))
    if answer is True or answer is False:
        return answer
    # An array cannot be compared with True: it would raise.
    if not isinstance(answer, Hashable) or answer not in (True, False):
        raise CoupError(f"a strategy must answer True or False, not {quoted(answer)}")
    return bool(answer)


def play(
    cards: Iterable[Card],
    tableau: Tableau = PUNTO_BANCO,
    decide: Strategy = nobody,
    coup: Coup = Coup(),  # noqa: B008 - a frozen value
) -> Coup:
    """Deal from a stream of cards until the coup is over or the stream ends."""
    if not isinstance(cards, Iterator):
        cards = taken("play", "cards", cards, Iterable[Card])
    if type(coup) is not Coup or type(tableau) is not Tableau:
        coup = taken("play", "coup", coup, Coup)
        tableau = taken("play", "tableau", tableau, Tableau)
    cards = iter(cards)
    while not coup.is_over and (side := hand_to_draw(coup.player, coup.banker, tableau, decide)):
        card = next(cards, None)
        if card is None:
            return coup
        coup = coup.receive(side, card)
    return coup.finish()


@checked
def check(coup: Coup, tableau: Tableau = PUNTO_BANCO) -> None:
    """Raise `CoupError` if the tableau forbids the coup."""
    dealt = play(iter(coup.cards), tableau, as_dealt(coup))
    if dealt != coup:
        raise CoupError(f"the tableau forbids {coup}: these cards must be dealt as {dealt}")
