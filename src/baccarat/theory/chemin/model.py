"""The models of chemin de fer: how cards are dealt, and what ponte and banquier see.

    Model.parse("B3") -> Model             MODELS["B3"], one of eight
    model.is_endless                       A: every card returns; B: dealt without replacement
    model.ponte, model.banquier            what each knows of his own two cards
    model.ponte_sets(totals) -> names      what the ponte may see on these totals: "5" or "1,4"
    model.cells -> names                   where the banquier may decide: "5|4", "0,6|-"
    read_cell("0,6|-") -> ("0,6", STOOD)   a cell's hand (or total) and column of the tableau

The letters and numbers are those of Ethier & Gámez, arXiv 1305.5468. Theirs are 1 to 3; in 4 the
ponte sees more than the banquier.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from baccarat.base.enums import NamedEnum
from baccarat.base.errors import BadText
from baccarat.core.tableau import CHEMIN_DE_FER, STOOD

Pair = tuple[int, int]
"""The points of two cards, the smaller first."""

PAIRS: tuple[Pair, ...] = tuple(
    sorted(
        ((low, high) for low in range(10) for high in range(low, 10)),
        key=lambda pair: ((pair[0] + pair[1]) % 10, pair),
    )
)
"""All 55 two-card hands by their total; the naturals come last."""


def hands_below(natural: int) -> tuple[Pair, ...]:
    """The hands on which a side may have to decide: all that are not naturals."""
    return tuple(pair for pair in PAIRS if sum(pair) % 10 < natural)


USUAL = CHEMIN_DE_FER.natural
HANDS = hands_below(USUAL)
"""The 44 hands that are not naturals if 8 and 9 are the naturals."""
COLUMNS = tuple("0123456789-")
"""The third part of a cell's name: Player's third card, or - if there is none."""


class Knowledge(NamedEnum):
    """What a side knows of its own two cards."""

    TOTAL = "total"
    COMPOSITION = "composition"

    def sees(self, pair: Pair) -> str:
        """The name of what the side knows of a hand: its total, or its two cards.

        >>> Knowledge.TOTAL.sees((6, 9)), Knowledge.COMPOSITION.sees((6, 9))
        ('5', '6,9')
        """
        return str(sum(pair) % 10) if self is Knowledge.TOTAL else f"{pair[0]},{pair[1]}"

    def sets(self, totals: Iterable[int] = range(USUAL)) -> tuple[str, ...]:
        """The names of the hands with these totals, as a side sees them, in the order of totals."""
        wanted = set(totals)
        return tuple(dict.fromkeys(self.sees(pair) for pair in PAIRS if sum(pair) % 10 in wanted))


SEEN = frozenset(name for knowledge in Knowledge for name in knowledge.sets(range(9)))
"""The names of all that a side may see of a hand on which it may have to decide."""


@dataclass(frozen=True, slots=True)
class Model:
    """One of the eight models, A1 to B4."""

    name: str
    is_endless: bool
    """whether every card returns before the next is dealt"""
    ponte: Knowledge
    banquier: Knowledge

    @classmethod
    def parse(cls, name: str) -> "Model":
        """The model of that name: `B3`."""
        try:
            return MODELS[name.strip().upper()]
        except KeyError:
            raise BadText(
                f"not a model: {name[:24]!r} (expected one of A1 to A4, B1 to B4)"
            ) from None

    def ponte_sets(self, totals: Iterable[int] = (5,)) -> tuple[str, ...]:
        """The names of the hands with these totals, as the ponte sees them.

        >>> Model.parse("B3").ponte_sets()
        ('0,5', '1,4', '2,3', '6,9', '7,8')
        """
        return self.ponte.sets(totals)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells where the banquier may decide: his hand, and Player's third card if any."""
        return self.cells_below(USUAL)

    def cells_below(self, natural: int) -> tuple[str, ...]:
        """The cells where the banquier may decide if the naturals begin at this total."""
        sets = self.banquier.sets(range(natural))
        return tuple(f"{seen}|{column}" for seen in sets for column in COLUMNS)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Model.parse({self.name!r})"


MODELS = {
    f"{letter}{number}": Model(f"{letter}{number}", letter == "A", ponte, banquier)
    for letter in "AB"
    for number, ponte, banquier in (
        (1, Knowledge.TOTAL, Knowledge.TOTAL),
        (2, Knowledge.TOTAL, Knowledge.COMPOSITION),
        (3, Knowledge.COMPOSITION, Knowledge.COMPOSITION),
        (4, Knowledge.COMPOSITION, Knowledge.TOTAL),
    )
}


def total_of(seen: str) -> int:
    """The total of a hand as it is seen: "5" or "1,4"."""
    return sum(map(int, seen.split(","))) % 10


def read_cell(cell: str) -> tuple[str, int]:
    """The part of his hand that the banquier sees in a cell, and the column of the tableau.

    >>> read_cell("0,6|-"), read_cell("5|4")
    (('0,6', 10), ('5', 4))
    """
    seen, bar, column = cell.partition("|")
    if not bar or seen not in SEEN or column not in COLUMNS:
        raise BadText(f"not a cell: {cell[:24]!r} (expected e.g. '5|4' or '0,6|-')")
    return seen, STOOD if column == "-" else int(column)
