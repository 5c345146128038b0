"""Counts as they are typed, at the front door: names, tags, and what makes no sense."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import baccarat as bac
from baccarat.base.errors import BaccaratError
from baccarat.systems.counting import play_choice as chosen_plays
from baccarat.systems.counting.play import CountedBet, Divisor, PerfectBet, parse_stakes
from baccarat.systems.counting.play_choice import choose_plays
from baccarat.systems.counting.published import known_counts
from baccarat.systems.counting.spelling import SpelledCount, read_count

GAME = bac.game("punto-banco")


def chosen(text: str) -> list[CountedBet | PerfectBet]:
    return [each.play for each in choose_plays([read_count(text)], (), GAME)[0]]


def test_a_published_count_can_be_typed() -> None:
    """The unbalanced count of Dragon 7 has something of everything."""
    typed = "1 0 0 -1 -1 -1 -1 2 2 0 from -32 at 1 running burn unseen on dragon-7"
    assert chosen(typed) == [known_counts()[2].count]
    assert chosen("published on dragon-7") == [known_counts()[0].count, known_counts()[2].count]


def test_what_is_left_out_is_found() -> None:
    assert chosen("suggested on dragon-7") == [known_counts()[0].count]
    assert chosen("0 0 0 -1 -1 -1 -1 2 2 0 on dragon-7") == [known_counts()[0].count]
    assert chosen("perfect on tie:9") == [PerfectBet(bac.bet("tie:9"))]
    [simple] = chosen("suggested:1 at 3 half decks on dragon-7")
    assert isinstance(simple, CountedBet)
    assert set(simple.tags.values()) <= {-1, 0, 1}
    assert (simple.trigger, simple.divisor) == (3, Divisor.HALF_DECKS)


def test_counts_share_the_tags_of_one() -> None:
    [mine] = chosen("dragon-7 at 12 on panda-8")
    assert isinstance(mine, CountedBet)
    assert (mine.bet.key, mine.tags) == ("panda-8", known_counts()[0].count.tags)


@pytest.mark.slow
def test_a_bet_alone_has_the_count_that_is_known_at_its_best_trigger() -> None:
    known = {each.count.bet.key: each.count for each in known_counts()}
    assert chosen("panda-8") == [known["panda-8"]]
    assert chosen("3-giving-8") == [replace(known["3-giving-8"], stakes=((4, 1),))]
    assert chosen("panda-8 at 5") == [replace(known["panda-8"], stakes=((5, 1),))]
    assert chosen("88-89-98-99:20") == [known["88-89-98-99"]]
    for other in ("tie:9", "88-89-98-99:25"):
        assert chosen(other) == chosen(f"suggested on {other}")


@pytest.mark.parametrize(
    "text",
    [
        "dragon-7",
        "dragon-7 at 7/2:1 6:2",
        "suggested:1 half decks on tie:9",
        "published on panda-8",
        "all",
        "1 1 1 1 -1 -1 -1 -1 0 0 from -8 at -3 running burn unseen on tie:9",
        "7h:1 8h:-1 at 2:5 whole decks on player-pair",
        "Kx:1 Ax:0 on player-pair",
        "88-89-98-99:20 at 4",
    ],
)
def test_a_count_reads_back(text: str) -> None:
    assert str(read_count(text)) == text


def test_a_count_that_was_kept_can_be_typed() -> None:
    for known in known_counts():
        assert chosen(str(SpelledCount.of(known.count))) == [known.count]


def test_one_way_to_bet_is_played_once_and_has_all_its_names() -> None:
    found, left_out = choose_plays([read_count("all")], [bac.bet("dragon-7")], GAME)
    assert [each.names for each in found] == [
        ("published", "suggested"),
        ("published",),
        ("suggested:1",),
        ("perfect",),
    ]
    assert left_out == {}
    found, left_out = choose_plays([read_count("all")], [bac.bet("player-pair")], GAME)
    assert [each.play for each in found] == [PerfectBet(bac.bet("player-pair"))]
    assert "every card has the same effect" in left_out["suggested on player-pair"]


def test_all_are_looked_at_before_a_trial_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen_plays, "best_trigger", lambda *_, **__: pytest.fail("dealt"))
    with pytest.raises(BaccaratError, match=r"\b900\b"):
        choose_plays(map(read_count, ("suggested", "8:1 at 900")), [bac.bet("dragon-7")], GAME)


def test_stakes_are_read_exactly() -> None:
    assert parse_stakes("-1/2:1 3.5:2, 6:10") == (
        (Fraction(-1, 2), 1),
        (Fraction(7, 2), 2),
        (Fraction(6), 10),
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("perfect", "name the bet, too, e.g. 'perfect on dragon-7'"),
        ("perfekt on tie", "not a count: 'perfekt'"),
        (
            "8:1 at 900 on tie",
            "in a shoe of 416 cards, this count never reaches 900: choose a lower trigger",
        ),
        (
            "8:1 at 0:1 900:2 on tie",
            "in a shoe of 416 cards, this count never reaches 900: choose a lower trigger",
        ),
        ("8:1 at 5:1 4:2 on tie", "the counts in a trigger must rise, not be 5, 4"),
        ("8:1 at nan on tie", "not a trigger: 'nan'"),
        ("8:1 at 1e9 on tie", "not a trigger: '1e9'"),
        ("8:1 at 1/00 on tie", "not a trigger: '1/00'"),
        ("8:1 at 4 on ", "no bet is named"),
        ("8:1 from z on tie", "not the start of a count: 'z'"),
        ("8:1 from 999999 at 4 on tie", "at most 1,000"),
        ("perfect at 4 on tie", "perfect takes no more words"),
        ("published on tie", "we know no published count for tie:8"),
        ("suggested:0 on tie", "the largest tag must be 1 to 9"),
        ("Zz:1 at 4 on tie", "not a card"),
        ("nothing", "unknown bet: 'nothing'"),
        ("suggested on majestic-match-player", "take too long"),
        (3, "a guest is a CountedBet"),
        (["tie", None], "a guest is a CountedBet"),
        ([], "at least one count to play"),
    ],
)
def test_counts_that_make_no_sense_are_refused_in_a_line(text: Any, complaint: str) -> None:
    with pytest.raises(BaccaratError) as told:
        bac.count_cards(text, 10)
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_the_front_door_counts_what_is_typed() -> None:
    found = bac.count_cards(["dragon-7", "perfect on dragon-7"], 200, seed=7, compare=True)
    assert list(found.reader.plays) == [
        known_counts()[0].count,
        bac.PerfectBet(bac.bet("dragon-7")),
    ]
    assert found.differences[0].value == found.differences[0].error == 0
    assert str(found.worths[1]).startswith("dragon-7: perfect play: ")
