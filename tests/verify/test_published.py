"""Published figures by a second method: what `baccarat verify` counts fast, counted plainly."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm

import pytest

from baccarat import Bet, Composition, Depth, Hand, Tally, bet, registered
from baccarat.core.coup import Held, Outcome, Side
from baccarat.exact.odds import odds
from baccarat.exact.weights.plain import weigh
from baccarat.verify import Figure, check, figures
from baccarat.verify.mistakes import MISCOUNTS

Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]

BY_HAND = (
    "lucky-8",
    "3-giving-8",
    "lucky-nines",
    "tiger-pair",
    "matching-dragon",
    "all-",
    "prosperity",
)
"""Bets that have a second count of their own, below, in `test_sold.py` or `test_drawn.py`."""
EDGES = [
    figure
    for figure in figures()
    if figure.kind == "edge" and " " not in figure.what and not figure.what.startswith(BY_HAND)
]


@cache
def tally(decks: int) -> Tally:
    return weigh(Composition.decks(decks).at(Depth.POINTS))


def edge(item: Bet, decks: int) -> Fraction:
    if item.depth is Depth.TOTALS:
        return tally(decks).of_bet(item).edge
    paid, total = Fraction(0), 0
    for seen, weight in first_two_cards(item, decks):
        paid += weight * item.net(item.judge(seen))
        total += weight
    return -paid / total


def first_two_cards(item: Bet, decks: int) -> Iterable[tuple[Outcome, int]]:
    """For a bet on one hand's first two cards: every two of the 52, without the rest."""
    assert item.trait is not None
    kinds = Composition.decks(1).kinds
    for first, second in product(kinds, repeat=2):
        label = item.trait(Hand((first, second)))
        both = Outcome(Held(2, 0, label), Held(2, 0, label))
        yield both, decks * (decks - (first is second))


@pytest.mark.slow
@pytest.mark.parametrize("figure", EDGES, ids=str)
def test_the_plain_enumeration_gives_the_published_edge(figure: Figure) -> None:
    found = 100 * edge(bet(figure.what), int(figure.decks))
    if figure.mistake:
        assert found == Fraction(figure.exact)
    else:
        assert figure.agrees(found), figure.source


def printed_wrongly(what: str) -> Figure:
    return next(figure for figure in figures() if figure.what == what and figure.mistake)


def orders(points: Iterable[int]) -> int:
    """In how many ways eight decks give cards of these points, in this order."""
    left, found = [128] + [32] * 9, 1
    for card in points:
        found *= left[card]
        left[card] -= 1
    return found


def test_the_published_edge_of_bad_beat_was_rounded_twice() -> None:
    """By counting naturals alone it is 8.45847…, which is 8.458 and not 8.459."""
    naturals = {
        total: [two for two in product(range(10), repeat=2) if sum(two) % 10 == total]
        for total in (8, 9)
    }
    beats = sum(2 * orders((*nine, *eight)) for nine in naturals[9] for eight in naturals[8])
    exact = 100 - 5100 * Fraction(beats, 416 * 415 * 414 * 413)
    figure = printed_wrongly("bad-beat")
    assert exact == Fraction(figure.exact)
    assert not figure.agrees(exact)
    assert figure.agrees(Fraction("8.4585"))


def test_the_printed_table_of_lucky_nines_has_three_suits() -> None:
    """wizardofodds.com/games/baccarat/side-bets/lucky-nines, the first table."""
    printed = [35_960, 64_512, 1_840_128, 8_236_032, 28_237_824, 74_908_672, 224_726_016]
    found = odds(8).of(MISCOUNTS["lucky-nines"])
    unit, four = found.total // comb(416, 4), comb(416, 4)
    assert [found.weights[tier] for tier in found.bet.pays] == [unit * ways for ways in printed]
    assert (3 * comb(8, 3) * 384, 4 * comb(8, 3) * 384) == (64_512, 86_016)
    rest = (35_960, 86_016, 1_818_624, *printed[3:])
    paid = sum(w * p for w, p in zip(rest, (500, 250, 20, 8, 5, 2, 1), strict=True))
    exact = 100 * Fraction(four - sum(rest) - paid, four)
    assert exact == Fraction(printed_wrongly("lucky-nines").exact)


def test_3_giving_8_is_counted_by_hand() -> None:
    wins = sum(
        orders((*four, 8))
        for four in product(range(10), repeat=4)
        if (four[0] + four[2]) % 10 <= 5 and (four[1] + four[3]) % 10 == 3
    )
    edge = 100 - 20100 * Fraction(wins, 416 * 415 * 414 * 413 * 412)
    figure = next(figure for figure in figures() if figure.what == "3-giving-8")
    assert figure.agrees(edge)
    assert edge == 100 * odds(8)["3-giving-8"].edge


# Lucky 8: a second count, by points in dealing order, with the suits put on afterwards

CLUBS, HEARTS = 0, 1


def ways(decks: int, hands: Sequence[Sequence[int]], suits: Sequence[int | None]) -> int:
    """In how many ways cards of these points can be taken, a hand of a suit if one is given."""
    taken = [[0] * 10 for _ in range(2)]
    found = 1
    # The hands of a suit first: then it does not matter which suits are left.
    for hand, suit in sorted(zip(hands, suits, strict=True), key=lambda pair: pair[1] is None):
        for points in hand:
            of_a_suit = decks * (4 if points == 0 else 1)
            if suit is None:
                found *= 4 * of_a_suit - taken[0][points] - taken[1][points]
                taken[0][points] += 1
            else:
                found *= of_a_suit - taken[suit][points]
                taken[suit][points] += 1
    return found


def lucky_8(decks: int, side: Side, deal: Dealer) -> dict[str | None, int]:
    """How many orders of six cards give each tier, by the rule as it is printed."""
    size, banker = 52 * decks, side is Side.BANKER
    tiers = ["both suited", "suited", "8-8 tie", "loses with 8", "wins with 8"]
    found: dict[str | None, int] = dict.fromkeys(tiers, 0)
    for points in _dealt(deal):
        places = deal(points)
        hands = [[points[place] for place in hand] for hand in places]
        named, other = hands[::-1] if banker else hands
        if sum(named) % 10 != 8:
            continue
        spare = 1
        for card in range(len(points), 6):
            spare *= size - card
        total = spare * ways(decks, (named, other), (None, None))
        suited = both = 0
        if len(named) == 3:
            suited = spare * 4 * ways(decks, (named, other), (CLUBS, None))
            if len(other) == 3 and sum(other) % 10 == 8:
                same, apart = ((CLUBS, CLUBS), (CLUBS, HEARTS))
                both = 4 * ways(decks, (named, other), same)
                both += 12 * ways(decks, (named, other), apart)
        rest = {8: "8-8 tie", 9: "loses with 8"}.get(sum(other) % 10, "wins with 8")
        found["both suited"] += both
        found["suited"] += suited - both
        found[rest] += total - suited
    whole = 1
    for card in range(6):
        whole *= size - card
    return {**found, None: whole - sum(found.values())}


def _dealt(deal: Dealer) -> Iterable[tuple[int, ...]]:
    """The points of every coup in dealing order, no card more than it takes."""
    todo: list[tuple[int, ...]] = list(product(range(10), repeat=4))
    while todo:
        points = todo.pop()
        try:
            player, banker = deal(points)
        except IndexError:
            todo.extend((*points, more) for more in range(10))
            continue
        if len(player) + len(banker) > len(points):
            todo.extend((*points, more) for more in range(10))
        else:
            yield points


@pytest.mark.slow
def test_a_second_dealer_tells_how_coups_end_that_begin_alike(plain_deal: Dealer) -> None:
    """wizardofodds.com/games/baccarat, appendix 3: after Player's first two cards."""
    ends: Counter[tuple[int, str]] = Counter()
    for points in _dealt(plain_deal):
        own, other = (sum(points[place] for place in hand) % 10 for hand in plain_deal(points))
        who = "tie" if own == other else "player" if own > other else "banker"
        rest = perm(416 - len(points), 6 - len(points))
        ends[(points[0] + points[2]) % 10, who] += rest * orders(points)
    for figure in figures():
        if figure.kind == "seen":
            who, _, total = figure.what.split()
            alike = sum(ends[int(total), one] for one in ("player", "banker", "tie"))
            found = Fraction(ends[int(total), who], alike)
            assert figure.agrees(found)
            assert check(figure).ours == found


@pytest.mark.slow
@pytest.mark.parametrize("decks", [pytest.param(1, marks=pytest.mark.long), 8])
@pytest.mark.parametrize("side", Side)
def test_lucky_8_is_counted_alike_by_points_and_by_cards(
    side: Side, decks: int, plain_deal: Dealer
) -> None:
    table = odds(decks)[f"lucky-8-{side}".lower()]
    second = lucky_8(decks, side, plain_deal)
    assert table.weights == second
    if decks == 8:
        figure = printed_wrongly(f"lucky-8-{side}".lower())
        paid = sum(weight * table.bet.net(tier) for tier, weight in second.items())
        assert -100 * paid / table.total == Fraction(figure.exact)


def test_the_printed_table_of_lucky_8_is_the_miscount_to_the_last_order() -> None:
    """wizardofodds.com/games/baccarat (Lucky 8), Player's table."""
    weights = dict(odds(8).of(MISCOUNTS["lucky-8-player"]).weights)
    del weights[None]  # printed as 4,333,011,132,264,960, a spreadsheet's fifteen digits
    assert list(weights.values()) == [
        38_708_182_784,
        8_230_060_380_160,
        53_649_934_949_376,
        54_643_925_237_760,
        548_824_514_488_320,
    ]


RULES_IN_PRINT = [figure for figure in figures() if figure.kind == "offer"]


def test_no_rule_of_drawing_gives_the_edge_of_the_bellagio_match() -> None:
    """Counted by hand: three cards of a rank, a Player who draws, a Banker without a natural."""
    chance = Fraction(0)
    for points in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0):
        if 2 * points % 10 <= 5:
            left = [128] + [32] * 9
            left[points] -= 3
            naturals = sum(
                left[a] * (left[b] - (a == b))
                for a, b in product(range(10), repeat=2)
                if (a + b) % 10 > 7
            )
            chance += Fraction(32 * 31 * 30, 416 * 415 * 414) * (1 - Fraction(naturals, 413 * 412))
    figure = next(figure for figure in figures() if figure.what == "bellagio-match-player")
    assert check(figure).verdict == "impossible"
    assert check(figure).ours == Fraction(figure.exact) == 100 * (1 - 76 * chance)
    assert check(replace(figure, published="60.00")).verdict == "differs"
    assert "bellagio-match-player" not in registered()


def test_common_rules_about_offers_are_false_by_a_second_count() -> None:
    """From the printed numbers of orders of six cards, with whole numbers, or step by step."""
    banker, player, tie = 2292252566437888, 2230518282592256, 475627426473216
    total, truths = banker + player + tie, {f.what: Fraction(f.exact) for f in RULES_IN_PRINT}
    assert truths["stakes of a rolling chip on Player"] == Fraction(total, banker)
    assert truths["stakes of a rolling chip on Banker"] == Fraction(total, player)
    edge = Fraction(banker - player, total)
    left = truths["edge on Player, less 0.9 % for rolling chips, per cent"]
    assert left / 100 == edge - Fraction(9, 1000) * Fraction(banker, total)
    back = sum(
        (losses - wins) * comb(100, losses) * comb(100 - losses, wins)
        * banker**losses * player**wins * tie ** (100 - losses - wins)
        for losses in range(101)
        for wins in range(min(losses, 101 - losses))
    )  # fmt: skip
    share = Fraction(back, 10 * total**100) / (100 * edge)
    cost = truths["10 % back after 100 coups on Player, per cent of the win"]
    assert abs(cost - 100 * share) < Fraction(1, 10**6)
    up, level, down = player / total, tie / total, banker / total
    chances = [0.0] * 20 + [1.0] + [0.0] * 1001
    for _ in range(1000):  # the place is the money; without money the guest stays there
        moved = [
            up * (before if at > 1 else 0) + level * here + down * after
            for at, (before, here, after) in enumerate(
                zip([0.0, *chances], chances, [*chances[1:], 0.0], strict=False)
            )
        ]
        moved[0] = chances[0] + down * chances[1]
        chances = moved
    worth = truths["a bonus of 10 to 10 units, turnover 1,000 on Player, units"]
    assert sum(at * p for at, p in enumerate(chances)) - 10 == pytest.approx(float(worth), abs=1e-6)
