"""The stream of coups: every engine writes the same, and readers see what was dealt."""

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event, Timer
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from host import Host, all_rules, needs_compiler
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bac
from baccarat import Card, Composition, Coup, Depth, Result, Rules, Side
from baccarat.bets import registered
from baccarat.chance import SEEDS
from baccarat.cli import main
from baccarat.cli.show import STOPPED
from baccarat.coup import OUTCOMES
from baccarat.errors import BadText, BadValue, FileTrouble, Refused, TooShallow
from baccarat.simulation.coups import NO_CARD, NOT_DEALT, Coups
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.simulation.readers.tallying import TallyReader
from baccarat.simulation.stream import coups, fold
from baccarat.tally import Tally

ROOT = Path(__file__).parents[2]
DEPTHS = (None, Depth.POINTS, Depth.RANKS, Depth.CARDS)
EVERY_BET = tuple(registered())


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


@needs_compiler
@settings(max_examples=25, deadline=None)
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


@settings(max_examples=25, deadline=None)
@given(all_rules, st.integers(0, SEEDS - 1), st.none() | st.integers(1, 6))
def test_a_tally_folds_whatever_engine_deals(rules: Rules, seed: int, count: int | None) -> None:
    """The compiled reader over the plain engine's batches, and the plain count of Coups."""
    known = Depth.CARDS if rules.printed is None else rules.printed.depth
    bets = tuple(bet for bet in EVERY_BET if Depth.TOTALS < bet.depth <= known)
    plan = Plan(70, seed, rules, count, bets=bets)
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
        with pytest.raises(BadValue, match="these are many shoes: go through them, shoe by shoe"):
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
    with pytest.raises(TooShallow, match="of the printed card only 7x is known, not its cards"):
        coups(1, 7, game="7-up", cards="cards")


def test_one_deck_without_end_is_always_whole() -> None:
    (batch,) = coups(50, 7, decks=float("inf"), fresh=True, cards="points")
    assert (batch.compositions == np.array([16, *[4] * 9])).all()


def test_without_cards_there_is_nothing_to_see_of_them() -> None:
    (batch,) = coups(1, 7)
    for ask in (
        lambda: batch.hands,
        lambda: batch.compositions,
        lambda: batch.unseen,
        lambda: batch.running({Card(5): 1}),
        lambda: batch.kinds,
    ):
        with pytest.raises(TooShallow, match=r"ask for them, e.g. coups\(cards='points'\)"):
            ask()
    with pytest.raises(TooShallow, match="perfect-pair looks at cards; these coups tell totals"):
        batch.tiers("perfect-pair")
    with pytest.raises(TooShallow, match="looks at ranks; these coups tell points"):
        next(coups(1, 7, cards="points")).tiers("player-pair")


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
    table = batch.as_arrow()
    assert table.num_rows == batch.total
    for name, column in batch.columns.items():
        assert table[name].to_pylist() == column.tolist()


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


def naturals(batches: Iterable[Coups]) -> Counter[int]:
    found: Counter[int] = Counter()
    for batch in batches:
        found.update(batch.winners[batch.used == 4].tolist())
    return found


@pytest.mark.parametrize("engine", ["reference", "cpu", "dask"])
def test_a_reader_of_ones_own_is_folded_by_every_engine(engine: str) -> None:
    plain = Counter(
        (Side.PLAYER, Side.BANKER, None).index(coup.winner)
        for number in range(60)
        for coup in bac.deal_shoe(Rules().shoe(7, number))
        if len(coup.cards) == 4
    )
    assert fold(naturals, 60, 7, engine=engine, threads=2) == plain


class Sevens:
    """How many sevens were dealt: what it counts can be kept in a checkpoint."""

    cards = "ranks"

    def __call__(self, batches: Iterable[Coups]) -> "Seen":
        found = 0
        for batch in batches:
            seven = batch.kinds.index(Card.parse("7x"))
            found += int((batch.hands == seven).sum())
        return Seen(found)


class Seen:
    def __init__(self, times: int) -> None:
        self.times = times

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(self.times + other.times)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.times == other.times

    def __hash__(self) -> int:
        return hash(self.times)

    @property
    def digest(self) -> str:
        return str(self.times)

    def written(self) -> dict[str, Any]:
        return {"times": self.times}

    @classmethod
    def read(cls, written: dict[str, Any]) -> "Seen":
        return cls(int(written["times"]))


def test_a_reader_of_ones_own_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    file, reader = tmp_path / "sevens.json", Sevens()
    plain = sum(
        str(card)[0] == "7"
        for number in range(90)
        for coup in bac.deal_shoe(Rules().shoe(7, number))
        for card in coup.cards
    )
    first = fold(reader, 40, 7, checkpoint=file)
    asked: list[int] = []
    done = fold(reader, 90, 7, checkpoint=file, progress=lambda _, shoes: asked.append(shoes))
    assert (asked[0], done.times) == (40, plain)
    assert first.times < plain
    with pytest.raises(FileTrouble, match="a checkpoint of another simulation: reader 'Sevens'"):
        bac.simulate(90, 7, depth="totals", checkpoint=file)
    with pytest.raises(BadValue, match="naturals cannot go on from a checkpoint"):
        fold(naturals, 90, 7, checkpoint=tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()


@pytest.mark.parametrize("engine", ["reference", "cpu", "dask"])
def test_a_stop_is_heard_within_a_second(engine: str) -> None:
    """Ten thousand million shoes would take minutes on any engine."""
    stop, first = Event(), list[float]()

    def began(_: Tally, shoes: int) -> None:
        if shoes and not first:
            first.append(perf_counter())
            Timer(0.2, stop.set).start()

    found = bac.simulate(10**10, 7, engine=engine, threads=2, stop=stop, progress=began)
    assert stop.is_set()
    assert 0 < found.shoes < 10**10
    assert not found.is_whole
    assert found.tally == bac.simulate(found.shoes, 7).tally


def test_a_stop_set_before_it_began_deals_nothing() -> None:
    stop = Event()
    stop.set()
    assert fold(naturals, 10**9, 7, stop=stop) == Counter()


def test_what_is_asked_wrongly_is_said_at_once() -> None:
    with pytest.raises(BadText, match="not a depth: 'faces'"):
        coups(cards="faces")
    with pytest.raises(BadValue, match=r"a stop is a threading\.Event, not True"):
        bac.simulate(1, stop=True)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="a reader is a function of batches of coups, not 7"):
        fold(7)  # type: ignore[arg-type]
    with pytest.raises(bac.BaccaratError):
        coups(shoes=0)
    with pytest.raises(BadValue, match="tags are whole numbers by card"):
        next(coups(1, 7, cards="points")).running("ace-five")  # type: ignore[arg-type]


def test_batches_come_as_they_are_dealt() -> None:
    """The first of a very long stream comes at once."""
    start = perf_counter()
    batches = list(islice(coups(10**12, 7), 3))
    assert [batch.plan.first for batch in batches] == sorted(b.plan.first for b in batches)
    assert perf_counter() - start < 60


READS_TIES = """
import baccarat as bac

def ties(batches):
    return sum((int((batch.winners == 2).sum()) for batch in batches), start=0)

def broken(batches):
    return {}["no such key"]

READERS = [bac.Reader("ties", ties, about="coups that nobody won"), bac.Reader("broken", broken)]
"""


@pytest.fixture
def ties_file(tmp_path: Path, bring: Callable[..., None]) -> str:
    file = tmp_path / "ties.py"
    file.write_text(READS_TIES)
    return str(file)


def test_a_reader_of_a_plain_file_is_taken_by_its_name(
    ties_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["simulate", "--shoes", "50", "--seed", "7", "--plugin", ties_file]

    def said(*more: str) -> str:
        with pytest.raises(SystemExit) as left:
            main([*asked, "--reader", "ties", *more])
        assert not left.value.code
        return capsys.readouterr().out

    told = json.loads(said("--json"))
    expected = bac.simulate(50, 7)["tie"].wins
    assert told["readers"] == {"ties": expected}
    assert f"ties: {expected}\n" in said()
    assert fold("ties", 50, 7, threads=1) == expected


def test_a_reader_that_is_not_there_is_told_in_one_line(
    ties_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "--shoes", "5", "--plugin", ties_file, "--reader", "tie"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "baccarat: unknown reader: 'tie' (did you mean ties?)\n"


def test_the_page_shows_the_example() -> None:
    page = (ROOT / "docs" / "reading-coups.md").read_text("utf-8")
    example = (ROOT / "examples" / "tie_waits.py").read_text("utf-8")
    assert example.rpartition("READERS")[2].strip() in page
    assert "--plugin examples/tie_waits.py --reader tie-waits" in page


@dataclass(frozen=True)
class Wins:
    """How often one side won."""

    side: int

    def __call__(self, batches: Iterable[Coups]) -> Seen:
        return Seen(sum(int((batch.winners == self.side).sum()) for batch in batches))


def test_nobody_goes_on_from_the_checkpoint_of_another_reader(tmp_path: Path) -> None:
    file = tmp_path / "wins.json"
    fold(Wins(0), 20, 7, checkpoint=file)
    with pytest.raises(FileTrouble, match=r"another simulation: reader 'Wins\(side=0\)' and not"):
        fold(Wins(1), 40, 7, checkpoint=file)
    named = [bac.Reader(name, Wins(side)) for side, name in enumerate(("players", "bankers"))]
    file.unlink()
    fold(named[0], 20, 7, checkpoint=file)
    with pytest.raises(FileTrouble, match="another simulation: reader 'players' and not 'bankers'"):
        fold(named[1], 40, 7, checkpoint=file)
    nameless: list[Any] = [lambda batches: Seen(0), partial(Wins.__call__, Wins(0))]
    for reader in nameless:
        with pytest.raises(BadValue, match="may be several readers: name it"):
            fold(reader, 20, 7, checkpoint=tmp_path / "other.json")
    assert fold(nameless[0], 20, 7) == Seen(0)


class Unwritable(Seen):
    told: Any = None

    def written(self) -> Any:
        return self.told


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ([1, 2], r"written\(\) is a dict, not \[1, 2\]"),
        ({"n": np.int64(3)}, r"written\(\) is what JSON has: .*int64"),
        ({"n": float("nan")}, r"written\(\) is what JSON has"),
        ({"plan": 1}, "writes 'plan', which a checkpoint has"),
    ],
)
def test_what_a_reader_cannot_write_is_one_line(told: Any, line: str, tmp_path: Path) -> None:
    def count(batches: Iterable[Coups]) -> Seen:
        found = Unwritable(0)
        found.told = told
        return found

    with pytest.raises(BadValue, match=line):
        fold(bac.Reader("odd", count), 2, 7, checkpoint=tmp_path / "odd.json")


@pytest.mark.parametrize("counted", [None, {}, set(), object()])
def test_what_does_not_add_is_one_line(counted: object) -> None:
    with pytest.raises(BadValue, match="what a reader counts must add"):
        fold(lambda batches: counted, 2, 7)  # type: ignore[type-var]


def test_what_adds_only_at_first_is_one_line() -> None:
    with pytest.raises(BadValue, match="what a reader counts must add: 0 and 'x' do not"):
        fold(lambda batches: "x" if list(batches) else 0, 2, 7)


def test_ctrl_c_does_not_pass_a_part_for_the_whole(tmp_path: Path) -> None:
    def interrupt(_: Seen, shoes: int) -> None:
        if shoes:
            raise KeyboardInterrupt

    file = tmp_path / "wins.json"
    with pytest.raises(KeyboardInterrupt):
        fold(Wins(1), 10**6, 7, checkpoint=file, progress=interrupt)
    kept = json.loads(file.read_text("utf-8"))
    assert 0 < kept["finished"] < 10**6
    assert kept["times"] == fold(Wins(1), kept["finished"], 7).times


def test_a_stop_may_be_whatever_can_be_set() -> None:
    class Empty:
        def is_set(self) -> bool:
            return True

        def __len__(self) -> int:
            return 0

    assert fold(naturals, 10**9, 7, stop=Empty()) == Counter()
    with pytest.raises(BadValue, match=r"a stop is a threading\.Event, not"):
        fold(naturals, 5, 7, stop=Event)  # type: ignore[arg-type]


def short(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    yield from reference.coups(replace(plan, shoes=max(1, plan.shoes // 2)), decide, cards)


def twice(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    for _ in range(2):
        yield from reference.coups(plan, decide, cards)


def other_seed(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    yield from reference.coups(replace(plan, seed=plan.seed + 1), decide, cards)


def no_coups(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Any]:
    yield 1


def never(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
    return iter(())


@pytest.mark.parametrize("deal", [short, twice, other_seed, no_coups, never])
def test_an_engine_that_deals_something_else_is_not_believed(deal: Any) -> None:
    engine = bac.Engine("odd", deal)
    with pytest.raises(Refused, match=r"the engine odd (deals|yields)"):
        bac.simulate(20, 5, engine=engine)
    with pytest.raises(Refused, match=r"the engine odd (deals|yields)"):
        list(coups(20, 5, engine=engine))


def test_an_engine_that_shares_out_too_little_is_not_believed() -> None:
    def shares(plan: Plan, decide: Any, reader: Any, threads: Any, stop: Any) -> Iterator[Any]:
        yield reader(reference.coups(replace(plan, shoes=3), decide, reader.cards)), 3

    with pytest.raises(Refused, match="the engine odd deals 3 shoes of 20"):
        bac.simulate(20, 5, engine=bac.Engine("odd", reference.coups, shares))


def test_cards_that_are_told_otherwise_than_asked_are_refused() -> None:
    def deal(plan: Plan, decide: Any, cards: Depth | None) -> Iterator[Coups]:
        return reference.coups(plan, decide, None if cards is None else Depth.POINTS)

    with pytest.raises(TooShallow, match="these bets look at cards; the coups tell points"):
        bac.simulate(2, 7, engine=bac.Engine("odd", deal))


def test_a_slow_engine_of_ones_own_hears_a_stop() -> None:
    stop = Event()

    def began(_: Tally, shoes: int) -> None:
        if shoes >= 2:
            stop.set()

    found = bac.simulate(
        10**6, 7, engine=bac.Engine("slow", reference.coups), stop=stop, progress=began
    )
    assert 2 <= found.shoes < 100


def test_a_reader_sees_as_deep_as_its_function_says() -> None:
    def hands(batches: Iterable[Coups]) -> int:
        return sum(batch.hands.size for batch in batches)

    hands.cards = "ranks"  # type: ignore[attr-defined]
    reader = bac.Reader("hands", hands)
    assert reader.cards is Depth.RANKS
    assert fold(reader, 3, 7) == fold(hands, 3, 7) > 0

    def outcomes(batches: Iterable[Coups]) -> int:
        return sum(batch.total for batch in batches)

    outcomes.cards = "totals"  # type: ignore[attr-defined]
    assert fold(outcomes, 3, 7) == sum(batch.total for batch in coups(3, 7))
    for wrong in (True, 1, "faces", object()):
        outcomes.cards = wrong  # type: ignore[attr-defined]
        with pytest.raises(bac.BaccaratError):
            fold(outcomes, 3, 7)


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


def test_a_batch_of_plain_coups_has_every_shoe_of_its_plan() -> None:
    coup = bac.deal("2h 9d 5c 7s")
    wrong: list[list[Any]] = [[], [(None, [])], [(None, [coup]), (None, [coup])]]
    for shoes in wrong:
        with pytest.raises(BadValue, match="every shoe of its plan"):
            Coups.of(Plan(1), shoes, None)


FIVE = ["simulate", "--shoes", "5", "--seed", "7"]
NUMPY_READERS = """
import numpy as np
import baccarat as bac

def cells(batches):
    found = np.zeros(400, int)
    for b in batches:
        found += np.bincount(b.cells[b.cells >= 0], minlength=400)
    return found

def share(batches):
    list(batches)
    return float("nan")

def one(batches):
    return np.int64(sum(b.total for b in batches))

READERS = [bac.Reader("cells", cells), bac.Reader("share", share), bac.Reader("one", one)]
"""


def test_what_numpy_counts_is_told_whole(
    tmp_path: Path, bring: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "np.py").write_text(NUMPY_READERS)
    asked = ["simulate", "--shoes", "20", "--seed", "7", "--plugin", str(tmp_path / "np.py")]
    named = [part for name in ("cells", "share", "one") for part in ("--reader", name)]
    with pytest.raises(SystemExit):
        main([*asked, *named, "--json"])
    told = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    tally = bac.simulate(20, 7).tally
    assert told["readers"] == {"cells": list(tally.cells), "share": None, "one": tally.total}
    with pytest.raises(SystemExit):
        main([*asked, *named])
    assert f"cells: {list(tally.cells)}" in capsys.readouterr().out.replace("\n", " ")


def test_a_reader_that_breaks_leaves_the_report(
    ties_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(
            ["simulate", "--shoes", "5", "--seed", "7", "--plugin", ties_file, "--reader", "broken"]
        )
    told = capsys.readouterr()
    assert left.value.code == 2
    assert bac.simulate(5, 7).tally.digest in told.out
    assert told.err == "baccarat: the reader broken breaks: KeyError: 'no such key'\n"


def test_a_stop_while_a_reader_counts_is_told(
    ties_file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("baccarat.cli.simulate.fold", interrupted)
    with pytest.raises(SystemExit) as left:
        main([*FIVE, "--plugin", ties_file, "--reader", "ties"])
    told = capsys.readouterr()
    assert left.value.code == STOPPED
    assert bac.simulate(5, 7).tally.digest in told.out
    assert "ties:" not in told.out
    assert told.err == "baccarat: stopped while a reader counted; the report stands\n"
