"""The exact chain: golden figures, every order of coups dealt out, and the law of all systems."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples
from systems.made_up_systems import Finite, finite_systems

import baccarat as bac
from baccarat.base.errors import BadValue, Refused
from baccarat.core.games import game
from baccarat.systems.chain import loops as chain_loops
from baccarat.systems.chain import plain as chain_turns
from baccarat.systems.chain.loops import CompiledChain
from baccarat.systems.chain.plain import FALL, Flow, Turns, Watched, follow_plainly
from baccarat.systems.chain.sessions import (
    ExactSessions,
    action_of,
    chance_of_drawdown,
    chance_of_losing_run,
    quantile_of,
    solve_sessions,
)
from baccarat.systems.rebate import rebated
from baccarat.systems.reference_player import PlayedSession, play_session
from baccarat.systems.register import system
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


@cache
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


@pytest.mark.parametrize(
    ("spelled", "session"),
    [*SMALL[:4], *(pytest.param(*one, marks=pytest.mark.long) for one in SMALL[4:])],
)
def test_the_chain_is_every_order_of_coups_dealt_out(spelled: str, session: Session) -> None:
    found = solved(spelled, session, exact=True)
    ends, results, action = dealt_out(spelled, session, 6)
    assert found.ends == ends
    assert found.results == results
    assert sum(found.action.values()) == action
    rounded = solved(spelled, session)
    assert abs(rounded.mean - found.mean) < Fraction(1, 10**25)


@pytest.mark.parametrize(("spelled", "session"), SMALL[:3])
def test_a_rebate_is_worth_what_it_is_over_every_order(spelled: str, session: Session) -> None:
    chain = solved(spelled, session, exact=True)
    rebate = rebated(chain.results, Fraction(2, 9), session.unit)
    back = worth = squares = Fraction(0)
    for chance, played in every_order(spelled, session, 6):
        units = Fraction(played.money - session.coins, session.unit)
        comes_back = -units * Fraction(2, 9) if units < 0 else Fraction(0)
        back += chance * comes_back
        worth += chance * (units + comes_back)
        squares += chance * (units + comes_back) ** 2
    assert (rebate.cost.mean, rebate.worth.mean) == (back, worth)
    assert rebate.worth.deviation == pytest.approx(float(squares - worth**2) ** 0.5, rel=1e-14)
    rounded = rebated(solved(spelled, session).results, Fraction(2, 9), session.unit)
    assert abs(rounded.worth.mean - worth) < Fraction(1, 10**25)


@pytest.mark.slow
@pytest.mark.parametrize(("spelled", "session"), SMALL)
def test_every_moment_is_that_of_every_order(spelled: str, session: Session) -> None:
    found = solved(spelled, session, exact=True)
    coups: dict[int, Fraction] = defaultdict(Fraction)
    action: dict[int, Fraction] = defaultdict(Fraction)
    money = [Fraction(0)] * 7
    ruined, reached = list(money), list(money)
    for chance, played in every_order(spelled, session, 6):
        coups[len(played.coups)] += chance
        action[played.action] += chance
        for coup in range(7):
            money[coup] += chance * played.money_after(coup) / session.unit
            if len(played.coups) <= coup:
                ruined[coup] += chance * (played.end == "ruined")
                reached[coup] += chance * (played.end == "goal")
    money[0] = Fraction(session.bankroll)  # before the first coup
    assert found.coups == coups
    assert list(found.money) == money
    assert [found.ended_by("ruined", coup) for coup in range(7)] == ruined
    assert [found.ended_by("goal", coup) for coup in range(7)] == reached
    plan = SessionPlan(1, 0, PUNTO, session, fresh=True)
    assert action_of(plan, system(spelled), exact=True) == action


@pytest.mark.slow
def test_the_time_to_ruin_is_that_of_those_who_are_ruined() -> None:
    session = Session(2, coups=6)
    found = solved("martingale on banker", session, exact=True)
    times: dict[int, Fraction] = defaultdict(Fraction)
    for chance, played in every_order("martingale on banker", session, 6):
        if played.end == "ruined":
            times[len(played.coups)] += chance
    assert found.ruined_at == times
    mean = sum(coup * chance for coup, chance in times.items()) / sum(times.values())
    assert found.time_to_ruin == mean
    assert solved("flat", Session(50, coups=6), exact=True).time_to_ruin is None


def test_flat_bets_lose_their_edge_at_every_coup() -> None:
    found = solved("flat on banker", Session(30, coups=25), exact=True)
    edge = bac.odds()["banker"].edge
    assert found.money == tuple(30 - coup * edge for coup in range(26))


def test_who_is_ruined_at_player_needs_as_long_as_who_is_not() -> None:
    """Between barriers equally far away the time does not tell which one was reached."""
    found = solved("flat on player", Session(10, goal=20))
    assert found.time_to_ruin is not None
    assert abs(found.time_to_ruin - found.mean_coups) < Fraction(1, 10**20)
    chances = bac.odds().tally.chances
    win, lose = chances[bac.Side.PLAYER], chances[bac.Side.BANKER]
    exactly = (10 - 20 * found.ends["goal"]) / (lose - win)  # by Wald
    assert abs(found.mean_coups - exactly) < Fraction(1, 10**20)


def obeys_the_law(found: ExactSessions, plan: SessionPlan) -> bool:
    """Whether the mean result is −Σ edge x action, as an equality of fractions."""
    exact = bac.odds(game=plan.game)
    lost = sum((exact[bet].edge * units for bet, units in found.action.items()), Fraction(0))
    return found.mean == -lost


@pytest.mark.parametrize("pick", ["banker", "tie", "random", "before-last", "dragon-7"])
@pytest.mark.parametrize("name", [*(each.key for each in bac.registered(bac.System)), "share:20%"])
def test_no_system_escapes_the_law(name: str, pick: str) -> None:
    plan = SessionPlan(1, 0, DRAGONS, Session(12, most=7, coups=6), fresh=True)
    assert obeys_the_law(solve_sessions(plan, system(name, on=pick), exact=True), plan)


LARGE = {"labouchere": 16, "reverse-labouchere": 12, "oscars-grind": 20, "stearn": 40}
"""Systems whose chains of 100 coups are too large, or slow: how many coups are tried."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.key for each in bac.registered(bac.System)])
def test_long_sessions_obey_the_law_to_more_than_twenty_digits(name: str) -> None:
    found = solved(name, Session(100, most=50, coups=LARGE.get(name, 100)))
    lost = bac.odds()["banker"].edge * found.action["banker"]
    assert abs(found.mean + lost) < Fraction(1, 10**25)
    assert abs(found.money[-1] - 100 - found.mean) < Fraction(1, 10**25)
    assert 0 <= 1 - sum(found.ends.values()) < Fraction(1, 10**28)


@examples(10)
@given(finite_systems())
def test_no_made_up_system_escapes_it_either(made_up: Finite) -> None:
    plan = SessionPlan(1, 0, DRAGONS, Session(20, most=7, coups=4, goal=25), fresh=True)
    found = solve_sessions(plan, made_up, exact=True)
    assert obeys_the_law(found, plan)
    assert sum(found.ends.values()) == 1


def flows(
    spelled: str | bac.System, session: Session, watched: Watched, game: bac.Game = PUNTO
) -> tuple[Flow, Flow]:
    """The same chain, followed plainly and by the compiled loops."""
    plan = SessionPlan(1, 0, game, session, fresh=True)
    plainly = follow_plainly(Turns(plan, system(spelled)), watched, exact=False)
    return plainly, CompiledChain(Turns(plan, system(spelled)), watched).follow()


WATCHED = [Watched(), Watched(fall=45), Watched(losing_run=2), Watched(by_action=True)]


@pytest.mark.parametrize("watched", WATCHED, ids=str)
@pytest.mark.parametrize(("spelled", "session"), [*SMALL, ("flat on player", Session(2, goal=5))])
def test_compiled_loops_find_the_same_whole_numbers(
    spelled: str, session: Session, watched: Watched
) -> None:
    if watched.by_action and session.coups is None:
        session = replace(session, coups=30)
    plainly, compiled = flows(spelled, session, watched)
    assert vars(plainly) == vars(compiled)


@examples(10)
@given(finite_systems(), st.sampled_from(WATCHED), st.sampled_from(["cut", "stop", "restart"]))
def test_compiled_loops_follow_any_finite_system(
    made_up: Finite, watched: Watched, short: str
) -> None:
    session = Session(20, most=7, coups=5, stop_loss=9, trailing=True, short=short)
    plainly, compiled = flows(made_up, session, watched, DRAGONS)
    assert vars(plainly) == vars(compiled)


@pytest.mark.parametrize("spelled", ["paroli on banker", "d-alembert on bp>tie,b>p"])
def test_only_the_fall_matters_where_money_is_plenty(spelled: str) -> None:
    """The chain that reflects at its top finds the same drawdowns, with fewer places."""
    session, fall = Session(40, most=4, coups=9), 5 * 20
    whole, _ = flows(spelled, session, Watched(fall=fall))
    plainly, compiled = flows(spelled, session, Watched(fall=fall, reflects=True))
    assert vars(plainly) == vars(compiled)
    assert plainly.places < whole.places / 2

    def fallen(flow: Flow) -> Fraction:
        ends = flow.ended.items()
        return Fraction(sum(chance for (_, end), chance in ends if end == FALL), flow.whole)

    assert abs(fallen(plainly) - fallen(whole)) < Fraction(1, 10**30)


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
    with pytest.raises(BadValue, match="the answers are not fractions"):
        solved("flat", Session(10, goal=20), exact=True)
    monkeypatch.setattr(chain_turns, "MOST_PLACES", 100)
    with pytest.raises(Refused, match="labouchere has no quick exact answer: its chain has more"):
        solved("labouchere", Session(100, coups=100))
    monkeypatch.setattr(chain_turns, "MOST_STEPS", 1000)
    monkeypatch.setattr(chain_loops, "PAUSE", 500)
    with pytest.raises(Refused, match="its chain still goes on"):
        solved("flat on player", Session(20, goal=40))


@pytest.mark.parametrize("exact", [False, True])
def test_a_chain_that_is_too_large_is_told_in_part(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = solved("labouchere", Session(20, coups=6), exact)
    monkeypatch.setattr(chain_turns, "MOST_PLACES", 200)
    plan = SessionPlan(1, 0, PUNTO, Session(20, coups=50), fresh=True)
    part = solve_sessions(plan, system("labouchere"), exact, in_part=True)
    assert part.stopped is not None
    followed = len(part.money)
    assert followed > 4
    assert part.money[:6] == whole.money[:followed][:6]
    assert part.as_json()["stopped"] == part.stopped


@pytest.mark.slow
@pytest.mark.parametrize("spelled", ["martingale on banker", "paroli on bp>tie,b>p"])
@pytest.mark.parametrize(
    "session",
    [
        Session(5, most=3, coups=5),
        Session(5, most=3, coups=5, goal=7),
        Session(5, most=3, coups=5, stop_loss=2),
        Session(5, most=3, coups=5, stop_loss=3, trailing=True),
        Session(5, most=1, coups=5),
    ],
)
def test_drawdown_and_losing_run_are_those_of_every_order(spelled: str, session: Session) -> None:
    plan = SessionPlan(1, 0, PUNTO, session, fresh=True)
    played = every_order(spelled, session, 5)
    for number in (1, 2, 3, 4, 6):
        deep = sum((chance for chance, each in played if each.drawdown >= 20 * number), Fraction(0))
        assert chance_of_drawdown(plan, system(spelled), number, exact=True) == deep
        long = sum((chance for chance, each in played if each.losing_run >= number), Fraction(0))
        assert chance_of_losing_run(plan, system(spelled), number, exact=True) == long


def test_what_has_no_drawdown_or_run_is_said() -> None:
    plan = SessionPlan(1, 0, PUNTO, Session(5, stop_loss=2, coups=5), fresh=True)
    with pytest.raises(BadValue, match="a whole number of coins, at least 1, not 0 units"):
        chance_of_drawdown(plan, system("flat"), 0)
    with pytest.raises(BadValue, match="a whole number of coins, at least 1, not 1/30 units"):
        chance_of_drawdown(plan, system("flat"), Fraction(1, 30))
    with pytest.raises(BadValue, match="at least 1 bet, not 0"):
        chance_of_losing_run(plan, system("flat"), 0)
    with pytest.raises(BadValue, match="never happens has no quantile"):
        quantile_of(solved("flat", Session(9, coups=2)).ruined_at, 0.5)
