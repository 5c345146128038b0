"""The speed of the exact methods, compared with plainer code for the same task in the same run."""

from collections.abc import Callable

import numpy as np

from baccarat.base.compiling import cupy_here
from baccarat.base.errors import Missing
from baccarat.base.timing import ROUNDS, Measured, best_of
from baccarat.cli.bench.felt import felt_questions, report_of_a_shoe
from baccarat.core.bets import Bet, bet
from baccarat.core.tableau import PUNTO_BANCO, STOOD
from baccarat.core.verdict import verdicts
from baccarat.exact.batch.compositions import batch, batch_cells
from baccarat.exact.batch.loops import compiled
from baccarat.exact.weights.by_hand import Bools
from baccarat.exact.weights.constants import Ints

MANY = 20_000


def drawing() -> tuple[Bools, Bools]:
    """Two tables: who draws, for Player by 2 cards, and for Banker also by Player's third card."""
    table = verdicts(PUNTO_BANCO)
    player, banker = np.array(table.player_draws), np.array(table.banker_draws)
    return player.reshape(10, 10), banker.reshape(10, 10, STOOD + 1)


@compiled
def four_card_loop(counts: Ints, player: Bools, banker: Bools, out: Ints) -> None:
    """Count in plain loops, for each result, the orders of the cards that lead to it."""
    for row in range(len(counts)):
        cards = counts[row].copy()
        size = cards.sum()
        out[row] = 0
        for a in range(10):
            weight_a = cards[a]
            cards[a] -= 1
            for b in range(10):
                weight_b = weight_a * cards[b]
                cards[b] -= 1
                for c in range(10):
                    weight_c = weight_b * cards[c]
                    cards[c] -= 1
                    start = (a + c) % 10
                    for d in range(10):
                        weight = weight_c * cards[d]
                        cards[d] -= 1
                        banker_start = (b + d) % 10
                        if start >= 8 or banker_start >= 8:
                            arrangements = weight * (size - 4) * (size - 5)
                            out[row, _winner(start, banker_start)] += arrangements
                        elif player[a, c]:
                            for e in range(10):
                                weight_e = weight * cards[e]
                                cards[e] -= 1
                                total = (start + e) % 10
                                if banker[b, d, e]:
                                    for f in range(10):
                                        final = (banker_start + f) % 10
                                        out[row, _winner(total, final)] += weight_e * cards[f]
                                else:
                                    out[row, _winner(total, banker_start)] += weight_e * (size - 5)
                                cards[e] += 1
                        elif banker[b, d, STOOD]:
                            for e in range(10):
                                final = (banker_start + e) % 10
                                arrangements = weight * cards[e] * (size - 5)
                                out[row, _winner(start, final)] += arrangements
                        else:
                            arrangements = weight * (size - 4) * (size - 5)
                            out[row, _winner(start, banker_start)] += arrangements
                        cards[d] += 1
                    cards[c] += 1
                cards[b] += 1
            cards[a] += 1


@compiled
def _winner(player: int, banker: int) -> int:
    return 0 if player > banker else 1 if banker > player else 2


def compositions(rows: int) -> Ints:
    """Eight-deck shoes with some cards missing; the same shoes in every run."""
    missing = np.random.default_rng(7).integers(0, 20, size=(rows, 10))
    return np.array([128, *[32] * 9]) - missing


def _on_gpu(item: Bet, beside: float) -> list[Measured]:
    """Measure the exact odds of many shoes on the GPU; without a GPU, the list is empty."""
    try:
        cupy = cupy_here()
    except Missing:
        return []
    rows = cupy.asarray(compositions(500 * MANY).astype(np.uint8))

    def run() -> None:
        batch(rows, item, of="expectation", engine="cuda")
        cupy.cuda.Device().synchronize()

    run()
    took = best_of(run) / len(rows)
    return [Measured("eight tiers at their prices, cuda", took, "cpu", beside / took, "≤ 0.002 µs")]


def measure() -> list[Measured]:
    """Measure all exact methods: about 10 seconds, more if the loops must be compiled first."""
    rows = compositions(MANY)
    single_row, first_rows = rows[:1], rows[:20]
    tables = drawing()
    plain = np.zeros((len(first_rows), 3), dtype=np.int64)
    tier, tiers = bet("dragon-7"), bet("dragon-bonus-player")

    for warm_up in (
        lambda: four_card_loop(single_row, *tables, plain),
        lambda: batch(single_row),
        lambda: batch(first_rows),
        lambda: batch(first_rows, tier),
        lambda: batch(first_rows, tiers, of="expectation"),
        lambda: batch(first_rows, tiers, of="sign"),
        lambda: batch_cells(single_row),
    ):
        warm_up()
    four_card_loop(first_rows, *tables, plain)
    if (plain != batch(first_rows)).any():
        raise AssertionError("batch() and the plain loop give different results")

    # Many short runs: on a busy machine a long one is always disturbed.
    sample_rows = rows[: MANY // 5]

    def each(run: Callable[[], object], count: int) -> float:
        return best_of(run, 5 * ROUNDS) / count

    loop = each(lambda: four_card_loop(first_rows[:4], *tables, plain), 4)
    single = each(lambda: batch(sample_rows, threads=1), len(sample_rows))
    lucky = each(lambda: batch(sample_rows, tier, threads=1), len(sample_rows))
    priced = each(lambda: batch(sample_rows, tiers, of="expectation", threads=1), len(sample_rows))
    signs = each(lambda: batch(sample_rows, tiers, of="sign", threads=1), len(sample_rows))
    cells = each(lambda: batch_cells(rows[:40], threads=1), 40)
    call = each(lambda: [batch(single_row) for _ in range(200)], 200)
    alone = each(lambda: batch(rows, threads=1), MANY)
    double = each(lambda: batch(rows, threads=2), MANY)
    return [
        Measured("four-card loop, compiled", loop),
        Measured("three outcomes of a composition", single, "the loop", loop / single, "≥ 350"),
        Measured("one tier: Dragon 7", lucky, "the loop", loop / lucky, "≥ 350"),
        Measured("eight tiers at their prices", priced, "one tier", lucky / priced, "< 2 µs"),
        Measured("whether they favour the guest", signs, "one tier", lucky / signs, "< 2 µs"),
        Measured("three outcomes, two threads", double, "one thread", alone / double, "≥ 1.85"),
        Measured("a batch of one composition", call, "the loop", loop / call, "≤ 12 µs"),
        Measured("all cells of a composition", cells, wanted="< 100 µs"),
        *(Measured(name, best_of(run), wanted=wanted) for name, run, wanted in felt_questions()),
        *_on_gpu(tiers, priced),
        report_of_a_shoe(),
    ]
