"""The bankroll against what was expected, drawn with characters."""

from collections.abc import Sequence

MINE, EXPECTED = "*", "."


def chart(mine: Sequence[float], expected: Sequence[float], columns: int, rows: int) -> list[str]:
    """Two lines in one picture, with the highest and the lowest figure at its side.

    >>> print(*chart([0, 1, 2], [0, 0, 0], 3, 3), sep="\\n")
    2 |  *
      | *
    0 |*..
    """
    low, high = min(*mine, *expected), max(*mine, *expected)
    labels = {0: f"{high:.0f}", rows - 1: f"{low:.0f}"}
    wide = max(map(len, labels.values()))
    picture = [[" "] * columns for _ in range(rows)]
    for mark, line in ((EXPECTED, expected), (MINE, mine)):
        for column in range(min(columns, len(line)) if len(line) <= columns else columns):
            at = column if len(line) <= columns else column * (len(line) - 1) // (columns - 1)
            height = 0.0 if high == low else (line[at] - low) / (high - low)
            picture[round((1 - height) * (rows - 1))][column] = mark
    return [
        f"{labels.get(row, ''):>{wide}} |{''.join(cells)}".rstrip()
        for row, cells in enumerate(picture)
    ]
