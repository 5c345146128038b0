"""`proof/check` gives Coq each file that has changed, and each file that needs one, once.

A script stands in for Coq and compiles nothing, so these tests run where Coq is missing.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from checkout import ROOT

PROOF = ROOT / "proof"
COQC = """#!/bin/sh
for name; do :; done
echo "$name" >> "$CALLED"
! grep -q "a mistake" "$name" || exit 1
: > "${name}o"
"""
SHARED = ["Rules", "Polynomials", "Table", "Certificate", "Unique", "Every"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="proof/check is a script of the shell"),
]


class Checked:
    """A copy of the folder `proof`, what its script says, and what it gives to Coq."""

    def __init__(self, folder: Path) -> None:
        self.proof, self.called = folder / "proof", folder / "called"
        shutil.copytree(PROOF, self.proof, ignore=shutil.ignore_patterns("built"))
        self.proof.joinpath("coqc").write_text(COQC, "utf-8")
        self.proof.joinpath("coqc").chmod(0o755)

    def run(self, *names: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.proof}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "CALLED": str(self.called)}
        environment.pop("BUILT", None)
        self.called.write_text("", "utf-8")
        files = [self.proof / f"{name}.v" for name in names]
        command = ["sh", str(self.proof / "check"), *map(str, files)]
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    def given(self, *names: str) -> list[str]:
        """The files that Coq gets if these are checked; what is said agrees with it."""
        done = self.run(*names)
        assert (done.returncode, done.stderr) == (0, "")
        given = [line.removesuffix(".v") for line in self.called.read_text("utf-8").splitlines()]
        said = [line.split(".v: ") for line in done.stdout.splitlines()]
        assert [name for name, word in said if word == "checked"] == given
        others = {word for name, word in said if name not in given}
        assert others <= {"unchanged since it was checked"}
        self.said = [name for name, _ in said]
        return given

    def change(self, name: str, text: str = "(* changed *)") -> None:
        with (self.proof / f"{name}.v").open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")


@pytest.fixture
def checked(tmp_path: Path) -> Checked:
    return Checked(tmp_path)


def test_every_file_is_given_to_coq_once(checked: Checked) -> None:
    given = checked.given()
    assert sorted(given) == sorted(file.stem for file in PROOF.glob("*.v"))
    assert given[:7] == [*SHARED, "Commission"]
    assert checked.given() == []
    assert sorted(checked.said) == sorted(given)  # one line for each


def test_a_file_is_checked_again_if_one_that_it_needs_has_changed(checked: Checked) -> None:
    checked.given()
    checked.change("Commission")
    assert checked.given("B2_commission") == ["Commission", "B2_commission"]
    assert checked.given() == ["B1_commission", "B3_commission", "B4_commission"]
    checked.change("Every")
    later = ["A1", "B1", "B2", "B3", "B4", *(f"B{k}_commission" for k in (1, 2, 3, 4))]
    assert checked.given("A1") == ["Every", "A1"]
    assert sorted(checked.given()) == sorted(["Commission", *later[1:]])
    checked.change("B3")
    assert checked.given("A1", "B3") == ["B3"]


def test_a_file_that_coq_refuses_is_given_again(checked: Checked) -> None:
    checked.given("A1")
    checked.change("Table", "(* a mistake *)")
    for _ in range(2):
        assert checked.run("A1").returncode == 1
        assert checked.called.read_text("utf-8") == "Table.v\n"


def test_a_theorem_cannot_take_the_place_of_a_shared_file(checked: Checked, tmp_path: Path) -> None:
    for name in (*SHARED, "Commission"):
        other = tmp_path / f"{name}.v"
        other.write_text("(* mine *)\n", "utf-8")
        done = checked.run(str(other.with_suffix("")))
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert f"{name}.v is a file of the proofs" in done.stderr
    assert checked.given("Every") == SHARED


def test_a_file_that_is_missing_is_told_in_one_line(checked: Checked) -> None:
    done = checked.run("nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"proof/check: {checked.proof}/nowhere.v cannot be read\n"
