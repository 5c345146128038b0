"""Statistics count what is known, and say how sure they are."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat import Coup, Side
from baccarat.core.result import Known, Result, parse_results
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.stats import Share, statistics, wilson

COUPS = [
    Coup.parse(text)
    for text in (
        "Kh Kd 8h | 9d 4s",  # Player 8, a pair; Banker 3 stands against an 8
        "9h Kd | 8s Kc",  # two naturals, Player wins by 1
        "2h 3d 5c | 4s Ah 2c",  # 0 against 7; both began with 5
        "6h Ad | 7c Qs",  # a tie on 7, both began with 7
        "2h 2h 2h | 4s 2c",  # 6 against 6: a tie; Player's pair
    )
]


def test_hands_are_counted_as_a_croupier_would_count_them() -> None:
    found = statistics(map(Result.of, COUPS))
    assert found.coups == 5
    assert {name: share.count for name, share in found.winners.items()} == {
        "player": 2,
        "banker": 1,
        "tie": 2,
    }
    assert found.pairs == {"player": Share(2, 5), "banker": Share(0, 5), "either": Share(2, 5)}
    assert found.naturals == {"player": Share(1, 5), "banker": Share(1, 5), "either": Share(1, 5)}
    assert found.drew == {"player": Share(3, 5), "banker": Share(1, 5)}
    assert found.equal_start == Share(2, 5)
    assert found.cards == {4: 2, 5: 2, 6: 1}
    assert found.margins == {"player": {1: 1, 5: 1}, "banker": {7: 1}}
    assert found.players_third == {2: 1, 5: 1, 8: 1}


def test_streaks_with_and_without_ties() -> None:
    found = statistics(parse_results("BBTBPPTTTP"))
    assert found.streaks["banker"].lengths == {3: 1}
    assert found.streaks["player"].lengths == {3: 1}
    assert found.streaks_with_ties["banker"].lengths == {1: 1, 2: 1}
    assert found.streaks_with_ties["tie"].longest == 3
    assert found.streaks_with_ties["player"].lengths == {1: 1, 2: 1}


def test_what_is_not_known_is_left_out() -> None:
    found = statistics([*parse_results("BPT"), Result.of(COUPS[0])])
    assert found.winners["player"] == Share(2, 4)
    assert found.pairs["player"] == Share(1, 1)
    assert found.cards == {5: 1}
    bare = statistics(parse_results("BPT"))
    assert bare.equal_start.share is None
    assert not any("pair" in line or "natural" in line for line in bare.lines())
    # One hand's pair is enough to know that there was one; one hand's lack is not.
    one = Result(None, Known(is_pair=True)), Result(None, Known(is_pair=False))
    assert statistics(one).pairs["either"] == Share(1, 1)


@given(st.text("BPT", max_size=120))
def test_every_coup_is_in_one_streak(letters: str) -> None:
    found = statistics(parse_results(letters))
    for streaks, counted in (
        (found.streaks_with_ties, letters),
        (found.streaks, letters.replace("T", "")),
    ):
        lengths = sorted(len(list(run)) for _, run in groupby(counted))
        told = [n for s in streaks.values() for n, times in s.lengths.items() for _ in range(times)]
        assert sorted(told) == lengths
        assert sum(s.count for s in streaks.values()) == len(lengths)
    assert sum(share.count for share in found.winners.values()) == len(letters)


def test_the_interval_is_wilsons() -> None:
    """Eight of ten at 95 %: 0.4902 to 0.9433 (Newcombe 1998, method 3, gives such figures)."""
    low, high = wilson(8, 10, 0.95)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0.5, 0.9999))
def test_an_interval_holds_its_share_and_stays_within_bounds(
    count: int, more: int, confidence: float
) -> None:
    share = Share(count, count + more)
    low, high = share.interval(confidence)
    assert 0 <= low <= high <= 1
    if share.share is not None:
        assert low <= float(share.share) <= high


@pytest.mark.slow
def test_a_thousand_seeded_coups_show_known_frequencies() -> None:
    """Pairs come 7.47 % of the time (wizardofodds.com); an honest seed misses once in 100."""
    coups = [coup for i in range(15) for coup in deal_shoe(Rules().shoe(seed=7, number=i))]
    found = statistics(map(Result.of, coups))
    for chance, share in ((0.0747, found.pairs["player"]), (0.0952, found.winners["tie"])):
        low, high = share.interval(0.99)
        assert low < chance < high
    assert found.winners["player"].count == sum(coup.winner is Side.PLAYER for coup in coups)


def test_the_figures_are_told_in_words_and_as_json() -> None:
    found = statistics(map(Result.of, COUPS))
    assert "player wins    2 of 5, 40.0 % (8.3 … 83.1 %)" in found.lines()
    told = found.as_json()
    assert told["coups"] == 5
    assert told["coups_by_cards"] == {"4": 2, "5": 2, "6": 1}
    winners = told["winners"]
    assert isinstance(winners, dict)
    assert winners["tie"]["estimate"] == 0.4


def test_one_coup_is_no_plural() -> None:
    assert statistics("B").lines()[0].startswith("1 coup; ")
    assert statistics("BP").lines()[0].startswith("2 coups; ")
    assert statistics("").lines()[0].startswith("0 coups; ")


@pytest.mark.parametrize("known", [{"player": Known(cards=2)}, {"banker": Known(cards=2)}])
def test_the_cards_of_a_coup_are_those_of_both_hands(known: dict[str, Known]) -> None:
    assert statistics([Result(None, **known)]).cards == {}


YES, NO, PERHAPS = Known(total=9, cards=2), Known(total=9, cards=3), Known(total=9)


@pytest.mark.parametrize(
    ("player", "banker", "answer"),
    [
        (YES, NO, True),
        (PERHAPS, YES, True),
        (NO, NO, False),
        (NO, PERHAPS, None),
        (PERHAPS, NO, None),
        (PERHAPS, PERHAPS, None),
    ],
)
def test_a_natural_is_known_if_one_hand_has_it_or_neither_can(
    player: Known, banker: Known, answer: bool | None
) -> None:
    assert Result(None, player, banker).has_natural is answer
