"""`baccarat key`: made, listed, limited, revoked; shown once, and typed in as a code."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asking import printed, run
from schemas import complaints

from baccarat.cli.options.store import NEEDED
from baccarat.store import KeptKey, Store
from baccarat.web.gate.keys import digest


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACCARAT_HOME", str(tmp_path))


@pytest.fixture
def store(own_store: None) -> Iterator[Store]:
    """The store that the commands work with, opened beside them."""
    with Store.open() as opened:
        yield opened


def told(form: str, *args: object) -> dict[str, Any]:
    """What a command says as JSON, which fits its schema."""
    found: dict[str, Any] = json.loads(printed("key", form, *args, "--json"))
    assert complaints(f"key-{form}", found) == []
    assert complaints(f"key-{form}", {**found, "news": 1})
    return found


def complaint(*args: object) -> str:
    code, out, err = run("key", *args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def test_a_key_is_shown_once_and_kept_as_its_hash(store: Store) -> None:
    made = told("make", "--kind", "play", "--name", "Ann", "--table", 5, "--table", 3)
    assert {**made, "key": ""} == {
        "version": 1,
        "command": "key",
        "form": "make",
        "key": "",
        "code": None,
        "number": made["number"],
        "name": "Ann",
        "kind": "play",
        "limited_to": [3, 5],
    }
    kept = store.find_key(digest(made["key"]))
    assert kept is not None
    assert (kept.number, kept.name, kept.kind) == (made["number"], "Ann", "play")
    assert kept.tables == frozenset((3, 5))
    for shown in (printed("key", "list"), printed("key", "list", "--json"), repr(store.keys())):
        assert made["key"] not in shown
        assert "Ann" in shown
    assert kept.hash not in printed("key", "list", "--json")


def test_a_key_is_printed_on_a_line_of_its_own() -> None:
    lines = printed("key", "make", "--kind", "HOST").splitlines()
    assert lines[0] == "Key 1, host-1: host, at all tables."
    assert re.fullmatch(r"bac_host_[\w-]{43}", lines[1])
    assert len(lines) == 3


def test_a_store_that_is_not_there_is_told_and_not_made(tmp_path: Path) -> None:
    typo = tmp_path / "clubb" / "store.sqlite"
    for words in (("list",), ("revoke", "Ann"), ("code", "Ann")):
        for where in (("--store", typo), ("--store", tmp_path / "stor.sqlite"), ()):
            assert "there is no store" in complaint(*words, *where)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_somebody_takes_meanwhile_is_not_given_twice(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add_key("play-1", "play", None, "aa")
    looks = iter([list[KeptKey](), store.keys()])  # the first look came too early
    monkeypatch.setattr(Store, "keys", lambda _: next(looks))
    assert told("make", "--kind", "play")["name"] == "play-2"


def test_names_that_nobody_gives_are_counted() -> None:
    assert [told("make", "--kind", "watch")["name"] for _ in range(3)] == [
        "watch-1",
        "watch-2",
        "watch-3",
    ]


def test_a_code_stands_for_its_key_once(store: Store) -> None:
    made = told("make", "--kind", "watch", "--name", "wall", "--code")
    assert made["key"] is None
    again = told("code", "wall")["code"]
    assert re.fullmatch(r"\w{4}-\w{4}", again)
    assert re.search(r"^\w{4}-\w{4}$", printed("key", "code", made["number"]), re.M)
    for code in (made["code"], again):
        kept = digest(code.replace("-", ""))
        assert store.take_code(kept, 0) == made["number"]
        assert store.take_code(kept, 0) is None


def test_a_revoked_key_is_listed_as_revoked_and_its_name_is_free_again(store: Store) -> None:
    printed("key", "make", "--kind", "deal", "--name", "Bob")
    before = store.keys_version()
    assert printed("key", "revoke", "Bob") == "Key 1, Bob, is revoked.\n"
    assert store.keys_version() > before
    (bob,) = told("list")["keys"]
    assert bob["revoked"]
    assert "unknown key" in complaint("revoke", "Bob")
    assert "unknown key" in complaint("code", "1")
    assert told("make", "--kind", "deal", "--name", "Bob")["number"] == 2
    assert told("revoke", 2)["is_revoked"]


def test_where_there_is_none_the_list_says_how_to_make_one(store: Store) -> None:
    assert "baccarat key make" in printed("key", "list")
    assert told("list")["keys"] == []


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--kind", "king"], "watch, play, deal or host"),
        (["--kind", "play", "--name", "7"], "no number"),
        (["--kind", "play", "--name", ""], "1 to 40"),
        (["--kind", "play", "--name", "x" * 41], "1 to 40"),
        (["--kind", "play", "--name", "a\x1b[31m"], "1 to 40"),
        (["--kind", "play", "--table", "0"], "greater than or equal to 1"),
        (["--kind", "play", "--table", "x"], "not a whole number"),
        ([], "--kind"),
    ],
)
def test_bad_input_is_told_in_one_line(args: list[str], word: str) -> None:
    assert word in complaint("make", *args)


def test_a_name_is_taken_once() -> None:
    printed("key", "make", "--kind", "play", "--name", "Ann")
    assert "revoke that key, or choose another name" in complaint(
        "make", "--kind", "host", "--name", "Ann"
    )
    assert [key["kind"] for key in told("list")["keys"]] == ["play"]


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from baccarat.cli.options import store as store_option

    for name in NEEDED:
        monkeypatch.setattr(
            store_option, "find_spec", lambda asked, name=name: asked != name or None
        )
        assert "'baccarat[web]'" in complaint("list")
