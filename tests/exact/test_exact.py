"""The fast exact methods agree with the plain enumeration, at every depth and from every moment."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import inf, perm
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat import Bet, Card, Composition, Coup, Depth, Hand, Rules, bet, game, registered
from baccarat.base.errors import BaccaratError
from baccarat.core.bets.pairs import paired
from baccarat.core.cards import KINDS, ORDER
from baccarat.core.coup import OUTCOMES
from baccarat.core.rules import STANDARD
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Tableau
from baccarat.core.tally import Tally
from baccarat.core.third_card import Choice, Strategy, following, nobody, play
from baccarat.exact.batch import loops as kernels
from baccarat.exact.batch.compositions import batch, batch_cells
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.weights import plain
from baccarat.exact.weights.by_hand import Weights, weigh_hands

PARLOR = Rules(tableau=CHEMIN_DE_FER)


@st.composite
def few_kinds(draw: st.DrawFn, depth: Depth = Depth.POINTS, least: int = 6) -> Composition:
    """A shoe of few kinds of cards, so that the plain enumeration is quick: some ranks missing."""
    kinds = draw(st.lists(st.sampled_from(KINDS[depth]), min_size=1, max_size=4, unique=True))
    counts = [draw(st.integers(1, 9)) for _ in kinds]
    cards = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
    assume(len(cards) >= least)
    return Composition.of(cards, depth)


@st.composite
def tableaux(draw: st.DrawFn) -> Tableau:
    """Any drawing rules at all."""
    moves = st.sampled_from(list(bac.Move)[:2])
    player = draw(st.lists(moves, min_size=8, max_size=8))
    banker = [draw(st.lists(moves, min_size=11, max_size=11)) for _ in range(8)]
    return Tableau(tuple(player), tuple(map(tuple, banker)))


def whimsical(seed: int) -> Strategy:
    """A strategy that looks at the cards of the hand, not at its total alone."""

    def decide(choice: Choice) -> bool:
        points = sorted(card.points for card in choice.hand)
        third = choice.players_third
        return random.Random(f"{seed} {points} {third and third.points}").random() < 0.5

    return decide


def weigh(composition: Composition, rules: Rules = STANDARD, decide: Strategy = nobody) -> Tally:
    """The cells of a batch, which come from the constants of the rules."""
    (cells,) = batch_cells(
        [composition.at(Depth.POINTS).counts], rules=rules, decide=decide
    ).tolist()
    return Tally(tuple(cells))


def brute(
    composition: Composition,
    rules: Rules,
    trait: Callable[[Hand], str | None],
    decide: Strategy = nobody,
    coup: Coup | None = None,
) -> Weights:
    """Every coup, one by one."""
    weights: Counter[tuple[int, str | None, str | None]] = Counter()
    for ended, weight in plain.coups(composition, rules, decide, coup):
        outcome = ended.outcome(trait)
        weights[outcome.index, outcome.player.trait, outcome.banker.trait] += weight
    return dict(weights)


# Totals


@given(few_kinds())
def test_the_constants_give_what_the_enumeration_gives(composition: Composition) -> None:
    assert weigh(composition).cells == plain.weigh(composition).cells


@pytest.mark.slow
@examples(16)
@given(few_kinds(), tableaux())
def test_so_they_do_for_any_tableau(composition: Composition, tableau: Tableau) -> None:
    rules = Rules(tableau=tableau)
    assert weigh(composition, rules).cells == plain.weigh(composition, rules).cells


@pytest.mark.slow
@examples(8)
@given(few_kinds(), st.integers(0, 999))
def test_and_for_free_cells_under_any_strategy(composition: Composition, seed: int) -> None:
    decide = whimsical(seed)
    found = weigh(composition, PARLOR, decide)
    assert found.cells == plain.weigh(composition, PARLOR, decide).cells


@examples(16)
@given(few_kinds(), st.sampled_from(KINDS[Depth.RANKS]))
def test_and_beside_a_printed_card(composition: Composition, printed: Card) -> None:
    rules = Rules(printed=printed)
    assert weigh(composition, rules).cells == plain.weigh(composition, rules).cells


@given(st.integers(1, 12))
def test_the_weights_sum_to_the_falling_factorial(decks: int) -> None:
    assert weigh(Composition.decks(decks)).total == perm(52 * decks, 6)


def test_beyond_every_machine_number_the_weights_are_still_exact() -> None:
    """Counts a thousand times eight decks: the sum has 70 binary digits and more."""
    huge = Composition(tuple(1000 * count for count in (128, *[32] * 9)))
    found = weigh(huge)
    assert found.total == perm(416_000, 6)
    assert found.total > 1 << 64
    # The chances have all but reached those of an endless deck.
    endless = odds(inf)["banker"].edge
    assert abs(found.of_bet(bet("banker")).edge - endless) < Fraction(1, 10**6)


@pytest.mark.long
@pytest.mark.slow
def test_an_endless_deck_is_the_law_of_independent_cards() -> None:
    """Each of the 10^6 sextuples has the product of its cards' chances."""
    shares = [4, *[1] * 9]
    weights = Counter[int]()
    plenty = Composition((6,) * 10)
    for coup, _ in plain.coups(plenty):
        weight = 13 ** (6 - len(coup))
        for card in coup.cards:
            weight *= shares[card.points]
        weights[coup.outcome().index] += weight
    # One deck has sixteen cards of no points and four of the others: all shares fourfold.
    cells = odds(inf).tally.cells
    assert [weight * 4**6 for weight in (weights[cell] for cell in range(400))] == list(cells)


# Traits


def labelled(seed: int) -> Callable[[Hand], str | None]:
    """A trait of the cards in their order, without rhyme or reason."""

    def trait(hand: Hand) -> str | None:
        number = seed
        for card in hand:
            number = (31 * number + ORDER[card]) % 1009
        return (None, "one", "two")[number % 3]

    return trait


@examples(14)
@given(few_kinds(Depth.POINTS) | few_kinds(Depth.RANKS), st.integers(0, 999))
@pytest.mark.long
def test_any_trait_is_weighed_as_the_enumeration_weighs_it(
    composition: Composition, seed: int
) -> None:
    trait = labelled(seed)
    assert weigh_hands(composition, Rules(), trait) == brute(composition, Rules(), trait)


# Whole cards take longer: 143,364 hands are labelled each time.
@pytest.mark.slow
@examples(2)
@given(few_kinds(Depth.CARDS), st.integers(0, 999))
def test_so_is_any_trait_of_whole_cards(composition: Composition, seed: int) -> None:
    trait = labelled(seed)
    assert weigh_hands(composition, Rules(), trait) == brute(composition, Rules(), trait)


def agrees_from_any_prefix(composition: Composition, seed: int, length: int) -> None:
    cards = random.Random(seed).sample(list(composition.cards), length)
    coup = play(iter(cards))
    assume(not coup.is_over)
    left = composition.without(coup.cards)
    trait = labelled(seed)
    found = weigh_hands(left, Rules(), trait, coup=coup)
    assert found == brute(left, Rules(), trait, coup=coup)
    assert sum(found.values()) == perm(len(left), 6 - len(coup))


@examples(14)
@given(
    few_kinds(Depth.POINTS, least=11) | few_kinds(Depth.RANKS, least=11),
    st.integers(0, 999),
    st.integers(1, 5),
)
def test_every_prefix_of_a_coup_agrees_with_brute_force(
    composition: Composition, seed: int, length: int
) -> None:
    agrees_from_any_prefix(composition, seed, length)


@examples(4)
@given(few_kinds(Depth.CARDS, least=11), st.integers(0, 999), st.integers(1, 5))
def test_so_does_every_prefix_of_whole_cards(
    composition: Composition, seed: int, length: int
) -> None:
    agrees_from_any_prefix(composition, seed, length)


@pytest.mark.slow
@examples(5)
@given(few_kinds(Depth.RANKS), st.integers(0, 999), st.sampled_from(KINDS[Depth.RANKS]))
def test_traits_meet_free_cells_and_printed_cards(
    composition: Composition, seed: int, printed: Card
) -> None:
    rules, decide = Rules(tableau=CHEMIN_DE_FER, printed=printed), whimsical(seed)
    trait = labelled(seed)
    found = weigh_hands(composition, rules, trait, decide)
    assert found == brute(composition, rules, trait, decide)


@pytest.mark.parametrize("depth", list(KINDS))
def test_without_traits_every_depth_gives_the_same_weights(depth: Depth) -> None:
    found = weigh_hands(Composition.decks(8).at(depth), Rules())
    cells = weigh(Composition.decks(8)).cells
    assert found == {(cell, None, None): weight for cell, weight in enumerate(cells) if weight}


def test_twelve_decks_need_whole_numbers_and_get_them() -> None:
    found = weigh_hands(Composition.decks(12).at(Depth.RANKS), Rules(), paired)
    assert sum(found.values()) == perm(624, 6) > 1 << 53


BY_HAND = {
    # A hand pairs when its second card is one of the 31 of 415 left that match the first.
    "player-pair": Fraction(31, 415),
    "banker-pair": Fraction(31, 415),
    # Both pair: the same rank, 30 of 414 and 29 of 413 left, or one of the 12 others.
    "either-pair": 2 * Fraction(31, 415)
    - Fraction(31, 415) * (Fraction(30 * 29, 414 * 413) + 12 * Fraction(32 * 31, 414 * 413)),
    "perfect-pair": 2 * Fraction(7, 415)
    - Fraction(7, 415) * (Fraction(6 * 5, 414 * 413) + 51 * Fraction(8 * 7, 414 * 413)),
    # Suited: 103 of the other 415 cards.
    "majestic-match-banker": Fraction(103, 415),
}


@pytest.mark.parametrize("key", BY_HAND)
def test_a_chance_that_can_be_had_by_hand_is_the_same(key: str) -> None:
    assert odds(8)[key].chance == BY_HAND[key]


def test_equal_starts_are_weighed_like_any_trait() -> None:
    """The statistic of both hands beginning level, by counting the first four cards alone."""
    level = Bet(
        "Equal Start",
        lambda outcome: "level" if outcome.player.trait == outcome.banker.trait else None,
        pays={"level": 8},
        depth=Depth.POINTS,
        trait=lambda hand: str(hand.start),
    )
    counts = [128, *[32] * 9]
    ways = 0
    for cards in np.ndindex(10, 10, 10, 10):
        if (cards[0] + cards[1]) % 10 == (cards[2] + cards[3]) % 10:
            left, weight = list(counts), 1
            for points in cards:
                weight *= left[points]
                left[points] -= 1
            ways += weight
    assert odds(8).of(level).chance == Fraction(ways, perm(416, 4))


# Odds


def test_the_first_lines_of_the_readme_are_true() -> None:
    assert round(100 * float(odds(decks=8)["banker"].edge), 4) == 1.0579
    assert odds(decks=8, given="Kh 9d 5c 9s")["banker"].chance == 1  # a natural eight against five


@pytest.mark.slow
@pytest.mark.parametrize("item", list(registered()), ids=lambda item: item.key)
def test_the_next_card_changes_nothing_on_average(item: Bet) -> None:
    """The law of total probability, for every bet there is."""
    table = odds(6, given="9h 2c 3d", seen="Kh 7c 7c 8d")
    depth = max(item.depth, Depth.POINTS)
    after = table.next_cards(depth).values()
    assert sum(chance for chance, _ in after) == 1
    # Of a bet that is offered later, each card counts as often as the bet is laid after it.
    laid = [(chance * then.of(item).offered, then) for chance, then in after if then.offers(item)]
    if not table.offers(item):  # these cards rule it out
        assert not laid
        return
    assert sum(chance for chance, _ in laid) == table.of(item).offered
    average = sum(chance * then.of(item).expectation for chance, then in laid)
    assert average == table.of(item).expectation * table.of(item).offered


def test_a_coup_that_is_over_has_certain_odds() -> None:
    table = odds(8, given="Kh 9d 5c 4s 8h")
    assert table["tie"].chance == 1
    assert table["player"].probability("tie") == 1
    assert table["player-pair"].chance == 0
    assert table["perfect-pair"].expectation == -1


def test_a_bet_at_another_price_and_off_the_felt_is_weighed_too() -> None:
    table = odds()
    assert "dragon-7" not in list(table)
    assert "dragon-7" in table
    assert "blackjack" not in table
    assert table["tie:9"].edge < table["tie"].edge
    assert table["lucky-6:12/23"].weights == table["lucky-6"].weights


def test_pushes_are_left_out_of_the_edge_per_resolved_bet() -> None:
    """wizardofodds.com/games/baccarat: 1.17 % for Banker and 1.36 % for Player, ties left out."""
    table = odds(8)
    assert round(100 * float(table["banker"].edge_resolved), 2) == 1.17
    assert round(100 * float(table["player"].edge_resolved), 2) == 1.36
    assert table["tie"].edge_resolved == table["tie"].edge


def test_a_strangers_bet_on_whole_coups_is_weighed_by_enumeration() -> None:
    first_is_nine = Bet(
        "First Nine",
        lambda coup: "nine" if coup.player.cards[0].points == 9 else None,
        pays={"nine": 11},
        depth=Depth.POINTS,
    )
    few = Composition.parse("9:3 4:4 0:5")
    assert odds(composition=few).of(first_is_nine).chance == Fraction(3, 12)


def ask_for(name: str, composition: str | None = None, game: str = "punto-banco") -> OddsTable:
    table = odds(game=game, composition=composition)
    assert table[name] is None, "it should have complained"
    return table


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: odds(0), "1 to 12 whole decks"),
        (lambda: odds(2.5), "whole decks"),
        (lambda: odds(1, seen="Ah Ah"), "too many of Ah: there are only 1"),
        (lambda: odds(1, given="Ah Ah"), "too many of Ah"),
        (lambda: odds(8, seen="Ax " * 33), "too many of Ax: there are only 32"),
        (lambda: odds(given="9h 2c Kd 3d 5s"), "5s cannot be dealt"),
        (lambda: odds(composition="0:5"), "only 5 are left"),
        (lambda: odds(8, composition="0:50"), "not both"),
        (lambda: ask_for("player-pair", composition="0:500"), "counted by points, not by ranks"),
        (lambda: ask_for("blackjack"), "unknown bet"),
        (lambda: odds(game="chemin-de-fer"), "somebody must decide"),
        (lambda: ask_for("perfect-pair", game="7-up"), "known only by ranks"),
        (lambda: batch([[128, *[32] * 9]], bet("player-pair")), "player-pair needs ranks"),
        # the number of ways to deal is no number of trials
        (lambda: odds(8)["banker"].edge_interval(), "exact, so they have no interval"),
        (lambda: odds(8)["banker"].chance_interval(), "exact, so they have no interval"),
    ],
)
def test_impossible_questions_are_refused(ask: Callable[[], Any], complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        _ = ask()["banker"]


def test_chemin_de_fer_is_weighed_under_a_strategy() -> None:
    bound = odds(6, game="chemin-de-fer", decide=following(PUNTO_BANCO))
    assert bound.tally.cells == odds(6).tally.cells


# Batches

counts_of_shoes = st.lists(
    st.lists(st.integers(0, 128), min_size=10, max_size=10).filter(lambda row: sum(row) >= 6),
    min_size=1,
    max_size=4,
)


@pytest.mark.slow
@examples(12)
@given(counts_of_shoes)
def test_a_batch_is_the_same_weights_row_by_row(rows: list[list[int]]) -> None:
    array = np.array(rows)
    winners, dragon, cells = batch(array), batch(array, bet("dragon-7")), batch_cells(array)
    for row, counts in enumerate(rows):
        found = odds(composition=Composition(tuple(counts))).tally
        assert tuple(cells[row].tolist()) == found.cells
        assert winners[row].tolist() == [
            found.of_bet(bet(key)).wins for key in ("player", "banker", "tie")
        ]
        assert dragon[row].tolist() == list(found.of_bet(bet("dragon-7")).weights.values())


@examples(4)
@given(counts_of_shoes)
def test_a_batch_without_numba_is_slower_and_the_same(rows: list[list[int]]) -> None:
    array = np.array(rows)
    fast = batch(array), batch_cells(array)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "HAS_NUMBA", False)
        slow = batch(array), batch_cells(array)
    for one, other in zip(fast, slow, strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("decks", [8, 9, 12, 28, 100])
def test_a_batch_takes_the_wider_road_in_time(decks: int) -> None:
    """Floats to eight decks, 64-bit numbers to 27, Python's beyond."""
    row = [16 * decks, *[4 * decks] * 9]
    found = batch([row])[0].tolist()
    assert sum(found) == perm(52 * decks, 6)
    exact = odds(composition=Composition(tuple(row))).tally
    assert found == [exact.of_bet(bet(key)).wins for key in ("player", "banker", "tie")]


def test_a_batch_knows_other_games_and_other_threads() -> None:
    rows = np.tile(np.array([[128, *[32] * 9]]), (5000, 1))
    rows[:, 3] -= np.arange(5000) % 30
    assert (batch(rows, threads=1) == batch(rows, threads=3)).all()
    seven_up = game("7-up")
    found = batch(rows[:1], seven_up.layout.bet("banker"), rules=seven_up.rules)[0].tolist()
    assert found == list(odds(game=seven_up)["banker"].weights.values())


def test_an_empty_batch_is_empty() -> None:
    assert batch(np.zeros((0, 10), dtype=int)).shape == (0, 3)


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([[1] * 9], "row of ten"),
        ([1] * 10, "row of ten"),
        ([[1.5] * 10], "whole counts"),
        ([[-1, *[5] * 9]], "from 0 to"),
        ([[1 << 40, *[5] * 9]], "from 0 to"),
        ([[5, *[0] * 9]], "at least 6 cards, not 5"),
    ],
)
def test_a_batch_that_is_none_is_refused(rows: list[list[int]], complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        batch(rows)


def test_outcomes_with_traits_are_judged_as_coups_are() -> None:
    """What the odds say of a bet is what settling every coup would say."""
    few = Composition.parse("Kh:2 Kd:1 9h:2 4s:2 8h:2")
    for key in ("perfect-pair", "majestic-match-player", "lucky-8-banker", "either-pair"):
        item = bet(key)
        settled: Counter[str | None] = Counter()
        for coup, weight in plain.coups(few):
            settled[item.tier(coup)] += weight
        found = odds(composition=few).of(item).weights
        assert {tier: weight for tier, weight in found.items() if weight} == dict(settled)


ENDLESS = {
    # Every card returns, so a card matches another's rank once in 13 times.
    "player-pair": Fraction(1, 13),
    "banker-pair": Fraction(1, 13),
    "either-pair": 1 - Fraction(12, 13) ** 2,
    "perfect-pair": 1 - Fraction(51, 52) ** 2,
    "majestic-match-player": Fraction(1, 4),
}


@pytest.mark.parametrize("key", ENDLESS)
def test_in_an_endless_deck_the_hands_know_nothing_of_each_other(key: str) -> None:
    assert odds(inf)[key].chance == ENDLESS[key]
    begun = odds(inf, given="Kh 9d")[key]
    assert begun.chance == ENDLESS[key]
    assert begun.total == 52**4


def test_a_banker_who_draws_only_when_player_stands_is_weighed() -> None:
    """Such a hand of three cards is never dealt beside another of three."""
    draw, stand = "D", "-"
    text = [line.split() for line in str(PUNTO_BANCO).splitlines()]
    rows = [
        [*row[:-11], *stand * 10, draw if total < 6 else stand]
        for total, row in enumerate(text[3:])
    ]
    rules = Rules(tableau=Tableau.read("\n".join(map(" ".join, [*text[:3], *rows]))))
    few = Composition.parse("0:3 2:2 3:2 6:2 9:2")
    found = weigh_hands(few, rules, labelled(7))
    assert found == brute(few, rules, labelled(7))
    assert {OUTCOMES[cell].banker.cards for cell, _, _ in found} == {2, 3}


def test_a_table_of_odds_is_as_long_as_its_felt() -> None:
    table = odds(8, game="ez")
    assert list(table) == list(game("ez").layout.bets)
    assert len(table) == len(list(table)) == len(table.rows())


def test_where_somebody_decides_two_hands_as_text_say_whether_the_coup_is_over() -> None:
    decide = following(PUNTO_BANCO)
    stood = odds(6, game="chemin-de-fer", given="5h Kc | 3d Ks", decide=decide)
    assert stood["player"].chance == 1
    begun = odds(6, game="chemin-de-fer", given="5h Kc | 3d Ks …", decide=decide)
    assert begun["player"].chance == odds(6, given="5h 3d Kc Ks")["player"].chance < 1


def test_bets_are_told_as_json_by_the_names_they_are_given() -> None:
    told = odds(8).as_json({"mine": bet("tie:9")})["bets"]
    assert isinstance(told, dict)
    assert list(told) == ["mine"]
    assert told["mine"]["spelled"] == "tie:9"


def test_a_strangers_bet_on_whole_coups_may_ask_who_won_beside_other_bets() -> None:
    low = Bet(
        "Low Winner",
        lambda coup: "won" if coup.winner and coup.hand(coup.winner).total < 6 else None,
        pays={"won": 3},
        depth=Depth.POINTS,
    )
    few = Composition.parse("0:4 2:2 6:3 9:2")
    bets = [low, bet("tie")]
    settled: Counter[tuple[str | None, ...]] = Counter()
    for coup, weight in plain.coups(few):
        settled[tuple(item.tier(coup) for item in bets)] += weight
    assert joint(odds(composition=few), bets) == dict(settled)
