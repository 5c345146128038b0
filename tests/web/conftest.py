"""No store stays open after the test, or the file of tests, that it was made for."""

from collections.abc import Iterator

import pytest
from troubled_store import closed_stores


@pytest.fixture(autouse=True, scope="module")
def closed_after_all() -> Iterator[None]:
    with closed_stores():
        yield


@pytest.fixture(autouse=True)
def closed_after_each() -> Iterator[None]:
    with closed_stores():
        yield
