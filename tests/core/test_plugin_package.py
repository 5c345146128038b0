"""A stranger's package is installed and used; a broken one stops nobody."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import ROOT

SEVENS = ROOT / "examples" / "baccarat-sevens"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample plug-in installed in it, as pip does it."""
    site = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
    offline = ["--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*install, *offline, "--target", site, SEVENS], check=True)
    return site


def add_plugin(site: Path, name: str, code: str) -> None:
    """What an installed package comes down to: a module, and its entry point."""
    (site / f"{name}.py").write_text(code)
    info = site / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[baccarat.bets]\n{name} = {name}\n")


def python(site: Path, *args: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, "-P", *args],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        cwd=site,
    )


@pytest.mark.slow
def test_a_strangers_bet_is_found_priced_and_paid(site: Path) -> None:
    cards = "7h Kd Ks 7c"
    wagers = ["--bet", "double-seven:150/50=2", "--bet", "red-sevens=5"]
    done = python(site, "-m", "baccarat", "deal", cards, *wagers, "--json")
    assert done.stderr == ""
    paid = json.loads(done.stdout)["entries"][0]["wagers"]
    assert [(line["spot"], line["tier"], line["won"]) for line in paid] == [
        ("double-seven", "fewer", 100),
        ("red-sevens", "one hand", 20),
    ]


@pytest.mark.slow
def test_the_sample_passes_its_own_tests(site: Path) -> None:
    done = python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(SEVENS / "tests"))
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout


def test_a_broken_plug_in_is_named_in_one_line_and_the_rest_goes_on(
    site: Path, tmp_path: Path
) -> None:
    add_plugin(tmp_path, "crooked", "raise RuntimeError('out of\\norder')")
    add_plugin(tmp_path, "straight", (site / "baccarat_sevens" / "__init__.py").read_text())
    done = python(tmp_path, "-m", "baccarat", "bets", "--json")
    assert done.returncode == 0
    fault = "plug-in 'crooked' (crooked) is left out: RuntimeError: out of order"
    assert done.stderr == f"baccarat: {fault}\n"
    listed = json.loads(done.stdout)
    assert listed["faults"] == [fault]
    assert {"tie", "double-seven"} <= listed["bets"].keys()


def test_a_plug_in_cannot_replace_a_bet_of_the_house(tmp_path: Path) -> None:
    code = (
        "from baccarat import Bet\n"
        "BETS = [Bet('Tie', lambda outcome: 'tie', {'tie': 99}, wins_when='always')]\n"
    )
    add_plugin(tmp_path, "greedy", code)
    done = python(tmp_path, "-m", "baccarat", "bets", "--json")
    listed = json.loads(done.stdout)["bets"]
    assert listed["tie"]["tiers"][0]["pays"] == "8/1"
    assert "already a bet named 'tie'" in done.stderr
    assert done.stderr.count("\n") == 1
