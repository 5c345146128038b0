"""The plain method for exact chains, and `Turns`, the outcomes of each stake in each state.

A place is a state of the system and the money. If the question needs it, a place also has the
highest money until then, the losing run, or the units staked until then. All places of one coup are
followed together, so a chain needs the memory of one coup only.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, perm

from baccarat.base.jsonable import winner as winner_name
from baccarat.core.bets import PUSH, Bet
from baccarat.core.bets.bet_types import WINNERS
from baccarat.core.coup import Coup, Outcome
from baccarat.core.layout import MOST_MONEY
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import odds
from baccarat.systems.session import ALL_COUPS, ENDS, LAST_MARK, RESTART, SHORT, STOP, SessionPlan
from baccarat.systems.system import LOSS, WIN, System
from baccarat.systems.walk.states import NOTHING, StateTable

MOST_PLACES = 1 << 21
"""The most places of one coup: more need more than 500 MB."""
MOST_STEPS = 500_000_000
"""The most places of all coups together: more take minutes."""
WHOLE_BITS, WEIGHT_BITS = 127, 128
"""Rounded chances are multiples of 2^-127; they are multiplied by weights of 128 bits."""
REST_BITS = 80
"""A chain without a limit of coups stops when its chance to go on is below 2^-80."""
FALL, RUN = "drawdown", "losing run"
"""The ends of a session when the question is its drawdown or its losing run."""
CHAIN_ENDS = (*ENDS, FALL, RUN)
PUSHES, WINS, LOSES = range(3)


@dataclass(frozen=True, slots=True)
class Watched:
    """What a chain follows besides the money: a drawdown, a losing run, or the action."""

    fall: int | None = None
    """coins below the highest money until then"""
    losing_run: int | None = None
    by_action: bool = False
    """whether ends are counted by units staked, in place of the result"""
    reflects: bool = False
    """whether the bankroll counts as the highest money, so that only the fall is followed"""
    most_steps: int | None = None
    """the most places of all coups together; None is MOST_STEPS"""


class MoneyMatters(Exception):
    """Raised by a chain that follows only the fall of money, if a stake depends on the money."""


@dataclass(frozen=True, slots=True)
class Leads:
    """All outcomes of one stake in one state, with their weights."""

    outcomes: tuple[tuple[int, int, int, int], ...]
    """for each outcome: the next state, coins won, PUSHES, WINS or LOSES, and the weight"""
    stakes: tuple[tuple[int, int], ...] = ()
    """bet, and units staked: twice the units if no coin chooses the bet"""


class Flow:
    """The sums of chances in a chain, as whole numbers; `whole` stands for the chance 1."""

    def __init__(self, whole: int) -> None:
        self.whole = whole
        self.ended: dict[tuple[int, str], int] = defaultdict(int)
        """by coups and end"""
        self.told: dict[int, int] = defaultdict(int)
        """by result in coins, or by action in units"""
        self.laid: dict[int, int] = defaultdict(int)
        """by bet: half units"""
        self.money: list[Fraction] = []
        """for each coup up to the thousandth: the mean money in coins"""
        self.places = 0
        """the most places of one coup"""
        self.stopped: str | None = None
        """the reason why the chain was not followed to its end"""

    def grow(self, factor: int) -> None:
        """Multiply `whole` and all sums by a factor."""
        self.whole *= factor
        for sums in (self.ended, self.told, self.laid):
            for key in sums:
                sums[key] *= factor  # type: ignore[index]


TellsSteps = Callable[[int, int], None]
"""A function that is called now and then with the coups followed and the places until then."""


class Turns:
    """The outcomes of each state and stake of a session, calculated when first needed."""

    def __init__(self, plan: SessionPlan, system: System, decide: Strategy = nobody) -> None:
        self.plan, self.session, self.system = plan, plan.session, system
        self.table = StateTable(system, plan.session, plan.game.layout)
        decks = plan.game.rules.decks
        self._odds = odds(inf if plan.endless else decks, game=plan.game, decide=decide)
        self._laws: dict[int, list[tuple[int, int]]] = {}
        # The number of ways to draw six cards; the 2 is for a coin.
        self.total = 2 * (52**6 if plan.endless else perm(52 * decks, 6))
        self._turns: dict[tuple[int, int], Leads] = {}

    def turn(self, state: int, staked: int) -> Leads:
        """All outcomes of a state and a stake; their weights add up to `total`."""
        leads = self._turns.get((state, staked))
        if leads is None:
            leads = self._turns[state, staked] = self._found(state, staked)
        return leads

    def _found(self, state: int, staked: int) -> Leads:
        table, row = self.table, self.table.row(state)
        halves = 2 // len(row.bets)
        outcomes: dict[tuple[int, int, int], int] = defaultdict(int)
        for bet in row.bets:
            for code, weight in self._law(bet):
                outcome = table.shown(bet, code, staked)
                coins = int(outcome.won * table.session.unit)
                kind = (
                    WINS if outcome.result == WIN else LOSES if outcome.result == LOSS else PUSHES
                )
                outcomes[table.after(state, bet, code, staked), coins, kind] += halves * weight
        stakes = tuple((bet, halves * staked) for bet in row.bets if bet != NOTHING)
        return Leads(tuple((*key, weight) for key, weight in outcomes.items()), stakes)

    def cut(self, weight: int) -> int:
        """A weight as a chance in units of 2^-128; a certain outcome gets slightly less than 1."""
        return min((weight << WEIGHT_BITS) // self.total, (1 << WEIGHT_BITS) - 1)

    def _law(self, bet: int) -> list[tuple[int, int]]:
        """Each outcome of a bet: its code (winner and tier), and its weight."""
        if bet not in self._laws:
            placed = None if bet == NOTHING else self.table.bets[bet - 1][1]
            bet_odds, tiers = self._odds.of(_with_winner(placed)), self.table.tiers(bet)
            law = []
            for name, weight in bet_odds.weights.items():
                if name is not None and weight:
                    winner, _, tier = name.partition("/")
                    code = WINNERS.index(winner) * tiers + int(tier)
                    law.append((code, weight * (self.total // 2) // bet_odds.total))
            self._laws[bet] = law
        return self._laws[bet]


def _with_winner(bet: Bet | None) -> Bet:
    """A bet with one tier for each winner combined with each tier of the given bet."""
    tiers = (None,) if bet is None else (*bet.pays, None)

    def both(coup: Outcome | Coup) -> str:
        tier = None if bet is None else bet.judge(coup)
        return f"{winner_name(coup.winner)}/{tiers.index(tier)}"

    names = [f"{winner}/{place}" for winner in WINNERS for place in range(len(tiers))]
    pays = dict.fromkeys(names, PUSH)
    if bet is None:
        return Bet("Who Won", both, pays)
    return Bet("With Winner", both, pays, bet.depth, bet.trait, bet.at_start)


def too_many(places: int, steps: int, coup: int, watched: Watched) -> str | None:
    """The reason why a chain stops after this many places or steps; None if the chain may go on."""
    if places > MOST_PLACES:
        return f"its chain has more than {MOST_PLACES:,} places after {coup:,} coups"
    if steps > (watched.most_steps or MOST_STEPS):
        return f"after {coup:,} coups its chain still goes on"
    return None


def follow_plainly(
    turns: Turns, watched: Watched, exact: bool, tell: TellsSteps | None = None
) -> Flow:
    """Follow the whole chain coup by coup; chances are exact, or rounded after every coup."""
    session, table, limit = turns.session, turns.table, turns.session.coups
    has_top = session.trailing or watched.fall is not None
    flow = Flow(1 if exact else 1 << WHOLE_BITS)
    alive = {(table.start, session.coins, session.coins * has_top, 0): flow.whole}
    coup = steps = over = 0
    while True:
        following: dict[tuple[int, int, int, int], int] = defaultdict(int)
        held = 0
        for (state, money, top, count), chance in alive.items():
            end, state, staked = _played(turns, watched, coup == limit, state, money, top, count)
            if end is not None:
                flow.ended[coup, end] += chance
                flow.told[count if watched.by_action else money - session.coins] += chance
                over += chance * money
                continue
            held += chance * money
            turn = turns.turn(state, staked)
            for bet, units in turn.stakes:
                flow.laid[bet] += chance * units
            for next_state, gain, kind, weight in turn.outcomes:
                coins = min(money + gain, top) if watched.reflects else money + gain
                place = next_state, coins, max(top, coins) * has_top
                part = chance * weight if exact else chance * turns.cut(weight) >> WEIGHT_BITS
                following[*place, _counted(watched, count, kind, staked)] += part
        if coup <= LAST_MARK:
            flow.money.append(Fraction(held + over, flow.whole))
        steps, flow.places = steps + len(alive), max(flow.places, len(alive))
        alive = {place: chance for place, chance in following.items() if chance}
        negligible = 0 if limit is not None else flow.whole >> REST_BITS
        if not alive or sum(alive.values()) < negligible:
            return flow
        coup += 1
        flow.stopped = too_many(len(alive), steps, coup, watched)
        if flow.stopped:
            return flow
        if exact:
            flow.grow(turns.total)
            over *= turns.total
        if tell is not None:
            tell(coup, steps)


def _counted(watched: Watched, count: int, kind: int, staked: int) -> int:
    """The losing run or the action after a coup; 0 if the question needs neither."""
    if watched.by_action:
        return count + staked
    if watched.losing_run is None:
        return 0
    return count + 1 if kind == LOSES else 0 if kind == WINS else count


def _played(
    turns: Turns, watched: Watched, is_last: bool, state: int, money: int, top: int, count: int
) -> tuple[str | None, int, int]:
    """Before a coup: why the session ends (or None), the state that bets, and the stake."""
    session, table = turns.session, turns.table
    if watched.fall is not None and top - money >= watched.fall:
        return FALL, state, 0
    if watched.losing_run is not None and count >= watched.losing_run:
        return RUN, state, 0
    if watched.reflects and money < session.unit:
        raise MoneyMatters
    end = session.over(money, top) or (ALL_COUPS if is_last else None)
    if end is not None:
        return end, state, 0
    wanted = table.row(state).wanted(money, session.unit)
    staked = session.laid(wanted, money)
    if watched.reflects and (table.row(state).portion or staked < session.laid(wanted, MOST_MONEY)):
        raise MoneyMatters
    if staked < wanted and session.short == STOP:
        return SHORT, state, 0
    if staked < wanted and session.short == RESTART:
        state = table.afresh[state]
        staked = session.laid(table.row(state).wanted(money, session.unit), money)
    return None, state, staked
