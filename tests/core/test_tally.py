"""A tally counts outcomes, adds up, and says of each bet what was counted."""

import hashlib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

from baccarat import Coup, Side, Tally, bet
from baccarat.base.errors import BadValue, TooShallow

TEXTS = (
    "Kh 5c 8h | 9d 4s",  # a tie on 3, Player on three cards
    "9h Kd | 8s Kc",  # Player's 9 beats 8
    "2h 3d 5c | 4s Ah 2c",  # Banker's 7 beats 0, three cards each
    "2h 3d 5c | 4s Ah 2c",
)
OUTCOMES = [Coup.parse(text).outcome() for text in TEXTS]
FOUR = Tally.of((outcome, 1) for outcome in OUTCOMES)
DEEP = Tally(
    FOUR.cells,
    histograms={"coups": {80: 1, 3: 2, 5: 0}, "burned": {7: 3}},
    events={"player-pair": {"pair": 3}, "lucky-8-player": {"suited": 1}},
)


def sha_256(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_totals_meet_in_their_row_and_column() -> None:
    matrix = FOUR.matrix
    assert {(p, b): n for p, row in enumerate(matrix) for b, n in enumerate(row) if n} == {
        (3, 3): 1,
        (9, 8): 1,
        (0, 7): 2,
    }
    assert [len(row) for row in matrix] == [10] * 10


def test_a_row_for_each_outcome_that_came() -> None:
    told = [tuple(row.values()) for row in FOUR.rows()]
    assert Counter(told) == Counter(
        [(3, 2, 3, 3, "tie", 1), (2, 2, 9, 8, "player", 1), (3, 3, 0, 7, "banker", 2)]
    )
    assert list(FOUR.rows()[0]) == [
        "player_cards",
        "banker_cards",
        "player_total",
        "banker_total",
        "winner",
        "count",
    ]


def test_each_side_has_its_share() -> None:
    assert FOUR.total == 4
    assert FOUR.chances == {Side.PLAYER: Fraction(1, 4), Side.BANKER: Fraction(1, 2), None: 0.25}
    assert repr(FOUR) == "<tally of 4>"


def test_the_odds_of_a_bet_on_totals_are_those_of_its_outcomes() -> None:
    odds = FOUR["banker"]
    assert odds == FOUR.of_bet(bet("banker"))
    assert odds.weights == {"win": 2, "tie": 1, None: 1}
    assert (odds.total, odds.wins, odds.chance, odds.push) == (4, 2, Fraction(1, 2), Fraction(1, 4))
    # Two win 0.95, one loses 1, one pushes.
    mean = Fraction(90, 400)
    assert (odds.expectation, odds.edge) == (mean, -mean)
    assert odds.edge_resolved == -Fraction(90, 300)
    assert odds.variance == (2 * Fraction(19, 20) ** 2 + 1) / 4 - mean**2
    assert odds.deviation == sqrt(odds.variance)
    assert odds.probability("win") == Fraction(1, 2)


def test_deeper_bets_are_read_from_the_events() -> None:
    assert DEEP["player-pair"].weights == {"pair": 3, None: 1}
    lucky = DEEP["lucky-8-player"].weights
    assert {tier: times for tier, times in lucky.items() if times} == {"suited": 1, None: 3}
    with pytest.raises(TooShallow, match="banker-pair needs ranks"):
        _ = DEEP["banker-pair"]


def test_tallies_add_cell_by_cell_and_name_by_name() -> None:
    more = Tally(FOUR.cells, {"coups": {80: 4, 81: 1}}, {"player-pair": {"pair": 1}})
    both = DEEP + more
    assert both == more + DEEP
    assert both.cells == tuple(2 * times for times in FOUR.cells)
    assert both.histograms == {"burned": {7: 3}, "coups": {3: 2, 5: 0, 80: 5, 81: 1}}
    assert both.events == {"lucky-8-player": {"suited": 1}, "player-pair": {"pair": 4}}


def test_a_digest_is_that_of_the_text_of_what_was_counted() -> None:
    cells = f"cells {' '.join(map(str, FOUR.cells))}"
    assert FOUR.digest == sha_256(cells)
    assert DEEP.digest == sha_256(cells, "burned 7:3", "coups 3:2 80:1")
    assert DEEP.events_digest == sha_256("lucky-8-player suited:1", "player-pair pair:3")


def test_all_of_it_is_told_as_json() -> None:
    told = DEEP.as_json()
    assert told["weight"] == "4"
    assert told["cells"] == [str(times) for times in FOUR.cells]
    assert told["matrix"] == [[str(times) for times in row] for row in FOUR.matrix]
    assert told["events"] == {"player-pair": {"pair": "3"}, "lucky-8-player": {"suited": "1"}}
    assert told["histograms"] == {"coups": {"80": 1, "3": 2, "5": 0}, "burned": {"7": 3}}
    assert (told["digest"], told["events_digest"]) == (DEEP.digest, DEEP.events_digest)


@pytest.mark.parametrize("cells", [(0,) * 399, (0,) * 401, (-1, *[0] * 399)])
def test_a_tally_has_400_cells_of_nothing_or_more(cells: tuple[int, ...]) -> None:
    with pytest.raises(BadValue, match="400 cells, each 0 or more"):
        Tally(cells)


def test_a_tier_that_is_none_has_no_chance() -> None:
    with pytest.raises(BadValue, match="banker has no tier 'six'"):
        FOUR["banker"].probability("six")
    assert FOUR["banker"].probability(None) == Fraction(1, 4)


def test_where_every_stake_pushes_the_house_has_no_edge_per_resolved_one() -> None:
    ties = Tally.of([(OUTCOMES[0], 3)])["player"]
    assert ties.push == 1
    assert ties.edge_resolved == ties.edge == 0
    assert "edge_resolved" not in ties.as_json()
    assert "edge_resolved" in FOUR["player"].as_json()


def test_the_intervals_of_a_sample_lie_around_its_figures() -> None:
    """With 68.27 % confidence an interval reaches one standard error to either side."""
    odds = FOUR["banker"]
    many = replace(odds, weights={tier: 10**9 * times for tier, times in odds.weights.items()})
    low, high = many.edge_interval(0.6826894921)
    error = sqrt(odds.variance / (4 * 10**9))
    assert (low - odds.edge, high - odds.edge) == pytest.approx((-error, error), rel=1e-3)
    # Wilson's for 2 of 4 with z = 1: (1/2 + 1/8 ± sqrt(1/16 + 1/64)) / (1 + 1/4).
    half = sqrt(1 / 16 + 1 / 64)
    wanted = ((0.625 - half) / 1.25, (0.625 + half) / 1.25)
    assert odds.chance_interval(0.6826894921) == pytest.approx(wanted)


def test_what_was_sampled_is_told_with_its_intervals() -> None:
    odds = FOUR["banker"]
    told = odds.sampled_json()
    assert (told["bet"], told["spelled"]) == ("banker", "banker:1-5%")
    for name, value, interval in (
        ("probability_simulated", odds.chance, odds.chance_interval(0.99)),
        ("edge_simulated", odds.edge, odds.edge_interval(0.99)),
    ):
        figure = told[name]
        assert isinstance(figure, dict)
        assert figure["estimate"] == float(value)
        assert (figure["low"], figure["high"]) == interval
        assert figure["confidence"] == 0.99


def test_the_edge_is_told_in_percent_too() -> None:
    told = FOUR["banker"].as_json()
    assert (told["edge"], told["edge_percent"]) == ("-9/40", -22.5)


def test_odds_are_equal_by_what_was_counted() -> None:
    odds = FOUR["banker"]
    assert replace(odds, is_exact=True) == odds
    assert replace(odds, weights={**odds.weights, "win": 3}) != odds
