"""A record is held to what could have been dealt, and to what its seeds deal."""

from dataclasses import replace

import pytest

from baccarat.base.errors import BaccaratError, ShoeError
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import Coup, Side
from baccarat.core.fair import Fair
from baccarat.core.games import GAMES
from baccarat.core.layout import Wager
from baccarat.core.record import BadRecord, Entry, Record, read_csv, write_csv
from baccarat.core.result import Known, Result, parse_results, write_results
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO
from baccarat.core.third_card import following

# What could not have been dealt


def test_chemin_de_fer_may_choose_where_punto_banco_may_not() -> None:
    header = '[Baccarat "1"]\n[Game "{}"]\n'
    coup = "1. 2h 3d | 9c 4s  P 5-3\nend 1\n"
    assert len(Record.parse(header.format("chemin-de-fer") + coup).entries) == 1
    with pytest.raises(BadRecord, match="the tableau forbids"):
        Record.parse(header.format("punto-banco") + coup)


def test_the_printed_seven_is_no_card_of_the_shoe() -> None:
    header = '[Baccarat "1"]\n[Game "7-up"]\n[Decks "1"]\n'
    lines = "".join(f"{number}. 7x Kx | 2x 5x  T 7-7\n" for number in range(1, 5))
    assert len(Record.parse(f"{header}{lines}end 4\n").entries) == 4
    with pytest.raises(
        BadRecord,
        match="line 4, column 4: Player's first card is printed: begin Player's hand with 7x",
    ):
        Record.parse(f"{header}1. 7h Kx | 2x 5x  T 7-7\nend 1\n")
    with pytest.raises(BadRecord, match="line 8, column 4: too many of 2x: there are only 4"):
        Record.parse(f"{header}{lines}5. 7x Kx | 2x 5x  T 7-7\nend 5\n")


def test_cards_are_counted_at_every_depth_and_the_burn_card_with_them() -> None:
    one_deck = '[Baccarat "1"]\n[Decks "1"]\n{}\n'
    nine = "1. 9h Kd | 2c 3d  P 9-5\n"
    with pytest.raises(BadRecord, match="line 4, column 4: too many of 9h: there are only 1"):
        Record.parse(one_deck.format('[Burn "9h"]') + nine + "end 1\n")
    points = "".join(f"{number}. 9 0 | 2 3  P 9-5\n" for number in range(1, 4))
    mixed = f"{points}4. 9h Kd | 2c 3d  P 9-5\n"
    assert len(Record.parse(one_deck.format("") + mixed + "end 4\n").entries) == 4
    with pytest.raises(BadRecord, match="line 8, column 4: too many of 9: there are only 4"):
        Record.parse(one_deck.format("") + mixed + "5. 9c Kc | 2d 3c  P 9-5\nend 5\n")


def test_burned_cards_are_no_longer_in_the_shoe() -> None:
    dealt = [coup.at(Depth.POINTS) for coup in deal_shoe(Rules(1, burn=False, cut_card=0).shoe(3))]
    assert sum(map(len, dealt)) > 52 - 10
    whole = Record.of(dealt, decks=1)
    with pytest.raises(ShoeError, match="too many"):
        replace(whole, burn_card=Card.parse("Kh"))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chemmy"}, "write the game as chemin-de-fer"),
        ({"game": "chess"}, "unknown game"),
        ({"rules": Rules(tableau=CHEMIN_DE_FER)}, "the tableau or the printed card"),
        ({"rules": Rules(burn=False), "burn_card": Card.parse("5d")}, "the rules burn no card"),
        ({"cut": 9}, "10 to 406"),
        ({"seed": -1}, "2\\^64"),
        ({"seed": 2**64}, "2\\^64"),
        ({"number": 1}, "a shoe number needs a seed"),
        ({"seed": 1, "fair": Fair("ab" * 32)}, "one seed"),
        ({"number": 1, "fair": Fair("ab" * 32)}, "number 0, not 1"),
        ({"tags": (("Date", "1953"), ("Date", "1954"))}, "twice"),
        ({"tags": (("Seed", "7"),)}, "twice"),
        ({"tags": (("a b", "7"),)}, "not a tag's name"),
        ({"tags": (("Date", "19\n53"),)}, "printed"),
    ],
)
def test_a_record_that_could_not_be_is_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        replace(Record(), **change)  # type: ignore[arg-type]


NINE = Result.of(Coup.parse("4 5 | 2 5"))


@pytest.mark.parametrize(
    ("result", "coup", "wager", "complaint"),
    [
        (Result(None), "Kh 5c 8h | 9d 4s", None, "does not fit the cards"),
        (Result(Side.BANKER), "Kh 5c 8h | 9d 4s …", None, "not over"),
        (Result(None, Known(cards=2, third=8)), None, None, "Player cannot have had this hand"),
        (Result(None, Known(8, start=7, third=2)), None, None, "cannot have had this hand"),
        (Result(None, Known(8, cards=2, start=7)), None, None, "cannot have had this hand"),
        (Result(None, Known(3, start=8)), None, None, "cannot have had this hand"),
        (Result(None, Known(start=8), Known(cards=3)), None, None, "after a natural"),
        (Result(None, Known(third=0), Known(9, cards=2)), None, None, "after a natural"),
        (
            replace(NINE, player=replace(NINE.player, is_pair=True)),
            "4 5 | 2 5",
            None,
            "4 5 is no pair",
        ),
        (Result(None), None, Wager("two words", 5), "not a spot"),
        (Result(None), None, Wager("player", 0), "not 0"),
        (Result(None), None, Wager("player", 10**15 + 1), "a stake must be 1 to"),
    ],
)
def test_an_entry_that_could_not_be_is_refused(
    result: Result, coup: str | None, wager: Wager | None, complaint: str
) -> None:
    with pytest.raises(BaccaratError, match=complaint):
        Entry(result, coup and Coup.parse(coup), (wager,) if wager else ())  # type: ignore[arg-type]


def test_a_known_natural_is_written_and_read_back() -> None:
    natural = Result(Side.BANKER, Known(7), Known(9, cards=2))
    record = Record.of([natural, Result(None)])
    assert str(record).startswith('[Baccarat "2"]\n')
    assert str(record.entries[0]) == "B 7-9 B2"
    assert Record.parse(str(record)).results[0].has_natural is True
    assert read_csv(write_csv(record)).results == record.results


def test_what_version_1_can_say_is_written_in_version_1() -> None:
    assert str(Record.of([Result(Side.BANKER, Known(7), Known(9, is_pair=True))])).startswith(
        '[Baccarat "1"]\n'
    )


@pytest.mark.parametrize(
    ("version", "coup", "column"),
    [
        ("1", "B 7-9 B2", 10),  # a word of version 2
        ("2", "B 7-9 B4", 10),
        ("2", "B 7-9 B?", 10),
        ("2", "B 7-9 B2 B2", 13),
        ("2", "B B2 7-9", 9),
        ("2", "B B2 +P", 9),
        ("2", "9h Kd | 2c 3d  P P2", 21),  # the cards tell
    ],
)
def test_a_word_about_a_hand_stands_where_it_may(version: str, coup: str, column: int) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.parse(f'[Baccarat "{version}"]\n1. {coup}\nend 1\n')
    assert (caught.value.line, caught.value.column) == (2, column)
    assert caught.value.fault.startswith("unexpected '")


# Dealing it again


def swapped(record: Record, place: int, text: str) -> Record:
    entries = list(record.entries)
    entries[place - 1] = Entry.of(Coup.parse(text))
    return replace(record, entries=tuple(entries))


@pytest.mark.parametrize("played", GAMES, ids=str)
def test_a_seeded_record_is_what_its_seed_deals(played: object) -> None:
    record = Record.deal(str(played), seed=7, number=3, cut=100, decide=following(PUNTO_BANCO))
    assert record.can_be_dealt_again
    assert record.differs() is None
    short = replace(record, entries=record.entries[:5])
    assert short.differs() is None


def test_a_difference_is_told_with_its_coup() -> None:
    record = Record.deal(seed=7)
    assert "coup 1: " in str(replace(record, seed=8, burn_card=None).differs())
    assert "burn card" in str(replace(record, seed=8).differs())
    entry = record.entries[2]
    assert entry.coup is not None
    cards = str(entry.coup).replace("Qd", "Kd")
    assert cards != str(entry.coup)
    said = swapped(record, 3, cards).differs()
    assert said == f"coup 3: written {cards}  P 9-2, dealt {entry}"
    more = replace(record, entries=(*record.entries, Entry(Result(None))))
    assert more.differs() == f"coup {len(more.entries)}: the shoe is finished after 78"


def test_what_is_not_known_is_not_compared() -> None:
    record = Record.deal(seed=7)
    dim = [entry.coup.at(Depth.POINTS) for entry in record.entries if entry.coup]
    assert replace(record, entries=tuple(map(Entry.of, dim))).differs() is None
    letters = parse_results(write_results(record.results))
    assert replace(record, entries=tuple(map(Entry.of, letters))).differs() is None
    wrong = [replace(result, banker=Known(is_pair=True)) for result in letters[:1]]
    assert "coup 1" in str(replace(record, entries=tuple(map(Entry.of, wrong))).differs())


def test_a_choice_that_nobody_wrote_down_cannot_be_followed() -> None:
    record = Record.deal("chemin-de-fer", seed=7, decide=following(PUNTO_BANCO))
    letters = parse_results(write_results(record.results))
    said = replace(record, entries=tuple(map(Entry.of, letters))).differs()
    assert said is not None
    assert "a free choice was made" in said


def test_a_fair_record_keeps_the_promise_or_not() -> None:
    fair = Fair.promise("ab" * 32).with_guest("seven of clubs", 2)
    record = Record.deal(fair=fair)
    assert record.differs() is None
    forged = replace(record, fair=replace(fair, commitment="cd" * 32))
    assert "committed" in str(forged.differs())
    other = replace(record, fair=replace(fair, guest_seed="eight of clubs"), burn_card=None)
    assert "coup 1" in str(other.differs())
    early = replace(record, fair=fair.public)
    assert not early.can_be_dealt_again
    with pytest.raises(BaccaratError, match="not revealed"):
        early.differs()
    with pytest.raises(BaccaratError, match="no seed"):
        Record().differs()
