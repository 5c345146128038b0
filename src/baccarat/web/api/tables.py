"""The API's endpoints for tables: list, open, show and close tables, and act at a table."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Request, Response
from pydantic import ConfigDict, Field

from baccarat.base.sentences import Sentence
from baccarat.core.games import game as game_named
from baccarat.core.layout import Rounding
from baccarat.table import requests
from baccarat.table.acts import HINTS, Open
from baccarat.table.rules.ceremony import opening
from baccarat.table.rules.clock import MOST_SECONDS, Clock
from baccarat.web.api.examples import bodies, documented
from baccarat.web.gate.callers import Caller, caller_of, gate_of, guest_cookie, guest_token
from baccarat.web.gate.gate import SESSION_SECONDS
from baccarat.web.gate.house_problems import HouseAnswer, is_unsure
from baccarat.web.gate.keys import Level
from baccarat.web.gate.problems import Problem, as_bytes, words_for
from baccarat.web.gate.responses import Strict
from baccarat.web.gate.strict_json import StrictRoute
from baccarat.web.house.places import HouseTable, PlaceT
from baccarat.web.house.seats import As, house_of, table_of, threads_of, viewer_for, whose

router = APIRouter(prefix="/api/v1", tags=["tables"], route_class=StrictRoute)
LEAST_KEY = 16
"""Least characters of an idempotency key that returns a guest's token: it must be hard to guess."""
MOST_KEY = 200
USUAL_SEATS = 7
SMALL, LONG = 40, 1_000
"""Most characters of a name, and of wagers."""
NOTED = {"close": "closed", requests.DISMISS: "sent a guest away from"}
"""How the audit log names acts."""
MOST_ROWS = 100
"""Most rows of a list in one answer."""
After = Annotated[
    int,
    Query(
        ge=0,
        le=1 << 40,
        description=f"Only rows with a larger number. An answer has at most {MOST_ROWS} rows; if "
        "there are more, send its `next` here to get the next ones.",
    ),
]
Calls = Annotated[Caller, Depends(caller_of)]
TableNumber = Annotated[int, Path(ge=1, le=1 << 40, description="The number of a table.")]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=MOST_KEY,
        description="A request that is repeated with its key is done only once, and gets the same "
        "answer. Use a new key for every act, e.g. a random UUID. Keys are kept at least a day.",
    ),
]
Since = Annotated[
    int,
    Query(ge=0, le=1 << 62, description="Send only what is new since this act; 0: everything."),
]
Chosen = Annotated[
    As | None,
    Query(
        alias="as",
        description="Role in which to look. Default: the guest whose token is sent, otherwise a "
        "dealer if the key allows it, otherwise a spectator.",
    ),
]


class ClockAsked(Strict):
    """The seconds that the house waits for people at each phase of a coup; null: without limit."""

    bets: float | None = Field(None, ge=0, le=MOST_SECONDS, description="null: a person deals")
    squeeze: float | None = Field(30, ge=0, le=MOST_SECONDS)
    offer: float | None = Field(15, ge=0, le=MOST_SECONDS)
    rests: float | None = Field(
        600,
        ge=0,
        le=MOST_SECONDS,
        description="seconds after the last guest has left, when the house stops dealing",
    )


class TableAsked(Strict):
    """A request for a new table; missing fields get the defaults of the game or of the server."""

    name: str = Field("", max_length=SMALL)
    clock: ClockAsked = Field(default_factory=ClockAsked)  # type: ignore[arg-type]
    game: str = Field("punto-banco", max_length=SMALL)
    decks: int | None = None
    cut_card: int | None = None
    last_coup: str | None = Field(None, max_length=SMALL)
    burn: bool | None = None
    bets: list[Annotated[str, Field(max_length=80)]] = Field([], max_length=40)
    least: int | None = None
    most: int | None = None
    chip: int | None = None
    rounding: Literal["down", "up", "nearest"] | None = None
    differential: int | None = None
    both_sides: bool | None = None
    seed: int | None = Field(None, description="seed of the shoes; everybody sees that it is set")
    first_shoe: int | None = Field(None, description="first shoe of the seed, from 0")
    fair: bool | None = Field(None, description="shoes from two seeds: the house's and a guest's")
    opponent: str | None = Field(
        None, description="the opponent at chemin de fer", max_length=SMALL
    )
    model: str | None = Field(None, max_length=SMALL)
    seats: int | None = Field(None, description="number of seats; default: 7, at chemin de fer 1")
    most_money: int | None = Field(
        None, description="the most play money that a guest may bring while seated"
    )

    @property
    def opening(self) -> Open:
        """The act that opens the table."""
        given = {
            name: value
            for name in HINTS["open"]
            if name not in ("game", "fingerprint") and (value := getattr(self, name)) is not None
        }
        given["bets"] = tuple(self.bets)
        if self.rounding is not None:
            given["rounding"] = Rounding(self.rounding)
        is_free = game_named(self.game).rules.tableau.has_free_cells
        given.setdefault("seats", 1 if is_free else USUAL_SEATS)
        return opening(self.game, **given)


class ActAsked(Strict):
    """A request for an act at a table; each act uses only some of these fields."""

    model_config = ConfigDict(populate_by_name=True)
    act: str = Field(description=f"one of {', '.join(requests.ASKED)}", max_length=SMALL)
    number: int | None = Field(
        None,
        description="number that the act must get (the table's plus 1); else it is stale",
    )
    chosen: Literal["guest", "dealer", "host"] | None = Field(
        None, alias="as", description="role of the caller, if their key and token allow several"
    )
    guest: str | None = Field(
        None, description="sit: a name, or none; dismiss: the guest's name", max_length=SMALL
    )
    bankroll: int | None = Field(None, description="sit: play money, in coins")
    coins: int | None = Field(None, description="buy: more play money, in coins")
    wagers: str | None = Field(None, description="bet: `banker=100 tie=5`", max_length=LONG)
    spot: str | None = Field(None, description="place, lift: the spot", max_length=80)
    stake: int | None = Field(None, description="place, lift: coins")
    at: int | None = Field(None, description="cut: number of cards that go to the back")
    guest_seed: str | None = Field(None, description="cut: seed of a fair shoe", max_length=200)
    step: str | None = Field(None, description="peel: long, short or corner", max_length=10)
    draw: bool | None = Field(None, description="decide: whether to draw")
    squeeze: bool | None = Field(None, description="deal: the last cards come face down")
    free: bool | None = Field(None, description="deal: a coup without bets")
    coup: int | None = Field(
        None, description="deal: `next_coup` of the view, so that a coup is dealt only once"
    )

    @property
    def request(self) -> requests.Request:
        """The request as an object of the class `Request`, which tables accept."""
        said = {
            name: value
            for name, value in vars(self).items()
            if value is not None and name not in ("act", "number", "chosen")
        }
        if self.act == "sit":
            said["guest"] = str(said.get("guest", "")).strip()
        return requests.Request(self.act, said)


@router.get("/tables", responses=documented("tables"))
async def show_lobby(
    request: Request,
    caller: Calls,
    closed: Annotated[bool, Query(description="List closed tables, too.")] = False,
    after: After = 0,
) -> Response:
    """The tables of this house: their games, their guests, the results of the present shoe.

    Tables that cannot be opened are under `damaged`.
    """
    shown = [
        here
        for here in house_of(request).tables()
        if caller.may(Level.WATCH, here.number) and (closed or here.is_open)
    ]
    return await in_parts(request, "table", shown, after, in_the_lobby)


def in_the_lobby(here: HouseTable) -> dict[str, Any]:
    """The JSON of a table in the list of tables."""
    listing = here.listing
    return {
        "table": here.number,
        "name": here.name,
        "number": listing.number,
        "is_open": here.is_open,
        "game": listing.game,
        "phase": str(listing.phase),
        "seats": listing.places,
        "free": listing.free,
        "guests": [seat.guest for seat in listing.seats],
        "chip": listing.chip,
        "limits": {"least": listing.limits.least, "most": listing.limits.most},
        "shoes_from": listing.shoes_from,
        "shoe": listing.shoe,
        "letters": listing.letters,
        "coups": listing.coups,
        "counts": listing.counts.as_json(),
        "clock": asdict(here.clock),
    }


async def in_parts(
    request: Request,
    kind: str,
    places: Sequence[PlaceT],
    after: int,
    row: Callable[[PlaceT], dict[str, Any]],
) -> Response:
    """The rows of the tables or boards after a number, at most 100, and the reasons for damage."""
    rest = [here for here in places if here.number > after]
    part = rest[:MOST_ROWS]
    following = part[-1].number if len(rest) > MOST_ROWS else None
    words = words_for(request)

    def look() -> bytes:
        rows, damaged = [], []
        for here in part:
            here.look_over()
            if (problem := here.problem) is None:
                rows.append(row(here))
            else:
                detail = problem.as_json(words)["detail"]
                damaged.append({kind: here.number, "name": here.name, "detail": detail})
        return as_bytes({f"{kind}s": rows, "damaged": damaged, "next": following})

    return as_json(await threads_of(request).look(look))


@router.post("/tables", responses=documented("open table"))
async def open_table(
    request: Request,
    caller: Calls,
    asked: Annotated[TableAsked, Body(openapi_examples=bodies("open table"))],
    key: IdempotencyKey = None,
) -> Response:
    """Open a table: its game, its limits, its seats, its clock, the source of its shoes.

    Only the host can do that. The operating system shuffles the shoes unless they are `fair` or
    follow from a `seed`; everybody can see that a table is seeded.
    """
    caller.require(Level.HOST)
    if caller.tables is not None:
        raise Problem(403, Sentence("your key is only for some tables: it cannot open a new table"))
    house, clock = house_of(request), Clock(**asked.clock.model_dump())
    done = await threads_of(request).look(
        lambda: house.ask_to_open(asked.opening, asked.name.strip(), clock, key=key or "")
    )
    note(request, caller, done, "opened", f"table {done.body['table']}")
    return answered(done)


@router.get("/tables/{table}", responses=documented("table"))
async def show_table(
    request: Request, caller: Calls, table: TableNumber, since: Since = 0, chosen: Chosen = None
) -> Response:
    """The table as you may see it: all of it, or only the changes since an act.

    No answer has hidden cards, the order of the shoe or its seeds before they may be known. A
    bankroll is shown only to its owner.
    """
    here = table_of(request, caller, table)
    viewer = viewer_for(request, caller, here, chosen)
    house = house_of(request)
    if (found := here.memo.found(viewer, since)) is not None and not is_unsure(here.sitting):
        return as_json(found[1])  # the same was asked before
    return as_json(await threads_of(request).look(lambda: house.look(here, viewer, since)))


@router.post("/tables/{table}/acts", responses=documented("table act"))
async def ask_for_act(
    request: Request,
    caller: Calls,
    table: TableNumber,
    asked: Annotated[ActAsked, Body(openapi_examples=bodies("table act"))],
    key: IdempotencyKey = None,
    since: Annotated[
        int | None,
        Query(
            ge=0,
            le=1 << 62,
            description="Act after which the view begins; default: the last one before.",
        ),
    ] = None,
) -> Response:
    """Request an act: sit, bet, deal and so on.

    Guests send the token that they received on sitting down. `view.asks` lists the acts that you
    may request now. The answer has the table after the act, as its author sees it.
    """
    return await act_at_table(request, caller, table, asked, key, since)


async def act_at_table(
    request: Request,
    caller: Caller,
    table: int,
    asked: ActAsked,
    key: str | None,
    since: int | None,
) -> Response:
    """Do an act at a table, write it to the audit log, and return the response."""
    here = table_of(request, caller, table)
    house, threads = house_of(request), threads_of(request)
    wanted = asked.request
    if asked.act == "sit":
        caller.require(Level.PLAY, table)
        if key is not None and len(key) < LEAST_KEY:
            raise Problem(
                422,
                f"an Idempotency-Key for sitting down needs at least {LEAST_KEY} characters",
                what_to_do="use a random key: it returns the guest's token again",
            )
        author, sat, holder = str(wanted.values["guest"]), None, caller.key
    else:
        asker = await whose(request, caller, here, asked.act, asked.chosen, key or "")
        author, sat, holder = asker.author, asker.sat, None

    work = house.asking(
        table,
        wanted,
        author,
        number=asked.number,
        key=key or "",
        sat=sat,
        holder=holder,
        since=since,
    )
    done = await threads.act(here.place, work)
    note(request, caller, done, NOTED.get(asked.act), f"table {table}")
    if asked.act == "sit":
        return _seated(request, here, done)
    answer = answered(done)
    if asked.act == "leave" and sat is not None:
        answer.delete_cookie(guest_cookie(request, table), path="/")
    return answer


@router.delete("/tables/{table}", responses=documented("close table"))
async def close_table(
    request: Request, caller: Calls, table: TableNumber, key: IdempotencyKey = None
) -> Response:
    """Close a table, like the act `close`: guests get their wagers back.

    A table can be closed between two coups, or while a coup waits for a guest's decision; that coup
    is void.
    """
    here = table_of(request, caller, table, Level.HOST)
    closing = requests.Request("close")
    work = house_of(request).asking(table, closing, requests.HOST, key=key or "")
    done = await threads_of(request).act(here.place, work)
    note(request, caller, done, NOTED["close"], f"table {table}")
    return answered(done)


def _seated(request: Request, here: HouseTable, done: HouseAnswer) -> Response:
    """The response to a guest who sat down, with the token that proves who they are."""
    told = done.body
    secret = house_of(request).store.secret
    token = guest_token(secret, here.number, told["guest"], told["number"])
    answer = answered(HouseAnswer(f'{{"token":"{token}",{done.text[1:]}', done.was_kept))
    answer.set_cookie(
        guest_cookie(request, here.number),
        token,
        max_age=SESSION_SECONDS,  # the seat outlives the browser window
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return answer


def note(request: Request, caller: Caller, done: HouseAnswer, what: str | None, about: str) -> None:
    """Write an act to the audit log, unless the answer is a repeat or `what` is None."""
    if what is not None and not done.was_kept:
        gate_of(request).audit.note(caller.key, what, about)


def answered(done: HouseAnswer) -> Response:
    """The response to an act; a header marks a repeated answer."""
    answer = as_json(done.text)
    if done.was_kept:
        answer.headers["Idempotency-Replayed"] = "true"
    return answer


def as_json(told: str | bytes) -> Response:
    """A response whose text is already JSON."""
    return Response(told, media_type="application/json")
