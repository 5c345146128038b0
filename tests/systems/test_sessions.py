"""Sessions as the reference player plays them: limits, ends, ledgers, and bad systems."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bac
from baccarat.base.errors import BadSystem, BadText, BadValue, ShoeError, TooShallow
from baccarat.core.chance import words
from baccarat.core.games import game
from baccarat.core.rules import Rules
from baccarat.simulation.plan import Plan
from baccarat.systems.ledger import Ledger
from baccarat.systems.reference_player import PlayedSession, play_plan, play_session
from baccarat.systems.register import system
from baccarat.systems.session import ENDLESS, Session, SessionPlan, coin, fewest_coups
from baccarat.systems.stake import stake
from baccarat.systems.system import Shown, System, Wish

FELT = game("punto-banco").layout
PUNTO = game("punto-banco")


def sit(text: str | System, results: str, session: Session) -> PlayedSession:
    """A session over these results, in one shoe; the coin always shows 0."""
    return play_session(system(text), session, FELT, [bac.parse_results(results)], lambda _: 0)


def bets(played: PlayedSession) -> list[str]:
    return ["".join(wager.bet for wager in coup.wagers) for coup in played.coups]


def stakes(played: PlayedSession) -> list[int]:
    return [coup.staked for coup in played.coups]


def test_a_stake_is_the_least_of_wanted_maximum_and_money() -> None:
    played = sit("martingale on player", "BBBBB", Session(bankroll=20, most=6))
    assert stakes(played) == [1, 2, 4, 6, 6]
    assert [coup.wanted for coup in played.coups] == [1, 2, 4, 8, 16]
    assert [coup.money for coup in played.coups] == [380, 340, 260, 140, 20]
    assert played.end == "shoes"


def test_with_less_than_a_unit_in_hand_the_session_is_ruined() -> None:
    played = sit("martingale on banker", "BPPP", Session(bankroll=2))
    assert [coup.money for coup in played.coups] == [59, 39, 19]
    assert stakes(played) == [1, 1, 1], "the second loss wants two units, and one is in hand"
    assert (played.end, played.result, played.action) == ("ruined", -21, 3)


def test_a_tie_is_a_coup_and_action_and_moves_nothing() -> None:
    played = sit("martingale on player", "BTB", Session())
    assert stakes(played) == [1, 2, 2]
    assert (len(played.coups), played.action, played.result) == (3, 5, -60)
    assert [coup.result for coup in played.coups] == ["loss", "push", "loss"]


def test_a_cut_stake_moves_the_system_as_the_wanted_one_would() -> None:
    played = sit("martingale on player", "BBBBPB", Session(most=3))
    assert stakes(played) == [1, 2, 3, 3, 3, 1]
    played = sit("labouchere on player", "BBPB", Session(most=3))
    assert stakes(played) == [3, 3, 3, 3]
    assert [coup.state[1] for coup in played.coups] == [
        (1, 2, 3, 4),
        (1, 2, 3, 4, 3),
        (1, 2, 3, 4, 3, 3),
        (2, 3, 4, 3),
    ]


def test_a_short_stake_may_stop_the_session_or_restart_the_system() -> None:
    stopped = sit("martingale on player", "BBBB", Session(most=3, short="stop"))
    assert (stakes(stopped), stopped.end) == ([1, 2], "short")
    restarted = sit("martingale on player", "BBBBB", Session(most=3, short="restart"))
    assert (stakes(restarted), restarted.end) == ([1, 2, 1, 2, 1], "shoes")


@pytest.mark.parametrize(
    ("session", "results", "coups", "end"),
    [
        (Session(bankroll=10, goal=12), "PPBP", 2, "goal"),
        (Session(bankroll=10, stop_loss=2), "PBBBP", 4, "stop-loss"),
        (Session(bankroll=10, stop_loss=2), "BBP", 2, "stop-loss"),
        (Session(bankroll=10, stop_loss=2, trailing=True), "PPBBP", 4, "stop-loss"),
        (Session(bankroll=10, coups=3), "PBTP", 3, "coups"),
        (Session(bankroll=1, coups=1), "B", 1, "ruined"),
        (Session(bankroll=1, goal=2, coups=1), "P", 1, "goal"),
    ],
)
def test_how_sessions_end(session: Session, results: str, coups: int, end: str) -> None:
    played = sit("flat on player", results, session)
    assert (len(played.coups), played.end) == (coups, end)


def test_a_coup_without_a_bet_is_a_coup_and_no_action() -> None:
    played = sit("flat on follow", "TBBP", Session())
    assert bets(played) == ["", "", "banker", "banker"]
    assert (len(played.coups), played.action, played.result) == (4, 2, 19 - 20)


def test_drawdown_and_losing_run() -> None:
    played = sit("flat on player", "PPBTBBPBB", Session())
    assert (played.drawdown, played.losing_run) == (80, 3)
    assert [played.money_after(coups) for coups in (1, 3, 9, 50)] == [2020, 2020, 1960, 1960]


def test_a_coin_picks_and_is_a_function_of_seed_session_and_coup() -> None:
    block = words(7, 3, 1, 2**32 - 1)
    bits = [word >> bit & 1 for word in block for bit in range(32)]
    assert [coin(7, 3, coup) for coup in range(128, 256)] == bits
    shoes = [bac.parse_results("BBBB")]
    played = play_session(system("flat on random"), Session(), FELT, shoes, lambda n: n % 2)
    assert bets(played) == ["player", "banker"] * 2


def test_bets_of_recorded_results_must_be_told_by_them() -> None:
    assert sit("flat on tie:9", "TB", Session()).result == 9 * 20 - 20
    with pytest.raises(TooShallow, match="dragon-7 needs more than the known facts"):
        sit("flat on dragon-7", "B", Session())
    known = [bac.Result.of(bac.deal("Kh 9d 5c 4s 8h"))]
    played = play_session(system("flat on dragon-7"), Session(), FELT, [known], lambda _: 0)
    assert played.result == -20


def test_a_payout_is_rounded_as_the_felt_rounds() -> None:
    assert sit("flat on banker", "BB", Session(bankroll=10, unit=10)).result == 2 * 9


def test_session_i_is_shoe_i_and_flat_bets_agree_with_the_tally_to_the_coin() -> None:
    plan = SessionPlan(6, 7, PUNTO, Session(shoes=1))
    assert plan.numbers == 1
    assert plan.part(3, 1).dealing == Plan(1, 7, first=3)
    tally = bac.simulate(6, 7, engine="reference").tally
    for bet in ("player", "banker", "tie", "player-pair"):
        ledger = Ledger.of(play_plan(plan, system("flat", on=bet)), plan.marks)
        odds = bac.simulate(6, 7, engine="reference").of(bet)
        assert ledger.bets[bet]["laid"] == tally.total == ledger.total("coups")
        assert ledger.total("result") == 20 * odds.expectation * tally.total


def test_a_plan_gives_each_session_as_many_shoes_as_it_can_need() -> None:
    assert fewest_coups(Rules()) == 65
    assert SessionPlan(1, 7, PUNTO, Session(coups=100)).numbers == 2
    assert SessionPlan(1, 7, PUNTO, Session(coups=100), fresh=True).numbers == 100
    assert SessionPlan(1, 7, PUNTO, Session()).numbers == ENDLESS
    assert SessionPlan(1, 7, PUNTO, Session(shoes=3, coups=9)).numbers == 3
    played = list(play_plan(SessionPlan(3, 7, PUNTO, Session(coups=150)), system("flat")))
    assert [(len(each.coups), each.end) for each in played] == [(150, "coups")] * 3


def test_parts_of_a_plan_add_up_and_a_ledger_is_written_and_read() -> None:
    plan = SessionPlan(5, 7, PUNTO, Session(coups=30), fresh=True)
    whole = Ledger.of(play_plan(plan, system("paroli on random")), plan.marks)
    parts = [
        Ledger.of(play_plan(part, system("paroli on random")), part.marks) for part in plan.jobs(2)
    ]
    assert sum(reversed(parts), start=Ledger()) == whole
    assert sum(parts, start=Ledger()).digest == whole.digest
    assert Ledger.read(json.loads(json.dumps(whole.written()))) == whole
    assert whole.sessions == 5
    assert set(whole.histograms) >= {"money at 10", "money at 20", "money at 30"}


def test_quantiles_and_deviation_of_a_ledger() -> None:
    ledger = Ledger({"result": {-20: 1, 0: 2, 40: 1}}, {}, {"coups": 4})
    assert [ledger.quantile("result", share) for share in (0.1, 0.5, 0.9)] == [-20, 0, 40]
    assert ledger.mean("result") == 5
    assert ledger.deviation("result") == pytest.approx(25.166, abs=1e-3)


@given(st.text("BPT", min_size=1, max_size=40), st.sampled_from(["flat", "martingale", "stearn"]))
def test_money_is_the_bankroll_and_all_that_was_won(results: str, name: str) -> None:
    played = sit(name, results, Session(bankroll=5, most=3))
    assert played.money == 100 + sum(coup.won for coup in played.coups)
    assert all(coup.staked <= 3 for coup in played.coups)
    assert played.money >= 0


Asks = Callable[[object], object]


def made(want: Asks, then: Callable[[object, Shown], object] | None = None) -> System:
    class Strange(System):
        start = 0

        def want(self, state: object) -> Wish | None:
            return want(state)  # type: ignore[return-value]

        def then(self, state: object, shown: Shown) -> object:
            return state if then is None else then(state, shown)

    return Strange()


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (made(lambda _: Wish("banker", -1)), "strange wants to stake -1: a stake is whole units"),
        (made(lambda _: Wish("banker", True)), "wants to stake True"),
        (made(lambda _: Wish("banker", 1.5)), "wants to stake 1.5"),  # type: ignore[arg-type]
        (made(lambda _: Wish("banker", 10**16)), "wants to stake 10000000000000000, more than"),
        (made(lambda _: Wish("bankr")), "unknown bet: 'bankr'"),
        (made(lambda _: 5), "strange must return a Wish or None, not 5"),
        (made(lambda _: 1 / 0), "strange breaks in want(0): ZeroDivisionError"),
        (made(lambda _: Wish("tie"), lambda s, _: [s]), "strange has hashable states, not [0]"),
    ],
)
def test_a_system_that_no_guest_could_play_is_named_with_session_coup_and_state(
    bad: System, told: str
) -> None:
    plan = SessionPlan(1, 7, PUNTO, Session(coups=10), first=4)
    with pytest.raises(BadSystem) as complaint:
        list(play_plan(plan, bad))
    assert told in str(complaint.value)
    assert str(complaint.value).startswith("session 4: ")
    assert str(complaint.value).endswith(", at coup 1 in the state 0")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Session(bankroll=0), "bankroll must be 1 or more"),
        (
            lambda: Session(goal=100),
            "a goal of 100 units is too low: give more than the bankroll, 100",
        ),
        (
            lambda: Session(stop_loss=100),
            "a stop-loss of 100 units is not below the bankroll 100",
        ),
        (lambda: Session(trailing=True), "needs a stop-loss"),
        (lambda: Session(coups=2**21), "at most 1,048,576 coups"),
        (lambda: Session(bankroll=10**15), "at most 1,000,000,000,000,000 coins"),
        (lambda: Session(unit=True), "whole number"),
        (lambda: Session(most=10**6 + 1), "a stake must be at most 1,000,000 units"),
        (lambda: Session(stop_loss=10**16, trailing=True), "a stop-loss must be at most"),
        (lambda: stake(Unhashable(), 1), "make its class a frozen dataclass"),
    ],
)
def test_a_session_that_cannot_be_is_refused_in_one_line(
    call: Callable[[], object], says: str
) -> None:
    with pytest.raises(BadValue, match=says):
        call()


def test_plans_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadText, match="short must be cut, stop, restart"):
        Session(short="pass")
    with pytest.raises(BadValue, match="at least one session"):
        SessionPlan(0, 7, PUNTO)
    with pytest.raises(BadValue, match="endless deck"):
        SessionPlan(1, 7, PUNTO, endless=True)
    with pytest.raises(BadValue, match="every coup has a fresh shoe"):
        SessionPlan(1, 7, PUNTO, Session(shoes=1), fresh=True)
    with pytest.raises(ShoeError, match="are too many"):
        SessionPlan(2**45, 7, PUNTO)


def test_won_is_told_in_units() -> None:
    def note(seen: object, shown: Shown) -> object:
        return (*(seen if isinstance(seen, tuple) else ()), shown)

    watching = made(lambda seen: Wish("player" if seen else "banker", 2), note)
    played = play_session(watching, Session(coups=2), FELT, [bac.parse_results("BB")], lambda _: 0)
    assert played.last == (
        Shown("banker", "win", 2, Fraction(19, 10)),
        Shown("banker", "loss", 2, Fraction(-2)),
    )


def test_no_stake_is_above_a_million_units() -> None:
    played = sit("share:100% on player", "PP", Session(10**7))
    assert stakes(played) == [10**6, 10**6]
    plan = SessionPlan(2, 7, PUNTO, Session(10**7, coups=5), fresh=True)
    shared = system("share:100%")
    assert stake(shared, 2, 7, session=plan.session, fresh=True).ledger == Ledger.of(
        play_plan(plan, shared), plan.marks
    )


@dataclass
class Unhashable(System):
    units: int = 1


@pytest.mark.parametrize(("bet", "whole"), [("banker", 20), ("big", 50), ("player", 1)])
def test_the_law_is_told_only_where_nothing_is_rounded(bet: str, whole: int) -> None:
    for unit in (1, 10, 20, 50, 100):
        found = bac.stake("flat", 20, on=bet, session=Session(unit=unit, coups=9), fresh=True)
        assert found.whole_unit == whole
        assert found.is_rounded is bool(unit % whole)
        assert (found.z is None) is found.is_rounded
