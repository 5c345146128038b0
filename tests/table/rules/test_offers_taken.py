"""Insurance at the table: after four cards the coup waits for whoever may take it."""

from fractions import Fraction

import pytest

from baccarat.base.errors import BetRefused
from baccarat.core.layout import Wager
from baccarat.core.record import Record
from baccarat.core.rules import Rules
from baccarat.exact.odds import odds
from baccarat.table import ActRefused, Audience, Phase, Table
from baccarat.table.acts import Cut, Deal, Lift, Open, Pass, Place, Repeat, Shuffle, Sit
from baccarat.table.coach.coach import costs, expected, odds_now, report
from baccarat.table.requests import DEALER, Request
from baccarat.table.shoe_records import replay, write_shoe
from baccarat.table.sitting import Sitting

OFFERED = "5h 6d Kc Ks 3h"
"""Five against six: insurance is offered at 3 to 1. Player draws a three, and wins with eight."""
LOST = "5h 6d Kc Ks Qh 2d"
"""The same start; Player draws a queen and loses, whatever Banker draws not."""


def table_of(cards: str, *guests: str, seats: int = 1, least: int = 1) -> Table:
    known = cards.split()
    deck = [str(card) for card in Rules(decks=1).composition.cards]
    for card in known:
        deck.remove(card)
    opened = Open(decks=1, burn=False, cut_card=0, seats=seats, least=least, bets=("insurance",))
    sits = [Sit(guest, 1000) for guest in guests or ("guest",)]
    return Table().then(opened, *sits, Shuffle(" ".join([*known, *deck])), Cut())


def test_insurance_is_offered_taken_and_paid() -> None:
    table = table_of(OFFERED).bet("banker=100").deal()
    assert (table.phase, table.offers) == (Phase.OFFER, ("insurance",))
    assert table.view().offers == table.view(Audience.SPECTATOR).offers == ("insurance",)
    table = table.bet("insurance=40")
    assert table.bankroll == 860
    table = table.apply(Pass()).go_on()
    assert table.phase is Phase.BETS
    assert [(str(line), line.won) for line in table.view().lines] == [
        ("banker: 100 lost", -100),
        ("insurance: 40 wins 120 (against 6)", 120),
    ]
    assert table.bankroll == 1020
    assert table.house == -20


def test_who_takes_no_insurance_passes() -> None:
    table = table_of(LOST).bet("player=10").deal().apply(Pass()).go_on()
    assert (table.coups, table.bankroll) == (1, 990)
    insured = table_of(LOST).bet("player=10").deal().bet("insurance=10").apply(Pass()).go_on()
    assert insured.bankroll == 980


def test_a_coup_does_not_stop_where_nothing_is_offered() -> None:
    assert table_of("9h 6d Kc Ks").bet("player=10").deal().coups == 1  # a natural
    assert table_of("6h 7d Kc Ks").bet("player=10").deal().coups == 1  # both stand
    broke = table_of(OFFERED).bet("player=1000").deal()
    assert (broke.coups, broke.bankroll) == (1, 2000)  # nobody could take it
    plain = Table.open(decks=1, seed=7, bankroll=100)
    assert not any(bet.offered for bet in plain.game.layout.bets.values())


def test_only_what_is_offered_is_taken_and_only_then() -> None:
    table = table_of(OFFERED)
    complaint = "insurance is offered in the middle of a coup, after four cards"
    with pytest.raises(ActRefused, match=complaint):
        table.bet("insurance=5")
    table = table.bet("banker=100").deal()
    for act in (Place("tie", 5), Lift("banker"), Repeat(), Deal()):
        with pytest.raises(ActRefused, match="no more bets, except the bets that are offered now"):
            table.apply(act)
    assert "undo" not in table.may
    taken = table.bet("insurance=40")
    assert taken.apply(Lift("insurance", 15)).wagers[-1] == Wager("insurance", 25)
    assert taken.apply(Lift("insurance")).wagers == (Wager("banker", 100),)
    with pytest.raises(ActRefused, match="bets are open"):
        taken.apply(Pass()).go_on().apply(Pass())
    after = taken.apply(Pass()).go_on()
    assert "undo" not in after.may
    assert after.apply(Repeat()).wagers == (Wager("banker", 100),)


def test_insurance_below_the_minimum_is_refused_when_it_is_closed() -> None:
    table = table_of(OFFERED, least=10).bet("banker=100").deal().bet("insurance=5")
    with pytest.raises(BetRefused, match="insurance: the limits are 10 to"):
        table.apply(Pass())
    assert table.bet("insurance=5").apply(Pass()).go_on().coups == 1


def test_several_guests_are_waited_for_until_each_has_passed() -> None:
    table = table_of(OFFERED, "Ann", "Bob", seats=3).apply(Place("player", 1000, "Bob"))
    table = table.apply(Sit("Cyd", 50)).deal()
    table = table.then(Place("insurance", 20, "Ann"), Pass("Ann"))
    assert table.phase is Phase.OFFER
    with pytest.raises(ActRefused, match="no more bets"):
        table.apply(Place("insurance", 20, "Ann"))
    with pytest.raises(ActRefused, match="not enough money"):
        table.apply(Place("insurance", 20, "Bob"))
    done = table.apply(Pass("Cyd")).go_on()
    assert {seat.guest: seat.bankroll for seat in done.seats} == {
        "Ann": 1060,
        "Bob": 2000,
        "Cyd": 50,
    }
    assert table.apply(Pass()).go_on().coups == 1  # the house waits no longer
    assert "pass" in table.view("Cyd").may
    assert "pass" not in table.view("Ann").may


def test_a_coup_does_not_wait_for_a_guest_who_has_left() -> None:
    sitting = Sitting(start=table_of(OFFERED, "Ann", "Bob", "Cyd", seats=3))
    sitting.do(Place("banker", 100, "Ann"))
    sitting.ask(Request("deal"), DEALER)
    sitting.ask(Request("pass"), "Ann")
    assert sitting.ask(Request("leave"), "Cyd").phase is Phase.OFFER  # Bob may still take it
    table = sitting.ask(Request("leave"), "Bob")
    assert (table.phase, table.coups, table.seat("Ann").bankroll) == (Phase.BETS, 1, 900)


def test_insurance_is_asked_for_and_the_house_may_end_it() -> None:
    order = table_of(OFFERED).the_shoe
    sitting = Sitting()
    sitting.do(Open(decks=1, burn=False, cut_card=0, seats=2, bets=("insurance",)))
    sitting.do(Shuffle(str(order)), Cut(), Sit("Ann", 100))
    sitting.ask(Request("deal"), DEALER)
    sitting.ask(Request("place", {"spot": "insurance", "stake": 10}), "Ann")
    sitting.ask(Request("pass"), DEALER)
    assert sitting.table.seat("Ann").bankroll == 130
    assert Sitting(sitting.keeper).table == sitting.table


def test_a_written_shoe_with_insurance_is_played_again() -> None:
    table = table_of(OFFERED).bet("banker=100").deal().bet("insurance=40").apply(Pass()).go_on()
    record = Record.parse(str(write_shoe(table)))
    assert record.entries[0].wagers == (Wager("banker", 100), Wager("insurance:2/3/4", 40))
    assert replay(record).played[0].won == table.played[0].won == 20


def test_the_coach_knows_what_insurance_is_worth_when_it_is_offered() -> None:
    table = table_of(OFFERED).bet("banker=100").deal()
    worth = odds(decks=1, given="5h 6d Kc Ks")["insurance"].edge
    assert odds_now(table)["insurance"].edge == worth
    before = expected([Wager("banker", 100)], table_of(OFFERED))
    done = table.bet("insurance=40").apply(Pass()).go_on()
    assert costs(done).expected == before - 40 * worth
    point = report(done)[-1]
    assert point.expected == 1000 + before - 40 * worth
    # Beside a loss on Banker insurance wins: together they vary less than Banker alone.
    alone = report(table_of(OFFERED).bet("banker=100").deal().apply(Pass()).go_on())[-1]
    assert Fraction(0) < point.variance < alone.variance
