"""One self-contained page about sessions: a table and the pictures, nothing from elsewhere."""

from collections.abc import Iterator, Sequence
from html import escape

from baccarat.errors import BadValue
from baccarat.render.drawing import Drawing
from baccarat.systems.session import PACE, RUINED
from baccarat.systems.session_plots import draw_fan, draw_results, draw_slopes
from baccarat.systems.stake import Staked

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .75rem;"
    "border-bottom:1px solid #ccc;text-align:right}th:first-child,td:first-child{text-align:left}"
    "svg{max-width:100%;height:auto}"
)
COLUMNS = (
    *("system", "result", "± 99 %", "by the law", "action", "ahead", "± 99 %", "ruined", "± 99 %"),
    *("won", "± 99 %"),
)
RISKS = (
    *("system", "an hour", "drawdown", "in 1 of 20", "losing run", "in 1 of 20", "ruined after"),
    "in 1 of 20",
)


COUNTS = "A count does change it: it bets when the cards that are left favour the guest."


def session_page(found: Sequence[Staked]) -> str:
    """The page of one system, or of several on the same shoes."""
    if not found:
        raise BadValue("a page tells of at least one system")
    plan, session = found[0].plan, found[0].plan.session
    edges = {bet: each.exact[bet].edge for each in found for bet in each.ledger.bets}
    told = ", ".join(f"{bet} {-100 * float(edge):.4f} %" for bet, edge in edges.items())
    counts = any(each.system.count for each in found)
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    parts = [
        "<h1>Does it work?</h1>",
        _said(
            f"{found[0].sessions:,} sessions of seed {plan.seed}: {plan.game}, {shoes}, "
            f"{session.bankroll} units of {session.unit} coins."
        ),
        _table(found),
        _said(
            "Result, the law and action are units a session; ahead and ruined are per cent of the "
            "sessions, won is per cent of the action. Each ± is half of a 99 % interval."
        ),
        _risks(found),
        _said(
            f"An hour of {PACE} coups wins so many units by the law, or with a count as played. "
            "Drawdown is units, losing run and the time of ruin are coups: in the middle, and in "
            "one session of twenty."
        ),
        _said(f"No system changes what a unit staked wins: {told}. {COUNTS * counts}"),
        *([draw_slopes(found).svg] if edges else []),
        *(picture.svg for each in found for picture in _pictures(each)),
        *(_said(f"{each.system}: digest {each.ledger.digest}") for each in found),
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>Does it work?</title><style>{STYLE}</style><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _pictures(found: Staked) -> Iterator[Drawing]:
    """What is drawn of one system."""
    if found.plan.marks:
        yield draw_fan(found)
    yield draw_results(found)


def _said(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(found: Sequence[Staked]) -> str:
    rows = list[tuple[str, ...]]()
    for each in found:
        numbers = [each.mean, _half(each.interval()), each.by_law, each.action]
        for share in (each.ahead, each.ended(RUINED)):
            low, high = share.interval()
            numbers += [100 * float(share.share or 0), 50 * (high - low)]
        numbers += [100 * each.won, 100 * _half(each.won_interval())]
        rows.append((str(each.system), *(f"{number:.3f}" for number in numbers)))
    return _rows(COLUMNS, rows)


def _half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


def _risks(found: Sequence[Staked]) -> str:
    rows = list[tuple[str, ...]]()
    for each in found:
        numbers = ("" if number is None else f"{number:g}" for number in each.quantiles().values())
        rows.append((str(each.system), f"{each.hourly():.3f}", *numbers))
    return _rows(RISKS, rows)


def _rows(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    told = ["".join(f"<th>{escape(column)}</th>" for column in columns)]
    told += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in told)}</table>"
