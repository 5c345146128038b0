"""A certificate proves its solution, and a forged one is refused with a reason."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError, BadText, NotProved
from baccarat.theory.chemin.certificate import Certificate, check
from baccarat.theory.chemin.solver import solve
from baccarat.theory.strategy_sets import OptimalSet

PLAIN = ["A1", "B1", "B2", "B3", "B4"]
MANY = ["A2", "A3", "A4"]


@cache
def true(name: str) -> Certificate:
    return solve(name, None if name.startswith("A") else 6).certificate


@pytest.mark.parametrize("name", [*PLAIN, *MANY])
def test_a_true_certificate_is_written_read_and_believed(name: str) -> None:
    certificate = true(name)
    text = certificate.dump()
    assert Certificate.parse(text) == certificate
    check(text)
    assert certificate.is_unique == (name in PLAIN)


fractions = st.fractions(0, 1, max_denominator=40)


@examples(24)
@given(st.sampled_from(PLAIN), st.data())
def test_another_strategy_than_the_only_one_is_refused(name: str, data: st.DataObject) -> None:
    certificate = true(name)
    who = data.draw(st.sampled_from(["ponte", "banquier"]))
    strategy = getattr(certificate, who)
    place = data.draw(st.sampled_from(sorted(strategy)))
    draws = data.draw(fractions.filter(lambda f: f != strategy[place]))
    changes: dict[str, Any] = {who: {**strategy, place: draws}}
    forged = replace(certificate, **changes)
    with pytest.raises(NotProved, match="must give the claimed value"):
        check(forged)


@examples(24)
@given(st.sampled_from([*PLAIN, *MANY]), st.fractions(-1, 1))
def test_another_value_is_refused(name: str, value: Fraction) -> None:
    certificate = true(name)
    if value != certificate.value:
        with pytest.raises(NotProved, match="must give the claimed value"):
            check(replace(certificate, value=value))


@examples(60)
@given(st.sampled_from(PLAIN[1:]), st.data())
def test_no_single_stroke_of_the_pen_makes_a_false_certificate_pass(
    name: str, data: st.DataObject
) -> None:
    text = true(name).dump()
    place = data.draw(st.integers(0, len(text) - 1))
    stroke = data.draw(st.sampled_from('0123456789/-",:{}[]DS*ABtrue') | st.just(""))
    forged = text[:place] + stroke + text[place + 1 :]
    try:
        check(forged)
    except BaccaratError as complaint:
        assert "\n" not in str(complaint)
    else:
        assert Certificate.parse(forged) == true(name)


@pytest.mark.parametrize("name", MANY)
def test_a_solution_with_others_is_not_unique(name: str) -> None:
    forged = replace(true(name), is_unique=True, ponte_set=None, banquier_set=None)
    with pytest.raises(NotProved, match="not excluded"):
        check(forged)
    with pytest.raises(NotProved, match="lists sets of other strategies"):
        check(replace(true(name), is_unique=True))


@pytest.mark.parametrize("name", PLAIN)
def test_of_the_only_solution_less_may_be_said_but_nothing_false(name: str) -> None:
    certificate = replace(true(name), is_unique=False)
    assert check(certificate).endswith("; nothing is said about others")
    point = OptimalSet((), 0, ((),))
    listed = replace(certificate, ponte_set=point, banquier_set=point)
    assert Certificate.parse(listed.dump()) == listed
    assert "sets of 0 dimensions (ponte) and 0 (banquier)" in check(listed)
    segment = OptimalSet(("6|-",), 1, ((Fraction(0),), (Fraction(1),)))
    with pytest.raises(NotProved):
        check(replace(listed, banquier_set=segment))


def test_a_set_of_another_dimension_is_refused() -> None:
    certificate = true("A3")
    whole = certificate.ponte_set
    assert whole is not None
    assert whole.corners is not None
    for dimension in (0, 3, 5):
        forged = replace(whole, dimension=dimension)
        with pytest.raises(NotProved, match=f"must span {dimension} dimensions"):
            check(replace(certificate, ponte_set=forged))
    part = replace(whole, corners=whole.corners[:1], dimension=0)
    with pytest.raises(NotProved, match="more dimensions than the certificate claims"):
        check(replace(certificate, ponte_set=part))


@examples(16)
@given(st.sampled_from(MANY), st.data())
def test_a_corner_moved_off_its_place_is_refused(name: str, data: st.DataObject) -> None:
    certificate = true(name)
    sides = {"ponte_set": certificate.ponte_set, "banquier_set": certificate.banquier_set}
    key = data.draw(st.sampled_from([k for k, s in sides.items() if s and s.dimension]))
    named = sides[key]
    assert named is not None
    assert named.corners is not None
    which = data.draw(st.integers(0, len(named.corners) - 1))
    place = data.draw(st.integers(0, len(named.names) - 1))
    corner = list(named.corners[which])
    corner[place] = data.draw(fractions.filter(lambda f: f != corner[place]))
    corners = (*named.corners[:which], tuple(corner), *named.corners[which + 1 :])
    changes: dict[str, Any] = {key: replace(named, corners=corners)}
    with pytest.raises(NotProved, match="must give the claimed value"):
        check(replace(certificate, **changes))


def test_a_bound_game_has_its_own_certificate() -> None:
    certificate = solve("B1", 6, bind={"6|-": 0}).certificate
    check(certificate.dump())
    assert certificate.value > true("B1").value  # the banquier could do better
    with pytest.raises(NotProved, match="must give the claimed value"):
        check(replace(certificate, bound={}))
    with pytest.raises(NotProved, match="is bound to 1, not to 0"):
        check(replace(certificate, bound={"6|-": Fraction(1)}))
    with pytest.raises(NotProved, match="there is no decision at"):
        check(replace(certificate, bound={**certificate.bound, "0,6|-": Fraction(1)}))


def edited(**changes: object) -> str:
    return json.dumps({**json.loads(true("B1").dump()), **changes})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected JSON"),
        ("[" * 100_000, "expected JSON"),
        ("[]", "expected an object"),
        (edited(certificate="banque"), "expected an object"),
        (edited(more=1), "its keys must be"),
        (edited(model="Z9"), "not a model: 'Z9'"),
        (edited(model=7), "expected text, not '7'"),
        (edited(player="DDDDD*-"), "eight marks, each D, - or *"),
        (edited(player="DDDDDD--"), "must have no decision where there is nothing to decide"),
        (edited(player="DDDDD***"), "must say what to do at 6"),
        (edited(composition="0:3"), "needs at least 6 cards, not 3"),
        (edited(value="1/0"), "not a fraction: '1/0'"),
        (edited(value="0.5"), "not a fraction: '0.5'"),
        (edited(value="9" * 9000), "not a fraction"),
        (edited(ponte={"5": "3/2"}), "5: 3/2 is no probability"),
        (edited(ponte={}), "must say what to do at 5"),
        (edited(ponte=[]), "an object of fractions"),
        (edited(is_unique="yes"), "true or false"),
        (edited(ponte_set={}), "names, dimension and corners"),
        (edited(ponte_set=7), "names, dimension and corners"),
        (edited(ponte_set={"names": [], "dimension": 0, "corners": None}), "must be lists"),
        (edited(ponte_set={"names": [], "dimension": True, "corners": []}), "a whole number"),
        (edited(ponte_set={"names": 1, "dimension": 0, "corners": []}), "must be lists"),
        (edited(ponte_set={"names": [], "dimension": 0, "corners": [1]}), "list of fractions"),
    ],
)
def test_what_is_no_certificate_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises((BadText, BaccaratError)) as complaint:
        check(text)
    assert words in str(complaint.value)
    assert "\n" not in str(complaint.value)
