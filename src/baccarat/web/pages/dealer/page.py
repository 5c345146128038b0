"""The page for the dealer of a real table, who enters results by keys, taps or a card reader.

GET /boards/3/dealer                                   the page
GET /boards/3/coup?kept=Kh+9d&typed=5c                 the coup so far, and what is missing
GET /boards/3/question?act=strike&coup=12              the question before a coup is changed
GET /new-board                                         a form that opens a board

Acts go to the API, with the number that they expect. The page knows no rules: the server reads each
piece that is tapped or typed.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.core.cards import Card, Rank, Suit
from baccarat.core.coup import Side
from baccarat.core.games import GAMES
from baccarat.core.record import Entry
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.render.card_faces import page_card
from baccarat.render.page_roads import page_road
from baccarat.render.road_words import letter_in_words, winner_in_words
from baccarat.table.acts import MOST_NAME
from baccarat.table.board.board import Board, BoardAct
from baccarat.table.board.coup_draft import Awaits, CoupDraft, card_code, read_draft
from baccarat.web.api.boards import BoardNumber
from baccarat.web.api.events import require_boards
from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.keys import Level
from baccarat.web.gate.query_fields import whole_page
from baccarat.web.house.seats import house_of, threads_of
from baccarat.web.pages.parts import Sketch, scene
from baccarat.web.pages.shell import page_words, shell_of
from baccarat.web.pages.stream import drawn_at, page_viewer

router = APIRouter(include_in_schema=False)
PARTS = ("head", "last", "counts", "coups", "roads", "does")
ROADS = ("big", "bead")
"""The roads that the dealer sees: enough to notice a mistake."""
MOST_TYPED = 100
NOTHING_TYPED = CoupDraft()
Typed = Annotated[str, Query(max_length=MOST_TYPED)]
WhichCoup = Annotated[int | None, Query(ge=1, le=10_000)]
EntryAct = Literal["result", "correct", "insert"]
ChangeAct = Literal["correct", "insert", "strike", "shoe", "close"]


@router.get("/new-board")
@whole_page()
async def show_new_board(request: Request, caller: Calls) -> Response:
    """The form that opens a board."""
    require_boards(caller, Level.DEAL)
    games = [(game.key, game.rules.decks) for game in GAMES]
    return shell_of(request).page(request, "new_board.html", games=games, most_name=MOST_NAME)


@router.get("/boards/{board}/dealer")
@whole_page()
async def show_dealer(request: Request, caller: Calls, board: BoardNumber) -> Response:
    """The page on which the dealer of a real table enters results."""
    require_boards(caller, Level.DEAL)
    drawn = drawn_at(request, caller, f"board/{board}")
    viewer = page_viewer(request, caller, drawn, "dealer")
    number, parts = await threads_of(request).look(lambda: drawn.parts(viewer))
    here = _board(request, caller, board)
    words = page_words(request)
    return shell_of(request).page(
        request,
        "dealer.html",
        title=here.name,
        place=drawn.place,
        number=number,
        parts={name: Markup(html) for name, html in parts.items()},
        is_open=here.is_open,
        is_free=here.record.rules.tableau.has_free_cells,
        ranks=list(Rank),
        suits=list(Suit),
        reading=Markup(_drawn_reading(request, words, here, ReadCoup.of(here))),
    )


@router.get("/boards/{board}/coup")
async def read_coup(
    request: Request,
    caller: Calls,
    board: BoardNumber,
    kept: Typed = "",
    typed: Typed = "",
    act: EntryAct = "result",
    coup: WhichCoup = None,
) -> Response:
    """The HTML of the coup so far, from the kept text and the text that was just typed."""
    here, words = _board(request, caller, board), page_words(request)

    def draw() -> str:
        return _drawn_reading(request, words, here, ReadCoup.of(here, kept, typed, act, coup))

    return shell_of(request).answer(request, await threads_of(request).look(draw), words)


@router.get("/boards/{board}/question")
async def ask_dealer(
    request: Request,
    caller: Calls,
    board: BoardNumber,
    act: ChangeAct,
    coup: WhichCoup = None,
    said: Typed = "",
) -> Response:
    """The HTML that asks the dealer to confirm a change, with the coup before and after."""
    here, words = _board(request, caller, board), page_words(request)
    after = here.apply(BoardAct(act, said, coup))  # raises if it is impossible
    place = 0 if coup is None else coup - 1
    is_written = act in ("correct", "insert")
    context = {
        "act": act,
        "coup": coup,
        "coups": len(here.record.entries),
        "shoe": here.page.shoe + 1,
        "before": None if coup is None else in_words(here.record.entries[place], words),
        "after": in_words(after.record.entries[place], words) if is_written else None,
    }
    return shell_of(request).fragment(request, "dealer_question.html", **context)


class ReadCoup(NamedTuple):
    """The coup that a dealer is typing, with the finished entry, or the error in what was typed."""

    draft: CoupDraft = NOTHING_TYPED
    entry: Entry | None = None
    why: BaccaratError | None = None
    act: str = "result"
    coup: int | None = None
    code: str = ""
    """the typed text if it has only cards: a reader may have typed it twice"""

    @classmethod
    def of(
        cls,
        board: Board,
        kept: str = "",
        typed: str = "",
        act: str = "result",
        coup: int | None = None,
    ) -> "ReadCoup":
        """The coup in the kept and typed text together, or, if it is wrong, in the kept text."""
        code = card_code(typed)
        try:
            return cls(*_read(board, f"{kept} {typed}", act, coup), None, act, coup, code)
        except BaccaratError as why:
            try:
                return cls(*_read(board, kept, act, coup), why, act, coup, code)
            except BaccaratError:
                return cls(why=why, act=act, coup=coup, code=code)

    @property
    def state(self) -> str:
        if self.draft.is_complete:
            return "complete"
        return "empty" if self.draft.awaits is Awaits.ANYTHING else "open"


def _read(board: Board, typed: str, act: str, coup: int | None) -> tuple[CoupDraft, Entry | None]:
    draft = read_draft(board, typed)
    if not draft.is_complete:
        return draft, None
    after = board.apply(BoardAct(act, draft.said, coup))
    return draft, after.record.entries[-1 if coup is None else coup - 1]


def _drawn_reading(request: Request, words: Words, board: Board, reading: ReadCoup) -> str:
    entries = board.record.entries
    coup = reading.coup or len(entries) + 1
    has_before = reading.coup is not None and reading.coup <= len(entries)
    return shell_of(request).part(
        "dealer_reading.html",
        words,
        reading=reading,
        draft=reading.draft,
        why="" if reading.why is None else words.complain(reading.why),
        before=in_words(entries[coup - 1], words) if has_before else None,
        told=None if reading.entry is None else in_words(reading.entry, words),
        letter="" if reading.entry is None else reading.entry.letter.lower(),
        disc=None if reading.entry is None else _disc(reading.entry, words),
        awaits=_awaits(reading.draft, coup, words),
        do=words(DOES[reading.act], coup=coup),
        hands=_hands(reading.draft, words),
    )


DOES = {
    "result": "dealer.enter",
    "correct": "dealer.correct-now",
    "insert": "dealer.insert-now",
}
NEXT = ("dealer.first", "dealer.second", "dealer.third")


def _awaits(draft: CoupDraft, coup: int, words: Words) -> str:
    """The next thing that the dealer must enter, in words."""
    side = "" if draft.side is None else words.bet(draft.side.name.lower())
    if draft.awaits is Awaits.CARD and draft.coup is not None and draft.side is not None:
        return words(NEXT[len(draft.coup.hand(draft.side))], side=side)
    known = {
        Awaits.ANYTHING: words("dealer.start", coup=coup),
        Awaits.WINNER: words("dealer.winner"),
        Awaits.TOTAL: words("dealer.which-total", side=side),
        Awaits.CHOICE: words("dealer.choice", side=side),
        Awaits.NOTHING: words("dealer.ready"),
    }
    return known[draft.awaits]


def _hands(draft: CoupDraft, words: Words) -> list[dict[str, Any]]:
    """Both hands of a coup, as far as the dealer has entered their cards."""
    if draft.coup is None:
        return []
    return [
        {
            "side": side.name.lower(),
            "cards": _faces(draft.coup.hand(side).cards, words),
            "total": draft.coup.hand(side).total if len(draft.coup.hand(side)) else None,
            "is_next": draft.side is side,
        }
        for side in Side
    ]


def _faces(cards: tuple[Card, ...], words: Words) -> list[Markup]:
    return [Markup(page_card(card, words, place == 2)) for place, card in enumerate(cards)]


def _disc(entry: Entry, words: Words) -> Markup:
    """The round mark of the winner, as the bead plate shows it."""
    letter = letter_in_words(entry.result.winner, words)
    return Markup('<b class="disc {}">{}</b>').format(entry.letter.lower(), letter)


def in_words(entry: Entry, words: Words) -> str:
    """A coup in words, the winner's total first: `Banker 9–7, natural, Player pair`."""
    result = entry.result
    known = {side: result.known(side) for side in Side}
    winner = winner_in_words(result.winner, words)
    first = result.winner or Side.PLAYER
    totals = [known[side].total for side in (first, first.other)]
    told = [winner if totals[0] is None else f"{winner} {totals[0]}"]
    if None not in totals:
        told[0] += f"–{totals[1]}"
    elif totals[1] is not None:
        told.append(f"{words.bet(first.other.name.lower())} {totals[1]}")
    if result.has_natural:
        told.append(words("dealer.naturals").lower())
    told += [words.bet(f"{side.name.lower()}-pair") for side, k in known.items() if k.is_pair]
    return ", ".join(told)


@scene("dealer", "board")
def draw_dealer(sketch: Sketch) -> Mapping[str, str]:
    """The HTML of each part of the dealer's page that changes with the board."""
    board, words = sketch.state, sketch.words
    assert isinstance(board, Board)
    entries = board.record.entries
    counts = count(board.results)
    shown = {
        "board": board,
        "entries": entries,
        "coups": len(entries),
        "counts": counts,
        "last": entries[-1] if entries else None,
        "told": lambda entry: in_words(entry, words),
        "disc": lambda entry: _disc(entry, words),
        "faces": lambda cards: _faces(cards, words),
        "roads": [(key, Markup(page_road(Scoreboard(board.results), key, words))) for key in ROADS],
        "here": sketch.here,
    }
    return {
        f"dealer-{name}": sketch.shell.part(f"dealer_{name}.html", words, **shown) for name in PARTS
    }


def _board(request: Request, caller: Caller, board: int) -> Board:
    """The board with this number; raises a problem if the caller may not deal."""
    require_boards(caller, Level.DEAL)
    return house_of(request).board_at(board).board
