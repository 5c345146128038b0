"""Several guests under any acts in any order, beside a bookkeeper that shares no code with them."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from baccarat.cards import Card, write_cards
from baccarat.coup import Side
from baccarat.errors import BaccaratError
from baccarat.shoe import decks_of
from baccarat.table import Audience, Phase, Table, fold
from baccarat.table.acts import (
    Act,
    Burn,
    Buy,
    Clear,
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

NAMES = ("Ann", "Bob", "Cyd", "Dan")
GUESTS = st.sampled_from(NAMES)
SPOTS = st.sampled_from(("player", "banker", "tie"))
SEATS, LEAST, MOST = 3, 5, 200


def plain_payout(spot: str, stake: int, winner: Side | None) -> int:
    """What goes back to the guest: 1 to 1, 19 to 20, 8 to 1; a tie pushes."""
    won = "tie" if winner is None else str(winner).lower()
    if spot == won:
        return stake + {"player": stake, "banker": stake * 95 // 100, "tie": 8 * stake}[spot]
    return stake if won == "tie" else 0


def place_in_coup(table: Table, side: Side) -> int:
    """Which card of the coup the last card of a hand is, in the order of dealing."""
    cards = len(table.coup.hand(side))
    if cards < 3:
        return 2 * (cards - 1) + (side is Side.BANKER)
    return 4 if side is Side.PLAYER else len(table.coup) - 1


class GuestsMachine(RuleBasedStateMachine):
    """Guests who do whatever comes to mind, and a dealer who deals."""

    @initialize(seed=st.integers(0, 999))
    def open(self, seed: int) -> None:
        self.acts: list[Act] = []
        self.table = Table()
        self.money: dict[str, int] = {}
        self.bought: dict[str, int] = {}
        self.stakes: dict[str, dict[str, int]] = {}
        self.gone = 0
        """what guests who have left had lost"""
        self.does(Open(decks=1, cut_card=10, seats=SEATS, least=LEAST, most=MOST))
        self.new_shoe(seed)

    def does(self, act: Act) -> None:
        self.table = self.table.apply(act)
        self.acts.append(act)

    def tries(self, act: Act) -> bool:
        """Do an act if it is taken; one that is refused says why and changes nothing."""
        before, seen = self.table, self.table.view(Audience.HOUSE)
        try:
            self.does(act)
        except BaccaratError as refused:
            assert str(refused)
            assert "\n" not in str(refused)
            assert self.table is before
            assert self.table.view(Audience.HOUSE) == seen
            return False
        return True

    def new_shoe(self, seed: int) -> None:
        cards = decks_of(1)
        random.Random(seed).shuffle(cards)
        self.does(Shuffle(write_cards(cards)))
        self.does(Cut())
        self.does(Burn())

    def books(self, guest: str) -> None:
        """Note what a guest has laid: it came out of their own money."""
        laid = {wager.spot: wager.stake for wager in self.table.seat(guest).wagers}
        self.money[guest] += sum(self.stakes[guest].values()) - sum(laid.values())
        self.stakes[guest] = laid

    @rule(guest=GUESTS, coins=st.integers(-1, 600))
    def sit(self, guest: str, coins: int) -> None:
        is_free = len(self.money) < SEATS and guest not in self.money and coins >= 0
        assert self.tries(Sit(guest, coins)) == is_free
        if is_free:
            self.money[guest] = self.bought[guest] = coins
            self.stakes[guest] = {}

    @rule(guest=GUESTS)
    def leave(self, guest: str) -> None:
        if self.tries(Leave(guest)):
            money = self.money.pop(guest) + sum(self.stakes.pop(guest).values())
            self.gone += self.bought.pop(guest) - money

    @rule(guest=GUESTS, coins=st.integers(0, 100))
    def buy(self, guest: str, coins: int) -> None:
        if self.tries(Buy(coins, guest)):
            self.money[guest] += coins
            self.bought[guest] += coins

    @rule(guest=GUESTS, spot=SPOTS, stake=st.integers(0, 120))
    def place(self, guest: str, spot: str, stake: int) -> None:
        before = self.stakes.get(guest, {})
        if self.tries(Place(spot, stake, guest)):
            self.books(guest)
            assert self.stakes[guest] == {**before, spot: before.get(spot, 0) + stake}

    @rule(
        guest=GUESTS,
        act=st.sampled_from((Clear(), Double(), Repeat(), Undo(), Lift("player"), Lift("tie", 3))),
    )
    def changes_wagers(self, guest: str, act: Clear | Double | Repeat | Undo | Lift) -> None:
        if self.tries(replace(act, guest=guest)):
            self.books(guest)

    @precondition(lambda self: self.table.phase is Phase.BETS)
    @rule(squeeze=st.booleans(), cards=st.integers(0, 6))
    def deal(self, squeeze: bool, cards: int) -> None:
        for guest, stakes in self.stakes.items():
            if any(stake < LEAST for stake in stakes.values()):
                self.money[guest] += sum(stakes.values())  # what is not taken goes back
                self.stakes[guest] = {}
        self.does(Deal(squeeze))
        for _ in range(cards):
            self.draw()

    @precondition(lambda self: self.table.phase is Phase.DEALING)
    @rule()
    def draw(self) -> None:
        if self.table.phase is Phase.DEALING:
            self.goes_on(Draw())

    @rule(guest=GUESTS, step=st.sampled_from(("long", "short", "corner")))
    def peel(self, guest: str, step: str) -> None:
        squeezer, lifted = self.table.squeezer, self.table.lifted
        if self.tries(Peel(step, guest)):
            assert guest == squeezer
            assert step not in lifted

    @precondition(lambda self: self.table.is_held)
    @rule(guest=st.sampled_from(("", *NAMES)))
    def reveal(self, guest: str) -> None:
        if guest in ("", self.table.squeezer):
            self.goes_on(Reveal(guest=guest))
        else:
            assert not self.tries(Reveal(guest=guest))

    def goes_on(self, act: Act) -> None:
        coups = self.table.coups
        self.does(act)
        if self.table.coups == coups:
            return
        winner = self.table.played[-1].coup.winner
        for guest, stakes in self.stakes.items():
            self.money[guest] += sum(plain_payout(*one, winner) for one in stakes.items())
            self.stakes[guest] = {}

    @precondition(lambda self: self.table.phase is Phase.FINISHED)
    @rule(seed=st.integers(0, 999))
    def next_shoe(self, seed: int) -> None:
        self.new_shoe(seed)

    @invariant()
    def money_is_conserved_for_each_guest_and_in_all(self) -> None:
        if not hasattr(self, "gone"):
            return
        seats = {seat.guest: seat for seat in self.table.seats}
        assert {name: seat.bankroll for name, seat in seats.items()} == self.money
        assert {name: seat.bought for name, seat in seats.items()} == self.bought
        lost = 0
        for guest, seat in seats.items():
            assert {wager.spot: wager.stake for wager in seat.wagers} == self.stakes[guest]
            assert seat.bankroll + seat.on_the_felt == seat.bought + seat.won
            lost -= seat.won
        assert self.table.house == lost + self.gone

    @invariant()
    def everybody_sees_the_felt_and_nobody_anothers_money(self) -> None:
        if not hasattr(self, "gone"):
            return
        for who in self.people():
            view = self.table.view(who)
            assert {seat.guest: {w.spot: w.stake for w in seat.wagers} for seat in view.seats} == (
                self.stakes
            )
            for seat in view.seats:
                assert (seat.bankroll is None) == (seat.guest != who)
            assert view.to_come == ()

    @precondition(lambda self: self.table.shoe is not None)
    @rule(seed=st.integers(0, 10**6))
    def hidden_cards_change_no_byte_of_any_view(self, seed: int) -> None:
        table = self.table
        shoe = table.the_shoe
        dealt = 0 if table.coup.is_over else len(table.coup)
        held = [shoe.position + place_in_coup(table, side) for side in table.held]
        hidden = [*range(1, 1 + shoe.burned), *range(shoe.position + dealt, len(shoe.cards))]
        hidden += held[1:] if table.lifted else held  # a lifted edge does tell something
        order = list(shoe.cards)
        cards = [order[place] for place in hidden]
        random.Random(seed).shuffle(cards)
        for place, card in zip(hidden, cards, strict=True):
            order[place] = card
        twin = self.with_order(order)
        for who in self.people():
            mine, other = (json.dumps(one.view(who).as_json()) for one in (table, twin))
            assert mine == other

    def with_order(self, order: list[Card]) -> Table:
        """The same acts with another order of the present shoe."""
        acts = list(self.acts)
        last = max(n for n, act in enumerate(acts) if isinstance(act, Shuffle))
        acts[last] = Shuffle(write_cards(order))
        return fold(acts)

    def people(self) -> list[Audience | str]:
        return [Audience.SPECTATOR, *(seat.guest for seat in self.table.seats)]

    def teardown(self) -> None:
        if hasattr(self, "gone"):
            assert fold(self.acts) == self.table


GuestsMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
test_several_guests_in_any_order: Callable[..., object] = GuestsMachine.TestCase


def test_a_card_that_is_seen_does_change_the_views() -> None:
    """So the machine above would notice one that is shown too early."""
    cards = decks_of(1)
    views = []
    for order in (cards, [*cards[:3], cards[40], *cards[4:40], cards[3], *cards[41:]]):
        opened = Open(decks=1, burn=False, cut_card=0, seats=2)
        table = Table().then(opened, Shuffle(write_cards(order)), Cut(), Sit("Ann", 50))
        table = table.apply(Place("banker", 5)).deal(squeeze=True)
        views.append(
            [json.dumps(one.view("Ann").as_json()) for one in (table, table.apply(Reveal()))]
        )
    (hidden, seen), (hidden_too, seen_too) = views
    assert hidden == hidden_too
    assert seen != seen_too


def test_no_guest_is_shown_to_whoever_is_none() -> None:
    with pytest.raises(BaccaratError, match="Eve does not sit at this table"):
        Table().then(Open(seats=2), Sit("Ann", 5)).view("Eve")
