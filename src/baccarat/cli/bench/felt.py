"""Measures the odds and the report that people at a table wait for, in `bench exact`."""

import random
from collections.abc import Callable
from functools import partial
from itertools import cycle

from baccarat.base.timing import Measured, best_of
from baccarat.core.bets import registered
from baccarat.core.cards import DECK
from baccarat.core.games import Game, game
from baccarat.core.shoe import Composition
from baccarat.core.tableau import PUNTO_BANCO
from baccarat.core.third_card import following, play
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable, odds
from baccarat.table.coach.coach import report
from baccarat.table.state import Phase
from baccarat.table.table import Table

SHOES = 3
"""Shoes for the report: one for each run."""
TOTALS = "player 8 or 9 against banker's 6"
BenchQuestion = tuple[str, Callable[[], object], str]
"""A name, the function to run, and the time it may take."""


def uneven_shoes(shoes: int, removed: int = 100) -> list[Composition]:
    """Eight-deck shoes with `removed` cards missing; the same shoes in every run."""
    dice = random.Random(7)
    cards = [card for card in DECK for _ in range(8)]
    return [Composition.of(dice.sample(cards, len(cards) - removed)) for _ in range(shoes)]


def felt_questions() -> list[BenchQuestion]:
    """The questions to measure; every time a question is asked, it is about another shoe."""
    shoes = cycle(uneven_shoes(20))
    punto_banco = game("punto-banco")
    half = play(iter(DECK[:2]))
    bets = list(punto_banco.layout.bets.values())

    def felt(name: str, coup: str = "") -> None:
        table = odds(next(shoes), game=name, given=coup, decide=following(PUNTO_BANCO))
        for spot in table:
            _ = table[spot].edge

    def half_dealt() -> None:
        table = OddsTable(punto_banco, next(shoes), half)
        for spot in table:
            _ = table[spot].edge

    names = {item.name: partial(felt, item.name) for item in registered(Game)}
    for run in names.values():
        run()  # makes the tables that do not depend on the shoe
    slowest = max(names, key=lambda name: best_of(names[name]))
    questions: list[BenchQuestion] = [
        (f"the slowest felt of {len(names)}: {slowest}", names[slowest], "≤ 5 ms"),
        ("the felt, two cards dealt", half_dealt, "≤ 5 ms"),
        (
            "the felt, five against six",
            lambda: felt("punto-banco", "player: 5, banker: 6"),
            "≤ 5 ms",
        ),
        ("a question about totals", lambda: odds(next(shoes)).chance(TOTALS), "≤ 5 ms"),
        (
            f"{len(bets)} wagers together",
            lambda: joint(OddsTable(punto_banco, next(shoes)), bets),
            "≤ 5 ms",
        ),
    ]
    for _, ask, _ in questions:
        ask()
    return questions


def report_of_a_shoe() -> Measured:
    """Measure the report, on another shoe in every run, because results are cached."""
    tables = iter([full_sitting(seed) for seed in range(SHOES)])
    took = best_of(lambda: report(next(tables)), SHOES)
    return Measured("a report of a shoe, every bet down", took, wanted="< 1 s")


def full_sitting(seed: int) -> Table:
    """A table after a whole shoe of punto banco, with a stake on every spot in every coup."""
    table = Table.open(seed=seed, bankroll=10_000_000)
    main = {"player": 2000, "banker": 1000}
    wagers = " ".join(f"{spot}={main.get(spot, 100)}" for spot in table.game.layout.bets)
    while table.phase is not Phase.FINISHED:
        table = table.bet(wagers).deal()
    return table
