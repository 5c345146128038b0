"""Chemin de fer as a game for Gambit; this needs the extra `gambit`.

Files for Gambit need no extra: `ReducedGame.save` of `baccarat.theory.chemin.reduced_game`.
"""

from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from typing import Any

from baccarat.base.errors import BadText, BadValue, Missing
from baccarat.base.hints import checked, quoted
from baccarat.theory.chemin.reduced_game import ReducedGame, reduced
from baccarat.theory.chemin.solver import Solution

FORMS = ("efg", "nfg")
Profile = Any
"""Strategies of both sides in pygambit, which has no types."""


@checked
def gambit_game(game: Solution | ReducedGame, form: str = "efg") -> Any:
    """The exact game as a `pygambit.Game`, in extensive form or, with `"nfg"`, in strategic form.

    A solution gives the game that is left after dominance. The players are "ponte" and "banquier".

    >>> from baccarat import Missing, solve
    >>> try:
    ...     title = gambit_game(solve("A1")).title
    ... except Missing:  # Gambit has no wheel for some machines
    ...     title = reduced(solve("A1")).title
    >>> title
    'chemin de fer, model A1, every card returns'
    """
    if form not in FORMS:
        raise BadText(f"not a form of a game: {quoted(form)} (expected efg or nfg)")
    try:
        import pygambit
    except ImportError:
        raise Missing("a game in Gambit needs pygambit: pip install 'baccarat[gambit]'") from None
    left = reduced(game) if isinstance(game, Solution) else game
    read = {"efg": pygambit.read_efg, "nfg": pygambit.read_nfg}[form]
    return read(StringIO(getattr(left, form)))


@checked
def gambit_profile(solution: Solution, game: ReducedGame | None = None) -> Profile:
    """Our exact solution as a Gambit profile, so that Gambit can check that it is optimal.

    The default game is the game that is left after dominance.
    """
    left = reduced(solution) if game is None else game
    drawing = {**solution.ponte, **solution.banquier}
    for name in (*left.ponte, *left.banquier):
        if name not in drawing:
            raise BadValue(f"the solution belongs to another game: it has no decision {name}")
    sides = [
        [[drawing[name], 1 - drawing[name]] for name in side]
        for side in (left.ponte, left.banquier)
    ]
    return gambit_game(left).mixed_behavior_profile(sides, rational=True)


def draws(profile: Profile) -> dict[str, Fraction]:
    """The probability of drawing at each decision in a Gambit profile, by our decision names.

    >>> draws([[("5=D", Fraction(9, 11)), ("5=S", Fraction(2, 11))]])
    {'5': Fraction(9, 11)}
    """
    drawing: dict[str, Fraction] = {}
    try:
        for label, weight in _moves(profile):
            for told in label.split():
                decision, sign, move = told.rpartition("=")
                if sign:
                    drawn = Fraction(weight) if move == "D" else 0
                    drawing[decision] = drawing.get(decision, Fraction(0)) + drawn
    except (AttributeError, TypeError, ValueError):
        told = quoted(profile)
        raise BadValue(f"give a profile, e.g. an equilibrium found by Gambit, not {told}") from None
    return drawing


def _moves(profile: Profile) -> Iterator[tuple[str, Any]]:
    """Each move or strategy in a Gambit profile, with its probability."""
    for side in profile:
        for key, given in side:
            if isinstance(key, str):
                yield key, given
            else:  # a decision and its moves
                yield from given
