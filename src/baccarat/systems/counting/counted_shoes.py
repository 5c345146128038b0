"""Deal shoes to guests who count, and say what their bets are worth.

count_cards([play], shoes=100_000)          dealt, counted, with errors
suggest("dragon-7")                         a count from the effects of removal, with its trigger
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from baccarat.bets import Bet
from baccarat.counts import MOST_TAG, Count
from baccarat.coup import OUTCOMES, Strategy, nobody
from baccarat.errors import BadValue
from baccarat.exact.odds import odds
from baccarat.exact.removal import removal
from baccarat.frozen import freeze
from baccarat.games import Game, as_game
from baccarat.hints import guided, helpful
from baccarat.jsonable import decked
from baccarat.rules import Rules
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.folding import Stop
from baccarat.simulation.plan import Plan
from baccarat.simulation.runner import Progress, Runner
from baccarat.systems.counting.counted_bet import CountedBet, Play
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.laid import USUAL, Ending, LaidTally, deepest
from baccarat.systems.counting.laying import CountReader
from baccarat.systems.counting.worth import Worth, require_pace
from baccarat.systems.session import PACE

SHOES = 100_000
TRIAL_SHOES = 10_000
"""Shoes that are dealt to find a trigger: some 800,000 coups, each at its exact expectation."""
TRIAL_SEED = 2**63
"""Their seed, far from those that people take, so that a count is not judged by its own trial."""
EVERY_COUP = -(10**6)
"""A trigger that every count reaches."""


@helpful
@guided
@dataclass(frozen=True, slots=True)
class CountedShoes:
    """What guests' bets were worth on the same shoes, guest by guest and ending by ending."""

    plan: Plan
    reader: CountReader
    tally: LaidTally
    shoes: int
    """those that were finished"""
    pace: int = field(default=PACE, kw_only=True)
    engine: str = field(default="", kw_only=True)
    seconds: float = field(default=0.0, compare=False, kw_only=True)

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return self.shoes == self.plan.shoes

    @property
    def worths(self) -> list[Worth]:
        """Guest by guest, and for each ending by ending."""
        each = [(play, ending) for play in self.reader.plays for ending in self.reader.endings]
        return [
            Worth(play, ending, laid, pace=self.pace, exact=self.reader.exact)
            for (play, ending), laid in zip(each, self.tally.laid, strict=True)
        ]

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each guest and ending, for tables."""
        about = {"decks": self.plan.rules.decks, "seed": self.plan.seed, "shoes": self.shoes}
        return [{**about, **worth.row()} for worth in self.worths]

    def as_json(self) -> dict[str, object]:
        """All of it."""
        return {
            "seed": self.plan.seed,
            "shoes": self.shoes,
            "shoes_asked": self.plan.shoes,
            "is_whole": self.is_whole,
            **decked(self.plan.rules.decks),
            "burn": self.plan.rules.burn,
            "engine": self.engine,
            "seconds": self.seconds,
            "digest": self.tally.digest,
            "plays": [worth.as_json() for worth in self.worths],
        }


@guided
def count_cards(
    plays: Sequence[Play],
    shoes: int = SHOES,
    seed: int = 0,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    rules: Rules | None = None,
    endings: Sequence[Ending] = (USUAL,),
    exact: bool = True,
    pace: int = PACE,
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    progress: Progress[LaidTally] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    scheduler: str | None = None,
    stop: Stop | None = None,
) -> CountedShoes:
    """Deal shoes to guests who count; each bet as it is won, and at its exact expectation.

    The cut card and the last coup are those of the endings, whatever the rules say.

    >>> from baccarat.bets import bet
    >>> from baccarat.systems.counting.counted_bet import CountedBet, parse_tags
    >>> dragon = CountedBet(bet("dragon-7"), parse_tags("0 0 0 -1 -1 -1 -1 2 2 0"), ((4, 1),))
    >>> found = count_cards([dragon], shoes=2000, seed=7)
    >>> [worth] = found.worths
    >>> round(worth.bets.value, 1), 0.5 < worth.units.value < 0.7, abs(worth.z) < 3
    (7.4, True, True)
    """
    require_pace(pace)
    reader = CountReader(tuple(plays), tuple(endings), exact, decide)
    table = as_game(game, decks=decks, rules=rules)
    plan = Plan(shoes, seed, deepest(table.rules, reader.endings))
    run = Runner(plan, reader, decide, engine, threads, scheduler, checkpoint)
    found = run.go(progress, stop)
    return CountedShoes(
        plan,
        reader,
        found.tally,
        found.shoes,
        pace=pace,
        engine=run.chosen.name,
        seconds=run.seconds,
    )


@helpful
@guided
@dataclass(frozen=True, slots=True)
class Suggestion:
    """A count with the trigger that earned most, and what bets at each count were worth."""

    play: CountedBet
    by_count: tuple[tuple[int, int, float], ...]
    """count rounded down, coups of the trial, what a unit laid on them was worth on average"""
    digest: str
    """of the trial"""
    line: Count | None = None
    """how closely tags follow the effects of removal, if that is where they come from"""

    def __post_init__(self) -> None:
        freeze(self, "by_count")


@guided
def suggest(
    bet: str | Bet,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    rules: Rules | None = None,
    ending: Ending = USUAL,
    most: int = MOST_TAG,
    shoes: int = TRIAL_SHOES,
    threads: int | None = None,
    decide: Strategy = nobody,
) -> Suggestion:
    """A count that follows the effects of removal, with the trigger that earns most."""
    table = as_game(game, decks=decks, rules=rules)
    found = table.layout.find(bet)
    line = follow(found, table, most, decide)
    tried = CountedBet(found, line.tags, ((EVERY_COUP, 1),))
    best = best_trigger(
        tried, game=table, ending=ending, shoes=shoes, threads=threads, decide=decide
    )
    return replace(best, line=line)


def follow(bet: Bet, game: Game, most: int = MOST_TAG, decide: Strategy = nobody) -> Count:
    """The tags that follow the effects of removal best; a complaint if all effects are equal."""
    expectation_of(bet, game.rules, decide)  # it complains, before a long search
    line = removal(bet, odds(game=game, decide=decide)).best_count(most)
    if not any(line.tags.values()):
        raise BadValue(f"every card is worth the same to {bet.key}: no count follows it")
    return line


@guided
def best_trigger(
    play: CountedBet,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    rules: Rules | None = None,
    ending: Ending = USUAL,
    shoes: int = TRIAL_SHOES,
    seed: int = TRIAL_SEED,
    threads: int | None = None,
    decide: Strategy = nobody,
) -> Suggestion:
    """The same count with the whole trigger at which one unit a bet earns most, on trial shoes."""
    always = replace(play, stakes=((EVERY_COUP, 1),))
    dealt = count_cards(
        [always],
        shoes,
        seed,
        game=game,
        decks=decks,
        rules=rules,
        endings=[ending],
        threads=threads,
        decide=decide,
    )
    if not dealt.is_whole:  # a trigger from a part of the trial would be another one
        raise KeyboardInterrupt
    by_count = dealt.tally.laid[0].by_count
    best, most, total = 0, 0, 0
    for count in sorted(by_count, reverse=True):
        total += by_count[count][3]
        if total > most:
            best, most = count, total
    if not most:
        raise BadValue(f"no count of these tags makes {play.bet.key} worth a bet")
    rows = tuple(
        (count, bets, worth / bets / 1e9) for count, (bets, _, _, worth) in sorted(by_count.items())
    )
    return Suggestion(replace(play, stakes=((best, 1),)), rows, dealt.tally.digest)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the sheet that a guest takes to the table."""

    coup: int
    """the coup that is about to be dealt, from 1 on"""
    unseen: int
    """how many cards nobody has seen by then, on average"""
    needed: tuple[int, ...]
    """the least running count for each of the stakes"""


@guided
def sheet(
    play: CountedBet, rules: Rules, every: int = 5, decide: Strategy = nobody
) -> list[SheetRow]:
    """The running counts from which the bet is laid, every few coups, up to the cut card.

    A coup takes as many cards as in a whole shoe, on average.
    """
    weights = odds(rules.composition, rules=rules, decide=decide).tally.cells
    cards = sum(
        weight * (len(outcome.player) + len(outcome.banker) - len(rules.opening))
        for outcome, weight in zip(OUTCOMES, weights, strict=True)
    )
    mean = Fraction(cards, sum(weights))
    hidden = int(rules.burn and not play.sees_burn)
    burned = Fraction(sum(1 + card.burns for card in rules.composition), 52 * rules.decks)
    rows: list[SheetRow] = []
    coup = 1
    while True:
        gone = int(rules.burn) + (coup - 1) * mean
        if gone + (burned - 1) * rules.burn >= 52 * rules.decks - rules.cut_card:
            return rows
        unseen = round(52 * rules.decks - gone)
        rows.append(SheetRow(coup, unseen, play.needed(unseen + hidden)))
        coup += every
