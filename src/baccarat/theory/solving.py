"""The function `baccarat.solve`: exact solutions of chemin de fer, also with a commission."""

from fractions import Fraction
from typing import overload

from baccarat.base.hints import checked
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Tableau
from baccarat.theory.casino.solver import CasinoSolution, solve_casino
from baccarat.theory.chemin import solver
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import Bind
from baccarat.theory.chemin.solver import Solution


@overload
def solve(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    commission: None = None,
    tableau: Tableau = CHEMIN_DE_FER,
    bind: Bind | None = None,
) -> Solution: ...
@overload
def solve(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    commission: Fraction | int | str,
    tableau: Tableau = CHEMIN_DE_FER,
    bind: Bind | None = None,
) -> CasinoSolution: ...
@checked
def solve(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    commission: Fraction | int | str | None = None,
    tableau: Tableau = CHEMIN_DE_FER,
    bind: Bind | None = None,
) -> Solution | CasinoSolution:
    """Solve a model, from whole decks or from the unseen cards.

    The tableau binds every decision that it does not leave free; `bind` binds more, on either side:
    to `"D"`, to `"S"` or to a probability of drawing.

    >>> solve("A1").value
    Fraction(-679568, 53094899)

    With a commission on Banker wins, the answer has all equilibria of the casino's game.

    >>> solve("A1", commission="5%").equilibrium.mixed
    {'5': Fraction(179, 214), '6|-': Fraction(859, 2288)}
    """
    if commission is None:
        return solver.solve(model, decks, composition=composition, tableau=tableau, bind=bind)
    return solve_casino(
        model, commission, decks, composition=composition, tableau=tableau, bind=bind
    )
