"""What would take minutes to check is refused before anything is counted with it."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from forging import text

from baccarat.base.errors import BadText
from baccarat.theory.banque.check import check_banque
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.certificate_reading import LONG, MOST_CHARACTERS, MOST_LONG, read_json
from baccarat.theory.certificates import check_any
from baccarat.theory.chemin.certificate import check
from baccarat.theory.chemin.proof import MOST_COEFFICIENTS, ForAll
from baccarat.theory.chemin.solver import solve
from baccarat.theory.strategy_sets import MOST_READ, OptimalSet

TOO_LONG = f"not a certificate: its long numbers have more than {MOST_LONG} digits"


def long_fraction(number: int, digits: int = 4000) -> str:
    """No two of them have the same denominator."""
    return f"{10**digits // 3 + number}/{10**digits - 1 - number}"


def with_long_fractions(digits: int) -> dict[str, Any]:
    claim = solve_banque("1/3").certificate()
    cells = claim["coalition"]["banquier"]
    claim["coalition"]["banquier"] = {c: long_fraction(k, digits) for k, c in enumerate(cells)}
    return claim


@pytest.mark.slow
def test_megabytes_of_long_fractions_are_refused_at_once() -> None:
    forged = json.dumps(with_long_fractions(3600))
    assert 4_000_000 < len(forged) < MOST_CHARACTERS
    with pytest.raises(BadText) as complaint:
        check_any(forged)
    assert str(complaint.value) == TOO_LONG


def with_escapes() -> str:
    return json.dumps(with_long_fractions(300)).replace("99", "\\u0039" * 2)


def of_another_wing() -> str:
    fields = json.loads(text("parlor B3"))
    fields["banquier"] = {c: long_fraction(k) for k, c in enumerate(fields["banquier"])}
    return json.dumps(fields)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check_claim", "forge"),
    [
        (check_any, with_escapes),
        (check_banque, lambda: with_long_fractions(4000)),
        (check, of_another_wing),
    ],
    ids=["digits as escapes", "a claim that is no text", "another wing"],
)
def test_long_fractions_are_refused_however_they_come(
    check_claim: Callable[[Any], object], forge: Callable[[], object]
) -> None:
    with pytest.raises(BadText) as complaint:
        check_claim(forge())
    assert str(complaint.value) == TOO_LONG


def test_texts_are_counted_up_to_the_last_character() -> None:
    whole, rest = divmod(MOST_LONG, LONG + 1)
    short = ["7" * LONG] * 999
    just = [*short, {"a": ["7" * (LONG + 1)] * (whole - 1)}, "7" * (LONG + 1 + rest)]
    assert read_json(json.dumps(just)) == just
    just[-1] = "7" * (LONG + 2 + rest)
    with pytest.raises(BadText, match="its long numbers have more than"):
        read_json(json.dumps(just))


@pytest.mark.long
@pytest.mark.slow
def test_the_certificates_with_the_longest_numbers_are_read() -> None:
    """The most decks that a composition is read with, and the longest stake that is taken."""
    many = 62_499_999
    assert check_any(solve("B3", many).certificate.dump()).startswith(f"model B3, {many} decks")
    stake = Fraction(10**124 // 3, 10**124 + 7)
    claim = solve_banque(stake, 27).certificate()
    assert check_any(json.dumps(claim)).startswith(f"banque, stakes {stake} and {1 - stake}")
    with pytest.raises(BadText, match="not a stake"):
        solve_banque(Fraction(10**126 // 3, 10**126 + 7))


def test_a_set_lists_a_thousand_corners_and_no_more() -> None:
    corners = [[f"1/{k}"] for k in range(2, MOST_READ + 2)]
    read = OptimalSet.read({"names": ["5"], "dimension": 1, "corners": corners})
    assert read.corners is not None
    assert [[str(corner[0])] for corner in read.corners] == corners
    whole = json.loads(text("parlor A3"))
    whole["ponte_set"]["corners"] = [whole["ponte_set"]["corners"][0]] * (MOST_READ + 1)
    with pytest.raises(
        BadText, match=f"^not a certificate: a set must list at most {MOST_READ} corn"
    ):
        check_any(json.dumps(whole))


def test_a_claim_for_all_decks_has_so_many_coefficients_and_no_more() -> None:
    fields = json.loads(text("all B1"))
    # A blank stands before each coefficient but the first.
    blanks = sum(
        function.count(" ")
        for function in (fields["value"], *fields["ponte"].values(), *fields["banquier"].values())
    )
    left = MOST_COEFFICIENTS - blanks
    cells = iter(sorted(cell for cell in fields["banquier"] if " " not in fields["banquier"][cell]))
    while left:
        size = min(left, 99)
        fields["banquier"][next(cells)] = " ".join("1" * (size + 1))
        left -= size
    assert ForAll.parse(json.dumps(fields)).banquier.keys() == fields["banquier"].keys()
    fields["ponte"]["5"] += " 1"
    with pytest.raises(BadText, match=f"more than {MOST_COEFFICIENTS} coefficients"):
        ForAll.parse(json.dumps(fields))
