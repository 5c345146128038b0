"""A view tells an audience nothing that it may not know yet.

The strongest way to say so: of two tables that differ only in what is hidden, the views are equal.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from onlooker import looking_on

from baccarat.core.cards import Card, write_cards
from baccarat.core.coup import Side
from baccarat.core.fair import Fair
from baccarat.core.shoe import decks_of
from baccarat.table import Audience, Phase, Table
from baccarat.table.acts import (
    Act,
    Burn,
    Cut,
    Deal,
    Decide,
    Draw,
    Leave,
    Open,
    Peel,
    Place,
    Promise,
    Reveal,
    Shuffle,
    Sit,
)
from baccarat.table.shoe_records import write_shoe
from baccarat.table.view.view import Seeds

HOUSE_SEED = "0123456789abcdef" * 4
PEOPLE = (Audience.GUEST, Audience.SPECTATOR)


def given_shoe(seed: int, decks: int = 1) -> list[Card]:
    cards = decks_of(decks)
    random.Random(seed).shuffle(cards)
    return cards


def seated(cards: list[Card], opened: Open | None = None) -> Table:
    opened = Open(decks=1) if opened is None else opened
    return Table().then(opened, Sit("guest", 1000), Shuffle(write_cards(cards)), Cut(), Burn())


def with_other_cards(made: list[Act], order: list[Card]) -> Table:
    """The same acts from a shoe in another order; decisions and cards come as they come."""
    acts = [
        replace(act, cards=write_cards(order)) if isinstance(act, Shuffle) else act for act in made
    ]
    return Table().then(*acts)


def hidden_places(table: Table, audience: Audience) -> list[int]:
    """Where in the shoe the cards lie that this audience has not seen."""
    shoe = table.shoe
    assert shoe is not None
    dealt = {}
    place = shoe.position
    if not table.coup.is_over:
        counts = {Side.PLAYER: 0, Side.BANKER: 0}
        order = [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER]
        order += [Side.PLAYER] * (len(table.coup.player) == 3) + [Side.BANKER]
        for side in order[: len(table.coup)]:
            dealt[place] = (side, counts[side])
            counts[side] += 1
            place += 1
    view = table.view(audience)
    shown = {Side.PLAYER: view.player.cards, Side.BANKER: view.banker.cards}
    face_down = [at for at, (side, number) in dealt.items() if shown[side][number] is None]
    return [*range(1, 1 + shoe.burned), *face_down, *range(place, len(shoe.cards))]


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 60), st.booleans())
def test_the_order_of_hidden_cards_changes_no_view(
    seed: int, other: int, steps: int, squeeze: bool
) -> None:
    with looking_on() as acts_of:
        table = seated(given_shoe(seed))
        for _ in range(steps):
            if table.phase is Phase.BETS:
                table = table.bet("banker=10" if seed % 2 else "player=10").apply(Deal(squeeze))
            elif table.phase is Phase.SQUEEZE:
                table = table.apply(Reveal() if table.lifted or other % 3 else Peel())
            elif table.phase is Phase.DEALING:
                table = table.apply(Draw())
        made = acts_of(table)
    if table.lifted:
        return  # an edge does tell something: see below
    for audience in PEOPLE:
        places = hidden_places(table, audience)
        order = list(table.shoe.cards) if table.shoe else []
        cards = [order[place] for place in places]
        random.Random(other).shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            order[place] = card
        twin = with_other_cards(made, order)
        assert twin.view(audience) == table.view(audience)
        assert write_shoe(twin) == write_shoe(table)


@pytest.mark.slow
@given(st.integers(0, 10**4), st.integers(0, 10**4), st.sampled_from(["player", "banker"]))
def test_at_chemin_de_fer_nobody_sees_the_other_hand(seed: int, other: int, role: str) -> None:
    opened = Open("chemin-de-fer", decks=1, opponent="by-the-book", model="B1")
    table = seated(given_shoe(seed), opened).apply(Place(role, 10)).deal()
    if table.phase is not Phase.DECISION:
        return
    own, hidden = table.coup.hand(Side[role.upper()]), table.coup.hand(Side[role.upper()].other)
    view = table.view()
    assert view.choice is not None
    assert view.choice.hand == own
    shown = {"player": view.player, "banker": view.banker}
    assert shown[role].cards == own.cards
    other_role = "banker" if role == "player" else "player"
    assert shown[other_role].cards[:2] == (None, None)
    assert shown[other_role].total is None
    assert shown[other_role].cards[2:] == hidden.cards[2:]
    assert (view.call, view.why, view.decisions) == (None, (), ())
    spectator = table.view(Audience.SPECTATOR)
    assert spectator.choice is None
    assert [card for card in (*spectator.player.cards, *spectator.banker.cards) if card] == [
        *table.coup.player.cards[2:]
    ]


def test_a_squeezed_card_is_hidden_until_it_is_turned_up() -> None:
    table = seated(given_shoe(5)).bet("banker=20 player=10").deal(squeeze=True)
    assert table.phase is Phase.SQUEEZE
    held = table.coup.banker.cards[-1]
    for audience in PEOPLE:
        view = table.view(audience)
        assert view.banker.cards == (table.coup.banker.cards[0], None)
        assert (view.banker.total, view.call, view.squeezed) == (None, None, Side.BANKER)
        assert view.player.total is not None
        assert view.unseen is not None
        assert view.unseen[held] == 1  # of one deck: it still counts as a card to come
    assert table.view(Audience.HOUSE).banker.cards[-1] == held
    table = table.apply(Reveal())
    view = table.view()
    assert view.banker.cards[1] == held
    assert view.unseen is not None
    assert view.unseen[held] == 0


def test_what_the_edge_of_a_card_shows() -> None:
    """As squeezers call it: pictures have a frame; 4 and 5 show two pips along the side, and so on.

    Any French-suited pack shows the same: ace, two and three have no pip at the long edge.
    """
    pips_along_the_side = {**dict.fromkeys("A23", 0), **dict.fromkeys("45", 2)}
    pips_along_the_side |= {**dict.fromkeys("678", 3), **dict.fromkeys("9T", 4)}
    words = {0: "no side", 2: "two sides", 3: "three sides", 4: "four sides"}
    seen = set()
    for seed in range(200):
        table = seated(given_shoe(seed)).bet("player=10").deal(squeeze=True)
        held = table.coup.player.cards[-1]
        assert table.view().edge is None
        table = table.apply(Peel())
        edge = "a picture" if str(held)[0] in "JQK" else words[pips_along_the_side[str(held)[0]]]
        assert table.view().edge == edge
        assert table.view(Audience.SPECTATOR).edge == edge
        assert table.view().player.cards[-1] is None
        seen.add(str(held)[0])
    assert len(seen) == 13


def walk(value: object) -> Iterator[object]:
    """Every value inside a value."""
    yield value
    if is_dataclass(value):
        for item in fields(value):
            yield from walk(getattr(value, item.name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from walk(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from walk(key)
            yield from walk(one)


FAIR: tuple[Act, ...] = (Open(fair=True), Sit("guest", 100), Promise(HOUSE_SEED))


def test_a_fair_shoes_seed_is_hidden_until_it_is_over() -> None:
    table = Table().then(*FAIR)
    stages = [table]
    table = table.apply(Shuffle(guest_seed="my lucky words"))
    stages.append(table)
    table = table.then(Cut(100), Burn())
    for _ in range(3):
        table = table.bet("banker=5").apply(Deal())
        stages.append(table)
        table = table.go_on()
        stages.append(table)
    for stage in stages:
        for audience in PEOPLE:
            view = stage.view(audience)
            assert HOUSE_SEED not in [thing for thing in walk(view) if isinstance(thing, str)]
            assert HOUSE_SEED not in json.dumps(view.as_json())
            assert view.seeds.fair is not None
            assert view.seeds.fair.commitment == Fair.promise(HOUSE_SEED).commitment
            assert not view.to_come
        assert HOUSE_SEED in json.dumps(stage.view(Audience.HOUSE).as_json())
        if stage.shoes:
            assert HOUSE_SEED not in str(write_shoe(stage))
    left = table.apply(Leave())
    revealed = left.view().last_seeds
    assert revealed is not None
    assert revealed.fair is not None
    assert revealed.fair.is_kept
    assert write_shoe(left).differs() is None


def test_a_new_promise_ends_the_old_shoe_and_reveals_its_seed() -> None:
    table = Table().then(*FAIR, Shuffle(guest_seed="a"), Cut(), Burn()).bet("tie=1").deal()
    assert table.view().last_seeds is None
    table = table.apply(Promise("f" * 64))
    revealed = table.view().last_seeds
    assert revealed is not None
    assert revealed.fair is not None
    assert revealed.fair.house_seed == HOUSE_SEED
    assert "f" * 64 not in json.dumps(table.view().as_json())
    assert write_shoe(table).differs() is None


@pytest.mark.parametrize("audience", PEOPLE)
def test_a_tables_seed_is_hidden_while_shoes_follow_from_it(audience: Audience) -> None:
    seed = 8_315_264_907_135
    table = Table.open(seed=seed, bankroll=100).deal(free=True)
    second = table.then(Shuffle(), Cut(), Burn())
    for stage in (table, second):
        assert str(seed) not in json.dumps(stage.view(audience).as_json())
        assert write_shoe(stage).seed is None
        assert write_shoe(stage, audience=Audience.HOUSE).seed == seed
    left = table.apply(Leave())
    assert left.view(audience).last_seeds == Seeds(seed)
    assert write_shoe(left).differs() is None


def test_spectators_may_do_nothing() -> None:
    assert Table.open(seed=1, bankroll=5).view(Audience.SPECTATOR).may == ()


def test_a_decision_of_the_opponents_is_told_at_the_end() -> None:
    table = Table.open("chemin-de-fer", seed=7, bankroll=100, opponent="equilibrium")
    told = 0
    for _ in range(20):
        table = table.bet("banker=1").deal()
        while table.phase is Phase.DECISION:
            assert all(decision.by_guest for decision in table.view().decisions)
            table = table.apply(Decide(False)).go_on()
        told += sum(not decision.by_guest for decision in table.view().decisions)
    assert told


def test_the_house_sees_the_cards_to_come_and_nobody_else_does() -> None:
    table = Table.open(seed=7, bankroll=100)
    order = table.view(Audience.HOUSE).to_come
    for audience in (Audience.GUEST, Audience.SPECTATOR):
        assert table.view(audience).to_come == ()
    dealt: list[Card] = []
    for _ in range(3):
        table = table.deal(free=True)
        dealt += table.played[-1].coup.cards
    assert order[: len(dealt)] == tuple(dealt)
    assert table.view(Audience.HOUSE).to_come == order[len(dealt) :]
    assert Table().view(Audience.HOUSE).to_come == ()
    begun = table.then(Deal(free=True), Draw(), Draw(), Draw())
    assert begun.view(Audience.HOUSE).to_come == order[len(dealt) + 3 :]


def test_the_seeds_told_are_those_of_the_present_shoe() -> None:
    table = Table.open(seed=7, bankroll=100, decks=1, cut_card=40)
    assert Table().view(Audience.HOUSE).seeds == Seeds()
    for number in range(3):
        assert table.view(Audience.HOUSE).seeds == Seeds(seed=7, number=number)
        while table.phase is Phase.BETS:
            table = table.deal(free=True)
        table = table.shuffle()


def test_a_view_as_json_has_texts_for_sides_and_cards() -> None:
    table = Table.open("chemin-de-fer", seed=7, bankroll=100).deal(free=True)
    choice = table.choice
    assert choice is not None
    told = table.view().as_json()
    assert isinstance(told["choice"], dict)
    assert told["choice"]["side"] == {Side.PLAYER: "player", Side.BANKER: "banker"}[choice.side]
    assert (told["phase"], told["audience"]) == ("decision", "guest")
    assert json.loads(json.dumps(told)) == told


def test_a_shoe_without_a_seed_has_no_number() -> None:
    table = Table.open(bankroll=100)
    assert table.view(Audience.HOUSE).seeds == Seeds(seed=None, number=0, fair=None)
