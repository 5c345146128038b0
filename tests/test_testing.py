"""The conformance suites: ours pass them, and each of their assertions finds a fault."""

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import baccarat as bac
from baccarat import Bet, Cap, Card, Engine, Game, Layout, Limits, Rules, Tableau, Tally, testing
from baccarat.base.errors import BadValue
from baccarat.core.games import GAMES, KNOWN
from baccarat.core.record import Format
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.core.tally import Odds
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import OddsTable
from baccarat.simulation.engines import reference
from baccarat.simulation.engines.choice import REFERENCE
from baccarat.simulation.plan import Plan
from baccarat.testing import BOLD, BY_THE_BOOK, ONLY_NINE, check_bet, check_engine, check_game

MINE = Game("mine", Rules(2, BOLD), Layout.of("player", "banker", "tie"), "Player draws on 6")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_of_ours_conforms(game: Game) -> None:
    check_game(game)


def test_a_game_with_another_tableau_conforms_and_leaves_no_trace() -> None:
    free = Tableau.read(str(bac.PUNTO_BANCO).replace("D D D D D D - -", "D D D D D D * -", 1))
    for tableau in (BOLD, ONLY_NINE, free):
        check_game(replace(MINE, rules=Rules(2, tableau)))
    assert "mine" not in KNOWN


def eight_meets_a_third_card(outcome: bac.Outcome) -> str | None:
    stood = outcome.player.cards == 2 and outcome.player.total == 8
    return "won" if stood and outcome.banker.cards == 3 else None


def test_what_can_happen_depends_on_the_tableau() -> None:
    bet = Bet("Eight Waits", eight_meets_a_third_card, {"won": 9}, wins_when="a two-card 8 waits")
    with pytest.raises(AssertionError, match="never happens"):
        check_bet(bet)
    check_bet(bet, ONLY_NINE)
    check_game(replace(MINE, rules=Rules(2, ONLY_NINE), layout=Layout.of("player", bet)))


def test_a_game_with_a_bet_of_the_middle_of_a_coup_conforms() -> None:
    felt = Layout.of("player", "banker", "tie", "insurance")
    check_game(replace(MINE, rules=Rules(2), layout=felt))


def test_the_suites_complain_where_python_leaves_its_assertions_out() -> None:
    told = "from baccarat import Bet; from baccarat.testing import check_bet; "
    wrong = "check_bet(Bet('Odd', lambda outcome: outcome.winner is None, 8))"
    done = subprocess.run(
        [sys.executable, "-O", "-c", told + wrong], capture_output=True, text=True
    )
    assert "AssertionError: odd does not say when it wins" in done.stderr
    suites = ast.walk(ast.parse(Path(testing.__file__).read_text(encoding="utf-8")))
    assert not any(isinstance(line, ast.Assert) for line in suites)


# Games that are wrong


def layout(**changes: object) -> Game:
    return replace(MINE, layout=replace(MINE.layout, **changes))  # type: ignore[arg-type]


def stands_on_six(outcome: bac.Outcome) -> bool:
    """Without a natural of Banker's; at this game nobody does."""
    player, banker = outcome.player, outcome.banker
    has_natural = banker.cards == 2 and banker.total >= 8
    return (player.cards, player.total) == (2, 6) and not has_natural


CAPPED = replace(bac.bet("tie"), cap=Cap(Fraction(1, 10), ("bonus",)))
STANDS = Bet("Stands", lambda o: "six" if stands_on_six(o) else None, {"six": 9}, wins_when="6")
DRAWS = Bet("Draws", lambda o: None if stands_on_six(o) else "other", {"other": 1}, wins_when="6")
WRONG_GAMES = {
    "cannot be registered: there is already a game named 'ez'": replace(MINE, name="ez"),
    "cannot be registered: a game's names have Latin": replace(MINE, also=("百家楽",)),
    "does not say what is special": replace(MINE, about=""),
    "has no bets": layout(bets={}),
    "nobody can bet on 'My Tie'": layout(bets={"My Tie": bac.bet("tie")}),
    "does not say when it wins": layout(bets={"tie": replace(bac.bet("tie"), wins_when="")}),
    "capped by missing bets: \\['bonus'\\]": layout(bets={"tie": CAPPED}),
    "bets that need more than the known part of its cards: {'perfect-pair'": replace(
        MINE, rules=Rules(2, printed=Card.parse("7x")), layout=Layout.of("player", "perfect-pair")
    ),
    "stands never wins": replace(MINE, layout=Layout.of(STANDS)),
    "draws never loses": replace(MINE, layout=Layout.of(DRAWS)),
    "nobody can bet on 'player': player: the limits are": layout(limits=Limits(3, 4), chip=5),
    "mine has no bets but player and banker": replace(MINE, rules=Rules(2, CHEMIN_DE_FER)),
}


@pytest.mark.parametrize("fault", WRONG_GAMES)
def test_a_wrong_game_is_found(fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        check_game(WRONG_GAMES[fault])
    assert "mine" not in KNOWN


Parts = Iterator[tuple[Tally, int]]
Run = Callable[[Plan, Strategy, int | None], Parts]


def engine(name: str, run: Run) -> Engine:
    """An engine that counts in a way of its own."""
    return Engine(
        name, reference.coups, lambda plan, decide, _, threads, __: run(plan, decide, threads)
    )


def wrong(**changes: object) -> Engine:
    """An engine that deals another plan."""

    def run(plan: Plan, decide: Strategy, threads: int | None) -> Parts:
        other = replace(plan, **changes)  # type: ignore[arg-type]
        yield reference.run(other, decide), plan.shoes

    return engine("wrong", run)


USUAL = replace(MINE, rules=Rules(2))
OTHER, OF_OTHER_GAME = bac.Record.of("B"), bac.Record.deal("ez", seed=7)
TWICE = Layout.of("player:2", "tie")


class Half(OddsTable):
    """Odds that add up to less than one."""

    def of(self, bet: str | Bet) -> Odds:
        odds = super().of(bet)
        return replace(odds, weights={tier: times // 2 for tier, times in odds.weights.items()})


@pytest.mark.parametrize(
    ("lies", "game", "fault"),
    [
        (
            [(testing, "weigh_plainly", lambda *_: Tally())],
            MINE,
            "the exact odds differ from the odds of all coups",
        ),
        ([(testing, "CPU", wrong(rules=Rules(2)))], MINE, "wrong deals other coups"),
        (
            [(testing, "settle", lambda coup, laid, _: bac.settle(coup, laid, TWICE))],
            replace(MINE, layout=Layout.of("player", "tie")),
            "player is paid",
        ),
        (
            [(testing, "fold", lambda _: bac.Table())],
            MINE,
            "a table must be the same after it is stored",
        ),
        (
            [(bac.Record, "differs", lambda _: "coup 3")],
            MINE,
            "must be the shoe that its seed deals",
        ),
        (
            [(bac.Record, "__eq__", lambda *_: False)],
            MINE,
            "a record must be the same after writing and reading",
        ),
        (
            [(Format, "read", lambda *_, **__: (OTHER, []))],
            MINE,
            "must be the same when they are read from shoe",
        ),
        (
            [
                (Format, "read", lambda *_, **__: (OF_OTHER_GAME, [])),
                (testing, "_winners", lambda _: []),
            ],
            MINE,
            "mine is read back as ez",
        ),
        ([(testing, "OddsTable", Half)], USUAL, "the chances of player do not add up to 1"),
        (
            [(testing, "Tableau", SimpleNamespace(read=lambda _: BOLD))],
            USUAL,
            "its tableau must be the same after writing",
        ),
        ([(Game, "as_json", lambda _: {"game": "ez"})], USUAL, "mine has another name in JSON: ez"),
    ],
)
def test_a_room_that_does_not_follow_the_game_is_found(
    lies: list[tuple[Any, str, Any]], game: Game, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for room, name, lie in lies:
        monkeypatch.setattr(room, name, lie)
    with pytest.raises(AssertionError, match=fault):
        check_game(game)


# Engines


@pytest.mark.slow
@pytest.mark.parametrize(
    "engine", [pytest.param(REFERENCE, marks=pytest.mark.long), "cpu"], ids=str
)
def test_an_engine_of_ours_conforms(engine: Engine | str) -> None:
    """Itself, or by its name."""
    check_engine(engine)


@pytest.mark.long
@pytest.mark.slow
def test_the_cluster_conforms() -> None:
    pytest.importorskip("distributed")
    from baccarat.simulation.engines import cluster

    with cluster.opened(2) as workers:
        check_engine(Engine("held", workers.coups, workers.read))


def heedless(**changes: object) -> Engine:
    """An engine that does not heed a rule."""

    def run(plan: Plan, decide: Strategy, threads: int | None) -> Parts:
        other = replace(plan, rules=replace(plan.rules, **changes))  # type: ignore[arg-type]
        yield reference.run(other, decide), plan.shoes

    return engine("heedless", run)


def by(change: Callable[[Plan, Strategy, int | None], tuple[Tally, int]]) -> Engine:
    def run(plan: Plan, decide: Strategy, threads: int | None) -> Parts:
        yield change(plan, decide, threads)

    return engine("odd", run)


def backwards(plan: Plan, decide: Strategy, threads: int | None) -> Parts:
    """Its parts come in another order: a checkpoint of the first would be wrong."""
    for job in reversed(list(plan.jobs(2))):
        yield reference.run(job, decide), job.shoes


def by_threads(plan: Plan, decide: Strategy, threads: int | None) -> tuple[Tally, int]:
    return reference.run(replace(plan, seed=plan.seed + (threads == 2)), decide), plan.shoes


def by_parts(plan: Plan, decide: Strategy, threads: int | None) -> tuple[Tally, int]:
    is_part = plan.shoes in (2, 3) and plan.seed == 3
    return reference.run(replace(plan, first=plan.first if not is_part else 0), decide), plan.shoes


def breaks(plan: Plan, decide: Strategy, threads: int | None) -> tuple[Tally, int]:
    raise ZeroDivisionError


def found(plan: Plan, decide: Strategy) -> Tally:
    return reference.run(plan, decide)


def rule_c_as_b(plan: Plan, decide: Strategy, threads: int | None) -> tuple[Tally, int]:
    rules = plan.rules
    last = bac.LastCoup.B if rules.last_coup == bac.LastCoup.C else rules.last_coup
    return found(replace(plan, rules=replace(rules, last_coup=last)), decide), plan.shoes


def shifted(plan: Plan, decide: Strategy, cards: bac.Depth | None) -> Iterator[bac.Coups]:
    """Its batches begin a shoe too late."""
    return reference.coups(replace(plan, first=plan.first + 1), decide, cards)


WRONG_ENGINES = {
    "deals 2 shoes, not 3": by(lambda p, d, _: (found(p, d), p.shoes - 1)),
    "deals other coups: .*seed=0": wrong(seed=1),
    "deals other coups: .*first=1000000000000": wrong(first=0),
    "deals other coups: .*coups=1,": wrong(coups=None),
    "deals other coups: .*endless=True": by(
        lambda p, d, _: (found(replace(p, endless=False), d), p.shoes)
    ),
    "deals other coups: .*printed": heedless(printed=None),
    "deals other coups: .*burn=False": heedless(burn=True),
    "deals other coups: .*decks=6": heedless(decks=8),
    "deals other coups: .*LastCoup.B": heedless(last_coup=bac.LastCoup.A),
    "deals other coups: .*LastCoup.C": by(rule_c_as_b),
    "deals other coups: .*cut_card=20": heedless(cut_card=14),
    "breaks on .*CHEMIN": by(lambda p, _, __: (found(p, nobody), p.shoes)),
    "deals other coups: .*CHEMIN": by(lambda p, _, __: (found(p, BY_THE_BOOK), p.shoes)),
    "has other histograms": by(lambda p, d, _: (replace(found(p, d), histograms={}), p.shoes)),
    "judges bets differently": by(lambda p, d, _: (replace(found(p, d), events={}), p.shoes)),
    "backwards deals other coups": engine("backwards", backwards),
    "odd has wrong counts with 2 threads": by(by_threads),
    "odd: parts of 2 shoes must add up": by(by_parts),
    "odd breaks on .*ZeroDivisionError": by(breaks),
    "shifted deals other coups": Engine("shifted", shifted, reference.read),
    "deaf breaks on .*the engine deaf deals": Engine("deaf", shifted),
}


SLOW_FAULTS = ("on 2 threads", "parts of 2 shoes")


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(each, marks=[pytest.mark.long] * any(one in each for one in SLOW_FAULTS))
        for each in WRONG_ENGINES
    ],
)
def test_a_wrong_engine_is_found(fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        check_engine(WRONG_ENGINES[fault])


def without_an_abacus() -> None:
    raise bac.Missing("the abacus engine needs an abacus")


ABACUS = Engine("abacus", REFERENCE.coups, check=without_an_abacus)
UNTYPED: Any = testing


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        *(
            (partial(UNTYPED.check_bet, each), BadValue, "a Bet, which is paid by one coup, not ")
            for each in (bac.streak("banker-streak"), "tie", None)
        ),
        *(
            (partial(UNTYPED.check_game, each), BadValue, "check_game takes a Game, not ")
            for each in ("ez", bac.bet("tie"), None)
        ),
        (lambda: check_engine(ABACUS), bac.Missing, "needs an abacus"),
        (lambda: bac.simulate(1, engine=ABACUS), bac.Missing, "needs an abacus"),
        (lambda: Engine("auto", REFERENCE.coups), BadValue, "needs its own name"),
        (lambda: Engine("Auto", REFERENCE.coups), BadValue, "needs its own name"),
        (lambda: Engine("–", REFERENCE.coups), BadValue, "needs its own name"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()
