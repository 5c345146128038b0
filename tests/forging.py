"""What the tests of several wings forge certificates with."""

import ast
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from baccarat.base.errors import NotProved
from baccarat.core.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.casino.all_commissions import all_certificates, commissions
from baccarat.theory.casino.all_decks import solve_every, write_every
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.casino.spans import write_spans
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.solver import solve

LONGEST = 200
USUAL = Fraction(1, 20)
FREE = Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker)
TINY = "0:2 2:1 3:1 6:2 9:2"
"""A shoe in which many decisions are idle."""
NOTHING = {"names": [], "dimension": 0, "corners": [[]]}
LONG = "9" * 3000
TURNING = {"B1": 4, "B2": 8}
"""Decks with critical commissions: B1 has one, B2 two, so that there are two spans."""
Fields = dict[str, Any]
Forge = Callable[[Fields], object]


@cache
def text(name: str) -> str:
    """A true certificate."""
    kind, _, game = name.partition(" ")
    decks = 6 if game.startswith("B") else None
    if kind == "parlor":
        return solve(game, decks).certificate.dump()
    if kind == "casino":
        return solve_casino(game, USUAL, decks).certificate.dump()
    if kind == "all":
        return solve_for_all(game).claim.dump()
    if kind == "spans":
        return write_spans(all_certificates(commissions(game, TURNING[game])))
    if kind == "span":
        return commissions(game, TURNING[game]).certificate.dump()
    if kind == "every":
        return write_every(solve_every([game]))
    if kind == "bound":
        return solve(game, decks, bind={"6|-": 0}).certificate.dump()
    if kind == "tied":
        return solve(game, bind={"5": Fraction(9, 11)}).certificate.dump()
    assert kind == "tiny"
    return solve(game, composition=TINY, tableau=FREE).certificate.dump()


@dataclass(frozen=True)
class Forgery:
    """A change that makes a true certificate false, and what the checker says of it."""

    name: str
    forge: Forge
    words: str

    def check(self) -> None:
        fields = json.loads(text(self.name))
        self.forge(fields)
        check_any(json.dumps(fields))


def put(*path: str | int, to: object) -> Forge:
    """Write something at a place inside a certificate."""

    def forge(fields: Any) -> None:
        *way, last = path
        for key in way:
            fields = fields[key]
        if isinstance(fields, list) and last == len(fields):
            fields.append(to)
        else:
            fields[last] = to

    return forge


def drop(*path: str | int) -> Forge:
    def forge(fields: Any) -> None:
        *way, last = path
        for key in way:
            fields = fields[key]
        del fields[last]

    return forge


def both(*forges: Forge) -> Forge:
    def forge(fields: Fields) -> None:
        for one in forges:
            one(fields)

    return forge


def double(*path: str | int) -> Forge:
    """Name a moving decision twice: a point would seem to be a segment."""

    def forge(fields: Any) -> None:
        for key in path:
            fields = fields[key]
        fields["names"].append(fields["names"][0])
        for corner in fields["corners"]:
            corner.append(corner[0])

    return forge


def pretend(*path: str | int, name: str, draws: tuple[str, ...], dimension: int) -> Forge:
    """A set of one name."""
    corners = [[p] for p in draws]
    return put(*path, to={"names": [name], "dimension": dimension, "corners": corners})


def again(*path: str | int) -> Forge:
    """List the first corner of a set a second time."""

    def forge(fields: Any) -> None:
        for key in path:
            fields = fields[key]
        fields["corners"].append(fields["corners"][0])

    return forge


def steps(step: Fields) -> Iterator[Fields]:
    yield step
    for branch in step.get("branches", []):
        yield from steps(branch)


def middle_for_a_corner(*path: str | int) -> Forge:
    """Add a point that is optimal, but no corner."""

    def forge(fields: Any) -> None:
        for key in path:
            fields = fields[key]
        corners = [[Fraction(a) for a in corner] for corner in fields["corners"]]
        mean = [str(sum(column) / len(corners)) for column in zip(*corners, strict=True)]
        fields["corners"].append(mean)

    return forge


def refused(case: Callable[[], object]) -> NotProved:
    with pytest.raises(NotProved) as complaint:
        case()
    return complaint.value


def require_reason(case: Callable[[], object], words: str) -> None:
    """A refusal must be one short line that says why."""
    said = str(refused(case))
    assert words in said
    assert len(said) <= LONGEST
    assert said.isprintable()


def require_every_refusal(
    cases: Iterable[Callable[[], object]], modules: Iterable[ModuleType]
) -> int:
    """Each `raise NotProved` of these modules must be reached by a case; how many there are."""
    raised, reached = set(), set()
    for module in modules:
        assert module.__file__ is not None
        for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
            if isinstance(node, ast.Raise) and "NotProved" in ast.dump(node):
                raised.add((module.__name__, node.lineno))
    for case in cases:
        trace = refused(case).__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        assert trace is not None
        reached.add((trace.tb_frame.f_globals["__name__"], trace.tb_lineno))
    assert raised <= reached, raised - reached
    return len(raised)
