"""Small shoes dealt in every order, by rules written out here: nothing is shared with the library.

A shoe is a row of points. Its first card may be burned; the cut card lies before the last cards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

Row = tuple[int, ...]
Dealt = tuple[str, Row]
"""A coup: its winner, B, P or T, and its cards in order"""
EXTRA = {"A": (0, 0), "B": (0, 1), "C": (1, 1)}
"""By last-coup rule: the coups that follow a cut card before a coup, and inside one"""
AGAINST = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
"""The third cards of Player against which Banker draws on these totals"""


def coup(row: Row) -> Dealt:
    """The coup with which this row of cards begins."""
    player, banker = (row[0] + row[2]) % 10, (row[1] + row[3]) % 10
    used = 4
    if player < 8 and banker < 8:
        if player <= 5:
            third, used = row[4], 5
            player = (player + third) % 10
            banker_draws = banker < 3 or third in AGAINST.get(banker, ())
        else:
            banker_draws = banker < 6
        if banker_draws:
            banker = (banker + row[used]) % 10
            used += 1
    winner = "P" if player > banker else "B" if banker > player else "T"
    return winner, row[:used]


def orders(counts: Counter[int]) -> Iterator[Row]:
    """Every different order of these cards; all are equally likely."""
    if not counts:
        yield ()
    for card in sorted(counts):
        left = counts.copy()
        left[card] -= 1
        for rest in orders(+left):
            yield (card, *rest)


def shoe(row: Row, burn: bool = False, behind: int | None = None, rule: str = "A") -> list[Dealt]:
    """All coups of a shoe; without a cut card they are dealt while six cards are left."""
    at = 1 + (row[0] or 10) if burn else 0
    cut = len(row) if behind is None else len(row) - behind
    dealt: list[Dealt] = []
    last = None
    while len(row) - at >= 6 and (last is None or len(dealt) < last):
        dealt.append(coup(row[at : at + 6]))
        start, at = at, at + len(dealt[-1][1])
        if last is None and at > cut:
            before, inside = EXTRA[rule]
            last = len(dealt) + (before if start >= cut else inside)
    return dealt


@cache
def law(counts: tuple[tuple[int, int], ...], number: int) -> dict[str, Fraction]:
    """The chance of each row of winners of the first coups, card by card."""
    if not number:
        return {"": Fraction(1)}
    chances: dict[str, Fraction] = defaultdict(Fraction)
    rows: list[tuple[Row, dict[int, int], Fraction]] = [((), dict(counts), Fraction(1))]
    while rows:
        row, left, chance = rows.pop()
        try:
            winner, _ = coup(row)
        except IndexError:
            size = sum(left.values())
            for card, many in left.items():
                if many:
                    after = {**left, card: many - 1}
                    rows.append(((*row, card), after, chance * Fraction(many, size)))
        else:
            for more, part in law(tuple(left.items()), number - 1).items():
                chances[winner + more] += chance * part
    return dict(chances)
