"""What a proof says it is about: no two different games are told alike."""

from fractions import Fraction
from itertools import combinations, product
from math import gcd
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move, Tableau
from baccarat.theory.casino.all_commissions import all_certificates, commissions
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.casino.spans import write_spans
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.in_words import told_bound, told_game, told_shoe
from baccarat.theory.chemin.model import MODELS, Model
from baccarat.theory.chemin.solver import solve

HALF = Fraction(1, 2)
USUAL = Fraction(1, 20)
ROWS = {
    "usual": CHEMIN_DE_FER,
    "free": Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker),
    "draws": Tableau(PUNTO_BANCO.player, CHEMIN_DE_FER.banker),
}
DEPLETED = "0:16 1:4 2:4 3:4 4:4 5:4 6:4 7:4 8:4 9:3"
SHOES: list[dict[str, Any]] = [{"decks": 1}, {"decks": 6}, {"composition": DEPLETED}]
BINDINGS: list[dict[str, Fraction | int]] = [
    {},
    {"6|-": 0},
    {"6|-": 1},
    {"6|-": HALF},
    {"3|9": 0},
    {"3|9": 0, "6|-": 0},
]


def proofs() -> list[tuple[object, str]]:
    """Games that differ in one thing at least, and the sentence that is proved of each."""
    told: list[tuple[object, str]] = []
    for name, (which, row), shoe, bind in product(("A1", "B1"), ROWS.items(), SHOES, BINDINGS):
        if name == "A1" and shoe == {"decks": 6}:
            continue  # an endless deck is one deck
        game = name, which, tuple(shoe.items()), tuple(bind.items())
        solution = solve(name, **shoe, tableau=row, bind=bind)
        told.append(((game, None), check_any(solution.certificate.dump())))
        if which != "free" and shoe != {"decks": 1}:
            for alpha in (Fraction(0), USUAL):
                casino = solve_casino(name, alpha, **shoe, tableau=row, bind=bind)
                told.append(((game, alpha), check_any(casino.certificate.dump())))
    for bind in BINDINGS[:3]:
        spans = write_spans(all_certificates(commissions("B1", 6, bind=bind)))
        told.append((("all", tuple(bind.items())), check_any(spans)))
    for name, row in product(("B1", "B4"), (ROWS["usual"], ROWS["free"])):
        told.append(((name, row.player), check_any(solve_for_all(name, row).claim.dump())))
    return told


@pytest.mark.slow
def test_different_games_are_never_proved_in_the_same_words() -> None:
    told = proofs()
    assert len(told) > 100
    for (game, said), (other, also) in combinations(told, 2):
        assert game != other
        assert said.partition(": ")[0] != also.partition(": ")[0]


models = st.sampled_from(list(MODELS.values()))
rows = st.lists(st.sampled_from(list(Move)), min_size=8, max_size=8).map(tuple)
shoes = st.lists(st.integers(0, 9), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6)
whole = st.integers(1, 9).map(lambda decks: [16 * decks, *[4 * decks] * 9])
chances = st.sampled_from([Fraction(0), HALF, Fraction(1, 3), Fraction(1)])


@st.composite
def games(draw: st.DrawFn) -> tuple[Model, Composition, tuple[Move, ...], dict[str, Fraction]]:
    model, row = draw(models), draw(rows)
    ponte = model.ponte_sets([k for k in range(8) if row[k] is Move.FREE])
    totals = draw(st.lists(st.sampled_from(range(8)), max_size=1))
    near = [*model.ponte_sets(totals), *(f"{s}|-" for s in model.banquier.sets(totals))]
    names = [name for name in near if "|" in name or name in ponte]
    bound = {name: draw(chances) for name in names if draw(st.booleans())}
    if draw(st.booleans()):
        bound = dict.fromkeys(names, draw(chances))
    return model, Composition(tuple(draw(shoes | whole))), row, bound


@pytest.mark.slow
@examples(120)
@given(games(), games(), st.booleans(), st.booleans())
def test_games_told_alike_are_the_same(one: Any, other: Any, same: bool, near: bool) -> None:
    """Often the second differs from the first in one thing only."""
    if near:
        other = (*one[:2], *other[2:])
        assume(other[0].ponte == one[0].ponte)
    if same:
        other = (one[0], other[1], *one[2:])
    if told_game(*one) == told_game(*other):
        assert one[0] == other[0]
        assert one[2:] == other[2:]
        if one[0].is_endless:
            assert proportions(one[1]) == proportions(other[1])
        else:
            assert one[1] == other[1]


def proportions(shoe: Composition) -> tuple[int, ...]:
    return tuple(count // gcd(*shoe.counts) for count in shoe.counts)


def test_a_shoe_is_told_by_its_decks_or_its_cards() -> None:
    one, six = Composition.parse(DEPLETED.replace("9:3", "9:4")), Composition.decks(6)
    endless, shoe = Model.parse("A1"), Model.parse("B1")
    assert told_shoe(endless, one) == told_shoe(endless, six) == "every card returns"
    assert told_shoe(endless, Composition.parse("0:2 1:1")) == "every card returns to 0:2 1:1"
    assert (told_shoe(shoe, one), told_shoe(shoe, six)) == ("1 deck", "6 decks")
    assert told_shoe(shoe, Composition.parse(DEPLETED)) == DEPLETED


def test_a_total_stands_for_its_hands_if_all_of_them_do_the_same() -> None:
    model = Model.parse("B3")
    hands = dict.fromkeys((f"{hand}|-" for hand in model.banquier.sets([6])), Fraction(0))
    assert told_bound(model, hands) == "6|-=S"
    assert told_bound(model, {**hands, "0,6|-": Fraction(1)}).startswith("0,6|-=D 1,5|-=S")
    del hands["0,6|-"]
    assert "6|-=S" not in told_bound(model, hands).split()


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_what_is_bound_does_not_matter(order: int) -> None:
    bound = {"5": Fraction(1), "6|-": Fraction(0)}
    again = dict(list(bound.items())[::order])
    assert told_bound(Model.parse("A1"), again) == "5=D 6|-=S"


@pytest.mark.slow
def test_what_nothing_depends_on_is_not_said_to_be_determined() -> None:
    """Tried one by one: what is bound to draw, or to stand, changes the value or does not."""
    shoe = "0:3 1:1 5:2 6:2 9:1"
    solution = solve("B1", composition=shoe)
    game = solution.payoffs
    idle = 0
    for name in (*game.ponte, *game.banquier):
        values = set()
        for x, y, draws in product((0, 1), (0, 1), (Fraction(0), Fraction(1))):
            ponte = {**dict.fromkeys(game.ponte, Fraction(x)), name: draws}
            banquier = {**dict.fromkeys(game.banquier, Fraction(y)), name: draws}
            values.add((x, y, game.value(ponte, banquier)))
        idle += len(values) <= 4
    assert f"but for {idle} decisions that change nobody's expectation" in check_any(
        solution.certificate.dump()
    )
    assert 0 < idle < 89
    assert "but for" not in check_any(solve("B1", 6).certificate.dump())
