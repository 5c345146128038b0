"""The smallest faults that a check would have seen: at its level, with a chance of 90 %."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from baccarat.archive.normal.deviations import Deviations
from baccarat.exact.weights.constants import Numbers

Shift = Callable[[Numbers, Numbers], Numbers]
"""How a fault moves the numbers where it is everywhere; from the expected counts and covariance."""

SHIFTS: dict[str, tuple[str, Shift]] = {
    "ties written as wins of either side": (
        "winners",
        lambda n, _: n[2] * np.array([n[0], n[1], -n[0] - n[1]]) / (n[0] + n[1]),
    ),
    # Fewer coups are written, and of these more are wins.
    "ties left out": ("winners", lambda n, _: n[2] * (n / n.sum() - np.array([0, 0, 1]))),
    "Banker's wins that Player gets": ("winners", lambda n, _: n[1] * np.array([1, -1, 0])),
    # A win is repeated about as often as not.
    "changes of the winner that become repeats": ("neighbours", lambda n, _: n * [1, 1, 0]),
    # The last kind of card: one card fewer in each shoe. Any other kind is seen as well.
    "shoes that lack one and the same card": ("cards", lambda n, c: c[:, -1] * n.sum() / n[-1]),
}
"""By fault: the question that sees it, and its shift."""


def visible(deviations: Mapping[str, Sequence[Deviations]], level: float) -> dict[str, float]:
    """For each fault: the share of coups or shoes that must have it; above 1: too few shoes."""
    return {
        fault: share
        for fault, (question, shift) in SHIFTS.items()
        for part in deviations[question][:1]
        if (share := part.smallest(shift(part.expected, part.covariance), level)) is not None
    }
