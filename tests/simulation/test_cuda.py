"""The GPU's source, compiled as plain C++, deals the same shoes; a GPU is not needed to know."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from host import EACH_RANK, Host, all_rules, needs_compiler
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat import Bet, Card, Depth, Rules
from baccarat.base import compiling
from baccarat.base.errors import Missing, Refused
from baccarat.core.bets import registered
from baccarat.core.bets.totals import THREE_GIVING_8
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.core.third_card import Choice
from baccarat.simulation.engines import cpu, cuda, reference
from baccarat.simulation.engines.choice import CUDA, choose
from baccarat.simulation.plan import Pace, Plan

DRAWN = re.compile("(lightning|prosperity)-(player|banker)")
TOO_DEEP = tuple(bet for bet in registered() if DRAWN.fullmatch(bet.key))
"""Bets whose price looks at whole hands by rank and suit"""
DEEP = tuple(b for b in registered() if b.depth is not Depth.TOTALS and b not in TOO_DEEP)
RANKS = tuple(bet for bet in DEEP if bet.depth <= Depth.RANKS)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return Host(tmp_path_factory.mktemp("host"))


@pytest.mark.slow
@needs_compiler
@examples(8)
@given(all_rules, st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 100), st.data())
def test_the_gpus_source_is_the_reference_said_for_a_gpu(
    host: Host, rules: Rules, seed: int, first: int, data: st.DataObject
) -> None:
    coups = data.draw(st.none() | st.integers(1, 6))
    deepest = DEEP if rules.printed is None else RANKS
    bets = data.draw(st.sampled_from([(), (THREE_GIVING_8,), RANKS, deepest]))
    plan = Plan(5, seed, rules, coups, first, bets)
    if plan.is_fresh:
        plan = replace(plan, endless=data.draw(st.booleans()))
    assert host.deal(plan) == reference.run(plan)


@pytest.mark.parametrize("bet", TOO_DEEP, ids=str)
def test_a_bet_on_whole_hands_of_cards_is_refused_in_one_line(bet: Bet) -> None:
    with pytest.raises(Refused, match="too many hands for the cuda engine: use cpu"):
        cuda.Program.all_of(Plan(1, 7, bets=(bet,)))


def test_without_a_named_engine_the_cpu_counts_what_the_gpu_cannot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cuda, "has_gpu", lambda: True)
    assert choose("auto", None, Plan(1, 7, bets=DEEP)) is CUDA
    counted = bac.simulate(20, 7, bets=TOO_DEEP)
    assert counted.engine == "cpu"
    assert counted.tally == bac.simulate(20, 7, bets=TOO_DEEP, engine="reference").tally
    with pytest.raises(Refused, match="use cpu"):
        bac.simulate(20, 7, bets=TOO_DEEP, engine="cuda")


@needs_compiler
def test_the_gpus_source_deals_ten_thousand_shoes_as_the_cpu_engine(host: Host) -> None:
    """Some twenty of them have a word that is thrown again."""
    assert host.deal(Plan(10_000, 7)) == cpu.run(Plan(10_000, 7))
    assert host.deal(Plan.fresh(20_000, 7)) == cpu.run(Plan.fresh(20_000, 7))
    deep = Plan(10_000, 7, bets=DEEP)
    assert host.deal(deep) == cpu.run(deep)


@needs_compiler
def test_the_gpus_source_follows_a_strategy_in_free_cells(host: Host) -> None:
    def decide(choice: Choice) -> bool:
        low = min(card.points for card in choice.hand)
        return (low + (choice.players_third.points if choice.players_third else 3)) % 2 == 0

    plan = Plan(50, 7, Rules(tableau=CHEMIN_DE_FER))
    assert host.deal(plan, decide) == reference.run(plan, decide)


@needs_compiler
@pytest.mark.long
def test_the_gpus_source_counts_a_bet_that_looks_at_whole_coups(host: Host) -> None:
    plan = Plan(40, 7, bets=(WHOLE, *RANKS))
    assert host.deal(plan) == reference.run(plan)


@pytest.mark.slow
@needs_compiler
def test_the_device_counts_bets_that_together_tell_thousands_of_hands_apart(host: Host) -> None:
    plan = Plan(20, 7, bets=(*EACH_RANK, *RANKS))
    assert host.deal(plan) == reference.run(plan)


WHOLE = Bet(
    "Ends as it began",
    lambda coup: "won" if coup.cards[0].points == coup.cards[-1].points else None,
    pays={"won": 9},
    depth=Depth.POINTS,
)


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs the CUDA compiler nvcc")
@pytest.mark.parametrize("bets", [(), DEEP], ids=["totals", "cards"])
def test_the_cuda_compiler_takes_the_source(bets: tuple[Bet, ...], tmp_path: Path) -> None:
    (tmp_path / "shoe.cu").write_text(cuda.source())
    defined = [f"-D{k}={v}" for k, v in cuda.Program.all_of(Plan(1, bets=bets))[0].options.items()]
    command = ["nvcc", "-std=c++17", "-Werror", "all-warnings", *defined, "-ptx"]
    done = subprocess.run(
        [*command, "-o", "shoe.ptx", "shoe.cu"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ".entry deal" in (tmp_path / "shoe.ptx").read_text()


def test_without_cupy_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "find_spec", lambda name: None)
    with pytest.raises(Missing, match="needs CuPy: pip install"):
        cuda.run(Plan(1))


@pytest.mark.parametrize("decks", [1, 8, 12])
@pytest.mark.parametrize("coups", [None, 1, 6])
def test_no_part_outgrows_a_32_bit_count(decks: int, coups: int | None) -> None:
    """The longest shoes have more than twice the coups by which parts are measured."""
    plan = Plan(10**15, 7, Rules(decks=decks, printed=Card.parse("7x")), coups)
    pace = Pace(plan, cuda.FIRST_COUPS, cuda.MOST_COUPS)
    for part, _ in zip(pace, range(20), strict=False):
        assert part.shoes * plan.most_coups < 2**32
        pace.took(part.shoes, 0.0)
