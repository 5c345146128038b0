"""The dealer's page: what was typed is read by the library, and only who may deal sees it."""

import re
from html import unescape
from typing import Any

import pytest
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.record import Entry
from baccarat.core.roads.result_counts import count
from baccarat.table.board.board import Board, BoardAct
from baccarat.web.gate.keys import Level
from baccarat.web.pages.dealer.page import PARTS, in_words
from baccarat.web.pages.parts import PageViewer

PAGE = {"accept": "text/html"}
SHOE = ("B", "P 9-7 +P", "B ?-9 B2", "Kh 5c 8h | 9d 4s", "T 6-6", "P 8-3 +B P2")


def salon_with(*results: str, **options: Any) -> Salon:
    salon = Salon()
    body = {"name": "Table 3", **options}
    assert salon.call("POST", "/boards", body).status_code == 200
    for said in results:
        salon.house.ask_board(1, BoardAct("result", said), "dealer")
    return salon


@pytest.fixture(scope="module")
def salon() -> Salon:
    """A board with a few coups, at which these tests only look."""
    return salon_with(*SHOE)


def asked(salon: Salon, path: str, **params: Any) -> str:
    language = params.pop("language", "en")
    answer = salon.http.get(
        f"/boards/1/{path}", params=params, headers={"accept-language": language}
    )
    assert answer.status_code == 200, answer.text
    return answer.text


def read(salon: Salon, kept: str = "", typed: str = "", **more: Any) -> dict[str, str]:
    """What the slip says."""
    html = asked(salon, "coup", kept=kept, typed=typed, **more)
    found = {key: unescape(value) for key, value in re.findall(r'data-([a-z]+)="([^"]*)"', html)}
    awaits = re.search(r'id="awaits"[^>]*>([^<]*)<', html)
    assert awaits is not None
    return {**found, "awaits": unescape(awaits[1])}


def board_of(*results: str, **options: Any) -> Board:
    board = Board.open("Table 3", **options)
    for said in results:
        board = board.enter(said)
    return board


def test_the_page_shows_what_the_library_counts_and_every_coup(salon: Salon) -> None:
    page = asked(salon, "dealer")
    board = board_of(*SHOE)
    counts = count(board.results)
    shown = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page)
    assert dict(shown) == {
        "Banker": str(counts.banker),
        "Player": str(counts.player),
        "Tie": str(counts.tie),
        "Natural": str(counts.natural),
        "Banker pair": str(counts.banker_pair),
        "Player pair": str(counts.player_pair),
    }
    letters = re.findall(r'data-coup="(\d+)".*?<b class="disc ([bpt])">', page, re.S)
    told = {int(number): letter.upper() for number, letter in letters}
    assert "".join(told[number] for number in sorted(told)) == "".join(
        result.letter for result in board.results
    )
    assert 'data-watch="board/1:dealer" data-number="7"' in page
    assert "Coup 6: Player 8–3, natural, Banker pair" in page


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("B", "Banker"),
        ("B 7-9 B2", "Banker 9–7, natural"),
        ("B ?-9 B2", "Banker 9, natural"),
        ("B 3-?", "Banker, Player 3"),
        ("P 9-7 +P +B", "Player 9–7, Player pair, Banker pair"),
        ("T 6-6", "Tie 6–6"),
        ("9h 9d | Kh 3s", "Player 8–3, natural, Player pair"),
    ],
)
def test_a_coup_is_said_as_a_croupier_calls_it(said: str, told: str) -> None:
    entry: Entry = board_of(said).record.entries[0]
    assert in_words(entry, Words.of("en")) == told


def test_the_slip_asks_for_the_card_that_the_tableau_wants_next(salon: Salon) -> None:
    steps = [
        ("", "Coup 7: who wins?", "empty"),
        ("Kh", "Banker: first card", "open"),
        ("Kh 9d", "Player: second card", "open"),
        ("Kh 9d 5c", "Banker: second card", "open"),
        ("Kh 9d 5c 4s", "Player: third card", "open"),
        ("Kh 9d 5c 4s 8h", "Complete: press Enter.", "complete"),
    ]
    for kept, awaits, state in steps:
        told = read(salon, kept)
        assert (told["awaits"], told["state"], told["text"]) == (awaits, state, kept)
    assert told["said"] == "Kh 5c 8h | 9d 4s"
    assert told["go"] == "Enter coup 7"


def test_what_cannot_be_is_told_and_what_was_kept_stays(salon: Salon) -> None:
    told = read(salon, "Kh 9d", "xq")
    assert told["why"].startswith("not a card or a result: xq")
    assert (told["text"], told["state"]) == ("Kh 9d", "open")
    french = read(salon, "", "xq", language="fr")
    assert french["why"].startswith("xq n'est ni une carte ni un résultat")


def test_a_card_that_the_shoe_no_longer_has_is_told_before_it_is_entered() -> None:
    salon = salon_with("9h Kd | Ts 3c", decks=1)
    told = read(salon, "9h 2d Ks 4c")
    assert "this cannot have been dealt" in told["why"]
    assert told["said"] == ""


def test_a_correction_shows_before_and_after(salon: Salon) -> None:
    slip = asked(salon, "coup", kept="B 6-7", act="correct", coup=2)
    assert "Player 9–7, Player pair" in slip
    assert "Banker 7–6" in slip
    assert "Correct coup 2" in slip
    question = asked(salon, "question", act="correct", coup=2, said="B 6-7")
    assert question.index("Player 9–7") < question.index("Banker 7–6")
    assert "Correct coup 2?" in question
    assert "Coup 2 is now: Banker 7–6" in question
    assert "Remove coup 4?" in asked(salon, "question", act="strike", coup=4)
    insert = asked(salon, "question", act="insert", coup=1, said="T")
    assert insert.index("Tie") < insert.index(">Banker<")
    assert "after 6 coups" in asked(salon, "question", act="shoe")
    assert salon.get("/boards/1")["number"] == 7  # nothing was done


def test_a_question_about_a_coup_that_is_not_there_is_refused(salon: Salon) -> None:
    answer = salon.http.get("/boards/1/question?act=strike&coup=9")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "there is no coup 9: the shoe has 6 so far"


def test_a_board_of_a_free_game_has_a_button_for_who_stands(salon: Salon) -> None:
    assert 'data-rank="/"' in asked(salon_with(game="chemin-de-fer"), "dealer")
    assert 'data-rank="/"' not in asked(salon, "dealer")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_its_questions_are_in_every_language(salon: Salon, language: str) -> None:
    words = Words.of(language)
    page = unescape(asked(salon, "dealer", language=language))
    assert words("dealer.title") in page
    assert words("dealer.enter", coup=7) in page
    question = unescape(asked(salon, "question", act="strike", coup=1, language=language))
    assert words("dealer.ask-strike", coup=1) in question


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_the_letters_of_the_beads(salon: Salon, language: str) -> None:
    page = unescape(asked(salon, "dealer", language=language))
    beads = {
        name[0]: re.findall(r'class="letter">(.)<', drawn)
        for name, drawn in re.findall(r'<marker id="mark-bead-(\w+)"(.*?)</marker>', page, re.S)
    }
    discs = re.findall(r'<b class="disc ([bpt])">(.*?)</b>', page)
    assert {kind for kind, _ in discs} == set("bpt")
    assert all([letter] == beads[kind] for kind, letter in discs)
    slip = asked(salon, "coup", kept="T", language=language)
    assert re.findall(r'<b class="disc t">(.*?)</b>', slip) == beads["t"]


def test_a_coup_in_the_list_is_called_by_what_is_seen_of_it(salon: Salon) -> None:
    """Who speaks to a browser says what stands there: no label may say something else."""
    page = asked(salon, "dealer")
    [button] = re.findall(r'<button[^>]*data-coup="2".*?</button>', page, re.S)
    assert "aria-label" not in button
    heard = re.sub(r'<(\w+)[^>]*aria-hidden="true">.*?</\1>', "", button, flags=re.S)
    plain = " ".join(re.sub(r"<[^>]*>", "", heard).split())
    assert plain == "2 P Player 9–7, Player pair"


def test_a_name_is_never_markup(salon: Salon) -> None:
    page = asked(salon_with(name="<b>&'\""), "dealer")
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page
    typed = asked(salon, "coup", typed="<i>")
    assert "<i>" not in typed


def test_a_closed_board_takes_nothing_and_says_so() -> None:
    salon = salon_with("B")
    salon.call("POST", "/boards/1/acts", {"act": "close"})
    page = asked(salon, "dealer")
    assert "This board is closed." in page
    assert 'data-do="take" disabled' in page
    assert read(salon, "B")["why"] == "the board is closed"


def test_only_who_may_deal_has_the_page() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    deals, plays = salon.new_key(Level.DEAL), salon.new_key(Level.PLAY)
    opened = salon.call("POST", "/boards", {"name": "Table 3"}, bearer=deals)
    assert opened.status_code == 200
    paths = ("/boards/1/dealer", "/boards/1/coup", "/boards/1/question?act=shoe", "/new-board")
    for path in paths:
        statuses = {}
        for key in (deals, plays, ""):
            headers = {**PAGE, **({"authorization": f"Bearer {key}"} if key else {})}
            answer = salon.http.get(path, headers=headers)
            statuses[key] = answer.status_code
            if key == plays:
                assert "this needs a key of the kind deal" in answer.text
                assert answer.text.startswith("<!doctype html>")
        assert statuses == {deals: 200, plays: 403, "": 401}, path


def test_a_board_that_is_not_there_says_so_as_a_page(salon: Salon) -> None:
    answer = salon.http.get("/boards/9/dealer", headers=PAGE)
    assert answer.status_code == 404
    assert "there is no board 9" in answer.text


def test_a_coup_more_is_at_most_eight_kilobytes_on_the_wire() -> None:
    salon = salon_with(*("B", "P 9-7 +P", "B ?-9 B2", "T 6-6", "P 8-3 +B P2") * 14)
    drawn = salon.app.state.drawings.at(salon.house.board_at(1))
    viewer = PageViewer(language="en", scenes=("dealer",))
    before, whole = drawn.parts(viewer)
    salon.house.ask_board(1, BoardAct("result", "B"), "dealer")
    number, event = drawn.tell(viewer, before)
    assert (number, set(whole)) == (before + 1, {f"dealer-{name}" for name in PARTS})
    assert len(event) <= 8_192
