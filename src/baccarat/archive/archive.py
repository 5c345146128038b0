"""An archive: many written shoes as flat arrays, with a row for each coup."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from baccarat.archive.rows import CODES, UNKNOWN_ROW, entry_of, row_of
from baccarat.base.errors import BadValue, CoupError
from baccarat.base.hints import checked, guided, helpful, whole
from baccarat.base.paths import AnyPath
from baccarat.core.cards import KINDS, Depth
from baccarat.core.coup import cell_parts
from baccarat.core.games import Game
from baccarat.core.games import game as game_named
from baccarat.core.record import Entry, Record
from baccarat.core.result import LETTERS, Codes
from baccarat.core.shoe import MOST_DECKS
from baccarat.simulation.coups import NO_CARD, Coups

if TYPE_CHECKING:
    from baccarat.archive.explorer import Followed, StringCounts
    from baccarat.archive.normal.check import ArchiveCheck
    from baccarat.archive.reading import ReadingReport

SOURCE_TAG = "Source"
"""The tag of a record with the name of the file from which the shoe was read."""
LONGEST_NAME = 200
NUMBER = re.compile(r"[1-9][0-9]{0,17}")
NUMBER_TAG = "Number"
"""The tag of a record with its number in its source."""
LETTERS_BY_CODE = np.frombuffer("".join(LETTERS).encode(), np.uint8)
FACTS = [f"{side}_{fact}" for fact in ("totals", "pairs", "cards") for side in ("player", "banker")]
"""The arrays with known facts of a hand, in the order of a row."""
BY_COUP = ("winners", *FACTS, "cards")
BY_SHOE = ("decks", "games", "sources", "numbers")
BOUNDS = {"totals": (-1, 9), "pairs": (-1, 1), "cards": (0, 3)}
"""The lowest and the highest value of a fact."""


@helpful
@guided
@dataclass(frozen=True, eq=False, repr=False)
class Archive:
    """Many written shoes; iterating gives each shoe as a record.

    >>> archive = Archive.of([Record.of("BPT"), Record.deal(seed=7)])
    >>> len(archive), archive.coups, archive.letters(0), archive.shoe(1).entries[0].letter
    (2, 81, 'BPT', 'B')

    An archive does not keep wagers, seeds, the ceremony and other tags of a shoe.
    """

    starts: npt.NDArray[np.int64]
    """by shoe, and one more: the row of the shoe's first coup; the last is the number of coups"""
    winners: npt.NDArray[np.uint8]
    """by coup: 0 Player, 1 Banker, 2 tie, as in `Coups.winners`"""
    player_totals: npt.NDArray[np.int8]
    """by coup: 0 to 9; −1 if unknown"""
    player_pairs: npt.NDArray[np.int8]
    """by coup: 1 if the hand has a pair, 0 if not; −1 if unknown"""
    player_cards: npt.NDArray[np.int8]
    """by coup: the number of cards in the hand; 0 if unknown"""
    banker_totals: npt.NDArray[np.int8]
    banker_pairs: npt.NDArray[np.int8]
    banker_cards: npt.NDArray[np.int8]
    cards: npt.NDArray[np.uint8]
    """by coup and place (Player's three cards, Banker's three): the card's code in `CODES`, from 1;
    0 if the card is unknown or does not exist"""
    decks: npt.NDArray[np.uint8]
    """by shoe: the number of decks"""
    games: npt.NDArray[np.int32]
    """by shoe: the index of its game in `game_names`"""
    sources: npt.NDArray[np.int32]
    """by shoe: the index of its source in `source_names`"""
    numbers: npt.NDArray[np.int64]
    """by shoe: its number in its source, from 1"""
    game_names: tuple[str, ...]
    source_names: tuple[str, ...]
    """names of files, without their folders"""

    def __post_init__(self) -> None:
        shoes, coups = len(self.decks), len(self.winners)
        ends = int(self.starts[0]), int(self.starts[-1]), len(self.starts)
        if ends != (0, coups, shoes + 1) or (np.diff(self.starts) < 0).any():
            raise BadValue("the starts of an archive must rise from 0 to the number of coups")
        bounds = {
            "winners": (0, 2),
            **{name: BOUNDS[name.partition("_")[2]] for name in FACTS},
            "cards": (0, len(CODES)),
            "decks": (1, MOST_DECKS),
            "games": (0, len(self.game_names) - 1),
            "sources": (0, len(self.source_names) - 1),
            "numbers": (0, (1 << 63) - 1),
        }
        for name, (low, high) in bounds.items():
            array, length = getattr(self, name), shoes if name in BY_SHOE else coups
            if array.shape != ((length, 6) if name == "cards" else (length,)):
                raise BadValue(f"{name}: an archive must have {length} values, one a row")
            if length and not low <= array.min() <= array.max() <= high:
                raise BadValue(f"{name}: the values must be {low} to {high}")
        for field in fields(self)[:-2]:
            getattr(self, field.name).flags.writeable = False

    def __reduce__(self) -> tuple[type["Archive"], tuple[object, ...]]:
        return Archive, tuple(getattr(self, field.name) for field in fields(self))

    @classmethod
    @checked
    def of(
        cls,
        records: Iterable[Record],
        sources: Sequence[str] | None = None,
        numbers: Sequence[int] | None = None,
    ) -> "Archive":
        """An archive of records in their order; by default the tags give sources and numbers."""
        shoes = list(records)
        rows = [row_of(entry) for shoe in shoes for entry in shoe.entries]
        table = np.array(rows, np.int8).reshape(len(rows), 1 + len(UNKNOWN_ROW))
        game_names, games = indexed([shoe.game for shoe in shoes])
        if sources is None:
            sources = [source_of(shoe) for shoe in shoes]
        if numbers is None:
            numbers = [number_of(shoe) or place for place, shoe in enumerate(shoes, start=1)]
        source_names, places = indexed(sources)
        facts: dict[str, Any] = {
            name: table[:, column].copy() for column, name in enumerate(FACTS, start=1)
        }
        return cls(
            starts=starts_of(np.array([len(shoe.entries) for shoe in shoes], np.int64)),
            winners=table[:, 0].astype(np.uint8),
            **facts,
            cards=table[:, 1 + len(FACTS) :].astype(np.uint8),
            decks=np.array([shoe.rules.decks for shoe in shoes], np.uint8),
            games=games,
            sources=places,
            numbers=np.array(numbers, np.int64),
            game_names=game_names,
            source_names=source_names,
        )

    @classmethod
    def of_winners(
        cls,
        winners: npt.NDArray[np.uint8],
        lengths: npt.NDArray[np.int64],
        game: Game,
        source: str,
        numbers: npt.NDArray[np.int64],
    ) -> "Archive":
        """An archive of shoes of which only the winners are known."""
        shoes, coups = len(lengths), len(winners)
        facts: dict[str, Any] = {
            name: np.full(coups, BOUNDS[name.partition("_")[2]][0], np.int8) for name in FACTS
        }
        return cls(
            starts=starts_of(lengths),
            winners=winners,
            **facts,
            cards=np.zeros((coups, 6), np.uint8),
            decks=np.full(shoes, game.rules.decks, np.uint8),
            games=np.zeros(shoes, np.int32),
            sources=np.zeros(shoes, np.int32),
            numbers=numbers,
            game_names=(game.name,),
            source_names=(source,),
        )

    @classmethod
    @checked
    def of_coups(cls, batch: Coups, game: str = "punto-banco", source: str = "") -> "Archive":
        """An archive of simulated shoes.

        >>> from baccarat import coups
        >>> Archive.of_coups(next(coups(shoes=3, seed=7, cards="ranks")))
        <archive: 3 shoes, 240 coups>
        """
        is_dealt = batch.cells >= 0
        *held, player, banker = cell_parts(batch.cells[is_dealt])
        pairs = np.full((2, len(player)), -1)
        cards = np.zeros((len(player), 6), np.uint8)
        if batch.depth is not None:
            hands = batch.hands[is_dealt]
            first = CODES[KINDS[batch.depth][0]]
            cards = np.where(hands == NO_CARD, 0, hands + first).reshape(-1, 6).astype(np.uint8)
            if batch.depth >= Depth.RANKS:
                ranks = hands // (4 if batch.depth is Depth.CARDS else 1)
                pairs = (ranks[:, :, 0] == ranks[:, :, 1]).T
        facts: dict[str, Any] = {
            name: np.array(fact, np.int8)
            for name, fact in zip(FACTS, (player, banker, *pairs, *held), strict=True)
        }
        shoes, plan = batch.shoes, batch.plan
        return cls(
            starts=starts_of(batch.lengths),
            winners=batch.winners[is_dealt],
            **facts,
            cards=cards,
            decks=np.full(shoes, plan.rules.decks, np.uint8),
            games=np.zeros(shoes, np.int32),
            sources=np.zeros(shoes, np.int32),
            numbers=plan.first + 1 + plan.apart * np.arange(shoes, dtype=np.int64),
            game_names=(game_named(game).name,),
            source_names=(source,),
        )

    @classmethod
    def read(
        cls,
        paths: Iterable[AnyPath | BinaryIO],
        *,
        game: str = "punto-banco",
        decks: int | None = None,
        codes: Codes | None = None,
        encoding: str | None = None,
    ) -> "tuple[Archive, ReadingReport]":
        """Read files and folders in every form; return the shoes, and what was read and refused.

        >>> from io import BytesIO
        >>> shoes, report = Archive.read([BytesIO(b"BPTB\\nBP4\\nPP\\n")])
        >>> shoes, [refusal.line for refusal in report.refusals]
        (<archive: 2 shoes, 6 coups>, [2])
        """
        from baccarat.archive.reading import import_shoes  # it knows this module

        parts: list[Archive] = []
        report = import_shoes(
            paths, parts.append, game=game, decks=decks, codes=codes, encoding=encoding
        )
        return cls.joined(parts), report

    @classmethod
    def load(cls, path: AnyPath) -> "Archive":
        """The archive in a .parquet file."""
        from baccarat.archive.parquet import load_archive  # it knows this module

        return load_archive(path)

    def save(self, path: AnyPath) -> None:
        """Write a .parquet file, completely or not at all; the same shoes give the same bytes."""
        from baccarat.archive.parquet import save_archive

        save_archive(self, path)

    @classmethod
    @checked
    def joined(cls, parts: Iterable["Archive"]) -> "Archive":
        """The shoes of several archives, in order."""
        archives = list(parts) or [cls.of([])]
        game_names, games = _renamed([(part.game_names, part.games) for part in archives])
        source_names, places = _renamed([(part.source_names, part.sources) for part in archives])
        arrays: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in archives])
            for name in (*BY_COUP, "decks", "numbers")
        }
        return cls(
            starts=starts_of(np.concatenate([part.lengths for part in archives])),
            **arrays,
            games=games,
            sources=places,
            game_names=game_names,
            source_names=source_names,
        )

    def only(self, shoes: npt.ArrayLike) -> "Archive":
        """An archive of some of the shoes, given by places, or by True and False for each shoe."""
        chosen = np.arange(len(self))[np.asarray(shoes)]
        lengths = self.lengths[chosen]
        # The row of each coup: its shoe's first row, then one more for each coup of the shoe.
        starts = starts_of(lengths)
        rows = np.arange(starts[-1]) + np.repeat(self.starts[chosen] - starts[:-1], lengths)
        game_names, games = _used(self.game_names, self.games[chosen])
        source_names, sources = _used(self.source_names, self.sources[chosen])
        by_coup: dict[str, Any] = {name: getattr(self, name)[rows] for name in BY_COUP}
        return Archive(
            starts=starts,
            **by_coup,
            decks=self.decks[chosen],
            games=games,
            sources=sources,
            numbers=self.numbers[chosen],
            game_names=game_names,
            source_names=source_names,
        )

    @property
    def coups(self) -> int:
        """The number of coups."""
        return len(self.winners)

    @cached_property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of coups of each shoe."""
        lengths = np.diff(self.starts)
        lengths.flags.writeable = False
        return lengths

    def after(self, decisions: str, skip_ties: bool = False) -> "Followed":
        """What followed a string of 1 to 12 decisions, such as `BBPB`, within the same shoe.

        The first question counts all strings; further questions take milliseconds.
        """
        from baccarat.archive.explorer import read_decisions  # it knows this module

        string = read_decisions(decisions, skip_ties)
        return (self._decided_strings if skip_ties else self._strings).after(string)

    @cached_property
    def _strings(self) -> "StringCounts":
        from baccarat.archive.explorer import StringCounts

        return StringCounts.of(self, skip_ties=False)

    @cached_property
    def _decided_strings(self) -> "StringCounts":
        from baccarat.archive.explorer import StringCounts

        return StringCounts.of(self, skip_ties=True)

    def check(self, level: float = 0.01) -> "ArchiveCheck":
        """Compare these shoes with fair shoes, as `check_archive` does."""
        from baccarat.archive.normal.check import check_archive  # it knows this module

        return check_archive(self, level)

    def letters(self, shoe: int) -> str:
        """The winners of a shoe as letters."""
        return LETTERS_BY_CODE[self.winners[self._rows(shoe)]].tobytes().decode()

    def shoe(self, shoe: int) -> Record:
        """A shoe as a record, with the tag `Source`; an impossible coup raises `CoupError`."""
        rows = self._rows(shoe)
        table = np.column_stack([getattr(self, name)[rows] for name in BY_COUP])
        played = game_named(self.game_names[self.games[shoe]], int(self.decks[shoe]))
        tags = {SOURCE_TAG: self.source_names[self.sources[shoe]]}
        tags[NUMBER_TAG] = str(self.numbers[shoe]) if tags[SOURCE_TAG] else ""
        entries = list[Entry]()
        for coup, row in enumerate(map(tuple, table.tolist()), start=1):
            try:
                entries.append(entry_of(row))
            except CoupError as fault:
                where = f"{shoe_name(self, shoe)}, coup {coup}"
                raise CoupError(f"{where}: {fault}: correct it, or leave the shoe out") from None
        return Record(
            tuple(entries),
            played.name,
            played.rules,
            tags=tuple((name, value) for name, value in tags.items() if value),
        )

    def _rows(self, shoe: int) -> slice:
        place = whole(shoe, "the place of a shoe")
        if not 0 <= place < len(self):
            raise BadValue(f"an archive of {len(self)} shoes has no shoe at place {place}")
        return slice(int(self.starts[place]), int(self.starts[place + 1]))

    def __len__(self) -> int:
        """The number of shoes."""
        return len(self.decks)

    def __iter__(self) -> Iterator[Record]:
        return map(self.shoe, range(len(self)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all arrays and names."""
        told = hashlib.sha256(repr((self.game_names, self.source_names)).encode())
        for field in fields(self)[:-2]:
            told.update(getattr(self, field.name).tobytes())
        return told.hexdigest()

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Archive) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<archive: {len(self):,} shoe{'s' * (len(self) != 1)}, {self.coups:,} coups>"


def shoe_name(archive: Archive, shoe: int) -> str:
    """The name of a shoe: its source, if the source is known, and its number in the source."""
    source = archive.source_names[archive.sources[shoe]]
    return f"{source}, shoe {archive.numbers[shoe]}" if source else f"shoe {archive.numbers[shoe]}"


def source_of(record: Record) -> str:
    """The source in the tags of a record; an empty text if there is none."""
    return dict(record.tags).get(SOURCE_TAG, "")[:LONGEST_NAME]


def number_of(record: Record) -> int:
    """The number of a shoe in its source, from the tags of its record; 0 if there is none."""
    text = dict(record.tags).get(NUMBER_TAG, "")
    return int(text) if NUMBER.fullmatch(text) else 0


def starts_of(lengths: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The row of each shoe's first coup, and the number of coups, from the shoes' lengths."""
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])


def indexed(names: Sequence[str]) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """The different names in order of appearance, and the index of each name."""
    places: dict[str, int] = {}
    indices = [places.setdefault(name, len(places)) for name in names]
    return tuple(places), np.array(indices, np.int32)


def _renamed(
    parts: Sequence[tuple[tuple[str, ...], npt.NDArray[Any]]],
) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """The names of all parts, and the indices of all parts as indices into these names."""
    places: dict[str, int] = {}
    tables = [
        np.array([places.setdefault(name, len(places)) for name in names], np.int32)
        for names, _ in parts
    ]
    indices = [table[part] for table, (_, part) in zip(tables, parts, strict=True)]
    return tuple(places), np.concatenate(indices).astype(np.int32)


def _used(
    names: tuple[str, ...], places: npt.NDArray[Any]
) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """The used names in order of appearance, and the given indices as indices into these names."""
    used, first, indices = np.unique(places, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return tuple(names[place] for place in used[order]), np.argsort(order)[indices].astype(np.int32)
