"""A layout refuses what its table does not take, and pays what it promised."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bac
from baccarat import Coup, Layout, Limits, Rounding, Wager, bet, deal, game, registered, settle
from baccarat.base.errors import BaccaratError, BadText, BetRefused, TooShallow, UnknownName

BANKER_WINS = deal("2h 9d 5c Ks")
TIE = deal("Kh 9d 5c 4s 8h")
STANDARD = game("punto-banco").layout
CAPPED = STANDARD.having("dragon-7", "lucky-bonus")
WHOLE_CHIPS = Layout(STANDARD.bets, chip=25)
DIFFERENTIAL = Layout(STANDARD.bets, differential=50)
ONE_SIDE = Layout(STANDARD.bets, both_sides=False)


def lines(coup: Coup, layout: Layout, *wagers: str) -> list[str]:
    return [str(line) for line in settle(coup, wagers, layout).lines]


def test_a_whole_layout_is_paid_line_by_line() -> None:
    paid = settle(BANKER_WINS, ["player=20", "banker=100", "tie=5", "player-pair=5"], STANDARD)
    assert [line.won for line in paid.lines] == [-20, 95, -5, -5]
    assert [line.returned for line in paid.lines] == [0, 195, 0, 0]
    assert paid.won == 65
    assert paid.kept == 5


def test_a_tie_gives_player_and_banker_bets_back() -> None:
    paid = settle(TIE, ["player=20", "banker=100", "tie=5"], STANDARD)
    assert [line.won for line in paid.lines] == [0, 0, 40]
    assert lines(TIE, STANDARD, "player=20", "tie=5") == [
        "player: 20 pushes (tie)",
        "tie: 5 wins 40 (tie)",
    ]


def test_several_wagers_on_one_spot_are_one_stake_to_the_limits() -> None:
    layout = Layout(STANDARD.bets, Limits(5, 100))
    with pytest.raises(BetRefused, match="the limits are 5 to 100, not 120"):
        settle(BANKER_WINS, ["banker=60", "banker=60"], layout)
    assert settle(BANKER_WINS, ["banker=3", "banker=3"], layout).won == 4  # 2.85 twice, down


@pytest.mark.parametrize(
    ("rounding", "chip", "stake", "won"),
    [
        (Rounding.DOWN, 1, 5, 4),  # 4.75
        (Rounding.UP, 1, 5, 5),
        (Rounding.NEAREST, 1, 5, 5),
        (Rounding.NEAREST, 1, 10, 10),  # 9.5: half a chip goes to the guest
        (Rounding.NEAREST, 1, 7, 7),  # 6.65
        (Rounding.DOWN, 5, 15, 10),  # 14.25
        (Rounding.UP, 5, 15, 15),
        (Rounding.DOWN, 1, 100, 95),  # nothing to round
        (Rounding.UP, 1, 100, 95),
    ],
)
def test_a_payout_no_chip_can_pay_is_rounded(
    rounding: Rounding, chip: int, stake: int, won: int
) -> None:
    layout = Layout({"banker": bet("banker")}, chip=chip, rounding=rounding)
    line = settle(BANKER_WINS, [Wager("banker", stake)], layout).lines[0]
    assert line.won == won
    assert line.exact == stake * Fraction(19, 20)


@given(st.integers(1, 10**12), st.sampled_from(list(Rounding)), st.integers(1, 1000))
def test_rounding_stays_within_a_chip_and_on_its_side(
    coins: int, rounding: Rounding, chip: int
) -> None:
    exact = Fraction(coins, 20)
    paid = rounding.round(exact, chip)
    assert paid % chip == 0
    assert abs(paid - exact) < chip
    assert {
        Rounding.DOWN: paid <= exact,
        Rounding.UP: paid >= exact,
        Rounding.NEAREST: 2 * abs(paid - exact) <= chip,
    }[rounding]


@given(
    st.sampled_from([item for item in registered() if not item.offered and not item.drawn]),
    st.integers(1, 10**9),
    st.integers(0, 500),
)
def test_the_guest_is_up_what_the_price_says(item: bac.Bet, stake: int, number: int) -> None:
    coup = next(bac.deal_shoe(bac.Rules().shoe(seed=1, number=number)))
    bare = bac.Bet(item.name, item.event, item.pays, item.depth, item.trait, item.at_start)
    layout = Layout({item.key: bare})
    line = settle(coup, [Wager(item.key, stake)], layout).lines[0]
    tier = item.tier(coup)
    price = Fraction(-1 if tier is None else item.pays[tier])
    assert line.exact == stake * price
    assert line.won == line.exact // 1


@pytest.mark.parametrize(
    ("wagers", "layout", "error", "says"),
    [
        (["banker=0"], CAPPED, BetRefused, "a stake is more than zero"),
        (["banker=-5"], CAPPED, BetRefused, "a stake is more than zero, not -5"),
        (["banker=0.5"], CAPPED, BadText, "whole number of the smallest coin"),
        (["banker=ten"], CAPPED, BadText, "whole number of the smallest coin"),
        (["banker"], CAPPED, BadText, "not a wager"),
        (["=5"], CAPPED, BadText, "not a wager"),
        (["bunker=5"], CAPPED, UnknownName, "did you mean banker"),
        (["banker=99999999999999999"], CAPPED, BadText, "not a stake"),
        (["banker=9999999999999999"], CAPPED, BetRefused, "the limits are"),
        (
            ["dragon-7=10", "banker=5"],
            CAPPED,
            BetRefused,
            r"at most the stake on player and banker \(here 5\)",
        ),
        (
            ["lucky-bonus=11", "banker=100"],
            CAPPED,
            BetRefused,
            "at most 10% of the stake on banker",
        ),
        (["banker=30"], WHOLE_CHIPS, BetRefused, "whole chips of 25, not 30"),
        (
            ["banker=110", "player=50"],
            DIFFERENTIAL,
            BetRefused,
            "may differ by at most 50, not by 60",
        ),
        (["banker=100", "player=50"], ONE_SIDE, BetRefused, "no bet on Player and Banker together"),
    ],
)
def test_a_wager_the_table_does_not_take_is_refused(
    wagers: list[str], layout: Layout, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        settle(BANKER_WINS, wagers, layout)


@pytest.mark.parametrize(
    ("wagers", "layout"),
    [
        (["banker=100", "player=20", "dragon-7=120", "lucky-bonus=10"], CAPPED),
        (["banker=100", "player=50"], DIFFERENTIAL),
        (["banker=100", "tie=5"], ONE_SIDE),
    ],
)
def test_a_wager_within_the_terms_is_taken(wagers: list[str], layout: Layout) -> None:
    for coup in (BANKER_WINS, TIE):
        settle(coup, wagers, layout)


def test_a_spot_may_have_limits_of_its_own() -> None:
    layout = Layout(STANDARD.bets, Limits(10, 1000), {"tie": Limits(1, 50)})
    assert settle(TIE, ["tie=5"], layout).won == 40
    with pytest.raises(BetRefused, match="tie: the limits are 1 to 50, not 60"):
        settle(TIE, ["tie=60"], layout)
    with pytest.raises(BetRefused, match="banker: the limits are 10 to 1000, not 5"):
        settle(TIE, ["banker=5"], layout)
    with pytest.raises(UnknownName):
        Layout(STANDARD.bets, spot_limits={"no-such-spot": Limits()})


def test_nothing_is_paid_before_the_coup_is_over() -> None:
    with pytest.raises(BaccaratError, match="not over"):
        settle(deal("Kh 9d 5c 4s"), ["banker=100"], STANDARD)


def test_a_bet_deeper_than_the_cards_is_not_paid() -> None:
    with pytest.raises(TooShallow):
        settle(deal("0 9 5 4 8"), ["banker=100", "player-pair=5"], STANDARD)


def test_money_is_whole_coins_in_the_library_too() -> None:
    with pytest.raises(BetRefused, match="whole coins"):
        settle(TIE, [Wager("banker", 2.5)], STANDARD)  # type: ignore[arg-type]


def test_a_layout_takes_more_bets_and_other_prices() -> None:
    layout = game("ez").layout.having("lucky-6:12/23", "banker:0.97")
    assert layout.bets["lucky-6"] == bet("lucky-6:12/23")
    assert layout.bets["banker"].net("three-card 7") == 0
    assert layout.bets["banker"].net("win") == Fraction(97, 100)


@given(st.text() | st.from_regex(r"[a-z0-9-]+(:[0-9./]*)?=-?[0-9.]*"))
def test_any_text_is_a_wager_or_a_complaint_of_one_line(text: str) -> None:
    try:
        wager = Wager.parse(text)
    except BadText as complaint:
        assert "\n" not in str(complaint)
    else:
        assert Wager.parse(str(wager)) == wager


@pytest.mark.parametrize("item", bac.GAMES, ids=str)
def test_a_game_reads_back_as_it_is_written(item: bac.Game) -> None:
    names = {name: getattr(bac, name) for name in vars(bac)["__all__"]}
    assert eval(repr(item), {**names, "Fraction": Fraction}) == item


@pytest.mark.parametrize("item", bac.GAMES, ids=str)
def test_a_game_has_its_main_bets_and_a_source(item: bac.Game) -> None:
    assert {"player", "banker"} <= set(item.layout.bets)
    assert item.about
    assert item.source
    for name in item.also:
        assert game(name) is item


def test_an_unknown_game_is_told_its_nearest_names() -> None:
    with pytest.raises(UnknownName) as unknown:
        game("punto-blanco")
    assert unknown.value.near[0] == "punto-banco"


def test_limits_and_chips_make_sense() -> None:
    with pytest.raises(BetRefused):
        Limits(0)
    with pytest.raises(BetRefused):
        Limits(10, 5)
    with pytest.raises(BetRefused):
        Layout(STANDARD.bets, chip=0)
