"""Chemin de fer and banque as games of OpenSpiel; this needs the extra `openspiel`.

    chemin_de_fer("B3", decks=6) -> game     person 0 is the ponte, person 1 the banquier
    banque("2/3") -> game                    two Players and the banquier
    banque("2/3", coalition=True) -> game    both Players as one side, and the banquier
    equilibrium(game) -> TabularPolicy       our solution, which OpenSpiel's algorithms can check
    in_cpp(game) -> game                     the same game in C++, for algorithms that walk it often

Importing this module also registers the games, with their parameters as text:
`pyspiel.load_game("python_chemin_de_fer(model=B3,decks=6,commission=1/20)")`.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from baccarat.base.errors import BadValue, Missing, Refused
from baccarat.base.hints import checked, guided, quoted
from baccarat.base.jsonable import fraction
from baccarat.bridges.banque_tree import banque_tree
from baccarat.bridges.chemin_tree import chemin_tree
from baccarat.bridges.tree_node import CHANCE, OVER, TreeNode
from baccarat.core.cards import Depth
from baccarat.core.shoe import Composition
from baccarat.theory.banque.payoffs import CORNERS
from baccarat.theory.banque.solver import payoffs_of, read_stake, solve_banque
from baccarat.theory.casino.game import require_commission
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import shoe_of
from baccarat.theory.chemin.solver import solve

try:
    import pyspiel
    from open_spiel.python.policy import TabularPolicy
except ModuleNotFoundError as missing:
    needed = f"OpenSpiel's games need {missing.name}: pip install 'baccarat[openspiel]'"
    raise Missing(needed) from None

GameParameters = Mapping[str, Any]
"""The parameters of a game, as OpenSpiel keeps them: texts, whole numbers and booleans."""
WordNumbers = Mapping[tuple[int, str], int]
"""By person and words: the number of this knowledge."""


@checked
def chemin_de_fer(
    model: str | Model = "A1",
    decks: int | None = None,
    *,
    composition: Composition | str | None = None,
    commission: Fraction | float | str = 0,
) -> pyspiel.Game:
    """Chemin de fer as a game of OpenSpiel, for a model, with whole decks or given cards.

    >>> game = chemin_de_fer("B3", decks=6, commission="1/20")
    >>> game.num_players()
    2
    """
    model = Model.parse(model) if isinstance(model, str) else model
    shoe_of(model, decks, composition)  # refuses 0 decks, which OpenSpiel takes for the default
    alpha = _commission(commission)
    asked = {"model": str(model), **_cards(decks, composition), "commission": fraction(alpha)}
    return pyspiel.load_game(CheminDeFerGame.name, asked)


@checked
def banque(
    stake: Fraction | float | str = "1/2",
    decks: int | None = None,
    *,
    composition: Composition | str | None = None,
    coalition: bool = False,
) -> pyspiel.Game:
    """Banque as a game of OpenSpiel: `stake` on tableau 1, the rest of one unit on tableau 2.

    With `coalition` both Players are one side.

    >>> banque("2/3").num_players()
    3
    """
    share = read_stake(stake)
    payoffs_of(decks, composition)  # checks the cards
    asked = {"stake": fraction(share), **_cards(decks, composition), "coalition": coalition}
    return pyspiel.load_game(BanqueGame.name, asked)


@guided
def equilibrium(game: pyspiel.Game) -> TabularPolicy:
    """Our solution of one of these games, as a `TabularPolicy` of OpenSpiel.

    >>> from open_spiel.python.algorithms.exploitability import exploitability
    >>> game = chemin_de_fer("A1")
    >>> round(abs(float(exploitability(game, equilibrium(game)))), 12)
    0.0
    """
    chances, policy = _ours(game).solved(), TabularPolicy(game)
    for node in game.tree.walk():
        if node.mover >= 0:
            policy.policy_for_key(node.knows[node.mover])[: len(node.moves)] = chances[node.place]
    return policy


@guided
def in_cpp(game: pyspiel.Game) -> pyspiel.Game:
    """A game of ours in OpenSpiel's C++, where the algorithm CFR+ is about 50 times faster.

    The game is passed as text, in Gambit's format. In C++ an information state has numbers before
    its words, `1-1-7-Banker has 6, Player stood`, and moves are numbered by their names.

    >>> solver = pyspiel.CFRPlusSolver(in_cpp(chemin_de_fer("A1")))
    >>> solver.evaluate_and_update_policy()
    """
    return pyspiel.load_efg_game("\n".join(_efg(_ours(game))))


class TreeGame(pyspiel.Game):  # type: ignore[misc]
    """The base class of our OpenSpiel games, which follow a game tree of ours."""

    name: ClassVar[str]
    title: ClassVar[str]
    usual: ClassVar[GameParameters]

    def __init__(self, params: GameParameters | None = None) -> None:
        self.asked = {**self.usual, **(params or {})}
        self.tree, self.told, info = _grown(self.name, *self.asked.items())
        persons, is_zero_sum = info["num_players"], info["utility_sum"] == 0
        kind = self.kind(persons, persons, is_zero_sum)
        super().__init__(kind, pyspiel.GameInfo(**info), self.asked)

    @classmethod
    def kind(cls, fewest: int, most: int, is_zero_sum: bool) -> pyspiel.GameType:
        """OpenSpiel's description of this type of game."""
        kinds = pyspiel.GameType
        return kinds(
            short_name=cls.name,
            long_name=cls.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM if is_zero_sum else kinds.Utility.GENERAL_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            min_num_players=fewest,
            max_num_players=most,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification=dict(cls.usual),
        )

    @classmethod
    def grow(cls, asked: GameParameters) -> TreeNode:
        """The game tree for these OpenSpiel parameters."""
        raise NotImplementedError

    def solved(self) -> dict[str, tuple[float, ...]]:
        """Our solution of the game: the probability of each move, by decision."""
        raise NotImplementedError

    def new_initial_state(self) -> "TreeState":
        return TreeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TreeObserver":
        return TreeObserver(self.told)


class TreeState(pyspiel.State):  # type: ignore[misc]
    """A state of an OpenSpiel game: a node of the game tree.

    It holds only the history that OpenSpiel keeps, so that states are copied and pickled without
    the tree.
    """

    @property
    def node(self) -> TreeNode:
        """The node of the tree to which the moves so far lead."""
        node: TreeNode = self.get_game().tree
        for move in self.history():
            node = node.next[move]
        return node

    def current_player(self) -> int:
        return self.node.mover

    def is_terminal(self) -> bool:
        return self.node.mover == OVER

    def _legal_actions(self, _player: int) -> list[int]:
        return list(range(len(self.node.moves)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.node.weights
        total = sum(weights)
        return [(move, weight / total) for move, weight in enumerate(weights)]

    def _apply_action(self, move: int) -> None:
        """Do nothing, because OpenSpiel adds the move to the history."""

    def _action_to_string(self, _player: int, move: int) -> str:
        return self.node.moves[move]

    def returns(self) -> list[float]:
        node = self.node
        return [float(won) for won in node.returns or (0,) * len(node.knows)]

    def __str__(self) -> str:
        node, said = self.get_game().tree, []
        for move in self.history():
            said.append(node.moves[move])
            node = node.next[move]
        return "; ".join(said) or "before the deal"


class TreeObserver:
    """What a player knows, as text, and as a tensor with a single 1 at that text's number."""

    def __init__(self, told: WordNumbers) -> None:
        self.told = told
        self.tensor = np.zeros(len(told), np.float32)
        self.dict = {"knows": self.tensor}

    def set_from(self, state: TreeState, person: int) -> None:
        self.tensor.fill(0)
        self.tensor[self.told[person, state.node.knows[person]]] = 1

    def string_from(self, state: TreeState, person: int) -> str:
        return state.node.knows[person]


class CheminDeFerGame(TreeGame):
    """Chemin de fer for OpenSpiel; player 0 is the ponte, player 1 the banquier."""

    name = "python_chemin_de_fer"
    title = "Baccara chemin de fer"
    usual: ClassVar[GameParameters] = {
        "model": "A1",
        "decks": 0,
        "composition": "",
        "commission": "0/1",
    }

    @classmethod
    def grow(cls, asked: GameParameters) -> TreeNode:
        alpha = _commission(asked["commission"])
        return chemin_tree(asked["model"], **_shoe(asked), commission=alpha)

    def solved(self) -> dict[str, tuple[float, ...]]:
        model, alpha = self.asked["model"], _commission(self.asked["commission"])
        shoe = _shoe(self.asked)
        answer = solve_casino(model, alpha, **shoe).equilibria[0] if alpha else solve(model, **shoe)
        return {place: _move(draws) for place, draws in {**answer.ponte, **answer.banquier}.items()}


class BanqueGame(TreeGame):
    """Banque for OpenSpiel; the banquier is the last player."""

    name = "python_banque"
    title = "Baccara banque"
    usual: ClassVar[GameParameters] = {
        "stake": "1/2",
        "decks": 0,
        "composition": "",
        "coalition": False,
    }

    @classmethod
    def grow(cls, asked: GameParameters) -> TreeNode:
        cards = payoffs_of(**_shoe(asked))
        stake, coalition = read_stake(asked["stake"]), asked["coalition"]
        return banque_tree(stake, cards.counts, cards.endless, coalition=coalition)

    def solved(self) -> dict[str, tuple[float, ...]]:
        solution = solve_banque(self.asked["stake"], **_shoe(self.asked))
        chances: dict[str, tuple[float, ...]] = {}
        for one in solution.after:
            draws = {"5": one.draws_on_5, **one.banquier}
            chances |= {f"{one.natural}:{cell}": _move(chance) for cell, chance in draws.items()}
        if self.asked["coalition"]:
            mixture = solution.coalition.mixture
            chances["plan"] = tuple(float(mixture[corner]) for corner in CORNERS)
            cells = solution.coalition.banquier
            return chances | {cell: _move(chance) for cell, chance in cells.items()}
        if not solution.nash:
            raise Refused(
                f"no Nash equilibrium is known for the stake {solution.theta}: choose another stake"
            )
        nash = solution.nash[0]
        chances |= {str(1 + k): _move(chance) for k, chance in enumerate(nash.players)}
        for node in self.tree.walk():
            chances.setdefault(node.place, _move(node.place in nash.draws))
        return chances | {cell: _move(chance) for cell, chance in nash.mixed.items()}


OURS: Mapping[str, type[TreeGame]] = {
    CheminDeFerGame.name: CheminDeFerGame,
    BanqueGame.name: BanqueGame,
}


@lru_cache(maxsize=4)
def _grown(name: str, *asked: tuple[str, Any]) -> tuple[TreeNode, WordNumbers, GameParameters]:
    """The game tree, a number for each thing that players can know, and the sizes of the game.

    All three are cached, because OpenSpiel makes a new game whenever it reads a state.
    """
    tree = OURS[name].grow(dict(asked))
    told: dict[tuple[int, str], int] = {}
    most, is_zero_sum = {CHANCE: 0, 0: 0}, True
    for node in tree.walk():
        for known in enumerate(node.knows):
            told.setdefault(known, len(told))
        mover = min(node.mover, 0)
        if node.mover == OVER:
            is_zero_sum = is_zero_sum and not sum(node.returns)
        else:
            most[mover] = max(most[mover], len(node.moves))
    info = {
        "num_distinct_actions": most[0],
        "max_chance_outcomes": most[CHANCE],
        "num_players": len(tree.knows),
        "min_utility": -1.0,
        "max_utility": 1.0,
        "utility_sum": 0.0 if is_zero_sum else None,
        "max_game_length": len(tree.knows),
    }
    return tree, told, info


def _ours(game: Any) -> TreeGame:
    if not isinstance(game, TreeGame):
        raise BadValue(f"give a game of chemin_de_fer() or banque(), not {quoted(game)}")
    return game


def _efg(game: TreeGame) -> Iterator[str]:
    """The game as lines of a Gambit file (.efg)."""
    persons = " ".join(f'"{person}"' for person in range(game.num_players()))
    numbers: list[dict[str, int]] = [{} for _ in game.tree.knows]
    yield f'EFG 2 R "{game.title}" {{ {persons} }}'
    for count, node in enumerate(game.tree.walk(), start=1):
        if node.mover == OVER:
            returns = " ".join(repr(float(won)) for won in node.returns)
            yield f't "" {count} "" {{ {returns} }}'
        elif node.mover == CHANCE:
            total = sum(node.weights)
            ways = zip(node.moves, node.weights, strict=True)
            moves = " ".join(f'"{name}" {weight / total!r}' for name, weight in ways)
            yield f'c "" {count} "" {{ {moves} }} 0'
        else:
            knows = node.knows[node.mover]
            number = numbers[node.mover].setdefault(knows, len(numbers[node.mover]) + 1)
            moves = " ".join(f'"{name}"' for name in node.moves)
            yield f'p "" {node.mover + 1} {number} "{knows}" {{ {moves} }} 0'


def _cards(decks: int | None, composition: Composition | str | None) -> GameParameters:
    """Our arguments for a shoe as OpenSpiel parameters; 0 decks means the default."""
    if isinstance(composition, str):
        composition = Composition.parse(composition)
    shoe = "" if composition is None else str(composition.at(Depth.POINTS))
    return {"decks": decks or 0, "composition": shoe}


def _shoe(asked: GameParameters) -> dict[str, Any]:
    """OpenSpiel's parameters for a shoe as arguments of our functions."""
    return {"decks": asked["decks"] or None, "composition": asked["composition"] or None}


def _commission(said: Fraction | float | str) -> Fraction:
    return require_commission(str(said))


def _move(draws: Any) -> tuple[float, float]:
    """The probabilities of standing and drawing, if `draws` is the probability of drawing."""
    return 1 - float(draws), float(draws)


for _game in OURS.values():  # each game sets its number of persons and whether it is zero-sum
    pyspiel.register_game(_game.kind(2, 3, False), _game)
