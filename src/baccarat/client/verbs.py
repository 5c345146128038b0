"""The methods of both clients, ordinary and asyncio: calls to a server, a table and a board.

The plain client answers a call with a `Done`, the asyncio client with an awaitable of a `Done`. So
the answers are type variables here: `DoneT` is the answer to an act, `JsonT` a JSON object, `RowsT`
several JSON objects, `TextT` text, `EventsT` a stream of events.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from baccarat.client.following import Following, KnownNumbers
from baccarat.client.over_http import Wire
from baccarat.client.wire import Call, Done, Json, Received, new_key, read_done

DoneT = TypeVar("DoneT")
JsonT = TypeVar("JsonT")
RowsT = TypeVar("RowsT")
TextT = TypeVar("TextT")
EventsT = TypeVar("EventsT")
NOTATION = "text/plain"
"""The media type of our notation; without it the server sends a shoe as JSON."""


class How(TypedDict, total=False):
    """Seldom needed options of any act at a table or board."""

    number: int
    """the number that the act must get: the number of the last act, plus 1

    The server refuses an act that would get another number.
    """
    key: str
    """the idempotency key of the act; default: a fresh one"""


class Opening(TypedDict, total=False):
    """Options of a new table; the server has a default for each option."""

    decks: int
    cut_card: int
    last_coup: str
    burn: bool
    bets: list[str]
    least: int
    most: int
    chip: int
    rounding: str
    differential: int
    both_sides: bool
    seed: int
    """the seed of the shoes, which is public"""
    fair: bool
    opponent: str
    model: str
    seats: int
    most_money: int


class Speaking(ABC, Generic[DoneT, JsonT, RowsT, TextT, EventsT]):
    """The base class of all clients; subclasses send the calls and may be asynchronous."""

    _wire: Wire

    @abstractmethod
    def _do(self, call: Call) -> DoneT:
        """Do an act."""

    @abstractmethod
    def _json(self, call: Call, part: str = "") -> JsonT:
        """Request a JSON object, or a part of it."""

    @abstractmethod
    def _rows(self, call: Call, part: str) -> RowsT:
        """Request all items of a list that the server sends in parts."""

    @abstractmethod
    def _text(self, call: Call) -> TextT:
        """Request a text."""

    @abstractmethod
    def follow(self, following: Following) -> EventsT:
        """Every event of a stream; after a lost connection, the stream goes on where it stopped."""

    def _heard(self, received: Received) -> Done:
        """The server's answer to an act, read as a `Done`."""
        return read_done(received)

    def _told(self, received: Received, part: str) -> Json:
        """The JSON of an answer, or only the part with this name."""
        return received.part(dict, part)


class ServerWords(Speaking[DoneT, JsonT, RowsT, TextT, EventsT]):
    """The methods that concern the whole server, and not one table or board."""

    def events(
        self,
        tables: Iterable[int] = (),
        boards: Iterable[int] = (),
        since: KnownNumbers | None = None,
        role: str = "",
    ) -> EventsT:
        """The events of these tables and boards, as one endless stream.

        `since` has the number of the last act that you know at each place: `{"table/1": 41}`.
        """
        by_kind = {"table": tables, "board": boards}
        places = [f"{kind}/{number}" for kind, numbers in by_kind.items() for number in numbers]
        return self.follow(Following(places, since, role=role))

    def get(self, path: str, **params: object) -> JsonT:
        """Get a JSON value of the API by its path: `client.get("tables/3", since=40)`."""
        return self._json(Call("GET", path.strip("/"), _given(params)))

    def post(self, path: str, **body: Any) -> JsonT:
        """Send a question with POST to an API path: `client.post("fair/order", house_seed="…")`."""
        return self._json(Call("POST", path.strip("/"), body=body))

    def tables(self) -> RowsT:
        """All tables of this server, with their games, guests and results."""
        return self._rows(Call("GET", "tables"), "tables")

    def boards(self) -> RowsT:
        """All boards of this server."""
        return self._rows(Call("GET", "boards"), "boards")

    def games(self) -> JsonT:
        """A JSON object: `games` has every game, its rules and the bets on its felt."""
        return self.get("games")

    def bets(self) -> JsonT:
        """A JSON object: `bets` and `streaks` have every bet, its prices and their source."""
        return self.get("bets")

    def odds(self, **question: Any) -> JsonT:
        """The exact odds of bets: `client.odds(decks=8, bets=["lucky-6"], given="Kh 9d")`."""
        return self.post("odds", **question)

    def roads(self, results: str, **how: Any) -> JsonT:
        """The five roads of these results: `client.roads("BPTBB")`."""
        return self.post("roads", results=results, **how)

    def statistics(self, results: str) -> JsonT:
        """The statistics of these results: frequencies, streaks, margins."""
        return self.post("statistics", results=results)

    def run(self, kind: str, **question: Any) -> JsonT:
        """Start a run (a long simulation): `client.run("simulate", shoes=1000, seed=7)`.

        The same question again returns the progress of the run, and at the end its answer.
        """
        return self.post("runs", kind=kind, **question)

    def runs(self) -> RowsT:
        """The runs (long simulations) of this server, newest first, without their answers."""
        return self._rows(Call("GET", "runs"), "runs")

    def check_record(self, text: str, **how: Any) -> JsonT:
        """Check a shoe in our notation; a shoe with its seeds is dealt again."""
        return self.post("records/check", text=text, **how)


class TableWords(Speaking[DoneT, JsonT, RowsT, TextT, EventsT]):
    """The methods of a client for one table: sit, bet, deal and so on.

    Sitting down sets `guest` and `token`; a saved token resumes the seat. If several roles are
    allowed, `role` chooses one: `guest`, `dealer`, `host` or `spectator`.
    """

    def __init__(
        self,
        client: Speaking[DoneT, JsonT, RowsT, TextT, EventsT],
        number: int,
        token: str = "",
        role: str = "",
    ) -> None:
        self._wire = client._wire
        self.number = number
        self.guest = ""
        self.token = token
        self.role = role
        self._next_coup = 0
        """the next coup in the newest view; 0 before the first view"""

    def sit(self, guest: str = "", bankroll: int = 1_000, **how: Unpack[How]) -> DoneT:
        """Sit down with play money; a guest without a name is called Guest 1, Guest 2 and so on."""
        return self._act("sit", how, guest=guest, bankroll=bankroll)

    def buy(self, coins: int, **how: Unpack[How]) -> DoneT:
        """Buy more play money."""
        return self._act("buy", how, coins=coins)

    def leave(self, **how: Unpack[How]) -> DoneT:
        """Leave the table and take your bankroll."""
        return self._act("leave", how)

    def bet(self, wagers: str, **how: Unpack[How]) -> DoneT:
        """Lay several wagers as one act: `banker=100 tie=5`."""
        return self._act("bet", how, wagers=wagers)

    def place(self, spot: str, stake: int, **how: Unpack[How]) -> DoneT:
        """Add coins to your stake on a spot."""
        return self._act("place", how, spot=spot, stake=stake)

    def lift(self, spot: str, stake: int | None = None, **how: Unpack[How]) -> DoneT:
        """Take back a wager, or only a part of its stake."""
        return self._act("lift", how, spot=spot, stake=stake)

    def clear(self, **how: Unpack[How]) -> DoneT:
        """Take back every wager."""
        return self._act("clear", how)

    def repeat(self, **how: Unpack[How]) -> DoneT:
        """Lay the wagers of the last coup again."""
        return self._act("repeat", how)

    def double(self, **how: Unpack[How]) -> DoneT:
        """Double all wagers."""
        return self._act("double", how)

    def undo(self, **how: Unpack[How]) -> DoneT:
        """Restore the wagers as they were before their last change."""
        return self._act("undo", how)

    def cut(self, at: int | None = None, guest_seed: str = "", **how: Unpack[How]) -> DoneT:
        """Cut the shoe; for a fair shoe, give the guest's seed."""
        return self._act("cut", how, at=at, guest_seed=guest_seed or None)

    def peel(self, step: str = "long", **how: Unpack[How]) -> DoneT:
        """Lift an edge of the card that you squeeze; the edges are `long`, `short` and `corner`."""
        return self._act("peel", how, step=step)

    def reveal(self, **how: Unpack[How]) -> DoneT:
        """Turn the squeezed card up."""
        return self._act("reveal", how)

    def decide(self, draw: bool, **how: Unpack[How]) -> DoneT:
        """Draw or stand, if the drawing rules leave you the choice."""
        return self._act("decide", how, draw=draw)

    def pass_(self, **how: Unpack[How]) -> DoneT:
        """Decline the bets that the house offers in the middle of this coup."""
        return self._act("pass", how)

    def deal(
        self,
        squeeze: bool = False,
        free: bool = False,
        coup: int | None = None,
        **how: Unpack[How],
    ) -> DoneT:
        """Deal a coup until a guest must decide or the coup is over.

        With `free`, the coup is dealt even if no bet is on the felt. `coup` is the `next_coup` of a
        view: that coup is dealt once, even if several guests ask for it. Default: the number in the
        newest view of this client; 0: the coup that is due.
        """
        meant = self._next_coup if coup is None else coup
        said = {"squeeze": squeeze or None, "free": free or None, "coup": meant or None}
        return self._act("deal", how, **said)

    def new_shoe(self, **how: Unpack[How]) -> DoneT:
        """Begin the next shoe."""
        return self._act("shoe", how)

    def dismiss(self, guest: str, **how: Unpack[How]) -> DoneT:
        """Dismiss a guest, who takes the bankroll. Only a host may do this."""
        return self._act("dismiss", how, guest=guest)

    def close(self, **how: Unpack[How]) -> DoneT:
        """Close the table. Only a host may do this."""
        return self._act("close", how)

    def view(self, since: int = 0) -> JsonT:
        """The table as your role may see it; with `since`, only the changes after that act."""
        return self._json(self._read("", since=since or None, **_as(self.role)), "view")

    def shoe(self, number: int) -> TextT:
        """One shoe of this table as text in our notation; shoes are numbered from 1."""
        return self._text(replace(self._read(f"shoes/{number}"), accept=NOTATION))

    def events(self, since: int = 0) -> EventsT:
        """The events of this table as an endless stream, as your role may see them."""
        place = f"table/{self.number}"
        known = {place: since} if since else {}
        return self.follow(Following([place], known, self.token, self.role, seen=self._see))

    def report(self) -> JsonT:
        """Your stakes, your result and your expected cost since you sat down."""
        return self._json(self._read("report"))

    def _act(self, kind: str, how: How, **values: object) -> DoneT:
        said = {**values, **_as(self.role)}
        return self._do(_act_call(f"tables/{self.number}", kind, said, self.token, **how))

    def _see(self, view: Json) -> None:
        """Remember the number of the next coup from this view; an older view changes nothing."""
        self._next_coup = max(self._next_coup, int(view.get("next_coup") or 0))

    def _read(self, what: str, **params: object) -> Call:
        path = f"tables/{self.number}/{what}".rstrip("/")
        return Call("GET", path, _given(params), token=self.token)

    def _heard(self, received: Received) -> Done:
        done = super()._heard(received)
        if done.token:
            self.guest, self.token = done.guest, done.token
        self._see(done.view)
        return done

    def _told(self, received: Received, part: str) -> Json:
        told = super()._told(received, part)
        if part == "view":
            self._see(told)
        return told


class BoardWords(Speaking[DoneT, JsonT, RowsT, TextT, EventsT]):
    """The methods for a board, which records the results of a real table."""

    def __init__(self, client: Speaking[DoneT, JsonT, RowsT, TextT, EventsT], number: int) -> None:
        self._wire = client._wire
        self.number = number

    def enter(self, result: str, **how: Unpack[How]) -> DoneT:
        """Enter the next result: `B`, `P 9-7 +P`, or the cards `Kh 5c 8h | 9d 4s`."""
        return self._act("result", how, said=result)

    def correct(self, coup: int, result: str, **how: Unpack[How]) -> DoneT:
        """Replace the result of a coup in the present shoe; `coup` is its number, from 1."""
        return self._act("correct", how, coup=coup, said=result)

    def insert(self, coup: int, result: str, **how: Unpack[How]) -> DoneT:
        """Insert a forgotten result before the coup with this number."""
        return self._act("insert", how, coup=coup, said=result)

    def strike(self, coup: int, **how: Unpack[How]) -> DoneT:
        """Delete a coup that was entered by mistake and was never dealt."""
        return self._act("strike", how, coup=coup)

    def undo(self, **how: Unpack[How]) -> DoneT:
        """Undo the last act on the board, of any kind."""
        return self._act("undo", how)

    def new_shoe(self, **how: Unpack[How]) -> DoneT:
        """Begin the next shoe."""
        return self._act("shoe", how)

    def close(self, **how: Unpack[How]) -> DoneT:
        """Close the board because the real table closes; its last shoe stays visible."""
        return self._act("close", how)

    def view(self) -> JsonT:
        """All data of the board: its game, its coups, and the counts of earlier shoes."""
        return self._json(Call("GET", f"boards/{self.number}"), "view")

    def events(self, since: int = 0) -> EventsT:
        """The events of this board as an endless stream."""
        place = f"board/{self.number}"
        return self.follow(Following([place], {place: since} if since else {}))

    def record(self) -> TextT:
        """The present shoe as text in our notation."""
        return self._text(Call("GET", f"boards/{self.number}/record", accept=NOTATION))

    def _act(self, kind: str, how: How, **values: object) -> DoneT:
        return self._do(_act_call(f"boards/{self.number}", kind, values, **how))


def open_call(what: str, values: Mapping[str, object], key: str = "") -> Call:
    """The request that opens a table or a board."""
    return Call("POST", what, body=_said(values), key=key or new_key())


def _act_call(
    path: str,
    kind: str,
    values: Mapping[str, object],
    token: str = "",
    *,
    number: int | None = None,
    key: str = "",
) -> Call:
    body = _said({"act": kind, **values, "number": number})
    return Call("POST", f"{path}/acts", body=body, key=key or new_key(), token=token)


def _as(role: str) -> dict[str, object]:
    return {"as": role or None}


def _said(values: Mapping[str, object]) -> Json:
    """The given values; a value of None is left out, so that the server takes its default."""
    return {name: value for name, value in values.items() if value is not None}


def _given(params: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in params.items() if value is not None}
