"""Where sittings of the terminal are kept: in files, or in a store."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from baccarat.table.log import Keeper, Memory
from baccarat.table.saving import ActFile, has_ended, new_sitting, sittings
from baccarat.table.table import Table


class PlacedKeeper(Keeper, Protocol):
    """The keeper of one sitting, with the place where it lies."""

    path: Path
    """beside which shoes are written that a guest wants to have"""

    def start(self) -> Table | None:
        """Where its commits go on; None is a table that is still closed."""
        ...

    def close(self) -> None: ...


class SittingPlace(Protocol):
    """All sittings of one place."""

    def left(self) -> Iterator[tuple[str, PlacedKeeper]]:
        """Those that have not ended, by name, the last one first."""
        ...

    def new(self) -> PlacedKeeper:
        """One more."""
        ...


class WholeFile(ActFile):
    """A file, which keeps a sitting from its first act on."""

    def start(self) -> Table | None:
        return None


class Unsaved(Memory):
    """Keeps a sitting while it is played, where nothing can be saved."""

    path = Path("sitting-unsaved.jsonl")

    def start(self) -> Table | None:
        return None

    def close(self) -> None:
        """There is nothing to close."""


class SittingFolder:
    """The files of a folder, or of the data directory."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def left(self) -> Iterator[tuple[str, PlacedKeeper]]:
        for path in reversed(sittings(self.folder)):
            if not has_ended(path):
                yield path.name, WholeFile(path)

    def new(self) -> PlacedKeeper:
        return WholeFile(new_sitting(self.folder))
