"""`simulate --cut-effect` as a user meets it: whole shoes less a fresh one, beside the formula."""

import json
import re
from functools import partial

import asking
import pytest

simulate = partial(asking.printed, "simulate")


def test_whole_shoes_are_shown_beside_the_formula() -> None:
    text = simulate("--shoes", "50", "--seed", "7", "--cut-effect")
    assert re.search(r"│ four-cards +│ +[+-]\d+\.\d\d │ +\S+ … \S+ │ +-57.27 │", text)
    assert "formula" in text.splitlines()[-1]
    answer = json.loads(simulate("--shoes", "50", "--seed", "7", "--cut-effect", "--json"))
    four = answer["cut_card_formula"]["four-cards"]
    assert four["shift_float"] == pytest.approx(-57.27e-6, abs=1e-8)
    assert four["shift_simulated"]["low"] < four["shift_simulated"]["estimate"]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("--fresh", "9"), "--cut-effect needs whole shoes"),
        (("--shoes", "9", "--each", "9"), "--cut-effect needs whole shoes"),
        (("--shoes", "9", "--decks", "1"), "20 coups or more, not 6: deal the shoes"),
        (("--shoes", "9", "--last-coup", "2/1"), "needs a cut card at 18 or more"),
    ],
)
def test_a_cut_card_effect_that_has_no_formula_is_refused(args: tuple[str, ...], why: str) -> None:
    code, out, complaint = asking.run("simulate", *args, "--cut-effect")
    assert (code, out) == (2, "")
    assert why in complaint
    assert complaint.count("\n") == 1
