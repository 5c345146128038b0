"""Every engine deals the same shoes: to the last coup, whatever the rules and the chunks."""

import json
import math
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from asking import command
from host import EACH_RANK
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat import Bet, Card, Depth, Hand, LastCoup, Outcome, Rules, Tally, bet, game
from baccarat.base.errors import BaccaratError, BadBet, BadValue, TooShallow
from baccarat.core.bets import registered
from baccarat.core.bets.totals import THREE_GIVING_8
from baccarat.core.shoe import LAST_COUPS
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.core.third_card import Choice
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.engines.choice import choose
from baccarat.simulation.label_tables import sights_of
from baccarat.simulation.plan import EQUAL_START, Plan
from baccarat.simulation.run import simulate
from baccarat.simulation.verdict_tables import OVER, USED, steps_of, tables_of

UNTYPED: Any = Plan
all_rules = st.builds(
    Rules,
    decks=st.integers(1, 12),
    burn=st.booleans(),
    cut_card=st.integers(0, 52) | st.just(14),
    last_coup=st.builds(LastCoup, st.integers(0, 3), st.integers(0, 3)),
    printed=st.none() | st.just(bac.Card.parse("7x")),
)


DEEP = tuple(bet for bet in registered() if bet.depth is not Depth.TOTALS)
RANKS = tuple(bet for bet in DEEP if bet.depth <= Depth.RANKS)
WHOLE = Bet(
    "Ends as it began",
    lambda coup: "won" if coup.cards[0].points == coup.cards[-1].points else None,
    pays={"won": 9},
    depth=Depth.POINTS,
)


@pytest.mark.slow
@examples(10)
@given(all_rules, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 100), st.integers(1, 70))
def test_the_cpu_engine_is_the_reference_said_faster(
    rules: Rules, seed: int, first: int, shoes: int
) -> None:
    plan = Plan(shoes, seed, rules, first=first)
    assert cpu.run(plan) == reference.run(plan)


@examples(6)
@given(all_rules, st.integers(0, 2**64 - 1), st.integers(1, 6))
def test_the_cpu_engine_deals_a_fixed_number_of_coups_as_the_reference(
    rules: Rules, seed: int, coups: int
) -> None:
    plan = Plan(30, seed, rules, coups=coups)
    assert cpu.run(plan) == reference.run(plan)


@pytest.mark.slow
@examples(6)
@given(all_rules, st.integers(0, 2**64 - 1), st.none() | st.integers(1, 6), st.data())
def test_the_cpu_engine_counts_as_the_reference_at_every_depth(
    rules: Rules, seed: int, coups: int | None, data: st.DataObject
) -> None:
    """Points, ranks or cards: the same coups, and every bet judged as the reference judges it."""
    deepest = DEEP if rules.printed is None else RANKS  # of the printed card the rank is known
    bets = data.draw(st.sampled_from([(THREE_GIVING_8,), RANKS, deepest]))
    plan = Plan(10, seed, rules, coups, bets=bets)
    found = cpu.run(plan)
    assert found == reference.run(plan)
    assert found.digest == cpu.run(replace(plan, bets=())).digest


@pytest.mark.slow
@pytest.mark.parametrize("bets", [(), (THREE_GIVING_8,), RANKS, DEEP], ids=len)
def test_the_cpu_engine_deals_an_endless_deck_as_the_reference(bets: tuple[Bet, ...]) -> None:
    plan = Plan.fresh(1000, 7, bets=bets, endless=True)
    assert cpu.run(plan) == reference.run(plan)


@pytest.mark.slow
def test_coups_of_an_endless_deck_have_its_exact_odds() -> None:
    """Main bets, pairs and a suit: an honest engine misses one of seven so far 2 in 100,000."""
    found = simulate(5_000_000, seed=7, fresh=True, decks=math.inf)
    for key in ("player", "banker", "tie", "player-pair", "banker-pair", "perfect-pair"):
        z = found.z(bet(key))
        assert z is not None
        assert abs(z) < 4.5
    exact = found.exact.of(EQUAL_START).probability("equal")
    dealt = found.of(EQUAL_START).probability("equal")
    assert abs(float(dealt - exact)) < 4.5 * (float(exact) / 5_000_000) ** 0.5


@pytest.mark.long
def test_the_cpu_engine_counts_a_bet_that_looks_at_whole_coups() -> None:
    plan = Plan(25, 7, bets=(WHOLE, *DEEP))
    assert cpu.run(plan) == reference.run(plan)


@pytest.mark.slow
def test_the_cpu_engine_counts_bets_that_together_tell_thousands_of_hands_apart() -> None:
    plan = Plan(20, 7, bets=(*EACH_RANK, *RANKS))
    assert len(sights_of(plan.bets, plan.rules)) > 1
    assert cpu.run(plan) == reference.run(plan)


def test_a_strangers_bet_may_raise_on_what_cannot_happen() -> None:
    def event(outcome: Outcome) -> str | None:
        assert (outcome.player.trait == "three") is (outcome.player.cards == 3)
        return outcome.player.trait

    stranger = Bet(
        "Three of Player's",
        event,
        pays={"three": 1},
        depth=Depth.RANKS,
        trait=lambda hand: "three" if len(hand) == 3 else None,
    )
    plan = Plan(40, 7, bets=(stranger,))
    assert cpu.run(plan) == reference.run(plan)


def test_a_bet_that_raises_for_what_happened_is_heard() -> None:
    def event(outcome: Outcome) -> str | None:
        raise ZeroDivisionError(outcome.player.total)

    broken = Bet("Broken", event, {"won": 1}, Depth.RANKS, trait=lambda hand: None)
    for engine in (cpu, reference):
        with pytest.raises(BadBet, match="broken: its event breaks: ZeroDivisionError: ") as told:
            engine.run(Plan(1, 7, bets=(broken,)))
        assert isinstance(told.value.__cause__, ZeroDivisionError)


def test_too_many_labels_are_refused() -> None:
    many = Bet(
        "All apart",
        lambda outcome: outcome.player.trait,
        {str(Hand.parse("2c 3c")): 1},
        Depth.CARDS,
        trait=str,
    )
    with pytest.raises(BadBet, match="too many"):
        cpu.run(Plan(1, bets=(many,)))


def test_a_printed_card_hides_its_suit_from_deeper_bets() -> None:
    with pytest.raises(TooShallow, match="printed"):
        cpu.run(Plan(1, 7, Rules(printed=Card.parse("7x")), bets=DEEP))


@pytest.mark.parametrize("cut_card", [0, 3, 5, 6, 7, 100, 400, 405, 410, 415, 416])
@pytest.mark.parametrize("last_coup", [*LAST_COUPS, LastCoup(2, 1), LastCoup(0, 3)])
def test_the_cpu_engine_deals_to_a_cut_card_at_any_depth_as_the_reference(
    cut_card: int, last_coup: LastCoup
) -> None:
    plan = Plan(20, 7, Rules(cut_card=cut_card, last_coup=last_coup))
    assert cpu.run(plan) == reference.run(plan)


def test_the_cpu_engine_throws_a_word_again_as_the_reference() -> None:
    """Shoe 592 of seed 7 has such a word (docs/the-stream.md), and so have others near it."""
    plan = Plan(4, 7, first=590)
    assert cpu.run(plan) == reference.run(plan)


def test_the_cpu_engine_follows_a_strategy_in_free_cells() -> None:
    def decide(choice: Choice) -> bool:
        low = min(card.points for card in choice.hand)
        return (low + (choice.players_third.points if choice.players_third else 3)) % 2 == 0

    plan = Plan(30, 7, Rules(tableau=CHEMIN_DE_FER))
    assert cpu.run(plan, decide) == reference.run(plan, decide)


def test_a_strategy_may_be_a_mutable_object() -> None:
    @dataclass
    class Stubborn:
        asked: int = 0

        def __call__(self, choice: Choice) -> bool:
            self.asked += 1
            return choice.hand.total < 6

    found = simulate(20, 7, game="chemin-de-fer", decide=Stubborn())
    assert (
        found.tally
        == simulate(20, 7, game="chemin-de-fer", decide=lambda c: c.hand.total < 6).tally
    )
    assert found.exact["player"].edge != bac.odds()["player"].edge


def test_six_cards_lead_to_the_cell_that_the_dealer_finds() -> None:
    tables = tables_of(Rules())
    for cards in ("0 9 5 4 8 1", "9 0 9 1 2 3", "6 2 0 3 4 9", "2 2 2 2 6 6", "1 0 1 6 6 7"):
        p1, b1, p2, b2, fifth, sixth = map(int, cards.split())
        coup = _deal(cards)
        place = tables.player[10 * p1 + p2] + tables.banker[10 * b1 + b2] + 10 * fifth + sixth
        verdict = int(tables.verdicts[place])
        assert verdict % 1024 == coup.outcome().index + 400 * coup.has_equal_start
        assert verdict >> USED == len(coup)


def test_card_by_card_is_the_same() -> None:
    """The steps of the GPU, and the tables of the CPU, over all that six cards can do."""
    tables = tables_of(Rules())
    steps = steps_of(tables)
    cards = np.stack([axis.reshape(-1) for axis in np.indices((10,) * 6)])
    p1, b1, p2, b2, fifth, sixth = cards
    place = tables.player[10 * p1 + p2] + tables.banker[10 * b1 + b2] + 10 * fifth + sixth
    verdicts = tables.verdicts[place]
    state = np.full(len(place), steps.begin)
    for turn in range(1, 7):
        step = steps.table[state + cards[turn - 1]]
        is_over = (step & OVER) > 0
        assert (verdicts[is_over] >> USED == turn).all()
        assert (verdicts[is_over] & (OVER >> 3) - 1 == step[is_over] & (OVER >> 3) - 1).all()
        state, verdicts, cards = step[~is_over], verdicts[~is_over], cards[:, ~is_over]
    assert not len(verdicts)


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
    monkeypatch.setattr(cpu, "MOST_COUPS", 128 * 80)
    monkeypatch.setattr(cpu, "BATCH_COUPS", 1)
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
        (lambda: simulate(1, fresh=True, coups=2), "a fresh shoe has one coup"),
        (lambda: simulate(1, engine="abacus"), "unknown engine"),
        (lambda: simulate(1, depth="deep"), "not a depth: 'deep' .expected totals, points"),
        (lambda: simulate(1, decks=math.inf), "an endless deck has no last coup"),
        (lambda: simulate(1, decks=13), "1 to 12 whole decks"),
        (lambda: simulate(1, decks=2.5), "1 to 12 whole decks"),
        (lambda: UNTYPED(1, 2, 3, 4), "Plan: rules cannot be 3 .expected "),
        (lambda: UNTYPED(1, bets=["tie"]), "Plan: bets cannot be "),
        (lambda: Plan(1, endless=True), "an endless deck has no last coup"),
        (lambda: Plan(2, first=2**64 - 1), f"not {2**64 - 1} to {2**64}"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(make: object, complaint: str) -> None:
    assert callable(make)
    with pytest.raises(BaccaratError, match=complaint):
        make()


@pytest.mark.parametrize("name", ["gpu", "GPU", "cuda"])
def test_gpu_is_another_name_of_the_cuda_engine(name: str) -> None:
    assert choose(name).name == "cuda"
    with pytest.raises(BadValue, match="a scheduler is for the dask engine, not for cuda"):
        choose(name, "tcp://127.0.0.1:1")


COMMAND = [sys.executable, "-m", "baccarat", "simulate"]


def test_the_command_tells_the_same_with_every_engine() -> None:
    told = [
        json.loads(command("--shoes", "60", "--seed", "7", "--json", "--engine", engine).stdout)
        for engine in ("cpu", "reference")
    ]
    for answer in told:
        del answer["seconds"], answer["engine"]
    assert told[0] == told[1]
    assert told[0]["coups"] == sum(map(int, told[0]["cells"]))


def test_the_command_shows_z_only_where_the_exact_odds_apply() -> None:
    whole, fresh = command("--shoes", "50"), command("--fresh", "1000")
    assert " z ┃" not in whole.stdout
    assert " z ┃" in fresh.stdout
    assert "Coups a shoe" in whole.stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "give exactly one length: --shoes, --fresh"),
        (["--shoes", "5", "--fresh", "5"], "give exactly one length: --shoes, --fresh"),
        (["--shoes", "0"], "at least one shoe"),
        (["--shoes", "5", "--each", "99"], "1 to 67 coups"),
        (["--shoes", "5", "--engine", "abacus"], "unknown engine"),
        (["--shoes", "5", "--game", "blackjack"], "unknown game"),
    ],
)
def test_bad_input_is_told_in_one_line(args: list[str], complaint: str) -> None:
    done = command(*args)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
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
    assert told["coups"] == sum(map(int, told["cells"]))
