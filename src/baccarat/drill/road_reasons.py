"""Explains a mark of a road: the reason in sentences, and the cells that it depends on.

reason_of(board, "big-eye:12.3", words)     the mark in column 12, row 3, both from 0
reason_of(board, "big-eye", words)          the last mark of that road
"""

from collections.abc import Mapping
from dataclasses import dataclass

from baccarat.base.frozen import freezes
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.roads import GridPlace, Scoreboard, compared
from baccarat.drill import phrases
from baccarat.drill.road_questions import MARKS, big_step, why_mark
from baccarat.render.road_marks import DERIVED, TITLES, big_marks
from baccarat.render.road_words import bead_in_words, ties_in_words, winner_in_words

ASKED = rf"^({'|'.join(TITLES)})(:\d{{1,4}}\.\d{{1,4}})?$"
"""The pattern of a name of a mark."""
MARK, OWN, OTHER = "why-mark", "why-own", "why-other"
"""The classes of the mark, the column that is measured, and the column compared with it."""
Lit = Mapping[GridPlace, str]


@dataclass(frozen=True, slots=True)
@freezes("lit")
class RoadReason:
    """Why a mark stands where it is, in sentences, and the cells that a page highlights."""

    mark: str
    """the name of the mark: `big-eye:12.3`"""
    title: str
    """`Big eye boy, mark 7`"""
    said: tuple[str, ...]
    lit: Mapping[str, Lit]
    """the highlighted cells of each road, with their classes"""
    before: str
    """the name of the previous mark; for the first mark its own name"""
    after: str


def reason_of(board: Scoreboard, asked: str, words: Words) -> RoadReason | None:
    """The explanation of a mark such as `big-eye:12.3`; None if there is no such mark."""
    road, _, cell = asked.partition(":")
    places = _places(board, road)
    if not places:
        return None
    place = tuple(map(int, cell.split("."))) if cell else places[-1]
    if place not in places:
        return None
    number = places.index(place)
    said, lit = _explained(board, road, number, words)
    before, after = places[max(number - 1, 0)], places[min(number + 1, len(places) - 1)]
    return RoadReason(
        _named(road, places[number]),
        words("tour.mark", road=words(f"road.{road}"), number=number + 1),
        said,
        {**lit, road: {**lit.get(road, {}), places[number]: MARK}},
        _named(road, before),
        _named(road, after),
    )


def _named(road: str, place: GridPlace) -> str:
    column, row = place
    return f"{road}:{column}.{row}"


def _places(board: Scoreboard, road: str) -> list[GridPlace]:
    """The column and row of each mark of a road, in the order of the coups."""
    if road == "bead":
        return [place for place, _ in board.bead]
    if road == "big":
        return [place for place, _ in big_marks(board)]
    return list(board.derived[DERIVED[road]].places)


def _explained(
    board: Scoreboard, road: str, number: int, words: Words
) -> tuple[tuple[str, ...], dict[str, dict[GridPlace, str]]]:
    if road == "bead":
        return _bead(board, number, words), {}
    if road == "big":
        return _big(board, number, words), {}
    found = compared(board, DERIVED[road])[number]
    why = why_mark(found.depths, road, MARKS[found.colour])
    cells = dict.fromkeys(found.other, OTHER) | dict.fromkeys(found.own, OWN)
    return (_coup(board, found.coup, words), words.say(why)), {
        "big": cells,
        "bead": {board.bead[found.coup - 1][0]: OWN},
    }


def _coup(board: Scoreboard, coup: int, words: Words) -> str:
    """The number and the winner of a coup as a sentence: `Coup 12: Banker.`"""
    winner = board.results[coup - 1].winner
    return words("tour.coup", coup=coup, winner=winner_in_words(winner, words))


def _bead(board: Scoreboard, number: int, words: Words) -> tuple[str, ...]:
    (column, row), result = board.bead[number]
    why = Sentence(
        phrases.BEAD_WHY, coup=number + 1, row=row + 1, column=column + 1, rows=board.rows
    )
    told = words("tour.coup", coup=number + 1, winner=winner_in_words(result.winner, words))
    has_more = result.has_natural or result.banker.is_pair or result.player.is_pair
    return (told, *([f"{bead_in_words(result, words)}."] if has_more else []), words.say(why))


def _big(board: Scoreboard, number: int, words: Words) -> tuple[str, ...]:
    marks = big_marks(board)
    place, win = marks[number]
    if win.result is None:  # ties before the first win
        return (words("tour.waiting", ties=ties_in_words(win.ties, words)),)
    if not number:
        why = words("tour.first")
    else:
        before, last = marks[number - 1]
        assert last.result is not None
        has_changed = last.result.winner is not win.result.winner
        why = words.say(Sentence(phrases.BIG_WHY[big_step(has_changed, before, place)]))
    ties = (words("tour.ties", ties=ties_in_words(win.ties, words)),) if win.ties else ()
    return (_coup(board, win.number, words), why, *ties)
