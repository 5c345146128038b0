"""`baccarat stake`, as a user meets it."""

import csv
import json
import re
import shlex
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import stdev

import pytest
from asking import run
from checkout import ROOT

import baccarat as bac
from baccarat.cli.output import show
from baccarat.systems.chain.sessions import chance_of_drawdown, solve_sessions
from baccarat.systems.stake import plan_sessions

SHOE = ROOT / "examples" / "records" / "seed-7.shoe"
SYSTEM = ROOT / "examples" / "cautious_system.py"


@pytest.fixture(autouse=True)
def put_back(bring: Callable[..., None]) -> None:
    """What a test loads is forgotten after it."""


def asked(*args: str) -> str:
    code, out, err = run("stake", *args)
    assert (code, err) == (0, "")
    return out


def test_a_system_is_told_with_its_law() -> None:
    out = asked("martingale", "--max", "50", "--sessions", "500", "--seed", "7", "--coups", "30")
    session = bac.Session(100, most=50, coups=30)
    found = bac.stake("martingale", 500, 7, session=session)
    assert f"{found.mean:+.4f}" in out
    assert f"{found.by_law:+.4f}" in out
    assert f"digest {found.ledger.digest}" in out
    assert "its edge says -1.0579 %" in out


@pytest.mark.long
def test_the_exact_chances_stand_beside() -> None:
    out = asked("flat", "--on", "player", "--bankroll", "10", "--goal", "20", "--to-the-end",
                "--fresh", "--exact", "--sessions", "200")  # fmt: skip
    assert "56.783174 %" in out
    assert "109.841744" in out
    assert "standard errors from the law" in out


def cells(out: str) -> dict[str, list[str]]:
    """The rows of a printed table, by their first cell."""
    lines = [line.strip("│").split("│") for line in out.splitlines() if line.startswith("│")]
    return {first.strip(): [cell.strip() for cell in rest] for first, *rest in lines}


TERMS = ("--max", "4", "--bankroll", "8", "--goal", "14", "--fresh", "--coups", "20", "--seed", "3",
         "--sessions", "400")  # fmt: skip
SESSION = bac.Session(8, most=4, goal=14, coups=20)


@pytest.mark.slow
def test_every_figure_has_its_exact_one_and_z() -> None:
    rows = cells(asked("paroli", "--exact", *TERMS))
    assert {"deviation, units", "coups until ruin", "result, quantile of 25 %"} <= set(rows)
    assert [name for name, row in rows.items() if not row[2]] == []
    assert [name for name, row in rows.items() if not row[3]] == []
    assert all(abs(float(row[3])) < 4 for row in rows.values())  # once in 700 such tables
    plan = plan_sessions(1, session=SESSION, fresh=True)
    exact = solve_sessions(plan, bac.system("paroli"))
    assert rows["coups"][2] == f"{float(exact.mean_coups):.6f}"
    assert rows["deviation, units"][2] == f"{exact.deviation:.6f}"
    (fall, fallen), *_ = [item for item in rows.items() if item[0].startswith("drawdown")]
    beyond = Fraction(fall.split()[3]) + Fraction(1, 20)
    kept = 1 - chance_of_drawdown(plan, bac.system("paroli"), beyond)
    assert fallen[2] == f"{100 * float(kept):.6f} %"


def test_programs_are_told_z_and_the_exact_figures(tmp_path: Path) -> None:
    file = tmp_path / "exact.csv"
    told = json.loads(asked("paroli", "--exact", "--json", "--csv", str(file), *TERMS))
    exactly = told["systems"][0]["exactly"]
    exact = solve_sessions(plan_sessions(1, session=SESSION, fresh=True), bac.system("paroli"))
    assert exactly["mean_float"] == float(exact.mean)
    assert [row["after_coups"] for row in exactly["by_coup"]] == [10, 20]
    assert exactly["by_coup"][0]["ruined_float"] == float(exact.ended_by("ruined", 10))
    beside = {row["figure"]: row for row in exactly["side_by_side"]}
    assert beside["coups"]["exact_float"] == exactly["mean_coups_float"]
    (row,) = csv.DictReader(file.read_text().splitlines())
    columns = {"mean": "result, units", "coups": "coups", "ended_goal": "ended: goal"}
    for column, figure in columns.items():
        assert float(row[f"exact_{column}"]) == beside[figure]["exact_float"]
        assert float(row[f"z_{column}"]) == beside[figure]["z"]


def test_every_tenth_coup_stands_beside_the_exact_one() -> None:
    out = asked("flat", "--on", "player", "--exact", "--by-coup", *TERMS)
    exact = solve_sessions(
        plan_sessions(1, session=SESSION, fresh=True), bac.system("flat on player")
    )
    rows = cells(out)
    for coup in (10, 20):
        _, money, _, _, ruined, z, _, goal, _ = rows[str(coup)]
        assert money == f"{float(exact.money[coup]):.4f}"
        assert ruined == f"{100 * float(exact.ended_by('ruined', coup)):.4f}"
        assert goal == f"{100 * float(exact.ended_by('goal', coup)):.4f}"
        assert abs(float(z)) < 4
    assert len(cells(asked("flat", "--by-coup", *TERMS))["10"]) == 3


def test_compared_systems_have_exact_lines() -> None:
    out = asked("--compare", "flat", "--compare", "paroli", "--exact", *TERMS)
    plan = plan_sessions(1, session=SESSION, fresh=True)
    for name in ("flat", "paroli"):
        exact = solve_sessions(plan, bac.system(name))
        result, z, *_, ruined, _ = cells(out)[name]
        assert result == f"{float(exact.mean):+.6f}"
        assert ruined == f"{100 * float(exact.ends['ruined']):.6f} %"
        assert abs(float(z)) < 4


def test_what_cannot_be_had_exactly_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baccarat.systems.chain.plain.MOST_PLACES", 9_000)
    args = ("--fresh", "--exact", "--by-coup", "--sessions", "20")
    code, out, err = run("stake", "labouchere", *args)
    assert code == 0
    assert "labouchere has no quick exact answer: its chain has more than 9,000 places" in err
    assert re.search(r"--by-coup shows the first 1\d exactly", err)
    rows = cells(out)
    assert rows["10"][1]
    assert not rows["20"][1]
    code, out, err = run("stake", "flat", "--fresh", "--exact", "--sessions", "50",
                         "--bankroll", "5", "--coups", "40")  # fmt: skip
    assert code == 0
    assert re.match(r"baccarat: drawdown at most .* units: flat has no quick exact answer", err)
    rows = cells(out)
    assert rows["coups"][2]
    assert not next(row for name, row in rows.items() if name.startswith("drawdown"))[2]


def test_a_session_is_told_coup_by_coup() -> None:
    out = asked("labouchere", "--watch", "2", "--coups", "5", "--seed", "7")
    assert "Session 0: labouchere on banker, 100 units." in out
    assert "Session 1: " in out
    assert "the line is 1-2-3-4" in out
    assert out.count("It ended after 5 coups (coups)") == 2


def test_recorded_shoes_are_played(tmp_path: Path) -> None:
    letters = tmp_path / "shoe.txt"
    letters.write_text("BPTBB")
    out = asked("martingale", "--shoe", str(letters))
    assert "It ended after 5 coups (shoes) with 102.8 units: +2.8." in out
    first = bac.Record.load(SHOE).entries[0].coup
    assert first is not None
    told = " ".join(card.pretty for card in first.player)
    assert told in asked("paroli", "--on", "dragon-7", "--shoe", str(SHOE))
    twice = asked("martingale", "--shoe", str(letters), "--shoe", str(letters), "--coups", "7")
    assert "It ended after 7 coups (coups)" in twice


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        (
            "BPTBB",
            ["--on", "player-pair"],
            "player-pair needs more than the known facts of this coup",
        ),
        ("BPTBB", ["--on", "dragon-7"], "dragon-7 needs more than the known facts of this coup"),
        ("BPTBB", ["--fresh"], "one session plays the recorded shoes: leave --fresh"),
        ("BPTBB", ["--decks", "6", "--watch", "2"], "leave --decks and --watch out"),
        ("BPTBB", ["--json"], "coup by coup, sessions are only printed: leave --json out"),
        ("", [], "line 1, column 1"),
        ("what?", [], "line 1, column 1"),
        ('[Baccarat "1"]\n\nend 0\n', [], "the record has no coup"),
    ],
)
def test_recorded_shoes_that_cannot_be_played_are_one_line(
    text: str, options: list[str], told: str, tmp_path: Path
) -> None:
    file = tmp_path / "shoe.txt"
    file.write_text(text)
    code, out, err = run("stake", "flat", "--shoe", str(file), *options)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert told in err


def test_a_count_is_told_coup_by_coup() -> None:
    """The columns are those of a guest who adds up the tags by hand."""
    tags = dict(zip("A23456789", (0, 0, 0, -1, -1, -1, -1, 2, 2), strict=True))
    counted = ("flat", "--on", "count:dragon-7 at 1")
    out = asked(*counted, "--watch", "1", "--seed", "7", "--shoes", "1")
    assert "It counts for dragon-7: tags 0 0 0 -1 -1 -1 -1 2 2 0; true count ≥ 1." in out
    burned = bac.Rules().shoe(7, 0).burn_card
    seen = [str(burned)[0]]
    rows = [[cell.strip() for cell in line.split("│")] for line in out.splitlines()]
    coups = [row[1:-1] for row in rows if len(row) > 2 and row[1].isdigit()]
    assert len(coups) > 60
    for _, count, cards, wager, *_ in coups:
        true = 52 * sum(tags.get(card, 0) for card in seen) / (416 - len(seen))
        assert float(count) == pytest.approx(true, abs=0.006)
        assert wager == ("1 on dragon-7" if true >= 1 else "none")
        seen += [card[0] for card in cards.replace("|", " ").split()]
    assert "the count says wait" in out
    recorded = asked(*counted, "--shoe", str(SHOE), "--seed", "7")
    assert recorded.split("┏")[1] == out.split("┏")[1]


def test_a_count_is_compared_and_says_so() -> None:
    names = (
        "flat on dragon-7",
        "flat on count:dragon-7",
        "units:count on count:dragon-7 at 4:1 6:2",
    )
    asks = [word for name in names for word in ("--compare", name)]
    out = asked(*asks, "--shoes", "1", "--sessions", "100", "--json")
    told = json.loads(out)["systems"]
    assert [each["system"] for each in told] == list(names)
    tags, bet = "0 0 0 -1 -1 -1 -1 2 2 0", "dragon-7:40"
    kept = [None, f"{tags} at 4 on {bet}", f"{tags} at 4:1 6:2 on {bet}"]
    assert [each["count_kept"] for each in told] == kept
    assert "A count does change it" in asked(*asks, "--shoes", "1", "--sessions", "100")


def test_several_systems_are_compared_on_the_same_shoes(tmp_path: Path) -> None:
    file = tmp_path / "systems.csv"
    out = asked("--compare", "all", "--sessions", "100", "--coups", "20", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [row["system"] for row in rows] == [
        f"{each.key} on banker" for each in bac.registered(bac.System)
    ]
    assert "No system changes what a unit staked wins: banker -1.058 %" in out
    flat = bac.stake("flat", 100, session=bac.Session(coups=20))
    assert float(rows[0]["mean"]) == flat.mean


def test_a_system_of_a_plain_file_is_played_and_a_broken_one_does_not_stop_others(
    tmp_path: Path,
) -> None:
    code, out, err = run("stake", "cautious", "--sessions", "50", "--plugin", str(SYSTEM), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["systems"][0]["system"] == "cautious"
    broken = tmp_path / "broken.py"
    broken.write_text(
        "import baccarat as bac\n"
        "class Torn(bac.System):\n"
        "    def want(self, state): return bac.Wish('banker', 0)\n"
        "TORN = Torn()\n"
    )
    asked_for = ["--compare", "torn", "--compare", "flat", "--sessions", "50"]
    code, out, err = run("stake", *asked_for, "--plugin", str(broken))
    assert code == 2
    assert "session 0: torn wants to stake 0" in err
    assert "flat" in out


def test_a_page_stands_alone(tmp_path: Path) -> None:
    page, plot = tmp_path / "page.html", tmp_path / "fan.svg"
    asked("paroli", "--sessions", "50", "--html", str(page), "--plot", str(plot))
    html = page.read_text("utf-8")
    assert html.startswith("<!doctype html>")
    assert plot.read_text("utf-8") in html
    assert "<td>paroli on banker</td>" in html
    links = re.findall(r"(?:src|href)=|url\(|@import|<script", html)
    assert links == []
    asked("--compare", "flat", "--compare", "oscar", "--sessions", "50", "--html", str(page))
    assert page.read_text("utf-8").count("<svg") == 5


def test_a_comparison_has_a_checkpoint_and_records(tmp_path: Path) -> None:
    file, records = tmp_path / "systems.json", tmp_path / "sessions.csv"
    some = ["--compare", "flat", "--compare", "oscar on random", "--to-the-end", "--goal", "102"]
    first = asked(*some, "--sessions", "30", "--checkpoint", str(file), "--json")
    told = asked(*some, "--sessions", "60", "--checkpoint", str(file), "--records", str(records))
    assert "120 rows of 60 sessions are in" in told
    assert len(records.read_text().splitlines()) == 121
    whole = json.loads(asked(*some, "--sessions", "60", "--json"))
    assert whole["systems"][0]["digest"] in told
    assert (json.loads(first)["systems"][0]["sessions"], whole["records"]) == (30, None)


def test_the_picture_can_be_chosen(tmp_path: Path) -> None:
    plot = tmp_path / "results.svg"
    asked("paroli", "--sessions", "50", "--plot", str(plot), "--picture", "results")
    assert 'data-sheet="Sessions with less, per cent"' in plot.read_text("utf-8")


def test_an_hour_is_told_at_the_pace_that_was_said(tmp_path: Path) -> None:
    page, table = tmp_path / "page.html", tmp_path / "table.csv"
    hours = ("--hours", "2", "--pace", "50", "--sessions", "9", "--seed", "7")
    out = asked("flat", *hours, "--html", str(page), "--csv", str(table))
    by_law = bac.stake("flat", 9, 7, session=bac.Session(coups=100), pace=50).hourly
    assert f"An hour of 50 coups costs {-by_law:.3f} units by the law." in out
    assert -by_law == pytest.approx(50 * float(bac.odds()["banker"].edge))
    assert "An hour is 50 coups" in page.read_text("utf-8")
    [row] = csv.DictReader(table.read_text("utf-8").splitlines())
    assert (row["pace"], float(row["hourly"])) == ("50", by_law)
    told = json.loads(asked("--compare", "flat", *hours, "--json"))["systems"][0]
    assert (told["pace"], told["hourly_float"]) == (50, by_law)


def test_a_rebate_is_counted_session_by_session(tmp_path: Path) -> None:
    """The figures of the command, made again from the written result of each session."""
    file, table = tmp_path / "sessions.csv", tmp_path / "systems.csv"
    options = ("--max", "9", "--fresh", "--exact", "--coups", "30", "--sessions", "300")
    words = ("martingale", *options, "--rebate", "12.5%", "--seed", "4")
    told = json.loads(asked(*words, "--json", "--records", str(file), "--csv", str(table)))[
        "systems"
    ][0]
    with file.open() as lines:
        units = [Fraction(row["result"]) / 20 for row in csv.DictReader(lines)]
    back = [max(-won, Fraction(0)) / 8 for won in units]
    worth = [won + part for won, part in zip(units, back, strict=True)]
    rebate = told["rebate"]
    for name, amounts in (("cost", back), ("worth", worth)):
        mean = float(sum(amounts) / 300)
        half = 2.5758293035489 * float(stdev(map(float, amounts))) / 300**0.5
        figure = rebate[f"{name}_simulated"]
        assert figure["estimate"] == pytest.approx(mean, rel=1e-12)
        assert figure["high"] - mean == pytest.approx(half, rel=1e-9)
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert float(row["worth"]) == rebate["worth_simulated"]["estimate"]
    plan = plan_sessions(1, session=bac.Session(most=9, coups=30), fresh=True)
    solved = solve_sessions(plan, bac.system("martingale"))
    exactly = sum(-coins * chance for coins, chance in solved.results.items() if coins < 0) / 160
    assert float(row["exact_cost"]) == pytest.approx(float(exactly), rel=1e-12)
    assert abs(float(row["z_cost"])) < 4  # an honest program fails this once in 16,000 seeds
    without = json.loads(asked(*words[:-4], "--seed", "4", "--json"))["systems"][0]
    assert (without["rebate"], without["digest"]) == (None, told["digest"])


def test_hours_at_a_pace_are_coups() -> None:
    told = json.loads(asked("--hours", "0.5", "--pace", "80", "--sessions", "9", "--json"))
    assert told["coups_of_each"] == 40
    told = json.loads(asked("--hours", "1.15", "--pace", "100", "--sessions", "9", "--json"))
    assert told["coups_of_each"] == 115  # floats say 114.99999999999999


BAD = r"""
martingal                           => unknown system: 'martingal' (did you mean martingale
flat --goal 50 => a goal of 50 units is too low: give more than the bankroll, 100
kelly:count                         => baccarat: kelly-count-on-banker: kelly:count goes by a count
flat --on count:dragon-7 --fresh    => no card is gone before a fresh coup
flat --on count:dragon-7\ at\ 9999   => baccarat: flat: in a shoe of 416 cards, this
flat --on count:1,2,3\ on\ tie       => 3 tags: expected ten
flat --bankroll 0                   => bankroll must be 1 or more, not 0
flat --stop-loss 100                => a stop-loss of 100 units is not below the bankroll 100
flat --trailing                     => needs a stop-loss
flat --coups 5 --hours 3            => give only one length
flat --pace 50                      => --pace needs --hours: give the hours, too
flat --hours 0                      => hours must be a finite number above 0
flat --exact                        => --exact needs --fresh
flat --fresh --cut-card 9           => leave --cut-card out
flat --decks inf                    => an endless deck has no last coup
flat --compare paroli               => not both
flat --on bankr                     => unknown bet: 'bankr'
flat --short pass                   => short must be cut, stop, restart
flat --sessions 0                   => at least one session
flat --watch 2 --json               => coup by coup, sessions are only printed: leave --json out
flat --watch 2 --csv x.csv --threads 2 --engine cpu => leave --csv and --threads and --engine out
flat --watch 2 --sessions 5         => coup by coup, sessions are only printed: leave --sessions out
flat --shoe x.txt --sessions 5      => one session plays the recorded shoes: leave --sessions out
--compare all --watch 2             => only one system can be shown coup by coup
--compare all --by-coup             => --by-coup is for one system: leave --compare out
--compare flat --picture fan        => --picture needs --plot
--compare flat --picture fan --plot x.svg => fan draws one system
flat --picture pie --plot x.svg     => unknown picture: 'pie'
flat --records x.txt                => x.txt: use a name that ends in .csv or .parquet
flat --plot x.jpg                   => x.jpg: a drawing is saved as .svg, .png or .pdf
flat --html no-such-folder/x.html   => cannot be written: there is no such folder
flat --csv no-such-folder/x.csv     => cannot be written: there is no such folder
flat --json --csv -                 => --json and --csv - both write to standard output
flat --records-limit 5              => --records-limit needs --records
flat --records x.csv --csv x.csv    => --records and --csv need different files
flat --hours nan                    => hours must be a finite number above 0
flat --hours inf                    => hours must be a finite number above 0
flat --rebate 10                    => a rebate must be between 0 and 1
flat --rebate much                  => not a rebate
flat --rebate 10% --watch 2         => leave --rebate out
flat --hours 2 --pace 0             => a table must deal 1 to 1,000 coups an hour, not 0
flat --hours -1 --pace -70          => a table must deal 1 to 1,000 coups an hour, not -70
flat --hours 1e300                  => at most
flat --sessions 1000000000000000000000000000000 => too many
flat --seed -1                      => a seed must be a whole number
flat --unit 2000000000              => a unit must have at most
flat --bankroll 1000000000000000000000 => a bankroll must be at most
flat --max 0                        => most must be 1 or more
flat --coups 0                      => coups must be 1 or more
flat --watch 0                      => at least one session
flat --plugin no-such-file.py       => no-such-file.py
labouchere:1-x                      => not stakes: '1-x'
flat --shoe no-such-file            => cannot be read
flat --fresh --shoes 2              => every coup has a fresh shoe: leave the number of shoes out
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
def test_a_full_disk_takes_no_other_file_with_it(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, _, err = run("stake", "--sessions", "9", "--csv", "/dev/full", "--html", str(page))
    assert code == 2
    assert "/dev/full: cannot be written" in err
    assert page.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("line", BAD.strip().splitlines())
def test_bad_input_is_one_line_and_2(line: str) -> None:
    args, _, told = line.partition("=>")
    code, out, err = run("stake", *shlex.split(args))
    assert (code, out) == (2, "")
    assert told.strip() in err
    assert len(err.splitlines()) == 1


def test_sessions_of_a_count_are_written_down(tmp_path: Path) -> None:
    file = tmp_path / "counted.csv"
    asked_for = ("--on", "count:dragon-7 at 1", "--shoes", "1", "--sessions", "9", "--seed", "7")
    code, out, _ = run("stake", "flat", *asked_for, "--records", str(file), "--json")
    assert code == 0
    rows = file.read_text("utf-8").splitlines()[1:]
    results = Counter(row.split(",")[2] for row in rows)
    assert results == json.loads(out)["systems"][0]["histograms"]["result"]


TALKING = """import baccarat as bac
class Talks(bac.System):
    name = "Talks"
    start = "[/b] [red] :smile:"
    def want(self, state): return bac.Wish("banker")
    def then(self, state, shown): return state
TALKS = Talks()
"""


def test_what_a_system_says_is_shown_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "talks.py"
    file.write_text(TALKING)
    out = asked("talks", "--plugin", str(file), "--watch", "1", "--coups", "2")
    assert out.count("its state is '[/b] [red] :smile:'") == 2


def test_large_sums_are_told_to_the_last_digit(tmp_path: Path) -> None:
    rich = ("--bankroll", "1234567", "--coups", "3", "--seed", "7")
    out = asked("flat:100000", *rich, "--watch", "1")
    played = bac.stake("flat:100000", 1, 7, session=bac.Session(1_234_567, coups=3))
    money = 1_234_567 + played.ledger.total("result") // 20
    assert f"with {money} units: {money - 1_234_567:+}." in out
    assert "e+" not in out
    page = tmp_path / "page.html"
    out = asked("flat:1000000", *rich, "--sessions", "9", "--html", str(page))
    found = bac.stake("flat:1000000", 9, 7, session=bac.Session(1_234_567, coups=3))
    fall = found.ledger.quantile("drawdown", 0.95) // 20
    assert fall >= 10**6
    assert f" units (median), {fall} in one session of twenty" in out
    assert "e+" not in out
    assert f">{fall}<" in page.read_text("utf-8")


def test_numbers_are_whole_however_wide_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "labouchere:1-2-3-4-5-6-7-8-9-10 on bbpbbp>p,ppbppb>b"
    for name, system in (("flat:100000 on banker", "flat:100000"), (long, long)):
        names = ("--compare", system, "--compare", "flat on player", "--bankroll", "12345678")
        rows = cells(asked(*names, "--sessions", "50", "--seed", "7"))
        session = bac.Session(12_345_678, coups=100)
        found = bac.stake(system, 50, 7, session=session)
        assert rows[name][0] == f"{found.mean:+.2f}"
        assert rows[name][4] == f"{found.action:.1f}"
    for width in (60, 80, 99):
        monkeypatch.setattr(show, "WIDTH", width)
        out = asked("--compare", "all", "--sessions", "50")
        assert "…" not in out
        assert len(out.splitlines()[0]) <= max(80, width)


def test_all_systems_are_compared_with_some_more() -> None:
    names = (
        "--compare",
        "flat:5",
        "--compare",
        "all",
        "--compare",
        "flat",
        "--compare",
        "share:5%",
    )
    told = json.loads(asked(*names, "--sessions", "5", "--coups", "5", "--json"))["systems"]
    assert [each["system"] for each in told] == [
        "flat:5 on banker",
        *(str(each) for each in bac.registered(bac.System)),
        "share:5% on banker",
    ]
