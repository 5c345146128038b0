"""A table of a system's states: each new state gets a number, and its answers are stored.

The compiled walk and the exact chain both use this table. The numbers of the states depend on the
order in which they are met; the results do not depend on the numbers.
"""

import hashlib
import sys
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.errors import BaccaratError, BadSystem
from baccarat.base.watchdog import Hangs, Watch
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import WINNERS
from baccarat.core.cards import Depth
from baccarat.core.layout import Layout
from baccarat.systems.reference_player import result_of
from baccarat.systems.session import RESTART, Session, on_felt
from baccarat.systems.system import (
    HEAVIEST,
    Portion,
    Shown,
    State,
    System,
    Wish,
    Wishes,
    afresh,
    broken,
    impure,
    levels_of,
    possible,
    require_light,
    start_of,
    unhashable,
)

ASKED_TWICE = 1_000
"""This many first answers are asked for twice, to check that the system is pure; later 1 in 64."""
WEIGHED = 64
"""One of this many states is weighed."""
BYTES_EACH, BYTES_A_LETTER = 300, 4
"""The approximate bytes of a state: a fixed part, and a part for each letter of its repr."""
FIRST_WAYS = 256
"""The most states in the digest that distinguishes two systems of the same name."""
NOTHING = 0
"""The number of the bet that stands for no bet."""
BROKEN = -1
"""In place of a bet: the system breaks in this state, which matters only if a session gets here."""


class Deeper(BaccaratError):
    """Raised if a bet must know cards more exactly than the dealt coups show them."""

    def __init__(self, depth: Depth) -> None:
        super().__init__(
            "a bet looks deeper than the coups that are dealt: at {depth}", depth=depth
        )
        self.depth = depth

    def __reduce__(self) -> tuple[type["Deeper"], tuple[Depth]]:
        return type(self), (self.depth,)


@dataclass(frozen=True, slots=True)
class Wanting:
    """The bet and the stake that a system wants in a state."""

    bets: tuple[int, ...]
    """the number of the bet, or two numbers of which a coin chooses; NOTHING for no bet"""
    units: int
    """0 for no bet, or if a portion is wanted"""
    portion: Portion | None = None

    def wanted(self, money: int, unit: int) -> int:
        """The units that are wanted with this money, which is in coins."""
        return self.units if self.portion is None else self.portion.units(money, unit)


class StateTable:
    """The states of a system that were met so far, and its bets."""

    def __init__(self, system: System, session: Session, layout: Layout) -> None:
        self.system, self.session, self.layout = system, session, layout
        self.levels = levels_of(system)
        """how many successive numbers a state has: one for each level of a count"""
        self.states: list[State] = []
        self.wants: list[int] = []
        """by state: the index of its bet and stake in `wantings`"""
        self.afresh: list[int] = []
        """by state: the state after a short stake restarts the staking; otherwise the same state"""
        self.wantings: list[Wanting] = [Wanting((BROKEN,), 0)]
        """what the states want; the first entry is BROKEN"""
        self.bets: list[tuple[str, Bet]] = []
        """by number - 1: the name on the felt, and the bet"""
        self.faults: dict[int, BadSystem] = {}
        """by state: the reason why it is BROKEN"""
        self.hung: BadSystem | None = None
        """the error of a system that does not answer: it is not asked again"""
        self.hung_after: dict[int, State] = {}
        """by state: the next state, if its wish hangs"""
        self.weight = 0
        """the approximate bytes of all states"""
        self._hung_in: tuple[State, ...] = ()
        self._start: State = None
        self._answers = 0
        self._ids: dict[State, int] = {}
        self._wishes: dict[tuple[object, int], int] = {}
        self._numbers_of: dict[Wanting, int] = {}
        self._shown: dict[tuple[int, int, int], Shown] = {}
        try:
            with Watch(system):
                self._start = start_of(system)
                self.start = self.number_of(self._start)
        except BaseException as fault:  # a plug-in's code may raise anything
            complaint = broken(system, fault, "start")
            self.start = self._broken_state(*(self._hung_in or (None,)), complaint)

    def row(self, number: int) -> Wanting:
        """The bet and the stake that a state wants; raises BadSystem if the state is broken."""
        if number in self.faults:
            raise self.faults[number]
        return self.wantings[self.wants[number]]

    def after(self, number: int, bet: int, code: int, staked: int) -> int:
        """The number of the next state; `code` stands for the winner and the bet's tier."""
        following, fault = self.follow([number], [bet], [code], [staked])
        if fault is not None:
            raise fault
        return following[0]

    def follow(
        self, numbers: list[int], bets: list[int], codes: list[int], stakes: list[int]
    ) -> tuple[list[int], BadSystem | None]:
        """The numbers of the next states, up to the first error; and this error, or None."""
        following: list[int] = []
        if self.hung is not None:
            return following, self.hung
        then, ids, outcomes = self.system.then, self._ids, self._shown
        try:
            with Watch(self.system) as watch:
                for number, bet, code, staked in zip(numbers, bets, codes, stakes, strict=True):
                    outcome = outcomes.get((bet, code, staked)) or self.shown(bet, code, staked)
                    watch.answers += 1
                    self._answers += 1
                    if self._answers <= ASKED_TWICE or self._answers % WEIGHED == 0:
                        following.append(self._surely_after(number, outcome))
                        continue
                    try:
                        state = then(self.states[number], outcome)
                        number_after = ids.get(state)
                    except BaseException as fault:
                        if isinstance(fault, Hangs | KeyboardInterrupt):
                            raise
                        number_after = self._surely_after(number, outcome)  # raises what is wrong
                    following.append(self._met(state) if number_after is None else number_after)
        except BadSystem as fault:
            if self._hung_in:
                self.hung_after = {numbers[len(following)]: self._hung_in[0]}
            return following, fault
        except BaseException as fault:
            state = self.states[numbers[min(len(following), len(numbers) - 1)]]
            self.hung = broken(self.system, fault, "then", state)
            self.hung.__cause__ = fault
            return following, self.hung
        return following, None

    def is_still_true(
        self,
        states: int,
        numbers: list[int],
        bets: list[int],
        codes: list[int],
        stakes: list[int],
        following: list[int],
    ) -> bool:
        """Whether the first states want the same as before, and lead to the same states."""
        if self.hung is not None:
            return True  # the system is not asked again
        try:
            with Watch() as watch:
                for number in range(0, states, self.levels):
                    wants = tuple(self.wants[number : number + self.levels])
                    watch.answers += 1
                    if number not in self.faults and wants != self._wanted(self.states[number]):
                        return False
        except BadSystem:
            return False
        return self.follow(numbers, bets, codes, stakes) == (following, None)

    def _surely_after(self, number: int, outcome: Shown) -> int:
        """The number of the next state; the system is asked twice, and must answer the same."""
        system, state = self.system, self.states[number]
        try:
            state_after = system.then(state, outcome)
            is_same = state_after == system.then(state, outcome)
        except BaseException as fault:  # a plug-in's code may raise anything
            raise self._broken(fault, "then", state, outcome) from fault
        following = self.number_of(state_after)
        if not is_same:
            raise impure(system, "becomes")
        wants = tuple(self.wants[following : following + self.levels])
        if following not in self.faults and wants != self._wanted(state_after):
            raise impure(system, "wants")
        return following

    def number_of(self, state: State) -> int:
        """The number of a state; for a new state, the system is first asked what it wants."""
        try:
            number = self._ids.get(state)
        except Exception:  # a plug-in's hash may raise anything
            raise unhashable(self.system, state) from None
        return self._met(state) if number is None else number

    def _met(self, state: State) -> int:
        """Ask the system what it wants in a new state; return the number given to this state."""
        if sys.getsizeof(state) > HEAVIEST or len(self.states) % WEIGHED == 0:
            self._weigh(state)
        try:
            number = self._added(state, self._wanted(state))
            if self.session.short == RESTART:
                self.afresh[number] = self.number_of(afresh(self.system, state, self._start))
            return number
        except BadSystem as fault:
            if self.hung is not None:
                self._hung_in = (state,)
                raise
            return self._broken_state(state, fault)

    def numbers_of(self, states: list[State]) -> list[int]:
        """The numbers of several states."""
        numbers: list[int] = []
        try:
            with Watch(self.system) as watch:
                for state in states:
                    numbers.append(self.number_of(state))
                    watch.answers += 1
        except BaseException as fault:  # a plug-in's code may raise anything
            raise self._broken(fault, "hash", states[min(len(numbers), len(states) - 1)]) from fault
        return numbers

    def _added(self, state: State, wanted: tuple[int, ...]) -> int:
        """Add a state, and return its number; each level of a count has its own number."""
        number = self._ids[state] = len(self.states)
        self.states += (state,) * self.levels
        self.afresh += (number,) * self.levels
        self.wants += wanted
        return number

    def _broken_state(self, state: State, fault: BadSystem) -> int:
        number = self._added(state, (0,) * self.levels)
        self.faults |= dict.fromkeys(range(number, number + self.levels), fault)
        return number

    def _wanted(self, state: State) -> tuple[int, ...]:
        """The number of the bet and stake wanted in a state, for each level of a count."""
        try:
            wanted = self.system.want(state)
            if type(wanted) is Wish and type(wanted.bet) is str and type(wanted.units) is int:
                wish = self._wishes.get((wanted.bet, wanted.units))
                if wish is not None:
                    return (wish,) * self.levels
            wishes = possible(self.system, wanted)
        except BaseException as fault:  # a plug-in's code may raise anything
            raise self._broken(fault, "want", state) from fault
        return tuple(map(self._wanting_of, wishes))

    def _wanting_of(self, wishes: Wishes) -> int:
        """The number under which this wish is stored; the system lays one wager at most."""
        if not wishes:
            return self._wish((NOTHING,), 0)
        (wish,) = wishes
        names = (wish.bet,) if isinstance(wish.bet, str) else wish.bet
        placed = (on_felt(self.layout, name, self.system.key) for name in names)
        bets = tuple(map(self.number_of_bet, placed))
        if isinstance(wish.units, Portion):
            return self._wish(bets, 0, wish.units)
        number = self._wish(bets, int(wish.units))
        self._wishes[wish.bet, int(wish.units)] = number
        return number

    def _wish(self, bets: tuple[int, ...], units: int, portion: Portion | None = None) -> int:
        """The number of this bet and stake; a new one if it is not known yet."""
        wanting = Wanting(bets, units, portion)
        number = self._numbers_of.setdefault(wanting, len(self.wantings))
        if number == len(self.wantings):
            self.wantings.append(wanting)
        return number

    def _broken(self, fault: BaseException, method: str, *arguments: object) -> BadSystem:
        complaint = broken(self.system, fault, method, *arguments)
        if isinstance(fault, Hangs):
            self.hung = complaint
        return complaint

    def _weigh(self, state: State) -> None:
        """Refuse a state that is too large, and estimate the memory that all states need."""
        require_light(self.system, state)
        try:
            letters = len(repr(state))
        except RecursionError:
            reason = "its states hold each other, one in the other"
            raise BadSystem(f"{self.system.key} grows without end: {reason}") from None
        except Hangs as fault:
            raise broken(self.system, fault, "repr", type(state).__name__) from fault
        except Exception:  # a plug-in's repr may raise anything
            letters = 0
        self.weight += WEIGHED * (BYTES_EACH + BYTES_A_LETTER * letters)

    def number_of_bet(self, placed: tuple[str, Bet]) -> int:
        """The number of a stored bet; `placed` is a pair: its name on the felt, and the bet."""
        if placed not in self.bets:
            self.bets.append(placed)
        return self.bets.index(placed) + 1

    def shown(self, bet: int, code: int, staked: int) -> Shown:
        """The part of a coup that the system sees; cached, because the same few cases recur."""
        key = bet, code, staked
        if key not in self._shown:
            self._shown[key] = self._seen(bet, code, staked)
        return self._shown[key]

    def _seen(self, bet: int, code: int, staked: int) -> Shown:
        if bet == NOTHING:
            return Shown(WINNERS[code])
        winner, place = divmod(code, self.tiers(bet))
        placed = self.bets[bet - 1][1]
        net = placed.net((*placed.pays, None)[place])
        coins = self.layout.rounding.round(staked * self.session.unit * net, self.layout.chip)
        return Shown(WINNERS[winner], result_of(net), staked, Fraction(coins, self.session.unit))

    def tiers(self, bet: int) -> int:
        """The number of tiers of a bet, including the loss."""
        return 1 if bet == NOTHING else len(self.bets[bet - 1][1].pays) + 1


def ways_of(system: System, session: Session, layout: Layout) -> str:
    """A digest of a system's answers in its first states, to tell systems of one name apart."""
    table = StateTable(system, session, layout)
    ways: list[object] = []
    number = 0
    while number < min(len(table.states), FIRST_WAYS):
        ways.append(_way(table, number))
        number += 1
    return hashlib.sha256(repr(ways).encode()).hexdigest()[:16]


def _way(table: StateTable, number: int) -> list[object]:
    """The bet and stake that a state wants, and the states that may follow, as a plain list."""
    if number in table.faults:
        return ["broken"]
    wanting, session = table.row(number), table.session
    bets = [table.bets[bet - 1][0] for bet in wanting.bets if bet != NOTHING]
    way: list[object] = [bets, wanting.units, str(wanting.portion)]
    staked = session.laid(wanting.wanted(session.coins, session.unit), session.coins)
    for bet in wanting.bets:
        for code in range(len(WINNERS) * table.tiers(bet)):
            try:
                way.append(table.after(number, bet, code, staked))
            except BadSystem:
                way.append("broken")
    if table.afresh[number] not in (number, table.start):
        way.append(["afresh", table.afresh[number]])
    return way
