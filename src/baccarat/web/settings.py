"""The settings of a server: its addresses, its names and its limits."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from baccarat.base.errors import BadValue
from baccarat.base.hints import quoted, require_fields

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
DEFAULT_PORTS = {"http": 80, "https": 443}
MOST_BYTES = 64 * 1024
"""Largest body, in bytes."""
MOST_LEVELS = 32
"""Deepest nesting of JSON in a body."""
LONGEST_HOST = 300
"""Longest host header, in characters; a name has at most 253."""
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?)(?::(\d{1,5}))?")
"""An address, or a name in small letters; a final dot and a port are optional."""


@dataclass(frozen=True)
class Settings:
    """The settings of a server; a server that other machines can reach always demands keys."""

    addresses: tuple[str, ...] = ("127.0.0.1",)
    """addresses on which the server listens"""
    port: int = 8000
    names: tuple[str, ...] = ()
    """further host names of the server, with or without a port"""
    has_tls: bool = False
    proxies: tuple[str, ...] = ()
    """addresses or networks of proxies whose X-Forwarded headers the server believes"""
    demands_keys: bool = False
    cookies: str = ""
    """the end of cookie names; default: the port, because browsers share cookies between ports"""
    most_streams: int = 12_000
    most_streams_each: int = 16
    """streams per caller"""
    most_connections: int = 16_000
    most_body: int = MOST_BYTES
    """largest body, in bytes"""
    most_head: int = 16 * 1024
    """largest head, in bytes"""
    most_levels: int = MOST_LEVELS
    """deepest nesting of JSON"""
    body_seconds: float = 8.0
    """seconds in which a body must arrive"""
    head_seconds: float = 8.0
    """seconds in which a head must arrive"""
    rate: int = 50
    """requests per second for each key and address, if keys are demanded; 0: no limit"""
    lab_runs: int = 2
    """runs of the laboratory that are dealt at the same time; 0: the laboratory is closed"""
    scheduler: str = ""
    """address of a dask scheduler whose workers deal the runs; default: this machine deals them"""

    def __post_init__(self) -> None:
        require_fields(self)
        for name in self.names:
            if read_host(name) is None:
                raise BadValue(
                    f"not the name of a host: {quoted(name)} (expected e.g. table.example)"
                )
        for proxy in self.proxies:
            try:
                ip_network(proxy, strict=False)
            except ValueError:
                told = f"not an address of a proxy: {quoted(proxy)} (expected e.g. 10.0.0.2)"
                raise BadValue(told) from None
        if not self.demands_keys and (self.proxies or not self.is_on_loopback):
            raise BadValue(
                "a server that is open beyond loopback or behind a proxy must demand keys"
            )

    @property
    def scheme(self) -> str:
        return "https" if self.has_tls else "http"

    @property
    def cookie_mark(self) -> str:
        """The suffix of cookie names, which differs between servers on one machine."""
        return self.cookies or str(self.port)

    @property
    def is_on_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return all(ip_address(address).is_loopback for address in self.addresses)

    @cached_property
    def known_hosts(self) -> frozenset[tuple[str, int]]:
        """All pairs of host name and port that the Host header of a request may have.

        A name given without a port is also known with ports 80 and 443, as behind a proxy.
        """
        usual = (self.port, *DEFAULT_PORTS.values())
        known = {(name, self.port) for name in LOOPBACK_NAMES}
        known |= {(same_address(address), self.port) for address in self.addresses}
        for name in self.names:
            found = read_host(name)
            if found is not None:
                host, port = found
                known |= {(host, each) for each in (usual if port is None else (port,))}
        return frozenset(known)

    @cached_property
    def trusted(self) -> tuple[IPv4Network | IPv6Network, ...]:
        return tuple(ip_network(proxy, strict=False) for proxy in self.proxies)

    def is_proxy(self, address: str) -> bool:
        """Whether the settings name this address as a proxy."""
        if not self.trusted:
            return False
        try:
            found = ip_address(same_address(address))
        except ValueError:
            return False
        return any(found in network for network in self.trusted)


def read_host(text: str) -> tuple[str, int | None] | None:
    """The host and the port in a Host header; None if the text is not a host."""
    return _read_host(text) if len(text) <= LONGEST_HOST else None


@lru_cache(maxsize=256)
def _read_host(text: str) -> tuple[str, int | None] | None:
    found = HOST.fullmatch(text.lower())
    if found is None:
        return None
    number, name, port = found.groups()
    if number is not None:
        try:
            name = same_address(str(IPv6Address(number)))
        except ValueError:
            return None
    return name, None if port is None else int(port)


def without_port(text: str) -> str:
    """The address without its port: from `10.0.0.1:80`, `[::1]:80` or a plain address."""
    found = read_host(text) if text.startswith("[") or text.count(":") == 1 else None
    return text if found is None else found[0]


def same_address(address: str) -> str:
    """An address in its shortest spelling; IPv4 inside IPv6 becomes plain IPv4."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    inner = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(inner or found)
