"""The compiled loops of the reader of counts: they find the laid bets, and sum them."""

import numpy as np

from baccarat.base.compiling import compile_with
from baccarat.core.coup import OUTCOMES
from baccarat.simulation.coups import LANES
from baccarat.simulation.verdict_tables import SLOT as SLOT_BITS
from baccarat.simulation.verdict_tables import USED as USED_BITS

compiled = compile_with(nogil=True)
SLOT, USED, CELLS = np.uint16(SLOT_BITS), np.uint16(USED_BITS), len(OUTCOMES)
SHOE, TURN, UNSEEN, COUNT, LEVEL, CELL = range(6)
"""The columns of a laid bet."""


@compiled
def find(coups, tags, places, full, start, burn_unseen, least, ratios, out, left):  # type: ignore[no-untyped-def]
    """Store every bet that a count lays, and return their number.

    `least[level, unseen]` is the least running count of a stake. `left` receives the composition
    before the coup, unless it has no rows.
    """
    verdicts, dealt, gone, drawn, shoes = coups
    size = full.sum()
    now = np.empty_like(full)
    # Draw, lane: the running count before the card is drawn.
    running = np.empty((drawn.shape[1] + 1, LANES), np.int32)
    found = 0
    for group in range((shoes + LANES - 1) // LANES):
        _run(drawn[group], tags, start, burn_unseen, running)
        for lane in range(min(LANES, shoes - group * LANES)):
            at = 0
            now[:] = full
            for turn in range(dealt[group, lane]):
                before = np.int64(gone[group, turn, lane])
                unseen = size - before
                counted, count = unseen + burn_unseen, np.int64(running[before, lane])
                if count < least[0, counted]:
                    continue
                level = 0
                while level + 1 < len(least) and count >= least[level + 1, counted]:
                    level += 1
                row = out[found]
                row[SHOE], row[TURN], row[LEVEL] = group * LANES + lane, turn, level
                row[UNSEEN], row[COUNT] = unseen, count * ratios[counted, 0] // ratios[counted, 1]
                row[CELL] = np.int64(verdicts[group, turn, lane] & SLOT) % CELLS
                if len(left):
                    while at < before:
                        now[places[drawn[group, at, lane]]] -= 1
                        at += 1
                    left[found] = now
                found += 1
    return found


@compiled
def _run(drawn, tags, start, burn_unseen, running):  # type: ignore[no-untyped-def]
    """Fill `running` with the running count of every lane before each draw."""
    running[0] = start
    for draw in range(len(drawn)):
        cards, now, then = drawn[draw], running[draw], running[draw + 1]
        for lane in range(LANES):
            then[lane] = now[lane] + tags[cards[lane]]
    if burn_unseen:
        for lane in range(LANES):
            burn = tags[drawn[0, lane]]
            for draw in range(1, len(running)):
                running[draw, lane] -= burn


@compiled
def lengths(coups, burned, printed, size, endings, out):  # type: ignore[no-untyped-def]
    """Write the number of coups by ending and shoe to `out`; see `Shoe.after_coup`."""
    verdicts, dealt, gone, _, shoes = coups
    for ending in range(len(endings)):
        cut_at = size - endings[ending, 0]
        for shoe in range(shoes):
            group, lane = shoe // LANES, shoe % LANES
            turn = dealt[group, lane]
            end = np.int64(0)  # the number of cards that have left the shoe before this turn
            if turn:
                used = np.int64(verdicts[group, turn - 1, lane] >> USED) - printed
                end = np.int64(gone[group, turn - 1, lane]) + burned[group, lane] + used
            while turn and end > cut_at:
                turn -= 1
                end = np.int64(gone[group, turn, lane]) + burned[group, lane]
                if not turn:
                    break
            # Now `turn` is the first coup that ends behind the cut card, if there is such a coup.
            if turn < dealt[group, lane]:
                turn += 1 + (endings[ending, 1] if end >= cut_at else endings[ending, 2])
            out[ending, shoe] = min(turn, dealt[group, lane])


@compiled
def gather(bets, units, won, expected, length, largest, shoes, by_cards, by_count):  # type: ignore[no-untyped-def]
    """Sum bets by shoe, unseen cards and count; `length` has the number of coups of each shoe."""
    for bet in range(len(bets)):
        shoe = bets[bet, SHOE]
        if bets[bet, TURN] >= length[shoe]:
            continue
        count = largest + min(max(bets[bet, COUNT], -largest), largest)
        for table, row in ((shoes, shoe), (by_cards, bets[bet, UNSEEN]), (by_count, count)):
            table[row, 0] += 1
            table[row, 1] += units[bet]
            table[row, 2] += won[bet]
            table[row, 3] += expected[bet]
