"""Forged certificates of chemin de fer: every refusal of its checkers is reached."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from forging import (
    LONG,
    NOTHING,
    Fields,
    Forge,
    Forgery,
    again,
    both,
    double,
    drop,
    middle_for_a_corner,
    pretend,
    put,
    require_every_refusal,
    require_reason,
    text,
)

from baccarat.core.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory import strategies
from baccarat.theory import strategy_sets as sets
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin import certificate, proof
from baccarat.theory.chemin.payoffs import payoffs_by_decks

CHECKERS = (certificate, proof, sets, strategies)


def others(name: str) -> Forge:
    """The banquier's only strategy as a set that names a decision which cannot vary."""
    point = pretend("banquier_set", name=name, draws=("0",), dimension=0)
    return both(put("is_unique", to=False), put("ponte_set", to=NOTHING), point)


PARLOR = [
    Forgery("bound B1", put("bound", "7,7|9", to="1"), "there is no decision at 7,7|9"),
    Forgery("bound B1", put("bound", "\n" * 999, to="1"), "there is no decision at \\n\\n"),
    Forgery("bound B1", put("bound", "6|-", to="1"), "6|- is bound to 1, not to 0"),
    Forgery("bound B1", put("bound", "6|-", to=LONG), "6|- is bound to 999"),
    Forgery("bound B1", put("bound", to={}), "reply to the ponte's strategy"),
    Forgery("parlor A1", put("ponte", "5", to="8/11"), "reply to the ponte's strategy"),
    Forgery("parlor A1", put("banquier", "6|-", to="1/2"), "reply to the banquier's strategy"),
    Forgery("parlor A1", put("banquier", "6|6", to="0"), "reply to the banquier's strategy"),
    Forgery("parlor A1", put("value", to="-1/100"), "reply to the ponte's strategy"),
    Forgery("parlor A1", put("model", to="A4"), "the ponte's strategy must say what to do at 0,5"),
    Forgery("parlor A1", put("model", to="B1"), "reply to the ponte's strategy"),
    Forgery("parlor A1", drop("ponte", "5"), "the ponte's strategy must say what to do at 5"),
    Forgery("parlor A1", put("ponte", "5", to="12/11"), "5: 12/11 is no probability"),
    Forgery("parlor A1", put("ponte", "5", to=f"-{LONG}"), "5: -999"),
    Forgery("parlor A1", put("ponte", "4", to="1"), "the ponte must have no decision where"),
    Forgery("parlor A1", put("player", to="DDDDDD--"), "the ponte must have no decision where"),
    Forgery(
        "parlor A1", put("banquier", "8|1", to="1"), "the banquier must have no decision where"
    ),
    Forgery(
        "parlor A3", put("is_unique", to=True), "one solution, but lists sets of other strategies"
    ),
    Forgery(
        "parlor A3",
        both(put("is_unique", to=True), put("ponte_set", to=None)),
        "one solution, but lists sets of other strategies",
    ),
    Forgery(
        "parlor A3",
        both(put("is_unique", to=True), put("banquier_set", to=None)),
        "one solution, but lists sets of other strategies",
    ),
    Forgery("parlor A3", put("ponte_set", to=None), "list the sets of both sides, or no sets"),
    Forgery("parlor A3", put("banquier_set", to=None), "list the sets of both sides, or no sets"),
]
for name, who in (("parlor A2", "banquier"), ("parlor A3", "ponte"), ("tied A1", "banquier")):
    alone = both(put("is_unique", to=True), put("ponte_set", to=None), put("banquier_set", to=None))
    PARLOR.append(Forgery(name, alone, f"strategies of the {who} are not excluded"))


SETS = [
    Forgery("parlor A3", put("ponte_set", "corners", to=[]), "for each of its names"),
    Forgery("parlor A3", put("ponte_set", "corners", 3, to=["1"]), "for each of its names"),
    Forgery("parlor A3", double("ponte_set"), "name free decisions, each once"),
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
        "free decisions, each once",
    ),
    Forgery(
        "bound B1",
        others("6|-"),
        "free decisions, each once",
    ),
    Forgery(
        "parlor A1",
        others("7|9"),
        "free decisions, each once",
    ),
    Forgery(
        "tiny B2",
        pretend("banquier_set", name="4,4|0", draws=("0", "1"), dimension=1),
        "free decisions, each once",
    ),
    Forgery(
        "parlor A3", put("ponte_set", "corners", 17, to=["0"] * 5), "must give the claimed value"
    ),
    Forgery(
        "parlor A3",
        put("ponte_set", "corners", 17, to=["18/11", "0", "0", "0", "0"]),
        "a corner of the ponte's set must lie in the set",
    ),
    Forgery("parlor A3", put("ponte_set", "dimension", to=3), "must span 3 dimensions"),
    Forgery("parlor A3", put("ponte_set", "dimension", to=5), "must span 5 dimensions"),
    Forgery("parlor A3", put("ponte_set", "dimension", to=-4), "must span -4 dimensions"),
    Forgery("parlor A3", put("ponte_set", "dimension", to=10**3000), "must span 1000"),
    Forgery(
        "parlor A3", put("ponte_set", to=NOTHING), "more dimensions than the certificate claims"
    ),
    Forgery(
        "parlor A3", put("banquier_set", to=NOTHING), "more dimensions than the certificate claims"
    ),
    Forgery(
        "parlor A3", drop("ponte_set", "corners", 4), "the ponte's set must list all its corners"
    ),
    Forgery(
        "parlor A3",
        drop("banquier_set", "corners", 39),
        "the banquier's set must list all its corners",
    ),
    Forgery("parlor A2", middle_for_a_corner("banquier_set"), "and no other points"),
    Forgery("parlor A3", again("ponte_set"), "a corner of the ponte's set is listed twice"),
]


FOR_ALL = [
    Forgery("all B1", put("model", to="A1"), "model A1 has no number of decks"),
    Forgery("all B1", put("model", to="B2"), "must name each of his decisions once"),
    Forgery("all B1", drop("ponte", "5"), "the ponte's strategy must name"),
    Forgery("all B1", put("banquier", "x" * 999, to="1"), "the banquier's strategy must name"),
    Forgery("all B1", put("value", to="-1 / 80"), "the strategies must give the claimed value"),
    Forgery("all B1", put("ponte", "5", to="1 / 2"), "one of its choices is better"),
    Forgery("all B1", put("banquier", "7|7", to="1 / 2"), "one of its choices is better"),
    Forgery("all B1", put("from", to=3), "not show this for 3 decks and more"),
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
    Forgery("all B1", with_idle_cells_mixed, "mix the same number of choices"),
    Forgery("all B1", with_idle_cells_pure, "0|0 stands: the proof does not show this for 4 decks"),
]
FORGERIES = [*PARLOR, *SETS, *FOR_ALL]


def too_many_faces() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sets, "MOST_FACES", 100)
        check_any(text("parlor A3"))


def corners_that_are_not_listed() -> None:
    claim = certificate.Certificate.parse(text("parlor A3"))
    assert claim.ponte_set is not None
    certificate.check(replace(claim, ponte_set=replace(claim.ponte_set, corners=None)))


BY_HAND: list[tuple[Callable[[], None], str]] = [
    (corners_that_are_not_listed, "for each of its names"),
    (too_many_faces, "at most 100 faces"),
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
