"""Counts of wins, ties, pairs and naturals, as a board shows them beside the roads."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from baccarat.core.coup import Side
from baccarat.core.result import Result


class Counts(NamedTuple):
    """How often each result happened; None if that is unknown."""

    banker: int
    player: int
    tie: int
    banker_pair: int | None
    player_pair: int | None
    natural: int | None

    @property
    def coups(self) -> int:
        """How many coups there were."""
        return self.banker + self.player + self.tie

    def and_also(self, other: "Counts") -> "Counts":
        """These counts and the counts of another value, added up."""
        return Counts._make(map(_together, self, other))

    def as_json(self) -> dict[str, int | None]:
        """The counts as JSON."""
        return {
            "banker_wins": self.banker,
            "player_wins": self.player,
            "ties": self.tie,
            "banker_pairs": self.banker_pair,
            "player_pairs": self.player_pair,
            "coups_with_natural": self.natural,
        }


NO_COUPS = Counts(0, 0, 0, None, None, None)


def count(results: Sequence[Result]) -> Counts:
    winners = [result.winner for result in results]
    return Counts(
        winners.count(Side.BANKER),
        winners.count(Side.PLAYER),
        winners.count(None),
        _known(result.banker.is_pair for result in results),
        _known(result.player.is_pair for result in results),
        _known(result.has_natural for result in results),
    )


def _together(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else one + other


def _known(truths: Iterable[bool | None]) -> int | None:
    known = [truth for truth in truths if truth is not None]
    return sum(known) if known else None
