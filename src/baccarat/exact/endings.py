"""What perfect play is worth with a fixed number of unseen cards: an exact sum.

Of a shoe with counts c, n cards with counts k are unseen with chance C(c, k) ÷ C(N, n). A bet then
wins s(k) ÷ n(n - 1)…, s a polynomial with whole coefficients, and is laid if s(k) > 0. The points
are split into 0 to 5 and 6 to 9, and matrix products give s for every pair of sides: whole numbers
below 2^53. The weights C(c, k) are taken modulo primes below 2^18 and s in parts of 20 bits, so a
sum of 2^15 products is below 2^53, too. Nothing is rounded.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm, prod
from typing import Any

import numpy as np

from baccarat.base.compiling import CUDA_NAMES, cupy_here
from baccarat.base.errors import BadValue, ShoeError, TooShallow, UnknownName
from baccarat.base.hints import guided, require_fields
from baccarat.base.jsonable import exact
from baccarat.core.bets import Bet
from baccarat.core.cards import Depth
from baccarat.exact.batch.compositions import ENGINES, Formula, formula
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.weights.by_hand import EXACT_FLOATS
from baccarat.exact.weights.constants import POINTS, Ints, powers, splits

LEFT = 6
"""The number of points on the left side."""
BITS, ROWS, LARGEST_PRIME = 20, 1 << 15, 1 << 18
"""The bits of a part of s, the products of a sum, and the limit of the primes: 2^53 in all."""
ROOM = {"cpu": 1 << 22, "cuda": 1 << 26}
"""The most numbers s that are calculated at once."""
MOST = 10**11
"""The most compositions of one number of cards; 52 cards of eight decks have 1.8 × 10^10."""
USUAL = range(6, 21)
"""The default numbers of unseen cards."""
Caps = tuple[int, ...]


@guided
@dataclass(frozen=True, slots=True)
class PerfectEnding:
    """A bet that is laid if the exact odds favour it, with a fixed number of unseen cards."""

    bet: Bet
    cards: int
    gain: Fraction
    """the units that perfect play wins on average, in a coup"""
    chance: Fraction
    """the probability that the odds favour the bet"""

    def __post_init__(self) -> None:
        require_fields(self)

    def as_json(self) -> dict[str, object]:
        """The number of cards, the gain and the chance, as JSON."""
        return {
            "bet": self.bet.key,
            "spelled": str(self.bet),
            "cards_unseen": self.cards,
            **exact("gain", self.gain),
            **exact("probability", self.chance),
        }


@guided
def perfect_endings(
    bets: str | Bet | Sequence[str | Bet],
    table: OddsTable | None = None,
    *,
    unseen: Iterable[int] = USUAL,
    engine: str = "cpu",
    tell: Callable[[int], object] | None = None,
) -> Iterator[PerfectEnding]:
    """For each number of unseen cards: the exact gain of perfect play on bets on totals.

    `tell` gets the number of compositions after each step. Default: eight decks of punto banco.

    >>> for ending in perfect_endings("tie", unseen=[6, 7]):
    ...     print(ending.cards, f"{float(ending.gain):.6f}")
    6 0.246909
    7 0.111579
    """
    if engine not in ENGINES:
        raise UnknownName("engine", engine[:40], ENGINES, "the engine must be cpu or cuda")
    formulas, caps = formulas_of(bets, table)
    sums, numbers = EndingSums(formulas, caps, engine), sorted(set(unseen))
    least, size = sums.dealt, sum(caps)
    if wrong := [cards for cards in numbers if not least <= cards <= size]:
        raise ShoeError(
            f"the number of unseen cards must be from {least} to {size}, not {wrong[0]}"
        )
    if wrong := [cards for cards in numbers if compositions_of(cards, caps) > MOST]:
        raise ShoeError(f"{wrong[0]} cards have too many compositions: name fewer unseen cards")
    return (ending for cards in numbers for ending in sums.endings(cards, tell))


def formulas_of(
    bets: str | Bet | Sequence[str | Bet], table: OddsTable | None = None
) -> tuple[dict[Bet, Formula], Caps]:
    """The formulas of bets on totals, and the counts of the shoe by points."""
    table = odds() if table is None else table
    if table.endless or table.dealt != table.rules.opening or table.glimpse is not None:
        raise BadValue("give a shoe before a coup, not an endless deck or a coup that has begun")
    named = [table.game.layout.find(b) for b in ([bets] if isinstance(bets, str | Bet) else bets)]
    if not named:
        raise BadValue("name at least one bet, e.g. 'tie'")
    for bet in named:
        if bet.offered or bet.depth is not Depth.TOTALS:
            raise TooShallow(
                f"{bet.key} cannot be used here: name bets on totals that are laid before the coup"
            )
    formulas = {bet: formula(bet, table.rules, table.decide) for bet in named}
    return formulas, table.composition.at(Depth.POINTS).counts


def compositions_of(cards: int, caps: Caps) -> int:
    """The number of compositions of these cards.

    >>> sum(compositions_of(cards, (128, *[32] * 9)) for cards in range(6, 21))
    30042012
    """
    ways = [1] + [0] * cards
    for cap in caps:
        ways = [sum(ways[max(0, n - cap) : n + 1]) for n in range(cards + 1)]
    return ways[-1]


class EndingSums:
    """The polynomials of several bets, and their sums over all compositions."""

    def __init__(self, formulas: dict[Bet, Formula], caps: Caps, engine: str = "cpu") -> None:
        self.formulas, self.caps = formulas, caps
        self.engine = "cuda" if engine in CUDA_NAMES else "cpu"
        self.xp: Any = cupy_here() if self.engine == "cuda" else np
        ready = next(iter(formulas.values())).ready
        self.dealt = ready.cards
        values = np.concatenate([each.priced.values for each in formulas.values()])
        place = {tuple(row): at for at, row in enumerate(ready.multisets.tolist())}
        self.blocks = []
        """by number of cards on the left side: coefficients by bet, right and left product"""
        for cards in range(self.dealt + 1):
            sides = powers(LEFT, cards), powers(POINTS - LEFT, self.dealt - cards)
            index = [[place[left + right] for left in sides[0]] for right in sides[1]]
            self.blocks.append(self.xp.asarray(values[:, index].astype(np.float64)))

    def endings(self, cards: int, tell: Callable[[int], object] | None) -> list[PerfectEnding]:
        """The ending of each bet with this number of unseen cards."""
        ways = comb(sum(self.caps), cards)
        largest = max(int(each.priced.largest) for each in self.formulas.values())
        # No partial sum is larger: of products of fewer cards there are C(cards, fewer) at most.
        most = largest * comb(max(cards, 2 * self.dealt), self.dealt)
        if most >= EXACT_FLOATS:
            raise BadValue(
                "these prices have too many digits for exact sums: name fewer unseen cards"
            )
        parts = -(-most.bit_length() // BITS)
        primes = _primes(most * ways)
        sums = self._modulo(primes, cards, parts, tell)
        whole = prod(primes)
        units = [whole // prime * pow(whole // prime, -1, prime) for prime in primes]
        found = []
        for (bet, each), rows in zip(
            self.formulas.items(), sums.transpose(1, 2, 0).tolist(), strict=True
        ):
            laid, *won = (sum(map(int.__mul__, row, units)) % whole for row in rows)
            total = sum(part << BITS * at for at, part in enumerate(won)) % whole
            gain = Fraction(total, ways * each.unit * perm(cards, self.dealt))
            found.append(PerfectEnding(bet, cards, gain, Fraction(laid, ways)))
        return found

    def _modulo(
        self, primes: list[int], cards: int, parts: int, tell: Callable[[int], object] | None
    ) -> Ints:
        """For each prime and bet: the weight of laying the bet, and its weighted win in parts."""
        xp = self.xp
        modulo = xp.asarray(primes)[:, None]
        counts = range(cards + 1)
        tables = [xp.asarray([[comb(cap, k) % p for k in counts] for p in primes])
                  for cap in self.caps]  # fmt: skip
        total = xp.zeros((len(primes), len(self.formulas), parts + 1), dtype=np.int64)

        def weights(first: int, side: Any) -> Any:
            found = 1
            for points, row in enumerate(side, start=first):
                found = found * tables[points][:, row] % modulo
            return found

        for left in counts:
            lefts = splits(left, self.caps[:LEFT])
            rights = xp.asarray(splits(cards - left, self.caps[LEFT:]))
            if not lefts.shape[1] or not rights.shape[1]:
                continue
            right = xp.concatenate(_products(xp, rights, self.dealt)[::-1]).T
            of_right = weights(LEFT, rights)[:, None]
            step = max(1, min(ROWS, ROOM[self.engine] // (len(self.formulas) * len(right))))
            for first in range(0, lefts.shape[1], step):
                some = xp.asarray(lefts[:, first : first + step])
                pairs = zip(self.blocks, _products(xp, some, self.dealt), strict=True)
                polynomials = xp.concatenate([block @ left for block, left in pairs], axis=1)
                s = xp.maximum(right @ polynomials, 0)  # by bet, right and left side
                of_left = weights(0, some).astype(np.float64).T
                for part in range(parts + 1):
                    digits = s > 0
                    if part:
                        rest = xp.floor(s * 2.0**-BITS)
                        digits, s = s - rest * 2.0**BITS, rest
                    sums = (digits.astype(np.float64) @ of_left).astype(np.int64)
                    sums = sums.transpose(2, 0, 1) % modulo[:, None] * of_right % modulo[:, None]
                    total[:, :, part] += sums.sum(axis=2)
                if tell is not None:
                    tell(some.shape[1] * len(right))
        rows: Ints = total.get() if self.engine == "cuda" else total
        return rows


def _primes(limit: int) -> list[int]:
    """The largest primes below 2^18 whose product is above the limit."""
    found: list[int] = []
    number = LARGEST_PRIME
    while prod(found) <= limit:
        number -= 1
        if all(number % factor for factor in range(2, 1 + int(number**0.5))):
            found.append(number)
    return found


def _products(xp: Any, counts: Any, most: int) -> list[Any]:
    """For each degree up to `most`: the value of each product of powers, by composition."""
    levels = [xp.ones((1, counts.shape[1]))]
    for degree in range(1, most + 1):
        shorter = {power: at for at, power in enumerate(powers(len(counts), degree - 1))}
        steps = []
        for power in powers(len(counts), degree):
            last = max(points for points, cards in enumerate(power) if cards)
            less = power[last] - 1
            steps.append((shorter[(*power[:last], less, *power[last + 1 :])], last, less))
        parent, points, less = map(xp.asarray, zip(*steps, strict=True))
        levels.append(levels[-1][parent] * (counts[points] - less[:, None]))
    return levels
