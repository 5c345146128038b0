"""The value and the mixed decisions of chemin de fer, plotted against the number of decks.

plot_decks("B3", 24) -> Drawing                       V, p and q for 1 to 24 decks
"""

from fractions import Fraction

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, style_of
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import Bind
from baccarat.theory.chemin.solver import solve
from baccarat.theory.choice_sheets import choice_sheets

MOST_DECKS = 24


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
    value = Curve("Player", [(at, one.value) for at, one in solved])
    mixed = {name for _, one in solved for name in one.mixed}
    choices = [
        Curve(name, [(at, {**one.ponte, **one.banquier}[name]) for at, one in solved])
        for name in (*solved[0][1].ponte, *solved[0][1].banquier)
        if name in mixed
    ]
    sheets = [Sheet("Value to Player", [value]), *choice_sheets(choices)]
    about = f"Chemin de fer, model {model}: exact solutions"
    return draw_curves(sheets, "decks", about, style=style)
