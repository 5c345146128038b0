"""A tally: whole numbers in 400 cells, counted by a simulation or computed exactly as weights."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, TypeVar

from baccarat.base.errors import BadBet, BadValue, TooShallow
from baccarat.base.frames import WINNERS, ColumnTypes, Framed
from baccarat.base.frozen import FrozenDict, freeze
from baccarat.base.hints import checked, displayed, guided, helpful, quoted, require_fields
from baccarat.base.jsonable import both, exact, sampled, winner
from baccarat.core.bets import Bet, StreakBet, as_bet
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Outcome, Side
from baccarat.core.stats import CONFIDENCE, chance_interval, mean_interval, wilson


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Tally(Framed):
    """The count, or the exact weight, of each outcome.

    >>> from baccarat import simulate
    >>> tally = simulate(shoes=100, seed=7).tally
    >>> tally.total, tally.of_bet("tie").wins
    (8027, 764)
    >>> (tally + tally).total
    16054
    """

    cells: tuple[int, ...] = field(default_factory=lambda: (0,) * len(OUTCOMES))
    """2 x 2 x 10 x 10: cards of Player, cards of Banker, total of Player, total of Banker"""
    histograms: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    """histograms of numbers that are counted in each shoe: by name, how often each number came"""
    events: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """events that the cells cannot show: by bet, how often each of its tiers came"""

    def __post_init__(self) -> None:
        is_plain = type(self.cells) is tuple and set(map(type, self.cells)) == {int}
        if not is_plain or self.histograms != {} or self.events != {}:
            require_fields(self)
        if len(self.cells) != len(OUTCOMES) or min(self.cells) < 0:
            raise BadValue(f"a tally must have {len(OUTCOMES)} cells, each 0 or more")
        freeze(self, "histograms", "events")

    @classmethod
    @checked
    def of(cls, counted: Iterable[tuple[Outcome, int]]) -> "Tally":
        """A tally of outcomes and how often each was counted."""
        cells = [0] * len(OUTCOMES)
        for outcome, times in counted:
            cells[outcome.index] += times
        return cls(tuple(cells))

    def __repr__(self) -> str:
        return f"<tally of {quoted(self.total)}>"

    @property
    def total(self) -> int:
        """The sum of all cells: ways to deal, or coups."""
        return sum(self.cells)

    @checked
    def __add__(self, other: "Tally") -> "Tally":
        """The sum of two tallies."""
        return Tally(
            tuple(a + b for a, b in zip(self.cells, other.cells, strict=True)),
            added(self.histograms, other.histograms),
            added(self.events, other.events),
        )

    def __radd__(self, other: int) -> "Tally":
        """The tally itself for 0 + tally, so that `sum(tallies)` works."""
        if type(other) is not int or other:
            raise BadValue(f"a tally must be added to another tally, not to {quoted(other)}")
        return self

    @property
    def matrix(self) -> list[list[int]]:
        """How often each pair of final totals came: rows are Player's, columns are Banker's."""
        grid = [[0] * 10 for _ in range(10)]
        for outcome, times in zip(OUTCOMES, self.cells, strict=True):
            grid[outcome.player.total][outcome.banker.total] += times
        return grid

    @property
    def digest(self) -> str:
        """The SHA-256 of cells and histograms; dealing by points or by cards does not change it."""
        return digest_of([f"cells {' '.join(map(str, self.cells))}", *lines_of(self.histograms)])

    @property
    def events_digest(self) -> str:
        """SHA-256 of the events as text."""
        return digest_of(lines_of(self.events))

    @property
    def chances(self) -> dict[Side | None, Fraction]:
        """The chance of each side to win, and of a tie (None)."""
        if not self.total:
            raise TooShallow("no coup has been counted: there are no chances")
        weights: dict[Side | None, int] = dict.fromkeys((*Side, None), 0)
        for outcome, weight in zip(OUTCOMES, self.cells, strict=True):
            weights[outcome.winner] += weight
        return {side: Fraction(weight, self.total) for side, weight in weights.items()}

    def as_json(self) -> dict[str, object]:
        """The tally as JSON; weights are text, because they are too large for a float."""
        return {
            "weight": str(self.total),
            "cells": [str(times) for times in self.cells],
            "matrix": [[str(times) for times in row] for row in self.matrix],
            "events": {
                bet: {tier: str(times) for tier, times in tiers.items()}
                for bet, tiers in self.events.items()
            },
            "histograms": {
                name: {str(number): times for number, times in counts.items()}
                for name, counts in self.histograms.items()
            },
            "digest": self.digest,
            "events_digest": self.events_digest,
        }

    def written(self) -> dict[str, Any]:
        """The tally as a checkpoint stores it."""
        return {"cells": self.cells, "histograms": self.histograms, "events": self.events}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Tally":
        """The tally that `written` stored."""
        histograms = read_counts(written["histograms"], int)
        cells, events = tuple(map(int, written["cells"])), read_counts(written["events"], str)
        return cls(cells, histograms, events)

    @checked
    def of_bet(self, bet: str | Bet) -> "Odds":
        """The odds of a bet by this tally."""
        bet = as_bet(bet)
        weights: dict[str | None, int] = dict.fromkeys([*bet.pays, None], 0)
        if bet.depth is not Depth.TOTALS:
            if bet.key not in self.events:
                raise TooShallow(
                    f"{bet.key} needs {bet.depth}, but a tally of totals does not show them"
                )
            weights.update(self.events[bet.key])
            weights[None] = self.total - sum(self.events[bet.key].values())
            return Odds(bet, weights)
        for outcome, times in zip(OUTCOMES, self.cells, strict=True):
            if times:
                weights[bet.judge(outcome)] += times
        if not any(weights[tier] for tier in bet.winning):
            require_chance(bet)
        return Odds(bet, weights)

    def __getitem__(self, bet: str | Bet) -> "Odds":
        return self.of_bet(bet)

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        held = ("player_cards", "banker_cards", "player_total", "banker_total")
        return {**dict.fromkeys(held, "int8"), "winner": WINNERS, "count": "int64"}, self.rows()

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each outcome that happened, for tables."""
        return [
            {
                "player_cards": outcome.player.cards,
                "banker_cards": outcome.banker.cards,
                "player_total": outcome.player.total,
                "banker_total": outcome.banker.total,
                "winner": winner(outcome.winner),
                "count": times,
            }
            for outcome, times in zip(OUTCOMES, self.cells, strict=True)
            if times
        ]


def require_chance(bet: Bet) -> None:
    """Raise `BadBet` if no outcome wins the bet: its event must have a mistake."""
    winning = set(bet.winning)
    if winning and not any(bet.judge(outcome) in winning for outcome in OUTCOMES):
        raise BadBet(
            f"{bet.key} can never win: correct the bet's event (a winner must be Side.PLAYER, "
            "Side.BANKER or, for a tie, None)"
        )


K = TypeVar("K", int, str)


def added(
    one: Mapping[str, Mapping[K, int]], other: Mapping[str, Mapping[K, int]]
) -> Mapping[str, Mapping[K, int]]:
    """The sum of two mappings of counts by name."""
    sums: dict[str, Mapping[K, int]] = {}
    for name in sorted(one.keys() | other.keys()):
        counts = Counter(one.get(name, {}))
        counts.update(other.get(name, {}))
        sums[name] = FrozenDict(sorted(counts.items()))
    return FrozenDict(sums)


def read_counts(
    written: Mapping[str, Mapping[str, int]], key: Callable[[str], K]
) -> dict[str, dict[K, int]]:
    """Counts by name from a checkpoint, where every key is text."""
    return {
        name: {key(text): int(times) for text, times in counts.items()}
        for name, counts in written.items()
    }


def lines_of(counted: Mapping[str, Mapping[K, int]]) -> list[str]:
    """Counts by name as text, one line for each name."""
    return [
        f"{name} {' '.join(f'{key}:{times}' for key, times in sorted(counts.items()) if times)}"
        for name, counts in sorted(counted.items())
    ]


def digest_of(lines: list[str]) -> str:
    """The SHA-256 of the lines that `lines_of` writes."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class StakeWorth:
    """Calculates the expected value, edge and variance of a stake from counts of its results."""

    __slots__ = ()
    bet: Bet | StreakBet
    is_exact: bool

    @property
    def _counted(self) -> int:
        """The number of stakes; raises an error if there is none."""
        raise NotImplementedError

    def _nets(self) -> Iterable[tuple[int, Fraction]]:
        """For each way a stake can end: how often it came, and the guest's win per unit."""
        raise NotImplementedError

    @property
    def expectation(self) -> Fraction:
        """The guest's average win per unit staked."""
        return self._mean(1)

    @property
    def edge(self) -> Fraction:
        """The house edge, per unit staked."""
        return -self.expectation

    @property
    def variance(self) -> Fraction:
        """The variance of one unit staked, exactly."""
        return self.variance_at_means + self._spread()

    @property
    def variance_at_means(self) -> Fraction:
        """The variance if each win is multiplied by the mean of its factors, as `simulate` does."""
        return self._mean(2) - self._mean(1) ** 2

    def _spread(self) -> Fraction:
        """The part of the variance that comes from the draw of the factors, for given cards."""
        return Fraction(0)

    @property
    def deviation(self) -> float:
        """The standard deviation of one unit staked."""
        return sqrt(self.variance)

    def _mean(self, power: int) -> Fraction:
        # In whole numbers: a fraction is brought to its lowest terms once, at the end.
        nets = list(self._nets())
        unit = lcm(*(net.denominator for _, net in nets))
        whole = ((times, net.numerator * (unit // net.denominator)) for times, net in nets)
        moment = sum(times * net**power for times, net in whole)
        return Fraction(moment, unit**power * self._counted)

    def edge_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the edge, if the stakes are an independent sample."""
        self._require_sample()
        _ = self._counted  # raises an error if there is no stake
        return mean_interval([(times, -net) for times, net in self._nets()], confidence)

    def _require_sample(self) -> None:
        if self.is_exact:
            raise BadValue(f"these odds of {self.bet.key} are exact, so they have no interval")


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True)
class Odds(StakeWorth, Framed):
    """How often each tier of a bet happened: exact weights, or counts of a sample.

    >>> from baccarat import odds
    >>> banker = odds(decks=8)["banker"]
    >>> round(float(banker.edge), 6), round(float(banker.chance), 6), banker.is_exact
    (0.010579, 0.458597, True)
    """

    bet: Bet
    weights: Mapping[str | None, int]
    """the weight of each tier; None is the loss, or means that the bet was not offered"""
    is_exact: bool = field(default=False, compare=False)
    """whether the weights count every way to deal, instead of a sample of coups"""

    def __post_init__(self) -> None:
        freeze(self, "weights")
        require_fields(self)
        for tier, weight in self.weights.items():
            if weight < 0:
                times = quoted(weight)
                raise BadValue(f"{self.bet.key}: {quoted(tier)} cannot happen {times} times")

    @property
    def total(self) -> int:
        """The weight of the coups in which the bet was offered; usually of all coups."""
        return sum(self.weights.values()) - self._unlaid

    @property
    def _unlaid(self) -> int:
        return self.weights.get(None, 0) if self.bet.offered else 0

    @property
    def tiers(self) -> dict[str | None, int]:
        """The weight of each tier in the coups in which the bet was offered."""
        skipped = [None] if self.bet.offered else []
        return {tier: times for tier, times in self.weights.items() if tier not in skipped}

    @property
    def offered(self) -> Fraction:
        """The chance that the bet is offered; all other figures assume that it is offered."""
        return Fraction(self.total, sum(self.weights.values()) or 1)

    @property
    def _counted(self) -> int:
        """The number of stakes; raises an error if there is none."""
        if not self.total and self._unlaid:
            raise TooShallow(
                f"{self.bet.key} was not offered in any coup: there are no odds of this bet"
            )
        if not self.total:
            raise TooShallow(f"no coup has been counted: there are no odds of {self.bet.key}")
        return self.total

    def _nets(self) -> Iterable[tuple[int, Fraction]]:
        return ((times, self.bet.net(tier)) for tier, times in self.tiers.items())

    def _spread(self) -> Fraction:
        bet = self.bet
        if bet.drawn is None:
            return Fraction(0)
        squares = (
            times * chance * (bet.net(tier, by) - bet.net(tier)) ** 2
            for tier in bet.winning
            if (times := self.weights[tier])
            for by, chance in bet.law(tier).items()
        )
        return sum(squares, Fraction(0)) / self._counted

    @property
    def wins(self) -> int:
        """The weight of wins: ways to deal, or coups."""
        return sum(self.weights[tier] for tier in self.bet.winning)

    @property
    def pushes(self) -> int:
        """The weight of pushes, which give the stake back."""
        return sum(times for tier, times in self.tiers.items() if not self.bet.net(tier))

    @property
    def chance(self) -> Fraction:
        """The chance to win more than 0."""
        return Fraction(self.wins, self._counted)

    @property
    def edge_resolved(self) -> Fraction:
        """The house edge per unit staked, counting only the stakes that do not push."""
        resolved = 1 - self.push
        return self.edge / resolved if resolved else Fraction(0)

    @property
    def push(self) -> Fraction:
        """The chance of a push."""
        return Fraction(self.pushes, self._counted)

    def probability(self, tier: str | None) -> Fraction:
        """The chance of a tier; the tier None is the loss."""
        if not isinstance(tier, str | None) or tier not in self.tiers:
            raise BadValue(f"{self.bet.key} has no tier {quoted(tier)}")
        return Fraction(self.weights[tier], self._counted)

    @checked
    def terms_for(self, edge: Fraction | int) -> dict[str, Fraction]:
        """Each commission or price that gives the bet this edge if nothing else changes.

        A term that cannot give it is left out.

        >>> from baccarat import odds
        >>> odds(8)["banker"].terms_for(0)["commission"]
        Fraction(7535923321, 279815987114)
        """
        bet, missing = self.bet, self.edge - edge
        chances = {tier: chance for tier in bet.winning if (chance := self.probability(tier))}
        if bet.drawn:  # one price for every hand
            laws = [(chance, bet.drawn.law(tier)) for tier, chance in chances.items()]
            mean = sum(chance * times * p for chance, law in laws for times, p in law.items())
            price = bet.pays[bet.winning[0]] + (missing * (1 + bet.drawn.fee) / mean if mean else 0)
            return {"win": Fraction(price)} if mean and price > 0 else {}
        wins, terms = sum(bet.gross(tier) * chances[tier] for tier in chances), {}
        if wins and 0 <= (commission := bet.commission - missing / wins) < 1:
            terms["commission"] = Fraction(commission)
        for tier, chance in chances.items():
            if (net := bet.net(tier) + missing / chance) > 0:
                terms[tier] = net / (1 - bet.commission) + bet.for_one
        return terms

    @checked
    def chance_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the chance to win, if the coups are an independent sample."""
        self._require_sample()
        return chance_interval(self.wins, self.total, confidence)

    @checked
    def offered_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the chance of being offered, if the coups are a sample."""
        self._require_sample()
        return wilson(self.total, self.total + self._unlaid, confidence)

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each tier, for tables: its win per unit, and how often it came."""
        total = self.total
        return [
            {
                "tier": tier,
                **both("net", self.bet.net(tier)),
                "count": times,
                **both("probability", Fraction(times, total) if total else None),
            }
            for tier, times in self.tiers.items()
        ]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        net = {"net": "float64", "net_fraction": "string"}
        chance = {"probability": "float64?", "probability_fraction": "string?"}
        return {"tier": "string?", **net, "count": "int64", **chance}, self.rows()

    def as_json(self) -> dict[str, object]:
        """Exact odds as JSON: every tier with its weight, the edge and the variance."""
        push, edge, variance, bet = self.push, self.edge, self.variance, self.bet
        total = self.total
        return {
            "bet": bet.key,
            "spelled": str(bet),
            **(exact("offered_probability", self.offered) if bet.offered else {}),
            **exact("probability", self.chance),
            **exact("push_probability", push),
            **exact("edge", edge),
            "edge_percent": 100 * float(edge),
            **({} if push == 1 else exact("edge_resolved", edge / (1 - push))),
            **exact("variance", variance),
            "deviation_float": sqrt(variance),
            "tiers": [
                {
                    "tier": tier,
                    "weight": str(weight),
                    **exact("probability", Fraction(weight, total)),
                    **exact("net", bet.net(tier)),
                }
                for tier, weight in self.tiers.items()
            ],
        }

    def sampled_json(self) -> dict[str, object]:
        """Sampled odds as JSON: how the stakes ended, and chance and edge with their intervals."""
        told: dict[str, object] = {
            "bet": self.bet.key,
            "spelled": str(self.bet),
            "win_weight": str(self.wins),
            "push_weight": str(self.pushes),
            "loss_weight": str(self.total - self.wins - self.pushes),
        }
        if self.bet.offered:
            interval = self.offered_interval()
            told["offered_simulated"] = sampled(self.offered, interval, CONFIDENCE)
        if self._unlaid and not self.total:
            return {**told, "probability_simulated": None, "edge_simulated": None}
        return {
            **told,
            "probability_simulated": sampled(self.chance, self.chance_interval(), CONFIDENCE),
            "edge_simulated": sampled(self.edge, self.edge_interval(), CONFIDENCE),
        }
