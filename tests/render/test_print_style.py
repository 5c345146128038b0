"""For white paper: every drawing takes the style, and is read without its colours.

`python tests/render/test_print_style.py` draws the picture of the docs again.
"""

import ast
import inspect
import re
import shutil
import struct
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from checkout import ROOT

import baccarat as bac
from baccarat.archive.archive import Archive
from baccarat.archive.normal.page import draw_check
from baccarat.base.words import Words
from baccarat.render import pdf
from baccarat.render.curve_lines import curve_line
from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import PRINTED, Drawing
from baccarat.render.drawing_styles import FULL_WIDTH, ON_FELT, ON_PAPER, STYLES
from baccarat.render.funnel import Funnel, draw_funnels
from baccarat.render.intervals import draw_intervals
from baccarat.render.matrix import draw_matrix
from baccarat.render.road_marks import TITLES
from baccarat.render.svg_marks import definitions, mark_names
from baccarat.systems.counting.plots import draw_by_cards, draw_by_count
from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.counting.worth import CountWorth
from baccarat.systems.risk.plots import draw_risks
from baccarat.systems.session import Session
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes
from baccarat.systems.stake import Staked
from baccarat.table import Table
from baccarat.table.coach.coach import report
from baccarat.table.view.plot import draw_sitting
from baccarat.theory.casino.plots import plot_commission
from baccarat.theory.chemin.plots import plot_decks

SOURCE = ROOT / "src" / "baccarat"
PICTURE = ROOT / "docs" / "_static" / "print.svg"
ROOM = "{http://www.w3.org/2000/svg}"
RESULTS = "PPBBBBBBBPPPPBPPBPBPBPTTBBTBBBPBPPBP"
POINT = 0.75
"""of a pixel: 72 points and 96 pixels are an inch"""


@cache
def staked() -> Staked:
    return bac.stake("martingale", 20, session=Session(coups=20))


@cache
def worths() -> tuple[CountWorth, ...]:
    return tuple(KeptCounts.load(ROOT / "examples" / "kept" / "dragon-7.json").worths)


def many_curves(number: int) -> Sheet:
    steps = [Fraction(step) for step in range(3)]
    return Sheet("Many", [Curve(f"curve {n}", [(x, x + n) for x in steps]) for n in range(number)])


def draw_road(road: str, style: str) -> Drawing:
    return bac.draw(RESULTS, road=road, style=style)


INTERVALS = {"ten tosses": (0.5, 0.17, 0.83), "a thousand": (0.49, 0.45, 0.53)}
FUNNEL = Funnel("a coin", Fraction(0), 1.0, [(100, Fraction(1, 20)), (400, Fraction(1, 50))])

SITTING = Table.open(seed=7, bankroll=1_000).bet("banker=100").deal()
DRAWN: dict[str, Callable[[str], Drawing]] = {
    "draw": lambda style: bac.draw(RESULTS, style=style),
    **{f"draw {road}": partial(draw_road, road) for road in TITLES},
    "draw ja": lambda style: bac.draw(RESULTS, language="ja", style=style),
    "draw_cards": lambda style: bac.draw(bac.deal("Kh 9d 5c 4s 8h").player, style=style),
    "draw_coup": lambda style: bac.draw(bac.deal("Kh 9d 5c 4s 8h"), style=style),
    "draw_matrix": lambda style: draw_matrix(bac.odds().tally.matrix, "eight decks", style=style),
    "draw_intervals": lambda style: draw_intervals(INTERVALS, exact=0.5, style=style),
    "draw_curves": lambda style: draw_curves([many_curves(24)], "steps", style=style),
    "draw_funnels": lambda style: draw_funnels([FUNNEL], "a coin", style=style),
    "plot": lambda style: bac.simulate(20, 7, milestones=True).plot(style=style),
    "plot_decks": lambda style: plot_decks("B1", most=2, style=style),
    "plot_commission": lambda style: plot_commission("B1", decks=4, style=style),
    "draw_sitting": lambda style: draw_sitting(report(SITTING), style=style),
    "draw_fan": lambda style: draw_fan(staked(), style=style),
    "draw_results": lambda style: draw_results(staked(), style=style),
    "draw_slopes": lambda style: draw_slopes([staked()], style=style),
    "draw_risks": lambda style: draw_risks(
        {"player": bac.risk("player").prospects(10, 20, 40)}, style=style
    ),
    "draw_check": lambda style: draw_check(
        bac.check_archive(Archive.of([bac.Record.deal(seed=7)])), style=style
    ),
    "draw_by_count": lambda style: draw_by_count(worths(), style=style),
    "draw_by_cards": lambda style: draw_by_cards(worths(), style=style),
}


@cache
def drawn(name: str, style: str = "print") -> Drawing:
    return DRAWN[name](style)


@cache
def parsed(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(name).svg)


def contrast(one: str, other: str) -> float:
    """By the rules of the web's guidelines for accessible content, WCAG 2."""

    def light(colour: str) -> float:
        parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def drawing_functions() -> set[str]:
    """Every public function that gives a `Drawing`, but those that only frame or show."""
    files = (file for file in SOURCE.rglob("*.py") if "notebook" not in file.parts)
    sources = (file.read_text("utf-8") for file in files)
    drawing = (ast.walk(ast.parse(text)) for text in sources if "-> Drawing:" in text)
    found = set()
    for node in (node for nodes in drawing for node in nodes):
        match node:
            case ast.FunctionDef(name=name, returns=ast.Name(id="Drawing")):
                if not name.startswith("_") and name != "framed":
                    found.add(name)
    return found


def test_no_drawing_is_without_the_style() -> None:
    # `draw_hands` is drawn by `draw_coup`
    assert {name.partition(" ")[0] for name in DRAWN} == drawing_functions() - {"draw_hands"}


@pytest.mark.parametrize("name", DRAWN)
def test_white_paper_is_white_and_no_wider_than_a_page(name: str) -> None:
    root = parsed(name)
    ground = root.find(f"{ROOM}rect")
    assert ground is not None
    assert ground.attrib["fill"] == "#ffffff"
    x, y, width, height = root.attrib["viewBox"].split()
    assert (x, y, ground.attrib["width"], ground.attrib["height"]) == ("0", "0", width, height)
    assert drawn(name).size[0] <= FULL_WIDTH
    felt = {ON_FELT.ground, ON_FELT.label, ON_FELT.paper, ON_FELT.line, ON_FELT.band}
    assert not [colour for colour in felt if colour in drawn(name).svg]


@pytest.mark.parametrize("name", DRAWN)
def test_words_can_be_read(name: str) -> None:
    root = parsed(name)
    scale = drawn(name).size[0] / int(root.attrib["viewBox"].split()[2])
    least = 6 if name in ("draw", "draw ja") else 8  # a whole board is made smaller
    cells = {cell: parent for parent in root.iter() for cell in parent}
    for text in root.iter(f"{ROOM}text"):
        group, fill, size = cells[text], text.get("fill"), text.get("font-size")
        if group.tag == f"{ROOM}marker":
            continue  # a mark of a road has its own test
        while fill is None or size is None:
            fill, size = fill or group.get("fill"), size or group.get("font-size")
            group = cells.get(group, root)
        behind = cells[text].find(f"{ROOM}rect[@class]")
        assert contrast(fill, "#ffffff" if behind is None else behind.attrib["fill"]) >= 4.5
        assert float(size) * scale * POINT >= least


def test_colours_stand_out_on_white() -> None:
    colours = {*ON_PAPER.curves, *ON_PAPER.fills.values(), ON_PAPER.faint} - {"#ffffff"}
    assert min(contrast(colour, "#ffffff") for colour in colours) >= 4.5


def without_colour(svg: str) -> str:
    """As a printer that has black only: every colour but white is black."""
    plain = re.sub(
        r"#[0-9a-f]{6}", lambda found: found[0] if found[0] == "#ffffff" else "black", svg
    )
    return re.sub(r' (class|id|data-curve)="[^"]*"|<title>.*?</title>', "", plain)


def test_curves_differ_without_their_colours() -> None:
    lines = [curve_line(number, ON_PAPER) for number in range(24)]
    along = [without_colour(line.through([(0, 0), (9, 9)])) for line in lines]
    assert len(set(along)) == 24
    points = [without_colour(line.point(0, 0)) for line in lines[:8]]
    assert len(set(points)) == 8


@pytest.mark.parametrize("name", ["plot_commission", "draw_sitting", "draw_fan", "draw_curves"])
def test_curves_of_a_sheet_differ_as_drawn(name: str) -> None:
    for sheet in parsed(name).iterfind(f".//{ROOM}g[@data-sheet]"):
        pens: dict[str, set[tuple[str | None, str | None]]] = {}
        for curve in sheet.iterfind(f"{ROOM}g[@data-curve]"):
            line = curve.find(f"{ROOM}path[@fill='none']")
            assert line is not None
            pen = line.get("stroke-dasharray"), line.get("stroke-width")
            pens.setdefault(curve.attrib["data-curve"], set()).add(pen)
        assert all(len(pen) == 1 for pen in pens.values())
        assert all(one != other for one, other in combinations(pens.values(), 2))


def test_marks_of_roads_differ_without_their_colours() -> None:
    for language in ("en", "zh-hant"):
        words = Words.of(language)
        marks = [without_colour(definitions([name], "", words, ON_PAPER)) for name in mark_names()]
        assert len(set(marks)) == len(marks)
    # And not by their letters alone.
    plain = [re.sub("<text.*?</text>", "", mark) for mark in marks[:3]]
    assert len(set(plain)) == 3


def test_the_likelier_cell_of_the_matrix_is_darker_whoever_wins() -> None:
    cells = parsed("draw_matrix").findall(f".//{ROOM}g[@data-cell]")
    by_grey = []
    for cell in cells:
        rect, number = cell.find(f"{ROOM}rect"), cell.findtext(f"{ROOM}text")
        assert rect is not None
        assert number is not None
        red, green, blue = (rect.attrib["fill"][place : place + 2] for place in (1, 3, 5))
        assert red == green == blue
        by_grey.append((float(number), -int(red, 16)))
    assert [grey for _, grey in sorted(by_grey)] == sorted(grey for _, grey in by_grey)


def test_an_unknown_style_is_one_line_before_any_work() -> None:
    for name in DRAWN:
        with pytest.raises(bac.BaccaratError, match=r"unknown style: 'white' \(expected felt or"):
            DRAWN[name]("white")
    with pytest.raises(bac.BaccaratError, match="style"):
        bac.draw("B", style=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["draw", "draw_funnels", "draw_matrix"])
def test_the_green_style_is_what_nobody_names(name: str) -> None:
    default: dict[str, Callable[[], Drawing]] = {
        "draw": lambda: bac.draw(RESULTS),
        "draw_funnels": lambda: draw_funnels([FUNNEL], "a coin"),
    }
    plain = default.get(name, lambda: draw_matrix(bac.odds().tally.matrix, "eight decks"))()
    assert plain == DRAWN[name]("felt")
    assert plain != drawn(name)
    assert list(STYLES) == ["felt", "print"]


def test_a_png_for_print_has_600_dots_an_inch() -> None:
    pytest.importorskip("resvg_py")
    small = Drawing('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"/>')
    printed = Drawing(small.svg.replace("<svg", f"<svg {PRINTED}"))
    long = Drawing(printed.svg.replace('"48"', '"9600"'))
    sizes = [struct.unpack(">II", each.png()[16:24]) for each in (small, printed, long)]
    assert sizes == [(192, 96), (600, 300), (164, 16384)]  # no side is longer
    assert PRINTED in drawn("draw").svg
    assert PRINTED not in drawn("draw", "felt").svg


# PDF.


@pytest.mark.parametrize("name", ["draw", "plot_commission"])
def test_a_pdf_has_the_size_of_the_drawing(name: str, tmp_path: Path) -> None:
    if not any(map(shutil.which, pdf.CONVERTERS)):
        pytest.skip(f"none of {', '.join(pdf.CONVERTERS)} is installed")
    picture, file = drawn(name), tmp_path / "picture.pdf"
    picture.save(file)
    made = file.read_bytes()
    assert made.startswith(b"%PDF-")
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", made)
    if box is not None:  # some converters press it with the rest
        size = [float(side) / POINT for side in box.groups()]
        assert size == pytest.approx(picture.size, abs=1)


def fake(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!{sys.executable}\n{script}\n")
    (folder / name).chmod(0o755)


def test_the_converters_are_asked_in_turn_and_trouble_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    picture = bac.draw("B")
    with pytest.raises(
        bac.Missing, match=r"^a PDF needs rsvg-convert .* or inkscape: install one$"
    ):
        picture.save(tmp_path / "x.pdf")
    fake(tmp_path, "inkscape", "import sys; print('%PDF-', *sys.argv[1:], len(sys.stdin.read()))")
    told = picture.pdf().decode().split()
    assert told == ["%PDF-", *pdf.CONVERTERS["inkscape"], str(len(picture.svg))]
    fake(tmp_path, "rsvg-convert", "import sys; sys.exit('first\\nbad fonts')")
    with pytest.raises(bac.BaccaratError, match=r"^rsvg-convert cannot make a PDF .*: bad fonts$"):
        picture.pdf()
    fake(tmp_path, "rsvg-convert", "import time; time.sleep(9)")
    monkeypatch.setattr(pdf, "PATIENCE", 0.2)
    with pytest.raises(bac.Missing, match=r"no answer in 0\.2 s"):
        picture.pdf()
    assert not list(tmp_path.glob("x*"))


def test_every_style_parameter_is_named_and_not_counted() -> None:
    for draws in (bac.draw, draw_matrix, draw_curves, draw_funnels, draw_sitting, draw_fan):
        style = inspect.signature(draws).parameters["style"]
        assert (style.kind, style.default) == (style.KEYWORD_ONLY, "felt")


def test_the_picture_of_the_docs_is_todays() -> None:
    assert PICTURE.read_text("ascii") == drawn("plot_commission").svg


if __name__ == "__main__":
    drawn("plot_commission").save(PICTURE)
