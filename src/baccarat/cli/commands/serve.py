"""`baccarat serve`: tables, boards and the library's answers over HTTP."""

import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.files import file_option
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.options.store import StoreUrl, open_store, require_web
from baccarat.cli.output.show import AsJson, refuse, say, show_json, warn

if TYPE_CHECKING:
    from baccarat.store import Store
    from baccarat.web.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")


@takes_plugins
def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; beyond loopback, guests need keys.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port; 0 takes any free port.")
    ] = 8000,
    store: StoreUrl = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="Host name of the server, with a port if you like. May be repeated.",
        ),
    ] = None,
    cert: Annotated[str | None, file_option("Certificate for HTTPS, in PEM format.")] = None,
    cert_key: Annotated[
        str | None, file_option("Private key of the certificate, if --cert does not contain it.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="Address or network of a trusted proxy. May be repeated."
        ),
    ] = None,
    rate: Annotated[
        int,
        typer.Option(
            min=0, help="Maximum requests per second from one key or address; 0: no limit."
        ),
    ] = 50,
    tables: Annotated[int, typer.Option(min=1, help="Maximum number of open tables.")] = 5_000,
    lab_runs: Annotated[
        int,
        typer.Option(min=0, help="Maximum number of laboratory runs at once; 0: no runs."),
    ] = 2,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Address of a Dask scheduler for the laboratory runs."
        ),
    ] = None,
    keys: Annotated[bool, typer.Option("--keys", help="Require keys on loopback, too.")] = False,
    shared: Annotated[
        bool, typer.Option("--shared", help="Share the PostgreSQL store with other servers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Serve tables, boards and the library over HTTP, to browsers and programs.

    Example: baccarat serve --port 8000
    """
    require_web()
    if cert is None:
        refuse("there is no certificate", {"--cert-key": cert_key})
    from baccarat.web import server  # FastAPI is slow to load: only a server needs it
    from baccarat.web.app import build_app
    from baccarat.web.gate.callers import shared_cookies
    from baccarat.web.house.house import House

    with ExitStack() as stack:
        tls = None if cert is None else server.tls_of(cert, cert_key)
        sockets = [stack.enter_context(socket) for socket in server.listen(host, port)]
        settings = server.settings_for(
            sockets,
            names=tuple(name or ()),
            proxies=proxy or (),
            has_tls=tls is not None,
            demands_keys=keys,
            rate=rate,
            lab_runs=lab_runs,
            scheduler=scheduler or "",
        )
        book = stack.enter_context(open_store(store, serving=True, shared=shared))
        if shared:
            settings = replace(settings, cookies=shared_cookies(book.secret))
        house = stack.enter_context(closing(House(book, tables)))
        app = build_app(house, settings)
        tell = partial(_tell, settings, book, store, as_json)
        sign = server.run(app, app.state.gate, sockets, tls=tls, on_start=tell)
    if sign is not None:
        sys.exit(128 + sign)


def _tell(settings: "Settings", store: "Store", url: str | None, as_json: bool) -> None:
    """Print the address to open, and warn of missing keys or encryption."""
    address = address_of(settings)
    if as_json:
        about = {"url": address, "port": settings.port, "demands_keys": settings.demands_keys}
        show_json("serve", about)
    else:
        say(f"Open {address} (Ctrl-C ends it).")
    sys.stdout.flush()
    keys = store.keys()
    if settings.demands_keys and all(key.revoked for key in keys):
        option = "" if url is None else ", with the same --store,"  # a URL may have a password
        make = f"`baccarat key make --kind host`{option} makes one"
        warn(f"baccarat: there is no key yet, so nobody gets in: {make}")
    if not (settings.is_on_loopback or settings.has_tls or settings.proxies):
        warn("baccarat: without --cert or --proxy, others on the network can read the keys")


def address_of(settings: "Settings") -> str:
    """The server's URL: with its first host name if it has names, otherwise with an IP address."""
    from baccarat.web.server import outward_address
    from baccarat.web.settings import DEFAULT_PORTS, read_host

    if settings.names:
        place = read_host(settings.names[0])
        if place is None:
            raise BadText(
                f"not the name of a host: {settings.names[0]!r} (expected e.g. table.example)"
            )
        host, port = place
        is_proxied = bool(settings.proxies)
        scheme = "https" if is_proxied else settings.scheme
        port = port or (DEFAULT_PORTS[scheme] if is_proxied else settings.port)
    else:
        host, port, scheme = settings.addresses[0], settings.port, settings.scheme
        host = outward_address() if host in EVERYWHERE else host
    literal = f"[{host}]" if ":" in host else host
    return f"{scheme}://{literal}{'' if DEFAULT_PORTS[scheme] == port else f':{port}'}/"
