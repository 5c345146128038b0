"""Compiled loops that follow the exact chain: they return the same numbers as the plain method.

A chance is two words of 64 bits. The places of a coup are rows of an array, and a table of slots
finds the row of a place. At a turn that is not known yet, the loop stops and the system answers;
then the loop continues from there.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from baccarat.base.compiling import compile_with
from baccarat.core.layout import MOST_MONEY
from baccarat.systems.chain import plain as chain_turns
from baccarat.systems.chain.plain import (
    CHAIN_ENDS,
    LOSES,
    REST_BITS,
    WHOLE_BITS,
    WINS,
    Flow,
    MoneyMatters,
    TellsSteps,
    Turns,
    Watched,
    too_many,
)
from baccarat.systems.session import (
    ALL_COUPS,
    GOAL,
    LAST_MARK,
    LOST,
    MOST_STAKE,
    RESTART,
    RUINED,
    SHORT,
    SHORTS,
    STOP,
)
from baccarat.systems.walk.states import BROKEN

# Functions that call each other are all in this file: Numba's cache notices changes only here.
compiled = compile_with(nogil=True)
inlined = compile_with(nogil=True, forceinline=True)
u64, i64 = np.uint64, np.int64
MIXES = i64(-7046029254386353131), i64(-4417276706812531889), i64(1609587929392839161)
"""Odd numbers that spread the places over the slots."""
NEVER = 1 << 62
ENDED_BY_RUIN, ENDED_BY_GOAL, ENDED_BY_LOSS, ENDED_BY_COUPS, ENDED_SHORT = (
    CHAIN_ENDS.index(end) for end in (RUINED, GOAL, LOST, ALL_COUPS, SHORT)
)
ENDED_BY_FALL, ENDED_BY_RUN = len(CHAIN_ENDS) - 2, len(CHAIN_ENDS) - 1
STOPS, RESTARTS = SHORTS.index(STOP), SHORTS.index(RESTART)
COUNT_BITS = 32
"""A state and its count are one number: the count has the low bits."""
HERE, BEGIN, COUP, ALIVE, NEXT, OVER, STEPS, MOST, UNTIL, STATE, STAKE, CURSORS = range(12)
"""The loop's position: side of the arrays, row, coup, rows here and on the other side, ends kept;
then all rows, the most of a coup, the next pause; and the state and stake of a missing turn."""
DONE, LACKS_TURN, LACKS_ROOM, LACKS_COUPS, LACKS_OVER, PAUSED, MATTERS = range(7)
"""The reason why the loop stopped."""
PAUSE = 10_000_000
"""places after which the loop stops to report its progress"""
TOLD_AT_ONCE = 1 << 17
"""ends that are kept before they are added up"""


LITTLE = u64(1 << (WHOLE_BITS - REST_BITS))


def _high_word(typing, one, other):  # type: ignore[no-untyped-def]
    """The upper 64 bits of the product of two 64-bit numbers."""

    def code(context, builder, signature, words):  # type: ignore[no-untyped-def]
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(words[0], wide), builder.zext(words[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), code


_high: Any = intrinsic(_high_word)


@inlined
def _times(high, low, by_high, by_low):  # type: ignore[no-untyped-def]
    """The upper 128 bits of the product of two 128-bit numbers, a chance and a weight."""
    first, second = high * by_low, low * by_high
    middle = _high(low, by_low) + first
    carry = u64(middle < first)
    middle += second
    carry += u64(middle < second)
    out, more = high * by_high, u64(0)
    for part in (_high(high, by_low), _high(low, by_high), carry):
        out += part
        more += u64(out < part)
    return _high(high, by_high) + more, out


@inlined
def _add_times(sums, high, low, factor):  # type: ignore[no-untyped-def]
    """Add a 128-bit chance times `factor` to `sums`, three 64-bit words, the lowest first."""
    lowest, middle, highest = low * factor, high * factor, _high(high, factor)
    part = _high(low, factor)
    middle += part
    highest += u64(middle < part)
    sums[0] += lowest
    carry = u64(sums[0] < lowest)
    middle += carry
    highest += u64(middle < carry)
    sums[1] += middle
    sums[2] += highest + u64(sums[1] < middle)


@inlined
def _add(chances, high, low):  # type: ignore[no-untyped-def]
    """Add the 128-bit chance `high`, `low` to `chances`."""
    chances[1] += low
    chances[0] += high + u64(chances[1] < low)


@inlined
def _slot(slots, places, mixed, money, top):  # type: ignore[no-untyped-def]
    """The index of a place in the hash table, or of the empty slot where the place belongs."""
    spread = mixed * MIXES[0] ^ money * MIXES[1] ^ top * MIXES[2]
    at = (spread ^ (spread >> i64(29))) & (len(slots) - 1)
    while slots[at] >= 0:
        place = places[slots[at]]
        if place[0] == mixed and place[1] == money and place[2] == top:
            break
        at = (at + 1) & (len(slots) - 1)
    return at


@compiled
def _put_back(slots, places, many):  # type: ignore[no-untyped-def]
    """Enter all known places of the chain into `slots`, a new hash table."""
    for row in range(many):
        slots[_slot(slots, places, places[row, 0], places[row, 1], places[row, 2])] = row


@inlined
def _turn_of(keys, numbers, state, staked):  # type: ignore[no-untyped-def]
    """The number under which a state and a stake are stored; −1 if this pair is not stored yet."""
    at = (state * MIXES[0] ^ staked * MIXES[1]) & (len(numbers) - 1)
    while numbers[at] >= 0:
        if keys[at, 0] == state and keys[at, 1] == staked:
            return i64(numbers[at])
        at = (at + 1) & (len(numbers) - 1)
    return i64(-1)


@inlined
def _wanted(wants, state, money, unit):  # type: ignore[no-untyped-def]
    """The units that the system wants to stake in a state; BROKEN if the system breaks there."""
    units, part, of = wants[state, :3]
    return units if not part else max(i64(1), money * part // (of * unit))


@inlined
def _end(money, top, count, is_last, terms):  # type: ignore[no-untyped-def]
    """The index of the reason for which a session ends here; −1 if the session goes on."""
    unit, bankroll, _, goal, loss, trailing, _, _, fall, run, _, _, _ = terms
    if top - money >= fall:
        return ENDED_BY_FALL
    if count >= run:
        return ENDED_BY_RUN
    if money < unit:
        return ENDED_BY_RUIN
    if money >= goal:
        return ENDED_BY_GOAL
    if money <= (top if trailing else bankroll) - loss:
        return ENDED_BY_LOSS
    return ENDED_BY_COUPS if is_last else -1


@compiled
def _follow(terms, wants, table, places, chances, slots, sums, over, at):  # type: ignore[no-untyped-def]
    """Follow the chain until all sessions have ended, or an answer or memory is missing."""
    unit, _, most, _, _, _, limit, short, _, run, by_action, has_top, reflects = terms
    keys, numbers, firsts, outcomes, weights, stakes = table
    ended, laid, held, left = sums
    told, told_chances = over
    rest = np.zeros(2, np.uint64)
    while True:
        here, coup = at[HERE], at[COUP]
        there = 1 - here
        if coup >= len(ended):
            return LACKS_COUPS
        while at[BEGIN] < at[ALIVE]:
            row = at[BEGIN]
            mixed, money, top = places[here, row]
            state, count = mixed >> COUNT_BITS, mixed & ((1 << COUNT_BITS) - 1)
            high, low = chances[here, row]
            end = _end(money, top, count if run < NEVER else 0, coup == limit, terms)
            staked = i64(0)
            if reflects and end == ENDED_BY_RUIN:
                return MATTERS
            if end < 0:
                wanted = _wanted(wants, state, money, unit)
                staked = min(wanted, min(money, MOST_MONEY) // unit, most)
                if reflects and (wants[state, 1] or staked < min(wanted, most)):
                    return MATTERS
                if staked < wanted and short == STOPS:
                    end = ENDED_SHORT
                elif staked < wanted and short == RESTARTS:
                    state = wants[state, 3]
                    wanted = _wanted(wants, state, money, unit)
                    staked = min(wanted, min(money, MOST_MONEY) // unit, most)
                if wanted == BROKEN:
                    at[STATE], at[STAKE] = state, 0
                    return LACKS_TURN
            if end >= 0:
                if at[OVER] == len(told):
                    return LACKS_OVER
                told[at[OVER]] = count if by_action else money
                told_chances[at[OVER], 0], told_chances[at[OVER], 1] = high, low
                at[OVER] += 1
                _add(ended[coup, end], high, low)
                if coup < len(left):
                    _add_times(left[coup], high, low, u64(money))
                at[BEGIN] += 1
                continue
            turn = _turn_of(keys, numbers, state, staked)
            if turn < 0:
                at[STATE], at[STAKE] = state, staked
                return LACKS_TURN
            if 2 * (at[NEXT] + firsts[turn + 1] - firsts[turn]) > len(slots):
                return LACKS_ROOM
            if coup < len(held):
                _add_times(held[coup], high, low, u64(money))
            for bet in range(2):
                if stakes[turn, bet, 1]:
                    _add_times(laid[stakes[turn, bet, 0]], high, low, u64(stakes[turn, bet, 1]))
            for outcome in range(firsts[turn], firsts[turn + 1]):
                after, won, kind = outcomes[outcome]
                more, less = _times(high, low, weights[outcome, 0], weights[outcome, 1])
                if not more and not less:
                    continue
                coins, most_had, counted = money + won, top, i64(0)
                if reflects:
                    coins = min(coins, top)
                elif has_top:
                    most_had = max(top, coins)
                if by_action:
                    counted = count + staked
                elif run < NEVER:
                    counted = i64(0) if kind == WINS else count + i64(kind == LOSES)
                joined = after << COUNT_BITS | counted
                slot = _slot(slots, places[there], joined, coins, most_had)
                if slots[slot] < 0:
                    new = at[NEXT]
                    slots[slot] = new
                    places[there, new, 0], places[there, new, 1] = joined, coins
                    places[there, new, 2] = most_had
                    chances[there, new, 0], chances[there, new, 1] = more, less
                    at[NEXT] += 1
                else:
                    _add(chances[there, slots[slot]], more, less)
            at[BEGIN] += 1
        at[STEPS] += at[ALIVE]
        at[MOST] = max(at[MOST], at[ALIVE])
        rest[:] = 0
        for row in range(at[NEXT]):
            _add(rest, chances[there, row, 0], chances[there, row, 1])
        if not at[NEXT] or (limit == NEVER and not rest[0] and rest[1] < LITTLE):
            return DONE
        at[HERE], at[BEGIN], at[ALIVE], at[NEXT], at[COUP] = there, 0, at[NEXT], 0, coup + 1
        slots[:] = -1
        if at[STEPS] > at[UNTIL]:
            return PAUSED


class CompiledChain:
    """The exact chain of a session, as arrays for the compiled loops."""

    def __init__(self, turns: Turns, watched: Watched) -> None:
        session = turns.session
        self.turns, self.watched = turns, watched
        has_top = session.trailing or watched.fall is not None
        goal, loss = session.goal, session.stop_loss
        self.terms = (
            *(session.unit, session.coins, session.most or MOST_STAKE),
            *(NEVER if limit is None else limit * session.unit for limit in (goal, loss)),
            *(session.trailing, NEVER if session.coups is None else session.coups),
            SHORTS.index(session.short),
            *(NEVER if at is None else at for at in (watched.fall, watched.losing_run)),
            *(watched.by_action, has_top, watched.reflects),
        )
        self.wants = np.zeros((0, 4), np.int64)
        self.keys, self.numbers = np.zeros((64, 2), np.int64), np.full(64, -1, np.int32)
        self.firsts, self.outcomes = np.zeros(1, np.int64), np.zeros((0, 3), np.int64)
        self.weights, self.stakes = np.zeros((0, 2), np.uint64), np.zeros((0, 2, 2), np.int64)
        self.known = 0
        # Memory that is never written costs nothing.
        most = max(64, chain_turns.MOST_PLACES)
        self.places = np.empty((2, most, 3), np.int64)
        self.chances = np.empty((2, most, 2), np.uint64)
        self.slots = np.full(128, -1, np.int32)
        self.ended = np.zeros((64, len(CHAIN_ENDS), 2), np.uint64)
        self.laid = np.zeros((2, 3), np.uint64)
        marks = min(LAST_MARK, self.terms[6]) + 1
        self.held, self.left = np.zeros((2, marks, 3), np.uint64)
        self.told = np.zeros(TOLD_AT_ONCE, np.int64)
        self.told_chances = np.zeros((TOLD_AT_ONCE, 2), np.uint64)
        self.at = np.zeros(CURSORS, np.int64)
        self.at[ALIVE] = 1
        self.places[0, 0] = turns.table.start << COUNT_BITS, session.coins, session.coins * has_top
        self.chances[0, 0] = 1 << (WHOLE_BITS - 64), 0
        self.flow = Flow(1 << WHOLE_BITS)

    def follow(self, tell: TellsSteps | None = None) -> Flow:
        """Follow the chain to its end, or up to its limits."""
        while (why := self._go_on()) != DONE:
            coup, steps = int(self.at[COUP]), int(self.at[STEPS])
            if why == LACKS_TURN:
                self._learn(int(self.at[STATE]), int(self.at[STAKE]))
            elif why == MATTERS:
                raise MoneyMatters
            elif why == LACKS_COUPS:
                self.ended = _longer(self.ended)
            elif why == LACKS_OVER:
                self._add_told()
            elif why == PAUSED:
                if tell is not None:
                    tell(coup, steps)
                self.flow.stopped = too_many(0, steps, coup, self.watched)
            else:
                self.flow.stopped = too_many(len(self.slots), steps, coup + 1, self.watched)
                if self.flow.stopped is None:  # double the size of the hash table of places
                    self.slots = np.full(2 * len(self.slots), -1, np.int32)
                    _put_back(self.slots, self.places[1 - self.at[HERE]], self.at[NEXT])
            if self.flow.stopped is not None:
                return self._summed(coup)
        return self._summed(int(self.at[COUP]) + 1)

    def _go_on(self) -> int:
        if self.at[UNTIL] <= self.at[STEPS]:
            self.at[UNTIL] = self.at[STEPS] + PAUSE
        table = (self.keys, self.numbers, self.firsts, self.outcomes, self.weights, self.stakes)
        return int(
            _follow(
                *(self.terms, self._wants(), table, self.places, self.chances, self.slots),
                (self.ended, self.laid, self.held, self.left),
                *((self.told, self.told_chances), self.at),
            )
        )

    def _wants(self) -> npt.NDArray[np.int64]:
        """For each state: the wanted stake (units or a share), and the state after a restart."""
        table, have = self.turns.table, len(self.wants)
        if have < len(table.wants):
            rows = (table.wantings[number] for number in table.wants[have:])
            new = [
                (0, row.portion.share.numerator, row.portion.share.denominator, after)
                if row.portion is not None
                else (BROKEN if row.bets == (BROKEN,) else row.units, 0, 1, after)
                for row, after in zip(rows, table.afresh[have:], strict=True)
            ]
            self.wants = np.concatenate([self.wants, np.array(new, np.int64)])
        return self.wants

    def _learn(self, state: int, staked: int) -> None:
        """Write all outcomes of a state and a stake into the arrays."""
        turn = self.turns.turn(state, staked)
        number, first = self.known, int(self.firsts[self.known])
        last = first + len(turn.outcomes)
        while last > len(self.outcomes):
            self.outcomes, self.weights = _longer(self.outcomes), _longer(self.weights)
        if number + 1 == len(self.firsts):
            self.firsts = _longer(self.firsts)
        if number == len(self.stakes):
            self.stakes = _longer(self.stakes)
        self.firsts[number + 1] = last
        for at, (after, won, kind, weight) in enumerate(turn.outcomes, start=first):
            self.outcomes[at] = after, won, kind
            self.weights[at] = divmod(self.turns.cut(weight), 1 << 64)
        for place, stake in enumerate(turn.stakes):
            self.stakes[number, place] = stake
            while stake[0] >= len(self.laid):
                self.laid = _longer(self.laid)
        self.known += 1
        if 2 * self.known > len(self.numbers):
            old = self.keys[self.numbers >= 0], self.numbers[self.numbers >= 0]
            size = 2 * len(self.numbers)
            self.keys, self.numbers = np.zeros((size, 2), np.int64), np.full(size, -1, np.int32)
            _file_all(self.keys, self.numbers, *old)
        one = np.array([[state, staked]]), np.array([number], np.int32)
        _file_all(self.keys, self.numbers, *one)

    def _add_told(self) -> None:
        """Add to `flow.told`, result by result, the chances of the sessions that have ended."""
        many = int(self.at[OVER])
        values, which = np.unique(self.told[:many], return_inverse=True)
        sums = np.zeros(len(values), object)
        for word, shift in ((0, 64), (1, 0)):
            for half in (0, 32):
                part = self.told_chances[:many, word] >> u64(half) & u64(0xFFFFFFFF)
                added = np.zeros(len(values), np.uint64)
                np.add.at(added, which, part)
                sums += added.astype(object) << (shift + half)
        less = 0 if self.watched.by_action else self.turns.session.coins
        for value, chance in zip(values.tolist(), sums, strict=True):
            self.flow.told[value - less] += chance
        self.at[OVER] = 0

    def _summed(self, coups: int) -> Flow:
        """All sums after this many coups, as a `Flow`."""
        self._add_told()
        flow = self.flow
        for coup, end in zip(*np.nonzero(self.ended[:coups].any(axis=2)), strict=True):
            flow.ended[int(coup), CHAIN_ENDS[end]] = _number(self.ended[coup, end][::-1])
        for bet in np.flatnonzero(self.laid.any(axis=1)).tolist():
            flow.laid[bet] = _number(self.laid[bet])
        over = 0
        for held, left in zip(self.held[:coups], self.left[:coups], strict=True):
            over += _number(left)
            flow.money.append(Fraction(_number(held) + over, flow.whole))
        flow.places = int(self.at[MOST])
        return flow


@compiled
def _file_all(keys, numbers, new_keys, new_numbers):  # type: ignore[no-untyped-def]
    """Add numbers of turns (a state and a stake each) to the hash table of `_turn_of`."""
    for place in range(len(new_numbers)):
        at = (new_keys[place, 0] * MIXES[0] ^ new_keys[place, 1] * MIXES[1]) & (len(numbers) - 1)
        while numbers[at] >= 0:
            at = (at + 1) & (len(numbers) - 1)
        keys[at], numbers[at] = new_keys[place], new_numbers[place]


def _longer(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The array with twice as many rows; the new rows, at least 64, are 0."""
    return np.concatenate([array, np.zeros((max(64, len(array)), *array.shape[1:]), array.dtype)])


def _number(words: Iterable[Any]) -> int:
    """A whole number from its words, the lowest word first."""
    return sum(int(word) << 64 * place for place, word in enumerate(words))
