"""Requests and answers of the client, and when to try again; this module sends nothing.

call = Call("POST", "tables/3/acts", body={"act": "deal"}, key=new_key())
Received(200, {}, b'{"table": 3, …}').json() -> {"table": 3, …}

The plain client and the asyncio client both use this module.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

from baccarat.base.errors import BaccaratError, BadValue, Refused

Json = dict[str, Any]
"""A JSON object."""
PartT = TypeVar("PartT")
ROOT = "api/v1"
LOST = frozenset((502, 503, 504))
"""After these statuses it is unknown whether the call was done: it may be sent again."""
STALE = "/problems/stale"
FIRST_WAIT, LONGEST_WAIT = 0.05, 2.0
"""The first and the longest wait between two tries, in seconds; each wait is twice the last."""
GUEST_HEADER = "Baccarat-Guest"


class ServerRefused(Refused):
    """Raised if the server refuses a request; nothing was changed.

    >>> refused = ServerRefused({"title": "Refused", "detail": "the table is full", "status": 409})
    >>> refused.status, str(refused)
    (409, 'the table is full')
    """

    def __init__(self, problem: Mapping[str, Any]) -> None:
        """`problem` is the JSON of the error response."""
        self.problem = dict(problem)
        self.status = int(problem.get("status", 0))
        self.what_to_do = str(problem.get("what_to_do") or "")
        said = problem.get("detail") or problem.get("title") or "the server refused"
        super().__init__("{said}", said=" ".join(str(said).split()))

    def __reduce__(self) -> tuple[type["ServerRefused"], tuple[Json]]:
        return type(self), (self.problem,)


class StaleNumber(ServerRefused):
    """Raised if another act came first and took the number that you wanted for your act.

    >>> StaleNumber({"detail": "the next act is number 16", "status": 409, "number": 15}).number
    15
    """

    @property
    def number(self) -> int | None:
        """The number of the last act on the server."""
        number = self.problem.get("number")
        return number if isinstance(number, int) else None


class NoAnswer(BaccaratError):
    """Raised if the server does not answer in time, or answers something unknown.

    >>> from baccarat import Client
    >>> try:
    ...     with Client("http://127.0.0.1:9", patience=0) as client:
    ...         client.games()
    ... except NoAnswer:
    ...     print("nobody is there")
    nobody is there
    """


@dataclass(frozen=True, slots=True)
class Call:
    """A request to the server, which may be sent again if no answer comes."""

    method: str
    path: str
    """path below the root of the API"""
    params: Mapping[str, str] = field(default_factory=dict)
    body: Json | None = None
    key: str = ""
    """the idempotency key"""
    token: str = ""
    """the token of the guest"""
    accept: str = "application/json"

    @property
    def headers(self) -> dict[str, str]:
        told = {"Accept": self.accept, "Idempotency-Key": self.key, GUEST_HEADER: self.token}
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Received:
    """An answer of the server: its status, its headers and its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_replayed(self) -> bool:
        """Whether the server repeats an earlier answer, because it got this request before."""
        return self.headers.get("idempotency-replayed") == "true"

    def text(self) -> str:
        """The body as text; raises ServerRefused if the status reports a problem."""
        if not 200 <= self.status < 300:
            raise self.refusal()
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON; raises ServerRefused if the status reports a problem."""
        text = self.text()
        try:
            return json.loads(text) if text else {}
        except (ValueError, RecursionError):
            raise NoAnswer("this is not a baccarat server: its answer is not JSON") from None

    def part(self, kind: type[PartT], name: str = "") -> PartT:
        """The JSON value under `name`, or the whole JSON; raises NoAnswer if the type is wrong."""
        told = self.json()
        found = told.get(name) if name and isinstance(told, dict) else told
        if not isinstance(found, kind):
            raise NoAnswer("this is not a baccarat server: its answer has an unknown form")
        return found

    def following(self, call: "Call") -> "Call | None":
        """The request for the next part of a list; None at the end of the list."""
        after = self.part(dict).get("next")
        return None if after is None else replace(call, params={**call.params, "after": str(after)})

    def refusal(self) -> ServerRefused:
        """The error that this answer reports."""
        try:
            told = json.loads(self.body)
        except (ValueError, RecursionError):
            told = None
        problem = told if isinstance(told, dict) else {"title": f"status {self.status}, no reason"}
        kind = StaleNumber if problem.get("type") == STALE else ServerRefused
        return kind({**problem, "status": self.status})


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to an act: its number, and the table or board as the author of the act sees it.

    >>> Done("table/3", 12, 11, {"bankroll": 1_000}).view["bankroll"]
    1000
    """

    place: str
    """`table/3` or `board/1`"""
    number: int
    """the number of the last act, after this act"""
    since: int
    """the number of the act after which the view begins; 0 if the view is whole"""
    view: Json
    guest: str = ""
    """the guest who has sat down; the token is sent to that guest only"""
    token: str = ""
    is_replayed: bool = False
    """True if an earlier try did the act, and its answer was lost"""


def read_done(received: Received) -> Done:
    """The answer to an act; raises NoAnswer if it has no number or no view."""
    match received.json():
        case {"number": int(number), "since": int(since), "view": dict(view), **rest}:
            kind = next((kind for kind in ("table", "board") if kind in rest), "")
            token, guest = str(rest.get("token") or ""), str(rest.get("guest") or "")
            place = f"{kind}/{rest.get(kind)}"
            return Done(place, number, since, view, guest, token, received.is_replayed)
    raise NoAnswer("this is not a baccarat server: its answer has no number and no view")


class Patience:
    """Decides how long to wait before a call is tried again, and when to give up."""

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience, self._clock = patience, clock
        self.begin()

    def begin(self) -> None:
        """Note that data came: after the next failure, the first wait is short again."""
        self._since, self._wait = self._clock(), FIRST_WAIT

    def wait(self, trouble: Exception) -> float:
        """The seconds to wait before the next try; raises an error if it is time to give up."""
        if self._clock() - self._since + self._wait > self._patience:
            if isinstance(trouble, ServerRefused):
                raise trouble
            why = " ".join(str(trouble).split()) or type(trouble).__name__
            raise NoAnswer("the server does not answer: {why}", why=why)
        seconds, self._wait = self._wait, min(2 * self._wait, LONGEST_WAIT)
        return seconds


def new_key() -> str:
    """A fresh idempotency key."""
    return str(uuid4())


def root_of(url: str) -> str:
    """The address of the API of the server at `url`; raises BadValue for a bad URL."""
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good or not url.isascii() or not url.isprintable() or " " in url:
        raise BadValue(f"not the address of a server: {url[:40]!r} (e.g. 'http://127.0.0.1:8000')")
    return f"{url.split('?')[0].split('#')[0].rstrip('/')}/{ROOT}"
