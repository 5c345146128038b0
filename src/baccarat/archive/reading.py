"""Reading thousands of written shoes, from files and folders of any size, in every form."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import numpy as np

from baccarat.archive.archive import Archive, number_of, source_of
from baccarat.archive.forms import Assumed, FaultyShoe, Letters, ReadShoe, ShoeOrFault, reader_of
from baccarat.archive.lines import NumberedLines, blocks_of
from baccarat.archive.parquet import ENDING, archive_parts
from baccarat.base.errors import FileTrouble
from baccarat.base.files import is_same, reason_of
from baccarat.base.jsonable import decked
from baccarat.base.paths import UTF_8, AnyPath, codec_of
from baccarat.core.games import as_game
from baccarat.core.result import LETTERS, Codes, read_codes

PART = 64
"""The most shoes that are read one by one before they become a part of an archive."""
MOST_FAULTS = 1000
"""The number of faults in a row after which the rest of a file is left out."""
MOST_KEPT = 100
"""How many refusals of shoes a report keeps; it counts the others."""
MARKS = {b"\xff\xfe\x00\x00": "utf-32", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
UTF_8_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A shoe, or a whole file, that was not read: where and why."""

    source: str
    line: int
    """0 for a whole file or folder"""
    fault: str
    is_last: bool = False
    """whether the rest of the file is left out; a report keeps such a refusal in any case"""

    def __str__(self) -> str:
        place = f", line {self.line}" if self.line else ""
        return f"{self.source}{place}: {self.fault}"

    def as_json(self) -> dict[str, object]:
        """The refusal as JSON."""
        return {"source": self.source, "line": self.line or None, "fault": self.fault}


@dataclass(slots=True)
class ReadingReport:
    """What was read so far, and what was refused."""

    sources: int = 0
    shoes: int = 0
    coups: int = 0
    winners: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(LETTERS, 0)))
    games: Counter[tuple[str, int]] = field(default_factory=Counter)
    """by game and decks: the number of shoes"""
    refused: int = 0
    """how many shoes, files or folders were refused"""
    refusals: list[Refusal] = field(default_factory=list)
    """the first of them, and those after which the rest of a file is left out"""

    def note(self, part: Archive | Refusal) -> None:
        """Count what was read or refused."""
        if isinstance(part, Archive):
            self.shoes += len(part)
            self.coups += part.coups
            won = np.bincount(part.winners, minlength=3).tolist()
            self.winners.update(dict(zip(LETTERS, won, strict=True)))
            laws, counts = np.unique(
                np.stack([part.games, part.decks], axis=1), axis=0, return_counts=True
            )
            for (game, decks), shoes in zip(laws.tolist(), counts.tolist(), strict=True):
                self.games[part.game_names[game], decks] += shoes
            return
        self.refused += 1
        if part.is_last or len(self.refusals) < MOST_KEPT:
            self.refusals.append(part)

    def as_json(self) -> dict[str, object]:
        """The report as JSON."""
        return {
            "files": self.sources,
            "shoes": self.shoes,
            "coups": self.coups,
            "winners": dict(self.winners),
            "by_game": [
                {"game": game, **decked(decks), "shoes": shoes}
                for (game, decks), shoes in self.games.items()
            ],
            "unread": self.refused,
            "refusals": [refusal.as_json() for refusal in self.refusals],
        }


def import_shoes(
    paths: Iterable[AnyPath | BinaryIO],
    write: Callable[[Archive], None],
    *,
    game: str = "punto-banco",
    decks: int | None = None,
    codes: Codes | None = None,
    encoding: str | None = None,
    besides: AnyPath | None = None,
) -> ReadingReport:
    """Read files and folders, and write their shoes in parts; return what was read and refused.

    `game` and `decks` are for files that do not name them. The file named by `besides` is refused.
    """
    read_codes(codes)  # complains before anything is read
    assumed = Assumed(as_game(game, decks=decks), codes)
    codec = None if encoding is None else codec_of(encoding)
    report, taken = ReadingReport(), Counter[str]()
    for path in paths:
        for file in _files(path):
            if isinstance(file, Refusal):
                report.note(file)
                continue
            if besides is not None and isinstance(file, Path) and is_same(file, besides):
                report.note(Refusal(_shown(file.name), 0, "left out: the command writes this file"))
                continue
            report.sources += 1
            for part in _parts(file, _name(file, taken), assumed, codec):
                report.note(part)
                if isinstance(part, Archive):
                    write(part)
    return report


def _files(path: AnyPath | BinaryIO) -> Iterator[Path | BinaryIO | Refusal]:
    """The file, or all files of the folder in order, without those whose names begin with a dot.

    Folders that cannot be read and links to folders are refused.
    """
    if not isinstance(path, str | os.PathLike):
        yield path
        return
    if not os.path.isdir(path):
        yield Path(path)
        return
    troubles: list[OSError] = []
    for folder, folders, files in os.walk(path, onerror=troubles.append):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            if os.path.islink(Path(folder, name)):
                yield Refusal(_shown(name), 0, "a link to a folder: name the folder itself")
        for name in sorted(files):
            file = Path(folder, name)
            is_hidden_by_rights = not os.path.lexists(file)  # to open it says why
            if not name.startswith(".") and (is_hidden_by_rights or os.path.isfile(file)):
                yield file
    for trouble in troubles:
        name = Path(trouble.filename).resolve().name
        yield Refusal(_shown(name), 0, f"the folder cannot be read: {reason_of(trouble)}")


def _name(file: Path | BinaryIO, taken: Counter[str]) -> str:
    """The name of a source: its file's name without the folder, numbered if the name is taken."""
    bare = file.name if isinstance(file, Path) else "standard input"
    name = _shown(bare)
    taken[name] += 1
    return name if taken[name] == 1 else f"{name} ({taken[name]})"


def _shown(name: str) -> str:
    """The name of a file or folder, short and printable."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:100]


def _parts(
    file: Path | BinaryIO, name: str, assumed: Assumed, codec: str | None
) -> Iterator[Archive | Refusal]:
    """The shoes of a file in parts of an archive, and its refusals."""
    is_begun = False
    try:
        for part in _sound_parts(file, name, assumed, codec):
            yield part
            is_begun = is_begun or isinstance(part, Archive)
    except (FileTrouble, OSError) as trouble:
        fault = f"cannot be read: {reason_of(trouble)}"
        if isinstance(trouble, FileTrouble):
            fault = str(trouble).partition(": ")[2]
        yield Refusal(name, 0, f"read in part: {fault}" if is_begun else fault, is_begun)


def _sound_parts(
    file: Path | BinaryIO, name: str, assumed: Assumed, codec: str | None
) -> Iterator[Archive | Refusal]:
    """The parts up to the first error of the whole file, which is raised."""
    if not isinstance(file, Path):
        yield from _gathered(_written(file, assumed, codec), name, assumed)
    elif file.suffix.lower() == ENDING:
        yield from archive_parts(file)
    else:
        with file.open("rb") as stream:
            yield from _gathered(_written(stream, assumed, codec), name, assumed)


def _written(stream: BinaryIO, assumed: Assumed, codec: str | None) -> Iterator[ShoeOrFault]:
    """The shoes and faults of an open file."""
    mark = stream.peek(4)[:4] if hasattr(stream, "peek") else b""
    codec = codec or next((MARKS[sign] for sign in MARKS if mark.startswith(sign)), UTF_8)
    blocks = blocks_of(stream, codec)
    first = next(blocks, b"").removeprefix(UTF_8_MARK)
    if b"\0" in first:
        yield FaultyShoe(0, "not a text")
        return
    lines = NumberedLines(chain([first], blocks), codec)
    texts = [line[:1000] for line in first.split(b"\n") if line.strip()]
    if not texts:
        yield FaultyShoe(0, "nothing is written at its beginning")
        return
    second = next((line for line in texts[1:] if not line.lstrip().startswith((b";", b"#"))), b"")
    above, below = (line.decode(lines.codec, "replace") for line in (texts[0], second))
    faults = 0
    for written in reader_of(above, below, assumed)(lines, assumed):
        yield written
        faults = faults + 1 if isinstance(written, FaultyShoe) else 0
        if faults == MOST_FAULTS:
            fault = f"the rest is left out after {faults} faults in a row"
            yield FaultyShoe(lines.number, fault, is_last=True)
            return


def _gathered(
    written: Iterable[ShoeOrFault], source: str, assumed: Assumed
) -> Iterator[Archive | Refusal]:
    """Shoes and faults of a source as parts of an archive and refusals, in their order."""
    number = shoes = 0
    waiting: list[tuple[int, Letters | ReadShoe]] = []
    for item in written:
        if isinstance(item, FaultyShoe):
            number += 1
            yield Refusal(source, *item)
            continue
        if waiting and (shoes >= PART or type(item) is not type(waiting[0][1])):
            yield _joined(waiting, source, assumed)
            waiting, shoes = [], 0
        waiting.append((number + 1, item))
        more = len(item.lengths) if isinstance(item, Letters) else 1
        number, shoes = number + more, shoes + more
    if waiting:
        yield _joined(waiting, source, assumed)


def _joined(
    waiting: list[tuple[int, Letters | ReadShoe]], source: str, assumed: Assumed
) -> Archive:
    """The given shoes with their numbers; a record that we exported names its own source."""
    records = [item.record for _, item in waiting if isinstance(item, ReadShoe)]
    if records:
        return Archive.of(
            records,
            [source_of(record) or source for record in records],
            [
                number_of(record) or number
                for record, (number, _) in zip(records, waiting, strict=True)
            ],
        )
    letters = [(number, item) for number, item in waiting if isinstance(item, Letters)]
    return Archive.of_winners(
        np.concatenate([item.winners for _, item in letters]),
        np.concatenate([item.lengths for _, item in letters]),
        assumed.game,
        source,
        np.concatenate([np.arange(number, number + len(item.lengths)) for number, item in letters]),
    )
