"""Coq's kernel accepts the theorems of the folder `proof`, from two axioms, and no forged one.

Where Coq is missing, these tests say so and are left out; `./test long` installs it where CI is
set.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from checkout import ROOT

from baccarat.core.roads.road import Colour, derived_mark
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.model import Model, read_cell
from baccarat.theory.chemin.payoffs import payoffs

PROOF = ROOT / "proof"
REAL_NUMBERS = """
Axioms:
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) ->
    {n : nat | ~ P n} + {forall n : nat, P n}
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), (forall x : A, f x = g x) -> f = g
"""
"""all that `Print Assumptions` says of Coq's real numbers"""
NOTHING = "Closed under the global context"
ASSUMING = re.compile(
    r"#\[|\b(?:Axioms?|Parameters?|Admitted|admit|Conjecture|Unset|Guard|bypass_check"
    r"|native_compute|Load|ML|(?i:type in type))\b"
)
"""the words by which a file may assume something or turn a check of the kernel off"""
SHORT = ("Mixtures", "Exchange", "Roads", "A1")
EVERY = ("B1", "B2", "B3", "B4")
"""each also with a commission"""
SIGNS = ("Minus", "Plus")
SEEN = re.compile(r"-?\d+")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("coqc") is None,
        reason="coqc is missing: these tests need Coq 8.16 or later (on Debian: apt install coq)",
    ),
]


class Kernel:
    """A folder in which Coq has checked the shared files of `proof`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self, *files: Path) -> str:
        """What Coq prints when it checks these files by `proof/check`."""
        environment = {**os.environ, "BUILT": str(self.folder)}
        done = subprocess.run(
            [PROOF / "check", *files], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, name: str, text: str) -> str:
        """The reason for which Coq refuses a file; empty if Coq accepts it."""
        file = self.folder / f"{name}.v"
        file.write_text(text, "utf-8")
        command = ["coqc", "-q", "-R", ".", "Baccarat", file.name]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.printed = done.stdout
        return "" if done.returncode == 0 else done.stderr or "?"

    def compute(self, name: str, requires: str, *terms: str, before: str = "") -> list[str]:
        """The values of these terms, as Coq prints them."""
        lines = [
            "Require Import ZArith NArith List.",
            f"From Baccarat Require Import {requires}.",
            "Import ListNotations.",
            "Set Printing Width 1000000. Set Printing Depth 1000000.",
            before,
            *(f"Eval vm_compute in ({term})." for term in terms),
        ]
        assert self.refuses(name, "\n".join(lines)) == ""
        return re.findall(r"= (.*?)\n\s+: ", self.printed, re.DOTALL)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    kernel = Kernel(tmp_path_factory.mktemp("coq"))
    kernel.printed = kernel.check(*(PROOF / f"{name}.v" for name in SHORT))
    return kernel


def assumptions(printed: str) -> str:
    """All that Coq prints, without the lines of `proof/check` and in one line."""
    return " ".join(re.sub(r"^\w+\.v: .*$", "", printed, flags=re.MULTILINE).split())


def rest_on(*blocks: str) -> str:
    """What Coq prints of theorems that rest on these assumptions and on nothing else."""
    return assumptions("\n".join(blocks))


def test_the_theorems_rest_on_the_axioms_of_real_numbers_alone(kernel: Kernel) -> None:
    mixtures, exchange, roads, a1 = REAL_NUMBERS, NOTHING, NOTHING, REAL_NUMBERS
    assert assumptions(kernel.printed) == rest_on(mixtures, exchange, roads, a1)


def test_no_source_assumes_anything_or_leaves_a_proof_out() -> None:
    for file in PROOF.glob("*.v"):
        text = file.read_text("utf-8")
        assert not ASSUMING.findall(text), file
        words = re.findall(r"\w+", text)
        sections = words.count("Section")
        assert sections or not {"Variable", "Variables", "Hypothesis", "Context"} & set(words), file


UNGUARDED = """
Require Import ZArith.
From Baccarat Require Import Rules.
Unset Guard Checking.
Fixpoint loop (n : nat) {struct n} : False := loop n.
Set Guard Checking.
Theorem two_solutions : ~ one_solution (decks 1%Z) A1.
Proof. destruct (loop 0). Qed.
Print Assumptions two_solutions.
"""
"""Coq accepts this proof of something false, and says what it assumes."""


def test_a_theorem_from_a_loop_without_an_end_is_noticed(kernel: Kernel) -> None:
    assert kernel.refuses("Unguarded", UNGUARDED) == ""
    assert "loop is assumed to be guarded." in kernel.printed
    printed = assumptions(kernel.printed)
    names = re.compile(r"(\S+) : ")
    assert set(names.findall(rest_on(REAL_NUMBERS))) == set(names.findall(printed))
    assert printed != rest_on(REAL_NUMBERS)


@pytest.mark.parametrize(
    "text",
    [
        UNGUARDED,
        "Set Guard Checking.",
        "#[bypass_check(guard)] Fixpoint loop (n : nat) : False := loop n.",
        "Set Type In Type.",
        "Proof. native_compute. reflexivity. Qed.",
        "Axiom false : False.",
        "(* ( *) Unset Universe Checking. (* ) *)",
    ],
)
def test_a_source_that_turns_a_check_off_would_be_noticed(text: str) -> None:
    assert ASSUMING.search(text)


def test_what_the_banquier_keeps_is_no_more_by_mixing(kernel: Kernel) -> None:
    claim = """
    Require Import Reals.
    From Baccarat Require Import Rules Mixtures.
    Definition claim : forall n m c a b, is_mixture a -> is_mixture b ->
      Rsum a (fun s => Rsum b (fun t =>
        fst s * fst t * keeps n m c (pure (snd s)) (pure (snd t))))%R
      = keeps n m c (blend a) (blend b) := mixtures_keep_no_more.
    """
    assert kernel.refuses("Keeps", claim) == ""


PAYS = {"win": (1, -1), "pay10": (-10, 9)}
"""what proof/Rules.v and proof/Commission.v pay for a Player win and for a Banker win"""


@pytest.mark.parametrize(
    ("name", "decks", "pay"),
    [
        ("A1", None, "win"),
        *(pytest.param(name, 6, pay, marks=pytest.mark.long) for name in EVERY for pay in PAYS),
    ],
)
def test_coq_finds_our_payoffs_from_the_rules(
    kernel: Kernel, name: str, decks: int | None, pay: str
) -> None:
    requires = "Rules Polynomials Table Every"
    if pay == "pay10":
        kernel.check(PROOF / "Commission.v")
        requires += " Commission"
    won, lost = PAYS[pay]
    game = payoffs(name, decks)
    numbers = {
        cell: 16 * int(read_cell(cell)[0].replace(",", "")) + read_cell(cell)[1]
        for cell in game.banquier
    }
    cells = "; ".join(map(str, numbers.values()))
    shoe = f"(constant (decks {decks or 1}))"
    rows, deals = kernel.compute(
        "Payoffs",
        requires,
        "map (fun e => (match fst e with One => 100 | Zero => 101 | Free i => i end%N, "
        "pev 0 (tget 1 (snd e)), map (fun k => pev 0 (tget (ykey k) (snd e))) cells)) "
        f"(build {name} {pay} {shoe})",
        f"pev 0 (count {name} {shoe})",
        before=f"Definition cells := [{cells}]%N.",
    )
    table: dict[int, tuple[int, dict[str, int]]] = {}
    for row in re.findall(r"\(([^()]*?, \[[^\]]*\])\)", rows):
        hand, one, *drawing = map(int, SEEN.findall(row))
        table[hand] = (one, dict(zip(game.banquier, drawing, strict=True)))
    size = Fraction(int(SEEN.findall(deals)[0]), game.total)
    names = ("", *game.ponte)
    for place, hand in enumerate([100, *(int(name.replace(",", "")) for name in game.ponte)]):
        one, gains = table[hand]
        still = won * game.fixed[0] + lost * game.fixed[1] if hand == 100 else 0
        for cell, win, lose in zip(game.banquier, game.win, game.lose, strict=True):
            stand, draw = (won * win[m][place] + lost * lose[m][place] for m in (0, 1))
            assert gains[cell] == size * (draw - stand), (names[place], cell)
            still += stand
        assert one == size * still
    assert Model.parse(name).ponte_sets() == game.ponte


def boards(most: int) -> Iterator[list[int]]:
    """The columns of every big road: a first win, then up to this many decisions."""
    for length in range(most + 1):
        for decisions in product((True, False), repeat=length):
            depths = [1]
            for goes_on in decisions:
                if goes_on:
                    depths[-1] += 1
                else:
                    depths.append(1)
            yield depths


def test_coq_marks_every_road_of_twelve_decisions_as_we_do(kernel: Kernel) -> None:
    (told,) = kernel.compute(
        "Marks",
        "Roads",
        "flat_map (fun n => flat_map (fun l => map (fun k => match mark k (fold_left step l [1]) "
        "with None => 0 | Some Red => 1 | Some Blue => 2 end) [1; 2; 3]) (decisions n)) (seq 0 13)",
    )
    number = {None: 0, Colour.RED: 1, Colour.BLUE: 2}
    ours = [number[derived_mark(depths, road)] for depths in boards(12) for road in (1, 2, 3)]
    assert list(map(int, SEEN.findall(told))) == ours


def winners(kernel: Kernel, cards: int) -> list[int]:
    """How many of the orders of this many cards of eight decks are a first coup of each winner."""
    told = kernel.compute(
        f"Coups{cards}",
        "Rules Exchange",
        f"map (fun s => orders punto_banco (decks 8) {cards} [is s]) [Player; Banker; Tie]",
    )
    return list(map(int, SEEN.findall(told[0])))


def test_the_coups_that_may_be_exchanged_are_those_of_a_second_dealer(
    kernel: Kernel, plain_deal: Callable[[Sequence[int]], tuple[list[int], list[int]]]
) -> None:
    wins = [0, 0, 0]
    for points in product(range(10), repeat=5):
        with suppress(IndexError):  # the coup wants a sixth card
            player, banker = (sum(points[k] for k in hand) % 10 for hand in plain_deal(points))
            left = [128, *[32] * 9]
            ways = 1
            for card in points:
                ways *= left[card]
                left[card] -= 1
            wins[0 if player > banker else 1 if player < banker else 2] += ways
    assert winners(kernel, 5) == wins


@pytest.mark.long
def test_the_coups_that_may_be_exchanged_are_counted_as_published(kernel: Kernel) -> None:
    published = [2230518282592256, 2292252566437888, 475627426473216]
    assert winners(kernel, 6) == published


# Forged certificates

FORGED: dict[int, dict[str, str]] = {
    0: {"xd": "[-11]"},
    1: {"yd": "[-2288]"},
    2: {"vn": "[679568]", "vd": "[-53094899]"},
    4: {"xp": "[12]"},
    5: {"yp": "[-1]"},
    6: {"xp": "[8]"},
    7: {"yp": "[860]"},
    8: {"ysure": "[0; 1; 2]%N"},
    9: {"xmix": "4%N"},
    10: {"yp": "[858]"},
    11: {"vn": "[-679567]"},
    12: {"ymix": "0%N"},
    13: {"xp": "[10]"},
    14: {"vd": "[53094898]"},
    15: {"xmix": "3%N"},
}
"""by the place of a guard in proof/Certificate.v, then proof/Unique.v: fields that it refuses

Guard 3 asks that there are deals; no certificate can make it false.
"""


def a1(**fields: str) -> str:
    """The certificate of A1 with other fields."""
    text = (PROOF / "A1.v").read_text("utf-8")
    for field, value in fields.items():
        old = re.search(rf"\b{field} := (\[[^\]]*\]|\d+)(%N)?", text)
        assert old, field
        text = text.replace(old[0], f"{field} := {value}", 1)
    return text


def test_every_guard_of_the_checker_refuses_a_forged_certificate(kernel: Kernel) -> None:
    records = [
        re.search(r"\{\|.*?\|\}", a1(**fields), re.DOTALL)[0]  # type: ignore[index]
        for fields in ({}, *FORGED.values())
    ]
    (told,) = kernel.compute(
        "Guards",
        "Rules Polynomials Table Certificate Unique Every",
        "let n := constant (decks 1) in let o := build A1 win n in let T := count A1 n in "
        "map (fun c => guards o T c ++ unique_guards A1 o T c) claims "
        "++ map (fun c => guards o (pneg T) c) (firstn 1 claims)",
        before=f"Open Scope Z_scope. Definition claims : list cert := [{'; '.join(records)}].",
    )
    right, *forged, no_deals = [
        [word == "true" for word in re.findall(r"true|false", row)]
        for row in re.findall(r"\[([^\[\]]*)\]", told)
    ]
    assert right == [True] * 16
    for (place, fields), guards in zip(FORGED.items(), forged, strict=True):
        assert not guards[place], fields
    assert not no_deals[3]


def test_coq_refuses_a_forged_file(kernel: Kernel) -> None:
    assert "true" in kernel.refuses("Value", a1(vn="[-679567]"))
    head = "Require Import ZArith.\nFrom Baccarat Require Import Rules Every A1.\n"
    claim = "Fail Definition other : says A1 (decks 2) solution 0 := only_solution."
    assert kernel.refuses("Another", head + claim) == ""


# Every number of decks: about thirty seconds


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY)
def test_every_number_of_decks_has_one_solution(kernel: Kernel, name: str) -> None:
    printed = kernel.check(PROOF / f"{name}.v")
    assert assumptions(printed) == rest_on(REAL_NUMBERS)


@pytest.mark.long
@pytest.mark.parametrize("name", EVERY)
def test_large_shoes_have_one_equilibrium_at_every_commission(kernel: Kernel, name: str) -> None:
    printed = kernel.check(PROOF / f"{name}_commission.v")
    assert assumptions(printed) == rest_on(REAL_NUMBERS)


FORGED_SIGNS = {
    "a cell that is not forced": ("56; 64;", "64;"),
    "a cell forced the other way": ("[56; 64;", "[0; 56; 64;"),
    "a hand that is not forced": ("Split (Ponte 5)", "hands [5]%N []%N (Split (Ponte 5)"),
    "a weight of the other sign": ("Refuted true [(5%N, [-1])]", "Refuted true [(5%N, [1])]"),
    "a weight of no known sign": ("Refuted true [(5%N, [-1])]", "Refuted true [(4%N, [-1])]"),
    "a weight of nothing": ("Refuted true [(5%N, [-1])]", "Refuted true []"),
    "too few weights": (r"; \(57%N, [^)]*\)", ""),
    "a second leaf": ("Refuted true [(5%N, [1])]", "Found"),
    "a leaf that says too little": (".*", "Found"),
    "no leaf": ("Found", "Refuted true [(5%N, [1])]"),
}


@pytest.mark.long
def test_coq_refuses_every_forged_proof_by_signs(kernel: Kernel) -> None:
    """The lines of a forgery that has a hand too many lack its closing bracket at the end."""
    kernel.check(PROOF / "B1_commission.v")
    text = (PROOF / "B1_commission.v").read_text("utf-8")
    whole = text.partition("tree :=\n")[2].partition(".\n\nLemma")[0]
    trees = [f"({whole})"]
    for old, new in FORGED_SIGNS.values():
        pattern = old if old in (".*",) or "[^)]" in old else re.escape(old)
        forged = re.sub(pattern, new, whole, count=1, flags=re.DOTALL)
        assert forged != whole
        trees.append(f"({forged}{')' * (forged.count('(') - forged.count(')'))})")
    claims = [
        *(f"one_leaf B1 5 o q {tree} 5 106" for tree in trees),
        "one_leaf B1 4 o q signs_B1 5 106",  # one deck earlier
        "one_leaf B1 5 o q signs_B1 5 57",  # another cell is mixed
        "one_leaf B1 5 o q signs_B1 6 106",  # another hand is mixed
        "one_leaf B1 5 o (build B1 wider decksP) signs_B1 5 106",  # commissions up to 1/4
    ]
    (told,) = kernel.compute(
        "Signs",
        "Rules Polynomials Table Every Commission B1_commission",
        f"let o := build B1 win decksP in let q := build B1 pay10 decksP in [{'; '.join(claims)}]",
        before="Open Scope Z_scope. Definition wider p b := 15 * losses p b - 20 * wins p b.",
    )
    assert re.findall("true|false", told) == ["true"] + ["false"] * (len(claims) - 1)
    kernel.check(PROOF / "B3_commission.v")
    (told,) = kernel.compute(
        "Early",
        "Rules Polynomials Table Every Commission B3_commission",
        "one_leaf B3 12 (build B3 win decksP) (build B3 pay10 decksP) signs_B3 14 106",
        before="Open Scope Z_scope.",
    )
    assert told == "false"  # one deck earlier


FORGED_BALANCE = {
    "fx fy y x0 x1": (),
    "fx fy (padd (snd y) [1], snd y) x0 x1": (0, 3),  # more than one
    "fx fy (fst y, pneg (snd y)) x0 x1": (0, 3),  # less than nothing
    "fx fy y (padd (snd x0) [1], snd x0) x1": (1, 4),
    "fx fy y x0 (pneg (fst x1), snd x1)": (2, 4),
    "fx fy (padd (fst y) [1], snd y) x0 x1": (3,),  # a draw of the ponte would gain
    "fx fy y x0 (padd (fst x1) [1], snd x1)": (4,),
    "fx fy y x1 x0": (4,),  # the two commissions exchanged
    "(know_hand fx 5 Plus) fy y x0 x1": (4,),
    "fx (know_cell fy 56 Plus) y x0 x1": (3, 4),
    "fx (know_cell fy 57 Minus) y x0 x1": (3, 4),
    "fx (know_cell fy 57 Same) y x0 x1": (3, 4),
}
"""what is said of the equilibrium of B1, and the places of the guards that refuse it"""


def at_leaf(kernel: Kernel, model: str, hand: int, term: str) -> str:
    """The value of a term at the leaf of a file: y, x0 and x1 are the mixed probabilities."""
    kernel.check(PROOF / f"{model}_commission.v")
    (told,) = kernel.compute(
        f"Leaf_{model}",
        f"Rules Polynomials Table Unique Every Commission {model}_commission",
        f"let o := build {model} win decksP in let q := build {model} pay10 decksP in "
        f"match run 5 o q signs_{model} no_hands no_cells with Some [leaf] => "
        f"let fx := fst leaf in let fy := snd leaf in let y := rootY 5 o {hand} leaf in "
        f"let x0 := rootX 5 {hand} leaf (line0 o 106) in "
        f"let x1 := rootX 5 {hand} leaf (line1 q 106) in Some ({term}) | _ => None end",
        before="Open Scope Z_scope.",
    )
    return told


def balances(kernel: Kernel, model: str, hand: int, *claims: str) -> list[tuple[int, ...]]:
    """The guards of `balanced` that refuse each of these claims."""
    rows = "; ".join(f"balanced 5 o q {claim}" for claim in claims)
    told = at_leaf(kernel, model, hand, f"[{rows}]")
    words = [re.findall("true|false", row) for row in re.findall(r"\[([^\[\]]+)\]", told)]
    assert [len(row) for row in words] == [5] * len(claims)
    return [tuple(k for k, word in enumerate(row) if word == "false") for row in words]


@pytest.mark.long
def test_every_guard_of_an_equilibrium_refuses_a_forged_one(kernel: Kernel) -> None:
    assert balances(kernel, "B1", 5, *FORGED_BALANCE) == list(FORGED_BALANCE.values())
    signs = [f"(know_hand fx {hand} {sign})" for hand in (5, 23, 69, 78) for sign in SIGNS]
    refused = [
        3 in places
        for places in balances(kernel, "B4", 14, *(f"{sign} fy y x0 x1" for sign in signs))
    ]
    for minus, plus in zip(refused[::2], refused[1::2], strict=True):
        assert minus != plus  # of the other four hands, each has one sign that is right


@pytest.mark.long
def test_coq_finds_our_equilibrium_with_a_commission(kernel: Kernel) -> None:
    draws = "match fy (ykey k) with Some Plus => true | _ => false end"
    term = f"[fst y; snd y; fst x0; snd x0; fst x1; snd x1], filter (fun k => {draws}) (met B1)"
    lists = re.findall(r"\[([^\[\]]*)\]", at_leaf(kernel, "B1", 5, term))
    *polynomials, sure = [list(map(int, SEEN.findall(one))) for one in lists]
    for decks, alpha in product((5, 8, 40), (Fraction(0), Fraction(3, 70), Fraction(1, 10))):
        yn, yd, *x = (sum(c * decks**k for k, c in enumerate(p)) for p in polynomials)
        above, below = ((1 - 10 * alpha) * x[k] + 10 * alpha * x[k + 2] for k in (0, 1))
        ours = solve_casino("B1", alpha, decks=decks).equilibrium
        assert ours.mixed == {"5": above / below, "6|-": Fraction(yn, yd)}
        cells = {cell for cell, p in ours.banquier.items() if p == 1}
        assert {16 * int(total) + third for total, third in map(read_cell, cells)} == set(sure)


@pytest.mark.long
def test_a_forged_file_for_every_number_of_decks_is_refused(kernel: Kernel) -> None:
    text = (PROOF / "B1.v").read_text("utf-8")
    for name, old, new in (
        ("Early", "from := 4", "from := 3"),
        ("Hole", "; decks_3]", "]"),
        ("Order", "decks_1; decks_2", "decks_2; decks_1"),
        ("Large", "-23; 732", "-24; 732"),
        ("Small", "xp := [28261]", "xp := [28262]"),
    ):
        assert old in text
        assert kernel.refuses(name, text.replace(old, new)) != "", name
