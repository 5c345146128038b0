"""What the front door takes: bets, shoes, coups and rules in every way that one would guess."""

import pickle
from collections.abc import Callable
from inspect import signature
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import baccarat as bac
from baccarat.base.errors import BadValue, ShoeError, UnknownName
from baccarat.simulation.planning import shoes_for, shoes_until

SIX = bac.Bet(
    "Any Six",
    lambda outcome: "six" if outcome.banker.total == 6 > outcome.player.total else None,
    pays={"six": 12},
)


def both_pair(name: str) -> bac.Bet:
    return bac.Bet(
        name,
        lambda outcome: "both" if outcome.player.trait == outcome.banker.trait == "pair" else None,
        pays={"both": 100},
        depth=bac.Depth.RANKS,
        trait=lambda hand: "pair" if hand.is_pair else "none",
    )


@pytest.fixture(scope="module")
def dealt() -> bac.Simulation:
    return bac.simulate(50, 7, bets=[both_pair("Both Pair"), "lucky-6:12/23"], engine="reference")


# A bet by its name, at a price, or itself.


def test_odds_are_asked_for_by_name_by_price_or_by_the_bet() -> None:
    table = bac.odds()
    assert table["tie:9"] == table[bac.bet("tie:9")] == table.of("tie:9")
    assert table["tie:9"].edge == table["tie"].edge - table["tie"].chance
    six = sum(table.tally.matrix[player][6] for player in range(6))
    assert table[SIX].wins == six == table.of(SIX).wins
    assert [name in table for name in ("banker", "tie:9", SIX, "nope", "tie:x", 5)] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    assert table.get("nope") is None


def test_a_spot_means_the_bet_that_lies_on_it() -> None:
    table = bac.odds(game="ez")
    assert table["banker"].bet.key == "banker-ez"
    assert table[bac.bet("banker")].edge == bac.odds()["banker"].edge


@pytest.mark.slow
def test_removal_and_batches_take_a_bet_in_the_same_ways() -> None:
    counts = [bac.Composition.decks(8), bac.Composition.decks(6)]
    assert bac.batch(counts, "tie").tolist() == bac.batch(counts, bac.bet("tie")).tolist()
    assert bac.batch(counts, SIX)[0, 0] == bac.odds(8)[SIX].wins
    rows = [list(each.at(bac.Depth.POINTS).counts) for each in counts]
    assert bac.batch(counts).tolist() == bac.batch(rows).tolist()
    assert bac.removal("tie") == bac.removal(bac.bet("tie"), bac.odds())
    assert bac.removal("tie", 6) == bac.removal("tie", decks=6) == bac.removal("tie", bac.odds(6))
    assert bac.removal("banker", game="ez").bet.key == "banker-ez"


@pytest.mark.parametrize("given", ["player has a natural", "Kx ? 9x ?"])
def test_effects_of_removal_follow_from_what_is_known(given: str) -> None:
    table = bac.odds("0:30 4:5 5:7 8:6 9:8", given=given)
    effects = bac.removal("player", table)
    assert effects.odds == table["player"]
    for card, effect in effects.items():
        less = bac.odds(table.composition.without([card]), given=given)["player"]
        assert effect == less.expectation - table["player"].expectation


def test_a_simulation_is_asked_as_the_odds_are(dealt: bac.Simulation) -> None:
    assert dealt["banker"] == dealt.of(bac.bet("banker")) == dealt.tally["banker"]
    assert dealt["player-pair:12"].weights == dealt["player-pair"].weights
    assert dealt[SIX].wins == sum(dealt.tally.matrix[player][6] for player in range(6))
    assert list(dealt)[-2:] == ["both-pair", "lucky-6"]
    assert str(dealt["lucky-6"].bet) == "lucky-6:12/23"
    assert shoes_until(0.01, "tie:9") == shoes_until(0.01, bac.bet("tie:9"))


def test_a_deep_bet_is_counted_when_it_is_named(dealt: bac.Simulation) -> None:
    rules = bac.Rules()
    coups = [coup for n in range(50) for coup in bac.deal_shoe(rules.shoe(7, n), rules)]
    pairs = sum(coup.player.is_pair and coup.banker.is_pair for coup in coups)
    assert dealt["both-pair"].wins == pairs > 0
    asked: list[object] = ["both-pair", both_pair("Both Pair"), both_pair("Neither")]
    assert [bet in dealt for bet in asked] == [True, False, False]  # another function, another bet
    with pytest.raises(bac.BaccaratError, match=r"neither needs ranks and was not counted"):
        dealt[both_pair("Neither")]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda dealt: dealt[both_pair("Player Pair")],
            "player-pair needs ranks and was not counted",
        ),
        (
            lambda _: bac.simulate(1, bets=["player-pair"], depth="totals"),
            "player-pair needs ranks, but this simulation does not count them",
        ),
        (
            lambda _: bac.simulate(1, bets="perfect-pair", game="7-up"),
            "perfect-pair needs cards, but this simulation does not count them",
        ),
    ],
)
def test_a_bet_that_is_not_counted_is_refused_in_one_line(
    call: Callable[[bac.Simulation], object], says: str, dealt: bac.Simulation
) -> None:
    with pytest.raises(bac.BaccaratError, match=says):
        call(dealt)


# What is dealt from.


def test_odds_are_of_decks_a_composition_or_a_shoe() -> None:
    eight = bac.odds(8)["banker"].edge
    whole = bac.Composition.decks(8)
    ways: list[Any] = [whole, str(whole), str(whole.at(bac.Depth.POINTS)), np.int64(8)]
    for unseen in ways:
        assert bac.odds(unseen)["banker"].edge == eight
    assert bac.odds(rules=bac.Rules(decks=8))["banker"].edge == eight
    assert bac.odds(bac.Rules().shuffle(seed=7))["banker"].edge == eight


def test_the_odds_of_a_shoe_are_those_of_its_unseen_cards() -> None:
    rules = bac.Rules(decks=1)
    shoe = rules.shoe(seed=7)
    seen: list[bac.Card] = [shoe.cards[0]]
    coup, rest = bac.deal_from(shoe, rules)
    seen += coup.cards
    told = bac.odds(rest, rules=rules)["tie"].edge
    assert told == bac.odds(1, seen=seen)["tie"].edge
    assert told == bac.odds(1, seen=[shoe.cards[0], coup])["tie"].edge
    assert told == bac.odds(1, seen=" ".join(map(str, seen)))["tie"].edge
    half = bac.odds(rest, rules=rules, given=rest.peek()[:3])
    assert half.composition == rest.unseen.without(rest.peek()[:3])


def test_a_coup_is_told_by_its_cards_by_its_hands_or_itself() -> None:
    half = bac.Coup.parse("Kh 5c | 9d …")
    told = bac.odds(given="Kh 9d 5c")["tie"].chance
    for coup in (half, "Kh 5c | 9d …", "Kh 5c | 9d", bac.parse_cards("Kh 9d 5c"), list("095")):
        assert bac.odds(given=coup)["tie"].chance == told
    assert bac.odds(given="Kh 5c | 9d 4s").coup == bac.Coup.parse("Kh 5c | 9d 4s …")
    assert bac.odds(given=bac.deal("9h 2c Kd 3d"))["player"].chance == 1


def test_rules_of_ones_own_are_used() -> None:
    standing = bac.Rules(decks=2, tableau=bac.Tableau.read(str(bac.PUNTO_BANCO).replace("D", "-")))
    tally = bac.odds(rules=standing).tally
    assert {(row["player_cards"], row["banker_cards"]) for row in tally.rows()} == {(2, 2)}
    found = bac.simulate(5, 7, rules=standing, engine="reference")
    assert {(row["player_cards"], row["banker_cards"]) for row in found.tally.rows()} == {(2, 2)}
    assert bac.removal("tie", rules=standing).odds == bac.odds(rules=standing)["tie"]


def test_the_decks_of_a_game_object_are_heeded() -> None:
    assert bac.simulate(1, decks=2, game=bac.game("ez"), engine="reference").plan.rules.decks == 2


# Short and true.


def test_answers_print_in_one_short_line(dealt: bac.Simulation) -> None:
    assert repr(bac.odds(given="Kh 9d")) == (
        "<exact odds of punto-banco: 414 unseen cards, coup Kh | 9d …>"
    )
    assert repr(bac.odds(inf)) == "<exact odds of punto-banco: an endless deck>"
    coups = f"{dealt.tally.total:,}"
    assert repr(dealt) == f"<simulation of punto-banco: 50 shoes of seed 7, {coups} coups>"


def test_rows_are_flat_and_say_what_the_answer_says(dealt: bac.Simulation) -> None:
    table = bac.odds("0:128 1:32 2:32 3:32 4:32 5:32 6:32 7:32 8:32 9:32")
    rows = {row["name"]: row for row in table.rows()}
    assert list(rows) == list(table)
    assert rows["banker"]["edge"] == float(table["banker"].edge)
    assert rows["player-pair"]["edge"] is None
    for told in (rows["banker"], next(row for row in dealt.rows() if row["name"] == "banker")):
        assert (told["bet"], told["spelled"]) == ("banker", "banker:1-5%")
    assert rows["banker"]["probability"] == table["banker"].as_json()["probability_float"]
    assert sum(int(str(row["count"])) for row in table.tally.rows()) == table.tally.total
    simulated = {row["name"]: row for row in dealt.rows()}
    assert list(simulated) == list(dealt)
    assert simulated["tie"]["probability"] == float(dealt["tie"].chance)
    assert simulated["tie"]["wins"] == dealt["tie"].wins
    assert simulated["tie"]["low"] == dealt["tie"].edge_interval()[0]


# Wrong calls.

UNTYPED: Any = bac
UNTYPED_UNTIL: Any = shoes_until
UNTYPED_FOR: Any = shoes_for

WRONG: list[tuple[Callable[[], object], type[bac.BaccaratError], str]] = [
    (lambda: UNTYPED.odds(bac.Rules()), BadValue, "give decks, a composition or a shoe"),
    (lambda: UNTYPED.odds([8]), BadValue, "give decks"),
    (lambda: UNTYPED.odds("ez"), bac.BaccaratError, "odds(game='ez')"),
    (lambda: UNTYPED.odds(True), ShoeError, "whole decks, not True"),
    (lambda: UNTYPED.odds(8.0), ShoeError, "whole decks, not 8.0"),
    (lambda: UNTYPED.odds(nan), ShoeError, "whole decks, not nan"),
    (lambda: UNTYPED.odds(-1), ShoeError, "whole decks, not -1"),
    (lambda: UNTYPED.odds(8, decks=8), BadValue, "not both"),
    (lambda: UNTYPED.odds("0:50", decks=8), BadValue, "not both"),
    (lambda: UNTYPED.odds(bac.Rules().shoe(), seen="Kh"), BadValue, "not both"),
    (lambda: UNTYPED.odds(6, rules=bac.Rules()), BadValue, "the rules have 8 decks, not 6"),
    (lambda: UNTYPED.odds(rules="ez"), BadValue, "rules must be e.g."),
    (lambda: UNTYPED.odds(game=None), BadValue, "a game must be a Game or its name"),
    (lambda: UNTYPED.odds(composition=5), BadValue, "a composition is"),
    (lambda: UNTYPED.odds(seen=5), BadValue, "cards must be"),
    (lambda: UNTYPED.odds(seen=[None]), BadValue, "cards must be"),
    (lambda: UNTYPED.odds(given=1.5), BadValue, "cards must be"),
    (lambda: UNTYPED.odds(given=bac.Coup(), game="7-up"), bac.BaccaratError, "printed"),
    (lambda: UNTYPED.odds(decide="draw"), BadValue, "expected a function"),
    (lambda: UNTYPED.odds()[None], BadValue, "a bet must be a Bet or its name"),
    (lambda: UNTYPED.odds()["nope"], UnknownName, "unknown bet"),
    (lambda: UNTYPED.odds().next_cards("suits"), BadValue, "expected a Depth"),
    (lambda: UNTYPED.Record.of(5), BadValue, "Record.of: dealt cannot be 5"),
    (lambda: UNTYPED.parse_results(5), BadValue, "results must be letters"),
    (lambda: UNTYPED.statistics(None), BadValue, "results must be letters"),
    (lambda: UNTYPED.draw(5), BadValue, "results must be letters"),
    (lambda: UNTYPED.Scoreboard().add(None), bac.BadText, "not a result: None"),
    (lambda: UNTYPED.read_results(5), BadValue, "results must be read from"),
    (lambda: UNTYPED.read_results([1]), BadValue, "a line of a table must be text"),
    (lambda: UNTYPED.read_results(["B"], column=2), BadValue, "a column must be given by its"),
    (lambda: UNTYPED.Record.load(5), BadValue, "a file must be given by its path"),
    (lambda: UNTYPED.removal(None), BadValue, "a bet must be"),
    (lambda: UNTYPED.removal("tie", bac.odds(), decks=6), BadValue, "already"),
    (lambda: UNTYPED.removal("tie", bac.odds(), game="ez"), BadValue, "already"),
    (lambda: UNTYPED.removal("tie", inf), BadValue, "changes nothing"),
    (lambda: UNTYPED.batch(None), BadValue, "a batch needs a row"),
    (lambda: UNTYPED.batch([[1], [2, 3]]), BadValue, "a batch needs a row"),
    (lambda: UNTYPED.batch([bac.Composition.decks(1), 5]), BadValue, "must be a composition"),
    (lambda: UNTYPED.batch([bac.Composition.decks(1)], 5), BadValue, "a bet must be"),
    (lambda: UNTYPED.batch([bac.Composition.decks(1)], threads=-1), BadValue, "1 thread"),
    (lambda: UNTYPED.batch([bac.Composition.decks(1)], threads=True), BadValue, "1 thread"),
    (lambda: UNTYPED.batch([bac.Composition.decks(1)], rules=None), BadValue, "rules must be"),
    (lambda: UNTYPED.batch([bac.Composition.decks(1)], decide=0), BadValue, "a strategy must be"),
    (lambda: UNTYPED.simulate(1, bets=5), BadValue, "bets as a list"),
    (lambda: UNTYPED.count_cards(5), BadValue, "a guest is a CountedBet"),
    (lambda: UNTYPED.count_cards("tie", endings=14), BadValue, "expected several of an Ending"),
    (lambda: UNTYPED.count_cards("tie", endings=["B"]), BadValue, "expected several of an Ending"),
    (lambda: UNTYPED.count_cards("tie", decks=inf), BadValue, "an endless deck has nothing"),
    (lambda: UNTYPED.count_cards("tie", decide=4), BadValue, "a strategy must be"),
    (lambda: UNTYPED.count_cards("tie", pace=None), BadValue, "the pace must be a whole number"),
    (lambda: UNTYPED.PerfectBet("tie"), BadValue, "expected a Bet"),
    (lambda: UNTYPED.parse_tags(None), BadValue, "expected text"),
    (lambda: UNTYPED.Ending(nan), BadValue, "expected a whole number"),
    (lambda: UNTYPED.simulate(1, bets=[5]), BadValue, "a bet must be"),
    (lambda: UNTYPED.simulate(1, engine=None), UnknownName, "unknown engine"),
    (lambda: UNTYPED.simulate(1, game=5), BadValue, "a game must be"),
    (lambda: UNTYPED.simulate(1, rules=5), BadValue, "rules must be"),
    (lambda: UNTYPED.simulate(1, decks=True), ShoeError, "whole decks"),
    (lambda: UNTYPED.simulate(1, fresh=1000), BadValue, "fresh must be True or False"),
    (lambda: UNTYPED.simulate(1, progress=5), BadValue, "progress is a function"),
    (lambda: UNTYPED.simulate(1, checkpoint=5), BadValue, "a checkpoint must be"),
    (lambda: UNTYPED.simulate(1, scheduler=5), BadValue, "a scheduler must be"),
    (lambda: UNTYPED.simulate(1, decide=5), BadValue, "a strategy must be"),
    (lambda: UNTYPED_UNTIL("x"), BadValue, "half-width"),
    (lambda: UNTYPED_UNTIL(True), BadValue, "half-width"),
    (lambda: UNTYPED_UNTIL(nan), BadValue, "half-width"),
    (lambda: UNTYPED_FOR(1.5), BadValue, "whole number"),
]


@pytest.mark.parametrize(("ask", "kind", "complaint"), WRONG)
def test_a_wrong_call_is_one_clear_line(
    ask: Callable[[], object], kind: type[bac.BaccaratError], complaint: str
) -> None:
    with pytest.raises(kind) as refused:
        ask()
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) <= 200


def test_an_unknown_name_survives_a_process_pool() -> None:
    with pytest.raises(UnknownName) as refused:
        bac.bet("bankr")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), str(again)) == (UnknownName, str(refused.value))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: UNTYPED.odds(np.array([8, 8])),
        lambda: UNTYPED.odds(decks=np.array([8, 8])),
        lambda: UNTYPED.odds(composition=np.array([128] + [32] * 9)),
        lambda: UNTYPED.removal("tie", np.array([8, 8])),
        lambda: UNTYPED.simulate(10, decks=np.array([8])),
        lambda: UNTYPED.simulate(10, engine=np.array([8])),
    ],
)
def test_an_array_is_no_number(ask: Callable[[], object]) -> None:
    with pytest.raises(bac.BaccaratError) as refused:
        ask()
    assert "\n" not in str(refused.value)


def test_simulations_of_one_question_are_equal_whatever_time_they_took() -> None:
    one, other = bac.simulate(5, seed=7), bac.simulate(5, seed=7)
    assert one == other
    assert hash(one) == hash(other)
    assert one != bac.simulate(6, seed=7)
    assert bac.odds(np.float64("inf"))["tie"].edge == bac.odds(inf)["tie"].edge


def test_values_and_signatures_are_short() -> None:
    answers = [
        bac.simulate(5).tally,
        bac.Record.deal(seed=7),
        bac.solve("B3", 6),
        bac.game("ez"),
        bac.game("ez", decks=6),
        bac.Rules(decks=6, tableau=bac.CHEMIN_DE_FER),
        bac.Scoreboard("BPT"),
        bac.odds(),
    ]
    for answer in answers:
        assert len(repr(answer)) < 100
        assert " at 0x" not in repr(answer)
    assert repr(bac.Rules()) == "Rules()"
    assert (repr(bac.game("ez")), repr(bac.PUNTO_BANCO)) == ("game('ez')", "PUNTO_BANCO")
    for name in ("odds", "simulate", "solve", "deal", "removal"):
        assert " at 0x" not in str(signature(getattr(bac, name)))
