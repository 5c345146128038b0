"""The archive in memory: what goes in as records comes out as records."""

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Record, coups
from baccarat.archive.archive import Archive
from baccarat.base.errors import BaccaratError, BadValue
from baccarat.core.cards import Depth
from baccarat.core.record import Entry
from baccarat.core.record.inspector import EVERY_KIND

TYPED = """[Baccarat "2"]
[Decks "6"]
[Source "monday"]

1. B 4-7 +P -B
2. P 7-3 P2 B3:5+8
3. T
4. Kx 5x 8x | 9x 4x  T 3-3
5. 0 5 8 | 9 4  T 3-3 -P
end 5
"""
records = st.one_of(
    st.text("BPT", max_size=90).map(Record.of),
    st.builds(Record.deal, seed=st.integers(0, 99), decks=st.sampled_from([6, 8])),
)


def bare(record: Record) -> tuple[tuple[Entry, ...], str, int]:
    """What an archive keeps of a record."""
    return record.entries, record.game, record.rules.decks


@given(st.lists(records, max_size=5))
@examples(10)
def test_records_come_back(shoes: list[Record]) -> None:
    archive = Archive.of(shoes)
    assert list(map(bare, archive)) == list(map(bare, shoes))
    assert Archive.of(archive) == archive
    assert archive.coups == sum(len(shoe.entries) for shoe in shoes)
    assert pickle.loads(pickle.dumps(archive)) == archive


def test_facts_known_in_part_come_back() -> None:
    record = Record.parse(TYPED)
    archive = Archive.of([record])
    assert archive.shoe(0).entries == record.entries
    assert archive.shoe(0).tags == (("Source", "monday"), ("Number", "1"))
    assert archive.player_pairs.tolist() == [1, -1, -1, 0, 0]
    assert archive.banker_totals.tolist() == [7, 3, -1, 3, 3]
    assert [
        str(EVERY_KIND[code - 1]) for code in archive.cards[3] if code
    ] == "Kx 5x 8x 9x 4x".split()


@pytest.mark.parametrize("depth", [None, *list(Depth)[1:]])
def test_simulated_shoes_are_those_that_records_say(depth: Depth | None) -> None:
    batch = next(coups(shoes=3, seed=7, cards=depth))
    archive = Archive.of_coups(batch, source="seed 7")
    for shoe, (results, record) in enumerate(zip(batch, archive, strict=True)):
        dealt = Record.deal(seed=7, number=shoe)
        assert archive.letters(shoe) == "".join(entry.letter for entry in dealt.entries)
        assert [entry.result for entry in record.entries] == results
        assert archive.numbers[shoe] == shoe + 1
        if depth is Depth.CARDS:
            assert record.entries == dealt.entries


def test_parts_join_and_a_choice_of_shoes_keeps_their_facts() -> None:
    first = Archive.of([Record.of("BPT"), Record.parse(TYPED)])
    second = Archive.of([Record.deal("ez", seed=1), Record.of("")], sources=["tuesday"] * 2)
    whole = Archive.joined([first, second])
    assert list(map(bare, whole)) == [*map(bare, first), *map(bare, second)]
    assert whole.source_names == ("", "monday", "tuesday")
    assert whole.only([3, 1]) == Archive.joined([second.only([1]), first.only([1])])
    assert whole.only(np.array([True, True, False, False])).letters(1) == first.letters(1)
    assert len(Archive.joined([])) == 0


def with_arrays(**arrays: Any) -> Archive:
    return Archive(**{**vars(Archive.of([Record.of("BPT")])), **arrays})


NINES = np.array([9, 9, 9], np.int8)


@pytest.mark.parametrize(
    ("call", "error", "why"),
    [
        (
            lambda: with_arrays(winners=np.array([0, 1, 3], np.uint8)),
            BadValue,
            "winners: the values must be 0 to 2",
        ),
        (
            lambda: with_arrays(decks=np.array([13], np.uint8)),
            BadValue,
            "decks: the values must be 1 to 12",
        ),
        (
            lambda: with_arrays(starts=np.array([0, 2])),
            BadValue,
            "the starts of an archive must rise",
        ),
        (
            lambda: with_arrays(cards=np.zeros((3, 5), np.uint8)),
            BadValue,
            "cards: an archive must have 3 values",
        ),
        # a coup that cannot be is an error when its record is wanted
        (
            partial(with_arrays(player_totals=NINES, banker_totals=NINES).shoe, 0),
            BaccaratError,
            "not the result",
        ),
        (
            partial(Archive.of([Record.of("B")]).shoe, 1),
            BadValue,
            "an archive of 1 shoes has no shoe at place 1",
        ),
    ],
)
def test_what_is_no_archive_or_no_shoe_of_it_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        call()
