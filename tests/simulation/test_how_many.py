"""So many coups are so many shoes, known before the first card and the same for every engine."""

import json
from dataclasses import replace
from functools import partial
from math import sqrt

import pytest
from asking import run
from hypothesis import given
from hypothesis import strategies as st

from baccarat import LastCoup, Rules, game
from baccarat.base.errors import BadValue
from baccarat.core.third_card import nobody
from baccarat.simulation.planning import _length, exact_of, plan_of, shoes_for
from baccarat.simulation.run import simulate

RULES = {
    "the usual": Rules(),
    "unburned": Rules(burn=False),
    "a deep cut": Rules(cut_card=200),
    "one deck": Rules(decks=1),
    "twelve decks, no cut": Rules(decks=12, cut_card=0),
    "one more coup": Rules(last_coup=LastCoup.C),
    "three more coups": Rules(cut_card=60, last_coup=LastCoup(3, 3)),
    "hardly a coup": Rules(decks=1, cut_card=45),
    "a printed card": game("7-up").rules,
}


command = partial(run, "simulate")


@given(st.integers(1, 10**30), st.integers(1, 67))
def test_with_a_fixed_number_of_each_no_shoe_is_dealt_in_vain(coups: int, each: int) -> None:
    shoes = shoes_for(coups, each=each)
    assert (shoes - 1) * each < coups <= shoes * each


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("coups", [1, 100, 1000, 30_000])
def test_whole_shoes_have_at_least_as_many_coups_as_asked_for(rules: Rules, coups: int) -> None:
    """An honest program fails one of these about once in 1,000 changes of the seed."""
    table = replace(game("punto-banco"), rules=rules)
    assert simulate(shoes_for(coups, game=table), 7, game=table).tally.total >= coups


@pytest.mark.parametrize("coups", [1000, 30_000, 10_000_000])
def test_whole_shoes_have_not_many_coups_more_than_asked_for(coups: int) -> None:
    """A thousandth, and what the chance of the shoes asks for: no more than 83 coups a shoe."""
    shoes = shoes_for(coups)
    needless = simulate(shoes, 7).tally.total - coups
    assert needless <= coups / 500 + 83 + 8 * 1.7 * sqrt(shoes)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_length_of_a_shoe_is_foretold(rules: Rules) -> None:
    """Beside 20,000 shoes, whose mean is off by a hundredth of a coup."""
    table = replace(game("punto-banco"), rules=rules)
    found = simulate(20_000, 7, game=table)
    lengths = found.tally.histograms["coups"]
    dealt = found.tally.total / 20_000
    spread = sqrt(sum(times * (number - dealt) ** 2 for number, times in lengths.items()) / 20_000)
    mean, deviation = _length(found.plan, exact_of(table, found.plan, nobody).tally)
    assert 0 < dealt - mean < 0.2
    assert deviation > 0.85 * spread


def test_coups_to_the_last_card_are_not_dealt_in_vain() -> None:
    """How many coups the cards behind the cut card are enough for is only bounded."""
    rules = Rules(cut_card=416, last_coup=LastCoup(99, 99))
    table = replace(game("punto-banco"), rules=rules)
    dealt = simulate(shoes_for(10_000, game=table), 7, game=table).tally.total
    assert 10_000 <= dealt < 13_000


def test_a_fixed_number_of_coups_is_no_matter_of_chance() -> None:
    table = game("punto-banco")
    plan = plan_of(table, 1, 0, 50)
    assert _length(plan, exact_of(table, plan, nobody).tally) == (50, 0)


def test_the_command_deals_the_same_with_every_engine() -> None:
    told = []
    for engine in ("cpu", "reference"):
        code, out, _ = command("--coups", "2000", "--seed", "7", "--engine", engine, "--json")
        assert code == 0
        told.append(json.loads(out))
    assert told[0]["digest"] == told[1]["digest"]
    assert told[0]["shoes"] == told[1]["shoes"] == shoes_for(2000)
    assert told[0]["coups"] >= 2000


def test_the_command_knows_each() -> None:
    code, out, _ = command("--coups", "1000", "--each", "60", "--json")
    assert (code, json.loads(out)["shoes"], json.loads(out)["coups"]) == (0, 17, 1020)


def test_no_coups_are_refused() -> None:
    with pytest.raises(BadValue, match="at least one coup, not 0"):
        shoes_for(0)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--coups", "0"], "at least one coup, not 0"),
        (["--coups", "-3"], "at least one coup, not -3"),
        (["--coups", "many"], "not a whole number"),
        (["--coups", "9" * 40], "below 2^64"),
        (["--coups", "9" * 40, "--each", "5"], "below 2^64"),
        (["--coups", "5", "--shoes", "5"], "give exactly one length"),
        (["--coups", "5", "--fresh", "5"], "give exactly one length"),
        (["--coups", "5", "--each", "70"], "1 to 67 coups, not 70"),
        ([], "--coups"),
    ],
)
def test_bad_numbers_are_told_in_one_line(args: list[str], complaint: str) -> None:
    code, out, err = command(*args)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_number_that_no_float_can_hold_is_too_many() -> None:
    assert shoes_for(10**400) > 2**64
