"""Calculates the level of a count before every coup of a batch, faster than `KeptCount`."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from baccarat.base.compiling import compile_with
from baccarat.core.cards import KINDS
from baccarat.simulation.coups import Coups
from baccarat.systems.counting.play import CountedBet

compiled = compile_with(nogil=True)


def levels_in(play: CountedBet, batch: Coups) -> npt.NDArray[np.uint16]:
    """The number of triggers that the count has reached before each coup of a batch."""
    rules = batch.plan.rules
    assert batch.depth is not None
    tags = np.array([play.tag(kind) for kind in KINDS[batch.depth]], np.int64)
    levels = np.zeros(batch.verdicts.shape, np.uint16)
    hidden = int(rules.burn and not play.sees_burn)
    needed = _needed(play, 52 * rules.decks)
    _keep(batch.dealt, batch.gone, batch.drawn, tags, play.start, hidden, needed, levels)
    return levels


@lru_cache(maxsize=64)
def _needed(play: CountedBet, size: int) -> npt.NDArray[np.int64]:
    """The lowest running count for each level, for each number of unseen cards."""
    return np.array([play.needed(max(1, unseen)) for unseen in range(size + 1)], np.int64)


@compiled
def _keep(dealt, gone, drawn, tags, start, hidden, needed, levels):  # type: ignore[no-untyped-def]
    """Store the level before each coup; the guest did not see the first `hidden` cards."""
    size = len(needed) - 1
    for group in range(len(dealt)):
        for lane in range(dealt.shape[1]):
            running, at = np.int64(start), np.int64(hidden)
            for turn in range(dealt[group, lane]):
                cards_before = np.int64(gone[group, turn, lane])
                while at < cards_before:
                    running += tags[drawn[group, at, lane]]
                    at += 1
                least = needed[size - cards_before + hidden]
                level = 0
                while level < len(least) and running >= least[level]:
                    level += 1
                levels[group, turn, lane] = level
