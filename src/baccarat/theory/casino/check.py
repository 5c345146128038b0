"""Certificates of the casino game, as JSON, and a short checker of them.

    CasinoCertificate.parse(text) -> CasinoCertificate; certificate.dump() -> text (JSON)
    check_casino(certificate) -> a sentence that says what is proved, or NotProved with the reason

The checker knows the payoffs and not the solver. It walks through the proof, in which every
decision gets a sign: drawing there is worse (-), the same (0) or better (+) for the side that
decides. A sign is *forced* if the decision's line has this sign for all choices that the other side
still has. A set of signs is *refuted* by weights that agree with the signs: the weighted sum of the
lines would have to be positive, and cannot be. A *split* leads to all three signs. So every
equilibrium has a set of signs that the proof has *found*, and what is found is checked to be an
equilibrium.

For a span of commissions all this is checked at both ends. Between the ends a weighted sum is a
mean of the two sums at the ends, so it is never more than the greater of them.

The sets of signs found over a span may differ in one cell. Its gain from drawing is a polynomial in
the commission, because the other signs determine the ponte's probabilities. If it has one root, the
set with the sign 0 holds at this critical commission only, and the others before and after it: an
equilibrium exists everywhere (Nash). At the critical commission the ponte has one strategy, and the
banquier, who may mix in the cell, has all strategies between those of the two sides.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, ClassVar

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from baccarat.base.errors import BadText, NotProved
from baccarat.base.frozen import freeze, freezes
from baccarat.base.hints import checked
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.certificate_reading import (
    ROW,
    read_fields,
    read_number,
    read_player,
    read_strategy,
    read_text,
    shown,
    write_strategy,
)
from baccarat.theory.chemin.in_words import but_for, told_game
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import DeckPayoffs, Payoffs, payoffs
from baccarat.theory.numbers import Algebraic, rational
from baccarat.theory.strategies import MixedStrategy, require_whole_strategy
from baccarat.theory.strategy_sets import NamedLine, OptimalSet, along, rank, require_whole_set

KIND = "chemin-de-fer-casino"
KEYS = ["certificate", "model", "composition", "player", "bound", "commission", "proof"]
KEYS += ["patches", "is_unique"]
PATCH = {"ponte", "banquier", "ponte_set", "banquier_set"}
ENDS = {frozenset(end) for end in (("refuted",), ("found",), ("split", "branches"))}
"""the keys of a step of a proof, apart from `forced`"""
SIGNS = ("-", "0", "+")
THERE = (
    "there the ponte has one strategy, and the banquier those of a segment, from his one just "
    "before to his one just after"
)
KnownSigns = Mapping[str, str]
EquationRows = Sequence[Sequence[fmpq | int]]


@dataclass(frozen=True, slots=True)
@freezes("ponte", "banquier")
class Patch:
    """Equilibria with the same signs: for each side, a set of strategies and one member of it."""

    ponte: MixedStrategy
    banquier: MixedStrategy
    ponte_set: OptimalSet
    banquier_set: OptimalSet


@dataclass(frozen=True, slots=True)
class CasinoCertificate:
    """A claim: all equilibria at one commission, or their signs over a span of commissions."""

    model: Model
    composition: Composition
    player: tuple[Move, ...]
    """the totals on which Player is bound, and those on which the ponte is free"""
    bound: MixedStrategy
    """all other bound decisions, with the probability of drawing"""
    low: Fraction
    high: Fraction
    """the lowest and the highest commission"""
    proof: Mapping[str, Any]
    patches: tuple[Patch, ...]
    """the equilibria that the proof finds, by number; none for a span"""
    is_unique: bool
    """whether it claims one equilibrium only, at every commission that is not critical"""

    def __post_init__(self) -> None:
        try:
            freeze(self, "player", "bound", "proof", "patches")
        except RecursionError:
            raise BadText("not a certificate: the proof has too many levels") from None

    def dump(self) -> str:
        """The certificate as JSON."""
        fields = {
            "certificate": KIND,
            "model": self.model.name,
            "composition": str(self.composition),
            "player": "".join(map(str, self.player)),
            "bound": write_strategy(self.bound),
            "commission": [str(self.low), str(self.high)],
            "proof": self.proof,
            "patches": [
                {
                    "ponte": write_strategy(patch.ponte),
                    "banquier": write_strategy(patch.banquier),
                    "ponte_set": patch.ponte_set.write(),
                    "banquier_set": patch.banquier_set.write(),
                }
                for patch in self.patches
            ],
            "is_unique": self.is_unique,
        }
        return json.dumps(fields)

    @classmethod
    def parse(cls, text: str) -> "CasinoCertificate":
        """Read a certificate; its claims are not checked yet."""
        return cls.read(read_fields(text, KIND, KEYS))

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> "CasinoCertificate":
        """Read the claim from the fields of a file."""
        span, proof = fields["commission"], fields["proof"]
        if not isinstance(span, list) or len(span) != 2:
            raise BadText("not a certificate: 'commission' must be two fractions, from and to")
        if not isinstance(fields["is_unique"], bool):
            raise BadText("not a certificate: 'is_unique' must be true or false")
        if not isinstance(proof, dict) or not isinstance(fields["patches"], list):
            raise BadText("not a certificate: 'proof' must be an object and 'patches' a list")
        low, high = map(read_number, span)
        return cls(
            Model.parse(read_text(fields["model"])),
            Composition.parse(read_text(fields["composition"])),
            read_player(fields["player"]),
            read_strategy(fields["bound"]),
            low,
            high,
            proof,
            tuple(map(_read_patch, fields["patches"])),
            fields["is_unique"],
        )

    @property
    def game(self) -> str:
        """The claim's game in words."""
        return told_game(self.model, self.composition, self.player, self.bound)


class SignedGame:
    """Each decision's gain from drawing: a linear function, for each end of a commission span."""

    number: ClassVar[Any] = fmpq
    """the numbers of a line; for every number of decks d at once, polynomials in d"""

    def __init__(
        self, game: Payoffs | DeckPayoffs, low: Fraction, high: Fraction, bound: MixedStrategy
    ) -> None:
        self.sides = {"ponte": game.ponte, "banquier": game.banquier}
        lines = ("", *game.ponte)
        self.brings: dict[str, dict[str, Any]] = {s: {"": self.number(0)} for s in game.ponte}
        self.gains: list[dict[str, dict[str, Any]]] = [{c: {} for c in game.banquier} for _ in "01"]
        whole = lcm(low.denominator, high.denominator)
        keeps = [int((1 - alpha) * whole) for alpha in (low, high)]
        matters = set()
        cells: Any = zip(game.banquier, game.win, game.lose, strict=True)
        for cell, win, lose in cells:
            for k, name in enumerate(lines):
                (won, wins), (lost, loses) = ((end[0][k], end[1][k]) for end in (win, lose))
                if (won, lost) != (wins, loses):
                    matters.add(cell)
                if k:
                    matters |= {name} if won or wins or lost or loses else set()
                    self.brings[name][""] += won - lost
                    self.brings[name][cell] = self.number(wins - loses - won + lost)
                for end, kept in zip(self.gains, keeps, strict=True):
                    end[cell][name] = self.number(kept * (loses - lost) - whole * (wins - won))
        for name, draws in bound.items():
            if name not in self.brings and name not in self.gains[0]:
                raise NotProved(f"there is no decision at {shown(name)}: bind another place")
            if not 0 <= draws <= 1:
                raise NotProved(f"{name} is bound to {shown(draws)}, which must be from 0 to 1")
        self.bound = {name: rational(draws) for name, draws in bound.items()}
        names = {*game.ponte, *game.banquier} - set(self.bound)
        self.open, self.idle = names & matters, names - matters

    def lines(self, name: str) -> list[NamedLine]:
        """A decision's gain from drawing, as a linear function for each end of the span."""
        if name in self.brings:
            return [self.brings[name]]
        return [end[name] for end in self.gains]

    def box(self, name: str, signs: KnownSigns) -> tuple[int | fmpq, int | fmpq]:
        """The least and the greatest probability of drawing that a decision's sign allows."""
        if not name:
            return 1, 1
        if name in self.bound:
            return self.bound[name], self.bound[name]
        return {"-": (0, 0), "+": (1, 1)}.get(signs.get(name, "0"), (0, 1))

    def sign(self, number: Any) -> str:
        return "+" if number > 0 else "-" if number < 0 else "0"

    def read_weights(self, fields: object) -> dict[str, Any]:
        """The weights of a refutation."""
        return {name: rational(weight) for name, weight in read_strategy(fields).items()}

    def most(self, line: NamedLine, signs: KnownSigns) -> Any:
        """The greatest value of a linear function over the choices that the signs leave open."""
        total = self.number(0)
        for name, slope in line.items():
            if slope:
                low, high = self.box(name, signs)
                total += slope * (high if low == high or self.sign(slope) == "+" else low)
        return total

    def require_forced(self, name: str, sign: str, signs: KnownSigns) -> None:
        for line in self.lines(name):
            ends = [] if sign == "+" else [self.most(line, signs)]
            if sign != "-":
                ends.append(-self.most({other: -slope for other, slope in line.items()}, signs))
            if {self.sign(end) for end in ends} != {sign}:
                raise NotProved(f"the signs before do not force {name} to have the sign {sign}")

    def require_refuted(self, weights: Mapping[str, Any], signs: KnownSigns) -> None:
        if len({name in self.brings for name in weights}) != 1:
            raise NotProved(
                "the weights against a set of signs must belong to the decisions of one side"
            )
        for name, weight in weights.items():
            sign = signs.get(name)
            if sign is None or (weight and sign != "0" and self.sign(weight) != sign):
                raise NotProved(f"the weight of {shown(name)} must fit its sign")
        strict = any(weight and signs[name] != "0" for name, weight in weights.items())
        for lines in zip(*(self.lines(name) for name in weights), strict=True):
            total: dict[str, Any] = {}
            for line, weight in zip(lines, weights.values(), strict=True):
                for other, slope in line.items():
                    total[other] = total.get(other, self.number(0)) + weight * slope
            if self.sign(self.most(total, signs)) not in ("-", "0" if strict else "-"):
                raise NotProved(f"the weights of {len(weights)} decisions do not refute the signs")

    def require_fitting(self, strategy: MixedStrategy, who: str, signs: KnownSigns) -> None:
        """Refuse a strategy that breaks its own signs, or gives the other side other signs."""
        own, other = (self.sides[w] for w in (who, "banquier" if who == "ponte" else "ponte"))
        require_whole_strategy(strategy, own, who)
        for name in own:
            low, high = self.box(name, signs)
            if not low <= rational(strategy[name]) <= high:
                raise NotProved(
                    f"at {name} the sign forbids drawing with probability {shown(strategy[name])}"
                )
        point = {"": fmpq(1), **{name: rational(draws) for name, draws in strategy.items()}}
        for name in other:
            if name not in self.open:
                continue
            value = along(self.lines(name)[0], point)
            if signs[name] != ("-" if value < 0 else "+" if value > 0 else "0"):
                raise NotProved(f"the {who}'s strategy must give {name} the sign {signs[name]}")

    def require_patch(self, patch: Patch, signs: KnownSigns) -> None:
        """Refuse a patch unless it has every strategy that gives each gain its sign, or 0."""
        tied = self.tied(signs)
        sides = (
            ("ponte", patch.ponte, patch.ponte_set, tied[0], self.sides["banquier"]),
            ("banquier", patch.banquier, patch.banquier_set, tied[1], self.sides["ponte"]),
        )
        for who, inner, named, free, other in sides:
            self.require_fitting(inner, who, signs)
            lines = {name: self.lines(name)[0] for name in other if name in self.open}
            equal = [line for name, line in lines.items() if signs[name] == "0"]
            at_least = [line for name, line in lines.items() if signs[name] == "+"]
            at_least += [
                {key: -slope for key, slope in line.items()}
                for name, line in lines.items()
                if signs[name] == "-"
            ]
            require_whole_set(named, who, inner, free, equal, at_least)

    def tied(self, signs: KnownSigns) -> tuple[list[str], list[str]]:
        """The decisions of ponte and of banquier at which drawing and standing are equally good."""
        sets, cells = (
            [name for name in own if name in self.open and signs[name] == "0"]
            for own in self.sides.values()
        )
        return sets, cells

    def gain(self, cell: str, signs: KnownSigns) -> tuple[fmpq_poly, int]:
        """A cell's gain from drawing if tied decisions are indifferent: numerator and degree."""
        sets, cells = self.tied(signs)
        settled = {
            name: self.box(name, signs)[0] for name in ("", *self.brings) if name not in sets
        }
        ends: list[list[list[fmpq]]] = [[], []]
        for rows, end in zip(ends, self.gains, strict=True):
            for line in (end[name] for name in (cell, *cells)):
                still = sum(line[name] * draws for name, draws in settled.items())
                rows.append([still, *(line[name] for name in sets)])
        return blend(*ends), len(sets) + 1

    def require_single(self, signs: KnownSigns) -> None:
        """Refuse signs that may have more than one equilibrium at some commission."""
        sets, cells = self.tied(signs)
        if rank([[self.brings[s][c] for c in cells] for s in sets]) != len(cells):
            raise NotProved("other strategies of the banquier are not excluded")
        first, last = ([[end[c][s] for s in sets] for c in cells] for end in self.gains)
        if first == last:
            is_single = rank(first) == len(sets)
        else:
            # Between the ends the equations are means of those at the ends, first + t · last with t
            # from 0 to infinity but for a factor.
            is_square = len(sets) == len(cells)
            is_single = is_square and steady_sign(blend(first, last), len(sets)) is not None
        if not is_single:
            raise NotProved("other strategies of the ponte are not excluded")


@dataclass(frozen=True, slots=True)
class OneEquilibrium:
    """A theorem about a span: one equilibrium at every commission that is not critical."""

    critical: tuple[Algebraic, ...]
    """each is the only root of its polynomial between its bounds"""
    idle: frozenset[str]

    def __str__(self) -> str:
        said = f"there is one equilibrium and no other{but_for(self.idle)}"
        roots = []
        for alpha in self.critical:
            poly = str(fmpz_poly(list(alpha.polynomial))).replace("x", "a")
            roots.append(f"{alpha}, the root of {poly} between {alpha.low} and {alpha.high}")
        return f"{said}, except at {'; '.join(roots)}: {THERE}" if roots else said


def read_proof(claim: CasinoCertificate) -> tuple[SignedGame, list[KnownSigns]]:
    """The game of a certificate, and the sets of signs that its proof finds."""
    if not 0 <= claim.low <= claim.high <= 1:
        raise NotProved(
            "the commissions must be two fractions from 0 to 1, the smaller fraction first"
        )
    tableau = Tableau(claim.player, CHEMIN_DE_FER.banker)
    weights = payoffs(claim.model, composition=claim.composition, tableau=tableau)
    game = SignedGame(weights, claim.low, claim.high, claim.bound)
    return game, signs_found(game, claim.proof)


@checked
def check_casino(certificate: CasinoCertificate | str) -> str:
    """Say what a certificate proves; `NotProved` if it does not prove its claims."""
    claim = CasinoCertificate.parse(certificate) if isinstance(certificate, str) else certificate
    span = f" to {claim.high}" if claim.low < claim.high else ""
    proved = proved_of(claim)
    return f"{claim.game}, commission {claim.low}{span}: {proved}"


def proved_of(claim: CasinoCertificate) -> str:
    """The theorem that a certificate proves, without its game and its commissions."""
    game, found = read_proof(claim)
    if claim.patches and claim.low < claim.high:
        raise NotProved("a certificate for a span of commissions cannot list single equilibria")
    if claim.patches and len(claim.patches) != len(found):
        raise NotProved("the certificate must list exactly the equilibria of the proof")
    for number, patch in enumerate(claim.patches):
        game.require_patch(patch, found[number])
    if claim.is_unique:
        return str(one_equilibrium(claim, game, found))
    if not claim.patches:
        kind = "this set of" if len(found) == 1 else f"one of {len(found)} sets of"
        return f"every equilibrium has {kind} signs"
    sizes = [
        f"{patch.ponte_set.dimension} and {patch.banquier_set.dimension}" for patch in claim.patches
    ]
    where = "a pair of sets" if len(sizes) == 1 else f"one of {len(sizes)} pairs of sets"
    return (
        f"the equilibria are all pairs of a ponte and a banquier from {where}, "
        f"of {', '.join(sizes)} dimensions, whose corners are listed{but_for(game.idle)}"
    )


def one_equilibrium(
    claim: CasinoCertificate, game: SignedGame, found: Sequence[KnownSigns]
) -> OneEquilibrium:
    """The theorem of one equilibrium that follows from these signs; else raise `NotProved`."""
    one = OneEquilibrium((), frozenset(game.idle))
    turning = [name for name in game.open if len({signs[name] for signs in found}) > 1]
    if not turning:
        game.require_single(found[0])
        return one
    if len(turning) > 1 or turning[0] in game.brings:
        raise NotProved("the certificate claims one equilibrium, but the proof has several")
    # The cells that are tied everywhere determine the strategies.
    signs = {**found[0], turning[0]: "-"}
    game.require_single(signs)
    gain, size = game.gain(turning[0], signs)
    if steady_sign(gain, size):
        return one
    parts = [gain[k] for k in range(size + 1)]
    changes = pairwise(part > 0 for part in parts if part)
    if not parts[0] or not parts[-1] or sum(a != b for a, b in changes) != 1:
        raise NotProved(
            f"the proof does not show that the sign of {turning[0]} changes exactly once"
        )
    # The one root t > 0 (Descartes) belongs to the commission (low + high · t) / (1 + t).
    before, after = fmpq_poly([-rational(claim.low), 1]), fmpq_poly([rational(claim.high), -1])
    poly = sum((a * before**k * after ** (size - k) for k, a in enumerate(parts)), fmpq_poly([0]))
    whole = poly.numer() // poly.numer().content()
    return replace(
        one, critical=(Algebraic(tuple(map(int, whole.coeffs())), claim.low, claim.high),)
    )


def signs_found(game: SignedGame, proof: object) -> list[KnownSigns]:
    """The sets of signs that a proof finds; every equilibrium has one of them."""
    found: dict[int, KnownSigns] = {}
    _walk(game, proof, {}, found)
    if sorted(found) != list(range(len(found))):
        raise NotProved("number the sets of signs 0, 1, 2, …, and use each number once")
    return [found[number] for number in range(len(found))]


def _walk(game: SignedGame, node: object, known: KnownSigns, found: dict[int, KnownSigns]) -> None:
    """Check a proof; every branch must end in a contradiction or with all signs known."""
    if not isinstance(node, dict):
        raise NotProved("each step of the proof must be an object")
    if "forced" not in node or node.keys() - {"forced"} not in ENDS:
        raise NotProved(
            "a step must have 'forced' and one of 'refuted', 'found' or 'split' with 'branches'"
        )
    signs, forced = dict(known), node["forced"]
    if not isinstance(forced, ROW) or not all(isinstance(step, ROW) for step in forced):
        raise NotProved("'forced' must be a list of pairs: a decision and its sign")
    for step in forced:
        name, sign = map(read_text, step) if len(step) == 2 else ("", "")
        if name not in game.open or name in signs or sign not in SIGNS:
            raise NotProved(
                f"'{shown(name)}' cannot be forced: expected an open decision and its sign"
            )
        game.require_forced(name, sign, signs)
        signs[name] = sign
    if "refuted" in node:
        game.require_refuted(game.read_weights(node["refuted"]), signs)
    elif "found" in node:
        if len(signs) != len(game.open):
            raise NotProved("'found' must come after all signs are known")
        if type(node["found"]) is not int or node["found"] in found:
            raise NotProved("number the sets of signs 0, 1, 2, …, and use each number once")
        found[node["found"]] = signs
    else:
        at, branches = node["split"], node["branches"]
        if not isinstance(at, str) or at not in game.open or at in signs:
            raise NotProved("a proof can only be split at a decision that has no sign yet")
        if not isinstance(branches, ROW) or len(branches) != len(SIGNS):
            raise NotProved("a split must have three branches: -, 0 and +")
        for sign, branch in zip(SIGNS, branches, strict=True):
            _walk(game, branch, {**signs, at: sign}, found)


def steady_sign(poly: fmpq_poly, size: int) -> str | None:
    """The sign of a polynomial of this degree from 0 to infinity; None if this is not shown."""
    parts = [poly[k] for k in range(size + 1)]
    if min(parts[0], parts[-1]) > 0 <= min(parts):
        return "+"
    return "-" if max(parts[0], parts[-1]) < 0 >= max(parts) else None


def blend(first: EquationRows, last: EquationRows) -> fmpq_poly:
    """The determinant of first + t · last as a polynomial in t, by interpolation."""
    if not first:
        return fmpq_poly([1])
    values, places = [], range(len(first) + 1)
    for at in places:
        pairs = (zip(*rows, strict=True) for rows in zip(first, last, strict=True))
        values.append([fmpq_mat([[a + at * b for a, b in pair] for pair in pairs]).det()])
    powers = fmpq_mat([[fmpq(at) ** power for power in places] for at in places])
    return fmpq_poly(powers.solve(fmpq_mat(values)).entries())


def _read_patch(fields: object) -> Patch:
    if not isinstance(fields, dict) or fields.keys() != PATCH:
        raise BadText("not a certificate: a patch must have two strategies and two sets")
    return Patch(
        read_strategy(fields["ponte"]),
        read_strategy(fields["banquier"]),
        OptimalSet.read(fields["ponte_set"]),
        OptimalSet.read(fields["banquier_set"]),
    )
