"""The payoffs of chemin de fer agree with a recursion over the deal and with the exact odds."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.base.errors import BadText, BadValue, ShoeError
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move, Tableau
from baccarat.exact.odds import odds
from baccarat.theory.chemin.model import HANDS, MODELS, Knowledge, Model, Pair, read_cell
from baccarat.theory.chemin.payoffs import forget, payoffs, payoffs_by_decks

WHOLLY_FREE = Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker)
NAMES = sorted(MODELS)
Ends = tuple[Fraction, Fraction]
"""The chances that Player wins and loses."""


def recursion(
    counts: Sequence[int],
    returns: bool,
    ponte: Callable[[int, int], Fraction],
    banquier: Callable[[int, int, int | None], Fraction],
) -> Ends:
    """The chances that Player wins and loses, card by card; shares no code with the library."""

    def deal(left: tuple[int, ...], cards: tuple[int, ...]) -> Ends:
        if len(cards) < 4:
            return each(left, lambda after, card: deal(after, (*cards, card)))
        a, b, c, d = cards
        player, banker = (a + c) % 10, (b + d) % 10
        if player > 7 or banker > 7:
            return compare(player, banker)

        def reply(after: tuple[int, ...], total: int, third: int | None) -> Ends:
            chance = banquier(b, d, third)
            stood = compare(total, banker)
            drew = each(after, lambda _, card: compare(total, (banker + card) % 10))
            return blend(chance, drew, stood)

        chance = ponte(a, c)
        stood = reply(left, player, None)
        drew = each(left, lambda after, card: reply(after, (player + card) % 10, card))
        return blend(chance, drew, stood)

    def each(left: tuple[int, ...], then: Callable[[tuple[int, ...], int], Ends]) -> Ends:
        win = lose = Fraction(0)
        for card, count in enumerate(left):
            if count:
                after = left if returns else (*left[:card], count - 1, *left[card + 1 :])
                w, b = then(after, card)
                win += Fraction(count, sum(left)) * w
                lose += Fraction(count, sum(left)) * b
        return win, lose

    return deal(tuple(counts), ())


def compare(player: int, banker: int) -> Ends:
    return Fraction(player > banker), Fraction(player < banker)


def blend(chance: Fraction, one: Ends, other: Ends) -> Ends:
    win, lose = (chance * a + (1 - chance) * b for a, b in zip(one, other, strict=True))
    return win, lose


def whim(name: str, seed: int) -> Fraction:
    """Some probability that looks arbitrary and is the same every time."""
    return Fraction(sum((n + 1) * ord(c) for n, c in enumerate(name)) * (seed + 7) % 13, 12)


def named(model: Model, low: int, high: int) -> tuple[str, str]:
    """What ponte and banquier see of two cards, said once more."""
    total, cards = str((low + high) % 10), ",".join(map(str, sorted((low, high))))
    ponte = cards if model.name[1] in "34" else total
    banquier = cards if model.name[1] in "23" else total
    return ponte, banquier


@st.composite
def few_kinds(draw: st.DrawFn) -> Composition:
    """A shoe of few kinds of cards, so that the recursion is quick."""
    kinds = draw(st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True))
    counts = [0] * 10
    for kind in kinds:
        counts[kind] = draw(st.integers(1, 7))
    assume(sum(counts) >= 6)
    return Composition(tuple(counts))


@pytest.mark.slow
@examples(6)
@given(few_kinds(), st.sampled_from(NAMES), st.booleans(), st.integers(0, 99))
def test_payoffs_agree_with_a_recursion_over_the_deal(
    shoe: Composition, name: str, is_free: bool, seed: int
) -> None:
    model = MODELS[name]
    game = payoffs(model, composition=shoe, tableau=WHOLLY_FREE if is_free else CHEMIN_DE_FER)
    x = {seen: whim(seen, seed) for seen in game.ponte}
    y = {cell: whim(cell, seed + 1) for cell in game.banquier}

    def ponte(low: int, high: int) -> Fraction:
        total = (low + high) % 10
        if is_free or total == 5:
            return x[named(model, low, high)[0]]
        return Fraction(total < 5)

    def banquier(low: int, high: int, third: int | None) -> Fraction:
        return y[f"{named(model, low, high)[1]}|{'-' if third is None else third}"]

    win, lose = recursion(shoe.counts, name.startswith("A"), ponte, banquier)
    chances = game.chances(x, y)
    assert (chances.win, chances.lose, chances.tie) == (win, lose, 1 - win - lose)
    assert game.value(x, y) == win - lose


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("name", ["B1", "B2", "B3", "B4"])
def test_the_punto_banco_tableau_has_its_exact_odds(name: str, decks: int) -> None:
    game = payoffs(name, decks)
    chances = game.chances(*game.follow(PUNTO_BANCO))
    table = odds(decks)
    assert chances.win == table["player"].chance
    assert chances.lose == table["banker"].chance
    assert chances.tie == table["tie"].chance


def test_the_punto_banco_tableau_has_its_exact_odds_in_an_endless_deck() -> None:
    game = payoffs("A3")
    table = odds(float("inf"))
    assert game.chances(*game.follow(PUNTO_BANCO)).value == (
        table["player"].chance - table["banker"].chance
    )


@pytest.mark.parametrize("name", ["B1", "B3"])
@pytest.mark.parametrize("decks", [1, 2, 11, 40])
def test_polynomials_in_d_give_the_weights_of_any_shoe(name: str, decks: int) -> None:
    # Forty decks are beyond 64 bits, so that both ways of counting are met.
    assert payoffs_by_decks(name).at(decks) == payoffs(name, decks)


@pytest.mark.parametrize("number", range(1, 5))
def test_an_endless_deck_is_the_limit_of_large_shoes(number: int) -> None:
    """The leading coefficients of the polynomials are the weights of one endless deck."""
    polynomials, endless = payoffs_by_decks(f"B{number}"), payoffs(f"A{number}")

    def leading(lines: object) -> object:
        if isinstance(lines, tuple):
            return tuple(map(leading, lines))
        return int(lines[6])  # type: ignore[index]

    assert leading(polynomials.win) == endless.win
    assert leading(polynomials.lose) == endless.lose
    assert leading(polynomials.fixed) == endless.fixed
    assert leading(polynomials.total) == endless.total


def test_models_have_the_sizes_that_are_published() -> None:
    """2 × 2^88, 2 × 2^484 and 2^5 × 2^484: Ethier & Gámez, arXiv 1305.5468."""
    sizes = {name: (len(m.ponte_sets()), len(m.cells)) for name, m in MODELS.items()}
    assert [sizes[name] for name in ("A1", "A2", "A3")] == [(1, 88), (1, 484), (5, 484)]
    assert [sizes[name] for name in ("B1", "B2", "B3")] == [(1, 88), (1, 484), (5, 484)]
    assert sizes["A4"] == sizes["B4"] == (5, 88)


def test_a_large_composition_needs_no_wider_numbers_than_python_has() -> None:
    shoe = Composition((4_000_000, *[1_000_000] * 9))
    large = payoffs("B1", composition=shoe)
    endless = payoffs("A1")
    near = large.value(*large.follow(PUNTO_BANCO)) - endless.value(*endless.follow(PUNTO_BANCO))
    assert abs(near) < Fraction(1, 10**6)


def test_what_a_tableau_prints_is_bound() -> None:
    assert not payoffs("B1", 6).bound
    assert set(payoffs("B1", 6, tableau=PUNTO_BANCO).bound) == set(MODELS["B1"].cells)
    assert payoffs("B1", 6, tableau=PUNTO_BANCO).ponte == ()
    assert payoffs("B4", 6, tableau=WHOLLY_FREE).ponte == MODELS["B4"].ponte_sets(range(8))


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: payoffs("C1", 6), "not a model: 'C1'"),
        (lambda: payoffs("B1", 0), "at least 1 deck, not 0"),
        (lambda: payoffs("B1"), "give the number of decks"),
        (lambda: payoffs("B1", 6, composition="0:9"), "not both"),
        (lambda: payoffs("B1", composition="0:5"), "needs at least 6 cards, not 5"),
        (lambda: payoffs("A1", composition="0:0"), "needs at least 1 cards, not 0"),
        (lambda: payoffs("A1").value({}, {}), "must say what to do at 5"),
        (lambda: payoffs("A1").value({"5": Fraction(2)}, {}), "5: 2 is no probability"),
        (lambda: payoffs("A1").follow(CHEMIN_DE_FER), "has a free cell"),
        (lambda: read_cell("9|4"), "not a cell: '9|4'"),
        (lambda: read_cell("54"), "not a cell: '54'"),
    ],
)
def test_bad_questions_are_answered_in_one_line(ask: Callable[[], object], words: str) -> None:
    with pytest.raises((BadText, BadValue, ShoeError)) as complaint:
        ask()
    assert words in str(complaint.value)
    assert "\n" not in str(complaint.value)


@pytest.mark.parametrize("name", ["B1", "B3"])
def test_names_are_spelled_once_for_each_hand_that_is_seen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both players have 44 hands below the naturals; 102,417 calls spelled them before."""
    spelled = 0
    sees = Knowledge.sees

    def noted(knowledge: Knowledge, pair: Pair) -> str:
        nonlocal spelled
        spelled += 1
        return sees(knowledge, pair)

    monkeypatch.setattr(Knowledge, "sees", noted)
    forget()
    assert not payoffs(name, 6).bound
    # Once each for the weights and the names of the cells, and the ponte's five hands of 5 twice.
    assert spelled == 2 * len(HANDS) + 2 * 5
