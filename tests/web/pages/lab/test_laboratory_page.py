"""The laboratory's pages: what they ask, what they show, and that every figure is the library's."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from math import hypot, sqrt
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from web.fake_lab import FakeLab, waiting
from web.salon import ASKS_FOR_KEYS, Salon

import baccarat as bac
from baccarat.base.sentences import Sentence
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.bets import Bet, registered
from baccarat.core.games import KNOWN as GAMES
from baccarat.core.plugins import load_plugin
from baccarat.core.stats import deviations
from baccarat.figures.evenings import Evenings
from baccarat.figures.sessions import session_figures
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.shoes import CountedShoes, count_cards
from baccarat.systems.register import system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import Staked, stake
from baccarat.systems.system import KNOWN as SYSTEMS
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import MISFITS
from baccarat.web.pages.lab.forms import form_fields, question_of, read_question
from baccarat.web.runs.bodies import fields_of
from baccarat.web.runs.run import RunCheck, RunProgress, RunState
from baccarat.web.runs.work import KINDS, read_work

PAGE = {"accept": "text/html"}
ROW = re.compile(r'<tr data-figure="([^"]*)">(.*?)</tr>', re.S)
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.S)
COUPS, SESSIONS, SHOES = 400, 20, 20
FRESH = {"many": f"{COUPS:,}", "much": "fresh"}
STAKE = {"system": "martingale", "sessions": str(SESSIONS), "most": "50", "seed": "1"}
COUNT = {"counts": "dragon-7", "shoes": str(SHOES), "seed": "1"}


def laboratory(*, is_quick: bool = True) -> Salon:
    salon = Salon()
    salon.app.state.lab = FakeLab(is_quick=is_quick)
    return salon


@pytest.fixture(scope="module")
def salon() -> Salon:
    """A laboratory that has dealt some runs."""
    return laboratory()


def ask(salon: Salon, kind: str, **fields: str) -> dict[str, Any]:
    """Fill a form in, and the answer."""
    answer = salon.http.post("/laboratory", json={"kind": kind, "fields": fields})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def page(salon: Salon, path: str, status: int = 200, language: str = "en") -> str:
    answer = salon.http.get(path, headers={**PAGE, "accept-language": language})
    assert answer.status_code == status, answer.text
    return unescape(answer.text)


def rows(html: str) -> dict[str, list[str]]:
    """The cells of every figure, by its key; the first is its name."""
    return {key: CELL.findall(row) for key, row in ROW.findall(html)}


def plots(salon: Salon, address: str) -> list[dict[str, Any]]:
    answer = salon.http.get(address, headers=PAGE)
    return [json.loads(unescape(one)) for one in re.findall(r'data-plot="([^"]*)"', answer.text)]


def per_cent(value: float) -> str:
    return f"{100 * value:.4f}%"


def units(value: float) -> str:
    return f"{'+' if value > 0 else ''}{round(value, 4):,}"


# Every figure is the library's.


@pytest.mark.slow
def test_a_simulation_shows_the_edges_of_the_librarys_own_run(salon: Salon) -> None:
    html = page(salon, ask(salon, "simulate", **FRESH, seed="7")["address"])
    own = bac.simulate(shoes=COUPS, seed=7, fresh=True)
    told = rows(html)
    assert set(told) == set(own.game.layout.bets)
    for spot, bet in own.game.layout.bets.items():
        low, high = own.of(bet).edge_interval()
        z = own.z(bet)
        assert z is not None
        assert told[spot][1:] == [
            per_cent(float(own.of(bet).edge)),
            f"{per_cent(low)} … {per_cent(high)}",
            per_cent(float(own.exact.of(bet).edge)),
            f"{round(z, 2)}",
        ]


def test_a_run_has_the_digest_of_the_librarys_own_run(salon: Salon) -> None:
    asked = ask(salon, "simulate", many="30", much="shoes", seed="5", bets="dragon-7")
    html = page(salon, asked["address"])
    game = bac.game("punto-banco")
    own = bac.simulate(shoes=30, seed=5, game=replace(game, layout=game.layout.having("dragon-7")))
    assert f"<code data-answer>{own.answer_digest}</code>" in html
    assert "baccarat simulate --shoes 30 --bet dragon-7 --seed 5" in html
    assert "in whole shoes the cut card changes them slightly" in html


def test_a_plot_has_what_was_counted_less_what_is_exact(salon: Salon) -> None:
    address = ask(salon, "simulate", **FRESH, seed="7")["address"]
    [plot] = plots(salon, address)
    own = bac.simulate(shoes=COUPS, seed=7, fresh=True)
    assert plot["x"][-1] == COUPS
    assert plot["x"] == sorted(set(plot["x"]))
    labels = [curve["label"] for curve in plot["curves"]]
    assert labels == ["Player", "Banker", "Tie", "Exact"]
    for name, curve in zip(("player", "banker", "tie"), plot["curves"], strict=False):
        exact = float(own.exact.of(bac.bet(name)).edge)
        low, high = own.of(bac.bet(name)).edge_interval()
        for end, value in (("low", low), ("high", high), ("value", float(own.of(name).edge))):
            assert curve[end][-1] == pytest.approx(100 * (value - exact), rel=1e-5, abs=1e-9)
            assert len(curve[end]) == len(plot["x"])
    assert set(plot["curves"][3]["value"]) == {0}


@pytest.fixture(scope="module")
def played() -> Staked:
    terms = Session(most=50, coups=100)
    return stake("martingale", SESSIONS, 1, session=terms, fresh=True, engine="reference")


def test_a_system_shows_how_its_sessions_ended(salon: Salon, played: Staked) -> None:
    html = page(salon, ask(salon, "stake", **STAKE, fresh="yes")["address"])
    told = {key: cells[1] for key, cells in rows(html).items()}
    ends = {
        f"end-{end}": per_cent(float(played.ended(end).share or 0)) for end in played.ledger.ends
    }
    assert told == {
        "mean": units(played.mean),
        "by-law": units(played.by_law),
        "action": f"{round(played.action, 4):,}",
        "won": per_cent(played.won),
        "ahead-of-start": per_cent(float(played.ahead.share or 0)),
        **ends,
        "mean-coups": f"{round(played.ledger.mean('coups'), 4):,}",
    }
    low, high = played.interval()
    assert rows(html)["mean"][2] == f"{units(low)} … {units(high)}"
    sentences = " ".join(Evenings.of_sessions(played).sentences(Words.of("en")))
    assert html.index(sentences) < html.index("<table")


@pytest.mark.long
def test_a_system_of_fresh_coups_has_its_exact_chances_beside(salon: Salon) -> None:
    asked = {**STAKE, "bankroll": "5", "coups": "10", "fresh": "yes", "exact": "yes"}
    address = ask(salon, "stake", **asked)["address"]
    html, found = page(salon, address), plots(salon, address)
    plan = SessionPlan(SESSIONS, 1, bac.game("punto-banco"), Session(5, most=50, coups=10), True)
    solved = solve_sessions(plan, system("martingale"))
    told = {key: cells[3] for key, cells in rows(html).items()}
    assert told["mean"] == units(float(solved.mean))
    assert told["ahead-of-start"] == per_cent(float(solved.ahead))
    assert told["end-ruined"] == per_cent(float(solved.ends["ruined"]))
    own = stake("martingale", SESSIONS, 1, session=plan.session, fresh=True)
    z = {one.name: one.z for one in session_figures(own, solved)}["ended: ruined"]
    assert z is not None
    assert rows(html)["end-ruined"][4] == f"{round(z, 2)}"
    exact = found[-1]["curves"][1]
    assert exact["label"] == "Exact"
    assert exact["value"] == [0, pytest.approx(100 * float(solved.ends["ruined"]), rel=1e-5)]
    assert "baccarat stake 'martingale on banker' " in html
    assert "--fresh --exact" in html


def test_exact_chances_need_fresh_coups() -> None:
    body = {"kind": "stake", "fields": {**STAKE, "exact": "yes"}}
    answer = laboratory().http.post("/laboratory", json=body)
    assert answer.json()["field"] == "exact"
    assert answer.json()["detail"].startswith("Show the exact chances too: coups of one shoe")


def test_the_fan_has_the_quantiles_of_the_ledger(salon: Salon, played: Staked) -> None:
    found = plots(salon, ask(salon, "stake", **STAKE, fresh="yes")["address"])
    fan, ruin = found[-2:]
    assert fan["x"] == [0, *played.plan.marks]
    for share, curve in zip((95, 75, 50, 25, 5), fan["curves"], strict=True):
        money = [played.ledger.quantile(f"money at {mark}", share / 100) for mark in fan["x"][1:]]
        assert curve["value"] == [100, *(coins / 20 for coins in money)]
    times = played.ledger.histograms["ruined at"]
    gone = [sum(many for at, many in times.items() if at <= mark) for mark in ruin["x"]]
    assert ruin["curves"][0]["value"] == pytest.approx(
        [100 * one / SESSIONS for one in gone], rel=1e-5
    )


@pytest.fixture(scope="module")
def counted() -> CountedShoes:
    published = next(one.count for one in known_counts() if one.count.bet.key == "dragon-7")
    return count_cards([published], SHOES, 1, compare=True, engine="reference")


@pytest.mark.slow
def test_a_count_shows_what_a_shoe_is_worth(salon: Salon, counted: CountedShoes) -> None:
    html = page(salon, ask(salon, "count", **COUNT)["address"])
    told_plays: Any = counted.as_json()["plays"]
    [worth] = told_plays
    told = rows(html)
    for name, write in {
        "units_expected": units,
        "units_won": units,
        "bets_a_shoe": lambda value: f"{round(value, 4):,}",
        "share_of_coups": per_cent,
        "mean_edge": per_cent,
    }.items():
        figure = worth[name]
        assert told[name][1] == write(figure["estimate"])
        assert told[name][2] == f"{write(figure['low'])} … {write(figure['high'])}"
    assert f"<code data-answer>{counted.answer_digest}</code>" in html


# Side by side.


def test_runs_of_different_seeds_are_compared_with_the_interval_of_their_difference(
    salon: Salon,
) -> None:
    digests = [ask(salon, "simulate", **FRESH, seed=seed)["digest"] for seed in ("7", "8")]
    html = page(salon, f"/laboratory?compare={','.join(digests)}")
    first, other = (bac.simulate(shoes=COUPS, seed=seed, fresh=True) for seed in (7, 8))
    for spot, cells in rows(html).items():
        bet = first.game.layout.bets[spot]
        more = float(other.of(bet).edge) - float(first.of(bet).edge)
        (one_below, one_above), (below, above) = (
            [abs(float(run.of(bet).edge) - end) for end in run.of(bet).edge_interval()]
            for run in (first, other)
        )
        low, high = more - hypot(below, one_above), more + hypot(above, one_below)
        assert numbers(cells[3]) == pytest.approx([100 * more, 100 * low, 100 * high], abs=2e-4)
        if spot == "banker":  # no result is rare
            normal = deviations(0.99) * hypot(*(one.of(bet).deviation for one in (first, other)))
            assert high - low == pytest.approx(2 * normal / sqrt(COUPS), rel=0.02)
        assert cells[4] == per_cent(float(first.exact.of(bet).edge))
    [plot, *others] = plots(salon, f"/laboratory?compare={digests[0]}&compare={digests[1]}")
    assert len(others) == 2
    labels = [curve["label"] for curve in plot["curves"]]
    assert labels[0].startswith("A: 400 coups of fresh shoes")
    assert labels[1].endswith("seed 8")


def test_figures_of_a_few_coups_are_shown_and_compared_plainly(salon: Salon) -> None:
    """Three coups that a long shot lost say little; a system is no more than itself."""
    few = {"many": "3", "much": "fresh", "bets": "dragon-7"}
    two = {**STAKE, "system": "flat, martingale", "sessions": "20"}
    for kind, asked in (("simulate", few), ("stake", two)):
        told = [ask(salon, kind, **asked | {"seed": seed}) for seed in ("7", "8")]
        html = page(salon, f"/laboratory?compare={','.join(run['digest'] for run in told)}")
        alone = page(salon, told[0]["address"])
        for shown in (html, alone):
            assert "None" not in shown
            assert "– …" not in shown
        if kind == "simulate":
            high = 41 * 2.575829**2 / (3 + 2.575829**2)  # Wilson's for none of three
            first, other, more = map(numbers, rows(html)["dragon-7"][1:4])
            assert first == other == pytest.approx([100, 100 * (1 - high), 100], abs=1e-3)
            assert more == pytest.approx([0, -100 * high, 100 * high], abs=1e-3)


def numbers(cell: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?[\d.]+(?=%)", cell)]


def test_runs_that_share_shoes_have_no_interval_between_them(salon: Salon) -> None:
    one = ask(salon, "simulate", **FRESH, seed="7")["digest"]
    longer = ask(salon, "simulate", many="500", much="fresh", seed="7")["digest"]
    html = page(salon, f"/laboratory?compare={one},{longer}")
    assert "they share shoes" in html
    assert all("…" not in cells[3] for cells in rows(html).values())


@pytest.mark.parametrize(
    ("compare", "status", "why"),
    [
        ("", 422, "two to 6 runs can be compared – tick them in the list of runs"),
        ("0" * 64, 422, "two to 6 runs can be compared – tick them in the list of runs"),
        (",".join(str(one) * 64 for one in range(7)), 422, "two to 6 runs can be compared"),
        (f"{'0' * 64},{'1' * 64}", 404, "there is no run 000000000000… here"),
    ],
)
def test_what_cannot_be_compared_says_why(
    salon: Salon, compare: str, status: int, why: str
) -> None:
    ask(salon, "simulate", **FRESH)
    assert '<button type="submit" name="compare" value="">' in page(salon, "/laboratory")
    html = page(salon, f"/laboratory?compare={compare}", status)
    assert why in html
    assert 'type="checkbox" name="compare"' in html  # where others can be chosen


def test_the_bar_marks_the_laboratory_on_all_of_its_pages(salon: Salon) -> None:
    runs = [ask(salon, "simulate", **FRESH, seed=seed) for seed in ("7", "8")]
    compare = ",".join(run["digest"] for run in runs)
    marks = {
        "/laboratory": "page",
        f"/laboratory?compare={compare}": "page",
        f"/laboratory/{runs[0]['digest']}": "true",
    }
    for path, mark in marks.items():
        html = page(salon, path)
        assert re.findall(r'href="/(\w+)" aria-current="(\w+)"', html) == [("laboratory", mark)]


def test_runs_of_two_kinds_are_not_compared(salon: Salon) -> None:
    one = ask(salon, "simulate", **FRESH, seed="7")["digest"]
    other = ask(salon, "count", **COUNT)["digest"]
    assert "runs of the same kind" in page(salon, f"/laboratory?compare={one},{other}", 422)


# The form.


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_values_of_a_form_ask_for_something_real(kind: str) -> None:
    salon = laboratory(is_quick=False)
    first = {field.name: field.first for field in form_fields(kind)}
    address = ask(salon, kind, **first)["address"]
    assert "Waiting" in page(salon, address)
    assert ask(salon, kind, **first)["address"] == address
    assert len(salon.app.state.lab.runs()) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_fills_the_form_that_asks_it_again(kind: str) -> None:
    salon = laboratory(is_quick=False)
    filled = {
        "simulate": {"many": "70", "much": "shoes", "bets": "tie dragon-7:50", "decks": "6"},
        "stake": {"system": "flat, 1-3-2-6 on player", "stop_loss": "40", "game": "ez"},
        "count": {
            "counts": "perfect, 8:2 9:2 at 4 on tie",
            "bets": "dragon-7",
            "cut_cards": "14 26",
        },
    }[kind]
    asked = ask(salon, kind, **filled)
    [question] = parse_qs(urlsplit(asked["address"]).query)["question"]
    again = read_question(question)
    fields = form_fields(kind, fields_of(again))
    assert question_of(kind, {one.name: one.first for one in fields}) == again
    html = page(salon, f"/laboratory?question={question}")
    assert f'data-ask="{kind}"' in html
    for field in fields:
        if field.first and field.kind not in ("choice", "check"):
            assert f'name="{field.name}" value="{field.first}"' in html


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "simulate", "shoes": 30, "cut_card": 20, "last_coup": "2/1", "burn": False},
        {"kind": "simulate", "fresh": 30, "endless": True, "depth": "points", "all_bets": True},
        {"kind": "simulate", "until": 5.0, "each": 3},
        {"kind": "stake", "system": "flat on player", "hours": 2.0, "pace": 40, "short": "stop"},
        {"kind": "stake", "compare": ["flat", "1-3-2-6"], "shoes": 2, "trailing": True, "unit": 5},
        {"kind": "count", "counts": ["dragon-7"], "pace": 50, "last_coups": ["A"], "as_won": True},
    ],
)
def test_a_form_that_is_filled_in_loses_nothing_for_which_it_has_no_field(
    asked: dict[str, Any],
) -> None:
    again = read_question(json.dumps(asked))
    fields = form_fields(again.kind, fields_of(again))
    typed = {one.name: one.first for one in fields}
    assert question_of(again.kind, typed) == again
    rest = json.loads(typed["rest"])
    assert rest
    assert all(asked[name] == value for name, value in rest.items())
    salon = laboratory(is_quick=False)
    html = page(salon, "/laboratory?" + urlencode({"question": json.dumps(asked)}))
    assert "Other settings" in html
    assert f'name="rest" value="{typed["rest"]}"' in html


def test_whoever_runs_a_shared_address_elsewhere_gets_the_same_digest() -> None:
    asked = {"kind": "stake", "system": "flat on banker", "shoes": 2, "hours": 2.0}
    work = read_work("stake", fields_of(read_question(json.dumps(asked))))
    salon = laboratory(is_quick=False)
    html = page(
        salon, f"/laboratory/{work.digest}?{urlencode({'question': json.dumps(asked)})}", 404
    )
    assert "or press Run below" in html
    typed = dict(re.findall(r'<input name="([^"]*)" value="(.*?)" maxlength', html))
    assert ask(salon, "stake", **typed)["digest"] == work.digest


@pytest.mark.usefixtures("bring")
def test_what_is_registered_is_in_the_lists(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import baccarat as bac\n"
        "from baccarat.systems.system import Joined\n"
        "from baccarat.systems.pickers import Always\n"
        "from baccarat.systems.stakings import Flat\n"
        "OWL = bac.Bet('Laboratory owl', lambda coup: None, pays={'owl': 7})\n"
    )
    load_plugin(file)
    html = page(laboratory(), "/laboratory")
    assert '<option value="laboratory-owl">' in html
    for bet in registered(Bet):
        assert f'<option value="{bet.key}">' in html
    for known in GAMES:
        assert f'<option value="{known.name}"' in html
    systems = page(laboratory(), "/laboratory?kind=stake")
    for one in SYSTEMS:
        assert f'<option value="{one.key}">' in systems


@pytest.mark.parametrize(
    ("kind", "fields", "why", "field"),
    [
        ("simulate", {"many": "lots"}, "How many: a whole number is expected", "many"),
        ("simulate", {"many": "1.5"}, "How many: a whole number is expected", "many"),
        ("simulate", {"many": "9" * 25}, "How many: a whole number is expected", "many"),
        ("simulate", {"many": "0", "much": "shoes"}, "How many: at least 1 is expected", "many"),
        ("simulate", {"many": "5", "decks": "13"}, "Decks: at most 12 is taken", "decks"),
        ("simulate", {"many": "5", "seed": "-1"}, "Seed: at least 0 is expected", "seed"),
        ("simulate", {"many": "5", "bets": "t" * 90}, "Other bets: at most 80 characters", "bets"),
        ("simulate", {"many": "5", "bets": "dragn-7"}, "unknown bet: 'dragn-7'", None),
        ("simulate", {}, "How many: it is missing", "many"),
        ("stake", {"system": "martingal"}, "unknown system: 'martingal'", None),
        (
            "stake",
            {"goal": "50"},
            "a goal of 50 units is too low: give more than the bankroll, 100",
            None,
        ),
        ("stake", {"system": "flat, " + "x" * 300}, "System: at most ", "system"),
        ("count", {}, "Count: it is missing", "counts"),
        ("count", {"counts": "perfect"}, "name the bet, too", None),
        ("simulate", {"many": "5", "plugin": "os"}, "plugin: there is no such field", "plugin"),
        ("simulate", {"many": "5", "rest": "x"}, "Other settings: JSON is expected", "rest"),
        ("simulate", {"many": "5", "rest": "[1]"}, "Other settings: JSON is expected", "rest"),
        ("stake", {"rest": '{"pacce": 4}'}, "pacce: there is no such field", "pacce"),
        (
            "simulate",
            {"many": "5", "rest": '{"kind": "stake"}'},
            "Other settings: 'kind' appears twice in one object",
            "rest",
        ),
        (
            "stake",
            {"seed": "1", "rest": '{"seed": 4}'},
            "Other settings: 'seed' appears twice",
            "rest",
        ),
        ("cheat", {}, "kind: expected simulate, stake, count", "kind"),
    ],
)
def test_a_bad_field_is_one_problem_and_nothing_is_run(
    kind: str, fields: Mapping[str, str], why: str, field: str | None
) -> None:
    salon = laboratory()
    answer = salon.http.post("/laboratory", json={"kind": kind, "fields": fields})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(why)
    assert answer.json().get("field") == field
    assert salon.app.state.lab.runs() == ()


def test_a_bad_field_is_called_as_the_form_calls_it_in_every_language() -> None:
    http = laboratory().http
    for language in LANGUAGES:
        words = Words.of(language)
        for kind in KINDS:
            html = http.get(f"/laboratory?kind={kind}", headers={"accept-language": language}).text
            numbers = [one for one in form_fields(kind) if one.kind == "number"]
            for field in numbers:
                first = {one.name: one.first for one in form_fields(kind)}
                body = {"kind": kind, "fields": {**first, field.name: "lots"}}
                headers = {"accept-language": language}
                told = http.post("/laboratory", json=body, headers=headers).json()
                label = words(field.word)
                assert label in unescape(html)
                why = words.say(MISFITS["int_type"])
                assert told["detail"] == words.say(Sentence("{field}: {why}", field=label, why=why))
                assert told["field"] == field.name


def test_numbers_may_be_written_as_people_write_them() -> None:
    for text in ("1000000", "1,000,000", "1 000 000", "1.000.000", "1\u202f000\u202f000"):
        asked = question_of("simulate", {"many": text, "much": "fresh"})
        assert fields_of(asked) == {"fresh": 1_000_000}


def test_who_may_only_watch_sees_runs_and_starts_none() -> None:
    salon = Salon(settings=ASKS_FOR_KEYS)
    salon.app.state.lab = FakeLab()
    play, watch = (salon.new_key(level) for level in (Level.PLAY, Level.WATCH))
    body = {"kind": "simulate", "fields": FRESH}
    address = salon.http.post("/laboratory", json=body, headers=bearer(play)).json()["address"]
    for path in ("/laboratory", address):
        seen = salon.http.get(path, headers={**PAGE, **bearer(watch)}).text
        assert "data-ask" not in seen
        assert "data-act" not in seen
        assert "400 coups of fresh shoes" in seen
    assert (
        "To start one, you need a key"
        in salon.http.get("/laboratory", headers={**PAGE, **bearer(watch)}).text
    )


def test_who_runs_no_scripts_is_told_what_to_do_instead(salon: Salon) -> None:
    page = salon.http.get("/laboratory", headers=PAGE).text
    told = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "use the command in a terminal" in told


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


# Where a run stands.


def test_a_run_tells_where_it_stands_and_offers_what_can_be_done() -> None:
    salon = laboratory(is_quick=False)
    lab: FakeLab = salon.app.state.lab
    asked = ask(salon, "simulate", **FRESH)
    run = lab.find(asked["digest"])
    assert run is not None

    def part(**changes: Any) -> str:
        lab.put(replace(run, **changes))
        return page(salon, f"/laboratory/{run.digest}/run")

    waits = part(ahead=3)
    assert "Runs before this run: 3" in waits
    assert "data-moves" in waits
    assert acts(waits) == {"stop"}
    runs = part(state=RunState.RUNNING, progress=RunProgress(160, 400, "coups", 45_678.9, 2.5))
    assert '<progress max="400" value="160"' in runs
    assert "coups: 160 of 400<" in runs
    assert "2.5 s · 45,679 coups a second" in runs
    assert acts(runs) == {"stop"}
    stopped = part(state=RunState.STOPPED, why=Sentence("somebody has stopped it"))
    assert "somebody has stopped it" in stopped
    assert "data-moves" not in stopped
    assert acts(stopped) == {"go-on"}
    assert acts(part(state=RunState.FAILED)) == {"go-on"}
    assert acts(part(state=RunState.DONE)) == {"check"}


def acts(html: str) -> set[str]:
    return set(re.findall(r'data-act="/api/v1/runs/[0-9a-f]{64}/([a-z-]+)"', html))


def test_a_check_puts_both_digests_side_by_side() -> None:
    salon = laboratory()
    lab: FakeLab = salon.app.state.lab
    run = lab.find(ask(salon, "simulate", **FRESH)["digest"])
    assert run is not None
    assert run.answer_digest is not None
    path = f"/laboratory/{run.digest}/run"
    lab.put(replace(run, check=RunCheck(RunState.RUNNING, RunProgress(10, 400, "coups"))))
    going = page(salon, path)
    assert "data-moves" in going
    assert '<progress max="400" value="10"' in going
    assert acts(going) == {"stop"}
    lab.put(replace(run, check=RunCheck(RunState.STOPPED)))
    assert acts(page(salon, path)) == {"go-on", "check"}
    why = Sentence("its process cannot be started: {why}", why="no more of them")
    lab.put(replace(run, check=RunCheck(RunState.FAILED, why=why)))
    for language in LANGUAGES:
        words = Words.of(language)
        told = words("lab.not-checked", why=words.say(why))
        failed = page(salon, path, language=language)
        assert f"<p>{told}</p>" in failed
        assert f'data-say="{told}"' in failed  # and it is heard
    lab.check(run.digest, None)  # type: ignore[arg-type]
    same = page(salon, path)
    assert "The same: both runs have the same digest." in same
    assert same.count(run.answer_digest) == 3
    lab.put(replace(run, check=RunCheck(RunState.DONE, RunProgress(), "f" * 64, agrees=False)))
    assert "Not the same: the digests differ." in page(salon, path)


def test_the_list_moves_while_a_run_does(salon: Salon) -> None:
    ask(salon, "simulate", **FRESH)
    assert "data-moves" not in page(salon, "/laboratory/runs")
    slow = laboratory(is_quick=False)
    assert "No run yet" in page(slow, "/laboratory/runs")
    ask(slow, "simulate", **FRESH)
    assert "data-moves" in page(slow, "/laboratory/runs")


# What is not here.


@pytest.mark.slow
def test_a_run_that_is_not_here_tells_the_command_that_makes_it(salon: Salon) -> None:
    asked = ask(salon, "simulate", **FRESH, seed="7")
    html = page(laboratory(), asked["address"], 404)
    assert "This run is not here" in html
    assert '<code id="command">baccarat simulate --fresh 400 --seed 7</code>' in html
    assert 'name="many" value="400"' in html
    plain = page(laboratory(), f"/laboratory/{asked['digest']}", 404)
    assert "does not show the run's question" in plain
    assert 'id="command"' not in plain
    wrong = page(laboratory(), asked["address"].replace("400", "401"), 404)
    assert "The question and the digest in the address" in wrong
    assert 'id="command"' not in wrong
    assert "64 digits" in page(laboratory(), "/laboratory/somewhere", 404)
    assert "The question and the digest in the address" in page(
        laboratory(), f"/laboratory/{'0' * 64}?question=%7B", 404
    )


def test_the_part_of_a_run_that_is_not_here_is_a_problem(salon: Salon) -> None:
    answer = salon.http.get(f"/laboratory/{'0' * 64}/run")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "there is no run 000000000000… here"


@pytest.mark.parametrize("question", ["%7B%7D", "%7B", "[1]", '%7B"kind":"cheat"%7D'])
def test_an_address_with_no_question_is_one_problem(salon: Salon, question: str) -> None:
    page(salon, f"/laboratory?question={question}", 422)
    for path in ("/laboratory", f"/api/v1/runs/{'0' * 64}"):
        told = salon.http.get(f"{path}?question={question}").json()
        assert told["detail"] == "the question in this address cannot be read"
        assert told["field"] == "question"


def test_every_page_speaks_five_languages(salon: Salon) -> None:
    digests = [ask(salon, "simulate", **FRESH, seed=seed)["digest"] for seed in ("7", "8")]
    sessions = ask(salon, "stake", **STAKE)["address"]
    count = ask(salon, "count", **COUNT)["address"]
    for language in LANGUAGES:
        words = Words.of(language)
        for path, keys in {
            "/laboratory": ("lab.about", "lab.run", "lab.compare-chosen"),
            f"/laboratory/{digests[0]}": ("lab.state-done", "lab.note-fresh", "lab.interval"),
            sessions: ("lab.end-ruined", "lab.note-stake"),
            count: ("lab.units-expected", "lab.note-count"),
            f"/laboratory?compare={','.join(digests)}": ("lab.other-shoes", "lab.more"),
        }.items():
            html = page(salon, path, language=language)
            for key in keys:
                assert words(key) in html, (language, path, key)


def test_a_run_that_has_just_been_asked_for_can_be_looked_at() -> None:
    """Nothing is known of it yet: no plot, no figures, no speed."""
    salon = laboratory(is_quick=False)
    for kind, fields in (("simulate", FRESH), ("stake", STAKE), ("count", COUNT)):
        work = read_work(kind, fields_of(question_of(kind, fields)))
        salon.app.state.lab.put(waiting(work))
        html = page(salon, f"/laboratory/{work.digest}")
        assert work.command in html
        assert "data-plot" not in html
        assert rows(html) == {}
