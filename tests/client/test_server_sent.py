"""The reader of streams, beside one that has all bytes at once and follows the standard's steps."""

import re
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from baccarat.client.server_sent import EventReader, ServerSent


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


parts = st.sampled_from(
    [
        *(b"data", b"event", b"id", b"retry", b"data: ", b":", b": ", b" ", b"7", b"x", b"\0"),
        *(b"\r", b"\n", b"\r\n", b"\n\n", b"\xc3", b"\xff"),
        *("é".encode(), "\ufeff".encode(), "\u2028".encode()),
    ]
)
streams = st.one_of(st.lists(parts, max_size=40).map(b"".join), st.binary(max_size=60))


def cut(stream: bytes, at: list[int]) -> list[bytes]:
    places = sorted({0, len(stream), *(place % (len(stream) + 1) for place in at)})
    return [stream[first:last] for first, last in pairwise(places)]


def read(chunks: list[bytes]) -> tuple[list[ServerSent], float | None]:
    reader = EventReader()
    return [event for chunk in chunks for event in reader.feed(chunk)], reader.retry


@given(streams, st.lists(st.integers(0, 200), max_size=12))
@example(b"data: a\r", [])
@example("\ufeffdata: é\r\n\r\n".encode(), list(range(14)))
@example("\ufeff\ufeffdata: é\n\n".encode(), [1, 2, 3, 4, 5])
@example(b"data\n\ndata\ndata\n\ndata:", [])
def test_events_are_those_of_the_standard_wherever_the_bytes_are_cut(
    stream: bytes, at: list[int]
) -> None:
    # A lone \r at the very end may be half of \r\n, so the reader waits; one more byte decides.
    whole = stream + b":"
    assert read(cut(whole, at)) == plainly(whole)


def test_a_stream_reads_as_written() -> None:
    stream = b": hello\n\nid: table/1:41\nevent: table\ndata: {\ndata:  1}\n\nretry: 250\ndata: x\n"
    reader = EventReader()
    assert list(reader.feed(stream)) == [ServerSent("table", "{\n 1}", "table/1:41")]
    assert list(reader.feed(b"\n")) == [ServerSent("message", "x", "table/1:41")]
    assert reader.retry == 0.25
