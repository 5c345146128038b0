"""Plots of runs: how estimates approach exact values, and how the money is distributed.

plots_of(run, words)         the plots with their curves, which the browser only draws
compared_plot(runs, words)   a single figure of several runs
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from baccarat.base.words import Words
from baccarat.figures.figure import SHARE, UNITS, NumberKind
from baccarat.systems.ledger import MARK, Ledger
from baccarat.systems.session_plots import QUANTILES
from baccarat.web.runs.run import Run, RunEstimate, TracePoint

USUAL = ("player", "banker", "tie")
"""The bets that are drawn if not all bets fit; they have their own colours."""
MOST_CURVES = 4
LEAST_POINTS = 2
"""A plot needs two points; a single point is only in the table."""
PER_CENT = 100
DASHES = ("", "9 4", "2 3", "9 3 2 3", "14 4", "4 4", "1 4")
"""The dashes of the curves, in order, so that no curve is known by its colour alone."""


@dataclass(frozen=True, slots=True)
class RunCurve:
    """A curve of a plot, with or without the band of its confidence interval."""

    label: str
    tone: str
    """the CSS class of the colour"""
    dash: str
    value: tuple[float | None, ...]
    low: tuple[float | None, ...] | None = None
    high: tuple[float | None, ...] | None = None

    def as_json(self) -> dict[str, object]:
        return {"label": self.label, "value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class RunPlot:
    """One plot: its curves, their common horizontal axis, a title and labels."""

    title: str
    x_label: str
    y_label: str
    x: tuple[int, ...]
    curves: tuple[RunCurve, ...]
    is_log: bool = True
    near: float | None = None
    """the vertical scale is linear up to here, and logarithmic beyond; None: linear"""

    @property
    def spelled(self) -> str:
        """The plot as JSON, which the browser draws."""
        plot_json = {
            "x": self.x,
            "curves": [curve.as_json() for curve in self.curves],
            "xLabel": self.x_label,
            "yLabel": self.y_label,
            "log": self.is_log,
            "asinh": self.near,
        }
        return json.dumps(plot_json, ensure_ascii=False, separators=(",", ":"))


def plots_of(run: Run, words: Words) -> list[RunPlot]:
    """The plots of a run's results so far."""
    points = [point for point in run.trace if point.done and point.estimates]
    plots = [_closing_in(run, points, words)] if len(points) >= LEAST_POINTS else []
    if run.kind == "stake" and run.answer is not None:
        for system in run.answer["systems"]:
            plots += _fan(run.answer, system, words)
    return plots


def _drawn(run: Run, last: TracePoint) -> list[str]:
    """The names of the bets, systems or counts to draw: at most 4."""
    names = list(last.estimates)
    if run.kind == "simulate" and len(names) > MOST_CURVES:
        names = [name for name in USUAL if name in last.estimates] or names
    return names[:MOST_CURVES]


def _closing_in(run: Run, points: Sequence[TracePoint], words: Words) -> RunPlot:
    """The plot of estimates minus exact values; if one is unknown, the plot of estimates."""
    last = points[-1].estimates
    names = _drawn(run, points[-1])
    scale = scale_of(run)
    is_error = all(name in run.exact for name in names)
    curves = []
    for number, name in enumerate(names):
        estimates = [point.estimates.get(name) for point in points]
        zero = run.exact[name] if is_error else 0.0
        label = figure_name(run.kind, name, words)
        tone = name if name in USUAL else f"tone-{number + 1}"
        curves.append(_banded(label, number, estimates, zero, scale, tone))
    title = words("lab.plot-error" if is_error else f"lab.plot-{run.kind}")
    x = tuple(point.done for point in points)
    return _approach(run, title, x, curves, [last[name] for name in names], is_error, words)


def _approach(
    run: Run,
    title: str,
    x: tuple[int, ...],
    curves: list[RunCurve],
    last: Sequence[RunEstimate],
    is_error: bool,
    words: Words,
) -> RunPlot:
    """A plot of estimates; with `is_error`, of their errors, which approach a line at 0."""
    widest = max(estimate.high - estimate.low for estimate in last) / 2
    if is_error:
        line = RunCurve(words("lab.exact"), "exact", DASHES[len(curves)], (0.0,) * len(x))
        curves = [*curves, line]
    return RunPlot(
        title,
        words(f"lab.unit-{run.progress.unit}"),
        words("lab.y-error" if is_error else f"lab.y-{run.kind}"),
        x,
        tuple(curves),
        near=_short(scale_of(run) * widest) if is_error and widest else None,
    )


def scale_of(run: Run) -> int:
    """The factor for the values in a plot: 100 if they are shares in per cent, otherwise 1."""
    return PER_CENT if trace_kind(run) is SHARE else 1


def trace_kind(run: Run) -> NumberKind:
    """Whether a run estimates shares (house edges, winnings per unit) or units per shoe."""
    return UNITS if run.kind == "count" else SHARE


def _banded(
    label: str,
    number: int,
    estimates: Sequence[RunEstimate | None],
    zero: float,
    scale: float,
    tone: str,
) -> RunCurve:
    def column(name: str) -> tuple[float | None, ...]:
        return tuple(
            None if estimate is None else _short(scale * (getattr(estimate, name) - zero))
            for estimate in estimates
        )

    return RunCurve(label, tone, DASHES[number], column("value"), column("low"), column("high"))


def _fan(answer: Mapping[str, Any], system: Mapping[str, Any], words: Words) -> Iterator[RunPlot]:
    """A plot of the money's quantiles by coup, and a plot of the share of ruined sessions."""
    ledger = Ledger.read({"histograms": system["histograms"], "bets": {}, "ends": {}})
    beginning = MARK.format("")
    names = [name for name in ledger.histograms if name.startswith(beginning)]
    marks = sorted(int(name.removeprefix(beginning)) for name in names)
    if not marks:
        return
    x, unit = (0, *marks), answer["unit"]
    fan = []
    for number, share in enumerate(QUANTILES):
        money = [ledger.quantile(MARK.format(mark), share / 100) / unit for mark in marks]
        label = words("lab.quantile", share=share)
        curve = RunCurve(label, f"tone-{number + 1}", DASHES[number], (answer["bankroll"], *money))
        fan.append(curve)
    coups, of = words("lab.unit-coups"), system["system"]
    title = words("lab.plot-fan", system=of)
    yield RunPlot(title, coups, words("lab.y-money"), x, tuple(fan), is_log=False)
    shares = tuple(_ruined_by(ledger, mark, system["sessions"]) for mark in x)
    curves = [RunCurve(words("lab.end-ruined"), "banker", DASHES[0], shares)]
    if exact := _exactly_ruined(system, marks):
        curves.append(RunCurve(words("lab.exact"), "exact", DASHES[1], (0.0, *exact)))
    title = words("lab.plot-ruin", system=of)
    yield RunPlot(title, coups, words("lab.y-ruined"), x, tuple(curves), is_log=False)


def _ruined_by(ledger: Ledger, mark: int, sessions: int) -> float:
    times = ledger.histograms.get("ruined at", {})
    ruined = sum(sessions_then for coup, sessions_then in times.items() if coup <= mark)
    return _short(PER_CENT * ruined / sessions)


def _exactly_ruined(system: Mapping[str, Any], marks: Sequence[int]) -> list[float]:
    """The exact probability of ruin in per cent after each number of coups; empty if unknown."""
    rows = (system.get("exactly") or {}).get("by_coup") or ()
    risks = {row["after_coups"]: PER_CENT * row["ruined_float"] for row in rows}
    return [_short(risks[mark]) for mark in marks] if all(mark in risks for mark in marks) else []


def compared_plot(
    runs: Sequence[Run], name: str, labels: Sequence[str], words: Words
) -> RunPlot | None:
    """A plot of one bet, system or count in several runs; None with fewer than 2 points."""
    by_run = [
        {
            point.done: point.estimates[name]
            for point in run.trace
            if point.done and name in point.estimates
        }
        for run in runs
    ]
    x = tuple(sorted({mark for estimates in by_run for mark in estimates}))
    if len(x) < LEAST_POINTS:
        return None
    exact, scale = {run.exact.get(name) for run in runs}, scale_of(runs[0])
    is_error = len(exact) == 1 and None not in exact
    zero = runs[0].exact[name] if is_error else 0.0
    curves = [
        _banded(
            label, number, [estimates.get(mark) for mark in x], zero, scale, f"tone-{number + 1}"
        )
        for number, (estimates, label) in enumerate(zip(by_run, labels, strict=True))
    ]
    last = [estimates[max(estimates)] for estimates in by_run if estimates]
    title = figure_name(runs[0].kind, name, words)
    return _approach(runs[0], title, x, curves, last, is_error, words)


def figure_name(kind: str, name: str, words: Words) -> str:
    """The name of a bet, a system or a count, in the language of the page."""
    if kind != "simulate":
        return name
    spot, colon, price = name.partition(":")
    return words.bet(spot) + (f" {price}" if colon else "")


def _short(value: float) -> float:
    return float(f"{value:.6g}")
