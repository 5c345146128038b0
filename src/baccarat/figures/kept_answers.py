"""The figures of an answer saved as JSON, by any version of the program."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import hypot
from typing import Any

from baccarat.figures.figure import NUMBER, RATE, SHARE, UNITS, AnswerFigure, NumberKind

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
"""The figures of a count, in this order."""


def kept_figures(question: str, answer: Mapping[str, Any]) -> Iterator[AnswerFigure]:
    """The figures of a saved answer to a question of `simulate`, `stake` or `count`."""
    match question:
        case "simulate":
            for spot, bet in answer["bets"].items():
                yield _figure(spot, SHARE, bet["edge_simulated"], bet["edge_float"], bet["z"])
        case "stake":
            for system in answer["systems"]:
                yield from _sessions(system)
        case _:
            for play in answer["plays"]:
                for key, kind in COUNT_FIGURES.items():
                    if (estimate := play.get(key)) is not None:
                        yield _figure(key, kind, estimate, of=play["play"])


def _sessions(system: Mapping[str, Any]) -> Iterator[AnswerFigure]:
    """The results and ends of a system's sessions, with exact values if they were calculated."""
    exact = system.get("exactly") or {}
    z = {row["figure"]: row["z"] for row in exact.get("side_by_side", ())}
    chances, stakes = exact.get("ends_float") or {}, exact.get("action_by_bet")
    action = sum(stakes.values()) if stakes else None
    ahead, coups = exact.get("ahead_float"), exact.get("mean_coups_float")
    rows = [
        ("mean", UNITS, system["mean_simulated"], exact.get("mean_float"), "result, units"),
        ("by-law", UNITS, system["by_law_float"], None, ""),
        ("action", NUMBER, system["action_float"], action, "action, units"),
        ("won", RATE, system["won_simulated"], None, ""),
        ("ahead-of-start", SHARE, system["ahead_simulated"], ahead, "ahead"),
    ]
    for end, share in system["ends_simulated"].items():
        rows.append((f"end-{end}", SHARE, share, chances.get(end), f"ended: {end}"))
    rows.append(("mean-coups", NUMBER, system["mean_coups_float"], coups, "coups"))
    if more := system.get("to_the_first_simulated"):
        rows.append(("to-the-first", UNITS, more, None, ""))
    for key, kind, estimate, exactly, name in rows:
        yield _figure(key, kind, estimate, exactly, z.get(name), system["system"])


def _figure(
    key: str,
    kind: NumberKind,
    estimate: Mapping[str, Any] | float | None,
    exact: float | None = None,
    z: float | None = None,
    of: str = "",
) -> AnswerFigure:
    """A figure, with its interval if the estimate has one."""
    if not isinstance(estimate, Mapping):
        return AnswerFigure(key, key, kind, estimate, None, exact, z, of=of)
    interval = None if estimate["low"] is None else (estimate["low"], estimate["high"])
    return AnswerFigure(key, key, kind, estimate["estimate"], interval, exact, z, of=of)


def difference(first: AnswerFigure, other: AnswerFigure, is_apart: bool) -> AnswerFigure:
    """The second figure minus the first; with an interval if they come from different shoes.

    The distances to the ends that are low or high for the difference add up by their squares.
    """
    if first.value is None or other.value is None:
        return replace(first, value=None, interval=None)
    value, interval = other.value - first.value, None
    if is_apart and first.interval is not None and other.interval is not None:
        (first_low, first_high), (low, high) = first.interval, other.interval
        below = hypot(other.value - low, first_high - first.value)
        interval = value - below, value + hypot(high - other.value, first.value - first_low)
    return replace(first, value=value, interval=interval)
