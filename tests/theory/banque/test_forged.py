"""Forged certificates of banque: every guard of the checker has one that reaches it."""

import ast
import json
import traceback
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BaccaratError, BadText, NotProved, ShoeError
from baccarat.theory.banque import check as banque_check
from baccarat.theory.banque.check import check_banque
from baccarat.theory.banque.payoffs import CORNERS, ENDLESS, AfterNatural, BanquePayoffs, Corners
from baccarat.theory.banque.solver import solve_banque

Claim = dict[str, Any]
LONGEST = 200
HUGE = "7" * 4000
ODD = "\U000e0001" * 99
"""A name that is long to write."""


@cache
def written(theta: str, shoe: str | None) -> str:
    return json.dumps(solve_banque(theta, composition=shoe).certificate())


def claimed(theta: str, shoe: str | None = None) -> Claim:
    claim: Claim = json.loads(written(theta, shoe))
    return claim


def two_thirds() -> Claim:
    """One equilibrium, with roots of 201; the coalition's solution is the only one."""
    return claimed("2/3")


def nine_tenths() -> Claim:
    """In its equilibrium Player 2 never draws on 5."""
    return claimed("9/10")


def even() -> Claim:
    """The banquier's optimal strategies are a segment."""
    return claimed("1/2")


def one_tableau() -> Claim:
    """Tableau 2 has no stake, so the coalition does not care what is done there."""
    return claimed("1")


def nothing() -> Claim:
    """Nine tens: every coup is a tie, so every strategy is optimal."""
    return claimed("1/2", "0:9")


def nobody_cares() -> Claim:
    """The same with an equilibrium: whatever three do is one."""
    zero = ["0", "0", "1"]
    trio = {"players": [zero, zero], "values": [zero, zero], "mixed": {}, "draws": []}
    return nothing() | {"nash": [trio]}


class Forgery(NamedTuple):
    base: Callable[[], Claim]
    forge: Callable[[Claim], object]
    complaint: str
    error: type[BaccaratError] = NotProved


def put(*path: str | int, to: Any) -> Callable[[Claim], None]:
    """Write something else in one place."""

    def forge(claim: Claim) -> None:
        place: Any = claim
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return forge


def drop(*path: str | int) -> Callable[[Claim], None]:
    def forge(claim: Claim) -> None:
        place: Any = claim
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return forge


def move(claim: Claim, part: str, change: dict[str, Fraction]) -> None:
    chances = claim["coalition"][part]
    for name, step in change.items():
        chances[name] = str(Fraction(chances.get(name, 0)) + step)


def weigh_below_nothing(claim: Claim) -> None:
    """Only DS + DD matters, so the value stays right."""
    move(claim, "mixture", {"DS": Fraction(1, 11), "DD": Fraction(-1, 11)})


def weigh_above_one(claim: Claim) -> None:
    """No coup meets the total 1 with nine tens, so the value stays right."""
    claim["coalition"]["banquier"]["1|-,-"] = "3/2"


def let_one_cell_decide(claim: Claim) -> None:
    """An end of the segment: one of its two cells is tied and not mixed."""
    both = claim["coalition"]["banquier"]
    sum_of_both = Fraction(both["3|8,9"]) + Fraction(both["3|9,8"])
    both |= {"3|8,9": "1", "3|9,8": str(sum_of_both - 1)}
    claim["coalition"]["is_unique"] = True


def list_again(claim: Claim, **change: Any) -> None:
    claim["nash"].append(claim["nash"][0] | change)


def write_another_root(claim: Claim) -> None:
    """201 under the root, written as 4 × 201."""

    def other(number: list[str]) -> list[str]:
        p, q, n = number
        return [p, str(Fraction(q) / 2), str(4 * int(n))]

    one = claim["nash"][0]
    mixed = {cell: other(number) for cell, number in one["mixed"].items()}
    players, values = ([other(number) for number in one[key]] for key in ("players", "values"))
    list_again(claim, mixed=mixed, players=players, values=values)


def draw_in_a_mixed_cell(claim: Claim) -> None:
    claim["nash"][0]["draws"].append("6|-,-")


def draw_twice(claim: Claim) -> None:
    draws = claim["nash"][0]["draws"]
    draws.append(draws[0])


def seeing() -> Claim:
    """Player 2 sees Player 1's third card."""
    claim: Claim = json.loads(json.dumps(sees_two_thirds()))
    return claim


@cache
def sees_two_thirds() -> Claim:
    return solve_banque("2/3", sees_third=True).certificate()


def change_after_a_four(claim: Claim) -> None:
    """Player 1 would have to know his third card when he decides to draw it."""
    move(claim, "mixture", {"SS|4": Fraction(1, 100), "DD|4": Fraction(-1, 100)})


def forget_the_card(claim: Claim) -> None:
    """The blind coalition's mixture after every card."""
    mixture = two_thirds()["coalition"]["mixture"]
    claim["coalition"]["mixture"] = {
        f"{corner}|{third}": chance
        for corner, chance in mixture.items()
        for third in ("-", *range(10))
    }


FORGERIES = {
    # What does not read as a certificate
    "another kind": Forgery(
        two_thirds, put("certificate", to=ODD), "not a certificate of banque", BadText
    ),
    "a key too many": Forgery(two_thirds, put("extra", to=1), "it has the keys", BadText),
    "too many equilibria": Forgery(
        two_thirds, put("nash", to=[{}] * 1001), "lists more than 1000 equilibria", BadText
    ),
    "a key missing": Forgery(two_thirds, drop("nash"), "it has the keys", BadText),
    "a key too many after a natural": Forgery(
        two_thirds, put("after", 0, "extra", to=1), "the game after a natural has the keys", BadText
    ),
    "a key too many in the coalition": Forgery(
        two_thirds, put("coalition", "extra", to=1), "the coalition has the keys", BadText
    ),
    "a key too many in an equilibrium": Forgery(
        two_thirds, put("nash", 0, "extra", to=1), "an equilibrium has the keys", BadText
    ),
    "no object": Forgery(two_thirds, put("coalition", to=[HUGE]), "has the keys", BadText),
    "no list": Forgery(two_thirds, put("nash", to={}), "expected a list", BadText),
    "no list of three": Forgery(
        two_thirds, put("nash", 0, "players", 0, to=["1"]), "a list of 3 items, not of 1", BadText
    ),
    "no list of two": Forgery(
        two_thirds, put("nash", 0, "values", to=[]), "a list of 2 items, not of 0", BadText
    ),
    "endless that is no truth": Forgery(
        two_thirds, put("endless", to=HUGE), "endless must be true or false", BadText
    ),
    "unique that is no truth": Forgery(
        two_thirds, put("coalition", "is_unique", to=1), "is_unique must be true or false", BadText
    ),
    "counts that are not whole": Forgery(
        two_thirds, put("counts", 0, to=4.0), "ten numbers", BadText
    ),
    "a count that is a truth": Forgery(
        two_thirds, put("counts", 1, to=True), "ten numbers", BadText
    ),
    "a count below 0": Forgery(two_thirds, put("counts", 1, to=-1), "ten numbers", BadText),
    "a huge count": Forgery(two_thirds, put("counts", 1, to=10**3000), "ten numbers", BadText),
    "nine counts": Forgery(two_thirds, put("counts", to=[4, *[1] * 8]), "ten numbers", BadText),
    "too many cards": Forgery(
        two_thirds, put("counts", to=[1448] * 10), "1 to 1448 cards", ShoeError
    ),
    "too few cards": Forgery(two_thirds, put("counts", to=[0] * 10), "1 to 1448 cards", ShoeError),
    "a number that is none": Forgery(
        two_thirds, put("coalition", "value", to=ODD), "not a fraction", BadText
    ),
    "a number that is no text": Forgery(
        two_thirds, put("coalition", "value", to=0.5), "expected text", BadText
    ),
    "a division by nothing": Forgery(two_thirds, put("theta", to="1/0"), "not a fraction", BadText),
    "chances without names": Forgery(
        two_thirds, put("coalition", "mixture", to=["1"]), "chances by name", BadText
    ),
    "draws without names": Forgery(
        two_thirds, put("nash", 0, "draws", 0, to=[]), "its cells by name", BadText
    ),
    "mixed without names": Forgery(
        two_thirds, put("nash", 0, "mixed", to=[]), "its cells by name", BadText
    ),
    "a root of a fraction": Forgery(
        two_thirds, put("nash", 0, "players", 0, 2, to="1/" + HUGE), "whole and positive", BadText
    ),
    "a root of nothing": Forgery(
        two_thirds, put("nash", 0, "players", 0, 2, to="0"), "whole and positive", BadText
    ),
    # The stakes and the cards
    "a stake above 1": Forgery(two_thirds, put("theta", to="7/5"), "'theta' must be between"),
    "a stake below 0": Forgery(
        two_thirds, put("theta", to="-1/" + HUGE), "'theta' must be between 0 and 1"
    ),
    "another stake": Forgery(two_thirds, put("theta", to="3/5"), "must give the claimed value"),
    "other cards": Forgery(
        two_thirds, put("counts", to=[5, *[1] * 9]), "must give the claimed value"
    ),
    "cards that do not return": Forgery(two_thirds, put("endless", to=False), "must give"),
    # After a natural
    "one natural left out": Forgery(two_thirds, drop("after", 1), "after a natural of 8 and"),
    "naturals exchanged": Forgery(
        two_thirds, lambda claim: claim["after"].reverse(), "after a natural of 8 and"
    ),
    "a Player who draws more than always": Forgery(
        nothing, put("after", 1, "draws_on_5", to="2"), "'draws_on_5' must be between 0 and 1"
    ),
    "a Player who draws less than never": Forgery(
        nothing, put("after", 0, "draws_on_5", to="-1"), "'draws_on_5' must be between 0 and 1"
    ),
    "a Player who draws too often after a natural": Forgery(
        two_thirds, put("after", 0, "draws_on_5", to="1"), "banquier's best reply must"
    ),
    "another value after a natural": Forgery(
        two_thirds, put("after", 1, "value", to="0"), "best reply to the banquier must"
    ),
    "a banquier who never draws after a natural": Forgery(
        two_thirds, put("after", 1, "banquier", to={}), "best reply to the banquier must"
    ),
    # The coalition
    "a negative weight": Forgery(one_tableau, weigh_below_nothing, "'DD' must be between 0 and 1"),
    "a chance above 1": Forgery(nothing, weigh_above_one, "'1|-,-' must be between 0 and 1"),
    "a chance with a long name": Forgery(
        two_thirds, put("coalition", "banquier", ODD, to=HUGE), "must be between 0 and 1"
    ),
    "a mixture of more than 1": Forgery(
        nothing, put("coalition", "mixture", "DD", to="1/2"), "must add up to 1"
    ),
    "a mixture of less than 1": Forgery(
        nothing, put("coalition", "mixture", "SS", to="1/2"), "must add up to 1"
    ),
    "a corner that is none": Forgery(
        nothing, put("coalition", "mixture", "XX", to="0"), "the chances of SS, SD, DS, DD"
    ),
    "a cell that is none": Forgery(
        two_thirds, put("coalition", "banquier", "9|-,-", to="0"), "a cell without a decision"
    ),
    "another value": Forgery(
        two_thirds, put("coalition", "value", to="-1/100"), "best reply to the banquier must"
    ),
    "a coalition that always stands": Forgery(
        two_thirds, put("coalition", "mixture", to={"SS": "1"}), "banquier's best reply must"
    ),
    "a banquier who never draws": Forgery(
        two_thirds, put("coalition", "banquier", to={}), "best reply to the banquier must"
    ),
    # Player 2 sees Player 1's third card
    "a corner after no card": Forgery(
        seeing, put("coalition", "mixture", "SS", to="0"), "the chances of SS|-, SD|-, DS|-, DD|-"
    ),
    "a corner after a card that is none": Forgery(
        seeing,
        put("coalition", "mixture", "SS|10", to="0"),
        "the chances of SS|-, SD|-, DS|-, DD|-",
    ),
    "a Player 1 who knows his third card": Forgery(
        seeing, change_after_a_four, "must not depend on his third card"
    ),
    "a Player 2 who never plays after a four": Forgery(
        seeing,
        lambda claim: [claim["coalition"]["mixture"].pop(f"{c}|4", 0) for c in CORNERS],
        "must add up to 1",
    ),
    "mixtures of less than 1": Forgery(
        seeing, put("coalition", "mixture", to={"SS|4": "0"}), "must add up to 1"
    ),
    "another value with a seen card": Forgery(
        seeing, put("coalition", "value", to="-1/100"), "best reply to the banquier must"
    ),
    "a Player 2 who forgets the card": Forgery(
        seeing, forget_the_card, "the banquier's best reply must"
    ),
    "a banquier who never draws on a seen card": Forgery(
        seeing, put("coalition", "banquier", to={}), "best reply to the banquier must"
    ),
    "a cell that is none on a seen card": Forgery(
        seeing, put("coalition", "banquier", "9|-,-", to="0"), "a cell without a decision"
    ),
    "the only strategies on a seen card": Forgery(
        seeing,
        put("coalition", "is_unique", to=True),
        "only if Player 2 does not see the third card",
    ),
    "equilibria on a seen card": Forgery(
        seeing,
        lambda claim: claim["nash"].extend(two_thirds()["nash"]),
        "only if Player 2 does not see the third card",
    ),
    # The only solution
    "a corner that is as good": Forgery(
        one_tableau, put("coalition", "is_unique", to=True), "a corner outside the mixture"
    ),
    "a tied cell that is not mixed": Forgery(
        even, let_one_cell_decide, "a cell outside the mixture"
    ),
    "more unknowns than equations": Forgery(
        even, put("coalition", "is_unique", to=True), "equations of indifference"
    ),
    # Equilibria
    "a root of a square": Forgery(
        two_thirds, put("nash", 0, "players", 0, 2, to="49"), "49' is a square"
    ),
    "a root of a long square": Forgery(
        two_thirds, put("nash", 0, "players", 0, 2, to="1" + "0" * 3998), "is a square"
    ),
    "two roots": Forgery(
        two_thirds, put("nash", 0, "players", 0, 2, to="202"), "the same number under the root"
    ),
    "a player's chance above 1": Forgery(
        nobody_cares, put("nash", 0, "players", 1, 0, to="3/2"), "equilibrium must be between 0"
    ),
    "a player's chance below 0": Forgery(
        nobody_cares, put("nash", 0, "players", 0, to=["1", "-1", "2"]), "equilibrium must be betw"
    ),
    "a banquier's chance above 1": Forgery(
        nobody_cares, put("nash", 0, "mixed", "1|-,-", to=["0", "1", "2"]), "equilibrium must be"
    ),
    "a draw where there is no decision": Forgery(
        two_thirds, lambda claim: claim["nash"][0]["draws"].append("9|-,-"), "an equilibrium draws"
    ),
    "a mixed cell where there is no decision": Forgery(
        two_thirds, put("nash", 0, "mixed", ODD, to=["0", "0", "1"]), "an equilibrium draws in"
    ),
    "a cell both drawn in and mixed": Forgery(two_thirds, draw_in_a_mixed_cell, "a cell twice"),
    "a cell drawn in twice": Forgery(two_thirds, draw_twice, "a cell twice"),
    "the same equilibrium": Forgery(two_thirds, list_again, "listed twice"),
    "the same equilibrium with other roots": Forgery(
        two_thirds, write_another_root, "listed twice"
    ),
    "the same equilibrium with a draw that changes nothing": Forgery(
        nobody_cares, lambda claim: list_again(claim, draws=["1|-,-"]), "listed twice"
    ),
    "the same equilibrium with a chance of nothing": Forgery(
        nobody_cares, lambda claim: list_again(claim, mixed={"0|0,0": ["0"] * 2 + ["1"]}), "twice"
    ),
    "a banquier who stands too often": Forgery(
        two_thirds,
        lambda claim: claim["nash"][0]["draws"].remove("0|-,-"),
        "better choice in 0|-,-",
    ),
    "a banquier who draws too often": Forgery(
        two_thirds,
        lambda claim: claim["nash"][0]["draws"].append("7|-,-"),
        "better choice in 7|-,-",
    ),
    "a banquier who mixes where he should not": Forgery(
        two_thirds, put("nash", 0, "mixed", "7|-,-", to=["1/2", "0", "1"]), "better choice in 7|-,-"
    ),
    "a Player 1 who could gain": Forgery(
        two_thirds,
        put("nash", 0, "mixed", "6|-,-", to=["1/3", "0", "1"]),
        "Player 1 has a better choice",
    ),
    "a Player 2 who could gain": Forgery(
        even, put("nash", 0, "mixed", "6|-,-", to=["1/4", "0", "1"]), "has a better choice"
    ),
    "another value of tableau 1": Forgery(
        two_thirds, put("nash", 0, "values", 0, to=["0", "0", "1"]), "tableau 1 must get"
    ),
    "another value of tableau 2": Forgery(
        nine_tenths, put("nash", 0, "values", 1, to=["0", "0", "1"]), "tableau 2 must get"
    ),
}


def forged(name: str) -> Claim:
    base, forge, _, _ = FORGERIES[name]
    claim = base()
    forge(claim)
    return claim


def refusal(certificate: Claim | str) -> BaccaratError:
    with pytest.raises(BaccaratError) as caught:
        check_banque(certificate)
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_certificate_is_refused_in_one_short_line(name: str) -> None:
    complaint = refusal(forged(name))
    assert type(complaint) is FORGERIES[name].error
    assert FORGERIES[name].complaint in str(complaint)
    assert len(str(complaint)) <= LONGEST
    assert str(complaint).isprintable()


TEXTS = {
    "": "expected JSON",
    "[": "expected JSON",
    "[" * 100_000: "expected JSON",
    "1" * 5000: "expected JSON",
    "[]": "not a certificate of banque",
    "null": "not a certificate of banque",
    '{"certificate": "banque", "certificate": "banque"}': "repeats a key",
    '{"certificate": "banque", "after": [{"value": "1", "value": "1"}]}': "repeats a key",
    '{"certificate": "banque", "theta": NaN}': "NaN is not a number",
    '{"certificate": "banque", "theta": -Infinity}': "-Infinity is not a number",
}


@pytest.mark.parametrize(("text", "complaint"), TEXTS.items(), ids=range(len(TEXTS)))
def test_text_that_is_no_certificate_is_refused_in_one_short_line(
    text: str, complaint: str
) -> None:
    found = refusal(text)
    assert isinstance(found, BadText)
    assert complaint in str(found)
    assert len(str(found)) <= LONGEST


@pytest.mark.slow
def test_every_refusal_of_the_checker_is_reached_by_a_forgery() -> None:
    """A new guard without a forgery fails here; so does one that nothing can reach."""
    path = Path(banque_check.__file__)
    raises = {
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Raise) and node.exc is not None
    }
    reached = set()
    certificates: list[Claim | str] = [*map(forged, FORGERIES), *TEXTS]
    for certificate in certificates:
        steps = traceback.extract_tb(refusal(certificate).__traceback__)
        reached |= {step.lineno for step in steps if Path(step.filename) == path}
    assert raises
    assert raises - reached == set()


# Games so small that their solutions can be seen, put in the place of banque's.


def put_game(
    monkeypatch: pytest.MonkeyPatch, stands: Corners, times: int = 1, **draws: Corners
) -> Claim:
    """There are no naturals and the value is 0; a draw changes tableau 1 so many times as much."""
    after = tuple(AfterNatural(natural, 0, (0, 0), {}) for natural in (8, 9))
    both = {cell: (tuple(times * pay for pay in line), line) for cell, line in draws.items()}
    game = BanquePayoffs(ENDLESS, True, 1, 0, after, (stands, stands), both, {})
    monkeypatch.setattr(banque_check, "banque_payoffs", lambda counts, endless: game)
    alone = {"value": "0", "draws_on_5": "0", "banquier": {}}
    return {
        "certificate": "banque",
        "theta": "1/2",
        "counts": list(ENDLESS),
        "endless": True,
        "after": [alone | {"natural": natural} for natural in (8, 9)],
        "coalition": {
            "value": "0",
            "mixture": {"SS": "1"},
            "banquier": dict.fromkeys(draws, "1/2"),
            "is_unique": True,
        },
        "nash": [],
    }


THIRDS = {"SS": "1/3", "SD": "1/3", "DS": "1/3"}


@pytest.mark.parametrize(
    ("stands", "draws", "coalition", "verdict"),
    [
        # 0 y + 2 z, 2 y − 2 z and −2 y are to be 1, 0 and −1: one solution, a half each
        pytest.param(
            (-1, 0, 1, -5),
            {"y": (0, 2, -2, 0), "z": (2, -2, 0, 0)},
            {"mixture": THIRDS},
            "the only ones",
            id="three equations have one solution",
        ),
        # only y + z matters
        pytest.param(
            (-2, 2, 0, -9),
            {"y": (2, -2, 0, 0), "z": (2, -2, 0, 0)},
            {"mixture": THIRDS},
            "equations of indifference",
            id="two equations are the same",
        ),
        pytest.param((0, -1, -1, -1), {}, {}, "the only ones", id="one corner is best"),
        pytest.param(
            (0, 0, -1, -1), {}, {}, "a corner outside the mixture", id="SD is as good as SS"
        ),
        pytest.param(
            (0, -1, -1, 0), {}, {}, "a corner outside the mixture", id="DD is as good as SS"
        ),
        *(
            pytest.param(
                (0, -3, -3, -3),
                {"y": (0, 1, 1, 1)},
                {"banquier": {"y": chance}},
                "a cell outside the mixture",
                id=f"y changes nothing at {chance}",
            )
            for chance in "01"
        ),
        # half a unit is what a draw costs or brings him if a coalition plays two corners by turns
        *(
            pytest.param(
                (ss, 0, -5, -5),
                {"y": (1 - 2 * ss, 0, 0, 0)},
                {
                    "mixture": {"SS": "1/2", "SD": "1/2"},
                    "banquier": banquier,
                    "is_unique": False,
                },
                "the coalition's value is 0;",
                id=f"the banquier minds half a unit with SS at {ss}",
            )
            for ss, banquier in ((0, {}), (1, {"y": "1"}))
        ),
    ],
)
def test_a_small_game_is_judged_as_one_can_see(
    monkeypatch: pytest.MonkeyPatch,
    stands: Corners,
    draws: dict[str, Corners],
    coalition: Claim,
    verdict: str,
) -> None:
    claim = put_game(monkeypatch, stands, 1, **draws)
    claim["coalition"] |= coalition
    try:
        told = check_banque(claim)
    except NotProved as complaint:
        told = str(complaint)
    assert verdict in told


def trio(one: str, two: str, *values: str) -> Claim:
    def number(text: str) -> list[str]:
        return [text, "0", "1"]

    return {
        "players": [number(one), number(two)],
        "values": [number(value) for value in values],
        "mixed": {},
        "draws": [],
    }


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        (("0", "0"), None),
        (("1", "1"), None),
        (("1/2", "1/2"), None),
        (("0", "1"), "Player 1"),
        (("1", "0"), "Player 1"),
        (("1/2", "0"), "Player 1"),
        (("0", "1/2"), "Player 2"),
        (("1", "1/2"), "Player 2"),
        (("1/2", "1"), "Player 1"),
        (("1/2", "1/3"), "Player 1"),
        (("1/3", "1/2"), "Player 2"),
    ],
)
def test_two_who_want_to_do_the_same_have_three_equilibria(
    monkeypatch: pytest.MonkeyPatch, players: tuple[str, str], complaint: str | None
) -> None:
    """Doing the same brings both Players 1, anything else −1: a game of coordination."""
    claim = put_game(monkeypatch, (1, -1, -1, 1))
    claim["coalition"] |= {"value": "1", "mixture": {"SS": "1"}, "is_unique": False}
    x, z = map(Fraction, players)
    value = str(1 - 2 * (x * (1 - z) + (1 - x) * z))
    claim["nash"] = [trio(*players, value, value)]
    if complaint is None:
        assert check_banque(claim).endswith(": 1")
    else:
        assert f"{complaint} has a better choice" in str(refusal(claim))


def test_equilibria_that_differ_for_one_tableau_only_are_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tableau 2 has no stake, so the banquier does not care whether it gets 0 or 1."""
    claim = put_game(monkeypatch, (0, 0, 0, 0), times=0, y=(1, 1, 1, 1)) | {"theta": "1"}
    claim["coalition"]["is_unique"] = False
    claim["nash"] = [trio("0", "0", "0", "0"), trio("0", "0", "0", "1") | {"draws": ["y"]}]
    assert check_banque(claim).endswith(": 2")


def test_a_chance_of_nothing_may_be_said() -> None:
    claim = two_thirds()
    claim["coalition"]["banquier"]["7|-,-"] = "0"
    assert check_banque(claim) == check_banque(two_thirds())


def test_different_equilibria_are_listed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = put_game(monkeypatch, (1, -1, -1, 1))
    claim["coalition"] |= {"value": "1", "is_unique": False}
    claim["nash"] = [trio("0", "0", "1", "1"), trio("1", "1", "1", "1")]
    assert check_banque(claim).endswith(": 2")


# Numbers with a root


some_part = st.fractions(-9, 9, max_denominator=9)


@given(*[some_part] * 4, st.sampled_from([2, 3, 8, 1000003]))
def test_numbers_with_a_root_are_calculated_as_floats_are(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, n: int
) -> None:
    one, two = banque_check._Root(a, b, n), banque_check._Root(c, d, n if d else 1)
    x, z = float(a) + float(b) * sqrt(n), float(c) + float(d) * sqrt(n)
    for found, expected in ((one + two, x + z), (two + one, x + z), (one * two, x * z)):
        assert float(found.p) + float(found.q) * sqrt(found.n) == pytest.approx(expected, abs=1e-6)
        if abs(expected) > 1e-6:
            assert found.sign == (1 if expected > 0 else -1)
    assert (one * two).key == (two * one).key
    assert (one + one * -1).sign == 0
    assert banque_check._Root(a, b, 4 * n).key == banque_check._Root(a, 2 * b, n).key


# What is proved, in words


UNIQUE = ", and without one they are the only ones"
TWO_THIRDS = (
    "banque, stakes 2/3 and 1/3, an endless deck, each Player sees his own total alone: the "
    "coalition's value is "
    "-99720663257968/10924341678589053; the strategies listed are optimal, without a natural "
    f"and after one{UNIQUE}; Nash equilibria listed, all of them right, others not excluded: 1"
)


@pytest.mark.parametrize(
    ("base", "is_unique", "theorem"),
    [
        pytest.param(two_thirds, True, TWO_THIRDS, id="an endless deck"),
        pytest.param(
            two_thirds, False, TWO_THIRDS.replace(UNIQUE, ""), id="uniqueness is not claimed"
        ),
        pytest.param(
            nothing,
            False,
            "banque, stakes 1/2 and 1/2, the shoe 0:9, each Player sees his own total alone: the "
            "coalition's value is 0; the strategies listed are optimal, without a natural and "
            "after one; no Nash equilibria are listed",
            id="a shoe of tens",
        ),
    ],
)
def test_the_theorem_names_the_stakes_the_cards_and_what_is_proved(
    base: Callable[[], Claim], is_unique: bool, theorem: str
) -> None:
    claim = base()
    claim["coalition"]["is_unique"] = is_unique
    assert check_banque(claim) == theorem


SHOES = [
    (tuple(times * count for count in suit), endless)
    for suit in (ENDLESS, (5, *[1] * 9), (1, *[0] * 9), (0, *[1] * 9))
    for times in (1, 2, 4, 8)
    for endless in (True, False)
]


def test_different_cards_have_different_words() -> None:
    """Where every card returns only the proportions matter, so four times a suit is the same."""
    for (one, returns), (two, back) in combinations(SHOES, 2):
        is_same = returns and back and one[0] * sum(two) == two[0] * sum(one)
        is_told_apart = banque_check.in_words(one, returns) != banque_check.in_words(two, back)
        assert is_told_apart is not is_same


@pytest.mark.slow
def test_a_whole_shoe_is_told_in_decks() -> None:
    proved = check_banque(solve_banque("1/2", 1).certificate())
    assert proved.startswith("banque, stakes 1/2 and 1/2, 1 deck, each Player sees")
    assert banque_check.in_words((96, *[24] * 9), False) == "6 decks"
