"""Systems that keep a count: they answer by level, from cards that were shown before."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples
from systems.made_up_systems import (
    DRAGON,
    PUNTO,
    ByLevel,
    by_level,
    counted_plans,
    plainly,
    walked,
)

import baccarat as bac
from baccarat.base.errors import BadSystem, BadValue, TooShallow
from baccarat.core.cards import Depth
from baccarat.core.result import Result
from baccarat.core.rules import Rules
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.counting.play import KeptCount
from baccarat.systems.ledger import Ledger
from baccarat.systems.reference_player import play_plan, play_session
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake

LAYS = ByLevel(((None, bac.Wish("dragon-7")),), ((0, 0, 0),), DRAGON)
"""A unit on the bet of the count, from its trigger on."""


@pytest.mark.slow
@examples(12)
@given(counted_plans(), by_level(), st.integers(1, 3))
def test_the_walk_is_the_reference(plan: SessionPlan, played: ByLevel, size: int) -> None:
    whole = plainly(plan, played)
    assert walked(plan, played, played.count.depth) == whole
    parts = [walked(part, played, Depth.CARDS) for part in plan.jobs(size)]
    assert sum(reversed(parts), start=Ledger()) == whole


def test_the_count_before_a_coup_does_not_know_it() -> None:
    """The same shoe, cut short: up to there every count and every wager is the same."""
    plan = SessionPlan(1, 7, PUNTO, Session(shoes=1))
    played = LAYS
    (whole,) = play_plan(plan, played)
    opened = [KeptCount.of_shoe(played.count, PUNTO.rules, PUNTO.rules.shoe(7, 0).burn_card)]
    for coups in (1, 9, 40):
        shoe = [coup.dealt for coup in whole.coups[:coups]]
        part = play_session(played, plan.session, PUNTO.layout, [shoe], lambda _: 0, opened)
        assert part.coups == whole.coups[:coups]


def test_the_count_starts_anew_with_each_shoe() -> None:
    table = replace(PUNTO, rules=Rules(1, burn=False))
    plan = SessionPlan(1, 7, table, Session(shoes=3))
    (played,) = play_plan(plan, LAYS)
    kept = [coup.kept for coup in played.coups]
    assert sum(each == KeptCount(DRAGON, 0, 52) for each in kept) == 3


def test_a_shoe_without_cards_is_not_counted() -> None:
    (dealt,) = play_plan(SessionPlan(1, 7, PUNTO, Session(coups=3)), bac.system("flat"))
    shoe = [Result.of(coup.dealt) for coup in dealt.coups if isinstance(coup.dealt, bac.Coup)]
    kept = KeptCount.of_shoe(DRAGON, PUNTO.rules, None)
    played = LAYS
    with pytest.raises(TooShallow):
        play_session(played, Session(), PUNTO.layout, [shoe], lambda _: 0, [kept])


class TooFew(bac.System):
    """Answers for one level of two."""

    count = DRAGON

    def want(self, state: object) -> tuple[bac.Wish | None, ...]:
        return (bac.Wish("dragon-7"),)

    def then(self, state: object, shown: bac.Shown) -> object:
        return state


FRESH = SessionPlan(1, 7, PUNTO, Session(coups=5), fresh=True)


class Eager(TooFew):
    """Answers by level without a count."""

    count = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("play", "error", "says"),
    [
        (
            lambda: stake(TooFew(), 3, 7, engine="reference"),
            BadSystem,
            "session 0: toofew answers for each of the 2 levels",
        ),
        (
            lambda: stake(TooFew(), 3, 7, engine="cpu"),
            BadSystem,
            "session 0: toofew answers for each of the 2 levels",
        ),
        (lambda: stake(Eager(), 3, 7), BadSystem, "eager must return a Wish or None"),
        (
            lambda: stake(LAYS, 3, fresh=True),
            BadValue,
            "bylevel: no card is gone before a fresh coup",
        ),
        (
            lambda: stake(LAYS, 3, fresh=True, engine="reference"),
            BadValue,
            "bylevel: no card is gone before a fresh coup",
        ),
        (
            lambda: solve_sessions(FRESH, LAYS),
            BadValue,
            "bylevel: no card is gone before a fresh coup",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused_in_one_line(
    play: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        play()


@pytest.mark.parametrize("game", ["7-up", "punto-banco"])
def test_a_printed_card_is_not_counted_and_leaves_no_card_unseen_less(game: str) -> None:
    """Beside the cards of the shoe as they lie: the burn card, and those dealt after the burned."""
    rules = bac.game(game).rules
    shoe = rules.shoe(7, 0)
    kept = KeptCount.of_shoe(DRAGON, rules, shoe.burn_card)
    assert shoe.burn_card is not None
    seen, next_card = [shoe.burn_card], shoe.position
    for coup in list(bac.deal_shoe(shoe, rules))[:30]:
        kept = kept.after(coup)
        many = len(coup) - (game == "7-up")
        seen += shoe.cards[next_card : next_card + many]
        next_card += many
        assert kept.unseen == len(shoe.cards) - len(seen)
        assert kept.running == DRAGON.start + sum(map(DRAGON.tag, seen))


def test_a_count_that_nobody_told_of_printed_cards_counts_all() -> None:
    coup = bac.Coup.parse("8h 9c | Kd 7s")
    kept = KeptCount(DRAGON, 0, 416).after(coup)
    assert (kept.running, kept.unseen) == (sum(map(DRAGON.tag, coup.cards)), 412)
