"""Snapshots: the state that a table carries from one shoe to the next, as one line of JSON.

line = snapshot_line(table)                        between two shoes
Sitting(keeper, start=read_snapshot(line))         goes on from there; the keeper has later commits

So a table of a hundred shoes is restored as fast as a table of one shoe.
"""

from dataclasses import asdict, replace
from typing import Any

from baccarat.base.hints import checked
from baccarat.core.cards import Card
from baccarat.core.fair import Fair
from baccarat.core.layout import Wager
from baccarat.core.roads.result_counts import Counts
from baccarat.table.act_lines import act_json, make_act, read_sealed, sealed
from baccarat.table.acts import ActRefused, BadAct
from baccarat.table.log import FORMAT, NewerFormat
from baccarat.table.state import Ceremony, Phase, Seat
from baccarat.table.table import Table


def carried(table: Table) -> Table:
    """The table without its old shoe, which changes nothing after the next shuffle."""
    if table.phase not in (Phase.SHOE, Phase.FINISHED):
        raise ActRefused("a snapshot can be taken only between two shoes")
    seats = (replace(seat, past=(), lines=(), not_taken=None) for seat in table.seats)
    return Table(
        number=table.number,
        phase=Phase.SHOE,
        opened=table.opened,
        game=table.game,
        streaks=table.streaks,
        seats=tuple(seats),
        house=table.house,
        promise=table.promise,
        shoes=table.shoes,
        ceremony=table.ceremony,
        counts=table.counts,
    )


@checked
def snapshot_line(table: Table) -> str:
    """A table between two shoes as one sealed line, including the seeds of fair shoes."""
    kept = carried(table)
    body = {
        "number": kept.number,
        "format": FORMAT,
        "open": act_json(kept.opened),
        "seats": [_seat_json(seat) for seat in kept.seats],
        "house": kept.house,
        "shoes": kept.shoes,
        "promise": _fair_json(kept.promise),
        "ceremony": {
            "seed": kept.ceremony.seed,
            "number": kept.ceremony.number,
            "fair": _fair_json(kept.ceremony.fair),
            "cut": kept.ceremony.cut,
            "burn_card": str(kept.ceremony.burn_card) if kept.ceremony.burn_card else None,
        },
        "counts": list(kept.counts),
    }
    return sealed(body)


@checked
def read_snapshot(line: str) -> Table:
    """The table of a snapshot, waiting for its next shoe."""
    body = read_sealed(line)
    try:
        if body["format"] > FORMAT:
            raise NewerFormat("a newer version of baccarat has written the line")
        ceremony = body["ceremony"]
        burn_card = ceremony["burn_card"]
        return replace(
            Table().apply(make_act("open", body["open"])),
            number=body["number"],
            phase=Phase.SHOE,
            seats=tuple(_seat(told) for told in body["seats"]),
            house=body["house"],
            shoes=body["shoes"],
            promise=_fair(body["promise"]),
            ceremony=Ceremony(
                ceremony["seed"],
                ceremony["number"],
                _fair(ceremony["fair"]),
                ceremony["cut"],
                None if burn_card is None else Card.parse(burn_card),
            ),
            counts=Counts(*body["counts"]),
        )
    except (KeyError, TypeError):
        raise BadAct("not a snapshot: a field is missing") from None


def _seat_json(seat: Seat) -> dict[str, Any]:
    told = {key: getattr(seat, key) for key in ("guest", "bought", "bankroll")}
    told |= {key: getattr(seat, key) for key in ("staked", "won", "kept", "since")}
    return {**told, "last_wagers": [str(wager) for wager in seat.last_wagers]}


def _seat(told: dict[str, Any]) -> Seat:
    wagers = tuple(Wager.parse(text) for text in told["last_wagers"])
    return Seat(**{**told, "last_wagers": wagers})


def _fair_json(fair: Fair | None) -> dict[str, Any] | None:
    return None if fair is None else asdict(fair)


def _fair(told: dict[str, Any] | None) -> Fair | None:
    return None if told is None else Fair(**told)
