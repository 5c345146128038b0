"""Saves the tallies of counted shoes in a file, so that later questions need no dealing.

Like a checkpoint, the file has whole numbers and the words of the question, under a seal. It is
read only if we would have written it in the same way.
"""

import json
import os
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from baccarat.base import paths
from baccarat.base.errors import BaccaratError, FileTrouble, UnknownName
from baccarat.base.files import shown
from baccarat.base.frozen import freeze
from baccarat.base.hints import guided, helpful, require_fields
from baccarat.base.jsonable import seal_of
from baccarat.core.chance import SEEDS, STREAM_VERSION
from baccarat.core.games import game as game_of
from baccarat.core.shoe import MOST_DECKS, LastCoup
from baccarat.systems.counting.play import (
    MOST_UNITS,
    CountedBet,
    Divisor,
    PerfectBet,
    Play,
    parse_tags,
    write_tags,
)
from baccarat.systems.counting.shoes import CountedShoes
from baccarat.systems.counting.totals import (
    BETS,
    BILLION,
    COLUMNS,
    COUPS,
    LARGEST_COUNT,
    PAIRS,
    Ending,
    LaidRow,
    LaidTally,
    coins_of,
)
from baccarat.systems.counting.worth import CountWorth, worths_of
from baccarat.systems.session import PACE

FORMAT = 1
CARDS = 52
"""cards of a deck"""


@helpful
@guided
@dataclass(frozen=True, slots=True)
class KeptCounts:
    """Guests, endings and their tallies: everything that a calculation of risk needs."""

    seed: int
    decks: int
    shoes: int
    plays: tuple[Play, ...]
    endings: tuple[Ending, ...]
    tally: LaidTally
    """for each guest, and for each of its endings"""
    exact: bool = True
    pace: int = field(default=PACE, kw_only=True)
    burn: bool = field(default=True, kw_only=True)
    """whether a card was burned from each shoe; the file mentions only False"""

    def __post_init__(self) -> None:
        freeze(self, "plays", "endings")
        require_fields(self)

    @classmethod
    def of(cls, counted_shoes: CountedShoes) -> "KeptCounts":
        """The part of the counted shoes that is saved."""
        reader, plan = counted_shoes.reader, counted_shoes.plan
        return cls(
            *(plan.seed, plan.rules.decks, counted_shoes.shoes, reader.plays, reader.endings),
            *(counted_shoes.tally, reader.exact),
            pace=counted_shoes.pace,
            burn=plan.rules.burn,
        )

    @property
    def worths(self) -> list[CountWorth]:
        """The figures of each guest, for each of its endings."""
        terms = {"pace": self.pace, "exact": self.exact, "decks": self.decks}
        return worths_of(self.plays, self.endings, self.tally, **terms)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the whole file, or nothing."""
        saved = self._told()
        paths.save(path, json.dumps({**saved, "sha256": seal_of(saved)}) + "\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "KeptCounts":
        """Read a file that `save` wrote; refuse a damaged or forged file, and another version."""
        text = paths.load(path)
        try:
            return cls._read(json.loads(text))
        except (FileTrouble, UnknownName) as refused:  # a bet of a plug-in may be missing
            raise FileTrouble(f"{shown(path)}: {refused}") from None
        except (BaccaratError, ValueError, KeyError, TypeError, AttributeError, IndexError,
                RecursionError):  # fmt: skip
            complaint = "not what `count --keep` writes, or a damaged file"
            raise FileTrouble(f"{shown(path)}: {complaint}") from None

    def _told(self) -> dict[str, Any]:
        """The whole content of the file, except its seal."""
        return {
            "kept counts": FORMAT,
            "stream": STREAM_VERSION,
            "seed": self.seed,
            "decks": self.decks,
            "shoes": self.shoes,
            "plays": [_written(play) for play in self.plays],
            "endings": [[ending.cut_card, str(ending.last_coup)] for ending in self.endings],
            "exact": self.exact,
            "pace": self.pace,
            **({} if self.burn else {"burn": False}),
            **self.tally.written(),
        }

    @classmethod
    def _read(cls, saved: dict[str, Any]) -> "KeptCounts":
        if saved["kept counts"] != FORMAT:
            complaint = f"kept counts of format {saved['kept counts']!r:.20}; we read {FORMAT}"
            raise FileTrouble(complaint)
        if saved["stream"] != STREAM_VERSION:
            text = f"{saved['stream']!r:.20}; ours is {STREAM_VERSION}"
            raise FileTrouble(
                f"these counts are from shoes of the stream's version {text}: count again"
            )
        if saved.pop("sha256") != seal_of(saved):
            raise ValueError
        counts = cls(
            *(saved["seed"], saved["decks"], saved["shoes"]),
            tuple(map(_play, saved["plays"])),
            tuple(Ending(cut_card, LastCoup.parse(rule)) for cut_card, rule in saved["endings"]),
            LaidTally.read(saved),
            saved["exact"],
            pace=saved["pace"],
            burn=saved.get("burn", True),
        )
        # Refuse values that we would have written otherwise: another key, 2.0 or true for a number.
        again = json.loads(json.dumps(counts._told()))
        if json.dumps(again, sort_keys=True) != json.dumps(saved, sort_keys=True):
            raise ValueError
        if not counts._can_be():
            raise ValueError
        return counts

    def _can_be(self) -> bool:
        """Whether shoes can give the saved tallies, as far as the sums show."""
        guests, cards = len(self.plays) * len(self.endings), CARDS * self.decks
        return (
            guests > 0
            and len(self.tally.laid) == guests
            and 1 <= self.decks <= MOST_DECKS
            and 2 <= self.shoes <= SEEDS
            and 0 <= self.seed < SEEDS
            and all(ending.cut_card <= cards for ending in self.endings)
            and all(worth.laid.shoes == self.shoes for worth in self.worths)
            and all(_can_be_laid(worth, cards) for worth in self.worths)
        )


def _can_be_laid(worth: CountWorth, cards: int) -> bool:
    """Whether shoes with this many cards can give this tally of one guest."""
    laid, bet = worth.laid, worth.play.bet
    net = max(abs(bet.net(tier)) for tier in (*bet.pays, None))
    coins, worths = net * coins_of(bet), net * BILLION * worth.exact
    is_counted = isinstance(worth.play, CountedBet)
    most_units = MOST_UNITS if is_counted else 1

    def is_possible(row: LaidRow) -> bool:
        bets, units, coins_won, expected = row
        is_laid = 0 < bets <= units <= most_units * bets
        return is_laid and abs(coins_won) <= coins * units and abs(expected) <= worths * units

    # Every coup takes at least one card, so a shoe has no more coups or bets than cards.
    all_units = most_units * cards
    largest = (cards, cards, all_units, all_units * coins, all_units * worths)
    spreads = {
        (a, b): laid.product(a, b) * laid.shoes - laid.sums[a] * laid.sums[b] for a, b in PAIRS
    }
    tables = [(laid.by_cards, range(1, cards + 1))]
    tables += [(laid.by_count, range(-LARGEST_COUNT, LARGEST_COUNT + 1))] * is_counted
    return (
        all(laid.product(a, a) <= laid.shoes * largest[a] ** 2 for a in COLUMNS)
        and all(spreads[a, a] >= 0 for a in COLUMNS)
        and all(spreads[a, b] ** 2 <= spreads[a, a] * spreads[b, b] for a, b in PAIRS)
        and 0 <= laid.sums[BETS] <= laid.sums[COUPS]
        and laid.shoes <= laid.sums[COUPS]
        and (is_counted or not laid.by_count)
        and all(
            set(table) <= set(places)
            and all(map(is_possible, table.values()))
            and [sum(row[column] for row in table.values()) for column in range(4)]
            == list(laid.sums[BETS:])
            for table, places in tables
        )
    )


def _written(play: Play) -> dict[str, Any]:
    """A guest's way to bet as JSON, which `load` can read."""
    if isinstance(play, PerfectBet):
        return {"bet": str(play.bet), "perfect": True}
    return {
        "bet": str(play.bet),
        "tags": write_tags(play.tags),
        "stakes": [[str(trigger), units] for trigger, units in play.stakes],
        "start": play.start,
        "divisor": str(play.divisor),
        "sees burn": play.sees_burn,
    }


def _play(play_json: dict[str, Any]) -> Play:
    bet = game_of("punto-banco").layout.find(play_json["bet"])
    if play_json.get("perfect"):
        return PerfectBet(bet)
    stakes = tuple((_trigger(trigger), units) for trigger, units in play_json["stakes"])
    return CountedBet(
        *(bet, parse_tags(play_json["tags"]), stakes, play_json["start"]),
        *(Divisor(play_json["divisor"]), play_json["sees burn"]),
    )


def _trigger(text: str) -> Fraction:
    """Read a trigger that `str` wrote; refuse any other text, e.g. a number with an exponent."""
    if not re.fullmatch("-?[0-9]{1,99}(/[1-9][0-9]{0,98})?", text):
        raise ValueError
    return Fraction(text)
