"""The arguments and options of a command as a table of a page, made from the command itself."""

from enum import Enum
from typing import Any

import typer
from docutils import nodes
from question_fields import in_code
from sphinx.util.docutils import SphinxDirective

from baccarat.cli import build


def command_of(words: list[str]) -> Any:
    """The command that is typed so; without words the whole command line."""
    command: Any = typer.main.get_command(build())
    for word in words:
        command = command.commands[word]
    return command


def option_table(command: Any) -> str:
    """A row for each argument and option: how it is typed, its help, and its default."""
    rows = ["| option | what it does | default |", "|---|---|---|"]
    for part in sorted(command.params, key=_is_option):
        cells = f"`{_typed(part)}`", in_code(part.help or ""), in_code(_default(part))
        rows.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    return "\n".join(rows)


def _is_option(part: Any) -> bool:
    return str(part.param_type_name) == "option"


def _typed(part: Any) -> str:
    """An option with its other form and its value, or an argument."""
    if not _is_option(part):
        word = part.metavar or part.name.upper()
        return word + "…" * (part.nargs == -1 and not word.endswith("…"))
    names = ", ".join([*part.opts, *part.secondary_opts])
    return names if part.is_flag else f"{names} {part.metavar or _value(part)}"


def _value(part: Any) -> str:
    """What stands for a value: its choices, or the kind of number, or the option's name."""
    kind = part.type_descriptor
    if kind.is_choice:
        return "|".join(str(choice.value) for choice in kind.choices)
    for number, word in (("int", "N"), ("float", "X")):
        if number in str(kind.annotation):
            return word
    return str(part.opts[0]).removeprefix("--").replace("-", "_").upper()


def _default(part: Any) -> str:
    """Its default in words or as a value; nothing for a flag that is off."""
    if isinstance(part.show_default, str):
        return part.show_default
    value = part.default.value if isinstance(part.default, Enum) else part.default
    if part.required:
        return "required"
    return "" if value is None or value is False or value in ("", (), []) else str(value)


class CommandOptions(SphinxDirective):
    """```{command-options} record check```"""

    optional_arguments = 9

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(option_table(command_of(self.arguments)))
