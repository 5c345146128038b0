"""Plays many sessions at a time; the results are those of the reference player.

A compiled loop goes from coup to coup by the table. A session for which the table has no answer yet
is set aside. When all other sessions are over, the system is asked for all missing answers, each of
them once, and those sessions go on. So a plug-in's class needs no compiler.
"""

import hashlib
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.errands import in_main_thread
from baccarat.base.errors import BadSystem, Refused
from baccarat.base.watchdog import Hangs
from baccarat.core.bets import Bet
from baccarat.core.cards import Depth
from baccarat.core.chance import WORD
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import LANES, Coups
from baccarat.simulation.plan import Plan
from baccarat.systems.ledger import BOOK
from baccarat.systems.reference_player import play_plan
from baccarat.systems.session import COIN, COINS, MOST_STAKE, SHORTS, SessionPlan
from baccarat.systems.stakings import FLAT, Labouchere
from baccarat.systems.system import Joined, System, worded
from baccarat.systems.walk.loop import (
    COUPS,
    DEEPEST,
    END,
    FIELDS,
    FINISH,
    HIGHEST,
    LONGEST,
    MONEY,
    PLAYING,
    ROW,
    STAKED,
    walk,
)
from baccarat.systems.walk.session_arrays import Booked, LedgerSum
from baccarat.systems.walk.states import Deeper
from baccarat.systems.walk.table import LACKS, OWN, WalkTable, depth_of, grown

NO_LIMIT = 1 << 62
JOINED_COUPS = 4_000_000
"""About how many coups are in a batch that is joined from smaller batches."""
MANY_STATES, COUPS_A_STATE = 10_000, 5
"""A system is slow if it has more states than this, and fewer coups for each state."""
LONGEST_LINE = 1_000
"""The longest session, in coups, whose lines are written out; longer ones go by the table."""


@lru_cache(maxsize=64)
def _tables(system: System, plan: SessionPlan) -> list[WalkTable]:
    """A list with one entry, the table of a system for a plan, which a new table may replace."""
    return [WalkTable(system, plan)]


def table_of(system: System, plan: SessionPlan) -> WalkTable:
    """The table of a system for a plan, with all states known so far; all threads share it."""
    return _tables(system, replace(plan, sessions=1, first=0))[0]


def checked_table(system: System, plan: SessionPlan) -> WalkTable:
    """The table at the start of a run; a fresh table if the system changed since the last run."""
    tables = _tables(system, replace(plan, sessions=1, first=0))
    with _making:
        if not tables[0].is_still_true():
            tables[0] = WalkTable(system, plan)
        return tables[0]


def has_many_states(system: System, plan: SessionPlan) -> bool:
    """Whether asking for new states took most of the time of a system."""
    states, _, coups = table_of(by_lines(system, plan)[0], plan).met
    return states > MANY_STATES and states * COUPS_A_STATE > coups


def forget() -> None:
    """Forget all known states; only a benchmark needs this."""
    _tables.cache_clear()


def _table_after(old: WalkTable, system: System, plan: SessionPlan) -> WalkTable:
    """The table that replaces a full table; the first thread that asks makes the new table."""
    tables = _tables(system, replace(plan, sessions=1, first=0))
    with _making:
        if tables[0] is old:
            tables[0] = in_main_thread(lambda: WalkTable(system, plan, old))
        return tables[0]


_making = Lock()


def by_lines(system: System, plan: SessionPlan) -> tuple[System, npt.NDArray[np.int64], int]:
    """The system whose states the table stores; Labouchère's first line; and 1 if wins shorten the
    line, −1 if losses do.

    Labouchère has too many states for a table: its table gives only the bets, and the walk writes
    out its lines. For any other system, the line is empty.
    """
    has_room = plan.session.coups is not None and plan.session.coups <= LONGEST_LINE
    if has_room and isinstance(system, Joined) and type(system.staking) is Labouchere:
        line = np.array(system.staking.line, np.int64)
        return replace(system, staking=FLAT), line, -1 if system.staking.reverse else 1
    return system, np.zeros(0, np.int64), 1


class Sheets:
    """The state of the sessions of a plan while they are played."""

    def __init__(self, plan: SessionPlan, system: System, sessions: int) -> None:
        self.plan, session = plan, plan.session
        self.system, self.fresh_line, self.strikes = by_lines(system, plan)
        self.table = table = table_of(self.system, plan)
        self.who = np.zeros((sessions, FIELDS), np.int64)
        self.who[:, ROW], self.who[:, END] = table.start, PLAYING
        self.who[:, MONEY] = self.who[:, HIGHEST] = session.coins
        self.marks = np.zeros((sessions, len(plan.marks)), np.int64)
        self.sums = np.zeros((1, len(BOOK)), np.int64)
        fresh_length = len(self.fresh_line)
        self.who[:, FINISH] = fresh_length
        self.lines = np.zeros(
            (sessions, fresh_length + (session.coups or 0)) if fresh_length else (1, 1), np.int64
        )
        self.lines[:, :fresh_length] = self.fresh_line
        self._told = 0

    def play(self, batch: Coups, first: int, shoes_each: int, is_last: bool = True) -> None:
        """Continue the sessions with a batch of coups; `first` is the first session's number."""
        lacks = np.zeros((len(self.who), LACKS), np.int64)
        waiting = np.flatnonzero(self.who[:, END] == PLAYING)
        complaint, version, has_left = None, -1, False
        levels = self._levels(batch)
        while len(waiting):
            table = self.table
            if table.version != version:
                version, inputs = table.version, self._given(batch, first, shoes_each, is_last)
            lines = self.lines, self.fresh_line, self.strikes
            stuck = walk(levels, *lines, *inputs, self.sums, self.who, self.marks, waiting, lacks)
            if stuck and table.is_full and not has_left:
                self._leave(table)
                waiting, version, has_left = waiting[:stuck], -1, True
                continue
            filled, fault = table.fill(lacks[:stuck]) if stuck else (0, None)
            has_left = False
            if fault is not None:
                at = int(waiting[filled])
                later, state = table.hung_at(int(lacks[filled, OWN]))
                moment = f"at coup {self.who[at, COUPS] + 1 + later} in the state {worded(state)}"
                complaint = BadSystem(f"session {first + at}: {fault}, {moment}")
                complaint.__cause__ = fault
                if isinstance(fault.__cause__, Hangs):
                    break
            # An earlier session than the broken one may break, too: the error names the first.
            waiting = waiting[:filled]
        self._tell()
        if complaint is not None:
            raise complaint

    def _tell(self) -> None:
        """Add the coups played since the last call to the table's own number of coups."""
        coups = int(self.who[:, COUPS].sum())
        self.table.coups += coups - self._told
        self._told = coups

    def _leave(self, full: WalkTable) -> None:
        """Replace the full table by a fresh one, so that memory stays small."""
        self._tell()
        self.table = table = _table_after(full, self.system, self.plan)
        playing = self.who[:, END] == PLAYING
        states = [full.state_of(number) for number in self.who[playing, ROW].tolist()]
        bets = full.bets[: len(self.sums) - 1]
        self.who[playing, ROW], numbers = table.numbers_of(states, bets)
        sums, self.sums = self.sums, np.zeros((len(table.bets) + 1, len(BOOK)), np.int64)
        self.sums[numbers] = sums[1:]

    def _given(self, batch: Coups, first: int, shoes_each: int, is_last: bool) -> tuple[Any, ...]:
        """All arguments of the compiled loop, which stay the same until the table grows."""
        session, table = self.plan.session, self.table
        # Another thread may add to the table: from here on, only these arrays count.
        arrays = table.arrays
        rows = len(arrays[-1])
        bets = table.bets[: rows - 1]
        depth = depth_of(bets)
        if depth is not None and (batch.depth is None or depth > batch.depth):
            raise Deeper(depth)
        if len(self.sums) < rows:
            self.sums = grown(self.sums, (rows, len(BOOK)), 0)
        terms = (
            *(session.unit, session.coins, session.most or MOST_STAKE),
            session.goal * session.unit if session.goal else NO_LIMIT,
            session.stop_loss * session.unit if session.stop_loss else NO_LIMIT,
            *(int(session.trailing), -1 if session.coups is None else session.coups),
            *(SHORTS.index(session.short), shoes_each, int(is_last)),
            self.plan.game.layout.chip,
        )
        deep, deep_of = _deep_codes(batch, bets)
        coins, tossed = self._coins(first, batch.verdicts.shape[1] * shoes_each)
        return batch.verdicts, batch.dealt, deep, deep_of, coins, (*terms, tossed), arrays

    def _levels(self, batch: Coups) -> npt.NDArray[np.uint16]:
        """The level of the system's count before each coup; empty if the system keeps no count."""
        count = self.table.count
        if count is None:
            return np.zeros((0, 0, 0), np.uint16)
        if batch.depth is None or batch.depth < count.depth:
            raise Deeper(count.depth)
        from baccarat.systems.counting.levels import levels_in  # compiled when first needed

        return levels_in(count, batch)

    def _coins(self, first: int, coups: int) -> tuple[npt.NDArray[np.uint32], int]:
        """For each session: random words of 32 coin tosses each; only a 0 if no state needs a coin.

        Words that all sessions have already used are left out; their number is returned, too.
        """
        if not self.table.has_coin:
            return np.zeros((1, 1), np.uint32), 0
        limit, played = self.plan.session.coups, self.who[self.who[:, END] == PLAYING, COUPS]
        least, latest = (int(played.min()), int(played.max()) + coups) if len(played) else (0, 1)
        begin, end = least // COINS, -(-min(latest, limit or latest) // COINS)
        numbers = np.arange(first, first + len(self.who), dtype=np.uint64)
        words = _coin_words(self.plan.seed, numbers, range(begin, max(begin + 1, end)))
        return words, begin * COINS // 32

    def only(self, place: int) -> "Sheets":
        """The state of one session alone; it has its own sums, and shares all other arrays."""
        single = copy(self)
        single.who, single.marks = self.who[place : place + 1], self.marks[place : place + 1]
        single.lines = self.lines[place : place + 1] if len(self.fresh_line) else self.lines
        single.sums, single._told = np.zeros((1, len(BOOK)), np.int64), int(single.who[0, COUPS])
        return single

    @property
    def booked(self) -> Booked:
        """The sessions, after all have ended."""
        columns = self.who[:, [MONEY, STAKED, COUPS, DEEPEST, LONGEST, END]]
        columns[:, 0] -= self.plan.session.coins
        names = (name for name, _ in self.table.bets)
        bets = dict(zip(names, self.sums[1:].tolist(), strict=False))
        return Booked(columns, self.marks, bets)


def _deep_codes(
    batch: Coups, bets: list[tuple[str, Bet]]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """A row of tiers for each bet that depends on more than totals; and every bet's row, or −1."""
    deep_of = np.full(len(bets) + 1, -1, np.int64)
    tiers: list[npt.NDArray[np.uint8]] = []
    for number, (_, bet) in enumerate(bets, start=1):
        if bet.depth is not Depth.TOTALS:
            deep_of[number] = len(tiers)
            places = batch.tiers(bet)
            tiers.append(np.where(places < 0, len(bet.pays), places).astype(np.uint8))
    return np.stack(tiers) if tiers else np.zeros((1, 1, 1), np.uint8), deep_of


def _coin_words(
    seed: int, sessions: npt.NDArray[np.uint64], blocks: range
) -> npt.NDArray[np.uint32]:
    """For each session: the random words for its coins, equal to those of `chance.words`."""
    u64, half = np.uint64, np.uint64(32)
    mask, shape = u64(WORD - 1), (len(sessions), len(blocks))
    a = np.broadcast_to(np.array(blocks, u64), shape)
    b = np.full(shape, COIN, u64)
    c, d = (np.broadcast_to(word[:, None], shape) for word in (sessions & mask, sessions >> half))
    key, key_high = seed % WORD, seed // WORD
    for _ in range(10):
        low_product, high_product = a * u64(0xD2511F53), c * u64(0xCD9E8D57)
        a, b, c, d = (
            (high_product >> half) ^ b ^ u64(key),
            high_product & mask,
            (low_product >> half) ^ d ^ u64(key_high),
            low_product & mask,
        )
        key, key_high = (key + 0x9E3779B9) % WORD, (key_high + 0xBB67AE85) % WORD
    words = np.stack([a, b, c, d], axis=2).astype(np.uint32)
    return words.reshape(len(sessions), -1)


def joined(batches: Iterable[Coups]) -> Iterator[Coups]:
    """The shoes in fewer, larger batches, so that a system is asked about more coups at a time."""
    parts: list[Coups] = []
    for batch in batches:
        if parts and not _fits(parts, batch):
            yield _in_one(parts)
            parts = []
        parts.append(batch)
    if parts:
        yield _in_one(parts)


def _fits(parts: list[Coups], batch: Coups) -> bool:
    """Whether the parts are still too small together, and the batch has the right shape to join."""
    last, large = parts[-1], sum(part.verdicts.size for part in parts) >= JOINED_COUPS
    shapes = [[array.shape[1:] for array in _arrays(part)] for part in (last, batch)]
    return not large and last.shoes % LANES == 0 and shapes[0] == shapes[1]


def _in_one(parts: list[Coups]) -> Coups:
    if len(parts) == 1:
        return parts[0]
    plan = replace(parts[0].plan, shoes=sum(part.shoes for part in parts))
    arrays = map(np.concatenate, zip(*map(_arrays, parts), strict=True))
    verdicts, lengths, burned, *cards = arrays
    return Coups(plan, verdicts, lengths, burned, parts[0].depth, *cards)


def _arrays(batch: Coups) -> list[npt.NDArray[Any]]:
    arrays = batch.verdicts, batch.dealt, batch.burned, batch.gone, batch.drawn
    return [array for array in arrays if array is not None]


@dataclass(frozen=True, slots=True)
class SystemReader:
    """Plays the sessions of a plan on the stream of coups; it works for any number of sessions."""

    plan: SessionPlan
    system: System
    cards: Depth | None = field(default=None, repr=False)
    """the depth of cards that the reader needs; None if outcomes are enough"""
    ways: str = ""
    """a digest of what the system does, for a checkpoint"""
    first_coups = 4_000_000

    def __call__(self, batches: Iterable[Coups]) -> LedgerSum:
        booked = list(map(self.booked, joined(batches)))
        return LedgerSum(None, Booked.joined(booked)) if booked else LedgerSum()

    def plainly(self, dealing: Plan, decide: Strategy) -> LedgerSum:
        """The ledger of the sessions of these shoes, as the reference player plays them."""
        return LedgerSum(None, self.played(dealing, decide))

    def played(self, dealing: Plan, decide: Strategy) -> Booked:
        """The sessions of these shoes, as the reference player plays them."""
        plan = self.plan.sessions_of(dealing)
        return Booked.of(list(play_plan(plan, self.system, decide)), plan.marks)

    def booked(self, batch: Coups) -> Booked:
        """Play the sessions of a batch, and return them."""
        shoes = self.plan.numbers
        if batch.plan.first % shoes or batch.shoes % shoes:
            raise Refused(
                f"the engine puts the {shoes} shoes of one session into two batches: use one batch"
            )
        sheet = Sheets(self.plan, self.system, batch.shoes // shoes)
        sheet.play(batch, batch.plan.first // shoes, shoes)
        return sheet.booked


@dataclass(frozen=True, slots=True)
class PlainReader(SystemReader):
    """Plays a system coup by coup, on the shoes of a batch, with the reference player."""

    decide: Strategy = field(default=nobody, repr=False)
    first_coups = 20_000

    def booked(self, batch: Coups) -> Booked:
        """Play the sessions of a batch, and return them."""
        return self.played(batch.plan, self.decide)


def plain_ways(system: System, plan: SessionPlan, decide: Strategy) -> str:
    """A digest of what a system does in the plan's first session, for a checkpoint."""
    try:
        (played,) = play_plan(plan, system, decide)
        ways = repr([coup.wagers for coup in played.coups])
    except BadSystem as fault:
        ways = str(fault)
    return hashlib.sha256(ways.encode()).hexdigest()[:16]
