"""The value and the mixed decisions of chemin de fer, plotted against the number of decks.

plot_decks("B3", 24) -> Drawing                       V, p and q for 1 to 24 decks
"""

from collections.abc import Sequence
from fractions import Fraction

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, style_of
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import Bind
from baccarat.theory.chemin.solver import Solution, solve

MOST_DECKS = 24
CHANCES = (Fraction(0), Fraction(1))


@checked
def plot_decks(
    model: str | Model,
    most: int = MOST_DECKS,
    *,
    bind: Bind | None = None,
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """Draw the value and the mixed decisions of both sides, for 1, 2, … decks.

    >>> plot_decks("B1", most=3).svg.count("<circle")
    9
    """
    style_of(style)  # a bad style is refused before the work
    model = Model.parse(model) if isinstance(model, str) else model
    if model.is_endless:
        raise BadText(f"model {model} has no number of decks to plot against")
    solved = [(Fraction(decks), solve(model, decks, bind=bind)) for decks in range(1, most + 1)]
    sheets = [_values(solved), *_choices(solved)]
    about = f"Chemin de fer, model {model}: exact solutions"
    return draw_curves(sheets, "decks", about, style=style)


Solved = Sequence[tuple[Fraction, Solution]]


def _values(solved: Solved) -> Sheet:
    return Sheet("Value to Player", [Curve("Player", [(at, one.value) for at, one in solved])])


def _choices(solved: Solved) -> list[Sheet]:
    """A sheet of curves for each side: its decisions that are mixed with some number of decks."""
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
