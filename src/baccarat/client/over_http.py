"""Sends calls over HTTP; no other file needs httpx."""

from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

from baccarat.base.errors import BadValue, Missing
from baccarat.client.wire import Call, root_of

ANSWER_TIME = 10.0
"""The timeout of a try, in seconds."""
SILENCE = 45.0
"""Seconds without data after which a stream counts as broken; the server sends data every 15 s."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The connections to a server, which a client shares with its tables and boards."""

    root: str
    """the address of the API"""
    http: Any
    """an httpx client, which sends the key with every call"""
    patience: float
    """seconds for which a call without an answer is tried again"""
    stream_time: Any
    """the timeouts of a stream"""
    troubles: type[Exception]
    """the error that httpx raises when no answer arrives"""

    def request(self, call: Call) -> dict[str, Any]:
        """The keyword arguments with which httpx makes this call."""
        return {
            "method": call.method,
            "url": f"{self.root}/{call.path}",
            "params": call.params,
            "json": call.body,
            "headers": call.headers,
        }

    def stream(self, call: Call) -> dict[str, Any]:
        """The keyword arguments with which httpx requests this stream."""
        return {**self.request(call), "timeout": self.stream_time}


def connect(
    kind: str, url: str, key: str | None, language: str, patience: float, answer_time: float
) -> Wire:
    """Open connections to the server at `url`; `kind` is the name of the class in httpx."""
    httpx = load_httpx()
    headers = {"Accept-Language": language}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    if not all(value.isascii() and value.isprintable() for value in headers.values()):
        raise BadValue("keys and languages must be written in plain letters and digits")
    root = root_of(url)
    http = getattr(httpx, kind)(
        headers=headers,
        timeout=answer_time,
        # With a cookie, all users of this client would be one guest; tokens keep them apart.
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=20),
    )
    stream_time = httpx.Timeout(answer_time, read=SILENCE)
    return Wire(root, http, patience, stream_time, httpx.RequestError)


def load_httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise Missing("the client needs httpx: pip install 'baccarat[web]'") from None
    return httpx
