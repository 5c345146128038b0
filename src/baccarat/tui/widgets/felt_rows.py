"""The rows of the felt: their spots and columns, and the rows in sight if not all fit."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rich.cells import cell_len
from textual.geometry import Region

from baccarat.base.words import Words
from baccarat.table.view.labels import FIRST_ROW
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.screens.table.payout import Fate
from baccarat.tui.sizes import Room
from baccarat.tui.widgets.spots import SIDES, Spot, draw_spot

SHARES = {"player": 18, "tie": 16, "banker": 18}
"""The relative widths of spots in the first row; a pair has `USUAL_SHARE`."""
USUAL_SHARE = 13
MOST, FEWER = 6, 5
"""Side bets in a row; the second number if their names are long."""
BOX = 4
"""Columns that a box needs beside its name."""
MARGIN = 1
"""The margin on both sides of the felt."""
SpotRows = tuple[tuple[str, ...], ...]
"""The spots, row by row."""


def arrange(names: Mapping[str, Sequence[str]], columns: int) -> SpotRows:
    """The spots in rows, with Player's side at the left and Banker's at the right.

    >>> arrange(dict.fromkeys(("player", "banker", "big", "banker-pair", "small"), ("?",)), 78)
    (('player', 'banker', 'banker-pair'), ('big', 'small'))
    """
    main = tuple(spot for spot in FIRST_ROW if spot in names)
    if not set(SIDES) & set(main):
        main = ()
    side_bets = [spot for spot in names if spot not in main]
    room = columns // MOST - BOX
    is_long = any(min(map(cell_len, names[spot])) > room for spot in side_bets)
    count = -(-len(side_bets) // (FEWER if is_long else MOST))
    ends = [-(-len(side_bets) * row // count) for row in range(count + 1)] if count else []
    sides = (sorted(side_bets[a:b], key=_lean) for a, b in pairwise(ends))
    return (*([main] if main else []), *map(tuple, sides))


def _lean(spot: str) -> int:
    """The side of a side bet: -1 for Player's, 1 for Banker's, 0 for neither."""
    return ("banker" in spot) - ("player" in spot)


def is_main(row: Sequence[str]) -> bool:
    return bool(set(SIDES) & set(row))


def spans_of(row: Sequence[str], columns: int, gap: int) -> list[tuple[int, int]]:
    """The first column and the width of each spot in a row; few spots do not fill the whole row."""
    shares = [SHARES.get(spot, USUAL_SHARE) if is_main(row) else 1 for spot in row]
    usable = min(columns - gap * (len(row) - 1), len(row) * (columns // (2 if is_main(row) else 3)))
    start = (columns - usable - gap * (len(row) - 1)) // 2
    ends = [round(usable * sum(shares[:n]) / sum(shares)) for n in range(len(row) + 1)]
    return [(start + ends[n] + n * gap, ends[n + 1] - ends[n]) for n in range(len(row))]


def _tall(row: Sequence[str], room: Room) -> int:
    return room.main if is_main(row) else room.side


def felt_height(rows: SpotRows, room: Room) -> int:
    """The number of rows of the screen that all spots need."""
    return sum(_tall(row, room) for row in rows) + (len(rows) - 1) * (room.gap // 2)


def rows_in_sight(
    rows: SpotRows, chosen: str, height: int, room: Room, first: int = 0
) -> tuple[int, list[int]]:
    """The first visible row among the rows that scroll, and the numbers of all visible rows.

    The main bets do not scroll if there is room for another row. `first` is the first row in sight
    until now; it changes so that the chosen spot is in sight.
    """
    gap = room.gap // 2
    pinned = [0] if is_main(rows[0]) and felt_height(rows[:2], room) <= height else []
    scrolling = [number for number in range(len(rows)) if number not in pinned]
    room_left = height - sum(_tall(rows[number], room) + gap for number in pinned)
    tall = max((_tall(rows[number], room) for number in scrolling), default=1)
    count = max(1, (room_left + gap) // (tall + gap))
    for place, number in enumerate(scrolling):
        if chosen in rows[number]:
            first = min(max(first, place - count + 1), place)
    first = max(0, min(first, len(scrolling) - count))
    return first, pinned + scrolling[first : first + count]


def draw_felt(
    canvas: Canvas,
    rows: SpotRows,
    numbers: Sequence[int],
    spots: Mapping[str, Spot],
    room: Room,
    words: Words,
) -> dict[str, Region]:
    """Draw the rows in sight; return the regions of their spots."""
    places: dict[str, Region] = {}
    y = 0
    for number in numbers:
        row, tall = rows[number], _tall(rows[number], room)
        spans = spans_of(row, canvas.columns - 2 * MARGIN, room.gap)
        for place, (spot, (x, wide)) in enumerate(zip(row, spans, strict=True)):
            # In ASCII neighbours share a line; the chosen spot is drawn last.
            shared = canvas.look.is_ascii and not room.gap and place + 1 < len(row)
            places[spot] = Region(MARGIN + x, y, wide + shared, tall)
        for spot in sorted(row, key=lambda spot: _weight(spots[spot])):
            draw_spot(canvas.part(*places[spot]), spots[spot], words)
        y += tall + room.gap // 2
    scrolling = [number for number in numbers if number or not is_main(rows[0])]
    ink, x = canvas.look.colours.glow, canvas.columns - MARGIN
    if scrolling and scrolling[0] > is_main(rows[0]):
        canvas.put(x, places[rows[scrolling[0]][0]].y, "▲", ink, bold=True)
    if numbers[-1] < len(rows) - 1:
        canvas.put(x, places[rows[numbers[-1]][0]].bottom - 1, "▼", ink, bold=True)
    return places


def _weight(spot: Spot) -> int:
    """The order of drawing: a box with more weight is drawn over its neighbours."""
    return 2 * (spot.fate is Fate.WON) + spot.is_chosen
