"""`baccarat record import`, `after` and `convert` of an archive, as a user meets them."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from baccarat import Archive, Record, cli


def run(*args: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as leaving,
    ):
        cli.main(["record", *map(str, args)])
    return int(leaving.value.code or 0), out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shoes = tmp_path / "shoes"
    shoes.mkdir()
    (shoes / "a.txt").write_text("BPTB\nBBX\nPPB\n", "utf-8")
    (shoes / "b.shoe").write_text(str(Record.deal(seed=7)), "utf-8")
    return shoes


def test_import_says_what_was_read_and_refused(folder: Path, tmp_path: Path) -> None:
    into = tmp_path / "shoes.parquet"
    code, out, err = run("import", folder, "--into", into)
    assert code == 0
    assert out.splitlines()[0].startswith("2 files, 3 shoes, 85 coups (")
    assert out.splitlines()[0].endswith("; 1 refused")
    assert err.startswith("refused: a.txt, line 2: column 3: not a result: 'X'")
    archive = Archive.load(into)
    assert archive.source_names == ("a.txt", "b.shoe")
    assert archive.numbers.tolist() == [1, 3, 1]
    told = json.loads(run("import", into, folder, "--json")[1])
    assert (told["files"], told["shoes"], told["unread"]) == (3, 6, 1)
    assert told["refusals"][0]["line"] == 2
    assert str(tmp_path) not in json.dumps(told)


def test_an_archive_in_the_folder_that_is_read_is_not_read_into_itself(folder: Path) -> None:
    into = folder / "shoes.parquet"
    before = [run("import", folder, "--into", into)[0], into.read_bytes()]
    code, out, err = run("import", folder, "--into", into)
    assert [code, into.read_bytes()] == before
    assert out.splitlines()[0].startswith("2 files, 3 shoes, ")
    assert "refused: shoes.parquet: left out: the command writes this file\n" in err


def test_an_archive_that_is_read_is_not_overwritten(folder: Path) -> None:
    into, more = folder / "shoes.parquet", folder / "a.txt"
    Archive.of([Record.of("BPT")] * 50).save(into)
    before = into.read_bytes()
    for paths in ([into], [into, more], [more, into], [more, folder, into]):
        code, out, err = run("import", *paths, "--into", into)
        assert (code, out, into.read_bytes()) == (2, "", before)
        assert "name another file for --into" in err


def test_an_import_without_a_shoe_keeps_the_old_archive(tmp_path: Path) -> None:
    into, empty = tmp_path / "shoes.parquet", tmp_path / "empty"
    empty.mkdir()
    for path in (tmp_path / "missing.txt", empty):
        assert run("import", path, "--into", into)[0] == 1
        assert not into.exists()
    Archive.of([Record.of("BPT")]).save(into)
    before = into.read_bytes()
    for options in ([], ["--json"]):
        code, out, _ = run("import", tmp_path / "missing.txt", "--into", into, *options)
        assert (code, into.read_bytes()) == (1, before)
        assert "0 shoes" in out or json.loads(out)["shoes"] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "shoes.parquet"]


@pytest.mark.parametrize("form", ["shoe", "csv", "json", "bpt"])
def test_an_archive_is_written_as_text_again(folder: Path, tmp_path: Path, form: str) -> None:
    into, text = tmp_path / "shoes.parquet", tmp_path / "text"
    run("import", folder, "--into", into)
    assert run("convert", into, "--to", form, "--out", text)[0] == 0
    assert run("convert", into, "--to", form)[1] == text.read_text("utf-8")
    archive, (again, _) = Archive.load(into), Archive.read([text])
    assert again.winners.tolist() == archive.winners.tolist()
    assert again.starts.tolist() == archive.starts.tolist()
    if form in ("shoe", "json"):
        assert again == archive
    if form == "csv":
        assert again.cards.tolist() == archive.cards.tolist()


def test_after_counts_what_followed(folder: Path) -> None:
    told = json.loads(run("after", folder / "a.txt", "--string", "b", "--json")[1])
    assert [row["count"] for row in told["followed"]] == [1, 0, 0]
    skipping = run("after", folder / "a.txt", "--string", "P", "--skip-ties")[1]
    assert skipping.startswith("P: something followed 3 times.\n")


def test_after_answers_nothing_without_a_shoe(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        code, out, err = run("after", path, "--string", "P")
        assert (code, out, err.count("\n")) == (1, "", 1)


def test_wrong_calls_get_one_line(folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.parquet"
    bad.write_bytes(b"PAR1")
    for args, fault in [
        (("import", folder, "--into", tmp_path / "shoes.txt"), "use a name that ends in .parquet"),
        (("import", folder, "--into", tmp_path / "no" / "shoes.parquet"), "no such folder"),
        (("import", folder, "--codes", "1=X"), "not a code"),
        (("import", folder, "--encoding", "martian"), "unknown encoding"),
        (("after", folder, "--string", "BX"), "decisions must be 1 to 12 letters"),
        (("convert", bad, "--to", "bpt"), "not a sound archive of shoes"),
    ]:
        code, out, err = run(*args)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert fault in err
    assert run("import", bad)[0] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_leaves_the_old_file(tmp_path: Path) -> None:
    into = tmp_path / "shoes.parquet"
    Archive.of([Record.of("BPT")]).save(into)
    before = into.read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "baccarat", "record", "import", str(pipe), "--into", str(into)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with contextlib.suppress(BrokenPipeError), pipe.open("w") as shoes:
        shoes.write("BPTB\n" * 10**5)  # the command reads before this has all been written
        child.send_signal(signal.SIGINT)
        while True:
            shoes.write("BPTB\n" * 10**5)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert into.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe", "shoes.parquet"]
