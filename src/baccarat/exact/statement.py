"""Statements about a coup: facts joined by and, or, not, which a coup makes true or false.

StartsWith(Side.PLAYER, frozenset({8})) & Wins(None)     Player starts with 8, and it is a tie
statement.views                                          what it must see of both hands
statement.judge(views)                                   whether it is true, by outcome and labels
statement.is_true(coup)                                  the same for a coup that is over

`str` writes a statement in the words that `read_statement` reads (`grammar.py`).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from baccarat.base.errors import CoupError
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import start_total
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Outcome, Side
from baccarat.exact.coup_law import NOTHING, Law, labels_of, tier_of, view_of
from baccarat.exact.weights.by_hand import Bools, Label
from baccarat.exact.weights.by_start import HandView, KeyJudge, Labels, LawKey, StartWeights

START = HandView(Depth.POINTS, start_total, at_start=True)
"""The view of a fact about totals after two cards."""
BOTH = (Side.PLAYER, Side.BANKER)


class SeenCoup(NamedTuple):
    """What a fact sees of a coup: the outcome, and the labels of its views."""

    outcome: Outcome
    player: Labels
    banker: Labels

    def of(self, side: Side) -> Labels:
        """The labels of that side's hand."""
        return self.player if side is Side.PLAYER else self.banker


class Statement:
    """A fact, or facts joined by and, or, not."""

    __slots__ = ()

    @property
    def facts(self) -> "tuple[Fact, ...]":
        raise NotImplementedError

    def joined(self, judges: "dict[Fact, FactJudge]") -> "FactJudge":
        """The judge of the whole statement, made from those of its facts."""
        raise NotImplementedError

    @property
    def views(self) -> tuple[HandView, ...]:
        """The views of all its facts, each once."""
        return tuple(dict.fromkeys(view for fact in self.facts for view in fact.views))

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[bool]:
        """Whether it is true, by an outcome and the labels that these views give both hands."""
        whole = self.joined({fact: _judge_of(fact, views) for fact in self.facts})
        return lambda cell, player, banker: whole(SeenCoup(OUTCOMES[cell], player, banker))

    def is_true(self, coup: Coup) -> bool:
        """Whether it is true of a coup that is over."""
        views = self.views or (NOTHING,)
        return self.judge(views)(*_labelled(coup, views))

    def __and__(self, other: "Statement") -> "Statement":
        return All.of((self, other))

    def __or__(self, other: "Statement") -> "Statement":
        return Any.of((self, other))

    def __invert__(self) -> "Statement":
        return Not(self)


def _labelled(coup: Coup, views: tuple[HandView, ...]) -> LawKey:
    return coup.outcome().index, labels_of(views, coup.player), labels_of(views, coup.banker)


FactJudge = Callable[[SeenCoup], bool]


def law_given(given: Statement, law: Law) -> Law:
    """The law of the coups of which a statement is true; the law has the statement's views."""
    if law.found is None:
        is_true = _truth_of_keys(law, law.views, given)
    else:
        is_true = _truth_of(law.found, law.views, given)
    weights = np.where(is_true, law.weights, 0)
    if not weights.any():
        raise CoupError(f"no coup is left of which this is true: {given}")
    return replace(law, weights=weights)


@lru_cache(maxsize=64)
def _truth_of(found: StartWeights, views: tuple[HandView, ...], given: Statement) -> Bools:
    return _truth_of_keys(found, views, given)


def _truth_of_keys(law: Law | StartWeights, views: tuple[HandView, ...], given: Statement) -> Bools:
    judge = given.judge(views)
    return np.array([judge(*key) for key in law.keys], dtype=bool)


class Fact(Statement):
    """A fact that one look at both hands decides."""

    __slots__ = ()

    @property
    def facts(self) -> "tuple[Fact, ...]":
        return (self,)

    @property
    def views(self) -> tuple[HandView, ...]:
        return ()

    def holds(self, seen: SeenCoup) -> bool:
        """Whether the fact is true; `seen` has the labels of its own views."""
        raise NotImplementedError

    def joined(self, judges: "dict[Fact, FactJudge]") -> FactJudge:
        return judges[self]


def _judge_of(fact: Fact, views: tuple[HandView, ...]) -> FactJudge:
    """The fact's judge, among labels of more views."""
    places = [views.index(view) for view in fact.views]

    def judge(seen: SeenCoup) -> bool:
        own, other = ([labels[at] for at in places] for labels in (seen.player, seen.banker))
        return fact.holds(SeenCoup(seen.outcome, tuple(own), tuple(other)))

    return judge


# Facts joined


@dataclass(frozen=True)
class _Parts(Statement):
    parts: tuple[Statement, ...]

    @classmethod
    def of(cls, parts: Iterable[Statement]) -> Statement:
        """The parts joined; parts that are joined in the same way lose their brackets."""
        flat = [one for part in parts for one in (part.parts if type(part) is cls else (part,))]
        return flat[0] if len(flat) == 1 else cls(tuple(flat))

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(dict.fromkeys(fact for part in self.parts for fact in part.facts))


@dataclass(frozen=True)
class All(_Parts):
    """True if all its parts are true."""

    def joined(self, judges: dict[Fact, FactJudge]) -> FactJudge:
        each = [part.joined(judges) for part in self.parts]
        return lambda seen: all(judge(seen) for judge in each)

    def __str__(self) -> str:
        return " and ".join(f"({part})" if type(part) is Any else str(part) for part in self.parts)


@dataclass(frozen=True)
class Any(_Parts):
    """True if a part is true."""

    def joined(self, judges: dict[Fact, FactJudge]) -> FactJudge:
        each = [part.joined(judges) for part in self.parts]
        return lambda seen: any(judge(seen) for judge in each)

    def __str__(self) -> str:
        return " or ".join(f"({part})" if type(part) is All else str(part) for part in self.parts)


@dataclass(frozen=True)
class Not(Statement):
    """True if its part is false."""

    part: Statement

    @property
    def facts(self) -> tuple[Fact, ...]:
        return self.part.facts

    def joined(self, judges: dict[Fact, FactJudge]) -> FactJudge:
        judge = self.part.joined(judges)
        return lambda seen: not judge(seen)

    def __str__(self) -> str:
        return f"not ({self.part})" if isinstance(self.part, _Parts) else f"not {self.part}"


def of_sides(sides: Iterable[Side], fact: Callable[[Side], Statement], any_side: bool) -> Statement:
    """The same fact about one side, both sides, or either side."""
    return (Any if any_side else All).of(map(fact, sides))


# Facts


def _name(side: Side | None) -> str:
    return "tie" if side is None else side.name.lower()


def _numbers(values: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(values)))


@dataclass(frozen=True)
class Anything(Fact):
    """True of every coup."""

    def holds(self, seen: SeenCoup) -> bool:
        return True

    def __str__(self) -> str:
        return "anything"


@dataclass(frozen=True)
class StartsWith(Fact):
    """The total of a side after two cards."""

    side: Side
    totals: frozenset[int]

    @property
    def views(self) -> tuple[HandView, ...]:
        return (START,)

    def holds(self, seen: SeenCoup) -> bool:
        return int(seen.of(self.side)[0] or 0) in self.totals

    def __str__(self) -> str:
        return f"{_name(self.side)} starts with {_numbers(self.totals)}"


@dataclass(frozen=True)
class EndsWith(Fact):
    """The final total of a side."""

    side: Side
    totals: frozenset[int]

    def holds(self, seen: SeenCoup) -> bool:
        return seen.outcome.held(self.side).total in self.totals

    def __str__(self) -> str:
        return f"{_name(self.side)} ends with {_numbers(self.totals)}"


@dataclass(frozen=True)
class Natural(Fact):
    """A side has eight or nine on two cards."""

    side: Side

    def holds(self, seen: SeenCoup) -> bool:
        return seen.outcome.held(self.side).is_natural

    def __str__(self) -> str:
        return f"{_name(self.side)} has a natural"


@dataclass(frozen=True)
class Draws(Fact):
    """A side draws a third card, or stands."""

    side: Side
    is_drawing: bool = True

    def holds(self, seen: SeenCoup) -> bool:
        return (seen.outcome.held(self.side).cards == 3) is self.is_drawing

    def __str__(self) -> str:
        return f"{_name(self.side)} {'draws' if self.is_drawing else 'stands'}"


@dataclass(frozen=True)
class Wins(Fact):
    """The winner of the coup; None is a tie."""

    side: Side | None

    def holds(self, seen: SeenCoup) -> bool:
        return seen.outcome.winner is self.side

    def __str__(self) -> str:
        return "tie" if self.side is None else f"{_name(self.side)} wins"


@dataclass(frozen=True)
class WinsBy(Fact):
    """A side wins, and its final total is higher by one of these numbers."""

    side: Side
    margins: frozenset[int]

    def holds(self, seen: SeenCoup) -> bool:
        return seen.outcome.winner is self.side and seen.outcome.margin in self.margins

    def __str__(self) -> str:
        return f"{_name(self.side)} wins by {_numbers(self.margins)}"


@dataclass(frozen=True)
class StartsHigher(Fact):
    """The side with the higher total after two cards; None if both totals are equal."""

    side: Side | None

    @property
    def views(self) -> tuple[HandView, ...]:
        return (START,)

    def holds(self, seen: SeenCoup) -> bool:
        player, banker = (int(labels[0] or 0) for labels in (seen.player, seen.banker))
        ahead = None if player == banker else Side.PLAYER if player > banker else Side.BANKER
        return ahead is self.side

    def __str__(self) -> str:
        return "equal start" if self.side is None else f"{_name(self.side)} started higher"


PLACES = ("first", "second", "third")
WHOLE = {"any": any, "all": all}


@dataclass(frozen=True)
class CardMark:
    """A trait: `1` if the card in a place, or any or all cards of a hand, are of these kinds."""

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
        return (
            (start, third) if self.place in WHOLE else (third if self.place == "third" else start,)
        )

    def holds(self, seen: SeenCoup) -> bool:
        return WHOLE.get(self.place, all)(label == "1" for label in seen.of(self.side))

    def __str__(self) -> str:
        side = _name(self.side)
        if self.place == "any":
            return f"{side} has a card that is {self.words}"
        if self.place == "all":
            return f"{side}'s cards are {self.words}"
        return f"{side}'s {self.place} card is {self.words}"


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
        labels = [seen.of(side)[0] or "" for side in ([self.side] if self.side else BOTH)]
        counted = zip(*(map(int, label.split()) for label in labels), strict=True)
        return [sum(counts) for counts in counted] == [*Counter(self.cards).values()]

    def __str__(self) -> str:
        whose = f"{_name(self.side)}'s first two cards" if self.side else "the first four cards"
        return f"{whose} are {' '.join(map(str, self.cards))} in any order"


RESULTS = {"wins": 1, "pushes": 0, "loses": -1}
"""The sign of what a bet brings, by the word for it."""


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


@dataclass(frozen=True)
class BetResult(Fact):
    """A bet wins, pushes or loses."""

    bet: Bet
    result: str
    """a name of RESULTS"""

    @property
    def views(self) -> tuple[HandView, ...]:
        return (view_of(self.bet),)

    def holds(self, seen: SeenCoup) -> bool:
        return _sign(_net(self.bet, seen, 0)) == RESULTS[self.result]

    def __str__(self) -> str:
        return f"{self.bet} {self.result}"


def _net(bet: Bet, seen: SeenCoup, place: int) -> Fraction:
    return bet.net(tier_of(bet)(seen.outcome.index, seen.player[place], seen.banker[place]))


@dataclass(frozen=True)
class JointStakes:
    """Wagers that lie on the felt together, and what they bring."""

    wagers: tuple[tuple[str, Bet, int], ...]
    """the name of each bet as it was written, the bet, and its stake"""

    @property
    def views(self) -> tuple[HandView, ...]:
        return tuple(dict.fromkeys(view_of(bet) for _, bet, _ in self.wagers))

    def net(self, seen: SeenCoup, views: tuple[HandView, ...]) -> Fraction:
        """The money won or lost in a coup, before any rounding."""
        places = ((bet, stake, views.index(view_of(bet))) for _, bet, stake in self.wagers)
        return sum((stake * _net(bet, seen, at) for bet, stake, at in places), Fraction(0))

    def of(self, coup: Coup) -> Fraction:
        """The money won or lost in a coup that is over."""
        views = self.views
        return self.judge(views)(*_labelled(coup, views))

    def judge(self, views: tuple[HandView, ...]) -> KeyJudge[Fraction]:
        """The money, by an outcome and the labels that these views give both hands."""
        return lambda cell, player, banker: self.net(
            SeenCoup(OUTCOMES[cell], player, banker), views
        )

    def __str__(self) -> str:
        return ", ".join(f"{name}={stake}" for name, _, stake in self.wagers)


MONEY = {"ahead": 1, "even": 0, "behind": -1}
"""The sign of what wagers bring, by the word for it."""


@dataclass(frozen=True)
class Brings(Fact):
    """All wagers together win money, lose money, or neither."""

    stakes: JointStakes
    word: str
    """a name of MONEY"""

    @property
    def views(self) -> tuple[HandView, ...]:
        return self.stakes.views

    def holds(self, seen: SeenCoup) -> bool:
        return _sign(self.stakes.net(seen, self.views)) == MONEY[self.word]

    def __str__(self) -> str:
        return f"{self.word} with {self.stakes}"
