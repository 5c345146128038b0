"""The speed of the solver of chemin de fer."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from baccarat.base.timing import Measured, best_of
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin import all_decks, payoffs
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.certificate import check
from baccarat.theory.chemin.proof import check_for_all
from baccarat.theory.chemin.solver import solve

SHOES = ("B1", "B2", "B3", "B4")
MOST_DECKS = 100
COMMISSION = Fraction(1, 20)


def measure(most_decks: int = MOST_DECKS) -> Iterator[Measured]:
    """Measure the solver, and the checks of its certificates: about a minute."""
    for name in SHOES:
        fresh = best_of(partial(_afresh, name), 3)
        again = best_of(partial(solve, name, 6), 3)
        yield Measured(f"{name}, six decks", fresh, wanted="< 1 s")
        known = f"{name}, six decks, payoffs known"
        yield Measured(known, again, "fresh", fresh / again, "< 0.2 s")
    for name in SHOES:
        casino = best_of(partial(solve_casino, name, COMMISSION, 6), 1)
        yield Measured(f"{name}, six decks, commission {COMMISSION}", casino, wanted="< 5 s")
    seconds = best_of(lambda: _one_by_one(most_decks), 1)
    checked = f"B1 to B4, 1 to {most_decks} decks, certificates checked"
    yield Measured(checked, seconds, wanted="< 2 min")
    proved = best_of(_all_at_once, 1)
    yield Measured("B1 to B4 for all decks, proofs checked", proved, wanted="< 2 min")


def _afresh(name: str) -> None:
    payoffs.forget()
    solve(name, 6)


def _one_by_one(most_decks: int) -> None:
    for name in SHOES:
        for decks in range(1, most_decks + 1):
            check(solve(name, decks).certificate.dump())


def _all_at_once() -> None:
    payoffs.forget()
    all_decks.forget()
    for name in SHOES:
        check_for_all(solve_for_all(name).claim.dump())
