"""Questions about several coups, against every order of small shoes dealt by other code."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import inf, prod

import pytest
from small_shoes import law, orders
from small_shoes import shoe as dealt_shoe

from baccarat import odds
from baccarat.base.errors import BaccaratError, ShoeError, TooShallow
from baccarat.core.shoe import Composition
from baccarat.exact.later import (
    CoupsInOrder,
    WithinCoups,
    chance_fresh,
    chance_in_order,
    coups_to_cut_card,
    read_question,
)
from baccarat.exact.odds import OddsTable
from baccarat.exact.several_coups import several_coups
from baccarat.simulation.asking import LaterOdds, expected_seconds, later_odds

Cards = tuple[str, ...]
Hands = tuple[Cards, Cards]
Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]
Judge = Callable[[Cards, Cards], bool]


def points(card: str) -> int:
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0


def total(cards: Cards) -> int:
    return sum(map(points, cards)) % 10


def natural(cards: Cards) -> bool:
    return len(cards) == 2 and total(cards) >= 8


def pair(cards: Cards) -> bool:
    return cards[0][0] == cards[1][0]


def wins(p: Cards, b: Cards) -> int:
    return (total(p) > total(b)) - (total(p) < total(b))


def anything(p: Cards, b: Cards) -> bool:
    return True


JUDGES: dict[str, Judge] = {
    "anything": anything,
    "tie": lambda p, b: wins(p, b) == 0,
    "banker wins": lambda p, b: wins(p, b) < 0,
    "player 8 or 9": lambda p, b: total(p[:2]) in (8, 9),
    "a natural or banker draws": lambda p, b: natural(p) or natural(b) or len(b) == 3,
    "player wins although banker started higher": lambda p, b: (
        wins(p, b) > 0 and total(b[:2]) > total(p[:2])
    ),
    "player's third card is a nine": lambda p, b: len(p) == 3 and points(p[2]) == 9,
}
DEEP: dict[str, Judge] = {
    "player pair": lambda p, b: pair(p),
    "banker's first card is red and player wins": lambda p, b: b[0][1] in "hd" and wins(p, b) > 0,
    "player has a heart": lambda p, b: any(card[1] == "h" for card in p),
}
SHOES = (
    {"9h": 5, "4d": 4, "4s": 3},
    {"Kh": 4, "5h": 4, "5s": 4},
    {"3c": 2, "3h": 5, "6s": 5},
)
"""Each shoe is dealt in every order of its cards."""


def table_of(shoe: dict[str, int], coup: str = "", game: str = "punto-banco") -> OddsTable:
    cards = " ".join(f"{card}:{many}" for card, many in shoe.items())
    return odds(Composition.parse(cards), given=coup, game=game)


def two_coups(
    shoe: dict[str, int], deal: Dealer, known: tuple[str | None, ...] = ()
) -> Counter[tuple[Hands, Hands]]:
    """The hands of two coups in every order; the first begins with the known cards (None: any)."""

    def first_coup(row: Cards) -> Iterator[tuple[Hands, Cards]]:
        rest = list(row)
        row = (*(card or rest.pop(0) for card in known), *rest)
        own, other = deal([points(card) for card in row[:6]])
        used = len(own) + len(other)
        yield (tuple(row[at] for at in own), tuple(row[at] for at in other)), row[used:]

    found: Counter[tuple[Hands, Hands]] = Counter()
    names = dict(enumerate(shoe))
    for numbers in orders(Counter({at: shoe[card] for at, card in names.items()})):
        for one, rest in first_coup(tuple(names[at] for at in numbers)):
            own, other = deal([points(card) for card in rest[:6]])
            two = tuple(rest[at] for at in own), tuple(rest[at] for at in other)
            found[one, two] += 1
    return found


def share(
    dealt: Counter[tuple[Hands, Hands]], first: Judge, second: Judge, given: Judge = anything
) -> Fraction:
    left = {pair: many for pair, many in dealt.items() if given(*pair[0])}
    true = sum(many for (one, two), many in left.items() if first(*one) and second(*two))
    return Fraction(true, sum(left.values()))


@pytest.mark.parametrize(
    ("shoe", "every"),
    [(SHOES[0], 7), *(pytest.param(shoe, 1, marks=pytest.mark.long) for shoe in SHOES)],
)
def test_two_coups_are_those_of_all_orders(
    shoe: dict[str, int], every: int, plain_deal: Dealer
) -> None:
    dealt, table = two_coups(shoe, plain_deal), table_of(shoe)
    both = {**JUDGES, **DEEP}
    for first, second in list(product(both, both))[::every]:
        question = read_question(f"{first} then {second}")
        assert isinstance(question, CoupsInOrder)
        assert read_question(str(question)) == question
        if first in DEEP and second in DEEP:
            with pytest.raises(TooShallow, match="only one of two coups"):
                chance_in_order(table, question)
            continue
        found = chance_in_order(table, question)
        assert found == share(dealt, both[first], both[second]), question


@pytest.mark.parametrize("known", [("9h", "4d"), ("9h", "4d", "4s"), ("4s", "9h", "9h", "4d")])
def test_a_deep_second_coup_needs_no_more_cards_than_are_dealt(
    known: tuple[str, ...], plain_deal: Dealer
) -> None:
    shoe = {"9h": 4, "4d": 3, "4s": 5 - len(known)}
    dealt = two_coups(shoe, plain_deal, known)
    table = table_of(shoe, " ".join(known))
    for first, second in product(JUDGES, DEEP):
        question = read_question(f"{first} then {second}")
        assert isinstance(question, CoupsInOrder)
        expected = share(dealt, JUDGES[first], DEEP[second])
        assert chance_in_order(table, question) == expected, question


GIVEN: dict[str, tuple[tuple[str | None, ...], Judge]] = {
    "9h 4d": (("9h", "4d"), anything),
    "9h 4d 4s": (("9h", "4d", "4s"), anything),
    "4s 9h 9h 4d 4s": (("4s", "9h", "9h", "4d", "4s"), anything),
    "9h ? 4d ?": (("9h", None, "4d"), anything),
    "player: 8, banker: 3": ((), lambda p, b: total(p[:2]) == 8 and total(b[:2]) == 3),
    "a natural": ((), lambda p, b: natural(p) or natural(b)),
    "player has a heart": ((), DEEP["player has a heart"]),
    "player's first card is a nine and banker draws": (
        (), lambda p, b: points(p[0]) == 9 and len(b) == 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("known", "every"),
    [
        *((known, 17) for known in ("9h 4d", "9h ? 4d ?", "a natural")),
        *(pytest.param(known, 3, marks=pytest.mark.long) for known in GIVEN),
    ],
)
def test_the_first_coup_may_have_begun(known: str, every: int, plain_deal: Dealer) -> None:
    begun, given = GIVEN[known]
    shoe = SHOES[0]
    dealt, table = two_coups(shoe, plain_deal, begun), table_of(shoe, known)
    both = {**JUDGES, **DEEP}
    for first, second in list(product(both, both))[::every]:
        question = read_question(f"{first} then {second}")
        assert isinstance(question, CoupsInOrder)
        if second in DEEP and (first in DEEP or "heart" in known):
            continue
        expected = share(dealt, both[first], both[second], given)
        assert chance_in_order(table, question) == expected, question


@pytest.mark.parametrize(
    "winners",
    [
        "tie then tie then banker wins",
        pytest.param("banker wins then player wins then tie", marks=pytest.mark.long),
    ],
)
def test_three_winners_are_those_dealt_card_by_card(winners: str) -> None:
    cards = "0:8 1:5 6:5"
    counts = tuple((int(count[0]), int(count[2:])) for count in cards.split())
    expected = law(counts, 3)
    question = read_question(winners)
    assert isinstance(question, CoupsInOrder)
    letters = "".join(each[0].upper() for each in winners.split(" then "))
    assert chance_in_order(odds(cards), question) == expected[letters]
    for refused in ("a natural then tie then tie", "tie then tie then player pair"):
        question = read_question(refused)
        assert isinstance(question, CoupsInOrder)
        with pytest.raises(TooShallow, match="three whole coups"):
            chance_in_order(odds(8), question)


def test_winners_are_those_of_several_coups() -> None:
    for game, decks in (("punto-banco", 8), ("ez", 6)):
        law = several_coups(2, decks)
        for winners in product(("player wins", "banker wins", "tie"), repeat=2):
            question = read_question(" then ".join(winners))
            assert isinstance(question, CoupsInOrder)
            names = [winner.removesuffix(" wins") for winner in winners]
            assert chance_in_order(odds(decks, game=game), question) == law.chance(*names)


def test_coups_of_an_endless_deck_are_independent() -> None:
    table = odds(decks=inf, given="player: 5")
    question = read_question("tie then player pair then tie")
    assert isinstance(question, CoupsInOrder)
    each = [
        table["tie"].chance,
        odds(decks=inf)["player-pair"].chance,
        odds(decks=inf)["tie"].chance,
    ]
    assert chance_in_order(table, question) == prod(each)


# Many coups, each from the same cards


def has_row(coups: Sequence[str], wanted: str, length: int, skips_ties: bool) -> bool:
    rows = groupby(coup for coup in coups if not (skips_ties and coup == "T"))
    return any(winner in wanted and len(list(row)) >= length for winner, row in rows)


ROWS: dict[str, tuple[str, int, bool]] = {
    "tie": ("T", 1, False),
    "a streak of three": ("PB", 3, True),
    "a streak of two player wins": ("P", 2, True),
    "a streak of three banker": ("B", 3, True),
    "a streak of two ties": ("T", 2, False),
    "three banker wins in a row": ("B", 3, False),
}


@pytest.mark.parametrize("known", ["", "player: 7", "banker wins"])
@pytest.mark.parametrize("asked", ROWS)
def test_fresh_coups_are_a_chain(asked: str, known: str) -> None:
    table, after = (odds("0:9 1:4 4:3 6:5 9:4", given=coup) for coup in (known, ""))
    chances = [
        {"P": each["player"].chance, "B": each["banker"].chance, "T": each["tie"].chance}
        for each in (table, after)
    ]
    for coups in (1, 2, 4, 7):
        question = read_question(f"{asked} within {coups} coups")
        assert isinstance(question, WithinCoups)
        assert read_question(str(question)) == question
        expected = Fraction(0)
        for row in product("PBT", repeat=coups):
            if has_row(row, *ROWS[asked]):
                expected += prod(chances[at > 0][winner] for at, winner in enumerate(row))
        assert chance_fresh(table, question) == expected


def test_the_cut_card_is_an_average_number_of_coups_away() -> None:
    question = read_question("a tie before the cut card")
    assert isinstance(question, WithinCoups)
    assert coups_to_cut_card(odds(8)) == 81  # (416 - 14) / 4.94
    lost = (1 - odds(8)["tie"].chance) ** 81
    assert chance_fresh(odds(8), question) == 1 - lost
    with pytest.raises(BaccaratError, match="no cut card"):
        chance_fresh(odds(decks=inf), question)


# Within the shoe


@cache
def small_shoes_to_cut_card() -> list[str]:
    """The winners of every order of a small shoe, dealt until the cut card comes out."""
    rows = orders(Counter({1: 20, 4: 4}))
    return ["".join(winner for winner, _ in dealt_shoe(row, behind=14)) for row in rows]


@pytest.mark.parametrize("end", ["within 3 coups", "within 2 coups", "before the cut card"])
@pytest.mark.parametrize("asked", ROWS)
def test_simulated_shoes_agree_with_all_orders(asked: str, end: str) -> None:
    question = read_question(f"{asked} {end}")
    coups = int(end.split()[1]) if "within" in end else None
    shoes = [winners[:coups] for winners in small_shoes_to_cut_card()]
    true = sum(has_row(row, *ROWS[asked]) for row in shoes) / len(shoes)
    assert isinstance(question, WithinCoups)
    found = later_odds(question, odds("1:20 4:4"), 500, seed=7)
    assert found.sample is not None
    low, high = found.sample.interval(0.9999)
    assert low <= true <= high
    assert later_odds(question, odds("1:20 4:4"), 500, seed=7) == found


def test_simulated_shoes_begin_with_what_is_known() -> None:
    question = read_question("a tie within 1 coups")
    assert isinstance(question, WithinCoups)
    for known in ("7h 6d Kc", "player starts with 7", "player pair"):
        table = odds(1, given=known)
        found = later_odds(question, table, 1_000, seed=3)
        assert found.sample is not None
        low, high = found.sample.interval(0.9999)
        assert low <= float(table["tie"].chance) <= high
        assert found.chance == table["tie"].chance


def seven_up(shoe: dict[str, int], deal: Dealer) -> Counter[tuple[Hands, Hands]]:
    """The hands of two coups of 7 Up in every order; the seven of each is printed on the layout."""
    found: Counter[tuple[Hands, Hands]] = Counter()
    names = dict(enumerate(shoe))
    for numbers in orders(Counter({at: shoe[card] for at, card in names.items()})):
        rest, dealt = tuple(names[at] for at in numbers), list[Hands]()
        for _ in range(2):
            row = ("7x", *rest[:5])
            own, other = deal([points(card) for card in row])
            dealt.append((tuple(row[at] for at in own), tuple(row[at] for at in other)))
            rest = rest[len(own) + len(other) - 1 :]
        found[dealt[0], dealt[1]] += 1
    return found


def test_coups_of_7_up_are_those_of_all_orders(plain_deal: Dealer) -> None:
    shoe = {"7h": 4, "4d": 4, "9s": 3}
    dealt, table = seven_up(shoe, plain_deal), table_of(shoe, game="7-up")
    both = {**JUDGES, "player pair": DEEP["player pair"]}
    for first, second in list(product(both, both))[::5]:
        question = read_question(f"{first} then {second}")
        assert isinstance(question, CoupsInOrder)
        if first == second == "player pair":
            continue
        assert chance_in_order(table, question) == share(dealt, both[first], both[second]), question


def test_shoes_of_7_up_are_simulated() -> None:
    table = odds(8, game="7-up")
    answer = later_odds(read_within("a tie within 1 coups"), table, 2_000, seed=1)
    assert answer.sample is not None
    low, high = answer.sample.interval(0.9999)
    assert low <= float(table["tie"].chance) <= high
    assert answer.chance == table["tie"].chance


def read_within(text: str) -> WithinCoups:
    question = read_question(text)
    assert isinstance(question, WithinCoups)
    return question


def answer(text: str, table: OddsTable) -> LaterOdds:
    question = read_question(text)
    assert isinstance(question, CoupsInOrder | WithinCoups)
    return later_odds(question, table, 100)


def test_an_answer_says_what_is_exact() -> None:
    within = answer("a tie within twenty coups", odds(8))
    assert within.method == "computed exactly, with fresh coups: 20"
    assert "simulated: 99 % interval" in str(within)
    told = within.as_json()
    assert told["within_shoe"] is not None
    assert answer("tie then tie", odds(8)).sample is None
    assert str(answer("tie then tie", odds(8))).startswith("tie then tie (this coup first")
    for table in (odds(decks=inf), odds(8, given="? ? 7h ?")):
        assert answer("a tie within 9 coups", table).reason
        assert ";" in str(answer("a tie within 9 coups", table))
    question = read_question("a tie within 50 coups")
    assert isinstance(question, WithinCoups)
    assert expected_seconds(question, odds(8)) < 10 < expected_seconds(question, odds(8), 100_000)


# Words


READINGS = {
    "Banker wins then tie": "banker wins then tie",
    "Banker wins, and then a tie": "banker wins then tie",
    "tie or player wins then tie": "(tie or player wins) then tie",
    "next coup: Player has a natural": "anything then player has a natural",
    "the coup after this one: tie": "anything then tie",
    "two Banker wins in a row from here": "banker wins then banker wins",
    "3 both natural in a row": " then ".join(["player has a natural and banker has a natural"] * 3),
    "four ties in a row": "4 coups in a row: tie, within 4 coups",
    "six Banker wins in a row within 20 coups": "6 coups in a row: banker wins, within 20 coups",
    "a streak of six within twenty coups": "a streak of 6 within 20 coups",
    "a streak of six for Banker": "",
    "a streak of six Banker wins, within the next 20 coups": (
        "a streak of 6 banker wins within 20 coups"
    ),
    "a streak of one before the cut card": "a streak of 1 before the cut card",
    "tie or dragon-7 before the cut card": "(tie or dragon-7:40 wins) before the cut card",
    "tie, player pair within 9 coups": "tie and player-pair:11 wins within 9 coups",
    "a tie": "tie",
    # refused
    "a streak of six": "",
    "tie then tie then tie then tie": "",
    "a tie within coups": "",
    "a tie within 101 coups": "",
    "a tie within 0 coups": "",
    "a tie before noon": "",
    "two ties": "",
    "tie then": "",
    "a tie within 20 coups then a tie": "",
    "two ties in a line row": "",
    "tie then " * 60 + "tie": "",
    " or ".join(["player 8"] * 10) + " then " + " or ".join(["banker 8 and tie"] * 10): "tie",
}


@pytest.mark.parametrize("text", READINGS)
def test_a_question_is_read_or_refused_in_one_line(text: str) -> None:
    wanted = READINGS[text]
    if wanted:
        try:
            assert wanted in str(read_question(text))
        except BaccaratError:
            assert wanted == "tie"
    else:
        with pytest.raises(BaccaratError) as fault:
            read_question(text)
        assert "\n" not in str(fault.value)


def test_a_shoe_too_small_for_two_coups_is_refused() -> None:
    question = read_question("tie then tie")
    assert isinstance(question, CoupsInOrder)
    with pytest.raises(ShoeError, match="two coups may need 12 cards, and there are 11"):
        chance_in_order(odds("0:5 3:6"), question)
    many = Composition((10**6,) * 10)
    with pytest.raises(ShoeError, match="at most 12 decks"):
        chance_in_order(odds(many), question)
    begun = odds("0:5 3:5", given="3 3")
    assert chance_in_order(begun, question) > 0
    deep = read_question("tie then player pair")
    assert isinstance(deep, CoupsInOrder)
    with pytest.raises(ShoeError, match="two coups may need 10 cards, and there are 9"):
        chance_in_order(odds("Kx:5 3x:4", given="3x 3x"), deep)
    question = read_question("a tie within 100 coups")
    assert isinstance(question, WithinCoups)
    with pytest.raises(ShoeError, match="fewer than 100 coups"):
        chance_fresh(odds(Composition((10**17,) * 10)), question)
