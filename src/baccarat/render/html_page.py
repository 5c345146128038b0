"""A self-contained HTML page of paragraphs, tables and pictures."""

from collections.abc import Iterable, Sequence
from html import escape

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#222}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.25rem .75rem;"
    "border-bottom:1px solid #ccc;text-align:right}th:first-child,td:first-child{text-align:left}"
    "table{display:block;overflow-x:auto}svg{max-width:100%;height:auto}p{overflow-wrap:anywhere}"
)


def html_page(title: str, parts: Iterable[str]) -> str:
    """The whole page with its title as heading; the parts are HTML."""
    head = f"<title>{escape(title)}</title><style>{STYLE}</style>"
    body = "\n".join((f"<h1>{escape(title)}</h1>", *parts))
    start = '<!doctype html><html lang="en"><meta charset="utf-8">'
    start += '<meta name="viewport" content="width=device-width">'
    return f"{start}{head}<body>\n{body}\n</body></html>\n"


def html_text(text: str) -> str:
    """A paragraph."""
    return f"<p>{escape(text)}</p>"


def html_table(rows: Sequence[Sequence[str]]) -> str:
    """A table; its first row is the heading."""
    told = []
    for place, row in enumerate(rows):
        tag = "td" if place else "th"
        told.append(f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>")
    return f"<table>{''.join(told)}</table>"
