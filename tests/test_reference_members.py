"""What stands in docs/reference can be followed: members have a sentence, types an entry.

Here the rooms are imported; `tests/test_reference.py` reads them only.
"""

import re
import typing
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from inspect import getdoc, isfunction, unwrap
from types import UnionType

from checkout import ROOT

import baccarat

REFERENCE = ROOT / "docs" / "reference"
ENTRY = re.compile(r"^\.\. auto(?:function|class|exception):: baccarat\.([\w.]+)$", re.M)
INNER = {
    "CountReader",  # how a count is dealt
    "Folds",  # what an engine calls
    "CoupsInOrder",  # what a question in words means
    "Statement",
    "WithinCoups",
    "HandView",
    "StartWeights",  # how a law is weighed
    "Pending",  # a row on its way to the disk
    "Sentence",  # a text
    "Served",
    "Sharing",  # a server's own connection, and the servers beside it
    "Stop",  # an argument: any `threading.Event`
}
"""Types that an entry names and nobody asks for."""


def entries() -> dict[str, object]:
    """Each entry and what it is about; the bridges need extras and hand back what others made."""
    found: dict[str, object] = {}
    for page in sorted(REFERENCE.glob("*.md")):
        for entry in ENTRY.findall(page.read_text("utf-8")) if page.stem != "bridges" else ():
            room, _, name = f"baccarat.{entry}".rpartition(".")
            found[entry] = getattr(import_module(room), name)
    return found


def is_ours(kind: object) -> bool:
    return str(getattr(kind, "__module__", "")).startswith("baccarat")


def function_of(member: object) -> object:
    """What is called when a member is asked for."""
    match member:
        case classmethod() | staticmethod():
            return unwrap(member.__func__)
        case property():
            return member.fget
        case cached_property():
            return member.func
    return unwrap(member) if callable(member) else member


def members(kind: type) -> Iterator[tuple[str, object]]:
    """The public methods and properties of a class, with those it has from another of ours."""
    for base in filter(is_ours, kind.__mro__):
        for name, member in vars(base).items():
            if not name.startswith("_") and isfunction(function_of(member)):
                yield name, member


def types_in(hint: object) -> Iterator[type]:
    """The classes that a type hint names."""
    if isinstance(hint, type) and hint is not UnionType:
        yield hint
    for part in (typing.get_origin(hint), *typing.get_args(hint)):
        for one in part if isinstance(part, list) else [part]:
            yield from types_in(one) if one is not hint else ()


def hints_of(thing: object) -> dict[str, object]:
    try:
        return typing.get_type_hints(thing)
    except NameError:  # a type that only a type checker imports
        return {}


def handed_back(thing: object) -> Iterator[object]:
    """The types of what a function returns; of a class also what its fields are."""
    if not isinstance(thing, type):
        yield hints_of(unwrap(thing) if callable(thing) else thing).get("return")
        return
    for name, hint in hints_of(thing).items():
        if not name.startswith("_"):
            yield hint
    for _, member in members(thing):
        yield hints_of(function_of(member)).get("return")


def test_every_member_of_an_entry_has_a_sentence() -> None:
    """Without one the page would leave it out."""
    silent = {
        f"{entry}.{name}"
        for entry, kind in entries().items()
        if isinstance(kind, type)
        for name, member in members(kind)
        if not (getdoc(member) or getdoc(getattr(kind, name)))
    }
    assert sorted(silent) == []


def test_what_an_entry_hands_back_has_an_entry() -> None:
    found = entries()
    known = {id(kind) for kind in found.values()}
    missing = {
        f"{kind.__module__}.{kind.__qualname__}, from {entry}"
        for entry, thing in found.items()
        for hint in handed_back(thing)
        for kind in types_in(hint)
        if is_ours(kind) and id(kind) not in known and kind.__name__ not in INNER
    }
    assert sorted(missing) == []


def test_what_is_missing_would_be_found() -> None:
    assert "edge" in dict(members(baccarat.Odds))
    returned = [kind for hint in handed_back(baccarat.solve) for kind in types_in(hint)]
    assert [kind.__name__ for kind in returned] == ["Solution", "CasinoSolution"]
