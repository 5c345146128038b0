"""The squeeze in steps: what each tells is exact, and no more than the card's edges show."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from pilot import play, shown, table_of
from textual.pilot import Pilot

from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import Card, Depth, Rank
from baccarat.core.coup import Side
from baccarat.exact.odds import OddsTable
from baccarat.exact.partial_coup import Glimpse
from baccarat.table import Phase, Table
from baccarat.table.acts import Open, Peel, Reveal
from baccarat.table.coach.squeeze_cases import (
    CardCase,
    cards_by_end,
    squeeze_cases,
    together,
)
from baccarat.table.rules.squeeze import LONG_EDGE, SHORT_EDGE, STEPS, possible_ranks
from baccarat.tui.app import TableApp
from baccarat.tui.draw.canvas import Canvas
from baccarat.tui.draw.printed_cards import pips_of
from baccarat.tui.draw.terminal_look import Look
from baccarat.tui.keys import keys_of
from baccarat.tui.sizes import ROOMS, Room
from baccarat.tui.widgets.hands import draw_stage
from baccarat.tui.widgets.squeeze_steps import cases_painter, squeeze_painter

EN = Words.of("en")
BETS = {"banker": "banker=100 banker-pair=10 tie=5", "player": "player=100 perfect-pair=5"}


def squeezed(spot: str, seed: int, place: int) -> Table:
    """A table at which the second or the third card of a hand lies face down."""
    table = Table.open(seed=seed, bankroll=5_000).bet(BETS[spot]).deal(squeeze=True)
    while len(table.view().player.cards if spot == "player" else table.view().banker.cards) < place:
        table = table.apply(Reveal()).go_on()
        if table.phase is not Phase.SQUEEZE:
            table = table.bet(BETS[spot]).deal(squeeze=True)
    return table


TABLES = {
    f"{spot} {place}": squeezed(spot, 11, place)
    for spot in ("banker", "player")
    for place in (2, 3)
}


def steps_of(table: Table) -> Iterator[Table]:
    """The table before and after each edge."""
    yield table
    for step in STEPS:
        table = table.apply(Peel(step))
        yield table


def with_card(table: Table, rank: Rank) -> Table | None:
    """The same table, but a card of this rank lies there face down; None if none is left."""
    shoe, side = table.the_shoe, table.squeezed
    assert side is not None
    hidden = table.coup.hand(side).cards[-1]
    cards = list(shoe.cards)
    place = shoe.position + cards[shoe.position : shoe.position + 6].index(hidden)
    later = (at for at in range(place + 3, len(cards)) if cards[at].known_rank is rank)
    other = next(later, None)
    if other is None:
        return None
    cards[place], cards[other] = cards[other], cards[place]
    hand = table.coup.hand(side)
    changed = replace(hand, cards=(*hand.cards[:-1], cards[place]))
    is_player = side is Side.PLAYER
    coup = replace(table.coup, player=changed) if is_player else replace(table.coup, banker=changed)
    return replace(table, shoe=replace(shoe, cards=tuple(cards)), coup=coup)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_what_a_card_can_be_has_the_exact_chances_of_the_coup(table: Table) -> None:
    """Against the law of all coups that fit what is seen, which knows nothing of single cards."""
    for lifted in steps_of(table):
        view = lifted.view()
        side, unseen = view.squeezed, view.unseen
        assert side is not None
        assert unseen is not None
        cases = squeeze_cases(view, table.game)
        may_be = tuple(Card.of(rank) for rank in possible_ranks(view.lifted))
        player, banker = (
            tuple(_ranked(may_be if card is None else card) for card in hand.cards)
            for hand in (view.player, view.banker)
        )
        glimpse = Glimpse(player, banker)
        law = OddsTable(table.game, unseen.at(Depth.RANKS), glimpse=glimpse).tally.chances
        assert together(cases) == (law[side], law[None], law[side.other])


def _ranked(slot: Card | tuple[Card, ...]) -> Card | tuple[Card, ...]:
    if isinstance(slot, tuple):
        return () if len(slot) == len(Rank) else slot
    return slot.at(Depth.RANKS)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_rank_does_what_its_case_says(table: Table) -> None:
    """Dealt on with each card in turn: the table itself turns it up and pays."""
    view = table.view()
    cases = squeeze_cases(view, table.game)
    assert view.unseen is not None
    assert sum(case.cards for case in cases) == len(view.unseen)
    assert {case.rank: case.cards for case in cases} == {
        rank: view.unseen[Card.of(rank)] for rank in Rank if Card.of(rank) in view.unseen
    }
    for case in cases:
        world = with_card(table, case.rank)
        assert world is not None
        turned = world.apply(Reveal())
        assert (case.coins is not None) is turned.coup.is_over
        if case.coins is not None:
            after = turned.view()
            ends = {view.squeezed: "win", None: "tie"}
            assert case.end == ends.get(after.winner, "lose")
            assert case.coins[0] <= after.won <= case.coins[1]


def test_no_view_tells_more_than_the_edges_do() -> None:
    table = TABLES["banker 3"]
    seen: dict[str, object] = {}
    for rank in Rank:
        world = with_card(table, rank)
        assert world is not None
        world = world.apply(Peel("long"))
        view = world.view()
        told = view.lifted, squeeze_cases(view, world.game), view.unseen
        assert seen.setdefault(LONG_EDGE[rank], told) == told


def test_edges_tell_what_the_printed_pips_tell() -> None:
    """Ranks whose edges look the same cannot be told apart, and all others can."""
    pictures = (Rank.JACK, Rank.QUEEN, Rank.KING)
    for one in Rank:
        for step, along, table in (("long", 0, LONG_EDGE), ("short", 1, SHORT_EDGE)):

            def edge(rank: Rank, along: int = along) -> object:
                return rank in pictures or [pip for pip in pips_of(rank) if pip[along] == -1]

            same = {other for other in Rank if edge(other) == edge(one)}
            assert set(possible_ranks([(step, table[one])])) == same
    assert possible_ranks([("corner", "7h")]) == [Rank.SEVEN]
    assert len(possible_ranks([])) == len(Rank)
    assert len(possible_ranks([("long", "")])) == len(Rank)  # nothing is known of such a card


def test_a_case_that_is_open_counts_no_card_as_won() -> None:
    half = Fraction(1, 2)
    cases = [
        CardCase(Rank.NINE, 3, Fraction(1), Fraction(0), Fraction(0)),
        CardCase(Rank.TWO, 1, half, Fraction(0), half),
    ]
    assert cards_by_end(cases) == {"win": 3, "open": 1}
    assert together(cases) == (Fraction(7, 8), Fraction(0), Fraction(1, 8))
    assert sum(together([])) == 0


def paint(table: Table, room: Room, words: Words) -> Canvas:
    canvas = Canvas(room.columns - room.coach, room.deal, Look(is_ascii=words.is_ascii))
    view = table.view()
    cases = squeeze_cases(view, table.game)
    draw_stage(canvas, room, view, words, squeeze_painter(view, cases, words))
    return canvas


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: f"{room.columns}x{room.rows}")
def test_the_screen_says_what_is_lifted_what_it_tells_and_what_comes_next(room: Room) -> None:
    table = with_card(TABLES["banker 3"], Rank.SEVEN)
    assert table is not None
    texts = ["\n".join(paint(step, room, EN).lines()) for step in steps_of(table)]
    for text, said in zip(
        texts,
        (
            ("Your card: Banker", "○ ○ ○ ○", "next: long edge"),
            ("Three sides", "Six, seven or eight", "● ○ ○ ○", "next: short edge"),
            ("Two pips", "Six, seven or eight", "● ● ○ ○", "next: corner"),
            ("Seven of", "● ● ● ○", "next: turn up"),
        ),
        strict=True,
    ):
        for part in said:
            assert part in text
    lifted = table.apply(Peel())
    ends = cards_by_end(squeeze_cases(lifted.view(), table.game))
    for end, count in ends.items():
        assert f"{end} {count}" in texts[1]
    assert all(one != other for one, other in pairwise(texts))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_ascii", [False, True], ids=["unicode", "ascii"])
def test_a_squeeze_fits_between_the_hands_in_every_language(language: str, is_ascii: bool) -> None:
    words = Words.of(language, is_ascii)
    room = ROOMS[0]
    for table in (TABLES["banker 3"], TABLES["player 2"]):
        for step in steps_of(table):
            alone = Canvas(room.columns, room.deal, Look(is_ascii=is_ascii))
            draw_stage(alone, room, step.view(), words)
            both = paint(step, room, words)
            for one, other in zip(alone.cells, both.cells, strict=True):
                for cell, now in zip(one, other, strict=True):
                    is_cloth = cell.char == " " and cell.ground == alone.look.colours.cloth
                    assert is_cloth or cell == now
            assert any(words("squeeze.next", step="").strip() in line for line in both.lines())
            if language == "en" and is_ascii:
                assert "".join(both.lines()).isascii()


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_panel_tells_of_every_card_that_is_left_what_it_does_and_pays(table: Table) -> None:
    for step in steps_of(table):
        cases = squeeze_cases(step.view(), table.game)
        canvas = Canvas(29, 18, Look(is_ascii=True))
        cases_painter(cases, Words.of("en", is_ascii=True))(canvas)
        lines = canvas.lines()
        text = "\n".join(lines)
        assert text.isascii()
        left = re.sub(r"(win|tie|lose|open) .*", "", text).split()
        ranks = ["10" if case.rank is Rank.TEN else str(case.rank) for case in cases]
        assert sorted(left) == sorted(ranks)
        counted = re.findall(r"(win|tie|lose|open) (\d+)(?!%|\d)", text)
        assert sum(int(cards) for _, cards in counted) == sum(case.cards for case in cases)
        for case in cases:
            told = [f"{coins:+,}" for coins in case.coins or ()]
            assert all(coins in text for coins in told or [f"win {float(case.win):.0%}"])
        low = Canvas(29, 1, Look())
        cases_painter(cases, EN)(low)
        assert ("..." in low.lines()[0]) is bool(lines[1])


@pytest.mark.parametrize("is_ascii", [False, True], ids=["unicode", "ascii"])
def test_the_keys_name_the_edges_that_may_still_be_lifted(is_ascii: bool) -> None:
    words = Words.of("en", is_ascii)
    right = "l" if is_ascii else "→"
    named = [
        [(key, word) for key, _, word in keys_of(step.view(), words)][:-2]
        for step in steps_of(TABLES["banker 2"])
    ]
    corner, turn = ("c", "corner"), ("t", "turn up")
    assert named == [
        [("Enter", "long edge"), (right, "short edge"), corner, turn],
        [("Enter", "short edge"), corner, turn],
        [("Enter", "corner"), turn],
        [("Enter", "turn up")],
    ]


def test_a_card_is_squeezed_by_keys_in_any_allowed_order(tmp_path: Path) -> None:
    def lifted(app: TableApp) -> list[str]:
        return [step for step, _ in table_of(app).view().lifted]

    async def script(app: TableApp, pilot: Pilot[str]) -> None:
        await pilot.press("enter", "escape", "plus", "z", "enter")
        for keys in (
            {"enter": ["long"], "space": ["long", "short"], "c": [*STEPS], "end": []},
            {"right": ["short"], "up": ["short"], "home": ["short", "corner"], "enter": []},
            {"down": ["long"], "t": []},
            {"home": ["corner"], "l": ["corner"], "t": []},
        ):
            if table_of(app).phase is not Phase.SQUEEZE:
                await pilot.press("p", "enter")
            before = table_of(app)
            assert before.phase is Phase.SQUEEZE
            for key, steps in keys.items():
                await pilot.press(key)
                now = table_of(app)
                if steps:
                    assert lifted(app) == steps
                    assert now.coup == before.coup
                else:
                    assert now.phase is not Phase.SQUEEZE or len(now.coup) > len(before.coup)
        while table_of(app).phase is Phase.SQUEEZE:
            await pilot.press("t")
        assert table_of(app).wagers == ()
        await pilot.press("home", "end")  # nothing is squeezed now
        assert table_of(app).phase is Phase.BETS
        assert "help" in shown(app)

    play(tmp_path, script, Open(seed=7))


def test_a_hand_with_another_card_face_down_tells_no_chances() -> None:
    view = TABLES["banker 2"].view()
    secret = replace(view, player=replace(view.player, cards=(None, None), total=None))
    assert squeeze_cases(secret, TABLES["banker 2"].game) == ()
    assert squeeze_cases(replace(view, squeezed=None), TABLES["banker 2"].game) == ()
    assert view.squeezed is Side.BANKER
