"""`baccarat verify`: recalculate every published figure that we quote, or test the random words."""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import chain, groupby
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.cli.output.exit_codes import FAILED_CHECK
from baccarat.cli.output.show import (
    STOPPED,
    AsJson,
    console,
    counted,
    new_table,
    refuse,
    say,
    show_json,
    tracked,
)
from baccarat.verify.checks import AGREES, DIFFERS, Check, choose
from baccarat.verify.checks import verify as count_again
from baccarat.verify.recount import KINDS

if TYPE_CHECKING:
    from baccarat.verify.long import LongCheck

LONGEST = 24
"""Letters of a road or of random words that a table shows; `--json` shows all."""


MANY_SIMULATIONS = 29
"""Lines of `--long`, for the progress bar."""


def verify(
    only: Annotated[
        str, typer.Option(help="Check only figures with this text in their name, kind or source.")
    ] = "",
    long: Annotated[
        bool, typer.Option("--long", help="Run long simulations, too: about a minute.")
    ] = False,
    random: Annotated[
        bool,
        typer.Option("--random", help="Test the random words and the cards of the seed's shoes."),
    ] = False,
    raw: Annotated[
        bool,
        typer.Option(
            "--raw",
            help="With --random: write the words to standard output without end, 4 bytes each, "
            "lowest byte first.",
        ),
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="With --random: the seed.", show_default="0")
    ] = None,
    shoes: Annotated[
        int | None,
        typer.Option(help="With --random: the number of shoes of 8 decks.", show_default="5000"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Recalculate every published figure that we quote, and show whether it agrees.

    Example: baccarat verify --only lucky
    """
    if random:
        refuse("--random tests no figures", {"--only": only or None, "--long": long})
        _test_random(seed or 0, shoes, raw, as_json)
        return
    refuse("this belongs to --random", {"--raw": raw, "--seed": seed, "--shoes": shoes})
    figures = choose(only)
    checks: list[Check] = []
    simulated: list[LongCheck] = []
    is_whole = False
    try:
        for check in count_again(tracked(figures, "counting")):
            checks.append(check)
        for simulation in _simulate() if long else ():
            simulated.append(simulation)
        is_whole = True
    except KeyboardInterrupt:
        if not checks:
            raise
    if as_json:
        show_json("verify", _json(checks, simulated, is_whole))
    else:
        _print(checks)
        if simulated:
            _print_simulated(simulated)
        if not is_whole:
            say(f"Stopped: {len(checks)} of {counted(len(figures), 'figure')} are counted above.")
    if not _are_right(checks, simulated):
        raise typer.Exit(FAILED_CHECK)
    if not is_whole:
        raise typer.Exit(STOPPED)


def _test_random(seed: int, shoes: int | None, raw: bool, as_json: bool) -> None:
    from baccarat.verify.randomness import LEVEL, SHOES, random_checks, raw_words  # loads NumPy

    if raw:
        refuse("--raw writes words alone", {"--json": as_json, "--shoes": shoes})
        for words in raw_words(seed):
            sys.stdout.buffer.write(words)
        return
    shoes = SHOES if shoes is None else shoes
    checks = random_checks(seed, shoes)
    is_right = all(check.is_right for check in checks)
    if as_json:
        tests = [check.as_json() for check in checks]
        show_json("verify", {"is_right": is_right, "seed": seed, "shoes": shoes, "tests": tests},
                  "random")  # fmt: skip
    else:
        table = new_table("test", "of", ">statistic", ">p", ">corrected", "verdict")
        for check in checks:
            figures = f"{check.statistic:.3f}", f"{check.p:.4f}", f"{check.corrected:.4f}"
            table.add_row(check.what, check.of, *figures, "passes" if check.is_right else "fails")
        console().print(table)
        say(f"Seed {seed}, {counted(shoes, 'shoe')} of 8 decks. A test fails if its p-value, "
            f"corrected for all {len(checks)} tests, is below {LEVEL}.")  # fmt: skip
    if not is_right:
        raise typer.Exit(FAILED_CHECK)


def _simulate() -> "Iterable[LongCheck]":
    from baccarat.verify.long import long_checks  # loading compiles loops
    from baccarat.verify.long_counts import count_checks

    return tracked(chain(long_checks(), count_checks()), "dealing", MANY_SIMULATIONS)


def _print_simulated(checks: "list[LongCheck]") -> None:
    table = new_table("simulated", ">found", "held to", "verdict")
    for check in checks:
        verdict = AGREES if check.is_right else DIFFERS
        table.add_row(check.what, f"{check.found:.4f}", check.held_to, verdict)
    say("", "Long simulations, seed 7")
    console().print(table)


def _print(checks: list[Check]) -> None:
    for (kind, source), group in groupby(checks, lambda c: (c.figure.kind, c.figure.source)):
        say(KINDS[kind].heading, f"source: {source}")
        _print_group(list(group))
    say(_summary(checks))


def _print_group(checks: list[Check]) -> None:
    table = new_table("figure", ">published", ">ours", "verdict")
    for column in table.columns[1:]:
        column.no_wrap = True
    notes: dict[str, list[str]] = {}
    for check in checks:
        figure = check.figure
        pair = map(_shorten, (figure.published, check.rounded))
        style = None if check.is_right else "bold red"
        table.add_row(str(figure), *pair, check.verdict, style=style)
        if figure.note:
            notes.setdefault(figure.note, []).append(figure.what)
    console().print(table)
    say(*(f"{' and '.join(names)}: {note}" for note, names in notes.items()), "")


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _summary(checks: list[Check]) -> str:
    """The number of figures with each verdict: `4 figures: agrees 2, miscounted 2.`"""
    verdicts = Counter(check.verdict for check in checks)
    parts = ", ".join(f"{verdict} {times}" for verdict, times in verdicts.most_common())
    return f"{counted(len(checks), 'figure')}: {parts}."


def _are_right(checks: list[Check], simulated: "list[LongCheck]") -> bool:
    return all(check.is_right for check in checks) and all(check.is_right for check in simulated)


def _json(checks: list[Check], simulated: "list[LongCheck]", is_whole: bool) -> dict[str, object]:
    return {
        "is_right": is_whole and _are_right(checks, simulated),
        "figures": [check.as_json() for check in checks],
        "simulations": [check.as_json() for check in simulated],
    }
