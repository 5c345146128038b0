"""Flat bets: exact risk beside closed forms, fractions, the exact chain and dealt sessions."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from math import inf, prod, sqrt

import numpy as np
import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat.base.errors import BadValue, Refused
from baccarat.core.games import game
from baccarat.systems.chain.lattice import LatticeWalk
from baccarat.systems.chain.sessions import chance_of_drawdown, chance_of_losing_run, solve_sessions
from baccarat.systems.register import system
from baccarat.systems.risk import stepped as walk_risk
from baccarat.systems.risk.flat import FlatRisk, risk
from baccarat.systems.risk.prospects import fewest, marks
from baccarat.systems.risk.stepped import chance_of_run
from baccarat.systems.session import Session, SessionPlan

PUNTO = game("punto-banco")
Law = dict[int, Fraction]


@pytest.mark.parametrize(
    ("bet", "ruined", "coups"),
    [("player", 0.567831743551, 109.841743961), ("banker", 0.584055741629, 113.749394112)],
)
def test_from_ten_units_to_twenty(bet: str, ruined: float, coups: float) -> None:
    found = risk(bet).prospects(10, 20)
    assert found.ruin == pytest.approx(ruined, abs=5e-13)
    assert found.mean_coups == pytest.approx(coups, abs=5e-10)
    assert found.reach is not None
    assert found.ruin + found.reach == pytest.approx(1, abs=1e-14)


def test_player_is_the_ruin_of_gamblers_to_the_last_digits() -> None:
    """By the formula of Huygens and de Moivre, ties left out."""
    chances = bac.odds().tally.chances
    ratio = chances[bac.Side.BANKER] / chances[bac.Side.PLAYER]
    flat = risk("player")
    for bankroll, goal in ((1, 2), (7, 30), (50, 1000), (1999, 2000)):
        exactly = (ratio**bankroll - 1) / (ratio**goal - 1)
        assert flat.reach(bankroll, goal) == pytest.approx(float(exactly), rel=1e-12)
        assert flat.ruin(bankroll, goal) == pytest.approx(float(1 - exactly), rel=1e-12)
    # Wald: a unit is lost in 1 / edge coups.
    to_ruin = flat.prospects(25).coups_to_ruin
    assert to_ruin == pytest.approx(float(25 / bac.odds()["player"].edge), rel=1e-12)


def test_ten_units_and_a_goal_of_twenty_in_fractions() -> None:
    """Each number of coins is an equation, solved by FLINT: Banker is ruined more often."""
    least, start, goal = 20, 200, 400
    size = goal - least
    chances = bac.odds().tally.chances
    ruined = {}
    for name, side, wins in (("player", bac.Side.PLAYER, 20), ("banker", bac.Side.BANKER, 19)):
        moves = {wins: chances[side], -20: 1 - chances[side] - chances[None], 0: chances[None]}
        walk, falls = fmpq_mat(size, size), fmpq_mat(size, 1)
        for place in range(size):
            walk[place, place] = 1
            for coins, chance in moves.items():
                part, to = fmpq(chance.numerator, chance.denominator), place + coins
                if to < 0:
                    falls[place, 0] += part
                elif to < size:
                    walk[place, to] -= part
        ruined[name] = walk.solve(falls)[start - least, 0]
        exactly = Fraction(int(ruined[name].p), int(ruined[name].q))
        assert risk(name).prospects(10, 20).ruin == pytest.approx(float(exactly), rel=1e-13)
        # As the pages print it.
        printed = {"player": "0.567831743551", "banker": "0.584055741629"}
        assert f"{float(exactly):.12f}" == printed[name]
    assert ruined["banker"] > ruined["player"]


def test_for_ever_a_favourable_bet_is_ruined_by_the_root_of_its_law() -> None:
    """A bet that loses one unit at a time is ruined with r^units, where E(r^won) = 1."""
    odds = bac.odds()["dragon-7:50"]
    win = float(odds.chance)
    low, high = 0.5, 1 - 1e-6
    for _ in range(100):
        middle = (low + high) / 2
        is_above = win * middle**50 + (1 - win) / middle > 1
        low, high = (middle, high) if is_above else (low, middle)
    flat = risk("dragon-7:50")
    for units in (1, 40, 1000):
        assert flat.ruin(units) == pytest.approx(low**units, rel=1e-11)
    units = flat.bankroll(0.05)
    assert flat.ruin(units) <= 0.05 < flat.ruin(units - 1)


def solved(law: Law, below: int, above: int) -> tuple[Fraction, Fraction]:
    """The chance to end below and the mean steps, by Gauss' elimination with fractions."""
    places = range(1 - below, above)
    rows = []
    for place in places:
        row = [Fraction(place == other) for other in places] + [Fraction(0), Fraction(1)]
        for step, chance in law.items():
            if place + step <= -below:
                row[-2] += chance
            elif place + step < above:
                row[place + step - places.start] -= chance
        rows.append(row)
    for at in range(len(rows)):
        pivot = next(row for row in rows[at:] if row[at])
        rows.remove(pivot)
        rows.insert(at, [number / pivot[at] for number in pivot])
        for other, row in enumerate(rows):
            if other != at and row[at]:
                factor = row[at]
                rows[other] = [a - factor * b for a, b in zip(row, rows[at], strict=True)]
    return rows[below - 1][-2], rows[below - 1][-1]


def stepped(law: Law, below: int, above: int | None, steps: int) -> tuple[Fraction, Fraction]:
    """The chances to have ended below and above, by every place."""
    places: Law = {0: Fraction(1)}
    down = up = Fraction(0)
    for _ in range(steps):
        after: Law = defaultdict(Fraction)
        for place, chance in places.items():
            for step, part in law.items():
                after[place + step] += chance * part
        places = {}
        for place, chance in after.items():
            if place <= -below:
                down += chance
            elif above is not None and place >= above:
                up += chance
            else:
                places[place] = chance
    return down, up


laws = st.dictionaries(st.integers(-4, 5), st.integers(1, 9), min_size=2, max_size=4).filter(any)


@examples(16)
@given(laws, st.integers(1, 9), st.integers(1, 9), st.integers(0, 12))
def test_any_walk_is_the_one_of_fractions(
    weights: dict[int, int], below: int, above: int, steps: int
) -> None:
    law = {step: Fraction(many, sum(weights.values())) for step, many in weights.items()}
    walk = LatticeWalk({step: float(chance) for step, chance in law.items()})
    down, mean = solved(law, below, above)
    found = walk.leave(below, above)
    assert found.down == pytest.approx(float(down), rel=1e-12)
    assert found.up == pytest.approx(float(1 - down), rel=1e-12, abs=1e-300)
    assert found.steps == pytest.approx(float(mean), rel=1e-12)
    for top in (above, None):
        *_, last = walk.moments(below, top, steps)
        gone_down, gone_up = stepped(law, below, top, steps)
        assert last.down == pytest.approx(float(gone_down), rel=1e-12)
        assert last.up == pytest.approx(float(gone_up), rel=1e-12)
        assert last.down + last.up + last.chances.sum() == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("bet", ["player", "banker", "tie"])
@pytest.mark.parametrize("goal", [None, 12])
def test_a_session_is_that_of_the_exact_chain(bet: str, goal: int | None) -> None:
    plan = SessionPlan(1, 0, PUNTO, Session(8, goal=goal, coups=70), fresh=True)
    chain = solve_sessions(plan, system("flat", on=bet))
    found = risk(bet).prospects(8, goal, 70)
    assert found.ruin == pytest.approx(float(chain.ends["ruined"]), rel=1e-12)
    assert found.reach == (
        None if goal is None else pytest.approx(float(chain.ends["goal"]), rel=1e-12)
    )
    assert found.ahead == pytest.approx(float(chain.ahead), rel=1e-12)
    assert found.mean_coups == pytest.approx(float(chain.mean_coups), rel=1e-12)
    assert found.result == pytest.approx(float(chain.mean), rel=1e-12)
    mean = sum(coup * chance for coup, chance in chain.ruined_at.items()) / chain.ends["ruined"]
    assert found.coups_to_ruin == pytest.approx(float(mean), rel=1e-12)
    for moment in found.curve:
        gone = sum(chance for coup, chance in chain.ruined_at.items() if coup <= moment.coup)
        assert moment.ruined == pytest.approx(float(gone), rel=1e-12)


def test_drawdown_and_losing_run_are_those_of_the_exact_chain() -> None:
    flat = risk("banker")
    plan = SessionPlan(1, 0, PUNTO, Session(17, coups=16), fresh=True)
    flat_system = system("flat on banker")
    for share in (0.5, 0.95):
        units = flat.drawdown(16, share)
        coin = Fraction(1, 20)
        assert chance_of_drawdown(plan, flat_system, units + coin) <= 1 - share
        assert chance_of_drawdown(plan, flat_system, units - 1 + coin) > 1 - share
        run = flat.losing_run(16, share)
        assert run is not None
        assert chance_of_losing_run(plan, flat_system, run + 1) <= 1 - share
        assert chance_of_losing_run(plan, flat_system, run) > 1 - share
    assert flat.drawdown(1, 0.1) == 0


def test_long_runs_are_counted_alike_in_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    by_matrix = [chance_of_run(0.6, 0.3, run, 50) for run in (1, 2, 9, 50, 51)]
    monkeypatch.setattr(walk_risk, "LARGE", 0)
    by_coup = [chance_of_run(0.6, 0.3, run, 50) for run in (1, 2, 9, 50, 51)]
    assert by_coup == pytest.approx(by_matrix, rel=1e-12)
    assert by_coup[-2:] == [pytest.approx(0.6**50, rel=1e-12), 0]


def test_dealt_sessions_agree() -> None:
    """An honest program fails this once in some five hundred seeds."""
    sessions = 4000
    dealt = bac.stake(
        "flat on banker", sessions, 7, session=Session(12, goal=25, coups=150), fresh=True
    )
    found = risk("banker").prospects(12, 25, 150)
    assert found.reach is not None
    assert found.ahead is not None
    for share, chance in (
        (dealt.ended("ruined"), found.ruin),
        (dealt.ended("goal"), found.reach),
        (dealt.ahead, found.ahead),
    ):
        off = share.count - sessions * chance
        assert abs(off) < 3.3 * sqrt(sessions * chance * (1 - chance))


@pytest.mark.parametrize("bet", ["player", "banker", "dragon-7", "banker:1-4%"])
def test_a_bankroll_is_the_fewest_units_for_a_risk(bet: str) -> None:
    flat = risk(bet)
    for goal, coups, chance in ((None, 120, 0.05), (60, 120, 0.4), (60, None, 0.5)):
        units = flat.bankroll(chance, goal, coups)
        assert flat.ruin(units, goal, coups) <= chance < flat.ruin(units - 1, goal, coups)


def test_risk_for_ever_of_a_losing_bet_is_certain() -> None:
    flat = risk("banker")
    assert flat.ruin(10**6) == 1
    with pytest.raises(BadValue, match="no bankroll is enough: banker wins nothing on average"):
        flat.bankroll(0.05)
    with pytest.raises(BadValue, match="no bankroll below the goal of 20 units is enough"):
        flat.bankroll(0.01, goal=20)


def test_a_fair_bet_is_ruined_after_coups_without_a_mean() -> None:
    even = FlatRisk(bac.Odds(bac.bet("player"), {"win": 1, "tie": 1, None: 1}))
    found = even.prospects(10)
    assert (found.ruin, found.coups_to_ruin, found.mean_coups) == (1, None, None)
    assert even.ruin(10, 40) == pytest.approx(0.75, rel=1e-14)
    assert even.prospects(10, 40).mean_coups == pytest.approx(10 * 30 * 1.5, rel=1e-13)


def test_a_bet_that_always_wins_is_never_ruined() -> None:
    sure = FlatRisk(bac.Odds(bac.bet("player"), {"win": 1}))
    assert sure.ruin(1) == 0
    assert sure.bankroll(0.05) == 1
    found = sure.prospects(3, 10, 20)
    assert (found.ruin, found.reach, found.coups_to_goal, found.losing_run) == (0, 1, 7, (0, 0))
    with pytest.raises(BadValue, match="player neither wins nor loses"):
        FlatRisk(bac.Odds(bac.bet("player"), {"tie": 5}))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: risk("banker").ruin(0), BadValue, "a bankroll must be 1 to"),
        (
            lambda: risk("banker").ruin(10, 10),
            BadValue,
            "a goal of 10 units is too low: give more than the bankroll, 10",
        ),
        (lambda: risk("banker").ruin(10, 10**18), BadValue, "a goal must be at most"),
        (
            lambda: risk("banker").ruin(10, None, 0),
            BadValue,
            "a session must have 1 to 1,048,576 coups, not 0",
        ),
        (
            lambda: risk("banker").ruin(True),
            BadValue,
            "a bankroll must be a whole number, not True",
        ),
        *(
            (
                partial(lambda wrong: risk("banker").bankroll(wrong, coups=10), wrong),
                BadValue,
                "a risk must be between 0 and 1",
            )
            for wrong in (0, 1, -0.1, 5, inf, True)
        ),
        (
            lambda: risk("banker").drawdown(10, 0),
            BadValue,
            "a share must be between 0 and 1, or .*, not 0",
        ),
        (
            lambda: risk("banker").drawdown(10, 95),
            BadValue,
            "a share must be between 0 and 1, or .*, not 95",
        ),
        (
            lambda: risk("insurance"),
            bac.TooShallow,
            "in the middle of a coup: name one that is laid be",
        ),
    ],
)
def test_what_has_no_risk_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize("number", [Fraction(1, 20), np.float32(0.05), np.float64(0.05)])
def test_a_chance_is_any_kind_of_number(number: float) -> None:
    flat = risk("banker")
    assert flat.bankroll(number, coups=100) == flat.bankroll(0.05, coups=100)
    assert flat.losing_run(100, number) == flat.losing_run(100, 0.05)
    assert flat.drawdown(100, number) == flat.drawdown(100, 0.05)
    with pytest.raises(BadValue, match="no bankroll below the goal of 2 units is enough"):
        flat.bankroll(number, goal=2)


def test_too_long_a_session_is_refused_before_it_begins() -> None:
    with pytest.raises(Refused, match="1,000,000 coups take too long exactly"):
        risk("banker").ruin(10**6, coups=1_000_000)
    with pytest.raises(Refused, match="too long exactly: ask for at most 48,") as refused:
        risk("banker").ruin(50, coups=100_000)
    most = int(str(refused.value).rpartition(" ")[2].replace(",", ""))
    risk("banker")._law.walk.require_quick(1_000, None, most)  # and one more is too many
    with pytest.raises(Refused, match=f"{most + 1:,} coups .* at most {most:,}"):
        risk("banker").ruin(50, coups=most + 1)


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["banker:0.999999", "dragon-7:39.97"])
def test_a_price_of_many_digits_is_refused_without_end_and_told_in_a_session(bet: str) -> None:
    """Blocks as long as the longest step would need gigabytes, and minutes."""
    for asked in (risk(bet).ruin, risk(bet).reach, risk(bet).prospects):
        with pytest.raises(Refused, match="take a rounder price"):
            asked(10, 20)
    plain = risk(str(bac.bet(bet.split(":")[0])))
    assert risk(bet).ruin(3, None, 9) == pytest.approx(plain.ruin(3, None, 9), abs=0.01)


@given(st.integers(0, 300), st.floats(0, 400), st.integers(1, 250))
def test_the_fewest_is_found_from_any_guess(least: int, guess: float, most: int) -> None:
    found = fewest(lambda units: units >= least, guess, most)
    assert found == (max(1, least) if least <= most else None)


@given(st.integers(1, 5000))
def test_a_curve_begins_at_nothing_and_ends_at_the_last_coup(coups: int) -> None:
    shown = marks(coups)
    assert (shown[0], shown[-1]) == (0, coups)
    assert len(shown) == min(coups, 100) + 1


def bankers_moneys(coups: int) -> Iterator[tuple[Fraction, list[int]]]:
    """Every way so many coups may end for a unit of 20 coins on Banker: chance, and the money."""
    chances = bac.odds().tally.chances
    ends = [
        (19, chances[bac.Side.BANKER]),
        (-20, chances[bac.Side.PLAYER]),
        (0, chances[None]),
    ]
    for order in product(ends, repeat=coups):
        money = list(accumulate((won for won, _ in order), initial=0))
        yield prod((chance for _, chance in order), start=Fraction(1)), money


def test_ruin_is_less_than_a_unit_in_hand_and_a_fall_is_more_than_the_units() -> None:
    """By all orders of seven coups; a unit in hand is no ruin, and two below no fall of more."""
    flat, coups = risk("banker"), 7
    law = flat._law
    for units in (1, 2, 3):
        ruined = fallen = Fraction(0)
        for chance, money in bankers_moneys(coups):
            ruined += chance * any(20 * units + coins < 20 for coins in money)
            tops = accumulate(money, max)
            falls = (top - coins for top, coins in zip(tops, money, strict=True))
            fallen += chance * any(fall > 20 * units for fall in falls)
        assert flat.ruin(units, None, coups) == pytest.approx(float(ruined), rel=1e-12)
        assert law.fall(units, coups) == pytest.approx(float(fallen), rel=1e-12)
