"""The tables of a page as somebody reads them: rows of cells, each with its text and attributes."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Cell:
    """A cell: its tag, its attributes, its own text, and title and text of what is inside it."""

    tag: str
    told: dict[str, str]
    text: str = ""
    inside: list[tuple[str, str]] = field(default_factory=list)


class TableReader(HTMLParser):
    """Reads the tables of a page by their class; a second one of a class has a + behind it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[Cell]]] = {}
        self._table: list[list[Cell]] | None = None
        self._row: list[Cell] | None = None
        self._cell: Cell | None = None
        self._inner = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "table":
            self._table = []
            name = told.get("class", "")
            while name in self.tables:
                name += "+"
            self.tables[name] = self._table
        elif tag == "tr" and self._table is not None:
            self._row = []
            self._table.append(self._row)
        elif tag in ("td", "th") and self._row is not None:
            self._cell = Cell(tag, told)
            self._row.append(self._cell)
        elif self._cell is not None and tag != "wbr":
            self._inner = tag
            self._cell.inside.append((tag, told.get("title", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = None
        elif tag == "table":
            self._table = self._row = None
        elif tag == self._inner:
            self._inner = ""

    def handle_data(self, data: str) -> None:
        if self._cell is None:
            return
        if not self._inner:
            self._cell.text += data
        else:
            tag, said = self._cell.inside[-1]
            self._cell.inside[-1] = (tag, said + data)


def smalls(cell: Cell) -> str:
    """The fraction that stands below a percentage."""
    return "".join(text for tag, text in cell.inside if tag == "small")
