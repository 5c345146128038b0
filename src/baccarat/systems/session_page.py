"""One self-contained page about sessions: a table and the pictures, nothing from elsewhere."""

from collections.abc import Sequence
from html import escape

from baccarat.errors import BadValue
from baccarat.systems.session_plots import draw_fan, draw_slopes
from baccarat.systems.stake import Staked

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .75rem;"
    "border-bottom:1px solid #ccc;text-align:right}th:first-child,td:first-child{text-align:left}"
    "svg{max-width:100%;height:auto}"
)
COLUMNS = ("system", "result", "low", "high", "by the law", "action", "ahead", "ruined", "won")


def session_page(found: Sequence[Staked]) -> str:
    """The page of one system, or of several on the same shoes."""
    if not found:
        raise BadValue("a page tells of at least one system")
    plan, session = found[0].plan, found[0].plan.session
    edges = {bet: each.exact[bet].edge for each in found for bet in each.ledger.bets}
    told = ", ".join(f"{bet} {-100 * float(edge):.4f} %" for bet, edge in edges.items())
    shoes = "every coup from a fresh shoe" if plan.fresh else "from shoes"
    parts = [
        "<h1>Does it work?</h1>",
        _said(
            f"{found[0].sessions:,} sessions of seed {plan.seed}: {plan.game}, {shoes}, "
            f"{session.bankroll} units of {session.unit} coins."
        ),
        _table(found),
        _said(
            "Result, its 99 % interval, the law and action are units a session; ahead and ruined "
            "are per cent of the sessions, won is per cent of the action."
        ),
        _said(f"No system changes what a unit staked wins: {told}."),
        *([draw_slopes(found).svg] if edges else []),
        *(draw_fan(each).svg for each in found if plan.marks),
        *(_said(f"{each.system}: digest {each.ledger.digest}") for each in found),
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>Does it work?</title><style>{STYLE}</style><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _said(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(found: Sequence[Staked]) -> str:
    rows = ["".join(f"<th>{escape(column)}</th>" for column in COLUMNS)]
    for each in found:
        low, high = each.interval()
        shares = (100 * float(share.share or 0) for share in (each.ahead, each.ended("ruined")))
        numbers = (each.mean, low, high, each.by_law, each.action, *shares)
        won = 100 * each.mean / (each.action or 1)
        cells = (str(each.system), *(f"{number:.3f}" for number in (*numbers, won)))
        rows.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
