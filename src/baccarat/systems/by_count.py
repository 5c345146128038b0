"""The parts of a system that bets by a card count: which bet, and how large a stake.

The count starts again with every shoe. The parts that its text leaves out are calculated when the
system sits down at a table.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from baccarat.base.errors import BadSystem, BadText, BadValue
from baccarat.base.hints import require_fields
from baccarat.core.third_card import Strategy, nobody
from baccarat.systems.counting.play import CountedBet
from baccarat.systems.counting.spelling import ALL, PERFECT, SpelledCount
from baccarat.systems.system import FINEST, Picker, Portion, Staking, State

if TYPE_CHECKING:
    from baccarat.core.games import Game

ENOUGH = 1_000
"""The fewest coups of a trial that give the edge at a count; rarer counts are put together."""


@dataclass(frozen=True, slots=True)
class ByCount(Picker):
    """Lays the bet of a count whenever the count is at least its first trigger."""

    spelled: SpelledCount
    count: CountedBet | None = None
    """None until the system sits at a table"""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.spelled.name in (PERFECT, ALL):
            complaint = f"{self.spelled.name} keeps no count"
            raise BadText(f"{complaint}: name a count, e.g. 'count:dragon-7'")
        if self.spelled.bet is None:
            raise BadText(f"name the bet, too, e.g. '{self} on dragon-7'")

    def seated(self, game: "Game", decide: Strategy = nobody) -> "ByCount":
        from baccarat.systems.counting.play_choice import kept_at  # arrays, engines

        return replace(self, count=kept_at(self.spelled, game, decide))

    def pick(self, state: State) -> str:
        if self.count is None:
            raise BadSystem(f"{self} sits at no table yet: call system.seated(game)")
        return self.spelled.bet or ""

    def __str__(self) -> str:
        return f"count:{self.spelled}"


@dataclass(frozen=True, slots=True)
class UnitsByCount(Staking):
    """Stakes the number of units that belongs to the present level of the count."""

    units: tuple[int, ...] = ()
    """for each level of the count, from the first trigger on"""

    def joined_to(self, picker: Picker, game: "Game", decide: Strategy = nobody) -> "UnitsByCount":
        return UnitsByCount(tuple(units for _, units in _count_of(picker, self).stakes))

    def want(self, state: State) -> int:
        raise _without_a_count(self)

    def want_at(self, state: State, level: int) -> int:
        return self.units[level - 1]

    def said(self, state: State) -> str:
        return "as the count says"

    def __str__(self) -> str:
        return "units:count"


@dataclass(frozen=True, slots=True)
class KellyByCount(Staking):
    """Stakes the share of the money that grows it fastest: the edge at the count ÷ the variance.

    The edge is the mean of the exact expectations at each whole count, in a trial at the same
    table; the variance is that of a whole shoe. If the edge is negative, it lays no bet.
    """

    levels: tuple[tuple[int | Fraction, Portion | None], ...] = ()
    """the counts from which the share changes, and the share; None for no bet"""

    def joined_to(self, picker: Picker, game: "Game", decide: Strategy = nobody) -> "KellyByCount":
        from baccarat.exact.odds import odds  # arrays

        count = _count_of(picker, self)
        variance = float(odds(game=game, decide=decide).of(count.bet).variance)
        edges = edges_by_count(count, game, decide)
        levels = tuple((trigger, _portion(edge / variance)) for trigger, edge in edges)
        if not any(share for _, share in levels):
            complaint = f"no count from {count.trigger} on favours {count.bet.key}"
            raise BadValue(f"{complaint}: the Kelly stake is always 0")
        return KellyByCount(levels)

    def counted(self, count: CountedBet) -> CountedBet:
        return replace(count, stakes=tuple((trigger, 1) for trigger, _ in self.levels))

    def want(self, state: State) -> int:
        raise _without_a_count(self)

    def want_at(self, state: State, level: int) -> Portion | None:
        return self.levels[level - 1][1]

    def said(self, state: State) -> str:
        return "its share at this count"

    def __str__(self) -> str:
        return "kelly:count"


def edges_by_count(
    play: CountedBet, game: "Game", decide: Strategy = nobody
) -> list[tuple[int | Fraction, float]]:
    """Counts from the trigger on, each with a unit's mean expected value up to the next count."""
    from baccarat.systems.counting.suggestion import best_trigger  # arrays, engines
    from baccarat.systems.counting.totals import LARGEST_COUNT, Ending

    least = min(floor(play.trigger), LARGEST_COUNT)
    ending = Ending(game.rules.cut_card, game.rules.last_coup)
    tried = best_trigger(play, game=game, ending=ending, decide=decide)
    groups: list[tuple[int, int, float]] = []
    for count, coups, worth in tried.by_count[::-1]:
        if count < least:
            break
        worth *= coups
        if groups and groups[-1][1] < ENOUGH:
            _, group_coups, also = groups.pop()
            coups, worth = coups + group_coups, worth + also
        groups.append((count, coups, worth))
    if not groups:
        raise BadValue(
            f"no trial of {play.bet.key} reached a count of {play.trigger}: choose a lower trigger"
        )
    edges: list[tuple[int | Fraction, float]] = [
        (count, worth / coups) for count, coups, worth in groups[::-1]
    ]
    return [(play.trigger, edges[0][1]), *edges[1:]]


def _portion(share: float) -> Portion | None:
    """A share as a stake, rounded to three digits, then to millionths; None if rounding gives 0."""
    parts = round(Fraction(f"{share:.3g}") * FINEST)
    return Portion(min(Fraction(1), Fraction(parts, FINEST))) if parts > 0 else None


def _count_of(picker: Picker, staking: Staking) -> CountedBet:
    if picker.count is None:
        raise _without_a_count(staking)
    return picker.count


def _without_a_count(staking: Staking) -> BadValue:
    return BadValue(f"{staking} goes by a count: bet on one, e.g. 'count:dragon-7'")
