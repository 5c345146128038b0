"""Files as the commands meet them: `-` is standard input or output, and trouble is one line."""

import sys
from itertools import combinations
from pathlib import Path

import typer

from baccarat.errors import BadText, FileTrouble
from baccarat.files import is_same, write_whole
from baccarat.files import shown as file_shown

STANDARD = "-"
MOST_BYTES = 64 * 10**6
"""A whole shoe takes about three thousand; a file much larger was not meant."""


def shown(name: str) -> str:
    """A file as a complaint names it."""
    return "standard input" if name == STANDARD else file_shown(name)


def load(name: str) -> str:
    """The text of a file; trouble is told with its name, and bytes that are no text with theirs."""
    try:
        if name == STANDARD:
            if sys.stdin is None:
                raise OSError("it is closed")
            data = typer.get_binary_stream("stdin").read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as stream:
                data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        raise FileTrouble(f"{shown(name)}: cannot be read: {_reason(trouble)}") from None
    if len(data) > MOST_BYTES:
        raise FileTrouble(f"{shown(name)}: more than {MOST_BYTES // 10**6} MB: that was not meant")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        line = data.count(b"\n", 0, bad.start) + 1
        column = len(data[data.rfind(b"\n", 0, bad.start) + 1 : bad.start].decode()) + 1
        raise FileTrouble(f"{shown(name)}: line {line}, column {column}: not UTF-8") from None


def check_apart(**files: str | None) -> None:
    """Complain if two options of these names would write the same file."""
    named = [(option, name) for option, name in files.items() if name is not None]
    for (option, one), (also, other) in combinations(named, 2):
        if is_same(one, other):
            raise BadText(f"{shown(one)}: --{option} and --{also} want a file each")


def save(name: str, text: str) -> None:
    """Write a file whole, or say in one line why that cannot be."""
    if name == STANDARD:
        sys.stdout.write(text)
        return
    try:
        write_whole(name, text)
    except (OSError, ValueError) as trouble:
        raise FileTrouble(f"{shown(name)}: cannot be written: {_reason(trouble)}") from None


def _reason(trouble: OSError | ValueError) -> str:
    return getattr(trouble, "strerror", None) or str(trouble)
