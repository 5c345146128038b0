"""The reference player plays sessions one coup at a time, in plain Python.

Every faster method must give the same ledgers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, repeat

from baccarat.base.errors import BadSystem, TooShallow
from baccarat.base.jsonable import winner as winner_name
from baccarat.base.watchdog import Alarm
from baccarat.core.bets import Bet
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Coup, Held
from baccarat.core.layout import Layout
from baccarat.core.result import Known, Result
from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.engines.reference import deal_plan
from baccarat.simulation.plan import Plan
from baccarat.systems.counting.play import KeptCount
from baccarat.systems.session import (
    ALL_COUPS,
    ALL_SHOES,
    RESTART,
    SHORT,
    STOP,
    Session,
    SessionPlan,
    coin,
    on_felt,
    require_shoes,
)
from baccarat.systems.system import (
    LOSS,
    PUSHED,
    WIN,
    Portion,
    Shown,
    State,
    System,
    Wish,
    afresh,
    start_of,
    state_after,
    wish_of,
    worded,
)

PATIENCE = 200_000
"""The most coups of a session that the reference player plays: about ten seconds."""


@dataclass(frozen=True, slots=True)
class PlayedCoup:
    """One coup of a session, with or without a bet."""

    dealt: Coup | Result
    state: State
    """the system's state before the coup"""
    bet: str | None
    """the bet's name on the felt; None without a bet"""
    wanted: int
    staked: int
    """in units"""
    result: str | None
    won: int
    """in coins; negative if the stake was lost"""
    money: int
    """the guest's coins after the coup"""
    kept: KeptCount | None = None
    """the count before the coup, if the system keeps a count"""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """A whole session, coup by coup."""

    session: Session
    coups: tuple[PlayedCoup, ...]
    end: str
    last: State
    """the system's state at the end"""

    @property
    def money(self) -> int:
        return self.coups[-1].money if self.coups else self.session.coins

    @property
    def result(self) -> int:
        """The coins won; negative if the session lost."""
        return self.money - self.session.coins

    @property
    def action(self) -> int:
        """The sum of all stakes, in units."""
        return sum(coup.staked for coup in self.coups)

    @property
    def drawdown(self) -> int:
        """The largest fall of the bankroll, in coins, below its highest value before that fall."""
        highest, deepest = self.session.coins, 0
        for coup in self.coups:
            highest = max(highest, coup.money)
            deepest = max(deepest, highest - coup.money)
        return deepest

    @property
    def losing_run(self) -> int:
        """The longest run of losses; pushes and coups without a bet do not break a run."""
        run = longest = 0
        for coup in self.coups:
            run = run + 1 if coup.result == LOSS else 0 if coup.result == WIN else run
            longest = max(longest, run)
        return longest

    @property
    def figures(self) -> tuple[int, int, int, int, int]:
        """The session's result, action, number of coups, drawdown and longest losing run."""
        return self.result, self.action, len(self.coups), self.drawdown, self.losing_run

    def money_after(self, coups: int) -> int:
        """The money after this many coups; after the end of the session it stays the same."""
        return self.coups[coups - 1].money if coups <= len(self.coups) else self.money


def play_session(
    system: System,
    session: Session,
    layout: Layout,
    shoes: Iterable[Iterable[Coup | Result]],
    coin_of: Callable[[int], int],
    opened: Iterable[KeptCount | None] = repeat(None),
) -> PlayedSession:
    """Play a session on shoes, coup by coup.

    `opened` has the count at the start of each shoe, for a system that keeps a count.
    """
    try:
        state = start = start_of(system)
    except BadSystem as fault:
        raise BadSystem(f"{fault}, at coup 1 in the state None") from fault
    money = highest = session.coins
    coups: list[PlayedCoup] = []
    stream = _with_counts(shoes, opened)

    def ended(end: str) -> PlayedSession:
        return PlayedSession(session, tuple(coups), end, state)

    while True:
        if end := session.over(money, highest):
            return ended(end)
        if len(coups) == session.coups:
            return ended(ALL_COUPS)
        turn = len(coups)
        kept, dealt = next(stream, (None, None))
        level = 0 if kept is None else kept.level
        try:
            wish = wish_of(system, state, level)
            units = _units(wish, money, session)
            stake = session.laid(units, money)
            if stake < units and session.short == STOP:
                return ended(SHORT)
            if stake < units and session.short == RESTART:
                state = afresh(system, state, start)
                wish = wish_of(system, state, level)
                units = _units(wish, money, session)
                stake = session.laid(units, money)
            if dealt is None:
                return ended(ALL_SHOES)
            name = _named(wish, coin_of, turn)
            result, coins = None, 0
            if name is not None:
                name, bet = on_felt(layout, name, system.key)
                result, coins = settled(bet, dealt, stake * session.unit, layout)
            money += coins
            highest = max(highest, money)
            played = PlayedCoup(dealt, state, name, units, stake, result, coins, money, kept)
            coups.append(played)
            outcome = Shown(winner_name(dealt.winner), result, stake, Fraction(coins, session.unit))
            state = state_after(system, state, outcome)
        except BadSystem as fault:
            complaint = f"{fault}, at coup {turn + 1} in the state {worded(state)}"
            raise BadSystem(complaint) from fault


def _with_counts(
    shoes: Iterable[Iterable[Coup | Result]], opened: Iterable[KeptCount | None]
) -> Iterator[tuple[KeptCount | None, Coup | Result]]:
    """Each coup, after the count of all cards that were shown before this coup."""
    for shoe, count in zip(shoes, opened, strict=False):
        for dealt in shoe:
            yield count, dealt
            count = None if count is None else count.after(dealt)


def _units(wish: Wish | None, money: int, session: Session) -> int:
    if wish is None:
        return 0
    if isinstance(wish.units, Portion):
        return wish.units.units(money, session.unit)
    return int(wish.units)


def _named(wish: Wish | None, coin_of: Callable[[int], int], coup: int) -> str | None:
    if wish is None or isinstance(wish.bet, str):
        return None if wish is None else str(wish.bet)
    return wish.bet[coin_of(coup) % len(wish.bet)]


def settled(bet: Bet, dealt: Coup | Result, stake: int, layout: Layout) -> tuple[str, int]:
    """The result of a stake (win, loss or push), and the coins won, rounded as on this felt."""
    net = bet.net(tier_of(bet, dealt))
    return result_of(net), layout.rounding.round(stake * net, layout.chip)


def result_of(net: Fraction) -> str:
    """WIN, LOSS or PUSHED, for a bet that wins `net` per unit."""
    return WIN if net > 0 else PUSHED if net == 0 else LOSS


def tier_of(bet: Bet, dealt: Coup | Result) -> str | None:
    """The tier of a bet; None if it lost. Raises TooShallow if too little of the coup is known."""
    if isinstance(dealt, Coup):
        return bet.tier(dealt)
    if bet.depth is Depth.TOTALS:
        tiers = {
            bet.judge(outcome)
            for outcome in OUTCOMES
            if outcome.winner is dealt.winner
            and _fits(dealt.player, outcome.player)
            and _fits(dealt.banker, outcome.banker)
        }
        if len(tiers) == 1:
            return tiers.pop()
    raise TooShallow(f"{bet.key} looks at more than is known of this coup: {dealt.letter}")


def _fits(hand: Known, held: Held) -> bool:
    return hand.total in (None, held.total) and hand.cards in (None, held.cards)


def play_plan(
    plan: SessionPlan, system: System, decide: Strategy = nobody
) -> Iterator[PlayedSession]:
    """The sessions of a plan, each from its own shoes."""
    require_shoes(plan, system)
    for number in range(plan.first, plan.first + plan.sessions):
        dealing = plan.shoes_of(number)
        shoes = _patiently(coups for _, coups in deal_plan(dealing, decide))
        counts = (_opened(system, dealing, shoe) for shoe in dealing.numbers)
        coin_of = partial(coin, plan.seed, number)
        try:
            with Alarm():  # one for all coups: setting it takes longer than a coup
                played = play_session(
                    system, plan.session, plan.game.layout, shoes, coin_of, counts
                )
        except BadSystem as fault:
            raise BadSystem(f"session {number}: {fault}") from fault
        if played.end == ALL_SHOES and len(played.coups) == PATIENCE:
            limit = f"{PATIENCE:,} coups, the most that the reference player plays"
            raise not_ended(number, system, limit, len(played.coups), played.last)
        if played.end == ALL_SHOES and plan.session.shoes is None:
            limit = plan.numbers_told
            raise not_ended(number, system, limit, len(played.coups), played.last)
        yield played


def not_ended(session: int, system: System, limit: str, coups: int, state: State) -> BadSystem:
    """The error for a session that does not end."""
    place = f"after coup {coups:,} in the state {worded(state)}"
    return BadSystem(
        f"session {session}: {system.key} has not ended in {limit}: set a limit; it is {place}"
    )


def _patiently(shoes: Iterable[Iterable[Coup]]) -> Iterator[Iterable[Coup]]:
    """The shoes, cut off after PATIENCE coups in all."""
    coups_left = PATIENCE
    for shoe in shoes:
        coups = list(islice(shoe, coups_left))
        yield coups
        coups_left -= len(coups)
        if not coups_left:
            return


def _opened(system: System, dealing: Plan, shoe: int) -> KeptCount | None:
    """The count that a system keeps, after the burn and before the first coup."""
    if system.count is None:
        return None
    burn_card = dealing.rules.shoe(dealing.seed, shoe).burn_card
    return KeptCount.of_shoe(system.count, dealing.rules, burn_card)
