"""Which acts are permitted now, and in words why the others are not."""

from typing import TYPE_CHECKING

from baccarat.table.state import BETWEEN_COUPS, Phase

if TYPE_CHECKING:
    from baccarat.table.table import Table

WAITS = {
    Phase.CLOSED: "the table is not open yet",
    Phase.SEAT: "a guest is to sit down first",
    Phase.SHOE: "a shoe is to be shuffled first",
    Phase.CUT: "the shoe is to be cut first, or the cut waved on",
    Phase.BURN: "the first card is to be burned first",
    Phase.BETS: "bets are open, and no coup is being dealt",
    Phase.DEALING: "no more bets: a coup is being dealt",
    Phase.DECISION: "no more bets: the coup waits for the guest to draw or to stand",
    Phase.SQUEEZE: "no more bets: the coup waits for the guest to turn a card up",
    Phase.FINISHED: "the shoe is finished: shuffle a new one",
    Phase.LEFT: "the guest has left",
}


def possible(table: "Table") -> tuple[str, ...]:
    """The kinds of acts that are taken now, if what they say is right."""
    phase, has_wagers = table.phase, bool(table.wagers)
    bets = phase is Phase.BETS
    new_shoe = phase in BETWEEN_COUPS and not has_wagers
    has_promise = table.promise is not None
    answers = {
        "open": phase is Phase.CLOSED,
        "sit": phase is Phase.SEAT,
        "promise": new_shoe and table.opened.fair and not has_promise,
        "shuffle": new_shoe and table.opened.fair is has_promise,
        "cut": phase is Phase.CUT,
        "burn": phase is Phase.BURN,
        "place": bets and table.bankroll > 0,
        "lift": bets and has_wagers,
        "clear": bets and has_wagers,
        "repeat": bets and not has_wagers and bool(table.last_wagers),
        "double": bets and has_wagers,
        "undo": bets and bool(table.past),
        "deal": bets,
        "draw": phase is Phase.DEALING,
        "decide": phase is Phase.DECISION,
        "peel": table.is_held and not table.is_peeled,
        "reveal": table.is_held,
        "buy": phase in BETWEEN_COUPS,
        "leave": phase in BETWEEN_COUPS,
    }
    return tuple(kind for kind, answer in answers.items() if answer)


def why_not(table: "Table", kind: str) -> str:
    """Why an act of this kind is not taken now."""
    if kind in ("peel", "reveal"):
        return (
            "the edge of the card is lifted already: turn it up"
            if table.is_held
            else "no card lies face down before the guest"
        )
    if kind == "promise" and not table.opened.fair and table.phase is not Phase.CLOSED:
        return "no seed is promised at this table: its shoes are not fair ones"
    if table.phase is Phase.BETS:
        return _why_not_while_bets_are_open(table, kind)
    if table.phase in BETWEEN_COUPS:
        if kind == "shuffle":
            return "before the guest's seed the house is to promise its own"
        if kind == "promise":
            return "the house has promised a seed already"
    return WAITS[table.phase]


def _why_not_while_bets_are_open(table: "Table", kind: str) -> str:
    if kind in ("lift", "clear", "double"):
        return "there is no wager on the felt"
    if kind in ("shuffle", "promise", "repeat") and table.wagers:
        return "wagers lie on the felt: clear it first"
    return {
        "place": "not enough money: there is none left in hand",
        "repeat": "there was no wager yet that could be repeated",
        "undo": "there is nothing to undo: what was dealt stays dealt",
        "shuffle": "before the guest's seed the house is to promise its own",
        "promise": "the house has promised a seed already",
    }.get(kind, WAITS[Phase.BETS])
