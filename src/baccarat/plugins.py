"""One register for every kind of thing that a stranger may add; ours go through it, too.

register(MY_BET, MY_GAME)     in a program
an entry point                of a package that somebody installed: `baccarat.bets = …`

Nothing else loads a stranger's code. A saved file that names a stranger's game only asks whether
that game is here.
"""

import re
import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from baccarat.errors import BadValue, NameTaken, UnknownName
from baccarat.hints import quoted


class BrokenPlugin(UserWarning):
    """A plug-in that could not be used; the others can."""


class Named(Protocol):
    """What can be registered: it has a name as it is typed, and perhaps others."""

    @property
    def key(self) -> str: ...
    @property
    def also(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=Named)
K = TypeVar("K")


@lru_cache(maxsize=1024)
def kebab(name: str) -> str:
    """A name as it is typed: `Égalité 1–3` is `egalite-1-3`."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("–", "-"))
    ascii_only = plain.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")


def by_name(name: str, known: Mapping[str, K]) -> K | None:
    """What goes by a name, with its hyphens or without them; None if nothing does, or several do.

    >>> by_name("Lucky6", {"lucky-6": 1, "lucky-66": 2})
    1
    """
    if kebab(name) in known:
        return known[kebab(name)]
    bare = kebab(name).replace("-", "")
    found = [value for each, value in known.items() if each.replace("-", "") == bare]
    return found[0] if found and found.count(found[0]) == len(found) else None


def names_of(thing: Named) -> list[str]:
    """All names of a thing as they are typed, its key first."""
    return [thing.key, *map(kebab, thing.also)]


class Register(Generic[T]):
    """All things of one kind, by their names."""

    def __init__(self, kind: type[T]) -> None:
        self.kind = kind
        self.noun = kind.__name__.lower()
        """`bet`: entry points of the group `baccarat.bets` and lists `BETS` have several"""
        self.faults: list[str] = []
        """a line for each installed plug-in that could not be used"""
        self._things: dict[str, T] = {}
        self._names: dict[str, T] = {}
        self._is_open = False

    def add(self, *things: T) -> None:
        """Register things; all of them, or none if a name is taken."""
        self.require_free(*things)
        for thing in things:
            self._things[thing.key] = thing
            self._names |= dict.fromkeys(names_of(thing), thing)

    def remove(self, *things: T) -> None:
        """Forget things that were registered."""
        for thing in things:
            for name in names_of(self._things.pop(thing.key)):
                del self._names[name]

    def require_free(self, *things: T) -> None:
        """Complain of a name that another thing has already; a thing may come twice."""
        new = [thing for thing in things if self._things.get(thing.key) is not thing]
        claims = Counter(name for thing in new for name in names_of(thing))
        for thing in new:
            for name in names_of(thing):
                if not name:
                    raise BadValue(f"a {self.noun}'s names have Latin letters or digits: {thing}")
                if name in self._names or claims[name] > 1:
                    whose = "" if name == thing.key else f" (as {thing.key} is named, too)"
                    raise NameTaken(f"there is already a {self.noun} named {name!r}{whose}")

    def open(self) -> None:
        """Load what installed packages bring, once."""
        if not self._is_open:
            self._is_open = True
            self.add_plugins(entry_points(group=f"baccarat.{self.noun}s"))

    def add_plugins(self, points: Iterable[EntryPoint]) -> None:
        """Load what entry points name; a broken one is noted in a line and left out."""
        loaded: list[tuple[str, tuple[T, ...]]] = []
        for point in sorted(points, key=lambda point: (point.name, point.value)):
            origin = f"plug-in {point.name!r} ({point.value})"
            try:
                loaded.append((origin, self.listed(point.load())))
            except (Exception, SystemExit) as fault:  # a stranger's code may raise anything
                self._note(origin, f"{type(fault).__name__}: {fault}")
        # Of two strangers with one name neither is right, so neither is taken.
        claims = Counter(
            name for _, things in loaded for thing in things for name in set(names_of(thing))
        )
        for origin, things in loaded:
            try:
                for name in (name for thing in things for name in names_of(thing)):
                    if claims[name] > 1:
                        raise NameTaken(f"{name!r} is claimed by more than one plug-in")
                self.add(*things)
            except (BadValue, NameTaken) as fault:
                self._note(origin, str(fault))

    def _note(self, origin: str, fault: str) -> None:
        line = " ".join(f"{origin} is left out: {fault}".split())
        self.faults.append(line)
        warnings.warn(line, BrokenPlugin, stacklevel=2)

    def listed(self, thing: object) -> tuple[T, ...]:
        """The things somebody points at: one, several, or a module with a list of them."""
        name = f"{self.noun.upper()}S"
        if isinstance(thing, ModuleType):
            thing = getattr(thing, name, ())
        things = (thing,) if isinstance(thing, self.kind) else thing
        found = tuple(things) if isinstance(things, Iterable) else ()
        if not found or not all(isinstance(one, self.kind) for one in found):
            kind = self.kind.__name__
            raise BadValue(f"expected one {kind}, a list of them, or a module with a list {name}")
        return found

    def find(self, name: str) -> T:
        """A thing by one of its names; a stranger's code is not loaded for one that is here."""
        if name not in self:
            self.open()
        found = by_name(name, self._names)
        if found is None:
            raise UnknownName(self.noun, name[:40], self._names)
        return found

    def has(self, thing: object) -> bool:
        """Whether this very thing, or one equal to it, is registered under its name."""
        return isinstance(thing, self.kind) and self._things.get(thing.key) == thing

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and by_name(name, self._names) is not None

    def __iter__(self) -> Iterator[T]:
        return iter(self._things.values())

    def __len__(self) -> int:
        return len(self._things)

    def __repr__(self) -> str:
        return f"<{len(self)} {self.noun}s: {', '.join(self._things)}>"


_registers: dict[type, Register[Any]] = {}


def register_of(kind: type[T]) -> Register[T]:
    """The register of a kind; the room that owns the kind asks first, and fills it."""
    return _registers.setdefault(kind, Register(kind))


def opened(kind: type[T]) -> Register[T]:
    """The register of a kind with all that installed packages bring."""
    if not isinstance(kind, type) or kind not in _registers:
        kinds = ", ".join(known.__name__ for known in _registers)
        raise BadValue(f"nothing is registered as {quoted(kind)} (expected one of {kinds})")
    known: Register[T] = _registers[kind]
    known.open()
    return known


def register(*things: Named) -> None:
    """Make bets, games and engines known by their names; all of them, or none."""
    sorted_out = [(_register_for(thing), thing) for thing in things]
    by_register = {
        known: [thing for whose, thing in sorted_out if whose is known] for known, _ in sorted_out
    }
    for known, some in by_register.items():
        known.require_free(*some)
    for known, some in by_register.items():
        known.add(*some)


def _register_for(thing: object) -> Register[Any]:
    for kind, known in _registers.items():
        if isinstance(thing, kind):
            return known
    raise BadValue(f"what can be registered is a bet, a game or an engine, not {quoted(thing)}")
