"""Statements about a coup: facts joined by and, or, not, which a coup makes true or false.

CoupFact("{side} starts with {numbers}", Side.PLAYER, frozenset({8})) & CoupFact("tie")
statement.views                                          what it must see of both hands
statement.judge(views)                                   whether it is true, by outcome and labels
statement.is_true(coup)                                  the same for a coup that is over

`str` writes a statement in the words that `read_statement` reads (`grammar.py`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from baccarat.base.errors import CoupError
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import start_total
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Outcome, Side
from baccarat.exact.coup_law import Law, labels_of, tier_of, view_of
from baccarat.exact.weights.by_hand import Label
from baccarat.exact.weights.by_start import HandView, KeyJudge, Labels

START = HandView(Depth.POINTS, start_total, at_start=True)
"""The view of a fact about totals after two cards."""
BOTH = (Side.PLAYER, Side.BANKER)


class SeenCoup(NamedTuple):
    """What facts see of a coup: the outcome, and the labels that some views give both hands."""

    outcome: Outcome
    views: tuple[HandView, ...]
    player: Labels
    banker: Labels

    @classmethod
    def of(cls, coup: Coup, views: tuple[HandView, ...]) -> "SeenCoup":
        """What is seen of a coup that is over."""
        hands = labels_of(views, coup.player), labels_of(views, coup.banker)
        return cls(coup.outcome(), views, *hands)

    def label(self, view: HandView, side: Side) -> Label:
        """The label that a view gives that side's hand."""
        return (self.player if side is Side.PLAYER else self.banker)[self.views.index(view)]

    def start(self, side: Side) -> int:
        """The total of that side after two cards."""
        return int(self.label(START, side) or 0)


class Statement:
    """A fact, or facts joined by and, or, not."""

    __slots__ = ()

    @property
    def facts(self) -> "tuple[Fact, ...]":
        raise NotImplementedError

    def holds(self, seen: SeenCoup) -> bool:
        """Whether the statement is true; `seen` has the labels of the statement's views."""
        raise NotImplementedError

    @property
    def views(self) -> tuple[HandView, ...]:
        """The views of all facts of the statement, each view once."""
        return tuple(dict.fromkeys(view for fact in self.facts for view in fact.views))

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        """A function of an outcome and both hands' labels: whether the statement is true."""
        return lambda cell, *hands: self.holds(SeenCoup(OUTCOMES[cell], views, *hands))

    def is_true(self, coup: Coup) -> bool:
        """Whether the statement is true of a coup that is over."""
        return self.holds(SeenCoup.of(coup, self.views))

    def __and__(self, other: "Statement") -> "Statement":
        return All.of((self, other))

    def __or__(self, other: "Statement") -> "Statement":
        return Any.of((self, other))

    def __invert__(self) -> "Statement":
        return Not(self)


def law_given(given: Statement, law: Law) -> Law:
    """The law of only those coups that make `given` true; `law` must have the views of `given`."""
    left = law.kept(given, given.judge(law.views))
    if not left.weights.any():
        raise CoupError(f"no coup is left of which this is true: {given}")
    return left


# Facts joined


@dataclass(frozen=True)
class _Parts(Statement):
    parts: tuple[Statement, ...]

    @classmethod
    def of(cls, parts: Iterable[Statement]) -> Statement:
        """One statement of all parts, each part once, without brackets that change nothing."""
        flat = [one for part in parts for one in (part.parts if type(part) is cls else (part,))]
        first, *others = dict.fromkeys(flat)
        return cls((first, *others)) if others else first

    @property
    def facts(self) -> "tuple[Fact, ...]":
        return tuple(dict.fromkeys(fact for part in self.parts for fact in part.facts))

    def _joined(self, word: str) -> str:
        """The parts with a word between them; brackets show which words belong together."""
        *others, last = self.parts
        texts = [f"({part})" if isinstance(part, Not | _Parts) else str(part) for part in others]
        return word.join([*texts, f"({last})" if isinstance(last, _Parts) else str(last)])


@dataclass(frozen=True)
class All(_Parts):
    """True if all its parts are true."""

    def holds(self, seen: SeenCoup) -> bool:
        return all(part.holds(seen) for part in self.parts)

    def __str__(self) -> str:
        return self._joined(" and ")


@dataclass(frozen=True)
class Any(_Parts):
    """True if a part is true."""

    def holds(self, seen: SeenCoup) -> bool:
        return any(part.holds(seen) for part in self.parts)

    def __str__(self) -> str:
        return self._joined(" or ")


@dataclass(frozen=True)
class Not(Statement):
    """True if its part is false."""

    part: Statement

    @property
    def facts(self) -> "tuple[Fact, ...]":
        return self.part.facts

    def holds(self, seen: SeenCoup) -> bool:
        return not self.part.holds(seen)

    def __str__(self) -> str:
        text = str(self.part)
        has_brackets = isinstance(self.part, _Parts) or " or " in text
        return f"not ({text})" if has_brackets else f"not {text}"


class Fact(Statement):
    """A fact that one look at both hands decides."""

    __slots__ = ()

    @property
    def facts(self) -> "tuple[Fact, ...]":
        return (self,)

    @property
    def views(self) -> tuple[HandView, ...]:
        return ()


# Totals and results

FactJudge = Callable[[SeenCoup, Side, frozenset[int]], bool]
BY_START: Mapping[str, FactJudge] = {
    "{side} starts with {numbers}": lambda seen, side, numbers: seen.start(side) in numbers,
    "{side} started higher": lambda seen, side, _: seen.start(side) > seen.start(side.other),
    "equal start": lambda seen, side, _: seen.start(side) == seen.start(side.other),
}
"""The judge of each fact about totals after two cards, by the words of the fact."""
BY_OUTCOME: Mapping[str, FactJudge] = {
    "anything": lambda seen, side, _: True,
    "tie": lambda seen, side, _: seen.outcome.winner is None,
    "{side} wins": lambda seen, side, _: seen.outcome.winner is side,
    "{side} wins by {numbers}": lambda seen, side, numbers: (
        seen.outcome.winner is side and seen.outcome.margin in numbers
    ),
    "{side} ends with {numbers}": lambda seen, side, numbers: (
        seen.outcome.held(side).total in numbers
    ),
    "{side} has a natural": lambda seen, side, _: seen.outcome.held(side).is_natural,
    "{side} draws": lambda seen, side, _: seen.outcome.held(side).cards == 3,
    "{side} stands": lambda seen, side, _: seen.outcome.held(side).cards == 2,
}
"""The judge of each fact that the outcome decides."""


@dataclass(frozen=True)
class CoupFact(Fact):
    """A fact about totals or the result."""

    words: str
    """the key of its judge"""
    side: Side = Side.PLAYER
    """a fact about both sides is Player's"""
    numbers: frozenset[int] = frozenset()

    @property
    def views(self) -> tuple[HandView, ...]:
        return (START,) if self.words in BY_START else ()

    def holds(self, seen: SeenCoup) -> bool:
        judge = BY_START.get(self.words) or BY_OUTCOME[self.words]
        return judge(seen, self.side, self.numbers)

    def __str__(self) -> str:
        numbers = " or ".join(map(str, sorted(self.numbers)))
        return self.words.format(side=_name(self.side), numbers=numbers)


ANYTHING, TIE, EQUAL_START = map(CoupFact, ("anything", "tie", "equal start"))


def won_by(side: Side | None) -> CoupFact:
    """The fact that a side wins; for None, the fact that the coup is a tie."""
    return TIE if side is None else CoupFact("{side} wins", side)


def _name(side: Side) -> str:
    return side.name.lower()


# Cards

PLACES = ("first", "second", "third")
WHOLE = {"any": any, "all": all}


@dataclass(frozen=True)
class CardMark:
    """A trait of a hand: `1` if the card in a place, any card or every card is of these kinds."""

    place: str
    kinds: frozenset[Card]

    def __call__(self, hand: Hand) -> Label:
        # A view of third cards sees no card, or one.
        cards = hand.cards[1:2] if self.place == "second" else hand.cards
        cards = cards if self.place in WHOLE else cards[:1]
        return "1" if WHOLE.get(self.place, any)(card in self.kinds for card in cards) else "0"


@dataclass(frozen=True)
class HasCard(Fact):
    """A card of a hand is of some kind: the first, second or third, any, or all of them."""

    side: Side
    place: str
    """a name of PLACES or WHOLE"""
    kinds: frozenset[Card]
    """cards of one depth"""
    words: str
    """these cards as they are written"""

    @property
    def views(self) -> tuple[HandView, ...]:
        mark, depth = CardMark(self.place, self.kinds), next(iter(self.kinds)).depth
        start = HandView(depth, mark, at_start=True)
        third = HandView(depth, mark, is_third=True)
        if self.place in WHOLE:
            return start, third
        return (third if self.place == "third" else start,)

    def holds(self, seen: SeenCoup) -> bool:
        return WHOLE.get(self.place, all)(seen.label(view, self.side) == "1" for view in self.views)

    def __str__(self) -> str:
        side = _name(self.side)
        if self.place == "any":
            return f"{side} has a card that is {self.words}"
        whose = "cards are" if self.place == "all" else f"{self.place} card is"
        return f"{side}'s {whose} {self.words}"


@dataclass(frozen=True)
class KindCounts:
    """A trait: how many cards of each of these kinds a hand has."""

    kinds: tuple[Card, ...]

    def __call__(self, hand: Hand) -> Label:
        return " ".join(str(hand.cards.count(kind)) for kind in self.kinds)


@dataclass(frozen=True)
class StartsInAnyOrder(Fact):
    """The first two cards of a side, or of both sides together, whatever their order."""

    side: Side | None
    cards: tuple[Card, ...]
    """sorted, and of one depth"""

    @property
    def views(self) -> tuple[HandView, ...]:
        counts = KindCounts(tuple(dict.fromkeys(self.cards)))
        return (HandView(self.cards[0].depth, counts, at_start=True),)

    def holds(self, seen: SeenCoup) -> bool:
        sides, (view,) = ([self.side] if self.side else BOTH), self.views
        labels = [seen.label(view, side) or "" for side in sides]
        counted = zip(*(map(int, label.split()) for label in labels), strict=True)
        return [sum(counts) for counts in counted] == [*Counter(self.cards).values()]

    def __str__(self) -> str:
        whose = f"{_name(self.side)}'s first two cards" if self.side else "the first four cards"
        return f"{whose} are {' '.join(map(str, self.cards))} in any order"


# Bets and money


@dataclass(frozen=True)
class JointStakes:
    """Wagers that lie on the felt together, and what they bring."""

    wagers: tuple[tuple[str, Bet, int], ...]
    """the name of each bet as it was written, the bet, and its stake"""

    @property
    def views(self) -> tuple[HandView, ...]:
        return tuple(dict.fromkeys(view_of(bet) for _, bet, _ in self.wagers))

    def net(self, seen: SeenCoup) -> Fraction:
        """The money won or lost in a coup, before any rounding."""
        return sum((stake * _net(bet, seen) for _, bet, stake in self.wagers), Fraction(0))

    def of(self, coup: Coup) -> Fraction:
        """The money won or lost in a coup that is over."""
        return self.net(SeenCoup.of(coup, self.views))

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[Fraction]:
        """A function of an outcome and both hands' labels: the money won or lost."""
        return lambda cell, *hands: self.net(SeenCoup(OUTCOMES[cell], views, *hands))

    def __str__(self) -> str:
        return ", ".join(f"{name}={stake}" for name, _, stake in self.wagers)


def _net(bet: Bet, seen: SeenCoup) -> Fraction:
    labels = [seen.label(view_of(bet), side) for side in BOTH]
    return bet.net(tier_of(bet)(seen.outcome.index, *labels))


RESULTS = {"wins": 1, "pushes": 0, "loses": -1}
MONEY = {"ahead": 1, "even": 0, "behind": -1}
"""The sign of what a bet or wagers bring, by the word for it."""


@dataclass(frozen=True)
class Brings(Fact):
    """A bet wins, pushes or loses; or wagers together win money, lose money, or neither."""

    stakes: JointStakes
    word: str
    """a name of RESULTS or MONEY"""

    @property
    def is_of_money(self) -> bool:
        return self.word in MONEY

    @property
    def views(self) -> tuple[HandView, ...]:
        return self.stakes.views

    def holds(self, seen: SeenCoup) -> bool:
        net = self.stakes.net(seen)
        return (net > 0) - (net < 0) == (RESULTS | MONEY)[self.word]

    def __str__(self) -> str:
        if self.is_of_money:
            return f"{self.word} with {self.stakes}"
        return f"{self.stakes.wagers[0][0]} {self.word}"


def result_of(bet: Bet, word: str) -> Brings:
    """The fact that a bet wins, pushes or loses."""
    return Brings(JointStakes(((str(bet), bet, 1),)), word)
