"""The written shoe: our notation, CSV, JSON and `BPT` sequences."""

from baccarat.record.csv_table import read_csv, write_csv
from baccarat.record.entry import Entry
from baccarat.record.formats import Format
from baccarat.record.reading import read
from baccarat.record.reading_json import read_json
from baccarat.record.record import BadRecord, Record
from baccarat.record.winners import read_results

__all__ = [
    "BadRecord",
    "Entry",
    "Format",
    "Record",
    "read",
    "read_csv",
    "read_json",
    "read_results",
    "write_csv",
]
