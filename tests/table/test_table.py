"""The table: ceremony, wagers and money; what is refused and why; the coach; written shoes."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from checkout import ROOT

from baccarat.base.errors import BaccaratError, BadValue, BetRefused, ShoeError
from baccarat.core.bets import Bet, Cap
from baccarat.core.bets import register as door
from baccarat.core.cards import write_cards
from baccarat.core.coup import Coup, Outcome, Side
from baccarat.core.fair import Fair
from baccarat.core.games import GAMES
from baccarat.core.layout import Rounding, Wager, settle
from baccarat.core.record import Entry, Record
from baccarat.core.result import parse_results
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.shoe import LastCoup
from baccarat.exact.odds import odds
from baccarat.table import ActRefused, Audience, Phase, Table, fold
from baccarat.table.acts import (
    Act,
    Burn,
    Buy,
    Clear,
    Cut,
    Deal,
    Decide,
    Double,
    Draw,
    Leave,
    Lift,
    Open,
    Peel,
    Place,
    Promise,
    Repeat,
    Reveal,
    Shuffle,
    Sit,
    Undo,
)
from baccarat.table.chronicle import Chronicle
from baccarat.table.coach.coach import costs, edges, expected, odds_now, predict, report
from baccarat.table.rules.wagers import larger_bet
from baccarat.table.shoe_records import replay, replay_acts, write_shoe


def table_of(cards: str, bankroll: int = 1000, **options: Any) -> Table:
    """A table whose next cards are these; the rest of the deck lies behind them."""
    known = cards.split()
    deck = [str(card) for card in Rules(decks=1).composition.cards]
    for card in known:
        deck.remove(card)
    opened = Open(decks=1, burn=False, cut_card=0, **options)
    shuffle = Shuffle(" ".join([*known, *deck]))
    return Table().then(opened, Sit("guest", bankroll), shuffle, Cut())


BANKER_WINS = "2h 9d 5c Ks"
"""Seven against a natural nine."""


def test_three_lines_do_something_real() -> None:
    table = table_of(BANKER_WINS)
    table = table.bet("banker=100 tie=5 player-pair=10").deal()
    assert list(map(str, table.view().lines)) == [
        "banker: 100 wins 95 (win, 5 kept by the house)",
        "tie: 5 lost",
        "player-pair: 10 lost",
    ]
    assert (table.bankroll, table.house, table.view().kept) == (1080, -80, 5)


@pytest.mark.parametrize("name", [game.name for game in GAMES if game.name != "chemin-de-fer"])
def test_a_seeded_table_deals_the_shoe_of_that_seed(name: str) -> None:
    table = Table.open(name, seed=7, bankroll=1)
    rules = table.game.rules
    while table.phase is Phase.BETS:
        table = table.deal(free=True)
    assert [played.coup for played in table.played] == list(deal_shoe(rules.shoe(7), rules))
    table = table.then(Shuffle(), Cut(99), Burn()).deal(free=True)
    expected_shoe = rules.shoe(7, number=1, cut=99)
    assert table.played[-1].coup == next(deal_shoe(expected_shoe, rules))


@pytest.mark.parametrize("name", [game.name for game in GAMES if game.name != "chemin-de-fer"])
def test_every_bet_of_every_game_is_paid_as_its_layout_pays(name: str) -> None:
    table = Table.open(name, seed=3, bankroll=100_000)
    layout = table.game.layout
    wagers = " ".join(f"{spot}=20" for spot in layout.bets)
    for _ in range(20):
        table = table.bet(wagers).deal()
        played = table.played[-1]
        assert played.lines == settle(played.coup, wagers, layout).lines


def test_the_ceremony_is_seen_step_by_step() -> None:
    table = Table().then(Open(seed=7), Sit("guest", 50))
    assert table.view().shoe is None
    table = table.apply(Shuffle())
    shown = table.view().shoe
    assert shown is not None
    assert (shown.cards, shown.cards_left, shown.burn_card) == (416, 416, None)
    with pytest.raises(ShoeError, match="10 cards from either end"):
        table.apply(Cut(5))
    table = table.apply(Cut(200))
    with pytest.raises(ActRefused, match="first card is not burned yet: burn it first"):
        table.apply(Place("banker", 5))
    table = table.apply(Burn())
    shoe = Rules().shoe(7, cut=200)
    shown = table.view().shoe
    assert shown is not None
    assert (shown.cut, shown.burn_card, shown.burned) == (200, shoe.burn_card, shoe.burned)
    assert table.view().unseen == Rules().composition.without([shoe.cards[0]])
    assert sum(table.view().left_by_rank.values()) == 415


@pytest.mark.parametrize(("rule", "more"), [(LastCoup.A, 0), (LastCoup.C, 1)])
def test_the_last_coup_rule_ends_the_shoe(rule: LastCoup, more: int) -> None:
    table = Table.open(seed=7, bankroll=1, last_coup=rule, cut_card=100)
    is_last = []
    while table.phase is Phase.BETS:
        shown = table.view().shoe
        assert shown is not None
        is_last.append(shown.is_last_coup)
        table = table.deal(free=True)
    assert table.phase is Phase.FINISHED
    assert is_last.count(True) == more
    with pytest.raises(ActRefused, match="the shoe is finished: shuffle a new one"):
        table.apply(Deal(free=True))
    assert table.shoe is not None
    used = table.shoe.position
    assert 416 - 100 < used + 1 <= 416 - 100 + 6 * (1 + more)


@pytest.mark.parametrize(("rule", "is_last"), [(LastCoup.A, True), (LastCoup.C, False)])
def test_a_coup_in_which_the_cut_card_comes_out_is_known_to_be_the_last(
    rule: LastCoup, is_last: bool
) -> None:
    table = Table.open(seed=7, bankroll=1, last_coup=rule, cut_card=404).apply(Deal(free=True))
    seen = []
    while table.phase is Phase.DEALING:
        shown = table.view().shoe
        assert shown is not None
        seen.append((shown.cards_left < 404, shown.is_last_coup))
        table = table.apply(Draw())
    assert seen[0] == (False, False)
    assert seen[-1] == (True, is_last)
    assert {is_known for is_out, is_known in seen if not is_out} == {False}


def test_dealing_shows_card_by_card() -> None:
    table = table_of("Kh 9d 5c 4s 8h").bet("tie=10").apply(Deal())
    seen = []
    while table.phase is Phase.DEALING:
        table = table.apply(Draw())
        view = table.view()
        seen.append((len(view.player.cards), len(view.banker.cards), view.call))
    assert seen == [
        (1, 0, None),
        (1, 1, None),
        (2, 1, None),
        (2, 2, "Five Player, three Banker."),
        (3, 2, "Three Player, three Banker: a tie."),
    ]
    assert table.view().why == (
        "Player has 5 and draws 8♥: Player draws on 0–5.",
        "Banker has 3 and stands: with 3, Banker draws against a third card of 0–7 or 9.",
    )
    assert table.bankroll == 1080


def test_both_the_second_and_the_third_card_are_squeezed() -> None:
    table = table_of("Kh 9d 5c 4s 8h").bet("player=10 banker=5").deal(squeeze=True)
    assert table.view().player.cards[1:] == (None,)
    table = table.apply(Peel())
    assert table.view().edge == "two sides"
    with pytest.raises(ActRefused, match="lifted already"):
        table.apply(Peel())
    with pytest.raises(ActRefused, match="waits for the guest to turn a card up"):
        table.apply(Draw())
    table = table.apply(Reveal()).go_on()
    assert table.phase is Phase.SQUEEZE
    assert table.view().player.cards[2:] == (None,)
    assert table.bankroll == 985  # not paid before it is seen
    table = table.apply(Reveal())
    assert table.phase is Phase.BETS
    assert table.bankroll == 1000  # a tie: both stakes push


def test_nothing_is_squeezed_without_a_larger_bet() -> None:
    assert table_of(BANKER_WINS).bet("tie=5").deal(squeeze=True).phase is Phase.BETS
    assert table_of(BANKER_WINS).bet("player=5 banker=5").deal(squeeze=True).phase is Phase.BETS


LOW = {"least": 10, "most": 100}


@pytest.mark.parametrize(
    ("options", "acts", "complaint"),
    [
        ({}, [Deal()], "no bets: place one, or ask for a free coup"),
        ({}, [Place("banker", 1001)], "not enough money: it takes 1001 coins, and 1000 are left"),
        ({}, [Place("banker", 0)], "more than zero"),
        ({}, [Place("banker", -5)], "more than zero"),
        ({}, [Place("lucky-7", 5)], "unknown bet: 'lucky-7'"),
        ({}, [Lift("tie")], "there is no wager on the felt"),
        ({}, [Place("banker", 5), Lift("tie")], "there is no wager on tie"),
        ({}, [Place("banker", 5), Lift("banker", 0)], "more than zero"),
        ({}, [Clear()], "there is no wager on the felt"),
        ({}, [Double()], "there is no wager on the felt"),
        ({}, [Repeat()], "no earlier wager to repeat"),
        ({}, [Place("tie", 5), Repeat()], "wagers lie on the felt"),
        ({}, [Undo()], "nothing to undo: dealt cards stay dealt"),
        ({}, [Reveal()], "no card lies face down"),
        ({}, [Draw()], "bets are open, and no coup is being dealt"),
        ({}, [Open()], "bets are open"),
        ({}, [Sit("another", 5)], "bets are open"),
        ({}, [Promise("00" * 32)], "its shoes are not fair ones"),
        ({}, [Place("tie", 5), Shuffle()], "wagers lie on the felt: clear it first"),
        ({}, [Place("tie", 5), Deal(), Place("tie", 5)], "no more bets: a coup is being dealt"),
        ({}, [Place("tie", 5), Deal(), Undo()], "no more bets"),
        ({}, [Place("tie", 5), Deal(), Leave()], "no more bets"),
        ({}, [Place("tie", 5), Deal(), Buy(5)], "no more bets"),
        ({}, [Buy(0)], "a guest can buy 1 to"),
        ({}, [Leave(), Place("tie", 5)], "the guest has left"),
        (LOW, [Place("banker", 101)], "banker: the limits are 10 to 100, not 101"),
        (LOW, [Place("banker", 60), Double()], "banker: the limits are 10 to 100, not 120"),
        (LOW, [Place("banker", 9), Deal()], "banker: the limits are 10 to 100, not 9"),
        ({"chip": 5}, [Place("banker", 7)], "stakes are whole chips of 5, not 7"),
        (
            {"differential": 50},
            [Place("banker", 60), Deal()],
            "may differ by at most 50, not by 60",
        ),
        (
            {"both_sides": False},
            [Place("banker", 5), Place("player", 5)],
            "no bet on Player and Banker together",
        ),
    ],
)
def test_what_is_refused_is_explained_and_changes_nothing(
    options: dict[str, Any], acts: list[Act], complaint: str
) -> None:
    *before, last = acts
    table = table_of(BANKER_WINS, **options).then(*before)
    before_it = table.view(Audience.HOUSE)
    with pytest.raises(BaccaratError, match=complaint) as told:
        table.apply(last)
    assert "\n" not in str(told.value)
    assert table.view(Audience.HOUSE) == before_it


@pytest.mark.parametrize(
    ("acts", "complaint"),
    [
        ([Sit("guest", 5)], "the table is not open yet"),
        ([Open("snap")], "unknown game: 'snap'"),
        ([Open(decks=13)], "1 to 12 decks"),
        ([Open(cut_card=500)], "the cut card lies 0 to 416"),
        ([Open(least=0)], "the minimum bet must be at least 1 coin"),
        ([Open(chip=0)], "a chip must be worth at least one coin"),
        ([Open(bets=("lucky-6:x",))], "not a price"),
        ([Open(seed=-1)], "a seed must be a whole number"),
        ([Open(seed=1, fair=True)], "choose a seed or fair shoes, not both"),
        ([Open(), Shuffle()], "a guest must sit down first"),
        ([Open(), Sit(" ", 5)], "a guest has a name"),
        ([Open(), Sit("a\nb", 5)], "a guest has a name"),
        ([Open(), Sit("guest", -1)], "a bankroll is 0 to"),
        ([Open(), Sit("guest", 10**16)], "a bankroll is 0 to"),
        ([Open(), Sit("guest", 5), Shuffle()], "a shoe has 6 cards or more, not 0"),
        ([Open(), Sit("guest", 5), Shuffle("Kh Kz")], "not a card: 'Kz'"),
        ([Open(decks=1), Sit("guest", 5), Shuffle("Kh Kh")], "too many of Kh"),
        ([Open(), Sit("guest", 5), Shuffle(guest_seed="a")], "a guest's seed is for a fair shoe"),
        ([Open(seed=1), Sit("guest", 5), Shuffle("Kh")], "follow from seeds"),
        ([Open(fair=True), Sit("guest", 5), Shuffle()], "the house must promise its seed"),
        ([Open(fair=True), Sit("guest", 5), Promise("00")], "64 hexadecimal digits"),
        (
            [Open(fair=True), Sit("guest", 5), Promise("0" * 64), Promise("0" * 64)],
            "the house has promised a seed already",
        ),
        (
            [Open(fair=True), Sit("guest", 5), Promise("0" * 64), Shuffle(), Promise("0" * 64)],
            "this seed was promised before",
        ),
        ([Open(seed=1), Sit("guest", 5), Shuffle(), Burn()], "the shoe is not cut yet"),
        ([Open(seed=1), Sit("guest", 5), Shuffle(), Place("tie", 1)], "the shoe is not cut yet"),
    ],
)
def test_a_table_is_opened_and_sat_at_with_sense(acts: list[Act], complaint: str) -> None:
    *before, last = acts
    table = Table().then(*before)
    with pytest.raises(BaccaratError, match=complaint) as told:
        table.apply(last)
    assert "\n" not in str(told.value)


def test_small_chips_may_add_up_to_the_minimum() -> None:
    table = table_of(BANKER_WINS, least=10).bet("banker=5")
    assert table.view().objection == "banker: the limits are 10 to 1000000000000000, not 5"
    table = table.bet("banker=5")
    assert table.view().objection is None
    assert table.deal().bankroll == 1009  # 9.5, rounded down to a coin


def test_a_cap_may_be_met_in_any_order() -> None:
    capped = next(bet for bet in door.registered() if bet.cap is not None)
    table = table_of(BANKER_WINS, bets=(capped.key,))
    assert capped.cap is not None
    table = table.apply(Place(capped.key, 10))
    with pytest.raises(BetRefused, match="at most"):
        table.apply(Deal())
    for spot in capped.cap.of:
        table = table.apply(Place(spot, 100))
    assert table.objection is None


def test_undo_clear_repeat_and_double() -> None:
    table = table_of(BANKER_WINS + " 2d 9h 5s Kd").bet("banker=10 tie=1")
    doubled = table.apply(Double())
    assert doubled.wagers == (Wager("banker", 20), Wager("tie", 2))
    assert doubled.bankroll == 978
    assert doubled.apply(Undo()).view().wagers == table.wagers
    cleared = doubled.apply(Clear())
    assert (cleared.wagers, cleared.bankroll) == ((), 1000)
    back = cleared.then(Undo(), Undo(), Undo(), Undo())
    assert (back.wagers, back.seat().past, back.bankroll) == ((), (), 1000)
    settled = table.deal()
    again = settled.apply(Repeat())
    assert again.wagers == table.wagers
    assert again.deal().played[-1].won == settled.played[-1].won == 8


def test_a_free_coup_does_not_forget_what_is_to_be_repeated() -> None:
    table = table_of(BANKER_WINS + " 2d 9h 5s Kd").bet("banker=10").deal().deal(free=True)
    table = table.apply(Repeat())
    assert table.wagers == (Wager("banker", 10),)
    with pytest.raises(ActRefused, match="wagers lie on the felt"):
        table.apply(Repeat())


def test_undo_is_folding_without_the_last_thing_done_to_the_wagers() -> None:
    table = table_of(BANKER_WINS).bet("banker=10").then(Double(), Place("tie", 3), Undo())
    without = table_of(BANKER_WINS).bet("banker=10").then(Double())
    assert (table.wagers, table.bankroll, table.seat().past) == (
        without.wagers,
        without.bankroll,
        without.seat().past,
    )


def test_a_guest_without_money_may_watch_and_buy_more() -> None:
    table = table_of(BANKER_WINS * 1, bankroll=0)
    assert "place" not in table.may
    with pytest.raises(ActRefused, match="not enough money"):
        table.apply(Place("tie", 1))
    table = table.deal(free=True)
    assert len(table.played) == 1
    table = table.then(Buy(5), Place("tie", 5))
    assert (table.bought, table.bankroll, table.on_the_felt) == (5, 0, 5)


def test_leaving_takes_the_wagers_along() -> None:
    table = table_of(BANKER_WINS).bet("banker=10 tie=1").apply(Leave())
    assert (table.phase, table.bankroll, table.wagers) == (Phase.LEFT, 1000, ())
    assert table.may == ()


def test_a_shoe_too_small_to_burn_is_not_the_end() -> None:
    table = Table().then(Open(cut_card=0), Sit("guest", 5), Shuffle("Kh 2h 3h 4h 5h 6h 7h"), Cut())
    with pytest.raises(ShoeError, match="too small"):
        table.apply(Burn())
    assert table.apply(Shuffle(write_cards(Rules().shuffle(3).cards))).ready().phase is Phase.BETS


@pytest.fixture
def broken_bet(bring_bet: Callable[..., None]) -> Bet:
    """A stranger's bet that raises when it is judged, and one that is capped by it."""

    def event(outcome: Outcome) -> str | None:
        raise ZeroDivisionError

    broken = Bet("Broken", event, pays={"never": 5})
    sound = Bet("Sound", lambda _: "always", pays={"always": 1}, cap=Cap(Fraction(1), ("broken",)))
    bring_bet(broken, sound)
    return broken


def test_a_bet_that_raises_gives_its_stake_back_and_the_table_goes_on(broken_bet: Bet) -> None:
    table = table_of(BANKER_WINS, bets=(broken_bet.key,)).bet("broken=50 banker=100").deal()
    assert list(map(str, table.view().lines)) == [
        "broken: 50 pushes (not judged)",
        "banker: 100 wins 95 (win, 5 kept by the house)",
    ]
    assert table.bankroll == 1095
    found = edges(table)
    assert found["broken"] is None
    assert found["banker"] == odds_now(table)["banker"].edge
    assert costs(table).expected == odds_at_start(100)


def test_a_bet_capped_by_one_that_raises_is_paid(broken_bet: Bet) -> None:
    table = table_of(BANKER_WINS, bets=(broken_bet.key, "sound")).bet("broken=50 sound=50").deal()
    assert [line.won for line in table.view().lines] == [0, 50]


def odds_at_start(stake: int) -> Fraction:
    return stake * odds(decks=1)["banker"].expectation


# The coach


def test_odds_follow_the_cards_that_were_seen() -> None:
    table = Table.open(seed=7, bankroll=100)
    burned = str(table.ceremony.burn_card)
    assert odds_now(table)["player-pair"].edge == odds(decks=8, seen=burned)["player-pair"].edge
    table = table.deal(free=True)
    seen = f"{burned} {write_cards(table.coup.cards)}"
    assert odds_now(table)["banker"].edge == odds(decks=8, seen=seen)["banker"].edge


def test_odds_of_a_half_dealt_coup_are_those_of_its_cards() -> None:
    table = table_of("Kh 9d 5c 4s 8h").bet("tie=1").apply(Deal()).then(Draw(), Draw(), Draw())
    assert odds_now(table)["tie"].edge == odds(decks=1, given="Kh 9d 5c")["tie"].edge
    squeezed = table_of("Kh 9d 5c 4s 8h").bet("player=1").deal(squeeze=True)
    with pytest.raises(ActRefused, match="there are no odds while a card lies face down"):
        odds_now(squeezed)
    with pytest.raises(ActRefused, match="before the first shoe"):
        odds_now(fold([Open(), Sit("guest", 1)]))


def test_edges_name_every_bet_on_the_felt() -> None:
    table = Table.open("ez", seed=7, bankroll=100)
    exact = odds(game="ez", seen=str(table.ceremony.burn_card))
    assert edges(table) == {spot: exact[spot].edge for spot in exact}


def test_what_a_sitting_should_have_cost_is_the_sum_over_its_bets() -> None:
    """Each bet at the odds of its own moment, recomputed from the cards that had been seen."""
    table = Table.open(seed=7, bankroll=10_000)
    seen = str(table.ceremony.burn_card)
    total, bankrolls = Fraction(0), [Fraction(10_000)]
    for number in range(12):
        wagers = {"banker": 20 * (number % 3), "tie": number}
        now = odds(decks=8, seen=seen)
        total += sum((stake * now[spot].expectation for spot, stake in wagers.items()), Fraction(0))
        bankrolls.append(10_000 + total)
        bets = " ".join(f"{spot}={stake}" for spot, stake in wagers.items() if stake)
        table = table.bet(bets).deal(free=True)
        seen += f" {write_cards(table.coup.cards)}"
    cost = costs(table)
    assert cost.expected == total
    assert cost.won == table.bankroll - 10_000
    assert cost.luck == cost.won - total
    assert cost.staked == sum(20 * (n % 3) + n for n in range(12))
    points = report(table)
    assert [point.expected for point in points] == bankrolls
    assert points[-1].bankroll == table.bankroll
    assert [point.coup for point in points] == list(range(13))


@pytest.mark.parametrize(("rounding", "pays"), [(Rounding.DOWN, 0), (Rounding.UP, 1)])
def test_a_single_coin_on_banker_is_weighed_as_it_is_paid(rounding: Rounding, pays: int) -> None:
    """Of 0.95 the guest gets nothing, or a whole coin: the price is 0 or 1, not 0.95."""
    table = table_of(BANKER_WINS, rounding=rounding)
    wins = odds(decks=1)["banker"]
    as_paid = wins.chance * pays - wins.probability(None)
    assert expected([Wager("banker", 1)], table) == as_paid
    assert table.bet("banker=1").deal().played[-1].won == pays


def test_buying_more_money_is_no_win() -> None:
    table = table_of(BANKER_WINS + " 2d 9h 5s Kd", bankroll=100).bet("banker=100").deal()
    table = table.apply(Buy(500)).deal(free=True)
    first, second, third = report(table)
    assert (first.bankroll, second.bankroll, third.bankroll) == (100, 195, 695)
    assert third.expected - second.expected == 500
    assert costs(table).won == 95


def test_a_prediction_is_an_honest_answer() -> None:
    table = Table.open(seed=7, bankroll=100)
    told = predict(table)
    exact = odds(decks=8, seen=str(table.ceremony.burn_card))
    assert (told.player, told.banker) == (exact["player"].chance, exact["banker"].chance)
    assert told.player + told.banker + told.tie == 1
    assert (told.cheapest, told.edge) == ("banker", exact["banker"].edge)
    assert str(told).startswith("Nobody can tell. Among the 415 cards nobody has seen")
    for _ in range(5):
        table = table.deal(free=True)
    assert predict(table).unseen == 415 - sum(len(played.coup) for played in table.played)


# Written shoes


def test_a_shoe_is_written_in_our_notation_and_read_back() -> None:
    table = Table.open(seed=7, bankroll=5000)
    while table.phase is Phase.BETS:
        table = table.bet("banker=10 tie=1").deal()
    record = write_shoe(table, audience=Audience.HOUSE)
    assert Record.parse(str(record)) == record
    assert record.differs() is None
    assert [entry.wagers for entry in record.entries] == [
        (Wager("banker", 10), Wager("tie", 1))
    ] * len(table.played)
    again = replay(record)
    assert [played.coup for played in again.played] == [played.coup for played in table.played]
    assert [played.won for played in again.played] == [played.won for played in table.played]
    assert fold(replay_acts(record)) == again
    assert write_shoe(again) == record


def test_every_shoe_of_a_sitting_can_be_written() -> None:
    chronicle = Chronicle()
    shoe: list[Act] = [Shuffle(), Cut(50), Burn()]
    table = chronicle.follow([Open(seed=7), Sit("guest", 50), Shuffle(), Cut(), Burn()])
    for coming in ([], shoe, []):
        table = chronicle.follow([*coming, Deal(free=True)], table)
        while table.phase is Phase.DEALING:
            table = chronicle.follow([Draw()], table)
    table = chronicle.follow([Leave()], table)
    first, second = write_shoe(table, 1, chronicle=chronicle), write_shoe(table)
    assert second == write_shoe(table, 2, chronicle=chronicle)
    assert (len(first.entries), first.seed, first.number, first.cut) == (1, 7, 0, None)
    assert (len(second.entries), second.seed, second.number, second.cut) == (2, 7, 1, 50)
    assert first.differs() is second.differs() is None
    with pytest.raises(BadValue, match="the table had 2 shoes so far: there is no shoe 3"):
        write_shoe(table, 3)
    with pytest.raises(BadValue, match="a table keeps only its present shoe, 2"):
        write_shoe(table, 1)


@pytest.mark.parametrize(
    "record",
    [
        Record.deal(seed=7, cut=100),
        Record.deal("7-up", seed=3, number=5),
        Record.deal(fair=Fair.promise("ab" * 32).with_guest("words", 3), cut=77),
        Record.of([Coup.parse("Kh 5c 8h | 9d 4s"), Coup.parse("2h 5c | 9d Ks")]),
        Record.of([Coup.parse("0 5 8 | 9 4"), Coup.parse("2h 5c | 9d Ks")]),
        Record.of([Coup.parse("7x Kh | 9d Ks")], "7-up"),
        Record.of([Coup.parse("2h 3c | 4d Ks"), Coup.parse("2h 3c 5d | 4d Ks")], "chemin-de-fer"),
        Record(),
    ],
    ids=["seeded", "7-up", "fair", "cards", "points", "printed", "chemin-de-fer", "empty"],
)
def test_any_shoe_whose_cards_are_known_is_replayed(record: Record) -> None:
    table = replay(record)
    assert [played.coup for played in table.played] == [entry.coup for entry in record.entries]
    assert table.phase is Phase.LEFT


def test_a_burn_card_that_was_written_is_burned_again() -> None:
    record = Record(
        (Entry.of(Coup.parse("Kh 5c 8h | 9d 4s")),), burn_card=Record.deal(seed=1).burn_card
    )
    table = replay(record)
    assert table.ceremony.burn_card == record.burn_card
    assert write_shoe(table).entries == record.entries


def test_prices_of_their_own_are_written_with_the_wager() -> None:
    table = table_of(BANKER_WINS, bets=("lucky-6:12/23", "banker:1-4%")).bet("lucky-6=5 banker=100")
    record = write_shoe(table.deal())
    assert record.entries[0].wagers == (Wager("lucky-6:12/23", 5), Wager("banker:1-4%", 100))
    again = replay(Record.parse(str(record)))
    assert again.played[0].won == 96 - 5


def test_what_cannot_be_replayed_is_said() -> None:
    with pytest.raises(ShoeError, match="coup 1: the cards are not known"):
        replay(Record.of(parse_results("BP")))
    forged = Record(Record.deal(seed=8).entries, seed=7)
    with pytest.raises(ShoeError, match="coup 1: written"):
        replay(forged)


def test_the_shipped_fair_shoe_is_replayed() -> None:
    record = Record.parse((ROOT / "examples/records/fair.shoe").read_text("utf-8"))
    table = replay(record)
    assert len(table.played) == len(record.entries)
    assert {Side.PLAYER, Side.BANKER} <= {played.coup.winner for played in table.played}


def test_a_table_of_punto_banco_needs_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "from baccarat.table import Table\n"
        "from baccarat.table import saving, sitting, shoe_records\n"
        "Table.open(seed=7, bankroll=5).bet('tie=5').deal().view().as_json()\n"
        "names = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "strangers = names - sys.stdlib_module_names - {'baccarat'}\n"
        "assert not strangers, strangers\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_wager_is_lifted_in_part_or_whole_and_comes_back() -> None:
    table = table_of(BANKER_WINS).bet("banker=10 tie=5")
    less = table.apply(Lift("banker", 4))
    assert [(wager.spot, wager.stake) for wager in less.wagers] == [("banker", 6), ("tie", 5)]
    none = less.apply(Lift("tie")).apply(Lift("banker", 6))
    assert none.wagers == ()
    assert none.bankroll == table_of(BANKER_WINS).bankroll == table.bankroll + 15


def test_the_hand_with_more_money_is_the_guests_to_squeeze() -> None:
    for words, side in {
        "player=10 banker=5": Side.PLAYER,
        "player=5 banker=10": Side.BANKER,
        "player=1": Side.PLAYER,
        "player=5 banker=5": None,
        "tie=5": None,
    }.items():
        assert larger_bet(map(Wager.parse, words.split())) is side


def test_the_last_coin_may_be_bet() -> None:
    table = Table.open("punto-banco", seed=7, bankroll=1)
    assert table.bet("player=1").bankroll == 0


def test_what_the_guest_decides_is_remembered_as_the_guests() -> None:
    table = Table.open("chemin-de-fer", seed=7, bankroll=100).deal(free=True)
    decided = []
    while table.phase is Phase.DECISION:
        assert table.choice is not None
        decided.append((table.choice, True, True))
        table = table.apply(Decide(True)).go_on()
    assert decided
    told = [(one.choice, one.draws, one.by_guest) for one in table.played[-1].decisions]
    assert told == decided


def test_what_the_guest_loses_the_house_wins() -> None:
    assert (Table().bought, Table().bankroll, Table().house) == (0, 0, 0)
    table = Table.open(seed=7, bankroll=1_000)
    assert (table.bought, table.bankroll, table.house) == (1_000, 1_000, 0)
    houses = set()
    for _ in range(12):
        table = table.bet("banker=100 tie=5").deal()
        assert table.house == table.bought - table.bankroll
        houses.add(table.house)
    assert len(houses) > 2


def test_the_results_of_a_shoe_are_those_of_its_own_coups() -> None:
    table = Table.open(seed=7, bankroll=1_000, decks=1, cut_card=40)
    shoes: list[int] = []
    for _ in range(3):
        dealt = 0
        while table.phase is Phase.BETS:
            assert not table.is_shoe_over
            table = table.deal(free=True)
            dealt += 1
            assert len(table.played) == len(table.view().results) == dealt
        assert table.is_shoe_over
        shoes.append(dealt)
        assert len(table.results) == dealt
        assert table.coups == table.view().counts.coups == sum(shoes)
        table = table.shuffle()
    assert min(shoes) > 0


def test_a_bet_off_the_felt_is_replayed_by_its_name_alone() -> None:
    """Who writes a record by hand need not know its price."""
    entry = Entry.of(Coup.parse("Kh 5c 8h | 9d 4s"), [Wager("quik", 5), Wager("tie", 1)])
    table = replay(Record((entry,)))
    assert "quik" not in Table.open(seed=1).game.layout.bets
    assert table.played[0].wagers == (Wager("quik", 5), Wager("tie", 1))
    assert table.played[0].won == 8 - 5


def test_who_bets_and_keeps_the_old_table_is_told_that_none_changes() -> None:
    table = Table.open(seed=7, bankroll=100)
    table.bet("banker=10")
    with pytest.raises(ActRefused, match=r"table = table\.bet") as told:
        table.deal()
    assert str(told.value) == told.value.said == "no bets: place one, or ask for a free coup"
    with pytest.raises(ActRefused) as no_shoe:
        Table.open(fair=True).deal()
    assert not hasattr(no_shoe.value, "__notes__")


def test_a_table_and_its_view_stay_small_however_many_shoes_were_dealt() -> None:
    table = Table.open(decks=1, bankroll=10**6)
    sizes: list[tuple[int, int]] = []
    for _ in range(30):
        while table.phase is Phase.BETS:
            table = table.bet("banker=10 tie=1").deal()
        told = [json.dumps(table.view(audience).as_json()) for audience in Audience]
        sizes.append((len(pickle.dumps(table)), max(map(len, told))))
        table = table.shuffle()
    assert table.shoes == 31
    for values_and_views in zip(*sizes, strict=True):
        assert max(values_and_views[-5:]) < 1.5 * max(values_and_views[:5])
