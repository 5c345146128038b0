"""Draws a guest's luck as an SVG: the money won by coup, and the range of likely results."""

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from baccarat.base.words import Words
from baccarat.table.coach.coach import DEVIATIONS
from baccarat.web.house.luck import Luck

WIDTH, HEIGHT = 240, 80


def draw_band(luck: Luck, words: Words) -> str:
    """The SVG drawing; CSS of the page gives the colours."""
    means = [float(point.expected) for point in luck.points]
    ups = [mean + DEVIATIONS * p.deviation for mean, p in zip(means, luck.points, strict=True)]
    downs = [mean - DEVIATIONS * p.deviation for mean, p in zip(means, luck.points, strict=True)]
    wons = [float(point.won) for point in luck.points]
    low, high = min(*downs, *wons, -1.0), max(*ups, *wons, 1.0)
    last = max(len(luck.points) - 1, 1)

    def path(values: Iterable[tuple[int, float]]) -> str:
        """The SVG path through these points; each has a number of coups and an amount in coins."""
        ends = (
            f"{WIDTH * coup / last:.1f} {HEIGHT * (high - coins) / (high - low):.1f}"
            for coup, coins in values
        )
        return "L".join(ends)

    there, back = list(enumerate(ups)), list(enumerate(downs))[::-1]
    band = f"M{path([*there, *back])}z"
    label = words(
        "panel.band",
        coups=len(luck.points) - 1,
        won=words.number(luck.won, "+,"),
        expected=words.number(luck.expected, "+,.2f"),
    )
    return (
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" '
        f'role="img" aria-label={quoteattr(label)}>'
        f'<path class="band" d="{band}"/><path class="mean" d="M{path(enumerate(means))}"/>'
        f'<path class="line" d="M{path(enumerate(wons))}"/></svg>'
    )
