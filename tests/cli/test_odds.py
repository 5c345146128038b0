"""`baccarat odds`, as a user meets it: any shoe, any bet, any half-dealt coup."""

import json
import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import inf
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import asking
import pytest
from checkout import ROOT

from baccarat.core.bets import registered
from baccarat.core.cards import Depth
from baccarat.core.games import game
from baccarat.core.shoe import Composition
from baccarat.exact.odds import odds
from baccarat.questions.game import DECIDE

BY_POINTS = "0:128 1:32 2:32 3:32 4:32 5:32 6:32 7:32 8:32 9:32"
FELT = list(game("punto-banco").layout.bets)


run = partial(asking.run, "odds")
printed = partial(asking.printed, "odds")


def answer(*args: str) -> Any:
    return json.loads(printed(*args, "--json"))


def rows(text: str) -> dict[str, list[str]]:
    """The cells of each line of a table, by the first of them."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if "│" in line:
            first, *rest = map(str.strip, line[1:-1].split("│"))
            found.setdefault(first, rest)
    return found


def row(name: str, *args: str) -> list[str]:
    return rows(printed(*args))[name]


# The table of bets.


def test_a_fresh_shoe_has_the_odds_that_are_published() -> None:
    """wizardofodds.com/games/baccarat: eight decks."""
    text = printed()
    table = rows(text)
    assert table["Player"] == [
        "1", "44.6247", "9.5156", "45.8597", "1.2351", "1.3650", "0.9512",
    ]  # fmt: skip
    assert table["Banker"] == [
        "1 less 5 %", "45.8597", "9.5156", "44.6247", "1.0579", "1.1692", "0.9274",
    ]  # fmt: skip
    assert table["Tie"] == ["8", "9.5156", "", "90.4844", "14.3596", "", "2.6409"]
    assert table["Player Pair"][4] == table["Banker Pair"][4] == "10.3614"
    assert text.startswith("Player 44.6247 %, Banker 45.8597 %, tie 9.5156 %.\n")
    assert text.endswith("Exact: punto-banco, 8 decks, 416 cards unseen\n")


# Published: wizardofodds.com, vegastrip.com, E. Jacobson, S. How.
PUBLISHED = """
--bet tie:9                    Tie                 4.8440
--game ez                      Banker EZ           1.0183
--game super-6                 Banker Super 6      1.4581
--game 7-up                    Player 7 Up         2.593
--game 7-up                    Banker 7 Up         2.579
--game 2-to-1                  Player 2 to 1       3.62
--game 2-to-1                  Banker 2 to 1       2.20
--bet lucky-6                  Lucky 6            16.68
--bet lucky-6:12/23            Lucky 6            11.70
--bet dragon-7                 Dragon 7            7.6113
--bet panda-8                  Panda 8            10.1876
--bet big-tiger                Big Tiger          15.2533
--bet lucky-bonus              Lucky Bonus        -2.34
--bet egalite-6                Égalité 6          11.4952
--bet 3-giving-8               3 Giving 8          8.682
--bet quik                     Quik                8.155
--bet lucky-99                 Lucky 99           17.42
--bet majestic-match-player    Majestic Match Player  6.46
--decks 6 --bet small          Small               5.27
--decks 6 --bet big            Big                 4.35
"""


@pytest.mark.parametrize("line", PUBLISHED.strip().splitlines())
def test_edges_are_those_of_the_literature(line: str) -> None:
    args, name, published = re.split(r"\s{2,}", line)
    edge = float(row(name, *shlex.split(args))[4])
    digits = len(published.partition(".")[2])
    assert edge == pytest.approx(float(published), abs=0.5 * 10**-digits + 1e-9)


# vegastrip.com, in per cent: Banker, Player, tie.
@pytest.mark.parametrize(
    ("decks", "chances"),
    [
        ("1", ["45.9624", "44.6760", "9.3615"]),
        ("2", ["45.9073", "44.6508", "9.4419"]),
        ("4", ["45.8761", "44.6340", "9.4898"]),
        ("inf", ["45.8428", "44.6147", "9.5426"]),
    ],
)
def test_other_numbers_of_decks(decks: str, chances: list[str]) -> None:
    text = printed("--decks", decks, "--bet", "banker")
    banker, player, tie = chances
    assert text.startswith(f"Player {player} %, Banker {banker} %, tie {tie} %.\n")


def test_each_way_to_win_has_its_line_when_a_bet_is_asked_for() -> None:
    table = rows(printed("--bet", "lucky-6:12/23"))
    assert table["Lucky 6"][:2] == ["12 / 23", "5.3864"]
    assert table["two-card six"][:2] == ["12", "3.7247"]
    assert table["three-card six"][:2] == ["23", "1.6617"]


def test_a_bet_may_be_asked_at_two_prices_and_is_told_once_each() -> None:
    asked = answer("--bet", "lucky-6", "--bet", "lucky-6:12/23", "--bet", "Lucky 6")
    assert {name: bet["spelled"] for name, bet in asked["bets"].items()} == {
        "lucky-6": "lucky-6:12/20",
        "lucky-6:12/23": "lucky-6:12/23",
    }


def test_every_name_that_was_asked_for_is_found_in_the_answer() -> None:
    asked = ["tiger", "lucky-6", "Lucky 6:12/23", "banker-streak"]
    told = answer(*(word for name in asked for word in ("--bet", name)))
    assert list(told["bets_asked"]) == asked
    names = [told["bets_asked"][name] for name in asked]
    assert names == ["lucky-6", "lucky-6", "lucky-6:12/23", "banker-streak"]
    assert {*names} == {*told["bets"], *told["streaks"]}
    assert answer()["bets_asked"] == {}
    assert "tiger and lucky-6 are one bet: lucky-6." in printed(
        "--bet", "tiger", "--bet", "lucky-6"
    )


def test_a_name_means_the_bet_on_its_spot() -> None:
    assert answer("--game", "ez", "--bet", "banker")["bets"]["banker"]["bet"] == "banker-ez"


@pytest.mark.slow
def test_all_is_the_felt_and_then_every_other_bet() -> None:
    told = [bet["bet"] for bet in answer("--all")["bets"].values()]
    assert told[: len(FELT)] == FELT
    assert sorted(told) == sorted(bet.key for bet in registered())


def test_cards_seen_change_the_odds() -> None:
    told = answer("--decks", "6", "--seen", "Kh, 9d 9d", "--bet", "banker")
    edge = odds(6, seen="Kh 9d 9d")["banker"].edge
    assert told["bets"]["banker"]["edge"] == f"{edge.numerator}/{edge.denominator}"
    assert told["seen"] == ["Kh", "9d", "9d"]
    assert Composition.parse(told["unseen"]) == Composition.decks(6).without("Kh 9d 9d")
    assert printed("--decks", "6", "--seen", "Kh 9d 9d").endswith(
        "Exact: punto-banco, 6 decks less 3 cards, 309 cards unseen "
        "(0:95 1:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:22)\n"
    )


def test_counts_are_the_cards_themselves_at_any_depth() -> None:
    ranks = " ".join(f"{rank}x:32" for rank in "A23456789TJQK")
    cards = str(Composition.decks(8))
    fresh = answer("--bet", "banker")["bets"]
    for counts in (BY_POINTS, ranks, cards):
        told = answer("--composition", counts, "--bet", "banker")
        assert told["bets"] == fresh
        assert told["decks"] is None
    assert answer("--composition", cards)["bets"] == answer()["bets"]


def test_bets_that_look_deeper_than_the_cards_are_known_are_left_out_with_a_note() -> None:
    text = printed("--composition", BY_POINTS)
    assert "Tie" in rows(text)
    assert "Player Pair" not in rows(text)
    assert (
        "Left out: player-pair, banker-pair, either-pair (these cards are counted by points, "
        "not by ranks); perfect-pair (these cards are counted by points, not by cards).\n"
    ) in text
    assert answer("--composition", BY_POINTS)["left_out"].keys() == {
        "player-pair",
        "banker-pair",
        "either-pair",
        "perfect-pair",
    }


def test_at_chemin_de_fer_free_cells_are_decided_and_that_is_said() -> None:
    text = printed("--game", "chemin-de-fer")
    assert "Free cells are played as punto banco prints them.\n" in text
    assert "Exact: chemin-de-fer, 6 decks, 312 cards unseen\n" in text
    # 6 decks of punto banco (wizardofodds.com): permutations of six cards
    told = answer("--game", "chemin-de-fer")
    assert told["free_cells"] == "punto-banco"
    tie = Fraction(told["outcomes"]["tie"]["probability"])
    assert tie * int(told["weight"]) == 83_552_962_932_288


# Half-dealt coups.


def test_a_half_dealt_coup_is_told_and_weighed() -> None:
    text = printed("--given", "Kh 9d 5c", "--bet", "player")
    first, second, *_ = text.splitlines()
    assert first == "K♥ 5♣ | 9♦ …  Five Player, nine Banker. Banker takes the next card."
    assert second == "Player 26.8030 %, Banker 65.1521 %, tie 8.0449 %."
    assert text.splitlines()[-1].endswith(", after K♥ 5♣ | 9♦ …")
    told = answer("--given", "Kh 9d 5c")
    assert told["coup"] == "Kh 5c | 9d …"
    assert len(Composition.parse(told["unseen"])) == 413


def test_what_is_known_of_a_coup_is_told_and_weighed() -> None:
    text = printed("--given", "p5 b6", "--bet", "player")
    assert text.startswith("player: 5, banker: 6  Player takes the next card.\n")
    assert "8 decks, 416 cards unseen, after player: 5, banker: 6" in text
    assert "K♥ 5♣ | ? ? …  Which side takes the next card" in printed(
        "--given", "Kh ? 5c ?", "--matrix"
    )
    assert printed("--given", "player: 9", "--bet", "tie").startswith("player: 9\nPlayer 90.5475 %")
    told = answer("--given", "player: 5 + 3, banker: 4", "--next", "--bet", "banker-pair")
    assert (told["coup"], told["next_side"]) == ("player: 5 + 3, banker: 4", "banker")
    assert sum(Fraction(card["probability"]) for card in told["next_cards"].values()) == 1
    again = answer("--composition", told["unseen"], "--given", told["coup"], "--bet", "banker-pair")
    assert again["bets"] == told["bets"]


def test_a_coup_that_is_over_is_certain_and_a_push_has_no_edge_of_the_resolved() -> None:
    text = printed("--given", "Kh 9d 9c Ks")
    assert "Nine Player, nine Banker: a tie." in text
    assert rows(text)["Player"] == ["1", "0.0000", "100.0000", "0.0000", "0.0000", "", "0.0000"]
    player = answer("--given", "Kh 9d 9c Ks")["bets"]["player"]
    assert "edge_resolved" not in player


HALF_DEALT = ["", "Kh", "Kh 9d", "Kh 9d 5c", "Kh 9d 5c 4s", "Kh 9d 5c 4s 2c", "0 9 5"]


@pytest.mark.parametrize("coup", HALF_DEALT)
@pytest.mark.parametrize("decks", ["8", "inf"])
def test_what_the_next_cards_do_averages_to_what_is_now(coup: str, decks: str) -> None:
    bets = ["--bet", "banker", "--bet", "dragon-bonus-player", "--bet", "3-giving-8"]
    if coup != "0 9 5":
        bets += ["--bet", "player-pair"]
    now = answer("--decks", decks, "--given", coup, "--next", *bets)
    cards = now["next_cards"].values()
    chances = [Fraction(card["probability"]) for card in cards]
    assert sum(chances) == 1
    assert len(cards) == (10 if coup == "0 9 5" else 13)
    for name, bet in now["bets"].items():
        for number in ("probability", "edge"):
            after = [Fraction(card["bets"][name][number]) for card in cards]
            mean = sum(c * a for c, a in zip(chances, after, strict=True))
            assert mean == Fraction(bet[number])
    for winner, outcome in now["outcomes"].items():
        after = [Fraction(card["outcomes"][winner]["probability"]) for card in cards]
        mean = sum(c * a for c, a in zip(chances, after, strict=True))
        assert mean == Fraction(outcome["probability"])


def test_next_cards_are_told_apart_as_the_bets_need() -> None:
    text = printed("--next", "--given", "Kh 9d 5c")
    table = rows(text)
    assert list(table)[:3] == ["10–K", "A", "2"]
    assert table["9"][:4] == ["7.5061", "0.0000", "100.0000", "0.0000"]
    assert table["9"][4:] == ["100.0000", "-95.0000", "100.0000"]
    assert len(rows(printed("--next", "--bet", "player-pair"))) == 13
    assert len(rows(printed("--next", "--given", "Kh 9d", "--bet", "perfect-pair"))) == 52
    assert answer("--next", "--given", "Kh 9d 5c 4s")["next_side"] == "player"


# The matrix.


@pytest.mark.parametrize(
    "args", [(), ("--decks", "12"), ("--given", "Kh 9d 5c"), ("--game", "7-up")]
)
def test_the_matrix_sums_to_all_and_its_diagonal_to_the_ties(args: tuple[str, ...]) -> None:
    told = answer("--matrix", *args)
    weights = [[int(cell) for cell in line] for line in told["matrix"]]
    assert sum(map(sum, weights)) == int(told["weight"])
    chances = [[Fraction(cell, int(told["weight"])) for cell in line] for line in weights]
    assert sum(map(sum, chances)) == 1
    tie = sum(chances[total][total] for total in range(10))
    assert tie == Fraction(told["outcomes"]["tie"]["probability"])
    player = sum(chances[p][b] for p in range(10) for b in range(p))
    assert player == Fraction(told["outcomes"]["player"]["probability"])


def test_the_matrix_holds_the_published_ties() -> None:
    """Égalité 0 to 9 of wizardofodds.com: price and edge give the chance of each tie."""
    told = answer("--matrix")
    prices = (150, 215, 225, 200, 120, 110, 45, 45, 80, 80)
    edges = (
        12.4527, 11.4150, 9.5412, 10.5243, 12.1401, 11.8732, 11.4952, 6.3899, 11.0669, 10.6348,
    )  # fmt: skip
    for total, (price, edge) in enumerate(zip(prices, edges, strict=True)):
        chance = Fraction(int(told["matrix"][total][total]), int(told["weight"]))
        assert 100 * float(1 - (price + 1) * chance) == pytest.approx(edge, abs=5e-5)


def test_the_matrix_is_printed_with_its_sums() -> None:
    table = rows(printed("--matrix"))
    assert table["0"] == "0.58 0.49 0.48 0.54 0.92 0.92 0.97 1.08 1.70 1.71 9.40".split()
    assert table["all"][-1] == "100.00"
    assert len(table) == 11


def test_the_matrix_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "matrix.svg"
    text = printed("--matrix", "--plot", str(target))
    assert rows(text) == {}
    assert text.endswith("Exact: punto-banco, 8 decks, 416 cards unseen\n")
    docs = ROOT / "docs" / "_static" / "matrix.svg"
    assert target.read_bytes() == docs.read_bytes()
    assert printed("--matrix", "--plot", "-") == target.read_text()
    ElementTree.fromstring(target.read_text())


def test_a_picture_and_an_answer_can_come_together(tmp_path: Path) -> None:
    target = tmp_path / "matrix.svg"
    args = ("--matrix", "--next", "--given", "Kh 9d")
    assert answer(*args, "--plot", str(target)) == answer(*args)
    assert target.exists()


# Effects of removal.

# Effects of removal, in per cent of the stake.
EFFECTS = """
10–K  -0.001778  +0.001876  +0.051288  +0.086301
A     -0.004480  +0.004404  +0.012925  +0.049809
2     -0.005426  +0.005223  -0.023924  -0.089626
3     -0.006720  +0.006492  -0.021406  -0.107608
4     -0.011952  +0.011572  -0.029236  -0.268029
5     +0.008406  -0.008269  -0.026440  -0.263480
6     +0.011284  -0.011324  -0.115953  -0.324220
7     +0.008173  -0.008272  -0.109141  -0.358371
8     +0.005330  -0.005015  +0.065425  +0.537816
9     +0.002494  -0.002314  +0.042598  +0.478503
"""


def test_effects_of_removal_are_those_of_the_literature() -> None:
    bets = [word for bet in ("player", "banker", "tie", "dragon-7") for word in ("--bet", bet)]
    table = rows(printed("--removal", *bets))
    for line in EFFECTS.strip().splitlines():
        card, *published = line.split()
        assert table[card][::2] == published
    # E. Jacobson's count, which this search finds by itself
    assert [int(table[card][7]) for card in table] == list(JACOBSON.values())


JACOBSON = dict(zip("0123456789", (0, 0, 0, 0, -1, -1, -1, -1, 2, 2), strict=True))


def test_the_best_count_is_told_in_words_and_in_json() -> None:
    text = printed("--removal", "--bet", "dragon-7")
    (line,) = (line for line in text.splitlines() if line.startswith("Dragon 7: "))
    assert "correlation of 0.9642" in line
    assert "turns at a true count of +3.52" in line
    told = answer("--removal", "--bet", "dragon-7")["removal"]["dragon-7"]
    assert told["best_count"]["tags"] == JACOBSON
    effects = told["effects"].values()
    assert [100 * float(Fraction(item["effect"])) for item in effects] == pytest.approx(
        [item["effect_percent"] for item in effects]
    )
    assert list(told["effects"]) == list("0123456789")


def test_larger_tags_follow_the_effects_more_closely() -> None:
    args = ("--removal", "--bet", "dragon-7", "--most")
    counts = [answer(*args, most)["removal"]["dragon-7"]["best_count"] for most in "125"]
    assert [max(map(abs, count["tags"].values())) for count in counts] == [1, 2, 5]
    closeness = [count["correlation_float"] for count in counts]
    assert closeness == sorted(closeness)


def test_where_one_card_tells_nothing_no_count_helps() -> None:
    assert "Player Pair: no balanced count with tags so small helps.\n" in printed(
        "--removal", "--bet", "player-pair"
    )
    told = answer("--removal", "--bet", "player-pair")["removal"]["player-pair"]
    assert told["best_count"]["turns_at_float"] is None
    assert {item["effect"] for item in told["effects"].values()} == {"0/1"}
    assert list(told["effects"])[:3] == ["Tx", "Jx", "Qx"]


# JSON.


def fractions(value: object) -> Iterator[tuple[str, float]]:
    """Every exact number, with the float beside it."""
    if isinstance(value, dict):
        for name, item in value.items():
            if f"{name}_float" in value:
                yield item, value[f"{name}_float"]
            yield from fractions(item)
    elif isinstance(value, list):
        for item in value:
            yield from fractions(item)


def test_every_fraction_is_in_lowest_terms_beside_its_float() -> None:
    told = answer("--given", "Kh 9d", "--next", "--matrix", "--removal")
    pairs = list(fractions(told))
    assert len(pairs) > 400
    for text, number in pairs:
        value = Fraction(text)
        assert f"{value.numerator}/{value.denominator}" == text
        assert float(value) == number


@pytest.mark.parametrize(
    "args",
    [(), ("--decks", "inf"), ("--decks", "12"), ("--given", "Kh 9d 5c 4s"), ("--game", "7-up")],
)
def test_the_tiers_of_every_bet_sum_to_one(args: tuple[str, ...]) -> None:
    told = answer(*args)
    assert sum(Fraction(one["probability"]) for one in told["outcomes"].values()) == 1
    for bet in told["bets"].values():
        tiers = bet["tiers"]
        total = sum(int(tier["weight"]) for tier in tiers)
        assert all(Fraction(tier["probability"]) * total == int(tier["weight"]) for tier in tiers)
        assert sum(Fraction(tier["probability"]) for tier in tiers) == 1
        mean = sum(Fraction(tier["probability"]) * Fraction(tier["net"]) for tier in tiers)
        assert -mean == Fraction(bet["edge"])
        assert bet["edge_percent"] == pytest.approx(100 * float(-mean))


def test_json_remembers_the_question() -> None:
    told = answer("--game", "ez", "--decks", "6", "--seen", "9h", "--given", "Kh 9d")
    remembered = {key: told[key] for key in ("game", "decks", "endless", "seen", "coup", "method")}
    assert remembered == {
        "game": "ez",
        "decks": 6,
        "endless": False,
        "seen": ["9h"],
        "coup": "Kh | 9d …",
        "method": "exact",
    }
    endless = answer("--decks", "inf")
    assert (endless["decks"], endless["endless"]) == (None, True)
    assert Composition.parse(endless["unseen"]) == Composition.decks(1)
    assert answer()["weight"] == "4998398275503360"


def test_numbers_are_those_of_the_library() -> None:
    table = odds(inf, game="chemin-de-fer", given="Kh 9d 5c", decide=DECIDE)
    told = answer("--decks", "inf", "--game", "chemin-de-fer", "--given", "Kh 9d 5c", "--next")
    assert list(table) == list(told["bets"])
    for name, bet in told["bets"].items():
        assert Fraction(bet["edge"]) == table[name].edge
    assert len(told["next_cards"]) == len(table.next_cards(Depth.POINTS))


# Bad input.

ACES = " ".join(["Ax"] * 33)
BAD_INPUT = f"""
--decks 0                        => 1 to 12 whole decks (or inf), not '0'
--decks 13                       => 1 to 12 whole decks (or inf), not '13'
--decks 2.5                      => 1 to 12 whole decks (or inf), not '2.5'
--decks -1                       => not '-1'
--decks nan                      => not 'nan'
--decks ''                       => not ''
--decks ٨                        => not '٨'
--seen '{ACES}'                  => too many of Ax: there are only 32
--seen 'Kh Kh' --decks 1         => too many of Kh: there are only 1
--seen Kh --given Kh --decks 1    => too many of Kh: there are only 1
--seen 1x                        => not a card: '1x'
--seen Kh --decks inf            => cards cannot leave an endless deck: leave --seen out
--composition '0:-1'                  => not a count of cards: '0:-1'
--composition '0:6 0:6'               => 0 is counted twice
--composition '0:6 Kx:6'              => a composition must count all cards by points
--composition ''                      => a composition must count all cards by points
--composition '0:5'                   => a coup may need 6 cards, but only 5 are left
--composition '0:0'                   => a coup may need 6 cards, but only 0 are left
--composition '0:2' --given 'Kh 2d 2c' => a coup may need 3 more cards, but only 2 are left
--composition '6:0' --given 'Kh 6d 5c Ks' => a coup may need 2 more cards, but only 0 are left
--composition '6:0' --given 'Kh 7d 5c Ks' => a coup may need 1 more card, but only 0 are left
--composition '0:64' --decks 8        => give a composition, or decks and the cards seen, not both
--composition '0:64' --seen Kh        => give a composition, or decks and the cards seen, not both
--composition '0:64' --decks inf      => give a composition
--given 'Kh 9d 9c Ks 2c'          => the coup is over (Kh 9c | 9d Ks): 2c cannot be dealt
--given 'Kh | 9z'                 => not a card: '9z'
--given 'Kh 9z'                   => not a card: '9z'
--given 'Kh 9d 9c Ks' --next      => the coup needs no further card
--given 'player: 9' --next        => the coup needs no further card: player: 9
--given 'Kh ? 5c ?' --next        => the next card may go to Player or to Banker, because cards are
--given 'Kh ? 5z'                 => not a card: '5z'
--given 'player: 5 + 3, banker: 8' => Banker has a natural 8: no third card is dealt
--given 'player: 15'              => a total must be one number from 0 to 9, not as in 'player: 15'
--composition '0:9' --given 'player: 5' => no two cards left make Player's 5
--bet player-pair --composition '0:64 9:64' --given 'player: 9' => counted by points, not by ranks
--given 'Kh 9d 9c Ks' --removal   => no card can change it
--game roulette                  => unknown game: 'roulette'
--bet lucky                      => unknown bet: 'lucky'
--bet lucky-6:                   => 'lucky-6:'
--bet lucky-6:x                  => not a price: 'x'
--bet lucky-6:1/2/3              => takes 2 prices
--bet banker --all               => --all is every bet: leave --bet out
--bet player-pair --composition '0:64 9:64'    => counted by points, not by ranks
--bet perfect-pair --game 7-up   => the card 7x is known only by ranks, not by cards
--bet player-pair --composition '0:64 9:64' --given '0 9' => counted by points, not by ranks
--plot x.svg                      => --plot draws the matrix: add --matrix
--matrix --plot - --json          => name a file
--matrix --plot - --next          => name a file
--matrix --plot - --removal       => name a file
--matrix --plot nowhere/x.svg     => nowhere/x.svg: cannot be written
--matrix --plot m.txt             => m.txt: a drawing is saved as .svg, .png or .pdf
--matrix --plot x.svg --bet lucky => unknown bet: 'lucky'
--matrix --plot x.svg --removal --decks inf => no card can be removed from an endless deck
--matrix --plot x.svg --next --given 'Kh 9d 9c Ks' => the coup needs no further card
--most 3                         => --most is for the count that --removal finds
--removal --most 0               => --most is 1 to 9, not 0
--removal --most 10              => --most is 1 to 9, not 10
--removal --most 4 --bet perfect-pair => perfect-pair looks at suits: its tags are searched up to 3
--removal --composition '0:6'         => a coup may need 6 cards, but only 5 are left
--nonsense                       => --nonsense
banker                           => extra argument
"""


@pytest.mark.parametrize("line", BAD_INPUT.strip().splitlines(), ids=lambda line: line[:60])
def test_bad_input_gets_one_clear_line_and_exit_code_two(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, _, complaint = line.partition("=> ")
    code, out, err = run(*shlex.split(command))
    assert (code, out) == (2, "")
    assert err.startswith("baccarat: ")
    assert err.count("\n") == 1
    assert complaint in err
    assert list(tmp_path.iterdir()) == []


# What knowledge is worth.


def test_what_knowledge_is_worth_is_shown_with_the_best_bet() -> None:
    """The gain and the first row: Eliot Jacobson, "Edge Sorting in Baccarat" (2012)."""
    table = rows(printed("--knowledge", "four-cards:6-9"))
    assert table["four-cards:6/7/8/9"][0] == "20.9281"
    assert table["out, out, out, out"] == ["22.8241", "none", ""]
    assert table["in, out, out, out"][1:] == ["player", "36.3325"]
    several = printed("--knowledge", "four-cards:6-9", "--knowledge", "first-card:6-9")
    assert "the guest sees" not in several
    near_the_end = "0:2 4:3 6:2 9:3"
    assert "Without knowledge" in printed("--composition", near_the_end, "--knowledge", "burn-card")


def test_knowledge_needs_no_more_than_a_line_to_be_refused() -> None:
    for what in ("hole-card", "first-card:king", "first-card:6-9:60%"):
        code, _, complaint = run("--knowledge", what)
        assert code == 2
        assert len(complaint.splitlines()) == 1


# On a terminal.


def on_a_terminal(columns: int, *args: str) -> list[str]:
    code, seen = asking.on_a_terminal("odds", *args, NO_COLOR="1", COLUMNS=str(columns))
    assert code == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", seen).splitlines()


@pytest.mark.parametrize("columns", [80, 120])
def test_tables_fit_the_terminal_and_no_number_is_cut(columns: int) -> None:
    lines = on_a_terminal(columns, "--matrix", "--next", "--removal") + on_a_terminal(columns)
    text = "\n".join(lines)
    for number in ("2.04", "100.00", "30.7692", "-0.001778", "14.3596", "2.6409"):
        assert number in text
    assert "…" not in text
    # A sentence may be longer than a line of the terminal, a table may not.
    tables = [line for line in lines if re.search(r"[│┃━─]|\S   +\S", line)]
    assert len(tables) > 40
    assert max(map(len, tables)) <= columns
