"""The log of a sitting: acts, grouped in commits.

commit_line(Commit(12, (Place("banker", 100),), "Ann")) -> '{"number": 12, "format": 2, …}'
read_commit(line) -> Commit(number=12, …)

Acts that belong together are one commit: all of them are saved, or none.
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
"""In the first format each line was one act, without author, time and key; it can still be read."""
HOUSE = "house"
"""The author of acts that no guest has done."""


class NewerFormat(BadAct):
    """The error for a line that a newer version wrote."""


class KeyUsed(BaccaratError):
    """The error for an idempotency key that was used before; the request is not done again."""


@dataclass(frozen=True, slots=True)
class Commit:
    """Acts that were done together."""

    number: int
    """the number of the first act, from 1"""
    acts: tuple[Act, ...]
    author: str = ""
    """the house, the host, the dealer or a guest by name; older lines have no author"""
    time: str = ""
    """in UTC, in the format of ISO 8601"""
    key: str = ""
    """the idempotency key, which marks a repeated request"""
    asked: str = ""
    """a digest of the request with that key; a file keeps neither this nor the answer"""
    answer: str = ""
    """the answer to the request, for when it is repeated"""


class Keeper(Protocol):
    """Saves the commits of one sitting, e.g. in a file or in a database."""

    def load(self) -> tuple[Sequence[Commit], str | None]:
        """All intact commits in order, and a sentence about lost commits; None if none was lost."""

    def append(self, commit: Commit, tables: Sequence["Table"] = ()) -> None:
        """Save one more commit; return when it is stored. A store raises `KeyUsed` for a used key.

        `tables` are the table before the commit, and the table after each of its acts.
        """

    def set_aside(self, good: Sequence[Commit], why: str) -> str:
        """Keep the good first commits, and move the bad rest; return a sentence that says where."""


class Memory:
    """Keeps commits in memory; they are lost when the program ends."""

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
    """A commit as one line of JSON, with a seal that shows any damage."""
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
        raise BadAct(f"not a commit: a line of {len(line)} characters is too long")
    return line


@checked
def read_commit(line: str) -> Commit:
    """Read a commit, or a single act in the older format, which had no commits."""
    if '"format"' not in line:
        number, act = read_act(line)
        return Commit(number, (act,))
    body = read_sealed(line)
    match body:
        case {"format": int(version)} if version > FORMAT:
            raise NewerFormat("a newer version of baccarat has written the line")
        case {
            "number": int(number),
            "author": str(author),
            "time": str(time),
            "key": str(key),
            "acts": [_, *_] as acts,
        }:
            return Commit(number, tuple(map(_read, acts)), author, time, key)
    raise BadAct("not a commit: a field is missing (expected number, author, time, key, acts)")


@checked
def read_next(line: bytes, due: int) -> Commit:
    """Read the next line of a file; its first act must have the number `due`."""
    try:
        commit = read_commit(line.decode())
    except UnicodeDecodeError:
        raise BadAct("the line is not text") from None
    if commit.number != due:
        raise BadAct(f"it has number {commit.number}")
    return commit


def _read(told: object) -> Act:
    if not isinstance(told, dict):
        raise BadAct("not an act in a commit (expected e.g. {'act': 'draw'})")
    return make_act(str(told.pop("act", None)), told)
