"""What a strategy counter is worth at chemin de fer: `python examples/strategy_counter.py SHOES`.

Solves SHOES random shoes of six decks for each model and each number of cards that are gone, and
compares three ways to play: by the solution of the whole shoe, by the count, and by the exact
solution of each shoe, which costs nothing. Figures are millionths of a unit, with 99 % intervals.
"""

import sys

from baccarat.core.coup import Side
from baccarat.theory.chemin.strategy_counter import Mean, counter, judge

DECKS, SEED = 6, 7
GONE = (78, 156, 234, 286)


def told(mean: Mean) -> str:
    return f"{1e6 * mean.mean:.0f} ± {1e6 * (mean.high - mean.mean):.0f}"


def main(shoes: int) -> None:
    for model in ("B1", "B2", "B3", "B4"):
        rules = counter(model, DECKS)
        print(f"{model}: value {rules.value}")
        for name, rule in rules.decisions.items():
            print(
                f"  {name} {rule}: {float(rule.start):.4f} {float(rule.slope):+.4f} per true count"
            )
        for gone in GONE:
            found = judge(rules, gone, shoes, SEED)
            print(
                f"  {gone} cards gone: value {told(found.value)}, above 0 in {found.above}; off "
                f"{told(found.off_fresh)}, by the count {told(found.off_count)}"
            )
            for side in Side:
                costs = (found.cost_fresh[side], found.cost_count[side], found.saved[side])
                fresh, count, saved = map(told, costs)
                print(f"    {side}: whole shoe {fresh}, count {count}, saved {saved}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
