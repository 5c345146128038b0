"""Makes options from the fields of a question (a dataclass), which the command then receives.

@asks(OddsQuestion)
def odds(question: OddsQuestion, *, plot: …) -> None: ...

Options for the output of the answer stay in the signature of the command.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import wraps
from inspect import Parameter, signature
from math import inf
from typing import Annotated, Any, Concatenate, Literal, TypeVar, get_args, get_origin

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.completion import bet_names, game_names, model_names, system_names
from baccarat.cli.options.dealing import read_decks
from baccarat.core.shoe import MOST_DECKS
from baccarat.questions.question import BaseQuestion, Misfit, QuestionField

Q = TypeVar("Q", bound=BaseQuestion)
Asking = Callable[Concatenate[Q, ...], None]
COMPLETIONS: dict[str, Callable[[], Any]] = {
    "game": game_names,
    "bets": bet_names,
    "system": system_names,
    "compare": system_names,
    "model": model_names,
}
"""The names that Tab offers for a field, also those of installed plug-ins."""
WORDS = {"last_coup": "RULE", "last_coups": "RULE", "compare": "NAME", "counts": "COUNT"}
WORDS |= {"bets": "NAME", "bind": "CELL=D|S|P", "kept": "FILE"}
"""The placeholder of a value in the help, if its type would say little."""


def asks(kind: type[Q]) -> Callable[[Asking[Q]], Callable[..., None]]:
    """Give a command an option for each field of a question; the command gets the question."""
    names = [part.name for part in kind.asked()]
    options = [_parameter(part, names) for part in kind.asked() if part.name != "endless"]

    def asking(command: Asking[Q]) -> Callable[..., None]:
        run: Any = command

        @wraps(command)
        def typed(**values: Any) -> None:
            question = _read(kind, {option.name: values.pop(option.name) for option in options})
            run(question, **values)

        _, *own = signature(command).parameters.values()
        shape = signature(command).replace(parameters=[*options, *own])
        typed.__signature__ = shape  # type: ignore[attr-defined]
        typed.__annotations__ = {
            option.name: option.annotation for option in shape.parameters.values()
        }
        return typed

    return asking


def _parameter(part: QuestionField, names: Sequence[str]) -> Parameter:
    default = None if part.is_list or part.name == "decks" else part.default
    return Parameter(part.name, Parameter.KEYWORD_ONLY, default=default,
                     annotation=_option(part, names))  # fmt: skip


def _takes_inf(part: QuestionField) -> bool:
    """Whether the field is a number of decks that may be `inf`."""
    return part.name == "decks" and part.ask.high == MOST_DECKS


def _read(kind: type[Q], values: dict[str, Any]) -> Q:
    """The question made from typed options; its errors name the options as the user typed them."""
    parts = {part.name: part for part in kind.asked()}
    if any(map(_takes_inf, parts.values())) and (decks := read_decks(values.pop("decks"))):
        if decks == inf and "endless" not in parts:
            raise BadText("an endless deck has nothing to count: give --decks 1 to 12")
        values |= {"endless": True} if decks == inf else {"decks": int(decks)}
    try:
        with redirect_stdout(sys.stderr):  # another author's system may print
            return kind.read(values)
    except Misfit as misfit:
        complaint = misfit.naming(lambda name: parts[name].typed(values.get(name)))
        raise BadText(complaint) from None


def _option(part: QuestionField, names: Sequence[str]) -> Any:
    """The annotation from which Typer makes the option for a question's field."""
    ask, kind, name = part.ask, part.type, part.name
    settings: dict[str, Any] = {"help": ask.help, "autocompletion": COMPLETIONS.get(name)}
    if ask.usual is not None:
        settings["show_default"] = ask.usual
    if name in WORDS:
        settings["metavar"] = WORDS[name]
    if _takes_inf(part):
        kind = str | None
        if "endless" in names:
            condition = " (with --fresh)" if "fresh" in names else ""
            deck = "for an endless deck, to which every card returns"
            settings["help"] = f"{ask.help[:-1]}, or inf{condition} {deck}."
    elif part.is_list:
        kind = list[int] | None if int in part.types else list[str] | None
    elif choices := [of for of in part.types if get_origin(of) is Literal]:
        words = get_args(choices[0])
        settings |= {"help": f"{ask.help[:-1]}: {', '.join(words)}."}
        settings["autocompletion"] = lambda: list(words)
        kind = str if choices == [kind] else str | None
    if not part.option:
        return Annotated[kind, typer.Argument(**settings)]
    spellings = () if kind == bool | None else (part.option,)
    return Annotated[kind, typer.Option(*spellings, **settings)]
