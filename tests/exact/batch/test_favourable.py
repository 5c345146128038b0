"""A screen in small floats proves what it says; what it cannot prove is counted exactly."""

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from compositions import PARLOR, PRINTED, shoes, timid

from baccarat import Bet, Depth, batch, bet, odds
from baccarat.core.bets import registered
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.batch import loops as kernels
from baccarat.exact.batch.compositions import formula
from baccarat.exact.batch.favourable import MOST_PRICE, OFF, Favour
from baccarat.exact.weights.constants import Ints

TOTALS = [each for each in registered() if each.depth is Depth.TOTALS and not each.offered]


def favour(bets: list[Bet], rules: Rules | None = None, decide: Strategy = nobody) -> Favour:
    return Favour([formula(each, rules or Rules(), decide) for each in bets])


def fractions(each: Bet, rows: Ints) -> list[Fraction]:
    """What a unit wins on average, one composition at a time, by another way."""
    return [odds(Composition(tuple(row))).of(each).expectation for row in rows.tolist()]


@pytest.mark.parametrize("decks", [1, 8, 12])
def test_every_bet_is_favoured_where_its_exact_sign_says_so(decks: int) -> None:
    rows = shoes(200, decks)
    found = favour(TOTALS)(rows)
    for place, each in enumerate(TOTALS):
        assert (found[:, place] == (batch(rows, each, of="sign") > 0)).all(), each


@pytest.mark.parametrize(("rules", "decide"), [(PRINTED, nobody), (PARLOR, timid)])
def test_other_rules_are_screened_as_well(rules: Rules, decide: Strategy) -> None:
    rows, bets = shoes(100, 8), TOTALS[:9]
    found = favour(bets, rules, decide)(rows)
    for place, each in enumerate(bets):
        signs = batch(rows, each, of="sign", rules=rules, decide=decide)
        assert (found[:, place] == (signs > 0)).all(), each


def test_a_rounded_sum_is_as_near_as_was_proved() -> None:
    """|r - v| <= e(v + 2LT), with much to spare."""
    bets = [bet(name) for name in ("banker", "tie", "dragon-7", "egalite-2", "big")]
    screen = favour(bets)
    rows = np.concatenate([shoes(30, decks) for decks in (1, 8, 12)])
    about, limits = screen.screen(rows)
    for place, each in enumerate(bets):
        for row, (rounded, limit) in enumerate(zip(about[:, place], limits[:, place], strict=True)):
            won, unit = map(int, batch(rows[row : row + 1], each, of="fraction")[0])
            orders = unit // screen.formulas[place].unit
            exactly = Fraction(won * orders, unit)
            allowed = Fraction(OFF) * exactly + Fraction(float(limit))
            assert abs(Fraction(float(rounded)) - exactly) * 64 <= allowed, (each, row)


def few_cards() -> Ints:
    """Shoes of eight cards of three kinds: small weights, so small prices make them fair."""
    kept = combinations_with_replacement((0, 3, 4, 5, 7, 8), 8)
    rows = np.array([np.bincount(cards, minlength=10) for cards in kept])
    few: Ints = rows[np.count_nonzero(rows, axis=1) == 3]
    return few


@pytest.mark.long
@pytest.mark.slow
def test_an_expectation_of_exactly_nothing_is_not_favoured() -> None:
    """Prices that make a tie fair, and those just above and below; all go through the screen."""
    tried = 0
    for row in few_cards()[::40]:
        player, banker, tie = batch(row[None])[0].tolist()
        fair = Fraction(player + banker, tie) if tie else Fraction(0)
        for beside in (10**3, 10**6):
            step = Fraction(1, fair.denominator * beside)
            bets = [Bet("Fair", pays={"tie": fair + off * step}) for off in (-1, 0, 1)]
            screen = favour(bets)
            if fair and len(screen.plain) == 3:
                assert screen(row[None]).tolist() == [[False, False, True]]
                assert (abs(screen.screen(row[None])[0]) <= screen.screen(row[None])[1]).all()
                tried += 1
    assert tried > 5


def test_built_in_bets_that_are_worth_exactly_nothing_are_left_alone() -> None:
    rows = few_cards()
    found, fair = favour(TOTALS)(rows), 0
    for place, each in enumerate(TOTALS):
        won = batch(rows, each, of="fraction")[:, 0]
        fair += (won == 0).sum()
        assert (found[:, place] == (won > 0)).all(), each
    assert fair > 30


def test_a_few_are_favoured_as_their_fractions_say() -> None:
    rows, bets = shoes(9, 1), [bet("tie"), bet("dragon-7"), bet("small")]
    expected = [[value > 0 for value in fractions(each, rows)] for each in bets]
    assert favour(bets)(rows).T.tolist() == expected


def test_a_price_that_small_floats_do_not_hold_is_counted_exactly() -> None:
    row = shoes(4, 12)[3:4]
    player, banker, tie = batch(row)[0].tolist()
    for off in (-1, 0, 1):
        each = Bet("Fair", pays={"tie": Fraction(player + banker, tie) + Fraction(off, 10**40)})
        screen = favour([bet("tie"), each, Bet("Dear", pays={"tie": MOST_PRICE})])
        assert screen.plain == [0]
        assert screen(row).tolist() == [[False, off > 0, True]]


def test_shoes_that_are_too_large_for_the_screen_are_counted_exactly() -> None:
    rows = np.array([[10**6] * 10, [3] * 10])
    expected = [(batch(rows, name, of="sign") > 0).tolist() for name in ("tie", "banker")]
    assert favour([bet("tie"), bet("banker")])(rows).T.tolist() == expected


def test_the_screen_leaves_little_to_exact_numbers() -> None:
    rows = np.array([128, *[32] * 9]) - np.random.default_rng(7).integers(0, 25, size=(500, 10))
    about, limits = favour(TOTALS).screen(rows)
    assert (abs(about) <= limits).mean() < 0.05


def test_without_numba_it_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = shoes(40, 8)
    expected = favour(TOTALS[:8])(rows)
    monkeypatch.setattr(kernels, "HAS_NUMBA", False)
    assert (favour(TOTALS[:8])(rows) == expected).all()


def test_no_rows_and_many_are_answered_alike() -> None:
    screen = favour(TOTALS[:3])
    assert screen(np.zeros((0, 10), np.int64)).shape == (0, 3)
    rows = shoes(2500, 8)
    assert (screen(rows) == np.concatenate([screen(rows[:7]), screen(rows[7:])])).all()
