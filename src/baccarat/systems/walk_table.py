"""The states of a system as arrays for the compiled walk; they grow as states are met.

Several threads walk while one of them adds. A row is complete before another row leads to it. And
when a row needs what walking threads do not have (another bet, the first coin), it is written into
copies: a thread that has the old arrays never meets it.
"""

from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.bets import Bet
from baccarat.bets.values import WINNERS
from baccarat.cards import Depth
from baccarat.coup import OUTCOMES
from baccarat.jsonable import winner as winner_name
from baccarat.layout import Rounding
from baccarat.simulation.tables import SLOT, SLOTS
from baccarat.systems.session import MOST_STAKE, SessionPlan
from baccarat.systems.states import NOTHING, StateTable
from baccarat.systems.system import System

LACKS_STATE, LACKS_CUT, LACKS_WISH = 1, 2, 3
"""Why the walk stops: there is no next state, no row for a stake that was cut, or no wish."""
WANTED, USUAL, PART, OF = range(4)
"""Columns of `units`: wanted; laid, if the money is there (−1: it depends); a portion's parts."""
FACTOR, ADDED, DIVISOR, RESULT, COINS_EACH, IS_WHOLE = range(6)
"""Columns of `pays`. A stake of s coins wins chip x ((s x factor + added) // divisor). The result
is 1 for a win, −1 for a loss, 0 for a push. If each unit wins whole chips, nothing is divided."""
MIX, MIX_UNITS = 40503, 30103
"""Odd numbers that spread rows and stakes over the places of a table."""
FIRST_ROWS = 64


class WalkTable:
    """The states of a system as far as they were met, for all threads."""

    def __init__(self, system: System, plan: SessionPlan) -> None:
        self._lock = Lock()
        self._table = StateTable(system, plan.session, plan.game.layout)
        self._most = plan.session.most or MOST_STAKE
        self._row_of: list[int] = []
        """by state: its row"""
        self._state_of: list[int] = []
        """by row: its state; a stake that was cut has a row of its own"""
        self._cuts: dict[tuple[int, int], int] = {}
        """by row and stake: the row of a stake that was cut"""
        self._prices: list[tuple[Any, Any]] = []
        self.has_coin = False
        """whether some state leaves the choice of its bet to a coin"""
        self.version = 0
        """it rises when the arrays are others than before"""
        self._bets = np.zeros((FIRST_ROWS, 2), np.int32)
        self._units = np.zeros((FIRST_ROWS, 4), np.int64)
        self._next = np.full((FIRST_ROWS, 2, 4), -1, np.int32)
        self._keys = np.full((FIRST_ROWS, 2), -1, np.int64)
        self._cut_rows = np.zeros(FIRST_ROWS, np.int32)
        self.start = self._row(self._table.start)

    @property
    def bets(self) -> list[tuple[str, Bet]]:
        """The bets that were met: the name on the felt, and the bet."""
        return self._table.bets

    @property
    def depth(self) -> Depth | None:
        """How deep its bets look so far; None if outcomes are enough."""
        return depth_of(self.bets)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the walk reads."""
        with self._lock:
            rows = self._bets, self._units, self._next
            return *rows, self._keys, self._cut_rows, self._codes, self._pays

    def state_of(self, row: int) -> object:
        """The state of a row, as the system has it."""
        return self._table.states[self._state_of[row]]

    def fill(self, lacks: npt.NDArray[np.int64]) -> None:
        """Ask the system for what the table lacks."""
        why, row, place, code, staked = lacks.tolist()
        with self._lock:
            if why == LACKS_WISH:
                raise self._table.faults[self._state_of[row]]
            if why == LACKS_CUT:
                row = self._add_cut(row, staked)
            state = self._state_of[row]
            bet = int(self._bets[self._row_of[state], place])
            following = self._row(self._table.after(state, bet, code, staked))
            self._next[row, place, code] = following

    def _row(self, state: int) -> int:
        """The row of a state."""
        while len(self._row_of) <= state:
            wants = self._table.rows[len(self._row_of)]
            needs_coin = wants.bets[0] != wants.bets[-1]
            if len(self._prices) <= len(self.bets) or (needs_coin and not self.has_coin):
                self.has_coin |= needs_coin
                self._add_prices()
                self._copy(len(self._bets))
            row = self._new_row(len(self._row_of))
            part = wants.portion.share if wants.portion else None
            usual = -1 if part else min(wants.units, self._most)
            self._bets[row] = wants.bets[0], wants.bets[-1]
            parts = (part.numerator, part.denominator) if part else (0, 1)
            self._units[row] = wants.units, usual, *parts
            self._row_of.append(row)
        return self._row_of[state]

    def _new_row(self, state: int) -> int:
        row = len(self._state_of)
        if row == len(self._bets):
            self._copy(2 * row)
        self._state_of.append(state)
        return row

    def _copy(self, rows: int) -> None:
        """Other arrays with all that was known, and perhaps more room."""
        self._bets = grown(self._bets, (rows, 2), NOTHING)
        self._units = grown(self._units, (rows, 4), 0)
        codes = max(self._next.shape[2], self._pays.shape[1])
        self._next = grown(self._next, (rows, 2, codes), -1)
        # Rows of cut stakes are found here: the old ones must not lead to new rows.
        self._keys, self._cut_rows = self._keys.copy(), self._cut_rows.copy()
        self.version += 1

    def _add_prices(self) -> None:
        """What the bets that were met pay, and which code each outcome has."""
        for number in range(len(self._prices), len(self.bets) + 1):
            bet = None if number == NOTHING else self.bets[number - 1][1]
            self._prices.append(_prices(bet, self._table))
        most = max(len(pays) for _, pays in self._prices)
        self._codes = np.stack([codes for codes, _ in self._prices])
        self._pays = np.stack([grown(pays, (most, 6), 0) for _, pays in self._prices])

    def _add_cut(self, row: int, staked: int) -> int:
        """A row of its own for a state whose stake was cut."""
        if (row, staked) in self._cuts:  # another thread was faster
            return self._cuts[row, staked]
        own = self._cuts[row, staked] = self._new_row(self._state_of[row])
        size, added = len(self._cut_rows), {(row, staked): own}
        if 2 * len(self._cuts) > size:
            size, added = 4 * size, self._cuts
            self._keys = np.full((size, 2), -1, np.int64)
            self._cut_rows = np.zeros(size, np.int32)
            self.version += 1
        for key, cut_row in added.items():
            place = (key[0] * MIX + key[1] * MIX_UNITS) & (size - 1)
            while self._keys[place, 0] >= 0:
                place = (place + 1) & (size - 1)
            self._cut_rows[place] = cut_row
            self._keys[place] = key
        return own


def depth_of(bets: list[tuple[str, Bet]]) -> Depth | None:
    """How deep bets look; None if outcomes are enough."""
    deepest = max((bet.depth for _, bet in bets), default=Depth.TOTALS)
    return None if deepest is Depth.TOTALS else deepest


def grown(old: npt.NDArray[Any], shape: tuple[int, ...], empty: int) -> npt.NDArray[Any]:
    """A copy of an array, with more room."""
    new = np.full(shape, empty, old.dtype)
    new[tuple(slice(0, size) for size in old.shape)] = old
    return new


def _prices(bet: Bet | None, table: StateTable) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """By slot the code of an outcome; and by code what it pays.

    Of a bet that looks deeper than totals the codes are those of its first tier.
    """
    tiers = (None,) if bet is None else (*bet.pays, None)
    codes = np.zeros(SLOT + 1, np.uint8)
    for slot in range(SLOTS):
        outcome = OUTCOMES[slot % len(OUTCOMES)]
        is_told = bet is not None and bet.depth is Depth.TOTALS
        place = tiers.index(bet.judge(outcome)) if bet is not None and is_told else 0
        codes[slot] = WINNERS.index(winner_name(outcome.winner)) * len(tiers) + place
    pays = [(0, 0, 1, 0, 0, 1)] if bet is None else [_pays(bet, tier, table) for tier in tiers]
    return codes, np.array(pays * len(WINNERS), np.int64)


def _pays(bet: Bet, tier: str | None, table: StateTable) -> tuple[int, ...]:
    """What a tier pays, in the columns of `pays`."""
    net, chip, rounding = bet.net(tier), table.layout.chip, table.layout.rounding
    factor, divisor = net.numerator, net.denominator * chip
    added = divisor - 1 if rounding is Rounding.UP else 0
    if rounding is Rounding.NEAREST:  # half a chip goes to the guest
        factor, added, divisor = 2 * factor, divisor, 2 * divisor
    chips = table.session.unit * net / chip
    coins = chip * chips.numerator if chips.denominator == 1 else 0
    result = (net > 0) - (net < 0)
    return factor, added, divisor, result, coins, int(chips.denominator == 1)
