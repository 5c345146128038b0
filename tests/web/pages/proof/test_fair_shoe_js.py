"""The check of a fair shoe in plain JavaScript: it deals what fair.py deals, also without us."""

import hashlib
import hmac
import json
import random
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from checkout import ROOT
from web.browser import Hall, Visit, until

from baccarat.base.words import Words
from baccarat.client import TableClient
from baccarat.core.fair import Fair, commit
from baccarat.core.record import Record
from baccarat.core.rules import Rules
from baccarat.verify.published import figures
from baccarat.web.pages.proof.fair_file import SAVED, make_file
from baccarat.web.pages.shell import Shell
from baccarat.web.pages.static_files import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
VECTORS = ROOT / "docs" / "_static" / "fair-shoes.json"
EXAMPLE = (ROOT / "examples" / "records" / "fair.shoe").read_text("utf-8")
SHOES = 1_000
DEALS = """async (asked) => {
  const { commit, cutAt, sha256, shuffled } = await import("/static/fair_shoe.js");
  const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  return asked.map(({ house_seed: house, guest_seed: guest, number, decks, burn, cut }) => {
    const order = shuffled({ house, guest, number: BigInt(number), decks, burns: burn });
    const text = cutAt(order, cut).join(" ");
    return [commit(house), hex(sha256(new TextEncoder().encode(text))), text.slice(0, 29)];
  });
}"""
HASHES = """async (messages) => {
  const { hmac, sha256 } = await import("/static/fair_shoe.js");
  const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
  const key = Uint8Array.from({ length: 32 }, (_, at) => 7 * at);
  const all = messages.map((bytes) => Uint8Array.from(bytes));
  return all.map((bytes) => [hex(sha256(bytes)), hex(hmac(key, bytes))]);
}"""


def dealt(one: dict[str, Any]) -> list[str]:
    """What the library makes of seeds: commitment, SHA-256 of the order, the first ten cards."""
    fair = Fair.promise(one["house_seed"]).with_guest(one["guest_seed"], int(one["number"]))
    shoe = Rules(decks=one["decks"], burn=one["burn"]).shuffle(fair=fair)
    text = str(shoe if one["cut"] is None else shoe.cut(one["cut"]))
    return [fair.commitment, hashlib.sha256(text.encode()).hexdigest(), text[:29]]


def vectors() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["shoes"]
    return found


def random_shoes() -> list[dict[str, Any]]:
    chance = random.Random(18)
    signs = "abc XYZ 019 é ø 莊閒 🂡 <&> \\ \" '"
    return [
        {
            "house_seed": chance.randbytes(32).hex(),
            "guest_seed": "".join(chance.choices(signs, k=chance.randrange(41))),
            "number": str(chance.choice((0, 1, 2, chance.getrandbits(64)))),
            "decks": (decks := chance.choice((1, 1, 1, 1, 1, 1, 2, 6, 8, 12))),
            "burn": chance.random() < 0.9,
            "cut": chance.choice((None, chance.randint(10, 52 * decks - 10))),
        }
        for _ in range(SHOES)
    ]


@pytest.fixture(scope="module")
def page(browser: "Browser", hall: Hall) -> "Page":
    page = browser.new_page()
    page.goto(hall.url + "/static/icon.svg")
    return page


def test_the_vectors_are_what_the_library_deals() -> None:
    for one in vectors():
        assert dealt(one) == [one["commitment"], one["sha256"], one["first"]], one


def test_figures_come_while_one_looks(visit: Visit) -> None:
    """The first test that looks at the page: afterwards they are counted."""
    page = visit("/proof")
    until(page, "() => Number(document.getElementById('counted').dataset.done) > 0")
    assert page.inner_text("#figure-0 td:nth-child(4)") == "2,292,252,566,437,888"
    assert page.inner_text("#figure-0 .verdict") == "agrees"
    assert page.locator(".figures tr[id]").count() == len(figures())


def test_what_is_typed_stays_when_one_skips_to_the_content(visit: Visit) -> None:
    page = visit("/proof")
    page.fill("[name=house]", "00" * 32)
    page.focus(".skip")
    page.keyboard.press("Enter")
    until(page, "() => location.hash === '#main'")
    page.wait_for_timeout(200)  # a reload would have begun
    assert page.input_value("[name=house]") == "00" * 32


def test_the_script_meets_the_vectors(page: "Page") -> None:
    told = page.evaluate(DEALS, vectors())
    assert told == [[one["commitment"], one["sha256"], one["first"]] for one in vectors()]


def test_a_thousand_random_shoes_are_the_librarys(page: "Page") -> None:
    asked = random_shoes()
    assert page.evaluate(DEALS, asked) == [dealt(one) for one in asked]


def test_sha_256_and_hmac_are_those_of_the_standard_library(page: "Page") -> None:
    """Around every edge at which a block is filled."""
    key = bytes(7 * at % 256 for at in range(32))
    messages = [bytes(at % 251 for at in range(size)) for size in (*range(130), 1_000)]
    assert page.evaluate(HASHES, list(map(list, messages))) == [
        [hashlib.sha256(one).hexdigest(), hmac.digest(key, one, "sha256").hex()] for one in messages
    ]


def test_a_word_that_would_make_faces_uneven_is_thrown_away(page: "Page") -> None:
    """2^64 is 1 more than a multiple of 3: of these words only the first is one too many."""
    thrown = """async () => {
      const { throwDie } = await import("/static/fair_shoe.js");
      return throwDie([2n ** 64n - 1n, 2n ** 64n - 2n, 5n].values(), 3);
    }"""
    assert page.evaluate(thrown) == (2**64 - 2) % 3


# The file that is saved


def test_the_saved_file_is_made_of_the_scripts_of_the_page() -> None:
    assert STATIC[SAVED].read_text("utf-8") == make_file(Shell()), (
        "run `python -m baccarat.web.pages.proof.fair_file`; docs/fair-shoes.md has its SHA-256"
    )


def test_its_sha_256_is_printed_in_the_docs() -> None:
    digest = hashlib.sha256(STATIC[SAVED].read_bytes()).hexdigest()
    assert digest in (ROOT / "docs" / "fair-shoes.md").read_text("utf-8")


def test_the_lines_of_python_on_the_page_are_those_of_the_docs() -> None:
    lines = STATIC[SAVED].parents[1] / "templates" / "parts" / "fair_order.txt"
    assert lines.read_text("utf-8") in (ROOT / "docs" / "fair-shoes.md").read_text("utf-8")


def test_it_asks_nobody_for_anything() -> None:
    text = STATIC[SAVED].read_text("utf-8")
    assert not re.search(r"https?:|src=|fetch\(|import\b.*from|crypto\.", text)
    assert "default-src &#39;none&#39;" in text


def checked(page: "Page", **fields: str) -> str:
    """What the form says of what is in it."""
    for name, text in fields.items():
        page.fill(f"[name={name}]", text)
    page.click(".fair-form button")
    return page.inner_text("#fair-answer").strip()


@pytest.mark.parametrize("address", ["file", "http://insecure.example/check.html"])
def test_the_saved_file_checks_a_shoe_by_itself(browser: "Browser", address: str) -> None:
    """From a disk, and where nothing is secure; it must not ask anybody."""
    context = browser.new_context(offline=address == "file")
    page, asked = context.new_page(), list[str]()
    troubles = list[str]()
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    text = STATIC[SAVED].read_text("utf-8")
    page.route("**/check.html", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(STATIC[SAVED].as_uri() if address == "file" else address)
    if address != "file":
        assert page.evaluate("() => [isSecureContext, crypto.subtle === undefined]") == [
            False,
            True,
        ]
    page.fill("[name=record]", EXAMPLE)
    page.keyboard.press("Tab")  # the fields are filled from the record
    assert page.input_value("[name=guest]") == "my lucky words"
    said = checked(page)
    assert Words.of("en")("proof.all-holds") in said
    assert "Coups compared: 81." in said
    assert len(asked) == 1
    assert troubles == []
    context.close()


# The page


def finished_shoe(hall: Hall, cut: int = 20) -> TableClient:
    """A fair table of one deck, whose shoe is over."""
    table = hall.table(hall.open_table(seed=None, fair=True, decks=1))
    table.new_shoe()
    table.cut(guest_seed="drei Könige & “莊”", at=cut)
    while table.view()["phase"] != "finished":
        table.deal(free=True)
    return table


def test_a_finished_shoe_of_a_table_is_checked_by_its_link(hall: Hall, visit: Visit) -> None:
    table = finished_shoe(hall)
    seen = visit(f"/tables/{table.number}")
    link = seen.locator("#fair a").get_attribute("href")
    assert link is not None
    page = visit(link)
    coups = table.view()["shoe"]["coups"]
    words = Words.of("en")
    answer = page.locator("#fair-answer")
    answer.get_by_text(words("proof.all-holds")).wait_for()
    assert words("proof.follows", coups=coups) in answer.inner_text()
    shown = page.locator("#fair-answer dd").all_inner_texts()
    assert len(" ".join(shown).split()) == 52
    assert page.locator("#from-table").inner_text() == words("proof.table-here")


def test_the_link_stands_in_the_history_too(hall: Hall, visit: Visit) -> None:
    table = finished_shoe(hall)
    page = visit(f"/tables/{table.number}/history?shoe=1")
    there = page.locator("a[href^='/proof']").get_attribute("href")
    seen = visit(f"/tables/{table.number}").locator("#fair a").get_attribute("href")
    assert there == seen


def example_link(**other: object) -> str:
    record = Record.parse(EXAMPLE)
    assert record.fair is not None
    given = {
        "commitment": record.fair.commitment,
        "house": record.fair.house_seed,
        "guest": record.fair.guest_seed,
    }
    return f"/proof#{urlencode({**given, **other})}"


WRONG: dict[str, tuple[str, str, str]] = {
    "commitment": ("00" * 32, "commitment", "not the commitment"),
    "cut": ("100", "cut", "without a cut, and not with a cut after 100 cards"),
    "guest": ("My lucky words", "order", "The burn card is written as 9c, and the seeds give "),
    "number": ("1", "order", "The burn card is written as 9c, and the seeds give "),
}
"""Fields, what is wrong there, which check fails by it, and what is said."""


def test_what_is_wrong_is_named(visit: Visit) -> None:
    page, words = visit(example_link()), Words.of("en")
    page.fill("[name=record]", EXAMPLE)
    for field, (wrong, check, sentence) in WRONG.items():
        right = page.input_value(f"[name={field}]")
        said = checked(page, **{field: wrong})
        assert words("proof.fails", checks=words(f"proof.check-{check}")) in said
        assert sentence in said
        assert words("proof.all-holds") in checked(page, **{field: right})
    checked(page, commitment="00" * 32)
    assert commit(page.input_value("[name=house]")) in page.inner_text("#fair-answer")


def test_a_coup_that_was_exchanged_is_named(visit: Visit) -> None:
    page = visit(example_link())
    forged = EXAMPLE.replace("3. 5c 2s | Tc Ad 5d  P 7-6", "3. 5c 3s | Tc Ad 5d  P 8-6")
    assert forged != EXAMPLE
    said = checked(page, record=forged)
    written, dealt_ = "5c Tc 3s Ad 5d", "5c Tc 2s Ad 5d"
    assert Words.of("en")("proof.other-coup", coup=3, written=written, dealt=dealt_) in said


BAD = {
    "commitment": ("abc", "66" * 32),
    "house": ("g" * 64, "00" * 32),
    "number": ("18446744073709551616", "18446744073709551615"),
    "cut": ("407", "406"),
    "decks": ("13", "12"),
    "guest": ("x" * 201, "🂡" * 200),
    "record": ("what somebody remembers of it", '[Baccarat "1"]'),
}


def test_a_field_that_cannot_be_is_told(visit: Visit) -> None:
    page, words = visit(example_link()), Words.of("en")
    for field, (bad, good) in BAD.items():
        assert checked(page, **{field: bad}) == words(f"proof.bad-{field}")
        assert page.locator(f"[name={field}][aria-invalid=true]").count() == 1
        assert words("proof.check-commitment") in checked(page, **{field: good})
        assert page.locator("[aria-invalid]").count() == 0


def test_the_form_speaks_the_language(visit: Visit) -> None:
    page, words = visit(example_link(), language="ja"), Words.of("ja")
    said = page.inner_text("#fair-answer")
    assert words("proof.holds") in said
    assert words("proof.alone", cards=416) in said
