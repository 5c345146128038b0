"""A board: the shoe of a real table, result by result, with the cards where they are known.

    board = Board.open("Table 3").enter("B").enter("P 9-7 +P").enter("Kh 5c 8h | 9d 4s")
    board.correct(2, "B 7-9").undo()
    board.record                  the shoe in our notation, for roads and statistics

Every act gives a new board; a refused act leaves the old board as it was.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import FrozenDict, freeze
from baccarat.base.hints import guided, require_fields
from baccarat.core.calls import explain
from baccarat.core.coup import Coup
from baccarat.core.games import game as game_named
from baccarat.core.record import BadRecord, Entry, Record, read
from baccarat.core.result import LETTERS, Result, write_results
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup
from baccarat.core.third_card import as_dealt, play
from baccarat.table.acts import MOST_NAME, ActRefused

MOST_SAID = 80
"""The longest text of a result."""
MOST_PAGES = 100
"""The number of acts that can be undone."""
FEWEST_DEALT = 4
"""The fewest cards of a coup."""
SMALL = {"b", "p", "t"}
SAYS = {
    "open": ("said", "rules"),
    "result": ("said",),
    "insert": ("said", "coup"),
    "correct": ("said", "coup"),
    "strike": ("coup",),
}
"""The fields of each act; the other acts have none."""
VERSION, DETAILED, ENDS = '[Baccarat "1"]', '[Baccarat "2"]', "end 0\n"
"""The beginning of a record; the same with hands but no cards; and the end of an empty record."""


@guided
@dataclass(frozen=True, slots=True)
class BoardAct:
    """One act on a board; `said` is the text of a result, or the board's name."""

    what: str
    """`open`, `result`, `insert`, `correct`, `strike`, `undo`, `shoe` or `close`"""
    said: str = ""
    coup: int | None = None
    """the number of the coup in the shoe, from 1: corrected, struck, or pushed back by one"""
    rules: Mapping[str, Any] = field(default_factory=FrozenDict)
    """for `open`: the board's game, decks, cut_card, last_coup and burn"""

    def __post_init__(self) -> None:
        freeze(self, "rules")
        require_fields(self)
        if self.what not in HANDLERS:
            raise ActRefused("not an act of a board: {what}", what=self.what[:24])

    def as_json(self) -> dict[str, object]:
        """The act as JSON; empty fields are omitted."""
        told = {"what": self.what, "said": self.said, "coup": self.coup, "rules": dict(self.rules)}
        return {name: value for name, value in told.items() if value not in ("", None, {})}


@guided
@dataclass(frozen=True, slots=True)
class Page:
    """The content of a board: its shoe, and the counts of the earlier shoes."""

    record: Record = field(default_factory=Record)
    shoe: int = 1
    before: Mapping[str, int] = field(default_factory=FrozenDict)
    """coups of the earlier shoes, by the letter of the winner"""

    def __post_init__(self) -> None:
        freeze(self, "before")
        require_fields(self)


@guided
@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """The state of a board after its acts."""

    number: int = 0
    """the number of acts so far"""
    name: str = ""
    is_open: bool = False
    page: Page = field(default_factory=Page)
    past: tuple[Page, ...] = ()
    """the pages before each of the last acts, for undo"""

    @classmethod
    @guided
    def open(cls, name: str, game: str = "punto-banco", **rules: Any) -> "Board":
        """A board for a table, with that table's decks, cut_card, last_coup and burn.

        >>> Board.open("Table 3").enter("B").enter("P 9-7")
        <board Table 3: BP>
        """
        return cls().apply(BoardAct("open", name, rules={"game": game, **rules}))

    def enter(self, result: str) -> "Board":
        """Enter the next result: `B`, `P 9-7 +P`, `T P2 B2`, or the cards `Kh 5c 8h | 9d 4s`."""
        return self.apply(BoardAct("result", result))

    def insert(self, coup: int, result: str) -> "Board":
        """Insert a forgotten result before this coup."""
        return self.apply(BoardAct("insert", result, coup))

    def correct(self, coup: int, result: str) -> "Board":
        """Replace the result of a coup of this shoe, counted from 1."""
        return self.apply(BoardAct("correct", result, coup))

    def strike(self, coup: int) -> "Board":
        """Remove a coup that was entered by mistake and was never dealt."""
        return self.apply(BoardAct("strike", coup=coup))

    def undo(self) -> "Board":
        """Take back the last act of any kind."""
        return self.apply(BoardAct("undo"))

    def new_shoe(self) -> "Board":
        """Begin the next shoe."""
        return self.apply(BoardAct("shoe"))

    def close(self) -> "Board":
        """Close the board; it still shows its last shoe."""
        return self.apply(BoardAct("close"))

    def apply(self, act: BoardAct, number: int | None = None) -> "Board":
        """The board after one more act; `number`, if given, must be the number of this act."""
        due = self.number + 1
        if number is not None and number != due:
            raise ActRefused("the next act is number {due}, not {number}", due=due, number=number)
        if self.is_open is (act.what == "open"):
            raise ActRefused("the board is open already" if self.is_open else "the board is closed")
        if strange := act.as_json().keys() - {"what", *SAYS.get(act.what, ())}:
            raise ActRefused("{what} does not take {field}", what=act.what, field=min(strange))
        return replace(HANDLERS[act.what](self, act), number=due)

    @property
    def record(self) -> Record:
        """The record of the present shoe."""
        return self.page.record

    @property
    def results(self) -> list[Result]:
        """The results of the present shoe."""
        return self.record.results

    def as_json(self) -> dict[str, object]:
        """Everything that a wall screen shows, as JSON."""
        return {
            "name": self.name,
            "number": self.number,
            "is_open": self.is_open,
            "game": self.record.game,
            "shoe": self.page.shoe,
            "letters": write_results(self.results),
            "coups": [entry.as_json(n) for n, entry in enumerate(self.record.entries, start=1)],
            "before": dict(self.page.before),
            "can_undo": bool(self.past),
        }

    def __repr__(self) -> str:
        return f"<board {self.name}: {write_results(self.results)}>"


# What each act does.


def _open(board: Board, act: BoardAct) -> Board:
    if board.number:
        raise ActRefused("the board is closed")
    if not 0 < len(act.said) <= MOST_NAME or not act.said.isprintable():
        form = "a board has a name of 1 to {most} printable characters"
        raise ActRefused(form, most=MOST_NAME)
    given = dict(act.rules)
    game = game_named(given.pop("game", "punto-banco"), given.pop("decks", None))
    if isinstance(given.get("last_coup"), str):
        given["last_coup"] = LastCoup.parse(given["last_coup"])
    if strange := given.keys() - {"cut_card", "last_coup", "burn"}:
        raise ActRefused("a board has no {what}", what=min(strange)[:24])
    record = Record((), game.name, replace(game.rules, **given), tags=(("Table", act.said),))
    return replace(board, name=act.said, is_open=True, page=Page(record))


def _strike(board: Board, act: BoardAct) -> Board:
    place = _place(board, act)
    entries = board.record.entries
    return _with(board, (*entries[:place], *entries[place + 1 :]))


def _undo(board: Board, act: BoardAct) -> Board:
    if not board.past:
        raise ActRefused("there is nothing to undo")
    *past, page = board.past
    return replace(board, page=page, past=tuple(past))


def _shoe(board: Board, act: BoardAct) -> Board:
    page = board.page
    came = Counter(page.before) + Counter(entry.letter for entry in page.record.entries)
    record = replace(page.record, entries=())
    return _turned(board, Page(record, page.shoe + 1, FrozenDict(came)))


def _place(board: Board, act: BoardAct) -> int:
    coups = len(board.record.entries)
    if act.coup is None:
        raise ActRefused("give the number of a coup: 1 or more")
    if not 1 <= act.coup <= coups:
        form = "there is no coup {coup}: the shoe has {coups} so far"
        raise ActRefused(form, coup=act.coup, coups=coups)
    return act.coup - 1


def _written(board: Board, act: BoardAct, place: int, instead: int) -> Board:
    """The board with a result inserted at this place, or put in place of `instead` old results."""
    entries = board.record.entries
    most = 52 * board.record.rules.decks // FEWEST_DEALT
    if not instead and len(entries) >= most:
        raise ActRefused("no shoe has more than {most} coups: open a new shoe", most=most)
    entry = _read(board, act.said)
    return _with(board, (*entries[:place], entry, *entries[place + instead :]))


def _read(board: Board, said: str) -> Entry:
    """A typed result as an entry: the winner and other known facts, or only the cards."""
    if not 0 < len(said) <= MOST_SAID or not said.isprintable() or set(said) & set("{;"):
        raise ActRefused("a result must be e.g. B, P 9-7 +P or Kh 5c 8h | 9d 4s")
    words = [word.upper() if word in SMALL else word for word in said.split()]
    cards = list(takewhile(lambda word: word not in LETTERS, words))
    if "|" in cards:
        coup = _coup(" ".join(cards), board.record.rules)
        words = words if len(cards) < len(words) else [*words, Result.of(coup).letter]
    blank = str(replace(board.record, entries=())).replace(VERSION, DETAILED, 1)
    written = f"{blank.removesuffix(ENDS)}1. {' '.join(words)}\nend 1\n"
    try:
        return read(written)[0].entries[0]
    except BadRecord as bad:
        raise ActRefused("cannot read {said}: {why}", said=said, why=bad.fault) from None


def _coup(cards: str, rules: Rules) -> Coup:
    """A coup from its cards; refused with an explanation if the tableau forbids the coup."""
    coup = Coup.parse(cards)
    dealt = play(
        iter(coup.cards[len(rules.opening) :]), rules.tableau, as_dealt(coup), rules.opening
    )
    if dealt != coup:
        why = " ".join(map(str, explain(dealt, rules.tableau)))
        raise ActRefused("these cards do not follow the tableau: {why}", why=why or str(dealt))
    return coup


def _with(board: Board, entries: tuple[Entry, ...]) -> Board:
    """The board with these coups in its shoe; refused if the shoe cannot have these cards."""
    try:
        record = replace(board.record, entries=entries)
    except BaccaratError as fault:
        raise ActRefused("this cannot have been dealt: {why}", why=fault.said) from None
    return _turned(board, replace(board.page, record=record))


def _turned(board: Board, page: Page) -> Board:
    return replace(board, page=page, past=(*board.past, board.page)[-MOST_PAGES:])


HANDLERS: dict[str, Callable[[Board, BoardAct], Board]] = {
    "open": _open,
    "result": lambda board, act: _written(board, act, len(board.record.entries), instead=0),
    "insert": lambda board, act: _written(board, act, _place(board, act), instead=0),
    "correct": lambda board, act: _written(board, act, _place(board, act), instead=1),
    "strike": _strike,
    "undo": _undo,
    "shoe": _shoe,
    "close": lambda board, act: replace(board, is_open=False, past=()),
}
