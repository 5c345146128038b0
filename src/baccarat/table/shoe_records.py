"""Shoes as records: a shoe of a sitting is written down, and a record is played again.

write_shoe(table) -> Record      the present shoe, or another by its number
replay(record) -> Table          its acts deal and pay the recorded shoe again
"""

from collections.abc import Iterable
from dataclasses import replace

from baccarat.cards import Card, Depth, write_cards
from baccarat.coup import Coup
from baccarat.errors import BadValue, ShoeError, UnknownName
from baccarat.games import game
from baccarat.layout import Layout, Wager
from baccarat.plugins import nothing_loaded
from baccarat.record import Entry, Record
from baccarat.table.acts import (
    Act,
    Burn,
    Cut,
    Deal,
    Decide,
    Draw,
    Leave,
    Open,
    Place,
    Promise,
    Shuffle,
    Sit,
)
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view import Audience, seeds_of


def write_shoe(
    table: Table, number: int | None = None, audience: Audience = Audience.GUEST
) -> Record:
    """A shoe of the sitting, counted from 1, with the seeds that this audience may know.

    >>> table = Table.open(seed=7, bankroll=100).bet("banker=10").deal()
    >>> print(*map(str, write_shoe(table).entries))
    Jd 4d Th | 6h Jh  B 4-6 {banker=10}
    """
    shoes = len(table.ceremonies)
    number = shoes if number is None else number
    if not 1 <= number <= shoes:
        raise BadValue(f"there were {shoes} shoes so far, and no shoe {number}")
    ceremony = table.ceremonies[number - 1]
    seeds = seeds_of(table, number - 1, audience)
    played = [played for played in table.played if played.shoe == number - 1]
    return Record(
        tuple(Entry.of(one.coup, _spelled(one.wagers, table)) for one in played),
        table.game.name,
        table.game.rules,
        ceremony.burn_card,
        ceremony.cut,
        seeds.seed,
        seeds.number if seeds.seed is not None or seeds.fair is not None else 0,
        seeds.fair,
    )


def _spelled(wagers: Iterable[Wager], table: Table) -> Iterable[Wager]:
    """The wagers as a record has them: with the price where it is not the game's own."""
    usual, felt = game(table.game.name).layout.bets, table.game.layout.bets
    for wager in wagers:
        bet = felt[wager.spot]
        yield wager if usual.get(wager.spot) == bet else replace(wager, spot=str(bet))


@nothing_loaded()
def replay(record: Record, guest: str = "guest") -> Table:
    """Play a recorded shoe again, wagers included; every step is an act of the table.

    Where there are seeds the cards follow from them. Otherwise the shoe is filled up with unknown
    cards behind the recorded ones, and the guest leaves before they are dealt.

    >>> replay(Record.deal(seed=7))
    <table: punto-banco, left, 0 in hand, 0 on the felt, 78 coups>
    """
    wagers = [wager for entry in record.entries for wager in entry.wagers]
    # The guest brings enough to lose all of it.
    table = Table().then(*_opening(record, Sit(guest, sum(w.stake for w in wagers))))
    table = table.apply(Burn()) if table.phase is Phase.BURN else table
    for number, entry in enumerate(record.entries, start=1):
        spots = ((wager.spot.partition(":")[0], wager.stake) for wager in entry.wagers)
        table = table.then(*(Place(*spot) for spot in spots), Deal(free=not entry.wagers))
        while table.phase in (Phase.DEALING, Phase.DECISION):
            choice = table.choice
            if choice is None:
                table = table.apply(Draw())
            else:
                drew = _coup(number, entry).hand(choice.side).third is not None
                table = table.apply(Decide(drew))
    return table.apply(Leave())


def _coup(number: int, entry: Entry) -> Coup:
    if entry.coup is None:
        raise ShoeError(f"coup {number}: its cards are not known, so it cannot be dealt again")
    return entry.coup


def _opening(record: Record, sit: Sit) -> tuple[Act, ...]:
    """The acts before the first coup, without the burn."""
    rules, layout = record.rules, game(record.game).layout
    spelled = {wager.spot for entry in record.entries for wager in entry.wagers}
    opened = Open(
        record.game,
        rules.decks,
        rules.cut_card,
        rules.last_coup,
        rules.burn,
        tuple(sorted(spot for spot in spelled if not _is_usual(spot, layout))),
    )
    cut = Cut(record.cut)
    if record.can_be_dealt_again and (fault := record.differs()):
        raise ShoeError(fault)
    if record.seed is not None:
        seeded = replace(opened, seed=record.seed, first_shoe=record.number)
        return seeded, sit, Shuffle(), cut
    if record.fair is not None and record.fair.house_seed is not None:
        fair = record.fair
        promise = Promise(record.fair.house_seed, fair.number)
        return replace(opened, fair=True), sit, promise, Shuffle(guest_seed=fair.guest_seed), cut
    # The cards behind the last coup are not known, so no cut card may end the shoe before it. A
    # burn that nobody wrote down is left out.
    given = replace(opened, cut_card=0, burn=record.burn_card is not None)
    return given, sit, Shuffle(write_cards(_order(record))), Cut()


def _is_usual(spot: str, layout: Layout) -> bool:
    """Whether the game's own felt has this bet at this price."""
    try:
        return ":" not in spot and bool(layout.spot(spot))
    except UnknownName:
        return False


def _order(record: Record) -> list[Card]:
    """An order of a whole shoe from which its coups are dealt."""
    coups = [_coup(number, entry) for number, entry in enumerate(record.entries, start=1)]
    first = [] if record.burn_card is None else [record.burn_card]
    printed = len(record.rules.opening)
    dealt = [card for coup in coups for card in coup.cards[printed:]]
    known = [*first, *dealt]
    depth = min((card.depth for card in known), default=Depth.CARDS)
    left = record.rules.composition.at(depth).without(card.at(depth) for card in known)
    others = list(left.cards)
    burned = sum(card.burns for card in first)
    return [*first, *others[:burned], *dealt, *others[burned:]]
