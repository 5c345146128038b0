"""One self-contained page about counts: figures, sheets and pictures, nothing from elsewhere."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from baccarat.core.cards import Depth
from baccarat.core.third_card import Strategy, nobody
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.systems.counting.count_figures import NO_ROWS, figure_lines, not_worth_it, plain
from baccarat.systems.counting.play import TENS_LAST, CountedBet, Divisor, named
from baccarat.systems.counting.plots import draw_by_cards, draw_by_count
from baccarat.systems.counting.shoes import CountedShoes, sheet
from baccarat.systems.counting.worth import CountWorth

DRAWN = 8
"""The most guests that one picture shows: there are so many colours."""
SHEETS = 16
"""The most counts whose sheets are printed."""
TITLE = "What is it worth?"
MORE = "more than the first"
LINE = (
    *("bets a shoe", "share of coups", "mean edge when betting", "units a shoe, as won"),
    *("units a shoe, exact", "z between the two", MORE, "SCORE"),
)
"""The figures of one of several guests."""


def count_page(
    dealt: CountedShoes, decide: Strategy = nobody, *, style: str = DEFAULT_STYLE
) -> str:
    """The page of one guest, or of several on the same shoes."""
    endings, plays = dealt.reader.endings, dealt.reader.plays
    parts = [html_text(_about(dealt)), _list(plays), *_figures(dealt)]
    first = dealt.worths[:: len(endings)]
    pictures = list(_pictures(first, style))
    if pictures:
        parts += ["<h2>The edge, by the count and by the cards left</h2>"]
        parts += [html_text(f"With the {endings[0]}."), *(each.svg for each in pictures)]
    counts = [play for play in plays if isinstance(play, CountedBet)]
    for count in counts[:SHEETS]:
        parts += _sheet(count, dealt, decide)
        if why := not_worth_it([worth for worth in dealt.worths if worth.play == count]):
            parts.append(html_text(why))
    parts += [html_text(f"Digest {dealt.tally.digest}")]
    return html_page(TITLE, parts)


def _about(dealt: CountedShoes) -> str:
    rules, many = dealt.plan.rules, f"{dealt.shoes:,}"
    part = "" if dealt.is_whole else f" of {dealt.plan.shoes:,}"
    burn = "a burn" if rules.burn else "no burn"
    decks = f"{rules.decks} deck{'s' if rules.decks > 1 else ''}"
    endings = "; ".join(f"the {ending}" for ending in dealt.reader.endings)
    return f"{many}{part} shoes of seed {dealt.plan.seed}, {decks}, {burn}; {endings}."


def _figures(dealt: CountedShoes) -> list[str]:
    """Of one guest every figure, a column for each ending; of several a line for each."""
    worths = dealt.worths
    told = [figure_lines(worth) for worth in worths]
    if len(dealt.reader.plays) == 1:
        head = ("", *map(_ending, worths))
        rows = [(name, *(each[name] for each in told)) for name in told[0]]
    else:
        if dealt.reader.compares:
            for each, more in zip(told, dealt.differences, strict=True):
                each[MORE] = plain(more)
        wanted = [name for name in LINE if name in told[0]]
        head = ("guest", *wanted)
        rows = [
            (_name(dealt, place), *(each[name] for name in wanted))
            for place, each in enumerate(told)
        ]
    exact = " Exact: every bet counted at its exact expectation when it was laid."
    said = "± is a 99 % interval." + exact * dealt.reader.exact
    return [f'<div style="overflow-x:auto">{html_table([head, *rows])}</div>', html_text(said)]


def _name(dealt: CountedShoes, place: int) -> str:
    """A guest by number, bet and ending."""
    worth = dealt.worths[place]
    number = place // len(dealt.reader.endings) + 1
    return f"{number}. {named(worth.play.bet)}, {_ending(worth)}"


def _ending(worth: CountWorth) -> str:
    return f"cut {worth.ending.cut_card}, rule {worth.ending.last_coup}"


def _pictures(worths: Sequence[CountWorth], style: str) -> Iterable[Drawing]:
    """The pictures that can be drawn, of the first few guests."""
    shown = [worth for worth in worths[:DRAWN] if worth.exact]
    if any(worth.laid.by_count for worth in shown):
        yield draw_by_count(shown, style=style)
    if any(worth.laid.by_cards for worth in shown):
        yield draw_by_cards(shown, style=style)


def _sheet(count: CountedBet, dealt: CountedShoes, decide: Strategy) -> list[str]:
    """The count as a guest takes it to the table."""
    parts = [f"<h2>{escape(str(count.bet))}: the sheet</h2>", html_text(str(count))]
    if count.depth is Depth.POINTS:
        tags = (str(count.tags.get(card, 0)) for card in TENS_LAST)
        parts.append(html_table([("card", *"A23456789T"), ("counts", *tags)]))
    if count.divisor is Divisor.NOTHING:
        return parts
    rules = replace(dealt.plan.rules, cut_card=dealt.reader.endings[0].cut_card)
    steps = [f"{units} unit{'s' if units > 1 else ''} from" for _, units in count.stakes]
    steps_left = ["-"] * len(steps)
    rows = [
        (str(row.coup), str(row.unseen), *[*map(str, row.needed), *steps_left][: len(steps)])
        for row in sheet(count, rules, decide=decide)
    ]
    if not rows:
        return [*parts, html_text(NO_ROWS)]
    return [*parts, html_table([("coup", "cards unseen", *steps), *rows])]


def _list(items: Iterable[object]) -> str:
    return f"<ol>{''.join(f'<li>{escape(str(item))}</li>' for item in items)}</ol>"
