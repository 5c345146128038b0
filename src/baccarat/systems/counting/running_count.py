"""A count as a guest keeps it: it knows the cards that were shown, and no others."""

from dataclasses import dataclass, replace
from fractions import Fraction

from baccarat.base.errors import TooShallow
from baccarat.core.cards import Card
from baccarat.core.coup import Coup
from baccarat.core.result import Result
from baccarat.core.rules import Rules
from baccarat.systems.counting.play import CountedBet


@dataclass(frozen=True, slots=True)
class KeptCount:
    """Where a count stands before a coup."""

    play: CountedBet
    running: int
    unseen: int
    """how many cards of the shoe the guest has not seen"""
    printed: int = 0
    """how many cards of every coup do not come from the shoe"""

    @classmethod
    def of_shoe(cls, play: CountedBet, rules: Rules, burn_card: Card | None) -> "KeptCount":
        """Before the first coup; the burn card may be seen."""
        fresh = cls(play, play.start, 52 * rules.decks, len(rules.opening))
        return fresh._seen((burn_card,)) if burn_card and play.sees_burn else fresh

    def after(self, dealt: Coup | Result) -> "KeptCount":
        """When a coup was shown."""
        if isinstance(dealt, Result):
            raise TooShallow("a count needs the cards of every coup: this shoe tells results alone")
        return self._seen(dealt.cards[self.printed :])

    def _seen(self, cards: tuple[Card, ...]) -> "KeptCount":
        running = self.running + sum(map(self.play.tag, cards))
        return replace(self, running=running, unseen=self.unseen - len(cards))

    @property
    def count(self) -> Fraction:
        """What is compared with the triggers."""
        return self.play.count(self.running, self.unseen)

    @property
    def level(self) -> int:
        """How many triggers are reached."""
        return self.play.level(self.running, self.unseen)
