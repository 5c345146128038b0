"""A named reader: a function that counts something in the stream of coups.

Reader("mine", fold)     fold(batches) returns the value counted; see `bac.fold`
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import guided, require_fields
from baccarat.core.bets.streaks import BANKER_STREAK
from baccarat.core.cards import Depth
from baccarat.core.plugins import kebab, register_of
from baccarat.simulation.coups import Coups
from baccarat.simulation.readers.streaks import StreakReader


@guided
@dataclass(frozen=True, slots=True)
class Reader:
    """A named function that turns batches of coups into the value that it counts.

    >>> from baccarat import fold
    >>> ties = Reader("ties", lambda batches: sum((batch.winners == 2).sum() for batch in batches))
    >>> int(fold(ties, shoes=100, seed=7))
    764
    """

    name: str
    fold: Callable[[Iterable[Coups]], Any]
    """counts the batches: returns a value that adds, and an empty value for no batches"""
    cards: Depth | None = None
    """the depth of cards that the reader needs; None if outcomes are enough"""
    about: str = ""
    also: tuple[str, ...] = ()
    """other names of the reader"""

    def __post_init__(self) -> None:
        if self.cards is None:  # the function's own attribute
            object.__setattr__(self, "cards", getattr(self.fold, "cards", None))
        freeze(self, "also")
        require_fields(self)
        if not self.key:
            raise BadValue(f"a reader needs a name, not {self.name!r}")

    @property
    def key(self) -> str:
        """The name as users type it, e.g. `my-reader`."""
        return kebab(self.name)

    def __str__(self) -> str:
        return self.name

    def __call__(self, batches: Iterable[Coups]) -> Any:
        return self.fold(batches)


KNOWN = register_of(Reader)
KNOWN.add(Reader(BANKER_STREAK.name, StreakReader(BANKER_STREAK), about=BANKER_STREAK.wins_when))
