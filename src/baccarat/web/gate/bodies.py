"""Bodies: read whole, and bounded in size and time."""

import asyncio

from starlette.types import Message, Receive

from baccarat.base.sentences import Sentence
from baccarat.web.gate.problems import Problem
from baccarat.web.settings import Settings

GONE = "whoever asked has gone"
DISCARD_SECONDS = 2.0
DISCARDED = 16
"""How many times a body's greatest size is read to its end before it is refused."""


async def read_body(receive: Receive, settings: Settings) -> bytes | None:
    """The whole body; None if its sender went away in the middle of it."""
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
    """Read on for a moment: who is still sending does not hear an answer."""
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
    """A receiver that gives a body which was read already, and then what else comes."""
    is_given = False

    async def again() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def until_gone(receive: Receive) -> None:
    """Until whoever asked has hung up; what else they send is dropped."""
    while (await receive())["type"] != "http.disconnect":
        pass
