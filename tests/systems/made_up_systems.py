"""Systems, counts and sessions that tests make up."""

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

import baccarat as bac
from baccarat.core.cards import KINDS, Depth
from baccarat.core.games import game
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup
from baccarat.simulation.engines import cpu
from baccarat.systems.counting.play import CountedBet, Divisor, parse_tags
from baccarat.systems.ledger import Ledger
from baccarat.systems.reference_player import play_plan
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.walk.sessions import SystemReader

PUNTO = game("punto-banco")
TAGS = parse_tags("0 0 0 -1 -1 -1 -1 2 2 0")
DRAGON = CountedBet(bac.bet("dragon-7"), TAGS, ((4, 1),))

Answer = tuple[str | tuple[str, str] | None, int]
"""What is bet on, and how much."""


@dataclass(frozen=True)
class Finite(bac.System):
    """Any finite system: what it wants in each state, and where win, loss, push and wait lead."""

    answers: tuple[Answer, ...]
    following: tuple[tuple[int, ...], ...]
    heeds_stake: bool = False
    """whether the next state depends on what was really staked, too"""
    start = 0

    def want(self, state: int) -> bac.Wish | None:
        bet, units = self.answers[state]
        return None if bet is None else bac.Wish(bet, units)

    def then(self, state: int, shown: bac.Shown) -> int:
        results = ("win", "loss", "push", None)
        place = 3 * results.index(shown.result) + ("player", "banker", "tie").index(shown.winner)
        after = self.following[state][place]
        return (after + shown.staked * self.heeds_stake) % len(self.answers)


@st.composite
def finite_systems(draw: st.DrawFn) -> Finite:
    """A random finite system."""
    states = draw(st.integers(1, 5))
    bets = st.sampled_from(
        ["player", "banker", "tie", "dragon-7", "dragon-bonus-player", None, ("player", "banker")]
    )
    answers = draw(st.lists(st.tuples(bets, st.integers(1, 9)), min_size=states, max_size=states))
    places = st.lists(st.integers(0, states - 1), min_size=12, max_size=12)
    following = draw(st.lists(places, min_size=states, max_size=states))
    return Finite(tuple(answers), tuple(map(tuple, following)), draw(st.booleans()))


@st.composite
def counts(draw: st.DrawFn) -> CountedBet:
    """Any count: of points, ranks or cards, running or true, with one to three triggers."""
    depth = draw(st.sampled_from([Depth.POINTS, Depth.RANKS, Depth.CARDS]))
    kinds = KINDS[depth]
    values = draw(st.lists(st.integers(-3, 3), min_size=len(kinds), max_size=len(kinds)))
    triggers = draw(st.sets(st.fractions(-8, 12, max_denominator=3), min_size=1, max_size=3))
    units = draw(st.lists(st.integers(1, 9), min_size=3, max_size=3))
    return CountedBet(
        bac.bet("small"),
        dict(zip(kinds, values, strict=True)),
        tuple(zip(sorted(triggers), units, strict=False)),
        draw(st.integers(-5, 5)),
        draw(st.sampled_from(Divisor)),
        draw(st.booleans()),
    )


@dataclass(frozen=True)
class ByLevel(bac.System):
    """A stranger's: in each state what it wants level by level, and where winners lead."""

    answers: tuple[tuple[bac.Wish | None, ...], ...]
    following: tuple[tuple[int, int, int], ...]
    count: CountedBet = DRAGON
    start = 0

    def want(self, state: int) -> tuple[bac.Wish | None, ...]:
        return self.answers[state]

    def then(self, state: int, shown: bac.Shown) -> int:
        after = self.following[state][("player", "banker", "tie").index(shown.winner)]
        return (after + shown.staked) % len(self.answers)


@st.composite
def by_level(draw: st.DrawFn) -> ByLevel:
    """A random finite system that keeps a count."""
    count, states = draw(counts()), draw(st.integers(1, 3))
    bets = st.sampled_from(["player", "banker", "tie", "small", ("player", "banker")])
    units = st.integers(1, 9) | st.just(bac.Portion(Fraction(1, 7)))
    wishes = st.none() | st.builds(bac.Wish, bets, units)
    levels = len(count.stakes) + 1
    answers = st.tuples(*(wishes,) * levels)
    targets = st.tuples(*(st.integers(0, states - 1),) * 3)
    return ByLevel(
        tuple(draw(st.lists(answers, min_size=states, max_size=states))),
        tuple(draw(st.lists(targets, min_size=states, max_size=states))),
        count,
    )


@st.composite
def counted_plans(draw: st.DrawFn) -> SessionPlan:
    """Sessions of one or more shoes of one or two decks, with all kinds of limits."""
    bankroll = draw(st.integers(1, 30))
    loss = draw(st.none() | st.integers(1, bankroll + 5))
    session = Session(
        bankroll,
        unit=draw(st.sampled_from([1, 20])),
        most=draw(st.none() | st.integers(1, 12)),
        goal=draw(st.none() | st.integers(bankroll + 1, bankroll + 20)),
        stop_loss=loss,
        trailing=loss is not None and (loss >= bankroll or draw(st.booleans())),
        coups=draw(st.none() | st.integers(1, 45)),
        shoes=draw(st.integers(1, 3)),
        short=draw(st.sampled_from(["cut", "stop", "restart"])),
    )
    rules = Rules(
        draw(st.integers(1, 2)),
        burn=draw(st.booleans()),
        cut_card=draw(st.sampled_from([0, 14, 40])),
        last_coup=draw(st.sampled_from([LastCoup.A, LastCoup.B, LastCoup.C])),
    )
    seed, first = draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 5))
    many = draw(st.integers(1, 4))
    return SessionPlan(many, seed, replace(PUNTO, rules=rules), session, first=first)


def plainly(plan: SessionPlan, played: bac.System) -> Ledger:
    return Ledger.of(play_plan(plan, played), plan.marks)


def walked(plan: SessionPlan, played: bac.System, depth: Depth | None = None) -> Ledger:
    reader = SystemReader(replace(plan, sessions=1, first=0), played, depth)
    return reader(cpu.coups(plan.dealing, cards=depth)).ledger
