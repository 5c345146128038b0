"""A self-contained page about counts: figures, sheets and pictures, without any other file."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from baccarat.core.cards import Depth
from baccarat.core.third_card import Strategy, nobody
from baccarat.figures.counts import (
    NO_ROWS,
    about_figures,
    about_shoes,
    ending_of,
    figure_lines,
    figure_rows,
    not_worth_it,
    plain,
    sheet_rows,
)
from baccarat.figures.figure import counted
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.systems.counting.play import TENS_LAST, CountedBet, Divisor, named
from baccarat.systems.counting.plots import draw_by_cards, draw_by_count
from baccarat.systems.counting.shoes import CountedShoes
from baccarat.systems.counting.worth import CountWorth

DRAWN = 8
"""The most guests in one picture: it has no more colours."""
SHEETS = 16
"""The most counts whose sheets are shown."""
TITLE = "What is it worth?"
MORE = "more than the first"
LINE = (
    *("bets a shoe", "share of coups", "mean edge when betting", "units a shoe, as won"),
    *("units a shoe, exact", "z between the two", MORE, "SCORE"),
)
"""The figures in a table of several guests."""


def count_page(
    shoes: CountedShoes, decide: Strategy = nobody, *, style: str = DEFAULT_STYLE
) -> str:
    """The page for one guest, or for several guests on the same shoes."""
    endings, plays = shoes.reader.endings, shoes.reader.plays
    number, dealing = about_shoes(shoes)
    about = f"{number}, {dealing}; {'; '.join(f'the {ending}' for ending in endings)}."
    parts = [html_text(about), _list(plays), *_figures(shoes)]
    first = shoes.worths[:: len(endings)]
    pictures = list(_pictures(first, style))
    if pictures:
        parts += ["<h2>The edge, by the count and by the cards left</h2>"]
        parts += [html_text(f"With the {endings[0]}."), *(picture.svg for picture in pictures)]
    counts = [play for play in plays if isinstance(play, CountedBet)]
    for count in counts[:SHEETS]:
        parts += _sheet(count, shoes, decide)
        if why := not_worth_it([worth for worth in shoes.worths if worth.play == count]):
            parts.append(html_text(why))
    parts += [html_text(f"Digest {shoes.tally.digest}")]
    return html_page(TITLE, parts)


def _figures(shoes: CountedShoes) -> list[str]:
    """The tables of figures: one guest has a column for each place where the shoes end; several
    guests have a line each.
    """
    worths, rows = shoes.worths, list[tuple[str, ...]]()
    if len(shoes.reader.plays) == 1:
        rows = [("", *map(ending_of, worths)), *figure_rows(worths)]
    else:
        texts = [figure_lines(worth) for worth in worths]
        if shoes.reader.compares:
            for lines, difference in zip(texts, shoes.differences, strict=True):
                lines[MORE] = plain(difference)
        names = [name for name in LINE if name in texts[0]]
        rows = [("guest", *names)]
        for place, lines in enumerate(texts):
            rows.append((_name(shoes, place), *(lines[name] for name in names)))
    table = f'<div style="overflow-x:auto">{html_table(rows)}</div>'
    return [table, html_text(about_figures(shoes))]


def _name(shoes: CountedShoes, place: int) -> str:
    """A guest's number, bet and ending."""
    worth = shoes.worths[place]
    number = place // len(shoes.reader.endings) + 1
    return f"{number}. {named(worth.play.bet)}, {ending_of(worth)}"


def _pictures(worths: Sequence[CountWorth], style: str) -> Iterable[Drawing]:
    """The pictures of the first few guests' bets: by count, and by the number of unseen cards."""
    drawable = [worth for worth in worths[:DRAWN] if worth.exact]
    if any(worth.laid.by_count for worth in drawable):
        yield draw_by_count(drawable, style=style)
    if any(worth.laid.by_cards for worth in drawable):
        yield draw_by_cards(drawable, style=style)


def _sheet(count: CountedBet, shoes: CountedShoes, decide: Strategy) -> list[str]:
    """The sheet that a guest takes to the table: the tags of the cards, and when to bet."""
    parts = [f"<h2>{escape(str(count.bet))}: the sheet</h2>", html_text(str(count))]
    if count.depth is Depth.POINTS:
        tags = (str(count.tags.get(card, 0)) for card in TENS_LAST)
        parts.append(html_table([("card", *"A23456789T"), ("counts", *tags)]))
    if count.divisor is Divisor.NOTHING:
        return parts
    rules = replace(shoes.plan.rules, cut_card=shoes.reader.endings[0].cut_card)
    steps = [f"{counted(units, 'unit')} from" for _, units in count.stakes]
    rows = sheet_rows(count, rules, decide=decide)
    if not rows:
        return [*parts, html_text(NO_ROWS)]
    return [*parts, html_table([("coup", "cards unseen", *steps), *rows])]


def _list(items: Iterable[object]) -> str:
    return f"<ol>{''.join(f'<li>{escape(str(item))}</li>' for item in items)}</ol>"
