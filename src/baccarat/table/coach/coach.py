"""The coach: exact odds of the present shoe, the cost of bets, the expected result of a sitting.

    odds_now(table)["banker"].edge        of the next coup, or of the coup that is being dealt
    edges(table)                          of every bet on the felt
    paid_edges(table)                     the same, with rounding for the guest's stakes
    chances(table)                        of Player, tie and Banker; whole_chances(table): full shoe
    expected(wagers, table)               the average win of these wagers, after rounding
    costs(table), report(table)           expected and actual results of the shoe
    costs(table, chronicle.played)        the same for all shoes of a sitting
    account = account.after(table)        both; adds only the coups not counted before
    predict(table)                        the exact chances of the next coup

The coach changes no table, and knows no more than the guest has seen.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from baccarat.base.errors import BaccaratError
from baccarat.base.hints import checked
from baccarat.base.sentences import Sentence
from baccarat.core.bets import Bet, StreakBet
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.games import Game
from baccarat.core.layout import Layout, Wager
from baccarat.core.shoe import Composition
from baccarat.core.tally import Odds
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable
from baccarat.table.acts import ActRefused, Open
from baccarat.table.rounding import rounded_wins
from baccarat.table.rules.strangers_bets import asked
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.state import Phase, Played
from baccarat.table.table import Table
from baccarat.table.view.view import Audience

DEVIATIONS = 2
"""The band's half width in standard deviations; about 1 sitting in 20 ends outside the band."""


@checked
def odds_now(table: Table) -> OddsTable:
    """The exact odds of every bet, from the cards that the guest has seen.

    >>> table = Table.open(seed=7, bankroll=1_000)
    >>> f"{float(odds_now(table)['banker'].edge):.2%}"
    '1.06%'
    """
    if table.is_free_game:
        raise ActRefused(
            "here the odds depend on the decisions of both sides: ask for the equilibrium"
        )
    if table.is_held:
        raise ActRefused("there are no odds while a card lies face down")
    unseen = table.view(Audience.SPECTATOR).unseen  # no guest has seen more than a spectator
    if unseen is None:
        raise ActRefused("there are no odds before the first shoe")
    if table.phase in (Phase.DEALING, Phase.OFFER):
        return OddsTable(table.game, unseen, table.coup)
    return _fresh_odds(table.game, unseen)


@checked
def edges(table: Table) -> dict[str, Fraction | None]:
    """The house edge on every spot; None if the bet of a plug-in cannot be calculated."""
    odds = odds_now(table)
    found = {spot: _edge(odds, spot) for spot in table.game.layout.bets}
    return found | {bet.key: odds.streak(bet).edge for bet in _open_streaks(table)}


@checked
def paid_edges(table: Table) -> dict[str, Fraction | None]:
    """The house edge on every spot; where the guest has a stake, the edge includes rounding."""
    found = edges(table)
    for win in rounded_wins(table.wagers, table):
        wager = win.wager
        if found.get(wager.spot) is not None:
            found[wager.spot] = -expected([wager], table) / wager.stake
    return found


@checked
def chances(table: Table) -> dict[str, Fraction]:
    """The chances of Player, tie and Banker, by spot.

    >>> sum(chances(Table.open(seed=7, bankroll=1_000)).values())
    Fraction(1, 1)
    """
    return _by_spot(odds_now(table))


@checked
def whole_chances(table: Table) -> dict[str, Fraction]:
    """The chances of Player, tie and Banker for a full shoe, by spot."""
    return _by_spot(_fresh_odds(table.game, table.game.rules.composition))


def _by_spot(odds: OddsTable) -> dict[str, Fraction]:
    found = odds.tally.chances
    return {"player": found[Side.PLAYER], "tie": found[None], "banker": found[Side.BANKER]}


@checked
def expected(wagers: Iterable[Wager], table: Table) -> Fraction:
    """The average win of wagers, in coins, if the next coup is dealt from the present shoe.

    Payouts are rounded as at the table: a single coin on Banker never wins its 0.95. At chemin de
    fer the shoe counts as full, and the guest plays the best reply to the opponent.
    """
    if table.is_free_game:
        return sum((_hope_of_decisions(wager, table).mean for wager in wagers), start=Fraction(0))
    odds, known = odds_now(table), {bet.key: bet for bet in table.streaks}
    usual = [wager for wager in wagers if wager.spot not in known]
    streaks = (wager for wager in wagers if wager.spot in known)
    won = sum((-w.stake * odds.streak(known[w.spot]).edge for w in streaks), start=Fraction(0))
    return won + _expected(usual, odds, table.game.layout)


@dataclass(frozen=True, slots=True)
class Cost:
    """The expected and the actual result of a sitting; negative is a loss."""

    staked: int
    expected: Fraction
    won: int
    given_away: Fraction = Fraction(0)
    """the average cost of the guest's own decisions; 0 if there were none"""

    @property
    def luck(self) -> Fraction:
        """The part of the result that bets and decisions do not explain."""
        return self.won - self.expected + self.given_away


@dataclass(frozen=True, slots=True)
class Point:
    """The sitting after one coup, as a point of the plot."""

    coup: int
    bankroll: int
    expected: Fraction
    """the mean bankroll by exact odds, including all money bought"""
    variance: Fraction
    """the variance of the bankroll: the sum over the coups, each with all its wagers together

    At chemin de fer it is the variance of the expected play.
    """

    @property
    def deviation(self) -> float:
        """The standard deviation; about 1 in 20 results is more than 2 deviations from the mean."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Account:
    """The cost and the plot of a sitting so far; `after` adds only the coups not yet counted.

    >>> table = Table.open(seed=7, bankroll=1_000).bet("banker=100").deal()
    >>> account = Account().after(table)
    >>> account.cost.won, len(account.points)
    (95, 2)
    >>> table = table.bet("tie=5").deal()
    >>> account.after(table) == Account().after(table)
    True
    """

    cost: Cost = Cost(0, Fraction(0), 0)
    points: tuple[Point, ...] = ()
    """the first point is before any coup"""
    opened: Open | None = field(default=None, repr=False)
    coups: int = 0
    """the number of coups counted"""
    last: Played | None = field(default=None, repr=False)
    """the last counted coup"""

    def after(
        self, table: Table, most: int | None = None, coups: Sequence[Played] | None = None
    ) -> "Account":
        """This account with the new coups added, from `coups` or (default) from the present shoe.

        At most `most` coups are added; default: all. For another sitting the account starts again.
        """
        coups = table.played if coups is None else coups
        known = self if self._is_of(table, coups) else Account()
        new = coups[known.coups : None if most is None else known.coups + most]
        start = coups[0].money - coups[0].won if coups else table.bankroll + table.on_the_felt
        bought = coups[0].bought if coups else table.bought
        points = [Point(0, start, Fraction(start), Fraction(0)), *known.points[1:]]
        cost = known.cost
        variance = points[-1].variance
        for number, played in enumerate(new, start=len(points)):
            hope = hoped(played.wagers, played.coup, played.before.unseen, table)
            cost = Cost(
                cost.staked + sum(wager.stake for wager in played.wagers),
                cost.expected + hope.mean,
                cost.won + played.won,
                cost.given_away + given_away(played, table),
            )
            variance += hope.variance
            mean = start + played.bought - bought + cost.expected
            points.append(Point(number, played.money, mean, variance))
        last = new[-1] if new else known.last
        return Account(cost, tuple(points), table.opened, known.coups + len(new), last)

    def _is_of(self, table: Table, coups: Sequence[Played]) -> bool:
        if self.last is None:
            return True
        is_there = self.opened == table.opened and self.coups <= len(coups)
        return is_there and coups[self.coups - 1] == self.last


@checked
def costs(table: Table, coups: Sequence[Played] | None = None) -> Cost:
    """The cost of `coups` (default: of this shoe), each by the coup's odds when bets closed."""
    return Account().after(table, coups=coups).cost


@checked
def report(table: Table, coups: Sequence[Played] | None = None) -> tuple[Point, ...]:
    """The actual and the expected bankroll after each coup; the first point is before any coup."""
    return Account().after(table, coups=coups).points


def given_away(played: Played, table: Table) -> Fraction:
    """The average cost of the guest's decisions in a coup, in coins."""
    decisions = [decision for decision in played.decisions if decision.by_guest]
    if not decisions:
        return Fraction(0)
    from baccarat.table.coach.opponent import assess  # theory is slow to load

    stakes = stakes_of(played.wagers)
    total = Fraction(0)
    for decision in decisions:
        # Without an opponent the guest decides for both hands, but has bet on one.
        if stake := stakes.get(str(decision.choice.side).lower(), 0):
            total += stake * assess(decision, table, stake).cost
    return total


@dataclass(frozen=True, slots=True)
class Prediction:
    """The exact chances of the next coup, and the cheapest bet."""

    unseen: int
    player: Fraction
    banker: Fraction
    tie: Fraction
    cheapest: str
    """the main bet with the lowest edge"""
    edge: Fraction

    @property
    def said(self) -> Sentence:
        """The prediction in words."""
        return Sentence(
            "Nobody can tell. Among the {unseen} cards nobody has seen, Player wins {player:.2%} "
            "of coups, Banker {banker:.2%}, and {tie:.2%} tie, whatever came before; "
            "the cheapest bet is {spot}, and {cost}.",
            unseen=self.unseen,
            player=float(self.player),
            banker=float(self.banker),
            tie=float(self.tie),
            spot=self.cheapest,
            cost=Sentence(
                "it costs {share:.2%} of the stake on average"
                if self.edge >= 0
                else "it wins {share:.2%} of the stake on average",
                share=abs(float(self.edge)),
            ),
        )

    def __str__(self) -> str:
        return str(self.said)


@checked
def predict(table: Table) -> Prediction:
    """The exact chances of the next coup; no road predicts better.

    >>> print(str(predict(Table.open(seed=7, bankroll=1_000)))[:16])
    Nobody can tell.
    """
    odds = odds_now(table)
    player, tie, banker = _by_spot(odds).values()
    main = [spot for spot in ("player", "banker", "tie") if spot in table.game.layout.bets]
    cheapest = min(main, key=lambda spot: odds[spot].edge)
    return Prediction(len(odds.composition), player, banker, tie, cheapest, odds[cheapest].edge)


@lru_cache(maxsize=256)
def _fresh_odds(game: Game, unseen: Composition) -> OddsTable:
    """The odds of the next coup from these unseen cards; cached together with each bet's odds."""
    return OddsTable(game, unseen)


def _open_streaks(table: Table) -> tuple[StreakBet, ...]:
    """The streak bets with known odds: none in mid-coup, because a streak begins with a coup."""
    return () if table.phase in (Phase.DEALING, Phase.OFFER) else table.streaks


def _edge(odds: OddsTable, spot: str) -> Fraction | None:
    try:
        return asked(odds.game.layout.find(spot), lambda: odds[spot].edge)
    except Exception:  # a stranger's code may raise anything
        return None


class _Hope(NamedTuple):
    """Mean and variance of the total win of one coup's wagers, after rounding."""

    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)

    def and_also(self, other: "_Hope") -> "_Hope":
        return _Hope(self.mean + other.mean, self.variance + other.variance)


def hoped(wagers: Sequence[Wager], coup: Coup, unseen: Composition, table: Table) -> _Hope:
    """Mean and variance of the wagers' win, from the cards that were unseen when bets closed."""
    if not wagers:
        return _Hope()
    if table.is_free_game:
        (wager,) = wagers  # no guest is ponte and banquier at once
        return _hope_of_decisions(wager, table)
    game = table.game
    layout = game.layout
    usual = tuple(wager for wager in wagers if wager.spot in layout.bets)
    first = tuple(wager for wager in usual if not layout.bets[wager.spot].offered)
    hope = _hope(first, game, unseen) if first else _Hope()
    for wager in wagers:
        if wager not in usual:
            hope = hope.and_also(_hope_of_streak(wager, table))
    if first == usual:
        return hope
    # Bets laid in the middle of the coup have the odds of that moment.
    start = Coup(Hand(coup.player.cards[:2]), Hand(coup.banker.cards[:2]))
    seen = (card.at(unseen.depth) for card in start.cards[len(game.rules.opening) :])
    odds = OddsTable(game, unseen.without(seen), start)
    both, alone = (_together(laid, odds, layout) for laid in (usual, first))
    more = _Hope(both.mean - alone.mean, both.variance - alone.variance)
    return hope.and_also(more)


def _hope_of_streak(wager: Wager, table: Table) -> _Hope:
    """Mean and variance of a streak's win, as if each coup came from its own full shoe."""
    (bet,) = (bet for bet in table.streaks if bet.key == wager.spot)
    odds = _fresh_odds(table.game, table.game.rules.composition).streak(bet)
    return _Hope(-wager.stake * odds.edge, wager.stake**2 * odds.variance)


@lru_cache(maxsize=4096)
def _hope(wagers: tuple[Wager, ...], game: Game, unseen: Composition) -> _Hope:
    """Mean and variance of the wagers' win, at a game without decisions."""
    odds = _fresh_odds(game, unseen)
    if not any(is_strangers(game.layout.bet(wager.spot)) for wager in wagers):
        with suppress(BaccaratError):
            return _together(wagers, odds, game.layout)
    # Wagers on bets that name no odds, raise or hang are void: their stakes go back.
    sound = [wager for wager in wagers if _edge(odds, wager.spot) is not None]
    return _together(sound, odds, game.layout) if sound else _Hope()


def _together(wagers: Sequence[Wager], odds: OddsTable, layout: Layout) -> _Hope:
    bets = [layout.bet(wager.spot) for wager in wagers]
    pays = [
        {tier: _hope_of_tier(wager, bet, tier, layout) for tier in (*bet.pays, None)}
        for wager, bet in zip(wagers, bets, strict=True)
    ]
    total, once, twice = 0, Fraction(0), Fraction(0)
    for tiers, weight in joint(odds, bets).items():
        hopes = [each[tier] for each, tier in zip(pays, tiers, strict=True)]
        won, spreads = sum(hope.mean for hope in hopes), [h.variance for h in hopes if h.variance]
        total += weight
        once += weight * won
        # The same factors may multiply several wins: their variance together is at most this.
        twice += weight * (won**2 + len(spreads) * sum(spreads))
    mean = once / total
    return _Hope(mean, twice / total - mean**2)


def _hope_of_tier(wager: Wager, bet: Bet, tier: str | None, layout: Layout) -> _Hope:
    """Mean and variance of what a wager wins in one tier; only drawn factors make it vary."""
    wins = [
        (chance, layout.rounding.round(wager.stake * bet.net(tier, times), layout.chip))
        for times, chance in bet.law(tier).items()
    ]
    mean = sum((chance * won for chance, won in wins), Fraction(0))
    return _Hope(mean, sum((chance * (won - mean) ** 2 for chance, won in wins), Fraction(0)))


def _hope_of_decisions(wager: Wager, table: Table) -> _Hope:
    """The mean and variance of a chemin de fer wager, with the best decisions, from a full shoe."""
    # theory is slow to load
    from baccarat.table.coach.opponent import EQUILIBRIUM, best_play, commission_of, paid

    layout, side = table.game.layout, Side[wager.spot.upper()]
    pays = paid(wager.stake, side, layout)
    chances = best_play(
        table.opponent or EQUILIBRIUM,
        table.opened.model,
        table.game.rules.decks,
        side,
        commission_of(layout),
        pays,
    )
    wins, loses = chances.win, chances.lose
    if side is Side.BANKER:
        wins, loses = loses, wins
    win, loss = pays * wager.stake, wager.stake
    mean = wins * win - loses * loss
    return _Hope(mean, wins * win**2 + loses * loss**2 - mean**2)


def _expected(wagers: Iterable[Wager], odds: OddsTable, layout: Layout) -> Fraction:
    total = Fraction(0)
    for wager in wagers:
        if _edge(odds, wager.spot) is not None:  # else the bet is void: its stake goes back
            total += _as_paid(wager, odds[wager.spot], layout)
    return total


def _as_paid(wager: Wager, odds: Odds, layout: Layout) -> Fraction:
    """The average win of a wager, with every payout rounded as at the table."""
    paid = (
        weight * _hope_of_tier(wager, odds.bet, tier, layout).mean
        for tier, weight in odds.weights.items()
    )
    return sum(paid, Fraction(0)) / odds.total
