"""The plot of a sitting, read back from its cells: the line, the band, the numbers."""

import random
import re
from itertools import pairwise

import pytest

from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Phase, Table
from baccarat.table.coach.coach import report
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import NIGHT, mix
from baccarat.tui.draw.money_plot import (
    EIGHTHS,
    TINT,
    MoneyTrace,
    money_plot,
    plot_legend,
    plot_with_axes,
    round_step,
)
from baccarat.tui.draw.terminal_look import Look

BAND = mix(NIGHT.brass, NIGHT.cloth, TINT)


def walk(coups: int, seed: int = 7) -> MoneyTrace:
    """A sitting of steps of 20."""
    dice = random.Random(seed)
    money = [1000.0]
    for _ in range(coups):
        money.append(money[-1] + dice.choice((-20, 19)))
    mean = [1000 - 0.5 * coup for coup in range(coups + 1)]
    return MoneyTrace(tuple(money), tuple(mean), tuple(39 * c**0.5 for c in range(coups + 1)))


def drawn(trace: MoneyTrace, columns: int, rows: int, look: Look | None = None) -> Canvas:
    canvas = Canvas(columns, rows, look or Look())
    money_plot(canvas, trace)
    return canvas


def dots_of(canvas: Canvas) -> dict[int, set[int]]:
    """The braille dots of the line: by their column, their rows from the top."""
    found: dict[int, set[int]] = {}
    bits = {1: (0, 0), 2: (0, 1), 4: (0, 2), 64: (0, 3), 8: (1, 0), 16: (1, 1), 32: (1, 2)}
    bits[128] = (1, 3)
    for y, row in enumerate(canvas.cells):
        for x, cell in enumerate(row):
            if cell.ink == NIGHT.glow:
                for bit, (column, dot) in bits.items():
                    if (ord(cell.char) - 0x2800) & bit:
                        found.setdefault(2 * x + column, set()).add(4 * y + dot)
    return found


@pytest.mark.parametrize(("coups", "columns"), [(1, 40), (7, 40), (60, 33), (79, 40)])
def test_every_coup_is_a_dot_where_its_money_says(coups: int, columns: int) -> None:
    rows = 12
    trace = walk(coups)
    dots = dots_of(drawn(trace, columns, rows))
    assert sorted(dots) == list(range(2 * columns))  # the whole width, without a gap
    low, high = trace.ends
    for coup, money in enumerate(trace.money):
        place = coup * (2 * columns - 1) / coups
        level = (high - money) / (high - low) * (4 * rows - 1)
        near = dots[int(place)] | dots[min(int(place) + 1, 2 * columns - 1)]
        assert min(abs(dot - level) for dot in near) <= 1


@pytest.mark.parametrize("coups", [500, 3_000])
def test_no_high_and_no_low_is_lost_among_more_coups_than_columns(coups: int) -> None:
    trace, rows = walk(coups), 20
    dots = dots_of(drawn(trace, 40, rows))
    low, high = trace.ends
    wanted = [
        round((high - money) / (high - low) * (4 * rows - 1))
        for money in (max(trace.money), min(trace.money))
    ]
    every = set.union(*dots.values())
    assert [min(every), max(every)] == wanted


def test_the_line_has_no_gap_between_its_columns() -> None:
    dots = dots_of(drawn(walk(300), 50, 14))
    for column in range(1, 100):
        here, before = dots[column], dots[column - 1]
        assert min(abs(a - b) for a in here for b in before) <= 1


def test_the_band_covers_two_deviations_to_an_eighth_of_a_row() -> None:
    """The line is far below the band, so that no dot hides an edge."""
    coups, columns, rows = 50, 30, 16
    mean, half = (1000.0,) * (coups + 1), tuple(4.0 * c for c in range(coups + 1))
    trace = MoneyTrace((1000.0, *(0.0,) * coups), mean, half)
    canvas = drawn(trace, columns, rows)
    low, high = trace.ends
    for column in range(8, columns):  # a thinner band ends twice in one cell
        eighths = 0
        for row in canvas.cells:
            cell = row[column]
            if cell.char in EIGHTHS:
                share = EIGHTHS.index(cell.char)
                eighths += share if cell.ink == BAND else 8 - share if cell.ground == BAND else 0
            elif cell.ground == BAND:  # what was expected lies on it
                eighths += 8
        spread = 4 * (column + 0.5) / columns * coups
        exact = 2 * spread / (high - low) * (8 * rows - 2) + 2
        assert abs(eighths - exact) <= 1


@pytest.mark.parametrize("look", [Look(), Look(has_braille=False), Look(is_ascii=True)])
def test_the_numbers_stand_where_their_money_is(look: Look) -> None:
    table = Table.open(seed=991, bankroll=1_000)
    while table.phase is Phase.BETS:
        table = table.bet("banker=20").deal()
    trace = MoneyTrace.of(report(table))
    canvas = Canvas(100, 24, look)
    plot_with_axes(canvas, trace, Words.of("en"))
    text = canvas.lines()
    low, high = trace.ends
    marks = {
        y: int(found[1].replace(",", ""))
        for y, line in enumerate(text[:-2])
        if (found := re.match(r" *([\d,]+) ", line))
    }
    assert 3 <= len(marks) <= 8
    steps = sorted(marks.values())
    assert len({b - a for a, b in pairwise(steps)}) == 1
    for y, value in marks.items():
        exact = (high - value) / (high - low) * 22
        assert abs(y + 0.5 - exact) <= 1
    coups = [int(n) for n in re.findall(r"\d+", text[-1])]
    assert coups == list(range(0, trace.coups + 1, coups[1]))
    assert text[-1].endswith("coups")
    assert look.is_ascii == "\n".join(text).isascii()
    assert ("*" in "".join(text)) == look.is_ascii


def test_steps_are_round_and_as_small_as_there_is_room() -> None:
    for span in (0, 1, 3, 81, 999, 12_345, 10**9):
        for most in (1, 3, 8):
            step = round_step(span, most)
            assert str(step).rstrip("0") in {"1", "2", "5"}
            assert span / step <= most
            assert step == 1 or span / (step / 2.5) > most


def test_a_sitting_of_one_coup_and_one_without_money_at_stake_are_drawn() -> None:
    level = MoneyTrace((5.0, 5.0), (5.0, 5.0), (0.0, 0.0))
    assert {cell.ink for row in drawn(level, 20, 5).cells for cell in row} >= {NIGHT.glow}
    before = MoneyTrace((5.0,), (5.0,), (0.0,))
    plot_with_axes(canvas := Canvas(40, 10, Look()), before, Words.of("en"))
    assert "0 coups" in canvas.lines()[-1]


@pytest.mark.parametrize(("language", "coups"), [("en", "coup"), ("fr", "coup"), ("ja", "ゲーム")])
def test_one_coup_is_one_on_the_axis_too(language: str, coups: str) -> None:
    once = MoneyTrace((5.0, 25.0), (5.0, 5.0), (0.0, 20.0))
    canvas = Canvas(40, 10, Look())
    plot_with_axes(canvas, once, Words.of(language))
    assert canvas.lines()[-1].endswith(coups)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_names_all_three_in_eighty_columns(language: str) -> None:
    words = Words.of(language)
    for columns in (60, 76):
        canvas = Canvas(columns, 1, Look())
        plot_legend(canvas, words)
        [line] = canvas.lines()
        assert words("plot.money") in line
        assert words("plot.expected") in line
        assert words("plot.luck") in line or words("plot.luck-short") in line
