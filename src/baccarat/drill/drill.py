"""The drill: which question comes next, which level it has, and how many points it earns."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from baccarat.base.errors import BadText, BadValue
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, quoted, require_fields
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.games import Game
from baccarat.core.games import game as game_named
from baccarat.drill import phrases
from baccarat.drill.answers import read
from baccarat.drill.hand_questions import call_question, draw_question
from baccarat.drill.pay_questions import pay_question
from baccarat.drill.question import LEVELS, Dice, Kind, Question
from baccarat.drill.road_questions import road_question

RUN = 3
"""The number of right and quick answers in a row that lead to the next level."""

Say = Callable[[Sentence], str]

MAKERS = {
    Kind.DRAW: draw_question,
    Kind.CALL: call_question,
    Kind.PAY: pay_question,
    Kind.ROAD: road_question,
}


@checked
def ask(
    seed: int,
    number: int,
    level: int = 1,
    kinds: tuple[Kind, ...] = tuple(Kind),
    game: str = "punto-banco",
) -> Question:
    """The question with this number in the series of a seed: always the same for these arguments.

    >>> ask(7, 0).text, ask(7, 0).answer
    ('Player K♣ K♣, Banker 8♠ 7♠. Does Player draw?', 'draw')
    """
    _require(level, kinds)
    played = _played(game)
    dice = Dice(seed, number)
    return MAKERS[dice.pick(kinds)](dice, level, played)


def _played(game: str) -> Game:
    """The game with this name; raises an error if the game lets a side choose to draw or stand."""
    played = game_named(game)
    if played.rules.tableau.has_free_cells:
        raise BadValue(phrases.UNDECIDED, game=str(played))
    return played


def _require(level: int, kinds: tuple[Kind, ...]) -> None:
    if level not in LEVELS:
        raise BadText(f"a level must be {LEVELS[0]} to {LEVELS[-1]}, not {level}")
    if not kinds:
        raise BadText(
            f"no kind of question is given (expected {', '.join(kind.value for kind in Kind)})"
        )


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, the answer that was given, and how many seconds it took.

    >>> answered = Answered(ask(seed=7, number=0), "draw", 1.5)
    >>> answered.is_right
    True
    """

    question: Question
    given: str
    seconds: float
    language: str = "en"

    def __post_init__(self) -> None:
        require_fields(self)
        if self.seconds < 0:
            raise BadValue(
                f"the seconds of an answer must be at least 0, not {quoted(self.seconds)}"
            )

    @property
    def is_right(self) -> bool:
        """Whether the answer is the right one."""
        try:
            return read(self.question.form, self.given, self.language) == self.question.answer
        except BadText:
            return False

    @property
    def is_quick(self) -> bool:
        """Whether the answer took no longer than the question allows for a quick answer."""
        return self.seconds <= self.question.quick

    @property
    def points(self) -> int:
        """The points of an answer: the level if it is right, twice the level if also quick."""
        return self.question.level * (1 + self.is_quick) if self.is_right else 0

    def leads_to(self, run: int) -> tuple[int, int]:
        """The next level, and the new run; `run` is the number of quick right answers in a row."""
        level = self.question.level
        if not self.is_right:
            return max(level - 1, LEVELS[0]), 0
        if not self.is_quick:
            return level, 0
        return (min(level + 1, LEVELS[-1]), 0) if run + 1 == RUN else (level, run + 1)

    def as_json(self, say: Say = str) -> dict[str, object]:
        """The question, the given answer and the right answer as JSON; `say` translates text."""
        question = self.question
        return {
            "kind": question.kind.value,
            "level": question.level,
            "question": " ".join(map(say, (*question.scene, question.asks))),
            "answer": question.answer,
            "why": [say(said) for said in question.why],
            "answered": self.given,
            "is_right": self.is_right,
            "seconds": round(self.seconds, 3),
            "is_quick": self.is_quick,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class Drill:
    """A series of questions and answers; each answer makes a new `Drill`.

    >>> drill = Drill(seed=7, kinds=(Kind.CALL,))
    >>> drill.question.text
    "Player 3♦ J♣, Banker 2♦ 8♥. What are the totals, Player's first?"
    >>> drill = drill.answer("three, zero", seconds=2.5)
    >>> drill.right, drill.points, drill.level
    (1, 2, 1)
    """

    seed: int
    kinds: tuple[Kind, ...] = tuple(Kind)
    level: int = 1
    run: int = 0
    """right and quick answers in a row since the level changed"""
    answered: tuple[Answered, ...] = ()
    language: str = "en"
    """the language of the answers; English is always understood, too"""
    game: str = "punto-banco"
    """the game whose third cards and payouts are drilled"""

    def __post_init__(self) -> None:
        freeze(self, "kinds", "answered")
        require_fields(self)
        _require(self.level, self.kinds)
        _played(self.game)
        if self.run not in range(RUN):
            raise BadValue(f"a run must be 0 to {RUN - 1} right and quick answers, not {self.run}")
        Words.of(self.language)  # refuses an unknown language

    @property
    def question(self) -> Question:
        """The next question."""
        return ask(self.seed, len(self.answered), self.level, self.kinds, self.game)

    @checked
    def answer(self, text: str, seconds: float) -> "Drill":
        """The drill after this answer; unreadable text is a wrong answer."""
        new = Answered(self.question, text.strip(), seconds, self.language)
        level, run = new.leads_to(self.run)
        return replace(self, level=level, run=run, answered=(*self.answered, new))

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(answered.is_right for answered in self.answered)

    @property
    def points(self) -> int:
        """The total of the points for all answers."""
        return sum(answered.points for answered in self.answered)

    @property
    def seconds(self) -> float:
        """The total of the seconds for all answers."""
        return sum(answered.seconds for answered in self.answered)

    def as_json(self, say: Say = str) -> dict[str, object]:
        """All questions with their answers, and the score, as JSON; `say` translates text."""
        first = self.answered[0].question.level if self.answered else self.level
        return {
            "seed": self.seed,
            "game": game_named(self.game).name,
            "kinds": [kind.value for kind in self.kinds],
            "questions": [answered.as_json(say) for answered in self.answered],
            "asked": len(self.answered),
            "right": self.right,
            "points": self.points,
            "seconds": round(self.seconds, 3),
            "first_level": first,
            "level": self.level,
        }
