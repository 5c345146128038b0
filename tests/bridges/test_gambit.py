"""Gambit, which shares no code with us, solves our games and finds exactly our solutions."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from baccarat.base.errors import BaccaratError, Missing
from baccarat.bridges.gambit import draws, gambit_game, gambit_profile
from baccarat.theory.chemin.reduced_game import reduced
from baccarat.theory.chemin.solver import Solution, solve

pygambit = pytest.importorskip(
    "pygambit",
    reason="pygambit is not installed, and not every machine has a wheel of it: "
    "pip install 'baccarat[gambit]'",
)
UNIQUE = [("A1", None), ("B1", 1), ("B1", 6), ("B1", 8), ("B2", 6), ("B4", 1), ("B4", 6)]


def open_part(solution: Solution) -> dict[str, Fraction]:
    """Our solution where something is left to decide."""
    game, both = reduced(solution), {**solution.ponte, **solution.banquier}
    return {name: both[name] for name in (*game.ponte, *game.banquier)}


@pytest.mark.parametrize(("model", "decks"), UNIQUE)
def test_linear_programming_there_finds_our_solution(model: str, decks: int | None) -> None:
    solution = solve(model, decks)
    found = pygambit.nash.lp_solve(gambit_game(solution), rational=True).equilibrium
    assert found.payoffs["ponte"] == solution.value
    assert draws(found) == open_part(solution)


@pytest.mark.slow  # 23 decisions: a few seconds
def test_it_solves_the_game_of_six_decks_as_it_was_played() -> None:
    solution = solve("B3", decks=6)
    found = pygambit.nash.lp_solve(gambit_game(solution), rational=True).equilibrium
    assert found.payoffs["ponte"] == Fraction(-73356216203119, 5712649844821920)
    assert draws(found) == open_part(solution)


@pytest.mark.long  # two minutes
def test_it_solves_the_whole_game_of_kemeny_and_snell() -> None:
    """With all of the banquier's 88 cells, of which our dominance drops 84."""
    solution = solve("A1")
    game = gambit_game(reduced(solution, whole=True))
    found = pygambit.nash.lp_solve(game, rational=True).equilibrium
    assert found.payoffs["ponte"] == solution.value
    assert draws(found) == {**solution.ponte, **solution.banquier}


@pytest.mark.parametrize(("model", "decks"), [("A1", None), ("B1", 6)])
def test_it_lists_all_equilibria_and_there_is_only_ours(model: str, decks: int | None) -> None:
    """Every extreme equilibrium of the strategic form, by Gambit's enumeration."""
    solution = solve(model, decks)
    game = gambit_game(solution, "nfg")
    (found,) = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    assert draws(found) == open_part(solution)
    (again,) = pygambit.nash.lcp_solve(game, rational=True).equilibria
    assert draws(again) == open_part(solution)


def test_where_solutions_are_many_the_value_is_one() -> None:
    """And optimal strategies can be exchanged: one of theirs against one of ours."""
    solution = solve("A4")
    game = reduced(solution)
    for form in ("efg", "nfg"):
        found = pygambit.nash.lp_solve(gambit_game(solution, form), rational=True).equilibrium
        assert found.payoffs["ponte"] == solution.value
        assert game.value(draws(found), solution.banquier) == solution.value
        assert game.value(solution.ponte, draws(found)) == solution.value


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("model", ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"])
def test_nobody_regrets_our_solution_there(model: str, whole: bool) -> None:
    """Exactly 0, also in the whole game, of which our dominance has dropped nothing."""
    solution = solve(model, None if model[0] == "A" else 6)
    profile = gambit_profile(solution, reduced(solution, whole=whole))
    assert profile.max_regret() == 0
    assert profile.payoffs["ponte"] == solution.value
    assert profile.game.is_const_sum


def test_a_worse_strategy_is_regretted() -> None:
    solution = solve("B1", decks=6)
    other = solve("B1", decks=6, bind={"5": "D"})
    assert gambit_profile(other, reduced(solution)).max_regret() > 0


def test_a_file_is_the_same_game(tmp_path: Path) -> None:
    game = reduced(solve("B1", decks=6))
    for form in ("efg", "nfg"):
        file = tmp_path / f"b1.{form}"
        game.save(file)
        read = getattr(pygambit, f"read_{form}")(file)
        assert getattr(read, f"to_{form}")() == getattr(gambit_game(game, form), f"to_{form}")()


def test_bad_input_gets_one_clear_line() -> None:
    solution = solve("A1")
    with pytest.raises(BaccaratError, match="expected efg or nfg"):
        gambit_game(solution, "gbt")
    with pytest.raises(BaccaratError, match="gambit_game"):
        gambit_game("A1")  # type: ignore[arg-type]
    with pytest.raises(BaccaratError, match="an equilibrium found by Gambit"):
        draws(7)
    with pytest.raises(BaccaratError, match="belongs to another game: it has no decision 0,5"):
        gambit_profile(solution, reduced(solve("B3", decks=6)))


def test_without_pygambit_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygambit", None)
    with pytest.raises(Missing, match=r"pip install 'baccarat\[gambit\]'"):
        gambit_game(solve("A1"))
