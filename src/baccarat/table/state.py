"""The parts of a table's state: its phase, shoes, decisions and the coups that were paid."""

from dataclasses import dataclass, replace
from typing import Any

from baccarat.base.enums import SpelledEnum
from baccarat.base.errors import BadValue
from baccarat.core.cards import Card
from baccarat.core.coup import Coup
from baccarat.core.fair import Fair
from baccarat.core.layout import Line, Wager
from baccarat.core.result import Result
from baccarat.core.shoe import Shoe
from baccarat.core.third_card import Choice


class Phase(SpelledEnum):
    """What the table is waiting for.

    >>> from baccarat import Table
    >>> Table.open(seed=7).phase, Table.open(seed=7).bet("banker=100").deal().phase
    (Phase.BETS, Phase.BETS)
    """

    CLOSED = "closed"
    """the house, to open the table"""
    SEAT = "seat"
    """a guest, to sit down"""
    SHOE = "shoe"
    """a shoe to be shuffled"""
    CUT = "cut"
    """the guest, to cut"""
    BURN = "burn"
    """the burn card"""
    BETS = "bets"
    """wagers; the last coup, if any, still lies on the felt"""
    DEALING = "dealing"
    """the next card"""
    DECISION = "decision"
    """the guest, to draw or to stand"""
    OFFER = "offer"
    """the guests who may take a bet that is offered in the middle of the coup"""
    SQUEEZE = "squeeze"
    """the guest, to turn a card up"""
    FINISHED = "finished"
    """a new shoe; the old one is finished"""
    LEFT = "left"
    """nothing: the table has ended"""


BETWEEN_COUPS = frozenset({Phase.SHOE, Phase.CUT, Phase.BURN, Phase.BETS, Phase.FINISHED})
IN_A_COUP = frozenset({Phase.DEALING, Phase.DECISION, Phase.OFFER, Phase.SQUEEZE})


@dataclass(frozen=True, slots=True)
class Ceremony:
    """The source of a shoe, its cut and its burn card."""

    seed: int | None = None
    number: int = 0
    fair: Fair | None = None
    cut: int | None = None
    burn_card: Card | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice to draw or stand, where the drawing rules leave it to a side."""

    choice: Choice
    draws: bool
    by_guest: bool
    """False if the opponent chose"""


@dataclass(frozen=True, slots=True)
class Running:
    """A stake on a streak that has begun."""

    wager: Wager
    wins: int


@dataclass(frozen=True, slots=True)
class NotTaken:
    """Wagers that the house did not take when bets closed; the guest got them back."""

    wagers: tuple[Wager, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A guest at the table: their money, their wagers and the results."""

    guest: str = ""
    bought: int = 0
    """all play money that the guest has brought"""
    bankroll: int = 0
    """the guest's money, without the wagers"""
    wagers: tuple[Wager, ...] = ()
    past: tuple[tuple[Wager, ...], ...] = ()
    """the wagers before each change, for undo"""
    laid: tuple[tuple[str, int], ...] = ()
    """for each spot, the act since which money has been there"""
    running: tuple[Running, ...] = ()
    """stakes on streaks, which stay on the felt from coup to coup"""
    last_wagers: tuple[Wager, ...] = ()
    lines: tuple[Line, ...] = ()
    """the payout of the last coup"""
    not_taken: NotTaken | None = None
    """the wagers that the guest got back when bets closed"""
    staked: int = 0
    """the stakes of all coups so far; the next two fields are sums over all coups, too"""
    won: int = 0
    kept: int = 0
    """the house's part of the wins"""
    since: int = 0
    """the number of the act by which the guest sat down"""

    @property
    def on_the_felt(self) -> int:
        """The coins on the felt, including those on streaks."""
        running = sum(one.wager.stake for one in self.running)
        return running + sum(wager.stake for wager in self.wagers)

    def paid(self, lines: tuple[Line, ...], /, **changes: Any) -> "Seat":
        """The seat after these payouts go to the bankroll, and after other `changes`."""
        return replace(
            self,
            bankroll=self.bankroll + sum(line.returned for line in lines),
            staked=self.staked + sum(line.wager.stake for line in lines),
            won=self.won + sum(line.won for line in lines),
            kept=self.kept + sum(line.kept for line in lines),
            **changes,
        )

    def after_coup(
        self, lines: tuple[Line, ...], again: tuple[Wager, ...], running: tuple[Running, ...]
    ) -> "Seat":
        """The seat after a coup with this payout; the guest can repeat the wagers in `again`."""
        last = {"last_wagers": again or self.last_wagers, "lines": lines}
        return self.paid(lines, wagers=(), past=(), laid=(), running=running, **last)


NOBODY = Seat()


@dataclass(frozen=True, slots=True, repr=False)
class Played:
    """A coup that was dealt and paid; `wagers` and `lines` are those of a table's only guest."""

    number: int
    """the number of the act that ended the coup"""
    shoe: int
    """which shoe of the sitting, from 0"""
    before: Shoe
    """the shoe when bets closed"""
    coup: Coup
    decisions: tuple[Decision, ...]
    result: Result
    seats: tuple[Seat, ...] = ()
    """every guest after the payout"""

    def of(self, guest: str) -> "Played | None":
        """The coup for one guest; None if the guest was not there."""
        seats = tuple(seat for seat in self.seats if seat.guest == guest)
        return replace(self, seats=seats) if seats else None

    @property
    def paid(self) -> tuple[int, ...]:
        """The win of each wager in coins, guest by guest."""
        return tuple(line.won for seat in self.seats for line in seat.lines)

    @property
    def seat(self) -> Seat:
        """The only guest's seat."""
        if len(self.seats) > 1:
            raise BadValue(
                f"several guests played this coup: use played.of({self.seats[0].guest!r})"
            )
        return self.seats[0] if self.seats else NOBODY

    @property
    def lines(self) -> tuple[Line, ...]:
        """The result of each wager of the only guest."""
        return self.seat.lines

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The only guest's wagers."""
        return tuple(line.wager for line in self.lines)

    @property
    def bought(self) -> int:
        """All play money that the guest had brought so far."""
        return self.seat.bought

    @property
    def bankroll(self) -> int:
        """The guest's money after the payout."""
        return self.seat.bankroll

    @property
    def money(self) -> int:
        """The guest's money after the payout, including stakes that still lie on streaks."""
        return self.seat.bankroll + self.seat.on_the_felt

    @property
    def won(self) -> int:
        """What the only guest won, in coins; less than 0 is a loss."""
        return sum(line.won for line in self.lines)

    @property
    def kept(self) -> int:
        """The house's part of the wins, in coins: commission and rounding."""
        return sum(line.kept for line in self.lines)

    def __repr__(self) -> str:
        return f"<coup {self.coup}, won {sum(self.paid)}>"
