"""`baccarat store`: back up the store, restore, migrate, check, prune, audit, import."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.base.errors import BadText, FileTrouble
from baccarat.base.files import shown
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.exit_codes import BAD_INPUT, FAILED_CHECK
from baccarat.cli.output.show import AsJson, console, counted, new_table, say, show_json, warn

if TYPE_CHECKING:
    from baccarat.store import Store

StoreAddress = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="URL",
        help="The store: a file, postgresql://NAME@HOST/DATABASE, or `own`: store.sqlite in your "
        "folder of sittings.",
    ),
]
app = typer.Typer(help="Back up, restore, migrate, check, prune and audit the store of tables.")


def _open(url: str) -> "Store":
    from baccarat.store import Store  # loads a database library

    return Store.open(url, makes=False)


def _tell(form: str, label: str, facts: Mapping[str, object], *lines: str, as_json: bool) -> None:
    if as_json:
        show_json("store", {"store": label, **facts}, form)
    else:
        say(*lines)


@app.command()
def backup(
    file: Annotated[str, typer.Argument(help="New file for the copy.")],
    url: StoreAddress = "own",
    as_json: AsJson = False,
) -> None:
    """Copy the whole store to a new file, even while a server uses the store.

    Example: baccarat store backup monday.backup
    """
    from baccarat.store.upkeep.backup import back_up

    with _open(url) as store:
        copy = back_up(store.database, Path(file))
        tables, boards = copy.rows.get("tables", 0), copy.rows.get("boards", 0)
        _tell(
            "backup",
            store.database.where,
            {"path": file, "tables": tables, "boards": boards, "rows": sum(copy.rows.values())},
            f"{shown(file)}: {counted(tables, 'table')} and {counted(boards, 'board')}. "
            "Seeds of shoes are in it: keep it private.",
            as_json=as_json,
        )


@app.command()
def restore(
    file: Annotated[str, typer.Argument(help="File with the backup.")],
    url: StoreAddress = "own",
    as_json: AsJson = False,
) -> None:
    """Fill a new store from a backup; the store must be empty.

    Example: baccarat store restore monday.backup --store new.sqlite
    """
    from baccarat.store.address import PATIENCE, address
    from baccarat.store.open_store import connected
    from baccarat.store.upkeep.backup import read_backup
    from baccarat.store.upkeep.backup import restore as fill

    read_backup(Path(file))  # if the file is no backup, make no store
    database = connected(address(url), locking=True, patience=PATIENCE)
    try:
        copy = fill(database, Path(file))
    finally:
        database.close()
    tables, boards = copy.rows.get("tables", 0), copy.rows.get("boards", 0)
    _tell(
        "restore",
        database.where,
        {"path": file, "tables": tables, "boards": boards, "rows": sum(copy.rows.values())},
        f"{database.where}: {counted(tables, 'table')} and {counted(boards, 'board')} "
        f"of {copy.made}.",
        as_json=as_json,
    )


@app.command()
def migrate(url: StoreAddress = "own", as_json: AsJson = False) -> None:
    """Update an older store, and keep a copy; every command that opens a store does this, too.

    Example: baccarat store migrate --store club.sqlite
    """
    from baccarat.store.schema import VERSION

    with _open(url) as store:
        copy = None if store.copy is None else str(store.copy)
        note = "" if copy is None else f"; as it was before it is kept as {shown(copy)}"
        _tell(
            "migrate",
            store.database.where,
            {"revision": VERSION, "copy": copy},
            f"{store.database.where}: up to date, revision {VERSION}{note}.",
            as_json=as_json,
        )


@app.command()
@takes_plugins
def check(url: StoreAddress = "own", as_json: AsJson = False) -> None:
    """Rebuild every table and board from its acts, and check that the rest of the store agrees.

    Example: baccarat store check
    """
    from baccarat.store.upkeep.check import check as look

    with _open(url) as store:
        survey = look(store)
        label = store.database.where
    for fault in () if as_json else survey.faults:
        warn(f"baccarat: {label}: {fault}")
    sizes_json = {name: getattr(survey, name) for name in ("tables", "boards", "acts")}
    sizes = f"{counted(survey.tables, 'table')}, {counted(survey.boards, 'board')}"
    well = f"{label}: {sizes}, {counted(survey.acts, 'act')}: all is well."
    good = [] if survey.faults else [well]
    _tell("check", label, {**sizes_json, "troubles": list(survey.faults)}, *good, as_json=as_json)
    if survey.faults:
        raise typer.Exit(FAILED_CHECK)


@app.command()
@takes_plugins
def prune(
    before: Annotated[
        str,
        typer.Option(
            metavar="DATE",
            help="Day in UTC, e.g. 2026-01-31: prune shoes that ended before that day.",
        ),
    ],
    url: StoreAddress = "own",
    as_json: AsJson = False,
) -> None:
    """Replace the coups of old shoes by counts; the tables stay open.

    Example: baccarat store prune --before 2020-01-31
    """
    from baccarat.store.upkeep.pruning import prune as turn

    try:
        day = datetime.strptime(before, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise BadText(f"not a day: {before[:24]!r} (expected e.g. 2026-01-31)") from None
    with _open(url) as store:
        totals = turn(store, day)
        _tell(
            "prune",
            store.database.where,
            {name: getattr(totals, name) for name in ("shoes", "coups", "commits", "answers")},
            f"{store.database.where}: {counted(totals.shoes, 'shoe')} with "
            f"{counted(totals.coups, 'coup')} became counts.",
            as_json=as_json,
        )


@app.command()
def audit(
    last: Annotated[int, typer.Option(min=1, max=100_000, help="Number of lines.")] = 100,
    url: StoreAddress = "own",
    as_json: AsJson = False,
) -> None:
    """Show the log of tables, boards, keys, logins and runs; the log has no secrets.

    Example: baccarat store audit --last 20
    """
    with _open(url) as store:
        deeds, label = store.deeds(last), store.database.where
    if as_json:
        show_json("store", {"store": label, "deeds": [asdict(deed) for deed in deeds]}, "audit")
        return
    table = new_table("time", "who", "what", "about")
    for deed in deeds:
        table.add_row(deed.time, deed.who, deed.what, deed.about)
    console().print(table)


@app.command(name="import")
@takes_plugins
def take_in(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files with sittings.")],
    url: StoreAddress = "own",
    as_json: AsJson = False,
) -> None:
    """Import sittings of the terminal table into the store; the files are not deleted.

    Example: baccarat store import ~/.local/share/baccarat/sitting-0001.jsonl
    """
    from baccarat.store import Store, StoreTrouble
    from baccarat.store.upkeep.import_files import import_sitting

    numbers: dict[str, int] = {}
    troubles: list[str] = []
    with Store.open(url) as store:
        for file in files:
            try:
                numbers[file] = import_sitting(store, file)
            except StoreTrouble:
                raise
            except FileTrouble as fault:  # import the others all the same
                troubles.append(str(fault))
        imported = [{"path": file, "number": number} for file, number in numbers.items()]
        _tell(
            "import",
            store.database.where,
            {"imported": imported, "troubles": troubles},
            *(f"{shown(file)}: table {number}" for file, number in numbers.items()),
            as_json=as_json,
        )
    for trouble in () if as_json else troubles:
        warn(f"baccarat: {trouble}")
    if troubles:
        raise typer.Exit(BAD_INPUT)
