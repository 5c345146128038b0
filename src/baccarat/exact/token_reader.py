"""Reads the tokens of a question: words, numbers and cards.

Numbers are totals (`8 or 9`, `at least 6`, `even`, `not 7`), and cards are cards, points, ranks or
words for them (`9h`, `red`, `an ace`, `6 or 7`).
"""

from collections.abc import Callable

from baccarat.base.errors import BadText
from baccarat.base.hints import quoted
from baccarat.core.calls import NUMBERS
from baccarat.core.cards import DECK, KINDS, Card, Depth
from baccarat.exact.card_words import COLOURS, PICTURES, RANK_OF, RANKS, coarsest, is_meant
from baccarat.exact.question_words import BOUNDS, TOTALS, Token, tokens_of
from baccarat.exact.statement import Statement


class TokenReader:
    """Reads the tokens of a text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.at = 0
        self.open = 0
        """the number of open brackets"""

    def peek(self, ahead: int = 0) -> str:
        """The text of a later token; empty after the last token."""
        place = self.at + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def kind(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place].kind if place < len(self.tokens) else ""

    @property
    def token(self) -> Token:
        """The next token, or the last token at the end."""
        return self.tokens[min(self.at, len(self.tokens) - 1)]

    def take(self, *words: str) -> str:
        """Read the next token if it is one of these words, else nothing; return the text read."""
        if self.peek() in words and self.at < len(self.tokens):
            self.at += 1
            return self.tokens[self.at - 1].text
        return ""

    def wrong(self, expected: str) -> BadText:
        """The error at this place."""
        if self.at < len(self.tokens):
            return BadText(f"{quoted(self.tokens[self.at].written)}: expected {expected}, in "
                           f"{quoted(self.text)}")  # fmt: skip
        return BadText(f"the question ends where {expected} is missing: {quoted(self.text)}")

    def unclear(self, why: str, *readings: Statement) -> BadText:
        """The error for a text that can be read in two ways, or in none."""
        ways = " or ".join(f"'{reading}'" for reading in readings)
        return BadText(f"{why}{ways and ' write '}{ways}: {quoted(self.text)}")

    def close(self) -> None:
        if not self.take(")"):
            raise self.wrong("')'")

    # Numbers

    def is_number(self, ahead: int = 0) -> bool:
        """Whether a number comes, or words that describe numbers."""
        word = self.peek(ahead)
        if word in ("even", "odd", "under", "over") or self.kind(ahead) == "range":
            return True
        if self.kind(ahead) == "number" or word in NUMBERS:
            if self.tokens[self.at + ahead].is_one:
                ways = f"'a card {word}' or 'a total {word}'"
                raise self.unclear(f"is {quoted(word)} a card or a total? write {ways}")
            return True
        return word in ("not", "least", "most") and self.is_number(ahead + 1)

    def numbers(self, possible: frozenset[int] = TOTALS) -> frozenset[int]:
        """Totals: `8 or 9`, `6/7`, `5-7`, `5, 6 or 7`, `at least 6`, `even`, `not 7`"""
        begin, is_not = self.at, bool(self.take("not"))
        found = self.some_numbers()
        while self.is_more(self.is_number):
            found |= self.some_numbers()
        found = possible - found if is_not else possible & found
        if not found:
            typed = dict.fromkeys(token.written for token in self.tokens[begin : self.at])
            words = " ".join(typed)
            raise self.unclear(f"no number from {min(possible)} to 9 is {quoted(words)}")
        return found

    def some_numbers(self) -> frozenset[int]:
        if word := self.take("even", "odd"):
            return frozenset(number for number in TOTALS if number % 2 == (word == "odd"))
        if bound := self.take(*BOUNDS):
            limit = self.number()
            return frozenset(number for number in TOTALS if BOUNDS[bound](number, limit))
        if self.kind() == "range":
            self.at += 1
            first, last = map(int, self.tokens[self.at - 1].text.split("-"))
            return frozenset(range(first, last + 1))
        return frozenset({self.number()})

    def number(self) -> int:
        text = self.peek()
        if text in NUMBERS:
            text = str(NUMBERS.index(text))
        if not text.isdigit() or int(text) > 9:
            raise self.wrong("a total from 0 to 9")
        self.at += 1
        return int(text)

    def is_more(self, is_member: Callable[[int], bool]) -> bool:
        """Whether another number or card of a list follows: `5, 6 or 7`; if so, go to it."""
        if self.peek() not in ("or", "/", ",") or not is_member(1):
            return False
        ahead = 0
        while self.peek(ahead) == "," and is_member(ahead + 1):
            ahead += 2
        if ahead and not (self.peek(ahead) == "or" and is_member(ahead + 1)):
            raise self.unclear(
                "do these belong to one side? write 'or' before the last, or name the other side"
            )
        self.at += 1
        return True

    # Cards

    def is_card(self, ahead: int = 0) -> bool:
        """Whether a card comes, or a word for cards."""
        word = self.peek(ahead)
        if word in ("not", "card"):
            return self.is_card(ahead + 1 + (word == "not" and self.peek(ahead + 1) == "("))
        return self.kind(ahead) in ("card", "number") or word in {*COLOURS, *RANKS, *PICTURES}

    def cards(self) -> tuple[frozenset[Card], str]:
        """The cards (or points, or ranks) that the next words describe, and these words."""
        if self.take("not"):
            has_bracket = self.take("(")
            others, text = self.cards()
            if has_bracket:
                self.close()
            text = f"not ({text})" if " or " in text else f"not {text}"
            found = frozenset(KINDS[next(iter(others)).depth]) - others
        else:
            meant, text = self.one_of_cards()
            while self.is_more(self.is_card):
                more, word = self.one_of_cards()
                meant, text = meant | more, f"{text} or {word}"
            found = coarsest(meant) if meant else frozenset()
        if not found:
            raise self.unclear(f"no card is {text}")
        return found, text

    def one_of_cards(self) -> tuple[set[Card], str]:
        """A card, or a word for cards: `9h`, `red`, `an ace`, `a red ace`, `the ace of spades`"""
        self.take("card")
        if not self.is_card() or self.peek() == "not":
            raise self.wrong("a card, e.g. 'red', 'hearts', 'an ace', '9h' or '6 or 7'")
        token = self.tokens[self.at]
        self.at += 1
        meant = {card for card in DECK if is_meant(token.text, card)}
        text = str(_card_of(token)) if token.kind == "card" else token.text
        kinds = [{*COLOURS}, {*RANKS, *PICTURES}]
        for (own, other), between in zip((kinds, kinds[::-1]), (" ", " of "), strict=True):
            if token.text in own and self.peek() in other:
                more, word = self.one_of_cards()
                return meant & more, f"{text}{between}{word}"
        return meant, text

    def in_any_order(self, many: int) -> tuple[Card, ...]:
        """Cards followed by `in any order`; empty if something else comes."""
        ahead = 0
        while self.kind(ahead) in ("card", "number") or self.peek(ahead) in RANKS:
            ahead += 1
        if self.peek(ahead) != "unordered":
            return ()
        if ahead != many:
            raise self.unclear(f"give {many} cards before 'in any order', not {ahead}")
        cards = [_card_of(token) for token in self.tokens[self.at : self.at + ahead]]
        if any(card.depth is Depth.RANKS for card in cards):  # each points from 1 to 9 are one rank
            cards = [RANK_OF.get(card, card) for card in cards]
        if len({card.depth for card in cards}) > 1:
            raise self.unclear("write all cards alike, e.g. '9h Kd' or '9x Kx'")
        self.at += ahead + 1
        return tuple(sorted(cards, key=KINDS[cards[0].depth].index))


def _card_of(token: Token) -> Card:
    if token.text in RANKS:
        return Card.of(RANKS[token.text])
    return Card.parse(token.written)
