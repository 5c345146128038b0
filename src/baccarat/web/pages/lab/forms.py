"""The forms that start a run: the fields of each form, and how a filled form is read.

form_fields("stake")                     with default values that make a useful run
form_fields("stake", question)           filled in from a question
question_of("stake", {"system": "martingale", "sessions": "1,000", …})
read_question('{"kind":"stake", …}')   from an address

The lists are the library's registers, so they have the plug-ins that a host loads by `--plugin`.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pydantic import TypeAdapter, ValidationError

from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.questions.count import CountQuestion
from baccarat.questions.question import BaseQuestion, QuestionField
from baccarat.questions.simulate import SimulateQuestion
from baccarat.questions.stake import StakeQuestion
from baccarat.systems.stake import USUAL_COUPS
from baccarat.web.gate.problems import MISFITS, Problem, of_validation
from baccarat.web.gate.strict_json import read_strictly
from baccarat.web.runs.bodies import AnyQuestion, RunBody
from baccarat.web.runs.work import KINDS

QUESTIONS: TypeAdapter[RunBody] = TypeAdapter(AnyQuestion)
MUCH = ("fresh", "shoes", "coups")
"""The unit of a simulation: coups of fresh shoes, whole shoes, or coups of whole shoes."""
ASKED_IN = {"simulate": dict.fromkeys(MUCH, "many"), "stake": {"compare": "system"}}
"""The form's fields for fields that have another name in the question."""
GAPS = re.compile(r"(?<=\d)[ ,.'_\u2019\u00a0\u202f](?=\d{3}(?!\d))")
"""Separators that people write between thousands."""
MOST_DIGITS = 24
EXAMPLE = '{"cut_card": 20}'
NO_REST = Sentence("JSON is expected, e.g. {example}", example=EXAMPLE)
NO_QUESTION = Sentence("the question in this address cannot be read")
NOT_FRESH = Sentence("coups of one shoe are not independent: tick the fresh shoes, too")


@dataclass(frozen=True, slots=True)
class RunField:
    """A field of a form."""

    name: str
    kind: str
    """number, numbers, text, names, phrases (between commas), choice or check"""
    first: str = ""
    """the value that the field has at first"""
    options: tuple[str, ...] = ()
    """the choices, or the suggestions while typing"""

    @property
    def word(self) -> str:
        """The key of the field's label in the catalogue of texts."""
        return f"lab.field-{self.name.replace('_', '-')}"

    def label(self, words: Words) -> str:
        """The field's label in the language of the page; its name if there is no such text."""
        plain = self.name.replace("_", " ").capitalize()
        return words(self.word) if self.word in words.texts else plain

    @property
    def hint(self) -> str:
        """The key of the field's hint in the catalogue of texts."""
        return f"lab.hint-{self.name.replace('_', '-')}"


REST = RunField("rest", "text")
FIRST: Mapping[str, Mapping[str, str]] = {
    "simulate": {"seed": "7"},
    "count": {"counts": "dragon-7", "shoes": "20000", "cut_cards": "14", "seed": "1"},
    "stake": {"system": "martingale", "on": "banker", "most": "50", "coups": str(USUAL_COUPS),
              "fresh": "yes", "exact": "yes", "seed": "1"},
}  # fmt: skip
"""Default values of a form, where the default of the question would show little."""
HIDDEN = {
    "every": {"burn", "endless", "cut_card", "last_coup"},
    "simulate": {"shoes", "coups", "fresh", "until", "each", "depth", "all_bets"},
    "stake": {
        "compare",
        "unit",
        "trailing",
        "shoes",
        "short",
        "hours",
        "pace",
        "rebate",
        "to_the_end",
    },
    "count": {"last_coups", "pace", "as_won"},
}
"""Fields of questions that a form asks for in its last field, as JSON, or in a special field."""
KIND_OF = {"system": "phrases", "counts": "phrases", "game": "choice"}
"""The kinds of form fields that do not follow from the type."""


def form_fields(kind: str, question: Mapping[str, Any] | None = None) -> tuple[RunField, ...]:
    """The form fields for a kind of run, with defaults or with the values of a question.

    The last field has the rest of the question as JSON, so that nothing is lost.
    """
    fields = FORMS[kind]()
    if question is None:
        return fields
    names = {field.name for field in fields} | set(ASKED_IN.get(kind, ()))
    extras = {name: value for name, value in question.items() if name not in names}
    filled = tuple(replace(field, first=_written(kind, field, question)) for field in fields)
    return (*filled, replace(REST, first=json.dumps(extras))) if extras else filled


def _written(kind: str, field: RunField, question: Mapping[str, Any]) -> str:
    """The text that a form field shows for the value in a question."""
    name, value = field.name, question.get(field.name)
    if kind == "simulate" and name in ("much", "many"):
        measure = next((item for item in MUCH if question.get(item) is not None), MUCH[0])
        return measure if name == "much" else str(question.get(measure, ""))
    if kind == "stake" and name == "system":
        value = question.get("compare", value)
    if field.kind == "check":
        return "yes" if value else ""
    if isinstance(value, list | tuple):
        return (", " if field.kind == "phrases" else " ").join(map(str, value))
    if value is None:
        return {"choice": field.first, "number": "0" if name == "seed" else ""}.get(field.kind, "")
    return str(value)


def question_of(kind: str, typed: Mapping[str, str]) -> RunBody:
    """The question of a filled form; an empty field means its default."""
    return as_question({"kind": kind_of(kind), **_asked(kind, typed)})


def read_question(text: str) -> RunBody:
    """The question in JSON from an address."""
    try:
        question = read_strictly(text.encode("utf-8", "replace"))
    except Problem:  # its text speaks of a body
        raise Problem(422, NO_QUESTION, field="question") from None
    return as_question(question)


def as_question(question: object) -> RunBody:
    """The question in a JSON value; raises a problem that names the first wrong field."""
    if not isinstance(question, dict) or question.get("kind") not in KINDS:
        raise Problem(422, NO_QUESTION, field="question")
    try:
        return QUESTIONS.validate_python(question)
    except ValidationError as fault:
        raise of_validation(fault.errors()) from None


def kind_of(kind: str) -> str:
    if kind not in KINDS:
        raise misfit("kind", Sentence("expected {expected}", expected=", ".join(KINDS)))
    return kind


def _asked(kind: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """The typed values, under the names that the question's fields have."""
    fields = {field.name: field for field in FORMS[kind]()}
    for name in typed:
        if name not in fields and name != REST.name:
            raise misfit(name[:40], MISFITS["extra_forbidden"])
    values: dict[str, Any] = {}
    for name, field in fields.items():
        text = typed.get(name, "").strip()
        if text:
            values[name] = _read(field, text)
    extras = _rest(typed.get(REST.name, "").strip())
    if kind == "simulate":
        measure = values.pop("much", MUCH[0])
        if "many" in values:
            values[measure] = values.pop("many")
        elif "until" not in extras:
            raise misfit("many", MISFITS["missing"])
    if kind == "stake" and len(systems := values.pop("system", ["flat"])) == 1:
        values["system"] = systems[0]
    elif kind == "stake":
        values["compare"] = systems
    if values.get("exact") and not values.get("fresh"):
        raise misfit("exact", NOT_FRESH)
    for name in extras:
        if name in values or name == "kind":
            form = "{name} appears twice in one object"
            raise misfit(REST.name, Sentence(form, name=repr(name[:40])))
    return values | extras


def _rest(text: str) -> dict[str, Any]:
    """The values of the question that have no form field of their own, read from JSON."""
    try:
        values = read_strictly(text.encode("utf-8", "replace")) if text else {}
    except Problem:
        values = None
    if not isinstance(values, dict):
        raise misfit(REST.name, NO_REST)
    return values


def _read(field: RunField, text: str) -> Any:
    match field.kind:
        case "number":
            return _whole(field, text)
        case "check":
            return True
        case "names":
            return [item for item in re.split(r"[\s,;]+", text) if item]
        case "phrases":
            return [item.strip() for item in re.split(r"[,;]", text) if item.strip()]
        case "numbers":
            return [_whole(field, item) for item in text.replace(",", " ").split()]
    return text


def _whole(field: RunField, text: str) -> int:
    digits = GAPS.sub("", text)
    is_number = digits.isascii() and digits.removeprefix("-").isdigit()
    if not is_number or len(digits) > MOST_DIGITS:
        raise misfit(field.name, MISFITS["int_type"])
    return int(digits)


def misfit(field: str, complaint: str) -> Problem:
    """The error response for a wrong field of a form, like those of the API."""
    return Problem(422, Sentence("{field}: {why}", field=field, why=complaint), field=field)


def by_label(kind: str, problem: Problem, words: Words) -> Problem:
    """A problem that names the field by its label in the language of the page."""
    fields = {field.name: field for field in (*FORMS[kind](), REST)} if kind in FORMS else {}
    key = str(problem.extras.get("field", "")).partition(".")[0]
    name = ASKED_IN.get(kind, {}).get(key, key)
    if name not in fields or not isinstance(problem.detail, Sentence):
        return problem
    label, complaint = fields[name].label(words), problem.detail.values["why"]
    return Problem(422, Sentence("{field}: {why}", field=label, why=complaint), field=name)


def _simulate() -> tuple[RunField, ...]:
    return (
        RunField("many", "number", "1000000"),
        RunField("much", "choice", MUCH[0], MUCH),
        *fields_asked(SimulateQuestion),
    )


def fields_asked(question: type[BaseQuestion]) -> tuple[RunField, ...]:
    """The form fields for a class of questions, with default values; the seed is the last."""
    first = FIRST[question.kind]
    return tuple(
        RunField(part.name, KIND_OF.get(part.name) or _kind(part), first.get(part.name)
                 or _text(part.default), tuple(part.ask.offers()))
        for part in sorted(question.asked(), key=lambda part: part.name == "seed")
        if part.name not in HIDDEN["every"] | HIDDEN[question.kind]
    )  # fmt: skip


def _kind(part: QuestionField) -> str:
    """The kind of form field for a field of a question: number, check, names and so on."""
    if part.is_list:
        return "numbers" if int in part.types else "names"
    return "check" if bool in part.types else "number" if int in part.types else "text"


def _text(default: object) -> str:
    return "" if default is None or default is False or default == () else str(default)


FORMS: Mapping[str, Callable[[], tuple[RunField, ...]]] = {
    "simulate": _simulate,
    "stake": partial(fields_asked, StakeQuestion),
    "count": partial(fields_asked, CountQuestion),
}
