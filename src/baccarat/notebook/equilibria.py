"""Solutions as the papers print them: the banquier's totals down, third cards across."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from baccarat.core.shoe import Composition
from baccarat.core.tableau import Move, Tableau
from baccarat.notebook.html_parts import ShownCell, TableCell, counted, paragraph, table
from baccarat.theory.banque.solver import Banque
from baccarat.theory.casino.solver import CasinoSolution
from baccarat.theory.chemin.as_text import BothPlay, footnotes, letters, write_moves, write_ponte
from baccarat.theory.chemin.in_words import told_bound, told_shoe
from baccarat.theory.chemin.model import COLUMNS, USUAL
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.decks import decks_in

THIRDS = ("Banker has", *(f"|{points}" for points in range(10)), "|stood")
"""Above the grid: the points of Player's third card."""
READ = "D draws, S stands; a letter is explained below, a dot changes nothing for anybody."


def solution(shown: Solution) -> str:
    """The value, the ponte, the grid and its notes."""
    game = f"Chemin de fer {shown.model}, {told_shoe(shown.model, shown.composition)}"
    sizes = f"{shown.ponte_set.dimension} and {shown.banquier_set.dimension}"
    only = "Each side has one optimal strategy."
    if not shown.is_unique:
        only = f"The sets of optimal strategies of ponte and banquier have {sizes} dimensions."
    return _grid(game, shown) + _told(_values(shown.value, shown), _bound(shown), only)


def casino(shown: CasinoSolution) -> str:
    """Each equilibrium."""
    shoe = told_shoe(shown.model, shown.composition)
    game = f"Chemin de fer {shown.model}, {shoe}, commission {shown.alpha}"
    parts = []
    for number, one in enumerate(shown.equilibria, start=1):
        many = f", equilibrium {number}" if len(shown.equilibria) > 1 else ""
        banquier = f"To the banquier, the commission paid: {_in_full(one.banquier_value)}."
        parts.append(_grid(game + many, one) + _told(_values(one.value, one), banquier))
    only = "There is no other equilibrium." if shown.is_unique else "There are others."
    return "".join(parts) + _told(_bound(shown), only)


def _values(value: Fraction, both: BothPlay) -> str:
    return f"Value to Player: {_in_full(value)}. Ponte: {write_ponte(both)}."


def _bound(shown: Solution | CasinoSolution) -> str:
    """What neither side was free to decide."""
    return f"Bound: {told_bound(shown.model, shown.bound)}." if shown.bound else ""


def _told(*lines: str) -> str:
    return "".join(map(paragraph, lines))


def _grid(caption: str, both: BothPlay) -> str:
    marks = letters(both)
    rows: Iterable[list[TableCell]] = (
        [str(total), *(_mark(marks[total, column]) for column in COLUMNS)] for total in range(USUAL)
    )
    notes = [f"{letter}: {moves}" for letter, moves in footnotes(both)]
    third = f"{caption}: what the banquier does, by Player's third card"
    return table(third, THIRDS, rows) + _told(READ, *notes)


def _mark(mark: str) -> ShownCell:
    meaning = {"D": "draws", "S": "stands", ".": "changes nothing"}.get(mark, "mixed")
    look = meaning if meaning in ("draws", "mixed") else ""
    return ShownCell(mark.replace(".", "·"), meaning, look)


def banque(shown: Banque) -> str:
    """The coalition: what it is worth, and what the banquier does against two third cards."""
    shoe = Composition(shown.counts)
    decks = decks_in(shoe)
    cards = str(shoe) if decks is None else counted(decks, "deck")
    returns = "every card returns" if shown.endless else cards
    game = f"Banque, stakes {shown.theta} and {1 - shown.theta}, {returns}"
    coalition = shown.coalition
    agreed = ", ".join(f"{do} {_in_full(p)}" for do, p in coalition.mixture.items() if p)
    parts = [
        paragraph(f"{game}. Value to both Players as one side: {_in_full(coalition.value)}."),
        paragraph(f"On 5 the Players agree on: {agreed} (S stands, D draws; tableau 1 first)."),
    ]
    everywhere = []
    for total in range(USUAL):
        cells = {
            (one, two): coalition.banquier.get(f"{total}|{one},{two}", Fraction(0))
            for one in COLUMNS
            for two in COLUMNS
        }
        if len(moves := set(cells.values())) == 1:
            everywhere.append(f"{total}: {_letter(moves.pop())}")
        else:
            parts.append(_two_tableaux(total, cells))
    parts.append(paragraph(f"Everywhere the same: {', '.join(everywhere)}."))
    mixed = {cell: p for cell, p in coalition.banquier.items() if 0 < p < 1}
    return "".join(parts) + paragraph(f"Mixed (*): {write_moves(mixed) or 'nowhere'}.")


def _two_tableaux(total: int, cells: Mapping[tuple[str, str], Fraction]) -> str:
    heads = ["tableau 1 | 2", *(f"|{_third(two)}" for two in COLUMNS)]
    rows: Iterable[list[TableCell]] = (
        [_third(one), *(_mark(_letter(cells[one, two])) for two in COLUMNS)] for one in COLUMNS
    )
    caption = f"The banquier has {total}: third card of tableau 1 down, of tableau 2 across"
    return table(caption, heads, rows)


def _third(column: str) -> str:
    return "stood" if column == "-" else column


def _letter(draws: Fraction) -> str:
    return "*" if 0 < draws < 1 else "D" if draws else "S"


def _in_full(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{number} = {float(number):.8f}"


def tableau(shown: Tableau) -> str:
    """Player's row, and Banker's grid."""
    totals = ["Player has", *(f"|{total}" for total in range(shown.natural))]
    player = table("Player", totals, [["does", *map(_move, shown.player)]])
    rows: Iterable[list[TableCell]] = (
        [str(total), *map(_move, row)] for total, row in enumerate(shown.banker)
    )
    free = " * is free: somebody decides." if shown.has_free_cells else ""
    banker = table("Banker, by Player's third card", THIRDS, rows)
    return player + banker + paragraph(f"D draws, – stands.{free}")


def _move(move: Move) -> ShownCell:
    words = {Move.DRAW: "draws", Move.STAND: "stands", Move.FREE: "free"}
    looks = {Move.DRAW: "draws", Move.FREE: "mixed"}
    return ShownCell(str(move).replace("-", "–"), words[move], looks.get(move, ""))
