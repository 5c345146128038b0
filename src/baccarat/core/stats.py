"""Statistics of any sequence of results; unknown values are left out, not guessed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

from baccarat.base.errors import BadValue
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, displayed, guided, helpful, quoted, require_fields
from baccarat.base.jsonable import sampled
from baccarat.base.sentences import Sentence
from baccarat.core.coup import Side
from baccarat.core.result import AnyResults, Result, parse_results

CONFIDENCE = 0.99
FEW = 10
"""A number that came less often widens the interval of a mean: see `mean_interval`."""


def deviations(confidence: float) -> float:
    """How many standard deviations around the mean hold this share of a normal distribution."""
    if not (isinstance(confidence, int | float | Fraction) and 0 < confidence < 1):
        raise BadValue(f"a confidence must be between 0 and 1, e.g. 0.99, not {quoted(confidence)}")
    return NormalDist().inv_cdf((1 + float(confidence)) / 2)


@checked
def wilson(count: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The confidence interval (Wilson's score) of a chance; `of` is the number of trials."""
    z = deviations(confidence)
    if not 0 <= count <= of:
        raise BadValue(f"{count} of {of} is impossible: the count must be from 0 to {of}")
    if of == 0:
        return 0.0, 1.0
    share, spread = count / of, z * z / of
    middle = share + spread / 2
    half = z * sqrt(share * (1 - share) / of + spread / (4 * of))
    low, high = (middle - half) / (1 + spread), (middle + half) / (1 + spread)
    return min(max(0.0, low), share), max(min(1.0, high), share)


@checked
def mean_interval(
    came: Iterable[tuple[int, Fraction]], confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The confidence interval of a mean, from how often each possible number came.

    Give the numbers that never came too: they count in the mean. This is Wilson's interval for any
    number of numbers: it has each mean for which Pearson's chi-square, at the likeliest chances
    with this mean, is at most z². For two numbers it is Wilson's exactly. If a number came fewer
    than `FEW` times, an end is that of the likelihood ratio if that end is farther away.

    >>> [round(end, 4) for end in mean_interval([(0, Fraction(1)), (300, Fraction(0))])]
    [0.0, 0.0216]
    """
    limit, times_of = deviations(confidence) ** 2, Counter[Fraction]()
    for times, number in came:
        times_of[number] += times
    if not (of := times_of.total()):
        raise BadValue("a mean needs at least one number with a count above 0")
    mean = sum((times * number for number, times in times_of.items()), Fraction(0)) / of
    ends = []
    for sign, most in ((-1, mean - min(times_of)), (1, max(times_of) - mean)):
        off = [(times, float(sign * (x - mean) / (most or 1))) for x, times in times_of.items()]
        ends.append(float(mean) + sign * float(most) * (_farthest(off, limit) if most else 0))
    return ends[0], ends[1]


def _farthest(off: Sequence[tuple[int, float]], limit: float) -> float:
    """The highest true mean that fits a sample, scaled so that its mean is 0 and its top is 1."""
    of, is_few = sum(times for times, _ in off), any(times < FEW for times, _ in off)
    seen = [(times / of, number) for times, number in off if times]
    # The likeliest chances with a given mean: each share is divided by 1 − step × number. Beyond
    # step 1 a part of the chance goes to the top number; then this number never came.
    near, far, mean = 0.0, 1.0 + all(number < 1 for _, number in seen), 0.0
    for _ in range(60):
        middle = (near + far) / 2
        step, part = min(middle, 1.0), max(middle - 1, 0.0)
        tilted = [(share / (1 - step * number), number) for share, number in seen]
        whole = sum(share for share, _ in tilted)
        chances = [(share * (1 - part) / whole, number) for share, number in tilted] + [(part, 1.0)]
        tried = sum(chance * number for chance, number in chances)
        variance = sum(chance * (number - tried) ** 2 for chance, number in chances)
        is_beyond = of * tried**2 > limit * variance
        if is_beyond and is_few:
            logs = sum(share * log1p(-step * number) for share, number in seen)
            is_beyond = 2 * of * (logs + log(whole) - log1p(-part)) > limit
        if is_beyond:
            far = middle
        else:
            near, mean = middle, tried
    return mean


def chance_interval(count: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's confidence interval of a chance; `mean_interval` widens it for a rare event.

    >>> [round(end, 4) for end in (*wilson(3, 300), *chance_interval(3, 300))]
    [0.0025, 0.0387, 0.0014, 0.0387]
    """
    low, high = wilson(count, of, confidence)
    # An event or its opposite is rare if it came fewer than 10 times, and less than once in 10.
    if FEW * min(count, of - count) >= min(FEW * FEW, of):
        return low, high
    rare = mean_interval([(count, Fraction(1)), (of - count, Fraction(0))], confidence)
    return min(low, rare[0]), max(high, rare[1])


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with these degrees of freedom is at least as large.

    The regularised incomplete gamma function: a series below its mean, else Lentz's fraction.

    >>> round(chi_square_tail(18.307, 10), 4), round(chi_square_tail(3.8415, 1), 4)
    (0.05, 0.05)
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - front * total
    b, c = x + 1 - a, 1e300
    d = h = 1 / b
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values of several tests, corrected for their number by Holm's method.

    >>> holm([0.02, 0.01, 0.9])
    [0.04, 0.03, 0.9]
    """
    worst, corrected = 0.0, dict[int, float]()
    for rank, at in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[at]))
        corrected[at] = worst
    return [corrected[at] for at in range(len(p_values))]


def half_width(interval: tuple[float, float], digits: int, times: float = 1) -> str:
    """The number after a ±; '' if the interval has no width because all counted values are equal.

    >>> half_width((0.9, 1.1), 2), half_width((1.0, 1.0), 2)
    ('0.10', '')
    """
    low, high = interval
    return f"{times * (high - low) / 2:.{digits}f}" if low < high else ""


@dataclass(frozen=True, slots=True)
class Share:
    """How often an event happened, out of the coups for which we know whether it happened."""

    count: int
    of: int

    def __post_init__(self) -> None:
        require_fields(self)
        if not 0 <= self.count <= self.of:
            raise BadValue(
                f"{self.count} of {self.of} is impossible: the count must be from 0 to {self.of}"
            )

    @property
    def share(self) -> Fraction | None:
        """The share of the coups; None if `of` is 0."""
        return Fraction(self.count, self.of) if self.of else None

    @checked
    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """The confidence interval of the event's chance, if the coups are a sample."""
        return wilson(self.count, self.of, confidence)

    @property
    def said(self) -> Sentence:
        """The count, the share and the interval in words."""
        if not self.of:
            return Sentence("not known")
        low, high = self.interval()
        return Sentence(
            "{count} of {of}, {share:.1f} % ({low:.1f} … {high:.1f} %)",
            count=self.count,
            of=self.of,
            share=100 * self.count / self.of,
            low=100 * low,
            high=100 * high,
        )

    def as_json(self) -> dict[str, object]:
        """The count, and the share with its interval."""
        told = sampled(self.share, self.interval(), CONFIDENCE)
        return {"count": self.count, "of": self.of, **told}

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True, slots=True)
@freezes("lengths")
class Streaks:
    """How many streaks of each length one outcome had; the last streak may be unfinished."""

    lengths: Mapping[int, int]

    @property
    def longest(self) -> int:
        """The length of the longest streak; 0 if there was none."""
        return max(self.lengths, default=0)

    @property
    def count(self) -> int:
        """How many streaks there were."""
        return sum(self.lengths.values())

    def as_json(self) -> dict[str, object]:
        """The streaks as JSON."""
        return {"longest": self.longest, "lengths": _histogram(self.lengths)}


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True)
@freezes()
class Statistics(Framed):
    """The statistics of a sequence of results. Keys are `player`, `banker`, `tie` and others."""

    coups: int
    winners: Mapping[str, Share]
    pairs: Mapping[str, Share]
    naturals: Mapping[str, Share]
    drew: Mapping[str, Share]
    """how often each hand took a third card"""
    equal_start: Share
    """how often both hands began with the same total"""
    cards: Mapping[int, int]
    """number of coups by their number of cards"""
    margins: Mapping[str, Mapping[int, int]]
    """number of wins of each side by margin"""
    players_third: Mapping[int, int]
    """number of Player's third cards by their points"""
    streaks: Mapping[str, Streaks]
    """streaks of wins; a tie neither ends a streak nor lengthens it"""
    streaks_with_ties: Mapping[str, Streaks]
    """streaks of the same outcome; here a tie is an outcome like the others"""

    @property
    def title(self) -> Sentence:
        """The heading above the figures."""
        form = (
            "{coups} coup; in brackets where the chance lies, with 99 % confidence"
            if self.coups == 1
            else "{coups} coups; in brackets where the chance lies, with 99 % confidence"
        )
        return Sentence(form, coups=self.coups)

    def shares(self) -> list[tuple[Sentence, Share]]:
        """The known shares, with their names."""
        shares = {
            **{f"{name} wins" if name != "tie" else name: s for name, s in self.winners.items()},
            **{f"{name} pair": share for name, share in self.pairs.items()},
            **{f"{name} natural": share for name, share in self.naturals.items()},
            **{f"{name} draws": share for name, share in self.drew.items()},
            "equal start": self.equal_start,
        }
        return [(Sentence(name), share) for name, share in shares.items() if share.of]

    def longest(self) -> list[tuple[Sentence, dict[str, int]]]:
        """The longest streaks of each outcome: with ties left out, and with ties counted."""
        both = {"longest streaks": self.streaks, "longest with ties": self.streaks_with_ties}
        return [
            (Sentence(title), {name: found.longest for name, found in streaks.items()})
            for title, streaks in both.items()
        ]

    def lines(self) -> list[str]:
        """The known figures in words."""
        told = [str(self.title)]
        told += [f"{name:<15}{share}" for name, share in self.shares()]
        for title, streaks in self.longest():
            longest = ", ".join(f"{name} {length}" for name, length in streaks.items())
            told.append(f"{title:<22}{longest}")
        return told

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each known figure, for tables."""
        return [{"name": str(name), **share.as_json()} for name, share in self.shares()]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        numbers = {"count": "int64", "of": "int64", "estimate": "float64?"}
        bounds = dict.fromkeys(("low", "high", "confidence"), "float64")
        return {"name": "string", **numbers, **bounds}, self.rows()

    def as_json(self) -> dict[str, object]:
        """All statistics as JSON; a share of which nothing is known has an `of` of 0."""
        return {
            "coups": self.coups,
            "winners": _each_json(self.winners),
            "pairs": _each_json(self.pairs),
            "naturals": _each_json(self.naturals),
            "drew": _each_json(self.drew),
            "equal_start": self.equal_start.as_json(),
            "coups_by_cards": _histogram(self.cards),
            "margins": {name: _histogram(found) for name, found in self.margins.items()},
            "players_third": _histogram(self.players_third),
            "streaks": _each_json(self.streaks),
            "streaks_with_ties": _each_json(self.streaks_with_ties),
        }


@guided
def statistics(results: AnyResults) -> Statistics:
    """The statistics of a sequence of results.

    >>> found = statistics("BBTBP")
    >>> found.winners["banker"], found.streaks["banker"].longest, found.pairs["player"].of
    (Share(count=3, of=5), 3, 0)
    """
    return _statistics(parse_results(results))


def _statistics(results: list[Result]) -> Statistics:
    sides = {"player": Side.PLAYER, "banker": Side.BANKER}

    def of_hands(ask: Callable[[Result, Side], bool | None]) -> dict[str, Share]:
        """How often a fact is true: of each hand, and of at least one of the two hands."""
        answers = {name: [ask(r, side) for r in results] for name, side in sides.items()}
        either = [_either(*both) for both in zip(*answers.values(), strict=True)]
        return {name: _share(found) for name, found in (answers | {"either": either}).items()}

    drew = of_hands(lambda result, side: _is(result.known(side).cards, 3))
    return Statistics(
        coups=len(results),
        winners={
            name: Share(sum(result.winner is winner for result in results), len(results))
            for name, winner in {**sides, "tie": None}.items()
        },
        pairs=of_hands(lambda result, side: result.known(side).is_pair),
        naturals=of_hands(lambda result, side: result.known(side).is_natural),
        drew={name: drew[name] for name in sides},
        equal_start=_share([result.equal_start for result in results]),
        cards=_count(_cards(result) for result in results),
        margins={
            name: _count(
                abs(result.margin)
                for result in results
                if result.winner is side and result.margin is not None
            )
            for name, side in sides.items()
        },
        players_third=_count(result.player.third for result in results),
        streaks=_streaks([result.winner for result in results if result.winner], sides),
        streaks_with_ties=_streaks([r.winner for r in results], {**sides, "tie": None}),
    )


def _share(answers: Sequence[bool | None]) -> Share:
    known = [answer for answer in answers if answer is not None]
    return Share(sum(known), len(known))


def _is(value: int | None, wanted: int) -> bool | None:
    return None if value is None else value == wanted


def _either(one: bool | None, other: bool | None) -> bool | None:
    """True if either value is True, False if both are False, else None (unknown)."""
    if one or other:
        return True
    return None if one is None or other is None else False


def _cards(result: Result) -> int | None:
    if result.player.cards is None or result.banker.cards is None:
        return None
    return result.player.cards + result.banker.cards


def _count(values: Iterable[int | None]) -> dict[int, int]:
    return dict(sorted(Counter(value for value in values if value is not None).items()))


def _streaks(
    winners: Sequence[Side | None], names: dict[str, Side] | dict[str, Side | None]
) -> dict[str, Streaks]:
    runs = [(winner, len(list(run))) for winner, run in groupby(winners)]
    return {
        name: Streaks(_count(length for of, length in runs if of is winner))
        for name, winner in names.items()
    }


def _each_json(found: Mapping[str, Share] | Mapping[str, Streaks]) -> dict[str, object]:
    return {name: one.as_json() for name, one in found.items()}


def _histogram(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(key): count for key, count in counts.items()}
