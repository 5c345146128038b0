"""The commands, as a user meets them: good input, bad input, pipes and Ctrl-C."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from asking import run
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Bet, registered
from baccarat.cli.output import plain_letters


def answer(*args: str) -> dict[str, object]:
    code, out, err = run(*args, "--json")
    assert (code, err) == (0, "")
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


BAD_INPUT = """
deal 'Kh 9z'                                => not a card: '9z'
deal 'Kh 10'                                => not a card: '10'
deal '9h 2c Kd 3d 5s'                       => the coup is over (9h Kd | 2c 3d): 5s cannot be dealt
deal 'Kh 9d 5c 4s 8h 2c 3c'                 => 2c 3c cannot be dealt
deal 'Kh 5c 8h 2d | 9d 4s'                  => at most three cards
deal 'Kh 5c 8h | 9d 4s 2c'                  => the tableau forbids
deal 'Kh 5c | 9d 4s'                        => the tableau forbids
deal 'Kh | 9d 4s'                           => Player cannot have 1 cards while Banker has 2
deal '9h 9h 9h 9h' --decks 3                => too many of 9h: there are only 3
deal --decks 0                              => 1 to 12 decks, not 0
deal --decks 13                             => 1 to 12 decks, not 13
deal --decks many                           => '--decks'
deal --seed -1                              => seed must be a whole number from 0 to 2^64 - 1
deal --seed 18446744073709551616            => not 18446744073709551616
deal --seed 1 --number -1                   => shoe number
deal --seed 1 --cut 9                       => 10 to 406, not 9
deal --seed 1 --cut 407                     => 10 to 406, not 407
deal --cut-card 417                         => 0 to 416 cards from the end, not 417
deal --cut-card -1                          => not -1
deal --last-coup D                          => not a last-coup rule: 'D'
deal --last-coup 1/100                      => up to 99, e.g. 2/1
deal 'Kh 9d 5c' --shoe --cut-card 0         => too small
deal '' --shoe --cut-card 0                 => no cards given
deal 'Kh 9d' --seed 3                       => cards or a seed, not both
deal 'Kh 9d' --cut 20                       => add --shoe
deal 'Kh 9d' --last-coup C                  => add --shoe
deal ''                                     => no cards given
deal --number 5                             => add --seed
deal --bet tie:8=5 --bet tie:9=5            => tie has two prices
deal --game ez --bet Golden-8=5             => at most the stake on player and banker
--json deal --seed 7                        => options must follow the command
help                                        => baccarat --help
deal --game punto-blanco                    => did you mean punto-banco
deal --game zzz                             => `baccarat games` lists them
deal --bet bankr=5                          => did you mean banker
deal --bet banker=0                         => more than zero
deal --bet banker=-5                        => more than zero
deal --bet banker=0.5                       => whole number of the smallest coin
deal --bet banker                           => expected e.g. 'banker=100'
deal --bet banker=9999999999999999          => the limits are
deal --game ez --bet dragon-7=5             => at most the stake on player and banker
deal 'Kh 9d 5c' --bet banker=5              => the coup is not over
deal '0 9 5 4 8' --bet player-pair=5        => player-pair needs the ranks
deal 'Kx 9x 5x 4x 8x' --bet perfect-pair=5  => perfect-pair needs the cards
bets dragon-8                               => did you mean dragon-7
bets lucky-6:12                             => takes 2 prices
bets tie:1/0                                => tie takes 1 price (tie)
bets banker:1-101%                          => banker: a commission must be below 100 %, not 101 %
odds --bet tie:-1                           => not a price: '-1'
deal --bet tie=99999999999999999            => '99999999999999999' is too large
simulate --coups 99999999999999999999999999 => 99999999999999999999999999 coups need more
simulate --shoes 3 --cut-card 417            => 0 to 416 cards from the end, not 417
simulate --shoes 3 --decks 1 --cut-card 53   => 0 to 52 cards from the end, not 53
simulate --shoes 3 --last-coup D             => not a last-coup rule: 'D'
simulate --fresh 3 --no-burn                 => no burn and no cut card: leave --no-burn out
simulate --fresh 3 --decks inf --cut-card 0 --last-coup B => leave --cut-card and --last-coup out
simulate --shoes 3 --each 5 --last-coup A    => past the cut card: leave --last-coup out
simulate --shoes 3 --decks inf --burn        => an endless deck has no last coup
play --last-coup D                           => not a last-coup rule: 'D'
simulate --shoes 3 --records .csv           => .csv: the file's name has only an ending
games chemin-de-feu                         => did you mean chemin-de-fer
dael                                        => Did you mean 'deal'
deal --sed 7                                => --sed
--seed none                                 => '--seed'
"""


@pytest.mark.parametrize("line", BAD_INPUT.strip().splitlines())
def test_bad_input_gets_one_clear_line_and_exit_code_two(line: str) -> None:
    command, _, complaint = line.partition("=> ")
    code, out, err = run(*shlex.split(command))
    assert code == 2
    assert out == ""
    assert err.startswith("baccarat: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_bad_input_says_the_same_when_a_program_listens() -> None:
    assert run("deal", "Kh 9z", "--json") == run("deal", "Kh 9z")


@pytest.mark.slow
@examples(120)
@given(st.text() | st.text("0123456789TJQKAcdhsx |…"), st.sampled_from(["--explain", "--shoe"]))
def test_any_cards_are_dealt_or_complained_of_in_one_line(cards: str, option: str) -> None:
    code, out, err = run("deal", "--cut-card", "0", option, "--", cards)
    assert code in (0, 2)
    assert (err == "") == (code == 0)
    assert (out == "") == (code == 2)
    assert err.count("\n") <= 1


@examples(40)
@given(st.text(), st.text("banker-6:12/%=.0987"))
def test_any_bet_and_any_game_are_answered_in_one_line(name: str, wager: str) -> None:
    for command in (["bets", "--", name], ["games", "--", name], ["deal", f"--bet={wager}"]):
        code, _, err = run(*command)
        assert code in (0, 2)
        assert err.count("\n") == (code == 2)


def test_a_coup_is_dealt_explained_and_paid() -> None:
    code, out, err = run("deal", "Kh 9d 5c 4s 8h", "--explain", "--bet", "tie=10")
    assert (code, err) == (0, "")
    assert out == (
        "Player  K♥ 5♣ 8♥  3\n"
        "Banker  9♦ 4♠     3\n"
        "Three Player, three Banker: a tie.\n"
        "     Player has 5 and draws 8♥: Player draws on 0–5.\n"
        "     Banker has 3 and stands: with 3, Banker draws against a third card of 0–7 or 9.\n"
        "     tie: 10 wins 80 (tie)\n"
    )


def test_a_half_dealt_coup_says_whose_card_is_next() -> None:
    _, out, _ = run("deal", "Kh 9d 5c")
    assert out.endswith("Banker takes the next card.\n")
    _, out, _ = run("deal", "2h 9d 3c 4s", "--game", "chemin-de-fer")
    assert out.endswith("Player, with 5, may draw or stand: somebody must decide.\n")


def test_both_hands_may_be_given_instead_of_the_dealing_order() -> None:
    assert run("deal", "Kh 5c 8h | 9d 4s") == run("deal", "Kh", "9d", "5c", "4s", "8h")


def test_a_seeded_shoe_is_the_same_twice_and_another_number_is_another_shoe() -> None:
    first = answer("deal", "--seed", "7", "--shoe")
    assert first == answer("deal", "--seed", "7", "--shoe")
    assert first != answer("deal", "--seed", "7", "--shoe", "--number", "1")
    assert first != answer("deal", "--seed", "8", "--shoe")


def test_a_shoe_that_nobody_could_foresee_is_another_each_time() -> None:
    # Two shuffles of 416 cards are the same once in 10^700 runs.
    assert answer("deal", "--shoe") != answer("deal", "--shoe")


def test_a_whole_shoe_accounts_for_every_card() -> None:
    told = answer("deal", "--seed", "7", "--shoe", "--cut", "100")
    coups, shoe = told["entries"], told["shoe"]
    assert isinstance(coups, list)
    assert isinstance(shoe, dict)
    dealt = sum(len(coup[side]["cards"]) for coup in coups for side in ("player", "banker"))
    _, out, _ = run("deal", "--seed", "7", "--shoe", "--cut", "100")
    left = int(out.splitlines()[-1].split("; ")[1].split()[0])
    assert 1 + shoe["burned"] + dealt + left == shoe["size"] == 416
    assert (shoe["seed"], shoe["number"], shoe["cut"]) == (7, 0, 100)
    assert f"{len(coups)} coups" in out


def test_the_printed_card_of_seven_up_is_not_taken_from_the_shoe() -> None:
    _, out, _ = run("deal", "--seed", "7", "--shoe", "--game", "7-up")
    left = int(out.splitlines()[-1].split("; ")[1].split()[0])
    assert 0 <= left < 14


def test_a_bet_is_paid_under_any_of_its_names() -> None:
    wagers = ["--bet", "banker=10", "--bet", "Fortune 7=5"]
    coups = answer("deal", "2h 2d Kc Ks 4h 5d", "--game", "ez", *wagers)["entries"]
    assert isinstance(coups, list)
    paid = [(line["spot"], line["tier"], line["won"]) for line in coups[0]["wagers"]]
    assert paid == [("banker", "three-card 7", 0), ("dragon-7", "three-card 7", 200)]


def test_a_terminal_without_suits_shows_their_letters() -> None:
    """They read as they are typed; accents go, and what has no plain letter is a question mark."""
    done = subprocess.run(
        [*COMMAND, "deal", "Kh 9d 5c 4s 8h", "--explain"],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("Player  Kh 5c 8h  3")
    assert "Player draws on 0-5." in done.stdout
    assert "?" not in done.stdout
    plain_letters.register()
    assert "é♠… 庄".encode("ascii", plain_letters.PLAIN_LETTERS) == b"es~ ?"
    assert "K♥…".encode("cp437", plain_letters.PLAIN_LETTERS).decode("cp437") == "Kh~"


def test_json_tells_only_what_is_known() -> None:
    coups = answer("deal", "0 9 5 4 8")["entries"]
    assert isinstance(coups, list)
    assert coups[0]["player"] == {"cards": ["0", "5", "8"], "total": 3, "natural": False}


def test_chemin_de_fer_is_dealt_by_the_same_code() -> None:
    assert answer("deal", "--game", "chemin-de-fer", "--seed", "7", "--shoe")["decks"] == 6
    _, out, _ = run("deal", "2h 9d 3c 4s 8h", "--game", "chemin", "--explain")
    assert "Player has 5 and draws 8♥: Player is free to choose." in out


def test_bets_and_games_list_everything() -> None:
    _, out, _ = run("bets")
    assert [item.key for item in registered() if item.key not in out] == []
    told = answer("games")["games"]
    assert isinstance(told, dict)
    assert {"punto-banco", "ez", "super-6", "7-up", "2-to-1", "chemin-de-fer"} <= told.keys()
    for name, item in told.items():
        assert answer("games", name)["games"] == {name: item}
        assert run("games", name)[0] == 0


@pytest.mark.parametrize("item", list(registered()), ids=lambda item: item.key)
def test_a_bet_is_shown_with_its_price_and_source(item: Bet) -> None:
    told = answer("bets", item.key)["bets"]
    assert isinstance(told, dict)
    assert told.keys() == {item.key}
    assert told[item.key]["source"] == item.source
    tiers = told[item.key]["tiers"]
    assert {tier["tier"]: Fraction(tier["pays"]) for tier in tiers} == item.pays
    code, out, _ = run("bets", item.key)
    assert code == 0
    assert item.wins_when in out


@pytest.mark.parametrize("command", [[], ["deal"], ["bets"], ["games"], ["odds"], ["roads"]])
def test_help_shows_an_example(command: list[str]) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert " ".join(["Example: baccarat", *command]) in out


@pytest.mark.slow
def test_the_house_report_sets_the_exact_odds_beside_a_simulation() -> None:
    """Exact counts: wizardofodds.com/games/baccarat, permutations of six cards, 8 decks."""
    bets = answer()["bets"]
    assert isinstance(bets, dict)
    total = 4998398275503360
    for spot, wins in (
        ("player", 2230518282592256),
        ("banker", 2292252566437888),
        ("tie", 475627426473216),
    ):
        told = bets[spot]
        assert Fraction(told["probability"]) == Fraction(wins, total)
        # The seed is fixed; of honest seeds one in a hundred would fall outside.
        sampled = told["probability_simulated"]
        assert sampled["low"] < wins / total < sampled["high"]
        assert sampled["high"] - sampled["low"] < 0.0003


COMMAND = [sys.executable, "-m", "baccarat"]


def wait_until_busy(process: subprocess.Popen[str]) -> None:
    """Until it has worked for more than a second: started, and not yet done."""
    clock = Path(f"/proc/{process.pid}/stat")
    if not clock.exists():
        time.sleep(1.5)
        return
    ticks = os.sysconf("SC_CLK_TCK")
    while int(clock.read_text().rpartition(")")[2].split()[11]) / ticks < 1.3:
        time.sleep(0.02)


@pytest.mark.slow
def test_ctrl_c_leaves_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "bench", "exact"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until_busy(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)  # it ends when what it needs is compiled
    assert process.returncode == 130
    assert (out, err) == ("", "")


def test_a_pipe_that_closes_early_is_no_error() -> None:
    process = subprocess.Popen(
        [*COMMAND, "deal", "--shoe", "--explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=10) == -signal.SIGPIPE


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked", ["deal --seed 7", "simulate --shoes 2 --seed 7 --depth totals --engine cpu --json"]
)
def test_it_runs_from_a_tree_that_is_not_installed(asked: str, tmp_path: Path) -> None:
    tree = ROOT / "src"
    done = subprocess.run(
        [*COMMAND, *asked.split()],
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONNOUSERSITE": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    timed = re.compile(r'"seconds": .*')
    assert timed.sub("", done.stdout) == timed.sub("", run(*asked.split())[1])


@pytest.mark.skipif(os.name != "posix", reason="Windows ends a process in another way")
@pytest.mark.parametrize(
    ("moment", "status"),
    [
        # Whoever looks for the module that is loaded next presses Ctrl-C.
        (
            "sys.meta_path.insert(0, type('Finder', (), {'find_spec': "
            "lambda name, *_: os.kill(os.getpid(), signal.SIGINT) if name == 'baccarat.cli' "
            "else None})); import baccarat.__main__",
            -signal.SIGINT,
        ),
        (
            "from baccarat import cli; cli.main = lambda: os.kill(os.getpid(), signal.SIGINT); "
            "cli.start()",
            130,
        ),
    ],
)
def test_ctrl_c_while_it_starts_ends_it_without_a_word(moment: str, status: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import os, signal, sys; {moment}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")
