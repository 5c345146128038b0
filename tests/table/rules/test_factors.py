"""Drawn prices at a table: their factors come before the cards, and pay as the layout pays."""

from collections.abc import Callable
from fractions import Fraction

import pytest

import baccarat as bac
from baccarat.base.words import Words
from baccarat.core.bets import registered
from baccarat.core.chance import coup_throws
from baccarat.core.fair import Fair
from baccarat.core.layout import settle
from baccarat.simulation.readers.factors import FactorReader
from baccarat.table import ActRefused, Audience, Table, fold
from baccarat.table.act_lines import act_line, read_act
from baccarat.table.acts import Act, Burn, Cut, Deal, Open, Place, Promise, Shuffle, Sit
from baccarat.table.chronicle import Chronicle
from baccarat.table.coach.coach import costs, expected, report
from baccarat.table.log import Memory
from baccarat.table.rules.factors import factors_on
from baccarat.table.shoe_records import replay, write_shoe
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase
from baccarat.table.view.croupier import Tone, croupier
from baccarat.table.view.labels import price_texts

BETS = ("lightning-player", "lightning-banker", "lightning-player-pair")
WAGERS = "lightning-player=60 lightning-banker=30 lightning-player-pair=6"


def dealt(coups: int, **options: object) -> Table:
    table = Table.open(bankroll=100_000, bets=BETS, **options)  # type: ignore[arg-type]
    for _ in range(coups):
        table = table.bet(WAGERS).deal()
    return table


def test_a_seeded_table_draws_the_factors_of_the_simulation() -> None:
    table, wins = Table.open(seed=7, bankroll=100_000, bets=BETS), []
    law = bac.bet("lightning-player").drawn
    assert law is not None
    while table.phase is Phase.BETS:
        table = table.bet("lightning-player=6").deal()
        turn = len(table.played) - 1
        assert dict(table.drawn) == law.draw(coup_throws(7, 0, turn))
        wins.append(table.view().lines[0].exact / 6)
    counted = bac.fold(FactorReader(bac.bet("lightning-player")), shoes=1, seed=7)
    assert sorted(wins) == sorted(counted.elements())


def test_a_coup_is_paid_as_the_layout_pays_it() -> None:
    table = dealt(30, seed=3)
    for played in table.played[-1:]:
        lines = settle(played.coup, WAGERS, table.game.layout, dict(table.drawn)).lines
        assert lines == played.lines


def test_the_factors_lie_there_before_the_cards() -> None:
    table = Table.open(seed=7, bankroll=100, bets=BETS).bet("lightning-player=60")
    assert table.view().factors == ()
    assert table.view().as_json()["factors"] == []
    table = table.apply(Deal())
    view = table.view(Audience.SPECTATOR)
    assert (len(view.player.cards), view.factors) == (0, table.drawn)
    assert view.as_json()["factors"] == [["3d", 2], ["8c", 3], ["2d", 2], ["Qh", 2]]
    said = [spoken.text for spoken in croupier(view, Words.of("en")) if spoken.tone is Tone.FACTORS]
    assert said == ["Factors: 3♦ ×2, 8♣ ×3, 2♦ ×2, Q♥ ×2."]
    table = table.go_on()
    assert table.view().factors == table.drawn
    again = table.bet("lightning-player=6").view()
    assert again.factors == ()
    assert Tone.FACTORS not in [spoken.tone for spoken in croupier(again, Words.of("en"))]


def test_other_tables_say_nothing_of_factors() -> None:
    view = Table.open(seed=7).view()
    assert view.factors is None
    assert "factors" not in view.as_json()


def test_a_table_is_the_fold_of_its_acts() -> None:
    starts: list[list[Act]] = [
        [Open(bets=BETS, seed=7), Sit("Ann", 1_000), Shuffle()],
        [Open(bets=BETS, fair=True), Sit("Ann", 1_000), Promise("5c" * 32), Shuffle("", "blue")],
        [Open(bets=BETS), Sit("Ann", 1_000), Shuffle(str(bac.Rules().shuffle(seed=3)))],
    ]
    for start, is_given in zip(starts, (False, False, True), strict=True):
        sitting = Sitting(Memory())
        sitting.do(*start, Cut(), Burn())
        for _ in range(3):
            sitting.do(Place("lightning-player", 60), Deal(), go_on=True)
        assert fold(sitting.chronicle.acts) == sitting.table
        lines = [act_line(n, act) for n, act in enumerate(sitting.chronicle.acts, 1)]
        assert fold(read_act(line)[1] for line in lines) == sitting.table
        given = [act.drawn for act in sitting.chronicle.acts if isinstance(act, Deal)]
        assert [bool(drawn) for drawn in given] == 3 * [is_given]


def test_a_fair_table_draws_from_both_seeds() -> None:
    start: list[Act] = [Open(bets=BETS, fair=True), Sit("Ann", 1_000), Promise("5c" * 32)]
    draws = set()
    for guest_seed in ("blue", "red"):
        table = fold([*start, Shuffle(guest_seed=guest_seed), Cut(), Burn()]).deal(free=True)
        law = factors_on(table.game.layout)
        assert law is not None
        throws = Fair.promise("5c" * 32).with_guest(guest_seed).coup_throws(0)
        assert dict(table.drawn) == law.draw(throws)
        draws.add(table.drawn)
        fair = table.view().seeds.fair
        assert fair is not None
        assert fair.house_seed is None
    assert len(draws) == 2


@pytest.mark.parametrize(
    "drawn", ["", "9h", "9h=6", "9h=2 9h=3", "9=2", "9h=2,Ks=2", " ".join(["9h=2"] * 6), "9h=²"]
)
def test_wrong_factors_are_refused_in_one_line(drawn: str) -> None:
    table = Table.open(bets=BETS, bankroll=100)
    with pytest.raises(ActRefused, match="not factors that this table draws") as refused:
        table.apply(Deal(free=True, drawn=drawn))
    assert "\n" not in str(refused.value)
    assert table.apply(Deal(free=True, drawn="9h=2 Ks=3")).drawn == (
        (bac.Card.parse("9h"), 2),
        (bac.Card.parse("Ks"), 3),
    )


GIVEN = Deal(free=True, drawn="9h=2")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: Table.open(seed=7, bets=BETS).apply(GIVEN), "leave the factors out"),
        (lambda: Table.open().apply(GIVEN), "leave the factors out"),
        (
            lambda: Table.open(bets=("lightning-player", "prosperity-player")),
            "by the same chances",
        ),
        (lambda: replay(write_shoe(dealt(2))), "not factors that this table draws"),
    ],
    ids=["seeds draw them", "no bet has them", "two laws", "a record without seeds"],
)
def test_factors_that_a_table_cannot_have_are_refused(call: Callable[[], object], why: str) -> None:
    with pytest.raises(ActRefused, match=why):
        call()


def test_a_new_shoe_has_no_factors_yet() -> None:
    table = dealt(1, seed=7)
    while table.phase is not Phase.FINISHED:
        table = table.deal(free=True)
    assert table.drawn
    assert not table.shuffle().drawn


def test_a_recorded_seeded_shoe_is_paid_again() -> None:
    chronicle = Chronicle()
    table = chronicle.follow(
        [Open(bets=BETS, seed=7), Sit("Ann", 10_000), Shuffle(), Cut(), Burn()]
    )
    for _ in range(9):
        table = table.bet(WAGERS).deal()
    record = write_shoe(table, audience=Audience.HOUSE)
    assert [played.paid for played in replay(record).played] == [p.paid for p in table.played]


def test_the_coach_expects_the_mean_and_the_spread_of_the_factors() -> None:
    table = Table.open(seed=7, bankroll=10_000, bets=BETS)
    odds = bac.odds(table.the_shoe.unseen)["lightning-player"]
    (wager,) = table.bet("lightning-player=60").wagers
    assert expected([wager], table) == -60 * odds.edge
    table = table.bet("lightning-player=60").deal()
    assert costs(table).expected == -60 * odds.edge
    assert report(table)[-1].variance == 3600 * odds.variance


def test_the_band_of_several_drawn_wins_is_not_too_narrow() -> None:
    table = dealt(1, seed=7)
    tables = bac.odds(table.played[0].before.unseen)
    least = sum(
        w.stake**2 * tables[w.spot].variance for w in table.played[0].wagers
    ) - 2 * 60 * 30 * tables["lightning-player"].chance * Fraction(3)
    assert report(table)[-1].variance > least


def test_the_price_is_told_with_its_factors_and_its_fee() -> None:
    bets = [bet for bet in registered(bac.Bet) if bet.drawn]
    texts = [price_texts(bet, Words.of("en")) for bet in bets]
    assert ["1:1 × 2 to 8, fee 20 %"] in texts
    assert all(len(text) == 1 for text in texts)


def test_the_house_keeps_the_fee() -> None:
    felt = bac.Layout.of("lightning-player", "lightning-banker")
    factors = {bac.Card.parse("9h"): 8}

    def kept(coup: str, wager: str) -> int:
        return settle(bac.deal(coup), wager, felt, factors).lines[0].kept

    assert kept("9h 2d Kc Qs", "lightning-player=60") == 10
    assert kept("9c 2d Kc Qs", "lightning-player=60") == 10
    assert kept("8h 8d Kc Ks", "lightning-player=60") == 10
    assert kept("2h 9h Kc Ks", "lightning-player=60") == 0
    assert kept("2h 9h Kc Ks", "lightning-banker=600") == 125
