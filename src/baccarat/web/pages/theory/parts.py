"""Draws the parts of the page of theory that depend on the question.

drawn = TheoryParts(shell, words).all(question, solved)
drawn.parts                     HTML by the place on the page
drawn.is_whole, .is_proved      whether there is an answer, and a certificate that was checked
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from baccarat.base.frozen import freezes
from baccarat.base.words import Words
from baccarat.render.card_faces import page_card
from baccarat.theory.casino.known_equilibria import Critical, critical_commissions, critical_decks
from baccarat.theory.chemin.model import COLUMNS, MODELS
from baccarat.theory.strategies import mixed_in
from baccarat.web.jobs.desk import DeskWork
from baccarat.web.jobs.theory import SolvedGame
from baccarat.web.jobs.theory_question import STAGES, TheoryQuestion
from baccarat.web.pages.shell import Shell
from baccarat.web.pages.theory.grid import ShownGame, grid_of, read_chances
from baccarat.web.pages.theory.practice import Practice

PLACES = ("deck-marks", "alpha-marks", "answer", "proof")
"""The places of the parts on the page."""
A_HAIR = Fraction(1, 10**6)
"""The distance from a critical commission to the commissions that the page offers beside it."""
Turning = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
@freezes("parts")
class DrawnTheory:
    """The parts of the page of theory as HTML, and whether the game is solved and proved."""

    parts: Mapping[str, str]
    """HTML by its place on the page"""
    is_whole: bool
    """whether there is an answer"""
    is_proved: bool
    """whether its certificate has been checked"""


NOTHING = DrawnTheory(dict.fromkeys(PLACES, ""), is_whole=True, is_proved=True)
"""The empty parts of an invalid question, for which there is nothing to solve."""


class TheoryParts:
    """Draws the parts of the page; at banque, `first` is the third card of tableau 1, or `-`."""

    def __init__(self, shell: Shell, words: Words, first: str = "-") -> None:
        self._shell, self._words = shell, words
        self._first = first if first in COLUMNS else "-"

    def all(self, question: TheoryQuestion, solved: SolvedGame | None) -> DrawnTheory:
        """The parts of the page of theory that depend on the question about a game, as HTML."""
        answer = self._answer(question, solved)
        context = {"question": question, "proves": solved and solved.proves}
        proof = self._shell.part("theory_proof.html", self._words, **context) if answer else ""
        texts = self._decks(question), self._alphas(question), answer or "", proof
        parts = {place: Markup(html) for place, html in zip(PLACES, texts, strict=True)}
        return DrawnTheory(parts, answer is not None, solved is not None)

    def working(
        self, work: DeskWork[TheoryQuestion, SolvedGame], theory: DrawnTheory
    ) -> dict[str, object]:
        """The parts while a game is being solved: its progress stands where the answer will be."""
        stage = work.progress.get("stage", STAGES[0])
        html = self._shell.part(
            "theory_working.html",
            self._words,
            stage=stage,
            step=STAGES.index(stage),
            steps=len(STAGES),
            seconds=int(work.seconds),
        )
        parts = dict(theory.parts)
        if theory.is_whole:
            parts = {"proof": html}
        else:
            parts |= {"answer": html, "proof": ""}
        return {"parts": parts, "is_proved": False}

    def _answer(self, question: TheoryQuestion, solved: SolvedGame | None) -> str | None:
        if question.is_banque:
            return None if solved is None else self._banque(solved)
        game = ShownGame.of(question, solved)
        if game is None:
            return None
        rows, notes = grid_of(game.model, game.banquier)
        return self._shell.part(
            "theory_answer.html",
            self._words,
            question=question,
            shown=game,
            columns=COLUMNS,
            rows=rows,
            notes=notes,
            where=self.where,
        )

    def _banque(self, solved: SolvedGame) -> str:
        answer = json.loads(solved.answer)
        banquier = read_chances(answer["coalition"]["banquier"])
        rows, notes = grid_of(MODELS["A1"], banquier, f"{self._first},{{}}")
        return self._shell.part(
            "theory_banque.html",
            self._words,
            question=solved.question,
            told=answer,
            value=Fraction(answer["coalition"]["value"]),
            mixture=read_chances(answer["coalition"]["mixture"]),
            mixed=mixed_in(banquier),
            columns=COLUMNS,
            first=self._first,
            rows=rows,
            notes=notes,
            exact=_exact,
            where=self.where,
        )

    def _decks(self, question: TheoryQuestion) -> str:
        turnings = {} if question.is_banque else critical_decks(question.name, question.alpha)
        return self._shell.part(
            "theory_decks.html",
            self._words,
            question=question,
            turns=[(decks, _turned(turning)) for decks, turning in turnings.items()],
        )

    def _alphas(self, question: TheoryQuestion) -> str:
        alphas = None if question.is_banque else critical_commissions(question.name, question.decks)
        turns = None if alphas is None else [_turn(question, turn) for turn in alphas]
        return self._shell.part("theory_alphas.html", self._words, question=question, turns=turns)

    def where(self, name: str) -> str:
        """A decision of the theory, such as `6|-` (Banker has 6, Player stood), in words."""
        hand, bar, column = name.partition("|")
        if not bar:
            return self._words("theory.where-player", hand=hand)
        if column == "-":
            return self._words("theory.where-stood", hand=hand)
        if "," in column:
            first, second = (
                self._words("theory.stood") if label == "-" else label
                for label in column.split(",")
            )
            return self._words("theory.where-banque", hand=hand, first=first, second=second)
        return self._words("theory.where-banker", hand=hand, card=column)

    @staticmethod
    def practice(practice: Practice | None, words: Words) -> dict[str, object]:
        """The drawings of a hand for practice, and of Player's third card."""
        if practice is None:
            return {"cards": (), "third": None}
        third = practice.third_card
        return {
            "cards": [Markup(page_card(card, words)) for card in practice.cards],
            "third": None if third is None else Markup(page_card(third, words)),
        }


def _turn(question: TheoryQuestion, critical: Critical) -> dict[str, object]:
    """A commission at which the equilibrium changes, and questions just below and above it."""
    at = critical.alpha.refined(A_HAIR / 10)
    question_before, question_after = (
        replace(question, commission=str(Fraction(round(end / A_HAIR), 10**6)))
        for end in (at.low - A_HAIR, at.high + A_HAIR)
    )
    return {
        "alpha": float(critical.alpha),
        "turning": _turned(critical.turning),
        "before": question_before,
        "after": question_after,
    }


def _turned(turning: Turning) -> list[dict[str, str]]:
    return [
        {"cell": cell, "before": move_before, "after": move_after}
        for cell, move_before, move_after in turning
    ]


def _exact(name: str, answer: Mapping[str, Any]) -> tuple[str, float]:
    """The exact text and the float of a number in the library's JSON."""
    if name in answer:
        return str(answer[name]), answer[f"{name}_float"]
    surd = answer[f"{name}_surd"]
    return f"{surd['a']} + {surd['b']} √{surd['root_of']}", answer[f"{name}_float"]
