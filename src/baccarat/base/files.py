"""Writing a file completely or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from baccarat.base.errors import FileTrouble


def shown(path: str | os.PathLike[str]) -> str:
    """A file's name as an error message shows it."""
    name = os.fspath(path)
    return name if name and name.isprintable() else repr(name)


def reason_of(trouble: Exception) -> str:
    """The system's reason for an error, without the error's number and the file's name."""
    return getattr(trouble, "strerror", None) or str(trouble)


@contextmanager
def trouble_told(path: str | os.PathLike[str], done: str) -> Iterator[None]:
    """Turn any error in reading or writing a file into a FileTrouble that names the file."""
    try:
        yield
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        reason = reason_of(trouble)
        raise FileTrouble(f"{shown(path)}: cannot be {done}: {reason}") from None


def open_private(path: str, flags: int) -> int:
    """Open a file that only its owner may read; an opener for `open`."""
    file = os.open(path, flags, 0o600)
    if hasattr(os, "fchmod"):
        os.fchmod(file, 0o600)
    return file


def is_same(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names mean the same file, perhaps through a link; the file need not exist yet."""
    try:
        return os.path.realpath(one) == os.path.realpath(other) or os.path.samefile(one, other)
    except (OSError, ValueError):  # a file is missing, or its name is not allowed
        return False


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file; the old content stays until the new content is complete."""
    path, data = Path(path), content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a pipe or a device must not be replaced
        return
    with draft_of(path) as file:
        file.write(data)


@contextmanager
def draft_of(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a draft that replaces the real file at the end and keeps that file's permissions."""
    target = Path(path).resolve()  # a link stays a link
    draft = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    # A killed process with our process number may have left a draft behind.
    draft.unlink(missing_ok=True)
    try:
        with draft.open("xb") as file:
            if target.exists():
                shutil.copymode(target, draft)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
