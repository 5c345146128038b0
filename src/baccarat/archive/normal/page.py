"""The picture and the printable page of a comparison with fair shoes."""

from baccarat.archive.normal.check import ArchiveCheck, ShoeTest
from baccarat.archive.normal.deviations import POWER
from baccarat.base.errors import BadValue
from baccarat.core.stats import deviations
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.render.intervals import draw_intervals

COLUMNS = ("question", "p", "corrected", "what was found")
SEEN = f"Seen with a chance of {POWER:.0%} if it concerns at least this share:"
LIMITS = (
    "A check predicts nothing and accuses nobody. Shoes that do not differ may still hide faults "
    "smaller than those above. Winners alone hardly show a missing card: a nine that is missing "
    "from every shoe of 8 decks shows only after some 7 million shoes, even to the best test."
)


def draw_check(check: ArchiveCheck, *, style: str = DEFAULT_STYLE) -> Drawing:
    """Draw the largest deviation of each question, in standard deviations.

    An interval that does not reach 0 is a misfit even after a correction for all numbers drawn
    and not drawn.
    """
    largest = {test.name: test.largest for test in check.tests if test.largest is not None}
    if not largest:
        raise BadValue("the archive has too few coups for a picture: add shoes")
    half = deviations(1 - check.level / sum(number.among for number in largest.values()))
    rows = {
        f"{name}: {number.name}": (number.z, number.z - half, number.z + half)
        for name, number in largest.items()
    }
    title = "Largest deviations from fair shoes, in standard deviations"
    return draw_intervals(rows, exact=0.0, title=title, form="+.1f", style=style)


def check_page(check: ArchiveCheck, *, style: str = DEFAULT_STYLE) -> str:
    """The page: the verdict, a picture, all questions, the faults and the power."""
    faults = [(test.name, str(fault)) for test in check.tests for fault in test.faults]
    pictures = [draw_check(check, style=style).svg] if any(t.largest for t in check.tests) else []
    parts = [
        *map(html_text, check.lines()),
        *pictures,
        html_table([COLUMNS, *map(row_of, check.tests)]),
        *([html_table([("question", "fault"), *faults])] if faults else []),
        html_text(f"The level is {check.level:.2g} after Holm's correction for all questions."),
        html_text(SEEN),
        html_table([("fault", "share"), *(tuple(line.split(": ")) for line in check.powers())]),
        html_text(LIMITS),
    ]
    return html_page("Is it normal?", parts)


def row_of(test: ShoeTest) -> tuple[str, ...]:
    """A question as a row of a table, in words."""
    known = ("–" if p is None else f"{p:.4f}" for p in (test.p, test.corrected))
    return (test.name, *known, test.says)
