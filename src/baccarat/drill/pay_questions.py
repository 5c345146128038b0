"""Questions about payouts, with commission and rounding."""

from contextlib import suppress
from functools import reduce
from itertools import islice
from typing import NamedTuple

from baccarat.base.errors import BetRefused
from baccarat.base.sentences import Sentence
from baccarat.core.bets.price_words import price_text
from baccarat.core.calls import call
from baccarat.core.games import Game, game
from baccarat.core.layout import Layout, Rounding, Wager, settle
from baccarat.drill import phrases
from baccarat.drill.hand_questions import coups, hands
from baccarat.drill.question import Dice, Form, Kind, Question

MAIN = ("banker", "banker", "player")
"""The main bets; Banker twice, because it has a commission."""


class PayLevel(NamedTuple):
    """What a level asks about money: the games, the number of wagers, the unit of stakes."""

    games: tuple[str, ...]
    wagers: int
    unit: int
    """stakes are multiples of it"""
    roundings: tuple[Rounding, ...] = (Rounding.DOWN,)
    chips: tuple[int, ...] = (1,)
    asks: tuple[str, ...] = (phrases.PAID,)


USUAL = "punto-banco"
COMMISSION = ("punto-banco", "four-percent")
ALL = (*COMMISSION, *COMMISSION, "ez", "super-6", "six-pushes", "three-card-six-pushes", "2-to-1")
"""The games, those with a commission twice, because their amounts are harder."""
BOTH = (phrases.PAID, phrases.NET)
PAY_LEVELS = {
    1: PayLevel(("punto-banco",), 1, 100),
    2: PayLevel(("punto-banco",), 2, 20),
    3: PayLevel(COMMISSION, 2, 5, tuple(Rounding)),
    4: PayLevel(ALL, 3, 5, tuple(Rounding)),
    5: PayLevel(ALL, 4, 5, tuple(Rounding), (1, 5, 25), BOTH),
}


def pay_question(dice: Dice, level: int, played: Game) -> Question:
    """A question about a payout; higher levels have more wagers, odd stakes and more games."""
    allowed = PAY_LEVELS[level]
    # The drill of the usual game also teaches its variants.
    found = game(dice.pick(allowed.games)) if played.name == USUAL else played
    chip = dice.pick(allowed.chips)
    bets, rounding = found.layout.bets, dice.pick(allowed.roundings)
    layout = Layout(bets, chip=chip, rounding=rounding)  # a drill has no limits
    wagers = _wagers(dice, allowed, layout)
    # Side bets seldom win, so of some coups the one with the most bets to pay is taken; in one
    # question of four, bets to give back count, too.
    least = 1 if dice.throw(4) else 0
    coup, paid = max(
        (
            (coup, settle(coup, wagers, layout))
            for coup in islice(coups(dice, found.rules), 4 * len(wagers))
        ),
        key=lambda dealt: sum(line.won >= least for line in dealt[1].lines),
    )
    asks = dice.pick(allowed.asks)
    amount = sum(max(line.won, 0) for line in paid.lines) if asks == phrases.PAID else paid.won
    scene = [Sentence(phrases.GAME, game=found.name, about=Sentence(found.about)), hands(coup)]
    placed = reduce(phrases.both, (_spell(wager, layout) for wager in wagers))
    scene.append(Sentence(phrases.WAGERS, wagers=placed))
    if level > 1:  # round stakes leave nothing to round
        chips = Sentence(phrases.COINS) if chip == 1 else Sentence(phrases.CHIPS, chip=chip)
        scene.append(Sentence(phrases.ROUNDED[layout.rounding], chips=chips))
    return Question(
        Kind.PAY,
        level,
        Form.MONEY,
        tuple(scene),
        Sentence(asks),
        str(amount),
        (call(coup), *(line.said for line in paid.lines)),
        quick=6 + 6 * len(wagers),
    )


def _wagers(dice: Dice, allowed: PayLevel, layout: Layout) -> list[Wager]:
    """A wager on a main bet, and smaller or equal wagers on side bets."""
    unit = max(allowed.unit, layout.chip)
    free = [spot for spot, bet in layout.bets.items() if bet.cap is None]
    main = [spot for spot in MAIN if spot in layout.bets] or free
    wagers = [Wager(dice.pick(main), unit * (5 + dice.throw(16)))]
    left = [spot for spot in layout.bets if spot not in main]
    while left and len(wagers) < allowed.wagers:
        spot = left.pop(dice.throw(len(left)))
        side = Wager(spot, unit * (1 + dice.throw(5)))
        with suppress(BetRefused):  # a stranger's bet may have a lower cap
            layout.check([*wagers, side])
            wagers.append(side)
    return wagers


def _spell(wager: Wager, layout: Layout) -> Sentence:
    """A wager as a sentence with its stake, its spot and its price."""
    bet = str(layout.bet(wager.spot))
    told = {"stake": wager.stake, "spot": wager.spot, "price": price_text(bet), "bet": bet}
    return Sentence(phrases.WAGER, **told)
