"""A record holds the rules of a shoe, its coups and the wagers on them.

The docs page on the notation describes the text of a record for other programs.
"""

import re
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from typing import Any, NamedTuple, Self

from baccarat.base.errors import BadText, CoupError, ShoeError
from baccarat.base.frames import WINNERS, ColumnTypes, Framed
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, displayed, guided, helpful, require_fields
from baccarat.base.jsonable import decked
from baccarat.base.paths import UTF_8, AnyPath, load, save
from baccarat.core.cards import Card
from baccarat.core.chance import require_seed
from baccarat.core.coup import Coup, Side
from baccarat.core.fair import Fair
from baccarat.core.games import Game, as_game
from baccarat.core.games import game as game_named
from baccarat.core.record.entry import Entry
from baccarat.core.record.inspector import Inspector
from baccarat.core.result import Codes, Result, Results, as_result, write_results
from baccarat.core.rules import STANDARD, Rules, deal_from, deal_shoe
from baccarat.core.shoe import LastCoup, Shoe, decks_of
from baccarat.core.third_card import Strategy, as_dealt, nobody

VERSION = "1"
DETAILED = "2"
"""The version with details of hands without cards; written only where they exist."""
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class BadRecord(BadText):
    """The error for a record that cannot be read; its text begins with line and column.

    >>> from baccarat.core.record import read
    >>> read("BPT")
    Traceback (most recent call last):
        ...
    baccarat.core.record.record.BadRecord: line 1, column 1: expected [Baccarat "1"] first
    """

    def __init__(self, line: int, column: int, fault: str) -> None:
        super().__init__(f"line {line}, column {column}: {fault}")
        self.line = line
        self.column = column
        self.fault = fault

    def __reduce__(self) -> tuple[type[Self], tuple[int, int, str]]:
        return type(self), (self.line, self.column, self.fault)


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Record(Framed):
    """A shoe written down: how it was dealt, and every coup.

    >>> record = Record.deal(seed=7)
    >>> len(record.entries), record.differs(), Record.parse(str(record)) == record
    (78, None, True)
    """

    entries: tuple[Entry, ...] = ()
    game: str = "punto-banco"
    rules: Rules = STANDARD
    """the game's tableau and printed card, with the decks and the ceremony of this shoe"""
    burn_card: Card | None = None
    """None when it is unknown, or nothing was burned"""
    cut: int | None = None
    seed: int | None = None
    number: int = 0
    """the number of this shoe among the shoes of its seed, or of its fair seeds"""
    fair: Fair | None = None
    tags: tuple[tuple[str, str], ...] = ()
    """other facts about the shoe: names and values, in their order"""

    def __post_init__(self) -> None:
        freeze(self, "entries", "tags")
        require_fields(self)
        self._check_rules()
        self._check_seeds()
        taken = set(KNOWN_TAGS)
        for name, value in self.tags:
            if not TAG_NAME.fullmatch(name):
                raise BadText(f"not a tag's name: {name[:24]!r} (expected e.g. 'Table')")
            if name in taken:
                raise BadText(
                    f"the tag {name} is given twice or has the name of a field: choose another name"
                )
            if not value.isprintable():
                raise BadText(f"the tag {name} has characters that cannot be printed")
            taken.add(name)
        inspector = Inspector(self.rules, self.burn_card)
        for entry in self.entries:
            if entry.coup is not None:
                inspector.see(entry.coup)

    def _check_rules(self) -> None:
        played = game_named(self.game)
        rules = self.rules
        if played.name != self.game:
            raise BadText(f"write the game as {played.name}, not {self.game}")
        if (rules.tableau, rules.printed) != (played.rules.tableau, played.rules.printed):
            raise BadText(
                f"the tableau or the printed card differs from that of {self.game}: use the "
                "rules of "
                "the game"
            )
        if self.burn_card is not None and not rules.burn:
            raise ShoeError("the rules burn no card: leave the burn card out")
        if self.cut is not None:
            Shoe.of(decks_of(rules.decks)).cut(self.cut)  # complains of a cut out of bounds

    def _check_seeds(self) -> None:
        if self.seed is not None and self.fair is not None:
            raise ShoeError("give one seed, or the seeds of house and guest, not both")
        require_seed(self.seed or 0, self.number)
        if self.fair is None:
            if self.seed is None and self.number:
                raise ShoeError("a shoe number needs a seed: give the seed, too")
        elif self.fair.number != self.number:
            raise ShoeError(f"the fair shoe is number {self.fair.number}, not {self.number}")

    @classmethod
    @checked
    def of(
        cls, dealt: Results, game: str | Game = "punto-banco", decks: int | None = None
    ) -> "Record":
        """A record of coups, or of results without cards, in their order.

        >>> print(Record.of("BT").entries[0])
        B
        """
        played = as_game(game, decks=decks)
        entries = (item if isinstance(item, Coup) else as_result(item) for item in dealt)
        return cls(tuple(map(Entry.of, entries)), played.name, played.rules)

    @classmethod
    @checked
    def deal(
        cls,
        game: str | Game = "punto-banco",
        *,
        decks: int | None = None,
        rules: Rules | None = None,
        seed: int | None = None,
        number: int = 0,
        cut: int | None = None,
        fair: Fair | None = None,
        decide: Strategy = nobody,
    ) -> "Record":
        """Deal a whole shoe and write it down."""
        played = as_game(game, decks=decks, rules=rules)
        rules = played.rules
        number = number if fair is None else fair.number
        shoe = rules.shoe(seed, number, cut, fair)
        entries = tuple(map(Entry.of, deal_shoe(shoe, rules, decide)))
        return cls(entries, played.name, rules, shoe.burn_card, cut, seed, number, fair)

    @classmethod
    @checked
    def parse(cls, text: str) -> "Record":
        """Read the notation, strictly; `read()` can also be lenient."""
        from baccarat.core.record.reading import read  # it knows this module

        return read(text)[0]

    @classmethod
    def load(
        cls, path: AnyPath, *, encoding: str | None = None, codes: Codes | None = None
    ) -> "Record":
        """Read a file: as CSV if its name ends in `.csv`, else in the format of its first line.

        From a casino's table only the winners are read; see `read_results`.
        """
        from baccarat.core.record.formats import Format  # it knows this module

        text, promised = load(path, UTF_8 if encoding is None else encoding), Format.named(path)
        kind = promised if promised is Format.CSV else Format.of(text, codes)
        return kind.read(text, codes=codes)[0]

    def save(self, path: AnyPath) -> None:
        """Write a file: a table for `.csv`, JSON for `.json`, otherwise the notation."""
        from baccarat.core.record.formats import Format

        save(path, Format.named(path).write(self))

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each coup, for tables; unknown values are None."""
        return [entry.row(number) for number, entry in enumerate(self.entries, start=1)]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        sides = ("player", "banker")
        return {
            "number": "int64",
            **dict.fromkeys(sides, "string?"),
            "winner": WINNERS,
            **{f"{side}_total": "int8?" for side in sides},
            **{f"{side}_natural": "bool?" for side in sides},
            **{f"{side}_pair": "bool?" for side in sides},
            "wagers": "string",
        }, self.rows()

    @property
    def results(self) -> list[Result]:
        """The result of each coup."""
        return [entry.result for entry in self.entries]

    @property
    def can_be_dealt_again(self) -> bool:
        """Whether the record has the seeds that deal the same cards again."""
        return self.seed is not None or (self.fair is not None and self.fair.house_seed is not None)

    def differs(self) -> str | None:
        """The first difference from the shoe that the record's seeds deal; None if there is none.

        A record may end before its shoe does.
        """
        if self.seed is None and self.fair is None:
            raise ShoeError("the record cannot be checked: it has no seed and no commitment")
        shoe = self.rules.shoe(self.seed, self.number, self.cut, self.fair)
        if self.fair is not None and not self.fair.is_kept:
            return "the house's seed is not the one that was committed to"
        if self.burn_card is not None:
            turned = shoe.cards[0]
            if not _looks_like(turned, self.burn_card):
                return f"the burn card is written {self.burn_card}, but {turned} is turned up"
        for number, entry in enumerate(self.entries, start=1):
            if shoe.is_finished:
                return f"coup {number}: the shoe is finished after {number - 1}"
            try:
                decide = nobody if entry.coup is None else as_dealt(entry.coup)
                coup, shoe = deal_from(shoe, self.rules, decide)
            except CoupError:
                return f"coup {number}: a free choice was made, but it is not written down"
            if not _is_as_written(coup, entry):
                return f"coup {number}: written {entry}, dealt {Entry.of(coup)}"
        return None

    def __repr__(self) -> str:
        coups = f"{len(self.entries)} coup{'s' * (len(self.entries) != 1)}"
        return f"<record of {self.game}: {coups}>"

    def about_json(self) -> dict[str, object]:
        """The record as JSON: game, decks, number of coups and results."""
        return {
            "game": self.game,
            **decked(self.rules.decks),
            "coups": len(self.entries),
            "results": write_results(self.results),
        }

    def as_json(self) -> dict[str, object]:
        """The whole record as JSON, from which `read_json` rebuilds it."""
        rules = self.rules
        return {
            "baccarat": int(VERSION),
            **self.about_json(),
            "shoe": {
                "seed": self.seed,
                "number": self.number,
                "cut": self.cut,
                "cut_card": rules.cut_card,
                "last_coup": str(rules.last_coup),
                "burn": rules.burn,
                "burn_card": None if self.burn_card is None else str(self.burn_card),
            },
            "fair": None if self.fair is None else self.fair.as_json(),
            "other_tags": dict(self.tags),
            "entries": [
                entry.as_json(number) for number, entry in enumerate(self.entries, start=1)
            ],
        }

    def __str__(self) -> str:
        """The canonical text, as in a file."""
        detailed = any(entry.is_detailed for entry in self.entries)
        version = DETAILED if detailed else VERSION
        written = [("Baccarat", version), *((tag.name, tag.write(self)) for tag in TAGS)]
        lines = [
            f"[{name} {quote(str(value))}]"
            for name, value in [*written, *self.tags]
            if value is not None
        ]
        coups = [f"{number}. {entry}" for number, entry in enumerate(self.entries, start=1)]
        return "\n".join([*lines, "", *coups, f"end {len(coups)}", ""])


def _looks_like(dealt: Card, written: Card) -> bool:
    """Whether the dealt card is the written card, as far as the written card is known."""
    return dealt.depth >= written.depth and dealt.at(written.depth) == written


def _is_as_written(coup: Coup, entry: Entry) -> bool:
    written = entry.coup
    if written is not None and not (
        len(coup.player) == len(written.player)
        and len(coup.banker) == len(written.banker)
        and all(map(_looks_like, coup.cards, written.cards))
    ):
        return False
    dealt, seen = Result.of(coup), entry.result
    return dealt.winner is seen.winner and all(
        given in (None, known)
        for side in Side
        for given, known in zip(astuple(seen.known(side)), astuple(dealt.known(side)), strict=True)
    )


class Tag(NamedTuple):
    """A tag of our notation: its name, its reader into a record, and its writer."""

    name: str
    read: Callable[[Record, str], Record]
    write: Callable[[Record], object]

    @classmethod
    def of(cls, name: str, path: str, reader: Callable[[str], Any] = str) -> "Tag":
        """The tag of a field of the record, or of a field of its rules or of its fair seeds."""
        *part, field = path.split(".")

        def read(record: Record, text: str) -> Record:
            change = {field: reader(text)}
            if part == ["rules"]:
                return _with_rules(record, **change)
            return replace(record, **{"fair": replace(_fair(record), **change)} if part else change)

        def write(record: Record) -> object:
            holder = getattr(record, part[0]) if part else record
            return getattr(holder, field, None)

        return cls(name, read, write)


def _whole(text: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,19}", text):
        raise BadText(f"not a whole number: {text[:24]!r}")
    return int(text)


def _burning(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadText(f"burning must be yes or no, not {text[:24]!r}")
    return text == "yes"


def _card(text: str) -> Card:
    card = Card.parse(text)
    if str(card) != text:
        raise BadText(f"{text!r} is written {card}")
    return card


def _with_game(record: Record, name: str) -> Record:
    played = game_named(name)
    return replace(record, game=played.name, rules=played.rules)


def _with_rules(record: Record, **changes: Any) -> Record:
    """The record with these changes of its rules; the same object if nothing changes."""
    rules = record.rules
    if all(getattr(rules, name) == value for name, value in changes.items()):
        return record
    return replace(record, rules=replace(rules, **changes))


def _with_number(record: Record, number: int) -> Record:
    fair = None if record.fair is None else replace(record.fair, number=number)
    return replace(record, number=number, fair=fair)


def _fair(record: Record) -> Fair:
    if record.fair is None:
        raise ShoeError("the seeds of house and guest need a commitment: give the commitment first")
    return record.fair


# The tags in the order in which they are written; later tags build on earlier ones.
TAGS = (
    Tag("Game", _with_game, lambda record: record.game),
    Tag.of("Decks", "rules.decks", _whole),
    Tag.of("CutCard", "rules.cut_card", _whole),
    Tag.of("LastCoup", "rules.last_coup", LastCoup.parse),
    Tag(
        "Burning",
        lambda record, text: _with_rules(record, burn=_burning(text)),
        lambda record: None if record.rules.burn else "no",
    ),
    Tag.of("Seed", "seed", _whole),
    Tag(
        "Commitment",
        lambda record, text: replace(record, fair=Fair(text)),
        lambda record: record.fair and record.fair.commitment,
    ),
    Tag(
        "GuestSeed",
        lambda record, text: replace(record, fair=replace(_fair(record), guest_seed=text)),
        lambda record: (record.fair and record.fair.guest_seed) or None,
    ),
    Tag.of("HouseSeed", "fair.house_seed"),
    Tag(
        "Shoe",
        lambda record, text: _with_number(record, _whole(text)),
        lambda record: None if record.seed is None is record.fair else record.number,
    ),
    Tag.of("Cut", "cut", _whole),
    Tag.of("Burn", "burn_card", _card),
)
KNOWN_TAGS = {"Baccarat", *(tag.name for tag in TAGS)}


def quote(value: str) -> str:
    """A tag's value between quotes."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
