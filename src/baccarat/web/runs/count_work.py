"""Card counts as a run of the laboratory."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from baccarat.base.errors import BadText
from baccarat.core.bets import Bet
from baccarat.core.shoe import LastCoup
from baccarat.questions.question import RunDealer
from baccarat.simulation.plan import WHOLE_SHOE, Plan
from baccarat.simulation.planning import table_of
from baccarat.systems.counting.play import CountedBet, Play
from baccarat.systems.counting.play_choice import EACH, choose_plays
from baccarat.systems.counting.shoes import SHOES, count_cards
from baccarat.systems.counting.spelling import ALL, PERFECT, SpelledCount, read_count
from baccarat.systems.counting.totals import USUAL, Ending, LaidTally, deepest
from baccarat.systems.counting.worth import CountWorth
from baccarat.systems.session import PACE, require_pace
from baccarat.web.runs.run import RunEstimate
from baccarat.web.runs.work import (
    DECIDE,
    MOST_FIGURES,
    USUAL_GAME,
    Figures,
    LabWork,
    Worked,
    dealing_options,
    dealt_otherwise,
    usual_left_out,
)


class CountWork(LabWork):
    """Shoes dealt to guests who count."""

    kind = "count"
    unit = "shoes"

    def __init__(self, asked: Mapping[str, Any]) -> None:
        spelled = tuple(asked.get("counts") or ())
        if not spelled:
            raise BadText("say which counts, e.g. 'dragon-7' or 'perfect on tie'")
        self.counts = [read_count(each) for each in spelled]
        self.of = SHOES if asked.get("shoes") is None else asked["shoes"]
        if self.of < 2:
            raise BadText(f"an interval takes two shoes or more, not {self.of}")
        self._pace = PACE if asked.get("pace") is None else asked["pace"]
        require_pace(self._pace)
        self._exact = not asked.get("as_won")
        usual = table_of(asked.get("game") or USUAL_GAME)
        table = table_of(usual, asked.get("decks"))
        if asked.get("burn") is not None:
            table = replace(table, rules=replace(table.rules, burn=asked["burn"]))
        self.game = table
        cuts = tuple(dict.fromkeys(asked.get("cut_cards") or [USUAL.cut_card]))
        rules = tuple(dict.fromkeys(asked.get("last_coups") or [str(USUAL.last_coup)]))
        self.endings = [Ending(behind, LastCoup.parse(rule)) for behind in cuts for rule in rules]
        seed = asked.get("seed") or 0
        self.plan = Plan(self.of, seed, deepest(table.rules, self.endings))
        felt = table.layout
        names = tuple(dict.fromkeys(map(felt.name_of, asked.get("bets") or ())))
        self.bets: list[Bet] = [felt.find(name) for name in names]
        for each in self.counts:
            if each.bet is not None:
                felt.find(each.bet)
            elif not names:
                raise BadText(f"say on which bet, e.g. '{each} on dragon-7'")
        plays = sum(
            (len(EACH) if each.name == ALL else 1) * (1 if each.on else len(names) or 1)
            for each in self.counts
        )
        self.coups = self.of * WHOLE_SHOE * plays
        self.question = usual_left_out(
            {
                "counts": tuple(map(str, self.counts)),
                "bets": names,
                "shoes": self.of,
                "seed": seed,
                "cut_cards": cuts,
                "last_coups": rules,
                "pace": self._pace,
                "as_won": not self._exact,
            },
            {
                "seed": 0,
                "pace": PACE,
                "cut_cards": (USUAL.cut_card,),
                "last_coups": (str(USUAL.last_coup),),
            },
        ) | dealt_otherwise(table, usual, has_end=False)

    def described(self) -> Mapping[str, Any]:
        return self.plan.describe(DECIDE)

    def options(self) -> Iterator[tuple[str, Any]]:
        asked = self.question
        yield "--compare", asked["counts"]
        yield "--bet", asked.get("bets", ())
        yield "--shoes", asked["shoes"]
        yield "--cut-card", asked.get("cut_cards", ())
        yield "--last-coup", asked.get("last_coups", ())
        if "pace" in asked:
            yield "--pace", asked["pace"]
        if asked.get("as_won"):
            yield "--as-won", True
        yield from dealing_options(asked)

    def go(self, how: RunDealer) -> Worked:
        chosen, left_out = choose_plays(
            *(self.counts, self.bets, self.game, self.endings[0], how.threads, DECIDE),
            exact=self._exact,
        )
        plays = [each.play for each in chosen]

        def tell(done: LaidTally, shoes: int) -> None:
            how.tell(shoes, lambda: self._figures(plays, done, shoes))

        found = count_cards(
            plays,
            self.plan.shoes,
            self.plan.seed,
            game=self.game,
            endings=self.endings,
            exact=self._exact,
            pace=self._pace,
            compare=True,
            engine=how.engine,
            threads=how.threads,
            decide=DECIDE,
            progress=tell,
            checkpoint=how.checkpoint,
            scheduler=how.scheduler,
            stop=how.stop,
        )
        more = {"left_out": left_out, "records": None}
        answer = {**found.as_json(), **more} if found.is_whole else {}
        return Worked(answer, found.answer_digest, found.engine, found.is_whole)

    def _figures(self, plays: list[Play], done: LaidTally, shoes: int) -> Figures:
        """Units a shoe, by guest and ending."""
        if shoes < 2:
            return Figures({})
        each = [(play, ending) for play in plays for ending in self.endings]
        estimates = {}
        for (play, ending), laid in list(zip(each, done.laid, strict=True))[:MOST_FIGURES]:
            worth = CountWorth(play, ending, laid, pace=self._pace, exact=self._exact)
            name = _name(play) + (f", {ending}" if len(self.endings) > 1 else "")
            estimates[name] = RunEstimate(worth.units.value, *worth.units.interval())
        return Figures(estimates)


def _name(play: Play) -> str:
    if isinstance(play, CountedBet):
        return str(SpelledCount.of(play))
    return f"{PERFECT} on {play.bet.key}"
