"""Certificates as files for Coq: what they say, and which are refused. Coq is not needed here."""

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from checkout import ROOT
from forging import LONGEST, Fields, both, drop, put, text

from baccarat.base.errors import BadText
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.chemin.all_decks import solve_for_all, write_every
from baccarat.theory.chemin.coq import EVERY_COMMISSION, SHARED, write_coq
from baccarat.theory.chemin.solver import solve

PROOF = ROOT / "proof"


def test_the_file_of_a1_is_what_is_written() -> None:
    assert write_coq(text("parlor A1")) == (PROOF / "A1.v").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B1", "B2", "B3", "B4"])
def test_the_files_of_every_number_of_decks_are_what_is_written(name: str) -> None:
    written = write_coq(write_every(solve_for_all(name)))
    assert written == (PROOF / f"{name}.v").read_text("utf-8")
    assert f"one_solution (decks d) {name}" in written


def test_a_shoe_that_is_not_whole_is_listed_card_by_card() -> None:
    shoe = "0:20 1:5 2:4 3:4 4:6 5:7 6:4 7:4 8:4 9:4"
    written = write_coq(solve("B1", composition=shoe).certificate.dump())
    listed = re.search(r"one_shoe B1 \(cards_left \[(.+)\]\)", written)
    assert listed is not None
    assert listed[1].split("; ") == [part.partition(":")[2] for part in shoe.split()]


def test_large_shoes_alone_are_a_theorem_from_some_number_on() -> None:
    written = write_coq(text("all B1"))
    assert "Theorem formulas d : 4 <= d -> says B1 (decks d) large d." in written
    assert "one_solution" not in written


SIGNS = (ROOT / "tests" / "proof" / "signs_b1.json").read_text("utf-8")
"""A proof by signs for B1, from five decks on and at every commission."""


def with_commission(forge: Callable[[Fields], object] = lambda fields: None) -> str:
    fields: Fields = json.loads(SIGNS)
    forge(fields)
    return json.dumps({"certificate": EVERY_COMMISSION, "models": [fields]})


def test_a_proof_by_signs_is_a_theorem_for_every_commission() -> None:
    assert write_coq(with_commission()) == (PROOF / "B1_commission.v").read_text("utf-8")


REFUTED: Fields = {"forced": [], "refuted": {}}
STATEMENT = """\
Theorem only_equilibrium_{name} d a : {start} <= d -> (0 <= a <= 1 / 10)%R ->
  one_equilibrium (decks d) {name} a.
"""


@pytest.mark.parametrize(
    ("name", "start", "mixed"),
    [
        ("B1", 5, ("5", "6|-")),
        ("B2", 12, ("5", "0,6|-")),
        ("B3", 13, ("1,4", "0,6|-")),
        ("B4", 5, ("1,4", "6|-")),
    ],
)
def test_only_the_signs_of_a_theorem_with_a_commission_are_its_own(
    name: str, start: int, mixed: tuple[str, str]
) -> None:
    tree: Fields = {"forced": [], "found": True}
    for place in mixed:
        tree = {"forced": [], "split": place, "branches": [REFUTED, tree, REFUTED]}
    fields = {"model": name, "from": start, "proof": tree}
    written = write_coq(json.dumps({"certificate": EVERY_COMMISSION, "models": [fields]}))
    file = (PROOF / f"{name}_commission.v").read_text("utf-8")
    signs = re.compile(r"(?<=tree :=\n)([^.]*)(?=\.\n\nLemma)")
    ours, theirs = signs.split(written), signs.split(file)
    assert (len(ours), len(theirs)) == (3, 3)  # no sentence ends among the signs
    assert ours[::2] == theirs[::2]
    assert STATEMENT.format(name=name, start=start) in theirs[2]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("B1", marks=pytest.mark.slow),
        pytest.param("B2", marks=pytest.mark.long),
        pytest.param("B3", marks=pytest.mark.long),
        pytest.param("B4", marks=pytest.mark.slow),
    ],
)
def test_the_files_of_every_commission_are_what_is_written(name: str) -> None:
    assert write_coq(text(f"every {name}")) == (PROOF / f"{name}_commission.v").read_text("utf-8")


def forged(name: str, forge: Callable[[Fields], object]) -> str:
    fields: Fields = json.loads(text(name))
    forge(fields)
    return json.dumps(fields)


def in_another_order() -> str:
    whole: Fields = json.loads(write_every(solve_for_all("B1")))
    whole["before"].reverse()
    return json.dumps(whole)


NOT_COVERED: list[tuple[Callable[[], str], str]] = [
    (lambda: text("parlor A3"), "does not exclude other solutions"),
    (lambda: text("bound B1"), "binds 6|-"),
    (lambda: text("tiny B1"), "there is no decision at"),
    (lambda: text("casino B1"), "not 'chemin-de-fer-casino'"),
    (lambda: text("spans B1"), "not 'chemin-de-fer-commissio"),
    (lambda: json.dumps(solve_banque(0).certificate()), "not 'banque"),
    (lambda: "[]", "not 'None'"),
    (lambda: "3", "not 'None'"),
    (lambda: "{", "expected JSON"),
    (in_another_order, "certificate 1 must be for model"),
]
NO_SOLUTIONS = [
    ("parlor A1", put("is_unique", to=False), "does not exclude other solutions"),
    ("parlor A1", put("player", to="DDDDDD--"), "this certificate has Player's row DDDDDD--"),
    ("parlor A1", put("ponte", "5", to="1"), "the ponte must mix one decision, not 0"),
    ("parlor A1", put("banquier", "6|5", to="1/2"), "the banquier must mix one decision, not 2"),
    ("parlor A1", put("ponte", "4", to="1"), "there is no decision at 4 in model A1"),
    ("parlor A1", put("banquier", "0,6|1", to="1"), "there is no decision at 0,6|1 in model A1"),
    ("parlor A1", put("banquier", "8|1", to="1"), "there is no decision at 8|1 in model A1"),
    ("parlor A1", put("banquier", "x", to="1"), "there is no decision at x in model A1"),
    ("all B1", put("player", to="D*DDD*--"), "this certificate has Player's row D*DDD*--"),
    ("all B1", put("model", to="A1"), "model A1 has no number of decks"),
    ("all B1", both(drop("from"), put("from", to=0)), "'from' must be a number of decks"),
]
NO_PROOFS = [
    (drop("proof"), "must be a tree of signs"),
    (put("proof", "branches", to=[]), "the proof must mix one decision of each side, not "),
    (put("proof", "branches", 0, "refuted", to={"5": "x"}), "must be a tree of signs"),
    (
        put("proof", "branches", 0, "refuted", to={"4": "1"}),
        "there is no decision at 4 in model B1",
    ),
    (put("proof", "forced", to=[["8|1", "+"]]), "there is no decision at 8|1 in model B1"),
    (put("model", to="C1"), "not a model"),
]


@pytest.mark.parametrize(
    ("certificate", "why"),
    [
        *NOT_COVERED,
        *((partial(forged, name, forge), why) for name, forge, why in NO_SOLUTIONS),
        *((partial(with_commission, forge), why) for forge, why in NO_PROOFS),
    ],
)
def test_what_coq_does_not_cover_is_refused_in_one_short_line(
    certificate: Callable[[], str], why: str
) -> None:
    with pytest.raises(BadText) as refused:
        write_coq(certificate())
    assert why in str(refused.value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) <= LONGEST


def test_the_page_says_from_how_many_decks_on_the_theorems_hold() -> None:
    page = (ROOT / "docs" / "formal-proof.md").read_text("utf-8")
    for ending in ("", "_commission"):
        files = [(PROOF / f"B{k}{ending}.v").read_text("utf-8") for k in (1, 2, 3, 4)]
        starts = [re.findall(r"\n\(\* From (\d+) decks on", file) for file in files]
        first, second, third, fourth = (start for (start,) in starts)
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `B1{ending}.v` "))
        assert f"from {first} decks on in B1, {second} in B2, {third} in B3, {fourth} in B4" in row


def test_the_files_that_a_theorem_may_not_be_called_are_those_that_others_need() -> None:
    files = [file.read_text("utf-8") for file in PROOF.glob("*.v")]
    lines = [line for file in files for line in re.findall(r"^From Baccarat.*", file, re.M)]
    needed = {name for line in lines for name in re.findall(r"\w+", line)[4:]}
    assert needed == set(SHARED)
