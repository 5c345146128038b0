"""Makes a new store, upgrades an older store, and refuses a newer store."""

import secrets
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, MetaData, func, insert, inspect, select, text

from baccarat.store.address import POSTGRES
from baccarat.store.database import Database
from baccarat.store.schema import VERSION, VERSIONS, about_store, boards, keys, runs, tables
from baccarat.store.trouble import DAMAGED, STRANGE, StoreTrouble
from baccarat.table.sitting import now

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

MIGRATIONS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = Lock()
"""A lock, because alembic has only one environment in a process."""
MAKING = 0x62616363
"""The number of the PostgreSQL lock that is held while tables are made."""
SECRET_BYTES = 32
NEWER = "{store}: a newer version of baccarat has written it: upgrade this one"


def version_of(connection: Connection) -> str | None:
    """The revision of a store; None if it has no tables yet."""
    names = inspect(connection).get_table_names()
    if VERSIONS not in names:
        if names:
            raise StoreTrouble(STRANGE, store=str(connection.engine.url.database))
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar()
    if found is None and names != [VERSIONS]:
        form = "{store}: its revision is {damaged}"
        raise StoreTrouble(form, store=str(connection.engine.url.database), damaged=DAMAGED)
    return None if found is None else str(found)


def state_of(database: Database) -> str | None:
    """The revision of a store, or None without tables; an unknown revision raises StoreTrouble."""
    with database.engine.connect() as connection:
        found = version_of(connection)
    if found is not None and found != VERSION and found not in revisions():
        raise StoreTrouble(NEWER, store=database.where)
    return found


def make(connection: Connection) -> None:
    """Make the tables of a new store, and its secret."""
    if connection.dialect.name == POSTGRES:  # it lets two processes make the same tables
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MAKING})"))
    if version_of(connection) is None:  # no other process has made them
        upgrade(connection)
        secret = secrets.token_hex(SECRET_BYTES)
        connection.execute(insert(about_store).values(number=1, secret=secret, made=now()))


def upgrade(connection: Connection, to: str = VERSION) -> None:
    """Upgrade the tables from their present revision."""
    from alembic.config import Config  # needed only for an older store
    from alembic.runtime.environment import EnvironmentContext

    script = _script()

    def steps(revision: Any, context: Any) -> Any:
        return script._upgrade_revs(to, revision)

    with (
        ONE_AT_A_TIME,
        EnvironmentContext(Config(), script, fn=steps, destination_rev=to) as environment,
    ):
        environment.configure(connection=connection)
        environment.run_migrations()


def is_empty(connection: Connection) -> bool:
    """True if nobody has stored a table, a board, a key or a run yet."""
    if version_of(connection) is None:
        return True
    counts = (select(func.count()).select_from(table) for table in (tables, boards, keys, runs))
    return not any(connection.execute(count).scalar() for count in counts)


def clear(connection: Connection) -> None:
    """Drop the tables of an empty store."""
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)


def revisions() -> list[str]:
    """Every revision that this program knows, oldest first."""
    return [script.revision for script in reversed(list(_script().walk_revisions()))]


def _script() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
