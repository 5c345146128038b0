"""Chances as a bar; each part is as long as its chance and contains its name.

chance_bar(canvas, chances, words)                   Player, tie, Banker, with figures below
ends_bar(canvas, (win, tie, lose), words)            one row
coach_middle(advice, stake, words) -> Painter        between the hands
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.table.coach.thread import Advice
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.numbers import signed

CHANCES = ("player", "tie", "banker")
"""From left to right, like the hands."""


class BarPart(NamedTuple):
    """A part of a bar: its share, its names from long to short, and its background."""

    share: Fraction
    names: Sequence[str]
    ground: str
    place: int = 0
    """the place of the name: -1 left, 0 in the middle, 1 right"""


def widths(shares: Sequence[Fraction], columns: int) -> list[int]:
    """The columns of each part, in proportion to its share; a share above 0 has 1 column or more.

    >>> widths([Fraction(4474, 10000), Fraction(918, 10000), Fraction(4608, 10000)], 28)
    [12, 3, 13]
    """
    total = sum(shares)
    exact = [columns * share / total for share in shares]
    least = 1 if columns >= len(shares) else 0
    sizes = [max(int(part), least if part else 0) for part in exact]
    while (missing := columns - sum(sizes)) != 0:
        step = 1 if missing > 0 else -1
        place = max(
            (n for n, part in enumerate(exact) if part and sizes[n] + step >= least),
            key=lambda n: step * (exact[n] - sizes[n]),
        )
        sizes[place] += step
    return sizes


def draw_bar(canvas: Canvas, parts: Sequence[BarPart]) -> list[int]:
    """Draw the parts in the first row; return their first columns, and the column after them."""
    colours, is_plain = canvas.look.colours, canvas.look.is_plain
    sizes = widths([part.share for part in parts], canvas.columns)
    starts = [0]
    for part, wide in zip(parts, sizes, strict=True):
        start = starts[-1]
        canvas.fill(start, 0, wide, 1, part.ground)
        fitting = [name for name in part.names if cell_len(name) + 2 <= wide]
        shortest = part.names[-1]
        has_room = cell_len(shortest) + is_plain <= wide
        name = next(iter(fitting), shortest if has_room else "")
        spare = wide - cell_len(name)
        at = {-1: min(1, spare), 0: (spare + 1) // 2, 1: max(spare - 1, 0)}[part.place]
        canvas.put(start + at, 0, name, colours.on_side, bold=True)
        starts.append(start + wide)
    if is_plain:  # lines mark the ends of parts
        for start in starts[:-1]:
            canvas.put(start, 0, "|" if start else "[", colours.ink)
        canvas.put(starts[-1] - 1, 0, "]", colours.ink)
    return starts


def chance_bar(canvas: Canvas, chances: Mapping[str, Fraction], words: Words) -> None:
    """Paint the chances of Player, tie and Banker as a bar, with their figures in the row below."""
    colours = canvas.look.colours
    grounds = (colours.player, colours.tie, colours.banker)
    inks = (colours.player_lit, colours.tie_lit, colours.banker_lit)
    parts = [
        BarPart(chances[spot], (words.bet(spot), words(f"mark.{spot}")), ground, place)
        for spot, ground, place in zip(CHANCES, grounds, (-1, 0, 1), strict=True)
    ]
    starts = draw_bar(canvas, parts)
    if canvas.rows < 2:
        return
    player, tie, banker = (words.percent(chances[spot]) for spot in CHANCES)
    player_end = canvas.put(0, 1, player, inks[0], bold=True)
    banker_start = canvas.right(canvas.columns, 1, banker, inks[2], bold=True)
    middle = (starts[1] + starts[2] - cell_len(tie)) // 2
    at = min(max(middle, player_end + 1), banker_start - 1 - cell_len(tie))
    canvas.put(at, 1, tie, inks[1], bold=True)


def ends_bar(canvas: Canvas, ends: tuple[Fraction, Fraction, Fraction], words: Words) -> None:
    """Paint a bar that shows how often a coup is won, tied and lost."""
    colours = canvas.look.colours
    grounds = (colours.tie, mix(colours.faint, colours.suit_black, 0.5), colours.banker)
    parts = []
    for key, share, ground in zip(("win", "tie", "lose"), ends, grounds, strict=True):
        figure = words.percent(share, 0)
        name = words(f"decide.{key}", share=figure)
        bare = figure.rstrip("% \u00a0\u202f")
        parts.append(BarPart(share, (name, figure, bare), ground, -1))
    draw_bar(canvas, parts)


def coach_middle(advice: Advice | None, staked: int, words: Words) -> Painter:
    """Paint the coach's advice where the coach has no panel: the chances, and the bets' cost."""

    def paint(canvas: Canvas) -> None:
        soft, columns = canvas.look.colours.soft, canvas.columns
        if advice is None:
            canvas.centre(0, 0, columns, words("advice.counting"), soft)
            return
        row = 0
        if advice.chances:
            chance_bar(canvas.part(0, 0, columns, 2), advice.chances, words)
            row = 2
        if advice.felt is not None and row < canvas.rows:
            mean = signed(advice.felt, words)
            stake_text = words("advice.bet", coins=words.number(staked), mean=mean)
            canvas.centre(0, row, columns, stake_text, soft)

    return paint
