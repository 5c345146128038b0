"""The SQL statements that write acts, in a fixed order."""

from typing import Any

from sqlalchemy import Insert, Update, bindparam, insert, update

from baccarat.store.schema import (
    acts,
    answers,
    board_acts,
    boards,
    coups,
    guests,
    promises,
    shoes,
    tables,
)

Writing = Insert | Update
RowOf = tuple[Writing, dict[str, Any]]
"""A statement, and a row for it."""


def _table() -> Update:
    return update(tables).where(tables.c.number == bindparam("of_table"))


ADD_ACT = insert(acts)
GO_ON = _table().values(last=bindparam("new_last"), listed=bindparam("new_listed"))
SET_GAME = _table().values(game=bindparam("new_game"))
SET_CLOSED = _table().values(closed=bindparam("new_closed"))
ADD_PROMISE = insert(promises)
ADD_SHOE = insert(shoes)
SET_CEREMONY = (
    update(shoes)
    .where(shoes.c.table_number == bindparam("of_table"), shoes.c.number == bindparam("of_shoe"))
    .values(ceremony=bindparam("new_ceremony"))
)
ADD_COUP = insert(coups)
ADD_GUEST = insert(guests)
SET_GUEST = (
    update(guests)
    .where(
        guests.c.table_number == bindparam("of_table"),
        guests.c.since == bindparam("of_since"),
        guests.c.guest == bindparam("of_guest"),
    )
    .values(left_at=bindparam("new_left"), seat=bindparam("new_seat"))
)
ADD_BOARD_ACT = insert(board_acts)
BOARD_GOES_ON = (
    update(boards)
    .where(boards.c.number == bindparam("of_board"))
    .values(last=bindparam("new_last"), name=bindparam("new_name"), closed=bindparam("new_closed"))
)
ADD_ANSWER = insert(answers)

IN_ORDER = (
    GO_ON,
    BOARD_GOES_ON,
    ADD_ACT,
    SET_GAME,
    SET_CLOSED,
    ADD_PROMISE,
    ADD_SHOE,
    SET_CEREMONY,
    ADD_COUP,
    ADD_GUEST,
    SET_GUEST,
    ADD_BOARD_ACT,
    ADD_ANSWER,
)
"""Tables and boards come first: this locks their row, so that other servers wait at once."""
PLACE = {id(statement): place for place, statement in enumerate(IN_ORDER)}
"""The position of each statement, by object id: equal statements are the same object here."""
