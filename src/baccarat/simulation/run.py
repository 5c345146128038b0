"""Simulate any number of seeded shoes; every engine gives the same tally."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, sqrt

from baccarat.base.errors import BaccaratError, BadValue, TooShallow
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.frozen import freezes
from baccarat.base.hints import displayed, guided, helpful, quoted
from baccarat.base.jsonable import both, bounds, decked, exact, sampled
from baccarat.core.bets import Bet
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.rules import Rules
from baccarat.core.stats import CONFIDENCE, Share
from baccarat.core.tally import Odds, Tally, digest_of
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.exact.odds import OddsTable
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import DEFAULT_STYLE
from baccarat.render.funnel import Funnel, draw_funnels
from baccarat.simulation.checkpoint import Counted
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.plan import EQUAL_START, Plan
from baccarat.simulation.planning import exact_of, is_same_event, plan_of, require_bools
from baccarat.simulation.protocols import Stop
from baccarat.simulation.readers.tally import TallyReader
from baccarat.simulation.runner import Progress, Runner

FIRST_MILESTONE = 100
"""The approximate number of coups before the first milestone."""
STEP = Fraction(7, 5)
"""Each milestone has 7/5 as many shoes as the one before."""
PLOTTED = ("player", "banker", "tie")
"""The bets that are plotted by default."""


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
@freezes("milestones")
class Simulation(Mapping[str, Odds], Framed):
    """The result of a plan: a mapping from each bet to the counts of its tiers.

    >>> found = simulate(shoes=100, seed=7)
    >>> found
    <simulation of punto-banco: 100 shoes of seed 7, 8,027 coups>
    >>> found["tie"].wins, found.is_whole
    (764, True)
    """

    game: Game
    plan: Plan
    engine: str
    tally: Tally
    shoes: int
    """the number of shoes dealt: fewer than planned if the simulation was stopped"""
    seconds: float = field(compare=False)
    exact: OddsTable = field(compare=False, repr=False)
    """the exact odds of a fresh shoe, to compare with the dealt coups"""
    resumed: int = 0
    """the number of shoes that came from a checkpoint"""
    milestones: tuple[Counted[Tally], ...] = ()
    """the counts at each milestone, if they were requested; the last is the end"""

    is_saved: bool = True
    """whether the checkpoint, if there is one, is complete; a full disk may prevent that"""

    @property
    def is_whole(self) -> bool:
        """Whether all planned shoes were dealt."""
        return self.shoes == self.plan.shoes

    @property
    def speed(self) -> float:
        """The number of coups dealt per second, without the coups loaded from a checkpoint."""
        return self.tally.total * (1 - self.resumed / self.shoes) / self.seconds

    @property
    def answer_digest(self) -> str:
        """SHA-256 of all counts: the same question always gives the same digest."""
        return digest_of([self.tally.digest, self.tally.events_digest])

    def of(self, bet: str | Bet) -> Odds:
        """The odds of a bet in the dealt shoes; a bet deeper than totals must have been counted."""
        bet = self.game.layout.find(bet)
        if not _is_counted(bet, self.plan):
            raise TooShallow(
                f"{bet.key} needs {bet.depth} and was not counted: add the bet to "
                "simulate(bets=[…])"
            )
        return self.tally.of_bet(bet)

    def __getitem__(self, bet: str | Bet) -> Odds:
        return self.of(bet)

    def __contains__(self, bet: object) -> bool:
        try:
            return isinstance(bet, str | Bet) and bool(self.of(bet))
        except BaccaratError:
            return False

    def __iter__(self) -> Iterator[str]:
        """The spots of the felt whose bets were counted."""
        return (spot for spot in self.game.layout.bets if spot in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each bet of the felt that was counted, for tables."""
        rows: list[dict[str, object]] = []
        for spot, found in self.items():
            is_laid = found.total > 0
            low, high = bounds(found.edge_interval()) if is_laid else (None, None)
            rows.append(
                {
                    "name": spot,
                    "bet": found.bet.key,
                    "spelled": str(found.bet),
                    "coups": found.total,
                    "wins": found.wins,
                    "probability": float(found.chance) if is_laid else None,
                    "edge": float(found.edge) if is_laid else None,
                    "low": low,
                    "high": high,
                    "confidence": CONFIDENCE,
                    **both("exact_edge", self.exact[found.bet].edge),
                    "z": self.z(found.bet),
                }
            )
        return rows

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        return {
            **dict.fromkeys(("name", "bet", "spelled"), "string"),
            **dict.fromkeys(("coups", "wins"), "int64"),
            **dict.fromkeys(("probability", "edge", "low", "high"), "float64?"),
            "confidence": "float64",
            "exact_edge": "float64",
            "exact_edge_fraction": "string",
            "z": "float64?",
        }, self.rows()

    def __repr__(self) -> str:
        shoes = f"{self.shoes:,} of {self.plan.shoes:,}" if not self.is_whole else f"{self.shoes:,}"
        return (
            f"<simulation of {self.game}: {shoes} shoes of seed {self.plan.seed}, "
            f"{self.tally.total:,} coups>"
        )

    def z(self, bet: str | Bet) -> float | None:
        """The counted edge minus the exact edge, in standard errors.

        None for whole shoes, whose late coups do not have the odds of a fresh shoe, and for a bet
        that was never offered.
        """
        found = self.of(bet)
        if self.plan.coups is None or not found.total:
            return None
        exact = self.exact.of(found.bet)
        error = sqrt(exact.variance_at_means) / sqrt(found.total)
        return float(found.edge - exact.edge) / error

    def plot(self, *bets: str | Bet, style: str = DEFAULT_STYLE) -> Drawing:
        """A plot of each edge as it approaches the exact edge; it needs `milestones=True`."""
        if not self.milestones:
            raise BadValue("there are no milestones to plot: simulate with milestones=True")
        named = bets or [spot for spot in PLOTTED if spot in self.game.layout.bets]
        return draw_funnels([self._funnel(bet) for bet in named], self._about, style=style)

    @property
    def counted(self) -> dict[str, Bet]:
        """The bets of the felt that were counted, by spot."""
        bets, events = self.game.layout.bets, self.tally.events
        return {
            spot: bet
            for spot, bet in bets.items()
            if bet.depth is Depth.TOTALS or bet.key in events
        }

    @property
    def shares(self) -> dict[str, tuple[Share, Fraction]]:
        """The shares of coups with naturals and equal two-card totals, and the exact chances."""
        tally, exactly = self.tally, self.exact.tally
        started = tally.of_bet(EQUAL_START).weights["equal"]
        equal = self.exact.of(EQUAL_START).probability("equal")
        return {
            "naturals": (
                Share(_naturals(tally), tally.total),
                Fraction(_naturals(exactly), exactly.total),
            ),
            "equal-starts": (Share(started, tally.total), equal),
        }

    def about_json(self) -> dict[str, object]:
        """The settings of the simulation as JSON, without the results of the bets."""
        plan, rules = self.plan, self.plan.rules
        has_end = plan.coups is None
        return {
            "game": self.game.name,
            **decked(rules.decks, plan.endless),
            "burn": rules.burn,
            "cut_card": rules.cut_card if has_end else None,
            "last_coup": str(rules.last_coup) if has_end else None,
            "seed": plan.seed,
            "shoes": self.shoes,
            "resumed_shoes": self.resumed,
            "coups_of_each": plan.coups,
            "coups": self.tally.total,
            "engine": self.engine,
            "seconds": self.seconds,
            "is_whole": self.is_whole,
            "digest": self.tally.digest,
        }

    def bet_json(self, bet: Bet) -> dict[str, object]:
        """The odds of a bet in the dealt shoes, and its exact odds in a fresh shoe, as JSON."""
        exactly = self.exact.of(bet)
        return {
            **self.of(bet).sampled_json(),
            **(exact("offered_probability", exactly.offered) if bet.offered else {}),
            **exact("probability", exactly.chance),
            **exact("edge", exactly.edge),
            "z": self.z(bet),
        }

    def as_json(self) -> dict[str, object]:
        """The plan, every counted bet, and the whole tally, as JSON."""
        shares = self.shares.items()
        return {
            **self.about_json(),
            "bets": {spot: self.bet_json(bet) for spot, bet in self.counted.items()},
            "shares": {
                name: {
                    "probability_simulated": sampled(share.share, share.interval(), CONFIDENCE),
                    **exact("probability", chance),
                }
                for name, (share, chance) in shares
            },
            **self.tally.as_json(),
            "answer_digest": self.answer_digest,
        }

    def _funnel(self, bet: str | Bet) -> Funnel:
        exact = self.exact[self.of(bet).bet]
        kept = [each.tally.of_bet(exact.bet) for each in self.milestones]
        found = [(each.total, each.edge) for each in kept if each.total]
        if not found:
            raise TooShallow(f"{bet} was not offered in any coup, so there is nothing to plot")
        return Funnel(str(bet), exact.edge, sqrt(exact.variance_at_means), found)

    @property
    def _about(self) -> str:
        plan, decks = self.plan, self.plan.rules.decks
        shoes = "the first shoe" if self.shoes == 1 else f"the first {self.shoes:,} shoes"
        if plan.coups is None:
            told = "dealt whole, beside the exact edges of a fresh shoe"
        else:
            told = f"{plan.coups} {'coup' if plan.coups == 1 else 'coups'} of each"
        deck = "deck" if decks == 1 else "decks"
        return f"{self.game}, {decks} {deck}: {shoes} of seed {plan.seed}, {told}."


def _naturals(tally: Tally) -> int:
    cells = zip(OUTCOMES, tally.cells, strict=True)
    return sum(times for outcome, times in cells if outcome.has_natural)


@guided
def simulate(
    shoes: int = 1_000,
    seed: int = 0,
    *,
    decks: float | None = None,
    bets: str | Bet | Iterable[str | Bet] = (),
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    coups: int | None = None,
    fresh: bool = False,
    depth: Depth | str | None = None,
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    progress: Progress[Tally] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    scheduler: str | None = None,
    milestones: bool = False,
    stop: Stop | None = None,
) -> Simulation:
    """Deal the shoes of a seed, and count the results of the bets.

    Shoes are dealt whole, or for `coups` coups each. With `fresh`, each shoe gives one coup, and
    no card is burned.

    The bets of the felt and `bets` are counted if they look no deeper than `depth`; default: all
    of them. A bet on totals can also be requested afterwards. With `decks=math.inf`, fresh coups
    come from a deck to which every card returns.

    A `checkpoint` is a file that keeps the finished shoes, so that the next start continues there.
    A `scheduler` is the address of dask workers. With `milestones` the tally is stored at
    intervals, for a plot. A `stop` is a `threading.Event`: once it is set, the dealing ends within
    a second, and the finished shoes are returned.

    >>> simulate(shoes=100, seed=7).tally.total
    8027
    """
    require_bools(milestones=milestones)
    table, decide = as_game(game, decks=decks, rules=rules), as_key(decide)
    named = [bets] if isinstance(bets, str | Bet) else _listed(bets)
    table = replace(table, layout=table.layout.having(*named))
    plan = plan_of(table, shoes, seed, coups, fresh, depth, endless=is_endless(decks))
    for bet in map(table.layout.find, named):
        if not _is_counted(bet, plan):
            raise BadValue(
                f"{bet.key} needs {bet.depth}, but this simulation does not count them: leave the "
                "bet out"
            )
    run = Runner(plan, TallyReader(plan, decide), decide, engine, threads, scheduler, checkpoint)
    counted = run.go(progress, stop, _milestones(plan) if milestones else ())
    return Simulation(
        table,
        plan,
        run.chosen.name,
        counted.tally,
        counted.shoes,
        run.seconds,
        exact_of(table, plan, decide),
        run.resumed,
        tuple(run.kept) if milestones else (),
        run.is_saved,
    )


def _milestones(plan: Plan) -> Iterator[int]:
    """The numbers of shoes after which the tally is stored for a plot, without the last number."""
    stop = ceil(FIRST_MILESTONE / plan.coups_a_shoe)
    while stop < plan.shoes:
        yield stop
        stop = ceil(STEP * stop)


def _listed(bets: Iterable[str | Bet]) -> list[str | Bet]:
    if not isinstance(bets, Iterable):
        raise BadValue(f"give bets as a list of bets or names, not {quoted(bets)}")
    return list(bets)


def _is_counted(bet: Bet, plan: Plan) -> bool:
    counted = [each for each in (*plan.bets, EQUAL_START) if each.key == bet.key]
    return bet.depth is Depth.TOTALS or any(is_same_event(bet, each) for each in counted)
