"""Chooses what the space between the hands shows: the call, the coach, a result or a refusal.

between(view, words, TableTalk(notice="…")) -> Painter
beside(words, talk) -> Painter | None        the first part of the coach's panel
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
"""The least rows for a painter below lines."""
BAND = 1
"""The least rows for a result above lines."""
ABOVE_ALL = (Tone.FACTORS, Tone.NOTICE, Tone.OBJECTION)
"""Tones that come before everything else."""
COACHED = (Phase.BETS, Phase.DEALING, Phase.OFFER)
"""The phases in which the coach advises on the coup."""

CALLS = ("say.welcome", "say.dealing")
"""The house's prompts that name no key."""


@dataclass(frozen=True, slots=True)
class TableTalk:
    """The texts, the payout and the advice to show with a view of the table."""

    notice: str = ""
    """the last refusal or announcement"""
    lesson: str = ""
    """the coach's verdict on the guest's last decision"""
    payout: Payout | None = None
    """None unless a finished coup lies on the felt"""
    advice: Advice | None = None
    has_coach: bool = False
    has_panel: bool = False
    """whether the coach and the ledger have their own panel"""
    chosen: str = ""
    """the spot for the next chip"""
    cases: tuple[CardCase, ...] = ()
    """the cases of a squeezed card"""
    is_replay: bool = False
    """whether this is a replay, without the keys that the house names"""


def between(view: View, words: Words, talk: TableTalk) -> Painter:
    """Paint a refusal, if any, and below it the result, the squeeze, or the call with the odds."""
    lines = croupier(view, words, talk.notice, talk.lesson)
    if talk.is_replay:
        calls = [words(key) for key in CALLS]
        lines = [line for line in lines if line.tone is not Tone.PROMPT or line.text in calls]
    first = [line for line in lines if line.tone in ABOVE_ALL]
    if talk.payout is not None:
        last = [line for line in lines if line.tone in (Tone.LESSON, Tone.PROMPT)]
        painter = above(last, result(view, words, talk.payout, talk.has_panel))
        return under(first, painter)
    if view.phase is Phase.SQUEEZE:
        return under(first, squeeze_painter(view, talk.cases, words))
    quiet_lines = [line for line in lines if line not in first]
    if view.choice is not None:
        quiet_lines = [Spoken(Tone.CALL, words("choice.title")), *quiet_lines]
        quiet_lines.append(Spoken(Tone.PROMPT, words.say(view.choice.said)))
    coach = None
    if talk.has_coach and view.squeezed is None and view.phase in COACHED:
        if talk.has_panel:
            quiet_lines += hints(view, words, talk.chosen)
        else:
            coach = coach_middle(talk.advice, sum(bet.stake for bet in view.wagers), words)
    return under(first, call_painter(quiet_lines, words, coach))


def result(view: View, words: Words, payout: Payout, has_panel: bool) -> Painter:
    """Paint the end of a coup: the ledger, or only the sum if the coach's panel has the ledger."""
    if has_panel or not view.lines:
        return result_painter(view if payout.is_over else replace(view, lines=()), words)
    return result_painter(view, words, ledger(payout, words))


def beside(words: Words, talk: TableTalk) -> Painter | None:
    """The painter for the first part of the coach's panel; None if the panel begins with odds."""
    if talk.payout is not None and talk.payout.lines:
        return ledger(talk.payout, words)
    if talk.cases and talk.has_coach:
        return cases_painter(talk.cases, words)
    return None


def hints(view: View, words: Words, chosen: str) -> list[Spoken]:
    """Sentences that name the keys with which the guest goes on."""
    if view.phase is not Phase.BETS:
        return []
    texts = [words("middle.put", bet=words.bet(chosen))] if view.bankroll else []
    if view.wagers:
        texts.append(words("middle.deal", cap=words.cap("Enter")))
    return [Spoken(Tone.PROMPT, text) for text in texts]


def under(lines: Sequence[Spoken], painter: Painter) -> Painter:
    """Paint lines at the top; `painter` fills the remaining rows."""
    if not lines:
        return painter

    def paint(canvas: Canvas) -> None:
        used = draw_spoken(canvas, lines)
        if canvas.rows - used >= FEWEST:
            painter(canvas.part(0, used, canvas.columns, canvas.rows - used))

    return paint


def above(lines: Sequence[Spoken], painter: Painter) -> Painter:
    """Paint lines at the bottom; `painter` fills the rows above.

    A prompt that does not fit is left out.
    """

    def paint(canvas: Canvas) -> None:
        columns, rows = canvas.columns, canvas.rows
        heights = [(line, len(wrapped(line.text, columns))) for line in lines]
        while heights and heights[-1][0].tone is Tone.PROMPT and rows_of(heights) > rows - BAND:
            heights.pop()
        top = max(rows - rows_of(heights), BAND)
        painter(canvas.part(0, 0, columns, top))
        draw_spoken(canvas.part(0, top, columns, rows - top), [line for line, _ in heights])

    return paint


def rows_of(heights: Sequence[tuple[Spoken, int]]) -> int:
    return sum(rows for _, rows in heights)


def draw_spoken(canvas: Canvas, lines: Sequence[Spoken]) -> int:
    """Draw as many lines as fit, each in the colour of its tone; return the row after them."""
    y = 0
    for line in lines:
        texts = wrapped(line.text, canvas.columns)[: max(canvas.rows - y, 0)]
        ink = ink_of(line.tone, canvas.look.colours, is_first=True)
        y = draw_lines(canvas, y, texts, ink, bold=True)
    return y
