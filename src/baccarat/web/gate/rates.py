"""Limits how many requests each key may send from each address (a token bucket)."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

BURST = 4
"""Seconds of requests that may come at once: opening a page sends several requests."""
MOST_CALLERS = 4_096
"""Callers that are remembered; the caller who was quiet for longest is forgotten first."""

NOTHING = 1e-6
"""The shortest wait that counts: sums of floats are not exact."""


class Rates:
    """The token bucket of each caller: `a_second` requests per second; 0 means no limit."""

    def __init__(self, a_second: int, clock: Callable[[], float] = monotonic) -> None:
        self._each = 1 / a_second if a_second else 0.0
        self._clock = clock
        self._full: OrderedDict[tuple[int, str], float] = OrderedDict()
        """the time at which each caller's bucket will be full again"""

    def wait(self, key: int, address: str) -> float:
        """Count a request; return the seconds that the caller must wait, or 0."""
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
