"""A checkpoint is a file with the counts so far; a simulation that stopped continues from there.

Parts come in order, and their counts add. So the file holds only two things: the number of
finished shoes, and the counts of these shoes. It is written whole or not at all.
"""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, is_dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from types import FunctionType
from typing import Any, Generic
from warnings import warn

from baccarat.base.errors import BadValue, FileTrouble
from baccarat.base.files import shown, trouble_told, write_whole
from baccarat.base.hints import quoted
from baccarat.base.jsonable import seal_of
from baccarat.core.chance import SEEDS, STREAM_VERSION
from baccarat.core.third_card import Strategy
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Folded, Folds, Value
from baccarat.simulation.reader import Reader
from baccarat.simulation.readers.tally import TallyReader

try:
    import fcntl
except ImportError:  # Windows has no fcntl, so two runs may write at the same moment there
    fcntl = None  # type: ignore[assignment]

FORMAT = 2
EVERY = 1.0
"""The seconds between two writes."""
MOST_BYTES = 10**6
"""The largest checkpoint of a tally; the usual size is some thousand bytes."""
OURS = {"checkpoint", "stream", "plan", "planned", "finished", "sha256"}
"""The file's own keys; the other keys come from the `written()` of the counts."""
READERS_BYTES = 10**8
"""The largest checkpoint of your own readers, whose counts may need more."""
LONG = {"tableau", "strategy"}
"""The parts of a plan that are too long to quote in an error."""
AROUND = 40
"""The number of characters that an error quotes from a long text, around the difference."""


@dataclass(frozen=True, slots=True)
class Counted(Generic[Value]):
    """The finished part of a plan: the number of finished shoes, and their counts."""

    tally: Value
    shoes: int = 0


@dataclass(slots=True)
class Checkpoint(Generic[Value]):
    """The checkpoint file of one plan and one reader."""

    path: str | os.PathLike[str]
    plan: Plan
    decide: Strategy
    reader: Folds[Value]
    _written: float = 0.0
    is_behind: bool = False
    """whether the last write failed"""
    _has_failed: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.reader(()), Folded):
            raise BadValue(
                f"{name_of(self.reader)} cannot use a checkpoint: the reader's value needs digest, "
                "written() and read(), like a Tally"
            )

    @property
    def _most_bytes(self) -> int:
        return MOST_BYTES if isinstance(self.reader, TallyReader) else READERS_BYTES

    def load(self) -> Counted[Value]:
        """The counts in the file; if there is no file, the counts before the first shoe.

        Raises FileTrouble for the file of another plan.
        """
        counted = self._found()
        if counted.shoes > self.plan.shoes:
            raise FileTrouble(
                f"{shown(self.path)}: the checkpoint has {counted.shoes} finished shoes, more than "
                f"the {self.plan.shoes} requested"
            )
        return counted

    def _found(self) -> Counted[Value]:
        """The counts in the file, even if the file has more shoes than requested."""
        with trouble_told(self.path, "read"):
            path = Path(self.path)
            if not path.exists():
                return Counted(self.reader(()))
            if not path.is_file():
                raise FileTrouble(f"{shown(self.path)}: not a file")
            with path.open("rb") as file:
                data = file.read(self._most_bytes + 1)
        try:
            return self._read(data)
        except FileTrouble as refused:
            raise FileTrouble(f"{shown(self.path)}: {refused}") from None
        except Exception:  # read() may be a stranger's code
            told = f"{shown(self.path)}: not a checkpoint, or damaged; the file is unchanged"
            raise FileTrouble(told) from None

    def save(self, counted: Counted[Value]) -> None:
        """Write the file. If the write fails or the old file has more shoes, the old file stays."""
        rest = self._told(counted, self.plan.shoes)
        try:
            text = json.dumps({**rest, "sha256": seal_of(rest)}, allow_nan=False) + "\n"
        except (TypeError, ValueError) as fault:
            raise BadValue(
                f"{name_of(self.reader)}: written() must return values for JSON: {fault}"
            ) from None
        if len(text) > self._most_bytes:
            raise FileTrouble(
                f"{shown(self.path)}: the counts need more than {self._most_bytes:,} bytes, the "
                "limit of a checkpoint"
            )
        with trouble_told(self.path, "written"), _one_at_a_time(self.path):
            if self._found().shoes <= counted.shoes:
                write_whole(self.path, text)
        self._written = monotonic()
        self.is_behind = False

    def keep(self, counted: Counted[Value], *, is_last: bool = False) -> None:
        """Write the file if `EVERY` seconds have passed; a failed write is only a warning."""
        if not is_last and monotonic() - self._written < EVERY:
            return
        try:
            self.save(counted)
        except FileTrouble as trouble:
            self._written = monotonic()
            self.is_behind = True
            if not self._has_failed:
                self._has_failed = True
                warn(f"{trouble}; the dealing continues, and the old file stays", stacklevel=2)

    def _told(self, counted: Counted[Value], planned: int) -> dict[str, Any]:
        """The content of the checkpoint file, without its seal (its digest)."""
        return {
            "checkpoint": FORMAT,
            "stream": STREAM_VERSION,
            "plan": self._plan,
            "planned": planned,
            "finished": counted.shoes,
            **self._written_by(counted.tally),
        }

    @property
    def _plan(self) -> dict[str, object]:
        """The plan, and the reader's name, as they are written to the file."""
        described = self.plan.describe(self.decide)
        if not isinstance(self.reader, TallyReader):
            described["reader"] = name_of(self.reader)
        return described

    def _written_by(self, folded: Value) -> dict[str, Any]:
        assert isinstance(folded, Folded)
        written = folded.written()
        if not isinstance(written, dict):
            raise BadValue(
                f"{name_of(self.reader)}: written() must return a dict, not {quoted(written)}"
            )
        if taken := OURS & written.keys():
            raise BadValue(
                f"{name_of(self.reader)}: written() has {min(taken)!r}, a key of checkpoints: "
                "choose another name"
            )
        return written

    def _read(self, data: bytes) -> Counted[Value]:
        if len(data) > self._most_bytes:
            raise ValueError
        found = json.loads(data)
        if found["checkpoint"] != FORMAT:
            told = (
                f"a checkpoint of format {found['checkpoint']!r:.20}; this version reads {FORMAT}"
            )
            raise FileTrouble(told)
        if found.pop("sha256") != seal_of(found):
            raise ValueError
        there = {"stream": found["stream"], **found["plan"]}
        if other := _differences(there, {"stream": STREAM_VERSION, **self._plan}):
            raise FileTrouble(f"this checkpoint belongs to another simulation: {other}")
        kind: Any = type(self.reader(()))
        folded: Value = kind.read({key: found[key] for key in found.keys() - OURS})
        counted, planned = Counted(folded, int(found["finished"])), int(found["planned"])
        # Refuse anything that we would have written differently: another key, 2.0 or true for a
        # number.
        if _sorted(self._told(counted, planned)) != _sorted(found):
            raise ValueError
        if not 0 <= counted.shoes <= planned <= SEEDS or not self._can_be(counted):
            raise ValueError
        return counted

    def _can_be(self, counted: Counted[Value]) -> bool:
        """Whether these shoes can have these counts; True if the reader cannot check that."""
        if not counted.shoes:
            return bool(counted.tally == self.reader(()))
        fits = getattr(self.reader, "fits", None)
        return fits is None or bool(fits(counted.tally, counted.shoes))


def name_of(reader: object) -> str:
    """The name of a reader; raises BadValue if another reader could have the same name."""
    if isinstance(reader, Reader):
        return reader.key
    if is_dataclass(reader):
        return repr(reader)
    name = str(getattr(reader, "__qualname__", type(reader).__qualname__))
    if "<" in name or (getattr(reader, "__dict__", None) and not isinstance(reader, FunctionType)):
        raise BadValue(
            f"several readers may have the name {name}: give this reader its own name, "
            "bac.Reader('mine', …)"
        )
    if isinstance(reader, partial):
        raise BadValue(
            "a partial function has no name: give the reader a name, bac.Reader('mine', …)"
        )
    return name


def _differences(there: dict[str, Any], here: dict[str, object]) -> str:
    """The differences between two plans, in words; empty if the plans are the same."""
    return ", ".join(
        f"another {name}"
        if name in LONG
        else f"{name} {_apart(repr(there.get(name)), repr(here.get(name)))}"
        for name in (*here, *({"reader"} - here.keys()))
        if there.get(name) != here.get(name)
    )


def _apart(there: str, here: str) -> str:
    """Both texts as `A and not B`; of long texts, only the parts around the first difference."""
    if max(len(there), len(here)) <= 2 * AROUND:
        return f"{there} and not {here}"
    pairs = enumerate(zip(there, here, strict=False))
    first = next((at for at, (one, other) in pairs if one != other), 0)
    begin = max(0, first - AROUND // 2)
    return " and not ".join(f"…{each[begin : begin + AROUND]}…" for each in (there, here))


def _sorted(told: dict[str, Any]) -> str:
    """The content of a file as JSON with sorted keys."""
    return json.dumps(json.loads(json.dumps(told)), sort_keys=True)


@contextmanager
def _one_at_a_time(path: str | os.PathLike[str]) -> Iterator[None]:
    """Lock the file's folder, so that no other run writes there at the same time."""
    with ExitStack() as stack:
        if fcntl is not None:
            with suppress(OSError):  # the folder is not readable, or its disk has no locks
                lock = os.open(Path(path).resolve().parent, os.O_RDONLY)
                stack.callback(os.close, lock)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
