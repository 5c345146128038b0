"""`baccarat count`: what it prints, and what it refuses in one line."""

import csv
import json
import shlex
from pathlib import Path

import pytest
from asking import run

import baccarat as bac
from baccarat.systems.counting.known_counts import known_counts


def test_a_bet_alone_gets_a_count_a_trigger_and_a_sheet() -> None:
    code, out, _ = run("count", "--bet", "dragon-7", "--shoes", "50", "--json")
    assert code == 0
    told = json.loads(out)
    (kept,) = told["counts_kept"]
    known = known_counts()[0].count
    assert kept["tags"] == {str(card): tag for card, tag in known.tags.items()}
    assert kept["stakes"] == [{"trigger_float": 4.0, "units": 1}]
    assert [row["number"] for row in kept["sheet"]] == list(range(1, 81, 5))
    assert (told["plays"][0]["cut_card"], told["plays"][0]["last_coup"]) == (14, "B")


def test_the_report_names_the_ending_and_shows_both_estimates() -> None:
    asked = ["--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4", "--shoes", "40"]
    endings = ["--cut-card", "14", "--cut-card", "52", "--last-coup", "A", "--last-coup", "C"]
    code, out, _ = run("count", "--bet", "dragon-7", *asked, *endings, "--by-count", "--by-cards")
    assert code == 0
    for said in ("cut 14, rule A", "cut 52, rule C", "as won", "exact", "z between", "SCORE"):
        assert said in out
    code, out, _ = run("count", "--bet", "dragon-7", *asked, "--as-won")
    assert code == 0
    assert "units a shoe, exact" not in out


def test_stakes_rise_with_the_count() -> None:
    code, out, _ = run(
        "count", "--bet", "tie", "--tags", "8:1", "--trigger", "0:1 1.5:3", "--shoes=9"
    )
    assert code == 0
    assert "Lay 3 units at a true count of 1.5 or more." in out
    asked = ["--tags", "8:1", "--divisor", "running", "--start", "-3", "--burn-unseen"]
    code, out, _ = run("count", "--bet", "tie", *asked, "--trigger", "0", "--shoes", "9")
    assert "Start at -3. Do not count the burn card." in out


def test_every_bet_that_can_be_weighed_is_played_perfectly(tmp_path: Path) -> None:
    file = tmp_path / "perfect.csv"
    code, out, _ = run("count", "--all", "--perfect", "--shoes", "3", "--csv", str(file))
    assert code == 0
    why = "looks at cards: its exact odds take too long for every coup"
    assert f"Left out ({why}): majestic-match-player," in " ".join(out.split())
    assert "Left out (is offered in the middle of a coup:" in " ".join(out.split())
    with file.open(newline="") as table:
        rows = list(csv.DictReader(table))
    bets = [bet for bet in bac.registered() if bet.depth is bac.Depth.TOTALS]
    assert {str(bet) for bet in bets} < {row["bet"] for row in rows}
    assert all(float(row["units_a_shoe"]) >= 0 for row in rows)
    assert {(row["cut_card"], row["last_coup"], row["shoes"]) for row in rows} == {("14", "B", "3")}


def test_edges_are_drawn(tmp_path: Path) -> None:
    by_count, by_cards = tmp_path / "count.svg", tmp_path / "cards.svg"
    asked = ["--bet", "dragon-7", "--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4"]
    files = ["--plot-count", str(by_count), "--plot-cards", str(by_cards)]
    code, _, _ = run(
        "count", *asked, "--shoes", "300", "--cut-card", "14", "--last-coup", "B", *files
    )
    assert code == 0
    assert "count, rounded down" in by_count.read_text("utf-8")
    drawn = by_cards.read_text("utf-8")
    assert "Mean edge when betting, per cent" in drawn
    assert drawn.count("<circle") > 30


def test_several_bets_are_lines_of_one_table() -> None:
    bets = ["--bet", "tie", "--bet", "dragon-7", "--bet", "tie"]
    code, out, _ = run("count", *bets, "--tags", "8:1", "--trigger", "0", "--shoes", "9")
    assert code == 0
    assert out.count("│ tie ") == 1
    assert out.count("│ dragon-7 ") == 1
    assert "dragon-7: tags 0 0 0 0 0 0 0 1 0 0; true count ≥ 0" in out


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("", "say which bet: --bet dragon-7"),
        ("--all", "--all goes with --perfect"),
        ("--bet tie --perfect --json --csv -", "both want standard output"),
        ("--bet tie --perfect --plot-count a.svg", "leave --plot-count out"),
        ("--bet tie --perfect --as-won --plot-cards a.svg", "leave --plot-cards out"),
        ("--bet tie --perfect --csv a --plot-cards a", "want a file each"),
        ("--bet nothing", "unknown bet"),
        ("--bet tie --tags '1 2'", "2 tags: expected ten"),
        ("--bet tie --tags 8:1 --trigger x", "not a trigger: 'x'"),
        ("--bet tie --tags 8:1 --trigger 1/0", "not a trigger: '1/0'"),
        ("--bet tie --tags 8:1 --trigger ''", "a trigger is the count"),
        ("--bet tie --tags 8:1 --trigger '3:1 2:2'", "the counts of the stakes rise"),
        ("--bet tie --tags 8:1 --trigger 900", "no shoe of 416 cards brings this count to 900"),
        ("--bet tie --tags 8:1 --trigger 1 --divisor half", "unknown divisor"),
        ("--bet tie --tags 8:1 --most 3", "--most is for tags that are suggested"),
        ("--bet tie --perfect --trigger 3", "leave --trigger out"),
        ("--bet tie --perfect --burn-unseen", "leave --burn-unseen out"),
        ("--bet tie --perfect --decks inf", "nothing to count"),
        ("--bet tie --perfect --shoes 1", "two shoes or more"),
        ("--bet tie --perfect --cut-card 500", "the cut card lies 0 to 416"),
        ("--bet tie --perfect --pace 0 --shoes 2", "coups an hour"),
        ("--bet lucky-8-player", "take too long"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_line(args: str, complaint: str) -> None:
    code, out, err = run("count", *shlex.split(args))
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1
