"""A result: what roads and statistics know of a coup; its cards need not be known."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from os import PathLike
from types import NoneType
from typing import Protocol

from baccarat.cards import Depth
from baccarat.coup import NATURAL, Coup, Hand, Side
from baccarat.errors import BadText, BadValue, CoupError
from baccarat.hints import guided, quoted, require_fields
from baccarat.words import LANGUAGES, catalogue

LETTERS: dict[str, Side | None] = {"P": Side.PLAYER, "B": Side.BANKER, "T": None}
MORE_WORDS: dict[str, Side | None] = {
    "banca": Side.BANKER,
    "draw": None,
    "empate": None,
    "jugador": Side.PLAYER,
    "unentschieden": None,
}
"""Words of casinos' tables beside those that our own catalogues have."""
WHOLE = frozenset({int, NoneType})
TRUTH = frozenset({bool, NoneType})
POINTS = frozenset({None, *range(10)})
"""What may be known of a total, or of the points of a card."""


@guided
@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one hand; None stands for not known.

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
            raise BadValue(f"a total is 0 to 9, not {quoted(self.total)}")
        if self.start not in POINTS:
            raise BadValue(f"a start is 0 to 9, not {quoted(self.start)}")
        if self.third not in POINTS:
            raise BadValue(f"a card has 0 to 9 points, not {quoted(self.third)}")
        if self.cards not in (None, 2, 3):
            raise BadValue(f"a hand has two or three cards, not {quoted(self.cards)}")

    @classmethod
    def of(cls, hand: Hand) -> "Known":
        """What a scoreboard keeps of a hand."""
        return cls(
            total=hand.total,
            cards=len(hand),
            start=hand.start,
            third=None if hand.third is None else hand.third.points,
            is_pair=hand.is_pair if hand.depth >= Depth.RANKS else None,
        )

    @property
    def is_natural(self) -> bool | None:
        """Whether it is a natural; None if that cannot be told."""
        if self.cards == 3 or (self.total is not None and self.total < NATURAL):
            return False
        return None if self.cards is None or self.total is None else True


UNKNOWN = Known()


@guided
@dataclass(frozen=True, slots=True)
class Result:
    """Who won, and what else is known.

    >>> Result.of(Coup.parse("Kh 5c 8h | 9d 4s")).letter
    'T'
    """

    winner: Side | None
    """None is a tie"""
    player: Known = UNKNOWN
    banker: Known = UNKNOWN

    def __post_init__(self) -> None:
        if self.winner is not None and not isinstance(self.winner, Side):
            raise BadValue(
                "a winner is Side.PLAYER, Side.BANKER or, for a tie, None, "
                f"not {quoted(self.winner)}: Result.parse reads words"
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
        """The result of a coup, with all that its cards tell."""
        return cls(coup.winner, Known.of(coup.player), Known.of(coup.banker))

    @classmethod
    def parse(cls, text: str) -> "Result":
        """Read `B`, `P` or `T`, or a word for it: `Banker`, `punto wins`, `égalité`, `庄`."""
        found = _find(text) if isinstance(text, str) else None
        if found is None:
            raise BadText(f"not a result: {quoted(text)} (expected B, P or T)")
        return found

    @property
    def letter(self) -> str:
        """`P`, `B` or `T`."""
        return "T" if self.winner is None else self.winner.value

    @property
    def margin(self) -> int | None:
        """Player's total less Banker's, if both are known."""
        if self.player.total is None or self.banker.total is None:
            return None
        return self.player.total - self.banker.total

    @property
    def equal_start(self) -> bool | None:
        """Whether both hands began with the same total, if it is known."""
        if self.player.start is None or self.banker.start is None:
            return None
        return self.player.start == self.banker.start

    @property
    def has_natural(self) -> bool | None:
        """Whether a hand was a natural, if it is known."""
        naturals = self.player.is_natural, self.banker.is_natural
        if True in naturals:
            return True
        return None if None in naturals else False

    def known(self, side: Side) -> Known:
        """What is known of that side's hand."""
        return self.player if side is Side.PLAYER else self.banker

    def __str__(self) -> str:
        return self.letter


BY_LETTER = {letter: Result(winner) for letter, winner in LETTERS.items()}


Results = str | Iterable[Result | Coup | Side | str]
"""Results as letters in a row, or one by one: as values, as coups, in words."""


class HasResults(Protocol):
    """What has results: a record, a scoreboard, a table."""

    @property
    def results(self) -> Iterable[Result]: ...


AnyResults = Results | HasResults
FILE = re.compile(r"\S+\.(csv|tsv|txt|json)", re.IGNORECASE)
"""The name of a file, which people give where results are meant."""


def as_result(given: Result | Coup | Side | str) -> Result:
    """A result as it is given: itself, a coup's, a side's win, or a word."""
    if isinstance(given, Result):
        return given
    if isinstance(given, Coup):
        return Result.of(given)
    return Result(given) if isinstance(given, Side) else Result.parse(given)


@guided
def parse_results(given: AnyResults) -> list[Result]:
    """Read letters such as `BPT BBP` and words between them, or results one by one.

    >>> "".join(map(str, parse_results("bp tB")))
    'BPTB'
    >>> "".join(map(str, parse_results(["Banker", "闲", "Tie"])))
    'BPT'
    """
    if isinstance(given, PathLike) or (isinstance(given, str) and FILE.fullmatch(given.strip())):
        raise BadText(f"a file's name is no result: read_results({quoted(str(given))}) reads it")
    if isinstance(given, str):
        return _parse_text(given)
    if hasattr(type(given), "columns") and not _is_batch(given):
        raise BadValue(
            "a table has its results in a column: read_results(table, 'Winner') reads it"
        )
    if not isinstance(given, Iterable):
        given = getattr(given, "results", given)
    # A mapping of bets must not be read as results: some bets have the names of results.
    if not isinstance(given, Iterable) or (isinstance(given, Mapping) and given):
        raise BadValue(f"results are letters such as 'BPT', or a list, not {quoted(given)}")
    found = []
    for number, item in enumerate(given, start=1):
        if isinstance(item, list) or _is_batch(item):
            raise BadValue("these are many shoes: go through them, shoe by shoe (for shoe in …)")
        try:
            found.append(as_result(item))
        except BadText as complaint:
            raise BadText(f"result {number}: {complaint}") from None
    return found


def _is_batch(given: object) -> bool:
    """Whether these are simulated shoes; asks the type, because its properties are slow."""
    return hasattr(type(given), "shoes")


def _parse_text(text: str) -> list[Result]:
    found = []
    for line, words in enumerate(text.splitlines(), start=1):
        for word in re.finditer(r"[^\s,;]+", words):
            result = _find(word[0])
            if result is not None:
                found.append(result)
                continue
            for column, letter in enumerate(word[0], start=word.start() + 1):
                result = _find(letter)
                if result is None:
                    raise BadText(
                        f"line {line}, column {column}: not a result: {quoted(letter)} "
                        "(expected B, P or T)"
                    )
                found.append(result)
    return found


def _find(text: str) -> Result | None:
    letter = BY_LETTER.get(text.strip().upper())
    return _words().get(_plain(text)) if letter is None else letter


@cache
def _words() -> Mapping[str, Result]:
    """The words for each result, as the catalogues of all languages have them."""
    names = {"player": Side.PLAYER, "banker": Side.BANKER, "tie": None}
    words = {_plain(word): Result(winner) for word, winner in (LETTERS | MORE_WORDS).items()}
    for texts in map(catalogue, LANGUAGES):
        for name, winner in names.items():
            for word in texts[f"answer.{name}"].split():
                if len(word) == 1 and word.isascii():
                    continue  # single Latin letters other than B, P and T are no results
                for after in ("", *texts["answer.wins"].split()):
                    for space in ("", " "):
                        words[_plain(f"{word}{space}{after}")] = Result(winner)
    return words


def _plain(text: str) -> str:
    """A word without case, accents and the marks between its parts."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[\s_-]+", " ", plain)


def write_results(results: Iterable[Result]) -> str:
    return "".join(result.letter for result in results)
