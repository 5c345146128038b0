"""Archives of fair shoes, and archives into which a fault was planted."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat import coups
from baccarat.archive.archive import Archive
from baccarat.core.cards import KINDS, ORDER, Card, Depth
from baccarat.core.record.inspector import EVERY_KIND
from baccarat.core.tableau import PUNTO_BANCO, Move

Ints = npt.NDArray[Any]
FIRST = 1 + EVERY_KIND.index(KINDS[Depth.CARDS][0])
"""The code of the first whole card."""
BANKER_DRAWS = np.array([[move is Move.DRAW for move in row] for row in PUNTO_BANCO.banker])


def fair(shoes: int, seed: int, cards: str | None = "cards", **more: Any) -> Archive:
    """Fair shoes of a seed."""
    batches = coups(shoes=shoes, seed=seed, cards=cards, **more)
    return Archive.joined(map(Archive.of_coups, batches))


def winners_alone(archive: Archive) -> Archive:
    """The same shoes of which only the winners are written."""
    size = archive.coups
    unknown: dict[str, Any] = {
        f"{side}_{name}": np.full(size, value, np.int8)
        for side in ("player", "banker")
        for name, value in (("totals", -1), ("pairs", -1), ("cards", 0))
    }
    return replace(archive, **unknown, cards=np.zeros((size, 6), np.uint8))


def without_coups(archive: Archive, is_gone: Ints) -> Archive:
    """The same shoes without some coups."""
    lengths = archive.lengths - np.add.reduceat(is_gone, archive.starts[:-1])
    by_coup: dict[str, Any] = {
        name: value[~is_gone]
        for name in Archive.__dataclass_fields__
        if len(value := getattr(archive, name)) == archive.coups and name != "starts"
    }
    return replace(archive, **by_coup, starts=np.concatenate([[0], np.cumsum(lengths)]))


def ties_turned(archive: Archive, share: float, dice: np.random.Generator) -> Archive:
    """Winners alone; this share of the ties is written as a win of either side."""
    alone = winners_alone(archive)
    is_turned = (alone.winners == 2) & (dice.random(alone.coups) < share)
    sides = dice.integers(0, 2, alone.coups).astype(np.uint8)
    return replace(alone, winners=np.where(is_turned, sides, alone.winners))


def ties_forgotten(archive: Archive, share: float, dice: np.random.Generator) -> Archive:
    """Winners alone; this share of the ties is not written at all."""
    alone = winners_alone(archive)
    return without_coups(alone, (alone.winners == 2) & (dice.random(alone.coups) < share))


def one_repeated(archive: Archive, dice: np.random.Generator) -> Archive:
    """Winners alone; one of the shoes comes again at the end."""
    again = int(dice.integers(len(archive)))
    twice = winners_alone(archive).only([*range(len(archive)), again])
    return replace(twice, numbers=np.arange(1, len(twice) + 1))


def lacking(card: str, shoes: int, dice: np.random.Generator, behind: int = 14) -> Archive:
    """Shoes of eight decks of which each lacks this card, dealt to the cut card.

    All shoes are dealt side by side with NumPy, by no engine of ours.
    """
    urn = np.repeat(np.arange(52), 8).tolist()
    if card:
        urn.remove(ORDER[Card.parse(card)])
    dealt = dice.permuted(np.tile(urn, (shoes, 1)), axis=1)
    values = np.array([kind.points for kind in KINDS[Depth.CARDS]])
    burned = np.where(values[dealt[:, 0]] == 0, 10, values[dealt[:, 0]])
    at, rows, turns = 1 + burned, [], []
    is_open = np.ones(shoes, bool)
    ours = np.arange(shoes)
    for turn in range(110):
        six = dealt[ours[:, None], np.minimum(at[:, None] + np.arange(6), len(urn) - 1)]
        points = values[six]
        own, other = (points[:, 0] + points[:, 2]) % 10, (points[:, 1] + points[:, 3]) % 10
        no_natural = (own < 8) & (other < 8)
        draws = no_natural & (own <= 5)
        third = np.where(draws, points[:, 4], 10)
        answers = no_natural & BANKER_DRAWS[np.minimum(other, 7), third]
        last = np.where(draws, six[:, 5], six[:, 4])
        player = (own + np.where(draws, points[:, 4], 0)) % 10
        banker = (other + np.where(answers, values[last], 0)) % 10
        hands = np.stack(
            [
                *(six[:, 0], six[:, 2], np.where(draws, six[:, 4], -FIRST)),
                *(six[:, 1], six[:, 3], np.where(answers, last, -FIRST)),
            ],
            axis=1,
        )
        pairs = [(six[:, one] // 4 == six[:, one + 2] // 4) for one in (0, 1)]
        facts = [player, pairs[0], 2 + draws, banker, pairs[1], 2 + answers]
        winner = np.where(player > banker, 0, np.where(player < banker, 1, 2))
        rows.append(np.column_stack([winner, *facts, hands + FIRST])[is_open])
        turns.append(np.column_stack([ours, np.full(shoes, turn)])[is_open])
        at = at + 4 + draws + answers
        is_open &= at <= len(urn) - behind  # rule A
        if not is_open.any():
            break
    table, order = np.concatenate(rows), np.concatenate(turns)
    table = table[np.lexsort((order[:, 1], order[:, 0]))]
    starts = np.concatenate([[0], np.cumsum(np.bincount(order[:, 0]))])
    small = [np.ascontiguousarray(table[:, column]).astype(np.int8) for column in range(1, 7)]
    arrays: list[Any] = [
        starts,
        table[:, 0].astype(np.uint8),
        *small,
        table[:, 7:].astype(np.uint8),
    ]
    arrays += [np.full(shoes, 8, np.uint8), *np.zeros((2, shoes), np.int32)]
    arrays += [np.arange(1, shoes + 1), ("punto-banco",), ("",)]
    return Archive(*arrays)
