"""A count for a bet: tags that follow the effects of removal, and the trigger that earns most.

suggest("dragon-7")                         a count from the effects of removal, with its trigger
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from baccarat.base.errors import BadValue
from baccarat.base.frozen import freezes
from baccarat.base.hints import guided, helpful
from baccarat.core.bets import Bet
from baccarat.core.counts import MOST_TAG, Count
from baccarat.core.games import Game, as_game
from baccarat.core.rules import Rules
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import odds
from baccarat.exact.removal import removal
from baccarat.simulation.stream import fold
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.totals import LARGEST_COUNT, USUAL, Ending, deepest

TRIAL_SHOES = 10_000
"""Shoes of a trial to find a trigger: some 800,000 coups, each at its exact expectation."""
TRIAL_SEED = 2**63
"""The seed of trials, far from usual seeds, so that no count is judged by its own trial."""
EVERY_COUP = -(10**6)
"""A trigger that every count reaches."""


@helpful
@guided
@dataclass(frozen=True, slots=True)
@freezes("by_count")
class Suggestion:
    """A count with the trigger that earned most, and the expected value of bets at each count."""

    play: CountedBet
    by_count: tuple[tuple[int, int, float], ...]
    """for each count, rounded down: the count, its coups, and the mean expected value of a unit"""
    digest: str
    """the digest of the trial"""
    line: Count | None = None
    """how closely the tags follow the effects of removal; None if they come from elsewhere"""


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
    chosen_bet = table.layout.find(bet)
    line = follow(chosen_bet, table, most, decide)
    tried = CountedBet(chosen_bet, line.tags, ((EVERY_COUP, 1),))
    best = best_trigger(
        tried, game=table, ending=ending, shoes=shoes, threads=threads, decide=decide
    )
    return replace(best, line=line)


def follow(bet: Bet, game: Game, most: int = MOST_TAG, decide: Strategy = nobody) -> Count:
    """The tags that follow the effects of removal best; refuse a bet if all effects are equal."""
    expectation_of(bet, game.rules, decide)  # refuses the bet before a long search
    line = removal(bet, odds(game=game, decide=decide)).best_count(most)
    if not any(line.tags.values()):
        raise BadValue(
            f"every card has the same effect on {bet.key}, so no count helps: use perfect play"
        )
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
    """The given count, with the whole number as trigger that earns most at one unit per bet."""
    table = as_game(game, decks=decks, rules=rules)
    always = replace(play, stakes=((EVERY_COUP, 1),))
    reader = CountReader((always,), (ending,), decide=decide)
    return _tried(always, reader, deepest(table.rules, [ending]), shoes, seed, threads)


@lru_cache(maxsize=64)
def _tried(
    play: CountedBet, reader: CountReader, rules: Rules, shoes: int, seed: int, threads: int | None
) -> Suggestion:
    """The trial of a count that bets on every coup; the reader must have no other guest."""
    tally = fold(reader, shoes, seed, rules=rules, threads=threads, decide=reader.decide)
    by_count = tally.laid[0].by_count
    best, highest, total = 0, 0, 0
    for count in sorted(by_count, reverse=True):
        total += by_count[count][3]
        if total > highest:
            best, highest = count, total
    far = {-LARGEST_COUNT, LARGEST_COUNT} & set(by_count)
    if (far and not highest) or best in far:
        raise BadValue(
            f"the best trigger may be outside ±{LARGEST_COUNT}, and counts outside are not kept "
            "apart: give a trigger, smaller tags or a start nearer to 0"
        )
    if not highest:
        raise BadValue(f"with these tags {play.bet.key} never favours the guest: use perfect play")
    rows = tuple(
        (count, bets, worth / bets / 1e9) for count, (bets, _, _, worth) in sorted(by_count.items())
    )
    return Suggestion(replace(play, stakes=((best, 1),)), rows, tally.digest)
