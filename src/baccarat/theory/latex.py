"""Solutions as LaTeX: parts for a paper, and a document around them that compiles unchanged.

    latex_document(solution_latex(solve("B3", decks=6))) -> a whole .tex file
    solution_latex(…), casino_latex(…), all_decks_latex(…), banque_latex(…), first_step_latex(rows)

A part needs the packages of `PACKAGES`, which every TeX has; the document loads them.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap

from baccarat.base.hints import checked
from baccarat.theory.banque.nash import Nash
from baccarat.theory.banque.payoffs import marks_of
from baccarat.theory.banque.solver import Banque
from baccarat.theory.banque.surd import Surd
from baccarat.theory.casino.solver import CasinoSolution
from baccarat.theory.chemin.all_decks import AllDecks
from baccarat.theory.chemin.as_text import (
    BothPlay,
    letters,
    mattering,
    noted_cells,
    table_rows,
    write_totals,
)
from baccarat.theory.chemin.first_step import OPEN, FirstStepRow
from baccarat.theory.chemin.in_words import CheminAnswer
from baccarat.theory.chemin.model import COLUMNS
from baccarat.theory.chemin.proof import RationalFunction
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.polynomials import write_polynomial
from baccarat.theory.strategies import mixed_in

PACKAGES = ("amsmath", "amssymb", "booktabs")
VOID = r"\varnothing"
"""The mark for a Player who stood, as in the papers."""
USUAL_TOTALS = range(8)
TexRows = Iterable[Sequence[str]]
"""The rows of a table, each a list of cells."""
LONG = 120
"""Characters from which a polynomial is written on its own lines."""
LINE = 72
"""The most characters of such a line."""
SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


@checked
def latex_document(part: str, made_by: str = "baccarat") -> str:
    """A whole document around parts, which `pdflatex` compiles unchanged.

    >>> latex_document("Empty.").splitlines()[-3:]
    ['Empty.', '% to here.', '\\\\end{document}']
    """
    packages = ",".join(PACKAGES)
    return "\n".join(
        [
            f"% Made by {' '.join(made_by.split())}. It compiles as it is: pdflatex FILE.tex",
            r"\documentclass[a4paper]{article}",
            rf"\usepackage{{{packages}}}",
            r"\usepackage[margin=20mm]{geometry}",
            r"\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\raggedright",
            r"\begin{document}",
            rf"% For a paper of your own, with \usepackage{{{packages}}}, take what is from here",
            part,
            "% to here.",
            r"\end{document}",
        ]
    )


def latex_text(text: str) -> str:
    """Text with every special character of LaTeX escaped.

    >>> latex_text("50 % of A_1 & B")
    '50 \\\\% of A\\\\_1 \\\\& B'
    """
    return "".join(SPECIAL.get(sign, sign) for sign in text)


def latex_number(number: Fraction) -> str:
    """A fraction and its decimals in LaTeX's math mode."""
    size = abs(number)
    sign = "-" if number < 0 else ""
    if size.denominator == 1:
        return f"${sign}{size}$"
    decimals = f"{float(number):.8f}"
    return rf"${sign}\frac{{{size.numerator}}}{{{size.denominator}}} \approx {decimals}$"


# Chemin de fer.


@checked
def solution_latex(solution: Solution, step: Sequence[FirstStepRow] = ()) -> str:
    """LaTeX of the banquier's table, the value to both sides, and the footnotes.

    The rows of a first step, if given, are printed before it.
    """
    told = [f"% chemin de fer, model {solution.model}, {solution.told_shoe}"]
    told += [_heading(solution), "", *_before(step), *_strategies(solution), ""]
    value = solution.value
    told.append(f"Value to Player: {latex_number(value)}; to the banquier: {latex_number(-value)}.")
    return "\n".join(told)


@checked
def casino_latex(solution: CasinoSolution, step: Sequence[FirstStepRow] = ()) -> str:
    """LaTeX of each equilibrium: a table, and the values to both sides."""
    head = f"% chemin de fer, model {solution.model}, {solution.told_shoe}"
    about = f"{_heading(solution)} The house takes {latex_number(solution.alpha)} of a Banker win."
    told = [f"{head}, commission {solution.alpha}", about, "", *_before(step)]
    for number, one in enumerate(solution.equilibria, 1):
        if len(solution.equilibria) > 1:
            told += [f"Equilibrium {number} of {len(solution.equilibria)}.", ""]
        told += [*_strategies(one), ""]
        values = [latex_number(value) for value in (one.value, one.banquier_value)]
        told += [f"Value to Player: {values[0]}; to the banquier: {values[1]}.", ""]
    return "\n".join(told[:-1])


@checked
def first_step_latex(rows: Sequence[FirstStepRow]) -> str:
    """The banquier's table without strictly dominated moves; `*` where two moves are left."""
    has_hands = any(row.hands for row in rows)
    lines = []
    for row in rows:
        hands = ", ".join(map(_hand, row.hands)) if row.hands else ""
        moves = ["$*$" if move == OPEN else _mark(move) for move in row.moves]
        lines.append([write_totals(row.totals), *([hands] if has_hands else []), *moves])
    heads = ["total", "hand"] if has_hands else ["total"]
    told = "First step: the banquier's strictly dominated moves are gone."
    note = "D draws, S stands, $*$ depends on Player's strategy."
    if any("=" in row.moves for row in rows):
        note += " $=$ is bound to a probability."
    return "\n".join(["% the first step", told, *_table(heads, lines), note])


@checked
def all_decks_latex(found: AllDecks) -> str:
    """LaTeX equations of the value and of each mixed decision's probability."""
    functions = {"V(d)": found.value}
    for name, draws in found.mixed.items():
        functions[f"p_{{{name.replace('-', VOID)}}}(d)"] = draws
    claim = found.claim
    lines = [
        f"% chemin de fer, model {claim.model}, d >= {claim.holds_from}",
        rf"Chemin de fer, model {claim.model}, $d \ge {claim.holds_from}$ decks:",
    ]
    return "\n".join([*lines, *(_equation(name, one) for name, one in functions.items())])


def _before(step: Sequence[FirstStepRow]) -> list[str]:
    return [first_step_latex(step), "", "Solution:"] if step else []


def _heading(solution: CheminAnswer) -> str:
    told = f"Chemin de fer, model {solution.model}, {solution.told_shoe}."
    if solution.bound:
        told += f" Bound: {solution.told_bound}."
    return latex_text(told)


def _strategies(solution: BothPlay) -> list[str]:
    """LaTeX lines of the banquier's table, Player's strategy and the footnotes."""
    rows = [[heading, *map(_mark, row)] for heading, row in table_rows(letters(solution))]
    lines = _table(["total"], rows)
    lines.append(f"Player: {_moves(mattering(solution, solution.ponte))}.")
    for mark, cell in noted_cells(solution):
        lines += ["", f"$^{{{mark}}}$ {_moves(cell)}."]
    return lines


def _table(heads: Sequence[str], rows: TexRows) -> list[str]:
    """A table of the banquier: the head of each row, then a column for each third card."""
    third = [*COLUMNS[:-1], f"${VOID}$"]
    across = rf"\multicolumn{{{len(COLUMNS)}}}{{c}}{{Player's third card (${VOID}$: Player stood)}}"
    before = ["Banker's", *([""] * (len(heads) - 1)), across]
    return _tabular(r"\begin{center}", "l" * len(heads), [], [before, [*heads, *third]], rows)


def _tabular(
    begin: str, left: str, above: Sequence[str], heads: Iterable[Sequence[str]], rows: TexRows
) -> list[str]:
    """A table in LaTeX: the columns of `left`, then a column for each third card."""
    return [
        begin,
        rf"\begin{{tabular}}{{{left}{'c' * len(COLUMNS)}}}",
        *above,
        r"\toprule",
        *(f"{' & '.join(head)} \\\\" for head in heads),
        r"\midrule",
        *(f"{' & '.join(row)} \\\\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{center}",
    ]


def _mark(mark: str) -> str:
    return {".": r"$\cdot$", "=": "$=$"}.get(mark, mark if mark in "DS" else f"$^{{{mark}}}$")


def _hand(seen: str) -> str:
    return f"({seen.replace(',', ', ')})" if "," in seen else seen


def _moves(draws: Mapping[str, Fraction]) -> str:
    parts = []
    for move, word in ((1, "D"), (0, "S")):
        if hands := [_hand(seen) for seen, chance in draws.items() if chance == move]:
            parts.append(f"{word} on {', '.join(hands)}")
    for seen, chance in draws.items():
        if 0 < chance < 1:
            parts.append(f"D on {_hand(seen)} with probability {latex_number(chance)}")
    return "; ".join(parts) or "nothing to decide"


def _equation(name: str, function: RationalFunction) -> str:
    """One equation; long polynomials have their own lines, so that nothing is cut off."""
    above, below = (
        re.sub(r"\^(\d+)", r"^{\1}", write_polynomial(part))
        for part in (function.numerator, function.denominator)
    )
    if below == "1":
        return rf"\[ {name} = {above} \]"
    if max(len(above), len(below)) <= LONG:
        return rf"\[ {name} = \frac{{{above}}}{{{below}}} \]"
    lines = [rf"{name} &= \frac{{N(d)}}{{D(d)}}, \quad\text{{where}}"]
    for letter, polynomial in (("N", above), ("D", below)):
        first, *more = wrap(polynomial, LINE, break_long_words=False)
        lines += [f"{letter}(d) &= {first}", *(rf"&\quad {line}" for line in more)]
    return "\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}"


# Banque.


@checked
def banque_latex(banque: Banque, first_step: bool = False) -> str:
    """LaTeX of the coalition's solution, the banquier's tables and the Nash equilibria."""
    theta, told = banque.theta, banque.cards
    stakes = f"{latex_number(theta)} on tableau 1 and {latex_number(1 - theta)} on tableau 2"
    coalition = banque.coalition
    lines = [
        f"% banque, stakes {theta} and {1 - theta}, {told}",
        f"Baccara banque, {latex_text(told)}; staked {stakes}.",
        "",
        r"\textbf{Both Players together.} Value to them: "
        f"{latex_number(coalition.value)}; to the banquier: {latex_number(-coalition.value)}.",
        "",
        f"On a five Players 1 and 2 agree on {_agreed(coalition.mixture)}.",
        "",
        *_banque_tables(coalition.banquier),
    ]
    if first_step:
        lines += ["", *_banque_first_step(banque)]
    for nash in banque.nash or ():
        lines += ["", *_nash(banque, nash)]
    return "\n".join(lines)


def _agreed(mixture: Mapping[str, Fraction]) -> str:
    used = [(corner, p) for corner, p in mixture.items() if p]
    return ", ".join(f"{corner} with probability {latex_number(p)}" for corner, p in used)


def _banque_tables(banquier: Mapping[str, Fraction], starred: Collection[str] = ()) -> list[str]:
    """A table for each total of the banquier; a sentence if all its cells have one move."""
    lines: list[str] = []
    for total in USUAL_TOTALS:
        marks = {
            thirds: mark.replace("*", "$*$")
            for thirds, mark in marks_of(banquier, total, starred).items()
        }
        if len(set(marks.values())) == 1:
            lines += [f"Banquier's total {total}: {marks['0', '0']} everywhere.", ""]
            continue
        rows = [[_third(one), *(marks[one, two] for two in COLUMNS)] for one in COLUMNS]
        lines += [*_grid(f"Banquier's total {total}:", rows), ""]
    if not starred and (mixed := mixed_in(banquier)):
        told = (f"{_cell(cell)} with probability {latex_number(p)}" for cell, p in mixed.items())
        lines.append(f"$*$ draws: {'; '.join(told)}.")
    return lines


def _banque_first_step(banque: Banque) -> list[str]:
    """The banquier's tables without strictly dominated moves; `*` where two moves are left."""
    told = "First step: the banquier's strictly dominated moves are gone."
    note = "D draws, S stands, $*$ depends on the Players' strategies."
    tables = _banque_tables(banque.coalition.banquier, banque.open_cells)
    return ["% the first step", told, "", *tables, note]


def _grid(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in LaTeX: tableau 1's third card down, tableau 2's across."""
    across = rf"\multicolumn{{{len(COLUMNS)}}}{{c}}{{Tableau 2's third card}}"
    above = rf"\multicolumn{{{1 + len(COLUMNS)}}}{{l}}{{{title}}} \\"
    heads = [["Tableau 1's", across], ["third card", *map(_third, COLUMNS)]]
    return _tabular(r"\begin{center}\small", "c", [above], heads, rows)


def _nash(banque: Banque, nash: Nash) -> list[str]:
    first, second = map(_surd, nash.players)
    values = [_surd(value) for value in (*nash.values, banque.to_banquier(nash))]
    lines = [
        rf"\textbf{{Each for himself.}} The Players draw on 5 with {first} and {second}.",
        f"Values to them, per unit staked: {values[0]} and {values[1]}.",
        f"Value to the banquier: {values[2]}.",
    ]
    if nash.mixed:
        told = (f"{_cell(cell)} with {_surd(chance)}" for cell, chance in nash.mixed.items())
        lines.append(f"The banquier draws at {'; '.join(told)}.")
    return lines


def _cell(cell: str) -> str:
    """A cell such as `6|-,8` in LaTeX: a total and two third cards."""
    seen, _, thirds = cell.partition("|")
    one, two = thirds.split(",")
    return f"${seen} \\mid {_third(one).strip('$')}, {_third(two).strip('$')}$"


def _third(column: str) -> str:
    return f"${VOID}$" if column == "-" else column


def _surd(number: Surd) -> str:
    """A fraction, or a + b √n; only decimals if that is longer than a line."""
    if number.exact is not None:
        return latex_number(number.exact)
    a, b, n = (Fraction(str(part)) for part in (number.a, number.b, number.n))
    sign = "-" if b < 0 else "+"
    parts = [rf"\frac{{{abs(p).numerator}}}{{{p.denominator}}}" for p in (a, b)]
    minus = "-" if a < 0 else ""
    if sum(map(len, parts)) + len(str(n)) > LONG:
        return rf"$\approx {float(number):.8f}$"
    return rf"${minus}{parts[0]} {sign} {parts[1]} \sqrt{{{n}}} \approx {float(number):.8f}$"
