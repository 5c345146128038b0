"""The loops of the tally reader, compiled to keep up with the engines.

The streaks of 64 shoes are followed together, a bit each.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from baccarat.compiling import compile_with
from baccarat.coup import OUTCOMES
from baccarat.simulation.coups import LANES
from baccarat.simulation.tables import MOST
from baccarat.simulation.tables import SLOT as SLOT_BITS
from baccarat.simulation.tables import WINNER as WINNER_BITS

# What calls each other stands in this one file: Numba's cache looks for changes in no other.
compiled = compile_with(nogil=True)
inlined = compile_with(nogil=True, forceinline=True)
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
WIDE, CELLS = u64(LANES), u64(len(OUTCOMES))
SLOT, WINNER = u16(SLOT_BITS), u16(WINNER_BITS)


def _count_bits(typing, bits):  # type: ignore[no-untyped-def]
    """How many bits of a word are set."""
    return types.uint64(types.uint64), lambda _, builder, signature, words: builder.ctpop(words[0])


_ones: Any = intrinsic(_count_bits)


@inlined
def _bits(row):  # type: ignore[no-untyped-def]
    """The lowest two bits of 64 bytes, as two words."""
    each, gather = u64(0x0101010101010101), u64(0x0102040810204080)
    low, high = u64(0), u64(0)
    for part in range(8):
        shift = u64(8 * part)
        low |= ((row[part] & each) * gather >> u64(56)) << shift
        high |= ((row[part] >> u64(1) & each) * gather >> u64(56)) << shift
    return low, high


@compiled
def _follow(wins, rounds, with_ties, without, ever, out):  # type: ignore[no-untyped-def]
    """Follow the streaks of all lanes at once, a bit a lane.

    `with_ties[n]` are the lanes whose run has just now the length n, `without[n]` those whose
    streak has, ties left out. A streak passes through every length up to its own, so counting
    arrivals counts the streaks that are at least so long. `ever[n]` are the lanes that got there.
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
    """Count cells, and follow the streaks of each shoe."""
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


@compiled
def look_at(verdicts, coups, gone, drawn, has_printed, sight):  # type: ignore[no-untyped-def]
    """Count all coups by what deeper bets see of them."""
    # Taken apart once: to do it for every turn costs a nanosecond a coup.
    starts, labels, cells, deep, none, many, printed_kind, has_thirds, wholes, many_wholes = sight
    players_whole, bankers_whole, whole_labels, points = wholes
    for group in range(len(verdicts)):
        kinds = drawn[group].reshape(drawn.shape[1] * LANES)
        for turn in range(coups[group].max()):
            row, places = verdicts[group, turn], gone[group, turn]
            for lane in range(WIDE):
                slot = u64(row[lane] & SLOT)
                if slot == u64(SLOT):
                    continue
                cell = slot if slot < CELLS else slot - CELLS
                place = u64(places[lane]) * WIDE + u64(lane)
                rest = place if has_printed else place + WIDE
                first = printed_kind if has_printed else u64(kinds[place])
                player = first * none + u64(kinds[rest + WIDE])
                banker = u64(kinds[rest]) * none + u64(kinds[rest + u64(2) * WIDE])
                own, other = u64(starts[player]), u64(starts[banker])
                third = rest + u64(3) * WIDE
                if has_thirds:
                    # Who draws can not be foreseen, so there are no branches: a hand without a
                    # third card has looked at one, and drops it.
                    drew, banker_drew = u64(cell >= u64(200)), cell // u64(100) & u64(1)
                    own = u64(labels[own + none + drew * (u64(kinds[third]) - none)])
                    bankers_third = none + banker_drew * (u64(kinds[third + drew * WIDE]) - none)
                    other = u64(labels[other + bankers_third])
                seen = u64(cells[cell]) + own * many + other
                if many_wholes > u64(1):
                    whole = u64(players_whole[player]) + u64(bankers_whole[banker])
                    whole += u64(points[kinds[third]]) * u64(10) + u64(points[kinds[third + WIDE]])
                    seen = seen * many_wholes + u64(whole_labels[whole])
                deep[seen] += u32(1)
