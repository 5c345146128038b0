"""How `baccarat odds` tells programs."""

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from baccarat.cli.odds_tables import Answer, chances_of, push_chance
from baccarat.cli.show import exact
from baccarat.counts import Count
from baccarat.coup import next_hand

if TYPE_CHECKING:  # numpy is loaded by the commands that need it
    from baccarat.exact.odds import OddsTable
    from baccarat.exact.removal import Removal
    from baccarat.tally import Odds


def answer_json(answer: Answer) -> dict[str, object]:
    table = answer.table
    total = table.tally.total
    told: dict[str, object] = {
        **answer.asked,
        "weight": str(total),
        "outcomes": _outcomes_json(table),
        "bets": [_odds_json(odds) for odds in answer.odds],
        "left_out": answer.left_out,
    }
    if answer.grid is not None:
        told["matrix"] = [
            [
                {"weight": str(weight), **exact("probability", Fraction(weight, total))}
                for weight in row
            ]
            for row in answer.grid
        ]
    if answer.following is not None:
        bets = [odds.bet for odds in answer.odds]
        side = next_hand(table.coup, table.rules.tableau, table.decide)
        told["next"] = {
            "side": str(side).lower(),
            "cards": [
                {
                    "card": str(card),
                    **exact("probability", chance),
                    "outcomes": _outcomes_json(after),
                    "bets": [_odds_json(after.of(bet)) for bet in bets],
                }
                for card, (chance, after) in answer.following.items()
            ],
        }
    if answer.removals is not None:
        told["removal"] = [_removal_json(effects, count) for effects, count in answer.removals]
    return told


def _outcomes_json(table: "OddsTable") -> dict[str, object]:
    return {
        str(side or "tie").lower(): exact("probability", chance)
        for side, chance in chances_of(table).items()
    }


def _odds_json(odds: "Odds") -> dict[str, object]:
    bet, pushes = odds.bet, push_chance(odds)
    return {
        "bet": bet.key,
        "spelled": str(bet),
        **exact("probability", odds.chance),
        **exact("push_probability", pushes),
        **exact("edge", odds.edge),
        "edge_percent": 100 * float(odds.edge),
        **({} if pushes == 1 else exact("edge_resolved", odds.edge_resolved)),
        **exact("variance", odds.variance),
        "deviation_float": odds.deviation,
        "tiers": [
            {
                "tier": tier,
                "weight": str(weight),
                **exact("probability", odds.probability(tier)),
                **exact("net", bet.net(tier)),
            }
            for tier, weight in odds.weights.items()
        ],
    }


def _removal_json(effects: "Removal", count: "Count") -> dict[str, object]:
    return {
        "bet": effects.bet.key,
        "spelled": str(effects.bet),
        "effects": [
            {
                "card": str(card),
                **exact("effect", effect),
                "effect_percent": 100 * float(effect),
            }
            for card, effect in effects.items()
        ],
        "count": {
            "tags": {str(card): tag for card, tag in count.tags.items()},
            "correlation_float": count.correlation,
            "slope_float": float(count.slope),
            "turns_at_float": count.turns_at if isfinite(count.turns_at) else None,
        },
    }
