"""A result: what roads and statistics know of a coup; its cards need not be known."""

from collections.abc import Iterable
from dataclasses import dataclass

from baccarat.cards import Depth
from baccarat.coup import Coup, Hand, Side
from baccarat.errors import BadText, CoupError

LETTERS: dict[str, Side | None] = {"P": Side.PLAYER, "B": Side.BANKER, "T": None}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one hand; None is not known."""

    total: int | None = None
    cards: int | None = None
    """two or three"""
    start: int | None = None
    """the total of the first two cards"""
    third: int | None = None
    """the points of the third card"""
    is_pair: bool | None = None

    @classmethod
    def of(cls, hand: Hand) -> "Known":
        return cls(
            total=hand.total,
            cards=len(hand),
            start=hand.start,
            third=None if hand.third is None else hand.third.points,
            is_pair=hand.is_pair if hand.depth >= Depth.RANKS else None,
        )

    @property
    def is_natural(self) -> bool | None:
        if self.cards == 3 or (self.total is not None and self.total < 8):
            return False
        return None if self.cards is None or self.total is None else True


UNKNOWN = Known()


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
        """All that a coup tells."""
        return cls(coup.winner, Known.of(coup.player), Known.of(coup.banker))

    @classmethod
    def parse(cls, letter: str) -> "Result":
        """Read `B`, `P` or `T`."""
        try:
            return BY_LETTER[letter.upper()]
        except KeyError:
            raise BadText(f"not a result: {letter[:24]!r} (expected B, P or T)") from None

    @property
    def letter(self) -> str:
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
        return self.player if side is Side.PLAYER else self.banker

    def __str__(self) -> str:
        return self.letter


BY_LETTER = {letter: Result(winner) for letter, winner in LETTERS.items()}


def parse_results(text: str) -> list[Result]:
    """Read a sequence such as `BPT BBP`; white space parts what it likes.

    >>> "".join(map(str, parse_results("bp tB")))
    'BPTB'
    """
    found = []
    for line, letters in enumerate(text.splitlines(), start=1):
        for column, letter in enumerate(letters, start=1):
            if letter.isspace():
                continue
            result = BY_LETTER.get(letter.upper())
            if result is None:
                raise BadText(
                    f"line {line}, column {column}: not a result: {letter!r} (expected B, P or T)"
                )
            found.append(result)
    return found


def write_results(results: Iterable[Result]) -> str:
    return "".join(result.letter for result in results)
