"""Baccara banque as a game tree; the two Players decide separately, or together as a coalition.

    banque_tree(Fraction(2, 3), counts, endless) -> TreeNode
    banque_tree(Fraction(1, 2), counts, endless, coalition=True)

Persons 0 and 1 are the Players, person 2 is the banquier. A Player uses only his own total, so both
decide before the third cards come. In a coalition, person 0 speaks for both Players: if there is no
natural, he announces what each Player will do on a 5, before he knows more; person 1 is the
banquier.

As in `chemin_tree`, there is no decision where the rule decides, and unseen cards are dealt at the
end, as far as they matter. Every weight counts orders of nine cards.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baccarat.bridges.tree_node import (
    OVER,
    SHOWN,
    STAND_OR_DRAW,
    UNSEEN,
    TreeNode,
    Way,
    dealt,
    result_of,
)
from baccarat.core.tableau import CHEMIN_DE_FER, STOOD, Move
from baccarat.theory.banque.payoffs import CORNERS, NATURAL, THIRDS, CardOrders, cell_of

ExactWeights = NDArray[Any]
"""Whole numbers of any size; the last two axes are the ends on tableau 1 and on tableau 2."""
ENDS = ("loses", "ties", "wins")
HANDS = ("must stand", "must draw", "has 5", "has a natural 8", "has a natural 9")
MUST_STAND, MUST_DRAW, ASKED, *NATURALS = range(len(HANDS))
KINDS = {Move.STAND: MUST_STAND, Move.DRAW: MUST_DRAW, Move.FREE: ASKED}
HAND_OF = (*(KINDS[move] for move in CHEMIN_DE_FER.player), *NATURALS)
"""The hand of each total."""


def banque_tree(
    stake: Fraction, counts: tuple[int, ...], endless: bool, *, coalition: bool = False
) -> TreeNode:
    """The game tree of a coup with `stake` on tableau 1 and 1 - `stake` on tableau 2."""
    return _BanqueCoups(stake, CardOrders(counts, endless), coalition).first_deal()


class _BanqueCoups:
    """Counts the orders of cards for every coup of banque, and builds the game tree."""

    def __init__(self, stake: Fraction, orders: CardOrders, is_coalition: bool) -> None:
        self.stake, self.orders, self.is_coalition = stake, orders, is_coalition
        self.returns = {
            f"tableau 1 {ENDS[one]}, tableau 2 {ENDS[two]}": self._returns(one - 1, two - 1)
            for one, two in product(range(3), repeat=2)
        }
        self.ends = {thirds: self._ends(*thirds) for thirds in product(THIRDS, repeat=2)}
        """by both third cards; axes: banquier's move, hand 1, hand 2, banquier's total, ends"""

    def _returns(self, one: int, two: int) -> tuple[Fraction, ...]:
        """What each person wins, from the two tableaux' results (win 1, tie 0, loss -1)."""
        first, second = one * self.stake, two * (1 - self.stake)
        both = first + second
        return (both, -both) if self.is_coalition else (first, second, -both)

    def _ends(self, first: int, second: int) -> ExactWeights:
        ends = np.zeros((2, len(HANDS), len(HANDS), NATURAL, 3, 3), object)
        for bank in THIRDS:
            thirds = tuple(third for third in (first, second, bank) if third != STOOD)
            totals = self.orders.pairs(thirds)[:, :, :NATURAL]
            of_one = np.einsum("htbe,tub->hbeu", _leads(first, bank), totals)
            of_both = np.einsum("hbeu,kubf->hkbef", of_one, _leads(second, bank))
            ends[int(bank != STOOD)] += self.orders.ways(thirds) * of_both.astype(object)
        return ends

    def first_deal(self) -> TreeNode:
        """The root of the tree: chance deals three hands, or naturals that end the coup."""
        ways = self._settled()
        hands = list(product(range(len(HANDS)), range(len(HANDS)), range(NATURAL)))
        low = [(one, two, bank) for one, two, bank in hands if max(one, two) <= ASKED]
        if self.is_coalition:
            ways.append(("no natural", sum(self._weight(*hand) for hand in low), self._plan))
        for one, two, bank in hands:
            if min(one, two) <= ASKED and not (self.is_coalition and (one, two, bank) in low):
                name = f"tableau 1 {HANDS[one]}, tableau 2 {HANDS[two]}, Banker has {bank}"
                asked = partial(self._players, (one, two), bank, ())
                ways.append((name, self._weight(one, two, bank), asked))
        return dealt(self._told(*[UNSEEN] * 3), ways)

    def _weight(self, one: int, two: int, bank: int) -> int:
        """The number of card orders that begin with these hands."""
        totals = self.orders.pairs(())[:, :, bank]
        held = np.equal.outer(HAND_OF, range(len(HANDS))).astype(np.int64)
        return self.orders.ways(()) * int(held[:, one] @ totals @ held[:, two])

    def _settled(self) -> list[Way]:
        """The results of all coups that naturals end before any third card."""
        ends = np.zeros((3, 3), object)
        for (one, two, bank), weight in np.ndenumerate(self.orders.pairs(())):
            if bank >= NATURAL:
                ends[result_of(one, bank), result_of(two, bank)] += int(weight)
            elif min(one, two) >= NATURAL:
                ends[-1, -1] += int(weight)
        return self._results(self._told(*[SHOWN] * 3), self.orders.ways(()) * ends)

    def _players(self, hands: tuple[int, int], bank: int, moves: tuple[int, ...]) -> TreeNode:
        """The node at which, after these moves, the next Player with a total of 5 decides."""
        player = len(moves)
        if player == 2:
            return self._third_cards(hands, bank, moves)
        if hands[player] != ASKED:
            return self._players(hands, bank, (*moves, int(hands[player] == MUST_DRAW)))
        other = hands[1 - player]
        return TreeNode(
            0 if self.is_coalition else player,
            self._known(hands, bank, moves),
            STAND_OR_DRAW,
            tuple(self._players(hands, bank, (*moves, move)) for move in (0, 1)),
            place=f"{HANDS[other][-1]}:5" if other in NATURALS else str(player + 1),
        )

    def _third_cards(self, hands: tuple[int, int], bank: int, moves: tuple[int, ...]) -> TreeNode:
        """The node at which chance deals the third cards; if nobody draws, the banquier's node."""
        drawn = [range(10) if draws else (STOOD,) for draws in moves]
        knows = self._known(hands, bank, moves)
        ways: list[Way] = []
        for thirds in product(*drawn):
            ends = self.ends[thirds][:, hands[0], hands[1], bank]
            decides = partial(self._banquier, knows, hands, bank, thirds, ends)
            ways.append((_drawn(hands, thirds), ends[0].sum(), decides))
        return ways[0][2]() if len(ways) == 1 else dealt(knows, ways)

    def _plan(self) -> TreeNode:
        """The node at which the coalition chooses what both Players do with a total of 5."""
        return TreeNode(
            0,
            ("no natural", "no natural"),
            tuple(f"on 5 Player 1 {_verb(plan[0])}, Player 2 {_verb(plan[1])}" for plan in CORNERS),
            tuple(self._planned(plan) for plan in CORNERS),
            place="plan",
        )

    def _planned(self, plan: str) -> TreeNode:
        """The node after the coalition's choice: chance deals Banker's total and third cards."""
        knows = f"no natural, said {plan}"
        ways: list[Way] = []
        for bank in range(NATURAL):
            for thirds in product(THIRDS, repeat=2):
                hands = product(*map(_coming_to, thirds, plan))
                ends = np.sum([self.ends[thirds][:, one, two, bank] for one, two in hands], axis=0)
                name = f"{_drawn((0, 0), thirds)}, Banker has {bank}"
                decides = partial(self._banquier, (knows, ""), (0, 0), bank, thirds, ends)
                ways.append((name, ends[0].sum(), decides))
        return dealt((knows, "no natural"), ways)

    def _banquier(
        self,
        knows: tuple[str, ...],
        hands: tuple[int, int],
        bank: int,
        thirds: tuple[int, ...],
        ends: ExactWeights,
    ) -> TreeNode:
        """The node at which the banquier draws or stands."""
        lucky = [HANDS[hand][-1] for hand in hands if hand in NATURALS]
        left = [third for hand, third in zip(hands, thirds, strict=True) if hand not in NATURALS]
        told = (*knows[:-1], f"Banker has {bank}, {_drawn(hands, thirds)}")
        return TreeNode(
            len(told) - 1,
            told,
            STAND_OR_DRAW,
            tuple(
                dealt(after, self._results(after, ends[move]))
                for move in (0, 1)
                for after in [tuple(f"{one}, Banker {('stood', 'drew')[move]}" for one in told)]
            ),
            place="".join(f"{natural}:" for natural in lucky) + cell_of(bank, *left),
        )

    def _results(self, knows: tuple[str, ...], ends: ExactWeights) -> list[Way]:
        """The possible results on both tableaux, each with its weight."""
        weights = ends.ravel().tolist()
        return [
            (name, weight, partial(TreeNode, OVER, knows, returns=returns))
            for (name, returns), weight in zip(self.returns.items(), weights, strict=True)
        ]

    def _known(self, hands: tuple[int, int], bank: int, moves: Sequence[int]) -> tuple[str, ...]:
        """For each person, a text with what they know before the third cards are dealt."""
        shown = [
            f", tableau {k + 1} {HANDS[hand]}" if hand in NATURALS else ""
            for k, hand in enumerate(hands)
        ]
        own = [
            f"Player {k + 1} {HANDS[hand]}{shown[1 - k]}"
            + (f", {('stood', 'drew')[moves[k]]}" if hand == ASKED and k < len(moves) else "")
            for k, hand in enumerate(hands)
        ]
        return self._told(own[0], own[1], f"Banker has {bank}{''.join(shown)}")

    def _told(self, one: str, two: str, bank: str) -> tuple[str, ...]:
        if self.is_coalition:  # only the Player with a decision matters in a coalition
            return (one if "has 5" in one else two, bank)
        return one, two, bank


@cache
def _leads(third: int, bank: int) -> NDArray[np.int64]:
    """1 for each result that a hand can have after these third cards, 0 for impossible results.

    Axes: hand, total, banquier's total, end.
    """
    leads = np.zeros((len(HANDS), 10, NATURAL, 3), np.int64)
    for total, hand in enumerate(HAND_OF):
        if hand == (MUST_DRAW if third == STOOD else MUST_STAND):
            continue
        if hand in NATURALS and third != STOOD:
            continue
        for banks in range(NATURAL):
            ended = 2 if hand in NATURALS else result_of(_with(total, third), _with(banks, bank))
            leads[hand, total, banks, ended] = 1
    return leads


def _coming_to(third: int, said: str) -> tuple[int, ...]:
    """The hands that can get this third card, if a total of 5 stands (`said` S) or draws (D)."""
    bound = MUST_STAND if third == STOOD else MUST_DRAW
    return (bound, ASKED) if (third == STOOD) == (said == "S") else (bound,)


def _with(total: int, third: int) -> int:
    return total if third == STOOD else (total + third) % 10


def _drawn(hands: tuple[int, int], thirds: tuple[int, ...]) -> str:
    """What everyone sees after the third cards: `tableau 1 drew 5, tableau 2 stood`."""
    return ", ".join(
        f"tableau {k + 1} "
        + (HANDS[hand] if hand in NATURALS else "stood" if third == STOOD else f"drew {third}")
        for k, (hand, third) in enumerate(zip(hands, thirds, strict=True))
    )


def _verb(letter: str) -> str:
    return "stands" if letter == "S" else "draws"
