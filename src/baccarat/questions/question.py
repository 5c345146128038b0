"""A question: a frozen record; its fields say how a command or a page asks for each value.

@dataclass(frozen=True, kw_only=True)
class StakeQuestion(DealtQuestion):
    sessions: Annotated[int, Ask("Number of sessions.", low=1)] = 10_000

Commands, bodies, forms, addresses and digests are made from the fields. The library's functions
keep their written signatures, because people and type checkers read those.
"""

import json
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from hashlib import sha256
from inspect import get_annotations
from string import Formatter
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from baccarat.base.errors import BadText, UnknownName
from baccarat.base.hints import quoted, taken

FORMAT = 1
"""The version of the text that a question's digest is made from."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The help text, limits and names with which a command, a page or the API asks for a field."""

    help: str
    low: int | None = None
    high: int | None = None
    above: float | None = None
    option: str | None = None
    """the option of the command, if not the name of the field; empty for an argument"""
    usual: str | None = None
    """the meaning of None in words, if there is one"""
    least: int = 0
    """the minimum length of a list"""
    offers: Callable[[], Iterable[str]] = tuple
    """the valid names, for forms"""
    is_file: bool = False
    """whether the value is the name of a file, which only a command may read"""


@dataclass(frozen=True, slots=True)
class QuestionField:
    """A field of a question, as commands, pages and the API see it."""

    name: str
    type: Any
    default: Any
    ask: Ask

    @property
    def option(self) -> str:
        """The option of the command, e.g. `--cut-card`."""
        return f"--{self.name.replace('_', '-')}" if self.ask.option is None else self.ask.option

    @property
    def types(self) -> tuple[Any, ...]:
        """The type of the field and the types inside it, e.g. of `int | None`: `int` and None."""
        return self.type, *get_args(self.type)

    @property
    def is_list(self) -> bool:
        return get_origin(self.type) is tuple

    def fitting(self, value: object) -> Any:
        """The value as the field has it; raises an error for a wrong type, or outside the limits.

        >>> from baccarat.questions.stake import StakeQuestion
        >>> part = next(part for part in StakeQuestion.asked() if part.name == "sessions")
        >>> part.fitting(5)
        5
        >>> part.fitting(0)
        Traceback (most recent call last):
            ...
        baccarat.base.errors.BadText: sessions must be at least 1, not 0
        """
        fitting, ask = taken("a question", self.name, value, self.type), self.ask
        for item in fitting if self.is_list else (fitting,):
            for kind in self.types:
                if get_origin(kind) is Literal and item not in get_args(kind):
                    words = ", ".join(get_args(kind))
                    raise BadText(f"{self.name} must be one of {words}, not {quoted(item)}")
            if isinstance(item, str):
                continue
            if ask.low is not None and item < ask.low:
                raise BadText(f"{self.name} must be at least {ask.low}, not {quoted(item)}")
            if ask.above is not None and item <= ask.above:
                raise BadText(f"{self.name} must be more than {ask.above}, not {quoted(item)}")
            if ask.high is not None and item > ask.high:
                raise BadText(f"{self.name} must be at most {ask.high}, not {quoted(item)}")
        return fitting

    def typed(self, value: Any) -> str:
        """The option that gives this value in a command: `--no-burn` for False."""
        is_no = value is False and self.type == bool | None
        return self.option.replace("--", "--no-", 1) if is_no else self.option


class Misfit(BadText):
    """An error about fields that do not go together; `naming` inserts the names that users see."""

    def __init__(self, form: str, **values: object) -> None:
        self.form, self.values = form, values
        super().__init__(self.naming(lambda name: name))

    def naming(self, call: Callable[[str], str]) -> str:
        """The text of the error; `call` turns a field's name into the name that users see."""
        names = {name for _, name, _, _ in Formatter().parse(self.form) if name}
        return self.form.format(**{name: call(name) for name in names - set(self.values)},
                                **self.values)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BaseQuestion(ABC):
    """A question; equal questions have the same spelling, digest and answer."""

    kind: ClassVar[str]
    """the name of the question and of its command"""

    @classmethod
    @cache
    def asked(cls) -> tuple[QuestionField, ...]:
        """The fields of the question: first its own fields, then the fields of its base classes."""
        hints = get_type_hints(cls, include_extras=True)
        shared = _shared(cls)
        parts = sorted(fields(cls), key=lambda part: part.name in shared)
        return tuple(
            QuestionField(part.name, hint.__origin__, part.default, *hint.__metadata__)
            for part in parts
            if (hint := hints[part.name])
        )

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """The question with these values, from JSON."""
        return cls(**{name: tuple(value) if isinstance(value, list) else value
                      for name, value in values.items() if value is not None})  # fmt: skip

    @classmethod
    def read_strictly(cls, values: Mapping[str, object]) -> Self:
        """The question with these values; unknown fields, wrong types and files are refused."""
        parts = {part.name: part for part in cls.asked() if not part.ask.is_file}
        for name in values:
            if name not in parts:
                unknown = UnknownName("field", name[:40], parts)
                every = f"expected one of {', '.join(parts)}"
                raise unknown if unknown.near else UnknownName("field", name[:40], parts, every)
        given = {name: value for name, value in values.items() if value is not None}
        return cls.read({name: parts[name].fitting(value) for name, value in given.items()})

    @property
    def said(self) -> dict[str, Any]:
        """The fields that differ from the defaults."""
        values = ((part, getattr(self, part.name)) for part in self.asked())
        return {part.name: value for part, value in values if value != part.default}

    @property
    def own(self) -> dict[str, Any]:
        """The fields that differ from the defaults and belong only to this kind of question."""
        shared = _shared(type(self))
        return {name: value for name, value in self.said.items() if name not in shared}

    @property
    @abstractmethod
    def spelling(self) -> Mapping[str, Any]:
        """The fields that differ from the defaults, with names spelled as in the library."""

    def digested(self) -> Mapping[str, Any]:
        """All values that the answer depends on."""
        return {"question": self.spelling, "format": FORMAT}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the question and of all values that its answer depends on."""
        return sha256(spelled(self.kind, self.digested()).encode()).hexdigest()

    @cached_property
    def command(self) -> str:
        """The command that repeats the question on any machine."""
        parts = sorted(self.asked(), key=lambda part: part.option != "")  # arguments first
        options = (word for part in parts for word in self._words(part))
        return shlex.join(["baccarat", self.kind, *options])

    def _words(self, part: QuestionField) -> Iterator[str]:
        value = self.spelling.get(part.name, ())
        for item in value if isinstance(value, tuple) else (value,):
            option, text = part.typed(item), str(item)
            if isinstance(item, bool):
                yield from option.split()
            elif not option:
                yield text
            else:
                yield from [f"{option}={text}"] if text.startswith("-") else (option, text)


def _shared(kind: type[BaseQuestion]) -> set[str]:
    """The names of the fields that come from base classes without a `kind`."""
    bases = (base for base in kind.__mro__ if not hasattr(base, "kind"))
    return {name for base in bases for name in get_annotations(base)}


def refuse(why: str, question: BaseQuestion, *names: str) -> None:
    """Raise an error if one of these fields is given; `why` is the reason."""
    if said := [f"{{{name}}}" for name in names if name in question.said]:
        raise Misfit(f"{why}: leave {' and '.join(said)} out")


def spelled(kind: str, question: Mapping[str, Any]) -> str:
    """A question in canonical JSON: without spaces, with sorted names.

    >>> spelled("simulate", {"shoes": 5, "seed": 7})
    '{"kind":"simulate","seed":7,"shoes":5}'
    """
    return json.dumps(
        {"kind": kind, **question}, sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
