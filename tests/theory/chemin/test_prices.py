"""What strategies cost, what seeing is worth, and how the value moves with the shoe."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText
from baccarat.core.coup import Side
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.theory.chemin.payoffs import Payoffs, payoffs
from baccarat.theory.chemin.prices import (
    draw_to,
    information,
    price,
    removal_of_play,
    removal_of_value,
    shoe_by_shoe,
)
from baccarat.theory.chemin.solver import solve


def against_ponte(game: Payoffs, x: Mapping[str, Fraction]) -> Fraction:
    """The least that a strategy of the ponte can get: the worst move in every cell, by trial."""
    stand = dict.fromkeys(game.banquier, Fraction(0))
    value = game.value(x, stand)
    for cell in game.banquier:
        drawn = game.value(x, {**stand, cell: Fraction(1)}) - game.value(x, stand)
        value += min(drawn, Fraction(0))
    return value


def against_banquier(game: Payoffs, y: Mapping[str, Fraction]) -> Fraction:
    """The most that the ponte can get: by trial on one probability."""
    return max(game.value({"5": Fraction(draws)}, y) for draws in (0, 1))


@pytest.mark.parametrize("name", ["A1", "B1"])
@pytest.mark.parametrize("tableau", [PUNTO_BANCO, draw_to(5)])
def test_a_strategy_costs_what_the_best_reply_takes(name: str, tableau: object) -> None:
    assert isinstance(tableau, type(PUNTO_BANCO))
    decks = None if name == "A1" else 6
    game, value = payoffs(name, decks), solve(name, decks).value
    x, y = game.follow(tableau)
    assert price(name, Side.PLAYER, tableau, decks).cost == value - against_ponte(game, x)
    assert price(name, Side.BANKER, tableau, decks).cost == against_banquier(game, y) - value


@pytest.mark.parametrize("name", ["A1", "A3", "B1", "B3"])
def test_optimal_strategies_cost_nothing(name: str) -> None:
    decks = None if name.startswith("A") else 6
    best = solve(name, decks)
    assert price(name, Side.PLAYER, best.ponte, decks).cost == 0
    assert price(name, Side.BANKER, best.banquier, decks).cost == 0


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_banquier_who_draws_to_five_makes_the_game_even(decks: int) -> None:
    """By symmetry: if both draw to five and look at nothing else, neither side is favoured."""
    game = payoffs("B1", decks)
    assert game.value(*game.follow(draw_to(5))) == 0
    assert price("B1", Side.BANKER, draw_to(5), decks).bound.value >= 0


def test_what_a_strategy_leaves_open_is_played_well() -> None:
    assert price("B3", Side.BANKER, CHEMIN_DE_FER, 6).cost == 0
    some = price("B1", Side.BANKER, {"6|-": 0}, 6)
    assert some.bound.banquier["6|-"] == 0
    assert some.bound.banquier["3|9"] == solve("B1", 6, bind={"6|-": 0}).banquier["3|9"]
    assert some.cost > 0


def test_only_ones_own_decisions_can_be_priced() -> None:
    with pytest.raises(BadText, match=r"Player has no decision at '6\|-' in model B1"):
        price("B1", Side.PLAYER, {"6|-": 0}, 6)


@pytest.mark.slow
@examples(4)
@given(st.lists(st.integers(0, 8), min_size=10, max_size=10))
def test_whoever_sees_more_is_not_worse_off(counts: list[int]) -> None:
    assume(sum(counts) >= 6)
    models = information(composition=Composition(tuple(counts)))
    values = [models[name].value for name in ("B2", "B1", "B4", "B3")]
    least, neither, most, both = values
    assert least <= neither <= most
    assert least <= both <= most


def test_in_an_endless_deck_seeing_more_is_worth_nothing() -> None:
    assert {solution.value for solution in information().values()} == {solve("A1").value}


def test_effects_of_removal_are_differences_of_values() -> None:
    effects = removal_of_value("B1", 6)
    assert [str(card) for card in effects] == list("0123456789")
    without_a_nine = "0:96 1:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:23"
    change = solve("B1", composition=without_a_nine).value - solve("B1", 6).value
    assert effects[max(effects, key=lambda card: card.points)] == change
    assert len(removal_of_value("B1", composition="0:9 3:9 5:9")) == 3


@pytest.mark.slow
def test_effects_of_removal_on_play_are_differences_of_probabilities() -> None:
    whole = solve("B3", 6)
    for card, changes in removal_of_play("B3", 6).items():
        less = solve("B3", composition=whole.composition.without([card]))
        for name, draws in {**whole.ponte, **whole.banquier}.items():
            after = less.banquier[name] if "|" in name else less.ponte[name]
            assert changes.get(name, 0) == after - draws


def test_solutions_follow_the_cards_out_of_the_shoe() -> None:
    coups = ["Kh 9d 5c 4s 8h", "2c 2d 6h Qs"]
    whole, first, second = shoe_by_shoe("B1", coups, 6)
    assert whole == solve("B1", 6)
    left = Composition.decks(6).without(coups[0])
    assert first == solve("B1", composition=left)
    assert second == solve("B1", composition=left.without(coups[1]))


def test_solutions_end_with_the_shoe() -> None:
    assert len(list(shoe_by_shoe("B1", ["0 0 0 0", "0 0 0 0"], composition="0:12"))) == 2
