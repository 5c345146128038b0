"""The terminal table: it shows a table and sends the guest's acts; it contains no rules."""

FEWEST_COLUMNS, FEWEST_ROWS = 80, 24
"""The smallest terminal with room for the table."""


def is_too_small(columns: int, rows: int) -> bool:
    return columns < FEWEST_COLUMNS or rows < FEWEST_ROWS
