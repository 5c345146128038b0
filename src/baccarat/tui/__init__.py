"""The terminal table: it shows what a table's view holds and sends acts, and knows no rule."""

FEWEST_COLUMNS, FEWEST_ROWS = 80, 24
"""The smallest terminal that has room for the table."""
TALL, WIDE = 36, 120
"""From so many rows the cards are large; from so many columns the coach has a panel."""


def is_too_small(columns: int, rows: int) -> bool:
    return columns < FEWEST_COLUMNS or rows < FEWEST_ROWS
