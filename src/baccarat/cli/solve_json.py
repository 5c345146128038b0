"""What `baccarat solve --json` tells."""

from collections.abc import Mapping
from fractions import Fraction

from baccarat.cli.show import exact
from baccarat.shoe import Composition
from baccarat.stats import CONFIDENCE
from baccarat.theory.alldecks import ALWAYS, AllDecks
from baccarat.theory.banque import Banque, Nash
from baccarat.theory.banque_numbers import Algebraic
from baccarat.theory.banque_surd import Surd
from baccarat.theory.casino import CasinoSolution
from baccarat.theory.casino_alpha import Commissions, Structure
from baccarat.theory.casino_quotient import Quotient
from baccarat.theory.dealing import Dealt
from baccarat.theory.proof import Rational
from baccarat.theory.sets import OptimalSet
from baccarat.theory.solve import Solution


def solution_json(solution: Solution, dealt: Dealt | None) -> dict[str, object]:
    return {
        "game": "chemin-de-fer",
        "model": solution.model.name,
        "decks": None if solution.model.is_endless else solution.decks,
        "endless": solution.model.is_endless,
        "composition": str(solution.composition),
        "bound": _chances(solution.bound),
        "method": "exact",
        **exact("value", solution.value),
        "ponte": _chances(solution.ponte),
        "banquier": _chances(solution.banquier),
        "mixed": list(solution.mixed),
        "open_cells": list(solution.open_cells),
        "idle": list(solution.idle),
        "is_unique": solution.is_unique,
        "ponte_set": _set_json(solution.ponte_set),
        "banquier_set": _set_json(solution.banquier_set),
        **_dealt_json(dealt),
    }


def casino_json(solution: CasinoSolution, dealt: Dealt | None) -> dict[str, object]:
    return {
        "game": "chemin-de-fer",
        "model": solution.model.name,
        "decks": None if solution.model.is_endless else solution.decks,
        "endless": solution.model.is_endless,
        "composition": str(solution.composition),
        **exact("commission", solution.alpha),
        "bound": _chances(solution.bound),
        "method": "exact",
        "is_unique": solution.is_unique,
        "idle": list(solution.idle),
        "equilibria": [
            {
                **exact("value", one.value),
                **exact("banquier_value", one.banquier_value),
                "ponte": _chances(one.ponte),
                "banquier": _chances(one.banquier),
                "mixed": list(one.mixed),
                "is_single": one.is_single,
                "ponte_set": _set_json(one.ponte_set),
                "banquier_set": _set_json(one.banquier_set),
            }
            for one in solution.equilibria
        ],
        **_dealt_json(dealt),
    }


def commissions_json(found: Commissions) -> dict[str, object]:
    return {
        "game": "chemin-de-fer",
        "model": found.model.name,
        "decks": None if found.model.is_endless else found.decks,
        "endless": found.model.is_endless,
        "composition": str(found.composition),
        **exact("low", found.low),
        **exact("high", found.high),
        "bound": _chances(found.bound),
        "method": "exact",
        "is_unique": found.is_unique,
        "pieces": [
            {
                **_algebraic("low", piece.low),
                **_algebraic("high", piece.high),
                "is_unique": piece.is_unique,
                "equilibria": list(map(_structure_json, piece.structures)),
            }
            for piece in found.pieces
        ],
        "critical": [
            {
                **_algebraic("commission", turn.alpha),
                "turning": list(turn.turning),
                "equilibria": list(map(_structure_json, turn.structures)),
            }
            for turn in found.turns
        ],
    }


def _structure_json(one: Structure) -> dict[str, object]:
    return {
        "value": _quotient(one.value),
        "banquier_value": _quotient(one.banquier_value),
        "ponte": {name: _quotient(draws) for name, draws in one.ponte.items()},
        "banquier": _chances(one.banquier),
        "mixed": list(one.mixed),
        "banquier_set": _set_json(one.banquier_set),
    }


def _quotient(number: Quotient) -> dict[str, object]:
    """A quotient of polynomials in the commission: their coefficients, the constant first."""
    return {
        "function": str(number),
        "numerator": [str(a) for a in number.numerator.coeffs()],
        "denominator": [str(a) for a in number.denominator.coeffs()],
    }


def _algebraic(name: str, number: Algebraic) -> dict[str, object]:
    """A fraction if it is one, else the polynomial whose root it is, and between what it lies."""
    if number.exact is not None:
        return exact(name, number.exact)
    return {name: number.as_json(), f"{name}_float": float(number)}


def _dealt_json(dealt: Dealt | None) -> dict[str, object]:
    """What was dealt, if anything was."""
    if dealt is None:
        return {}
    low, high = dealt.interval()
    told = {
        "coups": dealt.tally.total,
        "seed": dealt.seed,
        "estimate": float(dealt.mean),
        "low": low,
        "high": high,
        "confidence": CONFIDENCE,
        "digest": dealt.tally.digest,
    }
    return {"dealt": told}


def all_decks_json(found: AllDecks) -> dict[str, object]:
    claim = found.claim
    return {
        "game": "chemin-de-fer",
        "model": claim.model.name,
        "method": "exact",
        "holds_from": claim.holds_from,
        "is_unique": all(solution.is_unique for solution in found.small),
        "value": _rational(found.value),
        "mixed": {name: _rational(draws) for name, draws in found.mixed.items()},
        "draws": [name for name, p in {**claim.ponte, **claim.banquier}.items() if p == ALWAYS],
        "conditions": len(found.proof),
        "proved_from": max(decks for _, decks in found.proof),
        "small": [
            {
                "decks": solution.decks,
                **exact("value", solution.value),
                "mixed": _chances(solution.mixed),
                "is_unique": solution.is_unique,
            }
            for solution in found.small
        ],
    }


def banque_json(banque: Banque) -> dict[str, object]:
    coalition = banque.coalition
    return {
        "game": "banque",
        **exact("theta", banque.theta),
        "endless": banque.endless,
        "composition": str(Composition(banque.counts)),
        "method": "exact",
        "open_cells": list(banque.open_cells),
        "coalition": {
            **exact("value", coalition.value),
            "mixture": _chances(coalition.mixture),
            "banquier": _chances(coalition.banquier),
            "is_unique": coalition.is_unique,
            "is_independent": coalition.is_independent,
        },
        "after_natural": [
            {
                "natural": one.natural,
                **exact("value", one.value),
                "draws_on_5": exact("probability", one.draws_on_5),
                "banquier": _chances(one.banquier),
            }
            for one in banque.after
        ],
        "nash": None if banque.nash is None else [_nash_json(one) for one in banque.nash],
    }


def _nash_json(nash: Nash) -> dict[str, object]:
    return {
        "players": [_surd("probability", x) for x in nash.players],
        "values": [_surd("value", value) for value in nash.values],
        "mixed": {cell: _surd("probability", chance) for cell, chance in nash.mixed.items()},
        "draws": sorted(nash.draws),
        "is_single": nash.is_single,
    }


def _surd(name: str, number: Surd) -> dict[str, object]:
    """A fraction if it is one, else a + b √n as its three parts."""
    if number.exact is not None:
        return exact(name, number.exact)
    a, b, n = number.as_json()
    return {name: {"a": a, "b": b, "root_of": n}, f"{name}_float": float(number)}


def _chances(strategy: Mapping[str, Fraction]) -> dict[str, object]:
    return {name: exact("probability", draws) for name, draws in strategy.items()}


def _set_json(named: OptimalSet) -> dict[str, object]:
    return {
        "names": list(named.names),
        "dimension": named.dimension,
        "corners": named.corners
        and [[f"{a.numerator}/{a.denominator}" for a in corner] for corner in named.corners],
    }


def _rational(number: Rational) -> dict[str, object]:
    """A rational function of d: its coefficients, the constant first, and its limit."""
    return {
        "function": str(number),
        "numerator": [str(a) for a in number.numerator.coeffs()],
        "denominator": [str(a) for a in number.denominator.coeffs()],
        **exact("limit", number.limit),
    }
