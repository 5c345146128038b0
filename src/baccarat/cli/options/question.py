"""The options of a command that are the fields of a question.

@asks(OddsQuestion)
def odds(question: OddsQuestion, *, plot: …) -> None: ...

What a command does with the answer and where it writes it: that stays in its signature.
"""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import wraps
from inspect import Parameter, signature
from math import inf
from typing import Annotated, Any, Concatenate, Literal, TypeVar, get_args, get_origin

import typer

from baccarat.base.errors import BadText
from baccarat.cli.options.completion import bet_names, game_names, system_names
from baccarat.cli.options.dealing import read_decks
from baccarat.questions.question import BaseQuestion, Misfit, QuestionField

Q = TypeVar("Q", bound=BaseQuestion)
Asking = Callable[Concatenate[Q, ...], None]
COMPLETIONS: dict[str, Callable[[], Any]] = {
    "game": game_names,
    "bets": bet_names,
    "system": system_names,
    "compare": system_names,
}
"""What Tab offers for a field: names with what they are, of installed plug-ins, too."""
WORDS = {"last_coup": "RULE", "last_coups": "RULE", "compare": "NAME", "counts": "COUNT"}
WORDS |= {"bets": "NAME"}
"""What stands for a value in the help, where its type would say little."""


def asks(kind: type[Q]) -> Callable[[Asking[Q]], Callable[..., None]]:
    """The same command with an option for each field of a question, which it gets whole."""
    options = [_parameter(part, kind) for part in kind.asked() if part.name != "endless"]

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


def _parameter(part: QuestionField, kind: type[BaseQuestion]) -> Parameter:
    has_endless = any(other.name == "endless" for other in kind.asked())
    default = None if part.is_list or part.name == "decks" else part.default
    option = _option(part, has_endless)
    return Parameter(part.name, Parameter.KEYWORD_ONLY, default=default, annotation=option)


def _read(kind: type[Q], values: dict[str, Any]) -> Q:
    """The question that was typed; what does not go together is called as it was typed."""
    parts = {part.name: part for part in kind.asked()}
    if (decks := read_decks(values.pop("decks", None))) == inf:
        if "endless" not in parts:
            raise BadText("an endless deck has nothing to count: give --decks 1 to 12")
        values["endless"] = True
    elif decks is not None:
        values["decks"] = int(decks)
    try:
        with redirect_stdout(sys.stderr):  # a stranger's system may print
            return kind.read(values)
    except Misfit as misfit:
        complaint = misfit.naming(lambda name: parts[name].typed(values.get(name)))
        raise BadText(complaint) from None


def _option(part: QuestionField, has_endless: bool) -> Any:
    """The annotation that Typer reads."""
    ask, kind, name = part.ask, part.type, part.name
    settings: dict[str, Any] = {"help": ask.help, "autocompletion": COMPLETIONS.get(name)}
    if ask.usual is not None:
        settings["show_default"] = ask.usual
    if name in WORDS:
        settings["metavar"] = WORDS[name]
    if name == "decks":
        kind = str | None
        settings["help"] = (
            f"{ask.help[:-1]}; inf, with --fresh, is endless." * has_endless or ask.help
        )
    elif part.is_list:
        kind = list[int] | None if int in part.types else list[str] | None
    elif choices := [of for of in part.types if get_origin(of) is Literal]:
        settings["help"] = f"{ask.help[:-1]}: {', '.join(get_args(choices[0]))}."
        kind = str if choices == [kind] else str | None
    if not part.option:
        return Annotated[kind, typer.Argument(**settings)]
    names = () if kind == bool | None else (part.option,)
    return Annotated[kind, typer.Option(*names, **settings)]
