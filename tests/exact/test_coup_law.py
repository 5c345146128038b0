"""The quick law of a coup is that of the plainer ways: hands weighed apart, and every coup."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Bet, Card, Composition, Coup, Depth, Hand, Outcome, Rules, Side, game
from baccarat.base.errors import BadBet
from baccarat.core.bets.pairs import matched, paired, perfectly_paired, suited_three
from baccarat.core.bets.totals import three_or_eight
from baccarat.core.cards import DECK, KINDS, ORDER, parse_cards
from baccarat.core.rules import deal
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Tableau
from baccarat.core.third_card import Choice, Strategy, nobody, play
from baccarat.exact.batch.compositions import batch_cells
from baccarat.exact.coup_law import Law, law_of
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.weights import plain
from baccarat.exact.weights.by_hand import Weights, no_trait, weigh_hands
from baccarat.exact.weights.by_start import HandView, start_weights

PARLOR = Rules(tableau=CHEMIN_DE_FER)
PRINTED = Rules(printed=Card.parse("7x"))


def weights_of(law: Law, view: int = 0) -> Weights:
    """What one of the views makes of the law."""
    assert law.found is not None, "the plainer way would be held to itself"
    weights: Counter[tuple[int, str | None, str | None]] = Counter()
    for (cell, player, banker), weight in zip(law.keys, law.weights.tolist(), strict=True):
        if weight:
            weights[cell, player[view], banker[view]] += weight
    return dict(weights)


def colours(hand: Hand) -> str:
    return "".join(sorted({"red" if card.suit.value in "hd" else "black" for card in hand}))


def kings(hand: Hand) -> str:
    return str(sum(str(card.rank) == "K" for card in hand))


def nines(hand: Hand) -> str:
    return " ".join(sorted(str(card) for card in hand if card.points == 9))


VIEWS = [
    HandView(Depth.POINTS, no_trait),
    HandView(Depth.POINTS, three_or_eight),
    HandView(Depth.RANKS, paired, at_start=True),
    HandView(Depth.RANKS, kings),
    HandView(Depth.CARDS, perfectly_paired, at_start=True),
    HandView(Depth.CARDS, matched, at_start=True),
    HandView(Depth.CARDS, nines, at_start=True),
]


def uneven(decks: int, gone: int, seed: str) -> Composition:
    """What is left of a shuffled shoe when so many cards are gone."""
    cards = [card for card in DECK for _ in range(decks)]
    return Composition.of(random.Random(seed).sample(cards, len(cards) - gone))


def begun(seed: str) -> Coup:
    """A coup with two to five of its cards dealt, and not over."""
    dice = random.Random(seed)
    while True:
        coup = play(iter(dice.choices(DECK, k=dice.randrange(2, 6))))
        if not coup.is_over:
            return coup


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.trait.__name__)
def test_the_quick_way_is_the_plainer_one(view: HandView) -> None:
    """Uneven shoes, also those whose weights no float could hold."""
    shoes = [(8, 150)] if view.depth is Depth.CARDS else [(1, 20), (4, 70), (8, 150), (12, 9)]
    for decks, gone in shoes:
        cards = uneven(decks, gone, f"{decks}")
        found = weights_of(law_of((view,), cards, Rules(), nobody, Coup(), endless=False))
        rest = (view.trait, nobody, Coup(), False, view.at_start)
        assert found == weigh_hands(cards.at(view.depth), Rules(), *rest)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.trait.__name__)
def test_so_it_is_from_every_moment_of_a_coup(view: HandView) -> None:
    for number in range(4):
        cards, coup = uneven(6, 100, f"{number}"), begun(f"{view.trait.__name__} {number}")
        for endless in (False, True):
            found = weights_of(law_of((view,), cards, Rules(), nobody, coup, endless))
            rest = (view.trait, nobody, coup, endless, view.at_start)
            assert found == weigh_hands(cards.at(view.depth), Rules(), *rest)


def test_an_endless_deck_has_the_same_law_both_ways() -> None:
    for view in VIEWS[:4]:
        cards = uneven(2, 30, "endless")
        found = weights_of(law_of((view,), cards, Rules(), nobody, Coup(), endless=True))
        rest = (view.trait, nobody, Coup(), True, view.at_start)
        assert found == weigh_hands(cards.at(view.depth), Rules(), *rest)


def whimsical(seed: int) -> Strategy:
    """A strategy that looks at the cards of the hand, not at its total alone."""

    def decide(choice: Choice) -> bool:
        points = sorted(card.points for card in choice.hand)
        third = choice.players_third
        return random.Random(f"{seed} {points} {third and third.points}").random() < 0.5

    return decide


def labelled(seed: int) -> Callable[[Hand], str | None]:
    """A trait of the cards in their order, without rhyme or reason."""

    def trait(hand: Hand) -> str | None:
        number = seed
        for card in hand:
            number = (31 * number + ORDER[card]) % 1009
        return (None, "one", "two")[number % 3]

    return trait


@st.composite
def few_kinds(draw: st.DrawFn, least: int = 6) -> Composition:
    """A shoe of few kinds of cards, so that the plain enumeration is quick."""
    depth = draw(st.sampled_from([Depth.POINTS, Depth.RANKS]))
    kinds = draw(st.lists(st.sampled_from(KINDS[depth]), min_size=1, max_size=4, unique=True))
    cards = [kind for kind in kinds for _ in range(draw(st.integers(1, 6)))]
    cards += kinds[:1] * (least - len(cards))
    return Composition.of(cards, depth)


@examples(12)
@given(
    few_kinds(least=11),
    st.integers(0, 999),
    st.sampled_from([(Rules(), False), (PARLOR, True), (PRINTED, False)]),
    st.integers(0, 5),
    st.booleans(),
)
def test_any_trait_is_weighed_as_every_coup_weighs_it(
    cards: Composition, seed: int, game: tuple[Rules, bool], length: int, at_start: bool
) -> None:
    """Every coup one by one, under free cells, beside a printed card, from any moment."""
    rules, is_free = game
    decide = whimsical(seed) if is_free else nobody
    dealt = iter(random.Random(seed).sample(list(cards.cards), length))
    opening = rules.opening.at(cards.depth)
    coup = play(dealt, rules.tableau, decide, opening)
    assume(not coup.is_over)
    left = cards.without(coup.cards[len(opening) :])
    trait = labelled(seed)
    weights: Counter[tuple[int, str | None, str | None]] = Counter()
    for ended, weight in plain.coups(left, rules, decide, coup):
        outcome = ended.outcome(lambda hand: trait(Hand(hand.cards[:2]) if at_start else hand))
        weights[outcome.index, outcome.player.trait, outcome.banker.trait] += weight
    view = HandView(cards.depth, trait, at_start)
    assert weights_of(law_of((view,), left, rules, decide, coup, endless=False)) == weights


def test_a_banker_who_draws_only_when_player_stands_is_weighed() -> None:
    text = [line.split() for line in str(PUNTO_BANCO).splitlines()]
    rows = [
        [*row[:-11], *"-" * 10, "D" if total < 6 else "-"] for total, row in enumerate(text[3:])
    ]
    rules = Rules(tableau=Tableau.read("\n".join(map(" ".join, [*text[:3], *rows]))))
    few = Composition.parse("0:3 2:2 3:2 6:2 9:2")
    view = HandView(Depth.POINTS, labelled(7))
    found = weights_of(law_of((view,), few, rules, nobody, Coup(), endless=False))
    assert found == weigh_hands(few, rules, view.trait)


def test_several_views_see_what_each_sees_alone() -> None:
    cards = uneven(8, 60, "together")
    together = law_of(tuple(VIEWS[1:6]), cards, Rules(), nobody, Coup(), endless=False)
    for place, view in enumerate(VIEWS[1:6]):
        alone = law_of((view,), cards, Rules(), nobody, Coup(), endless=False)
        assert weights_of(together, place) == weights_of(alone)


@pytest.mark.slow
def test_colours_of_whole_hands_are_weighed_in_every_order_of_few_cards() -> None:
    """Twenty third cards are told apart."""
    few = parse_cards("4s 8h Kd 5c 9h 9c 2d")
    weights: Counter[tuple[int, str | None, str | None]] = Counter()
    for order in permutations(few, 6):
        outcome = deal(order[: len(play(iter(order)))]).outcome(colours)
        weights[outcome.index, outcome.player.trait, outcome.banker.trait] += 1
    view = HandView(Depth.CARDS, colours)
    found = law_of((view,), Composition.of(few), Rules(), nobody, Coup(), endless=False)
    assert weights_of(found) == weights


@pytest.mark.parametrize("decks", [1, 8, 12, 27, 28, 8000])
def test_the_cells_are_those_of_the_constants(decks: int) -> None:
    """As many decks as anybody asks for: beyond 27 machine numbers are too narrow."""
    counts = Composition((16 * decks - 1, *[4 * decks] * 8, 4 * decks - 3))
    assert list(odds(composition=counts).tally.cells) == batch_cells([counts.counts])[0].tolist()


def start_and_end(outcome: Outcome) -> str | None:
    if not outcome.player.trait:
        return None
    return "beaten" if outcome.winner is Side.BANKER else "held"


def test_a_bet_on_starts_may_look_at_how_the_coup_ends() -> None:
    """Its trait is of two cards, its event is not."""
    paid = Bet(
        "Pair Beaten",
        start_and_end,
        pays={"beaten": 30, "held": 5},
        depth=Depth.RANKS,
        trait=paired,
        at_start=True,
    )
    few = Composition.parse("Kx:3 9x:2 4x:2 8x:2")
    settled: Counter[str | None] = Counter()
    for coup, weight in plain.coups(few):
        settled[paid.tier(coup)] += weight
    found = odds(composition=few).of(paid)
    assert dict(found.weights) == dict(settled)
    assert 0 < found.weights["beaten"] != found.weights["held"] > 0


def test_an_event_is_asked_once_and_only_of_what_happens() -> None:
    asked: Counter[Outcome] = Counter()

    def event(outcome: Outcome) -> str | None:
        asked[outcome] += 1
        if outcome.player.total == 9:
            raise TypeError("there is no nine in these cards")
        return "low" if outcome.player.total < 5 else None

    low = Bet("Low", event, pays={"low": 1}, depth=Depth.POINTS, trait=lambda hand: None)
    for decks in range(1, 4):
        table = odds(composition=Composition((16 * decks, *[0, 4 * decks] * 4, 0)))
        assert 0 < table.of(low).chance < 1
    assert set(asked.values()) == {1}
    with pytest.raises(BadBet, match="its event breaks: there is no nine"):
        odds(8).of(low)
    with pytest.raises(BadBet, match="its event breaks: there is no nine"):
        odds(8).of(low)


def test_the_law_of_the_felt_adds_up_to_the_odds_of_its_bets() -> None:
    table = OddsTable(game("punto-banco"), uneven(8, 200, "felt"))
    bets = list(table.game.layout.bets.values())
    together = joint(table, bets)
    for place, item in enumerate(bets):
        alone: Counter[str | None] = Counter()
        for tiers, weight in together.items():
            alone[tiers[place]] += weight
        assert table.of(item).weights == dict.fromkeys([*item.pays, None], 0) | alone


def test_no_bets_at_all_have_a_law_too() -> None:
    table = odds(8)
    assert joint(table, []) == {(): table.tally.total}


def test_a_trait_too_fine_takes_the_plainer_way() -> None:
    """Forty third cards are told apart: suits and points."""
    view = HandView(Depth.CARDS, suited_three)
    assert start_weights(PUNTO_BANCO, nobody, Coup(), view) is None
    few = Composition.parse("Kh:2 9h:2 4h:1 8d:3")
    weights: Counter[tuple[int, str | None, str | None]] = Counter()
    for coup, weight in plain.coups(few):
        outcome = coup.outcome(suited_three)
        weights[outcome.index, outcome.player.trait, outcome.banker.trait] += weight
    found = law_of((view,), few, Rules(), nobody, Coup(), endless=False)
    assert {
        (cell, *player, *banker): weight
        for (cell, player, banker), weight in zip(found.keys, found.weights.tolist(), strict=True)
    } == dict(weights)


def test_a_trait_too_fine_for_the_memory_is_refused() -> None:
    """Every start written out: hundreds of millions of pairs."""
    fine = Bet("Fine", lambda outcome: "win", {"win": 1}, Depth.CARDS, trait=str, at_start=True)
    with pytest.raises(
        BadBet,
        match=r"the bet's trait makes [\d,]* different pairs of hands, too many for exact odds",
    ):
        odds(8).of(fine)
