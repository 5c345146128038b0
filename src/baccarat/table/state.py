"""What a table's state is made of: its phase, its shoes, decisions, the coups that were paid."""

from dataclasses import dataclass
from enum import Enum

from baccarat.cards import Card
from baccarat.coup import Choice, Coup
from baccarat.fair import Fair
from baccarat.layout import Line, Wager
from baccarat.result import Result
from baccarat.shoe import Shoe


class Phase(Enum):
    """What the table is waiting for."""

    CLOSED = "closed"
    """the house"""
    SEAT = "seat"
    """a guest"""
    SHOE = "shoe"
    """a shoe to be shuffled"""
    CUT = "cut"
    """the guest's cut"""
    BURN = "burn"
    """the burn card"""
    BETS = "bets"
    """wagers; the last coup, if there was one, still lies on the felt"""
    DEALING = "dealing"
    """the next card"""
    DECISION = "decision"
    """the guest, who is to draw or to stand"""
    SQUEEZE = "squeeze"
    """the guest, who is to turn a card up"""
    FINISHED = "finished"
    """a new shoe: the old one is finished"""
    LEFT = "left"
    """nobody"""

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


BETWEEN_COUPS = frozenset({Phase.SHOE, Phase.CUT, Phase.BURN, Phase.BETS, Phase.FINISHED})


@dataclass(frozen=True, slots=True)
class Ceremony:
    """Where a shoe came from, and what was done to it."""

    seed: int | None = None
    number: int = 0
    fair: Fair | None = None
    cut: int | None = None
    burn_card: Card | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody chose in a free cell."""

    choice: Choice
    draws: bool
    by_guest: bool
    """or by the opponent"""


@dataclass(frozen=True, slots=True, repr=False)
class Played:
    """A coup that was dealt and paid."""

    shoe: int
    """which shoe of the sitting, from 0"""
    before: Shoe
    """the shoe as it was when bets were closed"""
    coup: Coup
    wagers: tuple[Wager, ...]
    lines: tuple[Line, ...]
    decisions: tuple[Decision, ...]
    bought: int
    """all the money that the guest had bought so far"""
    bankroll: int
    """the guest's money after the payout"""
    result: Result

    @property
    def won(self) -> int:
        return sum(line.won for line in self.lines)

    @property
    def kept(self) -> int:
        """What the house kept of the wins: its commission, and what was rounded off."""
        return sum(line.kept for line in self.lines)

    def __repr__(self) -> str:
        return f"<coup {self.coup}, won {self.won}>"
