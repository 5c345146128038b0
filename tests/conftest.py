"""What several tests share: a second dealer, exact weights, all public names, a full disk."""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
import sample_sizes  # noqa: F401 - registers its profiles
import slow_tests
from child_signals import heed_in_children
from onlooker import ActsOf, looking_on

from baccarat.core import plugins
from baccarat.core.bets import Bet
from baccarat.core.bets import register as door
from baccarat.core.cards import Depth
from baccarat.core.plugins import Register
from baccarat.core.shoe import Composition
from baccarat.core.tally import Tally
from baccarat.exact.weights.plain import weigh

heed_in_children()

if TYPE_CHECKING:
    from postgres import PostgresServer

BANKER_DRAWS_UP_TO = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""By Player's third card, as the README of baccarat-engine puts it."""


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow by the list, too; files with many slow tests go first.

    So no worker begins a long file when the others are done.
    """
    slow = slow_tests.read_list()
    for item in items:
        if item.nodeid.partition("[")[0] in slow:
            item.add_marker("slow")
    many = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -many[item.path])


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what was imported to find the tests.

    It holds as long as the process lives, and looking through it again and again took a sixth of
    all the time.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def acts_of() -> Iterator[ActsOf]:
    """The acts that have made a table, which only counts them."""
    with looking_on() as acts_of:
        yield acts_of


@pytest.fixture(scope="session")
def plain_deal() -> Callable[[Sequence[int]], tuple[list[int], list[int]]]:
    """A second dealer that shares no code with ours.

    It is given points in dealing order and says which of them (by place) each hand takes;
    it raises IndexError when they run out.
    """

    def deal(points: Sequence[int]) -> tuple[list[int], list[int]]:
        player, banker = [0, 2], [1, 3]
        p = (points[0] + points[2]) % 10
        b = (points[1] + points[3]) % 10
        if max(p, b) < 8:
            highest = 5
            if p <= 5:
                player.append(4)
                highest = BANKER_DRAWS_UP_TO[points[4]]
            if b <= highest:
                place = len(player) + 2
                points[place]  # it must be there
                banker.append(place)
        return player, banker

    return deal


@pytest.fixture(scope="session")
def front_door() -> dict[str, object]:
    """Every public name, so that a repr can be pasted."""
    names: dict[str, object] = {}
    exec("from baccarat import *", names)
    return names


@pytest.fixture(scope="session")
def eight_decks() -> Tally:
    """The exact weights of a fresh eight-deck shoe; they take some seconds."""
    return weigh(Composition.decks(8).at(Depth.POINTS))


@pytest.fixture(scope="session")
def on_a_full_disk() -> Callable[[int], list[str]]:
    """The beginning of a command that may write no file longer than so many bytes.

    Such a limit is the nearest thing to a full disk that a test may have. The command sets it
    itself, because a process with threads, as a worker of pytest is, had better not fork.
    """
    program = (
        "import os, resource, sys\n"
        "room = int(sys.argv[1])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))\n"
        "os.environ['PYTHONDONTWRITEBYTECODE'] = '1'\n"  # it would write half of a module
        "os.execv(sys.argv[2], sys.argv[2:])\n"
    )
    return lambda room: [sys.executable, "-c", program, str(room)]


@pytest.fixture(scope="session")
def postgres() -> "Iterator[PostgresServer]":
    """A PostgreSQL of our own; few tests have one, and not every environment has its driver."""
    from postgres import INSTALL, binaries, running

    if binaries() is None:
        pytest.skip(INSTALL)
    with running() as server:
        yield server


@pytest.fixture
def bring_bet(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes the house know its own bets and a stranger's, as a plug-in would; or its own alone."""

    def bring(*bets: Bet) -> None:
        house = Register(Bet)
        house.add(*door.OURS, *bets)
        for name in ("_things", "_names", "_files"):
            monkeypatch.setattr(door.KNOWN, name, getattr(house, name))
        monkeypatch.setattr(door.KNOWN, "_is_open", True)

    return bring


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Registers a stranger's things of any kind, for as long as the test runs."""
    import_module("baccarat.systems.register")  # a register that is not there cannot be put back
    for known in plugins._registers.values():
        for name in ("_things", "_names", "_files"):
            monkeypatch.setattr(known, name, dict(getattr(known, name)))
        monkeypatch.setattr(known, "_is_open", True)
    monkeypatch.setattr(plugins, "_modules", {})
    return plugins.register
