"""Questions in plain words, against every order of small shoes, dealt and judged by other code."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from baccarat import odds
from baccarat.base.errors import BadText, CoupError
from baccarat.core.cards import parse_cards
from baccarat.core.coup import Coup, Hand
from baccarat.core.shoe import Composition
from baccarat.exact.grammar import read_statement
from baccarat.exact.later import read_question
from baccarat.exact.odds import OddsTable

Cards = tuple[str, ...]
Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]
SHOES = (
    "9h 9d 4s 4h Kd Ah 6c",
    "3h 5d 5h Ts Jd 8c 2s",
    "9s 9s 9h Kd 7c 7h 6d",
    "2c 3d 6h 6s Th Kc 4d",
)
"""Each shoe is dealt in every order of its cards."""


def points(card: str) -> int:
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0


def total(cards: Cards) -> int:
    return sum(map(points, cards)) % 10


def natural(cards: Cards) -> bool:
    return len(cards) == 2 and total(cards) >= 8


def red(card: str) -> bool:
    return card[1] in "hd"


def pair(cards: Cards) -> bool:
    return cards[0][0] == cards[1][0]


def money(p: Cards, b: Cards) -> float:
    """100 on Player, 5 on Tie, 10 on Banker Pair."""
    is_tie = total(p) == total(b)
    won = 0 if is_tie else 100 if total(p) > total(b) else -100
    return won + (40 if is_tie else -5) + (110 if pair(b) else -10)


def wins(p: Cards, b: Cards) -> int:
    """1 if Player wins, -1 if Banker wins, 0 for a tie."""
    return (total(p) > total(b)) - (total(p) < total(b))


JUDGES: dict[str, Callable[[Cards, Cards], bool]] = {
    # The ten questions of one line
    "Player has a natural": lambda p, b: natural(p),
    "both have naturals": lambda p, b: natural(p) and natural(b),
    "Player 8 or 9 against Banker's 6": lambda p, b: total(p[:2]) in (8, 9) and total(b[:2]) == 6,
    "a tie and a Player pair": lambda p, b: wins(p, b) == 0 and pair(p),
    "no third card and Banker wins": lambda p, b: len(p + b) == 4 and wins(p, b) < 0,
    "Banker's third card is a nine": lambda p, b: len(b) == 3 and b[2][0] == "9",
    "the first four cards red": lambda p, b: all(map(red, p[:2] + b[:2])),
    "ahead with player=100, tie=5, banker-pair=10": lambda p, b: money(p, b) > 0,
    "Player wins although Banker started higher": lambda p, b: (
        wins(p, b) > 0 and total(b[:2]) > total(p[:2])
    ),
    # Totals
    "player 8/9, banker 6": lambda p, b: total(p[:2]) in (8, 9) and total(b[:2]) == 6,
    "player starts with 5, 6 or 7": lambda p, b: total(p[:2]) in (5, 6, 7),
    "player at least 6 and banker under 4": lambda p, b: total(p[:2]) >= 6 and total(b[:2]) < 4,
    "player six or more": lambda p, b: total(p[:2]) >= 6,
    "player over 6 or banker at most 2": lambda p, b: total(p[:2]) > 6 or total(b[:2]) <= 2,
    "banker ends with 7": lambda p, b: total(b) == 7,
    "both end with six": lambda p, b: total(p) == total(b) == 6,
    "banker not 7": lambda p, b: total(b[:2]) != 7,
    "player even": lambda p, b: total(p[:2]) % 2 == 0,
    "banker's total is 6 and player's third card is 6 or 7": lambda p, b: (
        total(b[:2]) == 6 and len(p) == 3 and points(p[2]) in (6, 7)
    ),
    "player has a total 9 and banker has an ace": lambda p, b: (
        total(p[:2]) == 9 and any(card[0] == "A" for card in b)
    ),
    "player has exactly three cards": lambda p, b: len(p) == 3,
    "tie on 6": lambda p, b: total(p) == total(b) == 6,
    "player wins with 9": lambda p, b: wins(p, b) > 0 and total(p) == 9,
    "banker wins by 1 or 2": lambda p, b: total(b) - total(p) in (1, 2),
    "player started higher": lambda p, b: total(p[:2]) > total(b[:2]),
    "banker started lower": lambda p, b: total(b[:2]) < total(p[:2]),
    "equal start and no tie": lambda p, b: total(p[:2]) == total(b[:2]) and wins(p, b) != 0,
    "player 8, 9, or 7": lambda p, b: total(p[:2]) in (7, 8, 9),
    "player is between 5 and 7, or banker less than 3": lambda p, b: (
        total(p[:2]) in (5, 6, 7) or total(b[:2]) < 3
    ),
    "player 5-7 yet banker isn't 6 to 8": lambda p, b: (
        total(p[:2]) in (5, 6, 7) and total(b[:2]) not in (6, 7, 8)
    ),
    "banker no more than 4 or at least 8": lambda p, b: total(b[:2]) not in (5, 6, 7, 8, 9),
    "player started higher than banker": lambda p, b: total(p[:2]) > total(b[:2]),
    "player and banker both 6": lambda p, b: total(p[:2]) == total(b[:2]) == 6,
    "player beats banker": lambda p, b: wins(p, b) > 0,
    "player wins even though banker started higher": lambda p, b: (
        wins(p, b) > 0 and total(b[:2]) > total(p[:2])
    ),
    # Third cards and naturals
    "player doesn't draw": lambda p, b: len(p) == 2,
    "player does not draw": lambda p, b: len(p) == 2,
    "player wins and doesn't draw": lambda p, b: wins(p, b) > 0 and len(p) == 2,
    "nobody draws": lambda p, b: len(p + b) == 4,
    "both hands have naturals": lambda p, b: natural(p) and natural(b),
    "What is the chance that player is dealt a natural 9?": lambda p, b: total(p[:2]) == 9,
    "banker wins with a natural": lambda p, b: wins(p, b) < 0 and natural(b),
    "player wins on three cards": lambda p, b: wins(p, b) > 0 and len(p) == 3,
    "banker draws a nine": lambda p, b: len(b) == 3 and b[2][0] == "9",
    "player gets no third card": lambda p, b: len(p) == 2,
    "a natural": lambda p, b: natural(p) or natural(b),
    "neither natural": lambda p, b: not natural(p) and not natural(b),
    "either natural and not both natural": lambda p, b: natural(p) != natural(b),
    "player draws": lambda p, b: len(p) == 3,
    "neither has a third card": lambda p, b: len(p + b) == 4,
    "either third card is a nine": lambda p, b: "9" in "".join(p[2:] + b[2:]),
    "either has no third card": lambda p, b: len(p + b) < 6,
    "both have no natural": lambda p, b: not natural(p) and not natural(b),
    "either not 8": lambda p, b: total(p[:2]) != 8 or total(b[:2]) != 8,
    "banker stands but player draws": lambda p, b: len(b) == 2 and len(p) == 3,
    "both draw": lambda p, b: len(p + b) == 6,
    "player has three cards": lambda p, b: len(p) == 3,
    "player's third card is red": lambda p, b: len(p) == 3 and red(p[2]),
    "not (player draws or banker draws)": lambda p, b: len(p + b) == 4,
    # Cards
    "player has an ace": lambda p, b: any(card[0] == "A" for card in p),
    "player's cards are red": lambda p, b: all(map(red, p)),
    "player's first card is 6, 7, 8 or 9": lambda p, b: points(p[0]) in (6, 7, 8, 9),
    "banker's second card is a picture": lambda p, b: b[1][0] in "JQK",
    "banker's first two cards are hearts or spades": lambda p, b: all(c[1] in "hs" for c in b[:2]),
    "player's first two cards are K 9 in any order": lambda p, b: (
        sorted(c[0] for c in p[:2]) == ["9", "K"]
    ),
    "the first four cards are K 9 4 6 in any order": lambda p, b: (
        sorted(c[0] for c in p[:2] + b[:2]) == ["4", "6", "9", "K"]
    ),
    "player has a card 9h or 9d": lambda p, b: any(card in ("9h", "9d") for card in p),
    "player has a card not red": lambda p, b: not all(map(red, p)),
    "player's first card is not 6 or 7": lambda p, b: points(p[0]) not in (6, 7),
    "player's first card is 8, 9, or 7": lambda p, b: points(p[0]) in (7, 8, 9),
    "player has a red nine or the ace of hearts": lambda p, b: any(
        card in ("9h", "9d", "Ah") for card in p
    ),
    "the first four cards are all red": lambda p, b: all(map(red, p[:2] + b[:2])),
    "the first four cards have a nine": lambda p, b: any(c[0] == "9" for c in p[:2] + b[:2]),
    "the first four cards don't have a nine": lambda p, b: all(c[0] != "9" for c in p[:2] + b[:2]),
    "player's first two cards have a nine": lambda p, b: any(card[0] == "9" for card in p[:2]),
    "both first two cards have a nine": lambda p, b: all(
        any(card[0] == "9" for card in hand[:2]) for hand in (p, b)
    ),
    "player's cards have a red card": lambda p, b: any(map(red, p)),
    "all cards have a nine": lambda p, b: any(card[0] == "9" for card in p + b),
    "player has no nines": lambda p, b: all(card[0] != "9" for card in p),
    "player has no king and has a nine": lambda p, b: (
        all(card[0] != "K" for card in p) and any(card[0] == "9" for card in p)
    ),
    # Bets
    "ahead with player = 100, tie = 5, banker-pair = 10": lambda p, b: money(p, b) > 0,
    "not tie or player wins": lambda p, b: wins(p, b) != 0,
    "dragon-7": lambda p, b: wins(p, b) < 0 and len(b) == 3 and total(b) == 7,
    "dragon 7 or panda 8": lambda p, b: (
        (wins(p, b) < 0 and len(b) == 3 and total(b) == 7)
        or (wins(p, b) > 0 and len(p) == 3 and total(p) == 8)
    ),
    "either pair": lambda p, b: pair(p) or pair(b),
    "banker-ez pushes": lambda p, b: (
        wins(p, b) == 0 or (wins(p, b) < 0 and len(b) == 3 and total(b) == 7)
    ),
    "not tie": lambda p, b: wins(p, b) != 0,
    "lucky-6:12/23 loses": lambda p, b: not (wins(p, b) < 0 and total(b) == 6),
    "even with player=10, banker-ez=10": lambda p, b: (
        not (wins(p, b) < 0 and len(b) == 3 and total(b) == 7)
    ),
    "anything": lambda p, b: True,
    "tie or player wins and not player pair": lambda p, b: (
        wins(p, b) == 0 or (wins(p, b) > 0 and not pair(p))
    ),
}


@cache
def hands(shoe: str, deal: Dealer) -> Counter[tuple[Cards, Cards]]:
    """Both hands of a coup, for every order of a shoe."""
    found: Counter[tuple[Cards, Cards]] = Counter()
    for row in permutations(shoe.split(), 6):
        own, other = deal([points(card) for card in row])
        found[tuple(row[at] for at in own), tuple(row[at] for at in other)] += 1
    return found


def table_of(shoe: str, coup: str = "") -> OddsTable:
    return odds(Composition.of(parse_cards(shoe)), given=coup)


@pytest.mark.parametrize("question", JUDGES)
def test_an_answer_is_that_of_all_orders(question: str, plain_deal: Dealer) -> None:
    statement, judge = read_statement(question), JUDGES[question]
    assert read_statement(str(statement)) == statement
    for shoe in SHOES:
        dealt = hands(shoe, plain_deal)
        true = sum(many for (p, b), many in dealt.items() if judge(p, b))
        assert table_of(shoe).chance(statement) == Fraction(true, dealt.total()), shoe


def test_a_statement_judges_a_dealt_coup_as_it_judges_a_law(plain_deal: Dealer) -> None:
    statements = [(read_statement(question), judge) for question, judge in JUDGES.items()]
    for p, b in sorted(hands(SHOES[0], plain_deal))[::100]:
        ended = Coup(Hand(parse_cards(" ".join(p))), Hand(parse_cards(" ".join(b))), is_over=True)
        for statement, judge in statements:
            assert statement.is_true(ended) == judge(p, b), (statement, ended)


KNOWN: dict[str, Callable[[Cards, Cards], bool]] = {
    "banker started higher": lambda p, b: total(b[:2]) > total(p[:2]),
    "player has an ace or banker has an ace": lambda p, b: any(card[0] == "A" for card in p + b),
    **{
        known: JUDGES[known]
        for known in ("player 8/9, banker 6", "player's third card is red", "not tie")
    },
}


@pytest.mark.parametrize("every", [9, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("known", KNOWN)
def test_what_is_known_conditions_every_answer_and_every_bet(
    known: str, every: int, plain_deal: Dealer
) -> None:
    for shoe in SHOES:
        dealt = hands(shoe, plain_deal)
        left = {pair: many for pair, many in dealt.items() if KNOWN[known](*pair)}
        if not left:
            with pytest.raises(CoupError, match="no coup is left"):
                _ = table_of(shoe, coup=known).tally
            continue
        table, whole = table_of(shoe, coup=known), sum(left.values())
        for question, judge in list(JUDGES.items())[::every]:
            true = sum(many for (p, b), many in left.items() if judge(p, b))
            assert table.chance(read_statement(question)) == Fraction(true, whole), question
        banker = sum(many for (p, b), many in left.items() if wins(p, b) < 0)
        assert table["banker"].chance == Fraction(banker, whole)
        paired = sum(many for (p, _), many in left.items() if pair(p))
        assert table["player-pair"].chance == Fraction(paired, whole)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("player's first two cards total 9", "cards or a total"),
        ("player's cards are worth 8 or 9", "cards or a total"),
        ("player's first two cards are a king and a nine", "no card is two cards"),
        ("the first four cards are an ace and a king", "no card is two cards"),
        ("player has two cards and banker three", "the number of cards again"),
        ("player's first card is 7 and banker's 9", "the card again"),
        ("player's first card is red and banker's is black", "the card again"),
        ("player ends with 7 and banker 6", "the final total again"),
        ("banker wins with 7 against 6", "the final total again"),
        ("player loses to 7", "the side that loses"),
        ("ahead with lightning-player=100, banker=80", "price is drawn"),
        ("(" * 497, "brackets"),
        ("no tie within 20 coups", "in no coup, or not in every coup"),
        ("tie; player wins", "';' separates questions"),
        ("player under 0", "no number from 0 to 9 is 'under 0'"),
        ("player over 9", "no number from 0 to 9 is 'over 9'"),
        ("player 7-5", "no number from 0 to 9 is '7-5'"),
        ("player wins by 0", "no number from 1 to 9 is '0'"),
        ("player's first card is not (red or black)", "no card is not"),
        ("player's first card is a red spade", "'spade'"),
        ("player's first card is a black ace of hearts", "no card is"),
        ("player: 9h", "one of the first two cards, or any card"),
        ("tie, player pair, or banker pair", "does a comma mean"),
        ("player wins, banker wins or tie", "does a comma mean"),
        ("dragon-7, panda-8 or tie", "does a comma mean"),
        ("player 8, banker 8 or tie", "does a comma mean"),
        ("player's third and banker's third card are red", "what is the third card"),
        ("player's third card or banker's third card is red", "what is the third card"),
        ("player wins with two cards against three", "the number of cards again"),
        ("player wins from 5", "after two cards or at the end"),
        ("banker draws against 8", "a total or a third card"),
        ("banker wins in three coups", "once, or in every coup"),
        ("a streak of six neither within 20 coups", "'within': expected"),
        ("exactly either natural", "must stand before a number"),
        ("player's first two total 9", "cards or a total"),
        ("the first four cards have nines", "one card, or all"),
        ("player has red cards", "one card, or all"),
        ("both have red cards", "one card, or all"),
        ("player has aces", "one card, or all"),
        ("player has no nine", "a card or a total"),
        ("both cards red", "which cards"),
        ("player=100, tie=5", "'ahead with'"),
        ("player", "what it has or does"),
        ("player beats banker's 6", "whose is that"),
        ("Banker beats the Player's natural", "whose is that"),
        ("banker draws on 6", "the total or the card"),
        ("player drew to a nine", "the total or the card"),
        ("player:9", "a total or a bet"),
        ("player:8, banker:6", "a total or a bet"),
        ("player has a card that is red and a king", "one card, or two"),
        ("player has card K", "one card, or all"),
        ("player has the card 9h", "one card, or all"),
        ("player has cards that are red", "one card, or all"),
        ("banker: K", "one of the first two cards, or any card"),
        ("banker: Kx", "one of the first two cards, or any card"),
        ("player red", "one of the first two cards, or any card"),
        ("player has three cards two", "'two': expected"),
        ("tie three cards", "'three cards': expected"),
        ("player more than 9", "no number from 0 to 9 is 'more than 9'"),
    ],
)
def test_a_question_with_two_readings_is_refused_in_one_line(question: str, why: str) -> None:
    with pytest.raises(BadText, match=why):
        read_question(question)


TWO_READINGS: dict[str, tuple[Callable[[Cards, Cards], bool], Callable[[Cards, Cards], bool]]] = {
    "player doesn't win or tie": (
        lambda p, b: wins(p, b) <= 0,
        lambda p, b: wins(p, b) < 0,
    ),
    "player doesn't have a king and a nine": (
        lambda p, b: "K" not in "".join(p) and "9" in "".join(p),
        lambda p, b: not ("K" in "".join(p) and "9" in "".join(p)),
    ),
    "not a tie or a player pair": (
        lambda p, b: wins(p, b) != 0 or pair(p),
        lambda p, b: wins(p, b) != 0 and not pair(p),
    ),
    "both don't draw": (
        lambda p, b: len(p + b) == 4,
        lambda p, b: len(p + b) < 6,
    ),
    "both do not have a natural": (
        lambda p, b: not natural(p) and not natural(b),
        lambda p, b: not (natural(p) and natural(b)),
    ),
    "both not 7": (
        lambda p, b: total(p[:2]) != 7 and total(b[:2]) != 7,
        lambda p, b: not total(p[:2]) == total(b[:2]) == 7,
    ),
    "all cards not red": (
        lambda p, b: not any(map(red, p + b)),
        lambda p, b: not all(map(red, p + b)),
    ),
    "the first four cards aren't red": (
        lambda p, b: not any(map(red, p[:2] + b[:2])),
        lambda p, b: not all(map(red, p[:2] + b[:2])),
    ),
    "natural against natural": (
        lambda p, b: natural(p) or natural(b),
        lambda p, b: natural(p) and natural(b),
    ),
    "either first card is red and a nine": (
        lambda p, b: any(hand[0] in ("9h", "9d") for hand in (p, b)),
        lambda p, b: (red(p[0]) or red(b[0])) and "9" in p[0] + b[0],
    ),
    "either draws and has a natural": (
        lambda p, b: False,
        lambda p, b: len(p + b) > 4 and (natural(p) or natural(b)),
    ),
    "both draw or have a natural": (
        lambda p, b: all(len(hand) == 3 or natural(hand) for hand in (p, b)),
        lambda p, b: len(p + b) == 6 or (natural(p) and natural(b)),
    ),
    "no player pair or banker pair": (
        lambda p, b: not pair(p) or pair(b),
        lambda p, b: not pair(p) and not pair(b),
    ),
    "neither draws or has a natural": (
        lambda p, b: len(p + b) == 4 or natural(p) or natural(b),
        lambda p, b: len(p + b) == 4 and not natural(p) and not natural(b),
    ),
    "no third card or a tie": (
        lambda p, b: len(p + b) == 4 or wins(p, b) == 0,
        lambda p, b: len(p + b) == 4 and wins(p, b) != 0,
    ),
    "banker wins and no tie or player pair": (
        lambda p, b: wins(p, b) < 0 or pair(p),
        lambda p, b: wins(p, b) < 0 and not pair(p),
    ),
    "player doesn't draw or win": (
        lambda p, b: len(p) == 2 or wins(p, b) > 0,
        lambda p, b: len(p) == 2 and wins(p, b) <= 0,
    ),
    "player has no red card or king": (
        lambda p, b: not any(map(red, p)) or any(card[0] == "K" for card in p),
        lambda p, b: not any(red(card) or card[0] == "K" for card in p),
    ),
    "player wins with no third card": (
        lambda p, b: wins(p, b) > 0 and len(p) == 2,
        lambda p, b: wins(p, b) > 0 and len(p + b) == 4,
    ),
    "player wins with 8 or 9 or a natural": (
        lambda p, b: natural(p),
        lambda p, b: natural(p) or natural(b),
    ),
}
"""Questions that are refused, and what each printed reading must mean."""


@pytest.mark.parametrize("question", TWO_READINGS)
def test_a_refusal_shows_both_readings(question: str, plain_deal: Dealer) -> None:
    with pytest.raises(BadText) as fault:
        read_question(question)
    shown = re.search(r" write '(.+)' or '(.+)': ['\"]", str(fault.value))
    assert shown is not None
    for reading, judge in zip(shown.groups(), TWO_READINGS[question], strict=True):
        for shoe in SHOES:
            dealt = hands(shoe, plain_deal)
            true = sum(many for (p, b), many in dealt.items() if judge(p, b))
            assert table_of(shoe).chance(reading) == Fraction(true, dealt.total()), reading


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("banker's third card is A", "banker's third card is an ace"),
        ("player's first card is the A of spades", "player's first card is the ace of spades"),
        ("player's first card is a red A", "player's first card is a red ace"),
        ("A tie", "tie"),
        ("player has an A or K", "player has an ace or a king"),
    ],
)
def test_a_capital_a_is_the_rank_but_for_the_first_word(written: str, plain: str) -> None:
    table = odds(composition="0:3 1:2 6:2 7:1 8:1 9:2") if plain == "tie" else odds(8)
    assert table.chance(written) == table.chance(plain)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("not tie or player wins", "(not tie) or player wins"),
        ("no tie and player 8", "(not tie) and player starts with 8"),
        ("player 8 and no tie", "player starts with 8 and not tie"),
        ("tie and player 8, or banker 6", "(tie and player starts with 8) or banker starts with 6"),
        ("player's first card is not 6 or 7", "player's first card is not (6 or 7)"),
        ("player not 8 or 9", "not (player starts with 8 or 9)"),
    ],
)
def test_a_reading_shows_how_words_were_joined(question: str, reading: str) -> None:
    assert str(read_statement(question)) == reading
    assert read_statement(reading) == read_statement(question)


def test_cards_in_dealing_order_stand_beside_a_total(plain_deal: Dealer) -> None:
    shoe = SHOES[3]
    left = {
        (p, b): many
        for (p, b), many in hands(shoe, plain_deal).items()
        if (p[0], b[0]) == ("6h", "2c") and total(b[:2]) == 6
    }
    true = sum(many for (p, b), many in left.items() if wins(p, b) > 0)
    unseen = " ".join(card for card in shoe.split() if card not in ("6h", "2c"))
    cards = Composition.of(parse_cards(unseen))
    for known in (["6h 2c", "banker 6"], ["banker: 6", "6h 2c"]):
        table = odds(cards, given=known)
        assert table["player"].chance == Fraction(true, sum(left.values()))
        assert str(table.given) == "banker starts with 6"


@pytest.mark.parametrize("known", ["player has 9h", "player has 9h or 9d and banker has 6"])
def test_a_card_that_a_hand_has_is_known_in_one_way(known: str) -> None:
    with pytest.raises(BadText, match="first two cards, or any card") as fault:
        odds(8, given=known)
    assert "player has a card that is 9h" in str(fault.value)
    assert "\n" not in str(fault.value)


def test_the_next_cards_are_those_of_the_coups_of_which_the_statement_is_true(
    plain_deal: Dealer,
) -> None:
    shoe = SHOES[2]
    left: Counter[str] = Counter()
    for (p, b), many in hands(shoe, plain_deal).items():
        if (p[0], b[0]) == ("Kd", "9h") and wins(p, b) < 0:
            left[f"{points(p[1])}"] += many
    cards = Composition.of(parse_cards(" ".join(c for c in shoe.split() if c not in ("Kd", "9h"))))
    table = odds(cards, given=["Kd 9h", "banker wins"])
    found = table.next_cards()
    assert {str(card): chance for card, (chance, _) in found.items()} == {
        card: Fraction(many, left.total()) for card, many in left.items()
    }
    for _, after in found.values():
        assert after["banker"].chance == 1
    chances = (chance * after.chance("player draws") for chance, after in found.values())
    assert sum(chances) == table.chance("player draws")
