"""Draws the squeeze of a card: the guest lifts its edges one by one before it is turned up.

squeeze_shown(view, coup, orders, clock, words)     None while no card is squeezed

Everything follows from the view of this audience; the card itself is never read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot

from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.core.cards import Card, Rank
from baccarat.render.card_faces import card_in_words, fold_lines, page_lifted
from baccarat.table.rules.clock import Clock
from baccarat.table.rules.squeeze import CORNER, STEPS, possible_ranks, steps_left
from baccarat.table.view.view import View
from baccarat.web.pages.shell import isolated

KEYS = {"long": "↑", "short": "→", "corner": "C"}
"""The keys that lift an edge, as shown on the page."""


@dataclass(frozen=True, slots=True)
class EdgeShown:
    """A button that lifts one edge of the squeezed card."""

    step: str
    key: str
    is_free: bool
    """whether the house would lift it now"""


@dataclass(frozen=True, slots=True)
class SqueezeShown:
    """A squeezed card with its lifted edges, as every viewer sees it."""

    key: str
    """different for every squeezed card"""
    order: int
    """number of the card in the coup"""
    is_mine: bool
    title: str
    drawing: Markup
    small: Markup
    """the small picture in the hand"""
    lifted: tuple[str, ...]
    edges: tuple[EdgeShown, ...]
    told: str
    """what the lifted edges show, in words"""
    lid: str
    """the shape that still covers the card, by its name in the card sheet"""
    rolls: tuple[str, ...]
    """the SVG transforms that move the bent back to each fold line"""
    seconds: float | None

    @property
    def free(self) -> str:
        return " ".join(edge.step for edge in self.edges if edge.is_free)


def squeeze_shown(
    view: View, coup: str, orders: Mapping[str, tuple[int, ...]], clock: Clock, words: Words
) -> SqueezeShown | None:
    """The drawing of the squeezed card; None if no card is squeezed."""
    if view.squeezed is None:
        return None
    side = str(view.squeezed).lower()
    place = len(view.player.cards if side == "player" else view.banker.cards)
    is_mine = "peel" in view.asks or (bool(view.guest) and view.guest == view.squeezer)
    hand, lifted = words.bet(side), tuple(step for step, _ in view.lifted)
    free = steps_left(lifted)
    names = [step for step in STEPS if step in lifted]
    return SqueezeShown(
        key=f"{coup}-{side}-{place}",
        order=orders[side][place - 1],
        is_mine=is_mine,
        title=words("squeeze.mine", hand=hand)
        if is_mine
        else words("squeeze.theirs", guest=isolated(view.squeezer), hand=hand),
        drawing=Markup(page_lifted(view.lifted, words)),
        small=Markup(page_lifted(view.lifted, words, across=place == 3)),
        lifted=lifted,
        edges=tuple(EdgeShown(step, KEYS[step], step in free) for step in STEPS),
        told=_told(view, words),
        lid=f"lid-{'-'.join(names)}" if names else "whole-card",
        rolls=tuple(_moved(*ends) for ends in fold_lines(names)) if names else (),
        seconds=clock.squeeze,
    )


def _told(view: View, words: Words) -> str:
    """What the lifted edges show, and which ranks are still possible, in words."""
    if not view.lifted:
        return words("squeeze.nothing")
    step, what = view.lifted[-1]
    if step == CORNER:
        return words("card.corner", shown=card_in_words(Card.parse(what), words))
    seen = words(f"card.{step}", shown=words(f"edge.{what}"))
    ranks = ["10" if rank is Rank.TEN else str(rank) for rank in possible_ranks(view.lifted)]
    return words("squeeze.can-be", seen=seen, ranks=", ".join(ranks))


def _moved(start: tuple[int, int], end: tuple[int, int]) -> str:
    """The SVG transform that moves a strip of a card onto the fold line from `start` to `end`."""
    (x, y), (to_x, to_y) = start, end
    angle = degrees(atan2(to_y - y, to_x - x)) + 90
    return f"translate({to_x} {to_y}) rotate({angle:.2f}) scale(1 {hypot(to_x - x, to_y - y):.1f})"
