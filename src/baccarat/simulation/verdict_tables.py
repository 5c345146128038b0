"""The tableau as lookup tables that give the verdict on a coup from six cards, without a branch.

Starts that draw in the same way form one class. Both classes and the next two cards give the
verdict: the cell of the tally, the winner, and the number of cards used. Every compiled engine
plays by these tables, which are made from the printed tableau.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import Refused
from baccarat.core.coup import OUTCOMES, Coup, Side, cell_index, cell_parts, winner_of
from baccarat.core.rules import Rules
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.core.verdict import BANKER_DRAWS, PLAYER_DRAWS, verdicts
from baccarat.simulation.plan import EQUAL_START

SLOTS = 2 * len(OUTCOMES)
"""The number of slots: one for each cell, then one for each cell with an equal start."""
SLOT, WINNER, USED = 1023, 10, 12
"""The parts of a verdict: the mask of the slot, the first bits of winner and cards used."""
WINNERS = {Side.PLAYER: 0, Side.BANKER: 1, None: 2}
NOBODY = 3
"""The winner if no coup is dealt."""
NONE = NOBODY << WINNER | SLOT
"""The verdict if no coup is dealt."""
HISTOGRAMS = (
    "coups",
    "longest",
    "streaks of player",
    "streaks of banker",
    "runs of player",
    "runs of banker",
    "runs of tie",
)
"""The counts that compiled engines make for each shoe, in the order of their rows.

For streaks and runs, entry n counts those of at least length n.
"""
MOST = 256
"""A limit that is higher than the coups of any shoe."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The tables of a tableau by points of cards, as flat arrays."""

    player: npt.NDArray[np.uint32]
    """by 10 x first card + second: the index in `verdicts` where Player's class begins"""
    banker: npt.NDArray[np.uint32]
    """by 10 x first card + second: the offset of Banker's class within Player's"""
    verdicts: npt.NDArray[np.uint16]
    """by Player's class, Banker's class, fifth card and sixth card"""


@lru_cache(maxsize=8)
def tables_of(rules: Rules, decide: Strategy = nobody) -> Tables:
    """The tables of a tableau in which every free cell is decided."""
    table = verdicts(rules.tableau, decide)
    first, answers = np.array(table.first)[:, :, None, None], np.array(table.after)[:, :, None]
    own = np.array(table.player_totals)[:, None, None, None]
    other = np.array(table.banker_totals)[:, None, None]
    fifth, sixth = np.arange(10)[:, None], np.arange(10)
    player_draws = first == PLAYER_DRAWS
    banker_draws: Any = np.where(player_draws, answers, first == BANKER_DRAWS)
    player = (own + fifth * player_draws) % 10
    banker = (other + np.where(player_draws, sixth, fifth) * banker_draws) % 10
    cells = cell_index(2 + player_draws, 2 + banker_draws, player, banker)
    return Tables(
        np.array(table.player, np.uint32) * np.uint32(100 * len(table.after)),
        np.array(table.banker, np.uint32) * np.uint32(100),
        (verdicts_by_cell()[cells] + len(OUTCOMES) * (own == other)).astype(np.uint16).ravel(),
    )


OVER = 0x8000
"""The bit of a step that ends the coup; the other bits are slot and winner, as in a verdict."""


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A table that reads a coup card by card: a state and the card's points give the next state."""

    table: npt.NDArray[np.uint16]
    """by state + points: the next state, or OVER; a state is the index where its row begins"""
    burn: int
    """the state in which a card is burned"""
    begin: int
    """the state in which a coup begins"""


@lru_cache(maxsize=8)
def steps_of(tables: Tables, printed: int | None = None) -> Steps:
    """The tables of a tableau as one table that reads a coup card by card."""
    states: dict[tuple[int, ...], int] = {}
    rows: list[list[int]] = []

    def state(*seen: int) -> int:
        """The index of the state after cards with these points, or hands of these classes."""
        if seen not in states:
            states[seen] = 10 * len(rows)
            rows.append([])
            rows[states[seen] // 10] = [follow(seen, card) for card in range(10)]
        return states[seen]

    def follow(seen: tuple[int, ...], card: int) -> int:
        match seen:
            case () | (_,):
                return state(*seen, card)
            case (first, second):
                return state(CLASS, int(tables.player[10 * first + card]), second)
            case (_, own, second):
                place = own + int(tables.banker[10 * second + card])
                return verdict(tables.verdicts[place : place + 100].tolist())
            case _:
                return verdict(list(seen[card * (len(seen) // 10) :][: len(seen) // 10]))

    def verdict(rest: list[int]) -> int:
        """The verdict, marked OVER, if no card can change it; else the index of the next state."""
        if len(set(rest)) == 1:
            return OVER | rest[0] & ((1 << USED) - 1)
        return state(*rest)

    begin = state() if printed is None else state(printed)
    burn = 10 * len(rows)
    table = [entry for row in [*rows, [begin] * 10] for entry in row]
    if len(table) > OVER:
        raise Refused("the strategy distinguishes too many hands for this engine: use cpu")
    return Steps(np.array(table, np.uint16), burn, begin)


CLASS = -1
"""The first number of a state in which Player's two cards are known by their class."""


def counted(
    slots: npt.NDArray[np.int64],
    shoes: npt.NDArray[np.int64] | None,
    events: dict[str, dict[str, int]],
) -> Tally:
    """A tally from the counts of a compiled engine."""
    apart = slots.reshape(2, len(OUTCOMES))
    events = {EQUAL_START.key: {"equal": int(apart[1].sum())}, **events}
    histograms = {}
    if shoes is not None:
        exactly = shoes.copy()
        exactly[2:, :-1] -= shoes[2:, 1:]
        exactly[2:, 0] = 0
        for name, times in zip(HISTOGRAMS, exactly, strict=True):
            histograms[name] = {int(number): int(times[number]) for number in np.flatnonzero(times)}
    return Tally(tuple(apart.sum(axis=0).tolist()), histograms, events)


def verdict_on(coup: Coup) -> int:
    """The verdict on a coup that is over."""
    return int(verdicts_by_cell()[coup.outcome().index]) + len(OUTCOMES) * coup.has_equal_start


@cache
def verdicts_by_cell() -> npt.NDArray[np.uint16]:
    """The verdict of each of `OUTCOMES`; equal two-card totals add `len(OUTCOMES)` to its slot."""
    cells = np.arange(len(OUTCOMES))
    *used, player, banker = cell_parts(cells)
    by_sign = np.array([WINNERS[winner_of(*totals)] for totals in ((0, 0), (1, 0), (0, 1))])
    winners = by_sign[np.sign(player - banker)]
    verdicts: npt.NDArray[np.int64] = cells | winners << WINNER | sum(used) << USED
    return verdicts.astype(np.uint16)
