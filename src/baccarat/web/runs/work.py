"""What a run of the laboratory does: a question in one spelling, its digest, command and answer.

Each kind of question has a file of its own; they know nothing of the web, so the process of a run
loads little. What is wrong with a question is what the library complains of, as for the commands.
"""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar

from baccarat.base.errors import BadText
from baccarat.core.chance import STREAM_VERSION
from baccarat.core.games import Game
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup
from baccarat.questions.dealing import CEREMONY as CEREMONY
from baccarat.questions.dealing import DECIDE as DECIDE
from baccarat.questions.dealing import USUAL_GAME as USUAL_GAME
from baccarat.questions.question import FORMAT, BaseQuestion, RunDealer, spelled
from baccarat.questions.question import MOST_FIGURES as MOST_FIGURES
from baccarat.questions.question import Figures as Figures

KINDS = ("simulate", "stake", "count")


@dataclass(frozen=True, slots=True)
class Worked:
    """What came of a run: the answer of its command as JSON, less its head."""

    answer: Mapping[str, Any]
    answer_digest: str
    engine: str
    is_whole: bool


class LabWork(ABC):
    """A question that can be answered."""

    kind: ClassVar[str]
    """the command, too"""
    unit: str
    """what is counted: shoes, coups or sessions"""
    of: int
    """how many of them"""
    coups: int
    """how many coups it deals, about; each once for every system or count that plays them"""
    question: Mapping[str, Any]
    """in one spelling: without what is usual"""

    @abstractmethod
    def described(self) -> Mapping[str, Any]:
        """All that the shoes depend on, beside the question."""

    @abstractmethod
    def options(self) -> Iterator[tuple[str, Any]]:
        """The options of the command, with their values; the name of an argument is empty."""

    @abstractmethod
    def go(self, how: RunDealer) -> Worked:
        """Deal until it is finished or stopped."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the question and of the rules behind its names."""
        told: dict[str, Any] = {"question": self.question, "plan": self.described()}
        told |= {"format": FORMAT, "stream": STREAM_VERSION}
        return sha256(spelled(self.kind, told).encode()).hexdigest()

    @cached_property
    def command(self) -> str:
        """What repeats it on any machine."""
        words = ["baccarat", self.kind]
        for option, value in self.options():
            for each in value if isinstance(value, list | tuple) else [value]:
                words += _said(option, each)
        return shlex.join(words)


class QuestionWork(LabWork):
    """A question whose fields say how it is asked for."""

    def __init__(self, question: BaseQuestion) -> None:
        self._question = question
        self.kind, self.unit, self.of = question.kind, question.noun, question.size  # type: ignore[misc]
        self.coups, self.question = question.work, question.spelling

    def described(self) -> Mapping[str, Any]:
        return self._question.described()

    def options(self) -> Iterator[tuple[str, Any]]:
        return iter(())

    @cached_property
    def digest(self) -> str:
        return self._question.digest

    @cached_property
    def command(self) -> str:
        return self._question.command

    def go(self, how: RunDealer) -> Worked:
        answer = self._question.answer(how)
        if not answer.is_whole:
            return Worked({}, "", answer.engine, False)
        return Worked(answer.as_json(), answer.answer_digest, answer.engine, True)


def _said(option: str, value: Any) -> list[str]:
    if value is True:
        return [option]
    text = str(value)
    if not option:
        return [text]
    return [f"{option}={text}"] if text.startswith("-") else [option, text]


def usual_left_out(asked: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """A question without what is usual, empty or not said."""
    return {
        name: value
        for name, value in asked.items()
        if value is not None and value is not False and value != () and value != usual.get(name)
    }


def with_ceremony(rules: Rules, asked: Mapping[str, Any]) -> Rules:
    """The rules, with what was said of the ceremony."""
    last_coup = asked.get("last_coup")
    cut_card = asked.get("cut_card")
    burn = asked.get("burn")
    return replace(
        rules,
        burn=rules.burn if burn is None else burn,
        cut_card=rules.cut_card if cut_card is None else cut_card,
        last_coup=rules.last_coup if last_coup is None else LastCoup.parse(last_coup),
    )


def dealt_otherwise(game: Game, usual: Game, has_end: bool = True) -> dict[str, Any]:
    """How a game is dealt, as far as that differs from what is usual."""
    rules, own = game.rules, usual.rules
    told: dict[str, Any] = {}
    if usual.name != USUAL_GAME:
        told["game"] = usual.name
    if rules.decks != own.decks:
        told["decks"] = rules.decks
    if rules.burn != own.burn:
        told["burn"] = rules.burn
    if has_end and rules.cut_card != own.cut_card:
        told["cut_card"] = rules.cut_card
    if has_end and rules.last_coup != own.last_coup:
        told["last_coup"] = str(rules.last_coup)
    return told


def dealing_options(question: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The options that say how a game is dealt."""
    if "seed" in question:
        yield "--seed", question["seed"]
    if "game" in question:
        yield "--game", question["game"]
    if "decks" in question:
        yield "--decks", question["decks"]
    if question.get("endless"):
        yield "--decks", "inf"
    if "burn" in question:
        yield "--burn" if question["burn"] else "--no-burn", True
    if "cut_card" in question:
        yield "--cut-card", question["cut_card"]
    if "last_coup" in question:
        yield "--last-coup", question["last_coup"]


def refuse_said(why: str, asked: Mapping[str, Any], *names: str) -> None:
    """Complain of fields that do not belong to the others."""
    said = [name for name in names if asked.get(name) is not None]
    if said:
        raise BadText(f"{why}: leave {' and '.join(said)} out")


def read_work(kind: str, asked: Mapping[str, Any]) -> LabWork:
    """The work that a question asks for; a complaint if it asks for what cannot be."""
    match kind:  # each loads what it needs, so that the process of a run starts quickly
        case "simulate":
            from baccarat.questions.simulate import ServedSimulation

            return QuestionWork(ServedSimulation.read(asked))
        case "stake":
            from baccarat.questions.stake import StakeQuestion

            return QuestionWork(StakeQuestion.read(asked))
        case "count":
            from baccarat.web.runs.count_work import CountWork

            return CountWork(asked)
    raise BadText(f"not a kind of run: {kind[:24]!r} (expected {', '.join(KINDS)})")


def warm_up() -> None:
    """Load what questions need, so that no table waits while somebody asks the first one."""
    for kind, asked in (("simulate", {"shoes": 1}), ("stake", {}), ("count", {"counts": ["tie"]})):
        read_work(kind, asked)
