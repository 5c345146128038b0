"""A terminal's screen as a picture, in which the font draws nothing but letters.

draw(cells_of(app))      the screen of an app, or
draw(canvas.cells)       what was painted on a canvas, as SVG: 10 × 20 pixels a cell

`PYTHONPATH=tests python tests/tui/screen_picture.py DIR` writes every screen of the tour there: in
four sizes, in ASCII and in three sets of colours, as SVG and, where Chromium is, as PNG. More words
choose among them: `DIR 140x40 payout` has pictures with both words in their names.
"""

import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.sax.saxutils import escape

from pilot import segments_of
from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from tui.screen_tour import SIZES, tour

from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Cell
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.themes import NAMES

WIDE, HIGH = 10, 20
"""Pixels of a cell."""
FONTS = "'DejaVu Sans Mono','Noto Sans Mono','Noto Sans Mono CJK SC',monospace"
BASE = 15.6
"""How far below the top of its cell a letter stands."""
THIN, THICK, BOLD = 1.5, 3, 2.4
"""How thick lines are; bold is for slanting and round ones."""
QUARTERS = dict(
    zip("█▀▄▌▐▗▖▝▘▟▙▜▛▚▞", (15, 12, 3, 10, 5, 1, 2, 4, 8, 7, 11, 13, 14, 9, 6), strict=True)
)
"""Four bits: upper left, upper right, lower left, lower right."""
LOW, LEFT = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉█"
"""Eighths of a cell, from below and from the left."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
ARMS = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud",
    "━": "LR", "┃": "UD", "┏": "RD", "┓": "LD", "┗": "RU", "┛": "LU",
    "┣": "UDR", "┫": "UDL", "┳": "LRD", "┻": "LRU", "╋": "LRUD",
    "╴": "l", "╵": "u", "╶": "r", "╷": "d", "╸": "L", "╹": "U", "╺": "R", "╻": "D",
}  # fmt: skip
"""Where a line goes from the middle of its cell; capitals are heavy."""
SLANTING = "╱╲○"  # noqa: RUF001
"""Lines that a bold letter has bold, too."""
DOTS = {"●": 4.3, "•": 2.2}
"""Radius of a dot in the middle of its cell."""
BRAILLE = 0x2800
COUPS = 40
"""Played before most pictures are taken."""

Box = tuple[float, float, float, float]
"""Left, top, width and height within a cell."""


def cells_of(app: App[Any]) -> list[list[Cell]]:
    """The cells that an app shows."""
    colours = app.theme_variables
    base = Style.parse(f"{colours['foreground']} on {colours['background']}")
    return [[*cells_in(segments, base)] for segments in segments_of(app)]


def cells_in(segments: Sequence[Segment], base: Style) -> Iterator[Cell]:
    for text, style, _ in segments:
        found = base if style is None else base + style
        ink, ground = hex_of(found.color), hex_of(found.bgcolor)
        if found.reverse:
            ink, ground = ground, ink
        for char in text:
            yield Cell(char, ink, ground, bool(found.bold))
            yield from [Cell("", ink, ground)] * (cell_len(char) - 1)


def hex_of(colour: Color | None) -> str:
    return "#000000" if colour is None else colour.get_truecolor().hex


def boxes_of(char: str) -> list[Box]:
    """The rectangles of a block or of straight lines; none for other signs."""
    if char in QUARTERS:
        wide, high = WIDE / 2, HIGH / 2
        places = [(0, 0), (wide, 0), (0, high), (wide, high)]
        bits = QUARTERS[char]
        return [(*place, wide, high) for n, place in enumerate(places) if bits >> (3 - n) & 1]
    if char in LOW:
        tall = HIGH * LOW.index(char) / 8
        return [(0, HIGH - tall, WIDE, tall)]
    if char in LEFT:
        return [(0, 0, WIDE * LEFT.index(char) / 8, HIGH)]
    if char in "▔▕":
        return [(0, 0, WIDE, HIGH / 8) if char == "▔" else (WIDE * 7 / 8, 0, WIDE / 8, HIGH)]
    return [arm(way) for way in ARMS.get(char, "")]


def arm(way: str) -> Box:
    """A line from the middle of a cell to one of its edges."""
    thick = THIN if way.islower() else THICK
    x, y = (WIDE - thick) / 2, (HIGH - thick) / 2
    return {
        "l": (0, y, x + thick, thick),
        "r": (x, y, x + thick, thick),
        "u": (x, 0, thick, y + thick),
        "d": (x, y, thick, y + thick),
    }[way.lower()]


def stroke_of(char: str, x: float, y: float) -> str:
    """The path of a round or slanting line; none for other signs."""
    mx, my, right, low = x + WIDE / 2, y + HIGH / 2, x + WIDE, y + HIGH
    return {
        "╭": f"M{mx:g} {low:g}V{my + 5:g}Q{mx:g} {my:g} {right:g} {my:g}",
        "╮": f"M{mx:g} {low:g}V{my + 5:g}Q{mx:g} {my:g} {x:g} {my:g}",
        "╰": f"M{mx:g} {y:g}V{my - 5:g}Q{mx:g} {my:g} {right:g} {my:g}",
        "╯": f"M{mx:g} {y:g}V{my - 5:g}Q{mx:g} {my:g} {x:g} {my:g}",
        "╱": f"M{x + 1:g} {low - 2:g}L{right - 1:g} {y + 2:g}",  # noqa: RUF001
        "╲": f"M{x + 1:g} {y + 2:g}L{right - 1:g} {low - 2:g}",
        "╳": f"M{x:g} {low:g}L{right:g} {y:g}M{x:g} {y:g}L{right:g} {low:g}",  # noqa: RUF001
        "╌": f"M{x + 1:g} {my:g}h3m2 0h3",
        "○": circle(mx, my, 3.9),
    }.get(char, "")


def circle(x: float, y: float, radius: float) -> str:
    wide = 2 * radius
    arcs = f"a{radius:g} {radius:g} 0 1 0 {wide:g} 0a{radius:g} {radius:g} 0 1 0 {-wide:g} 0"
    return f"M{x - radius:g} {y:g}{arcs}z"


def dots_of(char: str, x: float, y: float) -> str:
    """Dots, of braille or alone; none for other signs."""
    if char in DOTS:
        return circle(x + WIDE / 2, y + HIGH / 2, DOTS[char])
    bits = ord(char) - BRAILLE
    if not 0 <= bits < 256:
        return ""
    places = [(bit // 3, bit % 3) if bit < 6 else (bit - 6, 3) for bit in range(8)]
    return "".join(
        circle(x + 2.5 + 5 * column, y + 2.5 + 5 * row, 1.8)
        for bit, (column, row) in enumerate(places)
        if bits >> bit & 1
    )


def rectangle(x: float, y: float, wide: float, high: float) -> str:
    return f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z"


class Picture:
    """What is drawn so far: paths of one colour together, and letters row by row."""

    def __init__(self, cloth: str) -> None:
        self.cloth = cloth
        self.grounds: dict[str, str] = defaultdict(str)
        self.shapes: dict[str, str] = defaultdict(str)
        self.strokes: dict[tuple[str, float], str] = defaultdict(str)
        self.dots: dict[str, str] = defaultdict(str)
        self.texts: list[str] = []

    def row(self, y: int, cells: Sequence[Cell]) -> None:
        x = 0
        for ground, same in groupby(cells, key=lambda cell: cell.ground):
            wide = WIDE * len([*same])
            if ground != self.cloth:
                self.grounds[ground] += rectangle(x, y, wide, HIGH)
            x += wide
        letters: dict[tuple[str, bool], list[tuple[float, str]]] = defaultdict(list)
        for column, cell in enumerate(cells):
            if cell.char.strip() and not self.shape(WIDE * column, y, cell):
                middle = WIDE * (column + cell_len(cell.char) / 2)
                letters[cell.ink, cell.is_bold].append((middle, cell.char))
        for (ink, is_bold), found in letters.items():
            places = " ".join(f"{place:g}" for place, _ in found)
            said = escape("".join(char for _, char in found))
            bold = ' class="b"' if is_bold else ""
            self.texts.append(
                f'<text x="{places}" y="{y + BASE:g}" fill="{ink}"{bold}>{said}</text>'
            )

    def shape(self, x: int, y: int, cell: Cell) -> bool:
        """Draw what is no letter; whether it was drawn."""
        char = cell.char
        if char in SHADES:
            ink = mix(cell.ink, cell.ground, SHADES[char])
            self.shapes[ink] += rectangle(x, y, WIDE, HIGH)
        elif boxes := boxes_of(char):
            for left, top, wide, high in boxes:
                self.shapes[cell.ink] += rectangle(x + left, y + top, wide, high)
        elif path := stroke_of(char, x, y):
            is_thick = cell.is_bold and char in SLANTING
            self.strokes[cell.ink, BOLD if is_thick else THIN] += path
        elif path := dots_of(char, x, y):
            self.dots[cell.ink] += path
        else:
            return False
        return True

    def parts(self) -> Iterator[str]:
        yield '<g shape-rendering="crispEdges">'
        for ink, path in (*self.grounds.items(), *self.shapes.items()):
            yield f'<path fill="{ink}" d="{path}"/>'
        yield "</g>"
        for (ink, thick), path in self.strokes.items():
            yield f'<path fill="none" stroke="{ink}" stroke-width="{thick:g}" d="{path}"/>'
        for ink, path in self.dots.items():
            yield f'<path fill="{ink}" d="{path}"/>'
        yield from self.texts


def draw(rows: Sequence[Sequence[Cell]], language: str = "en") -> str:
    """A picture of cells."""
    wide, high = WIDE * len(rows[0]), HIGH * len(rows)
    [(cloth, _)] = Counter(cell.ground for row in rows for cell in row).most_common(1)
    picture = Picture(cloth)
    for number, row in enumerate(rows):
        picture.row(HIGH * number, row)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" lang="{language}" '
            f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
            f"<style>text{{font:16.6px {FONTS};text-anchor:middle}}.b{{font-weight:bold}}</style>",
            f'<rect width="100%" height="100%" fill="{cloth}"/>',
            *picture.parts(),
            "</svg>\n",
        ]
    )


def write_tour(folder: Path, wanted: Sequence[str]) -> list[Path]:
    """All screens whose names have the wanted words in them."""
    written: list[Path] = []
    looks = [(size, NAMES[0], False) for size in SIZES]
    looks += [(SIZES[0], NAMES[0], True), *((SIZES[2], name, False) for name in NAMES[1:])]
    for size, theme, is_ascii in looks:
        look = f"{size[0]}x{size[1]}" + ("-ascii" if is_ascii else "")
        look += "" if theme == NAMES[0] else f"-{theme}"

        def snap(title: str, app: TableApp, look: str = look) -> None:
            name = f"{title.replace(': ', '-').replace(' ', '-')}-{look}"
            if all(word in name for word in wanted):
                written.append(folder / f"{name}.svg")
                written[-1].write_text(draw(cells_of(app)), "utf-8")

        sizes = [word for word in wanted if word[0].isdigit()]
        if all(word in look for word in sizes):
            with TemporaryDirectory() as kept:
                tour(Path(kept), snap, size=size, theme=theme, is_ascii=is_ascii, coups=COUPS)
    return written


def take_photos(pictures: Sequence[Path]) -> None:
    """Pictures once more as PNG, if there is a browser."""
    from chromium import NAMES as BROWSERS
    from chromium import open_browser

    if not any(map(shutil.which, BROWSERS)):
        return
    with open_browser() as browser:
        page = browser.new_page()
        for path in pictures:
            _, _, wide, high = path.read_text("utf-8").split('viewBox="')[1].split('"')[0].split()
            page.set_viewport_size({"width": int(wide), "height": int(high)})
            page.goto(path.resolve().as_uri())
            page.screenshot(path=path.with_suffix(".png"))


if __name__ == "__main__":
    target, *words = sys.argv[1:]
    Path(target).mkdir(parents=True, exist_ok=True)
    take_photos(write_tour(Path(target), words))
