"""Commands in this process, which is quicker, for tests of several rooms."""

import io
import subprocess
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


def first_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    return done.stderr
