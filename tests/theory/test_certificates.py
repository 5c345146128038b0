"""One register of certificates: whatever it is given, it answers in one short line."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from forging import LONGEST, put, text
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError, BadText, NotProved
from baccarat.theory import certificate_reading
from baccarat.theory.certificates import check_any

TRUE = ["parlor A1", "parlor B3", "parlor A2", "parlor A3", "bound B1", "tied A1", "tiny B2"]
TRUE += ["casino B1", "casino B3", "casino A2", "casino A4", "all B1", "spans B1", "span B1"]


@pytest.mark.parametrize("name", TRUE)
def test_what_is_spoilt_below_is_true_before(name: str) -> None:
    assert check_any(text(name))


def objects(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all objects in a certificate whose keys are fixed; one branch is enough."""
    if isinstance(value, dict):
        if not {"ponte", "banquier", "bound", "refuted"} & {path[-1] if path else ""}:
            yield path
        for key, inner in value.items():
            yield from objects(inner, (*path, key))
    elif isinstance(value, list):
        for k, inner in enumerate(value[:2]):
            yield from objects(inner, (*path, k))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["parlor A3", "casino A2", "all B1", "spans B1"])
def test_no_object_says_more_than_it_should_or_less(name: str) -> None:
    true = json.loads(text(name))
    for path in list(objects(true))[:40]:
        for forge in (put(*path, "more", to=1), lambda f, path=path: lose_one(f, path)):
            fields = json.loads(text(name))
            forge(fields)
            with pytest.raises((BadText, NotProved)) as complaint:
                check_any(json.dumps(fields))
            assert len(str(complaint.value)) <= LONGEST


def lose_one(fields: Any, path: tuple[str | int, ...]) -> None:
    for key in path:
        fields = fields[key]
    fields.pop(next(iter(fields)))


@pytest.mark.parametrize("name", TRUE)
def test_a_key_that_is_said_twice_is_refused(name: str) -> None:
    """The last one would count, and a reader may look at the first."""
    whole = text(name)
    for at in {whole.index("{"), whole.rindex("{")}:
        forged = f'{whole[: at + 1]}"a": 1, "a": 2, {whole[at + 1 :]}'
        with pytest.raises(BadText, match="repeats a key") as complaint:
            check_any(forged)
        assert len(str(complaint.value)) <= LONGEST


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1.0", "9" * 5000])
def test_what_is_no_whole_number_is_refused(number: str) -> None:
    for name, key in (("parlor A3", '"dimension": 4'), ("all B1", '"from": 4')):
        forged = text(name).replace(key, f"{key.split()[0]} {number}", 1)
        assert forged != text(name)
        with pytest.raises(BadText) as complaint:
            check_any(forged)
        assert len(str(complaint.value)) <= LONGEST


@pytest.mark.parametrize(
    ("value", "why"),
    [
        *(
            (value, "not a certificate")
            for value in ("", "{}", "[]", "7", '"banque"', "null", '{"certificate": []}')
        ),
        ('{"certificate": "whist"}', "not a certificate"),
        pytest.param(
            '{"certificate": ' * 10_000 + "1" + "}" * 10_000, "expected JSON", id="too deep"
        ),
        pytest.param("[" * 5_000_001, "more than 5000000 characters", id="too long"),
    ],
)
def test_other_json_is_no_certificate(value: str, why: str) -> None:
    with pytest.raises(BadText) as complaint:
        check_any(value)
    assert why in str(complaint.value)
    assert len(str(complaint.value)) <= LONGEST


def test_a_text_that_is_too_long_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert check_any(text("parlor A1"))
    monkeypatch.setattr(certificate_reading, "MOST_CHARACTERS", 1000)
    with pytest.raises(BadText, match="more than 1000 characters"):
        check_any(text("parlor A1"))


@pytest.mark.slow
@examples(32)
@given(st.sampled_from(TRUE), st.data())
def test_whatever_is_put_into_a_certificate_the_answer_is_one_short_line(
    name: str, data: st.DataObject
) -> None:
    value = json.loads(text(name))
    place: Any = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    place[key] = data.draw(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=300)
        | st.just("9" * 4000)
        | st.lists(st.just("1"), max_size=3)
        | st.dictionaries(st.text(max_size=300), st.just("1"), max_size=2)
    )
    try:
        check_any(json.dumps(value))
    except BaccaratError as complaint:
        assert len(str(complaint)) <= LONGEST
        assert str(complaint).isprintable()
