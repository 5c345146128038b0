"""The client in JavaScript, run in Chromium against a real server, which is killed once."""

import random
from collections.abc import Iterator
from itertools import pairwise
from time import monotonic
from typing import Any

import pytest
from chaos import Killed
from chromium import open_page
from plain_events import PARTS, plainly
from playwright.sync_api import Page, Route

from baccarat.client import Client

pytestmark = pytest.mark.slow
PATIENCE = 60.0
"""Seconds that anything may take; nothing does."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killed]:
    made = Killed(str(tmp_path_factory.mktemp("js") / "store.sqlite"))
    try:
        made.start()
        with Client(made.url, patience=60) as client:
            client.tables()  # it stands
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def page(server: Killed) -> Iterator[Page]:
    with open_page() as page:
        page.goto(f"{server.url}/static/client.js")
        page.evaluate("async () => { window.ours = await import('/static/client.js') }")
        yield page


@pytest.fixture
def client(server: Killed) -> Iterator[Client]:
    with Client(server.url, patience=60) as client:
        yield client


def test_it_reads_streams_as_the_standard_says_wherever_the_bytes_are_cut(page: Page) -> None:
    chance = random.Random(7)
    streams = []
    for _ in range(600):
        whole = b"".join(chance.choices(PARTS, k=chance.randrange(40))) + b":"
        cuts = sorted(chance.choices(range(len(whole) + 1), k=chance.randrange(8)))
        places = [0, *cuts, len(whole)]
        streams.append([whole[a:b] for a, b in pairwise(places)])
    found = page.evaluate(
        """streams => streams.map(chunks => {
            const reader = new ours.EventReader();
            const bytes = chunk => Uint8Array.from(chunk);
            return chunks.flatMap(chunk => [...reader.feed(bytes(chunk))]);
        })""",
        [[list(chunk) for chunk in chunks] for chunks in streams],
    )
    for chunks, events in zip(streams, found, strict=True):
        expected = plainly(b"".join(chunks))[0]
        assert [(one["kind"], one["data"], one["id"]) for one in events] == [
            (one.kind, one.data, one.last_id) for one in expected
        ]
    assert sum(map(len, found)) >= 60


def test_an_act_whose_answer_was_lost_happens_once(page: Page, client: Client) -> None:
    lost: list[str] = []

    def lose(route: Route) -> None:
        """The server answers, and the answer never arrives."""
        key = route.request.headers["idempotency-key"]
        if key in lost:
            route.continue_()
        else:
            lost.append(key)
            route.fetch()
            route.abort("connectionreset")

    page.route("**/acts", lose)
    done: Any = page.evaluate(
        """async () => {
            const client = new ours.Client();
            const dealer = await client.openTable({ seats: 5, seed: 7 });
            const ann = client.table(dealer.number);
            await ann.sit("Ann", 1000);
            await dealer.act("shoe");
            await dealer.act("cut");
            const bet = await ann.act("bet", { wagers: "banker=100 tie=5" });
            await dealer.act("deal");
            return [dealer.number, ann.guest, ann.token, bet.number, await ann.view()];
        }"""
    )
    page.unroute("**/acts")
    table, guest, token, number, view = done
    assert len(lost) == 5
    assert view == client.table(table, token).view()
    assert (guest, view["guest"], view["coups"], view["bought"]) == ("Ann", "Ann", 1, 1_000)
    assert view["on_the_felt"] == 0
    assert sum(len(seat["lines"]) for seat in view["seats"]) == 2
    assert number < view["number"]


def test_a_problem_is_an_error_with_the_present_number(page: Page) -> None:
    told = page.evaluate(
        """async () => {
            const table = await new ours.Client().openTable({ seats: 5 });
            const errors = [];
            for (const ask of [
                () => table.act("shoe", {}, { number: 9 }),
                () => table.act("bet", { wagers: "banker=1" }),
            ]) await ask().catch((error) => errors.push([error.name, error.status, error.number]));
            return errors;
        }"""
    )
    assert told == [["Refused", 409, 1], ["Refused", 403, None]]


def until(page: Page, is_so: str, value: object = None) -> None:
    """Wait until something is so; Playwright's own way needs eval, which our policy forbids."""
    end = monotonic() + PATIENCE
    while not page.evaluate(is_so, value):
        assert monotonic() < end, is_so
        page.wait_for_timeout(20)


STREAMS = {
    "a reader of bytes": """([table, token]) => {
        const told = new ours.Client().table(table, token).events();
        (async () => { for await (const event of told) window.heard.push(event) })();
    }""",
    "the browser's own": """([table]) => {
        window.source = new ours.Client().listen({ tables: [table] }, (event) => heard.push(event));
    }""",
}


@pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS)
def test_a_stream_goes_on_where_it_was_when_the_server_was_killed(
    server: Killed, page: Page, client: Client, stream: str
) -> None:
    dealer = client.open_table(seats=5, seed=7)
    token = page.evaluate(
        """async (number) => {
            window.heard = [];
            const ann = new ours.Client().table(number);
            await ann.sit("Ann", 1000);
            return ann.token;
        }""",
        dealer.number,
    )
    dealer.new_shoe()
    dealer.cut()
    page.evaluate(stream, [dealer.number, token])
    until(page, "() => heard.length > 0")
    for turn in range(6):
        dealer.deal(free=True)
        if turn == 2:
            server.kill()
            server.start()
    last = client.table(dealer.number, token).view()
    until(page, "number => heard.at(-1).number === number", last["number"])
    heard, whole = page.evaluate(
        "() => [heard, heard.reduce((view, event) => ours.onto(view, event), null)]"
    )
    page.evaluate("() => window.source?.close()")
    numbers = [event["number"] for event in heard]
    assert numbers == sorted(set(numbers))
    assert {event["place"] for event in heard} == {f"table/{dealer.number}"}
    assert whole == last
    assert last["coups"] == 6
    assert last["guest"] == "Ann"


def test_two_tables_that_saw_the_same_deal_one_coup(page: Page, client: Client) -> None:
    dealer = client.open_table(seats=2, seed=7)
    dealer.new_shoe()
    dealer.cut()
    told = page.evaluate(
        """async (number) => {
            const [one, other] = [1, 2].map(() => new ours.Client().table(number));
            await Promise.all([one.view(), other.view()]);
            const deal = (table, values) => table.act("deal", { free: true, ...values });
            const both = await Promise.all([deal(one), deal(other)]);
            const last = await deal(one, { coup: undefined });
            return [...both, last].map(({ view }) => view.coups);
        }""",
        dealer.number,
    )
    assert told == [1, 1, 2]
    assert dealer.view()["coups"] == 2
