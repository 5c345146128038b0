"""What the library answers over HTTP: the same as the library itself, and as published."""

import json
import re
import shlex
import threading
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from asking import run
from checkout import ROOT
from fastapi import FastAPI
from httpx import Client, Response
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from web_client import client_of, library_app

import baccarat as bac
from baccarat.core.bets import StreakBet, registered
from baccarat.core.games import Game
from baccarat.core.record import Record, read
from baccarat.render import draw
from baccarat.web.api import roads as api_roads
from baccarat.web.api.examples import examples
from baccarat.web.gate.problems import MEDIA_TYPE

V1 = "/api/v1"
HEAD = {"version", "command", "form"}
SCHEMAS = {
    path.name: json.loads(path.read_text("utf-8")) for path in (ROOT / "docs/schemas").glob("*")
}
REGISTRY: Registry[Any] = Registry().with_resources(
    [(name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()]
)
SEED_7 = (ROOT / "examples" / "records" / "seed-7.shoe").read_text("utf-8")
FAIR = (ROOT / "examples" / "records" / "fair.shoe").read_text("utf-8")
BY_QUERY = (f"{V1}/roads", f"{V1}/theory", f"{V1}/theory/certificate")
"""Addresses whose examples are questions."""


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with client_of(library_app()) as found:
        yield found


def ask(client: Client, path: str, /, **asked: object) -> Any:
    """The answer to a question that is one."""
    answer = client.post(V1 + path, json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: Response, status: int = 422) -> str:
    """Why a question was refused, in one line."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == MEDIA_TYPE
    detail = answer.json()["detail"]
    assert "\n" not in detail
    return str(detail)


def command(*args: object) -> dict[str, Any]:
    """What a command tells as JSON, less its head."""
    code, out, _ = run(*args, "--json")
    assert code == 0
    return {name: value for name, value in json.loads(out).items() if name not in HEAD}


def check_shape(name: str, answer: dict[str, object]) -> None:
    """Hold an answer to the schema of its command, which demands a head."""
    known = SCHEMAS[name]["properties"]
    head = {key: known[key]["const"] for key in ("command", "form") if key in known}
    told = {"version": 1, **head, **answer}
    Draft202012Validator(SCHEMAS[name], registry=REGISTRY).validate(told)


# Odds.


@pytest.mark.parametrize(
    ("asked", "args"),
    [
        ({}, ""),
        ({"game": "ez", "decks": 6}, "--game ez --decks 6"),
        ({"endless": True, "bets": ["tie"]}, "--decks inf --bet tie"),
        ({"seen": ["Kh", "9d"], "given": ["5c 4s"]}, "--seen 'Kh 9d' --given '5c 4s'"),
        ({"given": ["Kh ? 5c ?"], "bets": ["banker"]}, "--given 'Kh ? 5c ?' --bet banker"),
        ({"unseen": "0:4 1:2 9:2", "bets": ["tie"]}, "--composition '0:4 1:2 9:2' --bet tie"),
        ({"matrix": True}, "--matrix"),
        ({"given": ["Kh 9d 5c"], "next_cards": True}, "--given 'Kh 9d 5c' --next"),
        ({"game": "chemin-de-fer"}, "--game chemin-de-fer"),
        (
            {"bets": ["banker:1-4%", "lucky-6:12/23", "banker-streak", "insurance"]},
            "--bet banker:1-4% --bet lucky-6:12/23 --bet banker-streak --bet insurance",
        ),
        (
            {"game": "super-6", "unseen": "0:9 6:9 7:5 9:4", "all_bets": True},
            "--game super-6 --composition '0:9 6:9 7:5 9:4' --all",
        ),
    ],
)
def test_odds_are_those_that_the_command_tells(
    client: Client, asked: dict[str, object], args: str
) -> None:
    answer = ask(client, "/odds", **asked)
    assert answer == command("odds", *shlex.split(args))
    check_shape("odds.json", answer)


def test_one_card_less_is_what_the_command_tells(client: Client) -> None:
    answer = ask(client, "/odds", bets=["tie", "player-pair"], seen=["9h"], removal=True)
    told = command("odds", "--bet", "tie", "--bet", "player-pair", "--seen", "9h", "--removal")
    for effects in told["removal"].values():
        del effects["best_count"]  # the search for it takes longer than a guest waits
    assert answer == told
    check_shape("odds.json", answer)


def test_odds_are_those_that_are_published(client: Client) -> None:
    """The eight-deck edges of the Wizard of Odds, and Lucky 6 at two prices."""
    bets = ask(client, "/odds", bets=["banker", "player", "tie", "lucky-6", "lucky-6:12/23"])[
        "bets"
    ]
    edges = {name: round(bet["edge_percent"], 4) for name, bet in bets.items()}
    assert (edges["banker"], edges["player"], edges["tie"]) == (1.0579, 1.2351, 14.3596)
    assert round(edges["lucky-6"], 2) == 16.68
    assert round(edges["lucky-6:12/23"], 2) == 11.70
    assert Fraction(bets["banker"]["edge"]) == Fraction(114753351728, 10847218479825)


def test_odds_of_an_answer_can_be_asked_for_again(client: Client) -> None:
    """What nobody has seen is told as it is asked for."""
    first = ask(client, "/odds", seen=["9c", "9d"], given=["Kh 9d 5c"], bets=["tie"])
    again = ask(client, "/odds", unseen=first["unseen"], given=[first["coup"]], bets=["tie"])
    assert again["bets"] == first["bets"]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"decks": 13}, "decks: at most 12 is taken"),
        ({"decks": 8.5}, "decks: a whole number is expected"),
        ({"decks": "8"}, "decks: a whole number is expected"),
        ({"decks": 8, "endless": True}, "an endless deck has no number of decks: leave decks out"),
        (
            {"seen": ["9h"], "endless": True},
            "cards cannot leave an endless deck: leave seen out",
        ),
        (
            {"decks": 8, "unseen": "0:4"},
            "give a composition, or decks and the cards seen, not both",
        ),
        ({"bets": ["tie"], "all_bets": True}, "all_bets is every bet: leave bets out"),
        ({"bets": ["lucky-66"]}, "unknown bet: 'lucky-66'"),
        ({"bets": ["tie"] * 13}, "bets: at most 12 entries are taken"),
        ({"bets": ["x" * 81]}, "bets.0: at most 80 characters are taken"),
        ({"game": "poker"}, "unknown game: 'poker'"),
        ({"seen": ["1x"]}, "not a card: '1x' (expected e.g. '9h', 'Td' or '10d')"),
        ({"seen": ["9h"] * 9}, "too many of 9h: there are only 8"),
        ({"given": ["9h 9d 9c 9s 9h 9d 9c"]}, None),
        ({"unseen": "0:1"}, None),
        ({"unseen": "0:99999999999999999999"}, None),
        ({"given": ["player: 9, banker: 9 + 3"]}, None),
        ({"bets": ["tie:" + "9" * 70]}, None),
        ({"bets": ["tie:1/0"]}, None),
        ({"next_cards": True, "bets": ["player-pair"]}, None),
        ({"removal": True, "all_bets": True}, None),
        ({"removal": True, "endless": True}, None),
    ],
)
def test_a_question_about_odds_that_is_none_is_refused(
    client: Client, asked: dict[str, object], why: str | None
) -> None:
    detail = refused(client.post(f"{V1}/odds", json=asked))
    assert why is None or detail == why


def test_two_names_of_one_bet_are_both_in_the_answer(client: Client) -> None:
    answer = ask(client, "/odds", bets=["tiger", "lucky-6"])
    assert answer["bets_asked"] == {"tiger": "lucky-6", "lucky-6": "lucky-6"}
    assert {*answer["bets"]} == {"lucky-6"}


def test_what_takes_seconds_is_refused_or_left_out(client: Client) -> None:
    """Suits of three cards while some are hidden; every other bet is told."""
    hidden = {"given": ["Kh ? 5c ?"]}
    detail = refused(client.post(f"{V1}/odds", json={**hidden, "bets": ["lucky-8-player"]}))
    assert "takes seconds" in detail
    answer = ask(client, "/odds", **hidden, all_bets=True)
    drawn = {
        f"{game}-{side}" for game in ("lightning", "prosperity") for side in ("player", "banker")
    }
    assert {"lucky-8-player", "lucky-8-banker", "all-red", "all-black", *drawn} == {
        name for name, why in answer["left_out"].items() if "takes seconds" in why
    }
    assert len(answer["bets"]) > 90


# Roads and statistics.


@pytest.mark.parametrize("results", ["BPBBPPBPT", "TTT", "banker, 闲 Tie", SEED_7])
@pytest.mark.parametrize("tail", ["stays", "falls"])
def test_roads_are_those_of_the_scoreboard(client: Client, results: str, tail: str) -> None:
    answer = ask(client, "/roads", results=results, tail=tail, rows=5)
    known = Record.parse(results).results if results is SEED_7 else results
    assert answer == bac.Scoreboard(known, 5, tail).as_json()
    check_shape("roads.json", answer)


def test_one_road_is_told_alone(client: Client) -> None:
    """The big eye boy that docs/roads.md draws by hand: red, blue, blue, red, red, blue."""
    answer = ask(client, "/roads", results="BPBBPPBPT", road="big_eye")
    assert list(answer["roads"]) == ["big_eye"]
    colours = [mark["colour"][0] for mark in answer["roads"]["big_eye"]["marks"]]
    assert "".join(colours) == "rbbrrb"


def test_roads_have_an_address(client: Client) -> None:
    answer = client.get(f"{V1}/roads", params={"results": "BPT", "rows": 4, "road": "bead"})
    assert answer.json() == ask(client, "/roads", results="BPT", rows=4, road="bead")
    assert refused(client.get(f"{V1}/roads")) == "results: it is missing"
    assert refused(client.get(f"{V1}/roads?results=B&rows=x")) == "rows: a whole number is expected"


@pytest.mark.parametrize("road", [None, "bead", "big_eye"])
def test_roads_are_drawn_for_who_prefers_a_picture(client: Client, road: str | None) -> None:
    asked: dict[str, str | int] = {"results": "BPBBPPBPT", "width": 30}
    if road is not None:
        asked["road"] = road
    chromium = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
    answer = client.get(f"{V1}/roads", params=asked, headers={"accept": chromium})
    named = None if road is None else road.replace("_", "-")
    assert answer.text == draw("BPBBPPBPT", 30, named).svg
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["vary"] == "Accept"
    posted = client.post(f"{V1}/roads", json=asked, headers={"accept": "image/svg+xml"})
    assert posted.text == answer.text


def test_what_is_not_offered_is_refused(client: Client) -> None:
    asked = {"results": "B"}
    for accept in ("image/png", "text/*", "application/json;q=0"):
        answer = client.post(f"{V1}/roads", json=asked, headers={"accept": accept})
        assert (
            refused(answer, 406) == "the answer can only be sent as application/json, image/svg+xml"
        )
    for accept in ("application/*", "*/*", "text/html, */*;q=0.1", ";;q=,", "image/*;q=0.1, */*"):
        answer = client.post(f"{V1}/roads", json=asked, headers={"accept": accept})
        assert answer.headers["content-type"] == "application/json", accept


def test_statistics_are_those_that_the_command_tells(client: Client) -> None:
    for results in ("TTBPB", SEED_7):
        told = ask(client, "/statistics", results=results)
        board = bac.Scoreboard(Record.parse(results).results if results is SEED_7 else results)
        assert told == bac.statistics(board.results).as_json()
        check_shape("roads.json", {**board.as_json(), "statistics": told})


@pytest.mark.parametrize(
    ("results", "why"),
    [
        ("", "no results (expected letters such as BPTBB)"),
        (" \n ", "no results (expected letters such as BPTBB)"),
        ("BPX", "line 1, column 3: not a result: 'X' (expected B, P or T)"),
        ("B" * 10_001, "at most 10000 results are taken"),
        ("[", 'line 1, column 1: not a tag (expected e.g. [Decks "8"])'),
        ("{" * 5000, None),
    ],
)
@pytest.mark.parametrize("path", ["/roads", "/statistics"])
def test_results_that_are_none_are_refused(
    client: Client, path: str, results: str, why: str | None
) -> None:
    detail = refused(client.post(V1 + path, json={"results": results}))
    assert why is None or detail == why


# Records.


def test_a_record_is_checked_as_the_command_does(client: Client, tmp_path: Path) -> None:
    for text in (SEED_7, FAIR, "BPTBB\n"):
        file = tmp_path / "some.shoe"
        file.write_text(text, "utf-8")
        answer = ask(client, "/records/check", text=text)
        assert answer == command("record", "check", file)
        check_shape("record-check.json", answer)


def test_a_record_that_its_seeds_do_not_deal_is_told_so(client: Client) -> None:
    lied = re.sub('Seed "7"', 'Seed "8"', SEED_7)
    answer = ask(client, "/records/check", text=lied)
    assert answer["dealt_again"] is True
    assert answer["difference"] == Record.parse(lied).differs()
    assert answer["difference"] is not None


def test_a_record_goes_out_in_every_way_and_comes_back(client: Client) -> None:
    def written(kind: str, **asked: object) -> Response:
        answer = client.post(f"{V1}/records/convert", json=asked, headers={"accept": kind})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].partition(";")[0] == kind
        return answer

    told = written("application/json", text=SEED_7).json()
    assert told == Record.parse(SEED_7).as_json()
    check_shape("record-convert.json", told)
    assert written("text/plain", record=told).text == SEED_7
    assert written("text/plain", text=json.dumps(told)).text == SEED_7
    table = written("text/csv", text=SEED_7).text
    back = Record.parse(written("text/plain", text=table).text)
    assert [str(entry) for entry in back.entries] == [
        str(entry) for entry in Record.parse(SEED_7).entries
    ]


def test_what_a_table_does_not_tell_is_asked_for(client: Client) -> None:
    answer = ask(client, "/records/check", text="winner\nB\n", game="ez", decks=6)
    assert (answer["game"], answer["decks"], answer["kind"]) == ("ez", 6, "csv")
    answer = ask(client, "/records/check", text="B P", kind="bpt", game="ez")
    assert answer["results"] == "BP"


def test_a_lenient_reader_tells_what_it_repaired(client: Client) -> None:
    careless = SEED_7.replace('[LastCoup "A"]\n', "").replace("end 78", "")
    refused(client.post(f"{V1}/records/check", json={"text": careless}))
    answer = ask(client, "/records/check", text=careless, lenient=True)
    assert answer["repairs"] == read(careless, lenient=True)[1] != []


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"text": "B", "record": {}},
        {"record": {}},
        {"record": {"baccarat": 1, "entries": [[]]}},
        {"record": []},
        {"text": ""},
        {"text": "winner\nX\n"},
        {"text": '[Baccarat "1"]\n\n1. Kh 5c 8h | 9d 4s  B\nend 1\n'},
        {"text": "winner\n" + "B\n" * 10_101},
        {"text": "B " * 10_001, "kind": "bpt"},
        {"text": "{" * 5000},
        {"text": "\ud83c\udca1\x00\u202e"},
        {"text": "BPT", "kind": "pdf"},
        {"text": "BPT", "game": "poker"},
        {"text": "BPT", "decks": 0},
    ],
)
@pytest.mark.parametrize("path", ["/records/check", "/records/convert"])
def test_a_record_that_does_not_read_is_refused(
    client: Client, path: str, asked: dict[str, object]
) -> None:
    sent = json.dumps(asked).encode()
    headers = {"content-type": "application/json"}
    refused(client.post(V1 + path, content=sent, headers=headers))


# Fair shoes.


def test_a_promise_is_checked(client: Client) -> None:
    fair = Record.parse(FAIR).fair
    assert fair is not None
    asked = {"commitment": fair.commitment, "house_seed": fair.house_seed}
    assert ask(client, "/fair/check", **asked) == {**asked, "is_kept": True}
    other = {**asked, "house_seed": "00" * 32}
    assert ask(client, "/fair/check", **other)["is_kept"] is False


def test_two_seeds_make_the_order_that_the_page_on_fair_shoes_makes(client: Client) -> None:
    """By the twenty lines of docs/fair-shoes.md, which use nothing of ours."""
    page = (ROOT / "docs" / "fair-shoes.md").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(re.findall(r"^(import hashlib.*?)^assert", page, re.M | re.S)[0], names)
    for number, decks in ((0, 8), (5, 1)):
        seeds = {"house_seed": "00" * 32, "guest_seed": "my lucky words", "number": number}
        answer = ask(client, "/fair/order", **seeds, decks=decks)
        assert answer["cards"] == names["order"](*seeds.values(), decks)
        assert answer["burn_card"] == answer["cards"][0]
        assert answer["fair"]["house_seed"] == "00" * 32


def test_a_cut_and_other_decks_are_told(client: Client) -> None:
    fair = bac.Fair.promise("00" * 32).with_guest("x", 3)
    asked = {"house_seed": "00" * 32, "guest_seed": "x", "number": 3, "decks": 2, "cut": 30}
    answer = ask(client, "/fair/order", **asked)
    shoe = bac.Rules(decks=2).shoe(cut=30, fair=fair)
    assert answer["cards"] == [str(card) for card in shoe.cards]
    assert (answer["decks"], answer["number"], answer["cut"]) == (2, 3, 30)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"house_seed": "0" * 63},
        {"house_seed": "G" * 64},
        {"house_seed": "00" * 32, "guest_seed": "\n"},
        {"house_seed": "00" * 32, "guest_seed": "x" * 201},
        {"house_seed": "00" * 32, "number": -1},
        {"house_seed": "00" * 32, "number": 1 << 64},
        {"house_seed": "00" * 32, "cut": 5},
        {"house_seed": "00" * 32, "decks": 1, "cut": 50},
    ],
)
def test_seeds_that_are_none_are_refused(client: Client, asked: dict[str, object]) -> None:
    refused(client.post(f"{V1}/fair/order", json=asked))


# Games and bets.


def test_games_and_bets_are_those_that_the_commands_list(client: Client) -> None:
    games = client.get(f"{V1}/games").json()
    assert games["games"] == command("games")["games"]
    check_shape("games.json", {**games, "faults": []})
    bets = client.get(f"{V1}/bets").json()
    assert bets == {name: found for name, found in command("bets").items() if name != "faults"}
    check_shape("bets.json", {**bets, "faults": []})
    for item in registered(Game):
        assert client.get(f"{V1}/games/{item.key}").json() == item.as_json()
    for bet in (*registered(), *registered(StreakBet)):
        assert client.get(f"{V1}/bets/{bet.key}").json() == bet.as_json()


def test_a_bet_at_a_price_has_an_address(client: Client) -> None:
    for spelled in ("lucky-6:12/23", "lucky-6%3A12%2F23"):
        answer = client.get(f"{V1}/bets/{spelled}").json()
        assert answer == bac.bet("lucky-6:12/23").as_json()


@pytest.mark.parametrize("path", ["/games/poker", "/bets/lucky-66:12", "/bets/\u2603", "/nowhere"])
def test_a_name_that_nobody_has_is_not_there(client: Client, path: str) -> None:
    refused(client.get(V1 + path), 404)


def test_a_price_that_does_not_read_is_not_a_missing_page(client: Client) -> None:
    refused(client.get(f"{V1}/bets/lucky-6:x"), 422)


# Theory.


@pytest.mark.parametrize(
    ("query", "args", "shape"),
    [
        ("model=B1", "--model B1 --decks 6", "chemin"),
        ("model=b4&decks=2&commission=5%25", "--model B4 --decks 2 --commission 1/20", "casino"),
        ("model=banque&theta=2/3", "banque --theta 2/3", "banque"),
    ],
)
def test_an_equilibrium_is_what_the_command_tells(
    client: Client, query: str, args: str, shape: str
) -> None:
    answer = client.get(f"{V1}/theory?{query}").json()
    assert answer == command("solve", *args.split())
    check_shape(f"solve-{shape}.json", answer)


def test_a_certificate_is_checked_by_the_command(client: Client, tmp_path: Path) -> None:
    answer = client.get(f"{V1}/theory/certificate?model=B1&decks=2&commission=1/20")
    kept = tmp_path / "certificate.json"
    kept.write_bytes(answer.content)
    code, out, _ = run("solve", "--check", str(kept))
    assert code == 0
    assert "model B1, 2 decks, commission 1/20: there is one equilibrium and no other" in out


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("model=C3", "unknown model: 'C3'"),
        ("decks=0", "decks: at least 1 is expected"),
        ("decks=1001", "decks: at most 1000 is taken"),
        ("model=banque&decks=28", "decks are a whole number from 1 to 27, not 28"),
        ("commission=11%25", "a commission is a number from 0 to 1/10"),
        ("model=banque&commission=1/20", "at banque there is no commission: leave it out"),
        ("theta=1/2", "theta is a stake of banque: leave it out"),
        ("endless=true", "model B3 deals from a shoe"),
    ],
)
def test_a_game_that_cannot_be_is_refused(client: Client, query: str, why: str) -> None:
    assert refused(client.get(f"{V1}/theory?{query}")).startswith(why)


# All of them.


def operations(app: FastAPI) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, found in app.openapi()["paths"].items():
        for method, operation in found.items():
            yield method, path, operation


def test_every_example_of_the_description_is_answered_as_it_says(client: Client) -> None:
    asked = 0
    for method, path, operation in operations(library_app()):
        answers = operation["responses"]["200"]["content"]["application/json"]["examples"]
        if method == "post":
            questions = operation["requestBody"]["content"]["application/json"]["examples"]
            assert questions.keys() == answers.keys() != set(), path
            for name, question in questions.items():
                answer = client.post(path, json=question["value"])
                assert answer.json() == answers[name]["value"], (path, name)
                asked += 1
        elif path in BY_QUERY:
            for query, example in answers.items():
                assert client.get(f"{path}?{query}").json() == example["value"], query
                asked += 1
        elif "{" not in path:  # a list, of which the example shows a part
            (example,) = answers.values()
            answer = client.get(path).json()
            assert example["value"].keys() == answer.keys()
            for group, some in example["value"].items():
                assert some, path
                assert some.items() <= answer[group].items(), path
            asked += 1
        else:
            (name,) = answers
            (parameter,) = operation["parameters"]
            assert parameter["schema"]["examples"] == [name]
            answer = client.get(path.replace(f"{{{parameter['name']}}}", name))
            assert answer.json() == answers[name]["value"], path
            asked += 1
    assert asked >= 18


def test_every_operation_is_described(client: Client) -> None:
    for _, path, operation in operations(library_app()):
        assert operation["summary"], path
        assert len(operation["description"]) > 30, path
        assert MEDIA_TYPE in operation["responses"]["default"]["content"], path


def test_every_example_fits_the_shape_that_is_declared() -> None:
    for name, known in examples().items():
        for example in known["examples"].values():
            Draft202012Validator(known["schema"]).validate(example["answer"])
        assert known["about"].endswith("."), name


def test_roads_are_drawn_off_the_event_loop(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []
    made = api_roads.results_in

    def noting(text: str) -> Any:
        threads.append(threading.current_thread())
        return made(text)

    monkeypatch.setattr(api_roads, "results_in", noting)
    ask(client, "/roads", results="BBP")
    assert threads
    assert threading.main_thread() not in threads


@pytest.mark.parametrize("path", ["/odds", "/roads", "/records/check", "/fair/order"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"BPT"',
        b'{"results": "B", "results": "P"}',
        b'{"decks": NaN}',
        b'{"decks": Infinity}',
        b'{"decks": 1e400}',
        b'{"decks": ' + b"9" * 5000 + b"}",
        b'{"game": "\\ud800"}',
        b'{"record": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
        b"[" * 60_000,
        b"\xff\xfe",
        b'{"game": "' + "\u2603".encode() + b'", "text": "", "results": "", "house_seed": ""}',
        b'{"nobody_knows_this": 1}',
    ],
)
def test_bodies_that_nobody_should_send_are_one_problem(
    client: Client, path: str, body: bytes
) -> None:
    headers = {"content-type": "application/json"}
    refused(client.post(V1 + path, content=body, headers=headers))


def test_an_endless_deck_is_what_the_library_calls_infinite(client: Client) -> None:
    answer = ask(client, "/odds", endless=True, bets=["banker"])
    assert answer["bets"] == bac.odds(decks=inf).as_json(["banker"])["bets"]
