"""A batch of coups: some dealt shoes of a plan, as public arrays.

Engines write the coups of 64 shoes side by side. Readers see two axes: the shoe, and the turn
within the shoe.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BadValue, TooShallow
from baccarat.base.frames import WINNERS, ColumnTypes, Framed, table_of_arrays
from baccarat.base.hints import displayed, guided, helpful, quoted, whole
from baccarat.core.bets import Bet, as_bet
from baccarat.core.cards import KINDS, ORDER, Card, Depth
from baccarat.core.counts import Count
from baccarat.core.coup import OUTCOMES, Coup, Hand, cell_parts
from baccarat.core.result import Known, Result
from baccarat.core.shoe import Composition
from baccarat.simulation.label_tables import labels_of, tiers_of
from baccarat.simulation.plan import Plan
from baccarat.simulation.verdict_tables import NONE, SLOT, USED, WINNER, verdict_on

LANES = 64
"""The number of shoes dealt side by side: the number of bits in a word."""
NO_CARD = 255
"""The mark in `hands` of a card that does not exist."""
NOT_DEALT = -2
"""The mark in `tiers` after the end of the shoe. A lost bet has LOST, −1."""
CARDS = [f"{side}_{card}" for side in ("player", "banker") for card in (1, 2, 3)]
"""The columns of single cards."""
MOST_TAG = 10**6
"""The largest tag of a card."""

T = TypeVar("T", bound=np.generic)
Part = TypeVar("Part")


def coup_columns(depth: Depth | None) -> ColumnTypes:
    """The columns of a table of coups with cards of this depth, or without cards."""
    small = ("player_total", "banker_total", "player_cards", "banker_cards")
    columns: dict[str, str | tuple[str | None, ...]] = {"shoe": "uint64", "coup": "int16"}
    columns |= {"winner": WINNERS, **dict.fromkeys(small, "int8")}
    if depth is None:
        return columns
    return {**columns, **dict.fromkeys(CARDS, (*map(str, KINDS[depth]), None))}


@displayed
@helpful
@guided
@dataclass(frozen=True, eq=False, repr=False)
class Coups(Framed):
    """Some dealt shoes of a plan, as arrays; iterating gives each shoe as a list of results.

    >>> from baccarat.simulation.stream import coups
    >>> batch = next(coups(shoes=3, seed=7))
    >>> batch.lengths, batch.cells.shape
    (array([78, 81, 81]), (3, 81))
    >>> ["".join(map(str, shoe)).count("T") for shoe in batch]
    [7, 5, 8]
    """

    plan: Plan
    """the shoes dealt; `plan.first` is the number of the first shoe"""
    verdicts: npt.NDArray[np.uint16]
    """by group of shoes, turn and lane: cell, winner and cards used, in one number"""
    dealt: npt.NDArray[np.int64]
    """by group and lane: the number of coups in the shoe"""
    burned: npt.NDArray[np.uint8]
    """by group and lane: the number of cards burned face down"""
    depth: Depth | None = None
    """the depth of the cards; None if there are only outcomes"""
    gone: npt.NDArray[np.uint16] | None = None
    """by group, turn and lane: the number of cards seen before the coup"""
    drawn: npt.NDArray[np.uint8] | None = None
    """by group, draw and lane: the cards seen in order, as indices into `kinds`"""

    def __post_init__(self) -> None:
        for array in (self.verdicts, self.dealt, self.burned, self.gone, self.drawn):
            if array is not None:
                array.flags.writeable = False

    def __reduce__(self) -> tuple[type["Coups"], tuple[object, ...]]:
        """Pickle only the dealt coups; an unpickled batch is read-only again."""
        return Coups, tuple(getattr(self, each.name) for each in fields(self))

    @classmethod
    def of(
        cls, plan: Plan, shoes: Sequence[tuple[Card | None, Sequence[Coup]]], depth: Depth | None
    ) -> "Coups":
        """A batch from plain values: the burn card and the coups of each shoe of a plan."""
        if len(shoes) != plan.shoes or not all(coups for _, coups in shoes):
            raise BadValue(
                f"a batch needs every shoe of its plan ({plan.shoes}), each with at least one coup"
            )
        groups = -(-len(shoes) // LANES)
        turns = max(len(coups) for _, coups in shoes)
        opening = len(plan.rules.opening)
        verdicts = np.full((groups, turns, LANES), NONE, np.uint16)
        lengths = np.zeros((groups, LANES), np.int64)
        burned = np.zeros((groups, LANES), np.uint8)
        gone = np.zeros((groups, turns, LANES), np.uint16)
        seen: list[list[Card]] = []
        for number, (burn_card, coups) in enumerate(shoes):
            group, lane = divmod(number, LANES)
            lengths[group, lane] = len(coups)
            burned[group, lane] = burn_card.burns if burn_card else 0
            seen.append([burn_card] if burn_card else [])
            for turn, coup in enumerate(coups):
                verdicts[group, turn, lane] = verdict_on(coup)
                gone[group, turn, lane] = len(seen[-1])
                seen[-1] += coup.cards[opening:]
        if depth is None:
            return cls(plan, verdicts, lengths, burned)
        drawn = np.zeros((groups, max(map(len, seen)), LANES), np.uint8)
        for number, cards in enumerate(seen):
            group, lane = divmod(number, LANES)
            drawn[group, : len(cards), lane] = [ORDER[card.at(depth)] for card in cards]
        return cls(plan, verdicts, lengths, burned, depth, gone, drawn)

    @property
    def shoes(self) -> int:
        """The number of shoes."""
        return self.plan.shoes

    @cached_property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of coups of each shoe."""
        return _frozen(self.dealt.reshape(-1)[: self.shoes])

    @property
    def total(self) -> int:
        """The number of coups."""
        return int(self.dealt.sum())

    def __len__(self) -> int:
        """The number of shoes."""
        return self.shoes

    def __iter__(self) -> Iterator[list[Result]]:
        """The results of each shoe: winners, totals, and more if the batch has cards."""
        for shoe, length in enumerate(self.lengths.tolist()):
            if self.depth is None:
                yield [_result(cell) for cell in self.cells[shoe, :length].tolist()]
            else:
                yield [Result.of(self._coup(hands)) for hands in self.hands[shoe, :length].tolist()]

    def _coup(self, hands: list[list[int]]) -> Coup:
        """A coup from the indices of its cards in `kinds`."""
        kinds = self.kinds
        player, banker = (Hand(tuple(kinds[at] for at in hand if at != NO_CARD)) for hand in hands)
        return Coup(player, banker, is_over=True)

    @cached_property
    def cells(self) -> npt.NDArray[np.int16]:
        """For each shoe and turn: the outcome's index in `OUTCOMES`; −1 after the last coup."""
        slots = (self._by_shoe(self.verdicts) & SLOT).astype(np.int16)
        return _frozen(np.where(slots == SLOT, -1, slots % len(OUTCOMES)).astype(np.int16))

    @cached_property
    def winners(self) -> npt.NDArray[np.uint8]:
        """The winner for each shoe and turn: 0 Player, 1 Banker, 2 tie; 3 after the last coup."""
        return _frozen((self._by_shoe(self.verdicts) >> WINNER & 3).astype(np.uint8))

    @cached_property
    def used(self) -> npt.NDArray[np.uint8]:
        """For each shoe and turn: the number of cards in both hands; 0 after the last coup."""
        return _frozen((self._by_shoe(self.verdicts) >> USED).astype(np.uint8))

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of cards, in the order of their indices."""
        return KINDS[self._depth]

    @cached_property
    def hands(self) -> npt.NDArray[np.uint8]:
        """The index in `kinds` for each shoe, turn, side and card; NO_CARD for a missing card."""
        kinds = self._drawn
        printed = self.plan.rules.printed
        from_shoe = 0 if printed is None else 1
        rows = self._gone[..., None] + np.arange(6 - from_shoe)
        rows = np.minimum(rows, kinds.shape[1] - 1)
        six = np.take_along_axis(kinds, rows.reshape(self.shoes, -1), 1).reshape(rows.shape)
        if printed is not None:
            # A printed card that is not known to this depth has no index among the kinds.
            is_known = printed.depth >= self._depth
            place = ORDER[printed.at(self._depth)] if is_known else NO_CARD
            first = np.full((*six.shape[:2], 1), place, np.uint8)
            six = np.concatenate([first, six], axis=2)
        cells = self.cells
        player_cards, banker_cards, _, _ = cell_parts(cells)
        is_dealt = cells >= 0
        drew, banker_drew = is_dealt & (player_cards == 3), is_dealt & (banker_cards == 3)
        hands = np.full((*cells.shape, 2, 3), NO_CARD, np.uint8)
        hands[..., 0, :2] = np.where(is_dealt[..., None], six[..., [0, 2]], NO_CARD)
        hands[..., 1, :2] = np.where(is_dealt[..., None], six[..., [1, 3]], NO_CARD)
        hands[..., 0, 2] = np.where(drew, six[..., 4], NO_CARD)
        bankers = np.where(drew, six[..., 5], six[..., 4])
        hands[..., 1, 2] = np.where(banker_drew, bankers, NO_CARD)
        return _frozen(hands)

    def labels(self, bet: str | Bet) -> tuple[tuple[str | None, ...], npt.NDArray[np.int64]]:
        """A bet's traits; and for each shoe, turn and side: the index of the hand's trait."""
        names, labels = labels_of(as_bet(bet), self.hands, self._depth)
        return names, _frozen(labels)

    def tiers(self, bet: str | Bet) -> npt.NDArray[np.int8]:
        """For each shoe and turn: the tier's index in `bet.pays`; LOST (−1), or NOT_DEALT (−2)."""
        bet = as_bet(bet)
        hands = None if bet.depth is Depth.TOTALS or self.depth is None else self.hands
        tiers = tiers_of(bet, self.cells, hands, self.depth)
        return _frozen(np.where(self.cells < 0, NOT_DEALT, tiers).astype(np.int8))

    @cached_property
    def unseen(self) -> npt.NDArray[np.int64]:
        """For each shoe and turn: how many cards, with burned cards, are unseen before the coup.

        −1 after the last coup.
        """
        left = len(self._full) - self._gone
        return _frozen(np.where(self.cells < 0, -1, left))

    def running(self, tags: Mapping[Card, int] | Count) -> npt.NDArray[np.int64]:
        """For each shoe and turn: the sum of the tags of all cards seen before the coup.

        The burn card counts, too. 0 after the last coup.
        """
        if isinstance(tags, Count):
            tags = tags.tags
        is_map = isinstance(tags, Mapping)
        depths = {card.depth for card in tags if isinstance(card, Card)} if is_map else set()
        if len(depths) != 1 or not all(isinstance(card, Card) for card in tags):
            told = "tags must be whole numbers by card: all by points, all by rank or all by card"
            raise BadValue(f"{told}, not {quoted(tags)}")
        (depth,) = depths
        if depth > self._depth:
            raise TooShallow(f"the tags are by {depth}, but these coups show only {self.depth}")
        known = {card: whole(tag, "a tag") for card, tag in tags.items()}
        if any(abs(tag) > MOST_TAG for tag in known.values()):
            raise BadValue(f"a tag must be at most {MOST_TAG:,}")
        by_kind = np.array([known.get(kind.at(depth), 0) for kind in self.kinds], np.int64)
        return _frozen(np.where(self.cells < 0, 0, self._before(by_kind[self._drawn])))

    @cached_property
    def compositions(self) -> npt.NDArray[np.int64]:
        """For each shoe, turn and kind of card: how many are unseen before the coup.

        −1 after the last coup.
        """
        seen = [self._before(self._drawn == kind) for kind in range(len(self.kinds))]
        left = np.array(self._full.counts) - np.stack(seen, axis=-1)
        return _frozen(np.where(self.cells[..., None] < 0, -1, left))

    @property
    def digest(self) -> str:
        """SHA-256 of the arrays `lengths` and `cells`, and of `hands` if the batch has cards."""
        told = hashlib.sha256(self.lengths.astype("<u2").tobytes())
        told.update(self.cells.astype("<i2").tobytes())
        if self.depth is not None:
            told.update(self.hands.tobytes())
        return told.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Coups):
            return NotImplemented
        same = (self.plan, self.depth) == (other.plan, other.depth)
        return same and self.digest == other.digest

    def __hash__(self) -> int:
        return hash((self.plan, self.digest))

    def __repr__(self) -> str:
        first, last = self.plan.first, self.plan.first + self.shoes - 1
        return f"<{self.total:,} coups of shoes {first} to {last}, seed {self.plan.seed}>"

    @property
    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Flat columns with a row for each coup; '' if there is no third card."""
        flat = self._flat()
        for name, kind in coup_columns(self.depth).items():
            if isinstance(kind, tuple):
                words = np.array([*(word for word in kind if word is not None), ""])
                flat[name] = words[flat[name]]
        return {name: _frozen(column) for name, column in flat.items()}

    def _arrow(self) -> Any:
        return table_of_arrays(coup_columns(self.depth), self._flat())

    def _flat(self) -> dict[str, npt.NDArray[Any]]:
        """For each column of the table: an array of numbers, one per coup; words as their indices.

        Small numbers are signed, because differences of unsigned numbers cannot be negative.
        """
        is_dealt = self.cells >= 0
        shoe, turn = np.nonzero(is_dealt)
        player_cards, banker_cards, player, banker = cell_parts(self.cells[is_dealt])
        first, apart = np.uint64(self.plan.first), np.uint64(self.plan.apart)
        flat: dict[str, npt.NDArray[Any]] = {
            "shoe": first + shoe.astype(np.uint64) * apart,
            "coup": (turn + 1).astype(np.int16),
            "winner": self.winners[is_dealt].view(np.int8),
            "player_total": player.astype(np.int8),
            "banker_total": banker.astype(np.int8),
            "player_cards": player_cards.astype(np.int8),
            "banker_cards": banker_cards.astype(np.int8),
        }
        if self.depth is not None:
            hands = self.hands[is_dealt].view(np.int8)  # NO_CARD becomes NO_WORD
            places = [(side, card) for side in range(2) for card in range(3)]
            for name, (side, card) in zip(CARDS, places, strict=True):
                flat[name] = np.ascontiguousarray(hands[:, side, card])
        return flat

    @property
    def _depth(self) -> Depth:
        return _told(self.depth)

    @property
    def _full(self) -> Composition:
        """The shoe before its first card."""
        decks = 1 if self.plan.endless else self.plan.rules.decks
        return Composition.decks(decks).at(self.depth or Depth.POINTS)

    @property
    def _gone(self) -> npt.NDArray[np.int64]:
        """For each shoe and turn: the number of cards seen before the coup."""
        return self._by_shoe(_told(self.gone)).astype(np.int64)

    @property
    def _drawn(self) -> npt.NDArray[np.uint8]:
        """For each shoe and draw: the index of the drawn card in `kinds`."""
        drawn = _told(self.drawn)
        return drawn.transpose(0, 2, 1).reshape(-1, drawn.shape[1])[: self.shoes]

    def _before(self, each: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """For each shoe and turn: the sum of `each` over all cards drawn before the coup."""
        sums = np.zeros((each.shape[0], each.shape[1] + 1), np.int64)
        np.cumsum(each, axis=1, out=sums[:, 1:])
        return np.take_along_axis(sums, self._gone, 1)

    def _by_shoe(self, lanes: npt.NDArray[T]) -> npt.NDArray[T]:
        """The array with a row for each shoe and a column for each turn of the longest shoe."""
        turns = int(self.dealt.max())
        return lanes[:, :turns].transpose(0, 2, 1).reshape(-1, turns)[: self.shoes]


def _told(part: Part | None) -> Part:
    """This part of a batch; raises TooShallow if it is None, because the batch has no cards."""
    if part is None:
        raise TooShallow("these coups have no cards: ask for cards, e.g. coups(cards='points')")
    return part


@cache
def _result(cell: int) -> Result:
    """The result for an index into `OUTCOMES`."""
    outcome = OUTCOMES[cell]
    player, banker = (Known(held.total, held.cards) for held in (outcome.player, outcome.banker))
    return Result(outcome.winner, player, banker)


def _frozen(array: npt.NDArray[T]) -> npt.NDArray[T]:
    array.flags.writeable = False
    return array
