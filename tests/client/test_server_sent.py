"""The reader of streams, beside one that has all bytes at once and follows the standard's steps."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st
from plain_events import PARTS, plainly

from baccarat.client.server_sent import EventReader, ServerSent

streams = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=40).map(b"".join), st.binary(max_size=60)
)


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
