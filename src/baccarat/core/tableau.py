"""The tableau: the drawing rules of both hands, printed as the casino prints them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from baccarat.base.enums import SpelledEnum
from baccarat.base.errors import BadText
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, displayed, guided, require_fields

STOOD = 10
"""The last column of Banker's grid: Player took no third card."""
THIRD_HEADING = ["Player's", "third", *"0123456789", "stood"]


class Move(SpelledEnum):
    """The move in a cell of the tableau.

    >>> PUNTO_BANCO.banker[3][8], PUNTO_BANCO.banker[3][9], CHEMIN_DE_FER.player[5]
    (Move.STAND, Move.DRAW, Move.FREE)
    """

    DRAW = "D"
    STAND = "-"
    FREE = "*"

    __hash__ = object.__hash__  # Enum's own hash is slow, and a tableau has 96 cells


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Tableau:
    """Player's row and Banker's grid; in a free cell (`*`) the side decides.

    The tableau has a cell for every total that may draw, from 0 on. The totals beyond them are the
    naturals: 8 and 9, unless the table is longer or shorter than usual. `PUNTO_BANCO` is the usual
    tableau; print it to see the form that `Tableau.parse` reads.

    >>> Tableau.parse(str(PUNTO_BANCO)) == PUNTO_BANCO
    True
    >>> PUNTO_BANCO.player[5], PUNTO_BANCO.player[6]
    (Move.DRAW, Move.STAND)
    """

    player: tuple[Move, ...]
    """moves by Player's total"""
    banker: tuple[tuple[Move, ...], ...]
    """moves by Banker's total, then by the points of Player's third card, or STOOD"""

    def __post_init__(self) -> None:
        freeze(self)
        object.__setattr__(self, "player", _row(self.player))
        if isinstance(self.banker, tuple):
            object.__setattr__(self, "banker", tuple(map(_row, self.banker)))
        require_fields(self)
        rows = [len(row) for row in self.banker]
        if not 1 <= len(self.player) <= 9 or rows != [11] * len(self.player):
            raise BadText(
                "not a tableau: every total below the naturals (usually 0 to 7) needs 1 cell of "
                "Player and 11 cells of Banker"
            )

    @property
    def natural(self) -> int:
        """The lowest two-card total that ends the coup at once."""
        return len(self.player)

    @classmethod
    @checked
    def read(cls, text: str) -> "Tableau":
        """Read the printed table; its headings are checked, so that no column can shift."""
        lines = [line.split() for line in text.splitlines() if line.strip()]
        totals = [str(total) for total in range(len(lines) - 3)]
        headings = [["Player", "has", *totals], THIRD_HEADING]
        if not 1 <= len(totals) <= 9 or [lines[0], lines[2]] != headings:
            raise BadText("not a tableau: `baccarat games punto-banco` prints an example")
        player, banker = lines[1], lines[3:]
        if banker[0][:2] != ["Banker", "has"]:
            raise BadText("not a tableau: its fourth line must begin with 'Banker has'")
        banker[0] = banker[0][2:]
        if [row[0] for row in banker if row] != totals:
            raise BadText(f"not a tableau: Banker's rows must be 0 to {totals[-1]}, in this order")
        return cls(_moves(player), tuple(_moves(row[1:]) for row in banker))

    parse = read  # the same name as for all other values

    @property
    def has_free_cells(self) -> bool:
        """Whether a side may have to decide."""
        return any(Move.FREE in row for row in (self.player, *self.banker))

    def __str__(self) -> str:
        lines = [
            f"{'Player has':<20}{' '.join(map(str, range(self.natural)))}",
            f"{'':<20}{' '.join(map(str, self.player))}",
            "Player's third      0 1 2 3 4 5 6 7 8 9  stood",
        ]
        for total, row in enumerate(self.banker):
            heading = "Banker has" if total == 0 else ""
            cells = " ".join(map(str, row[:STOOD]))
            lines.append(f"{heading:<15}{total}    {cells}  {row[STOOD]}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        names = {PUNTO_BANCO: "PUNTO_BANCO", CHEMIN_DE_FER: "CHEMIN_DE_FER"}
        return names.get(self, f"Tableau.read({str(self)!r})")


def _row(cells: Any) -> Any:
    """Split a row of cells that is given as text, `DDDDDD--`."""
    return tuple(cells.replace(" ", "")) if isinstance(cells, str) else cells


def _moves(cells: Iterable[str]) -> tuple[Move, ...]:
    try:
        return tuple(map(Move, cells))
    except ValueError as bad:
        raise BadText(f"not a tableau: {str(bad)[:40]} (cells are D, - and *)") from None


# 58 Pa. Code 627a, and the card that every casino prints.
PUNTO_BANCO = Tableau.read("""
    Player has          0 1 2 3 4 5 6 7
                        D D D D D D - -
    Player's third      0 1 2 3 4 5 6 7 8 9  stood
    Banker has     0    D D D D D D D D D D  D
                   1    D D D D D D D D D D  D
                   2    D D D D D D D D D D  D
                   3    D D D D D D D D - D  D
                   4    - - D D D D D D - -  D
                   5    - - - - D D D D - -  D
                   6    - - - - - - D D - -  -
                   7    - - - - - - - - - -  -
""")
"""The drawing rules of every casino: no cell is free."""

BACCARAT_GOLD = Tableau.read("""
    Player has          0 1 2 3 4 5 6 7
                        D D D D D D - -
    Player's third      0 1 2 3 4 5 6 7 8 9  stood
    Banker has     0    D D D D D D D D D D  D
                   1    D D D D D D D D D D  D
                   2    D D D D D D D D D D  D
                   3    D D D D D D D D D D  D
                   4    - - - D D D D D - -  D
                   5    - - - D D D D D - -  D
                   6    - - - - - - - - - -  -
                   7    - - - - - - - - - -  -
""")
"""The drawing rules of Baccarat Gold, for a Player who draws on five, which is best for Player."""

CHEMIN_DE_FER = Tableau.read("""
    Player has          0 1 2 3 4 5 6 7
                        D D D D D * - -
    Player's third      0 1 2 3 4 5 6 7 8 9  stood
    Banker has     0    * * * * * * * * * *  *
                   1    * * * * * * * * * *  *
                   2    * * * * * * * * * *  *
                   3    * * * * * * * * * *  *
                   4    * * * * * * * * * *  *
                   5    * * * * * * * * * *  *
                   6    * * * * * * * * * *  *
                   7    * * * * * * * * * *  *
""")
"""The parlor game: Player decides on five only, Banker in every cell. Ethier and Gámez (2013)."""
