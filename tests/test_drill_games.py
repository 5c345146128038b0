"""The drill of a game of one's own: its third cards, its felt, and no question without an end."""

from collections.abc import Callable
from fractions import Fraction

import pytest

import baccarat as bac
from baccarat import Bet, Cap, Card, Game, Layout, Rules, Tableau
from baccarat.base.errors import BadValue, UnknownName
from baccarat.drill import Drill, Kind, ask
from baccarat.testing import BOLD, ONLY_NINE

Bring = Callable[..., None]


def tableau(player: str, banker: str) -> Tableau:
    """One in which every row of Banker's is the same, whatever Player's third card is."""
    rows = "\n".join(
        f"{'Banker has' if total == 0 else ''} {total} {' '.join(banker[total] * 11)}"
        for total in range(8)
    )
    return Tableau.read(
        f"Player has 0 1 2 3 4 5 6 7\n{' '.join(player)}\n"
        f"Player's third 0 1 2 3 4 5 6 7 8 9 stood\n{rows}"
    )


TABLEAUX = {
    "bold": BOLD,
    "only nine": ONLY_NINE,
    "nobody looks": tableau("DDDDDD--", "DDDDDD--"),
    "nobody draws": tableau("--------", "--------"),
    "all draw": tableau("DDDDDDDD", "DDDDDDDD"),
    "few draw": tableau("-D-D-D-D", "D-D-D-D-"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLEAUX)
@pytest.mark.parametrize("level", range(1, 6))
def test_every_question_has_an_answer_by_the_games_own_tableau(
    name: str, level: int, bring: Bring
) -> None:
    rules = Rules(tableau=TABLEAUX[name])
    bring(Game("mine", rules, Layout.of("player", "banker", "tie", "player-pair")))
    for number in range(12):
        drill = Drill(number, level=level, game="mine")
        assert drill.answer(drill.question.answer, 1).right == 1


def test_player_is_asked_to_draw_on_six(bring: Bring) -> None:
    bring(Game("mine", Rules(tableau=BOLD), Layout.of("player", "banker")))
    told = set()
    for number in range(300):
        question = ask(number, 0, 1, (Kind.DRAW,), "mine")
        player, banker = map(hand, question.text.partition(". ")[0].split(", "))
        if max(player.total, banker.total) < 8:
            told.add((player.total, question.answer))
            if player.total == 6:
                assert "Player draws on 0–6" in str(question.why[0])
    assert told == {*((total, "draw") for total in range(7)), (7, "stand")}


def hand(text: str) -> bac.Hand:
    suits = dict(zip("♣♦♥♠", "cdhs", strict=True))
    cards = text.partition(" ")[2].replace("10", "T")
    return bac.Hand.parse("".join(suits.get(sign, sign) for sign in cards))


def test_the_payouts_are_those_of_the_games_felt(bring: Bring) -> None:
    capped = Bet(
        "Capped",
        lambda o: "won" if o.winner is None else None,
        pays={"won": 30},
        cap=Cap(Fraction(1, 100), ("punto",)),
        wins_when="a tie",
    )
    felt = Layout.of("punto=player", "tie:9", capped)
    bring(Game("mine", Rules(printed=Card.parse("7x")), felt, "a felt of its own"))
    for number in range(60):
        question = ask(number, 0, 5, (Kind.PAY,), "mine")
        assert "mine, a felt of its own." in question.text
        assert "punto" in question.text or "tie" in question.text
        assert "banker" not in question.text


def test_a_game_that_leaves_something_to_decide_is_not_drilled() -> None:
    with pytest.raises(BadValue, match="chemin-de-fer leaves draws to be decided"):
        Drill(7, game="chemin")
    with pytest.raises(UnknownName, match="unknown game: 'mine'"):
        ask(7, 0, game="mine")
