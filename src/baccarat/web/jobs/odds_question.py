"""A question about odds, and its answer in plain Python: what `POST /api/v1/odds` tells.

odds_json(OddsQuestion(decks=6, coup="Kh 9d"))

It is asked in processes that need no web server, so nothing here knows of one.
"""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from hashlib import blake2b
from math import inf
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from baccarat.base.errors import BadBet, BadValue, ShoeError, TooShallow
from baccarat.base.jsonable import decked
from baccarat.base.sentences import Sentence
from baccarat.core.bets import Bet, StreakBet, registered
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Depth, parse_cards
from baccarat.core.shoe import MOST_DECKS
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import following
from baccarat.exact.bet_choice import answer_names, asked_bets, streak_name
from baccarat.exact.coup_law import view_of
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.removal import removal

DECIDE = following(PUNTO_BANCO)
"""Where a cell is free and nobody is asked, we play as the tableau of punto banco prints."""
MOST_BETS = 12
MOST_NAME = 80
MOST_COUNTS = 1000
"""Fifty-two counts of nine digits fit."""
MOST_COUP = 200
TOO_LONG = Sentence("with cards hidden this takes seconds: ask Python or the command line")
NO_ANSWER = Sentence("it did not answer, and is not asked again until the server is started anew")

BetName = Annotated[str, Field(max_length=MOST_NAME)]
CardName = Annotated[str, Field(max_length=8)]
Weighing = Callable[[tuple[str, ...]], None]
"""Is told whose code runs next: strangers' bets, by their names."""


class OddsQuestion(BaseModel):
    """Which cards are still to come, what is known of the coup, and which bets are asked for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: Annotated[
        str, Field(max_length=MOST_NAME, description="`GET /api/v1/games` lists them.")
    ] = "punto-banco"
    decks: Annotated[
        int | None,
        Field(ge=1, le=MOST_DECKS, description="The game's own number if it is not said."),
    ] = None
    endless: Annotated[
        bool, Field(description="A deck to which every card returns; then there are no `decks`.")
    ] = False
    unseen: Annotated[
        str | None,
        Field(
            max_length=MOST_COUNTS,
            description="Instead of decks, the cards themselves that nobody has seen: "
            "`0:128 1:32 …` by points, `Kx:32 …` by rank, `Kh:8 …` by card.",
        ),
    ] = None
    seen: Annotated[
        list[CardName],
        Field(
            max_length=52 * MOST_DECKS,
            description="Cards that are gone: `Kh`, `9d`.",
        ),
    ] = Field(default_factory=list)
    coup: Annotated[
        str,
        Field(
            max_length=MOST_COUP,
            description="What is known of this coup: `Kh 9d 5c` in dealing order, `Kh ? 5c ?` with "
            "cards not seen, `player: 5, banker: 6` by totals.",
        ),
    ] = ""
    bets: Annotated[
        list[BetName],
        Field(
            max_length=MOST_BETS,
            description="Bets, perhaps at a price: `lucky-6:12/23`. The game's felt if none is "
            "named.",
        ),
    ] = Field(default_factory=list)
    all_bets: Annotated[bool, Field(description="Every bet there is, instead of `bets`.")] = False
    matrix: Annotated[bool, Field(description="The weights of the final totals, 10 by 10.")] = False
    next_cards: Annotated[
        bool,
        Field(description="What each card that may come next would do; of bets on totals only."),
    ] = False
    removal: Annotated[
        bool, Field(description="What one card less of each kind would add to what a bet wins.")
    ] = False

    @property
    def key(self) -> bytes:
        """The same for questions that differ in nothing but how their JSON is written."""
        return blake2b(self.model_dump_json().encode(), digest_size=16).digest()


def nobody_listens(names: tuple[str, ...]) -> None:
    """Whoever asks in this process waits for strangers' bets, too."""


def odds_json(
    asked: OddsQuestion, *, deaf: Collection[str] = (), weighing: Weighing = nobody_listens
) -> dict[str, object]:
    """The answer, in the words of the command's JSON.

    `deaf` are strangers' bets that did not answer before: they are not asked again.
    """
    _check(asked)
    table = table_of(asked)
    _ = table.tally  # too few cards complain here, before any bet is left out
    running = [name for name in asked.bets if is_streak(name)]
    named = [name for name in asked.bets if name not in running]
    if asked.all_bets and table.dealt == table.rules.opening:
        running = [bet.key for bet in registered(StreakBet)]
    bets, left_out = _bets(asked, table, named, bool(running), deaf, weighing)
    answer = {
        **table.as_json(bets),
        **decked(None if asked.unseen is not None else table.rules.decks, table.endless),
        "seen": [card for text in asked.seen for card in _spelled(text)],
        "free_cells": "punto-banco" if table.rules.tableau.has_free_cells else None,
        "bets_asked": answer_names(table.game.layout, asked.bets),
        "left_out": left_out,
    }
    if running:
        answer["streaks"] = {streak_name(name): table.streak(name).as_json() for name in running}
    if asked.matrix:
        answer["matrix"] = table.tally.as_json()["matrix"]
    if asked.next_cards:
        answer |= table.next_json(bets)
    if asked.removal:
        found = {name: removal(bet, table) for name, bet in bets.items()}
        answer["removal"] = {name: effects.as_json() for name, effects in found.items()}
    return answer


def table_of(asked: OddsQuestion) -> OddsTable:
    """The odds of the cards that are asked for, before any bet is."""
    return odds(
        inf if asked.endless else asked.decks,
        game=asked.game,
        composition=asked.unseen,
        seen=parse_cards(" ".join(asked.seen)),
        coup=asked.coup,
        decide=DECIDE,
    )


@lru_cache(maxsize=1024)
def _spelled(text: str) -> tuple[str, ...]:
    """Cards as we write them; hundreds of them are seen, and few differ."""
    return tuple(map(str, parse_cards(text)))


def _check(asked: OddsQuestion) -> None:
    """Complain of fields that say two things."""
    if asked.endless and asked.decks is not None:
        raise BadValue(Sentence("an endless deck has no number: leave decks out"))
    if asked.endless and asked.seen:
        raise BadValue(Sentence("to an endless deck every card returns: leave seen out"))
    if asked.all_bets and asked.bets:
        raise BadValue(Sentence("all_bets is every bet: leave bets out"))
    if asked.all_bets and asked.removal:
        raise BadValue(Sentence("removal takes seconds for every bet: name those that you mean"))


def _bets(
    asked: OddsQuestion,
    table: OddsTable,
    named: list[str],
    has_streaks: bool,
    deaf: Collection[str],
    weighing: Weighing,
) -> tuple[Mapping[str, Bet], dict[str, str]]:
    """The bets whose odds are told; of bets not named, why others are not."""
    if has_streaks and not named and not asked.all_bets:
        return {}, {}
    closely = asked.matrix or asked.next_cards or asked.removal
    chosen = asked_bets(table.game.layout, named, asked.all_bets, closely)
    slow = {
        name: why
        for name, bet in chosen.items()
        if (why := NO_ANSWER if bet.key in deaf else _too_long(asked, table, bet))
    }
    if slow and named:
        name, why = next(iter(slow.items()))
        raise BadBet(Sentence("{bet}: {why}", bet=name, why=why))
    quick = {name: bet for name, bet in chosen.items() if name not in slow}
    broken = _weigh_strangers(table, quick, weighing, asked.next_cards)
    if broken and named:
        raise next(iter(broken.values()))
    slow |= {name: fault.said for name, fault in broken.items()}
    quick = {name: bet for name, bet in quick.items() if name not in slow}
    can_tell, left_out = (quick, {}) if named else table.told(quick)
    return can_tell, {**left_out, **{name: str(why) for name, why in slow.items()}}


def _too_long(asked: OddsQuestion, table: OddsTable, bet: Bet) -> Sentence | None:
    """Why the odds of a bet would take seconds.

    While cards are hidden, every hand of three cards is labelled anew, and there are 22,100.
    """
    if table.glimpse is not None and bet.depth is Depth.CARDS and not view_of(bet).at_start:
        return TOO_LONG
    if asked.next_cards and bet.depth > Depth.POINTS:
        return Sentence("next_cards is told of bets on totals and points only")
    return None


def _weigh_strangers(
    table: OddsTable, bets: Mapping[str, Bet], weighing: Weighing, is_asked_again: bool
) -> dict[str, BadBet]:
    """Weigh strangers' bets one by one, so that somebody knows which does not answer.

    What comes back are those that are not well made.
    """
    strangers = {name: bet for name, bet in bets.items() if is_strangers(bet)}
    broken = {}
    for name, bet in strangers.items():
        weighing((bet.key,))
        try:
            table.of(bet)
        except BadBet as fault:
            broken[name] = fault
        except (TooShallow, ShoeError):  # it is said later why
            pass
    if strangers:  # what each next card would do asks all of them again
        weighing(tuple(bet.key for bet in strangers.values()) if is_asked_again else ())
    return broken


def warm_up() -> None:
    """Ask for what takes long the first time, so that no caller has to wait for it."""
    odds_json(OddsQuestion())
