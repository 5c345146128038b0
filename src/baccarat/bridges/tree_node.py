"""A coup as a tree: who moves, what each person knows, and where every move leads.

node.mover             CHANCE, OVER, or the number of a person
node.knows[person]     all that he knows, in words: "Banker has 6, Player stood"
node.place             what his decision is called in our solutions: "6|-"
node.moves, node.next  the moves, and where they lead
node.weights           how often chance makes them, in whole numbers
node.returns           by person, when the coup is over
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

CHANCE, OVER = -1, -4
"""As OpenSpiel numbers them."""
STAND_OR_DRAW = ("stand", "draw")
UNSEEN, SHOWN = "no card seen", "a natural"
"""What everybody knows before the deal, and of a natural that ends the coup."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A moment of a coup, with all that can follow."""

    mover: int
    knows: tuple[str, ...]
    moves: tuple[str, ...] = ()
    next: "tuple[TreeNode, ...]" = ()
    weights: tuple[int, ...] = ()
    returns: tuple[Fraction, ...] = ()
    place: str = ""

    def __deepcopy__(self, _: object) -> "TreeNode":
        return self  # nothing in it changes

    def walk(self) -> "Iterator[TreeNode]":
        """This node and all that follow."""
        yield self
        for node in self.next:
            yield from node.walk()


Way = tuple[str, int, Callable[[], TreeNode]]
"""Something that chance may do: its name, its weight, and what follows."""


def dealt(knows: tuple[str, ...], ways: Iterable[Way]) -> TreeNode:
    """A node at which chance moves; what has no weight does not happen."""
    met = [(name, weight, grow()) for name, weight, grow in ways if weight]
    names, weights, nodes = zip(*met, strict=True)
    return TreeNode(CHANCE, knows, names, nodes, weights)
