"""What it is worth to know something of the next cards before the bet.

Everything follows from one table: by the groups of the cards that the guest looks at, the weight
of the deals, and what each bet wins in them. A sort, cards that lie the wrong way, and a turned
shoe change only this table.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np

from baccarat.base.errors import BadBet, BadText, BadValue, UnknownName
from baccarat.base.hints import checked
from baccarat.base.jsonable import exact
from baccarat.core.bets import Bet
from baccarat.core.cards import Card, Depth, shorten
from baccarat.core.coup import Hand
from baccarat.exact.bet_choice import MAIN
from baccarat.exact.coup_law import JointTiers, judge_of, view_of
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.partial_coup import cards_of
from baccarat.exact.weights.by_hand import EXACT_INTS
from baccarat.exact.weights.by_start import HandView, KeyJudge, Labels
from baccarat.exact.weights.constants import Ints, Numbers

CARDS = {"first-card": (0,), "second-card": (1,), "fifth-card": (4,), "sixth-card": (5,)}
HANDS = {"player-hand": (0, 2), "banker-hand": (1, 3), "four-cards": (0, 1, 2, 3)}
PLACES: Mapping[str, tuple[int, ...]] = CARDS | HANDS | {"bottom-card": (6,), "burn-card": (6,)}
"""The cards that the guest knows, by their places in dealing order.

No order of the cards is likelier than another, so any card that is not dealt is like the seventh.
"""
BEST, TURNED = "best", "turned"
POINTS = range(10)
MOST_VALUES = 100
"""The largest number of values of the knowledge that JSON lists."""
_RUN = re.compile(r"\b(\d)-(\d)\b")
_SHARE = re.compile(r"(\d{1,4}(?:\.\d{1,4}|/[1-9]\d{0,3})?)(%?)")


@dataclass(frozen=True, slots=True)
class KnownValue:
    """One thing that the guest may see, and the best bet after it."""

    told: tuple[str, ...]
    """what the guest sees of each card, in dealing order: points; of a sort, `in` or `out`"""
    chance: Fraction
    bet: str | None
    """the best bet; None if no bet is favourable"""
    expectation: Fraction
    """what a unit on this bet wins on average; 0 without a bet"""


@dataclass(frozen=True, slots=True)
class KnowledgeWorth:
    """The exact gain of a guest with some knowledge, who lays one unit on the best bet, if any."""

    what: str
    """the knowledge, as it is asked for; the best sort is written out"""
    bets: tuple[str, ...]
    """the bets that the guest may lay"""
    values: tuple[KnownValue, ...]
    without: Fraction
    """the gain of a guest who knows nothing; 0 if no bet is favourable"""
    tried: int
    """the number of sorts that were compared"""

    @property
    def gain(self) -> Fraction:
        """What the guest wins in a coup on average, in units; coups without a bet count, too."""
        return sum((value.chance * value.expectation for value in self.values), Fraction(0))

    def chance(self, bet: str | None = None) -> Fraction:
        """How often the guest lays this bet; default: any bet."""
        bets = self.bets if bet is None else (bet,)
        return sum((value.chance for value in self.values if value.bet in bets), Fraction(0))

    def as_json(self) -> dict[str, object]:
        """The gain and how often each bet is laid, as JSON; the values if they are few."""
        return {
            "what": self.what,
            **exact("gain", self.gain),
            **exact("without", self.without),
            **exact("probability", self.chance()),
            "laid": {bet: exact("probability", self.chance(bet)) for bet in self.bets},
            "sorts": self.tried,
            "seen_values": [
                {"told": list(value.told), "best_bet": value.bet}
                | exact("probability", value.chance)
                | exact("expectation", value.expectation)
                for value in (self.values if len(self.values) <= MOST_VALUES else ())
            ],
        }


@checked
def knowledge(
    what: str, table: OddsTable | None = None, bets: Sequence[str | Bet] = MAIN
) -> KnowledgeWorth:
    """The gain of a guest who knows something of the next coup and lays a unit on the best bet.

    `what` is e.g. `first-card`; `four-cards:6-9` if the guest sees whether each card is one of
    these; `four-cards:best` for the best sort in two groups. A third part is `turned` if the shoe
    may lie either way, or the share of the cards that lie the wrong way: `first-card:6-9:10%`.

    >>> f"{float(knowledge('first-card:6-9').gain):.3%}"
    '6.765%'
    """
    table = odds() if table is None else table
    look = _Look.parse(what)
    if table.has_begun or table.given is not None:
        known = table.dealt if table.given is None else table.given
        raise BadValue(
            f"knowledge can be used only before a coup: leave out the given cards: {known}"
        )
    felt = table.game.layout
    chosen = {felt.name_of(bet): felt.find(bet) for bet in bets}
    if not chosen:
        raise BadValue("knowledge needs a bet: give bets, e.g. ['player']")
    for bet in chosen.values():
        if bet.offered:
            raise BadBet(f"{bet.key} is offered after four cards: name bets laid before a coup")
    parts, unit = _parts(table, [*chosen.values()], look)
    sorts = _sorts(look)

    def gain(sort: str) -> Fraction | int:
        won: Numbers = look.signals(parts, sorts[sort])[1:].max(axis=0)
        return np.maximum(won, 0).sum()  # type: ignore[no-any-return]

    best = max(sorts, key=gain)
    signals = look.signals(parts, sorts[best]).astype(object)
    whole, values = signals[0].sum(), []
    words = ["in", "out"] if best else [*map(str, POINTS)]
    for at in np.ndindex(signals.shape[1:]):
        weight, *won = signals[(slice(None), *at)]
        if weight:
            most = max(won)
            laid = [*chosen][won.index(most)] if most > 0 else None
            told, chance = tuple(words[group] for group in at), Fraction(weight) / whole
            values.append(KnownValue(told, chance, laid, Fraction(max(most, 0)) / (weight * unit)))
    without = Fraction(max(0, *(won.sum() for won in signals[1:]))) / (whole * unit)
    blur = TURNED if look.is_turned else str(look.wrong or "")
    name = ":".join(filter(None, (look.place, best, blur)))
    return KnowledgeWorth(name, tuple(chosen), tuple(values), without, len(sorts))


@dataclass(frozen=True, slots=True)
class _Look:
    """The cards that the guest looks at, and how well they are told apart."""

    place: str
    marked: tuple[Card, ...] | None = None
    """the cards of one group, the other cards being the other group; None: the points are known"""
    depth: Depth = Depth.POINTS
    is_best: bool = False
    wrong: Fraction = Fraction(0)
    """the share of the cards that lie the wrong way"""
    is_turned: bool = False
    """whether the shoe may lie either way, so that the guest cannot name the groups"""

    @classmethod
    def parse(cls, text: str) -> "_Look":
        place, *rest = (part.strip() for part in text.split(":"))
        if place not in PLACES:
            near = f"expected one of {', '.join(PLACES)}"
            raise UnknownName("kind of knowledge", place[:24], PLACES, near)
        if len(rest) > 2 or not all(rest):
            raise BadText(f"not knowledge: {shorten(text)} (expected e.g. 'four-cards:6-9:10%')")
        group, blur = (*rest, "", "")[:2]
        marked, depth = (None, Depth.POINTS) if group in ("", BEST) else _marked(group)
        return cls(place, marked, depth, group == BEST, _share(blur), blur == TURNED)

    def group(self, card: Card) -> int:
        """The group of a card: its points; or, in a sort, 0 if it is marked, else 1."""
        return card.points if self.marked is None else int(card not in self.marked)

    def __call__(self, hand: Hand) -> str:
        """A trait of a hand: the groups of its cards in order; a third card only if it matters."""
        is_seen = len(hand.cards) == 2 or PLACES[self.place][-1] > 3
        return "".join(str(self.group(card)) for card in hand.cards if is_seen)

    def signals(self, parts: Numbers, sort: Ints) -> Numbers:
        """Weights and wins of `parts`, now by the signals that the guest sees, not by groups."""
        whole, wrong = self.wrong.denominator, self.wrong.numerator
        blurs = np.array([[whole - wrong, wrong], [wrong, whole - wrong]], dtype=object)
        for matrix in (sort, blurs) if wrong else (sort,):
            for _ in range(parts.ndim - 1):  # the first axis goes last each time
                parts = np.tensordot(parts, matrix, axes=(1, 1))
        return parts + np.flip(parts, tuple(range(1, parts.ndim))) if self.is_turned else parts


def _marked(text: str) -> tuple[tuple[Card, ...], Depth]:
    """The cards of a group, `6-9`, `0/5` or `Kx`, and how exactly they are known."""
    every = _RUN.sub(lambda run: "/".join(map(str, range(int(run[1]), int(run[2]) + 1))), text)
    try:
        group = tuple(map(Card.parse, every.split("/")))
    except BadText as bad:
        raise BadText(f"not one group of cards, '6-9', '0/5' or 'Kx': {bad}") from None
    depth = max(card.depth for card in group)
    return cards_of(group, depth), depth


def _share(text: str) -> Fraction:
    """The share of the cards that lie the wrong way round, from text such as `10%`."""
    found = _SHARE.fullmatch(text)
    share = Fraction(found[1]) / (100 if found[2] else 1) if found else Fraction(0)
    if share > Fraction(1, 2) or not (found or text in ("", TURNED)):
        raise BadText(f"not '{TURNED}', nor a share from 0 to 50% as in '10%': {shorten(text)}")
    return share


def _sorts(look: _Look) -> dict[str, Ints]:
    """For each sort of the cards: a table with 1 where a group (column) gives a signal (row)."""
    if look.marked is not None:
        return {"/".join(map(str, look.marked)): np.eye(2, dtype=int)}
    if not look.is_best:
        return {"": np.eye(10, dtype=int)}
    groups = [group for size in range(1, 6) for group in combinations(POINTS, size)]
    # Of two halves only the one with zero, so that each sort comes once.
    marks = {"/".join(map(str, g)): np.isin(POINTS, g) for g in groups if len(g) < 5 or 0 in g}
    return {name: np.array([is_in, ~is_in], dtype=int) for name, is_in in marks.items()}


def _parts(table: OddsTable, bets: Sequence[Bet], look: _Look) -> tuple[Numbers, int]:
    """For each way to group the seen cards: its weight, and each bet's win in parts of a unit."""
    cards, places = table.composition.at(look.depth), PLACES[look.place]
    size, is_late = len(cards), places[-1] > 3
    if is_late and size <= places[-1]:
        raise BadValue(f"the {look.place} needs {places[-1] + 1} unseen cards")
    # All weights have this factor, so that the chance of a card that is not dealt is whole.
    scale = lcm(*range(size - places[-1], size + 1)) if is_late else 1
    counts = Counter[str]()
    for kind, count in zip(cards.kinds, cards.counts, strict=True):
        counts[str(look.group(kind))] += count
    groups = 10 if look.marked is None else 2
    parts = np.zeros((1 + len(bets), *[groups] * len(places)), dtype=object)
    unit = lcm(*(bet.net(tier).denominator for bet in bets for tier in (*bet.pays, None)))
    # All questions with the same groups share one law.
    trait = _Look("fifth-card" if is_late else "first-card", look.marked, look.depth)
    hands = HandView(look.depth, trait, at_start=True), HandView(look.depth, trait, is_third=True)
    for view in dict.fromkeys(map(view_of, bets)):
        rows = [row for row, bet in enumerate(bets, 1) if view_of(bet) == view]
        alike = tuple(bets[row - 1] for row in rows)
        judge = _by_sight(places, len(table.rules.opening), judge_of(alike, (*hands, view)))
        sums = table.law(*hands, view).sums((alike, places), judge)
        for (seen, gone, tiers), weight in sums.items():
            won = np.zeros(len(parts), dtype=object)
            won[0] = weight if rows[0] == 1 else 0
            won[rows] = [weight * int(b.net(t) * unit) for b, t in zip(alike, tiers, strict=True)]
            gone = "" if table.endless else gone
            left = {group: count - gone.count(group) for group, count in counts.items()}
            # If the card is not dealt, any card that is left may be there.
            for there, chance in {seen: 1}.items() if seen else left.items():
                at: Any = (slice(None), *map(int, there))
                parts[at] += won * (scale if seen else scale // (size - len(gone)) * chance)
    most = max(int(abs(part).sum()) for part in parts)
    return parts.astype(np.int64) if 2 * most < EXACT_INTS else parts, unit


def _by_sight(
    places: tuple[int, ...], printed: int, judge: KeyJudge[JointTiers]
) -> KeyJudge[tuple[str, str, JointTiers]]:
    """A function that finds the groups of the seen cards, and each bet's tier.

    If the coup does not deal the seen card, the function finds the groups of all dealt cards
    instead.
    """

    def told(cell: int, player: Labels, banker: Labels) -> tuple[str, str, JointTiers]:
        own, other, tiers = str(player[0]), str(banker[0]), judge(cell, player, banker)
        dealt = f"{own[0]}{other[0]}{own[1]}{other[1]}{player[1]}{banker[1]}"
        if places[-1] < len(dealt):
            return "".join([dealt[place] for place in places]), "", tiers
        return "", "".join(sorted(dealt[printed:])), tiers

    return told
