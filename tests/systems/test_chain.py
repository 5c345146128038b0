"""The exact chain: golden figures, every order of coups dealt out, and the law of all systems."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from systems.made_up_systems import Finite, finite_systems

import baccarat as bac
from baccarat.errors import BadValue, Refused
from baccarat.games import game
from baccarat.systems import chain as chains
from baccarat.systems.chain import (
    ExactSessions,
    chance_of_drawdown,
    chance_of_losing_run,
    solve_sessions,
)
from baccarat.systems.naming import system
from baccarat.systems.playing import PlayedSession, play_session
from baccarat.systems.session import Session, SessionPlan

PUNTO = game("punto-banco")
DRAGONS = replace(PUNTO, layout=PUNTO.layout.having("dragon-7"))


def solved(spelled: str | bac.System, session: Session, exact: bool = False) -> ExactSessions:
    return solve_sessions(SessionPlan(1, 0, PUNTO, session, fresh=True), system(spelled), exact)


@pytest.mark.parametrize(
    ("bet", "ruined", "coups"),
    [("player", 0.567831743551, 109.841743961), ("banker", 0.584055741629, 113.749394112)],
)
def test_flat_bets_between_two_barriers(bet: str, ruined: float, coups: float) -> None:
    found = solved(f"flat on {bet}", Session(10, goal=20))
    assert float(found.ends["ruined"]) == pytest.approx(ruined, abs=5e-13)
    assert float(found.mean_coups) == pytest.approx(coups, abs=5e-10)
    assert 1 - sum(found.ends.values()) < Fraction(1, 10**20)


def test_flat_player_is_the_ruin_of_gamblers() -> None:
    """By the formula of Huygens and de Moivre, ties left out."""
    chances = bac.odds().tally.chances
    ratio = chances[bac.Side.BANKER] / chances[bac.Side.PLAYER]
    exactly = (ratio**20 - ratio**10) / (ratio**20 - 1)
    found = solved("flat on player", Session(10, goal=20))
    assert abs(found.ends["ruined"] - exactly) < Fraction(1, 10**20)


def test_martingale_on_banker() -> None:
    found = solved("martingale on banker", Session(100, most=50, coups=100))
    assert float(found.ends["ruined"]) == pytest.approx(0.226733269461, abs=5e-13)
    assert float(found.mean) == pytest.approx(-3.013748044, abs=5e-10)
    assert float(found.action["banker"]) == pytest.approx(284.878681003, abs=5e-10)
    assert float(found.ahead) == pytest.approx(0.696200960, abs=5e-10)
    assert sum(found.ruined_at.values()) == found.ends["ruined"]


def every_order(spelled: str, session: Session, coups: int) -> list[tuple[Fraction, PlayedSession]]:
    """Every order of winners with its chance, played by the reference player."""
    chances = bac.odds().tally.chances
    letters = {"P": bac.Side.PLAYER, "B": bac.Side.BANKER, "T": None}
    played = []
    for order in product(letters, repeat=coups):
        chance = prod((chances[letters[letter]] for letter in order), start=Fraction(1))
        shoe = bac.parse_results("".join(order))
        found = play_session(system(spelled), session, PUNTO.layout, [shoe], lambda _: 0)
        played.append((chance, found))
    return played


def dealt_out(
    spelled: str, session: Session, coups: int
) -> tuple[dict[str, Fraction], dict[int, Fraction], Fraction]:
    """Ends, results and action of every order of winners."""
    ends: dict[str, Fraction] = defaultdict(Fraction)
    results: dict[int, Fraction] = defaultdict(Fraction)
    action = Fraction(0)
    for chance, played in every_order(spelled, session, coups):
        ends[played.end] += chance
        results[played.result] += chance
        action += chance * played.action
    return ends, results, action


SMALL = [
    ("martingale on banker", Session(4, coups=6)),
    ("labouchere:1-2 on follow", Session(9, most=4, coups=6)),
    ("oscar on banker", Session(3, goal=5, coups=6)),
    ("reverse-labouchere:1-1 on opposite", Session(5, stop_loss=3, trailing=True, coups=6)),
    ("grand-martingale on bp>tie,b>p", Session(6, most=3, short="restart", coups=6)),
    ("stearn on wait:2>opposite", Session(6, most=1, short="stop", coups=6)),
    ("share:50% on player", Session(10, unit=3, coups=6)),
    ("fibonacci on tie", Session(3, coups=6)),
]


@pytest.mark.parametrize(("spelled", "session"), SMALL)
def test_the_chain_is_every_order_of_coups_dealt_out(spelled: str, session: Session) -> None:
    found = solved(spelled, session, exact=True)
    ends, results, action = dealt_out(spelled, session, 6)
    assert found.ends == ends
    assert found.results == results
    assert sum(found.action.values()) == action
    rounded = solved(spelled, session)
    assert abs(rounded.mean - found.mean) < Fraction(1, 10**25)


def obeys_the_law(found: ExactSessions, plan: SessionPlan) -> bool:
    """Whether the mean result is −Σ edge x action, as an equality of fractions."""
    exact = bac.odds(game=plan.game)
    lost = sum((exact[bet].edge * units for bet, units in found.action.items()), Fraction(0))
    return found.mean == -lost


@pytest.mark.parametrize("pick", ["banker", "player", "tie", "random", "before-last", "dragon-7"])
@pytest.mark.parametrize("name", ["flat", "martingale", "paroli", "labouchere", "oscar", "stearn"])
def test_no_system_escapes_the_law(name: str, pick: str) -> None:
    plan = SessionPlan(1, 0, DRAGONS, Session(12, most=7, coups=8), fresh=True)
    assert obeys_the_law(solve_sessions(plan, system(name, on=pick), exact=True), plan)


@settings(max_examples=25, deadline=None)
@given(finite_systems())
def test_no_made_up_system_escapes_it_either(made_up: Finite) -> None:
    plan = SessionPlan(1, 0, DRAGONS, Session(20, most=7, coups=4, goal=25), fresh=True)
    found = solve_sessions(plan, made_up, exact=True)
    assert obeys_the_law(found, plan)
    assert sum(found.ends.values()) == 1


def test_pairs_and_endless_decks_have_a_chain_too() -> None:
    plan = SessionPlan(1, 0, PUNTO, Session(5, coups=3), fresh=True)
    assert obeys_the_law(solve_sessions(plan, system("paroli on player-pair"), exact=True), plan)
    endless = replace(plan, endless=True)
    found = solve_sessions(endless, system("flat on player"), exact=True)
    edge = bac.odds(decks=float("inf"))["player"].edge
    assert found.mean == -3 * edge


def test_quantiles_and_deviation_are_those_of_the_distribution() -> None:
    found = solved("flat on player", Session(10, coups=1), exact=True)
    player = bac.odds()["player"]
    assert found.results == {
        -20: player.probability(None),
        0: player.push,
        20: player.chance,
    }
    assert [found.quantile(share) for share in (0.4, 0.5, 0.6)] == [-20, 0, 20]
    assert found.deviation == pytest.approx(player.deviation)


def test_what_cannot_be_had_exactly_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = SessionPlan(1, 0, PUNTO, Session(shoes=1))
    with pytest.raises(BadValue, match="coups of one shoe are not independent"):
        solve_sessions(shoe, system("flat"))
    with pytest.raises(BadValue, match="no plain fractions"):
        solved("flat", Session(10, goal=20), exact=True)
    monkeypatch.setattr(chains, "MOST_PLACES", 100)
    with pytest.raises(Refused, match="labouchere has no quick exact answer: its chain has more"):
        solved("labouchere", Session(100, coups=100))
    monkeypatch.setattr(chains, "MOST_STEPS", 1000)
    with pytest.raises(Refused, match="it still goes on"):
        solved("flat on player", Session(20, goal=40))


@pytest.mark.parametrize("spelled", ["martingale on banker", "paroli on bp>tie,b>p"])
def test_drawdown_and_losing_run_are_those_of_every_order(spelled: str) -> None:
    session = Session(5, most=3, coups=5)
    plan = SessionPlan(1, 0, PUNTO, session, fresh=True)
    played = every_order(spelled, session, 5)
    for number in (1, 2, 3, 4):
        deep = sum((chance for chance, each in played if each.drawdown >= 20 * number), Fraction(0))
        assert chance_of_drawdown(plan, system(spelled), number, exact=True) == deep
        long = sum((chance for chance, each in played if each.losing_run >= number), Fraction(0))
        assert chance_of_losing_run(plan, system(spelled), number, exact=True) == long


def test_what_has_no_drawdown_or_run_is_said() -> None:
    plan = SessionPlan(1, 0, PUNTO, Session(5, stop_loss=2, coups=5), fresh=True)
    with pytest.raises(BadValue, match="a stop-loss ends the session first"):
        chance_of_drawdown(plan, system("flat"), 2)
    with pytest.raises(BadValue, match="1 to 4 units here, not 5"):
        chance_of_drawdown(replace(plan, session=Session(5, coups=5)), system("flat"), 5)
    with pytest.raises(BadValue, match="one bet or more, not 0"):
        chance_of_losing_run(plan, system("flat"), 0)
