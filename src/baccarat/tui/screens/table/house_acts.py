"""The house's acts and questions: the next card, the burn, the cut, a seed, a decision."""

from functools import partial

from baccarat.table import Phase
from baccarat.table.acts import Burn, Cut, Decide, Draw
from baccarat.table.coach.thread import weighed
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.state import Decision
from baccarat.table.view.labels import card_text
from baccarat.tui.screens.decision import DecisionSheet
from baccarat.tui.screens.sheets import Cutting, GuestSeed, Shuffling
from baccarat.tui.screens.table.sitting import SeatedSitting
from baccarat.tui.screens.table.view import TableView
from baccarat.tui.widgets.decision_board import AskedDecision

TICK = 0.1
"""Seconds after which a waiting coup checks again."""


class HouseActs:
    """Does the house's acts until the guest has to act, and shows the house's sheets."""

    def __init__(self, seat: SeatedSitting, screen: TableView) -> None:
        self._seat = seat
        self._screen = screen
        self._words = screen.words

    def go_on(self) -> None:
        """Do what the house does next: a card, the burn, or a question to the guest."""
        seat = self._seat
        phase = seat.table.phase
        if phase in (Phase.BETS, Phase.FINISHED, Phase.OFFER, Phase.SQUEEZE):
            self._choose_offer()
            seat.coach.ask()
        elif phase is Phase.DEALING:
            if seat.pause:
                if not seat.table.is_held:
                    seat.coach.ask()  # every card changes the odds of this coup
                self._wait(seat.pause)
            else:
                seat.hurry()
        elif phase is Phase.CUT:
            self._ask_cut()
        elif phase is Phase.BURN:
            self._burn()
        elif phase is Phase.DECISION:
            self._ask_decision()

    def new_shoe(self) -> None:
        """Shuffle; before a fair shoe the house promises its seed, then the guest gives a seed."""
        self._seat.attempt(self._shuffle)

    def draw_card(self, number: int) -> None:
        """Draw the card that follows act `number`; do nothing if the guest has hurried on.

        While the guest reads a sheet, the coup and the house's questions wait.
        """
        table = self._seat.table
        if table.phase is not Phase.DEALING or table.number != number:
            return
        if self._screen.app.screen is self._screen:
            self._seat.act(Draw())
        else:
            self._wait(self._seat.pause or TICK)

    def _wait(self, seconds: float) -> None:
        self._screen.set_timer(seconds, partial(self.draw_card, self._seat.table.number))

    def _choose_offer(self) -> None:
        """Select a bet that is offered in the middle of a coup, so that it is visible."""
        felt, offers = self._screen.felt, self._seat.view.offers
        if offers and felt.spot not in offers:
            felt.choose(offers[0])

    def _shuffle(self) -> None:
        sitting = self._seat.sitting
        if "promise" in sitting.table.may:
            sitting.promise()
        if sitting.table.promise is not None:
            self._ask_seed()
        else:
            sitting.shuffle()

    def _ask_seed(self) -> None:
        words = self._words
        note = [*self._promise(), "", words("ceremony.seed")]
        sheet = GuestSeed(words, words("ceremony.fair"), note)
        self._screen.app.push_screen(sheet, self._shuffle_fair)

    def _promise(self) -> list[str]:
        """Two lines with the house's commitment for a fair shoe; empty for other shoes."""
        fair = self._seat.view.seeds.fair
        return [] if fair is None else [self._words("ceremony.promise"), fair.commitment or ""]

    def _shuffle_fair(self, seed: str | None) -> None:
        if seed is None:  # the guest leaves; the promise stands
            self._screen.done(None)
            return
        self._seat.attempt(partial(self._seat.sitting.shuffle, seed))

    def _ask_cut(self) -> None:
        app, words, shoe = self._screen.app, self._words, self._seat.view.shoe
        cards = shoe.cards if shoe else 0
        cutting = Cutting(words, cards, [words("ceremony.ask", cards=cards), *self._promise()])
        if self._seat.pause:
            app.push_screen(Shuffling(words), lambda _: app.push_screen(cutting, self._cut))
        else:
            app.push_screen(cutting, self._cut)

    def _cut(self, place: int | None) -> None:
        self._seat.act(Cut(place))

    def _burn(self) -> None:
        if self._seat.act(Burn()) and (shoe := self._seat.view.shoe) and shoe.burn_card:
            card = card_text(shoe.burn_card, self._words)
            self._screen.say(self._words("say.burn", card=card, count=shoe.burned))

    def _ask_decision(self) -> None:
        table, choice, coach = self._seat.table, self._seat.view.choice, self._seat.coach
        if choice is None:
            return
        stake = stakes_of(table.wagers).get(str(choice.side).lower(), 0)
        sheet = DecisionSheet(
            self._words,
            AskedDecision(choice, stake, table.opponent or "", coach.is_on),
            partial(weighed, choice, table, stake),
            top=lambda: self._screen.felt.region.y,
            ask_coach=lambda: self._screen.say(self._words(coach.toggle())),
        )
        self._screen.app.push_screen(sheet, self._decide)

    def _decide(self, key: str | None) -> None:
        if key == "q":
            self._screen.done(None)  # the table waits, and asks again when the guest is back
            return
        choice, wagers = self._seat.view.choice, self._seat.table.wagers
        if self._seat.act(Decide(key == "d")) and choice is not None:
            decision = Decision(choice, key == "d", by_guest=True)
            self._seat.coach.judge(decision, wagers, self._words)
            self._screen.look()
