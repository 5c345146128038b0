"""Both databases for the tests of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import INSTALL, PostgresServer, binaries, running

from baccarat.store import Store


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    if binaries() is None:
        pytest.skip(INSTALL)
    with running() as server:
        yield server


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
