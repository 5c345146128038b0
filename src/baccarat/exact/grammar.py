"""Questions about a coup in plain words, read as statements.

read_statement("Player 8 or 9 against Banker's 6")     player starts with 8 or 9 and banker …
read_statement("a tie and a Player pair")               tie and player-pair:11 wins

statement = part, "or" part …                 part = fact, "and" fact …
fact      = "not" fact | "(" statement ")" | a side with something said of it | a bet | money

`against`, `while`, `although`, `but` and a comma mean `and`. A total without another word is the
total after two cards, as everywhere in our notation; `ends with` is the final total.
"""

from baccarat.base.errors import BadText
from baccarat.base.hints import checked, quoted
from baccarat.core.bets import Bet
from baccarat.core.calls import NUMBERS
from baccarat.core.cards import DECK, KINDS
from baccarat.core.coup import Side
from baccarat.core.layout import STANDARD_FELT, Layout, Wager
from baccarat.exact.card_words import PICTURES, RANKS
from baccarat.exact.question_words import (
    AGAINST,
    ALONE,
    AND,
    CARD_PLACES,
    CLAUSE_END,
    DRAWS,
    HIGHER,
    IN_ORDER,
    LATER,
    MOST_FACTS,
    NATURAL,
    SAID,
    SIDES,
    STANDS,
    TOTAL_OF_CARDS,
    TOTALS,
    VERBS,
    Phrase,
    Token,
    ends_with,
    said_of,
    starts_with,
)
from baccarat.exact.statement import (
    ANYTHING,
    BOTH,
    EQUAL_START,
    MONEY,
    PLACES,
    RESULTS,
    TIE,
    All,
    Any,
    Brings,
    CoupFact,
    HasCard,
    JointStakes,
    Not,
    StartsInAnyOrder,
    Statement,
    result_of,
    won_by,
)
from baccarat.exact.token_reader import TokenReader

ONE_OR_ALL = "one card, or all? write e.g. 'player has an ace' or 'player's cards are aces'"


@checked
def read_statement(text: str, layout: Layout = STANDARD_FELT) -> Statement:
    """The statement that a text makes about a coup; it may name bets of the layout or known bets.

    >>> print(read_statement("Player wins although Banker started higher"))
    player wins and banker started higher
    """
    reader = StatementReader(text, layout)
    found = reader.statement()
    reader.require_end(found)
    return found


class StatementReader(TokenReader):
    """Reads the statement of a text."""

    def __init__(self, text: str, layout: Layout) -> None:
        super().__init__(text)
        self.layout = layout
        self.sides: tuple[Side, ...] = ()
        """the side that the last fact was about"""
        self.is_any = False
        """whether the last fact was about either side"""
        self.has_subject = False
        """whether the next fact may leave out its side"""
        self.places: tuple[str, ...] = ()
        """the cards that the last fact was about, if the next fact may leave them out"""
        self.detail = ""
        """what the last fact was about, if not totals after two cards"""
        self.is_list = False
        """whether a comma joined the last facts"""
        self.said: Phrase = lambda side: ANYTHING
        """what the last fact said of its side"""
        self.joined = ""
        """`and` or `or` before the next fact; empty before the first fact"""
        self.denied = ""
        """`no` or `not` if the last fact has this word"""
        self.is_marked = False
        """whether the last fact described a card: `a card that is red`"""

    def later_word(self) -> str:
        """The word that tells of later coups, if it comes next, perhaps after `and` or a comma."""
        ahead = 0
        while self.peek(ahead) in AND:
            ahead += 1
        return self.peek(ahead) if self.peek(ahead) in LATER else ""

    def require_end(self, *statements: Statement) -> None:
        """Refuse words after the end, and statements that have too many facts together."""
        if self.at < len(self.tokens):
            raise self.wrong("'and', 'or', or the end")
        if (terms := sum(len(statement.facts) for statement in statements)) > MOST_FACTS:
            raise BadText(f"a question has at most {MOST_FACTS} different terms, not {terms}")

    # Joined facts

    def statement(self) -> Statement:
        self.detail = self.joined = ""
        parts = [self.all_of()]
        while self.peek() == "or":
            if self.is_list:
                raise self.unclear("does a comma mean 'and' or 'or'? write the word instead")
            self.at += 1
            before, denied, self.joined = parts[-1], self.denied, "or"
            is_alike = self.is_same_card() or self.is_same_side()
            is_alike |= self.has_subject and self.peek() == "tie"
            parts.append(after := self.all_of())
            if denied == "no" or (denied and is_alike):
                readings = Any.of((before, after)), before & Not(after)
                raise self.unclear("is only the first denied, or both?", *readings)
        return Any.of(parts)

    def all_of(self) -> Statement:
        parts, is_list = [self.same_again() or self.fact()], False
        while (self.peek() in AND and not self.later_word()) or self.is_next_side():
            word = self.take(*AND)
            is_list |= not self.take("and") and word == ","
            self.joined = "and"
            if word in AGAINST and self.peek() == "natural" and not self.has_subject:
                both = All.of(map(NATURAL, BOTH))
                raise self.unclear("one natural, or two?", ALONE["natural"], both)
            if word in AGAINST and self.is_number() and len(self.sides) == 1:
                self.require_same_detail()
                parts.append(starts_with(self.numbers())(self.sides[0].other))
            else:
                parts.append(self.same_again() or self.fact())
        self.is_list = is_list
        return All.of(parts)

    def same_again(self) -> Statement | None:
        """A fact about the same side or the same cards: `and has a natural`, `red and a nine`."""
        if self.is_same_card():
            is_marked = self.is_marked and self.peek() != "card"
            is_denied = self.denied and self.peek(-1) == "and" and not self.token.is_had
            before, phrase = self.said, self.cards_in(self.places)
            if is_marked and self.joined == "and":
                self.require_one_card(before, phrase)
            if is_denied:
                first, second = self.of_sides(before), self.of_sides(phrase)
                has = first.part if isinstance(first, Not) else first
                readings = first & second, Not(has & second)
                raise self.unclear("is only the first denied, or both together?", *readings)
        elif self.is_same_side():
            before, phrase = self.said, self.phrase()
        else:
            return None
        found = self.of_sides(phrase)
        if len(self.sides) > 1 and self.joined == ("and" if self.is_any else "or"):
            join = All if self.joined == "and" else Any
            alike = self.of_sides(lambda side: join.of((before(side), phrase(side))))
            apart = join.of((self.of_sides(before), found))
            raise self.unclear("does one side have both?", alike, apart)
        return found

    def is_same_card(self) -> bool:
        """Whether words for the cards of the last fact follow."""
        is_card = self.is_card() and self.kind() != "number"
        return bool(self.places and is_card) and (self.token.is_one or self.peek() not in NUMBERS)

    def is_same_side(self) -> bool:
        """Whether something about the side of the last fact follows."""
        verb = self.peek(1) if self.peek() == "not" else self.peek()
        return self.has_subject and (self.token.is_had or verb in VERBS)

    def require_one_card(self, *phrases: Phrase) -> None:
        """Refuse `a card that is red and a king`, which may be one card or two cards."""
        first, second = (
            {card for card in DECK for kind in fact.kinds if card.at(kind.depth) == kind}
            for phrase in phrases
            for fact in phrase(Side.PLAYER).facts
            if isinstance(fact, HasCard)
        )
        if first & second not in (set(), first, second):
            two = All.of(map(self.of_sides, phrases))
            raise self.unclear(
                "one card, or two? for one card write e.g. 'a red king', for two", two
            )

    def is_next_side(self) -> bool:
        """Whether a total is followed by the other side and its total: `player 8/9 banker 6`."""
        return (
            self.tokens[self.at - 1].kind == "number"
            and self.peek() in ("player", "banker", "p", "b")
            and self.is_number(1)
        )

    # Facts

    def fact(self) -> Statement:
        has_subject, self.places, self.has_subject, self.denied = self.has_subject, (), False, ""
        if self.take("("):
            self.open += 1
            if self.open > MOST_FACTS:
                raise BadText(f"a question has at most {MOST_FACTS} brackets in one another")
            found = self.statement()
            self.open -= 1
            self.close()
            self.denied = ""
            return found
        if word := self.take("not", "no"):
            is_one = self.token.is_one
            found = Not(self.fact())
            self.denied = "no" if is_one else word
            return found
        if self.peek() in MONEY and self.kind(1) == "wager":
            return self.money()
        if (bet := self.bet()) is not None:
            return result_of(bet, self.take(*RESULTS) or "wins")
        if self.take("tie"):
            return TIE & ends_with(self.numbers())(Side.PLAYER) if self.is_number() else TIE
        if self.peek() in SIDES:
            return self.of_side()
        if word := self.take(*ALONE):
            if has_subject and self.joined and word in SAID:
                self.require_whole_coup(self.of_sides(SAID[word]), ALONE[word])
            self.denied = "no" if word == "unthird" else ""
            return ALONE[word]
        if self.peek() in ("firstfour", "all"):
            ahead = 1 + (self.peek(1) == "card")
            self.sides, self.is_any = BOTH, self.has_one(ahead)
            return self.of_sides(self.card_phrase())
        if self.kind() == "wager":
            raise self.wrong("'ahead with', 'even with' or 'behind with' before wagers")
        raise self.wrong("a side, a bet or a result, e.g. 'player', 'tie' or 'dragon-7'")

    def require_whole_coup(self, own: Statement, whole: Statement) -> None:
        """Refuse words about a side or the coup: `player wins or a natural`."""
        if own != whole:
            raise self.unclear("about that side, or the whole coup?", own, whole)

    def money(self) -> Statement:
        word = self.take(*MONEY)
        wagers = []
        while self.kind() == "wager":
            wager = Wager.parse(self.peek())
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
                self.take(",", "and")
        return Brings(JointStakes(tuple(wagers)), word)

    def bet(self) -> Bet | None:
        """The bet that comes next: a word with a hyphen or a price, or words that name a bet."""
        if self.kind() == "bet":
            self.at += 1
            return self.layout.find(self.tokens[self.at - 1].text)
        if self.peek() in (*SIDES, "unthird", "firstfour"):  # no bet has such a name
            return None
        for many in range(4, 0, -1):
            words = [token for token in self.tokens[self.at :][:many] if token.kind != "mark"]
            name = "-".join(token.text for token in words)
            if len(words) == many and name != "tie" and self.layout.knows(name):
                self.at += many
                return self.layout.find(name)
        return None

    # What is said of a side

    def of_side(self) -> Statement:
        word = self.take(*SIDES)
        self.sides, self.is_any = SIDES[word], word in ("either", "neither")
        is_owner = self.tokens[self.at - 1].written.rstrip("s").endswith(("'", "\u2019"))
        if len(self.sides) > 1 and self.peek() == "card" and not (is_owner or self.token.is_had):
            raise self.unclear("which cards? write e.g. 'all cards are red'")
        found = self.of_sides(self.phrase())
        if word == "neither":
            self.places, self.denied = (), "no"
            return Not(found)
        self.has_subject = True
        return found

    def of_sides(self, phrase: Phrase) -> Statement:
        self.said = phrase
        return (Any if self.is_any else All).of(map(phrase, self.sides))

    def phrase(self) -> Phrase:
        """Read the words after the name of a side, as a function from the side to a statement."""
        if word := self.take("not", "no"):
            if word == "no" and self.peek() in NUMBERS:
                raise self.unclear("a card or a total? write 'has no nines' or 'not 9' for it")
            said = self.phrase()
            self.denied = "not"
            if word == "not" and len(self.sides) > 1 and not self.is_any:
                raise self.none_or_not_all(lambda side: Not(said(side)), said)
            return lambda side: Not(said(side))
        if self.peek() == "draws" and (self.peek(1) == "third" or self.is_card(1)):
            self.at += 1
            return self.card_phrase("third")
        if self.peek() == "natural" and self.is_number(1):
            self.at += 1
            starts = starts_with(self.numbers())
            return lambda side: NATURAL(side) & starts(side)
        if word := self.take(*SAID):
            self.detail = "the number of cards" if word.endswith("cards") else self.detail
            return SAID[word]
        if self.take("pair"):
            return lambda side: result_of(self.layout.find(f"{side.name}-pair"), "wins")
        if word := self.take("wins", "loses"):
            return self.result(word)
        if self.take("ends"):
            return self.ends()
        if self.take("starts"):
            return self.starts()
        if self.take("level"):
            return lambda side: EQUAL_START
        if self.is_number():
            self.require_same_detail()
            return starts_with(self.numbers())
        if self.peek() in HIGHER:
            raise self.wrong("'started higher' for the totals after two cards, or 'wins'")
        return self.card_phrase()

    def starts(self) -> Phrase:
        self.detail = ""
        if self.take("natural"):
            return NATURAL
        if not (word := self.take(*HIGHER)):
            return starts_with(self.numbers())
        self.require_one_side("started higher")
        higher = said_of("{side} started higher")
        return higher if HIGHER[word] > 0 else lambda side: higher(side.other)

    def ends(self) -> Phrase:
        self.detail = "the final total"
        return ends_with(self.numbers())

    def result(self, word: str) -> Phrase:
        self.require_one_side(word)
        if self.take("by"):
            margins = self.numbers(TOTALS - {0})
            return lambda side: CoupFact("{side} wins by {numbers}", _winner(side, word), margins)
        if word == "wins" and (how := self.take(*SAID)):  # `with a natural`, `on two cards`
            self.detail = "the number of cards" if how.endswith("cards") else self.detail
            if how == "unthird":
                won = won_by(self.sides[0])
                self.require_whole_coup(won & STANDS(self.sides[0]), won & ALONE[how])
            return lambda side: won_by(side) & SAID[how](side)
        if not self.is_number():
            return lambda side: won_by(_winner(side, word))
        if word == "loses":
            raise self.wrong("'ends with' before a total of the side that loses")
        ends = self.ends()
        return lambda side: won_by(side) & ends(side)

    def require_one_side(self, words: str) -> None:
        if len(self.sides) != 1:
            raise self.wrong(f"'player' or 'banker' before {words!r}")

    def require_same_detail(self) -> None:
        """Refuse a bare total after words about something else: `player ends with 7, banker 6`."""
        if self.detail:
            raise self.unclear(
                f"is {quoted(self.tokens[self.at].written)} a total after two cards, or "
                f"{self.detail} again? write 'starts with' or repeat the words"
            )

    # Cards of a side

    def card_phrase(self, usual: str = "") -> Phrase:
        """`first card is red`, `has an ace`, `'s cards are K 9 in any order`, `third card`"""
        token = self.token
        place = self.take(*CARD_PLACES) or usual
        if not place:
            if not self.is_card() and self.peek() != "card":
                raise self.wrong("what it has or does, e.g. 'wins', '8 or 9' or 'a red card'")
            if self.detail == "the card" and self.peek() != "card":
                self.require_same_detail()
            if self.peek() != "card" and not (
                token.is_had or (token.is_one and self.kind() != "card")
            ):
                side, words = self.sides[0], self.cards()
                raise self.unclear(
                    f"is {quoted(token.written)} one of the first two cards, or any card?",
                    Any.of(HasCard(side, place, *words) for place in PLACES[:2]),
                    HasCard(side, "any", *words),
                )
            place = "all" if self.peek() == "card" and not token.is_one else "any"
            if place == "all" and (token.is_had or token.written == "card"):
                raise self.unclear("one card, or all? write 'has a card …' or 'all cards are …'")
            self.is_marked = self.peek() == "card"
        elif place not in ("all", "firstfour"):
            self.detail = "the card"
        if not self.take("card") and place == "firstfour":
            raise self.wrong("'cards', e.g. 'the first four cards are red'")
        self.take("all")
        if place == "third" and not self.is_card():
            if not (usual or token.is_had or token.is_one):
                raise self.unclear(
                    "what is the third card? write 'player draws' if it is only dealt, or e.g. "
                    "'is red' after every third card"
                )
            self.detail = ""
            return DRAWS
        if place in IN_ORDER and (cards := self.in_any_order(IN_ORDER[place])):
            return lambda side: StartsInAnyOrder(None if place == "firstfour" else side, cards)
        begin = self.at
        is_meant = place != "any" or self.is_marked or self.peek(-1) in ("not", "no", "neither")
        phrase = self.cards_in(CARD_PLACES.get(place, (place,)))
        self.take("card")
        if not is_meant and any(map(_is_plural, self.tokens[begin : self.at])):
            raise self.unclear(ONE_OR_ALL)
        return phrase

    def cards_in(self, places: tuple[str, ...]) -> Phrase:
        """Read words for cards, as the fact that each of these places holds such a card."""
        if any(TOTAL_OF_CARDS.search(part) for part in CLAUSE_END.split(self.text.lower())):
            raise self.unclear("cards or a total? write e.g. 'player 9' for it")
        is_several = len(places) > 1 or places == ("all",)
        is_not = self.peek() == "not"
        is_had, has_one = self.is_had(is_not), self.has_one(is_not)
        kinds, words = self.cards()
        if is_several and self.peek() == "and" and self.is_card(1):
            raise self.unclear("no card is two cards: write 'K 9 in any order', or name each card")
        self.places = places
        if is_several and is_not:
            kinds = frozenset(KINDS[next(iter(kinds)).depth]) - kinds
            words = words.removeprefix("not ").strip("()")
        among = ("any",) if places == ("all",) else places

        def every(side: Side) -> Statement:
            return All.of(HasCard(side, place, kinds, words) for place in places)

        def some(side: Side) -> Statement:
            return Any.of(HasCard(side, place, kinds, words) for place in among)

        if not is_several or not (is_not or is_had):
            return every
        self.places = ()
        if is_not and not is_had:
            raise self.none_or_not_all(lambda side: Not(some(side)), every)
        if not is_not and not has_one:
            raise self.unclear(ONE_OR_ALL)
        return (lambda side: Not(some(side))) if is_not else some

    def is_had(self, ahead: int) -> bool:
        """Whether `has` stands before a later token."""
        return any(token.is_had for token in self.tokens[self.at + ahead :][:1])

    def has_one(self, ahead: int) -> bool:
        """Whether `has a`, or `has` and a card, stands there: `player's cards have a nine`."""
        return self.is_had(ahead) and (
            self.tokens[self.at + ahead].is_one or self.kind(ahead) == "card"
        )

    def none_or_not_all(self, none: Phrase, every: Phrase) -> BadText:
        """The error for a denial of several cards or sides: `both don't draw`."""
        return self.unclear("none, or not all?", self.of_sides(none), Not(self.of_sides(every)))


def _is_plural(token: Token) -> bool:
    """Whether a word for cards means several of them: `aces`, `cards`, but not `ace of spades`."""
    return token.written == "cards" or (
        token.text.endswith("s") and token.text in {*RANKS, *PICTURES}
    )


def _winner(side: Side, word: str) -> Side:
    return side if word == "wins" else side.other
