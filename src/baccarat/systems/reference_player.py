"""The reference player plays sessions one coup at a time, in plain Python.

Every faster method must give the same ledgers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice, product, repeat
from typing import NamedTuple

from baccarat.base.errors import BadSystem, TooShallow
from baccarat.base.jsonable import winner as winner_name
from baccarat.base.watchdog import Alarm
from baccarat.core.bets import Bet
from baccarat.core.cards import KINDS, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Held, Outcome
from baccarat.core.layout import Layout
from baccarat.core.result import Known, Result, as_result
from baccarat.core.roads import Scoreboard
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
    Sees,
    Shown,
    State,
    System,
    Wish,
    afresh,
    start_of,
    state_after,
    wishes_at,
    worded,
)

PATIENCE = 200_000
"""The most coups of a session that the reference player plays: about ten seconds."""


@dataclass(frozen=True, slots=True)
class LaidWager:
    """A stake on one bet, and what it won."""

    bet: str
    """the bet's name on the felt"""
    wanted: int
    staked: int
    """in units"""
    result: str
    won: int
    """in coins; negative if the stake was lost"""


@dataclass(frozen=True, slots=True)
class PlayedCoup:
    """One coup of a session, with its wagers, if any."""

    dealt: Coup | Result
    state: State
    """the system's state before the coup"""
    wagers: tuple[LaidWager, ...]
    money: int
    """the guest's coins after the coup"""
    kept: KeptCount | None = None
    """the count before the coup, if the system keeps a count"""

    @property
    def wanted(self) -> int:
        """The units wanted on all bets."""
        return sum(wager.wanted for wager in self.wagers)

    @property
    def staked(self) -> int:
        """The units staked on all bets."""
        return sum(wager.staked for wager in self.wagers)

    @property
    def won(self) -> int:
        """The coins won on all bets; negative if the guest lost."""
        return sum(wager.won for wager in self.wagers)

    @property
    def result(self) -> str | None:
        """WIN, LOSS or PUSHED, for all bets together; None without a bet."""
        if len(self.wagers) == 1:
            return self.wagers[0].result
        return result_of(Fraction(self.won)) if self.wagers else None


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
    stream = _stream(shoes, opened)
    board = Scoreboard()

    def ended(end: str) -> PlayedSession:
        return PlayedSession(session, tuple(coups), end, state)

    while True:
        if end := session.over(money, highest):
            return ended(end)
        if len(coups) == session.coups:
            return ended(ALL_COUPS)
        turn = len(coups)
        kept, dealt, is_last = next(stream, (None, None, False))
        level = 0 if kept is None else kept.level
        try:
            stakes = _stakes(system, state, level, money, session)
            is_short = any(stake.staked < stake.wanted for stake in stakes)
            if is_short and session.short == STOP:
                return ended(SHORT)
            if is_short and session.short == RESTART:
                state = afresh(system, state, start)
                stakes = _stakes(system, state, level, money, session)
            if dealt is None:
                return ended(ALL_SHOES)
            wagers = _settled(stakes, system, dealt, partial(coin_of, turn), session, layout)
            money += sum(wager.won for wager in wagers)
            highest = max(highest, money)
            played = PlayedCoup(dealt, state, wagers, money, kept)
            coups.append(played)
            outcome = Shown(
                *(winner_name(dealt.winner), played.result, played.staked),
                Fraction(played.won, session.unit),
            )
            if system.sees == Sees.WINNERS:
                state = state_after(system, state, outcome)
                continue
            outcome = _seen(outcome, system.sees, dealt, board, is_last)
            on_board = board.results
            state = state_after(system, state, outcome)
            if board.results != on_board:
                raise BadSystem(f"{system.key} changes the board: put coups on a copy of it")
            board = Scoreboard() if is_last else board
        except BadSystem as fault:
            complaint = f"{fault}, at coup {turn + 1} in the state {worded(state)}"
            raise BadSystem(complaint) from fault


def _stream(
    shoes: Iterable[Iterable[Coup | Result]], opened: Iterable[KeptCount | None]
) -> Iterator[tuple[KeptCount | None, Coup | Result, bool]]:
    """For each coup: the count of all cards that were shown before it, the coup, and whether it is
    the last coup of its shoe.
    """
    for shoe, count in zip(shoes, opened, strict=False):
        coups = iter(shoe)
        dealt = next(coups, None)
        while dealt is not None:
            following = next(coups, None)
            yield count, dealt, following is None
            count = None if count is None else count.after(dealt)
            dealt = following


def _seen(shown: Shown, sees: str, dealt: Coup | Result, board: Scoreboard, is_last: bool) -> Shown:
    """The view of a system that sees roads or more; the coup is put on the board."""
    board.add(Result(dealt.winner) if sees == Sees.ROADS else as_result(dealt))
    coup = dealt if sees == Sees.CARDS and isinstance(dealt, Coup) else None
    return replace(shown, board=board, coup=coup, is_last=is_last)


class _Stake(NamedTuple):
    """A wager that a system wants, and the units that may be staked."""

    wish: Wish
    wanted: int
    staked: int


def _stakes(system: System, state: State, level: int, money: int, session: Session) -> list[_Stake]:
    """The wagers that a system wants now; earlier wagers leave less money for later wagers."""
    stakes, left = list[_Stake](), money
    for wish in wishes_at(system, state, level):
        wanted = _units(wish, money, session)
        stakes.append(_Stake(wish, wanted, session.laid(wanted, left)))
        left -= stakes[-1].staked * session.unit
    return stakes


def _settled(
    stakes: list[_Stake],
    system: System,
    dealt: Coup | Result,
    toss: Callable[[], int],
    session: Session,
    layout: Layout,
) -> tuple[LaidWager, ...]:
    """The wagers on a coup, with what they won."""
    wagers = list[LaidWager]()
    for wish, wanted, staked in stakes:
        wanted_bet = wish.bet if isinstance(wish.bet, str) else wish.bet[toss() % len(wish.bet)]
        name, bet = on_felt(layout, wanted_bet, system.key)
        if name in (wager.bet for wager in wagers):
            raise BadSystem(f"{system.key} bets twice on {name}: put both stakes into one wager")
        if staked:
            result, coins = settled(bet, dealt, staked * session.unit, layout)
            wagers.append(LaidWager(name, wanted, staked, result, coins))
    return tuple(wagers)


def _units(wish: Wish, money: int, session: Session) -> int:
    """The units that a system wants to stake."""
    if isinstance(wish.units, Portion):
        return wish.units.units(money, session.unit)
    return int(wish.units)


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
    tiers = _possible_tiers(bet, dealt)
    if len(tiers) == 1:
        return next(iter(tiers))
    raise TooShallow(f"{bet.key} needs more than the known facts of this coup: {dealt.letter}")


@lru_cache(maxsize=10_000)
def _possible_tiers(bet: Bet, dealt: Result) -> frozenset[str | None]:
    """The tiers of a bet that fit the known part of a coup; empty if the bet needs the cards."""
    is_by_pairs = bet.depth >= Depth.RANKS and bet.trait is not None and bet.at_start
    if bet.depth is not Depth.TOTALS and not is_by_pairs:
        return frozenset()
    labels = [_labels(bet, hand.is_pair) for hand in (dealt.player, dealt.banker)]
    return frozenset(
        bet.judge(Outcome(replace(outcome.player, trait=own), replace(outcome.banker, trait=other)))
        for outcome in OUTCOMES
        if outcome.winner is dealt.winner
        and _fits(dealt.player, outcome.player)
        and _fits(dealt.banker, outcome.banker)
        for own, other in product(*labels)
    )


@lru_cache(maxsize=1_000)
def _labels(bet: Bet, is_pair: bool | None) -> frozenset[str | None]:
    """The labels that a bet may give to a hand that begins with a pair, or with none."""
    if bet.depth is Depth.TOTALS:
        return frozenset({None})
    hands = map(Hand, product(KINDS[bet.depth], repeat=2))
    return frozenset(bet.label(hand) for hand in hands if is_pair in (None, hand.is_pair))


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
