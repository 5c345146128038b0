"""The speed of counts and perfect play, compared with the reference reader in the same run."""

from collections.abc import Sequence

from baccarat.base.timing import Measured, best_of
from baccarat.core.bets import bet, registered
from baccarat.core.cards import Depth
from baccarat.core.rules import Rules
from baccarat.systems.counting.expectations import can_be_weighed
from baccarat.systems.counting.play import PerfectBet, Play
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.reference_reader import lay_shoe
from baccarat.systems.counting.shoes import count_cards
from baccarat.systems.counting.totals import USUAL, deepest

SHOES = 1_000_000
"""Shoes for a count as won. Exact figures take a quarter of them, perfect play a twentieth."""
TOGETHER = 1024
"""Shoes for perfect play of all bets on totals together; a single bet takes a quarter of them."""
PLAIN_SHOES, ROUNDS, SEED = 2, 3, 7


def measure() -> list[Measured]:
    """Measure on all cores: about 30 seconds, more if the loops must be compiled first."""
    dragon, perfect = known_counts()[0].count, PerfectBet(bet("dragon-7"))
    plain = _plainly(dragon)
    as_won, exact_seconds = _fast(dragon, SHOES, exact=False), _fast(dragon, SHOES // 4)
    ideal, plain_ideal = _fast(perfect, SHOES // 20), _plainly(perfect)
    bets = [item for item in can_be_weighed(registered())[0] if item.depth is Depth.TOTALS]
    plays = [PerfectBet(item) for item in bets]
    together = _together(plays, TOGETHER)
    one_by_one = sum(_together([play], TOGETHER // 4, rounds=1) for play in plays)
    beside = "plain Python"
    label = "a million shoes of Dragon 7"
    return [
        Measured("a shoe of Dragon 7 by true count, plain Python", plain),
        Measured(f"{label}, as won", 1e6 * as_won, beside, plain / as_won, "< 1.5 s"),
        Measured(f"{label}, exactly", 1e6 * exact_seconds, beside, plain / exact_seconds, "< 12 s"),
        Measured(
            "100,000 shoes of Dragon 7, perfectly",
            1e5 * ideal,
            beside,
            plain_ideal / ideal,
            "< 6 s",
        ),
        Measured(
            f"100,000 shoes of all {len(plays)} bets on totals, perfectly",
            1e5 * together,
            "one by one",
            one_by_one / together,
            "< 4 min",
        ),
    ]


def _plainly(play: Play) -> float:
    """Seconds per shoe with the reference reader, which takes one coup at a time."""
    rules = deepest(Rules(), [USUAL])
    shoes = range(PLAIN_SHOES)
    return best_of(lambda: [lay_shoe(play, rules, SEED, shoe) for shoe in shoes], 1) / len(shoes)


def _fast(play: Play, shoes: int, exact: bool = True) -> float:
    """Seconds per shoe, with many shoes in a run."""
    count_cards([play], 64, SEED, exact=exact)  # this compiles
    return best_of(lambda: count_cards([play], shoes, SEED, exact=exact), ROUNDS) / shoes


def _together(plays: Sequence[Play], shoes: int, rounds: int | None = None) -> float:
    """Seconds per shoe if all guests in `plays` play at the same shoes."""
    count_cards(plays, 2, SEED)  # this makes their tables
    return best_of(lambda: count_cards(plays, shoes, SEED), rounds or ROUNDS) / shoes
