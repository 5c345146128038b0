"""What is known of a coup reads and writes in one form, and bad knowledge gets one clear line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat import Card, Composition, Depth, Glimpse, OddsTable, Rank, bet, deal, game, odds
from baccarat.base.errors import BaccaratError, BadText, BadValue, CoupError
from baccarat.core.cards import KINDS
from baccarat.exact.partial_coup import EDGES, PIPS, SIDES, cards_of
from baccarat.table.rules import squeeze

READS = """
Kh ? 5c ?                                 => Kh 5c | ? ? …
Kh ? 5c                                   => Kh 5c | ? …
Kh 5c | ??...                             => Kh 5c | ? ? …
Kh ? 5c ? 8h                              => Kh 5c 8h | ? ? …
Kh ? 7c ? 8h                              => Kh 7c | ? ? 8h …
? ? ? ? 8h 2                              => ? ? 8h | ? ? 2 …
player: 5, banker: 6                      => player: 5, banker: 6
banker 6 player 5                         => player: 5, banker: 6
PLAYER:5;BANKER:6                         => player: 5, banker: 6
Player's 5 | Banker's 6                   => player: 5, banker: 6
P5 B6                                     => player: 5, banker: 6
p: 5 b: 6                                 => player: 5, banker: 6
5 against 6                               => player: 5, banker: 6
five vs. six                              => player: 5, banker: 6
player 5 against 6                        => player: 5, banker: 6
player: 5 vs 6                            => player: 5, banker: 6
P5 v 6                                    => player: 5, banker: 6
player: 5 | 6                             => player: 5, banker: 6
banker 6 against 5                        => player: 5, banker: 6
banker: 6 | 5                             => player: 5, banker: 6
player: 5 + 3 against 6                   => player: 5 + 3, banker: 6
player Kh 5c | ? ?                        => Kh 5c | ? ? …
player 5 against banker 6                 => player: 5, banker: 6
player 5 against player 6                 => Player's hand is given twice
player 5 against 6, banker 6              => Banker's hand is given twice
P5 v 6 v 7                                => Player's hand is given twice
player against 6                          => Player's hand has no card or total
banker: 6                                 => banker: 6
player has 5, banker has 6                => player: 5, banker: 6
Player has 5 and Banker has 6             => player: 5, banker: 6
player 5 and banker 6                     => player: 5, banker: 6
p5b6                                      => player: 5, banker: 6
B6P5                                      => player: 5, banker: 6
player\uff1a5\uff0cbanker\uff1a6                         => player: 5, banker: 6
Kh \uff1f 5c \uff1f                                 => Kh 5c | ? ? …
player: 5 + 3, banker: 6                  => player: 5 + 3, banker: 6
player: 5+?                               => player: 5 + ?
player: 5 + three sides                   => player: 5 + three sides
player: Kh 5c, banker: 6                  => player: Kh 5c, banker: 6
player: Kh, 5c, banker: 6                 => player: Kh 5c, banker: 6
player: Kh 5c + 8h, banker: 6             => player: Kh 5c + 8h, banker: 6
player: Kh, banker: 6                     => player: Kh ?, banker: 6
player: Kh ? = 5, banker: 6               => player: Kh ? = 5, banker: 6
player: Kh 5c = 5, banker: 6              => player: Kh 5c, banker: 6
player: Kh 5c                             => Kh 5c | ? ? …
player: 5 ?                               => 5 ? | ? ? …
player: 8 or 9, banker: 6                 => is 8 or 9 a card or a total? write '8/9 ?' for a
player 8 or 9 against 6                   => is 8 or 9 a card or a total?
8 or 9 against 6                          => is 8 or 9 a card or a total?
P8/9                                      => is 8 or 9 a card or a total?
P 5 B 6 / 7                               => is 6 or 7 a card or a total?
player has eight or nine                  => is 8 or 9 a card or a total?
5 v 6/7                                   => is 6 or 7 a card or a total?
banker: 7, 8, or 9                        => is 7 or 8 or 9 a card or a total?
player: 4 or 5 + 3                        => is 4 or 5 a card or a total?
player: 8/9 ?, banker: 6                  => player: 8/9 ?, banker: 6
player: 7 8/9, banker: 6                  => player: 7 8/9, banker: 6
player: 5 + 8 or 9                        => player: 5 + 8/9
player: 8x/9x, banker: 6                  => player: 8/9 ?, banker: 6
8 or 9 | 6                                => 8/9 | 6 …
three sides ? ? ?                         => three sides ? | ? ? …
3-Sides ?                                 => three sides | ? …
0sides ?                                  => no side | ? …
6 or 7 or 8 ?                             => three sides | ? …
6x/8x/7x ?                                => three sides | ? …
? ? = 5 | ?                               => a total needs two cards in both hands
7c/7d/7h/7s ?                             => 7 | ? …
no side or two sides ?                    => 1/2/3/4/5 | ? …
0 / THREE SIDES ?                         => 0/6/7/8 | ? …
/7 ?                                      => a card is missing beside the '/' of '/7'
6/ ?                                      => write '?' alone for an unknown card, not as in '6/ ?'
? or 6 ?                                  => write '?' alone for an unknown card, not as in '? or 6
6 or ?                                    => write '?' alone for an unknown card, not as in '6 or ?'
9h/8h ?                                   => 8h/9h | ? …
a picture ?                               => picture | ? …
frame ?                                   => picture | ? …
1 pip ?                                   => one pip | ? …
no pips ?                                 => Ax | ? …
0/1/2/3/4/5/6/7/8/9 ?                     => ? | ? …
? 1x                                      => not a card: '1x'
one side ?                                => no card shows one side
5 sides                                   => no card shows five sides (expected no side, two
nine pips ?                               => no card shows nine pips (expected no side, two
against                                   => neither hand has a card or a total: 'against'
vs.                                       => neither hand has a card or a total: 'vs.'
three sides                               => three sides | …
5                                         => 5 | …
? ? ? ? 8h                                => the fifth card may belong to Player or to Banker
? ? ? ? ? ? ? ?                           => a coup has at most six cards: 2 too many
5 + 3                                     => the text does not name the hand
5, player: 6                              => no hand is named before '5'
5 | 6 | 7 ?                               => a coup has two hands
5 against 6 against 7                     => a coup has two hands
player: 5, player: 6                      => Player's hand is given twice
player:                                   => Player's hand has no card or total
player: 12                                => a total must be one number from 0 to 9
player: Kh ? =                            => a total must be one number from 0 to 9
player: Kh ? = Kh                         => a total must be one number from 0 to 9
player: Kh + 5c                           => write a third card after a total or two cards
player: 5 +                               => write a third card after a total or two cards
player: 5 + 3 4                           => write a third card after a total or two cards
player: Kh 5c = 6                         => Player's Kh and 5c make 5, not 6
player: ? ? ? ?                           => Player cannot have 4 cards
? ? ? | ?                                 => Player cannot have 3 cards while Banker has 1
"""


@pytest.mark.parametrize("text", ["5-6", "5:6", "5 and 6", "player 5 and 6", "5 to 6"])
def test_who_guesses_the_form_of_totals_is_told_it(text: str) -> None:
    with pytest.raises(BadText, match=r"write totals e\.g\. as 'player: 5, banker: 6'"):
        Glimpse.parse(text)


def lines(table: str) -> list[tuple[str, str]]:
    return [
        (a.strip(), b) for a, _, b in (line.partition("=> ") for line in table.splitlines()[1:])
    ]


@pytest.mark.parametrize(("text", "told"), lines(READS))
def test_what_people_write_is_read_or_refused_in_one_line(text: str, told: str) -> None:
    try:
        found = str(Glimpse.parse(text))
    except BaccaratError as complaint:
        found = str(complaint)
        assert "\n" not in found
    assert found.startswith(told)


def test_numbers_that_may_be_totals_are_totals_and_a_glimpse_refuses_them() -> None:
    with pytest.raises(BadText) as caught:
        Glimpse.parse("player: 8 or 9, banker: 6")
    card, eight, nine = (f"player: {form}, banker: 6" for form in ("8/9 ?", "8", "9"))
    assert all(f"'{form}'" in str(caught.value) for form in ("8/9 ?", "8", "9"))
    assert odds(8, given=card)["player"].chance < 0.6
    assert odds(8, given=eight)["player"].chance == odds(8, given=nine)["player"].chance == 1
    for text in ("player: 8 or 9, banker: 6", "player 8 or 9 against 6", "P8/9 B6"):
        assert odds(8, given=text)["player"].chance == 1
    parted = {total: odds(8).chance(f"player starts with {total}") for total in (8, 9)}
    wins = {total: odds(8, given=f"P{total}")["player"].chance for total in (8, 9)}
    mean = sum(parted[total] * wins[total] for total in (8, 9)) / sum(parted.values())
    assert odds(8, given="P8/9")["player"].chance == mean


WORDS = [
    "player",
    "b",
    ":",
    "5",
    "12",
    "Kh",
    "?",
    "+",
    "=",
    "|",
    "/",
    "or",
    "3 sides",
    "vs",
    "²",
    "…",
]


@examples(120)
@given(st.lists(st.sampled_from([*WORDS, "x" * 999]), max_size=7), st.sampled_from(["", " "]))
def test_any_words_are_read_or_refused_in_one_line(words: list[str], between: str) -> None:
    try:
        known = Glimpse.parse(between.join(words))
    except BaccaratError as complaint:
        assert len(str(complaint)) < 200
        assert "\n" not in str(complaint)
    else:
        assert Glimpse.parse(str(known)) == known


glimpsed = st.one_of(
    st.just(()),
    st.sampled_from([kind for kinds in KINDS.values() for kind in kinds]),
    st.sampled_from([cards for cards in EDGES.values() if len(cards) > 1]),
    st.lists(st.sampled_from(KINDS[Depth.RANKS]), min_size=2, max_size=6, unique=True).map(tuple),
    st.lists(st.sampled_from(KINDS[Depth.CARDS]), min_size=2, max_size=6, unique=True).map(tuple),
)
totals = st.none() | st.integers(0, 9)


@pytest.mark.slow
@examples(80)
@given(st.lists(glimpsed, max_size=3), st.lists(glimpsed, max_size=3), totals, totals)
def test_reading_undoes_writing(
    player: list[object], banker: list[object], one: int | None, other: int | None
) -> None:
    try:
        known = Glimpse(tuple(player), tuple(banker), one, other)  # type: ignore[arg-type]
    except CoupError:
        return
    if any(isinstance(slot, tuple) and len(slot) == 1 for slot in known.player + known.banker):
        return  # several cards that are all cards of these points: it is read as open
    assert Glimpse.parse(str(known)) == known
    assert Glimpse.parse(str(known).upper().replace(" ", "  ")) == known
    assert Glimpse.parse(known.pretty) == known


def test_the_edges_are_those_that_the_table_tells() -> None:
    """The terminal table says what a squeezed card shows by words of its own."""
    shown = {**dict.fromkeys(SIDES, ""), "picture": "a picture"}
    for word, cards in SIDES.items():
        ranks = {kind.rank for kind in KINDS[Depth.RANKS] if kind in cards_of(cards, Depth.RANKS)}
        assert ranks == {
            r for r, told in squeeze.LONG_EDGE.items() if told == (shown[word] or word)
        }


def test_the_short_edge_has_as_many_pips_in_its_first_row_as_cards_are_printed_with() -> None:
    """None on an ace, one on two and three, two from four to ten; pictures have a frame."""
    rows = {Rank.ACE: 0, Rank.TWO: 1, Rank.THREE: 1}
    rows |= {rank: 2 for rank in Rank if rank.value in "456789T"}
    for pips, word in enumerate(PIPS):
        found = {card.rank for card in cards_of(PIPS[word], Depth.RANKS)}
        assert found == {rank for rank, many in rows.items() if many == pips}


@pytest.mark.parametrize("text", ["Kh 9d 5c", "Kh 5c | 9d …", "Kh 5c 8h | 9d 4s"])
def test_cards_alone_are_the_coup_that_they_were(text: str) -> None:
    dealt = odds(8, given=text)
    assert dealt.glimpse is None
    known = Glimpse.parse(text)
    assert known.coup is not None
    assert odds(8, given=known) == dealt
    assert repr(odds(8, given=known)) == repr(dealt)


def test_hands_told_with_all_their_cards_are_a_plain_coup() -> None:
    told = odds(8, given="player: Kh 5c + 8h, banker: 9d 4s")
    assert told == odds(8, given="Kh 9d 5c 4s 8h")
    assert told.coup.is_over


def test_what_is_known_may_be_told_word_by_word() -> None:
    assert odds(8, given=["Kh", "?", "5c", "?"]) == odds(8, given="Kh ? 5c ?")
    assert odds(8, given=("player: 5", "banker: 6")) == odds(8, given="player: 5, banker: 6")
    with pytest.raises(BadValue, match="not both"):
        OddsTable(game("ez"), Composition.decks(8), deal("Kh"), glimpse=Glimpse.parse("? ?"))


def test_a_printed_card_needs_not_be_told() -> None:
    seven = game("7-up")
    told = odds(game=seven, given="player: 9, banker: 6")
    assert str(told.glimpse) == "player: 7x ? = 9, banker: 6"
    assert told["player"].chance == 1
    assert str(odds(game=seven, given="Kh ? 5c").glimpse) == "7x ? | Kh 5c …"
    with pytest.raises(CoupError, match="begin Player's hand with 7x"):
        odds(game=seven, given="player: Kh ?, banker: 6")


CONTRADICTIONS = """
player: 9 + 3                   => Player has a natural 9: no third card is dealt
player: 5 + 3, banker: 8        => Banker has a natural 8: no third card is dealt
player: Kh 8c, banker: ? ? + 3  => Player has a natural 8: no third card is dealt
player: 6 + 3                   => Player has 6 and stands: Player gets no third card
player: 5 + 3, banker: 6 + 2    => Banker has 6 and stands against a third card of 3
player: 6, banker: 6 + 2        => Banker has 6 and stands against a Player who stands
player: 9h ? = 5 + 6, banker: 7 + ? => Banker has 7 and stands against a third card of 6
banker: 7 + 3                   => Banker has 7 and stands: Banker gets no third card
Kh Kc | 5d Kd/Qd 3h             => Player has 0 and draws first: give that card, too ('?' if
Kh Kc | ? ? 3h                  => Player has 0 and draws first: give that card, too
player: 5, banker: 5 + 3        => Player has 5 and draws first: give that card, too
Kh Kc | 5d Kd 3h                => the tableau forbids Kh Kc | 5d Kd 3h
Kh Kh Kh Kh ? Kh                => too many of Kh: there are only 4
player: Kh Kh + Kh, banker: Kh Kh = 0 => too many of Kh: there are only 4
"""


@pytest.mark.parametrize(("text", "complaint"), lines(CONTRADICTIONS))
def test_knowledge_that_contradicts_itself_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BaccaratError) as caught:
        odds(4, given=text)
    assert str(caught.value).startswith(complaint)


FEW = """
player: 5            | 0:10 1:3     => no two cards left make Player's 5
player: 1 ? = 5      | 0:10 1:3 5:2 => no two cards left make Player's 5 with 1
player: no side ? = 9| 0:10 1:3 5:2 => no two cards left make Player's 9 with no side
three sides ?        | 0:10 1:3     => no card left can be three sides
player: 5, banker: 5 | 0:10 5:1     => no cards left fit player: 5, banker: 5
four sides ?         | 0:10 9:5     => these cards are counted by points, not by ranks
? ?                  | 0:3          => a coup may need 6 cards, but only 3 are left
"""


@pytest.mark.parametrize(("asked", "complaint"), lines(FEW))
def test_cards_that_are_not_there_are_missed(asked: str, complaint: str) -> None:
    text, _, left = asked.partition("|")
    with pytest.raises(BaccaratError) as caught:
        odds(left, given=text)
    assert str(caught.value).startswith(complaint)


def test_an_unseen_card_still_counts_as_unseen() -> None:
    told = odds(8, given="Kh ? 5c ?")
    assert len(told.composition) == 414
    assert told.as_json(["tie"])["coup"] == "Kh 5c | ? ? …"
    assert odds(8, given="? ? ? ?")["tie"].edge == odds(8)["tie"].edge
    assert odds(8, given="? ? ?")[bet("perfect-pair")].edge == odds(8)["perfect-pair"].edge


def test_a_card_known_less_than_the_shoe_is_still_in_it() -> None:
    """So the other bets can be told, too; a shoe that is counted by points has lost it."""
    by_cards = odds(8, given="player: 5 + 3, banker: 4")
    assert len(by_cards.composition) == 416
    assert by_cards["banker-pair"].chance > 0
    left = odds(8).composition.at(Depth.POINTS).without([Card(3)])
    by_points = odds(left, given="player: 5 + 3, banker: 4")
    assert by_points.tally.chances == by_cards.tally.chances


@pytest.mark.parametrize("text", ["Kh 9x 5c", "5x", "Kh 9 5c", "0 9 5"])
def test_a_card_told_less_than_the_shoe_is_still_in_it_whatever_else_is_hidden(text: str) -> None:
    """Another card that was dealt and that nobody saw tells nothing."""
    shoe = Composition.parse("Kh:4 9d:4 5c:4 2h:4 3s:4 5d:1")
    for name in ("tie", "player-pair", "perfect-pair"):
        assert odds(shoe, given=text)[name].edge == odds(shoe, given=f"{text} ?")[name].edge
