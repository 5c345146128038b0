"""Loads Typer's slow library for conversions only if a typed value needs it.

A default needs no conversion, and text needs none where text is expected: then we skip the library.
"""

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperGroup


class AsTyped(TyperGroup):
    """A group of commands that converts a typed value only if the value needs conversion."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _spare(self)


def _spare(command: Any) -> None:
    all_of = command.get_params

    def spared(context: typer.Context) -> list[Any]:
        parameters: list[Any] = all_of(context)  # also makes the option --help
        for parameter in parameters:
            if "process_value" not in vars(parameter):
                parameter.process_value = _reading(parameter, parameter.process_value)
                _show(parameter)
        return parameters

    command.get_params = spared
    for inner in getattr(command, "commands", {}).values():
        _spare(inner)


def _show(parameter: Any) -> None:
    """Tidy a parameter's help: a flag takes no value, and a default in words has no brackets."""
    if getattr(parameter, "is_flag", False):
        parameter.metavar = ""
    if isinstance(words := parameter.show_default, str):
        parameter._get_default_string = lambda **_: words


def _reading(parameter: Any, read: Callable[..., Any]) -> Callable[..., Any]:
    """A function that reads a parameter's value, through Typer only if it needs conversion."""
    described = getattr(parameter, "type_descriptor", None)  # Typer 0.28 needs no library
    is_text = described is not None and described.annotation in (str, list[str])
    is_list = getattr(parameter, "multiple", False) or parameter.nargs == -1

    def is_value(part: Any) -> bool:
        return part is None or part is parameter.default or (is_text and type(part) is str)

    def value_of(context: typer.Context, typed: Any) -> Any:
        value = () if is_list and typed is None else typed
        if parameter.required or not all(map(is_value, value if is_list else [value])):
            return read(context, typed)
        callback = parameter.callback
        return value if callback is None else callback(context, parameter, value)

    return value_of
