"""A reader that counts the coups between two ties of a shoe."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

import baccarat as bac


def waits(batches: Iterable[bac.Coups]) -> Counter[int]:
    found: Counter[int] = Counter()
    for batch in batches:
        for winners in batch.winners:
            ties = np.flatnonzero(winners == 2)
            found.update(np.diff(ties).tolist())
    return found


READERS = [bac.Reader("tie-waits", waits, about="how many coups lie between two ties")]
