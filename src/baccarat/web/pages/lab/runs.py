"""The HTML of the laboratory's pages: the list of runs, one run, and compared runs.

list_runs(shell, runs, words)            HTML, drawn by the server
draw_run(shell, run, words, may_ask)     the part of a run that can change
draw_compared(shell, runs, words)
"""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.questions.question import spelled
from baccarat.web.pages.lab.plots import compared_plot, plots_of
from baccarat.web.pages.lab.tables import compared_rows, sentences_of, share_shoes, tables_of
from baccarat.web.pages.shell import Shell
from baccarat.web.runs.run import Run, RunState

MOST_LISTED = 50
MOST_PLOTS = 3
"""Most plots for runs side by side; the table has all figures."""
LETTERS = "ABCDEF"
"""The names of runs side by side."""


def list_runs(shell: Shell, runs: Sequence[Run], words: Words) -> Markup:
    """The newest runs as HTML, which the page fetches again until all of them are over."""
    newest = runs[:MOST_LISTED]
    listed = [
        {
            "run": run,
            "about": about(run, words),
            "share": share_of(run, words),
            "speed": speed_of(run, words),
        }
        for run in newest
    ]
    moves = any(not run.state.is_over for run in newest)
    return Markup(shell.part("runs.html", words, runs=listed, moves=moves))


def draw_run(shell: Shell, run: Run, words: Words, may_ask: bool) -> Markup:
    """A run as HTML: progress, plots, tables, the check, and the command that repeats it."""
    states = {run.state} if run.check is None else {run.state, run.check.state}
    context = {
        "run": run,
        "moves": any(not state.is_over for state in states),
        "can_go_on": not states.isdisjoint((RunState.STOPPED, RunState.FAILED)),
        "said": announced(run, words),
        "seconds": words.number(round(run.progress.seconds, 1)),
        "plots": plots_of(run, words),
        "tables": tables_of(run, words),
        "sentences": list(sentences_of(run, words)),
        "details": list(details(run, words)),
        "spelled": spelled(run.kind, run.question),
        "may_ask": may_ask,
    }
    return Markup(shell.part("run.html", words, **context))


def draw_compared(shell: Shell, runs: Sequence[Run], words: Words) -> Markup:
    """The comparison of runs as HTML: a table of differences from the first run, and plots."""
    heads = [
        {"run": run, "label": letter, "about": about(run, words), "tone": f"tone-{number}"}
        for number, (letter, run) in enumerate(zip(LETTERS, runs, strict=False), start=1)
    ]
    rows = compared_rows(runs, words)
    labels = [f"{head['label']}: {head['about']}" for head in heads]
    names = list(runs[0].trace[-1].estimates) if runs[0].trace else []
    plots = (compared_plot(runs, name, labels, words) for name in names)
    context = {
        "heads": heads,
        "rows": rows,
        "has_exact": any(row.exact != "–" for row in rows),
        "plots": [plot for plot in plots if plot is not None][:MOST_PLOTS],
        "note": words("lab.same-shoes" if share_shoes(runs) else "lab.other-shoes"),
        "moves": any(not run.state.is_over for run in runs),
        "said": "",
    }
    return Markup(shell.part("compared.html", words, **context))


def about(run: Run, words: Words) -> str:
    """A run in one line: its kind, its size, its game and its seed."""
    question = run.question
    seed, game = question.get("seed", 0), question.get("game", "punto-banco")
    amount = run.progress.of
    match run.kind:
        case "simulate":
            topic = words("lab.run-fresh" if "fresh" in question else "lab.run-shoes", many=amount)
            bets = ", ".join(question.get("bets", ()))
            topic += f" ({bets})" if bets else ""
        case "stake":
            systems = ", ".join(question.get("compare") or [question.get("system", "flat")])
            topic = words("lab.run-stake", systems=systems, many=amount)
        case _:
            topic = words("lab.run-count", counts=", ".join(question["counts"]), many=amount)
    return words("lab.run-about", what=topic, game=words.game(game), seed=seed)


def details(run: Run, words: Words) -> Iterator[tuple[str, str]]:
    """The settings of a run as names and values, with the engine and version that dealt it."""
    answer = run.answer or {}
    game = answer.get("game") or run.question.get("game", "punto-banco")
    yield words("start.seed"), str(run.question.get("seed", 0))
    yield words("start.game"), words.game(str(game))
    if "decks" in answer:
        yield words("start.decks"), "∞" if answer["endless"] else str(answer["decks"])
    if answer.get("cut_card") is not None:
        yield words("start.cut-card"), str(answer["cut_card"])
        yield words("start.last-coup"), str(answer["last_coup"])
    yield words("lab.engine"), run.engine
    yield words("lab.version"), run.version
    yield words("lab.made"), run.made


def announced(run: Run, words: Words) -> str:
    """The text that screen readers speak when a run ends or was checked; may be empty."""
    check = run.check
    if check is not None and check.agrees is not None:
        return words("lab.the-same" if check.agrees else "lab.not-the-same")
    if check is not None and check.why is not None:
        return words("lab.not-checked", why=words.say(check.why))
    return words(f"lab.state-{run.state}") if run.state is not RunState.RUNNING else ""


def share_of(run: Run, words: Words) -> str:
    """The finished part of a run, in per cent, as text."""
    return words.percent(run.progress.done / run.progress.of if run.progress.of else 0, 0)


def speed_of(run: Run, words: Words) -> str:
    speed = run.progress.per_second
    return words.number(round(speed)) if speed else ""
