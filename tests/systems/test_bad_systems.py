"""Systems that no guest could play, and what is said of them: one line, whoever plays."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from systems.strange_systems import PUNTO, after_three, deeper, made, raising, told_by

from baccarat.base import watchdog
from baccarat.base.errors import BadSystem, BadValue
from baccarat.core.plugins import register
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.comparison import compare
from baccarat.systems.reference_player import play_plan
from baccarat.systems.register import system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake
from baccarat.systems.system import Shown, System, Wish
from baccarat.systems.walk import table as walk_table
from baccarat.systems.walk.states import StateTable


@pytest.mark.parametrize(
    ("want", "told"),
    [
        (
            lambda _: Wish("banker", 10**18),
            "wants to stake 1000000000000000000, more than any bankroll",
        ),
        (lambda _: Wish("banker", -1), "wants to stake -1: a stake is whole units"),
        (lambda _: Wish("banker", 1.5), "wants to stake 1.5: a stake is whole units"),  # type: ignore[arg-type]
        (lambda _: Wish("banker", True), "wants to stake True: a stake is whole units"),
        (lambda _: Wish("bankr"), "unknown bet: 'bankr'"),
        (lambda _: Wish("insurance"), "insurance is not offered then"),
        (lambda _: Wish("banker-streak"), "a streak is a bet on several coups"),
        (raising(ValueError("no\nmore")), "breaks in want(3): ValueError: no more"),
        (raising(SystemExit(3)), "breaks in want(3): SystemExit: 3"),
        (raising(KeyboardInterrupt()), "breaks in want(3): KeyboardInterrupt"),
        (raising(GeneratorExit()), "breaks in want(3): GeneratorExit"),
        (deeper, "breaks in want(3): RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_what_it_wants_after_three_coups_is_told_alike_by_all(
    want: Callable[..., object], told: str
) -> None:
    plainly = told_by(made(after_three(want)), "reference")
    assert plainly.startswith("session 0: strange")
    assert told in plainly
    assert plainly.endswith(", at coup 4 in the state 3")
    assert told_by(made(after_three(want)), "cpu") == plainly
    others = [system("flat"), made(after_three(want)), system("paroli")]
    found = compare(SessionPlan(30, 7, PUNTO, Session(coups=20)), others)
    assert [each.system.key for each in found.found] == ["flat", "paroli"]
    assert found.left_out == (f"strange: {plainly}",)


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (raising(SystemExit(3)), "SystemExit: 3"),
        (lambda state, _: [state], "strange has hashable states, not [0]"),
    ],
)
def test_what_it_becomes_is_told_alike_by_all(then: Callable[..., object], told: str) -> None:
    plainly = told_by(made(then=then), "reference")
    assert told in plainly
    assert plainly.endswith("at coup 1 in the state 0")
    assert told_by(made(then=then), "cpu") == plainly


@pytest.mark.parametrize(
    ("start", "told"),
    [([], "has hashable states, not []"), (raising(OSError("gone")), "start(): OSError: gone")],
)
def test_a_start_that_is_none_is_told_alike_by_all(start: object, told: str) -> None:
    plainly = told_by(made(start=start), "reference")
    assert told in plainly
    assert told_by(made(start=start), "cpu") == plainly
    with pytest.raises(BadSystem, match="strange"):
        solve_sessions(SessionPlan(1, 7, PUNTO, Session(coups=2), fresh=True), made(start=start))


def test_the_first_session_that_breaks_is_named_whoever_breaks_sooner() -> None:
    """Session 1 loses sooner than session 0, but the reference plays session 0 first."""
    lost = made(
        lambda state: Wish("banker", 1 if state < 6 else 0),
        lambda state, shown: state + (shown.result == "loss"),
    )
    for seed in range(6):
        with pytest.raises(BadSystem) as plainly:
            list(play_plan(SessionPlan(9, seed, PUNTO, Session(coups=40)), lost))
        with pytest.raises(BadSystem) as quickly:
            stake(lost, 9, seed, session=Session(coups=40), threads=1)
        assert str(quickly.value) == str(plainly.value)


# Not pure


class Remembers(System):
    """Keeps its stake where nobody sees it: `want` and `then` answer alike when asked twice."""

    def __init__(self) -> None:
        self.stake = 1

    def want(self, state: object) -> Wish:
        return Wish("banker", self.stake)

    def then(self, state: object, shown: Shown) -> object:
        self.stake = 2 if shown.result == "loss" else 1
        return state


def unsure() -> System:
    numbers = count(1)
    return made(lambda _: Wish("banker", next(numbers)))


def restless() -> System:
    numbers = count()
    return made(then=lambda *_: next(numbers))


@pytest.mark.parametrize(
    ("make", "engine", "says"),
    [
        (unsure, "cpu", "strange is not pure: asked twice, it wants something else"),
        (unsure, "reference", "strange is not pure: asked twice, it wants something else"),
        (restless, "cpu", "strange is not pure: asked twice, it becomes something else"),
        (restless, "reference", "strange is not pure: asked twice, it becomes something else"),
        (Remembers, "cpu", "remembers is not pure: asked twice, it wants something else"),
    ],
)
def test_a_system_that_is_not_pure_is_refused_in_one_line(
    make: Callable[[], System], engine: str, says: str
) -> None:
    assert told_by(make(), engine).startswith(f"session 0: {says}, at coup ")


def test_later_answers_are_asked_twice_now_and_then() -> None:
    asked = count(1)
    late = made(then=lambda state, _: state + 1 if state < 3_000 else state + next(asked))
    table = StateTable(late, Session(), PUNTO.layout)
    number, fault = table.start, None
    while fault is None and number < 9_000:
        found, fault = table.follow([number], [1], [0], [1])
        number = found[0] if found else number
    assert "not pure" in str(fault)
    assert number < 9_000


# Growing


def test_a_system_that_grows_without_end_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk_table, "FULL", 4 << 20)
    monkeypatch.setattr(walk_table, "MOST_BYTES", 16 << 20)
    longer = made(then=lambda state, shown: (*state, shown.winner), start=())
    with pytest.raises(BadSystem, match=r"session 0: strange grows without end: .* at coup \d+"):
        stake(longer, 1, session=Session(10**6), threads=1)
    monkeypatch.undo()
    nested = made(then=lambda state, shown: (state, shown.winner), start=())
    with pytest.raises(BadSystem, match="grows without end: its states hold each other"):
        stake(nested, 1, session=Session(10**6), threads=1)
    doubled = made(then=lambda state, _: state + state, start=(1,))
    told = told_by(doubled, "cpu")
    assert "grows without end: a state takes more than 1,048,576 bytes" in told
    plainly = told_by(doubled, "reference")
    assert plainly.partition(", at coup ")[0] == told.partition(", at coup ")[0]


def test_many_states_that_are_met_again_are_no_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk_table, "MOST_STATES", 500)
    monkeypatch.setattr(walk_table, "FULL", 9_000)
    circle = made(then=lambda state, _: (state + 1) % 90)
    assert stake(circle, 3_000, 7, session=Session(coups=60), threads=1).sessions == 3_000


PLUGIN = """
import baccarat as bac

class Quits(bac.System):
    def want(self, state):
        raise SystemExit(0)

bac.register(Quits())
"""


@pytest.mark.slow
def test_at_the_command_line_it_is_one_line_and_status_2(tmp_path: Path) -> None:
    file = tmp_path / "strange.py"
    file.write_text(PLUGIN)
    command = [sys.executable, "-m", "baccarat", "stake", "--plugin", str(file), "--sessions", "9"]
    done = subprocess.run([*command, "quits"], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("baccarat: session 0: quits breaks in want(None): SystemExit: 0")
    assert done.stderr.count("\n") == 1


class Unspeakable(Exception):
    """Its words cannot be had."""

    def __str__(self) -> str:
        raise SystemExit(3)


class Endless:
    """A state whose words do not come back for a while."""

    def __repr__(self) -> str:
        end = time.monotonic() + 4
        while time.monotonic() < end:
            pass
        return "at last"


def stranger(**doing: object) -> System:
    """A plain system in which something is otherwise."""
    return type("Stranger", (type(made()),), doing)()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"seated": raising(SystemExit(5))}, "stranger breaks in seated(.*): SystemExit: 5"),
        ({"seated": lambda *_: None}, r"stranger: seated\(\) must return a system, not None"),
        ({"count": property(raising(SystemExit(4)))}, r"breaks in count\(\): SystemExit: 4"),
        ({"count": "dragon-7"}, "stranger: count must be a CountedBet or None, not 'dragon-7'"),
        ({"want": raising(Unspeakable())}, r"stranger breaks in want\(0\): Unspeakable"),
        ({"want": raising(ValueError("\x1b[2J\nx"))}, r"ValueError: \?\[2J x"),
    ],
)
def test_what_breaks_before_the_first_coup_is_named_and_the_others_go_on(
    broken: dict[str, object], told: str
) -> None:
    with pytest.raises(BadSystem, match=told) as fault:
        stake(stranger(**broken), 5)
    assert str(fault.value).isprintable()
    found = compare(
        SessionPlan(5, 7, PUNTO, Session(coups=9)), [stranger(**broken), system("flat")]
    )
    assert [str(each.system) for each in found.found] == ["flat on banker"]
    assert len(found.left_out) == 1


def test_a_state_whose_words_do_not_come_back_is_named_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)
    wrong = made(lambda state: Wish("banker", -1), start=Endless())
    for engine in ("cpu", "reference"):
        with pytest.raises(BadSystem, match="Endless"):
            stake(wrong, 5, engine=engine)


NOISY = """
import baccarat as bac
class Noisy(bac.System):
    def want(self, state):
        print("LOOK AT ME")
        return bac.Wish("banker", 1)
    def then(self, state, shown):
        return state
    def said(self, state):
        raise SystemExit(6)
class Wrong(bac.System):
    def want(self, state):
        return bac.Wish("banker", 0)
SYSTEMS = [Noisy(), Wrong()]
"""


@pytest.mark.slow
def test_what_a_system_prints_or_will_not_say_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "noisy.py"
    file.write_text(NOISY, "utf-8")

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        asked = ("stake", "--plugin", str(file), *options)
        return subprocess.run(
            [sys.executable, "-m", "baccarat", *asked], capture_output=True, text=True, check=False
        )

    quiet = run("noisy", "--sessions", "5", "--json")
    assert (quiet.returncode, "LOOK" in quiet.stdout, "LOOK" in quiet.stderr) == (0, False, True)
    silent = run("noisy", "--watch", "1")
    assert silent.returncode == 2
    assert "baccarat: noisy breaks in said(None): SystemExit: 6" in silent.stderr
    both = run("--compare", "flat", "--compare", "wrong")
    assert both.returncode == 2
    assert "flat" in both.stdout
    assert "wrong wants to stake 0" in both.stderr


@pytest.mark.parametrize("name", [None, 5, "", "?"])
def test_a_system_without_a_name_is_one_line(name: object) -> None:
    played = made()
    type(played).name = name  # type: ignore[assignment,method-assign]
    for used in (stake, register):
        with pytest.raises(BadValue, match=re.escape(repr(name))):
            used(played)
