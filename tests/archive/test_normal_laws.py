"""The laws of fair shoes, held to other exact calculations and to enumeration."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import perm, prod

import numpy as np
import pytest

from baccarat import Record, Rules, odds
from baccarat.archive.archive import Archive
from baccarat.archive.normal.deviations import REGULAR, Deviations, visible
from baccarat.archive.normal.frequencies import FREQUENCIES
from baccarat.archive.normal.laws import cell_law, pair_law
from baccarat.archive.normal.orders import neighbours, order, streaks
from baccarat.exact.several_coups import several_coups

SIDES = ("player", "banker", "tie")
EIGHT_DECKS = " ".join(f"{points}:32" for points in range(1, 9))


@pytest.mark.parametrize("decks", [1, 8])
def test_winners_of_two_coups_have_the_exact_covariance(decks: int) -> None:
    law, exact = FREQUENCIES["winners"].law(Rules(decks)), several_coups(2, decks)
    for one, two in product(range(3), repeat=2):
        covariance = float(exact.covariance(SIDES[one], SIDES[two]))
        assert law.apart[one, two] == pytest.approx(covariance, abs=1e-15)


def test_cells_have_the_chances_of_the_first_coup() -> None:
    tally, law = odds(6).tally, cell_law(Rules(6))
    assert law.chances.tolist() == pytest.approx([cell / tally.total for cell in tally.cells])
    # An event of one coup is certain, so it has no covariance with another coup.
    assert np.abs(law.apart.sum(axis=1)).max() < 1e-15
    assert np.abs(law.apart - law.apart.T).max() < 1e-15


@pytest.mark.parametrize("decks", [1, 6])
def test_pairs_have_the_chances_of_eight_cards(decks: int) -> None:
    law, table = pair_law(decks), odds(decks)
    assert law.chances[2] + law.chances[3] == pytest.approx(float(table["player-pair"].chance))
    assert 1 - law.chances[0] == pytest.approx(float(table["either-pair"].chance))
    # By hand: the ranks of the four hands' pairs, in every combination.
    held = 4 * decks
    ways = sum(prod(perm(held, 2 * n) for n in Counter(r).values())
               for r in product(range(13), repeat=4))  # fmt: skip
    all_four = float(Fraction(ways, perm(13 * held, 8)))
    assert law.apart[3, 3] + law.chances[3] ** 2 == pytest.approx(all_four, rel=1e-12)
    assert np.abs(law.apart.sum(axis=1)).max() < 1e-15


def measured(letters: str, measure: Callable[[Archive], Deviations]) -> Deviations:
    return measure(Archive.of([Record.of(letters)]))


@pytest.mark.parametrize("measure", [neighbours, order, streaks])
@pytest.mark.parametrize("letters", ["PPPBBB", "PBTBPTB", "PPPPBBB", "TTTBPP"])
def test_orders_have_the_moments_of_all_permutations(
    letters: str, measure: Callable[[Archive], Deviations]
) -> None:
    everything = [measured("".join(p) + "TT", measure) for p in set(permutations(letters))]
    groups: dict[bytes, list[Deviations]] = {}
    for found in everything:  # streaks are compared among orders with the same number of streaks
        groups.setdefault(found.expected.tobytes() + found.covariance.tobytes(), []).append(found)
    if measure is not streaks:
        assert len(groups) == 1
    for group in groups.values():
        differences = np.array([found.differences for found in group])
        assert differences.mean(axis=0) == pytest.approx(0, abs=1e-12)
        covariance = differences.T @ differences / len(group)
        assert covariance == pytest.approx(group[0].covariance, abs=1e-12)


def test_shoes_add_their_moments() -> None:
    shoes = ["PPPBBBTT", "PBTBPTBPP"]
    both = neighbours(Archive.of(map(Record.of, shoes)))
    alone = [measured(shoe, neighbours) for shoe in shoes]
    assert both.covariance == pytest.approx(alone[0].covariance + alone[1].covariance)
    assert both.differences == pytest.approx(alone[0].differences + alone[1].differences)


# Cohen, Statistical Power Analysis (1988), chapter 12: level 5 %, power 90 %.
@pytest.mark.parametrize(("freedom", "shift"), [(1, 10.51), (2, 12.65), (3, 14.17), (10, 20.53)])
def test_power_is_that_of_published_tables(freedom: int, shift: float) -> None:
    sides = 1 if freedom < REGULAR else 2
    assert visible(freedom, 0.05 * sides) == pytest.approx(shift, abs=0.006)


def test_winners_alone_show_a_missing_nine_in_some_seven_million_shoes() -> None:
    law, table = FREQUENCIES["winners"].law(Rules()), odds(composition="0:128 9:31 " + EIGHT_DECKS)
    shift = np.array([float(table[side].chance) for side in SIDES]) - law.chances
    coups, shoes = 80.484, 100
    found = law.deviations(SIDES, np.eye(3), np.zeros(3), np.full(shoes, coups))
    times = found.smallest(shoes * coups * shift, 0.01)
    assert times is not None
    # A fault that must be `times` as large in 100 shoes is seen in 100 times its square of shoes:
    # by winners at level 1 %, and by the best test, which looks in the direction of this fault only
    by_winners = shoes * times**2
    best = by_winners * visible(1, 0.01) / visible(2, 0.01)
    assert (round(by_winners / 1e6, 1), round(best / 1e6, 1)) == (8.1, 6.9)
