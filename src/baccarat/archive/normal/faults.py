"""Faults that no fair shoe can have, named by shoe and coup."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from baccarat.archive.archive import Archive, shoe_name
from baccarat.archive.normal.frequencies import groups, shoes_and_turns
from baccarat.archive.normal.laws import cell_law
from baccarat.core.cards import KINDS, ORDER, Depth
from baccarat.core.coup import cell_parts
from baccarat.core.record.inspector import EVERY_KIND
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.tableau import STOOD, Move, Tableau
from baccarat.exact.weights.constants import Numbers

POINTS = np.array([-1, *(card.points for card in EVERY_KIND)], np.int8)
"""By the code of a card: its points; −1 if the card is unknown."""
KIND_AT = {
    depth: np.array(
        [-1, *(ORDER[card.at(depth)] if card.depth >= depth else -1 for card in EVERY_KIND)],
        np.int8,
    )
    for depth in KINDS
}
"""By the code of a card: its index among the kinds of this depth; −1 if it is not so well known."""
PLAYER, BANKER = slice(0, 3), slice(3, 6)
"""The places of each hand's cards."""


@dataclass(frozen=True, slots=True)
class ShoeFault:
    """Something that no fair shoe has, and where it is."""

    shoe: int
    """the place of the shoe in the archive, from 0"""
    coup: int | None
    """the number of the coup in the shoe, from 1; None for a whole shoe"""
    where: str
    """the shoe by its source and its number there, and the coup"""
    what: str

    @classmethod
    def at(cls, archive: Archive, shoe: int, coup: int | None, what: str) -> "ShoeFault":
        """A fault of a coup, or of a whole shoe."""
        place = "" if coup is None else f", coup {coup}"
        return cls(shoe, coup, f"{shoe_name(archive, shoe)}{place}", what)

    def as_json(self) -> dict[str, object]:
        """The fault as JSON; shoes count from 1."""
        return {
            "shoe_number": self.shoe + 1,
            "coup_number": self.coup,
            "where": self.where,
            "what": self.what,
        }

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def impossible_cards(archive: Archive) -> Iterator[ShoeFault]:
    """Cards that no shoe of these decks has, e.g. a ninth ace of spades in eight decks."""
    shoe_of, _ = shoes_and_turns(archive)
    held = np.maximum(archive.player_cards, 2).astype(int) + np.maximum(archive.banker_cards, 2)
    dealt = np.bincount(shoe_of, held, minlength=len(archive)).astype(int)
    decks = archive.decks.astype(int)
    for shoe in np.flatnonzero(dealt > 52 * decks).tolist():
        what = f"at least {dealt[shoe]} cards are dealt: the shoe has {52 * decks[shoe]}"
        yield ShoeFault.at(archive, shoe, None, what)
    for depth, kinds in KINDS.items():
        of_depth = KIND_AT[depth][archive.cards]
        rows, places = np.nonzero(of_depth >= 0)
        keys = shoe_of[rows] * len(kinds) + of_depth[rows, places]
        counts = np.bincount(keys, minlength=len(archive) * len(kinds)).reshape(-1, len(kinds))
        whole = decks[:, None] * Composition.decks(1).at(depth).counts
        for shoe, kind in np.argwhere(counts > whole).tolist():
            inside = of_depth[archive.starts[shoe] : archive.starts[shoe + 1]]
            most = int(whole[shoe, kind])
            coup = 1 + int(np.nonzero(inside == kind)[0][most])
            what = f"{kinds[kind].pretty} has come {most + 1} times: the shoe has {most}"
            yield ShoeFault.at(archive, shoe, coup, what)


def impossible_results(archive: Archive) -> Iterator[ShoeFault]:
    """Results that the tableau does not allow, or that their own cards do not give."""
    shoe_of, turn = shoes_and_turns(archive)
    for group in groups(archive):
        is_ours = np.isin(shoe_of, group.shoes)
        for what, is_wrong in _wrong(archive, group.rules).items():
            for row in np.flatnonzero(is_wrong & is_ours).tolist():
                yield ShoeFault.at(archive, int(shoe_of[row]), 1 + int(turn[row]), what)


def _wrong(archive: Archive, rules: Rules) -> dict[str, Numbers]:
    """For each kind of fault: whether each coup has a fault of this kind."""
    points = POINTS[archive.cards]
    totals = (archive.player_totals, archive.banker_totals)
    numbers = (archive.player_cards, archive.banker_cards)
    hands = zip((PLAYER, BANKER), numbers, strict=True)
    held = [_held(points[:, hand], number) for hand, number in hands]
    pairs = (archive.player_pairs, archive.banker_pairs)
    wrong = {"no cards give this winner with these totals": ~_is_possible(archive, rules)}
    for at, (side, hand) in enumerate((("Player", PLAYER), ("Banker", BANKER))):
        (count, summed, _), total, number, pair = held[at], totals[at], numbers[at], pairs[at]
        is_known = count > 0
        wrong[f"{side}'s cards do not give the total"] = is_known & (total >= 0) & (total != summed)
        wrong[f"{side} has more cards than the number says"] = (
            is_known & (number > 0) & (number != count)
        )
        ranks = KIND_AT[Depth.RANKS][archive.cards[:, hand]]
        is_ranked = (ranks[:, 0] >= 0) & (ranks[:, 1] >= 0) & (pair >= 0)
        is_wrong = is_ranked & ((ranks[:, 0] == ranks[:, 1]) != pair)
        wrong[f"{side}'s first two cards say otherwise about a pair"] = is_wrong
    (own, player, _), (other, banker, _) = held
    winner = np.where(player > banker, 0, np.where(player < banker, 1, 2))
    both = (own > 0) & (other > 0)
    wrong["the cards give another winner"] = both & (winner != archive.winners)
    wrong["the tableau draws otherwise"] = both & ~_is_by_tableau(points, held, rules.tableau)
    return wrong


def _held(points: Numbers, number: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """For each hand: its number of cards (0 if not all are known), total and two-card total."""
    known = points >= 0
    count = known.sum(axis=1)
    given = np.where(known, points, 0)
    is_whole = known[:, :2].all(axis=1) & (count >= number)
    return count * is_whole, given.sum(axis=1) % 10, given[:, :2].sum(axis=1) % 10


def _is_by_tableau(
    points: Numbers, held: list[tuple[Numbers, Numbers, Numbers]], tableau: Tableau
) -> Numbers:
    """For each coup with known cards: whether both hands drew as the tableau says."""
    (own, _, start), (other, _, banker_start) = held
    draws = np.zeros(10, bool)
    draws[: tableau.natural] = [move is Move.DRAW for move in tableau.player]
    answers = np.zeros((10, STOOD + 1), bool)
    answers[: tableau.natural] = [[move is Move.DRAW for move in row] for row in tableau.banker]
    is_open = (start < tableau.natural) & (banker_start < tableau.natural)
    player_draws = is_open & draws[start]
    third = np.where(player_draws & (own == 3), points[:, 2], STOOD)
    banker_draws = is_open & answers[banker_start, third]
    is_right: Numbers = (own == 2 + player_draws) & (other == 2 + banker_draws)
    return is_right


def _is_possible(archive: Archive, rules: Rules) -> Numbers:
    """For each coup: whether a coup exists with this winner, these totals and numbers of cards."""
    cells = np.flatnonzero(cell_law(rules).chances)
    player_cards, banker_cards, player, banker = cell_parts(cells)
    winners = np.where(player > banker, 0, np.where(player < banker, 1, 2))
    # Each fact may be unknown: index 0 stands for every value.
    allowed = np.zeros((3, 11, 11, 4, 4), bool)
    for known in np.ndindex(2, 2, 2, 2):
        facts = zip((player + 1, banker + 1, player_cards, banker_cards), known, strict=True)
        allowed[winners, *(fact * is_known for fact, is_known in facts)] = True
    totals = archive.player_totals + 1, archive.banker_totals + 1
    is_possible: Numbers = allowed[
        archive.winners, *totals, archive.player_cards, archive.banker_cards
    ]
    return is_possible
