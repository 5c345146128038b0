"""What a notebook shows: well formed, named for those who listen, and the object's own numbers.

`PYTHONPATH=tests python tests/notebook/test_displays.py` takes the pictures of the docs again.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from checkout import ROOT

import baccarat as bac
from baccarat import notebook
from baccarat.core.layout import Layout
from baccarat.notebook.html_parts import BOX, MOST_ROWS, STYLE
from baccarat.systems.comparison import compare
from baccarat.systems.session import SessionPlan
from baccarat.theory.banque.solver import solve_banque
from baccarat.theory.casino.solver import solve_casino

SOURCE = Path(bac.__file__).parent
SVG = "{http://www.w3.org/2000/svg}"
DECORATED = re.compile(r"^@displayed\n(?:@.*\n)*class (\w+)", re.M)
Element = ElementTree.Element


def sitting() -> bac.Table:
    table = bac.Table.open(seed=7)
    for _ in range(5):
        table = table.bet(banker=100).deal()
    return table


def made() -> Iterator[object]:
    """One of each class, small."""
    yield from (bac.Card.parse("Qs"), bac.Hand.parse("Kh 9d"), bac.deal("Kh 9d 5c 4s 8h"))
    yield from (bac.Glimpse.parse("Kh ? | ? 6c"), bac.draw("BBP", road="big"))
    yield from (bac.Scoreboard("BBPTB"), bac.Record.deal(seed=7))
    yield from (bac.Shoe(decks=8, seed=7), bac.Composition.decks(8), bac.PUNTO_BANCO)
    yield from (bac.bet("lucky-6"), bac.Layout.of("player", "tie"), bac.game("ez"))
    yield bac.settle(bac.deal("2h 9d 5c Ks"), "banker=100 tie=5")
    yield from (bac.odds(8), bac.odds(8)["tie"], bac.odds(8).streak("banker-streak"))
    yield from (bac.removal("dragon-7"), bac.statistics("BBTBPB"))
    dealt = bac.simulate(20, 7, milestones=True)
    yield from (dealt, dealt.tally, next(iter(bac.coups(shoes=1, seed=7))))
    yield from (bac.stake("flat", 20, seed=7), bac.Session(goal=120, shoes=1))
    systems = [bac.system("flat"), bac.system("martingale")]
    yield compare(SessionPlan(20, 7, bac.game("punto-banco"), bac.Session(coups=10)), systems)
    yield bac.count_cards("dragon-7", shoes=20, seed=7)
    flat = bac.risk("banker")
    yield from (flat, flat.prospects(10, 20, 50))
    yield from (bac.solve("A1"), solve_casino("A1", Fraction(1, 20)), solve_banque("2/3"))
    yield sitting()


@pytest.fixture(scope="module")
def things() -> dict[str, Any]:
    return {type(value).__name__: value for value in made()}


KINDS = {**notebook.PICTURES, **notebook.TABLES}
every_kind = pytest.mark.parametrize("kind", KINDS)


def parsed(value: Any) -> Element:
    return ElementTree.fromstring(value._repr_html_())


def words_in(element: Element) -> str:
    return "".join(element.itertext())


def grid(value: Any, number: int = 0) -> list[list[str]]:
    """The cells of a table as they are read, with its heads."""
    table = list(parsed(value).iter("table"))[number]
    return [[words_in(cell) for cell in row] for row in table.iter("tr")]


def by_head(value: Any) -> dict[str, dict[str, str]]:
    """The cells of the first table by row and column."""
    heads, *rows = grid(value)
    return {row[0]: dict(zip(heads, row, strict=True)) for row in rows}


def rounded(share: Fraction, digits: int) -> str:
    """A share in per cent, rounded in whole numbers."""
    scaled = round(abs(share) * 10 ** (digits + 2))
    whole, part = divmod(scaled, 10**digits)
    return f"{'−' * (share < 0)}{whole}.{part:0{digits}d} %"


def test_the_classes_that_are_displayed_are_those_of_the_two_tables() -> None:
    texts = [file.read_text("utf-8") for file in SOURCE.rglob("*.py")]
    found = [name for text in texts for name in DECORATED.findall(text)]
    assert sorted(found) == sorted(KINDS)
    assert not notebook.PICTURES.keys() & notebook.TABLES.keys()


@every_kind
def test_a_display_is_well_formed_and_has_words_for_those_who_listen(
    kind: str, things: dict[str, Any]
) -> None:
    html = parsed(things[kind])
    assert (html.tag, html.get("class")) == ("div", BOX)
    tables, pictures = html.findall("table"), html.findall(f"{SVG}svg")
    assert tables or pictures
    for table in tables:
        caption = table.find("caption")
        assert caption is not None
        assert words_in(caption).strip()
        widths = {sum(int(cell.get("colspan", "1")) for cell in row) for row in table.iter("tr")}
        assert len(widths) == 1
        for head in table.iter("th"):
            assert head.get("scope") in ("col", "row")
            assert words_in(head).strip()
        for row in table.findall("tbody/tr"):
            assert row[0].get("scope") == "row" or row[0].get("class") == "left-out"
    for picture in pictures:
        assert picture.get("role") in ("img", "group")
        assert picture.get("aria-label")
        assert words_in(next(picture.iter(f"{SVG}title"))).strip()


@every_kind
def test_the_same_shown_twice_has_no_id_twice_and_finds_all_its_marks(
    kind: str, things: dict[str, Any]
) -> None:
    ids: list[str] = []
    for _ in range(2):
        html = parsed(things[kind])
        own = [element.get("id", "") for element in html.iter() if element.get("id")]
        used = [element.get("href", "#") for element in html.iter() if element.get("href")]
        assert {name.removeprefix("#") for name in used} <= set(own)
        ids += own
    assert len(ids) == len(set(ids))


@every_kind
def test_a_picture_alone_is_svg_and_a_table_is_none(kind: str, things: dict[str, Any]) -> None:
    svg = things[kind]._repr_svg_()
    assert (svg is None) == (kind in notebook.TABLES)
    assert svg is None or ElementTree.fromstring(svg).tag == f"{SVG}svg"


@every_kind
def test_a_repr_is_one_line(kind: str, things: dict[str, Any]) -> None:
    told = repr(things[kind])
    assert told.strip()
    assert "\n" not in told


# Light and dark


def luminance(colour: tuple[float, ...]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


PAGES = {"light": ((0.13,) * 3, (1.0,) * 3), "dark": ((0.9,) * 3, (0.07,) * 3)}
"""Letters and paper."""


@pytest.mark.parametrize("page", PAGES)
def test_tables_take_the_colours_of_the_page_and_can_be_read_on_it(page: str) -> None:
    assert set(re.findall(r"[{;]color:([^;}]*)", STYLE)) == {"inherit"}
    letters, paper = PAGES[page]
    tints = re.findall(r"background:rgb\((\d+) (\d+) (\d+)/(\.\d+)\)", STYLE)
    assert len(tints) == len(re.findall("background:(?!none)", STYLE)) == 2
    for *rgb, alpha in tints:
        under = tuple(
            float(alpha) * int(c) / 255 + (1 - float(alpha)) * p
            for c, p in zip(rgb, paper, strict=True)
        )
        assert contrast(letters, under) > 4.5


def test_no_style_leaves_the_box() -> None:
    for selector in re.findall(r"(?:^|\})([^{}]*)\{", STYLE):
        assert selector.startswith(f".{BOX}")


# The numbers


def test_odds_are_the_exact_ones(things: dict[str, Any]) -> None:
    table = things["OddsTable"]
    shown = by_head(table)
    assert len(shown) == len(table)
    for odds in table.values():
        row = shown[odds.bet.name]
        assert row["wins"] == rounded(odds.chance, 4)
        assert row["edge"] == rounded(odds.edge, 4)
        assert row["pushes"] == (rounded(odds.push, 4) if odds.push else "")
    assert shown["Banker"]["edge"] == "1.0579 %"  # as every book prints it
    assert [shown[bet]["edge"] for bet in ("Player", "Tie")] == ["1.2351 %", "14.3596 %"]


def test_who_points_at_a_figure_sees_its_fraction(things: dict[str, Any]) -> None:
    titles = [cell.get("title") for cell in parsed(things["OddsTable"]).iter("td")]
    assert "114753351728/10847218479825" in titles


def test_one_bet_has_each_of_its_ends(things: dict[str, Any]) -> None:
    tie = by_head(things["Odds"])
    assert tie["tie"]["chance"] == rounded(Fraction(475627426473216, 4998398275503360), 4)
    assert tie["tie"]["ways"] == "475,627,426,473,216"
    assert (tie["tie"]["guest is up"], tie["the stake is lost"]["guest is up"]) == ("+8", "−1")


def test_removal_is_the_difference_of_two_odds(things: dict[str, Any]) -> None:
    rows = by_head(things["Removal"])
    whole = bac.Composition.decks(8)
    for card, name in (("8h", "8"), ("4s", "4"), ("Kd", "10, J, Q, K")):
        less = bac.odds(whole.without([bac.Card.parse(card)]))["dragon-7"].expectation
        effect = less - bac.odds(whole)["dragon-7"].expectation
        told = rows[name]["adds to the guest's expectation"]
        assert told == f"{'+' * (effect > 0)}{rounded(effect, 6)}"


def test_statistics_are_counted_again(things: dict[str, Any]) -> None:
    rows = by_head(things["Statistics"])
    for name, letter in (("player wins", "P"), ("banker wins", "B"), ("tie", "T")):
        times = "BBTBPB".count(letter)
        assert (rows[name]["times"], rows[name]["of"]) == (str(times), "6")
        assert rows[name]["share"] == rounded(Fraction(times, 6), 2)
    assert grid(things["Statistics"], 1)[1:] == [
        ["a tie changes nothing", "1", "3", ""],
        ["a tie ends it", "1", "2", "1"],
    ]


def test_a_simulation_stands_beside_the_exact_edge(things: dict[str, Any]) -> None:
    dealt = things["Simulation"]
    rows = by_head(dealt)
    winners = [result.letter for shoe in bac.coups(shoes=20, seed=7) for result in _all(shoe)]
    for spot, letter in (("player", "P"), ("banker", "B"), ("tie", "T")):
        share = Fraction(winners.count(letter), len(winners))
        assert rows[spot]["wins"] == rounded(share, 4)
    assert rows["banker"]["exact, fresh shoe"] == "1.0579 %"
    assert parsed(dealt).find(f".//{SVG}svg") is not None  # milestones were kept: the funnels


def _all(batch: bac.Coups) -> Iterator[bac.Result]:
    for results in batch:
        yield from results


def test_a_coup_is_shown_by_its_cards(things: dict[str, Any]) -> None:
    html = parsed(things["Coup"])
    cards = [element.get("data-card") for element in html.iter() if element.get("data-card")]
    assert cards == ["Kh", "5c", "8h", "9d", "4s"]
    picture = html.find(f"{SVG}svg")
    assert picture is not None
    assert picture.get("aria-label") == (
        "Player: King of hearts, Five of clubs, Eight of hearts; Banker: Nine of diamonds, Four of "
        "spades. Three Player, three Banker: a tie."
    )


def test_who_listens_to_final_totals_hears_who_wins() -> None:
    label = parsed(bac.odds(8).tally).find(f".//{SVG}svg").attrib["aria-label"]  # type: ignore[union-attr]
    assert label.endswith("Player wins 44.6247 %, tie 9.5156 %, Banker wins 45.8597 %")


def test_what_is_hidden_in_a_glimpse_is_not_in_the_markup(things: dict[str, Any]) -> None:
    html = parsed(things["Glimpse"])
    cards = [element.get("data-card") for element in html.iter() if element.get("data-card")]
    assert cards == ["Kh", "?", "?", "6c"]


def test_the_order_of_a_shoe_is_not_shown() -> None:
    shoes = [bac.Shoe(bac.Shoe(decks=8, seed=seed).cards) for seed in (7, 8)]
    shown = [getattr(shoe, "_repr_html_")() for shoe in shoes]  # noqa: B009
    assert shown[0] == shown[1]


PAPERS_GRID = """
    D D D D D D D D D D D
    D D D D D D D D D D D
    D D D D D D D D D D D
    D D D D D D D D S D D
    S S D D D D D D S S D
    S S S S D D D D S S D
    S S S S S S D D S S a
    S S S S S S S S S S S
"""
"""Kemeny and Snell (1957): the banquier of model A1; in the last column Player stood."""


def test_a_solution_is_the_papers_grid(things: dict[str, Any]) -> None:
    shown = [row[1:] for row in grid(things["Solution"])[1:]]
    assert shown == [line.split() for line in PAPERS_GRID.strip().splitlines()]
    told = words_in(parsed(things["Solution"]))
    for exact in ("859/2288", "9/11", "-679568/53094899"):
        assert exact in told


def test_what_is_bound_is_told() -> None:
    assert "Bound: 5=1/3." in words_in(parsed(bac.solve("A1", bind={"5": Fraction(1, 3)})))


def test_a_tableau_is_the_printed_one(things: dict[str, Any]) -> None:
    printed = [line.split()[-11:] for line in str(bac.PUNTO_BANCO).splitlines()[3:]]
    shown = [row[1:] for row in grid(things["Tableau"], 1)[1:]]
    assert [[cell.replace("–", "-") for cell in row] for row in shown] == printed


def test_a_banquier_of_banque_does_what_the_solution_says(things: dict[str, Any]) -> None:
    banque = things["Banque"]
    columns = [*map(str, range(10)), "-"]
    letters = {Fraction(0): "S", Fraction(1): "D"}
    for table in parsed(banque).iter("table"):
        total = re.findall(r"has (\d)", words_in(table))[0]
        cells = iter(cell for cell in table.iter("td"))
        for one, two in product(columns, columns):
            draws = banque.coalition.banquier[f"{total}|{one},{two}"]
            assert words_in(next(cells)) == letters.get(draws, "*")


def test_risk_is_that_of_the_walk(things: dict[str, Any]) -> None:
    rows = by_head(things["FlatRisk"])
    assert rows["10"]["doubled first"] == f"{100 * bac.risk('banker').reach(10, 20):.4f} %"
    assert all("0.0000 %" not in row.values() for row in rows.values())  # tiny is not nothing


# What strangers write


EVIL = '<script>alert("1")</script>&amp;<img src=x onerror=x>'


def test_what_strangers_write_is_text() -> None:
    bet = bac.Bet(EVIL, lambda seen: EVIL if seen.winner is None else None, pays={EVIL: 8})
    felt = Layout.of("player", bet)
    game = bac.Game(EVIL, bac.Rules(), felt, about=EVIL, source=EVIL)
    dealt = bac.simulate(2, 7, game=game)
    table = bac.Table.open(seed=7, guest="<b>&").bet(banker=10).deal()
    values = (bet, felt, game, bac.odds(game=game), bac.odds()[bet], dealt, bac.risk(bet), table)
    for value in values:
        html = parsed(value)  # well formed
        assert not {element.tag for element in html.iter()} & {"script", "img", "b"}
    assert EVIL in words_in(parsed(bet))


# Long, and empty


def test_a_long_table_says_how_many_rows_are_left_out(things: dict[str, Any]) -> None:
    felt = replace(
        Layout.of("tie"), bets={f"tie {n}": bac.bet("tie") for n in range(MOST_ROWS + 3)}
    )
    *rows, last = grid(felt)
    assert len(rows) == 1 + MOST_ROWS
    assert last == ["… 3 more rows: bets has them all"]
    batch = things["Coups"]
    assert grid(batch)[-1] == [f"… {batch.total - 10} more rows: columns has them all"]


def test_a_very_wide_board_scrolls_instead_of_shrinking_to_a_line() -> None:
    """In a page of 800 pixels a board of 400 coups would be 27 high."""
    wide, _ = bac.draw("PB" * 200).size
    assert wide > 10_000
    assert f'<svg style="min-width:{wide // 2}px"' in notebook.html(bac.Scoreboard("PB" * 200))
    assert '<svg style="min-width' not in notebook.html(bac.Record.deal(seed=7))
    parsed(bac.Scoreboard("PB" * 200))


@pytest.mark.parametrize(
    "value",
    [
        *(bac.Coup(), bac.Hand(()), bac.Scoreboard(), bac.Record.of([]), bac.Tally()),
        *(bac.statistics([]), bac.Table(), bac.Composition((0,) * 10), bac.Layout({})),
        *(bac.Tally().of_bet("tie"), bac.Coup.parse("Kh | …"), bac.Glimpse()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_empty_is_shown_without_a_complaint(value: Any) -> None:
    assert words_in(parsed(value)).strip()


def test_what_all_ended_alike_tells_an_interval_of_the_edge_and_none_of_money() -> None:
    """A tie that never came may come; the results of one session say nothing about the others."""
    dealt = bac.simulate(3, 1, fresh=True)
    assert dealt["tie"].wins == 0
    rows = {row[0]: row[3] for row in grid(dealt)[1:]}
    assert rows["tie"].endswith(" … 100.0000 %")
    assert rows["player-pair"].count("%") == 2
    assert "99 % interval" in words_in(parsed(dealt["tie"]))
    one = bac.stake("flat", 1, seed=7)
    assert grid(one)[1] == ["result, units", "−1.3500", ""]
    assert "1 session of seed 7" in words_in(parsed(one))


def test_what_nobody_explained_has_no_lonely_full_stop() -> None:
    bet = bac.Bet("Mine", pays={"tie": 8})
    for value in (bet, bac.Game("mine", bac.Rules(), Layout.of(bet))):
        assert not re.search(r"(^|\s|:\s?)\.(\s|$)", words_in(parsed(value)))


def test_what_cannot_be_shown_says_why() -> None:
    assert "no coup has been counted" in words_in(parsed(bac.Tally()))


def test_a_class_that_comes_from_ours_is_shown_too() -> None:
    class Mine(bac.Scoreboard):
        pass

    assert parsed(Mine("BP")).find(f".//{SVG}svg") is not None


def test_marimo_shows_them(things: dict[str, Any]) -> None:
    marimo = pytest.importorskip("marimo")
    for kind in ("Coup", "Scoreboard", "OddsTable", "Removal", "Simulation", "Coups"):
        assert BOX in marimo.as_html(things[kind]).text, kind


# The pictures of the docs


STATIC = ROOT / "docs" / "_static"
COUP = STATIC / "coup.svg"
SHELF = (
    "<!doctype html><style>body{margin:0;display:flex;font:14px/1.4 Helvetica,Arial,sans-serif}"
    "main{flex:1;padding:14px 22px;zoom:.8}.light{background:#fff;color:#222}"
    ".dark{background:#111;color:#e8e8e8}pre{margin:.9em 0 .4em;opacity:.75}</style>"
)


def on_a_shelf() -> str:
    """A page with some displays, light and dark."""
    lines = (
        *('bac.deal("Kh 9d 5c 4s 8h")', 'bac.Scoreboard("BBPTBPPBBBBPTPBPBBPPPBTBBP")'),
        *('bac.odds(game="ez", decks=6)', 'bac.solve("B3", decks=6)'),
    )
    values = [(line, eval(line)) for line in lines]
    shown = ["".join(f"<pre>{x}</pre>{v._repr_html_()}" for x, v in values) for _ in PAGES]
    both = zip(PAGES, shown, strict=True)
    return SHELF + "".join(f'<main class="{page}">{displays}</main>' for page, displays in both)


def test_the_coup_of_the_docs_is_drawn_as_it_is_drawn_today(things: dict[str, Any]) -> None:
    assert COUP.read_text("utf-8") == things["Coup"]._repr_svg_()


def main() -> None:
    from chromium import open_page

    coup: Any = bac.deal("Kh 9d 5c 4s 8h")
    COUP.write_text(coup._repr_svg_(), "utf-8")
    with open_page() as page:
        page.set_viewport_size({"width": 1280, "height": 1110})
        page.set_content(on_a_shelf())
        page.screenshot(path=STATIC / "displays.jpg", type="jpeg", quality=80)


if __name__ == "__main__":
    main()
