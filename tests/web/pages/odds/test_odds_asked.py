"""Questions in words, on the odds page and to the API: the same fractions as all orders."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from urllib.parse import urlencode

import pytest
from exact.test_statements import JUDGES, SHOES, hands
from httpx import Client
from web.salon import Salon
from web_client import client_of, library_app

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import DECK
from baccarat.simulation.asking import LaterOdds
from baccarat.web.pages.odds.page import EXAMPLES

TEN = list(JUDGES)[:9]
SHOE = SHOES[0]
GONE = Counter(map(str, DECK)) - Counter(map(str, bac.parse_cards(SHOE)))
"""All cards of a deck but seven."""
Dealer = Callable[..., tuple[list[int], list[int]]]


@pytest.fixture(scope="module")
def salon() -> Salon:
    return Salon()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with client_of(library_app()) as found:
        yield found


def page_of(salon: Salon, language: str = "en", **fields: str) -> str:
    answer = salon.http.get(f"/odds?{urlencode(fields)}", headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def shares(html: str) -> list[str]:
    """The fractions of the answers to questions."""
    shown = re.findall(r'<p class="share">(.*?)</p>', html)
    return [re.sub(r".*<small>|</small>.*|<wbr>", "", text) for text in shown]


def test_the_page_and_the_api_answer_as_all_orders_do(
    salon: Salon, client: Client, plain_deal: Dealer
) -> None:
    dealt = hands(SHOE, plain_deal)
    chances = [
        Fraction(sum(many for (p, b), many in dealt.items() if JUDGES[name](p, b)), dealt.total())
        for name in TEN
    ]
    cards = list(GONE.elements())
    html = page_of(salon, decks="1", seen=" ".join(cards), what=";".join(TEN))
    assert [Fraction(share) for share in shares(html)] == chances
    body = {"decks": 1, "seen": cards, "what": TEN}
    answer = client.post("/api/v1/odds", json=body).json()
    assert [Fraction(each["probability"]) for each in answer["chances"]] == chances
    assert [each["text"] for each in answer["chances"]] == TEN
    assert answer["bets"] == {}


def test_later_coups_are_answered_everywhere(salon: Salon, client: Client) -> None:
    question = "two Banker wins in a row from here"
    chance = bac.ask(question, decks=8).chance
    assert [Fraction(share) for share in shares(page_of(salon, what=question))] == [chance]
    answer = client.post("/api/v1/odds", json={"what": [question]}).json()
    assert Fraction(answer["chances"][0]["probability"]) == chance


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_about_later_coups_has_an_interval_in_every_language(
    salon: Salon, language: str
) -> None:
    answer = bac.ask("a tie within 3 coups", decks=8)
    assert isinstance(answer, LaterOdds)
    assert answer.sample is not None
    html = page_of(salon, language, what="a tie within 3 coups")
    (note,) = re.findall(r'<p class="soft">([^<]*99[^<]*)</p>', html)
    for bound in answer.sample.interval():
        assert Words.of(language).percent(bound, 1) in note
    assert ("this coup counts" in note) is (language == "en")
    assert ("simulated" in note) is (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_how_it_understood(salon: Salon, language: str) -> None:
    html = page_of(salon, language, given="Kh 9d; player wins", what="banker draws")
    assert '<p class="known">player wins</p>' in html
    assert '<p class="reading">banker draws</p>' in html
    chance = bac.odds(given=["Kh 9d", "player wins"]).chance("banker draws")
    assert [Fraction(share) for share in shares(html)] == [chance]


def test_the_examples_of_the_page_have_answers(salon: Salon) -> None:
    html = page_of(salon)
    for text in EXAMPLES:
        assert f'href="/odds?{urlencode({"what": text}, safe=":/,|")}"' in html
        assert bac.ask(text).chance > 0
    money = page_of(salon, what="ahead with player=100, tie=5")
    assert '<tr><th scope="row">+40</th>' in money


@pytest.mark.parametrize(
    ("fields", "field", "why"),
    [
        ({"what": "hello"}, "what", "expected a side, a bet or a result"),
        ({"what": "tie;" * 13}, "what", "at most 12"),
        ({"what": "tie " * 126}, "what", "500"),
        ({"given": "banker wins and tie"}, "given", "no coup is left"),
        ({"given": "banker draws and"}, "given", "is missing"),
    ],
)
def test_what_is_not_understood_is_told_beside_its_field(
    salon: Salon, fields: dict[str, str], field: str, why: str
) -> None:
    html = page_of(salon, **fields)
    assert re.findall(r'id="problem-(\w+)"', html) == [field]
    assert why in html


def test_an_old_address_is_read_as_given(salon: Salon) -> None:
    html = page_of(salon, coup="player: 5, banker: 6")
    assert 'name="given" value="player: 5, banker: 6"' in html
    assert '<p class="known">player: 5, banker: 6</p>' in html


def test_the_api_refuses_the_old_name_and_a_long_question(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = client.post("/api/v1/odds", json={"coup": "Kh 9d"})
    assert (old.status_code, "coup is called given now" in old.json()["detail"]) == (422, True)
    cards = [f"player's {place} card is {card}" for place in ("first", "third")
             for card in "2h 3d 4c 5s 6h 7d 8c 9s Th Jd".split()]  # fmt: skip
    long = client.post(
        "/api/v1/odds", json={"what": [" or ".join(cards)[:500].rpartition(" or ")[0]]}
    )
    assert (long.status_code, "more than 10 seconds" in long.json()["detail"]) == (422, True)
