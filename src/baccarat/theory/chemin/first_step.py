"""The first step of a solution, as the papers print it: the cells where one move is always better.

first_step(payoffs("A1")) -> rows                    D, S, and * where it depends on the ponte
write_first_step(rows) -> text

In most cells one move is better for the banquier against every strategy of the ponte, and the other
move is strictly dominated. The remaining cells are open. The solver finds the same for itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.hints import checked
from baccarat.theory.chemin.as_text import write_totals
from baccarat.theory.chemin.model import COLUMNS, total_of
from baccarat.theory.chemin.payoffs import DRAW, STAND, Bind, Payoffs, require_bound

DRAWS, STANDS, OPEN, BOUND, IDLE = "D", "S", "*", "=", "."


@dataclass(frozen=True, slots=True)
class FirstStepRow:
    """A row of the table: totals, or some hands of one total, with their remaining moves."""

    totals: tuple[int, ...]
    hands: tuple[str, ...]
    """some hands of the total; empty if all its hands do the same"""
    moves: tuple[str, ...]
    """D, S or * against a third card of 0 to 9 and against a Player who stood

    A cell that is bound to a probability has =, and a cell to which no coup comes has a dot.
    """

    @property
    def heading(self) -> str:
        """The head of the row.

        >>> FirstStepRow((6,), ("3,3", "8,8"), ()).heading
        '6: 3,3 8,8'
        """
        totals = write_totals(self.totals)
        return f"{totals}: {' '.join(self.hands)}" if self.hands else totals

    def as_json(self) -> dict[str, object]:
        """The row as JSON for programs."""
        return {
            "totals": list(self.totals),
            "hands": list(self.hands),
            "moves": "".join(self.moves),
        }


@checked
def first_step(
    game: Payoffs, bind: Bind | None = None, commission: Fraction | int = 0
) -> tuple[FirstStepRow, ...]:
    """The banquier's table without strictly dominated moves.

    >>> from baccarat.theory.chemin.payoffs import payoffs
    >>> [row.heading for row in first_step(payoffs("A1")) if "*" in row.moves]
    ['3', '4', '5', '6']
    """
    bound = require_bound(game, bind)
    marks = {
        cell: _mark(game, place, bound, Fraction(commission))
        for place, cell in enumerate(game.banquier)
    }
    rows: list[FirstStepRow] = []
    for total in dict.fromkeys(map(total_of, game.model.banquier.sets())):
        alike: dict[tuple[str, ...], list[str]] = {}
        for seen in game.model.banquier.sets([total]):
            moves = tuple(marks[f"{seen}|{column}"] for column in COLUMNS)
            alike.setdefault(moves, []).append(seen)
        if len(alike) > 1:
            rows += [FirstStepRow((total,), tuple(seen), moves) for moves, seen in alike.items()]
            continue
        (moves,) = alike
        if rows and not rows[-1].hands and rows[-1].moves == moves:
            rows[-1] = FirstStepRow((*rows[-1].totals, total), (), moves)
        else:
            rows.append(FirstStepRow((total,), (), moves))
    return tuple(rows)


def _mark(game: Payoffs, place: int, bound: Mapping[str, Fraction], commission: Fraction) -> str:
    """A cell's mark: D or S if this move is always better, else * (open), = (bound), dot (idle)."""
    cell = game.banquier[place]
    if cell in bound:
        return {Fraction(1): DRAWS, Fraction(0): STANDS}.get(bound[cell], BOUND)
    gains = [
        (1 - commission) * (lose[DRAW] - lose[STAND]) - (win[DRAW] - win[STAND])
        for lose, win in zip(_by_place(game.lose[place]), _by_place(game.win[place]), strict=True)
    ]
    if not any(gains):
        return IDLE
    least = most = gains[0]
    for name, slope in zip(game.ponte, gains[1:], strict=True):
        low, high = sorted((bound[name] * slope,) * 2 if name in bound else (Fraction(0), slope))
        least, most = least + low, most + high
    return DRAWS if least > 0 else STANDS if most < 0 else OPEN


def _by_place(lines: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """For each coefficient of a cell: its values if the banquier stands and if he draws."""
    return list(zip(*lines, strict=True))


def write_first_step(rows: Sequence[FirstStepRow]) -> str:
    """The table as text.

    >>> from baccarat.theory.chemin.payoffs import payoffs
    >>> print(write_first_step(first_step(payoffs("A1"))))
    first step     0 1 2 3 4 5 6 7 8 9  -
    0, 1, 2        D D D D D D D D D D  D
    3              D D D D D D D D S *  D
    4              S * D D D D D D S S  D
    5              S S S S * D D D S S  D
    6              S S S S S S D D S S  *
    7              S S S S S S S S S S  S
    """
    lines = [("first step", COLUMNS), *((row.heading, row.moves) for row in rows)]
    wide = max(14, *(len(heading) for heading, _ in lines))
    return "\n".join(
        f"{heading:<{wide}} {' '.join(moves[:-1])}  {moves[-1]}" for heading, moves in lines
    )
