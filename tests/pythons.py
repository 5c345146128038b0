"""`./test pythons`: the wheel on each Python that is found, tried as a newcomer tries it.

It asks an index for what the wheel depends on, so it is run by hand. `./test pythons 3.12 3.13`
tries these alone, and fails if one of them is not found.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from checkout import ROOT
from newcomer import COMMANDS, PROGRAMS, Newcomer, build_sdist, build_wheel
from test_first_guess import GUESSED

EXTRAS = "tui,web"
ELSEWHERE = (  # where pyenv and uv put them
    Path("~/.pyenv/versions"),
    Path(os.environ.get("UV_PYTHON_INSTALL_DIR", "~/.local/share/uv/python")),
)
MORE_COMMANDS = {
    **COMMANDS,
    ("simulate", "--shoes", "100", "--seed", "7"): "answer digest",
    (): "House report",
}


def versions() -> list[str]:
    """Those that pyproject.toml names: 3.11 and so on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    last = [each.rpartition(" ")[2] for each in project["classifiers"]]
    return [version for version in last if version.startswith("3.")]


def found(version: str) -> Path | None:
    """A Python of a version that runs: on the path, of pyenv, of uv."""
    name = f"python{version}"
    on_path = shutil.which(name)
    places = [Path(on_path)] if on_path else []
    for folder in ELSEWHERE:
        places += sorted(folder.expanduser().glob(f"*{version}*/bin/{name}"))
    for place in places:
        if subprocess.run([place, "-c", ""], capture_output=True, check=False).returncode == 0:
            return place
    return None


def tried(base: Path, wheel: Path, folder: Path) -> str:
    """Install the wheel into an empty environment and try it; what was tried, in a line."""
    began = perf_counter()
    subprocess.run([base, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, f"{wheel}[{EXTRAS}]"], check=True)
    ready = perf_counter()
    newcomer = Newcomer(python, folder)
    programs = PROGRAMS | GUESSED
    newcomer.runs(programs)
    newcomer.types(MORE_COMMANDS)
    newcomer.serves()
    version = subprocess.run(
        [python, "-c", "import platform; print(platform.python_version())"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    many = f"{len(programs)} programs, {len(MORE_COMMANDS)} commands, a server"
    return f"Python {version}: {many}: {perf_counter() - ready:.0f} s after {ready - began:.0f} s"


def main(chosen: list[str]) -> int:
    """Try these, or all; how many were in trouble."""
    troubles = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(build_sdist(ROOT, folder), folder)
        for version in chosen or versions():
            base = found(version)
            if base is None:
                troubles += bool(chosen)
                told = f"Python {version}: not found here, so not tried"
            else:
                try:
                    told = tried(base, wheel, folder / version)
                except (AssertionError, subprocess.SubprocessError) as trouble:
                    troubles += 1
                    told = f"Python {version}: {trouble}"
            sys.stdout.write(f"{told}\n")
            sys.stdout.flush()
    return troubles


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
