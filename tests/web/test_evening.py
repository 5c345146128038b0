"""A whole shoe by keys alone, in French on a phone, while another guest looks on at 4K.

Every figure is held to the library's front door: the cards are dealt again, the wagers settled
again, and the odds counted from all cards that were seen.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from web.browser import Hall, Visit, until

import baccarat as bac
from baccarat.base.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
DECKS, SEED = 2, 11
BETS = {"banker": 100, "tie": 5, "player-pair": 5, "small": 5}
"""What Ann bets on every coup; the last two are reached by arrows."""
FIGURES = """() => {
  const text = (all) => [...document.querySelectorAll(all)].map((one) => one.textContent);
  return {
    number: Number(document.querySelector("main").dataset.number),
    cards: ["p", "b"].map((side) => [...document.querySelectorAll(`.hand.${side} [data-card]`)]
      .map((one) => one.dataset.card)),
    totals: text(".hand .total"),
    said: text(".call .said").join(),
    coins: text(".coins b"),
    won: Object.fromEntries([...document.querySelectorAll(".stake.mine.paid .sum")]
      .map((one) => [one.closest("[data-spot]").dataset.spot, one.textContent])),
    edges: Object.fromEntries([...document.querySelectorAll("[data-spot] .edge")]
      .map((one) => [one.closest("[data-spot]").dataset.spot, one.textContent])),
    chances: text(".legend b"),
    counts: text(".counts dd"),
    others: text(".people .guest"),
  };
}"""
RESTS = "() => !document.body.matches('.dealing')"


def plain(text: str) -> float:
    """A figure as a language writes it, as a number: `1 234,50 %` is 1234.5."""
    found = re.search(r"[-−+]?\d[\d\s.,  ]*", text)
    assert found, text
    digits = re.sub(r"[\s  ]", "", found[0]).replace("−", "-")
    if re.search(r"[.,]\d{3}$", digits):  # thousands
        digits = re.sub("[.,]", "", digits)
    return float(digits.replace(",", "."))


class Sitting:
    """What Ann should see, worked out from the cards alone."""

    def __init__(self, burn_card: str) -> None:
        self.seen = [burn_card]
        self.bankroll = 1_000
        self.counts: Counter[str] = Counter()
        self.game = bac.game("punto-banco")

    def deal(self, player: list[str], banker: list[str]) -> tuple[bac.Coup, dict[str, int]]:
        """The coup again, and what each wager has won."""
        dealt = [card for pair in zip(player[:2], banker[:2], strict=True) for card in pair]
        coup = bac.deal(" ".join([*dealt, *player[2:], *banker[2:]]))
        settled = bac.settle(
            coup, [f"{spot}={stake}" for spot, stake in BETS.items()], self.game.layout
        )
        self.seen += [*player, *banker]
        won = {line.wager.spot: line.won for line in settled.lines}
        self.bankroll += sum(won.values())
        self.counts[bac.Result.of(coup).letter] += 1
        return coup, won

    def odds(self) -> Any:
        return bac.odds(decks=DECKS, seen=" ".join(self.seen))


def holds(page: "Page", view: dict[str, Any], sitting: Sitting) -> None:
    """Every figure of the page is the library's."""
    shown = page.evaluate(FIGURES)
    player, banker = shown["cards"]
    coup, won = sitting.deal(player, banker)
    assert [player, banker] == [view["player"]["cards"], view["banker"]["cards"]]
    assert [int(total) for total in shown["totals"]] == [coup.player.total, coup.banker.total]
    assert shown["said"] == Words.of("fr").say(bac.call(coup))
    assert {spot: plain(text) for spot, text in shown["won"].items()} == won
    assert [plain(text) for text in shown["coins"]] == [sitting.bankroll, 0]
    assert view["bankroll"] == sitting.bankroll
    assert [int(text) for text in shown["counts"][:3]] == [sitting.counts[key] for key in "BPT"]
    if view["phase"] == "finished":  # no coup comes of which there would be odds
        assert not any(shown["edges"].values())
        return
    odds = sitting.odds()
    assert set(shown["edges"]) == set(sitting.game.layout.bets)
    for spot, text in shown["edges"].items():
        assert plain(text) == pytest.approx(100 * float(odds[spot].edge), abs=0.005_1), spot
    assert [plain(text) for text in shown["chances"]] == [
        pytest.approx(100 * float(odds[side].chance), abs=0.005_1)
        for side in ("player", "tie", "banker")
    ]


def shown(page: "Page", number: int) -> None:
    """Wait until a page shows a table as it is after an act, and nothing moves."""
    until(page, "number => Number(document.querySelector('main').dataset.number) >= number", number)
    until(page, RESTS)


def bet(page: "Page") -> None:
    """All wagers of Ann, by keys alone."""
    press = page.keyboard.press
    press("4")
    press("b")
    press("2")
    press("t")
    for spot in ("player-pair", "small"):
        go_to(page, spot)
        press("Enter")
    press("Escape")
    until(page, "many => document.querySelectorAll('.stake.mine').length === many", len(BETS))


def go_to(page: "Page", spot: str) -> None:
    """By arrows: down from Player, then along the row."""
    page.evaluate("() => document.activeElement.blur()")
    keys = {"player-pair": ["ArrowDown"] * 2, "small": ["ArrowDown"] * 3 + ["ArrowRight"] * 9}
    for key in keys[spot]:
        page.keyboard.press(key)
        if page.evaluate("() => document.activeElement.dataset.spot") == spot:
            return
    pytest.fail(f"no arrows lead to {spot}")


@pytest.fixture
def table(hall: Hall) -> Iterator[int]:
    number = hall.open_table(seats=2, decks=DECKS, seed=SEED)
    yield number
    hall.table(number).close()


@pytest.mark.long
def test_a_whole_shoe_by_keys_alone_with_another_guest_looking_on(
    hall: Hall, visit: Visit, table: int
) -> None:
    ann = visit(f"/tables/{table}", width=390, height=844, scale=2, language="fr", touch=True)
    bob = visit(f"/tables/{table}", width=3840, height=2160)
    hall.sit(bob, table, "Bob", 4_321)
    bob.reload()
    press = ann.keyboard.press
    press("n")
    ann.keyboard.type("Ann")
    press("Enter")
    ann.wait_for_selector(".coins")
    press("Enter")  # a shoe
    ann.wait_for_selector("#cut")
    press("n")  # the cut
    ann.wait_for_selector("[data-act=deal]")
    bet(ann)
    sitting = Sitting(hall.view(ann, table)["shoe"]["burn_card"])
    view = hall.view(ann, table)
    while view["phase"] == "bets":
        coup = view["coups"]
        if coup % 4 == 1:
            hall.act(bob, table, "place", spot="player", stake=25)
        if coup == 3:
            squeeze_and_reload(ann)
        else:
            press("Enter")
        until(ann, "coup => Number(document.querySelector('.k-all dd').textContent) > coup", coup)
        view = hall.view(ann, table)
        shown(ann, view["number"])
        holds(ann, view, sitting)
        shown(bob, view["number"])
        assert bob.evaluate(FIGURES)["cards"] == ann.evaluate(FIGURES)["cards"]
        if view["phase"] == "bets":
            press("r")
            until(ann, "() => document.querySelectorAll('.stake.mine[data-stake]').length === 4")
    assert view["phase"] == "finished"
    assert view["coups"] > 10
    assert bob.evaluate(FIGURES)["others"] == ["Bob", "Ann"]
    assert "4321" not in re.sub(r"\D", "", ann.inner_text("body"))
    assert ann.evaluate("() => document.documentElement.scrollWidth") == 390
    assert bob.evaluate("() => document.documentElement.scrollWidth") == 3840
    so_far = Words.of("fr").say(f"{sitting.bankroll - 1_000:+,}")
    until(ann, "text => document.querySelector('.luck dd')?.textContent === text", so_far)


def squeeze_and_reload(page: "Page") -> None:
    """Every card is lifted and turned up, the first one before and after a reload: all by keys."""
    press = page.keyboard.press
    for _ in range(60):
        if page.evaluate("() => document.activeElement.id") == "squeeze":
            break
        press("Tab")
    press("Space")
    press("n")
    lift(page)
    told = page.inner_text(".shows")
    page.reload()
    until(page, "() => document.activeElement.id === 'squeezed'")
    assert page.inner_text(".shows") == told
    cards = 1
    while turn(page):
        lift(page)
        cards += 1
    assert cards == 2  # the second and the third of Banker's


def lift(page: "Page") -> None:
    """The long edge of the card that has just come."""
    until(page, "() => document.activeElement.id === 'squeezed'")
    page.keyboard.press("ArrowUp")
    until(page, "() => document.querySelector('#squeezed')?.dataset.lifted === 'long'")


def turn(page: "Page") -> bool:
    """Turn the card up; whether another one comes."""
    key = page.get_attribute("#stage", "data-key")
    page.keyboard.press("Enter")
    until(page, "key => document.getElementById('stage')?.dataset.key !== key", key)
    return page.locator("#stage").count() > 0
