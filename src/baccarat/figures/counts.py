"""The figures of a count in words, for the terminal, notebooks and pages."""

from collections.abc import Iterator, Sequence
from math import inf

from baccarat.core.rules import Rules
from baccarat.core.stats import half_width
from baccarat.core.third_card import Strategy, nobody
from baccarat.figures.figure import TERMINAL, counted
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.counting.shoes import CountedShoes, sheet
from baccarat.systems.counting.worth import RISK, CountWorth, Estimate

A_YEAR, LIFE = 2_000, 40
"""Hours at the table in a year, and the years by which the win should exceed luck."""

NO_ROWS = "There is no sheet: before the cut card, no shoe brings the count to its trigger."


def not_worth_it(worths: Sequence[CountWorth]) -> str | None:
    """The reason why a count is not worth keeping; None if it is worth keeping in some shoes."""
    best = min(worths, key=lambda worth: worth.n0)
    if best.n0 <= LIFE * A_YEAR * best.pace:
        return None
    if not any(worth.bets.value for worth in worths):
        return "The count is not worth it: it laid no bet in these shoes."
    if best.units.value <= 0:
        return "The count is not worth it: its bets lose."
    if best.n0 == inf:
        return "Not known yet: all these shoes ended alike. Deal more shoes."
    years = best.n0 / best.pace / A_YEAR
    return (
        f"The count is not worth it: it earns as much as its luck (N0) only after {years:,.0f} "
        f"years of {A_YEAR:,} hours at the table."
    )


def about_shoes(shoes: CountedShoes) -> tuple[str, str]:
    """The number of shoes, and how shoes are dealt."""
    part = "" if shoes.is_whole else f" of {shoes.plan.shoes:,}"
    burn = "a burn" if shoes.plan.rules.burn else "no burn"
    decks = counted(shoes.plan.rules.decks, "deck")
    return f"{shoes.shoes:,}{part} shoes of seed {shoes.plan.seed}", f"{decks}, {burn}"


def about_figures(shoes: CountedShoes) -> str:
    """The note that explains the figures."""
    exact = " Exact: every bet counted at its exact expectation when it was laid."
    return "± is a 99 % interval." + exact * shoes.reader.exact


def sheet_rows(
    count: CountedBet, rules: Rules, every: int = 1, decide: Strategy = nobody
) -> list[tuple[str, ...]]:
    """The lines of a count's sheet: coup, unseen cards, and the lowest count for each stake."""
    steps = len(count.stakes)
    return [
        (str(row.coup), str(row.unseen), *[*map(str, row.needed), *["-"] * steps][:steps])
        for row in sheet(count, rules, every, decide=decide)
    ]


def ending_of(worth: CountWorth) -> str:
    return f"cut {worth.ending.cut_card}, rule {worth.ending.last_coup}"


def figure_rows(worths: Sequence[CountWorth]) -> Iterator[tuple[str, ...]]:
    """A line for each figure, with a column for each cut card and last-coup rule."""
    texts = [figure_lines(worth) for worth in worths]
    return ((name, *(lines[name] for lines in texts)) for name in texts[0])


def plain(estimate: Estimate, digits: int = 4) -> str:
    """A figure, and half the width of its interval if it has one."""
    value, half = f"{estimate.value:.{digits}f}", half_width(estimate.interval(), digits)
    return f"{value} ± {half}" if half else value


def follows(estimate: Estimate, digits: int) -> str:
    """A figure as text, with half the width of its interval; the figure 0 has no interval."""
    return plain(estimate, digits) if estimate.value else f"{0:.{digits}f}"


def figure_lines(worth: CountWorth) -> dict[str, str]:
    """All figures, by name."""
    estimates = worth.estimates
    an_hour = f"an hour of {worth.pace} coups"
    exact = {}
    if worth.exact:
        exact = {
            "units a shoe, exact": plain(worth.units_expected),
            "z between the two": TERMINAL.z(worth.z),
        }
    return {
        "coups a shoe": plain(worth.coups, 3),
        "bets a shoe": plain(worth.bets, 3),
        "bets in 100 coups": plain(worth.bets_per_100, 3),
        f"bets {an_hour}": plain(worth.bets_per_hour, 3),
        "share of coups": f"{plain(worth.share * 100, 3)} %",
        "mean edge when betting": f"{plain(worth.mean_edge * 100, 3)} %",
        "units a shoe, as won": plain(worth.units_won),
        **exact,
        "units in 100 coups": plain(worth.per_100),
        f"units {an_hour}": plain(worth.per_hour),
        "standard deviation of a shoe": f"{worth.deviation:.3f}",
        "standard deviation of 100 coups": f"{worth.deviation_per_100:.3f}",
        "standard deviation of an hour": f"{worth.deviation_per_hour:.3f}",
        "N0, in coups": _whole(estimates["n0"]),
        "desirability index": follows(estimates["desirability"], 3),
        "SCORE": follows(estimates["score"], 3),
        "Kelly's stake, of the money": f"{follows(estimates['kelly'] * 100, 4)} %",
        "growth of the money a shoe": f"{follows(estimates['growth'] * 100, 5)} %",
        f"units for {100 * RISK:.0f} % risk, about": bankrolls(*worth.bankroll),
    }


def bankrolls(units: int | None, low: int | None, high: int | None) -> str:
    """The smallest bankroll for a given risk, in units, and the ends of its interval."""
    if units is None:
        return units_told(None)
    return f"{units_told(units)} ({units_told(low)} … {units_told(high)})"


def units_told(units: int | None) -> str:
    """A bankroll in units, or `never enough`."""
    return "never enough" if units is None else f"{units:,}"


def _whole(estimate: Estimate) -> str:
    low, high = estimate.interval()
    if estimate.value == inf:
        return "never enough"
    if low == high:
        return f"{estimate.value:,.0f}"
    return f"{estimate.value:,.0f} ± {(high - low) / 2:,.0f}"
