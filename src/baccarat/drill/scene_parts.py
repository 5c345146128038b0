"""Finds the hands, wagers and coups in a question's sentences, so that they can be drawn.

The sentences of a question hold everything that is known; these functions extract it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card
from baccarat.drill import phrases
from baccarat.drill.question import Question

SIDES = ("player", "banker")


class AskedWager(NamedTuple):
    """A wager in a question: its spot, its stake, its bet and its price."""

    spot: str
    stake: int
    bet: str
    price: Sentence


def hands_in(said: Sentence) -> Iterator[tuple[str, list[Card]]]:
    """Each side that a sentence names, with the side's cards."""
    if said.form in (phrases.HANDS, phrases.PLAYER_HAND):
        for side in SIDES:
            if side in said.values:
                yield side, [Card.parse(card) for card in str(said.values[side]).split()]


def wagers_in(said: Sentence) -> Iterator[AskedWager]:
    """Each wager in a sentence, in order."""
    if said.form == phrases.WAGERS:
        for one in _each(said.values["wagers"]):
            price = one.values["price"]
            assert isinstance(price, Sentence)
            spot, stake, bet = (str(one.values[name]) for name in ("spot", "stake", "bet"))
            yield AskedWager(spot, int(stake), bet, price)


def coups_in(question: Question) -> str | None:
    """The results that a question shows, as letters such as `BPTBB`; None if it shows none."""
    for said in question.scene:
        if said.form == phrases.COUPS:
            return str(said.values["letters"])
    return None


def _each(said: object) -> Iterator[Sentence]:
    """Every sentence, in order, of a list that the function `both` has joined."""
    assert isinstance(said, Sentence)
    if said.form == phrases.MORE:
        yield from _each(said.values["one"])
        yield from _each(said.values["more"])
    else:
        yield said
