"""Another natural is another table: every engine follows the tableau, none restates it."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from host import Host, needs_compiler

import baccarat as bac
from baccarat import Card, Composition, Coup, Hand, Rules, Side, Tableau
from baccarat.base.errors import BadText, BadValue
from baccarat.core.coup import OUTCOMES
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move
from baccarat.core.third_card import next_hand
from baccarat.core.verdict import PLAYER_DRAWS, verdicts
from baccarat.exact.batch.compositions import batch
from baccarat.exact.weights import plain
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.theory.chemin.payoffs import payoffs

# As punto banco, but an eight is no natural: both hands stand on it, and the other may draw.
ONLY_NINE = Tableau.read("""
    Player has          0 1 2 3 4 5 6 7 8
                        D D D D D D - - -
    Player's third      0 1 2 3 4 5 6 7 8 9  stood
    Banker has     0    D D D D D D D D D D  D
                   1    D D D D D D D D D D  D
                   2    D D D D D D D D D D  D
                   3    D D D D D D D D - D  D
                   4    - - D D D D D D - -  D
                   5    - - - - D D D D - -  D
                   6    - - - - - - D D - -  -
                   7    - - - - - - - - - -  -
                   8    - - - - - - - - - -  -
""")
RULES = Rules(tableau=ONLY_NINE)


def told(cards: tuple[int, ...], natural: int) -> tuple[int, int, int, int]:
    """Another dealer, who shares no code: cards and totals of both hands."""
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    if max(player, banker) >= natural:
        return 2, 2, player, banker
    draws = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
    if player <= 5:
        third = cards[4]
        if banker <= 2 or third in draws.get(banker, ()):
            return 3, 3, (player + third) % 10, (banker + cards[5]) % 10
        return 3, 2, (player + third) % 10, banker
    if banker <= 5:
        return 2, 3, player, (banker + cards[4]) % 10
    return 2, 2, player, banker


@pytest.mark.slow
@pytest.mark.parametrize(("tableau", "natural"), [(PUNTO_BANCO, 8), (ONLY_NINE, 9)])
def test_exact_odds_of_either_game_are_those_of_a_dealer_who_shares_no_code(
    tableau: Tableau, natural: int
) -> None:
    """With an endless deck: each of the million ways to deal six cards has its weight."""
    weight = [16, *[4] * 9]
    cells: Counter[int] = Counter()
    for cards in product(range(10), repeat=6):
        player_cards, banker_cards, player, banker = told(cards, natural)
        cell = 200 * (player_cards - 2) + 100 * (banker_cards - 2) + 10 * player + banker
        cells[cell] += prod(weight[card] for card in cards)
    found = bac.odds(float("inf"), rules=Rules(tableau=tableau)).tally
    assert {cell: w for cell, w in enumerate(found.cells) if w} == dict(cells)


@pytest.mark.slow
def test_every_exact_method_follows() -> None:
    shoe = Composition.parse("0:5 1:3 2:2 3:2 4:1 5:3 6:2 7:2 8:4 9:3")
    weighed = plain.weigh(shoe, RULES)
    assert bac.odds(shoe, rules=RULES).tally == weighed
    wins = dict.fromkeys((Side.PLAYER, Side.BANKER, None), 0)
    for outcome, weight in zip(OUTCOMES, weighed.cells, strict=True):
        wins[outcome.winner] += weight
    assert batch([shoe.counts], rules=RULES).tolist() == [list(wins.values())]
    assert bac.odds(shoe).tally != weighed


@pytest.mark.parametrize("given", ["8 2 0", "8 2 0 3", "8 2 0 3 4", "4 8 1 0", "9 2 0", "3 8 4"])
def test_half_dealt_odds_follow(given: str) -> None:
    shoe = Composition.parse("0:5 1:3 2:2 3:2 4:1 5:3 6:2 7:2 8:4 9:3")
    table = bac.odds(composition=shoe, given=given, rules=RULES)
    if table.coup.is_over:
        assert next_hand(bac.deal(given, RULES), ONLY_NINE) is None
        return
    ended = plain.coups(shoe, RULES, coup=table.coup)
    assert table.tally == bac.Tally.of((coup.outcome(), weight) for coup, weight in ended)


def test_the_payoffs_of_the_theory_follow() -> None:
    """A tableau that leaves everything free, played as ours prints."""
    free = Tableau((Move.FREE,) * 9, ((Move.FREE,) * 11,) * 9)
    for model in ("B1", "B3"):
        game = payoffs(model, decks=8, tableau=free)
        chances = game.chances(*game.follow(ONLY_NINE))
        odds = bac.odds(8, rules=RULES)
        assert chances.win == odds["player"].chance
        assert chances.lose == odds["banker"].chance
        assert chances.tie == odds["tie"].chance
    with pytest.raises(BadValue, match="the naturals 8 and 9"):
        bac.solve("B1", decks=6, tableau=free)


@pytest.mark.slow
@pytest.mark.parametrize(
    "plan", [Plan(60, 7, RULES), Plan.fresh(4000, 7, RULES)], ids=["whole shoes", "fresh coups"]
)
def test_the_engines_follow(plan: Plan) -> None:
    dealt = reference.run(plan)
    assert cpu.run(plan, threads=1) == dealt
    assert dealt != reference.run(
        Plan(plan.shoes, plan.seed, Rules(burn=plan.rules.burn), plan.coups)
    )


@needs_compiler
def test_the_source_of_the_gpu_follows(tmp_path: Path) -> None:
    plan = Plan(60, 7, RULES)
    assert Host(tmp_path).deal(plan) == reference.run(plan)


def test_the_sentences_follow() -> None:
    coup = bac.deal("4 8 1 0 3", RULES)
    assert coup == Coup(Hand((Card(4), Card(1), Card(3))), Hand((Card(8), Card(0))), True)
    assert [str(line) for line in bac.explain(coup, ONLY_NINE)] == [
        "Player has 5 and draws 3: Player draws on 0–5.",
        "Banker has 8 and stands: with 8, Banker draws against no third card.",
    ]
    nine = bac.deal("9 2 0 3", RULES)
    assert str(bac.explain(nine, ONLY_NINE)[0]).startswith("Player has a natural 9")


def test_the_table_says_what_next_hand_says_of_every_coup() -> None:
    def decide(choice: bac.Choice) -> bool:
        """By cards and not by totals, so that starts of one total are not alike."""
        return max(card.points for card in choice.hand) > 4

    strategies: list[tuple[Tableau, Callable[[bac.Choice], bool]]] = [
        (ONLY_NINE, decide),
        (CHEMIN_DE_FER, decide),
    ]
    for tableau, strategy in strategies:
        table = verdicts(tableau, strategy)
        for a, b, c, d in product(range(10), repeat=4):
            coup = Coup(Hand((Card(a), Card(b))), Hand((Card(c), Card(d))))
            asked = next_hand(coup, tableau, strategy)
            first = table.first[table.player[10 * a + b]][table.banker[10 * c + d]]
            assert first == {None: 0, Side.BANKER: 1, Side.PLAYER: 2}[asked]
            if first == PLAYER_DRAWS and a <= b:
                for third in range(10):
                    more = next_hand(coup.receive(Side.PLAYER, Card(third)), tableau, strategy)
                    assert table.after[table.banker[10 * c + d]][third] == (more is Side.BANKER)


def test_a_tableau_has_as_many_rows_as_cells() -> None:
    assert Tableau.read(str(ONLY_NINE)) == ONLY_NINE
    assert (ONLY_NINE.natural, PUNTO_BANCO.natural) == (9, 8)
    with pytest.raises(BadText, match="1 cell of Player and 11 cells of Banker"):
        Tableau(ONLY_NINE.player, PUNTO_BANCO.banker)
    with pytest.raises(BadText, match="1 cell of Player and 11 cells of Banker"):
        Tableau((Move.DRAW,) * 10, ((Move.DRAW,) * 11,) * 10)


def test_fewer_naturals_make_longer_coups() -> None:
    mean = {
        tableau.natural: sum(
            (len(o.player) + len(o.banker)) * Fraction(w, odds.tally.total)
            for o, w in zip(OUTCOMES, odds.tally.cells, strict=True)
        )
        for tableau in (PUNTO_BANCO, ONLY_NINE)
        for odds in [bac.odds(8, rules=Rules(tableau=tableau))]
    }
    assert mean[9] > mean[8]
