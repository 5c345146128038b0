"""The bench measures what it says, and asserts no time."""

import contextlib
import io
import json

import numpy as np
import pytest

from baccarat import cli
from baccarat.exact import bench
from baccarat.exact.batch import batch
from baccarat.exact.drawing import drawing
from baccarat.tableau import PUNTO_BANCO


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
    bench.four_card_loop(rows, *drawing(PUNTO_BANCO), out)
    assert (out == batch(rows)).all()


def test_every_line_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MANY", 100)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "_weigh_all", lambda bets: None)
    code, out = run("bench", "exact", "--json")
    assert code == 0
    lines = json.loads(out)["lines"]
    assert all(line["seconds"] > 0 for line in lines)
    ratios = {line["what"]: line["ratio"] for line in lines}
    assert ratios["three outcomes of a composition"] > 1
    code, out = run("bench")
    assert code == 0
    assert "four-card loop" in out


def test_an_unknown_bench_is_refused() -> None:
    code, out = run("bench", "everything")
    assert code == 2
    assert "unknown bench" in out
