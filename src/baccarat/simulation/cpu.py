"""The CPU engine: the reference, said faster.

Do not shuffle: draw. A shoe is the counts of the cards left; a die takes the r-th of them. With
C_j the number of cards left of at most j points, that card has as many points as there are C_j
not above r, and each C_j above r loses one. So shoes lie side by side in lanes, and dice and urn
run in vector registers. The coups are then played by table, without a branch.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

from baccarat.cards import Depth
from baccarat.coup import Strategy, nobody
from baccarat.shoe import FEWEST_CARDS, Composition, LastCoup
from baccarat.simulation.plan import Plan
from baccarat.simulation.tables import HISTOGRAMS, Tables, tables_of
from baccarat.tally import Tally

LANES = 64
"""Shoes side by side."""
JOB = 16 * LANES
MOST_COUPS = 4_000_000
"""A thread takes at least so many shoes, or about so many coups, at a time."""
MASK = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)

compiled = njit(cache=True, nogil=True)
u16, u64 = np.uint16, np.uint64
WIDE = np.uint64(LANES)


def warm_up() -> None:
    """Compile, or load what was compiled before."""
    run(Plan(1), threads=1)


def run(plan: Plan, decide: Strategy = nobody, threads: int | None = None) -> Tally:
    """Deal every shoe of the plan and count."""
    return sum((tally for tally, _ in run_jobs(plan, decide, threads)), start=Tally())


def run_jobs(
    plan: Plan, decide: Strategy = nobody, threads: int | None = None
) -> Iterator[tuple[Tally, int]]:
    """The tallies of the plan's parts and their numbers of shoes, each as soon as it is done."""
    tables = tables_of(plan.rules, decide)
    workers = threads or os.cpu_count() or 1
    coups = plan.coups or 80
    jobs = plan.jobs(max(JOB, MOST_COUPS // coups // LANES * LANES))
    if workers == 1:
        yield from ((_job(job, tables), job.shoes) for job in jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        # Only a few jobs wait at a time, so that a stop does not wait for all of them.
        waiting = []
        for job in jobs:
            waiting.append((pool.submit(_job, job, tables), job.shoes))
            if len(waiting) > 2 * workers:
                future, shoes = waiting.pop(0)
                yield future.result(), shoes
        for future, shoes in waiting:
            yield future.result(), shoes


def _job(plan: Plan, tables: Tables) -> Tally:
    rules = plan.rules
    counts = Composition.decks(rules.decks).at(Depth.POINTS).counts
    below = np.cumsum(counts)[:9].astype(np.int16)
    size = sum(counts)
    printed = -1 if rules.printed is None else rules.printed.points
    end = min(size - rules.cut_card, size - FEWEST_CARDS)
    draws = size if plan.coups is None else int(rules.burn) + FEWEST_CARDS * plan.coups
    cells = np.zeros(400, np.int64)
    # Histogram, number: coups, longest, streaks of two sides, runs of three outcomes.
    shoes = np.zeros((7, MOST), np.int64)
    _deal(
        np.uint64(plan.first),
        plan.shoes,
        np.uint64(plan.seed),
        below,
        (size, draws, end, size - rules.cut_card, plan.coups or 0, int(rules.burn), printed),
        list(LastCoup).index(rules.last_coup),
        (tables.player, tables.banker, tables.fifth, tables.sixth),
        (tables.used, tables.winner),
        cells,
        shoes,
    )
    if plan.is_fresh and not rules.burn:
        return Tally(tuple(cells.tolist()))
    return Tally(
        tuple(cells.tolist()),
        {
            name: {int(number): int(times[number]) for number in np.flatnonzero(times)}
            for name, times in zip(HISTOGRAMS, shoes, strict=True)
        },
    )


@compiled
def _philox(block, shoe, key0, key1, words):  # type: ignore[no-untyped-def]
    """The words of one block of as many shoes as there are lanes; see `chance.philox`."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for lane in range(LANES):
        number = shoe + u64(lane)
        a[lane], b[lane] = u64(block), u64(0)
        c[lane], d[lane] = number & MASK, number >> HALF
    for _ in range(10):
        _round(a, b, c, d, key0, key1)
        key0, key1 = (key0 + u64(0x9E3779B9)) & MASK, (key1 + u64(0xBB67AE85)) & MASK


@compiled
def _round(a, b, c, d, key0, key1):  # type: ignore[no-untyped-def]
    # The masks tell the compiler that both factors have 32 bits, which halves the work.
    for lane in range(len(a)):
        left = (a[lane] & MASK) * u64(0xD2511F53)
        right = (c[lane] & MASK) * u64(0xCD9E8D57)
        a[lane] = (right >> HALF) ^ b[lane] ^ key0
        c[lane] = (left >> HALF) ^ d[lane] ^ key1
        b[lane] = right & MASK
        d[lane] = left & MASK


@compiled
def _throw(words, faces, first, second):  # type: ignore[no-untyped-def]
    """Two dice from each word; true if one of them may have to be thrown again."""
    one, other = u64(faces), u64(faces - 1)
    both = one * other
    is_doubtful = u64(0)
    for lane in range(LANES):
        whole = (words[lane] & MASK) * one
        rest = (whole & MASK) * other
        first[lane] = np.int16(whole >> HALF)
        second[lane] = np.int16(rest >> HALF)
        is_doubtful |= u64((rest & MASK) < both)
    return is_doubtful != 0


@compiled
def _throw_again(words, word, block, shoe, key0, key1, faces, first, second):  # type: ignore[no-untyped-def]
    """The few lanes whose word would make some throws likelier take the next attempt's."""
    both = u64(faces) * u64(faces - 1)
    threshold = (MASK + u64(1)) % both
    single = np.empty((4, 1), np.uint64)
    for lane in range(LANES):
        throw = words[word, lane] * both
        attempt = u64(0)
        while (throw & MASK) < threshold:
            attempt += u64(1)
            number = shoe + u64(lane)
            single[0, 0], single[1, 0] = u64(block), attempt
            single[2, 0], single[3, 0] = number & MASK, number >> HALF
            k, m = key0, key1
            for _ in range(10):
                _round(single[0], single[1], single[2], single[3], k, m)
                k, m = (k + u64(0x9E3779B9)) & MASK, (m + u64(0xBB67AE85)) & MASK
            throw = single[word, 0] * both
        if attempt:
            whole = throw >> HALF
            first[lane] = np.int16(whole // u64(faces - 1))
            second[lane] = np.int16(whole % u64(faces - 1))


@compiled
def _draw(dice, draws, below, left, cards):  # type: ignore[no-untyped-def]
    """Take cards out of the urns, one from each lane at a time."""
    for points in range(9):
        left[points, :] = below[points]
    c0, c1, c2, c3, c4 = left[0], left[1], left[2], left[3], left[4]
    c5, c6, c7, c8 = left[5], left[6], left[7], left[8]
    for turn in range(draws):
        die, card = dice[turn], cards[turn]
        for lane in range(LANES):
            r = die[lane]
            m0, m1, m2 = np.int16(c0[lane] > r), np.int16(c1[lane] > r), np.int16(c2[lane] > r)
            m3, m4, m5 = np.int16(c3[lane] > r), np.int16(c4[lane] > r), np.int16(c5[lane] > r)
            m6, m7, m8 = np.int16(c6[lane] > r), np.int16(c7[lane] > r), np.int16(c8[lane] > r)
            c0[lane] -= m0
            c1[lane] -= m1
            c2[lane] -= m2
            c3[lane] -= m3
            c4[lane] -= m4
            c5[lane] -= m5
            c6[lane] -= m6
            c7[lane] -= m7
            c8[lane] -= m8
            card[lane] = np.int16(9) - (m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8)


@compiled
def _coup(cards, place, printed, by_cards, by_turn, cells):  # type: ignore[no-untyped-def]
    """Play the coup whose first card lies at a place; the cards it used, and who won."""
    player, banker, fifth, sixth = by_cards
    used, winner = by_turn
    if printed < 0:
        start = u64(cards[place]) * u64(10) + u64(cards[place + u64(2) * WIDE])
        other = u64(cards[place + WIDE]) * u64(10) + u64(cards[place + u64(3) * WIDE])
        third = place + u64(4) * WIDE
    else:
        start = u64(printed) * u64(10) + u64(cards[place + WIDE])
        other = u64(cards[place]) * u64(10) + u64(cards[place + u64(2) * WIDE])
        third = place + u64(3) * WIDE
    turn = u64(fifth[u64(player[start]) + u64(banker[other]) + u64(cards[third])])
    cell = u64(sixth[turn * u64(10) + u64(cards[third + WIDE])])
    cells[cell] += 1
    return u64(used[turn]) - u64(printed >= 0), u64(winner[cell])


NOBODY = 3
"""Who has the streak before the first coup, and who wins the coups after the last."""
MOST = 256
"""More coups than any shoe has."""
COPIES = 4
"""Counts are kept in several copies, lest neighbouring lanes wait for one another's."""


@compiled
def _follow(wins, rounds, lanes, state, codes, runs, streaks):  # type: ignore[no-untyped-def]
    """Lengthen and end streaks, all lanes at once: runs with ties in, wins with ties left out.

    A streak that ends is counted under 256 x its side + its length; where none ends, under 0.
    """
    run_of, run, win_of, win, longest = state[0], state[1], state[2], state[3], state[4]
    run_of[:], win_of[:] = NOBODY, NOBODY
    run[:], win[:], longest[:] = 0, 0, 0
    ended_run, ended_win = codes[0], codes[1]
    for turn in range(rounds):
        row = wins[turn]
        for lane in range(LANES):
            won = u16(row[lane])
            is_coup, is_win = u16(won < 3), u16(won < 2)
            is_new = u16(won != run_of[lane]) & is_coup
            ended_run[lane] = is_new * (run_of[lane] * u16(MOST) + run[lane])
            run[lane] = run[lane] * (u16(1) - is_new) + is_coup
            run_of[lane] = won if is_coup else run_of[lane]
            is_new = u16(won != win_of[lane]) & is_win
            ended_win[lane] = is_new * (win_of[lane] * u16(MOST) + win[lane])
            win[lane] = win[lane] * (u16(1) - is_new) + is_win
            win_of[lane] = won if is_win else win_of[lane]
            longest[lane] = max(longest[lane], win[lane])
        for lane in range(lanes):
            copy = u64(lane % COPIES)
            runs[copy, u64(ended_run[lane])] += 1
            streaks[copy, u64(ended_win[lane])] += 1
    for lane in range(lanes):
        runs[0, u64(run_of[lane]) * u64(MOST) + u64(run[lane])] += 1
        streaks[0, u64(win_of[lane]) * u64(MOST) + u64(win[lane])] += 1


@compiled
def _deal(first, shoes, seed, below, shape, last_rule, by_cards, by_turn, cells, out):  # type: ignore[no-untyped-def]
    """Deal the shoes, as many side by side as there are lanes."""
    size, draws, end, cut_at, fixed, burns, printed = shape
    key0, key1 = seed & MASK, seed >> HALF
    words = np.empty((4, LANES), np.uint64)
    dice = np.zeros((size + 8, LANES), np.int16)
    flat = np.zeros((size + 8) * LANES, np.uint8)
    cards = flat.reshape((size + 8, LANES))
    left = np.empty((9, LANES), np.int16)
    place, burned = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    coups = np.zeros(LANES, np.int64)
    wins = np.empty((MOST, LANES), np.uint8)
    state, codes = np.empty((5, LANES), np.uint16), np.empty((2, LANES), np.uint16)
    runs = np.zeros((COPIES, (NOBODY + 1) * MOST), np.int64)
    streaks = np.zeros((COPIES, (NOBODY + 1) * MOST), np.int64)
    follows = fixed != 1 or burns == 1
    # So many coups fit before the cut card in every shoe, whatever comes.
    sure = fixed if fixed else max(0, (end - (11 if burns else 0)) // 6)
    for start in range(0, shoes, LANES):
        lanes = min(LANES, shoes - start)
        shoe = first + u64(start)
        for block in range((draws + 7) // 8):
            _philox(block, shoe, key0, key1, words)
            for word in range(4):
                turn = 8 * block + 2 * word
                faces = size - turn
                if faces > 1 and _throw(words[word], faces, dice[turn], dice[turn + 1]):
                    _throw_again(
                        words, word, block, shoe, key0, key1, faces, dice[turn], dice[turn + 1]
                    )
                elif faces == 1:
                    dice[turn, :] = 0
        _draw(dice, draws, below, left, cards)
        for lane in range(lanes):
            burned[lane] = 0
            if burns:
                burned[lane] = cards[0, lane] if cards[0, lane] else 10
            place[lane] = burns * LANES + lane
            coups[lane] = sure
        for turn in range(sure):
            row = wins[turn]
            for lane in range(lanes):
                used, won = _coup(flat, u64(place[lane]), printed, by_cards, by_turn, cells)
                row[lane] = won
                place[lane] += np.int64(used) * LANES
        if not fixed:
            for lane in range(lanes):
                more = -1
                while more != 0:
                    position = place[lane] // LANES + burned[lane]
                    # The first coup is dealt even if the cut card was among the burned.
                    is_out = position > end and more < 0 and coups[lane] > 0
                    if is_out or size - position < 6:
                        break
                    used, won = _coup(flat, u64(place[lane]), printed, by_cards, by_turn, cells)
                    wins[coups[lane], lane] = won
                    coups[lane] += 1
                    place[lane] += np.int64(used) * LANES
                    if more > 0:
                        more -= 1
                    elif position + np.int64(used) > cut_at:
                        as_first = cut_at <= position
                        more = 0 if last_rule == 0 or (last_rule == 1 and as_first) else 1
        if follows:
            rounds = 0
            for lane in range(lanes):
                rounds = max(rounds, coups[lane])
            for lane in range(LANES):
                for turn in range(coups[lane] if lane < lanes else 0, rounds):
                    wins[turn, lane] = NOBODY
            _follow(wins, rounds, lanes, state, codes, runs, streaks)
            for lane in range(lanes):
                out[0, coups[lane]] += 1
                out[1, np.int64(state[4, lane])] += 1
    for length in range(1, MOST):
        for copy in range(COPIES):
            for side in range(3):
                out[4 + side, length] += runs[copy, side * MOST + length]
            for side in range(2):
                out[2 + side, length] += streaks[copy, side * MOST + length]
