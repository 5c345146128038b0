"""A file that cannot be loaded: `serve` says so in one line, and ends with the code 2."""

import signal
from pathlib import Path

import pytest
from asking import run

from baccarat.cli.options import plugin


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (None, "cannot be read"),
        ("raise ValueError('no')", "line 1: ValueError: no"),
        ("x = 1", "this file has no bet, game, system, engine or reader"),
        ("def f(", "line 1: '(' was never closed"),
        ("\nwhile True: pass", "line 2: TooSlow: loading takes longer than 0.2 s"),
        ("import time\ntime.sleep(1000)", "line 2: TooSlow: loading takes longer than 0.2 s"),
        (
            "import time\nwhile True:\n  try: time.sleep(1000)\n  except Exception: pass",
            "line 3: TooSlow: loading takes longer than 0.2 s",
        ),
    ],
)
def test_a_server_does_not_start_with_a_file_that_does_not_load(
    source: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "TooSlow" in told:
        monkeypatch.setattr(plugin, "LOADING", 0.2)
    file = tmp_path / "mine.py"
    if source is not None:
        file.write_text(source, "utf-8")
    before = signal.getsignal(signal.SIGALRM)
    code, out, err = run("serve", "--port", 0, "--plugin", file)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert signal.getsignal(signal.SIGALRM) is before
