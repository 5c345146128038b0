"""A shoe on the odds page, coup by coup: of a table, or one that somebody has pasted.

/odds?table=3&shoe=1&coup=12&cards=2     before the third card of coup 12
/odds?shoe=[Baccarat "1"]…&coup=12       the same of a written shoe
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from baccarat.base.errors import BaccaratError
from baccarat.base.frozen import freeze
from baccarat.base.sentences import Sentence
from baccarat.core.record import Record, read
from baccarat.web.gate.middleware import MOST_QUERY
from baccarat.web.pages.odds.address import AskedOdds, address_of, misfit

MOST_ROOM = MOST_QUERY - 600
"""Bytes of an address that a shoe may take; the rest is for bets and numbers."""
NUMBER = re.compile("[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class ShoeStep:
    """Where in a shoe somebody stands: before a coup, or in the middle of it."""

    record: Record
    where: Mapping[str, str]
    """the fields of the address that name the shoe"""
    coup: int
    """from 1; one more than there are is the coup to come"""
    cards: int = 0
    """how many of its cards lie on the table"""

    def __post_init__(self) -> None:
        freeze(self, "where")

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
        """The question at this place; bets and looks are as they were said."""
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
            coup=" ".join(self.dealt[: self.cards]),
        )

    def at(self, coup: int, cards: int = 0) -> "ShoeStep | None":
        """Another place of the same shoe; None if there is none."""
        step = replace(self, coup=coup, cards=cards)
        is_there = 1 <= coup <= self.coups + 1 and 0 <= cards <= len(step.dealt)
        return step if is_there else None

    def address(self, question: AskedOdds) -> str:
        """This place, with the bets and the look that were said."""
        bets = {name: value for name, value in question.fields.items() if name in ("bets", "all")}
        look = {"look": question.look} if question.look else {}
        cards = {"cards": str(self.cards)} if self.cards else {}
        return address_of({**self.where, "coup": str(self.coup), **cards, **bets, **look})


def whole_number(query: Mapping[str, str], name: str) -> int | None:
    """A number of the address; None if it is not said."""
    text = query.get(name, "")
    if text and not NUMBER.fullmatch(text):
        form = "{field}: {why}"
        rule = Sentence("a whole number is expected")
        raise misfit("shoe", Sentence(form, field=name, why=rule))
    return int(text) if text else None


def step_of(record: Record, place: Mapping[str, str], query: Mapping[str, str]) -> ShoeStep:
    """The place that an address names; without a coup, the one to come."""
    coups = len(record.entries)
    coup = whole_number(query, "coup")
    step = ShoeStep(record, place, coups + 1).at(coups + 1 if coup is None else coup)
    if step is None:
        form = "there is no coup {coup}: the shoe has {coups} so far"
        raise misfit("shoe", Sentence(form, coup=coup, coups=coups))
    cards = min(whole_number(query, "cards") or 0, len(step.dealt))
    return replace(step, cards=cards)


def read_shoe(text: str) -> Record:
    """A shoe that somebody has pasted; what can be repaired is."""
    if not text.strip():
        raise misfit("shoe", Sentence("nothing is pasted here"))
    try:
        return read(text, lenient=True)[0]
    except BaccaratError as error:
        form = "this shoe does not read: {why}"
        raise misfit("shoe", Sentence(form, why=error.said)) from None


def write_short(record: Record) -> str:
    """A shoe in our notation, as short as an address wants it."""
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
