"""The written shoe as JSON: it reads back, or says in one line why not."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import SOUND, records
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.core.fair import Fair
from baccarat.core.games import game
from baccarat.core.layout import Wager
from baccarat.core.record import Entry, Record, read_json
from baccarat.core.record.reading_json import HEAD
from baccarat.core.result import Known, Result
from baccarat.core.shoe import LastCoup


@pytest.mark.slow
@examples(20)
@given(records())
def test_a_record_can_be_rebuilt_from_its_json(record: Record) -> None:
    said = json.loads(json.dumps(record.as_json()))
    shoe, fair = said["shoe"], said["fair"]

    def known(hand: dict[str, object], told: Known) -> Known:
        found = {"total": hand.get("total"), "is_pair": hand.get("pair")}
        names = {"held": "cards", "start": "start", "third": "third"}
        found |= {names[word]: hand[word] for word in names.keys() & hand.keys()}
        return replace(told, **found)  # type: ignore[arg-type]

    entries = []
    for number, item in enumerate(said["entries"], start=1):
        assert item["number"] == number
        coup = Coup.parse(item["coup"]) if "coup" in item else None
        winner = {"player": Side.PLAYER, "banker": Side.BANKER, "tie": None}[item["winner"]]
        told = Result(winner) if coup is None else Result.of(coup)
        player, banker = known(item["player"], told.player), known(item["banker"], told.banker)
        wagers = tuple(Wager(it["spot"], it["stake"]) for it in item.get("wagers", []))
        entries.append(Entry(Result(winner, player, banker), coup, wagers))
    rules = replace(
        game(said["game"], said["decks"]).rules,
        burn=shoe["burn"],
        cut_card=shoe["cut_card"],
        last_coup=LastCoup.parse(shoe["last_coup"]),
    )
    assert record == Record(
        tuple(entries),
        said["game"],
        rules,
        shoe["burn_card"] and Card.parse(shoe["burn_card"]),
        shoe["cut"],
        shoe["seed"],
        shoe["number"],
        fair and Fair(**fair, number=shoe["number"]),
        tuple(said["other_tags"].items()),
    )


@pytest.mark.slow
@given(records(), st.booleans())
def test_json_reads_back(record: Record, is_headed: bool) -> None:
    said = {**(HEAD if is_headed else {}), **record.as_json()}
    assert read_json(json.dumps(said)) == record
    assert read_json(json.dumps(said, ensure_ascii=False, indent=2)) == record


def test_what_follows_from_the_rest_of_json_may_be_missing() -> None:
    record = Record.parse(SOUND)
    said = json.loads(json.dumps(record.as_json()))
    for name in ("baccarat", "decks", "endless", "coups", "results", "fair"):
        del said[name]
    for entry in said["entries"]:
        del entry["number"]
        if "coup" in entry:
            del entry["player"], entry["banker"], entry["winner"], entry["is_over"]
    assert read_json(json.dumps(said)) == record


def places(said: object) -> list[tuple[Any, Any]]:
    """Every value within a JSON value: where it stands, and under which key."""
    if not isinstance(said, dict | list):
        return []
    keys = list(said) if isinstance(said, dict) else list(range(len(said)))
    return [(said, key) for key in keys] + [found for key in keys for found in places(said[key])]


JUNK: list[Any] = [None, True, 1.5, -1, 10**19, 10**30, "", "x", "tie", [], {}, [[]], {"a": 1}]


@given(st.data())
def test_json_with_something_else_in_one_place_is_another_record_or_one_line(
    data: st.DataObject,
) -> None:
    said = json.loads(json.dumps(Record.parse(SOUND).as_json()))
    where, key = data.draw(st.sampled_from(places(said)))
    where[key] = data.draw(st.sampled_from(JUNK))
    try:
        found = read_json(json.dumps(said))
    except BaccaratError as complaint:
        assert len(str(complaint)) <= 200
        assert "\n" not in str(complaint)
    else:  # a null or a hand of which nothing is said tells nothing
        assert read_json(json.dumps(found.as_json())) == found
        assert where[key] in (None, {}) or json.dumps(found.as_json()) == json.dumps(
            {**found.as_json(), **said}
        )


BAD_JSON = """
                                                      => not JSON: Expecting value: line 1
[]                                                    => expected an object with the keys game
{}                                                    => game: missing
{"game": 1, "entries": []}                            => game: expected text, not 1
{"game": "ez"}                                        => entries: missing
{"game": "ez", "entries": {}}                         => entries: expected a list, not {}
{"game": "ez", "entries": [3]}                        => coup 1: expected an object
{"game": "ez", "entries": [{}]}                       => coup 1: winner: missing
{"game": "ez", "entries": [{"winner": "Banker"}]}     => expected player, banker or tie
{"game": "ez", "entries": [{"coup": "Kh 9d …"}]}      => coup 1: not a coup
{"game": "ez", "entries": [{"coup": "Kh 2d | 9d 3c …"}]} => coup 1: the coup is not over
{"game": "ez", "game": "ez", "entries": []}           => an object has a key twice
{"game": "ez", "entries": [], "decks": true}          => decks: expected a whole number, not true
{"game": "ez", "entries": [], "decks": 8.0}           => decks: expected a whole number, not 8.0
{"game": "ez", "entries": [], "decks": 13}            => 1 to 12 decks, not 13
{"game": "ez", "entries": [], "endless": true}        => endless: expected false, not true
{"game": "ez", "entries": [], "coups": 1}             => coups: expected 0, not 1
{"game": "ez", "entries": [], "version": 2}           => version: expected 1, not 2
{"game": "ez", "entries": [], "command": "odds"}      => command: expected "record", not "odds"
{"game": "ez", "entries": [], "fun": NaN}             => fun: a record has no such key
{"game": "ez", "entries": [], "shoe": {"last_coup": "D"}} => expected A, B, C or two
{"game": "ez", "entries": [], "fair": {}}             => commitment: missing
{"game": "ez", "entries": [], "other_tags": {"Seed": "1"}} => the tag Seed
{"game": "ez", "entries": [{"winner": "tie", "wagers": [3]}]} => wagers: expected objects
{"game": "ez", "entries": [{"winner": "tie", "wagers": [{}]}]} => coup 1: spot: missing
{"game": "ez", "entries": [{"coup": "2h 5c | 9d Ks", "winner": "tie"}]} => expected "banker", not
"""


@pytest.mark.parametrize("line", BAD_JSON.strip("\n").splitlines())
def test_json_that_is_no_record_is_one_clear_line(line: str) -> None:
    text, complaint = (part.strip() for part in line.split("=>"))
    with pytest.raises(BaccaratError) as refused:
        read_json(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"game": ' + "9" * 5000, '{"a":' * 900 + "1"])
def test_json_without_end_is_one_line_too(text: str) -> None:
    with pytest.raises(BaccaratError) as refused:
        read_json(text)
    assert len(str(refused.value)) <= 200
