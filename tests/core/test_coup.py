"""The coup: the drawing rules as four documents state them, and 2,500 coups dealt elsewhere."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText, CoupError, TooShallow
from baccarat.core.cards import DECK, KINDS, Card, Depth, parse_cards
from baccarat.core.coup import OUTCOMES, Coup, Hand, Held, Outcome, Side, cell_parts
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Tableau
from baccarat.core.third_card import Choice, as_dealt, check, following, next_hand, play

DATA = ROOT / "tests" / "data"
POINTS = KINDS[Depth.POINTS]
DEPTHS = [Depth.POINTS, Depth.RANKS, Depth.CARDS]
Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]
"""Which places of the cards dealt each hand takes (see conftest.py)."""


# The rule in four statements, over all 10^6 ways the points of six cards can fall

Draws = Callable[[int], bool]
BankerDraws = Callable[[int, int | None], bool]


def stated_by_total() -> tuple[Draws, BankerDraws]:
    """A challenge project: a list by Banker's total."""
    said = json.loads((DATA / "banker_by_total.json").read_text())
    stood = said["banker draws on when player stood"]
    drew = said["banker with this total draws against these third cards"]
    return (
        lambda total: str(total) in said["player draws on"],
        lambda total, third: (
            str(total) in stood if third is None else str(third) in drew[str(total)]
        ),
    )


def stated_by_third() -> tuple[Draws, BankerDraws]:
    """The npm package baccarat-engine: a list by Player's third card."""
    said = json.loads((DATA / "banker_by_third.json").read_text())
    listed = said["highest total on which banker draws"]
    highest = {third: top for thirds, top in listed.items() for third in thirds.split()}
    return (
        lambda total: total <= said["highest total on which player draws"],
        lambda total, third: total <= highest["stood" if third is None else str(third)],
    )


def stated_in_a_grid() -> tuple[Draws, BankerDraws]:
    """Punto Banco on Go: a grid of H and S."""
    lines = (DATA / "banker_grid.txt").read_text().splitlines()
    player, columns, *rows = [line for line in lines if not line.startswith("#")]
    low, high = map(int, player.removeprefix("player ").split("-"))
    grid = {
        (int(row[0]), int(column)): letter == "H"
        for row in rows
        for column, letter in zip(columns[2:], row[2:], strict=True)
    }
    return (
        lambda total: low <= total <= high,
        lambda total, third: low <= total <= high if third is None else grid[total, third],
    )


def stated_by_third_and_total() -> tuple[Draws, BankerDraws]:
    """A Japanese description: two ranges for every third card, each total in exactly one."""
    said = json.loads((DATA / "banker_by_third_and_total.json").read_text())
    rules: dict[int | None, Any] = {rule["third"]: rule for rule in said["banker by third card"]}
    rules[None] = said["banker when player stood"]

    def lies(total: int, rule: Any) -> bool:
        draws, stands = (total in range(a, b + 1) for a, b in (rule["draws"], rule["stands"]))
        assert draws != stands
        return draws

    return lambda total: lies(total, said["player"]), lambda total, third: lies(total, rules[third])


STATEMENTS = [stated_by_total, stated_by_third, stated_in_a_grid, stated_by_third_and_total]


def stated_next(dealt: str, player_draws: Draws, banker_draws: BankerDraws) -> str:
    """Whose card is next after these points, by a statement: P, B or - when the coup is over."""
    if len(dealt) < 4:
        return "PBPB"[len(dealt)]
    p1, b1, p2, b2 = map(int, dealt[:4])
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    if player >= 8 or banker >= 8:
        return "-"
    player_drew = player_draws(player)
    if len(dealt) == 4 and player_drew:
        return "P"
    if len(dealt) == 4 + player_drew:
        return "B" if banker_draws(banker, int(dealt[4]) if player_drew else None) else "-"
    return "-"


@pytest.fixture(scope="module")
def whose_card() -> dict[str, str]:
    """What next_hand says after every sequence of points that it lets come about."""
    said: dict[str, str] = {}
    todo = [("", Coup())]
    while todo:
        dealt, coup = todo.pop()
        side = next_hand(coup, PUNTO_BANCO)
        said[dealt] = "-" if side is None else side.value
        if side is not None:
            todo += [(f"{dealt}{card.points}", coup.receive(side, card)) for card in POINTS]
    return said


@pytest.mark.slow
def test_all_million_ways_six_cards_can_fall_come_to_an_end(whose_card: dict[str, str]) -> None:
    ends = [len(dealt) for dealt, side in whose_card.items() if side == "-"]
    assert set(ends) == {4, 5, 6}
    assert sum(10 ** (6 - cards) for cards in ends) == 10**6


@pytest.mark.slow
@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: str(statement.__name__))
def test_next_hand_follows_the_rule_as_it_is(
    statement: Callable[[], tuple[Draws, BankerDraws]], whose_card: dict[str, str]
) -> None:
    player_draws, banker_draws = statement()
    covered = 0
    for dealt, side in whose_card.items():
        assert side == stated_next(dealt, player_draws, banker_draws), dealt
        if side == "-":
            covered += 10 ** (6 - len(dealt))
    assert covered == 10**6


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: str(statement.__name__))
def test_the_printed_tableau_is_the_rule_as_it_is(
    statement: Callable[[], tuple[Draws, BankerDraws]],
) -> None:
    player_draws, banker_draws = statement()
    assert [str(move) == "D" for move in PUNTO_BANCO.player] == [player_draws(t) for t in range(8)]
    for total, row in enumerate(PUNTO_BANCO.banker):
        drawn = [banker_draws(total, third) for third in (*range(10), None)]
        assert [str(move) for move in row] == ["D" if draws else "-" for draws in drawn]


def test_banker_three_stands_against_an_eight() -> None:
    assert next_hand(Coup.parse("5 0 8 | 3 0 …")) is None
    assert next_hand(Coup.parse("5 0 9 | 3 0 …")) is Side.BANKER


def test_a_third_card_of_no_points_is_not_the_same_as_no_third_card() -> None:
    """With 4 or 5 Banker draws when Player stood, but not against a ten."""
    for total in (4, 5):
        assert next_hand(Coup.parse(f"5 0 0 | {total} 0 …")) is None
        assert next_hand(Coup.parse(f"6 0 | {total} 0 …")) is Side.BANKER
        assert next_hand(Coup.parse(f"5 0 Kh | {total} 0 …")) is None


# Coups dealt elsewhere

VECTORS = [json.loads(line) for line in (DATA / "coups.jsonl").read_text().splitlines()]


def test_the_coups_dealt_elsewhere_are_dealt_alike() -> None:
    assert len(VECTORS) == 2500
    for vector in VECTORS:
        cards = [Card.parse(text) for text in vector["cards"]]
        stream = iter(cards)
        coup = play(stream)
        assert coup.is_over
        assert len(coup) == vector["used"] == 6 - len(list(stream))
        assert list(coup.cards) == cards[: vector["used"]]
        check(coup)
        for side, name in ((Side.PLAYER, "player"), (Side.BANKER, "banker")):
            hand, std = coup.hand(side), vector["std"]
            assert list(hand) == [Card.parse(text) for text in vector[name]]
            assert hand.total == vector[f"{name}_total"]
            natural = std[f"{name}_natural"]
            assert hand.is_natural == (natural > 0)
            assert natural in (0, hand.total)
            assert hand.is_pair == std[f"{name}_pair"]
            assert hand.is_perfect_pair == std[f"{name}_perfect_pair"]
        ahead = vector["player_total"] - vector["banker_total"]
        assert coup.winner is (Side.PLAYER if ahead > 0 else Side.BANKER if ahead < 0 else None)
        assert coup.margin == abs(ahead)


def test_every_prefix_of_a_coup_is_half_dealt_and_dealing_on_ends_it_alike() -> None:
    for vector in VECTORS:
        cards = [Card.parse(text) for text in vector["cards"][: vector["used"]]]
        whole = play(iter(cards))
        for seen in range(len(cards)):
            half = play(iter(cards[:seen]))
            assert not half.is_over
            assert half.cards == tuple(cards[:seen])
            check(half)
            assert play(iter(cards[seen:]), coup=half) == whole


def test_the_outcome_of_a_half_dealt_coup_cannot_be_asked() -> None:
    asks: list[Callable[[Coup], object]] = [
        lambda coup: coup.winner,
        lambda coup: coup.margin,
        lambda coup: coup.outcome(),
    ]
    for seen in range(6):
        half = play(iter(parse_cards("Kh 2d 5c Ks 4h")[:seen]))
        for ask in asks:
            with pytest.raises(CoupError, match="not over"):
                ask(half)


def test_a_hand_without_two_cards_cannot_be_asked_for_pairs_or_starts() -> None:
    for seen in range(4):
        half = play(iter(parse_cards("Kh 2d 5c")[:seen]))
        with pytest.raises(CoupError):
            _ = half.banker.is_pair
        with pytest.raises(CoupError):
            _ = half.has_equal_start


def test_a_natural_nine_beats_a_natural_eight() -> None:
    """Some descriptions read as if two naturals always tie."""
    for text, winner in {
        "9 0 | 8 0": Side.PLAYER,
        "8 0 | 9 0": Side.BANKER,
        "8 0 | 3 5": None,
        "9 0 | 4 5": None,
    }.items():
        coup = Coup.parse(text)
        check(coup)
        assert coup.winner is winner
        assert coup.has_natural


def test_a_three_card_nine_is_no_natural() -> None:
    coup = Coup.parse("2 3 4 | 7 0")
    check(coup)
    assert not coup.has_natural
    assert coup.winner is Side.PLAYER


def test_an_equal_start_compares_the_first_two_cards_only() -> None:
    assert Coup.parse("2 3 9 | 5 0").has_equal_start
    assert not Coup.parse("2 3 0 | 1 0 4").has_equal_start


@given(st.lists(st.integers(0, 9), min_size=6, max_size=6))
@examples(80)
def test_the_outcome_is_the_cell_of_the_coup(plain_deal: Dealer, points: list[int]) -> None:
    player, banker = plain_deal(points)
    coup = play(map(Card, points))
    assert coup.player.cards == tuple(Card(points[place]) for place in player)
    assert coup.banker.cards == tuple(Card(points[place]) for place in banker)
    p, b = (sum(points[place] for place in hand) % 10 for hand in (player, banker))
    outcome = coup.outcome()
    assert outcome == Outcome(Held(len(player), p), Held(len(banker), b))
    assert OUTCOMES[outcome.index] == outcome
    assert outcome.winner is coup.winner
    assert outcome.margin == coup.margin
    assert outcome.has_natural == coup.has_natural
    assert (outcome.held(Side.PLAYER), outcome.held(Side.BANKER)) == (
        outcome.player,
        outcome.banker,
    )
    named = coup.outcome(lambda hand: str(hand.total))
    assert (named.player.trait, named.banker.trait) == (str(p), str(b))
    assert named.index == outcome.index


def test_the_cells_of_a_tally_are_400_and_in_the_order_of_their_index() -> None:
    assert len(set(OUTCOMES)) == 400
    assert [outcome.index for outcome in OUTCOMES] == list(range(400))
    cells = [(len(o.player), len(o.banker), o.player.total, o.banker.total) for o in OUTCOMES]
    assert list(map(cell_parts, range(400))) == cells
    assert cells == list(product((2, 3), (2, 3), range(10), range(10)))


# Reading and writing


def every_shape(cards: Sequence[Card]) -> Iterator[Coup]:
    """Coups of these cards at every moment of the deal, as the rules have it and against them."""
    for places in ("", "P", "PB", "PBP", "PBPB", "PBPBP", "PBPBB", "PBPBPB"):
        coup = Coup()
        for side, card in zip(places, cards, strict=False):
            coup = coup.receive(Side(side), card)
        yield coup
        if len(places) >= 4:
            yield coup.finish()


@given(st.sampled_from(DEPTHS), st.data())
@examples(24)
def test_a_coup_reads_back_finished_or_half_dealt(
    front_door: dict[str, object], depth: Depth, data: st.DataObject
) -> None:
    cards = [data.draw(st.sampled_from(KINDS[depth])) for _ in range(6)]
    for coup in every_shape(cards):
        assert Coup.parse(str(coup)) == coup
        assert Coup.parse(str(coup).replace("…", "...")) == coup
        assert eval(repr(coup), front_door) == coup
        for hand in (coup.player, coup.banker):
            assert Hand.parse(str(hand)) == hand
            assert eval(repr(hand), front_door) == hand
        for less in DEPTHS[: DEPTHS.index(depth) + 1]:
            assert [str(card) for card in coup.at(less).cards] == [
                str(card.at(less)) for card in coup.cards
            ]
            assert coup.at(less).is_over == coup.is_over


def test_choices_and_outcomes_can_be_pasted(front_door: dict[str, object]) -> None:
    coup = Coup.parse("Kh 5c 8h | 9d 4s")
    for value in (
        coup.outcome(),
        coup.outcome(lambda hand: "odd"),
        Choice(Side.BANKER, coup.banker, Card.parse("8h")),
        Choice(Side.PLAYER, coup.player),
        *Side,
    ):
        assert eval(repr(value), front_door) == value


def test_cards_come_in_dealing_order() -> None:
    cards = DECK[:6]
    for coup in every_shape(cards):
        # the fifth card is Player's, or Banker's when Player stood
        assert coup.cards == cards[: len(coup)]


def test_more_than_is_known_cannot_be_asked_of_a_coup() -> None:
    points, ranks = Coup.parse("9 0 | 9 0"), Coup.parse("9x 9x | 9h 9h")
    assert (points.depth, ranks.depth) == (Depth.POINTS, Depth.RANKS)
    with pytest.raises(TooShallow):
        _ = points.player.is_pair
    with pytest.raises(TooShallow):
        _ = ranks.player.is_perfect_pair
    with pytest.raises(TooShallow):
        _ = ranks.player.is_suited
    with pytest.raises(TooShallow):
        ranks.at(Depth.CARDS)
    assert ranks.player.is_pair
    assert ranks.banker.is_perfect_pair


@pytest.mark.parametrize(
    "text",
    [
        "",
        "…",
        "Kh 5c",
        "Kh 5c / 9d 4s",
        "Kh 5c | 9d 4s | 2c",
        "Kh 5z | 9d 4s",
        "Kh 5c … | 9d 4s",
        "Kh 5c | 9d 4s ……",
    ],
)
def test_what_is_no_coup_is_refused_as_bad_text(text: str) -> None:
    with pytest.raises(BadText) as told:
        Coup.parse(text)
    assert len(str(told.value).splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Kh 5c 2d 3d | 9d 4s",
        "| Kh …",
        "Kh 5c | …",
        "Kh 5c 3d | 4s …",
        "|",
        "Kh |",
        "Kh | 5c",
        "Kh 5c | 9d",
    ],
)
def test_hands_that_cannot_come_about_are_refused(text: str) -> None:
    with pytest.raises(CoupError) as told:
        Coup.parse(text)
    assert len(str(told.value).splitlines()) == 1


@given(
    st.text()
    | st.lists(st.sampled_from("Kh 9d 5 0 7x | … ... || x 10c".split()), max_size=9).map(" ".join)
)
@examples(160)
def test_any_text_is_a_coup_or_complained_of_in_one_line(text: str) -> None:
    try:
        coup = Coup.parse(text)
    except (BadText, CoupError) as told:
        assert len(str(told).splitlines()) == 1
    else:
        assert Coup.parse(str(coup)) == coup


# Legal coups


def legal_coups(
    points: Sequence[int],
    player_may: Callable[[int], str],
    banker_may: Callable[[int, int | None], str],
) -> set[str]:
    """Every coup, half-dealt or over, that a croupier can come to with these points."""
    legal = {"|  …"}
    for a in points:
        legal.add(f"{a} |  …")
        for b in points:
            legal.add(f"{a} | {b} …")
            for c in points:
                legal.add(f"{a} {c} | {b} …")
    for a, b, c, d in product(points, repeat=4):
        player, banker = (a + c) % 10, (b + d) % 10
        if player > 7 or banker > 7:
            legal.add(f"{a} {c} | {b} {d}")
            continue
        for player_moves in player_may(player):
            if player_moves == "S":
                for moves in banker_may(banker, None):
                    if moves == "S":
                        legal.add(f"{a} {c} | {b} {d}")
                        continue
                    legal.add(f"{a} {c} | {b} {d} …")
                    legal.update(f"{a} {c} | {b} {d} {e}" for e in points)
                continue
            legal.add(f"{a} {c} | {b} {d} …")
            for e in points:
                for moves in banker_may(banker, e):
                    if moves == "S":
                        legal.add(f"{a} {c} {e} | {b} {d}")
                        continue
                    legal.add(f"{a} {c} {e} | {b} {d} …")
                    legal.update(f"{a} {c} {e} | {b} {d} {f}" for f in points)
    return legal


def is_accepted(coup: Coup, tableau: Tableau) -> bool:
    try:
        check(coup, tableau)
    except CoupError as told:
        assert len(str(told).splitlines()) == 1
        return False
    return True


SMALL = (0, 3, 4, 8)
"""Points that make all totals but 5 and 9, and third cards before which Banker's rows differ."""


def test_check_accepts_exactly_the_legal_coups_of_punto_banco() -> None:
    player_draws, banker_draws = stated_by_total()
    legal = legal_coups(
        SMALL,
        lambda total: "D" if player_draws(total) else "S",
        lambda total, third: "D" if banker_draws(total, third) else "S",
    )
    tried = {
        str(coup): coup
        for cards in product(map(Card, SMALL), repeat=6)
        for coup in every_shape(cards)
    }
    assert len(tried) > 10_000
    assert legal <= set(tried)
    accepted = {text for text, coup in tried.items() if is_accepted(coup, PUNTO_BANCO)}
    assert sorted(accepted ^ legal)[:5] == []


def test_check_accepts_exactly_the_legal_coups_of_chemin_de_fer() -> None:
    points = (0, 1, 4, 5, 8)
    legal = legal_coups(
        points,
        lambda total: "D" if total < 5 else "DS" if total == 5 else "S",
        lambda total, third: "DS",
    )
    tried = {
        str(coup): coup
        for cards in product(map(Card, points), repeat=4)
        for coup in every_shape([*cards, Card(4), Card(8)])
    }
    accepted = {text for text, coup in tried.items() if is_accepted(coup, CHEMIN_DE_FER)}
    assert sorted(accepted ^ (legal & set(tried)))[:5] == []


# Free cells


@given(st.lists(st.integers(0, 9), min_size=6, max_size=6))
@examples(80)
def test_where_nobody_decides_a_free_cell_complains(points: list[int]) -> None:
    player, banker = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
    if player >= 8 or banker >= 8:
        assert play(map(Card, points), CHEMIN_DE_FER) == play(map(Card, points), PUNTO_BANCO)
        return
    who = "Player, with 5" if player == 5 else f"Banker, with {banker} against"
    with pytest.raises(CoupError, match=f"^{who}.* may draw or stand: somebody must decide"):
        play(map(Card, points), CHEMIN_DE_FER)


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
@examples(80)
def test_who_follows_punto_banco_deals_punto_banco(cards: list[Card]) -> None:
    coup = play(iter(cards), PUNTO_BANCO)
    assert play(iter(cards), CHEMIN_DE_FER, following(PUNTO_BANCO)) == coup
    assert play(iter(cards), CHEMIN_DE_FER, as_dealt(coup)) == coup


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6), st.booleans(), st.booleans())
@examples(80)
def test_who_decides_is_asked_once_and_shown_only_what_he_may_see(
    cards: list[Card], player_draws: bool, banker_draws: bool
) -> None:
    asked: list[Choice] = []

    def decide(choice: Choice) -> bool:
        asked.append(choice)
        return player_draws if choice.side is Side.PLAYER else banker_draws

    coup = play(iter(cards), CHEMIN_DE_FER, decide)
    expected: list[Choice] = []
    player, banker = Hand((cards[0], cards[2])), Hand((cards[1], cards[3]))
    if not (player.total >= 8 or banker.total >= 8):
        draws = player.total < 5 or (player.total == 5 and player_draws)
        if player.total == 5:
            expected.append(Choice(Side.PLAYER, player))
        expected.append(Choice(Side.BANKER, banker, cards[4] if draws else None))
        assert len(coup.player) == 2 + draws
        assert len(coup.banker) == 2 + banker_draws
    assert asked == expected
    assert play(iter(cards), CHEMIN_DE_FER, as_dealt(coup)) == coup
    check(coup, CHEMIN_DE_FER)


def test_a_bound_cell_asks_nobody() -> None:
    def decide(choice: Choice) -> bool:
        raise AssertionError(f"{choice} was asked")

    for points in product((0, 5, 8), repeat=6):
        play(map(Card, points), PUNTO_BANCO, decide)


def test_a_finished_coup_takes_no_more_cards() -> None:
    for text in ("9 0 | 8 0", "6 0 | 7 0", "1 1 5 | 7 0", "1 1 5 | 2 0 3"):
        coup = Coup.parse(text)
        assert next_hand(coup) is None
        stream = iter([Card(4)])
        assert play(stream, coup=coup) == coup
        assert list(stream) == [Card(4)]
