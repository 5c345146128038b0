"""The values and the mixed decisions of the casino game, plotted against the commission.

plot_commission("B3", decks=6) -> Drawing             V, p and q for commissions from 0 to 1/10
"""

from fractions import Fraction

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.core.shoe import Composition
from baccarat.render.curves import Curve, Mark, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE, style_of
from baccarat.theory.casino.all_commissions import CommissionsPiece, commissions
from baccarat.theory.casino.quotient import Quotient
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import Bind
from baccarat.theory.choice_sheets import choice_sheets

STEPS = 20
"""straight lines for a curve that bends"""
HAIR = Fraction(1, 10**9)
"""precision of a piece's ends"""


@checked
def plot_commission(
    model: str | Model,
    decks: int | None = None,
    *,
    composition: str | Composition | None = None,
    bind: Bind | None = None,
    style: str = DEFAULT_STYLE,
) -> Drawing:
    """Draw both values and the mixed decisions of both sides, for commissions from 0 to 1/10.

    Every piece between critical commissions is its own curve, a formula and not a sample.

    >>> plot_commission("B1", decks=4).svg.count("data-mark")
    3
    """
    style_of(style)  # a bad style is refused before the work
    found = commissions(model, decks, composition=composition, bind=bind)
    # Where the banquier has a whole set of strategies, there is no single number to draw.
    drawn = [
        (piece, one)
        for piece in found.pieces
        for one in piece.structures
        if one.banquier_set.dimension == 0
    ]
    if not drawn:
        raise BadText(
            f"model {found.model}: there is nothing to plot, because the banquier has several "
            "strategies at every commission"
        )
    values = [_piece("Player", piece, one.value) for piece, one in drawn]
    values += [_piece("banquier", piece, one.banquier_value) for piece, one in drawn]
    mixed = dict.fromkeys(name for _, one in drawn for name in one.decisions if name in one.mixed)
    choices = [_piece(name, piece, one.decisions[name]) for name in mixed for piece, one in drawn]
    marks = [
        Mark(turn.alpha.refined(HAIR).low, f"{turn.alpha}: {', '.join(turn.turning)}")
        for turn in found.turns
    ]
    shoe = "every card returns" if found.model.is_endless else str(found.composition)
    critical = "; ".join(mark.what for mark in marks) or "none"
    about = f"Chemin de fer, model {found.model}, {shoe}: equilibria, exact. Critical: {critical}"
    if not found.is_unique:
        about += ". Where there are several equilibria the single ones are drawn"
    sheets = [Sheet("Values", values), *choice_sheets(choices)]
    return draw_curves(sheets, "commission", about, marks, style=style)


def _piece(name: str, piece: CommissionsPiece, follows: Quotient) -> Curve:
    """A function of the commission as a curve over one piece, an interval of commissions."""
    low, high = piece.low.refined(HAIR).low, piece.high.refined(HAIR).high
    steps = 1 if follows.constant is not None else STEPS
    places = [low + (high - low) * step / steps for step in range(steps + 1)]
    return Curve(name, [(alpha, follows(alpha)) for alpha in places], str(follows))
