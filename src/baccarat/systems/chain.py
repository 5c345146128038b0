"""Sessions exactly: independent coups and a table of states are a Markov chain.

The chain's places are a state of the system and the money in hand. Chances are whole numbers over a
common denominator. They are kept whole, so that answers are fractions; or they are cut at 128 bits
after every coup, so that answers are right to far more than 15 digits.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, perm, sqrt
from typing import TypeVar

from baccarat.bets import PUSH, Bet
from baccarat.bets.values import WINNERS
from baccarat.coup import Coup, Outcome, Strategy, nobody
from baccarat.errors import BadValue, Refused
from baccarat.exact.odds import odds
from baccarat.frozen import freeze
from baccarat.jsonable import winner as winner_name
from baccarat.systems.session import ALL_COUPS, LOST, RESTART, RUINED, SHORT, STOP, SessionPlan
from baccarat.systems.states import NOTHING, StateTable
from baccarat.systems.system import LOSS, WIN, System

MOST_PLACES = 400_000
"""Places of a chain, at the most; more would take minutes."""
MOST_STEPS = 60_000_000
"""Places times coups, at the most."""
BITS = 128
"""Chances that are cut are multiples of 2^-128."""
REST = 1 << (BITS - 80)
"""A chain without end is left when the chance that it goes on is below 2^-80."""

RUN = "losing run"
"""The end of a session whose losing run is asked for."""
K = TypeVar("K", int, str)


@dataclass(frozen=True, slots=True)
class ExactSessions:
    """What comes of a session, exactly: chances by their ends, results and coups."""

    plan: SessionPlan
    ends: Mapping[str, Fraction]
    results: Mapping[int, Fraction]
    """in coins"""
    coups: Mapping[int, Fraction]
    ruined_at: Mapping[int, Fraction]
    """by coups played: the chance to be ruined then"""
    action: Mapping[str, Fraction]
    """by bet: units staked, on average"""
    is_exact: bool
    """whether the numbers are fractions of their own, not cut ones"""
    places: int
    """how many places the chain has"""

    def __post_init__(self) -> None:
        freeze(self, "ends", "results", "coups", "ruined_at", "action")

    @property
    def mean(self) -> Fraction:
        """The result on average, in units."""
        return _mean(self.results) / self.plan.session.unit

    @property
    def deviation(self) -> float:
        """The standard deviation of the result, in units."""
        squares = sum((won * won * chance for won, chance in self.results.items()), Fraction(0))
        unit = self.plan.session.unit
        return sqrt(max(Fraction(0), squares / unit**2 - self.mean**2))

    @property
    def ahead(self) -> Fraction:
        """The chance to leave with more than the bankroll."""
        return sum((chance for won, chance in self.results.items() if won > 0), Fraction(0))

    @property
    def mean_coups(self) -> Fraction:
        return _mean(self.coups)

    def as_json(self) -> dict[str, object]:
        """The figures; fractions would have thousands of digits, so they are floats."""
        return {
            "mean_float": float(self.mean),
            "deviation_float": self.deviation,
            "ahead_float": float(self.ahead),
            "mean_coups_float": float(self.mean_coups),
            "ends_float": {end: float(chance) for end, chance in self.ends.items()},
            "action_by_bet": {bet: float(units) for bet, units in self.action.items()},
        }

    def quantile(self, share: float) -> int:
        """The least result, in coins, that is not exceeded with this chance."""
        below = Fraction(0)
        for won, chance in sorted(self.results.items()):
            below += chance
            if below >= share:
                return won
        return max(self.results)


def _mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def solve_sessions(
    plan: SessionPlan,
    system: System,
    exact: bool = False,
    decide: Strategy = nobody,
    losing_run: int | None = None,
) -> ExactSessions:
    """Solve the sessions of a plan exactly; every coup must be dealt from a fresh shoe.

    With a `losing_run` sessions end when so many bets are lost in a row.
    """
    if not plan.fresh:
        raise BadValue("coups of one shoe are not independent: exact answers need fresh coups")
    limit = plan.session.coups
    if exact and limit is None:
        raise BadValue("without a number of coups there are no plain fractions: leave exact out")
    chain = Chain(plan, system, exact, decide, losing_run)
    shift, whole = (0, 1) if exact else (BITS, 1 << BITS)
    alive: dict[int, int] = {chain.place(chain.table.start, plan.session.coins, 0, 0): whole}
    ended: list[dict[tuple[str, int], int]] = []
    action: list[dict[int, int]] = []
    steps = 0
    while alive:
        over: dict[tuple[str, int], int] = defaultdict(int)
        laid: dict[int, int] = defaultdict(int)
        following: dict[int, int] = defaultdict(int)
        is_last = len(ended) == limit
        for place, chance in alive.items():
            moves = chain.known[place]
            if moves is None:
                moves = chain.found(place, is_last)
            if is_last or moves.end is not None:
                # After the last coup nobody wants a stake that could be short.
                end = ALL_COUPS if is_last and moves.end in (None, SHORT) else moves.end
                over[str(end), moves.money] += chance
                continue
            for bet, units in moves.stakes:
                laid[bet] += chance * units
            for target, weight in moves.targets:
                following[target] += chance * weight >> shift
        ended.append(over)
        action.append(laid)
        steps += len(alive)
        if limit is None and sum(following.values()) < REST:
            break
        if steps > MOST_STEPS:
            told = f"after {len(ended):,} coups it still goes on"
            raise Refused(f"{system.key} has no quick exact answer: {told}")
        alive = following
    return _answer(plan, chain, ended, action, whole)


def chance_of_drawdown(
    plan: SessionPlan, system: System, units: int, exact: bool = False, decide: Strategy = nobody
) -> Fraction:
    """The chance that the money ever falls so many units below the most that was in hand.

    It is the chance of a trailing stop-loss; who is ruined has fallen farther.
    """
    session = plan.session
    if session.stop_loss is not None:
        raise BadValue("a stop-loss ends the session first: ask for sessions without one")
    if not 1 <= units < session.bankroll:
        raise BadValue(f"a drawdown is 1 to {session.bankroll - 1} units here, not {units}")
    stopped = replace(plan, session=replace(session, stop_loss=units, trailing=True))
    ends = solve_sessions(stopped, system, exact, decide).ends
    return ends.get(LOST, Fraction(0)) + ends.get(RUINED, Fraction(0))


def chance_of_losing_run(
    plan: SessionPlan, system: System, run: int, exact: bool = False, decide: Strategy = nobody
) -> Fraction:
    """The chance that so many bets are ever lost in a row; pushes do not break a run."""
    if run < 1:
        raise BadValue(f"a losing run is one bet or more, not {run}")
    return solve_sessions(plan, system, exact, decide, run).ends.get(RUN, Fraction(0))


def _answer(
    plan: SessionPlan,
    chain: "Chain",
    ended: list[dict[tuple[str, int], int]],
    action: list[dict[int, int]],
    whole: int,
) -> ExactSessions:
    """The chances of all coups over one denominator, as fractions."""
    grow = chain.law_total if chain.is_exact else 1
    ends: dict[str, int] = defaultdict(int)
    results: dict[int, int] = defaultdict(int)
    coups: dict[int, int] = defaultdict(int)
    ruined: dict[int, int] = defaultdict(int)
    staked: dict[int, int] = defaultdict(int)
    left = grow ** (len(ended) - 1)
    whole *= left
    for coup, (over, laid) in enumerate(zip(ended, action, strict=True)):
        for (end, money), chance in over.items():
            chance *= left
            ends[end] += chance
            results[money - plan.session.coins] += chance
            coups[coup] += chance
            if end == RUINED:
                ruined[coup] += chance
        for bet, units in laid.items():
            staked[bet] += units * left
        left //= grow
    names = {bet: chain.table.bets[bet - 1][0] for bet in staked}
    return ExactSessions(
        plan,
        _over(ends, whole),
        _over(results, whole),
        _over(coups, whole),
        _over(ruined, whole),
        # Units are counted for each half of a coin.
        {names[bet]: Fraction(units, 2 * whole) for bet, units in staked.items()},
        chain.is_exact,
        len(chain.known),
    )


def _over(chances: Mapping[K, int], whole: int) -> dict[K, Fraction]:
    return {key: Fraction(chances[key], whole) for key in sorted(chances)}


@dataclass(frozen=True, slots=True)
class Moves:
    """Where a place of the chain leads."""

    money: int
    end: str | None = None
    """how the session ends here, however many coups there were"""
    stakes: tuple[tuple[int, int], ...] = ()
    """bet, and units staked: twice if no coin chooses"""
    targets: tuple[tuple[int, int], ...] = ()
    """the next place, and its weight"""


class Chain:
    """The places of a plan's sessions, numbered as they are met.

    A place is a state of the system, the money in hand, and for a trailing stop-loss the most that
    was in hand.
    """

    def __init__(
        self,
        plan: SessionPlan,
        system: System,
        is_exact: bool,
        decide: Strategy = nobody,
        losing_run: int | None = None,
    ) -> None:
        self.losing_run = losing_run
        self.session, self.system, self.is_exact = plan.session, system, is_exact
        self.table = StateTable(system, plan.session, plan.game.layout)
        decks = plan.game.rules.decks
        self._odds = odds(inf if plan.endless else decks, game=plan.game, decide=decide)
        self._laws: dict[int, list[tuple[int, int, int]]] = {}
        # The ways to draw six cards; the 2 is for a coin.
        self.law_total = 2 * (52**6 if plan.endless else perm(52 * decks, 6))
        self.known: list[Moves | None] = []
        self._after: dict[tuple[int, int, int, int], int] = {}
        self._places: list[tuple[int, int, int, int]] = []
        self._numbers: dict[tuple[int, int, int, int], int] = {}

    def place(self, state: int, money: int, highest: int, run: int) -> int:
        """The number of a place."""
        top = max(highest, money) if self.session.trailing else 0
        key = state, money, top, 0 if self.losing_run is None else run
        number = self._numbers.setdefault(key, len(self._places))
        if number == len(self._places):
            if number >= MOST_PLACES:
                told = f"its chain has more than {MOST_PLACES:,} places"
                raise Refused(f"{self.system.key} has no quick exact answer: {told}")
            self._places.append(key)
            self.known.append(None)
        return number

    def found(self, number: int, is_last: bool) -> Moves:
        """Where a place leads; after the last coup nobody asks."""
        state, money, highest, run = self._places[number]
        end = self.session.over(money, highest) if run != self.losing_run else RUN
        if is_last and end is None:
            return Moves(money)
        moves = Moves(money, end) if end else self._moves(state, money, highest, run)
        self.known[number] = moves
        return moves

    def _moves(self, state: int, money: int, highest: int, run: int) -> Moves:
        session, table = self.session, self.table
        row = table.row(state)
        wanted = row.wanted(money, session.unit)
        staked = session.laid(wanted, money)
        if staked < wanted and session.short == STOP:
            return Moves(money, SHORT)
        if staked < wanted and session.short == RESTART:
            state = table.start
            row = table.row(state)
            staked = session.laid(row.wanted(money, session.unit), money)
        halves = 2 // len(row.bets)
        targets: dict[int, int] = defaultdict(int)
        for bet in row.bets:
            tiers = () if bet == NOTHING else (*table.bets[bet - 1][1].pays, None)
            for code, weight, tier in self._law(bet):
                won = table.won(bet, tiers[tier], staked) if tiers else 0
                key = state, bet, code, staked
                if key not in self._after:
                    self._after[key] = table.after(*key)
                result = table.shown(bet, code, staked).result
                lost = run + 1 if result == LOSS else 0 if result == WIN else run
                targets[self.place(self._after[key], money + won, highest, lost)] += halves * weight
        stakes = tuple((bet, halves * staked) for bet in row.bets if bet != NOTHING)
        if not self.is_exact:
            targets = {each: (part << BITS) // self.law_total for each, part in targets.items()}
        return Moves(money, None, stakes, tuple(targets.items()))

    def _law(self, bet: int) -> list[tuple[int, int, int]]:
        """Of a bet: the code of all that can happen, its weight, and the place of its tier."""
        if bet not in self._laws:
            placed = None if bet == NOTHING else self.table.bets[bet - 1][1]
            found, tiers = self._odds.of(_with_winner(placed)), self.table.tiers(bet)
            law = []
            for name, weight in found.weights.items():
                if name is not None and weight:
                    winner, _, tier = name.partition("/")
                    place = int(tier)
                    code = WINNERS.index(winner) * tiers + place
                    law.append((code, weight * (self.law_total // 2) // found.total, place))
            self._laws[bet] = law
        return self._laws[bet]


def _with_winner(bet: Bet | None) -> Bet:
    """A bet whose tiers tell both: who won, and the place of the tier of another bet."""
    tiers = (None,) if bet is None else (*bet.pays, None)

    def both(seen: Outcome | Coup) -> str:
        tier = None if bet is None else bet.judge(seen)
        return f"{winner_name(seen.winner)}/{tiers.index(tier)}"

    names = [f"{winner}/{place}" for winner in WINNERS for place in range(len(tiers))]
    pays = dict.fromkeys(names, PUSH)
    if bet is None:
        return Bet("Who Won", both, pays)
    return Bet("With Winner", both, pays, bet.depth, bet.trait, bet.at_start)
