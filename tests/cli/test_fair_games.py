"""`odds --edge` as a user meets it: prices, commissions and tableaux for a wanted edge."""

import json
import re
from fractions import Fraction
from functools import partial
from typing import Any

import asking
import pytest

odds = partial(asking.printed, "odds")


def refusal(*args: str) -> str:
    code, out, complaint = asking.run(*args)
    assert (code, out) == (2, "")
    return complaint


def test_an_edge_may_be_that_of_another_bet() -> None:
    text = odds("--bet", "banker", "--edge", "player")
    assert "For an edge of 1.235081 %" in text
    assert re.search(r"commission\s+│ 5.0000 % │ 5.3863 % │ 7535923321/139907993557 ", text)


def test_every_price_of_a_bet_has_a_line() -> None:
    text = odds("--bet", "lucky-6:12/23", "--edge", "10%")
    assert re.findall(r"pays on [^│]*?(?= +│)", text) == [
        "pays on two-card six",
        "pays on three-card six",
    ]


def test_the_json_has_the_terms_and_the_tableaux() -> None:
    answer: Any = json.loads(odds("--bet", "player", "--edge", "0", "--cells", "1", "--json"))
    wanted = answer["for_edge"]
    assert (wanted["edge"], list(wanted["terms"]["player"])) == ("0/1", ["win"])
    one = wanted["tableaux"]["player"][1]
    assert (one["changed"], one["tried"], one["as_near"]) == ({"7|-": "D"}, 88, 1)
    assert Fraction(one["edge"]) == pytest.approx(-4.74e-5, rel=1e-3)


def test_a_tableau_that_is_no_nearer_than_others_says_so() -> None:
    asked = ("--edge", "0", "--cells", "2", "--composition", "0:8", "--json")  # all coups tie
    tableaux = json.loads(odds(*asked))["for_edge"]["tableaux"]["tie"]
    assert [one["as_near"] for one in tableaux] == [one["tried"] for one in tableaux]


def test_all_bets_have_terms_and_the_bets_on_totals_have_tableaux() -> None:
    wanted = json.loads(odds("--edge", "0", "--cells", "1", "--all", "--json"))["for_edge"]
    assert {"player-pair", "player", "panda-8"} <= wanted["terms"].keys()
    assert wanted["tableaux"].keys() & {"player-pair", "player", "panda-8"} == {"player", "panda-8"}


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--cells", "1"), "--cells is for a wanted edge: add --edge"),
        (("--edge", "5", "--bet", "tie"), "an edge must be below 100 %, not 5: write e.g. '5%'"),
        (("--edge", "0", "--cells", "9"), "the number of changed cells must be 0 to 3, not 9"),
        (("--edge", "plaier"), "not a number: 'plaier' (expected an edge such as '0'"),
        (("--edge", "0", "--bet", "banker-streak"), "is a bet on several coups"),
        (
            ("--edge", "0", "--cells", "1", "--given", "Kh 9d"),
            "a fair tableau can be calculated only for whole coups",
        ),
        (("--edge", "0", "--cells", "1", "--bet", "player-pair"), "player-pair needs ranks"),
    ],
)
def test_an_edge_that_cannot_be_asked_for_is_refused(args: tuple[str, ...], why: str) -> None:
    complaint = refusal("odds", *args)
    assert why in complaint
    assert complaint.count("\n") == 1
