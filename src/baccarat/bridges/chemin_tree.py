"""Chemin de fer as a game tree, for any model and any shoe.

    chemin_tree("B3", decks=6) -> TreeNode
    chemin_tree("A1", commission=Fraction(1, 20))

There is no decision where the rule decides. So all hands with which Player must draw are dealt as
one hand, because nobody else sees them, and so are all hands with which Player must stand. Cards
that are unseen at the last decision are dealt at the end, and only the winner matters.

Every weight counts orders of six cards. They are counted here, hand by hand and card by card,
independently of the payoffs from which the game is solved.
"""

from fractions import Fraction
from functools import partial

from baccarat.bridges.tree_node import (
    OVER,
    SHOWN,
    STAND_OR_DRAW,
    UNSEEN,
    TreeNode,
    dealt,
    result_of,
)
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, STOOD, Move
from baccarat.theory.chemin.model import COLUMNS, PAIRS, Model, Pair
from baccarat.theory.chemin.payoffs import shoe_of

PONTE, BANQUIER = 0, 1
RESULTS = ("Banker wins", "a tie", "Player wins")
NATURAL = CHEMIN_DE_FER.natural
MUST = {Move.DRAW: "must draw", Move.STAND: "must stand"}
BothEnds = tuple[list[int], list[int]]
"""The weights of the results if the banquier stands, and if he draws."""


def chemin_tree(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    commission: Fraction = Fraction(0),
) -> TreeNode:
    """The game tree of a coup of chemin de fer, from whole decks or given cards."""
    model = Model.parse(model) if isinstance(model, str) else model
    return _Coups(model, shoe_of(model, decks, composition), commission).first_deal()


class _Coups:
    """Counts the orders of cards for every coup of a model, and builds the game tree."""

    def __init__(self, model: Model, shoe: Composition, commission: Fraction) -> None:
        self.model, self.counts = model, shoe.counts
        self.gone = 0 if model.is_endless else 1
        one, nothing = Fraction(1), Fraction(0)
        self.returns = ((-one, one - commission), (nothing, nothing), (one, -one))
        """by result: the returns of ponte and banquier"""
        self.naturals = [0, 0, 0]
        """by result: the weights of coups that a natural ends"""
        self.ends: dict[tuple[str, str], dict[int, BothEnds]] = {}
        """by the knowledge of ponte and banquier about their hands, then by Player's third card"""
        for player in PAIRS:
            for banker in PAIRS:
                self._weigh(player, banker)

    def _weigh(self, player: Pair, banker: Pair) -> None:
        """Count the card orders of all coups that begin with these two hands."""
        left, ways = list(self.counts), len(set(player)) * len(set(banker))
        for card in (*player, *banker):
            ways *= left[card]
            left[card] -= self.gone
        if not ways:
            return
        points, bank, cards = sum(player) % 10, sum(banker) % 10, sum(left)
        if max(points, bank) >= NATURAL:
            self.naturals[result_of(points, bank)] += ways * cards * (cards - self.gone)
            return
        move = CHEMIN_DE_FER.player[points]
        knows = MUST.get(move) or self.model.ponte.sees(player)
        ends = self.ends.setdefault((knows, self.model.banquier.sees(banker)), {})
        if move is not Move.DRAW:  # one of the six cards is not needed
            _add(ends, STOOD, ways * (cards - self.gone), points, bank, left)
        if move is not Move.STAND:
            for third, many in enumerate(left):
                rest = [*left[:third], many - self.gone, *left[third + 1 :]]
                _add(ends, third, ways * many, (points + third) % 10, bank, rest)

    def first_deal(self) -> TreeNode:
        """The root of the tree: chance deals two hands, or a natural that ends the coup."""
        naturals = [
            (f"{SHOWN}: {RESULTS[result]}", weight, partial(self._over, (SHOWN, SHOWN), result))
            for result, weight in enumerate(self.naturals)
        ]
        hands = [
            (
                f"{_player(ponte)}, {_banker(banquier)}",
                _weight(by_third),
                partial(self._ponte, ponte, banquier),
            )
            for (ponte, banquier), by_third in self.ends.items()
        ]
        return dealt((UNSEEN, UNSEEN), [*naturals, *hands])

    def _ponte(self, ponte: str, banquier: str) -> TreeNode:
        """The node at which the ponte draws or stands; if the rules decide, the next node."""
        knows, by_third = _player(ponte), self.ends[ponte, banquier]
        if by_third.keys() == {STOOD}:
            return self._banquier(knows, ponte, banquier, STOOD)
        if STOOD not in by_third:
            return self._third_card(knows, ponte, banquier)
        stands = self._banquier(f"{knows}, stood", ponte, banquier, STOOD)
        draws = self._third_card(f"{knows}, drew", ponte, banquier)
        both = knows, _banker(banquier)
        return TreeNode(PONTE, both, STAND_OR_DRAW, (stands, draws), place=ponte)

    def _third_card(self, knows: str, ponte: str, banquier: str) -> TreeNode:
        """The node at which chance deals Player's third card."""
        ways = [
            (
                f"Player's third card: {third}",
                _weight({third: ends}),
                partial(self._banquier, f"{knows} {third}", ponte, banquier, third),
            )
            for third, ends in self.ends[ponte, banquier].items()
            if third != STOOD
        ]
        return dealt((knows, f"{_banker(banquier)}, Player drew"), ways)

    def _banquier(self, knows: str, ponte: str, banquier: str, third: int) -> TreeNode:
        """The node at which the banquier draws or stands."""
        seen = "Player stood" if third == STOOD else f"Player drew {third}"
        sees = f"{_banker(banquier)}, {seen}"
        stands, draws = self.ends[ponte, banquier][third]
        return TreeNode(
            BANQUIER,
            (knows, sees),
            STAND_OR_DRAW,
            (
                self._result((f"{knows}, Banker stood", f"{sees}, Banker stood"), stands),
                self._result((f"{knows}, Banker drew", f"{sees}, Banker drew"), draws),
            ),
            place=f"{banquier}|{COLUMNS[third]}",
        )

    def _result(self, knows: tuple[str, str], weights: list[int]) -> TreeNode:
        """The node at which chance decides who wins."""
        ways = [
            (RESULTS[result], weight, partial(self._over, knows, result))
            for result, weight in enumerate(weights)
        ]
        return dealt(knows, ways)

    def _over(self, knows: tuple[str, str], result: int) -> TreeNode:
        return TreeNode(OVER, knows, returns=self.returns[result])


def _add(
    ends: dict[int, BothEnds], third: int, ways: int, player: int, bank: int, left: list[int]
) -> None:
    """Add to `ends` the results of standing and of drawing if the banquier's total is `bank`."""
    stands, draws = ends.setdefault(third, ([0, 0, 0], [0, 0, 0]))
    stands[result_of(player, bank)] += ways * sum(left)
    for card, many in enumerate(left):
        draws[result_of(player, (bank + card) % 10)] += ways * many


def _weight(by_third: dict[int, BothEnds]) -> int:
    """The number of card orders that begin with these two hands."""
    if STOOD in by_third:
        return sum(by_third[STOOD][0])
    return sum(sum(stands) for stands, _ in by_third.values())


def _player(knows: str) -> str:
    return f"Player {knows}" if knows in MUST.values() else f"Player has {_hand(knows)}"


def _banker(knows: str) -> str:
    return f"Banker has {_hand(knows)}"


def _hand(seen: str) -> str:
    """What a side knows of its own hand, as text: the total or the two cards.

    >>> _hand("5"), _hand("1,4")
    ('5', '1 and 4')
    """
    return seen.replace(",", " and ")
