"""The table: acts change its state. It has rules, wagers and money, but no screen.

    table = Table.open(seed=7, bankroll=1_000)      a guest sits, the shoe is ready
    table = table.bet("banker=100 tie=5").deal()    the coup is dealt and paid
    table.view().lines                              the result of each wager

    fold(acts) == table                             for the acts that made it

Every act gives a new table; a refused act leaves the old table as it was.
A table holds its present shoe and only counts of earlier coups; a chronicle has the rest.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from baccarat.base.errors import BadValue
from baccarat.base.hints import checked, displayed, guided, helpful, plain, quoted, taken
from baccarat.base.synonyms import NEVER_CHANGES, no_keyword
from baccarat.core.bets import StreakBet
from baccarat.core.coup import Coup, Side
from baccarat.core.fair import Fair
from baccarat.core.games import KNOWN, Game
from baccarat.core.games import game as game_named
from baccarat.core.layout import Wager, Wagers, as_wagers
from baccarat.core.result import Result
from baccarat.core.roads.result_counts import NO_COUPS, Counts
from baccarat.core.shoe import Shoe
from baccarat.core.third_card import Choice
from baccarat.table.acts import (
    HINTS,
    Act,
    ActRefused,
    Burn,
    Cut,
    Deal,
    Draw,
    Open,
    Place,
    Shuffle,
    Sit,
    kind_of,
    require_types,
)
from baccarat.table.paid_wagers import PaidWagers, paid_wagers
from baccarat.table.rules import ceremony, dealing, offers, seats, squeeze, wagers
from baccarat.table.rules.factors import DrawnFactors, with_factors
from baccarat.table.rules.permitted import possible, seat_of, why_not
from baccarat.table.rules.wagers import larger_bet, objection_to
from baccarat.table.state import IN_A_COUP, NOBODY, Ceremony, Decision, Phase, Played, Seat

if TYPE_CHECKING:
    from baccarat.table.view.view import Audience, View


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The state of a table after its acts.

    >>> table = Table.open(seed=7, bankroll=1_000).bet("banker=100 tie=5").deal()
    >>> table
    <table: punto-banco, bets, 1090 in hand, 0 on the felt, 1 coups>
    >>> print(*table.view().lines, sep="\\n")
    banker: 100 wins 95 (win, 5 kept by the house)
    tie: 5 lost
    """

    number: int = 0
    """the number of acts so far"""
    phase: Phase = Phase.CLOSED
    opened: Open = field(default_factory=Open)
    game: Game = field(default_factory=lambda: game_named("punto-banco"))
    streaks: tuple[StreakBet, ...] = ()
    """the table's bets that run over several coups"""
    seats: tuple[Seat, ...] = ()
    """the seats of the guests who sit here"""
    house: int = 0
    """the house's win so far"""
    promise: Fair | None = None
    """the promise for a shoe that has not been shuffled yet"""
    shoe: Shoe | None = None
    shoes: int = 0
    """the number of shoes so far, including the present one"""
    shoe_since: int = 0
    """the number of the act that brought the present shoe"""
    ceremony: Ceremony = field(default_factory=Ceremony)
    """the ceremony of the present shoe"""
    last_ceremony: Ceremony = field(default_factory=Ceremony)
    """the ceremony of the shoe before the present shoe"""
    coup: Coup = field(default_factory=Coup)
    drawn: DrawnFactors = ()
    """the cards with factors in this coup"""
    squeezers: tuple[tuple[Side, str], ...] = ()
    """the hands whose last cards come face down, and the guests who squeeze them"""
    held: tuple[Side, ...] = ()
    """the hands whose last card is still face down, in the order of the squeeze"""
    lifted: tuple[str, ...] = ()
    """the edges of the squeezed card that are lifted"""
    offers: tuple[str, ...] = ()
    """the spots of bets that are offered now, in the middle of this coup"""
    passed: tuple[str, ...] = ()
    """the guests who take no more of these bets"""
    decisions: tuple[Decision, ...] = ()
    """the decisions in the present coup"""
    played: tuple[Played, ...] = ()
    """the coups of the present shoe"""
    counts: Counts = NO_COUPS
    """counts of all coups so far"""

    def __post_init__(self) -> None:
        if type(self.number) is not int:
            raise BadValue(f"open a table with Table.open(), not as Table({quoted(self.number)})")

    @classmethod
    @guided
    def open(
        cls,
        game: str | Game = "punto-banco",
        *,
        bankroll: int = 1_000,
        guest: str = "guest",
        **options: Any,
    ) -> "Table":
        """A table with a guest; the first shoe is ready, unless the table deals fair shoes.

        >>> Table.open("ez", seed=7, bankroll=500)
        <table: ez, bets, 500 in hand, 0 on the felt, 0 coups>
        """
        if strange := options.keys() - HINTS["open"].keys():
            known = dict.fromkeys(("game", "bankroll", "guest", *HINTS["open"]))
            raise no_keyword("Table.open", min(strange), known)
        game = taken("Table.open", "game", game, str | Game)
        if isinstance(game, Game):
            if not KNOWN.has(game):
                raise ActRefused(
                    f"open: this {game.name!r} is not a registered game: name a registered game "
                    "with its options, e.g. Table.open('ez', decks=6)"
                )
            game = game.name
        options = {name: plain(value) for name, value in options.items()}
        table = cls().then(ceremony.opening(game, **options), Sit(guest, plain(bankroll)))
        return table if table.opened.fair else table.shuffle()

    def shuffle(self) -> "Table":
        """The table with its next shoe, burned but not cut; without seeds, the shoe is random."""
        opened = self.opened
        cards = "" if opened.fair or opened.seed is not None else str(self.game.rules.shuffle())
        return self.apply(Shuffle(cards)).ready()

    def apply(self, act: Act, number: int | None = None) -> "Table":
        """The table after one more act; `number`, if given, must be the number of this act."""
        if number is not None and taken("apply", "number", number, int) != self.number + 1:
            due = self.number + 1
            raise ActRefused("the next act is number {due}, not {number}", due=due, number=number)
        require_types(act)
        kind, seat = kind_of(act), seat_of(self, act)
        if kind not in possible(self, seat):
            raise ActRefused(why_not(self, kind, seat))
        return replace(HANDLERS[type(act)](self, act), number=self.number + 1)

    def then(self, *acts: Act) -> "Table":
        """The table after these acts."""
        table = self
        for act in acts:
            table = table.apply(act)
        return table

    def ready(self) -> "Table":
        """The table after the rest of the ceremony before a shoe; the guest declines to cut."""
        table = self
        if table.phase is Phase.CUT:
            table = table.apply(Cut())
        return table.apply(Burn()) if table.phase is Phase.BURN else table

    @guided
    def bet(self, wagers: Wagers = "", /, **stakes: int) -> "Table":
        """The guest bets: `bet("banker=100 tie=5")`, or `bet(banker=100, tie=5)`."""
        self._require_open()
        placed = [*as_wagers(wagers), *(Wager(spot, stake) for spot, stake in stakes.items())]
        return self.then(*(Place(wager.spot, wager.stake) for wager in placed))

    @guided
    def deal(self, *, squeeze: bool = False, free: bool = False) -> "Table":
        """Deal the next coup until somebody has to decide or the coup is over."""
        self._require_open()
        try:
            dealt = self.apply(with_factors(self, Deal(squeeze, free)))
        except ActRefused as refused:
            if "deal" in self.may and not self.wagers:
                refused.add_note(NEVER_CHANGES)
            raise
        return dealt.go_on()

    def _require_open(self) -> None:
        if self.phase is Phase.CLOSED:
            raise BadValue("the table is not open yet: Table.open(bankroll=1000) opens one")

    def go_on(self) -> "Table":
        """Deal cards until somebody has to decide or the coup is over."""
        table = self
        while table.phase is Phase.DEALING:
            table = table.apply(Draw())
        return table

    def view(self, audience: "Audience | str | None" = None, since: int = 0) -> "View":
        """The view of a guest, by name, or of an `Audience`; default: the only guest.

        With `since`, the view has only what is new after that act.
        """
        from baccarat.table.view.audience import look  # it imports this module
        from baccarat.table.view.view import Audience

        return look(self, Audience.GUEST if audience is None else audience, since)

    def seat(self, guest: str = "") -> Seat:
        """The seat of a guest; without a name, the only guest's seat."""
        if not guest and len(self.seats) > 1:
            names = ", ".join(repr(seat.guest) for seat in self.seats[:3])
            raise BadValue(f"several guests sit here: name one guest, e.g. {names}")
        for seat in self.seats:
            if guest in ("", seat.guest):
                return seat
        if guest:
            raise ActRefused("{guest} does not sit at this table", guest=guest[:40])
        return NOBODY

    def with_seat(self, seat: Seat) -> "Table":
        """The table with this seat in place of the guest's old seat."""
        seats = tuple(seat if one.guest == seat.guest else one for one in self.seats)
        return replace(self, seats=seats)

    def only(self, guest: str) -> "Table":
        """The table as if this guest sat there alone."""
        return replace(self, seats=(self.seat(guest),))

    @property
    def has_many_seats(self) -> bool:
        """Whether several guests may sit here; such a table deals without guests, too."""
        return self.opened.seats > 1

    @property
    def guest(self) -> str:
        """The only guest's name; raises an error if several guests sit here."""
        return self.seat().guest

    @property
    def bought(self) -> int:
        """All play money that the only guest has brought."""
        return self.seat().bought

    @property
    def bankroll(self) -> int:
        """The only guest's money, without the wagers."""
        return self.seat().bankroll

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The only guest's wagers."""
        return self.seat().wagers

    @property
    def on_the_felt(self) -> int:
        """The stakes of all guests on the felt."""
        return sum(seat.on_the_felt for seat in self.seats)

    @property
    def is_free_game(self) -> bool:
        """Whether the game leaves decisions open."""
        return self.game.rules.tableau.has_free_cells

    @property
    def role(self) -> Side | None:
        """The hand with the higher stake; the guest decides for this hand against an opponent."""
        return larger_bet(self.wagers) if self.opponent else None

    @property
    def opponent(self) -> str:
        """The name of the opponent; "" if there is none."""
        named = self.opened.opponent
        return named if named and self.is_free_game else ""

    @property
    def is_held(self) -> bool:
        """Whether a card lies face down before a guest."""
        return bool(self.held)

    @property
    def squeezed(self) -> Side | None:
        """The hand whose card is squeezed now; None if there is none."""
        return self.held[0] if self.held else None

    @property
    def squeezer(self) -> str:
        """The guest who squeezes the card that lies face down; "" if there is none."""
        return dict(self.squeezers)[self.held[0]] if self.held else ""

    @property
    def choice(self) -> Choice | None:
        """The decision that the guest has to make now; None if there is none."""
        return dealing.choice_of(self)

    @property
    def the_shoe(self) -> Shoe:
        """The table's shoe; raises AssertionError if the table has no shoe."""
        if self.shoe is None:
            raise AssertionError("there is no shoe")
        return self.shoe

    @property
    def is_shoe_over(self) -> bool:
        """Whether the present shoe has no more coups."""
        return self.phase in (Phase.SHOE, Phase.FINISHED, Phase.LEFT)

    @property
    def coups(self) -> int:
        """The number of coups in all shoes."""
        return self.counts.coups

    @property
    def next_coup(self) -> int:
        """The number of the coup that the next deal begins, from 1, over all shoes."""
        return self.coups + (2 if self.phase in IN_A_COUP else 1)

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of the present shoe."""
        return tuple(played.result for played in self.played)

    @property
    def paid(self) -> PaidWagers:
        """Every wager of the present shoe that was paid, for all guests."""
        return paid_wagers(self.played)

    @property
    def objection(self) -> str | None:
        """Why the house refuses the wagers on the felt; None if the house can deal."""
        return objection_to(self, self.seat())

    @property
    def may(self) -> tuple[str, ...]:
        """The kinds of acts that the table accepts now, if their fields are right."""
        return possible(self, None if self.has_many_seats else self.seat())

    def __repr__(self) -> str:
        guests = f"{len(self.seats)} guests"
        in_hand = guests if self.has_many_seats else f"{self.bankroll} in hand"
        return (
            f"<table: {self.game}, {self.phase.value}, {in_hand}, "
            f"{self.on_the_felt} on the felt, {self.coups} coups>"
        )


@checked
def fold(acts: Iterable[Act]) -> Table:
    """The table after these acts.

    >>> fold([Open(seed=7), Sit("Ann", 500)]).phase
    Phase.SHOE
    """
    return Table().then(*acts)


HANDLERS: dict[type[Act], Callable[..., Table]] = {
    **ceremony.HANDLERS,
    **seats.HANDLERS,
    **wagers.HANDLERS,
    **squeeze.HANDLERS,
    **offers.HANDLERS,
    **dealing.HANDLERS,
}
"""For each kind of act, the function that makes the next table."""
