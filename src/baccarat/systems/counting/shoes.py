"""Deal shoes to guests who count, and calculate the worth of their bets.

count_cards([play], shoes=100_000)          dealt and counted, with standard errors
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from math import sqrt

from baccarat.base.errors import BadValue
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.hints import displayed, guided, helpful, quoted, taken
from baccarat.base.jsonable import decked
from baccarat.core.coup import OUTCOMES
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.rules import Rules
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.exact.odds import odds
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.plan import Plan
from baccarat.simulation.protocols import Stop
from baccarat.simulation.runner import Progress, Runner
from baccarat.systems.counting.play import CountedBet, PerfectBet, Play
from baccarat.systems.counting.play_choice import ChosenPlay, choose_plays
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.spelling import SpelledCount, read_count
from baccarat.systems.counting.totals import EXPECTED, USUAL, WON, Ending, LaidTally, deepest
from baccarat.systems.counting.worth import CountWorth, Estimate, worths_of
from baccarat.systems.session import PACE, require_pace

SHOES = 100_000


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
class CountedShoes(Framed):
    """The worth of guests' bets on the same shoes, guest by guest and ending by ending.

    >>> found = count_cards("dragon-7", shoes=200, seed=7)
    >>> found.shoes, found.is_whole, len(found.worths)
    (200, True, 1)
    """

    plan: Plan
    reader: CountReader
    tally: LaidTally
    shoes: int
    """the finished shoes"""
    pace: int = field(default=PACE, kw_only=True)
    engine: str = field(default="", kw_only=True)
    seconds: float = field(default=0.0, compare=False, kw_only=True)
    is_saved: bool = field(default=True, compare=False, kw_only=True)
    """whether the checkpoint, if there is one, has everything"""

    def __repr__(self) -> str:
        bets = ", ".join(dict.fromkeys(str(play.bet) for play in self.reader.plays))
        return f"<counts for {bets}: {self.shoes:,} shoes of seed {self.plan.seed}>"

    @property
    def is_whole(self) -> bool:
        """Whether all shoes of the plan were finished."""
        return self.shoes == self.plan.shoes

    @property
    def answer_digest(self) -> str:
        """SHA-256 of all that was counted: equal for everyone who asks the same question."""
        return self.tally.digest

    @property
    def worths(self) -> list[CountWorth]:
        """The figures of each guest, for each ending."""
        reader, decks = self.reader, self.plan.rules.decks
        terms = {"pace": self.pace, "exact": reader.exact, "decks": decks}
        return worths_of(reader.plays, reader.endings, self.tally, **terms)

    @property
    def differences(self) -> list[Estimate]:
        """The units per shoe that each guest earned more than the first guest, ending by ending.

        Both guests have the same shoes, so much of the luck is the same and cancels.
        """
        if not self.tally.beside:
            raise BadValue("these guests were not compared: use count_cards(…, compare=True)")
        worths, endings = self.worths, len(self.reader.endings)
        return [
            _difference(worth, worths[place % endings], self.tally.beside[place])
            for place, worth in enumerate(worths)
        ]

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each guest and ending, for tables."""
        about = {"decks": self.plan.rules.decks, "seed": self.plan.seed, "shoes": self.shoes}
        if not self.tally.beside:
            return [{**about, **worth.row()} for worth in self.worths]
        return [
            {
                **about,
                **worth.row(),
                "to_the_first": difference.value,
                "to_the_first_error": difference.error,
            }
            for worth, difference in zip(self.worths, self.differences, strict=True)
        ]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        rows = self.rows()
        numbers = {"decks": "int64", "seed": "uint64", "shoes": "int64", "cut_card": "int64"}
        names = dict.fromkeys(("bet", "play", "last_coup"), "string")
        return {**dict.fromkeys(rows[0], "float64?"), **numbers, **names}, rows

    def rows_by(self, *what: str) -> list[dict[str, object]]:
        """The flat rows of each guest and ending by `count` or by `cards_unseen`, for tables."""
        about = {"decks": self.plan.rules.decks, "seed": self.plan.seed, "shoes": self.shoes}
        return [
            {**about, **worth.about, "by": name, "at": row[name], **_without(row, name)}
            for worth in self.worths
            for name in what
            for row in worth.rows_by(name)
        ]

    def as_json(self) -> dict[str, object]:
        """The whole answer."""
        differences = (
            [difference.as_json() for difference in self.differences]
            if self.tally.beside
            else repeat(None)
        )
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
            "answer_digest": self.answer_digest,
            "plays": [
                {**worth.as_json(), "to_the_first_simulated": difference_json}
                for worth, difference_json in zip(self.worths, differences, strict=False)
            ],
        }


@guided
def count_cards(
    plays: str | Play | Sequence[str | Play],
    shoes: int = SHOES,
    seed: int = 0,
    *,
    game: str | Game = "punto-banco",
    decks: int | None = None,
    rules: Rules | None = None,
    endings: Ending | Sequence[Ending] = USUAL,
    exact: bool = True,
    pace: int = PACE,
    compare: bool = False,
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    progress: Progress[LaidTally] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    scheduler: str | None = None,
    stop: Stop | None = None,
) -> CountedShoes:
    """Deal shoes to guests who count; add up the results and exact expectations of their bets.

    A guest is a `CountedBet`, a `PerfectBet`, or a count as text: `dragon-7`, `perfect on tie`. The
    endings give the cut card and the last coup, in place of those in the rules.

    >>> found = count_cards("0 0 0 -1 -1 -1 -1 2 2 0 at 4 on dragon-7", shoes=2000, seed=7)
    >>> [worth] = found.worths
    >>> round(worth.bets.value, 1), 0.5 < worth.units.value < 0.7, abs(worth.z) < 3
    (7.4, True, True)
    """
    require_pace(pace)
    if is_endless(decks):
        raise BadValue("an endless deck has nothing to count")
    table, decide = as_game(game, decks=decks, rules=rules), as_key(decide)
    endings = (
        (endings,)
        if isinstance(endings, Ending)
        else taken("count_cards", "endings", endings, tuple[Ending, ...])
    )
    deep = deepest(table.rules, endings)
    guests = [
        play
        for guest in _given(plays)
        for play in (
            choose_plays([guest], (), table, endings[0], threads, decide, exact)[0]
            if isinstance(guest, SpelledCount)
            else [ChosenPlay(guest)]
        )
    ]
    reader = CountReader(tuple(guest.play for guest in guests), endings, exact, decide, compare)
    plan = Plan(shoes, seed, deep)
    run = Runner(plan, reader, decide, engine, threads, scheduler, checkpoint)
    result = run.go(progress, stop)
    return CountedShoes(
        plan,
        reader,
        result.tally,
        result.shoes,
        pace=pace,
        engine=run.chosen.name,
        seconds=run.seconds,
        is_saved=run.is_saved,
    )


def _given(plays: str | Play | Sequence[str | Play]) -> list[SpelledCount | Play]:
    """A list of the guests; a guest given as text becomes a `SpelledCount`."""
    if isinstance(plays, str | CountedBet | PerfectBet):
        plays = [plays]
    if not isinstance(plays, Sequence) or not all(
        isinstance(guest, str | CountedBet | PerfectBet) for guest in plays
    ):
        complaint = "a guest is a CountedBet, a PerfectBet or text, e.g. 'perfect on tie'"
        raise BadValue(f"{complaint}, not {quoted(plays)}")
    return [read_count(guest) if isinstance(guest, str) else guest for guest in plays]


def _without(row: dict[str, object], name: str) -> dict[str, object]:
    return {key.removesuffix("_float"): value for key, value in row.items() if key != name}


def _difference(worth: CountWorth, first: CountWorth, beside: tuple[int, int]) -> Estimate:
    """The difference of two guests' units per shoe; `beside` sums the products of their results."""
    column, product = (EXPECTED, beside[1]) if worth.exact else (WON, beside[0])
    mine, its = worth.scale(column), first.scale(column)
    shoes, scale = worth.laid.shoes, mine * its
    total = worth.laid.sums[column] * its - first.laid.sums[column] * mine
    squares = worth.laid.product(column, column) * its**2 - 2 * product * scale
    squares += first.laid.product(column, column) * mine**2
    spread = squares * shoes - total * total
    return Estimate(total / shoes / scale, sqrt(spread / (shoes - 1)) / shoes / scale)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the sheet that a guest takes to the table."""

    coup: int
    """the coup to be dealt next, counted from 1"""
    unseen: int
    """the mean number of unseen cards before that coup"""
    needed: tuple[int, ...]
    """for each stake that some order of the cards reaches: the least running count"""


@guided
def sheet(
    play: CountedBet, rules: Rules, every: int = 5, decide: Strategy = nobody
) -> list[SheetRow]:
    """For every few coups up to the cut card: the running counts from which the bet is laid.

    The sheet begins where the seen cards can bring such a count. Each coup takes the mean number of
    cards of a whole shoe.
    """
    weights = odds(rules.composition, rules=rules, decide=decide).tally.cells
    cards = sum(
        weight * (len(outcome.player) + len(outcome.banker) - len(rules.opening))
        for outcome, weight in zip(OUTCOMES, weights, strict=True)
    )
    mean = Fraction(cards, sum(weights))
    hidden = int(rules.burn and not play.sees_burn)
    burned = Fraction(sum(1 + card.burns for card in rules.composition), 52 * rules.decks)
    highest = play.highest(rules.composition)
    rows: list[SheetRow] = []
    coup = 1
    while True:
        cards_out = int(rules.burn) + (coup - 1) * mean
        if cards_out + (burned - 1) * rules.burn >= 52 * rules.decks - rules.cut_card:
            return rows
        unseen = round(52 * rules.decks - cards_out)
        limit = highest[max(0, 52 * rules.decks - unseen - hidden)]
        if needed := tuple(count for count in play.needed(unseen + hidden) if count <= limit):
            rows.append(SheetRow(coup, unseen, needed))
        coup += every
