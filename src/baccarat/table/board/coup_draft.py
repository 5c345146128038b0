"""A coup that a croupier enters at a real table, piece by piece, until a board can take it.

read_draft(board, "b +p n9").said               "B ?-9 +P B2"
read_draft(board, "kh 9d 5c").awaits            Awaits.CARD: Banker's second
read_draft(board, "Kh9d5c4s8h").said            "Kh 5c 8h | 9d 4s"

Cards come in dealing order, and the tableau determines whose card is next. Pieces may be typed
without spaces, as barcode readers type them.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile
from typing import NamedTuple

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.core.cards import Card
from baccarat.core.coup import NATURAL, Coup, Side, winner_of
from baccarat.core.result import LETTERS, Result
from baccarat.core.rules import Rules
from baccarat.core.third_card import Choice, next_hand
from baccarat.table.acts import ActRefused
from baccarat.table.board.board import MOST_SAID, Board

PIECE = re.compile(
    r"(?P<card>(?:10|[2-9TJQKA])[SHDCX♠♥♦♣])"
    r"|(?P<totals>[0-9?]-[0-9?])"
    r"|(?P<hand>[PB][23?](?::[0-9])?(?:\+[0-9])?)"
    r"|(?P<pair>[+-][PB])"
    r"|(?P<natural>N[0-9]?)"
    r"|(?P<letter>[BPT])"
    r"|(?P<points>[0-9](?![0-9A-Z]))"
    r"|(?P<stands>/)"
    r"|(?P<bar>\|)",
    re.IGNORECASE,
)
"""The pieces of a draft: those of our notation, and `N9` for a natural nine."""
BETWEEN = re.compile(r"[\s,_]+")
CODE_KIND = re.compile(r"^\W*\][A-Za-z][0-9A-Za-z]")
"""The prefix with which some barcode readers name the kind of code."""
EDGES = re.compile(r"^[^\w+?\-♠♥♦♣|/]+|[^\w?♠♥♦♣|/]+$")
"""Characters that readers add before and after a code: stars, control characters and the like."""
CARDS = ("card", "points", "stands", "bar")
TOO_EARLY = "{said} before all cards of the coup are there: enter the rest, or Esc forgets them"


class Awaits(Enum):
    """The next thing that a draft needs."""

    ANYTHING = "anything"
    CARD = "card"
    CHOICE = "choice"
    """a card, or `/` if the hand stands: the tableau leaves it free"""
    WINNER = "winner"
    TOTAL = "total"
    NOTHING = "nothing"
    """the draft is complete, and the board can take it"""


@dataclass(frozen=True, slots=True)
class CoupDraft:
    """The part of a coup that has been typed so far."""

    text: str = ""
    """its pieces, in our notation"""
    awaits: Awaits = Awaits.ANYTHING
    said: str = ""
    """the text for the board, once the draft is complete"""
    coup: Coup | None = None
    """the cards so far, if there are any"""
    side: Side | None = None
    """the hand whose card or total is needed next"""

    @property
    def is_complete(self) -> bool:
        """Whether nothing more needs to be typed."""
        return self.awaits is Awaits.NOTHING


class _Piece(NamedTuple):
    """A piece of a draft: its kind, and its text in our notation."""

    kind: str
    text: str


@checked
def read_draft(board: Board, typed: str) -> CoupDraft:
    """The coup as typed so far; refused if no text after it can make a possible coup."""
    pieces = list(_pieces(typed))
    text = " ".join(piece.text for piece in pieces)
    if not pieces:
        return CoupDraft()
    if any(piece.kind in CARDS for piece in pieces):
        return _dealt(board.record.rules, pieces, text)
    return _told(pieces, text)


@checked
def card_code(typed: str) -> str:
    """The cards of a line that has only cards, in our notation; "" for any other line.

    >>> card_code("*10H*"), card_code("b"), card_code("9")
    ('Th', '', '')
    """
    try:
        pieces = list(_pieces(typed))
    except ActRefused:
        return ""
    are_cards = all(piece.kind == "card" for piece in pieces)
    return " ".join(piece.text for piece in pieces) if are_cards else ""


def _pieces(typed: str) -> Iterator[_Piece]:
    words = [EDGES.sub("", CODE_KIND.sub("", word)) for word in BETWEEN.split(typed)]
    if sum(map(len, words)) > MOST_SAID:
        raise ActRefused("this text is too long for a coup")
    for word in filter(None, words):
        yield from _glued(word)


def _glued(word: str) -> Iterator[_Piece]:
    """The pieces of a word; several pieces may be typed without spaces between them."""
    if (letter := _in_words(word)) is not None:
        yield _Piece("letter", letter)
        return
    at = 0
    while at < len(word):
        found = PIECE.match(word, at)
        if found is None:
            form = "not a card or a result: {said} (expected e.g. 9h, B, +P or N9)"
            raise ActRefused(form, said=word[:24])
        at = found.end()
        kind = str(found.lastgroup)
        yield _Piece(kind, str(Card.parse(found[0])) if kind == "card" else found[0].upper())


def _in_words(word: str) -> str | None:
    """The letter of the winner that a word of any language names: `Banker`, `庄`."""
    if len(word) == 1 and word.isascii():
        return None
    try:
        return Result.parse(word).letter
    except BadText:
        return None


# Card by card.


def _dealt(rules: Rules, pieces: list[_Piece], text: str) -> CoupDraft:
    cards = [piece.text for piece in pieces if piece.kind in CARDS]
    more = _rest(piece for piece in pieces if piece.kind not in CARDS)
    if "|" in cards:
        return CoupDraft(text, Awaits.NOTHING, _joined([" ".join(cards), more]))
    coup, side, is_free = _follow(rules, cards)
    if side is not None:
        kinds = [piece.kind for piece in takewhile(lambda it: it.kind not in CARDS, pieces[::-1])]
        if "letter" in kinds:  # most likely another result, which would be lost in the draft
            raise ActRefused(TOO_EARLY, said=_rest(pieces[-len(kinds) :]))
        return CoupDraft(text, Awaits.CHOICE if is_free else Awaits.CARD, "", coup, side)
    return CoupDraft(text, Awaits.NOTHING, _joined([str(coup), more]), coup)


def _rest(pieces: Iterable[_Piece]) -> str:
    """The text that follows the cards: the winner, and the pairs that the cards do not show."""
    said = list(pieces)
    if strange := [piece.text for piece in said if piece.kind not in ("letter", "pair")]:
        raise ActRefused("the cards already show the result: leave {said} out", said=strange[0])
    letters = [piece.text for piece in said if piece.kind == "letter"]
    pairs = {piece.text[1]: piece.text for piece in said if piece.kind == "pair"}
    if pairs and not letters:
        raise ActRefused("give the winner, too, if you give pairs beside cards")
    return _joined([*letters[-1:], *(pairs[side] for side in "PB" if side in pairs)])


def _follow(rules: Rules, cards: list[str]) -> tuple[Coup, Side | None, bool]:
    """The coup after these cards, the hand whose card is next, and whether that hand may stand."""
    coup, left = rules.opening, list(cards)
    stood: set[Side] = set()
    free: list[Side] = []

    def decide(choice: Choice) -> bool:
        """Stand if `/` was typed for this hand; otherwise draw."""
        if choice.side not in stood and left[:1] == ["/"]:
            left.pop(0)
            stood.add(choice.side)
        if choice.side in stood:
            return False
        free.append(choice.side)
        return True

    while (side := next_hand(coup, rules.tableau, decide)) is not None:
        if not left:
            return coup, side, side in free
        if left[0] == "/":
            raise ActRefused("{side} cannot stand here: the tableau draws", side=side)
        coup = coup.receive(side, Card.parse(left.pop(0)))
    if left:
        form = "the coup is over ({coup}): {cards} cannot be dealt"
        raise ActRefused(form, coup=str(coup.finish()), cards=" ".join(left))
    return coup.finish(), None, False


# The result alone.


def _told(pieces: list[_Piece], text: str) -> CoupDraft:
    letter, natural, totals = _last(pieces, "letter"), _last(pieces, "natural"), _totals(pieces)
    player, banker = (totals.get(side) for side in Side)
    if letter is None and player is not None and banker is not None:
        winner = winner_of(player, banker)
        letter = "T" if winner is None else winner.value
    if letter is None:
        lacking = [side for side in Side if totals and side not in totals]
        awaits = Awaits.TOTAL if lacking else Awaits.WINNER
        return CoupDraft(text, awaits, side=lacking[0] if lacking else None)
    hands = {p.text[0]: p.text for p in pieces if p.kind == "hand"}
    if natural is not None:
        shown = _naturals(LETTERS[letter], natural[1:], totals)
        if shown is None:
            return CoupDraft(text, Awaits.TOTAL, side=LETTERS[letter])
        totals |= shown
        hands |= {side.value: f"{side.value}2" for side in shown}
    pairs = {p.text[1]: p.text for p in pieces if p.kind == "pair"}
    figures = "-".join(str(totals.get(side, "?")) for side in Side) if totals else ""
    more = [given[side] for given in (pairs, hands) for side in "PB" if side in given]
    return CoupDraft(text, Awaits.NOTHING, _joined([letter, figures, *more]))


def _last(pieces: list[_Piece], kind: str) -> str | None:
    """The last typed piece of this kind, because a later piece corrects earlier pieces."""
    return next((p.text for p in reversed(pieces) if p.kind == kind), None)


def _totals(pieces: list[_Piece]) -> dict[Side, int]:
    found: dict[Side, int] = {}
    for piece in pieces:
        if piece.kind == "totals":
            told = zip(Side, piece.text.split("-"), strict=True)
            found |= {side: int(total) for side, total in told if total != "?"}
    return found


def _naturals(winner: Side | None, natural: str, totals: dict[Side, int]) -> dict[Side, int] | None:
    """The totals of the hands that won or tied with a natural; None if a total is unknown."""
    sides = tuple(Side) if winner is None else (winner,)
    shown = {side: int(natural) if natural else totals.get(side) for side in sides}
    found = {side: total for side, total in shown.items() if total is not None}
    if len(found) < len(sides):
        return None
    for side, total in found.items():
        if total < NATURAL or totals.get(side, total) != total:
            form = "{side} with {total} is no natural"
            raise ActRefused(form, side=side, total=totals.get(side, total))
    return found


def _joined(words: Iterable[str]) -> str:
    return " ".join(filter(None, words))
