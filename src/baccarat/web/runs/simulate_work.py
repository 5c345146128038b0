"""A simulation as a run of the laboratory."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf
from typing import Any

from baccarat.base.errors import BadText
from baccarat.core.bets import Bet, registered
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth
from baccarat.core.chance import SEEDS
from baccarat.core.tally import Tally
from baccarat.questions.question import RunDealer
from baccarat.simulation.plan import WHOLE_SHOE
from baccarat.simulation.planning import exact_of, plan_of, shoes_for, shoes_until, table_of
from baccarat.simulation.run import simulate
from baccarat.web.runs.run import RunEstimate
from baccarat.web.runs.work import (
    CEREMONY,
    DECIDE,
    MOST_FIGURES,
    USUAL_GAME,
    Figures,
    LabWork,
    Worked,
    dealing_options,
    dealt_otherwise,
    refuse_said,
    usual_left_out,
    with_ceremony,
)

HOW_MUCH = ("shoes", "coups", "fresh", "until")


class SimulateWork(LabWork):
    """Shoes of a seed, and what every bet came to."""

    kind = "simulate"

    def __init__(self, asked: Mapping[str, Any]) -> None:
        if sum(asked.get(name) is not None for name in HOW_MUCH) != 1:
            raise BadText("say how much: shoes, or fresh, or coups, or until")
        self._is_fresh = asked.get("fresh") is not None
        each = self._each = asked.get("each")
        if self._is_fresh:
            refuse_said("a fresh coup has no burn and no cut card", asked, *CEREMONY)
        if each is not None:
            refuse_said("each deals past the cut card", asked, *CEREMONY[1:])
        names = tuple(asked.get("bets") or ())
        if running := [name for name in names if is_streak(name)]:
            told = "runs over several coups: `baccarat simulate` counts it"
            raise BadText(f"{running[0][:40]} {told}")
        endless = self._endless = bool(asked.get("endless"))
        if endless:
            refuse_said("an endless deck has no number", asked, "decks")
        usual = table_of(asked.get("game") or USUAL_GAME)
        table = table_of(usual, asked.get("decks"))
        table = replace(table, rules=with_ceremony(table.rules, asked))
        felt = table.layout
        self._named = tuple(dict.fromkeys(map(felt.name_of, names)))
        every = [bet.key for bet in registered()] if asked.get("all_bets") else []
        self.game = replace(table, layout=felt.having(*every, *self._named))
        many = self._much(asked)
        self._depth = asked.get("depth")
        seed = asked.get("seed") or 0
        self.plan = plan_of(self.game, many, seed, each, self._is_fresh, self._depth, endless)
        for name in self._named:
            self._require_counted(self.game.layout.find(name))
        self.of = many
        self.unit = "coups" if self._is_fresh else "shoes"
        self.coups = many * (self.plan.coups or WHOLE_SHOE)
        self.question = usual_left_out(
            {
                "fresh" if self._is_fresh else "shoes": many,
                "each": each,
                "bets": tuple(sorted(self._named)),
                "all_bets": bool(every),
                "seed": seed,
                "depth": self._depth,
                "endless": endless,
            },
            {"seed": 0},
        ) | dealt_otherwise(self.game, usual, self.plan.coups is None)

    def _much(self, asked: Mapping[str, Any]) -> int:
        """How many shoes, or fresh coups."""
        if asked.get("coups") is not None:
            coups = asked["coups"]
            shoes = shoes_for(coups, game=self.game, each=self._each, decide=DECIDE)
            if shoes > SEEDS:
                told = f"{coups} coups need more"
                raise BadText(f"the shoes of a seed have numbers below 2^64: {told}")
            return shoes
        if asked.get("until") is not None:
            bets = [self.game.layout.find(name) for name in self._named or ("banker",)]
            if strange := [bet.key for bet in bets if is_strangers(bet)]:
                # Its code would run in the server, and may never end.
                told = f"{strange[0]} is a plug-in's: say how many shoes"
                raise BadText(f"until needs the exact deviation of a bet, and {told}")
            width = asked["until"] / 100
            each = self._each
            return max(
                shoes_until(width, bet, game=self.game, coups=each, decide=DECIDE) for bet in bets
            )
        much: int = asked["fresh"] if self._is_fresh else asked["shoes"]
        return much

    def _require_counted(self, bet: Bet) -> None:
        """Complain of a bet that was named and would not be counted."""
        counted = {each.key for each in self.plan.bets}
        if bet.depth is not Depth.TOTALS and bet.key not in counted:
            why = f"depth {self._depth} leaves it out"
            if self._depth is None:
                why = "the printed card shows none"
            raise BadText(f"{bet.key} looks at {bet.depth}: {why}")

    def described(self) -> Mapping[str, Any]:
        return self.plan.describe(DECIDE)

    def options(self) -> Iterator[tuple[str, Any]]:
        asked = self.question
        for name in ("shoes", "fresh", "each", "depth"):
            if name in asked:
                yield f"--{name}", asked[name]
        yield "--bet", asked.get("bets", ())
        if asked.get("all_bets"):
            yield "--all", True
        yield from dealing_options(asked)

    def go(self, how: RunDealer) -> Worked:
        felt = self.game.layout
        named = self._named or tuple(felt.bets)
        exactly = exact_of(self.game, self.plan, DECIDE)
        counted = {bet.key for bet in self.plan.bets}
        bets = {
            name: bet
            for name in named
            if (bet := felt.find(name)).depth is Depth.TOTALS or bet.key in counted
        }
        followed = dict(list(bets.items())[:MOST_FIGURES])
        known = {name: float(exactly.of(bet).edge) for name, bet in followed.items()}

        def tell(tally: Tally, done: int) -> None:
            how.tell(done, lambda: Figures(_estimates(tally, followed), known))

        found = simulate(
            self.plan.shoes,
            self.plan.seed,
            game=self.game,
            coups=self._each,
            fresh=self._is_fresh,
            decks=inf if self._endless else None,
            depth=self._depth,
            engine=how.engine,
            threads=how.threads,
            decide=DECIDE,
            progress=tell,
            checkpoint=how.checkpoint,
            scheduler=how.scheduler,
            milestones=True,
            stop=how.stop,
        )
        answer = found.as_json() if found.is_whole else {}
        return Worked(answer, found.answer_digest, found.engine, found.is_whole)


def _estimates(tally: Tally, bets: Mapping[str, Bet]) -> dict[str, RunEstimate]:
    """The edges of bets so far; none of a bet that was not offered yet."""
    found = {}
    for name, bet in bets.items():
        odds = tally.of_bet(bet)
        if odds.total:
            found[name] = RunEstimate(float(odds.edge), *odds.edge_interval())
    return found
