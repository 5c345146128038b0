"""Curves of risk over the coups of a session."""

from collections.abc import Mapping
from fractions import Fraction

from baccarat.render.curves import Curve, Sheet, draw_curves
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.systems.risk.prospects import Prospects


def draw_risks(
    answers: Mapping[str, Prospects], about: str = "", *, style: str = DEFAULT_STYLE
) -> Drawing:
    """A plot of the chances to be ruined and to have reached the goal, coup by coup."""
    ruined, reached = [], []
    for label, found in answers.items():
        curve = [(Fraction(each.coup), each) for each in found.curve]
        percents = [(coup, Fraction(100 * each.ruined)) for coup, each in curve]
        ruined.append(Curve(label, percents, "the chance to be ruined by then"))
        if found.goal is not None:
            percents = [(coup, Fraction(100 * each.reached)) for coup, each in curve]
            reached.append(Curve(label, percents, "the chance to have reached it by then"))
    sheets = [Sheet("Ruined by then, per cent", ruined)]
    if reached:
        sheets.append(Sheet("At the goal by then, per cent", reached))
    return draw_curves(sheets, "coups", about, style=style)
