"""The table is seen and heard: nothing overlaps or is cut from a small phone to a wall."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from web.boxes import SIZES, at_sizes
from web.browser import Hall, Visit, until
from web.pages.table.test_play_browser import SHIFTS
from web.pages.test_axe import AXE

from baccarat.base.words import LANGUAGES
from baccarat.core.games import GAMES
from baccarat.web.pages.shell import LANGUAGE_COOKIE

pytestmark = pytest.mark.slow
ALSO = ".pile, .lit"
LONGEST = "fr"
"""Its words are the longest on most spots and buttons; Japanese has the longest names of hands."""
FEW = ((360, 740), (768, 1024), (1440, 900))
EVERY = [*SIZES, *((width, 800) for width in range(320, 1600, 20)), (2560, 1440)]
SETTLED = "() => !document.body.matches('.dealing') && !document.querySelector('.luck:empty')"
DECIDED = "() => document.querySelectorAll('.decided li').length > 1"
RICH = 1_000_000
MOST_SHIFT = 0.05
"""Of what the browser counts as shifts of a layout."""
PLACES = """() => ["bar", "hands", "bets"].map((name) => {
  const { y, height } = document.querySelector(`.${name}`).getBoundingClientRect();
  return [name, y, height];
})"""
MISNAMED = """async () => {
  const rule = "label-content-name-mismatch";
  const { violations } = await axe.run(
    { runOnly: { type: "rule", values: [rule] }, rules: { [rule]: { enabled: true } } });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}"""
"""Controls whose name for those who listen does not hold the words that others see."""
COLOUR = "(spot) => getComputedStyle(document.getElementById(`spot-${spot}`)).backgroundColor"
HOVERED = "(spot) => document.querySelector(`[data-spot=${spot}]:hover`) !== null"
CUT_SUMS = """() => [...document.querySelectorAll(".strangers .sum")].filter((sum) => {
  const frame = sum.closest(".strangers").getBoundingClientRect();
  const { left, right, top, bottom } = sum.getBoundingClientRect();
  const isSeen = sum.checkVisibility() && top < frame.bottom - 1 && left < frame.right - 1;
  return isSeen && (right > frame.right + 1.5 || bottom > frame.bottom + 2);
}).map((sum) => sum.textContent)"""
"""What others stake or win, where a part of the figure can be seen and another cannot."""


class Scene:
    """A table at which everything lies that can lie there."""

    def __init__(self, hall: Hall, visit: Visit, game: str = "punto-banco") -> None:
        self.hall, self.game = hall, game
        self.table = hall.ready_table(game=game, seed=2, name="Salon des Ambassadeurs")
        self.guest, self.other = visit("/login"), visit("/login")
        hall.sit(self.guest, self.table, "Wilhelmina-Antoinette", RICH)
        hall.sit(self.other, self.table, "Maximiliane", RICH)

    def show(self, language: str) -> Page:
        cookie = {"name": LANGUAGE_COOKIE, "value": language, "url": self.hall.url}
        self.guest.context.add_cookies([cookie])  # type: ignore[list-item]
        self.guest.goto(f"{self.hall.url}/tables/{self.table}")
        until(self.guest, SETTLED)
        return self.guest

    def moments(self) -> Iterator[str]:
        """Bets lie on every spot; they are paid; a card is squeezed."""
        spots = [spot for spot, _ in self.hall.view(self.guest, self.table)["spots"]]
        for spot in spots:
            self.hall.act(self.guest, self.table, "place", spot=spot, stake=2_640)
            self.hall.act(self.other, self.table, "place", spot=spot, stake=1_000)
        yield "bets"
        self.hall.act(self.guest, self.table, "deal")
        yield "paid"
        self.hall.act(self.guest, self.table, "place", spot="player", stake=300)
        self.hall.act(self.guest, self.table, "deal", squeeze=True)
        yield "squeeze"


class Decisions(Scene):
    """Chemin de fer, where the guest decides for both sides and is told what it cost."""

    def __init__(self, hall: Hall, visit: Visit) -> None:
        self.hall = hall
        self.table = hall.open_table(game="chemin-de-fer", seed=38, seats=1)
        self.guest = visit("/login")
        for act, said in (("sit", {"guest": "Ann", "bankroll": RICH}), ("shoe", {}), ("cut", {})):
            hall.act(self.guest, self.table, act, **said)

    def moments(self) -> Iterator[str]:
        """A decision is asked for; two of one coup are explained."""
        for _ in range(40):
            self.hall.act(self.guest, self.table, "place", spot="player", stake=200)
            self.hall.act(self.guest, self.table, "deal")
            if self._decides():
                yield "decision"
                self.hall.act(self.guest, self.table, "decide", draw=False)
            if self._decides():
                self.hall.act(self.guest, self.table, "decide", draw=False)
            if len(self.hall.view(self.guest, self.table)["decisions"]) > 1:
                yield "decided"
                return
        raise AssertionError("no coup had two decisions")

    def _decides(self) -> bool:
        return self.hall.view(self.guest, self.table)["choice"] is not None

    def show(self, language: str) -> Page:
        page = super().show(language)
        if not self._decides():
            until(page, DECIDED)
        return page


def test_no_width_lets_chips_words_or_cards_overlap(hall: Hall, visit: Visit) -> None:
    scene = Scene(hall, visit)
    for moment in scene.moments():
        sizes = FEW if moment == "squeeze" else SIZES
        assert not at_sizes(scene.show(LONGEST), sizes, ALSO), moment
    assert not at_sizes(scene.show("ja"), FEW, ALSO)


def test_a_full_table_with_high_stakes_cuts_no_figure_and_covers_no_name(
    hall: Hall, visit: Visit
) -> None:
    table = hall.ready_table(seed=2)
    page = visit("/login", language="fr")
    for name in ("Maximiliane-Charlotte", "王小明王小明", "Ann"):
        page.context.clear_cookies()  # the browser of another guest
        hall.sit(page, table, name, RICH)
        for spot in ("player", "tie", "player-pair", "perfect-pair"):
            hall.act(page, table, "place", spot=spot, stake=12_640)
    for moment in ("bets", "paid"):
        page.goto(f"{hall.url}/tables/{table}")
        until(page, SETTLED)
        for size in ((320, 568), *FEW[1:]):
            assert not at_sizes(page, [size], ALSO), moment
            assert page.evaluate(CUT_SUMS) == [], (moment, size)
        if moment == "bets":
            hall.act(page, table, "deal")


def test_what_decisions_cost_lies_on_nothing(hall: Hall, visit: Visit) -> None:
    """At 1440 x 900 the panels' buttons stay in sight, whatever stands above them."""
    scene = Decisions(hall, visit)
    for moment in scene.moments():
        page = scene.show(LONGEST)
        assert not at_sizes(page, FEW[1:], ALSO), moment
        people = page.locator(".people").bounding_box()
        for button in page.locator(".panels button").all():
            box = button.bounding_box()
            assert box is not None
            assert people is not None
            assert box["y"] + box["height"] <= people["y"], moment


def test_the_way_out_of_a_panel_lies_on_no_figure(hall: Hall, visit: Visit) -> None:
    table = hall.ready_table(seed=3)  # Player wins: 1 of 1, the longest figure
    hall.table(table).deal(free=True)
    page = visit(f"/tables/{table}", width=320, height=568, language="ja")
    page.locator(".panels button").nth(1).click()
    until(page, "() => document.querySelector('#panel-body dd')")
    assert not at_sizes(page, [(320, 568)])


def test_cards_on_a_phone_are_a_seventh_of_it_and_a_hovered_spot_keeps_its_colour(
    hall: Hall, visit: Visit
) -> None:
    table = hall.ready_table()
    page = visit(f"/tables/{table}", width=360, height=740, theme="light")
    hall.sit(page, table, "Ann")
    hall.act(page, table, "deal", free=True)
    page.reload()
    until(page, SETTLED)
    wide = page.eval_on_selector_all(".hand .card", "all => all.map((card) => card.clientWidth)")
    assert min(wide) >= 360 / 7
    for spot in ("player", "tie", "banker"):
        colour = page.evaluate(COLOUR, spot)
        page.hover(f"[data-spot={spot}]", position={"x": 40, "y": 12})
        until(page, HOVERED, spot)
        assert page.evaluate(COLOUR, spot) == colour


def test_a_screen_reader_hears_the_whole_stake_and_names_that_are_seen(
    hall: Hall, visit: Visit
) -> None:
    table = hall.ready_table()
    page = visit(f"/tables/{table}")
    hall.sit(page, table, "Ann")
    hall.act(page, table, "place", spot="player", stake=200)
    page.reload()
    heard = page.locator("[data-spot=player]").aria_snapshot()
    assert re.search(r'button "Player 1:1 edge [\d.]+% you 200"', heard), heard
    page.evaluate(AXE)
    assert page.evaluate(MISNAMED) == []


def test_a_slow_phone_draws_the_table_without_moving_it(hall: Hall, visit: Visit) -> None:
    """By a processor that is six times slower; and what is not there yet leaves no room to fill."""
    table = hall.ready_table(seed=2)
    page = visit("/login", width=390, height=844, touch=True, before=SHIFTS)
    hall.sit(page, table, "Ann")
    for act, said in (("place", {"spot": "banker", "stake": 20}), ("deal", {})):
        hall.act(page, table, act, **said)
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page.goto(f"{hall.url}/tables/{table}", wait_until="load")
    until(page, SETTLED)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    shifts = page.evaluate("() => shifts")
    assert sum(value for value, *_ in shifts) < MOST_SHIFT, shifts
    places = page.evaluate(PLACES)
    for part in ("board", "people", "coach"):
        page.eval_on_selector(f".{part}", "part => part.remove()")
    assert page.evaluate(PLACES) == places


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_no_game_in_any_language_overlaps_at_any_width(
    hall: Hall, visit: Visit, game: str, language: str
) -> None:
    is_free = game == "chemin-de-fer"
    scene = Decisions(hall, visit) if is_free else Scene(hall, visit, game)
    for moment in scene.moments():
        assert not at_sizes(scene.show(language), EVERY, ALSO), moment


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overlaps_before_a_shoe_is_cut(hall: Hall, visit: Visit, language: str) -> None:
    table = hall.open_table(seats=1, seed=None, fair=True)
    page = visit(f"/tables/{table}", language=language)
    assert not at_sizes(page, EVERY, ALSO)
    hall.sit(page, table, "Ann")
    hall.act(page, table, "shoe")
    page.reload()
    assert not at_sizes(page, EVERY, ALSO)
