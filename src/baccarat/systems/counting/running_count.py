"""A count as a guest keeps it: from the cards that were shown, and no other cards."""

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
    """The state of a count before a coup."""

    play: CountedBet
    running: int
    unseen: int
    """the cards of the shoe that the guest has not seen"""
    printed: int = 0
    """the cards of every coup that do not come from the shoe"""

    @classmethod
    def of_shoe(cls, play: CountedBet, rules: Rules, burn_card: Card | None) -> "KeptCount":
        """The state before the first coup; the guest may have seen the burn card."""
        fresh = cls(play, play.start, 52 * rules.decks, len(rules.opening))
        return fresh._seen((burn_card,)) if burn_card and play.sees_burn else fresh

    def after(self, dealt: Coup | Result) -> "KeptCount":
        """The state after a coup was shown."""
        if isinstance(dealt, Result):
            raise TooShallow(
                "a count needs the cards of every coup, and this shoe has only results"
            )
        return self._seen(dealt.cards[self.printed :])

    def _seen(self, cards: tuple[Card, ...]) -> "KeptCount":
        running = self.running + sum(map(self.play.tag, cards))
        return replace(self, running=running, unseen=self.unseen - len(cards))

    @property
    def count(self) -> Fraction:
        """The count that is compared with the triggers."""
        return self.play.count(self.running, self.unseen)

    @property
    def level(self) -> int:
        """The number of triggers reached."""
        return self.play.level(self.running, self.unseen)
