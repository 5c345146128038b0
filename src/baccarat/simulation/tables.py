"""The tableau as lookup tables: six cards in, a cell of the tally out, without a branch.

Starts that draw alike are one class. Both classes and the fifth card give a *turn*; the turn and
the sixth card give the cell; and the turn alone tells how many cards were used. Every compiled
engine plays by these tables, which are made of the printed tableau.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from baccarat.coup import OUTCOMES, Side, Strategy, cell_index, nobody
from baccarat.exact.drawing import drawing
from baccarat.rules import Rules
from baccarat.tableau import STOOD

Indices = npt.NDArray[np.uint16]
HISTOGRAMS = (
    "coups",
    "longest",
    "streaks of player",
    "streaks of banker",
    "runs of player",
    "runs of banker",
    "runs of tie",
)
"""What the compiled engines count shoe by shoe, in the order of their rows."""
WINNERS = {Side.PLAYER: 0, Side.BANKER: 1, None: 2}


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Each by the points of cards, as flat arrays."""

    player: Indices
    """10 x first card + second: where Player's class begins in `fifth`"""
    banker: Indices
    """10 x first card + second: where Banker's class begins within Player's"""
    fifth: Indices
    """Player's class, Banker's class, fifth card: the turn"""
    sixth: Indices
    """10 x turn + sixth card: the cell"""
    used: npt.NDArray[np.uint8]
    """turn: how many cards the two hands have"""
    winner: npt.NDArray[np.uint8]
    """cell: 0 Player, 1 Banker, 2 a tie"""


def tables_of(rules: Rules, decide: Strategy = nobody) -> Tables:
    """Make the tables of a tableau, every free cell decided."""
    player_draws, banker_draws = drawing(rules.tableau, decide)
    players: dict[tuple[int, bool], int] = {}
    bankers: dict[tuple[int, tuple[bool, ...]], int] = {}
    player, banker = np.zeros(100, np.uint16), np.zeros(100, np.uint16)
    for first in range(10):
        for second in range(10):
            total = (first + second) % 10
            draws = (total, bool(player_draws[first, second]))
            row = (total, tuple(banker_draws[first, second].tolist()))
            player[10 * first + second] = players.setdefault(draws, len(players))
            banker[10 * first + second] = bankers.setdefault(row, len(bankers))
    turns: dict[tuple[int, ...], int] = {}
    fifth = np.array(
        [
            turns.setdefault(_turn(start, draws, other, row, card), len(turns))
            for start, draws in players
            for other, row in bankers
            for card in range(10)
        ],
        np.uint16,
    )
    return Tables(
        player * np.uint16(10 * len(bankers)),
        banker * np.uint16(10),
        fifth,
        np.array([turn[1:] for turn in turns], np.uint16).reshape(-1),
        np.array([turn[0] for turn in turns], np.uint8),
        np.array([WINNERS[outcome.winner] for outcome in OUTCOMES], np.uint8),
    )


def _turn(start: int, draws: bool, other: int, row: tuple[bool, ...], card: int) -> tuple[int, ...]:
    """How many cards are used, and the cell for each sixth card."""
    player_cards, banker_cards = 2, 2
    if start < 8 and other < 8:
        player_cards += draws
        banker_cards += row[card if draws else STOOD]
    player = (start + card * (player_cards == 3)) % 10
    thirds = range(10) if player_cards == 3 else [card] * 10
    cells = [
        cell_index(player_cards, banker_cards, player, (other + third * (banker_cards == 3)) % 10)
        for third in thirds
    ]
    return player_cards + banker_cards, *cells
