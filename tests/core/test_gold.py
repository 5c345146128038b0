"""Baccarat Gold: its three rules, dealt here in every order of small shoes."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import baccarat as bac


def winner(row: tuple[int, ...]) -> str:
    """Who wins: Banker always draws on 0 to 3, and on 4 and 5 only against 3 to 7."""
    player, banker, rest = (row[0] + row[2]) % 10, (row[1] + row[3]) % 10, list(row[4:])
    if max(player, banker) < 8:
        banker_draws = banker < 6
        if player < 6:
            third = rest.pop(0)
            player = (player + third) % 10
            banker_draws = banker < 4 or (banker < 6 and 3 <= third <= 7)
        if banker_draws:
            banker = (banker + rest.pop(0)) % 10
    return "player" if player > banker else "banker" if banker > player else "tie"


@pytest.mark.parametrize("shoe", ["4553062", "1334780", "4462035", "2255773"])
def test_baccarat_gold_is_dealt_as_its_three_rules_say(shoe: str) -> None:
    counts = Counter(map(int, shoe))
    table = bac.odds(
        " ".join(f"{card}:{many}" for card, many in counts.items()), game="baccarat-gold"
    )
    winners = Counter(map(winner, permutations(map(int, shoe))))
    for name in ("player", "banker", "tie"):
        assert table[name].chance == Fraction(winners[name], winners.total())


def test_drawing_on_five_is_best_for_player() -> None:
    """wizardofodds.com/games/baccarat/gold prints 1.147 % for a Player who draws."""
    gold = bac.game("baccarat-gold")
    table = str(gold.rules.tableau).replace("D D D D D D - -", "D D D D D - - -", 1)
    stands = bac.Rules(tableau=bac.Tableau.read(table))
    assert bac.odds(8, game=gold)["player"].edge < bac.odds(game=gold, rules=stands)["player"].edge
