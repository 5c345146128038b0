"""A decision at chemin de fer: two answers as boxes, with the coach's figures for each.

paint_decision(canvas, asked, worth, words)     worth is None while it is calculated
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.third_card import Choice
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.numbers import signed
from baccarat.tui.draw.typeset import spaced, wrapped
from baccarat.tui.widgets.chances import ends_bar
from baccarat.tui.widgets.key_line import draw_cap

if TYPE_CHECKING:
    from baccarat.table.coach.decision_worth import AnswerWorth, DecisionWorth

ANSWERS = (("d", "draw"), ("n", "stand"))
"""The keys and the names of their words."""
MARGIN, WIDEST = 4, 56
"""The margin on both sides, and the most columns of a box."""
LOW, HIGH = 5, 7
"""Rows of a box with its figures, in a low and a high terminal."""
TALL = 26
"""Rows from which there is more space."""
COLUMNS = tuple("0123456789-")
"""Player's third card, in the notation of the book's cells."""
TOTALS = range(8)
STEP, WIDE_STEP, HEADS = 4, 7, 6
"""Columns of a cell in the grid, of a cell with more room, and of the totals at its left."""


class AskedDecision(NamedTuple):
    """The decision, its stake and the opponent."""

    choice: Choice
    stake: int
    opponent: str
    """the opponent's name; empty without an opponent"""
    speaks: bool = True
    """whether the coach shows the figures of each answer"""


def paint_decision(
    canvas: Canvas, decision: AskedDecision, worth: "DecisionWorth | None", words: Words
) -> None:
    """Draw the guest's role, both answers, the equilibrium's choice and, with room, its grid."""
    colours = canvas.look.colours
    gap = 1 if canvas.rows >= TALL else 0
    x, wide = middle_of(canvas)
    row = gap
    for line in wrapped(roles(decision, words), wide):
        canvas.centre(0, row, canvas.columns, line, colours.faint)
        row += 1
    row += gap
    row += draw_answers(canvas, row, decision, worth, words) + 1
    answer_worth = worth if decision.speaks else None
    for line in wrapped(
        words.say(decision.choice.said if answer_worth is None else answer_worth.said), wide
    ):
        canvas.put(x, row, line, colours.ink, bold=True)
        row += 1
    if answer_worth is not None or not decision.speaks:
        note = words("decide.silent" if answer_worth is None else "decide.whole")
        canvas.put(x, row, note, colours.soft)
        row += 1
    if answer_worth is not None:
        draw_book(canvas, row + 1, answer_worth, words)


def middle_of(canvas: Canvas) -> tuple[int, int]:
    """The first column and the width of the two boxes together."""
    wide = 2 * min(WIDEST, (canvas.columns - 2 * MARGIN) // 2 - 1) + 2
    return (canvas.columns - wide) // 2, wide


def roles(decision: AskedDecision, words: Words) -> str:
    """A sentence: whether the guest is ponte or banquier, and how the opponent plays."""
    side = decision.choice.side
    key = "decide.you-ponte" if side is Side.PLAYER else "decide.you-banquier"
    bet, coins = words.bet(str(side).lower()), words.number(decision.stake)
    role = words(key, bet=bet, coins=coins)
    if not decision.opponent:
        return role
    opponent = words("decide.opponent", opponent=words(f"opponent.{decision.opponent}"))
    blank = "" if cell_len(role[-1]) > 1 else " "  # a wide full stop includes its space
    return f"{role}{blank}{opponent}"


def draw_answers(
    canvas: Canvas, y: int, decision: AskedDecision, worth: "DecisionWorth | None", words: Words
) -> int:
    """Draw both boxes side by side; return the number of their rows."""
    rows = (HIGH if canvas.rows >= TALL else LOW) if decision.speaks else 3
    start, boxes = middle_of(canvas)
    wide = boxes // 2 - 1
    answers: Sequence[AnswerWorth | None] = (
        worth.answers if worth is not None and decision.speaks else (None, None)
    )
    costs = [answer.cost for answer in answers if answer is not None]
    for place, ((key, word), answer) in enumerate(zip(ANSWERS, answers, strict=True)):
        x = start + place * (wide + 2)
        is_best = answer is not None and answer.cost < max(costs)
        box = canvas.part(x, y, wide, rows)
        draw_box(box, key, words(f"key.{word}"), is_best)
        row = (rows - 3) // 2 if decision.speaks else 1
        if answer is not None:
            draw_worth(box.part(3, row, wide - 6, 3), answer, decision, words)
        elif decision.speaks:
            box.put(3, row + 1, words("advice.counting"), canvas.look.colours.soft)
        box.click(0, 0, wide, rows, f"screen.done('{key}')")
    return rows


def draw_box(canvas: Canvas, key: str, word: str, is_best: bool) -> None:
    """Draw the box of an answer, with its key and its word; the better answer has a heavy line."""
    colours = canvas.look.colours
    over, share = (colours.brass, 0.22) if is_best else (colours.edge, 0.4)
    ink = colours.glow if is_best else colours.hair
    canvas.box(0, 0, *canvas.size, ink, mix(over, colours.cloth, share), heavy=is_best)
    row = max((canvas.rows - 3) // 2, 1)
    at = draw_cap(canvas, 3, row, key, is_first=is_best)
    canvas.put(at + 1, row, spaced(word), colours.ink, bold=True)


def draw_worth(
    canvas: Canvas, answer: "AnswerWorth", decision: AskedDecision, words: Words
) -> None:
    """Draw an answer's average win, its cost, and how often it wins, ties and loses."""
    colours, columns = canvas.look.colours, canvas.columns
    canvas.right(columns, 0, signed(answer.mean, words), colours.ink, bold=True)
    cost = words("decide.best")
    if answer.cost:
        coins = words.number(answer.cost, ",.2f")
        cost = words("decide.costs", coins=coins, stake=words.number(max(decision.stake, 1)))
        if cell_len(cost) > columns:
            cost = words("decide.costs-short", coins=coins)
    cost_end = canvas.put(0, 1, cost, colours.soft)
    average = words("decide.average")
    if cost_end + 2 + cell_len(average) <= columns:
        canvas.right(columns, 1, average, colours.faint)
    ends = (answer.win, answer.tie, answer.lose)
    ends_bar(canvas.part(0, 2, columns, 1), ends, words)


def draw_book(canvas: Canvas, y: int, worth: "DecisionWorth", words: Words) -> None:
    """Draw the equilibrium's grid of moves, the guest's cell lit; with little room, only a part."""
    if worth.choice.side is Side.PLAYER:
        draw_hands(canvas, y, worth, words)
        return
    totals = [*TOTALS]
    if y + 1 + len(totals) > canvas.rows:
        totals = [worth.choice.hand.total]
    if y + 1 + len(totals) > canvas.rows:
        return
    soft = canvas.look.colours.soft
    step, rows = (WIDE_STEP, 2) if y + 3 + 2 * len(totals) < canvas.rows else (STEP, 1)
    x = (canvas.columns - HEADS - step * len(COLUMNS)) // 2
    canvas.put(x, y, words("decide.you"), soft)
    for place, column in enumerate(COLUMNS):
        name = words("decide.stood") if column == "-" else column
        canvas.centre(x + HEADS + step * place, y, max(step - 1, cell_len(name)), name, soft)
    for total in totals:
        row = y + 1 + rows * (total - totals[0])
        canvas.put(x + 1, row, str(total), soft, bold=True)
        for place, column in enumerate(COLUMNS):
            at = x + HEADS + step * place
            draw_cell(canvas.part(at, row, step - 1, rows), worth, f"{total}|{column}")
    grid_end = y + 1 + rows * len(totals)
    draw_legend(canvas, min(grid_end + 1, max(grid_end, canvas.rows - 1)), words("decide.legend"))


def draw_hands(canvas: Canvas, y: int, worth: "DecisionWorth", words: Words) -> None:
    """Draw a cell for each hand of 5, if the ponte's model distinguishes these hands."""
    if len(worth.book) < 2 or y + 2 > canvas.rows:
        return
    x = (canvas.columns - 2 * STEP * len(worth.book) + STEP) // 2
    for place, hand in enumerate(worth.book):
        at = x + 2 * STEP * place
        canvas.put(at, y, hand.replace(",", " "), canvas.look.colours.soft)
        draw_cell(canvas.part(at, y + 1, STEP - 1, 1), worth, hand)
    draw_legend(canvas, y + 3, words("decide.legend-ponte"))


def draw_cell(canvas: Canvas, worth: "DecisionWorth", cell: str) -> None:
    """Draw a cell of the grid; the guest's cell is brass, with brackets if colour is not enough."""
    colours, columns = canvas.look.colours, canvas.columns
    is_own = cell == worth.cell
    mark = worth.mark if is_own else worth.book[cell]
    grounds = {
        "D": mix(colours.tie, colours.cloth, 0.75),
        "S": mix(colours.banker, colours.cloth, 0.42),
        "?": mix(colours.brass, colours.cloth, 0.4),
    }
    ink, ground = (colours.on_brass, colours.brass) if is_own else (colours.ink, grounds[mark])
    canvas.fill(0, 0, columns, 1, ground)
    text = f"[{mark}]" if is_own and canvas.look.is_lettered else mark
    canvas.centre(0, 0, columns, text, ink, bold=is_own)
    if canvas.rows > 1 and not canvas.look.is_ascii:  # half a row of space below
        canvas.put(0, 1, "▀" * columns, ground)


def draw_legend(canvas: Canvas, y: int, text: str) -> None:
    if y < canvas.rows and cell_len(text) <= canvas.columns - 2 * MARGIN:
        canvas.centre(0, y, canvas.columns, text, canvas.look.colours.faint)
