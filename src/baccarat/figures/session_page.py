"""A self-contained page about sessions: tables and pictures, without any other file."""

from collections.abc import Iterator, Sequence
from itertools import chain

from baccarat.base.errors import BadValue
from baccarat.base.words import Words
from baccarat.figures.evenings import Evenings
from baccarat.figures.figure import TERMINAL, FigureStyle, side_by_side, written
from baccarat.figures.sessions import by_coup, compared_figures, session_figures
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.systems.archived import WRITTEN
from baccarat.systems.chain.sessions import ExactSessions
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes, edges_of
from baccarat.systems.stake import Staked
from baccarat.systems.system import in_units

COLUMNS = (
    *("system", "result", "± 99 %", "by the law", "action", "ahead", "± 99 %", "ruined", "± 99 %"),
    *("won", "± 99 %"),
)
KEYS = ("mean ±", "by_law", "action", "ahead ±", "ended_ruined ±", "won ±")
PLAIN = FigureStyle((3, 3, 3, 3), signed=(), per_cent="")
FIGURES = ("on average", "99 % interval", "exactly", "z")
RISKS = (
    *("system", "an hour", "drawdown", "in 1 of 20", "losing run", "in 1 of 20", "ruined after"),
    "in 1 of 20",
)
COUNTS = "A count does change it: it bets when the cards that are left favour the guest."


def session_page(
    systems: Sequence[Staked],
    solved: Sequence[ExactSessions | None] | None = None,
    *,
    style: str = DEFAULT_STYLE,
) -> str:
    """The page for one system, or for several systems on the same shoes.

    It begins with sentences and a picture; if `solved` is given, it has the exact figures, too.
    """
    if not systems:
        raise BadValue("a page needs at least one system")
    exact = solved or [None] * len(systems)
    pictures = [list(_pictures(staked, style)) for staked in systems]
    plan, session = systems[0].plan, systems[0].plan.session
    edges = edges_of(systems)
    rates = ", ".join(f"{bet} {TERMINAL.percent(-edge)}" for bet, edge in edges.items())
    counts = any(staked.system.count for staked in systems)
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    is_written = systems[0].engine == WRITTEN
    source = "on written shoes" if is_written else f"of seed {plan.seed}"
    answers = (
        _answer(staked, chances, is_alone=len(systems) == 1)
        for staked, chances in zip(systems, exact, strict=True)
    )
    parts = [
        *map(html_text, answers),
        pictures[0][0].svg,
        html_text(
            f"{systems[0].sessions:,} sessions {source}: {plan.game}, {shoes}, "
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
        *(table for pair in zip(systems, exact, strict=True) for table in _figures(*pair)),
        *([draw_slopes(systems, style=style).svg] if edges else []),
        *(picture.svg for picture in [*pictures[0][1:], *chain.from_iterable(pictures[1:])]),
        *(html_text(f"{staked.system}: digest {staked.ledger.digest}") for staked in systems),
    ]
    return html_page("Does it work?", parts)


def _answer(staked: Staked, solved: ExactSessions | None, is_alone: bool) -> str:
    """What becomes of a hundred evenings, after the system's name if there are several systems."""
    sentences = Evenings.of_sessions(staked, solved).sentences(Words.of("en"))
    return " ".join([*([] if is_alone else [f"{staked.system}:"]), *sentences])


def _figures(staked: Staked, solved: ExactSessions | None) -> Iterator[str]:
    """The figures of a system beside the exact figures, and coup by coup."""
    is_solved = solved is not None and solved.stopped is None
    heads = (str(staked.system), *FIGURES[: None if is_solved else 2])
    figures = session_figures(staked, solved)
    yield html_table([heads, *(written(figure, TERMINAL)[: len(heads)] for figure in figures)])
    rows = by_coup(staked, solved)
    if rows:
        names = [figure.name for figure in next(iter(rows.values()))]
        exactly = FIGURES[2:] if solved is not None else ()
        marks = [("after coups", *(part for name in names for part in (name, *exactly)))]
        for coup, row in rows.items():
            cells = [written(figure, TERMINAL, digits=2) for figure in row]
            shown = ((cell[1], *cell[3:]) if exactly else (cell[1],) for cell in cells)
            marks.append((str(coup), *chain.from_iterable(shown)))
        yield html_table(marks)


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
