"""The stream of coups: every engine writes the same, and readers see what was dealt."""

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from host import Host, all_rules, needs_compiler
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

import baccarat as bac
from baccarat import Card, Composition, Coup, Depth, Result, Rules, Side
from baccarat.base.errors import BadText, BadValue, TooShallow
from baccarat.core.bets import registered
from baccarat.core.chance import SEEDS
from baccarat.core.coup import OUTCOMES
from baccarat.simulation.coups import NO_CARD, NOT_DEALT, Coups
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers.tally import TallyReader
from baccarat.simulation.stream import coups, fold

DEPTHS = (None, Depth.POINTS, Depth.RANKS, Depth.CARDS)
EVERY_BET = tuple(registered())
COUP = bac.deal("2h 9d 5c 7s")
NOT_ITS_SHOES: tuple[Any, ...] = ([], [(None, [])], [(None, [COUP]), (None, [COUP])])
REQUEST = r"ask for cards, e.g. coups\(cards='points'\)"
UNTYPED: Any = bac


def totals() -> Coups:
    return next(coups(1, 7))


def points() -> Coups:
    return next(coups(1, 7, cards="points"))


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return Host(tmp_path_factory.mktemp("host"))


def shoes_of(batches: Iterable[Coups]) -> Iterator[tuple[Any, ...]]:
    """All that the batches say, shoe by shoe: so chunks of another size say the same."""
    for batch in batches:
        for shoe in range(batch.shoes):
            length = batch.lengths[shoe]
            told: list[Any] = [batch.cells, batch.winners, batch.used]
            if batch.depth is not None:
                told += [batch.hands, batch.unseen, batch.compositions]
            yield (
                batch.plan.first + shoe,
                int(length),
                *(array[shoe, :length].tolist() for array in told),
            )


@pytest.mark.slow
@needs_compiler
@examples(6)
@given(all_rules, st.integers(0, SEEDS - 1), st.integers(0, SEEDS - 200), st.data())
def test_every_engine_writes_the_same_coups(
    host: Host, rules: Rules, seed: int, first: int, data: st.DataObject
) -> None:
    count = data.draw(st.none() | st.integers(1, 6))
    plan = Plan(data.draw(st.sampled_from([1, 5, 70])), seed, rules, count, first)
    if plan.is_fresh:
        plan = replace(plan, endless=data.draw(st.booleans()))
    depth = data.draw(st.sampled_from(DEPTHS if rules.printed is None else DEPTHS[:3]))
    plainly = list(shoes_of(reference.coups(plan, cards=depth)))
    assert [number for number, *_ in plainly] == list(plan.numbers)
    assert list(shoes_of(cpu.coups(plan, cards=depth))) == plainly
    assert list(shoes_of(host.coups(plan, cards=depth))) == plainly
    chunks = plan.jobs(data.draw(st.integers(1, 70)))
    assert [s for part in chunks for s in shoes_of(cpu.coups(part, cards=depth))] == plainly


@pytest.mark.slow
@examples(3)
@given(
    all_rules,
    st.integers(0, SEEDS - 1),
    st.tuples(st.just(70), st.integers(1, 6)) | st.tuples(st.just(5), st.none()),
)
def test_a_tally_folds_whatever_engine_deals(
    rules: Rules, seed: int, dealt: tuple[int, int | None]
) -> None:
    """The compiled reader over the plain engine's batches, and the plain count of Coups.

    Either more shoes than one batch has, or whole ones: every bet of every coup is judged.
    """
    known = Depth.CARDS if rules.printed is None else rules.printed.depth
    bets = tuple(bet for bet in EVERY_BET if Depth.TOTALS < bet.depth <= known)
    shoes, count = dealt
    plan = Plan(shoes, seed, rules, count, bets=bets)
    reader = TallyReader(plan)
    plainly = reference.run(plan)
    assert reader(reference.coups(plan, cards=reader.cards)) == plainly
    assert reader(cpu.coups(plan, cards=reader.cards)) == plainly


def dealt(shoes: int, **asked: Any) -> tuple[Coups, list[list[Coup]]]:
    """A batch, and the same shoes dealt by the plain rules."""
    (batch,) = coups(shoes, 7, **asked)
    rules = asked.get("rules", Rules())
    plain = [list(bac.deal_shoe(rules.shoe(7, number), rules)) for number in range(shoes)]
    return batch, plain


def test_a_batch_says_what_was_dealt() -> None:
    batch, plain = dealt(3, cards="cards")
    assert batch.lengths.tolist() == [len(shoe) for shoe in plain]
    assert batch.total == sum(map(len, plain))
    assert len(batch) == batch.shoes == 3
    assert batch.cells.shape == (3, max(map(len, plain)))
    for shoe, turns in enumerate(plain):
        for turn, coup in enumerate(turns):
            assert OUTCOMES[batch.cells[shoe, turn]] == coup.outcome()
            assert batch.used[shoe, turn] == len(coup.cards)
            assert (Side.PLAYER, Side.BANKER, None)[batch.winners[shoe, turn]] is coup.winner
            hands = [
                tuple(batch.kinds[card] for card in hand if card != NO_CARD)
                for hand in batch.hands[shoe, turn]
            ]
            assert hands == [coup.player.cards, coup.banker.cards]
        rest = batch.cells[shoe, len(turns) :]
        assert set(rest.tolist()) <= {-1}
        assert not batch.used[shoe, len(turns) :].any()


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_batch_is_gone_through_shoe_by_shoe(depth: Depth | None) -> None:
    batch, plain = dealt(3, cards=depth)
    shoes = list(batch)
    assert shoes == list(batch)
    assert len(shoes) == 3
    for shoe, turns in zip(shoes, plain, strict=True):
        if depth is not None:
            assert shoe == [Result.of(coup.at(depth)) for coup in turns]
        for result, coup in zip(shoe, turns, strict=True):
            assert result.winner is coup.winner
            assert (result.player.total, result.player.cards) == (
                coup.player.total,
                len(coup.player),
            )
            assert (result.banker.total, result.banker.cards) == (
                coup.banker.total,
                len(coup.banker),
            )


def test_a_printed_card_is_in_the_results() -> None:
    rules = bac.game("7-up").rules
    batch, plain = dealt(2, rules=rules, cards="ranks")
    assert list(batch) == [[Result.of(coup.at(Depth.RANKS)) for coup in shoe] for shoe in plain]


def test_many_shoes_are_no_results_of_one() -> None:
    (batch,) = coups(2, 7)
    many: Any
    for many in (batch, coups(2, 7), list(batch)):
        with pytest.raises(
            BadValue, match="these results have several shoes: read one shoe at a time"
        ):
            bac.statistics(many)
    assert [bac.statistics(shoe).coups for shoe in batch] == batch.lengths.tolist()


@pytest.mark.parametrize("depth", DEPTHS[1:])
def test_what_is_unseen_before_a_coup_is_what_the_shoe_says(depth: Depth) -> None:
    (batch,) = coups(2, 7, cards=depth)
    for number in range(2):
        rules = Rules()
        shoe = rules.shoe(7, number)
        for turn in range(batch.lengths[number]):
            unseen = shoe.unseen.at(depth)
            assert tuple(batch.compositions[number, turn].tolist()) == unseen.counts
            assert batch.unseen[number, turn] == len(unseen)
            _, shoe = bac.deal_from(shoe, rules)


def test_a_running_count_sums_the_tags_of_the_cards_that_were_seen() -> None:
    tags = {Card(points): tag for points, tag in enumerate([0, 1, 1, 1, 2, -1, -2, -1, -1, 0])}
    (batch,) = coups(2, 7, cards="ranks")
    shoe = Rules().shoe(7, 0)
    running = batch.running(tags)
    whole = sum(tags[card.at(Depth.POINTS)] for card in Composition.decks(8).cards)
    for turn in range(batch.lengths[0]):
        left = sum(tags[card.at(Depth.POINTS)] for card in shoe.unseen.cards)
        assert running[0, turn] == whole - left
        _, shoe = bac.deal_from(shoe)


@pytest.mark.parametrize("bet", EVERY_BET, ids=lambda bet: str(bet.key))
def test_the_tier_of_a_bet_is_what_the_bet_says_of_the_coup(bet: bac.Bet) -> None:
    batch, plain = dealt(3, cards="cards")
    tiers, names = batch.tiers(bet), [*bet.pays, None]
    for shoe, turns in enumerate(plain):
        assert [names[tier] for tier in tiers[shoe, : len(turns)]] == [
            bet.tier(coup) for coup in turns
        ]
        assert set(tiers[shoe, len(turns) :].tolist()) <= {NOT_DEALT}


def test_labels_are_the_traits_of_both_hands() -> None:
    batch, plain = dealt(2, cards="cards")
    bet = bac.bet("perfect-pair")
    names, labels = batch.labels(bet)
    for shoe, turns in enumerate(plain):
        for turn, coup in enumerate(turns):
            told = [names[label] for label in labels[shoe, turn]]
            assert told == [bet.label(coup.player), bet.label(coup.banker)]


def test_a_printed_card_is_in_the_hand_and_not_in_the_shoe() -> None:
    (batch,) = coups(1, 7, game="7-up", cards="ranks")
    dealt = batch.lengths[0]
    assert {str(batch.kinds[card]) for card in batch.hands[0, :dealt, 0, 0]} == {"7x"}
    assert batch.unseen[0, 1] == batch.unseen[0, 0] - (batch.used[0, 0] - 1)
    with pytest.raises(TooShallow, match="only 7x is known of the printed card, not its cards"):
        coups(1, 7, game="7-up", cards="cards")


def test_one_deck_without_end_is_always_whole() -> None:
    (batch,) = coups(50, 7, decks=float("inf"), fresh=True, cards="points")
    assert (batch.compositions == np.array([16, *[4] * 9])).all()


def test_columns_are_a_row_for_each_coup() -> None:
    batch, plain = dealt(2, cards="cards")
    columns = batch.columns
    every = [
        (number, turn + 1, coup)
        for number, shoe in enumerate(plain)
        for turn, coup in enumerate(shoe)
    ]
    assert columns["shoe"].tolist() == [number for number, _, _ in every]
    assert columns["coup"].tolist() == [turn for _, turn, _ in every]
    names = {Side.PLAYER: "player", Side.BANKER: "banker", None: "tie"}
    assert columns["winner"].tolist() == [names[coup.winner] for _, _, coup in every]
    assert columns["player_total"].tolist() == [coup.player.total for _, _, coup in every]
    assert columns["banker_cards"].tolist() == [len(coup.banker) for _, _, coup in every]
    thirds = [str(coup.banker.cards[2]) if len(coup.banker) == 3 else "" for _, _, coup in every]
    assert columns["banker_3"].tolist() == thirds


def test_arrow_has_the_same_columns() -> None:
    pytest.importorskip("pyarrow")
    (batch,) = coups(2, 7, cards="ranks")
    table = batch.to_arrow()
    assert table.num_rows == batch.total
    for name, column in batch.columns.items():
        assert table[name].to_pylist() == [None if v == "" else v for v in column.tolist()]


def test_a_batch_is_a_value() -> None:
    (batch,), (again,), (other,) = coups(2, 7), coups(2, 7), coups(2, 8)
    assert batch == again
    assert hash(batch) == hash(again)
    assert batch != other
    assert pickle.loads(pickle.dumps(batch)) == batch
    assert repr(batch) == "<159 coups of shoes 0 to 1, seed 7>"
    for array in (batch.cells, batch.used, batch.winners, batch.verdicts, batch.lengths):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        # without cards there is nothing to see of them
        (lambda: totals().hands, TooShallow, REQUEST),
        (lambda: totals().compositions, TooShallow, REQUEST),
        (lambda: totals().unseen, TooShallow, REQUEST),
        (lambda: totals().running({Card(5): 1}), TooShallow, REQUEST),
        (lambda: totals().kinds, TooShallow, REQUEST),
        (
            lambda: totals().tiers("perfect-pair"),
            TooShallow,
            r"perfect-pair needs cards, but .* show only totals",
        ),
        (
            lambda: points().tiers("player-pair"),
            TooShallow,
            "needs ranks, but these coups show only points",
        ),
        # what is wrong is said at once, not by the first batch
        (lambda: coups(cards="faces"), BadText, "not a depth: 'faces'"),
        (
            lambda: UNTYPED.simulate(1, stop=True),
            BadValue,
            r"a stop must be a threading\.Event, not True",
        ),
        (
            lambda: fold(7),  # type: ignore[arg-type]
            BadValue,
            "a reader must be a function of batches of coups, not 7",
        ),
        (
            lambda: coups(shoes=0),
            bac.BaccaratError,
            "at least one shoe, not 0",
        ),
        (
            lambda: points().running("ace-five"),  # type: ignore[arg-type]
            BadValue,
            "tags must be whole numbers by card",
        ),
        *(
            (partial(Coups.of, Plan(1), shoes, None), BadValue, "every shoe of its plan")
            for shoes in NOT_ITS_SHOES
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_batches_come_as_they_are_dealt() -> None:
    """The first of a very long stream comes at once."""
    start = perf_counter()
    batches = list(islice(coups(10**12, 7), 3))
    assert [batch.plan.first for batch in batches] == sorted(b.plan.first for b in batches)
    assert perf_counter() - start < 60


@pytest.mark.parametrize(
    "tags",
    [
        {Card(9): 1.5},
        {Card(9): "1"},
        {Card(9): None},
        {Card(9): 10**30},
        {Card(9): 1, Card.parse("9h"): 5},
        {"9": 1},
        {},
        7,
    ],
)
def test_tags_that_are_none_are_refused(tags: Any) -> None:
    with pytest.raises(BadValue):
        next(coups(1, 7, cards="cards")).running(tags)


def test_after_the_last_coup_nothing_is_unseen() -> None:
    (batch,) = coups(5, 7, cards="points")
    is_over = batch.cells < 0
    assert is_over.any()
    assert set(batch.unseen[is_over].tolist()) == {-1}
    assert set(batch.compositions[is_over].reshape(-1).tolist()) == {-1}
    assert set(batch.running({Card(9): 1})[is_over].tolist()) == {0}


def test_nobody_can_write_into_what_was_dealt() -> None:
    (batch,) = coups(3, 7, cards="ranks")
    again = pickle.loads(pickle.dumps(batch))
    for one in (batch, again):
        _, labels = one.labels("player-pair")
        arrays = [one.verdicts, one.dealt, one.burned, one.gone, one.drawn, one.cells, one.lengths]
        for array in (*arrays, labels, *one.columns.values()):
            assert not array.flags.writeable
