"""A short checker of banque's certificates; it uses the payoffs, but not the solver.

    check_banque(certificate) -> the theorem in a sentence, or NotProved with the reason

For the coalition, and for the Player who is left after a natural, both best replies must give the
value. The coalition's solution is the only one under two conditions: every choice that is not mixed
is strictly better, and the equations that make both sides indifferent have one solution each. In an
equilibrium of three, nobody gains by another choice. The checker neither checks nor claims that a
list of equilibria is complete.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

from baccarat.base.errors import BadText, NotProved
from baccarat.core.shoe import Composition
from baccarat.theory.banque.payoffs import (
    CORNERS,
    ENDLESS,
    LARGEST_SHOE,
    BanquePayoffs,
    banque_payoffs,
)
from baccarat.theory.certificate_reading import read_json, read_number, require_short, shown
from baccarat.theory.strategies import mixed_in

KIND = "banque"
KEYS = ("certificate", "theta", "counts", "endless", "after", "coalition", "nash")
AFTER = ("natural", "value", "draws_on_5", "banquier")
COALITION = ("value", "mixture", "banquier", "is_unique")
NASH = ("players", "values", "mixed", "draws")
MOST_EQUILIBRIA = 1000
"""Equilibria in one certificate. The solver finds a few, and each takes a while to check."""
BLIND = "each Player sees his own total alone"
SEEING = "Player 1 sees his own total alone, Player 2 his own and Player 1's third card"
OPTIMAL = "the strategies listed are optimal, without a natural and after one"

CornerWeights = Sequence[Fraction | int]
CellChanges = Mapping[str, CornerWeights]
Frequencies = Mapping[str, Fraction]
SubGame = tuple[Sequence[str], CornerWeights, CellChanges]
"""The rows of a game, first those in which Player 1 stands on 5; what they get if the banquier
stands, and what his draws add. There is a part for each third card that Player 2 sees."""


def check_banque(certificate: Mapping[str, Any] | str) -> str:
    """The theorem that a certificate proves, in a sentence; `NotProved` if it proves none."""
    claim, counts, endless, after = read_claim(certificate, KIND, KEYS)
    theta = _chance(claim["theta"], "theta")
    coalition = read_object(claim["coalition"], COALITION, "the coalition")
    is_unique = _flag(coalition["is_unique"], "is_unique")
    nash = read_list(claim["nash"])
    if len(nash) > MOST_EQUILIBRIA:
        raise BadText(f"not a certificate: it lists more than {MOST_EQUILIBRIA} equilibria")
    trios = [_Trio.read(read_object(one, NASH, "an equilibrium")) for one in nash]

    game = banque_payoffs(counts, endless)
    fixed = require_after(after, game)
    stands = _staked(theta, *game.stands)
    draws = {cell: _staked(theta, *change) for cell, change in game.draws.items()}
    parts: list[SubGame] = [(CORNERS, stands, draws)]
    value = read_number(coalition["value"])
    gains = (value - fixed) * game.total
    mixture, banquier = _chances(coalition["mixture"]), _chances(coalition["banquier"])
    if sees := any("|" in name for name in mixture):
        parts = [
            (
                [f"{corner}|{third}" for corner in CORNERS],
                _staked(theta, *pays),
                {cell: change for cell, change in draws.items() if f"|{third}," in cell},
            )
            for third, pays in game.stands_by_third.items()
        ]
    _require_saddle(gains, mixture, banquier, parts)
    if sees and (is_unique or nash):
        raise NotProved(
            "uniqueness and Nash equilibria can be proved only if Player 2 does not see the third "
            "card"
        )
    if is_unique:
        _require_unique(gains, mixture, banquier, stands, draws)
    if len({trio.key(game) for trio in trios}) < len(trios):
        raise NotProved("an equilibrium is listed twice")
    for trio in trios:
        trio.require_equilibrium(theta, game, fixed)
    only = ", and without one they are the only ones" if is_unique else ""
    listed = f"Nash equilibria listed, all of them right, others not excluded: {len(trios)}"
    return (
        f"banque, stakes {theta} and {1 - theta}, {in_words(counts, endless)}, "
        f"{SEEING if sees else BLIND}: "
        f"the coalition's value is {value}; {OPTIMAL}{only}; "
        f"{listed if trios else 'no Nash equilibria are listed'}"
    )


def in_words(counts: tuple[int, ...], endless: bool) -> str:
    """The shoe in words; different shoes have different words.

    >>> in_words((4, *[1] * 9), True), in_words((32, *[8] * 9), False)
    ('an endless deck', '2 decks')
    >>> in_words((8, *[2] * 9), False)
    'the shoe 0:8 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2'
    """
    parts = gcd(*counts)
    least = tuple(count // parts for count in counts)
    if endless:
        return "an endless deck" if least == ENDLESS else f"an endless deck of {Composition(least)}"
    if least != ENDLESS or parts % 4:
        return f"the shoe {Composition(counts)}"
    return "1 deck" if parts == 4 else f"{parts // 4} decks"


# Reading: every object has its own keys and no others, each of them once.


def read_claim(
    certificate: Mapping[str, Any] | str, kind: str, keys: Sequence[str]
) -> tuple[Mapping[str, Any], tuple[int, ...], bool, Sequence[Mapping[str, Any]]]:
    """A certificate's fields, its cards, whether cards return, and its games after a natural."""
    fields = read_json(certificate) if isinstance(certificate, str) else certificate
    require_short(fields)
    found = fields.get("certificate") if isinstance(fields, Mapping) else None
    if found != kind:
        raise BadText(f"not a certificate of {kind}: '{shown(found)}'")
    claim = read_object(fields, keys, "it")
    after = [
        read_object(one, AFTER, "the game after a natural") for one in read_list(claim["after"])
    ]
    return claim, _counts(claim["counts"]), _flag(claim["endless"], "endless"), after


def read_object(fields: Any, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    if not isinstance(fields, Mapping) or fields.keys() != set(keys):
        raise BadText(f"not a certificate of banque: {what} has the keys {', '.join(keys)}")
    return fields


def read_list(items: Any) -> Sequence[Any]:
    if not isinstance(items, list | tuple):
        raise BadText(f"not a certificate: expected a list, not '{shown(items)}'")
    return items


def read_several(items: Any, number: int) -> Sequence[Any]:
    found = read_list(items)
    if len(found) != number:
        raise BadText(f"not a certificate: expected a list of {number} items, not of {len(found)}")
    return found


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadText(f"not a certificate: {what} must be true or false, not '{shown(value)}'")
    return value


def _counts(items: Any) -> tuple[int, ...]:
    counts = tuple(read_list(items))
    if len(counts) != 10 or not all(type(n) is int and 0 <= n <= LARGEST_SHOE for n in counts):
        raise BadText(f"not a certificate: counts must be ten numbers from 0 to {LARGEST_SHOE}")
    return counts


def _chance(text: Any, name: object) -> Fraction:
    chance = read_number(text)
    if not 0 <= chance <= 1:
        raise NotProved(f"'{shown(name)}' must be between 0 and 1, not '{shown(text)}'")
    return chance


def _chances(fields: Any) -> dict[str, Fraction]:
    if not isinstance(fields, Mapping):
        raise BadText(f"not a certificate: expected chances by name, not '{shown(fields)}'")
    return {name: _chance(text, name) for name, text in fields.items()}


# The coalition, and the Player who is left after a natural.


def require_after(after: Sequence[Mapping[str, Any]], game: BanquePayoffs) -> Fraction:
    """The value of all coups with a natural; `NotProved` if a solution listed for them is wrong."""
    fixed = Fraction(game.settled + sum(one.won for one in game.after), game.total)
    if [one["natural"] for one in after] != [one.natural for one in game.after]:
        raise NotProved(
            "'after' must list two games: after a natural of 8 and after a natural of 9"
        )
    for said, one in zip(after, game.after, strict=True):
        value, draws = read_number(said["value"]), _chance(said["draws_on_5"], "draws_on_5")
        ponte, replies = {"S": 1 - draws, "D": draws}, _chances(said["banquier"])
        _require_saddle(value * game.total, ponte, replies, [("SD", one.stands, one.draws)])
        fixed += value
    return fixed


def _staked(theta: Fraction, one: Sequence[int], two: Sequence[int]) -> list[Fraction]:
    return [theta * x + (1 - theta) * y for x, y in zip(one, two, strict=True)]


def _paid(stands: CornerWeights, draws: CellChanges, banquier: Frequencies) -> list[Fraction]:
    """The payoff of each row of the game, if the banquier plays this strategy."""
    paid = [Fraction(pay) for pay in stands]
    for cell, chance in banquier.items():
        paid = [pay + chance * change for pay, change in zip(paid, draws[cell], strict=True)]
    return paid


def _gains(names: Sequence[str], rows: Frequencies, draws: CellChanges) -> dict[str, Fraction]:
    """For each cell of the banquier, how much a draw there changes the payoff of this mixture."""
    mixture = [rows.get(name, Fraction(0)) for name in names]
    return {
        cell: sum((p * x for p, x in zip(mixture, change, strict=True)), Fraction(0))
        for cell, change in draws.items()
    }


def _require_saddle(
    value: Fraction, rows: Frequencies, banquier: Frequencies, parts: Sequence[SubGame]
) -> None:
    """Raise an error unless both strategies are optimal and Player 1 plays alike in all parts."""
    least, if_stands, if_draws, firsts = Fraction(0), Fraction(0), Fraction(0), set()
    for names, stands, draws in parts:
        half, chances = len(names) // 2, [rows.get(name, Fraction(0)) for name in names]
        firsts.add((sum(chances[:half]), sum(chances[half:])))
        gains = _gains(names, rows, draws).values()
        least += sum((p * x for p, x in zip(chances, stands, strict=True)), Fraction(0))
        least += sum((gain for gain in gains if gain < 0), Fraction(0))
        here = {cell: chance for cell, chance in banquier.items() if cell in draws}
        paid = _paid(stands, draws, here)
        if_stands, if_draws = if_stands + max(paid[:half]), if_draws + max(paid[half:])
    known, cells = ({name for part in parts for name in part[k]} for k in (0, 2))
    if not rows.keys() <= known or any(sum(chances) != 1 for chances in firsts):
        names = ", ".join(parts[0][0])
        raise NotProved(f"the chances of {names} must add up to 1")
    if len(firsts) > 1:
        raise NotProved("the chance that Player 1 draws must not depend on his third card")
    if not banquier.keys() <= cells:
        raise NotProved("the banquier draws in a cell without a decision")
    if max(if_stands, if_draws) != value:
        raise NotProved("the best reply to the banquier must give the claimed value")
    if least != value:
        raise NotProved("the banquier's best reply must give the claimed value")


def _require_unique(
    value: Fraction,
    rows: Frequencies,
    banquier: Frequencies,
    stands: CornerWeights,
    draws: CellChanges,
) -> None:
    played = [k for k, name in enumerate(CORNERS) if rows.get(name)]
    mixed = [*mixed_in(banquier)]
    tied = [cell for cell, gain in _gains(CORNERS, rows, draws).items() if gain == 0]
    paid = _paid(stands, draws, banquier)
    if any(paid[k] == value for k in range(len(CORNERS)) if k not in played):
        raise NotProved(
            "a corner outside the mixture is equally good, so other strategies may be optimal"
        )
    if set(tied) != set(mixed):
        raise NotProved(
            "both moves are equally good in a cell outside the mixture, so other strategies may be "
            "optimal"
        )
    table = [[*(Fraction(draws[cell][k]) for cell in mixed), Fraction(1)] for k in played]
    if len(played) != len(mixed) + 1 or not determinant(table):
        raise NotProved("the equations of indifference must have exactly one solution")


def determinant(rows: Sequence[Sequence[Any]]) -> Any:
    """The determinant of a small square table of numbers or of polynomials, by its first row."""
    first, *others = rows
    return sum(
        (-1) ** k
        * part
        * (determinant([[*row[:k], *row[k + 1 :]] for row in others]) if others else 1)
        for k, part in enumerate(first)
    )


# Three who each care for themselves.


@dataclass(frozen=True, slots=True)
class _Root:
    """The number p + q √n, as a certificate writes it."""

    p: Fraction
    q: Fraction
    n: int

    @classmethod
    def read(cls, fields: Any) -> "_Root":
        p, q, n = map(read_number, read_several(fields, 3))
        if n.denominator != 1 or n < 1:
            raise BadText(f"the number under a root must be whole and positive, not '{shown(n)}'")
        if q and isqrt(int(n)) ** 2 == n:
            raise NotProved(f"'{shown(n)}' is a square: write the number without a root")
        return cls(p, q, int(n))

    def __add__(self, other: "_Root | Fraction | int") -> "_Root":
        if not isinstance(other, _Root):
            return _Root(self.p + other, self.q, self.n)
        return _Root(self.p + other.p, self.q + other.q, self._common(other))

    def __mul__(self, other: "_Root | Fraction | int") -> "_Root":
        if not isinstance(other, _Root):
            return _Root(self.p * other, self.q * other, self.n)
        n = self._common(other)
        p, q, r, s = self.p, self.q, other.p, other.q
        return _Root(p * r + q * s * n, p * s + q * r, n)

    def _common(self, other: "_Root") -> int:
        if self.q and other.q and self.n != other.n:
            raise NotProved("all roots of an equilibrium must have the same number under the root")
        return self.n if self.q else other.n

    @property
    def key(self) -> tuple[Fraction, Fraction]:
        """A key that is equal for equal numbers, however their roots are written."""
        return self.p, self.q * abs(self.q) * self.n

    @property
    def sign(self) -> int:
        def sign(x: Fraction) -> int:
            return (x > 0) - (x < 0)

        if sign(self.p) * sign(self.q) >= 0:
            return sign(self.p) or sign(self.q)
        return sign(self.p) * sign(self.p**2 - self.q**2 * self.n)

    @property
    def is_chance(self) -> bool:
        return self.sign >= 0 and (self * -1 + 1).sign >= 0


ALWAYS = _Root(Fraction(1), Fraction(0), 1)


@dataclass(frozen=True, slots=True)
class _Trio:
    """A Nash equilibrium of the three sides, as a certificate claims it."""

    players: tuple[_Root, _Root]
    values: tuple[_Root, _Root]
    mixed: dict[str, _Root]
    draws: frozenset[str]

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> "_Trio":
        players, values = (read_several(fields[key], 2) for key in ("players", "values"))
        draws, mixed = read_list(fields["draws"]), fields["mixed"]
        if not isinstance(mixed, Mapping) or not all(isinstance(cell, str) for cell in draws):
            raise BadText("not a certificate: an equilibrium must give its cells by name")
        named = [*draws, *mixed]
        if len(set(named)) < len(named):
            raise NotProved("an equilibrium names a cell twice")
        return cls(
            (_Root.read(players[0]), _Root.read(players[1])),
            (_Root.read(values[0]), _Root.read(values[1])),
            {cell: _Root.read(chance) for cell, chance in mixed.items()},
            frozenset(draws),
        )

    def key(self, game: BanquePayoffs) -> object:
        """A key that is equal for equal strategies, without cells where a draw changes nothing."""
        chances = dict.fromkeys(self.draws, ALWAYS) | self.mixed
        plays = {
            (cell, chance.key)
            for cell, chance in chances.items()
            if chance.sign and any(map(any, game.draws.get(cell, ())))
        }
        return tuple(chance.key for chance in self.players), frozenset(plays)

    def require_equilibrium(self, theta: Fraction, game: BanquePayoffs, fixed: Fraction) -> None:
        if not all(chance.is_chance for chance in (*self.players, *self.mixed.values())):
            raise NotProved("a chance in an equilibrium must be between 0 and 1")
        if not self.draws | self.mixed.keys() <= game.draws.keys():
            raise NotProved("an equilibrium draws in a cell without a decision")
        x, z = self.players
        corners = [
            (x * -1 + 1) * (z * -1 + 1),
            (x * -1 + 1) * z,
            x * (z * -1 + 1),
            x * z,
        ]
        for cell, change in game.draws.items():
            sign = _sum(corners, _staked(theta, *change)).sign
            if cell in self.mixed:
                is_best = sign == 0
            else:
                is_best = sign <= 0 if cell in self.draws else sign >= 0
            if not is_best:
                raise NotProved(f"the banquier has a better choice in {cell}")
        pays = [[_Root(Fraction(w), Fraction(0), 1) for w in line] for line in game.stands]
        chances = dict.fromkeys(self.draws, ALWAYS) | self.mixed
        for cell, chance in chances.items():
            for side in (0, 1):
                changes = zip(pays[side], game.draws[cell][side], strict=True)
                pays[side] = [pay + chance * change for pay, change in changes]
        ss, sd, ds, dd = pays[0]
        first = (ds + ss * -1) * (z * -1 + 1) + (dd + sd * -1) * z
        ss, sd, ds, dd = pays[1]
        second = (sd + ss * -1) * (x * -1 + 1) + (dd + ds * -1) * x
        for who, chance, gain in ((1, x, first), (2, z, second)):
            never, always = chance.sign == 0, (chance * -1 + 1).sign == 0
            if (gain.sign > 0 and not always) or (gain.sign < 0 and not never):
                raise NotProved(f"Player {who} has a better choice on 5")
        for who, said, paid in zip((1, 2), self.values, pays, strict=True):
            value = _sum(corners, paid) * Fraction(1, game.total) + fixed
            if (value + said * -1).sign != 0:
                raise NotProved(f"tableau {who} must get the value that an equilibrium claims")


def _sum(corners: Sequence[_Root], line: Sequence[Any]) -> _Root:
    total = _Root(Fraction(0), Fraction(0), 1)
    for chance, part in zip(corners, line, strict=True):
        total = total + chance * part
    return total
