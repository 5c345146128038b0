"""Systems that no guest could play, for the tests of what is said of them."""

from collections.abc import Callable

import pytest

from baccarat.base.errors import BadSystem
from baccarat.core.games import game
from baccarat.systems.session import Session
from baccarat.systems.stake import stake
from baccarat.systems.system import Shown, System, Wish

PUNTO = game("punto-banco")


def one(state: object) -> Wish:
    return Wish("banker")


def more(state: int, shown: Shown) -> int:
    return state + 1


def made(
    want: Callable[..., object] = one, then: Callable[..., object] = more, start: object = 0
) -> System:
    """A system called strange."""
    first = start

    class Strange(System):
        @property
        def start(self) -> object:
            return first() if callable(first) else first

        def want(self, state: object) -> Wish | None:
            return want(state)  # type: ignore[return-value]

        def then(self, state: object, shown: Shown) -> object:
            return then(state, shown)

    return Strange()


def raising(fault: BaseException) -> Callable[..., object]:
    def raises(*_: object) -> object:
        raise fault

    return raises


def forever(*_: object) -> object:
    while True:
        try:
            sum(range(100))
        except Exception:
            continue


def deeper(state: object) -> object:
    return deeper(state)


def after_three(broken: Callable[..., object]) -> Callable[..., object]:
    """Wants one unit three times, and is then broken."""
    return lambda state: one(state) if state < 3 else broken(state)


def told_by(played: System, engine: str) -> str:
    with pytest.raises(BadSystem) as complaint:
        stake(played, 30, 7, session=Session(coups=20), engine=engine, threads=2)
    told = str(complaint.value)
    assert "\n" not in told
    assert len(told) < 300
    return told
