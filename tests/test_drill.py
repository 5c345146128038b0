"""The croupier's drill: every answer worked out a second way, and the drill as it is met."""

import contextlib
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.calls import call
from baccarat.cli import main
from baccarat.coup import Coup
from baccarat.drill import LEVELS, Drill, Form, Kind, Question, ask, phrases, read, spell
from baccarat.drill.answers import MEANINGS
from baccarat.errors import BadText, UnknownName
from baccarat.sentences import Sentence
from baccarat.words import LANGUAGES, SAID, Words, catalogue

COMMAND = [sys.executable, "-m", "baccarat", "drill"]
PAGE = Path(__file__).parent.parent / "docs/drill.md"
NUMBERS = range(150)
"""So many questions of a kind are worked out at each level."""

Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the locale of whoever runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@cache
def worked_out(kind: Kind) -> list[Question]:
    return [ask(11, number, level, (kind,)) for level in LEVELS for number in NUMBERS]


def questions(kind: Kind, *forms: Form) -> Iterator[Question]:
    """The questions of a kind, or those of these forms."""
    found = worked_out(kind)
    assert {question.form for question in found} >= set(forms)
    return (question for question in found if not forms or question.form in forms)


def points(card: str) -> int:
    """Of a printed card: the ace one, tens and faces nothing."""
    return "A23456789".find(card[0]) + 1


def cards(question: Question) -> tuple[list[str], list[str]]:
    found = re.search(r"Player ([^,.]*)(?:, Banker ([^.]*))?\.", question.text)
    assert found is not None
    return found[1].split(), (found[2] or "").split()


def total(hand: Sequence[str]) -> int:
    return sum(map(points, hand)) % 10


# Third cards.


def test_a_third_card_is_drawn_as_a_second_dealer_draws_it(plain_deal: Dealer) -> None:
    for question in questions(Kind.DRAW, Form.MOVE):
        player, banker = cards(question)
        dealt = [player[0], banker[0], player[1], banker[1], *player[2:], "K", "K"]
        takes = plain_deal([points(card) for card in dealt])
        is_banker = "Does Banker" in question.asks
        assert question.answer == ("draw" if len(takes[is_banker]) == 3 else "stand"), question
        if is_banker:  # Player's turn is over
            assert len(takes[0]) == len(player)


def test_the_row_and_the_column_are_those_a_second_dealer_deals_by(plain_deal: Dealer) -> None:
    def draws(banker: int, third: int) -> bool:
        return len(plain_deal([0, 0, 0, banker, third, 0])[1]) == 3

    seen = set()
    for question in questions(Kind.DRAW, Form.POINTS):
        player, banker = cards(question)
        seen.add(bool(banker))
        if banker:
            right = [third for third in range(10) if draws(total(banker), third)]
        else:
            right = [held for held in range(8) if draws(held, points(player[2]))]
        assert question.answer == " ".join(map(str, right)), question
    assert seen == {True, False}


def test_from_level_three_on_banker_has_to_know_the_tableau() -> None:
    for question in questions(Kind.DRAW, Form.MOVE):
        player, banker = cards(question)
        if question.level >= 3:
            assert max(total(player[:2]), total(banker)) < 8
        if question.level == 3:
            assert total(banker) in (3, 4, 5, 6)
            assert len(player) == 3


def test_the_reason_names_the_hand_that_was_asked_about() -> None:
    for question in questions(Kind.DRAW, Form.MOVE):
        side = "Banker" if "Does Banker" in question.asks else "Player"
        reasons = [line for line in question.why if line.startswith(side) or "natural" in line]
        assert reasons, question
        if question.answer == "draw":
            assert f"{side} has" in reasons[0]
            assert "is to draw" in reasons[0]


# Calls.


def test_totals_and_winners_are_those_of_the_printed_cards() -> None:
    for question in questions(Kind.CALL, Form.TOTALS, Form.CALL):
        player, banker = map(total, cards(question))
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        ending = f" {winner}" if question.form is Form.CALL else ""
        assert question.answer == f"{player} {banker}{ending}"
        assert read(question.form, f"{player}-{banker} {winner}") == question.answer


def test_the_croupiers_own_call_is_an_answer() -> None:
    for text in ("Kh 5c 8h | 9d 4s", "9h Kc | 2d 5s", "2h 3c Ks | 9d 9s", "2h 2c 4h | 8d 5s 3c"):
        coup = Coup.parse(text)
        totals = f"{coup.player.total} {coup.banker.total}"
        winner = str(coup.winner or "tie").lower()
        assert read(Form.CALL, call(coup)) == f"{totals} {winner}"
        assert read(Form.TOTALS, call(coup)) == totals


# Payouts.

MARGINS = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
ROUNDINGS = {"down": ROUND_FLOOR, "up": ROUND_CEILING, "nearer": ROUND_HALF_UP}


def pays(game: str, spot: str, player: list[str], banker: list[str]) -> Decimal:
    """What one coin on that spot wins, -1 when it is lost; by the printed prices.

    Prices: wizardofodds.com/games/baccarat, and the same site's pages of the games.
    """
    ahead = total(player) - total(banker)
    both = (player[:2], banker[:2])
    pairs = [first[0] == second[0] for first, second in both]
    perfect = [first == second for first, second in both]
    is_natural = any(len(hand) == 2 and total(hand) >= 8 for hand in (player, banker))
    lost, one = Decimal(-1), Decimal(1)

    def if_(happened: bool, price: str) -> Decimal:
        return Decimal(price) if happened else lost

    if spot == "tie":
        return if_(ahead == 0, "8")
    if spot in ("player-pair", "banker-pair"):
        return if_(pairs[spot == "banker-pair"], "11")
    if spot == "either-pair":
        return if_(any(pairs), "5")
    if spot == "perfect-pair":
        return if_(any(perfect), "25")
    if spot in ("small", "big"):
        return if_(
            (len(player + banker) == 4) == (spot == "small"), {"small": "1.5"}.get(spot, "0.54")
        )
    if spot == "super-6":
        return if_(ahead < 0 and total(banker) == 6, "12")
    if spot == "dragon-7":
        return if_(ahead < 0 and total(banker) == 7 and len(banker) == 3, "40")
    if spot == "panda-8":
        return if_(ahead > 0 and total(player) == 8 and len(player) == 3, "25")
    mine, hand = (ahead, player) if spot.endswith("player") else (-ahead, banker)
    if spot.startswith("dragon-bonus"):
        if is_natural:
            return one if mine > 0 else Decimal(0) if mine == 0 else lost
        return Decimal(MARGINS.get(mine, -1))
    if mine == 0:
        return lost if game == "2-to-1" else Decimal(0)
    if mine < 0:
        return lost
    if game == "2-to-1":
        return Decimal(2) if len(hand) == 3 and total(hand) >= 8 else one
    if spot == "player":
        return one
    is_six = total(banker) == 6
    return {
        "punto-banco": Decimal("0.95"),
        "four-percent": Decimal("0.96"),
        "ez": Decimal(not (total(banker) == 7 and len(banker) == 3)),
        "super-6": Decimal("0.5") if is_six else one,
        "six-pushes": Decimal(not is_six),
        "three-card-six-pushes": Decimal(not (is_six and len(banker) == 3)),
    }[game]


def test_every_layout_pays_what_plain_arithmetic_says() -> None:
    games, spots, rounded = set(), set(), set()
    for question in questions(Kind.PAY, Form.MONEY):
        game = question.text.partition(",")[0]
        player, banker = cards(question)
        rounding = re.search(
            r"rounded (?:(down|up) to|to).*?(?:chips of (\d+)|coins)", question.text
        )
        way = "down" if rounding is None else rounding[1] or "nearer"
        chip = int(rounding[2] or 1) if rounding else 1
        won = []
        for stake, spot in re.findall(r"(\d+) on ([a-z0-9-]+)", question.text):
            chips = int(stake) * pays(game, spot, player, banker) / chip
            won.append(chip * int(chips.quantize(Decimal(1), ROUNDINGS[way])))
            spots.add(spot)
            rounded.add((way, chip, chips == int(chips)))
        games.add(game)
        is_net = "up, or down" in question.asks
        assert int(question.answer) == sum(won if is_net else (max(coins, 0) for coins in won))
    assert len(games) == 7
    assert len(spots) == 14
    # Each way and each chip had something to round.
    assert {way for way, _, is_exact in rounded if not is_exact} == set(ROUNDINGS)
    assert {chip for _, chip, is_exact in rounded if not is_exact} == {1, 5, 25}


# Roads.


def columns(letters: str) -> list[int]:
    """The depths of the big road's columns, ties left out."""
    return [len(found[0]) for found in re.finditer("B+|P+", letters.replace("T", ""))]


def where(letters: str) -> tuple[int, int]:
    """Column and row of the last win on a big road of six rows, walked cell by cell."""
    taken: set[tuple[int, int]] = set()
    place = (0, 0)
    for streak in re.findall("B+|P+", letters.replace("T", "")):
        place = (min(column for column in range(99) if (column, 0) not in taken), 0)
        taken.add(place)
        is_straight = True
        for _ in streak[1:]:
            below = (place[0], place[1] + 1)
            is_straight = is_straight and below[1] < 6 and below not in taken
            place = below if is_straight else (place[0] + 1, place[1])
            taken.add(place)
    return place[0] + 1, place[1] + 1


def colour(letters: str, back: int) -> str:
    """A derived mark by its cells: red if the cell beside and the one above that are alike.

    A new column is marked the other way round from what one more in the old column would be.
    """
    depths = columns(letters)
    column, row = len(depths) - 1, depths[-1] - 1
    is_new = row == 0
    if is_new:
        column, row = column - 1, depths[column - 1]
    if column - back < 0:
        return "none"
    is_alike = (row < depths[column - back]) == (row - 1 < depths[column - back])
    return "red" if is_alike != is_new else "blue"


def shoe(question: Question) -> str:
    """The letters of a road question, with the coup that is marked."""
    letters = re.search("coups: ([BPT]+)[.]", question.text)
    new = re.search("(Banker|Player|tie)[^.]*[.:] |win of (Banker|Player)", question.text)
    assert letters is not None
    assert new is not None
    return letters[1] + (new[1] or new[2])[0].upper()


def test_marks_go_where_walking_the_grid_ends() -> None:
    ties, tails = 0, 0
    for question in questions(Kind.ROAD, Form.PLACE):
        letters = shoe(question)
        if "bead" in question.asks:
            place = (len(letters) + 5) // 6, (len(letters) - 1) % 6 + 1
        else:
            place = where(letters)
            ties += letters[-1] == "T"
            tails += "no room below" in question.why[0]
        assert question.answer == "{} {}".format(*place), question
    assert ties
    assert tails


def test_derived_marks_are_what_their_cells_say() -> None:
    backs = {"big eye boy": 1, "small road": 2, "cockroach pig": 3}
    seen = set()
    for question in questions(Kind.ROAD, Form.MARK, Form.MARKS):
        asked = [back for road, back in backs.items() if road in question.asks]
        right = [colour(shoe(question), back) for back in asked]
        assert question.answer.split() == right, question
        seen |= set(right)
        for line, mark in zip(question.why, right, strict=True):
            assert re.search(f"[ :]{mark}\\b", line)
            if found := re.search(r"(\d+) and (\d+) deep, (\w+)", line):
                assert (found[1] == found[2]) == (found[3] == "red")
            elif found := re.search(r"mark (\d+) .* is (\d+) deep: (\w+)", line):
                assert (int(found[1]) == int(found[2]) + 1) == (found[3] == "blue")
    assert seen == {"red", "blue", "none"}


# Answers.

SPELLINGS = """
move   | d | draw | Draws | YES | y. | card | one card             => draw
move   | s | stand | stands! | no | n | No card | no-card          => stand
points | 2-7 | 2 – 7 | two to seven | 234567 | 2, 3, 4-7           => 2 3 4 5 6 7
points | 0-7 9 | 0–7 or 9 | all but 8 | not 8 | any except eight   => 0 1 2 3 4 5 6 7 9
points | all | any | 0-9                                           => 0 1 2 3 4 5 6 7 8 9
points | none | never                                              => none
totals | 5 3 | 53 | 5-3 | 5:3 | five three | p5 b3 | 5, 3          => 5 3
totals | five player three banker | banker 3 player 5 | 5 3 P      => 5 3
totals | 5 3 banker wins                                           => 5 3 banker
call   | 5 3 p | 5-3 player wins | Banker 3, Player 5: Player      => 5 3 player
call   | 6 6 t | six player, six banker: a tie | 6-6 Égalité       => 6 6 tie
money  | 95 | +95 | 95 coins | pays 95 | won 95 | 095              => 95
money  | -1250 | −1250 | lost 1250 | loses 1,250 | down 1 250      => -1250
money  | 0 | -0 | nothing | push | zero                            => 0
place  | 3 2 | c3 r2 | column 3 row 2 | row 2 column 3 | 3/2       => 3 2
place  | 3, 2 | 3rd column, 2nd row                                => 3 2
mark   | r | red | RED                                             => red
mark   | - | none | n | no mark                                    => none
marks  | r b n | rb- | red blue none | red, blue, - | r b x        => red blue none
"""
UNREADABLE = """
move   | maybe | player | draw stand | 1
points | ten | 7-2 | 2- | banker | -3 | all or nothing
totals | 5 | 5 3 2 | 12 3 | player 5 player 3 | five | 5 player 3
call   | 5 3 | tie | 5 3 1
money  | 12.50 | 12,50 | 95 chips | ten | 1 2 | 1e3 | 9999999999999999999 | --5 | 5 lost 5
place  | 3 | 3 2 1 | row 3 row 2 | row 3 2 | 1000 1
mark   | green | r b
marks  | r b | rbnn | r b g
"""


def spelled(table: str) -> list[tuple[Form, str, str]]:
    rows = []
    for line in table.strip().splitlines():
        texts, _, answer = line.partition("=>")
        form, *ways = (part.strip() for part in texts.split("|"))
        rows += [(Form(form), way, answer.strip()) for way in ways]
    return rows


@pytest.mark.parametrize(("form", "text", "answer"), spelled(SPELLINGS))
def test_an_answer_may_be_spelled_in_many_ways(form: Form, text: str, answer: str) -> None:
    assert read(form, text) == answer


@pytest.mark.parametrize(("form", "text", "_"), spelled(UNREADABLE))
def test_what_is_no_answer_says_what_was_expected(form: Form, text: str, _: str) -> None:
    with pytest.raises(BadText, match=f"not an answer: .*expected {phrases.EXPECTED[form.value]}"):
        read(form, text)


@given(
    st.sampled_from(Form),
    st.text() | st.text("0123456789 -,.prbtndsw補停閒莊和紅藍無除行列引") | st.text("0 19-"),
    st.sampled_from(LANGUAGES),
)
def test_any_text_is_read_the_same_twice_or_complained_of_in_one_line(
    form: Form, text: str, language: str
) -> None:
    try:
        answer = read(form, text, language)
    except BadText as complaint:
        assert len(Words.of(language).complain(complaint).splitlines()) == 1
    else:
        assert read(form, answer, language) == answer
        assert read(form, spell(answer, language), language) == answer


def test_every_right_answer_reads_as_itself_and_every_question_is_one_line() -> None:
    for kind in Kind:
        for question in questions(kind):
            assert read(question.form, question.answer) == question.answer
            assert len(question.text.splitlines()) == 1


# Other languages.

LOCAL_SPELLINGS = """
fr      | move   | tirer | t | oui | une carte | Tire !                  => draw
fr      | move   | rester | r | non | pas de carte | s                   => stand
fr      | points | 2 à 7 | deux à sept | 2-7                             => 2 3 4 5 6 7
fr      | points | tout sauf 8 | sauf huit                               => 0 1 2 3 4 5 6 7 9
fr      | call   | Punto 5, banco 3 : punto gagne. | 5 3 joueur | 53 p   => 5 3 player
fr      | call   | six à six, égalité | 6 6 e | 6 6 t                    => 6 6 tie
fr      | money  | -1250 | perdu 1\u202f250 | 1 250 jetons perdus        => -1250
fr      | place  | colonne 3, ligne 2 | 2e ligne, 3e colonne | c3 l2     => 3 2
fr      | marks  | rouge bleu rien | r b n | rbn                         => red blue none
ja      | move   | 引く | ひく | ドロー | ﾄﾞﾛｰ | はい | 1枚引く | d      => draw
ja      | move   | スタンド | 引かない | いいえ | s                      => stand
ja      | points | 2〜7 | 2から7 | 二から七 | 2ー7                       => 2 3 4 5 6 7
ja      | points | 8以外 | 8を除く | 8以外すべて | all but 8             => 0 1 2 3 4 5 6 7 9
ja      | call   | プレイヤー5 バンカー3。プレイヤー勝ち。 | 5 3 p       => 5 3 player
ja      | call   | バンカー3点、プレイヤー5点、プレイヤーの勝ちです      => 5 3 player
ja      | money  | 1250の負け | -1,250 | マイナス1250円                  => -1250
ja      | place  | 3列目2行目 | 2行3列 | 3列、2段                        => 3 2
ja      | marks  | 赤 青 なし | 赤青なし | 赤、青、なし | r b n           => red blue none
zh-hans | move   | 补牌 | 补 | 要 | 补一张牌 | d                         => draw
zh-hans | move   | 停牌 | 停 | 不补 | 不要牌 | s                         => stand
zh-hans | points | 2到7 | 二至七 | 2〜7                                  => 2 3 4 5 6 7
zh-hans | points | 除了8 | 除8外 | 8以外全部 | 0到7和9                   => 0 1 2 3 4 5 6 7 9
zh-hans | call   | 闲5点、庄3点、闲赢 | 闲五庄三闲赢 | 5比3闲           => 5 3 player
zh-hans | call   | 庄6闲6和局 | 6 6 和 | 6 6 t                           => 6 6 tie
zh-hans | money  | 输1250 | 输了 1,250 元 | -1250                        => -1250
zh-hans | place  | 第3列第2行 | 2行3列 | 3 2                             => 3 2
zh-hans | marks  | 红蓝无 | 红、蓝、无 | r b n                           => red blue none
zh-hant | move   | 補牌 | 補 | 要 | 補一張 | d                           => draw
zh-hant | move   | 停牌 | 停 | 不補 | 企 | s                             => stand
zh-hant | points | 2到7 | 兩至七                                         => 2 3 4 5 6 7
zh-hant | call   | 閒5點、莊3點、閒贏 | 閑五莊三閑勝 | 莊3閒5閒          => 5 3 player
zh-hant | money  | 輸1250 | 虧 1250 元                                   => -1250
zh-hant | place  | 第3直行第2橫列 | 3行2列 | 3欄2列                      => 3 2
zh-hant | marks  | 紅藍無 | 紅色 藍色 冇 | rbn                           => red blue none
"""
LOCAL_UNREADABLE = """
fr      | move   | peut-être | tirer rester
fr      | call   | 5 3 | égalité
ja      | move   | 引くかも知れない | 引く スタンド
ja      | points | 7まで | 7から2
zh-hans | move   | 别补 | 不知道 | 补牌停牌
zh-hans | points | 2到7除了4
zh-hans | money  | 输5输
zh-hant | move   | 別補 | 補不補
zh-hant | mark   | 綠
"""


def local(table: str) -> list[tuple[str, Form, str, str]]:
    rows = []
    for line in table.strip().splitlines():
        language, _, rest = line.partition("|")
        rows += [(language.strip(), *row) for row in spelled(rest)]
    return rows


def widened(text: str) -> str:
    """The same in letters, digits and signs of full width."""
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


@pytest.mark.parametrize(("language", "form", "text", "answer"), local(LOCAL_SPELLINGS))
def test_an_answer_may_be_spelled_in_other_languages(
    language: str, form: Form, text: str, answer: str
) -> None:
    assert read(form, text, language) == answer
    assert read(form, widened(text), language) == answer


@pytest.mark.parametrize(("language", "form", "text", "_"), local(LOCAL_UNREADABLE))
def test_what_is_no_answer_is_complained_of_in_its_language(
    language: str, form: Form, text: str, _: str
) -> None:
    with pytest.raises(BadText) as complaint:
        read(form, text, language)
    told = Words.of(language).complain(complaint.value)
    assert repr(text) in told
    assert "answer" not in told
    assert "expected" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_is_understood_in_every_language(language: str) -> None:
    for form, text, answer in spelled(SPELLINGS):
        assert read(form, text, language) == answer
        assert read(form, widened(text), language) == answer


def bare(text: str) -> str:
    """Without accents, for they may be left out."""
    return "".join(sign for sign in normalize("NFD", text) if not combining(sign))


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_an_answer_means_two_things(language: str, form: Form) -> None:
    seen: dict[str, str] = {}
    for tongue in ("en", language):
        rows = {meaning: catalogue(tongue)[f"answer.{meaning}"] for meaning in MEANINGS[form]}
        said = [(word, meaning) for meaning, row in rows.items() for word in row.split()]
        said += [
            (word, str(place % 10))
            for place, word in enumerate(catalogue(tongue)["answer.numbers"].split())
        ]
        for word, meaning in said:
            assert seen.setdefault(bare(word), meaning) == meaning
    assert len(seen) >= 10 + len(MEANINGS[form])


def test_a_right_answer_is_told_in_english_as_it_is_spelled() -> None:
    for kind in Kind:
        for question in questions(kind):
            assert spell(question.answer) == question.answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Kind)
def test_a_drill_answered_in_its_own_words_is_all_right(kind: Kind, language: str) -> None:
    for seed in (1, 2, 3):
        drill = Drill(seed, (kind,), language=language)
        for _ in range(20):
            drill = drill.answer(spell(drill.question.answer, language), seconds=0)
        assert drill.right == 20
        assert drill.level == LEVELS[-1]


def forms(sentence: Sentence) -> Iterator[str]:
    """The form of a sentence and those of all sentences in it."""
    yield sentence.form
    for value in sentence.values.values():
        if isinstance(value, Sentence):
            yield from forms(value)


@pytest.mark.parametrize("kind", Kind)
def test_every_catalogue_has_every_sentence_that_is_asked_or_told(kind: Kind) -> None:
    said = {
        form
        for question in questions(kind)
        for sentence in (*question.scene, question.asks, *question.why)
        for form in forms(sentence)
    }
    assert len(said) > 8
    for language in LANGUAGES[1:]:
        assert {f"{SAID}.{form}" for form in said} <= catalogue(language).keys()


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown language: 'tlh'"):
        Drill(seed=1, language="tlh")


# The drill.


def answered(drill: Drill, *seconds: float, right: bool = True) -> Drill:
    for each in seconds:
        drill = drill.answer(drill.question.answer if right else "no idea", each)
    return drill


def test_three_right_and_quick_answers_lead_a_level_up() -> None:
    drill = answered(Drill(seed=1), 0, 0)
    assert (drill.level, drill.run) == (1, 2)
    drill = answered(drill, 0)
    assert (drill.level, drill.run) == (2, 0)
    assert answered(drill, 0, 0, 0).level == 3


def test_a_slow_answer_keeps_the_level_and_ends_the_run() -> None:
    drill = answered(Drill(seed=1), 0, 0, 999, 0, 0)
    assert (drill.level, drill.run, drill.right) == (1, 2, 5)
    assert [item.points for item in drill.answered] == [2, 2, 1, 2, 2]


def test_a_wrong_answer_leads_a_level_down() -> None:
    drill = answered(Drill(seed=1, level=4), 0, 0, right=False)
    assert (drill.level, drill.right, drill.points) == (2, 0, 0)


def test_nobody_leaves_the_levels_at_either_end() -> None:
    assert answered(Drill(seed=1), 0, right=False).level == LEVELS[0]
    assert answered(Drill(seed=1, level=LEVELS[-1]), 0, 0, 0).level == LEVELS[-1]


def test_an_answer_just_in_time_is_quick() -> None:
    drill = Drill(seed=1)
    limit = drill.question.quick
    assert answered(drill, limit).answered[0].is_quick
    assert not answered(drill, limit + 0.01).answered[0].is_quick


@given(
    st.integers(0, 2**64 - 1),
    st.lists(st.tuples(st.booleans(), st.floats(0, 40)), max_size=12),
    st.lists(st.sampled_from(Kind), min_size=1, unique=True),
)
def test_the_same_seed_answers_and_times_are_the_same_drill(
    seed: int, answers: list[tuple[bool, float]], kinds: list[Kind]
) -> None:
    first = second = Drill(seed, tuple(kinds))
    for is_right, seconds in answers:
        first = answered(first, seconds, right=is_right)
        second = answered(second, seconds, right=is_right)
    assert first == second
    assert first.right == sum(is_right for is_right, _ in answers)
    assert {item.question.kind for item in first.answered} <= set(kinds)


@pytest.mark.parametrize("level", [0, 6])
def test_there_is_no_level_beyond_the_last(level: int) -> None:
    with pytest.raises(BadText, match=f"a level is 1 to 5, not {level}"):
        Drill(seed=1, level=level)
    with pytest.raises(BadText, match="not"):
        ask(1, 0, level)


# The command.


def run(*args: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args], input=answers, capture_output=True, encoding="utf-8", check=False
    )


def test_a_pipe_gets_a_question_a_line_and_a_verdict_a_line() -> None:
    drill = answered(Drill(seed=5), 0, 0, 0, 0)
    answers = [item.question.answer for item in drill.answered[:3]]
    done = run("--seed", "5", "--questions", "4", answers="\n".join([*answers, "no idea", ""]))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    asked = [item.question for item in drill.answered]
    assert lines[0::2][:4] == [f"{n}. {q.text}" for n, q in enumerate(asked, start=1)]
    wrong = " ".join([f"Wrong: {asked[3].answer}.", *asked[3].why])
    assert lines[1::2] == ["Right.", "Right.", "Right.", wrong]
    assert lines[8:] == ["3 of 4 right, 6 points, level 1, seed 5."]


def test_the_end_of_input_ends_it_with_the_score_so_far() -> None:
    done = run("--seed", "5", answers="no idea\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "0 of 1 right, 0 points, level 1, seed 5."
    assert done.stdout.count("\n") == 4


def test_bytes_that_are_no_text_are_no_answer() -> None:
    command = [*COMMAND, "--seed", "5", "--questions", "1"]
    done = subprocess.run(command, input=b"\xff\xfe\n", capture_output=True, check=True)
    assert b"Wrong: " in done.stdout
    assert done.stderr == b""


def test_json_is_one_object_and_the_questions_leave_it_alone() -> None:
    right = Drill(seed=5).question
    done = run("--seed", "5", "--questions", "2", "--json", answers=f"{right.answer}\n?\n")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert done.stderr.splitlines()[0] == f"1. {right.text}"
    first, second = told["questions"]
    assert (first["question"], first["answer"]) == (right.text, right.answer)
    assert first["answered"] == right.answer
    assert (first["is_right"], first["is_quick"], first["points"]) == (True, True, 2)
    assert (second["is_right"], second["points"], second["answered"]) == (False, 0, "?")
    assert second["why"]
    assert (told["seed"], told["asked"], told["right"], told["points"]) == (5, 2, 1, 2)
    assert (told["first_level"], told["level"]) == (1, 1)


def test_only_the_kinds_that_are_wanted_are_asked() -> None:
    done = run("--kind", "road", "--kind", "call", "--questions", "30", "--json", answers="\n" * 30)
    told = json.loads(done.stdout)
    assert told["kinds"] == ["road", "call"]
    assert {item["kind"] for item in told["questions"]} == {"road", "call"}


BAD_OPTIONS = """
--questions 0     => a drill has 1 to 1000 questions, not 0
--questions many  => '--questions'
--level 6         => a level is 1 to 5, not 6
--kind dance      => 'draw', 'call', 'pay', 'road'
--seed -1         => a seed is a whole number from 0 to 2^64 - 1, not -1
--lang tlh        => unknown language: 'tlh' (expected one of en, fr, ja, zh-hans, zh-hant)
"""


@pytest.mark.parametrize("line", BAD_OPTIONS.strip().splitlines())
def test_a_bad_option_gets_one_line_and_exit_code_two(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options, _, complaint = line.partition("=> ")
    with pytest.raises(SystemExit) as left:
        main(["drill", *shlex.split(options)])
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert complaint in err


def test_ctrl_c_ends_it_with_the_score_and_no_traceback() -> None:
    process = subprocess.Popen(
        [*COMMAND, "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("no idea\n")
    process.stdin.flush()
    for _ in range(3):  # a question, a verdict, and the question that is not answered
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (out, err) == ("0 of 1 right, 0 points, level 1, seed 5.\n", "")
    assert process.returncode == 130


def typed_at_a_terminal(*args: str, keys: Sequence[str]) -> str:
    """All that a terminal shows, where each of these is typed at the next prompt."""
    screen, keyboard = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *args],
        stdin=keyboard,
        stdout=keyboard,
        stderr=keyboard,
        env={**os.environ, "NO_COLOR": "1", "TERM": "xterm", "PYTHONUTF8": "1"},
    )
    os.close(keyboard)
    seen = b""
    for typed in keys:
        while not seen.endswith(b"> "):
            seen += os.read(screen, 4096)
        os.write(screen, typed.encode())
        seen += b"\n"
    with contextlib.suppress(OSError):  # how Linux says that nobody is there any more
        while new := os.read(screen, 4096):
            seen += new
    os.close(screen)
    assert process.wait(timeout=30) == 0
    return seen.decode()


def test_a_person_is_asked_again_when_an_answer_cannot_be_read() -> None:
    right = Drill(seed=5).question
    keys = ("what?\n", f"{right.answer}\n", "\x04")
    seen = typed_at_a_terminal("--seed", "5", "--questions", "2", keys=keys)
    assert "1 of 2, level 1" in seen
    assert f"not an answer: 'what?' (expected {phrases.EXPECTED[right.form.value]})" in seen
    assert "Right. (" in seen
    assert "1 of 1 right, 2 points, level 1, seed 5." in seen
    assert "Traceback" not in seen


def test_a_person_is_asked_again_in_japanese() -> None:
    words, right = Words.of("ja"), Drill(seed=5).question
    keys = ("what?\n", f"{spell(right.answer, 'ja')}\n", "\x04")
    seen = typed_at_a_terminal("--seed", "5", "--questions", "2", "--lang", "ja", keys=keys)
    shown = [words("drill.greeting"), *map(words.say, right.scene), *right.board]
    shown += [words.say(right.asks), "答えとして読めません", "正解。 ("]
    for line in shown:
        assert line in seen
    assert "1問中1問正解" in seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pipe_may_ask_and_answer_in_any_language(language: str) -> None:
    words, drill = Words.of(language), Drill(seed=5, language=language)
    lines, answers = [], []
    for number in range(1, 9):
        question = drill.question
        texts = (
            [question.text]
            if language == "en"
            else map(words.say, (*question.scene, question.asks))
        )
        lines += [f"{number}. {' '.join(texts)}", words("drill.right")]
        answers.append(spell(question.answer, language))
        drill = drill.answer(answers[-1], seconds=0)
    done = run("--seed", "5", "--questions", "8", "--lang", language, answers="\n".join(answers))
    assert (done.returncode, done.stderr) == (0, "")
    *told, score = done.stdout.splitlines()
    assert told == lines
    assert score == words("drill.score", right=8, asked=8, points=drill.points, level=3, seed=5)


def test_the_locale_chooses_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    monkeypatch.setenv("PYTHONUTF8", "1")  # the locale itself need not be installed
    question = Drill(seed=5).question
    asked = " ".join(map(Words.of("ja").say, (*question.scene, question.asks)))
    assert run("--seed", "5").stdout.splitlines()[0] == f"1. {asked}"
    assert run("--seed", "5", "--lang", "en").stdout.splitlines()[0] == f"1. {question.text}"


def test_json_asks_in_the_language_and_keeps_its_keys_and_answers() -> None:
    french, english = (
        json.loads(run("--seed", "5", "--json", "--lang", lang, answers="?\n").stdout)
        for lang in ("fr", "en")
    )
    [asked], [right] = french["questions"], english["questions"]
    assert french.keys() == english.keys()
    assert asked.keys() == right.keys()
    assert (asked["answer"], asked["kind"]) == (right["answer"], right["kind"])
    assert asked["question"] != right["question"]
    assert asked["why"] != right["why"]


def test_the_page_shows_what_a_pipe_gets() -> None:
    found = re.search(
        r"^```sh\nprintf '(.*)' \| baccarat drill (.*)\n```\n+```text\n(.*?)^```$",
        PAGE.read_text("utf-8"),
        re.M | re.S,
    )
    assert found is not None
    done = run(*shlex.split(found[2]), answers=found[1].replace("\\n", "\n"))
    assert done.stdout == found[3]
