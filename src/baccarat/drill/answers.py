"""Reading answers: forgiving in form, exact in content."""

import re
import unicodedata
from collections.abc import Sequence

from baccarat.calls import NUMBERS
from baccarat.cards import shorten
from baccarat.drill import words
from baccarat.drill.question import Form
from baccarat.errors import BadText

MOST_DIGITS = 18
"""More than any amount of money has."""
TOKEN = re.compile("[a-z]+|[0-9]+|[-+]")
DIGITS = {word: str(number) for number, word in enumerate(NUMBERS)}
SPAN = re.compile("([0-9])(?:-([0-9]))?")
GROUPS = re.compile(r"(?<=[0-9])[ ,'](?=[0-9]{3}(?![0-9]))")
"""What parts thousands: `1,250` or `1 250`."""


def read(form: Form, text: str) -> str:
    """An answer as it is spelled in a question; BadText if it is none of that form.

    >>> read(Form.CALL, "Five Player, three Banker: Player wins.")
    '5 3 player'
    >>> read(Form.POINTS, "0-7 or 9"), read(Form.MOVE, "Yes!"), read(Form.MONEY, "lost 1,250")
    ('0 1 2 3 4 5 6 7 9', 'draw', '-1250')
    """
    answer = READERS[form](_plain(text))
    if answer is None:
        raise BadText(f"not an answer: {shorten(text)} (expected {words.EXPECTED[form.value]})")
    return answer


def _plain(text: str) -> str:
    """Small letters without accents, with one kind of dash, and with digits for number words."""
    for dash in "–—−":
        text = text.replace(dash, "-")
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(mark for mark in text if not unicodedata.combining(mark))
    return re.sub("[a-z]+", lambda word: DIGITS.get(word[0], word[0]), text).strip()


def _tokens(text: str) -> list[str]:
    """Words, numbers and dashes, without those that say nothing."""
    return [token for token in TOKEN.findall(text) if token not in words.FILLERS]


def _move(text: str) -> str | None:
    return words.MOVES.get(" ".join(re.findall("[a-z]+", text)))


def _numbers(text: str) -> str | None:
    tokens = _tokens(text)
    if tokens and tokens[0] in words.ALL and len(tokens) > 1:
        tokens = tokens[1:] if tokens[1] in words.BUT else []
    if tokens and tokens[0] in words.BUT:
        points = _points(tokens[1:])
        return None if points is None else _spell(set(range(10)) - points)
    if len(tokens) == 1 and tokens[0] in words.ALL | words.NOTHING:
        return _spell(set(range(10)) if tokens[0] in words.ALL else set())
    points = _points(tokens)
    return None if points is None else _spell(points)


def _points(tokens: Sequence[str]) -> set[int] | None:
    """Points and spans of them: `2 - 7 9`; digits may stand together."""
    joined = "".join("-" if token in words.UPTO else token for token in tokens)
    if not re.fullmatch("([0-9](-[0-9])?)+", joined):
        return None
    spans = [(int(first), int(last or first)) for first, last in SPAN.findall(joined)]
    if any(first > last for first, last in spans):
        return None
    return {point for first, last in spans for point in range(first, last + 1)}


def _spell(points: set[int]) -> str:
    return " ".join(map(str, sorted(points))) or words.NONE


def _totals(text: str) -> str | None:
    """Two totals; a winner may be called as well, and must then be the one that they make."""
    called = _called(text)
    if called is None:
        return None
    player, banker, ending = called
    made = words.TIE if player == banker else words.PLAYER if player > banker else words.BANKER
    return f"{player} {banker}" if ending in (None, made) else f"{player} {banker} {ending}"


def _call(text: str) -> str | None:
    called = _called(text)
    if called is None or called[2] is None:
        return None
    return " ".join(map(str, called))


def _called(text: str) -> tuple[int, int, str | None] | None:
    """Player's total, Banker's, and who wins if that is said.

    A side may stand behind its total, as croupiers call, or before it, or not at all.
    """
    numbers: list[int] = []
    sides: list[str] = []
    shape = ""
    for token in _tokens(text):
        if token.isdigit():
            numbers += map(int, token)
            shape += "N" * len(token)
        elif token in words.ENDINGS:
            sides.append(words.ENDINGS[token])
            shape += "T" if sides[-1] == words.TIE else "S"
        elif token not in words.WINS and token != "-":
            return None
    found = re.fullmatch("(NN|NSNS|SNSN)[ST]?", shape)
    if found is None:
        return None
    named, ending = (sides[:2], sides[2:]) if "SN" in found[1] else ([], sides)
    player, banker = numbers
    if named and named[0] == named[1]:
        return None
    if named and named[0] == words.BANKER:
        player, banker = banker, player
    return player, banker, ending[0] if ending else None


def _money(text: str) -> str | None:
    tokens = _tokens(GROUPS.sub("", text))
    if len(tokens) == 1 and tokens[0] in words.NO_MONEY:
        return "0"
    is_loss = False
    if tokens and tokens[0] in {"-", "+"} | words.GAIN | words.LOSS:
        is_loss = tokens[0] == "-" or tokens[0] in words.LOSS
        tokens = tokens[1:]
    if len(tokens) == 2 and tokens[1] in words.MONEY_NOUNS:
        tokens = tokens[:1]
    if len(tokens) != 1 or not tokens[0].isdigit() or len(tokens[0]) > MOST_DIGITS:
        return None
    return str(-int(tokens[0]) if is_loss else int(tokens[0]))


def _place(text: str) -> str | None:
    """A column and a row, in this order if nothing else is said."""
    tokens = [token for token in _tokens(text) if token != "-"]
    numbers = [token for token in tokens if token.isdigit() and len(token) < 4]
    axes = [words.AXES[token] for token in tokens if token in words.AXES]
    if len(numbers) != 2 or len(numbers) + len(axes) != len(tokens):
        return None
    if axes not in ([], [words.COLUMN, words.ROW], [words.ROW, words.COLUMN]):
        return None
    column, row = map(int, reversed(numbers) if axes[:1] == [words.ROW] else numbers)
    return f"{column} {row}"


def _mark(text: str) -> str | None:
    return _colours(text, 1)


def _marks(text: str) -> str | None:
    return _colours(text, 3)


def _colours(text: str, count: int) -> str | None:
    tokens = _tokens(text)
    if len(tokens) != count:
        tokens = list("".join(tokens))  # `rbn`
    if len(tokens) != count or any(token not in words.COLOURS for token in tokens):
        return None
    return " ".join(words.COLOURS[token] for token in tokens)


READERS = {
    Form.MOVE: _move,
    Form.POINTS: _numbers,
    Form.TOTALS: _totals,
    Form.CALL: _call,
    Form.MONEY: _money,
    Form.PLACE: _place,
    Form.MARK: _mark,
    Form.MARKS: _marks,
}
