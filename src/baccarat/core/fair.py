"""Fair shoes: the house commits to its seed before the guest gives a seed, so neither can cheat.

`docs/fair-shoes.md` describes the scheme precisely enough for another program to repeat it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from baccarat.base.errors import BadText, Refused, ShoeError
from baccarat.base.hints import checked, guided, helpful, require_fields
from baccarat.core.chance import MOST_CARDS, require_seed

SCHEME = "baccarat fair 1"
MOST_GUEST_SEED = 200


@helpful
@guided
@dataclass(frozen=True, slots=True)
class Fair:
    """The seeds of a fair shoe, and the commitment that the house publishes before the first card.

    >>> house = Fair.promise("5c" * 32)
    >>> house.commitment[:16]
    '3ef9448397ae2f99'
    >>> fair = house.with_guest("blue shoes")
    >>> fair.is_kept, next(fair.dice(416))
    (True, 48)
    """

    commitment: str
    """SHA-256 of the house's seed, in hex; public from the start"""
    guest_seed: str = ""
    house_seed: str | None = field(default=None, repr=False)
    """32 bytes in hex; secret until the last coup is dealt, so `repr` never shows it"""
    number: int = 0
    """the number of this shoe among the shoes of these seeds"""

    def __post_init__(self) -> None:
        require_fields(self)
        _read_hex(self.commitment, "commitment")
        if self.house_seed is not None:
            _read_hex(self.house_seed, "house seed")
        if len(self.guest_seed) > MOST_GUEST_SEED or not self.guest_seed.isprintable():
            form = "a guest's seed is at most {most} printable characters"
            raise BadText(form, most=MOST_GUEST_SEED)
        require_seed(0, self.number)

    @classmethod
    @checked
    def promise(cls, house_seed: str | None = None) -> "Fair":
        """The house's commitment to `house_seed`; default: a new random seed."""
        house_seed = secrets.token_hex(32) if house_seed is None else house_seed
        return cls(commit(house_seed), house_seed=house_seed)

    def with_guest(self, guest_seed: str, number: int = 0) -> "Fair":
        """This promise, completed with the guest's seed and the number of the shoe."""
        return replace(self, guest_seed=guest_seed, number=number)

    @property
    def public(self) -> "Fair":
        """The fair shoe's values without the house's seed, a secret while the shoe is dealt."""
        return replace(self, house_seed=None)

    @property
    def is_kept(self) -> bool:
        """Whether the revealed seed is the seed that the house committed to."""
        return self.house_seed is not None and commit(self.house_seed) == self.commitment

    def as_json(self) -> dict[str, object]:
        """The commitment and the seeds as JSON, without the number of the shoe."""
        return {
            "commitment": self.commitment,
            "guest_seed": self.guest_seed,
            "house_seed": self.house_seed,
        }

    @checked
    def dice(self, cards: int) -> Iterator[int]:
        """One throw for each card: the first die has `cards` faces, each later die one fewer."""
        if not 0 <= cards <= MOST_CARDS:
            raise ShoeError(f"a fair shoe can have at most {MOST_CARDS} cards, not {cards}")
        return map(self._throws(SCHEME), range(cards, 0, -1))

    @checked
    def coup_throws(self, coup: int) -> Callable[[int], int]:
        """Random numbers for a coup (from 0), apart from its cards: `throw(6)` returns 0 to 5.

        >>> throw = Fair.promise("5c" * 32).coup_throws(0)
        >>> [throw(52) for _ in range(4)]
        [27, 25, 33, 21]
        """
        return self._throws(f"{SCHEME} beside coup {coup}")

    def _throws(self, what: str) -> Callable[[int], int]:
        if self.house_seed is None:
            raise Refused("the house's seed is not revealed yet")
        words = self._words(bytes.fromhex(self.house_seed), what)

        def throw(faces: int) -> int:
            # Words from this bound on would make some faces likelier, so they are skipped.
            bound = (1 << 64) // faces * faces
            return next(word for word in words if word < bound) % faces

        return throw

    def _words(self, key: bytes, what: str) -> Iterator[int]:
        """Endless 64-bit words: each HMAC-SHA-256 digest gives four, high byte first."""
        for block in count():
            message = f"{what}\n{self.number}\n{block}\n{self.guest_seed}"
            digest = hmac.digest(key, message.encode(), "sha256")
            yield from (int.from_bytes(digest[place : place + 8]) for place in range(0, 32, 8))


@checked
def commit(house_seed: str) -> str:
    """The commitment that the house publishes before the first card: the SHA-256 of its seed."""
    return hashlib.sha256(_read_hex(house_seed, "house seed")).hexdigest()


def _read_hex(text: str, what: str) -> bytes:
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise BadText(f"a {what} must be 64 hexadecimal digits, not {text[:24]!r}")
    return bytes.fromhex(text)
