"""Middleware that checks every request before the server answers.

app.add_middleware(Doors, gate=gate)

The doors accept only known host names, let browsers in only from our own pages, bound the size of
requests, and add the security headers to every answer. They are plain ASGI, because thousands of
streams go through them.
"""

import asyncio
import logging
from collections.abc import Awaitable, Mapping
from traceback import extract_tb
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from baccarat.base.errors import BaccaratError
from baccarat.base.sentences import Sentence
from baccarat.web.gate.bodies import discard, read_body, replayed
from baccarat.web.gate.gate import Gate
from baccarat.web.gate.house_problems import unsure
from baccarat.web.gate.problems import Problem, words_for
from baccarat.web.gate.strict_json import check_json
from baccarat.web.settings import DEFAULT_PORTS, Settings, read_host, same_address, without_port

MOST_HEADERS = 100
MOST_PATH = 1_024
MOST_QUERY = 4_096
API = "/api/"
STREAMS = frozenset({"/live", "/parts"})
"""Paths that only scripts of our pages use; as with the API, no link may open them."""
OPEN = frozenset({"/api/v1/login", "/api/v1/logout"})
"""Paths of the API that need no key, because the body or a cookie brings it."""
ONCE = ("host", "origin", "authorization", "content-length", "sec-fetch-site", "sec-fetch-mode")
"""Headers that must not be repeated: two readers could believe different ones."""
FORWARDED = frozenset(
    ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
)
HeaderTexts = Mapping[str, str]
OUR_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with no-referrer our own forms come from "null"
    (
        b"content-security-policy",
        b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        b"object-src 'none'",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
NOT_KEPT = (b"cache-control", b"no-store")
"""A header for answers of the API: tables change, and bankrolls are private."""
STREAM = b"text/event-stream"
OUR_MISTAKE = Sentence("this should not have happened, and is written in our log")
GOING = Sentence("the server is being stopped")
CLOSE = {"Connection": "close"}
READS = frozenset(("GET", "HEAD"))
logger = logging.getLogger("baccarat.web")


class Doors:
    """Middleware that checks every request, and adds our headers to every answer."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app = app
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        scope.setdefault("state", {})
        going = GuardedAnswer(self.gate, scope, send, task)
        try:
            if self.gate.is_closing:
                raise stopped()
            inner = await self._let_in(scope, receive, task)
            if inner is not None:
                await self.app(scope, inner, going.send)
        except Problem as problem:
            await going.refuse(problem)
        except asyncio.CancelledError:
            is_ours = self.gate.has_ended(task)
            if not (is_ours or self.gate.is_closing):
                raise
            task.uncancel()
            has_begun = not (is_ours or scope["method"] in READS)  # the act may yet be kept
            await going.end(unsure(**CLOSE) if has_begun else stopped())
        except BaccaratError as trouble:  # e.g. the store is away, so the caller is unknown
            await going.refuse(Problem(503, trouble.said))
        except Exception as fault:
            logger.error("%s %s failed: %s", scope["method"], scope["path"], whereabouts(fault))
            await going.refuse(Problem(500, OUR_MISTAKE))
        finally:
            self.gate.leave(task)

    async def _let_in(
        self, scope: Scope, receive: Receive, task: asyncio.Task[Any]
    ) -> Receive | None:
        """Check a request; return a function that receives its body, or None if the client left."""
        settings = self.gate.settings
        require_size(scope, settings)
        headers = read_headers(scope)
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        try:
            require_host(scope, headers, settings)
            believe_proxy(scope, headers, settings)
            require_own_origin(scope, headers)
            if scope["path"].startswith(API) and scope["path"] not in OPEN:
                scope["state"]["caller"] = await self.gate.caller(Request(scope))
            require_length(headers, settings)
            require_plain(headers)
        except Problem:
            if has_body and "expect" not in headers:
                await discard(receive, settings)
            raise
        if not has_body:
            return receive
        self.gate.waiting.add(task)
        body = await read_body(receive, settings)
        self.gate.waiting.discard(task)
        if body and not headers.get("content-type", "").lower().startswith("text/"):
            check_json(body, settings.most_levels)
        scope["state"]["body"] = body
        return None if body is None else replayed(body, receive)


class GuardedAnswer:
    """Sends one response: adds our headers, and registers the response if it is a stream."""

    def __init__(self, gate: Gate, scope: Scope, send: Send, task: asyncio.Task[Any]) -> None:
        self._gate, self._scope, self._send, self._task = gate, scope, send, task
        self._has_begun = self._is_over = False

    def send(self, message: Message) -> Awaitable[None]:
        """Send one message; not a coroutine, because a stream sends thousands of messages."""
        if message["type"] == "http.response.start":
            self._has_begun = True
            self._begin(message)
        elif not message.get("more_body", False):
            self._is_over = True
        return self._send(message)

    def _begin(self, message: Message) -> None:
        headers = list(message.get("headers", ()))
        values = {name.lower(): value for name, value in headers}
        added = [pair for pair in OUR_HEADERS if pair[0] not in values]
        if self._scope["path"].startswith(API) and NOT_KEPT[0] not in values:
            added.append(NOT_KEPT)
        message["headers"] = headers + added
        self._gate.answers[message["status"] // 100] += 1
        if values.get(b"content-type", b"").startswith(STREAM):
            self._gate.streams[self._task] = self._scope["state"].get("caller")

    async def refuse(self, problem: Problem) -> None:
        """Send an error response, unless a part of another response was already sent."""
        if not self._has_begun:
            answer = problem.answer(words_for(Request(self._scope)))
            await answer(self._scope, _nothing, self.send)

    async def end(self, problem: Problem) -> None:
        """Send the end of a stopped response, so that the client does not wait for more."""
        if not self._has_begun:
            await self.refuse(problem)
        elif not self._is_over:
            await self.send({"type": "http.response.body", "body": b"", "more_body": False})


def stopped() -> Problem:
    """The error response to a request that comes while the server stops."""
    return Problem(503, GOING, headers=CLOSE)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def require_size(scope: Scope, settings: Settings) -> None:
    """Refuse a request if its headers or its address are too long."""
    headers = scope["headers"]
    size = sum(len(name) + len(value) for name, value in headers)
    if len(headers) > MOST_HEADERS or size > settings.most_head:
        raise Problem(431, "these headers are too many or too long")
    if len(scope["path"]) > MOST_PATH or len(scope["query_string"]) > MOST_QUERY:
        raise Problem(414, Sentence("this address is too long"))
    if not scope["path"].isprintable():
        raise Problem(400, "this address has characters that cannot be printed")


def read_headers(scope: Scope) -> dict[str, str]:
    """All headers by name; the values of a repeated header are joined with commas."""
    texts: dict[str, str] = {}
    for raw, value in scope["headers"]:
        name, text = raw.decode("latin-1"), value.decode("latin-1")
        if name in texts:
            if name in ONCE:
                raise Problem(400, f"the header {name} is given twice")
            text = f"{texts[name]}, {text}"
        texts[name] = text
    return texts


def require_length(headers: HeaderTexts, settings: Settings) -> None:
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise Problem(400, "the Content-Length is not a number")
    if len(length) > 12 or int(length) > settings.most_body:
        raise Problem(413, Sentence("a body has at most {most} bytes", most=settings.most_body))


def require_plain(headers: HeaderTexts) -> None:
    """Refuse a compressed body, because a few bytes could expand and fill the memory."""
    if headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise Problem(415, "a compressed body is not accepted: send it uncompressed")


def require_host(scope: Scope, headers: HeaderTexts, settings: Settings) -> None:
    """Refuse unknown names in the Host header: another site could point its name here."""
    host_text = headers.get("host", "")
    place = read_host(host_text)
    if place is not None:
        host, port = place
        address = host, DEFAULT_PORTS[settings.scheme] if port is None else port
        if address in settings.known_hosts or address == _own_address(scope):
            return
    raise Problem(
        421,
        f"{host_text[:80]!r} is not a name of this server",
        what_to_do="if it should be, start the server with --name",
    )


def _own_address(scope: Scope) -> tuple[str, int | None]:
    """The server's address and port on this connection, which a Host header cannot fake."""
    address, port = scope.get("server") or ("", None)
    return same_address(address), port


def believe_proxy(scope: Scope, headers: HeaderTexts, settings: Settings) -> None:
    """Take the caller's address and scheme from the headers of a trusted proxy."""
    client = scope.get("client")
    if client is not None and settings.is_proxy(client[0]):
        # Each proxy appends the address it has seen: the last that is no proxy is the caller's.
        for address_text in reversed(_listed(headers, "x-forwarded-for")):
            address = without_port(address_text)
            if address and not settings.is_proxy(address):
                scope["client"] = (address[:64], 0)
                break
        scheme = _listed(headers, "x-forwarded-proto")[-1]
        if scheme in DEFAULT_PORTS:
            scope["scheme"] = scheme
    elif not settings.demands_keys and not FORWARDED.isdisjoint(headers):
        raise Problem(
            403,
            "the request came through an unknown proxy",
            what_to_do="start the server with --proxy ADDRESS; it will then demand keys",
        )


def _listed(headers: HeaderTexts, name: str) -> list[str]:
    """The parts of a comma-separated header."""
    return [part.strip() for part in headers.get(name, "").split(",")]


def require_own_origin(scope: Scope, headers: HeaderTexts) -> None:
    """Refuse a browser's request that a page of another site makes, except a link to us."""
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    is_reading = scope["method"] in ("GET", "HEAD")
    is_own = site in (None, "same-origin") or (site == "none" and is_reading)
    is_own = is_own or is_link(scope, headers)
    if not is_own or (origin is not None and not _is_same_origin(origin, scope, headers)):
        raise Problem(
            403, "requests from pages of another origin are refused", kind="/problems/other-origin"
        )


def is_link(scope: Scope, headers: HeaderTexts) -> bool:
    """Whether a browser opens one of our pages in a window or tab, as after a click on a link."""
    is_navigation = headers.get("sec-fetch-mode") == "navigate"
    is_window = headers.get("sec-fetch-dest") == "document"
    is_page = not scope["path"].startswith(API) and scope["path"] not in STREAMS
    return scope["method"] == "GET" and is_navigation and is_window and is_page


def _is_same_origin(origin: str, scope: Scope, headers: HeaderTexts) -> bool:
    scheme, _, place = origin.lower().partition("://")
    default = DEFAULT_PORTS.get(scheme)
    theirs, ours = read_host(place), read_host(headers.get("host", ""))
    if scheme != scope.get("scheme", "http") or theirs is None or ours is None:
        return False
    return (theirs[0], theirs[1] or default) == (ours[0], ours[1] or default)


def whereabouts(fault: BaseException) -> str:
    """The type of an error and the lines of code that led to it, without its message."""
    while fault.__cause__ is not None:  # the first cause tells most
        fault = fault.__cause__
    places = [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
        for frame in extract_tb(fault.__traceback__)
    ]
    return f"{type(fault).__name__} at {' > '.join(places[-6:])}"
