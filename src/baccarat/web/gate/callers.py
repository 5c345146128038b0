"""Callers: what their key allows, and which guest they are.

caller: Annotated[Caller, Depends(caller_of)]
caller.require(Level.DEAL, table=3)          raises a problem if the key does not allow it
guest_of(request, 3, table)                  the seat of the guest whose token the request has
"""

import base64
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from starlette.requests import Request

from baccarat.base.sentences import Sentence
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem

if TYPE_CHECKING:
    from baccarat.web.gate.gate import Gate

GUEST_HEADER = "baccarat-guest"
MARKS = 4_096
"""Number of marks of guests and sessions that are cached."""


class TakenSeat(Protocol):
    """The parts of a seat from which its token is made: the guest, and the act that seated them."""

    @property
    def guest(self) -> str: ...
    @property
    def since(self) -> int: ...


class SeatedTable(Protocol):
    """A table at which guests sit."""

    @property
    def seats(self) -> Sequence[TakenSeat]: ...


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request, and what they may do."""

    level: Level
    tables: frozenset[int] | None = None
    """the only tables they may see; None: all"""
    key: int | None = None
    """the number of their key, if they have one"""
    is_browser: bool = False
    session: str = ""
    """the name of their session, if they logged in"""

    def may(self, level: Level, table: int | None = None) -> bool:
        """Whether the caller has this level, at this table if one is given."""
        is_there = self.tables is None or table is None or table in self.tables
        return self.level >= level and is_there

    def require(self, level: Level, table: int | None = None) -> None:
        """Raise a problem unless the caller has this level, at this table if one is given."""
        if self.may(level, table):
            return
        if self.level < level:
            needed = Sentence("this needs a key of the kind {kind}", kind=str(level))
            raise Problem(403, needed, kind="/problems/key-too-small", needed=str(level))
        raise Problem(403, Sentence("your key is not for table {table}", table=table))


def gate_of(request: Request) -> "Gate":
    """The gate of this server."""
    gate: Gate = request.app.state.gate
    return gate


async def caller_of(request: Request) -> Caller:
    """The sender of this request; raises a problem if their key is missing or wrong."""
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is None:
        caller = request.state.caller = await gate_of(request).caller(request)
    return caller


def guest_token(store_secret: bytes, table: int, guest: str, since: int) -> str:
    """The secret of a guest at a table; a later guest with the same name gets another secret."""
    return mac_of(store_secret, "guest", str(table), str(since), guest)


def guest_cookie(request: Request, table: int) -> str:
    """The name of a guest's cookie.

    The name differs between servers on one machine, because browsers share cookies between ports.
    """
    return f"baccarat-guest-{gate_of(request).settings.cookie_mark}-{table}"


def shared_cookies(store_secret: bytes) -> str:
    """The end of cookie names, which is the same for all servers of one store."""
    return mac_of(store_secret, "cookies")[:8]


def token_of(request: Request, table: int) -> str:
    """The token that a request has for a table; empty if it has none."""
    header = request.headers.get(GUEST_HEADER)
    return header or request.cookies.get(guest_cookie(request, table), "")


def guest_of(request: Request, table: int, seated: SeatedTable) -> TakenSeat | None:
    """The seat of the guest whose token this request has; None if no token fits.

    The token is in a header or a cookie. The result is a seat and not a name, because another guest
    may soon have the same name.
    """
    token = token_of(request, table)
    if not token:
        return None
    secret = gate_of(request).secret
    guest = None
    for seat in seated.seats:  # all seats, so that the time reveals nothing
        if is_same(token, guest_token(secret, table, seat.guest, seat.since)):
            guest = seat
    return guest


@lru_cache(maxsize=MARKS)
def mac_of(secret: bytes, *parts: str) -> str:
    """A mark (a MAC) of these parts, which nobody can make without the secret.

    Only the last part may contain a NUL. The mark is cached, because computing a mark may let
    another thread run while the event loop waits.
    """
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return base64.urlsafe_b64encode(hmac.digest(secret, text, "sha256")).rstrip(b"=").decode()


def is_same(secret: str, right: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(secret.encode("utf-8", "replace"), right.encode())
