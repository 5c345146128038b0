"""A session: the guest's bankroll, and when the session ends. A plan has many sessions.

Money is coins; a unit is a fixed number of coins. A stake is the smallest of three: the units
wanted, the table's maximum and the whole units in hand. With less than one unit in hand the session
ends, ruined.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

from baccarat.base.errors import BaccaratError, BadSystem, BadText, BadValue, ShoeError
from baccarat.base.hints import displayed, guided, require_fields, whole
from baccarat.base.jsonable import decked
from baccarat.core.bets import Bet
from baccarat.core.chance import SEEDS, words
from baccarat.core.games import Game, as_game
from baccarat.core.layout import MOST_MONEY, Layout
from baccarat.core.rules import Rules
from baccarat.core.shoe import FEWEST_CARDS
from baccarat.simulation.plan import MOST_BURNED, WHOLE_SHOE, Plan
from baccarat.systems.system import System

CUT, STOP, RESTART = "cut", "stop", "restart"
SHORTS = (CUT, STOP, RESTART)
"""What happens when a system wants more than the table takes or the guest has."""
ENDS = ("ruined", "goal", "stop-loss", "coups", "shoes", "short")
"""How a session may end; if several reasons meet, the first of them counts."""
RUINED, GOAL, LOST, ALL_COUPS, ALL_SHOES, SHORT = ENDS
ENDLESS = 1 << 20
"""The number of shoes, or of fresh coups, for a session without a limit."""
AT_ONCE = 10_000
"""The most coups of a session that are dealt at once; a longer session is played in rounds."""
PACE = 70
"""The default coups an hour: between a big table and a mini table."""
MOST_PACE = 1_000
EVERY, LAST_MARK = 10, 1_000
"""The money is noted after every tenth coup, up to the thousandth."""
MOST_STAKE = 10**6
"""The most units of a stake, whatever the table allows."""
MOST_UNIT = 10**9
"""The most coins of a unit."""
COIN = (1 << 32) - 1
"""The attempt whose random words are a session's coins; no die needs as many attempts."""
COINS = 128
"""Coins in the four words of a block."""


def require_pace(pace: int) -> None:
    """Raise BadValue unless the pace is 1 to 1,000 coups an hour."""
    if not 1 <= whole(pace, "the pace") <= MOST_PACE:
        raise BadValue(f"a table must deal 1 to {MOST_PACE:,} coups an hour, not {pace}")


def coups_in(hours: float, pace: int) -> int:
    """The number of whole coups in these hours, at least 1; `hours` is taken as an exact decimal.

    >>> coups_in(1.15, 100), int(1.15 * 100)
    (115, 114)
    """
    require_pace(pace)
    if not 0 < hours < inf:
        raise BadText(f"hours must be a finite number above 0, not {hours:g}")
    return max(1, int(Fraction(repr(hours)) * pace))


@displayed
@guided
@dataclass(frozen=True, slots=True)
class Session:
    """The terms of a session; amounts are in units, but `unit` itself is in coins.

    >>> from baccarat import stake
    >>> short = Session(bankroll=50, goal=60, coups=40)
    >>> stake("martingale", 500, seed=7, session=short).ledger.sessions
    500
    """

    bankroll: int = 100
    unit: int = 20
    """the coins of a unit"""
    most: int | None = None
    """the table's maximum; default: a million"""
    goal: int | None = None
    """the bankroll at which the guest stops"""
    stop_loss: int | None = None
    """the loss at which the guest stops"""
    trailing: bool = False
    """whether the loss is measured from the highest bankroll"""
    coups: int | None = None
    shoes: int | None = None
    short: str = CUT
    """if a stake is too large: cut it, stop the session, or restart the staking"""

    def __post_init__(self) -> None:
        require_fields(self)
        for name in ("bankroll", "unit", "most", "stop_loss", "coups", "shoes"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise BadValue(f"{name.replace('_', '-')} must be 1 or more, not {value}")
        if self.most is not None and self.most > MOST_STAKE:
            raise BadValue(
                f"a stake must be at most {MOST_STAKE:,} units: stake fewer units, or choose a "
                "larger unit"
            )
        if self.stop_loss is not None and self.stop_loss * self.unit > MOST_MONEY:
            raise BadValue(
                f"a stop-loss must be at most {MOST_MONEY:,} coins: leave the stop-loss out"
            )
        if self.bankroll * self.unit > MOST_MONEY:
            raise BadValue(
                f"a bankroll must be at most {MOST_MONEY:,} coins: give a smaller bankroll"
            )
        if self.goal is not None and self.goal <= self.bankroll:
            raise BadValue(
                f"a goal of {self.goal} units is too low: give more than the bankroll, "
                f"{self.bankroll}"
            )
        if self.goal is not None and self.goal * self.unit > MOST_MONEY:
            raise BadValue(f"a goal must be at most {MOST_MONEY:,} coins: give a smaller goal")
        if self.stop_loss is not None and self.stop_loss >= self.bankroll and not self.trailing:
            complaint = f"a stop-loss of {self.stop_loss} units is not below the bankroll"
            raise BadValue(f"{complaint} {self.bankroll}")
        if self.trailing and self.stop_loss is None:
            raise BadValue("a trailing stop-loss needs a stop-loss: give the stop-loss, too")
        if self.unit > MOST_UNIT:
            raise BadValue(f"a unit must have at most {MOST_UNIT:,} coins, not {self.unit}")
        for name in ("coups", "shoes"):
            number = getattr(self, name) or 0
            if number > ENDLESS:
                raise BadValue(f"a session must have at most {ENDLESS:,} {name}, not {number}")
        if self.short not in SHORTS:
            raise BadText(f"short must be {', '.join(SHORTS)}, not {self.short[:24]!r}")

    @property
    def coins(self) -> int:
        """The bankroll in coins."""
        return self.bankroll * self.unit

    def over(self, money: int, highest: int) -> str | None:
        """The reason why this money, in coins, ends the session; None if it goes on."""
        if money < self.unit:
            return RUINED
        if self.goal is not None and money >= self.goal * self.unit:
            return GOAL
        if self.stop_loss is not None:
            start = highest if self.trailing else self.coins
            if money <= start - self.stop_loss * self.unit:
                return LOST
        return None

    def laid(self, wanted: int, money: int) -> int:
        """The units to stake: the wanted units, but no more than the money and the limit allow."""
        return min(wanted, min(money, MOST_MONEY) // self.unit, self.most or MOST_STAKE)


@guided
@dataclass(frozen=True, slots=True)
class SessionPlan:
    """The sessions of a seed; session *i* depends only on the seed and on *i*."""

    sessions: int
    seed: int
    game: Game
    session: Session = Session()
    fresh: bool = False
    """whether every coup is the first of a new shoe"""
    endless: bool = False
    """whether every card returns to the deck before the next card is drawn"""
    first: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", as_game(self.game))
        require_fields(self)
        if self.sessions < 1:
            raise BadValue(f"a plan must have at least one session, not {self.sessions}")
        if self.endless and not self.fresh:
            raise BadValue("an endless deck has no last coup: ask for a number of fresh coups")
        if self.fresh and self.session.shoes is not None:
            raise BadValue("every coup has a fresh shoe: leave the number of shoes out")
        if self.first < 0 or (self.first + self.sessions) * self.numbers > SEEDS:
            amount = f"{self.sessions} sessions of {self.numbers} shoes"
            raise ShoeError(f"one seed has 2^64 shoes: {amount} are too many")

    @property
    def numbers(self) -> int:
        """The number of shoes, or of fresh coups, reserved for each session."""
        session = self.session
        if self.fresh:
            return session.coups or ENDLESS
        if session.shoes is not None or session.coups is None:
            return session.shoes or ENDLESS
        return -(-session.coups // fewest_coups(self.game.rules))

    @property
    def numbers_told(self) -> str:
        """`numbers` in words."""
        return f"{self.numbers:,} {'coups' if self.fresh else 'shoes'}"

    @property
    def in_rounds(self) -> bool:
        """True if a session may be so long that its shoes are dealt only as they are needed."""
        return self.numbers * (1 if self.fresh else WHOLE_SHOE) > AT_ONCE

    @property
    def dealing(self) -> Plan:
        """The shoes of all sessions: first every shoe of the first session, then of the next.

        If sessions are played in rounds, only the first shoe of each session.
        """
        shoes = self.numbers
        if self.in_rounds:
            return replace(self._shoes(self.sessions, self.first * shoes), apart=shoes)
        return replace(self._shoes(self.sessions * shoes, self.first * shoes), together=shoes)

    def shoes_of(self, session: int) -> Plan:
        """The shoes of one session, by its number."""
        return self._shoes(self.numbers, session * self.numbers)

    def _shoes(self, shoes: int, first: int) -> Plan:
        rules = self.game.rules
        if self.fresh:
            plan = Plan.fresh(shoes, self.seed, rules, endless=self.endless)
        else:
            plan = Plan(shoes, self.seed, rules)
        return replace(plan, first=first)

    def sessions_of(self, dealing: Plan) -> "SessionPlan":
        """The sessions for which these shoes are dealt, as a part of the plan."""
        first = dealing.first // self.numbers
        return self.part(first - self.first, dealing.shoes // dealing.together)

    def as_json(self) -> dict[str, object]:
        """The game, the shoes and the terms of each session, as JSON."""
        session, rules = self.session, self.game.rules
        return {
            "game": self.game.name,
            **decked(rules.decks, self.endless),
            "is_fresh": self.fresh,
            "burn": rules.burn and not self.fresh,
            "cut_card": None if self.fresh else rules.cut_card,
            "last_coup": None if self.fresh else str(rules.last_coup),
            "seed": self.seed,
            "bankroll": session.bankroll,
            "unit": session.unit,
            "most": session.most,
            "goal": session.goal,
            "stop_loss": session.stop_loss,
            "trailing": session.trailing,
            "coups_of_each": session.coups,
            "shoes_of_each": session.shoes,
            "short": session.short,
        }

    @property
    def marks(self) -> range:
        """The numbers of coups after which a ledger counts the money in hand."""
        session, last = self.session, LAST_MARK
        if session.coups is not None:
            last = min(last, session.coups)
        return range(EVERY, last + 1, EVERY)

    def jobs(self, size: int) -> Iterator["SessionPlan"]:
        """Parts of the plan with this many sessions each; their ledgers add up to the whole."""
        for start in range(0, self.sessions, size):
            yield self.part(start, min(size, self.sessions - start))

    def part(self, start: int, sessions: int) -> "SessionPlan":
        """Some of the sessions; the plan was checked, so the part is not checked again."""
        part = copy(self)
        object.__setattr__(part, "first", self.first + start)
        object.__setattr__(part, "sessions", sessions)
        return part


def on_felt(layout: Layout, name: str, system: str) -> tuple[str, Bet]:
    """The bet that a system calls by this name, and the bet's name on this felt.

    Raises BadSystem if there is no such bet, or if the bet is offered only during a coup or drawn.
    """
    try:
        placed = layout.name_of(name), layout.find(name)
    except BaccaratError as fault:
        raise BadSystem(f"{system}: {fault}") from None
    if placed[1].offered:
        raise BadSystem(f"{system}: systems bet before a coup, but {placed[0]} is not offered then")
    if placed[1].drawn:
        raise BadSystem(
            f"{system}: the price of {placed[0]} is drawn at random, but sessions need fixed prices"
        )
    return placed


def require_shoes(plan: SessionPlan, system: System) -> None:
    """Refuse a system that counts cards if every coup has a fresh shoe, with no cards seen."""
    if plan.fresh and system.count is not None:
        reason = "no card is gone before a fresh coup, so there is nothing to count"
        raise BadValue(f"{system.key}: {reason}: deal shoes")


def fewest_coups(rules: Rules) -> int:
    """The fewest coups in a shoe, if the most cards are burned and each coup has six cards."""
    cards = 52 * rules.decks - max(rules.cut_card, FEWEST_CARDS) - MOST_BURNED * rules.burn
    return max(1, cards // FEWEST_CARDS)


def coin(seed: int, session: int, coup: int) -> int:
    """The coin toss of a coup, 0 or 1; it depends on seed, session and coup, not on cards."""
    word, bit = divmod(coup % COINS, 32)
    return words(seed, session, coup // COINS, COIN)[word] >> bit & 1
