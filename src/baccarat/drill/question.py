"""The class `Question`, and the random numbers from which questions are made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from baccarat.base.enums import NamedEnum
from baccarat.base.sentences import Sentence
from baccarat.core.cards import DECK, Card
from baccarat.core.chance import endless_dice

T = TypeVar("T")

LEVELS = range(1, 6)
"""The levels, from the easiest to the hardest."""
FACES = 1 << 16
"""The faces of the die that all others are made from, the largest in the stream."""


class Kind(NamedEnum):
    """The subjects of questions: drawing, calling, paying and the roads.

    >>> [kind.value for kind in Kind]
    ['draw', 'call', 'pay', 'road']
    """

    DRAW = "draw"
    """whether a third card is drawn, and why"""
    CALL = "call"
    """the totals, and who wins"""
    PAY = "pay"
    """what a layout pays, with commission and rounding"""
    ROAD = "road"
    """which marks go on the roads"""


class Form(NamedEnum):
    """The forms that answers can have: a move, points, totals, money, a place, a mark and so on.

    >>> [form.value for form in Form]
    ['move', 'points', 'totals', 'call', 'money', 'place', 'mark', 'marks']
    """

    MOVE = "move"
    POINTS = "points"
    TOTALS = "totals"
    CALL = "call"
    MONEY = "money"
    PLACE = "place"
    MARK = "mark"
    MARKS = "marks"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the situation that it is about, its right answer, and the reasons.

    >>> from baccarat.drill import ask
    >>> question = ask(seed=7, number=0)
    >>> question.kind, question.text, question.answer
    (Kind.DRAW, 'Player K♣ K♣, Banker 8♠ 7♠. Does Player draw?', 'draw')
    """

    kind: Kind
    level: int
    form: Form
    scene: tuple[Sentence, ...]
    asks: Sentence
    answer: str
    """the right answer, in the spelling of `read`"""
    why: tuple[Sentence, ...]
    quick: int
    """seconds within which an answer is quick"""
    board: tuple[str, ...] = ()
    """the scene drawn as text, with nothing that the sentences do not say"""

    @property
    def text(self) -> str:
        """The situation and the question as one line of text."""
        return " ".join((*self.scene, self.asks))


class Dice:
    """Random choices for one question; the same seed and number give the same choices."""

    def __init__(self, seed: int, number: int) -> None:
        self._throws = endless_dice(seed, number, FACES)

    def throw(self, faces: int) -> int:
        """A random number from 0 to `faces` - 1, all equally likely."""
        throw = next(self._throws)
        while throw >= FACES - FACES % faces:
            throw = next(self._throws)
        return throw % faces

    def pick(self, things: Sequence[T]) -> T:
        return things[self.throw(len(things))]

    def cards(self) -> Iterator[Card]:
        """An endless sequence of random cards, with replacement."""
        while True:
            yield self.pick(DECK)
