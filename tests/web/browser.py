"""A real server and a real browser, one of each for a file of tests.

def test_a_guest_bets(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table()                      a table whose shoe is cut
    page = visit(f"/tables/{table}")                a browser of its own: its cookies, its windows
    hall.sit(page, table, "Ann")
    page.reload()
    …
    second = visit.window(page, "/")                another window of the same browser
    other = visit("/", width=390, height=844, scale=2, language="ja", theme="light")

Fixtures are in conftest.py. Whatever a page logs as an error, and every violation of our policy,
fails its test. Playwright's `wait_for_function` needs eval, which the policy forbids: `until` is
for that. `asyncio.run`, and so what speaks to an app in this process, does not go together with
Playwright in one file.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from chaos import Killed

from baccarat.client import Client, TableClient

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

PATIENCE = 240.0
"""Seconds that anything may take; a run of the laboratory leaves the processor to others."""
REFUSED = re.compile(r"Failed to load resource: .* status of 4\d\d .*")
"""The browser says so of every act that the house has refused: that is no fault of a page."""
AWAY = re.compile(r"ERR_(CONNECTION|CONTENT|INCOMPLETE|EMPTY|NETWORK|SOCKET|INVALID_CHUNKED)")
"""The browser says so while a server is killed."""
TELLS_VIOLATIONS = """
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
  console.error(`policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`));
"""


class Hall:
    """A server with its own store, and short words for what is asked of it."""

    def __init__(self, store: Path, *options: str, beside: "Hall | None" = None) -> None:
        self.store = str(store)
        self.server: Killed = Killed(
            self.store, options=options, beside=None if beside is None else beside.server
        )
        self.client = Client(self.server.url, patience=PATIENCE)

    @property
    def url(self) -> str:
        return self.server.url

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.server.start()
        end = monotonic() + PATIENCE
        while not self.server.stands():
            assert monotonic() < end, "the server does not start"

    def kill(self) -> None:
        self.server.kill()

    def close(self) -> None:
        self.client.close()
        self.server.close()

    def table(self, number: int) -> TableClient:
        """A table, spoken to by the host."""
        return self.client.table(number)

    def open_table(self, **options: Any) -> int:
        """A table with five seats, the same shoes every time, and the number that it got."""
        return self.client.open_table(**{"seats": 5, "seed": 7, **options}).number

    def ready_table(self, **options: Any) -> int:
        """A table whose shoe is cut: bets are taken."""
        number = self.open_table(**options)
        table = self.table(number)
        table.new_shoe()
        table.cut()
        return number

    def sit(self, page: "Page", table: int, guest: str = "", bankroll: int = 1_000) -> str:
        """Let the guest of this browser sit down, by the API; their name."""
        told: str = self.act(page, table, "sit", guest=guest, bankroll=bankroll)["guest"]
        return told

    def act(self, page: "Page", table: int, act: str, /, **said: Any) -> dict[str, Any]:
        """Ask for an act as the guest of this browser, by the API; it must be done."""
        path = f"{self.url}/api/v1/tables/{table}/acts"
        answer = page.context.request.post(path, data={"act": act, **said})
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def view(self, page: "Page", table: int) -> dict[str, Any]:
        """The table as the guest of this browser sees it."""
        answer = page.context.request.get(f"{self.url}/api/v1/tables/{table}")
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()["view"]
        return told


class Visit:
    """Opens pages; each call is another browser, as far as cookies and windows go."""

    def __init__(self, browser: "Browser", url: str) -> None:
        self._browser, self._url = browser, url
        self._contexts: list[BrowserContext] = []
        self.troubles: list[str] = []
        self.may_be_away = False
        """whether a test kills the server: then that is no trouble"""
        self.may_lack_key = False
        """whether a test comes without a key: then refused pages are no trouble"""

    def __call__(
        self,
        path: str = "/",
        *,
        width: int = 1440,
        height: int = 900,
        scale: float = 1,
        language: str = "en",
        theme: str = "auto",
        look: str = "",
        reduced_motion: bool = True,
        touch: bool = False,
        before: str = "",
        **context: Any,
    ) -> "Page":
        """A page of a fresh browser; `look` is as in the cookie: "shapes.four". `before` is a
        script that runs in every window before the page's own."""
        made = self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            locale=language,
            reduced_motion="reduce" if reduced_motion else "no-preference",
            has_touch=touch,
            **context,
        )
        made.set_default_timeout(PATIENCE * 1_000)
        chosen = ".".join(filter(None, (theme, look)))
        made.add_cookies([{"name": "baccarat-look", "value": chosen, "url": self._url}])
        made.add_init_script(TELLS_VIOLATIONS + before)
        made.on("console", self._note)
        made.on("weberror", self._note_error)
        self._contexts.append(made)
        page = made.new_page()
        page.goto(self._url + path)
        return page

    def window(self, page: "Page", path: str = "/") -> "Page":
        """Another window of the browser that a page is in."""
        made = page.context.new_page()
        made.goto(self._url + path)
        return made

    def _note(self, message: "ConsoleMessage") -> None:
        if message.type not in ("error", "warning"):
            return
        is_api = "/api/" in message.location.get("url", "")
        if (is_api or self.may_lack_key) and REFUSED.fullmatch(message.text):
            return
        if self.may_be_away and AWAY.search(message.text):
            return
        self.troubles.append(f"{message.text} ({message.location})")

    def _note_error(self, error: "WebError") -> None:
        self.troubles.append(str(error.error))

    def close(self) -> None:
        """Close all windows; complain of what their consoles have."""
        for context in self._contexts:
            context.close()
        assert not self.troubles, "\n".join(self.troubles)


@contextmanager
def open_hall(folder: Path, *options: str, beside: Hall | None = None) -> Iterator[Hall]:
    """A server that stands; `--keys`, say, is an option. Beside another one it starts sooner."""
    hall = Hall(folder / "store.sqlite", *options, beside=beside)
    try:
        hall.start()
        yield hall
    finally:
        hall.close()


def until(page: "Page", is_so: str, value: object = None) -> Any:
    """Wait until a function of the page gives something true, and what that is."""
    from playwright.sync_api import Error

    end = monotonic() + PATIENCE
    while monotonic() < end:
        try:
            if found := page.evaluate(is_so, value):
                return found
        except Error as trouble:  # the page is being loaded again
            if "context was destroyed" not in trouble.message:
                raise
        page.wait_for_timeout(20)
    raise AssertionError(f"it is not so: {is_so}")
