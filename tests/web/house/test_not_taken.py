"""Wagers that the house does not take: the answer, the stream, the page and the history say so."""

import html
import re
from typing import Any

from web.salon import Salon

from baccarat.base.words import LANGUAGES, Words

WHY = "tie: the limits are 10 to 100, not 3"
SHOWN = "Tie: the limits are 10 to 100, not 3. Banker: 50 goes back, Tie: 3 goes back."
NOT_TAKEN = {
    "wagers": [{"spot": "banker", "stake": 50}, {"spot": "tie", "stake": 3}],
    "why": WHY,
}


def salon_with_a_small_bet(**options: Any) -> tuple[Salon, int]:
    """Ann has a wager that is too small beside a good one; Bob's are taken."""
    salon = Salon()
    table = salon.ready("Ann", "Bob", least=10, most=100, **options)
    salon.act(table, "bet", "Ann", wagers="banker=50 tie=3")
    salon.act(table, "bet", "Bob", wagers="player=20")
    return salon, table


def text_at(salon: Salon, path: str, token: str, language: str = "en") -> str:
    """What a reader sees of a page, or of a part of one."""
    headers = {"baccarat-guest": token, "accept-language": language}
    answer = salon.http.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    whole = answer.json()[0]["parts"]["layout"] if path.startswith("/parts") else answer.text
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", whole)).split())


def test_the_answer_and_every_view_say_what_went_back_and_why() -> None:
    salon, table = salon_with_a_small_bet()
    before = salon.get(f"/tables/{table}", token=salon.tokens[f"{table} Ann"])["view"]
    assert (before["objection"], before["not_taken"]) == (WHY, None)
    dealt = salon.act(table, "deal")["view"]
    ann, bob = dealt["seats"]
    assert (ann["not_taken"], ann["lines"]) == (NOT_TAKEN, [])
    assert bob["not_taken"] is None
    assert [line["wager"]["spot"] for line in bob["lines"]] == ["player"]
    own = salon.get(f"/tables/{table}", token=salon.tokens[f"{table} Ann"])["view"]
    assert (own["not_taken"], own["bankroll"], own["lines"]) == (NOT_TAKEN, 1_000, [])
    since = salon.get(f"/tables/{table}?since={before['number']}&as=spectator")["view"]
    assert [seat["not_taken"] for seat in since["seats"]] == [NOT_TAKEN, None]


def test_it_is_told_while_the_coup_is_squeezed_and_until_the_next_deal() -> None:
    salon, table = salon_with_a_small_bet()
    assert salon.act(table, "deal", squeeze=True)["view"]["phase"] == "squeeze"
    token = salon.tokens[f"{table} Ann"]
    assert salon.get(f"/tables/{table}", token=token)["view"]["not_taken"] == NOT_TAKEN
    while salon.get(f"/tables/{table}")["view"]["phase"] == "squeeze":
        salon.act(table, "reveal", "Bob")
    assert salon.act(table, "bet", "Ann", wagers="tie=10")["view"]["not_taken"] == NOT_TAKEN
    salon.act(table, "deal")
    assert salon.get(f"/tables/{table}", token=token)["view"]["not_taken"] is None


def test_the_page_says_it_where_the_objection_stood() -> None:
    salon, table = salon_with_a_small_bet()
    token = salon.tokens[f"{table} Ann"]
    parts = f"/parts?watch=table/{table}:table"
    salon.act(table, "deal")
    not_taken = salon.house.at(table).table.seat("Ann").not_taken
    assert not_taken is not None
    for words in map(Words.of, LANGUAGES):
        told = text_at(salon, parts, token, words.language)
        assert words.say(not_taken.why) in told
        for spot, stake in (("banker", 50), ("tie", 3)):
            assert words("line.push", bet=words.bet(spot), stake=stake) in told
    assert SHOWN in text_at(salon, parts, token)
    assert SHOWN not in text_at(salon, parts, "")  # a spectator's
    salon.act(table, "bet", "Ann", wagers="tie=10")
    assert SHOWN not in text_at(salon, parts, token)


def test_the_history_says_it_at_its_coup_also_of_a_shoe_that_is_over() -> None:
    salon, table = salon_with_a_small_bet(decks=1)
    tokens = {name: salon.tokens[f"{table} {name}"] for name in ("Ann", "Bob")}
    salon.act(table, "deal", free=True)
    salon.act(table, "deal", free=True)
    pages = f"/tables/{table}/history", f"/tables/{table}/history?shoe=1"
    now = text_at(salon, pages[0], tokens["Ann"])
    assert now.count(SHOWN) == 1
    for shoe in (2, 3):
        while salon.house.at(table).table.phase.value == "bets":
            salon.act(table, "deal", free=True)
        salon.act(table, "shoe")
        salon.act(table, "cut")
        assert salon.house.at(table).table.shoes == shoe
        assert text_at(salon, pages[1], tokens["Ann"]).count(SHOWN) == 1
        assert SHOWN not in text_at(salon, pages[1], tokens["Bob"])
        assert SHOWN not in text_at(salon, pages[0], tokens["Ann"])
    again = Salon(salon.store)
    assert text_at(again, pages[1], tokens["Ann"]).count(SHOWN) == 1
    kept = salon.store.played(table, 1)
    first, *rest = [coup.seats[0].not_taken for coup in kept]
    assert (str(first and first.why), set(rest)) == (WHY, {None})
    assert [str(coup.coup) for coup in kept] == [row.cards for row in salon.store.coups(table, 1)]
    assert salon.store.played(table, 9) == ()
