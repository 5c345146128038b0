"""The package as a newcomer has it: an sdist, the wheel that is made of it, and what one tries.

Nothing here imports baccarat: what is tried is what another Python has installed.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 600

PROGRAMS = {
    "three lines": """
        coup = bac.deal("Kh 9d 5c 4s 8h")
        assert bac.call(coup) == "Three Player, three Banker: a tie."
        assert str(bac.odds(decks=8)["banker"].edge) == "114753351728/10847218479825"
    """,
    "a game to the end of its shoe": """
        table = bac.Table.open("ez", seed=7, bankroll=5_000)
        while not table.is_shoe_over:
            table = table.bet("banker=10").deal()
        assert len(table.played) == len(bac.Record.deal("ez", seed=7).entries)
    """,
    "a picture": """
        assert "<svg" in str(bac.draw(bac.Record.deal(seed=7)).svg)
    """,
    "every language": """
        from baccarat.base.words import LANGUAGES, Words
        assert len({Words.of(each)("key.deal") for each in LANGUAGES}) == len(LANGUAGES) == 5
    """,
}
"""Those that compile nothing; `test_first_guess.py` has more."""

COMMANDS: dict[tuple[str, ...], str] = {
    ("--version",): r"baccarat \d+\.\d+\.\d+\n",
    ("deal", "Kh 9d 5c 4s 8h"): "Three Player, three Banker: a tie",
    ("odds", "--json"): '"edge"',
}
"""What is typed, and what the answer has in it."""

RUNS = """
import json, sys, textwrap
import baccarat as bac
house = set(bac.registered())
for title, program in json.load(sys.stdin).items():
    try:
        exec(textwrap.dedent(program), {"bac": bac})
    except BaseException as fault:
        raise SystemExit(f"{title}: {type(fault).__name__}: {fault}")
    bac.registered().remove(*set(bac.registered()) - house)
print(json.dumps({"version": bac.__version__, "file": bac.__file__}))
"""

SERVES = """
import re, signal, subprocess, sys, urllib.request
server = [sys.executable, "-P", "-m", "baccarat", "serve", "--port", "0"]
with subprocess.Popen(server, stdout=subprocess.PIPE, text=True) as process:
    try:
        address = re.search("http\\\\S+", process.stdout.readline())[0].rstrip("/")
        page = urllib.request.urlopen(address + "/").read().decode()
        for part in re.findall('"(/static/[^"]+)"', page):
            assert urllib.request.urlopen(address + part).read(), part
    finally:
        process.send_signal(signal.SIGINT)
print(len(page))
"""


def build_sdist(tree: Path, folder: Path) -> Path:
    """The source archive of a tree."""
    return _built(tree, folder, "sdist", "*.tar.gz")


def build_wheel(sdist: Path, folder: Path) -> Path:
    """The wheel made of a source archive, which is unpacked in the folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return _built(folder / sdist.name.removesuffix(".tar.gz"), folder, "wheel", "*.whl")


def _built(tree: Path, folder: Path, kind: str, pattern: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True)
    (made,) = folder.glob(pattern)
    return made


class Newcomer:
    """Somebody with a Python that has baccarat, and how their commands begin and where."""

    def __init__(self, python: Path, home: Path, prefix: Sequence[str] = ()) -> None:
        self.python = python
        self.home = home
        self.prefix = prefix

    def _do(self, *command: str | Path, given: str | None = None) -> str:
        done = subprocess.run(
            [*self.prefix, *map(str, command)],
            input=given,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home)},
            cwd="/",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"{command[1:4]} ends with {done.returncode}: {done.stderr}")
        return done.stdout

    def runs(self, programs: Mapping[str, str] = PROGRAMS) -> dict[str, Any]:
        """Run programs; which version they found, and where."""
        told = self._do(self.python, "-P", "-c", RUNS, given=json.dumps(dict(programs)))
        found: dict[str, Any] = json.loads(told.splitlines()[-1])
        return found

    def types(self, commands: Mapping[tuple[str, ...], str] = COMMANDS) -> None:
        """Type commands, by turns as `baccarat` and as `python -m baccarat`."""
        ways: tuple[tuple[str | Path, ...], ...] = (
            (self.python.parent / "baccarat",),
            (self.python, "-m", "baccarat"),
        )
        for number, (words, wanted) in enumerate(commands.items()):
            told = self._do(*ways[number % 2], *words)
            assert re.search(wanted, told), (words, told)

    def serves(self) -> int:
        """Start a server, and fetch its first page with all that it loads; how long the page is."""
        return int(self._do(self.python, "-P", "-c", SERVES).split()[-1])
