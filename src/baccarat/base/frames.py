"""Tables for other programs: Arrow tables, and frames of pandas and polars made from them.

A value with rows declares its columns and their types, so that an empty frame has the same types.
Only this module knows the three libraries, and it loads them when a frame is asked for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, BinaryIO

from baccarat.base.errors import BadValue, Missing

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

ColumnTypes = Mapping[str, str | tuple[str | None, ...]]
"""The type of each column by the column's name. A type is spelled as in Arrow, with a `?` if some
values may be unknown; or it is a tuple of all words that the column can hold, with None among them
if some values may be unknown."""
FlatRow = Mapping[str, object]

WINNERS = ("player", "banker", "tie")
DIGITS = 38
"""The most digits of a whole number in a frame; a number of more than 64 bits needs a decimal."""
NO_WORD = -1
"""The index that stands for an unknown word in a column of words."""


class Framed:
    """A value whose rows can become a table of Arrow, or a frame of pandas or polars.

    >>> from baccarat import statistics
    >>> found = statistics("BBTBP").to_arrow()
    >>> found.column_names[:3], found["count"].to_pylist()
    (['name', 'count', 'of'], [1, 3, 1])

    Libraries that read Arrow take the table directly: `polars.DataFrame(found)`,
    `pyarrow.table(found)`. In pandas, whole numbers that are never missing have NumPy's types. A
    column with missing values has a type of pandas itself (`Int8`, `boolean`), so no number
    becomes a float.
    """

    __slots__ = ()

    def _frame(self) -> tuple[ColumnTypes, Iterable[FlatRow]]:
        """The types of the columns, and the rows."""
        raise NotImplementedError

    def _arrow(self) -> Any:
        """The table, made from the rows; a value with arrays makes the table from its arrays."""
        return table_of_rows(*self._frame())

    def to_arrow(self) -> "pyarrow.Table":
        """A table of pyarrow."""
        return self._arrow()

    def to_pandas(self) -> "pandas.DataFrame":
        """A data frame of pandas."""
        pandas = _library("pandas")
        columns = _pandas_columns(self.to_arrow(), pandas)
        return pandas.DataFrame(columns, copy=False)

    def to_polars(self) -> "polars.DataFrame":
        """A data frame of polars."""
        frame: polars.DataFrame = _library("polars").from_arrow(self.to_arrow())
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table for any library that reads Arrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def require_arrow(what: str) -> None:
    """If pyarrow is not installed, raise an error; `what` is the feature that needs pyarrow."""
    if find_spec("pyarrow") is None:
        raise Missing(f"{what} needs pyarrow: pip install 'baccarat[data]'")


def table_of_rows(columns: ColumnTypes, rows: Iterable[FlatRow]) -> "pyarrow.Table":
    """A table, from rows that have exactly these columns."""
    rows = list(rows)
    told = [_array(name, kind, [row[name] for row in rows]) for name, kind in columns.items()]
    return _joined(columns, told)


def table_of_arrays(columns: ColumnTypes, arrays: Mapping[str, Any]) -> "pyarrow.Table":
    """A table over arrays of NumPy, which are not copied.

    A column of words is given as indices into its words, with NO_WORD for an unknown word.
    """
    arrow, told = _library("pyarrow"), []
    for name, kind in columns.items():
        array = arrays[name]
        if isinstance(kind, tuple):
            mask = array == NO_WORD if None in kind else None
            told.append(_worded(arrow.array(array, mask=mask), kind))
        else:
            told.append(arrow.array(array, _type(kind)))
    return _joined(columns, told)


def one_table(columns: ColumnTypes, tables: Iterable["pyarrow.Table"]) -> "pyarrow.Table":
    """One table with the rows of several tables that have the same columns, in order."""
    return _library("pyarrow").concat_tables([table_of_rows(columns, []), *tables])


def one_stream(columns: ColumnTypes, tables: Iterable["pyarrow.Table"], wished: object) -> object:
    """A stream of tables with the same columns; each table is made when the reader reaches it."""
    schema = table_of_rows(columns, []).schema
    parts = (part for table in tables for part in table.to_batches())
    reader = _library("pyarrow").RecordBatchReader.from_batches(schema, parts)
    return reader.__arrow_c_stream__(wished)


@contextmanager
def parquet_file(file: BinaryIO, columns: ColumnTypes) -> Iterator[Any]:
    """A writer for a Parquet file: each list of rows that it takes becomes one row group."""
    empty = table_of_rows(columns, [])
    with import_module("pyarrow.parquet").ParquetWriter(file, empty.schema) as writer:

        def write(rows: Sequence[Sequence[object]]) -> None:
            each = zip(columns.items(), zip(*rows, strict=True), strict=True)
            arrays = [_array(name, kind, list(told)) for (name, kind), told in each]
            writer.write_table(_joined(columns, arrays))

        yield write


def _joined(columns: ColumnTypes, arrays: Sequence[Any]) -> Any:
    arrow = _library("pyarrow")
    fields = [
        arrow.field(name, array.type, nullable=_may_lack(kind))
        for (name, kind), array in zip(columns.items(), arrays, strict=True)
    ]
    return arrow.Table.from_arrays(arrays, schema=arrow.schema(fields))


def _array(name: str, kind: str | tuple[str | None, ...], told: list[Any]) -> Any:
    arrow = _library("pyarrow")
    if isinstance(kind, tuple):
        places = {word: place for place, word in enumerate(kind) if word is not None}
        found = [None if word is None else places[word] for word in told]
        return _worded(arrow.array(found, arrow.int8()), kind)
    try:
        return arrow.array(told, _type(kind))
    except OverflowError:
        pass
    if any(abs(number or 0) >= 10**DIGITS for number in told):
        raise BadValue(
            f"{name}: a number in a frame can have at most {DIGITS} digits; use rows(), which "
            "keeps all"
        )
    return arrow.array(told, arrow.decimal128(DIGITS, 0))


def _worded(places: Any, words: tuple[str | None, ...]) -> Any:
    """A column of words; each row is given by the index of its word."""
    arrow = _library("pyarrow")
    known = arrow.array([word for word in words if word is not None], arrow.string())
    return arrow.DictionaryArray.from_arrays(places, known)


def _type(kind: str) -> Any:
    return _library("pyarrow").type_for_alias(kind.removesuffix("?"))


def _may_lack(kind: str | tuple[str | None, ...]) -> bool:
    """Whether some values of a column may be unknown."""
    return None in kind if isinstance(kind, tuple) else kind.endswith("?")


def _pandas_columns(table: Any, pandas: Any) -> dict[str, Any]:
    """The columns as pandas has them: whole numbers stay whole even if some are missing."""
    arrow = _library("pyarrow")
    own = {
        arrow.bool_(): pandas.BooleanDtype(),
        arrow.int8(): pandas.Int8Dtype(),
        arrow.int16(): pandas.Int16Dtype(),
        arrow.int32(): pandas.Int32Dtype(),
        arrow.int64(): pandas.Int64Dtype(),
        arrow.uint64(): pandas.UInt64Dtype(),
        arrow.string(): pandas.StringDtype(),
    }
    return {
        field.name: column.to_pandas(types_mapper=own.get if field.nullable else None)
        for field, column in zip(table.schema, table.columns, strict=True)
    }


def _library(name: str) -> Any:
    """The module of a library; if it is not installed, the error says how to install it."""
    what, extra = LIBRARIES[name]
    if find_spec(name) is None:
        raise Missing(f"{what} needs {name}: pip install 'baccarat[{extra}]'")
    return import_module(name)


LIBRARIES = {
    "pyarrow": ("a table of Arrow", "data"),
    "pandas": ("a frame of pandas", "pandas"),
    "polars": ("a frame of polars", "polars"),
}
"""By library: the feature that needs the library, and the extra that installs the library."""
