"""Every engine deals the same shoes: to the last coup, whatever the rules and the chunks."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bac
from baccarat import LastCoup, Rules, Tally, bet, game
from baccarat.coup import Choice
from baccarat.errors import BaccaratError
from baccarat.simulation import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.run import simulate
from baccarat.simulation.tables import tables_of
from baccarat.tableau import CHEMIN_DE_FER

all_rules = st.builds(
    Rules,
    decks=st.integers(1, 12),
    burn=st.booleans(),
    cut_card=st.integers(0, 52) | st.just(14),
    last_coup=st.sampled_from(list(LastCoup)),
    printed=st.none() | st.just(bac.Card.parse("7x")),
)


@settings(max_examples=25, deadline=None)
@given(all_rules, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 100), st.integers(1, 70))
def test_the_cpu_engine_is_the_reference_said_faster(
    rules: Rules, seed: int, first: int, shoes: int
) -> None:
    plan = Plan(shoes, seed, rules, first=first)
    assert cpu.run(plan) == reference.run(plan)


@settings(max_examples=15, deadline=None)
@given(all_rules, st.integers(0, 2**64 - 1), st.integers(1, 6))
def test_so_it_is_for_a_fixed_number_of_coups(rules: Rules, seed: int, coups: int) -> None:
    plan = Plan(30, seed, rules, coups=coups)
    assert cpu.run(plan) == reference.run(plan)


@pytest.mark.parametrize("cut_card", [0, 3, 5, 6, 7, 100, 400, 405, 410, 415, 416])
@pytest.mark.parametrize("last_coup", list(LastCoup))
def test_and_for_a_cut_card_at_any_depth(cut_card: int, last_coup: LastCoup) -> None:
    plan = Plan(20, 7, Rules(cut_card=cut_card, last_coup=last_coup))
    assert cpu.run(plan) == reference.run(plan)


def test_and_where_a_word_is_thrown_again() -> None:
    """Shoe 592 of seed 7 has such a word (docs/the-stream.md), and so have others near it."""
    plan = Plan(4, 7, first=590)
    assert cpu.run(plan) == reference.run(plan)


def test_and_for_free_cells_under_a_strategy() -> None:
    def decide(choice: Choice) -> bool:
        low = min(card.points for card in choice.hand)
        return (low + (choice.players_third.points if choice.players_third else 3)) % 2 == 0

    plan = Plan(30, 7, Rules(tableau=CHEMIN_DE_FER))
    assert cpu.run(plan, decide) == reference.run(plan, decide)


def test_six_cards_lead_to_the_cell_that_the_dealer_finds() -> None:
    tables = tables_of(Rules())
    for cards in ("0 9 5 4 8 1", "9 0 9 1 2 3", "6 2 0 3 4 9", "2 2 2 2 6 6", "1 0 1 6 6 7"):
        p1, b1, p2, b2, fifth, sixth = map(int, cards.split())
        coup = _deal(cards)
        turn = tables.fifth[tables.player[10 * p1 + p2] + tables.banker[10 * b1 + b2] + fifth]
        assert tables.sixth[10 * turn + sixth] == coup.outcome().index
        assert tables.used[turn] == len(coup)


def _deal(cards: str) -> bac.Coup:
    given = bac.parse_cards(cards)
    for length in (4, 5, 6):
        coup = bac.deal(given[:length])
        if coup.is_over:
            return coup
    raise AssertionError(cards)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_and_chunks_change_nothing(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cpu.run(Plan(3000, 7), threads=1)
    monkeypatch.setattr(cpu, "MOST_COUPS", 1)
    monkeypatch.setattr(cpu, "JOB", 128)
    assert cpu.run(Plan(3000, 7), threads=threads) == whole
    parts = sum((cpu.run(job) for job in Plan(3000, 7).jobs(700)), start=Tally())
    assert parts == whole
    assert parts.digest == whole.digest


def test_a_known_shoe_is_known_data() -> None:
    """Shoe 0 of seed 7, counted from its playthrough: 39 for Player, 32 for Banker, 7 ties."""
    tally = simulate(1, seed=7).tally
    wins = [tally.of_bet(bet(key)).wins for key in ("player", "banker", "tie")]
    assert (wins, tally.histograms["coups"]) == ([39, 32, 7], {78: 1})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("last_coup", "cut_card", "published"),
    [
        (LastCoup.A, 14, 80.484),
        (LastCoup.B, 14, 81.281),
        (LastCoup.C, 14, 81.484),
        (LastCoup.B, 16, 80.876),
    ],
)
def test_the_mean_number_of_coups_is_known(
    last_coup: LastCoup, cut_card: int, published: float
) -> None:
    """A million shoes: the standard error is 0.0016, and the figure has one of 0.001."""
    rules = Rules(last_coup=last_coup, cut_card=cut_card)
    tally = cpu.run(Plan(1_000_000, 7, rules))
    assert abs(tally.total / 1_000_000 - published) < 4 * 0.0019


@pytest.mark.slow
def test_fresh_coups_have_the_exact_law() -> None:
    """Chi-square over the cells; an honest engine passes 999 times in 1,000."""
    coups = 20_000_000
    found = simulate(coups, seed=7, fresh=True)
    exact = found.exact.tally
    square, cells = 0.0, 0
    for count, weight in zip(found.tally.cells, exact.cells, strict=True):
        expected = coups * weight / exact.total
        if weight:
            square += (count - expected) ** 2 / expected
            cells += 1
        else:
            assert count == 0
    assert cells == 205
    assert square < 272.4  # 204 degrees of freedom, one in a thousand is above
    for key in ("player", "banker", "tie"):
        z = found.z(bet(key))
        assert z is not None
        assert abs(z) < 3.5


@pytest.mark.slow
def test_streaks_follow_their_law() -> None:
    """Six decks, ties ignored: Banker wins again with 0.50683707 (wizardofodds.com, appendix 4)."""
    tally = cpu.run(Plan(200_000, 7, game("punto-banco", 6).rules))
    streaks = tally.histograms["streaks of banker"]
    wins = sum(length * times for length, times in streaks.items())
    went_on = wins - sum(streaks.values())
    # The last win of a shoe is followed by nothing; Banker has it as often as any other win.
    followed = wins - 0.50683707 * 200_000
    # Four standard errors, and as much again for the shoes' ends.
    assert abs(went_on / followed - 0.50683707) < 4 * (0.25 / wins) ** 0.5 + 0.0002


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: simulate(0), "at least one shoe"),
        (lambda: simulate(-5), "at least one shoe"),
        (lambda: simulate(1, seed=-1), "seed"),
        (lambda: simulate(1, coups=70), "1 to 67 coups"),
        (lambda: simulate(1, coups=0), "1 to 67 coups"),
        (lambda: simulate(1, fresh=True, coups=2), "no number of coups"),
        (lambda: simulate(1, engine="abacus"), "unknown engine"),
        (lambda: Plan(2, first=2**64 - 1), "below 2\\^64"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(make: object, complaint: str) -> None:
    assert callable(make)
    with pytest.raises(BaccaratError, match=complaint):
        make()


COMMAND = [sys.executable, "-m", "baccarat", "simulate"]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *args], capture_output=True, text=True, check=False)


def test_the_command_tells_the_same_with_every_engine() -> None:
    told = [
        json.loads(run("--shoes", "60", "--seed", "7", "--json", "--engine", engine).stdout)
        for engine in ("cpu", "reference")
    ]
    for answer in told:
        del answer["seconds"], answer["engine"]
    assert told[0] == told[1]
    assert told[0]["coups"] == sum(told[0]["cells"])


def test_the_command_shows_z_only_where_the_exact_odds_apply() -> None:
    whole, fresh = run("--shoes", "50"), run("--fresh", "1000")
    assert " z ┃" not in whole.stdout
    assert " z ┃" in fresh.stdout
    assert "Coups a shoe" in whole.stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "--shoes N, or --fresh N"),
        (["--shoes", "5", "--fresh", "5"], "--shoes N, or --fresh N"),
        (["--shoes", "0"], "at least one shoe"),
        (["--shoes", "5", "--each", "99"], "1 to 67 coups"),
        (["--shoes", "5", "--engine", "abacus"], "unknown engine"),
        (["--shoes", "5", "--game", "blackjack"], "unknown game"),
    ],
)
def test_bad_input_is_told_in_one_line(args: list[str], complaint: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_prints_what_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    process = subprocess.Popen(
        [*COMMAND, "--shoes", "100000000", "--json", "--checkpoint", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # Its checkpoint tells when the first shoes are counted.
    while not (file.exists() and json.loads(file.read_text())["finished"]):
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    told = json.loads(out)
    assert not told["is_whole"]
    assert 0 < told["shoes"] < 100_000_000
    assert told["coups"] == sum(told["cells"])
