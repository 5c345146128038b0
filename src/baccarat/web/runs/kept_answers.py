"""The figures of a run of the laboratory, as rows of a table: counted, with intervals, and exact.

rows_of(run)                 whatever is known of it now
apart(first, other)          how far two counted figures lie apart, with the interval of that
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

from baccarat.web.runs.run import Run, RunEstimate

UNITS, SHARE, NUMBER = "units", "share", "number"
"""How a figure is written: units won, a share in per cent, or a plain number."""
COUNT_FIGURES = {
    "units_expected": UNITS,
    "units_won": UNITS,
    "bets_a_shoe": NUMBER,
    "share_of_coups": SHARE,
    "mean_edge": SHARE,
    "coups_a_shoe": NUMBER,
    "units_in_100_coups": UNITS,
    "units_an_hour": UNITS,
}
"""What is told of a count, in this order."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A figure: its name, what was counted, and what it is exactly where that is known."""

    name: str
    """a bet, or a word of the catalogue"""
    kind: str
    counted: RunEstimate | None = None
    plain: float | None = None
    """what was counted, where it has no interval"""
    exact: float | None = None
    z: float | None = None
    of: str = ""
    """the system or the bet that it is of, where there are several"""

    @property
    def value(self) -> float | None:
        return self.plain if self.counted is None else self.counted.value


def rows_of(run: Run) -> list[RunRow]:
    """The figures of the answer, or what the trace knows until there is one."""
    if run.answer is None:
        return list(_so_far(run))
    match run.kind:
        case "simulate":
            return list(_edges(run.answer["bets"]))
        case "stake":
            return [row for told in run.answer["systems"] for row in _sessions(told)]
        case _:
            return [row for play in run.answer["plays"] for row in _worth(play)]


def _so_far(run: Run) -> Iterator[RunRow]:
    for name, counted in run.trace[-1].estimates.items() if run.trace else ():
        yield RunRow(name, kind_of(run), counted, exact=run.exact.get(name))


def kind_of(run: Run) -> str:
    """How the figures of the trace are written: edges, what a unit has won, or units a shoe."""
    return UNITS if run.kind == "count" else SHARE


def _edges(bets: Mapping[str, Any]) -> Iterator[RunRow]:
    for spot, told in bets.items():
        counted = _counted(told["edge_simulated"])
        yield RunRow(spot, SHARE, *counted, exact=told["edge_float"], z=told["z"])


def _sessions(told: Mapping[str, Any]) -> Iterator[RunRow]:
    """What sessions of a system won, and how they ended; exactly, where the chain was solved."""
    exact, of = told.get("exactly") or {}, told["system"]
    beside = {one["figure"]: one["z"] for one in exact.get("side_by_side", ())}
    chances = exact.get("ends_float") or {}

    def row(name: str, kind: str, counted: object, exactly: float | None, known: str) -> RunRow:
        z = beside.get(known)
        if isinstance(counted, Mapping):
            return RunRow(name, kind, *_counted(counted), exactly, z, of)
        assert counted is None or isinstance(counted, float)
        return RunRow(name, kind, None, counted, exactly, z, of)

    action = sum(laid.values()) if (laid := exact.get("action_by_bet")) else None
    yield row("mean", UNITS, told["mean_simulated"], exact.get("mean_float"), "result, units")
    yield row("by-law", UNITS, told["by_law_float"], None, "")
    yield row("action", NUMBER, told["action_float"], action, "action, units")
    yield row("won", SHARE, told["won_simulated"], None, "")
    yield row("ahead-of-start", SHARE, told["ahead_simulated"], exact.get("ahead_float"), "ahead")
    for end, share in told["ends_simulated"].items():
        yield row(f"end-{end}", SHARE, share, chances.get(end), f"ended: {end}")
    coups = exact.get("mean_coups_float")
    yield row("mean-coups", NUMBER, told["mean_coups_float"], coups, "coups")
    if more := told.get("to_the_first_simulated"):
        yield row("to-the-first", UNITS, more, None, "")


def _worth(play: Mapping[str, Any]) -> Iterator[RunRow]:
    for name, kind in COUNT_FIGURES.items():
        if (told := play.get(name)) is not None:
            yield RunRow(name, kind, *_counted(told), of=play["play"])


def _counted(told: Mapping[str, Any] | None) -> tuple[RunEstimate | None, float | None]:
    """A figure as the commands tell it: with its interval, or plain where it has none."""
    if told is None:
        return None, None
    if told["low"] is None:
        return None, told["estimate"]
    return RunEstimate(told["estimate"], told["low"], told["high"]), None


def apart(first: RunEstimate, other: RunEstimate) -> RunEstimate:
    """How much more the other is, if they were counted on different shoes.

    The half-widths of both intervals add up as the errors do, by their squares.
    """
    more = other.value - first.value
    half = hypot((first.high - first.low) / 2, (other.high - other.low) / 2)
    return RunEstimate(more, more - half, more + half)


def share_shoes(runs: Iterable[Run]) -> bool:
    """Whether two of these runs have a seed in common, and so shoes: their errors are not apart."""
    seeds = [run.question.get("seed", 0) for run in runs]
    return len(set(seeds)) < len(seeds)
