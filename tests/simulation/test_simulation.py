"""The reference engine: shoe by shoe, added up in any way; and two shoes written out in full.

A change of behaviour shows as a difference in `playthroughs/`. To accept it, delete the file and
run this test twice: it is written anew, to be read and committed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from math import inf, nan
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadValue, CoupError
from baccarat.core.calls import call, explain
from baccarat.core.cards import Card
from baccarat.core.coup import Coup, Side
from baccarat.core.rules import STANDARD, Rules, deal_from, deal_shoe
from baccarat.core.shoe import LastCoup
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.core.tally import Tally
from baccarat.core.third_card import following
from baccarat.simulation.engines.cluster import opened
from baccarat.simulation.engines.reference import run
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import shoes_for
from baccarat.simulation.readers.records import write_records
from baccarat.simulation.run import simulate

PLAYTHROUGHS = ROOT / "tests" / "playthroughs"


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
@examples(6)
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
    """8,000 fresh coups of a fixed seed; chi-square over Banker, Player and tie.

    With two degrees of freedom an honest program exceeds 27.6 once in a million (-2 ln 10^-6).
    """
    tally = run(Plan.fresh(8_000, 12))

    def wins(tally: Tally) -> list[int]:
        sums = [0, 0, 0]
        for index, times in enumerate(tally.cells):
            player, banker = index // 10 % 10, index % 10
            sums[(player > banker) + 2 * (player == banker)] += times
        return sums

    expected = [8_000 * weight / eight_decks.total for weight in wins(eight_decks)]
    chi = sum((o - e) ** 2 / e for o, e in zip(wins(tally), expected, strict=True))
    assert chi < 27.6


# Playthroughs


def title(rules: Rules, seed: int, number: int) -> Iterator[str]:
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    yield f"Shoe {number} of seed {seed}: {decks}, cut card {rules.cut_card} from the end,"
    yield f"last coup by rule {rules.last_coup}."
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


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"seed": 1.5}, "a seed must be a whole number, not 1.5"),
        ({"seed": 7.0}, "a seed must be a whole number, not 7.0"),
        ({"seed": "7"}, "a seed must be a whole number, not '7'"),
        ({"seed": None}, "a seed must be a whole number, not None"),
        ({"seed": True}, "a seed must be a whole number, not True"),
        ({"seed": np.float64(3)}, "a seed must be a whole number, not np.float64(3.0)"),
        ({"shoes": nan}, "the number of shoes must be a whole number, not nan"),
        ({"shoes": inf}, "the number of shoes must be a whole number, not inf"),
        ({"shoes": np.bool_(True)}, "the number of shoes must be a whole number, not np.True_"),
        ({"shoes": np.arange(99)}, "the number of shoes must be a whole number, not array([ 0,"),
        ({"shoes": 1.5, "fresh": True}, "the number of shoes must be a whole number, not 1.5"),
        ({"coups": 2.5}, "the number of coups of each shoe must be a whole number, not 2.5"),
        ({"coups": False}, "the number of coups of each shoe must be a whole number, not False"),
        ({"threads": -2}, "the number of threads must be at least 1, not -2"),
        ({"threads": 0}, "the number of threads must be at least 1, not 0"),
        ({"threads": -2, "engine": "dask"}, "the number of threads must be at least 1, not -2"),
        ({"threads": 2.0}, "the number of threads must be a whole number, not 2.0"),
    ],
)
def test_what_is_no_whole_number_is_refused_in_one_line(
    asked: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(BadValue) as told:
        simulate(**({"shoes": 5} | asked))
    assert str(told.value).startswith(complaint)
    assert "\n" not in str(told.value)


def test_plans_coups_limits_and_workers_take_whole_numbers_only(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match=r"the first shoe must be a whole number, not 0\.5"):
        Plan(1, first=0.5)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match=r"number of coups must be a whole number, not 2\.5"):
        shoes_for(2.5)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="limit of a record must be a whole number, not nan"):
        write_records(Plan(1), tmp_path / "coups.csv", limit=nan)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="number of threads must be at least 1"), opened(threads=0):
        pass


def test_a_whole_number_of_numpy_is_a_plain_one() -> None:
    plan = Plan(np.int64(5), np.uint64(2**64 - 1), coups=np.int8(3), first=np.uint16(9))  # type: ignore[arg-type]
    assert plan == Plan(5, 2**64 - 1, coups=3, first=9)
    numbers = (plan.shoes, plan.seed, plan.coups, plan.first)
    assert {type(number) for number in numbers} == {int}


def test_what_became_of_the_stakes_is_what_the_dealt_coups_say() -> None:
    told: Any = simulate(200, seed=7, fresh=True).as_json()["bets"]
    first = (next(iter(deal_shoe(replace(STANDARD, burn=False).shoe(7, n)))) for n in range(200))
    winners = [coup.winner for coup in first]
    player, banker, ties = (str(winners.count(side)) for side in (*Side, None))
    for bet, ends in {
        "player": (player, ties, banker),
        "banker": (banker, ties, player),
        "tie": (ties, "0", str(200 - int(ties))),
    }.items():
        names = ("win_weight", "push_weight", "loss_weight")
        assert tuple(told[bet][name] for name in names) == ends


def test_the_z_beside_an_edge_has_the_sign_of_what_is_counted_less_what_is_exact() -> None:
    """And its size is that of the mean of the stakes, by their exact deviation."""
    found = simulate(300, seed=7, fresh=True)
    signs = set()
    for row in found.rows():
        edge, exact, z = row["edge"], row["exact_edge"], row["z"]
        assert isinstance(edge, float)
        assert isinstance(exact, float)
        deviation = found.exact[str(row["name"])].deviation
        assert z == pytest.approx((edge - exact) / deviation * 300**0.5)
        signs.add(edge > exact)
    assert signs == {True, False}
