"""What stands between the hands at which moment, and how a payout goes by."""

from dataclasses import replace
from pathlib import Path

import pytest
from pilot import between as told
from pilot import columns, play, rows, shown, table_of, until
from textual.pilot import Pilot

from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Phase, Table
from baccarat.table.acts import Deal, Draw, Open
from baccarat.table.coach.squeeze_cases import squeeze_cases
from baccarat.table.coach.thread import advise
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas, Cell
from baccarat.tui.draw.colours import NIGHT
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.draw.typeset import spaced
from baccarat.tui.screens.table.payout import moment
from baccarat.tui.screens.table.screen import TableScreen
from baccarat.tui.widgets.hands_between import TableTalk, between

ENGLISH = Words.of("en")
LOW, HIGH = (28, 6), (32, 8)
"""Columns and rows between the hands, in the smallest room and in a large one."""


def drawn(
    table: Table, said: TableTalk, size: tuple[int, int] = LOW, words: Words = ENGLISH
) -> tuple[str, list[list[Cell]]]:
    """The words between the hands in one line, and their cells."""
    canvas = Canvas(*size, Look())
    between(table.view(), words, said)(canvas)
    text = " ".join(canvas.lines()).replace("─", " ")
    return " ".join(text.split()), canvas.cells


def paid(table: Table, milliseconds: int = 2_000) -> TableTalk:
    return TableTalk(payout=moment(table.view().lines, milliseconds))


BETS = Table.open(seed=7, bankroll=500).bet("banker=40 tie=20")
OVER = BETS.deal()


def test_the_coach_stands_under_the_call_where_it_has_no_panel() -> None:
    advice = advise(BETS)
    text, _ = drawn(BETS, TableTalk(advice=advice, has_coach=True))
    assert text.startswith("Place your bets, please.")
    for spot in ("player", "tie", "banker"):
        assert f"{float(advice.chances[spot]):.2%}" in text
    silent, _ = drawn(BETS, TableTalk(advice=advice))
    assert silent == "Place your bets, please."


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            Table.open(seed=7, bankroll=500),
            "Place your bets, please. Press + to put a chip on Tie.",
        ),
        (BETS, "Place your bets, please. Press + to put a chip on Tie. Press Enter to deal."),
        (
            Table.open(seed=7, bankroll=20).bet("player=20"),
            "Place your bets, please. Press Enter to deal.",
        ),
    ],
    ids=["nothing is bet", "money is left", "no money is left"],
)
def test_a_large_room_says_which_keys_go_on(table: Table, words: str) -> None:
    """No key puts a chip that the guest does not have."""
    said = TableTalk(has_coach=True, has_panel=True, chosen="tie")
    assert drawn(table, said, HIGH)[0] == words


def test_a_refusal_stands_first_in_the_colour_of_a_warning() -> None:
    for table, said in (
        (BETS, TableTalk("no, thank you")),
        (OVER, TableTalk("no, thank you", payout=None)),
    ):
        text, cells = drawn(table, said)
        assert text.startswith("no, thank you")
        first = [cell for cell in cells[0] if cell.char.strip()]
        assert {cell.ink for cell in first} == {NIGHT.warning}
    text, _ = drawn(OVER, TableTalk("no, thank you", payout=paid(OVER).payout))
    assert text.startswith("no, thank you BANKER WINS")


def test_a_result_is_a_band_and_a_ledger_in_a_small_room() -> None:
    text, cells = drawn(OVER, paid(OVER))
    assert text.startswith("BANKER WINS Banker 40 +38 lost: Tie −20")
    assert "You win +18" in text
    assert cells[0][0].ground == NIGHT.banker
    assert drawn(OVER, paid(OVER, 0))[0] == "BANKER WINS"


def test_a_result_has_large_totals_and_its_sum_at_the_end_in_a_large_room() -> None:
    payout = moment(OVER.view().lines)
    text, cells = drawn(OVER, TableTalk(payout=payout, has_panel=True), HIGH)
    assert "Four Player, six Banker." in text
    assert text.endswith("You win 18.")
    assert any(cell.ink == NIGHT.player_lit for cell in cells[0])
    begun = moment(OVER.view().lines, 400)
    assert "You win" not in drawn(OVER, TableTalk(payout=begun, has_panel=True), HIGH)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_or_a_prompt_never_takes_the_results_place(language: str) -> None:
    words = Words.of(language)
    long = "With 5 (Q 5) against a 4 the equilibrium always draws, and standing costs 0.64."
    text, _ = drawn(OVER, TableTalk(lesson=long, payout=moment(OVER.view().lines)), LOW, words)
    places = [text.find(part) for part in (words("stage.banker").upper(), "+18", "With 5 (Q 5)")]
    assert -1 < places[0] < places[1] < places[2]


def test_a_finished_shoe_says_so_under_its_last_result() -> None:
    table = Table.open(seed=7, bankroll=500, decks=1)
    while table.phase is Phase.BETS:
        table = table.bet("banker=20").deal()
    text, _ = drawn(table, paid(table))
    assert "WINS" in text or "TIE" in text
    assert text.endswith("The shoe is finished. Press Enter to shuffle a new shoe.")


def test_a_squeeze_has_its_steps_and_no_odds() -> None:
    table = BETS.then(Deal(squeeze=True))
    while table.phase is Phase.DEALING:
        table = table.then(Draw())
    assert table.phase is Phase.SQUEEZE
    cases = squeeze_cases(table.view(), table.game)
    text, _ = drawn(table, TableTalk(has_coach=True, cases=cases))
    assert "○ ○ ○ ○" in text
    assert "counting" not in text


@pytest.mark.long  # two seconds of a clock, which a busy machine may take for one key
def test_a_payout_goes_by_and_any_key_ends_it(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: table_of(app).phase is Phase.BETS)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("plus", "enter", "enter")
        assert table_of(app).coups == 1
        assert screen.clock.milliseconds < 2_000
        before = screen.clock.milliseconds
        await until(pilot, lambda: screen.clock.milliseconds > before)
        await pilot.press("left")  # it moves on the felt, as ever
        assert screen.clock.milliseconds == 2_000
        assert screen.scene.payout is not None
        assert screen.scene.payout.is_over
        await pilot.press("p", "enter", "enter")
        assert table_of(app).coups == 2
        assert screen.clock.milliseconds < 2_000
        await until(pilot, lambda: screen.clock.milliseconds == 2_000)  # by itself

    play(tmp_path, script, pace="slow")


def test_without_motion_the_last_moment_comes_at_once(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        app.animation_level = "none"
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: table_of(app).phase is Phase.BETS)
        await pilot.press("plus", "enter", "enter")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.clock.milliseconds == 2_000

    play(tmp_path, script, pace="slow")


def test_a_replay_names_no_key_that_only_the_guest_has() -> None:
    """In a replay Enter goes a step on, and nobody buys money."""
    finished = Table.open(seed=7, decks=1, bankroll=5_000)
    while finished.phase is not Phase.FINISHED:
        finished = finished.bet("banker=40").deal()
    broke = Table.open(seed=7, bankroll=20).bet("player=20").deal()
    for table, asked in ((finished, "Press Enter to shuffle"), (broke, "b to buy")):
        said = paid(table)
        assert asked in drawn(table, said)[0]
        replayed, _ = drawn(table, replace(said, is_replay=True, notice="Replay: 6 of 6 coups."))
        assert asked not in replayed
        assert replayed.startswith("Replay: 6 of 6 coups. ")
        assert "WINS" in replayed or "TIE" in replayed


def test_the_replay_of_a_sitting_sells_no_money(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "left", "left", "plus", "enter")
        assert table_of(app).bankroll == 0
        assert "b to buy more play money" in told(app)
        await pilot.press("a", "end")
        assert "Replay: 1 of 1 coup. BANKER WINS lost: Player −20" in told(app)
        assert "b to buy" not in told(app)

    play(tmp_path, script, bankroll=20)


def test_a_guest_without_money_is_told_once_how_to_go_on(tmp_path: Path) -> None:
    """And not to put a chip that is not there."""

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "left", "left", "plus", "enter", "enter")
        assert told(app).startswith(
            "Your money is gone. Press b to buy more play money. BANKER WINS"
        )
        assert told(app).count("Your money is gone") == 1
        assert "puts" not in told(app)

    play(tmp_path, script, bankroll=20)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_notice_a_result_and_a_prompt_share_their_rows(language: str) -> None:
    """Each whole or not at all: no sentence is cut, and none is written over another."""
    words = Words.of(language)
    finished = Table.open(seed=7, decks=1, bankroll=5_000)
    while finished.phase is not Phase.FINISHED:
        finished = finished.bet("banker=40 tie=20").deal()
    prompt = words("say.finished").replace(" ", "")
    for rows_, has_panel in ((6, False), (8, True)):
        for long in range(6):
            notice = " ".join(["notice"] * 4 * long)
            said = replace(paid(finished), notice=notice, has_panel=has_panel)
            text, _ = drawn(finished, said, (28, rows_), words)
            assert text.count("notice") == 4 * long
            joined = text.replace(" ", "")
            assert prompt in joined or not any(prompt[at : at + 6] in joined for at in (0, 6))
            if long <= rows_ - 3:
                assert prompt in joined
                assert spaced(words("stage.player")).replace(" ", "") in joined


async def press_words(app: TableApp, pilot: Pilot[str], words: str) -> None:
    """Click where these words stand on the screen."""
    await pilot.pause()
    for y, line in enumerate(rows(app)):
        if words in line:
            x = next(x for x in range(app.size.width) if columns(line, x, 999).startswith(words))
            await pilot.click(offset=(x, y))
            return
    raise AssertionError(f"{words!r} is not on the screen:\n{shown(app)}")


def test_a_whole_coup_is_played_by_mouse_alone(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await press_words(app, pilot, "sit down")
        await press_words(app, pilot, "no cut")
        await press_words(app, pilot, "100")
        await press_words(app, pilot, "Banker ")
        await press_words(app, pilot, "5▐")
        await press_words(app, pilot, "Tie ")
        assert sorted(map(str, table_of(app).wagers)) == ["banker=100", "tie=5"]
        await press_words(app, pilot, "deal")
        assert table_of(app).coups == 1
        assert "BANKER WINS Banker 100 +95 lost: Tie −5" in told(app)
        await press_words(app, pilot, "repeat")
        await press_words(app, pilot, "double")
        assert table_of(app).on_the_felt == 210

    play(tmp_path, script)


CASINO = Open("chemin-de-fer", bets=("banker:1-5%",), seed=7)


@pytest.mark.parametrize("is_by_mouse", [False, True])
def test_a_coup_of_chemin_de_fer_with_commission(is_by_mouse: bool, tmp_path: Path) -> None:
    """The banquier draws, and five in a hundred of what is won goes to the house."""

    async def press(app: TableApp, pilot: Pilot[str], key: str, words: str) -> None:
        await (press_words(app, pilot, words) if is_by_mouse else pilot.press(key))

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await press(app, pilot, "enter", "sit down")
        await press(app, pilot, "escape", "no cut")
        await press(app, pilot, "4", "100")
        await press(app, pilot, "plus", "Banker ")
        for _ in range(30):
            await press(app, pilot, "enter", "deal")
            if table_of(app).phase is Phase.DECISION:
                await press(app, pilot, "d", "draw")
                assert table_of(app).decisions[-1].by_guest
            if table_of(app).view().won > 0:
                break
            await press(app, pilot, "p", "repeat")
        view = table_of(app).view()
        assert (view.won, view.kept) == (95, 5)
        assert "+95" in told(app)

    play(tmp_path, script, CASINO)
