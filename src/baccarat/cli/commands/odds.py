"""`baccarat odds`: exact odds of any shoe, any bet, any half-dealt coup."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Timer
from typing import Annotated

from rich.console import Console

from baccarat.base.errors import BadText
from baccarat.cli.options.files import STANDARD, AsDrawn, plot_option, save_drawing, style_for
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.options.question import asks
from baccarat.cli.output.odds import print_answer, question_line
from baccarat.cli.output.show import AsJson, show_json, warn
from baccarat.questions.odds import MOST_SECONDS, OddsQuestion


@takes_plugins
@asks(OddsQuestion)
def odds(
    question: OddsQuestion,
    *,
    plot: Annotated[str | None, plot_option("the matrix of final totals")] = None,
    style: AsDrawn = None,
    as_json: AsJson = False,
) -> None:
    """Calculate exact odds: of a whole shoe, of the unseen cards, or of a half-dealt coup.

    Example: baccarat odds --seen "9c 9d" --given "Kh 9d 5c" --next
    """
    look = style_for(style, plot)
    if plot is not None and not question.matrix:
        raise BadText("--plot draws the matrix: add --matrix")
    if plot == STANDARD and (as_json or question.next_cards or question.removal):
        raise BadText(
            "--plot - writes the picture to standard output, so nothing else can go there: "
            "name a file"
        )
    if question.streaks and question.looks_closely:
        raise BadText(
            f"{question.streaks[0][:40]} is a bet on several coups: ask for this bet alone"
        )
    if question.seconds >= MOST_SECONDS:
        about = f"about {question.seconds:.0f} s" if question.seconds < inf else "very long"
        warn(f"This question takes {about}; Ctrl-C stops it.")
    with patience():
        answer = question.answer()
        _ = answer.odds, answer.answers, answer.knowledge
    if not as_json:
        answer.weigh()  # all figures are calculated before the first one is shown or written
    figures = answer.as_json() if as_json else {}
    if plot is not None:
        from baccarat.render.matrix import draw_matrix

        drawing = draw_matrix(answer.table.tally.matrix, question_line(answer), style=look)
        save_drawing(plot, drawing)
    if as_json:
        show_json("odds", figures)
    elif plot != STANDARD:
        print_answer(answer, is_drawn=plot is not None)


@contextmanager
def patience(seconds: float = 1) -> Iterator[None]:
    """If the calculation takes long, show in the terminal that it goes on."""
    if not sys.stderr.isatty():
        yield
        return
    status = Console(stderr=True).status("calculating …")
    timer = Timer(seconds, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
