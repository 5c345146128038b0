"""The page of theory: every figure is the library's, and every question has an answer in place."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html import unescape
from time import monotonic, sleep
from typing import Any

import pytest
from asking import run
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.coup import Side
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.as_text import letters
from baccarat.theory.chemin.model import COLUMNS
from baccarat.theory.chemin.move_values import drawing_and_standing
from baccarat.theory.chemin.payoffs import shoe_of
from baccarat.theory.chemin.prices import price
from baccarat.theory.chemin.solver import solve
from baccarat.web.jobs.theory_question import TheoryQuestion, read_question
from baccarat.web.pages.theory.grid import ShownGame
from baccarat.web.pages.theory.practice import close_cells

PATIENCE = 60.0
equilibria = cache(solve_casino)


@pytest.fixture(scope="module")
def salon() -> Iterator[Salon]:
    salon = Salon()
    yield salon
    salon.app.state.theory_desk.close()


def page(salon: Salon, query: str, status: int = 200, language: str = "en") -> str:
    sent = {"accept": "text/html", "accept-language": language}
    answer = salon.http.get(f"/theory?{query}", headers=sent)
    assert answer.status_code == status, answer.text
    return unescape(answer.text)


def solved_page(salon: Salon, query: str) -> str:
    """All parts, as the page gets them when it asks until there is a proof."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        answer = salon.http.get(f"/theory/answer?{query}&tab=test&prove=true")
        if answer.status_code == 200:
            assert answer.json()["is_proved"]
            return unescape("".join(answer.json()["parts"].values()))
        assert answer.status_code == 202, answer.text
        sleep(0.1)
    raise AssertionError("it is not solved")


def figures(html: str, mark: str) -> dict[str, str]:
    """What stands in the elements with an attribute, by its value."""
    return dict(re.findall(rf'<\w+[^>]* data-{mark}="([^"]*)"[^>]*>([^<]*)<', html))


def marks(html: str) -> dict[str, str]:
    """The croupier's grid, by cell."""
    return {cell: mark for cell, mark in figures(html, "cell").items() if "|" in cell}


# Figures.


def test_the_page_opens_with_the_game_as_it_was_played(salon: Salon) -> None:
    html, solution = page(salon, ""), solve("B3", 6)
    assert figures(html, "figure") == {"value": str(solution.value)}
    assert f"{float(solution.value):.8f}" in html
    mixed = {name: str(draws) for name, draws in solution.mixed.items()}
    assert figures(html, "mixed") == mixed
    for draws in solution.mixed.values():
        assert f"{float(draws):.6f}" in html
    assert figures(html, "note") == {name: d for name, d in mixed.items() if "|" in name}
    assert "There is one equilibrium and no other." in html


def test_the_grid_is_the_one_that_the_books_print(salon: Salon) -> None:
    for query, solution in (("", solve("B3", 6)), ("model=B2&decks=1", solve("B2", 1))):
        printed = {f"{total}|{column}": m for (total, column), m in letters(solution).items()}
        found = marks(page(salon, query))
        assert {cell: found[cell] for cell in printed} == printed


@pytest.mark.parametrize(
    ("model", "decks", "alpha"), [("A1", None, "1/20"), ("B1", 4, "77/1000"), ("B4", 12, "1/10")]
)
def test_with_a_commission_the_figures_are_the_solvers(
    salon: Salon, model: str, decks: int | None, alpha: str
) -> None:
    html = page(salon, f"model={model}&decks={decks or 6}&commission={alpha}")
    one = solve_casino(model, Fraction(alpha), decks).equilibrium
    assert figures(html, "figure") == {
        "value": str(one.value),
        "banquier_value": str(one.banquier_value),
    }
    assert figures(html, "mixed") == {name: str(draws) for name, draws in one.mixed.items()}


def test_a_game_that_is_in_no_table_is_solved(salon: Salon) -> None:
    assert "http-equiv" in page(salon, "model=A3&commission=1/20")
    html = solved_page(salon, "model=A3&commission=1/20")
    solution = solve_casino("A3", Fraction(1, 20))
    (one,) = solution.equilibria
    assert figures(html, "mixed") == {name: str(draws) for name, draws in one.mixed.items()}
    assert "The ponte's set has 4 dimensions, the banquier's set has 5" in html
    assert check_any(solution.certificate.dump()) in html
    assert "http-equiv" not in page(salon, "model=A3&commission=1/20")


def test_banque_has_its_three_solutions(salon: Salon) -> None:
    html = solved_page(salon, "model=banque&endless=true&theta=2/3")
    banque = solve_banque("2/3")
    assert figures(html, "figure") == {"value": str(banque.coalition.value)}
    mixture = {corner: str(share) for corner, share in banque.coalition.mixture.items()}
    assert figures(html, "corner") == mixture
    mixed = {c: str(draws) for c, draws in banque.coalition.banquier.items() if 0 < draws < 1}
    assert figures(html, "mixed") == mixed
    assert banque.nash is not None
    a, b, n = banque.nash[0].players[1].as_json()
    assert figures(html, "nash")["1"] == f"{a} + {b} √{n}"
    grid, pure = marks(html), {Fraction(0): "S", Fraction(1): "D"}
    for total in range(8):
        for column in COLUMNS:
            draws = banque.coalition.banquier.get(f"{total}|-,{column}", Fraction(0))
            assert grid[f"{total}|-,{column}"] == pure.get(draws, "a")


def test_at_banque_the_grid_is_that_of_tableau_1s_third_card(salon: Salon) -> None:
    html = solved_page(salon, "model=banque&endless=true&theta=2/3&first=6")
    assert set(marks(html)) == {f"{total}|6,{column}" for total in range(8) for column in COLUMNS}


def test_critical_points_are_marked(salon: Salon) -> None:
    html = page(salon, "model=B3&decks=6&commission=1/20")
    assert "Critical at 0.056915:" in html
    assert "3,3|6: D → S" in html
    before = re.search(r'data-set="commission=([^"]*)">just before', html)
    after = re.search(r'data-set="commission=([^"]*)">just after', html)
    assert before
    assert after
    there = [marks(page(salon, f"model=B3&decks=6&commission={one[1]}")) for one in (before, after)]
    assert [grid["6|6"] for grid in there] == ["D", there[1]["6|6"]]
    assert there[1]["6|6"] != "D"
    assert re.findall(r'data-set="decks=(\d+)"', page(salon, "model=B1")) == ["4"]
    assert "No critical commission" in page(salon, "model=B1")
    assert "not calculated in advance" in page(salon, "model=B1&decks=40")


# Certificates.


def test_a_certificate_is_the_file_that_the_command_writes(salon: Salon, tmp_path: Any) -> None:
    answer = salon.http.get("/theory/certificate.json?model=B1&decks=6&commission=5%25")
    assert answer.status_code == 200
    assert 'filename="baccarat-B1-6-decks-1-20.json"' in answer.headers["content-disposition"]
    kept = tmp_path / "kept.json"
    asked = "solve --model B1 --decks 6 --commission 1/20"
    assert asked in page(salon, "model=B1&decks=6&commission=5%25")
    assert run(*asked.split(), "--certificate", str(kept))[0] == 0
    assert answer.text == kept.read_text("utf-8")
    assert check_any(answer.text).startswith("model B1, 6 decks, commission 1/20: there is one")


def test_it_is_told_as_proved_once_our_checker_has_read_it(salon: Salon) -> None:
    assert "Computed exactly" in page(salon, "model=B4&decks=3")
    html = solved_page(salon, "model=B4&decks=3")
    assert check_any(solve("B4", 3).certificate.dump()) in html
    assert "Proved" in page(salon, "model=B4&decks=3")


# Practice.


@pytest.mark.parametrize("cell", ["0,6|-", "3,3|6", "1,4", "2,3"])
@pytest.mark.parametrize("move", ["draw", "stand"])
def test_a_decision_costs_what_the_library_says(salon: Salon, cell: str, move: str) -> None:
    query = f"model=B3&decks=6&commission=1/20&cell={cell}&move={move}"
    html = unescape(salon.http.get(f"/theory/practice?{query}").text)
    one = equilibria("B3", Fraction(1, 20), 6).equilibrium
    is_banker = "|" in cell
    drawing, standing = drawing_and_standing(
        cell,
        Side.BANKER if is_banker else Side.PLAYER,
        one.model,
        one.ponte if is_banker else one.banquier,
        shoe_of(one.model, 6),
        Fraction(19, 20) if is_banker else Fraction(1),
    )
    cost = max(drawing, standing) - (drawing if move == "draw" else standing)
    said = {
        name: unescape(text)
        for name, text in re.findall(r"data-(drawing|standing|cost|equilibrium)>([^<]*)<", html)
    }
    assert said == {
        "drawing": str(drawing),
        "standing": str(standing),
        "cost": str(cost),
        "equilibrium": str((one.banquier if is_banker else one.ponte)[cell]),
    }
    assert f'data-right="{"no" if cost else "yes"}"' in html
    if cell in one.mixed:
        assert cost == 0


def test_a_wrong_move_costs_what_it_costs_over_all_coups(salon: Salon) -> None:
    """In the parlor game, times how often the cell comes: never more than its price by itself."""
    answer = salon.http.get("/theory/practice?model=A1&decks=6&commission=0&cell=7|-&move=draw")
    cost = re.search(r"data-cost>([^<]*)<", answer.text)
    assert cost
    assert Fraction(cost[1]) > price("A1", Side.BANKER, {"7|-": 1}).cost > 0


def test_cells_are_dealt_where_it_is_easy_to_be_wrong(salon: Salon) -> None:
    shown = ShownGame.known(read_question("B1", 6))
    assert shown is not None
    close = close_cells(shown)
    assert {"5", "6|-", "5|4", "3|8", "4|1"} <= set(close)
    assert not {"0|0", "7|3", "1|9"} & set(close)
    for _ in range(10):
        html = salon.http.get("/theory/practice?model=B1&decks=6&deal=yes").text
        cell = re.search(r'name="cell" value="([^"]*)"', html)
        assert cell
        assert unescape(cell[1]) in close
        assert 'name="move" value="draw"' in html


def test_the_hand_stays_the_same_while_one_decides(salon: Salon) -> None:
    for _ in range(5):
        html = salon.http.get("/theory/practice?model=B1&cell=3|8&held=6,7&move=draw").text
        assert 'name="held" value="6,7"' in html


# Bad input.


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("model=B5", "unknown model: 'B5' – did you mean B4, B3, B2?"),
        ("model=bank", "unknown model: 'bank' – did you mean banque?"),
        ("model=zero-sum", "expected A1, A2, A3, A4, B1, B2, B3, B4, banque"),
        ("decks=0", "decks are a whole number from 1 to 1000, not 0"),
        ("decks=six", "decks are a whole number from 1 to 1000, not six"),
        ("model=banque&decks=28", "decks are a whole number from 1 to 27, not 28"),
        ("commission=1/9", "a commission is a number from 0 to 1/10"),
        ("commission=-1%25", "a commission is a number from 0 to 1/10"),
        ("commission=1/0", "a commission is a number from 0 to 1/10"),
        ("model=banque&theta=3/2", "a stake is a number from 0 to 1 such as 2/3, not 3/2"),
        ("cell=9|9", "there is no decision at '9|9' in this game – choose e.g. 6|-"),
    ],
)
def test_a_question_that_is_none_is_told_in_place(salon: Salon, query: str, told: str) -> None:
    html = page(salon, query, 422)
    assert told in html
    assert '<form class="panel asked"' in html


def test_a_wrong_cell_takes_nothing_else_away_and_is_no_markup(salon: Salon) -> None:
    html = salon.http.get("/theory?cell=<script>", headers={"accept": "text/html"}).text
    assert "&#39;&lt;script&gt;&#39;" in html
    assert str(solve("B3", 6).value) in html


def test_what_was_typed_is_not_lost(salon: Salon) -> None:
    html = page(salon, "model=B2&decks=0&commission=1/30", 422)
    assert 'name="decks" inputmode="numeric" size="5" autocomplete="off" value="0"' in html
    assert 'value="1/30"' in html


def test_a_fragment_is_refused_with_a_problem_in_the_asked_language(salon: Salon) -> None:
    answer = salon.http.get("/theory/answer?decks=0", headers={"accept-language": "fr"})
    assert answer.status_code == 422
    assert answer.json()["detail"] == "les jeux sont un nombre entier de 1 à 1000, pas 0"


# Shape.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_every_language(salon: Salon, language: str) -> None:
    words = Words.of(language)
    html = page(salon, "model=B3&commission=1/20&cell=0,6|-&move=draw", language=language)
    for key in ("title", "unique", "computed", "download", "against", "right"):
        assert words(f"theory.{key}") in html


def test_where_keys_are_asked_for_nobody_comes_in_without() -> None:
    guarded = Salon(settings=ASKS_FOR_KEYS)
    for path in ("", "/answer", "/practice", "/certificate.json"):
        assert guarded.http.get(f"/theory{path}").status_code == 401
    assert guarded.http.post("/theory/leave?tab=a").status_code == 401


def test_a_window_may_leave(salon: Salon) -> None:
    answer = salon.http.get("/theory/answer?model=banque&decks=20&tab=mine")
    assert answer.status_code == 202
    assert "data-stop" in answer.json()["parts"]["answer"]
    assert salon.http.post("/theory/leave?tab=mine").status_code == 204
    desk, end = salon.app.state.theory_desk, monotonic() + PATIENCE
    while desk.load:
        assert monotonic() < end
        sleep(0.05)
    assert desk.find(TheoryQuestion(game="banque", decks=20, theta="1/2")) is None


def test_without_scripts_the_page_waits_for_the_answer(salon: Salon) -> None:
    html = page(salon, "model=A4")
    found = re.search(r'http-equiv="refresh" content="0; url=/theory\?([^"]*)"', html)
    assert found
    html = page(salon, found[1])
    assert figures(html, "figure") == {"value": str(solve("A4").value)}
    assert "http-equiv" not in html


def test_a_question_reads_back() -> None:
    for question in (
        read_question("b3", "7", "5%"),
        read_question("A2"),
        read_question("banque", None, None, "2/3", endless=True),
    ):
        assert TheoryQuestion.read(json.loads(json.dumps(question.said))) == question
