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
from functools import cache
from typing import TypeVar

from baccarat.base.errors import CoupError
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import start_total
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Outcome, Side
from baccarat.exact.coup_law import JointTiers, Law, judge_of, labels_of, view_of
from baccarat.exact.weights.by_hand import Label
from baccarat.exact.weights.by_start import HandView, KeyJudge, Labels

START = HandView(Depth.POINTS, start_total, at_start=True)
"""The view of a fact about totals after two cards."""
BOTH = (Side.PLAYER, Side.BANKER)
T = TypeVar("T")


class Statement:
    """A fact, or facts joined by and, or, not."""

    __slots__ = ()

    @property
    def facts(self) -> "tuple[Fact, ...]":
        raise NotImplementedError

    @property
    def views(self) -> tuple[HandView, ...]:
        """The views of all facts of the statement, each view once."""
        return tuple(dict.fromkeys(view for fact in self.facts for view in fact.views))

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        """A function of an outcome and both hands' labels: whether the statement is true."""
        raise NotImplementedError

    def is_true(self, coup: Coup) -> bool:
        """Whether the statement is true of a coup that is over."""
        return _judged(coup, self.views, self.judge(self.views))

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


def _judged(coup: Coup, views: tuple[HandView, ...], judge: KeyJudge[T]) -> T:
    """The result that a judge gives for a coup that is over."""
    player, banker = (labels_of(views, hand) for hand in (coup.player, coup.banker))
    return judge(coup.outcome().index, player, banker)


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

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        judges = [part.judge(views) for part in self.parts]
        return lambda *seen: all(judge(*seen) for judge in judges)

    def __str__(self) -> str:
        return self._joined(" and ")


@dataclass(frozen=True)
class Any(_Parts):
    """True if a part is true."""

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        judges = [part.judge(views) for part in self.parts]
        return lambda *seen: any(judge(*seen) for judge in judges)

    def __str__(self) -> str:
        return self._joined(" or ")


@dataclass(frozen=True)
class Not(Statement):
    """True if its part is false."""

    part: Statement

    @property
    def facts(self) -> "tuple[Fact, ...]":
        return self.part.facts

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        judge = self.part.judge(views)
        return lambda *seen: not judge(*seen)

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

BY_START: Mapping[str, Callable[[int, int, frozenset[int]], bool]] = {
    "{side} starts with {numbers}": lambda own, other, numbers: own in numbers,
    "{side} started higher": lambda own, other, _: own > other,
    "equal start": lambda own, other, _: own == other,
}
"""The judge of each fact about totals after two cards: the side's total, then the other total."""
BY_OUTCOME: Mapping[str, Callable[[Outcome, Side, frozenset[int]], bool]] = {
    "anything": lambda ended, side, _: True,
    "tie": lambda ended, side, _: ended.winner is None,
    "{side} wins": lambda ended, side, _: ended.winner is side,
    "{side} wins by {numbers}": lambda ended, side, numbers: (
        ended.winner is side and ended.margin in numbers
    ),
    "{side} ends with {numbers}": lambda ended, side, numbers: ended.held(side).total in numbers,
    "{side} has a natural": lambda ended, side, _: ended.held(side).is_natural,
    "{side} draws": lambda ended, side, _: ended.held(side).cards == 3,
    "{side} stands": lambda ended, side, _: ended.held(side).cards == 2,
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

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        if self.words in BY_OUTCOME:
            is_true = BY_OUTCOME[self.words]
            ends = [is_true(ended, self.side, self.numbers) for ended in OUTCOMES]
            return lambda cell, *_: ends[cell]
        is_true_of, at = BY_START[self.words], views.index(START)
        own, other = (0, 1) if self.side is Side.PLAYER else (1, 0)
        return lambda _, *hands: is_true_of(
            int(hands[own][at] or 0), int(hands[other][at] or 0), self.numbers
        )

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

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        hand, (first, *more) = BOTH.index(self.side), map(views.index, self.views)
        if not more:
            return lambda _, *hands: hands[hand][first] == "1"
        if self.place == "any":
            return lambda _, *hands: "1" in (hands[hand][first], hands[hand][more[0]])
        return lambda _, *hands: hands[hand][first] == hands[hand][more[0]] == "1"

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

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        sides, at = ([self.side] if self.side else BOTH), views.index(self.views[0])
        places, wanted = [BOTH.index(side) for side in sides], [*Counter(self.cards).values()]

        def is_true(cell: int, *hands: Labels) -> bool:
            counted = [map(int, str(hands[place][at]).split()) for place in places]
            return [sum(counts) for counts in zip(*counted, strict=True)] == wanted

        return is_true

    def __str__(self) -> str:
        whose = f"{_name(self.side)}'s first two cards" if self.side else "the first four cards"
        return f"{whose} are {' '.join(map(str, self.cards))} in any order"


# Bets and money


@dataclass(frozen=True)
class JointStakes:
    """Wagers that lie on the felt together, and the money that they bring."""

    wagers: tuple[tuple[str, Bet, int], ...]
    """the name of each bet as it was written, the bet, and its stake"""

    @property
    def views(self) -> tuple[HandView, ...]:
        return tuple(dict.fromkeys(view_of(bet) for _, bet, _ in self.wagers))

    def of(self, coup: Coup) -> Fraction:
        """The money won or lost in a coup that is over."""
        return _judged(coup, self.views, self.judge(self.views))

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[Fraction]:
        """A function of an outcome and both hands' labels: the money won or lost, not rounded."""
        tiers = judge_of([bet for _, bet, _ in self.wagers], views)

        @cache
        def net(won: JointTiers) -> Fraction:
            paid = zip(self.wagers, won, strict=True)
            return sum((stake * bet.net(tier) for (_, bet, stake), tier in paid), Fraction(0))

        return lambda *seen: net(tiers(*seen))

    def __str__(self) -> str:
        return ", ".join(f"{name}={stake}" for name, _, stake in self.wagers)


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

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        net_of, sign = self.stakes.judge(views), (RESULTS | MONEY)[self.word]

        def is_true(cell: int, player: Labels, banker: Labels) -> bool:
            net = net_of(cell, player, banker)
            return (net > 0) - (net < 0) == sign

        return is_true

    def __str__(self) -> str:
        if self.is_of_money:
            return f"{self.word} with {self.stakes}"
        return f"{self.stakes.wagers[0][0]} {self.word}"


def result_of(bet: Bet, word: str) -> Brings:
    """The fact that a bet wins, pushes or loses."""
    return Brings(JointStakes(((str(bet), bet, 1),)), word)
