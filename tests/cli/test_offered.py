"""Bets that are not laid before a coup, as a user of the commands meets them."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from typing import Any

import pytest

import baccarat as bac
from baccarat import cli


def run(*args: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as leaving:
        cli.main(list(args))
    assert isinstance(leaving.value.code, int)
    return leaving.value.code, out.getvalue(), err.getvalue()


def printed(*args: str) -> str:
    code, out, err = run(*args)
    assert (code, err) == (0, "")
    return out


def answer(*args: str) -> Any:
    return json.loads(printed(*args, "--json"))


def cells(text: str, first: str) -> list[str]:
    """The cells of the last line of a table that begins so."""
    lines = [line for line in text.splitlines() if line.startswith(f"│ {first} ")]
    return [cell.strip() for cell in lines[-1][1:-1].split("│")]


@pytest.mark.slow
def test_insurance_is_told_by_what_lies_on_the_table() -> None:
    text = printed("odds", "--bet", "insurance")
    assert cells(text, "6") == "6 -2.4389 10.7975 6.0646 1.4235 -3.3478 -8.4397".split()
    assert "in 16.7682 % of the coups; its odds are those of a unit laid then." in text
    told = "At these prices the guest is ahead on 0 against 5, 0 against 6, 4 against 6, 5 against"
    assert told in text
    assert "the guest is ahead on" not in printed("odds", "--bet", "insurance:1/1/1")
    assert "insurance" in printed("odds", "--all").lower()


def test_one_start_has_one_line() -> None:
    text = printed("odds", "--bet", "insurance", "--given", "5 6 0 0")
    assert "-9.2298" in cells(text, "Insurance")
    assert "is offered" not in text


def test_a_bet_that_is_not_offered_is_refused_in_a_line() -> None:
    code, out, err = run("odds", "--bet", "insurance", "--given", "9 6 0 0")
    assert (code, out) == (2, "")
    assert err.startswith(
        "baccarat: insurance is not offered here: it is offered on 0–4 against 5, "
    )
    assert err.count("\n") == 1
    text = printed("odds", "--all", "--given", "9 6 0 0")
    assert "insurance (insurance is not offered here" in text


def test_the_next_card_may_open_or_close_an_offer() -> None:
    text = printed("odds", "--bet", "insurance", "--given", "0 5 0", "--next")
    assert [cells(text, card)[-1] for card in ("10–K", "2", "3", "9")] == [
        "-0.4848",
        "14.5631",
        "",
        "",
    ]
    told = answer("odds", "--bet", "insurance", "--given", "0 5 0", "--next")["next_cards"]
    assert [card for card, then in told.items() if then["bets"]] == ["0", "1", "2"]


def test_json_tells_how_often_it_is_offered_and_each_start() -> None:
    told = answer("odds", "--bet", "insurance")["bets"]["insurance"]
    assert told["offered_probability"] == "77339104/461223945"
    assert {tier["tier"] for tier in told["tiers"]} == set(bac.bet("insurance").pays)
    starts = {(row["player_total"], row["banker_total"]): row for row in told["by_start"]}
    assert starts.keys() == bac.bet("insurance").offered.keys()
    assert Fraction(starts[5, 6]["edge"]) == bac.odds(8).by_start("insurance")[5, 6].edge
    assert len(answer("bets", "insurance")["bets"]["insurance"]["offered"]) == 17


@pytest.mark.slow
def test_a_simulation_says_how_often_it_was_offered() -> None:
    text = printed("simulate", "--fresh", "400", "--seed", "3", "--bet", "insurance")
    found = bac.simulate(400, seed=3, bets="insurance", fresh=True)["insurance"]
    share = f"{100 * found.total / 400:.4f} %"
    assert f"Insurance was offered, and one unit laid, in {share} of the coups (" in text
    assert "exactly 16.7682 %" in text
    none = printed("simulate", "--fresh", "1", "--seed", "3", "--bet", "insurance")
    assert cells(none, "insurance")[1:4] == ["", "", ""]
    assert "one unit laid, in 0.0000 % of the coups" in none


def test_a_bet_is_shown_with_when_it_is_offered() -> None:
    text = printed("bets", "insurance")
    assert "offered: after four cards, on 0–4 against 5, 0–5 against 6, 0–5 against 7" in text
    assert "otherwise" not in text


# Bets over several coups


def test_a_streak_is_told_by_itself_and_beside_others() -> None:
    text = printed("odds", "--bet", "banker-streak")
    assert cells(text, "4") == ["4", "10", "2.3947"]
    assert "Banker Streak: edge 9.4006 %, exactly, coups being taken as independent" in text
    assert "│ Banker " not in text.partition("└")[2]
    both = printed("odds", "--bet", "banker-streak:10/15/25/40/60/100/250", "--bet", "tie")
    assert "edge 11.8293 %" in both
    assert "14.3596" in cells(both, "Tie")
    assert "Banker Streak: edge" in printed("odds", "--all")
    assert "Banker Streak" not in printed("odds")


def test_json_has_streaks_under_a_name_of_their_own() -> None:
    told = answer("odds", "--bet", "banker-streak", "--bet", "tie")
    assert (list(told["bets"]), list(told["streaks"])) == (["tie"], ["banker-streak"])
    odds = told["streaks"]["banker-streak"]
    assert Fraction(odds["edge"]) == bac.odds(8).streak("banker-streak").edge
    assert odds["is_independent"] is True
    assert sum(Fraction(row["probability"]) for row in odds["in_a_row"]) == 1
    assert "streaks" not in answer("odds", "--bet", "tie")
    assert answer("bets")["streaks"].keys() == {"banker-streak"}
    assert answer("bets", "banker-streak")["bets"] == {}
    assert "streaks" not in answer("bets", "tie")


def test_a_streak_is_shown_with_what_the_end_of_a_shoe_does() -> None:
    text = printed("bets", "banker-streak")
    assert cells(text, "9") == ["9", "150"]
    assert "if the shoe ends first: the stake goes back" in text
    assert "banker-streak" in printed("bets")


def test_a_simulation_tells_dealt_shoes_from_the_chain() -> None:
    text = printed("simulate", "--shoes", "60", "--seed", "7", "--bet", "banker-streak")
    found: bac.StreakOdds = bac.fold("banker-streak", shoes=60, seed=7)
    assert f"banker-streak:10/15/25/40/60/150/250: {found}. A fresh shoe: edge 9.4006 %" in text
    named = answer("simulate", "--shoes", "60", "--seed", "7", "--reader", "banker-streak")
    told = named["readers"]["Banker Streak"]
    assert (told["laid"], told["is_independent"]) == (found.total, False)
    assert [int(row["weight"]) for row in told["in_a_row"]] == [
        found.weights.get(wins, 0) for wins in range(11)
    ]


@pytest.mark.long
@pytest.mark.slow
def test_every_bet_of_whole_shoes_has_the_streaks_among_it() -> None:
    found: bac.StreakOdds = bac.fold("banker-streak", shoes=9, seed=7)
    asked = ("simulate", "--shoes", "9", "--seed", "7", "--all")
    told = answer(*asked)["readers"]
    assert {name: each["laid"] for name, each in told.items()} == {str(found.bet): found.total}
    assert answer(*asked, "--bet", "banker-streak")["readers"] == told
    assert answer("simulate", "--fresh", "9", "--all")["readers"] == {}


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (
            "simulate --fresh 9 --bet banker-streak",
            "runs over several coups: say --shoes or --coups",
        ),
        (
            "simulate --until 1 --bet banker-streak",
            "runs over several coups: say --shoes or --coups",
        ),
        (
            "simulate --shoes 9 --bet banker-streak --plot q.svg",
            "--plot draws only bets on one coup",
        ),
        ("odds --bet banker-streak --matrix", "is a bet on several coups: ask for this bet alone"),
        ("odds --bet banker-streak --given 9h", "a streak must begin with a whole coup"),
        ("odds --bet banker-streak:9", "takes 7 prices"),
        ("bets banker-streak:0/1/1/1/1/1/1", "must pay more than 0"),
        ("deal 5h6dKcKs3h --bet insurance=5", "offered in the middle of a coup"),
        ("deal 5h6dKcKs3h --bet banker-streak=5", "use `baccarat odds --bet banker-streak`"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(args: str, complaint: str) -> None:
    code, out, err = run(*args.split())
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1
