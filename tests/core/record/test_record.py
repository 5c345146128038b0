"""The written shoe: it reads back, and tells what is in it."""

from pathlib import Path

import pytest
from checkout import ROOT
from hypothesis import given
from recorded import SOUND, records
from sample_sizes import examples

from baccarat.core.cards import Card
from baccarat.core.coup import Side
from baccarat.core.fair import Fair
from baccarat.core.games import game
from baccarat.core.layout import Wager
from baccarat.core.record import Entry, Record, read, read_csv, write_csv
from baccarat.core.result import Known, Result, parse_results, write_results

EXAMPLES = ROOT / "examples" / "records"


@pytest.mark.slow
@examples(60)
@given(records())
def test_reading_undoes_writing(record: Record) -> None:
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert read(text, lenient=True) == (record, [])
    # The house's seed is written where it is revealed, and never printed by a repr.
    assert len(repr(record)) < 80


def names() -> dict[str, object]:
    found: dict[str, object] = {}
    exec("from baccarat import *", found)
    found |= {"Record": Record, "Entry": Entry, "Fair": Fair, "Result": Result, "Known": Known}
    return found


@pytest.mark.slow
@examples(40)
@given(records())
def test_a_table_reads_back_with_the_same_coups(record: Record) -> None:
    text = write_csv(record)
    again = read_csv(text, record.game, record.rules.decks)
    assert again.entries == record.entries
    assert read_csv("\ufeff" + text.replace("\n", "\r\n"), record.game, record.rules.decks) == again


@examples(20)
@given(records())
def test_letters_read_back_with_the_same_results(record: Record) -> None:
    letters = write_results(record.results)
    assert write_results(Record.of(parse_results(letters)).results) == letters


def test_the_canonical_text_is_the_one_of_the_docs_page() -> None:
    assert str(Record.parse(SOUND)) == SOUND


def test_comments_and_blank_lines_are_free_and_no_part_of_the_value() -> None:
    loose = SOUND.replace("\n", " ; a comment\n\n \t\n").replace("9d 4s", "9d  \t 4s")
    assert Record.parse(loose) == Record.parse(SOUND)
    assert Record.parse(SOUND.replace("1. ", "1.").replace(" | ", "|")) == Record.parse(SOUND)
    quoted = Record.parse(SOUND.replace("the ", "; the "))
    assert quoted.tags == (("Table", '; the "blue" one \\ 7'),)


def test_what_a_record_tells() -> None:
    record = Record.parse(SOUND)
    assert record.burn_card == Card.parse("5d")
    assert write_results(record.results) == "TPBT"
    assert record.entries[1].wagers[2] == Wager("lucky-6:12/23", 5)
    assert record.entries[2].coup is None
    assert record.entries[2].result == Result(Side.BANKER, Known(4), Known(7))
    assert not record.can_be_dealt_again


def test_a_game_has_its_other_names_and_its_own_defaults() -> None:
    record = Record.parse('[Baccarat "1"]\n[Game "Chemmy"]\nend 0\n')
    assert (record.game, record.rules) == ("chemin-de-fer", game("chemin-de-fer").rules)
    assert Record.parse('[Baccarat "1"]\nend 0') == Record()


def test_a_record_of_results_keeps_all_that_is_known_of_them() -> None:
    results = Record.parse(SOUND).results
    record = Record.of(results)
    assert record.results == results
    assert str(record.entries[0]) == "T 3-3 -P -B P3:5+8 B2:3"
    assert str(record.entries[1]) == "P 9-5 -P -B P2:9 B2:5"
    assert Record.parse(str(record)) == record


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.shoe")), ids=lambda path: path.stem)
def test_the_examples_are_sound(path: Path) -> None:
    record = Record.parse(path.read_text("utf-8"))
    assert record.entries
    assert not record.can_be_dealt_again or record.differs() is None


def test_bond_wins_by_a_point() -> None:
    record = Record.parse((EXAMPLES / "casino-royale.shoe").read_text("utf-8"))
    (entry,) = record.entries
    assert entry.result == Result(Side.PLAYER, Known(9, is_pair=True), Known(8))
