"""An equilibrium for a page: a grid of moves by total and third card, and its footnotes.

ShownGame.of(question, solved)                  the solved game, or a known equilibrium
grid_of(shown.model, shown.banquier)            rows of the grid, with footnotes
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from baccarat.base.frozen import freezes
from baccarat.theory.casino.known_equilibria import known_equilibrium
from baccarat.theory.chemin.as_text import FOOTNOTES
from baccarat.theory.chemin.model import COLUMNS, USUAL, Model, total_of
from baccarat.theory.strategies import mixed_in
from baccarat.web.jobs.theory import SolvedGame
from baccarat.web.jobs.theory_question import TheoryQuestion

MOST_KNOWN = 64
"""Equilibria that are cached, because a slider goes back and forth."""
DRAWS, STANDS, DIFFERS = "D", "S", "*"


@dataclass(frozen=True, slots=True)
@freezes("ponte", "banquier")
class ShownGame:
    """An equilibrium of chemin de fer: both strategies, and their values."""

    question: TheoryQuestion
    value: Fraction
    """Player's expected win per unit; ties count as coups"""
    banquier_value: Fraction
    """the banquier's expected win per unit, after commission"""
    ponte: Mapping[str, Fraction]
    """the probability of drawing, by the hand or the total that the ponte sees"""
    banquier: Mapping[str, Fraction]
    """the probability of drawing, by cell"""
    is_unique: bool
    dimensions: tuple[int, int] = (0, 0)
    """dimensions of both sets of equilibrium strategies"""

    @classmethod
    def of(cls, question: TheoryQuestion, solved: SolvedGame | None) -> "ShownGame | None":
        """The equilibrium of a solved game, or else a published one; None if there is neither."""
        return cls.known(question) if solved is None else cls.solved(solved)

    @classmethod
    @lru_cache(MOST_KNOWN)
    def known(cls, question: TheoryQuestion) -> "ShownGame | None":
        """The equilibrium from our table of published solutions; None if it is not there."""
        equilibrium = known_equilibrium(question.name, question.alpha, question.decks)
        if equilibrium is None:
            return None
        values = equilibrium.value, equilibrium.banquier_value
        return cls(question, *values, equilibrium.ponte, equilibrium.banquier, is_unique=True)

    @classmethod
    def solved(cls, solved: SolvedGame) -> "ShownGame":
        """The equilibrium in a solution; of several equilibria, the best equilibrium for Player."""
        answer = json.loads(solved.answer)
        equilibrium = max(
            answer.get("equilibria", [answer]),
            key=lambda equilibrium: Fraction(equilibrium["value"]),
        )
        value = Fraction(equilibrium["value"])
        return cls(
            solved.question,
            value,
            Fraction(equilibrium["banquier_value"]) if "banquier_value" in equilibrium else -value,
            read_chances(equilibrium["ponte"]),
            read_chances(equilibrium["banquier"]),
            answer["is_unique"],
            (equilibrium["ponte_set"]["dimension"], equilibrium["banquier_set"]["dimension"]),
        )

    @property
    def model(self) -> Model:
        return self.question.chemin

    @property
    def mixed(self) -> dict[str, Fraction]:
        """The probability of drawing in each decision where the equilibrium mixes both moves."""
        return mixed_in({**self.ponte, **self.banquier})


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of the grid: Banker's move with one total against one third card."""

    cell: str
    mark: str
    """`D`, `S`, or the letter of a footnote"""
    kind: str
    """`draw`, `stand`, `mixed`, or `split` if hands with this total differ"""


@dataclass(frozen=True, slots=True)
class Footnote:
    """A note to a cell of the grid: which hands draw, which hands stand, and which hands mix."""

    letter: str
    cell: str
    draws: tuple[str, ...]
    """the hands that draw; the next field has the hands that stand"""
    stands: tuple[str, ...]
    mixed: tuple[tuple[str, Fraction], ...]


CroupiersGrid = tuple[tuple[tuple[GridCell, ...], ...], tuple[Footnote, ...]]
"""A row for each total from 0 to 7, and the footnotes."""


def grid_of(model: Model, banquier: Mapping[str, Fraction], column: str = "{}") -> CroupiersGrid:
    """The grid of Banker's moves by total and third card, and its footnotes.

    At banque `column` is e.g. `-,{}`: tableau 1 stood, and the heading is the third card of
    tableau 2.
    """
    notes: list[Footnote] = []
    rows = []
    for total in range(USUAL):
        hands = [hand for hand in model.banquier.sets() if total_of(hand) == total]
        row = []
        for printed in COLUMNS:
            label = column.format(printed)
            draws = {hand: banquier.get(f"{hand}|{label}", Fraction(0)) for hand in hands}
            cell, moves = f"{total}|{label}", set(draws.values())
            if len(moves) == 1 and moves <= {Fraction(0), Fraction(1)}:
                mark = DRAWS if moves == {Fraction(1)} else STANDS
                row.append(GridCell(cell, mark, "draw" if mark == DRAWS else "stand"))
                continue
            letter = FOOTNOTES[len(notes)] if len(notes) < len(FOOTNOTES) else DIFFERS
            notes.append(_note(letter, cell, draws))
            row.append(GridCell(cell, letter, "mixed" if notes[-1].mixed else "split"))
        rows.append(tuple(row))
    return tuple(rows), tuple(notes)


def _note(letter: str, cell: str, draws: Mapping[str, Fraction]) -> Footnote:
    return Footnote(
        letter,
        cell,
        tuple(hand for hand, chance in draws.items() if chance == 1),
        tuple(hand for hand, chance in draws.items() if chance == 0),
        tuple(mixed_in(draws).items()),
    )


def read_chances(chances: Mapping[str, Any]) -> dict[str, Fraction]:
    """The probabilities in the library's JSON as fractions, by the names of the decisions."""
    return {name: Fraction(chance["probability"]) for name, chance in chances.items()}
