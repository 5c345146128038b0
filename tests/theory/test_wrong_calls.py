"""What a function was not made for is told in one line of ours, never in Python's own words."""

from collections.abc import Callable
from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest

from baccarat.base.errors import BadText, BadValue
from baccarat.core.coup import Side
from baccarat.theory.banque.payoffs import banque_payoffs
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.banque.stakes import coalition_pieces
from baccarat.theory.casino.all_commissions import all_certificates, commissions, prove
from baccarat.theory.casino.check import check_casino
from baccarat.theory.casino.plots import plot_commission
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.casino.spans import check_spans, write_spans
from baccarat.theory.chemin.all_decks import solve_for_all, write_every
from baccarat.theory.chemin.as_text import write_solution
from baccarat.theory.chemin.certificate import check
from baccarat.theory.chemin.every_deck import check_every
from baccarat.theory.chemin.payoffs import payoffs, payoffs_by_decks
from baccarat.theory.chemin.plots import plot_decks
from baccarat.theory.chemin.prices import (
    draw_to,
    information,
    price,
    removal_of_play,
    removal_of_value,
    shoe_by_shoe,
)
from baccarat.theory.chemin.proof import check_for_all
from baccarat.theory.chemin.solver import solve
from baccarat.theory.chemin.strategy_counter import cost, counter, judge
from baccarat.theory.chemin.strategy_dealing import deal_coups, deal_out

NO: Any = None
SIX: Any = "6"
"""Text in the place of a number."""

MISFITS: dict[str, Callable[[], object]] = {
    "solve_casino: decks cannot be '6'": lambda: solve_casino("B1", 0, decks=SIX),
    "solve_casino: model cannot be None": lambda: solve_casino(NO, 0),
    "solve_casino: alpha cannot be 0.05": lambda: solve_casino("A1", _any(0.05)),
    "solve_casino: composition cannot be 7": lambda: solve_casino("B1", 0, composition=_any(7)),
    "commissions: decks cannot be '6'": lambda: commissions("B1", decks=SIX),
    "commissions: decks cannot be 6.0": lambda: commissions("B1", decks=_any(6.0)),
    "plot_commission: decks cannot be '6'": lambda: plot_commission("B1", SIX),
    "prove: found cannot be None": lambda: prove(NO),
    "all_certificates: found cannot be None": lambda: all_certificates(NO),
    "write_spans: parts cannot be None": lambda: write_spans(NO),
    "check_casino: certificate cannot be None": lambda: check_casino(NO),
    "check_spans: text cannot be None": lambda: check_spans(NO),
    "removal_of_value: decks cannot be '6'": lambda: removal_of_value("B1", SIX),
    "removal_of_value: model cannot be None": lambda: removal_of_value(NO, 6),
    "removal_of_play: decks cannot be '6'": lambda: removal_of_play("B1", SIX),
    "price: strategy cannot be None": lambda: price("A1", Side.PLAYER, NO),
    "price: side cannot be 7": lambda: price("A1", _any(7), {"5": 1}),
    "draw_to: highest cannot be '6'": lambda: draw_to(SIX),
    "information: decks cannot be '6'": lambda: information(SIX),
    "shoe_by_shoe: coups cannot be None": lambda: shoe_by_shoe("B1", NO, 6),
    "solve_for_all: model cannot be None": lambda: solve_for_all(NO),
    "solve_for_all: model cannot be []": lambda: solve_for_all(_any([])),
    "solve_for_all: tableau cannot be 7": lambda: solve_for_all("B1", _any(7)),
    "write_every: found cannot be None": lambda: write_every(NO),
    "check: certificate cannot be None": lambda: check(NO),
    "check_for_all: claim cannot be None": lambda: check_for_all(NO),
    "check_every: text cannot be None": lambda: check_every(NO),
    "payoffs: decks cannot be '6'": lambda: payoffs("B1", SIX),
    "payoffs_by_decks: model cannot be None": lambda: payoffs_by_decks(NO),
    "plot_decks: most cannot be '6'": lambda: plot_decks("B1", SIX),
    "counter: decks cannot be '6'": lambda: counter("B1", SIX),
    "judge: counted cannot be None": lambda: judge(NO, 3, 3),
    "cost: strategy cannot be None": lambda: cost(solve("A1"), Side.PLAYER, NO),
    "deal_out: game cannot be None": lambda: deal_out(NO, {}, {}, 3),
    "deal_coups: x cannot be None": lambda: deal_coups(payoffs("B1", 6), NO, {}, 3),
    "write_solution: solution cannot be None": lambda: write_solution(NO),
    "solve_banque: theta cannot be None": lambda: solve_banque(NO),
    "solve_banque: theta cannot be nan": lambda: solve_banque(nan),
    "solve_banque: decks cannot be 2.0": lambda: solve_banque(1, decks=_any(2.0)),
    "solve_banque: decks cannot be '6'": lambda: solve_banque(1, decks=SIX),
    "solve_banque: decks cannot be inf": lambda: solve_banque(1, decks=_any(inf)),
    "solve_banque: composition cannot be 7": lambda: solve_banque(1, composition=_any(7)),
    "coalition_pieces: payoffs cannot be None": lambda: coalition_pieces(NO),
    "banque_payoffs: counts cannot be '6'": lambda: banque_payoffs(SIX),
}


def _any(value: Any) -> Any:
    return value


@pytest.mark.parametrize(("words", "call"), MISFITS.items())
def test_what_does_not_fit_is_told_with_the_name_of_the_call(
    words: str, call: Callable[[], object]
) -> None:
    with pytest.raises(BadValue) as complaint:
        call()
    said = str(complaint.value)
    assert said.startswith(f"{words} (expected ")
    assert said.isprintable()
    assert len(said) <= 200


STAKES: dict[str, Any] = {
    "inf": inf,
    "'1e99999'": "1e99999",
    "'1/0'": "1/0",
    "'two thirds'": "two thirds",
    "such a Fraction": Fraction(1, 10**5000),
}


@pytest.mark.parametrize(("quoted", "stake"), STAKES.items())
def test_what_is_no_stake_is_refused_at_once(quoted: str, stake: Any) -> None:
    """A number of a thousand digits is refused before anything is counted with it."""
    with pytest.raises(BadText) as complaint:
        solve_banque(stake)
    assert str(complaint.value) == f"not a stake: {quoted} (expected e.g. '2/3')"


def test_a_list_of_counts_is_as_good_as_a_tuple() -> None:
    assert banque_payoffs(_any([4, *[1] * 9])) == banque_payoffs()
