"""The formulas for every number of decks: met by single solutions, proved, and not to be forged."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError, NotProved
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move, Tableau
from baccarat.theory.chemin import all_decks
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.certificate import check
from baccarat.theory.chemin.model import MODELS
from baccarat.theory.chemin.payoffs import payoffs_by_decks
from baccarat.theory.chemin.proof import (
    Condition,
    ForAll,
    RationalFunction,
    check_for_all,
    conditions,
    proved_from,
)
from baccarat.theory.chemin.solver import solve
from baccarat.theory.polynomials import determinant

SHOES = ["B1", "B2", "B3", "B4"]
WHOLLY_FREE = Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker)


@pytest.mark.parametrize("name", SHOES)
def test_the_claim_is_proved_for_all_larger_shoes(name: str) -> None:
    everything = solve_for_all(name)
    check_for_all(everything.claim)
    check_for_all(everything.claim.dump())
    assert ForAll.parse(everything.claim.dump()) == everything.claim


@pytest.mark.parametrize("name", SHOES)
def test_no_number_of_decks_is_left_out_and_none_has_two_solutions(name: str) -> None:
    everything = solve_for_all(name)
    assert [one.decks for one in everything.small] == list(range(1, everything.claim.holds_from))
    for one in everything.small:
        assert one.is_unique
        assert not one.idle
        check(one.certificate.dump())


def test_the_formulas_of_b3_hold_from_nine_decks_on() -> None:
    """Ethier & Gámez (arXiv 1305.5468) say so; they also solve each smaller shoe by itself."""
    everything = solve_for_all("B3")
    assert everything.claim.holds_from == 9
    assert set(everything.mixed) == {"1,4", "0,6|-"}


@pytest.mark.parametrize("name", SHOES)
def test_one_deck_fewer_is_played_otherwise(name: str) -> None:
    everything = solve_for_all(name)
    before = everything.claim.holds_from - 1
    said = {**everything.claim.ponte, **everything.claim.banquier}
    played = {**everything.small[-1].ponte, **everything.small[-1].banquier}
    assert played != {place: draws(before) for place, draws in said.items()}
    with pytest.raises(NotProved, match=f"not show this for {before} decks"):
        check_for_all(replace(everything.claim, holds_from=before))


@pytest.mark.slow
@examples(5)
@given(st.sampled_from(SHOES), st.integers(4, 3000))
def test_single_shoes_meet_the_formulas(name: str, decks: int) -> None:
    everything = solve_for_all(name)
    decks = max(decks, everything.claim.holds_from)
    one = solve(name, decks)
    assert one.is_unique
    assert one.value == everything.value(decks)
    assert one.ponte == {n: draws(decks) for n, draws in everything.claim.ponte.items()}
    assert one.banquier == {n: draws(decks) for n, draws in everything.claim.banquier.items()}


@pytest.mark.parametrize("name", SHOES)
def test_large_shoes_come_to_the_endless_deck(name: str) -> None:
    """The value of A1 in all models; the mean probability over the hands of one total as there."""
    everything, endless = solve_for_all(name), solve("A1")
    assert everything.value.limit == endless.value
    for own, total, wanted in (
        (everything.claim.ponte, 5, endless.ponte["5"]),
        (everything.claim.banquier, 6, endless.banquier["6|-"]),
    ):
        mean = weight = Fraction(0)
        for place, draws in own.items():
            hand, _, third = place.partition("|")
            points = list(map(int, hand.split(",")))
            if sum(points) % 10 == total and third in "-":
                ways = 1
                if len(points) == 2:
                    ways = (1 + (points[0] != points[1])) * 4 ** points.count(0)
                mean += ways * draws.limit
                weight += ways
        assert mean / weight == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOES)
def test_a_wholly_free_ponte_keeps_to_the_rules_in_every_whole_shoe(name: str) -> None:
    bound, free = solve_for_all(name), solve_for_all(name, WHOLLY_FREE)
    check_for_all(free.claim.dump())
    assert free.value == bound.value
    assert free.claim.holds_from == bound.claim.holds_from
    assert free.mixed == bound.mixed
    never, always = RationalFunction.parse("0"), RationalFunction.parse("1")
    for seen, draws in free.claim.ponte.items():
        total = sum(map(int, seen.split(","))) % 10
        if total != 5:
            assert draws == (always if total < 5 else never)
    for one, other in zip(free.small, bound.small, strict=True):
        assert one.is_unique
        assert one.value == other.value
        assert {seen: one.ponte[seen] for seen in other.ponte} == other.ponte


polynomials = st.lists(st.integers(-50, 50), min_size=1, max_size=6)


@given(polynomials, st.integers(0, 20))
def test_what_is_shown_by_coefficients_is_positive_at_every_number_tried(
    coefficients: list[int], start: int
) -> None:
    condition = Condition("", fmpz_poly(coefficients))
    values = [sum(a * d**k for k, a in enumerate(coefficients)) for d in range(start, start + 60)]
    assert [condition.is_met_at(start + n) for n in range(60)] == [v > 0 for v in values]
    if condition.is_met_from(start):
        assert min(values) > 0


@given(polynomials)
def test_coefficients_show_it_sooner_or_later(coefficients: list[int]) -> None:
    """Beyond the Cauchy bound of its derivatives a polynomial has only positive ones."""
    if coefficients[-1] > 0:
        far = 2 + len(coefficients) * max(map(abs, coefficients))
        assert Condition("", fmpz_poly(coefficients)).is_met_from(far)


def test_every_number_is_tried_until_the_coefficients_show_the_rest() -> None:
    """4(d − k)² + 1 is positive everywhere, and its coefficients say so from k on; less 2 it is
    negative at k alone."""

    def condition(k: int, more: int) -> Condition:
        return Condition("bowl", fmpz_poly([4 * k * k + more, -8 * k, 4]))

    assert proved_from(condition(5, 1), 4) == 5
    assert proved_from(condition(9, 1), 1) == 9
    for start in (3, 4, 5):
        with pytest.raises(NotProved, match="bowl: the proof does not show this for 5 decks"):
            proved_from(condition(5, -1), start)
    with pytest.raises(NotProved, match="bowl: the proof does not show this for 10000 decks"):
        proved_from(condition(20_000, 1), 9_990)


@given(polynomials, polynomials, st.integers(-9, 9))
def test_a_rational_function_reads_what_it_writes(
    above: list[int], below: list[int], decks: int
) -> None:
    if any(below):
        rational = RationalFunction.of(fmpz_poly(above), fmpz_poly(below))
        assert RationalFunction.parse(rational.dump()) == rational
        top, bottom = (sum(a * decks**k for k, a in enumerate(line)) for line in (above, below))
        if bottom:
            assert rational(decks) == Fraction(top, bottom)


@given(st.lists(st.integers(-9, 9), min_size=9, max_size=9))
def test_the_determinant_is_that_of_sarrus(numbers: list[int]) -> None:
    a, b, c, d, e, f, g, h, i = numbers
    rows = [[fmpz_poly([n]) for n in numbers[k : k + 3]] for k in (0, 3, 6)]
    sarrus = a * e * i + b * f * g + c * d * h - c * e * g - b * d * i - a * f * h
    assert determinant(rows, fmpz_poly([1])) == fmpz_poly([sarrus])


@examples(24)
@given(st.sampled_from(SHOES), st.data())
def test_a_forged_claim_is_refused(name: str, data: st.DataObject) -> None:
    claim = solve_for_all(name).claim
    who = data.draw(st.sampled_from(["ponte", "banquier"]))
    strategy = getattr(claim, who)
    place = data.draw(st.sampled_from(sorted(strategy)))
    above = data.draw(st.lists(st.integers(-9, 9), min_size=1, max_size=3))
    forged = RationalFunction.of(fmpz_poly(above), fmpz_poly([1, 9]))
    changes: dict[str, Any] = {who: {**strategy, place: forged}}
    if forged != strategy[place]:
        with pytest.raises(NotProved):
            check_for_all(replace(claim, **changes))


@pytest.mark.slow
@examples(12)
@given(st.sampled_from(SHOES), st.data())
def test_a_false_pattern_is_refused_though_all_its_equations_hold(
    name: str, data: st.DataObject
) -> None:
    """One choice turned round, the mixed weights and the value made to fit: only signs tell."""
    everything = solve_for_all(name)
    pattern = solve(name, all_decks.LARGE)
    pure = [n for n in (*pattern.ponte, *pattern.banquier) if n not in everything.mixed]
    turned = data.draw(st.sampled_from(pure))
    who = "banquier" if "|" in turned else "ponte"
    strategy = getattr(pattern, who)
    changes: dict[str, Any] = {who: {**strategy, turned: 1 - strategy[turned]}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(all_decks, "solve", lambda *_, **__: replace(pattern, **changes))
        claim = all_decks._claim(MODELS[name], CHEMIN_DE_FER)
    assert conditions(claim), "its equations hold"
    with pytest.raises(NotProved, match="not show this for 50 decks"):
        check_for_all(replace(claim, holds_from=50))


@examples(40)
@given(st.sampled_from(SHOES), st.data())
def test_no_single_stroke_of_the_pen_makes_a_false_claim_pass(
    name: str, data: st.DataObject
) -> None:
    claim = solve_for_all(name).claim
    text = claim.dump()
    place = data.draw(st.integers(0, len(text) - 1))
    stroke = data.draw(st.sampled_from('0123456789/-",:{} D*B') | st.just(""))
    forged = text[:place] + stroke + text[place + 1 :]
    try:
        check_for_all(forged)
    except BaccaratError as complaint:
        assert "\n" not in str(complaint)
    else:
        # It may begin later than it has to; all else is as it was.
        read = ForAll.parse(forged)
        assert read.holds_from >= claim.holds_from
        assert replace(read, holds_from=claim.holds_from) == claim


def edited(**changes: object) -> str:
    return json.dumps({**json.loads(solve_for_all("B1").claim.dump()), **changes})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"certificate": "?"}, "expected an object"),
        ({"more": 1}, "its keys must be"),
        ({"model": "A1"}, "has no number of decks"),
        ({"model": "B2"}, "must name each of his decisions once"),
        ({"model": 1}, "expected text, not '1'"),
        ({"ponte": []}, "objects of rational functions"),
        ({"banquier": []}, "objects of rational functions"),
        ({"player": "DD"}, "eight marks, each D, - or *"),
        ({"from": 0}, "a number of decks, 1 to"),
        ({"from": "4"}, "a number of decks, 1 to"),
        ({"value": "1/2"}, "not a rational function: '1/2'"),
        ({"value": "1 / 0"}, "divides by 0"),
        ({"value": "0"}, "must give the claimed value"),
        ({"ponte": {"5": "1 / 2"}}, "one of its choices is better"),
        ({"ponte": {"5": "1"}}, "6|- must not be mixed: one of its choices is better"),
    ],
)
def test_what_is_no_proof_is_refused_in_one_line(change: dict[str, object], words: str) -> None:
    with pytest.raises(BaccaratError) as complaint:
        check_for_all(edited(**change))
    assert words in str(complaint.value)
    assert "\n" not in str(complaint.value)


def test_questions_without_an_answer_are_refused() -> None:
    with pytest.raises(BaccaratError, match="has no shoe"):
        solve_for_all("A1")
    with pytest.raises(BaccaratError, match="all numbers of decks can be solved at once"):
        solve_for_all("B1", PUNTO_BANCO)
    with pytest.raises(BaccaratError, match="grows with the number of decks"):
        _ = RationalFunction.parse("0 1").limit


@pytest.mark.parametrize("name", SHOES)
def test_the_conditions_are_those_of_a_strict_equilibrium(name: str) -> None:
    """One for each choice that is not mixed, two for each that is, and the determinant."""
    everything = solve_for_all(name)
    wanted = ["denominator", "denominator", "determinant"]
    for place, draws in {**everything.claim.ponte, **everything.claim.banquier}.items():
        if place in everything.mixed:
            wanted += [f"{place} draws at times", f"{place} stands at times"]
        else:
            wanted.append(f"{place} draws" if draws(1) else f"{place} stands")
    found = conditions(everything.claim)
    assert sorted(condition.why for condition in found) == sorted(wanted)
    assert all(not condition.polynomial.is_zero() for condition in found)
    said = {condition.why: condition.polynomial for condition in found}
    for place, draws in everything.mixed.items():
        does, does_not = said[f"{place} draws at times"], said[f"{place} stands at times"]
        for decks in (1, 7, 50):
            assert Fraction(int(does(decks)), int((does + does_not)(decks))) == draws(decks)
    # One hand and one cell are mixed: the equations are one by one.
    game = payoffs_by_decks(name)
    hand, cell = everything.mixed
    k, j = 1 + game.ponte.index(hand), game.banquier.index(cell)
    (stand, draw), (lost, lost_drawing) = game.win[j], game.lose[j]
    slope = draw[k] - lost_drawing[k] - stand[k] + lost[k]
    assert said["determinant"] == slope * slope


@pytest.mark.parametrize("name", SHOES)
def test_the_conditions_fail_where_a_single_shoe_is_solved_otherwise(name: str) -> None:
    """The pattern of large shoes met in small ones: the conditions see exactly what differs."""
    everything = solve_for_all(name)
    for one in everything.small:
        broken = [c.why for c in conditions(everything.claim) if not c.is_met_at(one.decks or 0)]
        played = {**one.ponte, **one.banquier}
        said = {**everything.claim.ponte, **everything.claim.banquier}
        assert broken
        for why in broken:
            place = why.split()[0]
            assert played[place] != said[place](one.decks or 0)
