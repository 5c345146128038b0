"""Sends calls over HTTP; no other file needs httpx."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any

from baccarat.base.errors import BadValue, Missing
from baccarat.client.wire import Call, root_of

if TYPE_CHECKING:
    import httpx

ANSWER_TIME = 10.0
"""The timeout of a try, in seconds."""
SILENCE = 45.0
"""Seconds without data after which a stream counts as broken; the server sends data every 15 s."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The address of a server, and the headers that every call sends."""

    root: str
    headers: Mapping[str, str] = field(repr=False)
    """the headers of every call, with the key if there is one"""
    answer_time: float = ANSWER_TIME

    def client(self) -> "httpx.Client":
        made: httpx.Client = load_httpx().Client(**self._settings())
        return made

    def async_client(self) -> "httpx.AsyncClient":
        made: httpx.AsyncClient = load_httpx().AsyncClient(**self._settings())
        return made

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
        timeout = load_httpx().Timeout(self.answer_time, read=SILENCE)
        return {**self.request(call), "timeout": timeout}

    @property
    def troubles(self) -> tuple[type[Exception], ...]:
        """The errors that httpx raises when no answer arrives."""
        return (load_httpx().RequestError,)

    def _settings(self) -> dict[str, Any]:
        httpx = load_httpx()
        # With a cookie, all users of this client would be one guest; tokens keep them apart.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        return {
            "headers": self.headers,
            "timeout": self.answer_time,
            "cookies": no_cookies,
            "limits": httpx.Limits(max_connections=None, max_keepalive_connections=20),
        }


def connect(url: str, key: str | None, language: str, answer_time: float) -> Wire:
    """The address and headers for calls to the server at `url`; raises BadValue for a bad URL."""
    load_httpx()
    headers = {"Accept-Language": language}
    if key is not None:
        headers["Authorization"] = f"Bearer {key}"
    if not all(value.isascii() and value.isprintable() for value in headers.values()):
        raise BadValue("keys and languages are written in plain letters and digits")
    return Wire(root_of(url), headers, answer_time)


def load_httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise Missing("the client needs httpx: pip install 'baccarat[web]'") from None
    return httpx
