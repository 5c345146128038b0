"""Equilibria of the casino game as JSON."""

from baccarat.base.jsonable import exact
from baccarat.theory.as_json import (
    Said,
    algebraic_json,
    chances_json,
    coefficients_json,
    question_json,
    set_json,
)
from baccarat.theory.casino.all_commissions import Commissions, Structure
from baccarat.theory.casino.quotient import Quotient
from baccarat.theory.casino.solver import CasinoSolution


def casino_json(solution: CasinoSolution) -> Said:
    return {
        **question_json(solution),
        **exact("commission", solution.alpha),
        "is_unique": solution.is_unique,
        "idle": list(solution.idle),
        "equilibria": [
            {
                **exact("value", one.value),
                **exact("banquier_value", one.banquier_value),
                "ponte": chances_json(one.ponte),
                "banquier": chances_json(one.banquier),
                "mixed": chances_json(one.mixed),
                "is_single": one.is_single,
                "ponte_set": set_json(one.ponte_set),
                "banquier_set": set_json(one.banquier_set),
            }
            for one in solution.equilibria
        ],
    }


def commissions_json(found: Commissions) -> Said:
    return {
        **question_json(found),
        **exact("commission_low", found.low),
        **exact("commission_high", found.high),
        "is_unique": found.is_unique,
        "pieces": [
            {
                **algebraic_json("commission_low", piece.low),
                **algebraic_json("commission_high", piece.high),
                "is_unique": piece.is_unique,
                "equilibria": list(map(_structure, piece.structures)),
            }
            for piece in found.pieces
        ],
        "critical": [
            {
                **algebraic_json("commission", turn.alpha),
                "turning": list(turn.turning),
                "equilibria": list(map(_structure, turn.structures)),
            }
            for turn in found.turns
        ],
    }


def _structure(one: Structure) -> Said:
    ponte, mixed = (
        {name: _quotient("probability", draws) for name, draws in chances.items()}
        for chances in (one.ponte, one.mixed)
    )
    return {
        **_quotient("value", one.value),
        **_quotient("banquier_value", one.banquier_value),
        "ponte": ponte,
        "banquier": chances_json(one.banquier),
        "mixed": mixed,
        "banquier_set": set_json(one.banquier_set),
    }


def _quotient(name: str, number: Quotient) -> Said:
    """A quotient of polynomials as JSON: the coefficients of both, the constant first."""
    return {f"{name}_function": coefficients_json(number)}
