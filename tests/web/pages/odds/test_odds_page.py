"""The odds page: every figure is the library's, and what does not fit is told in its place."""

import re
import sys
import threading
from collections import Counter
from fractions import Fraction
from html import unescape
from math import inf
from types import FrameType
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples
from web.read_tables import Cell, TableReader, smalls
from web.salon import Salon, deal_on

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import Card, Depth, Rank
from baccarat.core.coup import Side
from baccarat.core.record import Record
from baccarat.core.tally import Odds
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.removal import removal
from baccarat.questions.game import DECIDE
from baccarat.table.coach.coach import odds_now
from baccarat.web.jobs.odds import TOO_MANY

QUESTIONS: dict[str, dict[str, Any]] = {
    "": {},
    "game=ez&decks=6&seen=Kh+9d": {"game": "ez", "decks": 6, "seen": "Kh 9d"},
    "decks=endless&game=fabulous-4": {"decks": inf, "game": "fabulous-4"},
    "seen=9x+9x+8h&given=Kh+9d+5c": {"seen": "9x 9x 8h", "given": "Kh 9d 5c"},
    "given=Kh+?+5c": {"given": "Kh ? 5c"},
    "given=player:+5,+banker:+6": {"given": "player: 5, banker: 6"},
    "game=7-up&coup=2h+9h": {"game": "7-up", "given": "2h 9h"},
    "game=chemin-de-fer&given=Kh+9d": {"game": "chemin-de-fer", "given": "Kh 9d"},
    "coup=9h+Kd+Ks+5d": {"given": "9h Kd Ks 5d"},
}


@pytest.fixture(scope="module")
def salon() -> Salon:
    """A house with a shoe that is over, one that is dealt from, and a fair table."""
    salon = Salon()
    table = salon.ready(decks=1)
    here = salon.house.at(table)
    while here.table.shoes < 2:
        deal_on(salon.house, table)
    for _ in range(3):
        deal_on(salon.house, table)
    return salon


def page_of(salon: Salon, query: str = "", language: str = "en") -> str:
    answer = salon.http.get(f"/odds?{query}", headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-language"] == language
    return answer.text


def asked(**question: Any) -> OddsTable:
    return odds(question.pop("decks", None), decide=DECIDE, **question)


def percent(share: Fraction, digits: int = 4) -> str:
    return f"{100 * float(share):.{digits}f}%"


def shown_bets(html: str) -> dict[str, list[Cell]]:
    """The rows of the bets, by their names."""
    names = re.findall(r'<tr data-bet="([^"]*)"', html)
    rows = TableReader(html).tables["bets"][1:]
    return dict(zip(names, rows, strict=True))


def require_same(cells: list[Cell], found: Odds) -> None:
    """The chance, the edge and the deviation of a row are those of the library."""
    chance, edge, deviation = cells[1], cells[2], cells[-1]
    assert (chance.text.strip(), Fraction(smalls(chance))) == (percent(found.chance), found.chance)
    assert (edge.text.strip(), Fraction(smalls(edge))) == (percent(found.edge), found.edge)
    assert deviation.text == f"{found.deviation:.4f}"
    pushes = [text for tag, text in chance.inside if tag == "span"]
    assert pushes == ([f"pushes {percent(found.push)}"] if found.push else [])


@pytest.mark.parametrize("query", QUESTIONS)
def test_every_figure_of_the_bets_is_the_librarys(salon: Salon, query: str) -> None:
    html, table = page_of(salon, query), asked(**QUESTIONS[query])
    shown = shown_bets(html)
    told, left_out = table.told(table.game.layout.bets)
    assert shown.keys() == told.keys()
    for name in told:
        require_same(shown[name], table.of(name))
    assert bool(left_out) == ("Not shown:" in html)
    outcomes = re.findall(r'data-outcome="(\w+)"><dt>\w+</dt><dd>([^<]*)<small>([^/]*)/<wbr>', html)
    chances = {str(side or "tie").lower(): chance for side, chance in table.tally.chances.items()}
    assert {side: said for side, said, _ in outcomes} == {
        side: percent(chance) for side, chance in chances.items()
    }
    edges = {name: table.of(name).edge for name in told}
    assert 'class="best"' in html or len(edges) == 1
    best = next(name for name, cells in shown.items() if ("em", "best") in cells[0].inside)
    assert edges[best] == min(edges.values())


def test_the_edge_is_compared_with_that_of_the_full_shoe(salon: Salon) -> None:
    shown = shown_bets(page_of(salon, "seen=9x+9x+9x&bets=lucky-6:12/23"))
    for name, cells in shown.items():
        moved = odds(8, seen="9x 9x 9x")[name].edge - odds(8)[name].edge
        sign = "+" if moved > 0 else ""
        assert cells[3].inside == [("span", f"{moved}{sign}{percent(moved)}")]
    assert "Change from the full shoe" not in page_of(salon)


@pytest.mark.parametrize("named", ["lucky-6:12/23", "banker:0.95", "perfect-pair:30/200", "tie:9"])
def test_any_bet_has_any_price(salon: Salon, named: str) -> None:
    shown = shown_bets(page_of(salon, f"seen=Kh&bets={named}"))
    assert next(iter(shown)) == named
    require_same(shown[named], odds(8, seen="Kh")[named])


def test_a_bet_over_several_coups_has_its_row(salon: Salon) -> None:
    cells = shown_bets(page_of(salon, "bets=banker-streak"))["banker-streak"]
    found = odds(8).streak("banker-streak")
    assert Fraction(smalls(cells[2])) == found.edge


@pytest.mark.long
def test_every_bet_there_is(salon: Salon) -> None:
    shown = shown_bets(page_of(salon, "all=1&seen=9h"))
    assert len(shown) > 100
    table = odds(8, seen="9h")
    for name in ("lucky-8-banker", "tiger-tie", "matching-dragon-9"):
        require_same(shown[name], table[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_as_the_language_does(salon: Salon, language: str) -> None:
    words, table = Words.of(language), odds(8, seen="9h")
    for name, cells in shown_bets(page_of(salon, "seen=9h", language)).items():
        assert cells[2].text.strip() == words.percent(table[name].edge, 4)
        assert Fraction(smalls(cells[2])) == table[name].edge
    wrong = page_of(salon, "bets=big:a", language)
    assert "<code>big:0.54</code>" in wrong  # as it is typed, in every language
    assert "lucky-6:12/23" in words("odds.bets-how")


@pytest.mark.parametrize("query", ["look=matrix", "seen=9x+9x&look=matrix&given=Kh"])
def test_the_matrix_is_the_librarys(salon: Salon, query: str) -> None:
    question = {"seen": "9x 9x", "given": "Kh"} if "given" in query else {}
    tally = asked(**question).tally
    head, *rows, foot = TableReader(page_of(salon, query)).tables["matrix"]
    assert [cell.text for cell in head[1:]] == [*map(str, range(10)), "all"]
    for player, (total, *cells, whole) in enumerate(rows):
        assert (total.text, total.told["scope"]) == (str(player), "row")
        assert whole.text == percent(Fraction(sum(tally.matrix[player]), tally.total), 2)[:-1]
        for banker, cell in enumerate(cells):
            share = Fraction(tally.matrix[player][banker], tally.total)
            assert cell.text == percent(share, 2)[:-1]
            exact = f"{share.numerator}/{share.denominator}"
            said = f"Player {player}, Banker {banker}: {percent(share)}, {exact}"
            assert cell.told["data-said"] == said
    assert [cell.text for cell in foot[1:-1]] == [
        percent(Fraction(sum(row[banker] for row in tally.matrix), tally.total), 2)[:-1]
        for banker in range(10)
    ]


def test_what_each_next_card_would_do_is_the_librarys(salon: Salon) -> None:
    html = page_of(salon, "seen=9x+8h&given=Kh+9d+5c&bets=lucky-6:12/23")
    assert "Banker takes the next card." in html
    rows = TableReader(html).tables["following"][2:]
    found = asked(seen="9x 8h", given="Kh 9d 5c").next_cards()
    assert [row[0].text for row in rows] == ["10 – K", "A", *"23456789"]
    for row, (chance, after) in zip(rows, found.values(), strict=True):
        assert row[1].text == percent(chance)
        sides = (Side.PLAYER, None, Side.BANKER)
        assert [c.told["title"] for c in row[2:5]] == [
            f"{c.numerator}/{c.denominator}" for c in (after.tally.chances[s] for s in sides)
        ]
        edges = [after[n].edge for n in ("player", "banker", "tie", "lucky-6:12/23")]
        assert [cell.text for cell in row[5:]] == [percent(edge) for edge in edges]
        assert [Fraction(cell.told["title"]) for cell in row[5:]] == edges


def test_one_card_less_is_the_librarys(salon: Salon) -> None:
    tables = TableReader(page_of(salon, "seen=9h+9d&look=removal")).tables
    table = odds(8, seen="9h 9d")
    felt = [name for name, bet in table.game.layout.bets.items() if bet.depth < Depth.CARDS]
    effects = {name: removal(name, table) for name in felt}
    rows = tables["removal"][1:]
    assert [row[0].text for row in rows] == ["A", *"23456789", "10", "J", "Q", "K"]
    for row in rows:
        card = Card.of(Rank("T" if row[0].text == "10" else row[0].text))
        for name, cell in zip(felt, row[1:], strict=True):
            found = effects[name].effects
            effect = found.get(card, found.get(card.at(Depth.POINTS)))
            assert effect is not None
            assert Fraction(cell.told["title"]) == effect
            assert cell.text == ("+" if effect > 0 else "") + percent(effect)
    suited = removal("perfect-pair", table)
    for row in tables["removal+"][1:]:
        rank = "T" if row[0].text == "10" else row[0].text
        assert [Fraction(c.told["title"]) for c in row[1:]] == [
            suited[f"{rank}{s}"] for s in "shdc"
        ]


# Shoes.


def test_a_coup_of_a_table_is_loaded_from_its_history(salon: Salon) -> None:
    record = salon.call("GET", "/tables/1/shoes/1", accept="text/plain").text
    shoe = Record.parse(record)
    assert shoe.burn_card is not None
    coup = shoe.entries[2].coup
    assert coup is not None
    gone = [shoe.burn_card, *(c for entry in shoe.entries[:2] for c in entry.coup.cards)]  # type: ignore[union-attr]
    for cards in (0, 3):
        shown = shown_bets(page_of(salon, f"table=1&shoe=1&coup=3&cards={cards}"))
        table = odds(1, seen=gone, given=coup.cards[:cards])
        require_same(shown["tie"], table["tie"])
        require_same(shown["perfect-pair"], table["perfect-pair"])


def test_what_is_to_come_is_what_the_coach_says(salon: Salon) -> None:
    table = salon.house.at(1).table
    html = page_of(salon, "table=1")
    assert "still to come" in html
    now = odds_now(table)
    assert now is not None
    for name, cells in shown_bets(html).items():
        require_same(cells, now[name])


def test_the_panels_of_a_table_lead_to_its_odds(salon: Salon) -> None:
    history = salon.http.get("/tables/1/history?shoe=1").text
    first = unescape(re.findall(r'href="(/odds[^"]*)"', history)[-1])
    assert first == "/odds?table=1&shoe=1&coup=1"
    assert "Coup 1 of" in salon.http.get(first).text
    for panel in ("/tables/1/statistics?shoe=1", "/tables/1"):
        assert "/odds?table=1" in salon.http.get(panel).text


def test_a_pasted_shoe_can_be_walked_through(salon: Salon) -> None:
    record = Record.deal(seed=7)
    body = f"paste={quote_plus(str(record))}&bets=lucky-6"
    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = salon.http.post("/odds", content=body, headers=form)
    assert answer.status_code == 303
    address, walked, seen = answer.headers["location"], 0, [str(record.burn_card)]
    assert len(address) < 4_000
    while address and walked < 3:
        html = salon.http.get(address).text
        walked += 1
        assert f"Coup {walked} of {len(record.entries)}" in html
        require_same(shown_bets(html)["lucky-6"], odds(8, seen=" ".join(seen))["lucky-6"])
        coup = record.entries[walked - 1].coup
        assert coup is not None
        seen += map(str, coup.cards)
        found = re.search(r'href="([^"]*)" data-ask>→', html)
        address = unescape(found[1]) if found else ""
    assert walked == 3
    more = re.search(r'href="([^"]*)" data-ask>\+', html)
    assert more
    assert parse_qs(urlsplit(unescape(more[1])).query)["cards"] == ["1"]


# What a click does, without JavaScript.


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("do=9x", "/odds?seen=9x"),
        ("seen=9x+Kh&do=take.9x&do=take.10d", "/odds?seen=9x+Kh+9x+Td"),
        ("seen=9x+Kh+9x&do=put.9x", "/odds?seen=9x+Kh"),
        ("seen=9h+Kh&do=put.9x", "/odds?seen=Kh"),
        ("seen=9h+Kh&do=refill&game=ez", "/odds?game=ez"),
        ("to=coup&do=Kh&do=9d", "/odds?given=Kh+9d&to=coup"),
        ("given=Kh+9d&do=lay.?", "/odds?given=Kh+9d+?"),
        ("given=Kh+9d&do=lift", "/odds?given=Kh"),
        ("given=player:+5&do=clear&bets=tie:9", "/odds?bets=tie:9"),
        ("decks=6&seen=7&do=take.2s", "/odds?decks=6&seen=7+2s"),
    ],
)
def test_a_click_leads_to_the_address_of_what_it_did(
    salon: Salon, query: str, address: str
) -> None:
    answer = salon.http.get(f"/odds?{query}")
    assert answer.status_code == 303
    assert answer.headers["location"].replace("%3F", "?") == address
    assert salon.http.get(answer.headers["location"]).status_code == 200


# What does not fit.


PROBLEMS = {
    "seen=" + "+".join(["9x"] * 33): ("seen", "too many of 9x: there are only 32"),
    "decks=1&seen=9h+9h": ("seen", "too many of 9h: there are only 1"),
    "seen=Kh+zz": ("seen", "not a card: 'zz'"),
    "decks=1&seen=" + "+".join(f"{r}{s}" for r in "A23456789TJQ" for s in "cdhs"): (
        "seen",
        "cards left in the shoe: 4",
    ),
    "decks=endless&seen=9h": ("seen", "cards cannot leave an endless deck"),
    "decks=13": ("decks", "a shoe must have 1 to 12 decks, not 13"),
    "decks=one": ("decks", "not one"),
    "game=ezz": ("game", "did you mean ez?"),
    "coup=9h+9d+Kh+9c+2d": ("given", "2d cannot be dealt"),
    "given=player:+9+%2B+3": ("given", "no third card is dealt"),
    "given=hello": ("given", "hello"),
    "given=" + "Kh+" * 200: ("given", "at most 500 characters"),
    "bets=bankr": ("bets", "did you mean banker"),
    "bets=lucky-6:12": ("bets", "write e.g. lucky-6:12/20"),
    "bets=lucky-6:a/b": ("bets", "cannot read this price"),
    "bets=banker:": ("bets", "cannot read this price"),
    "bets=tie:" + "0" * 80: ("bets", "at most 80 characters are taken"),
    "bets=qqqqqq": ("bets", "the field offers all names"),
    "seen=9x&bets=perfect-pair": ("bets", "perfect-pair"),
    "bets=" + "+".join(f"tie:{price}" for price in range(1, 20)): ("bets", "at most 12 bets"),
    "table=99": ("shoe", "there is no table 99"),
    "table=1&shoe=9": ("shoe", "no shoe 9"),
    "table=1&shoe=1&coup=99": ("shoe", "there is no coup 99"),
    "table=1&coup=x": ("shoe", "a whole number is expected"),
    "shoe=hello": ("shoe", "cannot read this shoe"),
    "given=player:+5&do=lay.9h": ("given", "dealing order"),
    "do=.": ("seen", "not a card: '.'"),
    "do=fold.9x": ("seen", "not a card: 'fold.9x'"),
}


@pytest.mark.parametrize("query", PROBLEMS)
def test_what_does_not_fit_is_told_at_its_field(salon: Salon, query: str) -> None:
    field, said = PROBLEMS[query]
    html = page_of(salon, query)
    found = re.findall(r'<p class="problem" id="problem-(\w+)" role="alert">(.*?)</p>', html)
    assert [name for name, _ in found] == [field]
    assert said in unescape(re.sub("<[^>]*>", "", found[0][1]))
    assert f'aria-describedby="problem-{field}"' in html
    assert 'id="question"' in html  # the rest of the page stays
    if field in ("bets", "shoe"):
        assert "banker" in shown_bets(html)


SAID_IN_ENGLISH = ("given=hello", "given=player:+9+%2B+3", "shoe=hello")
"""What the rooms below say of these has no other words yet."""
OTHERS = [language for language in LANGUAGES if language != "en"]
TRANSLATED = [query for query in PROBLEMS if query not in SAID_IN_ENGLISH]


@pytest.mark.parametrize(
    ("query", "language"),
    [(query, OTHERS[place % len(OTHERS)]) for place, query in enumerate(TRANSLATED)],
)
def test_problems_speak_the_language(salon: Salon, query: str, language: str) -> None:
    said = {
        re.findall(r'<p class="problem"[^>]*>(.*?)</p>', page_of(salon, query, one))[0]
        for one in ("en", language)
    }
    assert len(said) == 2


def test_two_faults_are_told_each_at_its_place(salon: Salon) -> None:
    html = page_of(salon, "bets=bankr&coup=9h+9d+Kh+9c+2d")
    assert re.findall(r'id="problem-(\w+)"', html) == ["given", "bets"]


def test_nothing_pasted_is_a_problem_and_the_text_stays(salon: Salon) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert "nothing was pasted" in salon.http.post("/odds", content="", headers=form).text
    answer = salon.http.post("/odds", content="paste=%3Cb%3Ehello", headers=form)
    assert answer.status_code == 422
    assert "&lt;b&gt;hello</textarea>" in answer.text


WORD = st.sampled_from(
    [
        *"9h 9x Kh 0 7 ? . | : + / player: banker: 5 lucky-6:12/23 tie:9 ez 1 12 endless".split(),
        "é",
        "<",
    ]
) | st.text(max_size=6)
FIELDS = ("game", "decks", "seen", "coup", "bets", "look", "to", "do", "cards", "shoe", "all")


@pytest.mark.slow
@examples(8)
@given(st.dictionaries(st.sampled_from(FIELDS), st.lists(WORD, max_size=5).map(" ".join)))
def test_no_address_breaks_the_page(salon: Salon, said: dict[str, str]) -> None:
    query = "&".join(f"{name}={quote_plus(text, errors='replace')}" for name, text in said.items())
    answer = salon.http.get(f"/odds/answer?{query}")
    assert answer.status_code == 200, (query, answer.text)
    assert 'id="question"' in answer.text


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("seen=0", {"seen": "0"}),
        ("seen=9x+9x+7+0&decks=6", {"seen": "9x 9x 7 0", "decks": 6}),
        ("given=player:+Kh+5c,+banker:+6", {"given": "player: Kh 5c, banker: 6"}),
        ("given=player:+Kh+?+=+5", {"given": "player: Kh ? = 5"}),
        ("given=player:+5+%2B+3h", {"given": "player: 5 + 3h"}),
        ("given=player:+5,+banker:+6", {"given": "player: 5, banker: 6"}),
    ],
)
def test_as_many_cards_are_not_seen_as_the_library_counts(
    salon: Salon, query: str, question: dict[str, Any]
) -> None:
    found = re.search(r"(\d+) of \d+ cards are not seen", page_of(salon, query))
    assert found is not None
    assert int(found[1]) == len(asked(**question).composition)


@pytest.mark.parametrize("said", ["all=0", "all=false", "all="])
def test_who_says_no_to_every_bet_gets_the_felt(salon: Salon, said: str) -> None:
    assert list(shown_bets(page_of(salon, said))) == list(shown_bets(page_of(salon)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_comes_when_too_many_ask_says_so_and_asks_again(
    salon: Salon, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(salon.app.state.odds_desk, "wait_of", lambda client: 2.5)
    headers = {"accept": "text/html", "accept-language": language}
    answer = salon.http.get("/odds?seen=2h+3h+4h+5h", headers=headers)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")
    assert '<meta http-equiv="refresh" content="3">' in answer.text
    words = Words.of(language)
    assert words("web.busy") in unescape(answer.text)
    assert words.say(TOO_MANY) in unescape(answer.text)


@pytest.mark.parametrize("look", ["matrix", "next", "removal"])
def test_a_page_asks_one_question_and_none_when_it_is_asked_again(salon: Salon, look: str) -> None:
    desk = salon.app.state.odds_desk
    for questions in (1, 0):
        before = desk.begun
        page_of(salon, f"seen=3s+2s&coup=4h+9s&bets=tie:7+lucky-6+banker-streak&look={look}")
        assert desk.begun - before == questions


def test_a_page_goes_few_times_from_one_of_our_files_to_another(salon: Salon) -> None:
    """What is the same on every page is drawn once; it went 3,996 times."""
    page_of(salon)
    ways = Counter[tuple[str, str]]()

    def profile(frame: FrameType, event: str, _: object) -> None:
        name, above = frame.f_code.co_filename, frame.f_back
        while above is not None and "/baccarat/" not in above.f_code.co_filename:
            above = above.f_back
        is_ours = "/baccarat/" in name and name.endswith(".py")
        if event == "call" and is_ours and above is not None:
            ways[above.f_code.co_filename, name] += above.f_code.co_filename != name

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        page_of(salon, "seen=7c")
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    assert 100 < ways.total() < 1_500
