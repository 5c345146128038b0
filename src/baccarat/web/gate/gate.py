"""The gate checks the keys of callers, limits their requests, and ends their streams.

gate = Gate(settings, store)
await gate.caller(request)                   the caller
await gate.log_in(address, code="7KQ2-M9XD") a session, which ends when its key is revoked
await gate.log_out(session)                  ends a session
await gate.watch()                           notices revoked keys, and ends their streams
"""

import asyncio
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import Any, NamedTuple

from starlette.requests import Request

from baccarat.base.sentences import Sentence
from baccarat.store import KeptKey, Store
from baccarat.store.patience import in_time
from baccarat.table.saving import NotKept
from baccarat.web.gate.audit import Audit
from baccarat.web.gate.callers import Caller, is_same, mac_of
from baccarat.web.gate.keys import LONGEST_KEY, Level, digest, spell_code
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.rates import Rates
from baccarat.web.gate.wrong_keys import Tries, neighbours
from baccarat.web.settings import Settings

SESSION = "bac_session"
KEY_COOKIE = "baccarat-key-"
"""The start of the name of a session's cookie."""
SESSION_SECONDS = 30 * 24 * 3600
WATCH_SECONDS = 0.4
"""Seconds between two checks whether another process has revoked a key."""
STORE_SECONDS = 3.0
"""Timeout of the store, in seconds; a caller with an unknown key waits for two reads at most."""
HEALTHY_SECONDS = 1.0
"""Seconds in which a healthy store answers."""
LOAD_SECONDS = 0.05
"""Least seconds between two reads of the keys, even if many wrong keys come."""
ASK = {"WWW-Authenticate": "Bearer"}
NO_KEY = Sentence("this server asks for a key")
HOW = Sentence("send `Authorization: Bearer KEY`, or log in by a key or a code at /api/v1/login")
WRONG_KEY = Sentence("this key is not known, or was revoked")
WRONG_CODE = Sentence("this code is not known, was used already, or is older than ten minutes")
STREAMS = frozenset({"/live", "/api/v1/events"})
"""Exempt from the rate: streams have their own bound, and all reconnect after a restart."""
TOO_MANY = Sentence("too many requests: try again in {seconds} s")
TOO_MANY_WRONG = Sentence("too many wrong keys: try again in {seconds} s")
SESSION_OVER = Sentence("this session is over: log in again")


class KeySession(NamedTuple):
    """A login session: its key, its end, its name, and a mark that only this server can make."""

    key: int
    until: int
    """in seconds since 1970"""
    name: str
    mark: str

    def __str__(self) -> str:
        return f"{SESSION}.{self.key}.{self.until}.{self.name}.{self.mark}"

    @classmethod
    def read(cls, text: str) -> "KeySession | None":
        """A session from its text; None if the text has another form."""
        parts = text.split(".")
        if len(parts) != 5 or parts[0] != SESSION:
            return None
        number, until, name, mark = parts[1:]
        if not (number.isdecimal() and until.isdecimal() and len(number) < 19 and len(until) < 19):
            return None
        return cls(int(number), int(until), name, mark)


class KnownKeys:
    """The valid keys of the store, which are read again when they have changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version: int | None = None
        self._by_hash: dict[str, KeptKey] = {}
        self.by_id: dict[int, KeptKey] = {}
        self.ended: set[str] = set()
        """the names of sessions whose users have logged out"""

    def load(self) -> bool:
        """Read the keys if they have changed, and return whether they have; the call may block."""
        version = self._store.keys_version()
        if version == self._version:
            return False
        keys = self._store.keys()
        good = [key for key in keys if not key.revoked]
        self._by_hash = {key.hash: key for key in good}
        self.by_id = {key.number: key for key in good}
        self.ended = self._store.ended_sessions()
        self._version = version
        return True

    def by_hash(self, digest: str) -> KeptKey | None:
        key = self._by_hash.get(digest)
        return key if key is not None and hmac.compare_digest(key.hash, digest) else None


class Gate:
    """Decides which callers are admitted, and ends their streams when a key is revoked."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        tries: Tries | None = None,
        rates: Rates | None = None,
    ) -> None:
        self.settings = settings
        self.secret = store.secret
        self.store = store
        self.keys = KnownKeys(store)
        self.tries = tries or Tries()
        self.rates = rates or Rates(settings.rate if settings.demands_keys else 0)
        self.audit = Audit(store, lambda number: self.keys.by_id.get(number))
        self.is_closing = False
        self.streams: dict[asyncio.Task[Any], Caller | None] = {}
        """open streams, each with its caller"""
        self.waiting: set[asyncio.Task[Any]] = set()
        """requests whose body has not yet arrived"""
        self.answers: Counter[int] = Counter()
        """number of answers begun, by the first digit of their status"""
        self.connections: Callable[[], int] = lambda: 0
        """number of open connections; the server sets it"""
        self.began = time.monotonic()
        self._ended: set[asyncio.Task[Any]] = set()
        self._clock = clock
        self._loading: asyncio.Future[None] | None = None
        self._loaded = 0.0
        self._reading = asyncio.Lock()
        self.keys.load()

    @property
    def cookie(self) -> str:
        """The name of the session cookie.

        The name differs between servers on one machine, because browsers share cookies between
        ports.
        """
        return f"{KEY_COOKIE}{self.settings.cookie_mark}"

    async def caller(self, request: Request) -> Caller:
        """The sender of a request, identified by a key or a session.

        A server that demands no keys needs neither.
        """
        headers = request.headers
        is_browser = "origin" in headers or "sec-fetch-site" in headers
        key: KeptKey | None = None
        secret = self.secret_of(request)
        if secret is not None:
            try:
                key = await self._key_of(secret, address_of(request))
            except Problem:
                if "authorization" in headers or self.settings.demands_keys:
                    raise
        elif self.settings.demands_keys:
            raise Problem(401, NO_KEY, what_to_do=HOW, headers=ASK)
        if key is None:
            return Caller(Level.HOST, is_browser=is_browser)
        if request.scope["path"] not in STREAMS:
            wait = self.rates.wait(key.number, neighbours(address_of(request)))
            _require_no_wait(wait, TOO_MANY)
        session = KeySession.read(secret or "")
        name = "" if session is None else session.name
        return Caller(Level[key.kind.upper()], key.tables, key.number, is_browser, name)

    def secret_of(self, request: Request) -> str | None:
        """The key or the session in the request's headers or cookies; None if there is none."""
        header = request.headers.get("authorization")
        if header is None:
            return request.cookies.get(self.cookie) or None
        kind, _, secret = header.partition(" ")
        if kind.lower() != "bearer":
            raise Problem(401, NO_KEY, what_to_do=HOW, headers=ASK)
        return secret.strip()

    async def log_in(self, address: str, *, key: str = "", code: str = "") -> tuple[str, KeptKey]:
        """The text of a new session for a key or a login code, and the key itself."""
        good_key = (
            await self._key_of_code(code, address) if code else await self._key_of(key, address)
        )
        until, name = int(self._clock()) + SESSION_SECONDS, secrets.token_urlsafe(12)
        mark = self._mark(good_key, until, name)
        self.audit.note(good_key.number, "logged in", "by a code" if code else "by a key")
        return str(KeySession(good_key.number, until, name, mark)), good_key

    async def log_out(self, secret: str) -> None:
        """End a session on every device that uses it; the session's key stays valid."""
        session = KeySession.read(secret)
        if session is None or self._of_session(secret) is None:
            return
        await asyncio.to_thread(
            in_time, STORE_SECONDS, self.store.end_session, session.name, session.until
        )
        self.audit.note(session.key, "logged out")
        await self._load_soon()

    async def _key_of(self, secret: str, address: str) -> KeptKey:
        """The stored key to which a key or a session belongs; a right key never has to wait."""
        if not secret or len(secret) > LONGEST_KEY:
            raise Problem(401, WRONG_KEY, headers=ASK)
        is_session = secret.startswith(f"{SESSION}.")
        look = self._of_session if is_session else self._of_key
        if (key := look(secret)) is not None:
            return key
        await self._load_soon()  # the key may be new
        if (key := look(secret)) is not None:
            return key
        _require_no_wait(self.tries.wait(address), TOO_MANY_WRONG)
        self.tries.charge(address)
        self.audit.refuse(address, "a session that is over" if is_session else "a wrong key")
        raise Problem(401, SESSION_OVER if is_session else WRONG_KEY, headers=ASK)

    async def _key_of_code(self, code: str, address: str) -> KeptKey:
        """The stored key for a login code; after wrong attempts, even a right code must wait."""
        _require_no_wait(self.tries.wait_for_codes(), TOO_MANY_WRONG)
        _require_no_wait(self.tries.wait(address), TOO_MANY_WRONG)
        self.tries.charge(address, code=True)
        letters = spell_code(code[:LONGEST_KEY])
        if letters is None:
            raise Problem(401, WRONG_CODE, headers=ASK)
        number = await asyncio.to_thread(
            in_time, STORE_SECONDS, self.store.take_code, digest(letters), self._clock()
        )
        if number is not None and self.keys.by_id.get(number) is None:
            await self._load_soon()
        key = None if number is None else self.keys.by_id.get(number)
        if key is None:
            self.audit.refuse(address, "a wrong code")
            raise Problem(401, WRONG_CODE, headers=ASK)
        self.tries.refund(address)
        return key

    async def hears_store(self) -> bool:
        """Whether the store answers within one second."""
        with suppress(NotKept, TimeoutError):
            async with asyncio.timeout(HEALTHY_SECONDS):
                await self._load_soon()
            return True
        return False

    async def _load_soon(self) -> None:
        """Read the keys from the store; calls at the same time share one read."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._load())
        await asyncio.shield(self._loading)

    async def _load(self) -> None:
        try:
            async with self._reading:  # one read at a time, so a slow store blocks one thread
                await asyncio.sleep(max(0.0, self._loaded + LOAD_SECONDS - time.monotonic()))
                self._loading = None
                self._loaded = time.monotonic()
                if await asyncio.to_thread(in_time, STORE_SECONDS, self.keys.load):
                    self.end_revoked()
        finally:
            if self._loading is asyncio.current_task():
                self._loading = None

    def _of_key(self, secret: str) -> KeptKey | None:
        return self.keys.by_hash(digest(secret))

    def _of_session(self, secret: str) -> KeptKey | None:
        session = KeySession.read(secret)
        key = None if session is None else self.keys.by_id.get(session.key)
        if session is None or key is None:
            return None
        if not is_same(session.mark, self._mark(key, session.until, session.name)):
            return None
        is_over = self._clock() >= session.until or session.name in self.keys.ended
        return None if is_over else key

    def _mark(self, key: KeptKey, until: int, name: str) -> str:
        return mac_of(self.secret, "session", str(key.number), str(until), key.hash, name)

    async def watch(self) -> None:
        """Check for ever whether keys were revoked or sessions ended, and end their streams."""
        while True:
            # If the store is away for a moment, the keys stay as they were.
            with suppress(Exception):
                await self._load_soon()
                await asyncio.to_thread(in_time, STORE_SECONDS, self.audit.write)
            await asyncio.sleep(WATCH_SECONDS)

    def end_revoked(self) -> None:
        """End the streams of callers whose key or session is no longer valid."""
        for task, caller in list(self.streams.items()):
            if caller is None or caller.key is None:
                continue
            if self.keys.by_id.get(caller.key) is None or caller.session in self.keys.ended:
                self._end(task)

    def close(self) -> None:
        """End all streams, and all requests that wait for a body, because the server stops."""
        self.is_closing = True
        for task in (*self.streams, *self.waiting):
            self._end(task)

    def _end(self, task: asyncio.Task[Any]) -> None:
        if task not in self._ended:
            self._ended.add(task)
            task.cancel()

    def has_ended(self, task: asyncio.Task[Any]) -> bool:
        """True if the server itself ended the asyncio task of this request."""
        return task in self._ended

    def leave(self, task: asyncio.Task[Any]) -> None:
        """Remove the task of a finished request from the lists of tasks."""
        self.streams.pop(task, None)
        self.waiting.discard(task)
        self._ended.discard(task)


def _require_no_wait(wait: float, form: str) -> None:
    """Raise a problem if a caller must wait for some seconds; `form` says why."""
    if wait > 0:
        seconds = ceil(wait)
        headers = {"Retry-After": str(seconds)}
        raise Problem(429, Sentence(form, seconds=seconds), headers=headers)


def address_of(request: Request) -> str:
    """The caller's address; behind a proxy that the settings name, the address that it reports."""
    return request.client.host if request.client is not None else ""
