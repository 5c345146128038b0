"""Both databases for the tests of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import PostgresServer

from baccarat.store import Store


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that is not there yet, in either database."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.emptied()


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place) as store:
        yield store
