"""The ledger of a payout: winners first, all losers in one line, the sum in brass.

ledger(payout, words) -> Painter     fills its place; lines that do not fit are summed up
ledger_rows(payout)   -> 6           the rows for the whole ledger
"""

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.colours import Colours
from baccarat.tui.draw.numbers import signed
from baccarat.tui.draw.typeset import cut
from baccarat.tui.screens.table.payout import Payout


class Posting(NamedTuple):
    """A line of the ledger: the bet, the stake, the result."""

    name: str
    stake: str
    told: str
    name_ink: str
    told_ink: str


def ledger_rows(payout: Payout) -> int:
    """The number of rows of the whole ledger: lines, hairline, sum, and the house's part."""
    lines = len(payout.winners) + len(payout.back) + bool(payout.losers) + bool(payout.running)
    return lines + 2 + bool(payout.kept)


def ledger(payout: Payout, words: Words) -> Painter:
    """Paint the lines of a payout that are written so far."""

    def paint(canvas: Canvas) -> None:
        is_whole, columns = canvas.rows >= ledger_rows(payout), canvas.columns
        postings = _postings(canvas, payout, words, canvas.rows - (2 if is_whole else 1))
        sums = [signed(payout.won, words), *(posting.told for posting in postings)]
        column = columns - max(map(cell_len, sums)) - 2
        for row, posting in enumerate(postings[: payout.written]):
            ends = canvas.right(column, row, posting.stake, canvas.look.colours.soft)
            name = cut(posting.name, ends - bool(posting.stake))
            canvas.put(0, row, name, posting.name_ink)
            canvas.right(columns, row, posting.told, posting.told_ink, bold=True)
        if payout.written:
            _draw_sum(canvas, len(postings), payout, words, is_whole)

    return paint


def _draw_sum(canvas: Canvas, y: int, payout: Payout, words: Words, is_whole: bool) -> None:
    """Draw the part of the sum that is counted so far, and the money that the house kept."""
    colours, columns = canvas.look.colours, canvas.columns
    if is_whole:
        canvas.put(0, y, "─" * columns, colours.hair)
        y += 1
    key = "won" if payout.won > 0 else "lost" if payout.won < 0 else "even"
    ink = colours.brass if payout.won > 0 else colours.ink
    at = canvas.put(0, y, words(f"ledger.{key}"), ink, bold=True)
    end = canvas.right(columns, y, signed(payout.counted, words), ink, bold=True)
    if not payout.kept:
        return
    commission = words("money.kept", coins=words.number(payout.kept))
    if is_whole:
        canvas.put(0, y + 1, cut(commission, columns), colours.faint)
    elif at + 2 + cell_len(commission) + 2 <= end:
        canvas.put(at + 2, y, commission, colours.faint)


def _postings(canvas: Canvas, payout: Payout, words: Words, rows: int) -> list[Posting]:
    """The lines of the ledger above the sum, at most `rows` lines."""
    colours = canvas.look.colours
    postings = [*_won(payout, words, colours), *_back(payout, words, colours)]
    losers = _lost(payout, words, colours, canvas.columns)
    running = [_running(payout, words, colours)] if payout.running else []
    if len(postings) + len(losers) + len(running) > rows:
        running = []  # the felt shows their chips
    room = max(0, rows - len(losers))
    if len(postings) > room:
        listed = max(0, room - 1)
        unlisted = (*payout.winners, *payout.back)[listed:]
        label = words("ledger.more", count=len(unlisted))
        gain = signed(sum(line.won for line in unlisted), words)
        postings[listed:] = [Posting(label, "", gain, colours.soft, colours.tie_lit)]
    return [*postings, *losers, *running][: max(0, rows)]


def _won(payout: Payout, words: Words, colours: Colours) -> Iterator[Posting]:
    for line in payout.winners:
        name, stake = words.bet(line.wager.spot), words.number(line.wager.stake)
        gain = signed(line.won, words) if line.won else "+0"
        yield Posting(name, stake, gain, colours.ink, colours.tie_lit)


def _back(payout: Payout, words: Words, colours: Colours) -> Iterator[Posting]:
    for line in payout.back:
        name, stake = words.bet(line.wager.spot), words.number(line.wager.stake)
        yield Posting(name, stake, words("ledger.back"), colours.soft, colours.soft)


def _lost(payout: Payout, words: Words, colours: Colours, columns: int) -> list[Posting]:
    """A line with the sum of all lost wagers, and with their names if there is room."""
    losers = payout.losers
    if not losers:
        return []
    loss = signed(sum(line.won for line in losers), words)
    names = words.listed(words.bet(line.wager.spot) for line in losers)
    label = words("ledger.losers", bets=names)
    if cell_len(label) > columns - cell_len(loss) - 2 and len(losers) > 1:
        label = words("ledger.many", count=len(losers))
    return [Posting(label, "", loss, colours.faint, colours.faint)]


def _running(payout: Payout, words: Words, colours: Colours) -> Posting:
    names = words.listed(words.bet(bet.wager.spot) for bet in payout.running)
    stake = words.number(sum(bet.wager.stake for bet in payout.running))
    label = words("ledger.runs", bets=names)
    return Posting(label, stake, "", colours.soft, colours.soft)
