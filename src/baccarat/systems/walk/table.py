"""The states of a system as arrays for the compiled loop; new states are added when met.

Several threads walk while one of them adds states. A row is complete before another row leads to
it. A row that needs something that the walking threads do not have (another bet, the first coin) is
written into copies of the arrays: a thread with the old arrays never meets it.
"""

from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.errands import in_main_thread
from baccarat.base.errors import BadSystem
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import WINNERS, outcome_tiers
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES
from baccarat.core.layout import Rounding
from baccarat.simulation.verdict_tables import NOBODY, SLOT, SLOTS, WINNER, verdicts_by_cell
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.session import MOST_STAKE, SessionPlan, require_shoes
from baccarat.systems.system import System
from baccarat.systems.walk.states import NOTHING, StateTable

OWN, PLACE, CODE, LAID, LACKS = range(5)
"""Columns of what a session lacks: its state, the coin's side, the code of the result (−1 means
that the state is broken), and the stake."""
WANTED, USUAL, PART, OF = range(4)
"""Columns of `units`: units wanted; units laid with enough money (−1: a portion); the portion."""
FACTOR, ADDED, DIVISOR, RESULT, COINS_EACH, IS_WHOLE = range(6)
"""Columns of `pays`. A stake of s coins wins chip x ((s x factor + added) // divisor). The result
is 1 for a win, −1 for a loss, 0 for a push. If each unit wins whole chips, nothing is divided."""
MIX, MIX_UNITS = 40503, 30103
"""Odd numbers that spread states and stakes over a hash table."""
KEY_STAKE, KEY_CODE = 1 << 29, 1 << 9
"""The key of a cut stake: state x KEY_STAKE + stake x KEY_CODE + 2 x code + place."""
FIRST_ROWS = 64
ASKED_AGAIN = 64
"""The most states that are asked again when a table serves another run."""
FULL = 300 << 20
"""The approximate bytes of states after which a fresh table replaces the table."""
MOST_STATES, MOST_BYTES, COUPS_EACH = 4_000_000, 4 << 30, 4
"""A system with more states, or more bytes of states, in fewer coups for each grows without end."""


class WalkTable:
    """The states of a system that were met so far; all threads share the table."""

    def __init__(self, system: System, plan: SessionPlan, old: "WalkTable | None" = None) -> None:
        """Begin a table; `old` is the full table that it replaces, if any."""
        require_shoes(plan, system)
        self._lock = Lock()
        self._table = StateTable(system, plan.session, plan.game.layout)
        self._before = (0, 0, 0) if old is None else old.met
        """states, their bytes, and coups of all earlier tables"""
        self.coups = 0
        """about how many coups were walked by this table"""
        self._most = plan.session.most or MOST_STAKE
        self._prices: list[tuple[Any, Any]] = []
        self.has_coin = False
        """whether a coin chooses the bet in some state"""
        self._is_whole = True
        """False while something is added, and for ever if that was interrupted"""
        self.version = 0
        """rises whenever an array is replaced"""
        self._known = self._wishes = self._cuts = 0
        """the numbers of states, wishes and cut stakes that are written into the arrays"""
        self._wish = np.zeros(FIRST_ROWS, np.int32)
        self._afresh = np.zeros(FIRST_ROWS, np.int32)
        self._next = np.full((FIRST_ROWS, 1, 4), -1, np.int32)
        self._bets = np.zeros((FIRST_ROWS, 2), np.int32)
        self._units = np.zeros((FIRST_ROWS, 4), np.int64)
        self._cut_keys = np.full(FIRST_ROWS, -1, np.int64)
        self._cut_next = np.full(FIRST_ROWS, -1, np.int32)
        self.start = self._table.start
        self._write_states()

    @property
    def bets(self) -> list[tuple[str, Bet]]:
        """The bets that were met: the name on the felt, and the bet."""
        return self._table.bets

    @property
    def depth(self) -> Depth | None:
        """How exactly cards must be known (points, ranks or every card) for the count and the bets
        so far; None if outcomes are enough.
        """
        bets, count = depth_of(self.bets), self.count
        return bets if count is None else max(bets or count.depth, count.depth)

    @property
    def count(self) -> CountedBet | None:
        """The count that the system keeps."""
        return self._table.system.count

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The arrays of the table, in the order in which the compiled loop takes them.

        By state: the wish, the state after a restart, and the next state by place and code. By
        wish: the bets and the units. The keys and the next states of cut stakes. The codes and the
        prices of the bets.
        """
        with self._lock:
            states, wishes = (self._wish, self._afresh, self._next), (self._bets, self._units)
            return *states, *wishes, self._cut_keys, self._cut_next, self._codes, self._pays

    def state_of(self, number: int) -> object:
        """The state with this number, as the system returned it."""
        return self._table.states[number]

    def hung_at(self, number: int) -> tuple[int, object]:
        """The number of coups (0 or 1) from this state until the system hangs, and the state in
        which it hangs.
        """
        hung = self._table.hung_after
        return (1, hung[number]) if number in hung else (0, self.state_of(number))

    @property
    def is_full(self) -> bool:
        return self._table.weight > FULL

    @property
    def met(self) -> tuple[int, int, int]:
        """States, their bytes, and coups: the totals of this table and all earlier tables."""
        states, weight, coups = self._before
        states += len(self._table.states)
        return states, weight + self._table.weight, coups + self.coups

    def numbers_of(
        self, states: list[object], bets: list[tuple[str, Bet]]
    ) -> tuple[list[int], list[int]]:
        """The numbers in this table for the states and bets of another table."""
        with self._lock:
            self._is_whole = False
            numbers = [self._table.number_of_bet(bet) for bet in bets]
            state_numbers = in_main_thread(lambda: self._table.numbers_of(states))
            self._write_states()
            self._is_whole = True
            return state_numbers, numbers

    def is_still_true(self) -> bool:
        """Whether the system still gives the same answers; it may have changed between two runs."""
        with self._lock:
            if not self._is_whole:
                return False
            rows = min(self._known, ASKED_AGAIN)
            state, place, code = np.nonzero(self._next[:rows] >= 0)
            wish = self._wish[state]
            bets, units = self._bets[wish, place], self._units[wish, USUAL]
            questions = state, bets, code, units, self._next[state, place, code]
            return self._table.is_still_true(rows, *(column.tolist() for column in questions))

    def fill(self, lacks: npt.NDArray[np.int64]) -> tuple[int, BadSystem | None]:
        """Ask the system for the answers that are missing, one for each row of `lacks`.

        Return the number of rows filled, and the error that stopped the filling, or None.
        """
        with self._lock:
            states, weight, coups = self._before
            if (states > MOST_STATES or weight > MOST_BYTES) and coups < COUPS_EACH * states:
                key, size = self._table.system.key, f"{states:,} states in {coups:,} coups"
                return 0, BadSystem(f"{key} grows without end: {size}")
            broken = np.flatnonzero(lacks[:, CODE] < 0)
            fillable = int(broken[0]) if len(broken) else len(lacks)
            # Many sessions lack the same answer: ask once for each, in the order of the sessions.
            _, firsts = np.unique(_keys(lacks[:fillable]), return_index=True)
            firsts.sort()
            unknown = lacks[firsts]
            state, place, code, units = unknown.T
            bets = self._bets[self._wish[state], place]
            questions = (column.tolist() for column in (state, bets, code, units))
            self._is_whole = False
            following, fault = in_main_thread(lambda: self._table.follow(*questions))
            self._write_states()
            self._write_next(unknown[: len(following)], np.array(following, np.int32))
            self._is_whole = True
            if fault is not None and len(following) < len(firsts):
                return int(firsts[len(following)]), fault
            if fillable < len(lacks):
                return fillable, self._table.faults[int(lacks[fillable, OWN])]
            return fillable, None

    def _write_states(self) -> None:
        """Write new states and wishes into the arrays, or into larger copies."""
        table = self._table
        states, wishes = len(table.states), len(table.wantings)
        coin = any(want.bets[0] != want.bets[-1] for want in table.wantings[self._wishes :])
        has_more = len(self._prices) <= len(self.bets) or (coin and not self.has_coin)
        if has_more or states > len(self._wish) or wishes > len(self._bets):
            self.has_coin |= coin
            self._add_prices()
            self._copy(states, wishes)
        for number in range(self._wishes, wishes):
            wants = table.wantings[number]
            part = wants.portion.share if wants.portion else None
            usual = -1 if part else min(wants.units, self._most)
            parts = (part.numerator, part.denominator) if part else (0, 1)
            self._bets[number] = wants.bets[0], wants.bets[-1]
            self._units[number] = wants.units, usual, *parts
        self._wish[self._known : states] = table.wants[self._known :]
        self._afresh[self._known : states] = table.afresh[self._known :]
        self._known, self._wishes = states, wishes

    def _copy(self, states: int, wishes: int) -> None:
        """Replace the arrays by copies, with more room if needed."""
        rows = _room(states, len(self._wish))
        shape = rows, 1 + self.has_coin, max(self._next.shape[2], self._pays.shape[1])
        self._wish, self._next = grown(self._wish, (rows,), 0), grown(self._next, shape, -1)
        self._afresh = grown(self._afresh, (rows,), 0)
        rows = _room(wishes, len(self._bets))
        self._bets = grown(self._bets, (rows, 2), NOTHING)
        self._units = grown(self._units, (rows, 4), 0)
        # The old arrays must not lead to new states.
        self._cut_keys, self._cut_next = self._cut_keys.copy(), self._cut_next.copy()
        self.version += 1

    def _add_prices(self) -> None:
        """Write the prices of new bets, and the codes of their outcomes, into the arrays."""
        for number in range(len(self._prices), len(self.bets) + 1):
            bet = None if number == NOTHING else self.bets[number - 1][1]
            self._prices.append(_prices(bet, self._table))
        most_codes = max(len(pays) for _, pays in self._prices)
        self._codes = np.stack([codes for codes, _ in self._prices])
        self._pays = np.stack([grown(pays, (most_codes, 6), 0) for _, pays in self._prices])

    def _write_next(self, unknown: npt.NDArray[np.int64], following: npt.NDArray[np.int32]) -> None:
        state, place, code, units = unknown.T
        wish = self._wish[state]
        cut = (self._bets[wish, place] != NOTHING) & (units != self._units[wish, USUAL])
        self._next[state[~cut], place[~cut], code[~cut]] = following[~cut]
        self._cuts += int(cut.sum())
        if 2 * self._cuts > len(self._cut_keys):
            old = self._cut_keys >= 0
            entries = self._cut_keys[old], self._cut_next[old]
            size = _room(4 * self._cuts, len(self._cut_keys))
            self._cut_keys = np.full(size, -1, np.int64)
            self._cut_next = np.full(size, -1, np.int32)
            self.version += 1
            self._write_cuts(*entries)
        self._write_cuts(_keys(unknown[cut]), following[cut])

    def _write_cuts(self, keys: npt.NDArray[np.int64], following: npt.NDArray[np.int32]) -> None:
        """Write into the hash table the next states after stakes that were smaller than wanted."""
        states, details = keys // KEY_STAKE, keys % KEY_STAKE
        size = len(self._cut_keys)
        places = (states * MIX + details * MIX_UNITS) & (size - 1)
        while len(keys):
            free = self._cut_keys[places] < 0
            self._cut_keys[places[free]] = keys[free]
            is_mine = self._cut_keys[places] == keys
            self._cut_next[places[is_mine]] = following[is_mine]
            keys, following = keys[~is_mine], following[~is_mine]
            places = (places[~is_mine] + 1) & (size - 1)


def _keys(lacks: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """One number for each row of `lacks`, the answers that the table does not have yet."""
    state, place, code, units = lacks.T
    keys: npt.NDArray[np.int64] = state * KEY_STAKE + units * KEY_CODE + 2 * code + place
    return keys


def _room(wanted: int, size: int) -> int:
    """The array size `size`, doubled until it is at least `wanted`."""
    while size < wanted:
        size *= 2
    return size


def depth_of(bets: list[tuple[str, Bet]]) -> Depth | None:
    """How exactly cards must be known for these bets (points, ranks, every card); None if outcomes
    are enough.
    """
    deepest = max((bet.depth for _, bet in bets), default=Depth.TOTALS)
    return None if deepest is Depth.TOTALS else deepest


def grown(old: npt.NDArray[Any], shape: tuple[int, ...], empty: int) -> npt.NDArray[Any]:
    """A copy of an array, enlarged to `shape`; the new entries are `empty`."""
    new = np.full(shape, empty, old.dtype)
    new[tuple(slice(0, size) for size in old.shape)] = old
    return new


def _prices(bet: Bet | None, table: StateTable) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """For each possible outcome of a coup, a code (winner and tier); and for each code, the price.

    For a bet that looks deeper than totals, the codes are those of its first tier.
    """
    tiers = (None,) if bet is None else (*bet.pays, None)
    places = np.zeros(len(OUTCOMES), np.uint8)
    if bet is not None and bet.depth is Depth.TOTALS:
        places[:] = list(map(tiers.index, outcome_tiers(bet)))
    winners = verdicts_by_cell() >> WINNER & NOBODY
    codes = np.zeros(SLOT + 1, np.uint8)
    codes[:SLOTS] = np.tile(winners * len(tiers) + places, 2)
    pays = [(0, 0, 1, 0, 0, 1)] if bet is None else [_pays(bet, tier, table) for tier in tiers]
    return codes, np.array(pays * len(WINNERS), np.int64)


def _pays(bet: Bet, tier: str | None, table: StateTable) -> tuple[int, ...]:
    """A bet's payout in a tier, in the form that the array `_pays` stores."""
    net, chip, rounding = bet.net(tier), table.layout.chip, table.layout.rounding
    factor, divisor = net.numerator, net.denominator * chip
    added = divisor - 1 if rounding is Rounding.UP else 0
    if rounding is Rounding.NEAREST:  # half a chip goes to the guest
        factor, added, divisor = 2 * factor, divisor, 2 * divisor
    chips = table.session.unit * net / chip
    coins = chip * chips.numerator if chips.denominator == 1 else 0
    result = (net > 0) - (net < 0)
    return factor, added, divisor, result, coins, int(chips.denominator == 1)
