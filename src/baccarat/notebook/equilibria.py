"""Shows solutions as tables: a row for each of Banker's totals, a column for each third card."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from baccarat.core.tableau import Move, Tableau
from baccarat.notebook.html_parts import ShownCell, TableCell, paragraph, table
from baccarat.theory.banque.payoffs import marks_of
from baccarat.theory.banque.solver import Banque
from baccarat.theory.casino.solver import CasinoSolution
from baccarat.theory.chemin.as_text import BothPlay, footnotes, letters, write_moves, write_ponte
from baccarat.theory.chemin.in_words import CheminAnswer
from baccarat.theory.chemin.model import COLUMNS, USUAL
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.strategies import mixed_in

THIRDS = ("Banker has", *(f"|{points}" for points in range(10)), "|stood")
"""The heads of the grid: the points of Player's third card."""
READ = "D draws, S stands; a letter is explained below, a dot changes nothing for anybody."


def solution(solution: Solution) -> str:
    """The value, the ponte's moves, and a grid of the banquier's moves with notes."""
    game = f"Chemin de fer {solution.model}, {solution.told_shoe}"
    sizes = f"{solution.ponte_set.dimension} and {solution.banquier_set.dimension}"
    only = "Each side has one optimal strategy."
    if not solution.is_unique:
        only = f"The sets of optimal strategies of ponte and banquier have {sizes} dimensions."
    return _grid(game, solution) + _told(_values(solution.value, solution), _bound(solution), only)


def casino(solution: CasinoSolution) -> str:
    """A grid and the values of each equilibrium, and a note about other equilibria."""
    game = f"Chemin de fer {solution.model}, {solution.told_shoe}, commission {solution.alpha}"
    parts = []
    for number, equilibrium in enumerate(solution.equilibria, start=1):
        place = f", equilibrium {number}" if len(solution.equilibria) > 1 else ""
        banquier = f"To the banquier, after the commission: {_in_full(equilibrium.banquier_value)}."
        parts.append(
            _grid(game + place, equilibrium)
            + _told(_values(equilibrium.value, equilibrium), banquier)
        )
    only = "There is no other equilibrium." if solution.is_unique else "There are others."
    return "".join(parts) + _told(_bound(solution), only)


def _values(value: Fraction, pair: BothPlay) -> str:
    return f"Value to Player: {_in_full(value)}. Ponte: {write_ponte(pair)}."


def _bound(solution: CheminAnswer) -> str:
    """A note about decisions that the caller has fixed; empty if there are none."""
    return f"Bound: {solution.told_bound}." if solution.bound else ""


def _told(*lines: str) -> str:
    return "".join(map(paragraph, lines))


def _grid(caption: str, pair: BothPlay) -> str:
    marks = letters(pair)
    rows: Iterable[list[TableCell]] = (
        [str(total), *(_mark(marks[total, column]) for column in COLUMNS)] for total in range(USUAL)
    )
    notes = [f"{letter}: {moves}" for letter, moves in footnotes(pair)]
    third = f"{caption}: what the banquier does, by Player's third card"
    return table(third, THIRDS, rows) + _told(READ, *notes)


def _mark(mark: str) -> ShownCell:
    meaning = {"D": "draws", "S": "stands", ".": "changes nothing"}.get(mark, "mixed")
    look = meaning if meaning in ("draws", "mixed") else ""
    return ShownCell(mark.replace(".", "·"), meaning, look)


def banque(banque: Banque) -> str:
    """The value for the coalition, and the banquier's moves against each pair of third cards."""
    game = f"Banque, stakes {banque.theta} and {1 - banque.theta}, {banque.cards}"
    coalition = banque.coalition
    agreed = ", ".join(f"{do} {_in_full(p)}" for do, p in coalition.mixture.items() if p)
    parts = [
        paragraph(f"{game}. Value to both Players as one side: {_in_full(coalition.value)}."),
        paragraph(f"On 5 the Players agree on: {agreed} (S stands, D draws; tableau 1 first)."),
    ]
    everywhere = []
    for total in range(USUAL):
        marks = marks_of(coalition.banquier, total)
        if len(moves := set(marks.values())) == 1:
            everywhere.append(f"{total}: {moves.pop()}")
        else:
            parts.append(_two_tableaux(total, marks))
    parts.append(paragraph(f"Everywhere the same: {', '.join(everywhere)}."))
    mixed = write_moves(mixed_in(coalition.banquier)) or "nowhere"
    return "".join(parts) + paragraph(f"Mixed (*): {mixed}.")


def _two_tableaux(total: int, marks: Mapping[tuple[str, str], str]) -> str:
    heads = ["tableau 1 | 2", *(f"|{_third(two)}" for two in COLUMNS)]
    rows: Iterable[list[TableCell]] = (
        [_third(first), *(_mark(marks[first, two]) for two in COLUMNS)] for first in COLUMNS
    )
    caption = f"The banquier has {total}: third card of tableau 1 down, of tableau 2 across"
    return table(caption, heads, rows)


def _third(column: str) -> str:
    return "stood" if column == "-" else column


def _in_full(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{number} = {float(number):.8f}"


def tableau(tableau: Tableau) -> str:
    """The drawing rules: a row for Player, and a grid for Banker."""
    totals = ["Player has", *(f"|{total}" for total in range(tableau.natural))]
    player = table("Player", totals, [["does", *map(_move, tableau.player)]])
    rows: Iterable[list[TableCell]] = (
        [str(total), *map(_move, row)] for total, row in enumerate(tableau.banker)
    )
    free = " * is free: the guest who plays the hand decides." if tableau.has_free_cells else ""
    banker = table("Banker, by Player's third card", THIRDS, rows)
    return player + banker + paragraph(f"D draws, – stands.{free}")


def _move(move: Move) -> ShownCell:
    words = {Move.DRAW: "draws", Move.STAND: "stands", Move.FREE: "free"}
    looks = {Move.DRAW: "draws", Move.FREE: "mixed"}
    return ShownCell(str(move).replace("-", "–"), words[move], looks.get(move, ""))
