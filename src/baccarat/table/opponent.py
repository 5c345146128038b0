"""The other side at chemin de fer: who they are, and what a choice of the guest's costs.

strategies("equilibrium", "B3", 6)       the probabilities of drawing, as ponte and as banquier
answer(table, choice) -> bool            what the opponent does
best_play("timid", "B3", 6, side)        how coups end for a guest who makes the most of it
assess(decision, table) -> Assessment    what the equilibrium does there, and the cost
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from baccarat.bets import Bet
from baccarat.coup import OUTCOMES, Choice, Side, cell_index
from baccarat.errors import BadText
from baccarat.shoe import Composition
from baccarat.table.story import Decision
from baccarat.table.table import Table
from baccarat.tableau import PUNTO_BANCO, Move, Tableau
from baccarat.theory.dealing import name_of, playing
from baccarat.theory.model import Model, Pair
from baccarat.theory.payoffs import Chances, decks_by_points
from baccarat.theory.prices import draw_to
from baccarat.theory.solve import Solution, solve

Strategy = Mapping[str, Fraction]
Counts = tuple[int, ...]
"""How many cards of each points are left, 0 to 9."""

EQUILIBRIUM = "equilibrium"
MISTAKES: dict[str, Tableau] = {
    "by-the-book": PUNTO_BANCO,  # plays chemin de fer as if it were punto banco
    "timid": draw_to(4),
    "middling": draw_to(5),
    "bold": draw_to(6),
}
"""Opponents who can be exploited, by name: each plays as a tableau prints."""
OPPONENTS = (EQUILIBRIUM, *MISTAKES)


@cache
def solution(model: str, decks: int) -> Solution:
    """The equilibrium of a whole shoe."""
    return solve(model, None if Model.parse(model).is_endless else decks)


@cache
def strategies(opponent: str, model: str, decks: int) -> tuple[Strategy, Strategy]:
    """What an opponent does as ponte, and as banquier: the probability of drawing, by name."""
    solved = solution(model, decks)
    if opponent == EQUILIBRIUM:
        return solved.ponte, solved.banquier
    if opponent not in MISTAKES:
        raise BadText(f"not an opponent: {opponent[:40]!r} (expected {', '.join(OPPONENTS)})")
    return solved.payoffs.follow(MISTAKES[opponent])


@cache
def best_play(opponent: str, model: str, decks: int, side: Side) -> Chances:
    """How coups end for Player when the guest, on one side, replies best to the opponent."""
    solved = solution(model, decks)
    ponte, banquier = strategies(opponent, model, decks)
    if opponent != EQUILIBRIUM:
        bound = banquier if side is Side.PLAYER else ponte
        solved = solve(solved.model, composition=solved.composition, bind=bound)
    return solved.payoffs.chances(solved.ponte, solved.banquier)


def answer(table: Table, choice: Choice) -> bool:
    """Whether the opponent draws; the coins of a mixed strategy follow from the shoe.

    Of a seeded shoe they are the coins that theory throws; any other shoe is its own seed. So
    every fold of the same acts throws them alike.
    """
    opened, ceremony, shoe = table.opened, table.ceremonies[-1], table.shoe
    if shoe is None:
        raise AssertionError("there is no shoe")
    seed, number = ceremony.seed, ceremony.number
    if seed is None:
        digest = hashlib.sha256(str(shoe).encode()).digest()
        seed, number = int.from_bytes(digest[:8]), 0
    both = strategies(opened.opponent, opened.model, table.game.rules.decks)
    return playing(opened.model, *both, seed, number, shoe.coups)(choice)


@dataclass(frozen=True, slots=True)
class Assessment:
    """A decision of the guest's, beside what could have been."""

    decision: Decision
    cell: str
    """where it was made, as the theory names it: `1,4` for the ponte, `0,6|-` for the banquier"""
    equilibrium: Fraction
    """the probability with which the equilibrium draws there"""
    drawing: Fraction
    """what the guest is up on average by drawing, per unit staked, against this opponent"""
    standing: Fraction

    @property
    def cost(self) -> Fraction:
        """What the choice gave away on average, per unit staked; 0 if none was better."""
        chosen = self.drawing if self.decision.draws else self.standing
        return max(self.drawing, self.standing) - chosen

    def __str__(self) -> str:
        mixed = f"draws with {float(self.equilibrium):.2%}"
        pure = {Fraction(0): "never draws", Fraction(1): "always draws"}
        does = pure.get(self.equilibrium, mixed)
        move = "drawing" if self.decision.draws else "standing"
        cost = (
            f"{move} costs {float(self.cost):.2%} of the stake" if self.cost else f"{move} is right"
        )
        return f"{self.cell}: the equilibrium {does}; against this opponent {cost}."


def assess(decision: Decision, table: Table) -> Assessment:
    """What the equilibrium does in that cell, and what the choice cost from a whole shoe."""
    opened, rules = table.opened, table.game.rules
    choice, solved = decision.choice, solution(opened.model, rules.decks)
    model, side = solved.model, choice.side
    cell = name_of(choice, model)
    ponte, banquier = strategies(table.opponent or EQUILIBRIUM, opened.model, rules.decks)
    drawing, standing = worth(
        choice,
        model,
        ponte if side is Side.BANKER else banquier,
        decks_by_points(rules.decks),
        rules.tableau,
        table.game.layout.bet("player" if side is Side.PLAYER else "banker"),
    )
    own = solved.ponte if side is Side.PLAYER else solved.banquier
    return Assessment(decision, cell, own[cell], drawing, standing)


def worth(
    choice: Choice, model: Model, other: Strategy, shoe: Composition, tableau: Tableau, bet: Bet
) -> tuple[Fraction, Fraction]:
    """What a bet is up on average, by drawing and by standing in a free cell.

    The shoe is as it was before the coup; `other` are the probabilities with which the other side
    draws.
    """
    third = choice.players_third
    seen = [*choice.hand, *([] if third is None else [third])]
    points = [card.points for card in seen]
    gone = 0 if model.is_endless else 1
    counts = tuple(count - gone * points.count(kind) for kind, count in enumerate(shoe.counts))
    own = choice.hand.total
    drawing = standing = reached = Fraction(0)
    for first, one, rest in _each_next(counts, gone):
        for second, two, left in _each_next(rest, gone):
            theirs = (first + second) % 10
            if theirs >= 8:
                continue  # a natural would have left nothing to decide
            pair: Pair = (min(first, second), max(first, second))
            met = one * two
            if choice.side is Side.PLAYER:
                sees = model.banquier.sees(pair)
                standing += met * _ends(bet, (2, own), theirs, other[f"{sees}|-"], left, gone)
                for card, chance, after in _each_next(left, gone):
                    hand, draws = (3, (own + card) % 10), other[f"{sees}|{card}"]
                    drawing += met * chance * _ends(bet, hand, theirs, draws, after, gone)
            else:
                met *= _likelihood(third is not None, theirs, pair, model, other, tableau)
                hand = (2, theirs) if third is None else (3, (theirs + third.points) % 10)
                standing += met * _ends(bet, hand, own, Fraction(0), left, gone)
                drawing += met * _ends(bet, hand, own, Fraction(1), left, gone)
            reached += met
    return drawing / reached, standing / reached


def _each_next(counts: Counts, gone: int) -> Iterator[tuple[int, Fraction, Counts]]:
    """Each card that may come next by its points, its chance, and what is left after it."""
    size = sum(counts)
    for points, count in enumerate(counts):
        if count > 0:
            left = (*counts[:points], count - gone, *counts[points + 1 :])
            yield points, Fraction(count, size), left


def _likelihood(
    drew: bool, total: int, pair: Pair, model: Model, ponte: Strategy, tableau: Tableau
) -> Fraction:
    """How likely a ponte with this hand does what this one did."""
    move = tableau.player[total]
    draws = ponte[model.ponte.sees(pair)] if move is Move.FREE else Fraction(move is Move.DRAW)
    return draws if drew else 1 - draws


def _ends(
    bet: Bet, player: tuple[int, int], banker: int, draws: Fraction, left: Counts, gone: int
) -> Fraction:
    """What a bet is up when Player's hand is done and the banquier draws with this probability."""
    cards, total = player
    value = Fraction(0)
    if draws < 1:
        value += (1 - draws) * _net(bet, cell_index(cards, 2, total, banker))
    if draws:
        for card, chance, _ in _each_next(left, gone):
            value += draws * chance * _net(bet, cell_index(cards, 3, total, (banker + card) % 10))
    return value


@cache
def _net(bet: Bet, cell: int) -> Fraction:
    return bet.net(bet.judge(OUTCOMES[cell]))
