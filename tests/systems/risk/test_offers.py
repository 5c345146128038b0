"""What offers are worth: against published figures, ruin formulas and enumeration."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from statistics import NormalDist

import pytest

import baccarat as bac
from baccarat.base.errors import BadValue, Refused
from baccarat.systems.risk.flat import FlatRisk, steps_of


def law_of(risk: FlatRisk) -> dict[Fraction, Fraction]:
    """The exact chance of each number of units won, from the odds of the bet."""
    total = risk.odds.total
    return {
        risk.bet.net(tier): Fraction(times, total)
        for tier, times in risk.odds.tiers.items()
        if times
    }


def outcomes(risk: FlatRisk, coups: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Units won and the chance of each order of results."""
    for results in product(law_of(risk).items(), repeat=coups):
        chance = Fraction(1)
        for _, each in results:
            chance *= each
        yield sum((units for units, _ in results), Fraction(0)), chance


@pytest.mark.parametrize(
    ("share", "worth", "stop"), [(0.05, 0.0117, 1), (0.1, 0.0481, 2), (0.2, 0.2036, 4)]
)
def test_a_rebate_for_a_flat_player_is_worth_the_known_units(
    share: float, worth: float, stop: int
) -> None:
    rebate = bac.risk("player").rebate(share)
    assert round(rebate.worth, 4) == worth
    assert (rebate.goal, rebate.stop) == (stop, stop)


@pytest.mark.parametrize("share", [0.05, 0.1, 0.13, 0.2, 0.31, 0.4])
def test_no_pair_of_stops_is_better_by_the_formula_of_ruin(share: float) -> None:
    odds = bac.odds(8)
    ratio = float(odds.chance("banker wins") / odds.chance("player wins"))

    def worth(goal: int, stop: int) -> float:
        up = (1 - ratio**stop) / (1 - ratio ** (goal + stop))
        return up * goal - (1 - up) * stop * (1 - share)

    pairs = {(goal, stop): worth(goal, stop) for goal in range(1, 40) for stop in range(1, 40)}
    best = max(pairs, key=pairs.__getitem__)
    rebate = bac.risk("player").rebate(share)
    assert (rebate.goal, rebate.stop) == best
    assert rebate.worth == pytest.approx(pairs[best], abs=1e-12)
    # Wald: what the coups bring on average, without the rebate.
    assert rebate.worth - rebate.cost == pytest.approx(
        -float(odds["player"].edge) * rebate.played, abs=1e-12
    )


@pytest.mark.parametrize(("bet", "share"), [("banker", 0.1), ("tie", 0.2), ("dragon-7", 0.1)])
def test_no_moment_to_stop_is_better_step_by_step(bet: str, share: float) -> None:
    """The best worth with at most n more coups, for growing n: value iteration."""
    risk = bac.risk(bet)
    coins = 20 if bet == "banker" else 1
    steps = {int(units * coins): float(chance) for units, chance in law_of(risk).items()}
    room = range(-40 * coins, 80 * coins)

    def payoff(place: int) -> float:
        return place / coins * (1 - share if place < 0 else 1)

    worth = {place: payoff(place) for place in room}
    for _ in range(200):
        worth |= {
            place: max(
                payoff(place),
                sum(p * worth.get(place + s, payoff(place + s)) for s, p in steps.items()),
            )
            for place in range(-12 * coins, 12 * coins)
        }
    assert risk.rebate(share).worth == pytest.approx(worth[0], abs=1e-9)


def test_a_rebate_too_small_is_no_reason_to_play() -> None:
    rebate = bac.risk("tie").rebate(0.05)
    assert (rebate.goal, rebate.stop, rebate.worth, rebate.played) == (0, 0, 0, 0)


@pytest.mark.parametrize("bet", ["player", "banker", "tie", "super-6"])
def test_after_some_coups_every_order_of_results_is_counted(bet: str) -> None:
    risk = bac.risk(bet)
    sums = list(outcomes(risk, 6))
    back = sum(-units * chance for units, chance in sums if units < 0) / 10
    rebate = risk.rebate(0.1, coups=6)
    assert rebate.cost == pytest.approx(float(back), rel=1e-12)
    mean = 6 * sum(units * chance for units, chance in law_of(risk).items())
    assert rebate.worth == pytest.approx(float(mean + back), rel=1e-10)
    for won in sorted({units for units, _ in sums})[::5]:
        luck = risk.luck(float(won), 6)
        least = sum(chance for units, chance in sums if units >= won)
        most = sum(chance for units, chance in sums if units <= won)
        assert luck.at_least == pytest.approx(float(least), rel=1e-12)
        assert luck.at_most == pytest.approx(float(most), rel=1e-12)
        assert luck.expected == pytest.approx(float(mean), rel=1e-12)


@pytest.mark.parametrize("bet", ["player", "banker", "tie"])
def test_the_costs_of_a_rebate_are_those_of_every_order_of_few_coups(bet: str) -> None:
    risk = bac.risk(bet)
    edge = -sum(units * chance for units, chance in law_of(risk).items())
    costs = risk.rebate_costs(0.2, coups=(5, 1, 3))
    assert [row.coups for row in costs.rows] == [1, 3, 5]
    for row in costs.rows:
        back = sum(-units * p for units, p in outcomes(risk, row.coups) if units < 0) / 5
        assert row.cost == pytest.approx(float(back), rel=1e-12)
        assert row.win == pytest.approx(float(row.coups * edge), rel=1e-12)
        assert row.of_win == pytest.approx(float(back / (row.coups * edge)), rel=1e-11)


@pytest.mark.parametrize("bet", ["player", "banker"])
def test_the_costs_of_a_rebate_are_about_those_of_normal_luck(bet: str) -> None:
    """The mean loss of a normal law with the same mean and deviation; the error falls as 1/n."""
    risk = bac.risk(bet)
    mean, deviation = float(risk.odds.expectation), risk.odds.deviation
    for row in risk.rebate_costs(0.1).rows:
        middle, spread = mean * row.coups, deviation * row.coups**0.5
        z = NormalDist().cdf(-middle / spread), NormalDist().pdf(middle / spread)
        assert row.cost == pytest.approx(0.1 * (spread * z[1] - middle * z[0]), rel=0.3 / row.coups)
    assert [row.coups for row in risk.rebate_costs(0.1).rows] == [100, 300, 1000, 3000, 10_000]


def test_a_rebate_on_a_bet_without_a_house_edge_is_no_share_of_the_win() -> None:
    (row,) = bac.risk("dragon-7:50").rebate_costs(0.1, coups=(100,)).rows
    assert row.win < 0 < row.cost
    assert row.of_win is None


def test_luck_has_the_deviation_of_independent_coups() -> None:
    # 0.9512 a coup is published (FACTS of the bet Player, eight decks).
    luck = bac.risk("player").luck(0, 10_000)
    assert luck.deviation == pytest.approx(95.12, abs=0.005)
    assert luck.z == pytest.approx(123.508 / 95.12, abs=1e-3)


def test_a_rolling_chip_is_staked_as_often_as_is_known() -> None:
    plays = [bac.risk(bet).rolling(0.01).plays for bet in ("player", "banker")]
    assert [round(each, 3) for each in plays] == [2.181, 2.241]
    assert round(sum(plays) / 2, 3) == 2.211
    rolling = bac.risk("player").rolling(0.02)
    assert rolling.worth == pytest.approx(0.02 - 0.012350813289 * rolling.plays, abs=1e-12)
    assert bac.risk("player").rolling(rolling.fair).worth == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize(("bet", "counts"), [("player", 1.0), ("banker", 0.5), ("tie", 1.0)])
def test_a_bonus_is_followed_coup_by_coup(bet: str, counts: float) -> None:
    bankroll, units, turnover = 2, 2, 4
    law, coups = law_of(risk := bac.risk(bet)), int(turnover / counts)

    @cache
    def end(money: Fraction, left: int) -> tuple[Fraction, Fraction, Fraction]:
        """The mean money at the end, the mean above the bonus, and the chance of ruin."""
        if money < 1:
            return money, Fraction(0), Fraction(1)
        if not left:
            return money, max(money - units, Fraction(0)), Fraction(0)
        parts = [(end(money + won, left - 1), chance) for won, chance in law.items()]
        kept, above, ruin = (sum(part[at] * p for part, p in parts) for at in range(3))
        return Fraction(kept), Fraction(above), Fraction(ruin)

    kept, above, ruin = end(Fraction(bankroll + units), coups)
    bonus = risk.bonus(units, turnover, bankroll=bankroll, counts=counts)
    assert bonus.coups == coups
    assert bonus.worth == pytest.approx(float(kept - bankroll), rel=1e-12)
    assert bonus.kept_back == pytest.approx(float(above - bankroll), rel=1e-12)
    assert bonus.ruin == pytest.approx(float(ruin), rel=1e-12)


def test_offers_that_make_no_sense_are_refused() -> None:
    risk = bac.risk("player")
    with pytest.raises(BadValue, match="a rebate must be between 0 and 1"):
        risk.rebate(10)
    with pytest.raises(BadValue, match="number of coups"):
        bac.risk("dragon-7:50").rebate(0.1)
    with pytest.raises(Refused, match="too far away"):
        bac.risk("banker").rebate(0.999999)
    with pytest.raises(BadValue, match="coups"):
        risk.rebate_costs(0.1, coups=())
    with pytest.raises(BadValue, match="at least one unit"):
        risk.bonus(0, 10)
    with pytest.raises(BadValue, match="coups"):
        risk.luck(5, 0)
    for won in (float("nan"), float("inf"), "5"):
        with pytest.raises(BadValue, match="the units won must be a number"):
            risk.luck(won, 5)  # type: ignore[arg-type]


def test_steps_are_the_units_of_the_law() -> None:
    risk = bac.risk("banker")
    steps = {step: Fraction(times, risk.odds.total) for step, times in steps_of(risk.odds).items()}
    assert {int(units * 20): chance for units, chance in law_of(risk).items()} == steps
