"""The cut-card effect, measured: `python examples/cut_card.py SHOES [SEED]`.

Deals SHOES whole shoes, and the first coups of the same shoes, under several rules. The first
coups have exactly the odds of a fresh shoe. The last coups of the whole shoes do not, because a
shoe with short coups deals more coups.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import baccarat as bac
from baccarat.core.coup import OUTCOMES

FIRST = 50
"""Every shoe below has more coups than this."""
TABLES = {
    "8 decks, 14 behind, rule A": bac.Rules(),
    "8 decks, 14 behind, rule B": bac.Rules(last_coup=bac.LastCoup.B),
    "8 decks, 14 behind, rule C": bac.Rules(last_coup=bac.LastCoup.C),
    "8 decks, none behind, rule A": bac.Rules(cut_card=0),
    "8 decks, 52 behind, rule A": bac.Rules(cut_card=52),
}
EVENTS: dict[str, Callable[[bac.Outcome], bool]] = {
    "four cards": lambda outcome: outcome.player.cards + outcome.banker.cards == 4,
    "six cards": lambda outcome: outcome.player.cards + outcome.banker.cards == 6,
    "Player wins": lambda outcome: outcome.winner is bac.Side.PLAYER,
    "Banker wins": lambda outcome: outcome.winner is bac.Side.BANKER,
    "a tie": lambda outcome: outcome.winner is None,
}


def share(tally: bac.Tally, event: str) -> float:
    cells = zip(OUTCOMES, tally.cells, strict=True)
    return sum(times for outcome, times in cells if EVENTS[event](outcome)) / tally.total


def main(shoes: int, seed: int = 7) -> None:
    for name, rules in TABLES.items():
        table = replace(bac.game("punto-banco"), rules=rules)
        whole = bac.simulate(shoes, seed, game=table).tally
        first = bac.simulate(shoes, seed, game=table, coups=FIRST).tally
        cells = tuple(a - b for a, b in zip(whole.cells, first.cells, strict=True))
        last = bac.Tally(cells)
        exact = bac.odds(game=table).tally
        print(f"{name}: {whole.total:,} coups of {shoes:,} shoes, {last.total:,} after the 50th")
        print(f"  digest {whole.digest}")
        for event in EVENTS:
            chance = share(exact, event)
            told = [f"  {event:12} exactly {100 * chance:.4f} %"]
            for where, tally in (("whole", whole), ("first", first), ("last", last)):
                off = share(tally, event) - chance
                half = 2.576 * sqrt(chance * (1 - chance) / tally.total)
                told.append(f"{where} {1e6 * off:+.2f} ± {1e6 * half:.2f}")
            print("; ".join(told) + " in a million")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
