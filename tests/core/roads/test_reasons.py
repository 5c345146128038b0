"""Which columns a derived mark compares, held to the rule as the docs tell it, cell by cell."""

import random
from itertools import groupby

import pytest

from baccarat.core.roads import Colour, Derived, Scoreboard, compared

SHOES = 60


def shoe(seed: int) -> str:
    """Random letters; every third shoe has long streaks, so that tails turn and meet."""
    chance = random.Random(seed)
    letters = ""
    while len(letters) < 70:
        run = chance.randrange(1, 12) if seed % 3 == 0 else 1
        letters += chance.choice("BBBBBPPPPPT") * run
    return letters[:70]


def by_hand(letters: str, back: int) -> list[tuple[int, str, list[int], list[int]]]:
    """A finger on the big road: for each mark the coup, the colour and the rings it looks at.

    Rings are numbered from 0 in their order, ties left out.
    """
    found = []
    for coup in range(1, len(letters) + 1):
        if letters[coup - 1] == "T":
            continue
        wins = letters[:coup].replace("T", "")
        columns, ring = [], 0
        for _, streak in groupby(wins):
            size = len(list(streak))
            columns.append(list(range(ring, ring + size)))
            ring += size
        *before, last = columns
        if len(last) == 1:  # it starts a column: the one that has ended is measured
            if len(before) < back + 1:
                continue
            own, other = before[-1], before[-1 - back]
            colour = "R" if len(own) == len(other) else "B"
        else:  # it goes down: are the new row and the row above filled in the other column?
            if len(before) < back:
                continue
            own, other = last, before[-back]
            row, above = len(last) <= len(other), len(last) - 1 <= len(other)
            colour = "R" if row == above else "B"
        found.append((coup, colour, own, other))
    return found


@pytest.mark.parametrize("road", Derived)
def test_every_mark_compares_the_columns_of_the_rule(road: Derived) -> None:
    many = 0
    for seed in range(SHOES):
        letters = shoe(seed)
        board = Scoreboard(letters)
        places = [mark.place for mark in board.big]
        told = compared(board, road)
        assert [one.colour for one in told] == list(board.derived[road].colours)
        for one, (coup, colour, own, other) in zip(told, by_hand(letters, road), strict=True):
            assert (one.coup, str(one.colour)) == (coup, colour)
            assert list(one.own) == [places[ring] for ring in own]
            assert list(one.other) == [places[ring] for ring in other]
            assert one.starts_column == (own[-1] != len(letters[:coup].replace("T", "")) - 1)
            many += 1
    assert many > 1_500


def test_the_example_of_the_docs_is_told_mark_by_mark() -> None:
    told = compared(Scoreboard("BBPBBBPPB"), Derived.BIG_EYE)
    assert [(one.coup, len(one.own), len(one.other)) for one in told] == [
        (4, 1, 2),
        (5, 2, 1),
        (6, 3, 1),
        (7, 3, 1),
        (8, 2, 3),
        (9, 2, 3),
    ]
    assert told[0].colour is Colour.BLUE
    assert told[0].starts_column
    assert not told[1].starts_column


def test_a_tail_is_compared_with_its_whole_length() -> None:
    """Nine Bankers, six of them below each other; then Player's nine repeat the column."""
    board = Scoreboard("BBBBBBBBB" + "PPPPPPPPP" + "B")
    last = compared(board, Derived.BIG_EYE)[-1]
    assert (len(last.own), len(last.other), last.colour) == (9, 9, Colour.RED)
    assert len({column for column, _ in last.other}) == 4


def test_no_road_compares_anything_before_it_begins() -> None:
    assert compared(Scoreboard("TT"), Derived.BIG_EYE) == []
    assert compared(Scoreboard("BBBBBBB"), Derived.BIG_EYE) == []
    assert compared(Scoreboard(), Derived.COCKROACH) == []
