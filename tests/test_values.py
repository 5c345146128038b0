"""Every public value of the package: it stays as it is, hashes, compares, copies and pickles.

The types are found by walking the package, and samples of most by walking through the fields of
a few real answers. A new type that no sample reaches fails the first test: add one to `made`.
"""

import copy
import pickle
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import BuiltinFunctionType, FunctionType, NoneType
from typing import Any

import pytest
from flint import fmpq, fmpq_poly, fmpz
from markupsafe import Markup

import baccarat as bac
from baccarat.archive.archive import Archive
from baccarat.archive.normal.check import check_archive
from baccarat.archive.reading import Refusal
from baccarat.base import timing, words
from baccarat.base.frozen import FrozenDict
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.bridges.tree_node import OVER, TreeNode
from baccarat.client.server_sent import ServerSent
from baccarat.core.record import Record, reading
from baccarat.core.record.entry import Entry
from baccarat.core.roads import Derived, compared, result_counts
from baccarat.core.verdict import verdicts
from baccarat.drill.drill import Answered, Drill
from baccarat.drill.history import DrillHistory, PractisedAnswer, so_far
from baccarat.drill.pay_questions import PAY_LEVELS
from baccarat.drill.question import Kind
from baccarat.drill.road_reasons import reason_of
from baccarat.drill.scene_parts import wagers_in
from baccarat.exact.bet_report import worth
from baccarat.exact.coup_law import NOTHING, view_of
from baccarat.exact.cut_card import CutCardEffect
from baccarat.exact.fair_tableau import nearest_tableaux
from baccarat.exact.grammar import StatementReader, read_statement
from baccarat.exact.knowledge import knowledge
from baccarat.exact.removal import removal
from baccarat.exact.several_coups import SeveralCoups
from baccarat.exact.statement import result_of
from baccarat.figures.evenings import Evenings
from baccarat.figures.figure import NUMBER, TERMINAL, AnswerFigure, PageStyle
from baccarat.figures.odds import ExactShare, MatrixCell, WeighedBet, said_odds
from baccarat.figures.par_sheet import par_sheet
from baccarat.notebook.html_parts import ShownCell
from baccarat.questions.count import CountQuestion, ServedCount
from baccarat.questions.engine.process import JobBounds
from baccarat.questions.odds import OddsQuestion
from baccarat.questions.risk import RiskQuestion
from baccarat.questions.run import Figures, RunEstimate
from baccarat.questions.simulate import ServedSimulation, SimulateQuestion
from baccarat.questions.solve import SolveQuestion
from baccarat.questions.stake import StakeQuestion
from baccarat.render import (
    curve_lines,
    curves,
    drawing_styles,
    funnel,
    page_roads,
    road_marks,
    svg,
    svg_marks,
)
from baccarat.render.text_board import TextBlock
from baccarat.simulation.engine import Engine
from baccarat.simulation.engines.cluster import Batches
from baccarat.simulation.plan import EQUAL_START, Plan
from baccarat.simulation.readers.factors import FactorReader
from baccarat.simulation.readers.records import Recorded
from baccarat.simulation.readers.tally import TallyReader
from baccarat.store import rows as kept
from baccarat.store.upkeep.backup import BackedUp
from baccarat.store.upkeep.check import Checked
from baccarat.store.upkeep.pruning import Pruned
from baccarat.systems.by_count import KellyByCount
from baccarat.systems.chain.lattice import LatticeWalk
from baccarat.systems.chain.plain import Leads, Watched
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.comparison import compare
from baccarat.systems.counting.play import CountedBet, Divisor, KeptCount, PerfectBet, parse_tags
from baccarat.systems.counting.play_choice import ChosenPlay
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.records import RecordedBets
from baccarat.systems.counting.reference_reader import lay_plainly, lay_shoe
from baccarat.systems.counting.saved import KeptCounts
from baccarat.systems.counting.shoes import count_cards, sheet
from baccarat.systems.counting.spelling import read_count
from baccarat.systems.counting.suggestion import suggest
from baccarat.systems.ledger import Ledger
from baccarat.systems.rebate import rebated
from baccarat.systems.reference_player import play_plan
from baccarat.systems.risk.counted import CountedRisk
from baccarat.systems.risk.flat import risk
from baccarat.systems.risk.smooth import Motion
from baccarat.systems.session import SessionPlan
from baccarat.systems.session_records import RecordedSessions
from baccarat.systems.two_coups import TwoCoups
from baccarat.systems.walk.states import Wanting
from baccarat.table import Table, acts, log, state
from baccarat.table.board.board import Board, BoardAct
from baccarat.table.board.coup_draft import read_draft
from baccarat.table.board.sitting import BoardCommit
from baccarat.table.coach.coach import Account, predict
from baccarat.table.coach.decision_worth import weigh_decision
from baccarat.table.coach.opponent import assess
from baccarat.table.coach.squeeze_cases import CardCase
from baccarat.table.coach.thread import advise
from baccarat.table.listing import listing_of
from baccarat.table.requests import Request
from baccarat.table.rounding import RoundedWin
from baccarat.table.rules.clock import Clock
from baccarat.table.state import NotTaken
from baccarat.table.view.choices import Wishes, offered
from baccarat.table.view.croupier import croupier
from baccarat.table.view.view import Audience, HandShown
from baccarat.theory import polynomials
from baccarat.theory.banque.nash import equilibria
from baccarat.theory.banque.payoffs import banque_payoffs
from baccarat.theory.banque.saddle import solve_rows
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.banque.stakes import AllStakes, Stakes, StakesPiece
from baccarat.theory.casino.all_commissions import Turn, commissions, prove
from baccarat.theory.casino.all_decks import solve_every
from baccarat.theory.casino.known_equilibria import critical_commissions, known_piece
from baccarat.theory.casino.search import Node
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.casino.spans import joined
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.certificate import Certificate
from baccarat.theory.chemin.first_step import first_step
from baccarat.theory.chemin.payoffs import payoffs, payoffs_by_decks
from baccarat.theory.chemin.prices import draw_to, price
from baccarat.theory.chemin.reduced_game import reduced
from baccarat.theory.chemin.strategy_counter import counter, judge
from baccarat.theory.chemin.strategy_dealing import deal_out
from baccarat.theory.numbers import Algebraic, real_roots
from baccarat.theory.simplex import minimise
from baccarat.verify.checks import Check
from baccarat.verify.long import LongCheck
from baccarat.verify.published import figures
from baccarat.verify.randomness import corrected
from baccarat.verify.recount import KINDS
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.gate import KeySession
from baccarat.web.gate.house_problems import HouseAnswer
from baccarat.web.gate.keys import Level
from baccarat.web.house.luck import CoupLuck, Luck, LuckPoint
from baccarat.web.house.open_places import HallState
from baccarat.web.house.seats import Asker
from baccarat.web.house.views import Viewer
from baccarat.web.jobs.memory import CompressedOdds
from baccarat.web.jobs.odds_page import OddsPageQuestion
from baccarat.web.jobs.proofs import CountedSoFar
from baccarat.web.jobs.queue import LabJob
from baccarat.web.jobs.theory import SolvedGame
from baccarat.web.jobs.theory_question import read_question
from baccarat.web.pages.dealer.page import ReadCoup
from baccarat.web.pages.drill.address import DrillAsked
from baccarat.web.pages.drill.scene import scene_of
from baccarat.web.pages.lab.forms import form_fields
from baccarat.web.pages.lab.plots import plots_of
from baccarat.web.pages.lab.tables import compared_rows, run_figures, tables_of
from baccarat.web.pages.odds.address import AskedOdds
from baccarat.web.pages.odds.shoe import ShoeStep
from baccarat.web.pages.odds.tray import tray
from baccarat.web.pages.parts import PageViewer
from baccarat.web.pages.proof.page import FigureRow
from baccarat.web.pages.static_files import ShelvedFile
from baccarat.web.pages.table.chemin import ChoiceWorth, DecisionTold
from baccarat.web.pages.table.coach import CoachSaid
from baccarat.web.pages.table.felt import Disc, FeltSpot, FeltStake, NextStep
from baccarat.web.pages.table.squeeze import EdgeShown, SqueezeShown
from baccarat.web.pages.theory.grid import ShownGame, grid_of
from baccarat.web.pages.theory.parts import DrawnTheory
from baccarat.web.pages.theory.practice import practised, situation
from baccarat.web.pages.wall.page import CoupOnWall
from baccarat.web.runs.bounds import RunBounds
from baccarat.web.runs.rows import LabWish
from baccarat.web.runs.run import Run, RunCheck, RunProgress, TracePoint
from baccarat.web.settings import Settings

SURFACES = ("baccarat.cli.", "baccarat.tui.")
"""Nothing of them outlives a command."""
NO_VALUES = {
    "base.enums.NamedEnum": "an enum without members: other enums have them",
    "base.enums.SpelledEnum": "an enum without members: other enums have them",
    "web.runs.run.LabEntry": "a run as it goes on",
    "questions.dealing.DealtQuestion": "a part of questions: nobody asks it alone",
    "questions.dealing.TableQuestion": "a part of questions: nobody asks it alone",
    "questions.question.Ask": "functions that offer names",
    "questions.question.BaseQuestion": "a part of questions: nobody asks it alone",
    "questions.question.QuestionField": "a row of a table of functions: how a field is asked for",
    "questions.run.RunDealer": "functions that are called while a run goes on",
    "questions.run.RunQuestion": "a part of questions: nobody asks it alone",
    "questions.count.CountAnswer": "an answer on its way to a surface: it is told once",
    "questions.risk.RiskAnswer": "an answer on its way to a surface: it is told once",
    "questions.solve.SolveAnswer": "an answer on its way to a surface: it is told once",
    "questions.odds.OddsAnswer": "an answer on its way to a surface: it is told once",
    "questions.stake.StakeAnswer": "an answer on its way to a surface: it is told once",
    "web.runs.worker.Orders": "JSON as it is sent to a process",
    "client.over_http.Wire": "an open connection, and how long to wait",
    "client.following.Event": "JSON as the server told it",
    "client.verbs.How": "keywords of a call",
    "client.verbs.Opening": "keywords of a call",
    "client.wire.Call": "JSON as it is sent",
    "client.wire.Done": "JSON as the server told it",
    "client.wire.Received": "bytes as they came",
    "exact.weights.constants.Constants": "arrays: made once, the same only as itself",
    "exact.batch.loops.Forms": "arrays at the hot edge",
    "exact.coup_law.Law": "arrays at the hot edge",
    "theory.casino.search.Half": "lines of a search: nobody asks for them alone",
    "theory.casino.all_decks.ManyShoes": "lines of a search: nobody asks for them alone",
    "exact.batch.cuda.Launch": "arrays at the hot edge",
    "core.record.reading.Written": "filled word by word while a line is read",
    "core.record.record.Tag": "a row of a table of functions: how a tag is read and written",
    "archive.archive.Archive": "arrays at the hot edge: tests/archive/test_archive.py shakes them",
    "archive.normal.deviations.Deviations": "arrays at the hot edge",
    "archive.normal.frequencies.Frequency": "functions over arrays at the hot edge",
    "archive.normal.frequencies.Group": "arrays at the hot edge",
    "archive.normal.laws.CoupLaw": "arrays at the hot edge",
    "archive.explorer.StringCounts": "arrays at the hot edge",
    "archive.forms.Assumed": "what a reader takes for granted while it reads",
    "archive.forms.FaultyShoe": "a shoe as it is read: nobody asks for it alone",
    "archive.forms.Letters": "arrays at the hot edge",
    "archive.forms.ReadShoe": "a shoe as it is read: nobody asks for it alone",
    "archive.parquet.Spelling": "arrays at the hot edge",
    "archive.reading.ReadingReport": "counted on while files are read",
    "questions.engine.engine.EngineProcess": "a process, and the question that it answers",
    "questions.engine.engine.EngineQuestion": "JSON as it waits for a process",
    "systems.walk.sessions.PlainReader": "a reader with a system, which may be anything",
    "table.acts.GuestsAct": "a part of acts: nobody does it alone",
    "theory.chemin.in_words.CheminAnswer": "a part of answers: nobody gets it alone",
    "verify.recount.FigureKind": "a row of a table of functions: how a figure is calculated",
    "verify.rules_of_thumb.RuleOfThumb": "a row of a table of functions: how a rule is refuted",
    "simulation.checkpoint.Checkpoint": "a file, and when it was written last",
    "simulation.engines.cluster.Cluster": "a connection to workers",
    "simulation.engines.cluster.Job": "to unpickle it is to deal its shoes",
    "simulation.engines.cpu.Ready": "arrays at the hot edge",
    "simulation.engines.cuda.Program": "arrays at the hot edge",
    "simulation.readers.tally_loops.LoopTables": "arrays at the hot edge",
    "simulation.label_tables.Judge": "arrays at the hot edge",
    "simulation.label_tables.Seen": "arrays at the hot edge",
    "simulation.label_tables.Sight": "arrays at the hot edge",
    "simulation.label_tables.WholeJudge": "arrays at the hot edge",
    "simulation.label_tables.Wholes": "arrays at the hot edge",
    "simulation.coups.Coups": "arrays at the hot edge: tests/simulation/test_coups.py shakes them",
    "simulation.runner.Runner": "one dealing: how far it is, and how it went",
    "systems.comparison.ComparingReader": "a reader",
    "systems.walk.long_sessions.RoundsReader": "a reader: tests/systems/walk holds it, too",
    "systems.walk.sessions.SystemReader": "a reader: tests/systems/walk holds it to the reference",
    "simulation.verdict_tables.Steps": "arrays at the hot edge",
    "simulation.verdict_tables.Tables": "arrays at the hot edge",
    "systems.chain.lattice.Moment": "arrays at the hot edge",
    "systems.chain.lattice.Segment": "arrays at the hot edge",
    "systems.counting.expectations.Expectation": "functions over arrays at the hot edge",
    "systems.counting.reader.ReadyCount": "arrays at the hot edge",
    "systems.counting.reader_cuda.Weighed": "arrays at the hot edge",
    "store.writer.Pending": "one thing that waits to be written, and whoever waits for it",
    "web.gate.strict_json.StrictRequest": "one request, while it is answered",
    "web.house.clock.Due": "holds a table of the house, which goes on",
    "web.house.clock.Wait": "what a table waits for now: it changes",
    "web.threads.Waiting": "an act on its way, and whoever waits for it",
    "web.streams.events.Watching": "where a stream stands: it changes",
    "web.pages.odds.page.OddsVisit": "one request, while it is answered",
    "web.pages.odds.answer.OddsAnswered": "what a template is given: it is looked at once",
    "web.pages.parts.Sketch": "holds a table of the house, which goes on",
}
"""Public types that are no values, each with the reason."""
Samples = dict[type, list[Any]]
FEW = 8
"""Samples of a type that are shaken."""
LEAVES = (str, int, float, bytes, NoneType, Fraction, fmpq, fmpz, Enum, range)
FROZEN = (tuple, frozenset, polynomials.WholePolynomial, polynomials.RationalPolynomial)
FUNCTIONS = (FunctionType, BuiltinFunctionType, type)


def is_value_type(thing: object) -> bool:
    """Whether it is a class whose objects should be values: they have fields, or map something."""
    if not isinstance(thing, type) or issubclass(thing, BaseException):
        return False
    is_named_tuple = issubclass(thing, tuple) and hasattr(thing, "_fields")
    return is_dataclass(thing) or is_named_tuple or issubclass(thing, Enum | Mapping)


@cache
def value_types() -> dict[str, type]:
    """Every public type of the package that is one of values, by its name."""
    found = {}
    for module in walk_packages(bac.__path__, "baccarat."):
        if module.name.startswith(SURFACES) or module.name == "baccarat.__main__":
            continue
        for name, thing in vars(import_module(module.name)).items():
            is_own = getattr(thing, "__module__", None) == module.name
            if is_own and not name.startswith("_") and is_value_type(thing):
                found[f"{module.name}.{name}".removeprefix("baccarat.")] = thing
    return found


def made() -> Iterator[object]:
    """Real answers of every room; what they are made of is found by `parts`."""
    yield from bac.registered()
    yield from bac.GAMES
    yield from (EQUAL_START, TallyReader(Plan(3, 7)), Batches(bac.Depth.RANKS))
    yield from bac.registered(Engine)
    flat = bac.risk("player")
    yield from corrected([("gaps", "words", 1.5, 0.4)])
    yield check_archive(Archive.of([bac.Record.deal(seed=7)] * 2))
    yield Archive.of([bac.Record.of("BPBB")]).after("B")
    yield Evenings.of_results({-20: 3, 19: 4}, Fraction(0), 20)
    yield Refusal("a.txt", 3, "not a result: 'x'")
    yield from (flat.rebate(0.1), flat.rolling(0.01), flat.bonus(5, 20), flat.luck(2, 10))
    yield flat.rebate_costs(0.1, (5,))
    yield par_sheet(bac.game("2-to-1"))
    yield rebated({-20: 3, 19: 4}, Fraction(1, 10), 20)
    yield ServerSent("table", "{}", "table/1:41")
    tied = TreeNode(OVER, ("Player has 5", "Banker has 5"), returns=(Fraction(0), Fraction(0)))
    yield from (tied, TreeNode(0, tied.knows, ("stand",), (tied,), place="5"))
    yield bac.Reader("all", Batches(None))
    layout = replace(bac.Layout.of("banker", "tie"), spot_limits={"tie": bac.Limits(5, 50)})
    yield layout
    yield bac.settle(bac.deal("2h 9d 5c Ks"), "banker=100 tie=5", layout)
    yield from (bac.deal("Kh 9d 5c 4s 8h"), bac.Rules().shoe(seed=7))
    yield bac.Composition.decks(8).without("Kh 9d")
    yield ShownCell("1.0579 %", "114753351728/10847218479825")
    yield bac.Glimpse.parse("player: three sides ? = 7 + 4c, banker: 6")
    yield bac.odds(8, given="Kh ? 5c ?")
    yield from asked_in_words()
    yield bac.Choice(bac.Side.BANKER, bac.Hand.parse("2c 3c"), bac.Card.parse("8"))
    yield bac.bet("player-pair").sees(bac.deal("Kh 9d Kc Qs"))
    fair = bac.Fair.promise().with_guest("luck", 3)
    yield fair
    yield verdicts(bac.PUNTO_BANCO)
    record = Record.deal(seed=7)
    yield record
    yield replace(record, tags=(("Table", "7"),), entries=record.entries[:3])
    yield from (reading.Word("B", 3), reading.WrittenTag("punto-banco", 1, 7))
    results = tuple(entry.result for entry in record.entries)
    yield bac.statistics(results)
    board = bac.Scoreboard(results)
    yield from (
        *board.big,
        board.ask(bac.Side.PLAYER),
        bac.draw(board),
        result_counts.count(results),
    )
    yield from board.derived.values()
    yield from compared(board, Derived.SMALL)
    yield from page_roads.page_asking(board, words.Words.of("en"))
    yield from (win for _, win in road_marks.big_marks(board))
    squares = curves.Curve("squares", [(Fraction(n), Fraction(n * n)) for n in range(5)])
    yield from (curves.Sheet("Squares", [squares]), curves.Mark(Fraction(2), "two"))
    yield curves.Scale.over([Fraction(1), Fraction(5)], 100)
    yield from (drawing_styles.ON_PAPER, svg_marks.MarkPen(drawing_styles.ON_PAPER))
    yield curve_lines.curve_line(3, drawing_styles.ON_PAPER)
    coin = funnel.Funnel("a coin", Fraction(0), 1.0, [(100, Fraction(1, 20))])
    yield from (coin, funnel.Across(1, 100), funnel.Up.of(coin, funnel.Across(1, 100)))
    yield from (
        svg.RoadPaper("big", 3, 6, [((0, 0), "big-banker")], "Big road", "Banker 1"),
        TextBlock(3, [("B", "B")]),
    )
    yield from (timing.Measured("deal", 0.1), words.Words.of("fr"))

    table = bac.odds(decks=8)
    yield from (table, table["dragon-7"], table["lucky-8-player"], table.tally)
    yield from (NOTHING, view_of(bac.bet("perfect-pair")))
    yield bac.odds(game="chemin-de-fer", decide=lucky, given="9d")
    yield from (table.streak("banker-streak"), bac.StreakReader(bac.streak("banker-streak")))
    yield FactorReader(bac.bet("lightning-banker"))
    dragon = removal(bac.bet("dragon-7"))
    yield from (dragon, dragon.best_count(), worth("dragon-7"))
    yield bac.simulate(3, seed=7, engine="reference", milestones=True)
    yield Recorded("coups.csv", 80, 1)
    yield RecordedSessions("sessions.csv", 20, 10)
    yield from made_by_systems()
    yield from made_at_the_table()
    yield from made_in_theory()
    yield from made_by_counting()
    yield from shown_in_the_laboratory()
    yield from made_of_risk()
    yield from made_by_the_server()
    yield from made_in_the_house()
    yield from made_by_the_odds_page()
    yield from made_by_theory_pages()
    yield from made_by_the_drill_page()


def made_by_systems() -> Iterator[object]:
    """A session of every kind of staking and picker."""
    yield from bac.registered(bac.System)
    picks = ("follow", "random", "pattern:bp", "road", "tie")
    yield from (bac.system("share:5%", on=each) for each in picks)
    yield bac.Wish("banker", bac.Portion(Fraction(1, 20)))
    counted = bac.system("units:count on count:dragon-7 at 4:1 6:2")
    yield from (counted, counted.seated(bac.game("punto-banco")))
    yield KellyByCount(((4, bac.Portion(Fraction(1, 500))), (Fraction(9, 2), None)))
    plan = SessionPlan(2, 7, bac.game("punto-banco"), bac.Session(coups=10), fresh=True)
    played = tuple(play_plan(plan, bac.system("oscar")))
    yield from (plan, played, bac.Shown("banker"), Ledger.of(played, plan.marks))
    few = replace(plan, session=bac.Session(coups=2))
    yield from (solve_sessions(few, bac.system("flat")), Wanting((1,), 2), Leads(()), Watched())
    yield from (
        AnswerFigure("coups", "coups", NUMBER, 0.5),
        TERMINAL,
        PageStyle(words=words.Words.of("fr")),
    )
    yield bac.stake("flat", 5, session=bac.Session(coups=9), engine="reference")
    law = SeveralCoups(bac.Composition.parse("9:12"), {("tie", "tie"): Fraction(1)})
    yield TwoCoups(8, law)
    yield CutCardEffect(80.5, (0.0,) * 400)
    yield from nearest_tableaux("player", bac.odds(1), most=1)
    yield compare(plan, [bac.system("flat"), bac.system("paroli")])


def made_at_the_table() -> Iterator[object]:
    yield Board.open("Table 3").enter("B").new_shoe()
    yield read_draft(Board.open("Table 3"), "Kh 9d 5c")
    yield BoardAct("open", "Table 3", rules={"decks": 6})
    table = Table.open(seed=7, bankroll=1_000).bet("banker=100 tie=5").deal()
    yield from (table, *(table.view(audience) for audience in Audience), predict(table))
    yield from (Account().after(table), table.paid, listing_of(table))
    wager = bac.Wager("banker", 25)
    yield from (NotTaken((wager,), "too low"), RoundedWin(wager, Fraction(95, 4), 23))
    chemin = Table.open("chemin-de-fer", seed=7, bankroll=1_000, opponent="equilibrium")
    while not chemin.decisions:
        chemin = chemin.bet("player=10").deal()
        if chemin.choice is not None:
            yield chemin
            chemin = chemin.apply(acts.Decide(True)).go_on()
    yield from (chemin, assess(chemin.decisions[0], chemin))
    yield weigh_decision(chemin.decisions[0].choice, chemin, 10)
    yield from (acts.Sit("guest", 5), acts.Shuffle(), acts.Cut(5), acts.Burn(), acts.Deal(True))
    yield log.Commit(1, (acts.Place("tie", 5),), "Ann")
    yield from (BoardCommit(2, BoardAct("result", "B"), "dealer"), Clock(bets=20))
    yield Request("place", {"spot": "tie", "stake": 5})
    yield from (
        kept.KeptTable(1, "", "house", "ez", "", "", "", 3),
        kept.KeptRun(1, "", "", "", ""),
    )
    yield from (kept.KeptGuest("Ann", 2, None, 5, 5, 0, 0, 0), kept.KeptBoard(1, "", "", "", 0))
    yield kept.KeptShoe(1, 3, "", {"seed": 7, "fair": None})
    yield kept.KeptCoup(9, 1, 1, "B", "Kh 5c | 9d 4s", (("Ann", "tie", 5, -5, 0),))
    yield kept.KeptKey(1, "wall", "watch", frozenset({1, 2}), "ab", "", "")
    yield kept.KeptAnswer("ab", "{}", "")
    yield kept.KeptDeed(1, "", "key 3, Ann", "opened", "table 1")
    yield from (
        BackedUp("0001", "", {"tables": 3}),
        Checked(1, 1, 9, ("x",)),
        Pruned(1, 80, 160, 3),
    )
    running = state.Running(bac.Wager("banker-streak", 5), 3)
    yield CardCase(bac.Card.parse("9h").rank, 5, Fraction(1), Fraction(0), Fraction(0), (18, 213))
    yield from (
        acts.Place("tie", 5),
        acts.Pass(),
        acts.Close(),
        running,
        table.seat(),
        *table.view().seats,
    )
    yield from (acts.Buy(5), acts.Promise("ab", 1), acts.Lift("tie"), acts.Clear(), acts.Repeat())
    yield from (acts.Double(), acts.Undo(), acts.Peel(), acts.Reveal((1,)), acts.Leave())
    yield from (acts.Draw((1, 2)), acts.Decide(True, (1, 2)))

    yield from (Drill(7).answer("draw", 2.0), *PAY_LEVELS.values(), advise(table), Wishes())
    yield from (*croupier(table.view(), words.Words.of("en")), *offered(words.Words.of("fr")))
    yield from (
        *KINDS.values(),
        Check(figures()[0], Fraction(1), "agrees"),
        LongCheck("mean", 80.9, "80.88", True, ""),
    )


def made_by_the_server() -> Iterator[object]:
    yield from (Caller(Level.PLAY, frozenset({3}), 1), Settings(names=("table.example",)))
    yield KeySession(1, 1_800_000_000, "a1", "mark")


def made_by_theory_pages() -> Iterator[object]:
    question = read_question("B3", 6, "1/20")
    shown = ShownGame.known(question)
    assert shown is not None
    rows, notes = grid_of(shown.model, shown.banquier)
    yield from (question, shown, rows[0][0], notes[0], SolvedGame(question, "{}", "{}", "it"))
    yield practised(situation(shown, "0,6|-"), drew=True)
    yield DrawnTheory({"answer": "<p>"}, is_whole=True, is_proved=False)


def made_by_the_drill_page() -> Iterator[object]:
    spoken = words.Words.of("fr")
    for kind in (Kind.PAY, Kind.ROAD):
        asked = DrillAsked((kind,), level=2, seed=7)
        question = asked.question()
        scene = scene_of(question, spoken)
        yield from (asked, scene, *scene.hands, *scene.wagers, *scene.roads)
        answered = Answered(question, question.answer, 2.5, "fr")
        yield from (one for said in question.scene for one in wagers_in(said))
        practised_before = PractisedAnswer.of(answered, date(2026, 11, 16))
        yield from (DrillHistory((practised_before,)), so_far([practised_before]))


def made_in_the_house() -> Iterator[object]:
    yield CompressedOdds(b"pressed")
    yield from (HouseAnswer('{"table":1}'), Viewer(Audience.GUEST, "Ann", 2), Asker("Ann", 2))
    yield from (PageViewer(Viewer(), "fr", ("table",)),)
    point = LuckPoint(5, Fraction(1), Fraction(2))
    yield from (point, Luck(5, (point,)), CoupLuck(5, -5, Fraction(1), Fraction(2)))
    yield CoachSaid(None, "why not")
    yield from (DecisionTold("You drew", "Player, with 5"), ChoiceWorth("draw", *[Fraction(1)] * 3))
    edges = (EdgeShown("long", "↑", True),)
    yield edges[0]
    none = Markup()
    yield SqueezeShown("1-1", 4, True, "Banker", none, none, (), edges, "", "lid-long", (), 30.0)
    yield ReadCoup()
    yield ShelvedFile("text/css", b"p {}", b"p {}", "4f1c")
    yield from (
        HallState(3),
        RunBounds(at_once=1),
        JobBounds(nice=15, plugins=("mine.py",)),
        SimulateQuestion(shoes=3, bets=("dragon-7",)),
        ServedSimulation(fresh=5),
        CountQuestion(bets=("tie",)),
        OddsQuestion(seen=("Kh", "9d"), bets=("tie",)),
        OddsPageQuestion(given=("Kh",), wishes=("lucky-6:12/23",), look="next"),
        ServedCount(counts=("dragon-7",), shoes=5),
        StakeQuestion(system="martingale", most=50, sessions=3),
        RiskQuestion(bets=("tie:9",), bankroll=5),
        SolveQuestion(model="B1", decks=2, bind=("5=D",)),
        Figures(FrozenDict({"tie": RunEstimate(0.1, 0.0, 0.2)})),
        LabJob("ab", True),
        LabWish("stop", "ab", "key 3"),
        Run(
            *("ab", "simulate", {"shoes": 5}, "baccarat simulate --shoes 5", ""),
            trace=(TracePoint(5, {"tie": RunEstimate(0.1, 0.0, 0.2)}),),
            check=RunCheck(),
        ),
        CoupOnWall(HandShown(bac.Hand.parse("Kh 9d").cards, 9), HandShown()),
    )
    row = {"rounded": "1.05791", "is_right": True}
    yield from (CountedSoFar((row,), 0.1), FigureRow(0, figures()[0], row))
    yield reason_of(bac.Scoreboard("BBPBBBPPB"), "big-eye", words.Words.of("en"))
    stake = FeltStake("Ann", True, 25, (Disc(25, "25"),))
    spot = FeltSpot("tie", "main t", "8 : 1", "edge 14.36%", True, False, "", (stake,), ())
    yield from (*stake.discs, stake, spot, NextStep("deal", "key.deal"))


def made_by_the_odds_page() -> Iterator[object]:
    yield AskedOdds("ez", "6", "9h Kx", "Kh 9d 5c", "lucky-6:12/23", True, "next", "coup")
    share = ExactShare(Fraction(1, 4), "25.0000%", "1/4")
    yield from (share, MatrixCell("tie", 3, "25.00", "Player 1, Banker 1: 25.0000%, 1/4"))
    yield WeighedBet("tie", "Tie", "8:1", share, None, share, "2.64", None, 50, False, False)
    yield from tray(8, [], words.Words.of("fr"), "odds.take")
    yield ShoeStep(bac.Record.of("BPT"), FrozenDict(table="3", shoe="1"), 2)


def made_in_theory() -> Iterator[object]:
    solved = bac.solve("A2")
    yield from (solved, solved.certificate, *solved.rows)
    every = commissions("A1")
    turn = Turn(every.pieces[0].high, every.pieces[0].structures, ("5",))
    yield from (solve_casino("A1", Fraction(1, 20)), every, turn)
    yield from (joined(prove(every)), solve_every(["B1"]))
    yield from (known_piece("B1", Fraction(0), 4), *(critical_commissions("B1", 4) or ()))
    yield from (solve_for_all("B1"), payoffs_by_decks("B1"), reduced(bac.solve("A1")))
    yield first_step(payoffs("A1"))[0]
    yield Node((("5", "+"),), found={"5": "0"}, point={"5": fmpq(1, 2)})
    counted = counter("B1", 6)
    yield from (counted, judge(counted, 100, 2), price("A1", bac.Side.PLAYER, draw_to(5)))
    fresh = counted.fresh
    yield deal_out(fresh.payoffs, fresh.ponte, fresh.banquier, 20, seed=7)
    yield minimise([fmpq(1)], [[fmpq(-2)]], [fmpq(1)])
    game = banque_payoffs()
    yield from (solve_banque("1/2"), game, *equilibria(game, Fraction(1, 2)))
    yield AllStakes(game, solve_banque("1/2").after, Fraction(0), ())
    yield solve_rows((fmpq(1), fmpq(2)), {"6|-": (fmpq(-3), fmpq(1))})
    root = real_roots(fmpq_poly([-1, 1, 1]), Fraction(0), Fraction(1))[0]
    line = fmpq_poly([1, fmpq(1, 2)])
    yield from (root, Stakes(root, Algebraic.of(1)))
    yield StakesPiece(
        root, root, ("6|-",), (line,) * 4, ((line, line),), (line, line), ((0, 1), (1, 0))
    )


def made_of_risk() -> Iterator[object]:
    flat = risk("banker")
    yield from (flat, flat.prospects(10, 20, 30), flat.prospects(10))
    yield from (LatticeWalk({-1: 0.5, 1: 0.5}).leave(2, 2), Motion(0.1, 2.0))


def made_by_counting() -> Iterator[object]:
    tags = parse_tags("0 0 0 -1 -1 -1 -1 2 2 0")
    plays = CountedBet(bac.bet("dragon-7"), tags, ((0, 1), (4, 2))), PerfectBet(bac.bet("tie"))
    yield from (*Divisor, CountReader(plays), ChosenPlay(plays[0], ("suggested",)))
    yield RecordedBets("bets.csv", 7, 2)
    yield from map(read_count, ("8:1 from -4 at 3:1 5:2 running on tie", "dragon-7 on panda-8"))
    yield KeptCount(plays[0], 3, 208)
    yield from (*lay_shoe(plays[0], bac.Rules(decks=1), 7)[1], lay_plainly(plays[:1], 1, 7))
    counted = count_cards(plays, 20, decks=1)
    yield from (KeptCounts.of(counted), CountedRisk.of(counted.worths[0]))
    yield CountedRisk.of(counted.worths[0]).clusters
    yield from (counted, *counted.worths, counted.worths[0].units, *known_counts())
    yield from (suggest("dragon-7", shoes=100), *sheet(plays[0], bac.Rules()))


def shown_in_the_laboratory() -> Iterator[object]:
    words, edge = Words.of("en"), RunEstimate(0.01, -0.01, 0.03)
    trace = tuple(TracePoint(done, {"banker": edge}) for done in (500, 1_000))
    progress = RunProgress(1_000, 1_000, "coups")
    run = Run(
        "0" * 64, "simulate", {"fresh": 1_000}, "baccarat simulate --fresh 1000", "2026-11-16"
    )
    run = replace(run, progress=progress, trace=trace, exact={"banker": 0.0106})
    yield from (run, *form_fields("count"), *run_figures(run, words), *tables_of(run, words))
    yield from (*plots_of(run, words), *compared_rows([run, run], words))


def lucky(choice: bac.Choice) -> bool:
    return True


def parts(thing: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """A value and all that can be reached from it through what is public."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return
    seen.add(id(thing))
    yield thing
    inside: Iterator[Any] = iter(())
    if is_dataclass(thing) and not isinstance(thing, type):
        names = [field.name for field in fields(thing) if not field.name.startswith("_")]
        inside = (getattr(thing, name) for name in names)
    elif isinstance(thing, Mapping):
        inside = (each for pair in thing.items() for each in pair)
    elif isinstance(thing, tuple | frozenset | list | set):
        inside = iter(thing)
    elif isinstance(thing, Sentence):
        inside = iter((thing.form, thing.values))
    for each in inside:
        yield from parts(each, seen)


def asked_in_words() -> Iterator[object]:
    """Questions with every kind of fact, and their answers."""
    texts = (
        "player 8 or banker ends with 7 and not banker natural",
        "player draws or tie or player wins by 2 or equal start or anything",
        "player has an ace and the first four cards are K 9 4 6 in any order and banker wins",
        "ahead with player=10, tie=1",
        "tie then tie",
        "a tie within 3 coups",
    )
    for text in texts:
        yield bac.ask(text, 1)
        yield StatementReader(text, bac.game("ez").layout).tokens
    for text in ("player has an ace", "K 9 in any order", "tie:9"):
        fact = read_statement(f"player's first two cards are {text}" if "any" in text else text)
        yield fact
        yield fact.views[0].trait if fact.views else None
    yield result_of(bac.bet("tie:9"), "wins")
    yield from (knowledge("first-card"), bac.fewest_cards("dragon-7"))
    yield from bac.perfect_endings("tie", unseen=[6])
    asked = [bac.ask(text, 1).as_json() for text in texts]
    yield said_odds(asked, Words.of("en"))


@pytest.fixture(scope="module")
def samples() -> Samples:
    """Of each type the samples that were reached."""
    found: Samples = defaultdict(list)
    seen: set[int] = set()
    keep = list(made())  # or else another object may get the id of one that is gone
    for answer in keep:
        for part in parts(answer, seen):
            found[type(part)].append(part)
    for name, kind in value_types().items():
        if name not in NO_VALUES and issubclass(kind, Enum):
            found[kind] = list(kind)
    return found


MADE_BY_PEOPLE: list[type] = [bac.Hand, bac.Shoe, bac.Composition, bac.Tableau, bac.Bet, bac.Cap]
MADE_BY_PEOPLE += [bac.Game, bac.Tally, bac.Record, Entry, Plan, Certificate]
"""Types that take a list where they keep a tuple."""
VALUES = {name: kind for name, kind in value_types().items() if name not in NO_VALUES}
every_type = pytest.mark.parametrize("kind", VALUES.values(), ids=VALUES)


def few(kind: type, samples: Samples) -> list[Any]:
    found = samples[kind]
    return found[:: max(1, len(found) // FEW)]


def test_every_public_type_has_a_sample_or_a_reason(samples: Samples) -> None:
    without = [name for name, kind in VALUES.items() if not samples[kind]]
    assert not without
    assert not set(NO_VALUES) - set(value_types())


@every_type
def test_all_that_is_in_a_value_is_frozen(kind: type, samples: Samples) -> None:
    for value in few(kind, samples):
        for part in parts(value):
            is_whole = isinstance(part, (*LEAVES, *FUNCTIONS, *FROZEN)) or is_frozen(part)
            assert is_whole, f"{type(part)} in {value!r:.80}"


def is_frozen(part: Any) -> bool:
    return isinstance(part, FrozenDict) or (
        is_dataclass(part) and part.__dataclass_params__.frozen  # type: ignore[union-attr]
    )


@every_type
def test_equal_values_have_one_hash_and_copies_are_equal(kind: type, samples: Samples) -> None:
    for value in few(kind, samples):
        for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
            assert type(again) is kind
            assert again == value
            assert hash(again) == hash(value)


@every_type
def test_nothing_is_set_in_a_value(kind: type, samples: Samples) -> None:
    for value in few(kind, samples):
        for name in names_of(value):
            before = getattr(value, name)
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)
            assert getattr(value, name) is before
        if not isinstance(value, Enum):  # Python lets anybody note something on a member
            with pytest.raises((AttributeError, TypeError)):
                value.noted = True


def names_of(value: Any) -> list[str]:
    if isinstance(value, FrozenDict):
        return []
    if isinstance(value, Enum):
        return ["value", "name"]
    return [each.name for each in fields(value)] if is_dataclass(value) else list(value._fields)


@every_type
def test_a_value_keeps_no_dict_that_it_was_given(kind: type, samples: Samples) -> None:
    for value in few(kind, samples):
        for name in given_names(value, FrozenDict):
            given = dict(getattr(value, name))
            if not given:  # nothing can be taken from it afterwards
                continue
            again = replace(value, **{name: given})
            given.clear()
            assert again == value
            assert hash(again) == hash(value)


def given_names(value: Any, kind: type) -> list[str]:
    """The fields of a dataclass that are given when it is made, and are of this type."""
    if not is_dataclass(value) or isinstance(value, type):
        return []
    return [
        each.name for each in fields(value) if each.init and type(getattr(value, each.name)) is kind
    ]


@pytest.mark.parametrize("kind", MADE_BY_PEOPLE, ids=lambda kind: kind.__name__)
def test_what_is_given_as_a_list_is_kept_as_a_tuple(kind: type, samples: Samples) -> None:
    shaken = 0
    for value in few(kind, samples):
        for name in given_names(value, tuple):
            again = replace(value, **{name: (given := list(getattr(value, name)))})
            given.clear()
            assert again == value
            assert hash(again) == hash(value)
            shaken += 1
    assert shaken


def test_a_live_scoreboard_goes_to_another_process_and_on() -> None:
    results = bac.parse_results("BPBBPPBPT")
    board, whole = bac.Scoreboard(results[:5]), bac.Scoreboard(results)
    sent = pickle.loads(pickle.dumps(board))
    for result in results[5:]:
        sent.add(result)
    assert sent.big == whole.big
    assert len(board.results) == 5
