"""Every bet keeps its word, and the plug-in door lets strangers in and keeps trouble out."""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bac
from baccarat import Bet, Cap, Coup, Depth, Hand, Outcome, Side, bet, deal, registered
from baccarat.base.errors import BaccaratError, BadBet, BadText, NameTaken, TooShallow, UnknownName
from baccarat.core.bets.bet_types import OutcomeEvent
from baccarat.core.plugins import by_name
from baccarat.testing import check_bet

EVERY_BET = list(registered())


@pytest.mark.parametrize("item", EVERY_BET, ids=lambda item: item.key)
def test_a_bet_conforms(item: Bet) -> None:
    check_bet(item)


@pytest.mark.parametrize("item", EVERY_BET, ids=lambda item: item.key)
def test_a_bet_reads_back_as_it_is_written(item: Bet) -> None:
    assert bet(str(item)) == item
    assert eval(repr(item), vars(bac), {"bet": bet}) == item


def test_a_bet_of_ones_own_is_not_printed_as_one_of_ours() -> None:
    mine = Bet("Player", lambda outcome: outcome.player.total == 9, pays={"win": 1})
    assert (str(mine), str(bet("player"))) == ("player:1", "player:1")
    assert (repr(mine), repr(bet("player"))) == ("<bet player:1>", "bet('player:1')")
    assert repr(replace(bet("tie"), wins_when="else")) == "<bet tie:8>"


def test_a_name_without_hyphens_names_only_one() -> None:
    known = {"a-bc": 1, "ab-c": 2, "lucky-6": 3, "lucky6": 3}
    assert (by_name("abc", known), by_name("A BC", known), by_name("LUCKY6", known)) == (None, 1, 3)


def test_a_bet_that_cannot_win_here_has_odds_all_the_same() -> None:
    nines = bac.odds("9:6")
    assert nines["player"].chance == nines["dragon-7"].chance == 0


def test_a_bet_names_where_its_rule_is_printed() -> None:
    assert [item.key for item in EVERY_BET if not item.source] == []


LINES = [
    line
    for line in (ROOT / "tests" / "golden" / "tiers.txt").read_text().splitlines()
    if not line.startswith("#")
]


def tier_lines() -> list[tuple[str, str, str | None]]:
    found = [re.fullmatch(r"(\S+) +((?:[^ ][cdhsx] |\| )+) *(.+)", line) for line in LINES]
    lines = [match.groups() for match in found if match]
    assert len(lines) == len(LINES)
    return [(key, coup, None if tier == "None" else tier) for key, coup, tier in lines]


@pytest.mark.parametrize(("key", "coup", "tier"), tier_lines())
def test_a_bet_is_judged_as_its_pay_table_says(key: str, coup: str, tier: str | None) -> None:
    assert bet(key).tier(Coup.parse(coup)) == tier


def test_every_bet_is_judged_by_hand_somewhere() -> None:
    judged = {key for key, _, _ in tier_lines()}
    families = ("egalite-", "natural-8-", "natural-9-")
    missing = [b.key for b in EVERY_BET if b.key not in judged and not b.key.startswith(families)]
    assert missing == []


def test_every_egalite_wins_on_its_own_totals_only() -> None:
    groups = {f"egalite-{total}": {total} for total in range(10)} | {
        "egalite-1-3": {1, 2, 3},
        "egalite-4-5": {4, 5},
        "egalite-6-7": {6, 7},
        "egalite-8-9": {8, 9},
    }
    for key, totals in groups.items():
        won = {t for t in range(10) if bet(key).tier(Coup.parse(f"{t} 0 | {t} 0"))}
        assert won == totals


def test_a_natural_bet_wants_its_own_hand_and_total() -> None:
    for total, side in ((t, s) for t in (8, 9) for s in Side):
        item = bet(f"natural-{total}-{side}".lower())
        for player in range(10):
            for banker in range(10):
                has = (player if side is Side.PLAYER else banker) == total
                assert (item.tier(Coup.parse(f"{player} 0 | {banker} 0")) is not None) == has


# Prices


def test_another_price_keeps_the_event_and_the_pushes() -> None:
    dear = bet("lucky-6:12/23")
    assert dear.event is bet("lucky-6").event
    assert dear.pays == {"two-card six": 12, "three-card six": 23}
    assert bet("banker:0.96").net("win") == Fraction(96, 100)
    assert bet("banker:1-4%").net("win") == Fraction(96, 100)
    assert bet("banker:1-4%").net("tie") == 0
    assert bet("banker-7-up:9:5/1").pays["seven"] == Fraction(9, 5)


@pytest.mark.parametrize(
    ("spelled", "error", "says"),
    [
        ("lucky-6:12", BadBet, "takes 2 prices"),
        ("lucky-6:12/0", BadBet, "must pay more than 0"),
        ("lucky-99:25/5/1", BadBet, "must pay more than 1"),
        ("lucky-6:", BadText, "no price"),
        ("lucky-6:a/b", BadText, "not a price"),
        ("tie:-8", BadText, "not a price"),
        ("banker:1-5", BadText, "not a commission"),
        ("banker:1-100%", BadBet, "a commission must be below 100 %"),
        ("tie:1:0", BadText, "not a price"),
        # below zero: quoted as typed
        ("insurance:2/3/-4", BadText, "not a price: '-4'"),
        ("tie:-5", BadText, "not a price: '-5'"),
        ("tie:-5%", BadText, "not a price: '-5%'"),
        ("dragn-7", UnknownName, "did you mean dragon-7"),
    ],
)
def test_a_bet_that_cannot_be_meant_is_refused_in_one_line(
    spelled: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        bet(spelled)


@pytest.mark.slow
@given(st.text() | st.from_regex(r"(lucky-6|banker|tie):[0-9./:%-]*"))
def test_any_text_is_a_bet_or_a_complaint_of_one_line(text: str) -> None:
    try:
        found = bet(text)
    except (BadText, BadBet, UnknownName) as complaint:
        assert "\n" not in str(complaint)
    else:
        assert bet(str(found)) == found


def test_for_one_counts_the_stake() -> None:
    lucky = bet("lucky-99")
    assert [lucky.net(tier) for tier in lucky.pays] == [24, 4, 1]


def test_a_bet_is_known_by_its_other_names_too() -> None:
    assert bet("fortune-7") is bet("dragon-7")
    assert bet("Golden 8") is bet("panda-8")


# Depth


def test_a_bet_deeper_than_the_cards_is_refused() -> None:
    with pytest.raises(TooShallow, match=r"player-pair.*ranks.*points"):
        bet("player-pair").tier(deal("0 9 5 4 8"))
    with pytest.raises(TooShallow, match=r"perfect-pair.*cards.*ranks"):
        bet("perfect-pair").tier(deal("Kx 9x 5x 4x 8x"))


def test_an_event_is_shown_no_more_than_its_bet_asked_for() -> None:
    seen: list[object] = []

    def remember(what: object) -> None:
        seen.append(what)

    coup = deal("Kh 9d 5c 4s 8h")
    Bet("At Totals", remember, pays={"won": 1}).tier(coup)
    Bet("At Points", remember, pays={"won": 1}, depth=Depth.POINTS).tier(coup)
    Bet("At Ranks", remember, {"won": 1}, Depth.RANKS, trait=lambda hand: "label").tier(coup)
    totals, points, ranks = seen
    assert isinstance(totals, Outcome)
    assert (totals.player.cards, totals.player.total, totals.player.trait) == (3, 3, None)
    assert isinstance(points, Coup)
    assert points.depth is Depth.POINTS
    assert isinstance(ranks, Outcome)
    assert ranks.banker.trait == "label"


def test_a_coup_that_is_not_over_is_not_judged() -> None:
    with pytest.raises(BaccaratError, match="not over"):
        bet("banker").tier(deal("Kh 9d 5c"))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Bet("", lambda outcome: None, pays={"won": 1}),
        lambda: Bet("Floating", lambda outcome: None, pays={"won": 0.5}),  # type: ignore[dict-item]
        lambda: Bet("Free", lambda outcome: None, pays={}),
        lambda: Bet("Debt", lambda outcome: None, pays={"won": -2}),
        lambda: Bet("Untraited", lambda outcome: None, pays={"won": 1}, depth=Depth.RANKS),
        lambda: Bet("Traited", lambda outcome: None, pays={"won": 1}, trait=lambda hand: None),
        lambda: Bet("All", lambda outcome: None, pays={"won": 1}, commission=Fraction(1)),
    ],
)
def test_a_bet_that_is_not_well_made_is_refused(make: Callable[[], Bet]) -> None:
    with pytest.raises(BadBet):
        make()


# The conformance suite


def won_if(outcome: Outcome) -> str | None:
    return "won" if outcome.winner is Side.BANKER else None


def by_mood() -> OutcomeEvent:
    moods = iter([None, "won"] * 500)
    return lambda outcome: next(moods)


def every_hand_its_own(hand: Hand) -> str:
    return str(hand)


FAULTY = {
    "price for a tier that never happens": Bet("A", won_if, {"won": 1, "lost": 2}, wins_when="…"),
    "no price for": Bet("B", lambda outcome: "surprise", {"won": 1}, wins_when="…"),
    "never lose": Bet("C", lambda outcome: "won", {"won": 1}, wins_when="…"),
    "never win": Bet("D", won_if, {"won": 0}, wins_when="…"),
    "does not say when": Bet("E", won_if, {"won": 1}),
    "breaks on": Bet("F", lambda outcome: str(1 // outcome.margin), {"1": 1}, wins_when="…"),
    "in two ways": Bet("G", by_mood(), {"won": 1}, wins_when="…"),
    "traits: at most 16 are allowed": Bet(
        "H", won_if, {"won": 1}, Depth.RANKS, trait=every_hand_its_own, wins_when="…"
    ),
    "never happens": Bet(
        "I",
        lambda outcome: "won" if outcome.player.is_natural and len(outcome.banker) == 3 else None,
        {"won": 1},
        wins_when="a natural meets a third card, which it never does",
    ),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_the_conformance_suite_finds_a_faulty_bet(fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        check_bet(FAULTY[fault])


def test_a_cap_says_what_it_allows() -> None:
    assert str(Cap(Fraction(1, 10), ("banker",))) == "at most 10% of the stake on banker"
    assert str(bet("dragon-7").cap) == "at most the stake on player and banker"


def test_of_two_bets_with_one_name_neither_is_registered() -> None:
    twins = [Bet("Twin", won_if, {"won": price}, wins_when="Banker wins") for price in (1, 2)]
    with pytest.raises(NameTaken):
        bac.register(*twins)
    with pytest.raises(UnknownName):
        bet("twin")


def test_a_register_knows_its_bets_by_name() -> None:
    known = registered()
    for name in ("tie", "Tie", "fortune-7"):
        assert (name in known) is True
    for stranger in ("blackjack", "", 7, None):
        assert (stranger in known) is False


def test_a_price_that_nobody_can_type_is_printed_all_the_same() -> None:
    streak = bac.streak("banker-streak")
    for price in (10**9, 10**400, Fraction(10**400, 3), Fraction(10**400) + Fraction(1, 4)):
        assert repr(bet("tie").priced(price)).startswith("<bet tie:10000")
        assert repr(streak.priced(*[price] * 7)).startswith("<streak banker-streak:10000")
    assert repr(bet("tie").priced(10**9)) == "<bet tie:1000000000>"
    assert repr(bet("tie").priced(10**9 + Fraction(1, 4))) == "<bet tie:1000000000.25>"
    for price in (10**5000, Fraction(10**5000, 7)):  # Python writes no such number in decimals
        assert repr(bet("tie").priced(price)).startswith("<bet tie:0x")


def unspeakable(outcome: Outcome) -> bool:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError

    raise Mute


def test_a_bet_that_breaks_says_whose_event_or_trait_it_was() -> None:
    coup = Coup.parse("2c 3c | 6d Ks")
    mute = Bet("Mute", unspeakable, {"win": 1})
    with pytest.raises(BadBet, match="mute: its event breaks: Mute: no reason given"):
        mute.tier(coup)
    for trait, told in (
        (lambda hand: str(1 // 0), "odd: its trait breaks: ZeroDivisionError: "),
        (lambda hand: [1], "odd: its trait breaks: .*list"),
    ):
        odd = Bet("Odd", lambda o: True, 1, Depth.RANKS, trait)  # type: ignore[arg-type]
        with pytest.raises(BadBet, match=told) as heard:
            odd.tier(coup)
        assert heard.value.__cause__ is not None
