"""Questions about the roads: where the next mark goes, and which colour it has."""

from collections.abc import Iterable, Sequence
from functools import reduce

from baccarat.base.sentences import Sentence
from baccarat.core.coup import Side
from baccarat.core.games import Game
from baccarat.core.result import Result, write_results
from baccarat.core.roads import ROWS, Colour, GridPlace, Scoreboard
from baccarat.drill import phrases
from baccarat.drill.answers import BLUE, NONE, RED
from baccarat.drill.question import Dice, Form, Kind, Question
from baccarat.render.road_marks import DERIVED, TITLES

ROADS = {
    1: ("bead", "big"),
    2: ("big", "big-eye"),
    3: ("tail", "big-eye", "small"),
    4: ("tail", "small", "cockroach"),
    5: ("asking",),
}
"""The questions at each level; a tail is a big road that runs out of rows."""
COUPS = {1: (3, 8), 2: (6, 12), 3: (12, 20), 4: (15, 30), 5: (20, 40)}
"""The lowest and the highest number of coups on the board, by level."""
TAIL = ROWS + 1
"""The shortest streak that goes beyond the grid's last row."""
MARKS = {Colour.RED: RED, Colour.BLUE: BLUE, None: NONE}


def road_question(dice: Dice, level: int, played: Game) -> Question:
    """A question about the next mark: where it goes, or which colour it has on derived roads."""
    asked = dice.pick(ROADS[level])
    fewest, most = COUPS[level]
    results = _results(dice, fewest + dice.throw(most - fewest + 1))
    if asked == "bead":
        return _bead(level, results, _result(dice))
    if asked == "big":
        return _big(level, results, _result(dice))
    side = dice.pick(tuple(Side))
    win = Result.parse(side.value)
    if asked == "tail":
        streak = [win] * (TAIL - 1 + dice.throw(4))
        return _big(level, [*results, *streak], win)
    roads = list(DERIVED) if asked == "asking" else [asked]
    return _derived(level, results, side, roads)


def _results(dice: Dice, count: int) -> list[Result]:
    """Random results of coups; the first is never a tie."""
    first = Result.parse(dice.pick("BP"))
    return [first, *(_result(dice) for _ in range(count - 1))]


def _result(dice: Dice) -> Result:
    return Result.parse(dice.pick("BP" * 5 + "T"))


def _bead(level: int, results: list[Result], new: Result) -> Question:
    board = Scoreboard([*results, new])
    *before, (place, _) = board.bead
    column, row = _from_one(place)
    coup = len(board.results)
    why = Sentence(phrases.BEAD_WHY, coup=coup, row=row, column=column, rows=board.rows)
    return Question(
        Kind.ROAD,
        level,
        Form.PLACE,
        _scene(results, new),
        Sentence(phrases.BEAD_PLACE, rows=board.rows),
        f"{column} {row}",
        (why,),
        quick=12,
        board=_drawn((place, result.letter) for place, result in before),
    )


def _big(level: int, results: list[Result], new: Result) -> Question:
    before, after = Scoreboard(results).big[-1], Scoreboard([*results, new])
    place = after.big[-1].place
    has_changed = new.winner is not before.result.winner
    step = "tie" if new.winner is None else big_step(has_changed, before.place, place)
    column, row = _from_one(place)
    return Question(
        Kind.ROAD,
        level,
        Form.PLACE,
        _scene(results, new),
        Sentence(phrases.BIG_PLACE, rows=after.rows),
        f"{column} {row}",
        (Sentence(phrases.BIG_WHY[step]),),
        quick=12,
        board=_big_road(results),
    )


def big_step(has_changed: bool, before: GridPlace, place: GridPlace) -> str:
    """The place of a win on the big road: a `new` column, `below` or `right` of the last win."""
    return "new" if has_changed else "below" if place[0] == before[0] else "right"


def _derived(level: int, results: list[Result], side: Side, roads: Sequence[str]) -> Question:
    answer = Scoreboard(results).ask(side)
    told = {key: MARKS[answer[DERIVED[key] - 1]] for key in roads}
    after = Scoreboard([*results, Result.parse(side.value)])
    if len(roads) == 1:
        scene = _scene(results, after.results[-1])
        asks = Sentence(phrases.MARK, road=_name(roads[0]))
    else:
        scene = _scene(results)
        asks = Sentence(phrases.MARKS, side=side, roads=reduce(phrases.both, map(_name, roads)))
    return Question(
        Kind.ROAD,
        level,
        Form.MARK if len(roads) == 1 else Form.MARKS,
        scene,
        asks,
        " ".join(told.values()),
        tuple(why_mark(after.depths, key, mark) for key, mark in told.items()),
        quick=15 * len(roads),
        board=_big_road(results),
    )


def _name(road: str) -> Sentence:
    """The name of a road in lower case, for use inside a sentence."""
    return Sentence(TITLES[road].lower())


def why_mark(depths: Sequence[int], key: str, mark: str) -> Sentence:
    """Why a mark of a derived road is red or blue: which columns were compared."""
    told = {"road": Sentence(TITLES[key]), "mark": Sentence(mark)}
    back, newest = int(DERIVED[key]), len(depths) - 1
    depth = depths[newest]
    if newest < back + (depth == 1):
        return Sentence(phrases.NO_MARK_WHY, **told)
    if depth == 1:
        one, other = depths[newest - 1], depths[newest - back - 1]
        return Sentence(phrases.NEW_WHY, back=back + 1, one=one, other=other, **told)
    other = depths[newest - back]
    return Sentence(phrases.DOWN_WHY, depth=depth, back=back, other=other, **told)


def _scene(results: Sequence[Result], new: Result | None = None) -> tuple[Sentence, ...]:
    shoe = Sentence(phrases.COUPS, count=len(results), letters=write_results(results))
    return (shoe,) if new is None else (shoe, Sentence(phrases.NEXT[new.winner]))


def _from_one(place: GridPlace) -> tuple[int, int]:
    """The column and the row, both counted from 1 instead of 0."""
    return place[0] + 1, place[1] + 1


def _big_road(results: Sequence[Result]) -> tuple[str, ...]:
    marks = Scoreboard(results).big
    return _drawn((mark.place, f"{mark.result}{len(mark.ties) or ''}") for mark in marks)


def _drawn(marks: Iterable[tuple[GridPlace, str]]) -> tuple[str, ...]:
    """A road as lines of text, with two characters for each cell."""
    cells = dict(marks)
    columns = 1 + max(column for column, _ in cells)
    return tuple(
        "".join(f"{cells.get((column, row), '.'):<2}" for column in range(columns)).rstrip()
        for row in range(ROWS)
    )
