"""What the coach says on the screen, to the digit, beside what the library says."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Phase, Table, View
from baccarat.table.acts import Peel
from baccarat.table.coach.coach import Account, expected
from baccarat.table.coach.thread import Advice, advise
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.colours import NIGHT, SAFE
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.sizes import ROOMS
from baccarat.tui.widgets.chances import BarPart, chance_bar, coach_middle, draw_bar, widths
from baccarat.tui.widgets.coach_panel import draw_coach

EN = Words.of("en")
SMALL, LARGE = (34, 19), (48, 31)
"""Columns and rows of the panel in both rooms that have one."""


@pytest.fixture(scope="module")
def table() -> Table:
    """After thirty coups, with four bets on the felt."""
    table = Table.open(seed=991, bankroll=1_000)
    for turn in range(30):
        table = table.bet("banker=40 tie=5" if turn % 4 == 3 else "banker=20").deal()
    return table.bet("banker=101 tie=5 banker-pair=10 big=25")


@pytest.fixture(scope="module")
def advice(table: Table) -> Advice:
    return replace(advise(table), account=Account().after(table))


def panel(
    view: View,
    advice: Advice | None,
    size: tuple[int, int] = SMALL,
    is_on: bool = True,
    words: Words = EN,
    look: Look | None = None,
) -> list[str]:
    canvas = Canvas(*size, look or Look())
    draw_coach(canvas, view, advice, is_on, words)
    return canvas.lines()


def odds_of(table: Table) -> bac.OddsTable:
    """By the library's own front door: eight decks less every card that was seen."""
    seen = [table.ceremony.burn_card, *(played.coup for played in table.played)]
    return bac.odds(decks=8, seen=[card for card in seen if card is not None])


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_figure_of_the_panel_is_the_librarys(
    size: tuple[int, int], table: Table, advice: Advice
) -> None:
    text = "\n".join(panel(table.view(), advice, size))
    odds = odds_of(table)
    chances = odds.tally.chances
    for side in (*bac.Side, None):
        assert f"{float(chances[side]):.2%}" in text
    assert f"Your bets cost {-float(expected(table.wagers, table)):.2f}" in " ".join(text.split())
    edges = {spot: odds[spot].edge for spot in odds}
    best, worst = min(edges, key=edges.__getitem__), max(edges, key=edges.__getitem__)
    for spot, key in ((best, "Best"), (worst, "Worst")):
        figure = f"{100 * float(edges[spot]):.2f}%".replace("-", "−")
        assert re.search(rf"{key}: {EN.bet(spot)} +{re.escape(figure)}\n", text)
    fresh = bac.odds(decks=8).tally.chances
    side = max(chances, key=lambda one: chances[one] - fresh[one])
    more = f"+{float(chances[side] - fresh[side]):.2%}"
    assert re.search(rf"Leans to {EN.bet(str(side or 'tie').lower())} +{re.escape(more)}\n", text)


def test_unseen_cards_are_told_with_the_burnt_ones_among_them(table: Table, advice: Advice) -> None:
    view = table.view()
    assert view.shoe is not None
    unseen = view.shoe.cards_left + view.shoe.burned
    small, large = panel(view, advice), panel(view, advice, LARGE)
    for lines in (small, large):
        assert any(f"{unseen}, {view.shoe.burned} burnt" in line for line in lines)
    figures = large[next(n for n, line in enumerate(large) if "A  2  3" in line) + 1]
    counted = [int(figure) for figure in re.findall(r"\d+", figures)]
    assert counted == [view.left_by_rank[rank] for rank in "A23456789TJQK"]
    assert sum(counted) == unseen


def test_the_sitting_so_far_is_the_money_and_its_plot(table: Table, advice: Advice) -> None:
    won = sum(played.won for played in table.played)
    lines = panel(table.view(), advice)
    [place] = [n for n, line in enumerate(lines) if "SO FAR" in line]
    assert lines[place].endswith(f"{won:+,}".replace("-", "−"))
    assert any("\u2801" <= sign <= "\u28ff" for sign in "".join(lines[place:]))


def test_while_the_coach_counts_no_older_figure_is_shown(table: Table, advice: Advice) -> None:
    text = "\n".join(panel(table.view(), None))
    assert text.count("counting …") == 2
    assert "%" not in text
    more = table.bet("tie=5")  # the bets have changed since the coach was asked
    assert re.search(r"Your bets cost +counting …", "\n".join(panel(more.view(), advice)))
    behind = replace(advice, account=Account().after(table, most=10))
    lines = panel(table.view(), behind)
    assert lines[next(n for n, line in enumerate(lines) if "SO FAR" in line) + 1].endswith(
        "counting …"
    )


def test_a_silent_coach_tells_no_odds(table: Table) -> None:
    text = "\n".join(panel(table.view(), None, is_on=False))
    assert "Press t to ask" in text
    assert "%" not in text
    assert "UNSEEN" in text


def test_figures_stand_digit_by_digit_below_a_silent_coach(table: Table) -> None:
    view = table.view()
    lines = panel(view, None, is_on=False)
    [place] = [n for n, line in enumerate(lines) if "A 2 3 4 5" in line]
    start = lines[place].index("A")
    for step, rank in enumerate("A23456789TJQK"):
        digits = "".join(line.ljust(40)[start + 2 * step] for line in lines[place + 1 : place + 3])
        assert int(digits) == view.left_by_rank[rank]


def test_odds_wait_for_a_card_that_is_squeezed(table: Table) -> None:
    held = table.deal(squeeze=True)
    assert held.phase is Phase.SQUEEZE
    text = " ".join(" ".join(panel(held.then(Peel()).view(), None)).split())
    assert "Turn the card to see the odds." in text.replace("│ ", "")
    assert "%" not in text


def test_the_first_place_belongs_to_whom_it_is_given(table: Table, advice: Advice) -> None:
    given: list[Canvas] = []
    for size in (SMALL, LARGE):
        canvas = Canvas(*size, Look())
        draw_coach(canvas, table.view(), advice, True, EN, given.append)
        text = "\n".join(canvas.lines())
        assert "PAYOUT" in text
        assert "ODDS FROM THE SHOE" not in text
        assert "SO FAR" in text
    assert [part.columns for part in given] == [29, 43]
    assert all(part.rows >= 9 for part in given)
    held = table.deal(squeeze=True).view()
    canvas = Canvas(*SMALL, Look())
    draw_coach(canvas, held, None, True, EN, lambda *_: None)
    assert any("WHAT THE CARD CAN BE" in line for line in canvas.lines())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_panel_keeps_its_columns_in_every_language(
    language: str, size: tuple[int, int], table: Table, advice: Advice
) -> None:
    words = Words.of(language)
    for look in (Look(), Look(SAFE), Look(is_ascii=True)):
        lines = panel(table.view(), advice, size, words=words, look=look)
        assert all(cell_len(line) <= size[0] - 2 for line in lines)
        for key in ("advice.unseen", "advice.so-far"):
            assert any(words(key).upper() in line for line in lines)
        burned = table.view().shoe
        assert burned is not None
        told = words("advice.burnt", cards=sum(table.view().left_by_rank.values()), burned=10)
        assert burned.burned == 10
        assert any(told in line for line in lines)


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (12, 8), (34, 4), (48, 12)])
def test_a_panel_without_room_draws_what_it_can(
    size: tuple[int, int], table: Table, advice: Advice
) -> None:
    for known in (advice, None):
        for is_on in (True, False):
            assert len(panel(table.view(), known, size, is_on)) == size[1]


@given(
    st.lists(st.integers(0, 1000), min_size=1, max_size=5).filter(any),
    st.integers(0, 60),
)
def test_the_parts_of_a_bar_fill_it_in_proportion(parts: list[int], columns: int) -> None:
    shares = [Fraction(part, sum(parts)) for part in parts]
    found = widths(shares, columns)
    assert sum(found) == columns
    for share, wide in zip(shares, found, strict=True):
        assert (wide > 0) == (share > 0) or columns < len(parts)
        assert abs(wide - share * columns) < len(parts)


@pytest.mark.parametrize("columns", [28, 40, 90])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_names_all_three_chances(columns: int, language: str, advice: Advice) -> None:
    words = Words.of(language)
    for look in (Look(), Look(has_colour=False), Look(is_ascii=True)):
        canvas = Canvas(columns, 2, look)
        chance_bar(canvas, advice.chances, words)
        bar, figures = canvas.lines()
        for spot in ("player", "tie", "banker"):
            assert words.bet(spot) in bar or words(f"mark.{spot}") in bar
            assert words.percent(advice.chances[spot]) in figures
        assert figures.count("%") == 3
    grounds = [cell.ground for cell in canvas.cells[0]]
    counted = [grounds.count(ground) for ground in (NIGHT.player, NIGHT.tie, NIGHT.banker)]
    assert counted == widths(list(advice.chances.values()), columns)


def test_a_bar_without_colour_shows_where_a_part_ends() -> None:
    canvas = Canvas(20, 1, Look(is_ascii=True, has_colour=False))
    half = Fraction(1, 2)
    draw_bar(canvas, [BarPart(half, ("one",), "", -1), BarPart(half, ("two",), "", 1)])
    assert canvas.lines() == ["[one      |     two]"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_between_the_hands_stand_the_bar_and_what_the_bets_cost(
    language: str, table: Table, advice: Advice
) -> None:
    words = Words.of(language)
    room = ROOMS[0]
    columns = room.columns - 2 * room.hand - 8
    canvas = Canvas(columns, 3, Look())
    coach_middle(advice, table.on_the_felt, words)(canvas)
    mean = words.number(expected(table.wagers, table), "+.2f").replace("-", "−")
    coins = words.number(table.on_the_felt)
    assert canvas.lines()[2].strip() == words("advice.bet", coins=coins, mean=mean)
    canvas = Canvas(columns, 3, Look())
    coach_middle(None, 0, words)(canvas)
    assert "".join(canvas.lines()).strip() == words("advice.counting")
