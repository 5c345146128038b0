"""What the keepers of tables and of boards share: how a commit is written, and what went wrong."""

from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import Connection, Select

from baccarat.store.database import Database
from baccarat.store.kept_answers import answer_rows, place_of, refuse_used_key
from baccarat.store.statements import RowOf
from baccarat.store.trouble import Overtaken, Unsure
from baccarat.store.writing import Pending, Work
from baccarat.table.board_sitting import BoardCommit
from baccarat.table.log import Commit


class PlaceKeeper:
    """Keeps the commits of one place in the store."""

    kind: ClassVar[str]
    find_line: ClassVar[Select[Any]]
    """the line of the commit `of_number` of the place `of_place`"""

    def __init__(self, database: Database, number: int) -> None:
        self.database, self.number = database, number
        self.is_unsure = False
        """whether a commit may have happened although it was refused: load the place again"""

    def _write(self, commit: Commit | BoardCommit, rows: Sequence[RowOf]) -> Work[None]:
        """Write a commit, whose line is in the first row, with what was answered."""
        line = rows[0][1]["line"]

        def is_there(connection: Connection) -> bool:
            which = {"of_place": self.number, "of_number": commit.number}
            return bool(connection.execute(self.find_line, which).scalar() == line)

        place = place_of(self.kind, self.number, commit.number)
        told = commit.key, commit.time, commit.asked, commit.answer
        try:
            yield Pending([*rows, *answer_rows(place, commit.author, *told)], is_there=is_there)
        except (Unsure, Overtaken) as trouble:
            if isinstance(trouble, Overtaken):
                refuse_used_key(self.database, place, commit.author, commit.key)
            self.is_unsure = True
            raise
