"""Slows down the guessing of keys: after 5 wrong keys, an address must wait.

Each further wrong key doubles the wait.
"""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from baccarat.web.settings import same_address

FREE = 5
"""Wrong attempts without a wait: people mistype."""
LONGEST_WAIT = 64.0
"""Longest wait, in seconds."""
FORGOTTEN = 600.0
"""Seconds after which the wrong attempts of an address are forgotten."""
MOST_ADDRESSES = 4_096
"""Addresses that are remembered; the address that was quiet for longest is forgotten first."""
MOST_CODES = 1_000
"""Wrong codes per minute from all addresses together.

A code is valid for 10 minutes. In that time 10,000 of 2^40 codes can be tried, so the chance of
finding a code is about 1 in 100 million.
"""


class Tries:
    """Counts the wrong keys and codes from each address."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._minute, self._codes = 0, 0

    def wait(self, address: str) -> float:
        """Seconds until this address may try another key."""
        tries, last = self._wrong.get(neighbours(address), (0, 0.0))
        if tries < FREE:
            return 0.0
        doubled = min(2.0 ** min(tries - FREE, 10), LONGEST_WAIT)
        return max(0.0, last + doubled - self._clock())

    def wait_for_codes(self) -> float:
        """Seconds until the server accepts login codes again, from any address."""
        moment = self._clock()
        is_over = int(moment // 60) != self._minute or self._codes < MOST_CODES
        return 0.0 if is_over else 60 - moment % 60

    def charge(self, address: str, *, code: bool = False) -> None:
        """Count a wrong key; a login code is counted before it is checked."""
        group, moment = neighbours(address), self._clock()
        tries, last = self._wrong.pop(group, (0, moment))
        self._wrong[group] = (tries + 1 if moment - last < FORGOTTEN else 1), moment
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)
        if code:
            minute = int(moment // 60)
            self._codes = self._codes + 1 if minute == self._minute else 1
            self._minute = minute

    def refund(self, address: str) -> None:
        """Reduce the count of wrong attempts by one, because the attempt was right."""
        group = neighbours(address)
        tries, last = self._wrong.get(group, (0, 0.0))
        if tries > 1:
            self._wrong[group] = tries - 1, last
        else:
            self._wrong.pop(group, None)


@lru_cache(maxsize=MOST_ADDRESSES)
def neighbours(address: str) -> str:
    """The address; for IPv6 its /64 network, because one caller may own that whole network."""
    same = same_address(address)
    try:
        parsed = ip_address(same)
    except ValueError:
        return same[:64]
    return f"{int(parsed) >> 64:x}::/64" if isinstance(parsed, IPv6Address) else same
