"""What `baccarat count` prints: the count as a sheet, the figures, the bets by count and cards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from baccarat.cli.options.dealing import DECIDE
from baccarat.cli.output.show import counted, new_table, percent, say, show_table
from baccarat.core.cards import Depth
from baccarat.core.games import Game
from baccarat.core.rules import Rules
from baccarat.systems.counting.count_figures import (
    NO_ROWS,
    figure_lines,
    follows,
    not_worth_it,
    plain,
)
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
    dealt: CountedShoes, chosen: Sequence[ChosenPlay], table: Game, by_count: bool, by_cards: bool
) -> None:
    rules, endings = dealt.plan.rules, dealt.reader.endings
    part = "" if dealt.is_whole else f" of {dealt.plan.shoes:,}"
    burn = "a burn" if rules.burn else "no burn"
    say(
        f"{table.name}, {counted(rules.decks, 'deck')}, {burn}: {dealt.shoes:,}{part} shoes of "
        f"seed {dealt.plan.seed}"
    )
    worths = dealt.worths
    if len(chosen) > 1:
        _print_all(dealt, chosen)
    else:
        if why := not_worth_it(worths):
            say(why)
        print_count(chosen[0], replace(rules, cut_card=endings[0].cut_card))
        _print_worths(worths)
    for place, each in enumerate(chosen):
        first = worths[place * len(endings)]
        if by_count and isinstance(each.play, CountedBet):
            rows = {f"{at:d}": row for at, row in _sorted(first, "count")}
            _print_rows("count", first, rows, len(chosen) > 1)
        if by_cards:
            _print_rows("cards unseen", first, _by_decks(first), len(chosen) > 1)
    what = "± is a 99 % interval."
    if dealt.reader.exact:
        what += " Exact: every bet counted at its exact expectation when it was laid."
    say(what, f"digest {dealt.tally.digest}")


def _print_all(dealt: CountedShoes, chosen: Sequence[ChosenPlay]) -> None:
    """A line for each guest and ending."""
    compares = dealt.reader.compares
    for place, each in enumerate(chosen, start=1):
        names = f" ({', '.join(each.names)})" if each.names else ""
        if isinstance(each.play, CountedBet):
            say(f"{place}. {each.play}{names}" if compares else str(each.play))
        elif compares:
            say(f"{place}. {each.play}")
    if any(isinstance(each.play, PerfectBet) for each in chosen):
        say(PERFECT)
    exact, several = dealt.reader.exact, len(dealt.reader.endings) > 1
    columns = [">"] if compares else ["bet"]
    columns += [">cut", "rule"] if several or not compares else []
    columns += [">bets a shoe", ">mean edge", ">units a shoe"]
    columns += [">more than the first"] if compares else []
    table = new_table(*columns, *([">z"] if exact else []), ">SCORE")
    table.columns[0].overflow = "fold"
    more = iter(dealt.differences if compares else ())
    if compares and not several:
        say(f"The {dealt.reader.endings[0]}")
    for place, worth in enumerate(dealt.worths):
        number = str(place // len(dealt.reader.endings) + 1)
        ending = (str(worth.ending.cut_card), str(worth.ending.last_coup))
        table.add_row(
            number if compares else named(worth.play.bet),
            *(ending if several or not compares else ()),
            *(f"{worth.bets.value:.4f}", percent(worth.mean_edge.value, 3), plain(worth.units)),
            *([plain(next(more))] if compares else []),
            *([f"{worth.z:+.2f}"] if exact else []),
            follows(worth.estimates["score"], 3),
        )
    show_table(table)
    many = len(dealt.reader.endings)
    for place, each in enumerate(chosen):
        if why := not_worth_it(dealt.worths[place * many : (place + 1) * many]):
            say(f"{place + 1 if compares else named(each.play.bet)}: {why}")


def print_count(chosen: ChosenPlay, rules: Rules, every: int = EVERY) -> None:
    """The count as a guest takes it to the table."""
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
    rows = sheet(play, rules, every, decide=DECIDE)
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
        cells: list[str] = []
        for row in rows[place::high]:
            needed = [str(each) for each in row.needed] + ["-"] * len(steps)
            cells += [str(row.coup), str(row.unseen), *needed[: len(steps)]]
        table.add_row(*cells)
    show_table(table)


def print_published() -> None:
    """The published counts, and what can be asked about them."""
    table = new_table("bet", "tags, A to 9 and T", "lay it at", "published")
    for known in known_counts():
        figures = {"units a shoe": known.units, "bets a shoe": known.bets}
        figures |= {"% of coups": known.share, "% edge": known.edge}
        count = known.count
        kind = "count" if count.divisor is Divisor.NOTHING else "true count"
        start = f", from {count.start}" if count.start else ""
        told = ", ".join(f"{said} {what}" for what, said in figures.items() if said is not None)
        tags = write_tags(count.tags) + start
        table.add_row(count.bet.key, tags, f"{kind} {count.trigger}", told)
    say("Counts that have been published for eight decks:")
    show_table(table)
    say(
        "What one is worth: baccarat count --bet dragon-7",
        "Several on the same shoes: baccarat count --bet dragon-7 --compare all",
        "Any other bet (see `baccarat bets`) gets a count of its own; --perfect needs none.",
    )


def _print_worths(worths: list[CountWorth]) -> None:
    """A column for each ending."""
    endings = [f"cut {each.ending.cut_card}, rule {each.ending.last_coup}" for each in worths]
    table = new_table("", *(f">{ending}" for ending in endings))
    told = [figure_lines(worth) for worth in worths]
    for name in told[0]:
        table.add_row(name, *(each[name] for each in told))
    show_table(table)


def _sorted(worth: CountWorth, by: str) -> list[tuple[int, LaidRow]]:
    return sorted((worth.laid.by_count if by == "count" else worth.laid.by_cards).items())


def _by_decks(worth: CountWorth) -> dict[str, LaidRow]:
    """The bets by cards unseen, half a deck together."""
    found: dict[int, LaidRow] = {}
    for unseen, row in _sorted(worth, "cards"):
        old = found.get(unseen // 26, (0, 0, 0, 0))
        bets, units, won, expected = (a + b for a, b in zip(old, row, strict=True))
        found[unseen // 26] = bets, units, won, expected
    return {f"{26 * half} to {26 * half + 25}": row for half, row in found.items()}


def _print_rows(name: str, worth: CountWorth, rows: Mapping[str, LaidRow], several: bool) -> None:
    table = new_table(f">{name}", ">bets", ">bets a shoe", ">edge, as won", ">edge, exact")
    coins = coins_of(worth.play.bet)
    for key, (bets, units, won, expected) in rows.items():
        exact = percent(expected / BILLION / units, 3) if worth.exact else ""
        each = f"{bets / worth.laid.shoes:.4f}"
        table.add_row(key, f"{bets:,}", each, percent(won / coins / units, 3), exact)
    say(f"{worth.play}: the {worth.ending}" if several else f"The {worth.ending}")
    show_table(table)


def counts_json(chosen: Sequence[ChosenPlay], rules: Rules) -> list[dict[str, object]]:
    """The counts, with their sheets; none of perfect play."""
    return [
        {
            "bet": play.bet.key,
            "spelled": str(play.bet),
            "called": list(each.names),
            "tags": {str(card): tag for card, tag in play.tags.items()},
            "stakes": [
                {"trigger_float": float(trigger), "units": units} for trigger, units in play.stakes
            ],
            "start": play.start,
            "divisor": str(play.divisor),
            "sees_burn": play.sees_burn,
            "suggested": None if each.line is None else each.line.as_json(),
            "sheet": [
                {"number": row.coup, "cards_unseen": row.unseen, "needed": list(row.needed)}
                for row in sheet(play, rules, decide=DECIDE)
            ],
        }
        for each in chosen
        if isinstance(play := each.play, CountedBet)
    ]
