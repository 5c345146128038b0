"""A solution for every number of decks, and the file that proves all of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from baccarat.base.errors import BadText, BadValue, NotProved
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.all_decks import solve_for_all, write_every
from baccarat.theory.chemin.every_deck import check_every
from baccarat.theory.chemin.solver import solve

Fields = dict[str, Any]
TEXT = write_every(solve_for_all("B1"))


def test_the_sentence_names_every_number_of_decks() -> None:
    said = check_any(TEXT)
    assert said.startswith("for every number of decks: model B1, 4 decks and all larger numbers d")
    for decks in ("1 deck", "2 decks", "3 decks"):
        assert decks in said
    assert said.count("the only ones") == 4


def _of_another_shoe(fields: Fields) -> None:
    fields["before"][0] = json.loads(solve("B1", 5).certificate.dump())


def _of_another_model(fields: Fields) -> None:
    fields["before"][0] = json.loads(solve("B2", 1).certificate.dump())


def _bound(fields: Fields) -> None:
    fields["before"][0] = json.loads(solve("B1", 1, bind={"6|-": "S"}).certificate.dump())


def _too_few(fields: Fields) -> None:
    fields["before"].pop()


def _too_early(fields: Fields) -> None:
    fields["from_some_number_on"]["from"] = 3
    fields["before"].pop()


def _another_value(fields: Fields) -> None:
    fields["before"][1]["value"] = "-1/80"


@pytest.mark.parametrize(
    ("forge", "why"),
    [
        (_of_another_shoe, "certificate 1 must be for the same game with 1 decks"),
        (_of_another_model, "certificate 1 must be for the same game"),
        (_bound, "with 1 decks other strategies are not excluded"),
        (_too_few, "each number of decks below 4 needs a certificate"),
        (_too_early, "does not show this for 3 decks"),
        (_another_value, "must give the claimed value"),
    ],
)
def test_a_forged_file_is_refused(forge: Callable[[Fields], None], why: str) -> None:
    fields = json.loads(TEXT)
    forge(fields)
    with pytest.raises(NotProved, match=why):
        check_every(json.dumps(fields))


def test_what_is_no_such_file_is_one_line() -> None:
    fields = json.loads(TEXT)
    for before in (3, [3], None):
        with pytest.raises(BadText):
            check_every(json.dumps({**fields, "before": before}))
    untyped: Any = check_any
    strange: list[Any] = [None, {}, 3]
    for junk in strange:
        with pytest.raises(BadValue):
            untyped(junk)


def test_a_refusal_is_short_however_strange_the_signs() -> None:
    fields = json.loads(solve("B1", 1).certificate.dump())
    for key in ("model", "composition", "value", "player"):
        for sign in ("\U000e0001", "😀", "\x00"):
            with pytest.raises((BadText, NotProved)) as refused:
                check_any(json.dumps({**fields, key: sign * 40}))
            assert len(str(refused.value)) <= 200
            assert "\n" not in str(refused.value)
    with pytest.raises((BadText, NotProved)) as refused:
        check_any(json.dumps({**fields, "bound": {"😀" * 30: "1"}}))
    assert len(str(refused.value)) <= 200
