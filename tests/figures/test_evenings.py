"""What becomes of a hundred evenings, in sentences."""

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from statistics import mean

import pytest

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.games import game
from baccarat.figures.evenings import Evenings
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.rebate import rebated
from baccarat.systems.reference_player import play_plan
from baccarat.systems.session import SessionPlan

ENGLISH = Words.of("en")
UNIT = 20


def said(results: dict[int, int], ruined: int = 0, words: Words = ENGLISH) -> list[str]:
    """The sentences for so and so many sessions with each result, in units."""
    of = sum(results.values())
    coins = {UNIT * units: times for units, times in results.items()}
    evenings = Evenings.of_results(coins, Fraction(ruined, of), UNIT, of)
    return list(evenings.sentences(words))


@pytest.mark.parametrize("spelled", ["martingale", "paroli", "flat on tie"])
def test_the_numbers_are_those_of_the_sessions_one_by_one(spelled: str) -> None:
    terms = bac.Session(30, most=20, coups=40)
    plan = SessionPlan(100, 3, game("punto-banco"), terms)
    played = list(play_plan(plan, bac.system(spelled)))
    won = [session.result / UNIT for session in played if session.result > 0]
    lost = [-session.result / UNIT for session in played if session.result < 0]
    ruined = sum(session.end == "ruined" for session in played)
    staked = bac.stake(spelled, 100, seed=3, session=terms)
    text = " ".join(Evenings.of_sessions(staked).sentences(ENGLISH))
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]
    pays = abs(mean(session.result / UNIT for session in played))

    def units(value: float) -> float:
        two_digits = Context(prec=2, rounding=ROUND_HALF_UP)
        if value >= 10:
            return float(Decimal(str(round(value, 6))).quantize(Decimal(1), ROUND_HALF_UP))
        return float(two_digits.create_decimal(str(round(value, 6))))

    expected = [100, len(won), units(mean(won)), *([ruined] if ruined else [])]
    expected += [len(lost), units(mean(lost)), len(won), units(pays)]
    assert numbers == expected


def test_the_martingale_is_told_exactly() -> None:
    terms = bac.Session(100, most=50, coups=100)
    staked = bac.stake("martingale", 50, seed=7, session=terms, fresh=True)
    solved = solve_sessions(staked.plan, bac.system("martingale"))
    assert list(Evenings.of_sessions(staked, solved).sentences(ENGLISH)) == [
        "Of 100 evenings 70 end ahead, by 33 units on average.",
        "23 lose everything.",
        "The 30 that end behind lose 86 units on average: together more than the 70 win.",
        "On average you pay 3 units an evening.",
    ]
    evenings = Evenings.of_sessions(staked, solved)
    assert float(evenings.mean) == pytest.approx(float(solved.mean))
    assert float(evenings.ahead) == pytest.approx(float(solved.ahead))


@pytest.mark.parametrize(
    ("results", "ruined", "sentences"),
    [
        ({0: 1}, 0, ["not end ahead", "not lose everything", "not end behind", "neither"]),
        ({1: 1}, 0, ["The evening ends ahead, by 1 unit", "does not end behind", "you win 1 unit"]),
        ({-50: 1}, 1, ["does not end ahead", "It loses everything", "It loses 50", "you pay 50"]),
        ({2: 3}, 0, ["All 3 evenings end ahead, by 2", "No evening ends behind", "you win 2"]),
        (
            {-50: 3},
            3,
            ["No evening of 3 ends", "All lose everything", "All 3 end behind, and lose 50",
             "you pay"],
        ),
        (
            {1: 1, -3: 1},
            0,
            ["Of 2 evenings 1 ends", "No evening loses everything", "1 that ends behind loses",
             "you pay 1 unit"],
        ),
        (
            {1: 999, -50: 1},
            1,
            ["Of 100 evenings 100 end ahead", "Fewer than one of 100 loses everything",
             "Fewer than one of 100 ends behind, and loses 50", "you win 0.95 units"],
        ),
        (
            {-1: 999, 50: 1},
            0,
            ["Fewer than one evening", "No evening loses everything", "The 100 that end",
             "you pay 0.95 units"],
        ),
        (
            {4: 50, -2: 50},
            0,
            ["50 end ahead, by 4", "No evening loses", "not more than the 50 win", "you win 1 "],
        ),
        (
            {-100: 9, -41: 1},
            9,
            ["No evening of 10", "9 lose everything", "All 10 end behind, and lose 94 units",
             "you pay 94 units"],
        ),
        (
            {20: 1, 21: 1, -1: 2},
            0,
            ["2 end ahead, by 21 units", "No evening loses", "lose 1 unit on", "win 9.8 units"],
        ),
        (
            {1: 50, -1: 51, 0: 9_899},
            0,
            ["Fewer than one evening", "No evening loses", "1 that ends behind",
             "you pay 0.0001 units"],
        ),
    ],
)  # fmt: skip
def test_none_one_few_and_all_have_their_grammar(
    results: dict[int, int], ruined: int, sentences: list[str]
) -> None:
    told = said(results, ruined)
    assert len(told) == len(sentences)
    for sentence, part in zip(told, sentences, strict=True):
        assert part in sentence


def test_no_mean_is_written_as_zero() -> None:
    """A flat unit on Banker costs its edge, 1.06 %."""
    staked = bac.stake("flat", 50, seed=7, session=bac.Session(coups=1), fresh=True)
    solved = solve_sessions(staked.plan, bac.system("flat"))
    *_, pays = Evenings.of_sessions(staked, solved).sentences(ENGLISH)
    assert "0.011 units" in pays


@pytest.mark.parametrize("is_exact", [False, True])
def test_a_rebate_has_a_sentence_of_its_own(is_exact: bool) -> None:
    terms = bac.Session(100, most=50, coups=6)
    staked = bac.stake("martingale", 400, seed=7, session=terms, fresh=True, rebate=Fraction(1, 10))
    solved = solve_sessions(staked.plan, bac.system("martingale")) if is_exact else None
    evenings = Evenings.of_sessions(staked, solved)
    results = staked.ledger.histograms["result"] if solved is None else solved.results
    worth = rebated(results, Fraction(1, 10), UNIT).worth.mean
    assert evenings.worth == worth
    *_, without, rebate = evenings.sentences(ENGLISH)
    assert without.startswith("On average you ")
    assert rebate.startswith(f"With the rebate you {'win' if worth > 0 else 'pay'} ")
    if not is_exact:
        assert Evenings.of_answer(staked.as_json(), UNIT) == evenings
    else:
        assert rebate == "With the rebate you win 0.065 units."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence(language: str) -> None:
    words = Words.of(language)
    english = said({33: 70, -86: 30}, 22)
    told = said({33: 70, -86: 30}, 22, words)
    digits = [re.findall(r"\d+", sentence) for sentence in told]
    assert [sorted(row) for row in digits[:2]] == [
        sorted(re.findall(r"\d+", sentence)) for sentence in english[:2]
    ]
    assert digits[2][:2] in (["30", "86"], ["86", "30"])
    assert ("30" in told[2]) == ("70" in told[2])


def test_counts_of_a_hundred_add_up() -> None:
    for ahead in range(8):
        for behind in range(8 - ahead):
            evenings = Evenings(100, Fraction(ahead, 7), Fraction(behind, 7), *(Fraction(0),) * 3)
            up, down, _ = evenings.counts()
            assert abs(up - 100 * ahead / 7) < 1
            assert abs(down - 100 * behind / 7) < 1
            assert up + down <= 100
