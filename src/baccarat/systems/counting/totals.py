"""The tallies of laid bets: only whole numbers, so that they can be added in any order.

A bet is counted twice: by its result, in coins, and by its exact expectation when it was laid, in
billionths of a unit. Each expectation is rounded to the billionth before anything is added.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from math import lcm
from typing import Any, TypeAlias

from baccarat.base.errors import BadValue
from baccarat.base.frozen import FrozenDict, freeze, freezes
from baccarat.base.hints import checked, guided, quoted, require_fields
from baccarat.core.bets import Bet
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup

BILLION = 10**9
COUPS, BETS, UNITS, WON, EXPECTED = COLUMNS = range(5)
"""The columns that are summed shoe by shoe: coups dealt, bets laid, units laid, coins won, and the
expected billionths of a unit."""
PAIRS = tuple(combinations_with_replacement(COLUMNS, 2))
"""The pairs of columns whose products are summed, too."""
LARGEST_COUNT = 120
"""The largest count with its own row; larger counts are added to this row."""
LaidRow: TypeAlias = tuple[int, int, int, int]
"""Bets, units, coins won, expected billionths of a unit."""


@guided
@dataclass(frozen=True, slots=True)
class Ending:
    """Where a shoe ends: the number of cards behind its cut card, and the last-coup rule.

    >>> Ending(cut_card=52)
    Ending(cut_card=52, last_coup=LastCoup.B)
    """

    cut_card: int = 14
    last_coup: LastCoup = LastCoup.B

    def __post_init__(self) -> None:
        require_fields(self)
        if self.cut_card < 0:
            raise BadValue(
                f"the cut card must be 0 or more cards from the end, not {self.cut_card}"
            )

    def __str__(self) -> str:
        return f"cut card {self.cut_card} from the end, last-coup rule {self.last_coup}"


USUAL = Ending()
"""The ending behind most published figures of counts."""


def deepest(rules: Rules, endings: Iterable[Ending]) -> Rules:
    """The rules by which every shoe is dealt far enough for each of these endings."""
    endings = tuple(endings)
    if not endings:
        raise BadValue("give at least one ending of the shoes")
    cut_card = min(ending.cut_card for ending in endings)
    if len(endings) == 1:
        return replace(rules, cut_card=cut_card, last_coup=endings[0].last_coup)
    # The place of the cut card decides whether it comes inside a coup or before one, so in both
    # cases we add the most coups that any rule adds.
    rules_of = [ending.last_coup for ending in endings]
    deepest_coup = max(max(rule.before, rule.inside) for rule in rules_of)
    return replace(rules, cut_card=cut_card, last_coup=LastCoup(deepest_coup, deepest_coup))


def require_deep(rules: Rules, endings: Iterable[Ending]) -> None:
    """Refuse rules by which a shoe may end too early for one of these endings."""
    needed = deepest(rules, endings)
    mine, longest = rules.last_coup, max(needed.last_coup.before, needed.last_coup.inside)
    is_deeper = rules.cut_card <= needed.cut_card and min(mine.before, mine.inside) >= longest
    if rules != needed and not is_deeper:
        raise BadValue(
            "these shoes end too early for this ending: deal shoes with the rules from deepest()"
        )


@dataclass(frozen=True, slots=True)
@freezes("sums", "products", "by_cards", "by_count")
class Laid:
    """The bets that one guest laid in shoes of one ending."""

    shoes: int = 0
    sums: tuple[int, ...] = (0,) * len(COLUMNS)
    """for each column, the sum over all shoes"""
    products: tuple[int, ...] = (0,) * len(PAIRS)
    """the sums over all shoes of one column of the shoe times another, in the order of `PAIRS`"""
    by_cards: Mapping[int, LaidRow] = field(default_factory=dict)
    """a row for each number of unseen cards when the bet was laid"""
    by_count: Mapping[int, LaidRow] = field(default_factory=dict)
    """a row for each count, rounded down; empty for perfect play"""

    @checked
    def __add__(self, other: "Laid") -> "Laid":
        return Laid(
            self.shoes + other.shoes,
            _added(self.sums, other.sums),
            _added(self.products, other.products),
            _merged(self.by_cards, other.by_cards),
            _merged(self.by_count, other.by_count),
        )

    def product(self, one: int, other: int) -> int:
        """The sum over all shoes of the product of two columns."""
        return self.products[PAIRS.index((min(one, other), max(one, other)))]

    def written(self) -> dict[str, Any]:
        """The whole tally as JSON."""
        return {
            "shoes": self.shoes,
            "sums": self.sums,
            "products": self.products,
            "by_cards": dict(sorted(self.by_cards.items())),
            "by_count": dict(sorted(self.by_count.items())),
        }

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Laid":
        """Undo `written`."""
        tables = [
            {int(key): _row(row) for key, row in written[name].items()}
            for name in ("by_cards", "by_count")
        ]
        sums, products = (tuple(map(int, written[name])) for name in ("sums", "products"))
        if len(sums) != len(COLUMNS) or len(products) != len(PAIRS):
            raise BadValue("not a record of laid bets: it has other columns")
        return cls(int(written["shoes"]), sums, products, *tables)


@guided
@dataclass(frozen=True, slots=True)
class LaidTally:
    """The tallies of several guests on the same shoes, guest by guest and ending by ending."""

    laid: tuple[Laid, ...]
    beside: tuple[tuple[int, int], ...] = ()
    """if guests are compared: for each guest and ending, the sum over all shoes of this guest's
    coins won times the first guest's, and the same for the expected billionths"""

    def __post_init__(self) -> None:
        freeze(self, "laid", "beside")
        require_fields(self)

    def __add__(self, other: "LaidTally") -> "LaidTally":
        if (
            not isinstance(other, LaidTally)
            or len(other.laid) != len(self.laid)
            or len(other.beside) != len(self.beside)
        ):
            raise BadValue(
                "a tally of laid bets can be added only to a tally of the same guests, not to "
                f"{quoted(other)}"
            )
        return LaidTally(
            tuple(a + b for a, b in zip(self.laid, other.laid, strict=True)),
            tuple((a + c, b + d) for (a, b), (c, d) in zip(self.beside, other.beside, strict=True)),
        )

    @property
    def digest(self) -> str:
        """SHA-256 of the whole tally as text."""
        return hashlib.sha256(json.dumps(self.written()).encode()).hexdigest()

    def written(self) -> dict[str, Any]:
        """The whole tally, for a checkpoint."""
        compared = {"beside": self.beside} if self.beside else {}
        return {"laid": [guest_total.written() for guest_total in self.laid], **compared}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "LaidTally":
        """Undo `written`."""
        beside = tuple((int(coins), int(worth)) for coins, worth in written.get("beside", ()))
        return cls(tuple(map(Laid.read, written["laid"])), beside)


def coins_of(bet: Bet) -> int:
    """The smallest unit, in coins, for which the bet wins or loses only whole coins."""
    return lcm(*(bet.net(tier).denominator for tier in (*bet.pays, None)))


def _added(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _merged(
    first: Mapping[int, LaidRow], second: Mapping[int, LaidRow]
) -> FrozenDict[int, LaidRow]:
    """The sum of two tables, row by row."""
    merged = dict(first)
    for key, row in second.items():
        if (old := merged.get(key)) is not None:
            row = old[0] + row[0], old[1] + row[1], old[2] + row[2], old[3] + row[3]
        merged[key] = row
    return FrozenDict(merged)


def _row(numbers: Iterable[int]) -> LaidRow:
    bets, units, coins, expected = map(int, numbers)
    return bets, units, coins, expected
