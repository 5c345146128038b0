"""The door: what is given is held to the type hints, so that the rooms behind may trust them.

A function asks with `@checked`, a value with `require_fields(self)` when it is made. Whatever
counts as a whole number (NumPy has its own) becomes an int, a list where a tuple is meant becomes
one; a truth is no number, and text is not several letters.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import cache, wraps
from inspect import Parameter, signature
from math import isnan
from numbers import Integral, Rational
from operator import index
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from baccarat.errors import BadText, BadValue

P = ParamSpec("P")
R = TypeVar("R")
E = TypeVar("E", bound=Enum)

MISFIT = object()
"""What does not fit."""
LONGEST = 1 << 10
"""Bits of a whole number; one of some thousand digits cannot even be printed."""
NUMBERS = (int, float)
SEVERAL = (tuple, list, Iterable, Sequence)
"""What holds others; what can be gone through only once is not looked into."""


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, which complains in one line of what it was not made for."""

    @wraps(function)
    def door(*args: P.args, **kwargs: P.kwargs) -> R:
        # Asked for late: the names in the hints may be defined after the function.
        positional, by_name, others = _parameters(function)
        where = function.__qualname__.removesuffix(".__init__")
        given = list(args)
        for place, value in enumerate(args):
            name, hint = positional[place] if place < len(positional) else others
            if not (hint is Any or type(value) is hint not in NUMBERS):
                given[place] = taken(where, name, value, hint)
        for name, value in kwargs.items():
            hint = by_name.get(name, Any)
            if not (hint is Any or type(value) is hint not in NUMBERS):
                kwargs[name] = taken(where, name, value, hint)
        return function(*given, **kwargs)  # type: ignore[arg-type]

    return door


@cache
def _parameters(function: Callable[..., Any]) -> tuple[list[Any], dict[str, Any], Any]:
    """Its positional parameters with their hints, all by name, and the one that takes the rest."""
    hints = get_type_hints(function)
    kinds = {name: item.kind for name, item in signature(function).parameters.items()}
    by_name = {name: hints.get(name, Any) for name in kinds}
    positional = [
        (name, by_name[name])
        for name, kind in kinds.items()
        if kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    rest = [name for name, kind in kinds.items() if kind is Parameter.VAR_POSITIONAL]
    return positional, by_name, (rest[0], by_name[rest[0]]) if rest else ("", Any)


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((item.name, hints[item.name]) for item in fields(kind))


def require_fields(value: object, *but: str) -> None:
    """Complain of a frozen value that is being made of something else than it says.

    Fields that have a complaint of their own are left out.
    """
    kind: Any = type(value)
    for name, hint in _fields(kind):
        if name in but:
            continue
        given = getattr(value, name)
        if not type(given) is hint not in NUMBERS:
            fitting = taken(kind.__name__, name, given, hint)
            if fitting is not given:
                object.__setattr__(value, name, fitting)


def taken(where: str, name: str, value: object, hint: Any) -> Any:
    """What was given, as the hint has it; or a complaint."""
    fitting = _fit(value, hint)
    if fitting is MISFIT:
        raise BadValue(f"{where}: {name} cannot be {quoted(value)} (expected {_noun(hint)})")
    return fitting


def plain(value: Any) -> Any:
    """A whole number of NumPy's as our own; whatever else as it is."""
    is_strange = isinstance(value, Integral) and not isinstance(value, int)
    return int(value) if is_strange else value


def named(kind: type[E], word: object) -> E:
    """The member of an enum that a word names, in any case; or a complaint."""
    name = word.strip().upper() if isinstance(word, str) else ""
    if name not in kind.__members__:
        names = " or ".join(map(str, kind))
        raise BadText(f"not a {kind.__name__.lower()}: {quoted(word)} (expected {names})")
    return kind[name]


def quoted(value: object) -> str:
    """A value as a complaint quotes it: on one line, and not a whole file."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a number of a thousand digits has no text, a stranger's value may have none
        return f"such a {type(value).__name__}"
    return text if len(text) <= 40 else text[:40] + "…"


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint) or hint, get_args(hint)


def _fit(value: Any, hint: Any) -> Any:
    """The value as the hint has it; MISFIT if it is something else."""
    kind, of = _parts(hint)
    if kind in (Union, UnionType):
        fitting = (_fit(value, one) for one in of)
        return next((one for one in fitting if one is not MISFIT), MISFIT)
    if not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return value  # nothing that could be asked
    if kind in NUMBERS or (issubclass(kind, Rational) and not issubclass(kind, int)):
        return _number(value, kind)
    if kind is tuple and isinstance(value, list):
        value = tuple(value)
    if not isinstance(value, kind) or (kind in SEVERAL and isinstance(value, str | bytes)):
        return MISFIT
    if of and kind in SEVERAL and isinstance(value, tuple | list):
        return _each(value, of)
    if of and kind is Mapping:
        parts = ((value.keys(), of[0]), (value.values(), of[1]))
        fit = (_each(tuple(items), (one, ...)) is not MISFIT for items, one in parts)
        return value if all(fit) else MISFIT
    return value


def _number(value: Any, kind: type) -> Any:
    if isinstance(value, bool):
        return MISFIT
    if kind is int:
        try:
            number = index(value)
        except TypeError:
            return MISFIT
        return number if number.bit_length() < LONGEST else MISFIT
    is_float = kind is float and isinstance(value, float) and not isnan(value)
    return value if is_float or isinstance(value, Rational) else MISFIT


def _each(values: Any, of: tuple[Any, ...]) -> Any:
    """Several values, if each of them fits."""
    hints = of[:1] * len(values) if len(of) == 1 or of[1] is Ellipsis else of
    if len(hints) != len(values):
        return MISFIT
    if list(map(type, values)) == list(hints):
        return values
    fitting = [_fit(value, hint) for value, hint in zip(values, hints, strict=True)]
    if any(one is MISFIT for one in fitting):
        return MISFIT
    is_same = all(one is value for one, value in zip(fitting, values, strict=True))
    return values if is_same else tuple(fitting)


def _noun(hint: Any) -> str:
    """What a hint expects, in words."""
    kind, of = _parts(hint)
    if kind in (Union, UnionType):
        nouns = list(dict.fromkeys(map(_noun, of)))
        return " or ".join(nouns if len(nouns) < 5 else [*nouns[:3], "another"])
    plain = {
        int: "a whole number",
        float: "a number",
        bool: "True or False",
        str: "text",
        NoneType: "None",
        Callable: "a function",
        Mapping: "a mapping",
    }
    if kind is Mapping and of:
        return f"a mapping of {_noun(of[0])} to {_noun(of[1])}"
    if kind in plain:
        return plain[kind]
    if kind in SEVERAL:
        return f"several of {_noun(of[0])}" if of else "several"
    name = getattr(kind, "__name__", str(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"a {name}, e.g. {next(iter(kind))!r}"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
