"""Pages and their streams: parts come whole, in the reader's language, and nothing comes twice."""

import json
import re
import zlib
from typing import Any

import pytest
from web.salon import Salon

from baccarat.web.pages.parts import Drawings, PageViewer, press
from baccarat.web.pages.stream import GZIP

PAGE = {"accept": "text/html"}


def parts_of(salon: Salon, last: str = "", **headers: str) -> Any:
    answer = salon.http.get(f"/parts?watch=table/1:table&last={last}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_pieces_of_a_pressed_stream_stand_for_themselves() -> None:
    unpacker = zlib.decompressobj(wbits=31)
    pieces = [b"one" * 50, b"one" * 50, "drei – vier".encode()]
    assert unpacker.decompress(GZIP) == b""
    assert [unpacker.decompress(press(piece)) for piece in pieces] == pieces


def test_an_event_has_only_the_parts_that_have_changed() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    drawn = Drawings(salon.app.state.shell).at(salon.house.at(table))
    viewer = PageViewer(language="en", scenes=("table",))
    before, whole = drawn.parts(viewer)
    salon.act(table, "place", "Ann", spot="banker", stake=100)
    number, event = drawn.tell(viewer, before)
    told = _data(event)
    assert number == before + 1
    assert set(told["parts"]) < set(whole)
    assert "layout" in told["parts"]
    assert {**whole, **told["parts"]} == drawn.parts(viewer)[1]
    assert drawn.tell(viewer, before) == (number, event)  # made once for all


def test_who_missed_much_gets_every_part() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    drawn = Drawings(salon.app.state.shell).at(salon.house.at(table))
    viewer = PageViewer(language="en", scenes=("table",))
    _, event = drawn.tell(viewer, 1)
    assert _data(event)["parts"] == drawn.parts(viewer)[1]


def test_a_window_without_a_stream_is_told_only_of_what_moved_on() -> None:
    salon = Salon()
    table = salon.ready("Ann")
    [told] = parts_of(salon)
    assert told["place"] == f"table/{table}"
    assert parts_of(salon, f"table/{table}:{told['number']}") == []


def test_a_guest_sees_their_money_and_nobody_else_does() -> None:
    salon = Salon()
    table = salon.ready()
    salon.sit(table, "Ann", 98_765)
    [own] = parts_of(salon, **{"baccarat-guest": salon.tokens[f"{table} Ann"]})
    [others] = parts_of(salon)
    assert "98,765" in json.dumps(own["parts"])
    assert "98,765" not in json.dumps(others["parts"])


def test_pages_speak_the_language_that_was_asked_for_or_chosen() -> None:
    salon = Salon()
    table = salon.ready()
    asked = salon.http.get(f"/tables/{table}", headers={"accept-language": "fr-CH, en;q=0.5"})
    assert '<html lang="fr"' in asked.text
    chosen = salon.http.get("/", headers={"cookie": "baccarat-language=ja", **PAGE})
    assert '<html lang="ja"' in chosen.text


@pytest.mark.parametrize(
    "watch", ["", "table/1", "table/1:nonsense", "hall/1:table", "table/x:card"]
)
def test_what_to_watch_must_read(watch: str) -> None:
    assert Salon().http.get(f"/parts?watch={watch}").status_code == 422


def test_a_page_that_is_not_there_says_so_as_a_page() -> None:
    answer = Salon().http.get("/tables/9", headers=PAGE)
    assert answer.status_code == 404
    assert "there is no table 9" in answer.text
    assert answer.text.startswith("<!doctype html>")


def test_a_guests_name_is_never_markup() -> None:
    salon = Salon()
    table = salon.ready()
    salon.sit(table, "<b>&'\"")
    page = salon.http.get(f"/tables/{table}", headers=PAGE).text
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page


def test_files_are_kept_by_their_content() -> None:
    salon = Salon()
    address = salon.app.state.shell.shelf.address("house.css")
    first = salon.http.get(address)
    assert "immutable" in first.headers["cache-control"]
    plain = salon.http.get("/static/house.css")
    assert plain.headers["cache-control"] == "no-cache"
    again = salon.http.get("/static/house.css", headers={"if-none-match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert salon.http.get("/static/../application.py").status_code == 404


def _data(event: bytes) -> Any:
    text = zlib.decompressobj(wbits=-15).decompress(event).decode()
    assert text.startswith("event: parts\ndata: ")
    return json.loads(text.removeprefix("event: parts\ndata: "))


def test_the_coach_speaks_to_many_as_to_one() -> None:
    alone, several = Salon(), Salon()
    pages = []
    for salon, guests in ((alone, ["Ann"]), (several, ["Ann", "Bob", "Cyd"])):
        table = salon.ready(*guests)
        salon.act(table, "deal", free=True)
        [told] = parts_of(salon, **{"baccarat-guest": salon.tokens[f"{table} Ann"]})
        pages.append(told["parts"]["coach"])
    assert "honest" in pages[0]
    assert _chances(pages[0]) == _chances(pages[1])
    assert len(_chances(pages[0])) == 3


def _chances(html: str) -> list[str]:
    return re.findall(r"<b>([0-9.]+%)</b>", html)


def test_who_has_come_in_by_a_key_may_log_out_on_any_page() -> None:
    salon = Salon()
    cookie = {"cookie": f"{salon.app.state.gate.cookie}=whatever"}
    assert "data-logout" in salon.http.get("/login", headers=cookie).text
    assert "data-logout" not in salon.http.get("/login").text
