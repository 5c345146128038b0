"""The log of a sitting: acts in the commits in which they were done.

commit_line(Commit(12, (Place("banker", 100),), "Ann")) -> '{"number": 12, "format": 2, …}'
read_commit(line) -> Commit(number=12, …)

Acts that belong together are one commit: all of them are kept, or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from baccarat.base.errors import BaccaratError
from baccarat.base.hints import checked
from baccarat.table.act_lines import MOST_LINE, act_json, make_act, read_act, read_sealed, sealed
from baccarat.table.acts import Act, BadAct, kind_of

if TYPE_CHECKING:
    from baccarat.table.table import Table

FORMAT = 2
"""The first format had one act a line, without author, time and key; it is still read."""
HOUSE = "house"
"""The author of what no guest has done."""


class NewerFormat(BadAct):
    """A line that a newer version has written."""


class KeyUsed(BaccaratError):
    """Something was done with this key before, so nothing is done now."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Acts that were done together."""

    number: int
    """of its first act, from 1"""
    acts: tuple[Act, ...]
    author: str = ""
    """the house, the host, the dealer or a guest by name; lines of before name nobody"""
    time: str = ""
    """in UTC, as ISO 8601 has it"""
    key: str = ""
    """by which whoever asks twice is known"""
    asked: str = ""
    """a digest of what was asked for with that key; a file does not keep it, nor the next"""
    answer: str = ""
    """what whoever asked was told, for when they ask again"""


class Keeper(Protocol):
    """Keeps the commits of one sitting; a file does it, a database can."""

    def load(self) -> tuple[Sequence[Commit], str | None]:
        """All commits that are kept whole, in their order; and what was lost, in words."""
        ...

    def append(self, commit: Commit, tables: Sequence["Table"] = ()) -> None:
        """Keep one more commit; when this returns it is safe. A key may have been used before.

        The tables are the one before it and the one after each of its acts.
        """
        ...

    def set_aside(self, good: Sequence[Commit], why: str) -> str:
        """Go on with these first commits; keep the rest elsewhere, and say where."""
        ...


class Memory:
    """Keeps commits as long as the program runs."""

    def __init__(self, commits: Sequence[Commit] = ()) -> None:
        self.commits = list(commits)

    def load(self) -> tuple[Sequence[Commit], str | None]:
        return list(self.commits), None

    def append(self, commit: Commit, tables: Sequence["Table"] = ()) -> None:
        self.commits.append(commit)

    def set_aside(self, good: Sequence[Commit], why: str) -> str:
        del self.commits[len(good) :]
        return why


@checked
def commit_line(commit: Commit) -> str:
    """A commit as one line of JSON, sealed so that no damage goes unnoticed."""
    body = {
        "number": commit.number,
        "format": FORMAT,
        "author": commit.author,
        "time": commit.time,
        "key": commit.key,
        "acts": [{"act": kind_of(act), **act_json(act)} for act in commit.acts],
    }
    line = sealed(body)
    if len(line) > MOST_LINE:
        raise BadAct(f"no commit has a line of {len(line)} characters")
    return line


@checked
def read_commit(line: str) -> Commit:
    """Read a commit, or an act as it was written before there were commits."""
    if '"format"' not in line:
        number, act = read_act(line)
        return Commit(number, (act,))
    body = read_sealed(line)
    match body:
        case {"format": int(version)} if version > FORMAT:
            raise NewerFormat("a newer version has written it")
        case {
            "number": int(number),
            "author": str(author),
            "time": str(time),
            "key": str(key),
            "acts": [_, *_] as acts,
        }:
            return Commit(number, tuple(map(_read, acts)), author, time, key)
    raise BadAct("not a commit: something is left out (expected number, author, time, key, acts)")


@checked
def read_next(line: bytes, due: int) -> Commit:
    """Read a line of a file whose next act has this number."""
    try:
        commit = read_commit(line.decode())
    except UnicodeDecodeError:
        raise BadAct("it is no text") from None
    if commit.number != due:
        raise BadAct(f"it has number {commit.number}")
    return commit


def _read(told: object) -> Act:
    if not isinstance(told, dict):
        raise BadAct("not an act in a commit (expected e.g. {'act': 'draw'})")
    return make_act(str(told.pop("act", None)), told)
