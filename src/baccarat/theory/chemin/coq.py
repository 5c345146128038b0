"""Certificates of chemin de fer as theorems of Coq, for the definitions in the folder `proof`.

write_coq(text) -> a file for `proof/check`, from the text of a certificate

Coq computes the payoffs from the rules by itself and takes only the strategies and the value from
the certificate, so a false certificate makes a file that Coq refuses.
"""

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.core.tableau import CHEMIN_DE_FER, Move
from baccarat.theory.certificate_reading import read_fields, read_json, shown
from baccarat.theory.chemin import certificate, every_deck, proof
from baccarat.theory.chemin.certificate import Certificate, idle_decisions
from baccarat.theory.chemin.model import Model, read_cell
from baccarat.theory.chemin.proof import ForAll, RationalFunction
from baccarat.theory.decks import decks_by_points, decks_in

Coefficients = Sequence[int]
Ratio = tuple[Coefficients, Coefficients]
"""A numerator and a denominator: polynomials in the number of decks, the constant first."""
COVERED = "Coq covers chemin de fer with one solution, without commission and without bound moves"
HEADER = """\
(* {about}

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials Certificate Every.
Import ListNotations.
Open Scope Z_scope.
"""
CHECKED = """\
Lemma checked : {claim} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
"""


@checked
def write_coq(text: str) -> str:
    """A file for Coq, from a certificate; `BadText` if the proofs for Coq do not cover it."""
    fields = read_json(text)
    kind = fields.get("certificate") if isinstance(fields, dict) else None
    if kind == certificate.KIND:
        return _one_shoe(Certificate.parse(text))
    if kind == proof.KIND:
        return _all_large(ForAll.parse(text))
    if kind == every_deck.KIND:
        fields = read_fields(text, kind, every_deck.KEYS)
        claim = ForAll.parse(json.dumps(fields["from_some_number_on"]))
        before = fields["before"] if isinstance(fields["before"], list) else []
        return _every_number(claim, [Certificate.parse(json.dumps(one)) for one in before])
    raise BadText(f"{COVERED}: not '{shown(kind)}'")


def _one_shoe(claim: Certificate) -> str:
    if claim.model.is_endless:
        dealt = f"every card returns to {claim.composition}"
    else:
        dealt = f"dealt from {claim.composition}"
    decks = decks_in(claim.composition)
    counts = "; ".join(map(str, claim.composition.counts))
    shoe = f"(cards_left [{counts}])" if decks is None else f"(decks {decks})"
    model = claim.model.name
    above, below = claim.value.as_integer_ratio()
    return "\n".join(
        [
            HEADER.format(about=f"Chemin de fer, model {model}, {dealt}."),
            _of_one_shoe(claim, 0).write("solution"),
            CHECKED.format(claim=f"one_shoe {model} {shoe} solution"),
            "(* These strategies are optimal, and the only ones; and the value is this. *)",
            f"Theorem only_solution : says {model} {shoe} solution 0.",
            f"Proof. exact (one_shoe_ok {model} {shoe} solution eq_refl checked). Qed.",
            f"Theorem value : (V solution 0 = IZR ({above}) / IZR {below})%R.",
            "Proof. reflexivity. Qed.",
            "Print Assumptions only_solution.\n",
        ]
    )


def _all_large(claim: ForAll) -> str:
    model, start = claim.model.name, claim.holds_from
    return "\n".join(
        [
            HEADER.format(about=f"Chemin de fer, model {model}, from {start} decks on."),
            _of_all(claim).write("large"),
            CHECKED.format(claim=f"all_large {model} large"),
            f"(* From {start} decks on these strategies are optimal, and the only ones. *)",
            f"Theorem formulas d : {start} <= d -> says {model} (decks d) large d.",
            f"Proof. exact (all_large_ok {model} large checked d). Qed.",
            "Print Assumptions formulas.\n",
        ]
    )


def _every_number(claim: ForAll, before: Sequence[Certificate]) -> str:
    model, start = claim.model.name, claim.holds_from
    names = [f"decks_{decks}" for decks in range(1, len(before) + 1)]
    small = f"[{'; '.join(names)}]"
    parts = [
        HEADER.format(about=f"Chemin de fer, model {model}, every number of decks."),
        _of_all(claim).write("large"),
    ]
    for decks, one in enumerate(before, start=1):
        if (one.model, one.composition) != (claim.model, decks_by_points(decks)):
            raise BadText(f"certificate {decks} is not of that game with {decks} decks")
        parts.append(_of_one_shoe(one, decks).write(names[decks - 1]))
    parts += [
        CHECKED.format(claim=f"every {model} large {small}"),
        f"(* From {start} decks on these strategies are optimal, and the only ones. *)",
        f"Theorem formulas d : {start} <= d -> says {model} (decks d) large d.",
        f"Proof. exact (from_some_number_on {model} large {small} checked d). Qed.",
        "(* With every number of decks there is exactly one pair of optimal strategies. *)",
        f"Theorem one_for_every_number d : 1 <= d -> one_solution (decks d) {model}.",
        f"Proof. exact (every_number {model} large {small} checked d). Qed.",
        "Print Assumptions one_for_every_number.\n",
    ]
    return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class _Record:
    """The fields of a `cert` in proof/Certificate.v."""

    holds_from: int
    value: Ratio
    ponte: Mapping[int, Ratio]
    banquier: Mapping[int, Ratio]

    def write(self, name: str) -> str:
        lines = [f"from := {self.holds_from};"]
        for letter, who, strategy in (("x", "ponte", self.ponte), ("y", "banquier", self.banquier)):
            at_times = {k: ratio for k, ratio in strategy.items() if ratio[0] and ratio != ALWAYS}
            if len(at_times) != 1:
                raise BadText(f"{COVERED}: the {who} mixes {len(at_times)} decisions, not one")
            ((place, (draws, below)),) = at_times.items()
            sure = "; ".join(str(k) for k, ratio in strategy.items() if ratio == ALWAYS)
            lines.append(f"{letter}mix := {place}%N; {letter}p := {_list(draws)};")
            lines.append(f"{letter}d := {_list(below)};")
            lines.append(f"{letter}sure := [{sure}]%N;")
        above, below = self.value
        lines += [f"vn := {_list(above)};", f"vd := {_list(below)} |}}."]
        wrapped = [
            textwrap.fill(line, 98, initial_indent="  ", subsequent_indent="    ") for line in lines
        ]
        return "\n".join([f"Definition {name} : cert := {{|", *wrapped, ""])


ALWAYS: Ratio = ([1], [1])


def _of_one_shoe(claim: Certificate, decks: int) -> _Record:
    """A solution of one shoe: constants. In Coq it holds from its own number of decks on."""
    if not claim.is_unique:
        raise BadText(f"{COVERED}: this game has other solutions, or its certificate names none")
    if claim.bound:
        raise BadText(f"{COVERED}: this certificate binds {shown(', '.join(claim.bound))}")
    if idle := idle_decisions(claim):
        raise BadText(f"{COVERED}: in this shoe nothing is decided at {shown(', '.join(idle))}")
    _require_usual(claim.player)
    return _Record(
        decks,
        _constant(claim.value),
        {_hand(claim.model, name): _constant(draws) for name, draws in claim.ponte.items()},
        {_cell(claim.model, name): _constant(draws) for name, draws in claim.banquier.items()},
    )


def _of_all(claim: ForAll) -> _Record:
    if claim.model.is_endless:
        raise BadText(f"model {claim.model} has no number of decks")
    _require_usual(claim.player)
    return _Record(
        claim.holds_from,
        _function(claim.value),
        {_hand(claim.model, name): _function(draws) for name, draws in claim.ponte.items()},
        {_cell(claim.model, name): _function(draws) for name, draws in claim.banquier.items()},
    )


def _require_usual(player: Sequence[Move]) -> None:
    if tuple(player) != CHEMIN_DE_FER.player:
        raise BadText(f"{COVERED}: here Player's row is {''.join(map(str, player))}")


def _hand(model: Model, name: str) -> int:
    """What the ponte sees, as `see` in proof/Rules.v numbers it."""
    if name not in model.ponte_sets():
        raise BadText(f"the ponte does not decide at {shown(name)}")
    return int(name.replace(",", ""))


def _cell(model: Model, name: str) -> int:
    """A cell of the banquier, as `cell` in proof/Rules.v numbers it."""
    seen, column = read_cell(name)
    if seen not in model.banquier.sets():
        raise BadText(f"the banquier does not decide at {shown(name)}")
    return 16 * int(seen.replace(",", "")) + column


def _constant(number: Fraction) -> Ratio:
    above, below = number.as_integer_ratio()
    return [above] if above else [], [below]


def _function(number: RationalFunction) -> Ratio:
    parts = (number.numerator, number.denominator)
    above, below = ([int(a) for a in part.coeffs()] for part in parts)
    return above, below


def _list(coefficients: Coefficients) -> str:
    return f"[{'; '.join(map(str, coefficients))}]"
