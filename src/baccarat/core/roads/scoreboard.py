"""The live scoreboard; the time to add a coup does not grow with the length of the shoe."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from baccarat.base.errors import BadValue, Refused
from baccarat.base.frames import WINNERS, ColumnTypes, Framed
from baccarat.base.hints import checked, displayed, guided, helpful, taken
from baccarat.base.jsonable import winner
from baccarat.core.coup import Coup, Side
from baccarat.core.result import AnyResults, Result, as_result, parse_results, write_results
from baccarat.core.roads.grid import ROWS, Grid, GridPlace, Tail
from baccarat.core.roads.result_counts import count
from baccarat.core.roads.road import Colour, Derived, derived_mark

SHOWN = 20
"""How many of the last results a board's short text shows."""


TOLD = "column row winner colour ties player_pair banker_pair natural".split()
"""The possible fields of a mark, in their order."""


class BigMark(NamedTuple):
    """A mark of the big road: a win and the ties after it; the first win also has the ties before.

    >>> mark = Scoreboard("BBTP").big[1]
    >>> mark.place, mark.result.letter, len(mark.ties)
    ((0, 1), 'B', 1)
    """

    place: GridPlace
    result: Result
    ties: tuple[Result, ...]


class NextMarks(NamedTuple):
    """The answer to "asking the road": the marks that a win would add next.

    >>> Scoreboard("BPPBPPBB").ask(Side.BANKER)
    NextMarks(big_eye=Colour.BLUE, small=Colour.RED, cockroach=Colour.BLUE)
    """

    big_eye: Colour | None
    small: Colour | None
    cockroach: Colour | None


class DerivedRoad(NamedTuple):
    """The marks of one derived road and their places; later coups do not change this value."""

    colours: tuple[Colour, ...]
    places: tuple[GridPlace, ...]

    @property
    def marks(self) -> list[tuple[GridPlace, Colour]]:
        """Each mark: its place and its colour."""
        return list(zip(self.places, self.colours, strict=True))


class _GrowingRoad:
    """A derived road that grows with the shoe."""

    __slots__ = ("colours", "grid")

    def __init__(self, rows: int, tail: Tail) -> None:
        self.colours: list[Colour] = []
        self.grid: Grid = Grid(rows, tail)

    def add(self, colour: Colour) -> None:
        colours = self.colours
        self.grid.place(not colours or colours[-1] is not colour)
        colours.append(colour)

    def take_back(self) -> None:
        self.colours.pop()
        self.grid.take_back()


@displayed
@helpful
@guided
class Scoreboard(Framed):
    """All five roads of a shoe that is being dealt.

    >>> board = Scoreboard("BPBBPPBPT")
    >>> "".join(map(str, board.derived[Derived.BIG_EYE].colours)), board.ask(Side.BANKER).big_eye
    ('RBBRRB', Colour.RED)

    Houses differ in how they draw a tail that turned above another tail: it `stays` in its row, or
    it `falls` where the cell below is free. This changes only places, and never the bead plate.

    Boards with the same rows, tail and results are equal. A board changes, so it has no hash.
    """

    @checked
    def __init__(
        self, results: AnyResults = (), rows: int = ROWS, tail: Tail | str = Tail.STAYS
    ) -> None:
        if rows < 1:
            raise BadValue(f"a road must have at least one row, not {rows}")
        self.rows: int = rows
        self.tail: Tail = Tail(tail)
        self._results: list[Result] = []
        self._depths: list[int] = []
        # Keys are plain numbers, because arithmetic with members of an enum is slow.
        self._roads = [(int(road), _GrowingRoad(rows, self.tail)) for road in Derived]
        self._grid = Grid(rows, self.tail)
        self._wins: list[Result] = []
        # The ties on a win, by the win's index. Most wins have none; the first also has the ties
        # before it.
        self._ties: dict[int, list[Result]] = {}
        # How many derived roads each win marked: 0 to 3, always those that look back least.
        self._marked: list[int] = []
        for result in parse_results(results):
            self.add(result)

    def add(self, result: Result | Coup | Side | str) -> None:
        """Put one more coup on the board."""
        result = as_result(result)
        self._results.append(result)
        winner, wins = result.winner, self._wins
        if winner is None:
            self._ties.setdefault(max(len(wins) - 1, 0), []).append(result)
            return
        depths = self._depths
        is_new = not wins or wins[-1].winner is not winner
        if is_new:
            depths.append(1)
        else:
            depths[-1] += 1
        wins.append(result)
        self._grid.place(is_new)
        marked = 0
        for back, road in self._roads:
            colour = derived_mark(depths, back)
            if colour is None:
                break  # roads that look further back have no mark either
            road.add(colour)
            marked += 1
        self._marked.append(marked)

    def undo(self) -> Result:
        """Take the last coup off the board and return its result."""
        if not self._results:
            raise Refused("there is no coup to undo")
        result = self._results.pop()
        if result.winner is None:
            self._ties[max(len(self._wins) - 1, 0)].pop()
            return result
        self._wins.pop()
        self._grid.take_back()
        for _, road in self._roads[: self._marked.pop()]:
            road.take_back()
        self._depths[-1] -= 1
        if not self._depths[-1]:
            self._depths.pop()
        return result

    def ask(self, side: Side) -> NextMarks:
        """The marks that a win of that side would add to the derived roads."""
        if type(side) is not Side:
            side = taken("Scoreboard.ask", "side", side, Side)
        if self._wins and self._wins[-1].winner is side:
            depths = [*self._depths[-4:-1], self._depths[-1] + 1]
        else:
            depths = [*self._depths[-4:], 1]
        return NextMarks(*(derived_mark(depths, road) for road in Derived))

    def __copy__(self) -> Self:
        return type(self)(self._results, self.rows, self.tail)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scoreboard):
            return NotImplemented
        own, others = (self.rows, self.tail), (other.rows, other.tail)
        return own == others and self._results == other._results

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        coups = len(self._results)
        last = write_results(self._results[-SHOWN:])
        row = f", {'…' if coups > SHOWN else ''}{last}" if coups else ""
        return f"<scoreboard: {coups} coup{'' if coups == 1 else 's'}{row}>"

    @property
    def results(self) -> tuple[Result, ...]:
        """Every coup on the board, in order; only `add` and `undo` change the board."""
        return tuple(self._results)

    @property
    def depths(self) -> tuple[int, ...]:
        """The lengths of the big road's columns."""
        return tuple(self._depths)

    @property
    def derived(self) -> Mapping[Derived, DerivedRoad]:
        """The three derived roads."""
        return {
            Derived(back): DerivedRoad(tuple(road.colours), tuple(road.grid.places))
            for back, road in self._roads
        }

    @property
    def bead(self) -> list[tuple[GridPlace, Result]]:
        """The bead plate: every coup, down then right."""
        return [(divmod(turn, self.rows), result) for turn, result in enumerate(self._results)]

    @property
    def leading_ties(self) -> list[Result]:
        """The ties of a board that has no win yet; an empty list after the first win."""
        return [] if self._wins else list(self._results)

    @property
    def big(self) -> list[BigMark]:
        """The big road, a column for each streak; the first win also carries the ties before it."""
        marks = enumerate(zip(self._grid.places, self._wins, strict=True))
        ties = self._ties
        return [BigMark(place, win, tuple(ties.get(turn, ()))) for turn, (place, win) in marks]

    def marks(self) -> list[dict[str, object]]:
        """A flat row for each mark of the five roads, for tables; missing fields are None.

        >>> last = Scoreboard("BPT").marks()[-1]
        >>> last["road"], last["column"], last["winner"], last["ties"]
        ('big', 1, 'player', 1)
        """
        return [
            {"road": road, "number": number, **dict.fromkeys(TOLD), **mark}
            for road, marks in self._roads_told().items()
            for number, mark in enumerate(_marks(marks), start=1)
        ]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        return {
            "road": ("bead", "big", *(road.name.lower() for road in Derived)),
            **dict.fromkeys(("number", "column", "row"), "int64"),
            "winner": (*WINNERS, None),
            "colour": (*(colour.name.lower() for colour in Colour), None),
            "ties": "int64?",
            **dict.fromkeys(("player_pair", "banker_pair", "natural"), "bool?"),
        }, self.marks()

    def _roads_told(self) -> dict[str, list[tuple[GridPlace, dict[str, object]]]]:
        """The marks of each road by its name: for each mark, its place and its fields."""
        return {
            "bead": [(place, _details(result)) for place, result in self.bead],
            "big": [
                (mark.place, {**_details(mark.result), "ties": len(mark.ties)}) for mark in self.big
            ],
            **{
                road.name.lower(): [(place, _colour(colour)) for place, colour in found.marks]
                for road, found in self.derived.items()
            },
        }

    def as_json(self) -> dict[str, object]:
        """The board as JSON: five roads, counts, and the marks that each side's win would add."""
        roads = self._roads_told()
        return {
            "coups": len(self.results),
            "results": write_results(self.results),
            "rows": self.rows,
            "tail": str(self.tail),
            "counts": count(self.results).as_json(),
            "leading_ties": len(self.leading_ties),
            "roads": {name: _road(marks) for name, marks in roads.items()},
            "asking": {
                winner(side): {
                    road: _colour(colour) for road, colour in self.ask(side)._asdict().items()
                }
                for side in (Side.BANKER, Side.PLAYER)
            },
        }


def _road(marks: Sequence[tuple[GridPlace, Mapping[str, object]]]) -> dict[str, object]:
    """The width of a road in columns, and its marks with their places."""
    return {
        "columns": 1 + max((column for (column, _), _ in marks), default=-1),
        "marks": _marks(marks),
    }


def _marks(marks: Sequence[tuple[GridPlace, Mapping[str, object]]]) -> list[dict[str, object]]:
    return [{"column": column, "row": row, **told} for (column, row), told in marks]


def _colour(colour: Colour | None) -> dict[str, object]:
    return {"colour": None if colour is None else colour.name.lower()}


def _details(result: Result) -> dict[str, object]:
    """The winner, pairs and naturals as JSON, without unknown values."""
    known = {f"{winner(side)}_pair": result.known(side).is_pair for side in Side}
    known["natural"] = result.has_natural
    told = {name: truth for name, truth in known.items() if truth is not None}
    return {"winner": winner(result.winner), **told}
