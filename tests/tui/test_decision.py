"""A decision at chemin de fer on the screen: drawn, and answered by key and by mouse."""

import re
from pathlib import Path

import pytest
from pilot import play, shown, table_of, until
from rich.cells import cell_len
from textual.pilot import Pilot

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.coup import Side
from baccarat.table import Phase, Table
from baccarat.table.acts import Decide, Open
from baccarat.table.coach.decision_worth import DecisionWorth, weigh_decision
from baccarat.table.coach.opponent import OPPONENTS, assess
from baccarat.table.state import Decision
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import NIGHT, SAFE
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.draw.typeset import spaced
from baccarat.tui.screens.decision import DecisionSheet
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.sizes import ROOMS
from baccarat.tui.widgets.decision_board import AskedDecision, paint_decision, roles

EN = Words.of("en")
CASINO = Open("chemin-de-fer", bets=("banker:1-5%",), seed=76, opponent="equilibrium")
SIZES = [(room.columns, room.rows - room.deal - 2) for room in ROOMS]


def first_of(side: Side, **options: object) -> tuple[AskedDecision, DecisionWorth, Table]:
    """The first decision of a shoe on this side, with 100 on it."""
    settings = {"seed": 76, "bankroll": 100_000, "opponent": "equilibrium", **options}
    table = Table.open("chemin-de-fer", **settings)  # type: ignore[arg-type]
    table = table.bet(f"{str(side).lower()}=100").deal()
    while table.phase is not Phase.DECISION:
        table = table.bet(f"{str(side).lower()}=100").deal()
    assert table.choice is not None
    asked = AskedDecision(table.choice, 100, table.opponent or "")
    return asked, weigh_decision(table.choice, table, 100), table


@pytest.fixture(scope="module")
def banquier() -> tuple[AskedDecision, DecisionWorth, Table]:
    return first_of(Side.BANKER)


@pytest.fixture(scope="module")
def ponte() -> tuple[AskedDecision, DecisionWorth, Table]:
    return first_of(Side.PLAYER)


def drawn(
    asked: AskedDecision,
    worth: DecisionWorth | None,
    size: tuple[int, int],
    words: Words = EN,
    look: Look | None = None,
) -> Canvas:
    canvas = Canvas(*size, look or Look())
    paint_decision(canvas, asked, worth, words)
    return canvas


@pytest.mark.parametrize("size", SIZES)
def test_both_answers_have_their_exact_worth(
    size: tuple[int, int], banquier: tuple[AskedDecision, DecisionWorth, Table]
) -> None:
    asked, worth, table = banquier
    text = "\n".join(drawn(asked, worth, size).lines())
    told = assess(Decision(asked.choice, True, True), table, 100)
    for mean in (told.drawing, told.standing):
        assert f"{100 * float(mean):+.2f}".replace("-", "−") in text
    cost = 100 * abs(told.drawing - told.standing)
    assert f"costs {float(cost):.2f} of a stake of 100" in text
    assert "nothing is better" in text
    for answer in worth.answers:
        assert f"{100 * float(answer.win):.0f}%" in text
        assert f"{100 * float(answer.lose):.0f}%" in text
    assert "With 5 (Q 5) against a 4 the equilibrium always draws." in text
    assert "You are the banquier, with 100 on Banker." in text


def test_the_bars_are_as_long_as_the_chances(
    banquier: tuple[AskedDecision, DecisionWorth, Table],
) -> None:
    asked, worth, _ = banquier
    canvas = drawn(asked, worth, SIZES[1])
    grounds = {"win": NIGHT.tie, "lose": NIGHT.banker}
    [row] = [row for row in canvas.cells if grounds["lose"] in {cell.ground for cell in row}]
    halves = (row[: canvas.columns // 2], row[canvas.columns // 2 :])
    for half, answer in zip(halves, worth.answers, strict=True):
        wide = 38  # the box less its line and its margins
        for name, share in (("win", answer.win), ("lose", answer.lose)):
            found = sum(cell.ground == grounds[name] for cell in half)
            assert abs(found - share * wide) <= 1.5


def test_the_better_answer_has_the_heavy_line(
    ponte: tuple[AskedDecision, DecisionWorth, Table],
) -> None:
    for asked, worth, _ in (ponte, first_of(Side.BANKER)):
        canvas = drawn(asked, worth, SIZES[1])
        top = next(line for line in canvas.lines() if "┏" in line)
        drawing, standing = worth.answers
        assert (top.index("┏") < top.index("╭")) == (drawing.mean > standing.mean)


@pytest.mark.parametrize("size", SIZES[1:])
def test_the_grid_is_the_equilibriums_with_the_guests_cell_lit(
    size: tuple[int, int], banquier: tuple[AskedDecision, DecisionWorth, Table]
) -> None:
    asked, worth, _ = banquier
    canvas = drawn(asked, worth, size)
    rows = [line for line in canvas.lines() if re.fullmatch(r" +\d( +[DS?]){11}", line)]
    assert len(rows) == 8
    for total, row in enumerate(rows):
        marks = row.split()
        assert marks[0] == str(total)
        wanted = [worth.book[f"{total}|{column}"] for column in "0123456789-"]
        if total == 5:
            wanted[4] = "D"  # with this very hand
        assert marks[1:] == wanted
    lit = [cell.char for row in canvas.cells for cell in row if cell.ground == NIGHT.brass]
    assert "".join(lit).split() == ["d", "D"]  # the key, and the cell


def test_a_low_screen_has_the_row_of_the_guests_total(
    banquier: tuple[AskedDecision, DecisionWorth, Table],
) -> None:
    asked, worth, _ = banquier
    lines = drawn(asked, worth, SIZES[0], look=Look(SAFE)).lines()
    [row] = [line for line in lines if "[D]" in line]
    assert row.split()[0] == "5"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_letters_of_the_grid_are_explained_on_the_smallest_screen(
    opponent: str, language: str, banquier: tuple[AskedDecision, DecisionWorth, Table]
) -> None:
    asked, worth, _ = banquier
    words = Words.of(language)
    lines = drawn(asked._replace(opponent=opponent), worth, SIZES[0], words).lines()
    assert words("decide.legend") in "\n".join(lines)


@pytest.mark.parametrize("language", ["ja", "zh-hans", "zh-hant"])
def test_no_blank_follows_a_full_stop_that_has_its_own(
    language: str, banquier: tuple[AskedDecision, DecisionWorth, Table]
) -> None:
    told = roles(banquier[0], Words.of(language))
    assert told.count("。") == 2
    assert "。 " not in told


def test_the_pontes_hands_of_five_are_told_apart(
    ponte: tuple[AskedDecision, DecisionWorth, Table],
) -> None:
    asked, worth, _ = ponte
    text = "\n".join(drawn(asked, worth, SIZES[0]).lines())
    assert "0 5     1 4     2 3     6 9     7 8" in text
    assert "You are the ponte" in text
    assert re.search(r"With 5 \(\w+ \w+\) the equilibrium (always|never) draws\.", text)


def test_without_the_coach_there_are_two_answers_and_no_hint(
    banquier: tuple[AskedDecision, DecisionWorth, Table],
) -> None:
    asked, worth, _ = banquier
    for known in (None, worth):
        canvas = drawn(asked._replace(speaks=False), known, SIZES[1])
        text = "\n".join(canvas.lines())
        assert "D R A W" in text
        assert "S T A N D" in text
        for hint in ("%", "equilibrium al", "┏", "−"):
            assert hint not in text
    counting = "\n".join(drawn(asked, None, SIZES[1]).lines())
    assert counting.count("counting …") == 2
    assert "%" not in counting


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("side", list(Side))
def test_every_language_has_room_for_its_words(
    language: str, is_ascii: bool, side: Side, request: pytest.FixtureRequest
) -> None:
    asked, worth, _ = request.getfixturevalue("ponte" if side is Side.PLAYER else "banquier")
    words = Words.of(language, is_ascii)
    for size in SIZES:
        for stake in (100, 25_000):
            lines = drawn(
                asked._replace(stake=stake), worth, size, words, Look(is_ascii=is_ascii)
            ).lines()
            text = "\n".join(lines)
            assert all(cell_len(line) <= size[0] - 3 for line in lines)
            for word in ("key.draw", "key.stand"):
                assert spaced(words(word)) in text
            said = words.say(worth.said).replace(" ", "")
            assert said in text.replace("\n", "").replace(" ", "")
            if is_ascii and language in ("en", "fr"):
                assert text.isascii()


def test_a_coin_that_decides_is_told_as_its_exact_fraction() -> None:
    table = Table.open("chemin-de-fer", seed=3, bankroll=100_000, opponent="equilibrium")
    while True:
        table = table.bet("banker=100").deal()
        if table.phase is Phase.DECISION:
            choice = table.choice
            assert choice is not None
            worth = weigh_decision(choice, table, 100)
            if 0 < worth.equilibrium < 1:
                break
            table = table.apply(Decide(True)).go_on()
    share = worth.equilibrium
    text = " ".join(
        "\n".join(drawn(AskedDecision(choice, 100, ""), worth, SIZES[1]).lines()).split()
    )
    assert f"draws {share.numerator:,} times in {share.denominator:,}." in text
    assert text.count("nothing is better") == 2


async def sit_and_decide(app: TableApp, pilot: Pilot[str]) -> DecisionSheet:
    await pilot.press("enter", "escape", "4", "plus", "enter")
    while table_of(app).phase is not Phase.DECISION:
        await pilot.press("p", "enter")
    sheet = app.screen
    assert isinstance(sheet, DecisionSheet)
    return sheet


def test_the_mouse_answers_and_the_coach_can_be_asked_before(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        sheet = await sit_and_decide(app, pilot)
        assert "%" not in shown(app)
        await pilot.press("t")
        await until(pilot, lambda: sheet.worth is not None)
        await pilot.pause()
        assert "the equilibrium always draws" in shown(app)
        await pilot.press("t")
        assert "the equilibrium always draws" not in shown(app)
        await pilot.click("#decision", offset=(70, 3))
        assert isinstance(app.screen, TableScreen)
        [decision] = [one for one in table_of(app).played[-1].decisions if one.by_guest]
        assert not decision.draws
        assert not app.screen.coach.is_on

    play(tmp_path, script, CASINO, (100, 30))


def test_keys_answer_before_anything_is_counted(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        sheet = await sit_and_decide(app, pilot)
        assert sheet.region.contains_region(sheet.board.region)
        await pilot.press("d")
        assert isinstance(app.screen, TableScreen)
        [decision] = [one for one in table_of(app).played[-1].decisions if one.by_guest]
        assert decision.draws
        assert app.screen.coach.lesson.startswith("With 5 (Q 5) against a 4 the equilibrium")

    play(tmp_path, script, CASINO, coach=True)
