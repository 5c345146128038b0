"""A store in a folder of its own, as long as a test runs; it can be made to fail."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from baccarat.store import Store, StoreTrouble
from baccarat.store.address import PATIENCE, address
from baccarat.store.open_store import prepare
from baccarat.store.trouble import Unsure
from baccarat.store.writer import Pending, Writer

NAME = "store.sqlite"
OPEN: "list[TroubledStore]" = []
"""Those that nobody has closed yet."""


@cache
def empty() -> "TemporaryDirectory[str]":
    """A folder with a store in it that nothing has happened to; a copy is made in no time."""
    folder = TemporaryDirectory()
    Store.open(Path(folder.name) / NAME).close()
    return folder


class TroubledWriter(Writer):
    """Writes, unless something shall go wrong."""

    is_full = False
    """nothing is written"""
    is_lost_after = False
    """all is written, and nobody is told"""

    def write(self, *group: Pending) -> None:
        trouble = StoreTrouble("{store}: the disk is full", store=self.where)
        if not self.is_full:
            super().write(*group)
            trouble = Unsure("{store}: the database was lost", store=self.where)
        if self.is_full or self.is_lost_after:
            for one in group:
                one.error = trouble


class TroubledStore(Store):
    """A real store with nothing in it."""

    def __init__(self) -> None:
        self.folder = TemporaryDirectory()
        file = Path(self.folder.name) / NAME
        shutil.copyfile(Path(empty().name) / NAME, file)
        database = prepare(address(file), serving=False, patience=PATIENCE)
        database.writer = self.trouble = TroubledWriter(database.engine, database.where)
        super().__init__(database)
        self.secret = b"s" * 32  # the same tokens every time
        OPEN.append(self)

    def close(self) -> None:
        super().close()
        self.folder.cleanup()


@contextmanager
def closed_stores() -> Iterator[None]:
    """At the end close all that were opened meanwhile."""
    before = len(OPEN)
    yield
    while len(OPEN) > before:
        OPEN.pop().close()
