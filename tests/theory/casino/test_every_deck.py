"""Every number of decks and every commission at once: the theorem, its controls and forgeries."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from forging import (
    Fields,
    Forge,
    Forgery,
    both,
    drop,
    put,
    require_every_refusal,
    require_reason,
    steps,
    text,
)
from made_up_games import turning_at

from baccarat.base.errors import BaccaratError, BadText, NotProved
from baccarat.theory.casino import all_decks, every_deck
from baccarat.theory.casino import check as casino_check
from baccarat.theory.casino.all_commissions import commissions_of, prove
from baccarat.theory.casino.all_decks import ModelForAll, shoes_from, solve_every, write_every
from baccarat.theory.casino.every_deck import LargeShoes, check_every
from baccarat.theory.casino.search import search_signs
from baccarat.theory.casino.solver import equilibria_of, solve_casino
from baccarat.theory.casino.solver import steps as written
from baccarat.theory.casino.spans import joined, write_spans
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.model import MODELS
from baccarat.theory.chemin.payoffs import Payoffs, payoffs

FROM = {"B1": 5, "B2": 12, "B3": 13, "B4": 5}
"""The number of decks from which one set of signs holds at every commission."""
SLOW = [pytest.param(name, marks=[pytest.mark.long] * (name in ("B2", "B3"))) for name in FROM]


@cache
def solved(name: str) -> ModelForAll:
    (model,) = solve_every([name]).models
    return model


@cache
def tree_from(name: str, start: int) -> Fields:
    """The proof by signs for all numbers of decks from one on."""
    return written(search_signs(shoes_from(MODELS[name], start)))


# The theorem.


@pytest.mark.long
def test_every_model_has_one_equilibrium_except_at_34_triples() -> None:
    """The triples are those that the solver of a single shoe finds, deck by deck."""
    every = solve_every(FROM)
    assert {part.model.name: part.holds_from for part in every.models} == FROM
    assert sum(len(part.turns) for part in every.models) == 34
    assert max(decks for part in every.models for decks, _ in part.turns) == 12
    assert not any(turn.alpha.exact for part in every.models for _, turn in part.turns)
    said = check_any(write_every(every))
    assert said.startswith(
        "in each of B1, B2, B3 and B4, for every number of decks d ≥ 1 and every commission from 0 "
        "to 1/10: there is one equilibrium and no other, except at 34 triples of model, d and "
        "commission, all with d ≤ 12 and none with a rational commission: there the ponte has one "
        "strategy, and the banquier those of a segment"
    )


def test_the_sentence_of_one_model_counts_its_own() -> None:
    assert [decks for decks, _ in solved("B1").turns] == [4]
    said = check_any(text("every B1"))
    assert "in B1, for every number" in said
    assert "except at 1 triple of model, d and commission, all with d ≤ 4" in said


@pytest.mark.parametrize("name", SLOW)
def test_large_shoes_mix_what_single_shoes_mix(name: str) -> None:
    """A single shoe at one commission is solved with numbers instead of polynomials."""
    part = solved(name)
    assert part.holds_from == FROM[name]
    for decks, alpha in ((FROM[name], "0"), (FROM[name], "1/10"), (57, "1/30")):
        assert tuple(solve_casino(name, alpha, decks).equilibrium.mixed) == part.mixed


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B1", pytest.param("B2", marks=pytest.mark.long), "B3", "B4"])
def test_the_proof_of_large_shoes_is_one_leaf(name: str) -> None:
    large = LargeShoes(MODELS[name], FROM[name])
    (signs,) = casino_check.signs_found(large, tree_from(name, FROM[name]))
    large.require_single(signs)


# Controls that must fail.


@pytest.mark.parametrize(
    ("name", "start"), [("B1", 4), pytest.param("B3", 12, marks=pytest.mark.long)]
)
def test_from_one_deck_earlier_it_is_false(name: str, start: int) -> None:
    assert start == FROM[name] - 1
    assert len(search_signs(shoes_from(MODELS[name], start)).leaves()) > 1
    with pytest.raises(NotProved):
        casino_check.signs_found(LargeShoes(MODELS[name], start), tree_from(name, FROM[name]))


def test_up_to_a_commission_of_a_quarter_it_is_false(monkeypatch: pytest.MonkeyPatch) -> None:
    tree, quarter = tree_from("B1", 5), Fraction(1, 4)
    monkeypatch.setattr(all_decks, "MOST_COMMISSION", quarter)
    assert len(search_signs(shoes_from(MODELS["B1"], 5)).leaves()) > 1
    monkeypatch.setattr(every_deck, "HIGH", quarter)
    with pytest.raises(NotProved):
        casino_check.signs_found(LargeShoes(MODELS["B1"], 5), tree)


# What holds at a critical commission, by a complete search there.


@contextmanager
def dealt_from(game: Payoffs) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casino_check, "payoffs", lambda *_, **__: game)
        yield


def test_at_a_critical_commission_there_is_the_segment_that_is_claimed() -> None:
    root = Fraction(1, 20)
    game = turning_at(root)
    every = commissions_of(game, {})
    with dealt_from(game):
        (alpha,) = joined(prove(every)).critical
    assert alpha.refined(Fraction(1, 10**9)).low <= root <= alpha.refined(Fraction(1, 10**9)).high
    (there,) = equilibria_of(game, root, {}).equilibria
    assert there.ponte_set.dimension == 0
    assert there.banquier_set.dimension == 1
    ends = set(there.banquier_set.corners or ())
    near = [equilibria_of(game, at, {}).equilibrium for at in (Fraction(0), Fraction(1, 10))]
    names = there.banquier_set.names
    assert ends == {tuple(one.banquier[name] for name in names) for one in near}
    assert ends == {(Fraction(1, 2), Fraction(0)), (Fraction(2, 5), Fraction(1))}


# Forgeries.


def small(*path: str | int, to: object) -> Forge:
    """Write something into the certificate of four decks, which has the critical commission."""
    return put("models", 0, "before", 3, *path, to=to)


def begin_earlier(fields: Fields) -> None:
    fields["models"][0]["from"] = 4
    fields["models"][0]["before"].pop()


def find_instead(fields: Fields) -> None:
    """Find what was refuted: the signs that are not known are tried in all ways."""
    model = fields["models"][0]
    names = sorted(LargeShoes(MODELS[model["model"]], model["from"]).open)
    numbers = iter(range(1, 10_000))

    def ways(known: set[str]) -> Fields:
        left = [name for name in names if name not in known]
        if not left:
            return {"forced": [], "found": next(numbers)}
        branches = [ways({*known, left[0]}) for _ in "-0+"]
        return {"forced": [], "split": left[0], "branches": branches}

    def walk(step: Fields, known: set[str]) -> bool:
        known = known | {name for name, _ in step["forced"]}
        if "refuted" in step and len(known) > len(names) - 3:
            del step["refuted"]
            step |= {key: value for key, value in ways(known).items() if key != "forced"}
            return True
        return any(walk(branch, {*known, step["split"]}) for branch in step.get("branches", []))

    assert walk(model["proof"], set())


def weigh(weights: object) -> Forge:
    def forge(fields: Fields) -> None:
        for step in steps(fields["models"][0]["proof"]):
            if "refuted" in step:
                step["refuted"] = weights

    return forge


def turn_every_weight(fields: Fields) -> None:
    for step in steps(fields["models"][0]["proof"]):
        for name, weight in step.get("refuted", {}).items():
            turned = [str(-int(a)) for a in weight.split()]
            step["refuted"][name] = " ".join(turned)


FORGERIES = [
    Forgery("every B1", put("models", to=[]), "must name one model or more"),
    Forgery("every B1", lambda f: f["models"].append(f["models"][0]), "each once"),
    Forgery("every B1", put("models", 0, "model", to="A1"), "model A1 has no number of decks"),
    Forgery("every B1", put("models", 0, "model", to="B4"), ""),
    Forgery("every B1", put("models", 0, "from", to=4), "each number of decks below 4"),
    Forgery("every B1", put("models", 0, "from", to=-4), "each number of decks below -4"),
    Forgery("every B1", drop("models", 0, "before", 3), "each number of decks below 5"),
    Forgery("every B1", begin_earlier, ""),
    Forgery("every B1", find_instead, "exactly one set of signs"),
    Forgery("every B1", put("models", 0, "proof", "forced", 0, 1, to="-"), "do not force"),
    Forgery("every B1", put("models", 0, "proof", "forced", 0, to=["6|-", "+"]), ""),
    Forgery("every B1", weigh({"5": "-8 1"}), "must show its sign for every number of decks"),
    Forgery("every B1", weigh({"5": "0"}), "refute"),
    Forgery("every B1", weigh({"5": "1"}), ""),
    Forgery("every B1", turn_every_weight, ""),
    Forgery("every B1", weigh({"5|5" * 99: "1"}), "must fit its sign"),
    Forgery("every B1", weigh({}), "must belong to the decisions of one side"),
    Forgery("every B1", small("spans", 0, "model", to="B2"), "certificate 4 must be for model B1"),
    Forgery(
        "every B1", small("spans", 0, "composition", to="0:16 1:4"), "certificate 4 must be for"
    ),
    Forgery("every B1", small("spans", 0, "player", to="DDDDD---"), "certificate 4 must be for"),
    Forgery("every B1", small("spans", 0, "bound", to={"5": "1"}), "certificate 4 must be for"),
    Forgery(
        "every B1", small("spans", 0, "commission", 1, to="1/20"), "with 4 decks the certificate"
    ),
    Forgery(
        "every B1", small("spans", 0, "commission", 0, to="1/20"), "with 4 decks the certificate"
    ),
    Forgery("every B1", small("spans", 0, "is_unique", to=False), "does not claim one equilibrium"),
    Forgery("every B1", small("spans", to=[]), "needs at least one span"),
    Forgery("every B1", both(begin_earlier, put("models", 0, "from", to=5)), "below 5 needs"),
]


def a_rational_commission() -> None:
    """The certificate of one deck is that of a game with a rational critical commission."""
    game = turning_at(Fraction(1, 20))
    fields = json.loads(text("every B1"))
    with dealt_from(game):
        fields["models"][0]["before"][0] = json.loads(write_spans(prove(commissions_of(game, {}))))
        check_every(json.dumps(fields))


def two_sides_that_mix_twice() -> None:
    large = LargeShoes(MODELS["B1"], 5)
    large.require_single(dict.fromkeys(large.open, "0"))


def no_side_that_mixes() -> None:
    large = LargeShoes(MODELS["B1"], 5)
    large.require_single(dict.fromkeys(large.open, "+"))


def a_slope_that_is_nothing() -> None:
    """The ponte's five does not matter where the banquier's total is 7."""
    large = LargeShoes(MODELS["B1"], 5)
    signs = dict.fromkeys(large.open, "+")
    large.brings["5"]["7|-"] = large.number(0)
    large.require_single({**signs, "5": "0", "7|-": "0"})


BY_HAND: list[tuple[Callable[[], None], str]] = [
    (a_rational_commission, "with 1 decks a critical commission may be rational"),
    (two_sides_that_mix_twice, "other equilibria with these signs"),
    (no_side_that_mixes, "other equilibria with these signs"),
    (a_slope_that_is_nothing, "other equilibria with these signs"),
]
CASES = [(forgery.check, forgery.words) for forgery in FORGERIES] + BY_HAND


@pytest.mark.parametrize(("case", "words"), CASES)
def test_a_forged_certificate_is_refused_with_its_reason(
    case: Callable[[], None], words: str
) -> None:
    require_reason(case, words)


def test_every_refusal_is_reached_by_a_forgery() -> None:
    """A guard that is added to the checker without a forgery fails here."""
    assert require_every_refusal((case for case, _ in CASES), [every_deck]) >= 9


@pytest.mark.parametrize(
    "forge",
    [
        put("models", to={}),
        put("models", 0, to=[]),
        put("models", 0, "model", to=1),
        put("models", 0, "model", to="C1"),
        put("models", 0, "from", to="5"),
        put("models", 0, "from", to=True),
        put("models", 0, "before", to={}),
        put("models", 0, "before", 0, to=[]),
        put("models", 0, "before", 0, "certificate", to="banque"),
        put("models", 0, "more", to=1),
        drop("models", 0, "from"),
        weigh([]),
        weigh({"5": 1}),
        weigh({"5": "1/2"}),
        weigh({"5": "1 " * 99 + "1"}),
        weigh({"5": "1" * 401}),
    ],
)
def test_what_is_no_such_claim_is_no_certificate(forge: Forge) -> None:
    fields = json.loads(text("every B1"))
    forge(fields)
    with pytest.raises(BadText, match=r"^not a "):
        check_any(json.dumps(fields))


# Size.


def needlessly_split(depth: int) -> Fields:
    step: Fields = {"forced": [], "refuted": {"5": "1"}}
    for name in payoffs("B1", 6).banquier[:depth]:
        step = {"forced": [], "split": name, "branches": [step] * 3}
    return step


@pytest.mark.parametrize("name", ["casino B1", "spans B1", "every B1"])
def test_a_proof_of_too_many_steps_is_refused_before_anything_is_calculated(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields: Any = json.loads(text(name))
    parts = fields.get("spans") or fields.get("models") or [fields]
    parts[0]["proof"] = needlessly_split(9)
    forged = json.dumps(fields)
    assert 1_000_000 < len(forged) < 5_000_000
    monkeypatch.setattr(casino_check, "payoffs", pytest.fail)
    monkeypatch.setattr(every_deck, "payoffs_by_decks", pytest.fail)
    with pytest.raises(BadText, match="proofs have more than 20000 steps"):
        check_any(forged)


def test_the_endless_models_have_no_number_of_decks() -> None:
    with pytest.raises(BaccaratError, match="A1 has no shoe"):
        solve_every(["A1"])
