"""The table's page: what it draws equals the table, for whoever looks, in every phase."""

import html
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from web.salon import Salon

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import Card
from baccarat.core.coup import Side
from baccarat.core.games import GAMES, Game
from baccarat.core.games import game as game_named
from baccarat.core.layout import Limits
from baccarat.exact.odds import odds
from baccarat.table.acts import Open
from baccarat.table.rounding import first_chip
from baccarat.table.table import Table
from baccarat.table.view.choices import CHIPS
from baccarat.table.view.labels import DISCS
from baccarat.table.view.view import Audience
from baccarat.web.house.views import Viewer
from baccarat.web.pages.parts import Drawings, PageViewer
from baccarat.web.pages.table.felt import MOST_DISCS, chip_in_hand, discs_of

SPOT = re.compile(r'<div class="spot ([^"]*)" id="spot-([^"]*)">(.*?)class="about"', re.DOTALL)


def parts_of(salon: Salon, table: int, guest: str = "", language: str = "en") -> dict[str, str]:
    """The parts as a guest's browser gets them, or as a spectator's."""
    token = salon.tokens.get(f"{table} {guest}", "")
    headers = {"baccarat-guest": token, "accept-language": language}
    answer = salon.http.get(f"/parts?watch=table/{table}:table", headers=headers)
    assert answer.status_code == 200, answer.text
    parts: dict[str, str] = answer.json()[0]["parts"]
    return parts


def text_of(markup: str) -> str:
    """What a reader sees of it, with single spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def spots_of(parts: dict[str, str]) -> dict[str, tuple[str, str]]:
    """The classes and the content of every spot."""
    return {name: (kinds, inside) for kinds, name, inside in SPOT.findall(parts["layout"])}


def next_of(parts: dict[str, str]) -> str:
    """What the large button does; empty where there is none."""
    found = re.search(r'id="next" data-act="([a-z]+)"', parts["acts"])
    return found[1] if found else ""


def table_of(salon: Salon, number: int) -> Any:
    return salon.house.at(number).table


def test_every_spot_has_its_price_and_its_exact_edge() -> None:
    salon = Salon()
    number = salon.ready("Ann")
    table = table_of(salon, number)
    fresh = odds(decks=8, seen=str(table.view("Ann").shoe.burn_card))
    spots = spots_of(parts_of(salon, number, "Ann"))
    assert set(spots) == set(table.game.layout.bets)
    for name, (_, inside) in spots.items():
        shown = text_of(inside)
        assert f"edge {100 * float(fresh[name].edge):.2f}%" in shown, name
        highest = max(table.game.layout.bets[name].gross(tier) for tier in fresh[name].bet.pays)
        assert f"{float(highest):g}:1" in shown, name
    assert "1:1 -5%" in text_of(spots["banker"][1])


def test_what_a_stake_loses_by_rounding_is_told_at_its_spot_and_in_its_sheet() -> None:
    """25 on Banker wins 23 of 23.75: it costs 2.4 %, and the spot does not say 1.06 % then."""
    salon = Salon()
    number = salon.ready("Ann", "Bob")
    seen = str(table_of(salon, number).view("Ann").shoe.burn_card)
    fresh = odds(decks=8, seen=seen)
    chances = fresh.tally.chances
    wins, loses = chances[Side.BANKER], chances[Side.PLAYER]
    salon.act(number, "place", "Ann", spot="banker", stake=25)
    cost = loses - wins * Fraction(23, 25)
    assert round(float(cost), 3) == 0.024
    parts = parts_of(salon, number, "Ann")
    assert f"edge {100 * float(cost):.2f}%" in text_of(spots_of(parts)["banker"][1])
    assert "Banker: 25 wins 23, not 23.75" in parts["layout"]
    other = parts_of(salon, number, "Bob")
    assert f"edge {100 * float(fresh['banker'].edge):.2f}%" in text_of(spots_of(other)["banker"][1])
    assert "wins 23" not in other["layout"]
    sheet = salon.http.get(f"/tables/{number}/spots/banker").text
    assert "Multiples of 20 are paid exactly" in sheet
    assert "wins 23" not in sheet  # that is Ann's alone, and so is what it costs her
    hers = {"baccarat-guest": salon.tokens[f"{number} Ann"]}
    sheet = salon.http.get(f"/tables/{number}/spots/banker", headers=hers).text
    assert "Banker: 25 wins 23, not 23.75" in sheet
    assert f"{100 * float(cost):.2f}%" in sheet
    assert "Rounding" not in salon.http.get(f"/tables/{number}/spots/player").text


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_main_bet_pays_the_chip_in_hand_less_than_its_price(game: Game) -> None:
    """A newcomer who lays the chip that is in hand loses nothing to rounding."""
    chip = chip_in_hand(Table().apply(Open(game=game.key)))
    for spot in {"player", "banker", "tie"} & set(game.layout.bets):
        bet = game.layout.bets[spot]
        assert all((chip * bet.net(tier)).denominator == 1 for tier in bet.winning), spot


@pytest.mark.parametrize(
    ("least", "most", "chip"),
    [
        (1, None, 100),
        (1, 100, 100),
        (1, 50, 20),
        (1, 19, 5),
        (1, 1, 1),
        (30, 50, 20),
        (60, 400, 100),
    ],
)
def test_the_chip_in_hand_is_one_that_the_limits_take(
    least: int, most: int | None, chip: int
) -> None:
    """A commission of 4 % is paid in full from 25 on; where 100 is too much, a smaller one is."""
    felt = replace(game_named("four-percent").layout, limits=Limits(least, most))
    assert CHIPS[first_chip(felt)] == chip


@pytest.mark.parametrize(
    ("stake", "chip", "discs"),
    [
        (1, 1, [1]),
        (126, 1, [100, 20, 5, 1]),
        (645, 1, [500, 100, 20, 20, 5]),
        (10, 5, [1, 1]),
        (100_000, 1, [2_500] * 5),
    ],
)
def test_a_pile_has_the_largest_chips(stake: int, chip: int, discs: list[int]) -> None:
    assert [disc.chips for disc in discs_of(stake, chip)] == discs


def test_a_pile_that_is_drawn_whole_is_worth_its_stake() -> None:
    for stake in range(1, 2_000):
        pile = [disc.chips for disc in discs_of(stake, 1)]
        assert sum(pile) == stake or (len(pile) == MOST_DISCS and sum(pile) < stake)
        assert pile == sorted(pile, reverse=True)
        assert set(pile) <= set(DISCS)


def test_guests_see_each_others_chips_and_only_their_own_money() -> None:
    salon = Salon()
    number = salon.ready("Ann", "Bob")
    salon.act(number, "place", "Ann", spot="banker", stake=125)
    salon.act(number, "place", "Bob", spot="banker", stake=40)
    anns, nobodys = parts_of(salon, number, "Ann"), parts_of(salon, number)
    mine = re.findall(r'class="stake mine" data-stake="(\d+)"', anns["layout"])
    assert mine == ["125"]
    assert "Bob 40" in text_of(spots_of(anns)["banker"][1])
    assert "stake mine" not in nobodys["layout"]
    for said in ("Ann 125", "Bob 40"):
        assert said in text_of(spots_of(nobodys)["banker"][1])
    assert "875" in text_of(anns["rack"])
    assert "960" not in "".join(anns.values())
    assert text_of(nobodys["rack"]) == ""
    assert "Banker 125" in text_of(nobodys["people"])


def test_the_next_thing_to_do_follows_the_ceremony() -> None:
    salon = Salon()
    number = salon.open(seats=1, seed=7)
    assert next_of(parts_of(salon, number)) == "sit"
    salon.sit(number, "Ann")
    for expected, values in (("shoe", {}), ("cut", {"at": 100})):
        assert next_of(parts_of(salon, number, "Ann")) == expected
        salon.act(number, expected, "Ann", **values)
    parts = parts_of(salon, number, "Ann")
    assert 'class="next quiet" id="next" data-act="deal"' in parts["acts"]
    assert '{"coup": 1, "free": true}' in html.unescape(parts["acts"])
    salon.act(number, "place", "Ann", spot="player", stake=100)
    parts = parts_of(salon, number, "Ann")
    deal = 'class="next" id="next" data-act="deal" data-said="{"coup": 1}"'
    assert deal in html.unescape(parts["acts"])
    salon.act(number, "deal", "Ann", squeeze=True)
    assert next_of(parts_of(salon, number, "Ann")) == "reveal"


def test_who_may_not_deal_is_told_what_the_house_waits_for() -> None:
    salon = Salon()
    number = salon.ready("Ann")
    drawn = Drawings(salon.app.state.shell).at(salon.house.at(number))
    ann = Viewer(Audience.GUEST, "Ann", table_of(salon, number).seats[0].since)
    _, parts = drawn.parts(PageViewer(ann, "en", ("table",)))
    assert next_of(dict(parts)) == ""
    assert text_of(parts["acts"]).endswith("The dealer deals when all bets are laid.")
    _, parts = drawn.parts(PageViewer(ann, "en", ("table",), may_deal=True))
    assert next_of(dict(parts)) == "deal"


def test_the_cut_keeps_to_the_shoe() -> None:
    salon = Salon()
    number = salon.open(seats=1, seed=7, decks=6)
    salon.sit(number, "Ann")
    salon.act(number, "shoe", "Ann")
    hands = parts_of(salon, number, "Ann")["hands"]
    assert re.search(r'type="range" min="10" max="302" value="156"', hands)
    assert "312 cards. Where do you cut?" in text_of(hands)
    assert salon.try_act(number, "cut", "Ann", at=303).status_code == 422
    salon.act(number, "cut", "Ann", at=302)


def test_what_was_paid_is_what_the_house_paid() -> None:
    salon = Salon()
    number = salon.ready("Ann")
    for _ in range(6):
        for spot in ("banker", "player", "tie", "small"):
            salon.act(number, "place", "Ann", spot=spot, stake=20)
        salon.act(number, "deal")
        view = table_of(salon, number).view("Ann")
        parts = parts_of(salon, number, "Ann")
        won = sum(line.won for line in view.lines)
        said = f"You {'win' if won > 0 else 'lose'} {abs(won)}." if won else "You are even."
        assert said in text_of(parts["hands"])
        for line in view.lines:
            inside = spots_of(parts)[line.wager.spot][1]
            assert f"{line.won:+}".replace("-", "−") in text_of(inside)
        assert str(view.call) in text_of(parts["hands"])


def test_the_spots_that_win_are_lit() -> None:
    salon = Salon()
    number = salon.ready()
    seen: set[str] = set()
    for _ in range(12):
        salon.act(number, "deal", free=True)
        view = table_of(salon, number).view(Audience.SPECTATOR)
        hands = {"player": view.player.cards, "banker": view.banker.cards}
        winner = "tie" if view.winner is None else str(view.winner).lower()
        expected = {winner, "small" if sum(map(len, hands.values())) == 4 else "big"}
        pairs = [f"{side}-pair" for side, (a, b, *_) in hands.items() if a.rank == b.rank]
        expected |= {*pairs, *(["either-pair"] if pairs else [])}
        spots = spots_of(parts_of(salon, number))
        lit = {name for name, (kinds, _) in spots.items() if "won" in kinds.split()}
        others = {"perfect-pair", "dragon-bonus-player", "dragon-bonus-banker"}
        assert lit - others == expected
        pushed = {name for name, (kinds, _) in spots.items() if "pushed" in kinds.split()}
        assert pushed - others == ({"player", "banker"} if winner == "tie" else set())
        seen |= lit
    assert {"player", "banker", "small", "big"} <= seen


def test_cards_are_those_of_the_view_and_none_that_lies_face_down() -> None:
    salon = Salon()
    number = salon.ready("Ann")
    salon.act(number, "place", "Ann", spot="banker", stake=100)
    salon.act(number, "deal", squeeze=True)
    table = table_of(salon, number)
    view = table.view("Ann")
    known = {str(card) for hand in (view.player, view.banker) for card in hand.cards if card}
    hidden = {str(card) for card in table.coup.cards} - known
    assert hidden
    for guest in ("Ann", ""):
        parts = parts_of(salon, number, guest)
        shown = re.findall(r'data-order="\d" data-card="([^"]*)"', parts["hands"])
        assert set(shown) - {"held", "down"} == known
        everything = "".join(parts.values())
        for card in hidden:
            assert f'"{card}"' not in everything
            assert Card.parse(card).pretty not in everything
    salon.act(number, "reveal", "Ann")
    orders = re.findall(r'data-order="(\d)"', parts_of(salon, number, "Ann")["hands"])
    assert len(orders) == len(table_of(salon, number).coup.cards)


def test_a_fair_shoe_shows_its_promise_before_and_its_seeds_after() -> None:
    salon = Salon()
    number = salon.open(seats=1, fair=True, decks=1, cut_card=30)
    salon.sit(number, "Ann")
    salon.act(number, "shoe", "Ann")
    promise = table_of(salon, number).promise
    before = parts_of(salon, number, "Ann")
    digits = promise.commitment
    short = f"{digits[:4]} {digits[4:8]} {digits[8:12]} {digits[12:16]}"
    assert short in text_of(before["hands"])
    assert digits in text_of(before["head"])
    assert 'name="guest_seed"' in before["hands"]
    salon.act(number, "cut", "Ann", at=20, guest_seed="my <own> words")
    while str(table_of(salon, number).phase) == "bets":
        everything = "".join(parts_of(salon, number, "Ann").values())
        assert promise.house_seed not in everything
        salon.act(number, "deal", "Ann", free=True)
    after = parts_of(salon, number, "Ann")
    assert promise.house_seed in after["head"]
    assert "my &lt;own&gt; words" in after["head"]
    assert "baccarat record check" in after["head"]


def test_a_spot_tells_its_tiers_its_limits_and_its_edge() -> None:
    salon = Salon()
    number = salon.ready(least=5, most=500)
    table = table_of(salon, number)
    path = f"/tables/{number}/spots/dragon-bonus-player"
    told = text_of(salon.http.get(path).text)
    bet = table.game.layout.bets["dragon-bonus-player"]
    for tier in bet.winning:
        assert f"{tier}: {bet.net(tier)}:1" in told
    assert "5 to 500" in told
    edge = odds(decks=8, seen=str(table.view(Audience.SPECTATOR).shoe.burn_card))[bet.key].edge
    assert isinstance(edge, Fraction)
    assert f"{100 * float(edge):.2f}%" in told
    assert salon.http.get(f"/tables/{number}/spots/nonsense").status_code == 404


def test_what_is_offered_in_the_middle_of_a_coup_can_be_laid() -> None:
    salon = Salon()
    number = salon.open(seats=1, seed=7, bets=["insurance"])
    salon.sit(number, "Ann", 100_000)
    salon.act(number, "shoe", "Ann")
    salon.act(number, "cut", "Ann")
    for _ in range(40):
        salon.act(number, "place", "Ann", spot="player", stake=100)
        salon.act(number, "place", "Ann", spot="banker", stake=100)
        salon.act(number, "deal", "Ann")
        if table_of(salon, number).offers:
            break
    offered = table_of(salon, number).offers
    parts = parts_of(salon, number, "Ann")
    assert next_of(parts) == "pass"
    spots = spots_of(parts)
    assert {name for name, (kinds, _) in spots.items() if "offered" in kinds} == set(offered)
    for name, (_, inside) in spots.items():
        assert ('aria-disabled="true"' not in inside) is (name in offered), name
        assert ("edge " in text_of(inside)) is (name in offered), name


def test_an_objection_stands_until_it_is_met() -> None:
    salon = Salon()
    number = salon.open(seats=1, seed=7, differential=50)
    salon.sit(number, "Ann")
    salon.act(number, "shoe", "Ann")
    salon.act(number, "cut", "Ann")
    salon.act(number, "place", "Ann", spot="player", stake=60)
    objection = str(table_of(salon, number).view("Ann").objection)
    assert objection in text_of(parts_of(salon, number, "Ann")["layout"])
    salon.act(number, "place", "Ann", spot="banker", stake=20)
    assert objection not in text_of(parts_of(salon, number, "Ann")["layout"])


def test_a_guest_whose_money_is_gone_is_told_how_to_go_on() -> None:
    """Under the layout: what the coup has cost stands where the croupier would say it."""
    salon = Salon()
    number = salon.ready("Ann")
    told = Words.of("en")("felt.broke")
    for _ in range(20):
        bankroll = table_of(salon, number).view("Ann").bankroll
        layout = text_of(parts_of(salon, number, "Ann")["layout"])
        assert (told in layout) is (bankroll == 0)
        if not bankroll:
            return
        salon.act(number, "place", "Ann", spot="tie", stake=bankroll)
        salon.act(number, "deal", "Ann")
    raise AssertionError("nobody wins twenty ties in a row")


def test_parts_follow_from_the_table_alone() -> None:
    salon = Salon()
    number = salon.ready("Ann")
    salon.act(number, "place", "Ann", spot="tie", stake=5)
    here, shell = salon.house.at(number), salon.app.state.shell
    viewer = PageViewer(language="fr", scenes=("table",), may_deal=True)
    assert Drawings(shell).at(here).parts(viewer) == Drawings(shell).at(here).parts(viewer)


def test_every_language_plays_a_coup() -> None:
    salon = Salon()
    number = salon.open(seats=1, fair=True)
    salon.sit(number, "Ann", 12_345)
    acts: list[tuple[str, dict[str, object]]] = [
        ("shoe", {}),
        ("cut", {"guest_seed": "x"}),
        ("place", {"spot": "banker", "stake": 1_000}),
        ("deal", {"squeeze": True}),
        ("reveal", {}),
    ]
    for act, values in acts:
        if act in table_of(salon, number).view("Ann").asks:
            salon.act(number, act, "Ann", **values)
        for language in LANGUAGES:
            parts = parts_of(salon, number, "Ann", language)
            assert Words.of(language).bet("banker") in text_of(parts["layout"])
    french = parts_of(salon, number, "Ann", "fr")
    bankroll = table_of(salon, number).view("Ann").bankroll
    assert f"{bankroll:,}".replace(",", "\u202f") in french["rack"]


def test_chemin_de_fer_asks_for_its_decision() -> None:
    salon = Salon()
    number = salon.open(game="chemin-de-fer", seed=3)
    salon.sit(number, "Ann")
    salon.act(number, "shoe", "Ann")
    salon.act(number, "cut", "Ann")
    for _ in range(20):
        salon.act(number, "place", "Ann", spot="player", stake=10)
        salon.act(number, "deal", "Ann")
        if table_of(salon, number).view("Ann").choice is not None:
            break
    acts = parts_of(salon, number, "Ann")["acts"]
    assert acts.count('data-act="decide"') == 2
