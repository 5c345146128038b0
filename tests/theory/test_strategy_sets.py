"""Lists of corners against a search through all of them."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from flint import fmpq, fmpq_mat
from forging import require_reason
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import NotProved
from baccarat.theory import strategy_sets as sets
from baccarat.theory.numbers import rational


def whole_set(corners: list[str], *at_least: str) -> None:
    """Said to be all of a cube, cut by planes: a constant and three slopes."""
    points = tuple(tuple(map(Fraction, corner.split())) for corner in corners)
    names = "abc"[: len(points[0])]
    lines = [dict(zip(("", *names), map(int, line.split()), strict=True)) for line in at_least]
    named = sets.OptimalSet(tuple(names), len(names), points)
    own = dict(zip(names, points[0], strict=True))
    sets.require_whole_set(named, "ponte", own, list(names), [], lines)


def a_ring_of_four() -> None:
    """On four sides of a cube lie two of them each, in a ring, and nothing on the others."""
    whole_set(["0 0 1/3", "0 1 2/3", "1 1 1/3", "1 0 2/3"])


def a_corner_beyond_a_side() -> None:
    """From 0 to 2, where a second side is; the first one, at 1, comes before it."""
    whole_set(["0", "2"], "2 -1")


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (a_ring_of_four, "must list all its corners"),
        (a_corner_beyond_a_side, "must lie in the set"),
    ],
)
def test_a_false_list_is_refused_with_its_reason(case: Callable[[], None], words: str) -> None:
    require_reason(case, words)


def corners_by_trying(lines: list[list[Fraction]], size: int) -> set[tuple[Fraction, ...]]:
    """All points of the set in which as many sides meet as it has dimensions."""
    points = set()
    for chosen in combinations(lines, size):
        matrix = fmpq_mat([[rational(a) for a in line[1:]] for line in chosen])
        if matrix.rank() < size:
            continue
        solved = matrix.solve(fmpq_mat([[rational(-line[0])] for line in chosen]))
        point = tuple(Fraction(int(solved[k, 0].p), int(solved[k, 0].q)) for k in range(size))
        heights = [
            line[0] + sum(a * p for a, p in zip(line[1:], point, strict=True)) for line in lines
        ]
        if min(heights) >= 0:
            points.add(point)
    return points


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@examples(10)
@given(data=st.data())
def test_corners_are_all_if_and_only_if_a_search_finds_the_same(
    size: int, data: st.DataObject
) -> None:
    """A cube, cut by a few planes through its inside."""
    half = Fraction(1, 2)
    names = "abcd"[:size]
    cuts = data.draw(
        st.lists(
            st.lists(st.integers(-3, 3), min_size=size, max_size=size).map(
                lambda slopes: [1 - half * sum(slopes), *map(Fraction, slopes)]
            ),
            max_size=3,
        )
    )
    sides = [
        [Fraction(c), *(Fraction((j == k) * (1 - 2 * c)) for j in range(size))]
        for k in range(size)
        for c in (0, 1)
    ]
    found = sorted(corners_by_trying([*sides, *cuts], size))
    at_least = [dict(zip(("", *names), map(rational, cut), strict=True)) for cut in cuts]
    own = dict.fromkeys(names, half)

    def check(corners: list[tuple[Fraction, ...]]) -> None:
        named = sets.OptimalSet(tuple(names), size, tuple(corners))
        sets.require_whole_set(named, "ponte", own, list(names), [], at_least)

    check(found)
    gone = data.draw(st.integers(0, len(found) - 1))
    with pytest.raises(NotProved):
        check(found[:gone] + found[gone + 1 :])
    one, other = data.draw(st.sampled_from(found)), found[gone]
    if one != other:
        between = tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
        with pytest.raises(NotProved, match="and no other points"):
            check([*found, between])


def test_decisions_that_an_equation_holds_at_their_ends_do_not_make_a_set_larger() -> None:
    """a + b − c = −1 leaves nothing of a cube but the corner in which c alone is drawn."""
    line = {"": fmpq(1), "a": fmpq(1), "b": fmpq(1), "c": fmpq(-1)}
    own = {"a": Fraction(0), "b": Fraction(0), "c": Fraction(1), "d": Fraction(0)}
    for scale in (fmpq(1), fmpq(-1), fmpq(1, 2), fmpq(-1, 2)):
        equal = {name: scale * slope for name, slope in line.items()}
        named = sets.OptimalSet(("d",), 1, ((Fraction(0),), (Fraction(1),)))
        sets.require_whole_set(named, "ponte", own, list("abcd"), [equal], [])
        inside = {**own, "a": Fraction(1, 2)}
        with pytest.raises(NotProved):
            sets.require_whole_set(named, "ponte", inside, list("abcd"), [equal], [])
