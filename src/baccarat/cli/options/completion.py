"""Completion in a shell: commands, options and names, loaded only when they are needed.

The shell starts `baccarat` with the words typed so far in a variable, and Typer answers.
"""

import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from baccarat.core.plugins import Named

T = TypeVar("T", bound="Named")

ASKING = "_BACCARAT_COMPLETE"
"""The variable that a shell sets to ask for completions."""
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
KNOWN_SHELLS = "bash, zsh, fish, powershell or pwsh"
UNKNOWN_SHELL = f"name the shell, e.g. --show-completion zsh: {KNOWN_SHELLS}"
NOT_TEXT = "the start file of your shell is not UTF-8: put what --show-completion prints there"
OPTIONS = (["--install-completion"], ["--show-completion"])
TYPED = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""The variables with the typed words: of bash, and of the other shells."""


def is_asked(words: list[str]) -> bool:
    """Whether a shell asks for completions, or a user asks for the completion script."""
    return bool(os.environ.get(ASKING)) or words[:1] in OPTIONS


def with_shell(words: list[str]) -> list[str]:
    """The typed words for Typer, prepared so that `--show-completion zsh` works in any shell.

    Typer detects the shell by itself and takes no name, so we make it detect the named one.
    """
    if words[:1] not in OPTIONS or words[1:2] == [] or words[1].startswith("-"):
        return words
    import shellingham  # type: ignore[import-untyped]

    from baccarat.base.errors import BadText
    from baccarat.base.hints import quoted

    option, shell, *arguments = words
    if shell not in SHELLS:
        raise BadText(f"no completion for the shell {quoted(shell)} (expected {KNOWN_SHELLS})")
    shellingham.detect_shell = lambda: (shell, shell)
    return [option, *arguments]


def command_among(commands: Iterable[str]) -> list[str]:
    """The typed command as a list of one; an empty list if there is none."""
    words = next(filter(None, map(os.environ.get, TYPED)), "").split()
    return [word for word in words[1:2] if word in commands]


def game_names() -> list[tuple[str, str]]:
    """Every game, with its description."""
    from baccarat.core.games import Game

    return [(game.key, game.about) for game in _known(Game)]


def bet_names() -> list[tuple[str, str]]:
    """Every bet, with a text that says when the bet wins."""
    from baccarat.core.bets import Bet, StreakBet

    running = [(streak.key, streak.wins_when) for streak in _known(StreakBet)]
    return [(bet.key, bet.wins_when) for bet in _known(Bet)] + running


def system_names() -> list[str]:
    """Every betting system."""
    from baccarat.systems.register import OTHERS
    from baccarat.systems.system import System

    return [*(system.key for system in _known(System)), *OTHERS]


def model_names() -> list[str]:
    """The models of chemin de fer, A1 to B4."""
    return [f"{letter}{number}" for letter in "AB" for number in range(1, 5)]


def _known(kind: type[T]) -> list[T]:
    """All registered objects of a kind; warnings of broken plug-ins are not shown."""
    from baccarat.core.plugins import opened

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(opened(kind))
