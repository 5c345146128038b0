"""A self-contained page about sessions: tables and pictures, without any other file."""

from collections.abc import Iterator, Sequence

from baccarat.base.errors import BadValue
from baccarat.figures.figure import TERMINAL, FigureStyle, side_by_side
from baccarat.figures.sessions import compared_figures
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes, edges_of
from baccarat.systems.stake import Staked
from baccarat.systems.system import in_units

COLUMNS = (
    *("system", "result", "± 99 %", "by the law", "action", "ahead", "± 99 %", "ruined", "± 99 %"),
    *("won", "± 99 %"),
)
KEYS = ("mean ±", "by_law", "action", "ahead ±", "ended_ruined ±", "won ±")
PLAIN = FigureStyle((3, 3, 3, 3), signed=(), per_cent="")
RISKS = (
    *("system", "an hour", "drawdown", "in 1 of 20", "losing run", "in 1 of 20", "ruined after"),
    "in 1 of 20",
)
COUNTS = "A count does change it: it bets when the cards that are left favour the guest."


def session_page(systems: Sequence[Staked], *, style: str = DEFAULT_STYLE) -> str:
    """The page for one system, or for several systems on the same shoes."""
    if not systems:
        raise BadValue("a page needs at least one system")
    plan, session = systems[0].plan, systems[0].plan.session
    edges = edges_of(systems)
    rates = ", ".join(f"{bet} {TERMINAL.percent(-edge)}" for bet, edge in edges.items())
    counts = any(staked.system.count for staked in systems)
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    parts = [
        html_text(
            f"{systems[0].sessions:,} sessions of seed {plan.seed}: {plan.game}, {shoes}, "
            f"{session.bankroll} units of {session.unit} coins."
        ),
        _table(systems),
        html_text(
            "Result, the law and action are units a session; ahead and ruined are per cent of the "
            "sessions, won is per cent of the action. Each ± is half of a 99 % interval."
        ),
        _risks(systems),
        html_text(
            f"An hour is {systems[0].pace} coups; units an hour are by the law, or with a count as "
            "played. Drawdown is units, losing run and the time of ruin are coups: for the median "
            "session, and for one session of twenty."
        ),
        html_text(f"No system changes what a unit staked wins: {rates}. {COUNTS * counts}"),
        *([draw_slopes(systems, style=style).svg] if edges else []),
        *(picture.svg for staked in systems for picture in _pictures(staked, style)),
        *(html_text(f"{staked.system}: digest {staked.ledger.digest}") for staked in systems),
    ]
    return html_page("Does it work?", parts)


def _pictures(staked: Staked, style: str) -> Iterator[Drawing]:
    if staked.plan.marks:
        yield draw_fan(staked, style=style)
    yield draw_results(staked, style=style)


def _table(systems: Sequence[Staked]) -> str:
    rows = ((str(staked.system), compared_figures(staked)) for staked in systems)
    has_rebate = systems[0].rebate is not None
    keys = KEYS + ("worth ±",) * has_rebate
    columns = COLUMNS + ("with rebate", "± 99 %") * has_rebate
    return html_table([columns, *side_by_side(rows, keys, PLAIN)])


def _risks(systems: Sequence[Staked]) -> str:
    rows = list[tuple[str, ...]]()
    for staked in systems:
        quantiles = staked.quantiles().values()
        numbers = ("" if number is None else in_units(number) for number in quantiles)
        rows.append((str(staked.system), f"{staked.hourly:.3f}", *numbers))
    return html_table([RISKS, *rows])
