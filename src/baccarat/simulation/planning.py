"""Makes the plan of a simulation, and calculates the number of shoes that it needs."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil, inf, sqrt
from numbers import Real
from statistics import NormalDist

from baccarat.base.errors import BadText, BadValue
from baccarat.base.hints import quoted, whole
from baccarat.core.bets import Bet
from baccarat.core.cards import Depth
from baccarat.core.chance import SEEDS
from baccarat.core.coup import OUTCOMES
from baccarat.core.games import Game, as_game
from baccarat.core.shoe import FEWEST_CARDS, decks_of
from baccarat.core.stats import CONFIDENCE
from baccarat.core.tally import Odds, Tally
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import OddsTable
from baccarat.exact.odds import odds as exact_odds
from baccarat.simulation.plan import Plan


def require_bools(**values: object) -> None:
    """Refuse an option that is neither True nor False."""
    for name, value in values.items():
        if not isinstance(value, bool):
            raise BadValue(f"{name} must be True or False, not {quoted(value)}")


def plan_of(
    game: Game,
    shoes: int,
    seed: int = 0,
    coups: int | None = None,
    fresh: bool = False,
    depth: Depth | str | None = None,
    endless: bool = False,
) -> Plan:
    """The plan of a simulation of a game."""
    require_bools(fresh=fresh)
    if fresh and coups is not None:
        raise BadValue("give either fresh or a number of coups: a fresh shoe has one coup")
    if endless and not fresh:
        raise BadValue("an endless deck has no last coup: ask for a number of fresh coups")
    # A printed card has no suit and perhaps no rank, so bets on these cannot be counted.
    printed = game.rules.printed
    known = Depth.CARDS if printed is None else printed.depth
    deepest = known if depth is None else as_depth(depth)
    bets = [bet for bet in game.layout.bets.values() if Depth.TOTALS < bet.depth <= deepest]
    # A bet may be on several spots, at several prices, but it is counted once.
    counted = {bet.key: bet for bet in bets}
    for bet in bets:
        if not is_same_event(bet, counted[bet.key]):
            raise BadValue(f"two different bets are both named {bet.key}: rename one")
    if fresh:
        return Plan.fresh(shoes, seed, game.rules, tuple(counted.values()), endless)
    return Plan(shoes, seed, game.rules, coups, bets=tuple(counted.values()))


def is_same_event(one: Bet, other: Bet) -> bool:
    """Whether two bets have the same event, perhaps at different prices."""
    return (one.event, one.trait, one.depth, one.at_start) == (
        other.event,
        other.trait,
        other.depth,
        other.at_start,
    )


def as_depth(depth: Depth | str) -> Depth:
    names = {str(known): known for known in Depth}
    if str(depth) not in names:
        raise BadText(f"not a depth: {str(depth)[:24]!r} (expected {', '.join(names)})")
    return names[str(depth)]


def shoes_until(
    half_width: float,
    bet: str | Bet = "banker",
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    coups: int | None = None,
    fresh: bool = False,
    decide: Strategy = nobody,
) -> int:
    """The number of shoes for a 99 % confidence interval of an edge with this half-width.

    The half-width is a share of the stake. The number follows from the exact deviation before
    anything is dealt, so that the results cannot influence when the simulation stops.

    >>> shoes_until(0.001, "banker", fresh=True)
    5709249
    """
    if not isinstance(half_width, Real) or isinstance(half_width, bool):
        raise BadValue(f"the half-width of an interval must be a number, not {quoted(half_width)}")
    if not 0 < half_width <= 1:
        raise BadValue(
            "the half-width of an interval must be above 0 and at most 100 per cent of the stake, "
            f"not {100 * half_width:g}"
        )
    table = as_game(game, decks=decks)
    plan = plan_of(table, 1, 0, coups, fresh)
    exact = exact_of(table, plan, decide)
    odds = exact[bet]
    if not odds.variance_at_means:
        return 1
    ratio = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(odds.variance_at_means) / half_width
    needed = ratio * ratio
    # The deviation of the sample has its own standard error. With four of them added, the interval
    # is wider than requested in about 3 of 100,000 simulations.
    needed += 4 * sqrt(needed * (_kurtosis(odds) - 1))
    mean, _ = _length(plan, exact.tally)
    laid = mean * float(odds.offered)
    return ceil(min(needed / laid, 2 * SEEDS))  # a plan refuses 2 * SEEDS


def shoes_for(
    coups: int,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    each: int | None = None,
    decide: Strategy = nobody,
) -> int:
    """The number of shoes to deal for this number of coups.

    With `each`, every shoe gives `each` coups. Otherwise every shoe is dealt whole: shoes differ in
    length, so the number is a little above the mean, to avoid too few coups.

    >>> shoes_for(1_000_000, each=60), shoes_for(1_000_000)
    (16667, 12450)
    """
    if whole(coups, "the number of coups") < 1:
        raise BadValue(f"a simulation needs at least one coup, not {coups}")
    table = as_game(game, decks=decks)
    plan = plan_of(table, 1, 0, each)
    if each is not None:
        return -(-coups // each)
    exact = exact_of(table, plan, decide).tally
    mean, deviation = _length(plan, exact)
    # Solve s * mean - 4 * deviation * sqrt(s) = coups for s: then s shoes have fewer coups in at
    # most 3 of 100,000 simulations.
    root = (4 * deviation + sqrt(16 * deviation**2 + 4 * mean * min(coups, SEEDS**2))) / (2 * mean)
    return ceil(min(root * root, 2 * SEEDS))  # a plan refuses 2 * SEEDS


def _kurtosis(odds: Odds) -> float:
    """The kurtosis of a bet's win: the fourth central moment divided by the squared variance."""
    fourth = sum(
        odds.probability(tier) * (odds.bet.net(tier) - odds.expectation) ** 4 for tier in odds.tiers
    )
    return float(fourth / odds.variance_at_means**2)


def _length(plan: Plan, exact: Tally) -> tuple[float, float]:
    """The mean (slightly too low) and the standard deviation of the number of coups in a shoe.

    They follow from renewal theory: coups use up cards until the cut card. The mean is a tenth of
    a coup too small, because the theory takes the number of cards as continuous, and it leaves out
    coups that a rule may deal after the cut card.
    """
    if plan.coups is not None:
        return plan.coups, 0.0
    rules, cards = plan.rules, decks_of(plan.rules.decks)
    used, used_spread = _moments(
        (len(outcome.player) + len(outcome.banker) - len(rules.opening), weight)
        for outcome, weight in zip(OUTCOMES, exact.cells, strict=True)
    )
    burned, burned_spread = _moments((1 + card.burns, 1) for card in cards)
    if not rules.burn:
        burned = burned_spread = 0.0
    before_cut = max(0.0, len(cards) - max(rules.cut_card, FEWEST_CARDS) - burned)
    # The last coup ends after the cut card, on average by half of its cards.
    mean = (before_cut + (used + used_spread / used) / 2) / used
    spread = (before_cut * used_spread / used + burned_spread) / used**2
    # The coups that the rule always deals after the cut card, while there are cards.
    sure = min(rules.last_coup.before, rules.last_coup.inside, max(0, rules.cut_card - 5) // 6)
    return max(1.0, mean) + sure, sqrt(spread)


def _moments(weighed: Iterable[tuple[int, int]]) -> tuple[float, float]:
    """The mean and the variance of weighted numbers."""
    pairs = list(weighed)
    total, first, second = (
        sum(number**power * weight for number, weight in pairs) for power in range(3)
    )
    mean = Fraction(first, total)
    return float(mean), float(Fraction(second, total) - mean**2)


def exact_of(game: Game, plan: Plan, decide: Strategy) -> OddsTable:
    decks = inf if plan.endless else plan.rules.decks
    return exact_odds(decks, game=replace(game, rules=plan.rules), decide=decide)
