"""The rows of each part of the table, from the top: bar, hands, felt, rack, roads and keys.

places_for(140, 40, felt=9) -> Places      together they fill the terminal
"""

from dataclasses import dataclass
from itertools import cycle, islice

from baccarat.tui.sizes import Room, room_for

BAR, KEYS = 1, 1
"""Rows of the top line and of the bottom line."""
TURNS = {False: ("foot", "roads", "roads", "head"), True: ("roads", "roads", "foot", "head")}
"""The parts that get the spare rows, in turns; for a small room and for a large one."""


@dataclass(frozen=True, slots=True)
class Places:
    """The rows of each part; spare rows go above the hands, below the felt, and to the roads."""

    room: Room
    columns: int
    rows: int
    felt: int
    head: int = 0
    """blank rows above the hands"""
    foot: int = 0
    """blank rows below the felt"""

    @property
    def body(self) -> int:
        """The rows of the hands and the felt together; the coach's panel is beside them."""
        return self.head + self.room.deal + self.felt + self.foot

    @property
    def roads(self) -> int:
        return self.rows - BAR - self.body - self.room.rack - KEYS

    @property
    def cloth(self) -> int:
        """The columns of the hands and the felt, without the coach's panel."""
        return self.columns - self.room.coach


def places_for(columns: int, rows: int, felt: int) -> Places:
    """The rows of all parts, for a felt that needs `felt` rows; the roads always get their rows.

    >>> places = places_for(80, 24, felt=12)
    >>> places.felt, places.roads
    (6, 7)
    """
    room = room_for(columns, rows)
    free = max(rows - BAR - room.deal - room.rack - room.roads - KEYS, 0)
    air = max(free - felt, 0)
    turns = list(islice(cycle(TURNS[room.is_large]), air))
    return Places(
        room, columns, rows, free - air, head=turns.count("head"), foot=turns.count("foot")
    )
