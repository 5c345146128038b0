"""The pictures of sessions show what the ledgers say."""

import re
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from checkout import ROOT

import baccarat as bac
from baccarat.base.errors import BadValue
from baccarat.core.games import game
from baccarat.figures.session_page import session_page
from baccarat.systems.comparison import compare
from baccarat.systems.register import OURS, system
from baccarat.systems.session import Session, SessionPlan
from baccarat.systems.session_plots import QUANTILES, draw_fan, draw_results, draw_slopes
from baccarat.systems.stake import stake


def told(svg: str, curve: str) -> list[tuple[float, float]]:
    """The points of a curve as their titles tell them: where, and how much."""
    found = re.findall(rf"<title>{re.escape(curve)}: (\S+) at ([\d/]+)<", unescape(svg))
    return [(float(number_of(where)), float(number)) for number, where in found]


def number_of(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def test_the_fan_is_the_quantiles_of_the_ledger() -> None:
    found = stake("martingale", 300, 7, session=Session(15, coups=30))
    svg = draw_fan(found).svg
    for share in QUANTILES:
        money = [found.ledger.quantile(f"money at {mark}", share / 100) for mark in (10, 20, 30)]
        assert told(svg, f"{share} %") == [
            (0, 15),
            *((mark, coins / 20) for mark, coins in zip((10, 20, 30), money, strict=True)),
        ]
    ((_, ruined),) = told(svg, "ruined")[-1:]
    assert ruined == pytest.approx(100 * found.ledger.ends["ruined"] / 300, rel=1e-5)


def test_every_system_is_a_point_beside_the_slope_of_its_bet() -> None:
    plan = SessionPlan(200, 7, game("punto-banco"), Session(50, coups=20))
    systems = [system(name) for name in ("flat", "paroli", "reverse-labouchere")]
    found = compare(plan, systems).found
    svg = draw_slopes(found).svg
    assert svg.count("<circle") == 3
    assert 'data-curve="edge of banker"' in svg
    for name, each in zip(("flat", "paroli", "reverse-labouc…"), found, strict=True):
        ((action, result),) = told(svg, name)
        assert action == pytest.approx(each.action)
        assert result == pytest.approx(each.mean, rel=1e-5)


def test_results_are_counted_in_bars_of_round_width() -> None:
    found = stake("martingale", 300, 7, session=Session(100, most=50, coups=60))
    svg = draw_results(found).svg
    rising = told(svg, "with less")
    assert "per cent in each 5 units" in svg
    assert {after[0] - before[0] for before, after in pairwise(rising)} == {5}
    results = found.ledger.histograms["result"]
    for units, share in rising:
        less = sum(times for coins, times in results.items() if coins < 20 * units)
        assert share == pytest.approx(100 * less / 300, rel=1e-5)
    assert 'data-curve="sessions"' in svg


def test_a_system_that_lays_both_lies_between_two_slopes() -> None:
    plan = SessionPlan(20_000, 1, game("punto-banco"), Session(100, coups=60), fresh=True)
    systems = [system(f"flat on {what}") for what in ("player", "banker", "random")]
    found = compare(plan, systems).found
    svg = draw_slopes(found).svg
    assert {"edge of player", "edge of banker"} <= set(re.findall('data-curve="(edge[^"]*)"', svg))
    player, banker, both = (each.by_law / each.action for each in found)
    assert player < both < banker
    for name, each in zip(("player", "banker", "random"), found, strict=True):
        assert svg.count(f'data-curve="flat on {name}"') == 2
        low, high = each.won_interval()
        assert low < each.by_law / each.action < high


def test_names_that_are_shortened_stay_different() -> None:
    plan = SessionPlan(20, 7, game("punto-banco"), Session(50, coups=20))
    names = [f"labouchere on {what}" for what in ("player", "follow", "opposite")]
    svg = draw_slopes(compare(plan, [system(name) for name in names]).found).svg
    assert len(set(re.findall('data-curve="(labou[^"]*)"', svg))) == 3


class Loud(bac.System):
    """Its name is a page of its own."""

    def want(self, state: object) -> bac.Wish:
        return bac.Wish("banker")

    def then(self, state: object, shown: bac.Shown) -> object:
        return state

    def __str__(self) -> str:
        return "<script>alert('\"')</script>&amp;"


def test_the_page_is_well_formed_and_names_of_strangers_are_text() -> None:
    plan = SessionPlan(50, 7, game("punto-banco"), Session(5, coups=20))
    found = compare(plan, [Loud(), system("martingale")]).found
    page = session_page(found)
    assert "<script" not in page
    body = page[page.index("<body>") : page.index("</html>")]
    tree = ElementTree.fromstring(body)
    assert [each.text for each in tree.iter("td")].count(str(Loud())) == 2
    assert page.count("<svg") == 5
    cells = [each.text for each in tree.iter("th")]
    assert "drawdown" in cells
    middle = found[1].ledger.quantile("drawdown", 0.5) / 20
    assert f"{middle:g}" in [each.text for each in tree.iter("td")]


def test_nothing_to_draw_is_said() -> None:
    with pytest.raises(BadValue, match="ten coups or more"):
        draw_fan(stake("flat", 5, session=Session(coups=9)))
    with pytest.raises(BadValue, match="has laid a bet"):
        draw_slopes([stake("flat on bbbbbbbbbbbb>p", 2, session=Session(coups=11))])


def test_a_picture_is_a_drawing() -> None:
    assert isinstance(draw_fan(stake("flat", 5, session=Session(coups=10))), bac.Drawing)


@pytest.mark.slow
def test_the_pictures_of_the_page_are_made_by_the_code() -> None:
    folder = ROOT / "docs" / "_static"
    session, punto = Session(100, most=50, coups=100), game("punto-banco")
    plan = SessionPlan(20_000, 1, punto, session)
    everyone = compare(plan, OURS).found
    assert draw_slopes(everyone).svg == (folder / "slopes.svg").read_text("utf-8")
    martingale = stake("martingale", 20_000, 1, session=session)
    assert draw_fan(martingale).svg == (folder / "fan.svg").read_text("utf-8")
