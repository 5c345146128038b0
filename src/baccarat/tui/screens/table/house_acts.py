"""What the house does by itself and asks: the next card, the burn, the cut, a seed, a decision."""

from functools import partial

from baccarat.table import Phase
from baccarat.table.acts import Burn, Cut, Decide, Draw
from baccarat.table.coach.thread import weighed
from baccarat.table.rules.wagers import stakes_of
from baccarat.table.state import Decision
from baccarat.table.view.croupier import judge
from baccarat.table.view.labels import card_text
from baccarat.tui.screens.decision import DecisionSheet
from baccarat.tui.screens.replay import PACES
from baccarat.tui.screens.sheets import Cutting, GuestSeed, Shuffling
from baccarat.tui.screens.table.sitting import PlayedTable
from baccarat.tui.widgets.decision_board import AskedDecision
from baccarat.tui.widgets.felt_grid import Felt

TICK = 0.1
"""Seconds after which a coup that waits looks again."""


class AskingTable(PlayedTable):
    """A sitting that goes on by itself, as far as the guest is not asked."""

    def on_mount(self) -> None:
        self.adviser.start()
        if self.table.phase is Phase.SHOE and not self.table.shoes:
            self.new_shoe()
        else:
            self.look()
            self.go_on()

    def go_on(self) -> None:
        """Do what comes by itself: the next card, the burn, the questions of the house."""
        phase = self.table.phase
        if phase in (Phase.BETS, Phase.FINISHED, Phase.OFFER, Phase.SQUEEZE):
            self._show_offer()
            self.ask_coach()
        elif phase is Phase.DEALING:
            if PACES[self.pace]:
                if not self.table.is_held:
                    self.ask_coach()  # every card changes the odds of this coup
                self.set_timer(PACES[self.pace], partial(self._draw_card, self.table.number))
            else:
                self.hurry()
        elif phase is Phase.CUT:
            self._ask_cut()
        elif phase is Phase.BURN:
            self._burn()
        elif phase is Phase.DECISION:
            self._ask_decision()

    def _draw_card(self, number: int) -> None:
        """Draw the next card, unless the guest has hurried and it is dealt already.

        While the guest reads a sheet the coup waits, and with it the house's questions.
        """
        if self.table.phase is not Phase.DEALING or self.table.number != number:
            return
        if self.app.screen is self:
            self.act(Draw())
        else:
            self.set_timer(PACES[self.pace] or TICK, partial(self._draw_card, number))

    def _show_offer(self) -> None:
        """Choose a bet that is offered in the middle of a coup, so that it is seen."""
        felt, offers = self.query_one(Felt), self.view.offers
        if offers and felt.spot not in offers:
            felt.choose(offers[0])

    def new_shoe(self) -> None:
        """Shuffle; for a fair shoe the house promises first, then the guest gives a seed."""
        self.attempt(self._shuffle)

    def _shuffle(self) -> None:
        if "promise" in self.table.may:
            self.sitting.promise()
        if self.table.promise is not None:
            self._ask_seed()
        else:
            self.sitting.shuffle()

    def _ask_seed(self) -> None:
        fair = self.view.seeds.fair
        commitment = "" if fair is None else fair.commitment or ""
        note = [self.words("ceremony.promise"), commitment, "", self.words("ceremony.seed")]
        title = self.words("ceremony.fair")
        self.app.push_screen(GuestSeed(self.words, title, note), self._shuffle_fair)

    def _shuffle_fair(self, guest_seed: str | None) -> None:
        if guest_seed is None:  # the guest leaves; the promise stands
            self.done(None)
            return
        self.attempt(partial(self.sitting.shuffle, guest_seed))

    def _ask_cut(self) -> None:
        view = self.view
        cards = view.shoe.cards if view.shoe else 0
        note = [self.words("ceremony.ask", cards=cards)]
        if view.seeds.fair is not None:
            note += [self.words("ceremony.promise"), view.seeds.fair.commitment or ""]
        cutting = Cutting(self.words, cards, note)
        if not PACES[self.pace]:
            self.app.push_screen(cutting, self._cut)
            return
        shuffling = Shuffling(self.words)
        self.app.push_screen(shuffling, lambda _: self.app.push_screen(cutting, self._cut))

    def _cut(self, at: int | None) -> None:
        self.act(Cut(at))

    def _burn(self) -> None:
        if self.act(Burn()) and (shoe := self.view.shoe) and shoe.burn_card:
            card = card_text(shoe.burn_card, self.words)
            self.say(self.words("say.burn", card=card, count=shoe.burned))

    def _ask_decision(self) -> None:
        choice = self.view.choice
        if choice is None:
            return
        stake = stakes_of(self.table.wagers).get(str(choice.side).lower(), 0)
        sheet = DecisionSheet(
            self.words,
            AskedDecision(choice, stake, self.table.opponent or "", self.coach),
            partial(weighed, choice, self.table, stake),
            top=lambda: self.query_one(Felt).region.y,
            ask_coach=self.toggle_coach,
        )
        self.app.push_screen(sheet, self._decide)

    def _decide(self, key: str | None) -> None:
        if key == "q":
            self.done(None)  # the table waits, and asks again when the guest is back
            return
        choice, wagers = self.view.choice, self.table.wagers
        if not self.act(Decide(key == "d")) or choice is None or not self.coach:
            return
        decision = Decision(choice, key == "d", by_guest=True)
        self.lesson = judge(decision, self.table, wagers, self.words)
        self.look()
