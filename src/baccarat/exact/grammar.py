"""Questions about a coup in plain words, read as statements.

read_statement("Player 8 or 9 against Banker's 6")     player starts with 8 or 9 and banker …
read_statement("a tie and a Player pair")               tie and player-pair:11 wins

statement = part, "or" part …                 part = fact, "and" fact …
fact      = "not" fact | "(" statement ")" | a side with something said of it | a bet | money

`against`, `while`, `although`, `but` and a comma mean `and`. A total without another word is the
total after two cards, as everywhere in our notation; `ends with` is the final total.
"""

import re
from collections.abc import Callable

from baccarat.base.errors import BadText
from baccarat.base.hints import checked, quoted
from baccarat.core.bets import Bet
from baccarat.core.calls import NUMBERS
from baccarat.core.cards import DECK, KINDS, Card, Depth
from baccarat.core.coup import Side
from baccarat.core.layout import STANDARD_FELT, Layout, Wager
from baccarat.exact.card_words import COLOURS, PICTURES, RANK_OF, RANKS, coarsest, is_meant
from baccarat.exact.question_words import (
    AND,
    HIGHER,
    LATER,
    MOST_FACTS,
    MOST_LETTERS,
    SIDES,
    VERBS,
    Token,
    tokens_of,
)
from baccarat.exact.statement import (
    BOTH,
    MONEY,
    PLACES,
    RESULTS,
    All,
    Any,
    Anything,
    BetResult,
    Brings,
    Draws,
    EndsWith,
    HasCard,
    JointStakes,
    Natural,
    Not,
    StartsHigher,
    StartsInAnyOrder,
    StartsWith,
    Statement,
    Wins,
    WinsBy,
    of_sides,
)


@checked
def read_statement(text: str, layout: Layout = STANDARD_FELT) -> Statement:
    """The statement that a text makes about a coup; bets are those of the layout, or known ones.

    >>> print(read_statement("Player wins although Banker started higher"))
    player wins and banker started higher
    """
    if len(text) > MOST_LETTERS:
        raise BadText(f"a question has at most {MOST_LETTERS} characters, not {len(text)}")
    reader = StatementReader(text, layout)
    found = reader.statement()
    reader.require_end()
    if len(found.facts) > MOST_FACTS:
        raise BadText(f"a question has at most {MOST_FACTS} terms, not {len(found.facts)}")
    return found


class StatementReader:
    """Reads the tokens of a text from left to right."""

    def __init__(self, text: str, layout: Layout) -> None:
        self.text, self.layout = text, layout
        self.tokens = tokens_of(text)
        self.at = 0
        self.sides: tuple[Side, ...] = ()
        """the side that the last fact was about"""
        self.subject: Callable[[], Statement] | None = None
        """reads another fact about the same side"""
        self.again: Callable[[frozenset[Card], str], Statement] | None = None
        """makes a fact about the same cards"""
        self.detail = ""
        """what the last fact was about, if not totals after two cards"""
        self.open = 0
        """the number of open brackets"""

    def peek(self, ahead: int = 0) -> str:
        """A later token's text; empty behind the last."""
        place = self.at + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def kind(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place].kind if place < len(self.tokens) else ""

    def written(self, ahead: int) -> str:
        """A later token as it was typed."""
        return self.tokens[self.at + ahead].written

    def take(self, *words: str) -> str:
        """The next token's text if it is one of these, and go on; else an empty text."""
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

    def later_word(self) -> str:
        """The word that tells of later coups, if it comes next, perhaps after `and` or a comma."""
        ahead = 0
        while self.peek(ahead) in AND:
            ahead += 1
        return self.peek(ahead) if self.peek(ahead) in LATER else ""

    def require_end(self) -> None:
        if self.at < len(self.tokens):
            raise self.wrong("'and', 'or', or the end")

    # Joined facts

    def statement(self) -> Statement:
        self.detail = ""
        parts = [self.all_of()]
        while self.take("or"):
            parts.append(self.all_of())
        return Any.of(parts)

    def all_of(self) -> Statement:
        parts = [self.same_again() or self.fact()]
        while (self.peek() in AND and not self.later_word()) or self.is_next_side():
            is_against = self.take(*AND) in ("against", "versus", "vs", "v")
            self.take("and")
            if is_against and self.is_number() and len(self.sides) == 1:
                self.require_same_detail()
                parts.append(self.starts((self.sides[0].other,), False))
            else:
                parts.append(self.same_again() or self.fact())
        return All.of(parts)

    def same_again(self) -> Statement | None:
        """A fact about the same side or the same cards: `and has a natural`, `red and a nine`."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None:
            return None
        is_card = self.is_card() and token.kind != "number"
        if self.again and is_card and (token.is_one or token.text not in NUMBERS):
            return self.again(*self.cards())
        if self.subject and (token.is_had or token.text in VERBS):
            return self.subject()
        return None

    def is_next_side(self) -> bool:
        """Whether a total is followed by the other side and its total: `player 8/9 banker 6`."""
        before = self.tokens[self.at - 1].kind
        return (
            before == "number"
            and self.peek() in ("player", "banker", "p", "b")
            and (self.is_number(1))
        )

    # Facts

    def fact(self) -> Statement:
        self.again = self.subject = None
        if self.take("("):
            self.open += 1
            if self.open > MOST_FACTS:
                raise BadText(f"a question has at most {MOST_FACTS} brackets in one another")
            found = self.statement()
            self.open -= 1
            if not self.take(")"):
                raise self.wrong("')'")
            return found
        if self.peek() == "no" and self.peek(1) == "third":
            self.at += 1
            return self.third(BOTH, is_none=True)
        if self.take("not", "no"):
            return Not(self.fact())
        if self.take("anything"):
            return Anything()
        if self.peek() in MONEY and self.kind(1) == "wager":
            return self.money()
        if (bet := self.bet()) is not None:
            return BetResult(bet, self.take(*RESULTS) or "wins")
        if self.take("tie"):
            return self.tie()
        if self.peek() in SIDES:
            return self.of_side()
        if self.take("natural"):
            return Any.of(map(Natural, BOTH))
        if (self.peek() == "equal" and self.peek(1) == "starts") or self.take("level"):
            self.take("equal"), self.take("starts")
            return StartsHigher(None)
        if self.take("first", "all"):
            return self.four_cards()
        raise self.wrong("a side, a bet or a result, e.g. 'player', 'tie' or 'dragon-7'")

    def money(self) -> Statement:
        word = self.take(*MONEY)
        wagers = []
        while self.kind() == "wager":
            wager = Wager.parse(self.tokens[self.at].text)
            bet = self.layout.find(wager.spot)
            if bet.offered or wager.stake <= 0:
                raise BadText(f"{wager}: a wager is laid before the coup, with a stake above 0")
            if bet.drawn is not None:
                raise BadText(
                    f"{wager.spot}: its price is drawn before the coup, so its money is not asked: "
                    "leave it out"
                )
            wagers.append((wager.spot, bet, wager.stake))
            self.at += 1
            if self.kind(1) == "wager":
                self.take(",", "and", ";")
        return Brings(JointStakes(tuple(wagers)), word)

    def bet(self) -> Bet | None:
        """A bet: one word with a hyphen or a price, or words that begin with no side."""
        if self.kind() == "bet":
            self.at += 1
            return self.layout.find(self.tokens[self.at - 1].text)
        longest = 4 if self.peek() not in SIDES else 0
        if self.peek() in SIDES and self.peek(1) == "pair":
            return None
        for many in range(longest, 0, -1):
            words = [token for token in self.tokens[self.at :][:many] if token.kind != "mark"]
            name = "-".join(token.text for token in words)
            if len(words) == many and name != "tie" and self.layout.knows(name):
                self.at += many
                return self.layout.find(name)
        return None

    def tie(self) -> Statement:
        if self.is_number():
            totals = self.numbers()
            return All.of((Wins(None), EndsWith(Side.PLAYER, totals)))
        return Wins(None)

    def four_cards(self) -> Statement:
        """`first four cards red`, `all cards red`, `first four cards are K 9 5 5 in any order`"""
        if self.tokens[self.at - 1].text == "first" and not (
            self.take("four") or (self.peek() == "4" and self.take("4"))
        ):
            raise self.wrong("'four cards', e.g. 'the first four cards are red'")
        is_start = self.tokens[self.at - 1].text != "all"
        if not self.take("card"):
            raise self.wrong("'cards'")
        if is_start and (cards := self.in_any_order(4)):
            return StartsInAnyOrder(None, cards)
        return self.has_cards(BOTH, PLACES[:2] if is_start else ("all",), False)

    def of_side(self) -> Statement:
        word = self.take(*SIDES)
        self.sides = sides = SIDES[word]
        if word == "neither":
            return Not(self.said_of(sides, True))
        self.subject = lambda: self.said_of(sides, word == "either")
        return self.said_of(sides, word == "either")

    def said_of(self, sides: tuple[Side, ...], any_side: bool) -> Statement:
        """What follows the name of a side."""

        def each(fact: Callable[[Side], Statement]) -> Statement:
            return of_sides(sides, fact, any_side)

        if self.peek() == "no" and self.peek(1) == "third":
            self.at += 1
            return self.third(sides, True, any_side)
        if self.take("not", "no"):
            parts, at = [], self.at
            for side in sides:  # "both have no natural" is said of each side
                self.at = at
                parts.append(Not(self.said_of((side,), False)))
            return (Any if any_side else All).of(parts)
        if self.take("natural"):
            return each(Natural)
        if self.take("pair"):
            return each(lambda side: BetResult(self.layout.find(f"{side.name}-pair"), "wins"))
        if self.take("wins", "loses"):
            return self.result(sides, self.tokens[self.at - 1].text == "wins")
        if self.take("draws"):
            if self.take("no"):
                return self.third(sides, True, any_side)
            if self.peek() == "third":
                return self.third(sides, False, any_side)
            return each(Draws)
        if self.take("stands"):
            return each(lambda side: Draws(side, False))
        is_many = self.peek(1) == "card" and self.written(1).lower() != "card"
        if self.peek() in ("two", "three", "2", "3") and is_many:
            has_three = self.take("two", "three", "2", "3") in ("three", "3")
            self.take("card")
            self.detail = "the number of cards"
            return each(lambda side: Draws(side, has_three))
        if self.peek() == "third":
            return self.third(sides, False, any_side)
        if self.peek() in ("first", "second"):
            self.detail = "the card"
            return self.place(sides, any_side)
        if self.take("ends"):
            self.detail = "the final total"
            totals = self.numbers()
            return each(lambda side: EndsWith(side, totals))
        if self.take("starts"):
            self.detail = ""
            if self.take("natural"):
                return each(Natural)
            if (sign := HIGHER.get(self.peek())) is not None:
                self.at += 1
                return StartsHigher(self.one(sides) if sign > 0 else self.one(sides).other)
            if self.take("equal", "level"):
                return StartsHigher(None)
            return self.starts(sides, any_side)
        if self.is_number():
            self.require_same_detail()
            return self.starts(sides, any_side)
        if self.peek() in HIGHER:
            raise self.wrong("'started higher' for the totals after two cards, or 'wins'")
        return self.any_card(sides, any_side)

    def one(self, sides: tuple[Side, ...]) -> Side:
        if len(sides) != 1:
            raise self.wrong("'player' or 'banker' before 'started higher'")
        return sides[0]

    def starts(self, sides: tuple[Side, ...], any_side: bool) -> Statement:
        totals = self.numbers()
        return of_sides(sides, lambda side: StartsWith(side, totals), any_side)

    def result(self, sides: tuple[Side, ...], wins: bool) -> Statement:
        side = self.one(sides)
        winner = side if wins else side.other
        if self.take("by"):
            return WinsBy(winner, self.numbers())
        if self.is_number():
            if not wins:
                raise self.wrong("'ends with' before a total of the side that loses")
            self.detail = "the final total"
            return All.of((Wins(winner), EndsWith(side, self.numbers())))
        return Wins(winner)

    def require_same_detail(self) -> None:
        """Refuse a bare total after words about something else: `player ends with 7, banker 6`."""
        if self.detail:
            raise BadText(
                f"is {quoted(self.tokens[self.at].written)} a total after two cards, or "
                f"{self.detail} again? write 'starts with' or repeat the words: {quoted(self.text)}"
            )

    def third(
        self, sides: tuple[Side, ...], is_none: bool = False, any_side: bool = False
    ) -> Statement:
        """`third card is red`; with `is_none`, that there is no third card."""
        self.take("third")
        self.take("card")
        if is_none:
            return of_sides(sides, lambda side: Draws(side, False), any_side)
        if not self.is_card():
            return of_sides(sides, Draws, any_side)
        self.detail = "the card"
        return self.has_cards(sides, ("third",), any_side)

    def has_cards(
        self, sides: tuple[Side, ...], places: tuple[str, ...], any_side: bool
    ) -> Statement:
        """Words for cards: these cards are in each of the places."""

        def fact(kinds: frozenset[Card], words: str) -> Statement:
            def each(side: Side) -> Statement:
                return All.of(HasCard(side, place, kinds, words) for place in places)

            return of_sides(sides, each, any_side)

        if re.search(r"\b(totals?|worth)\b", self.text.lower()):
            raise BadText(f"cards or a total? write e.g. 'player 9' for it: {quoted(self.text)}")
        kinds, words = self.cards()
        is_several = len(places) > 1 or places == ("all",)
        if is_several and self.peek() == "and" and self.is_card(1):
            raise BadText(
                "no card is two cards: write 'K 9 in any order', or name each card: "
                f"{quoted(self.text)}"
            )
        self.again = fact
        return fact(kinds, words)

    def place(self, sides: tuple[Side, ...], any_side: bool) -> Statement:
        place = self.take(*PLACES)
        if place == "first" and self.take("two", "2"):
            self.take("card")
            if cards := self.in_any_order(2):
                return of_sides(sides, lambda side: StartsInAnyOrder(side, cards), any_side)
            return self.has_cards(sides, PLACES[:2], any_side)
        self.take("card")
        return self.has_cards(sides, (place,), any_side)

    def any_card(self, sides: tuple[Side, ...], any_side: bool) -> Statement:
        """`has an ace`, `has a red card`, `'s cards are red`, `'s cards are K 9 in any order`"""
        if self.detail == "the card" and self.peek() != "card":
            self.require_same_detail()
        is_all = bool(self.take("all")) | (
            self.peek() == "card" and not self.tokens[self.at].is_one
        )
        self.take("card")
        if is_all and (cards := self.in_any_order(2)):
            return of_sides(sides, lambda side: StartsInAnyOrder(side, cards), any_side)
        found = self.has_cards(sides, ("all" if is_all else "any",), any_side)
        self.take("card")
        return found

    # Numbers

    def is_number(self, ahead: int = 0) -> bool:
        """Whether a number comes, or words that describe numbers."""
        if self.peek(ahead) in ("even", "odd", "under", "over"):
            return True
        if self.kind(ahead) == "number" or self.peek(ahead) in NUMBERS:
            return not self.is_rank_with_article(ahead)
        return self.peek(ahead) in ("not", "least", "most") and self.is_number(ahead + 1)

    def is_rank_with_article(self, ahead: int) -> bool:
        if self.tokens[self.at + ahead].is_one:
            number = self.peek(ahead)
            raise BadText(
                f"is {quoted(number)} a card or a total? write 'a card {number}' or "
                f"'a total {number}': {quoted(self.text)}"
            )
        return False

    def numbers(self) -> frozenset[int]:
        """Totals: `8 or 9`, `6/7`, `5, 6 or 7`, `at least 6`, `6 or more`, `even`, `not 7`"""
        everything = frozenset(range(10))
        if self.take("not"):
            return everything - self.numbers()
        if self.take("least", "over"):
            is_over = self.tokens[self.at - 1].text == "over"
            return frozenset(range(self.number() + is_over, 10))
        if self.take("most", "under"):
            is_under = self.tokens[self.at - 1].text == "under"
            return frozenset(range(self.number() + (not is_under)))
        found: set[int] = set()
        while True:
            if word := self.take("even", "odd"):
                found |= {number for number in everything if number % 2 == (word == "odd")}
            else:
                first = self.number()
                if self.peek() == "or" and self.peek(1) in ("more", "higher", "less", "lower"):
                    is_more = self.peek(1) in ("more", "higher")
                    self.at += 2
                    return frozenset(range(first, 10) if is_more else range(first + 1))
                last = self.number() if self.take("-", "through") else first
                found |= {*range(first, last + 1)}
            is_next = self.peek() == "," and self.is_number(1) and self.is_list(self.is_number)
            if not (is_next or (self.peek() in ("or", "/") and self.is_number(1))):
                return frozenset(found)
            self.at += 1

    def is_list(self, is_member: Callable[[int], bool]) -> bool:
        """Whether numbers or cards after a comma end with `or`: `5, 6 or 7`."""
        ahead = 0
        while self.peek(ahead) == "," and is_member(ahead + 1):
            ahead += 2
        if self.peek(ahead) == "or" and is_member(ahead + 1):
            return True
        raise BadText(
            f"do these belong to one side? write 'or' before the last, or name the other "
            f"side: {quoted(self.text)}"
        )

    def number(self) -> int:
        text = self.peek()
        if text in NUMBERS:
            text = str(NUMBERS.index(text))
        if not text.isdigit() or int(text) > 9:
            raise self.wrong("a total from 0 to 9")
        self.at += 1
        return int(text)

    # Cards

    def is_card(self, ahead: int = 0) -> bool:
        """Whether a card comes, or a word for cards."""
        word = self.peek(ahead)
        return (
            self.kind(ahead) in ("card", "number")
            or word in COLOURS
            or word in RANKS
            or word in PICTURES
            or (word in ("not", "card") and self.is_card(ahead + 1))
        )

    def cards(self) -> tuple[frozenset[Card], str]:
        """The cards that words describe, at the depth that they need; and these words."""
        if self.take("not"):
            others, text = self.cards()
            depth = next(iter(others)).depth
            return frozenset(KINDS[depth]) - others, f"not {text}"
        found: set[Card] = set()
        words = []
        while True:
            self.take("card")
            token = self.tokens[self.at] if self.at < len(self.tokens) else None
            if token is None or not self.is_card():
                raise self.wrong("a card, e.g. 'red', 'hearts', 'an ace', '9h' or '6 or 7'")
            self.at += 1
            found |= {card for card in DECK if is_meant(token.text, card)}
            words.append(str(_card_of(token)) if token.kind == "card" else token.text)
            is_next = self.peek() == "," and self.is_card(1) and self.is_list(self.is_card)
            if not (is_next or (self.peek() in ("or", "/") and self.is_card(1))):
                break
            self.at += 1
        if not found:
            raise BadText(f"no card is {' or '.join(words)}: {quoted(self.text)}")
        return coarsest(found), " or ".join(words)

    def in_any_order(self, many: int) -> tuple[Card, ...]:
        """Cards with `in any order` behind them; empty if something else comes."""
        ahead = 0
        while self.kind(ahead) in ("card", "number") or self.peek(ahead) in RANKS:
            ahead += 1
        if (self.peek(ahead), self.peek(ahead + 1), self.peek(ahead + 2)) != ("in", "any", "order"):
            return ()
        if ahead != many:
            raise BadText(
                f"give {many} cards before 'in any order', not {ahead}: {quoted(self.text)}"
            )
        cards = [_card_of(token) for token in self.tokens[self.at : self.at + ahead]]
        if any(card.depth is Depth.RANKS for card in cards):  # each points from 1 to 9 are one rank
            cards = [RANK_OF.get(card, card) for card in cards]
        if len({card.depth for card in cards}) > 1:
            raise BadText(f"write all cards alike, e.g. '9h Kd' or '9x Kx': {quoted(self.text)}")
        self.at += ahead + 3
        return tuple(sorted(cards, key=KINDS[cards[0].depth].index))


def _card_of(token: Token) -> Card:
    if token.text in RANKS:
        return Card.of(RANKS[token.text])
    return Card.parse(token.written)
