"""The reference engine: shoe by shoe, added up in any way; and two shoes written out in full.

A change of behaviour shows as a difference in `playthroughs/`. To accept it, delete the file and
run this test twice: it is written anew, to be read and committed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import add
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.calls import call, explain
from baccarat.cards import Card
from baccarat.coup import Coup, Side, following
from baccarat.errors import CoupError
from baccarat.rules import STANDARD, Rules, deal_from, deal_shoe
from baccarat.shoe import LastCoup
from baccarat.simulation.plan import Plan
from baccarat.simulation.reference import run
from baccarat.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.tally import Tally

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def counted(coups: Iterable[Coup]) -> list[int]:
    """Count coups into the 400 cells by their layout."""
    cells = [0] * 400
    for coup in coups:
        player, banker = (
            [card.points for card in coup.hand(side)] for side in (Side.PLAYER, Side.BANKER)
        )
        cells[
            200 * (len(player) - 2)
            + 100 * (len(banker) - 2)
            + 10 * (sum(player) % 10)
            + sum(banker) % 10
        ] += 1
    return cells


def test_a_fresh_coup_is_the_first_of_an_unburned_shoe() -> None:
    unburned = Rules(burn=False)
    for number in (0, 1, 2, 77, 2**32, 2**64 - 1):
        coup, _ = deal_from(unburned.shoe(5, number))
        fresh = replace(Plan.fresh(1, 5), first=number)
        assert list(run(fresh).cells) == counted([coup])


@pytest.mark.parametrize("rules", [Rules(decks=1), Rules(printed=Card.parse("7x"))])
def test_fresh_coups_follow_the_rules(rules: Rules) -> None:
    unburned = Rules(decks=rules.decks, burn=False, printed=rules.printed)
    first = [deal_from(unburned.shoe(6, number), unburned)[0] for number in range(50)]
    assert list(run(Plan.fresh(50, 6, rules)).cells) == counted(first)


def test_whole_shoes_are_dealt_to_the_last_coup() -> None:
    for rules in (Rules(decks=1), Rules(decks=6, cut_card=16, last_coup=LastCoup.B)):
        dealt = [coup for n in range(5) for coup in deal_shoe(rules.shoe(8, n), rules)]
        tally = run(Plan(5, 8, rules))
        assert list(tally.cells) == counted(dealt)
        assert tally.total == len(dealt)
        equal = sum(coup.has_equal_start for coup in dealt)
        assert tally.events == {"equal-start": {"equal": equal}}


@given(
    st.permutations(range(12)), st.lists(st.integers(0, 12), max_size=4), st.integers(0, 2**64 - 1)
)
@settings(max_examples=15, deadline=None)
def test_shoes_add_up_in_any_order_and_chunks(order: list[int], cuts: list[int], seed: int) -> None:
    whole = Plan(12, seed, Rules(decks=1))
    ends = [0, *sorted(cuts), 12]
    chunks = [order[a:b] for a, b in pairwise(ends)]
    for plan in (whole, Plan.fresh(12, seed, whole.rules)):
        single = [run(replace(plan, shoes=1, first=number)) for number in range(12)]
        parts = [sum((single[number] for number in chunk), start=Tally()) for chunk in chunks]
        assert reduce(add, parts) == run(plan)


def test_somebody_must_decide_at_chemin_de_fer() -> None:
    free = Plan(3, 1, Rules(decks=1, tableau=CHEMIN_DE_FER))
    with pytest.raises(CoupError, match="somebody must decide"):
        run(free)
    assert run(free, following(PUNTO_BANCO)) == run(Plan(3, 1, Rules(decks=1)))


@pytest.mark.slow
def test_fresh_coups_have_the_exact_odds(eight_decks: Tally) -> None:
    """20,000 fresh coups of a fixed seed; chi-square over Banker, Player and tie.

    With two degrees of freedom an honest program exceeds 27.6 once in a million (-2 ln 10^-6).
    """
    tally = run(Plan.fresh(20_000, 12))

    def wins(tally: Tally) -> list[int]:
        sums = [0, 0, 0]
        for index, times in enumerate(tally.cells):
            player, banker = index // 10 % 10, index % 10
            sums[(player > banker) + 2 * (player == banker)] += times
        return sums

    expected = [20_000 * weight / eight_decks.total for weight in wins(eight_decks)]
    chi = sum((o - e) ** 2 / e for o, e in zip(wins(tally), expected, strict=True))
    assert chi < 27.6


# Playthroughs


def title(rules: Rules, seed: int, number: int) -> Iterator[str]:
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    yield f"Shoe {number} of seed {seed}: {decks}, cut card {rules.cut_card} from the end,"
    yield f"last coup by rule {rules.last_coup.value}."
    yield ""
    shoe = rules.shoe(seed, number)
    if shoe.burn_card is not None:
        yield f"burn card {shoe.burn_card}: {shoe.burned} face down, {shoe.cards_left} cards left"
        yield ""


def one_line_a_coup(rules: Rules, seed: int, number: int) -> Iterator[str]:
    yield from title(rules, seed, number)
    shoe = rules.shoe(seed, number)
    while not shoe.is_finished:
        coup, shoe = deal_from(shoe, rules)
        yield f"{shoe.coups:2}  {coup!s:<19}  {shoe.cards_left:3} left  {call(coup)}"
    yield ""
    yield f"finished after {shoe.coups} coups, {shoe.cards_left} cards left"


def every_coup_explained(rules: Rules, seed: int, number: int) -> Iterator[str]:
    yield from title(rules, seed, number)
    shoe = rules.shoe(seed, number)
    while not shoe.is_finished:
        coup, shoe = deal_from(shoe, rules)
        yield f"{shoe.coups:2}  {coup}  ({shoe.cards_left} left)"
        yield from (f"      {sentence}" for sentence in explain(coup, rules.tableau))
        yield f"      {call(coup)}"
    yield ""
    yield f"finished after {shoe.coups} coups, {shoe.cards_left} cards left"


Teller = Callable[[Rules, int, int], Iterator[str]]


@pytest.mark.parametrize(
    ("name", "tell", "rules", "seed", "number"),
    [
        ("eight-decks", one_line_a_coup, STANDARD, 7, 0),
        ("six-decks-rule-b", one_line_a_coup, Rules(6, cut_card=16, last_coup=LastCoup.B), 2026, 3),
        ("one-deck-explained", every_coup_explained, Rules(1), 1, 0),
    ],
)
def test_a_seeded_shoe_is_dealt_as_written(
    name: str, tell: Teller, rules: Rules, seed: int, number: int
) -> None:
    path = PLAYTHROUGHS / f"{name}.txt"
    lines = list(tell(rules, seed, number))
    if not path.exists():
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        pytest.fail(f"{path} was missing and is now written: read it and run again")
    assert path.read_text(encoding="utf-8").splitlines() == lines
