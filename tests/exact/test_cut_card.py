"""The cut-card effect: the formula beside dealt shoes, enumerated shoes, and its definition."""

import importlib.util
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import perm
from types import ModuleType

import pytest
from checkout import ROOT

import baccarat as bac
from baccarat.base.errors import BadValue, ShoeError
from baccarat.core.coup import OUTCOMES
from baccarat.core.shoe import FEWEST_CARDS
from baccarat.exact.cut_card import CutCardEffect, by_event, by_formula, cut_card_effect
from baccarat.exact.weights import plain

B, C = bac.LastCoup.B, bac.LastCoup.C


@pytest.fixture(scope="module")
def small_shoes() -> ModuleType:
    """The enumeration, which shares nothing with the formula but the rules of a coup."""
    spec = importlib.util.spec_from_file_location("small_shoes", ROOT / "examples/small_shoes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def eight() -> CutCardEffect:
    return cut_card_effect()


# As dealt: docs/cut-card.md, 12.43 * 10^9 shoes; in a million coups, with the 99 % half-width.
DEALT = {
    "four-cards": (-56.9, 1.3),
    "six-cards": (45.8, 1.2),
    "player": (1.4, 1.3),
    "banker": (-1.7, 1.3),
    "tie": (0.3, 0.8),
}


def test_the_formula_meets_a_million_million_dealt_coups(eight: CutCardEffect) -> None:
    events = {name: round(1e6 * shift, 2) for name, shift in eight.events.items()}
    assert {name: events[name] for name in DEALT} == {
        "four-cards": -57.27, "six-cards": 45.65, "player": 1.43, "banker": -1.71, "tie": 0.28,
    }  # fmt: skip
    for name, (dealt, half) in DEALT.items():
        assert abs(events[name] - dealt) <= half + 0.05
    assert eight.coups == pytest.approx(1_000_408_399_612 / 12.43e9, abs=0.01)


TABLES = [
    (bac.Rules(last_coup=B), 1_010_321_749_798, -56.3, 1.2),
    (bac.Rules(cut_card=52), 904_772_365_150, -56.8, 1.3),
    pytest.param(bac.Rules(last_coup=C), 1_012_838_399_612, -56.3, 1.2, marks=pytest.mark.long),
    pytest.param(bac.Rules(cut_card=0), 1_020_542_442_966, -57.0, 1.2, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("rules", "coups", "four", "half"), TABLES, ids=str)
def test_it_meets_the_other_tables_too(
    rules: bac.Rules, coups: int, four: float, half: float
) -> None:
    effect = cut_card_effect(rules)
    assert 1e6 * effect.events["four-cards"] == pytest.approx(four, abs=half)
    assert effect.coups == pytest.approx(coups / 12.43e9, abs=0.01)


def test_the_shifts_of_a_felt_add_up_to_nothing(eight: CutCardEffect) -> None:
    assert sum(eight.shifts) == pytest.approx(0, abs=1e-18)
    player, banker = (eight.events[name] for name in ("player", "banker"))
    assert eight.expectation("player") == pytest.approx(player - banker)
    assert eight.expectation("small") == pytest.approx(2.5 * eight.events["four-cards"])


# By its definition: the first two coups, every way to deal them.


def defined(cards: bac.Composition, rules: bac.Rules) -> tuple[list[Fraction], Fraction]:
    """By cell the shift, and the mean number of coups: the formula as the docs print it."""
    drawn, size = FEWEST_CARDS - len(rules.opening), len(cards)

    @cache
    def mean_length(left: bac.Composition) -> Fraction:
        """The mean length of a coup from these cards."""
        coups = (
            (len(coup) - len(rules.opening), weight) for coup, weight in plain.coups(left, rules)
        )
        return Fraction(sum(cards * weight for cards, weight in coups), perm(len(left), drawn))

    both, lengths, chances, burned = (defaultdict[int, Fraction](Fraction) for _ in range(4))
    for first, weight in plain.coups(cards, rules):
        taken = first.cards[len(rules.opening) :]
        chance = Fraction(weight, perm(size, drawn))
        lengths[len(taken)] += chance
        chances[first.outcome().index] += chance
        both[first.outcome().index] += chance * mean_length(cards.without(taken))
    mean = sum((length * chance for length, chance in lengths.items()), Fraction(0))
    square = sum((length**2 * chance for length, chance in lengths.items()), Fraction(0))
    burns = Fraction(0)
    if rules.burn:
        cards_burned = (n * (1 + k.burns) for k, n in zip(cards.kinds, cards.counts, strict=True))
        burns = Fraction(sum(cards_burned), size)
        for kind, count in zip(cards.kinds, cards.counts, strict=True):
            for coup, weight in plain.coups(cards.without([kind]), rules) if count else ():
                effect = Fraction(weight, perm(size - 1, drawn)) * Fraction(count, size)
                burned[coup.outcome().index] += effect * (1 + kind.burns - burns)
    coups = (size - burns - max(rules.cut_card, 6) + (square / mean + 1) / 2) / mean
    shifts = []
    for cell in range(len(OUTCOMES)):
        cov = both[cell] - mean * chances[cell]
        shifts.append(-((coups - Fraction(1, 2)) * cov + burned[cell]) / (mean * coups))
    return shifts, coups


@pytest.mark.parametrize(
    "rules",
    [
        bac.Rules(burn=False, cut_card=6),
        bac.Rules(cut_card=8),
        bac.Rules(cut_card=8, printed=bac.Card(7)),
    ],
    ids=str,
)
def test_the_formula_is_what_its_definition_says(rules: bac.Rules) -> None:
    cards = bac.Composition.parse("0:10 5:9 8:8")
    shifts, coups = defined(cards, rules)
    effect = by_formula(cards, rules)
    assert effect.coups == pytest.approx(float(coups), rel=1e-14)
    assert effect.shifts == pytest.approx([float(shift) for shift in shifts], rel=1e-12, abs=1e-18)


# Small shoes, enumerated.


def ends(order: tuple[str, ...], rules: bac.Rules) -> Counter[int]:
    """How often each cell comes in a shoe in this order."""
    shoe = bac.Shoe.of([bac.Card.parse(card) for card in order], rules.cut_card, rules.last_coup)
    shoe = shoe.burn() if rules.burn else shoe
    return Counter(coup.outcome().index for coup in bac.deal_shoe(shoe, rules))


def orders(counts: Counter[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every order of these cards, each once."""
    if not size:
        yield ()
    for card in [card for card in counts if counts[card]]:
        for rest in orders(counts - Counter([card]), size - 1):
            yield (card, *rest)


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        ("1:9 4:2 9:2", bac.Rules(burn=False, cut_card=6)),
        ("1:9 4:2 9:2", bac.Rules(burn=False, cut_card=0)),
        ("1:9 4:1 9:2", bac.Rules(burn=False, cut_card=8, last_coup=B)),
        ("1:13 4:1 9:1", bac.Rules(burn=False, cut_card=9, last_coup=bac.LastCoup(1, 0))),
        ("1:14 4:1 9:2", bac.Rules(burn=True, cut_card=7, last_coup=C)),
    ],
    ids=str,
)
def test_the_enumeration_is_every_order_of_a_tiny_shoe(
    small_shoes: ModuleType, cards: str, rules: bac.Rules
) -> None:
    whole = bac.Composition.parse(cards)
    counts = Counter({str(kind): n for kind, n in zip(whole.kinds, whole.counts, strict=True)})
    shoes = [ends(order, rules) for order in orders(counts, len(whole))]
    sums = [sum(shoe[cell] for shoe in shoes) / len(shoes) for cell in range(len(OUTCOMES))]
    assert small_shoes.whole_shoes(whole, rules) == pytest.approx(sums, abs=1e-12)


def test_the_effect_is_a_covariance_of_the_first_coup() -> None:
    """Exactly: E[coups with X] = E[coups that the rest of the shoe deals; X in coup 1]."""
    cards, behind = Counter({"1": 11, "4": 2, "9": 2}), 8
    before_cut = cards.total() - behind
    dealt, first = Counter[int](), Counter[int]()
    for order in orders(cards, cards.total()):
        dealt += ends(order, bac.Rules(burn=False, cut_card=behind))
        shoe = bac.Shoe.parse(" ".join(order))
        coup, *others = bac.deal_shoe(shoe)
        used = list(accumulate(map(len, others)))
        first[coup.outcome().index] += 1 + sum(cards <= before_cut for cards in used)
    assert dealt == first
    assert len(dealt) > 5


# What the page says of 26, 52 and 78 cards: docs/cut-card.md.
HALVES = {1: (0.13, 0.1), 2: (0.002, 0.01), 3: (0.005, 0.005)}
"""By half decks: how far the formula is off, of the shift of four and of six cards."""


@pytest.mark.parametrize(
    "halves", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.long)]
)
def test_small_shoes_come_near_to_the_formula(small_shoes: ModuleType, halves: int) -> None:
    cards, rules = small_shoes.half_decks(halves), bac.Rules(burn=False, cut_card=7)
    shifts = small_shoes.shifts_of(small_shoes.whole_shoes(cards, rules), cards)
    formula = by_formula(cards, rules)
    for name, off in zip(("four-cards", "six-cards"), HALVES[halves], strict=True):
        assert formula.events[name] == pytest.approx(shifts[name], rel=off)


RULES = [
    bac.Rules(burn=True, cut_card=7),
    bac.Rules(burn=False, cut_card=12, last_coup=B),
    bac.Rules(burn=False, cut_card=18, last_coup=bac.LastCoup(2, 1)),
]


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_so_they_do_with_a_burn_and_other_last_coups(
    small_shoes: ModuleType, rules: bac.Rules
) -> None:
    cards = small_shoes.half_decks(2)
    cells = small_shoes.whole_shoes(cards, rules)
    shifts, formula = small_shoes.shifts_of(cells, cards), by_formula(cards, rules)
    assert formula.coups == pytest.approx(sum(cells), rel=0.005)
    for name in ("four-cards", "six-cards"):
        assert formula.events[name] == pytest.approx(shifts[name], rel=0.05)


def test_the_events_of_a_tally_are_its_cells() -> None:
    tally = bac.odds(8).tally
    events = by_event(tally.cells)
    assert events["tie"] == tally.of_bet("tie").wins
    assert sum(events[name] for name in ("four-cards", "five-cards", "six-cards")) == tally.total


def test_shoes_that_are_too_small_are_refused(eight: CutCardEffect) -> None:
    with pytest.raises(ShoeError, match="20 coups or more, not 6: deal the shoes"):
        cut_card_effect(bac.Rules(decks=1))
    with pytest.raises(ShoeError, match="needs a cut card at 18 or more"):
        cut_card_effect(bac.Rules(last_coup=bac.LastCoup(2, 1)))
    with pytest.raises(BadValue, match="player-pair needs ranks"):
        eight.expectation("player-pair")
