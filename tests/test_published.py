"""The edges that others have published come out of our bets, exactly."""

import csv
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from baccarat import Bet, Composition, Depth, Hand, Tally, bet, game
from baccarat.coup import OUTCOMES, Coup, Held, Outcome
from baccarat.exact.enumerate import coups, weigh

GOLDEN = Path(__file__).parent / "golden"


def rows(name: str) -> list[list[str]]:
    lines = (GOLDEN / name).read_text().splitlines()
    return list(csv.reader(line for line in lines if not line.startswith("#")))


def rounds_to(value: Fraction, printed: str) -> bool:
    """Whether a value, rounded to as many digits as were printed, is what was printed."""
    digits = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**digits)


@cache
def tally(decks: int) -> Tally:
    return weigh(Composition.decks(decks).at(Depth.POINTS))


def edge(item: Bet, decks: int) -> Fraction:
    if item.depth is Depth.TOTALS:
        return tally(decks).of_bet(item).edge
    if item.depth is Depth.POINTS:
        return -mean(item, coups(Composition.decks(decks).at(Depth.POINTS)))
    return -mean(item, first_two_cards(item, decks))


def mean(item: Bet, weighed: Iterable[tuple[Coup | Outcome, int]]) -> Fraction:
    paid, total = Fraction(0), 0
    for seen, weight in weighed:
        paid += weight * item.net(item.judge(seen))
        total += weight
    return paid / total


def first_two_cards(item: Bet, decks: int) -> Iterable[tuple[Outcome, int]]:
    """For a bet on one hand's first two cards: every two of the 52, without the rest."""
    assert item.trait is not None
    kinds = Composition.decks(1).kinds
    for first, second in product(kinds, repeat=2):
        label = item.trait(Hand((first, second)))
        both = Outcome(Held(2, 0, label), Held(2, 0, label))
        yield both, decks * (decks - (first is second))


@pytest.mark.slow
@pytest.mark.parametrize(("spelled", "decks", "published", "source"), rows("edges.csv"))
def test_an_edge_is_as_published(spelled: str, decks: str, published: str, source: str) -> None:
    assert rounds_to(100 * edge(bet(spelled), int(decks)), published), source


@pytest.mark.parametrize(("spot", "published"), [("player", "2.593"), ("banker", "2.579")])
def test_the_edges_of_seven_up_are_as_published(spot: str, published: str) -> None:
    """wizardofodds.com/games/baccarat (7 Up Baccarat): the printed 7 is not from the shoe."""
    seven_up = game("7-up")
    found = weigh(Composition.decks(8).at(Depth.POINTS), seven_up.rules)
    assert rounds_to(100 * found.of_bet(seven_up.layout.bet(spot)).edge, published)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "published"),
    [
        ("banker", "0.9274"),
        ("player", "0.9512"),
        ("tie", "2.6409"),
        ("dragon-7", "6.0849"),
        ("big-tiger", "6.519"),
    ],
)
def test_a_standard_deviation_is_as_published(key: str, published: str) -> None:
    """wizardofodds.com/games/baccarat; Big Tiger: 888casino.com blog (E. Jacobson)."""
    deviation = float(tally(8).of_bet(bet(key)).variance) ** 0.5
    assert rounds_to(Fraction(deviation), published)


@pytest.mark.slow
def test_only_205_cells_can_be_reached() -> None:
    assert sum(1 for weight in tally(8).cells if weight) == 205
    assert len(OUTCOMES) == len(tally(8).cells) == 400


@pytest.mark.slow
def test_the_published_edge_of_bad_beat_was_rounded_twice() -> None:
    """888casino.com prints 8.459; by counting hands alone it is 8.45847…, which is 8.4585."""
    counts = Composition.decks(8).at(Depth.POINTS).counts
    beats, total = 0, 416 * 415 * 414 * 413
    for nine in product(range(10), repeat=2):
        for eight in product(range(10), repeat=2):
            if sum(nine) % 10 == 9 and sum(eight) % 10 == 8:
                left, ways = list(counts), 1
                for points in (*nine, *eight):
                    ways *= left[points]
                    left[points] -= 1
                beats += 2 * ways
    exact = 1 - 51 * Fraction(beats, total)
    assert exact == edge(bet("bad-beat"), 8)
    assert not rounds_to(100 * exact, "8.459")
    assert rounds_to(Fraction("8.4585"), "8.459")
