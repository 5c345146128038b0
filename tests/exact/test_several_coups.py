"""Coups of a shoe may be exchanged: shoes dealt in every order; and the law of a few coups."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product
from math import inf

import pytest
from small_shoes import EXTRA, Dealt, law, orders, shoe

from baccarat.base.errors import BadValue, ShoeError, UnknownName
from baccarat.core.bets.bet_types import WINNERS
from baccarat.core.cards import Card, Depth
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.shoe import Composition, LastCoup, Shoe
from baccarat.exact.several_coups import SeveralCoups, several_coups

LETTERS = {"player": "P", "banker": "B", "tie": "T"}
ENDINGS = [(None, "A"), (4, "A"), (7, "A"), (7, "B"), (4, "C"), (7, "C"), (13, "B"), (13, "C")]
MOST_BURNED = 11


def unlike(rows: Counter[tuple[Dealt, ...]]) -> int:
    """In how many cases another order of the same coups is not equally likely."""
    return sum(rows[row] != rows[other] for row in list(rows) for other in permutations(row))


@pytest.mark.parametrize("burn", [False, True])
@pytest.mark.parametrize(
    "cards",
    [
        {1: 20, 4: 4},
        pytest.param({1: 10, 4: 9}, marks=pytest.mark.long),
        pytest.param({1: 13, 2: 2, 4: 3}, marks=pytest.mark.long),
    ],
)
def test_every_order_of_the_same_coups_is_equally_likely(cards: dict[int, int], burn: bool) -> None:
    rows = list(orders(Counter(cards)))
    others: Counter[str] = Counter()
    for behind, rule in ENDINGS:
        shoes = [tuple(shoe(row, burn, behind, rule)) for row in rows]
        certain = min(map(len, shoes))
        assert certain >= 1
        assert unlike(Counter(coups[:certain] for coups in shoes)) == 0

        def apart_from_the_last(left_out: int, shoes: list[tuple[Dealt, ...]] = shoes) -> int:
            groups: dict[object, Counter[tuple[Dealt, ...]]] = defaultdict(Counter)
            for coups in shoes:
                at = len(coups) - left_out
                groups[len(coups), coups[at:]][coups[:at]] += 1
            return sum(map(unlike, groups.values()))

        # Until the cut card comes out, or fewer than six cards are left: all coups so far.
        cut = len(rows[0]) - max(behind or 0, 6)
        for number in range(2, max(map(len, shoes)) + 1):
            so_far: Counter[tuple[Dealt, ...]] = Counter()
            for row, coups in zip(rows, shoes, strict=True):
                used = sum(len(cards) for _, cards in coups[:number])
                if len(coups) >= number and used + burn * (1 + (row[0] or 10)) <= cut:
                    so_far[coups[:number]] += 1
            assert unlike(so_far) == 0
        # Of the whole shoe: all but the last (rule A) or the last two. These are of another kind.
        left_out = 1 if rule == "A" else 2
        assert apart_from_the_last(left_out) == 0
        others[rule] += apart_from_the_last(left_out - 1)
    assert others["A"] > 0
    if len(rows[0]) == 24:  # shoes long enough to tell
        assert others["B"] > 0
        assert others["C"] > 0


@pytest.mark.parametrize(
    "cards",
    [
        {0: 8, 1: 5, 6: 5},
        pytest.param({0: 3, 2: 5, 4: 3, 5: 4, 9: 3}, marks=pytest.mark.long),
        pytest.param({0: 5, 3: 6, 5: 7, 8: 6}, marks=pytest.mark.long),
    ],
)
def test_the_law_of_three_coups_is_the_one_dealt_card_by_card(cards: dict[int, int]) -> None:
    composition = Composition(tuple(cards.get(points, 0) for points in range(10)))
    dealt = law(tuple(cards.items()), 3)
    two, three = (several_coups(number, composition=composition) for number in (2, 3))
    for winners in product(WINNERS, repeat=3):
        assert three.chance(*winners) == dealt.get("".join(LETTERS[name] for name in winners), 0)
    for winner in WINNERS:
        assert two.covariance(winner, "tie") == three.covariance(winner, "tie")
        times: dict[int, Fraction] = defaultdict(Fraction)
        for row, chance in dealt.items():
            times[row.count(LETTERS[winner])] += chance
        mean = sum(many * chance for many, chance in times.items())
        assert two.variance(winner, 3) == sum(
            chance * (many - mean) ** 2 for many, chance in times.items()
        )
    # At any distance: the first and the third coup have the law of the first two.
    for first, last in product(WINNERS, repeat=2):
        apart = sum(
            chance
            for row, chance in dealt.items()
            if (row[0], row[2]) == (LETTERS[first], LETTERS[last])
        )
        assert apart == two.chance(first, last)


def test_what_cannot_happen_has_no_chance() -> None:
    """With nines alone every coup is a tie."""
    three = several_coups(3, composition=Composition.parse("9:20"))
    assert three.chance("tie", "tie", "tie") == three.chance("tie") == 1
    assert three.chance("player", "tie", "banker") == three.variance("banker", 3) == 0


@pytest.fixture(scope="module")
def eight() -> SeveralCoups:
    return several_coups(2)


@pytest.mark.long
def test_sixty_seven_coups_of_eight_decks_have_these_variances(eight: SeveralCoups) -> None:
    """Figures of a prototype that enumerates both coups by itself."""
    for winner, exact, independent in (
        ("player", "16.551187", "16.556408"),
        ("banker", "16.632774", "16.635150"),
        ("tie", "5.761237", "5.768788"),
    ):
        assert f"{float(eight.variance(winner, 67)):.6f}" == exact
        assert f"{float(67 * eight.variance(winner, 1)):.6f}" == independent
        assert eight.variance(winner, 67) == eight.variance(winner, 1) * 67 * (
            1 + 66 * eight.correlation(winner)
        )
    # The line that fits best: four Player wins more than the mean of 66 coups, then one more coup.
    slope = 66 * eight.covariance("player", "player") / eight.variance("player", 66)
    assert f"{float(100 * 4 * slope):.3f}" == "-0.002"


@pytest.mark.long
def test_three_coups_of_eight_decks_agree_with_two(eight: SeveralCoups) -> None:
    three = several_coups(3)
    for first, second in product(WINNERS, repeat=2):
        assert three.chance(first, second) == eight.chance(first, second)


def test_wrong_questions_get_one_line() -> None:
    small = several_coups(2, composition=Composition.parse("0:8 1:9"))
    for number in (0, 1, 4):
        with pytest.raises(BadValue, match=f"coups is 2 to 3, not {number}"):
            several_coups(number)
    with pytest.raises(ShoeError, match="3 coups may need 18 cards, and there are 17"):
        several_coups(3, composition=Composition.parse("0:8 1:9"))
    for coups in (0, 3):
        with pytest.raises(ShoeError, match=f"enough for 1 to 2 coups, not {coups}"):
            small.variance("tie", coups)
    with pytest.raises(BadValue, match="this law has 2 coups: 3 winners are too many"):
        small.chance("tie", "tie", "tie")
    with pytest.raises(UnknownName, match="unknown winner: 'Tie'"):
        small.chance("Tie")


def certain(cards: int, behind: int, burned: int, rule: str) -> int:
    """The number of coups that are certain to be dealt, as the page on the mathematics says."""
    room = cards - behind - burned
    down, up = room // 6, -(-room // 6)
    return min({"A": 1 + down, "B": 1 + up, "C": 2 + down}[rule], (cards - burned) // 6)


@pytest.mark.parametrize("rule", EXTRA)
def test_these_coups_are_certain_whatever_their_lengths(rule: str) -> None:
    """Every row of lengths from four to six, after every burn, as far as it makes a difference."""
    before, inside = EXTRA[rule]
    for cards, burn in product((*range(52, 105), 312, 416), (False, True)):
        for behind in range(31):
            cut, fewest = cards - behind, inf
            starts, dealt = set(range(2, MOST_BURNED + 1)) if burn else {0}, 0
            while dealt < fewest and all(cards - start >= 6 for start in starts):
                dealt += 1
                for start in starts:
                    if start == cut:
                        fewest = min(fewest, dealt + before)
                    elif start < cut < start + 6:
                        fewest = min(fewest, dealt + inside)
                starts = {start + length for start in starts for length in (4, 5, 6)}
            burned = MOST_BURNED if burn else 0
            assert min(dealt, fewest) == certain(cards, behind, burned, rule), (cards, behind)


@pytest.mark.parametrize("decks", [1, 2, 6, 8, 12])
@pytest.mark.parametrize("burn", [False, True])
def test_a_shoe_of_six_card_coups_has_no_more_than_those(decks: int, burn: bool) -> None:
    """Both hands begin with two cards of total 0; two more are the third cards."""
    pairs = [(1, 9), (2, 8), (3, 7), (4, 6)] * (4 * decks)
    pairs += [(5, 5)] * (2 * decks) + [(0, 0)] * (8 * decks)
    row: list[int] = []
    if burn:
        row += [0, 0, *(card for pair in pairs[:4] for card in pair), pairs[4][0]]
        pairs = pairs[5:-1]
    for one, two, three in zip(*[iter(pairs)] * 3, strict=False):
        row += [one[0], two[0], one[1], two[1], *three]
    whole = Counter(dict(enumerate(Composition.decks(decks).at(Depth.POINTS).counts)))
    row += list((whole - Counter(row)).elements())
    assert Counter(row) == whole
    cards = [Card.parse(str(points)) for points in row]
    for rule, behind in product(EXTRA, (0, 6, 14, 30)):
        rules = Rules(decks=decks, burn=burn, cut_card=behind, last_coup=LastCoup.parse(rule))
        whole_shoe = Shoe.of(cards, behind, rules.last_coup)
        dealt = list(deal_shoe(whole_shoe.burn() if burn else whole_shoe, rules))
        assert len(dealt) == certain(len(cards), behind, MOST_BURNED if burn else 0, rule)
