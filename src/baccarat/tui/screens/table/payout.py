"""The payout as it is seen: which spots are lit by now, and how far the ledger is written.

moment(view.lines, 450) -> Payout     450 ms after the call
moment(view.lines)      -> Payout     the last frame, which stays until the next chip goes down
duration(view.lines)    -> 1200       how long it takes, in milliseconds
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from baccarat.core.layout import Line
from baccarat.table.state import Running

DIM, FIRST, MARKS, USUAL, LONGEST = 150, 300, 800, 1_200, 2_000
"""When spots without a win turn dim, when the first winner is lit, when the roads have their new
marks, when it usually is over, and when it is at the latest; milliseconds after the call."""
PITCH = 150
"""Between two winners."""
FEW = 5
"""Lines of the ledger for which the usual time is enough."""
REST = 300
"""From the last line of the ledger to the end."""


class Fate(Enum):
    """How a spot is shown."""

    CALM = "calm"
    DIM = "dim"
    """it had no wager"""
    WON = "won"
    BACK = "back"
    """the stake goes back"""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Payout:
    """A moment of a payout; all money in it is the table's."""

    winners: tuple[Line, ...]
    """the dearest first"""
    back: tuple[Line, ...]
    losers: tuple[Line, ...]
    running: tuple[Running, ...]
    """stakes on streaks, which stay where they lie"""
    is_dim: bool
    """whether spots without a win are dim by now"""
    written: int
    """lines of the ledger: each winner, each stake that goes back; then one for all losers and
    one for the streaks"""
    counted: int
    """how far the sum has come"""
    has_marks: bool
    """whether the roads show the coup"""
    is_over: bool

    @property
    def won(self) -> int:
        """What all wagers won together."""
        return sum(line.won for line in self.lines)

    @property
    def kept(self) -> int:
        return sum(line.kept for line in self.lines)

    @property
    def lines(self) -> tuple[Line, ...]:
        return (*self.winners, *self.back, *self.losers)

    @property
    def lit(self) -> tuple[Line, ...]:
        """The winners that are seen by now."""
        return self.winners[: self.written]

    def line(self, spot: str) -> Line | None:
        return next((line for line in self.lines if line.wager.spot == spot), None)

    def fate(self, spot: str) -> Fate:
        """How a spot is shown at this moment."""
        line = self.line(spot)
        if line in self.lit:
            return Fate.WON
        is_waiting = line in self.winners or any(bet.wager.spot == spot for bet in self.running)
        if is_waiting or not self.is_dim:
            return Fate.CALM
        return Fate.DIM if line is None else Fate.BACK if line in self.back else Fate.LOST


def is_win(line: Line) -> bool:
    """Whether it won, though the house may have kept all of a coin."""
    return line.won > 0 or line.exact > 0


def is_loss(line: Line) -> bool:
    return line.won < 0 and not is_win(line)


def moment(
    lines: Sequence[Line], milliseconds: int = LONGEST, running: Sequence[Running] = ()
) -> Payout:
    """What is seen of a payout so long after the call."""
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
    """How long a payout takes, in milliseconds; a coup without wagers only has its marks."""
    if not lines:
        return MARKS
    return min(LONGEST, USUAL + PITCH * max(0, _entries(lines) - FEW))


def _entries(lines: Sequence[Line]) -> int:
    """Lines of the ledger, but for the sum."""
    losers = sum(map(is_loss, lines))
    return len(lines) - losers + bool(losers)
