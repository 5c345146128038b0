"""Tables that are played for the tests of the store."""

from baccarat.store import Store
from baccarat.table.acts import Burn, Cut, Deal, Open, Place, Sit
from baccarat.table.board.board import Board, BoardAct
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase
from baccarat.table.table import Table


def sat_down(store: Store, *, fair: bool = False, seed: int = 7) -> tuple[int, Sitting]:
    """A table with two guests; its shoes have some six coups."""
    number = store.new_table("Salon")
    sitting = Sitting(store.keeper(number), forgets=True)
    opening = Open(seats=3, seed=None if fair else seed, fair=fair, cut_card=380)
    sitting.do(opening, Sit("Ann", 1_000), Sit("Bob", 500))
    return number, sitting


def play_shoe(sitting: Sitting) -> None:
    """A whole shoe, with wagers on every coup."""
    if sitting.table.opened.fair:
        sitting.promise()
    sitting.shuffle()
    sitting.do(Cut(), Burn())
    while sitting.table.phase is Phase.BETS:
        sitting.do(Place("banker", 10, "Ann"), Place("tie", 1, "Bob"), author="Ann")
        sitting.do(Deal(), go_on=True)


def back(store: Store, number: int) -> Sitting:
    """A table as a server finds it again."""
    keeper = store.keeper(number)
    return Sitting(keeper, start=keeper.start(), forgets=True)


def marked(store: Store, *results: str) -> tuple[int, BoardSitting]:
    """A board with these results; `shoe` is a new shoe."""
    number = store.new_board()
    board = BoardSitting(store.board_keeper(number))
    board.do(BoardAct("open", "Table 3"))
    for result in results:
        board.do(BoardAct("shoe") if result == "shoe" else BoardAct("result", result))
    return number, board


def all_tables(store: Store) -> list[Table]:
    return [back(store, one.number).table for one in store.tables(None)]


def all_boards(store: Store) -> list[Board]:
    keepers = [store.board_keeper(one.number) for one in store.boards()]
    return [BoardSitting(keeper, start=keeper.start()).board for keeper in keepers]
