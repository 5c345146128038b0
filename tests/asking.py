"""Commands in this process, which is quicker, for tests of several rooms."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest

from baccarat.cli import main


def run(*args: object) -> tuple[int, str, str]:
    """The exit code of a command, what it prints, and its complaint."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        main([*map(str, args)])
    assert isinstance(left.value.code, int)
    return left.value.code, out.getvalue(), err.getvalue()


def printed(*args: object) -> str:
    """What a command prints that goes well."""
    code, out, err = run(*args)
    assert (code, err) == (0, "")
    return out


def command(*args: str) -> subprocess.CompletedProcess[str]:
    """`baccarat simulate`, as `subprocess.run` would tell of it."""
    return subprocess.CompletedProcess(args, *run("simulate", *args))


def on_a_terminal(*args: str, **environment: str) -> tuple[int, str]:
    """The exit code of a command in a process of its own, and what its terminal shows."""
    import pty  # not on Windows

    master, slave = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONUTF8": "1"}
    settings.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-m", "baccarat", *args],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**settings, **environment},
    ) as process:
        os.close(slave)
        seen = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # the terminal is closed
                break
            if not part:
                break
            seen += part
    os.close(master)
    return process.returncode, seen.decode().replace("\r\n", "\n")


def first_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    return done.stderr
