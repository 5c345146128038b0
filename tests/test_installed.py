"""The sdist has what its tests need; its wheel has what runs, also where nobody may write.

The wheel is installed into an empty environment, and tried there by somebody else.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest
from checkout import ROOT
from newcomer import Newcomer, build_sdist, build_wheel

import baccarat
from baccarat.simulation.run import simulate

NOBODY = 65534
# An interpreter that lies in root's home is out of reach for others; this lets them read there,
# and write nothing.
READING = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.packaging,
    pytest.mark.skipif(os.name == "nt", reason="an environment has another shape there"),
]


@pytest.fixture(scope="module")
def as_nobody() -> list[str]:
    """The beginning of a command for which nothing of ours can be written: root is nobody there."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv (of util-linux) makes another user of us")
    change = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    same = f"import sys; sys.exit(sys.base_prefix != {sys.base_prefix!r})"  # not another Python
    for prefix in (change, [*change, *READING]):
        probe = [*prefix, sys.executable, "-c", same]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return prefix
    pytest.skip("another user cannot run this Python")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where everything is built, and which others may read."""
    folder = tmp_path_factory.mktemp("installed")
    for parent in folder.parents:  # pytest's own folders are closed to others
        if parent.stat().st_uid == os.geteuid() and parent.name.startswith(("pytest-", "popen-")):
            parent.chmod(0o755)
    folder.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def sdist(folder: Path) -> Path:
    return build_sdist(ROOT, folder)


@pytest.fixture(scope="module")
def wheel(sdist: Path, folder: Path) -> Path:
    return build_wheel(sdist, folder)


@pytest.fixture(scope="module")
def python(wheel: Path, folder: Path) -> Path:
    """Python of an empty environment with the wheel in it, which only its owner may write.

    What the wheel depends on is lent by the environment of the tests, so that no index is asked.
    """
    home = folder / "environment"
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    install = ["--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*pip, *install], check=True)
    (site,) = home.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"))  # no .pth there is read
    for path in (site, *site.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return python


def test_the_sdist_has_every_file_of_the_tree(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        held = {file.name.partition("/")[2]: file for file in archive}
    assert all(held[name].mode & 0o111 for name in ("run", "test", ".ci/run"))
    assert [name for name in held if "_cache" in name or name.endswith(".pyc")] == []
    if not (ROOT / ".git").exists():
        pytest.skip("in an unpacked sdist nobody knows which files there were")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tracked = {name for name in listed.stdout.split("\0") if (ROOT / name).is_file()}
    assert sorted(tracked - held.keys()) == []


def test_the_wheel_of_the_sdist_has_the_files_of_the_tree(wheel: Path) -> None:
    package = ROOT / "src" / "baccarat"
    wanted = {
        f"baccarat/{path.relative_to(package).as_posix()}": path
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("baccarat/")}
        assert held == wanted.keys()
        for name, path in wanted.items():
            assert archive.read(name) == path.read_bytes(), name
        (about,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(about))
    assert metadata["Version"] == baccarat.__version__
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Description-Content-Type"] == "text/markdown"


def test_a_newcomer_begins_with_the_wheel(
    as_nobody: list[str], python: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    if as_nobody:
        os.chown(home, NOBODY, NOBODY)
    tmp_path.chmod(0o755)
    newcomer = Newcomer(python, home, as_nobody)
    found = newcomer.runs()
    assert found["version"] == baccarat.__version__
    assert Path(found["file"]).is_relative_to(python.parent.parent)
    newcomer.types()
    assert newcomer.serves() > 1000


@pytest.mark.long
def test_nobody_needs_a_folder_to_write(as_nobody: list[str], python: Path) -> None:
    asked = ["simulate", "--fresh", "1000", "--seed", "7", "--depth", "totals"]
    done = subprocess.run(
        [*as_nobody, python, "-P", "-m", "baccarat", *asked],
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"},
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
