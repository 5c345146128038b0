"""The report of a sitting: every figure is the library's, and it is there at once."""

from pathlib import Path

import pytest
from pilot import play, shown, table_of, until
from rich.cells import cell_len
from textual.pilot import Pilot

from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Phase, Table
from baccarat.table.acts import Decide
from baccarat.table.coach.coach import Account, costs
from baccarat.table.view.labels import summary
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.money_plot import MoneyTrace
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.keys import capped
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.sizes import ROOMS
from baccarat.tui.widgets.key_line import keys_that_fit
from baccarat.tui.widgets.report_page import SittingFigures, paint_report


@pytest.fixture(scope="module")
def table() -> Table:
    table = Table.open(seed=991, bankroll=1_000)
    for turn in range(40):
        table = table.bet("banker=40 tie=5" if turn % 4 == 3 else "banker=20").deal()
    return table.bet("banker=20")


def page(table: Table, size: tuple[int, int], words: Words, look: Look | None = None) -> list[str]:
    account = Account().after(table)
    cost = account.cost
    canvas = Canvas(size[0], size[1] - 2, look or Look())
    figures = SittingFigures(account.coups, cost.staked, cost.won, cost)
    lines = [(line, "") for line in summary(table, words)]
    paint_report(canvas, figures, MoneyTrace.of(account.points), lines, words)
    return canvas.lines()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(room.columns, room.rows) for room in ROOMS])
def test_every_size_has_the_figures_the_plot_and_its_legend(
    size: tuple[int, int], language: str, table: Table
) -> None:
    words = Words.of(language)
    lines = page(table, size, words)
    text = "\n".join(lines)
    cost = costs(table)
    luck = cost.won - cost.expected
    for figure, form in ((cost.expected, "+,.2f"), (cost.won, "+,"), (luck, "+,.2f")):
        assert words.number(figure, form).replace("-", "−") in text
    for coins in (40, cost.staked):
        assert words.number(coins) in text
    for name in ("coups", "staked", "expected", "came", "luck"):
        assert words(f"tile.{name}") in text
    assert words("plot.money") in lines[-1] or words("plot.money") in lines[-2]
    dotted = [line for line in lines if any("\u2801" <= sign <= "\u28ff" for sign in line)]
    assert max(map(cell_len, dotted)) == size[0] - 3  # the whole width
    assert all(cell_len(line) <= size[0] - 3 for line in lines)
    assert all(part in text for line in summary(table, words) for part in line.split())


def test_ascii_is_enough_for_a_report(table: Table) -> None:
    for size in ((80, 24), (140, 40)):
        text = "\n".join(page(table, size, Words.of("en", is_ascii=True), Look(is_ascii=True)))
        assert text.isascii()
        assert "*" in text


def test_a_sitting_that_is_even_brought_nothing_and_has_no_sign() -> None:
    words = Words.of("en")
    canvas = Canvas(80, 22, Look())
    paint_report(canvas, SittingFigures(1, 20, 0), None, [], words)
    text = "\n".join(canvas.lines())
    assert "+0" not in text
    assert " 0 " in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_to_the_report_is_named_on_the_smallest_screen(
    language: str, table: Table
) -> None:
    words = Words.of(language)
    keys = Report(table, (), words, Path("plot.svg")).keys()
    actions = {action for _, action, _ in keys_that_fit(capped(keys, words), ROOMS[0].columns)}
    assert {f"done('{answer}')" for answer in ("later", "end", "stay")} <= actions


def test_what_decisions_gave_away_is_a_figure_of_its_own() -> None:
    table = Table.open("chemin-de-fer", seed=7, bankroll=1_000, opponent="equilibrium")
    for _ in range(12):
        table = table.bet("banker=20").deal()
        while table.phase is Phase.DECISION:
            table = table.apply(Decide(True)).go_on()
    given = costs(table).given_away
    assert given > 0
    text = "\n".join(page(table, (80, 24), Words.of("en")))
    assert "given away" in text
    assert f"−{float(given):.2f}" in text


def test_figures_that_need_no_counting_are_there_before_it(table: Table) -> None:
    canvas = Canvas(80, 22, Look())
    words = Words.of("en")
    paint_report(canvas, SittingFigures.of(table, table.played), None, [], words)
    text = "\n".join(canvas.lines())
    cost = costs(table)
    assert f"{cost.staked:,}" in text
    assert f"{cost.won:+,}".replace("-", "−") in text
    assert text.count("…") == 2  # expected, luck


@pytest.mark.parametrize("coach", [True, False])
def test_the_coach_has_counted_the_sitting_before_the_report_is_asked_for(
    coach: bool, tmp_path: Path
) -> None:
    """Whether it speaks or not; so the report never says that it counts."""

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        for _ in range(4):
            await pilot.press("p", "enter")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await until(
            pilot,
            lambda: screen.coach.last_advice is not None and screen.coach.last_advice.missing < 1,
        )
        await pilot.press("q")
        assert isinstance(app.screen, Report)
        assert app.screen.points == Account().after(table_of(app)).points
        assert app.screen.words("say.counting") not in app.screen.lines
        assert "your money" in shown(app)

    play(tmp_path, script, coach=coach)
