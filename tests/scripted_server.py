"""A server that answers as a test has written down, and remembers what it was asked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

DROPPED = None
"""An answer that is lost: the connection ends without one."""


@dataclass
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass
class Reply:
    """What is answered; a stream is chunks, and ends without a word."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    chunks: list[bytes] | None = None


@dataclass
class Scripted:
    """The address of a server, what it will answer, and what it was asked."""

    replies: list[Reply | None]
    asked: list[Asked] = field(default_factory=list)
    url: str = ""


def problem(status: int, **told: Any) -> Reply:
    return Reply(told, status, {"content-type": "application/problem+json"})


@contextmanager
def serving(*replies: Reply | None) -> Iterator[Scripted]:
    """A server with these answers, one after the other."""
    script = Scripted(list(replies))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Keep silent."""

        def answer(self) -> None:
            parts = urlsplit(self.path)
            sent = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(sent) if sent else None
            params = dict(parse_qsl(parts.query))
            script.asked.append(Asked(self.command, parts.path, params, headers, body))
            self.close_connection = True
            if (reply := script.replies.pop(0)) is DROPPED:
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.chunks is not None:
                self.send_header("content-type", "text/event-stream")
                self.end_headers()
                for chunk in reply.chunks:
                    self.wfile.write(chunk)
                    self.wfile.flush()
                return
            told = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
            self.send_header("content-length", str(len(told.encode())))
            self.end_headers()
            self.wfile.write(told.encode())

        do_GET = do_POST = answer  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
