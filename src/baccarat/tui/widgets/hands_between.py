"""What stands between the hands: the call, the coach, a result or a refusal, each at its turn.

between(view, words, TableTalk(notice="…")) -> Painter
beside(words, said) -> Painter | None        the same for the coach's panel
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from baccarat.base.words import Words
from baccarat.table import Phase, View
from baccarat.table.coach.squeeze_cases import CardCase
from baccarat.table.coach.thread import Advice
from baccarat.table.view.croupier import Spoken, Tone, croupier
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.typeset import wrapped
from baccarat.tui.screens.table.payout import Payout
from baccarat.tui.widgets.call_lines import call_painter, draw_lines, ink_of, result_painter
from baccarat.tui.widgets.chances import coach_middle
from baccarat.tui.widgets.payout_ledger import ledger
from baccarat.tui.widgets.squeeze_steps import cases_painter, squeeze_painter

FEWEST = 2
"""Rows that lines leave to what they stand above."""
BAND = 1
"""Rows that lines leave to the result they stand below."""
ABOVE_ALL = (Tone.NOTICE, Tone.OBJECTION)
"""What is said before everything else."""
COACHED = (Phase.BETS, Phase.DEALING, Phase.OFFER)
"""When the coach has something to say of the coup."""

CALLS = ("say.welcome", "say.dealing")
"""What the house says without naming a key."""


@dataclass(frozen=True, slots=True)
class TableTalk:
    """What is to be told beside the view."""

    notice: str = ""
    """what was refused or announced"""
    lesson: str = ""
    """what the coach says of the guest's last decision"""
    payout: Payout | None = None
    """None unless the coup that is over lies there"""
    advice: Advice | None = None
    has_coach: bool = False
    has_panel: bool = False
    """whether the coach and the ledger have a panel of their own"""
    chosen: str = ""
    """the spot on which the next chip would be put"""
    cases: tuple[CardCase, ...] = ()
    """what a squeezed card can be"""
    is_replay: bool = False
    """then nobody can press the keys that the house names"""


def between(view: View, words: Words, said: TableTalk) -> Painter:
    """A refusal first, in its own colour; then the result, the squeeze, or call and odds."""
    lines = croupier(view, words, said.notice, said.lesson)
    if said.is_replay:
        calls = [words(key) for key in CALLS]
        lines = [line for line in lines if line.tone is not Tone.PROMPT or line.text in calls]
    first = [line for line in lines if line.tone in ABOVE_ALL]
    if said.payout is not None:
        last = [line for line in lines if line.tone in (Tone.LESSON, Tone.PROMPT)]
        painter = above(last, result(view, words, said.payout, said.has_panel))
        return under(first, painter)
    if view.phase is Phase.SQUEEZE:
        return under(first, squeeze_painter(view, said.cases, words))
    rest = [line for line in lines if line not in first]
    if view.choice is not None:
        rest = [Spoken(Tone.CALL, words("choice.title")), *rest]
        rest.append(Spoken(Tone.PROMPT, words.say(view.choice.said)))
    coach = None
    if said.has_coach and view.squeezed is None and view.phase in COACHED:
        if said.has_panel:
            rest += hints(view, words, said.chosen)
        else:
            coach = coach_middle(said.advice, sum(bet.stake for bet in view.wagers), words)
    return under(first, call_painter(rest, words, coach))


def result(view: View, words: Words, payout: Payout, has_panel: bool) -> Painter:
    """The end of a coup; its sum is told when it has been counted, the ledger line by line."""
    if has_panel or not view.lines:
        return result_painter(view if payout.is_over else replace(view, lines=()), words)
    return result_painter(view, words, ledger(payout, words))


def beside(words: Words, said: TableTalk) -> Painter | None:
    """What has the first place in the coach's panel at this moment, if not the odds."""
    if said.payout is not None and said.payout.lines:
        return ledger(said.payout, words)
    if said.cases and said.has_coach:
        return cases_painter(said.cases, words)
    return None


def hints(view: View, words: Words, chosen: str) -> list[Spoken]:
    """Which keys go on, where there is room to say it."""
    if view.phase is not Phase.BETS:
        return []
    told = [words("middle.put", bet=words.bet(chosen))] if view.bankroll else []
    if view.wagers:
        told.append(words("middle.deal", cap=words.cap("Enter")))
    return [Spoken(Tone.PROMPT, text) for text in told]


def under(lines: Sequence[Spoken], rest: Painter) -> Painter:
    """Lines at the top, and something else in the rows that they leave."""
    if not lines:
        return rest

    def paint(canvas: Canvas, x: int, y: int, columns: int, rows: int) -> None:
        used = draw_spoken(canvas, x, y, columns, rows, lines) - y
        if rows - used >= FEWEST:
            rest(canvas, x, y + used, columns, rows - used)

    return paint


def above(lines: Sequence[Spoken], rest: Painter) -> Painter:
    """Something, and lines in the rows at the bottom; no prompt is cut in the middle."""

    def paint(canvas: Canvas, x: int, y: int, columns: int, rows: int) -> None:
        told = [(line, len(wrapped(line.text, columns))) for line in lines]
        while told and told[-1][0].tone is Tone.PROMPT and rows_of(told) > rows - BAND:
            told.pop()
        left = max(rows - rows_of(told), BAND)
        rest(canvas, x, y, columns, left)
        draw_spoken(canvas, x, y + left, columns, rows - left, [line for line, _ in told])

    return paint


def rows_of(told: Sequence[tuple[Spoken, int]]) -> int:
    return sum(rows for _, rows in told)


def draw_spoken(
    canvas: Canvas, x: int, y: int, columns: int, rows: int, lines: Sequence[Spoken]
) -> int:
    """Lines in the ink of their tones, as many as there are rows; the row after them."""
    end = y + rows
    for line in lines:
        told = wrapped(line.text, columns)[: max(end - y, 0)]
        ink = ink_of(line.tone, canvas.look.colours, is_first=True)
        y = draw_lines(canvas, x, y, columns, told, ink, bold=True)
    return y
