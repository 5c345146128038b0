"""An entry of a record: one coup, as far as the record knows it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import NoneType

from baccarat.base.errors import BadText, CoupError
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, require_fields
from baccarat.base.jsonable import winner
from baccarat.core.cards import Depth
from baccarat.core.coup import NATURAL, Coup, Side
from baccarat.core.layout import MOST_MONEY, Wager
from baccarat.core.result import Known, Result

KINDS = {(Result, Coup), (Result, NoneType)}
SPOT = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:/%-]*")


@dataclass(frozen=True, slots=True)
class Entry:
    """A coup as it was written down: its result, its cards if known, and the wagers on it.

    >>> from baccarat import Record
    >>> first = Record.deal(seed=7).entries[0]
    >>> first.result.letter, first.coup
    ('B', Coup.parse('Jd 4d Th | 6h Jh'))
    """

    result: Result
    coup: Coup | None = None
    wagers: tuple[Wager, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, "wagers")
        result, coup = self.result, self.coup
        if (type(result), type(coup)) not in KINDS or type(self.wagers) is not tuple or self.wagers:
            require_fields(self)
        if coup is None:
            _check_known(result)
        elif result != with_pairs(Result.of(coup), {s: result.known(s).is_pair for s in Side}):
            raise CoupError(f"the given result does not fit the cards {coup}")
        for side in Side:
            if coup is not None and result.known(side).is_pair and not _may_be_pair(coup, side):
                raise CoupError(f"{coup.hand(side)} is no pair")
        for wager in self.wagers:
            _check_wager(wager)

    @classmethod
    @checked
    def of(cls, dealt: Coup | Result, wagers: Iterable[Wager] = ()) -> "Entry":
        """The entry of a coup, or of a result without cards."""
        if isinstance(dealt, Coup):
            return cls(Result.of(dealt), dealt, tuple(wagers))
        return cls(dealt, None, tuple(wagers))

    @property
    def letter(self) -> str:
        """`P`, `B` or `T`."""
        return self.result.letter

    def row(self, number: int) -> dict[str, object]:
        """The coup as a flat row with its number."""
        hands = {winner(side): side for side in Side}
        known = {name: self.result.known(side) for name, side in hands.items()}
        return {
            "number": number,
            **{n: None if self.coup is None else str(self.coup.hand(s)) for n, s in hands.items()},
            "winner": winner(self.result.winner),
            **{f"{name}_total": hand.total for name, hand in known.items()},
            **{f"{name}_natural": hand.is_natural for name, hand in known.items()},
            **{f"{name}_pair": hand.is_pair for name, hand in known.items()},
            "wagers": " ".join(map(str, self.wagers)),
        }

    def as_json(self, number: int) -> dict[str, object]:
        """The coup as JSON, without the values that are unknown."""
        coup = self.coup
        told: dict[str, object] = {"number": number, **({} if coup is None else coup.as_json())}
        for side in Side:
            known = self.result.known(side)
            hand = _known_json(known) if coup is None else coup.hand(side).as_json()
            pair = {} if known.is_pair is None else {"pair": known.is_pair}
            told[winner(side)] = {**hand, **pair}
        told["winner"] = winner(self.result.winner)
        if self.wagers:
            told["wagers"] = [wager.as_json() for wager in self.wagers]
        return told

    def __str__(self) -> str:
        """The entry as in a line of a record, without the number."""
        result = self.result
        words = [] if self.coup is None else [f"{self.coup} "]
        words.append(result.letter)
        totals = [result.known(side).total for side in Side]
        if totals != [None, None]:
            words.append("-".join("?" if total is None else str(total) for total in totals))
        for side in Side:
            is_pair = result.known(side).is_pair
            if is_pair is not None and not self._cards_tell_pair(side):
                words.append(f"{'+' if is_pair else '-'}{side.value}")
        if self.coup is None:
            words += [f"{side.value}{more}" for side in Side if (more := _more(result.known(side)))]
        if self.wagers:
            words.append(f"{{{' '.join(map(str, self.wagers))}}}")
        return " ".join(words)

    @property
    def is_detailed(self) -> bool:
        """Whether a hand without cards has details beyond total and pair (notation version 2)."""
        return self.coup is None and any(_more(self.result.known(side)) for side in Side)

    def _cards_tell_pair(self, side: Side) -> bool:
        return self.coup is not None and self.coup.hand(side).depth >= Depth.RANKS


def _known_json(known: Known) -> dict[str, object]:
    """A hand without cards as JSON; `held` is its number of cards."""
    said = {
        "total": known.total,
        "natural": known.is_natural,
        "held": known.cards,
        "start": known.start,
        "third": known.third,
    }
    return {word: value for word, value in said.items() if value is not None}


def read_wager(text: str) -> Wager:
    """Read a wager of a record."""
    wager = Wager.parse(text)
    _check_wager(wager)
    return wager


def _check_wager(wager: Wager) -> None:
    if not SPOT.fullmatch(wager.spot):
        raise BadText(f"not a spot: {wager.spot[:40]!r} (expected e.g. 'lucky-6')")
    if not 1 <= wager.stake <= MOST_MONEY:
        raise BadText(f"a stake must be 1 to {MOST_MONEY} coins, not {wager.stake}")


def _may_be_pair(coup: Coup, side: Side) -> bool:
    first, second = coup.hand(side).cards[:2]
    depth = min(first.depth, second.depth, Depth.RANKS)
    return first.at(depth) == second.at(depth)


def with_pairs(result: Result, pairs: Mapping[Side, bool | None]) -> Result:
    """The result, completed with `pairs` where its cards do not show whether a hand is a pair."""
    player, banker = (
        replace(known, is_pair=pairs.get(side)) if known.is_pair is None else known
        for side, known in ((side, result.known(side)) for side in Side)
    )
    return replace(result, player=player, banker=banker)


def _more(known: Known) -> str:
    """Number of cards, total of the first two and points of the third, as text: `3:5+8`, `?:5`."""
    start = "" if known.start is None else f":{known.start}"
    third = "" if known.third is None else f"+{known.third}"
    if known.cards is None and not start + third:
        return ""
    return f"{known.cards or '?'}{start}{third}"


def _check_known(result: Result) -> None:
    """Raise `CoupError` if the known facts of a hand are impossible."""
    for side in Side:
        known = result.known(side)
        if not _can_be(known):
            raise CoupError(
                f"{side} cannot have had this hand: {_more(known)}, total {known.total}"
            )
    naturals = [_is_natural(result.known(side)) for side in Side]
    if any(naturals) and any(_drew(result.known(side)) for side in Side):
        raise CoupError(
            "no hand draws a third card after a natural: correct the cards or the natural"
        )


def _is_natural(known: Known) -> bool:
    return known.is_natural is True or (known.start is not None and known.start >= NATURAL)


def _drew(known: Known) -> bool:
    return known.cards == 3 or known.third is not None


def _can_be(known: Known) -> bool:
    """Whether a hand can have these facts together: its cards, its totals and its third card."""
    if known.third is not None and known.cards == 2:
        return False
    if known.start is None or known.total is None:
        return True
    if known.third is not None:
        return (known.start + known.third) % 10 == known.total
    return known.start == known.total or (known.cards != 2 and known.start < NATURAL)
