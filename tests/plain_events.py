"""Server-sent events read plainly: all bytes at once, by the steps of the HTML standard."""

import re

from baccarat.client.server_sent import ServerSent

PARTS = [
    *(b"data", b"event", b"id", b"retry", b"data: ", b":", b": ", b" ", b"7", b"x", b"\0"),
    *(b"\r", b"\n", b"\r\n", b"\n\n", b"\xc3", b"\xff"),
    *("é".encode(), "\ufeff".encode(), "\u2028".encode()),
]
"""What streams are made of that are hard to read."""


def plainly(stream: bytes) -> tuple[list[ServerSent], float | None]:
    """The events of a whole stream, by the steps of the HTML standard, section 9.2.6."""
    text = stream.decode("utf-8", "replace")
    text = text[1:] if text.startswith("\ufeff") else text
    ended = re.findall("([^\r\n]*)(?:\r\n|\r|\n)", text)
    events, data, kind, last_id, retry = [], "", "", "", None
    for line in ended:
        if line == "":
            if data != "":
                events.append(ServerSent(kind or "message", data[:-1], last_id))
            data = kind = ""
            continue
        if line[0] == ":":
            continue
        found = re.fullmatch("([^:]*)(?:: ?(.*))?", line, re.DOTALL)
        assert found
        field, value = found[1], found[2] or ""
        match field:
            case "event":
                kind = value
            case "data":
                data += value + "\n"
            case "id":
                last_id = last_id if "\0" in value else value
            case "retry":
                retry = int(value) / 1_000 if re.fullmatch("[0-9]+", value) else retry
    return events, retry
