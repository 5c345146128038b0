"""Shoes as records: write down a shoe of a sitting, and play a record again.

write_shoe(table) -> Record      the present shoe; with a chronicle any shoe, by its number
replay(record) -> Table          deal and pay the recorded shoe again
replay_acts(record) -> [Act, …]  the acts that do so
"""

from collections.abc import Iterable
from dataclasses import replace

from baccarat.base.errors import BadValue, ShoeError, UnknownName
from baccarat.core.cards import Card, Depth, write_cards
from baccarat.core.coup import Coup
from baccarat.core.games import game
from baccarat.core.layout import Layout, Wager
from baccarat.core.plugins import nothing_loaded
from baccarat.core.record import Entry, Record
from baccarat.table.acts import (
    Act,
    Burn,
    Cut,
    Deal,
    Decide,
    Draw,
    Leave,
    Open,
    Pass,
    Place,
    Promise,
    Shuffle,
    Sit,
)
from baccarat.table.chronicle import Chronicle
from baccarat.table.state import Ceremony, Phase, Played
from baccarat.table.table import Table
from baccarat.table.view.audience import seeds_of
from baccarat.table.view.view import Audience


def write_shoe(
    table: Table,
    number: int | None = None,
    audience: Audience | str = Audience.GUEST,
    chronicle: Chronicle | None = None,
) -> Record:
    """The record of shoe `number` (from 1), with the seeds that this audience may know.

    At a table for several, the record has the named guest's wagers, or none.

    >>> table = Table.open(seed=7, bankroll=100).bet("banker=10").deal()
    >>> print(*map(str, write_shoe(table).entries))
    Jd 4d Th | 6h Jh  B 4-6 {banker=10}
    """
    number = table.shoes if number is None else number
    if not 1 <= number <= table.shoes:
        raise BadValue(f"the table had {table.shoes} shoes so far: there is no shoe {number}")
    if chronicle is not None and number > chronicle.start.shoes:
        ceremony = chronicle.ceremonies[number - chronicle.start.shoes - 1]
        coups = [played for played in chronicle.played if played.shoe == number - 1]
    else:
        if number != table.shoes:
            raise BadValue(
                f"a table keeps only its present shoe, {table.shoes}: give a chronicle for older "
                "shoes"
            )
        ceremony, coups = table.ceremony, list(table.played)
    entries = (Entry.of(one.coup, spelled(_wagers(one, audience), table)) for one in coups)
    return record_of(entries, table, ceremony, audience)


def record_of(
    entries: Iterable[Entry], table: Table, ceremony: Ceremony, audience: Audience | str
) -> Record:
    """The record of a shoe of this table, with the seeds that this audience may know."""
    seeds = seeds_of(table, ceremony, audience)
    return Record(
        tuple(entries),
        table.game.name,
        table.game.rules,
        ceremony.burn_card,
        ceremony.cut,
        seeds.seed,
        seeds.number if seeds.seed is not None or seeds.fair is not None else 0,
        seeds.fair,
    )


def _wagers(played: Played, audience: Audience | str) -> tuple[Wager, ...]:
    if isinstance(audience, str):
        mine = played.of(audience)
        return () if mine is None else mine.wagers
    return played.wagers if len(played.seats) <= 1 else ()


def spelled(wagers: Iterable[Wager], table: Table) -> Iterable[Wager]:
    """The wagers as a record spells them: a price is written if it is not the game's own.

    A stake on a streak belongs to no single coup, and is left out.
    """
    usual, felt = game(table.game.name).layout.bets, table.game.layout.bets
    for wager in wagers:
        if wager.spot not in felt:
            continue
        bet = felt[wager.spot]
        yield wager if usual.get(wager.spot) == bet else replace(wager, spot=str(bet))


@nothing_loaded()
def replay(record: Record, guest: str = "guest") -> Table:
    """Play a recorded shoe again with its wagers; every step is an act of the table.

    If there are seeds, the cards follow from them. Otherwise unknown cards fill the shoe behind
    the recorded ones, and the guest leaves before an unknown card is dealt.

    >>> replay(Record.deal(seed=7))
    <table: punto-banco, left, 0 in hand, 0 on the felt, 78 coups>
    """
    return _play_again(record, guest, Chronicle())


@nothing_loaded()
def replay_acts(record: Record, guest: str = "guest") -> list[Act]:
    """The acts that replay a recorded shoe."""
    chronicle = Chronicle()
    _play_again(record, guest, chronicle)
    return chronicle.acts


def _play_again(record: Record, guest: str, chronicle: Chronicle) -> Table:
    wagers = [wager for entry in record.entries for wager in entry.wagers]
    # The guest brings enough money to lose every wager.
    table = chronicle.follow(_opening(record, Sit(guest, sum(w.stake for w in wagers))))
    if table.phase is Phase.BURN:
        table = chronicle.follow([Burn()], table)
    for number, entry in enumerate(record.entries, start=1):
        spots = ((wager.spot.partition(":")[0], wager.stake) for wager in entry.wagers)
        bets = [Place(table.game.layout.spot(spot), stake) for spot, stake in spots]
        later = [bet for bet in bets if table.game.layout.bets[bet.spot].offered]
        first = [bet for bet in bets if bet not in later]
        table = chronicle.follow([*first, Deal(free=not first)], table)
        while table.phase in (Phase.DEALING, Phase.DECISION, Phase.OFFER):
            acts: list[Act] = [Draw()]
            if table.phase is Phase.OFFER:
                acts = [*later, Pass()]
            elif (choice := table.choice) is not None:
                acts = [Decide(_coup(number, entry).hand(choice.side).third is not None)]
            table = chronicle.follow(acts, table)
    return chronicle.follow([Leave()], table)


def _coup(number: int, entry: Entry) -> Coup:
    if entry.coup is None:
        raise ShoeError(
            f"coup {number}: the cards are not known, so the coup cannot be dealt again"
        )
    return entry.coup


def _opening(record: Record, sit: Sit) -> tuple[Act, ...]:
    """The acts before the first coup, except the burn."""
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
    # The cards after the last coup are unknown, so no cut card may end the shoe before it. A
    # burn that is not recorded is left out.
    given = replace(opened, cut_card=0, burn=record.burn_card is not None)
    return given, sit, Shuffle(write_cards(_order(record))), Cut()


def _is_usual(spot: str, layout: Layout) -> bool:
    """Whether the game's own layout has this bet at this price."""
    try:
        return ":" not in spot and bool(layout.spot(spot))
    except UnknownName:
        return False


def _order(record: Record) -> list[Card]:
    """The cards of a full shoe, in an order that deals the coups of this record."""
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
