"""The bankroll against what was expected, drawn with characters."""

from collections.abc import Sequence

MINE, EXPECTED = "*", "-"
BAND = {False: "░", True: ":"}
"""The band of luck around what was expected; the second sign is for ASCII."""


def chart(
    mine: Sequence[float],
    expected: Sequence[float],
    spread: Sequence[float],
    size: tuple[int, int],
    is_ascii: bool = False,
) -> list[str]:
    """Two lines and a band in one picture, with the highest and the lowest figure at its side.

    >>> print(*chart([0, 1, 2], [0, 0, 0], [0, 0, 1], (3, 4), is_ascii=True), sep="\\n")
     2 |  *
       | *:
       |*--
    -1 |  :
    """
    columns, rows = size
    low = min(*mine, *(mean - half for mean, half in zip(expected, spread, strict=True)))
    high = max(*mine, *(mean + half for mean, half in zip(expected, spread, strict=True)))
    labels = {0: f"{high:,.0f}", rows - 1: f"{low:,.0f}"}
    wide = max(map(len, labels.values()))

    def row(value: float) -> int:
        height = 0.0 if high == low else (value - low) / (high - low)
        return round((1 - height) * (rows - 1))

    picture = [[" "] * columns for _ in range(rows)]
    for column in range(min(columns, len(mine))):
        # Where there are more coups than columns, some coups are left out.
        at = column if len(mine) <= columns else column * (len(mine) - 1) // (columns - 1)
        for place in range(row(expected[at] + spread[at]), row(expected[at] - spread[at]) + 1):
            picture[place][column] = BAND[is_ascii]
        picture[row(expected[at])][column] = EXPECTED
        picture[row(mine[at])][column] = MINE
    return [
        f"{labels.get(number, ''):>{wide}} |{''.join(cells)}".rstrip()
        for number, cells in enumerate(picture)
    ]
