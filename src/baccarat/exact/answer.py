"""The exact answer to a question in words about a coup."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.frozen import freezes
from baccarat.base.hints import guided, helpful
from baccarat.base.jsonable import exact
from baccarat.exact.statement import Statement

MOST_AMOUNTS = 200
"""The most amounts of money that an answer lists."""


@helpful
@guided
@dataclass(frozen=True)
@freezes("money")
class Answer:
    """The chance that a statement is true; for wagers alone, also the chance of each amount.

    >>> from baccarat import Answer, ask
    >>> answer = ask("ahead with player=10, tie=1", decks=8)
    >>> isinstance(answer, Answer) and answer.mean
    Fraction(-5215212014456, 19524993263685)
    """

    text: str
    """the question as it was written"""
    statement: Statement
    """what was understood; `str` writes it in words that can be read again"""
    chance: Fraction
    money: Mapping[Fraction, Fraction] | None = None
    """the chance of each amount that the wagers may bring together; None without wagers"""

    @property
    def reading(self) -> str:
        """The question as it was understood."""
        return str(self.statement)

    @property
    def mean(self) -> Fraction | None:
        """What the wagers bring on average; None without wagers."""
        if self.money is None:
            return None
        return sum((amount * chance for amount, chance in self.money.items()), Fraction(0))

    @property
    def amounts(self) -> Mapping[Fraction, Fraction]:
        """The chance of each amount of money if there are few amounts; else nothing."""
        return self.money if self.money and len(self.money) <= MOST_AMOUNTS else {}

    @property
    def too_many(self) -> str | None:
        """The line that stands for the amounts if there are too many to list."""
        many = len(self.money or ())
        return (
            f"{many:,} amounts: at most {MOST_AMOUNTS} are listed" if many > MOST_AMOUNTS else None
        )

    def as_json(self) -> dict[str, object]:
        """The reading, the chance, and what the wagers bring."""
        money = None
        if self.mean is not None:
            amounts = self.amounts.items()
            money = {
                **exact("mean", self.mean),
                "amounts": [{**exact("amount", n), **exact("probability", p)} for n, p in amounts],
                "too_many": self.too_many,
            }
        return {
            "reading": self.reading,
            "method": "exact",
            **exact("probability", self.chance),
            "money": money,
        }

    def __str__(self) -> str:
        return f"{self.reading}: {100 * float(self.chance):.4f} %, {self.chance}"
