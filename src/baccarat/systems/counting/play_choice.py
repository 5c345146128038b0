"""Turns a typed count into a rule for betting; parts that were not typed are calculated."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from baccarat.base.errors import BaccaratError, BadText, BadValue, UnknownName
from baccarat.core.bets import Bet
from baccarat.core.cards import Card
from baccarat.core.counts import Count
from baccarat.core.games import Game
from baccarat.core.rules import STANDARD
from baccarat.core.third_card import Strategy, nobody
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.play import CountedBet, PerfectBet, Play
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.spelling import (
    ALL,
    FORMS,
    PERFECT,
    PUBLISHED,
    SUGGESTED,
    SpelledCount,
)
from baccarat.systems.counting.suggestion import EVERY_COUP, best_trigger, follow
from baccarat.systems.counting.totals import USUAL, Ending

EACH = (
    SpelledCount(PUBLISHED),
    SpelledCount(SUGGESTED),
    SpelledCount(SUGGESTED, most=1),
    SpelledCount(PERFECT),
)
"""The counts that `all` means."""


@dataclass(frozen=True, slots=True)
class ChosenPlay:
    """A guest's way to bet, and its source: the name that was typed, or the effects of removal."""

    play: Play
    names: tuple[str, ...] = ()
    """the names under which the play was typed; empty if tags were typed"""
    line: Count | None = None
    """how closely the tags follow the effects of removal; None if they come from elsewhere"""


def choose_plays(
    counts: Iterable[SpelledCount],
    bets: Iterable[Bet],
    game: Game,
    ending: Ending = USUAL,
    threads: int | None = None,
    decide: Strategy = nobody,
    exact: bool = True,
) -> tuple[list[ChosenPlay], dict[str, str]]:
    """Every count on each bet, or on the bet that the count names; equal plays appear once.

    All counts are checked before the first trial is dealt. Some of the counts that `all` means may
    not be possible on a bet: these are left out, and returned with the reason.
    """
    bets, wishes, left_out = tuple(bets), dict[tuple[SpelledCount, Bet], bool](), dict[str, str]()
    for count in counts:
        bet_name = count.on or (None if bets else count.tags_of)
        on = bets if bet_name is None else (game.layout.find(bet_name),)
        if not on:
            raise BadText(f"name the bet, too, e.g. '{count} on dragon-7'")
        is_one = count.name != ALL
        candidates = [count] if is_one else EACH
        wishes |= {(wish, bet): is_one for bet in on for wish in candidates}
    possible: list[tuple[str, bool, ChosenPlay]] = []
    for (count, bet), must in wishes.items():
        try:
            for chosen in _chosen(count, bet, game, decide):
                _require_possible(chosen.play, game, decide, exact)
                possible.append((_called(count, bet), must, chosen))
        except BaccaratError as reason:
            if must:
                raise
            left_out[_called(count, bet)] = str(reason)
    choices: dict[Play, ChosenPlay] = {}
    for called, must, chosen in possible:
        play = chosen.play
        try:
            if isinstance(play, CountedBet) and play.trigger == EVERY_COUP:
                tried = best_trigger(play, game=game, ending=ending, threads=threads, decide=decide)
                play = tried.play
        except BadValue as reason:
            if must:
                raise
            left_out[called] = str(reason)
            continue
        old = choices.get(play, ChosenPlay(play))
        names = tuple(dict.fromkeys((*old.names, *chosen.names)))
        choices[play] = ChosenPlay(play, names, old.line or chosen.line)
    if not choices:
        raise BadValue("; ".join(dict.fromkeys(left_out.values())))
    return list(choices.values()), left_out


def _require_possible(play: Play, game: Game, decide: Strategy, exact: bool) -> None:
    """Refuse a trigger that cannot be reached, and a bet that takes too long to evaluate."""
    needs = exact or isinstance(play, PerfectBet) or play.trigger == EVERY_COUP
    if isinstance(play, CountedBet):
        play.require_reachable(game.rules.composition)
    if needs:
        expectation_of(play.bet, game.rules, decide)


def _chosen(count: SpelledCount, bet: Bet, game: Game, decide: Strategy) -> Iterator[ChosenPlay]:
    """The ways to lay one bet by a typed count; an unknown trigger is below all counts."""
    if count.name == PERFECT:
        yield ChosenPlay(PerfectBet(bet), (PERFECT,))
    elif count.name == PUBLISHED:
        published = [entry.count for entry in known_counts() if entry.count.bet == bet]
        if not published:
            names = ", ".join(dict.fromkeys(entry.count.bet.key for entry in known_counts()))
            raise BadText(f"we know no published count for {bet}, only for: {names}")
        yield from (ChosenPlay(play, (PUBLISHED,)) for play in published)
    elif count.tags is not None:
        yield ChosenPlay(_with_tags(count, bet, count.tags))
    elif count.tags_of is None:
        line = follow(bet, game, count.most, decide)
        yield ChosenPlay(_with_tags(count, bet, line.tags), (_called(count),), line)
    else:
        yield ChosenPlay(_taken(count, bet, game, decide), (_called(count),))


def _with_tags(count: SpelledCount, bet: Bet, tags: Mapping[Card, int]) -> CountedBet:
    stakes = count.stakes or ((EVERY_COUP, 1),)
    return CountedBet(bet, tags, stakes, count.start, count.divisor, count.sees_burn)


def _taken(count: SpelledCount, bet: Bet, game: Game, decide: Strategy) -> CountedBet:
    """A count for `bet` with the tags of the count for the bet `tags_of`; if both bets are the
    same, also with the known trigger of the count.
    """
    source = _named(count.tags_of or "", game)
    ceremony = {name: getattr(STANDARD, name) for name in ("burn", "cut_card", "last_coup")}
    is_known = replace(game.rules, **ceremony) == STANDARD
    for entry in known_counts() if is_known else ():
        if entry.count.bet == source:
            play, best = _with_tags(count, bet, entry.count.tags), entry.count
            if entry.best is not None:
                best = replace(best, stakes=((entry.best, 1),))
            is_it = not count.stakes and replace(play, stakes=best.stakes) == best
            return best if is_it else play
    return _with_tags(count, bet, follow(source, game, decide=decide).tags)


def _called(count: SpelledCount, bet: Bet | None = None) -> str:
    return str(replace(count, on=None if bet is None else bet.key))


def _named(tags_of: str, game: Game) -> Bet:
    """The bet with this name; raises BadText if the game has no such bet."""
    try:
        return game.layout.find(tags_of)
    except UnknownName:
        raise BadText(f"not a count: {tags_of[:24]!r} (expected {FORMS})") from None


@lru_cache(maxsize=64)
def kept_at(count: SpelledCount, game: Game, decide: Strategy = nobody) -> CountedBet:
    """The one count that a guest keeps at a table."""
    ending = Ending(game.rules.cut_card, game.rules.last_coup)
    choices, _ = choose_plays([count], (), game, ending, decide=decide, exact=False)
    plays = [choice.play for choice in choices if isinstance(choice.play, CountedBet)]
    if len(choices) > 1:
        example = SpelledCount.of(plays[0])
        raise BadText(f"{count} means {len(choices)} counts: choose one, e.g. '{example}'")
    if not plays:
        raise BadText(f"{count} keeps no count")
    return plays[0]
