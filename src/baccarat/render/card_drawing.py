"""Draws cards as a complete picture on a background; it needs no style sheet.

draw_cards(cards, words, style)      cards side by side
draw_coup(coup, words, style)        both hands, third cards across, and the croupier's call

The faces come from `card_faces`; attributes replace the classes of their style sheet.
"""

import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape
from zlib import crc32

from baccarat.base.words import Words
from baccarat.core.calls import call
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.render.card_faces import HIGH, WIDE, card_in_words, card_sheet, page_back, page_card
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import GOLD, DrawingStyle
from baccarat.render.svg_elements import MARGIN, at, framed, tag, text_at

SCALE = 0.28
"""the size of a card in a picture, relative to `card_faces`"""
CARD_WIDE, CARD_HIGH = round(SCALE * WIDE), round(SCALE * HIGH)
GAP, APART = 8, 36
"""pixels between two cards, and between the hands"""
HEAD, FOOT = 28, 30
"""pixels above the cards for a hand's name, and below for the call"""
LEAST_WIDE = 330
"""the least width of a coup's picture, so that the call fits"""
A_ROW = 13
"""the most cards in a row"""
PAPER, BACK, BRASS, GREY = "#fffdf7", "#7a1226", "#d8b56a", "#3b4048"
SERIF = "Palatino, Georgia, Liberation Serif, Noto Serif, serif"
LOOKS = {
    "card": f'width="{WIDE}" height="{HIGH}"',
    "suit-h": 'fill="#c8102e"',
    "suit-d": 'fill="#c8102e"',
    "suit-s": 'fill="#14181f"',
    "suit-c": 'fill="#14181f"',
    "suit-x": f'fill="{GREY}"',
    "card-paper": f'fill="{PAPER}" stroke="#00000033" stroke-width="2"',
    "rank": 'font-size="60" font-weight="600"',
    "court": 'font-size="74" font-weight="500"',
    "frame": 'fill="none" stroke="#c9a85e" stroke-width="2.4"',
    "crown": f'fill="{BRASS}"',
    "back-edge": f'fill="{PAPER}"',
    "back-field": f'fill="{BACK}"',
    "back-lines": f'stroke="{BRASS}" stroke-opacity="0.4" stroke-width="1.6" fill="none"',
    "back-seal": f'fill="{BACK}" stroke="{BRASS}" stroke-width="3"',
    "back-letter": f'fill="{BRASS}" font-size="62" font-weight="500"',
}
"""The attributes that replace the classes of a face."""

LaidCard = Card | None
"""A card; None lies face down."""


def draw_cards(cards: Sequence[Card], words: Words, style: DrawingStyle) -> Drawing:
    """Cards side by side, 13 in a row."""
    rows = [cards[first : first + A_ROW] for first in range(0, len(cards), A_ROW)]
    content = "".join(
        _laid(card, MARGIN + x * (CARD_WIDE + GAP), MARGIN + y * (CARD_HIGH + GAP), words)
        for y, row in enumerate(rows)
        for x, card in enumerate(row)
    )
    wide = max([len(row) for row in rows], default=1) * (CARD_WIDE + GAP) - GAP
    high = max(1, len(rows)) * (CARD_HIGH + GAP) - GAP
    label = _in_words(cards, words)
    return _drawn(content, wide + 2 * MARGIN, high + 2 * MARGIN, label, words, style)


def draw_coup(coup: Coup, words: Words, style: DrawingStyle) -> Drawing:
    """A drawing of both hands with totals, sideways third cards, and the croupier's call."""
    totals = {side: str(coup.hand(side).total) if len(coup.hand(side)) else "" for side in Side}
    hands = {side: coup.hand(side).cards for side in Side}
    winner = coup.winner if coup.is_over else None
    more = "" if coup.is_over else " …"
    return draw_hands(hands, totals, f"{words.say(call(coup))}{more}", words, style, winner)


def draw_hands(
    hands: Mapping[Side, Sequence[LaidCard]],
    totals: Mapping[Side, str],
    below: str,
    words: Words,
    style: DrawingStyle,
    winner: Side | None = None,
) -> Drawing:
    """Two hands side by side; a card that is None lies face down."""
    three = any(len(cards) > 2 for cards in hands.values())
    pair = 2 * CARD_WIDE + GAP
    block = max(pair + three * (GAP + CARD_HIGH), (LEAST_WIDE - APART) // 2 - MARGIN)
    content, told = "", []
    for place, (side, cards) in enumerate(hands.items()):
        name = words.bet(str(side).lower())
        colour = GOLD if side is winner and not style.is_print else style.label
        drawn = _hand(name, cards, totals[side], colour, words)
        content += at(MARGIN + place * (block + APART), MARGIN, drawn)
        told.append(f"{name}: {_in_words(cards, words)}")
    bottom = MARGIN + HEAD + CARD_HIGH
    content += text_at(below, MARGIN, bottom + 24, 14, style.label)
    wide = 2 * block + APART + 2 * MARGIN
    label = f"{'; '.join(told)}. {below}"
    return _drawn(content, wide, bottom + FOOT + MARGIN // 2, label, words, style)


def _hand(name: str, cards: Sequence[LaidCard], total: str, colour: str, words: Words) -> str:
    head = tag("tspan", escape(name.upper()), letter_spacing=1.2)
    head += tag("tspan", total, dx=10, font_size=18, font_weight="bold")
    content = tag("text", head, y=16, font_size=12, fill=colour)
    for place, card in enumerate(cards):
        x = place * (CARD_WIDE + GAP)
        content += _laid(card, x, HEAD, words, across=place == 2)
    return content


def _laid(card: LaidCard, x: int, y: int, words: Words, across: bool = False) -> str:
    """A card at its place; a card that lies across is turned, and is centred vertically."""
    face = page_back(words) if card is None else page_card(card, words)
    where = f"translate({x} {y}) scale({SCALE})"
    if across:
        middle = y + (CARD_HIGH - CARD_WIDE) // 2
        where = f"translate({x + CARD_HIGH} {middle}) rotate(90) scale({SCALE})"
    letters = {"text_anchor": "middle", "font_family": SERIF}
    return tag("g", _without_classes(face), transform=where, **letters, data_card=str(card or "?"))


def _in_words(cards: Sequence[LaidCard], words: Words) -> str:
    down = words("card.down")
    names = (down if card is None else card_in_words(card, words) for card in cards)
    return ", ".join(names) or "no cards"


def _without_classes(drawn: str) -> str:
    """The SVG with attributes for colours and fonts in place of its classes."""

    def plain(found: re.Match[str]) -> str:
        return "".join(f" {LOOKS[name]}" for name in found[1].split() if name in LOOKS)

    return re.sub(r' class="([^"]*)"', plain, drawn)


def _drawn(
    content: str, wide: int, high: int, label: str, words: Words, style: DrawingStyle
) -> Drawing:
    """The complete picture, with the suits, crowns and back that its cards refer to."""
    used = set(re.findall(r'href="#([\w-]+)"', content))
    sheet = re.findall(r'(<symbol id="([\w-]+)".*?</symbol>)', card_sheet())
    kept = _without_classes("".join(symbol for symbol, name in sheet if name in used))
    own = f"c{crc32(content.encode()):x}-"
    faces = f"{tag('defs', kept)}\n{content}" if kept else content
    faces = faces.replace('href="#', f'href="#{own}').replace('symbol id="', f'symbol id="{own}')
    return framed(faces, wide, high, label, lang=words.language, style=style)
