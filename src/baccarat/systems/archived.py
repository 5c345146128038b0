"""Plays systems on the written shoes of an archive, and solves the same sessions exactly."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, repeat
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from baccarat.archive.archive import Archive, shoe_name
from baccarat.base.errors import BadSystem, BadValue, TooShallow
from baccarat.base.watchdog import Alarm
from baccarat.core.coup import Coup
from baccarat.core.result import Result
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.planning import exact_of
from baccarat.systems.chain.sessions import ExactSessions, solve_sessions
from baccarat.systems.comparison import ComparedSum, Comparison, compared
from baccarat.systems.counting.play import KeptCount
from baccarat.systems.reference_player import PlayedSession, play_session
from baccarat.systems.session import ALL_COUPS, ALL_SHOES, SessionPlan, coin
from baccarat.systems.system import Sees, System, why_plain
from baccarat.systems.walk.session_arrays import Booked

WRITTEN = "archive"
"""In place of an engine: nothing was dealt."""
MOST_WORK = 200_000_000
"""The most places times coups of the exact chains for one archive: about ten seconds."""
ShoeCoups = list[Coup | Result]
Happening = TypeVar("Happening")


def play_archive(
    archive: Archive, plan: SessionPlan, system: System, evenings: bool = False
) -> Iterator[PlayedSession]:
    """The sessions of a system on the shoes of an archive, in order.

    A session has one shoe, or the number of shoes in its terms; in `evenings` it takes one shoe
    after the other until it ends, and the next session begins with the next shoe.
    """
    _require_known(archive, system)
    shoes, each = _shoes_of(archive), plan.session.shoes or (None if evenings else 1)
    opened = None
    if system.count is not None:
        opened = KeptCount.of_shoe(system.count, plan.game.rules, None)
    for number, first in enumerate(shoes):
        own: Iterable[ShoeCoups] = islice(chain([first], shoes), each)
        if not evenings:
            own = list(own)  # the next session begins after these shoes
        toss = partial(coin, plan.seed, number)
        try:
            with Alarm():
                yield play_session(
                    system, plan.session, plan.game.layout, own, toss, repeat(opened)
                )
        except BadSystem as fault:
            raise BadSystem(f"session {number}: {fault}") from fault
        except TooShallow as fault:
            raise BadValue(f"{system.key}: {fault}; {_lacking(archive)}") from None


def stake_archive(
    archive: Archive,
    plan: SessionPlan,
    systems: Sequence[System],
    *,
    evenings: bool = False,
    decide: Strategy = nobody,
    pace: int,
    rebate: Fraction | None = None,
) -> Comparison:
    """Play systems, seated at the table of the plan, on the shoes of an archive."""
    if evenings and len(systems) > 1:
        raise BadValue(
            "evenings of several systems have other shoes: play one system, or no evenings"
        )
    begin, booked, faults = perf_counter(), list[Booked | None](), dict[int, str]()
    for place, system in enumerate(systems):
        try:
            played = list(play_archive(archive, plan, system, evenings))
            booked.append(Booked.of(played, plan.marks))
        except BadSystem as fault:
            booked.append(None)
            faults[place] = f"{system}: {fault}"
    if len(faults) == len(systems):
        raise BadSystem("; ".join(faults.values()))
    sessions = max(len(book.sessions) for book in booked if book is not None)
    return compared(
        replace(plan, sessions=sessions),
        systems,
        ComparedSum.of(booked, faults),
        exact=exact_of(plan.game, plan.dealing, decide),
        engine=WRITTEN,
        seconds=perf_counter() - begin,
        pace=pace,
        rebate=rebate,
    )


def solve_archive(
    archive: Archive, plan: SessionPlan, system: System, decide: Strategy = nobody
) -> ExactSessions | None:
    """The exact chances of sessions that last one shoe each, if each coup came from a fresh shoe.

    Each session has as many coups as its shoe. None for sessions of several shoes, for a system
    that the chain cannot follow, and for chains that would take long.
    """
    session = plan.session
    if (session.shoes or 1) > 1 or system.count is not None or why_plain(system):
        return None
    lengths = Counter(
        min(length, session.coups or length) for length in archive.lengths.tolist() if length
    )
    parts = list[tuple[Fraction, ExactSessions]]()
    for coups in sorted(lengths, reverse=True):
        terms = replace(plan, session=replace(session, coups=coups, shoes=None), fresh=True)
        solved = solve_sessions(terms, system, decide=decide, in_part=True)
        if solved.stopped or solved.places * coups * len(lengths) > MOST_WORK:
            return None
        share = Fraction(lengths[coups], lengths.total())
        parts.append((share, solved if coups == session.coups else _by_shoe(solved)))
    return _mixed(plan, parts) if parts else None


def _by_shoe(solved: ExactSessions) -> ExactSessions:
    """The chances of sessions that end with the shoe, and not after a number of coups."""
    names = {ALL_COUPS: ALL_SHOES}
    return replace(
        solved, ended_at={names.get(end, end): at for end, at in solved.ended_at.items()}
    )


def _mixed(plan: SessionPlan, parts: Sequence[tuple[Fraction, ExactSessions]]) -> ExactSessions:
    """The chances of a session whose kind is random: each kind comes with its share."""
    ends = dict.fromkeys(end for _, part in parts for end in part.ended_at)
    length = max(len(part.money) for _, part in parts)
    money = [
        {coup: part.money[min(coup, len(part.money) - 1)] for coup in range(length)}
        for _, part in parts
    ]
    shares = [share for share, _ in parts]
    return ExactSessions(
        plan,
        _weighed(shares, [part.results for _, part in parts]),
        {end: _weighed(shares, [part.ended_at.get(end, {}) for _, part in parts]) for end in ends},
        _weighed(shares, [part.action for _, part in parts]),
        tuple(_weighed(shares, money).values()),
        False,
        max(part.places for _, part in parts),
    )


def _weighed(
    shares: Sequence[Fraction], parts: Sequence[Mapping[Happening, Fraction]]
) -> dict[Happening, Fraction]:
    """The sum of several tables, each times its share."""
    sums = dict[Happening, Fraction]()
    for share, part in zip(shares, parts, strict=True):
        for key, number in part.items():
            sums[key] = sums.get(key, Fraction(0)) + share * number
    return dict(sorted(sums.items()))


def _shoes_of(archive: Archive) -> Iterator[ShoeCoups]:
    """The coups of each shoe, as exactly as they are known; a shoe without a coup is left out."""
    for record in archive:
        if record.entries:
            yield [entry.coup or entry.result for entry in record.entries]


def _require_known(archive: Archive, system: System) -> None:
    """Refuse a system that sees, or counts, more than the shoes show."""
    unknown = _unknown(archive)
    needs = system.sees if system.count is None else Sees.CARDS
    if needs in unknown and unknown[needs].any():
        verb = "sees" if system.count is None else "counts"
        raise BadValue(f"{system.key} {verb} {needs}; {_lacking(archive)}")


def _unknown(archive: Archive) -> dict[str, npt.NDArray[Any]]:
    """For totals, pairs and cards: whether each shoe has a coup in which they are unknown."""
    totals = (archive.player_totals < 0) | (archive.banker_totals < 0)
    totals |= (archive.player_cards == 0) | (archive.banker_cards == 0)
    pairs = (archive.player_pairs < 0) | (archive.banker_pairs < 0)
    cards = (archive.cards[:, :2] == 0).any(axis=1)
    rows = np.repeat(np.arange(len(archive)), archive.lengths)
    by_coup = {Sees.TOTALS: totals, "pairs": pairs, Sees.CARDS: cards}
    return {
        what: np.bincount(rows[is_], minlength=len(archive)) > 0 for what, is_ in by_coup.items()
    }


def _lacking(archive: Archive) -> str:
    """The number of shoes that lack totals, pairs or cards, and the first such shoe."""
    parts = list[str]()
    for what, lacks in _unknown(archive).items():
        if lacks.any():
            first = int(lacks.argmax())
            where = shoe_name(archive, first)
            parts.append(f"{int(lacks.sum()):,} lack {what}, first {where}")
    return f"of {len(archive):,} shoes {'; '.join(parts)}"
