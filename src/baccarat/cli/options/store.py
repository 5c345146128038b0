"""`--store`: the store that a command works with, opened when it is needed."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.base.errors import Missing

if TYPE_CHECKING:
    from baccarat.store import Store

StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="URL", help="A file or a database.", show_default="where sittings lie"
    ),
]
NEEDED = ("fastapi", "uvicorn", "httptools", "sqlalchemy", "alembic")


def require_web() -> None:
    """Complain where the extra is missing."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Missing(f"this needs {missing[0]}: pip install 'baccarat[web]'")


def open_store(
    url: str | None, *, serving: bool = False, makes: bool = True, shared: bool = False
) -> "Store":
    """A store of tables and keys; a server has it to itself or shares it, commands may look in.

    Who only looks or changes what is there makes none: a mistyped name is told.
    """
    require_web()
    from baccarat.store import Store  # which loads a database

    return Store.open(url, serving=serving, makes=makes, shared=shared)
