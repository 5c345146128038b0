"""A count as text: its name or its tags, and its bet.

dragon-7                                    the count of that bet: published, or suggested
dragon-7 at 5                               the same with your own trigger
suggested on dragon-7                       tags by the effects of removal, the best trigger
suggested:1 on dragon-7                     the same with tags of -1, 0 and 1 only
published on panda-8                        every count that was published for the bet
perfect on tie                              no count: perfect play
0 0 0 -1 -1 -1 -1 2 2 0 at 4 on dragon-7    tags, ace to nine and then ten, and a trigger
8:1 from -4 at 1:1 3:2 running burn unseen on tie
dragon-7 on panda-8                         the tags of another bet's count, with its own trigger
all on dragon-7                             published, suggested, suggested:1 and perfect
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, guided
from baccarat.core.cards import Card
from baccarat.core.counts import MOST_TAG
from baccarat.systems.counting.play import (
    CountedBet,
    CountStakes,
    Divisor,
    parse_stakes,
    parse_tags,
    write_stakes,
    write_tags,
)

PUBLISHED, SUGGESTED, PERFECT, ALL = NAMES = ("published", "suggested", "perfect", "all")
UNSEEN = "burn unseen"
FORMS = "a bet, published, suggested, perfect, all, or tags and a trigger: '8:1 9:1 at 4'"


@guided
@dataclass(frozen=True, slots=True)
@freezes("tags", "stakes")
class SpelledCount:
    """A card count as the user typed it. Parts that were not typed are calculated for the bet."""

    name: str = SUGGESTED
    """one of `NAMES`; empty if tags are given"""
    tags: Mapping[Card, int] | None = None
    tags_of: str | None = None
    """the bet whose count is used; on another bet, only the tags of that count"""
    stakes: CountStakes | None = None
    """None: one unit from the trigger that earns most"""
    start: int = 0
    divisor: Divisor = Divisor.CARDS
    sees_burn: bool = True
    most: int = MOST_TAG
    """the largest tag of a suggested count"""
    on: str | None = None
    """the bet that the count is for"""

    @classmethod
    def of(cls, count: CountedBet) -> "SpelledCount":
        """The spelling of a count whose parts are all known."""
        settings = count.start, count.divisor, count.sees_burn
        return cls("", count.tags, None, count.stakes, *settings, on=str(count.bet))

    @property
    def bet(self) -> str | None:
        """The bet that the count is for; None if neither `on` nor `tags_of` names a bet."""
        return self.on or self.tags_of

    def __str__(self) -> str:
        """The count as text that `read_count` reads."""
        head = self.name or self.tags_of or write_tags(self.tags or {})
        return (
            head
            + (f":{self.most}" if self.most != MOST_TAG else "")
            + (f" from {self.start}" if self.start else "")
            + (f" at {write_stakes(self.stakes)}" if self.stakes else "")
            + (f" {self.divisor}" if self.divisor is not Divisor.CARDS else "")
            + (f" {UNSEEN}" if not self.sees_burn else "")
            + (f" on {self.on}" if self.on else "")
        )


@checked
def read_count(text: str) -> SpelledCount:
    """Read a count as text, with or without its bet.

    >>> read_count("perfect on tie").on, str(read_count("8:1,9:1 at 4 running"))
    ('tie', '0 0 0 0 0 0 0 1 1 0 at 4 running')
    """
    remainder, has_bet, bet = text.partition(" on ")
    remainder, sees_burn = remainder.strip(), True
    if remainder.endswith(UNSEEN):
        remainder, sees_burn = remainder.removesuffix(UNSEEN).strip(), False
    divisor = next((kind for kind in Divisor if remainder.endswith(f" {kind}")), None)
    remainder = remainder if divisor is None else remainder.removesuffix(str(divisor)).strip()
    remainder, has_trigger, trigger = remainder.partition(" at ")
    remainder, has_start, start = remainder.partition(" from ")
    if has_start and not re.fullmatch("[+-]?[0-9]{1,6}", start.strip()):
        raise BadText(f"not the start of a count: {start[:24]!r} (expected e.g. 'from -32')")
    name, tags, tags_of, most_tag = _tags(remainder.strip())
    if name in (PUBLISHED, PERFECT, ALL) and (has_trigger or has_start or divisor or not sees_burn):
        raise BadText(f"{name} takes no more words: leave the rest of {text[:40]!r} out")
    if has_bet and not bet.strip():
        raise BadText(f"no bet is named: {text[:40]!r} (expected e.g. 'perfect on dragon-7')")
    return SpelledCount(
        name,
        tags,
        tags_of,
        parse_stakes(trigger) if has_trigger else None,
        int(start or 0),
        divisor or Divisor.CARDS,
        sees_burn,
        most_tag,
        bet.strip() or None,
    )


def _tags(text: str) -> tuple[str, Mapping[Card, int] | None, str | None, int]:
    """Read a count: its name, its tags, the bet to suggest tags for, and the largest tag.

    What the text does not say is empty or None.
    """
    head, _, number = text.partition(":")
    if head == SUGGESTED and number:
        if not re.fullmatch("[1-9]", number):
            raise BadText(f"the largest tag must be 1 to 9, not {number[:24]!r}")
        return SUGGESTED, None, None, int(number)
    if text in NAMES:
        return text, None, None, MOST_TAG
    if is_bet(text):
        return "", None, text, MOST_TAG
    if not text:
        raise BadText(f"no count is given (expected {FORMS})")
    return "", parse_tags(text), None, MOST_TAG


def is_bet(text: str) -> bool:
    """Whether the text is a bet, not tags: `dragon-7:40`, not `8:1` or `Kx:-1`."""
    return bool(re.search("[a-zA-Z]{3}|^[^ :,]+$|^[^ :,]+-[^ :,]+:", text))
