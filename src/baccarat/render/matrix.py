"""Draws the heat map: how often each pair of final totals happens, in 10 by 10 cells."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from xml.sax.saxutils import escape

from baccarat.core.coup import Side, winner_of
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, DrawingStyle, style_of
from baccarat.render.svg_elements import MARGIN, at, framed, note_at, tag, text_at
from baccarat.render.svg_marks import WINNER

WIDE, HIGH = 48, 32
"""the size of one cell"""
LEFT, TOP = 44, 58
"""pixels for Player's totals, and for Banker's"""
SIZE = 10
RIGHT, BOTTOM = LEFT + SIZE * WIDE, TOP + SIZE * HIGH
"""the edges where the cells end and the sums begin"""
LEGEND, LINE = 42, 16
LETTERS = 88
"""the most letters in a line of the note"""
NAMES = {Side.PLAYER: "Player wins", None: "tie", Side.BANKER: "Banker wins"}
GREY = Fraction(1, 2)
"""The darkness of the likeliest cell in print; black figures stay readable on it."""
CORNERS = {Side.PLAYER: "M0 1v13h13z", None: "M0 1l13 13", Side.BANKER: "M0 1h13v13z"}
"""The shapes that show the winner in print: below the diagonal, on it, above it."""


def draw_matrix(
    weights: Sequence[Sequence[int]], about: str = "", *, style: str = DEFAULT_STYLE
) -> Drawing:
    """Draw the weights of all pairs of final totals; rows are Player's, columns are Banker's.

    >>> draw_matrix([[1] * 10] * 10).svg.count("1.00 %")
    100
    """
    look = style_of(style)
    whole, most = sum(map(sum, weights)), max(map(max, weights))
    cells = "".join(
        at(
            LEFT + banker * WIDE,
            TOP + player * HIGH,
            _cell(player, banker, Fraction(weight, whole), Fraction(weight, most), look),
            data_cell=f"{player},{banker}",
        )
        for player, row in enumerate(weights)
        for banker, weight in enumerate(row)
    )
    size = {"width": SIZE * WIDE, "height": SIZE * HIGH}
    edge = tag("rect", x=LEFT, y=TOP, **size, fill="none", stroke=look.edge)
    if look.is_print:
        edge += _diagonal(look)
    note = wrap(f"In per cent of all coups{f': {about}' if about else ''}", LETTERS)
    told = _told(weights, whole)
    legend = at(LEFT, BOTTOM + LEGEND, _legend(told, look) + note_at(note, 0, 34, LINE, look.label))
    return framed(
        _headings(look) + cells + edge + _sums(weights, whole, look) + legend,
        RIGHT + WIDE + MARGIN,
        BOTTOM + LEGEND + LINE * (len(note) + 1) + MARGIN,
        f"Final totals{f' of {about}' if about else ''}: {', '.join(told.values())}",
        style=look,
    )


def _percent(chance: Fraction, digits: int = 2) -> str:
    return f"{100 * float(chance):.{digits}f}"


def _cell(
    player: int, banker: int, chance: Fraction, strength: Fraction, style: DrawingStyle
) -> str:
    winner = winner_of(player, banker)
    name = WINNER[winner]
    # Rare totals keep a tint; impossible ones have no tint and no number.
    share = (1 + 7 * strength) / 8 if chance else Fraction(0)
    if style.is_print:
        fill = _mixed(style.ink, GREY * share, style.paper)
    else:
        fill = _mixed(style.fills[name[0]], share, style.paper)
    title = f"Player {player}, Banker {banker}: {_percent(chance)} %"
    paper = tag("rect", width=WIDE, height=HIGH, fill=fill, class_=name)
    weight = "bold" if winner is None else "normal"
    letters = _letters_on(fill, style)
    number = _middle(_percent(chance), 0, 0, 12, letters, weight) if chance else ""
    return tag("title", escape(title)) + paper + number


def _diagonal(style: DrawingStyle) -> str:
    """The lines along both sides of the diagonal, where the ties are."""
    down = "".join(f"h{WIDE}v{HIGH}" for _ in range(SIZE))
    across = "".join(f"v{HIGH}h{WIDE}" for _ in range(SIZE))
    line = f"M{LEFT} {TOP}{down}M{LEFT} {TOP}{across}"
    return tag("path", d=line, fill="none", stroke=style.edge, stroke_width=1.4)


def _mixed(colour: str, share: Fraction, paper: str) -> str:
    """A mix of two colours: this share of `colour`, the rest of the paper's colour."""
    parts = zip(_channels(paper), _channels(colour), strict=True)
    return "#" + "".join(f"{int(light + (ink - light) * share):02x}" for light, ink in parts)


def _channels(colour: str) -> list[int]:
    return [int(colour[first : first + 2], 16) for first in (1, 3, 5)]


def _letters_on(fill: str, style: DrawingStyle) -> str:
    """Light letters for a dark cell, dark letters for a light one, by the luma of Rec. 601."""
    if style.is_print:
        return style.ink
    red, green, blue = _channels(fill)
    return style.paper if 299 * red + 587 * green + 114 * blue < 140_000 else style.ink


def _middle(text: object, x: int, y: int, size: int, fill: str, weight: str = "normal") -> str:
    """Text in the middle of the cell whose corner is at (x, y)."""
    place = {"text_anchor": "middle", "font_weight": weight}
    return text_at(text, x + WIDE // 2, y + HIGH // 2 + 4, size, fill, **place)


def _headings(style: DrawingStyle) -> str:
    spaced = {"text_anchor": "middle", "letter_spacing": 0.4}
    turned = f"translate(16 {(TOP + BOTTOM) // 2}) rotate(-90)"
    heads = text_at("Banker's final total", (LEFT + RIGHT) // 2, 20, 13, style.label, **spaced)
    heads += text_at("Player's final total", 0, 0, 13, style.label, transform=turned, **spaced)
    for total in range(SIZE):
        heads += _middle(total, LEFT + total * WIDE, TOP - HIGH, 14, style.label, "bold")
        heads += _middle(total, LEFT - 40, TOP + total * HIGH, 14, style.label, "bold")
    return heads


def _sums(weights: Sequence[Sequence[int]], whole: int, style: DrawingStyle) -> str:
    beside = [(RIGHT, TOP + total * HIGH, sum(row)) for total, row in enumerate(weights)]
    columns = enumerate(zip(*weights, strict=True))
    below = [(LEFT + total * WIDE, BOTTOM, sum(column)) for total, column in columns]
    sums = _middle("all", RIGHT, TOP - HIGH, 12, style.label)
    sums += _middle("all", LEFT - 40, BOTTOM, 12, style.label)
    for x, y, weight in (*beside, *below):
        sums += _middle(_percent(Fraction(weight, whole)), x, y, 12, style.label)
    return sums


def _told(weights: Sequence[Sequence[int]], whole: int) -> dict[Side | None, str]:
    """The chance of each winner, in words."""
    won: dict[Side | None, int] = dict.fromkeys(NAMES, 0)
    for player, row in enumerate(weights):
        for banker, weight in enumerate(row):
            won[winner_of(player, banker)] += weight
    return {
        side: f"{NAMES[side]} {_percent(Fraction(weight, whole), 4)} %"
        for side, weight in won.items()
    }


def _legend(told: Mapping[Side | None, str], style: DrawingStyle) -> str:
    drawn = ""
    for place, (side, label) in enumerate(told.items()):
        colour = style.ink if style.is_print else style.fills[WINNER[side][0]]
        edge = {"stroke": style.label, "stroke_width": 0.8}
        if style.is_print:
            sample = tag("rect", y=1, width=13, height=13, fill="none", **edge)
            sample += tag("path", d=CORNERS[side], fill=colour, **edge)
        else:
            sample = tag("rect", y=1, width=13, height=13, fill=colour, **edge)
        drawn += at(place * 170, 0, sample + text_at(label, 20, 12, 12.5, style.label))
    return drawn
