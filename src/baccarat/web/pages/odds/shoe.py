"""A shoe on the odds page, coup by coup: the shoe of a table, or a pasted one.

/odds?table=3&shoe=1&coup=12&cards=2     before the third card of coup 12
/odds?shoe=[Baccarat "1"]…&coup=12       before coup 12 of a written shoe
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freezes
from baccarat.base.sentences import Sentence
from baccarat.core.record import Record, read
from baccarat.web.gate.middleware import MOST_QUERY
from baccarat.web.pages.odds.address import AskedOdds, address_of, misfit

MOST_ROOM = MOST_QUERY - 600
"""Bytes of an address for the shoe; the rest is for bets and numbers."""
NUMBER = re.compile("[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
@freezes("where")
class ShoeStep:
    """A place in a shoe: before a coup, or in the middle of it."""

    record: Record
    where: Mapping[str, str]
    """the fields of the address that name the shoe"""
    coup: int
    """from 1; the next coup is one more than the shoe has"""
    cards: int = 0
    """number of the coup's cards that are on the table"""

    @property
    def coups(self) -> int:
        return len(self.record.entries)

    @property
    def dealt(self) -> list[str]:
        """The cards of this coup in dealing order, as far as they are known."""
        if self.coup > self.coups or (coup := self.record.entries[self.coup - 1].coup) is None:
            return []
        printed = len(self.record.rules.opening)
        return [str(card) for card in coup.cards[printed:]]

    def asked(self, question: AskedOdds) -> AskedOdds:
        """The odds question at this place, with the bets and the look of `question`."""
        record = self.record
        printed = len(record.rules.opening)
        cards_out = [] if record.burn_card is None else [record.burn_card]
        for entry in record.entries[: self.coup - 1]:
            cards_out += () if entry.coup is None else entry.coup.cards[printed:]
        return replace(
            question,
            game=record.game,
            decks=str(record.rules.decks),
            seen=" ".join(map(str, cards_out)),
            given=" ".join(self.dealt[: self.cards]),
        )

    def at(self, coup: int, cards: int = 0) -> "ShoeStep | None":
        """The place before another coup of the same shoe; None if the shoe has no such coup."""
        step = replace(self, coup=coup, cards=cards)
        is_there = 1 <= coup <= self.coups + 1 and 0 <= cards <= len(step.dealt)
        return step if is_there else None

    def address(self, question: AskedOdds) -> str:
        """The address of this place, with the bets and the look of the question."""
        bets = {
            name: value
            for name, value in question.fields.items()
            if name in ("what", "bets", "all")
        }
        look = {"look": question.look} if question.look else {}
        cards = {"cards": str(self.cards)} if self.cards else {}
        return address_of({**self.where, "coup": str(self.coup), **cards, **bets, **look})


def whole_number(query: Mapping[str, str], name: str) -> int | None:
    """A whole number in the address, or None."""
    text = query.get(name, "")
    if text and not NUMBER.fullmatch(text):
        form = "{field}: {why}"
        rule = Sentence("a whole number is expected")
        raise misfit("shoe", Sentence(form, field=name, why=rule))
    return int(text) if text else None


def step_of(record: Record, place: Mapping[str, str], query: Mapping[str, str]) -> ShoeStep:
    """The place that an address names; default: before the next coup."""
    coups = len(record.entries)
    coup = whole_number(query, "coup")
    step = ShoeStep(record, place, coups + 1).at(coups + 1 if coup is None else coup)
    if step is None:
        form = "there is no coup {coup}: the shoe has {coups} so far"
        raise misfit("shoe", Sentence(form, coup=coup, coups=coups))
    cards = min(whole_number(query, "cards") or 0, len(step.dealt))
    return replace(step, cards=cards)


def read_shoe(text: str) -> Record:
    """Read a pasted shoe, repaired where possible."""
    if not text.strip():
        raise misfit("shoe", Sentence("nothing was pasted"))
    try:
        return read(text, lenient=True)[0]
    except BaccaratError as error:
        form = "cannot read this shoe: {why}"
        raise misfit("shoe", Sentence(form, why=error.said)) from None


def write_short(record: Record) -> str:
    """A shoe in our notation, shortened for an address."""
    tags = {"Game": record.game, "Decks": record.rules.decks, "Burn": record.burn_card}
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value is not None]
    for entry in record.entries:
        coup = entry.coup
        hands = "" if coup is None else f"{coup.player}|{coup.banker} "
        lines.append(f"{hands}{entry.letter}")
    text = "\n".join(['[Baccarat "1"]', *lines, f"end {len(record.entries)}"])
    if len(address_of({"shoe": text})) > MOST_ROOM:
        raise misfit("shoe", Sentence("this shoe is too long for an address"))
    return text
