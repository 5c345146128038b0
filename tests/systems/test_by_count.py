"""What to bet on and how much by a count, held to the reference and to counted shoes."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import floor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples
from systems.made_up_systems import DRAGON, PUNTO, counted_plans, counts, plainly, walked

import baccarat as bac
from baccarat.base.errors import BadSystem
from baccarat.core.cards import Depth
from baccarat.core.counts import fit
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup
from baccarat.exact.odds import odds
from baccarat.exact.removal import removal
from baccarat.simulation.engines import cpu
from baccarat.systems.by_count import (
    ByCount,
    KellyByCount,
    UnitsByCount,
    edges_by_count,
)
from baccarat.systems.comparison import compare
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.counting.play_choice import choose_plays
from baccarat.systems.counting.published import KnownCount, known_counts
from baccarat.systems.counting.shoes import count_cards
from baccarat.systems.counting.spelling import SpelledCount, read_count
from baccarat.systems.counting.suggestion import suggest
from baccarat.systems.counting.totals import BETS, COUPS, UNITS, WON, Ending, coins_of
from baccarat.systems.ledger import Ledger
from baccarat.systems.reference_player import play_plan
from baccarat.systems.register import OURS, system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake
from baccarat.systems.system import Joined
from baccarat.systems.walk import sessions as walk


def one_deck(**rules: object) -> bac.Game:
    return replace(PUNTO, rules=replace(Rules(1), **rules))  # type: ignore[arg-type]


@st.composite
def joined(draw: st.DrawFn) -> bac.System:
    """A count with any staking."""
    names = [*(each.key for each in OURS), "share:7%", "units:count"]
    found = system(draw(st.sampled_from(names)), on=by_count(draw(counts())))
    assert isinstance(found, Joined)
    return replace(found, staking=found.staking.joined_to(found.picker, PUNTO))


def by_count(count: CountedBet) -> ByCount:
    """A count that sits at a table already."""
    return ByCount(SpelledCount.of(count), count)


@pytest.mark.slow
@examples(10)
@given(counted_plans(), joined(), st.integers(1, 3))
def test_the_walk_is_the_reference(plan: SessionPlan, played: bac.System, size: int) -> None:
    assert played.count is not None
    whole = plainly(plan, played)
    assert walked(plan, played, played.count.depth) == whole
    parts = [walked(part, played, Depth.CARDS) for part in plan.jobs(size)]
    assert sum(reversed(parts), start=Ledger()) == whole


@pytest.mark.parametrize("known", known_counts(), ids=lambda known: known.count.bet.key)
def test_units_on_a_count_win_what_counted_shoes_win(known: KnownCount) -> None:
    """To the coin, shoe by shoe: the sums and the sums of squares are equal."""
    trigger = known.count.trigger
    count = replace(known.count, stakes=((trigger - 1, 1), (trigger, 3)))
    ending = Ending(20, LastCoup.B)
    rules = replace(PUNTO.rules, cut_card=20, last_coup=LastCoup.B)
    laid = count_cards([count], 200, 7, endings=[ending], exact=False).tally.laid[0]
    played = Joined(by_count(count), UnitsByCount())
    session = Session(10**6, unit=coins_of(count.bet), shoes=1)
    found = stake(played, 200, 7, session=session, game=replace(PUNTO, rules=rules)).ledger
    (book,) = found.bets.values()
    assert book["laid"] == laid.sums[BETS] > 0
    assert book["action"] == laid.sums[UNITS]
    assert book["result"] == laid.sums[WON]
    squares = sum(won * won * times for won, times in found.histograms["result"].items())
    assert squares == laid.product(WON, WON)
    assert found.total("coups") == laid.sums[COUPS]


def test_a_system_without_limit_counts_to_its_end() -> None:
    session, table = Session(8, goal=60), one_deck()
    played = system("flat on count:dragon-7 at 2")
    found = stake(played, 3, 7, session=session, game=table)
    assert found.ledger == plainly(found.plan, found.system)


@pytest.mark.slow
def test_threads_and_checkpoints_count_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"seed": 7, "session": Session(60, most=9, shoes=1), "game": one_deck()}
    spelled = "labouchere on count:dragon-7 at 1"
    one = stake(spelled, 3_000, threads=1, **asked)  # type: ignore[arg-type]
    monkeypatch.setattr(cpu, "FIRST_COUPS", 2_000)
    walk.forget()
    assert stake(spelled, 3_000, threads=4, **asked).ledger == one.ledger  # type: ignore[arg-type]
    file = tmp_path / "counted.json"
    stake(spelled, 1_000, checkpoint=file, **asked)  # type: ignore[arg-type]
    again = stake(spelled, 3_000, checkpoint=file, **asked)  # type: ignore[arg-type]
    assert (again.resumed, again.ledger) == (1_000, one.ledger)
    with pytest.raises(bac.BaccaratError, match="another simulation"):
        stake("labouchere on count:dragon-7 at 2", 3_000, checkpoint=file, **asked)  # type: ignore


def test_counts_are_compared_with_others_on_the_same_shoes() -> None:
    plan = SessionPlan(300, 7, one_deck(), Session(shoes=1))
    names = (
        "flat",
        "martingale on count:dragon-7 at 1",
        "flat on count:ax:1 2x:-1 at 2 on player-pair",
    )
    found = compare(plan, map(system, names)).found
    for name, each in zip(names, found, strict=True):
        alone = stake(name, 300, 7, session=plan.session, game=plan.game)
        assert each.ledger == alone.ledger
        assert each.system == alone.system


# How it is spelled, and what a table adds


def test_what_is_bet_on_is_spelled_as_counts_are() -> None:
    text = "dragon-7 from -8 at 1:1 3:2 running burn unseen on tie:9"
    found = system("paroli on count:" + text)
    assert str(found) == f"paroli on count:{text}"
    assert system(str(found)) == found == system("paroli", on=f"count:{text}")
    count = found.seated(PUNTO).count
    assert count == choose_plays([read_count(text)], (), PUNTO)[0][0].play
    assert system(f"paroli on count:{SpelledCount.of(count)}").seated(PUNTO).count == count


def test_a_published_count_is_taken_at_its_best_trigger() -> None:
    triggers = {"dragon-7": 4, "panda-8": 11, "big-tiger": 8, "3-giving-8": 4}
    for bet, trigger in triggers.items():
        count = system("flat", on=f"count:{bet}").seated(PUNTO).count
        assert count is not None
        assert (count.bet.key, count.stakes) == (bet, ((trigger, 1),))


def test_at_another_table_a_count_is_suggested() -> None:
    table = one_deck(last_coup=LastCoup.B)
    best = suggest("dragon-7", game=table, ending=Ending(14, LastCoup.B)).play
    assert system("flat on count:dragon-7").seated(table).count == best
    typed = "0 0 0 -1 -1 -1 -1 2 2 0 on dragon-7"
    (trigger, units), *more = system(f"flat on count:{typed}").seated(table).count.stakes  # type: ignore
    worths = {}
    for each in range(int(trigger) - 2, int(trigger) + 3):
        play = replace(DRAGON, stakes=((each, 1),))
        dealt = count_cards([play], 10_000, 2**63, game=table, endings=[Ending()])
        worths[each] = dealt.worths[0].units_expected.value
    assert max(worths, key=worths.__getitem__) == trigger
    assert (units, more) == (1, [])


def test_the_bet_is_the_one_of_the_felt() -> None:
    dear = replace(PUNTO, layout=PUNTO.layout.having("dragon-7:50"))
    count = system("flat on count:dragon-7 at 4").seated(dear).count
    assert count is not None
    assert str(count.bet) == "dragon-7:50"


# Kelly


def test_the_edge_at_a_count_is_the_mean_of_exact_expectations() -> None:
    """Held to other shoes: their means differ by the luck of the shuffle alone."""
    table = one_deck(last_coup=LastCoup.B)
    edges = edges_by_count(replace(DRAGON, stakes=((2, 1),)), table)
    assert [trigger for trigger, _ in edges][:4] == [2, 3, 4, 5]
    steps = tuple((trigger, 1) for trigger, _ in edges)
    others = count_cards([replace(DRAGON, stakes=steps)], 10_000, 1, game=table)
    by_count = others.tally.laid[0].by_count
    for trigger, edge in edges[:4]:
        bets, _, _, worth = by_count[int(trigger)]
        assert edge == pytest.approx(worth / bets / 1e9, abs=0.01)
    assert all(low < high for (_, low), (_, high) in pairwise(edges[:5]))


def test_the_edge_at_a_count_follows_the_effects_of_removal() -> None:
    """The exact line of least squares, in the middle of each count; far out it bends."""
    line = fit(
        DRAGON.tags, -odds()["dragon-7"].edge, removal("dragon-7").effects, Rules().composition
    )
    for trigger, edge in edges_by_count(DRAGON, PUNTO)[:8]:
        middle = float(line.start + line.slope * (trigger + Fraction(1, 2)))
        assert edge == pytest.approx(middle, rel=0.03)


@pytest.mark.slow
def test_a_kelly_stake_is_the_edge_over_the_variance_of_the_money_in_hand() -> None:
    table = one_deck()
    kelly = system("kelly:count on count:dragon-7 at 1").seated(table)
    assert isinstance(kelly, Joined)
    assert isinstance(kelly.staking, KellyByCount)
    variance = odds(game=table)["dragon-7"].variance
    edges = edges_by_count(replace(DRAGON, stakes=((1, 1),)), table)
    shares: dict[int | Fraction, int | Fraction] = {}
    for (trigger, edge), (same, share) in zip(edges, kelly.staking.levels, strict=True):
        assert same == trigger
        shares[trigger] = 0 if share is None else share.share
        assert shares[trigger] == pytest.approx(max(0, edge / float(variance)), rel=0.005, abs=1e-6)
    plan = SessionPlan(20, 7, table, Session(5_000, shoes=2))
    wagers = 0
    for played in play_plan(plan, kelly):
        money = played.session.coins
        for coup in played.coups:
            assert coup.kept is not None
            reached = [share for trigger, share in shares.items() if coup.kept.count >= trigger]
            part = reached[-1] if reached else 0
            assert coup.wanted == (max(1, floor(money * part / 20)) if part else 0)
            wagers += coup.wanted > 1
            money = coup.money
    assert wagers > 20
    assert walked(plan, kelly, Depth.POINTS) == plainly(plan, kelly)


# What is wrong


@pytest.mark.parametrize(
    ("spelled", "told"),
    [
        ("kelly:count", "kelly:count goes by a count"),
        ("units:count on player", "units:count goes by a count"),
        (
            "flat on count:dragon-7 at 4000",
            "in a shoe of 52 cards, this count never reaches 4000: choose a lower trigger",
        ),
        ("kelly:count on count:0 0 0 -1 -1 -1 -1 2 2 0 at 41 on dragon-7", "reached a count of 41"),
        ("flat on count:nothing-7", "unknown bet: 'nothing-7'"),
        ("flat on count:nothing-7 on tie", "not a count: 'nothing-7'"),
        ("flat on count:", "no count is given"),
        ("flat on count:8:1 at 4", "name the bet, too, e.g. 'count:0 0 0 0 0 0 0 1 0 0 at 4 on "),
        ("flat on count:perfect on tie", "perfect keeps no count"),
        ("flat on count:all on tie", "all keeps no count"),
        ("flat on count:dragon-7 at x", "not a trigger: 'x'"),
        ("flat on count:1 2 at 4 on tie", "2 tags: expected ten"),
    ],
)
def test_what_cannot_be_counted_says_why(spelled: str, told: str) -> None:
    with pytest.raises(bac.BaccaratError, match=told):
        stake(spelled, 3, decks=1)


def test_a_guest_keeps_one_count() -> None:
    told = "published on dragon-7 means 2 counts: choose one, e.g. '0 0 0 -1 -1"
    with pytest.raises(bac.BaccaratError, match=told):
        system("flat on count:published on dragon-7").seated(PUNTO)


def test_a_spelled_count_sits_at_no_table() -> None:
    counted = system("flat on count:dragon-7")
    with pytest.raises(BadSystem):
        counted.want((None, None))
