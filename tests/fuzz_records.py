"""Mutate records and read them again: nothing but our own error may come of it.

    python tests/fuzz_records.py [FILES] [SEED]

Each file goes to every reader: the notation strictly and leniently, CSV, BPT, the tableau. One
in ten that reads is written and must read back as the same value. A seed fixes the files.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

from baccarat.base.errors import BaccaratError
from baccarat.core.cards import Depth
from baccarat.core.fair import Fair
from baccarat.core.record import Record, read, read_csv, write_csv
from baccarat.core.result import parse_results, write_results
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Tableau
from baccarat.core.third_card import following

FILES = 1_000_000
SMALL = """[Baccarat "1"]
[Game "punto-banco"]
[Decks "8"]
[CutCard "14"]
[LastCoup "A"]
[Seed "7"]
[Shoe "0"]
[Burn "5d"]
[Note "a \\"small\\" one"]

1. Kh 5c 8h | 9d 4s  T 3-3
2. 9h Kd | 2c 3d  P 9-5 {player=20 banker=100 lucky-6:12/23=5}
3. B 4-7 +P -B ; from a display
4. T
5. Kx 5x 8x | 9x 4x  T 3-3
6. 0 5 8 | 9 4  T 3-3 -P
end 6
"""
WORDS = (
    "[] [Game \"7-up\"] [Game \"chemmy\"] [Decks \"1\"] [Cut \"200\"] [Burning \"no\"] end | ; { } "
    "{player=1} Kh 10h Kx 9 T B P b ?-? 9-? +P -B 1. 999999999999. 7x K♥ ٣ ² \x00 \ufeff \r\n \r "
    "\" \"\" , ,, \\ \u2028 \x85 é winner yes no * D - stood 💥 \ud800"
).split(" ")  # fmt: skip


def texts() -> list[str]:
    """Sound texts of every kind, the small ones more often."""
    small = Record.parse(SMALL)
    coups = [entry.coup.at(Depth.POINTS) for entry in small.entries if entry.coup]
    fair = Fair.promise("ab" * 32).with_guest("a guest", 3)
    chemin = Record.deal("chemin-de-fer", seed=1, decide=following(PUNTO_BANCO))
    seven = Record.deal("7-up", seed=2, cut=100)
    kept = Record.deal(fair=fair)
    short = [Record.parse(_first(item, 4)) for item in (chemin, seven, kept)]
    notation = [str(item) for item in (small, Record.of(coups), *short)]
    tables = [write_csv(item) for item in (small, *short)]
    letters = ["BPTBBPPPTB\n", "BP TB\nPPB\n", write_results(kept.results)]
    tableaux = [str(PUNTO_BANCO), str(CHEMIN_DE_FER)]
    return [SMALL, *notation, *notation, *notation, *tables, *letters, *tableaux]


def _first(record: Record, coups: int) -> str:
    lines = str(record).splitlines()
    blank = lines.index("")
    return "\n".join([*lines[: blank + 1 + coups], f"end {coups}", ""])


def mutated(dice: random.Random, sound: list[str]) -> str:
    """A sound text after one to four accidents."""
    text = dice.choice(sound)
    for _ in range(dice.choice((1, 1, 2, 3, 4))):
        text = dice.choice(ACCIDENTS)(dice, text, sound)
    return text


def _place(dice: random.Random, text: str) -> int:
    return dice.randrange(len(text) + 1)


def _cut(dice: random.Random, text: str, _: list[str]) -> str:
    return text[: _place(dice, text)]


def _drop(dice: random.Random, text: str, _: list[str]) -> str:
    place = _place(dice, text)
    return text[:place] + text[place + dice.choice((1, 1, 2, 9)) :]


def _insert(dice: random.Random, text: str, _: list[str]) -> str:
    place = _place(dice, text)
    return text[:place] + dice.choice(WORDS) + text[place:]


def _change(dice: random.Random, text: str, _: list[str]) -> str:
    place = _place(dice, text)
    return (
        text[:place]
        + chr(dice.choice((32, 33, 48, 57, 65, 90)) + dice.randrange(9))
        + text[place + 1 :]
    )


def _swap(dice: random.Random, text: str, _: list[str]) -> str:
    """Two characters of the text change places: cards, letters, numbers."""
    if len(text) < 2:
        return text
    one, two = sorted(dice.sample(range(len(text)), 2))
    return text[:one] + text[two] + text[one + 1 : two] + text[one] + text[two + 1 :]


def _byte(dice: random.Random, text: str, _: list[str]) -> str:
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data:
        data[dice.randrange(len(data))] = dice.randrange(256)
    return data.decode("utf-8", "replace")


def _splice(dice: random.Random, text: str, sound: list[str]) -> str:
    other = dice.choice(sound)
    return text[: _place(dice, text)] + other[_place(dice, other) :]


def _line(dice: random.Random, text: str, _: list[str]) -> str:
    """A line is written twice, left out, or put elsewhere."""
    lines = text.split("\n")
    line = dice.choice(lines)
    if dice.random() < 0.5:
        lines.remove(line)
    if dice.random() < 0.7:
        lines.insert(dice.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _many(dice: random.Random, text: str, _: list[str]) -> str:
    place = _place(dice, text)
    return text[:place] + text[place : place + 1] * dice.choice((2, 30, 5000)) + text[place + 1 :]


ACCIDENTS = (_cut, _drop, _insert, _change, _swap, _byte, _splice, _line, _many)


def _strict(text: str) -> Callable[[], bool]:
    record = Record.parse(text)
    return lambda: Record.parse(str(record)) == record


def _lenient(text: str) -> Callable[[], bool]:
    record, _ = read(text, lenient=True)
    return lambda: Record.parse(str(record)) == record


def _table(text: str) -> Callable[[], bool]:
    record = read_csv(text)
    return lambda: read_csv(write_csv(record)).entries == record.entries


def _letters(text: str) -> Callable[[], bool]:
    results = parse_results(text)
    return lambda: parse_results(write_results(results)) == results


def _tableau(text: str) -> Callable[[], bool]:
    tableau = Tableau.read(text)
    return lambda: Tableau.read(str(tableau)) == tableau


READERS: dict[str, Callable[[str], Callable[[], bool]]] = {
    "strict": _strict,
    "lenient": _lenient,
    "csv": _table,
    "bpt": _letters,
    "tableau": _tableau,
}
"""Each reads a text, and can then say whether writing and reading it again gives the same."""
READ_BACK = 10
"""One file in so many is written and read back."""


def fuzz(files: int, seed: int) -> Iterator[Counter[str]]:
    """Read mutated files; tell after each how many each reader has read so far."""
    dice, sound, read_so_far = random.Random(seed), texts(), Counter[str]()
    for number in range(files):
        text = mutated(dice, sound)
        for name, reader in READERS.items():
            try:
                is_same = reader(text)
                read_so_far[name] += 1
                assert number % READ_BACK or is_same(), "written, it reads as something else"
            except BaccaratError as complaint:
                assert "\n" not in str(complaint), (number, name, text, complaint)
            except Exception as trouble:
                raise AssertionError((number, name, text)) from trouble
        yield read_so_far


def main() -> None:
    files = int(sys.argv[1]) if len(sys.argv) > 1 else FILES
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1953
    began, step = time.perf_counter(), files // 20 or 1
    for number, counts in enumerate(fuzz(files, seed), start=1):
        if number % step == 0 or number == files:
            read_well = ", ".join(f"{name} {counts[name]}" for name in READERS)
            taken = time.perf_counter() - began
            sys.stdout.write(f"{number} files in {taken:.0f} s; read: {read_well}\n")
            sys.stdout.flush()
    sys.stdout.write("nothing but our own errors\n")


if __name__ == "__main__":
    main()
