"""The interval of an edge, beside Wilson's, beside a search of all chances, and by its misses."""

from fractions import Fraction
from math import lgamma, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat import Bet, bet, registered, streak
from baccarat.base.errors import BadValue
from baccarat.core.cards import Depth
from baccarat.core.stats import FEW, chance_interval, deviations, mean_interval, wilson
from baccarat.core.tally import Odds
from baccarat.exact.bet_report import home_of
from baccarat.exact.odds import odds
from baccarat.exact.streak_chain import StreakOdds

Z = deviations(0.99)
MOST_MISSES = 0.02
"""The share of 99 % intervals that may miss the edge."""


@given(st.integers(FEW, 5000), st.integers(FEW, 5000), st.fractions(-5, 5), st.integers(1, 200))
def test_for_two_numbers_it_is_wilsons(wins: int, losses: int, lost: Fraction, price: int) -> None:
    low, high = wilson(wins, wins + losses)
    found = mean_interval([(losses, lost), (wins, lost + price)])
    wanted = (float(lost) + price * low, float(lost) + price * high)
    assert found == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def test_a_bet_that_never_won_has_wilsons_interval() -> None:
    """300 coups without an Égalité 1: the chance lies from 0 to z² / (300 + z²)."""
    egalite = Odds(bet("egalite-1"), dict.fromkeys(bet("egalite-1").pays, 0) | {None: 300})
    low, high = egalite.edge_interval()
    assert high == 1
    assert low == pytest.approx(1 - 216 * Z**2 / (300 + Z**2))


def brute_force(came: list[tuple[int, float]], mean: float) -> tuple[float, float]:
    """Pearson's chi-square and the likelihood ratio at the likeliest chances with this mean.

    Three numbers with a given mean leave one chance free: every value of it is tried.
    """
    (one, a), (two, b), (three, c) = came
    of = one + two + three
    # p a + q b + (1 − p − q) c = mean, so q follows from p.
    p = np.linspace(0, 1, 400_001)
    q = (mean - c - p * (a - c)) / (b - c)
    chances = np.array([p, q, 1 - p - q])
    chances = chances[:, (chances >= 0).all(axis=0)]
    times = np.array([[one], [two], [three]])
    with np.errstate(divide="ignore", invalid="ignore"):
        likely = np.where(times > 0, times * np.log(chances), 0).sum(axis=0)
        best = chances[:, likely.argmax()]
        square = np.where(best > 0, (times[:, 0] - of * best) ** 2 / (of * best), 0).sum()
    top = sum(n * log(n / of) for n, _ in came if n)
    return float(square), 2 * (top - float(likely.max()))


SAMPLES = [
    [(120, -1.0), (30, 0.0), (150, 1.0)],
    [(270, -1.0), (20, 6.0), (10, 15.0)],
    [(270, -1.0), (28, 8.0), (2, 100.0)],
    [(280, -1.0), (20, 8.0), (0, 100.0)],
    [(0, -1.0), (20, 8.0), (280, 100.0)],
    [(300, -1.0), (0, 8.0), (0, 100.0)],
]


@pytest.mark.parametrize("came", SAMPLES)
def test_each_end_is_where_the_likeliest_chances_leave_the_limit(
    came: list[tuple[int, float]],
) -> None:
    counts = [(times, Fraction(number)) for times, number in came]
    mean = float(sum(n * x for n, x in counts) / sum(n for n, _ in counts))
    for end in mean_interval(counts):
        if end in (-1, 100):
            continue
        square, ratio = brute_force(came, end)
        is_few = min(times for times, _ in came) < FEW
        wanted = min(square, ratio) if is_few else square
        assert wanted == pytest.approx(Z**2, rel=2e-3), (mean, end)


def test_the_interval_moves_and_grows_with_its_numbers() -> None:
    low, high = mean_interval([(70, Fraction(-1)), (20, Fraction(0)), (4, Fraction(12))])
    moved = mean_interval([(70, Fraction(-5)), (20, Fraction(-3)), (4, Fraction(21))])
    assert moved == pytest.approx((2 * low - 3, 2 * high - 3))
    turned = mean_interval([(4, Fraction(-12)), (70, Fraction(1)), (20, Fraction(0))])
    assert turned == pytest.approx((-high, -low))


def test_in_a_large_sample_it_is_the_interval_of_the_normal_law() -> None:
    counts = {"win": 458_597 * 10**6, "tie": 95_156 * 10**6, None: 446_247 * 10**6}
    dealt = Odds(bet("banker"), counts)
    half = Z * sqrt(dealt.variance / dealt.total)
    low, high = dealt.edge_interval()
    assert (low, high) == pytest.approx((float(dealt.edge) - half, float(dealt.edge) + half))
    assert high - low == pytest.approx(2 * half, rel=1e-5)


def test_numbers_that_all_came_alike_or_never() -> None:
    assert mean_interval([(300, Fraction(1, 3))]) == (1 / 3, 1 / 3)
    with pytest.raises(BadValue, match="at least one number with a count above 0"):
        mean_interval([(0, Fraction(1))])


def test_a_streak_that_never_came_to_its_end_may_still_pay() -> None:
    kind = streak("banker-streak")
    dealt = StreakOdds(kind, {0: 600, 1: 280, 2: 120})
    low, high = dealt.edge_interval()
    price = float(kind.pays[kind.most])
    assert low < 1 - price * Z**2 / 2 / 1000
    assert high <= 1


# How often it misses


def misses(counts: np.ndarray, numbers: np.ndarray, mean: float) -> np.ndarray:
    """For each row of counts: whether the interval misses the mean.

    The same test as `mean_interval`, but at the mean itself: no end of an interval is sought.
    """
    of, off = counts.sum(axis=1), numbers - mean
    share = counts / of[:, None]
    # The root of the derivative of the likelihood, or the edge beyond which a chance is negative.
    low = np.full(len(counts), -1 / off.max())
    high = np.full(len(counts), -1 / off.min())
    for _ in range(60):
        middle = (low + high) / 2
        with np.errstate(all="ignore"):
            slope = np.where(counts > 0, share * off / (1 + middle[:, None] * off), 0).sum(axis=1)
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
    with np.errstate(all="ignore"):
        logs = np.where(counts > 0, share * np.log1p(middle[:, None] * off), 0).sum(axis=1)
    is_beyond = of * middle * (share @ off) > Z**2
    return np.asarray(is_beyond & ((2 * of * logs > Z**2) | (counts.min(axis=1) >= FEW)))


def law_of(name: str) -> tuple[np.ndarray, np.ndarray]:
    """The wins per unit that the bet can pay, and the exact chance of each in a fresh shoe."""
    found = odds(8, game=home_of(bet(name)))[name]
    chances: dict[Fraction, Fraction] = {}
    for tier in found.tiers:
        net = Fraction(found.bet.net(tier))
        chances[net] = chances.get(net, Fraction(0)) + found.probability(tier)
    order = sorted(chances)
    return np.array(list(map(float, order))), np.array([float(chances[net]) for net in order])


def miss_rate(name: str, coups: int, samples: int) -> float:
    """The share of samples whose interval misses the edge; for two results it is exact."""
    numbers, chances = law_of(name)
    mean = float(numbers @ chances)
    if len(numbers) == 2:
        wins = np.arange(coups + 1)
        counts, ways = np.array([coups - wins, wins]).T, np.array(list(map(lgamma, wins + 1.0)))
        logs = ways[-1] - ways - ways[::-1] + counts @ np.log(chances)
        counts, weights = counts[logs > -30], np.exp(logs[logs > -30])
    else:
        drawn = np.random.default_rng(35).multinomial(coups, chances / chances.sum(), samples)
        counts, times = np.unique(drawn, axis=0, return_counts=True)
        weights = times / samples
    missed = misses(counts, numbers, mean)
    nets = list(map(Fraction, numbers))
    for row in range(0, len(counts), max(1, len(counts) // 20)):
        low, high = mean_interval(list(zip(map(int, counts[row]), nets, strict=True)))
        if min(abs(low - mean), abs(high - mean)) > 1e-9:
            assert missed[row] == (not low <= mean <= high)
    return float(weights[missed].sum())


@pytest.mark.parametrize("coups", [300, 2_000, 20_000])
def test_the_interval_of_a_chance_misses_at_most_two_in_a_hundred(coups: int) -> None:
    """Every bet of the catalogue on totals; Wilson's misses 2.34 of 100 for Égalité 4 in 300."""
    table = odds(8)
    bets = [each for each in registered(Bet) if each.depth is Depth.TOTALS and not each.offered]
    for chance in {float(table[each].chance) for each in bets}:
        wins = np.arange(coups + 1)
        ways = np.array(list(map(lgamma, wins + 1.0)))
        logs = ways[-1] - ways - ways[::-1] + wins * log(chance) + wins[::-1] * log(1 - chance)
        likely = wins[logs > -30]
        ends = np.array([chance_interval(int(count), coups) for count in likely])
        is_missed = (chance < ends[:, 0]) | (ends[:, 1] < chance)
        assert np.exp(logs[likely])[is_missed].sum() <= MOST_MISSES


HARD = ["egalite-1", "egalite-4", "3-giving-8", "three-card-six", "lucky-nines", "quik"]
"""Bets whose intervals by the normal law miss 4 to 30 times in 100."""


@pytest.mark.parametrize("name", HARD)
def test_it_seldom_misses_the_edge_of_a_bet_at_a_long_price(name: str) -> None:
    assert miss_rate(name, 300, 1000) < MOST_MISSES
    assert miss_rate(name, 2000, 1000) < MOST_MISSES


@pytest.mark.long
@pytest.mark.parametrize("coups", [300, 2000, 20_000])
def test_it_misses_the_edge_of_no_bet_more_than_twice_in_100_samples(coups: int) -> None:
    rates = {one.key: miss_rate(one.key, coups, 20_000) for one in registered()}
    assert len(rates) > 100
    assert max(rates.values()) < MOST_MISSES, max(rates, key=lambda name: rates[name])
