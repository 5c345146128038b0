"""The wheel where nobody may write, run by somebody who has no home."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from baccarat.simulation.run import simulate

ROOT = Path(__file__).parent.parent
NOBODY = "65534"
# An interpreter that lies in root's home is out of reach for others; this lets them read there,
# and write nothing.
READING = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]


@pytest.fixture(scope="module")
def as_nobody() -> list[str]:
    """The beginning of a command that another user runs."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root can become another user")
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv (of util-linux) makes another user of us")
    change = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
    for prefix in (change, [*change, *READING]):
        probe = [*prefix, sys.executable, "-c", "pass"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return prefix
    pytest.skip("another user cannot run this Python")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed, which only root may write."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    alone = ["--no-deps", "--no-index"]
    built = folder / "built"
    shutil.copytree(ROOT / "src", built / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, built / name)
    wheel = ["wheel", *alone, "--no-build-isolation", "--wheel-dir", str(folder), str(built)]
    subprocess.run([*pip, *wheel], check=True)
    (made,) = folder.glob("*.whl")
    site = folder / "site"
    subprocess.run([*pip, "install", *alone, "--target", str(site), str(made)], check=True)
    for path in (site, *site.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for parent in folder.parents:  # pytest's own folders are closed to others
        if parent.stat().st_uid == os.geteuid() and parent.name.startswith("pytest-"):
            parent.chmod(0o755)
    folder.chmod(0o755)
    return site


@pytest.mark.slow
def test_nobody_needs_a_folder_to_write(as_nobody: list[str], site: Path) -> None:
    asked = ["simulate", "--fresh", "1000", "--seed", "7", "--depth", "totals"]
    done = subprocess.run(
        [*as_nobody, sys.executable, "-P", "-m", "baccarat", *asked],
        env={
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "PYTHONPATH": f"{site}{os.pathsep}{sysconfig.get_path('purelib')}",
        },
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = simulate(1000, 7, fresh=True, depth="totals", engine="reference")
    assert found.tally.digest in done.stdout
    assert done.stderr.startswith("baccarat: compiled code cannot be kept")
    assert "NUMBA_CACHE_DIR" in done.stderr
    assert done.stderr.count("\n") == 1
