"""Problems: one shape for every refusal, in the asked language, and no traceback."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pytest
from fastapi import FastAPI
from httpx import Client
from pydantic import BaseModel, ConfigDict, Field
from web_client import client_of

from baccarat.base.errors import BadText, FileTrouble, Missing, ShoeError
from baccarat.base.sentences import Sentence
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.bets import bet
from baccarat.core.games import game
from baccarat.web.gate import problems
from baccarat.web.gate.problems import MEDIA_TYPE, TITLES, Problem, add_handlers
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.settings import MOST_LEVELS

NO_NUMBER = "the body has a number that is too large, or not JSON (NaN, Infinity)"

STATUS = re.compile(r"Problem\(\s*(\d{3})\b")


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(max_length=5)] = ""
    many: Annotated[int, Field(ge=1, le=12)] = 1
    some: Annotated[list[str], Field(max_length=2)] = []


def app() -> FastAPI:
    made = FastAPI()
    made.router.route_class = StrictRoute
    add_handlers(made)
    raised: dict[str, Exception] = {
        "text": BadText("not a card: '1x' (expected e.g. '9h')"),
        "shoe": ShoeError("a shoe must have 1 to {most} decks, not {decks}", most=12, decks=13),
        "missing": Missing("no such extra: pip install it"),
        "disk": FileTrouble("the disk is full"),
        "stale": Problem(
            409, "too late", kind="/problems/stale", number=41, headers={"Retry-After": "1"}
        ),
        "bug": RuntimeError("the house's seed is 1234"),
    }

    @made.get("/raise/{name}")
    def fail(name: str) -> None:
        raise raised[name]

    @made.get("/games/{name}")
    def one_game(name: str) -> str:
        return game(name).key

    @made.get("/bets/{spelled:path}")
    def one_bet(spelled: str) -> str:
        return bet(spelled).key

    @made.post("/ask")
    def ask(asked: Asked) -> str:
        return game(asked.name or "ez").key

    return made


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with client_of(app()) as found:
        yield found


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/raise/text", 422, "not a card: '1x' (expected e.g. '9h')"),
        ("/raise/shoe", 422, "a shoe must have 1 to 12 decks, not 13"),
        ("/raise/missing", 501, "no such extra: pip install it"),
        ("/raise/disk", 503, "the disk is full"),
        ("/raise/stale", 409, "too late"),
        ("/games/ezz", 404, "unknown game: 'ezz'"),
        ("/bets/lucky-66:12/20", 404, "unknown bet: 'lucky-66'"),
        ("/nowhere", 404, "there is nothing at this address"),
        ("/ask", 405, "this address does not take this method"),
    ],
)
def test_every_refusal_is_a_problem_of_one_line(
    client: Client, path: str, status: int, detail: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == MEDIA_TYPE
    told = answer.json()
    assert (told["status"], told["detail"]) == (status, detail)
    assert told["title"] == TITLES[status]


def test_extras_and_headers_go_out_with_a_problem(client: Client) -> None:
    answer = client.get("/raise/stale")
    told = answer.json()
    assert (told["type"], told["number"]) == ("/problems/stale", 41)
    assert answer.headers["retry-after"] == "1"


def test_an_unknown_name_in_a_body_is_no_missing_page(client: Client) -> None:
    answer = client.post("/ask", json={"name": "ezzz"})
    assert answer.status_code == 422
    assert answer.json()["what_to_do"] == "did you mean ez?"
    answer = client.post("/ask", json={"name": "?"})
    assert answer.json()["what_to_do"] == "GET /api/v1/games lists them"


def test_a_mistake_of_ours_is_logged_and_not_told(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "baccarat.web"):
        answer = client.get("/raise/bug")
    assert answer.status_code == 500
    assert "1234" not in answer.text
    assert "Traceback" not in answer.text
    assert "1234" in caplog.text


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "the body: it is missing"),
        (b"[]", "the body: an object is expected"),
        (b'{"name": "long name"}', "name: at most 5 characters are taken"),
        (b'{"name": 5}', "name: text is expected"),
        (b'{"name": "\\ud800"}', "the text has half a character (a lone surrogate)"),
        (b'{"name": "\\ud83c\\udca1\\udca1"}', "the text has half a character (a lone surrogate)"),
        (b'{"many": "5"}', "many: a whole number is expected"),
        (b'{"many": 1.5}', "many: a whole number is expected"),
        (b'{"many": true}', "many: a whole number is expected"),
        (b'{"many": 13}', "many: at most 12 is taken"),
        (b'{"many": 0}', "many: at least 1 is expected"),
        (b'{"some": ["a", 5]}', "some.1: text is expected"),
        (b'{"some": ["a", "b", "c"]}', "some: at most 2 entries are taken"),
        (b'{"some": {}}', "some: a list is expected"),
        (b'{"other": 5}', "other: there is no such field"),
        (b'{"\\ud800": 5}', "the text has half a character (a lone surrogate)"),
        (b"{", "the body is not JSON (line 1, column 2)"),
        (b"\xff", "the body is not UTF-8"),
        (b'{"many": NaN}', NO_NUMBER),
        (b'{"many": -Infinity}', NO_NUMBER),
        (b'{"many": 1e999}', NO_NUMBER),
        (b'{"many": ' + b"1" * 5000 + b"}", NO_NUMBER),
        (b'{"many": ' + b"1" * 99 + b"e250}", NO_NUMBER),
        (b'{"name": "a}', "the body is not JSON"),
        (b'{"many": 1, "many": 2}', "'many' is given twice in one object"),
        (
            b"[" * 1000 + b"]" * 1000,
            f"the JSON is nested too deeply (at most {MOST_LEVELS} levels)",
        ),
    ],
)
def test_a_body_that_does_not_fit_is_told_in_one_line(
    client: Client, body: bytes, detail: str
) -> None:
    answer = client.post("/ask", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == detail


def test_brackets_in_a_text_are_no_levels(client: Client) -> None:
    sent = b'{"some": ["' + b"[" * 100 + b'\\"["]}'
    headers = {"content-type": "application/json"}
    assert client.post("/ask", content=sent, headers=headers).status_code == 200


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "/;"])
def test_a_body_that_is_not_said_to_be_json_is_refused(client: Client, kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    answer = client.post("/ask", content=b'{"many": 1}', headers=headers)
    assert answer.status_code == 415
    assert answer.json()["detail"] == "JSON is expected (Content-Type: application/json)"
    for said in ("application/json; charset=utf-8", "APPLICATION/JSON", "application/x+json"):
        answer = client.post("/ask", content=b'{"many": 1}', headers={"content-type": said})
        assert answer.status_code == 200, said


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("de, fr;q=0.5", "fr"),
        ("fr;q=0.5, ja", "ja"),
        ("fr;q=0, tlh", "en"),
        ("zh-TW,zh;q=0.9", "zh-hant"),
        ("fr;q=nan, ja;q=0.1", "ja"),
        ("fr;q=٣, ja;q=0.1".encode("latin-1", "replace").decode(), "ja"),
        (";;,,q=;", "en"),
        (",".join(["x"] * 1000), "en"),
    ],
)
def test_a_problem_is_told_in_the_asked_language(client: Client, asked: str, language: str) -> None:
    answer = client.get("/games/ezz", headers={"accept-language": asked})
    assert answer.headers["content-language"] == language
    assert answer.json()["status"] == 404


def test_a_sentence_of_the_table_is_told_in_the_asked_language(client: Client) -> None:
    details = {
        client.get("/raise/shoe", headers={"accept-language": tag}).json()["detail"]
        for tag in LANGUAGES
    }
    assert len(details) == len(LANGUAGES)


def test_a_complaint_of_a_field_is_told_in_the_asked_language(client: Client) -> None:
    answer = client.post("/ask", json={"many": 13}, headers={"accept-language": "fr"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "many : au plus 12 est accepté"


@pytest.mark.parametrize("content", [b"nonsense", b"[[", b'{"some": NaN}', b"\xff"])
def test_what_only_a_program_can_mend_is_told_in_english(client: Client, content: bytes) -> None:
    headers = {"content-type": "application/json", "accept-language": "ja"}
    detail = client.post("/ask", content=content, headers=headers).json()["detail"]
    assert detail.startswith("the body ")


def test_a_whole_character_beyond_16_bits_is_taken(client: Client) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/ask", content=b'{"some": ["\\ud83c\\udca1"]}', headers=headers)
    assert answer.status_code == 200


def test_every_status_that_is_answered_has_a_title() -> None:
    files = Path(problems.__file__).parents[1].rglob("*.py")
    said = {int(status) for file in files for status in STATUS.findall(file.read_text("utf-8"))}
    assert len(said) > 10
    assert said <= TITLES.keys()


def test_a_problem_keeps_its_sentence() -> None:
    problem = Problem(404, Sentence("there is no wager on {spot}", spot="tie"))
    assert str(problem) == "there is no wager on tie"
    assert problem.as_json(Words.of("fr"))["detail"] == "il n'y a pas de mise sur Égalité"
