"""The version of a store: a new one is made, an older one brought up to date, a newer refused."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, insert, inspect, text

from baccarat.store.database import Database
from baccarat.store.schema import VERSION, about_store
from baccarat.store.trouble import StoreTrouble
from baccarat.table.sitting import now

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = "alembic_version"


def version_of(connection: Connection) -> str | None:
    """The revision of a store; None is one that was just made."""
    names = inspect(connection).get_table_names()
    if VERSIONS not in names:
        if names:
            raise StoreTrouble("another program's database: its tables are not ours")
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar()
    return None if found is None else str(found)


def bring_up_to_date(database: Database) -> None:
    """Make the tables of a new store, or change those of an older one, after a copy was made."""
    with database.engine.connect() as connection:
        found = version_of(connection)
    if found == VERSION:
        return
    if found is not None and found not in revisions():
        form = "{store}: a newer version of baccarat has written it: upgrade this one"
        raise StoreTrouble(form, store=database.where)
    database.change(upgrade)


def upgrade(connection: Connection, to: str = VERSION) -> None:
    """Change the tables from whatever revision they have."""
    from alembic.config import Config  # only a store that is not up to date needs it
    from alembic.runtime.environment import EnvironmentContext

    script = _script()

    def steps(revision: Any, context: Any) -> Any:
        return script._upgrade_revs(to, revision)

    is_new = version_of(connection) is None
    with EnvironmentContext(Config(), script, fn=steps, destination_rev=to) as environment:
        environment.configure(connection=connection)
        environment.run_migrations()
    if is_new and to == VERSION:
        secret = secrets.token_hex(32)
        connection.execute(insert(about_store).values(number=1, secret=secret, made=now()))


def revisions() -> list[str]:
    """Every revision that this program knows, the first one first."""
    return [script.revision for script in reversed(list(_script().walk_revisions()))]


def _script() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
