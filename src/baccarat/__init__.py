"""The card game baccarat in Python: coups, shoes, bets, games, exact odds and simulations.

>>> import baccarat as bac
>>> bac.call(bac.deal("Kh 9d 5c 4s 8h"))
'Three Player, three Banker: a tie.'

Every name below is loaded on first use, from the package that defines it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_ROOMS = {
    "base.errors": [
        "BaccaratError",
        "BadCall",
        "BadText",
        "BadValue",
        "BetRefused",
        "CoupError",
        "FileTrouble",
        "Missing",
        "Refused",
        "ShoeError",
        "TooShallow",
        "UnknownName",
    ],
    "core.cards": ["Card", "Depth", "Rank", "Suit", "parse_cards"],
    "core.fair": ["Fair"],
    "core.shoe": ["Composition", "LastCoup", "Shoe"],
    "core.tableau": ["CHEMIN_DE_FER", "PUNTO_BANCO", "Move", "Tableau"],
    "core.coup": ["Coup", "Hand", "Held", "Outcome", "Side"],
    "core.third_card": ["Choice", "following", "next_hand"],
    "core.calls": ["call", "explain"],
    "core.rules": ["Rules", "deal", "deal_from", "deal_shoe"],
    "core.plugins": ["load_plugin", "register"],
    "core.bets": ["LOSES", "PUSH", "Bet", "Cap", "StreakBet", "bet", "registered", "streak"],
    "core.layout": ["Layout", "Limits", "Rounding", "Wager", "settle"],
    "core.games": ["GAMES", "Game", "game"],
    "core.result": ["Known", "Result", "parse_results"],
    "core.roads": ["Scoreboard"],
    "core.stats": ["statistics"],
    "render": ["Drawing", "draw", "draw_intervals"],
    "core.record": ["Record", "read_results"],
    "core.tally": ["Odds", "Tally"],
    "exact.streak_chain": ["StreakOdds"],
    "exact.partial_coup": ["Glimpse"],
    "exact.answer": ["Answer"],
    "exact.odds": ["OddsTable", "odds"],
    "exact.removal": ["removal"],
    "exact.endings": ["perfect_endings"],
    "exact.fewest": ["fewest_cards"],
    "exact.batch.compositions": ["batch"],
    "archive.archive": ["Archive"],
    "simulation.coups": ["Coups"],
    "simulation.engines.choice": ["Engine"],
    "simulation.reader": ["Reader"],
    "simulation.readers.streaks": ["StreakReader"],
    "simulation.run": ["Simulation", "simulate"],
    "simulation.stream": ["coups", "fold"],
    "archive.normal.check": ["ArchiveCheck", "check_archive"],
    "systems.counting.play": ["CountedBet", "PerfectBet", "parse_tags"],
    "systems.counting.shoes": ["CountedShoes", "count_cards"],
    "systems.counting.totals": ["Ending"],
    "systems.risk.flat": ["FlatRisk", "risk"],
    "systems.register": ["system"],
    "systems.session": ["Session"],
    "systems.stake": ["Staked", "stake"],
    "systems.system": ["Portion", "Shown", "System", "Wish"],
    "theory.solving": ["solve"],
    "simulation.asking": ["LaterOdds", "ask"],
    "table": ["Table"],
    "client": ["AsyncClient", "Client"],
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

if not TYPE_CHECKING:  # otherwise a type checker would accept any name
    __all__ = ["__version__", *_HOMES]

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            told = import_module(f"{__name__}.base.synonyms").no_such_name(name, _HOMES)
            raise AttributeError(told, name=None)  # so Python does not add its own guess
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES} - {"TYPE_CHECKING", "_HOMES", "_ROOMS", "import_module"})


if TYPE_CHECKING:  # for type checkers and editors; a test keeps it equal to _ROOMS
    from baccarat.archive.archive import Archive as Archive
    from baccarat.archive.normal.check import ArchiveCheck as ArchiveCheck
    from baccarat.archive.normal.check import check_archive as check_archive
    from baccarat.base.errors import BaccaratError as BaccaratError
    from baccarat.base.errors import BadCall as BadCall
    from baccarat.base.errors import BadText as BadText
    from baccarat.base.errors import BadValue as BadValue
    from baccarat.base.errors import BetRefused as BetRefused
    from baccarat.base.errors import CoupError as CoupError
    from baccarat.base.errors import FileTrouble as FileTrouble
    from baccarat.base.errors import Missing as Missing
    from baccarat.base.errors import Refused as Refused
    from baccarat.base.errors import ShoeError as ShoeError
    from baccarat.base.errors import TooShallow as TooShallow
    from baccarat.base.errors import UnknownName as UnknownName
    from baccarat.client import AsyncClient as AsyncClient
    from baccarat.client import Client as Client
    from baccarat.core.bets import LOSES as LOSES
    from baccarat.core.bets import PUSH as PUSH
    from baccarat.core.bets import Bet as Bet
    from baccarat.core.bets import Cap as Cap
    from baccarat.core.bets import StreakBet as StreakBet
    from baccarat.core.bets import bet as bet
    from baccarat.core.bets import registered as registered
    from baccarat.core.bets import streak as streak
    from baccarat.core.calls import call as call
    from baccarat.core.calls import explain as explain
    from baccarat.core.cards import Card as Card
    from baccarat.core.cards import Depth as Depth
    from baccarat.core.cards import Rank as Rank
    from baccarat.core.cards import Suit as Suit
    from baccarat.core.cards import parse_cards as parse_cards
    from baccarat.core.coup import Coup as Coup
    from baccarat.core.coup import Hand as Hand
    from baccarat.core.coup import Held as Held
    from baccarat.core.coup import Outcome as Outcome
    from baccarat.core.coup import Side as Side
    from baccarat.core.fair import Fair as Fair
    from baccarat.core.games import GAMES as GAMES
    from baccarat.core.games import Game as Game
    from baccarat.core.games import game as game
    from baccarat.core.layout import Layout as Layout
    from baccarat.core.layout import Limits as Limits
    from baccarat.core.layout import Rounding as Rounding
    from baccarat.core.layout import Wager as Wager
    from baccarat.core.layout import settle as settle
    from baccarat.core.plugins import load_plugin as load_plugin
    from baccarat.core.plugins import register as register
    from baccarat.core.record import Record as Record
    from baccarat.core.record import read_results as read_results
    from baccarat.core.result import Known as Known
    from baccarat.core.result import Result as Result
    from baccarat.core.result import parse_results as parse_results
    from baccarat.core.roads import Scoreboard as Scoreboard
    from baccarat.core.rules import Rules as Rules
    from baccarat.core.rules import deal as deal
    from baccarat.core.rules import deal_from as deal_from
    from baccarat.core.rules import deal_shoe as deal_shoe
    from baccarat.core.shoe import Composition as Composition
    from baccarat.core.shoe import LastCoup as LastCoup
    from baccarat.core.shoe import Shoe as Shoe
    from baccarat.core.stats import statistics as statistics
    from baccarat.core.tableau import CHEMIN_DE_FER as CHEMIN_DE_FER
    from baccarat.core.tableau import PUNTO_BANCO as PUNTO_BANCO
    from baccarat.core.tableau import Move as Move
    from baccarat.core.tableau import Tableau as Tableau
    from baccarat.core.tally import Odds as Odds
    from baccarat.core.tally import Tally as Tally
    from baccarat.core.third_card import Choice as Choice
    from baccarat.core.third_card import following as following
    from baccarat.core.third_card import next_hand as next_hand
    from baccarat.exact.answer import Answer as Answer
    from baccarat.exact.batch.compositions import batch as batch
    from baccarat.exact.endings import perfect_endings as perfect_endings
    from baccarat.exact.fewest import fewest_cards as fewest_cards
    from baccarat.exact.odds import OddsTable as OddsTable
    from baccarat.exact.odds import odds as odds
    from baccarat.exact.partial_coup import Glimpse as Glimpse
    from baccarat.exact.removal import removal as removal
    from baccarat.exact.streak_chain import StreakOdds as StreakOdds
    from baccarat.render import Drawing as Drawing
    from baccarat.render import draw as draw
    from baccarat.render import draw_intervals as draw_intervals
    from baccarat.simulation.asking import LaterOdds as LaterOdds
    from baccarat.simulation.asking import ask as ask
    from baccarat.simulation.coups import Coups as Coups
    from baccarat.simulation.engines.choice import Engine as Engine
    from baccarat.simulation.reader import Reader as Reader
    from baccarat.simulation.readers.streaks import StreakReader as StreakReader
    from baccarat.simulation.run import Simulation as Simulation
    from baccarat.simulation.run import simulate as simulate
    from baccarat.simulation.stream import coups as coups
    from baccarat.simulation.stream import fold as fold
    from baccarat.systems.counting.play import CountedBet as CountedBet
    from baccarat.systems.counting.play import PerfectBet as PerfectBet
    from baccarat.systems.counting.play import parse_tags as parse_tags
    from baccarat.systems.counting.shoes import CountedShoes as CountedShoes
    from baccarat.systems.counting.shoes import count_cards as count_cards
    from baccarat.systems.counting.totals import Ending as Ending
    from baccarat.systems.register import system as system
    from baccarat.systems.risk.flat import FlatRisk as FlatRisk
    from baccarat.systems.risk.flat import risk as risk
    from baccarat.systems.session import Session as Session
    from baccarat.systems.stake import Staked as Staked
    from baccarat.systems.stake import stake as stake
    from baccarat.systems.system import Portion as Portion
    from baccarat.systems.system import Shown as Shown
    from baccarat.systems.system import System as System
    from baccarat.systems.system import Wish as Wish
    from baccarat.table import Table as Table
    from baccarat.theory.solving import solve as solve
