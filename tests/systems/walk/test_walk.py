"""The walk by table is the reference player, session by session, said faster."""

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples
from systems.made_up_systems import finite_systems, plainly, walked

import baccarat as bac
from baccarat.base.errors import BadSystem, BadValue, Refused, ShoeError
from baccarat.core.cards import Depth
from baccarat.core.coup import OUTCOMES, Outcome
from baccarat.core.games import game
from baccarat.core.layout import Rounding
from baccarat.core.rules import Rules
from baccarat.core.shoe import LastCoup
from baccarat.core.third_card import Strategy
from baccarat.simulation.coups import Coups
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.systems import session as sessions
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.comparison import compare
from baccarat.systems.ledger import Ledger
from baccarat.systems.pickers import picker
from baccarat.systems.register import OURS, system
from baccarat.systems.session import Session, SessionPlan, coin
from baccarat.systems.stake import stake
from baccarat.systems.system import Joined, Shown, Staking, System, Wish
from baccarat.systems.walk import long_sessions as rounds
from baccarat.systems.walk import sessions as walk
from baccarat.systems.walk import table as walk_table

PUNTO = game("punto-banco")
OUR_FILES = str(Path(bac.__file__).parent)


@st.composite
def terms(draw: st.DrawFn) -> Session:
    """A session of few coups, with limits and stops of every kind."""
    bankroll = draw(st.integers(1, 30))
    loss = draw(st.none() | st.integers(1, bankroll + 5))
    trailing = loss is not None and (loss >= bankroll or draw(st.booleans()))
    return Session(
        bankroll,
        unit=draw(st.sampled_from([1, 3, 20])),
        most=draw(st.none() | st.integers(1, 12)),
        goal=draw(st.none() | st.integers(bankroll + 1, bankroll + 20)),
        stop_loss=loss,
        trailing=trailing,
        coups=draw(st.integers(1, 45)),
        shoes=draw(st.none() | st.integers(1, 2)),
        short=draw(st.sampled_from(["cut", "stop", "restart"])),
    )


@st.composite
def plans(draw: st.DrawFn) -> SessionPlan:
    """Sessions at tables of one or two decks, or of fresh coups."""
    fresh = draw(st.booleans())
    session = draw(terms())
    rules = Rules(
        draw(st.integers(1, 2)),
        burn=draw(st.booleans()),
        cut_card=draw(st.sampled_from([0, 14, 40])),
        last_coup=draw(st.sampled_from([LastCoup.A, LastCoup.B, LastCoup.C])),
    )
    layout = replace(PUNTO.layout.having("dragon-7"), rounding=draw(st.sampled_from(Rounding)))
    return SessionPlan(
        draw(st.integers(1, 4)),
        draw(st.integers(0, 2**64 - 1)),
        replace(PUNTO, rules=rules, layout=layout),
        replace(session, shoes=None) if fresh else session,
        fresh,
        fresh and draw(st.booleans()),
        draw(st.integers(0, 5)),
    )


picks = st.sampled_from(["banker", "follow", "random", "road", "bbp>p", "tie:9", "small"])
ours = st.builds(system, st.sampled_from([*(each.key for each in OURS), "share:7%"]), picks)


@pytest.mark.slow
@examples(16)
@given(plans(), ours | finite_systems(), st.integers(1, 3))
def test_the_walk_is_the_reference(plan: SessionPlan, played: bac.System, size: int) -> None:
    whole = plainly(plan, played)
    assert walked(plan, played) == whole
    parts = [walked(part, played) for part in plan.jobs(size)]
    assert sum(reversed(parts), start=Ledger()) == whole
    assert sum(parts, start=Ledger()).digest == whole.digest


lined = st.sampled_from(["labouchere", "reverse-labouchere", "labouchere:3", "labouchere:1-9-2"])


@examples(16)
@given(plans(), st.builds(system, lined, picks))
def test_lines_that_are_written_out_are_the_states_and_the_reference(
    plan: SessionPlan, played: bac.System
) -> None:
    whole = plainly(plan, played)
    assert walked(plan, played) == whole
    with pytest.MonkeyPatch.context() as by_table:
        by_table.setattr(walk, "LONGEST_LINE", 0)
        assert walked(plan, played) == whole


def test_eight_decks_and_several_shoes() -> None:
    plan = SessionPlan(3, 7, PUNTO, Session(40, most=30, coups=150))
    for played in (system("labouchere on opposite"), system("oscar on random")):
        assert walked(plan, played) == plainly(plan, played)


def test_bets_that_look_at_cards() -> None:
    plan = SessionPlan(3, 7, PUNTO, Session(40, shoes=1))
    for bet, depth in (("player-pair", Depth.RANKS), ("perfect-pair", Depth.CARDS)):
        played = system("paroli", on=bet)
        assert stake(played, 3, 7, session=plan.session).ledger == plainly(plan, played)
        assert walked(plan, played, depth) == plainly(plan, played)
    later = system("flat on bb>either-pair,p>tie")
    assert stake(later, 3, 7, session=plan.session).ledger == plainly(plan, later)


@pytest.mark.parametrize("fresh", [True, False])
def test_sessions_without_limit_are_played_to_their_end(fresh: bool) -> None:
    session = Session(8, goal=14)
    plan = SessionPlan(4, 7, PUNTO, session, fresh=fresh)
    found = stake("flat on random", 4, 7, session=session, fresh=fresh)
    assert found.ledger == plainly(plan, system("flat on random"))
    assert set(found.ledger.ends) <= {"ruined", "goal"}


@pytest.mark.slow
def test_a_session_that_never_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "ENDLESS", 200)
    for engine in ("cpu", "reference"):
        with pytest.raises(BadSystem, match="session 0: flat has not ended in 200 shoes: set a"):
            stake("flat on bbbbbbbbbbbb>p", 3, session=Session(), engine=engine)


def test_the_reference_player_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baccarat.systems.reference_player.PATIENCE", 300)
    with pytest.raises(BadSystem, match="300 coups"):
        stake("flat", 1, session=Session(), engine="reference")


@examples(12)
@given(plans(), ours | finite_systems(), st.integers(1, 3))
def test_sessions_in_rounds_are_the_reference(
    plan: SessionPlan, played: bac.System, size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "AT_ONCE", 0)
        patch.setattr(rounds, "FEW", 1)
        patch.setattr(rounds, "SIDE_BY_SIDE", 25)
        patch.setattr(rounds, "FIRST_COUPS", 4)
        whole = plainly(plan, played)
        reader = rounds.RoundsReader(replace(plan, sessions=1, first=0), played)
        for parts in ([plan], list(plan.jobs(size))):
            walked = [reader(cpu.coups(part.dealing)).ledger for part in parts]
            assert sum(walked, start=Ledger()) == whole


def test_long_sessions_that_look_at_cards_are_the_reference() -> None:
    plan = SessionPlan(70, 7, PUNTO, Session(6, goal=30))
    played = system("paroli on player-pair")
    assert stake(played, 70, 7, session=plan.session).ledger == plainly(plan, played)


def test_long_sessions_count_alike_for_threads_engines_and_restarts(tmp_path: Path) -> None:
    file, session = tmp_path / "long.json", Session(8, goal=14)
    one = stake("oscar on random", 3_000, 7, session=session, threads=1)
    four = stake("oscar on random", 3_000, 7, session=session, threads=4)
    assert one.ledger == four.ledger
    half = stake("oscar on random", 1_000, 7, session=session, engine="cpu", checkpoint=file)
    whole = stake("oscar on random", 3_000, 7, session=session, checkpoint=file)
    assert (half.resumed, whole.resumed) == (0, 1_000)
    assert whole.ledger == one.ledger


def test_the_reference_keeps_a_checkpoint_that_another_engine_goes_on_from(
    tmp_path: Path,
) -> None:
    for session in (Session(8, goal=14), Session(8, coups=20)):
        file = tmp_path / f"{session.coups}.json"
        stake("paroli", 20, 7, session=session, engine="reference", checkpoint=file)
        again = stake("paroli", 50, 7, session=session, checkpoint=file)
        assert again.resumed == 20
        assert again.ledger == stake("paroli", 50, 7, session=session).ledger


def test_the_coins_are_those_of_the_reference() -> None:
    words = walk._coin_words(2**40 + 7, np.array([0, 3, 2**33], np.uint64), range(2))
    for row, session in enumerate((0, 3, 2**33)):
        for coup in (0, 31, 32, 127, 128, 255):
            bit = int(words[row, coup // 32]) >> coup % 32 & 1
            assert bit == coin(2**40 + 7, session, coup)


def test_threads_and_engines_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(30, most=9, coups=60)
    asked = {"session": session, "seed": 7, "sessions": 2_000}
    one = stake("labouchere on random", threads=1, **asked)  # type: ignore[arg-type]
    assert one.sessions == 2_000
    for _ in range(5):  # each time four threads meet all states anew
        walk.forget()
        monkeypatch.setattr(cpu, "FIRST_COUPS", 8_000)
        four = stake("labouchere on random", threads=4, **asked)  # type: ignore[arg-type]
        assert four.ledger == one.ledger
    few = stake("labouchere on random", 20, 7, session=session, engine="reference")
    assert few.ledger == stake("labouchere on random", 20, 7, session=session).ledger


def test_a_checkpoint_is_gone_on_from(tmp_path: Path) -> None:
    file, session = tmp_path / "sessions.json", Session(30, coups=60)
    first = stake("paroli", 300, 7, session=session, checkpoint=file)
    assert (first.resumed, first.is_whole) == (0, True)
    again = stake("paroli", 500, 7, session=session, checkpoint=file)
    assert again.resumed == 300
    assert again.ledger == stake("paroli", 500, 7, session=session).ledger
    with pytest.raises(bac.BaccaratError, match="another simulation"):
        stake("flat", 500, 7, session=session, checkpoint=file)


def test_what_is_finished_is_told_when_somebody_stops_it() -> None:
    told: list[int] = []

    class Soon:
        def is_set(self) -> bool:
            return len(told) > 1

    found = stake(
        "flat", 10**6, 7, progress=lambda _, done: told.append(done), stop=Soon(), threads=1
    )
    assert 0 < found.sessions < 10**6
    assert told[0] == 0
    assert told[1] == found.sessions


class Broken(bac.System):
    """Wants half a unit after its third loss."""

    start = 0

    def want(self, state: int) -> bac.Wish:
        return bac.Wish("player", 1 if state < 3 else 0.5)  # type: ignore[arg-type]

    def then(self, state: int, shown: bac.Shown) -> int:
        return state + (shown.result == "loss")


def test_a_broken_system_is_named_alike() -> None:
    told = []
    for engine in ("reference", "cpu"):
        with pytest.raises(BadSystem) as complaint:
            stake(Broken(), 3, 7, engine=engine)
        told.append(str(complaint.value))
    assert told[0].startswith("session 0: broken wants to stake 0.5")
    assert told[1] == told[0]


def test_what_no_session_asks_for_breaks_nothing() -> None:
    """Only a fourth coup could be asked for after three losses."""
    plan = SessionPlan(3, 7, PUNTO, Session(coups=3))
    assert walked(plan, Broken()) == plainly(plan, Broken())


def test_fresh_sessions_agree_with_the_exact_chain() -> None:
    """An honest program fails this about once in a hundred thousand seeds."""
    session = Session(12, most=9, coups=20)
    for name in ("martingale", "paroli on random", "labouchere:1-1 on opposite"):
        found = stake(name, 20_000, 7, session=session, fresh=True)
        exactly = solve_sessions(found.plan, found.system)
        error = exactly.deviation / found.sessions**0.5
        assert abs(found.mean - float(exactly.mean)) < 5 * error
        ruined = float(exactly.ends.get("ruined", 0))
        off = found.ledger.ends.get("ruined", 0) - ruined * found.sessions
        assert abs(off) < 5 * (found.sessions * ruined * (1 - ruined)) ** 0.5 + 1
        assert found.z is not None
        assert abs(found.z) < 5


def test_every_tenth_coup_is_noted() -> None:
    plan = SessionPlan(5, 7, PUNTO, Session(30, coups=35))
    ledger = walked(plan, system("martingale"))
    names = [name for name in ledger.histograms if name.startswith("money")]
    assert names == ["money at 10", "money at 20", "money at 30"]
    assert all(sum(ledger.histograms[name].values()) == 5 for name in names)


def batches_of(plan: SessionPlan) -> Iterator[int]:
    return (batch.shoes for batch in cpu.coups(plan.dealing))


def test_no_batch_divides_the_shoes_of_a_session() -> None:
    plan = SessionPlan(3_000, 7, PUNTO, Session(coups=150))
    assert plan.numbers == 3
    assert all(shoes % 3 == 0 for shoes in batches_of(plan))


def one_by_one(plan: Plan, decide: Strategy, cards: Depth | None) -> Iterator[Coups]:
    """Deal each shoe as a batch of its own, whatever belongs together."""
    for place in range(plan.shoes):
        yield from cpu.coups(plan.part(place, 1), decide, cards)


def test_an_engine_that_divides_a_session_is_refused() -> None:
    engine = bac.Engine("one by one", one_by_one)
    with pytest.raises(Refused, match="the 2 shoes of one session into two batches"):
        stake("flat", 3, engine=engine)
    alone = stake("flat", 3, session=Session(shoes=1), engine=engine)
    assert alone.ledger == stake("flat", 3, session=Session(shoes=1)).ledger


@pytest.mark.long
@pytest.mark.slow
def test_a_table_that_is_full_is_left_and_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So memory does not grow with the sessions; bets may have other numbers in the next table."""
    asked = {"session": Session(30, most=9, coups=60), "seed": 7, "sessions": 2_000}
    for name in ("labouchere on random", "flat on bb>tie,p>banker,pb>small"):
        one = stake(name, **asked)  # type: ignore[arg-type]
        with monkeypatch.context() as few:
            few.setattr(walk_table, "FULL", 40_000)
            few.setattr(walk, "LONGEST_LINE", 0)
            few.setattr(cpu, "FIRST_COUPS", 8_000)
            walk.forget()
            again = stake(name, threads=4, **asked)  # type: ignore[arg-type]
        walk.forget()
        assert again.ledger == one.ledger


def test_batches_are_joined_and_nothing_is_lost() -> None:
    plan = SessionPlan(700, 7, PUNTO, Session(shoes=3))
    batches = list(cpu.coups(plan.dealing))
    (whole,) = walk.joined(batches)
    assert whole.plan == plan.dealing
    assert len(batches) > 1
    shoes = [length for batch in batches for length in batch.lengths.tolist()]
    assert whole.lengths.tolist() == shoes
    cells = [cell for batch in batches for cell in batch.cells[batch.cells >= 0].tolist()]
    assert whole.cells[whole.cells >= 0].tolist() == cells
    small = [batch for part in plan.dealing.jobs(30) for batch in cpu.coups(part)]
    assert [each.shoes for each in walk.joined(small)] == [each.shoes for each in small]


@pytest.mark.slow
def test_shoes_that_lie_apart_are_those_of_their_numbers() -> None:
    plan = replace(Plan(130, 7), first=3 * 2**20, apart=2**20)
    assert list(plan.numbers) == [(3 + place) * 2**20 for place in range(130)]
    assert plan.part(2, 5).numbers == plan.numbers[2:7]
    assert [number for part in plan.jobs(64) for number in part.numbers] == list(plan.numbers)
    (batch, *_) = cpu.coups(plan, cards=Depth.CARDS)
    for place in (0, 1, 63, 64, 129):
        (alone,) = cpu.coups(replace(Plan(1, 7), first=plan.numbers[place]), cards=Depth.CARDS)
        assert list(batch)[place] == next(iter(alone))
    few = plan.part(0, 2)
    (plainly,) = reference.coups(few)
    assert [list(map(str, shoe)) for shoe in plainly] == [
        list(map(str, shoe)) for shoe in next(cpu.coups(few))
    ]
    with pytest.raises(BadValue, match="distance between shoe numbers"):
        replace(plan, apart=0)
    with pytest.raises(ShoeError, match=r"from 0 to 2\^64 - 1"):
        replace(plan, apart=2**60)


class Changing(System):
    """A plain class with a number of its own: how much it stakes, or after how many losses."""

    def __init__(self, units: int, losses: int = 1) -> None:
        self.units, self.losses = units, losses

    @property
    def start(self) -> int:
        return 0

    def want(self, state: int) -> Wish:
        return Wish("banker", self.units if state == self.losses else 1)

    def then(self, state: int, shown: Shown) -> int:
        return min(state + 1, self.losses) if shown.result == "loss" else 0


def test_a_system_that_was_changed_between_two_runs_plays_as_it_is_now() -> None:
    mine = Changing(2)
    for units, losses in ((2, 1), (5, 1), (5, 3), (2, 1)):
        mine.units, mine.losses = units, losses
        assert stake(mine, 50, 7).ledger == stake(Changing(units, losses), 50, 7).ledger


class Doubles(Staking):
    """Twice as much after a loss; a plain class, as a stranger writes it."""

    def __init__(self, most: int) -> None:
        self.most = most

    @property
    def start(self) -> int:
        return 1

    def want(self, state: int) -> int:
        return state

    def then(self, state: int, shown: Shown) -> int:
        return min(2 * state, self.most) if shown.result == "loss" else 1


def test_a_checkpoint_knows_systems_of_one_name_apart(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    stake(Changing(2), 100, 7, checkpoint=file)
    assert stake(Changing(2), 200, 7, checkpoint=file).resumed == 100
    for other in (Changing(5), Changing(2, losses=3)):
        with pytest.raises(bac.FileTrouble, match="another simulation"):
            stake(other, 200, 7, checkpoint=file)
    file = tmp_path / "compared.json"
    plan = SessionPlan(100, 7, PUNTO, Session(coups=20))
    compare(plan, [system("flat"), Changing(2)], checkpoint=file)
    with pytest.raises(bac.FileTrouble, match="another simulation"):
        compare(plan, [system("flat"), Changing(5)], checkpoint=file)


def test_another_process_could_go_on_with_a_staking_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    follow = picker("follow")
    stake(Joined(follow, Doubles(4), "Doubles"), 100, 7, checkpoint=file)
    again = Joined(follow, Doubles(4), "Doubles")  # another object, at another address
    assert stake(again, 200, 7, checkpoint=file).resumed == 100
    with pytest.raises(bac.FileTrouble, match="another simulation"):
        stake(Joined(follow, Doubles(8), "Doubles"), 200, 7, checkpoint=file)


def test_only_bets_that_are_laid_are_priced_and_each_outcome_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: Counter[tuple[str, Outcome]] = Counter()
    judge = bac.Bet.judge

    def noted(bet: bac.Bet, seen: Outcome) -> str | None:
        judged[bet.key, seen] += 1
        return judge(bet, seen)

    monkeypatch.setattr(bac.Bet, "judge", noted)
    plan = SessionPlan(1, 7, PUNTO, Session(coups=60))
    table = walk_table.WalkTable(system("martingale", "banker"), plan)
    assert [name for name, _ in table.bets] == ["banker"]
    assert judged == Counter(("banker", outcome) for outcome in OUTCOMES)


def test_the_walk_from_a_first_stake_to_its_answer_is_short() -> None:
    """Calls from one of our files into another; they were 9,486 when each slot was priced."""
    stake("martingale", 100)  # rooms are loaded, loops compiled
    walk.forget()
    hops = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal hops
        caller = frame.f_back
        while caller is not None and OUR_FILES not in caller.f_code.co_filename:
            caller = caller.f_back
        file = frame.f_code.co_filename
        is_ours = event == "call" and OUR_FILES in file
        hops += is_ours and caller is not None and caller.f_code.co_filename != file

    threading.setprofile(count)
    sys.setprofile(count)
    try:
        stake("martingale", 100)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    assert 500 < hops < 3_000
