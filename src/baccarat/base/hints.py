"""Checks of arguments against type hints; the code after a check can trust the arguments.

A function asks for the check with `@checked`; a value calls `require_fields(self)` when it is made.
Any whole number (NumPy's, too) becomes an int. A list becomes a tuple where a tuple is expected.
Text is parsed where the expected type can be parsed. A bool is not a number, and text is not a
sequence of letters. A wrong call of a `@guided` function says what to write instead.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from functools import cache, wraps
from importlib import import_module
from inspect import Parameter, signature
from math import isnan
from numbers import Integral, Rational
from operator import index
from types import FunctionType, NoneType, UnionType
from typing import Any, NoReturn, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from baccarat.base.errors import BadText, BadValue

P = ParamSpec("P")
R = TypeVar("R")
E = TypeVar("E", bound=Enum)
T = TypeVar("T")
Slot = tuple[str, Any, frozenset[type] | None]
"""A parameter or field: its name, its hint, and the types that fit without a check (None: all)."""

MISFIT = object()
"""Stands for a value that does not fit."""
LONGEST = 1 << 10
"""The most bits of a whole number; Python refuses to print a number of several thousand digits."""
COMMON = 1 << 64
"""Below this number, the length of a whole number need not be checked."""
NUMBERS = (int, float)
SEVERAL = (tuple, list, Iterable, Sequence)
"""Types that hold other values; the items of an iterator are not checked: that would use it up."""
ANYTHING: Slot = ("", Any, None)


def guided(named: T) -> T:
    """Change a class or function: the error for a wrong call says what to write instead."""
    kind: Any = named
    made = kind.__init__ if isinstance(named, type) else kind

    @wraps(made)
    def door(*args: Any, **kwargs: Any) -> Any:
        try:
            return made(*args, **kwargs)
        except TypeError:
            _tell_the_way(kind, made, args, kwargs)
            raise

    if not isinstance(named, type):
        return door  # type: ignore[return-value]
    kind.__init__ = door
    return named


def helpful(kind: T) -> T:
    """Change a class: the error for a missing attribute says what to write instead.

    Existing attributes take a little longer, so cards, hands and coups do not use this decorator.
    """

    def tell(value: object, name: str) -> NoReturn:
        from baccarat.base.synonyms import no_attribute  # needed for the complaint only

        # Without a name, because with a name Python would add its own guess.
        raise AttributeError(no_attribute(value, name), name=None)

    kind.__getattr__ = tell  # type: ignore[attr-defined]
    return kind


def displayed(kind: T) -> T:
    """Change a class: Jupyter and marimo show its values with the help of `baccarat.notebook`.

    A class cannot import the code that draws it, because that code imports the class. So the class
    imports that package by its name, and only when a notebook asks for a picture.

    >>> from baccarat import deal
    >>> deal("Kh 9d 5c 4s 8h")._repr_html_()[:26]
    '<div class="baccarat-show"'
    """

    def html(value: object) -> Any:
        return import_module("baccarat.notebook").html(value)

    def svg(value: object) -> Any:
        return import_module("baccarat.notebook").svg(value)

    kind._repr_html_, kind._repr_svg_ = html, svg  # type: ignore[attr-defined]
    return kind


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Change a function: arguments that do not fit its type hints get a one-line error."""
    where = function.__qualname__.removesuffix(".__init__")
    known: Any = None

    @wraps(function)
    def door(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal known
        if known is None:  # not before: names in the hints may be defined after the function
            known = _parameters(function)
        by_place, by_name, others = known
        given: Any = args
        for place, value in enumerate(given):
            name, hint, at_once = by_place[place] if place < len(by_place) else others
            kind = type(value)
            is_plain = at_once is None or kind in at_once
            if is_plain and (kind is not int or -COMMON < value < COMMON):
                continue
            fitting = taken(where, name, value, hint)
            if fitting is not value:
                given = (*given[:place], fitting, *given[place + 1 :])
        for name, value in kwargs.items():
            _, hint, at_once = by_name.get(name, ANYTHING)
            if at_once is not None:
                kwargs[name] = taken(where, name, value, hint)
        try:
            return function(*given, **kwargs)
        except TypeError:
            _tell_the_way(function, function, args, kwargs)
            raise

    return door


def _tell_the_way(named: Any, made: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise an error if the arguments do not fit the parameters."""
    from baccarat.base.synonyms import misled

    asked = signature(made)
    try:
        asked.bind(*args, **kwargs)
    except TypeError:
        where = named.__qualname__.removesuffix(".__init__")
        raise misled(where, asked.parameters, args, kwargs) from None


def _parameters(function: Callable[..., Any]) -> tuple[list[Slot], dict[str, Slot], Slot]:
    """The positional parameters, all parameters by name, and the parameter `*args`."""
    hints = get_type_hints(function)
    kinds = {name: item.kind for name, item in signature(function).parameters.items()}
    by_name = {name: _known(name, hints.get(name, Any)) for name in kinds}
    positional = [
        by_name[name]
        for name, kind in kinds.items()
        if kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    rest = [by_name[name] for name, kind in kinds.items() if kind is Parameter.VAR_POSITIONAL]
    return positional, by_name, (rest or [ANYTHING])[0]


@cache
def _fields(kind: Any) -> tuple[Slot, ...]:
    hints = get_type_hints(kind)
    return tuple(_known(item.name, hints[item.name]) for item in fields(kind))


def _known(name: str, hint: Any) -> Slot:
    return name, hint, None if hint is Any else _at_once(hint)


@cache
def _at_once(hint: Any) -> frozenset[type]:
    """The types whose values fit this hint without further checks."""
    kind, of = _parts(hint)
    if kind in (Union, UnionType):
        return frozenset().union(*map(_at_once, of))
    if kind is Callable:
        return frozenset({FunctionType})
    # A float may be NaN, and the values in a list must be checked, too.
    is_plain = isinstance(kind, type) and not of and kind is not float
    return frozenset({kind}) if is_plain else frozenset()


def require_fields(value: object, *but: str) -> None:
    """Complain if a field of a new frozen value does not fit its hint.

    The fields named in `but` have their own checks and are left out.
    """
    kind: Any = type(value)
    for name, hint, at_once in _fields(kind):
        given = getattr(value, name)
        is_plain = at_once is None or type(given) in at_once
        if is_plain and (type(given) is not int or -COMMON < given < COMMON):
            continue
        if name not in but:
            fitting = taken(kind.__name__, name, given, hint)
            if fitting is not given:
                object.__setattr__(value, name, fitting)


def taken(where: str, name: str, value: object, hint: Any) -> Any:
    """The value, converted to fit the hint; raises an error if the value cannot fit."""
    fitting = _fit(value, hint)
    if fitting is MISFIT:
        from baccarat.base.synonyms import misfit

        raise misfit(where, name, quoted(value), noun(hint))
    return fitting


def as_whole(value: Any) -> int | None:
    """A whole number (NumPy's, too) as an int; None for any other value, such as 1.5 or True."""
    if not isinstance(value, bool):
        with suppress(TypeError):
            return index(value)
    return None


def whole(value: Any, what: str) -> int:
    """A whole number as an int; raises `BadValue` for any other value."""
    number = as_whole(value)
    if number is None:
        raise BadValue(f"{what} must be a whole number, not {quoted(value)}")
    return number


def plain(value: Any) -> Any:
    """A whole number of NumPy as an int; any other value unchanged."""
    is_strange = isinstance(value, Integral) and not isinstance(value, int)
    return int(value) if is_strange else value


def named(kind: type[E], word: object) -> E:
    """The member of an enum with this name, in upper or lower case; else raises `BadText`."""
    name = word.strip().upper() if isinstance(word, str) else ""
    if name not in kind.__members__:
        names = " or ".join(map(str, kind))
        raise BadText(f"not a {kind.__name__.lower()}: {quoted(word)} (expected {names})")
    return kind[name]


def quoted(value: object) -> str:
    """A value as an error message quotes it: on one line, and shortened."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # thousands of digits cannot be printed, and a stranger's repr may raise
        return f"such a {type(value).__name__}"
    return text if len(text) <= 40 else text[:40] + "…"


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint) or hint, get_args(hint)


def _fit(value: Any, hint: Any) -> Any:
    """The value, converted to fit the hint; MISFIT if it cannot fit."""
    kind, of = _parts(hint)
    if kind in (Union, UnionType):
        if isinstance(value, str) and str in of:
            return value  # text that may stay text is not parsed
        fitting = (_fit(value, one) for one in of)
        return next((one for one in fitting if one is not MISFIT), MISFIT)
    if hint is Any or not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return value  # there is no type to check
    if isinstance(value, str):
        value = _read(value, kind)
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


def _read(text: str, kind: type) -> Any:
    """Text parsed as a value of this kind; the text itself if the kind cannot parse."""
    if issubclass(kind, Enum):
        name = text.strip().upper().replace("-", "_").replace(" ", "_")
        values = (member for member in kind if member.value == text.strip())
        return kind.__members__.get(name) or next(values, text)
    parse = None if issubclass(kind, str) else getattr(kind, "parse", None)
    return text if parse is None else parse(text)


def _number(value: Any, kind: type) -> Any:
    if isinstance(value, bool):
        return MISFIT
    if kind is int:
        number = as_whole(value)
        return MISFIT if number is None or number.bit_length() >= LONGEST else number
    is_float = kind is float and isinstance(value, float) and not isnan(value)
    return value if is_float or isinstance(value, Rational) else MISFIT


def _each(values: Any, of: tuple[Any, ...]) -> Any:
    """Several values, each converted to fit; MISFIT if one of them cannot fit."""
    is_one_kind = len(of) == 1 or of[1] is Ellipsis
    if is_one_kind and (of[0] is object or _at_once(of[0]).issuperset(map(type, values))):
        return values
    hints = of[:1] * len(values) if is_one_kind else of
    if len(hints) != len(values):
        return MISFIT
    fitting = [_fit(value, hint) for value, hint in zip(values, hints, strict=True)]
    if any(one is MISFIT for one in fitting):
        return MISFIT
    is_same = all(one is value for one, value in zip(fitting, values, strict=True))
    return values if is_same else tuple(fitting)


def noun(hint: Any) -> str:
    """The value that a hint expects, in words."""
    kind, of = _parts(hint)
    if kind in (Union, UnionType):
        nouns = list(dict.fromkeys(map(noun, of)))
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
        return f"a mapping of {noun(of[0])} to {noun(of[1])}"
    if kind in plain:
        return plain[kind]
    if kind in SEVERAL:
        return f"several of {noun(of[0])}" if of else "several"
    name = getattr(kind, "__name__", str(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"a {name}, e.g. {next(iter(kind))!r}"
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
