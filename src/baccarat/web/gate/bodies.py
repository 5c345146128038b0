"""Reads whole request bodies, within bounds of size and time."""

import asyncio

from starlette.types import Message, Receive

from baccarat.base.sentences import Sentence
from baccarat.web.gate.problems import Problem
from baccarat.web.settings import Settings

GONE = "the caller has gone"
DISCARD_SECONDS = 2.0
DISCARDED = 16
"""How many times the largest allowed size is read and thrown away before a refusal is sent."""


async def read_body(receive: Receive, settings: Settings) -> bytes | None:
    """The whole body; None if the client disconnected before its end."""
    body = bytearray()
    try:
        async with asyncio.timeout(settings.body_seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                body += message.get("body", b"")
                has_more = message.get("more_body", False)
                if len(body) > settings.most_body:
                    break
                if not has_more:
                    return bytes(body)
    except TimeoutError:
        complaint = f"the body has not come in {settings.body_seconds:g} s"
        raise Problem(408, complaint, headers={"Connection": "close"}) from None
    if has_more:
        await discard(receive, settings)
    complaint = Sentence("a body has at most {most} bytes", most=settings.most_body)
    raise Problem(413, complaint, headers={"Connection": "close"})


async def discard(receive: Receive, settings: Settings) -> None:
    """Read the rest of a body and ignore it, for at most 2 seconds.

    A client that is still sending would not read the answer.
    """
    bytes_left = DISCARDED * settings.most_body
    try:
        async with asyncio.timeout(DISCARD_SECONDS):
            while bytes_left > 0:
                message = await receive()
                bytes_left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        return


def replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` function that first returns a body that was already read, then later messages."""
    is_given = False

    async def again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def until_gone(receive: Receive) -> None:
    """Wait until the client disconnects, and ignore everything that it sends."""
    while (await receive())["type"] != "http.disconnect":
        pass
