"""OpenSpiel judges our games and our equilibria by its own algorithms."""

import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from baccarat.base.errors import BaccaratError
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.model import MODELS
from baccarat.theory.chemin.solver import solve

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: pip install 'baccarat[openspiel]'"
)

from open_spiel.python.algorithms import exploitability  # noqa: E402
from open_spiel.python.algorithms.expected_game_score import policy_value  # noqa: E402

from baccarat.bridges.openspiel import (  # noqa: E402
    banque,
    chemin_de_fer,
    equilibrium,
    in_cpp,
)

CLOSE = 1e-12
"""Floats are good for about 1e-16; a coup has at most five chances in a row."""
MAYBE: Any = "yes"
untyped: Any = chemin_de_fer
ODD = "0:20 1:5 4:6 5:9 6:3 8:4 9:5"


def decks_of(model: str) -> int | None:
    return 6 if model.startswith("B") else None


def judged(game: Any, policy: Any) -> tuple[float, list[float]]:
    """By OpenSpiel's Python: what leaving the policy could gain, and what it brings everybody."""
    nash_conv = exploitability.nash_conv(game, policy)
    policies = [policy] * game.num_players()
    return nash_conv, policy_value(game.new_initial_state(), policies)


def judged_in_cpp(game: Any, policy: Any) -> tuple[float, list[float]]:
    """The same by its C++, which is faster, and numbers information states and moves anew."""
    twin = in_cpp(game)
    states = pyspiel.CFRSolver(twin).tabular_average_policy().policy_table()
    table = {
        state: [
            (number, policy.policy_for_key(state.split("-", 3)[3])[move])
            for move, (number, _) in enumerate(moves)
        ]
        for state, moves in states.items()
    }
    root, joint = twin.new_initial_state(), pyspiel.TabularPolicy(table)
    return pyspiel.nash_conv(twin, joint), pyspiel.expected_returns(root, joint, -1, False)


@pytest.mark.parametrize(
    "game",
    [
        lambda: chemin_de_fer("A1"),
        lambda: chemin_de_fer("B3", decks=6, commission=Fraction(1, 20)),
        lambda: chemin_de_fer("B2", composition=ODD),
        lambda: banque("2/3"),
        lambda: banque("2/3", coalition=True),
    ],
    ids=["A1", "B3 with a commission", "B2 from odd cards", "banque", "coalition"],
)
def test_openspiels_own_checks_pass(game: Any) -> None:
    pyspiel.random_sim_test(game(), num_sims=20, serialize=True, verbose=False)


@pytest.mark.slow
def test_banque_of_three_is_in_equilibrium() -> None:
    """The three returns add up to nothing, but no two persons play against each other alone."""
    game = banque("2/3")
    nash_conv, returns = judged_in_cpp(game, equilibrium(game))
    (nash,) = solve_banque("2/3").nash or ()
    one, two = (float(value) for value in nash.values)
    assert nash_conv == pytest.approx(0, abs=CLOSE)
    assert returns == pytest.approx([one * 2 / 3, two / 3, -one * 2 / 3 - two / 3], abs=CLOSE)


@pytest.mark.long
@pytest.mark.slow
def test_the_coalition_has_its_value() -> None:
    game = banque("2/3", coalition=True)
    nash_conv, returns = judged_in_cpp(game, equilibrium(game))
    assert nash_conv == pytest.approx(0, abs=CLOSE)
    assert returns[0] == pytest.approx(float(solve_banque("2/3").coalition.value), abs=CLOSE)


@pytest.mark.parametrize(
    ("model", "judge"),
    [*((model, judged_in_cpp) for model in MODELS), ("A1", judged), ("B1", judged)],
)
def test_our_solution_cannot_be_exploited_and_has_our_value(model: str, judge: Any) -> None:
    decks = decks_of(model)
    game = chemin_de_fer(model, decks)
    nash_conv, (ponte, banquier) = judge(game, equilibrium(game))
    assert nash_conv == pytest.approx(0, abs=CLOSE)
    assert ponte == -banquier == pytest.approx(float(solve(model, decks).value), abs=CLOSE)


def test_a_shoe_of_any_cards_is_judged_the_same() -> None:
    game = chemin_de_fer("B3", composition=ODD)
    nash_conv, returns = judged(game, equilibrium(game))
    assert nash_conv == pytest.approx(0, abs=CLOSE)
    assert returns[0] == pytest.approx(float(solve("B3", composition=ODD).value), abs=CLOSE)


@pytest.mark.parametrize("model", ["A1", "B1", pytest.param("B3", marks=pytest.mark.slow)])
def test_with_a_commission_it_is_an_equilibrium_and_not_zero_sum(model: str) -> None:
    decks, alpha = decks_of(model), Fraction(1, 20)
    game = chemin_de_fer(model, decks, commission=alpha)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    nash_conv, returns = judged(game, equilibrium(game))
    one = solve_casino(model, alpha, decks).equilibrium
    assert nash_conv == pytest.approx(0, abs=CLOSE)
    assert returns == pytest.approx([float(one.value), float(one.banquier_value)], abs=CLOSE)


def test_a_solution_of_another_game_is_exploited() -> None:
    """So the zeros above are not the only answer that OpenSpiel can give."""
    game = chemin_de_fer("B1", decks=6)
    policy = equilibrium(game)
    policy.policy_for_key("Player has 5")[:] = [0, 1]
    assert exploitability.nash_conv(game, policy) > 1e-4
    with_commission = equilibrium(chemin_de_fer("B1", decks=6, commission="1/20"))
    assert exploitability.nash_conv(game, with_commission) > 1e-5


def found_by_cfr_plus(game: Any, iterations: int) -> tuple[float, float]:
    """What OpenSpiel's CFR+ makes of a game that it knows nothing of: NashConv and value."""
    game = in_cpp(game)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    returns = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    return pyspiel.nash_conv(game, policy), returns[0]


@pytest.mark.parametrize(
    ("model", "iterations", "precision"),
    [
        ("A1", 2000, 2e-6),
        ("B1", 2000, 2e-6),
        pytest.param("B3", 200, 3e-5, marks=pytest.mark.slow),
        pytest.param("B3", 2000, 1e-6, marks=pytest.mark.long),
    ],
)
def test_cfr_plus_finds_our_value(model: str, iterations: int, precision: float) -> None:
    """In a zero-sum game a value is at most NashConv away from that of any two strategies."""
    nash_conv, value = found_by_cfr_plus(chemin_de_fer(model, decks_of(model)), iterations)
    assert 0 < nash_conv < precision
    assert abs(value - solve(model, decks_of(model)).value) <= nash_conv


@pytest.mark.long
def test_cfr_plus_finds_the_value_of_the_coalition() -> None:
    nash_conv, value = found_by_cfr_plus(banque("2/3", coalition=True), 300)
    assert 0 < nash_conv < 1e-5
    assert abs(value - solve_banque("2/3").coalition.value) <= nash_conv


@pytest.mark.long
def test_banque_from_a_shoe_is_in_equilibrium() -> None:
    game = banque("1/2", decks=6)
    assert exploitability.nash_conv(game, equilibrium(game)) == pytest.approx(0, abs=CLOSE)


def test_in_cpp_it_is_the_same_game() -> None:
    game = chemin_de_fer("B4", decks=2, commission="1/20")
    twin = in_cpp(game)
    returns = [
        pyspiel.expected_returns(
            one.new_initial_state(), pyspiel.UniformRandomPolicy(one), -1, False
        )
        for one in (game, twin)
    ]
    assert returns[0] == pytest.approx(returns[1], abs=CLOSE)
    assert twin.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_games_are_loaded_by_name_and_survive_a_pickle() -> None:
    game = chemin_de_fer("B3", decks=6, commission="5%")
    text = "python_chemin_de_fer(model=B3,decks=6,commission=1/20)"
    for one in (pyspiel.load_game(text), pyspiel.load_game(str(game))):
        assert str(one) == str(game)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state = game.new_initial_state()
    state.apply_action(20)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    assert str(pyspiel.load_game("python_banque(stake=2/3)")) == str(banque("2/3"))


def test_information_states_are_plain_words() -> None:
    state = chemin_de_fer("A1").new_initial_state()
    assert str(state) == "before the deal"
    outcomes = [state.action_to_string(move) for move, _ in state.chance_outcomes()]
    state.apply_action(outcomes.index("Player has 5, Banker has 6"))
    assert state.information_state_string() == "Player has 5"
    assert [state.action_to_string(move) for move in state.legal_actions()] == ["stand", "draw"]
    state.apply_action(0)
    assert state.information_state_string() == "Banker has 6, Player stood"
    assert state.information_state_string(0) == "Player has 5, stood"


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: chemin_de_fer("C1"), "not a model: 'C1'"),
        (lambda: chemin_de_fer("B1"), "give the number of decks"),
        (lambda: chemin_de_fer("B1", decks=0), "at least 1 deck, not 0"),
        (lambda: untyped("B1", deck=6), "did you mean 'decks'"),
        (lambda: chemin_de_fer("B1", 6, composition="0:9"), "decks or a composition, not both"),
        (lambda: chemin_de_fer("A1", commission="1/2"), "from 0 to 1/10, not 1/2"),
        (lambda: chemin_de_fer("A1", commission="much"), "not a number: 'much'"),
        (lambda: banque("3/2"), "a part from 0 to 1, not 3/2"),
        (lambda: banque("1/2", decks=0), "1 to 27 decks, not 0"),
        (lambda: banque("1/2", coalition=MAYBE), "coalition cannot be 'yes'"),
        (lambda: equilibrium(pyspiel.load_game("kuhn_poker")), "not kuhn_poker"),
        (lambda: in_cpp("A1"), "not 'A1'"),
        (lambda: pyspiel.load_game("python_chemin_de_fer(model=C1)"), "not a model: 'C1'"),
        (
            lambda: equilibrium(banque(1)),
            "no Nash equilibrium is known for the stake 1: choose another stake",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_line(call: Any, complaint: str) -> None:
    with pytest.raises(BaccaratError, match=complaint) as told:
        call()
    assert "\n" not in str(told.value)


def test_without_openspiel_it_says_what_to_install() -> None:
    program = """
import sys
sys.modules["pyspiel"] = None
import baccarat.bridges.openspiel
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    assert last.endswith("OpenSpiel's games need pyspiel: pip install 'baccarat[openspiel]'")
