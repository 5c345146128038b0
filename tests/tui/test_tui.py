"""The terminal table, driven by keys and clicks, and compared with the table behind it."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from pilot import LARGE, SMALL, between, play, press_spot, rows, shown, table_of, until
from textual.pilot import Pilot

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.bets import Bet
from baccarat.core.coup import Outcome
from baccarat.core.games import GAMES
from baccarat.table import Audience, Phase, Table
from baccarat.table.acts import Open
from baccarat.table.coach.thread import advise
from baccarat.table.saving import ActFile, sittings
from baccarat.table.sitting import Sitting
from baccarat.tui.app import TableApp
from baccarat.tui.draw.themes import NAMES
from baccarat.tui.screens import start
from baccarat.tui.screens.sheets import Cutting, KeyQuestion, TooSmall
from baccarat.tui.screens.sitting_report import Report
from baccarat.tui.screens.table.screen import TableScreen


def test_a_coup_is_bet_on_dealt_and_paid_as_the_table_pays_it(tmp_path: Path) -> None:
    expected = Table.open(seed=7, bankroll=1_000).bet("banker=40 tie=20").deal()

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "plus", "left", "plus")
        assert re.search(r"8:1 +▌20▐.*1:1 -5% +▌40▐", shown(app))
        await pilot.press("enter")
        text = shown(app)
        winner = expected.view().winner
        assert f"{winner} wins".upper() in between(app)
        assert f"In hand {expected.bankroll:,}" in text
        assert table_of(app).bankroll == expected.bankroll
        assert "lost: Tie" in between(app)

    play(tmp_path, script)


def test_what_a_stake_loses_by_rounding_is_told_at_its_spot(tmp_path: Path) -> None:
    """5 on Banker wins 4 of 4.75; of a whole shoe that costs 7.9 %, and not 1.06 %."""
    wins, loses = 2_292_252_566_437_888, 2_230_518_282_592_256  # of 4,998,398,275,503,360
    cost = (loses - wins * Fraction(4, 5)) / 4_998_398_275_503_360

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "2", "plus")
        await until(pilot, lambda: "5 wins 4, not 4.75" in shown(app))
        advice = advise(table_of(app))
        assert abs((advice.paid_edges["banker"] or 0) - cost) < Fraction(1, 1_000)
        assert advice.paid_edges["player"] == advice.edges["player"]
        await pilot.press("i")
        assert "Multiples of 20 are paid exactly" in shown(app)

    play(tmp_path, script)


def test_the_cut_is_the_guests_and_the_burn_card_is_shown(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        assert "416 cards. Where do you cut?" in shown(app)
        await pilot.press("left", "left", "enter")
        ceremony = table_of(app).ceremony
        assert ceremony.cut == 416 // 2 - 2
        assert ceremony.burn_card is not None
        assert f"Burn card {ceremony.burn_card.known_rank}" in shown(app)

    play(tmp_path, script)


def test_everything_can_be_done_with_the_mouse(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        await press_spot(app, pilot, "tie")
        await press_spot(app, pilot, "tie")
        assert table_of(app).on_the_felt == 40
        await press_spot(app, pilot, "tie", button=3)
        assert table_of(app).on_the_felt == 20
        await pilot.click("#keys", offset=(2, 0))
        assert len(table_of(app).played) == 1

    play(tmp_path, script)


def test_a_refused_act_says_why_in_the_tables_own_words(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "enter")
        assert "No chip lies on the felt. Press + to put a chip on Banker" in between(app)
        await pilot.press("5", "plus", "plus", "plus")
        assert "not enough money: the guest has none" in between(app)
        assert table_of(app).on_the_felt == 1_000

    play(tmp_path, script)


def test_undo_clear_repeat_and_double_have_their_keys(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        felt: list[int] = []
        await pilot.press("enter", "escape", "plus", "enter")
        for key in ("p", "d", "u", "c", "u", "minus"):
            await pilot.press(key)
            felt.append(table_of(app).on_the_felt)
        assert felt == [20, 40, 20, 0, 20, 0]

    play(tmp_path, script)


def suits_of_banker(app: TableApp) -> list[str]:
    """The suits at the right half of the hands, card by card."""
    hands = [row[len(row) // 2 :].ljust(40) for row in rows(app)[2:8]]
    columns = zip(*(row[-24:] for row in hands), strict=True)
    return [sign for column in columns for sign in column if sign in "♠♥♦♣"]


def test_a_squeezed_card_is_not_shown_before_it_is_turned_up(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "z", "enter")
        table = table_of(app)
        assert table.phase is Phase.SQUEEZE
        first, hidden = table.view(Audience.HOUSE).banker.cards
        assert first is not None
        assert hidden is not None
        assert first.known_suit is not None
        assert hidden.known_suit is not None
        suits = suits_of_banker(app)
        assert suits == [first.known_suit.symbol]
        await pilot.press("enter")
        assert "next: short edge" in shown(app)
        assert suits_of_banker(app) == suits
        await pilot.press("t")
        assert suits_of_banker(app)[:2] == [first.known_suit.symbol, hidden.known_suit.symbol]

    play(tmp_path, script)


def test_the_coach_tells_the_odds_of_this_coup_when_a_card_falls(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Cutting))
        await pilot.press("enter")
        await until(pilot, lambda: table_of(app).phase is Phase.BETS)
        await pilot.press("plus", "enter")
        burn = table_of(app).ceremony.burn_card

        def is_told() -> bool:
            """While cards are still to come, those on the table are counted in."""
            table = table_of(app)
            if table.phase is not Phase.DEALING or len(table.coup) < 2:
                return False
            edge = bac.odds(decks=8, seen=str(burn), given=table.coup)["tie"].edge
            return f"{float(edge):.2%}" in shown(app)

        await until(pilot, is_told)

    play(tmp_path, script, coach=True, size=LARGE, pace="slow")


def test_the_coach_shows_the_exact_edges_of_the_shoe_as_it_stands(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        table = table_of(app)
        burn = table.ceremony.burn_card
        coup = table.played[-1].coup
        seen = " ".join(map(str, (burn, *coup.player, *coup.banker)))
        edge = bac.odds(decks=8, seen=seen)["tie"].edge
        wanted = f"{float(edge):.2%}"
        await until(pilot, lambda: wanted in shown(app))
        await pilot.press("o")
        await until(pilot, lambda: "Nobody can tell." in shown(app))
        await pilot.press("escape", "t")
        assert wanted not in shown(app)

    play(tmp_path, script, coach=True, size=LARGE)


def test_a_table_that_was_left_goes_on_and_an_ended_one_does_not(tmp_path: Path) -> None:
    left: list[Table] = []

    async def leave(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter", "plus", "q")
        await until(pilot, lambda: "your money" in shown(app))
        assert "A bet of 20 is still open" in shown(app)
        left.append(table_of(app))
        await pilot.press("enter")
        assert app.return_value is not None
        assert "resumes" in app.return_value

    async def come_back(app: TableApp, pilot: Pilot[str]) -> None:
        assert isinstance(app.screen, KeyQuestion)
        assert "20 lie on the felt" in shown(app)
        await pilot.press("enter")
        assert table_of(app) == left[0]
        await pilot.press("q", "e")
        assert table_of(app).phase is Phase.LEFT

    async def start_anew(app: TableApp, pilot: Pilot[str]) -> None:
        assert isinstance(app.screen, start.StartScreen)

    for script in (leave, come_back, start_anew):
        play(tmp_path, script)
    [path] = sittings(tmp_path)
    file = ActFile(path)
    assert Sitting(file).table.bankroll == left[0].bankroll + 20
    file.close()


def test_every_sheet_opens_and_closes(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        for key, told in (
            ("w", table_of(app).view().why[0].replace("T♥", "10♥")),
            ("s", "1/1"),
            ("question_mark", "arrows or h j k l"),
        ):
            await pilot.press(key)
            assert told in shown(app).replace("\n", " ") or told[:50] in shown(app)
            assert "close" in shown(app)
            await pilot.press("escape")
            assert isinstance(app.screen, TableScreen)

    play(tmp_path, script)


def test_the_shoe_is_written_in_our_notation(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter", "x")
        [written] = tmp_path.glob("*.txt")
        record = bac.Record.parse(written.read_text("utf-8"))
        assert [entry.result for entry in record.entries] == [*table_of(app).results]

    play(tmp_path, script)


def test_a_fair_shoe_is_promised_before_the_guest_gives_a_seed(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter")
        promise = table_of(app).promise
        assert promise is not None
        assert promise.commitment is not None
        assert promise.commitment[:40] in shown(app)
        await pilot.press("a", "b", "c", "enter", "escape")
        fair = table_of(app).ceremony.fair
        assert fair is not None
        assert fair.guest_seed == "abc"
        assert fair.commitment == promise.commitment

    play(tmp_path, script, Open(fair=True))


def test_the_guest_decides_at_chemin_de_fer_and_hears_what_it_cost(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus")
        for _ in range(20):
            await pilot.press("enter")
            if isinstance(app.screen, KeyQuestion):
                break
            await pilot.press("p")
        assert table_of(app).phase is Phase.DECISION
        await pilot.press("n")
        assert table_of(app).decisions[-1].by_guest
        assert "the equilibrium" in between(app)
        await pilot.press("plus")
        assert "equilibrium" not in between(app)
        await pilot.press("w")
        assert "the equilibrium" in shown(app)

    play(tmp_path, script, Open("chemin-de-fer", seed=7), coach=True, size=LARGE)


def mad(outcome: Outcome) -> str | None:
    raise ZeroDivisionError("a stranger's mistake")


def test_a_bet_that_cannot_be_judged_gives_its_stake_back(
    tmp_path: Path, bring_bet: Callable[..., None]
) -> None:
    bring_bet(Bet("Mad", mad, pays={"never": 5}))

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", *["down"] * 2, *["right"] * 2, "plus", "enter")
        assert [line.wager.spot for line in table_of(app).view().lines] == ["mad"]
        assert "Mad 20 back" in between(app)
        assert table_of(app).bankroll == 1_000

    play(tmp_path, script, Open(bets=("mad",), seed=7), coach=True)


@pytest.mark.parametrize("game", ["punto-banco", "chemin-de-fer"])
def test_no_part_of_the_table_leaves_the_screen(game: str, tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus")
        for size in (SMALL, (100, 30), LARGE, (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for part in app.screen.query("#top, #deal, #felt, #rack, #roads, #keys"):
                assert app.screen.region.contains_region(part.region), (size, part)
            assert app.screen.query_one("#roads").region.height >= 7
            assert "help" in rows(app)[-1]

    play(tmp_path, script, Open(game, seed=7))


def test_a_terminal_too_small_says_how_large_it_should_be(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "80 × 24" in shown(app)
        assert "60 × 20" in shown(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not isinstance(app.screen, TooSmall)

    play(tmp_path, script)


def test_ascii_is_enough_where_the_terminal_has_no_more(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        assert shown(app).isascii()
        await pilot.press("enter")
        assert shown(app).isascii()
        await pilot.press("enter", "plus", "z", "enter")
        assert shown(app).isascii()

    play(tmp_path, script, is_ascii=True)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_table_keeps_its_columns_in_every_language(language: str, tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        view, words = table_of(app).view(), Words.of(language)
        money = words("money.hand", coins=view.bankroll)
        rack = next(row for row in rows(app) if "►▌20▐" in row)
        assert rack.lstrip().startswith(money)
        assert rack.rstrip().endswith(f"▌{words.number(2_500)}▐")
        assert words.bet("banker").upper() in shown(app)
        assert words("key.leave") in rows(app)[-1]

    play(tmp_path, script, language=language, bankroll=100_000)


def test_a_theme_changes_no_word(tmp_path: Path) -> None:
    """The one for every eye has letters on the roads, where others have rings."""

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "enter")
        told = set()
        for app.theme in NAMES:
            await pilot.pause()
            told.add(" ".join(re.findall(r"\w\w+", shown(app))))
        assert len(told) == 1

    play(tmp_path, script)


def test_a_bankroll_of_zero_can_buy(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus")
        assert "not enough money" in shown(app)
        await pilot.press("b", "plus")
        assert table_of(app).on_the_felt == 20

    play(tmp_path, script, bankroll=0)


def test_the_start_screen_takes_wishes_by_keys(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("l", "l", "o", "j", "j", "j", "l", "enter")
        opened = table_of(app).opened
        assert (opened.game, opened.decks) == (GAMES[2].name, 1)

    play(tmp_path, script, Open())


def test_the_start_screen_offers_the_named_last_coup_rules_beside_one_of_ones_own(
    tmp_path: Path,
) -> None:
    own = bac.LastCoup(2, 1)

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        assert "Last coup: 2/1" in shown(app)  # told, though it is folded away
        await pilot.press("o", *"jjjjj", "l", "l", "h", "h", "enter")
        assert table_of(app).opened.last_coup == own
        [kept] = sittings(tmp_path)
        assert '"last_coup": "2/1"' in kept.read_text("utf-8")

    play(tmp_path, script, Open(last_coup=own))

    async def go_on(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("o", *"jjjjj", "l", "l", "l", "enter")
        assert table_of(app).opened.last_coup == bac.LastCoup.C

    (tmp_path / "other").mkdir()
    play(tmp_path / "other", go_on, Open(last_coup=own))


def test_a_report_is_drawn_with_the_sitting_and_the_band_of_its_luck(tmp_path: Path) -> None:
    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "2", "plus", "enter", "q", "x")
        sheet = app.screen
        assert isinstance(sheet, Report)
        await until(pilot, lambda: bool(sheet.points))
        await pilot.press("x")
        [picture] = tmp_path.glob("*.svg")
        assert "your money: as it came" in picture.read_text("utf-8")
        assert str(picture) in sheet.lines[0]
        mean, variance = expected_of(table_of(app))
        assert sheet.points[-1].expected == mean
        assert sheet.points[-1].variance == variance

    play(tmp_path, script)


def expected_of(table: Table) -> tuple[Fraction, Fraction]:
    """The bankroll after one coup with 5 on Banker, by the odds of the shoe before it."""
    burn = table.ceremony.burn_card
    odds = bac.odds(decks=8, seen=str(burn))["banker"]
    # Five coins on Banker win 4: the odd part of 4.75 stays with the house.
    win, lose = odds.probability("win"), odds.probability(None)
    mean = 4 * win - 5 * lose
    return 1_000 + mean, 16 * win + 25 * lose - mean**2


def test_insurance_is_offered_in_the_middle_of_a_coup(tmp_path: Path) -> None:
    """Seed 7 deals four against six first."""

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        await pilot.press("plus", "enter")
        assert "A bet is offered now." in shown(app)
        await press_spot(app, pilot, "insurance")
        assert table_of(app).seat().wagers[-1].spot == "insurance"
        await pilot.press("enter")
        assert table_of(app).coups == 1
        assert re.search(r"lost: .*Insurance", shown(app))

    play(tmp_path, script, Open(seed=7, bets=("insurance",)), LARGE)


def test_a_stake_on_a_streak_stays_on_the_felt(tmp_path: Path) -> None:
    """Banker wins the first coup of seed 7."""

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape")
        await press_spot(app, pilot, "banker-streak")
        await pilot.press("i")
        assert "250" in shown(app)  # for ten in a row
        await pilot.press("escape", "enter")
        assert table_of(app).coups == 1
        assert "▌20▐" in shown(app).partition("►")[0]
        assert table_of(app).on_the_felt == 20
        await pilot.press("enter")
        assert table_of(app).coups == 2

    play(tmp_path, script, Open(seed=7, bets=("banker-streak",)), LARGE, coach=True)
