"""Files are written whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def shown(path: str | os.PathLike[str]) -> str:
    """A file as a complaint names it."""
    name = os.fspath(path)
    return name if name and name.isprintable() else repr(name)


def reason_of(trouble: Exception) -> str:
    """What the system says of it, without the number and the name of the file."""
    return getattr(trouble, "strerror", None) or str(trouble)


def is_same(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Whether two names mean one file, perhaps through a link; it need not exist yet."""
    try:
        return os.path.realpath(one) == os.path.realpath(other) or os.path.samefile(one, other)
    except (OSError, ValueError):  # one does not exist yet, or its name cannot be a file's
        return False


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file: what was there before stays until the new one is complete."""
    path, data = Path(path), content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a pipe or a device is not to be replaced
        return
    with draft_of(path) as file:
        file.write(data)


@contextmanager
def draft_of(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file next to the real one, which takes its place, and its permissions, if all goes well."""
    target = Path(path).resolve()  # a link stays a link
    draft = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    # A killed process with our number may have left one behind.
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
