"""`baccarat drill` as it is met: through a pipe, at a terminal, in five languages."""

import contextlib
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from checkout import ROOT
from drilled import answered
from rich.cells import cell_len

from baccarat.base.words import LANGUAGES, Words
from baccarat.cli import main
from baccarat.cli.commands.drill_history import history_file, show_history
from baccarat.drill import Drill, Kind, ask, phrases, spell
from baccarat.drill.history import PractisedAnswer

COMMAND = [sys.executable, "-m", "baccarat", "drill"]
PAGE = ROOT / "docs/drill.md"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the locale of whoever runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is answered here is not the practice of whoever runs the tests."""
    monkeypatch.setenv("BACCARAT_HOME", str(tmp_path / "home"))


def run(*args: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args], input=answers, capture_output=True, encoding="utf-8", check=False
    )


def test_a_pipe_gets_a_question_a_line_and_a_verdict_a_line() -> None:
    drill = answered(Drill(seed=5), 0, 0, 0, 0)
    answers = [item.question.answer for item in drill.answered[:3]]
    done = run("--seed", "5", "--questions", "4", answers="\n".join([*answers, "no idea", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    asked = [item.question for item in drill.answered]
    assert lines[0::2][:4] == [f"{n}. {q.text}" for n, q in enumerate(asked, start=1)]
    wrong = " ".join([f"Wrong: {asked[3].answer}.", *asked[3].why])
    assert lines[1::2] == ["Right.", "Right.", "Right.", wrong]
    assert lines[8:] == ["3 of 4 right, 6 points, level 1, seed 5."]


def test_the_end_of_input_ends_it_with_the_score_so_far() -> None:
    done = run("--seed", "5", answers="no idea\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "0 of 1 right, 0 points, level 1, seed 5."
    assert done.stdout.count("\n") == 4


def test_bytes_that_are_no_text_are_no_answer() -> None:
    command = [*COMMAND, "--seed", "5", "--questions", "1"]
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, check=True)
    assert b"Wrong: " in done.stdout
    assert done.stderr == b""


def test_json_is_one_object_and_the_questions_leave_it_alone() -> None:
    right = Drill(seed=5).question
    done = run("--seed", "5", "--questions", "2", "--json", answers=f"{right.answer}\n?\n")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert done.stderr.splitlines()[0] == f"1. {right.text}"
    first, second = told["questions"]
    assert (first["question"], first["answer"]) == (right.text, right.answer)
    assert first["answered"] == right.answer
    assert (first["is_right"], first["is_quick"], first["points"]) == (True, True, 2)
    assert (second["is_right"], second["points"], second["answered"]) == (False, 0, "?")
    assert second["why"]
    assert (told["seed"], told["asked"], told["right"], told["points"]) == (5, 2, 1, 2)
    assert (told["first_level"], told["level"]) == (1, 1)


def test_only_the_kinds_that_are_wanted_are_asked() -> None:
    done = run("--kind", "road", "--kind", "call", "--questions", "30", "--json", answers="\n" * 30)
    told = json.loads(done.stdout)
    assert told["kinds"] == ["road", "call"]
    assert {item["kind"] for item in told["questions"]} == {"road", "call"}


BAD_OPTIONS = """
--questions 0     => a drill must have 1 to 1000 questions, not 0
--questions many  => '--questions'
--level 6         => a level must be 1 to 5, not 6
--kind dance      => 'draw', 'call', 'pay', 'road'
--seed -1         => a seed must be a whole number from 0 to 2^64 - 1, not -1
--lang tlh        => unknown language: 'tlh' (expected one of en, fr, ja, zh-hans, zh-hant)
"""


@pytest.mark.parametrize("line", BAD_OPTIONS.strip().splitlines())
def test_a_bad_option_gets_one_line_and_exit_code_two(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options, _, complaint = line.partition("=> ")
    with pytest.raises(SystemExit) as left:
        main(["drill", *shlex.split(options)])
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert complaint in err


def test_ctrl_c_ends_it_with_the_score_and_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("no idea\n")
    process.stdin.flush()
    for _ in range(3):  # a question, a verdict, and the question that is not answered
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err) == ("0 of 1 right, 0 points, level 1, seed 5.\n", "")
    assert process.returncode == 130


def typed_at_a_terminal(*args: str, keys: Sequence[str], **environment: str) -> str:
    """All that a terminal shows, where each of these is typed at the next prompt."""
    screen, keyboard = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *args],
        stdin=keyboard,
        stdout=keyboard,
        stderr=keyboard,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm", "PYTHONUTF8": "1", **environment},
    )
    os.close(keyboard)
    seen = b""
    for typed in keys:
        while not seen.endswith(b"> "):
            seen += os.read(screen, 4096)
        os.write(screen, typed.encode())
        seen += b"\n"
    with contextlib.suppress(OSError):  # how Linux says that nobody is there any more
        while new := os.read(screen, 4096):
            seen += new
    os.close(screen)
    assert process.wait(timeout=30) == 0
    return re.sub("\x1b\\[[0-9;]*m", "", seen.decode())  # bold and dim are no colours


def test_a_person_is_asked_again_when_an_answer_cannot_be_read() -> None:
    right = Drill(seed=5).question
    keys = ("what?\n", f"{right.answer}\n", "\x04")
    seen = typed_at_a_terminal("--seed", "5", "--questions", "2", keys=keys)
    assert "1 of 2, level 1" in seen
    assert f"not an answer: 'what?' (expected {phrases.EXPECTED[right.form.value]})" in seen
    assert "Right. (" in seen
    assert "1 of 1 right, 2 points, level 1, seed 5." in seen
    assert "Traceback" not in seen


def test_a_layout_is_drawn_with_names_prices_and_chips() -> None:
    options = ("--seed", "3", "--kind", "pay", "--level", "4", "--questions", "1")
    seen = typed_at_a_terminal(*options, keys=("\x04",), COLUMNS="80")
    question = ask(3, 0, 4, (Kind.PAY,))
    wagers = re.findall(r"(\d+) on ([a-z0-9-]+) at ([^,.]*)", question.text)
    assert len(wagers) == 3
    for stake, spot, price in wagers:
        assert f"─ {Words.of('en').bet(spot)} " in seen
        assert re.search(rf"│ (\(\d+\) )+{stake} +│", seen), "without colour, chips have brackets"
        assert price in seen
    assert "banker-ez" not in seen
    assert "│ A♠ │ │ J♥ │" in seen
    assert all(len(line) <= 80 for line in seen.splitlines())


def test_lines_are_broken_between_words_at_a_terminal_and_nowhere_in_a_pipe() -> None:
    seen = typed_at_a_terminal(
        "--seed", "7", "--kind", "road", keys=("what\n", "\x04"), COLUMNS="40"
    )
    expected = "not an answer: 'what' (expected a column and a row, such as 3 2)"
    assert expected not in seen
    assert " ".join(expected.split()) in " ".join(seen.split())
    assert max(map(len, run("--seed", "7", answers="x\n" * 9).stdout.splitlines())) > 120


def test_what_a_person_answers_is_kept_and_tells_what_to_practise_next(tmp_path: Path) -> None:
    right = Drill(seed=5, kinds=(Kind.CALL,)).question.answer
    options, home = ("--seed", "5", "--kind", "call", "--questions", "2"), str(tmp_path)
    seen = typed_at_a_terminal(*options, keys=(f"{right}\n", "0 0\n"), BACCARAT_HOME=home)
    assert "Practise next: Third cards (baccarat drill --kind draw)." in seen
    environment = {**os.environ, "BACCARAT_HOME": home}

    def told(*args: str) -> str:
        command = [*COMMAND, "--history", *args]
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", check=True, env=environment
        ).stdout

    rows = [line.split() for line in told().splitlines()]
    assert next(row[:5] for row in rows if row[:1] == ["Totals"]) == [
        "Totals",
        "and",
        "calls",
        "2",
        "50%",
    ]
    kinds = json.loads(told("--json"))["kinds"]
    assert (kinds["call"]["asked"], kinds["call"]["right"], kinds["pay"]["asked"]) == (2, 1, 0)
    assert "Practise next" not in run("--seed", "5", "--questions", "1", answers="x\n").stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", ["44", "60", "100"])
def test_no_word_of_the_history_is_cut(
    columns: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BACCARAT_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", columns)
    answers = [PractisedAnswer("2026-11-16", kind, 1, True, True, 12.3) for kind in Kind]
    lines = "\n".join(json.dumps(answer.as_json()) for answer in answers)
    history_file().write_text(f"{lines}\n", "utf-8")
    show_history(language, as_json=False)
    told, words = capsys.readouterr().out, Words.of(language)
    assert "…" not in told
    assert words.percent(1, 0) in told
    assert all(cell_len(line) <= int(columns) for line in told.splitlines())


def test_where_nothing_can_be_kept_the_drill_goes_on_and_says_so_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder", "utf-8")
    options = ("--seed", "5", "--questions", "2")
    seen = typed_at_a_terminal(*options, keys=("\n", "\n"), BACCARAT_HOME=str(file / "home"))
    assert seen.count("This answer is not saved: Not a directory") == 1
    assert "0 of 2 right" in seen
    assert "Practise next" not in seen


def test_a_person_is_asked_again_in_japanese() -> None:
    words, right = Words.of("ja"), Drill(seed=5).question
    keys = ("what?\n", f"{spell(right.answer, 'ja')}\n", "\x04")
    seen = typed_at_a_terminal("--seed", "5", "--questions", "2", "--lang", "ja", keys=keys)
    shown = [words("drill.greeting"), *map(words.say, right.scene), *right.board]
    shown += [words.say(right.asks), "答えとして読めません", "正解。 ("]
    for line in shown:
        assert line in seen
    assert "1問中1問正解" in seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pipe_may_ask_and_answer_in_any_language(language: str) -> None:
    words, drill = Words.of(language), Drill(seed=5, language=language)
    lines, answers = [], []
    for number in range(1, 9):
        question = drill.question
        texts = map(words.say, (*question.scene, question.asks))
        lines += [f"{number}. {' '.join(texts)}", words("drill.right")]
        answers.append(spell(question.answer, language))
        drill = drill.answer(answers[-1], seconds=0)
    done = run("--seed", "5", "--questions", "8", "--lang", language, answers="\n".join(answers))
    assert (done.returncode, done.stderr) == (0, "")
    *told, score = done.stdout.splitlines()
    assert told == lines
    assert score == words("drill.score", right=8, asked=8, points=drill.points, level=3, seed=5)


def test_the_locale_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    monkeypatch.setenv("PYTHONUTF8", "1")  # the locale itself need not be installed
    question = Drill(seed=5).question
    asked = " ".join(map(Words.of("ja").say, (*question.scene, question.asks)))
    assert run("--seed", "5").stdout.splitlines()[0] == f"1. {asked}"
    assert run("--seed", "5", "--lang", "en").stdout.splitlines()[0] == f"1. {question.text}"


def test_json_asks_in_the_language_and_keeps_its_keys_and_answers() -> None:
    french, english = (
        json.loads(run("--seed", "5", "--json", "--lang", lang, answers="?\n").stdout)
        for lang in ("fr", "en")
    )
    [asked], [right] = french["questions"], english["questions"]
    assert french.keys() == english.keys()
    assert asked.keys() == right.keys()
    assert (asked["answer"], asked["kind"]) == (right["answer"], right["kind"])
    assert asked["question"] != right["question"]
    assert asked["why"] != right["why"]


def test_the_page_shows_what_a_pipe_gets() -> None:
    found = re.search(
        r"^```sh\nprintf '(.*)' \| baccarat drill (.*)\n```\n+```text\n(.*?)^```$",
        PAGE.read_text("utf-8"),
        re.M | re.S,
    )
    assert found is not None
    done = run(*shlex.split(found[2]), answers=found[1].replace("\\n", "\n"))
    assert done.stdout == found[3]
