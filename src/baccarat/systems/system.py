"""A betting system: how it starts, what it wants now, and its state after a coup.

A system is a pure automaton. It sees only what a guest sees: who won, and the result of its stake.
Its states are hashable values, so an engine can ask the system once for each state and remember the
answers.

class Cautious(System):
    name = "Cautious"
    start = 1
    def want(self, state): return Wish("banker", state)
    def then(self, state, shown): return 2 if shown.result == "win" else 1

A system with a `count` answers once for each level of the count: below the first trigger, from the
first trigger on, from the second on. The engine keeps the count, from the cards that were shown
before.

A system that lays several `wagers` in a coup, or that `sees` more than winners, is asked coup by
coup, in plain Python.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from opcode import opname
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from baccarat.base.errands import in_main_thread
from baccarat.base.errors import BaccaratError, BadSystem, BadValue
from baccarat.base.hints import as_whole, guided, quoted, require_fields
from baccarat.base.watchdog import PATIENCE, Hangs, Watch
from baccarat.core.coup import Coup
from baccarat.core.layout import MOST_MONEY
from baccarat.core.plugins import kebab, register_of
from baccarat.core.roads import Scoreboard
from baccarat.core.third_card import Strategy, nobody
from baccarat.systems.counting.play import CountedBet

if TYPE_CHECKING:
    from baccarat.core.games import Game

WIN, LOSS, PUSHED = "win", "loss", "push"
"""The results of a stake."""
MOST_PARTS, FINEST = 1_000, 1_000_000
"""The largest numerator and the largest denominator of a portion."""
HEAVIEST = 1 << 20
"""The most bytes of a state."""


class Sees(StrEnum):
    """What a system sees of the coups, from least to most."""

    WINNERS = "winners"
    ROADS = "roads"
    TOTALS = "totals"
    CARDS = "cards"


State = Any
"""A hashable value of any type that the system chooses."""
MOST_WAGERS = 16
"""The most wagers of a system in a coup."""


def in_units(money: float, unit: int = 1, sign: str = "") -> str:
    """Money in units: the whole units with every digit, and up to six decimals.

    >>> in_units(24_691_359, 20), in_units(-5, 20), in_units(54, 7, "+")
    ('1234567.95', '-0.25', '+7.714286')
    """
    return f"{Decimal(money) / unit:{sign}.6f}".rstrip("0").rstrip(".")


@guided
@dataclass(frozen=True, slots=True)
class Portion:
    """A stake that is a share of the money in hand: whole units, at least one.

    >>> Portion(Fraction(1, 20)).units(money=1_000, unit=10)
    5
    """

    share: Fraction

    def __post_init__(self) -> None:
        require_fields(self)
        object.__setattr__(self, "share", Fraction(self.share))
        share = quoted(self.share)
        if not 0 < self.share <= 1:
            raise BadValue(f"a portion must be more than 0 and at most 1, not {share}")
        if self.share.numerator > MOST_PARTS or self.share.denominator > FINEST:
            bounds = f"at most {MOST_PARTS:,} over at most {FINEST:,}"
            raise BadValue(f"a portion must be a fraction of whole numbers, {bounds}, not {share}")

    def units(self, money: int, unit: int) -> int:
        """The whole units of this share of `money`, which is in coins."""
        return max(1, money * self.share.numerator // (self.share.denominator * unit))


@guided
@dataclass(frozen=True, slots=True)
class Wish:
    """The bet that a system wants, and its stake. If two bets are named, a coin chooses one.

    >>> Wish("banker", 2), Wish(("player", "banker"))
    (Wish(bet='banker', units=2), Wish(bet=('player', 'banker'), units=1))
    """

    bet: str | tuple[str, str]
    units: int | Portion = 1


Wanted: TypeAlias = Wish | tuple[Wish | tuple[Wish, ...] | None, ...] | None
"""The answer of a system: a wish, a tuple of wishes for several wagers, or None for no bet; with a
count, a tuple with one answer for each level."""


@guided
@dataclass(frozen=True, slots=True)
class Shown:
    """The part of a coup that a system sees.

    >>> shown = Shown("banker", "win", staked=2, won=Fraction(19, 10))
    >>> shown.winner, shown.result, shown.won
    ('banker', 'win', Fraction(19, 10))
    """

    winner: str
    """`player`, `banker` or `tie`"""
    result: str | None = None
    """`win`, `loss` or `push`, of all wagers together; None if nothing was staked"""
    staked: int = 0
    """the whole units staked, perhaps fewer than wanted"""
    won: Fraction = Fraction(0)
    """units won, as paid; negative when the stake was lost"""
    board: Scoreboard | None = None
    """the five roads and all results of this shoe, for a system that sees roads or more"""
    coup: Coup | None = None
    """the coup, for a system that sees cards"""
    is_last: bool = False
    """for a system that sees roads or more: True if the next coup is the first of a new shoe"""


@guided
class System:
    """A betting system. Subclass it: `start`, `want` and `then` are all it needs.

    >>> class Seconds(System):
    ...     "One unit on Banker after each of Player's wins."
    ...     start = "tie"
    ...     def want(self, state):
    ...         return Wish("banker") if state == "player" else None
    ...     def then(self, state, shown):
    ...         return shown.winner
    >>> from baccarat import stake
    >>> stake(Seconds(), 100, seed=7).system
    <system seconds>
    """

    __slots__ = ()
    count: CountedBet | None = None
    """the count that the system keeps, if any; each of its triggers begins a level"""
    start: State = None
    """the state at the start of a session; an attribute of the class, or a property"""
    sees: str = Sees.WINNERS
    """`winners`, or more: `roads` (of this shoe, and its end), `totals` (also hands, naturals and
    pairs) or `cards`"""
    wagers: int = 1
    """the most wagers in a coup"""

    def __init__(self) -> None:
        """A subclass may take any arguments."""

    @property
    def name(self) -> str:
        """The name in tables."""
        return type(self).__name__

    @property
    def also(self) -> tuple[str, ...]:
        """Other names of the system."""
        return ()

    @property
    def key(self) -> str:
        """The name as users type it, e.g. `my-system`."""
        name: object = self.name
        return kebab(name) if isinstance(name, str) else ""

    def seated(self, game: "Game", decide: Strategy = nobody) -> "System":
        """The system, prepared for this table: all that depends on the table is calculated."""
        return self

    def want(self, state: State) -> Wanted:
        """The bet that the system wants now, or None; with a count, an answer for each level."""
        raise NotImplementedError

    def then(self, state: State, shown: Shown) -> State:
        """The state after a coup."""
        raise NotImplementedError

    def said(self, state: State) -> str:
        """The reason for the stake, in words."""
        return f"its state is {quoted(state)}"

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        return f"<system {self}>"


KNOWN = register_of(System)


class Picker:
    """Chooses the bet."""

    __slots__ = ()
    count: CountedBet | None = None
    """the count that the picker keeps, if any: it bets from the first trigger on"""
    start: State = None
    """the state in which a session begins"""

    def pick(self, state: State) -> str | tuple[str, str] | None:
        """The bet; None for no bet."""
        raise NotImplementedError

    def see(self, state: State, winner: str) -> State:
        """The state after a coup that `player`, `banker` or `tie` won."""
        return state

    def seated(self, game: "Game", decide: Strategy = nobody) -> "Picker":
        """The picker, prepared for this table: all that depends on the table is calculated."""
        return self

    def __str__(self) -> str:
        return kebab(type(self).__name__)

    def __repr__(self) -> str:
        return f"<picker {self}>"


class Staking:
    """Chooses the stake."""

    __slots__ = ()
    start: State = None
    """the state in which a session begins"""

    def want(self, state: State) -> int | Portion:
        """The units to stake."""
        raise NotImplementedError

    def want_at(self, state: State, level: int) -> int | Portion | None:
        """The units to stake at a level of a count, from 1 on; None for no bet."""
        return self.want(state)

    def then(self, state: State, shown: Shown) -> State:
        """The state after a bet; not called after a coup without a stake."""
        return state

    def joined_to(self, picker: Picker, game: "Game", decide: Strategy = nobody) -> "Staking":
        """The staking, prepared for a table and this picker."""
        return self

    def counted(self, count: CountedBet) -> CountedBet:
        """The picker's count, with the levels that this staking needs."""
        return count

    def said(self, state: State) -> str:
        """The reason for the stake, in words."""
        return ""

    def __str__(self) -> str:
        return kebab(type(self).__name__)

    def __repr__(self) -> str:
        return f"<staking {self}>"


@lru_cache(maxsize=1_000, typed=True)
def _wish(bet: str | tuple[str, str], units: int | Portion) -> Wish:
    """A wish with this bet and stake; cached, because the same few wishes are made again."""
    return Wish(bet, units)


@dataclass(frozen=True, slots=True)
class Joined(System):
    """A system in two parts: the picker chooses the bet, and the staking chooses the stake."""

    picker: Picker
    staking: Staking
    name: str = ""
    also: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name as users type it, e.g. `my-system`."""
        return kebab(self.name or str(self))

    @property
    def start(self) -> State:
        """The first states of picker and staking."""
        return self.picker.start, self.staking.start

    @property
    def count(self) -> CountedBet | None:  # type: ignore[override]  # read only
        """The picker's count, with the levels that the staking wants."""
        count = self.picker.count
        return None if count is None else self.staking.counted(count)

    def seated(self, game: "Game", decide: Strategy = nobody) -> System:
        picker = self.picker.seated(game, decide)
        staking = self.staking.joined_to(picker, game, decide)
        return replace(self, picker=picker, staking=staking)

    def want(self, state: State) -> Wanted:
        picking, staking = state
        bet = self.picker.pick(picking)
        if bet is None or self.picker.count is None:
            return None if bet is None else _wish(bet, self.staking.want(staking))
        units = (self.staking.want_at(staking, level) for level in range(1, levels_of(self)))
        return None, *(None if stake is None else _wish(bet, stake) for stake in units)

    def then(self, state: State, shown: Shown) -> State:
        picking, staking = state
        picking = self.picker.see(picking, shown.winner)
        return picking, staking if shown.result is None else self.staking.then(staking, shown)

    def said(self, state: State) -> str:
        return self.staking.said(state[1])

    def __str__(self) -> str:
        return f"{self.staking} on {self.picker}"


def seated(system: System, game: "Game", decide: Strategy = nobody) -> System:
    """The system, prepared for a table; raises BadSystem if it or its count does not fit."""

    def sit() -> System:
        try:
            return system.seated(game, decide)
        except BaccaratError as fault:  # its message says what does not fit
            raise BadSystem(f"{system.key}: {fault}") from fault

    at_table = _asked(system, sit, "seated", game)
    if not isinstance(at_table, System):
        raise BadSystem(f"{system.key}: seated() must return a system, not {worded(at_table)}")
    count = _asked(at_table, lambda: at_table.count, "count")
    if count is not None and not isinstance(count, CountedBet):
        raise BadSystem(f"{system.key}: count must be a CountedBet or None, not {worded(count)}")
    sees, wagers = _asked(at_table, lambda: (at_table.sees, at_table.wagers), "sees")
    if sees not in list(Sees):
        raise BadSystem(f"{system.key}: sees must be {', '.join(Sees)}, not {worded(sees)}")
    if (as_whole(wagers) or 0) not in range(1, MOST_WAGERS + 1):
        rule = f"wagers must be 1 to {MOST_WAGERS}, not {worded(wagers)}"
        raise BadSystem(f"{system.key}: {rule}")
    return at_table


def why_plain(system: System) -> str | None:
    """Why a system is asked at every coup; None if it is asked only once for each state."""
    if system.sees != Sees.WINNERS:
        return f"{system.key} sees {system.sees}"
    return f"{system.key} lays several wagers in a coup" if system.wagers > 1 else None


def said_of(system: System, state: State) -> str:
    """The system's own reason for its stake."""
    reason = _asked(system, lambda: system.said(state), "said", state)
    return _printable(reason) if isinstance(reason, str) else worded(reason)


def worded(value: object) -> str:
    """A plug-in's value as an error quotes it; safe even if its repr hangs or raises."""

    def words() -> str:
        with Watch():
            return quoted(value)

    try:
        return in_main_thread(words)
    except BaseException as fault:
        if isinstance(fault, KeyboardInterrupt) and not _is_raised(fault):
            raise
        return f"such a {type(value).__name__}"


def _printable(text: str) -> str:
    """The text on one line, without characters that control a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))


def start_of(system: System) -> State:
    """The first state of a system; raises BadSystem if the state is not hashable."""
    return _asked(system, lambda: _hashable(system, system.start), "start")


def afresh(system: System, state: State, start: State) -> State:
    """The state of a system after its staking restarts; `start` is the system's first state.

    A picker keeps its state. Other systems have no separate staking, so they start again.
    """
    return (state[0], start[1]) if isinstance(system, Joined) else start


def levels_of(system: System) -> int:
    """The number of answers of a system in each state: 1, or one for each level of its count."""
    return 1 if system.count is None else len(system.count.stakes) + 1


Wishes: TypeAlias = tuple[Wish, ...]
"""The wagers that a system wants in a coup; empty for no bet."""


def wishes_at(system: System, state: State, level: int = 0) -> Wishes:
    """The wagers that a system wants in a state, at a level of its count."""
    return wishes_of(system, state)[level]


def wishes_of(system: System, state: State) -> tuple[Wishes, ...]:
    """The wagers that a system wants in a state, level by level.

    The system is asked twice, to check that it is pure. An impossible bet raises BadSystem.
    """

    def ask() -> tuple[Wishes, ...]:
        wanted = possible(system, system.want(state))
        if wanted != possible(system, system.want(state)):
            raise impure(system, "wants")
        return wanted

    return cast(tuple[Wishes, ...], _asked(system, ask, "want", state))


def state_after(system: System, state: State, shown: Shown) -> State:
    """The state after a coup.

    Raises BadSystem if the state is not hashable, is too large, or differs when asked again.
    """

    def ask() -> State:
        following = system.then(state, shown)
        is_same = following == system.then(state, shown)
        require_light(system, _hashable(system, following))
        if not is_same:
            raise impure(system, "becomes")
        return following

    return _asked(system, ask, "then", state, shown)


def impure(system: System, does: str) -> BadSystem:
    """The error for a system that gives two answers to one question."""
    return BadSystem(f"{system.key} is not pure: asked twice, it {does} something else")


def require_light(system: System, state: State) -> None:
    """Refuse a state that is too large."""
    if sys.getsizeof(state) > HEAVIEST:
        reason = f"a state takes more than {HEAVIEST:,} bytes"
        raise BadSystem(f"{system.key} grows without end: {reason}")


def possible(system: System, wanted: object) -> tuple[Wishes, ...]:
    """The wagers that a system wants, level by level; raises BadSystem if a bet is impossible."""
    levels = levels_of(system)
    answers = wanted if isinstance(wanted, tuple) and system.count else (wanted,) * levels
    if len(answers) != levels:
        complaint = f"answers for each of the {levels} levels of its count"
        raise BadSystem(f"{system.key} {complaint}, not for {len(answers)}")
    return tuple(_wishes(system, answer) for answer in answers)


def _wishes(system: System, answer: object) -> Wishes:
    """The wagers that an answer wants in a coup."""
    if answer is None:
        return ()
    if not isinstance(answer, tuple):
        return (_possible(system, answer),)
    if len(answer) > system.wagers or system.wagers == 1:
        complaint = f"{system.key} must return a Wish or None, not {worded(answer)}"
        needed = max(2, len(answer))
        raise BadSystem(f"{complaint}: for {needed} wagers in a coup write `wagers = {needed}`")
    return tuple(_possible(system, wish) for wish in answer)


def _possible(system: System, wish: object) -> Wish:
    """A copy of the wish in plain text and numbers, whose methods cannot hang."""
    if not isinstance(wish, Wish):
        raise BadSystem(f"{system.key} must return a Wish or None, not {worded(wish)}")
    bet, units = wish.bet, wish.units
    if not isinstance(units, Portion):
        number = as_whole(units)
        if number is None or number < 1:
            rule = "a stake is whole units, 1 or more"
            raise BadSystem(f"{system.key} wants to stake {worded(units)}: {rule}")
        if number > MOST_MONEY:
            raise BadSystem(f"{system.key} wants to stake {worded(units)}, more than any bankroll")
        units = number
    names = bet if isinstance(bet, tuple) else (bet,)
    if len(names) not in (1, 2) or not all(isinstance(name, str) for name in names):
        on = "a bet's name, or on one of two"
        raise BadSystem(f"{system.key} bets on {on}, not {worded(bet)}")
    plain = cast("tuple[str, str]", tuple(map(str.__str__, names)))
    return Wish(plain if isinstance(bet, tuple) else plain[0], units)


def broken(system: System, fault: BaseException, what: str, *given: object) -> BadSystem:
    """The error for a system that raised an error or did not answer."""
    if isinstance(fault, BadSystem):
        return BadSystem(str(fault))
    if isinstance(fault, KeyboardInterrupt) and not _is_raised(fault):
        raise fault  # Ctrl-C
    call = f"{what}({', '.join(map(worded, given))})"
    if isinstance(fault, Hangs):
        return BadSystem(f"{system.key} hangs in {call}: no answer in {PATIENCE} seconds")
    try:
        with Watch(system):
            words = str(fault)
    except BaseException:  # a plug-in's error may have any __str__
        words = ""
    complaint = _printable(f"{type(fault).__name__}: {words}")[:120].rstrip(": ")
    return BadSystem(f"{system.key} breaks in {call}: {complaint}")


def _asked(system: System, ask: Callable[[], Any], what: str, *given: object) -> Any:
    try:
        with Watch(system):
            return ask()
    except BaseException as fault:  # a plug-in's code may raise anything
        raise broken(system, fault, what, *given) from fault


def _hashable(system: System, state: State) -> State:
    try:
        hash(state)
    except Exception:  # a plug-in's hash may raise anything
        raise unhashable(system, state) from None
    return state


def unhashable(system: System, state: object) -> BadSystem:
    """The error for a state that is not hashable."""
    return BadSystem(f"{system.key} has hashable states, not {worded(state)}")


def _is_raised(fault: BaseException) -> bool:
    """Whether a `raise` statement raised the error, and not a signal such as Ctrl-C."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return False
    return opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"
