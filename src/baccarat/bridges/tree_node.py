"""The nodes of game trees: who moves, what each person knows, and which nodes can follow.

node.mover             CHANCE, OVER, or the number of a person
node.knows[person]     everything that this person knows: "Banker has 6, Player stood"
node.place             the name of the decision in our solutions: "6|-"
node.moves, node.next  the moves, and the nodes after them
node.weights           the weights of the moves of chance, in whole numbers
node.returns           the returns of each person, when the coup is over
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

CHANCE, OVER = -1, -4
"""The numbers that OpenSpiel uses."""
STAND_OR_DRAW = ("stand", "draw")
UNSEEN, SHOWN = "no card seen", "a natural"
"""The knowledge of every person before the deal, and after a natural that ends the coup."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a game tree: a decision, a deal by chance, or the end of a coup."""

    mover: int
    knows: tuple[str, ...]
    moves: tuple[str, ...] = ()
    next: "tuple[TreeNode, ...]" = ()
    weights: tuple[int, ...] = ()
    returns: tuple[Fraction, ...] = ()
    place: str = ""

    def __deepcopy__(self, _: object) -> "TreeNode":
        return self  # nodes never change

    def walk(self) -> "Iterator[TreeNode]":
        """Yield this node and all nodes below it."""
        yield self
        for node in self.next:
            yield from node.walk()


def result_of(player: int, bank: int) -> int:
    """The result of a hand by its total and the banquier's total: 0 loses, 1 ties, 2 wins."""
    return 1 + (player > bank) - (player < bank)


Way = tuple[str, int, Callable[[], TreeNode]]
"""A move of chance: its name, its weight, and a function that makes the next node."""


def dealt(knows: tuple[str, ...], ways: Iterable[Way]) -> TreeNode:
    """A chance node; moves with the weight 0 are left out."""
    met = [(name, weight, grow()) for name, weight, grow in ways if weight]
    names, weights, nodes = zip(*met, strict=True)
    return TreeNode(CHANCE, knows, names, nodes, weights)
