"""What a decision leads to before it is made, against a plain count of every order of the cards."""

from fractions import Fraction
from itertools import product

import pytest

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import Card
from baccarat.core.coup import Hand, Side
from baccarat.core.third_card import Choice
from baccarat.table import Phase, Table
from baccarat.table.acts import Decide
from baccarat.table.coach.decision_worth import grid_marks, weigh_decision
from baccarat.table.coach.opponent import (
    OPPONENTS,
    assess,
    equilibrium,
    paid,
    said_there,
    strategies,
)
from baccarat.table.state import Decision
from baccarat.table.view.croupier import judge


def decided(**options: object) -> list[tuple[Choice, Table]]:
    """Every decision of a shoe, with the table it was made at."""
    settings = {"seed": 7, "bankroll": 10_000, "opponent": "equilibrium", **options}
    table = Table.open("chemin-de-fer", **settings)  # type: ignore[arg-type]
    found: list[tuple[Choice, Table]] = []
    while table.phase is Phase.BETS:
        spot = "banker" if len(table.played) % 2 else "player"
        table = table.bet(f"{spot}=25").deal()
        while table.phase is Phase.DECISION:
            assert table.choice is not None
            found.append((table.choice, table))
            table = table.apply(Decide(True)).go_on()
    return found


def counted(choice: Choice, draws: bool, opponent: str) -> tuple[Fraction, ...]:
    """How often a banquier of B3 with six decks wins, ties and loses, order by order."""
    left = [96, *[24] * 9]
    own = [card.points for card in choice.hand]
    third = None if choice.players_third is None else choice.players_third.points
    for points in (*own, *([] if third is None else [third])):
        left[points] -= 1
    ponte, _ = strategies(opponent, "B3", 6)
    ends = [Fraction(0)] * 3
    for one, other, last in product(range(10), repeat=3):
        ways = left[one] * (left[other] - (one == other))
        ways *= left[last] - (last == one) - (last == other)
        start = (one + other) % 10
        if start > 7:
            continue
        draw = Fraction(start < 5)
        if start == 5:
            draw = ponte[f"{min(one, other)},{max(one, other)}"]
        theirs = start if third is None else (start + third) % 10
        mine = (sum(own) + (last if draws else 0)) % 10
        met = ways * (1 - draw if third is None else draw)
        ends[0 if mine > theirs else 1 if mine == theirs else 2] += met
    return tuple(end / sum(ends) for end in ends)


@pytest.mark.parametrize("opponent", ["equilibrium", "timid"])
def test_a_banquiers_answers_end_as_often_as_a_plain_count_says(opponent: str) -> None:
    asked = [(c, t) for c, t in decided(opponent=opponent) if c.side is Side.BANKER]
    assert {choice.players_third is None for choice, _ in asked} == {True, False}
    for choice, table in asked[:6] + [one for one in asked if one[0].players_third is None][:2]:
        worth = weigh_decision(choice, table, 25)
        for answer in worth.answers:
            found = (answer.win, answer.tie, answer.lose)
            assert found == counted(choice, answer.draws, opponent)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("bets", [(), ("banker:1-5%",)])
def test_an_answer_is_worth_what_it_wins_less_what_it_loses(
    opponent: str, bets: tuple[str, ...]
) -> None:
    asked = decided(opponent=opponent, bets=bets, cut_card=100)
    assert {choice.side for choice, _ in asked} == set(Side)
    for choice, table in asked:
        worth = weigh_decision(choice, table, 25)
        pays = paid(25, choice.side, table.game.layout)
        told = assess(Decision(choice, True, True), table, 25)
        for answer, mean in zip(worth.answers, (told.drawing, told.standing), strict=True):
            assert answer.mean == 25 * (pays * answer.win - answer.lose) == 25 * mean
            assert answer.win + answer.tie + answer.lose == 1
            assert min(answer.win, answer.tie, answer.lose) >= 0
        assert min(answer.cost for answer in worth.answers) == 0
        assert worth.equilibrium == told.equilibrium


def test_the_book_is_the_equilibriums_and_the_guest_finds_the_place_in_it() -> None:
    """The grid of model A1 as Ethier & Gámez print it, arXiv 1305.5468."""
    book = grid_marks(equilibrium("A1", 6).banquier)
    printed = (*["DDDDDDDDDDD"] * 3, "DDDDDDDDSDD", "SSDDDDDDSSD", "SSSSDDDDSSD", "SSSSSSDDSS?")
    for total, row in enumerate((*printed, "SSSSSSSSSSS")):
        assert "".join(book[f"{total}|{column}"] for column in "0123456789-") == row
    for choice, table in decided(cut_card=200):
        worth = weigh_decision(choice, table, 25)
        assert worth.cell in worth.book


@pytest.mark.parametrize(
    ("hand", "third", "draws", "said"),
    [
        ("Jh Kd", "9s", Fraction(1), "With 0 (J K) against a 9 the equilibrium always draws."),
        ("Qd 5s", "8d", Fraction(0), "With 5 (Q 5) against an 8 the equilibrium never draws."),
        ("Th 5s", "Ad", Fraction(1), "With 5 (10 5) against an A the equilibrium always draws."),
        (
            "6h Kd",
            "",
            Fraction(859, 2288),
            "With 6 (6 K) against a Player who stood the equilibrium draws 859 times in 2,288.",
        ),
    ],
)
def test_a_decision_is_told_in_words(hand: str, third: str, draws: Fraction, said: str) -> None:
    card = Card.parse(third) if third else None
    sentence = said_there(Choice(Side.BANKER, Hand.parse(hand), card), draws)
    assert str(sentence) == said
    told = {Words.of(language).say(sentence) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert all("|" not in one for one in told)


def test_a_guest_without_a_stake_on_the_hand_hears_what_the_equilibrium_does() -> None:
    """Where nobody plays against the guest, they decide for both hands."""
    choice, table = decided()[0]
    told = judge(Decision(choice, True, True), table, (), Words.of("en"))
    assert "the equilibrium" in told
