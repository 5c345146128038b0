"""The table under any acts in any order, beside a second bookkeeper that shares no code with it."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from sample_sizes import examples

from baccarat.base.errors import BaccaratError
from baccarat.core.shoe import LAST_COUPS, LastCoup, decks_of
from baccarat.table import Audience, Phase, fold
from baccarat.table.acts import (
    KINDS,
    Act,
    Burn,
    Buy,
    Clear,
    Close,
    Cut,
    Deal,
    Decide,
    Double,
    Draw,
    Leave,
    Lift,
    Open,
    Pass,
    Peel,
    Place,
    Promise,
    Repeat,
    Reveal,
    Shuffle,
    Sit,
    Undo,
    kind_of,
)
from baccarat.table.log import HOUSE, Commit
from baccarat.table.rules.permitted import possible
from baccarat.table.saving import ActFile
from baccarat.table.sitting import Sitting

SPOTS = ("player", "banker", "tie")
LEAST, MOST = 5, 200
BANKER_DRAWS_UP_TO = {0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""By Player's third card, as the README of baccarat-engine puts it."""
EXAMPLES: dict[str, Act] = {
    "open": Open(),
    "sit": Sit("guest", 10),
    "buy": Buy(1),
    "promise": Promise("00" * 32),
    "shuffle": Shuffle(" ".join(map(str, decks_of(1)))),
    "cut": Cut(),
    "burn": Burn(),
    "place": Place("player", 1),
    "lift": Lift("player"),
    "clear": Clear(),
    "repeat": Repeat(),
    "double": Double(),
    "undo": Undo(),
    "deal": Deal(free=True),
    "draw": Draw(),
    "decide": Decide(True),
    "pass": Pass(),
    "peel": Peel(),
    "reveal": Reveal(),
    "leave": Leave(),
    "close": Close(),
}


def points(card: str) -> int:
    return 0 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0])


def plain_coup(cards: list[str]) -> tuple[int, str]:
    """How many of these cards a coup takes, and who wins."""
    p, b = (points(cards[0]) + points(cards[2])) % 10, (points(cards[1]) + points(cards[3])) % 10
    used = 4
    if max(p, b) < 8:
        highest = 5
        if p <= 5:
            third = points(cards[4])
            p, highest, used = (p + third) % 10, BANKER_DRAWS_UP_TO[third], 5
        if b <= highest:
            b, used = (b + points(cards[used])) % 10, used + 1
    return used, "tie" if p == b else "player" if p > b else "banker"


def plain_payout(spot: str, stake: int, winner: str) -> int:
    """What goes back to the guest: 1 to 1, 19 to 20, 8 to 1; a tie pushes."""
    if spot == winner:
        return stake + {"player": stake, "banker": stake * 95 // 100, "tie": 8 * stake}[spot]
    return stake if winner == "tie" else 0


class TableMachine(RuleBasedStateMachine):
    """A guest who does whatever comes to mind."""

    @initialize(
        bankroll=st.integers(0, 400) | st.integers(400, 4000),
        seed=st.integers(0, 999),
        cut=st.none() | st.integers(10, 42),
        burn=st.booleans(),
        cut_card=st.integers(0, 40),
        last_coup=st.sampled_from([*LAST_COUPS, LastCoup(2, 1)]),
    )
    def sit_down(
        self,
        bankroll: int,
        seed: int,
        cut: int | None,
        burn: bool,
        cut_card: int,
        last_coup: LastCoup,
    ) -> None:
        opened = Open(
            decks=1, cut_card=cut_card, last_coup=last_coup, burn=burn, least=LEAST, most=MOST
        )
        self.acts: list[Act] = [opened, Sit("guest", bankroll)]
        self.table = fold(self.acts)
        self.bought = self.bankroll = bankroll
        self.stakes: dict[str, int] = {}
        self.past: list[dict[str, int]] = []
        self.last: dict[str, int] = {}
        self.new_shoe(seed)
        self.cut(cut)
        if burn:
            self.burn()

    def does(self, act: Act) -> None:
        self.table = self.table.apply(act)
        self.acts.append(act)

    def refused(self, act: Act) -> None:
        before, seen = self.table, self.table.view()
        with pytest.raises(BaccaratError) as complaint:
            self.table.apply(act)
        assert str(complaint.value)
        assert "\n" not in str(complaint.value)
        assert self.table is before
        assert self.table.view() == seen

    def lays(self, act: Act, stakes: dict[str, int]) -> None:
        """An act that should leave these stakes on the felt, or be refused."""
        more = sum(stakes.values()) - sum(self.stakes.values())
        if more > self.bankroll or max(stakes.values(), default=0) > MOST:
            self.refused(act)
            return
        self.does(act)
        self.past.append(self.stakes)
        self.stakes = stakes
        self.bankroll -= more

    @property
    def takes_bets(self) -> bool:
        return self.table.phase is Phase.BETS

    @precondition(lambda self: self.takes_bets)
    @rule(spot=st.sampled_from(SPOTS), stake=st.integers(-3, 250))
    def place(self, spot: str, stake: int) -> None:
        act = Place(spot, stake)
        if stake < 1:
            self.refused(act)
        else:
            self.lays(act, {**self.stakes, spot: self.stakes.get(spot, 0) + stake})

    @precondition(lambda self: self.takes_bets)
    @rule(spot=st.sampled_from(SPOTS), stake=st.none() | st.integers(-3, 250))
    def lift(self, spot: str, stake: int | None) -> None:
        act = Lift(spot, stake)
        if spot not in self.stakes or (stake is not None and stake < 1):
            self.refused(act)
            return
        left = 0 if stake is None else max(self.stakes[spot] - stake, 0)
        stakes = {k: v for k, v in self.stakes.items() if k != spot or left}
        self.lays(act, {**stakes, spot: left} if left else stakes)

    @precondition(lambda self: self.takes_bets)
    @rule()
    def clear(self) -> None:
        if self.stakes:
            self.lays(Clear(), {})
        else:
            self.refused(Clear())

    @precondition(lambda self: self.takes_bets)
    @rule()
    def double(self) -> None:
        if self.stakes:
            self.lays(Double(), {spot: 2 * stake for spot, stake in self.stakes.items()})
        else:
            self.refused(Double())

    @precondition(lambda self: self.takes_bets)
    @rule()
    def repeat(self) -> None:
        if self.last and not self.stakes:
            self.lays(Repeat(), dict(self.last))
        else:
            self.refused(Repeat())

    @precondition(lambda self: self.takes_bets)
    @rule()
    def undo(self) -> None:
        if not self.past:
            self.refused(Undo())
            return
        self.does(Undo())
        before = self.past.pop()
        self.bankroll += sum(self.stakes.values()) - sum(before.values())
        self.stakes = before

    @precondition(lambda self: self.bankroll < 50)
    @rule(coins=st.integers(0, 300))
    def buy(self, coins: int) -> None:
        if coins and self.table.phase not in (Phase.DEALING, Phase.SQUEEZE, Phase.LEFT):
            self.does(Buy(coins))
            self.bankroll += coins
            self.bought += coins
        else:
            self.refused(Buy(coins))

    @precondition(lambda self: "shuffle" in self.table.may)
    @rule(seed=st.integers(0, 999))
    def new_shoe(self, seed: int) -> None:
        self.order = [str(card) for card in decks_of(1)]
        random.Random(seed).shuffle(self.order)
        self.does(Shuffle(" ".join(self.order)))
        self.past = []

    @precondition(lambda self: self.table.phase is Phase.CUT)
    @rule(at=st.none() | st.integers(5, 45))
    def cut(self, at: int | None) -> None:
        if at is not None and not 10 <= at <= 42:
            self.refused(Cut(at))
            return
        self.does(Cut(at))
        self.order = self.order[at or 0 :] + self.order[: at or 0]
        if not self.table.game.rules.burn:
            self.rest = list(self.order)

    @precondition(lambda self: self.table.phase is Phase.BURN)
    @rule()
    def burn(self) -> None:
        self.does(Burn())
        self.rest = self.order[1 + (points(self.order[0]) or 10) :]

    @precondition(lambda self: self.takes_bets)
    @rule(squeeze=st.booleans(), free=st.booleans())
    def deal(self, squeeze: bool, free: bool) -> None:
        act = Deal(squeeze, free)
        too_small = any(stake < LEAST for stake in self.stakes.values())
        if too_small or not (self.stakes or free):
            assert self.table.objection
            self.refused(act)
            return
        self.does(act)
        self.past = []

    @precondition(lambda self: self.table.phase is Phase.DEALING)
    @rule()
    def draw(self) -> None:
        self.steps(Draw())

    @precondition(lambda self: self.table.phase is Phase.DEALING)
    @rule()
    def draw_on(self) -> None:
        while self.table.phase is Phase.DEALING:
            self.steps(Draw())

    @precondition(lambda self: self.takes_bets and not self.stakes)
    @rule(
        coups=st.lists(
            st.tuples(st.booleans(), st.integers(LEAST, 40), st.sampled_from(SPOTS)),
            min_size=1,
            max_size=9,
        )
    )
    def whole_coups(self, coups: list[tuple[bool, int, str]]) -> None:
        for squeeze, stake, spot in coups:
            self.place(spot, stake)
            self.deal(squeeze, free=True)
            while self.table.phase in (Phase.DEALING, Phase.SQUEEZE):
                self.money_is_conserved()
                self.no_card_appears_twice()
                self.steps(Draw() if self.table.phase is Phase.DEALING else Reveal())
            if not self.takes_bets:
                break

    @precondition(lambda self: self.table.is_held)
    @rule()
    def reveal(self) -> None:
        self.steps(Reveal())

    def steps(self, act: Act) -> None:
        coups = self.table.coups
        self.does(act)
        if self.table.coups == coups:
            return
        used, winner = plain_coup(self.rest)
        dealt = self.table.played[-1].coup
        assert list(map(str, dealt.cards)) == self.rest[:used]
        self.rest = self.rest[used:]
        self.bankroll += sum(plain_payout(*wager, winner) for wager in self.stakes.items())
        self.last, self.stakes = self.stakes or self.last, {}

    @rule(kind=st.sampled_from(sorted(KINDS)))
    def only_what_may_be_done_is_done(self, kind: str) -> None:
        # That a table closes is the house's to say, also where one guest asks for all the rest.
        may = possible(self.table, None) if kind == "close" else self.table.may
        if kind not in may:
            self.refused(EXAMPLES[kind])
        elif kind in ("peel", "leave", "close"):
            after = self.table.apply(EXAMPLES[kind])  # looked at, not done
            assert after.bankroll + after.on_the_felt == self.bankroll + sum(self.stakes.values())

    @invariant()
    def money_is_conserved(self) -> None:
        if not hasattr(self, "table"):
            return
        table = self.table
        assert table.bankroll + table.on_the_felt + table.house == table.bought == self.bought
        assert table.bankroll == self.bankroll >= 0
        assert {wager.spot: wager.stake for wager in table.wagers} == self.stakes

    @invariant()
    def no_card_appears_twice(self) -> None:
        if not hasattr(self, "table") or self.table.shoe is None:
            return
        view = self.table.view(Audience.HOUSE)
        assert view.shoe is not None
        burned = 1 + view.shoe.burned if view.shoe.burn_card else 0
        dealt = [str(card) for one in self.table.played for card in one.coup.cards]
        if not self.table.coup.is_over:
            dealt += map(str, self.table.coup.cards)
        to_come = list(map(str, view.to_come))
        assert self.order[:burned] + dealt + to_come == self.order
        assert view.shoe.cards_left == len(to_come)

    @invariant()
    def the_view_is_plain_json(self) -> None:
        if hasattr(self, "table"):
            json.dumps(self.table.view().as_json(), allow_nan=False)

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        again = fold(self.acts)
        assert again == self.table
        with TemporaryDirectory() as folder:
            kept = ActFile(Path(folder) / "sitting.jsonl")
            kept.load()
            for number, act in enumerate(self.acts, start=1):
                kept.append(Commit(number, (act,), HOUSE))
            kept.close()
            sitting = Sitting(ActFile(kept.path))
            assert sitting.note is None, sitting.note
            assert sitting.table == self.table
            for audience in Audience:
                assert sitting.table.view(audience) == self.table.view(audience)
            assert isinstance(sitting.keeper, ActFile)
            sitting.keeper.close()


TableMachine.TestCase.settings = settings(examples(12), stateful_step_count=40)
test_any_acts_in_any_order: Callable[..., object] = TableMachine.TestCase


def test_every_kind_of_act_has_an_example() -> None:
    assert {kind: kind_of(act) for kind, act in EXAMPLES.items()} == {kind: kind for kind in KINDS}
