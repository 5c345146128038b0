"""What followed a string: held to plain counting, and to the exact law."""

from collections import Counter
from fractions import Fraction
from math import comb, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples
from schemas import complaints

from baccarat import Record, coups, odds
from baccarat.archive.archive import Archive
from baccarat.archive.explorer import ERROR, LONGEST, interval
from baccarat.base.errors import BadValue
from baccarat.core.coup import Side

shoes = st.lists(st.text("BPT", max_size=20), max_size=6)


@given(shoes, st.text("BPT", min_size=1, max_size=LONGEST), st.booleans())
@examples(60)
def test_counts_are_those_of_plain_counting(letters: list[str], text: str, skip: bool) -> None:
    rows = [row.replace("T", "") if skip else row for row in letters]
    if skip:
        text = text.replace("T", "B")
    text = next((row[:-1][-LONGEST:] for row in rows if len(row) > LONGEST), text)
    followed = Counter(
        row[place + len(text)]
        for row in rows
        for place in range(len(row) - len(text))
        if row[place : place + len(text)] == text
    )
    answer = Archive.of(map(Record.of, letters)).after(text, skip_ties=skip)
    assert {way: count for way, count in answer.counts.items() if count} == followed
    assert answer.seen == len(
        {row[at : at + len(text)] for row in rows for at in range(len(row) - len(text))}
    )


def test_the_law_is_that_of_a_fresh_shoe_and_of_several_games_their_mean() -> None:
    chances = odds(decks=8).tally.chances
    eight, six = Record.of("BPBB"), Record.of("BPB", decks=6)
    answer = Archive.of([eight]).after("B")
    assert answer.law == {"P": chances[Side.PLAYER], "B": chances[Side.BANKER], "T": chances[None]}
    without = Archive.of([eight]).after("B", skip_ties=True)
    assert without.law["B"] == chances[Side.BANKER] / (1 - chances[None])
    mixed = Archive.of([eight, six]).after("B")
    others = odds(decks=6).tally.chances
    assert mixed.times == 3
    assert mixed.law["B"] == (2 * chances[Side.BANKER] + others[Side.BANKER]) / 3


def binomial_tail(count: int, times: int, chance: Fraction) -> Fraction:
    """The probability of so many or more."""
    return sum(
        (comb(times, k) * chance**k * (1 - chance) ** (times - k) for k in range(count, times + 1)),
        Fraction(0),
    )


@pytest.mark.parametrize(("count", "times"), [(0, 9), (1, 30), (20, 40), (39, 40), (40, 40)])
def test_the_ends_of_an_interval_are_as_unlikely_as_promised(count: int, times: int) -> None:
    """At the lower end, so many or more have at most the probability e^-bound, and so above."""
    bound = log(2 * 3 * 39 / ERROR)
    low, high = interval(count, times, bound)
    assert low <= count / times <= high
    limit = Fraction(ERROR) / (2 * 3 * 39)
    if count:
        assert 0 < binomial_tail(count, times, Fraction(low)) <= limit * Fraction(1000001, 1000000)
    if count < times:
        above = binomial_tail(times - count, times, 1 - Fraction(high))
        assert above <= limit * Fraction(1000001, 1000000)


def test_simulated_shoes_are_flat_and_a_bent_archive_is_not() -> None:
    """Every string up to six decisions of 2,000 shoes; the seed is fixed."""
    fair = Archive.joined(map(Archive.of_coups, coups(shoes=2000, seed=1)))
    for text in ("B", "BP", "BBP", "TBPB", "PPPPP", "BPBPBP"):
        answer = fair.after(text)
        assert (answer.is_flat, answer.outside) == (True, 0)
    bent = Archive.of(Record.of("BP" * 30) for _ in range(20))
    assert not bent.after("B").is_flat
    assert bent.after("B").outside == 2


def test_the_answer_fits_its_schema_and_says_why_in_four_lines() -> None:
    answer = Archive.of([Record.of("BPBBT")]).after("bp")
    assert len(answer.why) == 4
    head = {"version": 1, "command": "record", "form": "after"}
    assert complaints("record-after", {**head, **answer.as_json()}) == []


@pytest.mark.parametrize("text", ["", "BX", "B" * (LONGEST + 1)])
def test_other_strings_are_refused(text: str) -> None:
    with pytest.raises(BadValue, match="decisions must be 1 to 12 letters of B, P and T"):
        Archive.of([Record.of("B")]).after(text)
    with pytest.raises(BadValue, match="letters of B and P"):
        Archive.of([Record.of("B")]).after("T", skip_ties=True)
