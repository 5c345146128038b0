"""An entry of a record: one coup, as far as it is known."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from baccarat.cards import Depth
from baccarat.coup import Coup, Side
from baccarat.errors import BadText, CoupError
from baccarat.layout import MOST_MONEY, Wager
from baccarat.result import Known, Result

SPOT = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:/%-]*")


@dataclass(frozen=True, slots=True)
class Entry:
    """A coup as it was written down: its result, its cards if they are known, the wagers on it."""

    result: Result
    coup: Coup | None = None
    wagers: tuple[Wager, ...] = ()

    def __post_init__(self) -> None:
        result, coup = self.result, self.coup
        for side in Side:
            known = result.known(side)
            if known.total is not None and not 0 <= known.total <= 9:
                raise CoupError(f"a total is 0 to 9, not {known.total}")
            if coup is not None and known.is_pair and not _may_be_pair(coup, side):
                raise CoupError(f"{coup.hand(side)} is no pair")
        told = Result(result.winner) if coup is None else Result.of(coup)
        if result != told and result != _with_more(told, result, has_cards=coup is not None):
            raise CoupError(
                "without its cards a result tells winner, totals and pairs"
                if coup is None
                else f"not the result of {coup}"
            )
        for wager in self.wagers:
            _check_wager(wager)

    @classmethod
    def of(cls, dealt: Coup | Result, wagers: Iterable[Wager] = ()) -> "Entry":
        """Of a coup all that it tells; of a result what is written: winner, totals and pairs."""
        if isinstance(dealt, Coup):
            return cls(Result.of(dealt), dealt, tuple(wagers))
        result = _with_more(Result(dealt.winner), dealt, has_cards=False)
        return cls(result, None, tuple(wagers))

    @property
    def letter(self) -> str:
        return self.result.letter

    def __str__(self) -> str:
        """As a line of a record has it, less the number."""
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
        if self.wagers:
            words.append(f"{{{' '.join(map(str, self.wagers))}}}")
        return " ".join(words)

    def _cards_tell_pair(self, side: Side) -> bool:
        return self.coup is not None and self.coup.hand(side).depth >= Depth.RANKS


def read_wager(text: str) -> Wager:
    """A wager that may stand in a record."""
    wager = Wager.parse(text)
    _check_wager(wager)
    return wager


def _check_wager(wager: Wager) -> None:
    if not SPOT.fullmatch(wager.spot):
        raise BadText(f"not a spot: {wager.spot[:40]!r} (expected e.g. 'lucky-6')")
    if not 1 <= wager.stake <= MOST_MONEY:
        raise BadText(f"a stake is 1 to {MOST_MONEY} coins, not {wager.stake}")


def _may_be_pair(coup: Coup, side: Side) -> bool:
    first, second = coup.hand(side).cards[:2]
    depth = min(first.depth, second.depth, Depth.RANKS)
    return first.at(depth) == second.at(depth)


def _with_more(told: Result, seen: Result, has_cards: bool) -> Result:
    """What the cards tell, and what else may have been seen: pairs, and totals without cards."""

    def more(known: Known, beside: Known) -> Known:
        total = known.total if has_cards else beside.total
        is_pair = beside.is_pair if known.is_pair is None else known.is_pair
        return replace(known, total=total, is_pair=is_pair)

    return replace(
        told, player=more(told.player, seen.player), banker=more(told.banker, seen.banker)
    )
