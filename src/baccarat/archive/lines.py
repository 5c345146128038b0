"""The lines of a file of any size, in little memory."""

import codecs
from collections.abc import Callable, Iterator
from typing import BinaryIO

from baccarat.core.record import BadRecord

BLOCK = 1 << 20
"""The number of bytes read at a time."""
MOST_LINE = 1 << 20
"""The most bytes of a line; a whole shoe in JSON takes about fifty thousand."""


def blocks_of(stream: BinaryIO, codec: str) -> Iterator[bytes]:
    """The bytes of a file in blocks of whole lines, each of which ends in a line feed.

    A line that is too long is cut behind MOST_LINE bytes. UTF-16 and the like become UTF-8.
    """
    read = _as_utf_8(stream, codec) if is_wide(codec) else lambda: stream.read(BLOCK)
    rest, held, is_cut = b"", b"", False
    while chunk := read():
        chunk = held + chunk
        held = chunk[-1:] if chunk.endswith(b"\r") else b""  # a line feed may follow
        chunk = chunk[: len(chunk) - len(held)].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if is_cut:  # leave out what remains of a line that is too long
            place = chunk.find(b"\n") + 1
            is_cut = not place
            chunk = chunk[place:] if place else b""
        whole = rest + chunk
        end = whole.rfind(b"\n") + 1
        if end:
            yield whole[:end]
        rest = whole[end:]
        if len(rest) > MOST_LINE:
            yield rest[: MOST_LINE + 1] + b"\n"
            rest, is_cut = b"", True
    if rest:
        yield rest + b"\n"


def is_wide(codec: str) -> bool:
    """Whether a line feed is not one byte in this encoding, as in UTF-16."""
    return "\nB,".encode(codec, "replace") != b"\nB,"


def _as_utf_8(stream: BinaryIO, codec: str) -> Callable[[], bytes]:
    decoder = codecs.getincrementaldecoder(codec)("replace")

    def read() -> bytes:
        while data := stream.read(BLOCK):
            if text := decoder.decode(data):
                return text.encode("utf-8", "replace")
        return decoder.decode(b"", True).encode("utf-8", "replace")

    return read


class NumberedLines(Iterator[str]):
    """Numbered lines of text; next() raises `BadRecord` for a bad line and then goes on."""

    def __init__(self, blocks: Iterator[bytes], codec: str) -> None:
        self.blocks, self.codec = blocks, "utf-8" if is_wide(codec) else codec
        self.number = 0
        """the number of the last line"""
        self.text = ""
        """the last line"""
        self.waiting: Iterator[bytes] = iter(())

    def block(self) -> bytes | None:
        """The next block, if all lines before it have been taken; None at the end of the file."""
        return next(self.blocks, None)

    def open(self, block: bytes) -> None:
        """Take the lines of this block next."""
        self.waiting = iter(block.split(b"\n")[:-1])

    def __next__(self) -> str:
        while (line := next(self.waiting, None)) is None:
            block = self.block()
            if block is None:
                raise StopIteration
            self.open(block)
        self.number += 1
        self.text = ""
        if len(line) > MOST_LINE:
            raise BadRecord(self.number, 1, f"the line is longer than {MOST_LINE:,} bytes")
        try:
            self.text = line.decode(self.codec)
        except UnicodeError as bad:
            column = 1 + len(line[: getattr(bad, "start", 0)].decode(self.codec, "ignore"))
            fault = f"not {self.codec.upper()}: say which encoding it is, e.g. encoding='gb18030'"
            raise BadRecord(self.number, column, fault) from None
        return self.text
