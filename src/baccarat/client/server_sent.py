"""Reads server-sent events from bytes, which may be cut at any place.

reader = EventReader()
reader.feed(b"event: table\\nda")
reader.feed(b"ta: {}\\n\\n")           ServerSent("table", "{}", "")

The format is defined by the HTML standard, section 9.2.6.
"""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass

MOST_DIGITS = 10
"""A time to wait has fewer digits than this; Python refuses a number of thousands of digits."""


@dataclass(frozen=True, slots=True)
class ServerSent:
    """One server-sent event: its id, its name and its data."""

    kind: str
    data: str
    last_id: str
    """the last id in the stream until now"""


class EventReader:
    """Reads the events of one stream; an incomplete event at the end is ignored."""

    def __init__(self) -> None:
        utf8 = codecs.getincrementaldecoder("utf-8-sig")("replace")  # skips a byte order mark
        self._text = io.IncrementalNewlineDecoder(utf8, translate=True)
        self._line = ""
        self._kind = self._id = ""
        self._data: list[str] = []
        self.retry: float | None = None
        """the seconds to wait before the next connection, if the stream has set them"""

    def feed(self, chunk: bytes) -> Iterator[ServerSent]:
        """Yield each event that is complete with these bytes."""
        *lines, self._line = (self._line + self._text.decode(chunk)).split("\n")
        for line in lines:
            if line:
                self._read(line)
                continue
            if self._data:
                yield ServerSent(self._kind or "message", "\n".join(self._data), self._id)
            self._kind, self._data = "", []

    def _read(self, line: str) -> None:
        name, _, value = line.partition(":")  # a comment has no name
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._kind = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit() and len(value) < MOST_DIGITS:
            self.retry = int(value) / 1_000
