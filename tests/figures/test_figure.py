"""A figure as the terminal, a notebook, a page and a CSV write it."""

from fractions import Fraction

import pytest

from baccarat.base.words import Words
from baccarat.figures.figure import (
    NOTEBOOK,
    NUMBER,
    RATE,
    SHARE,
    TERMINAL,
    UNITS,
    AnswerFigure,
    FigureStyle,
    PageStyle,
    columns,
    side_by_side,
    written,
)

RESULT = AnswerFigure("mean", "result", UNITS, 1.5, (-0.25, 3.25), Fraction(-1, 8), 2.125)
AHEAD = AnswerFigure("ahead", "ahead", SHARE, 0.5, (0.25, 0.75), Fraction(1, 4))
COUPS = AnswerFigure("coups", "coups", NUMBER, 40.0)
BARE = FigureStyle((2, 2, 2, 2), exact_digits=4, signed=(), per_cent="")
ENGLISH, FRENCH = (PageStyle(words=Words.of(language)) for language in ("en", "fr"))


@pytest.mark.parametrize(
    ("figure", "style", "cells"),
    [
        (RESULT, TERMINAL, ("+1.5000", "-0.2500 … +3.2500", "-0.125000", "+2.12")),
        (RESULT, NOTEBOOK, ("+1.5000", "-0.2500 … +3.2500", "-0.1250", "+2.12")),
        (RESULT, BARE, ("1.50", "-0.25 … 3.25", "-0.1250", "+2.12")),
        (RESULT, ENGLISH, ("+1.5", "-0.25 … +3.25", "-0.125", "2.12")),
        (RESULT, FRENCH, ("+1,5", "-0,25 … +3,25", "-0,125", "2,12")),
        (AHEAD, TERMINAL, ("50.000 %", "25.000 % … 75.000 %", "25.000000 %", "")),
        (AHEAD, BARE, ("50.00", "25.00 … 75.00", "25.0000", "")),
        (AHEAD, ENGLISH, ("50.0000%", "25.0000% … 75.0000%", "25.0000%", "–")),
        (COUPS, TERMINAL, ("40.000", "", "", "")),
        (COUPS, ENGLISH, ("40.0", "–", "–", "–")),
    ],
)
def test_each_style_writes_value_interval_exact_value_and_z(
    figure: AnswerFigure, style: FigureStyle, cells: tuple[str, ...]
) -> None:
    assert written(figure, style) == (figure.name, *cells)


def test_other_digits_are_those_of_the_exact_value_too() -> None:
    assert written(RESULT, TERMINAL, digits=1)[1:4] == ("+1.5", "-0.2 … +3.2", "-0.1")


def test_a_value_just_below_nothing_keeps_its_sign() -> None:
    assert TERMINAL.text(-1e-9, UNITS) == "-0.0000"
    assert TERMINAL.text(0.0, UNITS) == "+0.0000"
    assert ENGLISH.text(0.0, UNITS) == "0.0"


def test_a_share_alone_is_written_as_the_style_writes_it() -> None:
    texts = [style.percent(0.125, 1) for style in (TERMINAL, NOTEBOOK, BARE, ENGLISH)]
    assert texts == ["12.5 %", "12.5 %", "12.5", "12.5%"]
    assert [style.percent(None) for style in (TERMINAL, ENGLISH)] == ["", "–"]


def test_columns_have_the_exact_values_and_z() -> None:
    assert columns([RESULT, COUPS]) == {
        "exact_mean": -0.125,
        "z_mean": 2.125,
        "exact_coups": None,
        "z_coups": None,
    }


def test_systems_stand_side_by_side_with_half_of_their_intervals() -> None:
    won = AnswerFigure("won", "won", RATE, -0.01, (-0.02, 0.0))
    style = FigureStyle((2, 1, 2, 3), signed=(UNITS, RATE), per_cent="")
    rows = [("flat", [AHEAD, RESULT, COUPS, won])]
    keys = ("mean ±", "coups ±", "ahead", "won ±")
    line = ["flat", "+1.50", "1.75", "40.0", "", "50.00", "-1.000", "1.000"]
    assert list(side_by_side(rows, keys, style)) == [line]
