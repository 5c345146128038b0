"""Reads the address of the drill's page: which question is asked, and which answer was given.

asked = read_drill(request.query_params)      kind=draw&kind=pay&game=ez&level=2&seed=7&number=0
asked.question()                              the library's question for this address
asked.address, asked.after(answered)          its address; the question that follows
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import inf
from secrets import randbits
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from baccarat.base.frozen import freezes
from baccarat.base.sentences import Sentence
from baccarat.drill import LEVELS, Answered, Form, Kind, Question, ask
from baccarat.drill.answers import NONE
from baccarat.drill.drill import RUN
from baccarat.web.gate.problems import Problem

FIELDS = ("kind*", "game", "level", "run", "seed", "number", "part")
ANSWER = ("answer*", "answer.*", "pass", "milliseconds")
"""The fields that an answer adds to an address."""
USUAL = "punto-banco"
SEEDS = 1 << 64
MOST_QUESTIONS = 1_000_000
LONGEST_WAIT = 24 * 3_600_000
"""Longest time of an answer in milliseconds: a day."""
LONGEST = 200
"""Characters of a name or an answer that are read."""


@dataclass(frozen=True, slots=True)
@freezes("kinds")
class DrillAsked:
    """A question of the drill, as the fields of an address name it."""

    kinds: tuple[Kind, ...] = tuple(Kind)
    game: str = USUAL
    level: int = LEVELS[0]
    run: int = 0
    """number of right and quick answers in a row before this question"""
    seed: int = 0
    number: int = 0

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The form fields that name this question, so that it can be asked again."""
        kinds = [] if set(self.kinds) == set(Kind) else self.kinds
        numbers = {"level": self.level, "run": self.run, "seed": self.seed, "number": self.number}
        told = [("kind", kind.value) for kind in kinds]
        return [*told, ("game", self.game), *((name, str(one)) for name, one in numbers.items())]

    @property
    def address(self) -> str:
        return f"/drill?{urlencode(self.fields)}"

    def question(self) -> Question:
        return ask(self.seed, self.number, self.level, self.kinds, self.game)

    def after(self, answered: Answered) -> "DrillAsked":
        """The next question, harder or easier as the answer decides."""
        level, run = answered.leads_to(self.run)
        return replace(self, level=level, run=run, number=self.number + 1)


def read_drill(query: QueryParams) -> DrillAsked:
    """The question that an address names; a missing seed becomes a random seed."""
    return DrillAsked(
        _kinds(query.getlist("kind")),
        query.get("game", "")[:LONGEST] or USUAL,
        _whole(query, "level", LEVELS[0], LEVELS[-1]),
        _whole(query, "run", 0, RUN - 1),
        _whole(query, "seed", 0, SEEDS - 1) if query.get("seed") else randbits(32),
        _whole(query, "number", 0, MOST_QUESTIONS),
    )


def given_in(query: QueryParams, form: Form) -> str:
    """The answer in a form: all `answer` fields, joined with spaces; empty if it was skipped."""
    if "pass" in query:
        return ""
    parts = [text for name, text in query.multi_items() if name.partition(".")[0] == "answer"]
    given = " ".join(" ".join(parts).split())
    return NONE if form is Form.POINTS and not given else given[:LONGEST]


def seconds_in(query: QueryParams) -> float:
    """The seconds that the answer took by the browser's clock; infinite if it has no clock."""
    if not query.get("milliseconds"):
        return inf
    return _whole(query, "milliseconds", 0, LONGEST_WAIT) / 1_000


def _kinds(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of questions with these names; all kinds if the list is empty."""
    known = {kind.value: kind for kind in Kind}
    asked = {name.strip().lower()[:LONGEST] for name in names if name.strip()}
    for name in sorted(asked - set(known)):
        near = ", ".join(get_close_matches(name, known, n=2, cutoff=0.5))
        expected = Sentence("expected {expected}", expected=", ".join(known))
        way = Sentence("did you mean {near}?", near=near) if near else expected
        raise Problem(
            422,
            Sentence("unknown kind of question: {name}", name=repr(name[:24])),
            what_to_do=way,
            field="kind",
        )
    return tuple(kind for name, kind in known.items() if not asked or name in asked)


def _whole(query: QueryParams, field: str, least: int, most: int) -> int:
    """The whole number in a field of the address; `least` if the field is missing."""
    typed = query.get(field, "").strip() or str(least)
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= len(str(most))
    if not is_number or not least <= int(typed) <= most:
        said = Sentence(
            "{field}: a whole number from {least} to {most} is expected, not {typed}",
            field=field,
            least=least,
            most=most,
            typed=repr(typed[:24]),
        )
        raise Problem(422, said, field=field)
    return int(typed)
