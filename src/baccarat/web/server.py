"""Runs uvicorn with limits on connections, and stops it within a second or two.

sockets = listen("127.0.0.1", 8000)          raises an error of one line if it fails
sign = run(app, gate, sockets, on_start=...) serves until a signal comes; returns its number

Uvicorn waits for open streams when it stops, and does not bound the size of heads. `TableServer`
ends the streams, and `BoundedProtocol` bounds the heads.
"""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import ssl
import sys
from asyncio import Task, TimerHandle, Transport
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from baccarat.base.errors import BadValue, FileTrouble, Refused
from baccarat.base.files import reason_of, shown
from baccarat.base.signals import STOPS, outliving_others
from baccarat.web.gate.gate import Gate
from baccarat.web.gate.middleware import whereabouts
from baccarat.web.settings import Settings, same_address

BACKLOG = 2_048
KEEP_ALIVE = 75
"""Seconds for which a connection may be idle: longer than the timeout of common proxies."""
GRACE = 2
"""Seconds that unfinished answers get when the server stops."""
LAST = 10.0
"""Seconds after a signal at which the program ends at last, e.g. if its database hangs."""
OPEN_FILES = 1 << 16
"""Open files to ask the system for; more connections than this are not served anyway."""
WASTE = 10_000
"""New objects between two runs of Python's garbage collector."""
LOGGERS = ("uvicorn.error", "baccarat.web", "baccarat.store", "psycopg", "asyncio")
AT_ONCE = 1 << 13
"""Bytes that are parsed in one step, so that a bound is noticed within this many bytes."""
PER_CHUNK = 32
"""Bytes that the frame of a chunk may have: its length, line ends and a short extension."""
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n"


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen on every address of a host; port 0 means any free port."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as trouble:
        raise BadValue(f"--host {host[:80]}: not an address ({reason_of(trouble)})") from None
    places = list(dict.fromkeys((family, place[:2]) for family, *_, place in found))
    sockets: list[socket.socket] = []
    failed: Refused | None = None
    for family, (address, _) in places:
        try:
            sockets.append(_bound(family, str(address), port, is_alone=len(places) == 1))
        except OSError as trouble:
            failed = _refusal(str(address), port, trouble)
            if trouble.errno == errno.EADDRINUSE:
                break
        else:
            port = port or sockets[0].getsockname()[1]
    else:
        if sockets:
            return sockets
    for one in sockets:
        one.close()
    raise failed or BadValue(f"--host {host[:80]}: not an address")


def _bound(family: int, address: str, port: int, *, is_alone: bool) -> socket.socket:
    # With this protocol asyncio sets TCP_NODELAY: small packets need not wait.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on Windows it would let two servers share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            is_both = is_alone and address == "::"
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not is_both)
        sock.bind((address, port))
        sock.listen(BACKLOG)  # only now is it certain that the port is ours
    except BaseException:
        sock.close()
        raise
    sock.setblocking(False)
    return sock


def _refusal(address: str, port: int, trouble: OSError) -> Refused:
    match trouble.errno:
        case errno.EADDRINUSE:
            told = "is in use: choose another with --port, or any free port with --port 0"
            return Refused(f"port {port} of {address} {told}")
        case errno.EADDRNOTAVAIL:
            return Refused(f"{address} is not an address of this machine")
        case errno.EACCES | errno.EPERM:
            return Refused(f"port {port} needs more rights: choose a port from 1024 on")
    return Refused(f"port {port} of {address} cannot be listened on: {reason_of(trouble)}")


def tls_of(cert: str, key: str | None) -> ssl.SSLContext:
    """A TLS context with this certificate and key (PEM files; one file may hold both)."""
    for file in (cert, *([key] if key else [])):
        try:
            with open(file, "rb"):
                pass
        except (OSError, ValueError) as trouble:
            raise FileTrouble(f"{shown(file)}: cannot be read: {reason_of(trouble)}") from None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)

    def ask_nobody() -> str:
        raise FileTrouble(
            f"{shown(key or cert)}: the key has a password: remove the password first"
        )

    try:
        context.load_cert_chain(cert, key, ask_nobody)
    except ssl.SSLError as trouble:
        if trouble.reason == "KEY_VALUES_MISMATCH":
            told = f"{shown(key or cert)}: this key does not belong to {shown(cert)}"
            raise FileTrouble(told) from None
        raise FileTrouble(f"{shown(cert)}: not a PEM certificate with its key") from None
    context.set_alpn_protocols(["http/1.1"])
    return context


def settings_for(
    sockets: Sequence[socket.socket],
    *,
    proxies: Sequence[str] = (),
    demands_keys: bool = False,
    **others: Any,
) -> Settings:
    """The settings of a server on these sockets; if other machines reach it, it demands keys.

    `others` are the other fields of `Settings`.
    """
    addresses = tuple(same_address(one.getsockname()[0]) for one in sockets)
    is_beyond = not Settings(addresses, demands_keys=True).is_on_loopback
    return Settings(
        addresses,
        sockets[0].getsockname()[1],
        proxies=tuple(proxies),
        demands_keys=demands_keys or is_beyond or bool(proxies),
        **others,
    )


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol, which ends a connection if a head is too large or too slow."""

    settings = Settings()
    _read = 0
    """bytes of an incomplete head, or of a body that is not read any more"""
    _framing = 0.0
    """bytes of a chunked body beyond its content and the usual frames of chunks"""
    _is_head_whole = False
    _due: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.settings.most_connections:
            transport.abort()
        else:
            self._await_head()

    def on_message_begin(self) -> None:
        """Add the functions `abort` and `push` to the request's state, for streams.

        `abort` drops a connection whose client reads nothing; a normal close would wait for it.
        `push` sends a piece of an answer at once, without waking the stream's task.
        """
        super().on_message_begin()
        self._is_head_whole = False
        self.scope["state"] |= {"abort": self.transport.abort, "push": self._push}

    def on_header(self, name: bytes, value: bytes) -> None:
        """Accept a header, but ignore trailers (headers after the body), which no proxy checks."""
        if not self._is_head_whole:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_head_whole = True
        super().on_headers_complete()

    def _push(self, piece: bytes) -> bool:
        """Send a piece of a response that has begun; False if it cannot be sent at once."""
        cycle: Any = self.cycle
        is_in_turn = cycle.response_started and not cycle.response_complete
        is_full = self.flow.write_paused or cycle.disconnected
        if is_full or not (is_in_turn and cycle.chunked_encoding):
            return False
        self.transport.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        return True

    def data_received(self, data: bytes) -> None:
        for first in range(0, len(data), AT_ONCE):
            if not self.transport.is_closing():
                self._take(data[first : first + AT_ONCE])

    def on_body(self, body: bytes) -> None:
        self._framing -= len(body)
        super().on_body(body)

    def on_chunk_header(self) -> None:
        """Forgive the bytes that frame every chunk; the parser calls this for each chunk."""
        self._framing -= PER_CHUNK

    def _take(self, data: bytes) -> None:
        before: Any = self.cycle
        is_unread = before is not None and before.response_complete and before.more_body
        is_head = before is None or not before.more_body
        super().data_received(data)
        if self.cycle is not before:  # a head is complete
            self._read, self._framing = 0, 0.0
            self._forget()
        elif is_head or is_unread:
            self._read += len(data)
            if self._read > (self.settings.most_head if is_head else self.settings.most_body):
                self._cut_off(TOO_LARGE)
            elif self._due is None:
                self._await_head()
        else:
            self._bound_frame(len(data))

    def _bound_frame(self, size: int) -> None:
        """Count the extra bytes of a chunked body; too many make the body count as too large."""
        self._framing = max(0.0, self._framing + size)
        if self._framing > self.settings.most_head:
            super().on_body(bytes(self.settings.most_body + 1))  # the reader of the body refuses it
            self._framing = -inf

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        self._due = self.loop.call_later(self.settings.head_seconds, self._cut_off, TOO_SLOW)

    def _forget(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _cut_off(self, words: bytes) -> None:
        self._forget()
        if self.transport.is_closing():
            return
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:  # else the words would land inside an answer
            self.transport.write(words if self._read else b"")
        self.transport.close()


class TableServer(uvicorn.Server):
    """Uvicorn's server, which every stop signal ends, even while streams are open."""

    def __init__(self, config: uvicorn.Config, gate: Gate, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self.gate = gate
        self.sign: int | None = None
        """the signal that ended the server"""
        self.trouble: OSError | None = None
        """why the server ended before it began"""
        self._on_start = on_start
        self._watching: Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if not self.should_exit:
            self._watching = asyncio.create_task(self.gate.watch())
            try:
                self._on_start()
            except OSError as trouble:  # the address could not be printed
                self.trouble = trouble
                self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.gate.close()
        if self._watching is not None:
            self._watching.cancel()
        await super().shutdown(sockets=sockets)
        if self.force_exit:  # then uvicorn skips the lifespan, and the log gets a traceback
            await self.lifespan.shutdown()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at signals like uvicorn, and also at SIGHUP; do not raise a signal again."""
        if current_thread() is not main_thread():  # only the main thread handles signals
            yield
            return
        before = {number: signal.getsignal(number) for number in STOPS}
        try:
            for number, handler in before.items():
                if handler is not signal.SIG_IGN:  # ignored under nohup, for example
                    signal.signal(number, self.handle_exit)
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.sign is None:
            _end_at_last(sig)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        self.sign = self.sign or sig


def _end_at_last(sign: int) -> None:
    """End the program in 10 seconds even if threads still run; answered acts are saved."""

    def end() -> None:
        with suppress(OSError, ValueError):  # standard error is closed
            sys.stderr.write("baccarat: ended with requests that were neither done nor answered\n")
            sys.stderr.flush()
        os._exit(128 + sign)

    timer = Timer(LAST, end)
    timer.daemon = True
    timer.start()


def run(
    app: ASGIApp,
    gate: Gate,
    sockets: Sequence[socket.socket],
    *,
    tls: ssl.SSLContext | None = None,
    on_start: Callable[[], None] = lambda: None,
) -> int | None:
    """Serve until a signal stops the server; return the number of the signal, if there was one."""
    server = server_of(app, gate, tls=tls, on_start=on_start)
    _want_open_files()
    _leave_old_things_alone()
    with logged_in_one_line(), outliving_others():
        server.run(sockets=list(sockets))
    if server.trouble is not None:
        raise server.trouble
    return server.sign


def server_of(
    app: ASGIApp,
    gate: Gate,
    *,
    tls: ssl.SSLContext | None = None,
    on_start: Callable[[], None] = lambda: None,
) -> TableServer:
    """A uvicorn server for the app, not yet started."""
    protocol = type("Protocol", (BoundedProtocol,), {"settings": gate.settings})
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        interface="asgi3",
        workers=1,
        log_config=None,
        access_log=False,  # it would record addresses
        server_header=False,
        proxy_headers=False,  # the doors believe only the named proxies
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    config.load()
    config.ssl = tls
    server = TableServer(config, gate, on_start)
    gate.connections = lambda: len(server.server_state.connections)
    return server


def _want_open_files() -> None:
    """Raise this process's limit of open files, because each stream needs a file."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _leave_old_things_alone() -> None:
    """Exempt all present objects from garbage collection, which would cause delays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(WASTE)


class OneLine(logging.Formatter):
    """Formats each log message as one line; errors have their place in the code, but no text."""

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        where = "" if fault is None else f" {whereabouts(fault)}"
        return f"baccarat: {' '.join(record.getMessage().split())[:300]}{where}"


@contextmanager
def logged_in_one_line() -> Iterator[None]:
    """Write errors of the server to standard error, each on one line."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(one.level, one.propagate) for one in loggers]
    for one in loggers:
        one.setLevel(logging.ERROR)
        one.propagate = False
        one.addHandler(handler)
    try:
        yield
    finally:
        for one, (level, propagate) in zip(loggers, before, strict=True):
            one.setLevel(level)
            one.propagate = propagate
            one.removeHandler(handler)


def outward_address() -> str:
    """The address at which other machines can probably reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for examples by RFC 5737
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
