"""Bets by a count: the fast reader beside the plain way, and beside what must hold of any count."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat import Card, Composition, Depth, LastCoup, Rules
from baccarat.base.errors import BadText, BadValue, FileTrouble, TooShallow
from baccarat.simulation.stream import fold
from baccarat.systems.counting import reader as laying
from baccarat.systems.counting.expectations import can_be_weighed, expectation_of
from baccarat.systems.counting.play import (
    CountedBet,
    Divisor,
    PerfectBet,
    Play,
    parse_tags,
    write_tags,
)
from baccarat.systems.counting.reader import CountReader
from baccarat.systems.counting.reference_reader import lay_plainly, lay_shoe
from baccarat.systems.counting.totals import (
    BILLION,
    COUPS,
    EXPECTED,
    USUAL,
    WON,
    Ending,
    Laid,
    LaidTally,
    coins_of,
    deepest,
)

DRAGON_TAGS = parse_tags("0 0 0 -1 -1 -1 -1 2 2 0")
DRAGON = CountedBet(bac.bet("dragon-7"), DRAGON_TAGS, ((4, 1),))
UNBALANCED = CountedBet(
    bac.bet("dragon-7"),
    parse_tags("1 0 0 -1 -1 -1 -1 2 2 0"),
    ((1, 1),),
    start=-32,
    divisor=Divisor.NOTHING,
    sees_burn=False,
)
RISING = CountedBet(
    bac.bet("banker"), DRAGON_TAGS, ((Fraction(-1, 2), 1), (0, 2), (3, 5)), divisor=Divisor.DECKS
)
EVERY_ENDING = tuple(
    Ending(cut_card, rule) for cut_card in (14, 30) for rule in (LastCoup.A, LastCoup.B, LastCoup.C)
)


def fast(
    plays: tuple[Play, ...],
    shoes: int,
    rules: Rules | None = None,
    endings: tuple[Ending, ...] = (Ending(),),
    exact: bool = True,
    **options: object,
) -> LaidTally:
    reader = CountReader(plays, endings, exact)
    return fold(reader, shoes, 7, rules=deepest(rules or Rules(), endings), **options)  # type: ignore[arg-type]


def test_the_fast_reader_lays_the_bets_that_the_plain_one_lays() -> None:
    plays = (DRAGON, UNBALANCED)
    found = fast(plays, 6)
    assert found == lay_plainly(plays, 6, 7)
    assert all(laid.sums[1] for laid in found.laid)  # some bets were laid


def test_every_ending_comes_out_of_one_run() -> None:
    rules = Rules(decks=2)
    found = fast((RISING,), 5, rules, EVERY_ENDING)
    assert found == lay_plainly((RISING,), 5, 7, rules, EVERY_ENDING)
    assert len({laid.sums[COUPS] for laid in found.laid}) > 3


def test_perfect_play_bets_where_the_exact_odds_are_above_nothing() -> None:
    plays = PerfectBet(bac.bet("player-pair:15")), PerfectBet(bac.bet("dragon-7"))
    rules = Rules(decks=1)
    found = fast(plays, 4, rules)
    assert found == lay_plainly(plays, 4, 7, rules)
    assert all(laid.sums[EXPECTED] > 0 for laid in found.laid)


def test_perfect_bets_that_share_a_screen_lay_what_exact_signs_say() -> None:
    """Bets on totals and points, with pairs and a count between them, beside bet by bet."""
    names = "tie:9", "3-giving-8", "either-pair", "banker-ez", "dragon-7", "egalite-2", "tie:9"
    plays: tuple[Play, ...] = tuple(PerfectBet(bac.bet(name)) for name in names)
    found = fast((DRAGON, *plays), 60).laid
    assert found[1:] == tuple(fast((play,), 60).laid[0] for play in plays)
    [batch] = bac.coups(60, 7, rules=deepest(Rules(), [USUAL]), cards="points")
    left = batch.compositions[batch.cells >= 0]
    for play, laid in zip(plays, found[1:], strict=True):
        if play.bet.depth <= Depth.POINTS:
            worth = expectation_of(play.bet).sign(left) > 0
            by_cards = Counter(left[worth].sum(axis=1).tolist())
            assert {unseen: row[0] for unseen, row in laid.by_cards.items()} == by_cards


@examples(3)
@given(data=st.data())
def test_any_count_in_any_shoe_is_counted_alike_by_both(data: st.DataObject) -> None:
    tags = data.draw(st.lists(st.integers(-3, 3), min_size=10, max_size=10))
    start = data.draw(st.integers(-3, 3))
    low = data.draw(st.fractions(-2, 2, max_denominator=4))
    play = CountedBet(
        bac.bet(data.draw(st.sampled_from(["banker", "tie", "lucky-6", "either-pair"]))),
        dict(zip(map(Card, range(10)), tags, strict=True)),
        ((low, 1), (low + 1, data.draw(st.integers(1, 4)))),
        start,
        data.draw(st.sampled_from(Divisor)),
        data.draw(st.booleans()),
    )
    rules = Rules(decks=1, burn=data.draw(st.booleans()))
    rule = LastCoup(data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2)))
    endings = Ending(data.draw(st.integers(0, 45)), rule), Ending(data.draw(st.integers(6, 40)))
    try:
        play.require_reachable(rules.composition)
    except BadValue:
        return
    assert fast((play,), 2, rules, endings) == lay_plainly((play,), 2, 7, rules, endings)


def test_parts_threads_and_engines_change_nothing(tmp_path: Path) -> None:
    plays = (DRAGON, PerfectBet(bac.bet("big-tiger")))
    whole = fast(plays, 300)
    assert fast(plays, 300, threads=1).digest == whole.digest
    assert fast(plays, 3, engine="reference").digest == fast(plays, 3).digest
    file = tmp_path / "counted.json"
    fast(plays, 100, checkpoint=file)
    assert fast(plays, 300, checkpoint=file) == whole
    assert LaidTally.read(whole.written()) == whole


def test_another_counts_checkpoint_is_refused_in_a_short_line(tmp_path: Path) -> None:
    file = tmp_path / "counted.json"
    fast((DRAGON,), 64, checkpoint=file)
    before = file.read_bytes()
    for other, told in (
        (replace(DRAGON, stakes=((5, 1),)), "stakes=((4, 1)"),
        (replace(DRAGON, sees_burn=False), "sees_burn=True"),
        (PerfectBet(bac.bet("dragon-7")), "CountedBet"),
    ):
        with pytest.raises(
            FileTrouble, match="checkpoint belongs to another simulation: reader"
        ) as why:
            fast((other,), 64, checkpoint=file)
        assert told in str(why.value)
        assert len(str(why.value)) < 200 + len(str(file))
    assert file.read_bytes() == before


def test_a_slow_reader_tells_of_its_progress_from_the_first_moment_on() -> None:
    heard: list[int] = []
    plays = (PerfectBet(bac.bet("tie")),)
    fast(plays, 5000, threads=2, progress=lambda _, shoes: heard.append(shoes))
    assert heard[0] == 0
    assert heard[1] <= 1280  # a tenth of a second, about, and whole groups of 64
    assert heard[-1] == 5000


def test_products_of_shoes_are_exact_beyond_64_bits() -> None:
    """One shoe may be worth so much that its square has no room: nothing runs over."""
    rich = CountedBet(bac.bet("tie"), DRAGON_TAGS, ((-100, 100),))
    laid = fast((rich,), 3).laid[0]
    shoes = [lay_shoe(rich, deepest(Rules(), [Ending()]), 7, number)[1] for number in range(3)]
    worth = [sum(100 * round(BILLION * bet.expected) for bet in bets) for bets in shoes]
    assert laid.product(EXPECTED, EXPECTED) == sum(each**2 for each in worth) > 1 << 72


def test_sums_that_might_not_fit_are_put_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, reader = deepest(Rules(), [USUAL]), CountReader((DRAGON, RISING))
    batches = [next(bac.coups(20, seed, rules=rules, cards="points")) for seed in (7, 8, 9)]
    whole = reader(batches)
    assert sum((reader([batch]) for batch in batches[1:]), start=reader(batches[:1])) == whole
    monkeypatch.setattr(laying, "ROOM", 3 * 10**11)  # room for one batch, not for three
    assert reader(batches) == whole
    monkeypatch.setattr(laying, "ROOM", 10**10)
    with pytest.raises(BadValue, match="stake fewer units"):
        reader(batches)


def test_what_bets_win_and_what_they_were_worth_differ_by_luck_alone() -> None:
    """Stakes x (result - expectation) have mean nothing; beyond 4.5 in 150,000 runs."""
    plays: tuple[Play, ...] = (DRAGON, UNBALANCED, RISING, PerfectBet(bac.bet("panda-8")))
    for play, laid in zip(plays, fast(plays, 4000).laid, strict=True):
        coins = coins_of(play.bet)
        off = laid.sums[WON] * BILLION - laid.sums[EXPECTED] * coins
        square = (
            laid.product(WON, WON) * BILLION**2
            - 2 * laid.product(WON, EXPECTED) * BILLION * coins
            + laid.product(EXPECTED, EXPECTED) * coins**2
        )
        assert abs(off) < 4.5 * sqrt(square), play


@pytest.mark.parametrize("name", [*"player-pair either-pair perfect-pair tie 3-giving-8".split()])
def test_expectations_are_those_of_the_exact_odds(name: str) -> None:
    bet = bac.bet(name)
    weigh = expectation_of(bet)
    generator = np.random.default_rng(3)
    for _ in range(2):
        cards = Composition(tuple(map(int, generator.integers(0, 4, 52))))
        row = np.array([cards.at(weigh.depth).counts])
        won, of = weigh.fraction(row)[0]
        exact = bac.odds(cards).of(bet).expectation
        assert Fraction(int(won), int(of)) == exact
        assert int(weigh.billionths(row)[0]) == round(BILLION * exact)
        assert weigh.sign(row)[0] == (exact > 0) - (exact < 0)


def test_bets_that_take_too_long_to_weigh_are_refused() -> None:
    for name in ("majestic-match-banker", "lucky-8-player"):
        with pytest.raises(TooShallow, match="take too long"):
            fast((PerfectBet(bac.bet(name)),), 1)
    as_won = CountedBet(bac.bet("lucky-8-player"), DRAGON_TAGS, ((-9, 1),))
    assert fast((as_won,), 1, exact=False).laid[0].sums[1]


def test_bets_in_the_middle_of_a_coup_are_refused() -> None:
    offered = [bet for bet in bac.registered() if getattr(bet, "offered", None)]
    if not offered:
        pytest.skip("no bet is offered in the middle of a coup")
    for bet in offered:
        for make in (PerfectBet, lambda it: CountedBet(it, DRAGON_TAGS, ((4, 1),))):
            with pytest.raises(TooShallow, match="in the middle of a coup"):
                make(bet)
        assert can_be_weighed([bet])[0] == []


@pytest.mark.parametrize("name", ["player-pair:99999999", "3-giving-8:0.123456789"])
def test_prices_whose_sums_might_not_fit_are_refused(name: str) -> None:
    with pytest.raises(TooShallow, match="the price must be smaller, or have fewer digits"):
        fast((PerfectBet(bac.bet(name)),), 1)


def test_a_true_count_is_compared_exactly() -> None:
    assert DRAGON.units(16, 208) == 1
    assert DRAGON.units(16, 209) == 0
    assert DRAGON.needed(209) == (17,)
    assert RISING.units(-1, 416) == 1
    assert RISING.units(-5, 416) == 0  # below half a point for each of eight decks
    assert RISING.units(-4, 416) == 1
    assert RISING.units(3, 60) == 5


def test_tags_read_back() -> None:
    assert parse_tags(write_tags(DRAGON_TAGS)) == DRAGON_TAGS
    assert parse_tags("8x:2 Kx:−1") == {Card.parse("8x"): 2, Card.parse("Kx"): -1}
    by_suit = parse_tags("8h:2 8c:-2")
    assert parse_tags(write_tags(by_suit)) == by_suit
    assert CountedBet(bac.bet("tie"), by_suit, ((1, 1),)).depth is Depth.CARDS


@pytest.mark.parametrize(
    "text", ["", "1 2 3", "8:2 8:1", "8:2 8h:1", "8", "8:x", "Z:1", "1 1 1 1 1 1 1 1 1 99999"]
)
def test_tags_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_tags(text)


def test_counts_that_make_no_sense_are_refused() -> None:
    bet = bac.bet("tie")
    for tags, stakes in (
        (DRAGON_TAGS, ()),
        (DRAGON_TAGS, ((4, 1), (4, 2))),
        (DRAGON_TAGS, ((4, 0),)),
        (DRAGON_TAGS, ((4, 10**6),)),
        ({}, ((4, 1),)),
        ({Card(8): 10**6}, ((4, 1),)),
    ):
        with pytest.raises(BadValue):
            CountedBet(bet, tags, stakes)
    with pytest.raises(BadValue, match="this count never reaches"):
        fast((CountedBet(bet, {Card(8): 1}, ((500, 1),)),), 1)
    with pytest.raises(BadValue, match="endless"):
        fold(CountReader((DRAGON,)), 3, decks=float("inf"), fresh=True)


def test_shoes_that_end_too_soon_are_refused() -> None:
    for rules in (Rules(), Rules(cut_card=20, last_coup=LastCoup.B)):
        with pytest.raises(BadValue, match="these shoes end too early for this ending"):
            fold(CountReader((DRAGON,)), 2, rules=rules)
    with pytest.raises(BadValue, match="a count needs whole shoes"):
        fold(CountReader((DRAGON,)), 2, coups=10)
    deeper = fold(CountReader((DRAGON,)), 20, 7, rules=Rules(cut_card=10, last_coup=LastCoup.C))
    assert deeper == fast((DRAGON,), 20)


def test_a_printed_card_is_no_card_of_the_shoe() -> None:
    rules = replace(bac.game("7-up").rules, decks=1)
    plays = CountedBet(bac.bet("player-7-up"), DRAGON_TAGS, ((0, 1),)), PerfectBet(bac.bet("tie"))
    assert rules.printed is not None
    found = fast(plays, 3, rules)
    assert found == lay_plainly(plays, 3, 7, rules)
    assert found.laid[0].sums[1]


def test_laid_adds_and_refuses_what_does_not_belong() -> None:
    one = LaidTally((Laid(1),))
    assert (one + one).laid[0].shoes == 2
    with pytest.raises(BadValue):
        one + LaidTally((Laid(1), Laid(1)))
