"""The CPU engine deals the same coups as the reference engine, but faster.

It draws cards and does not shuffle. A shoe is the counts of the cards left, and a die r takes card
number r of them. Let C_j be the number of cards left of the first j kinds. The card is of kind j if
exactly j of the C_j are not above r, and then each C_j above r loses one. So shoes lie side by side
in lanes, and dice and urn fit into vector registers. Whole cards are drawn in two steps, first the
rank and then the suit within the rank: 12 counts and then 3 narrow counts for each rank cost less
than 51. The coups are then played by table, without a branch. Readers count them.
"""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.compiling import compile_with
from baccarat.base.errands import Errands
from baccarat.core.cards import Depth
from baccarat.core.shoe import FEWEST_CARDS, Composition
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import LANES, Coups
from baccarat.simulation.plan import AIM, Pace, Plan
from baccarat.simulation.protocols import Folds, Never, Stop, Value, cards_for
from baccarat.simulation.readers.tally import TallyReader
from baccarat.simulation.verdict_tables import NONE, Tables, tables_of
from baccarat.simulation.verdict_tables import USED as USED_BITS

BATCH_COUPS = 80_000
"""The number of coups dealt at a time, which fit into the cache of a core."""
FIRST_COUPS = MOST_COUPS = 4_000_000
"""The coups that a thread deals before it reports; a run has to wait for its last part."""

# Functions that call each other are all in this file: Numba's cache notices changes only here.
compiled = compile_with(nogil=True)
inlined = compile_with(nogil=True, forceinline=True)
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
i8, i16 = np.int8, np.int16
MASK, HALF = u64(0xFFFFFFFF), u64(32)
WIDE = u64(LANES)
W2, W3, W4, W5, W6, W7, W8, W9, W10, W11 = (u64(rows) * WIDE for rows in range(2, 12))
"""The places from a lane to the same lane of a later row: 2 rows later, 3 rows later, and so on."""
USED, EMPTY = u16(USED_BITS), u16(NONE)


def warm_up(plan: Plan | None = None, decide: Strategy = nobody) -> None:
    """Compile the loops that a plan needs, or load them from the cache."""
    run(Plan(1, bets=plan.bets if plan else ()), threads=1)


def run(plan: Plan, decide: Strategy = nobody, threads: int | None = None) -> Tally:
    """Deal every shoe of the plan, and return the tally."""
    parts = read(plan, decide, TallyReader(plan, decide), threads, Never())
    return sum((tally for tally, _ in parts), start=Tally())


def coups(plan: Plan, decide: Strategy = nobody, cards: Depth | None = None) -> Iterator[Coups]:
    """The coups of a plan, batch by batch, with cards if a depth is given."""
    ready = Ready.of(plan, tables_of(plan.rules, decide), cards)
    size = max(LANES, BATCH_COUPS // plan.coups_a_shoe // LANES * LANES)
    for part in plan.jobs(size):
        yield ready.deal(part)


def read(
    plan: Plan, decide: Strategy, reader: Folds[Value], threads: int | None, stop: Stop
) -> Iterator[tuple[Value, int]]:
    """The reader's value for each part of the plan, in order, from `threads` threads."""
    depth = cards_for(reader)

    def fold(part: Plan) -> tuple[Value, int]:
        start = perf_counter()
        folded = reader(coups(part, decide, depth))
        pace.took(part.shoes, perf_counter() - start)
        return folded, part.shoes

    workers = threads or os.cpu_count() or 1
    first = min(FIRST_COUPS, getattr(reader, "first_coups", FIRST_COUPS))
    aim = getattr(reader, "part_seconds", AIM)
    pace = Pace(plan, first, MOST_COUPS, LANES, aim)
    waiting: deque[Future[tuple[Value, int]]] = deque()
    errands = Errands()
    with ThreadPoolExecutor(workers, initializer=errands.join) as pool:
        try:
            for part in pace:
                if stop.is_set():
                    return
                waiting.append(pool.submit(fold, part))
                # Only a few parts wait at a time, so that a stop need not wait for all of them.
                if len(waiting) > 2 * workers:
                    yield errands.wait(waiting.popleft())
            while waiting and not stop.is_set():
                yield errands.wait(waiting.popleft())
        finally:
            errands.close()
            for future in waiting:
                future.cancel()


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """The values that are the same for every batch of a plan."""

    depth: Depth | None
    below: npt.NDArray[np.int16]
    """the numbers of cards of the first kinds, by points or by rank"""
    kinds: np.uint64
    shape: tuple[int, ...]
    tables: tuple[npt.NDArray[Any], ...]
    turns: int
    rows: int
    """the draws of a lane: whole blocks of eight, and one more block that may be read"""

    @classmethod
    def of(cls, plan: Plan, tables: Tables, depth: Depth | None) -> "Ready":
        rules = plan.rules
        urn = Composition.decks(1 if plan.endless else rules.decks).at(depth or Depth.POINTS)
        size = len(urn)
        end = min(size - rules.cut_card, size - FEWEST_CARDS)
        draws = size if plan.coups is None else int(rules.burn) + FEWEST_CARDS * plan.coups
        shape = (
            *(size, draws, end, size - rules.cut_card, plan.coups or 0, int(rules.burn)),
            *(rules.last_coup.before, rules.last_coup.inside),
            *(-1 if rules.printed is None else rules.printed.points, int(plan.endless)),
        )
        return cls(
            depth,
            np.cumsum(urn.at(min(urn.depth, Depth.RANKS)).counts)[:-1].astype(np.int16),
            u64(len(urn.kinds)),
            shape,
            (tables.player, tables.banker, tables.verdicts),
            plan.most_coups,
            8 * -(-draws // 8) + 8,
        )

    def deal(self, plan: Plan) -> Coups:
        """Deal some shoes of the plan."""
        groups = np.arange(-(-plan.shoes // LANES), dtype=np.uint64)
        firsts = u64(plan.first) + groups * u64(LANES * plan.apart)
        return self.deal_groups(plan, firsts, plan.apart)

    def deal_groups(self, plan: Plan, firsts: npt.NDArray[np.uint64], apart: int) -> Coups:
        """Deal groups of 64 shoes.

        The number of a group's first shoe is in `firsts`; it rises by `apart` from shoe to shoe.
        """
        groups, turns = -(-plan.shoes // LANES), self.turns
        kept = groups if self.depth else 0
        verdicts = np.empty((groups, turns, LANES), np.uint16)
        lengths = np.empty((groups, LANES), np.int64)
        burned = np.zeros((groups, LANES), np.uint8)
        gone = np.zeros((kept, turns, LANES), np.uint16)
        drawn = np.empty((kept or 1, self.rows, LANES), np.uint8)
        drawn[:, -8:] = 0  # they are read, but never matter
        out = verdicts, lengths, burned, gone, drawn.reshape(-1)
        numbers = firsts, u64(apart), plan.shoes, u64(plan.seed)
        _deal(*numbers, self.below, self.kinds, self.shape, self.tables, out)
        if self.depth is None:
            return Coups(plan, verdicts, lengths, burned)
        return Coups(plan, verdicts, lengths, burned, self.depth, gone, drawn)


@inlined
def _philox(block, attempt, shoe, key0, key1):  # type: ignore[no-untyped-def]
    """The four random words of a block, each in the lower half of a 64-bit number."""
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
    """Two dice, packed into one number; and a number below 0 if the dice may need a new throw."""
    whole = (word & MASK) * (one & MASK)
    rest = (whole & MASK) * (other & MASK)
    return u32((whole >> HALF) | (rest >> HALF) << u64(16)), (rest & MASK) - one * other


@inlined
def _faces(faces):  # type: ignore[no-untyped-def]
    """The number of faces of a die as a 64-bit number; 0 if `faces` is negative."""
    return u64(max(faces, 0))


@compiled
def _throw(block, shoe, apart, key0, key1, faces, less, pairs):  # type: ignore[no-untyped-def]
    """Throw eight dice for every lane; each die has `less` faces fewer than the die before it.

    Return True if some dice may have to be thrown again.
    """
    p0, p1, p2, p3 = pairs[0], pairs[1], pairs[2], pairs[3]
    f0, f1, f2 = _faces(faces), _faces(faces - less), _faces(faces - 2 * less)
    f3, f4, f5 = _faces(faces - 3 * less), _faces(faces - 4 * less), _faces(faces - 5 * less)
    f6, f7 = _faces(faces - 6 * less), _faces(faces - 7 * less)
    doubt = u64(0)
    for lane in range(LANES):
        a, b, c, d = _philox(block, 0, shoe + u64(lane) * apart, key0, key1)
        p0[lane], doubt0 = _two(a, f0, f1)
        p1[lane], doubt1 = _two(b, f2, f3)
        p2[lane], doubt2 = _two(c, f4, f5)
        p3[lane], doubt3 = _two(d, f6, f7)
        doubt |= doubt0 | doubt1 | doubt2 | doubt3
    return doubt >> u64(63) != u64(0)


@compiled
def _throw_again(block, shoe, apart, key0, key1, faces, less, pairs):  # type: ignore[no-untyped-def]
    """Throw the dice again in the few lanes whose random word would make some faces likelier."""
    for word in range(4):
        if faces - 2 * word * less < 2:
            return
        one, other = u64(faces - 2 * word * less), u64(faces - 2 * word * less - less)
        threshold = (MASK + u64(1)) % (one * other)
        for lane in range(LANES):
            throw, attempt = u64(0), -1
            while attempt < 0 or (throw & MASK) < threshold:
                attempt += 1
                words = _philox(block, attempt, shoe + u64(lane) * apart, key0, key1)
                throw = (words[word] & MASK) * (one * other)
            if attempt:
                whole = throw >> HALF
                pairs[word, lane] = u32(whole // other | whole % other << u64(16))


# Dice, cards and urns are rows of one flat array, with a column for each lane. Otherwise the
# compiler cannot see that they do not overlap, and uses no vectors.
DICE, CARDS, LEFT = u64(0), u64(8 * LANES), u64(16 * LANES)


@compiled
def _unpack(pairs, rows):  # type: ignore[no-untyped-def]
    """Unpack pairs of dice into dice of half the width, so that vectors hold twice as many."""
    for word in range(4):
        pair, die = pairs[word], rows[2 * word * LANES :]
        for lane in range(WIDE):
            die[lane] = i16(pair[lane] & u32(0xFFFF))
            die[lane + WIDE] = i16(pair[lane] >> u32(16))


@inlined
def _above(left, die):  # type: ignore[no-untyped-def]
    """−1 if the number `left` is larger than the die, else 0."""
    return i16(i16(die - left) >> i16(15))


@inlined
def _take(r, c0, c1, c2, c3, c4, c5, c6, c7, c8):  # type: ignore[no-untyped-def]
    """Draw a card by its points; return how many cards of each kind are left, and the card."""
    m0, m1, m2 = _above(c0, r), _above(c1, r), _above(c2, r)
    m3, m4, m5 = _above(c3, r), _above(c4, r), _above(c5, r)
    m6, m7, m8 = _above(c6, r), _above(c7, r), _above(c8, r)
    above = m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8
    low = i16(c0 + m0), i16(c1 + m1), i16(c2 + m2), i16(c3 + m3), i16(c4 + m4)
    return *low, i16(c5 + m5), i16(c6 + m6), i16(c7 + m7), i16(c8 + m8), i16(i16(9) + above)


@compiled
def _draw_points(rows):  # type: ignore[no-untyped-def]
    """Draw eight cards by their points, two at a time."""
    for turn in range(u64(0), CARDS, W2):
        for lane in range(WIDE):
            at = LEFT + lane
            c0, c1, c2 = rows[at], rows[at + WIDE], rows[at + W2]
            c3, c4, c5 = rows[at + W3], rows[at + W4], rows[at + W5]
            c6, c7, c8 = rows[at + W6], rows[at + W7], rows[at + W8]
            die = rows[turn + lane]
            c0, c1, c2, c3, c4, c5, c6, c7, c8, one = _take(die, c0, c1, c2, c3, c4, c5, c6, c7, c8)
            die = rows[turn + lane + WIDE]
            c0, c1, c2, c3, c4, c5, c6, c7, c8, other = _take(
                die, c0, c1, c2, c3, c4, c5, c6, c7, c8
            )
            rows[CARDS + turn + lane], rows[CARDS + turn + lane + WIDE] = one, other
            rows[at], rows[at + WIDE], rows[at + W2] = c0, c1, c2
            rows[at + W3], rows[at + W4], rows[at + W5] = c3, c4, c5
            rows[at + W6], rows[at + W7], rows[at + W8] = c6, c7, c8


@inlined
def _pass(left, die, card, place):  # type: ignore[no-untyped-def]
    """One step of drawing a card: compare a count with the die; return count, card and place."""
    # If C_j is above the die, the difference is negative, which is large as an unsigned number.
    above = _above(left, die)
    return i16(left + above), i16(card + above), i16(min(u16(place), u16(die - left)))


@inlined
def _take_rank(die, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11):  # type: ignore[no-untyped-def]
    """Draw a card's rank; return the cards left, the rank, and the card's place within the rank."""
    card, place = i16(12), die
    c0, card, place = _pass(c0, die, card, place)
    c1, card, place = _pass(c1, die, card, place)
    c2, card, place = _pass(c2, die, card, place)
    c3, card, place = _pass(c3, die, card, place)
    c4, card, place = _pass(c4, die, card, place)
    c5, card, place = _pass(c5, die, card, place)
    c6, card, place = _pass(c6, die, card, place)
    c7, card, place = _pass(c7, die, card, place)
    c8, card, place = _pass(c8, die, card, place)
    c9, card, place = _pass(c9, die, card, place)
    c10, card, place = _pass(c10, die, card, place)
    c11, card, place = _pass(c11, die, card, place)
    return c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, card, place


@compiled
def _draw_ranks(rows):  # type: ignore[no-untyped-def]
    """Draw the ranks of eight cards; each die becomes the card's place within its rank."""
    for turn in range(u64(0), CARDS, W2):
        for lane in range(WIDE):
            at, one, other = LEFT + lane, turn + lane, turn + lane + WIDE
            c0, c1, c2 = rows[at], rows[at + WIDE], rows[at + W2]
            c3, c4, c5 = rows[at + W3], rows[at + W4], rows[at + W5]
            c6, c7, c8 = rows[at + W6], rows[at + W7], rows[at + W8]
            c9, c10, c11 = rows[at + W9], rows[at + W10], rows[at + W11]
            c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, card, die = _take_rank(
                rows[one], c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11
            )
            rows[CARDS + one], rows[one] = card, die
            c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, card, die = _take_rank(
                rows[other], c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11
            )
            rows[CARDS + other], rows[other] = card, die
            rows[at], rows[at + WIDE], rows[at + W2] = c0, c1, c2
            rows[at + W3], rows[at + W4], rows[at + W5] = c3, c4, c5
            rows[at + W6], rows[at + W7], rows[at + W8] = c6, c7, c8
            rows[at + W9], rows[at + W10], rows[at + W11] = c9, c10, c11


# The same in bytes, for suits: 8 rows of dice, 8 of ranks, 8 of suits, the 3 C_j of one rank, and
# then the 3 C_j of each of the 13 ranks.
RANKS, SUITS, OWN, URN = u64(8 * LANES), u64(16 * LANES), u64(24 * LANES), u64(3 * LANES)
NEVER = i8(127)
"""A die that no C_j is above, so that no card of this rank is taken."""


@inlined
def _left(left, die):  # type: ignore[no-untyped-def]
    """The number `left`, reduced by 1 if it is larger than the die."""
    return max(min(left, die), i8(left - i8(1)))


@inlined
def _take_suit(byte, place, rank, a, b, c):  # type: ignore[no-untyped-def]
    """Draw the suit of the card at `place` if it has this rank; return the three new counts."""
    die = byte[place] if byte[RANKS + place] == rank else NEVER
    left_a, left_b, left_c = _left(a, die), _left(b, die), _left(c, die)
    byte[SUITS + place] += i8(left_a + left_b + left_c - a - b - c)
    return left_a, left_b, left_c


@compiled
def _draw_suits_of(byte, rank):  # type: ignore[no-untyped-def]
    """Draw the suits of those of the eight cards that have this rank."""
    for lane in range(WIDE):
        a, b, c = byte[OWN + lane], byte[OWN + WIDE + lane], byte[OWN + W2 + lane]
        a, b, c = _take_suit(byte, lane, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + WIDE, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + W2, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + W3, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + W4, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + W5, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + W6, rank, a, b, c)
        a, b, c = _take_suit(byte, lane + W7, rank, a, b, c)
        byte[OWN + lane], byte[OWN + WIDE + lane], byte[OWN + W2 + lane] = a, b, c


@compiled
def _draw_suits(rows, byte):  # type: ignore[no-untyped-def]
    """Draw the suits of the eight cards, whose ranks are already drawn."""
    for place in range(CARDS):
        byte[place], byte[RANKS + place] = i8(rows[place]), i8(rows[CARDS + place])
        byte[SUITS + place] = i8(3)
    for rank in range(u64(13)):
        # The compiler makes vectors only for fixed places, so the urn is copied to one.
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
    """Draw eight cards from an endless deck: each die is the index of a card in a sorted deck."""
    suits, faces = i16(0 if kinds == u64(52) else 2), i16(3 if kinds == u64(10) else 0)
    for place in range(CARDS):
        rows[CARDS + place] = max(i16(rows[place] >> suits) - faces, i16(0))


@compiled
def _keep(rows, kinds):  # type: ignore[no-untyped-def]
    """Copy the eight drawn cards to `kinds`, as bytes."""
    for place in range(CARDS):
        kinds[place] = u8(rows[CARDS + place])


@compiled
def _draw_all(shoe, apart, seed, size, blocks, endless, below, many, pairs, rows, byte, kinds):  # type: ignore[no-untyped-def]
    """Fill the urns of all lanes, and draw `blocks` blocks of eight cards."""
    key0, key1 = seed & MASK, seed >> HALF
    for kind in range(len(below)):
        rows[(16 + kind) * LANES : (17 + kind) * LANES] = below[kind]
    for row in range(24, len(byte) // LANES):
        byte[row * LANES : (row + 1) * LANES] = (row % 3 + 1) * (size // 52)
    less = 0 if endless else 1
    for block in range(blocks):
        faces = size - 8 * block * less
        if _throw(block, shoe, apart, key0, key1, faces, less, pairs):
            _throw_again(block, shoe, apart, key0, key1, faces, less, pairs)
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
    """Fill `points` with the points of cards; in `kinds`, ranks with 0 points come first."""
    faces = u8(3)
    for place in range(len(kinds)):
        rank = kinds[place]
        if many == u64(52):
            rank >>= u8(2)
        points[place] = max(rank, faces) - faces if many > u64(10) else rank


@compiled
def _couple(points, ahead, pairs):  # type: ignore[no-untyped-def]
    """Fill `pairs` with 10 x a card's points + the points of the card `ahead` draws later."""
    behind = points[ahead * LANES :]
    for place in range(len(behind)):
        pairs[place] = points[place] * u8(10) + behind[place]


@inlined
def _play(place, printed, points, starts, thirds, tables):  # type: ignore[no-untyped-def]
    """The verdict (outcome, winner, cards used) on the coup whose first card is at `place`."""
    player, banker, verdicts = tables
    if printed < 0:
        own, other = u64(starts[place]), u64(starts[place + WIDE])
        tail = place + W4
    else:
        own = u64(10 * printed) + u64(points[place + WIDE])
        other, tail = u64(starts[place]), place + W3
    return verdicts[u64(player[own]) + u64(banker[other]) + u64(thirds[tail])]


@compiled
def _deal(firsts, apart, shoes, seed, below, many, shape, tables, out):  # type: ignore[no-untyped-def]
    """Deal the shoes side by side in lanes, and write the coups to `out`.

    The number of a group's first shoe is in `firsts`; it rises by `apart` from lane to lane.
    """
    size, draws, end, cut_at, fixed, burns, before, inside, printed, endless = shape
    verdicts, lengths, burned, seen, cards = out
    keeps = len(seen) > 0
    blocks = (draws + 7) // 8
    pairs = np.empty((4, LANES), np.uint32)
    rows = np.empty((16 + len(below)) * LANES, np.int16)
    byte = np.empty(66 * LANES if many == u64(52) else 0, np.int8)
    # Rows are draws, columns are lanes. A few more rows may be read, without effect.
    length = (8 * blocks + 8) * LANES
    own_points = np.zeros(length if many > u64(10) else 0, np.uint8)
    starts, thirds = np.zeros(length, np.uint8), np.zeros(length, np.uint8)
    place, limit = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    from_shoe = 1 if printed >= 0 else 0
    for group in range((shoes + LANES - 1) // LANES):
        lanes = min(LANES, shoes - group * LANES)
        shoe = firsts[group]
        here = group * length if keeps else 0
        kinds = cards[here : here + length]
        _draw_all(shoe, apart, seed, size, blocks, endless, below, many, pairs, rows, byte, kinds)
        points = kinds
        if many > u64(10):
            _points(kinds, many, own_points)
            points = own_points
        _couple(points, 2, starts)
        _couple(points, 1, thirds)
        for lane in range(lanes):
            burned[group, lane] = 0
            if burns:
                burned[group, lane] = points[lane] if points[lane] else 10
            place[lane] = burns * LANES + lane
            # A coup that begins up to here is dealt, and does not contain the cut card.
            limit[lane] = (min(end, cut_at - 6) - burned[group, lane]) * LANES + lane
        rounds, sure = 0, fixed
        while True:
            if not fixed:
                # At least `sure` coups are still to come in every lane, for any cards.
                room = limit[0] - place[0]
                for lane in range(lanes):
                    room = min(room, limit[lane] - place[lane])
                sure = room // (6 * LANES) + 1
            for turn in range(rounds, rounds + sure):
                row = verdicts[group, turn]
                if keeps:
                    for lane in range(lanes):
                        seen[group, turn, lane] = u16(place[lane] // LANES)
                for lane in range(lanes):
                    verdict = _play(u64(place[lane]), printed, points, starts, thirds, tables)
                    row[lane] = verdict
                    place[lane] += (np.int64(verdict >> USED) - from_shoe) * LANES
            rounds += max(sure, 0)
            if fixed or sure <= 0:
                break
        verdicts[group, :rounds, lanes:] = EMPTY
        verdicts[group, rounds:] = EMPTY
        lengths[group, lanes:] = 0
        for lane in range(lanes):
            coups, more = rounds, 0 if fixed else -1
            while more != 0:
                position = place[lane] // LANES + burned[group, lane]
                # The first coup is dealt even if the cut card was among the burned cards.
                is_out = position > end and more < 0 and coups > 0
                if is_out or size - position < 6:
                    break
                verdict = _play(u64(place[lane]), printed, points, starts, thirds, tables)
                verdicts[group, coups, lane] = verdict
                if keeps:
                    seen[group, coups, lane] = u16(place[lane] // LANES)
                coups += 1
                used = np.int64(verdict >> USED) - from_shoe
                place[lane] += used * LANES
                if more > 0:
                    more -= 1
                elif position + used > cut_at:
                    more = before if cut_at <= position else inside
            lengths[group, lane] = coups
