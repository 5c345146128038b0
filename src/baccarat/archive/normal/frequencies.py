"""Tests winners, pairs, naturals, totals and third cards against their exact law.

Only the coups count that a shoe deals for certain: the cut card cannot shift their law. Their
number is 0.8 of the usual length, and never more than a shoe with the cut card at 14 always deals.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np

from baccarat.archive.archive import Archive
from baccarat.archive.normal.deviations import Deviations
from baccarat.archive.normal.laws import CoupLaw, cell_law, pair_law
from baccarat.base.errors import BadValue
from baccarat.core.coup import NATURAL, cell_parts
from baccarat.core.games import game
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.shoe import FEWEST_CARDS
from baccarat.exact.weights.constants import CELLS, Numbers

MOST_BURNED = 11
CERTAIN = 0.8
"""The share of the usual length that is dealt for certain: 4.94 cards a coup, at most six."""
UNKNOWN = -1


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The shoes of an archive with the same rules."""

    rules: Rules
    shoes: Numbers
    """places in the archive"""
    most: int
    """the number of first coups of each shoe that are tested"""


@dataclass(frozen=True, slots=True, eq=False)
class Frequency:
    """A question, the kinds of coups that it counts, and the names of these kinds."""

    names: tuple[str, ...]
    shown: Numbers
    """by kind and name: whether the kind is counted under the name"""
    kinds: Callable[[Archive], Numbers]
    """by coup: its kind; −1 if unknown"""
    law: Callable[[Rules], CoupLaw]
    """the law of the kinds"""


def comparable(archive: Archive) -> Numbers:
    """The places of the shoes whose game has a fixed tableau and no printed card."""
    games = [game(name).rules for name in archive.game_names]
    is_fixed = [not rules.tableau.has_free_cells and rules.printed is None for rules in games]
    places = np.flatnonzero(np.array(is_fixed, bool)[archive.games])
    if len(archive) and not len(places):
        raise BadValue(
            "only shoes of games with a fixed tableau and no printed card can be compared with "
            "fair shoes: add such shoes"
        )
    return places


def groups(archive: Archive) -> Iterator[Group]:
    """The shoes of an archive by their rules."""
    keys = archive.games * 100 + archive.decks
    for key in np.unique(keys).tolist():
        shoes = np.flatnonzero((keys == key) & (archive.lengths > 0))
        if not len(shoes):
            continue
        name, decks = archive.game_names[key // 100], key % 100
        certain = (len(Rules(decks).composition) - MOST_BURNED - STANDARD.cut_card) // FEWEST_CARDS
        usual = int(CERTAIN * float(np.median(archive.lengths[shoes])))
        yield Group(game(name, decks).rules, shoes, max(1, min(certain, usual)))


def deviations_of(question: Frequency, archive: Archive) -> Deviations:
    """How far the first coups of all shoes deviate from the law."""
    kinds = question.kinds(archive)
    parts = [_in_group(question, archive, kinds, group) for group in groups(archive)]
    return reduce(add, parts)


def _in_group(question: Frequency, archive: Archive, kinds: Numbers, group: Group) -> Deviations:
    shoe_of, turn = shoes_and_turns(archive)
    is_ours = np.zeros(len(archive), bool)
    is_ours[group.shoes] = True
    is_counted = is_ours[shoe_of] & (turn < group.most) & (kinds != UNKNOWN)
    coups = np.bincount(shoe_of[is_counted], minlength=len(archive))
    counts = np.bincount(kinds[is_counted], minlength=len(question.shown))
    law = question.law(group.rules)
    return law.deviations(question.names, question.shown, counts, coups)


def shoes_and_turns(archive: Archive) -> tuple[Numbers, Numbers]:
    """For each coup: the place of its shoe, and its turn in the shoe, from 0."""
    shoe_of = np.repeat(np.arange(len(archive)), archive.lengths)
    return shoe_of, np.arange(archive.coups) - archive.starts[shoe_of]


def _by_cell(classes: Numbers, many: int) -> Callable[[Rules], CoupLaw]:
    """The law of kinds of coups that follow from the cell."""
    return lambda rules: cell_law(rules).by(classes, many)


def _totals(archive: Archive) -> Numbers:
    player, banker = archive.player_totals, archive.banker_totals
    return np.where((player < 0) | (banker < 0), UNKNOWN, 10 * player.astype(int) + banker)


def _thirds(archive: Archive) -> Numbers:
    player, banker = archive.player_cards, archive.banker_cards
    known = (player >= 2) & (banker >= 2)
    return np.where(known, 2 * (player == 3) + (banker == 3), UNKNOWN)


def _naturals(archive: Archive) -> Numbers:
    known = (_thirds(archive) != UNKNOWN) & (_totals(archive) != UNKNOWN)
    player = (archive.player_cards == 2) & (archive.player_totals >= NATURAL)
    banker = (archive.banker_cards == 2) & (archive.banker_totals >= NATURAL)
    return np.where(known, 2 * player + banker, UNKNOWN)


def _pairs(archive: Archive) -> Numbers:
    player, banker = archive.player_pairs.astype(int), archive.banker_pairs
    return np.where((player < 0) | (banker < 0), UNKNOWN, 2 * player + banker)


_PLAYER_CARDS, _BANKER_CARDS, _PLAYER, _BANKER = cell_parts(np.arange(CELLS))
_WINNERS = np.where(_PLAYER > _BANKER, 0, np.where(_PLAYER < _BANKER, 1, 2))
_THIRDS = 2 * (_PLAYER_CARDS == 3) + (_BANKER_CARDS == 3)
_NATURALS = 2 * ((_PLAYER_CARDS == 2) & (_PLAYER >= NATURAL)) + (
    (_BANKER_CARDS == 2) & (_BANKER >= NATURAL)
)
_HANDS = ("neither hand", "Banker alone", "Player alone", "both hands")
_OF_PLAYER, _OF_BANKER = np.divmod(np.arange(100), 10)

FREQUENCIES = {
    "winners": Frequency(
        ("Player", "Banker", "tie"), np.eye(3), lambda a: a.winners, _by_cell(_WINNERS, 3)
    ),
    "pairs": Frequency(_HANDS, np.eye(4), _pairs, lambda rules: pair_law(rules.decks)),
    "naturals": Frequency(_HANDS, np.eye(4), _naturals, _by_cell(_NATURALS, 4)),
    "totals": Frequency(
        tuple(f"{side} {total}" for side in ("Player", "Banker") for total in range(10)),
        np.hstack([np.eye(10)[_OF_PLAYER], np.eye(10)[_OF_BANKER]]),
        _totals,
        _by_cell(10 * _PLAYER + _BANKER, 100),
    ),
    "third cards": Frequency(_HANDS, np.eye(4), _thirds, _by_cell(_THIRDS, 4)),
}
