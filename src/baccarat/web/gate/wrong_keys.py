"""Wrong keys and codes, slowed down: after a few of one address, each doubles the wait."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from baccarat.web.settings import same_address

FREE = 5
"""Wrong tries without a wait: people mistype."""
LONGEST_WAIT = 64.0
"""Seconds."""
FORGOTTEN = 600.0
"""Seconds after which an address begins anew."""
MOST_ADDRESSES = 4_096
"""Addresses that are remembered; the one that was quiet for longest is forgotten first."""
MOST_CODES = 1_000
"""Wrong codes in a minute from all addresses together.

In the ten minutes of a code that is 10,000 of 2^40 codes: one guess in a hundred million is right.
"""


class Tries:
    """How often each address was wrong, and how long it has to wait."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._minute, self._codes = 0, 0

    def wait(self, address: str) -> float:
        """Seconds until this address may try again."""
        tries, last = self._wrong.get(neighbours(address), (0, 0.0))
        if tries < FREE:
            return 0.0
        doubled = min(2.0 ** min(tries - FREE, 10), LONGEST_WAIT)
        return max(0.0, last + doubled - self._clock())

    def wait_for_codes(self) -> float:
        """Seconds until any code is looked at again."""
        moment = self._clock()
        is_over = int(moment // 60) != self._minute or self._codes < MOST_CODES
        return 0.0 if is_over else 60 - moment % 60

    def charge(self, address: str, *, code: bool = False) -> None:
        """Note a try as wrong, before anybody looks: many at once shall not slip through."""
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
        """The last try was right."""
        group = neighbours(address)
        tries, last = self._wrong.get(group, (0, 0.0))
        if tries > 1:
            self._wrong[group] = tries - 1, last
        else:
            self._wrong.pop(group, None)


@lru_cache(maxsize=MOST_ADDRESSES)
def neighbours(address: str) -> str:
    """An address, or the network of it: whoever has one address of IPv6 has 2^64."""
    same = same_address(address)
    try:
        parsed = ip_address(same)
    except ValueError:
        return same[:64]
    return f"{int(parsed) >> 64:x}::/64" if isinstance(parsed, IPv6Address) else same
