"""Answers of the drill: forgiving in form, exact in content, in every language."""

from collections.abc import Iterator
from string import Formatter
from unicodedata import combining, normalize

import pytest
from drilled import questions
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BadText, UnknownName
from baccarat.base.sentences import Sentence
from baccarat.base.words import LANGUAGES, SAID, Words, catalogue
from baccarat.drill import LEVELS, Drill, Form, Kind, phrases, read, spell
from baccarat.drill.answers import MEANINGS

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


@pytest.mark.slow
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
    """The form of a sentence and those of all sentences in it; figures alone need no language."""
    if any(text.strip(" -/") for text, *_ in Formatter().parse(sentence.form)):
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
    with pytest.raises(UnknownName) as unknown:
        Drill(seed=1, language="tlh")
    assert (unknown.value.kind, unknown.value.name) == ("language", "tlh")
