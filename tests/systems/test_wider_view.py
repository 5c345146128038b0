"""Systems that lay several wagers in a coup, or see more than winners."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from runpy import run_path

import pytest
from checkout import ROOT
from systems.made_up_systems import PUNTO

import baccarat as bac
from baccarat.base.errors import BadSystem, Refused
from baccarat.core.roads import Colour, Derived, Scoreboard, derived_road, streaks
from baccarat.simulation.engines.reference import deal_plan
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.comparison import compare
from baccarat.systems.reference_player import play_session
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.system import Sees, why_plain
from baccarat.testing import check_system

HEDGE, DRAGON_TIE, RED_EYE = run_path(str(ROOT / "examples" / "wider_systems.py"))["SYSTEMS"]
PLAN = SessionPlan(12, 7, PUNTO, Session(10_000, shoes=2))
SHOES = [coups for _, coups in deal_plan(PLAN.dealing)]
GOLDEN = {
    "flat": "c7286b5c918de545",
    "martingale on follow": "94e7b97add66d56d",
    "labouchere on road:small-road": "9b92be2a443bdf1e",
    "martingale on count:dragon-7": "edfa99c53842b1dd",
}
"""The digests of 300 sessions before systems could see more than winners."""


class Diary(bac.System):
    """Bets nothing, and remembers all that it sees."""

    start = ()

    def __init__(self, sees: str) -> None:
        self.sees = sees

    def want(self, state: object) -> None:
        return None

    def then(self, state: tuple[object, ...], shown: bac.Shown) -> tuple[object, ...]:
        board = shown.board
        assert board is not None
        roads = tuple(board.derived[road].colours for road in Derived)
        return (*state, (board.results, roads, shown.coup, shown.is_last))


@pytest.mark.parametrize("system", [HEDGE, DRAGON_TIE, RED_EYE], ids=str)
def test_the_examples_are_systems_in_about_ten_lines(system: bac.System) -> None:
    check_system(system)
    assert why_plain(system) is not None


def test_each_wager_of_a_hedge_is_paid_by_itself() -> None:
    coups = [coup for shoe in SHOES for coup in shoe]
    times = Counter(coup.winner for coup in coups)
    banker, tie, player = times[bac.Side.BANKER], times[None], times[bac.Side.PLAYER]
    books = bac.stake(HEDGE, 12, seed=7, session=PLAN.session).ledger.bets
    assert books["banker"]["laid"] == books["tie"]["laid"] == len(coups)
    assert books["banker"]["result"] == 10 * (19 * banker - 20 * player)
    assert books["tie"]["result"] == 20 * (8 * tie - banker - player)
    assert books["banker"]["squares"] == 100 * len(coups)


def test_a_hedge_loses_the_edge_of_both_bets() -> None:
    hedge = bac.stake(HEDGE, 40, seed=7, fresh=True, session=Session(10_000, coups=50))
    edges = bac.odds()
    assert hedge.by_law == pytest.approx(-50 * float(10 * edges["banker"].edge + edges["tie"].edge))
    assert hedge.z is None  # wagers on one coup are not independent


def test_the_interval_of_what_several_wagers_win_is_never_too_narrow() -> None:
    """Player and Tie together: the exact spread of a coup is below the spread that is used."""

    class Both(bac.System):
        wagers = 2

        def want(self, state: object) -> tuple[bac.Wish, ...]:
            return bac.Wish("player"), bac.Wish("tie")

        def then(self, state: object, shown: bac.Shown) -> object:
            return None

    both = bac.stake(Both(), 40, seed=7, fresh=True)
    weights = bac.odds()["player"].weights
    ties, wins = (Fraction(weights[tier], sum(weights.values())) for tier in ("tie", "win"))
    results = {8: ties, 0: wins, -2: 1 - ties - wins}
    mean = sum(result * part for result, part in results.items())
    spread = sum(result**2 * part for result, part in results.items()) - mean**2
    low, high = both.won_interval()
    half = 2.5758 * (float(spread) * 4_000) ** 0.5 / 8_000
    assert (high - low) / 2 >= half


def test_wagers_share_the_money_in_their_order() -> None:
    def played(money: int, most: int | None = None, short: str = "cut") -> list[object]:
        terms = Session(money, most=most, short=short, coups=1)
        results = [bac.parse_results("P")]
        session = play_session(HEDGE, terms, PUNTO.layout, results, lambda _: 0)
        laid = [(wager.bet, wager.staked) for coup in session.coups for wager in coup.wagers]
        return [laid, session.money // 20, session.end]

    assert played(100) == [[("banker", 10), ("tie", 1)], 89, "coups"]
    assert played(10) == [[("banker", 10)], 0, "ruined"]
    assert played(100, most=4) == [[("banker", 4), ("tie", 1)], 95, "coups"]
    assert played(10, short="stop") == [[], 10, "short"]


@pytest.mark.parametrize("sees", ["roads", "totals", "cards"])
def test_a_system_sees_this_shoe_and_nothing_else(sees: str) -> None:
    session = play_session(Diary(sees), PLAN.session, PUNTO.layout, SHOES[:2], lambda _: 0)
    pages = iter(session.last)
    for shoe in SHOES[:2]:
        for turn, coup in enumerate(shoe, start=1):
            results, roads, cards, is_last = next(pages)
            facts = [bac.Result.of(dealt) for dealt in shoe[:turn]]
            bare = [bac.Result(result.winner) for result in facts]
            assert list(results) == (bare if sees == "roads" else facts)
            assert roads == tuple(tuple(derived_road(streaks(facts), road)) for road in Derived)
            assert cards == (coup if sees == "cards" else None)
            assert is_last == (turn == len(shoe))
    assert next(pages, None) is None


def test_a_side_bet_by_road_is_laid_where_the_streak_is_long() -> None:
    expected = 0
    for shoe in SHOES:
        letters = [coup.winner for coup in shoe]
        for turn in range(1, len(shoe)):
            wins = [winner for winner in letters[:turn] if winner is not None]
            expected += len(wins) >= 4 and len(set(wins[-4:])) == 1
    books = bac.stake(DRAGON_TIE, 12, seed=7, session=PLAN.session).ledger.bets
    assert books["tie"]["laid"] == expected > 50


def test_a_system_on_a_derived_road_bets_where_red_comes_next() -> None:
    laid: Counter[str] = Counter()
    for shoe in SHOES:
        for turn in range(1, len(shoe)):
            with_banker = Scoreboard([*shoe[:turn], bac.Side.BANKER]).derived[Derived.BIG_EYE]
            before = Scoreboard(shoe[:turn]).derived[Derived.BIG_EYE].colours
            if len(with_banker.colours) > len(before):
                laid["banker" if with_banker.colours[-1] is Colour.RED else "player"] += 1
    books = bac.stake(RED_EYE, 12, seed=7, session=PLAN.session).ledger.bets
    assert {bet: book["laid"] for bet, book in books.items()} == laid


def test_every_way_to_play_gives_the_same_ledger(tmp_path: Path) -> None:
    terms = Session(60, coups=30)
    whole = bac.stake(RED_EYE, 30, seed=3, session=terms)
    plain = bac.stake(RED_EYE, 30, seed=3, session=terms, engine="reference", threads=1)
    kept = bac.stake(RED_EYE, 30, seed=3, session=terms, checkpoint=tmp_path / "eye.json")
    again = bac.stake(RED_EYE, 30, seed=3, session=terms, checkpoint=tmp_path / "eye.json")
    assert whole.ledger == plain.ledger == kept.ledger == again.ledger
    assert again.resumed == 30
    plan = SessionPlan(30, 3, PUNTO, terms)
    compared = compare(plan, [bac.system("flat"), RED_EYE])
    assert compared.found[1].ledger == whole.ledger
    assert compared.found[0].ledger == bac.stake("flat", 30, seed=3, session=terms).ledger


def test_a_session_without_a_limit_of_coups_is_played_to_its_end() -> None:
    terms = Session(5, goal=8)
    whole = bac.stake(HEDGE, 20, seed=3, session=terms)
    assert whole.ledger == bac.stake(HEDGE, 20, seed=3, session=terms, engine="reference").ledger
    assert set(whole.ledger.ends) <= {"ruined", "goal"}


@pytest.mark.parametrize("spelled", GOLDEN)
def test_systems_that_see_winners_have_their_old_digests(spelled: str) -> None:
    short = "restart" if "flat" not in spelled else "cut"
    terms = Session(100, most=50, coups=100, short=short)
    staked = bac.stake(spelled, 300, seed=7, session=terms, fresh="follow" in spelled)
    assert staked.ledger.digest.startswith(GOLDEN[spelled])
    assert staked.why_slow is None


def test_a_slow_system_says_why() -> None:
    class Historian(bac.System):
        start = ()

        def want(self, state: tuple[str, ...]) -> bac.Wish:
            return bac.Wish("banker", 1 + (state[-2:] == ("tie", "tie")))

        def then(self, state: tuple[str, ...], shown: bac.Shown) -> tuple[str, ...]:
            return (*state, shown.winner)

    slow = bac.stake(Historian(), 500, seed=7).why_slow
    assert slow is not None
    assert slow.startswith("historian has a new state in one coup of five")
    eye = bac.stake(RED_EYE, 2, seed=7).why_slow
    assert eye is not None
    assert eye.startswith("redeye sees roads: plain Python")


class Wrong(bac.System):
    """A system with one mistake."""

    def __init__(self, wanted: object, sees: str = "winners", wagers: object = 1) -> None:
        self.wanted, self.sees, self.wagers = wanted, sees, wagers  # type: ignore[assignment]

    def want(self, state: object) -> bac.Wish:
        return self.wanted  # type: ignore[return-value]

    def then(self, state: object, shown: bac.Shown) -> object:
        if shown.board is not None:
            shown.board.add("B")
        return None


ONE = bac.Wish("banker")


@pytest.mark.parametrize(
    ("system", "says"),
    [
        (Wrong(ONE, sees="future"), "sees must be winners, roads, totals, cards, not 'future'"),
        (Wrong(ONE, wagers=0), "wagers must be 1 to 16, not 0"),
        (Wrong(ONE, wagers=99), "wagers must be 1 to 16, not 99"),
        (Wrong((ONE, bac.Wish("tie"))), "for 2 wagers in a coup write `wagers = 2`"),
        (Wrong((ONE, ONE, ONE), wagers=2), "for 3 wagers in a coup write `wagers = 3`"),
        (Wrong((ONE, None), wagers=2), "must return a Wish or None, not None"),
        (Wrong((ONE, ONE), wagers=2), "bets twice on banker: put both stakes into one wager"),
        (Wrong(ONE, sees="roads"), "changes the board: put coups on a copy of it"),
    ],
)
def test_a_wrong_system_is_refused_in_one_line(system: bac.System, says: str) -> None:
    with pytest.raises(BadSystem) as fault:
        bac.stake(system, 2, seed=7)
    assert says in str(fault.value)
    assert "\n" not in str(fault.value)


def test_the_exact_chain_refuses_several_wagers_and_a_wider_view() -> None:
    plan = SessionPlan(1, 7, PUNTO, Session(coups=5), fresh=True)
    for system in (HEDGE, RED_EYE):
        with pytest.raises(Refused, match="exact answers need one wager a coup"):
            solve_sessions(plan, system)


def test_sights_are_in_order() -> None:
    assert list(Sees) == ["winners", "roads", "totals", "cards"]
    assert bac.Shown("tie") == bac.Shown("tie", None, 0, Fraction(0), None, None, False)
