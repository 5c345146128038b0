"""Inverse questions: the terms and the tableaux that give a bet a wanted edge."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import baccarat as bac
from baccarat.base.errors import BadValue, TooShallow
from baccarat.core.tableau import STOOD
from baccarat.exact.fair_tableau import OTHER, BankerCell, nearest_tableaux

CELLS = [(total, third) for total in range(8) for third in range(STOOD + 1)]
EIGHT = bac.odds(8)


def flipped(*cells: BankerCell) -> bac.Tableau:
    """The tableau of punto banco with the other move in these cells."""
    grid = [list(row) for row in bac.PUNTO_BANCO.banker]
    for total, third in cells:
        grid[total][third] = OTHER[grid[total][third]]
    return replace(bac.PUNTO_BANCO, banker=tuple(map(tuple, grid)))


def edge(decks: int, bet: str, *cells: BankerCell) -> Fraction:
    """The edge with these cells changed, by the exact odds of the changed tableau."""
    return bac.odds(decks, rules=bac.Rules(decks=decks, tableau=flipped(*cells)))[bet].edge


def test_the_commission_that_makes_banker_as_good_as_player() -> None:
    player, banker = EIGHT["player"], EIGHT["banker"]
    assert banker.terms_for(player.edge)["commission"] == Fraction(7535923321, 139907993557)
    assert banker.terms_for(0)["commission"] == Fraction(7535923321, 2 * 139907993557)
    chances = EIGHT.tally.chances
    apart = chances[bac.Side.BANKER] - chances[bac.Side.PLAYER]
    assert banker.terms_for(0)["commission"] == apart / chances[bac.Side.BANKER]


BETS = ["player", "banker", "tie", "dragon-7", "lucky-6:12/23", "banker:1-4%", "perfect-pair"]
BETS += ["3-giving-8", "insurance", "banker-ez", "small"]


@pytest.mark.parametrize("name", BETS)
@pytest.mark.parametrize("wanted", [Fraction(0), Fraction(1, 20), Fraction(-1, 7), Fraction(1, 3)])
def test_a_bet_on_these_terms_has_the_wanted_edge(name: str, wanted: Fraction) -> None:
    odds = EIGHT[name]
    terms = odds.terms_for(wanted)
    assert terms
    for term, value in terms.items():
        if term == "commission":
            bet = replace(odds.bet, commission=value)
        else:
            bet = replace(odds.bet, pays={**odds.bet.pays, term: value})
        assert EIGHT[bet].edge == wanted


def test_terms_that_no_house_can_print_are_left_out() -> None:
    assert list(EIGHT["player"].terms_for(0)) == ["win"]
    assert EIGHT["tie"].terms_for(1) == {}
    assert EIGHT["tie"].terms_for(Fraction(2, 10))["commission"] > 0
    never = bac.odds("0:10 1:10")["dragon-7"]
    assert never.terms_for(0) == {}


def test_the_tableaux_nearest_to_a_fair_game() -> None:
    nearest = nearest_tableaux("player", EIGHT)
    assert [near.changed for near in nearest[:2]] == [(), ((7, STOOD),)]
    assert [near.tried for near in nearest] == [1, 88, 3828, 109_736]
    assert -float(nearest[0].edge) == pytest.approx(-0.01235, abs=5e-6)
    assert -float(nearest[1].edge) == pytest.approx(0.000047, abs=5e-7)
    assert abs(float(nearest[3].edge)) == pytest.approx(1.2e-7, abs=5e-9)
    for near in nearest:
        assert near.tableau == flipped(*near.changed)
        assert near.edge == edge(8, "player", *near.changed)


@pytest.mark.parametrize(("bet", "wanted"), [("banker", Fraction(1, 50)), ("tie", Fraction(1, 10))])
def test_the_edge_of_any_bet_is_that_of_the_changed_tableau(bet: str, wanted: Fraction) -> None:
    found = nearest_tableaux(bet, bac.odds(2), edge=wanted, most=2)
    assert [near.edge for near in found] == [edge(2, bet, *near.changed) for near in found]


def test_no_random_set_of_cells_is_nearer() -> None:
    nearest = nearest_tableaux("banker", bac.odds(1), edge=Fraction(1, 100), most=2)
    dice = random.Random("cells")
    for many in (1, 2):
        for _ in range(10):
            cells = dice.sample(CELLS, many)
            away = abs(edge(1, "banker", *cells) - Fraction(1, 100))
            assert away >= abs(nearest[many].edge - Fraction(1, 100))


@pytest.mark.long
def test_no_set_of_cells_is_nearer() -> None:
    """Each cell alone is weighed by a tableau of its own; the sets are sums."""
    base = edge(8, "player")
    steps = [edge(8, "player", cell) - base for cell in CELLS]
    scale = 8 * 416 * 415 * 414 * 413 * 412 * 411
    start, whole = int(base * scale), [int(step * scale) for step in steps]
    assert [Fraction(step, scale) for step in whole] == steps
    for near in nearest_tableaux("player", EIGHT):
        many = len(near.changed)
        best = min(abs(start + sum(some)) for some in combinations(whole, many))
        assert Fraction(best, scale) == abs(near.edge)


def test_a_tableau_is_searched_for_half_a_shoe_and_another_game() -> None:
    left = bac.odds("0:40 1:9 2:9 3:9 4:9 5:9 6:9 7:9 8:20 9:20")
    found = nearest_tableaux("player", left, most=1)[1]
    rules = bac.Rules(tableau=found.tableau)
    assert bac.odds(left.composition, rules=rules)["player"].edge == found.edge
    ez = nearest_tableaux("banker", bac.odds(game="ez"), most=1)[1]
    rules = replace(bac.game("ez").rules, tableau=ez.tableau)
    assert bac.odds(game=replace(bac.game("ez"), rules=rules))["banker"].edge == ez.edge


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(BadValue, match="0 to 3, not 4"):
        nearest_tableaux("player", EIGHT, most=4)
    with pytest.raises(TooShallow, match="player-pair needs ranks"):
        nearest_tableaux("player-pair", EIGHT)
    with pytest.raises(BadValue, match="whole coups"):
        nearest_tableaux("player", bac.odds(8, given="Kh 9d"))
    with pytest.raises(BadValue, match=r"whole coups.*player has a natural"):
        nearest_tableaux("player", bac.odds(given="player has a natural"))
    with pytest.raises(BadValue, match="free cells"):
        nearest_tableaux(
            "player", bac.odds(game="chemin-de-fer", decide=bac.following(bac.PUNTO_BANCO))
        )
