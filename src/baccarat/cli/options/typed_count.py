"""The question of `baccarat count`: its options describe a count, or perfect play, for each bet."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from baccarat.base.errors import UnknownName
from baccarat.core.bets import Bet, registered
from baccarat.core.counts import MOST_TAG
from baccarat.questions.count import CountQuestion
from baccarat.questions.game import DECIDE
from baccarat.questions.question import Ask, Misfit, refuse
from baccarat.systems.counting.expectations import can_be_weighed
from baccarat.systems.counting.play import Divisor, parse_stakes, parse_tags
from baccarat.systems.counting.spelling import PERFECT, SUGGESTED, SpelledCount, is_bet

LARGEST_TAG = 9
OWN = ("tags", "trigger", "start", "divisor", "most", "burn_unseen")
"""The options of a single count."""


@dataclass(frozen=True, kw_only=True)
class TypedCount(CountQuestion):
    """A question about the worth of card counts, or of one count given by options."""

    tags: Annotated[
        str | None,
        Ask("Tags of the cards from ace to nine, then ten: '0 0 0 -1 -1 -1 -1 2 2 0'. Or only the "
            "tags that are not 0: '8:2 9:2'. Or a bet, to use the tags of its count.",
            usual="suggested from the effects of removal"),
    ] = None  # fmt: skip
    trigger: Annotated[
        str | None,
        Ask("Lowest count at which to bet one unit. Or stakes that rise with the count: '4:1 6:2' "
            "bets 1 unit from 4 on and 2 units from 6 on.",
            usual="the trigger that earns most"),
    ] = None  # fmt: skip
    start: Annotated[int | None, Ask("Running count at the start of a shoe.", usual="0")] = None
    divisor: Annotated[
        str | None,
        Ask(f"Kind of count: {', '.join(map(str, Divisor))}.", usual=str(Divisor.CARDS)),
    ] = None
    burn_unseen: Annotated[bool, Ask("Do not count the burn card.")] = False
    most: Annotated[
        int | None,
        Ask("Largest tag of a suggested count.", 1, LARGEST_TAG, usual=str(MOST_TAG)),
    ] = None
    perfect: Annotated[bool, Ask("Use no count: bet whenever the exact odds favour the guest.")] = (
        False
    )
    all_bets: Annotated[
        bool,
        Ask(
            "With --perfect: use every bet whose exact odds are quick to calculate.",
            option="--all",
        ),
    ] = False

    def __post_init__(self) -> None:
        if self.counts:
            why = "{counts} already has the whole count, e.g. '8:2 9:2 at 4'"
            refuse(why, self, *OWN, "perfect", "all_bets")
        if self.perfect:
            refuse("perfect play keeps no count", self, *OWN)
        if self.most is not None and self.tags is not None:
            raise Misfit(
                "{most} is for suggested tags, not for given tags: leave {most} or {tags} out"
            )
        if self.most is not None and not 1 <= self.most <= LARGEST_TAG:
            form = "{most}: the largest tag is 1 to {largest}, not {number}"
            raise Misfit(form, largest=LARGEST_TAG, number=self.most)
        super().__post_init__()

    @property
    def has_bets(self) -> bool:
        """Whether the question has a bet or a count.

        `all_bets` takes their place only in perfect play.
        """
        return bool(self.bets or self.counts or (self.all_bets and self.perfect))

    @property
    def keeps_count(self) -> bool:
        """Whether one of the guests keeps a count."""
        return any(count.name != PERFECT for count in self.spelled)

    @cached_property
    def spelled(self) -> list[SpelledCount]:
        if self.counts:
            return super().spelled
        if self.perfect:
            return [SpelledCount(PERFECT)]
        is_named = self.tags is not None and is_bet(self.tags)
        return [
            SpelledCount(
                SUGGESTED if self.tags is None else "",
                None if self.tags is None or is_named else parse_tags(self.tags),
                self.tags if is_named else None,
                None if self.trigger is None else parse_stakes(self.trigger),
                self.start or 0,
                self._divisor,
                not self.burn_unseen,
                self.most or MOST_TAG,
            )
        ]

    @property
    def _divisor(self) -> Divisor:
        words = {str(divisor): divisor for divisor in Divisor}
        if self.divisor is not None and self.divisor not in words:
            raise UnknownName("divisor", self.divisor[:24], words)
        return Divisor.CARDS if self.divisor is None else words[self.divisor]

    @cached_property
    def wanted(self) -> list[Bet]:
        return [*super().wanted, *self.quick[0]]

    @cached_property
    def quick(self) -> tuple[list[Bet], dict[str, str]]:
        """The bets with exact odds that take little time, and why each other bet is left out."""
        bets = registered() if self.all_bets else ()
        return can_be_weighed(bets, self.table.rules, DECIDE)
