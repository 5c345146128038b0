"""Chemin de fer without its dominated moves: a game of few decisions, and its text for Gambit.

    reduced(solve("B1", decks=6)) -> ReducedGame     whole=True keeps what is dominated
    game.value(x, y)              Player's payoff, if both draw with these probabilities
    game.nfg, game.efg            the game as Gambit reads it: strategic form, extensive form
    game.save("b1.nfg")           the same as a file

If the ponte draws with probabilities x and the banquier with y, Player's payoff is

    still[0] + Σ_i still[i] x[i] + Σ_j y[j] (gains[j][0] + Σ_i gains[j][i] x[i]).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from baccarat.base.errors import BadText, BadValue
from baccarat.base.files import shown
from baccarat.base.hints import checked
from baccarat.base.paths import AnyPath, ending, save
from baccarat.core.tableau import STOOD
from baccarat.theory.chemin.in_words import told_game
from baccarat.theory.chemin.model import read_cell
from baccarat.theory.chemin.payoffs import MOVES, along, net_lines
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.strategies import MixedStrategy, require_strategy

MOST_PAIRS = 1 << 14
"""The most pairs of pure strategies that the strategic form lists."""
NO_CHOICE = "nothing to decide"
"""The one strategy of a side that has no decision left."""
PONTE, BANQUIER = 1, 2
"""The sides, as Gambit numbers them."""


class _Met(NamedTuple):
    """A move of one side; a term of the payoff counts only if every move of the term is made."""

    side: int
    name: str
    move: str


@dataclass(frozen=True, slots=True)
class ReducedGame:
    """The decisions that remain, and Player's exact payoff as a function of them.

    >>> from baccarat.theory.chemin.solver import solve
    >>> game = reduced(solve("A1"))
    >>> game.ponte, game.banquier
    (('5',), ('3|9', '4|1', '5|4', '6|-'))
    >>> game.nfg.splitlines()[0]
    'NFG 1 R "chemin de fer, model A1, every card returns" { "ponte" "banquier" }'
    """

    title: str
    """the whole game, in words"""
    ponte: tuple[str, ...]
    """the hands that the ponte sees where he decides"""
    banquier: tuple[str, ...]
    """the cells in which the banquier decides"""
    still: tuple[Fraction, ...]
    """Player's payoff if the banquier stands in all of them: a constant and a slope for each x"""
    gains: tuple[tuple[Fraction, ...], ...]
    """for each cell, Player's gain if the banquier draws instead: a constant and the slopes"""

    def value(self, x: MixedStrategy, y: MixedStrategy) -> Fraction:
        """Player's expected value per unit, if both sides draw with these probabilities."""
        require_strategy(x, self.ponte, "ponte")
        require_strategy(y, self.banquier, "banquier")
        point = [Fraction(1), *(x[name] for name in self.ponte)]
        lines = zip(self.banquier, self.gains, strict=True)
        return along(self.still, point) + sum(y[cell] * along(line, point) for cell, line in lines)

    @property
    def nfg(self) -> str:
        """The strategic form: every pure strategy of either side, and the payoff of each pair.

        A strategy is named by its moves, `3|9=S 4|1=D`: D draws, S stands.
        """
        if 1 << (len(self.ponte) + len(self.banquier)) > MOST_PAIRS:
            sizes = f"2^{len(self.ponte)} × 2^{len(self.banquier)}"
            raise BadValue(f"{sizes} pairs of strategies are too many to list: use the .efg form")
        rows, columns = _strategies(self.ponte), _strategies(self.banquier)
        values = [self.value(x, y) for y in columns.values() for x in rows.values()]
        named = "\n".join(f"{{ {' '.join(map(_quoted, side))} }}" for side in (rows, columns))
        worth = "\n".join(f"{value} {-value}" for value in values)
        return f'NFG 1 R {self._head}\n{{ {named} }}\n""\n\n{worth}\n'

    @property
    def efg(self) -> str:
        """The extensive form: chance picks a term of the payoff, and at most two moves follow.

        Each of the n terms has probability 1/n and pays n times its worth. So the payoffs are those
        of the game, but the chances are not those of the cards.
        """
        terms = list(self._terms())
        names = [" ".join(f"{met.name}={met.move}" for met in path) for path, _ in terms]
        chances = " ".join(f"{_quoted(name)} 1/{len(terms)}" for name in names)
        ends: dict[Fraction, int] = {}
        lines = [f'c "" 1 "" {{ {chances} }} 0'] if terms else [self._end(Fraction(0), ends)]
        for path, worth in terms:
            lines += self._tree(path, len(terms) * worth, ends)
        return f'EFG 2 R {self._head}\n""\n\n' + "\n".join(lines) + "\n"

    def save(self, path: AnyPath) -> None:
        """Write the game to a file, `.nfg` or `.efg`: the whole file, or nothing."""
        kind = ending(path)
        if kind not in (".nfg", ".efg"):
            raise BadText(f"{shown(path)}: a game for Gambit must be saved as .nfg or .efg")
        save(path, self.nfg if kind == ".nfg" else self.efg)

    @property
    def _head(self) -> str:
        return f'{_quoted(self.title)} {{ "ponte" "banquier" }}'

    def _terms(self) -> Iterator[tuple[tuple[_Met, ...], Fraction]]:
        """The terms of the payoff, each with the moves that it needs and its worth."""
        for name, worth in zip(self.ponte, self.still[1:], strict=True):
            yield (_Met(PONTE, name, "D"),), worth
        for cell, (constant, *slopes) in zip(self.banquier, self.gains, strict=True):
            has_stood = read_cell(cell)[1] == STOOD
            # Against a Player who stood, c + Σ a x is written as (c + Σ a) - Σ a (1 - x).
            move, sign = ("S", -1) if has_stood else ("D", 1)
            yield (_Met(BANQUIER, cell, "D"),), constant + (sum(slopes) if has_stood else 0)
            for name, slope in zip(self.ponte, slopes, strict=True):
                if slope:
                    yield (_Met(PONTE, name, move), _Met(BANQUIER, cell, "D")), sign * slope

    def _tree(
        self, path: tuple[_Met, ...], worth: Fraction, ends: dict[Fraction, int]
    ) -> Iterator[str]:
        """The lines of the file for a term, which is paid if all moves of `path` are made."""
        if not path:
            yield self._end(worth, ends)
            return
        side, name, move = path[0]
        number = 1 + (self.ponte if side == PONTE else self.banquier).index(name)
        moves = " ".join(_quoted(f"{name}={each}") for each in MOVES)
        yield f'p "" {side} {number} {_quoted(name)} {{ {moves} }} 0'
        for each in MOVES:
            if each == move:
                yield from self._tree(path[1:], worth, ends)
            else:
                yield self._end(Fraction(0), ends)

    def _end(self, worth: Fraction, ends: dict[Fraction, int]) -> str:
        value = self.still[0] + worth
        number = ends.setdefault(value, 1 + len(ends))
        return f't "" {number} "" {{ {value}, {-value} }}'


@checked
def reduced(solution: Solution, *, whole: bool = False) -> ReducedGame:
    """The game of a solution, without its bound, idle and strictly dominated decisions.

    With `whole` the game also has the dominated cells.

    >>> from baccarat.theory.chemin.solver import solve
    >>> game = reduced(solve("B3", decks=6))
    >>> len(game.ponte), len(game.banquier)
    (5, 18)
    """
    game = solution.payoffs
    settled = {*solution.bound, *solution.idle}
    still, gains = net_lines(game)
    left = set(game.banquier) - settled if whole else set(solution.open_cells)
    for cell in game.banquier:
        if cell not in left:
            gain, draws = gains.pop(cell), solution.banquier[cell]
            still = [a + draws * b for a, b in zip(still, gain, strict=True)]

    def of_open(line: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """The linear function of open decisions; its constant includes the settled decisions."""
        slopes = dict(zip(game.ponte, line[1:], strict=True))
        moved = (solution.ponte[name] * slopes[name] for name in settled & slopes.keys())
        constant = sum(moved, start=line[0])
        rest = [slope for name, slope in slopes.items() if name not in settled]
        return tuple(Fraction(a) / game.total for a in (constant, *rest))

    told = told_game(solution.model, solution.composition, solution.tableau.player, solution.bound)
    return ReducedGame(
        f"chemin de fer, {told}",
        tuple(name for name in game.ponte if name not in settled),
        tuple(gains),
        of_open(still),
        tuple(map(of_open, gains.values())),
    )


def _strategies(names: Sequence[str]) -> dict[str, dict[str, Fraction]]:
    """All pure strategies of a side, by their names."""
    found = {}
    for moves in product(MOVES, repeat=len(names)):
        played = dict(zip(names, moves, strict=True))
        told = " ".join(f"{name}={move}" for name, move in played.items())
        found[told or NO_CHOICE] = {name: MOVES[move] for name, move in played.items()}
    return found


def _quoted(text: str) -> str:
    return f'"{text}"'
