import copy
import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from multiprocessing import get_context
from types import MappingProxyType

import cloudpickle  # type: ignore[import-untyped]
import pytest

import baccarat as bac
from baccarat.base.errors import BadBet
from baccarat.base.frozen import FrozenDict, frozen
from baccarat.core.bets import Bet, registered
from baccarat.core.bets.events import Tiers, partly, wins_with
from baccarat.core.coup import OUTCOMES, Side
from baccarat.core.layout import Layout
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.core.tally import Odds, Tally
from baccarat.core.third_card import as_dealt, as_key, following, nobody

CHANGES = {
    "setting": lambda pays: pays.__setitem__("tie", 9),
    "deleting": lambda pays: pays.__delitem__("tie"),
    "clearing": lambda pays: pays.clear(),
    "popping": lambda pays: pays.pop("tie"),
    "popping any": lambda pays: pays.popitem(),
    "a default": lambda pays: pays.setdefault("win", 1),
    "updating": lambda pays: pays.update(tie=9),
    "merging": lambda pays: pays.__ior__({"tie": 9}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nobody_changes_what_a_bet_pays(change):  # type: ignore[no-untyped-def]
    pays, edge = bac.bet("tie").pays, bac.odds(decks=8)["tie"].edge
    with pytest.raises(TypeError, match="copy it with dict"):
        change(pays)
    assert pays == {"tie": 8}
    assert bac.odds(decks=8)["tie"].edge == edge


def test_a_frozen_dict_is_a_dict_that_hashes_by_its_items() -> None:
    one, other = FrozenDict(a=1, b=Fraction(1, 2)), FrozenDict(b=Fraction(1, 2), a=1)
    assert one == other == {"a": 1, "b": Fraction(1, 2)}
    assert hash(one) == hash(other) == hash(one)
    assert one != FrozenDict(a=1)
    assert len({one, other, FrozenDict(a=1)}) == 2
    assert json.dumps(FrozenDict(a=FrozenDict(b=2))) == '{"a": {"b": 2}}'
    assert repr(FrozenDict(a=1)) == "{'a': 1}"
    assert {**one, "a": 3} == one | {"a": 3} == {"a": 3, "b": Fraction(1, 2)}


def test_copies_of_a_frozen_dict_are_frozen_and_a_dict_of_it_is_not() -> None:
    whole = FrozenDict(a=FrozenDict(b=2))
    for again in (pickle.loads(pickle.dumps(whole)), copy.copy(whole), copy.deepcopy(whole)):
        assert again == whole
        assert hash(again) == hash(whole)
        with pytest.raises(TypeError):
            again["a"]["b"] = 3
    thawed = dict(whole)
    thawed["c"] = FrozenDict()
    assert whole == {"a": {"b": 2}}


def test_freezing_goes_all_the_way_down() -> None:
    given = {"a": [1, {"b": {2}}], "c": MappingProxyType({"d": [3]}), "e": ([4],)}
    assert frozen(given) == {"a": (1, {"b": frozenset({2})}), "c": {"d": (3,)}, "e": ((4,),)}
    hash(frozen(given))


def test_what_a_value_was_made_from_may_change_and_the_value_does_not() -> None:
    counted = {"tie": {1: 2}}
    tally = Tally(histograms=counted)
    counted["tie"][1] = 3
    counted["six"] = {}
    assert tally.histograms == {"tie": {1: 2}}
    weights: dict[str | None, int] = {"tie": 1, None: 9}
    odds = Odds(bac.bet("tie"), weights)
    weights[None] = 0
    assert odds.chance == Fraction(1, 10)
    bets = {"tie": bac.bet("tie")}
    layout = Layout(bets)
    bets.clear()
    assert layout.bet("tie") == bac.bet("tie")


@pytest.mark.parametrize("bet", registered(), ids=lambda bet: bet.key)
def test_every_registered_bet_pickles_to_an_equal_one(bet: Bet) -> None:
    again = pickle.loads(pickle.dumps(bet))
    assert again == bet
    assert hash(again) == hash(bet)
    assert again is not bet
    if bet.depth is bac.Depth.TOTALS:
        assert [again.judge(seen) for seen in OUTCOMES] == [bet.judge(seen) for seen in OUTCOMES]


def test_an_event_told_in_part_is_equal_to_another_of_the_same_parts() -> None:
    seven = Tiers({"seven": partly(wins_with, Side.BANKER, 7)})
    assert seven == Tiers({"seven": partly(wins_with, Side.BANKER, 7)})
    assert seven != Tiers({"seven": partly(wins_with, Side.PLAYER, 7)})
    assert hash(seven) == hash(Tiers({"seven": partly(wins_with, Side.BANKER, 7)}))


def test_bets_of_one_event_at_two_prices_differ_and_hash_apart() -> None:
    cheap, dear = bac.bet("lucky-6:12/20"), bac.bet("lucky-6:12/23")
    assert cheap != dear
    assert hash(cheap) != hash(dear)


OWN_EVENT = Bet("My Six", lambda out: "six" if out.banker.total == 6 else None, {"six": 5})
OWN_TRAIT = replace(bac.bet("player-pair"), trait=lambda hand: "pair" if hand.is_pair else None)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (OWN_EVENT, "my-six cannot be pickled: write its event as a function"),
        ([Layout.of("tie", OWN_EVENT)], "my-six cannot be pickled"),
        (OWN_TRAIT, "player-pair cannot be pickled: write its trait as a"),
    ],
)
def test_a_bet_whose_function_nobody_can_import_says_so_when_it_is_pickled(
    value: object, says: str
) -> None:
    with pytest.raises(BadBet, match=says):
        pickle.dumps(value)


def test_such_a_bet_is_copied_and_sent_by_cloudpickle_all_the_same() -> None:
    bet = Bet("My Six", lambda outcome: "six" if outcome.banker.total == 6 else None, {"six": 5})
    assert copy.deepcopy(bet) == copy.copy(bet) == bet
    sent = pickle.loads(cloudpickle.dumps((bet, 1)))[0]
    assert (sent.name, sent.pays) == (bet.name, bet.pays)
    assert [sent.judge(seen) for seen in OUTCOMES] == [bet.judge(seen) for seen in OUTCOMES]


def test_equal_questions_are_equal_odds_and_work_when_unpickled() -> None:
    asked, again = bac.odds(decks=8), bac.odds(decks=8)
    edge = asked["dragon-7"].edge
    assert asked == again
    assert hash(asked) == hash(again)
    assert asked != bac.odds(decks=6)
    assert asked != bac.odds(decks=8, given="9d")
    sent = pickle.loads(pickle.dumps(asked))
    assert sent == asked
    assert hash(sent) == hash(asked)
    assert sent["dragon-7"].edge == edge
    assert copy.deepcopy(asked)["player-pair"] == asked["player-pair"]


def test_nobody_changes_the_question_of_odds() -> None:
    asked = bac.odds(decks=8)
    with pytest.raises(AttributeError):
        asked.endless = True  # type: ignore[misc]
    with pytest.raises(AttributeError):
        asked.rules = asked.game.rules  # type: ignore[misc]


class Drawing:
    """Decides as it was told last, so it neither hashes nor compares."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, draws: bool) -> None:
        self.draws = draws

    def __call__(self, choice: bac.Choice) -> bool:
        return self.draws


def test_strategies_pickle_and_those_that_cannot_change_compare() -> None:
    coup = bac.deal("Kh 9d 5c 4s 8h")
    for decide in (nobody, following(PUNTO_BANCO), as_dealt(coup)):
        again = pickle.loads(pickle.dumps(decide))
        assert again == decide
        assert hash(again) == hash(decide)
    keyed = as_key(Drawing(True))
    five = bac.Choice(Side.PLAYER, bac.Hand.parse("2c 3c"))
    assert pickle.loads(pickle.dumps(keyed))(five)
    assert as_key(keyed) is keyed
    assert following(CHEMIN_DE_FER) != following(PUNTO_BANCO)


def test_a_strategy_that_changed_its_mind_is_asked_again() -> None:
    decide = Drawing(True)
    draws = bac.odds(game="chemin-de-fer", decide=decide)["player"].edge
    decide.draws = False
    stands = bac.odds(game="chemin-de-fer", decide=decide)["player"].edge
    assert draws != stands
    assert stands == bac.odds(game="chemin-de-fer", decide=Drawing(False))["player"].edge


def test_other_processes_simulate_and_weigh() -> None:
    deal = partial(bac.simulate, seed=7, engine="reference")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = list(pool.map(deal, [1, 2]))
        six_decks = pool.submit(bac.odds, 6).result()
    here = list(map(deal, [1, 2]))
    assert [found.tally for found in there] == [found.tally for found in here]
    assert there[1].of(bac.bet("tie")) == here[1].of(bac.bet("tie"))
    assert there[1].exact == here[1].exact
    assert six_decks == bac.odds(6)
