"""A card that is squeezed: what has been lifted is drawn, and nothing else is in the markup.

The edges tell no suit, so their pips have none: they are plain shapes, half seen. The corner tells
rank and suit, and shows the index.
"""

from collections.abc import Sequence

from baccarat.cards import Card
from baccarat.errors import BadValue
from baccarat.hints import checked, quoted
from baccarat.render.card_faces import (
    CENTRE,
    HIGH,
    LEFT,
    OPEN_X,
    OPEN_Y,
    RIGHT,
    ROWS,
    WIDE,
    back_of_card,
    card_element,
    card_in_words,
    index,
    lid_corners,
    page_back,
    paper_of_card,
)
from baccarat.render.svg_elements import tag
from baccarat.words import Words

LONG_PIPS: dict[str, tuple[int, ...]] = {
    "no side": (),
    "two sides": ROWS["two"],
    "three sides": ROWS["three"],
    "four sides": ROWS["four"],
}
"""Where the pips lie along the long edge."""
SHORT_PIPS: dict[str, tuple[int, ...]] = {
    "no pip": (),
    "one pip": (CENTRE,),
    "two pips": (LEFT, RIGHT),
}
"""Where the pips lie along the short edge."""
PICTURE = "a picture"
FIRST_ROW = 70
LONG, SHORT, CORNER = EDGES = ("long", "short", "corner")
SHAPE = {"rx": 20, "ry": 22}
"""a pip without its suit"""


@checked
def page_lifted(lifted: Sequence[tuple[str, str]], words: Words, across: bool = False) -> str:
    """A card face down of which edges are lifted: pairs of an edge and of what it shows."""
    shown, label, suit = "", words("card.down"), "x"
    for edge, what in lifted:
        if edge == CORNER:
            card = Card.parse(what)
            suit = "x" if card.known_suit is None else card.known_suit.value
            shown, told = shown + index(card), card_in_words(card, words)
        elif edge in (LONG, SHORT) and f"edge.{what}" in words.texts:
            shown, told = shown + _edge(edge, what), words(f"edge.{what}")
        else:
            raise BadValue(f"no edge of a card shows this: {quoted(edge)}, {quoted(what)}")
        label = words("card.lifted", card=label, edges=words(f"card.{edge}", shown=told))
    edges = [edge for edge in EDGES if edge in dict(lifted)]
    if not edges:
        return page_back(words, across)
    lid = back_of_card(clip_path=f"url(#lid-{'-'.join(edges)})") + tag(
        "path", class_="curl", d=_fold(edges)
    )
    content = paper_of_card() + shown + tag("g", lid, class_="lid")
    return card_element(content, f"lifted suit-{suit}", label, across)


def _edge(edge: str, what: str) -> str:
    """The pips of an edge, or the frame of a picture."""
    if what == PICTURE:
        frame = f"M{OPEN_X} 40H56V310H{OPEN_X}" if edge == LONG else f"M56 {OPEN_Y}V40H194V{OPEN_Y}"
        return tag("path", class_="frame", d=frame)
    if edge == LONG:
        places = [(LEFT, y) for y in LONG_PIPS[what]]
    else:
        places = [(x, FIRST_ROW) for x in SHORT_PIPS[what]]
    return "".join(tag("ellipse", class_="any-pip", cx=x, cy=y, **SHAPE) for x, y in places)


def _fold(edges: Sequence[str]) -> str:
    """The line along which the card is bent."""
    corners = lid_corners(edges)
    bent = [corner for corner in corners if corner != (WIDE, HIGH)]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in bent)
