"""Saves commits in a file; a commit that the file has accepted is never lost.

    ActFile(path), a Keeper          a line of JSON for each commit
    sittings(), new_sitting()        the files in the data directory, and a name for the next file

A commit is written, flushed and synced before anyone learns of it. However a process ends, the file
has every commit that was announced, and at most one more.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from baccarat.base.errors import FileTrouble
from baccarat.base.files import open_private, reason_of, shown
from baccarat.base.sentences import Sentence
from baccarat.table.act_lines import MOST_LINE
from baccarat.table.acts import Leave
from baccarat.table.log import Commit, NewerFormat, commit_line, read_commit, read_next

if TYPE_CHECKING:
    from baccarat.table.table import Table

try:
    import fcntl
except ImportError:  # not on Windows; there, two processes can open the same file unnoticed
    fcntl = None  # type: ignore[assignment]

HOME = "BACCARAT_HOME"
"""The environment variable that names another data directory."""
MOST_BYTES = 1 << 28
"""The largest file that is read: more than a lifetime of acts."""
BEGINNING = b'{"number": '
"""The first bytes of every line."""
NOT_READ = "{file}: cannot be read: {reason}"
NOT_WRITTEN = "{file}: cannot be written: {reason}"
READ_ONLY = "{file}: the disk is read-only"
NEWER = "{file}: a newer version of baccarat has written it"
NOT_KEPT_ASIDE = "{file}: cannot be kept aside: {reason}"


class NotKept(FileTrouble):
    """The error for acts that could not be read or written."""


class ActFile:
    """A file of commits: one line of JSON for each, written safely to the disk one by one."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._file = -1
        self._size = 0
        """the size of the intact commits, in bytes"""

    def load(self) -> tuple[Sequence[Commit], str | None]:
        """Open and read the file; drop an incomplete last line, whose acts nobody has seen."""
        with self._trouble_told(NOT_READ):
            self._open()
            lines = _lines(self._read())
        commits: list[Commit] = []
        due = 1
        for line in lines:
            try:
                commit = read_next(line, due)
            except NewerFormat:
                self.close()
                raise NotKept(NEWER, file=shown(self.path)) from None
            except ValueError as bad:
                if _is_torn(line):
                    break
                return commits, self.set_aside(commits, f"act {due}: {bad}")
            commits.append(commit)
            due += len(commit.acts)
        self._go_on_after(lines[: len(commits)])
        return commits, None

    def append(self, commit: Commit, tables: Sequence["Table"] = ()) -> None:
        """Write acts that belong together, before anyone sees their effect."""
        self._write(f"{commit_line(commit)}\n".encode())

    def set_aside(self, good: Sequence[Commit], why: str) -> str:
        """Copy the file to another name, and cut it back to its first commits."""
        with self._trouble_told(NOT_KEPT_ASIDE):
            data = self._read()
            aside = self._free_name()
            try:
                # Seeds may be in the copy, so only its owner may read it, as with the file itself.
                with open(aside, "xb", opener=open_private) as copy:
                    copy.write(data)
                    copy.flush()
                    os.fsync(copy.fileno())
                _sync_directory(aside.parent)
            except OSError:
                aside.unlink(missing_ok=True)
                self.close()
                raise
        self._go_on_after(_lines(data)[: len(good)])
        return Sentence(
            "{file}: {why}; the acts before it are recovered ({good}), "
            "and the file as it was is kept as {aside}",
            file=shown(self.path),
            why=why,
            good=sum(len(commit.acts) for commit in good),
            aside=shown(aside.name),
        )

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _open(self) -> None:
        self.close()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            found = os.fstat(self._file)
            if not stat.S_ISREG(found.st_mode):
                raise NotKept("{file}: not a file", file=shown(self.path))
            if found.st_size > MOST_BYTES:
                raise NotKept("{file}: too large to be a sitting", file=shown(self.path))
            if fcntl is not None:
                self._lock()
        except BaseException:
            self.close()
            raise
        _sync_directory(self.path.parent)

    def _lock(self) -> None:
        """Lock the file, because two processes would mix their lines."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            form = "{file}: another table has this sitting open"
            raise NotKept(form, file=shown(self.path)) from None

    def _read(self) -> bytes:
        with open(self._file, "rb", closefd=False) as file:
            file.seek(0)
            return file.read()

    def _go_on_after(self, lines: Sequence[bytes]) -> None:
        """Truncate the file after these lines."""
        kept = b"".join(lines)
        self._size = len(kept)
        with self._trouble_told(NOT_WRITTEN):
            os.ftruncate(self._file, self._size)
        if kept and not kept.endswith(b"\n"):
            self._write(b"\n")  # only the end of the last line was lost

    def _write(self, data: bytes) -> None:
        with self._trouble_told(NOT_WRITTEN):
            os.lseek(self._file, self._size, os.SEEK_SET)
            try:
                written = 0
                while written < len(data):
                    written += os.write(self._file, data[written:])
                os.fsync(self._file)
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(self._file, self._size)
                raise
        self._size += len(data)

    def _free_name(self) -> Path:
        names = (self.path.with_name(f"{self.path.name}.damaged-{n}") for n in count(1))
        return next(name for name in names if not name.exists())

    @contextmanager
    def _trouble_told(self, form: str) -> Iterator[None]:
        """Turn an error of the file system into one line that names the file."""
        try:
            yield
        except (OSError, ValueError) as trouble:  # ValueError: not a possible file name
            if getattr(trouble, "errno", None) == errno.EROFS:
                raise NotKept(READ_ONLY, file=shown(self.path)) from None
            reason = reason_of(trouble)
            raise NotKept(form, file=shown(self.path), reason=reason) from None


def _lines(data: bytes) -> list[bytes]:
    """The lines with their line ends; the last line may have none."""
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _is_torn(line: bytes) -> bool:
    """Whether a line was cut off while we wrote it, for example by a power failure."""
    begins = line[: len(BEGINNING)]
    return not line.endswith(b"\n") and BEGINNING.startswith(begins)


def _sync_directory(directory: Path) -> None:
    """Sync a directory; without this a new file in it may be lost."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def data_directory() -> Path:
    """The folder for this user's sittings."""
    if home := os.environ.get(HOME):
        return Path(home)
    data = os.environ.get("XDG_DATA_HOME" if os.name == "posix" else "LOCALAPPDATA", "")
    # The XDG base directory specification: ignore a path that is not absolute.
    if Path(data).is_absolute():
        return Path(data) / "baccarat"
    try:
        return Path.home() / ".local" / "share" / "baccarat"
    except RuntimeError:
        raise NotKept(f"you have no home folder to save tables in: set {HOME}") from None


def sittings(directory: Path | None = None) -> list[Path]:
    """The files of all sittings, the newest last."""
    folder = data_directory() if directory is None else directory
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            # Raises for a name that is too long or a folder that is locked; globbing would not.
            os.stat(folder / "sitting-0001.jsonl")
        found = [path for path in folder.glob("sitting-*.jsonl") if _number(path)]
    except (OSError, ValueError) as trouble:  # ValueError: not a possible folder name
        reason = reason_of(trouble)
        told = f"{shown(folder)}: no table can be saved there: {reason}; set {HOME} to a folder"
        raise NotKept(told) from None
    return sorted(found, key=_number)


def has_ended(path: Path) -> bool:
    """Whether the guest of a sitting has left, judged by its last line alone."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - MOST_LINE))
            commit = read_commit(file.read().splitlines()[-1].decode())
    except (OSError, ValueError, IndexError):
        return False  # damaged, so a person should look at it
    return isinstance(commit.acts[-1], Leave)


def new_sitting(directory: Path | None = None) -> Path:
    """The path of a new file for the next sitting."""
    directory = data_directory() if directory is None else directory
    last = max(map(_number, sittings(directory)), default=0)
    return directory / f"sitting-{last + 1:04}.jsonl"


def _number(path: Path) -> int:
    digits = path.stem.removeprefix("sitting-")
    return int(digits) if digits.isascii() and digits.isdigit() else 0
