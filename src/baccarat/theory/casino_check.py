"""Certificates of the casino game, as JSON, and a short checker of them.

    CasinoCertificate.parse(text) -> CasinoCertificate; certificate.dump() -> text (JSON)
    check_casino(certificate) -> a sentence that says what is proved, or NotProved with the reason

The checker knows the payoffs and nothing of the solver. It walks through the proof, in which every
decision gets a sign: whether drawing there is worse (-), all one (0) or better (+) to him who
decides. A sign is *forced* if the line that gives it has no other, whatever the other side may
still do. A set of signs is *refuted* by weights that agree with it, if the sum of the lines so
weighted would have to be positive and cannot be. A *split* leads to all three signs. So every
equilibrium has the signs of something *found*, and what is found is checked to be equilibria.

For a span of commissions all this is checked at both ends. A weighted sum is a mean of those at the
ends, and so is never more than the greater of them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly

from baccarat.errors import BadText, NotProved
from baccarat.frozen import freeze
from baccarat.shoe import Composition
from baccarat.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.certificate import (
    NUMBER,
    OptimalSet,
    read_fields,
    require_whole,
)
from baccarat.theory.model import Model
from baccarat.theory.payoffs import Strategy, payoffs

KIND = "chemin-de-fer-casino"
KEYS = ["certificate", "model", "composition", "player", "bound", "commission", "proof"]
KEYS += ["patches", "is_unique"]
SIGNS = ("-", "0", "+")
DEEPEST = 600
"""A proof may not split more often than that on the way to one of its ends."""


@dataclass(frozen=True, slots=True)
class Patch:
    """Equilibria that have the same signs: two sets, and one strategy inside each."""

    ponte: Strategy
    banquier: Strategy
    ponte_set: OptimalSet
    banquier_set: OptimalSet

    def __post_init__(self) -> None:
        freeze(self, "ponte", "banquier")


@dataclass(frozen=True, slots=True)
class CasinoCertificate:
    """A claim: every equilibrium at a commission, or its signs over a span of commissions."""

    model: Model
    composition: Composition
    player: tuple[Move, ...]
    """where Player is bound and where the ponte is free, by total"""
    bound: Strategy
    """what else is bound, with the probability of drawing"""
    low: Fraction
    high: Fraction
    """the commission, from and to"""
    proof: Mapping[str, Any]
    patches: tuple[Patch, ...]
    """what the proof finds, by number; none for a span"""
    is_unique: bool
    """whether it is claimed that there is one equilibrium only, at every commission of the span"""

    def __post_init__(self) -> None:
        try:
            freeze(self, "player", "bound", "proof", "patches")
        except RecursionError:
            raise NotProved(
                "a step of the proof is an object, and there are not too many"
            ) from None

    def dump(self) -> str:
        """The certificate as JSON."""
        fields = {
            "certificate": KIND,
            "model": self.model.name,
            "composition": str(self.composition),
            "player": "".join(map(str, self.player)),
            "bound": _write(self.bound),
            "commission": [str(self.low), str(self.high)],
            "proof": self.proof,
            "patches": [
                {
                    "ponte": _write(patch.ponte),
                    "banquier": _write(patch.banquier),
                    "ponte_set": _write_set(patch.ponte_set),
                    "banquier_set": _write_set(patch.banquier_set),
                }
                for patch in self.patches
            ],
            "is_unique": self.is_unique,
        }
        return json.dumps(fields, indent=1)

    @classmethod
    def parse(cls, text: str) -> "CasinoCertificate":
        """Read a certificate; what it claims is not checked yet."""
        fields = read_fields(text, KIND, KEYS)
        player, span, proof = fields["player"], fields["commission"], fields["proof"]
        if not isinstance(player, str) or not re.fullmatch(r"[D*-]{8}", player):
            raise BadText("not a certificate: 'player' is eight of D, - and *")
        if not isinstance(span, list) or len(span) != 2:
            raise BadText("not a certificate: 'commission' is two fractions, from and to")
        if not isinstance(fields["is_unique"], bool):
            raise BadText("not a certificate: 'is_unique' is true or false")
        if not isinstance(proof, dict) or not isinstance(fields["patches"], list):
            raise BadText("not a certificate: 'proof' is an object and 'patches' a list")
        low, high = map(_number, span)
        return cls(
            Model.parse(_text(fields["model"])),
            Composition.parse(_text(fields["composition"])),
            tuple(map(Move, player)),
            _read(fields["bound"]),
            low,
            high,
            proof,
            tuple(map(_read_patch, fields["patches"])),
            fields["is_unique"],
        )


Line = Mapping[str, fmpq]
"""What drawing is worth: a constant, named "", and a slope for each decision of the other side."""


class _Game:
    """The lines of both sides, at one commission or at both ends of a span."""

    def __init__(self, claim: CasinoCertificate) -> None:
        tableau = Tableau(claim.player, CHEMIN_DE_FER.banker)
        game = payoffs(claim.model, composition=claim.composition, tableau=tableau)
        self.sides = {"ponte": game.ponte, "banquier": game.banquier}
        names = ("", *game.ponte)
        self.brings: dict[str, dict[str, fmpq]] = {s: {"": fmpq(0)} for s in game.ponte}
        self.gains: list[dict[str, Line]] = [{}, {}]
        matters = set()
        for cell, win, lose in zip(game.banquier, game.win, game.lose, strict=True):
            for k, name in enumerate(names):
                (won, wins), (lost, loses) = ((end[0][k], end[1][k]) for end in (win, lose))
                if (won, lost) != (wins, loses):
                    matters.add(cell)
                if k:
                    matters |= {name} if won or wins or lost or loses else set()
                    self.brings[name][""] += won - lost
                    self.brings[name][cell] = fmpq(wins - loses - won + lost)
            for end, alpha in zip(self.gains, (claim.low, claim.high), strict=True):
                rate = _exact(1 - alpha)
                end[cell] = {
                    name: rate * (lose[1][k] - lose[0][k]) - (win[1][k] - win[0][k])
                    for k, name in enumerate(names)
                }
        for name, draws in claim.bound.items():
            if name not in self.brings and name not in self.gains[0]:
                raise NotProved(f"nothing is decided at {name}, so that it cannot be bound")
            if not 0 <= draws <= 1:
                raise NotProved(f"{name} is bound to {draws}, which is no probability")
        self.bound = {name: _exact(draws) for name, draws in claim.bound.items()}
        self.open = {
            name for own in self.sides.values() for name in own if name in matters - set(self.bound)
        }

    def lines(self, name: str) -> list[Line]:
        """What gives a decision its sign, at both ends."""
        if name in self.brings:
            return [self.brings[name]]
        return [end[name] for end in self.gains]

    def box(self, name: str, signs: Mapping[str, str]) -> tuple[int | fmpq, int | fmpq]:
        """Between which probabilities a decision is left, once it may have a sign."""
        if not name:
            return 1, 1
        if name in self.bound:
            return self.bound[name], self.bound[name]
        return {"-": (0, 0), "+": (1, 1)}.get(signs.get(name, "0"), (0, 1))

    def most(self, line: Line, signs: Mapping[str, str]) -> fmpq:
        """The most that a line comes to, whatever the other side may still do."""
        total = fmpq(0)
        for name, slope in line.items():
            if slope:
                low, high = self.box(name, signs)
                total += slope * (high if slope > 0 else low)
        return total

    def require_forced(self, name: str, sign: str, signs: Mapping[str, str]) -> None:
        for line in self.lines(name):
            most = self.most(line, signs)
            least = -self.most({other: -slope for other, slope in line.items()}, signs)
            if not (most < 0 if sign == "-" else least > 0 if sign == "+" else least == most == 0):
                raise NotProved(f"{name} is not forced to have the sign {sign}")

    def require_refuted(self, weights: Mapping[str, fmpq], signs: Mapping[str, str]) -> None:
        if not weights or len({name in self.brings for name in weights}) != 1:
            raise NotProved("signs are refuted by weights of one side's decisions")
        for name, weight in weights.items():
            if name not in signs or (weight > 0 and signs[name] == "-"):
                raise NotProved(f"the weight of {name} does not agree with its sign")
            if weight < 0 and signs[name] == "+":
                raise NotProved(f"the weight of {name} does not agree with its sign")
        strict = any(weight != 0 and signs[name] != "0" for name, weight in weights.items())
        for lines in zip(*(self.lines(name) for name in weights), strict=True):
            total: dict[str, fmpq] = {}
            for line, weight in zip(lines, weights.values(), strict=True):
                for other, slope in line.items():
                    total[other] = total.get(other, fmpq(0)) + weight * slope
            most = self.most(total, signs)
            if not (most <= 0 if strict else most < 0):
                raise NotProved(f"the weights of {', '.join(weights)} refute nothing")

    def require_fitting(
        self, strategy: Strategy, who: str, signs: Mapping[str, str], inside: bool
    ) -> None:
        """A strategy must do what its own signs ask for, and give the other side its signs."""
        own, other = (self.sides[w] for w in (who, "banquier" if who == "ponte" else "ponte"))
        require_whole(strategy, own, who)
        for name in own:
            low, high = self.box(name, signs)
            if not low <= _exact(strategy[name]) <= high:
                raise NotProved(f"{name} may not be drawn on with {strategy[name]}")
        point = {"": fmpq(1), **{name: _exact(draws) for name, draws in strategy.items()}}
        for name in other:
            if name not in self.open:
                continue
            line = self.lines(name)[0]
            value = sum((slope * point[o] for o, slope in line.items() if slope), start=fmpq(0))
            sign = "-" if value < 0 else "+" if value > 0 else "0"
            if sign != signs[name] and (inside or sign != "0"):
                raise NotProved(f"the {who}'s strategy does not give {name} the sign {signs[name]}")

    def tied(self, signs: Mapping[str, str]) -> tuple[list[str], list[str]]:
        """The decisions, of ponte and banquier, at which it is all one what is done."""
        sets, cells = (
            [name for name in own if name in self.open and signs[name] == "0"]
            for own in self.sides.values()
        )
        return sets, cells

    def require_single(self, signs: Mapping[str, str]) -> None:
        """There must be one equilibrium at most with these signs, at every commission."""
        sets, cells = self.tied(signs)
        if _rank([[self.brings[s][c] for c in cells] for s in sets]) != len(cells):
            raise NotProved("other strategies of the banquier are not excluded")
        first, last = ([[end[c][s] for s in sets] for c in cells] for end in self.gains)
        if first == last:
            if _rank(first) != len(sets):
                raise NotProved("other strategies of the ponte are not excluded")
            return
        # Between the ends the equations are means of those at the ends, and their determinant is
        # the sum of c[k] t^k (1 − t)^(n − k), positive if all c[k] are; or negative.
        if len(sets) != len(cells):
            raise NotProved("other strategies of the ponte are not excluded")
        size = len(sets)
        parts = _blend(first, last).coeffs() if size else [fmpq(1)]
        parts += [fmpq(0)] * (size + 1 - len(parts))
        if not (min(parts[0], parts[-1]) > 0 <= min(parts)) and not (
            max(parts[0], parts[-1]) < 0 >= max(parts)
        ):
            raise NotProved("other strategies of the ponte are not excluded")


def check_casino(certificate: CasinoCertificate | str) -> str:
    """Say what a certificate proves; complain of one that does not prove its claims."""
    claim = CasinoCertificate.parse(certificate) if isinstance(certificate, str) else certificate
    if not 0 <= claim.low <= claim.high <= 1:
        raise NotProved("the commission goes from one fraction to a larger one, 0 to 1")
    game = _Game(claim)
    found: dict[int, Mapping[str, str]] = {}
    _walk(game, claim.proof, {}, found, DEEPEST)
    if sorted(found) != list(range(len(found))):
        raise NotProved("what is found is numbered 0, 1, 2, …, each once")
    if claim.low < claim.high:
        if claim.patches:
            raise NotProved("over a span of commissions no single equilibria are listed")
    elif len(claim.patches) != len(found):
        raise NotProved("what is found is not what is listed")
    for number, patch in enumerate(claim.patches):
        _check_patch(game, patch, found[number])
    where = f"model {claim.model}, {claim.composition}, commission {claim.low}"
    where += f" to {claim.high}" if claim.low < claim.high else ""
    if not claim.is_unique:
        kind = "this set of" if len(found) == 1 else f"one of {len(found)} sets of"
        return f"{where}: every equilibrium has {kind} signs"
    if len(found) != 1:
        raise NotProved("one equilibrium is claimed, and more than one is found")
    game.require_single(found[0])
    return f"{where}: there is one equilibrium and no other"


def _walk(
    game: _Game,
    node: object,
    known: Mapping[str, str],
    found: dict[int, Mapping[str, str]],
    depth: int,
) -> None:
    """Go through a proof; every way must end in a contradiction or with all signs known."""
    if not isinstance(node, dict) or depth == 0:
        raise NotProved("a step of the proof is an object, and there are not too many")
    signs = dict(known)
    forced = node.get("forced")
    if not isinstance(forced, tuple) or not all(isinstance(step, tuple) for step in forced):
        raise NotProved("what is forced is a list of pairs: a decision and its sign")
    for step in forced:
        name, sign = map(_text, step) if len(step) == 2 else ("", "")
        if name not in game.open or name in signs or sign not in SIGNS:
            raise NotProved(f"{name[:24]!r} has no sign to be forced")
        game.require_forced(name, sign, signs)
        signs[name] = sign
    if "refuted" in node:
        weights = {name: _exact(number) for name, number in _read(node["refuted"]).items()}
        game.require_refuted(weights, signs)
    elif "found" in node:
        if len(signs) != len(game.open):
            raise NotProved("something is found before all signs are known")
        if type(node["found"]) is not int or node["found"] in found:
            raise NotProved("what is found is numbered 0, 1, 2, …, each once")
        found[node["found"]] = signs
    else:
        at, branches = node.get("split"), node.get("branches")
        if not isinstance(at, str) or at not in game.open or at in signs:
            raise NotProved("a proof is split at a decision that has no sign yet")
        if not isinstance(branches, tuple) or len(branches) != len(SIGNS):
            raise NotProved("a split has three branches: -, 0 and +")
        for sign, branch in zip(SIGNS, branches, strict=True):
            _walk(game, branch, {**signs, at: sign}, found, depth - 1)


def _check_patch(game: _Game, patch: Patch, signs: Mapping[str, str]) -> None:
    sides = (
        ("ponte", patch.ponte, patch.ponte_set),
        ("banquier", patch.banquier, patch.banquier_set),
    )
    for who, inner, named in sides:
        game.require_fitting(inner, who, signs, inside=True)
        if not named.corners or any(len(c) != len(named.names) for c in named.corners):
            raise NotProved(f"the corners of the {who}'s set do not fit their names")
        for corner in named.corners:
            full = {**inner, **dict(zip(named.names, corner, strict=True))}
            game.require_fitting(full, who, signs, inside=False)
        first = named.corners[0]
        spread = [[_exact(a - b) for a, b in zip(c, first, strict=True)] for c in named.corners[1:]]
        if _rank(spread) != named.dimension:
            raise NotProved(f"the {who}'s corners do not span {named.dimension} dimensions")


def _blend(first: Sequence[Sequence[fmpq]], last: Sequence[Sequence[fmpq]]) -> fmpq_poly:
    """The determinant of first + t · last as a polynomial in t, found from its values."""
    size = len(first)
    total = fmpq_poly([0])
    pairs = list(zip(first, last, strict=True))
    for at in range(size + 1):
        matrix = [[a + at * b for a, b in zip(*rows, strict=True)] for rows in pairs]
        basis = fmpq_poly([fmpq_mat(matrix).det()])
        for other in range(size + 1):
            if other != at:
                basis *= fmpq_poly([fmpq(-other, at - other), fmpq(1, at - other)])
        total += basis
    return total


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _rank(rows: Sequence[Sequence[fmpq]]) -> int:
    return int(fmpq_mat([list(row) for row in rows]).rank()) if rows and rows[0] else 0


def _write(strategy: Strategy) -> dict[str, str]:
    return {name: str(draws) for name, draws in strategy.items()}


def _write_set(named: OptimalSet) -> dict[str, Any]:
    corners = [[str(a) for a in corner] for corner in named.corners or ()]
    return {"names": list(named.names), "dimension": named.dimension, "corners": corners}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadText(f"not a certificate: expected text, not {str(value)[:24]!r}")
    return value


def _number(value: object) -> Fraction:
    text = _text(value)
    if not NUMBER.fullmatch(text) or re.search(r"/0+$", text):
        raise BadText(f"not a fraction: {text[:24]!r} (expected e.g. '9/11')")
    return Fraction(text)


def _read(fields: object) -> Mapping[str, Fraction]:
    if not isinstance(fields, dict):
        raise BadText("not a certificate: expected an object of fractions")
    return {name: _number(value) for name, value in fields.items()}


def _read_patch(fields: object) -> Patch:
    if not isinstance(fields, dict) or len(fields) != 4:
        raise BadText("not a certificate: a patch has two strategies and two sets")
    return Patch(
        _read(fields.get("ponte")),
        _read(fields.get("banquier")),
        _read_set(fields.get("ponte_set")),
        _read_set(fields.get("banquier_set")),
    )


def _read_set(fields: object) -> OptimalSet:
    if not isinstance(fields, dict) or sorted(fields) != ["corners", "dimension", "names"]:
        raise BadText("not a certificate: a set has names, dimension and corners")
    names, dimension, corners = fields["names"], fields["dimension"], fields["corners"]
    if not isinstance(names, list) or not isinstance(corners, list) or type(dimension) is not int:
        raise BadText("not a certificate: a set has names, dimension and corners")
    if not all(isinstance(corner, list) for corner in corners):
        raise BadText("not a certificate: a corner is a list of fractions")
    return OptimalSet(
        tuple(map(_text, names)),
        dimension,
        tuple(tuple(map(_number, corner)) for corner in corners),
    )
