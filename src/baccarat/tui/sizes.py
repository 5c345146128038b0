"""Four sizes of the table, and what each size has room for.

room_for(140, 45) -> Room     the largest size that fits; the rest stays blank
"""

from dataclasses import dataclass

Size = tuple[int, int]
"""Columns and rows."""


@dataclass(frozen=True, slots=True)
class Room:
    """The sizes of a table's parts in cells; two cells side by side make a square."""

    columns: int
    rows: int
    card: Size
    across: Size
    """of a third card, which lies sideways"""
    deal: int
    """rows of the hands with their names, and of the blank row below"""
    main: int
    """rows of a main bet's spot"""
    side: int
    """rows of a side bet's spot"""
    rack: int
    """rows of the money and the chips"""
    bead: int
    """rows of a bead in the bead plate: 1, 2 or 3"""
    ring: int
    """rows of a ring in the big road: 1 or 2"""
    roads: int
    """rows that the roads need"""
    derived: int
    """0: only behind a key; 1: two marks in a cell; 2: one mark in a cell; 3: one in two cells"""
    coach: int = 0
    """columns of the coach's panel; without a panel the coach speaks between the hands"""
    gap: int = 0
    """columns between spots"""

    @property
    def is_large(self) -> bool:
        """Whether there is room for pips, discs and a panel for the coach."""
        return self.coach > 0

    @property
    def space(self) -> int:
        """Columns between cards."""
        return 2 if self.card[0] > 9 else 1

    @property
    def hand(self) -> int:
        """The columns of a hand: two upright cards, and one card sideways."""
        return 2 * (self.card[0] + self.space) + self.across[0]


ROOMS = (
    Room(80, 24, (6, 4), (8, 3), 8, 3, 3, 1, bead=1, ring=1, roads=7, derived=0),
    Room(100, 30, (7, 5), (10, 4), 8, 4, 3, 1, bead=1, ring=1, roads=11, derived=1),
    Room(
        140, 40, (9, 7), (13, 5), 10, 5, 4, 3, bead=2, ring=1, roads=14, derived=2, coach=34, gap=1
    ),
    Room(
        200,
        60,
        (15, 11),
        (21, 7),
        16,
        7,
        5,
        5,
        bead=3,
        ring=2,
        roads=20,
        derived=3,
        coach=48,
        gap=2,
    ),
)


def room_for(columns: int, rows: int) -> Room:
    """The largest size that fits; the smallest, if none fits.

    >>> room_for(140, 39).columns
    100
    """
    return next(
        (room for room in reversed(ROOMS) if room.columns <= columns and room.rows <= rows),
        ROOMS[0],
    )
