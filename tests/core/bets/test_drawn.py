"""Prices that are drawn, held to every draw and every order of small shoes, counted here."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import ceil, comb, floor, perm, prod

import pytest
from small_shoes import AGAINST

import baccarat as bac
from baccarat.base.errors import BadBet, BadSystem, BadValue, BetRefused
from baccarat.core.bets.drawn import ALIKE, Factors
from baccarat.core.bets.multiplied import LIGHTNING
from baccarat.core.chance import coup_throws
from baccarat.simulation.readers.factors import FactorReader

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
HALF = Fraction(1, 2)
LAWS = (
    ({1: Fraction(1)}, {2: Fraction(1)}),
    ({1: Fraction(1, 3), 2: Fraction(2, 3)}, {2: Fraction(3, 4), 5: Fraction(1, 4)}),
    ({3: Fraction(1)}, {2: HALF, 8: HALF}),
)


def points(card: str) -> int:
    return {"A": 1, **{digit: int(digit) for digit in "23456789"}}.get(card[0], 0)


def every_draw(
    cards: Mapping[int, Fraction], factors: Mapping[int, Fraction]
) -> list[tuple[dict[str, int], Fraction]]:
    """Every set of cards that may be drawn, with all their factors, and its chance."""
    return [
        (dict(zip(drawn, given, strict=True)), chance * prod(map(factors.__getitem__, given)))
        for many, share in cards.items()
        for chance in [share / comb(52, many)]
        for drawn in combinations(PACK, many)
        for given in product(factors, repeat=many)
    ]


@pytest.mark.parametrize("hand", ["9h 4c", "9h 9h", "9h 4c Ks", "9h 4c 9h", "9h 9h 9h"])
@pytest.mark.parametrize("law", LAWS[:2])
def test_the_law_of_the_product_is_that_of_all_draws(
    hand: str, law: tuple[dict[int, Fraction], dict[int, Fraction]]
) -> None:
    held = hand.split()
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for drawn, chance in every_draw(*law):
        chances[prod(drawn.get(card, 1) for card in held)] += chance
    tier = ALIKE[tuple(sorted(Counter(held).values(), reverse=True))]
    assert Factors(*law, bac.Side.PLAYER).law(tier) == chances


Hands = tuple[list[str], list[str]]


def usual(banker: int, third: int | None) -> bool:
    if third is None:
        return banker < 6
    return banker < 3 or third in AGAINST.get(banker, ())


def dealt(row: Sequence[str]) -> Hands:
    player, banker, rest = [row[0], row[2]], [row[1], row[3]], list(row[4:])
    if max(total(player), total(banker)) < 8:
        third = None
        if total(player) <= 5:
            player.append(rest.pop(0))
            third = points(player[2])
        if usual(total(banker), third):
            banker.append(rest.pop(0))
    return player, banker


def total(hand: Sequence[str]) -> int:
    return sum(map(points, hand)) % 10


SHOES = ["9h 9h 4c 4d Ks 3h 3h", "2h 2h 2h 5c 6d Kd 9s", "Ah Ah 7c 7c 3d 8s"]


def shoe_of(text: str) -> bac.Composition:
    counts = Counter(text.split())
    return bac.Composition.parse(" ".join(f"{card}:{many}" for card, many in counts.items()))


def mean_and_square(name: str, row: Sequence[str]) -> tuple[Fraction, Fraction]:
    """The mean of what a unit wins after this order of cards, and the mean of its square."""
    player, banker = dealt(row)
    own, other = (player, banker) if "player" in name else (banker, player)
    keeps = Fraction(1, 20) if name == "lightning-banker" else Fraction(0)
    if "pair" in name:
        own, is_won, pays = own[:2], own[0][0] == own[1][0], 9
    else:
        is_won, pays = total(own) > total(other), 1
        if total(own) == total(other):
            return Fraction(-1, 6), Fraction(1, 36)
    return won(tuple(own), pays, keeps) if is_won else (Fraction(-1), Fraction(1))


@cache
def won(own: tuple[str, ...], pays: int, keeps: Fraction) -> tuple[Fraction, Fraction]:
    """The mean win with this hand, and the mean of its square."""
    # Only whether the hand's own cards are drawn matters: enumerate which, and their factors.
    cards, factors = LIGHTNING
    kinds, mean, square = sorted(set(own)), Fraction(0), Fraction(0)
    for size in range(len(kinds) + 1):
        hit = sum(
            p * Fraction(comb(52 - len(kinds), k - size), comb(52, k))
            for k, p in cards.items()
            if k >= size
        )
        for struck in combinations(kinds, size):
            for given in product(factors, repeat=size):
                drawn = dict(zip(struck, given, strict=True))
                chance = hit * prod(map(factors.__getitem__, given))
                bet_back = 1 + pays * prod(drawn.get(card, 1) for card in own) - keeps
                net = bet_back / Fraction(6, 5) - 1
                mean, square = mean + chance * net, square + chance * net**2
    return mean, square


@pytest.mark.parametrize("text", SHOES)
def test_odds_of_a_drawn_price_are_those_of_every_order(text: str) -> None:
    table = bac.odds(shoe_of(text))
    for name in ("player", "banker", "player-pair", "banker-pair"):
        bet = bac.bet(f"lightning-{name}")
        rows = Counter(permutations(text.split()))
        found = [(mean_and_square(bet.key, row), many) for row, many in rows.items()]
        orders = sum(rows.values())
        mean = sum(m * many for (m, _), many in found) / orders
        assert table[bet].expectation == mean
        assert table[bet].variance == sum(s * many for (_, s), many in found) / orders - mean**2


def test_printed_returns_are_met() -> None:
    """The help of both games, as casinos print it; one unknown chance, and four figures."""
    table = bac.odds(8)
    for name, printed, digits in (
        ("prosperity-player", "98.89", 2),
        ("prosperity-player-pair", "92.53", 2),
        ("prosperity-banker", "98.7", 1),
        ("prosperity-banker-pair", "92.5", 1),
        ("lightning-player", "98.76", 2),
        ("lightning-banker", "98.59", 2),
    ):
        assert f"{100 * (1 - float(table[name].edge)):.{digits}f}" == printed


def test_two_printed_returns_of_prosperity_measure_the_same_chance() -> None:
    """A drawn card has a factor of 3 with a chance of 6.19 to 6.23 %; no other chance fits both."""
    table, fitting = bac.odds(8), []
    for share in range(6150, 6275, 5):
        three = Fraction(share, 100_000)
        factors = Factors({8: Fraction(1)}, {2: 1 - three, 3: three}, bac.Side.PLAYER)
        edges = [
            table[replace(bac.bet(name), drawn=factors)].edge
            for name in ("prosperity-player", "prosperity-player-pair")
        ]
        if [f"{100 * (1 - float(edge)):.2f}" for edge in edges] == ["98.89", "92.53"]:
            fitting.append(share)
    assert (min(fitting), max(fitting), len(fitting)) == (6195, 6225, 7)


def mixed(held: Sequence[int], drawn: Sequence[int]) -> Fraction:
    """The mean product if exactly these factors are drawn, for cards held so many times each."""
    kinds, many, mean = len(held), len(drawn), Fraction(0)
    for size in range(min(kinds, many) + 1):
        ways = sum(
            prod(factor**times for factor, times in zip(given, struck, strict=True))
            for struck in combinations(held, size)
            for given in permutations(drawn, size)
        )
        mean += Fraction(ways * comb(52 - kinds, many - size), comb(52, many) * perm(many, size))
    return mean


@pytest.mark.long
def test_the_region_of_lightning_returns() -> None:
    """Over all laws of one to five factors from 2 to 8, also such that are not independent.

    Every law is a mixture of the 791 draws, so the region is their convex hull.
    """
    table = bac.odds(8)
    weights = {
        name: {ALIKE_OF[tier]: odds.probability(tier) for tier in odds.bet.winning}
        for name in ("player", "banker", "player-pair")
        for odds in [table[f"lightning-{name}"]]
    }
    tie = table["tie"].chance
    corners = []
    for many in range(1, 6):
        for drawn in combinations_with_replacement(range(2, 9), many):
            mean = {held: mixed(held, drawn) for held in ALIKE}
            player, banker, pair = (
                sum(chance * (back + pays * mean[held]) for held, chance in weights[name].items())
                for name, back, pays in (
                    ("player", 1, 1),
                    ("banker", Fraction(19, 20), 1),
                    ("player-pair", 1, 9),
                )
            )
            row = (player + tie, banker + tie, pair)
            corners.append(tuple(100 * float(back / Fraction(6, 5)) for back in row))
    assert len(corners) == 791
    players = [corner[0] for corner in corners]
    assert (f"{min(players):.2f}", f"{max(players):.2f}") == ("84.06", "177.12")
    for other, wanted in ((1, ("98.31", "98.63")), (2, ("85.00", "95.32"))):
        low, high = [], []
        for printed in (98.755, 98.765):
            across = [
                below[other]
                + (printed - below[0]) / (above[0] - below[0]) * (above[other] - below[other])
                for below in corners
                if below[0] < printed
                for above in corners
                if above[0] > printed
            ]
            low.append(min(across))
            high.append(max(across))
        # The page rounds outwards.
        outwards = floor(100 * min(low)) / 100, ceil(100 * max(high)) / 100
        assert tuple(f"{end:.2f}" for end in outwards) == wanted


ALIKE_OF = {tier: held for held, tier in ALIKE.items()}


def test_a_stake_is_bet_and_fee() -> None:
    felt = bac.Layout.of("lightning-player", "lightning-banker", "lightning-player-pair")
    nine = bac.Card.parse("9h")
    drawn = {nine: 8, bac.Card.parse("Ks"): 3}

    def paid(cards: str, wager: str) -> int:
        return bac.settle(bac.deal(cards), wager, felt, drawn).won

    assert paid("9h 2d 9h Ks", "lightning-player=60") == 64 * 50 + 50 - 60
    assert paid("9h 2d Kc Ks", "lightning-player=60") == 8 * 50 + 50 - 60
    assert paid("8h 2d Kc Qs", "lightning-player=60") == 40
    assert paid("8h 9h Kc Ks", "lightning-banker=600") == 24 * 500 + 475 - 600
    assert paid("8h 8d Kc Ks", "lightning-player=60") == -10
    assert paid("9h 2d 9h Ks", "lightning-player-pair=6") == 5 * 9 * 64 + 5 - 6
    for names in ({"9h": 8, "Ks": 3}, {"9H": 8, "ks": 3}):
        lines = bac.settle(bac.deal("9h 2d 9h Ks"), "lightning-player=60", felt, names)
        assert lines.won == paid("9h 2d 9h Ks", "lightning-player=60")
    with pytest.raises(BetRefused, match="must be one of"):
        bac.settle(bac.deal("9h 2d 9h Ks"), "lightning-player=60", felt, {nine: 100})
    with pytest.raises(bac.BadText, match="not a card"):
        bac.settle(bac.deal("9h 2d 9h Ks"), "lightning-player=60", felt, {"nine": 8})
    with pytest.raises(BetRefused, match="give the factors"):
        bac.settle(bac.deal("9h 2d 9h Ks"), "lightning-player=60", felt)


def philox(c: tuple[int, ...], k: tuple[int, int]) -> tuple[int, ...]:
    for _ in range(10):
        p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = (q >> 32 ^ c[1] ^ k[0], q % 2**32, p >> 32 ^ c[3] ^ k[1], p % 2**32)
        k = ((k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32)
    return c


@pytest.mark.parametrize(("seed", "shoe", "coup"), [(7, 0, 0), (2**64 - 1, 2**33 + 5, 80)])
@pytest.mark.parametrize("faces", [52, 3_000_000_001])
def test_the_throws_are_those_of_the_page(seed: int, shoe: int, coup: int, faces: int) -> None:
    counters = ((coup, 2**17 + k, shoe % 2**32, shoe // 2**32) for k in range(40))
    words = [word for c in counters for word in philox(c, (seed % 2**32, seed // 2**32))]
    shown = [word * faces // 2**32 for word in words if word * faces % 2**32 >= 2**32 % faces]
    throw = coup_throws(seed, shoe, coup)
    assert [throw(faces) for _ in range(40)] == shown[:40]


def test_dealt_factors_follow_their_law() -> None:
    """A mean further than 4 standard errors from the exact one comes in 1 of 16,000 runs."""
    for name in ("prosperity-banker", "lightning-player-pair"):
        wins = bac.fold(FactorReader(bac.bet(name)), shoes=15, seed=7)
        units, exact = sum(wins.values()), bac.odds(8)[name]
        mean = float(sum(win * times for win, times in wins.items())) / units
        assert abs(mean - float(exact.expectation)) < 4 * exact.deviation / units**0.5


def test_the_reader_pays_what_settling_pays() -> None:
    bet = bac.bet("prosperity-player")
    assert bet.drawn is not None
    felt, wins = bac.Layout.of(bet), Counter[Fraction]()
    for number in range(3):
        shoe = bac.Rules().shoe(seed=7, number=number)
        for turn, coup in enumerate(bac.deal_shoe(shoe)):
            drawn = bet.drawn.draw(coup_throws(7, number, turn))
            assert len(drawn) == 8
            wins[bac.settle(coup, "prosperity-player=6", felt, drawn).lines[0].exact / 6] += 1
    assert bac.fold(FactorReader(bet), shoes=3, seed=7) == wins


@pytest.mark.parametrize(
    "wrong",
    [
        {"cards": {}},
        {"cards": {0: Fraction(1)}},
        {"cards": {53: Fraction(1)}},
        {"cards": {1: HALF}},
        {"factors": {2: 0.5, 3: 0.5}},
        {"factors": {2: Fraction(3, 2), 3: -HALF}},
        {"factors": {2: Fraction(1, 2**32), 3: 1 - Fraction(1, 2**32)}},
        {"factors": 2},
        {"fee": Fraction(-1, 5)},
        {"withheld": "5%"},
    ],
)
def test_a_wrong_law_is_refused_in_one_line(wrong: dict[str, object]) -> None:
    right = {"cards": {1: Fraction(1)}, "factors": {2: Fraction(1)}, "side": bac.Side.PLAYER}
    with pytest.raises(BadBet) as refused:
        Factors(**(right | wrong))  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


def test_what_draws_no_factors_refuses_the_bet() -> None:
    with pytest.raises(BadSystem, match="sessions need fixed prices"):
        bac.stake("flat", on="lightning-player", sessions=1, seed=7)
    with pytest.raises(BadValue, match="is not drawn"):
        FactorReader(bac.bet("tie"))


def test_the_price_for_an_edge_gives_that_edge() -> None:
    table = bac.odds(8)
    for name in ("lightning-banker", "prosperity-player-pair"):
        price = table[name].terms_for(Fraction(1, 20))["win"]
        assert table[bac.bet(name).priced(price)].edge == Fraction(1, 20)


def test_one_price_is_for_every_hand() -> None:
    pair = bac.bet("lightning-player-pair:10")
    assert (str(pair), set(pair.pays.values())) == ("lightning-player-pair:10", {10})
    assert bac.bet("lightning-player-pair:9/8").pays["two alike"] == 8


@pytest.mark.parametrize(
    "text", ["4h 9h Kc Ks 3d 6h 7c", "2h 3h 5c 5d 7d Ad 8s", "9c 9d 8h 8s Kh Kd"]
)
def test_a_natural_is_insured_as_every_order_says(text: str) -> None:
    table = bac.odds(shoe_of(text).at(bac.Depth.POINTS))
    for side, on_nine in (("player", 10), ("banker", 8)):
        laid = paid = 0
        for row in permutations(text.split()):
            hands = dealt(row)
            own, other = hands if side == "player" else hands[::-1]
            if len(own) == 3 or total(own) < 8:
                continue
            laid += 1
            if total(own) == 9:
                paid += on_nine if total(other) == 9 else -1
            else:
                paid += 7 if total(other) == 9 else 0 if total(other) == 8 else -1
        odds = table[f"natural-insurance-{side}"]
        assert odds.total * len(list(permutations(text.split()))) == laid * sum(
            odds.weights.values()
        )
        if laid:
            assert odds.expectation == Fraction(paid, laid)
