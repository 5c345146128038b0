"""The table: a fold over acts that knows rules, wagers and money, and no screen.

    table = Table.open(seed=7, bankroll=1_000)      a guest sits, the shoe is ready
    table = table.bet("banker=100 tie=5").deal()    the coup is dealt and paid
    table.view().lines                              what became of each wager

    fold(acts) == table                             for the acts of any table

Every act gives a new table; an act that is refused leaves the old one as it was.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from baccarat.cards import parse_cards
from baccarat.coup import Choice, Coup, Side, next_hand
from baccarat.errors import BaccaratError, BetRefused, ShoeError
from baccarat.fair import Fair
from baccarat.games import Game
from baccarat.games import game as game_named
from baccarat.layout import Limits, Wager
from baccarat.result import Result
from baccarat.shoe import FEWEST_CARDS, Shoe
from baccarat.table.acts import (
    KINDS,
    Act,
    ActRefused,
    Burn,
    Buy,
    Clear,
    Cut,
    Deal,
    Decide,
    Double,
    Draw,
    Leave,
    Lift,
    Open,
    Peel,
    Place,
    Promise,
    Repeat,
    Reveal,
    Shuffle,
    Sit,
    Undo,
    kind_of,
    require_types,
)
from baccarat.table.felt import pay, refuse_hopeless, require_coins
from baccarat.table.manners import possible, why_not
from baccarat.table.story import Ceremony, Decision, Phase, Played
from baccarat.tableau import Move, Tableau

if TYPE_CHECKING:
    from baccarat.table.view import Audience, View

MOST_NAME = 40


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A table as its acts have made it."""

    acts: tuple[Act, ...] = ()
    phase: Phase = Phase.CLOSED
    opened: Open = field(default_factory=Open)
    game: Game = field(default_factory=lambda: game_named("punto-banco"))
    guest: str = ""
    bought: int = 0
    """all play money the guest has brought"""
    bankroll: int = 0
    """what the guest has in hand"""
    house: int = 0
    """what the house is up"""
    wagers: tuple[Wager, ...] = ()
    past: tuple[tuple[Wager, ...], ...] = ()
    """what the wagers were before each thing done to them, for undo"""
    last_wagers: tuple[Wager, ...] = ()
    promise: Fair | None = None
    """given for a shoe that is still to be shuffled"""
    shoe: Shoe | None = None
    ceremonies: tuple[Ceremony, ...] = ()
    """of every shoe so far; the last is that of the present one"""
    coup: Coup = field(default_factory=Coup)
    squeezed: Side | None = None
    """the hand whose last cards come face down"""
    is_held: bool = False
    """whether the last card of that hand is still face down"""
    is_peeled: bool = False
    decisions: tuple[Decision, ...] = ()
    """of the present coup"""
    played: tuple[Played, ...] = ()

    @classmethod
    def open(
        cls, game: str = "punto-banco", *, bankroll: int, guest: str = "guest", **options: Any
    ) -> "Table":
        """A table with a guest; with a seed its first shoe is ready, uncut and burned.

        >>> Table.open("ez", seed=7, bankroll=500)
        <table: ez, bets, 500 in hand, 0 on the felt, 0 coups>
        """
        table = cls().then(Open(game, **options), Sit(guest, bankroll))
        return table if table.opened.seed is None else table.then(Shuffle()).ready()

    def apply(self, act: Act, number: int | None = None) -> "Table":
        """The table after one more act, which may be held to its number."""
        if number is not None and number != len(self.acts) + 1:
            raise ActRefused(f"the next act is number {len(self.acts) + 1}, not {number}")
        require_types(act)
        kind = kind_of(act)
        if kind not in self.may:
            raise ActRefused(why_not(self, kind))
        return replace(_HANDLERS[kind](self, act), acts=(*self.acts, act))

    def then(self, *acts: Act) -> "Table":
        """The table after these acts."""
        table = self
        for act in acts:
            table = table.apply(act)
        return table

    def ready(self) -> "Table":
        """Through the rest of the ceremony, without a cut."""
        table = self
        if table.phase is Phase.CUT:
            table = table.apply(Cut())
        return table.apply(Burn()) if table.phase is Phase.BURN else table

    def bet(self, wagers: str) -> "Table":
        """The guest bets: `banker=100 tie=5`."""
        placed = map(Wager.parse, wagers.split())
        return self.then(*(Place(wager.spot, wager.stake) for wager in placed))

    def deal(self, squeeze: bool = False, free: bool = False) -> "Table":
        """Deal the next coup, as far as nobody is asked anything."""
        return self.apply(Deal(squeeze, free)).go_on()

    def go_on(self) -> "Table":
        """Deal as many cards as can be dealt before somebody is asked."""
        table = self
        while table.phase is Phase.DEALING:
            table = table.apply(Draw())
        return table

    def view(self, audience: "Audience | None" = None) -> "View":
        """What may be shown, to the guest if nobody else is named."""
        from baccarat.table.view import Audience, look  # it knows this module

        return look(self, Audience.GUEST if audience is None else audience)

    @property
    def on_the_felt(self) -> int:
        return sum(wager.stake for wager in self.wagers)

    @property
    def is_free_game(self) -> bool:
        """Whether its tableau leaves something to decide."""
        return has_free_cells(self.game.rules.tableau)

    @property
    def role(self) -> Side | None:
        """The hand for which the guest decides against an opponent: the stake lies on it."""
        return self._larger_bet if self.opponent else None

    @property
    def opponent(self) -> str:
        return self.opened.opponent if self.is_free_game else ""

    @property
    def choice(self) -> Choice | None:
        """What the guest is to decide now."""
        if self.phase is not Phase.DECISION:
            return None
        try:
            next_hand(self.coup, self.game.rules.tableau, self._decided)
        except _Asked as asked:
            return asked.choice
        raise AssertionError("a decision is waited for that nobody has to make")

    @property
    def is_shoe_over(self) -> bool:
        """Whether the present shoe has no more coup to come."""
        return self.phase in (Phase.SHOE, Phase.FINISHED, Phase.LEFT)

    @property
    def shoe_played(self) -> tuple[Played, ...]:
        """The coups of the present shoe."""
        present = len(self.ceremonies) - 1
        return tuple(played for played in self.played if played.shoe == present)

    @property
    def results(self) -> tuple[Result, ...]:
        """Of every coup of the sitting."""
        return tuple(Result.of(played.coup) for played in self.played)

    @property
    def objection(self) -> str | None:
        """Why the house would not deal with these wagers on the felt; None if it would."""
        try:
            self._require_bets(free=False)
        except BaccaratError as refused:
            return str(refused)
        return None

    @property
    def may(self) -> tuple[str, ...]:
        """The kinds of acts that are taken now, if what they say is right."""
        return possible(self)

    def _open(self, act: Open) -> "Table":
        found = game_named(act.game, act.decks)
        rules = replace(found.rules, cut_card=act.cut_card, last_coup=act.last_coup, burn=act.burn)
        layout = replace(
            found.layout.having(*act.bets),
            limits=Limits(act.least, act.most),
            chip=act.chip,
            rounding=act.rounding,
            differential=act.differential,
            # Nobody is ponte and banquier at once.
            both_sides=act.both_sides and not has_free_cells(rules.tableau),
        )
        if act.seed is not None:
            if act.fair:
                raise ActRefused("shoes follow from a seed or are fair, not both")
            rules.shuffle(act.seed, act.first_shoe)  # complains of a seed out of bounds
        if has_free_cells(rules.tableau) and not layout.bets.keys() <= {"player", "banker"}:
            raise ActRefused(f"{found} has no bets but player and banker")
        opened = replace(found, rules=rules, layout=layout)
        if act.opponent:
            if not has_free_cells(rules.tableau):
                raise ActRefused(f"{opened} leaves an opponent nothing to decide")
            from baccarat.table.opponent import strategies  # theory is heavy

            strategies(act.opponent, act.model, rules.decks)  # complains of unknown names
        return replace(self, phase=Phase.SEAT, opened=act, game=opened)

    def _sit(self, act: Sit) -> "Table":
        if not 0 < len(act.guest) <= MOST_NAME or not act.guest.isprintable():
            raise ActRefused(f"a guest has a name of 1 to {MOST_NAME} printable characters")
        require_coins("a bankroll", act.bankroll, least=0)
        return replace(
            self, phase=Phase.SHOE, guest=act.guest, bought=act.bankroll, bankroll=act.bankroll
        )

    def _buy(self, act: Buy) -> "Table":
        require_coins("what is bought", act.coins, least=1)
        require_coins("a bankroll", self.bankroll + act.coins, least=1)
        return replace(self, bought=self.bought + act.coins, bankroll=self.bankroll + act.coins)

    def _promise(self, act: Promise) -> "Table":
        promise = Fair.promise(act.house_seed).with_guest("", act.shoe)
        given = {one.fair.commitment for one in self.ceremonies if one.fair is not None}
        if promise.commitment in given:
            raise ActRefused("this seed was promised before, and is no secret any more")
        # The old shoe goes, if there is one: from now on its seeds may be told.
        return replace(self, phase=Phase.SHOE, promise=promise)

    def _shuffle(self, act: Shuffle) -> "Table":
        rules, opened = self.game.rules, self.opened
        if act.cards and (opened.fair or opened.seed is not None):
            raise ActRefused("the cards of this table's shoes follow from seeds: none are given")
        if act.guest_seed and not opened.fair:
            raise ActRefused("a guest's seed is for a fair shoe, and this table has none")
        if opened.seed is not None:
            ceremony = Ceremony(seed=opened.seed, number=opened.first_shoe + len(self.ceremonies))
            shoe = rules.shuffle(opened.seed, ceremony.number)
        elif self.promise is not None:
            fair = replace(self.promise, guest_seed=act.guest_seed)
            ceremony = Ceremony(number=fair.number, fair=fair)
            shoe = rules.shuffle(fair=fair)
        else:
            cards = parse_cards(act.cards)
            rules.require(cards)
            if len(cards) < FEWEST_CARDS:
                raise ShoeError(f"a shoe has {FEWEST_CARDS} cards or more, not {len(cards)}")
            ceremony, shoe = Ceremony(), Shoe.of(cards, rules.cut_card, rules.last_coup)
        return replace(
            self,
            phase=Phase.CUT,
            promise=None,
            shoe=shoe,
            ceremonies=(*self.ceremonies, ceremony),
            past=(),
            coup=Coup(),
            squeezed=None,
            decisions=(),
        )

    def _cut(self, act: Cut) -> "Table":
        shoe = self._shoe if act.at is None else self._shoe.cut(act.at)
        phase = Phase.BURN if self.game.rules.burn else Phase.BETS
        return replace(self._with_ceremony(cut=act.at), phase=phase, shoe=shoe)

    def _burn(self, act: Burn) -> "Table":
        shoe = self._shoe.burn()
        return replace(self._with_ceremony(burn_card=shoe.burn_card), phase=Phase.BETS, shoe=shoe)

    def _place(self, act: Place) -> "Table":
        if act.stake < 1:
            raise BetRefused(f"{act.spot[:40]}: a stake is more than zero, not {act.stake}")
        spot = self.game.layout.spot(act.spot)
        stakes = {wager.spot: wager.stake for wager in self.wagers}
        stakes[spot] = stakes.get(spot, 0) + act.stake
        return self._lay(stakes)

    def _lift(self, act: Lift) -> "Table":
        spot = self.game.layout.spot(act.spot)
        stakes = {wager.spot: wager.stake for wager in self.wagers}
        if spot not in stakes:
            raise ActRefused(f"there is no wager on {spot}")
        del stakes[spot]
        return self._lay(stakes)

    def _clear(self, act: Clear) -> "Table":
        return self._lay({})

    def _repeat(self, act: Repeat) -> "Table":
        return self._lay({wager.spot: wager.stake for wager in self.last_wagers})

    def _double(self, act: Double) -> "Table":
        return self._lay({wager.spot: 2 * wager.stake for wager in self.wagers})

    def _undo(self, act: Undo) -> "Table":
        *past, wagers = self.past
        return replace(self._with_wagers(wagers), past=tuple(past))

    def _lay(self, stakes: dict[str, int]) -> "Table":
        """The felt with these stakes on it, as far as the guest's money goes."""
        wagers = tuple(Wager(spot, stake) for spot, stake in stakes.items())
        refuse_hopeless(self.game.layout, wagers)
        return replace(self._with_wagers(wagers), past=(*self.past, self.wagers))

    def _with_wagers(self, wagers: tuple[Wager, ...]) -> "Table":
        more = sum(wager.stake for wager in wagers) - self.on_the_felt
        if more > self.bankroll:
            raise BetRefused(
                f"not enough money: it takes {more} coins, and {self.bankroll} are left"
            )
        return replace(self, wagers=wagers, bankroll=self.bankroll - more)

    def _require_bets(self, free: bool) -> None:
        """Refuse to deal with these wagers, saying why."""
        if self.opponent and self.role is None:
            raise ActRefused(
                "no bets: put a stake on player to be the ponte, or on banker to be the banquier"
            )
        if not self.wagers and not free:
            raise ActRefused("no bets: place one, or ask for a free coup")
        self.game.layout.check(self.wagers)

    def _deal(self, act: Deal) -> "Table":
        self._require_bets(act.free)
        if act.squeeze and self.is_free_game:
            raise ActRefused("nothing is squeezed where somebody has to decide")
        return replace(
            self,
            phase=Phase.DEALING,
            past=(),
            coup=self.game.rules.opening,
            squeezed=self._larger_bet if act.squeeze else None,
            decisions=(),
        )

    @property
    def _larger_bet(self) -> Side | None:
        """The hand with more money on it; the squeeze is nobody's if there is none."""
        stakes = {wager.spot: wager.stake for wager in self.wagers}
        player, banker = stakes.get("player", 0), stakes.get("banker", 0)
        if player == banker:
            return None
        return Side.PLAYER if player > banker else Side.BANKER

    def _draw(self, act: Draw) -> "Table":
        side = next_hand(self.coup, self.game.rules.tableau, self._decided)
        if side is None:
            raise AssertionError("a coup that is over is still being dealt")
        used = len(self.coup) - len(self.game.rules.opening)
        coup = self.coup.receive(side, self._shoe.peek()[used])
        table = replace(self, coup=coup)
        if side is self.squeezed and len(coup.hand(side)) >= 2:
            table = replace(table, is_held=True, is_peeled=False)
        return table._look_ahead()

    def _decide(self, act: Decide) -> "Table":
        choice = self.choice
        if choice is None:
            raise AssertionError("there is nothing to decide")
        decision = Decision(choice, act.draw, by_guest=True)
        return replace(self, decisions=(*self.decisions, decision))._look_ahead()

    def _peel(self, act: Peel) -> "Table":
        return replace(self, is_peeled=True)

    def _reveal(self, act: Reveal) -> "Table":
        return replace(self, is_held=False, is_peeled=False)._look_ahead()

    def _leave(self, act: Leave) -> "Table":
        return replace(self._with_wagers(()), phase=Phase.LEFT, past=())

    def _look_ahead(self) -> "Table":
        """After a card or a decision: what the table waits for now."""
        if self.is_held and len(self.coup) >= 4:
            return replace(self, phase=Phase.SQUEEZE)
        table = self
        while True:
            try:
                side = next_hand(table.coup, self.game.rules.tableau, table._decided)
            except _Asked as asked:
                if asked.draws is None:
                    return replace(table, phase=Phase.DECISION)
                decision = Decision(asked.choice, asked.draws, by_guest=False)
                table = replace(table, decisions=(*table.decisions, decision))
            else:
                return replace(table, phase=Phase.DEALING) if side else table._settle()

    def _decided(self, choice: Choice) -> bool:
        """What has been decided in a free cell; if nothing has, whoever it is must be asked."""
        for decision in self.decisions:
            if decision.choice.side is choice.side:
                return decision.draws
        if self.opponent and choice.side is not self.role:
            from baccarat.table.opponent import answer  # theory is heavy, and only needed here

            raise _Asked(choice, answer(self, choice))
        raise _Asked(choice)

    def _settle(self) -> "Table":
        """The coup is over: pay the layout."""
        coup, before = self.coup.finish(), self._shoe
        lines = pay(coup, self.wagers, self.game.layout)
        bankroll = self.bankroll + sum(line.returned for line in lines)
        shoe = before.after_coup(len(coup) - len(self.game.rules.opening))
        played = Played(
            len(self.ceremonies) - 1,
            before,
            coup,
            self.wagers,
            lines,
            self.decisions,
            self.bought,
            bankroll,
        )
        return replace(
            self,
            phase=Phase.FINISHED if shoe.is_finished else Phase.BETS,
            bankroll=bankroll,
            house=self.house - sum(line.won for line in lines),
            wagers=(),
            last_wagers=self.wagers or self.last_wagers,
            shoe=shoe,
            coup=coup,
            played=(*self.played, played),
        )

    @property
    def _shoe(self) -> Shoe:
        if self.shoe is None:
            raise AssertionError("there is no shoe")
        return self.shoe

    def _with_ceremony(self, **changes: Any) -> "Table":
        *others, ceremony = self.ceremonies
        return replace(self, ceremonies=(*others, replace(ceremony, **changes)))

    def __repr__(self) -> str:
        return (
            f"<table: {self.game}, {self.phase.value}, {self.bankroll} in hand, "
            f"{self.on_the_felt} on the felt, {len(self.played)} coups>"
        )


class _Asked(Exception):
    """Somebody has to decide; the opponent says at once what."""

    def __init__(self, choice: Choice, draws: bool | None = None) -> None:
        self.choice = choice
        self.draws = draws


def fold(acts: Iterable[Act]) -> Table:
    """The table that these acts make."""
    return Table().then(*acts)


@cache
def has_free_cells(tableau: Tableau) -> bool:
    return Move.FREE in {*tableau.player, *(move for row in tableau.banker for move in row)}


_HANDLERS: dict[str, Callable[[Table, Any], Table]] = {
    kind: getattr(Table, f"_{kind}") for kind in KINDS
}
