"""What a value is made of stays as it is: mappings that can be read, hashed and pickled only."""

from collections.abc import Hashable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that nobody can change; equal ones have one hash, whatever their order.

    >>> pays = FrozenDict(tie=8)
    >>> pays["tie"] = 9
    Traceback (most recent call last):
    TypeError: this mapping belongs to a value and cannot be changed: copy it with dict(...)
    """

    __slots__ = ("_hash",)
    _hash: int

    if not TYPE_CHECKING:  # a type checker knows how a dict is made of what

        def __new__(cls, *args: Any, **kwargs: Any) -> "FrozenDict[K, V]":
            made = super().__new__(cls)
            dict.__init__(made, *args, **kwargs)
            return made

        def __init__(self, *_: Any, **__: Any) -> None:
            """Nothing: it was filled when it was made, and nobody can fill it again."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(
            "this mapping belongs to a value and cannot be changed: copy it with dict(...)"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        # Found when it is first asked for: fractions are slow to hash.
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
    """The same mappings, lists, sets and tuples, all the way down, as nobody can change them.

    >>> frozen({"seen": [3, {1, 2}]})
    {'seen': (3, frozenset({1, 2}))}
    """
    if isinstance(thing, FrozenDict):
        return thing  # made here, or by somebody who froze what is in it
    # Other mappings that hash are values themselves.
    if isinstance(thing, MappingProxyType) or (
        isinstance(thing, Mapping) and not isinstance(thing, Hashable)
    ):
        # Loops and no comprehensions, which would halve how deep a value may be.
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
    """Freeze these fields of a dataclass that is being made, or all of them."""
    for name in names or [field.name for field in fields(value)]:
        object.__setattr__(value, name, frozen(getattr(value, name)))
