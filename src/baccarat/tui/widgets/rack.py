"""The rack: the guest's money at the left, the chips at the right; one chip is selected."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.table import View
from baccarat.table.view.choices import CHIPS
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.chips import chip, chip_columns, disc, disc_columns, short_sum
from baccarat.tui.screens.table.payout import Payout

MARGIN = 2
"""Columns at both ends, and between two sums."""
FIGURE = 5
"""The most columns for the value of a chip."""
DISCS = 3
"""Rows from which chips are discs."""
WIDE = 100
"""Columns from which chips lie farther apart."""
SUMS = (20, 6, 4)
"""The most columns of a sum of money; fewer if the sums do not fit."""


class Sum(NamedTuple):
    """A sum of money with its label."""

    before: str
    figure: str
    after: str
    ink: str

    @property
    def columns(self) -> int:
        return cell_len(self.before + self.figure + self.after)

    @property
    def bare(self) -> "Sum":
        """This sum of money without its label."""
        return self._replace(before="", after="")


def can_pay(view: View, place: int) -> bool:
    """Whether the guest has the money for a chip of the tray."""
    return CHIPS[place] * view.chip <= view.bankroll


def draw_rack(
    canvas: Canvas, view: View, held: int | None, payout: Payout | None, words: Words
) -> None:
    """Draw the money and the chips; `held` is the selected chip, or None if nobody can bet.

    The height decides how the chips look.
    """
    canvas.fill(0, 0, canvas.columns, canvas.rows, canvas.look.colours.panel)
    start = canvas.columns
    if held is not None:
        start = draw_tray(canvas, canvas.columns - MARGIN, view, held, words)
    draw_money(canvas, start - MARGIN, view, payout, words)


def draw_tray(canvas: Canvas, end: int, view: View, held: int, words: Words) -> int:
    """Draw the chips before this column, faint if too expensive; return their first column."""
    colours, line = canvas.look.colours, canvas.rows // 2
    is_large = canvas.rows >= DISCS
    columns, draw = (disc_columns, disc) if is_large else (chip_columns, chip)
    gap, top, tall = (4, line - 1, 3) if is_large else (2, line, 1)
    if canvas.columns < WIDE:
        gap -= 1
    texts = [short_sum(chips * view.chip, words, FIGURE) for chips in CHIPS]
    ends = list(accumulate(gap + columns(text) for text in texts))
    start = end - ends[-1]
    for place, text in enumerate(texts):
        wide = columns(text)
        x, is_faint = start + ends[place] - wide, not can_pay(view, place)
        draw(canvas, x, top, text, colours.chips[place], is_faint=is_faint)
        if place == held:
            canvas.put(x - 1, line, "►", colours.faint if is_faint else colours.glow, bold=True)
        if not is_faint:
            canvas.click(x - 1, top, wide + 1, tall, f"screen.chip({place})")
    return start


def draw_money(canvas: Canvas, end: int, view: View, payout: Payout | None, words: Words) -> None:
    """Draw the sums that fit before this column."""
    choices = (
        sums
        for columns in SUMS
        for sums in choices_of(sums_of(canvas, view, payout, words, columns))
    )
    sums = next((sums for sums in choices if _length(sums) <= end), [])
    x, y = MARGIN, canvas.rows // 2
    for money in sums:
        x = canvas.put(x, y, money.before, canvas.look.colours.soft)
        x = canvas.put(x, y, money.figure, money.ink, bold=True)
        x = canvas.put(x, y, money.after, canvas.look.colours.soft) + MARGIN


def choices_of(sums: Sequence[Sum]) -> Iterator[Sequence[Sum]]:
    """Shorter and shorter lists of sums: from all sums down to only the money in hand."""
    in_hand, on_the_felt, *sums_beside = sums
    last = [money.bare for money in sums_beside if money.figure.startswith(("+", "−"))]
    for choice in (sums_beside, sums_beside[:1], last, []):
        yield [in_hand, on_the_felt, *choice]
    yield [in_hand.bare]


def _length(sums: Sequence[Sum]) -> int:
    return sum(MARGIN + money.columns for money in sums)


def sums_of(
    canvas: Canvas, view: View, payout: Payout | None, words: Words, columns: int
) -> list[Sum]:
    """The sums: in hand, on the felt, from the last coup, kept by the house.

    Only the last coup's sum counts up; the other sums always have their saved values.
    """
    colours = canvas.look.colours
    sums = [
        _sum("hand", view.bankroll, colours.ink, words, columns),
        _sum("felt", view.on_the_felt, colours.ink, words, columns),
    ]
    if payout is not None and payout.lines:
        coins = payout.counted
        ink = colours.tie_lit if coins > 0 else colours.banker_lit if coins < 0 else colours.ink
        sums.append(_sum("last", coins, ink, words, columns, is_signed=True))
    if view.kept_so_far:
        sums.append(_sum("kept", view.kept_so_far, colours.soft, words, columns))
    return sums


def _sum(
    key: str, coins: int, ink: str, words: Words, columns: int, *, is_signed: bool = False
) -> Sum:
    prefix, _, suffix = words(f"money.{key}", coins="\0").partition("\0")
    sign = "−" if coins < 0 else "+" if coins and is_signed else ""
    return Sum(prefix, sign + short_sum(abs(coins), words, columns), suffix, ink)
