"""Small programs as a newcomer guesses them: short, by names of the front door, right at once.

Those that the how-to page shows are taken from there; here are other ways to guess the same.
"""

import ast
import doctest
import json
import re
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from checkout import ROOT

import baccarat as bac

MOST_LINES = 7
PAGE = (ROOT / "docs" / "how-to.md").read_text("utf-8")
SECTION = PAGE.partition("## Small programs\n")[2].partition("\n## ")[0]
SHOWN = dict(re.findall(r"^### (.*?)\n.*?^```python\n(.*?)^```$", SECTION, re.M | re.S))

GUESSED = {
    "what a notebook shows": """
        coup, board, table = bac.deal("Kh 9d 5c 4s 8h"), bac.Scoreboard("BBP"), bac.odds()
        assert "King of hearts" in coup._repr_html_() and "<svg" in coup._repr_svg_()
        assert board._repr_svg_() == bac.draw(board).svg
        assert "1.0579 %" in table._repr_html_() and "Dragon Bonus" in table._repr_html_()
    """,
    "odds of the cards seen so far": """
        seen, table = [], None
        for coup in bac.deal_shoe(bac.Rules().shoe(seed=7)):
            seen.append(coup)
        table = bac.odds(8, seen=seen[:40])
        assert table.composition == bac.Composition.decks(8).without(
            [card for coup in seen[:40] for card in coup.cards])
    """,
    "how many cards are left": """
        shoe = bac.Shoe(decks=8, seed=7)
        coup, after = bac.deal_from(shoe)
        assert len(after) == len(shoe) - len(coup.cards) == after.cards_left
    """,
    "tallies in parts": """
        parts = [bac.simulate(20, seed).tally for seed in range(3)]
        assert sum(parts) == parts[0] + parts[1] + parts[2]
    """,
    "a shoe by its decks": """
        shoe = bac.Shoe(decks=8, seed=7)
        assert shoe == bac.Rules(decks=8).shoe(seed=7)
        before = bac.odds(shoe)["banker"].edge
        coup, shoe = bac.deal_from(shoe)
        assert shoe.coups == 1 and bac.odds(shoe)["banker"].edge != before
        assert bac.Shoe().cards != bac.Shoe().cards
    """,
    "the cards that are left": """
        left = bac.Composition.decks(8).without(["Kh", "9d"])
        assert len(list(left)) == len(left) == 414 and list(left).count(bac.Card.parse("Kh")) == 7
        assert "Kh" in left and "Kh" not in bac.Composition.parse("Ah:1")
        assert bac.odds(left)["tie"] == bac.odds(seen=["Kh", "9d"])["tie"]
        assert left == bac.Composition.decks(8).without(iter(["Kh", bac.Card.parse("9d")]))
        assert bac.Composition.of(iter(["Kh"])) == bac.Composition.parse("Kh:1")
    """,
    "odds in the middle of a coup": """
        table = bac.odds(given=bac.deal("Kh 9d 5c"))
        assert table["tie"].chance == bac.odds(given="Kh 9d 5c")["tie"].chance
        for card, (chance, after) in table.next_cards().items():
            assert 0 < chance < 1 and after["tie"].chance <= 1
    """,
    "a bet of one's own on the felt": """
        mine = bac.Bet("Mine", lambda o: "six" if o.banker.total == 6 else None, pays={"six": 5})
        felt = bac.Layout.of("player", "banker", mine)
        game = bac.Game("mine", bac.Rules(), felt)
        assert bac.odds(game=game)["mine"] == bac.odds()[mine]
        assert bac.settle(bac.deal("2h 6d 5c Ks"), "mine=10", felt).won == 50
    """,
    "a bet of one's own by its name": """
        bac.register(bac.Bet("Mine", lambda o: "t" if o.winner is None else None, {"t": 9}))
        assert bac.odds()["mine"].edge == bac.odds()["tie:9"].edge
        assert bac.simulate(10, 7)["mine"].wins == bac.simulate(10, 7)["tie"].wins
    """,
    "a bet that looks at pairs": """
        def trait(hand): return "pair" if hand.is_pair else "none"
        def event(seen): return "both" if seen.player.trait == seen.banker.trait == "pair" else None
        mine = bac.Bet("Both Pair", event, {"both": 100}, depth=bac.Depth.RANKS, trait=trait)
        dealt = bac.simulate(500, 7, bets=[mine])
        low, high = dealt[mine].chance_interval(0.9999)
        assert low < bac.odds()[mine].chance < high
    """,
    "a bet on who won": """
        mine = bac.Bet("My Tie", pays={"tie": 9})
        assert bac.odds()[mine].edge == bac.odds()["tie:9"].edge
        both = bac.Bet("Not Player", pays={"tie": 1, "banker": 1})
        assert bac.odds()[both].chance == 1 - bac.odds()["player"].chance
        assert bac.simulate(10, 7)[mine].wins == bac.simulate(10, 7)["tie"].wins
        assert bac.settle(bac.deal("Kh 9d 9c Ks"), "my-tie=10", bac.Layout.of(mine)).won == 90
    """,
    "a bet whose event says yes or no": """
        mine = bac.Bet("Six", lambda outcome: outcome.banker.total == 6, pays=5)
        same = bac.Bet("Six", lambda seen: "six" if seen.banker.total == 6 else None, {"six": 5})
        assert bac.odds()[mine].edge == bac.odds()[same].edge > 0
        assert bac.simulate(10, 7)[mine].wins == bac.simulate(10, 7)[same].wins > 0
    """,
    "the stream of coups, shoe by shoe": """
        won = 0
        for batch in bac.coups(20, 7):
            for shoe in batch:
                won += sum(result.winner is bac.Side.BANKER for result in shoe)
                assert len(shoe) == bac.statistics(shoe).coups == len(bac.Scoreboard(shoe).results)
        assert won == bac.simulate(20, 7)["banker"].wins
    """,
    "names as they are spoken": """
        table = bac.odds()
        assert table["super6"] == table["Super 6"] == table["super-6"]
        assert table["dragon7:50"] == table["dragon-7:50"]
        assert bac.game("Punto Banco") == bac.game("puntobanco") == bac.game("punto-banco")
        played = bac.Table.open("super6", seed=7).bet(super6=10, player_pair=5)
        assert [wager.spot for wager in played.wagers] == ["super-6", "player-pair"]
    """,
    "a table of results in memory": """
        table = "Shoe,Outcome\\n1,Banker Wins\\n1,Tie\\n".splitlines()
        assert bac.statistics(bac.read_results(table, "Outcome")).winners["tie"].count == 1
    """,
    "results from a data frame's column": """
        column = iter(["Banker", "Player", "Tie"])
        assert [str(result) for result in bac.parse_results(column)] == ["B", "P", "T"]
    """,
    "whatever has results": """
        record = bac.Record.deal("ez", decks=6, seed=7)
        assert bac.statistics(record).coups == len(record.entries) == len(record.results)
        assert bac.Scoreboard(record) == bac.Scoreboard(record.results)
        assert bac.draw(record) == bac.draw(bac.Scoreboard(record))
        table = bac.Table.open(seed=7).bet(banker=10).deal()
        assert bac.statistics(table).coups == 1 and bac.statistics(bac.Record()).coups == 0
    """,
    "wagers by their spots": """
        coup, felt = bac.deal("2h 9d 5c Ks"), bac.game("punto-banco").layout
        paid = bac.settle(coup, "banker=100 tie=5")
        assert paid == bac.settle(coup, {"banker": 100, "tie": 5}, felt)
        assert paid == bac.settle(coup, [("banker", 100), bac.Wager("tie", 5)], felt)
        assert bac.Table.open(seed=7).bet({"tie": 5}).wagers == (bac.Wager("tie", 5),)
    """,
    "a record of a game": """
        record = bac.Record.deal(game="ez", decks=6, seed=7)
        assert record == bac.Record.deal(bac.game("ez", 6), seed=7)
        assert record == bac.Record.deal("ez", rules=bac.Rules(decks=6), seed=7)
        assert bac.Record.of("BPT", game=bac.game("ez")).game == record.game == "ez"
    """,
    "a tableau by its rows": """
        rows = ["DDDDDDDDDDD"] * 3 + ["DDDDDDDD-DD", "--DDDDDD--D", "----DDDD--D"]
        tableau = bac.Tableau("DDDDDD--", [*rows, "------DD---", "-----------"])
        assert tableau == bac.PUNTO_BANCO
        rules = bac.Rules(tableau=str(tableau).replace("D D - -  -", "- - - -  -"))
        assert bac.odds(rules=rules)["tie"].edge != bac.odds()["tie"].edge
    """,
    "a scoreboard as the shoe goes on": """
        board = bac.Scoreboard()
        for coup in bac.deal_shoe(bac.Rules().shoe(seed=7)):
            board.add(coup)
        assert bac.draw(board) == bac.draw(bac.Record.deal(seed=7).results)
    """,
    "what a rule of the house costs": """
        edges = {game: bac.odds(game=game)["banker"].edge for game in ("ez", "super-6", "7-up")}
        assert min(edges, key=edges.get) == "ez"
    """,
    "how many decks matter": """
        edges = [bac.odds(decks)["tie"].edge for decks in (1, 6, 8)]
        assert edges == sorted(edges, reverse=True)
        assert bac.odds(decks=6)["tie"] == bac.odds(bac.Composition.decks(6))["tie"]
    """,
    "the removal of a card": """
        effects = bac.removal("dragon-7", decks=8)
        assert max(effects, key=effects.get) == bac.Card.parse("8")
    """,
    "a fair shoe checked afterwards": """
        fair = bac.Fair.promise().with_guest("my words")
        record = bac.Record.deal("ez", fair=fair)
        assert bac.Record.parse(str(record)).differs() is None
    """,
    "a fair shoe by its seeds": """
        fair = bac.Fair.promise().with_guest("my words")
        shoe, other = bac.Shoe(decks=6, fair=fair), fair.with_guest("other words")
        assert shoe == bac.Rules(decks=6).shoe(fair=fair) != bac.Shoe(decks=6, fair=other)
        coups = list(bac.deal_shoe(shoe))
        assert coups == [entry.coup for entry in bac.Record.deal(decks=6, fair=fair).entries]
    """,
    "a table to the end of its shoe": """
        table = bac.Table.open("ez", seed=7, bankroll=5_000)
        while not table.is_shoe_over:
            table = table.bet("banker=10").deal()
        coups = len(table.played)
        table = table.shuffle().bet(banker=10).deal()
        assert coups == len(bac.Record.deal("ez", seed=7).entries) == table.coups - 1
    """,
    "an error that is caught": """
        try:
            bac.odds()["bankr"]
        except bac.UnknownName as unknown:
            assert "did you mean" in str(unknown) and "banker" in str(unknown)
        try: bac.odds(0)
        except bac.ShoeError as refused: assert "1 to 12" in str(refused)
    """,
}


def lines_of(program: str) -> list[str]:
    return [line for line in program.splitlines() if line.strip()]


def test_the_page_shows_the_programs() -> None:
    assert len(SHOWN) >= 10


@pytest.mark.parametrize("title", SHOWN)
def test_a_program_of_the_page_stands_alone(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = doctest.DocTestParser().get_doctest(SHOWN[title], {}, title, None, 0)
    source = "".join(example.source for example in session.examples)
    assert len(lines_of(source)) <= MOST_LINES
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert "baccarat" in imported
    assert imported - {"baccarat"} <= sys.stdlib_module_names
    complaints: list[str] = []
    assert not doctest.DocTestRunner().run(session, out=complaints.append).failed, complaints


@pytest.mark.parametrize("title", GUESSED)
def test_another_guess_is_right_too(title: str, bring_bet: Callable[..., None]) -> None:
    bring_bet()  # a register that is put back afterwards
    program = GUESSED[title]
    assert len(lines_of(program)) <= MOST_LINES
    exec(re.sub("^        ", "", program, flags=re.M), {"bac": bac})


def test_rows_are_what_a_data_frame_wants() -> None:
    """Dictionaries of the same keys, whose values are plain."""
    record, dealt = bac.Record.deal(seed=7), bac.simulate(10, 7)
    for rows in (
        record.rows(),
        dealt.rows(),
        dealt.tally.rows(),
        bac.odds().rows(),
        bac.removal("tie").rows(),
        bac.statistics(record.results).rows(),
    ):
        assert len(rows) > 5
        assert {tuple(row) for row in rows} == {tuple(rows[0])}
        kinds = {type(value) for row in rows for value in row.values()}
        assert kinds <= {str, int, float, bool, type(None)}


def test_roads_are_json_in_one_line() -> None:
    told = json.loads(json.dumps(bac.Scoreboard("BBPTBPPB").as_json()))
    big = [(mark["column"], mark["row"], mark["ties"]) for mark in told["roads"]["big"]["marks"]]
    assert big == [(0, 0, 0), (0, 1, 0), (1, 0, 1), (2, 0, 0), (3, 0, 0), (3, 1, 0), (4, 0, 0)]
    assert [mark["winner"] for mark in told["roads"]["bead"]["marks"]] == [
        {"B": "banker", "P": "player", "T": "tie"}[letter] for letter in "BBPTBPPB"
    ]


@pytest.mark.slow
def test_simulations_are_shared_out_to_processes() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        dealt = list(pool.map(bac.simulate, [20, 30], [7, 8]))
    assert [each.tally for each in dealt] == [bac.simulate(20, 7).tally, bac.simulate(30, 8).tally]
    assert dealt[0]["banker"] == bac.simulate(20, 7)["banker"]
