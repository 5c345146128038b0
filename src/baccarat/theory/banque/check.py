"""A short checker of banque's certificates; it knows the payoffs and not the solver.

    check_banque(certificate) -> the theorem in a sentence, or NotProved with the reason

For the coalition, and for the Player who is left after a natural, both best replies must give the
value. The coalition's solution is the only one under two conditions: every choice that is not mixed
is strictly better, and the equations that make both sides indifferent have one solution each. In an
equilibrium of three, nobody gains by another choice. The checker neither checks nor claims that a
list of equilibria is complete.
"""

import re
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
from baccarat.theory.certificate_reading import read_json, require_short

KIND = "banque"
KEYS = ("certificate", "theta", "counts", "endless", "after", "coalition", "nash")
AFTER = ("natural", "value", "draws_on_5", "banquier")
COALITION = ("value", "mixture", "banquier", "is_unique")
NASH = ("players", "values", "mixed", "draws")
MOST_EQUILIBRIA = 1000
"""Equilibria in one certificate. The solver finds a few, and each takes a while to check."""
NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")

CornerWeights = Sequence[Fraction | int]
CellChanges = Mapping[str, CornerWeights]
Frequencies = Mapping[str, Fraction]


def check_banque(certificate: Mapping[str, Any] | str) -> str:
    """The theorem that a certificate proves, in a sentence; `NotProved` if it proves none."""
    fields = read_json(certificate) if isinstance(certificate, str) else certificate
    require_short(fields)
    kind = fields.get("certificate") if isinstance(fields, Mapping) else None
    if kind != KIND:
        raise BadText(f"not a certificate of {KIND}: {_short(kind)}")
    claim = _object(fields, KEYS, "it")
    theta = _chance(claim["theta"], "theta")
    counts, endless = _counts(claim["counts"]), _flag(claim["endless"], "endless")
    after = [_object(one, AFTER, "the game after a natural") for one in _list(claim["after"])]
    coalition = _object(claim["coalition"], COALITION, "the coalition")
    is_unique = _flag(coalition["is_unique"], "is_unique")
    nash = _list(claim["nash"])
    if len(nash) > MOST_EQUILIBRIA:
        raise BadText(f"not a certificate: it lists more than {MOST_EQUILIBRIA} equilibria")
    trios = [_Trio.read(_object(one, NASH, "an equilibrium")) for one in nash]

    game = banque_payoffs(counts, endless)
    fixed = Fraction(game.settled + sum(one.won for one in game.after), game.total)
    if [one["natural"] for one in after] != [one.natural for one in game.after]:
        raise NotProved("'after' lists the game after a natural of 8 and after one of 9")
    for said, one in zip(after, game.after, strict=True):
        value, draws_on_5 = _number(said["value"]), _chance(said["draws_on_5"], "draws_on_5")
        ponte, replies = {"S": 1 - draws_on_5, "D": draws_on_5}, _chances(said["banquier"])
        _require_saddle(value * game.total, ponte, replies, ("S", "D"), one.stands, one.draws)
        fixed += value
    stands = _staked(theta, *game.stands)
    draws = {cell: _staked(theta, *change) for cell, change in game.draws.items()}
    value = _number(coalition["value"])
    gains = (value - fixed) * game.total
    mixture, banquier = _chances(coalition["mixture"]), _chances(coalition["banquier"])
    _require_saddle(gains, mixture, banquier, CORNERS, stands, draws)
    if is_unique:
        _require_unique(gains, mixture, banquier, stands, draws)
    if len({trio.key(game) for trio in trios}) < len(trios):
        raise NotProved("an equilibrium is listed twice")
    for trio in trios:
        trio.require_equilibrium(theta, game, fixed)
    only = ", and without one they are the only ones" if is_unique else ""
    listed = f"Nash equilibria listed, all of them right, others not excluded: {len(trios)}"
    return (
        f"banque, stakes {theta} and {1 - theta}, {_cards(counts, endless)}: the coalition's value "
        f"is {value}; the strategies listed are optimal, without a natural and after one{only}; "
        f"{listed if trios else 'no Nash equilibria are listed'}"
    )


def _cards(counts: tuple[int, ...], endless: bool) -> str:
    """The shoe in words; different shoes have different words.

    >>> _cards((4, *[1] * 9), True), _cards((32, *[8] * 9), False), _cards((8, *[2] * 9), False)
    ('an endless deck', '2 decks', 'the shoe 0:8 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2')
    """
    parts = gcd(*counts)
    least = tuple(count // parts for count in counts)
    if endless:
        return "an endless deck" if least == ENDLESS else f"an endless deck of {Composition(least)}"
    if least != ENDLESS or parts % 4:
        return f"the shoe {Composition(counts)}"
    return "1 deck" if parts == 4 else f"{parts // 4} decks"


# Reading: every object has its own keys and no others, each of them once.


def _short(value: object) -> str:
    """A stranger's value, short enough for one line."""
    return ascii(str(value)[:24])[:48]


def _object(fields: Any, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    if not isinstance(fields, Mapping) or fields.keys() != set(keys):
        raise BadText(f"not a certificate of banque: {what} has the keys {', '.join(keys)}")
    return fields


def _list(items: Any) -> Sequence[Any]:
    if not isinstance(items, list | tuple):
        raise BadText(f"not a certificate: expected a list, not {_short(items)}")
    return items


def _several(items: Any, number: int) -> Sequence[Any]:
    found = _list(items)
    if len(found) != number:
        raise BadText(f"not a certificate: expected a list of {number}, not of {len(found)}")
    return found


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadText(f"not a certificate: {what} is true or false, not {_short(value)}")
    return value


def _counts(items: Any) -> tuple[int, ...]:
    counts = tuple(_list(items))
    if len(counts) != 10 or not all(type(n) is int and 0 <= n <= LARGEST_SHOE for n in counts):
        raise BadText(f"not a certificate: counts are ten numbers from 0 to {LARGEST_SHOE}")
    return counts


def _number(text: Any) -> Fraction:
    if not isinstance(text, str) or not NUMBER.fullmatch(text):
        raise BadText(f"not a number of a certificate: {_short(text)} (expected e.g. '2/3')")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadText(f"not a number of a certificate: {_short(text)}") from None


def _chance(text: Any, name: object) -> Fraction:
    chance = _number(text)
    if not 0 <= chance <= 1:
        raise NotProved(f"{_short(name)} is not between 0 and 1: {_short(text)}")
    return chance


def _chances(fields: Any) -> dict[str, Fraction]:
    if not isinstance(fields, Mapping):
        raise BadText(f"not a certificate: expected chances by name, not {_short(fields)}")
    return {name: _chance(text, name) for name, text in fields.items()}


# The coalition, and the Player who is left after a natural.


def _staked(theta: Fraction, one: Sequence[int], two: Sequence[int]) -> list[Fraction]:
    return [theta * x + (1 - theta) * y for x, y in zip(one, two, strict=True)]


def _paid(stands: CornerWeights, draws: CellChanges, banquier: Frequencies) -> list[Fraction]:
    """What each row gets against this banquier."""
    paid = [Fraction(pay) for pay in stands]
    for cell, chance in banquier.items():
        paid = [pay + chance * change for pay, change in zip(paid, draws[cell], strict=True)]
    return paid


def _gains(names: Sequence[str], rows: Frequencies, draws: CellChanges) -> dict[str, Fraction]:
    """What a draw in each cell adds to what these rows get."""
    mixture = [rows.get(name, Fraction(0)) for name in names]
    return {
        cell: sum((p * x for p, x in zip(mixture, change, strict=True)), Fraction(0))
        for cell, change in draws.items()
    }


def _require_saddle(
    value: Fraction,
    rows: Frequencies,
    banquier: Frequencies,
    names: Sequence[str],
    stands: CornerWeights,
    draws: CellChanges,
) -> None:
    if not rows.keys() <= set(names) or sum(rows.values()) != 1:
        raise NotProved(f"a mixture of {', '.join(names)} needs chances that add up to 1")
    if not banquier.keys() <= draws.keys():
        raise NotProved("the banquier draws where there is nothing to decide")
    if max(_paid(stands, draws, banquier)) != value:
        raise NotProved("the best reply to the banquier does not give the value")
    still = sum((rows.get(name, 0) * x for name, x in zip(names, stands, strict=True)), Fraction(0))
    gains = _gains(names, rows, draws).values()
    if still + sum((gain for gain in gains if gain < 0), Fraction(0)) != value:
        raise NotProved("the banquier's best reply does not give the value")


def _require_unique(
    value: Fraction,
    rows: Frequencies,
    banquier: Frequencies,
    stands: CornerWeights,
    draws: CellChanges,
) -> None:
    played = [k for k, name in enumerate(CORNERS) if rows.get(name)]
    mixed = [cell for cell, chance in banquier.items() if 0 < chance < 1]
    tied = [cell for cell, gain in _gains(CORNERS, rows, draws).items() if gain == 0]
    paid = _paid(stands, draws, banquier)
    if any(paid[k] == value for k in range(len(CORNERS)) if k not in played):
        raise NotProved("a corner that is not played is as good: others may be optimal")
    if set(tied) != set(mixed):
        raise NotProved(
            "another move is as good in a cell that is not mixed: others may be optimal"
        )
    table = [[*(Fraction(draws[cell][k]) for cell in mixed), Fraction(1)] for k in played]
    if len(played) != len(mixed) + 1 or not _is_regular(table):
        raise NotProved("the equations of indifference do not have one solution")


def _is_regular(square: list[list[Fraction]]) -> bool:
    """Whether a square system has one solution: Gauss's elimination."""
    rows = [list(row) for row in square]
    for k in range(len(rows)):
        pivot = next((row for row in rows[k:] if row[k]), None)
        if pivot is None:
            return False
        rows.remove(pivot)
        rows.insert(k, pivot)
        for row in rows[k + 1 :]:
            factor = row[k] / pivot[k]
            row[:] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
    return True


# Three who each care for themselves.


@dataclass(frozen=True, slots=True)
class _Root:
    """p + q √n."""

    p: Fraction
    q: Fraction
    n: int

    @classmethod
    def read(cls, fields: Any) -> "_Root":
        p, q, n = map(_number, _several(fields, 3))
        if n.denominator != 1 or n < 1:
            raise BadText(f"the number under a root is whole and positive, not {_short(n)}")
        if q and isqrt(int(n)) ** 2 == n:
            raise NotProved(f"{_short(n)} is a square: write the number without a root")
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
            raise NotProved("one equilibrium has one number under its roots, not several")
        return self.n if self.q else other.n

    @property
    def key(self) -> tuple[Fraction, Fraction]:
        """The same for the same number, whichever way its root is written."""
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
    """What three do who each care for themselves."""

    players: tuple[_Root, _Root]
    values: tuple[_Root, _Root]
    mixed: dict[str, _Root]
    draws: frozenset[str]

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> "_Trio":
        players, values = (_several(fields[key], 2) for key in ("players", "values"))
        draws, mixed = _list(fields["draws"]), fields["mixed"]
        if not isinstance(mixed, Mapping) or not all(isinstance(cell, str) for cell in draws):
            raise BadText("not a certificate: an equilibrium draws in cells with names")
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
        """The same for the same play, wherever it makes a difference."""
        chances = dict.fromkeys(self.draws, ALWAYS) | self.mixed
        plays = {
            (cell, chance.key)
            for cell, chance in chances.items()
            if chance.sign and any(map(any, game.draws.get(cell, ())))
        }
        return tuple(chance.key for chance in self.players), frozenset(plays)

    def require_equilibrium(self, theta: Fraction, game: BanquePayoffs, fixed: Fraction) -> None:
        if not all(chance.is_chance for chance in (*self.players, *self.mixed.values())):
            raise NotProved("a chance in an equilibrium is not between 0 and 1")
        if not self.draws | self.mixed.keys() <= game.draws.keys():
            raise NotProved("an equilibrium draws where there is nothing to decide")
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
                raise NotProved(f"tableau {who} does not get the value that an equilibrium claims")


def _sum(corners: Sequence[_Root], line: Sequence[Any]) -> _Root:
    total = _Root(Fraction(0), Fraction(0), 1)
    for chance, part in zip(corners, line, strict=True):
        total = total + chance * part
    return total
