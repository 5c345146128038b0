"""The CPU engine: the reference, said faster.

Do not shuffle: draw. A shoe is the counts of the cards left; a die takes the r-th of them. With
C_j the number of cards left of the first j kinds, that card is of kind j if j of them are not
above r, and each C_j above r loses one. So shoes lie side by side in lanes, and dice and urn run
in vector registers. Whole cards are drawn in two steps, the rank and then the suit within it:
12 counts and then 3 narrow ones for each rank cost less than 51. The coups are then played by
table, without a branch, and the streaks of all lanes are followed together, a bit a lane.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from baccarat.cards import Depth
from baccarat.compiling import compile_with
from baccarat.coup import OUTCOMES, Strategy, nobody
from baccarat.shoe import FEWEST_CARDS, Composition, LastCoup
from baccarat.simulation.deep import Sight, sight_of
from baccarat.simulation.plan import Plan
from baccarat.simulation.tables import HISTOGRAMS, MOST, NOBODY, SLOTS, Tables, counted, tables_of
from baccarat.simulation.tables import USED as USED_BITS
from baccarat.simulation.tables import WINNER as WINNER_BITS
from baccarat.tally import Tally

LANES = 64
"""Shoes side by side: as many as a word has bits."""
JOB = 16 * LANES
MOST_COUPS = 4_000_000
"""A thread takes at least so many shoes, or about so many coups, at a time."""

# What calls each other stands in this one file: Numba's cache looks for changes in no other.
compiled = compile_with(nogil=True)
inlined = compile_with(nogil=True, forceinline=True)
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
i8, i16 = np.int8, np.int16
MASK, HALF = u64(0xFFFFFFFF), u64(32)
WIDE = u64(LANES)
SLOT, WINNER, USED = u16(1023), u16(WINNER_BITS), u16(USED_BITS)
CELLS = u64(len(OUTCOMES))


def warm_up(plan: Plan | None = None) -> None:
    """Compile what a plan needs, or load what was compiled before."""
    run(Plan(1, bets=plan.bets if plan else ()), threads=1)


def run(plan: Plan, decide: Strategy = nobody, threads: int | None = None) -> Tally:
    """Deal every shoe of the plan and count."""
    return sum((tally for tally, _ in run_jobs(plan, decide, threads)), start=Tally())


def run_jobs(
    plan: Plan, decide: Strategy = nobody, threads: int | None = None
) -> Iterator[tuple[Tally, int]]:
    """The tallies of the plan's parts and their numbers of shoes, each as soon as it is done."""
    tables, sight = tables_of(plan.rules, decide), sight_of(plan.bets, plan.rules, decide)
    workers = threads or os.cpu_count() or 1
    coups = plan.coups or 80
    jobs = plan.jobs(max(JOB, MOST_COUPS // coups // LANES * LANES))
    if workers == 1:
        yield from ((_job(job, tables, sight), job.shoes) for job in jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        # Only a few jobs wait at a time, so that a stop does not wait for all of them.
        waiting = []
        for job in jobs:
            waiting.append((pool.submit(_job, job, tables, sight), job.shoes))
            if len(waiting) > 2 * workers:
                future, shoes = waiting.pop(0)
                yield future.result(), shoes
        for future, shoes in waiting:
            yield future.result(), shoes


def _job(plan: Plan, tables: Tables, sight: Sight | None) -> Tally:
    rules = plan.rules
    decks = 1 if plan.endless else rules.decks
    urn = Composition.decks(decks).at(Depth.POINTS if sight is None else sight.depth)
    size = len(urn)
    end = min(size - rules.cut_card, size - FEWEST_CARDS)
    draws = size if plan.coups is None else int(rules.burn) + FEWEST_CARDS * plan.coups
    printed, printed_kind = -1, 0
    if rules.printed is not None:
        printed = rules.printed.points
        printed_kind = urn.kinds.index(rules.printed.at(urn.depth))
    slots = np.zeros(SLOTS, np.int64)
    shoes = np.zeros((len(HISTOGRAMS), MOST), np.int64)
    deep = np.zeros(0 if sight is None else sight.slots, np.uint32)
    _deal(
        u64(plan.first),
        plan.shoes,
        u64(plan.seed),
        np.cumsum(urn.at(min(urn.depth, Depth.RANKS)).counts)[:-1].astype(np.int16),
        u64(len(urn.kinds)),
        (
            *(size, draws, end, size - rules.cut_card),
            *(plan.coups or 0, int(rules.burn), printed, plan.endless),
        ),
        list(LastCoup).index(rules.last_coup),
        (tables.player, tables.banker, tables.verdicts),
        None
        if sight is None
        else (
            *(sight.starts, sight.labels, sight.cells, sight.wholes, deep),
            *map(u64, (sight.kinds, sight.many, sight.many_wholes, printed_kind)),
            sight.has_thirds,
        ),
        slots,
        shoes,
    )
    events = {} if sight is None else sight.events(deep)
    return counted(slots, None if plan.is_fresh else shoes, events)


@inlined
def _philox(block, attempt, shoe, key0, key1):  # type: ignore[no-untyped-def]
    """The four words of a block, each in the lower half of what is returned; see `chance`."""
    a, b, c, d = u64(block), u64(attempt), shoe & MASK, shoe >> HALF
    for _ in range(10):
        # The masks tell the compiler that both factors have 32 bits, which halves the work.
        left = (a & MASK) * u64(0xD2511F53)
        right = (c & MASK) * u64(0xCD9E8D57)
        a, b, c, d = (right >> HALF) ^ b ^ key0, right, (left >> HALF) ^ d ^ key1, left
        key0, key1 = (key0 + u64(0x9E3779B9)) & MASK, (key1 + u64(0xBB67AE85)) & MASK
    return a, b, c, d


@inlined
def _two(word, one, other):  # type: ignore[no-untyped-def]
    """Two dice of so many faces, side by side; and below zero if they may be thrown again."""
    whole = (word & MASK) * (one & MASK)
    rest = (whole & MASK) * (other & MASK)
    return u32((whole >> HALF) | (rest >> HALF) << u64(16)), (rest & MASK) - one * other


@inlined
def _faces(faces):  # type: ignore[no-untyped-def]
    """A die without faces shows 0, and nobody looks at it."""
    return u64(max(faces, 0))


@compiled
def _throw(block, shoe, key0, key1, faces, less, pairs):  # type: ignore[no-untyped-def]
    """Eight dice for every lane, two and two, each with fewer faces than the one before it.

    True if some of them may have to be thrown again.
    """
    p0, p1, p2, p3 = pairs[0], pairs[1], pairs[2], pairs[3]
    f0, f1, f2 = _faces(faces), _faces(faces - less), _faces(faces - 2 * less)
    f3, f4, f5 = _faces(faces - 3 * less), _faces(faces - 4 * less), _faces(faces - 5 * less)
    f6, f7 = _faces(faces - 6 * less), _faces(faces - 7 * less)
    doubt = u64(0)
    for lane in range(LANES):
        a, b, c, d = _philox(block, 0, shoe + u64(lane), key0, key1)
        p0[lane], doubt0 = _two(a, f0, f1)
        p1[lane], doubt1 = _two(b, f2, f3)
        p2[lane], doubt2 = _two(c, f4, f5)
        p3[lane], doubt3 = _two(d, f6, f7)
        doubt |= doubt0 | doubt1 | doubt2 | doubt3
    return doubt >> u64(63) != u64(0)


@compiled
def _throw_again(block, shoe, key0, key1, faces, less, pairs):  # type: ignore[no-untyped-def]
    """The few lanes whose word would make some throws likelier take the next attempt's."""
    for word in range(4):
        if faces - 2 * word * less < 2:
            return
        one, other = u64(faces - 2 * word * less), u64(faces - 2 * word * less - less)
        threshold = (MASK + u64(1)) % (one * other)
        for lane in range(LANES):
            throw, attempt = u64(0), -1
            while attempt < 0 or (throw & MASK) < threshold:
                attempt += 1
                words = _philox(block, attempt, shoe + u64(lane), key0, key1)
                throw = (words[word] & MASK) * (one * other)
            if attempt:
                whole = throw >> HALF
                pairs[word, lane] = u32(whole // other | whole % other << u64(16))


# Dice, cards and urns are rows of one flat array, a lane a column: only so does the compiler see
# that they do not overlap, and use vectors.
DICE, CARDS, LEFT = u64(0), u64(8 * LANES), u64(16 * LANES)


@compiled
def _unpack(pairs, rows):  # type: ignore[no-untyped-def]
    """Pairs of dice as single ones, half as wide: the urn takes twice as many at a time."""
    for word in range(4):
        pair, die = pairs[word], rows[2 * word * LANES :]
        for lane in range(WIDE):
            die[lane] = i16(pair[lane] & u32(0xFFFF))
            die[lane + WIDE] = i16(pair[lane] >> u32(16))


@inlined
def _take(r, c0, c1, c2, c3, c4, c5, c6, c7, c8):  # type: ignore[no-untyped-def]
    """Take a card by its points: what is left, and the card."""
    m0, m1, m2 = i16(c0 > r), i16(c1 > r), i16(c2 > r)
    m3, m4, m5 = i16(c3 > r), i16(c4 > r), i16(c5 > r)
    m6, m7, m8 = i16(c6 > r), i16(c7 > r), i16(c8 > r)
    above = m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8
    low = i16(c0 - m0), i16(c1 - m1), i16(c2 - m2), i16(c3 - m3), i16(c4 - m4)
    return *low, i16(c5 - m5), i16(c6 - m6), i16(c7 - m7), i16(c8 - m8), i16(i16(9) - above)


@compiled
def _draw_points(rows):  # type: ignore[no-untyped-def]
    """Draw eight cards by their points, two at a time while the urn is in registers."""
    for turn in range(u64(0), CARDS, u64(2) * WIDE):
        for lane in range(WIDE):
            at = LEFT + lane
            c0, c1, c2 = rows[at], rows[at + WIDE], rows[at + u64(2) * WIDE]
            c3, c4 = rows[at + u64(3) * WIDE], rows[at + u64(4) * WIDE]
            c5, c6 = rows[at + u64(5) * WIDE], rows[at + u64(6) * WIDE]
            c7, c8 = rows[at + u64(7) * WIDE], rows[at + u64(8) * WIDE]
            die = rows[turn + lane]
            c0, c1, c2, c3, c4, c5, c6, c7, c8, one = _take(die, c0, c1, c2, c3, c4, c5, c6, c7, c8)
            die = rows[turn + lane + WIDE]
            c0, c1, c2, c3, c4, c5, c6, c7, c8, other = _take(
                die, c0, c1, c2, c3, c4, c5, c6, c7, c8
            )
            rows[CARDS + turn + lane], rows[CARDS + turn + lane + WIDE] = one, other
            rows[at], rows[at + WIDE], rows[at + u64(2) * WIDE] = c0, c1, c2
            rows[at + u64(3) * WIDE], rows[at + u64(4) * WIDE] = c3, c4
            rows[at + u64(5) * WIDE], rows[at + u64(6) * WIDE] = c5, c6
            rows[at + u64(7) * WIDE], rows[at + u64(8) * WIDE] = c7, c8


@inlined
def _pass(left, die, card, before):  # type: ignore[no-untyped-def]
    """One C_j and one die: what is left of it, the card so far, the cards before its rank."""
    above = i16(left > die)
    return i16(left - above), i16(card - above), max(before, i16(left & i16(above - i16(1))))


@inlined
def _take_rank(die, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11):  # type: ignore[no-untyped-def]
    """Take a card by its rank: what is left, the rank, and which card of the rank it is."""
    card, before = i16(12), i16(0)
    c0, card, before = _pass(c0, die, card, before)
    c1, card, before = _pass(c1, die, card, before)
    c2, card, before = _pass(c2, die, card, before)
    c3, card, before = _pass(c3, die, card, before)
    c4, card, before = _pass(c4, die, card, before)
    c5, card, before = _pass(c5, die, card, before)
    c6, card, before = _pass(c6, die, card, before)
    c7, card, before = _pass(c7, die, card, before)
    c8, card, before = _pass(c8, die, card, before)
    c9, card, before = _pass(c9, die, card, before)
    c10, card, before = _pass(c10, die, card, before)
    c11, card, before = _pass(c11, die, card, before)
    return c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, card, i16(die - before)


@compiled
def _draw_ranks(rows):  # type: ignore[no-untyped-def]
    """Draw eight cards by their ranks; of a die is left which card of its rank it takes."""
    for turn in range(u64(0), CARDS, u64(2) * WIDE):
        for lane in range(WIDE):
            at, one, other = LEFT + lane, turn + lane, turn + lane + WIDE
            c0, c1, c2 = rows[at], rows[at + WIDE], rows[at + u64(2) * WIDE]
            c3, c4, c5 = (
                rows[at + u64(3) * WIDE],
                rows[at + u64(4) * WIDE],
                rows[at + u64(5) * WIDE],
            )
            c6, c7, c8 = (
                rows[at + u64(6) * WIDE],
                rows[at + u64(7) * WIDE],
                rows[at + u64(8) * WIDE],
            )
            c9, c10, c11 = (
                rows[at + u64(9) * WIDE],
                rows[at + u64(10) * WIDE],
                rows[at + u64(11) * WIDE],
            )
            c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, card, die = _take_rank(
                rows[one], c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11
            )
            rows[CARDS + one], rows[one] = card, die
            c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, card, die = _take_rank(
                rows[other], c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11
            )
            rows[CARDS + other], rows[other] = card, die
            rows[at], rows[at + WIDE], rows[at + u64(2) * WIDE] = c0, c1, c2
            rows[at + u64(3) * WIDE], rows[at + u64(4) * WIDE], rows[at + u64(5) * WIDE] = (
                c3,
                c4,
                c5,
            )
            rows[at + u64(6) * WIDE], rows[at + u64(7) * WIDE], rows[at + u64(8) * WIDE] = (
                c6,
                c7,
                c8,
            )
            rows[at + u64(9) * WIDE], rows[at + u64(10) * WIDE], rows[at + u64(11) * WIDE] = (
                c9,
                c10,
                c11,
            )


# The same in bytes, for suits: 8 rows of dice, 8 of ranks, 8 of suits, the 3 C_j of one rank, and
# then those of each of the 13.
RANKS, SUITS, OWN, URN = u64(8 * LANES), u64(16 * LANES), u64(24 * LANES), u64(3 * LANES)
NEVER = i8(127)
"""A die above every C_j: no card of this rank is taken."""


@inlined
def _take_suit(byte, place, rank, a, b, c):  # type: ignore[no-untyped-def]
    """If the card at a place has the rank, take its suit: what is left of the three C_j."""
    is_rank = byte[RANKS + place] == rank
    die = byte[place] if is_rank else NEVER
    above_a, above_b, above_c = i8(a > die), i8(b > die), i8(c > die)
    suit = i8(i8(3) - above_a - above_b - above_c) if is_rank else i8(0)
    byte[SUITS + place] += suit
    return i8(a - above_a), i8(b - above_b), i8(c - above_c)


@compiled
def _draw_suits_of(byte, rank):  # type: ignore[no-untyped-def]
    """Take the suits of those of the eight cards that have a rank."""
    for lane in range(WIDE):
        a, b, c = byte[OWN + lane], byte[OWN + WIDE + lane], byte[OWN + u64(2) * WIDE + lane]
        a, b, c = _take_suit(byte, lane, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + u64(2) * WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + u64(3) * WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + u64(4) * WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + u64(5) * WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + u64(6) * WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + u64(7) * WIDE, rank, a, b, c)
        byte[OWN + lane], byte[OWN + WIDE + lane], byte[OWN + u64(2) * WIDE + lane] = a, b, c


@compiled
def _draw_suits(rows, byte):  # type: ignore[no-untyped-def]
    """Take a suit within each rank that was drawn."""
    for place in range(CARDS):
        byte[place], byte[RANKS + place] = i8(rows[place]), i8(rows[CARDS + place])
        byte[SUITS + place] = i8(0)
    for rank in range(u64(13)):
        # The compiler makes vectors only of places that it knows: so the urn is moved to one.
        urn = OWN + (rank + u64(1)) * URN
        for place in range(URN):
            byte[OWN + place] = byte[urn + place]
        _draw_suits_of(byte, i8(rank))
        for place in range(URN):
            byte[urn + place] = byte[OWN + place]
    for place in range(CARDS):
        rows[CARDS + place] = i16(byte[RANKS + place] * i8(4) + byte[SUITS + place])


@compiled
def _pick(rows, kinds):  # type: ignore[no-untyped-def]
    """Cards that return at once: a die is the place of a card in a sorted deck."""
    suits, faces = i16(0 if kinds == u64(52) else 2), i16(3 if kinds == u64(10) else 0)
    for place in range(CARDS):
        rows[CARDS + place] = max(i16(rows[place] >> suits) - faces, i16(0))


@compiled
def _keep(rows, kinds):  # type: ignore[no-untyped-def]
    """The eight cards that were drawn, as bytes."""
    for place in range(CARDS):
        kinds[place] = u8(rows[CARDS + place])


@compiled
def _draw_all(shoe, seed, size, blocks, endless, below, many, pairs, rows, byte, kinds):  # type: ignore[no-untyped-def]
    """Fill the urns of all lanes, and draw so many blocks of eight cards."""
    key0, key1 = seed & MASK, seed >> HALF
    for kind in range(len(below)):
        rows[(16 + kind) * LANES : (17 + kind) * LANES] = below[kind]
    for row in range(24, len(byte) // LANES):
        byte[row * LANES : (row + 1) * LANES] = (row % 3 + 1) * (size // 52)
    less = 0 if endless else 1
    for block in range(blocks):
        faces = size - 8 * block * less
        if _throw(block, shoe, key0, key1, faces, less, pairs):
            _throw_again(block, shoe, key0, key1, faces, less, pairs)
        _unpack(pairs, rows)
        if endless:
            _pick(rows, many)
        elif len(below) == 9:
            _draw_points(rows)
        else:
            _draw_ranks(rows)
            if many == u64(52):
                _draw_suits(rows, byte)
        _keep(rows, kinds[8 * block * LANES :])


@compiled
def _points(kinds, many, points):  # type: ignore[no-untyped-def]
    """The points of cards: four ranks without any come first, then ace to nine."""
    faces = u8(3)
    for place in range(len(kinds)):
        rank = kinds[place]
        if many == u64(52):
            rank >>= u8(2)
        points[place] = max(rank, faces) - faces if many > u64(10) else rank


@compiled
def _couple(points, ahead, pairs):  # type: ignore[no-untyped-def]
    """Each card with the one so many places behind it: 10 x the first + the second."""
    behind = points[ahead * LANES :]
    for place in range(len(behind)):
        pairs[place] = points[place] * u8(10) + behind[place]


@compiled
def _couple_kinds(kinds, many, pairs):  # type: ignore[no-untyped-def]
    """Each card with the one two places behind it: so many x the first + the second."""
    behind = kinds[2 * LANES :]
    for place in range(len(behind)):
        pairs[place] = u16(kinds[place]) * u16(many) + u16(behind[place])


@inlined
def _play(place, printed, points, starts, thirds, tables, slots):  # type: ignore[no-untyped-def]
    """Count the coup whose first card lies at a place, and return the verdict on it."""
    player, banker, verdicts = tables
    if printed < 0:
        own, other = u64(starts[place]), u64(starts[place + WIDE])
        tail = place + u64(4) * WIDE
    else:
        own = u64(10 * printed) + u64(points[place + WIDE])
        other, tail = u64(starts[place]), place + u64(3) * WIDE
    verdict = verdicts[u64(player[own]) + u64(banker[other]) + u64(thirds[tail])]
    slots[u64(verdict & SLOT)] += 1
    return verdict


@compiled
def _look(coups, places, verdicts, printed, kinds, pairs, points, sight):  # type: ignore[no-untyped-def]
    """Count some coups by what deeper bets see of them."""
    starts, labels, cells, wholes, deep, none, many, many_wholes, printed_kind, has_thirds = sight
    for coup in range(coups):
        place, slot = u64(places[coup]), u64(verdicts[coup] & SLOT)
        cell = slot if slot < CELLS else slot - CELLS
        rest = place if printed >= 0 else place + WIDE
        third = rest + u64(3) * WIDE
        start, other = u64(pairs[place]), u64(starts[u64(pairs[rest])])
        if printed >= 0:
            start = printed_kind * none + u64(kinds[rest + WIDE])
        # Who draws can not be foreseen, so there are no branches: a hand without a third card has
        # looked at one, and drops it.
        player, banker = none, none
        if has_thirds:
            drew, banker_drew = u64(cell >= u64(200)), cell // u64(100) & u64(1)
            player += drew * (u64(kinds[third]) - none)
            banker += banker_drew * (u64(kinds[third + drew * WIDE]) - none)
        own = u64(labels[u64(starts[start]) + player])
        seen = u64(cells[cell]) + own * many + u64(labels[other + banker])
        if many_wholes > u64(1):
            row = u64(printed) if printed >= 0 else u64(points[place])
            for card in range(u64(5)):
                row = row * u64(10) + u64(points[rest + card * WIDE])
            seen = seen * many_wholes + u64(wholes[row])
        deep[seen] += u32(1)


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
def _count_shoes(lanes, coups, wins, with_ties, without, ever, out):  # type: ignore[no-untyped-def]
    """Count the coups and streaks of the shoes that lie in the lanes."""
    rounds = 0
    for lane in range(lanes):
        rounds = max(rounds, coups[lane])
        out[0, coups[lane]] += 1
    for lane in range(LANES):
        for turn in range(coups[lane] if lane < lanes else 0, rounds):
            wins[turn, lane] = NOBODY
    _follow(wins.view(np.uint64), rounds, with_ties, without, ever, out)
    reached = u64(lanes)
    for length in range(1, MOST):
        arrived = _ones(ever[length])
        out[1, length - 1] += reached - arrived
        reached = arrived
        if not reached:
            break


@compiled
def _deal(first, shoes, seed, below, many, shape, last_rule, tables, sight, slots, out):  # type: ignore[no-untyped-def]
    """Deal the shoes, as many side by side as there are lanes."""
    size, draws, end, cut_at, fixed, burns, printed, endless = shape
    blocks = (draws + 7) // 8
    pairs = np.empty((4, LANES), np.uint32)
    rows = np.empty((16 + len(below)) * LANES, np.int16)
    byte = np.empty(66 * LANES if many == u64(52) else 0, np.int8)
    # Row: draw; column: lane. A few rows more may be looked at and do not matter.
    kinds = np.zeros((8 * blocks + 8) * LANES, np.uint8)
    points = kinds if sight is None else np.zeros_like(kinds)
    starts, thirds = np.zeros_like(kinds), np.zeros_like(kinds)
    couples = np.zeros(0 if sight is None else len(kinds), np.uint16)
    place, limit = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    burned, coups = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    places, verdicts = np.zeros(LANES, np.int64), np.zeros(LANES, np.uint16)
    wins = np.empty((MOST, LANES), np.uint8)
    with_ties, without = np.empty(MOST, np.uint64), np.empty(MOST, np.uint64)
    ever = np.empty(MOST, np.uint64)
    follows = fixed != 1 or burns == 1
    from_shoe = 1 if printed >= 0 else 0
    for start in range(0, shoes, LANES):
        lanes, shoe = min(LANES, shoes - start), first + u64(start)
        _draw_all(shoe, seed, size, blocks, endless, below, many, pairs, rows, byte, kinds)
        if sight is not None:
            _points(kinds, many, points)
            _couple_kinds(kinds, many, couples)
        _couple(points, 2, starts)
        _couple(points, 1, thirds)
        for lane in range(lanes):
            burned[lane] = 0
            if burns:
                burned[lane] = points[lane] if points[lane] else 10
            place[lane] = burns * LANES + lane
            # A coup that begins no later than this is dealt, and the cut card is not in it.
            limit[lane] = (min(end, cut_at - 6) - burned[lane]) * LANES + lane
        rounds, sure = 0, fixed
        while True:
            if not fixed:
                # So many coups are still to come in every lane, whatever cards they take.
                room = limit[0] - place[0]
                for lane in range(lanes):
                    room = min(room, limit[lane] - place[lane])
                sure = room // (6 * LANES) + 1
            for turn in range(rounds, rounds + sure):
                row = wins[turn]
                for lane in range(lanes):
                    verdict = _play(
                        u64(place[lane]), printed, points, starts, thirds, tables, slots
                    )
                    if sight is not None:
                        places[lane], verdicts[lane] = place[lane], verdict
                    row[lane] = verdict >> WINNER & u16(3)
                    place[lane] += (np.int64(verdict >> USED) - from_shoe) * LANES
                if sight is not None:
                    _look(lanes, places, verdicts, printed, kinds, couples, points, sight)
            rounds += max(sure, 0)
            if fixed or sure <= 0:
                break
        coups[:lanes] = rounds
        if not fixed:
            for lane in range(lanes):
                more = -1
                while more != 0:
                    position = place[lane] // LANES + burned[lane]
                    # The first coup is dealt even if the cut card was among the burned.
                    is_out = position > end and more < 0 and coups[lane] > 0
                    if is_out or size - position < 6:
                        break
                    verdict = _play(
                        u64(place[lane]), printed, points, starts, thirds, tables, slots
                    )
                    if sight is not None:
                        places[0], verdicts[0] = place[lane], verdict
                        _look(1, places, verdicts, printed, kinds, couples, points, sight)
                    wins[coups[lane], lane] = verdict >> WINNER & u16(3)
                    coups[lane] += 1
                    used = np.int64(verdict >> USED) - from_shoe
                    place[lane] += used * LANES
                    if more > 0:
                        more -= 1
                    elif position + used > cut_at:
                        as_first = cut_at <= position
                        more = 0 if last_rule == 0 or (last_rule == 1 and as_first) else 1
        if follows:
            _count_shoes(lanes, coups, wins, with_ties, without, ever, out)
