"""A short checker of equilibria for every number of decks and every commission at once.

    check_every(text) -> a sentence that says what is proved, or NotProved with the reason

For all large numbers of decks d there is one proof by signs (`check`). Its lines are polynomials in
d, at the lowest and at the highest commission, and so are its weights. A polynomial is positive for
every d ≥ D if, as a polynomial in d − D, it has no negative coefficient and a positive constant.
For each smaller number of decks there are spans that cover all commissions (`spans`).
"""

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from flint import fmpz_poly

from baccarat.base.errors import BadText, NotProved
from baccarat.base.hints import checked
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.theory.casino import spans
from baccarat.theory.casino.check import THERE, KnownSigns, OneEquilibrium, SignedGame, signs_found
from baccarat.theory.certificate_reading import read_coefficients, read_fields, read_text
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import payoffs_by_decks
from baccarat.theory.decks import decks_by_points
from baccarat.theory.numbers import Algebraic

KIND = "chemin-de-fer-every-deck-and-commission"
KEYS = ["certificate", "models"]
MODEL_KEYS = {"model", "from", "proof", "before"}
LOW, HIGH = Fraction(0), Fraction(1, 10)


class LargeShoes(SignedGame):
    """A game in which each gain is a polynomial in the number of decks d, from `start` decks on."""

    number = fmpz_poly

    def __init__(self, model: Model, start: int) -> None:
        self.decks = fmpz_poly([start, 1])
        super().__init__(payoffs_by_decks(model), LOW, HIGH, {})

    def sign(self, number: Any) -> str:
        """The sign of a polynomial for every d; an error unless all coefficients show this sign."""
        signs = [SignedGame.sign(self, int(a)) for a in number(self.decks).coeffs() or [0]]
        if not set(signs) <= {signs[0], "0"}:
            raise NotProved(
                "the coefficients of a polynomial must show its sign for every number of decks"
            )
        return signs[0]

    def read_weights(self, fields: object) -> dict[str, Any]:
        if not isinstance(fields, dict):
            raise BadText("not a certificate: expected an object of polynomials")
        return {name: fmpz_poly(read_coefficients(text)) for name, text in fields.items()}

    def require_single(self, signs: KnownSigns) -> None:
        """Refuse signs that may have more than one equilibrium; each side must mix one decision."""
        sets, cells = self.tied(signs)
        brings = {self.sign(self.brings[name][cell]) for name in sets for cell in cells}
        gains = {self.sign(end[c][name]) for end in self.gains for c in cells for name in sets}
        is_once = len(sets) == len(cells) == 1
        if not is_once or any(kinds not in ({"+"}, {"-"}) for kinds in (brings, gains)):
            raise NotProved("other equilibria with these signs are not excluded")


@checked
def check_every(text: str) -> str:
    """Check a certificate for every number of decks, and say what is proved."""
    models = read_fields(text, KIND, KEYS)["models"]
    if not isinstance(models, list) or not all(
        isinstance(fields, dict) and fields.keys() == MODEL_KEYS for fields in models
    ):
        raise BadText(
            "not a certificate: each of 'models' needs the keys model, from, proof and before"
        )
    names = [str(Model.parse(read_text(fields["model"]))) for fields in models]
    if not names or len(set(names)) != len(names):
        raise NotProved("a certificate must name one model or more, each once")
    proved = [part for fields in models for part in _proved(fields)]
    few = [decks for decks, part in proved for _ in part.critical]
    idle = frozenset(name for _, part in proved for name in part.idle)
    where = f"each of {', '.join(names[:-1])} and {names[-1]}" if names[1:] else names[0]
    said = f"in {where}, for every number of decks d ≥ 1 and every commission from {LOW} to {HIGH}"
    triples = f"{len(few)} triple{'s' * (len(few) != 1)} of model, d and commission"
    but = f"all with d ≤ {max(few, default=0)} and none with a rational commission: {THERE}"
    return f"{said}: {OneEquilibrium((), idle)}, except at {triples}, {but}"


def _proved(fields: Mapping[str, Any]) -> list[tuple[int, OneEquilibrium]]:
    """What is proved of one model, by number of decks; the last entry is for all larger shoes."""
    model, start, before = Model.parse(fields["model"]), fields["from"], fields["before"]
    if type(start) is not int or not isinstance(before, list):
        raise BadText("not a certificate: 'from' must be a number of decks, and 'before' a list")
    if model.is_endless:
        raise NotProved(f"model {model} has no number of decks")
    if len(before) != start - 1:
        raise NotProved(f"each number of decks below {start} needs a certificate")
    large = LargeShoes(model, start)
    found = signs_found(large, fields["proof"])
    if len(found) != 1:
        raise NotProved(f"for {start} decks and more, the proof must find exactly one set of signs")
    large.require_single(found[0])
    proved = []
    for decks, value in enumerate(before, start=1):
        parts = spans.read_spans(value)
        one, ends = parts[0], (parts[0].low, parts[-1].high)
        game = one.model, one.composition, one.player, one.bound
        if game != (model, decks_by_points(decks), CHEMIN_DE_FER.player, {}):
            raise NotProved(f"certificate {decks} must be for model {model} with {decks} decks")
        if not spans.is_gapless(parts) or ends != (LOW, HIGH):
            raise NotProved(
                f"with {decks} decks the certificate does not claim one equilibrium at every "
                "commission"
            )
        proved.append((decks, spans.joined(parts)))
        if any(map(_may_be_rational, proved[-1][1].critical)):
            raise NotProved(f"with {decks} decks a critical commission may be rational")
    return [*proved, (start, OneEquilibrium((), frozenset(large.idle)))]


def _may_be_rational(alpha: Algebraic) -> bool:
    """False for a quadratic polynomial with irrational roots; True for any other polynomial."""
    c, b, a, *more = (*alpha.polynomial, 0)
    return len(more) != 1 or isqrt(b * b - 4 * a * c) ** 2 == b * b - 4 * a * c
