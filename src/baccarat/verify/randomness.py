"""Statistical tests of the random words that deal our shoes, and of the dealt cards.

random_checks(seed=7)       a p-value for each test
raw_words(seed=7)           the words themselves, for dieharder, PractRand or TestU01

The tests of words are those of Knuth (TAOCP 2, 3.3.2), of NIST SP 800-22 and of Marsaglia.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb, erfc, exp, factorial, perm, sqrt

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BadValue
from baccarat.core.cards import KINDS, Depth
from baccarat.core.chance import SEEDS, WORD
from baccarat.core.coup import OUTCOMES
from baccarat.core.rules import STANDARD, deal_from
from baccarat.core.stats import chi_square_tail, holm
from baccarat.exact.odds import odds
from baccarat.exact.weights.constants import Ints

RandomWords = npt.NDArray[np.uint64]
DECKS = 8
SHOES = 5000
"""The default number of shoes: about a million words."""
FEWEST_SHOES = 500
BLOCKS = 52
"""The blocks of four words that one shoe of eight decks may use."""
LEVEL = 0.001
"""A test fails at this p-value, after Holm's correction for the number of tests."""
FEWEST = 10
"""Cells of a chi-square test with a smaller expected count are joined."""


@dataclass(frozen=True, slots=True)
class RandomCheck:
    """A statistical test: its subject, and how often pure chance deviates at least as much."""

    what: str
    of: str
    """what was looked at: `words` or `cards`"""
    statistic: float
    p: float
    """the two-sided p-value: too regular is as bad as too irregular"""
    corrected: float
    """the p-value by Holm's correction for all tests"""

    @property
    def is_right(self) -> bool:
        """Whether the test passes."""
        return self.corrected >= LEVEL

    def as_json(self) -> dict[str, object]:
        """The test as JSON."""
        return {
            "what": self.what,
            "looks_at": self.of,
            "statistic_float": self.statistic,
            "p_float": self.p,
            "corrected_float": self.corrected,
            "is_right": self.is_right,
        }


def words_of(seed: int, first: int, shoes: int) -> RandomWords:
    """The words of these shoes in the order of the stream: Philox4x32-10 on arrays."""
    if not (0 <= seed < SEEDS and 0 <= first <= first + shoes <= SEEDS):
        raise BadValue("a seed and the numbers of its shoes must be from 0 to 2^64 - 1")
    low, word = np.uint64(WORD - 1), np.uint64(32)
    shoe = np.repeat(np.arange(shoes, dtype=np.uint64) + np.uint64(first), BLOCKS)
    a = np.tile(np.arange(BLOCKS, dtype=np.uint64), shoes)
    b, c, d = np.zeros_like(a), shoe & low, shoe >> word
    k, m = seed % WORD, seed // WORD
    for _ in range(10):
        left, right = np.uint64(0xD2511F53) * a, np.uint64(0xCD9E8D57) * c
        a, b = (right >> word) ^ b ^ np.uint64(k), right & low
        c, d = (left >> word) ^ d ^ np.uint64(m), left & low
        k, m = (k + 0x9E3779B9) % WORD, (m + 0xBB67AE85) % WORD
    return np.stack([a, b, c, d], axis=1).ravel()


def raw_words(seed: int, at_once: int = 5000) -> Iterator[bytes]:
    """Endless words of shoe 0, 1, 2, …, each as four bytes, the lowest byte first."""
    for first in range(0, SEEDS, at_once):
        yield words_of(seed, first, at_once).astype("<u4").tobytes()


def random_checks(seed: int = 0, shoes: int = SHOES) -> list[RandomCheck]:
    """All tests of the words and of the cards of these shoes."""
    if shoes < FEWEST_SHOES:
        raise BadValue(f"the tests need at least {FEWEST_SHOES} shoes, not {shoes}")
    return corrected([*word_checks(words_of(seed, 0, shoes)), *card_checks(seed, shoes)])


Found = tuple[str, str, float, float]
"""A test before its correction: its name, what it looked at, the statistic, the p-value."""


def corrected(found: Sequence[Found]) -> list[RandomCheck]:
    """The tests, with p-values that Holm's method corrects for the number of tests."""
    pairs = zip(found, holm([test[3] for test in found]), strict=True)
    return [RandomCheck(*test, p) for test, p in pairs]


# Tests of words


def word_checks(given: RandomWords) -> Iterator[Found]:
    """The tests of 32-bit words."""
    for name, test in WORD_TESTS.items():
        yield name, "words", *test(given)


def _frequency(given: RandomWords) -> tuple[float, float]:
    """Test that the bits have as many ones as zeros."""
    bits = 32 * len(given)
    z = (2 * int(np.bitwise_count(given).sum()) - bits) / sqrt(bits)
    return z, erfc(abs(z) / sqrt(2))


def _runs(given: RandomWords) -> tuple[float, float]:
    """Test that there are as many runs of equal bits as the share of 1 bits predicts (NIST)."""
    bits = np.unpackbits(given.astype("<u4").view(np.uint8))
    n, share = len(bits), float(bits.mean())
    mean = 2 * n * share * (1 - share)
    z = (1 + int((bits[1:] != bits[:-1]).sum()) - mean) / (2 * sqrt(n) * share * (1 - share))
    return z, erfc(abs(z) / sqrt(2))


def _correlation(given: RandomWords) -> tuple[float, float]:
    """Test that a word does not correlate with the next word."""
    u = given / WORD - 0.5
    z = float((u[1:] * u[:-1]).sum()) * 12 / sqrt(len(u) - 1)
    return z, erfc(abs(z) / sqrt(2))


def _bytes(given: RandomWords) -> tuple[float, float]:
    """Test that every value of a byte comes equally often."""
    return even(np.bincount(given.astype("<u4").view(np.uint8), minlength=256))


def _serial(given: RandomWords) -> tuple[float, float]:
    """Test that all pairs of the first hexadecimal digits of two words come equally often."""
    digits = (given >> np.uint64(28)).astype(np.int64)[: len(given) // 2 * 2]
    return even(np.bincount(16 * digits[::2] + digits[1::2], minlength=256))


def _gaps(given: RandomWords, share: float = 1 / 8, longest: int = 40) -> tuple[float, float]:
    """Test the distances between words that lie in the lowest eighth of all possible words."""
    at = np.flatnonzero(given < WORD * share)
    gaps = np.minimum(np.diff(at) - 1, longest)
    chances = [share * (1 - share) ** length for length in range(longest)]
    return chi_square(np.bincount(gaps, minlength=longest + 1), [*chances, (1 - share) ** longest])


def _poker(given: RandomWords, faces: int = 16, cards: int = 5) -> tuple[float, float]:
    """Test how many different digits are among five hexadecimal digits."""
    digits = (given >> np.uint64(28)).astype(np.int64)[: len(given) // cards * cards]
    hands = np.sort(digits.reshape(-1, cards), axis=1)
    differ = 1 + (hands[:, 1:] != hands[:, :-1]).sum(axis=1)
    chances = [
        perm(faces, many) * _partitions(cards, many) / faces**cards for many in range(cards + 1)
    ]
    return chi_square(np.bincount(differ, minlength=cards + 1)[1:], chances[1:])


def _partitions(things: int, parts: int) -> int:
    """The number of ways to split things into groups: Stirling's number of the second kind."""
    signed = ((-1) ** gone * comb(parts, gone) * (parts - gone) ** things for gone in range(parts))
    total: int = sum(signed)
    return total // factorial(parts)


def _coupons(given: RandomWords, faces: int = 8, longest: int = 60) -> tuple[float, float]:
    """Test how many octal digits it takes until all eight have come."""
    lengths, seen, start = [0] * (longest + 1), 0, 0
    for at, digit in enumerate((given >> np.uint64(29)).tolist(), start=1):
        seen |= 1 << digit
        if seen == (1 << faces) - 1:
            lengths[min(at - start, longest)] += 1
            seen, start = 0, at
    chances = [
        perm(faces, faces) * _partitions(many - 1, faces - 1) / faces**many
        for many in range(1, longest)
    ]
    return chi_square(np.array(lengths[1:]), [*chances, 1 - sum(chances)])


def _permutations(given: RandomWords, many: int = 4) -> tuple[float, float]:
    """Test that all orders of four words, by size, come equally often."""
    ranks = np.argsort(given[: len(given) // many * many].reshape(-1, many), axis=1)
    code = ranks @ (many ** np.arange(many))
    kinds = [sum(rank * many**at for at, rank in enumerate(p)) for p in permutations(range(many))]
    counts = np.bincount(code, minlength=many**many)
    return even(counts[kinds])


def _birthdays(given: RandomWords, guests: int = 4096, most: int = 12) -> tuple[float, float]:
    """Test that 4,096 birthdays in a year of 2^32 days have about 4 equal spacings (Marsaglia)."""
    years = np.sort(given[: len(given) // guests * guests].reshape(-1, guests), axis=1)
    gaps = np.sort(np.diff(years, axis=1), axis=1)
    twins = np.minimum((gaps[:, 1:] == gaps[:, :-1]).sum(axis=1), most)
    mean = guests**3 / (4 * WORD)
    chances = [exp(-mean) * mean**n / factorial(n) for n in range(most)]
    return chi_square(np.bincount(twins, minlength=most + 1), [*chances, 1 - sum(chances)])


WORD_TESTS: dict[str, Callable[[RandomWords], tuple[float, float]]] = {
    "frequency of bits": _frequency,
    "runs of bits": _runs,
    "serial correlation": _correlation,
    "frequency of bytes": _bytes,
    "serial pairs": _serial,
    "gaps": _gaps,
    "poker": _poker,
    "coupon collector": _coupons,
    "permutations": _permutations,
    "birthday spacings": _birthdays,
}


# Tests of cards


def card_checks(seed: int, shoes: int) -> Iterator[Found]:
    """The tests of the cards of whole shoes and of their first coups."""
    dealt = [STANDARD.shoe(seed, number) for number in range(shoes)]
    place = {card: at for at, card in enumerate(KINDS[Depth.CARDS])}
    for name, at in (("first card", 0), ("second card", 1), ("last card", -1)):
        kinds = [place[shoe.cards[at]] for shoe in dealt]
        yield name, "cards", *even(np.bincount(kinds, minlength=len(place)))
    pairs = [10 * shoe.cards[1].points + shoe.cards[2].points for shoe in dealt]
    held = [128, *[32] * 9]
    chances = [
        held[one] * (held[two] - (one == two)) / perm(sum(held), 2)
        for one in range(10)
        for two in range(10)
    ]
    yield "neighbours", "cards", *chi_square(np.bincount(pairs, minlength=100), chances)
    exact = odds(DECKS).tally
    coups = [deal_from(shoe, STANDARD)[0].outcome().index for shoe in dealt]
    cells = [exact.cells[at] / exact.total for at in range(len(OUTCOMES))]
    yield "first coup", "cards", *chi_square(np.bincount(coups, minlength=len(OUTCOMES)), cells)


# Chi-square


def even(counts: Ints) -> tuple[float, float]:
    """The chi-square test of cells with equal chances."""
    return chi_square(counts, [1 / len(counts)] * len(counts))


def chi_square(counts: Ints, chances: Sequence[float]) -> tuple[float, float]:
    """Pearson's chi-square and its two-sided p-value; a rare cell is joined to the next cell."""
    whole = int(counts.sum())
    if whole < 2 * FEWEST:
        return 0.0, 0.0  # what is counted hardly ever happens: the words are stuck
    cells: list[list[float]] = []
    for count, chance in zip(counts.tolist(), chances, strict=True):
        expected = whole * chance
        if cells and cells[-1][1] < FEWEST:
            count, expected = count + cells[-1][0], expected + cells.pop()[1]
        cells.append([count, expected])
    if cells[-1][1] < FEWEST:
        count, expected = cells.pop()
        cells[-1] = [cells[-1][0] + count, cells[-1][1] + expected]
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells)
    above = chi_square_tail(statistic, len(cells) - 1)
    return statistic, 2 * min(above, 1 - above)
