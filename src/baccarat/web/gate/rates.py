"""How often a caller may ask: a bucket for each key and address, which fills up all the time."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

BURST = 4
"""Seconds whose requests may come at once: who opens a page asks for several things."""
MOST_CALLERS = 4_096
"""Callers that are remembered; the one that was quiet for longest is forgotten first."""

NOTHING = 1e-6
"""A wait that is not worth telling: sums of floats are not exact."""


class Rates:
    """The buckets: each fills by `a_second` requests; 0 is no bound."""

    def __init__(self, a_second: int, clock: Callable[[], float] = monotonic) -> None:
        self._each = 1 / a_second if a_second else 0.0
        self._clock = clock
        self._full: OrderedDict[tuple[int, str], float] = OrderedDict()
        """when the bucket of a caller will be full again"""

    def wait(self, key: int, address: str) -> float:
        """Count a request; the seconds until it may be asked, which are none for most."""
        if not self._each:
            return 0.0
        client, moment = (key, address), self._clock()
        full = max(self._full.pop(client, moment), moment)
        wait = full + self._each - moment - BURST
        is_over = wait > NOTHING
        self._full[client] = full if is_over else full + self._each
        if len(self._full) > MOST_CALLERS:
            self._full.popitem(last=False)
        return wait if is_over else 0.0
