"""Random numbers for shuffles: from a seed, or from the operating system.

Shoe *i* of seed *s* is a pure function of (s, i). This file, in plain Python, is the
specification of that function, version 1; `docs/the-stream.md` describes it in words. Every faster
engine must agree with it card by card, and changing it is a breaking change.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from baccarat.base.errors import BadValue, ShoeError
from baccarat.base.hints import checked

T = TypeVar("T")

STREAM_VERSION = 1
WORD = 1 << 32
SEEDS = 1 << 64
"""Seeds and shoe numbers are whole numbers from 0 to 2^64 - 1."""
BESIDE_A_COUP = 2 << 16
"""The first attempt number of the throws that a coup needs beside its cards, such as factors."""
MOST_CARDS = 1 << 16
"""Two dice share one 32-bit word, so a seeded shoe has no more cards than this."""

Block = tuple[int, int, int, int]


def philox(counter: Block, key: tuple[int, int]) -> Block:
    """Philox4x32-10: the four random words of a counter and a key.

    Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
    """
    a, b, c, d = counter
    k, m = key
    for _ in range(10):
        left, right = 0xD2511F53 * a, 0xCD9E8D57 * c
        a, b, c, d = (
            (right >> 32) ^ b ^ k,
            right % WORD,
            (left >> 32) ^ d ^ m,
            left % WORD,
        )
        k, m = (k + 0x9E3779B9) % WORD, (m + 0xBB67AE85) % WORD
    return a, b, c, d


def words(seed: int, shoe: int, block: int, attempt: int = 0) -> Block:
    """Four random words of 32 bits: block number `block` of a shoe's random stream."""
    return philox((block, attempt, shoe % WORD, shoe // WORD), (seed % WORD, seed // WORD))


@checked
def seeded_dice(seed: int, shoe: int, cards: int) -> Iterator[int]:
    """One throw for each card: the first die has `cards` faces, each later die one fewer.

    Each word throws two dice at once, as one die with faces x (faces - 1) faces. 2^32 is seldom a
    multiple of that number, so the few words that would make some throws likelier are thrown again.
    """
    require_seed(seed, shoe)
    if not 0 <= cards <= MOST_CARDS:
        raise ShoeError(f"a seeded shoe can have at most {MOST_CARDS} cards, not {cards}")
    return _seeded_dice(seed, shoe, cards)


def require_seed(seed: int, shoe: int) -> None:
    """Refuse a seed or a shoe number that is not from 0 to 2^64 - 1."""
    for name, value in (("seed", seed), ("shoe number", shoe)):
        if not 0 <= value < SEEDS:
            raise BadValue(f"a {name} must be a whole number from 0 to 2^64 - 1, not {value}")


def _seeded_dice(seed: int, shoe: int, cards: int) -> Iterator[int]:
    for block in range(-(-cards // 8)):
        fresh = words(seed, shoe, block)
        for lane in range(4):
            faces = cards - 8 * block - 2 * lane
            if faces < 1:
                return
            if faces == 1:
                yield 0
                return
            both = faces * (faces - 1)
            throw, rest = divmod(fresh[lane] * both, WORD)
            attempt = 0
            # rest < both comes first because it is seldom true and cheaper to compute.
            while rest < both and rest < WORD % both:
                attempt += 1
                throw, rest = divmod(words(seed, shoe, block, attempt)[lane] * both, WORD)
            yield throw // (faces - 1)
            yield throw % (faces - 1)


@checked
def endless_dice(seed: int, shoe: int, faces: int) -> Iterator[int]:
    """Endless throws of a die with `faces` faces, for a deck to which every card returns.

    Each word throws two dice at once, as one die with faces x faces faces.
    """
    require_seed(seed, shoe)
    if not 1 <= faces <= MOST_CARDS:
        raise BadValue(f"a die must have 1 to {MOST_CARDS} faces, not {faces}")
    return _endless_dice(seed, shoe, faces)


def _endless_dice(seed: int, shoe: int, faces: int) -> Iterator[int]:
    both = faces * faces
    for block in count():
        for lane in range(4):
            rest, attempt = -1, -1
            while rest < WORD % both:
                attempt += 1
                throw, rest = divmod(words(seed, shoe, block, attempt)[lane] * both, WORD)
            yield from divmod(throw, faces)


@checked
def coup_throws(seed: int, shoe: int, coup: int) -> Callable[[int], int]:
    """Random numbers for a coup (from 0), apart from its cards: `throw(6)` returns 0 to 5.

    >>> throw = coup_throws(7, 0, 0)
    >>> [throw(52) for _ in range(4)]
    [28, 25, 1, 44]
    """
    require_seed(seed, shoe)
    fresh = (word for at in count(BESIDE_A_COUP) for word in words(seed, shoe, coup, at))

    def throw(faces: int) -> int:
        shown, rest = divmod(next(fresh) * faces, WORD)
        while rest < WORD % faces:
            shown, rest = divmod(next(fresh) * faces, WORD)
        return shown

    return throw


@checked
def system_dice(cards: int) -> Iterator[int]:
    """The throws for a shoe from the operating system's randomness, which nobody can foresee."""
    if cards < 0:
        raise ShoeError(f"a shoe cannot have {cards} cards")
    return map(secrets.randbelow, range(cards, 0, -1))


def draw(cards: Sequence[T], dice: Iterable[int]) -> Iterator[T]:
    """Draw all cards: a throw of r takes card number r, counted from 0, of those that remain.

    >>> list(draw("abcd", [2, 0, 1, 0]))
    ['c', 'a', 'd', 'b']
    """
    return map(list(cards).pop, dice)
