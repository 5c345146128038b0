"""Paints the texts between the hands: the croupier's call, or the result in large figures.

stage.show(view, call_painter(croupier(view, words), words))
stage.show(view, call_painter(lines, words, coach))         with another painter in the rows below
stage.show(view, result_painter(view, words))               large: totals, a band, the sum
stage.show(view, result_painter(view, words, ledger))       small: the band, and a ledger below it
"""

from collections.abc import Sequence

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.core.calls import call_totals
from baccarat.core.coup import Side
from baccarat.table.view.croupier import Spoken, Tone, payout
from baccarat.table.view.view import View
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.colours import Colours
from baccarat.tui.draw.half_blocks import DIGITS, draw_dots, size_of
from baccarat.tui.draw.typeset import fitting, spaced, wrapped
from baccarat.tui.widgets.heading import RULE, draw_ruled

TALL = 8
"""Rows from which totals are drawn large."""


def call_painter(lines: Sequence[Spoken], words: Words, below: Painter | None = None) -> Painter:
    """Paint the croupier's first line between hairlines, then other lines, then call `below`.

    If lines do not fit, the last line says where the rest is.
    """

    def paint(canvas: Canvas) -> None:
        colours, columns, rows = canvas.look.colours, canvas.columns, canvas.rows
        head, body = [], []
        if lines:
            is_short = cell_len(lines[0].text) <= columns - 4 * RULE
            head = [lines[0].text] if is_short else wrapped(lines[0].text, columns)
            body = [(part, line.tone) for line in lines[1:] for part in wrapped(line.text, columns)]
        gap = 1 if body and len(head) + len(body) < rows else 0
        used = len(head) + gap + len(body)
        y = max(0, rows - used) // 3 if below is None else 0
        for row, text in enumerate(head[:rows], y):
            ink = ink_of(lines[0].tone, colours, is_first=True)
            if is_short:
                draw_ruled(canvas, row, text, ink, colours.brass)
            else:
                canvas.centre(0, row, columns, text, ink, bold=True)
        y += len(head) + gap
        for row, (text, tone) in enumerate(body, y):
            if row == rows - 1 and used > rows:
                canvas.centre(0, row, columns, words("say.more"), colours.faint)
                return
            canvas.centre(0, row, columns, text, ink_of(tone, colours), bold=tone is Tone.SUM)
        y += len(body) + 1
        if below is not None and y < rows:
            below(canvas.part(0, y, columns, rows - y))

    return paint


def ink_of(tone: Tone, colours: Colours, is_first: bool = False) -> str:
    """The text colour of a croupier's line; the first line has the strongest colour."""
    inks = {
        Tone.NOTICE: colours.warning,
        Tone.OBJECTION: colours.warning,
        Tone.LESSON: colours.warning,
        Tone.CALL: colours.ink,
        Tone.SUM: colours.ink,
    }
    return inks.get(tone, colours.ink if is_first else colours.soft)


def result_painter(view: View, words: Words, ledger: Painter | None = None) -> Painter:
    """Paint the result of a coup: both totals, the winner on a band, and the sum won or lost.

    With few rows the band comes first, and the ledger has the rest.
    """

    def paint(canvas: Canvas) -> None:
        colours, columns, rows = canvas.look.colours, canvas.columns, canvas.rows
        call = wrapped(_totals_called(view, words), columns)
        texts = [part for line in payout(view, words)[:1] for part in wrapped(line.text, columns)]
        ink = colours.brass if view.won > 0 else colours.ink
        if rows < TALL:
            draw_band(canvas, 0, view, words)
            rows_left = rows - 1
            if ledger is not None:
                if rows_left:
                    ledger(canvas.part(0, 1, columns, rows_left))
                return
            if len(call) + len(texts) > rows_left:
                call = []
            gap = len(call) + len(texts) < rows_left
            y = draw_lines(canvas, 1 + gap, call, colours.soft)
            draw_lines(canvas, y, texts[:rows_left], ink, bold=True)
            return
        used = 3 + len(call) + 1 + len(texts)
        gaps = [min(1, max(0, rows - used - gaps_before)) for gaps_before in range(3)]
        y = (rows - used - sum(gaps)) // 2
        draw_totals(canvas, y, (view.player.total, view.banker.total))
        y = draw_lines(canvas, y + 3 + gaps[0], call, colours.soft) + gaps[1]
        draw_band(canvas, y, view, words)
        draw_lines(canvas, y + 1 + gaps[2], texts, ink, bold=True)

    return paint


def _totals_called(view: View, words: Words) -> str:
    """The croupier's call of both totals, without the winner."""
    player, banker = view.player.total, view.banker.total
    return "" if player is None or banker is None else words.say(call_totals(player, banker))


def draw_lines(canvas: Canvas, y: int, lines: Sequence[str], ink: str, bold: bool = False) -> int:
    """Draw lines of text, each centred; return the row after them."""
    for row, text in enumerate(lines, y):
        canvas.centre(0, row, canvas.columns, text, ink, bold=bold)
    return y + len(lines)


def draw_band(canvas: Canvas, y: int, view: View, words: Words) -> None:
    """Draw the winner on a band of the winner's colour."""
    colours, columns = canvas.look.colours, canvas.columns
    grounds = {Side.PLAYER: colours.player, Side.BANKER: colours.banker, None: colours.tie}
    key = "stage.tie" if view.winner is None else f"stage.{str(view.winner).lower()}"
    name = words(key)
    title = fitting((spaced(name), name.upper()), columns - 8)
    if canvas.look.is_ascii:
        canvas.centre(0, y, columns, f"*** {title} ***", colours.ink, bold=True)
        return
    canvas.fill(0, y, columns, 1, grounds[view.winner])
    canvas.centre(0, y, columns, title, colours.on_side, bold=True)


def draw_totals(canvas: Canvas, y: int, totals: tuple[int | None, int | None]) -> None:
    """Draw Player's and Banker's totals as large figures; an unknown total is left out."""
    colours = canvas.look.colours
    middle = canvas.columns // 2
    canvas.put(middle, y + 1, "–", colours.soft)
    player, banker = totals
    for total, ink, way in ((player, colours.player_lit, -1), (banker, colours.banker_lit, 1)):
        if total is None:
            continue
        if canvas.look.is_ascii:
            canvas.put(middle + 3 * way, y + 1, str(total), colours.ink, bold=True)
            continue
        dots = DIGITS[total]
        wide = size_of(dots)[0]
        draw_dots(canvas, middle + 4 * way - wide // 2, y, dots, ink)
