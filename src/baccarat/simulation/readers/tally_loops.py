"""The compiled loops of the tally reader, which count as fast as the engines deal.

The streaks of 64 shoes are followed together, with one bit for each shoe.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types
from numba.extending import intrinsic

from baccarat.base.compiling import compile_with
from baccarat.core.coup import OUTCOMES, cell_parts
from baccarat.simulation.coups import LANES
from baccarat.simulation.label_tables import Sight, wholes_of
from baccarat.simulation.verdict_tables import MOST, SLOTS
from baccarat.simulation.verdict_tables import SLOT as SLOT_BITS
from baccarat.simulation.verdict_tables import WINNER as WINNER_BITS

# Functions that call each other are all in this file: Numba's cache notices changes only here.
compiled = compile_with(nogil=True)
inlined = compile_with(nogil=True, forceinline=True)
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
WIDE = u64(LANES)
SLOT, WINNER = u16(SLOT_BITS), u16(WINNER_BITS)


def _count_bits(typing, bits):  # type: ignore[no-untyped-def]
    return types.uint64(types.uint64), lambda _, builder, signature, words: builder.ctpop(words[0])


_ones: Any = intrinsic(_count_bits)


@inlined
def _bits(row):  # type: ignore[no-untyped-def]
    """The lowest bits of 64 bytes as one word, and their second lowest bits as another."""
    each, gather = u64(0x0101010101010101), u64(0x0102040810204080)
    low, high = u64(0), u64(0)
    for part in range(8):
        shift = u64(8 * part)
        low |= ((row[part] & each) * gather >> u64(56)) << shift
        high |= ((row[part] >> u64(1) & each) * gather >> u64(56)) << shift
    return low, high


@compiled
def _follow(wins, rounds, with_ties, without, ever, out):  # type: ignore[no-untyped-def]
    """Follow the streaks of all lanes at once, with one bit for each lane.

    `with_ties[n]` are the lanes whose run now has length n; `without[n]` are the lanes whose
    streak, which ignores ties, now has length n. A streak passes through every length up to its
    own, so counting arrivals at n counts the streaks of at least length n. `ever[n]` are the lanes
    that have reached a streak of length n.
    """
    with_ties[:], without[:], ever[:] = 0, 0, 0
    last_low, last_high, last_win, has_won = ~u64(0), ~u64(0), u64(0), u64(0)
    longest_run, longest = 0, 0
    for turn in range(rounds):
        low, high = _bits(wins[turn])
        is_dealt, is_win, is_tie = ~(low & high), ~high, high & ~low
        player, banker = is_win & ~low, is_win & low

        same = is_dealt & ~(low ^ last_low) & ~(high ^ last_high)
        last_low, last_high = low, high
        arrive = is_dealt & ~same
        for length in range(1, longest_run + 2):
            out[4, length] += _ones(arrive & player)
            out[5, length] += _ones(arrive & banker)
            out[6, length] += _ones(arrive & is_tie)
            arrive, with_ties[length] = with_ties[length] & same, arrive
        longest_run += 1
        while longest_run and not with_ties[longest_run]:
            longest_run -= 1

        same = is_win & has_won & ~(low ^ last_win)
        last_win, has_won = (low & is_win) | (last_win & ~is_win), has_won | is_win
        arrive = is_win & ~same
        for length in range(1, longest + 2):
            out[2, length] += _ones(arrive & player)
            out[3, length] += _ones(arrive & banker)
            ever[length] |= arrive
            stay = without[length] & ~is_win
            arrive, without[length] = without[length] & same, arrive | stay
        longest += 1
        while longest and not without[longest]:
            longest -= 1


@compiled
def count(verdicts, coups, shoes, follows, slots, out):  # type: ignore[no-untyped-def]
    """Count cells, and the streaks of each shoe."""
    wins = np.empty((verdicts.shape[1], LANES), np.uint8)
    with_ties, without = np.empty(MOST, np.uint64), np.empty(MOST, np.uint64)
    ever = np.empty(MOST, np.uint64)
    for group in range(len(verdicts)):
        lanes = min(LANES, shoes - group * LANES)
        rounds = 0
        for lane in range(lanes):
            rounds = max(rounds, coups[group, lane])
        for turn in range(rounds):
            row = verdicts[group, turn]
            for lane in range(WIDE):
                slots[u64(row[lane] & SLOT)] += 1
        if not follows:
            continue
        for turn in range(rounds):
            row, won = verdicts[group, turn], wins[turn]
            for lane in range(WIDE):
                won[lane] = u8(row[lane] >> WINNER & u16(3))
        for lane in range(lanes):
            out[0, coups[group, lane]] += 1
        _follow(wins.view(np.uint64), rounds, with_ties, without, ever, out)
        reached = u64(lanes)
        for length in range(1, MOST):
            arrived = _ones(ever[length])
            out[1, length - 1] += reached - arrived
            reached = arrived
            if not reached:
                break


NO_THIRD = 63
"""The mark for no third card; `kind | 63` is 63 for every kind."""
PLAYERS_MASK, BANKERS_MASK, BANKERS_THIRD, LABELS = (
    u64(place) for place in (4096, 5120, 6144, 7168)
)
"""The indices where the parts of `LoopTables.table` begin; the starts come first."""


@dataclass(frozen=True, slots=True, eq=False)
class LoopTables:
    """The tables of a `Sight`, arranged for a loop without branches.

    The index of two cards needs only a shift: 64 x the first + the second.
    """

    table: npt.NDArray[np.unsignedinteger]
    """several tables in one array, because a processor has few registers: by two cards, the row of
    their labels; by slot, NO_THIRD if Player has no third card, the same for Banker, and the
    distance of Banker's third card from the fifth card; by row and third card, Player's label times
    `many`, and Banker's label"""
    cells: npt.NDArray[np.uint32]
    """by slot: the first count of its class; undealt coups are counted after all others"""
    wholes: tuple[Any, ...]
    """the tables of `Wholes` by these indices, and the number of labels of whole coups"""
    counts: int
    """the number of counts, with those of undealt coups"""


@lru_cache(maxsize=8)
def loop_tables(sight: Sight) -> LoopTables:
    """The loop tables made from a `Sight`."""
    many, kinds = sight.many, sight.kinds
    slots = np.arange(SLOT_BITS + 1)
    dealt, cell = slots < SLOTS, slots % len(OUTCOMES)
    player_cards, banker_cards, _, _ = cell_parts(cell)
    player_draws, banker_draws = dealt & (player_cards == 3), dealt & (banker_cards == 3)
    by_slot = [
        np.where(player_draws, 0, NO_THIRD),
        np.where(banker_draws, 0, NO_THIRD),
        np.where(player_draws, LANES, 0),
    ]
    labels = np.zeros((len(sight.labels) // (kinds + 1), NO_THIRD + 1), np.int64)
    labels[:, :kinds] = sight.labels.reshape(-1, kinds + 1)[:, :-1]
    labels[:, NO_THIRD] = sight.labels.reshape(-1, kinds + 1)[:, -1]
    rows = int(LABELS) + sight.starts.astype(np.int64) // (kinds + 1) * len(labels[0])
    table = np.concatenate(
        [_by_shift(rows, kinds), *by_slot, (many * labels).ravel(), labels.ravel()]
    )
    wholes = wholes_of(sight)
    return LoopTables(
        table.astype(np.uint16 if table.max() < 1 << 16 else np.uint32),
        np.where(dealt, sight.cells[cell], sight.classes * many * many).astype(np.uint32),
        (
            _by_shift(wholes.player, kinds),
            _by_shift(wholes.banker, kinds),
            wholes.labels,
            wholes.points,
            u64(sight.many_wholes),
        ),
        sight.slots + many * many * sight.many_wholes,
    )


def _by_shift(by_cards: npt.NDArray[Any], kinds: int) -> npt.NDArray[Any]:
    """The table with index 64 x first card + second card, not `kinds` x first + second."""
    square = np.zeros((64, 64), by_cards.dtype)
    if len(by_cards):
        square[:kinds, :kinds] = by_cards.reshape(kinds, kinds)
    return square.ravel()


@inlined
def _seen(slot, player, banker, third, kinds, table, cells):  # type: ignore[no-untyped-def]
    """The index of a coup's count, from both hands' first cards and the fifth card's place.

    Draws are unpredictable, so the code has no branches: a hand without a third card reads one
    anyway, and ignores it.
    """
    bankers_labels = (u64(len(table)) - LABELS) // u64(2)
    other = third + u64(table[slot + BANKERS_THIRD])
    own = u64(kinds[third] | table[slot + PLAYERS_MASK])
    theirs = u64(kinds[other] | table[slot + BANKERS_MASK])
    label = u64(table[u64(table[player]) + own])
    return u64(cells[slot]) + label + u64(table[u64(table[banker]) + bankers_labels + theirs])


@inlined
def _start(kinds, place, behind):  # type: ignore[no-untyped-def]
    return u64(kinds[place]) << u64(6) | u64(kinds[place + behind])


@compiled
def look_at(verdicts, coups, gone, drawn, printed, table, cells, wholes, deep):  # type: ignore[no-untyped-def]
    """Count how often each outcome occurs with each pair of hand labels."""
    # The usual case has its own loop, which has just enough registers.
    is_usual = printed < 0 and wholes[-1] == u64(1)
    for group in range(len(verdicts)):
        kinds = drawn[group].reshape(drawn.shape[1] * LANES)
        for turn in range(coups[group].max()):
            row, places = verdicts[group, turn], gone[group, turn]
            if not is_usual:
                _look_closely(row, places, kinds, printed, table, cells, wholes, deep)
                continue
            for lane in range(WIDE):
                slot, place = u64(row[lane] & SLOT), u64(places[lane]) * WIDE + u64(lane)
                player = _start(kinds, place, u64(2) * WIDE)
                banker = _start(kinds, place + WIDE, u64(2) * WIDE)
                third = place + u64(4) * WIDE
                deep[_seen(slot, player, banker, third, kinds, table, cells)] += u32(1)


@compiled
def _look_closely(row, places, kinds, printed, table, cells, wholes, deep):  # type: ignore[no-untyped-def]
    """Count one turn as `look_at` does, but with a printed card or labels of whole coups."""
    players_whole, bankers_whole, whole_labels, points, many_wholes = wholes
    for lane in range(WIDE):
        slot, place = u64(row[lane] & SLOT), u64(places[lane]) * WIDE + u64(lane)
        if printed < 0:
            player, place = _start(kinds, place, u64(2) * WIDE), place + WIDE
        else:
            player = u64(printed) << u64(6) | u64(kinds[place + WIDE])
        banker = _start(kinds, place, u64(2) * WIDE)
        third = place + u64(3) * WIDE
        seen = _seen(slot, player, banker, third, kinds, table, cells)
        if many_wholes > u64(1):
            whole = u64(players_whole[player]) + u64(bankers_whole[banker])
            whole += u64(points[kinds[third]]) * u64(10) + u64(points[kinds[third + WIDE]])
            seen = seen * many_wholes + u64(whole_labels[whole])
        deep[seen] += u32(1)
