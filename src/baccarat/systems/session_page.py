"""One self-contained page about sessions: a table and the pictures, nothing from elsewhere."""

from collections.abc import Iterator, Sequence

from baccarat.base.errors import BadValue
from baccarat.core.stats import half_width
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.systems.session import RUINED
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes
from baccarat.systems.stake import Staked
from baccarat.systems.system import in_units

COLUMNS = (
    *("system", "result", "± 99 %", "by the law", "action", "ahead", "± 99 %", "ruined", "± 99 %"),
    *("won", "± 99 %"),
)
RISKS = (
    *("system", "an hour", "drawdown", "in 1 of 20", "losing run", "in 1 of 20", "ruined after"),
    "in 1 of 20",
)


COUNTS = "A count does change it: it bets when the cards that are left favour the guest."


def session_page(found: Sequence[Staked], *, style: str = DEFAULT_STYLE) -> str:
    """The page of one system, or of several on the same shoes."""
    if not found:
        raise BadValue("a page tells of at least one system")
    plan, session = found[0].plan, found[0].plan.session
    edges = {bet: each.exact[bet].edge for each in found for bet in each.ledger.bets}
    told = ", ".join(f"{bet} {-100 * float(edge):.4f} %" for bet, edge in edges.items())
    counts = any(each.system.count for each in found)
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    parts = [
        html_text(
            f"{found[0].sessions:,} sessions of seed {plan.seed}: {plan.game}, {shoes}, "
            f"{session.bankroll} units of {session.unit} coins."
        ),
        _table(found),
        html_text(
            "Result, the law and action are units a session; ahead and ruined are per cent of the "
            "sessions, won is per cent of the action. Each ± is half of a 99 % interval."
        ),
        _risks(found),
        html_text(
            f"An hour of {found[0].pace} coups wins so many units by the law, or with a count as "
            "played. Drawdown is units, losing run and the time of ruin are coups: in the middle, "
            "and in one session of twenty."
        ),
        html_text(f"No system changes what a unit staked wins: {told}. {COUNTS * counts}"),
        *([draw_slopes(found, style=style).svg] if edges else []),
        *(picture.svg for each in found for picture in _pictures(each, style)),
        *(html_text(f"{each.system}: digest {each.ledger.digest}") for each in found),
    ]
    return html_page("Does it work?", parts)


def _pictures(found: Staked, style: str) -> Iterator[Drawing]:
    """What is drawn of one system."""
    if found.plan.marks:
        yield draw_fan(found, style=style)
    yield draw_results(found, style=style)


def _table(found: Sequence[Staked]) -> str:
    rows = list[tuple[str, ...]]()
    for each in found:
        told = [f"{each.mean:.3f}", half_width(each.interval(), 3)]
        told += [f"{each.by_law:.3f}", f"{each.action:.3f}"]
        for share in (each.ahead, each.ended(RUINED)):
            half = half_width(share.interval(), 3, times=100)
            told += [f"{100 * float(share.share or 0):.3f}", half]
        told += [f"{100 * each.won:.3f}", half_width(each.won_interval(), 3, times=100)]
        rows.append((str(each.system), *told))
    return html_table([COLUMNS, *rows])


def _risks(found: Sequence[Staked]) -> str:
    rows = list[tuple[str, ...]]()
    for each in found:
        told = each.quantiles().values()
        numbers = ("" if number is None else in_units(number) for number in told)
        rows.append((str(each.system), f"{each.hourly:.3f}", *numbers))
    return html_table([RISKS, *rows])
