"""What `baccarat count` prints: the count as a sheet, the figures, the bets by count and cards."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf

from baccarat.cards import Depth
from baccarat.cli.ceremony import DECIDE
from baccarat.cli.show import console, counted, new_table, percent, say
from baccarat.counts import Count
from baccarat.games import Game
from baccarat.rules import Rules
from baccarat.systems.counting.counted_bet import (
    TENS_LAST,
    CountedBet,
    Divisor,
    Play,
    write_tags,
)
from baccarat.systems.counting.counted_shoes import CountedShoes, sheet
from baccarat.systems.counting.laid import BILLION, LaidRow, coins_of
from baccarat.systems.counting.worth import RISK, Estimate, Worth

PERFECT = "Perfect play: a unit whenever the unseen cards favour the guest, exactly."


def print_worths(
    dealt: CountedShoes,
    plays: Mapping[Play, Count | None],
    table: Game,
    by_count: bool,
    by_cards: bool,
) -> None:
    rules, endings = dealt.plan.rules, dealt.reader.endings
    part = "" if dealt.is_whole else f" of {dealt.plan.shoes:,}"
    burn = "a burn" if rules.burn else "no burn"
    say(
        f"{table.name}, {counted(rules.decks, 'deck')}, {burn}: {dealt.shoes:,}{part} shoes of "
        f"seed {dealt.plan.seed}"
    )
    worths = dealt.worths
    if len(plays) > 1:
        _print_all(worths, plays)
    for place, (play, line) in enumerate(plays.items() if len(plays) == 1 else ()):
        mine = worths[place * len(endings) : (place + 1) * len(endings)]
        say("", str(play.bet))
        if isinstance(play, CountedBet):
            _print_count(play, line, replace(rules, cut_card=endings[0].cut_card))
        else:
            say(PERFECT)
        _print_worths(mine)
        if by_count and isinstance(play, CountedBet):
            _print_rows("count", mine[0], {f"{at:d}": row for at, row in _sorted(mine[0], "count")})
        if by_cards:
            _print_rows("cards unseen", mine[0], _by_decks(mine[0]))
    what = "± is a 99 % interval."
    if dealt.reader.exact:
        what += " Exact: every bet counted at its exact expectation when it was laid."
    say(what, f"digest {dealt.tally.digest}")


def _print_all(worths: list[Worth], plays: Mapping[Play, Count | None]) -> None:
    """A line for each guest and ending."""
    say(*(str(play) for play in plays if isinstance(play, CountedBet)))
    if not all(isinstance(play, CountedBet) for play in plays):
        say(PERFECT)
    exact = worths[0].exact
    columns = ["bet", ">cut", "rule", ">bets a shoe", ">mean edge", ">units a shoe"]
    table = new_table(*columns, *([">z"] if exact else []), ">SCORE")
    table.columns[0].overflow = "fold"
    for worth in worths:
        table.add_row(
            *(worth.play.bet.key, str(worth.ending.cut_card), str(worth.ending.last_coup)),
            *(f"{worth.bets.value:.4f}", percent(worth.mean_edge.value, 3), _plain(worth.units)),
            *([f"{worth.z:+.2f}"] if exact else []),
            f"{worth.score:.3f}",
        )
    console().print(table)


def _print_count(play: CountedBet, line: Count | None, rules: Rules) -> None:
    """The count as a guest takes it to the table."""
    if play.depth is Depth.POINTS:
        table = new_table("card", *(f">{name}" for name in "A23456789T"))
        table.add_row("counts", *(str(play.tags.get(card, 0)) for card in TENS_LAST))
        console().print(table)
    else:
        say(f"tags: {write_tags(play.tags)}")
    if line is not None:
        say(
            f"It follows the effects of removal with a correlation of {line.correlation:.4f}; by "
            f"them the bet is even at a true count of {line.turns_at:.2f}."
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
    say(f"{start}{burn}Or keep the running count, and lay the bet from these counts on:")
    rows = sheet(play, rules, decide=DECIDE)
    half = -(-len(rows) // 2)
    steps = [f"{units} u" for _, units in play.stakes] if len(play.stakes) > 1 else ["count"]
    columns = [">coup", ">unseen", *(f">{step}" for step in steps)]
    table = new_table(*columns, *columns)
    for place in range(half):
        cells: list[str] = []
        for row in rows[place::half]:
            cells += [str(row.coup), str(row.unseen), *map(str, row.needed)]
        table.add_row(*cells)
    console().print(table)


def _print_worths(worths: list[Worth]) -> None:
    """A column for each ending."""
    endings = [f"cut {each.ending.cut_card}, rule {each.ending.last_coup}" for each in worths]
    table = new_table("", *(f">{ending}" for ending in endings))
    figures: list[tuple[str, Callable[[Worth], str]]] = [
        ("coups a shoe", lambda worth: _plain(worth.coups, 3)),
        ("bets a shoe", lambda worth: _plain(worth.bets, 3)),
        ("share of coups", lambda worth: _percent(worth.share)),
        ("mean edge when betting", lambda worth: _percent(worth.mean_edge)),
        ("units a shoe, as won", lambda worth: _plain(worth.units_won)),
    ]
    if worths[0].exact:
        figures += [
            ("units a shoe, exact", lambda worth: _plain(worth.units_expected)),
            ("z between the two", lambda worth: f"{worth.z:+.2f}"),
        ]
    figures += [
        ("units in 100 coups", lambda worth: _plain(worth.per_100)),
        (f"units an hour of {worths[0].pace} coups", lambda worth: _plain(worth.per_hour)),
        ("standard deviation of a shoe", lambda worth: f"{worth.deviation:.3f}"),
        ("N0, in coups", lambda worth: _whole(worth.n0)),
        ("desirability index", lambda worth: f"{worth.desirability:.3f}"),
        ("SCORE", lambda worth: f"{worth.score:.3f}"),
        ("Kelly's stake, of the money", lambda worth: percent(worth.kelly)),
        ("growth of the money a shoe", lambda worth: percent(worth.growth, 5)),
        (f"units for {percent(RISK, 0)} risk of ruin", lambda worth: _whole(worth.bankroll(RISK))),
    ]
    for name, figure in figures:
        table.add_row(name, *map(figure, worths))
    console().print(table)


def _plain(figure: Estimate, digits: int = 4) -> str:
    low, high = figure.interval()
    return f"{figure.value:.{digits}f} ± {(high - low) / 2:.{digits}f}"


def _whole(number: float) -> str:
    return "never enough" if number == inf else f"{number:,.0f}"


def _percent(figure: Estimate) -> str:
    return f"{_plain(figure * 100, 3)} %"


def _sorted(worth: Worth, by: str) -> list[tuple[int, LaidRow]]:
    return sorted((worth.laid.by_count if by == "count" else worth.laid.by_cards).items())


def _by_decks(worth: Worth) -> dict[str, LaidRow]:
    """The bets by cards unseen, half a deck together."""
    found: dict[int, LaidRow] = {}
    for unseen, row in _sorted(worth, "cards"):
        old = found.get(unseen // 26, (0, 0, 0, 0))
        bets, units, won, expected = (a + b for a, b in zip(old, row, strict=True))
        found[unseen // 26] = bets, units, won, expected
    return {f"{26 * half} to {26 * half + 25}": row for half, row in found.items()}


def _print_rows(name: str, worth: Worth, rows: Mapping[str, LaidRow]) -> None:
    table = new_table(f">{name}", ">bets", ">bets a shoe", ">edge, as won", ">edge, exact")
    coins = coins_of(worth.play.bet)
    for key, (bets, units, won, expected) in rows.items():
        exact = percent(expected / BILLION / units, 3) if worth.exact else ""
        each = f"{bets / worth.laid.shoes:.4f}"
        table.add_row(key, f"{bets:,}", each, percent(won / coins / units, 3), exact)
    say(f"The {worth.ending}")
    console().print(table)


def counts_json(plays: Mapping[Play, Count | None], rules: Rules) -> list[dict[str, object]]:
    """The counts, with their sheets; none of perfect play."""
    return [
        {
            "bet": play.bet.key,
            "spelled": str(play.bet),
            "tags": {str(card): tag for card, tag in play.tags.items()},
            "stakes": [
                {"trigger_float": float(trigger), "units": units} for trigger, units in play.stakes
            ],
            "start": play.start,
            "divisor": str(play.divisor),
            "sees_burn": play.sees_burn,
            "suggested": None if line is None else line.as_json(),
            "sheet": [
                {"number": row.coup, "cards_unseen": row.unseen, "needed": list(row.needed)}
                for row in sheet(play, rules, decide=DECIDE)
            ],
        }
        for play, line in plays.items()
        if isinstance(play, CountedBet)
    ]
