"""`baccarat play`: sit down at a table in the terminal."""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext, suppress
from importlib.util import find_spec
from shlex import quote
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.base.errors import Missing, UnknownName
from baccarat.base.words import Words
from baccarat.cli.commands.record import read_record
from baccarat.cli.options.completion import bet_names, model_names
from baccarat.cli.options.dealing import OF_GAME, CutCard, DeckNumber, GameName, LastCoupRule
from baccarat.cli.options.files import file_option
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.show import Lang, has_unicode, refuse, say
from baccarat.core.games import game as game_named
from baccarat.core.layout import Rounding
from baccarat.table import Table
from baccarat.table.acts import Act, Sit
from baccarat.table.rules.ceremony import opening as opening_of
from baccarat.table.saving import data_directory, sittings
from baccarat.table.shoe_records import replay_acts
from baccarat.table.view.choices import OPPONENTS, Wishes
from baccarat.tui import FEWEST_COLUMNS, FEWEST_ROWS, is_too_small

if TYPE_CHECKING:
    from baccarat.store.terminal import StoredSittings

GUEST, EQUILIBRIUM = "guest", "equilibrium"
AGAIN = "baccarat play"
"""The command in the last words of every language."""
TOUR_SEEN = "tour-seen"
"""The file beside the sittings that marks the tour of the first coup as seen."""


@takes_plugins
def play(
    game: GameName = "punto-banco",
    decks: DeckNumber = None,
    cut_card: CutCard = None,
    last_coup: LastCoupRule = None,
    bet: Annotated[
        list[str] | None,
        typer.Option(
            help="Add a bet to the felt, or change a price: lucky-6:12/23. May be repeated.",
            autocompletion=bet_names,
        ),
    ] = None,
    least: Annotated[
        int | None, typer.Option("--min", help="Minimum stake of every bet.", show_default=OF_GAME)
    ] = None,
    most: Annotated[
        int | None, typer.Option("--max", help="Maximum stake of every bet.", show_default=OF_GAME)
    ] = None,
    chip: Annotated[
        int | None,
        typer.Option(
            help="Smallest chip, in coins: all stakes and payouts are multiples of it.",
            show_default=OF_GAME,
        ),
    ] = None,
    rounding: Annotated[
        Rounding | None,
        typer.Option(help="Rounding of payouts to whole chips.", show_default=OF_GAME),
    ] = None,
    bankroll: Annotated[int, typer.Option(help="Bankroll at the start, in coins.")] = 1_000,
    seed: Annotated[int | None, typer.Option(help="Seed of the shoes.")] = None,
    fair: Annotated[
        bool, typer.Option("--fair", help="Deal fair shoes, from the house's seed and yours.")
    ] = False,
    opponent: Annotated[
        str | None, typer.Option(help=f"Opponent at chemin de fer: {', '.join(OPPONENTS)}.")
    ] = None,
    model: Annotated[
        str,
        typer.Option(
            help="Model of chemin de fer, A1 to B4: the shoe, and the cards that each side sees.",
            autocompletion=model_names,
        ),
    ] = "B3",
    no_coach: Annotated[
        bool, typer.Option("--no-coach", help="Show the coach's odds only if you ask.")
    ] = False,
    new: Annotated[
        bool, typer.Option("--new", help="Open a new table, even if an unfinished table is saved.")
    ] = False,
    url: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            help="Store that saves the table: a file, postgresql://NAME@HOST/DATABASE, or `own`: "
            "store.sqlite in your folder of sittings.",
            show_default="a file of sittings",
        ),
    ] = None,
    replay: Annotated[str | None, file_option("File of a recorded shoe to replay.")] = None,
    lang: Lang = None,
    theme: Annotated[
        str, typer.Option(help="Colours: green, day (light screen) or safe (colour-blind).")
    ] = "green",
    is_ascii: Annotated[bool, typer.Option("--ascii", help="Use only ASCII characters.")] = False,
) -> None:
    """Play at a table in the terminal, with play money; you can resume an unfinished table.

    Example: baccarat play --game ez --bankroll 500
    """
    is_free = game_named(game).rules.tableau.has_free_cells
    options = {
        "cut_card": cut_card,
        "last_coup": last_coup,
        "least": least,
        "most": most,
        "chip": chip,
        "rounding": rounding,
    }
    opening = opening_of(
        game,
        decks=decks,
        bets=tuple(bet or ()),
        seed=seed,
        fair=fair,
        opponent=opponent or (EQUILIBRIUM if is_free else ""),
        model=model,
        **{option: value for option, value in options.items() if value is not None},
    )
    Table().then(opening, Sit(GUEST, bankroll))  # refuses rules that no table can have
    replayed: Sequence[Act] = replay_acts(read_record(replay)) if replay else ()
    words = Words.of(lang, is_ascii or not has_unicode(sys.stdout))
    _require_terminal()
    if replayed:
        refuse("a replay is not saved", {"--store": url})
    elif url is None:
        sittings()  # complains before the screen opens if nothing can be saved
    wishes = Wishes(opening, bankroll, not no_coach, GUEST)
    _run(wishes, words, url, theme, is_new=new, replayed=replayed)


def _run(
    wishes: Wishes,
    words: Words,
    url: str | None,
    theme: str,
    *,
    is_new: bool,
    replayed: Sequence[Act],
) -> None:
    """Show the table on the whole screen; when the guest has left, print the farewell."""
    from baccarat.tui.app import TableApp  # textual is loaded only when somebody plays
    from baccarat.tui.draw.themes import NAMES

    if theme not in NAMES:
        raise UnknownName("theme", theme[:40], NAMES)
    with ExitStack() as open_store:
        table = TableApp(
            wishes,
            words,
            place=None if url is None else _stored(url, open_store),
            theme=theme,
            is_new=is_new,
            replayed=replayed,
            tour_seen=None if replayed else data_directory() / TOUR_SEEN,
        )
        last_word = table.run()
    if table.return_code:  # it crashed, with a message
        raise typer.Exit(table.return_code)
    # If the terminal is gone, the last words cannot be printed: that is no error.
    with nullcontext() if table.sign is None else suppress(OSError):
        if last_word:
            say(last_word if url is None else last_word.replace(AGAIN, _again(url)))
    if table.sign is not None:
        sys.exit(128 + table.sign)


def _again(url: str) -> str:
    """The command that resumes a table of a store; it hides a password in the address."""
    return f"{AGAIN} --store {'URL' if '://' in url else quote(url)}"


def _stored(url: str, open_store: ExitStack) -> "StoredSittings":
    """The sittings in a store, which stays open while the guest plays."""
    from baccarat.store import Store  # loads a database library
    from baccarat.store.terminal import StoredSittings

    return StoredSittings(open_store.enter_context(Store.open(url)))


def _require_terminal() -> None:
    """Complain if this terminal cannot show a table."""
    if find_spec("textual") is None:
        raise Missing("the table needs textual: pip install 'baccarat[tui]'")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Missing("the table needs a terminal, not a pipe or a file")
    if os.environ.get("TERM") == "dumb":
        raise Missing("the table needs a terminal that shows whole screens, but TERM is 'dumb'")
    columns, rows = get_terminal_size()
    if is_too_small(columns, rows):
        raise Missing(
            f"the table needs a terminal of {FEWEST_COLUMNS} x {FEWEST_ROWS} characters, "
            f"not {columns} x {rows}"
        )
