"""A batch of coups: some shoes of a plan, dealt, as arrays that anybody can read.

Engines write the coups of 64 shoes side by side. Readers see two axes: the shoe, and the turn
within it.
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
"""Shoes that are dealt side by side: as many as a word has bits."""
NO_CARD = 255
"""In `hands`: there is no such card."""
NOT_DEALT = -2
"""In `tiers`: the shoe was over by then. A bet that is lost has LOST, −1."""
CARDS = [f"{side}_{card}" for side in ("player", "banker") for card in (1, 2, 3)]
"""The columns that tell single cards."""
MOST_TAG = 10**6
"""The largest tag of a card."""

T = TypeVar("T", bound=np.generic)
Part = TypeVar("Part")


def coup_columns(depth: Depth | None) -> ColumnTypes:
    """The columns of coups as a table, if the cards are told as deep as this."""
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
    """Some shoes of a plan: as arrays, or one after the other, each a list of results.

    >>> from baccarat.simulation.stream import coups
    >>> batch = next(coups(shoes=3, seed=7))
    >>> batch.lengths, batch.cells.shape
    (array([78, 81, 81]), (3, 81))
    >>> ["".join(map(str, shoe)).count("T") for shoe in batch]
    [7, 5, 8]
    """

    plan: Plan
    """the shoes that were dealt: `plan.first` is the number of the first"""
    verdicts: npt.NDArray[np.uint16]
    """group of shoes, turn, lane: cell, winner and cards used in one number, as tables have it"""
    dealt: npt.NDArray[np.int64]
    """group, lane: how many coups the shoe had"""
    burned: npt.NDArray[np.uint8]
    """group, lane: how many cards were burned face down"""
    depth: Depth | None = None
    """how deep the cards are told; None if only the outcomes are"""
    gone: npt.NDArray[np.uint16] | None = None
    """group, turn, lane: how many cards were seen before the coup began"""
    drawn: npt.NDArray[np.uint8] | None = None
    """group, draw, lane: the cards seen, one after the other, as places among `kinds`"""

    def __post_init__(self) -> None:
        for array in (self.verdicts, self.dealt, self.burned, self.gone, self.drawn):
            if array is not None:
                array.flags.writeable = False

    def __reduce__(self) -> tuple[type["Coups"], tuple[object, ...]]:
        """Pickle only what was dealt; a batch that is unpickled is read-only again."""
        return Coups, tuple(getattr(self, each.name) for each in fields(self))

    @classmethod
    def of(
        cls, plan: Plan, shoes: Sequence[tuple[Card | None, Sequence[Coup]]], depth: Depth | None
    ) -> "Coups":
        """Make a batch from plain values: the burn card and the coups of each shoe of a plan."""
        if len(shoes) != plan.shoes or not all(coups for _, coups in shoes):
            raise BadValue(f"a batch has every shoe of its plan ({plan.shoes}), each with coups")
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
        """How many shoes there are."""
        return self.plan.shoes

    @cached_property
    def lengths(self) -> npt.NDArray[np.int64]:
        """shoe: how many coups it had"""
        return _frozen(self.dealt.reshape(-1)[: self.shoes])

    @property
    def total(self) -> int:
        """How many coups there are."""
        return int(self.dealt.sum())

    def __len__(self) -> int:
        """How many shoes there are."""
        return self.shoes

    def __iter__(self) -> Iterator[list[Result]]:
        """The results of each shoe: who won, the totals, and more if the cards are told."""
        for shoe, length in enumerate(self.lengths.tolist()):
            if self.depth is None:
                yield [_result(cell) for cell in self.cells[shoe, :length].tolist()]
            else:
                yield [Result.of(self._coup(hands)) for hands in self.hands[shoe, :length].tolist()]

    def _coup(self, hands: list[list[int]]) -> Coup:
        """A coup, given the places of its cards among `kinds`."""
        kinds = self.kinds
        player, banker = (Hand(tuple(kinds[at] for at in hand if at != NO_CARD)) for hand in hands)
        return Coup(player, banker, is_over=True)

    @cached_property
    def cells(self) -> npt.NDArray[np.int16]:
        """shoe, turn: which of the 400 `OUTCOMES`; −1 after the last coup"""
        slots = (self._by_shoe(self.verdicts) & SLOT).astype(np.int16)
        return _frozen(np.where(slots == SLOT, -1, slots % len(OUTCOMES)).astype(np.int16))

    @cached_property
    def winners(self) -> npt.NDArray[np.uint8]:
        """shoe, turn: 0 Player, 1 Banker, 2 a tie; 3 after the last coup"""
        return _frozen((self._by_shoe(self.verdicts) >> WINNER & 3).astype(np.uint8))

    @cached_property
    def used(self) -> npt.NDArray[np.uint8]:
        """shoe, turn: how many cards the hands had together; 0 after the last coup"""
        return _frozen((self._by_shoe(self.verdicts) >> USED).astype(np.uint8))

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The cards that are told apart, by their place."""
        return KINDS[self._depth]

    @cached_property
    def hands(self) -> npt.NDArray[np.uint8]:
        """shoe, turn, side, card: its place among `kinds`; NO_CARD where there is none"""
        kinds = self._drawn
        printed = self.plan.rules.printed
        from_shoe = 0 if printed is None else 1
        rows = self._gone[..., None] + np.arange(6 - from_shoe)
        rows = np.minimum(rows, kinds.shape[1] - 1)
        six = np.take_along_axis(kinds, rows.reshape(self.shoes, -1), 1).reshape(rows.shape)
        if printed is not None:
            # A printed card that is not known so deep has no place among the kinds.
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
        """The traits that a bet tells apart; and shoe, turn, side: the place of the trait."""
        names, labels = labels_of(as_bet(bet), self.hands, self._depth)
        return names, _frozen(labels)

    def tiers(self, bet: str | Bet) -> npt.NDArray[np.int8]:
        """shoe, turn: which tier of `bet.pays` came, by place; LOST (−1), or NOT_DEALT (−2)"""
        bet = as_bet(bet)
        hands = None if bet.depth is Depth.TOTALS or self.depth is None else self.hands
        tiers = tiers_of(bet, self.cells, hands, self.depth)
        return _frozen(np.where(self.cells < 0, NOT_DEALT, tiers).astype(np.int8))

    @cached_property
    def unseen(self) -> npt.NDArray[np.int64]:
        """shoe, turn: how many cards had not been seen before the coup, the burned among them

        −1 after the last coup.
        """
        left = len(self._full) - self._gone
        return _frozen(np.where(self.cells < 0, -1, left))

    def running(self, tags: Mapping[Card, int] | Count) -> npt.NDArray[np.int64]:
        """shoe, turn: the sum of the tags of all cards seen before the coup, the burn card too

        0 after the last coup.
        """
        if isinstance(tags, Count):
            tags = tags.tags
        is_map = isinstance(tags, Mapping)
        depths = {card.depth for card in tags if isinstance(card, Card)} if is_map else set()
        if len(depths) != 1 or not all(isinstance(card, Card) for card in tags):
            told = "tags are whole numbers by card, all by points, all by rank or all by card"
            raise BadValue(f"{told}, not {quoted(tags)}")
        (depth,) = depths
        if depth > self._depth:
            raise TooShallow(f"the tags are by {depth}; these coups tell {self.depth}")
        known = {card: whole(tag, "a tag") for card, tag in tags.items()}
        if any(abs(tag) > MOST_TAG for tag in known.values()):
            raise BadValue(f"a tag is at most {MOST_TAG:,}")
        by_kind = np.array([known.get(kind.at(depth), 0) for kind in self.kinds], np.int64)
        return _frozen(np.where(self.cells < 0, 0, self._before(by_kind[self._drawn])))

    @cached_property
    def compositions(self) -> npt.NDArray[np.int64]:
        """shoe, turn, kind: how many such cards had not been seen before the coup

        −1 after the last coup.
        """
        seen = [self._before(self._drawn == kind) for kind in range(len(self.kinds))]
        left = np.array(self._full.counts) - np.stack(seen, axis=-1)
        return _frozen(np.where(self.cells[..., None] < 0, -1, left))

    @property
    def digest(self) -> str:
        """SHA-256 of what every reader sees: lengths, cells, and hands if they are told."""
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
        """One flat column of each thing, a row for each coup; '' where there is no third card."""
        flat = self._flat()
        for name, kind in coup_columns(self.depth).items():
            if isinstance(kind, tuple):
                words = np.array([*(word for word in kind if word is not None), ""])
                flat[name] = words[flat[name]]
        return {name: _frozen(column) for name, column in flat.items()}

    def _arrow(self) -> Any:
        return table_of_arrays(coup_columns(self.depth), self._flat())

    def _flat(self) -> dict[str, npt.NDArray[Any]]:
        """By column a number for each coup; a word is told by its place, NO_WORD if there is none.

        Small numbers have a sign: where they had none, a difference below zero would be wrong.
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
        """shoe, turn: how many cards had been seen before the coup"""
        return self._by_shoe(_told(self.gone)).astype(np.int64)

    @property
    def _drawn(self) -> npt.NDArray[np.uint8]:
        """shoe, draw: the place of a card among `kinds`"""
        drawn = _told(self.drawn)
        return drawn.transpose(0, 2, 1).reshape(-1, drawn.shape[1])[: self.shoes]

    def _before(self, each: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Sums over the cards seen before each coup, of a number for each card drawn."""
        sums = np.zeros((each.shape[0], each.shape[1] + 1), np.int64)
        np.cumsum(each, axis=1, out=sums[:, 1:])
        return np.take_along_axis(sums, self._gone, 1)

    def _by_shoe(self, lanes: npt.NDArray[T]) -> npt.NDArray[T]:
        """The same by shoe, turn: group and lane make the shoe; no longer than the longest."""
        turns = int(self.dealt.max())
        return lanes[:, :turns].transpose(0, 2, 1).reshape(-1, turns)[: self.shoes]


def _told(part: Part | None) -> Part:
    """A part of a batch that only batches with cards have; a complaint if there are none."""
    if part is None:
        raise TooShallow("these coups tell no cards: ask for them, e.g. coups(cards='points')")
    return part


@cache
def _result(cell: int) -> Result:
    """The result of one of the `OUTCOMES`."""
    outcome = OUTCOMES[cell]
    player, banker = (Known(held.total, held.cards) for held in (outcome.player, outcome.banker))
    return Result(outcome.winner, player, banker)


def _frozen(array: npt.NDArray[T]) -> npt.NDArray[T]:
    array.flags.writeable = False
    return array
