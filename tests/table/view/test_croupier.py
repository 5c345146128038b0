"""What the table says of itself, without a screen: every surface can say the same."""

import re
import subprocess
import sys

import pytest

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Table
from baccarat.table.acts import Cut, Decide, Open, Shuffle, Sit
from baccarat.table.coach.opponent import assess
from baccarat.table.state import Decision
from baccarat.table.view.croupier import Spoken, Tone, croupier, judge, payout, reasons
from baccarat.table.view.labels import found_texts, price_texts, summary

ENGLISH = Words.of("en")
PLAYER_WINS = "8h 2d Kh 3c"
"""Eight against five, on two cards each."""


def dealt(wagers: str, cards: str = PLAYER_WINS) -> Table:
    """A table at which these cards come first; many coups could follow."""
    order = Shuffle(f"{cards} {' '.join(['4s', '5s', '6s', '7s'] * 6)}")
    opening = (Open(burn=False, cut_card=0), Sit("guest", 1_000), order, Cut())
    return Table().then(*opening).bet(wagers)


def test_a_guest_hears_the_call_then_the_money_then_each_wager() -> None:
    table = dealt("player=100 tie=5").deal()
    coup = table.played[-1].coup
    assert croupier(table.view(), ENGLISH) == [
        Spoken(Tone.CALL, bac.call(coup)),
        Spoken(Tone.SUM, ENGLISH("say.won", coins=95)),
        Spoken(Tone.WAGER, ENGLISH("line.won", bet="Player", stake=100, won=100, kept=0)),
        Spoken(Tone.WAGER, ENGLISH("line.lost", bet="Tie", stake=5, won=-5, kept=0)),
    ]


def test_new_wagers_silence_the_last_coup_and_an_objection_is_said_once() -> None:
    table = dealt("player=100").deal().bet("player=5")
    assert [line.tone for line in croupier(table.view(), ENGLISH)] == []
    small = Table.open(seed=7, least=10, bankroll=100).bet("player=5")
    objection = ENGLISH.say(small.objection or "")
    said = croupier(small.view(), ENGLISH)
    assert Spoken(Tone.OBJECTION, objection) in said
    once = croupier(small.view(), ENGLISH, notice=objection)
    assert [line.text for line in once].count(objection) == 1
    assert once[0] == Spoken(Tone.NOTICE, objection)


def test_the_reasons_name_every_third_card_and_the_payout() -> None:
    table = Table.open(seed=7, bankroll=1_000).bet("banker=100").deal()
    view = table.view()
    lines = reasons(view, ENGLISH, lesson="Stand on seven.")
    assert lines[0] == view.call
    assert {why.replace("T♥", "10♥") for why in view.why} <= set(lines)
    assert {line.text for line in payout(view, ENGLISH)} <= set(lines)
    assert lines[-1] == "Stand on seven."


def test_a_decision_is_judged_by_the_stake_that_lay_there() -> None:
    """When it is judged the coup may be over and the felt empty."""
    table = Table.open(
        "chemin-de-fer", seed=7, bankroll=1_000, opponent="timid", bets=("banker:1-5%",)
    )
    judged = 0
    while judged < 3:
        table = table.bet("banker=10").deal(free=True)
        while table.choice is not None:
            decision, wagers = Decision(table.choice, draws=True, by_guest=True), table.wagers
            table = table.apply(Decide(True)).go_on()
            assert judge(decision, table, wagers, ENGLISH) == str(assess(decision, table, 10))
            judged += 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sitting_is_told_in_every_language_with_the_same_money(language: str) -> None:
    words = Words.of(language)
    table = dealt("player=100").deal().bet("player=7")
    told = [*summary(table, words), *found_texts(table, words)]
    digits = [re.sub(r"(?<=\d)[,\u202f](?=\d{3})", "", line) for line in told]
    assert sum("1093" in line for line in digits) == 2
    assert sum(re.search(r"\b7\b", line) is not None for line in digits) >= 2


def test_the_tiers_of_a_bet_are_told_with_what_each_pays_to_one() -> None:
    win, tie = price_texts(bac.bet("banker"), ENGLISH)
    assert win == "win: 1:1 -5%"
    assert tie == "tie: the stake goes back"
    lucky = price_texts(bac.bet("lucky-6:12/23"), ENGLISH)
    assert [price for line in lucky for price in re.findall(r"\d+(?=:1)", line)] == ["12", "23"]


def test_the_words_of_the_table_load_neither_textual_nor_numpy() -> None:
    code = (
        "import sys\n"
        "from baccarat.table import Table\n"
        "from baccarat.table.coach import thread\n"
        "from baccarat.table.view import croupier, labels\n"
        "from baccarat.base.words import Words\n"
        "table = Table.open(seed=7).bet('tie=5').deal()\n"
        "assert croupier.croupier(table.view(), Words.of('fr'))\n"
        "assert not {'textual', 'rich', 'numpy'} & set(sys.modules), sys.modules.keys()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
