"""Certificates of chemin de fer as theorems of Coq, for the definitions in the folder `proof`.

write_coq(text) -> a file for `proof/check`, from the text of a certificate

Coq computes the payoffs from the rules by itself. From the certificate it takes only strategies and
values, or signs, weights and mixed decisions, and from which number of decks on they hold; so a
false certificate makes a file that Coq refuses.
"""

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, cast

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.theory.certificate_reading import read_fields, read_json, shown
from baccarat.theory.chemin import certificate, every_deck, proof
from baccarat.theory.chemin.certificate import Certificate, idle_decisions
from baccarat.theory.chemin.model import Model, read_cell
from baccarat.theory.chemin.proof import ForAll, RationalFunction
from baccarat.theory.decks import decks_by_points, decks_in

Ratio = tuple[list[int], list[int]]
"""A numerator and a denominator: polynomials in the number of decks, the constant first."""
ALWAYS: Ratio = ([1], [1])
EVERY_COMMISSION = "chemin-de-fer-every-deck-and-commission"
COVERED = (
    "Coq covers chemin de fer with one solution, without bound moves, and with a commission only "
    "the theorem of every number of decks"
)
SHARED = ("Rules", "Polynomials", "Table", "Certificate", "Unique", "Every", "Commission")
"""The files of the folder `proof` that other files need: a theorem needs another name."""
HEADER = """\
(* Chemin de fer, {about}.

   Written by `baccarat solve --coq` from a certificate. Rules.v says what the words mean, and
   `proof/check FILE` lets Coq check this file. *)

Require Import ZArith NArith List Reals.
From Baccarat Require Import Rules Polynomials {part}.
Import ListNotations.
Open Scope Z_scope.

"""
CHECKED = """
Lemma checked{name} : {claim} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

"""
ONE_SHOE = """\
(* These strategies are optimal, and the only ones; and the value is this. *)
Theorem only_solution : says {game} solution 0.
Proof. exact (one_shoe_ok {game} solution eq_refl checked). Qed.
Theorem value : (V solution 0 = IZR ({above}) / IZR {below})%R.
Proof. reflexivity. Qed.
Print Assumptions only_solution.
"""
FORMULAS = """\
(* From {start} decks on these strategies are optimal, and the only ones. *)
Theorem formulas d : {start} <= d -> says {model} (decks d) large d.
Proof. exact ({lemma} {claim} checked d). Qed.
"""
EVERY = """\
(* With every number of decks there is exactly one pair of optimal strategies. *)
Theorem one_for_every_number d : 1 <= d -> one_solution (decks d) {model}.
Proof. exact (every_number {claim} checked d). Qed.
Print Assumptions one_for_every_number.
"""
ONLY_EQUILIBRIUM = """\
(* From {start} decks on there is exactly one equilibrium, wherever a decision can arise. *)
Theorem only_equilibrium_{model} d a : {start} <= d -> (0 <= a <= 1 / 10)%R ->
  one_equilibrium (decks d) {model} a.
Proof. exact (all_commissions_ok {claim} checked_{model} d a). Qed.
Print Assumptions only_equilibrium_{model}.
"""


@checked
def write_coq(text: str) -> str:
    """A file for Coq, from a certificate; `BadText` if the proofs for Coq do not cover it."""
    fields = read_json(text)
    kind = fields.get("certificate") if isinstance(fields, dict) else None
    if kind == certificate.KIND:
        return _one_shoe(Certificate.parse(text))
    if kind == proof.KIND:
        return _every_number(ForAll.parse(text), None)
    if kind == every_deck.KIND:
        fields = read_fields(text, kind, every_deck.KEYS)
        claim = ForAll.parse(json.dumps(fields["from_some_number_on"]))
        before = fields["before"] if isinstance(fields["before"], list) else []
        return _every_number(claim, [Certificate.parse(json.dumps(one)) for one in before])
    if kind == EVERY_COMMISSION:
        return _every_commission(fields.get("models"))
    raise BadText(f"{COVERED}: not '{shown(kind)}'")


def _one_shoe(claim: Certificate) -> str:
    shoe, decks = claim.composition, decks_in(claim.composition)
    counts = f"(cards_left [{'; '.join(map(str, shoe.counts))}])"
    game = f"{claim.model} {counts if decks is None else f'(decks {decks})'}"
    dealt = "every card returns to" if claim.model.is_endless else "dealt from"
    above, below = claim.value.as_integer_ratio()
    return (
        HEADER.format(about=f"model {claim.model}, {dealt} {shoe}", part="Certificate Every")
        + _record("solution", 0, claim)
        + CHECKED.format(name="", claim=f"one_shoe {game} solution")
        + ONE_SHOE.format(game=game, above=above, below=below)
    )


def _every_number(claim: ForAll, before: Sequence[Certificate] | None) -> str:
    """The theorem for all large shoes, or for all shoes if `before` has the smaller shoes."""
    model, start = claim.model, claim.holds_from
    if model.is_endless:
        raise BadText(f"model {model} has no number of decks")
    parts = [_record("large", start, claim)]
    names = [f"decks_{decks}" for decks in range(1, 1 + len(before or ()))]
    for decks, (name, one) in enumerate(zip(names, before or (), strict=True), start=1):
        if (one.model, one.composition) != (model, decks_by_points(decks)):
            raise BadText(f"certificate {decks} must be for model {model} with {decks} decks")
        parts.append("\n" + _record(name, decks, one))
    is_all = before is not None
    sentence = f"{model} large [{'; '.join(names)}]" if is_all else f"{model} large"
    words = ("every", "from_some_number_on") if is_all else ("all_large", "all_large_ok")
    about = f"model {model}, " + ("every number of decks" if is_all else f"from {start} decks on")
    return "".join(
        [
            HEADER.format(about=about, part="Certificate Every"),
            *parts,
            CHECKED.format(name="", claim=f"{words[0]} {sentence}"),
            FORMULAS.format(start=start, model=model, lemma=words[1], claim=sentence),
            EVERY.format(model=model, claim=sentence)
            if is_all
            else "Print Assumptions formulas.\n",
        ]
    )


def _record(name: str, start: int, claim: Certificate | ForAll) -> str:
    """A claim in the form `cert` of proof/Certificate.v; the claim holds from `start` decks on."""
    if isinstance(claim, Certificate):
        if not claim.is_unique:
            raise BadText(f"{COVERED}: this certificate does not exclude other solutions")
        if claim.bound:
            raise BadText(f"{COVERED}: this certificate binds {shown(', '.join(claim.bound))}")
        if idle := idle_decisions(claim):
            raise BadText(
                f"{COVERED}: in this shoe there is no decision at {shown(', '.join(idle))}"
            )
    if tuple(claim.player) != CHEMIN_DE_FER.player:
        raise BadText(
            f"{COVERED}: this certificate has Player's row {''.join(map(str, claim.player))}"
        )
    lines = [f"from := {start};"]
    for letter, who, strategy in (("x", "ponte", claim.ponte), ("y", "banquier", claim.banquier)):
        draws = {_number(claim.model, place): _ratio(p) for place, p in strategy.items()}
        mixed = {k: ratio for k, ratio in draws.items() if ratio[0] and ratio != ALWAYS}
        if len(mixed) != 1:
            raise BadText(f"{COVERED}: the {who} must mix one decision, not {len(mixed)}")
        ((place, (above, below)),) = mixed.items()
        sure = "; ".join(str(k) for k, ratio in draws.items() if ratio == ALWAYS)
        lines += [f"{letter}mix := {place}%N; {letter}p := {_list(above)};"]
        lines += [f"{letter}d := {_list(below)};", f"{letter}sure := [{sure}]%N;"]
    above, below = _ratio(claim.value)
    lines += [f"vn := {_list(above)};", f"vd := {_list(below)} |}}."]
    filled = (_fill(line, "  ") for line in lines)
    return "\n".join([f"Definition {name} : cert := {{|", *filled, ""])


def _every_commission(models: object) -> str:
    """The theorems of one model or more, for all large shoes and every commission."""
    about = "all large shoes, at every commission from 0 to 1/10"
    parts = [HEADER.format(about=about, part="Commission")]
    try:
        for fields in cast("list[dict[str, Any]]", models):
            model, start, tree = Model.parse(fields["model"]), int(fields["from"]), fields["proof"]
            places = sorted(_mixed(tree, {}), key=lambda place: "|" in place)
            if ["|" in place for place in places] != [False, True]:
                mixed = shown(", ".join(places))
                raise BadText(
                    f"{COVERED}: the proof must mix one decision of each side, not {mixed}"
                )
            hand, cell = (_number(model, place) for place in places)
            claim = f"{model} {start} signs_{model} {hand} {cell}"
            parts += [
                f"Definition signs_{model} : tree :=\n{_tree(model, tree, '  ')}.\n",
                CHECKED.format(name=f"_{model}", claim=f"all_commissions {claim}"),
                ONLY_EQUILIBRIUM.format(start=start, model=model, claim=claim),
            ]
    except BadText:
        raise
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise BadText("not a certificate: its proof must be a tree of signs") from None
    return "".join(parts)


def _mixed(node: Mapping[str, Any], asked: Mapping[str, str]) -> list[str]:
    """The decisions that have the sign 0 where the proof finds an equilibrium."""
    if "found" in node:
        return [place for place, sign in asked.items() if sign == "0"]
    branches = zip("-0+", node.get("branches", ()), strict=False)
    return [
        place for sign, one in branches for place in _mixed(one, {**asked, node["split"]: sign})
    ]


def _tree(model: Model, node: Mapping[str, Any], space: str) -> str:
    """A step of a proof by signs, in the syntax of proof/Commission.v."""
    if "found" in node:
        end = f"{space}Found"
    elif "refuted" in node:
        side = str(not any("|" in place for place in node["refuted"])).lower()
        weights = ((_number(model, k), map(int, w.split())) for k, w in node["refuted"].items())
        listed = "; ".join(f"({k}%N, {_list(weight)})" for k, weight in weights)
        end = _fill(f"Refuted {side} [{listed}]", space)
    else:
        minus, same, plus = (_tree(model, one, f"{space}  ") for one in node["branches"])
        side = "Banquier" if "|" in node["split"] else "Ponte"
        end = f"{space}Split ({side} {_number(model, node['split'])})\n{space}(\n{minus})\n"
        end += f"{space}(\n{same})\n{space}(\n{plus})"
    runs = [(key, list(run)) for key, run in groupby(node["forced"], lambda step: "|" in step[0])]
    for is_cell, run in reversed(runs):
        up, down = (
            "; ".join(str(_number(model, place)) for place, sign in run if sign == wanted)
            for wanted in "+-"
        )
        word = "cells" if is_cell else "hands"
        end = f"{_fill(f'{word} [{up}]%N [{down}]%N (', space)}\n{end})"
    return end


def _number(model: Model, place: str) -> int:
    """The number of a decision, as in `see` and `cell` of proof/Rules.v."""
    if "|" in place:
        seen, column = read_cell(place)
        if seen in model.banquier.sets():
            return 16 * int(seen.replace(",", "")) + column
    elif place in model.ponte_sets():
        return int(place.replace(",", ""))
    raise BadText(f"there is no decision at {shown(place)} in model {model}")


def _ratio(number: Fraction | RationalFunction) -> Ratio:
    if isinstance(number, Fraction):
        above, below = number.as_integer_ratio()
        return [above] if above else [], [below]
    parts = (number.numerator, number.denominator)
    return cast("Ratio", tuple([int(a) for a in part.coeffs()] for part in parts))


def _list(coefficients: Iterable[int]) -> str:
    return f"[{'; '.join(map(str, coefficients))}]"


def _fill(line: str, space: str) -> str:
    return textwrap.fill(line, 98, initial_indent=space, subsequent_indent=f"{space}  ")
