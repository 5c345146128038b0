"""Files as the library is given them: by their paths, and trouble is one line."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from baccarat.errors import BadValue, FileTrouble
from baccarat.files import shown, write_whole
from baccarat.hints import quoted

AnyPath = str | os.PathLike[str]


MOST_BYTES = 64 * 10**6
"""A whole shoe takes about three thousand bytes; a much larger file must be a mistake."""


def load(path: AnyPath) -> str:
    """The text of a file."""
    file = _path(path)
    return read_text(lambda: file.open("rb"), shown(path))


def read_text(open_file: Callable[[], BinaryIO], name: str) -> str:
    """The text of a file; a complaint has its name, and the place of bytes that are not UTF-8."""
    try:
        with open_file() as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        raise FileTrouble(f"{name}: cannot be read: {_reason(trouble)}") from None
    if len(data) > MOST_BYTES:
        raise FileTrouble(f"{name}: more than {MOST_BYTES // 10**6} MB: that was not meant")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        line = data.count(b"\n", 0, bad.start) + 1
        column = len(data[data.rfind(b"\n", 0, bad.start) + 1 : bad.start].decode()) + 1
        raise FileTrouble(f"{name}: line {line}, column {column}: not UTF-8") from None


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
    """Whether it is a pipe or a device: its name does not tell the format."""
    return _path(path).exists() and not (_path(path).is_file() or _path(path).is_dir())


def _path(path: AnyPath) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise BadValue(f"a file is given by its path, not as {quoted(path)}")
    return Path(path)


def _reason(trouble: OSError | ValueError) -> str:
    return getattr(trouble, "strerror", None) or str(trouble)
