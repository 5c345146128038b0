"""Questions about several coups in plain words, and their exact chances.

read_question("Banker wins then tie")                    this coup and the coup after it
read_question("the coup after this one: a natural")      anything then player has a natural or …
read_question("two Banker wins in a row from here")      banker wins then banker wins
read_question("a tie within 20 coups")                   from this coup on
read_question("a streak of six before the cut card")     either hand; ties are skipped

Two or three coups in a row leave the shoe one after the other: the chance is exact for the cards
that are left. Longer questions have an exact answer if each coup is dealt from the same cards
(`chance_fresh`); within a shoe they are simulated.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from operator import mul

import numpy as np

from baccarat.base.errors import BadText, ShoeError, TooShallow
from baccarat.base.hints import checked, quoted
from baccarat.core.calls import NUMBERS
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Coup
from baccarat.core.layout import STANDARD_FELT, Layout
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.exact.grammar import StatementReader
from baccarat.exact.odds import OddsTable
from baccarat.exact.question_words import LATER, SIDES
from baccarat.exact.several_coups import (
    MOST_COUPS,
    USED,
    WINS,
    chances_of,
    coming,
    digits_of,
    orders_of,
    rows_of,
    several_coups,
)
from baccarat.exact.statement import ANYTHING, BOTH, TIE, Any, Not, Statement, won_by

MOST_WITHIN = 100
"""The most coups of a question; a shoe of eight decks has about eighty."""
MOST_DIGITS = 4000
"""Python writes whole numbers of at most 4,300 digits."""
SECONDS_OF_TWO, SECONDS_OF_THREE = 0.3, 4.0
"""Measured: two coups without the law of the deeper one, and three coups."""
MANY = (
    *NUMBERS,
    *"ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
    "twenty",
)


@dataclass(frozen=True)
class CoupsInOrder:
    """Statements about the present coup, the coup after it, and so on."""

    statements: tuple[Statement, ...]

    @property
    def reading(self) -> str:
        """How the question was understood."""
        return "this coup first, then the next, if they are dealt"

    def __str__(self) -> str:
        return " then ".join(map(_bracketed, self.statements))


@dataclass(frozen=True)
class WithinCoups:
    """A question: within some coups, is a statement true once, or of several coups in a row?"""

    statements: tuple[Statement, ...]
    """statements of which a coup makes at most one true"""
    coups: int | None
    """the number of coups; None: up to the cut card"""
    in_a_row: int = 1
    is_streak: bool = False
    """whether a tie neither ends nor lengthens the row"""

    @property
    def reading(self) -> str:
        """How the question was understood."""
        if self.is_streak:
            return "this coup counts; a tie neither ends nor lengthens the streak"
        return "this coup counts" + "; any other coup ends the row" * (self.in_a_row > 1)

    def __str__(self) -> str:
        end = "before the cut card" if self.coups is None else f"within {self.coups} coups"
        event = str(self.statements[0])
        if self.is_streak:
            which = f" {event}" if len(self.statements) == 1 else ""
            return f"a streak of {self.in_a_row}{which} {end}"
        if self.in_a_row > 1:
            return f"{self.in_a_row} coups in a row: {event}, {end}"
        return f"{_bracketed(self.statements[0])} {end}"


LaterCoups = CoupsInOrder | WithinCoups


def _bracketed(statement: Statement) -> str:
    return f"({statement})" if type(statement) is Any else str(statement)


# Reading


@checked
def read_question(text: str, layout: Layout = STANDARD_FELT) -> Statement | LaterCoups:
    """The statement about a coup, or about several coups, that a text makes.

    >>> print(read_question("two Banker wins in a row from here"))
    banker wins then banker wins
    """
    reader = QuestionReader(text, layout)
    found = reader.question()
    reader.require_end(*((found,) if isinstance(found, Statement) else found.statements))
    return found


class QuestionReader(StatementReader):
    """Reads statements with the words that tell of later coups."""

    def question(self) -> Statement | LaterCoups:
        if self.follows("next", "coup") or self.follows("coup", "after", "this"):
            self.take("one")
            self.take(",")
            return CoupsInOrder((ANYTHING, self.statement()))
        if self.take("streak"):
            return self.streak()
        words = [token.text for token in self.tokens]
        if "row" in words and (self.kind() == "number" or self.peek() in MANY):
            return self.in_a_row()
        coups = [self.statement()]
        while self.later() == "then":
            self.at += 1
            coups.append(self.statement())
        if len(coups) > MOST_COUPS:
            raise BadText(f"at most {MOST_COUPS} coups in order, not {len(coups)}: give 'within'")
        if len(coups) > 1:
            return CoupsInOrder(tuple(coups))
        if self.later():
            if isinstance(coups[0], Not):
                raise BadText(
                    "in no coup, or not in every coup? ask without 'not', and take the rest: "
                    f"{quoted(self.text)}"
                )
            return WithinCoups((coups[0],), self.end())
        return coups[0]

    def later(self) -> str:
        """Go to the word that tells of later coups, and return the word."""
        word = self.later_word()
        while word and self.peek() != word:
            self.at += 1
        return word

    def follows(self, *words: str) -> bool:
        """Whether these words come next; if so, go past them."""
        if any(self.peek(ahead) != word for ahead, word in enumerate(words)):
            return False
        self.at += len(words)
        return True

    def streak(self) -> LaterCoups:
        many = self.many("the length of the streak")
        events: tuple[Statement, ...] = tuple(map(won_by, BOTH))
        if self.peek() in SIDES and self.peek() != "neither" and self.peek(1) in LATER:
            events = tuple(map(won_by, SIDES[self.take(*SIDES)]))
        elif not self.later():
            events = (self.statement(),)
        is_streak = {*events} <= {*map(won_by, BOTH)}
        return WithinCoups(events, self.end(), many, is_streak)

    def in_a_row(self) -> LaterCoups:
        many = self.many("a number of coups")
        is_first = self.follows("coup", "in", "row")
        event = self.statement()
        if not is_first and not self.follows("in", "row"):
            raise self.wrong("'in a row'")
        if self.later():
            return WithinCoups((event,), self.end(), many)
        if 1 < many <= MOST_COUPS:
            return CoupsInOrder((event,) * many)
        return WithinCoups((event,), many, many)

    def end(self) -> int | None:
        """The number of coups that the words give; None if the words are `before the cut card`."""
        self.later()
        if self.take("before"):
            if self.follows("cut", "card"):
                return None
            raise self.wrong("'the cut card'")
        if not self.take("within"):
            raise self.wrong("'within 20 coups' or 'before the cut card'")
        self.take("next")
        many = self.many("a number of coups")
        if not self.take("coup"):
            raise self.wrong("'coups'")
        return many

    def many(self, what: str) -> int:
        word = self.peek()
        text = str(MANY.index(word)) if word in MANY else word
        if self.kind() not in ("number", "word") or not text.isdigit():
            raise self.wrong(what)
        if not 1 <= int(text[:4]) <= MOST_WITHIN:
            raise BadText(f"{what} is 1 to {MOST_WITHIN}, not {word[:9]}: {quoted(self.text)}")
        self.at += 1
        return int(text)


# Two or three coups: the cards of each coup leave the shoe


@checked
def chance_in_order(table: OddsTable, question: CoupsInOrder) -> Fraction:
    """The chance that each statement is true of its coup; the cards of each coup leave the shoe.

    >>> from baccarat.exact.odds import odds
    >>> round(float(chance_in_order(odds(8), read_question("tie then tie"))), 9)
    0.009052951
    """
    if table.endless:
        each = (coup.chance(statement) for coup, statement in coups_of(table, question))
        return prod(each, start=Fraction(1))
    if len(question.statements) > 2:
        return _three(table, question)
    ((one, first), (other, second)), is_exchanged = _deepest_first(table, question)
    rows, whole = rows_of(one, first)
    cards, to_come = table.composition.at(Depth.POINTS), coming(other)
    used = digits_of(rows or [0])
    size, least = len(cards), to_come + int(used.sum(axis=1).max())
    if size < least:
        form = "two coups may need {least} cards, and there are {size}"
        raise ShoeError(form, least=least, size=size)
    chances = chances_of(orders_of(other, second), np.array(cards.counts) - used)
    both = sum(map(mul, rows.values(), chances), Fraction(0)) / whole
    if not is_exchanged:
        return both
    return both / chances_of(orders_of(other, ANYTHING), np.array([cards.counts]))[0]


def seconds_in_order(table: OddsTable, question: CoupsInOrder) -> float:
    """About how many seconds `chance_in_order` takes."""
    if table.endless:
        return sum(each.seconds(*statement.views) for each, statement in coups_of(table, question))
    if len(question.statements) > 2:
        return SECONDS_OF_THREE
    ((one, first), _), _ = _deepest_first(table, question)
    return SECONDS_OF_TWO + one.seconds(*dict.fromkeys((*first.views, USED)))


TableAndStatement = tuple[OddsTable, Statement]


def coups_of(table: OddsTable, question: CoupsInOrder) -> list[TableAndStatement]:
    """Each coup with its statement; only the present coup has dealt cards."""
    tables = table, *[fresh(table)] * (len(question.statements) - 1)
    return [*zip(tables, question.statements, strict=True)]


def _deepest_first(
    table: OddsTable, question: CoupsInOrder
) -> tuple[list[TableAndStatement], bool]:
    """Two coups, and whether they are exchanged, because ranks or suits must be dealt first.

    Coups may be exchanged, because no order of the cards is likelier than another.
    """
    coups = coups_of(table, question)
    is_deep = [_is_deep(*coup) for coup in coups]
    if all(is_deep):
        form = "only one of two coups may look at ranks or suits, not both: {question}"
        raise TooShallow(form, question=question)
    return (coups[::-1] if is_deep[1] else coups), is_deep[1]


def fresh(table: OddsTable) -> OddsTable:
    """The odds table of a whole coup from the same cards, with nothing known of that coup."""
    return OddsTable(table.game, table.composition, None, table.decide, table.endless, table.decks)


def _three(table: OddsTable, question: CoupsInOrder) -> Fraction:
    winners = [WINS[each] for each in question.statements if each in WINS]
    is_whole = table.dealt == Coup() and table.given is None
    if (
        len(winners) < len(question.statements)
        or not is_whole
        or table.rules.tableau != PUNTO_BANCO
    ):
        raise TooShallow("three coups in order: ask about the winners of three whole coups")
    return several_coups(3, composition=table.composition).chance(*winners)


def _is_deep(table: OddsTable, statement: Statement) -> bool:
    views = (*statement.views, *(table.given.views if table.given else ()))
    hidden = Depth.POINTS if table.glimpse is None else table.glimpse.depth
    return max([hidden, *(view.depth for view in views)]) > Depth.POINTS


# Many coups, each dealt from the same cards


@checked
def chance_fresh(table: OddsTable, question: WithinCoups) -> Fraction:
    """The chance if every coup is dealt from the same cards; the present coup keeps its cards.

    >>> from baccarat import odds
    >>> round(float(chance_fresh(odds(8), read_question("a tie within 20 coups"))), 6)
    0.864645
    """
    coups = question.coups or coups_to_cut_card(table)
    first, later = (_weights(each, question) for each in (table, fresh(table)))
    if coups * len(str(sum(later))) > MOST_DIGITS:
        raise ShoeError(f"with this number of cards, ask for fewer than {coups} coups")
    states, hit, whole = Counter({(-1, 0): 1}), 0, 1
    for coup in range(coups):
        *events, skipped, ended = later if coup else first
        total = sum(events) + skipped + ended
        after: Counter[tuple[int, int]] = Counter()
        whole, hit = whole * total, hit * total
        for (last, run), ways in states.items():
            for event, weight in enumerate(events):
                length = run + 1 if event == last else 1
                if length >= question.in_a_row:
                    hit += ways * weight
                else:
                    after[event, length] += ways * weight
            after[last, run] += ways * skipped
            after[-1, 0] += ways * ended
        states = after
    return Fraction(hit, whole)


def coups_to_cut_card(table: OddsTable) -> int:
    """The number of coups up to the cut card, from the average number of cards of a coup."""
    if table.endless:
        raise BadText("an endless deck has no cut card: ask for 'within 20 coups'")
    tally, drawn = fresh(table).tally, -len(table.rules.opening)
    each = zip(OUTCOMES, tally.cells, strict=True)
    cards = sum((end.player.cards + end.banker.cards + drawn) * weight for end, weight in each)
    to_cut_card = len(table.composition) - table.rules.cut_card
    return min(max(1, round(Fraction(to_cut_card * tally.total, cards))), MOST_WITHIN)


def _weights(table: OddsTable, question: WithinCoups) -> list[int]:
    """Whole numbers in the ratio of the chances of each statement, a skipped tie, anything else."""
    chances = [table.chance(statement) for statement in question.statements]
    chances.append(table.chance(TIE) if question.is_streak else Fraction(0))
    chances.append(1 - sum(chances, Fraction(0)))
    unit = lcm(*(chance.denominator for chance in chances))
    return [int(chance * unit) for chance in chances]
