"""The worth of a bet: its edge, its deviation, the effect of each card, and a count for it."""

from dataclasses import dataclass
from functools import cache

from baccarat.base.hints import guided
from baccarat.core.bets import Bet, bet
from baccarat.core.counts import Count, tags_by_number
from baccarat.core.games import GAMES
from baccarat.core.tally import Odds
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.removal import Removal, removal

FOLLOWS = 0.95
"""The correlation that is high enough for a simple count."""
LARGEST_TAGS = (1, 2, 3, 4, 8, 12)
"""The largest tags of a count, in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class BetWorth:
    """A bet at a price, with its odds for 6 and 8 decks, its effects of removal and its count."""

    bet: Bet
    game: str
    six: Odds
    eight: Odds
    removal: Removal
    count: Count


@guided
def worth(spelled: str | Bet) -> BetWorth:
    """The worth of a bet in a fresh shoe of our first game that has the bet on its felt.

    >>> dragon = worth("dragon-7")
    >>> str(dragon.count), round(dragon.count.correlation, 4)
    ('0:0 1:0 2:0 3:0 4:-1 5:-1 6:-1 7:-1 8:+2 9:+2', 0.9642)
    """
    found = bet(spelled)
    game = home_of(found)
    six, eight = _whole(6, game), _whole(8, game)
    less = removal(found, eight)
    return BetWorth(found, game, six.of(found), eight.of(found), less, simple_count(less))


def home_of(found: Bet) -> str:
    """The first of our games whose felt has the bet; default: punto banco."""
    homes = (game.name for game in GAMES if found.key in {b.key for b in game.layout.bets.values()})
    return next(homes, GAMES[0].name)


@cache
def _whole(decks: int, game: str) -> OddsTable:
    """The odds table of a fresh shoe; cached, because the table stores its odds."""
    return odds(decks, game=game)


def simple_count(removal: Removal) -> Count:
    """The balanced count with the smallest tags that has a correlation of at least `FOLLOWS`.

    If none of `LARGEST_TAGS` is enough, the largest tag is the last of them.
    """
    numbers = {card: removal.composition[card] for card in removal}
    for most in LARGEST_TAGS:
        count = removal.judge(tags_by_number(removal.effects, numbers, most))
        if count.correlation >= FOLLOWS or not any(count.tags.values()):
            break
    return count
