"""Files that code of an earlier day has written are read and gone on from, to the same answers.

They were written by the code of their day by intention: a move or a rewrite cannot change what is
kept unnoticed. Where each lies, and who else reads it:

tests/golden/checkpoints     runs that were stopped half-way: here
tests/golden/certificates    one of each wing of the theory: here
tests/golden/sittings        a line for each commit: here; one for each act: table/test_saving
tests/golden/store           a store of the first schema: store/test_backup
tests/golden/runs.jsonl      questions to the laboratory with their digests: web/test_kept_runs
examples/records             shoes: here; web/test_api_library, test_json
examples/kept                a count that was kept: here; test_json, docs/does-it-work.md
"""

import json
import shlex
import shutil
from pathlib import Path

import pytest
from asking import run
from checkout import ROOT

import baccarat as bac
from baccarat.systems.counting.saved import KeptCounts
from baccarat.table.log import commit_line
from baccarat.table.saving import ActFile
from baccarat.table.sitting import Sitting
from baccarat.theory.certificates import check_any

GOLDEN, EXAMPLES = ROOT / "tests" / "golden", ROOT / "examples"
STOPPED = {
    "simulate": "simulate --shoes 10",
    "stake": "stake martingale --on follow --sessions 20 --bankroll 30 --max 8 --coups 20 "
    "--short restart",
    "stake-to-the-end": "stake paroli --sessions 20 --bankroll 3 --goal 5 --to-the-end",
    "compare": "stake --compare flat --compare 'labouchere on random' --sessions 20 --bankroll 30 "
    "--coups 20",
    "count": "count --compare dragon-7 --game ez --shoes 10 --as-won",
}
"""by the name of its checkpoint: what was asked, beside the seed"""
PROVED = {
    "chemin": "model A1, every card returns: the value is -679568/53094899",
    "chemin-every-deck": "for every number of decks: model B1, 4 decks and all larger numbers d",
    "casino": "model A1, every card returns, commission 1/20: there is one equilibrium",
    "casino-every-commission": "model A1, every card returns, commission 0 to 1/10: there is one",
    "banque": "banque, stakes 1 and 0, an endless deck, each Player sees his own total alone: "
    "the coalition's value is -679568/53094899",
}
"""by the name of its certificate: how the sentence begins that it proves

With the whole stake on one tableau, banque is the chemin de fer of the same deck.
"""


def answer(command: str, *more: str) -> dict[str, object]:
    code, out, error = run(*shlex.split(command), *more, "--json")
    assert code == 0, error
    answer_json: dict[str, object] = json.loads(out)
    return answer_json


def test_every_golden_file_has_its_test() -> None:
    assert {file.stem for file in (GOLDEN / "checkpoints").iterdir()} == STOPPED.keys()
    assert {file.stem for file in (GOLDEN / "certificates").iterdir()} == PROVED.keys()


@pytest.mark.parametrize("name", STOPPED)
def test_a_run_that_was_stopped_goes_on_to_the_answer_of_a_whole_one(
    name: str, tmp_path: Path
) -> None:
    """The reference deals, so that nothing is compiled."""
    file = tmp_path / "run.json"
    shutil.copy(GOLDEN / "checkpoints" / f"{name}.json", file)
    before = json.loads(file.read_text("utf-8"))
    assert 0 < before["finished"] < before["planned"]
    command = f"{STOPPED[name]} --seed 7 --engine reference"
    resumed = answer(command, "--checkpoint", str(file))
    assert resumed["answer_digest"] == answer(command)["answer_digest"]
    after = json.loads(file.read_text("utf-8"))
    assert after["plan"] == before["plan"]
    assert after["finished"] == before["planned"]


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_still_proves_what_it_proved(name: str) -> None:
    text = (GOLDEN / "certificates" / f"{name}.json").read_text("utf-8")
    assert check_any(text).startswith(PROVED[name])


def test_a_sitting_of_commits_is_read_and_would_be_written_again(tmp_path: Path) -> None:
    file = tmp_path / "sitting.jsonl"
    shutil.copy(GOLDEN / "sittings" / "one-commit-a-line.jsonl", file)
    before = file.read_text("utf-8")
    acts = ActFile(file)
    sitting = Sitting(acts)
    acts.close()
    table = sitting.table
    assert sitting.note is None
    assert (table.number, table.coups, table.bankroll, table.on_the_felt) == (32, 3, 77, 3)
    assert [commit_line(commit) for commit in sitting.log] == before.splitlines()


@pytest.mark.parametrize("name", ["fair", "seed-7"])
def test_a_record_reads_back_as_it_was_written(name: str) -> None:
    text = (EXAMPLES / "records" / f"{name}.shoe").read_text("utf-8")
    assert str(bac.Record.parse(text)).strip() == text.strip()


def test_a_count_that_was_kept_would_be_kept_again(tmp_path: Path) -> None:
    file = EXAMPLES / "kept" / "dragon-7.json"
    KeptCounts.load(file).save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
