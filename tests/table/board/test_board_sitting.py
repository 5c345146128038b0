"""A board that is kept: what was done comes back, what was refused or not kept has not happened."""

from functools import reduce
from threading import Thread

import pytest

from baccarat.table import ActRefused
from baccarat.table.board.board import Board, BoardAct
from baccarat.table.board.sitting import BoardCommit, BoardMemory, BoardSitting
from baccarat.table.saving import NotKept


def test_what_was_done_to_a_board_comes_back() -> None:
    kept = BoardMemory()
    sitting = BoardSitting(kept, clock=lambda: "then")
    sitting.do(BoardAct("open", "Table 3"))
    sitting.do(BoardAct("result", "B"), author="dealer", key="k", asked="d", answer=repr)
    folded = reduce(Board.apply, (commit.act for commit in kept.commits), Board())
    assert BoardSitting(kept).board == sitting.board == folded
    assert kept.commits[-1] == BoardCommit(
        2, BoardAct("result", "B"), "dealer", "then", "k", "d", "<board Table 3: B>"
    )


def test_refused_or_not_kept_has_not_happened() -> None:
    class Full(BoardMemory):
        def append(self, commit: BoardCommit, boards: tuple[Board, Board]) -> None:
            raise NotKept("the shelf is full")

    sitting = BoardSitting(Full())
    with pytest.raises(NotKept, match="full"):
        sitting.do(BoardAct("open", "Table 3"))
    with pytest.raises(ActRefused, match="the next act is number 1, not 2"):
        sitting.do(BoardAct("open", "Table 3"), number=2)
    assert sitting.board == Board()


def test_several_threads_lose_nothing() -> None:
    sitting = BoardSitting()
    sitting.do(BoardAct("open", "Table 3"))
    enter = [Thread(target=lambda: [sitting.do(BoardAct("result", "B")) for _ in range(20)])] * 1
    threads = [*enter, *(Thread(target=lambda: sitting.do(BoardAct("result", "P"))) for _ in "abc")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sitting.board.results) == 23
