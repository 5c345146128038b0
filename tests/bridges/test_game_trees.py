"""The trees of chemin de fer and banque, exactly: same payoffs as ours, and fair to everybody."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from baccarat.bridges.banque_tree import banque_tree
from baccarat.bridges.chemin_tree import chemin_tree
from baccarat.bridges.tree_node import CHANCE, OVER, TreeNode
from baccarat.theory.banque.payoffs import CORNERS, BanquePayoffs
from baccarat.theory.banque.solver import payoffs_of
from baccarat.theory.chemin.payoffs import payoffs

ODD = "0:20 1:5 4:6 5:9 6:3 8:4 9:5"
"""Without a 2, a 3 and a 7: many hands cannot be dealt."""
STAKE = Fraction(2, 3)
Strategy = Callable[[str], Sequence[Fraction]]


def expected(node: TreeNode, strategy: Strategy) -> tuple[Fraction, ...]:
    """What everybody is up, by the tree alone."""
    if node.mover == OVER:
        return node.returns
    total = sum(node.weights)
    shares = (
        [Fraction(weight, total) for weight in node.weights]
        if node.mover == CHANCE
        else strategy(node.place)
    )
    after = [expected(child, strategy) for child in node.next]
    return tuple(
        sum((share * one[k] for share, one in zip(shares, after, strict=True)), start=Fraction(0))
        for k in range(len(node.knows))
    )


@pytest.mark.parametrize(
    ("model", "shoe"),
    [
        ("A1", {}),
        ("A2", {"composition": ODD}),
        ("A4", {}),
        ("B1", {"decks": 6}),
        ("B2", {"decks": 1}),
        ("B3", {"composition": ODD}),
        ("B4", {"decks": 2}),
    ],
)
def test_two_strategies_are_worth_what_the_payoffs_say(model: str, shoe: dict[str, Any]) -> None:
    dice, alpha = Random(model), Fraction(1, 20)
    game = payoffs(model, **shoe)
    drawing = {name: Fraction(dice.randrange(9), 8) for name in (*game.ponte, *game.banquier)}
    x = {name: drawing[name] for name in game.ponte}
    y = {cell: drawing[cell] for cell in game.banquier}
    chances = game.chances(x, y)
    tree = chemin_tree(model, **shoe, commission=alpha)
    found = expected(tree, lambda place: (1 - drawing[place], drawing[place]))
    assert found == (chances.value, (1 - alpha) * chances.lose - chances.win)


@cache
def banque_of(coalition: bool) -> tuple[BanquePayoffs, TreeNode]:
    """A coalition with an endless deck, or three persons with a small shoe."""
    game = payoffs_of(composition=None if coalition else "0:9 1:2 4:3 5:4 6:3 8:1 9:1")
    return game, banque_tree(STAKE, game.counts, game.endless, coalition=coalition)


@pytest.mark.slow
@pytest.mark.parametrize("coalition", [False, pytest.param(True, marks=pytest.mark.long)])
def test_banque_is_worth_what_the_payoffs_say(coalition: bool) -> None:
    """Each Player with a coin of his own, or a plan for both; the banquier draws at random."""
    game, tree = banque_of(coalition)
    dice = Random(7)
    ones = {str(k): Fraction(dice.randrange(9), 8) for k in (1, 2)}
    corners = [
        (ones["1"] if plan[0] == "D" else 1 - ones["1"])
        * (ones["2"] if plan[1] == "D" else 1 - ones["2"])
        for plan in CORNERS
    ]
    drawing: dict[str, Fraction] = defaultdict(lambda: Fraction(dice.randrange(9), 8), ones)

    def strategy(place: str) -> Sequence[Fraction]:
        return corners if place == "plan" else (1 - drawing[place], drawing[place])

    found = expected(tree, strategy)
    paid = [Fraction(game.settled), Fraction(game.settled)]
    for tableau in (0, 1):
        paid[tableau] += sum(
            corner * weight for corner, weight in zip(corners, game.stands[tableau], strict=True)
        )
        for cell, change in game.draws.items():
            paid[tableau] += drawing[cell] * sum(
                corner * weight for corner, weight in zip(corners, change[tableau], strict=True)
            )
        for one in game.after:
            five = drawing[f"{one.natural}:5"]
            stands, draws = one.stands
            paid[tableau] += one.won + (1 - five) * stands + five * draws
            for cell, (stands, draws) in one.draws.items():
                drawn = drawing[f"{one.natural}:{cell}"]
                paid[tableau] += drawn * ((1 - five) * stands + five * draws)
    first, second = STAKE * paid[0] / game.total, (1 - STAKE) * paid[1] / game.total
    both = first + second
    assert found == ((both, -both) if coalition else (first, second, -both))


TREES = {
    "A1": lambda: chemin_tree("A1"),
    "B3": lambda: chemin_tree("B3", composition=ODD),
    "banque": lambda: banque_of(False)[1],
    "coalition": lambda: banque_of(True)[1],
}


@pytest.mark.parametrize("name", TREES)
def test_who_knows_the_same_has_the_same_moves_and_made_the_same_before(name: str) -> None:
    """Each information state belongs to one person, one place and one past of his."""
    met: dict[str, tuple[object, ...]] = {}

    def follow(node: TreeNode, past: dict[int, tuple[str, ...]]) -> None:
        if node.mover >= 0:
            words = node.knows[node.mover]
            one = node.mover, node.place, node.moves, past.get(node.mover, ())
            assert met.setdefault(words, one) == one
        for move, child in zip(node.moves, node.next, strict=True):
            mine = past.get(node.mover, ())
            step = {node.mover: (*mine, node.knows[node.mover], move)} if node.mover >= 0 else {}
            follow(child, {**past, **step})

    follow(TREES[name](), {})
    places = [one[:2] for one in met.values()]
    assert len(met) >= len(set(places)) > 80


def test_words_say_what_is_known() -> None:
    words = {n.place: n.knows[n.mover] for n in chemin_tree("B3", decks=6).walk() if n.mover >= 0}
    assert words["1,4"] == "Player has 1 and 4"
    assert words["0,6|-"] == "Banker has 0 and 6, Player stood"
    assert words["3,4|8"] == "Banker has 3 and 4, Player drew 8"
    assert len(words) == 5 + 484
