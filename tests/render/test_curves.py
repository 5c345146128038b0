"""Curves: each point where it belongs, round ticks, names that do not lie on each other."""

import re
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BaccaratError, BadText
from baccarat.render.curve_lines import CurveLine, curve_line
from baccarat.render.curves import HIGH, INSIDE, LABEL, WIDE, Curve, Mark, Scale, Sheet
from baccarat.render.curves import draw_curves as drawn
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import ON_FELT
from baccarat.theory.casino.game import MOST_COMMISSION
from baccarat.theory.casino.plots import plot_commission
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.plots import plot_decks
from baccarat.theory.chemin.solver import solve

ROOM = "{http://www.w3.org/2000/svg}"


def curves(drawing: Drawing) -> dict[str, dict[str, ElementTree.Element]]:
    """The curves of each sheet, by name."""
    root = ElementTree.fromstring(drawing.svg)
    return {
        sheet.attrib["data-sheet"]: {
            curve.attrib["data-curve"]: curve for curve in sheet.iterfind(f"{ROOM}g[@data-curve]")
        }
        for sheet in root.iterfind(f".//{ROOM}g[@data-sheet]")
    }


def dots(curve: ElementTree.Element) -> list[tuple[float, float]]:
    found = curve.iterfind(f"{ROOM}circle")
    return [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in found]


def line(*heights: int, name: str = "one") -> Curve:
    return Curve(name, [(Fraction(x), Fraction(y)) for x, y in enumerate(heights)])


def test_points_lie_where_they_belong_and_up_is_more() -> None:
    ((_, sheet),) = curves(drawn([Sheet("Heights", [line(0, 4, 1)])], "steps")).items()
    assert dots(sheet["one"]) == [
        (INSIDE, HIGH - INSIDE),
        (WIDE / 2, INSIDE),
        (WIDE - INSIDE, pytest.approx(HIGH - INSIDE - (HIGH - 2 * INSIDE) / 4)),
    ]


def test_a_line_goes_from_dot_to_dot() -> None:
    (sheet,) = curves(drawn([Sheet("Heights", [line(3, 1, 4, 1, 5)])], "steps")).values()
    path = sheet["one"].find(f"{ROOM}path")
    assert path is not None
    places = re.findall(r"([\d.]+) ([\d.]+)", path.attrib["d"])
    assert [(float(x), float(y)) for x, y in places] == dots(sheet["one"])


def test_bounds_hold_the_scale() -> None:
    bounded = Sheet("Chances", [line(1, 1)], (Fraction(0), Fraction(2)))
    (sheet,) = curves(drawn([bounded], "steps")).values()
    assert {y for _, y in dots(sheet["one"])} == {HIGH / 2}


def test_a_single_number_lies_in_the_middle() -> None:
    (sheet,) = curves(drawn([Sheet("Heights", [line(7)])], "steps")).values()
    assert dots(sheet["one"]) == [(WIDE / 2, HIGH / 2)]


def test_names_do_not_lie_on_each_other_even_if_the_curves_do() -> None:
    many = [line(1, 1, name=f"curve {n}") for n in range(8)]
    root = ElementTree.fromstring(drawn([Sheet("Heights", many)], "steps").svg)
    labels = [
        float(text.attrib["y"])
        for text in root.iter(f"{ROOM}text")
        if (text.text or "").startswith("curve")
    ]
    assert len(labels) == 8
    assert all(lower - upper >= LABEL - 0.2 for upper, lower in pairwise(sorted(labels)))
    assert max(labels) <= HIGH + LABEL


def test_more_curves_than_colours_are_still_drawn() -> None:
    many = [line(n, n, name=f"curve {n}") for n in range(len(ON_FELT.curves) + 2)]
    (sheet,) = curves(drawn([Sheet("Heights", many)], "steps")).values()
    assert len(sheet) == len(ON_FELT.curves) + 2
    assert (
        sheet["curve 0"].attrib["stroke"] == sheet[f"curve {len(ON_FELT.curves)}"].attrib["stroke"]
    )


@given(
    st.lists(st.fractions(-1000, 1000, max_denominator=10**6), min_size=2, max_size=9, unique=True)
)
def test_ticks_are_round_numbers_inside_the_scale(numbers: list[Fraction]) -> None:
    scale = Scale.over(numbers, 500)
    ticks = list(scale.ticks)
    assert 2 <= len(ticks) <= 8
    assert all(min(numbers) <= tick <= max(numbers) for tick in ticks)
    assert {b - a for a, b in pairwise(ticks)} <= {scale.step}
    assert re.fullmatch(r"[125]0*", str(scale.step * 10**20))
    assert all(0 <= scale(number) <= 500 for number in numbers)


def test_few_coups_have_no_fractions_below_them() -> None:
    for coups in ([0, 1], [1], [0, 1, 2, 3]):
        line = Curve("money", [(Fraction(n), Fraction(n, 10)) for n in coups])
        svg = drawn([Sheet("Money", [line])], "coups").svg
        below = svg[svg.rindex("<g") :]
        ticks = re.findall(r">([\d.]+)</text>", below)
        assert ticks == [str(n) for n in coups]


def test_a_title_with_signs_of_its_own_is_still_xml() -> None:
    svg = drawn([Sheet("a < b & c", [line(1, 2, name='"<&>"')])], "x < y", "1 & 2").svg
    assert ElementTree.fromstring(svg) is not None
    assert svg.isascii()


def test_the_plot_against_decks_shows_the_solutions() -> None:
    found = curves(plot_decks("B3", most=4))
    assert {title: list(sheet) for title, sheet in found.items()} == {
        "Value to Player": ["Player"],
        "p, the ponte draws": ["1,4"],
        "q, the banquier draws": ["0,6|-", "8,8|-"],
    }
    for decks, (_, y) in enumerate(dots(found["p, the ponte draws"]["1,4"]), 1):
        chance = float(solve("B3", decks).ponte["1,4"])
        assert y == pytest.approx(HIGH - INSIDE - (HIGH - 2 * INSIDE) * chance, abs=0.1)


def test_a_sample_lies_on_paper_also_on_felt() -> None:
    """Some colours have a contrast of 1.2 on felt: they are made for paper."""
    assert {line.colour for line in lines()} == set(ON_FELT.curves)
    for line in lines():
        under, over = re.findall(r'stroke="(#\w+)"', line.sample(6, 10, 12, has_points=False))
        assert (under, over) == (ON_FELT.paper, line.colour)


def test_where_colours_come_again_dashes_and_points_differ() -> None:
    pens = [curve_line(number, ON_FELT) for number in range(3 * len(ON_FELT.curves))]
    along = {pen.colour + pen.through([(0, 0), (9, 9)]) for pen in pens}
    points = {pen.point(0, 0) for pen in pens}
    samples = {pen.sample(6, 10, 12, has_points=False) for pen in pens}
    assert len(along) == len(points) == len(samples) == len(pens)


def lines() -> list[CurveLine]:
    return [curve_line(number, ON_FELT) for number in range(len(ON_FELT.curves))]


def test_pieces_of_one_name_share_a_colour_and_a_label() -> None:
    pieces = [
        Curve("q", [(Fraction(0), Fraction(1)), (Fraction(1), Fraction(1))], "1"),
        Curve("q", [(Fraction(1), Fraction(3)), (Fraction(2), Fraction(3))], "3"),
        line(0, 2, 4, name="p"),
    ]
    root = ElementTree.fromstring(drawn([Sheet("Both", pieces)], "steps").svg)
    groups = root.findall(f".//{ROOM}g[@data-curve='q']")
    assert len({group.attrib["stroke"] for group in groups}) == 1
    assert [group.findtext(f"{ROOM}title") for group in groups] == ["q: 1", "q: 3"]
    assert not any(dots(group) for group in groups)
    labels = {text.text: text for text in root.iter(f"{ROOM}text")}
    assert [text.text for text in root.iter(f"{ROOM}text")].count("q") == 1
    # The label stands at the height of the last piece, three quarters up.
    height = HIGH - INSIDE - (HIGH - 2 * INSIDE) * 3 / 4
    assert float(labels["q"].attrib["y"]) == pytest.approx(height + 4, abs=0.2)


def test_a_mark_goes_through_every_sheet_at_its_place() -> None:
    sheets = [Sheet("One", [line(0, 1, 2)]), Sheet("Two", [line(2, 1, 0)])]
    root = ElementTree.fromstring(drawn(sheets, "steps", marks=[Mark(Fraction(1), "half")]).svg)
    for sheet in root.iterfind(f".//{ROOM}g[@data-sheet]"):
        path = sheet.find(f"{ROOM}g[@data-mark='half']/{ROOM}path")
        assert path is not None
        assert path.attrib["d"] == f"M{WIDE / 2} 0V{HIGH}"


def pieces(drawing: Drawing, sheet: str, name: str) -> list[list[tuple[float, float]]]:
    """The lines of one name, each as its points."""
    root = ElementTree.fromstring(drawing.svg)
    found = root.iterfind(f".//{ROOM}g[@data-sheet='{sheet}']/{ROOM}g[@data-curve='{name}']")
    paths = [group.find(f"{ROOM}path") for group in found]
    return [
        [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path.attrib["d"])]
        for path in paths
        if path is not None
    ]


def test_the_plot_against_the_commission_is_made_of_pieces_that_do_not_touch() -> None:
    """Of four decks B1 has one critical commission; the two ends are solved by themselves."""
    drawing = plot_commission("B1", decks=4)
    paper = WIDE - 2 * INSIDE
    ends = [solve_casino("B1", alpha, 4).equilibrium for alpha in (0, MOST_COMMISSION)]
    for sheet, name in (("p, the ponte draws", "5"), ("q, the banquier draws", "6|-")):
        first, last = pieces(drawing, sheet, name)
        assert first[-1][0] == last[0][0] == pytest.approx(INSIDE + paper * 0.76832, abs=0.1)
        for one, place in zip(ends, (first[0], last[-1]), strict=True):
            draws = {**one.ponte, **one.banquier}[name]
            height = HIGH - INSIDE - (HIGH - 2 * INSIDE) * float(draws)
            assert place == pytest.approx((INSIDE + paper * float(one.alpha) * 10, height), abs=0.1)
    assert drawing.svg.count('data-mark="0.076832: 5|4"') == 3


def test_a_piece_bends_as_its_formula_does() -> None:
    """Between its ends too, a curve goes through what single commissions give."""
    (curve,) = pieces(plot_commission("A1"), "p, the ponte draws", "5")
    for x, y in curve[:: len(curve) // 4]:
        alpha = Fraction(round((x - INSIDE) / (WIDE - 2 * INSIDE) * 200), 2000)
        draws = float(solve_casino("A1", alpha).equilibrium.ponte["5"])
        assert y == pytest.approx(HIGH - INSIDE - (HIGH - 2 * INSIDE) * draws, abs=0.1)


def test_what_cannot_be_plotted_is_refused() -> None:
    with pytest.raises(BadText, match="no number of decks"):
        plot_decks("A1")
    with pytest.raises(BadText, match="several strategies"):
        plot_commission("A2")
    with pytest.raises(BaccaratError, match="several strategies of the ponte"):
        plot_commission("A4")
