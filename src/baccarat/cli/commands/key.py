"""`baccarat key`: the keys of a server that other machines can reach.

The command also works while the server runs.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from baccarat.base.errors import BadText, NameTaken, UnknownName
from baccarat.base.hints import quoted
from baccarat.cli.options.store import StoreUrl, open_store
from baccarat.cli.output.show import AsJson, console, counted, new_table, say, show_json

if TYPE_CHECKING:
    from baccarat.store import KeptKey, Store

app = typer.Typer(help="Make, list or revoke the keys of a server, or print a key's short code.")

Which = Annotated[str, typer.Argument(metavar="NAME|NUMBER", help="Name or number of the key.")]
KINDS = "watch, play, deal or host"


@app.command()
def make(
    kind: Annotated[str, typer.Option(help=f"Kind of key: {KINDS}.")],
    name: Annotated[
        str | None,
        typer.Option(help="Name of the key, e.g. its guest.", show_default="play-1 and so on"),
    ] = None,
    table: Annotated[
        list[int] | None,
        typer.Option(
            min=1, help="Limit the key to this table. May be repeated.", show_default="all tables"
        ),
    ] = None,
    code: Annotated[
        bool, typer.Option("--code", help="Print a short code instead of the key.")
    ] = False,
    store: StoreUrl = None,
    as_json: AsJson = False,
) -> None:
    """Make a key and show it now; a key is never shown again.

    Example: baccarat key make --kind play --name Ann --table 3
    """
    from baccarat.web.gate.keys import Level, digest, new_key

    level = Level.__members__.get(kind.strip().upper())
    if level is None:
        raise BadText(f"not a kind of key: {quoted(kind)} (expected {KINDS})")
    tables = sorted(set(table)) if table else None
    with open_store(store) as book:
        key = new_key(level)
        called = None if name is None else _read_name(name)
        number, called = _add(book, called, str(level), tables, digest(key))
        short = _new_code(book, number) if code else None
    if as_json:
        about = {"number": number, "name": called, "kind": str(level), "limited_to": tables}
        show_json("key", {**about, "key": None if code else key, "code": short}, "make")
        return
    say(f"Key {number}, {called}: {_allows(str(level), tables)}.")
    if short is None:
        say(key, "Keep it: it is not shown again.")
    else:
        _say_code(short)


@app.command("list")
def list_keys(store: StoreUrl = None, as_json: AsJson = False) -> None:
    """List all keys; the store keeps only their hashes.

    Example: baccarat key list
    """
    with open_store(store, makes=False) as book:
        keys = book.keys()
    if as_json:
        show_json("key", {"keys": [_about(key) for key in keys]}, "list")
        return
    if not keys:
        say("There is no key yet: `baccarat key make --kind host` makes one.")
        return
    table = new_table(">number", "name", "kind", "tables", "made", "revoked")
    for key in keys:
        about = _about(key)
        table_numbers = about["limited_to"]
        tables = "all" if table_numbers is None else ", ".join(map(str, table_numbers))
        created, revoked = about["made"], about["revoked"] or ""
        table.add_row(str(key.number), key.name, key.kind, tables, created, revoked)
    console().print(table)


@app.command()
def revoke(which: Which, store: StoreUrl = None, as_json: AsJson = False) -> None:
    """Revoke a key: its sessions and streams end within a second.

    Example: baccarat key revoke Ann
    """
    with open_store(store, makes=False) as book:
        key = _found(book.keys(), which)
        book.revoke(key.number)
    if as_json:
        show_json("key", {"number": key.number, "name": key.name, "is_revoked": True}, "revoke")
    else:
        say(f"Key {key.number}, {key.name}, is revoked.")


@app.command("code")
def print_code(which: Which, store: StoreUrl = None, as_json: AsJson = False) -> None:
    """Print a short code for a key; the code logs in one phone or wall screen.

    Example: baccarat key code wall
    """
    with open_store(store, makes=False) as book:
        key = _found(book.keys(), which)
        code = _new_code(book, key.number)
    if as_json:
        show_json("key", {"number": key.number, "name": key.name, "code": code}, "code")
    else:
        _say_code(code)


def _new_code(book: "Store", number: int) -> str:
    from baccarat.web.gate.keys import CODE_SECONDS, digest, new_code

    code = new_code()
    book.add_code(digest(code.replace("-", "")), number, time.time() + CODE_SECONDS)
    return code


def _say_code(code: str) -> None:
    say(code, "Type it in where the table is shown: it works once, within ten minutes.")


def _found(keys: Sequence["KeptKey"], label: str) -> "KeptKey":
    """The valid key with this name or number."""
    good = [key for key in keys if not key.revoked]
    for key in good:
        if label in (key.name, str(key.number)):
            return key
    hint = "`baccarat key list` shows them"
    raise UnknownName("key", label[:40], [key.name for key in good], hint)


def _add(
    book: "Store", name: str | None, kind: str, tables: list[int] | None, digest: str
) -> tuple[int, str]:
    """Add a key; return its number and its name: the given name, or the first free name."""
    while True:
        called = _free_name(book.keys(), kind) if name is None else name
        try:
            return book.add_key(called, kind, tables, digest), called
        except NameTaken:
            if name is not None:
                raise  # otherwise another process was faster: try the next free name


def _read_name(name: str) -> str:
    """The name for a new key; a number is refused, because a key's number also identifies a key."""
    from baccarat.web.gate.keys import LONGEST_NAME

    called = " ".join(name.split())
    if not called or len(called) > LONGEST_NAME or not called.isprintable() or called.isdecimal():
        rule = f"a key's name has 1 to {LONGEST_NAME} characters and is no number"
        raise BadText(f"{rule}: {name[:LONGEST_NAME]!r}")
    return called


def _free_name(keys: Sequence["KeptKey"], kind: str) -> str:
    names = {key.name for key in keys}
    return next(name for n in range(1, len(names) + 2) if (name := f"{kind}-{n}") not in names)


def _allows(kind: str, tables: list[int] | None) -> str:
    if tables is None:
        return f"{kind}, at all tables"
    return f"{kind}, at {counted(len(tables), 'table')}: {', '.join(map(str, tables))}"


def _about(key: "KeptKey") -> dict[str, Any]:
    tables = None if key.tables is None else sorted(key.tables)
    about = {"number": key.number, "name": key.name, "kind": key.kind, "limited_to": tables}
    return {**about, "made": key.made, "revoked": key.revoked or None}
