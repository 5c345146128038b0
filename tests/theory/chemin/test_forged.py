"""Every refusal of the checkers of chemin de fer, reached by a certificate forged for it."""

import ast
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.errors import BaccaratError, BadText, NotProved
from baccarat.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory import reading, sets, strategies
from baccarat.theory.casino import check as casino_check
from baccarat.theory.casino import spans as casino_spans
from baccarat.theory.casino.all_commissions import all_certificates, commissions
from baccarat.theory.casino.check import CasinoCertificate, check_casino
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.casino.spans import write_spans
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin import certificate, proof
from baccarat.theory.chemin.all_decks import solve_for_all
from baccarat.theory.chemin.payoffs import Payoffs, payoffs, payoffs_by_decks
from baccarat.theory.chemin.solver import solve
from baccarat.theory.numbers import rational

CHECKERS = (certificate, proof, casino_check, casino_spans, sets, strategies)
LONGEST = 200
USUAL = Fraction(1, 20)
FREE = Tableau((Move.FREE,) * 8, CHEMIN_DE_FER.banker)
TINY = "0:2 2:1 3:1 6:2 9:2"
"""A shoe in which many decisions are idle."""
Fields = dict[str, Any]
Forge = Callable[[Fields], object]


@cache
def text(name: str) -> str:
    """A true certificate."""
    kind, _, game = name.partition(" ")
    decks = 6 if game.startswith("B") else None
    if kind == "parlor":
        return solve(game, decks).certificate.dump()
    if kind == "casino":
        return solve_casino(game, USUAL, decks).certificate.dump()
    if kind == "all":
        return solve_for_all(game).claim.dump()
    if kind == "spans":
        return write_spans(all_certificates(commissions(game, 4)))
    if kind == "span":
        return commissions(game, 4).certificate.dump()
    if kind == "bound":
        return solve(game, decks, bind={"6|-": 0}).certificate.dump()
    if kind == "tied":
        return solve(game, bind={"5": Fraction(9, 11)}).certificate.dump()
    assert kind == "tiny"
    return solve(game, composition=TINY, tableau=FREE).certificate.dump()


TRUE = ["parlor A1", "parlor B3", "parlor A2", "parlor A3", "bound B1", "tied A1", "tiny B2"]
TRUE += ["casino B1", "casino B3", "casino A2", "casino A4", "all B1", "spans B1", "span B1"]


@pytest.mark.parametrize("name", TRUE)
def test_what_is_forged_below_is_true_before(name: str) -> None:
    assert check_any(text(name))


@dataclass(frozen=True)
class Forgery:
    """A change that makes a true certificate false, and what the checker says of it."""

    name: str
    forge: Forge
    words: str

    def check(self) -> None:
        fields = json.loads(text(self.name))
        self.forge(fields)
        check_any(json.dumps(fields))


def put(*path: str | int, to: object) -> Forge:
    """Write something at a place inside a certificate."""

    def forge(fields: Any) -> None:
        *way, last = path
        for key in way:
            fields = fields[key]
        if isinstance(fields, list) and last == len(fields):
            fields.append(to)
        else:
            fields[last] = to

    return forge


def drop(*path: str | int) -> Forge:
    def forge(fields: Any) -> None:
        *way, last = path
        for key in way:
            fields = fields[key]
        del fields[last]

    return forge


def both(*forges: Forge) -> Forge:
    def forge(fields: Fields) -> None:
        for one in forges:
            one(fields)

    return forge


def double(*path: str | int) -> Forge:
    """Name a moving decision twice: a point would seem to be a segment."""

    def forge(fields: Any) -> None:
        for key in path:
            fields = fields[key]
        fields["names"].append(fields["names"][0])
        for corner in fields["corners"]:
            corner.append(corner[0])

    return forge


def pretend(*path: str | int, name: str, draws: tuple[str, ...], dimension: int) -> Forge:
    """A set of one name."""
    corners = [[p] for p in draws]
    return put(*path, to={"names": [name], "dimension": dimension, "corners": corners})


def empty_every_refutation(fields: Fields) -> None:
    for step in steps(fields["proof"]):
        if "refuted" in step:
            step["refuted"] = dict.fromkeys(step["refuted"], "0")


def turn_every_refutation(fields: Fields) -> None:
    for step in steps(fields["proof"]):
        for name, weight in step.get("refuted", {}).items():
            step["refuted"][name] = str(-Fraction(weight))


def steps(step: Fields) -> Iterator[Fields]:
    yield step
    for branch in step.get("branches", []):
        yield from steps(branch)


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


def middle_for_a_corner(*path: str | int) -> Forge:
    """Add a point that is optimal, but no corner."""

    def forge(fields: Any) -> None:
        for key in path:
            fields = fields[key]
        corners = [[Fraction(a) for a in corner] for corner in fields["corners"]]
        mean = [str(sum(column) / len(corners)) for column in zip(*corners, strict=True)]
        fields["corners"].append(mean)

    return forge


NOTHING = {"names": [], "dimension": 0, "corners": [[]]}


def others(name: str) -> Forge:
    """The banquier's only strategy as a set that names a decision which cannot vary."""
    point = pretend("banquier_set", name=name, draws=("0",), dimension=0)
    return both(put("is_unique", to=False), put("ponte_set", to=NOTHING), point)


LONG = "9" * 3000
WEIGHTS = "does not agree with its sign"
STEP = {"forced": [], "refuted": {"5": "1"}}

PARLOR = [
    Forgery("bound B1", put("bound", "7,7|9", to="1"), "nothing is decided at 7,7|9"),
    Forgery("bound B1", put("bound", "\n" * 999, to="1"), "nothing is decided at \\n\\n"),
    Forgery("bound B1", put("bound", "6|-", to="1"), "6|- is bound to 1, not to 0"),
    Forgery("bound B1", put("bound", "6|-", to=LONG), "6|- is bound to 999"),
    Forgery("bound B1", put("bound", to={}), "reply to the ponte's strategy"),
    Forgery("parlor A1", put("ponte", "5", to="8/11"), "reply to the ponte's strategy"),
    Forgery("parlor A1", put("banquier", "6|-", to="1/2"), "reply to the banquier's strategy"),
    Forgery("parlor A1", put("banquier", "6|6", to="0"), "reply to the banquier's strategy"),
    Forgery("parlor A1", put("value", to="-1/100"), "reply to the ponte's strategy"),
    Forgery("parlor A1", put("model", to="A4"), "the ponte's strategy says nothing of 0,5"),
    Forgery("parlor A1", put("model", to="B1"), "reply to the ponte's strategy"),
    Forgery("parlor A1", drop("ponte", "5"), "the ponte's strategy says nothing of 5"),
    Forgery("parlor A1", put("ponte", "5", to="12/11"), "5: 12/11 is no probability"),
    Forgery("parlor A1", put("ponte", "5", to=f"-{LONG}"), "5: -999"),
    Forgery("parlor A1", put("ponte", "4", to="1"), "the ponte decides where"),
    Forgery("parlor A1", put("player", to="DDDDDD--"), "the ponte decides where"),
    Forgery("parlor A1", put("banquier", "8|1", to="1"), "the banquier decides where"),
    Forgery("parlor A3", put("is_unique", to=True), "unique, and sets of others are listed"),
    Forgery(
        "parlor A3",
        both(put("is_unique", to=True), put("ponte_set", to=None)),
        "unique, and sets of others are listed",
    ),
    Forgery(
        "parlor A3",
        both(put("is_unique", to=True), put("banquier_set", to=None)),
        "unique, and sets of others are listed",
    ),
    Forgery("parlor A3", put("ponte_set", to=None), "both sides are listed, or none"),
    Forgery("parlor A3", put("banquier_set", to=None), "both sides are listed, or none"),
]
for name, who in (("parlor A2", "banquier"), ("parlor A3", "ponte"), ("tied A1", "banquier")):
    alone = both(put("is_unique", to=True), put("ponte_set", to=None), put("banquier_set", to=None))
    PARLOR.append(Forgery(name, alone, f"strategies of the {who} are not excluded"))

SETS = [
    Forgery("parlor A3", put("ponte_set", "corners", to=[]), "for each of its names"),
    Forgery("parlor A3", put("ponte_set", "corners", 3, to=["1"]), "for each of its names"),
    Forgery("parlor A3", double("ponte_set"), "names decisions that may vary, each once"),
    Forgery("casino A4", double("patches", 0, "ponte_set"), "may vary, each once"),
    Forgery(
        "parlor A1",
        both(
            put("is_unique", to=False),
            put("ponte_set", to=NOTHING),
            put(
                "banquier_set",
                to={"names": ["6|-", "6|-"], "dimension": 1, "corners": [["0", "859/2288"]] * 2},
            ),
        ),
        "may vary, each once",
    ),
    Forgery(
        "bound B1",
        others("6|-"),
        "may vary, each once",
    ),
    Forgery(
        "parlor A1",
        others("7|9"),
        "may vary, each once",
    ),
    Forgery(
        "tiny B2",
        pretend("banquier_set", name="4,4|0", draws=("0", "1"), dimension=1),
        "may vary, each once",
    ),
    Forgery("parlor A3", put("ponte_set", "corners", 17, to=["0"] * 5), "does not give the value"),
    Forgery(
        "parlor A3",
        put("ponte_set", "corners", 17, to=["18/11", "0", "0", "0", "0"]),
        "a corner of the ponte's set is not in it",
    ),
    Forgery("parlor A3", put("ponte_set", "dimension", to=3), "do not span 3 dimensions"),
    Forgery("parlor A3", put("ponte_set", "dimension", to=5), "do not span 5 dimensions"),
    Forgery("parlor A3", put("ponte_set", "dimension", to=-4), "do not span -4 dimensions"),
    Forgery("parlor A3", put("ponte_set", "dimension", to=10**3000), "do not span 1000"),
    Forgery("parlor A3", put("ponte_set", to=NOTHING), "no more dimensions than said"),
    Forgery("parlor A3", put("banquier_set", to=NOTHING), "no more dimensions than said"),
    Forgery("parlor A3", drop("ponte_set", "corners", 4), "the ponte's set are not all"),
    Forgery("parlor A3", drop("banquier_set", "corners", 39), "the banquier's set are not all"),
    Forgery("parlor A2", middle_for_a_corner("banquier_set"), "not all are corners"),
    Forgery("casino A2", drop("patches", 0, "banquier_set", "corners", 0), "are not all"),
    Forgery("casino A2", middle_for_a_corner("patches", 0, "banquier_set"), "not all are corners"),
    Forgery("casino A2", put("patches", 0, "banquier_set", to=NOTHING), "no more dimensions"),
    Forgery(
        "casino A2", put("patches", 0, "banquier_set", "corners", 0, 0, to="1/3"), "is not in it"
    ),
    Forgery(
        "casino A2", put("patches", 0, "banquier_set", "corners", 0, 0, to="-1"), "is not in it"
    ),
    Forgery("casino A2", put("patches", 0, "banquier_set", "dimension", to=6), "do not span 6"),
    Forgery("casino A2", put("patches", 0, "banquier_set", "dimension", to=4), "do not span 4"),
    Forgery(
        "casino B3",
        pretend("patches", 0, "ponte_set", name="1,4", draws=("0", "1"), dimension=1),
        "is not in it",
    ),
    Forgery("casino B3", put("patches", 0, "ponte_set", "dimension", to=1), "do not span 1"),
    Forgery(
        "casino B3",
        pretend("patches", 0, "banquier_set", name="7,7|1", draws=("1",), dimension=0),
        "may vary, each once",
    ),
]
for name, side in (("parlor A3", ("ponte_set",)), ("casino A4", ("patches", 0, "ponte_set"))):

    def again(fields: Any, side: tuple[str | int, ...] = side) -> None:
        for key in side:
            fields = fields[key]
        fields["corners"].append(fields["corners"][0])

    SETS.append(Forgery(name, again, "a corner of the ponte's set is listed twice"))

CASINO = [
    Forgery("casino B1", put("commission", to=["1/10", "1/20"]), "to a larger one, 0 to 1"),
    Forgery("casino B1", put("commission", to=["-1/20", "1/20"]), "to a larger one, 0 to 1"),
    Forgery("casino B1", put("commission", to=["1/20", "21/20"]), "to a larger one, 0 to 1"),
    Forgery("casino B1", put("commission", to=["3/50", "3/50"]), ""),
    Forgery("span B1", list_a_patch, "over a span of commissions no single equilibria"),
    Forgery("casino B1", put("bound", "9|9" * 99, to="1"), "nothing is decided at 9|99|9"),
    Forgery("casino B1", put("bound", "6|-", to="3/2"), "6|- is bound to 3/2, which is no"),
    Forgery("casino B1", put("bound", "6|-", to=f"-{LONG}"), "which is no probability"),
    Forgery("casino B1", put("bound", "5", to="1/2"), "that has no sign yet"),
    Forgery("casino B1", put("proof", "forced", 0, to=["0|0", "-"]), "not forced to have the"),
    Forgery("casino B1", put("proof", "forced", 0, to=["0|0", "0"]), "not forced to have the"),
    Forgery("casino B1", put("proof", "forced", 0, to=["7|0", "+"]), "not forced to have the"),
    Forgery("casino B1", put("proof", "forced", 0, to=["6|-", "+"]), "not forced to have the"),
    Forgery("casino B1", put("proof", "forced", 0, to=["6|-", "-"]), "not forced to have the"),
    Forgery("casino B1", put("proof", "forced", 1, to=["0|0", "+"]), "no sign to be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to=["0|0", "?"]), "no sign to be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to=["x" * 999, "+"]), "no sign to be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to=["0|0"]), "'' has no sign to be forced"),
    Forgery("casino B1", put("proof", "forced", 0, to="0|0"), "a list of pairs"),
    Forgery("casino B1", put("proof", "forced", to="-"), "a list of pairs"),
    Forgery("casino B1", put("proof", "branches", 1, "forced", to={}), "a list of pairs"),
    Forgery("casino B1", put("proof", "branches", 0, to=[]), "a step of the proof is an object"),
    Forgery("casino B1", put("proof", "more", to=1), "a step says what is forced"),
    Forgery("casino B1", drop("proof", "forced"), "a step says what is forced"),
    Forgery("casino B1", drop("proof", "branches"), "a step says what is forced"),
    Forgery("casino B1", put("proof", "split", to="0|0"), "that has no sign yet"),
    Forgery("casino B1", put("proof", "split", to="9|9"), "that has no sign yet"),
    Forgery("casino B1", put("proof", "split", to=["5"]), "that has no sign yet"),
    Forgery("casino B1", put("proof", "branches", to={}), "three branches"),
    Forgery("casino B1", drop("proof", "branches", 2), "three branches"),
    Forgery("casino B1", refute_what_is_found({}), "weights of one side's decisions"),
    Forgery("casino B1", refute_what_is_found({"5": "1", "6|-": "1"}), "of one side's decisions"),
    Forgery("casino B1", refute_what_is_found({"5|5" * 99: "1"}), WEIGHTS),
    Forgery("casino B1", refute_what_is_found({"0|0": "-1"}), WEIGHTS),
    Forgery("casino B1", refute_what_is_found({"7|0": "1"}), WEIGHTS),
    Forgery("casino B1", refute_what_is_found({"0|0": "1"}), "refute nothing"),
    Forgery("casino B1", refute_what_is_found({"0|0": "0"}), "refute nothing"),
    Forgery("casino B1", refute_what_is_found({"5": "0"}), "refute nothing"),
    Forgery("casino B1", refute_what_is_found({"5": "1"}), "refute nothing"),
    Forgery("casino B1", empty_every_refutation, "refute nothing"),
    Forgery("casino B1", turn_every_refutation, ""),
    Forgery("casino B1", lambda fields: found(fields).update(found=1), "0, 1, 2, …, each once"),
    Forgery("casino B1", lambda fields: found(fields).update(found=True), "each once"),
    Forgery("casino B1", put("proof", to={"forced": [], "found": 0}), "before all signs are"),
    Forgery("casino B1", lambda f: f["patches"].append(f["patches"][0]), "not what is listed"),
    Forgery("casino B1", put("patches", 0, "ponte", "5", to="1/2"), "not give 5|4 the sign +"),
    Forgery("casino B1", put("patches", 0, "banquier", "6|-", to="1/2"), "not give 5 the sign"),
    Forgery("casino B1", put("patches", 0, "banquier", "6|6", to="0"), "drawn on with 0"),
    Forgery("casino B1", put("patches", 0, "banquier", "7|7", to="1/99"), "drawn on with 1/99"),
    Forgery("casino B1", drop("patches", 0, "banquier", "7|7"), "says nothing of 7|7"),
    Forgery("casino A2", put("is_unique", to=True), "strategies of the banquier are not excluded"),
    Forgery("casino A4", put("is_unique", to=True), "strategies of the ponte are not excluded"),
    Forgery("span B1", put("is_unique", to=True), "and more than one is found"),
    Forgery("span B1", lambda fields: found(fields).update(found=2), "each once"),
    Forgery("span B1", number_all_alike, "each once"),
    Forgery("spans B1", put("spans", to=[]), "a proof without spans proves nothing"),
    Forgery("spans B1", put("spans", 1, "model", to="B4"), "the spans are not of one game"),
    Forgery("spans B1", put("spans", 1, "player", to="DDDDDD--"), "are not of one game"),
    Forgery("spans B1", put("spans", 1, "bound", "5", to="1"), "are not of one game"),
    Forgery("spans B1", put("spans", 1, "composition", to=TINY), "are not of one game"),
    Forgery("spans B1", put("spans", 1, "commission", to=["0", "1/10"]), ""),
]

FOR_ALL = [
    Forgery("all B1", put("model", to="A1"), "model A1 has no number of decks"),
    Forgery("all B1", put("model", to="B2"), "does not name his decisions"),
    Forgery("all B1", drop("ponte", "5"), "the ponte's strategy does not name"),
    Forgery("all B1", put("banquier", "x" * 999, to="1"), "the banquier's strategy does not name"),
    Forgery("all B1", put("value", to="-1 / 80"), "the strategies do not give the value"),
    Forgery("all B1", put("ponte", "5", to="1 / 2"), "one of its choices is better"),
    Forgery("all B1", put("banquier", "7|7", to="1 / 2"), "one of its choices is better"),
    Forgery("all B1", put("from", to=3), "not shown for 3 decks and more"),
]


def with_idle_cells_mixed(fields: Fields) -> None:
    """Player always stands: no coup comes to a third card of his, and nothing is worse there."""
    fields["player"], fields["ponte"] = "--------", {}
    for cell in fields["banquier"]:
        fields["banquier"][cell] = "1 / 2" if cell[-1] != "-" else "1" if cell < "6" else "0"


def with_idle_cells_pure(fields: Fields) -> None:
    """The same, and the value that the strategies give: but others would give it too."""
    with_idle_cells_mixed(fields)
    for cell in fields["banquier"]:
        if cell[-1] != "-":
            fields["banquier"][cell] = "0"
    always = Tableau((Move.STAND,) * 8, CHEMIN_DE_FER.banker)
    fields["value"] = value_of(always, fields["banquier"])


def value_of(tableau: Tableau, banquier: dict[str, str]) -> str:
    """What Player gets who decides nothing, against a banquier who never mixes."""
    game = payoffs_by_decks("B1", tableau)
    total = game.fixed[0] - game.fixed[1]
    for cell, win, lose in zip(game.banquier, game.win, game.lose, strict=True):
        move = int(banquier[cell])
        total += win[move][0] - lose[move][0]
    return proof.RationalFunction.of(total, game.total).dump()


FOR_ALL += [
    Forgery("all B1", with_idle_cells_mixed, "do not mix equally many choices"),
    Forgery("all B1", with_idle_cells_pure, "0|0 stands: not shown for 4 decks"),
]
FORGERIES = [*PARLOR, *SETS, *CASINO, *FOR_ALL]


def made_up(win: list[int], lose: list[int], size: int) -> Payoffs:
    """A game of two cells and one hand, or more, with any weights; no cards are behind it."""

    def cells(numbers: list[int]) -> Any:
        lines = [tuple(numbers[k : k + size]) for k in range(0, len(numbers), size)]
        return tuple(zip(lines[::2], lines[1::2], strict=True))

    real = payoffs("B1", 1, tableau=FREE)
    won = cells(win)
    return replace(
        real,
        ponte=real.ponte[: size - 1],
        banquier=real.banquier[: len(won)],
        fixed=(0, 0),
        win=won,
        lose=cells(lose),
    )


@contextmanager
def dealt_from(game: Payoffs) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casino_check, "payoffs", lambda *_, **__: game)
        yield


def span_of(**changes: Any) -> CasinoCertificate:
    true = solve_casino("B1", 0, 1).certificate
    return replace(true, high=Fraction(1), patches=(), is_unique=True, **changes)


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
    with dealt_from(made_up([*win[0], *win[1]], [*lose[0], *lose[1]], 3)):
        game = casino_check._SignedGame(span_of())
    game.require_single(dict.fromkeys(("0", "1", "0|0", "0|1"), "0"))


def require_single(win: int, lose: int) -> None:
    """One hand and one cell: what drawing gains has the slope (1 − a) lose − win."""
    with dealt_from(made_up([0, 0, 0, win], [0, 0, 0, lose], 2)):
        game = casino_check._SignedGame(span_of())
    game.require_single({"0": "0", "0|0": "0"})


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


def test_a_sign_is_forced_if_the_line_cannot_even_be_0() -> None:
    """Drawing in the cell costs 2x or brings it: nothing, if the ponte never draws."""
    for win, sign, other in ((2, "-", "+"), (-2, "+", "-")):
        with dealt_from(made_up([0, 0, 0, win], [0, 0, 0, 0], 2)):
            game = casino_check._SignedGame(span_of())
        game.require_forced("0|0", sign, {"0": "+"})
        game.require_forced("0|0", "0", {"0": "-"})
        for wrong, known in ((sign, {}), ("0", {}), (other, {}), (sign, {"0": "-"})):
            with pytest.raises(NotProved, match="is not forced"):
                game.require_forced("0|0", wrong, known)


def test_signs_are_refuted_by_a_sum_that_is_not_what_they_say() -> None:
    """The line is −2x, so that it is never more than 0 and may be 0."""
    with dealt_from(made_up([0, 0, 0, 2], [0, 0, 0, 0], 2)):
        game = casino_check._SignedGame(span_of())
    game.require_refuted({"0|0": fmpq(1)}, {"0|0": "+"})
    game.require_refuted({"0|0": fmpq(1)}, {"0|0": "0", "0": "+"})
    for weight, signs in (
        (1, {"0|0": "0"}),
        (-1, {"0|0": "-"}),
        (-1, {"0|0": "0"}),
        (0, {"0|0": "+"}),
        (0, {"0|0": "0", "0": "+"}),
    ):
        with pytest.raises(NotProved, match="refute nothing"):
            game.require_refuted({"0|0": fmpq(weight)}, signs)


def too_many_faces() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sets, "MOST_FACES", 100)
        check_any(text("parlor A3"))


def corners_that_are_not_listed() -> None:
    claim = certificate.Certificate.parse(text("parlor A3"))
    assert claim.ponte_set is not None
    certificate.check(replace(claim, ponte_set=replace(claim.ponte_set, corners=None)))


def whole_set(corners: list[str], *at_least: str) -> None:
    """Said to be all of a cube, cut by planes: a constant and three slopes."""
    points = tuple(tuple(map(Fraction, corner.split())) for corner in corners)
    names = "abc"[: len(points[0])]
    lines = [dict(zip(("", *names), map(int, line.split()), strict=True)) for line in at_least]
    named = sets.OptimalSet(tuple(names), len(names), points)
    own = dict(zip(names, points[0], strict=True))
    sets.require_whole_set(named, "ponte", own, list(names), [], lines)


def a_ring_of_four() -> None:
    """On four sides of a cube lie two of them each, in a ring, and nothing on the others."""
    whole_set(["0 0 1/3", "0 1 2/3", "1 1 1/3", "1 0 2/3"])


def a_corner_beyond_a_side() -> None:
    """From 0 to 2, where a second side is; the first one, at 1, comes before it."""
    whole_set(["0", "2"], "2 -1")


BY_HAND: list[tuple[Callable[[], None], str]] = [
    (corners_that_are_not_listed, "for each of its names"),
    (a_ring_of_four, "are not all"),
    (a_corner_beyond_a_side, "is not in it"),
    (more_hands_tied_than_cells, "other strategies of the ponte are not excluded"),
    (equations_turn_round, "other strategies of the ponte are not excluded"),
    (partial(equations_turn_round, -1), "other strategies of the ponte are not excluded"),
    (too_many_faces, "more than 100 faces"),
]
CASES = [(forgery.check, forgery.words) for forgery in FORGERIES] + BY_HAND


def refused(case: Callable[[], object]) -> NotProved:
    with pytest.raises(NotProved) as complaint:
        case()
    return complaint.value


@pytest.mark.parametrize(("case", "words"), CASES)
def test_a_forged_certificate_is_refused_with_its_reason(
    case: Callable[[], None], words: str
) -> None:
    said = str(refused(case))
    assert words in said
    assert len(said) <= LONGEST
    assert said.isprintable()


def test_every_refusal_is_reached_by_a_forgery() -> None:
    """A guard that is added to a checker without a forgery fails here."""
    raised, reached = set(), set()
    for module in CHECKERS:
        assert module.__file__ is not None
        for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
            if isinstance(node, ast.Raise) and "NotProved" in ast.dump(node):
                raised.add((module.__name__, node.lineno))
    for case, _ in CASES:
        trace = refused(case).__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        assert trace is not None
        reached.add((trace.tb_frame.f_globals["__name__"], trace.tb_lineno))
    assert raised <= reached, raised - reached
    assert len(raised) > 30


# What is no certificate at all.


def objects(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of all objects in a certificate whose keys are fixed; one branch is enough."""
    if isinstance(value, dict):
        if not {"ponte", "banquier", "bound", "refuted"} & {path[-1] if path else ""}:
            yield path
        for key, inner in value.items():
            yield from objects(inner, (*path, key))
    elif isinstance(value, list):
        for k, inner in enumerate(value[:2]):
            yield from objects(inner, (*path, k))


@pytest.mark.parametrize("name", ["parlor A3", "casino A2", "all B1", "spans B1"])
def test_no_object_says_more_than_it_should_or_less(name: str) -> None:
    true = json.loads(text(name))
    for path in list(objects(true))[:40]:
        for forge in (put(*path, "more", to=1), lambda f, path=path: lose_one(f, path)):
            fields = json.loads(text(name))
            forge(fields)
            with pytest.raises((BadText, NotProved)) as complaint:
                check_any(json.dumps(fields))
            assert len(str(complaint.value)) <= LONGEST


def lose_one(fields: Any, path: tuple[str | int, ...]) -> None:
    for key in path:
        fields = fields[key]
    fields.pop(next(iter(fields)))


@pytest.mark.parametrize("name", TRUE)
def test_a_key_that_is_said_twice_is_refused(name: str) -> None:
    """The last one would count, and a reader may look at the first."""
    whole = text(name)
    for at in {whole.index("{"), whole.rindex("{")}:
        forged = f'{whole[: at + 1]}"a": 1, "a": 2, {whole[at + 1 :]}'
        with pytest.raises(BadText, match="says a key twice"):
            check_any(forged)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1.0", "9" * 5000])
def test_what_is_no_whole_number_is_refused(number: str) -> None:
    for name, key in (("parlor A3", '"dimension": 4'), ("all B1", '"from": 4')):
        forged = text(name).replace(key, f"{key.split()[0]} {number}", 1)
        assert forged != text(name)
        with pytest.raises(BadText) as complaint:
            check_any(forged)
        assert len(str(complaint.value)) <= LONGEST


@pytest.mark.parametrize(
    "value",
    ["", "{}", "[]", "7", '"banque"', "null", '{"certificate": []}', '{"certificate": "whist"}'],
)
def test_other_json_is_no_certificate(value: str) -> None:
    with pytest.raises(BadText, match="not a certificate"):
        check_any(value)


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


def test_a_span_is_told_no_longer_than_it_is() -> None:
    narrow = Fraction(1, 10**9 + 7), Fraction(2, 10**9 + 7)
    assert casino_spans._told(*narrow) == "from 1/1000000007 to 2/1000000007"
    assert casino_spans._told(Fraction(0), Fraction(569154999, 10**10)) == "from 0 to 0.0569154"
    wide = Fraction(569154001, 10**10), Fraction(1, 10)
    assert casino_spans._told(*wide) == "from 0.0569155 to 1/10"


def test_a_text_that_is_too_long_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "MOST_CHARACTERS", 1000)
    with pytest.raises(BadText, match="more than 1000 characters"):
        check_any(text("parlor A1"))


def test_a_proof_that_is_too_deep_is_refused_in_one_line() -> None:
    """A split at every decision in turn, 528 of them: too deep for JSON, and for a value."""
    game = payoffs("B3", 1, tableau=FREE)
    step: Fields = {"forced": [], "found": 0}
    for name in (*game.ponte, *game.banquier):
        step = {"forced": [], "split": name, "branches": [step, STEP, STEP]}
    claim = solve_casino("B3", USUAL, 1, tableau=FREE).certificate
    with pytest.raises(BadText, match="too deep"):
        replace(claim, proof=step)
    deep = '{"certificate": ' * 10_000
    with pytest.raises(BadText, match="no JSON"):
        check_any(deep + "1" + "}" * 10_000)


@settings(max_examples=80)
@given(st.sampled_from(TRUE), st.data())
def test_whatever_is_put_into_a_certificate_the_answer_is_one_short_line(
    name: str, data: st.DataObject
) -> None:
    value = json.loads(text(name))
    place: Any = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        place = inner
    place[key] = data.draw(
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=300)
        | st.just("9" * 4000)
        | st.lists(st.just("1"), max_size=3)
        | st.dictionaries(st.text(max_size=300), st.just("1"), max_size=2)
    )
    try:
        check_any(json.dumps(value))
    except BaccaratError as complaint:
        assert len(str(complaint)) <= LONGEST
        assert str(complaint).isprintable()


# A list of corners against a search through all of them.


def corners_by_trying(lines: list[list[Fraction]], size: int) -> set[tuple[Fraction, ...]]:
    """All points of the set in which as many sides meet as it has dimensions."""
    points = set()
    for chosen in combinations(lines, size):
        matrix = fmpq_mat([[rational(a) for a in line[1:]] for line in chosen])
        if matrix.rank() < size:
            continue
        solved = matrix.solve(fmpq_mat([[rational(-line[0])] for line in chosen]))
        point = tuple(Fraction(int(solved[k, 0].p), int(solved[k, 0].q)) for k in range(size))
        heights = [
            line[0] + sum(a * p for a, p in zip(line[1:], point, strict=True)) for line in lines
        ]
        if min(heights) >= 0:
            points.add(point)
    return points


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@settings(max_examples=25)
@given(data=st.data())
def test_corners_are_all_if_and_only_if_a_search_finds_the_same(
    size: int, data: st.DataObject
) -> None:
    """A cube, cut by a few planes through its inside."""
    half = Fraction(1, 2)
    names = "abcd"[:size]
    cuts = data.draw(
        st.lists(
            st.lists(st.integers(-3, 3), min_size=size, max_size=size).map(
                lambda slopes: [1 - half * sum(slopes), *map(Fraction, slopes)]
            ),
            max_size=3,
        )
    )
    sides = [
        [Fraction(c), *(Fraction((j == k) * (1 - 2 * c)) for j in range(size))]
        for k in range(size)
        for c in (0, 1)
    ]
    found = sorted(corners_by_trying([*sides, *cuts], size))
    at_least = [dict(zip(("", *names), map(rational, cut), strict=True)) for cut in cuts]
    own = dict.fromkeys(names, half)

    def check(corners: list[tuple[Fraction, ...]]) -> None:
        named = sets.OptimalSet(tuple(names), size, tuple(corners))
        sets.require_whole_set(named, "ponte", own, list(names), [], at_least)

    check(found)
    gone = data.draw(st.integers(0, len(found) - 1))
    with pytest.raises(NotProved):
        check(found[:gone] + found[gone + 1 :])
    one, other = data.draw(st.sampled_from(found)), found[gone]
    if one != other:
        between = tuple((a + b) / 2 for a, b in zip(one, other, strict=True))
        with pytest.raises(NotProved, match="not all are corners"):
            check([*found, between])


def test_decisions_that_an_equation_holds_at_their_ends_do_not_make_a_set_larger() -> None:
    """a + b − c = −1 leaves nothing of a cube but the corner in which c alone is drawn."""
    line = {"": fmpq(1), "a": fmpq(1), "b": fmpq(1), "c": fmpq(-1)}
    own = {"a": Fraction(0), "b": Fraction(0), "c": Fraction(1), "d": Fraction(0)}
    for scale in (fmpq(1), fmpq(-1), fmpq(1, 2), fmpq(-1, 2)):
        equal = {name: scale * slope for name, slope in line.items()}
        named = sets.OptimalSet(("d",), 1, ((Fraction(0),), (Fraction(1),)))
        sets.require_whole_set(named, "ponte", own, list("abcd"), [equal], [])
        inside = {**own, "a": Fraction(1, 2)}
        with pytest.raises(NotProved):
            sets.require_whole_set(named, "ponte", inside, list("abcd"), [equal], [])
