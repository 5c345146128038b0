"""The written shoe: it reads back, complains with the place, repairs on request, never breaks."""

import contextlib
import json
import pickle
import random
import runpy
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.cards import Card, Depth
from baccarat.coup import Coup, Hand, Side, following
from baccarat.errors import BaccaratError, CoupError, ShoeError, UnknownName
from baccarat.fair import Fair, commit
from baccarat.games import GAMES, game
from baccarat.layout import Wager
from baccarat.record import BadRecord, Entry, Record, read, read_csv, read_json, write_csv
from baccarat.record.reading_json import HEAD
from baccarat.result import Known, Result, parse_results, write_results
from baccarat.rules import Rules, deal_shoe
from baccarat.shoe import LastCoup
from baccarat.tableau import CHEMIN_DE_FER, PUNTO_BANCO

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "records"

SOUND = """[Baccarat "1"]
[Game "punto-banco"]
[Decks "8"]
[CutCard "14"]
[LastCoup "A"]
[Burn "5d"]
[Table "the \\"blue\\" one \\\\ 7"]

1. Kh 5c 8h | 9d 4s  T 3-3
2. 9h Kd | 2c 3d  P 9-5 {player=20 banker=100 lucky-6:12/23=5}
3. B 4-7
4. T
end 4
"""
HEADER, COUPS = SOUND.split("\n\n")


# Reading undoes writing


def shallower(draw: st.DrawFn, coup: Coup, printed: int) -> Coup:
    """The same coup with some cards known less well; what is printed stays."""

    def dim(card: Card) -> Card:
        known = [depth for depth in (Depth.POINTS, Depth.RANKS, Depth.CARDS) if depth <= card.depth]
        return card.at(draw(st.sampled_from(known)))

    cards = coup.player.cards
    player = (*cards[:printed], *map(dim, cards[printed:]))
    return Coup(Hand(player), Hand(tuple(map(dim, coup.banker.cards))), is_over=True)


STAKES = st.integers(1, 10**15)
SPOTS = st.sampled_from(["player", "banker:1-4%", "lucky-6:12/23", "egalite-0", "a.stranger/s:9:5"])
WAGERS = st.lists(st.builds(Wager, SPOTS, STAKES), max_size=3).map(tuple)
PRINTABLE = st.text().filter(str.isprintable)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][A-Za-z0-9_-]{0,8}x", fullmatch=True), PRINTABLE, max_size=3
).map(lambda tags: tuple(tags.items()))
SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def results(draw: st.DrawFn) -> Result:
    """A result without its cards: of hands that could be, any part may be known."""
    starts = [draw(st.integers(0, 9)) for _ in Side]
    hands = []
    for start in starts:
        third = None if max(starts) >= 8 else draw(st.none() | st.integers(0, 9))
        whole = {
            "total": (start + (third or 0)) % 10,
            "cards": 2 if third is None else 3,
            "start": start,
            "third": third,
            "is_pair": draw(st.booleans()),
        }
        told = draw(st.sets(st.sampled_from(sorted(whole))))
        hands.append(Known(**{name: whole[name] for name in told}))  # type: ignore[arg-type]
    player, banker = hands
    if player.total is None or banker.total is None:
        return Result(draw(st.sampled_from([Side.PLAYER, Side.BANKER, None])), player, banker)
    ahead = player.total - banker.total
    return Result(None if not ahead else Side.PLAYER if ahead > 0 else Side.BANKER, player, banker)


@st.composite
def seen_beside(draw: st.DrawFn, coup: Coup) -> Result:
    """What the cards tell, and perhaps a pair that was seen though its cards were not."""
    told = Result.of(coup)
    known = {}
    for side in Side:
        first, second = coup.hand(side).cards[:2]
        known[side] = told.known(side)
        if known[side].is_pair is None:
            depth = min(first.depth, second.depth, Depth.RANKS)
            may = [None, False] + [True] * (first.at(depth) == second.at(depth))
            known[side] = replace(known[side], is_pair=draw(st.sampled_from(may)))
    return Result(told.winner, known[Side.PLAYER], known[Side.BANKER])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of every game, of any depth, with all that may stand in one."""
    played = draw(st.sampled_from(GAMES))
    decks = draw(st.integers(1, 12))
    rules = replace(
        played.rules,
        decks=decks,
        burn=draw(st.booleans()),
        cut_card=draw(st.integers(0, 52 * decks)),
        last_coup=draw(st.builds(LastCoup, st.integers(0, 2), st.integers(0, 99))),
    )
    seed, number = draw(SEEDS), draw(SEEDS)
    shoe = rules.shoe(seed, number)
    dice = random.Random(seed)
    entries: list[Entry] = []
    for coup in islice(deal_shoe(shoe, rules, lambda _: dice.random() < 0.5), 4):
        wagers = draw(WAGERS)
        if draw(st.booleans()):
            entries.append(Entry(draw(results()), None, wagers))
        else:
            dim = shallower(draw, coup, len(rules.opening))
            entries.append(Entry(draw(seen_beside(dim)), dim, wagers))
    fair = Fair(commit("ab" * 32), draw(PRINTABLE.map(lambda text: text[:200])), None, number)
    fair = replace(fair, house_seed="ab" * 32) if draw(st.booleans()) else fair
    origin = draw(st.sampled_from(["seed", "fair", "neither"]))
    burn_card = shoe.burn_card if draw(st.booleans()) else None
    return Record(
        entries=tuple(entries),
        game=played.name,
        rules=rules,
        burn_card=burn_card and burn_card.at(draw(st.sampled_from([Depth.POINTS, Depth.CARDS]))),
        cut=draw(st.none() | st.integers(10, 52 * decks - 10)),
        seed=seed if origin == "seed" else None,
        number=0 if origin == "neither" else number,
        fair=fair if origin == "fair" else None,
        tags=draw(TAGS),
    )


@settings(deadline=None, max_examples=150)
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


@settings(deadline=None, max_examples=100)
@given(records())
def test_a_table_reads_back_with_the_same_coups(record: Record) -> None:
    text = write_csv(record)
    again = read_csv(text, record.game, record.rules.decks)
    assert again.entries == record.entries
    assert read_csv("\ufeff" + text.replace("\n", "\r\n"), record.game, record.rules.decks) == again


@settings(deadline=None, max_examples=50)
@given(records())
def test_letters_read_back_with_the_same_results(record: Record) -> None:
    letters = write_results(record.results)
    assert write_results(Record.of(parse_results(letters)).results) == letters


@settings(deadline=None, max_examples=50)
@given(records())
def test_a_record_can_be_rebuilt_from_its_json(record: Record) -> None:
    said = json.loads(json.dumps(record.as_json()))
    shoe, fair = said["shoe"], said["fair"]

    def known(hand: dict[str, object], told: Known) -> Known:
        found = {"total": hand.get("total"), "is_pair": hand.get("pair")}
        names = {"held": "cards", "start": "start", "third": "third"}
        found |= {names[word]: hand[word] for word in names.keys() & hand.keys()}
        return replace(told, **found)  # type: ignore[arg-type]

    entries = []
    for number, item in enumerate(said["entries"], start=1):
        assert item["number"] == number
        coup = Coup.parse(item["coup"]) if "coup" in item else None
        winner = {"player": Side.PLAYER, "banker": Side.BANKER, "tie": None}[item["winner"]]
        told = Result(winner) if coup is None else Result.of(coup)
        player, banker = known(item["player"], told.player), known(item["banker"], told.banker)
        wagers = tuple(Wager(it["spot"], it["stake"]) for it in item.get("wagers", []))
        entries.append(Entry(Result(winner, player, banker), coup, wagers))
    rules = replace(
        game(said["game"], said["decks"]).rules,
        burn=shoe["burn"],
        cut_card=shoe["cut_card"],
        last_coup=LastCoup.parse(shoe["last_coup"]),
    )
    assert record == Record(
        tuple(entries),
        said["game"],
        rules,
        shoe["burn_card"] and Card.parse(shoe["burn_card"]),
        shoe["cut"],
        shoe["seed"],
        shoe["number"],
        fair and Fair(**fair, number=shoe["number"]),
        tuple(said["other_tags"].items()),
    )


@given(records(), st.booleans())
def test_json_reads_back(record: Record, is_headed: bool) -> None:
    said = {**(HEAD if is_headed else {}), **record.as_json()}
    assert read_json(json.dumps(said)) == record
    assert read_json(json.dumps(said, ensure_ascii=False, indent=2)) == record


def test_what_follows_from_the_rest_of_json_may_be_missing() -> None:
    record = Record.parse(SOUND)
    said = json.loads(json.dumps(record.as_json()))
    for name in ("baccarat", "decks", "endless", "coups", "results", "fair"):
        del said[name]
    for entry in said["entries"]:
        del entry["number"]
        if "coup" in entry:
            del entry["player"], entry["banker"], entry["winner"], entry["is_over"]
    assert read_json(json.dumps(said)) == record


def places(said: object) -> list[tuple[Any, Any]]:
    """Every value within a JSON value: where it stands, and under which key."""
    if not isinstance(said, dict | list):
        return []
    keys = list(said) if isinstance(said, dict) else list(range(len(said)))
    return [(said, key) for key in keys] + [found for key in keys for found in places(said[key])]


JUNK: list[Any] = [None, True, 1.5, -1, 10**19, 10**30, "", "x", "tie", [], {}, [[]], {"a": 1}]


@given(st.data())
def test_json_with_something_else_in_one_place_is_another_record_or_one_line(
    data: st.DataObject,
) -> None:
    said = json.loads(json.dumps(Record.parse(SOUND).as_json()))
    where, key = data.draw(st.sampled_from(places(said)))
    where[key] = data.draw(st.sampled_from(JUNK))
    try:
        found = read_json(json.dumps(said))
    except BaccaratError as complaint:
        assert len(str(complaint)) <= 200
        assert "\n" not in str(complaint)
    else:  # a null or a hand of which nothing is said tells nothing
        assert read_json(json.dumps(found.as_json())) == found
        assert where[key] in (None, {}) or json.dumps(found.as_json()) == json.dumps(
            {**found.as_json(), **said}
        )


BAD_JSON = """
                                                      => not JSON: Expecting value: line 1
[]                                                    => expected an object with the keys game
{}                                                    => game: missing
{"game": 1, "entries": []}                            => game: expected text, not 1
{"game": "ez"}                                        => entries: missing
{"game": "ez", "entries": {}}                         => entries: expected a list, not {}
{"game": "ez", "entries": [3]}                        => coup 1: expected an object
{"game": "ez", "entries": [{}]}                       => coup 1: winner: missing
{"game": "ez", "entries": [{"winner": "Banker"}]}     => expected player, banker or tie
{"game": "ez", "entries": [{"coup": "Kh 9d …"}]}      => coup 1: not a coup
{"game": "ez", "entries": [{"coup": "Kh 2d | 9d 3c …"}]} => coup 1: the coup is not over
{"game": "ez", "game": "ez", "entries": []}           => a key is there twice
{"game": "ez", "entries": [], "decks": true}          => decks: expected a whole number, not true
{"game": "ez", "entries": [], "decks": 8.0}           => decks: expected a whole number, not 8.0
{"game": "ez", "entries": [], "decks": 13}            => 1 to 12 decks, not 13
{"game": "ez", "entries": [], "endless": true}        => endless: expected false, not true
{"game": "ez", "entries": [], "coups": 1}             => coups: expected 0, not 1
{"game": "ez", "entries": [], "version": 2}           => version: expected 1, not 2
{"game": "ez", "entries": [], "command": "odds"}      => command: expected "record", not "odds"
{"game": "ez", "entries": [], "fun": NaN}             => fun: a record has no such key
{"game": "ez", "entries": [], "shoe": {"last_coup": "D"}} => expected A, B, C or two
{"game": "ez", "entries": [], "fair": {}}             => commitment: missing
{"game": "ez", "entries": [], "other_tags": {"Seed": "1"}} => the tag Seed
{"game": "ez", "entries": [{"winner": "tie", "wagers": [3]}]} => wagers: expected objects
{"game": "ez", "entries": [{"winner": "tie", "wagers": [{}]}]} => coup 1: spot: missing
{"game": "ez", "entries": [{"coup": "2h 5c | 9d Ks", "winner": "tie"}]} => expected "banker", not
"""


@pytest.mark.parametrize("line", BAD_JSON.strip("\n").splitlines())
def test_json_that_is_no_record_is_one_clear_line(line: str) -> None:
    text, complaint = (part.strip() for part in line.split("=>"))
    with pytest.raises(BaccaratError) as refused:
        read_json(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"game": ' + "9" * 5000, '{"a":' * 900 + "1"])
def test_json_without_end_is_one_line_too(text: str) -> None:
    with pytest.raises(BaccaratError) as refused:
        read_json(text)
    assert len(str(refused.value)) <= 200


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
    with pytest.raises(BadRecord, match="line 4, column 4: Player's first card is the printed 7x"):
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
        ({"game": "chemmy"}, "written chemin-de-fer"),
        ({"game": "chess"}, "unknown game"),
        ({"rules": Rules(tableau=CHEMIN_DE_FER)}, "another tableau"),
        ({"rules": Rules(burn=False), "burn_card": Card.parse("5d")}, "nothing is burned"),
        ({"cut": 9}, "10 to 406"),
        ({"seed": -1}, "2\\^64"),
        ({"seed": 2**64}, "2\\^64"),
        ({"number": 1}, "there is none"),
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


@pytest.mark.parametrize(
    ("result", "coup", "wager", "complaint"),
    [
        (Result(None), "Kh 5c 8h | 9d 4s", None, "not the result"),
        (Result(Side.BANKER), "Kh 5c 8h | 9d 4s …", None, "not over"),
        (Result(None, Known(cards=2, third=8)), None, None, "Player cannot have had such a hand"),
        (Result(None, Known(8, start=7, third=2)), None, None, "such a hand"),
        (Result(None, Known(8, cards=2, start=7)), None, None, "such a hand"),
        (Result(None, Known(3, start=8)), None, None, "such a hand"),
        (Result(None, Known(start=8), Known(cards=3)), None, None, "beside a natural"),
        (Result(None, Known(third=0), Known(9, cards=2)), None, None, "beside a natural"),
        (Result(None), None, Wager("two words", 5), "not a spot"),
        (Result(None), None, Wager("player", 0), "not 0"),
        (Result(None), None, Wager("player", 10**15 + 1), "a stake is 1 to"),
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
    with pytest.raises(BadRecord, match=f"line 2, column {column}: unexpected '"):
        Record.parse(f'[Baccarat "{version}"]\n1. {coup}\nend 1\n')


def test_a_pair_that_the_points_forbid_is_refused() -> None:
    coup = Coup.parse("4 5 | 2 5")
    told = Result.of(coup)
    with pytest.raises(CoupError, match="4 5 is no pair"):
        Entry(replace(told, player=replace(told.player, is_pair=True)), coup)


# Strict reading complains with the place

BROKEN = [
    # what is replaced, by what, line, column, words
    (SOUND, "", 1, 1, 'expected [Baccarat "1"] first'),
    ('[Baccarat "1"]\n', "", 1, 1, 'expected [Baccarat "1"] first'),
    ('[Baccarat "1"]', '[Baccarat "3"]', 1, 12, "unknown version '3': this reader knows 1 and 2"),
    ('[Baccarat "1"]', '\ufeff[Baccarat "1"]', 1, 1, "a byte order mark"),
    ('"14"]\n', '"14"]\r\n', 4, 15, "a carriage return"),
    ('[Game "punto-banco"]', '[Game "chess"]', 2, 8, "unknown game: 'chess'"),
    ('[Game "punto-banco"]', '[Game "punto-banco]', 2, 1, "not a tag"),
    ('[Game "punto-banco"]', "[Game punto-banco]", 2, 1, "not a tag"),
    ('[Game "punto-banco"]', '  [Game "punto-banco"', 2, 3, "not a tag"),
    ('[Game "punto-banco"]', '[Game "a\\nb"]', 2, 1, "not a tag"),
    ('[Game "punto-banco"]', '[Game "a\u0007b"]', 2, 9, "cannot be printed"),
    ('[Decks "8"]', '[Decks "0"]', 3, 9, "1 to 12 decks, not 0"),
    ('[Decks "8"]', '[Decks "13"]', 3, 9, "not 13"),
    ('[Decks "8"]', '[Decks "08"]', 3, 9, "not a whole number: '08'"),
    ('[Decks "8"]', f'[Decks "{"9" * 5000}"]', 3, 9, "not a whole number"),
    ('[Decks "8"]', '[Decks "8"]\n[Decks "8"]', 4, 1, "the tag Decks is given twice"),
    ('[CutCard "14"]', '[CutCard "417"]', 4, 11, "0 to 416 cards from the end, not 417"),
    ('[LastCoup "A"]', '[LastCoup "D"]', 5, 12, "expected A, B, C or two numbers"),
    ('[Burn "5d"]', '[Burn "5D"]', 6, 8, "'5D' is written 5d"),
    ('[Burn "5d"]', '[Burn "1z"]', 6, 8, "not a card: '1z'"),
    ('[Burn "5d"]', '[Burning "no"]\n[Burn "5d"]', 7, 8, "nothing is burned"),
    ('[Burn "5d"]', '[Burning "perhaps"]', 6, 11, "yes or no"),
    ('[Burn "5d"]', '[Cut "9"]', 6, 7, "10 to 406, not 9"),
    ('[Burn "5d"]', '[Seed "18446744073709551616"]', 6, 8, "from 0 to 2^64 - 1"),
    ('[Burn "5d"]', '[Shoe "3"]', 6, 8, "there is none"),
    ('[Burn "5d"]', '[GuestSeed "me"]', 6, 13, "a commitment belongs"),
    ('[Burn "5d"]', '[Commitment "abc"]', 6, 14, "64 hexadecimal digits"),
    ("1. Kh", "2. Kh", 9, 1, "expected the number '1.', not '2.'"),
    ("1. Kh", "Kh", 9, 1, "expected the number '1.', not 'Kh'"),
    ("3. B", "4. B", 11, 1, "expected the number '3.', not '4.'"),
    ("9d 4s", "9d 4z", 9, 18, "not a card: '4z'"),
    ("9d 4s", "9d 10s", 9, 18, "'10s' is written Ts"),
    ("9d 4s", "9d 4♠", 9, 18, "'4♠' is written 4s"),
    ("Kh 5c", "kh 5c", 9, 4, "'kh' is written Kh"),
    ("9d 4s", "9d", 9, 4, "Player cannot have 3 cards while Banker has 1"),
    ("9d 4s", "9d 4s 2c", 9, 4, "the tableau forbids"),
    ("5c 8h |", "5c 8h 2c |", 9, 4, "at most three cards"),
    ("8h | 9d", "8h 9d", 9, 4, "expected Player's hand | Banker's hand"),
    ("8h | 9d", "8h || 9d", 9, 4, "expected Player's hand | Banker's hand"),
    ("8h | 9d", "8h, | 9d", 9, 10, "not a card: '8h,'"),
    ("9d 4s  T", "9d 4s …  T", 9, 21, "not a card: '…'"),
    ("T 3-3", "B 3-3", 9, 22, "the cards say T 3-3"),
    ("T 3-3", "T 3-4", 9, 22, "the cards say T 3-3"),
    ("T 3-3", "t 3-3", 9, 22, "not a card: 't'"),
    ("T 3-3", "TP 3-3", 9, 22, "not a card: 'TP'"),
    ("T 3-3", "T 3-3 +P", 9, 22, "the cards say that Player has no pair"),
    ("T 3-3", "T 3-3 3-3", 9, 28, "unexpected '3-3'"),
    ("  T 3-3\n", "\n", 9, 20, "the winner is missing"),
    ("B 4-7", "B 7-4", 11, 4, "B is not the result of 7 against 4"),
    ("B 4-7", "B 4-10", 11, 6, "unexpected '4-10'"),
    ("B 4-7", "B 4-7 +P +P", 11, 13, "unexpected '+P'"),
    ("B 4-7", "X", 11, 4, "not a card: 'X'"),
    ("B 4-7", "", 11, 3, "the winner is missing"),
    ("{player=20 ", "{player ", 10, 26, "not a wager: 'player'"),
    ("{player=20 ", "{player=two ", 10, 26, "not a stake: 'two'"),
    ("{player=20 ", "{player=0 ", 10, 26, "a stake is 1 to"),
    ("{player=20 ", "{pl@yer=20 ", 10, 26, "not a spot"),
    ("=5}", "=5", 10, 62, "the wagers have no '}'"),
    ("=5}", "=5} }", 10, 64, "unexpected '}'"),
    ("{player=20 banker=100 lucky-6:12/23=5}", "{}", 10, 25, "no wager"),
    ("4. T", "4. T\n[Date \"1953\"]", 13, 1, "tags stand before the first coup"),
    ("end 4", "end 5", 13, 5, "there are 4 coups, not '5'"),
    ("end 4", "end", 13, 1, "there are 4 coups, not ''"),
    ("end 4", "en", 13, 1, "expected the number '5.', not 'en'"),
    ("end 4\n", "", 13, 1, "the record is cut short: no 'end' line"),
    (COUPS, "", 9, 1, "the record is cut short: no 'end' line"),
    ("end 4\n", "end 4\n5. T\n", 14, 1, "something follows the 'end' line"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "column", "words"), BROKEN)
def test_strict_reading_complains_with_the_place(
    old: str, new: str, line: int, column: int, words: str
) -> None:
    assert SOUND.count(old) == 1
    with pytest.raises(BadRecord) as caught:
        Record.parse(SOUND.replace(old, new))
    complaint = caught.value
    assert words in str(complaint)
    assert str(complaint).startswith(f"line {line}, column {column}: ")
    assert (complaint.line, complaint.column) == (line, column)
    assert "\n" not in str(complaint)
    assert str(pickle.loads(pickle.dumps(complaint))) == str(complaint)


@given(st.integers(0, len(SOUND) - 2))
def test_a_file_cut_anywhere_is_noticed(length: int) -> None:
    with pytest.raises(BadRecord):
        Record.parse(SOUND[:length])


# Lenient reading says what it repaired

REPAIRED = [
    ('[Baccarat "1"]', '\ufeff[Baccarat "1"]', ["line 1, column 1: a byte order mark: left out"]),
    ("end 4\n", "", ["line 13, column 1: the record is cut short: no 'end' line: taken as the"]),
    ("end 4", "end 40", ["line 13, column 5: there are 4 coups, not '40': corrected"]),
    ("1. Kh", "1) Kh", ["line 9, column 1: expected the number '1.', not '1)': numbered anew"]),
    ("1. Kh", "Kh", ["line 9, column 1: expected the number '1.', not 'Kh': numbered"]),
    ("T 3-3", "t 3-3", ["line 9, column 22: 't' is written T: rewritten"]),
    ("T 3-3", "B 3-3", ["line 9, column 22: the cards say T 3-3: corrected"]),
    ("T 3-3", "T 4-4", ["line 9, column 22: the cards say T 3-3: corrected"]),
    ("T 3-3", "T 3:3", ["line 9, column 24: '3:3' is written with '-': rewritten"]),
    ("T 3-3", "", ["line 9, column 20: the winner is missing (expected B, P or T): taken from"]),
    ("T 3-3", "T 3-3 hurrah", ["line 9, column 28: unexpected 'hurrah': left out"]),
    ("Kh 5c", "kH 5C", ["line 9, column 4: 'kH' is written Kh", "line 9, column 7: '5C' is"]),
    ("Kh 5c", "Kh, 5c", ["line 9, column 6: a stray comma: left out"]),
    ("8h | 9d", "8h || 9d", ["line 9, column 14: a stray bar: left out"]),
    ("9d 4s ", "9d 4s |", ["line 9, column 21: a stray bar: left out"]),
    ("=5}", "=5", ["line 10, column 62: the wagers have no '}': closed"]),
    ("end 4\n", "end 4\nend 4\n", ["line 14, column 1: something follows the 'end' line: line le"]),
    ('[Baccarat "1"]\n', "", ['line 1, column 1: expected [Baccarat "1"] first: read as that ver']),
    ('[Baccarat "1"]', '[Baccarat "9"]', ["line 1, column 12: unknown version '9'"]),
    ('[Decks "8"]', '[Decks "88"]', ["line 3, column 9: a shoe has 1 to 12 decks, not 88: left"]),
    ('[Decks "8"]', '[Decks 8]', ["line 3, column 1: not a tag"]),
    ('[Decks "8"]', '[Decks "8"]\n[Decks "1"]', ["line 4, column 1: the tag Decks is given twice"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), REPAIRED)
def test_lenient_reading_repairs_and_says_so(old: str, new: str, told: list[str]) -> None:
    assert SOUND.count(old) == 1
    record, repairs = read(SOUND.replace(old, new), lenient=True)
    assert record == Record.parse(SOUND)
    assert len(repairs) == len(told)
    for repair, words in zip(repairs, told, strict=True):
        assert repair.startswith(words)


def test_lenient_reading_leaves_out_what_cannot_be_repaired() -> None:
    text = SOUND.replace("2c 3d", "2c 3z").replace("\n", "\r\n")
    record, repairs = read(text, lenient=True)
    assert write_results(record.results) == "TBT"
    assert repairs == [
        "line 1, column 15: a carriage return: lines end in a line feed alone: left out",
        "line 10, column 15: not a card: '3z' (expected e.g. '9h', 'Td' or '10d'): line left out",
    ]


def test_lenient_reading_needs_no_header() -> None:
    record, repairs = read("1. Kh 5c 8h | 9d 4s T\n2. b\nend 2", lenient=True)
    assert (record.game, write_results(record.results)) == ("punto-banco", "TB")
    assert repairs[0] == 'line 1, column 1: expected [Baccarat "1"] first: read as punto-banco'
    assert repairs[1:] == ["line 2, column 4: 'b' is written B: rewritten"]


@pytest.mark.parametrize("cut", ["2. 9h Kd | 2c 3", "2. 9h Kd | 2c 3d", "2. P {player=2", "2. 9"])
def test_a_last_line_that_was_cut_is_left_out(cut: str) -> None:
    record, repairs = read(f"{HEADER}\n1. T 3-3\n{cut}", lenient=True)
    assert write_results(record.results) == "T"
    assert len(repairs) == 2
    assert repairs[0].endswith(": line left out")
    assert "cut short" in repairs[1]


def test_a_line_left_out_does_not_make_the_others_wrongly_numbered() -> None:
    record, repairs = read(SOUND.replace("2. 9h", "2. zz"), lenient=True)
    assert len(record.entries) == 3
    assert len(repairs) == 1


@pytest.mark.parametrize(
    "text", ["", "\n\n", "; nothing", "Lorem ipsum\ndolor", f"{HEADER}\n1. zz"]
)
def test_lenient_reading_complains_when_nothing_is_left(text: str) -> None:
    with pytest.raises(BadRecord):
        read(text, lenient=True)


def test_what_was_repaired_can_be_read_strictly() -> None:
    text = "1. kh,5c,8h | 9d,4s\n3. 10h 9c | 2h 3h p 9:5\nbanco!\n9. t"
    record, repairs = read(text, lenient=True)
    assert write_results(record.results) == "TPT"
    assert Record.parse(str(record)) == record
    assert len(repairs) == 12


# Tables


def test_a_table_looks_like_this() -> None:
    assert write_csv(Record.parse(SOUND)) == (
        "coup,player,banker,winner,player_total,banker_total,player_pair,banker_pair,wagers\n"
        "1,Kh 5c 8h,9d 4s,T,3,3,no,no,\n"
        "2,9h Kd,2c 3d,P,9,5,no,no,player=20 banker=100 lucky-6:12/23=5\n"
        "3,,,B,4,7,,,\n"
        "4,,,T,,,,,\n"
    )


def test_columns_may_be_left_out_or_stand_elsewhere() -> None:
    record = read_csv("banker,player\n9d 4s,Kh 5c 8h\n")
    assert record.entries == (Entry.of(Coup.parse("Kh 5c 8h | 9d 4s")),)
    assert read_csv("winner\nB\np\n").entries == tuple(map(Entry.of, parse_results("BP")))


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "an empty table"),
        ("winner,colour\n", 1, 2, "not a column: 'colour'"),
        ("winner,winner\n", 1, 2, "the column winner is there twice"),
        ("winner,coup\nB\n", 2, 1, "expected 2 cells, not 1"),
        ("winner\nB,1\n", 2, 1, "expected 1 cells, not 2"),
        ("coup,winner\n1,B\n3,P\n", 3, 1, "coup: expected 2, not '3'"),
        ("coup,winner\n1,B\n2,X\n", 3, 2, "winner: not a result: 'X'"),
        ("coup,winner\n1,\n", 2, 2, "winner: expected B, P or T"),
        ("winner,player_total,banker_total\nB,7,4\n", 2, 1, "winner: B is not the result of 7"),
        ("winner,player_total\nB,10\n", 2, 2, "player_total: not a total: '10'"),
        ("winner,banker_pair\nB,maybe\n", 2, 2, "banker_pair: not yes or no"),
        ("winner,wagers\nB,player=x\n", 2, 2, "wagers: not a stake"),
        ("winner,wagers\nB,pl@yer=5\n", 2, 2, "wagers: not a spot"),
        ("player,banker\nKh 5c 8z,9d 4s\n", 2, 1, "player: not a card: '8z'"),
        ("player,banker\nKh 5c 8h,\n", 2, 2, "banker: both hands, or neither"),
        ("player,banker\nKh 5c,9d 4s\n", 2, 1, "player: the tableau forbids"),
        ("player,banker\nKh,9d 4s\n", 2, 1, "player: Player cannot have 1"),
        ("player,banker,winner\nKh 5c 8h,9d 4s,B\n", 2, 3, "winner: the cards say T"),
        ("player,banker,player_total\nKh 5c 8h,9d 4s,4\n", 2, 3, "player_total: the cards say 3"),
        ("player,banker,banker_pair\nKh 5c 8h,9d 4s,yes\n", 2, 3, "banker_pair: the cards say no"),
        ('winner\n"B\n', 2, 1, "not a table"),
        ('winner\n"B"x\n', 2, 1, "not a table"),
        (f"winner\n{'B' * 200_000}\n", 2, 1, "not a table: field larger"),
        ("winner\n\x00\n", 2, 1, "winner: "),
    ],
)
def test_a_broken_table_is_refused_with_line_and_cell(
    text: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        read_csv(text)
    assert str(caught.value).startswith(f"line {line}, column {column}: {words}")


def test_a_table_of_too_many_cards_is_refused() -> None:
    rows = "9h Kd,2c 3d\n" * 2
    with pytest.raises(BadRecord, match="line 3, column 1: player: too many of 9h: there are only"):
        read_csv(f"player,banker\n{rows}", decks=1)
    with pytest.raises(UnknownName):
        read_csv("winner\nB\n", "chess")


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
    assert "somebody chose" in said


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


# The examples


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.shoe")), ids=lambda path: path.stem)
def test_the_examples_are_sound(path: Path) -> None:
    record = Record.parse(path.read_text("utf-8"))
    assert record.entries
    assert not record.can_be_dealt_again or record.differs() is None


def test_bond_wins_by_a_point() -> None:
    record = Record.parse((EXAMPLES / "casino-royale.shoe").read_text("utf-8"))
    (entry,) = record.entries
    assert entry.result == Result(Side.PLAYER, Known(9, is_pair=True), Known(8))


# Whatever the file, nothing but our own error


@settings(deadline=None, max_examples=300)
@given(st.text() | st.text('[]"|{};.?-+ \n0123456789KhBPTend,=', max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for attempt in (lambda: read(text), lambda: read(text, True), lambda: read_csv(text)):
        with contextlib.suppress(BaccaratError):
            attempt()


def test_thousands_of_mutated_files_raise_nothing_but_our_own_error() -> None:
    fuzz = runpy.run_path(str(Path(__file__).parent / "fuzz_records.py"))["fuzz"]
    *_, counts = fuzz(3000, seed=1)
    assert all(counts.values())
    assert len(counts) == 5
