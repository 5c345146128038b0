"""Questions in words, through the library and the command line, and texts that cannot be read."""

import json
import math
import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

import asking
import pytest
from exact.test_statements import JUDGES, SHOES, hands, money
from hypothesis import example, given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat.base.errors import BaccaratError, BadText, BadValue
from baccarat.core.shoe import Composition
from baccarat.exact.answer import MOST_AMOUNTS
from baccarat.exact.card_words import COLOURS, RANKS
from baccarat.exact.grammar import read_statement
from baccarat.exact.later import read_question
from baccarat.exact.partial_coup import Glimpse
from baccarat.exact.question_words import LIKE, SIDES, STATED
from baccarat.exact.statement import Statement
from baccarat.simulation.asking import seconds_for

TEN = list(JUDGES)[:9]
"""The questions of one line about one coup."""


def answer_of(question: str, *cards: Composition) -> bac.Answer:
    answer = bac.ask(question, *cards)
    assert isinstance(answer, bac.Answer)
    return answer


AHEAD = "ahead with player=100, tie=5, banker-pair=10"


@pytest.mark.parametrize("question", TEN)
def test_the_library_and_the_command_answer_as_all_orders_do(
    question: str, plain_deal: Callable[..., tuple[list[int], list[int]]]
) -> None:
    for shoe in SHOES[:2]:
        cards = Composition.of(bac.parse_cards(shoe))
        dealt = hands(shoe, plain_deal)
        true = sum(many for (p, b), many in dealt.items() if JUDGES[question](p, b))
        chance = Fraction(true, dealt.total())
        answer = answer_of(question, cards)
        assert answer.chance == chance == bac.odds(cards).chance(question)
        assert answer_of(answer.reading, cards).chance == chance
        told = json.loads(
            asking.printed("odds", "--composition", str(cards), "--what", question, "--json")
        )
        assert (told["chances"][0]["text"], told["bets"]) == (question, {})
        assert Fraction(told["chances"][0]["probability"]) == chance
        printed = asking.printed("odds", "--composition", str(cards), "--what", question)
        assert f"{answer.reading}: {100 * float(chance):.4f} %, {chance}" in printed


def test_the_money_of_wagers_is_that_of_all_orders(
    plain_deal: Callable[..., tuple[list[int], list[int]]],
) -> None:
    for shoe in SHOES:
        dealt = hands(shoe, plain_deal)
        law: dict[Fraction, Fraction] = {}
        for (p, b), many in dealt.items():
            net = Fraction(money(p, b))
            law[net] = law.get(net, Fraction(0)) + Fraction(many, dealt.total())
        answer = answer_of(AHEAD, Composition.of(bac.parse_cards(shoe)))
        assert dict(answer.amounts) == law
        assert answer.mean == sum(net * chance for net, chance in law.items())
        assert answer.chance == sum(chance for net, chance in law.items() if net > 0)


def test_a_law_of_many_amounts_is_a_line() -> None:
    bets = "player banker tie player-pair banker-pair dragon-bonus-player dragon-bonus-banker"
    bets += " lucky-6 dragon-7 panda-8 small tie:9 lucky-7 either-pair perfect-pair"
    wagers = ", ".join(f"{bet}={3**at}" for at, bet in enumerate(bets.split()))
    answer = answer_of(f"ahead with {wagers}")
    assert answer.money is not None
    assert len(answer.money) > MOST_AMOUNTS
    assert (answer.amounts, answer.as_json()["money"]["amounts"]) == ({}, [])  # type: ignore[index]
    assert f"{len(answer.money):,} amounts" in (answer.too_many or "")
    assert sum(answer.money.values()) == 1


def test_what_is_known_may_be_several_texts() -> None:
    both = bac.odds(given=["Kh 9d", "player wins"])
    assert str(both.dealt) == "Kh | 9d …"
    assert str(both.given) == "player wins"
    assert both.chance("player wins") == 1
    tie = bac.odds(given=["player: 5", "tie", "banker: 6"])
    assert (str(tie.dealt), str(tie.given)) == ("player: 5, banker: 6", "tie")
    wins = bac.odds(given="player: 5, banker: 6")
    assert tie.chance("banker draws") == wins.chance("tie and banker draws") / wins.chance("tie")
    text = asking.printed("odds", "--given", "Kh 9d", "--given", "tie", "--what", "banker draws")
    assert "given tie" in text
    assert str(bac.odds(given=["Kh 9d", "tie"]).chance("banker draws")) in text
    known: list[str | Statement] = [read_statement("tie"), "Kh 9d"]
    assert bac.odds(given=known) == bac.odds(given=["Kh 9d", "tie"])


REFUSED = """
--coup 'Kh 9d'                         => odds has no --coup: write --given
--what 'player has a'                  => is missing
--what 'hello'                         => expected a side, a bet or a result
--what 'player higher'                 => 'started higher'
--what 'player 8, 9'                   => do these belong to one side?
--what 'tie x'                         => 'and', 'or', or the end
--what 'player has an eight'           => write 'a card eight' or 'a total eight'
--what "player's 3 card is"            => 'and', 'or', or the end
--what 'ahead with player=0'           => a stake above 0
--what 'player has a 6'                => a card or a total?
--given 'Kh 9d' --given 'banker 3x ='  => banker
--given 'Kh 9d 9c Ks' --given 'P wins' => contradicts what is known
--given 'banker wins and tie'          => no coup is left
"""


@pytest.mark.parametrize("line", REFUSED.strip().splitlines())
def test_a_text_that_is_not_understood_is_refused_in_a_line(line: str) -> None:
    command, _, why = (part.strip() for part in line.partition("=>"))
    code, out, err = asking.run("odds", *shlex.split(command))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_the_old_name_is_refused_with_the_new_one() -> None:
    untyped: object = bac.odds
    with pytest.raises(bac.BadCall, match="what is known of the coup is given=…"):
        untyped(coup="Kh 9d")  # type: ignore[operator]


def test_a_long_question_says_so_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baccarat.cli.commands.odds.MOST_SECONDS", 0.2)
    question = "player's third card is 9h and banker's third card is red"
    code, out, err = asking.run("odds", "--decks", "1", "--what", question)
    assert (code, "banker's third card is red" in out) == (0, True)
    assert re.fullmatch(r"This question takes about \d+ s; Ctrl-C stops it\.\n", err)


def seconds(question: str, given: str = "", decks: float = 8) -> float:
    table = bac.odds(decks, given=given)
    return seconds_for(read_question(question), table)


QUICK = (
    "player 8 or 9 against 6",
    "player has an ace",
    "player's first card is red",
    "ahead with player=100, tie=5, banker-pair=10",
    "tie then player pair",
)
MANY_CARDS = " or ".join(
    f"{side} has a red {rank}"
    for side in ("player", "banker")
    for rank in "ace two three four five six seven eight nine ten".split()
)


def test_the_estimate_follows_from_what_is_enumerated() -> None:
    assert max(map(seconds, QUICK)) < 0.6
    law = bac.odds(8).law(*read_statement(MANY_CARDS).views)
    assert seconds(MANY_CARDS) == round(len(law.keys) * 1e-6, 1) > 1
    two = "player has a heart and banker has a spade"
    assert seconds(f"{two} then tie") > 10 > seconds(two) > 1
    assert seconds(f"{two} within 20 coups") > 2 * seconds(two)
    assert seconds("tie", given=two) >= seconds(two)
    assert seconds("tie then tie then tie") > seconds("tie then tie") > 0
    assert seconds("tie then tie then tie", decks=math.inf) == 0


# Texts of every kind.

NOTATION = (
    "player banker p b : , 5 6 8 9 Kh 9d 5c 7 ? + = | / or against and has three sides".split()
)


@examples(300)
@given(st.lists(st.sampled_from(NOTATION), min_size=1, max_size=8).map(" ".join))
@example("player: 5, banker: 6")
@example("player: 8/9 ?, banker: 6")
def test_what_the_notation_reads_is_read_the_same(text: str) -> None:
    """`Glimpse.parse` reads what `odds` read before statements were known."""
    try:
        known = Glimpse.parse(text)
        table = bac.odds(given=known)
    except BaccaratError:
        return
    if "has" in text.split():
        try:
            _ = bac.odds(given=text)
        except BadText as fault:
            assert "one of the first two cards, or any card? write '" in str(fault)
            return
    if "|" not in text:
        with suppress(BaccaratError):  # cards alone are dealt, at their own depth
            table = bac.odds(given=bac.parse_cards(text))
    elif known.coup is not None:
        return
    assert bac.odds(given=text) == table
    assert bac.odds(given=text).given is None


WORDS = sorted(
    {*STATED, *LIKE, *SIDES, *RANKS, *COLOURS, *NOTATION}
    | set(
        "a an ' ( ) ; - = 10 11 100 no two four cards in any order ahead with even behind".split()
    )
    | set("player=100 tie=5 dragon-7 lucky-6:12/23 banker-ez player-pair tie:9 Kx 9h x é 🂡".split())
)


@examples(2000)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join))
@example("player's third card is red and nine")
@example("not")
@example("( ( (")
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        statement = read_statement(text[:500])
    except BaccaratError as complaint:
        assert "\n" not in str(complaint)
    else:
        assert read_statement(str(statement)) == statement


@examples(300)
@given(st.text(max_size=60))
def test_any_characters_are_read_or_refused(text: str) -> None:
    try:
        _ = bac.odds(given=text)
    except BaccaratError as complaint:
        assert "\n" not in str(complaint)


@pytest.mark.parametrize("nothing", [None, 5, 0.5, ["tie"]])
def test_a_question_is_a_text_or_a_statement(nothing: object) -> None:
    for ask, where in ((bac.ask, "ask: question"), (bac.odds(8).chance, "chance: statement")):
        with pytest.raises(BadValue, match=f"^{where} cannot be"):
            ask(nothing)  # type: ignore[arg-type]


def test_every_answer_has_the_reading_of_its_question() -> None:
    for question in ("a tie", "tie then tie"):
        answer = bac.ask(question, "1:9 6:9")
        assert answer.reading == str(read_question(question)) == answer.as_json()["reading"]


def test_a_table_has_its_own_cards_and_what_is_known() -> None:
    table = bac.odds(8, given="player 8 or 9")
    assert bac.ask("player wins", table) == bac.ask("player wins", given="player 8 or 9", decks=8)
    for terms in ({"given": "banker 6"}, {"decks": 6}, {"game": "ez"}):
        with pytest.raises(BadValue, match="already has its game"):
            bac.ask("player wins", table, **terms)
