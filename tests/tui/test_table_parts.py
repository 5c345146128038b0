"""The parts of the table screen, each by itself: no terminal is started here."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.table import Phase, Table
from baccarat.table.acts import Burn, Cut, Deal, Open, Place, Sit, Undo
from baccarat.table.coach.thread import Advice, moment
from baccarat.table.sitting import Sitting
from baccarat.tui.screens.replay import ReplayedTable
from baccarat.tui.screens.sheets import Cutting, GuestSeed, Shuffling
from baccarat.tui.screens.table.guest_acts import GuestActs
from baccarat.tui.screens.table.house_acts import HouseActs
from baccarat.tui.screens.table.payout import LONGEST
from baccarat.tui.screens.table.scene import Scene
from baccarat.tui.screens.table.sitting import Coach, SeatedSitting
from baccarat.tui.screens.table.tour import AFTER, FirstCoup
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.widgets.hands_between import TableTalk

WORDS = Words.of("en")
SEEDED, FAIR = Open(seed=7), Open(fair=True)


class Desk:
    """A seat at a table, and a screen that only writes down what it is told."""

    def __init__(self, opening: Open = SEEDED, pace: str = "fast", is_ready: bool = True) -> None:
        self.sitting = Sitting()
        self.sitting.do(opening, Sit("guest", 1_000))
        if is_ready:
            self.sitting.shuffle()
            self.sitting.do(Cut(None), Burn())
        self.messages: list[object] = []
        """texts, sheets, seconds and refusals, in their order"""
        coach = Coach(self.sitting, is_on=False, tell=self.messages.append)
        path = Path("evening.jsonl")
        follow = partial(self.messages.append, "followed")
        self.seat = SeatedSitting(self.sitting, path, coach, pace, self.messages.append, follow)
        app = SimpleNamespace(push_screen=lambda sheet, *_: self.messages.append(sheet))
        self.screen = SimpleNamespace(
            words=WORDS,
            say=self.messages.append,
            app=app,
            felt=SimpleNamespace(spot="banker"),
            set_timer=lambda seconds, _: self.messages.append(seconds),
        )
        app.screen = self.screen
        view = cast("TableView", self.screen)
        self.guest, self.house = GuestActs(self.seat, view), HouseActs(self.seat, view)


def test_an_act_is_saved_and_followed_and_a_refusal_changes_nothing() -> None:
    desk = Desk()
    assert desk.seat.act(Place("banker", 10))
    assert desk.sitting.log[-1].acts == (Place("banker", 10),)
    assert desk.messages == ["followed"]
    table = desk.sitting.table
    assert not desk.seat.act(Place("banker", 10_000))
    assert desk.sitting.table == table
    assert isinstance(desk.messages[-1], BaccaratError)


@pytest.mark.parametrize(("pace", "phase"), [("fast", Phase.BETS), ("slow", Phase.DEALING)])
def test_without_a_pause_a_coup_is_dealt_and_saved_as_one(pace: str, phase: Phase) -> None:
    desk = Desk(pace=pace)
    desk.seat.act(Place("banker", 10))
    commits = len(desk.sitting.log)
    desk.seat.act(Deal())
    assert desk.sitting.table.phase is phase
    assert len(desk.sitting.log) == commits + 1
    desk.seat.hurry()
    assert desk.sitting.table.phase is Phase.BETS


def test_a_new_coup_ends_the_lesson_of_the_last_one() -> None:
    desk = Desk()
    desk.seat.coach.lesson = "Stand on six."
    desk.seat.act(Place("banker", 10))
    assert desk.seat.coach.lesson == "Stand on six."
    desk.seat.act(Deal())
    assert desk.seat.coach.lesson == ""


def test_the_paces_follow_each_other_in_a_circle() -> None:
    seat = Desk(pace="slow").seat
    pauses = []
    for _ in range(3):
        pauses.append(seat.pause)
        seat.change_pace()
    assert pauses == sorted(pauses, reverse=True)
    assert (pauses[-1], seat.pace) == (0, "slow")


def test_a_shoe_is_written_beside_its_sitting(tmp_path: Path) -> None:
    desk = Desk()
    desk.seat.act(Deal(free=True))
    seat = SeatedSitting(
        desk.sitting, tmp_path / "evening.jsonl", desk.seat.coach, "fast", print, print
    )
    path = seat.write_shoe()
    assert path == tmp_path / "evening-shoe-1.txt"
    assert path.read_text()


def test_advice_of_another_moment_is_not_given() -> None:
    desk = Desk()
    coach, table = desk.seat.coach, desk.sitting.table
    coach.last_advice = Advice(moment(table), {})
    assert coach.advice is None  # it is silent
    assert coach.toggle() == "say.coach-on"
    assert coach.advice is None  # what was counted without odds is forgotten
    coach.last_advice = advice = Advice(moment(table), {"banker": None}, rounding=None)
    assert coach.advice == advice
    desk.seat.act(Place("banker", 10))
    assert coach.advice is not None  # the odds hold, whatever is bet
    assert coach.advice.paid_edges == advice.edges
    desk.seat.act(Deal())
    assert coach.advice is None


def test_a_chip_that_is_too_dear_stays_in_the_tray() -> None:
    desk = Desk()
    chip = desk.guest.chip
    desk.guest.take_chip(5)
    assert desk.guest.chip == chip
    assert desk.messages == ["You cannot pay a chip of 2,500: you have 1,000."]
    desk.guest.take_chip(2)
    desk.guest.place()
    assert desk.guest.chip == 2
    assert desk.sitting.table.wagers[0].stake == desk.guest.coins
    desk.guest.lift()
    assert desk.sitting.table.wagers == ()


def test_a_guest_without_bets_is_told_how_to_bet() -> None:
    desk = Desk()
    desk.guest.deal()
    assert desk.messages[-1] == WORDS("say.no-bets", bet=WORDS.bet("banker"))
    assert desk.sitting.table.coups == 0


def test_the_house_waits_between_cards_and_while_a_sheet_is_read() -> None:
    desk = Desk(pace="slow")
    desk.seat.act(Deal(free=True))
    desk.house.go_on()
    assert desk.messages[-1] == desk.seat.pause
    table = desk.sitting.table
    desk.screen.app.screen = None  # a sheet lies above the table
    desk.house.draw_card(table.number)
    assert desk.sitting.table == table
    assert desk.messages[-1] == desk.seat.pause
    desk.screen.app.screen = desk.screen
    desk.house.draw_card(table.number - 1)  # the guest has hurried meanwhile
    assert desk.sitting.table == table
    desk.house.draw_card(table.number)
    assert len(desk.sitting.table.coup) == 1


@pytest.mark.parametrize(
    ("opening", "pace", "sheet"),
    [(SEEDED, "fast", Cutting), (SEEDED, "slow", Shuffling), (FAIR, "fast", GuestSeed)],
)
def test_a_new_shoe_begins_with_a_question_of_the_house(
    opening: Open, pace: str, sheet: type[Any]
) -> None:
    desk = Desk(opening, pace, is_ready=False)
    desk.house.new_shoe()
    desk.house.go_on()
    assert any(isinstance(message, sheet) for message in desk.messages)
    assert (desk.sitting.table.promise is not None) == (sheet is GuestSeed)


def test_the_last_coup_is_seen_until_the_next_chip_lies_there() -> None:
    table = Table.open(seed=7, bankroll=500).bet("banker=20").deal()
    talk = TableTalk(lesson="Stand on six.")
    over = Scene(table.view(), (), (), talk)
    assert over.cloth == table.view()
    assert over.payout is not None
    assert over.payout.is_over
    assert over.talk_of("", "tie", has_panel=True).lesson == "Stand on six."
    view = table.bet("player=5").view()
    betting = Scene(view, (), (), talk, elapsed=LONGEST)
    assert betting.payout is None
    assert betting.cloth.player.cards == ()
    assert betting.cloth.wagers == view.wagers
    assert betting.talk_of("No.", "tie", has_panel=True) == TableTalk(
        "No.", has_panel=True, chosen="tie"
    )


def test_a_tour_goes_on_by_any_key_once_the_coup_is_paid(tmp_path: Path) -> None:
    tour, table = FirstCoup(tmp_path / "seen"), Table.open(seed=7, bankroll=500)
    assert not tour.go_on(table.view())
    paid = table.bet("banker=20").deal().view()
    hints = []
    while (hint := tour.hint(paid)) is not None:
        hints.append(hint)
        assert tour.go_on(paid)
    assert tuple(hints) == AFTER
    assert not tour.go_on(paid)
    assert FirstCoup(None).hint(table.view()) is None


def test_a_replay_goes_to_the_end_of_each_coup_and_no_farther_than_its_acts() -> None:
    desk = Desk()
    for _ in range(3):
        desk.seat.act(Place("banker", 10))
        desk.seat.act(Undo())
        desk.seat.act(Deal(free=True))
    replayed = ReplayedTable(desk.sitting.chronicle.acts)
    assert (replayed.coups, replayed.table.coups) == (3, 0)
    assert replayed.table.shoes == 1
    for coups, coup in ((1, 1), (1, 2), (-1, 1), (9, 3), (-9, 0), (2, 2)):
        replayed.skip(coups)
        assert replayed.table.coups == coup
        assert list(replayed.results) == desk.sitting.chronicle.results[:coup]
    replayed.step(-1)
    assert replayed.table.coups == 1
    replayed.step(-1_000)
    assert replayed.table.shoes == 1  # before its first shoe there is nothing to see
    replayed.step(1_000)
    assert replayed.is_at_end
    assert replayed.table == desk.sitting.table
