"""The layout on a table's page: spots with prices, stakes and payouts, and the buttons for acts.

felt = LaidFelt(table, view, words)
felt.first, felt.others            every spot, with its edge, its stakes and their payouts
next_steps(table, view, asks)      the next thing to do, perhaps with an alternative

Everything follows from table and view, so the same felt is drawn once.
"""

import json
from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from baccarat.base.words import Words
from baccarat.core.bets import Bet, StreakBet
from baccarat.core.bets.price_words import best_price, price_text, prices_in
from baccarat.table.acts import ActRefused
from baccarat.table.coach.coach import edges, paid_edges
from baccarat.table.rounding import bets_of, first_chip, rounded_text, rounded_wins
from baccarat.table.rules.clock import Clock
from baccarat.table.rules.strangers_bets import asked
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.choices import CHIPS
from baccarat.table.view.labels import FIRST_ROW, chip_text, discs_in, edge_text
from baccarat.table.view.view import Audience, SeatShown, View
from baccarat.web.pages.shell import isolated

MOST_DISCS = 5
"""The most discs that are drawn of a pile; the number beside it shows its worth."""
MOST_CHIPS = 5
"""The most chips in the rack: a small phone has no room for more."""
MAIN = {"player": "main p", "banker": "main b", "tie": "main t"}
NEW_SHOE_PHASES = (Phase.SHOE, Phase.FINISHED)
WAITING = {
    Phase.SHOE: "shoe",
    Phase.FINISHED: "shoe",
    Phase.CUT: "cut",
    Phase.BETS: "deal",
    Phase.SQUEEZE: "turn",
    Phase.OFFER: "offer",
    Phase.DECISION: "decide",
    Phase.LEFT: "closed",
}
"""The key of the text on what the house waits for, when it is not this guest's turn."""


class Disc(NamedTuple):
    """A drawn chip: its worth, which decides its colour, and the text on it."""

    chips: int
    text: str


class FeltStake(NamedTuple):
    """A guest's stake on a spot, and the amount won or lost after the payout."""

    guest: str
    is_mine: bool
    stake: int
    discs: tuple[Disc, ...]
    wins: int | None = None
    """wins in a row, for a streak that has begun"""
    won: int | None = None
    """the amount won, negative for a loss; None before the payout"""

    @property
    def came(self) -> str:
        """The CSS class for the stake's result (won, lost or pushed); empty before the payout."""
        if self.won is None:
            return ""
        return "won" if self.won > 0 else "lost" if self.won < 0 else "pushed"


class FeltSpot(NamedTuple):
    """A spot of the layout, with its bet, its price and the stakes on it."""

    name: str
    kind: str
    price: str
    edge: str
    """empty while there are no odds"""
    is_open: bool
    """whether this guest may bet there now"""
    is_offered: bool
    came: str
    """`won` or `pushed` in the finished coup, with or without a stake there"""
    stakes: tuple[FeltStake, ...]
    paid: tuple[FeltStake, ...]


class NextStep(NamedTuple):
    """A button for the next thing to do."""

    act: str
    word: str
    """its key in the catalogue"""
    said: str = "{}"
    """the values of the act, as JSON"""
    is_quiet: bool = False
    """whether the act is possible, but not due"""


def discs_of(stake: int, chip: int) -> tuple[Disc, ...]:
    """The chips of a stake, the largest first, at most `MOST_DISCS`."""
    found = discs_in(stake // chip, MOST_DISCS)
    return tuple(Disc(chips, chip_text(chips * chip)) for chips in found)


def rack_of(table: Table) -> tuple[Disc, ...]:
    """The chips from which a guest chooses, the smallest first."""
    chip = table.game.layout.chip
    return tuple(Disc(chips, chip_text(chips * chip)) for chips in CHIPS[:MOST_CHIPS])


def chip_in_hand(table: Table) -> int:
    """The size of the chip that is selected when the page opens."""
    return CHIPS[min(first_chip(table.game.layout), MOST_CHIPS - 1)]


def price_in_short(bet: Bet | StreakBet, words: Words) -> str:
    """The price of a bet as text such as `1:1`: up to two prices, or only the highest."""
    if prices_in(bet) > 2:
        return words("felt.price-to", price=words.say(best_price(bet)))
    return words.say(price_text(bet))


def edges_now(table: Table, view: View) -> dict[str, Fraction | None]:
    """The house edge of each bet that is open, by its spot; None while it is not calculated.

    On a spot with the guest's stake it is the edge on that stake, after rounding.
    """
    if table.phase not in (Phase.BETS, Phase.OFFER) or table.is_free_game:
        return {}
    try:
        if view.audience is Audience.GUEST:
            found = paid_edges(table.only(view.guest))
        else:
            found = edges(replace(table, seats=table.seats[:1]))  # the odds are the same for all
    except ActRefused:
        return {}
    if table.phase is Phase.OFFER:
        return {spot: edge for spot, edge in found.items() if spot in table.offers}
    offered = (spot for spot, bet in table.game.layout.bets.items() if bet.offered)
    return {spot: edge for spot, edge in found.items() if spot not in set(offered)}


class LaidFelt:
    """The layout of a table, with everything that a viewer sees on it."""

    def __init__(self, table: Table, view: View, words: Words) -> None:
        self._table, self._view, self._words = table, view, words
        self._bets = bets_of(table)
        laid = any(seat.wagers for seat in view.seats)
        self._shows_payout = view.is_over and not laid
        self._edges = edges_now(table, view)

    @property
    def first(self) -> list[FeltSpot]:
        return [self.spot(name) for name in FIRST_ROW if name in self._bets]

    @property
    def others(self) -> list[FeltSpot]:
        return [self.spot(name) for name in self._bets if name not in FIRST_ROW]

    def bet(self, name: str) -> Bet | StreakBet:
        return self._bets[name]

    @property
    def rounded(self) -> str:
        """How rounding changes a win of the guest, in words; empty if no win is rounded."""
        wins = rounded_wins(self._view.wagers, self._table)
        return rounded_text(wins[0], self._words) if wins else ""

    def rounded_at(self, name: str) -> list[str]:
        """How rounding changes the guest's wins on this spot, in words."""
        mine = (wager for wager in self._view.wagers if wager.spot == name)
        return [rounded_text(win, self._words) for win in rounded_wins(mine, self._table)]

    def spot(self, name: str) -> FeltSpot:
        """The spot with this name, and all stakes on it."""
        view, words = self._view, self._words
        is_offered = name in view.offers
        is_open = "place" in view.asks and (view.phase is Phase.BETS or is_offered)
        return FeltSpot(
            name,
            MAIN.get(name, "side"),
            price_in_short(self._bets[name], words),
            words.say(edge_text(self._edges[name])) if name in self._edges else "",
            is_open,
            is_offered,
            self._came(name) if self._shows_payout else "",
            tuple(found for seat in view.seats for found in self._stakes(seat, name)),
            tuple(found for seat in view.seats for found in self._paid(seat, name)),
        )

    def _is_mine(self, guest: str) -> bool:
        return self._view.audience is Audience.GUEST and guest == self._view.guest

    def _stakes(self, seat: SeatShown, name: str) -> list[FeltStake]:
        chip, is_mine = self._view.chip, self._is_mine(seat.guest)
        laid = [(wager, None) for wager in seat.wagers]
        running = [(one.wager, one.wins) for one in seat.running]
        return [
            FeltStake(seat.guest, is_mine, w.stake, discs_of(w.stake, chip), wins)
            for w, wins in (*laid, *running)
            if w.spot == name
        ]

    def _paid(self, seat: SeatShown, name: str) -> list[FeltStake]:
        if not self._shows_payout:
            return []
        chip, is_mine = self._view.chip, self._is_mine(seat.guest)
        paid = [(line.wager.stake, line.won) for line in seat.lines if line.wager.spot == name]
        return [
            FeltStake(seat.guest, is_mine, stake, discs_of(stake, chip), won=won)
            for stake, won in paid
        ]

    def _came(self, name: str) -> str:
        """`won` or `pushed` if this coup's result pays or returns the bet, otherwise empty."""
        bet = self._bets[name]
        if isinstance(bet, StreakBet) or bet.offered:
            return ""
        try:
            gross = bet.gross(asked(bet, lambda: bet.tier(self._table.coup)))
        except Exception:
            return ""
        return "won" if gross > 0 else "pushed" if gross == 0 else ""


def next_steps(table: Table, view: View, dealers: Collection[str]) -> list[NextStep]:
    """The buttons that a viewer of a table may press now; the act that is due comes first.

    `dealers` are the acts that the browser may request as a dealer.
    """
    asks = {*view.asks, *dealers}
    steps = [NextStep("sit", "web.sit")] if "sit" in view.asks else []
    if "reveal" in asks:
        steps.append(_for_the_guest("reveal", "key.turn", view))
    elif "pass" in asks:
        steps.append(_for_the_guest("pass", "felt.deal-on", view))
    elif "cut" in asks:
        steps.append(NextStep("cut", "key.cut"))
    elif table.phase in NEW_SHOE_PHASES and "shoe" in asks:
        steps.append(NextStep("shoe", "key.shoe"))
    elif "deal" in asks and any(seat.wagers or seat.running for seat in table.seats):
        steps.append(_deal("key.deal", view, is_quiet=view.objection is not None))
    elif "deal" in asks and not table.is_free_game:
        steps.append(_deal("key.free", view, is_quiet=True, free=True))
    return steps


def _deal(word: str, view: View, *, is_quiet: bool, **said: bool) -> NextStep:
    """The button that deals the next coup; it names the coup, so that two clicks deal only once."""
    return NextStep("deal", word, json.dumps({"coup": view.next_coup, **said}), is_quiet)


def _for_the_guest(act: str, word: str, view: View) -> NextStep:
    """The button for an act of the guest; a dealer gets a button that acts for the guest."""
    if act in view.asks:
        return NextStep(act, word)
    return NextStep(act, word, '{"as": "dealer"}', is_quiet=True)


def waiting_for(view: View, clock: Clock, words: Words) -> str:
    """The sentence that says what the table waits for; empty if it waits for nothing."""
    key = WAITING.get(view.phase)
    if key is None:
        return ""
    seconds = clock.bets if key in ("shoe", "cut", "deal") else None
    if seconds is not None:
        return words("felt.waits-clock", seconds=f"{seconds:g}")
    return words(f"felt.waits-{key}", guest=isolated(view.squeezer))
