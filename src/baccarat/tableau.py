"""The tableau: the drawing rules of both hands, printed as the casino prints them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from baccarat.errors import BadText
from baccarat.frozen import freeze
from baccarat.hints import checked, require_fields

STOOD = 10
"""The last column of Banker's grid: Player took no third card."""
TOTALS = "01234567"
"""Totals that may draw; eight and nine are naturals."""
PLAYER_HEADING = ["Player", "has", *TOTALS]
THIRD_HEADING = ["Player's", "third", *"0123456789", "stood"]


class Move(Enum):
    """What a cell of the tableau says."""

    DRAW = "D"
    STAND = "-"
    FREE = "*"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Move.{self.name}"


@dataclass(frozen=True, slots=True, repr=False)
class Tableau:
    """Player's row and Banker's grid; a free cell (`*`) is somebody's to decide."""

    player: tuple[Move, ...]
    """by Player's total, 0 to 7"""
    banker: tuple[tuple[Move, ...], ...]
    """by Banker's total, 0 to 7; then by the points of Player's third card, or STOOD"""

    def __post_init__(self) -> None:
        freeze(self)
        require_fields(self)
        if len(self.player) != 8 or [len(row) for row in self.banker] != [11] * 8:
            raise BadText("not a tableau: Player has 8 cells, Banker 8 rows of 11")

    @classmethod
    @checked
    def read(cls, text: str) -> "Tableau":
        """Read the printed table; its headings are checked, so that no column can slip."""
        lines = [line.split() for line in text.splitlines() if line.strip()]
        if len(lines) != 11 or lines[0] != PLAYER_HEADING or lines[2] != THIRD_HEADING:
            raise BadText("not a tableau: print one with `baccarat games punto-banco` to see how")
        player, banker = lines[1], lines[3:]
        if banker[0][:2] != ["Banker", "has"]:
            raise BadText("not a tableau: its fourth line begins with 'Banker has'")
        banker[0] = banker[0][2:]
        if [row[0] for row in banker if row] != list(TOTALS):
            raise BadText("not a tableau: Banker's rows are 0 to 7, in this order")
        return cls(_moves(player), tuple(_moves(row[1:]) for row in banker))

    parse = read  # every other value is read by this name

    @property
    def has_free_cells(self) -> bool:
        """Whether it leaves something to decide."""
        return any(Move.FREE in row for row in (self.player, *self.banker))

    def __str__(self) -> str:
        lines = [
            f"{'Player has':<20}{' '.join(TOTALS)}",
            f"{'':<20}{' '.join(map(str, self.player))}",
            "Player's third      0 1 2 3 4 5 6 7 8 9  stood",
        ]
        for total, row in enumerate(self.banker):
            heading = "Banker has" if total == 0 else ""
            cells = " ".join(map(str, row[:STOOD]))
            lines.append(f"{heading:<15}{total}    {cells}  {row[STOOD]}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Tableau.read({str(self)!r})"


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

# The parlor game: Player is bound but on five, Banker in no cell. Ethier and Gámez (2013).
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
