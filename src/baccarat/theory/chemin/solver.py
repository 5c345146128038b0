"""Chemin de fer solved exactly: the value, both optimal strategies, and whether others are optimal.

    solve("B3", decks=6) -> Solution
    solve("A1"); solve("B2", composition="0:16 1:3 …"); solve(…, tableau=…, bind={"6|-": 0})

Against any strategy of the ponte, the banquier can choose his best reply cell by cell. So the value
is the highest point of a concave function of the ponte's few probabilities. Linear programming
finds it, with one row for each of them; the 2^5 × 2^484 pure strategies are never listed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, displayed
from baccarat.base.jsonable import exact
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Tableau
from baccarat.theory.as_json import chances_json, set_json
from baccarat.theory.chemin.certificate import Certificate
from baccarat.theory.chemin.in_words import CheminAnswer
from baccarat.theory.chemin.model import COLUMNS, Model, total_of
from baccarat.theory.chemin.payoffs import (
    Bind,
    Payoffs,
    net_lines,
    payoffs,
    require_bound,
    require_usual,
)
from baccarat.theory.numbers import fraction, rational, value_at
from baccarat.theory.polytope import optimal_set
from baccarat.theory.simplex import minimise
from baccarat.theory.strategies import mixed_in
from baccarat.theory.strategy_sets import OptimalSet


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the banquier's table: a total, its hands with the same moves, and these moves."""

    total: int
    hands: tuple[str, ...]
    """the part of his hand that the banquier sees: the total, or the hands of it that are alike"""
    draws: tuple[Fraction, ...]
    """against a third card of 0 to 9, and against a Player who stood"""


@displayed
@dataclass(frozen=True, slots=True, repr=False)
@freezes("bound", "ponte", "banquier")
class Solution(CheminAnswer):
    """An exact solution of the game, with its question: model, shoe, tableau, bound decisions."""

    value: Fraction
    """Player's expected value per unit, ties counted"""
    ponte: Mapping[str, Fraction]
    """the probability of drawing, by what the ponte sees"""
    banquier: Mapping[str, Fraction]
    """the probability of drawing, by cell"""
    open_cells: tuple[str, ...]
    """the cells that strict dominance leaves open"""
    ponte_set: OptimalSet
    banquier_set: OptimalSet

    def __repr__(self) -> str:
        return f"<solution of {self.model}, {len(self.composition)} cards: value {self.value}>"

    @property
    def is_unique(self) -> bool:
        """Whether each side has one optimal strategy only, apart from idle decisions."""
        return self.ponte_set.dimension == self.banquier_set.dimension == 0

    @property
    def mixed(self) -> dict[str, Fraction]:
        """The mixed decisions of both sides."""
        return mixed_in({**self.ponte, **self.banquier})

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows of the banquier's table, by total; hands with the same moves share a row."""
        lines: dict[tuple[int, tuple[Fraction, ...]], list[str]] = {}
        for seen in self.model.banquier.sets():
            draws = tuple(self.banquier[f"{seen}|{column}"] for column in COLUMNS)
            lines.setdefault((total_of(seen), draws), []).append(seen)
        return tuple(
            TableRow(total, tuple(hands), draws) for (total, draws), hands in lines.items()
        )

    @property
    def certificate(self) -> Certificate:
        """The certificate with which anyone can check the solution."""
        sets = self.ponte_set, self.banquier_set
        is_told = not self.is_unique and all(one.corners is not None for one in sets)
        return Certificate(
            self.model,
            self.composition,
            self.tableau.player,
            dict(self.bound),
            self.value,
            dict(self.ponte),
            dict(self.banquier),
            self.is_unique,
            *(sets if is_told else (None, None)),
        )

    def as_json(self) -> dict[str, object]:
        """The solution as JSON for programs."""
        return {
            **self.question_json,
            **exact("value", self.value),
            "ponte": chances_json(self.ponte),
            "banquier": chances_json(self.banquier),
            "mixed": chances_json(self.mixed),
            "open_cells": list(self.open_cells),
            "idle": list(self.idle),
            "is_unique": self.is_unique,
            "ponte_set": set_json(self.ponte_set),
            "banquier_set": set_json(self.banquier_set),
        }


@checked
def solve(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    tableau: Tableau = CHEMIN_DE_FER,
    bind: Bind | None = None,
) -> Solution:
    """Solve a model without a commission; `theory.solving.solve` also takes a commission.

    >>> solve("A1").value
    Fraction(-679568, 53094899)
    """
    require_usual(tableau)
    game = payoffs(model, decks, composition=composition, tableau=tableau)
    bound = require_bound(game, bind)
    open_game = _OpenGame(game, bound)
    open_cells = open_game.drop_dominated_cells()
    # In the literature, open cells are those that one round leaves. More rounds leave fewer.
    while open_game.drop_dominated_sets() and open_game.drop_dominated_cells():
        pass
    return open_game.solution(bound, open_cells)


class _OpenGame:
    """A game with only its open decisions; the settled decisions are part of the constants.

    A line is a constant and a slope for each of the ponte's open decisions. Player's payoff, times
    the total weight, is `still` plus the gain of each cell in which the banquier draws.
    """

    def __init__(self, game: Payoffs, bound: Mapping[str, Fraction]) -> None:
        self.game = game
        self.x: dict[str, fmpq] = {}
        self.y: dict[str, fmpq] = {}
        self.sets = list(game.ponte)
        still, gains = net_lines(game)
        self.still = list(map(fmpq, still))
        self.gains = {cell: list(map(fmpq, line)) for cell, line in gains.items()}
        columns = list(zip(self.still, *self.gains.values(), strict=True))[1:]
        idle = [name for name, line in zip(self.sets, columns, strict=True) if not any(line)]
        idle += [cell for cell, line in self.gains.items() if not any(line)]
        self.idle = tuple(name for name in idle if name not in bound)
        for name in self.idle:
            self._decide(name, fmpq(0))
        for name, draws in bound.items():
            self._decide(name, rational(draws))

    def _decide(self, name: str, draws: fmpq) -> None:
        """Settle a decision: its side draws with probability `draws`."""
        if name in self.gains:
            line = self.gains.pop(name)
            self.still = [a + draws * b for a, b in zip(self.still, line, strict=True)]
            self.y[name] = draws
            return
        place = 1 + self.sets.index(name)
        del self.sets[place - 1]
        for line in (self.still, *self.gains.values()):
            line[0] += draws * line.pop(place)
        self.x[name] = draws

    def drop_dominated_cells(self) -> tuple[str, ...]:
        """Settle the cells in which the banquier has a dominant move; return the others."""
        for cell, line in list(self.gains.items()):
            least, most = _range(line[0], line[1:])
            if least > 0 or most < 0:
                self._decide(cell, fmpq(most < 0))
        return tuple(self.gains)

    def drop_dominated_sets(self) -> bool:
        """Settle the hands on which the ponte has a dominant move; True if there are such hands."""
        dropped = False
        for name in list(self.sets):
            place = 1 + self.sets.index(name)
            slopes = [line[place] for line in self.gains.values()]
            least, most = _range(self.still[place], slopes)
            if least > 0 or most < 0:
                self._decide(name, fmpq(least > 0))
                dropped = True
        return dropped

    def solution(self, bound: Mapping[str, Fraction], open_cells: tuple[str, ...]) -> Solution:
        """Solve the open game by linear programming."""
        game, cells, lines = self.game, list(self.gains), list(self.gains.values())
        # What a draw brings the ponte, for each set: a constant and a slope for each open cell.
        turned = [list(line) for line in zip(self.still, *lines, strict=True)][1:]
        best = minimise(
            [line[0] for line in lines], [line[1:] for line in turned], [line[0] for line in turned]
        )
        x, y = best.prices, best.point
        # A strategy is optimal if and only if it and one optimal strategy of the other side are
        # best replies to each other.
        brings = [value_at(line, y) for line in turned]
        gains = [value_at(line, x) for line in lines]
        ponte_set = _fitting(self.sets, x, brings, lines, [(q != 1, q != 0) for q in y])
        banquier_set = _fitting(cells, y, gains, turned, [(p != 0, p != 1) for p in x])
        ponte = {**self.x, **dict(zip(self.sets, x, strict=True))}
        banquier = {**self.y, **dict(zip(cells, y, strict=True))}
        return Solution(
            game.model,
            game.composition,
            game.tableau,
            dict(bound),
            self.idle,
            game,
            fraction((self.still[0] + best.value) / game.total),
            {name: fraction(ponte[name]) for name in game.ponte},
            {cell: fraction(banquier[cell]) for cell in game.banquier},
            open_cells,
            ponte_set,
            banquier_set,
        )


def _fitting(
    names: Sequence[str],
    point: Sequence[fmpq],
    drawing: Sequence[fmpq],
    lines: Sequence[Sequence[fmpq]],
    wanted: Sequence[tuple[bool, bool]],
) -> OptimalSet:
    """The strategies of one side that are in equilibrium with the other side's strategy.

    Where drawing gains or costs something, only the point's own choice is best. `wanted` tells, for
    each line, whether the other side's strategy needs it to be at least 0, at most 0, or both.
    """
    free = [j for j, gain in enumerate(drawing) if gain == 0]
    equal, at_least = [], []
    for line, (not_below, not_above) in zip(lines, wanted, strict=True):
        settled = [fmpq(0) if gain == 0 else p for p, gain in zip(point, drawing, strict=True)]
        rest = [value_at(line, settled), *(line[1 + j] for j in free)]
        if not_below and not_above:
            equal.append(rest)
        else:
            at_least.append(rest if not_below else [-a for a in rest])
    return optimal_set([names[j] for j in free], equal, at_least)


def _range(constant: fmpq, slopes: Iterable[fmpq]) -> tuple[fmpq, fmpq]:
    """The least and the greatest value of a linear function for probabilities from 0 to 1."""
    least = most = constant
    for slope in slopes:
        if slope < 0:
            least += slope
        else:
            most += slope
    return least, most
