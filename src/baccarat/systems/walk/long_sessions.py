"""Long sessions, played in rounds: each round deals more shoes to sessions that still go on.

A session without a limit has 2^20 shoes, but most sessions need only a few. So the next shoes of 64
sessions are dealt side by side. When few sessions are left, or after some rounds, the others are
played to their end one by one, in order.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.core.third_card import Strategy, nobody
from baccarat.simulation.coups import LANES, Coups
from baccarat.simulation.engines import reference
from baccarat.simulation.verdict_tables import tables_of
from baccarat.systems.reference_player import not_ended
from baccarat.systems.session import SessionPlan
from baccarat.systems.walk.loop import COUPS, END, PLAYING, ROW, SHOE, TURN
from baccarat.systems.walk.session_arrays import Booked
from baccarat.systems.walk.sessions import Sheets, SystemReader

FEW = 8
"""At most this many unfinished sessions of 64 are played one by one."""
SIDE_BY_SIDE = 1_500
"""About how many coups of a session are dealt side by side with other sessions."""
FIRST_COUPS = 64
"""About how many coups are dealt in the first round."""
MOST_SHOES = 1 << 13
"""The most shoes of a session that are dealt at a time."""

Deals = Callable[[npt.NDArray[np.uint64], int], Coups]
"""A function that deals groups of 64 shoes, from their first numbers and a distance."""


@dataclass(frozen=True, slots=True)
class RoundsReader(SystemReader):
    """Plays long sessions: it gets the first shoe of each session, and deals the other shoes."""

    decide: Strategy = field(default=nobody, repr=False)
    unending: list[int] = field(default_factory=list, repr=False, compare=False)
    """sessions that had not ended after their last shoe: later sessions need not be played"""
    first_coups = 80_000

    def booked(self, batch: Coups) -> Booked:
        """Play the sessions of a batch, and return them."""
        deals = dealer_of(batch, self.decide)
        return Booked.joined(
            [self._played(group, batch, deals) for group in range(len(batch.verdicts))]
        )

    def _played(self, group: int, batch: Coups, deals: Deals) -> Booked:
        """Play up to 64 sessions side by side, and return them."""
        plan = self.plan.sessions_of(batch.plan.part(LANES * group, 1))
        sessions = min(LANES, batch.shoes - LANES * group)
        sheet = Sheets(plan, self.system, sessions)
        first = plan.first * plan.numbers
        _go_on(sheet, _group(batch, group), plan.first, 1, self._is_last(plan, 1))
        shoes_done, coups = 1, 1 if plan.fresh else batch.verdicts.shape[1]
        shoes = max(1, FIRST_COUPS // coups)
        while np.count_nonzero(sheet.who[:, END] == PLAYING) > FEW and shoes_done < plan.numbers:
            if shoes_done * coups >= SIDE_BY_SIDE:
                break
            shoes = min(shoes, plan.numbers - shoes_done)
            firsts = np.arange(first + shoes_done, first + shoes_done + shoes, dtype=np.uint64)
            turned_batch = turned(deals(firsts, plan.numbers))
            shoes_done += shoes
            _go_on(sheet, turned_batch, plan.first, shoes, self._is_last(plan, shoes_done))
            shoes *= 2
        unfinished = np.flatnonzero(sheet.who[:, END] == PLAYING).tolist()
        books = [self._play_out(sheet, place, shoes_done, deals) for place in unfinished]
        booked = sheet.booked
        nobody_else = booked.sessions[:0], booked.marks[:0]
        return Booked.joined([booked, *(Booked(*nobody_else, bets) for bets in books)])

    def _play_out(
        self, sheet: Sheets, place: int, shoes_done: int, deals: Deals
    ) -> Mapping[str, Sequence[int]]:
        """Play one session from here to its end; return the stakes on each bet from here on."""
        plan, single, shoes = sheet.plan, sheet.only(place), LANES
        number = plan.first + place
        while single.who[0, END] == PLAYING:
            if shoes_done >= plan.numbers:
                self.unending.append(number)
            if shoes_done >= plan.numbers or any(unending < number for unending in self.unending):
                coups = int(single.who[0, COUPS])
                state = single.table.state_of(int(single.who[0, ROW]))
                raise not_ended(number, self.system, plan.numbers_told, coups, state)
            begin = number * plan.numbers + shoes_done
            firsts = np.arange(begin, begin + shoes, LANES, dtype=np.uint64)
            played = min(shoes, plan.numbers - shoes_done)
            shoes_done += played
            _go_on(single, deals(firsts, 1), number, played, self._is_last(plan, shoes_done))
            shoes = min(2 * shoes, MOST_SHOES)
        return single.booked.bets

    @staticmethod
    def _is_last(plan: SessionPlan, shoes_done: int) -> bool:
        """Whether the session ends here, because all its shoes are dealt."""
        return plan.session.shoes is not None and shoes_done >= plan.numbers


def _go_on(sheet: Sheets, batch: Coups, first: int, shoes: int, is_last: bool = False) -> None:
    """Continue the unfinished sessions with the next shoes."""
    sheet.who[sheet.who[:, END] == PLAYING, SHOE : TURN + 1] = 0
    sheet.play(batch, first, shoes, is_last)


def dealer_of(batch: Coups, decide: Strategy) -> Deals:
    """A function that deals further shoes with the plan and the cards of this batch."""
    plan, cards = batch.plan, batch.depth
    if find_spec("numba") is None:

        def plainly(firsts: npt.NDArray[np.uint64], apart: int) -> Coups:
            numbers = [first + apart * lane for first in firsts.tolist() for lane in range(LANES)]
            return reference.coups_of(plan, numbers, decide, cards)

        return plainly
    from baccarat.simulation.engines.cpu import Ready

    ready = Ready.of(plan, tables_of(plan.rules, decide), cards)

    def deals(firsts: npt.NDArray[np.uint64], apart: int) -> Coups:
        return ready.deal_groups(plan.part(0, LANES * len(firsts)), firsts, apart)

    return deals


def _group(batch: Coups, group: int) -> Coups:
    """64 shoes of a batch."""
    return _changed(batch, LANES, lambda array: array[group : group + 1])


def turned(batch: Coups) -> Coups:
    """The shoes of a batch, reordered so that the shoes of each session follow each other."""
    groups = len(batch.verdicts)

    def turn(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        lanes_first = np.moveaxis(array, -1, 0).reshape(groups, LANES, *array.shape[1:-1])
        return np.ascontiguousarray(np.moveaxis(lanes_first, 1, -1))

    return batch if groups == 1 else _changed(batch, batch.shoes, turn)


def _changed(batch: Coups, shoes: int, change: Callable[[Any], Any]) -> Coups:
    verdicts, lengths, burned = map(change, (batch.verdicts, batch.dealt, batch.burned))
    plan, deep = batch.plan.part(0, shoes), (batch.gone, batch.drawn)
    used, cards = (None if array is None else change(array) for array in deep)
    return Coups(plan, verdicts, lengths, burned, batch.depth, used, cards)
