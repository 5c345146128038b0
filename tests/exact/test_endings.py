"""Perfect play with a fixed number of unseen cards, and the fewest cards to remove."""

import csv
import json
from fractions import Fraction
from itertools import product
from math import comb, prod
from pathlib import Path
from random import Random
from typing import NoReturn

import numpy as np
import pytest
from asking import run
from checkout import ROOT

import baccarat as bac
from baccarat.base.errors import BadValue, ShoeError, TooShallow, UnknownName
from baccarat.core.shoe import Composition
from baccarat.exact.endings import PerfectEnding, compositions_of
from baccarat.exact.fewest import FewestCards

EIGHT = (128, *[32] * 9)
PROTOTYPE = {
    6: ("0.004831", "0.008818", "0.24691", "0.451990"),
    10: ("0.001188", "0.001220", "0.029670", "0.163881"),
    16: ("0.000426", "0.000384", "0.006270", "0.095087"),
}
"""Units a coup on Player, Banker, Tie and Dragon 7, by another program."""
FEWEST = {"dragon-7": 14, "panda-8": 22, "player": 70, "banker-ez": 78, "tie": 93, "banker": 110}
"""The smallest removals that searches by another program found."""


def endings(table: bac.OddsTable | None, *bets: str, unseen: list[int]) -> list[PerfectEnding]:
    return list(bac.perfect_endings(bets, table, unseen=unseen))


def compositions(caps: tuple[int, ...], cards: int) -> list[tuple[int, ...]]:
    ranges = [range(min(cap, cards) + 1) for cap in caps]
    return [counts for counts in product(*ranges) if sum(counts) == cards]


@pytest.mark.parametrize("cards", [6, 10, pytest.param(16, marks=pytest.mark.long)])
def test_another_program_finds_the_same_gains(cards: int) -> None:
    known = endings(None, "player", "banker", "tie", "dragon-7", unseen=[cards])
    for ending, printed in zip(known, PROTOTYPE[cards], strict=True):
        assert round(float(ending.gain), len(printed) - 2) == pytest.approx(float(printed))


@pytest.mark.parametrize("cards", [6, 7, 9])
def test_the_gain_is_the_mean_over_all_compositions_of_a_small_shoe(cards: int) -> None:
    shoe = Composition((4, 2, 0, 0, 3, 0, 1, 0, 2, 2))
    bets = "player", "banker", "tie", "lucky-6"
    found = endings(bac.odds(shoe), *bets, unseen=[cards])
    gain, chance = [Fraction(0)] * len(bets), [Fraction(0)] * len(bets)
    for counts in compositions(shoe.counts, cards):
        table = bac.odds(Composition(counts))
        ways = prod(map(comb, shoe.counts, counts))
        share = Fraction(ways, comb(len(shoe), cards))
        for at, name in enumerate(bets):
            won = table.of(name).expectation
            if won > 0:
                gain[at], chance[at] = gain[at] + share * won, chance[at] + share
    assert [ending.gain for ending in found] == gain
    assert [ending.chance for ending in found] == chance


def test_with_all_cards_unseen_the_gain_is_the_expectation_if_it_is_above_0() -> None:
    random = Random(7)
    for cards in (21, 37, 52):
        drawn = random.sample([v for v, cap in enumerate(EIGHT) for _ in range(cap)], cards)
        table = bac.odds(Composition(tuple(drawn.count(v) for v in range(10))))
        for ending in endings(table, "player", "banker", "dragon-7", "blazing-7s", unseen=[cards]):
            won = table.of(ending.bet).expectation
            assert ending.gain == (won if won > 0 else 0)
            assert ending.chance == int(won > 0)


def test_the_kept_table_has_these_gains() -> None:
    text = (ROOT / "docs" / "_static" / "perfect-endings.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert [int(row["cards_unseen"]) for row in rows] == list(range(6, 53))
    bets = list(rows[0])[1:]
    for row in rows[:1]:
        known = endings(None, *bets, unseen=[int(row["cards_unseen"])])
        assert [f"{float(ending.gain):.12f}" for ending in known] == [row[bet] for bet in bets]


def test_there_are_thirty_million_compositions_of_6_to_20_cards() -> None:
    assert sum(compositions_of(cards, EIGHT) for cards in range(6, 21)) == 30_042_012
    assert compositions_of(3, (1, 2, 5)) == len(compositions((1, 2, 5), 3))


def test_a_printed_card_leaves_five_to_deal() -> None:
    table = bac.odds("0:5 4:3 9:2", game="7-up")
    (ending,) = endings(table, "player-7-up", unseen=[10])
    assert ending.gain == max(Fraction(0), table.of("player-7-up").expectation)


def test_impossible_questions_are_refused() -> None:
    with pytest.raises(ShoeError, match="6 to 416"):
        endings(None, "tie", unseen=[5])
    with pytest.raises(ShoeError, match="too many compositions"):
        endings(None, "tie", unseen=[80])
    with pytest.raises(TooShallow, match="name bets on totals"):
        endings(None, "player-pair", unseen=[6])
    with pytest.raises(TooShallow, match="name bets on totals"):
        bac.fewest_cards("insurance")
    with pytest.raises(BadValue, match="at least one bet"):
        endings(None, unseen=[6])
    with pytest.raises(BadValue, match="before a coup"):
        bac.fewest_cards("tie", bac.odds(8, given="9d"))
    with pytest.raises(UnknownName, match="cpu or cuda"):
        bac.perfect_endings("tie", engine="abacus")


# The fewest cards.


@pytest.mark.parametrize("bet", ["player", "tie", "egalite-6", "lucky-6", "dragon-7"])
def test_the_fewest_cards_of_a_small_shoe_are_those_of_every_removal(bet: str) -> None:
    shoe = Composition((5, 2, 1, 1, 2, 1, 2, 1, 2, 2))
    found = bac.fewest_cards(bet, bac.odds(shoe))
    favour = dict.fromkeys(range(len(shoe) - 5), False)
    rows = np.array(list(product(*(range(cap + 1) for cap in shoe.counts))))
    rows = rows[rows.sum(axis=1) >= 6]
    for row in rows[bac.batch(rows, bet, of="sign") > 0]:
        favour[len(shoe) - int(row.sum())] = True
    least = min((cards for cards, is_enough in favour.items() if is_enough), default=None)
    assert (found.cards, found.is_proved) == (least, True)
    if found.removed is not None and found.removed.counts != (0,) * 10:
        left = Composition(tuple(map(int, np.subtract(shoe.counts, found.removed.counts))))
        won = bac.odds(left).of(bet).expectation
        assert won > 0
        assert won == found.expectation


@pytest.mark.parametrize("bet", ["dragon-7", "panda-8"])
def test_one_card_less_is_proved_too_few(bet: str) -> None:
    found = bac.fewest_cards(bet)
    assert (found.cards, found.proved, found.is_proved) == (FEWEST[bet], FEWEST[bet] - 1, True)


@pytest.mark.long
@pytest.mark.parametrize("bet", ["player", "banker-ez"])
def test_removals_of_many_cards_are_proved(bet: str) -> None:
    found = bac.fewest_cards(bet)
    assert (found.cards, found.is_proved) == (FEWEST[bet], True)


@pytest.mark.parametrize("bet", ["tie", "banker"])
def test_a_stopped_proof_says_that_nothing_is_proved(bet: str) -> None:
    def stop(cards: int, cases: int) -> None:
        raise KeyboardInterrupt

    found = bac.fewest_cards(bet, tell=stop)
    assert (found.cards, found.proved, found.is_proved) == (FEWEST[bet], -1, False)


def test_a_proof_that_is_stopped_late_has_a_smaller_number() -> None:
    def stop(cards: int, cases: int) -> None:
        if cards == 69:
            raise KeyboardInterrupt

    found = bac.fewest_cards("player", tell=stop)
    assert (found.cards, found.proved, found.is_proved) == (70, 62, False)


@pytest.mark.long
def test_no_removal_of_13_cards_favours_dragon_7() -> None:
    """All 497,420 removals, with exact signs."""
    cuts = np.array(compositions_by_bars(13, 10))
    assert len(cuts) == comb(22, 9)
    assert (bac.batch(np.array(EIGHT) - cuts, "dragon-7", of="sign") < 0).all()


def compositions_by_bars(cards: int, points: int) -> list[tuple[int, ...]]:
    if points == 1:
        return [(cards,)]
    return [
        (first, *rest)
        for first in range(cards + 1)
        for rest in compositions_by_bars(cards - first, points - 1)
    ]


def test_a_bet_that_favours_the_guest_needs_no_removal() -> None:
    found = bac.fewest_cards("lucky-bonus")
    assert (found.cards, found.is_proved) == (0, True)
    assert isinstance(found, FewestCards)


# The command.


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    file = str(tmp_path / "endings.json")
    asked = ["count", "tie", "player", "--perfect", "--exact", "--json"]
    code, out, _ = run(*asked, "--unseen", "6-7", "--checkpoint", file)
    assert code == 0
    first = json.loads(out)["endings"]
    kept = json.loads(Path(file).read_text("utf-8"))
    assert list(kept["endings"]) == ["6", "7"]
    code, out, _ = run(*asked, "--unseen", "6,7-8", "--checkpoint", file)
    assert json.loads(out)["endings"][:4] == first
    assert json.loads(out)["is_whole"]
    code, _, err = run("count", "tie", "--perfect", "--exact", "--checkpoint", file)
    assert (code, err) == (
        2,
        f"baccarat: {file}: not a checkpoint of these bets: name another file\n",
    )
    Path(file).write_text("{}", "utf-8")
    code, _, err = run(*asked, "--checkpoint", file)
    assert code == 2
    assert "not a checkpoint" in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--exact", "--exact needs perfect play: add --perfect"),
        (
            "--perfect --unseen 6",
            "--unseen needs --exact: add --exact",
        ),
        ("--perfect --exact --unseen 5", "the number of unseen cards must be from 6 to 416, not 5"),
        ("--perfect --exact --unseen x", "not numbers of unseen cards: 'x' (expected e.g. 6-20)"),
        (
            "--perfect --exact --unseen 9-6",
            "not numbers of unseen cards: '9-6' (expected e.g. 6-20)",
        ),
        ("--perfect --exact --shoes 9", "--exact deals no shoes: leave --shoes out"),
        ("--fewest --tags 8:1", "--fewest deals no shoes: leave --tags out"),
        ("--fewest --checkpoint x", "--fewest deals no shoes: leave --checkpoint out"),
        ("--perfect --exact --fewest", "--exact deals no shoes: leave --fewest out"),
    ],
)
def test_options_that_do_not_belong_are_refused(words: str, complaint: str) -> None:
    code, out, err = run("count", "tie", *words.split())
    assert (code, out, err) == (2, "", f"baccarat: {complaint}\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--exact", "no bet is given"),
        ("--fewest", "no bet is given"),
        ("--unseen 6", "no bet is given"),
        ("--exact --json", "no bet is given"),
        ("tie --fewest --perfect", "leave --perfect out"),
    ],
)
def test_an_answer_without_shoes_needs_its_own_options(words: str, why: str) -> None:
    code, out, err = run("count", *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_a_bet_that_is_favourable_already_needs_no_card() -> None:
    code, out, _ = run("count", "tie:20", "--fewest")
    assert code == 0
    assert "favourable already" in out
    assert "not proved" not in out


def test_a_stopped_answer_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*terms: object, **options: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("baccarat.exact.endings.EndingSums.endings", stopped)
    code, _, err = run("count", "tie", "--perfect", "--exact", "--unseen", "6,7")
    assert (code, err) == (130, "baccarat: stopped: 0 of 2 numbers of cards are done\n")
    monkeypatch.setattr("baccarat.exact.fewest.Removals.favourable", stopped)
    code, _, err = run("count", "tie", "--fewest")
    assert (code, err) == (130, "baccarat: stopped: 0 of 1 bets are done\n")


def test_the_fewest_cards_are_printed() -> None:
    code, out, _ = run("count", "dragon-7", "lucky-bonus", "--fewest")
    assert code == 0
    assert "8:14" in out
    assert "13 proved too few" in out
