"""A house with one table, spoken to in this process: what the tests of the server share."""

from typing import Any

import httpx
from troubled_store import TroubledStore
from web_client import client_of

from baccarat.table.requests import Request
from baccarat.table.state import Phase
from baccarat.web.app import build_app
from baccarat.web.gate.keys import Level, digest, new_key
from baccarat.web.house.house import House
from baccarat.web.settings import Settings

API = "/api/v1"
HERE = Settings(port=80)
ASKS_FOR_KEYS = Settings(port=80, demands_keys=True)


def deal_on(house: House, table: int) -> int:
    """A coup, or a new shoe first; the number of the last act."""
    if house.at(table).table.phase is Phase.FINISHED:
        house.ask(table, Request("shoe"), "dealer")
    if house.at(table).table.phase in (Phase.SHOE, Phase.CUT):
        house.ask(table, Request("cut"), "dealer")
    house.ask(table, Request("deal", {"free": True}), "dealer")
    return house.at(table).table.number


class Salon:
    """A server in this process, and short words for what is asked of it."""

    def __init__(self, store: TroubledStore | None = None, settings: Settings = HERE) -> None:
        self.store = TroubledStore() if store is None else store
        self.house = House(self.store)
        self.app = build_app(self.house, settings)
        self.http = client_of(self.app)
        self.tokens: dict[str, str] = {}
        self.heard: list[bytes] = []
        """all that was ever answered"""

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str = "",
        token: str = "",
        bearer: str = "",
        **headers: str,
    ) -> httpx.Response:
        given = {"idempotency-key": key, "baccarat-guest": token}
        given["authorization"] = f"Bearer {bearer}" if bearer else ""
        sent = {name: value for name, value in {**given, **headers}.items() if value}
        answer = self.http.request(method, API + path, json=body, headers=sent)
        self.http.cookies.clear()  # each call says who asks
        self.heard.append(answer.content)
        return answer

    def get(self, path: str, **how: Any) -> Any:
        answer = self.call("GET", path, **how)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def open(self, **options: Any) -> int:
        answer = self.call("POST", "/tables", options)
        assert answer.status_code == 200, answer.text
        number: int = answer.json()["table"]
        return number

    def act(self, table: int, act: str, by: str = "", /, **said: Any) -> dict[str, Any]:
        """Ask for an act, as a guest or as the host; it must be done."""
        answer = self.try_act(table, act, by, **said)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def try_act(
        self, table: int, act: str, by: str = "", /, *, key: str = "", bearer: str = "", **said: Any
    ) -> httpx.Response:
        token = self.tokens.get(f"{table} {by}", "")
        body = {"act": act, **said}
        return self.call("POST", f"/tables/{table}/acts", body, key=key, token=token, bearer=bearer)

    def sit(self, table: int, guest: str = "", bankroll: int = 1_000) -> str:
        """Somebody sits down; their name."""
        body = {"act": "sit", "guest": guest, "bankroll": bankroll}
        answer = self.call("POST", f"/tables/{table}/acts", body)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        self.tokens[f"{table} {told['guest']}"] = told["token"]
        name: str = told["guest"]
        return name

    def ready(self, *guests: str, **options: Any) -> int:
        """A table with a shoe that is cut, and these guests."""
        table = self.open(**{"seed": 7, "seats": 5, **options})
        for guest in guests:
            self.sit(table, guest)
        self.act(table, "shoe")
        self.act(table, "cut")
        return table

    def new_key(self, level: Level, tables: tuple[int, ...] | None = None) -> str:
        """A key of the server, made as the command makes it."""
        key = new_key(level)
        self.store.add_key(f"somebody {len(self.store.keys())}", str(level), tables, digest(key))
        return key
