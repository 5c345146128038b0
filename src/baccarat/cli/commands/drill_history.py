"""`baccarat drill --history`: results by kind of question, and the kind to practise next."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from baccarat.base.errors import FileTrouble
from baccarat.base.words import Words
from baccarat.cli.output.show import has_unicode, show_json
from baccarat.drill.history import DrillHistory, KindSoFar, read_history
from baccarat.table.saving import data_directory

COLUMNS = ("kind", "asked", "right-share", "quick-share", "mean", "last-level", "lately")
FIRST_OFF = ("quick-share", "mean", "last-level", "lately")
"""Columns to leave out, in this order, on a narrow terminal."""
CUT = "…"
"""The sign that Rich puts at the end of a word it cuts."""
NOTHING = "-"


def history_file() -> Path:
    """The file of the answers, beside the sittings."""
    return data_directory() / "drill.jsonl"


def show_history(lang: str | None, as_json: bool) -> None:
    """Print a row for each kind of question; the recent answers have their own column."""
    file = history_file()
    try:
        history = read_history(file)
    except OSError as trouble:
        raise FileTrouble(f"{file}: cannot be read: {trouble.strerror}") from None
    if as_json:
        show_json("drill_history", history.as_json())
        return
    words = Words.of(lang, not has_unicode(sys.stdout))
    console = Console(highlight=False)
    if not history.answers:
        console.print(words("drill.no-history"), markup=False)
    else:
        table = _table(history, words, _columns(history, words, console))
        console.print(table, practise_next(history, words), sep="\n")
    if history.unread:
        complaint = words("drill.unread", count=history.unread, file=file)
        console.print(complaint, style="yellow", markup=False, soft_wrap=True)


def practise_next(history: DrillHistory, words: Words) -> str:
    """A sentence: the kind with the fewest recent right answers, and the command to practise it."""
    kind = history.next_kind
    if kind is None:
        return ""
    name = words(f"drill-page.kind-{kind.value}")
    return words("drill.practise", kind=name, name=kind.value)


def _columns(history: DrillHistory, words: Words, console: Console) -> Sequence[str]:
    """The columns that fit on the terminal without cutting a word."""
    names = list(COLUMNS)
    for name in FIRST_OFF:
        with console.capture() as captured:
            console.print(_table(history, words, names))
        if CUT not in captured.get():
            break
        names.remove(name)
    return names


def _table(history: DrillHistory, words: Words, names: Sequence[str]) -> Table:
    longest = max(len(kind.lately) for kind in history.kinds.values())
    table = Table(title=words("drill.history"), box=None, title_justify="left")
    for name in names:
        title = (
            words(f"drill.{name}", count=longest) if name == "lately" else words(f"drill.{name}")
        )
        table.add_column(title, justify="left" if name == "kind" else "right")
    for kind, so_far in history.kinds.items():
        cells = dict.fromkeys(COLUMNS, NOTHING) | _told(so_far, words)
        cells["kind"] = words(f"drill-page.kind-{kind.value}")
        table.add_row(*(cells[name] for name in names))
    return table


def _told(so_far: KindSoFar, words: Words) -> dict[str, str]:
    """The results of one kind of question as texts, by column."""
    questions = so_far.asked
    if not questions:
        return {"asked": "0"}
    return {
        "asked": words.number(questions),
        "right-share": words.percent(so_far.right / questions, 0),
        "quick-share": words.percent(so_far.quick / questions, 0),
        "mean": words("drill.seconds", seconds=so_far.seconds / questions),
        "last-level": str(so_far.level),
        "lately": f"{sum(so_far.lately)}/{len(so_far.lately)}",
    }
