"""Solutions as JSON: every number exactly, whatever kind of number it is.

Under a name stands a fraction; a number that is none stands under the name with `_surd`, `_root`
or `_function`. A float stands beside all but functions.
"""

from collections.abc import Mapping
from fractions import Fraction

from baccarat.jsonable import decked, exact, fraction, sampled
from baccarat.shoe import Composition
from baccarat.stats import CONFIDENCE
from baccarat.theory.banque.solver import Banque, Nash
from baccarat.theory.banque.surd import Surd
from baccarat.theory.casino.all_commissions import Commissions, Structure
from baccarat.theory.casino.quotient import Quotient
from baccarat.theory.casino.solver import CasinoSolution
from baccarat.theory.chemin.all_decks import ALWAYS, AllDecks
from baccarat.theory.chemin.dealing import Dealt
from baccarat.theory.chemin.payoffs import whole_decks
from baccarat.theory.chemin.proof import Rational
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.numbers import Algebraic
from baccarat.theory.sets import OptimalSet

Chemin = Solution | CasinoSolution | Commissions
Said = dict[str, object]


def solution_json(solution: Solution) -> Said:
    return {
        **_question(solution),
        **exact("value", solution.value),
        "ponte": _chances(solution.ponte),
        "banquier": _chances(solution.banquier),
        "mixed": _chances(solution.mixed),
        "open_cells": list(solution.open_cells),
        "idle": list(solution.idle),
        "is_unique": solution.is_unique,
        "ponte_set": _set(solution.ponte_set),
        "banquier_set": _set(solution.banquier_set),
    }


def casino_json(solution: CasinoSolution) -> Said:
    return {
        **_question(solution),
        **exact("commission", solution.alpha),
        "is_unique": solution.is_unique,
        "idle": list(solution.idle),
        "equilibria": [
            {
                **exact("value", one.value),
                **exact("banquier_value", one.banquier_value),
                "ponte": _chances(one.ponte),
                "banquier": _chances(one.banquier),
                "mixed": _chances(one.mixed),
                "is_single": one.is_single,
                "ponte_set": _set(one.ponte_set),
                "banquier_set": _set(one.banquier_set),
            }
            for one in solution.equilibria
        ],
    }


def commissions_json(found: Commissions) -> Said:
    return {
        **_question(found),
        **exact("commission_low", found.low),
        **exact("commission_high", found.high),
        "is_unique": found.is_unique,
        "pieces": [
            {
                **_algebraic("commission_low", piece.low),
                **_algebraic("commission_high", piece.high),
                "is_unique": piece.is_unique,
                "equilibria": list(map(_structure, piece.structures)),
            }
            for piece in found.pieces
        ],
        "critical": [
            {
                **_algebraic("commission", turn.alpha),
                "turning": list(turn.turning),
                "equilibria": list(map(_structure, turn.structures)),
            }
            for turn in found.turns
        ],
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
                "mixed": _chances(solution.mixed),
                "is_unique": solution.is_unique,
            }
            for solution in found.small
        ],
    }


def banque_json(banque: Banque) -> Said:
    coalition, shoe = banque.coalition, Composition(banque.counts)
    return {
        "game": "banque",
        **exact("theta", banque.theta),
        **decked(whole_decks(shoe), banque.endless),
        "unseen": str(shoe),
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
                "total": one.natural,
                **exact("value", one.value),
                "draws_on_5": exact("probability", one.draws_on_5),
                "banquier": _chances(one.banquier),
            }
            for one in banque.after
        ],
        "nash": None if banque.nash is None else [_nash(one) for one in banque.nash],
    }


def dealt_json(dealt: Dealt) -> Said:
    """The coups that were dealt with a solution's strategies, and their mean."""
    return {
        "coups": dealt.tally.total,
        "seed": dealt.seed,
        "value_simulated": sampled(dealt.mean, dealt.interval(), CONFIDENCE),
        "digest": dealt.tally.digest,
    }


# Parts.


def _question(asked: Chemin) -> Said:
    """The game, its shoe, and what is bound."""
    return {
        "game": "chemin-de-fer",
        "model": asked.model.name,
        **decked(asked.decks, asked.model.is_endless),
        "unseen": str(asked.composition),
        "bound": _chances(asked.bound),
        "method": "exact",
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
        "banquier": _chances(one.banquier),
        "mixed": mixed,
        "banquier_set": _set(one.banquier_set),
    }


def _nash(nash: Nash) -> Said:
    return {
        "players": [_surd("probability", x) for x in nash.players],
        "values": [_surd("value", value) for value in nash.values],
        "mixed": {cell: _surd("probability", chance) for cell, chance in nash.mixed.items()},
        "draws": sorted(nash.draws),
        "is_single": nash.is_single,
    }


def _chances(strategy: Mapping[str, Fraction]) -> Said:
    return {name: exact("probability", draws) for name, draws in strategy.items()}


def _set(named: OptimalSet) -> Said:
    corners = named.corners
    return {
        "names": list(named.names),
        "dimension": named.dimension,
        "corners": corners and [[fraction(a) for a in corner] for corner in corners],
    }


# Numbers.


def _surd(name: str, number: Surd) -> Said:
    """A fraction if it is one, else a + b √n as its three parts."""
    if number.exact is not None:
        return exact(name, number.exact)
    a, b, n = number.as_json()
    return {f"{name}_surd": {"a": a, "b": b, "root_of": n}, f"{name}_float": float(number)}


def _algebraic(name: str, number: Algebraic) -> Said:
    """A fraction if it is one, else the polynomial whose root it is, and between what it lies."""
    if number.exact is not None:
        return exact(name, number.exact)
    root = {
        "polynomial": [str(a) for a in number.polynomial],
        "above": fraction(number.low),
        "below": fraction(number.high),
    }
    return {f"{name}_root": root, f"{name}_float": float(number)}


def _quotient(name: str, number: Quotient) -> Said:
    """A quotient of polynomials in the commission: their coefficients, the constant first."""
    return {f"{name}_function": _coefficients(number)}


def _rational(name: str, number: Rational) -> Said:
    """A rational function of d, with its limit."""
    return {f"{name}_function": {**_coefficients(number), **exact("limit", number.limit)}}


def _coefficients(number: Quotient | Rational) -> Said:
    return {
        "text": str(number),
        "numerator": [str(a) for a in number.numerator.coeffs()],
        "denominator": [str(a) for a in number.denominator.coeffs()],
    }
