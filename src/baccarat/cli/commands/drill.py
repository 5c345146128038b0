"""`baccarat drill`: the croupier's questions, in a terminal or through a pipe."""

import io
import sys
import time
from contextlib import nullcontext, suppress
from datetime import date
from secrets import randbits
from typing import Annotated

import typer
from rich.console import Console

from baccarat.base.errors import BaccaratError, BadText
from baccarat.base.files import reason_of
from baccarat.base.words import Words
from baccarat.cli.commands.drill_history import history_file, practise_next, show_history
from baccarat.cli.options.dealing import GameName
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.drill import drawn
from baccarat.cli.output.show import STOPPED, AsJson, Lang, has_unicode, show_json
from baccarat.drill import LEVELS, Answered, Drill, Kind, Question, read, spell
from baccarat.drill.history import keep, read_history

MOST_QUESTIONS = 1000
PROMPT = "> "


@takes_plugins
def drill(
    questions: Annotated[
        int, typer.Option(help=f"Number of questions, 1 to {MOST_QUESTIONS}.")
    ] = 20,
    kinds: Annotated[
        list[Kind] | None,
        typer.Option("--kind", help="Kind of question. May be repeated.", show_default="all"),
    ] = None,
    level: Annotated[
        int, typer.Option(help=f"Level to begin at, {LEVELS[0]} to {LEVELS[-1]}.")
    ] = LEVELS[0],
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the questions.", show_default="a random seed"),
    ] = None,
    game: GameName = "punto-banco",
    history: Annotated[
        bool, typer.Option("--history", help="Show your results, and what to practise next.")
    ] = False,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Train as a croupier: third cards, calls, payouts and roads. Right answers raise the level.

    Example: baccarat drill --kind pay --questions 10
    """
    if history:
        show_history(lang, as_json)
        return
    if not 1 <= questions <= MOST_QUESTIONS:
        raise BadText(f"a drill must have 1 to {MOST_QUESTIONS} questions, not {questions}")
    chosen_kinds = tuple(dict.fromkeys(kinds)) if kinds else tuple(Kind)
    screen = sys.stderr if as_json else sys.stdout  # standard output is for the JSON object
    words = Words.of(lang, not has_unicode(screen))
    chosen = randbits(64) if seed is None else seed
    state = Drill(chosen, chosen_kinds, level, language=words.language, game=game)
    is_person = sys.stdin is not None and sys.stdin.isatty() and screen.isatty()
    room = Terminal(words, as_json, questions) if is_person else Pipe(words, as_json)
    question = state.question  # first, because a bad seed is an error
    room.greet()
    is_stopped = False
    try:
        while len(state.answered) < questions:
            room.ask(question, len(state.answered) + 1)
            start = time.monotonic()
            text = room.hear(question)
            if text is None:
                break
            level_before, state = state.level, state.answer(text, time.monotonic() - start)
            room.tell(state, level_before)
            room.keep(state.answered[-1])
            question = state.question
    except KeyboardInterrupt:
        is_stopped = True
    if as_json:
        show_json("drill", state.as_json(Words.of(lang).say))
    else:
        room.score(state)
    if is_stopped:
        raise typer.Exit(STOPPED)


def verdict(answered: Answered, words: Words) -> list[str]:
    """The lines of a verdict; after a wrong answer, also the right answer and the reason."""
    if answered.is_right:
        return [words("drill.right")]
    question = answered.question
    answer = spell(question.answer, words.language)
    return [words("drill.wrong", answer=answer), *map(words.say, question.why)]


class Pipe:
    """A drill through a pipe: one line for each question, answer and verdict."""

    is_wrapped = False
    """whether long lines are broken, between words"""

    def __init__(self, words: Words, on_stderr: bool) -> None:
        self.words, self.on_stderr = words, on_stderr
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are not text must not raise

    @property
    def console(self) -> Console:
        # A new console for each line: a shared one would repeat a line that Ctrl-C interrupted.
        return Console(stderr=self.on_stderr, highlight=False)

    def say(self, line: str, style: str | None = None) -> None:
        # The score goes to stdout: a full disk under the questions must not lose it.
        with suppress(OSError) if self.on_stderr else nullcontext():
            is_whole = not self.is_wrapped
            self.console.print(line, style=style, markup=False, emoji=False, soft_wrap=is_whole)

    def greet(self) -> None:
        """Print no greeting, because a program reads the output."""

    def ask(self, question: Question, number: int) -> None:
        texts = map(self.words.say, (*question.scene, question.asks))
        self.say(f"{number}. {' '.join(texts)}")

    def hear(self, question: Question) -> str | None:
        """The next line of the input; None at its end."""
        try:
            return (sys.stdin.readline() if sys.stdin else "") or None
        except OSError:  # the terminal is gone
            return None

    def tell(self, state: Drill, level_before: int) -> None:
        self.say(" ".join(verdict(state.answered[-1], self.words)))

    def keep(self, answered: Answered) -> None:
        """Do not save the answer, because a program gave it and no person practises."""

    def score(self, state: Drill) -> None:
        numbers = {name: getattr(state, name) for name in ("right", "points", "level", "seed")}
        score = self.words("drill.score", asked=len(state.answered), **numbers)
        self.say(score, "bold" if self.is_wrapped else None)


class Terminal(Pipe):
    """A drill for a person: after an unreadable answer, the question is asked again."""

    is_wrapped = True

    def __init__(self, words: Words, on_stderr: bool, questions: int) -> None:
        super().__init__(words, on_stderr)
        self.questions = questions
        self.is_kept = True

    def greet(self) -> None:
        self.say(self.words("drill.greeting"), "dim")

    def ask(self, question: Question, number: int) -> None:
        numbers = {"number": number, "questions": self.questions, "level": question.level}
        self.say("")
        self.say(self.words("drill.heading", **numbers), "dim")
        with suppress(OSError) if self.on_stderr else nullcontext():
            has_colour = self.console.color_system is not None and not self.console.no_color
            scene = drawn(question, self.words, has_colour=has_colour)
            self.console.print(*scene, sep="\n")
        self.say(self.words.say(question.asks), "bold")

    def hear(self, question: Question) -> str | None:
        while True:
            try:
                text = self.console.input(PROMPT)
            except (EOFError, OSError):
                self.say("")
                return None
            try:
                if text.strip():
                    read(question.form, text, self.words.language)
            except BadText as complaint:
                self.say(self.words.complain(complaint), "yellow")
            else:
                return text

    def tell(self, state: Drill, level_before: int) -> None:
        answered = state.answered[-1]
        result, *reasons = verdict(answered, self.words)
        pace = "drill.quick" if answered.is_quick else "drill.slow"
        pace = pace if answered.is_right else "drill.time"
        pace_text = self.words(pace, seconds=answered.seconds, quick=answered.question.quick)
        self.say(f"{result} ({pace_text})", "green" if answered.is_right else "red")
        for line in reasons:
            self.say(line)
        if state.level != level_before:
            self.say(self.words("drill.level", level=state.level), "bold")

    def keep(self, answered: Answered) -> None:
        if not self.is_kept:  # said once
            return
        try:
            keep(history_file(), answered, date.today())
        except (OSError, BaccaratError) as trouble:
            self.is_kept = False
            reason = reason_of(trouble)
            self.say(self.words("drill.not-kept", why=reason), "yellow")

    def score(self, state: Drill) -> None:
        self.say("")
        super().score(state)
        if state.answered:
            self.say(self.words("drill.pace", seconds=state.seconds / len(state.answered)))
        if state.answered and self.is_kept:
            with suppress(OSError, BaccaratError):
                self.say(practise_next(read_history(history_file()), self.words))
