"""Bet by a count: what to bet on, and how much.

count:dragon-7                          the published count of the bet, or one that is suggested
count:dragon-7@5                        the same with a trigger of one's own
count:dragon-7@4:1,6:2                  two units from 6 on, if the staking is `units:count`
count:dragon-7:0,0,0,-1,-1,-1,-1,2,2,0@4    tags of one's own, ace to nine and then ten
count:dragon-7:4=-1,8=1:running:from-8:burn-unseen@4    tags by card, and how it is kept

A shoe has a count of its own, which starts when the shoe is opened. What is left out is found out
when the system sits down at a table.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING

from baccarat.cards import Card
from baccarat.coup import Strategy, nobody
from baccarat.errors import BadSystem, BadText, BadValue
from baccarat.frozen import freeze
from baccarat.hints import quoted, require_fields
from baccarat.rules import STANDARD
from baccarat.systems.counting.counted_bet import (
    CountedBet,
    CountStakes,
    Divisor,
    parse_stakes,
    parse_tags,
    write_tags,
)
from baccarat.systems.system import FINEST, Picker, Portion, Staking, State

if TYPE_CHECKING:
    from baccarat.games import Game
    from baccarat.systems.counting.suggesting import Suggestion

DIVISORS = {str(divisor).replace(" ", "-"): divisor for divisor in Divisor}
BURN_UNSEEN = "burn-unseen"
ENOUGH = 1_000
"""Coups of a trial that tell the edge at a count; rarer counts are taken together."""


@dataclass(frozen=True, slots=True)
class ByCount(Picker):
    """The bet of a count, from its first trigger on."""

    bet: str
    """as the felt names it"""
    count: CountedBet
    spelled: str = ""
    """as it was typed"""

    def __post_init__(self) -> None:
        require_fields(self)

    def seated(self, game: "Game", decide: Strategy = nobody) -> "ByCount":
        count = replace(self.count, bet=game.layout.find(self.bet))
        count.require_reachable(game.rules.composition)
        return replace(self, count=count)

    def pick(self, state: State) -> str:
        return self.bet

    def __str__(self) -> str:
        if self.spelled:
            return self.spelled
        return spelled_count(self.count, self.bet)


@dataclass(frozen=True, slots=True)
class CountPicker(Picker):
    """A count as it is typed: tags, trigger or both may be left to the table."""

    bet: str
    tags: Mapping[Card, int] | None = None
    stakes: CountStakes | None = None
    start: int = 0
    divisor: Divisor = Divisor.CARDS
    sees_burn: bool = True

    def __post_init__(self) -> None:
        freeze(self, "tags", "stakes")
        require_fields(self)

    def seated(self, game: "Game", decide: Strategy = nobody) -> ByCount:
        from baccarat.systems.counting.known_counts import known_counts
        from baccarat.systems.counting.suggesting import EVERY_COUP, follow  # arrays, engines

        bet = game.layout.find(self.bet)
        stakes, tags = self.stakes, self.tags
        ceremony = {name: getattr(STANDARD, name) for name in ("burn", "cut_card", "last_coup")}
        if tags is None and replace(game.rules, **ceremony) == STANDARD:
            for known in known_counts():
                if known.count.bet == bet:
                    best = known.count.stakes if known.best is None else ((known.best, 1),)
                    count = replace(known.count, stakes=stakes or best)
                    return ByCount(self.bet, count, str(self)).seated(game)
        if tags is None:
            tags = follow(bet, game, decide=decide).tags
        how = self.start, self.divisor, self.sees_burn
        count = CountedBet(bet, tags, stakes or ((EVERY_COUP, 1),), *how)
        if stakes is None:
            count = _trial(count, game, decide).play
        return ByCount(self.bet, count, str(self)).seated(game)

    def pick(self, state: State) -> str:
        raise BadSystem(f"{self} sits at no table yet: ask for system.seated(game)")

    def __str__(self) -> str:
        parts = ["count", self.bet]
        if self.tags is not None:
            parts.append(write_tags(self.tags).replace(":", "=").replace(" ", ","))
            if self.divisor is not Divisor.CARDS:
                parts.append(str(self.divisor).replace(" ", "-"))
            if self.start:
                parts.append(f"from{self.start:+d}")
            if not self.sees_burn:
                parts.append(BURN_UNSEEN)
        steps = (f"{at}:{units}" if units > 1 else str(at) for at, units in self.stakes or ())
        return ":".join(parts) + ("@" if self.stakes else "") + ",".join(steps)


def spelled_count(count: CountedBet, bet: str | None = None) -> str:
    """A count as it can be typed, with nothing left out."""
    how = count.tags, count.stakes, count.start, count.divisor, count.sees_burn
    return str(CountPicker(bet or str(count.bet), *how))


@dataclass(frozen=True, slots=True)
class UnitsByCount(Staking):
    """The units that the stakes of the count itself say: they rise with it."""

    units: tuple[int, ...] = ()
    """by level of the count, from the first trigger on"""

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
    """The share of the money that makes it grow fastest: the edge at the count over the variance.

    The edge is the mean of the exact expectations at each whole count, in a trial at the same
    table; the variance is that of a whole shoe. Where the edge is against the guest, it waits.
    """

    levels: tuple[tuple[int | Fraction, Portion | None], ...] = ()
    """the counts from which the share is another one, and the share"""

    def joined_to(self, picker: Picker, game: "Game", decide: Strategy = nobody) -> "KellyByCount":
        from baccarat.exact.odds import odds  # arrays

        count = _count_of(picker, self)
        variance = float(odds(game=game, decide=decide).of(count.bet).variance)
        edges = edges_by_count(count, game, decide)
        levels = tuple((trigger, _portion(edge / variance)) for trigger, edge in edges)
        if not any(share for _, share in levels):
            told = f"no count from {count.trigger} on favours {count.bet.key}"
            raise BadValue(f"{told}: a Kelly stake is nothing there")
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
    """The counts from the trigger on, and what a unit is worth from each to the next."""
    from baccarat.systems.counting.laid import LARGEST_COUNT
    from baccarat.systems.counting.suggesting import EVERY_COUP

    least = min(floor(play.trigger), LARGEST_COUNT)
    tried = _trial(replace(play, stakes=((EVERY_COUP, 1),)), game, decide)
    groups: list[tuple[int, int, float]] = []
    for count, coups, worth in tried.by_count[::-1]:
        if count < least:
            break
        worth *= coups
        if groups and groups[-1][1] < ENOUGH:
            _, more, also = groups.pop()
            coups, worth = coups + more, worth + also
        groups.append((count, coups, worth))
    if not groups:
        raise BadValue(f"a count of {play.trigger} never came in a trial of {play.bet.key}")
    edges: list[tuple[int | Fraction, float]] = [
        (count, worth / coups) for count, coups, worth in groups[::-1]
    ]
    return [(play.trigger, edges[0][1]), *edges[1:]]


@lru_cache(maxsize=64)
def _trial(play: CountedBet, game: "Game", decide: Strategy) -> "Suggestion":
    """The best trigger of a count at a table, and what bets at each whole count are worth."""
    from baccarat.systems.counting.laid import Ending
    from baccarat.systems.counting.suggesting import best_trigger

    ending = Ending(game.rules.cut_card, game.rules.last_coup)
    return best_trigger(play, game=game, ending=ending, decide=decide)


def _portion(share: float) -> Portion | None:
    """A share to three digits, and to the millionth; None if that is nothing."""
    parts = round(Fraction(f"{share:.3g}") * FINEST)
    return Portion(min(Fraction(1), Fraction(parts, FINEST))) if parts > 0 else None


def _count_of(picker: Picker, staking: Staking) -> CountedBet:
    if picker.count is None:
        raise _without_a_count(staking)
    return picker.count


def _without_a_count(staking: Staking) -> BadValue:
    return BadValue(f"{staking} goes by a count: bet on one, e.g. 'count:dragon-7'")


def read_count(text: str) -> CountPicker:
    """What is spelled after `count:`; see above.

    >>> str(read_count("dragon-7@4:1,6:2")), str(read_count("tie:9:8=2,9=-2:running@7"))
    ('count:dragon-7@4,6:2', 'count:tie:9:0,0,0,0,0,0,0,2,-2,0:running@7')
    """
    spelled, at, steps = text.strip().partition("@")
    stakes = parse_stakes(steps) if at else None
    parts = spelled.split(":")
    tagged = next((n for n, part in enumerate(parts) if "," in part or "=" in part), len(parts))
    bet = ":".join(parts[:tagged])
    if not bet:
        raise BadText(f"no bet is counted: {quoted(text)} (expected e.g. 'count:dragon-7')")
    if tagged == len(parts):
        return CountPicker(bet, None, stakes)
    tags = parse_tags(parts[tagged].replace("=", ":"))
    found = CountPicker(bet, tags, stakes)
    for word in parts[tagged + 1 :]:
        if word in DIVISORS:
            found = replace(found, divisor=DIVISORS[word])
        elif re.fullmatch("from[+-]?[0-9]{1,4}", word):
            found = replace(found, start=int(word.removeprefix("from")))
        elif word == BURN_UNSEEN:
            found = replace(found, sees_burn=False)
        else:
            known = ", ".join((*DIVISORS, "from-32", BURN_UNSEEN))
            raise BadText(f"not a way to keep a count: {quoted(word)} (expected {known})")
    return found
