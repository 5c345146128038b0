"""Intervals on one scale: every number stands where it belongs, and wrong ones are told."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bac
from baccarat.errors import BaccaratError

ROOM = "{http://www.w3.org/2000/svg}"
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


def test_no_word_leaves_the_picture() -> None:
    names = {"a rather long name of something": (0.5, 0.4, 0.6)}
    picture = bac.draw_intervals(names, title="Long", form=".8f")
    root = ElementTree.fromstring(picture.svg)
    wide, _ = picture.size
    left = float(root.findall(f"{ROOM}g")[0].attrib["transform"][10:].split()[0])
    for text in root.iter(f"{ROOM}text"):
        x, long = left + float(text.attrib["x"]), 6.4 * len(text.text or "")
        start = {"end": x - long, "middle": x - long / 2}.get(text.get("text-anchor", ""), x)
        assert start >= 0
        assert start + long <= wide


def test_without_an_exact_value_there_is_no_line() -> None:
    svg = bac.draw_intervals(SOME).svg
    assert "exactly" not in svg
    assert 'stroke-width="1.4"' not in svg


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: bac.draw_intervals({}), "there is no interval to draw"),
        (lambda: bac.draw_intervals({"x": (0.4, 0.5, 0.6)}), "x: a figure and the ends"),
        (lambda: bac.draw_intervals({"x": (float("nan"), 0, 1)}), "expected a mapping"),
        (lambda: bac.draw_intervals({"x": (1, 2)}), "expected a mapping"),  # type: ignore[dict-item]
        (lambda: bac.draw_intervals(SOME, form="nonsense"), "as format"),
        (lambda: bac.draw_intervals(SOME, exact=float("inf")), "exact"),
        (lambda: bac.draw_intervals(SOME, style="pink"), "pink"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(call: Callable[[], object], told: str) -> None:
    with pytest.raises(BaccaratError, match=told) as refused:
        call()
    assert len(str(refused.value).splitlines()) == 1
