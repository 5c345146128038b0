"""Several guests at one table: each has a seat, money, wagers and undo of their own."""

import pytest

from baccarat.base.errors import BaccaratError, BadValue
from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.layout import Wager
from baccarat.core.rules import Rules
from baccarat.table import ActRefused, Audience, Phase, Table
from baccarat.table.act_lines import act_json, act_line, read_act
from baccarat.table.acts import (
    Act,
    Burn,
    Buy,
    Clear,
    Close,
    Cut,
    Deal,
    Double,
    Draw,
    Leave,
    Lift,
    Open,
    Peel,
    Place,
    Repeat,
    Reveal,
    Shuffle,
    Sit,
    Undo,
)
from baccarat.table.coach.coach import costs, report
from baccarat.table.shoe_records import write_shoe
from baccarat.table.sitting import Sitting
from baccarat.table.state import NotTaken
from baccarat.table.view.croupier import Tone, croupier

BANKER_WINS = "2h 9d 5c Ks"
"""Seven against a natural nine."""
THIRD_CARDS = "Kh 9d 5c 4s 8h"
"""Five against three; Player draws an eight, and Banker stands: a tie."""


def table_of(cards: str, *guests: str, seats: int = 5, least: int = 1) -> Table:
    """A table of several seats whose next cards are these; each guest has a thousand."""
    known = cards.split()
    deck = [str(card) for card in Rules(decks=1).composition.cards]
    for card in known:
        deck.remove(card)
    opened = Open(decks=1, burn=False, cut_card=0, seats=seats, least=least)
    sits = (Sit(guest, 1000) for guest in guests)
    return Table().then(opened, Shuffle(" ".join([*known, *deck])), Cut(), *sits)


def test_a_table_of_several_seats_deals_with_nobody_seated() -> None:
    table = table_of(BANKER_WINS).deal()
    assert (table.coups, table.counts.banker, table.house) == (1, 1, 0)
    assert repr(table) == "<table: punto-banco, bets, 0 guests, 0 on the felt, 1 coups>"
    with pytest.raises(ActRefused, match="nobody sits at this table"):
        table.apply(Place("banker", 5))


def test_each_guest_is_paid_for_their_own_wagers() -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob", "Cyd")
    table = table.then(
        Place("banker", 100, "Ann"), Place("player", 40, "Bob"), Place("tie", 5, "Ann")
    )
    assert table.on_the_felt == 145
    table = table.deal()
    money = {seat.guest: seat.bankroll for seat in table.seats}
    assert money == {"Ann": 1000 + 95 - 5, "Bob": 960, "Cyd": 1000}
    assert table.house == -90 + 40
    ann = table.seat("Ann")
    assert (ann.staked, ann.won, ann.kept) == (105, 90, 5)
    (played,) = table.played
    mine = played.of("Bob")
    assert mine is not None
    assert (mine.wagers, mine.won, mine.bankroll) == ((Wager("player", 40),), -40, 960)
    assert played.of("Dan") is None
    with pytest.raises(BadValue, match="several guests played this coup"):
        _ = played.wagers


def test_the_coach_counts_for_each_guest_alone() -> None:
    sitting = Sitting()
    sitting.do(Open(decks=1, seed=7, seats=3), Shuffle(), Cut(), Burn(), Sit("Ann", 500))
    alone = Table.open(decks=1, seed=7, bankroll=500)
    for number in range(5):
        if number == 2:
            sitting.do(Sit("Bob", 300))
        if number >= 2:
            sitting.do(Place("tie", 5, "Bob"))
        sitting.do(Place("banker", 20, "Ann"), Deal(), go_on=True)
        alone = alone.bet("banker=20").deal()
    table, chronicle = sitting.table, sitting.chronicle
    assert report(table.only("Ann"), chronicle.of("Ann")) == report(alone)
    assert costs(table.only("Ann"), chronicle.of("Ann")) == costs(alone)
    assert len(report(table.only("Bob"), chronicle.of("Bob"))) == 4
    assert write_shoe(table, audience="Ann").entries == write_shoe(alone).entries
    assert write_shoe(table, audience=Audience.SPECTATOR).entries[-1].wagers == ()


def test_undo_repeat_and_double_are_each_guests_own() -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob")
    table = table.then(Place("banker", 10, "Ann"), Place("player", 7, "Bob"), Double("Ann"))
    table = table.apply(Undo("Ann"))
    assert table.seat("Ann").wagers == (Wager("banker", 10),)
    assert table.seat("Bob").wagers == (Wager("player", 7),)
    table = table.apply(Undo("Bob"))
    assert table.seat("Bob").wagers == ()
    with pytest.raises(ActRefused, match="nothing to undo"):
        table.apply(Undo("Bob"))
    table = table.deal()
    assert table.apply(Repeat("Ann")).seat("Ann").wagers == (Wager("banker", 10),)
    with pytest.raises(ActRefused, match="no earlier wager to repeat"):
        table.apply(Repeat("Bob"))


@pytest.mark.parametrize(
    ("act", "complaint"),
    [
        (Place("tie", 1), "several guests sit here: name one guest"),
        (Place("tie", 1, "Dan"), "Dan does not sit at this table"),
        (Place("tie", 5000, "Ann"), "not enough money"),
        (Clear("Ann"), "there is no wager on the felt"),
        (Lift("tie", None, "Bob"), "there is no wager on the felt"),
        (Sit("Ann", 5), "Ann sits here already: choose another name"),
        (Sit("ANN ", 5), "sits here already"),
        (Peel(guest="Ann"), "no card lies face down"),
        (Buy(0, "Ann"), "a guest can buy 1 to"),
    ],
)
def test_what_is_refused_is_explained_and_changes_nothing(act: Act, complaint: str) -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob")
    before = table.view(Audience.HOUSE)
    with pytest.raises(BaccaratError, match=complaint) as told:
        table.apply(act)
    assert "\n" not in str(told.value)
    assert table.view(Audience.HOUSE) == before


def test_what_belongs_to_one_guest_is_asked_by_name_where_several_sit() -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob")
    with pytest.raises(BadValue, match="several guests sit here: name one guest"):
        _ = table.bankroll
    assert table.only("Bob").apply(Place("tie", 5)).bankroll == 995
    assert table_of(BANKER_WINS, "Ann").bankroll == 1000


def test_guests_come_and_go_while_coups_are_dealt() -> None:
    table = table_of(f"{BANKER_WINS} {THIRD_CARDS.replace('9d', '9h').replace('5c', '5d')}", "Ann")
    table = table.then(Place("banker", 10, "Ann"), Deal(), Draw(), Sit("Bob", 300))
    with pytest.raises(ActRefused, match="no more bets"):
        table.apply(Place("tie", 5, "Bob"))
    with pytest.raises(ActRefused, match="no more bets"):
        table.apply(Leave("Ann"))
    assert [seat.guest for seat in table.apply(Leave("Bob")).seats] == ["Ann"]
    table = table.go_on()
    assert table.view("Bob").lines == ()
    assert len(table.view("Ann").lines) == 1
    table = table.then(Place("tie", 5, "Bob"), Leave("Ann"))
    assert [seat.guest for seat in table.seats] == ["Bob"]
    assert table.deal().seat("Bob").bankroll == 340
    back = table.apply(Sit("Ann", 50))
    assert (back.seat("Ann").bankroll, back.seat("Ann").won) == (50, 0)


def test_who_gives_no_name_gets_the_first_free_number() -> None:
    table = table_of(BANKER_WINS, "", "", "Guest 4", "")
    assert [seat.guest for seat in table.seats] == ["Guest 1", "Guest 2", "Guest 4", "Guest 3"]
    table = table.then(Leave("Guest 2"), Sit("", 5))
    assert table.seats[-1].guest == "Guest 2"


def test_a_table_has_no_more_guests_than_seats() -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob", seats=2)
    with pytest.raises(ActRefused, match="every seat is taken"):
        table.apply(Sit("Cyd", 5))
    for seats in (0, 101):
        with pytest.raises(ActRefused, match=f"a table has 1 to 100 seats, not {seats}"):
            Table().apply(Open(seats=seats))
    with pytest.raises(
        ActRefused, match="only one guest can play chemin-de-fer: other guests watch"
    ):
        Table().apply(Open("chemin-de-fer", seats=2))


def test_the_house_closes_a_table_and_every_stake_goes_back() -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob").then(Place("tie", 5, "Ann"), Close())
    assert table.phase is Phase.LEFT
    assert [seat.bankroll for seat in table.seats] == [1000, 1000]
    for act in (Sit("Cyd", 5), Deal(), Close(), Buy(5, "Ann")):
        with pytest.raises(ActRefused, match="the table is closed"):
            table.apply(act)


def test_the_house_closes_a_table_of_one_seat_too_but_not_in_the_midst_of_a_coup() -> None:
    assert Table().then(Open(), Close()).phase is Phase.LEFT
    table = Table.open(seed=7).bet("tie=5")
    closed = table.apply(Close())
    assert (closed.phase, closed.bankroll, closed.on_the_felt) == (Phase.LEFT, 1_000, 0)
    assert "close" not in table.may  # it is not the guest's to say
    with pytest.raises(ActRefused, match="a coup is being dealt"):
        table.then(Deal(), Close())


def test_wagers_that_the_house_does_not_take_hold_up_nobody() -> None:
    table = table_of(BANKER_WINS, "Ann", "Bob", least=10)
    table = table.then(Place("banker", 5, "Ann"), Place("banker", 20, "Bob"))
    assert table.view("Ann").objection
    assert table.view("Bob").objection is None
    table = table.deal()
    assert (table.seat("Ann").bankroll, table.seat("Bob").bankroll) == (1000, 1019)
    assert table.seat("Ann").lines == ()
    assert table.seat("Ann").not_taken == NotTaken(
        (Wager("banker", 5),), "banker: the limits are 10 to 1000000000000000, not 5"
    )
    (spoken,) = (
        line for line in croupier(table.view("Ann"), Words.of("en")) if line.tone is Tone.OBJECTION
    )
    assert "Banker: 5 goes back" in spoken.text


# The squeeze


def test_each_hand_is_squeezed_by_the_guest_with_most_on_it_players_first() -> None:
    table = table_of(THIRD_CARDS, "Ann", "Bob", "Cyd")
    table = table.then(
        Place("player", 10, "Ann"),
        Place("player", 30, "Bob"),
        Place("banker", 20, "Cyd"),
        Place("banker", 20, "Ann"),
    ).deal(squeeze=True)
    assert (table.phase, table.squeezed, table.squeezer) == (Phase.SQUEEZE, Side.PLAYER, "Bob")
    assert table.view("Ann").player.cards[1] is table.view("Ann").banker.cards[1] is None
    with pytest.raises(ActRefused, match="another guest squeezes this card"):
        table.apply(Peel(guest="Ann"))
    with pytest.raises(ActRefused, match="another guest squeezes this card"):
        table.apply(Reveal(guest="Cyd"))
    table = table.apply(Reveal(guest="Bob")).go_on()
    assert (table.squeezed, table.squeezer) == (Side.BANKER, "Cyd")  # who laid first
    table = table.apply(Reveal()).go_on()  # the house waits no longer
    assert (table.squeezed, table.squeezer) == (Side.PLAYER, "Bob")
    assert [str(card) for card in table.view("Ann").player.cards[:2]] == ["Kh", "5c"]
    table = table.apply(Reveal(guest="Bob"))
    assert table.phase is Phase.BETS
    assert table.counts.tie == 1


def test_who_laid_first_squeezes_and_who_lifted_all_has_laid_anew() -> None:
    table = table_of(THIRD_CARDS, "Ann", "Bob").then(
        Place("player", 10, "Ann"), Place("player", 5, "Bob"), Place("player", 5, "Bob")
    )
    assert table.deal(squeeze=True).squeezer == "Ann"
    again = table.then(Lift("player", None, "Ann"), Place("player", 10, "Ann"))
    assert again.deal(squeeze=True).squeezer == "Bob"


def test_a_hand_without_money_is_turned_at_once() -> None:
    table = table_of(THIRD_CARDS, "Ann", "Bob").apply(Place("tie", 5, "Ann")).deal(squeeze=True)
    assert table.coups == 1
    table = table_of(THIRD_CARDS, "Ann").apply(Place("banker", 5, "Ann")).deal(squeeze=True)
    assert table.squeezed is Side.BANKER
    assert None not in table.view().player.cards


def test_edges_are_lifted_one_after_the_other_and_everybody_watches() -> None:
    table = table_of(THIRD_CARDS, "Ann", "Bob").apply(Place("player", 5, "Ann")).deal(squeeze=True)
    shown: list[tuple[tuple[str, str], ...]] = []
    for step in ("long", "short", "corner"):
        table = table.apply(Peel(step, "Ann"))
        views = [table.view(who) for who in ("Ann", "Bob", *Audience) if who != Audience.GUEST]
        assert len({view.lifted for view in views}) == 1
        shown.append(views[0].lifted)
        with pytest.raises(ActRefused, match="lifted already"):
            table.apply(Peel(step, "Ann"))
    assert shown[-1] == (("long", "two sides"), ("short", "two pips"), ("corner", "5c"))
    assert "peel" not in table.view("Ann").may
    assert "reveal" in table.view("Ann").may
    assert "reveal" not in table.view("Bob").may
    turned = table.apply(Reveal(guest="Ann"))
    assert turned.lifted == ()
    third = turned.go_on()
    assert third.squeezed is Side.PLAYER
    with pytest.raises(ActRefused, match="a card has a long edge"):
        third.apply(Peel("middle", "Ann"))


def test_what_the_short_edge_shows_is_the_first_row_of_pips() -> None:
    pips = {"A": "no pip", **dict.fromkeys("23", "one pip"), **dict.fromkeys("456789T", "two pips")}
    for rank in "A23456789TJQK":
        other = "Kd" if rank != "K" else "Qd"
        table = (
            table_of(f"{other} 9d {rank}c 2s", "Ann").apply(Place("player", 5)).deal(squeeze=True)
        )
        lifted = table.apply(Peel("short")).view().lifted
        assert lifted == (("short", pips.get(rank, "a picture")),)


# Lines


def test_acts_of_several_guests_are_written_with_their_names() -> None:
    for act in (Place("tie", 5, "Ann"), Undo("Ann"), Peel("corner", "Ann"), Reveal(None, "Ann")):
        assert act_json(act)["guest"] == "Ann"
        assert read_act(act_line(3, act)) == (3, act)
    assert "guest" not in act_json(Place("tie", 5))
    assert "step" not in act_json(Peel())
    assert act_json(Sit("", 5)) == {"guest": "", "bankroll": 5}
    assert act_json(Open(seats=3))["seats"] == 3


def test_a_burn_needs_no_guest() -> None:
    table = Table().then(Open(seed=7, seats=3), Shuffle(), Cut(), Burn())
    assert table.phase is Phase.BETS
