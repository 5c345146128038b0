"""A game of chemin de fer in words and as JSON; different games have different words.

told_game(model, composition, player, bound) -> "model A1, every card returns, bound 5=D 6|-=S"
told_shoe(model, composition) -> "6 decks"
told_bound(model, bound) -> "5=D 6|-=S"
but_for(idle) -> ", but for 3 decisions that change nobody's expectation"
CheminAnswer.question_json -> {"game": "chemin-de-fer", "model": "A1", …}
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from baccarat.base.jsonable import decked
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.as_json import Said, chances_json
from baccarat.theory.chemin.model import Model, total_of
from baccarat.theory.chemin.payoffs import Payoffs, shoe_of
from baccarat.theory.decks import decks_in


def told_game(
    model: Model, composition: Composition, player: tuple[Move, ...], bound: Mapping[str, Fraction]
) -> str:
    """A game as text: model, shoe, Player's row and bound decisions, without the commission."""
    parts = [f"model {model}", told_shoe(model, composition)]
    if row := told_player(player):
        parts.append(row)
    if bound:
        parts.append(f"bound {told_bound(model, bound)}")
    return ", ".join(parts)


def told_shoe(model: Model, composition: Composition) -> str:
    """The shoe as text: the number of decks, the cards, or that every card returns."""
    shoe = shoe_of(model, composition=composition)
    decks = decks_in(shoe)
    if model.is_endless:
        return "every card returns" + ("" if decks else f" to {shoe}")
    return str(shoe) if decks is None else f"{decks} deck{'s' * (decks != 1)}"


def told_player(player: tuple[Move, ...]) -> str:
    """Player's row for totals 0 to 7 (D draws, - stands, * is free); empty for the usual row."""
    return "" if player == CHEMIN_DE_FER.player else f"Player {''.join(map(str, player))}"


def told_bound(model: Model, bound: Mapping[str, Fraction]) -> str:
    """The bound decisions, as `--bind` takes them; a total stands for hands that all decide alike.

    >>> told_bound(Model.parse("A1"), {"5": Fraction(1, 3), "6|-": Fraction(0)})
    '5=1/3 6|-=S'
    """
    told = {}
    for name, draws in bound.items():
        seen, bar, column = name.partition("|")
        hands = (model.banquier if bar else model.ponte).sets([total_of(seen)])
        is_every = all(bound.get(f"{hand}{bar}{column}") == draws for hand in hands)
        move = "D" if draws == 1 else str(draws) if draws else "S"
        told[f"{total_of(seen) if is_every else seen}{bar}{column}"] = move
    return " ".join(f"{name}={move}" for name, move in sorted(told.items()))


def but_for(idle: Collection[str]) -> str:
    """The end of a sentence that names idle decisions as exceptions; empty if there are none."""
    if not idle:
        return ""
    return (
        f", but for {len(idle)} decision{'s' * (len(idle) != 1)} that change nobody's expectation"
    )


@dataclass(frozen=True, slots=True, repr=False)
class CheminAnswer:
    """An exact answer, with its question: model, shoe, tableau and bound decisions."""

    model: Model
    composition: Composition
    tableau: Tableau
    bound: Mapping[str, Fraction]
    """the bound decisions of both sides, with the probability of drawing"""
    idle: tuple[str, ...]
    """decisions that change nobody's expected value, mostly because no coup comes to them"""
    payoffs: Payoffs = field(repr=False, compare=False)

    @property
    def decks(self) -> int | None:
        """The number of whole decks in the shoe; None if the shoe is not whole decks."""
        return decks_in(self.composition)

    @property
    def told_shoe(self) -> str:
        """The shoe in words."""
        return told_shoe(self.model, self.composition)

    @property
    def told_bound(self) -> str:
        """The bound decisions, as `--bind` takes them; empty if there are none."""
        return told_bound(self.model, self.bound)

    @property
    def question_json(self) -> Said:
        """The question as JSON: the game, its model, its shoe and the bound decisions."""
        return {
            "game": "chemin-de-fer",
            "model": self.model.name,
            **decked(self.decks, self.model.is_endless),
            "unseen": str(self.composition),
            "bound": chances_json(self.bound),
            "method": "exact",
        }
