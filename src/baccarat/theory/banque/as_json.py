"""Solutions of banque as JSON."""

from baccarat.base.jsonable import decked, exact
from baccarat.core.shoe import Composition
from baccarat.theory.as_json import Said, chances_json
from baccarat.theory.banque.solver import Banque, Nash
from baccarat.theory.banque.surd import Surd
from baccarat.theory.decks import decks_in


def banque_json(banque: Banque) -> Said:
    coalition, shoe = banque.coalition, Composition(banque.counts)
    return {
        "game": "banque",
        **exact("theta", banque.theta),
        **decked(decks_in(shoe), banque.endless),
        "unseen": str(shoe),
        "method": "exact",
        "sees_third": banque.sees_third,
        "open_cells": list(banque.open_cells),
        "coalition": {
            **exact("value", coalition.value),
            **exact("banquier_value", -coalition.value),
            "mixture": chances_json(coalition.mixture),
            "banquier": chances_json(coalition.banquier),
            "is_unique": coalition.is_unique,
            "is_independent": coalition.is_independent,
        },
        "after_natural": [
            {
                "total": one.natural,
                **exact("value", one.value),
                "draws_on_5": exact("probability", one.draws_on_5),
                "banquier": chances_json(one.banquier),
            }
            for one in banque.after
        ],
        "nash": None if banque.nash is None else [_nash(banque, one) for one in banque.nash],
    }


def _nash(banque: Banque, nash: Nash) -> Said:
    return {
        "players": [_surd("probability", x) for x in nash.players],
        "values": [_surd("value", value) for value in nash.values],
        "to_banquier": _surd("value", banque.to_banquier(nash)),
        "mixed": {cell: _surd("probability", chance) for cell, chance in nash.mixed.items()},
        "draws": sorted(nash.draws),
        "is_single": nash.is_single,
    }


def _surd(name: str, number: Surd) -> Said:
    """A number as JSON: a fraction if it is rational, otherwise the three parts of a + b √n."""
    if number.exact is not None:
        return exact(name, number.exact)
    a, b, n = number.as_json()
    return {f"{name}_surd": {"a": a, "b": b, "root_of": n}, f"{name}_float": float(number)}
