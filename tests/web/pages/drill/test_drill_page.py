"""The drill's page: every question and verdict is the library's, and nothing is told too early."""

import re
from html import unescape
from itertools import count, product
from urllib.parse import urlencode

import pytest
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import Card
from baccarat.core.games import KNOWN
from baccarat.drill import LEVELS, Answered, Drill, Form, Kind, Question, ask, phrases, spell
from baccarat.render.card_faces import card_in_words

EN = Words.of("en")
WRONG = {
    Form.MOVE: ("draw", "stand"),
    Form.POINTS: ("0 9", "1 2"),
    Form.TOTALS: ("0 1", "2 3"),
    Form.CALL: ("0 1 banker", "2 3 banker"),
    Form.MONEY: ("1", "-2"),
    Form.PLACE: ("40 1", "41 2"),
    Form.MARK: ("red", "blue"),
    Form.MARKS: ("red red red", "blue blue blue"),
}
"""Two answers of each form; of one question at most one is right."""


@pytest.fixture(scope="module")
def salon() -> Salon:
    return Salon()


def page(salon: Salon, path: str, status: int = 200, language: str = "en") -> str:
    sent = {"accept": "text/html", "accept-language": language}
    answer = salon.http.get(path, headers=sent)
    assert answer.status_code == status, answer.text
    return unescape(answer.text)


def asked_for(kind: Kind, level: int, seed: int = 7, number: int = 0, **more: object) -> str:
    told = {"kind": kind.value, "level": level, "seed": seed, "number": number, **more}
    return urlencode(told)


def answer_to(kind: Kind, level: int, given: str, seed: int = 7, **more: object) -> str:
    said = urlencode({"answer": given, "part": "true", **more})
    return f"/drill/answer?{asked_for(kind, level, seed)}&{said}"


def wrong_answer(question: Question) -> str:
    return next(one for one in WRONG[question.form] if one != question.answer)


def whys(html: str) -> list[str]:
    return re.findall(r"<p data-why>([^<]*)</p>", html)


def following(html: str) -> dict[str, str]:
    """The question to which the button for the next one leads."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))


def seed_of(form: Form) -> tuple[Kind, int, int]:
    """A kind, a level and a seed that ask for an answer of a form."""
    for seed, kind, level in product(range(100), Kind, LEVELS):
        if ask(seed, 0, level, (kind,)).form is form:
            return kind, level, seed
    raise AssertionError(form)


# Questions.


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", Kind)
def test_a_question_is_the_librarys_and_its_answer_is_not_told(
    salon: Salon, kind: Kind, level: int
) -> None:
    for seed in (1, 2, 3):
        html = page(salon, f"/drill?{asked_for(kind, level, seed)}&part=true")
        question = ask(seed, 0, level, (kind,))
        assert f'<h2 id="asks">{question.asks}</h2>' in html
        assert f'data-form="{question.form.value}"' in html
        for said in question.scene:
            if said.form in (phrases.HANDS, phrases.PLAYER_HAND):
                cards = [
                    Card.parse(one) for hand in said.values.values() for one in str(hand).split()
                ]
                drawn = re.findall(r'<svg class="card [^>]* aria-label="([^"]*)"', html)
                assert drawn == [card_in_words(card, EN) for card in cards]
            elif said.form == phrases.WAGERS:
                stakes = re.findall(r"data-stake>([\d,]*)<", html)
                assert [int(one.replace(",", "")) for one in stakes] == [
                    int(one) for one in re.findall(r"(\d+) on ", said)
                ]
            elif said.form == phrases.COUPS:
                assert '<svg class="road road-' in html
            else:
                assert f"<p>{EN.say(said)}</p>" in html
        assert "verdict" not in html
        assert not any(EN.say(why) in html for why in question.why)


def test_the_same_address_is_the_same_question(salon: Salon) -> None:
    path = f"/drill?{asked_for(Kind.PAY, 4, seed=2**64 - 1, number=1_000_000)}&part=true"
    assert page(salon, path) == page(salon, path)
    address = re.search(r'data-address="([^"]*)"', page(salon, "/drill"))
    assert address
    assert f'data-address="{address[1]}"' in page(salon, address[1])


# Verdicts.


@pytest.mark.parametrize("form", Form)
def test_every_form_of_answer_is_right_or_wrong_as_the_library_says(
    salon: Salon, form: Form
) -> None:
    kind, level, seed = seed_of(form)
    question = ask(seed, 0, level, (kind,))
    for given, is_right in ((question.answer, True), (wrong_answer(question), False)):
        html = page(salon, answer_to(kind, level, given, seed, milliseconds=1_500))
        answered = Answered(question, given, 1.5)
        assert answered.is_right is is_right
        assert f'data-right="{"yes" if is_right else "no"}"' in html
        assert f'data-points="{answered.points}"' in html
        assert 'data-milliseconds="1500"' in html
        assert whys(html) == [EN.say(why) for why in question.why]
        assert (f"Wrong: {question.answer}." in html) is not is_right
        level_after, run_after = answered.leads_to(0)
        told = following(html)
        assert (told["level"], told["run"]) == (str(level_after), str(run_after))
        assert (told["seed"], told["number"]) == (str(seed), "1")


@pytest.mark.parametrize("form", Form)
def test_the_controls_of_a_question_send_an_answer_that_reads(salon: Salon, form: Form) -> None:
    """What a browser sends: each word of the right answer by a control that is there."""
    kind, level, seed = seed_of(form)
    question = ask(seed, 0, level, (kind,))
    html = page(salon, f"/drill?{asked_for(kind, level, seed)}&part=true")
    controls = re.findall(r'<(?:input|button)[^>]* name="(answer[^"]*)"(?: value="([^"]*)")?', html)
    fields = [name for name, value in controls if not value]
    values = [(name, value) for name, value in controls if value]
    sent, places = list[tuple[str, str]](), count()
    for word in question.answer.lstrip("-").split():
        chosen = [(name, value) for name, value in values if value == word]
        if form is Form.MARKS:  # three groups in the order of the roads
            chosen = chosen[len(sent) :]
        sent.append(chosen[0] if chosen else (fields[next(places)], word))
    if question.answer.startswith("-"):
        sent.append(("answer.way", "down"))
    query = urlencode([*sent, ("part", "true")])
    html = page(salon, f"/drill/answer?{asked_for(kind, level, seed)}&{query}")
    assert 'data-right="yes"' in html


def test_a_whole_drill_goes_the_way_of_the_librarys(salon: Salon) -> None:
    """Right and wrong, quick and slow: each answer leads where `Drill` is."""
    drill = Drill(seed=11)
    query = urlencode({"seed": 11})
    for turn in range(24):
        question = drill.question
        given = wrong_answer(question) if turn % 5 == 4 else question.answer
        milliseconds = 60_000 if turn % 7 == 6 else 900
        said = urlencode({"answer": given, "milliseconds": milliseconds, "part": "true"})
        told = following(page(salon, f"/drill/answer?{query}&{said}"))
        drill = drill.answer(given, milliseconds / 1_000)
        assert (told["level"], told["run"]) == (str(drill.level), str(drill.run))
        assert told["number"] == str(len(drill.answered))
        query = urlencode(told)
    assert drill.level > 1


@pytest.mark.parametrize(("form", "marks"), [(Form.PLACE, 1), (Form.MARK, 1), (Form.MARKS, 3)])
def test_a_road_is_drawn_with_the_mark_that_was_asked_for(
    salon: Salon, form: Form, marks: int
) -> None:
    for seed, level in product(range(100), LEVELS):
        question = ask(seed, 0, level, (Kind.ROAD,))
        if question.form is form and "none" not in question.answer:
            break
    before = page(salon, f"/drill?{asked_for(Kind.ROAD, level, seed)}&part=true")
    assert "why-mark" not in before
    html = page(salon, answer_to(Kind.ROAD, level, question.answer, seed))
    assert html.count("why-mark") == marks
    if form is Form.PLACE:
        column, row = map(int, question.answer.split())
        assert f'why-mark" x="{column - 1}" y="{row - 1}"' in html


def test_without_a_clock_no_answer_is_quick(salon: Salon) -> None:
    question = ask(7, 0, 1, (Kind.DRAW,))
    html = page(salon, answer_to(Kind.DRAW, 1, question.answer, run=2))
    assert f'data-points="{question.level}"' in html
    assert following(html)["run"] == "0"
    assert " s</span>" not in html


def test_whoever_passes_is_told_the_answer(salon: Salon) -> None:
    html = page(salon, f"/drill/answer?{asked_for(Kind.PAY, 1)}&answer=&pass=yes")
    assert f"Wrong: {ask(7, 0, 1, (Kind.PAY,)).answer}." in html
    assert "Your answer" not in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_asks_and_understands_in_every_language(salon: Salon, language: str) -> None:
    words = Words.of(language)
    for kind in Kind:
        question = ask(7, 0, 2, (kind,))
        html = page(salon, f"/drill?{asked_for(kind, 2)}", language=language)
        assert words.say(question.asks) in html
        assert words("drill-page.title") in html
        given = spell(question.answer, language)
        html = page(salon, answer_to(kind, 2, given), language=language)
        assert 'data-right="yes"' in html
        assert whys(html) == [words.say(why) for why in question.why]


def test_every_game_that_leaves_nothing_to_decide_is_drilled(salon: Salon) -> None:
    listed = re.findall(r'<option value="([^"]+)"', page(salon, "/drill"))
    games = [one.name for one in KNOWN if not one.rules.tableau.has_free_cells]
    assert listed == games
    for game in games:
        html = page(salon, f"/drill?{asked_for(Kind.PAY, 3, game=game)}")
        assert f"{ask(7, 0, 3, (Kind.PAY,), game).asks}" in html
        assert f'<option value="{game}" selected>{Words.of("en").game(game)}</option>' in html


# Bad input.


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("kind=rode", "unknown kind of question: 'rode' – did you mean road?"),
        ("kind=zzz", "unknown kind of question: 'zzz' – expected draw, call, pay, road"),
        ("level=6", "level: a whole number from 1 to 5 is expected, not '6'"),
        ("level=two", "level: a whole number from 1 to 5 is expected, not 'two'"),
        ("run=3", "run: a whole number from 0 to 2 is expected, not '3'"),
        (f"seed={2**64}", "seed: a whole number from 0 to 18446744073709551615 is expected"),
        ("seed=-1", "seed: a whole number from 0 to 18446744073709551615 is expected, not '-1'"),
        (f"number={'9' * 900}", "number: a whole number from 0 to 1000000 is expected"),
        ("game=ezz", "unknown game: 'ezz' – did you mean ez?"),
        ("game=chemin-de-fer", "Chemin de fer leaves draws to be decided"),
    ],
)
def test_a_question_that_is_none_is_told_in_place(salon: Salon, query: str, told: str) -> None:
    for path in ("/drill", "/drill/answer"):
        html = page(salon, f"{path}?{query}", 422)
        assert told in html
        assert 'id="chosen"' in html
    answer = salon.http.get(f"/drill?{query}&part=true")
    assert answer.status_code == 422
    assert answer.json()["detail"] in told or told in answer.json()["detail"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("answer=perhaps", "not an answer: 'perhaps' (expected draw or stand)"),
        ("", "not an answer: '' (expected draw or stand)"),
        ("answer=draw&milliseconds=-4", "milliseconds: a whole number from 0 to 86400000"),
        ("answer=<script>", "not an answer: '<script>'"),
    ],
)
def test_an_answer_that_does_not_read_leaves_the_question(
    salon: Salon, said: str, told: str
) -> None:
    html = page(salon, f"/drill/answer?{asked_for(Kind.DRAW, 1)}&{said}", 422)
    assert told in html
    assert 'data-form="move"' in html
    assert "data-why" not in html


def test_what_was_typed_is_no_markup(salon: Salon) -> None:
    sent = {"accept": "text/html"}
    for query in ("answer=<script>", "game=<script>", "kind=<script>", "level=<script>"):
        answer = salon.http.get(f"/drill/answer?seed=7&kind=draw&{query}", headers=sent)
        assert "&lt;script&gt;" in answer.text
        assert "<script>" not in answer.text


def test_where_keys_are_asked_for_nobody_drills_without() -> None:
    guarded = Salon(settings=ASKS_FOR_KEYS)
    for path in ("/drill", "/drill/answer?answer=draw", "/drill?part=true"):
        assert guarded.http.get(path).status_code == 401
