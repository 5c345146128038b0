"""Prints the answer of `baccarat count`: its figures, the sheet of a count, and its bets.

The bets have two tables: one by count, one by unseen cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from baccarat.cli.output.show import counted, new_table, percent, say, show_table
from baccarat.core.cards import Depth
from baccarat.core.games import Game
from baccarat.core.rules import Rules
from baccarat.figures.counts import (
    NO_ROWS,
    about_figures,
    about_shoes,
    ending_of,
    figure_rows,
    follows,
    not_worth_it,
    plain,
    sheet_rows,
)
from baccarat.figures.figure import TERMINAL
from baccarat.questions.game import DECIDE
from baccarat.systems.counting.play import (
    TENS_LAST,
    CountedBet,
    Divisor,
    PerfectBet,
    named,
    write_tags,
)
from baccarat.systems.counting.play_choice import ChosenPlay
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.shoes import CountedShoes, sheet
from baccarat.systems.counting.totals import BILLION, LaidRow, coins_of
from baccarat.systems.counting.worth import CountWorth

PERFECT = "Perfect play: a unit whenever the unseen cards favour the guest, exactly."
EVERY = 5
"""Coups from one line of a sheet to the next, unless the sheet is printed alone."""


def print_worths(
    shoes: CountedShoes, plays: Sequence[ChosenPlay], table: Game, by_count: bool, by_cards: bool
) -> None:
    rules, endings = shoes.plan.rules, shoes.reader.endings
    number, dealing = about_shoes(shoes)
    say(f"{table.name}, {dealing}: {number}")
    worths = shoes.worths
    if len(plays) > 1:
        _print_all(shoes, plays)
    else:
        if reason := not_worth_it(worths):
            say(reason)
        print_count(plays[0], replace(rules, cut_card=endings[0].cut_card))
        figures = new_table("", *(f">{ending_of(worth)}" for worth in worths))
        for line in figure_rows(worths):
            figures.add_row(*line)
        show_table(figures)
    for worth, choice in zip(worths[:: len(endings)], plays, strict=True):
        if by_count and isinstance(choice.play, CountedBet):
            rows = {f"{count:d}": row for count, row in sorted(worth.laid.by_count.items())}
            _print_rows("count", worth, rows, len(plays) > 1)
        if by_cards:
            _print_rows("cards unseen", worth, _by_decks(worth), len(plays) > 1)
    say(about_figures(shoes), f"digest {shoes.tally.digest}")


def _print_all(shoes: CountedShoes, plays: Sequence[ChosenPlay]) -> None:
    """Print a table: for each guest and each end of the shoe, the bets and their worth."""
    compares, exact, endings = shoes.reader.compares, shoes.reader.exact, shoes.reader.endings
    for number, choice in enumerate(plays, start=1):
        names = f" ({', '.join(choice.names)})" if choice.names else ""
        if isinstance(choice.play, CountedBet):
            say(f"{number}. {choice.play}{names}" if compares else str(choice.play))
        elif compares:
            say(f"{number}. {choice.play}")
    if any(isinstance(choice.play, PerfectBet) for choice in plays):
        say(PERFECT)
    has_endings = len(endings) > 1 or not compares
    columns = [">"] if compares else ["bet"]
    columns += [">cut", "rule"] if has_endings else []
    columns += [">bets a shoe", ">mean edge", ">units a shoe"]
    columns += [">more than the first"] if compares else []
    table = new_table(*columns, *([">z"] if exact else []), ">SCORE")
    table.columns[0].overflow = "fold"
    differences = iter(shoes.differences if compares else ())
    if not has_endings:
        say(f"The {endings[0]}")
    for place, worth in enumerate(shoes.worths):
        ending = (str(worth.ending.cut_card), str(worth.ending.last_coup))
        table.add_row(
            str(place // len(endings) + 1) if compares else named(worth.play.bet),
            *(ending if has_endings else ()),
            *(f"{worth.bets.value:.4f}", percent(worth.mean_edge.value, 3), plain(worth.units)),
            *([plain(next(differences))] if compares else []),
            *([TERMINAL.z(worth.z)] if exact else []),
            follows(worth.estimates["score"], 3),
        )
    show_table(table)
    for place, choice in enumerate(plays):
        first = place * len(endings)
        if reason := not_worth_it(shoes.worths[first : first + len(endings)]):
            say(f"{place + 1 if compares else named(choice.play.bet)}: {reason}")


def print_count(chosen: ChosenPlay, rules: Rules, every: int = EVERY) -> None:
    """Print the sheet of a count, which a guest takes to the table."""
    play = chosen.play
    say("", str(play.bet))
    if isinstance(play, PerfectBet):
        say(PERFECT)
        return
    if play.depth is Depth.POINTS:
        table = new_table("card", *(f">{name}" for name in "A23456789T"))
        table.add_row("counts", *(str(play.tags.get(card, 0)) for card in TENS_LAST))
        show_table(table)
    else:
        say(f"tags: {write_tags(play.tags)}")
    if chosen.line is not None:
        say(
            f"It follows the effects of removal with a correlation of "
            f"{chosen.line.correlation:.4f}; by them the bet is even at a true count of "
            f"{chosen.line.turns_at:.2f}."
        )
    running = play.divisor is Divisor.NOTHING
    kind = "running count" if running else "true count"
    for trigger, units in play.stakes:
        say(f"Lay {counted(units, 'unit')} at a {kind} of {float(trigger):g} or more.")
    start = f"Start at {play.start}. " if play.start else ""
    burn = "" if play.sees_burn or not rules.burn else "Do not count the burn card. "
    if running:
        if start or burn:
            say((start + burn).rstrip())
        return
    rows = sheet_rows(play, rules, every, DECIDE)
    if not rows:
        say(f"{start}{burn}{NO_ROWS}")
        return
    say(f"{start}{burn}Or keep the running count, and lay the bet from these counts on:")
    wide = 2 if every > 1 or len(play.stakes) > 2 else 4
    high = -(-len(rows) // wide)
    steps = [f"{units} u" for _, units in play.stakes] if len(play.stakes) > 1 else ["count"]
    columns = [">coup", ">unseen", *(f">{step}" for step in steps)]
    table = new_table(*columns * wide)
    for place in range(high):
        table.add_row(*chain.from_iterable(rows[place::high]))
    show_table(table)


def print_published() -> None:
    """Print the published counts, and commands to try with them."""
    table = new_table("bet", "tags, A to 9 and T", "lay it at", "published")
    for published in known_counts():
        figures = {"units a shoe": published.units, "bets a shoe": published.bets}
        figures |= {"% of coups": published.share, "% edge": published.edge}
        count = published.count
        kind = "count" if count.divisor is Divisor.NOTHING else "true count"
        start = f", from {count.start}" if count.start else ""
        texts = (f"{value} {name}" for name, value in figures.items() if value is not None)
        tags = write_tags(count.tags) + start
        table.add_row(count.bet.key, tags, f"{kind} {count.trigger}", ", ".join(texts))
    say("Counts that have been published for eight decks:")
    show_table(table)
    say(
        "What a count is worth: baccarat count dragon-7",
        "Several on the same shoes: baccarat count dragon-7 --compare all",
        "Any other bet (see `baccarat bets`) gets its own count; --perfect needs none.",
    )


def _by_decks(worth: CountWorth) -> dict[str, LaidRow]:
    """Bets, units and results, added up for each half deck of unseen cards."""
    halves: dict[int, LaidRow] = {}
    for unseen, row in sorted(worth.laid.by_cards.items()):
        sums = zip(halves.get(unseen // 26, (0, 0, 0, 0)), row, strict=True)
        bets, units, result, expected = (a + b for a, b in sums)
        halves[unseen // 26] = bets, units, result, expected
    return {f"{26 * half} to {26 * half + 25}": row for half, row in halves.items()}


def _print_rows(
    name: str, worth: CountWorth, rows: Mapping[str, LaidRow], has_others: bool
) -> None:
    table = new_table(f">{name}", ">bets", ">bets a shoe", ">edge, as won", ">edge, exact")
    coins = coins_of(worth.play.bet)
    for key, (bets, units, result, expected) in rows.items():
        exact = percent(expected / BILLION / units, 3) if worth.exact else ""
        mean = f"{bets / worth.laid.shoes:.4f}"
        table.add_row(key, f"{bets:,}", mean, percent(result / coins / units, 3), exact)
    say(f"{worth.play}: the {worth.ending}" if has_others else f"The {worth.ending}")
    show_table(table)


def counts_json(plays: Sequence[ChosenPlay], rules: Rules) -> list[dict[str, object]]:
    """Each count with its sheet, as JSON; perfect play is left out."""
    return [
        {
            "bet": play.bet.key,
            "spelled": str(play.bet),
            "called": list(choice.names),
            "tags": {str(card): tag for card, tag in play.tags.items()},
            "stakes": [
                {"trigger_float": float(trigger), "units": units} for trigger, units in play.stakes
            ],
            "start": play.start,
            "divisor": str(play.divisor),
            "sees_burn": play.sees_burn,
            "suggested": None if choice.line is None else choice.line.as_json(),
            "sheet": [
                {"number": row.coup, "cards_unseen": row.unseen, "needed": list(row.needed)}
                for row in sheet(play, rules, decide=DECIDE)
            ],
        }
        for choice in plays
        if isinstance(play := choice.play, CountedBet)
    ]
