"""A count as it is typed: by name, or by its tags, and the bet that it is for.

suggested on dragon-7                       tags by the effects of removal, the best trigger
suggested:1 on dragon-7                     the same with tags of -1, 0 and 1 alone
published on panda-8                        every count that was published for the bet
perfect on tie                              no count: perfect play
0 0 0 -1 -1 -1 -1 2 2 0 at 4 on dragon-7    tags, ace to nine and then ten, and a trigger
8:1 from -4 at 1:1 3:2 running burn unseen on tie
dragon-7 on panda-8                         the tags of another bet's count, a trigger of its own
all on dragon-7                             published, suggested, suggested:1 and perfect
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from baccarat.bets import Bet
from baccarat.cards import Card
from baccarat.counts import MOST_TAG, Count
from baccarat.coup import Strategy, nobody
from baccarat.errors import BaccaratError, BadText, BadValue, UnknownName
from baccarat.frozen import freeze
from baccarat.games import Game
from baccarat.hints import checked, guided
from baccarat.systems.counting.counted_bet import (
    CountedBet,
    CountStakes,
    Divisor,
    PerfectBet,
    Play,
    parse_stakes,
    parse_tags,
)
from baccarat.systems.counting.expectations import expectation_of
from baccarat.systems.counting.known_counts import known_counts
from baccarat.systems.counting.laid import USUAL, Ending
from baccarat.systems.counting.suggesting import EVERY_COUP, best_trigger, follow

PUBLISHED, SUGGESTED, PERFECT, ALL = NAMES = ("published", "suggested", "perfect", "all")
EACH = (PUBLISHED, SUGGESTED, f"{SUGGESTED}:1", PERFECT)
"""What `all` stands for."""
UNSEEN = "burn unseen"
FORMS = "published, suggested, perfect, all, or tags and a trigger: '8:1 9:1 at 4'"


@guided
@dataclass(frozen=True, slots=True)
class SpelledCount:
    """What was said of a count; the rest is found for a bet."""

    name: str = SUGGESTED
    """one of `NAMES`; of tags that are given, nothing"""
    tags: Mapping[Card, int] | None = None
    tags_of: str | None = None
    """the bet whose tags are taken"""
    stakes: CountStakes | None = None
    """None: one unit from the trigger on that earns most"""
    start: int = 0
    divisor: Divisor = Divisor.CARDS
    sees_burn: bool = True
    most: int = MOST_TAG
    """the largest tag of one that is suggested"""
    on: str | None = None
    """the bet that it is for"""

    def __post_init__(self) -> None:
        freeze(self, "tags", "stakes")


@checked
def read_count(text: str) -> SpelledCount:
    """Read a count as it is typed, with or without its bet.

    >>> read_count("perfect on tie").on, read_count("8:1 9:1 at 4 running").divisor
    ('tie', Divisor.NOTHING)
    """
    rest, has_bet, bet = text.partition(" on ")
    rest, sees_burn = rest.strip(), True
    if rest.endswith(UNSEEN):
        rest, sees_burn = rest.removesuffix(UNSEEN).strip(), False
    said = next((each for each in Divisor if rest.endswith(f" {each}")), None)
    rest = rest if said is None else rest.removesuffix(str(said)).strip()
    rest, has_trigger, trigger = rest.partition(" at ")
    rest, has_start, start = rest.partition(" from ")
    if has_start and not re.fullmatch("[+-]?[0-9]{1,6}", start.strip()):
        raise BadText(f"not the start of a count: {start[:24]!r} (expected e.g. 'from -32')")
    name, tags, tags_of, most = _tags(rest.strip())
    if name in (PUBLISHED, PERFECT, ALL) and (has_trigger or has_start or said or not sees_burn):
        raise BadText(f"{name} says all of a count: leave the rest of {text[:40]!r} out")
    if has_bet and not bet.strip():
        raise BadText(f"on which bet? {text[:40]!r} (expected e.g. 'perfect on dragon-7')")
    return SpelledCount(
        name,
        tags,
        tags_of,
        parse_stakes(trigger) if has_trigger else None,
        int(start or 0),
        said or Divisor.CARDS,
        sees_burn,
        most,
        bet.strip() or None,
    )


def _tags(text: str) -> tuple[str, Mapping[Card, int] | None, str | None, int]:
    """A name, tags or the bet whose tags are taken; and the largest tag."""
    head, _, number = text.partition(":")
    if head == SUGGESTED and number:
        if not re.fullmatch("[1-9]", number):
            raise BadText(f"the largest tag is 1 to 9, not {number[:24]!r}")
        return SUGGESTED, None, None, int(number)
    if text in NAMES:
        return text, None, None, MOST_TAG
    if is_bet(text):
        return "", None, text, MOST_TAG
    if not text:
        raise BadText(f"no count is said (expected {FORMS})")
    return "", parse_tags(text), None, MOST_TAG


def is_bet(text: str) -> bool:
    """Whether it is spelled as a bet, not as tags: `dragon-7:40`, but not `8:1` or `Kx:-1`."""
    return bool(re.search("[a-zA-Z]{3}|^[^ :,]+$", text))


@dataclass(frozen=True, slots=True)
class ChosenPlay:
    """How a guest bets, and how that was found."""

    play: Play
    names: tuple[str, ...] = ()
    """what it was called; nothing if tags were given"""
    line: Count | None = None
    """how closely the tags follow the effects of removal, if that is where they come from"""


def choose_plays(
    counts: Iterable[SpelledCount],
    bets: Iterable[Bet],
    game: Game,
    ending: Ending = USUAL,
    threads: int | None = None,
    decide: Strategy = nobody,
    exact: bool = True,
) -> tuple[list[ChosenPlay], dict[str, str]]:
    """Every count on each bet, or on the one that it names: each way to bet once.

    All are looked at before the first trial is dealt. Of `all` on a bet some may not be possible:
    they are left out, and told with the reason.
    """
    bets, asked, left_out = tuple(bets), dict[tuple[SpelledCount, Bet], bool](), dict[str, str]()
    for count in counts:
        on = (game.layout.find(count.on),) if count.on is not None else bets
        if not on:
            raise BadText("say which bet, e.g. 'perfect on dragon-7'")
        is_one = count.name != ALL
        each = [count] if is_one else [read_count(name) for name in EACH]
        asked |= {(one, bet): is_one for bet in on for one in each}
    possible: list[tuple[str, bool, ChosenPlay]] = []
    for (count, bet), must in asked.items():
        try:
            for chosen in _chosen(count, bet, game, decide):
                _require_possible(chosen.play, game, decide, exact)
                possible.append((f"{_called(count)} on {bet.key}", must, chosen))
        except BaccaratError as reason:
            if must:
                raise
            left_out[f"{_called(count)} on {bet.key}"] = str(reason)
    found: dict[Play, ChosenPlay] = {}
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
        old = found.get(play, ChosenPlay(play))
        names = tuple(dict.fromkeys((*old.names, *chosen.names)))
        found[play] = ChosenPlay(play, names, old.line or chosen.line)
    if not found:
        raise BadValue("; ".join(left_out.values()))
    return list(found.values()), left_out


def _require_possible(play: Play, game: Game, decide: Strategy, exact: bool) -> None:
    """Complain of a trigger that nothing reaches, and of a bet that takes too long to weigh."""
    needs = exact or isinstance(play, PerfectBet) or play.trigger == EVERY_COUP
    if isinstance(play, CountedBet):
        play.require_reachable(game.rules.composition)
    if needs:
        expectation_of(play.bet, game.rules, decide)


def _chosen(count: SpelledCount, bet: Bet, game: Game, decide: Strategy) -> Iterator[ChosenPlay]:
    """A count on one bet; a trigger that must be found is below every count."""
    if count.name == PERFECT:
        yield ChosenPlay(PerfectBet(bet), (PERFECT,))
    elif count.name == PUBLISHED:
        if not (published := _published(bet)):
            told = ", ".join(dict.fromkeys(known.count.bet.key for known in known_counts()))
            raise BadText(f"no count of {bet} was published that we know; of these: {told}")
        yield from (ChosenPlay(play, (PUBLISHED,)) for play in published)
    else:
        tags, line = count.tags, None
        names: tuple[str, ...] = ()
        if tags is None:
            source = bet if count.tags_of is None else _named(count.tags_of, game)
            line = follow(source, game, count.most, decide)
            tags, names = line.tags, (_called(count),)
        stakes = count.stakes or ((EVERY_COUP, 1),)
        play = CountedBet(bet, tags, stakes, count.start, count.divisor, count.sees_burn)
        yield ChosenPlay(play, names, None if count.tags_of else line)


def _called(count: SpelledCount) -> str:
    if count.tags_of is not None:
        return f"tags of {count.tags_of}"
    if count.name != SUGGESTED:
        return count.name
    return SUGGESTED if count.most == MOST_TAG else f"{SUGGESTED}:{count.most}"


def _published(bet: Bet) -> list[CountedBet]:
    return [known.count for known in known_counts() if known.count.bet == bet]


def _named(tags_of: str, game: Game) -> Bet:
    """The bet whose effects of removal the tags follow."""
    try:
        return game.layout.find(tags_of)
    except UnknownName:
        raise BadText(f"not a count: {tags_of[:24]!r} (expected {FORMS})") from None
