"""Tests how often each card comes, if dealt cards leave a known shoe and do not return."""

from functools import reduce
from operator import add

import numpy as np

from baccarat.archive.archive import Archive
from baccarat.archive.normal.deviations import Deviations
from baccarat.archive.normal.faults import BANKER, KIND_AT, PLAYER
from baccarat.archive.normal.frequencies import shoes_and_turns
from baccarat.core.cards import KINDS, Depth
from baccarat.core.shoe import Composition
from baccarat.exact.weights.constants import Numbers

FEWEST_UNSEEN = 20
"""A coup counts if at least this number of cards is unseen before it."""


def card_frequencies(archive: Archive) -> list[Deviations]:
    """How far the counts of the kinds of cards deviate, for each depth to which shoes are known.

    The share of a kind among the unseen cards is a martingale: its mean does not change, wherever
    the deal stops. Its variance is that of draws without replacement.
    """
    counted = _counted(archive)
    shoe_of, _ = shoes_and_turns(archive)
    depths = np.zeros((len(archive), len(KINDS)), bool)
    for at, depth in enumerate(KINDS):
        is_less = counted & ~_is_known(archive, depth)
        depths[:, at] = np.bincount(shoe_of[is_less], minlength=len(archive)) == 0
    # The finest depth at which all counted coups of a shoe are known.
    finest = depths.sum(axis=1) - 1
    has_cards = np.bincount(shoe_of[counted], minlength=len(archive)) > 0
    parts = []
    for at, depth in enumerate(KINDS):
        of_decks = [
            _in_shoes(archive, depth, decks, counted, shoes)
            for decks in np.unique(archive.decks).tolist()
            if (shoes := has_cards & (finest == at) & (archive.decks == decks)).any()
        ]
        if of_decks:
            parts.append(reduce(add, of_decks))
    return parts


def _is_known(archive: Archive, depth: Depth) -> Numbers:
    """For each coup: whether all its cards are known to this depth."""
    kinds = KIND_AT[depth][archive.cards] >= 0
    numbers = (kinds[:, PLAYER].sum(axis=1), kinds[:, BANKER].sum(axis=1))
    held = archive.player_cards, archive.banker_cards
    is_known: Numbers = np.logical_and.reduce(
        [(number == cards) & (cards >= 2) for number, cards in zip(numbers, held, strict=True)]
    )
    return is_known


def _counted(archive: Archive) -> Numbers:
    """For each coup: whether its cards are known, and enough cards were unseen before it."""
    known = _is_known(archive, Depth.POINTS)
    shoe_of, _ = shoes_and_turns(archive)
    cards = np.where(known, archive.player_cards.astype(int) + archive.banker_cards, 0)
    before = np.cumsum(cards) - cards
    gone = before - before[archive.starts[:-1][shoe_of]] if len(cards) else before
    is_counted: Numbers = known & (52 * archive.decks[shoe_of].astype(int) - gone >= FEWEST_UNSEEN)
    return is_counted


def _in_shoes(
    archive: Archive, depth: Depth, decks: int, counted: Numbers, shoes: Numbers
) -> Deviations:
    shoe_of, _ = shoes_and_turns(archive)
    kinds, size = KINDS[depth], 52 * decks
    rows = counted & shoes[shoe_of]
    of_depth = KIND_AT[depth][archive.cards[rows]]
    keys = shoe_of[rows][:, None] * len(kinds) + of_depth
    counts = np.bincount(keys[of_depth >= 0], minlength=len(archive) * len(kinds))
    seen = counts.reshape(-1, len(kinds))[shoes]
    whole = np.array(Composition.decks(decks).at(depth).counts)
    share = whole / size
    unseen = size - seen.sum(axis=1)
    # Fewer unseen than fair is more seen than fair.
    differences = (share - (whole - seen) / unseen[:, None]).sum(axis=0)
    spread = float(((size - unseen) / (unseen * (size - 1))).sum())
    return Deviations(
        tuple(card.pretty for card in kinds),
        seen.sum(axis=0).astype(float),
        share * float(seen.sum()),
        spread * (np.diag(share) - np.outer(share, share)),
        differences,
    )
