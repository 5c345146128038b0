"""Mappings that cannot change: they can be read, hashed and pickled."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed; equal dicts have the same hash, whatever their order.

    >>> pays = FrozenDict(tie=8)
    >>> pays["tie"] = 9
    Traceback (most recent call last):
    TypeError: this mapping belongs to a value and cannot be changed: copy it with dict(...)
    """

    __slots__ = ("_hash",)
    _hash: int

    if not TYPE_CHECKING:  # type checkers read the signature of dict instead

        def __new__(cls, *args: Any, **kwargs: Any) -> "FrozenDict[K, V]":
            made = super().__new__(cls)
            dict.__init__(made, *args, **kwargs)
            return made

        def __init__(self, *_: Any, **__: Any) -> None:
            """Do nothing: `__new__` has filled the dict, and it must not be filled again."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(
            "this mapping belongs to a value and cannot be changed: copy it with dict(...)"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        # Computed when it is first needed, because fractions are slow to hash.
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(frozenset(self.items()))
            return self._hash

    def __reduce__(self) -> tuple[type["FrozenDict[K, V]"], tuple[dict[K, V]]]:
        return type(self), (dict(self),)

    def __copy__(self) -> "FrozenDict[K, V]":
        return self


def frozen(thing: Any) -> Any:
    """The value with all its mappings, lists, sets and tuples frozen, at every level.

    >>> frozen({"seen": [3, {1, 2}]})
    {'seen': (3, frozenset({1, 2}))}
    """
    if isinstance(thing, FrozenDict):
        return thing  # its parts are frozen already
    # Other hashable mappings are values already.
    if isinstance(thing, MappingProxyType) or (
        isinstance(thing, Mapping) and not isinstance(thing, Hashable)
    ):
        # Loops, because comprehensions would halve the depth to which a value may be nested.
        parts = {}
        for key, value in thing.items():
            parts[key] = frozen(value)
        return FrozenDict(parts)
    if isinstance(thing, list) or type(thing) is tuple:
        items = []
        for value in thing:
            items.append(frozen(value))
        return tuple(items)
    return frozenset(thing) if isinstance(thing, set) else thing


def freeze(value: Any, *names: str) -> None:
    """Freeze these fields of a new dataclass value; default: all fields."""
    for name in names or [field.name for field in fields(value)]:
        object.__setattr__(value, name, frozen(getattr(value, name)))


def freezes(*names: str) -> Callable[[type[T]], type[T]]:
    """A decorator below `@dataclass` that freezes these fields of every value; default: all."""

    def decorated(kind: type[T]) -> type[T]:
        def frozen_at_once(value: T) -> None:
            freeze(value, *names)

        kind.__post_init__ = frozen_at_once  # type: ignore[attr-defined]
        return kind

    return decorated
