"""`--store`: the store of a command, opened when it is needed."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.base.errors import Missing

if TYPE_CHECKING:
    from baccarat.store import Store

StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="The store: a file, or postgresql://NAME@HOST/DATABASE.",
        show_default="store.sqlite, in the folder of the sittings",
    ),
]
NEEDED = ("fastapi", "uvicorn", "httptools", "sqlalchemy", "alembic")


def require_web() -> None:
    """Complain if the extra `web` is not installed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Missing(f"this command needs {missing[0]}: pip install 'baccarat[web]'")


def open_store(
    url: str | None, *, serving: bool = False, makes: bool = True, shared: bool = False
) -> "Store":
    """Open a store of tables and keys for a command, for one server, or for servers that share it.

    A command that only reads or changes a store makes no new store, so a mistyped name is an error.
    """
    require_web()
    from baccarat.store import Store  # loads a database library

    return Store.open(url, serving=serving, makes=makes, shared=shared)
