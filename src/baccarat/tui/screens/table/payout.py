"""A payout on the screen: which spots are lit, and how far the ledger is written.

moment(view.lines, 450) -> Payout     450 ms after the call
moment(view.lines)      -> Payout     the last frame, which stays until the next chip is placed
duration(view.lines)    -> 1200       the length of the payout in milliseconds
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from baccarat.core.layout import Line
from baccarat.table.state import Running

DIM, FIRST, MARKS, USUAL, LONGEST = 150, 300, 800, 1_200, 2_000
"""Milliseconds after the call: spots without a win turn dim; the first winner is lit; the roads
have their new marks; the usual end; the latest end."""
PITCH = 150
"""Milliseconds between two winners."""
FEW = 5
"""The number of ledger lines for which the usual time is enough."""
REST = 300
"""Milliseconds from the last line of the ledger to the end."""


class Fate(Enum):
    """How a spot is shown in a payout: as before, dimmed, won, lost or returned."""

    CALM = "calm"
    DIM = "dim"
    """the spot had no wager"""
    WON = "won"
    BACK = "back"
    """the stake goes back"""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Payout:
    """One moment of a payout: the lines to show, and how far the sum is counted."""

    winners: tuple[Line, ...]
    """the lines that win, the highest win first"""
    back: tuple[Line, ...]
    losers: tuple[Line, ...]
    running: tuple[Running, ...]
    """stakes on streaks, which stay on the felt"""
    is_dim: bool
    """whether spots without a win are dim"""
    written: int
    """lines of the ledger: each winner and each returned stake; then one line for all losers and
    one line for the streaks"""
    counted: int
    """the part of the sum that is shown"""
    has_marks: bool
    """whether the roads show the coup"""
    is_over: bool

    @property
    def won(self) -> int:
        """The total win of all wagers, in coins."""
        return sum(line.won for line in self.lines)

    @property
    def kept(self) -> int:
        return sum(line.kept for line in self.lines)

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.winners, *self.back, *self.losers)

    @property
    def lit(self) -> tuple[Line, ...]:
        """The winning wagers that the screen already shows as won."""
        return self.winners[: self.written]

    def line(self, spot: str) -> Line | None:
        return next((line for line in self.lines if line.wager.spot == spot), None)

    def fate(self, spot: str) -> Fate:
        """How the felt shows a spot at this moment of the payout."""
        line = self.line(spot)
        if line in self.lit:
            return Fate.WON
        is_waiting = line in self.winners or any(bet.wager.spot == spot for bet in self.running)
        if is_waiting or not self.is_dim:
            return Fate.CALM
        return Fate.DIM if line is None else Fate.BACK if line in self.back else Fate.LOST


def is_win(line: Line) -> bool:
    """Whether the wager won, even if rounding took the whole win."""
    return line.won > 0 or line.exact > 0


def is_loss(line: Line) -> bool:
    return line.won < 0 and not is_win(line)


def moment(
    lines: Sequence[Line], milliseconds: int = LONGEST, running: Sequence[Running] = ()
) -> Payout:
    """What the screen shows of a payout, this many milliseconds after the call of the result."""
    winners = tuple(sorted(filter(is_win, lines), key=lambda line: -line.won))
    losers = tuple(filter(is_loss, lines))
    back = tuple(line for line in lines if not is_win(line) and not is_loss(line))
    entries, over = _entries(lines) + bool(running), duration(lines)
    pitch = max(1, min(PITCH, (over - FIRST - REST) // max(1, entries - 1)))
    since = milliseconds - FIRST
    total = sum(line.won for line in lines)
    amount = abs(total) * min(max(since, 0), over - FIRST) // (over - FIRST)
    return Payout(
        winners,
        back,
        losers,
        tuple(running),
        is_dim=bool(lines) and milliseconds >= DIM,
        written=0 if since < 0 else min(since // pitch + 1, entries),
        counted=amount if total > 0 else -amount,
        has_marks=milliseconds >= MARKS,
        is_over=milliseconds >= over,
    )


def duration(lines: Sequence[Line]) -> int:
    """The milliseconds of a payout; without wagers, the time until the roads show the coup."""
    if not lines:
        return MARKS
    return min(LONGEST, USUAL + PITCH * max(0, _entries(lines) - FEW))


def _entries(lines: Sequence[Line]) -> int:
    """The number of lines in the ledger, without the sum."""
    losers = sum(map(is_loss, lines))
    return len(lines) - losers + bool(losers)
