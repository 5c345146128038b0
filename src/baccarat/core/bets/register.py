"""The register of bets by name: ours, and those of plug-ins."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any, TypeVar, overload

from baccarat.base.errors import BaccaratError, BadText, BadValue
from baccarat.base.hints import guided, quoted
from baccarat.core.bets import dragon, insurance, lucky, main, matches, multiplied, pairs, totals
from baccarat.core.bets.bet_types import Bet
from baccarat.core.bets.streaks import is_streak, spelled_in
from baccarat.core.plugins import Named, Register, opened, register, register_of, same_but_for

T = TypeVar("T", bound=Named)


def _bets_in(module: ModuleType) -> Iterator[Bet]:
    """The bets among a module's variables, also those inside tuples, in the order of its source."""
    for value in vars(module).values():
        items = value if isinstance(value, tuple) else (value,)
        yield from (item for item in items if isinstance(item, Bet))


MODULES = (main, pairs, matches, dragon, lucky, totals, insurance, multiplied)
OURS = tuple(dict.fromkeys(bet for module in MODULES for bet in _bets_in(module)))
"""All our bets, each once: `lucky` also has two bets of `dragon`."""
KNOWN = register_of(Bet)
KNOWN.is_variant = lambda given, known: same_but_for(given, known, "pays", "commission")
register(*OURS)


@overload
def registered() -> Register[Bet]: ...
@overload
def registered(kind: type[T]) -> Register[T]: ...
@guided
def registered(kind: Any = Bet) -> Any:
    """All bets, or all things of another kind (e.g. `Game`): ours, then those of plug-ins.

    >>> "dragon-7" in registered(), len(registered()) > 50
    (True, True)
    """
    return opened(kind)


@guided
def bet(spelled: str | Bet) -> Bet:
    """A bet by its name, perhaps at a price; a Bet is returned as it is.

    >>> bet("lucky-6:12/23").pays
    {'two-card six': Fraction(12, 1), 'three-card six': Fraction(23, 1)}
    """
    if isinstance(spelled, Bet):
        return spelled
    if not isinstance(spelled, str):
        raise BadValue(f"a bet must be a Bet or its name, not {quoted(spelled)}")
    if is_streak(spelled):
        told = spelled.strip()[:40]
        raise BadText(
            f"a streak is a bet on several coups: for the odds, use `baccarat odds --bet {told}` "
            f"or odds().streak({told!r}); for dealt shoes, use fold(StreakReader({told!r}))"
        )
    return spelled_in(KNOWN, spelled)


def is_known(given: Bet) -> bool:
    """Whether `bet(str(given))` finds this bet again."""
    # Printing a bet must not load plug-ins.
    try:
        return given.key in KNOWN and bet(str(given)) == given
    except BaccaratError:  # a price too long to be typed
        return False


def as_bet(given: str | Bet) -> Bet:
    """A bet from a Bet, or from its name, perhaps with a price.

    >>> as_bet("tie:9"), as_bet(bet("tie")) is bet("tie")
    (bet('tie:9'), True)
    """
    return bet(given)
