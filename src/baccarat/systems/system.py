"""A betting system: how it starts, what it wants now, and what it becomes after a coup.

A system is a pure automaton. It is shown what a guest has seen and nothing else: who won, and what
became of its stake. Its states are hashable values, so engines can ask it once for each state and
remember the answers.

class Cautious(System):
    name = "Cautious"
    start = 1
    def want(self, state): return Wish("banker", state)
    def then(self, state, shown): return 2 if shown.result == "win" else 1

A system that names a `count` answers once for each level of it: below the first trigger, from the
first on, from the second on. The engine keeps the count, from cards that were shown before.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from opcode import opname
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from baccarat.base.errands import in_main_thread
from baccarat.base.errors import BaccaratError, BadSystem, BadValue
from baccarat.base.hints import as_whole, guided, quoted, require_fields
from baccarat.base.watchdog import PATIENCE, Hangs, Watch
from baccarat.core.layout import MOST_MONEY
from baccarat.core.plugins import kebab, register_of
from baccarat.core.third_card import Strategy, nobody
from baccarat.systems.counting.play import CountedBet

if TYPE_CHECKING:
    from baccarat.core.games import Game

WIN, LOSS, PUSHED = "win", "loss", "push"
"""What may become of a stake."""
MOST_PARTS, FINEST = 1_000, 1_000_000
"""The largest numerator and the largest denominator of a portion."""
HEAVIEST = 1 << 20
"""Bytes of a state, at the most."""
State = Any
"""A hashable value of the system's own."""


def in_units(money: float, unit: int = 1, sign: str = "") -> str:
    """Money in units, every digit of it, and six digits of what is left.

    >>> in_units(24_691_359, 20), in_units(-5, 20), in_units(54, 7, "+")
    ('1234567.95', '-0.25', '+7.714286')
    """
    return f"{Decimal(money) / unit:{sign}.6f}".rstrip("0").rstrip(".")


@guided
@dataclass(frozen=True, slots=True)
class Portion:
    """A stake that is a share of the money in hand: so many whole units, but at least one.

    >>> Portion(Fraction(1, 20)).units(money=1_000, unit=10)
    5
    """

    share: Fraction

    def __post_init__(self) -> None:
        require_fields(self)
        object.__setattr__(self, "share", Fraction(self.share))
        share = quoted(self.share)
        if not 0 < self.share <= 1:
            raise BadValue(f"a portion is more than nothing and at most all, not {share}")
        if self.share.numerator > MOST_PARTS or self.share.denominator > FINEST:
            bounds = f"at most {MOST_PARTS:,} over at most {FINEST:,}"
            raise BadValue(f"a portion is a fraction of whole numbers, {bounds}, not {share}")

    def units(self, money: int, unit: int) -> int:
        """The whole units of a bankroll, given in coins."""
        return max(1, money * self.share.numerator // (self.share.denominator * unit))


@guided
@dataclass(frozen=True, slots=True)
class Wish:
    """What a system wants to bet: a bet by its name, or one of two by a coin, and how much.

    >>> Wish("banker", 2), Wish(("player", "banker"))
    (Wish(bet='banker', units=2), Wish(bet=('player', 'banker'), units=1))
    """

    bet: str | tuple[str, str]
    units: int | Portion = 1


Wanted: TypeAlias = Wish | tuple[Wish | None, ...] | None
"""What a system answers: a wish or none; if it keeps a count, also one of them for each level."""


@guided
@dataclass(frozen=True, slots=True)
class Shown:
    """What a guest has seen of a coup.

    >>> Shown("banker", "win", staked=2, won=Fraction(19, 10))
    Shown(winner='banker', result='win', staked=2, won=Fraction(19, 10))
    """

    winner: str
    """`player`, `banker` or `tie`"""
    result: str | None = None
    """`win`, `loss` or `push`; None if nothing was staked"""
    staked: int = 0
    """whole units that were really staked, which may be fewer than were wanted"""
    won: Fraction = Fraction(0)
    """units won, as paid; negative when the stake was lost"""


@guided
class System:
    """What to bet on and how much. Subclass it: `start`, `want` and `then` are all it needs.

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
    """the count that it keeps, if any; each of its triggers is the beginning of a level"""
    start: State = None
    """the state in which it begins; a value of the class, or a property"""

    def __init__(self) -> None:
        """A system of one's own may take what it likes."""

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return type(self).__name__

    @property
    def also(self) -> tuple[str, ...]:
        """Other names under which it is known."""
        return ()

    @property
    def key(self) -> str:
        """Its name as it is typed."""
        name: object = self.name
        return kebab(name) if isinstance(name, str) else ""

    def seated(self, game: "Game", decide: Strategy = nobody) -> "System":
        """The same system at a table; what depends on the table is found out now."""
        return self

    def want(self, state: State) -> Wanted:
        """What it wants to bet now; None if nothing. With a count: an answer for each level."""
        raise NotImplementedError

    def then(self, state: State, shown: Shown) -> State:
        """What it becomes after a coup."""
        raise NotImplementedError

    def said(self, state: State) -> str:
        """Why it wants what it wants, for people."""
        return f"its state is {quoted(state)}"

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        return f"<system {self}>"


KNOWN = register_of(System)


class Picker:
    """What to bet on."""

    __slots__ = ()
    count: CountedBet | None = None
    """the count that it keeps, if any: it bets from the first trigger on"""

    @property
    def start(self) -> State:
        """The state in which a session begins."""
        return None

    def pick(self, state: State) -> str | tuple[str, str] | None:
        """The bet; None to wait."""
        raise NotImplementedError

    def see(self, state: State, winner: str) -> State:
        """What it becomes when `player`, `banker` or `tie` has come."""
        return state

    def seated(self, game: "Game", decide: Strategy = nobody) -> "Picker":
        """The same at a table; what depends on the table is found out now."""
        return self

    def __str__(self) -> str:
        return kebab(type(self).__name__)

    def __repr__(self) -> str:
        return f"<picker {self}>"


class Staking:
    """How much to bet."""

    __slots__ = ()

    @property
    def start(self) -> State:
        """The state in which a session begins."""
        return None

    def want(self, state: State) -> int | Portion:
        """How many units."""
        raise NotImplementedError

    def want_at(self, state: State, level: int) -> int | Portion | None:
        """How many units when so many triggers of a count are reached; None for no bet."""
        return self.want(state)

    def then(self, state: State, shown: Shown) -> State:
        """What it becomes after a bet; it is not asked when nothing was staked."""
        return state

    def joined_to(self, picker: Picker, game: "Game", decide: Strategy = nobody) -> "Staking":
        """The same at a table, with this way to choose a bet."""
        return self

    def counted(self, count: CountedBet) -> CountedBet:
        """The count of the picker, perhaps with other levels."""
        return count

    def said(self, state: State) -> str:
        """Why it wants what it wants, for people."""
        return ""

    def __str__(self) -> str:
        return kebab(type(self).__name__)

    def __repr__(self) -> str:
        return f"<staking {self}>"


@lru_cache(maxsize=1_000, typed=True)
def _wish(bet: str | tuple[str, str], units: int | Portion) -> Wish:
    """A wish; the same few come again and again."""
    return Wish(bet, units)


@dataclass(frozen=True, slots=True)
class Joined(System):
    """Any way to choose a bet with any way to choose a stake."""

    picker: Picker
    staking: Staking
    name: str = ""
    also: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name as it is typed."""
        return kebab(self.name or str(self))

    @property
    def start(self) -> State:
        """The states in which both begin."""
        return self.picker.start, self.staking.start

    @property
    def count(self) -> CountedBet | None:  # type: ignore[override]  # nobody sets it
        """The count of its picker, as its staking wants it told."""
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
    """A system at a table; a complaint if it cannot sit there, or counts by no count."""

    def sit() -> System:
        try:
            return system.seated(game, decide)
        except BaccaratError as fault:  # it says itself what does not fit
            raise BadSystem(f"{system.key}: {fault}") from fault

    at_table = _asked(system, sit, "seated", game)
    if not isinstance(at_table, System):
        raise BadSystem(f"{system.key} becomes no system when it is seated: {worded(at_table)}")
    count = _asked(at_table, lambda: at_table.count, "count")
    if count is not None and not isinstance(count, CountedBet):
        raise BadSystem(f"{system.key} counts by a CountedBet, not by {worded(count)}")
    return at_table


def said_of(system: System, state: State) -> str:
    """Why a system wants what it wants, in its own words."""
    reason = _asked(system, lambda: system.said(state), "said", state)
    return _printable(reason) if isinstance(reason, str) else worded(reason)


def worded(value: object) -> str:
    """A stranger's value as a complaint quotes it, even if its own words do not come back."""

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
    """A text on one line, without signs that move a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))


def start_of(system: System) -> State:
    """The state in which a system begins; a complaint if that is no value."""
    return _asked(system, lambda: _hashable(system, system.start), "start")


def afresh(system: System, state: State, start: State) -> State:
    """What a system becomes when its staking starts afresh; `start` is the state it begins in.

    A picker has seen what it has seen. Of a system of one's own nobody knows what is staking.
    """
    return (state[0], start[1]) if isinstance(system, Joined) else start


def levels_of(system: System) -> int:
    """How many answers a system has in each state: one, or one for each level of its count."""
    return 1 if system.count is None else len(system.count.stakes) + 1


def wish_of(system: System, state: State, level: int = 0) -> Wish | None:
    """What a system wants in a state, at a level of its count."""
    return wishes_of(system, state)[level]


def wishes_of(system: System, state: State) -> tuple[Wish | None, ...]:
    """What a system wants in a state, level by level; a complaint if nobody could bet that.

    It is asked twice, to see that it is pure.
    """

    def ask() -> tuple[Wish | None, ...]:
        wanted = possible(system, system.want(state))
        if wanted != possible(system, system.want(state)):
            raise impure(system, "wants")
        return wanted

    return cast(tuple[Wish | None, ...], _asked(system, ask, "want", state))


def state_after(system: System, state: State, shown: Shown) -> State:
    """What a system becomes; a complaint if that is no value, too large, or another each time."""

    def ask() -> State:
        following = system.then(state, shown)
        is_same = following == system.then(state, shown)
        require_light(system, _hashable(system, following))
        if not is_same:
            raise impure(system, "becomes")
        return following

    return _asked(system, ask, "then", state, shown)


def impure(system: System, does: str) -> BadSystem:
    """The complaint of a system that answers in two ways."""
    return BadSystem(f"{system.key} is not pure: asked twice, it {does} something else")


def require_light(system: System, state: State) -> None:
    """Complain of a state that is too large."""
    if sys.getsizeof(state) > HEAVIEST:
        reason = f"a state takes more than {HEAVIEST:,} bytes"
        raise BadSystem(f"{system.key} grows without end: {reason}")


def possible(system: System, wanted: object) -> tuple[Wish | None, ...]:
    """What a system wants, level by level; a complaint if nobody could bet that."""
    levels = levels_of(system)
    wishes = wanted if isinstance(wanted, tuple) and system.count else (wanted,) * levels
    if len(wishes) != levels:
        complaint = f"answers for each of the {levels} levels of its count"
        raise BadSystem(f"{system.key} {complaint}, not for {len(wishes)}")
    return tuple(_possible(system, wish) for wish in wishes)


def _possible(system: System, wish: object) -> Wish | None:
    """A wish that can be laid, or None; of plain text and numbers, which never hang."""
    if wish is None:
        return None
    if not isinstance(wish, Wish):
        raise BadSystem(f"{system.key} wants a Wish or None, not {worded(wish)}")
    bet, units = wish.bet, wish.units
    if not isinstance(units, Portion):
        number = as_whole(units)
        if number is None or number < 1:
            rule = "a stake is whole units, 1 or more"
            raise BadSystem(f"{system.key} wants to stake {worded(units)}: {rule}")
        if number > MOST_MONEY:
            raise BadSystem(f"{system.key} wants to stake {worded(units)}, more than there is")
        units = number
    names = bet if isinstance(bet, tuple) else (bet,)
    if len(names) not in (1, 2) or not all(isinstance(name, str) for name in names):
        on = "a bet's name, or on one of two"
        raise BadSystem(f"{system.key} bets on {on}, not {worded(bet)}")
    plain = cast("tuple[str, str]", tuple(map(str.__str__, names)))
    return Wish(plain if isinstance(bet, tuple) else plain[0], units)


def broken(system: System, fault: BaseException, what: str, *given: object) -> BadSystem:
    """The complaint of a system that raised something, or did not answer."""
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
    except BaseException:  # even the words of its complaint are a stranger's
        words = ""
    complaint = _printable(f"{type(fault).__name__}: {words}")[:120].rstrip(": ")
    return BadSystem(f"{system.key} breaks in {call}: {complaint}")


def _asked(system: System, ask: Callable[[], Any], what: str, *given: object) -> Any:
    try:
        with Watch(system):
            return ask()
    except BaseException as fault:  # a stranger's code may raise anything
        raise broken(system, fault, what, *given) from fault


def _hashable(system: System, state: State) -> State:
    try:
        hash(state)
    except Exception:  # a stranger's hash may raise anything
        raise unhashable(system, state) from None
    return state


def unhashable(system: System, state: object) -> BadSystem:
    """The complaint of a state that is no value."""
    return BadSystem(f"{system.key} has hashable states, not {worded(state)}")


def _is_raised(fault: BaseException) -> bool:
    """Whether a line of Python has raised it; a signal comes between two steps of any line."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return False
    return opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"
