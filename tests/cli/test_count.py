"""`baccarat count`: what it prints, and what it refuses in one line."""

import csv
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from asking import run

import baccarat as bac
from baccarat.core.stats import deviations
from baccarat.core.third_card import following
from baccarat.systems.counting.published import known_counts


@pytest.mark.long
def test_a_bet_alone_gets_a_count_a_trigger_and_a_sheet() -> None:
    code, out, _ = run("count", "dragon-7", "--shoes", "50", "--json")
    assert code == 0
    told = json.loads(out)
    (kept,) = told["counts_kept"]
    known = known_counts()[0].count
    assert kept["tags"] == {str(card): tag for card, tag in known.tags.items()}
    assert kept["stakes"] == [{"trigger_float": 4.0, "units": 1}]
    assert [row["number"] for row in kept["sheet"]] == list(range(6, 81, 5))
    assert (told["plays"][0]["cut_card"], told["plays"][0]["last_coup"]) == (14, "B")


@pytest.mark.slow
@pytest.mark.long
def test_the_report_names_the_ending_and_shows_both_estimates() -> None:
    asked = ["--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4", "--shoes", "40"]
    endings = ["--cut-card", "14", "--cut-card", "52", "--last-coup", "A", "--last-coup", "C"]
    code, out, _ = run("count", "dragon-7", *asked, *endings, "--by-count", "--by-cards")
    assert code == 0
    for said in ("cut 14, rule A", "cut 52, rule C", "as won", "exact", "z between", "SCORE"):
        assert said in out
    code, out, _ = run("count", "dragon-7", *asked, "--as-won")
    assert code == 0
    assert "units a shoe, exact" not in out


def test_stakes_rise_with_the_count() -> None:
    code, out, _ = run("count", "tie", "--tags", "8:1", "--trigger", "0:1 1.5:3", "--shoes=9")
    assert code == 0
    assert "Lay 3 units at a true count of 1.5 or more." in out
    asked = ["--tags", "8:1", "--divisor", "running", "--start", "-3", "--burn-unseen"]
    code, out, _ = run("count", "tie", *asked, "--trigger", "0", "--shoes", "9")
    assert "Start at -3. Do not count the burn card." in out


@pytest.mark.long
def test_every_bet_that_can_be_weighed_is_played_perfectly(tmp_path: Path) -> None:
    file = tmp_path / "perfect.csv"
    code, out, _ = run("count", "--all", "--perfect", "--shoes", "3", "--csv", str(file))
    assert code == 0
    why = "needs cards: the exact odds of every coup take too long"
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
    asked = ["dragon-7", "--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4"]
    for picture, file in (("count", by_count), ("cards", by_cards)):
        files = ["--plot", str(file), "--picture", picture]
        code, _, _ = run(
            "count", *asked, "--shoes", "300", "--cut-card", "14", "--last-coup", "B", *files
        )
        assert code == 0
    assert "count, rounded down" in by_count.read_text("utf-8")
    drawn = by_cards.read_text("utf-8")
    assert "Mean edge when betting, per cent" in drawn
    assert drawn.count("<circle") > 30


def test_a_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "count.html"
    asked = ["dragon-7", "--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4:1 6:2"]
    endings = ["--cut-card", "14", "--cut-card", "52"]
    code, _, _ = run("count", *asked, *endings, "--shoes", "300", "--html", str(file))
    assert code == 0
    page = file.read_text("utf-8")
    ElementTree.fromstring(re.sub("<!doctype html>|<meta[^>]*>", "", page))  # every tag is closed
    assert not re.search(r"(src|href)=|url\(|@import|<script", page)
    assert page.count("<svg") == 2
    for told in ("cut 14, rule B", "cut 52, rule B", "units a shoe, as won", "z between the two"):
        assert told in page
    assert "<td>6</td><td>390</td><td>30</td><td>45</td>" in page  # 390 / 52 decks times 4, and 6
    assert json.loads(run("count", *asked, *endings, "--shoes=300", "--json")[1])["digest"] in page


@pytest.mark.slow
def test_a_page_compares_and_leaves_out_what_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "count.html"
    asked = ["--compare", "perfect", "--compare", "8:1 at 5", "--compare", "9:1 at 5"]
    for as_won in ((), ("--as-won",)):
        code, _, _ = run("count", *asked, *as_won, "tie:9", "--shoes", "64", "--html", str(file))
        assert code == 0
        page = file.read_text("utf-8")
        assert "more than the first" in page
        assert ("units a shoe, exact" in page) == ("<svg" in page) == (not as_won)
    run("count", *asked, "tie:9", "--shoes", "64", "--html", str(file))
    by_count, _ = file.read_text("utf-8").split("<svg")[1:]
    named = re.findall('data-curve="([^"]*)"', by_count.partition("</svg>")[0])
    assert set(named) == {"2. tie:9", "3. tie:9"}  # perfect play, the first, keeps no count


def test_alone_it_tells_the_published_counts() -> None:
    code, out, _ = run("count")
    assert code == 0
    for known in known_counts():
        assert f"│ {known.count.bet.key} " in out
    assert "baccarat count dragon-7 --compare all" in out


def test_counts_are_compared_on_the_same_shoes(tmp_path: Path) -> None:
    file = tmp_path / "compared.csv"
    counts = [
        "0 0 0 -1 -1 -1 -1 2 2 0 at 4",
        "perfect",
        "0 0 0 -1 -1 -1 -1 2 2 0 at 4 on big-tiger",
    ]
    asked = [word for count in counts for word in ("--compare", count)]
    asked += ["dragon-7", "--shoes", "60", "--csv", str(file)]
    code, out, _ = run("count", *asked)
    assert code == 0
    assert "2. dragon-7: perfect play" in out
    assert "more than the first" in out
    assert "The cut card 14 from the end, last-coup rule B" in out
    shown = out
    code, out, _ = run("count", *asked, "--json")
    plays = json.loads(out)["plays"]
    for play in plays[:2]:  # the third wins nothing
        half = deviations(0.99) * play["score_error_float"]
        assert f"{play['score_float']:.3f} ± {half:.3f}" in shown
    assert [play["bet"] for play in plays] == ["dragon-7", "dragon-7", "big-tiger"]
    with file.open(newline="") as table:
        rows = list(csv.DictReader(table))
    first = plays[0]["units_expected"]["estimate"]
    for play, row in zip(plays, rows, strict=True):
        more = play["to_the_first_simulated"]
        assert more["estimate"] == pytest.approx(play["units_expected"]["estimate"] - first)
        if play is plays[0]:  # it is no more than itself
            assert (more["low"], more["high"]) == (None, None)
        else:
            assert more["low"] < more["estimate"] < more["high"]
        assert float(row["to_the_first"]) == more["estimate"]
        for name in ("n0", "kelly", "desirability", "bets_an_hour", "deviation_in_100_coups"):
            told = play[name] if name in play else play[f"{name}_float"]
            told = told["estimate"] if isinstance(told, dict) else told
            assert row[name] == ("" if told is None else str(told))


def test_bets_by_count_and_by_cards_are_a_table_too(tmp_path: Path) -> None:
    file = tmp_path / "by.csv"
    asked = ["tie", "--tags", "8:1 9:-1", "--trigger", "2", "--shoes", "70", "--json"]
    asked += ["--cut-card", "14", "--cut-card", "60", "--by-count", "--by-cards"]
    code, out, _ = run("count", *asked, "--csv", file)
    assert code == 0
    with file.open(newline="") as table:
        rows = list(csv.DictReader(table))
    for play in json.loads(out)["plays"]:
        for by, key in (("count", "by_count"), ("cards_unseen", "by_cards")):
            mine = [
                row for row in rows if (row["cut_card"], row["by"]) == (str(play["cut_card"]), by)
            ]
            assert [int(row["at"]) for row in mine] == [each[by] for each in play[key]]
            for row, each in zip(mine, play[key], strict=True):
                assert int(row["bets_laid"]) == each["bets_laid"]
                assert float(row["won"]) == each["won_float"]
            laid = sum(int(row["bets_laid"]) for row in mine)
            assert laid / 70 == pytest.approx(play["bets_a_shoe"]["estimate"])


def test_counts_that_are_not_possible_are_left_out_of_all() -> None:
    code, out, _ = run("count", "--compare", "all", "player-pair", "--shoes", "9")
    assert code == 0
    assert "every card has the same effect on player-pair, so no count helps" in " ".join(
        out.split()
    )
    assert "suggested on player-pair, suggested:1 on player-pair." in out
    code, _, err = run("count", "--compare", "all", "all-red", "--shoes", "9")
    assert code == 2
    assert err.count("all-red needs cards") == 1  # and not once for each count


def test_one_count_serves_several_bets() -> None:
    bets = ["dragon-7", "big-tiger"]
    code, out, _ = run("count", *bets, "--tags", "dragon-7", "--trigger", "5", "--shoes", "9")
    assert code == 0
    for bet in ("dragon-7", "big-tiger"):
        assert f"{bet}: tags 0 0 0 -1 -1 -1 -1 2 2 0; true count ≥ 5" in out


def test_a_sheet_has_every_coup() -> None:
    asked = ["dragon-7", "--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--trigger", "4"]
    code, out, _ = run("count", *asked, "--sheet")
    assert code == 0
    assert "leave --sheet out" in out
    sheet = out[out.index("unseen") :]
    coups = [cell.strip() for line in sheet.splitlines() for cell in line.split("│")[1:-1:3]]
    # Before the fourth coup sixteen cards are gone; fewer cannot bring a true count of 4.
    assert sorted(int(coup) for coup in coups if coup) == list(range(4, 81))
    assert "units a shoe" not in out


def test_a_count_that_no_order_of_cards_brings_before_the_cut_card_has_no_sheet(
    tmp_path: Path,
) -> None:
    asked = ["banker", "--tags", "4:1", "--trigger", "150", "--cut-card", "40"]
    page = tmp_path / "count.html"
    for more in (["--sheet"], ["--shoes", "10", "--html", str(page)]):
        code, out, _ = run("count", *asked, *more)
        assert code == 0
        assert "There is no sheet: before the cut card" in out
        assert "from these counts on" not in out
    assert "The count is not worth it: it laid no bet in these shoes." in out
    assert "There is no sheet" in page.read_text()


def test_several_bets_are_lines_of_one_table() -> None:
    bets = ["tie", "dragon-7", "tie"]
    code, out, _ = run("count", *bets, "--tags", "8:1", "--trigger", "0", "--shoes", "9")
    assert code == 0
    assert out.count("│ tie ") == 1
    assert out.count("│ dragon-7 ") == 1
    assert "dragon-7: tags 0 0 0 0 0 0 0 1 0 0; true count ≥ 0" in out


@pytest.mark.slow
def test_what_is_stopped_or_killed_goes_on_to_the_same_digest(tmp_path: Path) -> None:
    """First Ctrl-C, which tells what is finished; then kill -9; then the rest."""
    file, shoes = tmp_path / "counted.json", 5000
    counts = ["perfect on dragon-7", "8:1 at 3 on dragon-7"]
    asked = ["count", "--compare", counts[0], "--compare", counts[1], "--shoes", str(shoes)]
    asked += ["--seed", "7", "--threads", "1", "--json", "--checkpoint", str(file)]
    program = (
        "from time import sleep; from baccarat.cli import start\n"
        "from baccarat.simulation.checkpoint import Checkpoint\n"
        "Checkpoint.keep = lambda self, counted, **_: (self.save(counted), sleep(0.2))\n"
        "start()"
    )
    before = 0
    for stop in (signal.SIGINT, signal.SIGKILL):
        with subprocess.Popen(
            [sys.executable, "-c", program, *asked], stdout=subprocess.PIPE, text=True
        ) as process:
            while process.poll() is None:
                if file.exists() and json.loads(file.read_text())["finished"] > before:
                    process.send_signal(stop)
                    break
                time.sleep(0.01)
            out, _ = process.communicate(timeout=60)
        finished = json.loads(file.read_text())["finished"]
        assert before < finished < shoes
        before = finished
        if stop == signal.SIGINT:
            told = json.loads(out)
            assert process.returncode == 130
            assert (told["shoes"], told["is_whole"]) == (finished, False)
        else:
            assert (process.returncode, out) == (-stop, "")
    code, out, _ = run(*asked)
    assert code == 0
    decide = following(bac.PUNTO_BANCO)
    whole = bac.count_cards(counts, shoes, 7, compare=True, decide=decide)
    assert json.loads(out)["digest"] == whole.tally.digest


def test_a_file_that_cannot_be_written_takes_no_other_with_it(tmp_path: Path) -> None:
    """With the cut card in front of all cards no count gets high, so there is nothing to draw."""
    asked = ["dragon-7", "--trigger", "9", "--shoes", "9", "--cut-card", "416"]
    page, drawing = tmp_path / "page.html", tmp_path / "edge.svg"
    files = ["--by-count", "--csv", "-", "--plot", str(drawing), "--html", str(page)]
    code, _, err = run("count", *asked, *files)
    assert code == 2
    assert err.splitlines() == [
        "baccarat: standard output: no bet was laid, so there are no rows by count or cards",
        "baccarat: no bet was laid by a count: there is nothing to draw",
    ]
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert not drawing.exists()


def test_a_link_to_where_nothing_can_be_written_is_told_before_a_shoe_is_dealt(
    tmp_path: Path,
) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "nowhere" / "file.csv")
    code, out, err = run("count", "tie", "--trigger", "0", "--csv", str(link))
    assert (code, out) == (2, "")
    assert "link.csv: cannot be written: there is no such folder" in err


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("--json", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--tags 8:1", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--by-count", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--by-cards", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--as-won", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--shoes 50", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--checkpoint a.checkpoint", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--decks 6", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--no-burn", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--cut-card 14", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--engine cpu", "no bet is given: write e.g. baccarat count dragon-7"),
        ("--compare perfect", "name the bet, too, e.g. 'perfect on dragon-7'"),
        ("--compare all tie --trigger 4", "leave --trigger out"),
        ("--compare all tie --perfect", "leave --perfect out"),
        ("--compare nobody tie", "not a count: 'nobody'"),
        ("tie --perfect --sheet", "leave --sheet out"),
        ("tie --sheet --csv a.csv", "leave --csv out"),
        ("tie --csv /nowhere/a.csv", "/nowhere/a.csv: cannot be written: there is no such"),
        ("tie --checkpoint /tmp", "/tmp: cannot be written: it is a folder"),
        ("tie --seed -1", "seed"),
        ("tie --engine steam", "unknown engine"),
        ("tie --json --html -", "--json and --html - both write to standard output"),
        ("insurance --perfect", "in the middle of a coup"),
        ("tie --plot a.txt", "a.txt: a drawing is saved as .svg, .png or .pdf"),
        (
            "tie --compare perfect --plot a.svg --picture count",
            "perfect play has no count to draw",
        ),
        ("tie --picture cards", "add --plot FILE"),
        ("tie --plot a.svg --picture fan", "unknown picture: 'fan'"),
        ("tie --perfect --by-count --csv a.csv", "leave --by-count out"),
        ("tie --compare perfect --by-count", "no count is kept: leave --by-count out"),
        (
            "tie --html - --plot -",
            "standard output: --plot and --html need different files",
        ),
        ("tie --tags nan", "not a count: 'nan'"),
        ("tie --tags '8:1 11:2'", "not a card: '11'"),
        ("tie --tags 8:1 --trigger nan", "not a trigger: 'nan'"),
        ("tie --tags 8:1 --trigger 1e99", "not a trigger: '1e99'"),
        ("tie --tags 8:99999 --trigger 1", "not a tag: '99999'"),
        ("tie --tags 8:1 --trigger 3:1000", "a count must stake 1 to 100 units"),
        ("tie --tags 8:1 --start 5000 --trigger 1", "at most 1,000"),
        ("tie --last-coup D", "last-coup rule"),
        ("--all", "--all needs --perfect"),
        ("tie --perfect --json --csv -", "both write to standard output"),
        ("tie --perfect --plot a.svg --picture count", "--picture cards"),
        ("tie --perfect --as-won --plot a.svg", "leave --plot out"),
        ("tie --perfect --csv a --plot a", "need different files"),
        ("nothing", "unknown bet"),
        ("tie --tags '1 2'", "2 tags: expected ten"),
        ("tie --tags 8:1 --trigger x", "not a trigger: 'x'"),
        ("tie --tags 8:1 --trigger 1/0", "not a trigger: '1/0'"),
        ("tie --tags 8:1 --trigger ''", "a trigger must be a count"),
        ("tie --tags 8:1 --trigger '3:1 2:2'", "the counts in a trigger must rise"),
        (
            "tie --tags 8:1 --trigger 900",
            "in a shoe of 416 cards, this count never reaches 900: choose a lower trigger",
        ),
        ("tie --tags 8:1 --trigger 1 --divisor half", "unknown divisor"),
        ("tie --tags 8:1 --most 3", "--most is for suggested tags"),
        ("tie --perfect --trigger 3", "leave --trigger out"),
        ("tie --perfect --burn-unseen", "leave --burn-unseen out"),
        ("tie --perfect --decks inf", "nothing to count"),
        ("tie --perfect --shoes 1", "at least 2 shoes"),
        ("tie --perfect --cut-card 500", "the cut card lies 0 to 416"),
        ("tie --perfect --pace 0 --shoes 2", "coups an hour"),
        ("tie --perfect --keep -", "--keep cannot write to standard output"),
        ("lucky-8-player", "take too long"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_line(args: str, complaint: str) -> None:
    code, out, err = run("count", *shlex.split(args))
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1
