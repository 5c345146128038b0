"""Records of shoes: our notation, CSV, JSON and `BPT` sequences."""

from baccarat.core.record.csv_table import read_csv, write_csv
from baccarat.core.record.entry import Entry
from baccarat.core.record.formats import Format
from baccarat.core.record.reading import read
from baccarat.core.record.reading_json import read_json
from baccarat.core.record.record import BadRecord, Record
from baccarat.core.record.results_table import read_results

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
