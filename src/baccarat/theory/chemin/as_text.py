"""A solution as a table of text: banquier's totals down, third cards across, with footnotes.

write_solution(solution) -> text                 value, ponte, table, footnotes
write_moves({"1,4": …}) -> "S on 2,3; …"         hands that draw, that stand, and that mix
letters(solution) -> {(total, column): "D"}      the table's marks, by total and column
footnotes(solution) -> [("a", "6: D with …")]    the meaning of its small letters
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from baccarat.base.hints import checked
from baccarat.theory.chemin.model import COLUMNS, USUAL, Model, total_of
from baccarat.theory.chemin.solver import Solution

MANY = 4
"""The most totals that have room at the head of a row."""
FOOTNOTES = "abcdefghijklmnopqrstuvwxyz"


class BothPlay(Protocol):
    """The value and both strategies, of a solution or of an equilibrium with a commission."""

    @property
    def model(self) -> Model: ...
    @property
    def value(self) -> Fraction: ...
    @property
    def ponte(self) -> Mapping[str, Fraction]: ...
    @property
    def banquier(self) -> Mapping[str, Fraction]: ...
    @property
    def idle(self) -> tuple[str, ...]: ...


@checked
def write_solution(solution: Solution) -> str:
    """The whole solution as text.

    >>> from baccarat.theory.chemin.solver import solve
    >>> print(write_solution(solve("A1")))
    value          -679568/53094899 = -0.01279912
    ponte          5: D with 9/11 = 0.818182
    banquier       0 1 2 3 4 5 6 7 8 9  -
    0, 1, 2        D D D D D D D D D D  D
    3              D D D D D D D D S D  D
    4              S S D D D D D D S S  D
    5              S S S S D D D D S S  D
    6              S S S S S S D D S S  a
    7              S S S S S S S S S S  S
    a              6: D with 859/2288 = 0.375437
    """
    return write_play(solution)


def write_play(solution: BothPlay) -> str:
    """The value, the ponte's strategy and the banquier's table as text, with footnotes."""
    marks = letters(solution)
    lines = [
        ("value", f"{solution.value} = {float(solution.value):.8f}"),
        ("ponte", write_ponte(solution)),
        ("banquier", _spaced(COLUMNS)),
        *((heading, _spaced(row)) for heading, row in table_rows(marks)),
        *footnotes(solution),
    ]
    return "\n".join(f"{heading:<14} {text}" for heading, text in lines)


def table_rows(marks: Mapping[tuple[int, str], str]) -> list[tuple[str, list[str]]]:
    """The rows of the banquier's table with their heads; totals with equal marks share a row."""
    rows = ((total, [marks[total, column] for column in COLUMNS]) for total in range(USUAL))
    runs = ((row, [total for total, _ in run]) for row, run in groupby(rows, itemgetter(1)))
    return [(write_totals(totals), row) for row, totals in runs]


def write_totals(totals: Sequence[int]) -> str:
    """The head of a row for several totals: all of them, or the first and the last.

    >>> write_totals([0, 1, 2]), write_totals(range(1, 8))
    ('0, 1, 2', '1 to 7')
    """
    if len(totals) > MANY:
        return f"{totals[0]} to {totals[-1]}"
    return ", ".join(map(str, totals))


def write_ponte(solution: BothPlay) -> str:
    """The ponte's moves as text, without idle decisions."""
    return write_moves(mattering(solution, solution.ponte)) or "nothing to decide"


def footnotes(solution: BothPlay) -> list[tuple[str, str]]:
    """For each cell marked with a small letter: the letter, and the moves of the cell's hands."""
    return [(mark, write_moves(cell)) for mark, cell in noted_cells(solution)]


def noted_cells(solution: BothPlay) -> list[tuple[str, dict[str, Fraction]]]:
    """Each cell with a footnote: its letter, and how often each of its hands draws."""
    marks = letters(solution).items()
    return [(mark, _cell(solution, *place)) for place, mark in marks if mark not in "DS."]


def letters(solution: BothPlay) -> dict[tuple[int, str], str]:
    """The mark of each cell: D, S, a dot for an idle cell, or the small letter of a footnote."""
    marks = {}
    notes = iter(FOOTNOTES)
    for total in range(USUAL):
        for column in COLUMNS:
            moves = set(_cell(solution, total, column).values())
            if not moves:
                mark = "."
            elif moves == {Fraction(1)}:
                mark = "D"
            elif moves == {Fraction(0)}:
                mark = "S"
            else:
                mark = next(notes, "*")
            marks[total, column] = mark
    return marks


def write_moves(draws: Mapping[str, Fraction]) -> str:
    """The hands that draw, the hands that stand, and how often each other hand draws.

    >>> write_moves({"0,5": Fraction(1), "1,4": Fraction(1, 3), "2,3": Fraction(0)})
    'D on 0,5; S on 2,3; 1,4: D with 1/3 = 0.333333'
    """
    parts = []
    for move, word in ((1, "D"), (0, "S")):
        if hands := [seen for seen, chance in draws.items() if chance == move]:
            parts.append(f"{word} on {' '.join(hands)}")
    for seen, chance in draws.items():
        if 0 < chance < 1:
            parts.append(f"{seen}: D with {chance} = {float(chance):.6f}")
    return "; ".join(parts)


def _cell(solution: BothPlay, total: int, column: str) -> dict[str, Fraction]:
    """The chance of drawing of each hand with this total in a column, where the choice matters."""
    seen = [seen for seen in solution.model.banquier.sets() if total_of(seen) == total]
    cells = {f"{one}|{column}": solution.banquier[f"{one}|{column}"] for one in seen}
    return {cell.partition("|")[0]: p for cell, p in mattering(solution, cells).items()}


def mattering(solution: BothPlay, strategy: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The strategy without idle decisions."""
    return {name: draws for name, draws in strategy.items() if name not in solution.idle}


def _spaced(marks: Sequence[str]) -> str:
    return f"{' '.join(marks[:-1])}  {marks[-1]}"
