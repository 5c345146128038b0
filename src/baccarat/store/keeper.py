"""The base class of the keepers of tables and boards: it writes commits and handles errors."""

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from sqlalchemy import Connection, Table, select

from baccarat.store.answer_rows import answer_rows, place_of, refuse_used_key
from baccarat.store.database import Database
from baccarat.store.schema import select_at
from baccarat.store.statements import RowOf
from baccarat.store.trouble import Overtaken, Unsure
from baccarat.store.writer import Doing, Pending, Work, together
from baccarat.table.board.sitting import BoardCommit
from baccarat.table.log import Commit

T = TypeVar("T")


class PlaceKeeper:
    """Keeps the commits of one table or board in the store."""

    kind: ClassVar[str]
    places: ClassVar[Table]
    """the tables or the boards; every write at a place changes the row of that place first"""
    lines: ClassVar[Table]
    """the stored commits of all these places"""

    def __init__(self, database: Database, number: int) -> None:
        self.database, self.number = database, number
        self.is_unsure = False
        """True if a commit may have been written in spite of an error: load the place again"""

    def in_turn(self, catch_up: Callable[[], object], work: Callable[[], Work[T]]) -> T:
        """Write after another server wrote first: lock the table or board, catch up, try again."""
        doing = Doing(work())  # restarted when it has the lock

        def write(connection: Connection) -> None:
            nonlocal doing
            number = self.places.c.number
            connection.execute(select(number).where(number == self.number).with_for_update())
            catch_up()
            doing = Doing(work())
            doing.go_on()
            if doing.waits_for is not None:
                for statement, rows in together([doing.waits_for]):
                    for row in rows:
                        connection.execute(statement, row)

        def is_there(connection: Connection) -> bool:
            look = None if doing.waits_for is None else doing.waits_for.is_there
            return look is None or look(connection)

        turn = Pending(work=write, place=f"{self.kind}/{self.number}", is_there=is_there)
        self.database.turns.write(turn)
        if doing.waits_for is None and turn.error is not None:
            raise turn.error
        if doing.waits_for is not None:
            doing.waits_for.error = turn.error
            doing.go_on()
        return doing.outcome

    def _write(self, commit: Commit | BoardCommit, rows: Sequence[RowOf]) -> Work[None]:
        """Write a commit as rows, with its answer; the first row has the whole commit as a line."""
        line = rows[0][1]["line"]

        def is_there(connection: Connection) -> bool:
            asked = select_at(self.lines, self.number, "line")
            asked = asked.where(self.lines.c.number == commit.number)
            return bool(connection.execute(asked).scalar() == line)

        place = place_of(self.kind, self.number, commit.number)
        try:
            every = [*rows, *answer_rows(place, commit)]
            yield Pending(every, place=f"{self.kind}/{self.number}", is_there=is_there)
        except (Unsure, Overtaken) as trouble:
            if isinstance(trouble, Overtaken):
                refuse_used_key(self.database, place, commit.author, commit.key)
            self.is_unsure = True
            raise
