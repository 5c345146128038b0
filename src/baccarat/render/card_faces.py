"""Cards for pages."""

from baccarat.cards import Card
from baccarat.words import Words


def card_sheet() -> str:
    return ""


def page_card(card: Card, words: Words, across: bool = False) -> str:
    return f'<span class="card">{card.pretty}</span>'


def page_back(words: Words) -> str:
    return '<span class="card">?</span>'
