"""LaTeX: whole documents of whole parts, and a real TeX compiles them where there is one."""

import re
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.first_step import first_step
from baccarat.theory.chemin.solver import solve
from baccarat.theory.latex import (
    PACKAGES,
    all_decks_latex,
    banque_latex,
    casino_latex,
    latex_document,
    latex_number,
    latex_text,
    solution_latex,
)

COMPILERS = ("pdflatex", "lualatex", "xelatex")
SIGNS = "100 % of A_1 & {B} #2 $3 ~ ^ \\ | <é> ça"
"""Every sign that LaTeX takes for itself, and French."""


banque_of = cache(solve_banque)


@cache
def parts() -> dict[str, str]:
    bound = {"6|-": Fraction(1, 3)}
    found = {"words": latex_text(SIGNS)}
    for model in ("A1", "B2"):
        solution = solve(model) if model[0] == "A" else solve(model, 1)
        found[model] = solution_latex(solution, first_step(solution.payoffs))
    bound_one = solve("B1", composition="0:9 4:5 5:9 6:3 8:4 9:5", bind=bound)
    found["bound"] = solution_latex(bound_one, first_step(bound_one.payoffs, bound))
    found["casino"] = casino_latex(solve_casino("A4", Fraction(1, 20)))
    one = solve_casino("B1", Fraction(1, 20), 6)
    found["one"] = casino_latex(one, first_step(one.payoffs, commission=one.alpha))
    found["decks"] = all_decks_latex(solve_for_all("B1"))
    for theta in ("1", "2/3"):
        found[f"banque {theta}"] = banque_latex(banque_of(theta), theta != "1")
    return found


def test_environments_and_braces_are_closed_and_rows_have_all_columns() -> None:
    for part in parts().values():
        unescaped = re.sub(r"\\\\|\\[{}&%$#_]", "", part)
        assert unescaped.count("{") == unescaped.count("}")
        assert unescaped.replace("\n%", "\n").count("$") % 2 == 0
        open_ones: list[str] = []
        for what, name in re.findall(r"\\(begin|end)\{([a-z*]+)\}", part):
            if what == "begin":
                open_ones.append(name)
            else:
                assert open_ones.pop() == name
        assert not open_ones
        for columns, body in re.findall(
            r"\\begin\{tabular\}\{([lc]+)\}\n(.*?)\\end\{tabular\}", part, re.S
        ):
            for line in (line for line in body.splitlines() if line.endswith(r"\\")):
                wide = sum(int(found) - 1 for found in re.findall(r"multicolumn\{(\d+)\}", line))
                assert line.count("&") + 1 + wide == len(columns)


def test_parts_are_plain_and_say_what_they_need() -> None:
    for name, part in parts().items():
        assert part.isascii() or name == "words"
        document = latex_document(part, "two\nlines")
        assert "% Made by two lines." in document
        for package in PACKAGES:
            assert document.count(package) == 2  # it is used, and told to whoever takes a part


def test_words_are_escaped() -> None:
    assert latex_text("a & b") == r"a \& b"
    assert latex_text("100% {x_1}") == r"100\% \{x\_1\}"
    assert latex_text("a\\b~c^d") == r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d"


def test_numbers_are_exact_and_have_decimals() -> None:
    assert latex_number(Fraction(-1, 3)) == r"$-\frac{1}{3} \approx -0.33333333$"
    assert [latex_number(Fraction(n)) for n in (0, -2)] == ["$0$", "$-2$"]


def test_both_sides_are_told_what_they_win() -> None:
    assert r"to the banquier: $\frac{679568}{53094899} \approx 0.01279912$" in parts()["A1"]
    one = solve_casino("B1", Fraction(1, 20), 6).equilibrium
    assert f"to the banquier: {latex_number(one.banquier_value)}" in parts()["one"]
    assert parts()["casino"].count("to the banquier") == parts()["casino"].count("Player: ") / 2


def test_the_banquier_of_banque_gets_what_both_tableaux_lose() -> None:
    """Each tableau by its stake; with all the stake on one it is chemin de fer."""
    banque = banque_of("2/3")
    assert banque.nash is not None
    (nash,) = banque.nash
    lost = sum(
        float(stake) * float(value)
        for stake, value in zip((Fraction(2, 3), Fraction(1, 3)), nash.values, strict=True)
    )
    assert float(banque.to_banquier(nash)) == pytest.approx(-lost, rel=1e-12)
    # A coalition can do what they do each for himself, so the banquier cannot get more from it.
    assert float(banque.to_banquier(nash)) >= -float(banque.coalition.value)
    assert banque_of("1").as_json()["coalition"]["banquier_value"] == "679568/53094899"  # type: ignore[index]


def test_a_real_tex_compiles_all_of_it(tmp_path: Path) -> None:
    compiler = next(filter(shutil.which, COMPILERS), None)
    if compiler is None:
        pytest.skip(f"none of {', '.join(COMPILERS)} is installed")
    everything = "\n\n\\clearpage\n".join(parts().values())
    (tmp_path / "all.tex").write_text(latex_document(everything), "utf-8")
    done = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert "Overfull" not in done.stdout
    assert (tmp_path / "all.pdf").stat().st_size > 10_000
