"""`baccarat odds`: exact odds of any shoe, any bet, any half-dealt coup."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import inf
from threading import Timer
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from baccarat.base.errors import BadText
from baccarat.base.jsonable import decked
from baccarat.cli.options.completion import bet_names
from baccarat.cli.options.dealing import DECIDE, GameName, read_decks
from baccarat.cli.options.files import STANDARD, AsDrawn, plot_option, save_drawing, style_for
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.odds import OddsAnswer, print_answer, question
from baccarat.cli.output.show import AsJson, show_json
from baccarat.core.bets import StreakBet, registered
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import Card, Depth, parse_cards
from baccarat.core.counts import MOST_TAG, Count
from baccarat.exact.bet_choice import answer_names, asked_bets, streak_name

if TYPE_CHECKING:  # numpy is loaded by the commands that need it
    from baccarat.core.tally import Odds
    from baccarat.exact.odds import OddsTable
    from baccarat.exact.removal import Removal

MOST_TAG_OF_SUITS = 3
"""Fifty-two tags take seconds to find, and larger ones longer."""


@takes_plugins
def odds(
    decks: Annotated[
        str | None, typer.Option(help="1 to 12 decks, or inf: a deck to which every card returns.")
    ] = None,
    name: GameName = "punto-banco",
    seen: Annotated[str, typer.Option(help="Cards that have been seen: 'Kh 9d'.")] = "",
    composition: Annotated[
        str | None, typer.Option(help="The unseen cards themselves: '0:128 1:32 …', 'Kx:32 …'.")
    ] = None,
    coup: Annotated[
        str,
        typer.Option(
            help="What is known of this coup: 'Kh 9d 5c' in dealing order, 'Kh ? 5c ?' with cards "
            "not seen, 'player: 5, banker: 6'."
        ),
    ] = "",
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            help="A bet, perhaps at a price: lucky-6:12/23. May be repeated.",
            autocompletion=bet_names,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every bet there is.")] = False,
    look_ahead: Annotated[
        bool, typer.Option("--next", help="What each possible next card would do.")
    ] = False,
    matrix: Annotated[bool, typer.Option("--matrix", help="The final totals, 10 by 10.")] = False,
    plot: Annotated[str | None, plot_option("the matrix")] = None,
    style: AsDrawn = None,
    effects: Annotated[
        bool, typer.Option("--removal", help="What one card less would do, and the best count.")
    ] = False,
    most: Annotated[
        int | None,
        typer.Option(
            help="The largest tag of that count.", min=1, max=9, show_default=str(MOST_TAG)
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds: of a whole shoe, of the cards not seen yet, of a half-dealt coup.

    Example: baccarat odds --seen "9c 9d" --coup "Kh 9d 5c" --next
    """
    look = style_for(style, plot)
    if plot is not None and not matrix:
        raise BadText("--plot draws the matrix: add --matrix")
    if plot == STANDARD and (as_json or look_ahead or effects):
        raise BadText("--plot - leaves no room on standard output: name a file")
    if most is not None and not effects:
        raise BadText("--most is for the count that --removal finds: add --removal")
    if every and bets:
        raise BadText("--all is every bet: leave --bet out")
    table = _table(decks, name, seen, composition, coup)
    grid = table.tally.matrix  # too few cards complain here, before any bet is left out
    closely = matrix or look_ahead or effects
    streaks = [name for name in bets or () if is_streak(name)]
    names = [name for name in bets or () if name not in streaks]
    if streaks and closely:
        raise BadText(f"{streaks[0][:40]} runs over several coups: it is told by itself")
    if every and table.dealt == table.rules.opening:
        streaks = [bet.key for bet in registered(StreakBet)]
    has_only_streaks = bool(streaks) and not names and not every
    bet_odds, left_out = ({}, {}) if has_only_streaks else _bet_odds(table, names, every, closely)
    answer = OddsAnswer(
        asked=_asked(table, seen, composition),
        names=answer_names(table.game.layout, bets or ()),
        table=table,
        odds=bet_odds,
        left_out=left_out,
        streaks={streak_name(name): table.streak(name) for name in streaks},
        in_tiers=bool(bets),
        grid=grid if matrix else None,
        following=_following(table, bet_odds) if look_ahead and not as_json else None,
        removals=_removals(table, bet_odds, most or MOST_TAG) if effects else None,
    )
    figures = _json(answer, look_ahead) if as_json else {}
    if plot is not None:
        from baccarat.render.matrix import draw_matrix

        save_drawing(plot, draw_matrix(grid, question(answer), style=look))
    if as_json:
        show_json("odds", figures)
    elif plot != STANDARD:
        print_answer(answer, is_drawn=plot is not None)


# The question.


def _table(
    decks: str | None, game: str, seen: str, composition: str | None, coup: str
) -> "OddsTable":
    from baccarat.exact.odds import odds as exact_odds

    many = read_decks(decks)
    if many == inf and parse_cards(seen):
        raise BadText("--seen changes nothing where every card returns: leave it out")
    return exact_odds(many, game=game, composition=composition, seen=seen, coup=coup, decide=DECIDE)


def _asked(table: "OddsTable", seen: str, composition: str | None) -> dict[str, object]:
    """The question as JSON repeats it, beside what the table knows of it."""
    return {
        **decked(None if composition is not None else table.rules.decks, table.endless),
        "seen": [str(card) for card in parse_cards(seen)],
        "free_cells": "punto-banco" if table.rules.tableau.has_free_cells else None,
    }


@contextmanager
def patience(seconds: float = 1) -> Iterator[None]:
    """Say in a terminal that the cards are being weighed, if that takes so long."""
    if not sys.stderr.isatty():
        yield
        return
    status = Console(stderr=True).status("weighing …")
    timer = Timer(seconds, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


@patience()
def _bet_odds(
    table: "OddsTable", names: list[str], every: bool, closely: bool
) -> "tuple[dict[str, Odds], dict[str, str]]":
    """The odds of the bets asked for; of bets not named, those that these cards can tell."""
    chosen = asked_bets(table.game.layout, names, every, closely)
    can_tell, left_out = (chosen, {}) if names else table.told(chosen)
    return {name: table.of(bet) for name, bet in can_tell.items()}, left_out


def _json(answer: OddsAnswer, look_ahead: bool) -> dict[str, object]:
    table = answer.table
    bets = {name: odds.bet for name, odds in answer.odds.items()}
    figures = {"game": table.game.name, **answer.asked, **table.as_json(bets)}
    figures |= {"bets_asked": answer.names, "left_out": answer.left_out}
    if answer.streaks:
        figures["streaks"] = {name: odds.as_json() for name, odds in answer.streaks.items()}
    if answer.grid is not None:
        figures["matrix"] = table.tally.as_json()["matrix"]
    if look_ahead:
        figures |= table.next_json(bets)
    if answer.removals is not None:
        figures["removal"] = {
            name: {**effects.as_json(), "best_count": count.as_json()}
            for name, (effects, count) in zip(bets, answer.removals, strict=True)
        }
    return figures


# The closer looks.


def _following(
    table: "OddsTable", bet_odds: "dict[str, Odds]"
) -> "dict[Card, tuple[Fraction, OddsTable]]":
    """The next cards, told apart as finely as the bets need."""
    return table.next_cards(max([Depth.POINTS, *(odds.bet.depth for odds in bet_odds.values())]))


def _removals(
    table: "OddsTable", bet_odds: "dict[str, Odds]", most: int
) -> "list[tuple[Removal, Count]]":
    from baccarat.exact.removal import removal

    if table.endless:
        raise BadText("from an endless deck no card can be removed: give --decks or --composition")
    if table.coup.is_over:
        raise BadText(f"the coup is over ({table.coup}): no card can change it")
    for odds in bet_odds.values():
        if odds.bet.depth is Depth.CARDS and most > MOST_TAG_OF_SUITS:
            raise BadText(
                f"{odds.bet.key} looks at suits: its tags are searched up to {MOST_TAG_OF_SUITS}"
            )
    effects = [removal(odds.bet, table) for odds in bet_odds.values()]
    return [(effect, effect.best_count(most)) for effect in effects]
