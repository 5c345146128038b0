"""Baccara banque: payoffs against a deal card by card, solutions against their certificates."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod, sqrt
from random import Random

import numpy as np
import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BaccaratError, BadText, NotProved
from baccarat.core.tableau import PUNTO_BANCO, STOOD, Move
from baccarat.exact.odds import odds
from baccarat.theory.banque.check import check_banque
from baccarat.theory.banque.nash import equilibria
from baccarat.theory.banque.payoffs import CORNERS, ENDLESS, BanquePayoffs, banque_payoffs
from baccarat.theory.banque.saddle import matrix_game
from baccarat.theory.banque.solver import Banque, payoffs_of, solve_banque
from baccarat.theory.banque.stakes import StakesPiece, coalition_pieces, independent_stakes
from baccarat.theory.banque.surd import Surd
from baccarat.theory.numbers import Algebraic, real_roots, sign_at

Choice = Callable[[str], bool]


def deal(
    counts: tuple[int, ...],
    endless: bool,
    draws_on_5: str,
    banquier: Choice,
    alone: Choice,
    thirds_seen: str = "",
) -> tuple[Fraction, Fraction]:
    """What both tableaux get: deal card by card, in the order of the table, and count.

    If Player 2 sees Player 1's third card, `draws_on_5` has a letter for each of these cards, too.
    """
    left = list(counts)
    paid = [Fraction(0), Fraction(0)]

    def cards() -> Iterator[tuple[int, Fraction]]:
        size = sum(left)
        for card, count in enumerate(left):
            if count:
                left[card] -= not endless
                yield card, Fraction(count, size)
                left[card] += not endless

    def settle(hands: list[list[int]], chance: Fraction, *naturals: int) -> None:
        bank = sum(hands[2]) % 10
        for tableau in (0, 1):
            total = sum(hands[tableau]) % 10
            won = tableau in naturals or total > bank
            paid[tableau] += chance * (1 if won else -1 if total < bank else 0)

    def thirds(hands: list[list[int]], chance: Fraction, turn: int, naturals: list[int]) -> None:
        """Tableau 1, tableau 2 and the banquier in turn take a third card or do not."""
        if turn == 3:
            settle(hands, chance, *naturals)
            return
        total = sum(hands[turn]) % 10
        if turn == 2:
            seen = [str(hand[2]) if len(hand) == 3 else "-" for hand in hands[:2]]
            if naturals:
                draws = alone(f"{total}|{seen[1 - naturals[0]]}")
            else:
                draws = banquier(f"{total}|{seen[0]},{seen[1]}")
        else:
            says = draws_on_5[turn]
            if turn == 1 and thirds_seen and not naturals:
                third = str(hands[0][2]) if len(hands[0]) == 3 else "-"
                says = draws_on_5[1 + thirds_seen.index(third)]
            draws = total < 5 or (total == 5 and says == "D")
            draws = draws and turn not in naturals
        if not draws:
            thirds(hands, chance, turn + 1, naturals)
            return
        for card, part in cards():
            hands[turn].append(card)
            thirds(hands, chance * part, turn + 1, naturals)
            hands[turn].pop()

    def begin(hands: list[list[int]], chance: Fraction) -> None:
        dealt = sum(map(len, hands))
        if dealt < 6:
            for card, part in cards():
                hands[dealt % 3].append(card)
                begin(hands, chance * part)
                hands[dealt % 3].pop()
            return
        naturals = [k for k in (0, 1) if sum(hands[k]) % 10 >= 8]
        if sum(hands[2]) % 10 >= 8:
            settle(hands, chance)
        elif len(naturals) == 2:
            settle(hands, chance, 0, 1)
        else:
            thirds(hands, chance, 0, naturals)

    begin([[], [], []], Fraction(1))
    return paid[0], paid[1]


def weigh(
    game: BanquePayoffs, draws_on_5: str, banquier: Choice, alone: Choice
) -> tuple[Fraction, Fraction]:
    """The same from the tables; after a natural each Player does what he always does."""
    corner = CORNERS.index(draws_on_5)
    paid = [game.settled, game.settled]
    for one in game.after:
        for tableau in (0, 1):
            row = "SD".index(draws_on_5[tableau])
            paid[tableau] += one.won + one.stands[row]
            paid[tableau] += sum(line[row] for cell, line in one.draws.items() if alone(cell))
    for tableau in (0, 1):
        paid[tableau] += game.stands[tableau][corner]
        paid[tableau] += sum(
            change[tableau][corner] for cell, change in game.draws.items() if banquier(cell)
        )
    return Fraction(paid[0], game.total), Fraction(paid[1], game.total)


@pytest.mark.slow
@pytest.mark.parametrize("endless", [False, True])
@pytest.mark.parametrize(
    "counts",
    [(4, 0, 0, 0, 3, 5, 0, 0, 0, 0), (0, 3, 4, 0, 0, 0, 2, 0, 0, 0), (9, *[0] * 4, 3, *[0] * 4)],
)
def test_the_payoffs_are_those_of_a_deal_card_by_card(
    counts: tuple[int, ...], endless: bool
) -> None:
    game = banque_payoffs(counts, endless)
    for seed, draws_on_5 in enumerate(CORNERS):
        coin = Random(seed)
        banquier = {cell: coin.random() < 0.5 for cell in game.draws}
        alone = {cell: coin.random() < 0.5 for cell in game.after[0].draws}
        dealt = deal(counts, endless, draws_on_5, banquier.__getitem__, alone.__getitem__)
        assert dealt == weigh(game, draws_on_5, banquier.__getitem__, alone.__getitem__)


@pytest.mark.parametrize("decks", [1, 8])
def test_a_banquier_who_looks_at_one_tableau_plays_punto_banco_against_it(decks: int) -> None:
    """The exact analyzer's P − B, for either tableau."""

    def follow(tableau: int) -> Choice:
        def draws(cell: str) -> bool:
            total, _, thirds = cell.partition("|")
            third = thirds.split(",")[tableau] if "," in thirds else thirds
            column = STOOD if third == "-" else int(third)
            return PUNTO_BANCO.banker[int(total)][column] is Move.DRAW

        return draws

    edge = odds(decks=decks)["player"].edge
    for tableau in (0, 1):
        paid = weigh(payoffs_of(decks), "DD", follow(tableau), follow(tableau))
        assert paid[tableau] == -edge


def mirror(cell: str) -> str:
    """The same cell with the tableaux exchanged: `6|-,4` is `6|4,-`."""
    total, _, thirds = cell.partition("|")
    return f"{total}|{','.join(reversed(thirds.split(',')))}"


def test_the_tableaux_are_mirror_images() -> None:
    game = payoffs_of(2)
    for cell, (one, two) in game.draws.items():
        ss, sd, ds, dd = game.draws[mirror(cell)][1]
        assert (ss, ds, sd, dd) == one, cell
        ss, sd, ds, dd = game.draws[mirror(cell)][0]
        assert (ss, ds, sd, dd) == two, cell


@cache
def solved(theta: str, decks: int | None = None) -> Banque:
    return solve_banque(theta, decks)


def test_with_all_the_stake_on_one_tableau_it_is_chemin_de_fer() -> None:
    """Model A1 of Kemeny & Snell (1957), as in Ethier & Gámez, arXiv 1305.5468."""
    banque = solved("1")
    assert banque.coalition.value == Fraction(-679568, 53094899)
    mixture = banque.coalition.mixture
    assert mixture["DS"] + mixture["DD"] == Fraction(9, 11)
    assert solved("0").coalition.value == banque.coalition.value
    assert banque.nash is None


def test_after_a_natural_it_is_chemin_de_fer() -> None:
    """Model A1 again: Player draws on 5 with 9/11, the banquier on (6, ∅) with 859/2288."""
    for one in solved("1/2").after:
        assert one.draws_on_5 == Fraction(9, 11)
        mixed = {cell: chance for cell, chance in one.banquier.items() if chance not in (0, 1)}
        assert mixed == {"6|-": Fraction(859, 2288)}
        assert [int(one.banquier[cell]) for cell in ("3|9", "4|1", "5|4")] == [1, 0, 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theta", "decks"),
    [
        ("1/2", None),
        ("2/3", None),
        ("3/4", None),
        ("0", None),
        ("1/2", 6),
    ],
)
def test_every_solution_passes_its_own_check(theta: str, decks: int | None) -> None:
    check_banque(json.dumps(solved(theta, decks).certificate()))


@pytest.mark.slow
@examples(3)
@given(
    st.fractions(0, 1, max_denominator=50),
    st.lists(st.integers(0, 4), min_size=10, max_size=10).filter(lambda counts: sum(counts) > 9),
)
def test_solutions_of_any_shoe_pass_their_check(theta: Fraction, counts: list[int]) -> None:
    composition = " ".join(f"{points}:{count}" for points, count in enumerate(counts))
    check_banque(solve_banque(theta, composition=composition).certificate())


@pytest.mark.slow
def test_exchanging_the_tableaux_exchanges_the_solution() -> None:
    one, two = solved("2/3"), solved("1/3")
    assert one.coalition.value == two.coalition.value
    swapped = {corner[::-1]: chance for corner, chance in two.coalition.mixture.items()}
    assert one.coalition.mixture == swapped
    assert one.coalition.banquier == {mirror(c): y for c, y in two.coalition.banquier.items()}
    assert one.nash is not None
    assert two.nash is not None
    assert [nash.players for nash in one.nash] == [nash.players[::-1] for nash in two.nash]
    assert [nash.values for nash in one.nash] == [nash.values[::-1] for nash in two.nash]


@pytest.mark.parametrize("theta", ["1/2", "2/3", "3/4"])
def test_who_may_agree_gets_no_less_than_who_may_not(theta: str) -> None:
    """An equilibrium of three is one mixture of the coalition's against a banquier's best reply."""
    banque = solved(theta)
    stake = banque.theta
    assert banque.nash
    for nash in banque.nash:
        one, two = nash.values
        assert one * stake + two * (1 - stake) <= banque.coalition.value


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("theta", ["1/2", "2/3", "17/20"])
def test_independent_players_are_sure_of_what_a_fine_grid_shows(theta: str) -> None:
    """Against every best reply on a grid of 201 × 201 chances, in floats."""
    game, banque = payoffs_of(), solved(theta)
    stake = float(banque.theta)
    weights = np.array(list(game.draws.values()), dtype=float) / game.total
    stands = np.array(game.stands, dtype=float) / game.total
    x, z = np.meshgrid(np.linspace(0, 1, 201), np.linspace(0, 1, 201), indexing="ij")
    corners = np.stack([(1 - x) * (1 - z), (1 - x) * z, x * (1 - z), x * z]).reshape(4, -1)
    change = (stake * weights[:, 0] + (1 - stake) * weights[:, 1]) @ corners
    paid = (stake * stands[0] + (1 - stake) * stands[1]) @ corners + np.minimum(change, 0).sum(
        axis=0
    )
    fixed = Fraction(game.settled + sum(one.won for one in game.after), game.total)
    shown = paid.max() + float(fixed + sum(one.value for one in banque.after))
    assert shown - 1e-12 < banque.independent.high < shown + 1e-5
    assert banque.independent.high - banque.independent.low <= Fraction(1, 10**9)
    assert banque.coalition.is_independent is (theta == "17/20")
    assert (banque.independent.high < banque.coalition.value) is (theta != "17/20")


@pytest.mark.slow
def test_many_decks_come_close_to_an_endless_one() -> None:
    """The difference is about proportional to 1 / decks, so it halves as they double."""
    limit = solved("1/2").coalition.value
    far, near = (abs(solved("1/2", decks).coalition.value - limit) for decks in (6, 12))
    assert Fraction(45, 100) < near / far < Fraction(55, 100)


# Player 2 sees Player 1's third card.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theta", "millionths"),
    [
        ("1/2", 127.7),
        pytest.param("2/3", 91.2, marks=pytest.mark.long),
        pytest.param("1/3", 64.8, marks=pytest.mark.long),
        pytest.param("0", 0, marks=pytest.mark.long),
        pytest.param("1", 0, marks=pytest.mark.long),
    ],
)
def test_a_seen_third_card_is_worth_some_millionths(theta: str, millionths: float) -> None:
    """As a linear programme in floats says, which shares nothing with the solver."""
    seeing, blind = solve_banque(theta, sees_third=True), solved(theta)
    assert "Player 2 his own and Player 1's third card" in check_banque(seeing.certificate())
    gain = seeing.coalition.value - blind.coalition.value
    assert float(gain) * 1e6 == pytest.approx(millionths, abs=0.05)
    assert (seeing.nash, seeing.independent) == (None, blind.independent)
    assert not seeing.coalition.is_unique
    assert not seeing.coalition.is_independent


@pytest.mark.long
@pytest.mark.slow
def test_no_plan_does_better_against_the_banquier_who_is_seen_by_player_2() -> None:
    """All 32 plans in a shoe of tens, aces and fives, which has no naturals, card by card."""
    counts, theta, seen = (3, 5, 0, 0, 0, 3, 0, 0, 0, 0), Fraction(3, 5), "-015"
    seeing = solve_banque(theta, composition="0:3 1:5 5:3", sees_third=True)
    assert seeing.coalition.value > solve_banque(theta, composition="0:3 1:5 5:3").coalition.value
    coalition = seeing.coalition
    mixed = [cell for cell, chance in coalition.banquier.items() if 0 < chance < 1]
    best = Fraction(-1)
    for plan in map("".join, product("SD", repeat=5)):
        value = Fraction(0)
        for draws in product((False, True), repeat=len(mixed)):
            pure = dict(zip(mixed, draws, strict=True))
            chance = prod(
                coalition.banquier[cell] if draw else 1 - coalition.banquier[cell]
                for cell, draw in pure.items()
            )
            draws_in = {cell for cell, often in coalition.banquier.items() if often == 1}
            draws_in |= {cell for cell, draw in pure.items() if draw}
            one, two = deal(counts, False, plan, draws_in.__contains__, lambda cell: False, seen)
            value += chance * (theta * one + (1 - theta) * two)
        best = max(best, value)
    assert best == coalition.value


# Games with known equilibria: the banquier has no say in them, or just one cell.


def game_of(
    first: tuple[int, ...],
    second: tuple[int, ...],
    draws: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] | None = None,
) -> BanquePayoffs:
    return BanquePayoffs(ENDLESS, True, 1, 0, (), (first, second), draws or {}, {})


def players(game: BanquePayoffs, theta: Fraction) -> list[tuple[str, str]]:
    return [(str(one.players[0]), str(one.players[1])) for one in equilibria(game, theta)]


def test_the_battle_of_the_sexes_has_three_equilibria() -> None:
    """The textbook's: two pure ones, and each goes his own way two times in three."""
    game = game_of((2, 0, 0, 1), (1, 0, 0, 2))
    assert players(game, Fraction(1, 2)) == [("0", "0"), ("1/3", "2/3"), ("1", "1")]


def test_matching_pennies_has_one_equilibrium() -> None:
    game = game_of((1, -1, -1, 1), (-1, 1, 1, -1))
    assert players(game, Fraction(1, 3)) == [("1/2", "1/2")]


def test_the_prisoners_dilemma_has_one_equilibrium_on_the_border() -> None:
    game = game_of((3, 0, 5, 1), (3, 5, 0, 1))
    assert players(game, Fraction(1, 2)) == [("1", "1")]


def test_a_banquier_with_one_cell_plays_matching_pennies_with_player_1() -> None:
    """Player 2 always gains by drawing; what the banquier adds makes Player 1 toss a coin."""
    game = game_of((0, 0, 1, 1), (0, 1, 0, 1), {"6|-,-": ((1, 1, -1, -1), (0, 0, 0, 0))})
    (one,) = equilibria(game, Fraction(1, 2))
    assert one.players == (Surd(fmpq(1, 2)), Surd(fmpq(1)))
    assert one.mixed == {"6|-,-": Surd(fmpq(1, 2))}


@examples(16)
@given(st.lists(st.integers(-9, 9), min_size=16, max_size=16), st.fractions(0, 1))
def test_no_pure_equilibrium_is_missed_and_there_always_is_one(
    weights: list[int], theta: Fraction
) -> None:
    """Every finite game has an equilibrium (Nash 1951); the strict ones are found by trying."""
    lines = [tuple(weights[k : k + 4]) for k in range(0, 16, 4)]
    game = game_of(lines[0], lines[1], {"6|-,-": (lines[2], lines[3])})
    if not 0 < theta < 1:
        return
    try:
        found = equilibria(game, theta)
    except BaccaratError:
        return  # a curve of them
    assert found
    points = [tuple(map(float, one.players)) for one in found]
    for x, z, y in product((0, 1), repeat=3):
        if _is_strict_equilibrium(game, theta, x, z, y):
            assert (float(x), float(z)) in points


@examples(10)
@given(st.integers(0, 10**9))
def test_a_game_of_chance_numbers_has_an_odd_number_of_equilibria(seed: int) -> None:
    """Wilson 1971, Harsanyi 1973: almost all games have an odd number of them.

    With weights up to 10^6 an accident that makes it even is rarer than one in a million games.
    """
    coin = Random(seed)
    lines = [tuple(coin.randint(-(10**6), 10**6) for _ in CORNERS) for _ in range(6)]
    cells = {"6|-,-": (lines[2], lines[3]), "6|-,6": (lines[4], lines[5])}
    found = equilibria(game_of(lines[0], lines[1], cells), Fraction(coin.randint(1, 99), 100))
    assert all(one.is_single for one in found)
    assert len(found) % 2 == 1


def _is_strict_equilibrium(game: BanquePayoffs, theta: Fraction, x: int, z: int, y: int) -> bool:
    def paid(x: int, z: int, y: int) -> tuple[Fraction, Fraction, Fraction]:
        (one, two), change = game.stands, game.draws["6|-,-"]
        first = Fraction(one[2 * x + z] + y * change[0][2 * x + z])
        second = Fraction(two[2 * x + z] + y * change[1][2 * x + z])
        return first, second, -theta * first - (1 - theta) * second

    here = paid(x, z, y)
    there = paid(1 - x, z, y)[0], paid(x, 1 - z, y)[1], paid(x, z, 1 - y)[2]
    return all(a > b for a, b in zip(here, there, strict=True))


def test_rock_paper_scissors_is_fair() -> None:
    value, rows, columns = matrix_game(
        [[fmpq(0), fmpq(1), fmpq(-1)], [fmpq(-1), fmpq(0), fmpq(1)], [fmpq(1), fmpq(-1), fmpq(0)]]
    )
    assert value == 0
    assert rows == columns == [fmpq(1, 3)] * 3


# Certificates


def spots(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where a certificate says a number."""
    if isinstance(data, dict):
        for key, part in data.items():
            yield from spots(part, (*path, key))
    elif isinstance(data, list):
        for key, part in enumerate(data):
            yield from spots(part, (*path, key))
    elif isinstance(data, str) and path[-1] != "certificate" and "draws" not in path:
        yield path


@examples(12)
@given(st.data())
def test_a_forged_number_is_refused(data: st.DataObject) -> None:
    claim = json.loads(json.dumps(solved("2/3").certificate()))
    path = data.draw(st.sampled_from([path for path in spots(claim) if "coalition" not in path]))
    step = data.draw(st.sampled_from(["1/7", "-1/1000000007", "1"]))
    *way, last = path
    place = claim
    for key in way:
        place = place[key]
    place[last] = str(Fraction(place[last]) + Fraction(step))
    if last == 2 and Fraction(place[1]) == 0:
        return  # a number with no root in it may name any root
    with pytest.raises((NotProved, BadText)):
        check_banque(claim)


@examples(6)
@given(st.data())
def test_a_forged_choice_of_the_coalition_is_refused(data: st.DataObject) -> None:
    claim = json.loads(json.dumps(solved("2/3").certificate()))
    part = claim["coalition"][data.draw(st.sampled_from(["mixture", "banquier"]))]
    part[data.draw(st.sampled_from(sorted(part)))] = data.draw(st.sampled_from(["0", "1/2", "1/3"]))
    with pytest.raises(NotProved):
        check_banque(claim)


@pytest.mark.slow
@examples(6)
@given(st.data())
def test_a_forged_draw_of_an_equilibrium_is_refused(data: st.DataObject) -> None:
    banque = solved("2/3")
    claim = json.loads(json.dumps(banque.certificate()))
    assert banque.nash
    free = sorted(set(payoffs_of().draws) - set(banque.nash[0].mixed))
    cell = data.draw(st.sampled_from(free))
    draws = set(claim["nash"][0]["draws"]) ^ {cell}
    claim["nash"][0]["draws"] = sorted(draws)
    with pytest.raises(NotProved):
        check_banque(claim)


def test_a_solution_that_is_not_the_only_one_cannot_be_said_to_be() -> None:
    claim = solved("1/2").certificate()
    assert solved("1/2").coalition.freedom == (0, 1)
    claim["coalition"]["is_unique"] = True
    with pytest.raises(NotProved, match="indifference"):
        check_banque(claim)


def test_another_stake_or_shoe_is_refused() -> None:
    for key, other in (("theta", "3/5"), ("counts", [5, *[1] * 9]), ("theta", "7/5")):
        with pytest.raises(NotProved):
            check_banque(solved("2/3").certificate() | {key: other})


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"certificate": "chemin-de-fer"}', '{"certificate": "banque"}']
)
def test_what_is_no_certificate_is_called_so(text: str) -> None:
    with pytest.raises(BadText, match="not a certificate"):
        check_banque(text)


# Every stake at once


@pytest.fixture(scope="module")
def pieces() -> tuple[StakesPiece, ...]:
    return coalition_pieces(payoffs_of())


@pytest.mark.long
@pytest.mark.slow
def test_the_pieces_leave_no_stake_out(pieces: tuple[StakesPiece, ...]) -> None:
    assert pieces[0].low == Algebraic.of(Fraction(1, 2))
    assert pieces[-1].high == Algebraic.of(1)
    for one, two in pairwise(pieces):
        assert one.low < one.high == two.low


@pytest.mark.slow
@pytest.mark.parametrize("theta", ["21/40", "3/5", "3/4", "17/20", "49/50"])
def test_a_piece_gives_the_solution_of_its_stakes(
    pieces: tuple[StakesPiece, ...], theta: str
) -> None:
    stake = Fraction(theta)
    (piece,) = [piece for piece in pieces if piece.low < stake < piece.high]
    at = fmpq(stake.numerator, stake.denominator)
    parts = [poly(at) for poly in piece.corners]
    banque = solved(theta)
    mixture = [Fraction(int(p.p), int(p.q)) for p in (part / sum(parts) for part in parts)]
    assert list(banque.coalition.mixture.values()) == mixture
    for cell, (above, below) in zip(piece.tied, piece.draws, strict=True):
        chance = above(at) / below(at)
        assert banque.coalition.banquier[cell] == Fraction(int(chance.p), int(chance.q))
    assert banque.coalition.is_unique


@pytest.mark.slow
def test_independent_players_hold_their_own_at_few_stakes(pieces: tuple[StakesPiece, ...]) -> None:
    """For some stakes only: Ethier & Lee, Games 6 (2015), arXiv 1410.7052."""
    stakes = independent_stakes(pieces)
    for theta in ("1/2", "3/5", "3/4", "17/20", "9/10", "39/40", "49/50", "199/200", "1"):
        inside = any(one.low <= Fraction(theta) <= one.high for one in stakes)
        assert solved(theta).coalition.is_independent is inside, theta


# Bad input


@pytest.mark.parametrize("theta", ["-1/2", "3/2", "half", "1/0", ""])
def test_a_stake_is_a_part_from_0_to_1(theta: str) -> None:
    with pytest.raises(BadText, match="stake"):
        solve_banque(theta)


@pytest.mark.parametrize(
    ("decks", "composition"), [(0, None), (28, None), (-1, None), (1, "0:9"), (None, "0:4 5:4")]
)
def test_a_shoe_must_hold_nine_cards_and_not_too_many(
    decks: int | None, composition: str | None
) -> None:
    with pytest.raises(BaccaratError):
        solve_banque("1/2", decks, composition=composition)


# Numbers


@given(*[st.fractions(-9, 9, max_denominator=9)] * 4, st.sampled_from([2, 3, 5, 8, 18, 1000003]))
def test_numbers_with_a_root_agree_with_floats(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, n: int
) -> None:
    def surd(p: Fraction, q: Fraction) -> Surd:
        return Surd(fmpq(p.numerator, p.denominator), fmpq(q.numerator, q.denominator), n)

    one, two = surd(a, b), surd(c, d)
    x, z = float(a) + float(b) * sqrt(n), float(c) + float(d) * sqrt(n)
    assert float(one + two) == pytest.approx(x + z, abs=1e-9)
    assert float(one * two) == pytest.approx(x * z, rel=1e-9, abs=1e-9)
    assert one - two + two == one
    if two != 0:
        assert one / two * two == one
    if abs(x - z) > 1e-9:
        assert (one < two) == (x < z)
    assert float(one.algebraic) == pytest.approx(x, abs=1e-9)
    least = fmpq_poly(list(one.algebraic.polynomial))
    assert sign_at(least, one.algebraic) == 0


def test_the_roots_of_a_polynomial_are_found_between_bounds() -> None:
    """(x² − 2)(2 x − 3)²: √2 and 3/2 lie between 0 and 2, −√2 does not."""
    poly = fmpq_poly([-2, 0, 1]) * fmpq_poly([-3, 2]) ** 2
    root, half = sorted(real_roots(poly, Fraction(0), Fraction(2)))
    assert half == Fraction(3, 2)
    assert float(root) == pytest.approx(sqrt(2))
    assert sign_at(poly, root) == 0
    assert sign_at(fmpq_poly([-3, 2]), root) == -1
    assert root < half
