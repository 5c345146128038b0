"""Draws the edge of laid bets by the count, and by the unseen cards, as curves."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from baccarat.base.errors import BadValue
from baccarat.base.hints import guided
from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.systems.counting.play import named
from baccarat.systems.counting.totals import BILLION, LaidRow
from baccarat.systems.counting.worth import CountWorth

RARE = 1_000
"""A point of a curve has at least one thousandth of the bets."""
TOGETHER = 13
"""The unseen cards that make one point: a quarter of a deck."""


@guided
def draw_by_count(worths: Sequence[CountWorth], *, style: str = DEFAULT_STYLE) -> Drawing:
    """A plot of the mean edge and the bets per shoe, by the count rounded down."""
    counting = [worth for worth in worths if worth.laid.by_count]
    if not counting:
        raise BadValue("no bet was laid by a count: there is nothing to draw")
    tables = [(worth, dict(sorted(worth.laid.by_count.items()))) for worth in counting]
    return _draw(worths, tables, "count, rounded down", style)


@guided
def draw_by_cards(worths: Sequence[CountWorth], *, style: str = DEFAULT_STYLE) -> Drawing:
    """A plot of the mean edge and the bets per shoe, by the unseen cards."""
    tables = [(worth, _together(worth.laid.by_cards)) for worth in worths if worth.laid.by_cards]
    if not tables:
        raise BadValue("no bet was laid: there is nothing to draw")
    return _draw(worths, tables, "cards unseen", style)


def _together(rows: Mapping[int, LaidRow]) -> dict[int, LaidRow]:
    """The rows of neighbouring numbers of cards, added up to one row with the middle number."""
    sums: dict[int, LaidRow] = defaultdict(lambda: (0, 0, 0, 0))
    for cards, row in sorted(rows.items()):
        at = cards // TOGETHER * TOGETHER + TOGETHER // 2
        bets, units, coins, expected = (a + b for a, b in zip(sums[at], row, strict=True))
        sums[at] = bets, units, coins, expected
    return dict(sums)


def _draw(
    worths: Sequence[CountWorth],
    tables: list[tuple[CountWorth, dict[int, LaidRow]]],
    across: str,
    style: str,
) -> Drawing:
    edges, often = [], []
    endings = {worth.ending for worth, _ in tables}
    plays = list(dict.fromkeys(worth.play for worth in worths))
    is_clear = len({named(play.bet) for play in plays}) == len(plays)
    for worth, rows in tables:
        if not worth.exact:
            raise BadValue(
                "the edge of a bet is drawn from its exact expectations: count with exact=True"
            )
        number = plays.index(worth.play) + 1
        name = named(worth.play.bet) if is_clear else f"{number}. {named(worth.play.bet)}"
        if len(endings) > 1:
            name = f"{name}, {worth.ending.cut_card} {worth.ending.last_coup}"
        least = sum(row[0] for row in rows.values()) / RARE
        points = {Fraction(at): row for at, row in rows.items() if row[0] >= least}
        means = [(at, Fraction(100 * row[3], BILLION * row[1])) for at, row in points.items()]
        edges.append(Curve(name, means))
        bets = [(at, Fraction(row[0], worth.laid.shoes)) for at, row in points.items()]
        often.append(Curve(name, bets))
    sheets = [Sheet("Mean edge when betting, per cent", edges), Sheet("Bets a shoe", often)]
    shoes = tables[0][0].laid.shoes
    about = f"{shoes:,} shoes; every bet at its exact expectation"
    return draw_curves(sheets, across, about, style=style)
