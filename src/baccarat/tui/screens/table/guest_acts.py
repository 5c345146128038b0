"""The guest's acts with chips, and the house's answers."""

from baccarat.table.acts import Deal, Lift, Place
from baccarat.table.rounding import first_chip, rounded_text, rounded_wins
from baccarat.table.rules.wagers import larger_bet
from baccarat.table.view.choices import CHIPS
from baccarat.tui.screens.table.sitting import SeatedSitting
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.widgets.rack import can_pay


class GuestActs:
    """The acts that depend on the selected chip, the chosen spot or the wish to squeeze."""

    def __init__(self, seat: SeatedSitting, screen: TableView) -> None:
        self._seat = seat
        self._screen = screen
        self._words = screen.words
        self.chip = first_chip(seat.table.game.layout)
        """the place of the selected chip in the tray"""
        self.is_squeezing = False
        """whether to squeeze the next coups"""

    @property
    def coins(self) -> int:
        """The value of the selected chip, in coins."""
        return CHIPS[self.chip] * self._seat.view.chip

    def take_chip(self, place: int) -> None:
        """Select a chip of the tray, if the guest can pay it."""
        view, words = self._seat.view, self._words
        if can_pay(view, place):
            self.chip = place
            self._screen.say("")
        else:
            coins, bankroll = words.number(CHIPS[place] * view.chip), words.number(view.bankroll)
            self._screen.say(words("say.too-dear", coins=coins, left=bankroll))

    def place(self) -> None:
        """Put the chip on the chosen spot; tell the guest if rounding changes the win."""
        spot = self._screen.felt.spot
        if self._seat.act(Place(spot, self.coins)):
            table = self._seat.table
            for win in rounded_wins(table.wagers, table):
                if win.wager.spot == spot:
                    self._screen.say(rounded_text(win, self._words))

    def lift(self) -> None:
        self._seat.act(Lift(self._screen.felt.spot, self.coins))

    def deal(self) -> None:
        """Deal the next coup; a guest without bets gets a hint how to bet."""
        table, screen, words = self._seat.table, self._screen, self._words
        squeeze = self.is_squeezing and not table.is_free_game
        if self._seat.act(Deal(squeeze=squeeze)):
            if squeeze and larger_bet(table.wagers) is None:
                screen.say(words("say.no-squeeze"))
        elif not table.on_the_felt:  # a new guest needs the keys
            key = "say.no-role" if table.opponent else "say.no-bets"
            if not table.bankroll:
                key = "say.broke"
            screen.say(words(key, bet=words.bet(screen.felt.spot)))
