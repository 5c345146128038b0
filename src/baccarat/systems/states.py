"""A system as a table: its states are numbered as they are met, and each is asked only once.

The table is what the compiled walk walks and what the exact chain solves. The numbers of the states
depend on the order in which they were met, and nothing that is counted depends on them.
"""

from dataclasses import dataclass
from fractions import Fraction

from baccarat.bets import Bet
from baccarat.bets.values import WINNERS
from baccarat.cards import Depth
from baccarat.errors import BadSystem
from baccarat.layout import Layout
from baccarat.systems.playing import result_of
from baccarat.systems.session import Session, on_felt
from baccarat.systems.system import Portion, Shown, State, System, state_after, wish_of

MOST_STATES = 4_000_000
"""A system that has more of them grows without end."""
ASKED_TWICE = 1_000
"""States that are asked twice, to see that the system is pure."""
NOTHING = 0
"""The number of the bet that is none."""
BROKEN = -1
"""In place of a bet: the system breaks when it is asked, which matters if a session gets there."""


class Deeper(Exception):
    """A bet looks deeper than the coups that are dealt."""

    def __init__(self, depth: Depth) -> None:
        super().__init__(depth)
        self.depth = depth


@dataclass(frozen=True, slots=True)
class Wanting:
    """What a system wants in one of its states."""

    bets: tuple[int, ...]
    """the numbers of its bets: one, or two of which a coin chooses; NOTHING if it waits"""
    units: int
    """0 if it waits, or if it wants a portion"""
    portion: Portion | None = None

    def wanted(self, money: int, unit: int) -> int:
        """How many units, given the money in coins."""
        return self.units if self.portion is None else self.portion.units(money, unit)


class StateTable:
    """The states of a system that were met so far, and its bets."""

    def __init__(self, system: System, session: Session, layout: Layout) -> None:
        self.system, self.session, self.layout = system, session, layout
        self.states: list[State] = []
        self.rows: list[Wanting] = []
        self.bets: list[tuple[str, Bet]] = []
        """by number less one: the name on the felt, and the bet"""
        self.faults: dict[int, BadSystem] = {}
        """by state: why it is BROKEN"""
        self._ids: dict[State, int] = {}
        self._numbers: dict[str, int] = {}
        self._shown: dict[tuple[int, int, int], Shown] = {}
        self.start = self.number_of(system.start)

    def number_of(self, state: State) -> int:
        """The number of a state; one that was not met before is asked what it wants."""
        try:
            known = self._ids.get(state)
        except TypeError:
            raise BadSystem(
                f"{self.system.key} starts in no hashable state: {state!r:.40}"
            ) from None
        if known is not None:
            return known
        if len(self.states) >= MOST_STATES:
            raise BadSystem(f"{self.system.key} grows without end: it has {MOST_STATES:,} states")
        try:
            row = self._asked(state)
        except BadSystem as fault:
            self.faults[len(self.states)] = fault
            row = Wanting((BROKEN,), 0)
        self._ids[state] = len(self.states)
        self.states.append(state)
        self.rows.append(row)
        return len(self.states) - 1

    def row(self, number: int) -> Wanting:
        """What a state wants; a complaint if it is broken."""
        if number in self.faults:
            raise self.faults[number]
        return self.rows[number]

    def _asked(self, state: State) -> Wanting:
        wish = wish_of(self.system, state)
        if len(self.states) < ASKED_TWICE and wish != wish_of(self.system, state):
            raise BadSystem(f"{self.system.key} is not pure: asked twice, it wants something else")
        if wish is None:
            return Wanting((NOTHING,), 0)
        names = (wish.bet,) if isinstance(wish.bet, str) else wish.bet
        bets = tuple(self._number_of_bet(name) for name in names)
        if isinstance(wish.units, Portion):
            return Wanting(bets, 0, wish.units)
        return Wanting(bets, int(wish.units))

    def _number_of_bet(self, name: str) -> int:
        if name not in self._numbers:
            placed = on_felt(self.layout, name)
            if placed not in self.bets:
                self.bets.append(placed)
            self._numbers[name] = self.bets.index(placed) + 1
        return self._numbers[name]

    def after(self, number: int, bet: int, code: int, staked: int) -> int:
        """The state that follows, by what became of a bet: `code` is winner and tier."""
        shown = self.shown(bet, code, staked)
        return self.number_of(state_after(self.system, self.states[number], shown))

    def shown(self, bet: int, code: int, staked: int) -> Shown:
        """What the guest sees of a coup; the same few things come again and again."""
        key = bet, code, staked
        if key not in self._shown:
            self._shown[key] = self._seen(bet, code, staked)
        return self._shown[key]

    def _seen(self, bet: int, code: int, staked: int) -> Shown:
        if bet == NOTHING:
            return Shown(WINNERS[code])
        winner, place = divmod(code, self.tiers(bet))
        tier = (*self.bets[bet - 1][1].pays, None)[place]
        won = self.won(bet, tier, staked)
        result = result_of(self.bets[bet - 1][1].net(tier))
        return Shown(WINNERS[winner], result, staked, Fraction(won, self.session.unit))

    def tiers(self, bet: int) -> int:
        """How many tiers a bet has, the loss among them; a code is winner x tiers + tier."""
        return 1 if bet == NOTHING else len(self.bets[bet - 1][1].pays) + 1

    def won(self, bet: int, tier: str | None, staked: int) -> int:
        """What a stake wins, in coins."""
        net = self.bets[bet - 1][1].net(tier)
        return self.layout.rounding.round(staked * self.session.unit * net, self.layout.chip)
