"""Draws a question of the drill on a terminal: cards, and the felt with its chips.

It uses Rich alone: the drill needs no full screen.
"""

from collections.abc import Iterable, Sequence

from rich.box import ASCII, ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from baccarat.base.words import Words
from baccarat.core.cards import Card
from baccarat.drill import Question
from baccarat.drill.scene_parts import AskedWager, hands_in, wagers_in
from baccarat.table.view.labels import DISCS, discs_in

CHIPS = dict(zip(DISCS, ("yellow", "magenta", "bright_black", "green", "red", "blue"), strict=True))
"""The usual colours of chips of these values."""
MOST_CHIPS = 4
"""Chips drawn of a stake; the amount stands beside them."""
INKS = {"player": "bold blue", "banker": "bold red", "tie": "bold green"}


def drawn(question: Question, words: Words, *, has_colour: bool = True) -> list[RenderableType]:
    """The scene of a question, line by line: hands and spots are drawn, the rest is in words."""
    lines: list[RenderableType] = []
    for scene_line in question.scene:
        hands, wagers = list(hands_in(scene_line)), list(wagers_in(scene_line))
        if hands:
            apart = [_hand(side, cards, words) for side, cards in hands]
            lines.append(Columns(apart, padding=(0, 4)))
        elif wagers:
            lines.append(Columns([_spot(wager, words, has_colour) for wager in wagers]))
        else:
            lines.append(Text(words.say(scene_line)))
    return [*lines, *map(_road, question.board)]


def _road(row: str) -> Text:
    """A row of the big road or the bead plate, in letters with colours."""
    text = Text(row)
    for letter, side in (("P", "player"), ("B", "banker"), ("T", "tie")):
        text.highlight_words([letter], INKS[side])
    return text


def _hand(side: str, cards: Iterable[Card], words: Words) -> RenderableType:
    """A hand under its name, with its cards side by side."""
    boxes = [_card(card, words.is_ascii) for card in cards]
    rows = [Text(" ").join(parts) for parts in zip(*boxes, strict=True)]
    return Group(Text(words.bet(side), style=INKS[side]), *rows, Text())


def _card(card: Card, is_ascii: bool) -> list[Text]:
    """A card in three rows; the question also names it in words."""
    suit = card.known_suit
    rank = str(card.known_rank).replace("T", "10")
    sign = "" if suit is None else str(suit) if is_ascii else suit.symbol
    ink = "red" if suit is not None and suit.is_red else ""
    top, edge, foot = ("+----+", "|", "+----+") if is_ascii else ("╭────╮", "│", "╰────╯")
    return [
        Text(top, style="dim"),
        Text.assemble((edge, "dim"), (f" {rank}{sign}".ljust(4), f"bold {ink}"), (edge, "dim")),
        Text(foot, style="dim"),
    ]


def _spot(wager: AskedWager, words: Words, has_colour: bool) -> RenderableType:
    """A spot of the felt in a frame: its name, its price and its chips."""
    price = Text(words.say(wager.price), style="dim")
    stake = Text(words.number(wager.stake), style="bold")
    return Panel(
        Group(price, Text.assemble(*_chips(wager.stake, words.is_ascii or not has_colour), stake)),
        title=Text(words.bet(wager.spot), style=INKS.get(wager.spot, "bold")),
        title_align="left",
        box=ASCII if words.is_ascii else ROUNDED,
        border_style="green",
        expand=False,
    )


def _chips(stake: int, is_bare: bool) -> Sequence[tuple[str, str]]:
    """The largest chips of a stake, each with its value in a coloured disc or in brackets."""
    signs: list[tuple[str, str]] = []
    for value in discs_in(stake, MOST_CHIPS):
        text = f"({value})" if is_bare else f" {value} "
        signs += [(text, "" if is_bare else f"bold white on {CHIPS[value]}"), (" ", "")]
    return signs
