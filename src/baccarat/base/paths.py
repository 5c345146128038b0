"""Reading and writing files by their paths; every error is one line."""

import codecs
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from baccarat.base.errors import BadText, BadValue, FileTrouble
from baccarat.base.files import reason_of, shown, trouble_told, write_whole
from baccarat.base.hints import quoted

AnyPath = str | os.PathLike[str]

UTF_8 = "utf-8"
ENCODINGS = ("gb18030", "big5", "shift_jis", "euc_kr", "cp1252", "utf-16", UTF_8)
"""Encodings that casinos' files use; Python knows more. GB18030 contains all of GBK."""
MOST_BYTES = 64 * 10**6
"""A whole shoe takes about three thousand bytes; a much larger file must be a mistake."""


def load(path: AnyPath, encoding: str | None = None) -> str:
    """The text of a file; default encoding: UTF-8."""
    file = _path(path)
    return read_text(lambda: file.open("rb"), shown(path), encoding)


def read_text(open_file: Callable[[], BinaryIO], name: str, encoding: str | None = None) -> str:
    """The text of a file; an error says the file's name and the place of the first bad byte."""
    codec = codec_of(UTF_8 if encoding is None else encoding)
    try:
        with open_file() as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        raise FileTrouble(f"{name}: cannot be read: {reason_of(trouble)}") from None
    if len(data) > MOST_BYTES:
        raise FileTrouble(f"{name}: the file is larger than the limit of {MOST_BYTES // 10**6} MB")
    try:
        return data.decode("utf-8-sig" if codec == UTF_8 else codec)
    except UnicodeError as bad:
        before = data[: getattr(bad, "start", 0)].decode(codec, "ignore")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        other = "" if encoding is None else f" ({_other_encoding(data, codec)})"
        place = f"line {line}, column {column}"
        raise FileTrouble(f"{name}: {place}: not {codec.upper()}{other}") from None


def codec_of(encoding: str) -> str:
    """The usual name of an encoding of text."""
    if not isinstance(encoding, str):
        raise BadValue(f"an encoding must be given by its name, e.g. 'gbk', not {quoted(encoding)}")
    try:
        codec = codecs.lookup(encoding)
        bytes(4).decode(codec.name, "ignore")  # raises if the codec is not for text
    except (LookupError, ValueError):  # ValueError: a name that no encoding can have
        expected = f"expected e.g. {', '.join(ENCODINGS)}"
        raise BadText(f"unknown encoding: {quoted(encoding)} ({expected})") from None
    return codec.name


def _other_encoding(data: bytes, codec: str) -> str:
    """The advice for a file that is in another encoding."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "it begins as UTF-16 does: say encoding='utf-16'"
    first, second, *_ = (name for name in ENCODINGS if name != codec)
    return f"if it is in another encoding, say which: encoding='{first}', '{second}', …"


def save(path: AnyPath, content: str | bytes) -> None:
    """Write a file completely or not at all."""
    file = _path(path)
    with trouble_told(path, "written"):
        write_whole(file, content)


def ending(path: AnyPath) -> str:
    """The ending of a path, in lower case: `.svg`."""
    return _path(path).suffix.lower()


def is_device(path: AnyPath) -> bool:
    """Whether a path is a pipe or a device, whose name does not show the format."""
    return _path(path).exists() and not (_path(path).is_file() or _path(path).is_dir())


def _path(path: AnyPath) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise BadValue(f"a file must be given by its path, not as {quoted(path)}")
    return Path(path)
