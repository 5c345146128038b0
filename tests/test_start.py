"""A fresh clone starts: ./run, ./test, .ci/run and the lock files."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import pythons
from checkout import ROOT

FLOORS = "requirements-floors.lock"
LOCKS = ("requirements.lock", "requirements-dev.lock", FLOORS)
TOOLS = (
    "sh bash cat cksum cmp cp dirname env find getconf grep mkdir mv readlink rm sed sleep sort "
    "tr xargs"
).split()
SCRIPTS = ("run", "test", ".setup.sh", ".ci/run")
CHECKS = [
    "ruff check",
    "ruff format --check",
    "mypy",
    "lint-imports --no-logo",
    "sphinx-build -W --keep-going -E -q docs docs/_build/html",
]
WORKERS = (os.cpu_count() or 1) + 1
ON_EVERY_CORE = (
    f"pytest -n {WORKERS} --maxprocesses 8 --dist loadfile --no-loadscope-reorder -m not long"
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are for POSIX")


def write_script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the scripts, without .venv, in a folder with a space in its name."""
    tree = tmp_path / "a clone"
    (tree / "src").mkdir(parents=True)
    packed = ("LICENSE", "README.md", ".gitignore", "tests/newcomer.py", "pyproject.toml")
    for name in (*SCRIPTS, *LOCKS, *packed):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    return tree


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with the few commands the scripts use, and no Python."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(shutil.which(name) or name)
    return tools


def start(
    *command: str | Path, path: Path, cwd: Path, **env: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=cwd,
        env={"PATH": str(path), **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )


def pretend_ready(tree: Path, lock: str = "requirements.lock", venv: str = ".venv") -> None:
    """Give the tree a .venv as set-up leaves it, whose tools only say what they were asked."""
    bin_ = tree / venv / "bin"
    for tool in ("python", "ruff", "mypy", "lint-imports", "sphinx-build", "pytest", "baccarat"):
        write_script(bin_ / tool, f'echo {tool} "$@"\necho in "$PWD"\n')
    write_script(bin_ / "pip", f"exec {bin_}/python\n")
    stamp = tree / venv / ".stamp"
    stamp.mkdir()
    for name in {"pyproject.toml", "requirements.lock", lock}:
        shutil.copy(tree / name, stamp)


def pretend_python(tools: Path, *, venv: str = "", pip: str = "") -> None:
    """Put a python3 on the path that makes a .venv without pip and without a network.

    What it makes runs the shell lines in `pip` when asked to install; `venv` runs
    before a .venv is made.
    """
    made = f"""
case "$*" in
    *"pip install"*) echo "pip $*" >>"$0.log"
        {pip or ":"} ;;
    *) echo baccarat "$@" ;;
esac
"""
    write_script(tools / "made-python", made)
    text = f"""
case "$*" in
    *version_info*) echo 3.11.0 ;;
    *realpath*) echo "$0" ;;
    *fcntl*) exec "{sys.executable}" "$@" ;;
    "-m venv"*)
        {venv or ":"}
        for target; do :; done
        rm -rf "$target"
        mkdir -p "$target/bin"
        cp "{tools}/made-python" "$target/bin/python"
        echo "exec $target/bin/python" >"$target/bin/pip" ;;
esac
"""
    write_script(tools / "python3", text)


def test_a_missing_python_is_told(tree: Path, tools: Path) -> None:
    result = start(tree / "run", path=tools, cwd=tree)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == (
        "baccarat: python3 does not run here: install Python 3.11 or later, or set PYTHON to one\n"
    )


@pytest.mark.parametrize("script", ["run", "test"])
def test_an_old_python_is_told(tree: Path, tools: Path, script: str) -> None:
    write_script(tools / "python3", "echo 3.9.18; exit 1\n")
    result = start(tree / script, path=tools, cwd=tree)
    assert result.returncode == 2
    assert result.stderr == (
        "baccarat: python3 is Python 3.9.18: install Python 3.11 or later, or set PYTHON to one\n"
    )
    assert not (tree / ".venv").exists()


def test_the_variable_python_names_another_one(tree: Path, tools: Path) -> None:
    pretend_python(tools)
    old = write_script(tools / "ancient", "echo 2.7.18; exit 1\n")
    result = start(tree / "run", path=tools, cwd=tree, PYTHON=str(old))
    assert result.returncode == 2
    assert f"{old} is Python 2.7.18" in result.stderr


def test_a_missing_venv_module_is_told(tree: Path, tools: Path) -> None:
    write_script(tools / "python3", 'case "$2" in *ensurepip*) exit 1;; *) echo 3.11.2;; esac\n')
    result = start(tree / "run", path=tools, cwd=tree)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "apt install python3-venv" in result.stderr


def test_the_scripts_and_the_project_ask_for_the_same_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    major, minor = project["requires-python"].removeprefix(">=").split(".")
    text = (ROOT / ".setup.sh").read_text()
    compared = re.findall(r"sys\.version_info < \((\d+), (\d+)\)", text)
    named = re.findall(r"install Python (\d+)\.(\d+) or later", text)
    assert set(compared) == set(named) == {(major, minor)}


def test_the_callers_folder_is_kept(tree: Path, tools: Path, tmp_path: Path) -> None:
    pretend_ready(tree)
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    result = start(tree / "run", "deal", "two words", "", path=tools, cwd=elsewhere)
    assert result.stdout == f"python -P -m baccarat deal two words \nin {elsewhere}\n"
    assert result.stderr == ""


def test_run_may_be_linked_from_elsewhere(tree: Path, tools: Path, tmp_path: Path) -> None:
    pretend_ready(tree)
    (tools / "baccarat").symlink_to(tree / "run")
    result = start("baccarat", "odds", path=tools, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"python -P -m baccarat odds\nin {tmp_path}\n"


def test_the_first_run_sets_up_and_the_second_does_not(tree: Path, tools: Path) -> None:
    pretend_python(tools)
    first = start(tree / "run", "deal", path=tools, cwd=tree)
    assert first.stdout == "baccarat -P -m baccarat deal\n"
    assert first.stderr == "baccarat: setting up .venv, once\n"
    log = tree / ".venv/bin/python.log"
    hashed, project = log.read_text().splitlines()
    assert hashed.endswith(f"--require-hashes -r {tree}/requirements.lock")
    assert project.endswith(f"--no-deps --no-build-isolation --editable {tree}")

    (tools / "python3").unlink()
    second = start(tree / "run", "deal", path=tools, cwd=tree)
    assert (second.stdout, second.stderr) == (first.stdout, "")
    assert len(log.read_text().splitlines()) == 2


def test_what_test_installed_is_enough_for_run(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    assert start(tree / "run", path=tools, cwd=tree).stderr == ""


def test_what_run_installed_is_not_enough_for_test(tree: Path, tools: Path) -> None:
    pretend_ready(tree)
    assert "setting up" in start(tree / "test", path=tools, cwd=tree).stderr


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_file_is_installed_into_the_same_venv(tree: Path, tools: Path, name: str) -> None:
    pretend_python(tools)
    start(tree / "run", path=tools, cwd=tree)
    kept = tree / ".venv/kept"
    kept.touch()
    with (tree / name).open("a") as file:
        file.write("\n# changed\n")
    (tools / "python3").unlink()
    result = start(tree / "run", path=tools, cwd=tree)
    assert "setting up" in result.stderr
    assert kept.exists()
    assert start(tree / "run", path=tools, cwd=tree).stderr == ""


def test_a_failing_pip_is_told_and_set_up_starts_over(tree: Path, tools: Path) -> None:
    pretend_python(tools, pip="echo no network; exit 1")
    result = start(tree / "run", path=tools, cwd=tree)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.splitlines()[1:] == [
        "no network",
        "baccarat: pip failed (see above); the next start sets up again",
    ]
    pretend_python(tools)
    again = start(tree / "run", path=tools, cwd=tree)
    assert again.returncode == 0
    assert "setting up" in again.stderr


def test_a_venv_without_its_python_is_made_again(tree: Path, tools: Path) -> None:
    pretend_python(tools)
    start(tree / "run", path=tools, cwd=tree)
    (tree / ".venv/bin/python").unlink()
    (tree / ".venv/bin/python").symlink_to("gone")
    result = start(tree / "run", "odds", path=tools, cwd=tree)
    assert result.stdout == "baccarat -P -m baccarat odds\n"
    assert "setting up" in result.stderr


def test_a_copied_venv_is_made_again(tree: Path, tools: Path, tmp_path: Path) -> None:
    pretend_python(tools)
    start(tree / "run", path=tools, cwd=tree)
    copy = tmp_path / "copy"
    shutil.copytree(tree, copy)
    assert "setting up" in start(copy / "run", path=tools, cwd=copy).stderr


def test_a_venv_is_made_again_where_its_old_folder_ends_as_the_new_one(
    tree: Path, tools: Path, tmp_path: Path
) -> None:
    """As in a container that has /home/me/baccarat as /baccarat."""
    pretend_python(tools)
    outside = tmp_path / "outside" / tree.relative_to("/")
    shutil.copytree(tree, outside)
    start(outside / "run", path=tools, cwd=outside)
    shutil.copytree(outside / ".venv", tree / ".venv")
    assert "setting up" in start(tree / "run", path=tools, cwd=tree).stderr
    assert "setting up" not in start(tree / "run", path=tools, cwd=tree).stderr


@pytest.mark.parametrize("line", ["#!{}", '#!/bin/sh\nexec\' "{}"', "#!/bin/sh\nexec' {} $0"])
def test_pip_may_name_its_python_in_any_of_its_ways(tree: Path, tools: Path, line: str) -> None:
    """Plainly; with a space in the path; with a path too long for the first line."""
    pretend_ready(tree)
    (tree / ".venv/bin/pip").write_text(line.format(f"{tree}/.venv/bin/python3.11"))
    assert start(tree / "run", path=tools, cwd=tree).stderr == ""


def test_two_first_runs_at_once_set_up_once(tree: Path, tools: Path) -> None:
    pretend_python(tools, venv=f"echo made >>'{tools}/venvs'; sleep 1")
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(start, tree / "run", path=tools, cwd=tree) for _ in range(3)]
        results = [job.result() for job in jobs]
    assert {result.stdout for result in results} == {"baccarat -P -m baccarat\n"}
    said = "".join(result.stderr for result in results)
    assert said.count("setting up") == 1
    assert said.count("waiting for another") == 2
    assert (tools / "venvs").read_text() == "made\n"


@pytest.mark.parametrize("script", ["run", "test"])
def test_a_tree_that_one_may_not_write_is_one_line(tree: Path, tools: Path, script: str) -> None:
    pretend_python(tools)
    (tree / ".venv.lock").mkdir()  # which not even root can write
    result = start(tree / script, path=tools, cwd=tree)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        f"baccarat: {tree} cannot be written, and .venv is set up there: copy it to where you may "
        "write, or let its owner start it once\n"
    )
    assert not (tree / ".venv").exists()


def test_a_killed_set_up_is_repeated(tree: Path, tools: Path) -> None:
    pretend_python(tools, pip="kill -9 $PPID; exit 1")
    assert start(tree / "run", path=tools, cwd=tree).returncode == -9
    pretend_python(tools)
    again = start(tree / "run", path=tools, cwd=tree)
    assert again.stderr == "baccarat: setting up .venv, once\n"
    assert again.stdout == "baccarat -P -m baccarat\n"


def asked(output: str) -> Iterator[str]:
    """The tools that were called, in order."""
    return (line for line in output.splitlines() if not line.startswith(("in ", "== ")))


def test_ci_calls_test_from_anywhere(tree: Path, tools: Path, tmp_path: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    pretend_ready(tree, FLOORS, ".venv-floors")
    result = start("bash", tree / ".ci/run", path=tools, cwd=tmp_path, CI="true")
    assert (result.returncode, result.stderr) == (0, "")
    *before, last = asked(result.stdout)  # the floors are tried beside the checks
    which_python, floors = (line for line in before if line.startswith(("python", "pytest")))
    assert which_python.startswith("python -c")
    assert floors.startswith("pytest -q tests/base/test_compiling.py ")
    assert {line for line in before if line not in (which_python, floors)} == {*CHECKS}
    assert last == ON_EVERY_CORE
    assert result.stdout.endswith(f"in {tree}\n")


def test_the_checks_can_be_asked_for_alone(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    result = start(tree / "test", "checks", path=tools, cwd=tree)
    assert (result.returncode, list(asked(result.stdout))) == (0, CHECKS)
    result = start(tree / "test", "style", path=tools, cwd=tree)
    assert (result.returncode, list(asked(result.stdout))) == (0, CHECKS[:-1])


def test_engines_are_compiled_in_silence_unless_one_fails(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    assert start(tree / "test", "engines", path=tools, cwd=tree).stdout == ""
    write_script(tree / ".venv/bin/baccarat", 'echo "$@" finds a fault; exit 2\n')
    broken = start(tree / "test", "engines", path=tools, cwd=tree)
    assert broken.returncode == 1
    assert "simulate --shoes 1 finds a fault" in broken.stderr


def test_the_lowest_versions_have_an_environment_and_a_cache_of_their_own(
    tree: Path, tools: Path
) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    pretend_ready(tree, FLOORS, ".venv-floors")
    write_script(tree / ".venv-floors/bin/pytest", 'echo floors with "$NUMBA_CACHE_DIR"; exit 5\n')
    told = f"floors with {tree}/.venv-floors/numba"
    alone = start(tree / "test", "floors", path=tools, cwd=tree)
    assert alone.returncode == 5
    assert list(asked(alone.stdout))[-1] == told
    among_all = start(tree / "test", path=tools, cwd=tree)
    assert among_all.returncode != 0
    assert told in asked(among_all.stdout)
    assert ON_EVERY_CORE not in asked(among_all.stdout)


def test_what_passed_is_repeated_when_what_it_reads_has_changed(tree: Path, tools: Path) -> None:
    """The lowest versions and the packages; only what passed is remembered."""
    pretend_ready(tree, "requirements-dev.lock")
    pretend_ready(tree, FLOORS, ".venv-floors")
    floors = tree / ".venv-floors/bin/pytest"
    sound = floors.read_text()

    def run() -> list[str]:
        calls = asked(start(tree / "test", path=tools, cwd=tree).stdout)
        return [call for call in calls if call.startswith("pytest")]

    write_script(floors, "exit 5\n")
    assert run() == []
    assert not (tree / "tests/passed").exists()
    floors.write_text(sound)
    lowest, all_tests = run()
    assert (lowest.split()[1], all_tests) == ("-q", ON_EVERY_CORE)
    assert run() == [f"{ON_EVERY_CORE} and not packaging"]
    (tree / "src/new.py").touch()
    assert run() == [ON_EVERY_CORE]
    (tree / "tests/passed/floors").write_text("other files")
    assert run() == [lowest, f"{ON_EVERY_CORE} and not packaging"]
    assert (tree / "tests/passed/floors").read_text() != "other files"


def test_the_lowest_versions_are_set_up_once(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    pretend_python(tools)
    shutil.copy(tools / "python3", tree / ".venv/bin/python")
    write_script(tools / "made-python", 'echo "pip $*" >>"$0.log"\n')
    first = start(tree / "test", "floors", path=tools, cwd=tree)
    assert first.stderr.startswith("baccarat: setting up .venv-floors, once\n")
    shutil.rmtree(tree / ".venv-floors")
    for _ in range(2):  # among everything it is done early, and says nothing
        assert "setting up" not in start(tree / "test", path=tools, cwd=tree).stderr
        hashed, project, *more = (tree / ".venv-floors/bin/python.log").read_text().splitlines()
        assert hashed.endswith(f"--require-hashes -r {tree}/{FLOORS}")
        assert project.endswith(f"--editable {tree}")
        assert more == []


def test_the_newest_versions_are_asked_for_each_time(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    pretend_ready(tree, FLOORS, ".venv-newest")
    (rich,) = (each for each in read_lock("requirements-dev.lock") if each.startswith("rich=="))
    said = f'echo "$*" >>"$0.log"; case "$*" in *list*) echo NumPy==99; echo {rich} ;; esac\n'
    python = write_script(tree / ".venv-newest/bin/python", said)
    result = start(tree / "test", "newest", path=tools, cwd=tree)
    assert result.returncode == 0
    assert result.stderr.endswith("newer than the lock: numpy==99\n")
    assert list(asked(result.stdout))[-1].startswith("pytest -q tests/base/test_compiling.py ")
    log = Path(f"{python}.log").read_text().splitlines()
    assert log[2].endswith(f"--upgrade --upgrade-strategy eager --editable {tree}[dev]")
    start(tree / "test", "newest", path=tools, cwd=tree)
    assert len(Path(f"{python}.log").read_text().splitlines()) == 2 * len(log)


@pytest.mark.parametrize("fault", ["no pip", "copied"])
def test_a_venv_for_the_newest_versions_that_cannot_serve_is_made_again(
    tree: Path, tools: Path, fault: str
) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    pretend_python(tools)
    shutil.copy(tools / "python3", tree / ".venv/bin/python")
    pretend_ready(tree, FLOORS, ".venv-newest")
    if fault == "copied":
        write_script(tree / ".venv-newest/bin/pip", "exec /elsewhere/.venv-newest/bin/python\n")
    else:
        write_script(tree / ".venv-newest/bin/python", "exit 1\n")
    start(tree / "test", "newest", path=tools, cwd=tree)
    log = (tree / ".venv-newest/bin/python.log").read_text()  # of the Python that is made
    assert f"--editable {tree}[dev]" in log


def test_each_python_is_tried_by_a_program(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    result = start(tree / "test", "pythons", "3.12", path=tools, cwd=tree)
    assert list(asked(result.stdout)) == ["python tests/pythons.py 3.12"]
    assert (ROOT / "tests/pythons.py").exists()


def test_a_python_that_was_named_and_is_not_there_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(pythons, "build_sdist", lambda *_: tmp_path)
    monkeypatch.setattr(pythons, "build_wheel", lambda *_: tmp_path)
    monkeypatch.setattr(pythons, "found", lambda _: None)
    assert pythons.main(["3.99"]) == 1
    assert capsys.readouterr().out == "Python 3.99: not found here, so not tried\n"
    assert pythons.main([]) == 0


def test_a_python_too_new_for_the_lowest_versions_is_told(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    write_script(tree / ".venv/bin/python", "exit 1\n")
    result = start(tree / "test", path=tools, cwd=tree)
    assert result.returncode == 0
    assert result.stderr == (
        "baccarat: the lowest versions are for Python 3.11 to 3.13: they are not tried\n"
    )
    assert list(asked(result.stdout))[-1] == ON_EVERY_CORE


def test_what_is_tried_with_the_lowest_versions_is_there() -> None:
    tried = re.findall(r"(tests/[\w/]+\.py)(?:::(\w+))?", (ROOT / "test").read_text())
    assert len(tried) >= 10
    for file, test in tried:
        assert f"def {test}(" in (ROOT / file).read_text() if test else (ROOT / file).exists()


@pytest.mark.parametrize(
    ("word", "marks"),
    [("quick", "not slow and not long"), ("long", "long or hypothesis or packaging")],
)
def test_quick_and_long_have_tests_and_examples_of_their_own(
    tree: Path, tools: Path, word: str, marks: str
) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    result = start(tree / "test", word, "-x", path=tools, cwd=tree)
    assert "sphinx" not in result.stdout
    assert "test_compiling" not in result.stdout
    *workers, _ = ON_EVERY_CORE.partition("-m not long")[0].split(" ")
    wanted = [*workers, f"--hypothesis-profile {word} -m {marks} -x"]
    assert list(asked(result.stdout))[-1] == " ".join(wanted)


def test_other_words_go_to_pytest_alone(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    result = start(tree / "test", "tests/core/test_cards.py", "-k", "suit", path=tools, cwd=tree)
    assert result.returncode == 0
    assert list(asked(result.stdout)) == ["pytest tests/core/test_cards.py -k suit"]


@pytest.mark.parametrize("word", ["all", "checks", "floors", "newest", "packages"])
def test_a_word_that_would_be_dropped_is_told(tree: Path, tools: Path, word: str) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    result = start(tree / "test", word, "-x", path=tools, cwd=tree)
    told = f"baccarat: ./test {word} takes no more words: not -x\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", told)


def test_the_first_failure_ends_the_test(tree: Path, tools: Path) -> None:
    pretend_ready(tree, "requirements-dev.lock")
    pretend_ready(tree, FLOORS, ".venv-floors")
    write_script(tree / ".venv/bin/mypy", "exit 3\n")
    checks = start(tree / "test", "checks", path=tools, cwd=tree)
    assert checks.returncode == 3
    assert checks.stdout.splitlines()[-1] == "== mypy"
    result = start(tree / "test", path=tools, cwd=tree)
    assert result.returncode != 0
    assert ON_EVERY_CORE not in asked(result.stdout)


def read_lock(name: str) -> dict[str, str]:
    """Each requirement of a lock (name, version, marker) with the rest of its entry."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / name).read_text(), flags=re.MULTILINE)
    entries = text.replace("\\\n", "").splitlines()
    return dict(re.split(r"\s+(?=--)", entry, maxsplit=1) for entry in entries)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_has_hashes(lock: str) -> None:
    entries = read_lock(lock)
    assert len(entries) > 10
    for requirement, rest in entries.items():
        assert re.fullmatch(r"[a-z0-9-]+==\S+( ; .+)?", requirement)
        assert re.fullmatch(r"(--hash=sha256:[0-9a-f]{64}\s*)+", rest)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert " @ " not in text
    assert not re.search(r"^-", text, flags=re.MULTILINE)  # --index-url, --find-links, -e


def test_the_dev_lock_holds_the_run_lock() -> None:
    """The same versions and files; a test may want on any system what a run wants on Windows."""
    run, dev = (
        {line.split(" ;")[0]: hashes for line, hashes in read_lock(name).items()}
        for name in LOCKS[:2]
    )
    assert run.items() <= dev.items()


def test_the_run_lock_holds_the_build_back_end() -> None:
    names = {requirement.split("==")[0] for requirement in read_lock("requirements.lock")}
    assert {"hatchling", "editables"} <= names


def test_every_dependency_has_a_floor_and_the_lock_of_the_floors_holds_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    elsewhere = {"dev", "gpu", "gambit"}  # a GPU's library; and one whose floor is its newest
    named = [
        *project["dependencies"],
        *(one for e in extras.keys() - elsewhere for one in extras[e]),
    ]
    locked = dict(requirement.split(" ")[0].split("==") for requirement in read_lock(FLOORS))
    for requirement in named:
        name, floor = requirement.split(";")[0].split(">=")
        name = name.split("[")[0]
        assert f"{locked[name]}.".startswith(f"{floor}."), requirement  # 0.7 may begin as 0.7.1
