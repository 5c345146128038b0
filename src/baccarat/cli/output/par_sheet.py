"""The output of `--par`: a PAR sheet as text, JSON or a page to print."""

from typing import Annotated

import typer

from baccarat.cli.options.files import check_outputs, save
from baccarat.cli.output.show import new_table, say, show_json, show_table
from baccarat.core.bets import Bet
from baccarat.core.games import Game, game

AsPar = Annotated[
    bool,
    typer.Option(
        "--par", help="Show the PAR sheet: edge, hit rate, deviation, top award, rounding, count."
    ),
]


def show_par(command: str, html: str | None, as_json: bool, of: Game | Bet) -> None:
    """Print the PAR sheet of a game or a bet, and write its page to print."""
    from baccarat.exact.bet_report import home_of
    from baccarat.figures.par_sheet import par_sheet  # loads NumPy, which lists of bets do not need
    from baccarat.questions.game import DECIDE

    check_outputs({"html": html}, as_json=as_json)
    if isinstance(of, Game):
        sheet = par_sheet(of, decide=DECIDE)
    else:
        sheet = par_sheet(game(home_of(of)), [of], decide=DECIDE)
    if as_json:
        show_json(command, sheet.as_json(), form="par")
    else:
        say(f"PAR sheet: {sheet.game.name}")
        for heads, *rows in sheet.tables():
            table = new_table(heads[0], *(f">{head}" for head in heads[1:]))
            for row in rows:
                table.add_row(*row)
            show_table(table)
        say(sheet.about)
    if html is not None:
        save(html, sheet.html())
