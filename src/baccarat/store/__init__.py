"""The store: tables, boards, keys and runs in a database, SQLite or PostgreSQL.

store = Store.open()                          the user's default store
number = store.new_table(name="Salon")
sitting = Sitting(store.keeper(number))       every act is on disk before anybody sees it
"""

from importlib.util import find_spec

from baccarat.base.errors import Missing

if find_spec("sqlalchemy") is None or find_spec("alembic") is None:
    raise Missing("the store needs SQLAlchemy and alembic: pip install 'baccarat[web]'")

from baccarat.store.rows import (
    KeptAnswer,
    KeptBoard,
    KeptCoup,
    KeptDeed,
    KeptGuest,
    KeptKey,
    KeptRun,
    KeptShoe,
    KeptTable,
)
from baccarat.store.store import Store
from baccarat.store.trouble import StoreTrouble

__all__ = [
    "KeptAnswer",
    "KeptBoard",
    "KeptCoup",
    "KeptDeed",
    "KeptGuest",
    "KeptKey",
    "KeptRun",
    "KeptShoe",
    "KeptTable",
    "Store",
    "StoreTrouble",
]
