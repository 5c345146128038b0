"""The plan of a simulation: its seed, shoes and coups, and its parts of about 0.1 seconds."""

import hashlib
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from math import lcm

from baccarat.base.errors import BadValue, ShoeError
from baccarat.base.frozen import freeze
from baccarat.base.hints import require_fields, whole
from baccarat.core.bets import PUSH, Bet
from baccarat.core.cards import Depth
from baccarat.core.chance import SEEDS
from baccarat.core.coup import Hand, Outcome
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.shoe import FEWEST_CARDS
from baccarat.core.tableau import Move, Tableau
from baccarat.core.third_card import Strategy, nobody
from baccarat.core.verdict import verdicts

WHOLE_SHOE = 80
"""The approximate number of coups in a whole shoe."""
WHOLE_SESSION = 300
"""The assumed number of coups in an unlimited session; it decides the size of parts."""
MOST_BURNED = 11
"""The most burned cards: the burn card and ten more."""

AIM = 0.1
"""The seconds that a part should take, unless the reader sets its own time."""


def _start(hand: Hand) -> str:
    return str(hand.start)


def _is_equal(outcome: Outcome) -> str | None:
    return "equal" if outcome.player.trait == outcome.banker.trait else None


EQUAL_START = Bet(
    "Equal Start",
    _is_equal,
    pays={"equal": PUSH},
    depth=Depth.POINTS,
    trait=_start,
    at_start=True,
    wins_when="the first two cards of both hands have the same total",
)
"""A bet on equal totals of both starts; it is on no felt, but every simulation counts it."""
WHOLE = {
    "shoes": "the number of shoes",
    "seed": "a seed",
    "coups": "the number of coups of each shoe",
    "first": "the number of the first shoe",
    "together": "the number of shoes that stay together",
    "apart": "the distance between shoe numbers",
}
"""The fields of a plan that are whole numbers, and their names in errors."""


def whole_threads(threads: int | None) -> int | None:
    """The checked number of threads or workers; None if the engine chooses it."""
    if threads is None:
        return None
    many = whole(threads, "the number of threads")
    if many < 1:
        raise BadValue(f"the number of threads must be at least 1, not {many}")
    return many


@dataclass(frozen=True, slots=True)
class Plan:
    """The shoes of a seed, dealt whole or for a fixed number of coups each.

    Compare exact odds only with a fixed number of coups: in a shoe dealt to its cut card, the late
    coups do not have the odds of a fresh shoe.
    """

    shoes: int
    seed: int = 0
    rules: Rules = STANDARD
    coups: int | None = None
    """the number of coups of each shoe; None: all coups"""
    first: int = 0
    """the number of the first shoe"""
    bets: tuple[Bet, ...] = ()
    """the bets deeper than totals that are counted, too"""
    endless: bool = False
    """whether every card returns to a single deck before the next card is drawn"""
    together: int = 1
    """the number of consecutive shoes that no part or batch divides"""
    apart: int = 1
    """the distance between shoe numbers; if it is more than 1, each shoe begins a session"""

    def __post_init__(self) -> None:
        for name, what in WHOLE.items():
            value = getattr(self, name)
            if value is not None or name != "coups":
                object.__setattr__(self, name, whole(value, what))
        freeze(self, "bets")
        require_fields(self, *WHOLE)
        if self.shoes < 1:
            raise BadValue(f"a simulation needs at least one shoe, not {self.shoes}")
        if self.together < 1 or self.shoes % self.together:
            raise BadValue(f"{self.shoes} shoes cannot be divided into groups of {self.together}")
        if not 0 <= self.seed < SEEDS:
            raise BadValue(f"a seed must be a whole number from 0 to 2^64 - 1, not {self.seed}")
        if self.apart < 1:
            raise BadValue(
                f"the distance between shoe numbers must be at least 1, not {self.apart}"
            )
        if self.first < 0 or self.numbers[-1] >= SEEDS:
            raise ShoeError(
                f"shoe numbers must be from 0 to 2^64 - 1, not {self.first} to {self.numbers[-1]}"
            )
        if self.endless and not self.is_fresh:
            raise BadValue("an endless deck has no last coup: ask for a number of fresh coups")
        if self.coups is not None:
            room = 52 * self.rules.decks - (MOST_BURNED if self.rules.burn else 0)
            if not 1 <= self.coups <= room // FEWEST_CARDS:
                raise ShoeError(
                    f"every shoe must have 1 to {room // FEWEST_CARDS} coups, not {self.coups}"
                )

    @classmethod
    def fresh(
        cls,
        coups: int,
        seed: int = 0,
        rules: Rules = STANDARD,
        bets: tuple[Bet, ...] = (),
        endless: bool = False,
    ) -> "Plan":
        """A plan with a fresh, unburned shoe for every coup, or with an endless deck."""
        rules = replace(rules, burn=False)
        return cls(coups, seed, rules, coups=1, bets=bets, endless=endless)

    @property
    def is_fresh(self) -> bool:
        """Whether each shoe has one coup and no burned cards, so that there are no streaks."""
        return self.coups == 1 and not self.rules.burn

    @property
    def coups_a_shoe(self) -> int:
        """The number of coups in a shoe; an estimate for a whole shoe or the first of a session."""
        return WHOLE_SESSION if self.apart > 1 else self.coups or WHOLE_SHOE

    @property
    def most_coups(self) -> int:
        """The largest possible number of coups in a shoe, if each takes the fewest cards."""
        return self.coups or 52 * self.rules.decks // (4 - len(self.rules.opening))

    @property
    def numbers(self) -> range:
        """The numbers of the shoes."""
        return range(self.first, self.first + self.shoes * self.apart, self.apart)

    def jobs(self, size: int) -> Iterator["Plan"]:
        """The plan's shoes in parts of about this size, whose tallies sum to the plan's tally."""
        size = -(-size // self.together) * self.together
        for start in range(0, self.shoes, size):
            yield self.part(start, min(size, self.shoes - start))

    def part(self, start: int, shoes: int) -> "Plan":
        """A plan of some of the shoes, made without checking the values again."""
        part = copy(self)
        object.__setattr__(part, "first", self.first + start * self.apart)
        object.__setattr__(part, "shoes", shoes)
        return part

    def describe(self, decide: Strategy = nobody) -> dict[str, object]:
        """All settings that decide the coups, but not the number of shoes, engine or version."""
        rules = self.rules
        return {
            "seed": self.seed,
            "first shoe": self.first,
            "coups of each shoe": self.coups,
            "decks": "endless" if self.endless else rules.decks,
            "tableau": str(rules.tableau),
            "strategy": _decided(rules.tableau, decide),
            "burn": rules.burn,
            "cut card": rules.cut_card,
            "last coup": str(rules.last_coup),
            "printed card": None if rules.printed is None else str(rules.printed),
            # Prices do not matter, because tiers are counted.
            "deeper bets": {bet.key: sorted(bet.pays) for bet in self.bets},
        }


class Pace:
    """Divides a plan into parts that take about 0.1 seconds each, on any machine.

    The engine reports how long each part took. So progress is reported often, and a stop takes
    effect soon. The parts do not change the counts.
    """

    def __init__(self, plan: Plan, first: int, most: int, step: int = 1, aim: float = AIM) -> None:
        """`first` is the number of coups in the first part; `most` is the most coups in any part.

        Each part has a multiple of `step` shoes, except the last. A part should take `aim` seconds.
        """
        self._plan, self._step, self._aim = plan, lcm(step, plan.together), aim
        self._most = self._shoes(most)
        self._size = min(self._most, self._shoes(first))

    def _shoes(self, coups: int) -> int:
        return max(1, coups // self._plan.coups_a_shoe // self._step) * self._step

    def __iter__(self) -> Iterator[Plan]:
        """The parts of the plan; their size follows the reported times."""
        done = 0
        while done < self._plan.shoes:
            shoes = min(self._size, self._plan.shoes - done)
            yield self._plan.part(done, shoes)
            done += shoes

    def took(self, shoes: int, seconds: float) -> None:
        """Report how long a part took; the next parts grow or shrink by a factor of 2 at most."""
        fitting = int(shoes * self._aim / max(seconds, self._aim / 1000))
        shoes = min(max(fitting, self._size // 2), 2 * self._size)
        self._size = min(self._most, max(1, shoes // self._step) * self._step)


def _decided(tableau: Tableau, decide: Strategy) -> str | None:
    """The SHA-256 of all decisions in the free cells of a tableau; None if no cell is free."""
    if Move.FREE not in {*tableau.player, *(move for row in tableau.banker for move in row)}:
        return None
    table = verdicts(tableau, decide)
    answers = bytes(table.player_draws) + b"".join(map(bytes, table.banker_draws))
    return hashlib.sha256(answers).hexdigest()
