"""Registers of bets, games and other things with names: ours, and those of plug-ins.

register(MY_BET, MY_GAME)     in a program
load_plugin("mine.py")        a plain file, as `--plugin mine.py` does
an entry point                in an installed package, of the group `baccarat.bets`

Nothing else loads a plug-in's code. A saved file that names a plug-in's game can be read only if
that game is registered already (`nothing_loaded`).
"""

import ast
import os
import re
import sys
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from traceback import extract_tb
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from baccarat.base.errors import (
    BaccaratError,
    BadText,
    BadValue,
    FileTrouble,
    NameTaken,
    UnknownName,
)
from baccarat.base.files import shown
from baccarat.base.hints import guided, quoted
from baccarat.base.paths import AnyPath, load

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class BrokenPlugin(UserWarning):
    """The warning for a plug-in that cannot be used; the other plug-ins still work."""


class Named(Protocol):
    """A thing that can be registered: `key` is its name as typed, `also` are its other names."""

    @property
    def key(self) -> str:
        """The name as it is typed."""

    @property
    def also(self) -> tuple[str, ...]:
        """Other names of the thing."""


MOST_TOLD = 1_000
"""The most characters shown of an error message of a plug-in."""

T = TypeVar("T", bound=Named)
K = TypeVar("K")

_is_closed = ContextVar("_is_closed", default=False)
NONE_YET = "none is registered, --plugin FILE adds yours"
NOT_FOR_A_FILE = "a file loads no installed package: --plugin installed does, or registered()"


@contextmanager
def nothing_loaded() -> Iterator[None]:
    """A context in which a search by name loads no plug-ins: it finds only registered things."""
    before = _is_closed.set(True)
    try:
        yield
    finally:
        _is_closed.reset(before)


@lru_cache(maxsize=1024)
def kebab(name: str) -> str:
    """A name as it is typed: `Égalité 1–3` is `egalite-1-3`."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("–", "-"))
    ascii_only = plain.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")


def by_name(name: str, known: Mapping[str, K]) -> K | None:
    """The thing with this name, with or without hyphens; None if no thing or several things match.

    >>> by_name("Lucky6", {"lucky-6": 1, "lucky-66": 2})
    1
    """
    if kebab(name) in known:
        return known[kebab(name)]
    bare = kebab(name).replace("-", "")
    found = [value for each, value in known.items() if each.replace("-", "") == bare]
    return found[0] if found and found.count(found[0]) == len(found) else None


def same_but_for(one: Any, other: Any, *names: str) -> bool:
    """Whether two values of one type are equal in all fields except these."""
    others = (field.name for field in fields(one) if field.name not in names)
    return all(getattr(one, name) == getattr(other, name) for name in others)


def names_of(thing: Named) -> list[str]:
    """All names of a thing as they are typed, its key first."""
    return [thing.key, *map(kebab, thing.also)]


class Register(Generic[T]):
    """All registered things of one kind, such as all bets, by their names."""

    def __init__(self, kind: type[T], noun: str = "") -> None:
        self.kind = kind
        self.noun = noun or kind.__name__.lower()
        self.one = f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun}"
        self.list_name = f"{self.noun.upper()}S"
        """the name of a plug-in's list of such things"""
        self.faults: list[str] = []
        """a line for each installed plug-in that could not be used"""
        self._things: dict[str, T] = {}
        self._names: dict[str, T] = {}
        self._files: dict[str, str] = {}
        """the plain file that brought each thing, by the thing's key"""
        self._is_open = False
        self.is_variant: Callable[[T, T], bool] = lambda given, known: given == known
        """whether a thing is only a variant of a known one, such as a bet at another price"""

    def add(self, *things: T, file: str | None = None) -> None:
        """Register things; all of them, or none if a name is taken."""
        for thing in self.new_among(*things):
            self._things[thing.key] = thing
            self._names |= dict.fromkeys(names_of(thing), thing)
            if file is not None:
                self._files[thing.key] = file

    def remove(self, *things: T) -> None:
        """Remove things from the register."""
        for thing in things:
            self._files.pop(thing.key, None)
            for name in names_of(self._things.pop(thing.key)):
                del self._names[name]

    def brought_by(self, file: str) -> tuple[T, ...]:
        """The things that a plain file has registered."""
        return tuple(self._things[key] for key, whose in self._files.items() if whose == file)

    def new_among(self, *things: T) -> list[T]:
        """The things that are not registered yet; an error if one of their names is taken."""
        new = [thing for thing in things if self._things.get(thing.key) is not thing]
        claims = Counter(name for thing in new for name in names_of(thing))
        for thing in new:
            for name in names_of(thing):
                if not name:
                    told = f"{self.one}'s names have Latin letters or digits"
                    raise BadValue(f"{told}, not {quoted(getattr(thing, 'name', thing))}")
                if name in self._names or claims[name] > 1:
                    whose = "" if name == thing.key else f" (as {thing.key} is named, too)"
                    raise NameTaken(f"there is already {self.one} named {name!r}{whose}")
        return new

    def open(self) -> None:
        """Load the plug-ins of installed packages, once."""
        if not self._is_open:
            self._is_open = True
            self.add_plugins(self._installed())

    def _installed(self) -> "Iterable[EntryPoint]":
        from importlib.metadata import entry_points  # slow, and seldom needed

        return entry_points(group=f"baccarat.{self.noun}s")

    def add_plugins(self, points: "Iterable[EntryPoint]") -> None:
        """Load the plug-ins of entry points; a broken one is left out with a one-line warning."""
        loaded: list[tuple[str, tuple[T, ...]]] = []
        for point in sorted(points, key=lambda point: (point.name, point.value)):
            origin = f"plug-in {point.name!r} ({point.value})"
            try:
                loaded.append((origin, self.listed(point.load())))
            except KeyboardInterrupt:
                raise
            except BaseException as fault:  # a stranger's code may raise anything
                self._note(origin, f"{type(fault).__name__}: {text_of(fault)}")
        # If two plug-ins claim the same name, it is unclear which is meant, so neither is used.
        claims = Counter(
            name for _, things in loaded for thing in things for name in set(names_of(thing))
        )
        for origin, things in loaded:
            try:
                for name in (name for thing in things for name in names_of(thing)):
                    if claims[name] > 1:
                        raise NameTaken(f"more than one plug-in registers the name {name!r}")
                self.add(*things)
            except (BadValue, NameTaken) as fault:
                self._note(origin, str(fault))

    def _note(self, origin: str, fault: str) -> None:
        line = " ".join(f"{origin} is left out: {fault}".split())
        self.faults.append(line)
        warnings.warn(line, BrokenPlugin, stacklevel=2)

    def listed(self, thing: object) -> tuple[T, ...]:
        """The things that a plug-in gives: one thing, several things, or the list of a module."""
        if isinstance(thing, ModuleType):
            thing = getattr(thing, self.list_name, ())
        things: Any = (thing,) if _is_a(thing, self.kind) else thing
        found: tuple[T, ...] = tuple(things) if _is_a(things, Iterable) else ()
        if not found or not all(_is_a(one, self.kind) for one in found):
            raise BadValue(
                f"expected one {self.kind.__name__}, a list of them, "
                f"or a module with a list {self.list_name}"
            )
        return found

    def lying_in(self, module: ModuleType) -> dict[str, tuple[T, ...]]:
        """The things that a plug-in file defines, by variable; or, if it has a list, the list."""
        if hasattr(module, self.list_name):
            return {self.list_name: self.listed(module)}
        public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
        own = {name: value for name, value in public.items() if _is_a(value, self.kind)}
        return {name: (thing,) for name, thing in own.items() if not self._has_variant(thing)}

    def _has_variant(self, thing: T) -> bool:
        known = self._things.get(thing.key)
        return known is not None and self.is_variant(thing, known)

    def find(self, name: str) -> T:
        """A thing by one of its names; plug-ins are loaded only if the name is not known yet."""
        is_closed = _is_closed.get() and not self._is_open
        if name not in self and not is_closed:
            self.open()
        found = by_name(name, self._names)
        if found is None:
            hint = "" if self._names else NONE_YET
            if is_closed and self._installed():
                hint = NOT_FOR_A_FILE
            raise UnknownName(self.noun, name[:40], self._names, hint)
        return found

    def has(self, thing: object) -> bool:
        """Whether this thing, or an equal thing, is registered under its name."""
        return isinstance(thing, self.kind) and self._things.get(thing.key) == thing

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and by_name(name, self._names) is not None

    def __iter__(self) -> Iterator[T]:
        return iter(self._things.values())

    def __len__(self) -> int:
        return len(self._things)

    @property
    def keys(self) -> tuple[str, ...]:
        """The names under which the things are listed."""
        return tuple(self._things)

    def __repr__(self) -> str:
        return f"<{len(self)} {self.noun}s: {', '.join(self._things)}>"


def _is_a(thing: Any, kind: type) -> bool:
    """Whether a thing is of a kind; unlike `isinstance`, this runs none of the thing's own code."""
    return issubclass(type(thing), kind)


_registers: dict[type, Register[Any]] = {}
_being_read: list[str] = []
"""the plain files that are being read now"""
_modules: dict[str, ModuleType] = {}
"""the modules that were read, by file"""


def register_of(kind: type[T], noun: str = "") -> Register[T]:
    """The register of a kind; the module that defines the kind calls this first."""
    return _registers.setdefault(kind, Register(kind, noun))


def opened(kind: type[T]) -> Register[T]:
    """The register of a kind, with the plug-ins of installed packages."""
    if not isinstance(kind, type) or kind not in _registers:
        kinds = ", ".join(known.__name__ for known in _registers)
        raise BadValue(f"nothing is registered as {quoted(kind)} (expected one of {kinds})")
    known: Register[T] = _registers[kind]
    known.open()
    return known


def open_all() -> None:
    """Load the plug-ins of installed packages, for every kind."""
    for known in _registers.values():
        known.open()


@guided
def register(*things: Named) -> None:
    """Register bets, games, systems, engines and readers by their names: all of them or none.

    >>> from baccarat import Bet, bet, registered
    >>> by_one = Bet("By One", lambda outcome: outcome.margin == 1, 3)
    >>> register(by_one)
    >>> bet("by-one") is by_one
    True
    >>> registered().remove(by_one)  # as if nothing had been
    """
    sorted_out = [(_register_for(thing), thing) for thing in things]
    by_register = {
        known: [thing for whose, thing in sorted_out if whose is known] for known, _ in sorted_out
    }
    for known, some in by_register.items():
        known.new_among(*some)
    for known, some in by_register.items():
        known.add(*some, file=_being_read[-1] if _being_read else None)


def _register_for(thing: object) -> Register[Any]:
    for kind, known in _registers.items():
        if isinstance(thing, kind):
            return known
    raise BadValue(
        "only a bet, a game, a system, an engine or a reader can be registered, not "
        f"{quoted(thing)}"
    )


@guided
def load_plugin(path: AnyPath) -> tuple[Named, ...]:
    """Register the bets, games, systems, engines and readers of a plain Python file: all or none.

    The file may have the lists BETS, STREAKS, GAMES, SYSTEMS, ENGINES and READERS. If a list is
    missing, every variable of the file that holds such a thing counts. Loading a file again
    replaces the things that it registered before.

    >>> from tempfile import TemporaryDirectory
    >>> from baccarat import registered
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.py")
    ...     _ = file.write_text('''from baccarat import Bet
    ... BY_ONE = Bet("By One", lambda outcome: outcome.margin == 1, 3)''')
    ...     load_plugin(file)
    (bet('by-one:3'),)
    >>> registered().remove(registered().find("by-one"))  # as if nothing had been
    """
    source, file, name = load(path), os.path.realpath(path), shown(path)
    if file in _being_read:
        raise FileTrouble(
            f"{name}: this file must not load itself, directly or through another file"
        )
    code = _compiled(source, file, name)
    module = ModuleType(_module_name(file))
    module.__file__ = file
    before = sys.modules.get(module.__name__)
    brought = [(known, known.brought_by(file)) for known in _registers.values()]
    for known, things in brought:
        known.remove(*things)
    sys.modules[module.__name__] = module  # dataclasses and pickle look for it there
    _being_read.append(file)
    try:
        _run(code, module, source, name)
    except BaseException:
        sys.modules.pop(module.__name__, None)  # the file may have removed it already
        if before is not None:
            sys.modules[module.__name__] = before
        for known in _registers.values():
            known.remove(*known.brought_by(file))
        for known, things in brought:
            known.add(*things, file=file)
        raise
    finally:
        _being_read.pop()
    _modules[file] = module
    return tuple(thing for known in _registers.values() for thing in known.brought_by(file))


def modules() -> tuple[ModuleType, ...]:
    """The modules loaded from plain files; another process cannot import them by their names."""
    return tuple(_modules.values())


def _run(code: CodeType, module: ModuleType, source: str, name: str) -> None:
    """Run a plain file and register its things; every error names its line."""
    file = code.co_filename
    try:
        exec(code, vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as fault:  # a stranger's code may raise anything
        raise FileTrouble(_told(name, _passed(file, fault), fault)) from None
    for known in _registers.values():
        lines = _lines_of(known.list_name, source)
        try:
            for own_name, things in known.lying_in(module).items():
                lines = _lines_of(own_name, source)
                known.add(*things, file=file)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # reading the list may run a stranger's code
            raise FileTrouble(_told(name, _passed(file, fault) or lines, fault)) from None
    if not any(known.brought_by(file) for known in _registers.values()):
        raise FileTrouble(f"{name}: this file has no bet, game, system, engine or reader")


def _passed(file: str, fault: BaseException) -> list[int]:
    """The numbers of the file's lines in the traceback of an exception."""
    return [
        at.lineno for at in extract_tb(fault.__traceback__) if at.filename == file and at.lineno
    ]


def _compiled(source: str, file: str, name: str) -> CodeType:
    try:
        return compile(source, file, "exec", dont_inherit=True)
    except SyntaxError as fault:
        lines = [] if fault.lineno is None else [fault.lineno]
        raise FileTrouble(_told(name, lines, BadText(fault.msg))) from None
    except (ValueError, RecursionError, MemoryError) as fault:  # a NUL byte, or nested too deeply
        raise FileTrouble(_told(name, [], fault)) from None


def _module_name(file: str) -> str:
    """The name of a plain file's module: the same as in an earlier load, else an unused name."""
    if file in _modules:
        return _modules[file].__name__
    stem = f"plugin_{kebab(Path(file).stem).replace('-', '_')}"
    numbers = (f"{stem}_{number}" for number in count(2))
    return next(name for name in chain([stem], numbers) if name not in sys.modules)


def _lines_of(name: str, source: str) -> list[int]:
    """The numbers of the lines that assign a value to this name."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
    ]


def _told(name: str, lines: list[int], fault: BaseException) -> str:
    """An exception as one line of text, with its file and, if known, its line number."""
    where = "".join(f" line {number}:" for number in lines[-1:])
    kind = "" if _is_a(fault, BaccaratError) else f"{type(fault).__name__}: "
    return " ".join(f"{name}:{where} {kind}{text_of(fault)}".split())


def text_of(fault: BaseException) -> str:
    """The text of an exception of a plug-in, whose `str` may raise another exception."""
    try:
        text = str(fault)
    except Exception:
        return "no reason given"
    return text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]} …"
