"""Reads typed answers in every language, and writes right answers as text.

The catalogues have the words in their section `answer`, with a row for each meaning. The first word
of a row is the word that we write, and `_` is a space. English is always understood, too.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, partial

from baccarat.base.errors import BadText
from baccarat.base.hints import checked
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.cards import shorten
from baccarat.drill import phrases
from baccarat.drill.question import Form

DRAW, STAND = "draw", "stand"
PLAYER, BANKER, TIE = "player", "banker", "tie"
RED, BLUE, NONE = "red", "blue", "none"
COLUMN, ROW = "column", "row"
ALL, BUT, TO = "all", "but", "to"
UP, DOWN, NOTHING, COINS = "up", "down", "nothing", "coins"
WINS, FILLER = "wins", "filler"
NUMBERS = "numbers"
"""The meaning of numbers: ten words from zero to nine, then perhaps ten other spellings."""
MEANINGS = {
    Form.MOVE: (DRAW, STAND),
    Form.POINTS: (ALL, NONE, BUT, TO),
    Form.TOTALS: (PLAYER, BANKER, TIE, WINS),
    Form.CALL: (PLAYER, BANKER, TIE, WINS),
    Form.MONEY: (UP, DOWN, NOTHING, COINS),
    Form.PLACE: (COLUMN, ROW),
    Form.MARK: (RED, BLUE, NONE),
    Form.MARKS: (RED, BLUE, NONE),
}
"""The possible meanings of words in each form of answer: `r` is a row or red."""
SHORT = {TO: "-", WINS: "", FILLER: ""}
"""Words that are read as a dash, and words that are ignored."""
LETTERS = {"r": RED, "b": BLUE, "n": NONE, "x": NONE, "-": NONE}
"""Marks that may be written without a space: `rbn`."""
MOST_DIGITS = 18
"""The most digits of an amount of money."""
SPAN = re.compile("([0-9])(?:-([0-9]))?")
GROUPS = re.compile(r"(?<=[0-9])[ ,'](?=[0-9]{3}(?![0-9]))")
"""Separators of thousands: `1,250` or `1 250`."""


@checked
def read(form: Form, text: str, language: str = "en") -> str:
    """A typed answer in the spelling of `Question.answer`; raises BadText if it cannot be read.

    >>> read(Form.CALL, "Five Player, three Banker: Player wins.")
    '5 3 player'
    >>> read(Form.POINTS, "0-7 or 9"), read(Form.MOVE, "Yes!"), read(Form.MONEY, "lost 1,250")
    ('0 1 2 3 4 5 6 7 9', 'draw', '-1250')
    >>> read(Form.CALL, "閒五點 莊三點 閒贏", "zh-hant")
    '5 3 player'
    """
    answer = READERS[form](_tokens(form, text, language))
    if answer is None:
        expected = Sentence(phrases.EXPECTED[form.value])
        raise BadText(phrases.UNREADABLE, text=shorten(text), expected=expected)
    return answer


@checked
def spell(answer: str, language: str = "en") -> str:
    """A right answer in the words of a language, so that `read` can read it again.

    >>> spell("5 3 player", "fr")
    '5 3 punto'
    """
    texts = Words.of(language).texts
    for word in answer.split():
        if word.isalpha() and f"answer.{word}" not in texts:
            raise BadText(f"not an answer: {shorten(answer)} (expected e.g. '5 3 player')")
    return " ".join(
        _row(texts[f"answer.{word}"])[0] if word.isalpha() else word for word in answer.split()
    )


def _row(words: str) -> list[str]:
    return [word.replace("_", " ") for word in words.split()]


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKD", text).lower()
    text = "".join(mark for mark in text if not unicodedata.combining(mark))
    return " ".join(re.sub("[–—−]", "-", text).split())


def _tokens(form: Form, text: str, language: str) -> list[str]:
    """The text as a list: numbers, signs, unknown words, and the meanings of known words."""
    known, pattern = _vocabulary(form, language)
    text = _plain(text)
    if form is Form.MONEY:
        text = GROUPS.sub("", text)
    elif form is Form.MOVE:
        text = text.replace("-", " ")  # no-card
    return [token for word in pattern.findall(text) if (token := known.get(word, word))]


@cache
def _vocabulary(form: Form, language: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """The words that an answer of this form may have, with meanings; a pattern to find them."""
    known: dict[str, str] = {}
    catalogues = [Words.of(spoken).texts for spoken in dict.fromkeys(("en", language))]
    # A filler may have a meaning in this form: the last entry wins.
    for meaning in (FILLER, NUMBERS, *MEANINGS[form]):
        for texts in catalogues:
            for place, word in enumerate(map(_plain, _row(texts[f"answer.{meaning}"]))):
                token = str(place % 10) if meaning == NUMBERS else SHORT.get(meaning, meaning)
                known[word] = token
    # Chinese and Japanese have no spaces, so their words are searched for, the longest first.
    sought = sorted((word for word in known if not re.fullmatch("[a-z]+", word)), key=len)
    patterns = [*map(_pattern, reversed(sought)), "[a-z]+", "[0-9]+", "[-+]", r"[^\W_]"]
    return known, re.compile("|".join(patterns))


def _pattern(word: str) -> str:
    spelled = re.escape(word)
    return rf"(?<![a-z]){spelled}(?![a-z])" if word[0].isalpha() and word.isascii() else spelled


def _move(tokens: Sequence[str]) -> str | None:
    moves = [token for token in tokens if token != "1"]  # "draw 1 card"
    return moves[0] if moves in ([DRAW], [STAND]) else None


def _numbers(tokens: Sequence[str]) -> str | None:
    if list(tokens) in ([ALL], [NONE]):
        return _join(set(range(10)) if tokens[0] == ALL else set())
    most = _strip(tokens, ALL)
    named = _strip(most, BUT)
    points = _points(named)
    if points is None or len(named) == len(most) < len(tokens):
        return None
    return _join(points if len(named) == len(tokens) else set(range(10)) - points)


def _strip(tokens: Sequence[str], word: str) -> list[str]:
    """The tokens without this word at their start or their end."""
    found = list(tokens)
    while found[:1] == [word]:
        found = found[1:]
    while found[-1:] == [word]:
        found = found[:-1]
    return found


def _points(tokens: Sequence[str]) -> set[int] | None:
    """The points in a text such as `2 - 7 9`, as a set; None if the text has another form."""
    joined = "".join(tokens)
    if not re.fullmatch("([0-9](-[0-9])?)+", joined):
        return None
    spans = [(int(first), int(last or first)) for first, last in SPAN.findall(joined)]
    if any(first > last for first, last in spans):
        return None
    return {point for first, last in spans for point in range(first, last + 1)}


def _join(points: set[int]) -> str:
    return " ".join(map(str, sorted(points))) or NONE


def _totals(tokens: Sequence[str]) -> str | None:
    """Both totals as `player banker`; a wrong winner is added, to make the answer wrong."""
    called = _called(tokens)
    if called is None:
        return None
    player, banker, ending = called
    made = TIE if player == banker else PLAYER if player > banker else BANKER
    return f"{player} {banker}" if ending in (None, made) else f"{player} {banker} {ending}"


def _call(tokens: Sequence[str]) -> str | None:
    called = _called(tokens)
    if called is None or called[2] is None:
        return None
    return " ".join(map(str, called))


def _called(tokens: Sequence[str]) -> tuple[int, int, str | None] | None:
    """Player's total, Banker's total, and the winner (or None) in a call of the result.

    A side may follow its total, as croupiers call it, precede it, or be left out.
    """
    numbers: list[int] = []
    sides: list[str] = []
    shape = ""
    for token in tokens:
        if token.isdecimal():
            numbers += map(int, token)
            shape += "N" * len(token)
        elif token in (PLAYER, BANKER, TIE):
            sides.append(token)
            shape += "T" if token == TIE else "S"
        elif token != "-":
            return None
    found = re.fullmatch("(NN|NSNS|SNSN)[ST]?", shape)
    if found is None:
        return None
    named, ending = (sides[:2], sides[2:]) if "SN" in found[1] else ([], sides)
    player, banker = numbers
    if named and named[0] == named[1]:
        return None
    if named and named[0] == BANKER:
        player, banker = banker, player
    return player, banker, ending[0] if ending else None


def _money(tokens: Sequence[str]) -> str | None:
    amount = list(tokens)
    if amount == [NOTHING]:
        return "0"
    sign = "+"
    if amount and amount[0] in ("-", "+", UP, DOWN):
        sign = amount.pop(0)
    elif amount and amount[-1] in (UP, DOWN):
        sign = amount.pop()
    if len(amount) == 2 and amount[1] == COINS:
        amount.pop()
    if len(amount) != 1 or not amount[0].isdecimal() or len(amount[0]) > MOST_DIGITS:
        return None
    return str(-int(amount[0]) if sign in ("-", DOWN) else int(amount[0]))


def _place(tokens: Sequence[str]) -> str | None:
    """The column and the row in the text; two numbers without names are column, then row."""
    said = [token for token in tokens if token != "-"]
    numbers = [token for token in said if token.isdecimal() and len(token) < 4]
    axes = [token for token in said if token in (COLUMN, ROW)]
    if len(numbers) != 2 or len(numbers) + len(axes) != len(said):
        return None
    if axes not in ([], [COLUMN, ROW], [ROW, COLUMN]):
        return None
    column, row = map(int, reversed(numbers) if axes[:1] == [ROW] else numbers)
    return f"{column} {row}"


def _colours(tokens: Sequence[str], count: int) -> str | None:
    colours = (RED, BLUE, NONE)
    marks = [mark for token in tokens for mark in ([token] if token in colours else token)]
    marks = [LETTERS.get(mark, mark) for mark in marks]
    return " ".join(marks) if len(marks) == count and set(marks) <= set(colours) else None


READERS: dict[Form, Callable[[Sequence[str]], str | None]] = {
    Form.MOVE: _move,
    Form.POINTS: _numbers,
    Form.TOTALS: _totals,
    Form.CALL: _call,
    Form.MONEY: _money,
    Form.PLACE: _place,
    Form.MARK: partial(_colours, count=1),
    Form.MARKS: partial(_colours, count=3),
}
