"""Baccara banque solved exactly, for any division of the stakes.

    solve_banque("2/3") -> Banque                    every card returns
    solve_banque("1/2", decks=6) -> Banque           a shoe of six decks
    banque.certificate() -> dict                     for `check_banque` or for JSON

Tableau 1 is staked θ and tableau 2 is staked 1 − θ. There are three solutions: the coalition of
both Players, who agree on their choices; the same Players without an agreement, each with his own
coin; and the Nash equilibria, in which each Player cares for his own tableau alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq

from baccarat.base.errors import BadText, BadValue, ShoeError
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked, displayed, quoted
from baccarat.base.jsonable import decked, exact
from baccarat.core.cards import Depth
from baccarat.core.shoe import Composition
from baccarat.theory.as_json import Said, chances_json
from baccarat.theory.banque.check import BLIND, KIND, SEEING, in_words
from baccarat.theory.banque.independent import Independent, independent_bounds
from baccarat.theory.banque.nash import Continuum, Nash, equilibria
from baccarat.theory.banque.payoffs import (
    CORNERS,
    ENDLESS,
    LARGEST_SHOE,
    AfterNatural,
    BanquePayoffs,
    banque_payoffs,
)
from baccarat.theory.banque.saddle import Saddle, against, matrix_game, solve_rows
from baccarat.theory.banque.surd import Surd
from baccarat.theory.decks import decks_in
from baccarat.theory.numbers import dot, fraction, rational, read_exact
from baccarat.theory.simplex import minimise

LONGEST_STAKE = 250
"""Characters of a fraction that is read; numbers of its certificate are four times as long."""
CLOSE = Fraction(1, 10**9)
"""Width to which the bounds for independent Players are brought together, if possible."""


@dataclass(frozen=True, slots=True)
@freezes("banquier")
class Alone:
    """The game of the one Player who plays on when the other Player has shown a natural."""

    natural: int
    value: Fraction
    """what these coups add to this Player's value"""
    draws_on_5: Fraction
    banquier: Mapping[str, Fraction] = field(repr=False)
    """how often the banquier draws in each cell, named as at chemin de fer: `6|-`"""

    def certificate(self) -> dict[str, Any]:
        """This game as a part of a certificate of banque."""
        return {
            "natural": self.natural,
            "value": str(self.value),
            "draws_on_5": str(self.draws_on_5),
            "banquier": _written(self.banquier),
        }


@dataclass(frozen=True, slots=True)
@freezes("mixture", "banquier")
class Coalition:
    """The solution if both Players are one side, and agree on their choices."""

    value: Fraction
    """of the whole game to both tableaux, as staked"""
    mixture: Mapping[str, Fraction]
    """how often SS, SD, DS and DD are agreed on: what Players 1 and 2 do on 5. If Player 2 sees
    Player 1's third card, this is so for each of them: `SS|4`, or `SS|-` if Player 1 stood"""
    freedom: tuple[int, int] | None
    """the dimensions of the Players' and of the banquier's optimal sets; None if Player 2 sees"""
    banquier: Mapping[str, Fraction] = field(repr=False)
    """how often the banquier draws in each cell"""

    @property
    def is_unique(self) -> bool:
        """Whether both sides are known to have one optimal strategy only."""
        return self.freedom == (0, 0)

    @property
    def is_independent(self) -> bool:
        """Whether two Players who draw independently of each other can play the optimal mixture."""
        if self.freedom is None:
            return False
        ss, sd, ds, dd = (self.mixture[corner] for corner in CORNERS)
        return ss * dd == sd * ds


@displayed
@dataclass(frozen=True, slots=True, repr=False)
class Banque:
    """The solutions of banque, with their question: stakes and shoe."""

    theta: Fraction
    counts: tuple[int, ...]
    """cards of 0 to 9 points"""
    endless: bool
    """whether every card returns"""
    open_cells: tuple[str, ...] = field(repr=False)
    """the cells in which neither drawing nor standing is always better"""
    after: tuple[Alone, Alone]
    coalition: Coalition
    independent: Independent
    """the value that the same Players can guarantee when each tosses his own coin, blindly"""
    nash: tuple[Nash, ...] | None
    """all equilibria; None if a tableau has no stake, if the equilibria may form a curve, or if
    Player 2 sees Player 1's third card"""

    def __repr__(self) -> str:
        return f"<solutions of banque at {self.theta}: value {self.coalition.value}>"

    @property
    def sees_third(self) -> bool:
        """Whether Player 2 sees Player 1's third card and uses it."""
        return self.coalition.freedom is None

    @property
    def cards(self) -> str:
        """The shoe, and whether Player 2 sees Player 1's third card, in words."""
        seen = SEEING if self.sees_third else BLIND
        return f"{in_words(self.counts, self.endless)}, {seen}"

    def to_banquier(self, nash: Nash) -> Surd:
        """The value of an equilibrium to the banquier, who plays against both tableaux."""
        one, two = nash.values
        return -(one * rational(self.theta) + two * rational(1 - self.theta))

    def certificate(self) -> dict[str, Any]:
        """The certificate that `check_banque` reads, made of text, lists and dictionaries."""
        return {
            "certificate": KIND,
            "theta": str(self.theta),
            "counts": list(self.counts),
            "endless": self.endless,
            "after": [one.certificate() for one in self.after],
            "coalition": {
                "value": str(self.coalition.value),
                "mixture": _written(self.coalition.mixture),
                "banquier": _written(self.coalition.banquier),
                "is_unique": self.coalition.is_unique,
            },
            "nash": [
                {
                    "players": [x.as_json() for x in one.players],
                    "values": [value.as_json() for value in one.values],
                    "mixed": {cell: chance.as_json() for cell, chance in one.mixed.items()},
                    "draws": sorted(one.draws),
                }
                for one in self.nash or ()
            ],
        }

    def as_json(self) -> dict[str, object]:
        """The solutions as JSON for programs."""
        coalition, shoe = self.coalition, Composition(self.counts)
        return {
            "game": "banque",
            **exact("theta", self.theta),
            **decked(decks_in(shoe), self.endless),
            "unseen": str(shoe),
            "method": "exact",
            "sees_third": self.sees_third,
            "open_cells": list(self.open_cells),
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
                for one in self.after
            ],
            "nash": None if self.nash is None else list(map(self._nash_json, self.nash)),
        }

    def _nash_json(self, nash: Nash) -> Said:
        return {
            "players": [_surd_json("probability", x) for x in nash.players],
            "values": [_surd_json("value", value) for value in nash.values],
            "to_banquier": _surd_json("value", self.to_banquier(nash)),
            "mixed": {cell: _surd_json("probability", x) for cell, x in nash.mixed.items()},
            "draws": sorted(nash.draws),
            "is_single": nash.is_single,
        }


def _surd_json(name: str, number: Surd) -> Said:
    """A number as JSON: a fraction if it is rational, otherwise the three parts of a + b √n."""
    if number.exact is not None:
        return exact(name, number.exact)
    a, b, n = number.as_json()
    return {f"{name}_surd": {"a": a, "b": b, "root_of": n}, f"{name}_float": float(number)}


@checked
def solve_banque(
    theta: Fraction | float | str,
    decks: int | None = None,
    *,
    composition: Composition | str | None = None,
    sees_third: bool = False,
) -> Banque:
    """Solve banque with stakes θ and 1 − θ, from an endless deck, a shoe or a composition.

    If `sees_third`, Player 2 uses Player 1's third card, and only the coalition's game is solved.

    >>> banque = solve_banque(1)
    >>> banque.coalition.value
    Fraction(-679568, 53094899)
    """
    stake = read_stake(theta)
    game = payoffs_of(decks, composition)
    stands = _staked(game, stake, *game.stands)
    draws = {cell: _staked(game, stake, *change) for cell, change in game.draws.items()}
    after, fixed = after_naturals(game)
    blind = _coalition(solve_rows(stands, draws), fixed)
    coalition = _seeing(game, stake, draws, fixed) if sees_third else blind
    return Banque(
        stake,
        game.counts,
        game.endless,
        tuple(cell for cell, change in draws.items() if min(change) < 0 < max(change)),
        after,
        coalition,
        _independent(blind, stands, draws, fixed),
        None if sees_third else _nash(game, stake, fixed),
    )


@checked
def read_stake(theta: Fraction | float | str) -> Fraction:
    """Read the stake of tableau 1 as a fraction from 0 to 1."""
    try:
        stake = read_exact(theta, "a stake") if isinstance(theta, str) else Fraction(theta)
        told = str(stake)
        if len(told) > LONGEST_STAKE:
            raise ValueError
    except (ValueError, OverflowError):
        raise BadText(f"not a stake: {quoted(theta)} (expected e.g. '2/3')") from None
    if not 0 <= stake <= 1:
        raise BadText(f"the stake of tableau 1 must be a part from 0 to 1, not {told}")
    return stake


@checked
def payoffs_of(
    decks: int | None = None, composition: Composition | str | None = None
) -> BanquePayoffs:
    """The payoffs from an endless deck, from whole decks, or from the given cards."""
    if composition is not None:
        if decks is not None:
            raise BadValue("give decks or a composition, not both")
        cards = Composition.parse(composition) if isinstance(composition, str) else composition
        return banque_payoffs(cards.at(Depth.POINTS).counts, endless=False)
    if decks is None:
        return banque_payoffs(ENDLESS, endless=True)
    if not 1 <= decks <= LARGEST_SHOE // 52:
        raise ShoeError(f"banque can be solved for 1 to {LARGEST_SHOE // 52} decks, not {decks}")
    return banque_payoffs(tuple(4 * decks * count for count in ENDLESS), endless=False)


def _staked(
    game: BanquePayoffs, stake: Fraction, one: tuple[int, ...], two: tuple[int, ...]
) -> list[fmpq]:
    theta = rational(stake)
    return [(theta * x + (1 - theta) * y) / game.total for x, y in zip(one, two, strict=True)]


def _coalition(saddle: Saddle, fixed: Fraction) -> Coalition:
    return Coalition(
        fixed + fraction(saddle.value),
        dict(zip(CORNERS, map(fraction, saddle.rows), strict=True)),
        saddle.freedom,
        _chances(saddle),
    )


def _seeing(
    game: BanquePayoffs, stake: Fraction, draws: dict[str, list[fmpq]], fixed: Fraction
) -> Coalition:
    """The solution of the coalition whose Player 2 sees Player 1's third card.

    If Player 1 draws on 5 with a known chance, each third card is a game of its own, with two
    unknowns: how often Player 2 draws when Player 1's part is to stand on 5, and to draw. The
    banquier's replies to some chances make a game of two rows, which gives the next chance.
    """
    often, value = fmpq(1, 2), fmpq(2)  # no value is as high as 2
    replies: list[dict[str, fmpq]] = []
    columns: list[list[fmpq]] = []
    while True:
        mixture: dict[str, fmpq] = {}
        reply: dict[str, fmpq] = {}
        best = [fmpq(0), fmpq(0)]
        for third, pays in game.stands_by_third.items():
            stands = _staked(game, stake, *pays)
            here = {cell: change for cell, change in draws.items() if f"|{third}," in cell}
            seconds, banquier = _second(often, stands, here)
            for first, chance, second in zip("SD", (1 - often, often), seconds, strict=True):
                mixture[f"{first}S|{third}"] = chance * (1 - second)
                mixture[f"{first}D|{third}"] = chance * second
            ss, sd, ds, dd = against(banquier, stands, draws)
            best = [best[0] + max(ss, sd), best[1] + max(ds, dd)]
            reply |= banquier
        if (1 - often) * best[0] + often * best[1] == value:
            break
        replies.append(reply)
        columns.append(best)
        value, (_, often), parts = matrix_game(columns)
    banquier = {cell: dot(parts, [reply[cell] for reply in replies]) for cell in draws}
    chances = [{name: fraction(p) for name, p in side.items()} for side in (mixture, banquier)]
    return Coalition(fixed + fraction(value), chances[0], None, chances[1])


def _second(
    often: fmpq, stands: list[fmpq], draws: dict[str, list[fmpq]]
) -> tuple[tuple[fmpq, ...], dict[str, fmpq]]:
    """Optimal play after one third card of Player 1: chances of Player 2 and of the banquier."""

    def line(corners: list[fmpq]) -> list[fmpq]:
        ss, sd, ds, dd = corners
        stays = 1 - often
        return [-stays * ss - often * ds, stays * (ss - sd), often * (ds - dd)]

    banquier = {cell: fmpq(max(change) < 0) for cell, change in draws.items()}
    tied = [cell for cell, change in draws.items() if min(change) < 0 <= max(change)]
    lines = [line(draws[cell]) for cell in tied]
    _, *cost = line(against(banquier, stands, draws))
    least = minimise(cost, [slopes for _, *slopes in lines], [constant for constant, *_ in lines])
    return least.point, banquier | dict(zip(tied, least.prices, strict=True))


def _independent(
    coalition: Coalition, stands: list[fmpq], draws: dict[str, list[fmpq]], fixed: Fraction
) -> Independent:
    if coalition.is_independent:
        _, sd, ds, dd = coalition.mixture.values()
        return Independent(coalition.value, coalition.value, (ds + dd, sd + dd))
    bounds = independent_bounds(stands, draws, CLOSE)
    return Independent(bounds.low + fixed, bounds.high + fixed, bounds.players)


def _nash(game: BanquePayoffs, stake: Fraction, fixed: Fraction) -> tuple[Nash, ...] | None:
    try:
        return equilibria(game, stake, fixed) if 0 < stake < 1 else None
    except Continuum:
        return None


def after_naturals(game: BanquePayoffs) -> tuple[tuple[Alone, Alone], Fraction]:
    """The games after one Player's natural, and the value of all coups with a natural."""
    eight, nine = (_alone(game, one) for one in game.after)
    fixed = Fraction(game.settled + sum(one.won for one in game.after), game.total)
    return (eight, nine), fixed + eight.value + nine.value


def _alone(game: BanquePayoffs, one: AfterNatural) -> Alone:
    saddle = solve_rows(
        [fmpq(weight, game.total) for weight in one.stands],
        {cell: [fmpq(w, game.total) for w in change] for cell, change in one.draws.items()},
    )
    return Alone(one.natural, fraction(saddle.value), fraction(saddle.rows[1]), _chances(saddle))


def _chances(saddle: Saddle) -> dict[str, Fraction]:
    return {cell: fraction(chance) for cell, chance in saddle.cells.items()}


def _written(chances: Mapping[str, Fraction]) -> dict[str, str]:
    """The chances as text, without those that are zero."""
    return {name: str(chance) for name, chance in chances.items() if chance}
