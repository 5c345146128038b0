"""Reading the notation: strictly, or leniently with a list of the repairs."""

import re
from dataclasses import replace
from typing import NamedTuple, NoReturn

from baccarat.base.errors import BaccaratError
from baccarat.base.hints import checked
from baccarat.core.cards import Card, shorten
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.layout import Wager
from baccarat.core.plugins import nothing_loaded
from baccarat.core.record.entry import Entry, read_wager, with_pairs
from baccarat.core.record.inspector import Inspector
from baccarat.core.record.record import DETAILED, TAGS, VERSION, BadRecord, Record
from baccarat.core.result import LETTERS, Known, Result

TAG = re.compile(
    r'[ \t]*\[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_-]*)[ \t]+"(?P<value>(?:[^"\\]|\\["\\])*)"'
    r"[ \t]*\][ \t]*(?:;.*)?"
)
WORD = re.compile(r"[0-9]+\.|[|{}]|[^ \t|{}]+")
NUMBER = re.compile(r"#?([0-9]{1,9})([.):]?)")
TOTALS = re.compile(r"([0-9?])-([0-9?])")
LOOSE_TOTALS = re.compile(r"([0-9?])[-–:/]([0-9?])")
MARK = re.compile(r"([+-])([PB])")
HAND = re.compile(r"([PB])(?!\?$)([23?])(?::([0-9]))?(?:\+([0-9]))?")
BLANK = " \t"


class Word(NamedTuple):
    """A word of a line, and the column where it begins."""

    text: str
    column: int


class WrittenTag(NamedTuple):
    """A tag's value, and its line and column."""

    value: str
    line: int
    column: int


class Written(NamedTuple):
    """The result that a line states; None for a fact that the line does not state."""

    letter: str | None
    totals: dict[Side, int]
    pairs: dict[Side, bool]
    hands: dict[Side, dict[str, int]]
    """the number of cards, the total of the first two, the points of the third"""


@checked
@nothing_loaded()
def read(text: str, lenient: bool = False) -> tuple[Record, list[str]]:
    """Read a record; if lenient, repair what can be repaired and list each repair with its place.

    >>> read("1. kh 5c 10h | 9d 4s b")[0]
    Traceback (most recent call last):
        ...
    baccarat.core.record.record.BadRecord: line 1, column 1: expected [Baccarat "1"] first
    """
    reader = _Reader(lenient)
    return reader.read(text), reader.repairs


class _Reader:
    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.repairs: list[str] = []
        self.kept = 0
        """how many repairs stay in the list even if this line is left out"""
        self.line = 1
        self.is_last = False
        """whether this is the file's last line, which may have been cut"""
        self.version = VERSION
        self.tags: dict[str, WrittenTag] = {}
        self.record = Record()
        self.inspector: Inspector | None = None
        """made when the header is complete and the first coup comes"""
        self.entries: list[Entry] = []
        self.number = 0
        """the number of the last coup, as it was written"""
        self.is_ended = False
        self.left_out: BadRecord | None = None
        """the first line that could not be repaired"""

    def fault(self, column: int, fault: object) -> NoReturn:
        raise BadRecord(self.line, column, str(fault))

    def mend(self, column: int, fault: object, repair: str) -> None:
        """Raise an error; if lenient, note the repair instead."""
        complaint = BadRecord(self.line, column, str(fault))
        if not self.lenient:
            raise complaint
        self.repairs.append(f"{complaint}: {repair}")

    def read(self, text: str) -> Record:
        lines = self.tidy(text).split("\n")
        for self.line, line in enumerate(lines, start=1):
            if not line.strip(BLANK) or line.lstrip(BLANK)[0] == ";":
                continue
            self.is_last = self.line == len(lines)
            try:
                self.read_line(line)
            except BadRecord as complaint:
                if not self.lenient:
                    raise
                self.left_out = self.left_out or complaint
                del self.repairs[self.kept :]
                self.repairs.append(f"{complaint}: line left out")
        if not self.is_ended:
            self.begin_coups(1)
            if self.lenient and not self.entries:
                raise self.left_out or BadRecord(self.line, 1, "nothing is written here")
            self.mend(1, "the record is cut short: no 'end' line", "taken as the end")
        elif not self.entries and self.left_out:
            raise self.left_out
        return replace(self.record, entries=tuple(self.entries))

    def tidy(self, text: str) -> str:
        if text.startswith("\ufeff"):
            self.mend(1, "a byte order mark", "left out")
            text = text[1:]
        place = text.find("\r")
        if place >= 0:
            self.line = text.count("\n", 0, place) + 1
            column = place - text.rfind("\n", 0, place)
            self.mend(column, "a carriage return: lines end in a line feed alone", "left out")
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text

    def read_line(self, line: str) -> None:
        column = len(line) - len(line.lstrip(BLANK)) + 1
        self.kept = len(self.repairs)
        if self.is_ended:
            self.fault(column, "something follows the 'end' line")
        if line[column - 1] == "[":
            self.read_tag(line, column)
            return
        self.begin_coups(column)
        self.kept = len(self.repairs)
        line = line.partition(";")[0]
        if "," in line and self.lenient:
            self.mend(line.index(",") + 1, "a stray comma", "left out")
            line = line.replace(",", " ")
        words = [Word(found[0], found.start() + 1) for found in WORD.finditer(line)]
        if words and words[0].text == "end":
            self.read_end(words)
        elif words:
            self.read_coup(words, len(line.rstrip(BLANK)) + 1)

    # The header

    def read_tag(self, line: str, column: int) -> None:
        found = TAG.fullmatch(line)
        if found is None:
            self.fault(column, 'not a tag (expected e.g. [Decks "8"])')
        name, value = found["name"], found["value"]
        value_at = found.start("value") + 1
        if self.inspector is not None:
            self.fault(column, "tags stand before the first coup")
        if not value.isprintable():
            bad = next(place for place, char in enumerate(value) if not char.isprintable())
            self.fault(value_at + bad, "this character cannot be printed")
        if not self.tags and name != "Baccarat":
            self.mend(column, f'expected [Baccarat "{VERSION}"] first', "read as that version")
        if name in self.tags:
            self.fault(column, f"the tag {name} is given twice")
        if name == "Baccarat" and value == DETAILED:
            self.version = DETAILED
        elif name == "Baccarat" and value != VERSION:
            fault = f"unknown version {shorten(value)}: this reader knows {VERSION} and {DETAILED}"
            self.mend(value_at, fault, f"read as version {VERSION}")
        value = re.sub(r"\\(.)", r"\1", value)
        self.tags[name] = WrittenTag(value, self.line, value_at)

    def begin_coups(self, column: int) -> None:
        """Make the record from the tags before the first coup; later calls do nothing."""
        if self.inspector is not None:
            return
        if not self.tags:
            fault = f'expected [Baccarat "{VERSION}"] first'
            self.mend(column, fault, "read as punto-banco")
        here = self.line
        self.tags.pop("Baccarat", None)
        for tag in TAGS:
            written = self.tags.pop(tag.name, None)
            if written is not None:
                try:
                    self.record = tag.read(self.record, written.value)
                except BaccaratError as complaint:
                    self.line = written.line
                    self.mend(written.column, complaint, "left out")
        self.line = here
        others = tuple((name, tag.value) for name, tag in self.tags.items())
        self.record = replace(self.record, tags=others)
        self.inspector = Inspector(self.record.rules, self.record.burn_card)

    # The coups

    def read_coup(self, words: list[Word], end: int) -> None:
        is_numbered = self.read_number(words[0])
        words = words[is_numbered:]
        at = next((at for at, word in enumerate(words) if self.is_letter(word.text)), None)
        braces = next((at for at, word in enumerate(words) if word.text == "{"), len(words))
        hands = words[: braces if at is None else min(at, braces)]
        coup = self.read_hands(hands) if hands else None
        rest = words[len(hands) :]
        wagers: tuple[Wager, ...] = ()
        letter = None
        if at is None or at > braces:
            self.no_letter(coup, rest[0].column if rest else end)
        else:
            letter = rest.pop(0)
        written, rest = self.read_result(letter, rest, has_cards=coup is not None)
        if rest and rest[0].text == "{":
            wagers, rest = self.read_wagers(rest, end)
        for word in rest:
            self.mend(word.column, f"unexpected {shorten(word.text)}", "left out")
        place = hands[0].column if hands else letter.column if letter else end
        try:
            entry = Entry(self.result(coup, letter, written, end), coup, wagers)
        except BadRecord:
            raise
        except BaccaratError as complaint:
            self.fault(place, complaint)
        self.entries.append(entry)
        self.number += not is_numbered

    def is_letter(self, text: str) -> bool:
        return text in LETTERS or (self.lenient and text.upper() in LETTERS)

    def read_number(self, word: Word) -> bool:
        """Read a word as the coup's number; True if the word is a number, even a wrong one."""
        expected = self.number + 1
        if word.text == f"{expected}.":
            self.number = expected
            return True
        fault = f"expected the number '{expected}.', not {shorten(word.text)}"
        found = NUMBER.fullmatch(word.text)
        # A single digit is a card's points, unless it is the coup's expected number.
        if found is None or (not found[2] and int(found[1]) != expected and len(found[1]) == 1):
            self.mend(word.column, fault, "numbered")
            return False
        self.mend(word.column, fault, "numbered anew")
        self.number = int(found[1])
        return True

    def no_letter(self, coup: Coup | None, column: int) -> None:
        fault = "the winner is missing (expected B, P or T)"
        if coup is None or self.is_last:
            self.fault(column, fault)
        self.mend(column, fault, "taken from the cards")

    def read_hands(self, words: list[Word]) -> Coup:
        hands: list[list[Card]] = [[]]
        for word in words:
            if word.text != "|":
                hands[-1].append(self.read_card(word))
            elif self.lenient and not hands[-1]:
                self.mend(word.column, "a stray bar", "left out")
            else:
                hands.append([])
        if self.lenient and not hands[-1]:
            self.mend(words[-1].column, "a stray bar", "left out")
            hands.pop()
        if len(hands) != 2:
            self.fault(words[0].column, "expected Player's hand | Banker's hand, then B, P or T")
        try:
            coup = Coup(Hand(tuple(hands[0])), Hand(tuple(hands[1])), is_over=True)
            if self.inspector is not None:
                self.inspector.see(coup)
        except BaccaratError as complaint:
            self.fault(words[0].column, complaint)
        return coup

    def read_card(self, word: Word) -> Card:
        try:
            card = Card.parse(word.text)
        except BaccaratError as complaint:
            self.fault(word.column, complaint)
        if str(card) != word.text:
            self.mend(word.column, f"{word.text!r} is written {card}", "rewritten")
        return card

    def read_result(
        self, letter: Word | None, words: list[Word], has_cards: bool
    ) -> tuple[Written, list[Word]]:
        if letter is not None and letter.text.islower():
            big = letter.text.upper()
            self.mend(letter.column, f"{letter.text!r} is written {big}", "rewritten")
        written = Written(None if letter is None else letter.text.upper(), {}, {}, {})
        may_tell_hands = not has_cards and self.version == DETAILED
        while words:
            word = words[0]
            totals = (LOOSE_TOTALS if self.lenient else TOTALS).fullmatch(word.text)
            mark = MARK.fullmatch(word.text)
            hand = HAND.fullmatch(word.text) if may_tell_hands else None
            if totals is not None and not (written.totals or written.pairs or written.hands):
                if not TOTALS.fullmatch(word.text):
                    self.mend(word.column, f"{word.text!r} is written with '-'", "rewritten")
                for side, total in zip(Side, totals.groups(), strict=True):
                    if total != "?":
                        written.totals[side] = int(total)
            elif mark is not None and Side(mark[2]) not in written.pairs and not written.hands:
                written.pairs[Side(mark[2])] = mark[1] == "+"
            elif hand is not None and Side(hand[1]) not in written.hands:
                told = zip(("cards", "start", "third"), hand.groups()[1:], strict=True)
                known = {name: int(text) for name, text in told if text not in (None, "?")}
                written.hands[Side(hand[1])] = known
            else:
                break
            words = words[1:]
        return written, words

    def result(self, coup: Coup | None, letter: Word | None, written: Written, end: int) -> Result:
        """The result from the cards, if there are any; the written result must agree with them."""
        if coup is None:
            known = {
                side: Known(
                    written.totals.get(side),
                    is_pair=written.pairs.get(side),
                    **written.hands.get(side, {}),
                )
                for side in Side
            }
            winner = None if written.letter is None else LETTERS[written.letter]
            return Result(winner, known[Side.PLAYER], known[Side.BANKER])
        told = Result.of(coup)
        totals = {side: coup.hand(side).total for side in Side}
        column = end if letter is None else letter.column
        if written.letter not in (None, told.letter) or any(
            total != totals[side] for side, total in written.totals.items()
        ):
            said = f"{totals[Side.PLAYER]}-{totals[Side.BANKER]}"
            self.mend(column, f"the cards say {told.letter} {said}", "corrected")
        for side, is_pair in written.pairs.items():
            if told.known(side).is_pair not in (None, is_pair):
                said = "no" if is_pair else "a"
                self.mend(column, f"the cards say that {side} has {said} pair", "corrected")
        return with_pairs(told, written.pairs)

    def read_wagers(self, words: list[Word], end: int) -> tuple[tuple[Wager, ...], list[Word]]:
        inside = words[1:]
        closing = next((at for at, word in enumerate(inside) if word.text == "}"), None)
        if closing is None:
            if self.is_last:
                self.fault(words[0].column, "the line is cut short: no '}'")
            self.mend(end, "the wagers have no '}'", "closed")
            closing = len(inside)
        if closing == 0:
            self.mend(words[0].column, "no wager between the braces", "left out")
        wagers = []
        for word in inside[:closing]:
            try:
                wagers.append(read_wager(word.text))
            except BaccaratError as complaint:
                self.mend(word.column, complaint, "left out")
        return tuple(wagers), inside[closing + 1 :]

    def read_end(self, words: list[Word]) -> None:
        count = " ".join(word.text for word in words[1:])
        if count not in (str(len(self.entries)), str(self.number)):
            there = f"there are {len(self.entries)} coups, not {shorten(count)}"
            self.mend(words[-1].column, there, "corrected")
        self.is_ended = True
