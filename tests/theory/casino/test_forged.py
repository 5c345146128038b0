"""Forged certificates of the casino game: every refusal of its checkers is reached."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from flint import fmpq
from forging import (
    FREE,
    LONG,
    NOTHING,
    TINY,
    USUAL,
    Fields,
    Forge,
    Forgery,
    again,
    double,
    drop,
    middle_for_a_corner,
    pretend,
    put,
    require_every_refusal,
    require_reason,
    steps,
    text,
)
from made_up_games import made_up, turning_at

from baccarat.base.errors import BadText, NotProved
from baccarat.theory.casino import check as casino_check
from baccarat.theory.casino import spans as casino_spans
from baccarat.theory.casino.all_commissions import commissions_of
from baccarat.theory.casino.check import CasinoCertificate, SignedGame, check_casino
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.payoffs import Payoffs, payoffs

CHECKERS = (casino_check, casino_spans)


def empty_every_refutation(fields: Fields) -> None:
    for step in steps(fields["proof"]):
        if "refuted" in step:
            step["refuted"] = dict.fromkeys(step["refuted"], "0")


def turn_every_refutation(fields: Fields) -> None:
    for step in steps(fields["proof"]):
        for name, weight in step.get("refuted", {}).items():
            step["refuted"][name] = str(-Fraction(weight))


def found(fields: Fields) -> Fields:
    return next(step for step in steps(fields["proof"]) if "found" in step)


def refute_what_is_found(weights: dict[str, str]) -> Forge:
    def forge(fields: Fields) -> None:
        step = found(fields)
        del step["found"]
        step["refuted"] = weights

    return forge


def number_all_alike(fields: Fields) -> None:
    """As if all that is found were one."""
    fields["is_unique"] = True
    for step in steps(fields["proof"]):
        if "found" in step:
            step["found"] = 0


def list_a_patch(fields: Fields) -> None:
    fields["patches"] = json.loads(text("casino B1"))["patches"]


WEIGHTS = "must fit its sign"
STEP = {"forced": [], "refuted": {"5": "1"}}


SETS = [
    Forgery("casino A4", double("patches", 0, "ponte_set"), "free decisions, each once"),
    Forgery(
        "casino A2", drop("patches", 0, "banquier_set", "corners", 0), "must list all its corners"
    ),
    Forgery("casino A2", middle_for_a_corner("patches", 0, "banquier_set"), "and no other points"),
    Forgery(
        "casino A2",
        put("patches", 0, "banquier_set", to=NOTHING),
        "more dimensions than the certificate claims",
    ),
    Forgery(
        "casino A2",
        put("patches", 0, "banquier_set", "corners", 0, 0, to="1/3"),
        "must lie in the set",
    ),
    Forgery(
        "casino A2",
        put("patches", 0, "banquier_set", "corners", 0, 0, to="-1"),
        "must lie in the set",
    ),
    Forgery("casino A2", put("patches", 0, "banquier_set", "dimension", to=6), "must span 6"),
    Forgery("casino A2", put("patches", 0, "banquier_set", "dimension", to=4), "must span 4"),
    Forgery(
        "casino B3",
        pretend("patches", 0, "ponte_set", name="1,4", draws=("0", "1"), dimension=1),
        "must lie in the set",
    ),
    Forgery("casino B3", put("patches", 0, "ponte_set", "dimension", to=1), "must span 1"),
    Forgery(
        "casino B3",
        pretend("patches", 0, "banquier_set", name="7,7|1", draws=("1",), dimension=0),
        "free decisions, each once",
    ),
    Forgery("casino A4", again("patches", 0, "ponte_set"), "set is listed twice"),
]


CASINO = [
    Forgery("casino B1", put("commission", to=["1/10", "1/20"]), "two fractions from 0 to 1"),
    Forgery("casino B1", put("commission", to=["-1/20", "1/20"]), "two fractions from 0 to 1"),
    Forgery("casino B1", put("commission", to=["1/20", "21/20"]), "two fractions from 0 to 1"),
    Forgery("casino B1", put("commission", to=["3/50", "3/50"]), ""),
    Forgery("span B1", list_a_patch, "cannot list single equilibria"),
    Forgery("casino B1", put("bound", "9|9" * 99, to="1"), "there is no decision at 9|99|9"),
    Forgery("casino B1", put("bound", "6|-", to="3/2"), "6|- is bound to 3/2, which must be"),
    Forgery("casino B1", put("bound", "6|-", to=f"-{LONG}"), "which must be from 0 to 1"),
    Forgery("casino B1", put("bound", "5", to="1/2"), "that has no sign yet"),
    Forgery(
        "casino B1",
        put("proof", "forced", 0, to=["0|0", "-"]),
        "do not force 0|0 to have the sign -",
    ),
    Forgery(
        "casino B1",
        put("proof", "forced", 0, to=["0|0", "0"]),
        "do not force 0|0 to have the sign 0",
    ),
    Forgery(
        "casino B1",
        put("proof", "forced", 0, to=["7|0", "+"]),
        "do not force 7|0 to have the sign +",
    ),
    Forgery(
        "casino B1",
        put("proof", "forced", 0, to=["6|-", "+"]),
        "do not force 6|- to have the sign +",
    ),
    Forgery(
        "casino B1",
        put("proof", "forced", 0, to=["6|-", "-"]),
        "do not force 6|- to have the sign -",
    ),
    Forgery("casino B1", put("proof", "forced", 1, to=["0|0", "+"]), "cannot be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to=["0|0", "?"]), "cannot be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to=["x" * 999, "+"]), "cannot be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to=["0|0"]), "'' cannot be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to="0|0"), "a list of pairs"),
    Forgery("casino B1", put("proof", "forced", to="-"), "a list of pairs"),
    Forgery("casino B1", put("proof", "branches", 1, "forced", to={}), "a list of pairs"),
    Forgery(
        "casino B1", put("proof", "branches", 0, to=[]), "each step of the proof must be an object"
    ),
    Forgery("casino B1", put("proof", "more", to=1), "a step must have 'forced'"),
    Forgery("casino B1", drop("proof", "forced"), "a step must have 'forced'"),
    Forgery("casino B1", drop("proof", "branches"), "a step must have 'forced'"),
    Forgery("casino B1", put("proof", "split", to="0|0"), "that has no sign yet"),
    Forgery("casino B1", put("proof", "split", to="9|9"), "that has no sign yet"),
    Forgery("casino B1", put("proof", "split", to=["5"]), "that has no sign yet"),
    Forgery("casino B1", put("proof", "branches", to={}), "three branches"),
    Forgery("casino B1", drop("proof", "branches", 2), "three branches"),
    Forgery("casino B1", refute_what_is_found({}), "must belong to the decisions of one side"),
    Forgery(
        "casino B1", refute_what_is_found({"5": "1", "6|-": "1"}), "to the decisions of one side"
    ),
    Forgery("casino B1", refute_what_is_found({"5|5" * 99: "1"}), WEIGHTS),
    Forgery("casino B1", refute_what_is_found({"0|0": "-1"}), WEIGHTS),
    Forgery("casino B1", refute_what_is_found({"7|0": "1"}), WEIGHTS),
    Forgery("casino B1", refute_what_is_found({"0|0": "1"}), "do not refute the signs"),
    Forgery("casino B1", refute_what_is_found({"0|0": "0"}), "do not refute the signs"),
    Forgery("casino B1", refute_what_is_found({"5": "0"}), "do not refute the signs"),
    Forgery("casino B1", refute_what_is_found({"5": "1"}), "do not refute the signs"),
    Forgery("casino B1", empty_every_refutation, "do not refute the signs"),
    Forgery("casino B1", turn_every_refutation, ""),
    Forgery("casino B1", lambda fields: found(fields).update(found=1), "use each number once"),
    Forgery("casino B1", lambda fields: found(fields).update(found=True), "use each number once"),
    Forgery(
        "casino B1", put("proof", to={"forced": [], "found": 0}), "must come after all signs are"
    ),
    Forgery(
        "casino B1",
        lambda f: f["patches"].append(f["patches"][0]),
        "exactly the equilibria of the proof",
    ),
    Forgery("casino B1", put("patches", 0, "ponte", "5", to="1/2"), "must give 5|4 the sign +"),
    Forgery("casino B1", put("patches", 0, "banquier", "6|-", to="1/2"), "must give 5 the sign"),
    Forgery(
        "casino B1", put("patches", 0, "banquier", "6|6", to="0"), "drawing with probability 0"
    ),
    Forgery(
        "casino B1",
        put("patches", 0, "banquier", "7|7", to="1/99"),
        "drawing with probability 1/99",
    ),
    Forgery("casino B1", drop("patches", 0, "banquier", "7|7"), "must say what to do at 7|7"),
    Forgery("casino A2", put("is_unique", to=True), "strategies of the banquier are not excluded"),
    Forgery("casino A4", put("is_unique", to=True), "strategies of the ponte are not excluded"),
    Forgery("span B2", put("is_unique", to=True), "but the proof has several"),
    Forgery("span B1", lambda fields: found(fields).update(found=2), "use each number once"),
    Forgery("span B2", number_all_alike, "use each number once"),
    Forgery("spans B1", put("spans", to=[]), "needs at least one span"),
    Forgery("spans B2", put("spans", 1, "model", to="B4"), "belong to different games"),
    Forgery("spans B2", put("spans", 1, "player", to="DDDDDD--"), "belong to different games"),
    Forgery("spans B2", put("spans", 1, "bound", "5", to="1"), "belong to different games"),
    Forgery("spans B2", put("spans", 1, "composition", to=TINY), "belong to different games"),
    Forgery("spans B2", put("spans", 1, "commission", to=["0", "1/10"]), ""),
]
FORGERIES = [*SETS, *CASINO]


@contextmanager
def dealt_from(game: Payoffs) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casino_check, "payoffs", lambda *_, **__: game)
        yield


def span_of(**changes: Any) -> CasinoCertificate:
    true = solve_casino("B1", 0, 1).certificate
    return replace(true, high=Fraction(1), patches=(), is_unique=True, **changes)


def signed(game: Payoffs) -> SignedGame:
    """The game at every commission from 0 to 1."""
    return SignedGame(game, Fraction(0), Fraction(1), {})


def more_hands_tied_than_cells() -> None:
    """All signs are 0, and one equation cannot determine two probabilities of the ponte."""
    game = made_up([-3, 2, 0, -2, -4, 4], [-4, -2, 4, 0, 2, -2], 3)
    refuted = [{"forced": [], "refuted": {"0": p, "1": p}} for p in ("-1", "1")]
    at_cell: Fields = {
        "forced": [],
        "split": "0|0",
        "branches": [
            {"forced": [], "refuted": {"1": "1"}},
            {"forced": [], "found": 0},
            {"forced": [], "refuted": {"0": "1"}},
        ],
    }
    lower: Fields = {"forced": [["0|0", "-"]], "refuted": {"1": "1"}}
    upper: Fields = {"forced": [["0|0", "+"], ["1", "+"]], "refuted": {"0": "1"}}
    first: Fields = {"forced": [], "split": "1", "branches": [refuted[0], refuted[0], lower]}
    second: Fields = {"forced": [], "split": "1", "branches": [refuted[0], at_cell, refuted[1]]}
    tree = {"forced": [], "split": "0", "branches": [first, second, upper]}
    with dealt_from(game):
        check_casino(span_of(proof=tree))


def equations_turn_round(step: int = 1) -> None:
    """What the cells gain turns by a right angle and more between the ends of the span."""
    win = [[0, 20, 20, -23, 26, 60], [0, 0, 0, 17, -40, 6]][::step]
    lose = [[0, 0, 0, -43, 46, 40], [0, 0, 0, -3, -40, 46]][::step]
    game = signed(made_up([*win[0], *win[1]], [*lose[0], *lose[1]], 3))
    game.require_single(dict.fromkeys(("0", "1", "0|0", "0|1"), "0"))


def require_single(win: int, lose: int) -> None:
    """One hand and one cell: what drawing gains has the slope (1 − a) lose − win."""
    game = signed(made_up([0, 0, 0, win], [0, 0, 0, lose], 2))
    game.require_single({"0": "0", "0|0": "0"})


def a_root_at_the_end() -> None:
    """A cell turns at commission 0 itself, so that its sign does not change inside."""
    game = turning_at(Fraction(0))
    with dealt_from(game):
        check_casino(replace(commissions_of(game, {}).certificate, is_unique=True))


BY_HAND: list[tuple[Callable[[], None], str]] = [
    (more_hands_tied_than_cells, "other strategies of the ponte are not excluded"),
    (equations_turn_round, "other strategies of the ponte are not excluded"),
    (partial(equations_turn_round, -1), "other strategies of the ponte are not excluded"),
    (a_root_at_the_end, "the proof does not show that the sign of 0|1 changes exactly once"),
]
CASES = [(forgery.check, forgery.words) for forgery in FORGERIES] + BY_HAND


@pytest.mark.parametrize(("case", "words"), CASES)
def test_a_forged_certificate_is_refused_with_its_reason(
    case: Callable[[], None], words: str
) -> None:
    require_reason(case, words)


@pytest.mark.slow
def test_every_refusal_is_reached_by_a_forgery() -> None:
    """A guard that is added to a checker without a forgery fails here."""
    assert require_every_refusal((case for case, _ in CASES), CHECKERS) > 20


@pytest.mark.parametrize("name", sorted({forgery.name for forgery in FORGERIES}))
def test_what_is_forged_below_is_true_before(name: str) -> None:
    assert check_any(text(name))


@pytest.mark.parametrize(("win", "lose"), [(2, -4), (-2, 4), (-4, 2), (-1, 1)])
def test_equations_that_never_vanish_have_one_solution(win: int, lose: int) -> None:
    slopes = [(1 - Fraction(k, 100)) * lose - win for k in range(101)]
    assert all(slopes)
    require_single(win, lose)


@pytest.mark.parametrize(("win", "lose"), [(-2, -4), (2, 4), (0, 4), (4, 4)])
def test_equations_that_vanish_somewhere_need_not(win: int, lose: int) -> None:
    slopes = [(1 - Fraction(k, 100)) * lose - win for k in range(101)]
    assert not all(slopes)
    with pytest.raises(NotProved, match="are not excluded"):
        require_single(win, lose)


def is_proved(require: Callable[..., object], *claim: object, why: str) -> bool:
    try:
        require(*claim)
    except NotProved as complaint:
        assert why in str(complaint)
        return False
    return True


def test_a_sign_is_forced_if_the_line_cannot_even_be_0() -> None:
    """Drawing in the cell costs 2x or brings it: nothing, if the ponte never draws."""
    for win, sign, other in ((2, "-", "+"), (-2, "+", "-")):
        game = signed(made_up([0, 0, 0, win], [0, 0, 0, 0], 2))
        is_forced = partial(is_proved, game.require_forced, "0|0", why="do not force")
        assert is_forced(sign, {"0": "+"})
        assert is_forced("0", {"0": "-"})
        for wrong, known in ((sign, {}), ("0", {}), (other, {}), (sign, {"0": "-"})):
            assert not is_forced(wrong, known)


@pytest.mark.parametrize(
    ("weight", "signs", "is_refuted"),
    [
        (1, {"0|0": "+"}, True),
        (1, {"0|0": "0", "0": "+"}, True),
        (1, {"0|0": "0"}, False),
        (-1, {"0|0": "-"}, False),
        (-1, {"0|0": "0"}, False),
        (0, {"0|0": "+"}, False),
        (0, {"0|0": "0", "0": "+"}, False),
    ],
)
def test_signs_are_refuted_by_a_sum_that_is_not_what_they_say(
    weight: int, signs: dict[str, str], is_refuted: bool
) -> None:
    """The line is −2x, so that it is never more than 0 and may be 0."""
    refute = signed(made_up([0, 0, 0, 2], [0, 0, 0, 0], 2)).require_refuted
    weights = {"0|0": fmpq(weight)}
    assert is_proved(refute, weights, signs, why="do not refute the signs") == is_refuted


@pytest.mark.parametrize(
    "forge",
    [
        put("spans", to={}),
        put("spans", 0, to=[]),
        put("spans", 0, "certificate", to="chemin-de-fer"),
        put("spans", 0, "commission", to=["0"]),
        put("spans", 0, "commission", to="01"),
        put("spans", 0, "proof", to=[]),
        put("spans", 0, "patches", to={}),
        put("spans", 0, "patches", to=[[]]),
        put("spans", 0, "is_unique", to=0),
    ],
)
def test_what_is_no_span_is_no_certificate(forge: Forge) -> None:
    fields = json.loads(text("spans B1"))
    forge(fields)
    with pytest.raises(BadText, match="not a certificate"):
        check_any(json.dumps(fields))


def test_a_proof_that_is_too_deep_is_refused_in_one_line() -> None:
    """A split at every decision in turn, 528 of them: too deep for a value."""
    game = payoffs("B3", 1, tableau=FREE)
    step: Fields = {"forced": [], "found": 0}
    for name in (*game.ponte, *game.banquier):
        step = {"forced": [], "split": name, "branches": [step, STEP, STEP]}
    claim = solve_casino("B3", USUAL, 1, tableau=FREE).certificate
    with pytest.raises(BadText, match="too many levels"):
        replace(claim, proof=step)
    deep = '{"certificate": ' * 10_000
    with pytest.raises(BadText, match="expected JSON"):
        check_any(deep + "1" + "}" * 10_000)
