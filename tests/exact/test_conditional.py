"""Odds under knowledge are those of all orders of a small shoe, less those that do not fit."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import permutations

import pytest

import baccarat as bac
from baccarat import Bet, Card, Composition, Coup, Depth, Side
from baccarat.coup import DEALT, play
from baccarat.exact.glimpse import EDGES, Glimpse
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable, odds
from baccarat.tableau import PUNTO_BANCO

SHOES = (
    "Kh 9d 5c 5d 8h 2s 6c",
    "Ah Ah 4c 4s Td Jd 6s",
    "3h 3h 3c 6d Kc 7h 9s",
)
FIRST_NINE = Bet(
    "First Nine",
    lambda coup: "nine" if coup.player.cards[0].points == 9 else None,
    pays={"nine": 11},
    depth=Depth.POINTS,
)
"""It looks at whole coups, and has no trait."""
NAMES = ("player", "tie", "dragon-bonus-banker", "player-pair", "perfect-pair")
BETS = (*map(bac.bet, NAMES), FIRST_NINE)


Orders = dict[Coup, tuple[int, tuple[str | None, ...]]]
"""Coup: how many orders deal it, and the tier of every bet."""


@cache
def every_order(shoe: str, game: str) -> Orders:
    """What the orders of the shoe deal."""
    rules = bac.game(game).rules
    decide = bac.following(PUNTO_BANCO)
    orders = permutations(bac.parse_cards(shoe), 6 - len(rules.opening))
    coups = Counter(play(iter(order), rules.tableau, decide, rules.opening) for order in orders)
    tiers: dict[Bet, Callable[[Coup], str | None]] = {
        # A printed card is known by its rank alone.
        bet: bet.tier if rules.printed is None or bet.depth < Depth.CARDS else lambda coup: None
        for bet in BETS
    }
    return {coup: (n, tuple(tier(coup) for tier in tiers.values())) for coup, n in coups.items()}


Question = tuple[str, list[Card], Callable[[Coup], bool]]
"""What is known, as text; the open cards; and whether a coup fits."""


def ask(chance: random.Random, coup: Coup, depth: Depth, opening: int) -> Question:
    """Something true of a coup, as somebody may have seen it; the shoe is counted that deep."""
    rules: list[Callable[[Coup], bool]] = []
    shown: list[Card] = []
    both: dict[Side, list[str]] = {}
    ends = len(coup.player), len(coup.banker)
    lengths = [held for held in DEALT if all(n <= end for n, end in zip(held, ends, strict=True))]
    told = chance.choice([held for held in lengths if held >= (opening, 0)])
    for side, many in zip(Side, told, strict=True):
        both[side] = []
        for place in range(many):
            card = coup.hand(side).cards[place]
            if side is Side.PLAYER and place < opening:
                both[side].append(str(card))
                continue
            text, may_be = look(chance, card.at(Depth.CARDS), depth)
            both[side].append(text)
            rules.append(partial(shows, side, place, may_be))
            known = Glimpse.parse(text).player[0]
            if isinstance(known, Card) and known.depth >= depth:
                shown.append(known)
    text = f"{' '.join(both[Side.PLAYER])} | {' '.join(both[Side.BANKER])}"
    if told[1] >= 2 and chance.random() < 0.7:  # totals are told of two cards
        parts = []
        for side in chance.sample(list(Side), 2):
            start, third = both[side][:2], both[side][2:]
            if chance.random() < 0.6:
                total = coup.hand(side).start
                rules.append(partial(makes, side, total))
                start = [str(total)] if start == ["?", "?"] else [*start, "=", str(total)]
            parts.append(f"{str(side).lower()}: {' + '.join([' '.join(start), *third])}")
        text = ", ".join(parts)
    return text, shown, lambda other: all(rule(other) for rule in rules)


def shows(side: Side, place: int, may_be: Callable[[Card], bool], coup: Coup) -> bool:
    cards = coup.hand(side).cards
    return len(cards) > place and may_be(cards[place])


def makes(side: Side, total: int, coup: Coup) -> bool:
    return coup.hand(side).start == total


def look(chance: random.Random, card: Card, depth: Depth) -> tuple[str, Callable[[Card], bool]]:
    """As much of a card as somebody sees, and which cards it may then be."""
    ways = ["?", "?", "points", "either"]
    ways += ["rank", "edge"] if depth >= Depth.RANKS else []
    ways += ["card", "suits"] if depth is Depth.CARDS else []
    match chance.choice(ways):
        case "?":
            return "?", lambda other: True
        case "points":
            return str(card.points), lambda other: other.points == card.points
        case "rank":
            return f"{card.rank}x", lambda other: other.rank is card.rank
        case "card":
            return str(card), lambda other: other == card
        case "edge":
            words = [w for w, some in EDGES.items() if any(fits(card, one) for one in some)]
            word = chance.choice(words)
            return word, lambda other: any(fits(other, one) for one in EDGES[word])
        case "suits":
            return (
                f"{card}/{card.rank}s",
                lambda other: other == card or str(other) == f"{card.rank}s",
            )
        case _:
            points = {card.points, chance.randrange(10), chance.randrange(10)}
            return "/".join(map(str, points)), lambda other: other.points in points


def fits(card: Card, kind: Card) -> bool:
    return card.at(kind.depth) == kind


def cases(game: str, depth: Depth, seed: int) -> Iterator[tuple[OddsTable, Orders, str]]:
    """Tables under knowledge, and beside each the coups of all orders that fit."""
    chance = random.Random(f"{game} {depth} {seed}")
    opening = len(bac.game(game).rules.opening)
    for shoe in SHOES:
        orders = every_order(shoe, game)
        for _ in range(1 if depth is Depth.CARDS else 5):
            text, shown, is_known = ask(chance, chance.choice([*orders]), depth, opening)
            while Glimpse.parse(text).coup is not None:  # nothing is hidden: it is a plain coup
                text, shown, is_known = ask(chance, chance.choice([*orders]), depth, opening)
            unseen = Composition.of(bac.parse_cards(shoe)).at(depth)
            left = unseen.without([card.at(depth) for card in shown])
            table = odds(left, coup=text, game=game, decide=bac.following(PUNTO_BANCO))
            yield table, {coup: orders[coup] for coup in orders if is_known(coup)}, text


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        ("punto-banco", Depth.CARDS),
        ("punto-banco", Depth.RANKS),
        ("punto-banco", Depth.POINTS),
        ("chemin-de-fer", Depth.RANKS),
        ("7-up", Depth.RANKS),
    ],
)
def test_odds_are_those_of_all_orders_that_fit(game: str, depth: Depth) -> None:
    told = 0
    for table, orders, text in cases(game, depth, seed=7):
        # Whole hands are many labels: they are weighed where cards are few kinds.
        depths = {place: bet.depth for place, bet in enumerate(BETS) if bet is not FIRST_NINE}
        depths |= {len(BETS) - 1: Depth.POINTS} if depth is Depth.POINTS and told < 9 else {}
        places = [place for place, deep in depths.items() if deep <= depth]
        whole = sum(many for many, _ in orders.values())
        for place in places:
            bet, tiers = BETS[place], Counter[str | None]()
            for many, ends in orders.values():
                tiers[ends[place]] += many
            expected = {tier: Fraction(tiers[tier], whole) for tier in {*bet.pays, *tiers, None}}
            found = table[bet]
            assert {t: found.probability(t) for t in expected} == expected, (text, bet.key)
            told += 1
        if depth is Depth.CARDS:
            continue  # so are all bets together
        both: Counter[tuple[str | None, ...]] = Counter()
        for many, ends in orders.values():
            both[tuple(ends[place] for place in places)] += many
        law = joint(table, [BETS[place] for place in places])
        assert {key: n * whole for key, n in law.items()} == {
            key: n * sum(law.values()) for key, n in both.items()
        }, text
    assert told >= 5 * len(SHOES)
