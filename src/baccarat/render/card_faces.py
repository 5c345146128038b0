"""Draws playing cards for a page; all refer to one sheet with the suits, crowns and back.

card_sheet()                          once a page
page_card(Card.parse("Kh"), words)    the face, named in the language
page_back(words)                      a card face down
page_lifted([("long", "two sides")], words)   a card that is squeezed

The markup of a squeezed card has only the parts that have been lifted. The edges do not show the
suit, so their pips are plain shapes. The corner shows rank and suit.

A page chooses two or four colours and the size of the index by `data-suits` and `data-index` at
an ancestor, and uses the style sheet `drawing.css`.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise

from baccarat.base.errors import BadValue
from baccarat.base.hints import checked, quoted
from baccarat.base.words import Words
from baccarat.core.cards import Card, Rank, Suit
from baccarat.render.svg_elements import tag

WIDE, HIGH = 250, 350
ROUND = 18
MIDDLE = f"rotate(180 {WIDE // 2} {HIGH // 2})"
PIP, ACE, SMALL = 46, 96, 34
LEFT, CENTRE, RIGHT = 75, 125, 175
ROWS = {"two": (70, 280), "three": (70, 175, 280), "four": (70, 140, 210, 280)}
"""The heights of the pips along a long edge."""
COLUMNS: dict[Rank, tuple[str, tuple[int, ...]]] = {
    Rank.TWO: ("", (70, 280)),
    Rank.THREE: ("", (70, 175, 280)),
    Rank.FOUR: ("two", ()),
    Rank.FIVE: ("two", (175,)),
    Rank.SIX: ("three", ()),
    Rank.SEVEN: ("three", (122,)),
    Rank.EIGHT: ("three", (122, 228)),
    Rank.NINE: ("four", (175,)),
    Rank.TEN: ("four", (105, 245)),
}
"""The row of pips on both sides of a card, and the heights of the pips between them."""
RANK_WIDTHS = {"10": 46, "A": 44, "K": 44, "Q": 44, "J": 24}
"""The width of a rank in its corner, in any font."""
RANK_FEET = {"J": 52}
"""The baseline of a rank; in some fonts a J hangs lower."""
OPEN_X, OPEN_Y = 86, 82
"""How far a card is open when its long edge, or its short edge, is lifted."""
OPEN_ACROSS, OPEN_DOWN = 112, 158
"""How far along both edges a card is open when its corner is lifted."""
PICTURES = (Rank.JACK, Rank.QUEEN, Rank.KING)

SUITS = {
    Suit.HEARTS: "M50 90C20 63 6 47 6 29 6 14 17 5 29 5c10 0 17 6 21 15C54 11 61 5 71 5c12 0 23 9"
    " 23 24 0 18-14 34-44 61z",
    Suit.DIAMONDS: "M50 3c10 18 22 34 37 47-15 13-27 29-37 47C40 79 28 63 13 50 28 37 40 21 50 3z",
    Suit.SPADES: "M50 4c8 18 42 34 42 58 0 14-10 22-21 22-8 0-14-4-17-10 1 10 5 17 12 22H34c7-5"
    " 11-12 12-22-3 6-9 10-17 10C18 84 8 76 8 62 8 38 42 22 50 4z",
    Suit.CLUBS: "M50 5a21 21 0 0 1 16 35 21 21 0 1 1-11 34c1 10 5 17 12 22H33c7-5 11-12 12-22a21"
    " 21 0 1 1-11-34A21 21 0 0 1 50 5z",
}
CROWNS = {
    Rank.KING: '<path d="M4 12l13 10L30 4l13 18 13-10-6 24H10z"/><path class="band" '
    'd="M10 39h40v3H10z"/><circle cx="30" cy="3" r="3"/><circle cx="4" cy="10" r="2.6"/>'
    '<circle cx="56" cy="10" r="2.6"/>',
    Rank.QUEEN: '<path d="M6 16c8 2 12 4 14 10 3-8 6-14 10-20 4 6 7 12 10 20 2-6 6-8 14-10l-6 '
    '20H12z"/><path class="band" d="M12 39h36v3H12z"/><circle cx="30" cy="4" r="3.4"/>',
    Rank.JACK: '<path d="M8 36c0-17 8-27 24-27 10 0 18 6 20 14-6-4-10-4-14-2 6 2 10 7 12 15z"/>'
    '<path d="M36 9c2-6 8-9 15-7-2 7-7 9-13 9z"/><path class="band" d="M8 39h42v3H8z"/>',
}


LONG_PIPS: dict[str, tuple[int, ...]] = {
    "no side": (),
    "two sides": ROWS["two"],
    "three sides": ROWS["three"],
    "four sides": ROWS["four"],
}
"""The places of the pips along the long edge."""
SHORT_PIPS: dict[str, tuple[int, ...]] = {
    "no pip": (),
    "one pip": (CENTRE,),
    "two pips": (LEFT, RIGHT),
}
"""The places of the pips along the short edge."""
PICTURE = "a picture"
FIRST_ROW = 70
LONG, SHORT, CORNER = EDGES = ("long", "short", "corner")
SHAPE = {"rx": 20, "ry": 22}
"""the shape of a pip that does not show its suit"""


@checked
def card_sheet() -> str:
    """The shapes of suits, crowns and back, which a page with cards needs once."""
    suits = [_symbol(f"suit-{suit}", "0 0 100 100", tag("path", d=d)) for suit, d in SUITS.items()]
    crowns = [_symbol(f"crown-{rank}", "0 0 60 44", drawn) for rank, drawn in CROWNS.items()]
    back = _symbol("card-back", f"0 0 {WIDE} {HIGH}", _back())
    content = "".join([*suits, *crowns, back, *_lids()])
    return tag("svg", content, class_="symbols", aria_hidden="true", focusable="false")


@checked
def page_card(card: Card, words: Words, across: bool = False) -> str:
    """A card face up; `across` turns the card sideways, as a third card lies."""
    content = _paper()
    if card.known_rank is not None:
        content += _face(card.known_rank, card.known_suit) + _index(card)
        content += tag("g", _index(card), transform=MIDDLE)
    else:
        content += _big(str(card.points))
    suit = "x" if card.known_suit is None else card.known_suit.value
    return _card(content, f"suit-{suit}", card_in_words(card, words), across)


@checked
def page_back(words: Words, across: bool = False) -> str:
    """A card face down."""
    return _card(_down(), "down", words("card.down"), across)


@checked
def page_lifted(lifted: Sequence[tuple[str, str]], words: Words, across: bool = False) -> str:
    """A card with lifted edges; `lifted` has edges and what they show: `("long", "two sides")`."""
    shown, label, suit = "", words("card.down"), "x"
    for edge, what in lifted:
        if edge == CORNER:
            card = Card.parse(what)
            suit = "x" if card.known_suit is None else card.known_suit.value
            shown, told = shown + _index(card), card_in_words(card, words)
        elif edge in (LONG, SHORT) and f"edge.{what}" in words.texts:
            shown, told = shown + _edge(edge, what), words(f"edge.{what}")
        else:
            raise BadValue(f"no edge of a card shows this: {quoted(edge)}, {quoted(what)}")
        label = words("card.lifted", card=label, edges=words(f"card.{edge}", shown=told))
    edges = [edge for edge in EDGES if edge in dict(lifted)]
    if not edges:
        return page_back(words, across)
    lid = _down(clip_path=f"url(#lid-{'-'.join(edges)})")
    lid += tag("path", class_="curl", d=_fold(edges))
    content = _paper() + shown + tag("g", lid, class_="lid")
    return _card(content, f"lifted suit-{suit}", label, across)


def card_in_words(card: Card, words: Words) -> str:
    """A card's name, as far as it is known: `King of hearts`, `King`, `a card of 7 points`."""
    if card.known_rank is None:
        return words("card.points", points=card.points)
    rank = words(f"card.{card.known_rank}")
    if card.known_suit is None:
        return rank
    return words("card.name", rank=rank, suit=words(f"card.{card.known_suit}"))


def _card(content: str, kind: str, label: str, across: bool = False) -> str:
    """The SVG element of a card, around this content."""
    name = f"card {kind} across" if across else f"card {kind}"
    box = f"0 0 {WIDE} {HIGH}"
    return tag("svg", content, class_=name, viewBox=box, role="img", aria_label=label)


def _paper() -> str:
    return tag("rect", class_="card-paper", width=WIDE, height=HIGH, rx=ROUND)


def _down(**more: object) -> str:
    return tag("use", href="#card-back", width=WIDE, height=HIGH, **more)


def _index(card: Card) -> str:
    """Rank and suit in the corner at the top left."""
    rank = "10" if card.known_rank is Rank.TEN else str(card.known_rank)
    wide = {"textLength": RANK_WIDTHS.get(rank, 32), "lengthAdjust": "spacingAndGlyphs"}
    content = tag("text", rank, x=30, y=RANK_FEET.get(rank, 56), class_=f"rank rank-{rank}", **wide)
    if card.known_suit is not None:
        content += _pip(card.known_suit, 30, 82, SMALL)
    return tag("g", content, class_="index")


def _face(rank: Rank, suit: Suit | None) -> str:
    if suit is None:
        return _big("10" if rank is Rank.TEN else str(rank))
    if rank in PICTURES:
        return tag("g", _court(rank, suit), class_="pips")
    if rank is Rank.ACE:
        return tag("g", _pip(suit, CENTRE, HIGH // 2, ACE), class_="pips")
    sides, between = COLUMNS[rank]
    places = [(x, y) for y in ROWS.get(sides, ()) for x in (LEFT, RIGHT)]
    places += [(CENTRE, y) for y in between]
    upright = "".join(_pip(suit, x, y, PIP) for x, y in places if y <= HIGH // 2)
    turned = "".join(_pip(suit, WIDE - x, HIGH - y, PIP) for x, y in places if y > HIGH // 2)
    if turned:
        upright += tag("g", turned, transform=MIDDLE)
    return tag("g", upright, class_="pips")


def _big(text: str) -> str:
    """A card whose suit is unknown: only its rank or its points."""
    return tag("text", text, x=CENTRE, y=212, class_="court")


def _pip(suit: Suit, x: int, y: int, size: int) -> str:
    return tag(
        "use", href=f"#suit-{suit}", x=x - size // 2, y=y - size // 2, width=size, height=size
    )


def _court(rank: Rank, suit: Suit) -> str:
    """The middle of a picture card: a frame, half a picture, and the same half turned below."""
    half = (
        tag("use", href=f"#crown-{rank}", class_="crown", x=93, y=50, width=64, height=47)
        + tag("text", str(rank), x=CENTRE, y=157, class_="court")
        + _pip(suit, 174, 66, 30)
    )
    frame = tag("rect", class_="frame", x=56, y=40, width=138, height=270, rx=6)
    slash = tag("path", class_="frame", d="M56 205 194 145")
    return frame + slash + half + tag("g", half, transform=MIDDLE)


def _edge(edge: str, what: str) -> str:
    """The pips that a lifted edge shows, or the frame of a picture card."""
    if what == PICTURE:
        frame = f"M{OPEN_X} 40H56V310H{OPEN_X}" if edge == LONG else f"M56 {OPEN_Y}V40H194V{OPEN_Y}"
        return tag("path", class_="frame", d=frame)
    if edge == LONG:
        places = [(LEFT, y) for y in LONG_PIPS[what]]
    else:
        places = [(x, FIRST_ROW) for x in SHORT_PIPS[what]]
    return "".join(tag("ellipse", class_="any-pip", cx=x, cy=y, **SHAPE) for x, y in places)


def fold_lines(edges: Sequence[str]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The lines along which these lifted edges are bent; the open part is at the left of each line.

    >>> fold_lines(["long"])
    [((86, 350), (86, 0))]
    """
    return [
        ((x, y), (to_x, to_y))
        for (x, y), (to_x, to_y) in pairwise(_lid_corners(edges)[:-1])
        if not x == to_x == 0 and not y == to_y == 0
    ]


def _fold(edges: Sequence[str]) -> str:
    """The fold lines of a card with these lifted edges, as an SVG path."""
    return "".join(f"M{x} {y}L{to_x} {to_y}" for (x, y), (to_x, to_y) in fold_lines(edges))


def _lid_corners(edges: Sequence[str]) -> list[tuple[int, int]]:
    """The corners of the lid: the part of the back that stays down when these edges are lifted."""
    x = OPEN_X if LONG in edges else 0
    y = OPEN_Y if SHORT in edges else 0
    start: list[tuple[int, int]] = [(x, y)]
    if CORNER in edges and x / OPEN_ACROSS + y / OPEN_DOWN < 1:
        low, right = OPEN_DOWN * (1 - x / OPEN_ACROSS), OPEN_ACROSS * (1 - y / OPEN_DOWN)
        start = [(x, round(low)), (round(right), y)]
    return [(x, HIGH), *start, (WIDE, y), (WIDE, HIGH)]


def _lids() -> list[str]:
    """For every set of lifted edges, the shape of the back that still covers the card."""
    lifted = [kept for count in (1, 2, 3) for kept in combinations(EDGES, count)]
    return [
        tag(
            "clipPath",
            tag("path", d="M" + "L".join(f"{x} {y}" for x, y in _lid_corners(kept)) + "z"),
            id=f"lid-{'-'.join(kept)}",
        )
        for kept in lifted
    ]


def _symbol(name: str, box: str, content: str) -> str:
    return tag("symbol", content, id=name, viewBox=box)


def _back() -> str:
    """The back: an ivory edge, a lattice, and a seal with the best total."""
    step = 22
    slants = "".join(
        f"M{max(12, 12 + at - 326)} {min(338, 12 + at)}L{min(238, 12 + at)} {max(12, at - 214)}"
        for at in range(step, 226 + 326, step)
    )
    turned = tag("path", class_="back-lines", d=slants, transform=f"matrix(-1 0 0 1 {WIDE} 0)")
    return (
        tag("rect", class_="back-edge", width=WIDE, height=HIGH, rx=ROUND)
        + tag("rect", class_="back-field", x=12, y=12, width=226, height=326, rx=10)
        + tag("path", class_="back-lines", d=slants)
        + turned
        + tag("circle", class_="back-seal", cx=CENTRE, cy=HIGH // 2, r=46)
        + tag("text", "9", x=CENTRE, y=197, class_="back-letter")
    )
