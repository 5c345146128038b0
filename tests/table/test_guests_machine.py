"""Several guests under any acts in any order, beside a bookkeeper that shares no code with them."""

import json
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.cards import Card, write_cards
from baccarat.core.coup import Side
from baccarat.core.shoe import decks_of
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
    Pass,
    Peel,
    Place,
    Repeat,
    Reveal,
    Shuffle,
    Sit,
    Undo,
)

NAMES = ("Ann", "Bob", "Cyd", "Dan")
GUESTS = st.integers(0, 9)
"""Whose turn it is: one of those who sit here, and seldom anybody."""
SPOTS = st.sampled_from(("player", "banker", "tie", "insurance"))
SEATS, LEAST, MOST = 3, 5, 200


def plain_payout(spot: str, stake: int, winner: Side | None, banker: int) -> int:
    """What goes back to the guest: 1 to 1, 19 to 20, 8 to 1; a tie pushes.

    Insurance pays 2, 3 or 4 to 1 when Player wins against Banker's 5, 6 or 7 on two cards.
    """
    won = "tie" if winner is None else str(winner).lower()
    if spot == "insurance" and won != "tie":
        return stake + (banker - 3) * stake if won == "player" else 0
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
        opened = Open(decks=1, cut_card=10, seats=SEATS, least=LEAST, most=MOST)
        self.does(replace(opened, bets=("insurance",)))
        for guest in NAMES[:2]:
            self.sits(guest, 400)
        self.new_shoe(seed)

    def one(self, turn: int) -> str:
        """A guest who sits here, if there is one; else, and for the last two turns, anybody."""
        here = list(self.money)
        return here[turn % len(here)] if here and turn < 8 else NAMES[turn % len(NAMES)]

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

    @rule(guest=st.sampled_from(NAMES), coins=st.integers(-1, 600))
    def sits(self, guest: str, coins: int) -> None:
        is_free = len(self.money) < SEATS and guest not in self.money and coins >= 0
        assert self.tries(Sit(guest, coins)) == is_free
        if is_free:
            self.money[guest] = self.bought[guest] = coins
            self.stakes[guest] = {}

    @rule(turn=GUESTS, is_sure=st.booleans())
    def leave(self, turn: int, is_sure: bool) -> None:
        guest = self.one(turn)
        if is_sure and self.tries(Leave(guest)):
            money = self.money.pop(guest) + sum(self.stakes.pop(guest).values())
            self.gone += self.bought.pop(guest) - money

    @rule(turn=GUESTS, coins=st.integers(0, 100))
    def buy(self, turn: int, coins: int) -> None:
        guest = self.one(turn)
        if self.tries(Buy(coins, guest)):
            self.money[guest] += coins
            self.bought[guest] += coins

    @rule(turn=GUESTS, spot=SPOTS, stake=st.integers(0, 120))
    def place(self, turn: int, spot: str, stake: int) -> None:
        guest = self.one(turn)
        before = self.stakes.get(guest, {})
        if self.tries(Place(spot, stake, guest)):
            self.books(guest)
            assert self.stakes[guest] == {**before, spot: before.get(spot, 0) + stake}

    @rule(
        turn=GUESTS,
        act=st.sampled_from((Clear(), Double(), Repeat(), Undo(), Lift("player"), Lift("tie", 3))),
    )
    def changes_wagers(self, turn: int, act: Clear | Double | Repeat | Undo | Lift) -> None:
        guest = self.one(turn)
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

    @precondition(lambda self: self.table.phase is Phase.OFFER)
    @rule(guest=st.sampled_from(("", *NAMES)))
    def passes(self, guest: str) -> None:
        if self.tries(Pass(guest)) and self.table.phase is Phase.DEALING:
            for name, stakes in self.stakes.items():
                if 0 < stakes.get("insurance", LEAST) < LEAST:  # what is not taken goes back
                    self.money[name] += stakes.pop("insurance")

    @precondition(lambda self: self.table.is_held)
    @rule(turn=GUESTS, step=st.sampled_from(("long", "short", "corner")))
    def peel(self, turn: int, step: str) -> None:
        guest = self.one(turn)
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
        coup = self.table.played[-1].coup
        start = sum(min(card.points, 10) for card in coup.banker.cards[:2]) % 10
        for guest, stakes in self.stakes.items():
            paid = (plain_payout(*one, coup.winner, start) for one in stakes.items())
            self.money[guest] += sum(paid)
            self.stakes[guest] = {}

    @precondition(lambda self: self.table.phase is Phase.BETS)
    @rule(
        coups=st.lists(
            st.tuples(GUESTS, SPOTS, st.integers(1, 60), st.booleans()), min_size=1, max_size=5
        )
    )
    def whole_coups(self, coups: list[tuple[int, str, int, bool]]) -> None:
        for turn, spot, stake, squeeze in coups:
            if self.table.phase is not Phase.BETS:
                return
            self.place(turn, spot, stake)
            self.place(turn + 1, "player", stake + 3)
            self.deal(squeeze, 6)
            while self.table.phase is not Phase.BETS and self.table.phase is not Phase.FINISHED:
                if self.table.phase is Phase.OFFER:
                    self.place(turn, "insurance", stake)
                    self.passes("")
                elif self.table.is_held:
                    self.money_is_conserved_for_each_guest_and_in_all()
                    self.hidden_cards_change_no_byte_of_any_view(stake)
                    self.reveal("")
                else:
                    self.draw()

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


GuestsMachine.TestCase.settings = settings(examples(8), stateful_step_count=40)
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
