"""`simulate`: shoes of a seed, and the results of every bet."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import inf
from typing import Annotated, Any, ClassVar, Literal

from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth
from baccarat.core.chance import SEEDS
from baccarat.core.games import Game
from baccarat.core.tally import Tally
from baccarat.exact.bet_choice import streak_name
from baccarat.questions.dealing import CEREMONY, DealtQuestion
from baccarat.questions.game import DECIDE, bet_names
from baccarat.questions.question import Ask, Misfit, refuse
from baccarat.questions.run import MOST_FIGURES, Figures, RunDealer, RunEstimate
from baccarat.simulation.plan import WHOLE_SHOE, Plan
from baccarat.simulation.planning import exact_of, plan_of, shoes_for, shoes_until
from baccarat.simulation.run import Simulation, simulate

MEASURES = ("shoes", "coups", "fresh", "until")
"""The fields for the size of a simulation; a question has exactly one."""


@dataclass(frozen=True, kw_only=True)
class SimulateQuestion(DealtQuestion):
    """A question for dealt shoes; the answer is each bet's counted edge beside its exact edge."""

    kind: ClassVar[str] = "simulate"

    shoes: Annotated[int | None, Ask("Number of shoes.", 1)] = None
    coups: Annotated[
        int | None, Ask("Deal as many whole shoes as are needed for this number of coups.", 1)
    ] = None
    fresh: Annotated[int | None, Ask("Deal this number of coups, each from a fresh shoe.", 1)] = (
        None
    )
    until: Annotated[
        float | None,
        Ask("Deal enough shoes for this half-width of the 99 % confidence interval of a bet's "
            "edge, in per cent of the stake.", high=100, above=0),
    ] = None  # fmt: skip
    each: Annotated[
        int | None, Ask("Deal this number of coups from each shoe.", 1, usual="all")
    ] = None
    depth: Annotated[
        Literal["totals", "points", "ranks", "cards"] | None,
        Ask("How deep a simulated bet may look into the cards.", usual="all"),
    ] = None
    bets: Annotated[
        tuple[str, ...],
        Ask("Another bet to simulate, with a price if you like: lucky-6:12/23. May be repeated.",
            option="--bet", offers=bet_names),
    ] = ()  # fmt: skip
    all_bets: Annotated[
        bool,
        Ask("Simulate every known bet, not only the game's bets; in whole shoes also bets on "
            "streaks.",
            option="--all"),
    ] = False  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(getattr(self, name) is not None for name in MEASURES) != 1:
            raise Misfit("give exactly one length: {shoes}, {fresh}, {coups} or {until}")
        if self.fresh is not None:
            refuse("a fresh coup has no burn and no cut card", self, *CEREMONY)
        if self.each is not None:
            refuse("{each} deals past the cut card", self, *CEREMONY[1:])
        if self.streaks and (self.fresh is not None or self.until is not None):
            form = "{streak} runs over several coups: say {shoes} or {coups}"
            raise Misfit(form, streak=self.streaks[0][:40])
        for name in self.named:
            self._require_counted(self.felt.layout.find(name))
        _ = self.plan  # complains at once of impossible values

    @cached_property
    def streaks(self) -> tuple[str, ...]:
        """The bets that run over several coups."""
        return tuple(filter(is_streak, self.bets))

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The names, on the felt, of the bets that run over one coup."""
        bets = (name for name in self.bets if name not in self.streaks)
        return tuple(dict.fromkeys(map(self.table.layout.name_of, bets)))

    @cached_property
    def felt(self) -> Game:
        """The game with all bets of the question."""
        names = bet_names() if self.all_bets else []
        return replace(self.table, layout=self.table.layout.having(*names, *self.named))

    @property
    def noun(self) -> str:
        return "shoes" if self.fresh is None else "coups"

    @cached_property
    def size(self) -> int:
        if self.coups is not None:
            shoes = shoes_for(self.coups, game=self.felt, each=self.each, decide=DECIDE)
            if shoes > SEEDS:
                form = "the shoes of a seed have numbers below 2^64: {many} coups need more"
                raise Misfit(form, many=self.coups)
            return shoes
        if self.until is not None:
            width, bets = self.until / 100, self._measured()
            return max(
                shoes_until(width, bet, game=self.felt, coups=self.each, decide=DECIDE)
                for bet in bets
            )
        return (self.fresh or 0) if self.shoes is None else self.shoes

    def _measured(self) -> list[Bet]:
        """The bets whose intervals must be narrow before the dealing ends."""
        return [self.felt.layout.find(name) for name in self.named or ("banker",)]

    @cached_property
    def plan(self) -> Plan:
        """The shoes to deal, as the library's `Plan`."""
        terms = (self.seed, self.each, self.fresh is not None, self.depth, self.endless)
        return plan_of(self.felt, self.size, *terms)

    def _require_counted(self, bet: Bet) -> None:
        """Raise an error for a named bet that would not be counted."""
        if bet.depth is not Depth.TOTALS and bet.key not in self._counted:
            form = "{bet} looks at {deep}: the printed card shows none"
            if self.depth is not None:
                form = "{bet} looks at {deep}: {depth} {said} leaves it out"
            raise Misfit(form, bet=bet.key, deep=bet.depth, said=self.depth)

    @property
    def _counted(self) -> set[str]:
        return {bet.key for bet in self.plan.bets}

    @property
    def work(self) -> int:
        return self.size * (self.plan.coups or WHOLE_SHOE)

    @cached_property
    def spelling(self) -> Mapping[str, Any]:
        hidden = (*MEASURES, "bets")
        values = {name: value for name, value in self.own.items() if name not in hidden}
        bets = {*self.named, *map(streak_name, self.streaks)}
        values |= {"bets": tuple(sorted(bets))} if bets else {}
        values["shoes" if self.fresh is None else "fresh"] = self.size
        return {**values, **self.dealing(has_end=self.plan.coups is None)}

    def described(self) -> Mapping[str, Any]:
        return self.plan.describe(DECIDE)

    def answer(self, dealer: RunDealer, *, milestones: bool = True) -> Simulation:
        """Deal until all shoes are done or the dealing is stopped; a plot needs `milestones`."""
        felt, keys = self.felt.layout, self._counted
        bets = {name: felt.find(name) for name in self.named or felt.bets}
        bets = {
            name: bet for name, bet in bets.items() if bet.depth is Depth.TOTALS or bet.key in keys
        }
        followed = dict(list(bets.items())[:MOST_FIGURES])
        odds = exact_of(self.felt, self.plan, DECIDE)

        @cache
        def exact() -> dict[str, float]:
            return {name: float(odds.of(bet).edge) for name, bet in followed.items()}

        def tell(tally: Tally, done: int) -> None:
            dealer.tell(done, lambda: Figures(_estimates(tally, followed), exact()))

        return simulate(
            *(self.size, self.seed),
            game=self.felt,
            coups=self.each,
            fresh=self.fresh is not None,
            decks=inf if self.endless else None,
            depth=self.depth,
            decide=DECIDE,
            progress=tell,
            milestones=milestones,
            **dealer.options,
        )


@dataclass(frozen=True, kw_only=True)
class ServedSimulation(SimulateQuestion):
    """A simulation on a server; streak bets, which it does not count, are refused."""

    def __post_init__(self) -> None:
        if self.streaks:
            form = "{streak} runs over several coups: `baccarat simulate` counts it"
            raise Misfit(form, streak=self.streaks[0][:40])
        super().__post_init__()

    def _measured(self) -> list[Bet]:
        bets = super()._measured()
        if strangers := [bet.key for bet in bets if is_strangers(bet)]:
            form = "{until} needs the exact deviation of a bet, and {bet} is a plug-in's: say how "
            form += "many shoes"
            raise Misfit(form, bet=strangers[0])
        return bets


def _estimates(tally: Tally, bets: Mapping[str, Bet]) -> dict[str, RunEstimate]:
    """The edges of the bets so far, without bets that were never offered."""
    odds = {name: tally.of_bet(bet) for name, bet in bets.items()}
    return {
        name: RunEstimate(float(share.edge), *share.edge_interval())
        for name, share in odds.items()
        if share.total
    }
