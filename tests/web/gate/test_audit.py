"""The audit log: who did what, written soon, without secrets and within bounds."""

import json

import pytest
from guarded import bearer
from troubled_store import TroubledStore
from web.salon import ASKS_FOR_KEYS, Salon

from baccarat.store import StoreTrouble
from baccarat.store import audit_rows as deed_rows
from baccarat.web.gate import audit, gate
from baccarat.web.gate.audit import Audit
from baccarat.web.gate.keys import Level, digest, new_code

Said = list[tuple[str, str, str]]


def said(salon: Salon) -> Said:
    """All lines, as who, what and about what."""
    salon.app.state.gate.audit.write()
    return [(one.who, one.what, one.about) for one in salon.store.deeds()]


@pytest.fixture
def salon(monkeypatch: pytest.MonkeyPatch) -> Salon:
    monkeypatch.setattr(gate, "LOAD_SECONDS", 0.0)
    return Salon(settings=ASKS_FOR_KEYS)


def test_what_the_host_does_is_noted_once_and_what_guests_play_is_not(salon: Salon) -> None:
    host, play = salon.new_key(Level.HOST), salon.new_key(Level.PLAY)
    for _ in range(2):  # asked again with the same key it is not done again
        salon.call("POST", "/tables", {"seats": 5}, bearer=host, key="a-key-of-the-host")
    sat = {"act": "sit", "guest": "<Ann>", "bankroll": 100}
    token = salon.call("POST", "/tables/1/acts", sat, bearer=play).json()["token"]
    buys = {"act": "buy", "coins": 5}
    assert salon.call("POST", "/tables/1/acts", buys, bearer=play, token=token).status_code == 200
    sent = salon.call("POST", "/tables/1/acts", {"act": "dismiss", "guest": "<Ann>"}, bearer=host)
    assert sent.status_code == 200, sent.text
    assert salon.call("DELETE", "/tables/1", bearer=play).status_code == 403
    assert salon.call("DELETE", "/tables/1", bearer=host).status_code == 200
    assert said(salon)[2:] == [
        ("key 1, somebody 0", "opened", "table 1"),
        ("key 1, somebody 0", "sent a guest away from", "table 1"),
        ("key 1, somebody 0", "closed", "table 1"),
    ]


def test_corrections_of_a_board_are_noted_and_its_results_are_not(salon: Salon) -> None:
    deal = salon.new_key(Level.DEAL)
    salon.call("POST", "/boards", {"name": "Table 3"}, bearer=deal)
    for act in (
        {"act": "result", "said": "B"},
        {"act": "correct", "said": "P", "coup": 1},
        {"act": "undo"},
    ):
        assert salon.call("POST", "/boards/1/acts", act, bearer=deal).status_code == 200
    assert [(what, about) for _, what, about in said(salon)[1:]] == [
        ("opened", "board 1"),
        ("corrected a coup of", "board 1"),
        ("took an entry back from", "board 1"),
    ]


def test_keys_logins_and_refusals_are_noted_without_what_was_given(salon: Salon) -> None:
    key, code = salon.new_key(Level.WATCH), new_code()
    salon.store.add_code(digest(code.replace("-", "")), 1, 9e9)
    cookie = salon.call("POST", "/login", {"key": key}).json()["token"]
    salon.call("POST", "/login", {"code": code})
    salon.call("POST", "/login", {"code": "0000-0000"})
    salon.call("POST", "/login", {"key": "bac_host_guessed"})
    salon.call("GET", "/caller", bearer="bac_host_guessed")
    salon.call("POST", "/logout", bearer=cookie)
    salon.store.revoke(1)
    salon.store.revoke(1)
    lines = said(salon)
    who, here = "key 1, somebody 0", "127.0.0.1"
    assert sorted(lines) == sorted(
        [
            ("a command", "made a key", "key 1, somebody 0: watch"),
            ("a command", "made a code", "key 1"),
            (who, "logged in", "by a key"),
            (who, "logged in", "by a code"),
            (here, "was refused", "a wrong code"),
            (here, "was refused", "a wrong key"),
            (here, "was refused", "a wrong key"),
            (who, "logged out", ""),
            ("a command", "revoked a key", "key 1"),
        ]
    )
    written = json.dumps(lines)
    for secret in (key, code, cookie, "0000-0000", "guessed", salon.store.secret.hex()):
        assert secret not in written


def test_runs_are_noted(salon: Salon) -> None:
    play = salon.new_key(Level.PLAY)
    asked = {"kind": "simulate", "shoes": 10, "seed": 7}
    digests = {salon.call("POST", "/runs", asked, bearer=play).json()["digest"] for _ in range(2)}
    form = {"kind": "simulate", "fields": {"many": "20", "seed": "7"}}
    other = salon.http.post("/laboratory", json=form, headers=bearer(play)).json()["digest"]
    (run,) = digests
    assert salon.call("POST", f"/runs/{run}/stop", bearer=play).status_code == 200
    assert [(what, about) for _, what, about in said(salon)[1:]] == [
        ("asked for", f"run {run}"),
        ("asked for", f"run {other}"),
        ("stopped", f"run {run}"),
    ]


def test_a_store_that_is_away_loses_the_oldest_lines_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "MOST_WAITING", 5)
    store = TroubledStore()
    log = Audit(store, lambda _: None)
    store.trouble.is_full = True
    for number in range(8):
        log.note(None, "opened", f"table {number}")
        with pytest.raises(StoreTrouble):
            log.write()
    store.trouble.is_full = False
    log.write()
    assert [one.about for one in store.deeds()] == [f"table {number}" for number in range(3, 8)]
    log.write()
    assert [one.about for one in store.deeds(1)] == ["table 7"]


def test_who_guesses_keys_does_not_push_out_what_others_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deed_rows, "MOST_REFUSED", 3)
    monkeypatch.setattr(deed_rows, "MOST_DEEDS", 20)
    store = TroubledStore()
    log = Audit(store, lambda _: None)
    log.note(None, "opened", "table 1")
    for number in range(9):
        log.refuse(f"10.0.0.{number}", "a wrong key")
        log.write()
    assert [one.who for one in store.deeds()] == ["here", "10.0.0.6", "10.0.0.7", "10.0.0.8"]
    for _ in range(50):
        log.note(None, "opened", "table 2")
    log.write()
    assert len(store.deeds()) == 20
