"""Tables of results of runs, as text in the language of the page.

tables_of(run, words)        one run: a table for each system or guest
compared_rows(runs, words)   several runs, side by side
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress

from baccarat.base.words import Words
from baccarat.figures.evenings import Evenings
from baccarat.figures.figure import AnswerFigure, PageStyle, written
from baccarat.figures.kept_answers import difference, kept_figures
from baccarat.web.pages.lab.plots import figure_name, trace_kind
from baccarat.web.runs.run import Run


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of figures: of a whole run, or of one system or one guest in it."""

    caption: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """by key: name, value, interval; also exact value and z if the table has them"""
    has_exact: bool
    has_z: bool
    note: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A figure of several runs: the first run's value, and the other runs' differences from it."""

    key: str
    name: str
    cells: tuple[str, ...]
    exact: str


def run_figures(run: Run, words: Words) -> list[AnswerFigure]:
    """The figures of a run: of its answer, or of its latest estimates while it still runs."""
    figures = _so_far(run) if run.answer is None else kept_figures(run.kind, run.answer)
    return [replace(figure, name=_name(run, figure.key, words)) for figure in figures]


def _so_far(run: Run) -> Iterator[AnswerFigure]:
    for key, estimate in run.trace[-1].estimates.items() if run.trace else ():
        interval, exact = (estimate.low, estimate.high), run.exact.get(key)
        yield AnswerFigure(key, key, trace_kind(run), estimate.value, interval, exact)


def _name(run: Run, key: str, words: Words) -> str:
    word = f"lab.{key.replace('_', '-')}"
    if run.kind != "simulate" and word in words.texts:
        return words(word)
    return figure_name(run.kind, key, words)


def sentences_of(run: Run, words: Words) -> Iterator[str]:
    """What becomes of a hundred evenings, system by system; empty for other kinds of runs."""
    answer = run.answer or {}
    systems = answer["systems"] if run.kind == "stake" and answer else ()
    for system in systems:
        sentences = Evenings.of_answer(system, answer["unit"]).sentences(words)
        yield " ".join([*([f"{system['system']}:"] if len(systems) > 1 else []), *sentences])


def tables_of(run: Run, words: Words) -> list[FigureTable]:
    """The tables of a run's results so far."""
    groups: dict[str, list[AnswerFigure]] = {}
    for figure in run_figures(run, words):
        groups.setdefault(figure.of, []).append(figure)
    return [_table(run, of, figures, words) for of, figures in groups.items()]


def _table(run: Run, of: str, figures: Sequence[AnswerFigure], words: Words) -> FigureTable:
    style, is_over = PageStyle(words=words), run.answer is not None
    has_exact = any(figure.exact is not None for figure in figures)
    has_z = any(figure.z is not None for figure in figures)
    columns = (True, True, True, has_exact, has_z)
    return FigureTable(
        of or words("lab.figures" if is_over else "lab.figures-so-far"),
        tuple((figure.key, tuple(compress(written(figure, style), columns))) for figure in figures),
        has_exact,
        has_z,
        note=" ".join((words(f"lab.note-{_note(run)}"), *_unsolved(run, of, words))),
    )


def _note(run: Run) -> str:
    """The last word of the key for a table's note in the catalogue of texts."""
    if run.kind != "simulate":
        return run.kind
    is_fixed = "fresh" in run.question or "each" in run.question
    return "fresh" if is_fixed else "shoes"


def _unsolved(run: Run, of: str, words: Words) -> Iterator[str]:
    """Why a system has no exact figures although the question asked for them; may be empty."""
    for system in (run.answer or {}).get("systems", ()):
        if system["system"] == of and (why := (system["exactly"] or {}).get("stopped")):
            yield words("lab.unsolved", why=why)


def compared_rows(runs: Sequence[Run], words: Words) -> list[ComparedRow]:
    """A row for each figure that all the runs have."""
    tables = [run_figures(run, words) for run in runs]
    by_key = [{figure.key: figure for figure in reversed(figures)} for figures in tables]
    style, is_apart = PageStyle(words=words), not share_shoes(runs)
    return [
        _compared([figures[key] for figures in by_key], is_apart, style)
        for key in dict.fromkeys(figure.key for figures in tables[:1] for figure in figures)
        if all(key in figures for figures in by_key)
    ]


def _compared(figures: Sequence[AnswerFigure], is_apart: bool, style: PageStyle) -> ComparedRow:
    first, *later = figures
    cells = [_with_interval(first, style)]
    for compared in later:
        excess = difference(first, compared, is_apart)
        cells += [_with_interval(compared, style), _with_interval(excess, style)]
    exact = first.exact if len({figure.exact for figure in figures}) == 1 else None
    return ComparedRow(first.key, first.name, tuple(cells), style.text(exact, first.kind))


def _with_interval(figure: AnswerFigure, style: PageStyle) -> str:
    value = style.text(figure.value, figure.kind)
    return value if figure.interval is None else f"{value} ({style.interval(figure)})"


def share_shoes(runs: Iterable[Run]) -> bool:
    """Whether two of these runs have the same seed, so that they dealt the same shoes."""
    seeds = [run.question.get("seed", 0) for run in runs]
    return len(set(seeds)) < len(seeds)
