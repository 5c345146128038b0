"""Odds under knowledge are those of all orders of a small shoe, less those that do not fit."""

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product

import pytest

import baccarat as bac
from baccarat import Bet, Card, Composition, Coup, Depth, Side
from baccarat.base.errors import BadValue, CoupError
from baccarat.core.coup import DEALT, OUTCOMES
from baccarat.core.tableau import PUNTO_BANCO, Move, Tableau
from baccarat.core.third_card import play
from baccarat.exact.coup_law import NOTHING
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.partial_coup import EDGES, Glimpse, Glimpsed, cards_of
from baccarat.exact.removal import removal
from baccarat.exact.weights.plain import coups as plain_coups

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
    if ends == (3, 3):
        lengths.remove((2, 3))  # beside Banker's third card, Player's is told, too
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
    known_by = Glimpse.parse(text)
    has_told = known_by.player_total is not None or any(known_by.player[opening:])
    if told == (2, 3) and has_told:
        rules.append(stood)
    return text, shown, lambda other: all(rule(other) for rule in rules)


def shows(side: Side, place: int, may_be: Callable[[Card], bool], coup: Coup) -> bool:
    cards = coup.hand(side).cards
    return len(cards) > place and may_be(cards[place])


def stood(coup: Coup) -> bool:
    return len(coup.player) == 2


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
        for _ in range(1 if depth is Depth.CARDS else 4):
            text, shown, is_known = ask(chance, chance.choice([*orders]), depth, opening)
            while Glimpse.parse(text).coup is not None:  # nothing is hidden: it is a plain coup
                text, shown, is_known = ask(chance, chance.choice([*orders]), depth, opening)
            unseen = Composition.of(bac.parse_cards(shoe)).at(depth)
            left = unseen.without([card.at(depth) for card in shown])
            table = odds(left, given=text, game=game, decide=bac.following(PUNTO_BANCO))
            yield table, {coup: orders[coup] for coup in orders if is_known(coup)}, text


@pytest.mark.slow
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


def next_side(table: OddsTable, coup: Coup) -> Side | None:
    """Whose card follows in a coup that fits."""
    assert table.glimpse is not None
    player, banker = len(table.glimpse.player), len(table.glimpse.banker)
    if banker < 2:
        return Side.PLAYER if player == banker else Side.BANKER
    if banker == 2 and player < len(coup.player):
        return Side.PLAYER
    return Side.BANKER if banker < len(coup.banker) else None


def test_the_next_card_is_told_where_all_that_fits_agrees_whose_it_is() -> None:
    told = refused = 0
    for table, orders, text in cases("punto-banco", Depth.POINTS, seed=9):
        assert table.glimpse is not None
        sides = {next_side(table, coup) for coup in orders}
        if len(sides) > 1 or sides == {None}:
            with pytest.raises(CoupError, match=r"the next card may go to|needs no further card"):
                table.next_cards()
            refused += 1
            continue
        [side] = sides
        assert table.next_side is side
        assert side is not None
        place, cards = len(table.glimpse.slots(side)), Counter[Card]()
        for coup, (many, _) in orders.items():
            cards[coup.hand(side).cards[place].at(Depth.POINTS)] += many
        found = table.next_cards()
        whole = sum(cards.values())
        assert {card: chance for card, (chance, _) in found.items()} == {
            card: Fraction(many, whole) for card, many in cards.items()
        }, text
        mean = sum(chance * after["tie"].edge for chance, after in found.values())
        assert mean == table["tie"].edge, text
        told += 1
    assert told > 2
    assert refused > 2


@pytest.mark.parametrize(
    "text", ["9x ? | ? ?", "player: 5, banker: ? 9x", "player: 4 + 5x", "? 0/9 ?"]
)
def test_an_endless_deck_is_weighed_under_knowledge(text: str) -> None:
    """All six cards from four kinds, each of which returns."""
    kinds = bac.parse_cards("9x 5x Kx Ax")
    deck = Composition.of([*kinds, kinds[0]])
    known = Glimpse.parse(text)
    table = OddsTable(bac.game("punto-banco"), deck, endless=True, glimpse=known)
    tiers: Counter[str | None] = Counter()
    bet = bac.bet("player-pair")
    for cards in product(kinds, repeat=6):
        coup = play(iter(cards))
        if all(
            total in (None, coup.hand(side).start)
            and len(coup.hand(side)) >= len(known.slots(side))
            and all(
                card in cards_of(slot, Depth.RANKS)
                for card, slot in zip(coup.hand(side), known.slots(side), strict=False)
            )
            for side, total in zip(Side, (known.player_total, known.banker_total), strict=True)
        ):
            tiers[bet.tier(coup)] += 2 ** cards.count(kinds[0])
    whole = sum(tiers.values())
    assert whole
    assert table[bet].probability("pair") == Fraction(tiers["pair"], whole)


def test_one_card_less_changes_the_odds_under_the_same_knowledge() -> None:
    """Three kings, and every other card once: take one, and deal all orders again."""
    shoe = "Kh Kd Kc 5c 6d 9s 8h"
    table = odds(Composition.of(bac.parse_cards(shoe)), given="player: 5")
    effects = removal("tie", table)
    for gone in ("8h", "9s"):
        left = every_order(shoe.replace(f" {gone}", ""), "punto-banco")
        fit = {coup: n for coup, (n, _) in left.items() if coup.player.start == 5}
        ties = Fraction(sum(n for coup, n in fit.items() if coup.winner is None), sum(fit.values()))
        assert effects[Card.parse(gone).at(Depth.POINTS)] == 9 * (ties - table["tie"].chance)


def test_a_table_under_knowledge_remembers_it() -> None:
    table = odds(8, given="player: 5 + 3, banker: 4")
    assert pickle.loads(pickle.dumps(table)) == table != odds(8)
    assert pickle.loads(pickle.dumps(table))["tie"] == table["tie"]
    again = odds(str(table.composition), given=str(table.glimpse))
    assert again == table
    assert repr(table).endswith("416 unseen cards, coup player: 5 + 3, banker: 4>")


@pytest.mark.parametrize(
    ("text", "may_have_drawn"),
    [
        ("banker: 5 + 2", True),
        ("? ? | ? ? 2", True),
        ("player: ? ? + ?, banker: ? ? + 2", True),
        ("player: 5/6 ?, banker: ? ? + 2", False),
        ("6/9 ? | 0/5 ? 2", False),
        ("player: 6, banker: ? ? + 2", False),
    ],
)
def test_a_player_of_whom_something_is_told_has_drawn_what_is_told(
    text: str, may_have_drawn: bool
) -> None:
    """Beside Banker's third card; of a Player of whom nothing is told that is open, too."""
    known = Glimpse.parse(text)
    whole = Composition.of(bac.parse_cards("0 0 0 1 2 2 5 6 9"))
    weighed = Counter[Side | None]()
    drawn = set()
    for coup, weight in plain_coups(whole, bac.game("punto-banco").rules):
        lengths = len(coup.player), len(coup.banker)
        if lengths not in ({(2, 3), (3, 3)} if may_have_drawn else {(2, 3)}):
            continue
        if len(known.player) <= lengths[0] and all(
            total in (None, coup.hand(side).start)
            and all(map(is_among, coup.hand(side).cards, known.slots(side)))
            for side, total in zip(Side, (known.player_total, known.banker_total), strict=True)
        ):
            weighed[coup.winner] += weight
            drawn.add(lengths[0])
    assert (3 in drawn) is may_have_drawn
    found = odds(whole.without([Card(2)]), given=text)["player"]
    assert found.chance == Fraction(weighed[Side.PLAYER], weighed.total())


def is_among(card: Card, slot: Glimpsed) -> bool:
    return card in cards_of(slot)


def test_free_cells_are_played_as_the_strategy_decides() -> None:
    """A Player who stands on five has drawn to less, so five and a third card cannot be."""
    stands = bac.following(Tableau(PUNTO_BANCO.player[:5] + (Move.STAND,) * 3, PUNTO_BANCO.banker))
    parlor = bac.game("chemin-de-fer")
    few = "0:3 1:2 2:2 4:1 5:1"
    drawn = odds(few, game=parlor, given="player: ? ? + ?", decide=stands)
    weighed = Counter[bool]()
    for coup, weight in plain_coups(drawn.composition, parlor.rules, stands):
        weighed[coup.winner is Side.PLAYER] += weight * (len(coup.player) == 3)
    assert drawn["player"].chance == Fraction(weighed[True], weighed.total())
    assert odds(few, game=parlor, given="player: 5", decide=stands)["player"].chance > 0
    with pytest.raises(CoupError, match="no cards left fit player: 5"):
        odds(few, game=parlor, given="player: 5 + ?", decide=stands)


@pytest.mark.slow
def test_a_bet_that_tells_all_hands_apart_is_weighed_beside_a_known_third_card() -> None:
    """Its labels are too many for the quick way."""
    starts_with_king = Bet(
        "King First",
        lambda ended: "king" if (ended.player.trait or "").startswith("Kx") else None,
        pays={"king": 9},
        depth=Depth.RANKS,
        trait=str,
    )
    orders = every_order(SHOES[0], "punto-banco")
    left = Composition.of(bac.parse_cards(SHOES[0])).at(Depth.RANKS)
    tiers: Counter[str | None] = Counter()
    for coup, (many, _) in orders.items():
        if len(coup.player) == 3 and coup.player.cards[2].points == 2:
            tiers[starts_with_king.tier(coup)] += many
    found = odds(left, given="player: ? ? + 2/3")[starts_with_king]
    assert found.chance == Fraction(tiers["king"], tiers.total()) > 0


def test_the_last_card_that_a_hidden_one_must_be_cannot_have_gone() -> None:
    """Player's five is a ten-value card and the only five: without it nothing fits."""
    effects = removal("tie", odds("0:10 5:1 6:4", given="player: 5"))
    assert {str(card) for card in effects} == {"0", "6"}


def test_a_law_is_of_views_and_cannot_be_written_to() -> None:
    table = odds(8, given="player: 5")
    with pytest.raises(BadValue, match="views of a hand"):
        table.law("tie")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="read-only"):
        table.law(NOTHING).weights[0] = 1


@pytest.mark.parametrize(
    "text", ["banker: 5 + 2", "banker: 5d Kd 2h", "? ? | ? ? ?", "banker: 3 + ?"]
)
def test_after_bankers_third_card_none_is_next(text: str) -> None:
    """Whether Player drew before it or not, which nobody knows here."""
    table = odds(8, given=text)
    weighed = zip(OUTCOMES, table.tally.cells, strict=True)
    drawn = {len(outcome.player) for outcome, weight in weighed if weight}
    assert drawn == {2, 3}
    assert table.next_side is None
