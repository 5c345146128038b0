"""What takes long is not silent, where somebody looks on."""

import io
from time import sleep

import pytest

from baccarat.cli.commands.odds import patience


@pytest.mark.parametrize("is_terminal", [True, False])
def test_long_weighing_is_said_in_a_terminal_only(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr(stderr, "isatty", lambda: is_terminal)
    monkeypatch.setattr("sys.stderr", stderr)
    with patience(0.001):
        sleep(0.2)
    assert ("calculating" in stderr.getvalue()) is is_terminal
