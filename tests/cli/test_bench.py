"""The bench measures what it says, and asserts no time."""

import contextlib
import io
import json
import random

import numpy as np
import pytest
from checkout import ROOT

from baccarat import Tally, bet, cli, odds
from baccarat.cli.bench import counting as bench_counting
from baccarat.cli.bench import exact as bench
from baccarat.cli.bench import simulate as simulation_bench
from baccarat.cli.bench import systems as bench_systems
from baccarat.cli.commands.bench import BENCHES
from baccarat.exact.batch.compositions import batch
from baccarat.simulation.engines import cpu
from baccarat.simulation.plan import Plan
from baccarat.systems.register import OURS


def run(*args: str) -> tuple[object, str]:
    screen = io.StringIO()
    with (
        contextlib.redirect_stdout(screen),
        contextlib.redirect_stderr(screen),
        pytest.raises(SystemExit) as leaving,
    ):
        cli.main(list(args))
    return leaving.value.code, screen.getvalue()


def test_the_plain_loop_beside_which_we_measure_gives_the_same_weights() -> None:
    rows = bench.compositions(3)
    out = np.zeros((3, 3), dtype=np.int64)
    bench.four_card_loop(rows, *bench.drawing(), out)
    assert (out == batch(rows)).all()


@pytest.mark.slow
def test_every_line_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MANY", 100)
    monkeypatch.setattr(bench, "felt_questions", lambda: [("nothing", lambda: None, "< 1 s")])
    code, out = run("bench", "exact", "--json")
    assert code == 0
    lines = json.loads(out)["lines"]
    assert all(line["seconds"] > 0 for line in lines)
    ratios = {line["what"]: line["ratio"] for line in lines}
    assert ratios["three outcomes of a composition"] > 1
    code, out = run("bench")
    assert code == 0
    assert "four-card loop" in out


@pytest.mark.long
@pytest.mark.slow
def test_counts_are_measured_beside_the_plain_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_counting, "SHOES", 2000)
    monkeypatch.setattr(bench_counting, "TOGETHER", 256)
    monkeypatch.setattr(bench_counting, "PLAIN_SHOES", 1)
    monkeypatch.setattr(bench_counting, "ROUNDS", 1)
    lines = bench_counting.measure()
    assert [line.wanted for line in lines] == ["", "< 1.5 s", "< 12 s", "< 6 s", "< 4 min"]
    assert all(line.seconds > 0 for line in lines)
    assert all(line.ratio is not None and line.ratio > 10 for line in lines[1:4])
    assert lines[4].ratio is not None
    assert lines[4].ratio > 1


def test_an_unknown_bench_is_refused() -> None:
    code, out = run("bench", "everything")
    assert code == 2
    assert "unknown bench" in out


def test_the_plainer_ways_to_simulate_deal_the_same_game() -> None:
    """Means of 30,000 coups and more: an honest dealer misses five errors once in a million."""
    exact = odds(8)["banker"]
    random.seed(7)
    ours = cpu.run(Plan(2000, 7))
    for tally in (simulation_bench.plain_python(400), simulation_bench.vectorised(2000)):
        missed = float(tally.of_bet(exact.bet).expectation - exact.expectation)
        assert tally.total > 30_000
        assert abs(missed) < 5 * exact.deviation / tally.total**0.5
        assert tally.histograms.keys() == ours.histograms.keys()
        assert _lengths(tally, "runs") == tally.total
        assert _lengths(tally, "streaks") == tally.total - tally.of_bet(bet("tie")).wins
        # Coups a shoe have a deviation of 1.6; the longest streak one of 1.7.
        for name in ("coups", "longest"):
            shoes = sum(tally.histograms[name].values())
            assert abs(_mean(tally, name) - _mean(ours, name)) < 5 * 1.8 * (2 / shoes) ** 0.5


def _lengths(tally: Tally, kind: str) -> int:
    return sum(
        length * times
        for name, counts in tally.histograms.items()
        if name.startswith(kind)
        for length, times in counts.items()
    )


def _mean(tally: Tally, name: str) -> float:
    counts = tally.histograms[name]
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def test_sessions_are_measured_beside_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in (("MILLION", 500), ("FEW", 2), ("ONE_CORE", 200)):
        monkeypatch.setattr(bench_systems, name, small)
    lines = bench_systems.measure()
    assert [line.beside for line in lines] == ["", *["reference"] * len(OURS), "flat"]
    assert all(line.seconds > 0 for line in lines)


@pytest.mark.parametrize("page", ["making", "reference/speed"])
def test_the_pages_have_every_bench(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    assert [name for name in BENCHES if f"`baccarat bench {name}`" not in text] == []
