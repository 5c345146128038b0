"""Systems on the written shoes of an archive."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest
from asking import run
from checkout import ROOT
from schemas import complaints

import baccarat as bac
from baccarat.archive.archive import Archive
from baccarat.base.words import Words
from baccarat.core.games import game
from baccarat.figures.evenings import Evenings
from baccarat.systems.archived import play_archive, solve_archive, stake_archive
from baccarat.systems.ledger import Ledger
from baccarat.systems.session import SessionPlan

PUNTO = game("punto-banco")
SHOES = 30
RESULTS = Archive.of_coups(next(bac.coups(shoes=SHOES, seed=7)), source="notes.csv")
CARDS = Archive.of_coups(next(bac.coups(shoes=SHOES, seed=7, cards="cards")))
NO_CARDS = np.zeros_like(CARDS.cards)
PAIRS = replace(CARDS, cards=NO_CARDS)
"""Winners, totals and pairs, as many houses write them."""
LETTERS = Archive.of([bac.Record.of(RESULTS.letters(shoe)) for shoe in range(SHOES)])
RED_EYE = run_path(str(ROOT / "examples" / "wider_systems.py"))["SYSTEMS"][2]
TERMS = bac.Session(60, most=50, shoes=1)


def plan(session: bac.Session = TERMS) -> SessionPlan:
    return SessionPlan(1, 7, PUNTO, session)


@pytest.mark.parametrize(
    ("archive", "system"),
    [
        (LETTERS, bac.system("martingale on follow")),
        (LETTERS, bac.system("paroli on random")),
        (LETTERS, RED_EYE),
        (RESULTS, bac.system("flat on tie")),
        (PAIRS, bac.system("flat on player-pair")),
        (PAIRS, bac.system("flat on either-pair")),
        (CARDS, bac.system("flat on dragon-7")),
        (CARDS, bac.system("flat on perfect-pair")),
    ],
    ids=str,
)
def test_written_shoes_are_played_as_the_shoes_of_their_seed(
    archive: Archive, system: bac.System
) -> None:
    written = stake_archive(archive, plan(), [system], pace=70).found[0]
    assert written.ledger == bac.stake(system, SHOES, seed=7, session=TERMS).ledger


def test_several_systems_are_compared_on_the_same_written_shoes() -> None:
    systems = [bac.system("flat"), bac.system("martingale")]
    both = stake_archive(LETTERS, plan(), systems, pace=70)
    alone = stake_archive(LETTERS, plan(), systems[1:], pace=70)
    assert both.found[1].ledger == alone.found[0].ledger
    assert both.differences[1].mean == pytest.approx(both.found[1].mean - both.found[0].mean)


def test_an_evening_takes_shoes_until_it_ends_and_the_next_begins_with_the_next_shoe() -> None:
    session = bac.Session(10, goal=12, stop_loss=5)
    played = list(play_archive(LETTERS, plan(session), bac.system("flat"), evenings=True))
    shoe = 0
    for evening in played:
        letters = "".join(str(coup.dealt) for coup in evening.coups)
        joined = ""
        while len(joined) < len(letters):
            joined += LETTERS.letters(shoe)
            shoe += 1
        assert joined.startswith(letters)
    assert shoe == SHOES
    assert Ledger.of(played).ends.keys() <= {"goal", "stop-loss", "shoes"}


@pytest.mark.parametrize(("letters", "is_cut"), [("BBBP", False), ("BP", True)])
def test_an_evening_that_the_last_shoe_cuts_off_is_told(letters: str, is_cut: bool) -> None:
    terms = plan(bac.Session(10, coups=3))
    archive = Archive.of([bac.Record.of("B"), bac.Record.of("BP"), bac.Record.of(letters)])
    staked = stake_archive(archive, terms, [bac.system("flat")], evenings=True, pace=70).found[0]
    evenings = Evenings.of_sessions(staked)
    assert (evenings.of, evenings.is_cut) == (2, is_cut)
    *_, last = evenings.sentences(Words.of("en"))
    assert ("cut off" in last) is is_cut


def test_the_exact_figures_are_those_of_as_many_fresh_coups() -> None:
    """Flat bets on shoes of one and of three coups, enumerated."""
    few = Archive.of([bac.Record.of("B"), bac.Record.of("BPT"), bac.Record.of("PPB")])
    solved = solve_archive(few, plan(), bac.system("flat on player"))
    assert solved is not None
    weights = bac.odds()["player"].weights
    whole = sum(weights.values())
    net = {20: "win", 0: "tie", -20: None}
    results: Counter[int] = Counter()
    for coups, share in ((1, Fraction(1, 3)), (3, Fraction(2, 3))):
        for won in product(net, repeat=coups):
            chance = share
            for coins in won:
                chance *= Fraction(weights[net[coins]], whole)
            results[sum(won)] += chance  # type: ignore[assignment]
    assert {coins: float(chance) for coins, chance in solved.results.items()} == pytest.approx(
        {coins: float(chance) for coins, chance in results.items()}
    )
    assert float(solved.ends["shoes"]) == pytest.approx(1)
    assert float(solved.mean_coups) == pytest.approx(Fraction(1, 3) + Fraction(2, 3) * 3)


def _nines(archive: Archive) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Totals of two shoes: unknown, but 9 in the second coup of the second shoe."""
    totals = np.full(archive.starts[2], -1, np.int8)
    totals[archive.starts[1] + 1] = 9
    return totals


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with archives."""
    made = tmp_path_factory.mktemp("archives")
    six = Archive.of([bac.Record.of("BPT", decks=6)])
    for name, archive in {
        "letters": LETTERS.only(range(12)),
        "mixed": Archive.joined([six, RESULTS.only([0])]),
        "other": Archive.of([bac.Record.of("BPT", "ez-baccarat")]),
        "none": Archive.of([]),
        "unheard": replace(LETTERS.only([0, 1]), game_names=("whist",)),
        "one-other": replace(
            LETTERS.only([0, 1, 2]),
            games=np.array([1, 0, 0], np.int32),
            game_names=("punto-banco", "whist"),
        ),
        "impossible": replace(
            RESULTS.only([0, 1]), player_totals=_nines(RESULTS), banker_totals=_nines(RESULTS)
        ),
    }.items():
        archive.save(made / f"{name}.parquet")
    return made


def test_the_command_has_figures_json_and_a_page(folder: Path) -> None:
    asked = ["flat", "--archive", str(folder / "letters.parquet")]
    code, out, err = run("stake", *asked, "--json")
    answer = json.loads(out)
    assert (code, err, complaints("stake", answer)) == (0, "", [])
    assert (answer["archive"]["shoes"], answer["systems"][0]["sessions"]) == (12, 12)
    exact = answer["systems"][0]["exactly"]
    coups = LETTERS.starts[12] / 12
    assert exact["mean_float"] == pytest.approx(-float(bac.odds()["banker"].edge) * coups)
    code, out, _ = run("stake", *asked, "--html", str(folder / "page.html"))
    assert code == 0
    assert "12 sessions on 12 written shoes" in out
    page = (folder / "page.html").read_text("utf-8")
    sentence = out.splitlines()[0]
    assert sentence.startswith("Of 12 evenings ")
    assert page.index(sentence) < page.index("<svg") < page.index("<table")
    assert "12 sessions on written shoes" in page
    assert ">exactly<" in page
    assert ">after coups<" in page


@pytest.mark.parametrize(
    ("file", "args", "says"),
    [
        ("letters", ["flat", "--on", "dragon-7"], "of 12 shoes 12 lack totals, first shoe 1; 12"),
        ("letters", ["flat", "--on", "count:dragon-7"], "counts cards; of 12 shoes 12 lack totals"),
        ("mixed", ["flat"], "the shoes have 6 and 8 decks: choose one"),
        ("mixed", ["flat", "--decks", "1"], "must have a shoe with this number of decks"),
        ("other", ["flat", "--game", "7-up"], "of 7-up, not of ez"),
        ("none", ["flat"], "must have a shoe"),
        ("unheard", ["flat"], "shoe 1: unknown game: 'whist'"),
        ("one-other", ["flat"], "not of whist as shoe 1: leave the shoes of other games out"),
        ("impossible", ["flat"], "notes.csv, shoe 2, coup 2: "),
        ("letters", ["flat", "--sessions", "3", "--fresh"], "leave --fresh and --sessions out"),
        ("letters", ["--compare", "all", "--evenings"], "evenings of several systems"),
    ],
)
def test_what_an_archive_cannot_answer_is_refused_in_one_line(
    folder: Path, file: str, args: list[str], says: str
) -> None:
    code, out, err = run("stake", *args, "--archive", str(folder / f"{file}.parquet"))
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_many_written_coups_have_the_reason_of_the_wait(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coups = LETTERS.starts[12]
    for limit, is_said in ((coups, False), (coups - 1, True)):
        monkeypatch.setattr("baccarat.cli.commands.stake.MANY_COUPS", limit)
        code, _, err = run("stake", "flat", "--archive", str(folder / "letters.parquet"))
        assert code == 0
        assert ("plain Python plays" in err) is is_said


def test_evenings_need_an_archive() -> None:
    assert run("stake", "flat", "--evenings")[0] == 2
