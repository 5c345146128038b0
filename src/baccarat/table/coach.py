"""The coach: exact odds of the shoe as it stands, what a bet costs, what the sitting should have.

    odds_now(table)["banker"].edge        of the next coup, or of the one that is being dealt
    edges(table)                          of every bet on the felt
    expected(wagers, table)               what these wagers are up on average, as they are paid
    costs(table), report(table)           what was expected of the sitting, and what came
    predict(table)                        an honest answer

Nothing here changes a table, and nothing knows more than the guest has seen.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from baccarat.coup import OUTCOMES, Side
from baccarat.exact.odds import OddsTable
from baccarat.games import Game
from baccarat.layout import Layout, Wager
from baccarat.shoe import Composition
from baccarat.table.acts import ActRefused
from baccarat.table.story import Phase, Played
from baccarat.table.table import Table
from baccarat.tally import Odds


def odds_now(table: Table) -> OddsTable:
    """The exact odds of every bet, for the shoe as the guest knows it.

    >>> from baccarat.exact.odds import odds
    >>> table = Table.open(seed=7, bankroll=1_000)
    >>> seen = str(table.view().shoe.burn_card)
    >>> odds_now(table)["banker"].edge == odds(decks=8, seen=seen)["banker"].edge
    True
    """
    if table.is_free_game:
        raise ActRefused("odds wait for both sides to decide: ask what the equilibrium is worth")
    if table.is_held:
        raise ActRefused("the odds wait for the card that lies face down")
    unseen = table.view().unseen
    if unseen is None:
        raise ActRefused("there are no odds before the first shoe")
    if table.phase is Phase.DEALING:
        return OddsTable(table.game, unseen, table.coup)
    return _fresh_odds(table.game, unseen)


def edges(table: Table) -> dict[str, Fraction | None]:
    """The house's edge on every spot; None where a stranger's bet cannot be weighed."""
    odds = odds_now(table)
    return {spot: _edge(odds, spot) for spot in table.game.layout.bets}


def expected(wagers: Iterable[Wager], table: Table) -> Fraction:
    """What wagers are up on average if the next coup is dealt from the shoe as it stands.

    Payouts are rounded as the table rounds them: a single coin on Banker never wins its 0.95.
    """
    if table.is_free_game:
        return _expected_of_decisions(wagers, table)
    return _expected(wagers, odds_now(table), table.game.layout)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a sitting should have brought, and what it did; negative is a loss."""

    staked: int
    expected: Fraction
    won: int
    given_away: Fraction = Fraction(0)
    """what the guest's own decisions cost on average; where there are none to make, nothing"""

    @property
    def luck(self) -> Fraction:
        """What came beyond what was expected of bets and decisions."""
        return self.won - self.expected + self.given_away


def costs(table: Table) -> Cost:
    """The sum over all coups so far: each wager at its odds when bets were closed."""
    return Cost(
        sum(wager.stake for played in table.played for wager in played.wagers),
        sum((_expected_of(played, table) for played in table.played), start=Fraction(0)),
        sum(played.won for played in table.played),
        sum((given_away(played, table) for played in table.played), start=Fraction(0)),
    )


def given_away(played: Played, table: Table) -> Fraction:
    """What the guest's decisions in a coup cost on average, in coins."""
    from baccarat.table.opponent import assess  # theory is heavy, and only needed here

    stakes = {wager.spot: wager.stake for wager in played.wagers}
    return sum(
        (
            assess(decision, table).cost * stakes.get(str(decision.choice.side).lower(), 0)
            for decision in played.decisions
            if decision.by_guest
        ),
        start=Fraction(0),
    )


@dataclass(frozen=True, slots=True)
class Point:
    """The sitting after one coup: a point of the plot."""

    coup: int
    bankroll: int
    expected: Fraction
    """the bankroll that exact odds expected by then, with all that was bought"""


def report(table: Table) -> tuple[Point, ...]:
    """The bankroll coup by coup, against what was expected; the first point is before any coup."""
    first = table.played[0].bought if table.played else table.bought
    points = [Point(0, first, Fraction(first))]
    gained = Fraction(0)
    for number, played in enumerate(table.played, start=1):
        gained += _expected_of(played, table)
        points.append(Point(number, played.bankroll, played.bought + gained))
    return tuple(points)


@dataclass(frozen=True, slots=True)
class Prediction:
    """All that can be said of the next coup."""

    unseen: int
    player: Fraction
    banker: Fraction
    tie: Fraction
    cheapest: str
    """the main bet that costs least"""
    edge: Fraction

    def __str__(self) -> str:
        return (
            f"Nobody can tell. Among the {self.unseen} cards nobody has seen, Player wins "
            f"{float(self.player):.2%} of coups, Banker {float(self.banker):.2%}, and "
            f"{float(self.tie):.2%} tie, whatever came before; the cheapest bet is "
            f"{self.cheapest}, and it {'costs' if self.edge >= 0 else 'wins'} "
            f"{abs(float(self.edge)):.2%} of the stake on average."
        )


def predict(table: Table) -> Prediction:
    """What the next coup will be: its exact chances, which no road knows better.

    >>> print(str(predict(Table.open(seed=7, bankroll=1_000)))[:16])
    Nobody can tell.
    """
    odds = odds_now(table)
    chances: Counter[Side | None] = Counter()
    for outcome, weight in zip(OUTCOMES, odds.tally.cells, strict=True):
        chances[outcome.winner] += weight
    player, banker, tie = (
        Fraction(chances[winner], odds.tally.total) for winner in (Side.PLAYER, Side.BANKER, None)
    )
    main = [spot for spot in ("player", "banker", "tie") if spot in table.game.layout.bets]
    cheapest = min(main, key=lambda spot: odds[spot].edge)
    return Prediction(len(odds.composition), player, banker, tie, cheapest, odds[cheapest].edge)


@lru_cache(maxsize=256)
def _fresh_odds(game: Game, unseen: Composition) -> OddsTable:
    """The odds of a coup that is still to come; they remember every bet they were asked for."""
    return OddsTable(game, unseen)


def _edge(odds: OddsTable, spot: str) -> Fraction | None:
    try:
        return odds[spot].edge
    except Exception:  # a stranger's code may raise anything
        return None


def _expected_of(played: Played, table: Table) -> Fraction:
    if not played.wagers:
        return Fraction(0)
    if table.is_free_game:
        return _expected_of_decisions(played.wagers, table)
    odds = _fresh_odds(table.game, played.before.unseen)
    return _expected(played.wagers, odds, table.game.layout)


def _expected(wagers: Iterable[Wager], odds: OddsTable, layout: Layout) -> Fraction:
    total = Fraction(0)
    for wager in wagers:
        if _edge(odds, wager.spot) is not None:  # else it is void, and nothing comes of it
            total += _as_paid(wager, odds[wager.spot], layout)
    return total


def _as_paid(wager: Wager, odds: Odds, layout: Layout) -> Fraction:
    """What a wager is up on average when every payout is rounded as the table does."""
    paid = sum(
        weight * layout.rounding.round(wager.stake * odds.bet.net(tier), layout.chip)
        for tier, weight in odds.weights.items()
    )
    return Fraction(paid, odds.total)


def _expected_of_decisions(wagers: Iterable[Wager], table: Table) -> Fraction:
    """The same where somebody decides: from a whole shoe, the guest replying best."""
    from baccarat.table.opponent import EQUILIBRIUM, best_play  # theory is heavy

    opponent, layout = table.opponent or EQUILIBRIUM, table.game.layout
    total = Fraction(0)
    for wager in wagers:
        side = Side[wager.spot.upper()]
        chances = best_play(opponent, table.opened.model, table.game.rules.decks, side)
        wins, loses = chances.win, chances.lose
        if side is Side.BANKER:
            wins, loses = loses, wins
        paid = layout.rounding.round(wager.stake * layout.bet(wager.spot).net("win"), layout.chip)
        total += wins * paid - loses * wager.stake
    return total
