"""The formats of a written shoe: recognizing, reading and writing them."""

import json
import re
from enum import Enum
from io import StringIO

from baccarat.base.errors import BadText
from baccarat.base.paths import AnyPath, ending
from baccarat.core.record.csv_table import is_ours, read_csv, write_csv
from baccarat.core.record.reading import read
from baccarat.core.record.reading_json import HEAD, read_json
from baccarat.core.record.record import Record
from baccarat.core.record.results_table import has_heading, read_results
from baccarat.core.result import Codes, parse_results, write_results


class Format(Enum):
    """A format in which a shoe is written down.

    >>> [format.value for format in Format]
    ['shoe', 'csv', 'json', 'bpt']
    """

    SHOE = "shoe"
    CSV = "csv"
    JSON = "json"
    BPT = "bpt"

    @classmethod
    def named(cls, path: AnyPath) -> "Format":
        """The format for a file's name: CSV for `.csv`, JSON for `.json`, else our notation."""
        return {".csv": cls.CSV, ".json": cls.JSON}.get(ending(path), cls.SHOE)

    @classmethod
    def of(cls, text: str, codes: Codes | None = None) -> "Format":
        """The format of a text, from its first line: JSON, CSV, only results, or our notation."""
        first = text.lstrip().partition("\n")[0].strip()
        if first.startswith("{"):
            return cls.JSON
        if has_heading(first) or (first[:1].isalpha() and "," in first):
            return cls.CSV
        are_codes = codes is not None and not first.startswith(("[", ";"))
        is_letters = are_codes or re.match(r"[BPTbpt]([BPTbpt\s]|$)", first)
        return cls.BPT if is_letters else cls.SHOE

    def read(
        self,
        text: str,
        lenient: bool = False,
        name: str = "punto-banco",
        decks: int | None = None,
        codes: Codes | None = None,
    ) -> tuple[Record, list[str]]:
        """Read a record; return it with the list of its repairs.

        `name` and `decks` are for formats that do not hold the game and its decks. In a table
        without our columns, a casino's table, only the winners are read.
        """
        if codes is not None and self in (Format.SHOE, Format.JSON):
            raise BadText(
                "codes can be given only for tables and for letters: leave the codes out for "
                "this record"
            )
        if self is Format.SHOE:
            return read(text, lenient)
        if self is Format.CSV and (is_ours(text) or not has_heading(text)):
            return read_csv(text, name, decks, codes), []
        if self is Format.CSV:
            return Record.of(read_results(StringIO(text), codes=codes), name, decks), []
        if self is Format.BPT:
            return Record.of(parse_results(text, codes), name, decks), []
        return read_json(text), []

    def write(self, record: Record) -> str:
        """The record as the text of a file."""
        if self is Format.SHOE:
            return str(record)
        if self is Format.CSV:
            return write_csv(record)
        if self is Format.BPT:
            return write_results(record.results) + "\n"
        told = {**HEAD, **record.as_json()}
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
