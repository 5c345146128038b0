"""Compares long simulations with known results; takes half a minute on two cores."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import TypeVar

from baccarat.core.games import game
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup
from baccarat.simulation.run import Simulation, simulate
from baccarat.systems.counting.shoes import CountedShoes

WholeRun = TypeVar("WholeRun", Simulation, CountedShoes)

SEED = 7
FRESH = 10**9
SHOES = 2_000_000
LIMIT = 272.4
"""The limit of chi-square for 204 degrees of freedom; fair coups exceed it in 1 of 1,000 runs."""
COUPS_A_SHOE = {
    (LastCoup.A, 14): 80.484,
    (LastCoup.B, 14): 81.281,
    (LastCoup.C, 14): 81.484,
    (LastCoup.B, 16): 80.876,
}
"""Mean coups of eight-deck shoes by last-coup rule and cut card, as simulated by others."""
DEVIATION, THEIRS = 1.62, 0.001
"""The standard deviation of a shoe's number of coups, and the error of the figures above."""


@dataclass(frozen=True, slots=True)
class LongCheck:
    """A simulated quantity: its value, what is required of it, and whether it is right."""

    what: str
    found: float
    held_to: str
    is_right: bool
    digest: str

    def as_json(self) -> dict[str, object]:
        return {
            "what": self.what,
            "found_float": self.found,
            "held_to": self.held_to,
            "is_right": self.is_right,
            "digest": self.digest,
        }


def long_checks(fresh: int = FRESH, shoes: int = SHOES) -> Iterator[LongCheck]:
    """Run the simulations one by one, and compare each with its known result."""
    yield _chi_square(fresh)
    for (rule, cut_card), published in COUPS_A_SHOE.items():
        rules = Rules(last_coup=rule, cut_card=cut_card)
        yield _length(f"mean coups, rule {rule}, {cut_card} behind", rules, published, shoes)


def _chi_square(coups: int) -> LongCheck:
    """Compare the frequency of every cell in fresh coups with the cell's exact chance."""
    found = require_whole(simulate(coups, SEED, fresh=True, depth="totals"))
    exact = found.exact.tally
    square = 0.0
    for times, weight in zip(found.tally.cells, exact.cells, strict=True):
        if weight:
            expected = coups * weight / exact.total
            square += (times - expected) ** 2 / expected
    # Cells without weight must stay empty.
    is_possible = all(w or not t for t, w in zip(found.tally.cells, exact.cells, strict=True))
    return LongCheck(
        f"chi-square of {coups:,} fresh coups, 205 cells",
        square,
        f"below {LIMIT}, but for 1 in 1,000",
        is_possible and square < LIMIT,
        found.tally.digest,
    )


def _length(what: str, rules: Rules, published: float, shoes: int) -> LongCheck:
    """Compare the mean number of coups in a shoe with a published simulation."""
    table = replace(game("punto-banco"), rules=rules)
    tally = require_whole(simulate(shoes, SEED, game=table, depth="totals")).tally
    half = 4 * sqrt(DEVIATION**2 / shoes + THEIRS**2)
    mean = tally.total / shoes
    return LongCheck(
        f"{what}, {shoes:,} shoes",
        mean,
        f"{published} ± {half:.4f}, but for 1 in 16,000",
        abs(mean - published) < half,
        tally.digest,
    )


def require_whole(run: WholeRun) -> WholeRun:
    """The run; raises KeyboardInterrupt again if Ctrl-C cut it short."""
    if not run.is_whole:
        raise KeyboardInterrupt
    return run
