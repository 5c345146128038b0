"""The worth of both answers to a decision at chemin de fer, from a full shoe.

weigh_decision(choice, table, stake) -> DecisionWorth
worth.answers                  drawing and standing: how often the guest wins, ties and loses
worth.said                     the equilibrium's move with this hand, in words
worth.book                     the equilibrium's moves with all hands, as a croupier's grid
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.frozen import freezes
from baccarat.base.sentences import Sentence
from baccarat.core.coup import Side
from baccarat.core.third_card import Choice
from baccarat.table.coach.opponent import (
    Assessment,
    assess,
    commission_of,
    ends_of_cell,
    equilibrium,
    said_there,
)
from baccarat.table.state import Decision
from baccarat.table.table import Table
from baccarat.theory.chemin.model import total_of
from baccarat.theory.strategies import MixedStrategy

DRAWS, STANDS, VARIES = "D", "S", "?"


@dataclass(frozen=True, slots=True)
class AnswerWorth:
    """One of the two answers: the chances of the coup after it, and its value."""

    draws: bool
    win: Fraction
    tie: Fraction
    lose: Fraction
    mean: Fraction
    """the average win in coins, after the table's rounding"""
    cost: Fraction
    """the average loss against the other answer, in coins; 0 if the other answer is not better"""


@dataclass(frozen=True, slots=True)
@freezes("book")
class DecisionWorth:
    """The worth of both answers, and the equilibrium's answer."""

    choice: Choice
    stake: int
    """in coins; 1 if the guest has no stake on this hand"""
    equilibrium: Fraction
    """the probability with which the equilibrium draws here"""
    answers: tuple[AnswerWorth, AnswerWorth]
    """drawing, then standing"""
    book: Mapping[str, str]
    """D, S or ? by total and third card (`6|-`); for the ponte by total or cards (`5` or `1,4`)"""
    cell: str
    """the guest's cell in the book"""

    @property
    def mark(self) -> str:
        """The equilibrium's move with this exact hand: D, S or ?."""
        return mark_of({self.equilibrium})

    @property
    def said(self) -> Sentence:
        """The equilibrium's move with this hand, in words."""
        return said_there(self.choice, self.equilibrium)


def weigh_decision(choice: Choice, table: Table, stake: int) -> DecisionWorth:
    """The worth of drawing and of standing with this stake, against this opponent.

    >>> table = Table.open("chemin-de-fer", seed=7, bankroll=100, opponent="equilibrium")
    >>> table = table.bet("player=10").deal().bet("banker=10").deal()
    >>> worth = weigh_decision(table.choice, table, 10)
    >>> print(worth.said, float(round(worth.answers[1].cost, 3)))
    With 6 (Q 6) against a 7 the equilibrium always draws. 0.467
    """
    stake = stake or 1
    found = assess(Decision(choice, draws=True, by_guest=True), table, stake)
    worths = (found.drawing, found.standing)
    drawing, standing = (
        AnswerWorth(draws, win, 1 - win - lose, lose, stake * worth, stake * (max(worths) - worth))
        for draws, (win, lose), worth in zip(
            (True, False), ends_of_cell(choice, table), worths, strict=True
        )
    )
    return DecisionWorth(
        choice, stake, found.equilibrium, (drawing, standing), *_book(found, table)
    )


def _book(found: Assessment, table: Table) -> tuple[dict[str, str], str]:
    """The equilibrium's move in each situation of the guest's side, and the guest's situation."""
    commission = commission_of(table.game.layout)
    both = equilibrium(table.opened.model, table.game.rules.decks, commission)
    if found.decision.choice.side is Side.PLAYER:
        return {seen: mark_of({draws}) for seen, draws in both.ponte.items()}, found.cell
    return grid_marks(both.banquier), grid_cell(found.cell)


def grid_marks(banquier: MixedStrategy) -> dict[str, str]:
    """D (draw) or S (stand) by total and third card; ? if chance or the exact cards also count."""
    moves: dict[str, set[Fraction]] = {}
    for cell, draws in banquier.items():
        moves.setdefault(grid_cell(cell), set()).add(draws)
    return {cell: mark_of(found) for cell, found in moves.items()}


def grid_cell(cell: str) -> str:
    """The name of a cell, in which a hand is named by its total and not by its cards.

    >>> grid_cell("0,6|-"), grid_cell("5|4")
    ('6|-', '5|4')
    """
    seen, bar, column = cell.partition("|")
    return f"{total_of(seen)}{bar}{column}"


def mark_of(moves: set[Fraction]) -> str:
    return DRAWS if moves == {Fraction(1)} else STANDS if moves == {Fraction(0)} else VARIES
