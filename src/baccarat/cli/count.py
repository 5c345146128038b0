"""`baccarat count`: what a card count or perfect play is worth."""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from baccarat.cards import Depth
from baccarat.cli.ceremony import DECIDE, BurnOption
from baccarat.cli.odds import read_decks
from baccarat.cli.plugin import takes_plugins
from baccarat.cli.show import (
    STOPPED,
    AsJson,
    console,
    counted,
    new_table,
    percent,
    refuse,
    say,
    show_json,
)
from baccarat.counts import MOST_TAG, Count
from baccarat.errors import BadText, UnknownName
from baccarat.games import Game
from baccarat.rules import Rules
from baccarat.shoe import LastCoup
from baccarat.simulation.engines.by_name import ENGINES
from baccarat.simulation.planning import table_of
from baccarat.systems.counting.counted_bet import (
    TENS_LAST,
    CountedBet,
    Divisor,
    PerfectBet,
    Play,
    parse_tags,
    write_tags,
)
from baccarat.systems.counting.counted_shoes import (
    EVERY_COUP,
    SHOES,
    CountedShoes,
    best_trigger,
    count_cards,
    follow,
    sheet,
)
from baccarat.systems.counting.laid import BILLION, USUAL, Ending, LaidRow, LaidTally, coins_of
from baccarat.systems.counting.worth import PACE, Estimate, Worth


@takes_plugins
def count(
    bet: Annotated[
        list[str] | None,
        typer.Option(help="A bet, perhaps at a price; may be repeated.", metavar="NAME"),
    ] = None,
    tags: Annotated[
        str | None,
        typer.Option(
            help="What the cards count, ace to nine and then ten: '0 0 0 -1 -1 -1 -1 2 2 0'; or by "
            "card: '8:2 9:2'. Those that follow the effects of removal if you say nothing."
        ),
    ] = None,
    trigger: Annotated[
        str | None,
        typer.Option(
            help="The count from which a unit is laid; or stakes that rise with it: '4:1 6:2'. The "
            "one that earns most if you say nothing."
        ),
    ] = None,
    start: Annotated[int | None, typer.Option(help="Where the running count starts.")] = None,
    divisor: Annotated[
        str | None,
        typer.Option(help=f"{', '.join(map(str, Divisor))}; true if you say nothing."),
    ] = None,
    burn_unseen: Annotated[
        bool, typer.Option("--burn-unseen", help="Do not count the burn card.")
    ] = False,
    most: Annotated[
        int | None,
        typer.Option(
            help=f"The largest tag of a count that is suggested; {MOST_TAG} if you say nothing.",
            min=1,
            max=9,
        ),
    ] = None,
    perfect: Annotated[
        bool,
        typer.Option("--perfect", help="No count: bet whenever the exact odds favour the guest."),
    ] = False,
    shoes: Annotated[int, typer.Option(help="How many shoes.")] = SHOES,
    seed: Annotated[int, typer.Option(help="The seed.")] = 0,
    name: Annotated[str, typer.Option("--game", help="See `baccarat games`.")] = "punto-banco",
    decks: Annotated[str | None, typer.Option(help="1 to 12 decks.")] = None,
    burn: BurnOption = None,
    cut_card: Annotated[
        list[int] | None,
        typer.Option(
            help=f"Cards behind the cut card; may be repeated. {USUAL.cut_card} if you say nothing."
        ),
    ] = None,
    last_coup: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Last-coup rule A, B or C; may be repeated. {USUAL.last_coup} if you say "
            "nothing, on which published figures rest.",
            metavar="RULE",
        ),
    ] = None,
    pace: Annotated[int, typer.Option(help="Coups an hour.")] = PACE,
    as_won: Annotated[
        bool, typer.Option("--as-won", help="Leave the exact expectations out: faster.")
    ] = False,
    by_count: Annotated[bool, typer.Option("--by-count", help="The bets by their count.")] = False,
    by_cards: Annotated[
        bool, typer.Option("--by-cards", help="The bets by the cards left unseen.")
    ] = False,
    engine: Annotated[str, typer.Option(help=f"One of {', '.join(ENGINES)}.")] = "auto",
    threads: Annotated[
        int | None, typer.Option(help="How many threads, or dask workers.", min=1)
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Deal on the workers of a dask scheduler.", metavar="ADDRESS"),
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(help="Remember what is finished in this file, and go on from it."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a card count is worth; without tags suggest one, with its trigger and a sheet.

    Example: baccarat count --bet dragon-7
    """
    if not bet:
        raise BadText("say which bet: --bet dragon-7")
    if perfect:
        options = {"--tags": tags, "--trigger": trigger, "--start": start, "--divisor": divisor}
        refuse("perfect play keeps no count", options | {"--most": most})
        refuse("perfect play keeps no count", {"--burn-unseen": burn_unseen})
    if most is not None and tags is not None:
        raise BadText("--most is for tags that are suggested: leave it or --tags out")
    if shoes < 2:
        raise BadText(f"an interval takes two shoes or more, not {shoes}")
    many = read_decks(decks)
    if many == inf:
        raise BadText("an endless deck has nothing to count: give --decks 1 to 12")
    table = table_of(name, many)
    if burn is not None:
        table = replace(table, rules=replace(table.rules, burn=burn))
    endings = [
        Ending(behind, LastCoup.parse(rule))
        for behind in cut_card or [USUAL.cut_card]
        for rule in last_coup or [str(USUAL.last_coup)]
    ]
    plays: dict[Play, Count | None] = {}
    for spelled in bet:
        found = table.layout.find(spelled)
        if perfect:
            plays[PerfectBet(found)] = None
            continue
        line = follow(found, table, most or MOST_TAG, DECIDE) if tags is None else None
        play = CountedBet(
            found,
            parse_tags(tags or "") if line is None else line.tags,
            ((EVERY_COUP, 1),) if trigger is None else _stakes(trigger),
            start or 0,
            _divisor(divisor),
            not burn_unseen,
        )
        if trigger is None:
            best = best_trigger(play, game=table, ending=endings[0], threads=threads, decide=DECIDE)
            play = best.play
        plays[play] = line
    is_quiet = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=is_quiet) as bar:
        task = bar.add_task("dealing", total=shoes)

        def report(_: LaidTally, done: int) -> None:
            bar.update(task, completed=done)

        dealt = count_cards(
            [*plays],
            shoes,
            seed,
            game=table,
            endings=endings,
            exact=not as_won,
            pace=pace,
            engine=engine,
            threads=threads,
            decide=DECIDE,
            progress=report,
            checkpoint=checkpoint,
            scheduler=scheduler,
        )
    if as_json:
        show_json(
            "count", {**dealt.as_json(), "counts_kept": _counts_json(plays, dealt.plan.rules)}
        )
    else:
        _print(dealt, plays, table, by_count, by_cards)
    if not dealt.is_whole:
        raise typer.Exit(STOPPED)


# The question.


def _stakes(text: str) -> tuple[tuple[Fraction, int], ...]:
    """`4`: a unit from a count of 4 on; `4:1 6:2`: two units from 6 on."""
    stakes = []
    for item in text.replace(",", " ").split():
        found = re.fullmatch(r"([+-]?[0-9]{1,6}(?:[./][0-9]{1,6})?)(?::([0-9]{1,6}))?", item)
        if not found or item.partition(":")[0].endswith("/0"):
            raise BadText(f"not a trigger: {item[:24]!r} (expected e.g. 4, 3.5 or '4:1 6:2')")
        stakes.append((Fraction(found[1]), int(found[2] or 1)))
    if not stakes:
        raise BadText("a trigger is the count from which a unit is laid, e.g. --trigger 4")
    return tuple(stakes)


def _divisor(text: str | None) -> Divisor:
    words = {str(each): each for each in Divisor}
    if text is not None and text not in words:
        raise UnknownName("divisor", text[:24], words)
    return Divisor.CARDS if text is None else words[text]


# The answer.


def _print(
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
    for place, (play, line) in enumerate(plays.items()):
        mine = worths[place * len(endings) : (place + 1) * len(endings)]
        say("", str(play.bet))
        if isinstance(play, CountedBet):
            _print_count(play, line, replace(rules, cut_card=endings[0].cut_card))
        else:
            say("Perfect play: a unit whenever the unseen cards favour the guest, exactly.")
        _print_worths(mine)
        if by_count and isinstance(play, CountedBet):
            _print_rows("count", mine[0], {f"{at:d}": row for at, row in _sorted(mine[0], "count")})
        if by_cards:
            _print_rows("cards unseen", mine[0], _by_decks(mine[0]))
    what = "± is a 99 % interval."
    if dealt.reader.exact:
        what += " Exact: every bet counted at its exact expectation when it was laid."
    say(what, f"digest {dealt.tally.digest}")


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
        ("N0, in coups", lambda worth: "never" if worth.n0 == inf else f"{worth.n0:,.0f}"),
        ("desirability index", lambda worth: f"{worth.desirability:.3f}"),
        ("SCORE", lambda worth: f"{worth.score:.3f}"),
        ("Kelly's stake, of the money", lambda worth: percent(worth.kelly)),
        ("growth of the money a shoe", lambda worth: percent(worth.growth, 5)),
    ]
    for name, figure in figures:
        table.add_row(name, *map(figure, worths))
    console().print(table)


def _plain(figure: Estimate, digits: int = 4) -> str:
    low, high = figure.interval()
    return f"{figure.value:.{digits}f} ± {(high - low) / 2:.{digits}f}"


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


def _counts_json(plays: Mapping[Play, Count | None], rules: Rules) -> list[dict[str, object]]:
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
