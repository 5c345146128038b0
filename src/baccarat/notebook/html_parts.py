"""The HTML parts of what a notebook shows: boxes, tables, paragraphs and pictures.

All text is escaped here, so no other file of this folder writes markup. Colours follow the page:
text has its colour, lines are half transparent, and tables have no background.
"""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from html import escape
from itertools import count
from typing import NamedTuple

from baccarat.figures.figure import NOTEBOOK
from baccarat.figures.figure import counted as count_nouns
from baccarat.figures.figure import signed as signed
from baccarat.render.drawing import Drawing

MOST_ROWS = 60
"""The most rows of a table that are shown; a line gives the number of rows left out."""
WIDEST = 1600
"""The widest picture, in pixels, that shrinks to its page; wider ones keep half their size."""
BOX = "baccarat-show"
STYLE = (
    f".{BOX}{{overflow-x:auto;color:inherit;line-height:1.45;max-width:100%}}"
    f".{BOX} table.{BOX}-table{{border-collapse:collapse;margin:.4em 0 .8em;width:auto;"
    "border:0;background:none;color:inherit;font-size:inherit;table-layout:auto;"
    "font-variant-numeric:tabular-nums}"
    f".{BOX} table.{BOX}-table caption{{caption-side:top;text-align:left;font-weight:600;"
    "padding:.2em 0 .5em;color:inherit}"
    f".{BOX} table.{BOX}-table :is(th,td){{padding:.2em .8em;border:0;"
    "border-bottom:1px solid rgb(128 128 128/.35);text-align:left;vertical-align:top;"
    "background:none;color:inherit;max-width:none;white-space:normal}"
    f".{BOX} table.{BOX}-table thead :is(th,td){{border-bottom:2px solid rgb(128 128 128/.7);"
    "vertical-align:bottom;font-weight:600}"
    f".{BOX} table.{BOX}-table tbody th{{font-weight:500}}"
    f".{BOX} table.{BOX}-table .number{{text-align:right;white-space:nowrap}}"
    f".{BOX} table.{BOX}-table .cell{{text-align:center;padding:.2em .55em;min-width:1em}}"
    f".{BOX} table.{BOX}-table .draws{{background:rgb(18 128 60/.22)}}"
    f".{BOX} table.{BOX}-table .mixed{{background:rgb(242 179 24/.38);font-weight:700}}"
    f".{BOX} table.{BOX}-table .left-out{{font-style:italic}}"
    f".{BOX} p.{BOX}-note{{margin:.3em 0;max-width:50em;font-size:.9em;opacity:.85}}"
    f".{BOX}>svg{{max-width:100%;height:auto}}"
)
"""Rules for our own classes only, so that the rest of the page stays the same."""
LESS = re.compile(r"(?<![\w.])-(?=[\d.])")
"""A hyphen that should be shown and read aloud as a minus."""
percent, counted = NOTEBOOK.percent, partial(count_nouns, form=",")
_shown = count(1)


class ShownCell(NamedTuple):
    """The text of a table's cell and its tooltip, e.g. an exact fraction."""

    text: str
    more: str = ""
    look: str = ""
    """a class of the style sheet"""


TableCell = str | ShownCell


def boxed(*parts: str) -> str:
    """The parts as HTML in a box, with the style sheet that they need."""
    return f'<div class="{BOX}"><style>{STYLE}</style>{"".join(parts)}</div>'


def paragraph(text: str) -> str:
    return f'<p class="{BOX}-note">{escape(text)}</p>' if text else ""


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[TableCell]],
    rest: str = "rows() has them all",
    of: int | None = None,
) -> str:
    """An HTML table; the first cell of each row is its heading.

    A column whose name begins with `>` is aligned right, a column with `|` is centred. `of` is the
    number of all rows if only the first rows are given.
    """
    looks = [{">": "number", "|": "cell"}.get(head[:1], "") for head in heads]
    names = [head[1:] if look else head for head, look in zip(heads, looks, strict=True)]
    head_cells = [_cell("th", name, look, "col") for name, look in zip(names, looks, strict=True)]
    lines = [list(row) for row in rows]
    body = []
    for row in lines[:MOST_ROWS]:
        first, *later = zip(row, looks, strict=True)
        cells = [_cell("th", *first, "row"), *(_cell("td", cell, look) for cell, look in later)]
        body.append(f"<tr>{''.join(cells)}</tr>")
    if left_out := (len(lines) if of is None else of) - len(body):
        line = f"… {left_out:,} more {'row' if left_out == 1 else 'rows'}: {rest}"
        body.append(f'<tr><td colspan="{len(heads)}" class="left-out">{escape(line)}</td></tr>')
    return (
        f'<table class="{BOX}-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{''.join(head_cells)}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


def picture(drawing: Drawing) -> str:
    """The drawing as SVG, with ids that no other drawing in the page has.

    The same drawing may be shown twice, beside outputs of an older run: an id has the digest of the
    drawing, and the number of the display.
    """
    digest = sha256(drawing.svg.encode()).hexdigest()[:8]
    prefix = f"b{digest}-{next(_shown)}-"
    svg = re.sub(r'((?<=\s)id="|href="#|url\(#)', lambda match: match[1] + prefix, drawing.svg)
    wide = drawing.size[0]
    return (
        svg if wide <= WIDEST else svg.replace("<svg", f'<svg style="min-width:{wide // 2}px"', 1)
    )


def _cell(tag: str, cell: TableCell, look: str, scope: str = "") -> str:
    text, title, tone = (cell, "", "") if isinstance(cell, str) else cell
    if look == "number":
        text = LESS.sub("−", text)
    classes = " ".join(filter(None, (look, tone)))
    attributes = "".join(
        f' {name}="{escape(value)}"'
        for name, value in (("scope", scope), ("class", classes), ("title", title))
        if value
    )
    return f"<{tag}{attributes}>{escape(text)}</{tag}>"
