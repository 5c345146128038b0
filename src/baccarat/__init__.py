"""The baccarat system: coups, shoes, bets and games that are right.

>>> import baccarat as bac
>>> bac.call(bac.deal("Kh 9d 5c 4s 8h"))
'Three Player, three Banker: a tie.'

Every name below is loaded when it is first asked for, from the room that owns it.
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
    "cards": ["Card", "Depth", "Rank", "Suit", "parse_cards"],
    "fair": ["Fair"],
    "shoe": ["Composition", "LastCoup", "Shoe"],
    "tableau": ["CHEMIN_DE_FER", "PUNTO_BANCO", "Move", "Tableau"],
    "coup": ["Choice", "Coup", "Hand", "Held", "Outcome", "Side", "following", "next_hand"],
    "calls": ["call", "explain"],
    "rules": ["Rules", "deal", "deal_from", "deal_shoe"],
    "plugins": ["load_plugin", "register"],
    "bets": ["LOSES", "PUSH", "Bet", "Cap", "StreakBet", "bet", "registered", "streak"],
    "layout": ["Layout", "Limits", "Rounding", "Wager", "settle"],
    "games": ["GAMES", "Game", "game"],
    "result": ["Known", "Result", "parse_results"],
    "roads": ["Scoreboard"],
    "stats": ["statistics"],
    "render": ["Drawing", "draw", "draw_intervals"],
    "record": ["Record", "read_results"],
    "tally": ["Odds", "Tally"],
    "exact.streak_chain": ["StreakOdds"],
    "exact.glimpse": ["Glimpse"],
    "exact.odds": ["OddsTable", "odds"],
    "exact.removal": ["removal"],
    "exact.batch": ["batch"],
    "simulation.coups": ["Coups"],
    "simulation.engines.by_name": ["Engine"],
    "simulation.reader": ["Reader"],
    "simulation.readers.streaking": ["StreakReader"],
    "simulation.run": ["Simulation", "simulate"],
    "simulation.stream": ["coups", "fold"],
    "systems.counting.counted_bet": ["CountedBet", "PerfectBet", "parse_tags"],
    "systems.counting.counted_shoes": ["CountedShoes", "count_cards"],
    "systems.counting.laid": ["Ending"],
    "systems.flat_risk": ["FlatRisk", "risk"],
    "systems.naming": ["system"],
    "systems.session": ["Session"],
    "systems.stake": ["Staked", "stake"],
    "systems.system": ["Portion", "Shown", "System", "Wish"],
    "theory.solving": ["solve"],
    "table": ["Table"],
    "client": ["AsyncClient", "Client"],
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names}

if not TYPE_CHECKING:  # a type checker that saw these would take any name for one of ours
    __all__ = ["__version__", *_HOMES]

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            told = import_module(f"{__name__}.base.synonyms").no_such_name(name, _HOMES)
            raise AttributeError(told, name=None)  # Python adds no guess of its own
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES} - {"TYPE_CHECKING", "_HOMES", "_ROOMS", "import_module"})


if TYPE_CHECKING:  # what type checkers and editors see; a test holds it equal to _ROOMS
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
    from baccarat.bets import LOSES as LOSES
    from baccarat.bets import PUSH as PUSH
    from baccarat.bets import Bet as Bet
    from baccarat.bets import Cap as Cap
    from baccarat.bets import StreakBet as StreakBet
    from baccarat.bets import bet as bet
    from baccarat.bets import registered as registered
    from baccarat.bets import streak as streak
    from baccarat.calls import call as call
    from baccarat.calls import explain as explain
    from baccarat.cards import Card as Card
    from baccarat.cards import Depth as Depth
    from baccarat.cards import Rank as Rank
    from baccarat.cards import Suit as Suit
    from baccarat.cards import parse_cards as parse_cards
    from baccarat.client import AsyncClient as AsyncClient
    from baccarat.client import Client as Client
    from baccarat.coup import Choice as Choice
    from baccarat.coup import Coup as Coup
    from baccarat.coup import Hand as Hand
    from baccarat.coup import Held as Held
    from baccarat.coup import Outcome as Outcome
    from baccarat.coup import Side as Side
    from baccarat.coup import following as following
    from baccarat.coup import next_hand as next_hand
    from baccarat.exact.batch import batch as batch
    from baccarat.exact.glimpse import Glimpse as Glimpse
    from baccarat.exact.odds import OddsTable as OddsTable
    from baccarat.exact.odds import odds as odds
    from baccarat.exact.removal import removal as removal
    from baccarat.exact.streak_chain import StreakOdds as StreakOdds
    from baccarat.fair import Fair as Fair
    from baccarat.games import GAMES as GAMES
    from baccarat.games import Game as Game
    from baccarat.games import game as game
    from baccarat.layout import Layout as Layout
    from baccarat.layout import Limits as Limits
    from baccarat.layout import Rounding as Rounding
    from baccarat.layout import Wager as Wager
    from baccarat.layout import settle as settle
    from baccarat.plugins import load_plugin as load_plugin
    from baccarat.plugins import register as register
    from baccarat.record import Record as Record
    from baccarat.record import read_results as read_results
    from baccarat.render import Drawing as Drawing
    from baccarat.render import draw as draw
    from baccarat.render import draw_intervals as draw_intervals
    from baccarat.result import Known as Known
    from baccarat.result import Result as Result
    from baccarat.result import parse_results as parse_results
    from baccarat.roads import Scoreboard as Scoreboard
    from baccarat.rules import Rules as Rules
    from baccarat.rules import deal as deal
    from baccarat.rules import deal_from as deal_from
    from baccarat.rules import deal_shoe as deal_shoe
    from baccarat.shoe import Composition as Composition
    from baccarat.shoe import LastCoup as LastCoup
    from baccarat.shoe import Shoe as Shoe
    from baccarat.simulation.coups import Coups as Coups
    from baccarat.simulation.engines.by_name import Engine as Engine
    from baccarat.simulation.reader import Reader as Reader
    from baccarat.simulation.readers.streaking import StreakReader as StreakReader
    from baccarat.simulation.run import Simulation as Simulation
    from baccarat.simulation.run import simulate as simulate
    from baccarat.simulation.stream import coups as coups
    from baccarat.simulation.stream import fold as fold
    from baccarat.stats import statistics as statistics
    from baccarat.systems.counting.counted_bet import CountedBet as CountedBet
    from baccarat.systems.counting.counted_bet import PerfectBet as PerfectBet
    from baccarat.systems.counting.counted_bet import parse_tags as parse_tags
    from baccarat.systems.counting.counted_shoes import CountedShoes as CountedShoes
    from baccarat.systems.counting.counted_shoes import count_cards as count_cards
    from baccarat.systems.counting.laid import Ending as Ending
    from baccarat.systems.flat_risk import FlatRisk as FlatRisk
    from baccarat.systems.flat_risk import risk as risk
    from baccarat.systems.naming import system as system
    from baccarat.systems.session import Session as Session
    from baccarat.systems.stake import Staked as Staked
    from baccarat.systems.stake import stake as stake
    from baccarat.systems.system import Portion as Portion
    from baccarat.systems.system import Shown as Shown
    from baccarat.systems.system import System as System
    from baccarat.systems.system import Wish as Wish
    from baccarat.table import Table as Table
    from baccarat.tableau import CHEMIN_DE_FER as CHEMIN_DE_FER
    from baccarat.tableau import PUNTO_BANCO as PUNTO_BANCO
    from baccarat.tableau import Move as Move
    from baccarat.tableau import Tableau as Tableau
    from baccarat.tally import Odds as Odds
    from baccarat.tally import Tally as Tally
    from baccarat.theory.solving import solve as solve
