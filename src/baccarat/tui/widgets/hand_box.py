"""A hand on the screen: its cards face up or face down."""

from collections.abc import Sequence
from itertools import zip_longest

from textual.content import Content
from textual.widgets import Static

from baccarat.cards import Card
from baccarat.coup import Side
from baccarat.table.view import HandShown
from baccarat.words import Words

StyledText = tuple[str, str]
"""Characters with their style."""

FRAMES = {False: tuple("╭─╮│╰╯░"), True: tuple("+-+|++#")}
"""Corners, edges and a card's back; the second for a terminal without Unicode."""
SMALL, LARGE = (3, 2), (5, 3)
"""Columns and rows inside a card's frame."""


class HandBox(Static):
    """One hand with its name and its total."""

    def __init__(self, side: Side, words: Words) -> None:
        super().__init__(id=str(side).lower(), classes="hand")
        self.side = side
        self.words = words

    def show(self, hand: HandShown, is_large: bool, is_lifted: bool, is_winner: bool) -> None:
        """Draw the cards; a card whose edge is lifted shows its corner."""
        name = self.words.bet(str(self.side).lower())
        total = "" if hand.total is None else f" {hand.total}"
        is_ascii = self.words.is_ascii
        mark = ("*" if is_ascii else "★") if is_winner else " "
        title = f"{mark} {name.upper()}{total}"
        size = LARGE if is_large else SMALL
        drawn = [draw_card(card, size, is_ascii, is_lifted) for card in hand.cards]
        rows = [[(title, f"bold ${str(self.side).lower()}")], *side_by_side(drawn)]
        self.update(Content("\n").join(Content.assemble(*row) for row in rows), layout=False)


def draw_card(
    card: Card | None, size: tuple[int, int], is_ascii: bool, is_lifted: bool = False
) -> list[StyledText]:
    """A card as rows of one style each; None is its back."""
    columns, rows = size
    left, line, right, edge, foot, toe, shade = FRAMES[is_ascii]
    if card is None:
        style, inside = "$card on $back", [shade * columns for _ in range(rows)]
        if is_lifted:
            inside[-1] = "?".center(columns)
    else:
        suit = card.known_suit
        style = "$hearts on $card" if suit is not None and suit.is_red else "$ink on $card"
        sign = " " if suit is None else str(suit) if is_ascii else suit.symbol
        rank = str(card.points if card.known_rank is None else card.known_rank)
        rank = rank.replace("T", "10")
        inside = [rank.ljust(columns), *[" " * columns] * (rows - 2), rank.rjust(columns)]
        middle = sign.center(columns) if rows > 2 else sign.rjust(columns)
        inside[1] = middle
    return [
        (f"{left}{line * columns}{right}", style),
        *((f"{edge}{row}{edge}", style) for row in inside),
        (f"{foot}{line * columns}{toe}", style),
    ]


def side_by_side(cards: Sequence[Sequence[StyledText]]) -> list[list[StyledText]]:
    """Cards beside each other, a blank between them."""
    return [
        [part for run in row for part in (run, (" ", ""))]
        for row in zip_longest(*cards, fillvalue=("", ""))
    ]
