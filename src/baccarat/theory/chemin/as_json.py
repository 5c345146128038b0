"""Solutions of chemin de fer as JSON."""

from baccarat.base.jsonable import decked, exact, sampled
from baccarat.core.stats import CONFIDENCE
from baccarat.theory.as_json import Said, chances_json, coefficients_json, question_json, set_json
from baccarat.theory.chemin.all_decks import ALWAYS, AllDecks
from baccarat.theory.chemin.proof import RationalFunction
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.chemin.strategy_dealing import Dealt


def solution_json(solution: Solution) -> Said:
    return {
        **question_json(solution),
        **exact("value", solution.value),
        "ponte": chances_json(solution.ponte),
        "banquier": chances_json(solution.banquier),
        "mixed": chances_json(solution.mixed),
        "open_cells": list(solution.open_cells),
        "idle": list(solution.idle),
        "is_unique": solution.is_unique,
        "ponte_set": set_json(solution.ponte_set),
        "banquier_set": set_json(solution.banquier_set),
    }


def all_decks_json(found: AllDecks) -> Said:
    claim = found.claim
    return {
        "game": "chemin-de-fer",
        "model": claim.model.name,
        "method": "exact",
        "holds_from": claim.holds_from,
        "is_unique": all(solution.is_unique for solution in found.small),
        **_rational("value", found.value),
        "mixed": {name: _rational("probability", draws) for name, draws in found.mixed.items()},
        "draws": [name for name, p in {**claim.ponte, **claim.banquier}.items() if p == ALWAYS],
        "conditions": len(found.proof),
        "proved_from": max(decks for _, decks in found.proof),
        "few_decks": [
            {
                **decked(solution.decks),
                **exact("value", solution.value),
                "mixed": chances_json(solution.mixed),
                "is_unique": solution.is_unique,
            }
            for solution in found.small
        ],
    }


def dealt_json(dealt: Dealt) -> Said:
    """How many coups were dealt with a solution's strategies, as JSON, and their mean."""
    return {
        "coups": dealt.tally.total,
        "seed": dealt.seed,
        "value_simulated": sampled(dealt.mean, dealt.interval(), CONFIDENCE),
        "digest": dealt.tally.digest,
    }


def _rational(name: str, number: RationalFunction) -> Said:
    """A rational function of d as JSON, with its limit."""
    return {f"{name}_function": {**coefficients_json(number), **exact("limit", number.limit)}}
