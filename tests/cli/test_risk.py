"""`baccarat risk`: what it prints, what it keeps, and what it refuses in one line."""

import csv
import json
import re
import shlex
from pathlib import Path

import pytest
from asking import run
from checkout import ROOT

from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.risk.counted import CountedRisk
from baccarat.systems.risk.flat import risk

KEPT = ROOT / "examples" / "kept" / "dragon-7.json"


def told(*args: str) -> dict[str, object]:
    code, out, _ = run("risk", *args, "--json")
    assert code == 0
    (only,) = json.loads(out)["risks"]
    assert isinstance(only, dict)
    return only


def test_a_flat_bet_is_told_exactly() -> None:
    code, out, _ = run("risk", "player", "--bankroll", "10", "--goal", "20", "--coups", "90")
    assert code == 0
    for said in (
        "ruined, for ever",
        "in the session",
        "before the goal",
        "sessions ahead",
        "Exact",
    ):
        assert said in out
    flat = risk("player")
    found = told("player", "--bankroll", "10", "--goal", "20", "--coups", "90")
    assert found["ruin_float"] == flat.ruin(10, 20, 90)
    assert found["ruin_in_session_float"] == flat.ruin(10, None, 90)
    assert found["ruin_before_goal_float"] == pytest.approx(0.567831743551, abs=5e-13)
    assert found["ruin_for_ever_float"] == 1
    assert found["cost_an_hour_float"] == pytest.approx(70 * 0.012351, rel=1e-4)


def test_several_flat_bets_are_answered_as_each_of_them_alone() -> None:
    question = ("--bankroll", "10", "--goal", "20", "--coups", "90")
    code, out, _ = run("risk", "tie:9", "player", "banker", *question, "--json")
    assert code == 0
    answers = json.loads(out)["risks"]
    assert [answer["label"] for answer in answers] == ["tie:9", "player:1", "banker:1-5%"]
    for name, answer in zip(("tie:9", "player", "banker"), answers, strict=True):
        assert answer["ruin_float"] == risk(name).ruin(10, 20, 90)
    _, out, _ = run("risk", "tie:9", "player", "--bankroll", "10", "--coups", "90")
    assert re.search("tie:9: ruined by then ┃ player:1: ruined by then ┃", out)


def test_the_costs_of_a_rebate_are_written_as_a_table_too(tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    options = ("--rebate", "10%", "--costs", "--coups", "50")
    code, out, _ = run("risk", "player", "tie", *options, "--csv", str(file))
    assert code == 0
    rows = list(csv.DictReader(file.read_text().splitlines()))
    numbers = ["50", "100", "300", "1000", "3000", "10000"]
    assert [row["coups"] for row in rows] == 2 * numbers
    costs = json.loads(run("risk", "tie", *options, "--json")[1])["risks"][0]["offers"]["costs"]
    for row, same in zip(rows[6:], costs["by_coups"], strict=True):
        assert (row["bet"], float(row["rebate"])) == ("tie:8", costs["share_float"])
        assert float(row["cost"]) == same["cost_float"]
        assert f"{same['of_win_float']:.2%}".replace("%", " %") in out


def test_a_risk_asks_for_the_bankroll() -> None:
    found = told("--risk", "5%", "--hours", "2", "--pace", "60", "--decks", "6")
    assert found["coups_of_each"] == 120
    assert found["bankroll"] == risk("banker", decks=6).bankroll(0.05, coups=120)
    for spelled in ("0.05", "1/20", "5 %"):
        assert told("--risk", spelled, "--coups", "120")["bankroll"] == found["bankroll"]
    endless = told("tie", "--decks", "inf", "--bankroll", "5", "--goal", "9")
    assert endless["ruin_float"] == risk("tie", decks=float("inf")).ruin(5, 9)


def test_a_kept_count_says_if_its_shoes_were_not_burned(tmp_path: Path) -> None:
    asked = "dragon-7 --tags dragon-7 --trigger 4 --shoes 200 --seed 7"
    for option, told in (("--burn", "8 decks, 200 shoes"), ("--no-burn", "8 decks, not burned")):
        file = tmp_path / f"kept{option}.json"
        assert run("count", *asked.split(), option, "--keep", str(file))[0] == 0
        assert KeptCounts.load(file).burn is (option == "--burn")
        assert told in run("risk", "--kept", str(file), "--bankroll", "90")[1]


@pytest.mark.parametrize("spelled", ["dragon-7", "dragon-7 at 4:1 6:2", "perfect on banker"])
def test_the_bankroll_of_a_count_is_that_of_its_risk(spelled: str, tmp_path: Path) -> None:
    """The report of `count`, and `risk` from the file that it kept."""
    file = str(tmp_path / "kept.json")
    asked = [spelled, "--shoes", "500", "--seed", "7", "--keep", file]
    report, risk = (
        run("count", "--compare", *asked)[1],
        run("risk", "--kept", file, "--risk", "5%")[1],
    )
    [line] = re.findall(r"units for 5 % risk, about +│ +(.*?) +│", report)
    assert [line] == re.findall(r"units for a risk of 5.00 % +│ +(.*?) +│", risk)


@pytest.mark.slow
def test_what_was_kept_is_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "dragon.json"
    asked = "dragon-7 --tags '0 0 0 -1 -1 -1 -1 2 2 0' --trigger 4 --shoes 2000 --seed 7"
    code, out, _ = run(
        "count", *shlex.split(asked), "--cut-card", "14", "--cut-card", "52", "--keep", str(file)
    )
    assert code == 0
    assert f"Saved in {file}: `baccarat risk --kept` shows ruin, goals and bankrolls." in out
    assert KeptCounts.load(file) == KeptCounts.load(KEPT)
    counted = CountedRisk.of(KeptCounts.load(file).worths[0])
    found = told("--kept", str(file), "--cut-card", "14", "--risk", "5%")
    assert found["bankroll"] == counted.bankroll(0.05)
    least, most = counted.ends(lambda each: each.ruin(counted.bankroll(0.05)))
    assert found["bankroll_low"] == least.bankroll(0.05) < most.bankroll(0.05)
    assert found["bankroll_high"] == most.bankroll(0.05)
    assert found["is_exact"] is False
    found = told("--kept", str(file), "--cut-card", "52", "--bankroll", "90", "--coups", "500")
    other = CountedRisk.of(KeptCounts.load(file).worths[1])
    assert found["ruin_float"] == other.ruin(90, None, 500)
    least, most = other.ends(lambda each: each.ruin(90, None, 500))
    assert found["ruin_low_float"] == least.ruin(90, None, 500) < found["ruin_float"]
    assert found["ruin_high_float"] == most.ruin(90, None, 500) > found["ruin_float"]


@pytest.mark.slow
def test_a_stake_that_is_flat_names_the_quicker_answer() -> None:
    asked = "--sessions 5 --coups 5 --fresh --bankroll 9"
    _, out, _ = run("stake", "flat", "--on", "tie:9", *shlex.split(asked))
    assert "`baccarat risk tie:9` has ruin, goals and bankrolls exactly." in out
    _, out, _ = run("stake", "paroli", "--on", "tie:9", *shlex.split(asked))
    assert "baccarat risk" not in out


def test_endings_are_columns_of_one_table() -> None:
    code, out, _ = run("risk", "--kept", str(KEPT), "--bankroll", "200", "--hours", "9")
    assert code == 0
    assert "dragon-7, cut 14 B" in out
    assert "dragon-7, cut 52 B: ruined by then" in " ".join(out.split())
    assert "true count ≥ 4" in out


def test_guests_are_told_apart_by_price_and_by_number(tmp_path: Path) -> None:
    file = str(tmp_path / "kept.json")
    asked = ["--trigger", "4", "--shoes", "9", "--keep", file]
    code, out, _ = run("count", "dragon-7", "dragon-7:35", *asked)
    assert code == 0
    assert "dragon-7:35: tags 0 0 0 -1 -1 -1 -1 2 2 0; true count ≥ 4" in out
    assert "│ dragon-7    │" in out
    assert "│ dragon-7:35 │" in out
    _, out, _ = run("risk", "--kept", file, "--json")
    assert [each["label"] for each in json.loads(out)["risks"]] == ["dragon-7", "dragon-7:35"]
    for name in ("Dragon 7:35", "Fortune 7:35"):
        assert told("--kept", file, name)["label"] == "dragon-7:35"
    counts = [part for at in (4, 5) for part in ("--compare", f"8:2 9:2 at {at} on dragon-7")]
    run("count", *counts, *asked[2:])
    code, out, _ = run("risk", "--kept", file)
    assert code == 0
    assert "1. dragon-7 ┃" in out
    assert "2. dragon-7: tags 0 0 0 0 0 0 0 2 2 0; true count ≥ 5" in out


def test_risk_is_drawn_over_the_coups(tmp_path: Path) -> None:
    file = tmp_path / "risk.svg"
    asked = ["--bankroll", "20", "--goal", "40", "--coups", "300", "--plot", str(file)]
    code, _, _ = run("risk", *asked)
    assert code == 0
    drawn = file.read_text("utf-8")
    assert "Ruined by then, per cent" in drawn
    assert "At the goal by then, per cent" in drawn


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("--goal 50", "a goal of 50 units is too low: give more than the bankroll, 100"),
        ("--bankroll 0", "a bankroll must be 1 to"),
        ("--risk 5%", "no bankroll is enough: banker wins nothing on average"),
        ("--risk 1% --goal 200", "no bankroll below the goal of 200 units is enough"),
        ("--risk 0", "a risk must be between 0 and 1"),
        ("--risk 100%", "a risk must be between 0 and 1"),
        ("--risk 1/0", "a risk must be between 0 and 1"),
        ("--risk -5%", "not a risk: '-5%'"),
        ("--rebate 10% --csv a.csv", "add --rebate and --costs"),
        ("--costs", "--costs are the costs of a rebate: add --rebate"),
        (f"--kept {KEPT} --rebate 1% --costs", "leave --rebate and --costs out"),
        ("--risk x", "not a risk: 'x' (expected e.g. 5%)"),
        ("--risk 5% --bankroll 9", "leave --risk or --bankroll out"),
        ("--coups 9 --hours 2", "give only one length"),
        ("--coups 0", "a session must have 1 to 1,048,576 coups, not 0"),
        ("--hours nan", "hours must be a finite number above 0"),
        ("--hours inf", "hours must be a finite number above 0, not inf"),
        ("--hours 1 --pace 0", "a table must deal 1 to 1,000 coups an hour"),
        ("--coups 1000000 --bankroll 1000000", "take too long exactly"),
        ("--plot a.svg", "a plot shows a session, which needs a length: add --coups or --hours"),
        ("--coups 9 --plot a.jpg", "a.jpg: a drawing is saved as .svg, .png or .pdf"),
        ("--coups 9 --plot no-such-folder/a.svg", "there is no such folder"),
        ("--coups 9 --plot - --json", "--json and --plot - both write to standard output"),
        ("--cut-card 14", "a flat bet has fresh shoes: leave --cut-card out"),
        ("insurance", "offered in the middle of a coup: name one that is laid before it"),
        (
            f"--kept {KEPT} dragon-7:39",
            "the file has none of these counts: choose one of these: dragon-7, cut",
        ),
        (f"--kept {KEPT} nothing", "unknown bet: 'nothing'"),
        (f"--kept {KEPT} --last-coup b", "not a last-coup rule: 'b'"),
        ("nothing", "unknown bet"),
        ("banker nothing", "unknown bet: 'nothing'"),
        ("tie:2 tie:3 tie:4 tie:5 tie:6 tie:7 tie:8", "at most 6 bets fit beside each other"),
        (
            f"--kept {KEPT} dragon-7 tie",
            "the file has none of these counts: choose one of these: dragon-7, cut",
        ),
        ("--kept no-such-file", "no-such-file: cannot be read"),
        ("--kept .", ".: cannot be read: Is a directory"),
        ("--kept pyproject.toml", "not what `count --keep` writes"),
        (f"--kept {KEPT} --decks 6", "the file has its own shoes: leave --decks out"),
        (
            f"--kept {KEPT} tie",
            "the file has none of these counts: choose one of these: dragon-7, cut card 14",
        ),
        (
            f"--kept {KEPT} --coups 9 --plot {KEPT}",
            "the command reads this file: name another file for --plot",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_line(args: str, complaint: str) -> None:
    code, out, err = run("risk", *shlex.split(args))
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1
