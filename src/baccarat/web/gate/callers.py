"""Who sent a request: the level of their key, and the guest whose token they have.

caller: Annotated[Caller, Depends(caller_of)]
caller.require(Level.DEAL, table=3)          raises a problem if the key does not allow it
guest_of(request, 3, table)                  the seat of the guest whose token the request has
"""

import base64
import hmac
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.requests import Request

from baccarat.base.sentences import Sentence
from baccarat.table.listing import ListedSeat, Listing
from baccarat.table.state import Seat
from baccarat.table.table import Table
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem

if TYPE_CHECKING:
    from baccarat.web.gate.gate import Gate

GUEST_HEADER = "baccarat-guest"
MARKS = 4_096
"""Number of marks of guests and sessions that are cached."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request: the level of their key, and the tables that they may see."""

    level: Level
    tables: frozenset[int] | None = None
    """the only tables they may see; None: all"""
    key: int | None = None
    """the number of their key, if they have one"""
    is_browser: bool = False
    session: str = ""
    """the name of their session, if they logged in"""

    def may(self, level: Level, table: int | None = None) -> bool:
        """Whether the caller has at least this level, and may see this table if one is given."""
        is_there = self.tables is None or table is None or table in self.tables
        return self.level >= level and is_there

    def require(self, level: Level, table: int | None = None) -> None:
        """Raise a problem unless `may` is true for this level and this table."""
        if self.may(level, table):
            return
        if self.level < level:
            needed = Sentence("this needs a key of the kind {kind}", kind=str(level))
            raise Problem(403, needed, kind="/problems/key-too-small", needed=str(level))
        raise Problem(403, Sentence("your key is not for table {table}", table=table))


def gate_of(request: Request) -> "Gate":
    gate: Gate = request.app.state.gate
    return gate


async def caller_of(request: Request) -> Caller:
    """The sender of a request; raises a problem if their key is missing or wrong."""
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is None:
        caller = request.state.caller = await gate_of(request).caller(request)
    return caller


def guest_token(store_secret: bytes, table: int, guest: str, since: int) -> str:
    """The secret of a guest at a table; later guests with the same name get other secrets."""
    return mac_of(store_secret, "guest", str(table), str(since), guest)


def guest_cookie(request: Request, table: int) -> str:
    """The name of the cookie that keeps a guest's token.

    The name differs between servers on one machine, because browsers share cookies between ports.
    """
    return f"baccarat-guest-{gate_of(request).settings.cookie_mark}-{table}"


def shared_cookies(store_secret: bytes) -> str:
    """The suffix of cookie names, which is the same for all servers that share a store."""
    return mac_of(store_secret, "cookies")[:8]


def token_of(request: Request, table: int) -> str:
    """The guest's token for a table, in a header or a cookie of the request; empty without one."""
    header = request.headers.get(GUEST_HEADER)
    return header or request.cookies.get(guest_cookie(request, table), "")


def guest_of(request: Request, table: int, seated: Table | Listing) -> Seat | ListedSeat | None:
    """The seat of the guest whose token is in the request; None if no seat has this token.

    The token is in a header or a cookie. The result is a seat and not a name, because another guest
    may soon have the same name.
    """
    token = token_of(request, table)
    if not token:
        return None
    secret = gate_of(request).secret
    guest: Seat | ListedSeat | None = None
    for seat in seated.seats:  # all seats, so that the time reveals nothing
        if is_same(token, guest_token(secret, table, seat.guest, seat.since)):
            guest = seat
    return guest


@lru_cache(maxsize=MARKS)
def mac_of(secret: bytes, *parts: str) -> str:
    """A signature (an HMAC) of these parts, which nobody can make without the secret.

    Only the last part may contain a NUL. The mark is cached, because computing a mark may let
    another thread run while the event loop waits.
    """
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return base64.urlsafe_b64encode(hmac.digest(secret, text, "sha256")).rstrip(b"=").decode()


def is_same(secret: str, right: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(secret.encode("utf-8", "replace"), right.encode())
