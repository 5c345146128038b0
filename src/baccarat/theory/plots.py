"""Plots of chemin de fer: the value and what is mixed, against the decks or the commission.

plot_decks("B3", 24) -> Drawing                       V, p and q for 1 to 24 decks
plot_commission("B3", decks=6) -> Drawing             V, p and q for commissions from 0 to 1/10
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from baccarat.errors import BadText
from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.shoe import Composition
from baccarat.theory.casino import Equilibrium, solve_casino
from baccarat.theory.casino_game import MOST_COMMISSION
from baccarat.theory.model import Model
from baccarat.theory.solve import Solution, solve

MOST_DECKS = 24
STEPS = 20
"""So many commissions are solved, and none."""
CHANCES = (Fraction(0), Fraction(1))


def plot_decks(
    model: str | Model,
    most: int = MOST_DECKS,
    *,
    bind: Mapping[str, Fraction | int] | None = None,
) -> Drawing:
    """Draw the value and what each side leaves to chance, for 1, 2, … decks.

    >>> plot_decks("B1", most=3).svg.count("<circle")
    9
    """
    model = Model.parse(model) if isinstance(model, str) else model
    if model.is_endless:
        raise BadText(f"model {model} has no number of decks to plot against")
    solved = [(Fraction(decks), solve(model, decks, bind=bind)) for decks in range(1, most + 1)]
    sheets = [_values(solved), *_choices(solved)]
    return draw_curves(sheets, "decks", f"Chemin de fer, model {model}: exact solutions")


def plot_commission(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    bind: Mapping[str, Fraction | int] | None = None,
    steps: int = STEPS,
) -> Drawing:
    """Draw both values and what each side leaves to chance, for commissions from 0 to 1/10.

    A commission with more than one equilibrium is left out.

    >>> plot_commission("A1", steps=2).svg.count("<circle")
    12
    """
    found = []
    for step in range(steps + 1):
        alpha = MOST_COMMISSION * step / steps
        solution = solve_casino(model, alpha, decks, composition=composition, bind=bind)
        if solution.is_unique:
            found.append((alpha, solution.equilibrium))
    if not found:
        raise BadText(f"model {model} has several equilibria at every commission: nothing to plot")
    bank = Curve("banquier", [(alpha, one.banquier_value) for alpha, one in found])
    values = _values(found)
    sheets = [Sheet("Values", [*values.curves, bank]), *_choices(found)]
    shoe = "every card returns" if solution.model.is_endless else str(solution.composition)
    about = f"Chemin de fer, model {model}, {shoe}: equilibria at {len(found)} commissions, exact"
    return draw_curves(sheets, "commission", about)


Solved = Sequence[tuple[Fraction, Solution]] | Sequence[tuple[Fraction, Equilibrium]]


def _values(solved: Solved) -> Sheet:
    return Sheet("Value to Player", [Curve("Player", [(at, one.value) for at, one in solved])])


def _choices(solved: Solved) -> list[Sheet]:
    """What is mixed anywhere, by side."""
    mixed = {name for _, one in solved for name in one.mixed}
    sides = {
        "p, the ponte draws": [(at, one.ponte) for at, one in solved],
        "q, the banquier draws": [(at, one.banquier) for at, one in solved],
    }
    sheets = []
    for title, strategies in sides.items():
        names = [name for name in strategies[0][1] if name in mixed]
        curves = [Curve(name, [(at, draws[name]) for at, draws in strategies]) for name in names]
        if curves:
            sheets.append(Sheet(title, curves, CHANCES))
    return sheets
