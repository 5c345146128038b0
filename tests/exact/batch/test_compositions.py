"""Batches: loops of every kind give the same whole numbers, and the sign is never rounded."""

from fractions import Fraction
from math import perm
from typing import Any

import numpy as np
import pytest
from compositions import PARLOR, PRINTED, shoes, timid
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat import Bet, Composition, Depth, Rules, bet, registered
from baccarat.base.errors import BadValue, ShoeError, TooShallow, UnknownName
from baccarat.exact.batch import compositions as batches
from baccarat.exact.batch import loops as kernels
from baccarat.exact.batch.compositions import ANSWERS, ROUNDED, batch, formula
from baccarat.exact.batch.loops import FLOATS, INTS
from baccarat.exact.weights import plain

ON_TOTALS = [one for one in registered() if one.depth is Depth.TOTALS]


@pytest.mark.slow
@pytest.mark.parametrize("asked", [{}, {"rules": PRINTED}, {"rules": PARLOR, "decide": timid}])
@pytest.mark.parametrize("decks", [1, 8, 12, 27])
def test_side_by_side_is_one_by_one(decks: int, asked: dict[str, object]) -> None:
    """Hundreds of rows go in lanes, single ones do not; NumPy alone does neither."""
    rows = shoes(323, decks)
    for one in (None, bet("dragon-bonus-player")):
        found = batch(rows, one, **asked)  # type: ignore[arg-type]
        singly = [batch(row[None], one, **asked)[0] for row in rows]  # type: ignore[arg-type]
        assert (found == np.array(singly)).all()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernels, "HAS_NUMBA", False)
            assert (found[:40] == batch(rows[:40], one, **asked)).all()  # type: ignore[arg-type]
        cards = 5 if asked.get("rules") is PRINTED else 6
        assert found.sum(axis=1).tolist() == [perm(size, cards) for size in rows.sum(1).tolist()]


@examples(4)
@given(st.lists(st.sampled_from(range(10)), min_size=6, max_size=8), st.data())
def test_tiny_shoes_are_those_of_the_plain_enumeration(
    cards: list[int], data: st.DataObject
) -> None:
    rules = data.draw(st.sampled_from([Rules(), PRINTED]))
    counts = tuple(cards.count(points) for points in range(10))
    tally = plain.weigh(Composition(counts), rules)
    # Twice as many rows as there are lanes, so that this one sits in the middle of them.
    rows = np.tile(np.array([[4] * 10, list(counts)]), (33, 1))
    for one in ("tie", "dragon-bonus-banker"):
        weights = tally.of_bet(bet(one))
        assert batch(rows, one, rules=rules)[33].tolist() == list(weights.weights.values())
        top, bottom = batch(rows, one, of="fraction", rules=rules)[33].tolist()
        assert Fraction(top, bottom) == weights.expectation


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 8, 24, 60])
def test_one_column_of_prices_is_what_the_tiers_are_worth(decks: int) -> None:
    """With floats, with 64 bits and beyond: as fractions, as floats, and by sign."""
    rows = shoes(8, decks)
    for one in ON_TOTALS[:: 1 if decks == 8 else 9]:
        nets = [one.net(tier) for tier in (*one.pays, None)]
        exact = [
            sum((net * int(weight) for net, weight in zip(nets, row, strict=True)), Fraction(0))
            / int(row.sum())
            for row in batch(rows, one)
        ]
        assert [Fraction(*row) for row in batch(rows, one, of="fraction").tolist()] == exact
        assert batch(rows, one, of="expectation") == pytest.approx(list(map(float, exact)), 1e-15)
        signs = [(value > 0) - (value < 0) for value in exact]
        assert batch(rows, one, of="sign").tolist() == signs


def test_the_fraction_is_that_of_the_odds() -> None:
    eight = [Composition.decks(8)]
    for key in ("banker", "tie", "dragon-bonus-player", "lucky-6"):
        top, bottom = batch(eight, key, of="fraction")[0].tolist()
        assert Fraction(top, bottom) == bac.odds(8)[key].expectation


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 8, 100])
def test_a_bet_that_is_even_has_no_sign_and_a_hair_more_has_one(decks: int) -> None:
    """The fair price of each shoe, and 10^-40 above and below it: no float could tell them."""
    rows = shoes(9, decks)
    for place in (0, 2, 5):
        row = rows[place]
        player, banker, tie = batch(row[None])[0].tolist()
        for name, win, lose in (("tie", tie, player + banker), ("player", player, banker)):
            if not win or not lose:
                continue
            for off in (-1, 0, 1):
                price = Fraction(lose, win) + Fraction(off, 10**40)
                pays = {name: price} if name == "tie" else {name: price, "tie": Fraction(0)}
                fair = Bet("Fair", pays=pays)
                assert batch(row[None], fair, of="sign").tolist() == [off]
                # Among others, in lanes; theirs are told apart as well.
                signs = batch(rows, fair, of="sign")
                values = batch(rows, fair, of="fraction")[:, 0].tolist()
                assert signs.tolist() == [(value > 0) - (value < 0) for value in values]
                assert signs[place] == off


def test_a_shoe_of_tens_is_even_for_both_sides() -> None:
    rows = [[400 + extra, *[0] * 9] for extra in range(50)]
    for key, sign in (("player", 0), ("banker", 0), ("tie", 1)):
        assert batch(rows, key, of="sign").tolist() == [sign] * 50


@pytest.mark.parametrize("size", [10**3, 10**7])
def test_a_sum_of_floats_is_never_off_by_more_than_its_bound(size: int) -> None:
    rows = shoes(12, 8) * size + 5
    for key in ("banker", "dragon-bonus-player"):
        found = formula(bet(key))
        about = found._sums(rows, found.priced.scaled, FLOATS, 1, out=FLOATS)[:, 0]
        for value, row in zip(about.tolist(), rows.tolist(), strict=True):
            draws = Fraction(perm(sum(row), 6), 720)
            top, bottom = batch([row], key, of="fraction")[0]
            exact = (
                Fraction(top, bottom) * perm(sum(row), 6) * found.unit / int(found.priced.largest)
            )
            assert abs(Fraction(value) - exact) <= Fraction(ROUNDED) * draws


def test_the_type_of_number_is_chosen_in_time() -> None:
    """Floats up to 2^53 and 64 bits up to 2^63, for the largest sum that can be."""
    banker = formula(bet("banker")).priced
    assert banker.largest == 720 * 20
    for total, number in ((2**53, FLOATS), (2**63, INTS)):
        assert banker.number((total - 1) // 20) is number
        assert banker.number(total // 20 + 1) is not number


@pytest.mark.parametrize("many", [0, 1, 6, 7, 31, 32, 33, 2048, 2049, 4100])
def test_no_row_is_left_out(many: int) -> None:
    rows = np.resize(shoes(97, 8), (many, 10))
    found = batch(rows, "banker", of="fraction", threads=2)
    assert found.shape == (many, 2)
    known = batch(shoes(97, 8), "banker", of="fraction")
    assert (found == np.resize(known, (many, 2))).all()
    assert batch(rows, "banker", of="sign").dtype == np.int8


def test_bytes_stay_bytes_until_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, no more than a look at them is held in 64 bits."""
    monkeypatch.setattr(batches, "LOOK", 100)
    monkeypatch.setattr(batches, "CHUNK", 50)
    rows = shoes(333, 4)
    for count in ("u1", "i2", "u8", ">i4"):
        for of in ANSWERS:
            known = batch(rows, "banker", of=of)
            assert (batch(rows.astype(count), "banker", of=of) == known).all()
            assert (batch(rows.astype(count)[::-1], "banker", of=of)[::-1] == known).all()
    rows[250] = [5, *[0] * 9]
    with pytest.raises(ShoeError, match="not 5"):
        batch(rows.astype(np.uint8))


def test_a_formula_is_found_again_without_a_second_look() -> None:
    """Rules that are equal and not the same, and far more of them than are kept."""
    row = [[32, *[8] * 9]]
    first = batch(row, "tie").tolist()
    assert [batch(row, "tie", rules=Rules(decks=8)).tolist() for _ in range(200)] == [first] * 200
    assert batch(row, "tie", rules=PRINTED).tolist() != first


def test_an_answer_that_there_is_not_is_refused() -> None:
    asked: Any
    for asked in ("mean", "", None, 5, ["sign"]):
        with pytest.raises(UnknownName, match="weights, fraction, expectation or sign"):
            batch([[4] * 10], "tie", of=asked)
    with pytest.raises(BadValue, match="the sign needs a bet"):
        batch([[4] * 10], of="sign")


def test_a_batch_says_which_bets_it_takes_and_what_no_float_holds() -> None:
    rows = [[128, *[32] * 9]]
    with pytest.raises(TooShallow, match="insurance needs points, but a batch takes only bets"):
        batch(rows, "insurance")
    dear = bet("tie").priced(10**400)
    with pytest.raises(BadValue, match="too large for floats: ask for of='fraction'"):
        batch(rows, dear, of="expectation")
    ((won, of_all),) = batch(rows, dear, of="fraction").tolist()
    assert Fraction(won, of_all) == bac.odds(8).of(dear).expectation
    assert batch(rows, dear, of="sign").tolist() == [1]
