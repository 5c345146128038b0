"""The heat map: how often each pair of final totals happens, 10 by 10."""

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap
from xml.sax.saxutils import escape

from baccarat.coup import Side, winner_of
from baccarat.render.drawing import Drawing
from baccarat.render.svg_elements import (
    CREAM,
    EDGE,
    INK,
    IVORY,
    MARGIN,
    at,
    framed,
    tag,
    text_at,
)
from baccarat.render.svg_marks import WINNER

WIDE, HIGH = 48, 32
"""one cell"""
LEFT, TOP = 44, 58
"""room for Player's totals, and for Banker's"""
SIZE = 10
RIGHT, BOTTOM = LEFT + SIZE * WIDE, TOP + SIZE * HIGH
"""where the cells end and their sums begin"""
LEGEND, LINE = 42, 16
LETTERS = 88
"""of the note, in a line"""
NAMES = {Side.PLAYER: "Player wins", None: "tie", Side.BANKER: "Banker wins"}


def draw_matrix(weights: Sequence[Sequence[int]], about: str = "") -> Drawing:
    """Draw the weights of all final totals: Player's down, Banker's across; the more the darker.

    >>> draw_matrix([[1] * 10] * 10).svg.count("1.00 %")
    100
    """
    whole, most = sum(map(sum, weights)), max(map(max, weights))
    cells = "".join(
        at(
            LEFT + banker * WIDE,
            TOP + player * HIGH,
            _cell(player, banker, Fraction(weight, whole), Fraction(weight, most)),
            data_cell=f"{player},{banker}",
        )
        for player, row in enumerate(weights)
        for banker, weight in enumerate(row)
    )
    edge = tag(
        "rect", x=LEFT, y=TOP, width=SIZE * WIDE, height=SIZE * HIGH, fill="none", stroke=EDGE
    )
    note = wrap(f"In per cent of all coups{f': {about}' if about else ''}", LETTERS)
    legend = at(LEFT, BOTTOM + LEGEND, _legend(weights, whole) + _note(note))
    return framed(
        _headings() + cells + edge + _sums(weights, whole) + legend,
        RIGHT + WIDE + MARGIN,
        BOTTOM + LEGEND + LINE * (len(note) + 1) + MARGIN,
        f"Final totals{f' of {about}' if about else ''}",
    )


def _percent(chance: Fraction, digits: int = 2) -> str:
    return f"{100 * float(chance):.{digits}f}"


def _cell(player: int, banker: int, chance: Fraction, strength: Fraction) -> str:
    winner = winner_of(player, banker)
    name, colour = WINNER[winner]
    # Rare totals keep a tint; impossible ones have no tint and no number.
    fill = _mixed(colour, (1 + 7 * strength) / 8 if chance else Fraction(0))
    title = f"Player {player}, Banker {banker}: {_percent(chance)} %"
    paper = tag("rect", width=WIDE, height=HIGH, fill=fill, class_=name)
    weight = "bold" if winner is None else "normal"
    number = _middle(_percent(chance), 0, 0, 12, _letters_on(fill), weight) if chance else ""
    return tag("title", escape(title)) + paper + number


def _mixed(colour: str, share: Fraction) -> str:
    """A share of a colour mixed with ivory."""
    parts = zip(_channels(IVORY), _channels(colour), strict=True)
    return "#" + "".join(f"{int(paper + (ink - paper) * share):02x}" for paper, ink in parts)


def _channels(colour: str) -> list[int]:
    return [int(colour[first : first + 2], 16) for first in (1, 3, 5)]


def _letters_on(fill: str) -> str:
    """Light letters on dark paper, dark ones on light: by the luma of Rec. 601."""
    red, green, blue = _channels(fill)
    return IVORY if 299 * red + 587 * green + 114 * blue < 140_000 else INK


def _middle(text: object, x: int, y: int, size: int, fill: str, weight: str = "normal") -> str:
    """Words in the middle of the cell that begins there."""
    place = {"text_anchor": "middle", "font_weight": weight}
    return text_at(text, x + WIDE // 2, y + HIGH // 2 + 4, size, fill, **place)


def _headings() -> str:
    spaced = {"text_anchor": "middle", "letter_spacing": 0.4}
    turned = f"translate(16 {(TOP + BOTTOM) // 2}) rotate(-90)"
    heads = text_at("Banker's final total", (LEFT + RIGHT) // 2, 20, 13, CREAM, **spaced)
    heads += text_at("Player's final total", 0, 0, 13, CREAM, transform=turned, **spaced)
    for total in range(SIZE):
        heads += _middle(total, LEFT + total * WIDE, TOP - HIGH, 14, CREAM, "bold")
        heads += _middle(total, LEFT - 40, TOP + total * HIGH, 14, CREAM, "bold")
    return heads


def _sums(weights: Sequence[Sequence[int]], whole: int) -> str:
    sums = _middle("all", RIGHT, TOP - HIGH, 12, CREAM) + _middle(
        "all", LEFT - 40, BOTTOM, 12, CREAM
    )
    for total, row in enumerate(weights):
        sums += _middle(_percent(Fraction(sum(row), whole)), RIGHT, TOP + total * HIGH, 12, CREAM)
    for total, column in enumerate(zip(*weights, strict=True)):
        chance = Fraction(sum(column), whole)
        sums += _middle(_percent(chance), LEFT + total * WIDE, BOTTOM, 12, CREAM)
    return sums


def _legend(weights: Sequence[Sequence[int]], whole: int) -> str:
    won: dict[Side | None, int] = dict.fromkeys(NAMES, 0)
    for player, row in enumerate(weights):
        for banker, weight in enumerate(row):
            won[winner_of(player, banker)] += weight
    drawn = ""
    for place, (side, weight) in enumerate(won.items()):
        _, colour = WINNER[side]
        sample = tag("rect", y=1, width=13, height=13, fill=colour, stroke=CREAM, stroke_width=0.8)
        label = f"{NAMES[side]} {_percent(Fraction(weight, whole), 4)} %"
        drawn += at(place * 170, 0, sample + text_at(label, 20, 12, 12.5, CREAM))
    return drawn


def _note(lines: Sequence[str]) -> str:
    return "".join(
        text_at(line, 0, 34 + place * LINE, 11.5, CREAM) for place, line in enumerate(lines)
    )
