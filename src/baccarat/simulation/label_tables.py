"""Lookup tables for bets deeper than totals: they give each hand a small number, its label.

A bet deeper than totals sees the cell and its trait of each hand. All traits of a hand together
are its *label*, and cells that no bet tells apart form one class. Engines count coups by class and
labels, so no engine runs a bet's Python in its loop, and a plug-in's bet is as fast as ours.
"""

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BaccaratError, BadBet, TooShallow
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import Trait, broken_trait, outcome_tiers
from baccarat.core.cards import KINDS, Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Outcome
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.weights.plain import coups as every_coup

MOST_LABELS = 100
"""The most labels; all their pairs are judged and counted, so more would take too long."""
TOO_MANY = "these bets tell too many hands apart for this engine: use the reference engine"
LOST, RAISED = -1, -2
"""Marks instead of a tier: the bet is lost; its event raises an error (on impossible hands)."""

Ids = npt.NDArray[np.int64]
BetLook = tuple[Depth, Trait, bool]
"""How a bet looks at a hand: the depth, the trait, and whether it sees only the first two cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The lookup tables for some bets, with k kinds of cards; the index k means no third card."""

    depth: Depth
    starts: npt.NDArray[np.uint32]
    """by k x first card + second: the index in `labels` where the class of the start begins"""
    labels: npt.NDArray[np.uint16]
    """by class of the start and third card: the label of the hand; label 0 has no trait"""
    many: int
    """the number of labels of hands"""
    cells: npt.NDArray[np.uint32]
    """by cell: its class x labels x labels"""
    classes: int
    wholes: npt.NDArray[np.uint8]
    """by the points of six cards: the label of the whole coup, for bets without a trait"""
    many_wholes: int
    judges: "tuple[Judge | WholeJudge, ...]"

    @property
    def kinds(self) -> int:
        return len(Composition.decks(1).at(self.depth).counts)

    @property
    def slots(self) -> int:
        """The number of counts: a count for each class and each set of labels (hands and coup)."""
        return self.classes * self.many * self.many * self.many_wholes

    def events(self, counted: npt.NDArray[np.unsignedinteger]) -> dict[str, dict[str, int]]:
        """For each bet and tier: the number of coups, calculated from the counts of the slots."""
        places = np.flatnonzero(counted)
        shape = self.classes, self.many, self.many, self.many_wholes
        cells, player, banker, whole = np.unravel_index(places, shape)
        seen = Seen(cells, player, banker, whole, counted[places].astype(np.int64))
        return {judge.bet.key: judge.tiers(seen) for judge in self.judges}


@dataclass(frozen=True, slots=True, eq=False)
class Wholes:
    """Tables for the labels of whole coups; hands that look alike to all bets share a class."""

    player: npt.NDArray[np.uint32]
    """by k x first card + second: the index in `labels` where Player's class begins"""
    banker: npt.NDArray[np.uint32]
    """by k x first card + second: the offset of Banker's class within Player's"""
    labels: npt.NDArray[np.uint8]
    """by Player's class, Banker's class, and the points of the fifth and the sixth card"""
    points: npt.NDArray[np.uint8]
    """by kind: its points"""


@lru_cache(maxsize=8)
def wholes_of(sight: Sight) -> Wholes:
    """The million labels of whole coups in `sight.wholes`, turned into much smaller tables."""
    points = np.array([card.points for card in KINDS[sight.depth]], np.uint8)
    if sight.many_wholes == 1:
        nothing = np.zeros(0, np.uint32)
        return Wholes(nothing, nothing, np.zeros(0, np.uint8), points)
    # From dealing order to Player's first two cards, Banker's first two, the rest.
    table = sight.wholes.reshape((10,) * 6).transpose(0, 2, 1, 3, 4, 5)
    rows, player = np.unique(table.reshape(100, -1), axis=0, return_inverse=True)
    each = rows.reshape(len(rows), 100, 100).transpose(1, 0, 2).reshape(100, -1)
    rows_of_banker, banker = np.unique(each, axis=0, return_inverse=True)
    labels = rows_of_banker.reshape(len(rows_of_banker), len(rows), 100).transpose(1, 0, 2)
    two = (10 * points[:, None] + points).reshape(-1)
    return Wholes(
        (player.reshape(-1)[two] * len(rows_of_banker) * 100).astype(np.uint32),
        (banker.reshape(-1)[two] * 100).astype(np.uint32),
        np.ascontiguousarray(labels).reshape(-1),
        points,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The combinations of outcome and labels that occurred, and how often each one occurred."""

    cells: Ids
    player: Ids
    banker: Ids
    whole: Ids
    times: Ids


@lru_cache(maxsize=8)
def sights_of(
    counted: tuple[Bet, ...], rules: Rules, decide: Strategy = nobody
) -> tuple[Sight, ...]:
    """The tables of the bets deeper than totals: one `Sight` for each group of bets."""
    bets = [bet for bet in counted if bet.depth is not Depth.TOTALS]
    if not bets:
        return ()
    depth = max(bet.depth for bet in bets)
    printed = rules.printed
    if printed is not None and printed.depth < depth:
        raise TooShallow(
            f"some bets need the {depth} of the printed card, but only {printed} is known"
        )
    return tuple(_sight(group, depth, rules, decide) for group in groups_of(bets, depth))


@dataclass(slots=True)
class _Group:
    """Bets that are counted together, and the label of every hand for these bets."""

    bets: list[Bet] = field(default_factory=list)
    labels: Ids = field(default_factory=lambda: np.zeros(1, np.int64))

    def take(self, bet: Bet, depth: Depth) -> bool:
        """Add a bet if there is room for its labels; the first bet always has room."""
        if bet.trait is not None:
            look = _look(bet)
            names, ids = _traits(look)
            joint = self.labels * len(names) + _spread(ids, look[0], depth).reshape(-1)
            is_label = np.bincount(joint) > 0
            is_label[0] = True  # a hand may have no trait
            if self.bets and is_label.sum() > MOST_LABELS:
                return False
            self.labels = (np.cumsum(is_label) - 1)[joint]
        self.bets.append(bet)
        return True


def groups_of(bets: list[Bet], depth: Depth) -> list[list[Bet]]:
    """The deeper bets in groups; each bet joins the first group whose table has room for it."""
    groups = [_Group()]
    for bet in bets:
        if not any(group.take(bet, depth) for group in groups):
            groups.append(_Group())
            groups[-1].take(bet, depth)
    return [group.bets for group in groups]


def _sight(bets: list[Bet], depth: Depth, rules: Rules, decide: Strategy) -> Sight:
    """The lookup tables that serve all these bets together."""
    looks = list(dict.fromkeys(_look(bet) for bet in bets if bet.trait))
    traits = [_traits(look) for look in looks]
    # All traits of a hand as one number, which is 0 for a hand without traits.
    radix = np.cumprod([1, *(len(names) for names, _ in traits)], dtype=object)
    if radix[-1] > 2**62:
        raise BadBet(TOO_MANY)
    kinds = len(Composition.decks(1).at(depth).counts)
    joint = np.zeros((kinds, kinds, kinds + 1), np.int64)
    for look, (_, ids), unit in zip(looks, traits, radix, strict=False):
        joint += _spread(ids, look[0], depth) * int(unit)
    found, labels = np.unique(np.append(joint, 0), return_inverse=True)
    rows = labels[:-1].reshape(kinds * kinds, kinds + 1)
    classes, starts = np.unique(rows, axis=0, return_inverse=True)
    many = len(found)
    if many > MOST_LABELS:
        raise BadBet(TOO_MANY)
    plain = [bet for bet in bets if bet.trait is None]
    wholes, whole_tiers = _wholes(plain, rules, decide)
    judged = {bet: _judged(bet, traits[looks.index(_look(bet))][0]) for bet in bets if bet.trait}
    # A row for each cell: all tiers that the bets may give to it.
    rows = np.hstack(
        [tiers.reshape(len(OUTCOMES), -1) for tiers in judged.values()]
        or [np.zeros((1, 1), np.int8)]
    )
    firsts, cells = np.unique(rows, axis=0, return_index=True, return_inverse=True)[1:]
    judges: list[Judge | WholeJudge] = []
    for bet in bets:
        if bet.trait is None:
            place = plain.index(bet)
            judges.append(WholeJudge(bet, np.array([tiers[place] for tiers in whole_tiers])))
        else:
            number = looks.index(_look(bet))
            names = traits[number][0]
            own = found // int(radix[number]) % len(names)
            judges.append(Judge(bet, own, names, judged[bet][firsts], firsts))
    return Sight(
        depth,
        (starts.reshape(-1) * (kinds + 1)).astype(np.uint32),
        classes.reshape(-1).astype(np.uint16),
        many,
        (np.resize(cells, len(OUTCOMES)) * many * many).astype(np.uint32),
        len(firsts),
        wholes,
        len(whole_tiers),
        tuple(judges),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Counts the tiers of a bet, from how often each outcome had each pair of hand labels."""

    bet: Bet
    traits_of: Ids
    """by label of a hand: the index of the bet's trait"""
    traits: tuple[str | None, ...]
    known: npt.NDArray[np.int8]
    """by class, Player's trait and Banker's trait: the index of the tier, LOST or RAISED"""
    firsts: Ids
    """by class: its first cell"""

    def tiers(self, seen: Seen) -> dict[str, int]:
        times = np.zeros(self.known.shape, np.int64)
        player, banker = self.traits_of[seen.player], self.traits_of[seen.banker]
        np.add.at(
            times.reshape(-1),
            np.ravel_multi_index((seen.cells, player, banker), times.shape),
            seen.times,
        )
        for cells, own, other in np.argwhere((times > 0) & (self.known == RAISED)):
            self.bet.judge(_seen(self.firsts[cells], self.traits[own], self.traits[other]))
        return _by_tier(self.bet, self.known, times)


@lru_cache(maxsize=256)
def _judged(bet: Bet, traits: tuple[str | None, ...]) -> npt.NDArray[np.int8]:
    """For each outcome and pair of traits of both hands: the tier's index, LOST or RAISED."""
    places = np.empty((len(OUTCOMES), len(traits), len(traits)), np.int8)
    tiers: dict[str | None, int] = {None: LOST}
    tiers |= {tier: place for place, tier in enumerate(bet.pays)}
    hands = {held: [replace(held, trait=trait) for trait in traits] for held in HELD}
    for cell, outcome in enumerate(OUTCOMES):
        for player, own in enumerate(hands[outcome.player]):
            for banker, other in enumerate(hands[outcome.banker]):
                try:
                    places[cell, player, banker] = tiers[bet.judge(Outcome(own, other))]
                except Exception:  # a stranger's code may raise anything
                    places[cell, player, banker] = RAISED
    return places


HELD = dict.fromkeys(outcome.player for outcome in OUTCOMES)
"""Every possible final hand, without traits."""


def _seen(cell: int, player: str | None, banker: str | None) -> Outcome:
    outcome = OUTCOMES[cell]
    return Outcome(replace(outcome.player, trait=player), replace(outcome.banker, trait=banker))


@dataclass(frozen=True, slots=True, eq=False)
class WholeJudge:
    """Counts the tiers of a bet on whole coups, from how often each coup label occurred."""

    bet: Bet
    known: Ids
    """by label of the whole coup: the index of the tier, or LOST"""

    def tiers(self, seen: Seen) -> dict[str, int]:
        times = np.zeros(len(self.known), np.int64)
        np.add.at(times, seen.whole, seen.times)
        return _by_tier(self.bet, self.known, times)


def _place(bet: Bet, tier: str | None) -> int:
    return LOST if tier is None else list(bet.pays).index(tier)


def _by_tier(bet: Bet, places: npt.NDArray[np.signedinteger], times: Ids) -> dict[str, int]:
    return {tier: int(times[places == place].sum()) for place, tier in enumerate(bet.pays)}


def _look(bet: Bet) -> BetLook:
    assert bet.trait is not None
    return bet.depth, bet.trait, bet.at_start


@cache
def _traits(look: BetLook) -> tuple[tuple[str | None, ...], Ids]:
    """All traits, None first; and for each choice of three cards: the index of the hand's trait."""
    depth, trait, at_start = look
    kinds = Composition.decks(1).at(depth).kinds
    names: dict[str | None, int] = {None: 0}

    def number(*cards: int) -> int:
        hand = Hand(tuple(kinds[card] for card in cards))
        try:
            return names.setdefault(trait(hand), len(names))
        except BaccaratError:
            raise
        except Exception as fault:  # a stranger's code may raise anything
            raise broken_trait(trait, fault) from fault

    each = range(len(kinds))
    ids = np.empty((len(kinds), len(kinds), len(kinds) + 1), np.int64)
    for first in each:
        for second in each:
            ids[first, second] = number(first, second)
            if not at_start:
                ids[first, second, :-1] = [number(first, second, third) for third in each]
    return tuple(names), ids


def _spread(ids: Ids, depth: Depth, deeper: Depth) -> Ids:
    """The table `ids`, enlarged to a row and a column for each kind of card at a deeper depth."""
    kinds = list(Composition.decks(1).at(depth).kinds)
    finer = Composition.decks(1).at(deeper).kinds
    place = np.array([kinds.index(kind.at(depth)) for kind in finer])
    spread: Ids = ids[np.ix_(place, place, np.append(place, len(kinds)))]
    return spread


def _wholes(
    bets: list[Bet], rules: Rules, decide: Strategy
) -> tuple[npt.NDArray[np.uint8], list[tuple[int, ...]]]:
    """A label for every six cards, by their points; and for each label: the tiers of the bets."""
    if not bets:
        return np.zeros(1, np.uint8), [()]
    table = np.zeros((10,) * 6, np.uint8)
    labels: dict[tuple[int, ...], int] = {}
    for coup, _ in every_coup(Composition.decks(8).at(Depth.POINTS), rules, decide):
        tiers = tuple(_place(bet, bet.judge(coup)) for bet in bets)
        cards = tuple(card.points for card in coup.cards)
        label = labels.setdefault(tiers, len(labels))
        if label > 255:
            raise BadBet(TOO_MANY)
        table[cards] = label  # for all values of the cards that the coup does not need
    return table.reshape(-1), list(labels)


def labels_of(
    bet: Bet, hands: npt.NDArray[np.uint8], depth: Depth
) -> tuple[tuple[str | None, ...], Ids]:
    """The traits of a bet, and the index of each hand's trait among them.

    The last axis of `hands` is the card, as an index into the kinds of a depth. An index beyond
    the kinds means no card; a hand without a first card has no trait.
    """
    if bet.trait is None:
        raise TooShallow(
            f"{bet.key} needs the whole coup, not a trait of a hand: leave the bet out"
        )
    if bet.depth > depth:
        raise TooShallow(f"{bet.key} needs {bet.depth}, but these coups show only {depth}")
    names, ids = _traits(_look(bet))
    spread, kinds = _spread(ids, bet.depth, depth), len(KINDS[depth])
    cards = np.minimum(hands, kinds).astype(np.int64)
    is_dealt = cards[..., 0] < kinds
    first, second, third = (np.where(is_dealt, cards[..., place], 0) for place in range(3))
    return names, np.where(is_dealt, spread[first, second, third], 0)


def tiers_of(
    bet: Bet, cells: npt.NDArray[np.int16], hands: npt.NDArray[np.uint8] | None, depth: Depth | None
) -> Ids:
    """The index of each coup's tier in `bet.pays`, or LOST; undefined if there is no coup."""
    dealt = np.maximum(cells, 0)
    if bet.depth is Depth.TOTALS:
        places = np.array([_place(bet, tier) for tier in outcome_tiers(bet)])
        return places[dealt]
    if hands is None or depth is None or bet.depth > depth:
        raise TooShallow(
            f"{bet.key} needs {bet.depth}, but these coups show only {depth or 'totals'}"
        )
    if bet.trait is not None:
        names, labels = labels_of(bet, hands, depth)
        known = _judged(bet, names)
        tiers = known[dealt, labels[..., 0], labels[..., 1]].astype(np.int64)
        raised = np.argwhere((tiers == RAISED) & (cells >= 0))
        if len(raised):
            place = tuple(raised[0])
            own, other = labels[place]
            bet.judge(_seen(cells[place], names[own], names[other]))
        return tiers
    return _whole_tiers(bet, cells, hands, depth)


def _whole_tiers(
    bet: Bet, cells: npt.NDArray[np.int16], hands: npt.NDArray[np.uint8], depth: Depth
) -> Ids:
    """The result of `tiers_of` for a bet that looks at whole coups; equal coups are judged once."""
    points = np.array([*(card.points for card in KINDS[depth]), *[NO_POINTS] * 256], np.uint8)
    told = points[hands].reshape(-1, 6)
    found, each = np.unique(told, axis=0, return_inverse=True)
    tiers = [LOST if row[0] == NO_POINTS else _place(bet, bet.judge(_coup(row))) for row in found]
    return np.array(tiers)[each].reshape(cells.shape)


NO_POINTS = 10
"""The mark instead of points if there is no card."""


def _coup(row: npt.NDArray[np.uint8]) -> Coup:
    """A coup from the points of Player's three cards and of Banker's three cards."""
    player, banker = (
        Hand(tuple(Card(int(points)) for points in hand if points != NO_POINTS))
        for hand in (row[:3], row[3:])
    )
    return Coup(player, banker, is_over=True)
