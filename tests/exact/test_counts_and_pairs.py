"""Counts by ranks and the pair bets, uncorrelated at every depth; and a favourable shoe."""

from fractions import Fraction
from itertools import product
from math import comb, perm

import pytest

import baccarat as bac
from baccarat.exact.weights.plain import weigh


def covariances(copies: tuple[int, ...], ranks: tuple[int, ...], depth: int) -> list[Fraction]:
    """Of each kind's number among the first cards with the chance that two more are of one rank.

    `copies` are the cards of each kind; `ranks` is the rank of each kind.
    """
    size = sum(copies)
    both, chance = [Fraction(0)] * len(copies), Fraction(0)
    for seen in product(*(range(many + 1) for many in copies)):
        if sum(seen) != depth:
            continue
        weight = Fraction(1, comb(size, depth))
        left = [0] * len(copies)
        for many, out, rank in zip(copies, seen, ranks, strict=True):
            weight *= comb(many, out)
            left[rank] += many - out
        pair = Fraction(sum(many * (many - 1) for many in left), perm(size - depth, 2))
        chance += weight * pair
        both = [old + weight * out * pair for old, out in zip(both, seen, strict=True)]
    return [
        total - Fraction(depth * many, size) * chance
        for total, many in zip(both, copies, strict=True)
    ]


SUITED = (0, 0, 1, 1, 2, 2)
"""Three ranks of two suits each"""


@pytest.mark.parametrize(
    ("copies", "ranks"),
    [((3, 3, 3, 3), (0, 1, 2, 3)), ((8, 8, 8), (0, 1, 2)), ((2,) * 6, SUITED)],
)
def test_no_count_is_correlated_with_pairs_at_any_depth(
    copies: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """A count is a sum of numbers of cards, each times a tag: none of these is correlated."""
    for depth in range(sum(copies) - 1):
        assert covariances(copies, ranks, depth) == [0] * len(copies)


def test_where_ranks_are_not_alike_a_count_is_correlated() -> None:
    assert any(covariances((4, 3, 3), (0, 1, 2), 4))


def test_a_count_of_96_after_eight_cards_tells_that_eight_aces_are_gone() -> None:
    assert [aces for aces in range(9) if 12 * aces - (8 - aces) == 96] == [8]
    edge = bac.odds(8, seen="Ah " * 8)["player-pair"].edge
    assert edge == 1 - 12 * Fraction(12 * 32 * 31 + 24 * 23, 408 * 407)
    assert f"{float(edge):.3%}" == "9.987%"
    assert f"{float(bac.odds(8)['player-pair'].edge):.3%}" == "10.361%"


def test_a_dealt_shoe_favours_player_with_105_cards_unseen() -> None:
    """The page's example, weighed by the plain enumeration."""
    rules = bac.Rules(last_coup=bac.LastCoup.B)
    shoe = rules.shoe(seed=7, number=15742)
    for _ in range(64):
        _, shoe = bac.deal_from(shoe, rules)
    left = shoe.unseen.at(bac.Depth.POINTS)
    assert left == bac.Composition.parse("0:33 1:13 2:9 3:12 4:12 5:5 6:1 7:4 8:7 9:9")
    chances = weigh(left).chances
    edge = chances[bac.Side.BANKER] - chances[bac.Side.PLAYER]
    assert (len(left), edge) == (105, Fraction(-86426233, 289681938000))
