"""A result: the facts of a coup for roads and statistics; its cards may be unknown."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from numbers import Integral
from os import PathLike
from types import NoneType
from typing import Any, Protocol, runtime_checkable

from baccarat.base.errors import BadText, BadValue, CoupError
from baccarat.base.hints import guided, quoted, require_fields
from baccarat.base.words import LANGUAGES, catalogue
from baccarat.core.cards import Depth
from baccarat.core.coup import NATURAL, Coup, Hand, Side

LETTERS: dict[str, Side | None] = {"P": Side.PLAYER, "B": Side.BANKER, "T": None}
MORE_WORDS: dict[Side | None, str] = {
    Side.BANKER: "banca 뱅커 red rouge 红 紅 赤",
    Side.PLAYER: "jugador 플레이어 blue bleu 蓝 藍 青",
    None: "draw empate unentschieden 타이 무승부 green vert 绿 綠 緑",
}
"""More words in casinos' tables, beside those of our catalogues; colours are those of the roads."""
Codes = str | Mapping[Any, str]
"""A casino's codes for results: `"1=B 2=P 3=T"`, or a mapping such as `{1: "B"}`."""
LARGEST_CODE = 10**9
EXAMPLE = ("1", "2", "3")
"""Numbers for the example in an error message, if the data has no better ones."""
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
"""A number, also in the forms 1.0 and -1 that programs write."""
WHOLE = frozenset({int, NoneType})
TRUTH = frozenset({bool, NoneType})
POINTS = frozenset({None, *range(10)})
"""The possible values of a total, or of the points of a card; None means unknown."""


@guided
@dataclass(frozen=True, slots=True)
class Known:
    """The known facts of one hand; None means unknown.

    >>> Known.of(Hand.parse("4h 4c"))
    Known(total=8, cards=2, start=8, third=None, is_pair=True)
    >>> Known(total=8).is_natural is None
    True
    """

    total: int | None = None
    cards: int | None = None
    """two or three"""
    start: int | None = None
    """the total of the first two cards"""
    third: int | None = None
    """the points of the third card"""
    is_pair: bool | None = None

    def __post_init__(self) -> None:
        numbers = self.total, self.cards, self.start, self.third
        if not WHOLE.issuperset(map(type, numbers)) or type(self.is_pair) not in TRUTH:
            require_fields(self)
        if self.total not in POINTS:
            raise BadValue(f"a total must be 0 to 9, not {quoted(self.total)}")
        if self.start not in POINTS:
            raise BadValue(
                f"the total of the first two cards must be 0 to 9, not {quoted(self.start)}"
            )
        if self.third not in POINTS:
            raise BadValue(f"a card must have 0 to 9 points, not {quoted(self.third)}")
        if self.cards not in (None, 2, 3):
            raise BadValue(f"a hand must have two or three cards, not {quoted(self.cards)}")

    @classmethod
    def of(cls, hand: Hand) -> "Known":
        """The known facts of a hand: totals, number of cards, points of the third card, pair."""
        return cls(
            total=hand.total,
            cards=len(hand),
            start=hand.start,
            third=None if hand.third is None else hand.third.points,
            is_pair=hand.is_pair if hand.depth >= Depth.RANKS else None,
        )

    @property
    def is_natural(self) -> bool | None:
        """Whether the hand is a natural; None if that is unknown."""
        if self.cards == 3 or (self.total is not None and self.total < NATURAL):
            return False
        return None if self.cards is None or self.total is None else True


UNKNOWN = Known()


@guided
@dataclass(frozen=True, slots=True)
class Result:
    """The winner of a coup, and the known facts of both hands.

    >>> Result.of(Coup.parse("Kh 5c 8h | 9d 4s")).letter
    'T'
    """

    winner: Side | None
    """None means a tie"""
    player: Known = UNKNOWN
    banker: Known = UNKNOWN

    def __post_init__(self) -> None:
        if self.winner is not None and not isinstance(self.winner, Side):
            raise BadValue(
                "a winner must be Side.PLAYER, Side.BANKER or, for a tie, None, "
                f"not {quoted(self.winner)}: to read words, use Result.parse"
            )
        if not type(self.player) is type(self.banker) is Known:
            require_fields(self)
        ahead = self.margin
        if ahead is None:
            return
        if (self.winner is None) != (ahead == 0) or (
            ahead and (self.winner is Side.PLAYER) != (ahead > 0)
        ):
            raise CoupError(
                f"{self.letter} is not the result of {self.player.total} against "
                f"{self.banker.total}"
            )

    @classmethod
    def of(cls, coup: Coup) -> "Result":
        """The result of a coup, with all facts that its cards show."""
        return cls(coup.winner, Known.of(coup.player), Known.of(coup.banker))

    @classmethod
    def parse(cls, text: str) -> "Result":
        """Read `B`, `P` or `T`, or a word for it: `Banker`, `punto wins`, `égalité`, `庄`."""
        return read_result(text)

    @property
    def letter(self) -> str:
        """`P`, `B` or `T`."""
        return "T" if self.winner is None else self.winner.value

    @property
    def margin(self) -> int | None:
        """Player's total minus Banker's total; None if a total is unknown."""
        if self.player.total is None or self.banker.total is None:
            return None
        return self.player.total - self.banker.total

    @property
    def equal_start(self) -> bool | None:
        """Whether both hands began with the same total; None if that is unknown."""
        if self.player.start is None or self.banker.start is None:
            return None
        return self.player.start == self.banker.start

    @property
    def has_natural(self) -> bool | None:
        """Whether a hand was a natural; None if that is unknown."""
        naturals = self.player.is_natural, self.banker.is_natural
        if True in naturals:
            return True
        return None if None in naturals else False

    def known(self, side: Side) -> Known:
        """The known facts of that side's hand."""
        return self.player if side is Side.PLAYER else self.banker

    def __str__(self) -> str:
        return self.letter


BY_LETTER = {letter: Result(winner) for letter, winner in LETTERS.items()}
NO_CODES: Mapping[str, Result] = {}


Results = str | Iterable[Result | Coup | Side | str]
"""Results as letters in a row, or as a list of values, coups or words."""


class HasResults(Protocol):
    """Anything with results: a record, a scoreboard, a table."""

    @property
    def results(self) -> Iterable[Result]: ...


@runtime_checkable
class ArrowColumn(Protocol):
    """A column of Arrow, which converts its items to Python values."""

    def to_pylist(self) -> list[Any]: ...


AnyResults = Results | HasResults | ArrowColumn
CodedResults = str | Iterable[Result | Coup | Side | str | int] | HasResults | ArrowColumn
"""Results, some of which may be numbers that are codes."""
FILE = re.compile(r"\S+\.(csv|tsv|txt|json)", re.IGNORECASE)
"""The name of a file, which people sometimes give instead of results."""


def as_result(
    given: Result | Coup | Side | str,
    codes: Mapping[str, Result] = NO_CODES,
    others: Iterable[object] = (),
) -> Result:
    """A result from a Result, a coup, a side that won, a word or a code."""
    if isinstance(given, Result):
        return given
    if isinstance(given, Coup):
        return Result.of(given)
    return Result(given) if isinstance(given, Side) else read_result(given, codes, others)


def read_codes(codes: Codes | None) -> dict[str, Result]:
    """The result of each code, from text such as `1=B 2=P` or from a mapping.

    >>> {code: str(result) for code, result in read_codes("1=B 2=Player").items()}
    {'1': 'B', '2': 'P'}
    """
    if codes is not None and not isinstance(codes, str | Mapping):
        raise BadValue(f"codes are e.g. '1=B 2=P 3=T', not {quoted(codes)}")
    if isinstance(codes, str):
        parts = [part.rpartition("=") for part in re.findall(r"[^\s,;]+", codes)]
        pairs: list[tuple[Any, str]] = [(code, word) for code, _, word in parts]
    else:
        pairs = list((codes or {}).items())
    if codes is not None and not pairs:
        raise BadText("no codes (expected e.g. '1=B 2=P 3=T')")
    meanings: dict[str, Result] = {}
    for code, word in pairs:
        key, result = plain(_written(code)), _find(word)
        if not key or result is None:
            bad = f"{code}={word}" if key else word
            raise BadText(f"not a code: {quoted(bad)} (expected e.g. '1=B 2=P 3=T')")
        if meanings.setdefault(key, result) != result:
            raise BadText(f"the code {quoted(code)} has two meanings")
    return meanings


def read_result(
    given: object, codes: Mapping[str, Result] = NO_CODES, others: Iterable[object] = ()
) -> Result:
    """Read a word or a code; the error for a number without a code shows how to give codes.

    A number without a code is never taken for a result: casinos use numbers in different ways.
    """
    result = _find(given, codes)
    if result is not None:
        return result
    hint = ""
    if NUMBER.fullmatch(_written(given)):
        written = {_written(other) for other in others}
        numbers = sorted(filter(NUMBER.fullmatch, written))
        few = numbers if 2 <= len(numbers) <= 3 else EXAMPLE
        example = " ".join(f"{number}={letter}" for number, letter in zip(few, "BPT", strict=False))
        means = f"codes='{example}' of parse_results"
        hint = f"; if numbers stand for them, say what each means, e.g. {means}"
    raise BadText(f"not a result: {quoted(given)} (expected B, P or T{hint})")


@guided
def parse_results(given: CodedResults, codes: Codes | None = None) -> list[Result]:
    """Read results from a text of letters or words, such as `BPT Banker`, or from a list.

    >>> "".join(map(str, parse_results("bp tB")))
    'BPTB'
    >>> "".join(map(str, parse_results(["Banker", "闲", "Tie"])))
    'BPT'

    A casino's own codes need their meaning.

    >>> "".join(map(str, parse_results([1, 2, 1, 3], codes="1=B 2=P 3=T")))
    'BPBT'
    """
    if isinstance(given, PathLike) or (isinstance(given, str) and FILE.fullmatch(given.strip())):
        raise BadText(
            f"this is the name of a file: read its results with read_results({quoted(str(given))})"
        )
    meanings = read_codes(codes)
    if isinstance(given, str):
        return _parse_text(given, meanings)
    if hasattr(type(given), "columns") and not _is_batch(given):
        raise BadValue(
            "this is a table: read its column of results with read_results(table, 'Winner')"
        )
    if isinstance(given, ArrowColumn):
        given = given.to_pylist()
    elif not isinstance(given, Iterable):
        given = getattr(given, "results", given)
    # A mapping of bets must not be read as results: some bets have the names of results.
    if not isinstance(given, Iterable) or (isinstance(given, Mapping) and given):
        raise BadValue(f"results must be letters such as 'BPT', or a list, not {quoted(given)}")
    found, items = [], list(given)
    for number, item in enumerate(items, start=1):
        if isinstance(item, list) or _is_batch(item):
            raise BadValue(
                "these results have several shoes: read one shoe at a time (for shoe in …)"
            )
        try:
            found.append(as_result(item, meanings, items))
        except BadText as complaint:
            raise BadText(f"result {number}: {complaint}") from None
    return found


def _is_batch(given: object) -> bool:
    """Whether a value holds simulated shoes, by its type, because its properties are slow."""
    return hasattr(type(given), "shoes")


def _parse_text(text: str, codes: Mapping[str, Result]) -> list[Result]:
    found = []
    for line, words in enumerate(text.splitlines(), start=1):
        for word in re.finditer(r"[^\s,;]+", words):
            result = _find(word[0], codes)
            if result is not None:
                found.append(result)
                continue
            for column, letter in enumerate(word[0], start=word.start() + 1):
                try:
                    found.append(read_result(letter, codes, text))
                except BadText as complaint:
                    raise BadText(f"line {line}, column {column}: {complaint}") from None
    return found


def _find(given: object, codes: Mapping[str, Result] = NO_CODES) -> Result | None:
    if codes and (result := codes.get(plain(_written(given)))) is not None:
        return result
    if not isinstance(given, str):
        return None
    letter = BY_LETTER.get(given.strip().upper())
    return _words().get(plain(given)) if letter is None else letter


def _written(code: object) -> str:
    """A result's code as text, `1` also for the float 1.0; '' if the value cannot be a code."""
    if isinstance(code, float) and code.is_integer():
        code = int(code)
    is_code = isinstance(code, str) or (
        isinstance(code, Integral) and abs(int(code)) < LARGEST_CODE
    )
    return str(code).strip() if is_code else ""


@cache
def _words() -> Mapping[str, Result]:
    """The words for each result, from the catalogues of all languages."""
    names = {"player": Side.PLAYER, "banker": Side.BANKER, "tie": None}
    words = {plain(letter): result for letter, result in BY_LETTER.items()}
    for winner, more in MORE_WORDS.items():
        words |= {plain(word): Result(winner) for word in more.split()}
    for texts in map(catalogue, LANGUAGES):
        for name, winner in names.items():
            for word in texts[f"answer.{name}"].split():
                if len(word) == 1 and word.isascii():
                    continue  # of single Latin letters, only B, P and T are results
                for after in ("", *texts["answer.wins"].split()):
                    for space in ("", " "):
                        words[plain(f"{word}{space}{after}")] = Result(winner)
    return words


def plain(text: str) -> str:
    """A word in lower case, without accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[\s_-]+", " ", plain)


def write_results(results: Iterable[Result]) -> str:
    return "".join(result.letter for result in results)
