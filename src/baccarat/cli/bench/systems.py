"""The speed of sessions, compared with the reference player on the same sessions."""

from baccarat.base.timing import Measured, best_of
from baccarat.core.games import game
from baccarat.systems.reference_player import play_plan
from baccarat.systems.register import OURS, system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.stake import stake
from baccarat.systems.system import Shown, System, Wish
from baccarat.systems.walk.sessions import forget

SESSION = Session(100, most=50, coups=100)
MILLION, FEW = 1_000_000, 40
SEED = 7
ONE_CORE = 100_000
"""Sessions for one thread: enough that the start does not matter."""


class AfterTwo(System):
    """A system as a user writes it: two units after two wins in a row, otherwise one."""

    start = 0

    def want(self, state: int) -> Wish:
        return Wish("banker", 2 if state >= 2 else 1)

    def then(self, state: int, shown: Shown) -> int:
        if shown.result == "win":
            return min(state + 1, 2)
        return 0 if shown.result == "loss" else state


def measure() -> list[Measured]:
    """Measure all systems: about a minute."""
    plan = SessionPlan(FEW, SEED, game("punto-banco"), SESSION)
    plainly = best_of(lambda: list(play_plan(plan, system("flat"))), 2) / FEW
    lines = [Measured("a session of 100 coups, reference", plainly)]
    stake("flat", MILLION // 10, SEED, session=SESSION, threads=2)  # the machine wakes up
    for built_in in OURS:
        seconds = _million(built_in)
        ratio = plainly * MILLION / seconds
        label = f"10^6 sessions of 100 coups, {built_in.key}, two threads"
        lines.append(Measured(label, seconds, "reference", ratio, "< 4 s, ≥ 1000"))
    ours, theirs = (_on_one_core(played) for played in (system("flat"), AfterTwo()))
    label = "a coup of a stranger's class, one thread"
    lines.append(Measured(label, theirs, "flat", ours / theirs, "≥ 0.5, < 0.67 µs"))
    return lines


def _million(played: System) -> float:
    """Seconds to play a million sessions, when nothing is cached from earlier sessions."""
    forget()
    return stake(played, MILLION, SEED, session=SESSION, threads=2).seconds


def _on_one_core(played: System) -> float:
    """Seconds per coup."""
    comparison = stake(played, ONE_CORE, SEED, session=SESSION, threads=1)

    def again() -> object:
        return stake(played, ONE_CORE, SEED, session=SESSION, threads=1)

    return best_of(again, 3) / comparison.ledger.total("coups")
