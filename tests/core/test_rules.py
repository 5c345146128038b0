"""Rules: the ceremony from the shuffle to the last coup, and dealing given cards."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText, CoupError, ShoeError, TooShallow
from baccarat.core.cards import DECK, Card, Depth, parse_cards, write_cards
from baccarat.core.chance import draw, seeded_dice
from baccarat.core.coup import Coup
from baccarat.core.rules import STANDARD, Rules, deal, deal_from, deal_shoe
from baccarat.core.shoe import LAST_COUPS, LastCoup, decks_of
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.core.third_card import following, play

ONE = Rules(decks=1)
Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]
SEVEN_UP = Rules(printed=Card.parse("7x"))


def test_the_usual_rules_are_eight_decks_a_burn_and_the_cut_card_at_fourteen() -> None:
    assert Rules(8, PUNTO_BANCO, True, 14, LastCoup.A, None) == STANDARD


@pytest.mark.parametrize("decks", [0, 13])
def test_rules_refuse_other_numbers_of_decks(decks: int) -> None:
    with pytest.raises(ShoeError, match="1 to 12 decks"):
        Rules(decks=decks)


def test_rules_can_be_pasted(front_door: dict[str, object]) -> None:
    for rules in (
        STANDARD,
        SEVEN_UP,
        Rules(6, CHEMIN_DE_FER, burn=False, cut_card=0, last_coup=LastCoup.B),
    ):
        assert eval(repr(rules), front_door) == rules


@given(
    st.integers(1, 3),
    st.booleans(),
    st.integers(0, 52),
    st.sampled_from(LAST_COUPS),
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**64 - 1),
)
@examples(16)
def test_a_seeded_shoe_is_dealt_as_the_stream_and_a_second_dealer_say(
    plain_deal: Dealer,
    decks: int,
    burn: bool,
    cut_card: int,
    rule: LastCoup,
    seed: int,
    number: int,
) -> None:
    rules = Rules(decks, burn=burn, cut_card=cut_card, last_coup=rule)
    stream = list(draw(decks_of(decks), seeded_dice(seed, number, 52 * decks)))
    # The burn card is the first draw; the burned ones are drawn last and never dealt.
    burned = stream[0].points or 10
    to_deal = stream[1 : len(stream) - burned] if burn else stream
    shoe = rules.shoe(seed, number)
    assert shoe.cards_left == len(to_deal)
    for coup in deal_shoe(shoe, rules):
        player, banker = plain_deal([card.points for card in to_deal[:6]])
        assert coup.player.cards == tuple(to_deal[place] for place in player)
        assert coup.banker.cards == tuple(to_deal[place] for place in banker)
        to_deal = to_deal[len(coup) :]
    assert len(to_deal) < 6 or len(to_deal) <= cut_card


def test_the_guests_cut_comes_before_the_burn() -> None:
    whole = STANDARD.shuffle(seed=3)
    shoe = STANDARD.shoe(seed=3, cut=200)
    assert shoe.cards == (*whole.cards[200:], *whole.cards[:200])
    assert shoe.burn_card == whole.cards[200]
    assert shoe.burned == whole.cards[200].burns
    with pytest.raises(ShoeError, match="10 to 406"):
        STANDARD.shoe(seed=3, cut=407)


def test_a_shoe_that_nobody_could_foresee_is_a_whole_shoe() -> None:
    shoe = STANDARD.shoe()
    assert Counter(shoe.cards) == Counter(decks_of(8))
    assert shoe.burned == shoe.cards[0].burns


def test_a_printed_card_is_not_drawn_from_the_shoe() -> None:
    shoe = SEVEN_UP.shoe(seed=9)
    for _ in range(10):
        five = shoe.cards[shoe.position : shoe.position + 5]
        expected = play(iter([Card.parse("7x"), *five]))
        coup, after = deal_from(shoe, SEVEN_UP)
        assert coup == expected
        assert str(coup.player.cards[0]) == "7x"
        assert after.position == shoe.position + len(coup) - 1
        shoe = after


def test_a_printed_card_is_dealt_before_the_given_ones() -> None:
    assert deal("2c Kd 3s", SEVEN_UP) == Coup.parse("7x Kd | 2c 3s …")
    assert deal("", SEVEN_UP) == Coup.parse("7x | …")
    # so it is not counted among the cards of the decks
    rules = Rules(decks=1, printed=Card.parse("Ah"))
    assert deal("2c Ah", rules) == Coup.parse("Ah Ah | 2c …")


def test_given_cards_are_dealt_in_their_order() -> None:
    assert deal("Kh 9d 5c 4s 8h") == Coup.parse("Kh 5c 8h | 9d 4s")
    assert deal(parse_cards("Kh 9d 5c 4s 8h")) == Coup.parse("Kh 5c 8h | 9d 4s")
    assert deal("6 1 0 2 9") == Coup.parse("6 0 | 1 2 9")
    assert deal("") == Coup()
    assert deal("Kh 9d") == Coup.parse("Kh | 9d …")


@given(st.lists(st.sampled_from(DECK), max_size=9))
@examples(80)
def test_deal_takes_just_the_cards_of_one_coup(plain_deal: Dealer, cards: list[Card]) -> None:
    points = [card.points for card in cards]
    try:
        used = sum(map(len, plain_deal(points)))
    except IndexError:
        coup = deal(cards)
        assert not coup.is_over
        assert coup.cards == tuple(cards)
        return
    if used < len(cards):
        with pytest.raises(CoupError, match="the coup is over") as told:
            deal(cards)
        surplus = write_cards(cards[used : used + 2])
        assert f"): {surplus}" in str(told.value)
    else:
        assert deal(cards).is_over


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: Rules(decks=1, cut_card=-1), ShoeError, "0 to 52 cards from the end"),
        (lambda: Rules(decks=1, cut_card=53), ShoeError, "0 to 52 cards from the end"),
        # a third card after a natural
        (lambda: deal("9h 2c Kd 3s 5d"), CoupError, "5d cannot be dealt"),
        # Banker's natural
        (lambda: deal("2c 9h 3s Kd 5d"), CoupError, "5d cannot be dealt"),
        # both stand
        (lambda: deal("6h 7c Kd Ks 5d"), CoupError, "5d cannot be dealt"),
        # Banker's three stands against an eight
        (lambda: deal("Kh 9d 5c 4s 8h 2c"), CoupError, "2c cannot be dealt"),
        # a seventh card
        (lambda: deal("2h 2d Kc Ks 3h 4c 5d"), CoupError, "5d cannot be dealt"),
        (lambda: deal("Kh 2c Kh", ONE), ShoeError, "too many of Kh: there are only 1"),
        (lambda: deal("Kx Kx Kx Kx Kx", ONE), ShoeError, "too many of Kx: there are only 4"),
        (lambda: deal("9 2 9 9 9 9", ONE), ShoeError, "too many of 9: there are only 4"),
        # two kings of hearts are too many for one deck, whatever is known of the third card
        (lambda: deal("Kh 5 Kh", ONE), ShoeError, "too many of K"),
        (lambda: deal("Kh 5x Kh", ONE), ShoeError, "too many of K"),
        (lambda: deal("Kx 0 Kx Kx Kh Kx", ONE), ShoeError, "too many of K"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_of_a_card_as_many_are_dealt_as_the_decks_hold() -> None:
    assert deal("Kh 2c Kh", Rules(decks=2)) == Coup.parse("Kh Kh | 2c …")


def test_a_shoeful_of_cards_is_not_quoted_back() -> None:
    with pytest.raises(CoupError) as told:
        deal(f"9h 2c Kd 3s {write_cards(DECK * 7)}")
    assert len(str(told.value)) < 200


def test_cards_of_mixed_depth_are_dealt_as_deep_as_all_are_known() -> None:
    coup = deal("Kh 9 5x")
    assert coup == Coup.parse("Kh 5x | 9 …")
    assert coup.depth is Depth.POINTS
    with pytest.raises(TooShallow):
        _ = coup.banker.cards[0].rank


@given(st.lists(st.text("0123456789TJQKAcdhsx ,", max_size=4), max_size=7).map(" ".join))
@examples(80)
def test_any_text_is_dealt_or_complained_of_in_one_line(text: str) -> None:
    try:
        coup = deal(text)
    except (BadText, CoupError, ShoeError) as told:
        assert len(str(told).splitlines()) == 1
    else:
        assert coup.cards == parse_cards(text)


def test_chemin_de_fer_is_dealt_when_somebody_decides() -> None:
    rules = Rules(tableau=CHEMIN_DE_FER)
    with pytest.raises(CoupError, match="somebody must decide"):
        deal("5h 3d Kc Ks 2h 4c", rules)
    assert deal("5h 3d Kc Ks 2h 4c", rules, following(PUNTO_BANCO)) == deal("5h 3d Kc Ks 2h 4c")
    shoe = rules.shoe(seed=4)
    usual = list(deal_shoe(STANDARD.shoe(seed=4)))
    assert list(deal_shoe(shoe, rules, following(PUNTO_BANCO))) == usual


def test_the_cut_card_lies_anywhere_in_the_shoe() -> None:
    assert Rules(decks=1, cut_card=0).cut_card == 0
    assert Rules(decks=1, cut_card=52).cut_card == 52
    for cut_card in (-1, 53):
        with pytest.raises(ShoeError, match="0 to 52 cards from the end"):
            Rules(decks=1, cut_card=cut_card)
