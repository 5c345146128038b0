"""A short checker of banque's certificates, which knows the payoffs and nothing of the solver.

    check_banque(certificate) -> None, or NotProved with the reason

For the coalition, and for the Player who is left after a natural, both best replies must give the
value. It is the only solution if, beside that, every choice that is not mixed is strictly better,
and the equations that make both sides indifferent have one solution each. For an equilibrium of
three, no one may gain by doing anything else. That a list of equilibria is complete is not
checked here.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from baccarat.errors import BadText, NotProved
from baccarat.theory.banque_payoffs import CORNERS, Payoffs, payoffs

KIND = "banque"
NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")

Line = Sequence[Fraction | int]
Table = Mapping[str, Line]
Chances = Mapping[str, Fraction]


def check_banque(certificate: Mapping[str, Any] | str) -> None:
    """Complain of a certificate that does not prove what it says."""
    claim = _parsed(certificate) if isinstance(certificate, str) else certificate
    try:
        if claim["certificate"] != KIND:
            raise BadText(f"not a certificate of {KIND}: {str(claim['certificate'])[:24]!r}")
        theta, counts, endless = _number(claim["theta"]), claim["counts"], claim["endless"]
        if not all(type(count) is int for count in counts) or type(endless) is not bool:
            raise BadText("not a certificate: counts are whole, and endless is true or false")
        after = [
            (
                one["natural"],
                _number(one["value"]),
                {"S": 1 - _number(one["draws_on_5"]), "D": _number(one["draws_on_5"])},
                _chances(one["banquier"]),
            )
            for one in claim["after"]
        ]
        side = claim["coalition"]
        value, is_unique = _number(side["value"]), side["is_unique"]
        mixture, banquier = _chances(side["mixture"]), _chances(side["banquier"])
        trios = [_Trio.read(one) for one in claim["nash"]]
    except (KeyError, TypeError, AttributeError) as fault:
        raise BadText("not a certificate of banque: something is missing or misplaced") from fault
    if not 0 <= theta <= 1:
        raise NotProved(f"the stake of tableau 1 is a part from 0 to 1, not {theta}")
    game = payoffs(tuple(counts), endless)
    fixed = Fraction(game.settled + sum(one.won for one in game.after), game.total)
    if [natural for natural, *_ in after] != [one.natural for one in game.after]:
        raise NotProved("after a natural of 8 and after one of 9 the other Player plays on")
    for (_, pays, ponte, replies), one in zip(after, game.after, strict=True):
        _require_saddle(pays * game.total, ponte, replies, ("S", "D"), one.stands, one.draws)
        fixed += pays
    stands = _staked(theta, *game.stands)
    draws = {cell: _staked(theta, *change) for cell, change in game.draws.items()}
    gains = (value - fixed) * game.total
    _require_saddle(gains, mixture, banquier, CORNERS, stands, draws)
    if is_unique is True:
        _require_unique(gains, mixture, banquier, stands, draws)
    for trio in trios:
        trio.require_equilibrium(theta, game, fixed)


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise BadText("not a certificate: it is no JSON") from None
    if not isinstance(fields, dict):
        raise BadText("not a certificate: expected an object")
    return fields


def _number(text: Any) -> Fraction:
    if not isinstance(text, str) or not NUMBER.fullmatch(text):
        raise BadText(f"not a number of a certificate: {str(text)[:24]!r} (expected e.g. '2/3')")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadText(f"not a number of a certificate: {text[:24]!r}") from None


def _chances(fields: Mapping[str, Any]) -> dict[str, Fraction]:
    chances = {name: _number(text) for name, text in fields.items()}
    for name, chance in chances.items():
        if not 0 <= chance <= 1:
            raise NotProved(f"the chance in {name[:24]!r} is not between 0 and 1: {chance}")
    return chances


def _staked(theta: Fraction, one: Sequence[int], two: Sequence[int]) -> list[Fraction]:
    return [theta * x + (1 - theta) * y for x, y in zip(one, two, strict=True)]


def _paid(stands: Line, draws: Table, banquier: Chances) -> list[Fraction]:
    """What each row gets against this banquier."""
    paid = [Fraction(pay) for pay in stands]
    for cell, chance in banquier.items():
        paid = [pay + chance * change for pay, change in zip(paid, draws[cell], strict=True)]
    return paid


def _gains(names: Sequence[str], rows: Chances, draws: Table) -> dict[str, Fraction]:
    """What a draw in each cell adds to what these rows get."""
    mixture = [rows.get(name, Fraction(0)) for name in names]
    return {
        cell: sum((p * x for p, x in zip(mixture, change, strict=True)), Fraction(0))
        for cell, change in draws.items()
    }


def _require_saddle(
    value: Fraction,
    rows: Chances,
    banquier: Chances,
    names: Sequence[str],
    stands: Line,
    draws: Table,
) -> None:
    if not rows.keys() <= set(names) or sum(rows.values()) != 1:
        raise NotProved(f"a mixture of {', '.join(names)} has chances that add up to 1")
    if not banquier.keys() <= draws.keys():
        raise NotProved("the banquier draws where there is nothing to decide")
    if max(_paid(stands, draws, banquier)) != value:
        raise NotProved("the best reply to the banquier does not give the value")
    still = sum((rows.get(name, 0) * x for name, x in zip(names, stands, strict=True)), Fraction(0))
    gains = _gains(names, rows, draws).values()
    if still + sum((gain for gain in gains if gain < 0), Fraction(0)) != value:
        raise NotProved("the banquier's best reply does not give the value")


def _require_unique(
    value: Fraction, rows: Chances, banquier: Chances, stands: Line, draws: Table
) -> None:
    played = [k for k, name in enumerate(CORNERS) if rows.get(name)]
    mixed = [cell for cell, chance in banquier.items() if 0 < chance < 1]
    tied = [cell for cell, gain in _gains(CORNERS, rows, draws).items() if gain == 0]
    paid = _paid(stands, draws, banquier)
    if set(tied) != set(mixed) or any(paid[k] == value for k in range(4) if k not in played):
        raise NotProved("a choice that is not mixed is not strictly better: others may be optimal")
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


@dataclass(frozen=True, slots=True)
class _Root:
    """p + q √n."""

    p: Fraction
    q: Fraction
    n: int

    @classmethod
    def read(cls, fields: Any) -> "_Root":
        if not isinstance(fields, list) or len(fields) != 3:
            raise BadText("not a number a + b √n: expected three texts")
        p, q, n = map(_number, fields)
        if n.denominator != 1 or n < 1:
            raise BadText(f"the number under a root is whole and positive, not {n}")
        if q and isqrt(int(n)) ** 2 == n:
            raise NotProved(f"{n} is a square: write the number without a root")
        return cls(p, q, int(n) if q else 1)

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
            raise NotProved(f"one equilibrium has one root, not those of {self.n} and {other.n}")
        return self.n if self.q else other.n

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


@dataclass(frozen=True, slots=True)
class _Trio:
    """What three do who each care for themselves."""

    players: tuple[_Root, _Root]
    values: tuple[_Root, _Root]
    mixed: dict[str, _Root]
    draws: frozenset[str]

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> "_Trio":
        (one, two), (first, second) = fields["players"], fields["values"]
        return cls(
            (_Root.read(one), _Root.read(two)),
            (_Root.read(first), _Root.read(second)),
            {cell: _Root.read(chance) for cell, chance in fields["mixed"].items()},
            frozenset(fields["draws"]),
        )

    def require_equilibrium(self, theta: Fraction, game: Payoffs, fixed: Fraction) -> None:
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
                raise NotProved(f"the banquier would do better otherwise in {cell}")
        pays = [[_Root(Fraction(w), Fraction(0), 1) for w in line] for line in game.stands]
        chances = dict.fromkeys(self.draws, _Root(Fraction(1), Fraction(0), 1)) | self.mixed
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
                raise NotProved(f"Player {who} would do better otherwise on 5")
        for who, said, paid in zip((1, 2), self.values, pays, strict=True):
            value = _sum(corners, paid) * Fraction(1, game.total) + fixed
            if (value + said * -1).sign != 0:
                raise NotProved(f"tableau {who} does not get what an equilibrium says")


def _sum(corners: Sequence[_Root], line: Sequence[Any]) -> _Root:
    total = _Root(Fraction(0), Fraction(0), 1)
    for chance, part in zip(corners, line, strict=True):
        total = total + chance * part
    return total
