"""The plug-in door: every bet, ours or a stranger's, is registered by the same function."""

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from baccarat.bets import dragon, lucky, main, pairs, totals
from baccarat.bets.values import Bet, kebab
from baccarat.errors import BadBet, BadText, BadValue, UnknownName
from baccarat.hints import checked, quoted

GROUP = "baccarat.bets"
BUILT_IN = (main, pairs, dragon, lucky, totals)


class BrokenPlugin(UserWarning):
    """A plug-in that could not be used; the others can."""


class Register:
    """The bets by name."""

    def __init__(self) -> None:
        self._bets: dict[str, Bet] = {}
        self._names: dict[str, Bet] = {}
        self.faults: list[str] = []
        """a line for each plug-in that could not be used"""

    def add(self, *bets: Bet) -> None:
        """Register bets; all of them, or none if a name is taken."""
        names = [name for bet in bets for name in (bet.key, *bet.also)]
        for name, times in Counter(names).items():
            if name in self._names or times > 1:
                raise BadBet(f"there is already a bet named {name!r}")
        for bet in bets:
            self._bets[bet.key] = bet
            self._names |= dict.fromkeys((bet.key, *bet.also), bet)

    def add_plugins(self, points: Iterable[EntryPoint]) -> None:
        """Load what entry points name; a broken one is noted in a line and left out."""
        loaded: list[tuple[str, tuple[Bet, ...]]] = []
        for point in sorted(points, key=lambda point: (point.name, point.value)):
            origin = f"plug-in {point.name!r} ({point.value})"
            try:
                loaded.append((origin, bets_in(point.load())))
            except (Exception, SystemExit) as fault:  # a stranger's code may raise anything
                self._note(origin, f"{type(fault).__name__}: {fault}")
        # Of two strangers with one name neither is right, so neither is taken.
        claims = Counter(n for _, bets in loaded for b in bets for n in {b.key, *b.also})
        for origin, bets in loaded:
            try:
                for bet in bets:
                    for name in (bet.key, *bet.also):
                        if claims[name] > 1:
                            raise BadBet(f"{name!r} is claimed by more than one plug-in")
                self.add(*bets)
            except BadBet as fault:
                self._note(origin, str(fault))

    def _note(self, origin: str, fault: str) -> None:
        line = " ".join(f"{origin} is left out: {fault}".split())
        self.faults.append(line)
        warnings.warn(line, BrokenPlugin, stacklevel=2)

    def find(self, spelled: str) -> Bet:
        """A bet by its name, perhaps at a price: `lucky-6`, `lucky-6:12/23`."""
        name, colon, price = spelled.strip().partition(":")
        bet = self._names.get(kebab(name))
        if bet is None:
            raise UnknownName("bet", name[:40], self._names)
        if colon and not price:
            raise BadText(f"no price after the colon: {spelled[:40]!r}")
        return bet.priced_as(price) if colon else bet

    def __contains__(self, spelled: object) -> bool:
        return isinstance(spelled, str) and kebab(spelled.partition(":")[0]) in self._names

    def __iter__(self) -> Iterator[Bet]:
        return iter(self._bets.values())

    def __len__(self) -> int:
        return len(self._bets)

    def __repr__(self) -> str:
        return f"<{len(self)} bets: {', '.join(self._bets)}>"


def bets_in(thing: object) -> tuple[Bet, ...]:
    """The bets an entry point names: a bet, several, or a module with a list `BETS`."""
    if isinstance(thing, ModuleType):
        thing = getattr(thing, "BETS", ())
    bets = (thing,) if isinstance(thing, Bet) else thing
    found = tuple(bets) if isinstance(bets, Iterable) else ()
    if not found or not all(isinstance(bet, Bet) for bet in found):
        raise BadBet("expected a Bet, a list of them, or a module with a list BETS")
    return found


_register = Register()
for _module in BUILT_IN:
    _register.add(*_module.BETS)
_has_opened = False


def registered() -> Register:
    """Every bet we know: the built-in ones, then those that entry points add."""
    global _has_opened
    if not _has_opened:
        _has_opened = True
        _register.add_plugins(entry_points(group=GROUP))
    return _register


@checked
def register(*bets: Bet) -> None:
    """Make bets known by their names."""
    _register.add(*bets)


def bet(spelled: str | Bet) -> Bet:
    """A bet by its name, perhaps at a price; a Bet is itself.

    >>> bet("lucky-6:12/23").pays
    {'two-card six': Fraction(12, 1), 'three-card six': Fraction(23, 1)}
    """
    if isinstance(spelled, Bet):
        return spelled
    if not isinstance(spelled, str):
        raise BadValue(f"a bet is a Bet or its name, not {quoted(spelled)}")
    # A stranger's code is not loaded for a bet that is here already.
    return (_register if spelled in _register else registered()).find(spelled)


def as_bet(given: str | Bet) -> Bet:
    """A bet as it is given: itself, or by its name, perhaps at a price."""
    return bet(given)
