"""Systems that tests make up."""

from dataclasses import dataclass

from hypothesis import strategies as st

import baccarat as bac

Answer = tuple[str | tuple[str, str] | None, int]
"""What is bet on, and how much."""


@dataclass(frozen=True)
class Finite(bac.System):
    """Any finite system: what it wants in each state, and where win, loss, push and wait lead."""

    answers: tuple[Answer, ...]
    following: tuple[tuple[int, ...], ...]
    heeds_stake: bool = False
    """whether the next state depends on what was really staked, too"""
    start = 0

    def want(self, state: int) -> bac.Wish | None:
        bet, units = self.answers[state]
        return None if bet is None else bac.Wish(bet, units)

    def then(self, state: int, shown: bac.Shown) -> int:
        results = ("win", "loss", "push", None)
        place = 3 * results.index(shown.result) + ("player", "banker", "tie").index(shown.winner)
        after = self.following[state][place]
        return (after + shown.staked * self.heeds_stake) % len(self.answers)


@st.composite
def finite_systems(draw: st.DrawFn) -> Finite:
    """A random finite system."""
    states = draw(st.integers(1, 5))
    bets = st.sampled_from(
        ["player", "banker", "tie", "dragon-7", "dragon-bonus-player", None, ("player", "banker")]
    )
    answers = draw(st.lists(st.tuples(bets, st.integers(1, 9)), min_size=states, max_size=states))
    places = st.lists(st.integers(0, states - 1), min_size=12, max_size=12)
    following = draw(st.lists(places, min_size=states, max_size=states))
    return Finite(tuple(answers), tuple(map(tuple, following)), draw(st.booleans()))
