"""The lobby: every table and board that the caller may see, with the library's own figures."""

import re
from typing import Any

from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.web.gate.keys import Level

PAGE = {"accept": "text/html"}


def lobby(salon: Salon, **headers: str) -> str:
    answer = salon.http.get("/", headers={**PAGE, **headers})
    assert answer.status_code == 200, answer.text
    return answer.text


def card_of(page: str, place: str) -> str:
    found = re.search(rf'data-part="{place}/card">(.*?)</article>', page, re.S)
    assert found is not None, place
    return found[1]


def plain(html: str) -> str:
    """What a reader sees of it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def test_one_coup_is_no_plural_and_bets_without_limits_need_no_word() -> None:
    salon = Salon()
    usual, high = salon.ready(), salon.ready(least=5)
    for table in (usual, high):
        salon.act(table, "deal", free=True)
    page, french = lobby(salon), lobby(salon, **{"accept-language": "fr"})
    card = plain(card_of(page, f"table/{usual}"))
    assert "1 coup " in card
    assert "from" not in card
    assert "bets from 5" in plain(card_of(page, f"table/{high}"))
    assert "mises dès 5" in plain(card_of(french, f"table/{high}"))


def test_a_card_has_the_figures_of_the_table() -> None:
    salon = Salon()
    table = salon.ready("Ann", "Bob", least=25, most=5_000, name="Salon Rouge")
    for _ in range(30):
        salon.act(table, "deal", free=True)
    [told] = salon.get("/tables")["tables"]
    counts = told["counts"]
    card = plain(card_of(lobby(salon), f"table/{table}"))
    for expected in (
        "Salon Rouge",
        "Punto banco",
        "25 – 5,000",
        f"B {counts['banker_wins']} P {counts['player_wins']} T {counts['ties']}",
        "30 coups",
        "Ann Bob",
        "seats free: 3 of 5",
    ):
        assert expected in card, card


def test_a_board_is_shown_as_a_real_table() -> None:
    salon = Salon()
    answer = salon.call("POST", "/boards", {"name": "Table 12"})
    board = answer.json()["board"]
    for said in ("B", "P", "T", "B"):
        salon.call("POST", f"/boards/{board}/acts", {"act": "result", "said": said})
    card = plain(card_of(lobby(salon), f"board/{board}"))
    assert "Table 12" in card
    assert "real table" in card
    assert "B 2 P 1 T 1 4 coups" in card


def test_what_is_closed_is_not_in_the_lobby() -> None:
    salon = Salon()
    first, second = salon.ready(), salon.ready()
    salon.call("DELETE", f"/tables/{first}")
    page = lobby(salon)
    assert f"table/{first}/card" not in page
    assert f"table/{second}/card" in page


def test_an_empty_house_lets_a_newcomer_play_at_once() -> None:
    page = lobby(Salon())
    assert "data-play" in page
    assert "1,000" in page


def test_who_may_not_open_tables_is_told_to_wait() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    page = lobby(salon, **bearer(salon.new_key(Level.PLAY)))
    assert "data-play" not in page
    assert "data-open" not in page
    assert "as soon as the host opens it" in page


def test_a_key_for_some_tables_shows_these_alone() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    host = salon.new_key(Level.HOST)
    for _ in range(3):
        salon.call("POST", "/tables", {"seats": 5}, bearer=host)
    salon.call("POST", "/boards", {"name": "Table 12"}, bearer=host)
    page = lobby(salon, **bearer(salon.new_key(Level.PLAY, (2,))))
    assert re.findall(r'data-part="([^"]*)/card"', page) == ["table/2"]
    everything = lobby(salon, **bearer(host))
    assert re.findall(r'data-part="([^"]*)/card"', everything) == [
        "table/1",
        "table/2",
        "table/3",
        "board/1",
    ]


def test_only_who_may_play_is_asked_to_sit_down() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    salon.call("POST", "/tables", {"seats": 5}, bearer=salon.new_key(Level.HOST))
    for level in Level:
        page = lobby(salon, **bearer(salon.new_key(level)))
        assert ('data-sit="1"' in page) is (level >= Level.PLAY)


def test_a_full_table_asks_nobody_to_sit_down_and_its_guest_to_go_on() -> None:
    salon = Salon()
    table = salon.open(seats=1)
    salon.sit(table, "Ann")
    assert "no seat free" in lobby(salon)
    assert "data-sit" not in lobby(salon)
    own = lobby(salon, **{"baccarat-guest": salon.tokens[f"{table} Ann"]})
    assert "Go on playing" in own


def test_the_lobby_speaks_five_languages_and_writes_their_numbers() -> None:
    salon = Salon()
    salon.ready(least=25, most=5_000)
    for language in LANGUAGES:
        page = lobby(salon, **{"accept-language": language})
        words = Words.of(language)
        for key in ("lobby.welcome", "lobby.watch", "lobby.open-table", "web.sit"):
            assert words(key).replace("'", "&#39;") in page, (language, key)
        assert ("25 – 5\u202f000" if language == "fr" else "25 – 5,000") in page
        assert f'<p class="terms">{words.game("punto-banco")} ' in page
        assert f'<option value="ez">{words.game("ez")}</option>' in page


def test_a_browser_that_asks_for_an_icon_gets_one() -> None:
    answer = Salon().http.get("/favicon.ico")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


def test_the_hall_tells_when_something_opens_or_closes_and_at_no_other_time() -> None:
    salon = Salon()
    first = changes(salon)
    table = salon.ready("Ann")
    opened = changes(salon, since=first)
    assert opened == first + 1
    salon.act(table, "place", "Ann", spot="banker", stake=100)
    assert changes(salon, since=opened) is None
    salon.act(table, "clear", "Ann")
    salon.call("DELETE", f"/tables/{table}")
    closed = changes(salon, since=opened)
    assert closed == opened + 1
    salon.call("POST", "/boards", {"name": "Table 12"})
    boarded = changes(salon, since=closed)
    assert boarded == closed + 1
    salon.call("POST", "/boards/1/acts", {"act": "result", "said": "B"})
    assert changes(salon, since=boarded) is None


def test_the_number_of_the_hall_is_the_same_after_a_restart() -> None:
    salon = Salon()
    table = salon.ready()
    salon.ready()
    salon.call("DELETE", f"/tables/{table}")
    before = changes(salon)
    assert changes(Salon(store=salon.store)) == before


def changes(salon: Salon, since: int | None = None) -> Any:
    """The number of the hall, if it has moved on."""
    last = "" if since is None else f"&last=hall:{since}"
    told = salon.http.get(f"/parts?watch=hall:hall{last}").json()
    assert all(one["parts"] == {"changes": str(one["number"])} for one in told)
    return told[0]["number"] if told else None
