"""The kinds of columns in the database, for its present tables and for their migrations.

A change here would change what old migrations make: add a new kind of column instead.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text

SECONDS = BigInteger().with_variant(Integer, "sqlite")
"""The type of a time in seconds since 1970, also after 2038."""


def texts(names: str) -> list[Column[str]]:
    """Columns of text with these names."""
    return [Column(name, Text, nullable=False, server_default="") for name in names.split()]


def number(name: str) -> Column[int]:
    """A column of whole numbers without a default."""
    return Column(name, Integer, nullable=False)


def count(name: str) -> Column[int]:
    """A column of whole numbers with the default 0."""
    return Column(name, Integer, nullable=False, server_default="0")


def numbered() -> Column[int]:
    """The column by which the database numbers the rows."""
    return Column("number", Integer, primary_key=True)


def of(tables: str) -> Column[int]:
    """The column that names a row of another table: `of("keys")` is `key_number`."""
    name = f"{tables.removesuffix('s')}_number"
    return Column(name, Integer, ForeignKey(f"{tables}.number"), nullable=False)
