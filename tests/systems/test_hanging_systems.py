"""Systems that do not answer: they are named, the others go on, and Ctrl-C ends them."""

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import ceil

import pytest
from systems.strange_systems import PUNTO, after_three, forever, made, told_by

from baccarat.base import watchdog
from baccarat.base.errors import BadSystem
from baccarat.base.signals import stopping
from baccarat.base.watchdog import Hangs, Watch
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.comparison import compare
from baccarat.systems.register import system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake
from baccarat.systems.system import Shown, System, Wish, state_after, wishes_at
from baccarat.systems.walk.sessions import table_of
from baccarat.systems.walk.states import StateTable


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog is as patient as a test."""
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)
    monkeypatch.setattr(watchdog, "PAUSE", 0.05)


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize(
    ("hanging", "where"),
    [
        (made(after_three(forever)), "want(3)"),
        (made(then=forever), "then(0"),
        (made(start=forever), "start()"),
    ],
)
def test_a_system_that_hangs_is_named_and_the_others_go_on(hanging: System, where: str) -> None:
    for engine in ("reference", "cpu"):
        told = told_by(hanging, engine)
        assert told.startswith(f"session 0: strange hangs in {where}")
        assert ", at coup " in told
    plan = SessionPlan(30, 7, PUNTO, Session(coups=20))
    found = compare(plan, [hanging, system("flat")])
    assert [each.system.key for each in found.found] == ["flat"]
    assert found.found[0].ledger == stake("flat", 30, 7, session=Session(coups=20)).ledger
    with pytest.raises(BadSystem, match="strange hangs"):
        solve_sessions(SessionPlan(1, 7, PUNTO, Session(coups=5), fresh=True), hanging)


@pytest.mark.slow
@pytest.mark.usefixtures("_soon")
def test_a_wish_that_hangs_is_told_with_its_own_coup_and_state() -> None:
    for hanging, where in (
        (made(after_three(forever)), ", at coup 4 in the state 3"),
        (made(forever), ", at coup 1 in the state 0"),
        (made(then=forever), ", at coup 1 in the state 0"),
    ):
        for engine in ("reference", "cpu"):
            assert told_by(hanging, engine).endswith(where)


class HashHangs:
    def __hash__(self) -> int:
        forever()
        return 0


class SizeHangs:
    def __sizeof__(self) -> int:
        forever()
        return 0


class WishHangs(Wish):
    bet = "banker"

    @property
    def units(self) -> int:
        forever()
        return 1


class NameHangs(str):
    def __hash__(self) -> int:
        forever()
        return 0


@pytest.mark.slow
@pytest.mark.usefixtures("_soon")
def test_a_first_state_or_a_wish_that_hangs_is_named() -> None:
    for hanging, where in (
        (made(start=HashHangs()), "start()"),
        (made(then=lambda state, _: state, start=SizeHangs()), ""),
        (made(lambda _: object.__new__(WishHangs)), "want(0)"),
    ):
        for engine in ("reference", "cpu"):
            assert told_by(hanging, engine).startswith(f"session 0: strange hangs in {where}")
    by_name = made(lambda _: Wish(NameHangs("banker")))
    assert stake(by_name, 30, 7).ledger == stake("flat", 30, 7).ledger  # a name is its letters


class Unhashed(System):
    """Its own hash hangs."""

    __hash__ = HashHangs.__hash__


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize(
    ("call", "says"),
    [
        # once the table is full
        (
            lambda: StateTable(made(), Session(), PUNTO.layout).numbers_of([1, HashHangs()]),
            r"strange hangs in hash\(",
        ),
        (lambda: stake(Unhashed(), 30, 7), r"unhashed hangs in hash\(\)"),
    ],
)
def test_a_hash_that_hangs_is_named(call: Callable[[], object], says: str) -> None:
    with pytest.raises(BadSystem, match=says):
        call()


@pytest.mark.usefixtures("_soon")
def test_one_that_answers_slowly_is_not_disturbed() -> None:
    """The watchdog counts from the last answer, and an answer in time leaves nothing behind."""
    with Watch() as watch:
        for _ in range(12):
            time.sleep(0.05)
            watch.answers += 1
    for _ in range(3):
        assert wishes_at(made(lambda _: time.sleep(0.1)), 0) == ()
    time.sleep(0.5)
    assert state_after(made(), 1, Shown("tie")) == 2


def in_another_thread(do: Callable[[], object]) -> None:
    """Do something where no alarm rings."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(do).result()


@pytest.mark.usefixtures("_soon")
def test_an_answer_that_comes_too_late_leaves_nothing_in_the_air() -> None:
    def late() -> None:
        with pytest.raises(Hangs), Watch():
            time.sleep(0.8)  # what is thrown waits until the sleep is over

    in_another_thread(late)
    for thread in threading.enumerate():
        if thread.name == "watchdog":
            thread.join(30)
            assert not thread.is_alive()


A_PROFILE_AFTER_LATE_ANSWERS = """
import sys, threading, time
from baccarat.base import watchdog
watchdog.PATIENCE, watchdog.PAUSE = 0.1, 0.02
events = []
def work():
    for _ in range(3):
        try:
            with watchdog.Watch():
                time.sleep(0.3)
        except watchdog.Hangs:
            pass
    sys.setprofile(lambda frame, event, _: events.append(event))
    for _ in range(100):
        (lambda: None)()
    sys.setprofile(None)
thread = threading.Thread(target=work, daemon=True)  # no alarm rings in it
thread.start()
thread.join(20)
print(len(events))
"""


def test_a_profiler_runs_after_answers_that_came_too_late() -> None:
    """Python 3.11 went round for ever where an exception was only taken back."""
    program = [sys.executable, "-c", A_PROFILE_AFTER_LATE_ANSWERS]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert int(done.stdout) >= 200


@pytest.mark.usefixtures("_soon")
def test_one_that_cannot_be_interrupted_is_named_while_it_is_waited_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In a thread a sleep takes no step of Python, so what is thrown waits until it is over."""

    def waits(engine: str) -> None:
        started = time.monotonic()
        told = told_by(made(lambda _: time.sleep(1.0)), engine)
        assert told.startswith("session 0: strange hangs in want(0)")
        assert time.monotonic() - started >= 1
        said = "baccarat: strange does not answer, and cannot be interrupted: still waiting"
        assert set(capsys.readouterr().err.splitlines()) == {said}

    for engine in ("reference", "cpu"):
        in_another_thread(partial(waits, engine))


# The alarm

has_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows has no alarm")


def a_regular_expression(*_: object) -> object:
    return re.match("(a+)+$", "a" * 60 + "b")


def a_power(*_: object) -> object:
    return 3 ** (10**9)


def a_sleep(*_: object) -> object:
    time.sleep(60)
    return None


def alarm() -> tuple[object, float]:
    """Who handles the alarm, and when it comes, rounded up to ten seconds."""
    due = signal.getitimer(signal.ITIMER_REAL)[0]
    return signal.getsignal(signal.SIGALRM), 10 * ceil(due / 10)


@pytest.mark.slow
@has_alarm
@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize(
    "hang",
    [
        a_regular_expression,
        pytest.param(a_power, marks=pytest.mark.long),
        pytest.param(a_sleep, marks=pytest.mark.long),
    ],
)
def test_what_no_thread_can_interrupt_is_named_too(hang: Callable[..., object]) -> None:
    """It may hang at first, or where the fast engine asks: in `then`, and in states met later."""
    started = time.monotonic()
    for hanging, where in (
        (made(hang), r"want\(0\)"),
        (made(after_three(hang)), r"want\(3\)"),
        (made(then=hang), r"then\(0"),
    ):
        for engine in ("reference", "cpu"):
            told = told_by(hanging, engine)
            assert re.match(f"session 0: strange hangs in {where}.*, at coup ", told)
    assert time.monotonic() - started < 30
    assert alarm() == (signal.SIG_DFL, 0)
    found = compare(SessionPlan(30, 7, PUNTO, Session(coups=20)), [made(then=hang), system("flat")])
    assert [each.system.key for each in found.found] == ["flat"]


class Mute:
    """A state whose words hold Python itself."""

    def __repr__(self) -> str:
        return str(a_regular_expression())


@has_alarm
@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_a_state_whose_words_hold_python_itself_is_told_by_its_type(engine: str) -> None:
    mute = Mute()
    wrong = made(lambda state: Wish("banker", -1 if state is mute else 1), lambda *_: mute)
    assert re.search(
        r"wants to stake -1: .*, at coup 2 in the state such a Mute", told_by(wrong, engine)
    )


@has_alarm
def test_the_alarm_is_left_as_it_was() -> None:
    with Watch(), Watch():
        assert callable(alarm()[0])
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= watchdog.PAUSE
    assert alarm() == (signal.SIG_DFL, 0)
    with pytest.raises(ZeroDivisionError), Watch():
        _ = 1 / 0
    assert alarm() == (signal.SIG_DFL, 0)


@has_alarm
@pytest.mark.usefixtures("_soon")
def test_an_alarm_that_ctrl_c_left_behind_ends_by_itself() -> None:
    """Ctrl-C may come when a watch comes or goes: nobody is interrupted later."""

    def never_left() -> None:
        Watch().__enter__()

    never_left()
    assert alarm() != (signal.SIG_DFL, 0)
    end = time.monotonic() + 30
    while alarm() != (signal.SIG_DFL, 0):
        assert time.monotonic() < end
        time.sleep(0.05)


@has_alarm
@pytest.mark.usefixtures("_soon")
def test_the_alarm_of_somebody_else_is_not_touched() -> None:
    rung: list[int] = []

    def ring(number: int, frame: object) -> None:
        rung.append(number)

    def takes_it() -> None:
        with Watch():
            signal.signal(signal.SIGALRM, ring)
            forever()

    try:
        for handler in (ring, signal.SIG_IGN, signal.SIG_DFL):  # the last would end the program
            signal.signal(signal.SIGALRM, handler)
            signal.setitimer(signal.ITIMER_REAL, 60)
            with Watch():
                assert alarm() == (handler, 60)
            assert alarm() == (handler, 60)
        signal.setitimer(signal.ITIMER_REAL, 0)
        with pytest.raises(Hangs):  # if a system takes the alarm, the thread still looks
            takes_it()
        assert alarm()[0] is ring
        assert rung
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


STOPPED = """
import time
from baccarat.base import watchdog

watchdog.PATIENCE = 2.5
start = time.process_time()
with watchdog.Watch():
    print("asked", flush=True)
    while time.process_time() < start + 0.1:
        pass
print("answered")
"""


@has_alarm
def test_time_does_not_pass_for_a_program_that_is_put_to_sleep() -> None:
    child = subprocess.Popen([sys.executable, "-c", STOPPED], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "asked\n"
    child.send_signal(signal.SIGSTOP)
    time.sleep(3.5)
    child.send_signal(signal.SIGCONT)
    assert child.communicate(timeout=60)[0] == "answered\n"


HOLDS = """
import re, sys
import baccarat as bac
from baccarat.base import watchdog

watchdog.PATIENCE = 1_000

class Holds(bac.System):
    def want(self, state):
        return bac.Wish("banker", 1)
    def then(self, state, shown):
        print("asked", flush=True)
        re.match("(a+)+$", "a" * 60 + "b")

bac.stake(Holds(), 10, engine=sys.argv[1], threads=2)
"""


@pytest.mark.slow
@has_alarm
@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_ctrl_c_ends_what_holds_python_itself(engine: str) -> None:
    command = [sys.executable, "-c", HOLDS, engine]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "asked\n"
        child.send_signal(signal.SIGINT)
        try:
            _, told = child.communicate(timeout=60)
        finally:
            child.kill()
    assert told.splitlines()[-1] == "KeyboardInterrupt"


def test_a_table_is_not_used_again_if_ctrl_c_came_while_it_grew() -> None:
    played = stake(made(), 20, 7, session=Session(coups=9)).ledger
    pressed: list[int] = []

    def presses(state: int, shown: Shown) -> int:
        if state == 4 and not pressed:
            pressed.append(state)
            signal.raise_signal(signal.SIGINT)
        return state + 1

    once = made(then=presses)
    with pytest.raises(KeyboardInterrupt):
        stake(once, 20, 7, session=Session(coups=9))
    one_session = replace(SessionPlan(20, 7, PUNTO, Session(coups=9)), sessions=1)
    left = table_of(once, one_session)
    assert not left.is_still_true()
    assert stake(once, 20, 7, session=Session(coups=9)).ledger == played
    assert table_of(once, one_session) is not left


LATER = """
import os, signal, sys, threading
import baccarat as bac
from baccarat.base import watchdog

watchdog.PATIENCE = 1_000

class Slow(bac.System):
    def want(self, state):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        while True:
            pass

bac.stake(Slow(), 1, engine=sys.argv[1], threads=2)
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "cpu"])
def test_ctrl_c_is_no_fault_of_the_system_and_does_not_wait_for_it(engine: str) -> None:
    command = [sys.executable, "-c", LATER, engine]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stderr.splitlines()[-1] == "KeyboardInterrupt"


@pytest.mark.usefixtures("_soon")
def test_a_stop_interrupts_only_whoever_does_not_answer() -> None:
    stopping.set()
    try:
        with Watch() as watch:
            for _ in range(600):
                time.sleep(0.001)
                watch.answers += 1
        with pytest.raises(KeyboardInterrupt), Watch():
            forever()
    finally:
        stopping.clear()
