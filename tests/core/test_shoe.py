"""The shoe and its ceremony, held to a pile of cards with a real cut card in it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from math import sqrt
from statistics import mean
from sys import maxsize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText, ShoeError, ShoeFinished, TooShallow
from baccarat.core.cards import DECK, KINDS, Card, Depth, parse_cards, write_cards
from baccarat.core.chance import draw, seeded_dice
from baccarat.core.rules import Rules, deal_from, deal_shoe
from baccarat.core.shoe import LAST_COUPS, Composition, LastCoup, Shoe, decks_of

RULES = st.sampled_from(LAST_COUPS) | st.builds(LastCoup, st.integers(0, 4), st.integers(0, 4))
SMALL = st.lists(st.sampled_from(KINDS[Depth.POINTS]), min_size=17, max_size=60)
"""Cards of points alone, enough for any burn and a coup."""
BURNS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}


# Decks, cutting and burning


@pytest.mark.parametrize("decks", range(1, 13))
def test_a_shoe_of_one_to_twelve_decks_holds_every_card_once_a_deck(decks: int) -> None:
    cards = decks_of(decks)
    assert len(cards) == 52 * decks
    assert set(Counter(map(str, cards)).values()) == {decks}
    assert len(set(cards)) == 52
    assert cards == sorted(cards, key=DECK.index)
    shoe = Rules(decks=decks).shoe(seed=1)
    assert sorted(shoe.cards, key=DECK.index) == cards


IN_USE = (Shoe.of(DECK).burn(), Shoe.of(DECK).after_coup(4))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: decks_of(-1), "a shoe must have 1 to 12 decks, not -1"),
        (lambda: decks_of(0), "a shoe must have 1 to 12 decks, not 0"),
        (lambda: decks_of(13), "a shoe must have 1 to 12 decks, not 13"),
        (lambda: Composition.decks(-1), "a shoe must have 1 to 12 decks, not -1"),
        (lambda: Composition.decks(0), "a shoe must have 1 to 12 decks, not 0"),
        (lambda: Composition.decks(13), "a shoe must have 1 to 12 decks, not 13"),
        # the cut stays ten cards from either end
        *(
            (partial(Shoe.of(DECK).cut, at), f"10 to 42, not {at}")
            for at in (-1, 0, 9, 43, 52, 100)
        ),
        (lambda: Shoe.of(DECK, cut_card=-1), "0 to 52 cards from the end, not -1"),
        (lambda: Shoe.of(DECK, cut_card=53), "0 to 52 cards from the end, not 53"),
        *((partial(shoe.cut, 20), "cut before its first card") for shoe in IN_USE),
        *((shoe.burn, "burned only once") for shoe in IN_USE),
    ],
)
def test_a_shoe_that_cannot_be_is_refused_in_one_line(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(ShoeError, match=says):
        call()


def test_the_cut_moves_the_first_cards_to_the_back() -> None:
    shoe = Shoe.of(DECK)
    for at in range(10, 43):
        assert shoe.cut(at).cards == (*DECK[at:], *DECK[:at])
        assert shoe.cut(at).cut_card == shoe.cut_card


def test_a_shoe_of_twenty_cards_can_be_cut_in_one_place_and_a_smaller_one_nowhere() -> None:
    assert Shoe.of(DECK[:20]).cut(10).cards == DECK[10:20] + DECK[:10]
    for at in (9, 11):
        with pytest.raises(ShoeError):
            Shoe.of(DECK[:20]).cut(at)
    for size in (14, 19):
        with pytest.raises(ShoeError, match="too few to cut"):
            Shoe.of(DECK[:size]).cut(size // 2)


@pytest.mark.parametrize("first", [*(r + "h" for r in BURNS), *(r + "x" for r in BURNS)])
def test_the_burn_follows_the_rank_of_the_first_card(first: str) -> None:
    burns = BURNS[first[0]]
    shoe = Shoe.parse(f"{first} {write_cards(DECK)}").burn()
    assert shoe.burned == burns
    assert shoe.position == 1 + burns
    assert str(shoe.burn_card) == first
    assert shoe.cards_left == 52 - burns
    assert shoe.peek() == DECK[burns : burns + 6]
    assert shoe.coups == 0


def test_the_burn_reads_points_too_and_zero_burns_ten() -> None:
    for points in range(10):
        shoe = Shoe.parse(f"{points} " + "5 " * 30).burn()
        assert shoe.burned == (points or 10)


def test_a_shoe_without_a_burn_has_no_burn_card() -> None:
    shoe = Shoe.of(DECK)
    assert shoe.burn_card is None
    assert shoe.after_coup(5).burn_card is None


@pytest.mark.parametrize(("first", "size"), [("Ah", 8), ("9h", 16), ("Kh", 17)])
def test_a_burn_leaves_enough_for_a_coup_or_is_refused(first: str, size: int) -> None:
    cards = parse_cards(first + " 2c" * (size - 1))
    assert Shoe.of(cards, cut_card=0).burn().cards_left == 6
    with pytest.raises(ShoeError, match="too small"):
        Shoe.of(cards[:-1], cut_card=0).burn()


def test_an_empty_shoe_cannot_be_burned_and_is_finished() -> None:
    shoe = Shoe.of([], cut_card=0)
    assert shoe.is_finished
    with pytest.raises(ShoeError, match="too small"):
        shoe.burn()
    assert Shoe.shuffled([], seed=1, cut_card=0) == shoe


# The shuffle


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(1, 3))
@examples(16)
def test_the_stream_is_dealt_in_order_and_its_last_draws_are_the_burned_cards(
    seed: int, number: int, decks: int
) -> None:
    cards = decks_of(decks)
    stream = list(draw(cards, seeded_dice(seed, number, len(cards))))
    plain = Shoe.shuffled(cards, seed=seed, number=number, will_burn=False)
    assert list(plain.cards) == stream
    shoe = Shoe.shuffled(cards, seed=seed, number=number)
    assert shoe.cards[0] == stream[0]
    burned = shoe.burn()
    down = BURNS[stream[0].rank.value]
    assert burned.burned == down
    dealt = burned.cards[burned.position :]
    assert list(dealt) == stream[1 : len(stream) - down]
    assert list(burned.cards[1 : 1 + down]) == stream[-down:]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**32))
@examples(8)
def test_a_shoe_known_by_points_or_ranks_is_the_same_shoe(seed: int, number: int) -> None:
    whole = Shoe.shuffled(decks_of(2), seed=seed, number=number)
    for depth in (Depth.POINTS, Depth.RANKS):
        less = [card.at(depth) for card in reversed(decks_of(2))]
        shoe = Shoe.shuffled(less, seed=seed, number=number)
        assert list(shoe.cards) == [card.at(depth) for card in whole.cards]


def test_without_a_seed_two_shoes_differ() -> None:
    """Two equal shuffles of 52 cards would be a wonder: one in 52!."""
    one, two = (Shoe.shuffled(DECK) for _ in range(2))
    assert one != two
    assert set(one.cards) == set(two.cards) == set(DECK)


@given(
    st.lists(st.sampled_from(DECK), min_size=17, max_size=80),
    st.integers(0, 2**64 - 1),
    st.booleans(),
    st.data(),
)
@examples(24)
def test_a_shoe_neither_loses_nor_invents_a_card(
    cards: list[Card], seed: int, will_burn: bool, data: st.DataObject
) -> None:
    everything = Counter(cards)
    shoe = Shoe.shuffled(cards, seed=seed, will_burn=will_burn, cut_card=0)
    assert Counter(shoe.cards) == everything
    if len(cards) >= 20:
        shoe = shoe.cut(data.draw(st.integers(10, len(cards) - 10)))
        assert Counter(shoe.cards) == everything
    shown: Counter[Card] = Counter()
    down: Counter[Card] = Counter()
    if will_burn:
        first, *rest = shoe.cards
        shoe = shoe.burn()
        shown[first] += 1
        down.update(rest[: BURNS[first.rank.value]])
    while True:
        left = Counter(shoe.cards[shoe.position :])
        assert left.total() == shoe.cards_left
        assert shown + down + left == everything
        assert Counter(shoe.unseen.cards) == left + down
        if shoe.is_finished:
            break
        coup, shoe = deal_from(shoe)
        shown.update(coup.cards)


# The cut card and the last coup


class Pile:
    """The cards on the table with a plastic card among them, taken one by one."""

    def __init__(self, cards: list[Card], cut_card: int) -> None:
        self.pile: list[int | None] = [card.points for card in cards]
        self.pile.insert(len(cards) - cut_card, None)
        self.cut_card_is_out = False

    def take(self) -> int:
        card = self.pile.pop(0)
        if card is None:
            self.cut_card_is_out = True
            card = self.pile.pop(0)
            assert card is not None
        return card

    def __len__(self) -> int:
        return len(self.pile) - (None in self.pile)


BANKER_DRAWS_UP_TO = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}


def more(rule: LastCoup, as_first_card: bool) -> int:
    """The three rules in words; any other by its numbers."""
    if str(rule) in "ABC":
        return {"A": 0, "B": 0 if as_first_card else 1, "C": 1}[str(rule)]
    return rule.before if as_first_card else rule.inside


def walk(cards: list[Card], cut_card: int, rule: LastCoup, burn: bool) -> list[list[int]]:
    """Deal a shoe card by card as a casino does; the points of every coup."""
    pile = Pile(cards, cut_card)
    if burn:
        for _ in range(pile.take() or 10):
            pile.take()
    coups: list[list[int]] = []
    still: int | None = None
    while len(pile) >= 6 and still != 0:
        was_out = pile.cut_card_is_out
        coup = [pile.take()]
        # A cut card that came out among the burned cards counts as the first coup's first card.
        as_first_card = pile.cut_card_is_out
        coup += [pile.take() for _ in range(3)]
        player, banker = (coup[0] + coup[2]) % 10, (coup[1] + coup[3]) % 10
        if player < 8 and banker < 8:
            highest = 5
            if player < 6:
                coup.append(pile.take())
                highest = BANKER_DRAWS_UP_TO[coup[-1]]
            if banker <= highest:
                coup.append(pile.take())
        coups.append(coup)
        if still is not None:
            still -= 1
        elif pile.cut_card_is_out:
            assert coups[1:] == [] or not was_out
            still = more(rule, as_first_card)
    return coups


def dealt(cards: list[Card], cut_card: int, rule: LastCoup, burn: bool) -> list[list[int]]:
    shoe = Shoe.of(cards, cut_card, rule)
    coups = deal_shoe(shoe.burn() if burn else shoe)
    return [[card.points for card in coup.cards] for coup in coups]


@pytest.mark.slow
@given(SMALL, RULES, st.booleans(), st.data())
@examples(120)
def test_the_last_coup_is_that_of_a_real_cut_card_in_the_pile(
    cards: list[Card], rule: LastCoup, burn: bool, data: st.DataObject
) -> None:
    cut_card = data.draw(st.integers(0, len(cards)))
    assert dealt(cards, cut_card, rule, burn) == walk(cards, cut_card, rule, burn)


@pytest.mark.parametrize(
    ("rule", "burn"), [*product([*LAST_COUPS, LastCoup(2, 1), LastCoup(0, 3)], [True, False])]
)
def test_the_cut_card_at_every_depth_of_a_deck(rule: LastCoup, burn: bool) -> None:
    for seed in range(3):
        cards = [*Rules(decks=1).shuffle(seed).cards]
        for cut_card in range(53):
            assert dealt(cards, cut_card, rule, burn) == walk(cards, cut_card, rule, burn)


@given(SMALL, st.booleans(), st.data())
@examples(80)
def test_rule_c_deals_one_coup_more_than_rule_a_unless_the_cards_run_out(
    cards: list[Card], burn: bool, data: st.DataObject
) -> None:
    cut_card = data.draw(st.integers(0, len(cards)))
    a, b, c = (dealt(cards, cut_card, rule, burn) for rule in LAST_COUPS)
    assert a == b[: len(a)] == c[: len(a)]
    down = 1 + cards[0].burns if burn else 0
    left = len(cards) - down - sum(map(len, a))
    # cut_card = 0 never comes out: the shoe ends where the cards do
    assert len(c) == len(a) + (left >= 6)
    assert len(a) <= len(b) <= len(c)


ZEROS = "0 0 0 0 0 9 "
"""One coup of six cards on which nobody stands: 0 against 9."""


@pytest.mark.parametrize(
    ("ahead", "coups"),
    [
        (6, {"A": 2, "B": 2, "C": 3}),
        (7, {"A": 2, "B": 3, "C": 3}),
        (11, {"A": 2, "B": 3, "C": 3}),
        (12, {"A": 3, "B": 3, "C": 4}),
    ],
)
def test_the_three_rules_differ_where_the_cut_card_lies(ahead: int, coups: dict[str, int]) -> None:
    """Six coups of six cards; so many cards lie before the cut card."""
    for rule, count in coups.items():
        shoe = Shoe.parse(ZEROS * 6, cut_card=36 - ahead, last_coup=LastCoup.parse(rule))
        assert len(list(deal_shoe(shoe))) == count


def test_a_cut_card_among_the_burned_cards_makes_the_first_coup_the_last() -> None:
    for cut_at in range(12):
        for rule, count in {"A": 1, "B": 1, "C": 2}.items():
            cards = parse_cards("K♠ " + "2x " * 10 + ZEROS * 5)
            shoe = Shoe.of(cards, len(cards) - cut_at, LastCoup.parse(rule)).burn()
            assert len(list(deal_shoe(shoe))) == count


@pytest.mark.parametrize("left", range(6))
def test_with_fewer_than_six_cards_no_coup_is_begun(left: int) -> None:
    shoe = Shoe.parse(ZEROS * 2 + "9 " * left, cut_card=0)
    assert len(list(deal_shoe(shoe))) == 2
    shoe = shoe.after_coup(6).after_coup(6)
    assert shoe.cards_left == left
    assert shoe.is_finished


def test_a_finished_shoe_deals_no_more() -> None:
    shoe = Shoe.parse(ZEROS * 5, cut_card=24)
    _, shoe = deal_from(shoe)
    assert not shoe.is_finished
    _, shoe = deal_from(shoe)
    assert shoe.is_finished
    assert shoe.cards_left == 18
    with pytest.raises(ShoeFinished, match="finished after 2 coups"):
        shoe.peek()
    with pytest.raises(ShoeFinished):
        deal_from(shoe)
    assert list(deal_shoe(shoe)) == []


@pytest.mark.slow
def test_the_mean_number_of_coups_is_the_published_one() -> None:
    """Known from elsewhere: cut 14, A 80.484, B 81.281, C 81.484 (sd 1.62); cut 16, B 80.876.

    Each mean is allowed 4.42 standard errors: an honest program fails one in 100,000 times.
    """
    shoes = 300
    coups: dict[tuple[int, LastCoup], list[int]] = {}
    for number in range(shoes):
        shoe = Rules().shoe(seed=80, number=number)
        sizes = [len(coup) for coup in deal_shoe(replace(shoe, cut_card=0))]
        for cut_card, rule in (
            (14, LastCoup.A),
            (14, LastCoup.B),
            (14, LastCoup.C),
            (16, LastCoup.B),
        ):
            other = replace(shoe, cut_card=cut_card, last_coup=rule)
            for size in sizes:  # the cards fall alike; only the end differs
                if other.is_finished:
                    break
                other = other.after_coup(size)
            coups.setdefault((cut_card, rule), []).append(other.coups)
    allowed = 4.42 * 1.62 / sqrt(shoes) + 0.001
    assert mean(coups[14, LastCoup.A]) == pytest.approx(80.484, abs=allowed)
    assert mean(coups[14, LastCoup.B]) == pytest.approx(81.281, abs=allowed)
    assert mean(coups[14, LastCoup.C]) == pytest.approx(81.484, abs=allowed)
    assert mean(coups[16, LastCoup.B]) == pytest.approx(80.876, abs=allowed)
    a_to_c = zip(*(coups[14, rule] for rule in LAST_COUPS), strict=True)
    more = [(b - a, c - a) for a, b, c in a_to_c]
    assert {c for _, c in more} == {1}
    # 81.281 - 80.484 is the chance that the cut card comes inside a coup.
    allowed = 4.42 * sqrt(0.797 * 0.203 / shoes) + 0.002
    assert mean(b for b, _ in more) == pytest.approx(0.797, abs=allowed)


@given(SMALL, RULES, st.booleans(), st.data())
@examples(20)
def test_a_shoe_can_be_pasted_at_any_moment(
    front_door: dict[str, object],
    cards: list[Card],
    rule: LastCoup,
    burn: bool,
    data: st.DataObject,
) -> None:
    shoe = Shoe.of(cards, data.draw(st.integers(0, len(cards))), rule)
    shoe = shoe.burn() if burn else shoe
    for _ in range(3):
        assert eval(repr(shoe), front_door) == shoe
        assert Shoe.parse(str(shoe), shoe.cut_card).cards == shoe.cards
        if not shoe.is_finished:
            _, shoe = deal_from(shoe)


# Compositions

DEPTHS = [Depth.POINTS, Depth.RANKS, Depth.CARDS]
COMPOSITIONS = st.sampled_from(DEPTHS).flatmap(
    lambda depth: st.lists(
        st.integers(0, 40) | st.just(0), min_size=len(KINDS[depth]), max_size=len(KINDS[depth])
    ).map(lambda counts: Composition(tuple(counts)))
)


@pytest.mark.parametrize("decks", [1, 6, 8, 12])
def test_whole_decks_are_counted_at_every_depth(decks: int) -> None:
    cards = Composition.decks(decks)
    assert cards.counts == (decks,) * 52
    assert cards.at(Depth.RANKS).counts == (4 * decks,) * 13
    assert cards.at(Depth.POINTS).counts == (16 * decks, *[4 * decks] * 9)
    assert cards.at(Depth.RANKS).at(Depth.POINTS) == cards.at(Depth.POINTS)
    assert {len(cards.at(depth)) for depth in DEPTHS} == {52 * decks}
    assert (cards["Kh"], cards["Kx"], cards["0"], cards[Card(9)]) == (
        decks,
        4 * decks,
        16 * decks,
        4 * decks,
    )


@given(st.lists(st.sampled_from(DECK), max_size=60))
@examples(24)
def test_counting_agrees_with_a_counter(cards: list[Card]) -> None:
    composition = Composition.of(cards)
    for depth in DEPTHS:
        counted = Counter(str(card.at(depth)) for card in cards)
        assert all(composition.at(depth)[str(kind)] == counted[str(kind)] for kind in KINDS[depth])
        assert Composition.of(cards, depth) == composition.at(depth)
    assert list(composition.cards) == sorted(cards, key=DECK.index)


def test_cards_of_mixed_depth_are_counted_as_deep_as_all_are_known() -> None:
    assert Composition.of(parse_cards("Kh 9x 9d")) == Composition.parse("9x:2 Kx:1")
    assert Composition.of(parse_cards("Kh 9x 9")) == Composition.parse("9:2 0:1")


def test_a_composition_gives_no_more_than_it_knows() -> None:
    points = Composition.decks(8).at(Depth.POINTS)
    with pytest.raises(TooShallow):
        points.at(Depth.CARDS)
    with pytest.raises(TooShallow):
        points["Kh"]
    with pytest.raises(TooShallow):
        points.at(Depth.RANKS)
    with pytest.raises(TooShallow):
        Composition.decks(8).without("9")
    with pytest.raises(TooShallow):
        Composition.of(DECK, Depth.TOTALS)
    with pytest.raises(TooShallow):
        Composition.of(parse_cards("9 8"), Depth.RANKS)


@pytest.mark.parametrize("depth", DEPTHS)
def test_thirty_two_aces_leave_eight_decks_and_no_thirty_third(depth: Depth) -> None:
    aces = parse_cards("Ac Ad Ah As " * 8)
    left = Composition.decks(8).at(depth).without(aces)
    assert len(left) == 416 - 32
    assert left["1"] == 0
    for ace in ("Ac", "Ah"):
        with pytest.raises(ShoeError, match="too many of "):
            left.without(ace)
    with pytest.raises(ShoeError, match="too many of "):
        Composition.decks(8).at(depth).without([*aces, Card.parse("As")])


@given(st.lists(st.sampled_from(DECK), max_size=40), st.lists(st.sampled_from(DECK), max_size=40))
@examples(24)
def test_taking_cards_away_agrees_with_a_counter(there: list[Card], seen: list[Card]) -> None:
    composition, rest = Composition.of(there, Depth.CARDS), Counter(there)
    rest.subtract(seen)
    if min(rest.values(), default=0) < 0:
        with pytest.raises(ShoeError, match="too many of "):
            composition.without(seen)
    else:
        assert Counter(composition.without(seen).cards) == +rest
        assert composition.without(write_cards(seen)) == composition.without(seen)


@given(COMPOSITIONS)
@examples(40)
def test_a_composition_reads_back(front_door: dict[str, object], composition: Composition) -> None:
    assert Composition.parse(str(composition)) == composition
    assert eval(repr(composition), front_door) == composition


@pytest.mark.parametrize("kinds", [10, 13, 52])
def test_an_empty_composition_keeps_its_depth(kinds: int) -> None:
    empty = Composition((0,) * kinds)
    assert len(empty) == 0
    assert Composition.parse(str(empty)) == empty
    assert Composition.parse(str(empty)).depth is empty.depth


def test_a_composition_is_read_in_any_order_and_what_is_left_out_is_not_there() -> None:
    assert Composition.parse("9:1, 0:2").counts == (2, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert Composition.parse("10♦:3")["Td"] == 3


@pytest.mark.parametrize(
    "text", ["", "Kh", "Kh:", "Kh:-1", "Kh:1.5", "Kh:x", ":3", "Kh:1 Kh:2", "Kh:1 9:2", "Kh:٣"]
)
def test_a_bad_composition_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadText) as told:
        Composition.parse(text)
    assert len(str(told.value).splitlines()) == 1


@pytest.mark.parametrize("counts", [(), (1,) * 9, (1,) * 51, (-1, *[1] * 9)])
def test_other_counts_are_no_composition(counts: tuple[int, ...]) -> None:
    with pytest.raises(ShoeError):
        Composition(counts)


@given(
    st.text()
    | st.lists(st.text("0123456789TKAhcx:-., \n", max_size=7), max_size=5).map(" ".join)
    | st.lists(
        st.tuples(st.sampled_from([*DECK, *KINDS[Depth.POINTS]]), st.integers(0, 99)).map(
            lambda item: f"{item[0]}:{item[1]}"
        ),
        max_size=4,
    ).map(" ".join)
)
@examples(160)
def test_any_text_is_a_composition_or_bad_text(text: str) -> None:
    try:
        composition = Composition.parse(text)
    except BadText as told:
        assert len(str(told).splitlines()) == 1
    else:
        assert Composition.parse(str(composition)) == composition


def test_a_huge_count_is_added_up_and_not_dealt_out_card_by_card() -> None:
    huge = Composition((10**15,) * 52)
    assert huge.at(Depth.RANKS).counts == (4 * 10**15,) * 13
    assert huge.at(Depth.POINTS).counts == (16 * 10**15, *[4 * 10**15] * 9)


def test_more_cards_than_python_counts_are_refused() -> None:
    assert len(Composition((maxsize, *[0] * 9))) == maxsize
    with pytest.raises(ShoeError, match="at most 9,223,372,036,854,775,807 cards"):
        Composition((maxsize, 1, *[0] * 8))


def test_fourteen_cards_lie_behind_the_cut_card_unless_said_otherwise() -> None:
    cards = Rules(decks=1).shuffle(7).cards
    assert Shoe(cards).cut_card == Shoe.shuffled(cards).cut_card == Rules().cut_card == 14


def test_given_dice_take_the_cards_of_an_urn_in_their_order() -> None:
    urn = decks_of(1)
    assert Shoe.shuffled(urn, dice=[0] * 52, will_burn=False).cards == tuple(urn)
    last_first = Shoe.shuffled(urn, dice=range(51, -1, -1), will_burn=False)
    assert last_first.cards == tuple(reversed(urn))


def test_what_is_unseen_is_the_same_however_it_was_counted() -> None:
    shoe = Shoe.shuffled(decks_of(8), seed=7).burn()
    for used in (4, 6, 5, 0):
        before, counted = shoe, shoe.unseen
        shoe = shoe.after_coup(used)
        left = [*before.cards[1 : 1 + before.burned], *before.cards[shoe.position :]]
        assert shoe.unseen == Composition.of(left)
        assert before.unseen == counted
