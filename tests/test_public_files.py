"""The files of a public repository agree with the project: workflows, citation, issue forms."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from checkout import ROOT

import baccarat

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def steps_of(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


def test_the_tests_run_on_three_systems_and_every_python_that_we_name() -> None:
    matrix = read(GITHUB / "workflows" / "tests.yml")["jobs"]["quick"]["strategy"]["matrix"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(SETTINGS["project"]["classifiers"]))
    assert matrix["python"] == named
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_write_only_where_it_publishes(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    rights = {name: job.get("permissions", {}) for name, job in workflow["jobs"].items()}
    assert {name for name, given in rights.items() if "write" in given.values()} <= {"publish"}
    assert "secrets." not in path.read_text("utf-8")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_what_is_there(path: Path) -> None:
    for step in steps_of(path):
        assert re.fullmatch(r"[\w./-]+@[\w./-]+", step.get("uses", "some/action@v1"))
        for file in re.findall(r"(?:^| )((?:\./|\.ci/|src/)[\w./-]+)", step.get("run", "")):
            assert (ROOT / file).exists(), file


def test_a_release_is_tested_and_has_the_version_of_its_tag() -> None:
    steps = [step.get("run", "") for step in steps_of(GITHUB / "workflows" / "release.yml")]
    assert any("bash .ci/run" in step for step in steps)
    check = next(step for step in steps if "GITHUB_REF_NAME" in step)
    pattern = re.search(r"s/(.*)\\\(.*\\\)(.*)/\\1/p", check)
    assert pattern
    line = f"{pattern[1].lstrip('^')}{baccarat.__version__}{pattern[2]}"
    assert line in (ROOT / "src" / "baccarat" / "__init__.py").read_text("utf-8")


def test_the_citation_names_this_version_and_licence() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["version"] == baccarat.__version__
    assert citation["license"] == SETTINGS["project"]["license"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in SETTINGS["project"]["authors"]
    ]


def test_an_issue_form_has_what_a_form_needs() -> None:
    forms = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]
    for path in forms:
        form = read(path)
        assert {"name", "description", "body"} <= form.keys()
        fields = [part for part in form["body"] if part["type"] != "markdown"]
        assert len({part["id"] for part in fields}) == len(fields) > 0
        assert all(part["attributes"]["label"] for part in fields)
    assert len(forms) == 2
