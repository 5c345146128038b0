"""The places where the terminal keeps sittings: files or a store."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from baccarat.table.log import Keeper, Memory
from baccarat.table.saving import ActFile, has_ended, new_sitting, sittings
from baccarat.table.table import Table


class PlacedKeeper(Keeper, Protocol):
    """Saves the acts of one sitting; `path` is the place of the sitting."""

    path: Path
    """where the sitting is; exported shoes are written beside it"""

    def start(self) -> Table | None:
        """The table from which the sitting resumes; None if it resumes from the first act."""
        ...

    def close(self) -> None: ...


class SittingPlace(Protocol):
    """A place for sittings: a folder of files, or a store."""

    def left(self) -> Iterator[tuple[str, PlacedKeeper]]:
        """The sittings that have not ended, each with its name, newest first."""
        ...

    def new(self) -> PlacedKeeper:
        """A new sitting."""
        ...


class WholeFile(ActFile):
    """A file with all acts of a sitting, from the first act on."""

    def start(self) -> Table | None:
        return None


class Unsaved(Memory):
    """Keeps a sitting only in memory, if nothing can be saved."""

    path = Path("sitting-unsaved.jsonl")

    def start(self) -> Table | None:
        return None

    def close(self) -> None:
        """Do nothing: there is no file."""


class SittingFolder:
    """The sittings in the files of a folder; default: the data directory."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def left(self) -> Iterator[tuple[str, PlacedKeeper]]:
        for path in reversed(sittings(self.folder)):
            if not has_ended(path):
                yield path.name, WholeFile(path)

    def new(self) -> PlacedKeeper:
        return WholeFile(new_sitting(self.folder))
