"""Progressions: rules for the size of the next stake.

A push changes no state. A stake that was cut changes the state as the wanted stake would; only
Labouchère and Oscar's grind use the real stake.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from baccarat.base.errors import BadText, BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import require_fields
from baccarat.core.layout import MOST_MONEY
from baccarat.systems.by_count import KellyByCount, UnitsByCount
from baccarat.systems.system import LOSS, WIN, Portion, Shown, Staking, State, in_units


def _possible(units: int) -> int:
    """The units, but at most `MOST_MONEY`, so that the numbers stay finite."""
    return min(units, MOST_MONEY)


def _require(*units: int) -> None:
    if not units or not all(1 <= unit <= MOST_MONEY for unit in units):
        raise BadValue(f"stakes must be whole units, 1 or more, not {', '.join(map(str, units))}")


@dataclass(frozen=True, slots=True)
class Flat(Staking):
    """Stakes always the same number of units."""

    units: int = 1

    def __post_init__(self) -> None:
        require_fields(self)
        _require(self.units)

    def want(self, state: State) -> int:
        return self.units

    def said(self, state: State) -> str:
        return "always the same"

    def __str__(self) -> str:
        return "flat" if self.units == 1 else f"flat:{self.units}"


@dataclass(frozen=True, slots=True)
class Martingale(Staking):
    """Doubles after a loss, returns to 1 after a win; the grand martingale doubles and adds one."""

    more: int = 0
    """units added to the doubled stake"""
    start = 1

    def want(self, state: State) -> int:
        return _possible(state)

    def then(self, state: State, shown: Shown) -> State:
        if shown.result == LOSS:
            return _possible(2 * state + self.more)
        return 1 if shown.result == WIN else state

    def said(self, state: State) -> str:
        return "back to 1" if state == 1 else "doubled after a loss" + ", plus 1" * self.more

    def __str__(self) -> str:
        return "grand-martingale" if self.more else "martingale"


@dataclass(frozen=True, slots=True)
class Ladder(Staking):
    """Goes one step up after a win; returns to the first step after a loss or the last step."""

    steps: tuple[int, ...]
    start = 0

    def __post_init__(self) -> None:
        freeze(self, "steps")
        require_fields(self)
        _require(*self.steps)

    def want(self, state: State) -> int:
        return self.steps[state]

    def then(self, state: State, shown: Shown) -> State:
        if shown.result == WIN:
            return (state + 1) % len(self.steps)
        return 0 if shown.result == LOSS else state

    def said(self, state: State) -> str:
        return f"step {state + 1} of {'-'.join(map(str, self.steps))}"

    def __str__(self) -> str:
        return "paroli" if self.steps == PAROLI.steps else "-".join(map(str, self.steps))


@dataclass(frozen=True, slots=True)
class Dalembert(Staking):
    """Stakes one unit more after a loss, and one unit less after a win, but at least one."""

    start = 1

    def want(self, state: State) -> int:
        return _possible(state)

    def then(self, state: State, shown: Shown) -> State:
        return max(1, state + {LOSS: 1, WIN: -1}.get(shown.result or "", 0))

    def said(self, state: State) -> str:
        return "one more after a loss, one less after a win"

    def __str__(self) -> str:
        return "d-alembert"


@dataclass(frozen=True, slots=True)
class Fibonacci(Staking):
    """1 1 2 3 5 8 …: one step up after a loss, two steps back after a win."""

    start = 0

    def want(self, state: State) -> int:
        current, following = 1, 1
        for _ in range(state):
            current, following = following, _possible(current + following)
        return current

    def then(self, state: State, shown: Shown) -> State:
        return max(0, state + {LOSS: 1, WIN: -2}.get(shown.result or "", 0))

    def said(self, state: State) -> str:
        return f"place {state + 1} of 1 1 2 3 5 8 …"


@dataclass(frozen=True, slots=True)
class Labouchere(Staking):
    """Stakes the first plus the last number of a line.

    A win strikes both, a loss appends the stake; the reverse swaps win and loss. An empty line
    starts again.
    """

    line: tuple[int, ...] = (1, 2, 3, 4)
    reverse: bool = False

    def __post_init__(self) -> None:
        freeze(self, "line")
        require_fields(self)
        _require(*self.line)

    @property
    def start(self) -> State:
        return self.line

    def want(self, state: State) -> int:
        return _possible(state[0] + state[-1] if len(state) > 1 else state[0])

    def then(self, state: State, shown: Shown) -> State:
        strikes, appends = (LOSS, WIN) if self.reverse else (WIN, LOSS)
        if shown.result == strikes:
            return state[1:-1] or self.line
        return (*state, shown.staked) if shown.result == appends else state

    def said(self, state: State) -> str:
        return f"the line is {'-'.join(map(str, state))}"

    def __str__(self) -> str:
        name = "reverse-labouchere" if self.reverse else "labouchere"
        return name if self.line == (1, 2, 3, 4) else f"{name}:{'-'.join(map(str, self.line))}"


@dataclass(frozen=True, slots=True)
class OscarsGrind(Staking):
    """Stakes one unit more after a win, the same after a loss, until the cycle has won one unit.

    It never stakes more than a win needs to end the cycle, at the price of the last win.
    """

    start = (1, 0, 1)

    def want(self, state: State) -> int:
        return _possible(state[0])

    def then(self, state: State, shown: Shown) -> State:
        """The next state: the stake, and the units (a fraction) that the cycle has won so far.

        The fraction is two plain numbers, which are faster than a Fraction.
        """
        (stake, up, of), (gain, parts) = state, shown.won.as_integer_ratio()
        up, of = up * parts + gain * of, of * parts
        if up >= of:
            return self.start
        shared = gcd(up, of)
        if shown.result == WIN:
            stake += 1
            if gain > 0:  # else the win was rounded to 0, and no stake ends the cycle
                stake = min(stake, -((up - of) * shown.staked * parts // (of * gain)))
        return stake, up // shared, of // shared

    def said(self, state: State) -> str:
        return f"the cycle stands at {in_units(state[1], state[2], '+')}"

    def __str__(self) -> str:
        return "oscars-grind"


@dataclass(frozen=True, slots=True)
class Stearn(Staking):
    """1 1 2 2 4 4 …: one step up after a loss; back to the start after two wins in a row."""

    start = (0, False)

    def want(self, state: State) -> int:
        return _possible(1 << min(state[0] // 2, MOST_MONEY.bit_length()))

    def then(self, state: State, shown: Shown) -> State:
        step, has_won = state
        if shown.result == LOSS:
            return step + 1, False
        if shown.result == WIN:
            return self.start if has_won else (step, True)
        return state

    def said(self, state: State) -> str:
        return f"step {state[0] + 1} of 1 1 2 2 4 4 …{', one win so far' if state[1] else ''}"


@dataclass(frozen=True, slots=True)
class ShareOf(Staking):
    """Stakes a share of the money in hand, in whole units, at least one."""

    share: Fraction
    pays: Fraction | None = None
    """for a Kelly stake: the price of the bet; the stake is `share`, the edge, over the price"""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.pays is not None and self.pays <= 0:
            raise BadValue(f"a bet must pay more than 0, not {self.pays}")
        Portion(self._part)

    @property
    def _part(self) -> Fraction:
        return self.share if self.pays is None else self.share / self.pays

    def want(self, state: State) -> Portion:
        return Portion(self._part)

    def said(self, state: State) -> str:
        return f"{float(100 * self._part):g} % of the money in hand"

    def __str__(self) -> str:
        if self.pays is None:
            return f"share:{_percent(self.share)}"
        return f"kelly:{_percent(self.share)}" + (f"/{self.pays}" if self.pays != 1 else "")


def _percent(share: Fraction) -> str:
    percent = 100 * share
    return f"{float(percent):g}%" if Fraction(f"{float(percent):g}") == percent else str(share)


FLAT, MARTINGALE, GRAND = Flat(), Martingale(), Martingale(1)
PAROLI, ONE_THREE = Ladder((1, 2, 4)), Ladder((1, 3, 2, 6))
BY_NAME: dict[str, Staking] = {
    "flat": FLAT,
    "martingale": MARTINGALE,
    "grand-martingale": GRAND,
    "paroli": PAROLI,
    "1-3-2-6": ONE_THREE,
    "d-alembert": Dalembert(),
    "fibonacci": Fibonacci(),
    "labouchere": Labouchere(),
    "reverse-labouchere": Labouchere(reverse=True),
    "oscars-grind": OscarsGrind(),
    "stearn": Stearn(),
}
"""The stakings that need no numbers."""


def steps_of(text: str) -> tuple[int, ...]:
    """`1-3-2-6` as numbers."""
    parts = text.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 16 for part in parts):
        raise BadText(f"not stakes: {text[:40]!r} (expected e.g. '1-3-2-6')")
    return tuple(map(int, parts))


def with_numbers(name: str, numbers: str) -> Staking:
    """The staking for `labouchere:1-2-3`, `flat:5`, `share:5%`, `kelly:1%/8` or `kelly:count`."""
    match name:
        case "kelly" | "units" if numbers == "count":
            return KellyByCount() if name == "kelly" else UnitsByCount()
        case "flat":
            (units, *parts) = steps_of(numbers)
            if not parts:
                return Flat(units)
        case "labouchere" | "reverse-labouchere":
            return Labouchere(steps_of(numbers), name.startswith("reverse"))
        case "share":
            return ShareOf(_fraction(numbers))
        case "kelly":
            edge, _, pays = numbers.partition("/")
            return ShareOf(_fraction(edge), _fraction(pays or "1"))
    raise BadText(
        f"not a staking: {name[:24]}:{numbers[:24]} (expected e.g. flat:5, labouchere:1-2-3, "
        "share:5%, kelly:1%, kelly:count or units:count)"
    )


def _fraction(text: str) -> Fraction:
    bare = text.removesuffix("%")
    try:
        if len(bare) > 24:
            raise ValueError
        return Fraction(bare) / (100 if bare != text else 1)
    except (ValueError, ZeroDivisionError):
        raise BadText(f"not a share: {text[:24]!r} (expected e.g. '5%' or '0.05')") from None
