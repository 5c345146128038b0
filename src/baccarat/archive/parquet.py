"""The file of an archive: Parquet, with a row for each shoe.

Texts hold the facts of all coups of a shoe, a character for each coup, `?` where a fact is unknown;
`cards` has twelve characters for each coup, two for a card. A text is missing where the fact is
unknown in the whole shoe. The same shoes give the same bytes, however they came.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.archive.archive import FACTS, LONGEST_NAME, Archive, indexed, starts_of
from baccarat.archive.rows import CODES
from baccarat.base.errors import BadValue, FileTrouble
from baccarat.base.files import draft_of, shown, trouble_told
from baccarat.base.frames import require_arrow
from baccarat.base.hints import quoted
from baccarat.base.paths import AnyPath
from baccarat.core.result import LETTERS

ENDING = ".parquet"
GROUP = 4096
"""The number of shoes in a row group."""
VERSION = {b"baccarat": b"archive 1"}
BAD = 255
"""Stands for characters without a value."""
FACTS_OF_SHOES = {"source": "string", "number": "int64", "game": "string", "decks": "uint8"}

Write = Callable[[Archive], None]
"""A function that adds the shoes of an archive to a file."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How an array is written as text: the text of each value, all of the same width."""

    texts: npt.NDArray[np.uint8]
    """by value, from the lowest (which means unknown), and by character"""
    lowest: int

    @classmethod
    def of(cls, texts: Sequence[str], lowest: int = 0) -> "Spelling":
        """The spelling with these texts, the text of the lowest value first."""
        width = max(map(len, texts))
        joined = "".join(text.ljust(width, "-") for text in texts)
        return cls(np.frombuffer(joined.encode(), np.uint8).reshape(-1, width), lowest)

    def write(self, values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """The characters of these values."""
        return self.texts[values.reshape(-1).astype(np.intp) - self.lowest].reshape(-1)

    def read(self, characters: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
        """The values of these characters."""
        words = characters.reshape(-1, self.texts.shape[1])
        places = np.full(1 << 8 * words.shape[1], BAD, np.uint8)
        places[_numbers(self.texts)] = range(len(self.texts))
        values = places[_numbers(words)]
        if (values == BAD).any():
            word = words[values == BAD][0].tobytes().decode("latin-1")
            raise BadValue(f"{quoted(word)} is written where a fact of a coup must be")
        return values.astype(np.int16) + self.lowest


def _numbers(words: npt.NDArray[np.uint8]) -> npt.NDArray[np.intp]:
    """The characters of each word as one number."""
    return words.astype(np.intp) @ (256 ** np.arange(words.shape[1]))


SPELLINGS = {
    "winners": Spelling.of(list(LETTERS)),
    "totals": Spelling.of(list("?0123456789"), lowest=-1),
    "pairs": Spelling.of(list("?01"), lowest=-1),
    "cards": Spelling.of(list("?123")),
    "six": Spelling.of(["", *map(str, CODES)]),
}
COLUMNS = {
    "winners": SPELLINGS["winners"],
    **{name: SPELLINGS[name.partition("_")[2]] for name in FACTS},
    "cards": SPELLINGS["six"],
}
"""By array of the archive: its spelling."""


def check_name(path: AnyPath) -> None:
    """Refuse a name or an installation with which no archive can be written or read."""
    if Path(path).suffix.lower() != ENDING:
        raise FileTrouble(f"{shown(path)}: use a name that ends in {ENDING}")
    require_arrow(f"{shown(path)}: Parquet")


def save_archive(archive: Archive, path: AnyPath) -> None:
    """Write an archive to a .parquet file, completely or not at all."""
    with archive_file(path) as write:
        write(archive)


@contextmanager
def archive_file(path: AnyPath) -> Iterator[Write]:
    """A file to which archives are added; it appears when it is complete."""
    check_name(path)
    if Path(path).exists() and not Path(path).is_file():
        raise FileTrouble(f"{shown(path)}: not a file")
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    types = FACTS_OF_SHOES | dict.fromkeys(COLUMNS, "string")
    fields = [arrow.field(name, arrow.type_for_alias(kind)) for name, kind in types.items()]
    waiting: list[Archive] = []
    count = 0
    with (
        trouble_told(path, "written"),
        draft_of(path) as file,
        parquet.ParquetWriter(
            file,
            arrow.schema(fields, VERSION),
            compression="zstd",
            use_dictionary=["source", "game"],
            write_page_checksum=True,
        ) as writer,
    ):

        def write_groups(least: int) -> None:
            """Write groups while at least this many shoes wait."""
            shoes = Archive.joined(waiting)
            first = 0
            while len(shoes) - first >= least:
                group = shoes.only(np.arange(first, min(first + GROUP, len(shoes))))
                writer.write_table(arrow.Table.from_arrays(_arrays(group), schema=writer.schema))
                first += len(group)
            waiting[:] = [shoes.only(np.arange(first, len(shoes)))]

        def write(part: Archive) -> None:
            nonlocal count
            waiting.append(part)
            count += len(part)
            if count >= GROUP:
                write_groups(GROUP)
                count = len(waiting[0])

        yield write
        write_groups(1)


def _arrays(group: Archive) -> list[Any]:
    """The columns of a row group."""
    arrow = import_module("pyarrow")
    sources = [group.source_names[place] for place in group.sources.tolist()]
    games = [group.game_names[place] for place in group.games.tolist()]
    facts = [sources, group.numbers, games, group.decks]
    return [*map(arrow.array, facts), *(_texts(group, name) for name in COLUMNS)]


def _texts(group: Archive, name: str) -> Any:
    """A column of texts, one for each shoe; null where a fact is unknown in the whole shoe."""
    arrow, spelling, values = import_module("pyarrow"), COLUMNS[name], getattr(group, name)
    is_known = (values.reshape(group.coups, 6 if name == "cards" else 1) != spelling.lowest).any(
        axis=1
    )
    sums = np.concatenate([[0], np.cumsum(is_known)])
    has_facts = sums[group.starts[1:]] > sums[group.starts[:-1]]
    if name == "winners":
        has_facts = np.ones(len(group), bool)
    text = spelling.write(values[np.repeat(has_facts, group.lengths)])
    width = len(text) // max(1, int(group.lengths[has_facts].sum()))
    offsets = starts_of(group.lengths * has_facts * width).astype(np.int32)
    buffers = offsets, text, np.packbits(has_facts, bitorder="little")
    return arrow.StringArray.from_buffers(len(group), *map(arrow.py_buffer, buffers))


def load_archive(path: AnyPath) -> Archive:
    """The archive in a .parquet file."""
    return Archive.joined(archive_parts(path))


def archive_parts(path: AnyPath) -> Iterator[Archive]:
    """The archive in a .parquet file, part by part, so that memory does not grow with the file."""
    check_name(path)
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    with trouble_told(path, "read"):
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below
    with stream:
        try:
            table = parquet.ParquetFile(stream, page_checksum_verification=True)
            lacking = [
                name for name in (*FACTS_OF_SHOES, *COLUMNS) if name not in table.schema_arrow.names
            ]
            if lacking:
                raise BadValue(f"it lacks the column {lacking[0]}")
            columns = [*FACTS_OF_SHOES, *COLUMNS]
            for batch in table.iter_batches(GROUP, columns=columns, use_threads=False):
                yield _part(batch)
        except (BadValue, arrow.ArrowException, OSError, ValueError, MemoryError) as trouble:
            reason = " ".join(str(trouble).split())[:200]
            raise FileTrouble(f"{shown(path)}: not a sound archive of shoes: {reason}") from None


def _part(batch: Any) -> Archive:
    arrow = import_module("pyarrow")
    column = dict(zip(batch.schema.names, batch.columns, strict=True))
    if any(column[name].null_count for name in (*FACTS_OF_SHOES, "winners")):
        raise BadValue("the source, number, game, decks or winners of a shoe are missing")
    number, decks = (column[name].cast(FACTS_OF_SHOES[name]) for name in ("number", "decks"))
    names = {name: indexed(_names(column[name])) for name in ("source", "game")}
    lengths, letters = _characters(column["winners"].cast(arrow.string()))
    starts = starts_of(lengths)
    arrays: dict[str, Any] = {"winners": SPELLINGS["winners"].read(letters).astype(np.uint8)}
    for name in (*FACTS, "cards"):
        spelling = COLUMNS[name]
        width = spelling.texts.shape[1] * (6 if name == "cards" else 1)
        sizes, text = _characters(column[name].cast(arrow.string()).fill_null(""))
        wrong = (sizes != 0) & (sizes != lengths * width)
        if wrong.any():
            shoe = int(np.argmax(wrong))
            raise BadValue(f"{name}: {sizes[shoe]} characters for {lengths[shoe]} coups")
        values = np.full((starts[-1], width // spelling.texts.shape[1]), spelling.lowest, np.int16)
        values[np.repeat(sizes > 0, lengths)] = spelling.read(text).reshape(-1, values.shape[1])
        kind = np.uint8 if name == "cards" else np.int8
        arrays[name] = (values if name == "cards" else values[:, 0]).astype(kind)
    return Archive(
        starts=starts,
        **arrays,
        decks=decks.to_numpy().copy(),
        games=names["game"][1],
        sources=names["source"][1],
        numbers=number.to_numpy().copy(),
        game_names=names["game"][0],
        source_names=names["source"][0],
    )


def _names(column: Any) -> list[str]:
    names: list[str] = column.cast("string").to_pylist()
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadValue(f"not a name: {quoted(name)}")
    return names


def _characters(column: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """The number of bytes of each text, and the bytes of all texts in a row."""
    _, offsets, text = column.buffers()
    if not len(column) or text is None:
        return np.zeros(len(column), np.int64), np.zeros(0, np.uint8)
    places = np.frombuffer(offsets, np.int32)[column.offset : column.offset + len(column) + 1]
    characters = np.frombuffer(text, np.uint8)[places[0] : places[-1]]
    return np.diff(places).astype(np.int64), characters
