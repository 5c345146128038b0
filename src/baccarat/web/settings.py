"""How a server is set up: where it listens, by which names it is known, and what it bounds."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from baccarat.base.errors import BadValue
from baccarat.base.hints import quoted, require_fields

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
DEFAULT_PORTS = {"http": 80, "https": 443}
MOST_BYTES = 64 * 1024
"""Of a body."""
MOST_LEVELS = 32
"""Of its JSON."""
LONGEST_HOST = 300
"""Characters; a name has at most 253."""
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?)(?::(\d{1,5}))?")
"""An address or a name in small letters, perhaps with the dot of the root, perhaps with a port."""


@dataclass(frozen=True)
class Settings:
    """What a server was started with; beyond loopback it always demands keys."""

    addresses: tuple[str, ...] = ("127.0.0.1",)
    """it listens on them"""
    port: int = 8000
    names: tuple[str, ...] = ()
    """further names by which it is called, perhaps with a port"""
    has_tls: bool = False
    proxies: tuple[str, ...] = ()
    """addresses or networks whose X-Forwarded headers are believed"""
    demands_keys: bool = False
    cookies: str = ""
    """how the names of cookies end; nothing is the port, for browsers do not tell ports apart"""
    most_streams: int = 12_000
    most_streams_each: int = 16
    """streams of one caller"""
    most_connections: int = 16_000
    most_body: int = MOST_BYTES
    """bytes, as the next one"""
    most_head: int = 16 * 1024
    most_levels: int = MOST_LEVELS
    """of JSON"""
    body_seconds: float = 8.0
    """in which a body must have come, as the next one"""
    head_seconds: float = 8.0
    rate: int = 50
    """requests of one key and address in a second, where keys are demanded; 0: no bound"""
    lab_runs: int = 2
    """runs of the laboratory that are dealt at the same time; none: it is closed"""
    scheduler: str = ""
    """of dask workers that deal them; else they are dealt on this machine"""

    def __post_init__(self) -> None:
        require_fields(self)
        for name in self.names:
            if read_host(name) is None:
                raise BadValue(f"not the name of a host: {quoted(name)} (expected table.example)")
        for proxy in self.proxies:
            try:
                ip_network(proxy, strict=False)
            except ValueError:
                told = f"not an address of a proxy: {quoted(proxy)} (expected e.g. 10.0.0.2)"
                raise BadValue(told) from None
        if not self.demands_keys and (self.proxies or not self.is_on_loopback):
            raise BadValue("beyond loopback, and behind a proxy, a server demands keys")

    @property
    def scheme(self) -> str:
        return "https" if self.has_tls else "http"

    @property
    def cookie_mark(self) -> str:
        """What tells the cookies of this server from those of others on the machine."""
        return self.cookies or str(self.port)

    @property
    def is_on_loopback(self) -> bool:
        """Whether nobody but this machine can reach it."""
        return all(ip_address(address).is_loopback for address in self.addresses)

    @cached_property
    def known_hosts(self) -> frozenset[tuple[str, int]]:
        """Every name with every port by which it may be called.

        A name that was given without a port is also called by the usual ones: so a proxy has it.
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
        """Whether an address is that of a proxy that was named."""
        if not self.trusted:
            return False
        try:
            found = ip_address(same_address(address))
        except ValueError:
            return False
        return any(found in network for network in self.trusted)


def read_host(text: str) -> tuple[str, int | None] | None:
    """The host and the port that a header names, in one spelling; None if it names none."""
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
    """The address of `10.0.0.1:80`, of `[::1]:80`, and of an address alone."""
    found = read_host(text) if text.startswith("[") or text.count(":") == 1 else None
    return text if found is None else found[0]


def same_address(address: str) -> str:
    """An address in its shortest spelling; IPv4 within IPv6 is IPv4. A name stays as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    inner = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(inner or found)
