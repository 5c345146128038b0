"""Intervals on one scale: every number stands where it belongs, and wrong ones are told."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import inf, nan
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bac
from baccarat.base.errors import BaccaratError

ROOM = "{http://www.w3.org/2000/svg}"
UNTYPED: Any = bac.draw_intervals
SOME = {"flat": (-0.011, -0.021, -0.001), "paroli": (-0.02, -0.05, 0.01)}


def places(svg: str) -> dict[str, list[float]]:
    """By name where the low end, the figure and the high end are drawn."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{ROOM}g"):
        if told := group.get("data-interval"):
            path, dot = group.find(f"{ROOM}path"), group.find(f"{ROOM}circle")
            assert path is not None
            assert dot is not None
            low, high = path.attrib["d"].split("M")[1].replace("H", " ").split()[::2]
            found[told.partition(":")[0]] = [float(low), float(dot.attrib["cx"]), float(high)]
    return found


def line(svg: str) -> float:
    """Where the exact value is drawn."""
    lines = ElementTree.fromstring(svg).iterfind(f".//{ROOM}path[@stroke-width='1.4']")
    (one,) = (each.attrib["d"] for each in lines)
    return float(one[1:].split()[0])


@given(st.lists(st.tuples(*[st.integers(-999, 999)] * 3).map(sorted), min_size=1, max_size=6))
def test_what_is_larger_lies_further_to_the_right(all_ends: list[list[int]]) -> None:
    rows = {f"row {n}": (ends[1], ends[0], ends[2]) for n, ends in enumerate(all_ends)}
    picture = bac.draw_intervals(rows, exact=Fraction(1, 3), form=".1f")
    drawn = places(picture.svg)
    assert list(drawn) == list(rows)
    flat: list[tuple[float, float]] = [(1 / 3, line(picture.svg))]
    for name, ends in zip(drawn, all_ends, strict=True):
        flat += zip(ends, drawn[name], strict=True)
    for (less, left), (more, right) in pairwise(sorted(flat)):
        assert left <= right or less == more or right == pytest.approx(left, abs=0.11)


def test_every_number_is_written_for_those_who_look_and_those_who_listen() -> None:
    picture = bac.draw_intervals(SOME, Fraction(-1, 100), "Won of a unit")
    root = ElementTree.fromstring(picture.svg)
    words = [text.text for text in root.iter(f"{ROOM}text")]
    assert {"Won of a unit", "exactly −1.00%", "flat", "−1.10% (−2.10% … −0.10%)"} <= {*words}
    assert root.attrib["aria-label"] == (
        "Won of a unit: flat: −1.10% (−2.10% … −0.10%); paroli: −2.00% (−5.00% … +1.00%); "
        "exactly −1.00%"
    )


@pytest.mark.parametrize("style", ["felt", "print"])
@pytest.mark.parametrize("name", ["x", "WWWWWWWWWWWW", "百家乐系统每一次都赢吗", "long " * 30])
def test_no_word_leaves_the_picture(name: str, style: str) -> None:
    picture = bac.draw_intervals({name: (0.5, 0.4, 0.6)}, 0.4, name * 9, form=".8f", style=style)
    root = ElementTree.fromstring(picture.svg)
    wide, _ = picture.size
    assert root.attrib["viewBox"].split()[2] == str(wide)  # letters are as large as they are said
    left = float(root.findall(f"{ROOM}g")[0].attrib["transform"][10:].split()[0])
    for text in root.iter(f"{ROOM}text"):
        x, size = left + float(text.attrib["x"]), float(text.attrib["font-size"])
        long = size * sum(1.0 if sign > "⁗" else 0.95 if sign in "W…" else 0.56
                          for sign in text.text or "")  # fmt: skip
        start = {"end": x - long, "middle": x - long / 2}.get(text.get("text-anchor", ""), x)
        assert start >= 0
        assert start + long <= wide
    assert name.strip() in " ".join(root.attrib["aria-label"].split("\n"))


def test_ticks_stand_apart_and_say_different_things() -> None:
    for ends, form in (
        ((12345.678, -98765.4, 123456.7), "+,.6f"),
        ((0.0106, 0.01059, 0.01061), ".2%"),
    ):
        root = ElementTree.fromstring(bac.draw_intervals({"a": ends}, form=form, style="print").svg)
        ticks = [text for text in root.iter(f"{ROOM}text") if text.get("y") == "40"]
        assert ticks
        assert len({tick.text for tick in ticks}) == len(ticks)
        places = [(float(tick.attrib["x"]), 11 * 0.56 * len(tick.text or "")) for tick in ticks]
        for (left, long), (right, next_long) in pairwise(places):
            assert right - left > (long + next_long) / 2


def test_nothing_is_written_without_a_sign() -> None:
    assert "−0.00%" not in bac.draw_intervals({"a": (-1e-9, -1e-9, 0)}).svg
    assert "&#8722;0" not in bac.draw_intervals({"a": (-1e-9, -1e-9, 0)}).svg


def test_what_no_reader_of_xml_takes_is_replaced() -> None:
    svg = bac.draw_intervals({"x\x1b\x00\ud800": (1, 0, 2)}, title="\x07").svg
    (told,) = places(svg)
    assert told == "x���"


def test_without_an_exact_value_there_is_no_line() -> None:
    svg = bac.draw_intervals(SOME).svg
    assert "exactly" not in svg
    assert 'stroke-width="1.4"' not in svg


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: bac.draw_intervals({}), "there is no interval to draw"),
        (lambda: UNTYPED([]), "figures must be given by name"),
        (lambda: UNTYPED({5: (1, 0, 2)}), "figures must be given by name"),
        (lambda: UNTYPED({"x": (1, 2)}), "'x': give a figure and the low and high end"),
        (lambda: UNTYPED({"x": "abc"}), "'x': give a figure and the low and high end"),
        (lambda: UNTYPED({"x": (True, 0, 1)}), "'x': give a figure and the low and high end"),
        (lambda: bac.draw_intervals({"x": (0.4, 0.5, 0.6)}), "'x': give a figure and the low"),
        (lambda: bac.draw_intervals({"x": (nan, 0, 1)}), "'x': give a figure and the low"),
        (
            lambda: bac.draw_intervals({"x": (10**400, 0, 10**401)}),
            "'x': give a figure and the low",
        ),
        (lambda: bac.draw_intervals({"x": (0.0, 0.0, 5e-324)}), "too close together"),
        (lambda: bac.draw_intervals({"x": (0.0, 0.0, 1.7e308)}), "beyond 1e300"),
        (lambda: bac.draw_intervals({"x": (0.0, 0.0, 1e200)}), "too long to draw"),
        (lambda: bac.draw_intervals(SOME, form="nonsense"), "a format of Python"),
        (lambda: bac.draw_intervals(SOME, form="99999999.2f"), "a format of Python"),
        (lambda: bac.draw_intervals(SOME, exact=inf), "an exact value must be a number"),
        (lambda: bac.draw_intervals(SOME, exact=Fraction(10**400, 3)), "an exact value must be"),
        (lambda: UNTYPED(SOME, title=5), "a title must be text"),
        (lambda: bac.draw_intervals(SOME, style="pink"), "pink"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(call: Callable[[], object], told: str) -> None:
    with pytest.raises(BaccaratError, match=told) as refused:
        call()
    assert len(str(refused.value).splitlines()) == 1
