"""PAR sheets: held to printed figures, to what rounding must do, and to a published count."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from asking import run

import baccarat as bac
from baccarat.core.games import GAMES, game
from baccarat.core.layout import Limits, Rounding
from baccarat.figures.par_sheet import par_sheet
from baccarat.questions.game import DECIDE

LINES = {line.spot: line for line in par_sheet(game("punto-banco")).lines}


def test_edges_and_deviations_are_the_printed_ones() -> None:
    """wizardofodds.com/games/baccarat and its appendices, eight decks."""
    printed = {"player": "1.2351", "banker": "1.0579", "tie": "14.3596", "player-pair": "10.3614"}
    assert {spot: f"{100 * float(LINES[spot].odds.edge):.4f}" for spot in printed} == printed
    [dragon] = par_sheet(game("ez"), ["dragon-7"]).lines
    assert f"{dragon.odds.deviation:.4f}" == "6.0849"
    [tiger] = par_sheet(game("punto-banco"), ["big-tiger"]).lines
    assert f"{tiger.odds.deviation:.3f}" == "6.519"


def test_the_hit_rate_and_the_top_award_are_chances_of_plain_events() -> None:
    odds = bac.odds()
    assert LINES["banker"].odds.chance == odds.chance("banker wins")
    assert LINES["banker"].odds.push == odds.chance("tie")
    assert LINES["tie"].top_award == (Fraction(8), odds.chance("tie"))
    for side in ("player", "banker"):
        top = odds.chance(f"{side} wins by 9 and no natural")
        assert LINES[f"dragon-bonus-{side}"].top_award == (Fraction(30), top)


def test_a_lowest_stake_pays_what_the_felt_rounds_it_to() -> None:
    """A coin on Banker at 5 % wins nothing, or if it is rounded up, a whole coin."""
    odds, felt = bac.odds(), game("punto-banco")
    player, banker = (odds.chance(f"{side} wins") for side in ("player", "banker"))
    assert LINES["banker"].edge_of(1) == player
    assert LINES["banker"].edge_of(20) == LINES["banker"].odds.edge
    assert LINES["banker"].edge_of(25) == player - banker * 23 / 25
    for rounding in (Rounding.UP, Rounding.NEAREST):
        layout = replace(felt.layout, rounding=rounding)
        line = replace(LINES["banker"], layout=layout)
        assert line.edge_of(line.lowest) == player - banker
    coarse = replace(felt.layout, chip=25, limits=Limits(least=60))
    assert replace(LINES["player"], layout=coarse).lowest == 75


@pytest.mark.slow
def test_a_count_earns_what_its_author_printed() -> None:
    """Dragon 7 from a true count of 4: 0.597 units a shoe, the same tags."""
    [dragon] = par_sheet(game("ez"), ["dragon-7"]).lines
    assert dragon.count is not None
    assert dragon.earned is not None
    assert {str(card): tag for card, tag in dragon.count.tags.items() if tag} == {
        "4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2
    }  # fmt: skip
    low, high = dragon.earned.units.interval()
    assert low < 0.597 < high


@pytest.mark.parametrize("name", [item.key for item in GAMES])
def test_every_game_has_a_sheet(name: str) -> None:
    sheet = par_sheet(game(name), decide=DECIDE)
    assert [line.spot for line in sheet.lines] == list(game(name).layout.bets)
    odds_rows, felt_rows = sheet.tables()
    assert len(odds_rows) == len(felt_rows) == 1 + len(sheet.lines)


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["insurance", "lightning-player", "player-pair", "lucky-6:12/23"])
def test_a_bet_has_a_sheet_as_text_as_json_and_as_a_page(bet: str, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    code, out, _ = run("bets", bet, "--par", "--html", str(page))
    assert code == 0
    [line] = json.loads(run("bets", bet, "--par", "--json")[1])["lines"]
    edge = f"{100 * line['edge_float']:.4f} %"
    assert edge in out
    assert f"<td>{edge}</td>" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("games", "--par"), "of one game: name the game, and add --par"),
        (("games", "ez", "--html", "x.html"), "of one game: name the game, and add --par"),
        (("bets", "--par"), "of one bet"),
        (("bets", "banker-streak", "--par"), "of no streak"),
        (("bets", "tie", "--par", "--json", "--html", "-"), "both write to standard output"),
    ],
)
def test_a_sheet_of_nothing_is_refused(args: tuple[str, ...], complaint: str) -> None:
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert complaint in err
