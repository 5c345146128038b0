"""Certificates: what proves a solution, as JSON, and a short checker of it.

    Certificate.parse(text) -> Certificate; certificate.dump() -> text (JSON)
    check(certificate) -> None, or NotProved with the reason

The checker knows the payoffs and nothing of the solver. Two strategies are optimal and the value is
right if the best reply to either of them gives exactly the value. They are the only ones if, beside
that, every choice that is not mixed is a strict best reply and the equations that make both sides
indifferent where they mix have one solution each. Where there are more, the certificate lists
corners of both optimal sets; it is checked that each is optimal and that the sets have the
dimension said: no smaller, for the corners span as much, and no larger, for all optimal strategies
fit the mean of the other side's corners.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from baccarat.errors import BadText, NotProved
from baccarat.frozen import freeze
from baccarat.shoe import Composition
from baccarat.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.model import Model
from baccarat.theory.payoffs import Strategy, payoffs, require_strategy

KIND = "chemin-de-fer"
NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
KEYS = ["certificate", "model", "composition", "player", "bound", "value", "ponte", "banquier"]
KEYS += ["is_unique", "ponte_set", "banquier_set"]


@dataclass(frozen=True, slots=True)
class OptimalSet:
    """All optimal strategies of one side: where it may vary, and the corners of what it may do.

    Idle decisions, which no coup meets or whose outcome never depends on them, are set aside.
    """

    names: tuple[str, ...]
    """the decisions that are not the same in all of them"""
    dimension: int
    corners: tuple[tuple[Fraction, ...], ...] | None
    """by corner, the probability of drawing for each name; None if there are too many to list"""

    def __post_init__(self) -> None:
        freeze(self, "names", "corners")


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim about a game: its value, two strategies, and whether there are others."""

    model: Model
    composition: Composition
    player: tuple[Move, ...]
    """where Player is bound and where the ponte is free, by total"""
    bound: Strategy
    """what else is bound, with the probability of drawing"""
    value: Fraction
    ponte: Strategy
    banquier: Strategy
    is_unique: bool
    ponte_set: OptimalSet | None = None
    banquier_set: OptimalSet | None = None
    """where the solution is not unique: all optimal strategies of each side"""

    def __post_init__(self) -> None:
        freeze(self, "player", "bound", "ponte", "banquier")

    def dump(self) -> str:
        """The certificate as JSON."""
        fields = {
            "certificate": KIND,
            "model": self.model.name,
            "composition": str(self.composition),
            "player": "".join(map(str, self.player)),
            "bound": _write(self.bound),
            "value": str(self.value),
            "ponte": _write(self.ponte),
            "banquier": _write(self.banquier),
            "is_unique": self.is_unique,
            "ponte_set": _write_set(self.ponte_set),
            "banquier_set": _write_set(self.banquier_set),
        }
        return json.dumps(fields, indent=1)

    @classmethod
    def parse(cls, text: str) -> "Certificate":
        """Read a certificate; what it claims is not checked yet."""
        fields = read_fields(text, KIND, KEYS)
        player = fields["player"]
        if not isinstance(player, str) or not re.fullmatch(r"[D*-]{8}", player):
            raise BadText("not a certificate: 'player' is eight of D, - and *")
        if not isinstance(fields["is_unique"], bool):
            raise BadText("not a certificate: 'is_unique' is true or false")
        return cls(
            Model.parse(_text(fields["model"])),
            Composition.parse(_text(fields["composition"])),
            tuple(map(Move, player)),
            _read(fields["bound"]),
            _number(fields["value"]),
            _read(fields["ponte"]),
            _read(fields["banquier"]),
            fields["is_unique"],
            _read_set(fields["ponte_set"]),
            _read_set(fields["banquier_set"]),
        )


def read_fields(text: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
    """The fields of a certificate of some kind, all of them and no others."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise BadText("not a certificate: it is no JSON") from None
    if not isinstance(fields, dict) or fields.get("certificate") != kind:
        raise BadText(f"not a certificate: expected an object with 'certificate': {kind!r}")
    if sorted(fields) != sorted(keys):
        raise BadText(f"not a certificate: its keys are {', '.join(keys)}")
    return fields


class _Game:
    """Player's payoff times the total weight: `still` at x, plus `gains` at x where y draws."""

    def __init__(self, claim: Certificate) -> None:
        tableau = Tableau(claim.player, CHEMIN_DE_FER.banker)
        game = payoffs(claim.model, composition=claim.composition, tableau=tableau)
        self.ponte, self.banquier, self.bound = game.ponte, game.banquier, claim.bound
        self.value = _exact(claim.value * game.total)
        self.still = [0] * (1 + len(game.ponte))
        self.still[0] = game.fixed[0] - game.fixed[1]
        self.gains: dict[str, list[int]] = {}
        for cell, win, lose in zip(game.banquier, game.win, game.lose, strict=True):
            stand, draw = ([a - b for a, b in zip(win[m], lose[m], strict=True)] for m in (0, 1))
            self.still = [a + b for a, b in zip(self.still, stand, strict=True)]
            self.gains[cell] = [a - b for a, b in zip(draw, stand, strict=True)]
        lines = zip(self.still, *self.gains.values(), strict=True)
        matters = [any(line) for line in lines]
        idle = {name for name, m in zip(game.ponte, matters[1:], strict=True) if not m}
        idle |= {cell for cell, line in self.gains.items() if not any(line)}
        self.settled = idle | set(claim.bound)

    def against_ponte(self, x: Strategy) -> tuple[fmpq, dict[str, fmpq]]:
        """The payoff if the banquier never draws, and what drawing adds to it in each cell."""
        point = [fmpq(1), *(_exact(x[name]) for name in self.ponte)]
        return _dot(self.still, point), {c: _dot(line, point) for c, line in self.gains.items()}

    def against_banquier(self, y: Strategy) -> tuple[fmpq, dict[str, fmpq]]:
        """The payoff if the ponte never draws, and what drawing adds to it on each hand."""
        line = [fmpq(a) for a in self.still]
        for cell, gain in self.gains.items():
            if y[cell]:
                drawing = _exact(y[cell])
                line = [a + drawing * b for a, b in zip(line, gain, strict=True)]
        return line[0], dict(zip(self.ponte, line[1:], strict=True))

    def require_legal(self, strategy: Strategy, who: str) -> None:
        names = self.ponte if who == "ponte" else self.banquier
        require_whole(strategy, names, who)
        for name in names:
            if name in self.bound and strategy[name] != self.bound[name]:
                raise NotProved(f"{name} is bound to {self.bound[name]}, not to {strategy[name]}")

    def require_optimal(self, strategy: Strategy, who: str) -> None:
        """The best reply to a strategy must give the value, no more and no less."""
        self.require_legal(strategy, who)
        is_ponte = who == "ponte"
        reply, gains = (self.against_ponte if is_ponte else self.against_banquier)(strategy)
        best = min if is_ponte else max
        for name, gain in gains.items():
            if name in self.bound:
                reply += _exact(self.bound[name]) * gain
            else:
                reply += best(gain, fmpq(0))
        if reply != self.value:
            raise NotProved(f"the best reply to the {who}'s strategy does not give the value")

    def spans(self, x: Strategy, y: Strategy) -> dict[str, int]:
        """How many dimensions the optimal sets have at most, x and y being optimal.

        Every optimal strategy does what is strictly better against the other's x or y, and leaves
        the other indifferent where he mixes. Those are linear equations.
        """
        sets = [name for name, gain in self.against_banquier(y)[1].items() if not gain]
        cells = [cell for cell, gain in self.against_ponte(x)[1].items() if not gain]
        sets = [name for name in sets if name not in self.settled]
        cells = [cell for cell in cells if cell not in self.settled]
        table = {(c, s): self.gains[c][1 + self.ponte.index(s)] for c in cells for s in sets}
        for_ponte = [[table[c, s] for s in sets] for c in cells if 0 < y[c] < 1]
        for_banquier = [[table[c, s] for c in cells] for s in sets if 0 < x[s] < 1]
        return {
            "ponte": len(sets) - _rank(for_ponte),
            "banquier": len(cells) - _rank(for_banquier),
        }


def require_whole(strategy: Strategy, names: Sequence[str], who: str) -> None:
    """Refuse what is no strategy: a probability for each decision, and nothing else."""
    try:
        require_strategy(strategy, names, who)
    except BadText as complaint:
        raise NotProved(str(complaint)) from None
    if len(strategy) != len(names):
        raise NotProved(f"the {who} decides where there is nothing to decide")


def check(certificate: Certificate | str) -> None:
    """Complain of a certificate that does not prove its claims."""
    claim = Certificate.parse(certificate) if isinstance(certificate, str) else certificate
    game = _Game(claim)
    for name in claim.bound:
        if name not in game.ponte and name not in game.banquier:
            raise NotProved(f"nothing is decided at {name}, so that it cannot be bound")
    strategies = {"ponte": claim.ponte, "banquier": claim.banquier}
    for who, strategy in strategies.items():
        game.require_legal(strategy, who)
    for who, strategy in strategies.items():
        game.require_optimal(strategy, who)
    if not claim.is_unique:
        _check_sets(game, claim)
    elif claim.ponte_set or claim.banquier_set:
        raise NotProved("the solution is said to be unique, and sets of others are listed")
    else:
        for who, span in game.spans(claim.ponte, claim.banquier).items():
            if span:
                raise NotProved(f"other optimal strategies of the {who} are not excluded")


def _check_sets(game: _Game, claim: Certificate) -> None:
    """Every listed corner must be optimal, and the sets have the dimensions said."""
    middle: list[Strategy] = []
    said = {"ponte": claim.ponte_set, "banquier": claim.banquier_set}
    for (who, named), own in zip(said.items(), (claim.ponte, claim.banquier), strict=True):
        if named is None or not named.corners:
            raise NotProved(f"the solution is said not to be unique: list the {who}'s corners")
        if any(len(corner) != len(named.names) for corner in named.corners):
            raise NotProved(f"a corner of the {who}'s set does not fit its names")
        corners = [{**own, **dict(zip(named.names, c, strict=True))} for c in named.corners]
        for corner in corners:
            game.require_optimal(corner, who)
        first = named.corners[0]
        spread = [[a - b for a, b in zip(c, first, strict=True)] for c in named.corners]
        if _rank(spread) != named.dimension:
            raise NotProved(f"the {who}'s corners do not span {named.dimension} dimensions")
        share = Fraction(1, len(corners))
        middle.append({name: share * sum(c[name] for c in corners) for name in own})
    for who, span in game.spans(*middle).items():
        named = said[who]
        if named is None or span != named.dimension:
            raise NotProved(f"the {who}'s set is not shown to have no more dimensions than said")
    if all(named is None or named.dimension == 0 for named in said.values()):
        raise NotProved("the solution is said not to be unique, but the sets are single points")


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _dot(line: Sequence[int], point: Sequence[fmpq]) -> fmpq:
    return sum((p * a for p, a in zip(point, line, strict=True)), start=fmpq(0))


def _rank(rows: Sequence[Sequence[Fraction | int]]) -> int:
    exact = [[_exact(Fraction(a)) for a in row] for row in rows]
    return int(fmpq_mat(exact).rank()) if rows and rows[0] else 0


def _write(strategy: Strategy) -> dict[str, str]:
    return {name: str(draws) for name, draws in strategy.items()}


def _write_set(named: OptimalSet | None) -> dict[str, Any] | None:
    if named is None:
        return None
    corners = named.corners and [[str(a) for a in corner] for corner in named.corners]
    return {"names": list(named.names), "dimension": named.dimension, "corners": corners}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadText(f"not a certificate: expected text, not {str(value)[:24]!r}")
    return value


def _number(value: object) -> Fraction:
    text = _text(value)
    if not NUMBER.fullmatch(text):
        raise BadText(f"not a fraction: {text[:24]!r} (expected e.g. '9/11')")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadText(f"not a fraction: {text[:24]!r} (expected e.g. '9/11')") from None


def _read(fields: object) -> Mapping[str, Fraction]:
    if not isinstance(fields, dict):
        raise BadText("not a certificate: a strategy is an object of fractions")
    return {name: _number(value) for name, value in fields.items()}


def _read_set(fields: object) -> OptimalSet | None:
    if fields is None:
        return None
    if not isinstance(fields, dict) or sorted(fields) != ["corners", "dimension", "names"]:
        raise BadText("not a certificate: a set has names, dimension and corners")
    names, dimension, corners = fields["names"], fields["dimension"], fields["corners"]
    corners = [] if corners is None else corners  # there were too many to list
    if not isinstance(names, list) or not isinstance(corners, list):
        raise BadText("not a certificate: names and corners of a set are lists")
    if not isinstance(dimension, int) or isinstance(dimension, bool) or dimension < 0:
        raise BadText("not a certificate: the dimension of a set is a whole number")
    if not all(isinstance(corner, list) for corner in corners):
        raise BadText("not a certificate: a corner is a list of fractions")
    return OptimalSet(
        tuple(map(_text, names)),
        dimension,
        tuple(tuple(map(_number, corner)) for corner in corners) or None,
    )
