"""The compiled loop that plays sessions coup by coup, by states or by Labouchère's lines."""

import numpy as np

from baccarat.base.compiling import compile_with
from baccarat.core.layout import MOST_MONEY
from baccarat.simulation.coups import LANES
from baccarat.simulation.verdict_tables import SLOT as SLOT_BITS
from baccarat.systems.session import EVERY, SHORTS, STOP
from baccarat.systems.walk.table import (
    ADDED,
    CODE,
    COINS_EACH,
    DIVISOR,
    FACTOR,
    IS_WHOLE,
    KEY_CODE,
    KEY_STAKE,
    LAID,
    MIX,
    MIX_UNITS,
    OF,
    OWN,
    PART,
    PLACE,
    RESULT,
    USUAL,
    WANTED,
)

# Functions that call each other are all in this file: Numba's cache notices changes only here.
compiled = compile_with(nogil=True)
inlined = compile_with(nogil=True, forceinline=True)
ROW, MONEY, HIGHEST, DEEPEST, RUN, LONGEST, STAKED, COUPS, SHOE, TURN, END = range(11)
BEGIN, FINISH, FIELDS = range(11, 14)
"""The columns of a session's row while it is played."""
PLAYING = -1
"""In END: the session goes on; otherwise END is the index of its end among the ENDS."""
STOPS = SHORTS.index(STOP)
SLOT, MOST_COINS = np.uint16(SLOT_BITS), np.int64(MOST_MONEY)
FEW = 10**9
"""The most units that can be multiplied by the coins of any unit."""


@inlined
def _after_cut(own, staked, move, keys, following):  # type: ignore[no-untyped-def]
    """The state after a stake that is less than wanted; −1 if the state is not known yet."""
    rest = staked * KEY_CODE + move
    key = own * KEY_STAKE + rest
    place = (own * MIX + rest * MIX_UNITS) & (len(keys) - 1)
    while keys[place] >= 0:
        if keys[place] == key:
            return np.int64(following[place])
        place = (place + 1) & (len(keys) - 1)
    return np.int64(-1)


@inlined
def _wanted(wish, money, unit, bets, units):  # type: ignore[no-untyped-def]
    """The units of a wish, which is the wanted bet and stake; 0 for no bet."""
    if bets[wish, 0] and not units[wish, WANTED]:
        return max(np.int64(1), money * units[wish, PART] // (units[wish, OF] * unit))
    return units[wish, WANTED]


@inlined
def _of_line(line, begin, finish):  # type: ignore[no-untyped-def]
    """The stake that Labouchère wants: the sum of the first and the last number of the line."""
    ends = line[begin] if finish - begin == 1 else line[begin] + line[finish - 1]
    return min(ends, MOST_COINS)


@inlined
def _over(money, highest, coups, terms):  # type: ignore[no-untyped-def]
    """The index in ENDS if the money or the number of coups ends the session, else PLAYING."""
    unit, bankroll, _, goal, loss, trailing, limit = terms[:7]
    if money < unit:
        return 0
    if money >= goal:
        return 1
    if money <= (highest if trailing else bankroll) - loss:
        return 2
    return 3 if coups == limit else PLAYING


@compiled
def walk(  # type: ignore[no-untyped-def]
    levels,
    lines,
    fresh_line,
    strikes,
    verdicts,
    dealt,
    deep,
    deep_of,
    coins,
    terms,
    arrays,
    sums,
    who,
    marks,
    waiting,
    lacks,
):
    """Play each waiting session until it is over, has no coups left, or needs an unknown answer.

    Sessions that lack something are moved to the front of the waiting; returns their number. With a
    fresh line, the lines give the stakes and the table gives only the bets.
    """
    unit, _, most, _, _, _, _, short, shoes_each, is_last, chip, tossed = terms
    wishes, afresh, following, bets, units, cut_keys, cut_next, codes, pays = arrays
    left = 0
    for session in waiting:
        me = who[session]
        row, money, highest, deepest = me[ROW], me[MONEY], me[HIGHEST], me[DEEPEST]
        run, longest, action, coups = me[RUN], me[LONGEST], me[STAKED], me[COUPS]
        shoe, turn, has_all = me[SHOE], me[TURN], True
        line, begin, finish = lines[session % len(lines)], me[BEGIN], me[FINISH]
        first, length = session * shoes_each, 0
        group, lane = (first + shoe) // LANES, (first + shoe) % LANES
        if shoe < shoes_each:
            length = dealt[group, lane]
        mark = (coups // EVERY + 1) * EVERY
        while True:
            end = _over(money, highest, coups, terms)
            if end != PLAYING:
                break
            while turn >= length and shoe < shoes_each:
                shoe += 1
                turn = 0
                if shoe < shoes_each:
                    group, lane = (first + shoe) // LANES, (first + shoe) % LANES
                    length = dealt[group, lane]
            if shoe >= shoes_each and not is_last:
                break
            level = np.int64(0)
            if len(levels) and shoe < shoes_each:
                level = np.int64(levels[group, turn, lane])
            own = row + level
            wish = wishes[own]
            if bets[wish, 0] < 0:
                has_all = False
                lacks[left, OWN], lacks[left, PLACE], lacks[left, CODE] = own, 0, -1
                break
            wanted, is_anew = _wanted(wish, money, unit, bets, units), False
            if len(fresh_line) and wanted:
                wanted = _of_line(line, begin, finish)
            staked = wanted
            # Most stakes can be laid whole, and then nothing is divided.
            if wanted > FEW or wanted > most or wanted * unit > money:
                in_hand = min(min(money, MOST_COINS) // unit, most)
                if in_hand < wanted and short:
                    if short == STOPS:
                        end = 5
                        break
                    own = afresh[row] + level
                    wish = wishes[own]
                    if bets[wish, 0] < 0:
                        has_all = False
                        lacks[left, OWN], lacks[left, PLACE], lacks[left, CODE] = own, 0, -1
                        break
                    wanted, is_anew = _wanted(wish, money, unit, bets, units), True
                    if len(fresh_line) and wanted:
                        wanted = _of_line(fresh_line, 0, len(fresh_line))
                staked = min(wanted, in_hand)
            if shoe >= shoes_each:
                end = 4
                break
            place = np.int64(0)
            if bets[wish, 0] != bets[wish, 1]:
                place = np.int64(coins[session, coups // 32 - tossed] >> np.uint32(coups % 32)) & 1
            bet = bets[wish, place]
            code = np.int64(codes[bet, verdicts[group, turn, lane] & SLOT])
            if deep_of[bet] >= 0:
                code += deep[deep_of[bet], first + shoe, turn]
            if bet and staked != units[wish, USUAL] and not len(fresh_line):
                after = _after_cut(own, staked, 2 * code + place, cut_keys, cut_next)
            else:
                after = np.int64(following[own, place, code])
            if after < 0:
                has_all = False
                lacks[left, OWN], lacks[left, PLACE] = own, place
                lacks[left, CODE] = code
                lacks[left, LAID] = units[wish, USUAL] if len(fresh_line) else staked
                break
            row = after
            if len(fresh_line):
                outcome = strikes * pays[bet, code, RESULT]
                if is_anew:
                    begin, finish = 0, len(fresh_line)
                    line[:finish] = fresh_line
                if outcome < 0:
                    line[finish] = staked
                    finish += 1
                elif outcome > 0:
                    begin, finish = begin + 1, finish - 1
                    if begin >= finish:
                        begin, finish = 0, len(fresh_line)
                        line[:finish] = fresh_line
            if bet:
                price = pays[bet, code]
                won = staked * price[COINS_EACH]
                if not price[IS_WHOLE]:
                    exactly = staked * unit * price[FACTOR] + price[ADDED]
                    won = chip * (exactly // price[DIVISOR])
                money += won
                highest = max(highest, money)
                deepest = max(deepest, highest - money)
                run = run + 1 if price[RESULT] < 0 else 0 if price[RESULT] > 0 else run
                longest = max(longest, run)
                action += staked
                book = sums[bet]
                book[0] += 1
                book[1] += staked
                book[2] += staked * staked
                book[3] += won
            turn += 1
            coups += 1
            if coups == mark:
                if coups // EVERY <= marks.shape[1]:
                    marks[session, coups // EVERY - 1] = money
                mark += EVERY
        me[ROW], me[MONEY], me[HIGHEST], me[DEEPEST] = row, money, highest, deepest
        me[RUN], me[LONGEST], me[STAKED], me[COUPS] = run, longest, action, coups
        me[SHOE], me[TURN], me[END] = shoe, turn, end
        me[BEGIN], me[FINISH] = begin, finish
        if not has_all:
            waiting[left] = session
            left += 1
        elif end != PLAYING:
            marks[session, min(coups // EVERY, marks.shape[1]) :] = money
    return left
