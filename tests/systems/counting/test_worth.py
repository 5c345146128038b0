"""What counts are worth: figures and errors beside those of plain arrays; triggers found."""

from collections.abc import Callable
from dataclasses import replace
from math import inf, sqrt
from threading import Event

import numpy as np
import pytest

import baccarat as bac
from baccarat import Card, Rules
from baccarat.base.errors import BadValue
from baccarat.figures.counts import not_worth_it
from baccarat.systems.counting.play import CountedBet, Divisor, PerfectBet, parse_tags
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.reference_reader import lay_shoe
from baccarat.systems.counting.shoes import count_cards, sheet
from baccarat.systems.counting.suggestion import best_trigger, suggest
from baccarat.systems.counting.totals import USUAL, Ending, Laid, LaidTally, deepest
from baccarat.systems.counting.worth import CountWorth, Estimate
from baccarat.systems.risk.smooth import ruin_chance

TAGS = parse_tags("0 0 0 -1 -1 -1 -1 2 2 0")
BANKER = CountedBet(bac.bet("banker"), TAGS, ((-2, 1), (1, 3)))


def test_figures_and_errors_are_those_of_the_single_shoes() -> None:
    shoes, rules = 12, deepest(Rules(decks=1), [USUAL])
    rows = []
    for number in range(shoes):
        coups, bets = lay_shoe(BANKER, rules, 7, number)
        won = sum(bet.units * bet.won for bet in bets)
        worth = sum(bet.units * bet.expected for bet in bets)
        rows.append((coups, len(bets), sum(bet.units for bet in bets), won, worth))
    coups, bets, units, won, worth = np.array(rows, float).T
    [found] = count_cards([BANKER], shoes, 7, decks=1, pace=100).worths

    def close(estimate: Estimate, column: np.ndarray, times: float = 1) -> None:
        assert estimate.value == pytest.approx(times * column.mean(), abs=1e-8)
        assert estimate.error == pytest.approx(times * column.std(ddof=1) / sqrt(shoes), abs=1e-8)

    close(found.units_won, won)
    close(found.units_expected, worth)
    close(found.units, worth)
    close(found.bets, bets)
    close(found.coups, coups)
    close(found.per_100, worth, 100 / coups.mean())
    close(found.per_hour, worth, 100 / coups.mean())
    assert found.deviation == pytest.approx(won.std(ddof=1))
    off = won - worth
    assert found.z == pytest.approx(off.mean() / (off.std() / sqrt(shoes)), abs=1e-6)
    for ratio, one, other in (
        (found.share, bets, coups),
        (found.mean_edge, worth, units),
    ):
        r = one.sum() / other.sum()
        left = (one - r * other).std(ddof=1) / sqrt(shoes) / other.mean()
        assert ratio.value == pytest.approx(r)
        assert ratio.error == pytest.approx(left)


def test_what_the_indices_mean() -> None:
    """SCORE is what 100 coups win with 10,000 units of money, staked by Kelly's share."""
    [found] = count_cards([PerfectBet(bac.bet("dragon-7"))], 300, 7).worths
    unit = 10_000 * found.kelly
    assert found.score == pytest.approx(unit * found.per_100.value)
    assert found.desirability**2 == pytest.approx(found.score)
    n0 = found.n0_shoes
    assert n0 * found.units.value == pytest.approx(sqrt(n0) * found.deviation)
    assert found.growth == pytest.approx(found.units.value**2 / found.deviation**2 / 2)


@pytest.mark.parametrize("up", [0.505, 0.5, 0.495])
@pytest.mark.parametrize(("bankroll", "goal"), [(40, 60), (100, 20), (30, inf)])
def test_ruin_is_that_of_a_gambler_with_small_stakes(
    up: float, bankroll: float, goal: float
) -> None:
    """Beside the exact chance of a walk by one unit up or down."""
    mean, ratio = 2 * up - 1, (1 - up) / up
    if goal == inf:
        exact = min(1.0, ratio**bankroll)
    elif up == 0.5:
        exact = goal / (bankroll + goal)
    else:
        exact = 1 - (1 - ratio**bankroll) / (1 - ratio ** (bankroll + goal))
    found = ruin_chance(2 * mean / (1 - mean**2), bankroll, goal)
    assert found == pytest.approx(exact, rel=1e-3)


def test_the_bankroll_for_a_risk_has_that_risk() -> None:
    [found] = count_cards([PerfectBet(bac.bet("dragon-7"))], 300, 7).worths
    units, low, high = found.bankroll
    assert units is not None
    assert (low or inf) < units < (high or 0)
    assert found.risk.ruin(units) <= 0.05 < found.risk.ruin(units - 1)
    told = found.as_json()
    assert (told["bankroll_float"], told["bankroll_low"], told["bankroll_high"]) == (
        units,
        low,
        high,
    )
    for bankroll, goal in ((0, inf), (1, -1)):
        with pytest.raises(BadValue):
            ruin_chance(0.1, bankroll, goal)


def test_a_run_that_is_stopped_has_whole_shoes_and_says_so() -> None:
    stop = Event()

    def enough(_: LaidTally, shoes: int) -> None:
        if shoes:
            stop.set()

    plays = [PerfectBet(bac.bet("tie"))]
    some = count_cards(plays, 10**6, 7, progress=enough, stop=stop, threads=1)
    assert not some.is_whole
    assert some.tally == count_cards(plays, some.shoes, 7).tally


def test_a_bet_that_loses_is_worth_no_stake() -> None:
    [found] = count_cards([BANKER], 300, 7).worths
    assert found.units.value < 0
    assert (found.n0, found.score, found.kelly, found.growth) == (inf, 0, 0, 0)
    assert (found.risk.ruin(1000), found.bankroll) == (1, (None, None, None))
    assert found.as_json()["n0_float"] is None


def test_as_won_alone_says_so() -> None:
    [found] = count_cards([BANKER], 20, 7, exact=False).worths
    assert found.units == found.units_won
    assert found.as_json()["units_expected"] is None
    with pytest.raises(BadValue, match="have no exact expectations"):
        _ = found.units_expected


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1, 3, 7])  # Dragon 7, Panda 8, Big Tiger, 3 Giving 8
def test_the_best_trigger_is_the_published_one_but_of_3_giving_8(place: int) -> None:
    known = known_counts()[place]
    wanted = known.count.trigger if known.best is None else known.best
    found = best_trigger(known.count)
    assert found.play == replace(known.count, stakes=((wanted, 1),))
    worth = {count: each for count, _, each in found.by_count}
    assert worth[int(wanted) - 1] < 0 < worth[int(wanted)]


def test_a_count_is_suggested_from_the_effects_of_removal() -> None:
    found = suggest("dragon-7", shoes=500)
    assert found.play == known_counts()[0].count
    assert found.line is not None
    assert 0.95 < found.line.correlation < 1
    assert sum(coups for _, coups, _ in found.by_count) > 500 * 75


DRAGON = known_counts()[0].count
HUNDREDTHS = replace(DRAGON, tags={card: 100 * tag for card, tag in DRAGON.tags.items()})


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: count_cards([BANKER], 2, pace=0).worths, "coups an hour"),
        (lambda: count_cards([BANKER], 2, pace=10**6).worths, "coups an hour"),
        (lambda: CountWorth(BANKER, USUAL, Laid(1)), "at least 2 shoes"),
        # no count serves these
        (
            lambda: suggest("player-pair", shoes=100),
            r"every card has the same effect on player-pair.*use perfect play",
        ),
        (
            lambda: best_trigger(replace(BANKER, tags={Card(1): 1, Card(2): -1}), shoes=100),
            r"with these tags.*use perfect play",
        ),
        # as good as the count of Dragon 7, but its trigger is farther: it is not made up
        (
            lambda: best_trigger(HUNDREDTHS, shoes=500),
            "the best trigger may be outside ±120, and counts",
        ),
        (
            lambda: best_trigger(replace(DRAGON, start=900, divisor=Divisor.NOTHING), shoes=500),
            "the best trigger may be outside ±120, and counts",
        ),
        (
            lambda: best_trigger(replace(DRAGON, start=-900, divisor=Divisor.NOTHING), shoes=500),
            "the best trigger may be outside ±120, and counts",
        ),
    ],
)
def test_what_has_no_worth_is_refused_in_one_line(call: Callable[[], object], says: str) -> None:
    with pytest.raises(BadValue, match=says):
        call()


def test_a_sheet_tells_the_running_count_of_every_coup() -> None:
    dragon = known_counts()[0].count
    rows = sheet(dragon, replace(Rules(), cut_card=14), every=10)
    assert [row.coup for row in rows] == list(range(11, 81, 10))
    assert rows[0].unseen == 366
    for row in rows:
        least = row.needed[0]
        assert dragon.units(least, row.unseen) == 1
        assert dragon.units(least - 1, row.unseen) == 0
    hidden = known_counts()[2].count  # its trigger does not depend on the cards left
    assert {row.needed for row in sheet(hidden, Rules())} == {(1,)}


@pytest.mark.parametrize(
    "spelled", ["dragon-7 at 4:1 9:2", "1 1 1 2 -1 -2 -1 -1 0 0 at 26 on banker"]
)
def test_no_sheet_asks_for_a_count_that_the_cards_gone_cannot_bring(spelled: str) -> None:
    """Beside the best order there is: of the cards gone, those that count most."""
    play = count_cards(spelled, 2, 7).reader.plays[0]
    assert isinstance(play, CountedBet)
    cards = sorted((play.tag(card) for card in Rules().composition), reverse=True)
    rows = sheet(play, Rules(), every=1)
    for row in rows:
        assert max(row.needed) <= sum(cards[: 416 - row.unseen])
    first = rows[0].coup
    assert first > 1
    later = [row.needed for row in rows if len(row.needed) == len(play.stakes)]
    assert len(later) > 50


def test_shoes_that_all_ended_alike_do_not_tell_whether_a_count_is_worth_it() -> None:
    [worth] = count_cards("dragon-7", 2, 45).worths
    assert (worth.deviation, worth.n0, worth.score) == (0, inf, 0)
    assert "Deal more" in (not_worth_it([worth]) or "")


def test_a_count_that_no_life_is_long_enough_for_is_not_worth_it() -> None:
    """N0 coups at the pace, beside forty years of two thousand hours."""
    dragon, banker = count_cards(
        ["dragon-7", "1 1 1 2 -1 -2 -1 -1 0 0 at 26 on banker"], 3000, 7
    ).worths
    assert dragon.n0 / 70 / 2000 < 40 < banker.n0 / 70 / 2000
    assert not_worth_it([dragon]) is None
    assert not_worth_it([banker, dragon]) is None
    assert f"{banker.n0 / 70 / 2000:,.0f} years" in (not_worth_it([banker]) or "")
    [loses] = count_cards([BANKER], 300, 7).worths
    assert not_worth_it([loses]) == "The count is not worth it: its bets lose."


def test_a_run_tells_its_question() -> None:
    found = count_cards([BANKER], 5, 7, endings=[USUAL, Ending(52)])
    assert found.is_whole
    told = found.as_json()
    assert [play["cut_card"] for play in told["plays"]] == [14, 52]  # type: ignore[attr-defined]
    assert found.reader == CountReader((BANKER,), (USUAL, Ending(52)))


@pytest.mark.parametrize("exact", [True, False])
def test_differences_are_those_of_the_single_shoes(exact: bool) -> None:
    """Of bets with different coins: a unit of Banker has twenty, one of Tie has one."""
    plays = BANKER, CountedBet(bac.bet("tie"), TAGS, ((0, 2),)), PerfectBet(bac.bet("dragon-7"))
    endings, shoes = (USUAL, Ending(30)), 12
    found = count_cards(plays, shoes, 7, decks=1, endings=endings, exact=exact, compare=True)
    units = {}
    for play in plays:
        for ending in endings:
            rules = deepest(Rules(decks=1), [ending])
            laid = [lay_shoe(play, rules, 7, number)[1] for number in range(shoes)]
            units[play, ending] = np.array(
                [
                    float(sum(b.units * (b.expected if exact else b.won) for b in bets))
                    for bets in laid
                ]
            )
    less = iter(found.differences)
    for play in plays:
        for ending in endings:
            apart, estimate = units[play, ending] - units[plays[0], ending], next(less)
            assert estimate.value == pytest.approx(apart.mean(), abs=1e-8)
            assert estimate.error == pytest.approx(apart.std(ddof=1) / sqrt(shoes), abs=1e-8)


def test_a_comparison_changes_nothing_of_what_was_laid() -> None:
    plays = BANKER, PerfectBet(bac.bet("tie"))
    alone, compared = (count_cards(plays, 70, 7, compare=each) for each in (False, True))
    assert compared.tally.laid == alone.tally.laid
    assert compared.tally.digest != alone.tally.digest
    assert LaidTally.read(compared.tally.written()) == compared.tally
    with pytest.raises(BadValue, match="compare=True"):
        _ = alone.differences
    with pytest.raises(BadValue, match="a tally of the same guests"):
        alone.tally + compared.tally
