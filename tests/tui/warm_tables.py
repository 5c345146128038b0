"""Tables that start at once, for tests: a process that has loaded everything, and forks.

It reads a line for each table: where its terminal is, its home, its arguments, and whether the
terminal belongs to it. It answers with the number of the process, and after another line with
its exit status.
"""

import fcntl
import json
import os
import sys
import termios

import baccarat.tui.app  # noqa: F401  loaded before the first fork
from baccarat.cli import main


def sit(terminal: str, home: str, arguments: list[str], is_shell: bool) -> None:
    """Be a table at that terminal; it does not return."""
    os.setsid()
    slave = os.open(terminal, os.O_RDWR | os.O_NOCTTY)
    if is_shell:
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(slave, number)
    os.closerange(3, 64)
    os.environ.update(BACCARAT_HOME=home, TERM="xterm-256color", LC_ALL="C.UTF-8")
    try:
        main(["play", *arguments])
    except SystemExit as ended:
        os._exit(ended.code if isinstance(ended.code, int) else 1)
    finally:
        os._exit(70)


def tell(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            _, status = os.waitpid(asked, 0)
            tell(os.waitstatus_to_exitcode(status))
            continue
        process = os.fork()
        if not process:
            sit(*asked)
        tell(process)
