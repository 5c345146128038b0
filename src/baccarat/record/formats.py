"""The formats of a written shoe: which one a file has, reading and writing it."""

import json
import re
from enum import Enum

from baccarat.paths import AnyPath, ending
from baccarat.record.csv_table import read_csv, write_csv
from baccarat.record.reading import read
from baccarat.record.reading_json import HEAD, read_json
from baccarat.record.record import Record
from baccarat.result import parse_results, write_results


class Format(Enum):
    """How a shoe may be written down.

    >>> [format.value for format in Format]
    ['shoe', 'csv', 'json', 'bpt']
    """

    SHOE = "shoe"
    CSV = "csv"
    JSON = "json"
    BPT = "bpt"

    @classmethod
    def named(cls, path: AnyPath) -> "Format":
        """What the name of a file promises: a table, JSON, or else the notation."""
        return {".csv": cls.CSV, ".json": cls.JSON}.get(ending(path), cls.SHOE)

    @classmethod
    def of(cls, text: str) -> "Format":
        """By its first line: an object, a heading, results alone, or our notation."""
        first = text.lstrip().partition("\n")[0].strip()
        if first.startswith("{"):
            return cls.JSON
        if first == "winner" or (first[:1].isalpha() and "," in first):
            return cls.CSV
        return cls.BPT if re.match(r"[BPTbpt]([BPTbpt\s]|$)", first) else cls.SHOE

    def read(
        self,
        text: str,
        lenient: bool = False,
        name: str = "punto-banco",
        decks: int | None = None,
    ) -> tuple[Record, list[str]]:
        """The record, and what was repaired; the name and decks where the text has no room."""
        if self is Format.SHOE:
            return read(text, lenient)
        if self is Format.CSV:
            return read_csv(text, name, decks), []
        if self is Format.BPT:
            return Record.of(parse_results(text), name, decks), []
        return read_json(text), []

    def write(self, record: Record) -> str:
        """The whole of a file."""
        if self is Format.SHOE:
            return str(record)
        if self is Format.CSV:
            return write_csv(record)
        if self is Format.BPT:
            return write_results(record.results) + "\n"
        told = {**HEAD, **record.as_json()}
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
