"""The records of a table's shoes; secret seeds and other guests' wagers are left out.

written(here, store, 2, SPECTATOR) -> Record
shoes_told(here, store) -> [{"shoe": 1, "is_over": True, …}, …]

The present shoe is read from the table only, never from the store, which has its secret seeds.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card
from baccarat.core.coup import Coup
from baccarat.core.fair import Fair
from baccarat.core.layout import Wager
from baccarat.core.record import Entry, Record
from baccarat.store import Store
from baccarat.table.shoe_records import record_of, spelled, write_shoe
from baccarat.table.state import Ceremony, NotTaken
from baccarat.table.table import Table
from baccarat.table.view.audience import seeds_of
from baccarat.table.view.view import Audience, plain
from baccarat.web.gate.problems import Problem
from baccarat.web.house.places import HouseTable
from baccarat.web.house.views import Viewer


def written(here: HouseTable, store: Store, shoe: int | None, viewer: Viewer) -> Record:
    """The record of a shoe, with the viewer's own wagers.

    Shoes are counted from 1; default: the present shoe. Wagers from before the viewer sat down are
    left out, because an earlier guest may have had the same name.
    """
    table = here.table
    shoe = table.shoes if shoe is None else shoe
    if shoe == table.shoes > 0:
        record = write_shoe(table, None, viewer.guest)
        entries = (
            entry if played.number > viewer.sat else replace(entry, wagers=())
            for played, entry in zip(table.played, record.entries, strict=True)
        )
        return replace(record, entries=tuple(entries))
    rows = [] if not 0 < shoe < table.shoes else store.shoes(here.number)
    for row in rows:
        if row.number == shoe and row.counts:
            form = "shoe {shoe} has become counts: its coups are not kept any more"
            raise Problem(404, Sentence(form, shoe=shoe))
        if row.number == shoe:
            return _from_store(here, store, table, shoe, ceremony_of(row.ceremony), viewer)
    raise no_shoe(shoe, table)


def not_taken_in(here: HouseTable, store: Store, shoe: int, viewer: Viewer) -> dict[int, NotTaken]:
    """The refused parts of a guest's stakes in a shoe, by the number of the coup, from 1."""
    if not viewer.guest:
        return {}
    table = here.table
    played = table.played if shoe == table.shoes else store.played(here.number, shoe)
    return {
        place: mine.seat.not_taken
        for place, coup in enumerate(played, start=1)
        if coup.number > viewer.sat and (mine := coup.of(viewer.guest)) and mine.seat.not_taken
    }


def no_shoe(shoe: int, table: Table) -> Problem:
    form = "there is no shoe {shoe}; shoes so far: {shoes}"
    return Problem(404, Sentence(form, shoes=table.shoes, shoe=shoe))


def _from_store(
    here: HouseTable, store: Store, table: Table, shoe: int, ceremony: Ceremony, viewer: Viewer
) -> Record:
    """The record of a finished shoe, with the viewer's own wagers and the revealed seeds."""
    entries = []
    for row in store.coups(here.number, shoe):
        mine = [
            Wager(spot, stake)
            for guest, spot, stake, *_ in row.paid
            if guest == viewer.guest and row.number > viewer.sat
        ]
        entries.append(Entry.of(Coup.parse(row.cards), spelled(mine, table)))
    return record_of(entries, table, ceremony, Audience.SPECTATOR)


def shoes_told(here: HouseTable, store: Store) -> list[dict[str, Any]]:
    """A JSON object for every shoe so far, with the seeds that everyone may know."""
    table = here.table
    told = []
    for row in sorted(store.shoes(here.number), key=lambda row: row.number):
        if row.number > table.shoes:
            break  # the shoe is newer than this state of the table, and not over
        is_present = row.number == table.shoes
        ceremony = table.ceremony if is_present else ceremony_of(row.ceremony)
        told.append(
            {
                "shoe": row.number,
                "time": row.time,
                "is_over": not is_present or table.is_shoe_over,
                "cut": ceremony.cut,
                "burn_card": plain(ceremony.burn_card),
                "seeds": plain(seeds_of(table, ceremony, Audience.SPECTATOR)),
                **({"counts": _by_winner(row.counts)} if row.counts else {}),
            }
        )
    return told


def _by_winner(counts: Mapping[str, int]) -> dict[str, int]:
    """How often each side won in a shoe, from the stored counts by letter: B, P and T."""
    names = {"B": "banker_wins", "P": "player_wins", "T": "ties"}
    return {name: counts.get(letter, 0) for letter, name in names.items()}


def ceremony_of(told: Mapping[str, Any]) -> Ceremony:
    """The cut, the burned card and the seeds of a shoe, from their JSON in the store."""
    fair, card = told["fair"], told["burn_card"]
    return Ceremony(
        told["seed"],
        told["number"],
        None if fair is None else Fair(**{**fair, "number": told["number"]}),
        told["cut"],
        None if card is None else Card.parse(card),
    )
