"""Questions about money: what does this layout pay, with commission and rounding?"""

from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from baccarat.calls import call
from baccarat.drill import words
from baccarat.drill.hands import coups, hands
from baccarat.drill.question import Dice, Form, Kind, Question
from baccarat.games import game
from baccarat.layout import Layout, Rounding, Wager, settle

MAIN = ("banker", "banker", "player")
"""Banker twice: it is the bet with a commission."""


class Felt(NamedTuple):
    """How hard a layout may be."""

    games: tuple[str, ...]
    wagers: int
    unit: int
    """stakes are whole numbers of it"""
    roundings: tuple[Rounding, ...] = (Rounding.DOWN,)
    chips: tuple[int, ...] = (1,)
    asks: tuple[str, ...] = (words.PAID,)


COMMISSION = ("punto-banco", "four-percent")
ALL = (*COMMISSION, *COMMISSION, "ez", "super-6", "six-pushes", "three-card-six-pushes", "2-to-1")
"""Those with a commission twice: they have the odd amounts."""
BOTH = (words.PAID, words.NET)
FELTS = {
    1: Felt(("punto-banco",), 1, 100),
    2: Felt(("punto-banco",), 2, 20),
    3: Felt(COMMISSION, 2, 5, tuple(Rounding)),
    4: Felt(ALL, 3, 5, tuple(Rounding)),
    5: Felt(ALL, 4, 5, tuple(Rounding), (1, 5, 25), BOTH),
}


def pay_question(dice: Dice, level: int) -> Question:
    """One round stake at first; then side bets, odd stakes, other games, chips."""
    felt = FELTS[level]
    found = game(dice.pick(felt.games))
    chip = dice.pick(felt.chips)
    layout = replace(found.layout, chip=chip, rounding=dice.pick(felt.roundings))
    wagers = _wagers(dice, felt, layout)
    # Side bets seldom win: of some coups, the one that leaves most to pay, or now and then to
    # give back.
    least = 1 if dice.throw(4) else 0
    coup, paid = max(
        ((coup, settle(coup, wagers, layout)) for coup in islice(coups(dice), 4 * len(wagers))),
        key=lambda dealt: sum(line.won >= least for line in dealt[1].lines),
    )
    asks = dice.pick(felt.asks)
    amount = sum(max(line.won, 0) for line in paid.lines) if asks == words.PAID else paid.won
    scene = [words.GAME.format(name=found.name, about=found.about), hands(coup)]
    scene.append(words.WAGERS.format(wagers=", ".join(_spell(w, layout) for w in wagers)))
    if level > 1:  # round stakes leave nothing to round
        chips = words.COINS if chip == 1 else words.CHIPS.format(chip=chip)
        scene.append(words.ROUNDED[layout.rounding].format(chips=chips))
    return Question(
        Kind.PAY,
        level,
        Form.MONEY,
        tuple(scene),
        asks,
        str(amount),
        (call(coup), *map(str, paid.lines)),
        quick=6 + 6 * len(wagers),
    )


def _wagers(dice: Dice, felt: Felt, layout: Layout) -> list[Wager]:
    """A main bet, and side bets of which none is larger, so that no cap is passed."""
    unit = max(felt.unit, layout.chip)
    wagers = [Wager(dice.pick(MAIN), unit * (5 + dice.throw(16)))]
    left = [spot for spot in layout.bets if spot not in MAIN]
    while left and len(wagers) < felt.wagers:
        spot = left.pop(dice.throw(len(left)))
        wagers.append(Wager(spot, unit * (1 + dice.throw(5))))
    return wagers


def _spell(wager: Wager, layout: Layout) -> str:
    bet = layout.bet(wager.spot)
    form = words.WAGER if bet.key == wager.spot else words.WAGER_ELSEWHERE
    return form.format(stake=wager.stake, spot=wager.spot, bet=bet)
