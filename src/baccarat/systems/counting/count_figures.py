"""The figures of a count in words, as the terminal and a page show them."""

from collections.abc import Sequence
from math import inf

from baccarat.core.stats import half_width
from baccarat.systems.counting.worth import RISK, CountWorth, Estimate

A_YEAR, LIFE = 2_000, 40
"""Hours of a year at the table, and years after which luck should not be all there is."""

NO_ROWS = "There is no sheet: the cards that are gone by the cut card do not bring such a count."


def not_worth_it(worths: Sequence[CountWorth]) -> str | None:
    """Why a count, with any of these endings, is not worth keeping; None if it is."""
    best = min(worths, key=lambda worth: worth.n0)
    if best.n0 <= LIFE * A_YEAR * best.pace:
        return None
    if not any(worth.bets.value for worth in worths):
        return "It is not worth it: it laid no bet in these shoes."
    if best.units.value <= 0:
        return "It is not worth it: the bets that it lays lose."
    years = best.n0 / best.pace / A_YEAR
    return (
        f"It is not worth it: {years:,.0f} years of {A_YEAR:,} hours at the table pass until what "
        "it earns is as large as luck (N0)."
    )


def plain(figure: Estimate, digits: int = 4) -> str:
    """A figure and half the width of its interval, if it has one."""
    told, half = f"{figure.value:.{digits}f}", half_width(figure.interval(), digits)
    return f"{told} ± {half}" if half else told


def follows(figure: Estimate, digits: int) -> str:
    """The same, where nothing is known of the error of nothing."""
    return plain(figure, digits) if figure.value else f"{0:.{digits}f}"


def figure_lines(worth: CountWorth) -> dict[str, str]:
    """Every figure by its name."""
    found = worth.estimates
    an_hour = f"an hour of {worth.pace} coups"
    exact = {}
    if worth.exact:
        exact = {
            "units a shoe, exact": plain(worth.units_expected),
            "z between the two": f"{worth.z:+.2f}",
        }
    return {
        "coups a shoe": plain(worth.coups, 3),
        "bets a shoe": plain(worth.bets, 3),
        "bets in 100 coups": plain(worth.bets_per_100, 3),
        f"bets {an_hour}": plain(worth.bets_per_hour, 3),
        "share of coups": _percent(worth.share),
        "mean edge when betting": _percent(worth.mean_edge),
        "units a shoe, as won": plain(worth.units_won),
        **exact,
        "units in 100 coups": plain(worth.per_100),
        f"units {an_hour}": plain(worth.per_hour),
        "standard deviation of a shoe": f"{worth.deviation:.3f}",
        "standard deviation of 100 coups": f"{worth.deviation_per_100:.3f}",
        "standard deviation of an hour": f"{worth.deviation_per_hour:.3f}",
        "N0, in coups": _whole(found["n0"]),
        "desirability index": follows(found["desirability"], 3),
        "SCORE": follows(found["score"], 3),
        "Kelly's stake, of the money": f"{follows(found['kelly'] * 100, 4)} %",
        "growth of the money a shoe": f"{follows(found['growth'] * 100, 5)} %",
        f"units for {100 * RISK:.0f} % risk, about": bankrolls(*worth.bankroll),
    }


def bankrolls(units: int | None, low: int | None, high: int | None) -> str:
    """The fewest units for a risk, and the ends of their interval."""
    if units is None:
        return units_told(None)
    return f"{units_told(units)} ({units_told(low)} … {units_told(high)})"


def units_told(units: int | None) -> str:
    """A bankroll, if there is one that is enough."""
    return "never enough" if units is None else f"{units:,}"


def _percent(figure: Estimate) -> str:
    return f"{plain(figure * 100, 3)} %"


def _whole(figure: Estimate) -> str:
    low, high = figure.interval()
    if figure.value == inf:
        return "never enough"
    if low == high:
        return f"{figure.value:,.0f}"
    return f"{figure.value:,.0f} ± {(high - low) / 2:,.0f}"
