"""Commands in this process, for tests of several rooms."""

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout

import pytest

from baccarat.cli import main


def command(*args: str) -> subprocess.CompletedProcess[str]:
    """The command in this process, which is quicker."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        main(["simulate", *args])
    code = left.value.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(args, code, out.getvalue(), err.getvalue())


def first_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    return done.stderr
