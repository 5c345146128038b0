"""Files as the library is given them: by their paths, and trouble is one line."""

import os
from pathlib import Path

from baccarat.errors import BadValue, FileTrouble
from baccarat.files import shown, write_whole
from baccarat.hints import quoted

AnyPath = str | os.PathLike[str]


def load(path: AnyPath) -> str:
    """The text of a file."""
    file = _path(path)
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise FileTrouble(f"{shown(path)}: not UTF-8") from None
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        raise FileTrouble(f"{shown(path)}: cannot be read: {_reason(trouble)}") from None


def save(path: AnyPath, content: str | bytes) -> None:
    """Write a file: all of it, or nothing."""
    file = _path(path)
    try:
        write_whole(file, content)
    except (OSError, ValueError) as trouble:
        raise FileTrouble(f"{shown(path)}: cannot be written: {_reason(trouble)}") from None


def ending(path: AnyPath) -> str:
    """How its name ends: `.svg`."""
    return _path(path).suffix.lower()


def is_device(path: AnyPath) -> bool:
    """Whether it is a pipe or a device, whose name says nothing of what it takes."""
    return _path(path).exists() and not (_path(path).is_file() or _path(path).is_dir())


def _path(path: AnyPath) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise BadValue(f"a file is given by its path, not as {quoted(path)}")
    return Path(path)


def _reason(trouble: OSError | ValueError) -> str:
    return getattr(trouble, "strerror", None) or str(trouble)
