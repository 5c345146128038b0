"""Games by their names: ours and a stranger's go through the same door."""

from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from onlooker import ActsOf

import baccarat as bac
from baccarat import Game, LastCoup, Layout, Limits, Record, Rounding, Rules, Table, Tableau
from baccarat.base.errors import BadText, BadValue, NameTaken, UnknownName
from baccarat.core.games import GAMES, KNOWN
from baccarat.core.plugins import BrokenPlugin, Register
from baccarat.table.act_lines import act_line, read_act
from baccarat.table.acts import ActRefused, Open
from baccarat.table.table import fold

Bring = Callable[..., None]

DRAWS_ON_SIX = Tableau.read(str(bac.PUNTO_BANCO).replace("D D D D D D - -", "D D D D D D D -", 1))
MINE = Game(
    "Player Draws on Six",
    Rules(decks=6, tableau=DRAWS_ON_SIX, cut_card=26, last_coup=LastCoup.C, burn=False),
    Layout.of("player", "banker", "tie"),
    "Player draws on 6 as well",
    also=("Bold",),
)


def test_a_game_of_ones_own_is_found_by_any_of_its_names(bring: Bring) -> None:
    with pytest.raises(UnknownName, match="unknown game: 'bold'"):
        bac.game("bold")
    assert repr(MINE) == "<game Player Draws on Six>"  # it cannot be pasted yet
    bring(MINE)
    for name in ("Player Draws on Six", "player-draws-on-six", "BOLD", " bold "):
        assert bac.game(name) is MINE
    assert repr(MINE) == "game('Player Draws on Six')"
    assert list(bac.registered(Game)) == [*GAMES, MINE]


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"name": "Punto Banco"}, NameTaken, "already a game named"),
        ({"name": "EZ"}, NameTaken, "already a game named"),
        ({"name": "dragon-7"}, NameTaken, "already a game named"),
        ({"also": ("Punto Banco",)}, NameTaken, "as player-draws-on-six is named, too"),
        ({"also": ("EZ",)}, NameTaken, "as player-draws-on-six is named, too"),
        ({"also": ("dragon-7",)}, NameTaken, "as player-draws-on-six is named, too"),
        ({"name": "百家楽"}, BadValue, "Latin letters or digits"),
    ],
)
def test_a_game_needs_a_name_of_its_own_that_can_be_typed(
    bring: Bring, changes: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        bring(replace(MINE, **changes))


def test_bets_and_games_come_in_together_or_not_at_all(bring: Bring) -> None:
    own = bac.Bet("Own", lambda outcome: None, pays={"never": 1})
    with pytest.raises(NameTaken):
        bring(own, replace(MINE, name="ez"))
    with pytest.raises(UnknownName):
        bac.bet("own")
    bring(own, MINE)
    assert (bac.bet("own"), bac.game("bold")) == (own, MINE)


def test_an_installed_game_is_loaded_and_a_broken_one_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    door = Register(Game)
    points = [
        EntryPoint("bold", f"{__name__}:MINE", "baccarat.games"),
        EntryPoint("broken", f"{__name__}:Bring", "baccarat.games"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    with pytest.warns(BrokenPlugin, match="'broken'.*expected one Game"):
        assert door.find("bold") is MINE
    assert len(door.faults) == 1


# The table


def test_a_table_is_opened_as_its_game_is_dealt_and_paid(bring: Bring, acts_of: ActsOf) -> None:
    layout = replace(
        MINE.layout, limits=Limits(5, 500), chip=5, rounding=Rounding.UP, both_sides=False
    )
    bring(game := replace(MINE, layout=layout))
    table = Table.open(game, seed=7)
    assert table.game == replace(game, layout=layout)
    assert Table.open("bold", seed=7, chip=1, cut_card=14).game.rules.cut_card == 14
    played = table.bet("banker=10").deal().deal(free=True)
    assert played.game.rules.tableau == DRAWS_ON_SIX
    assert fold(acts_of(played)) == played


def test_a_table_of_ours_is_opened_as_before() -> None:
    opened = Table.open("ez", seed=7).opened
    assert opened == Open("ez", seed=7)


FREE_ON_SIX = Game(
    "free",
    Rules(
        tableau=Tableau.read(str(bac.PUNTO_BANCO).replace("D D D D D D - -", "D D D D D D * -", 1))
    ),
    Layout.of("player", "banker"),
)


@pytest.mark.parametrize(
    ("registered", "opened", "says"),
    [
        (
            MINE,
            replace(MINE, about="something else"),
            "this 'Player Draws on Six' is not a registered game",
        ),
        (FREE_ON_SIX, "free", "free has other decisions than chemin de fer"),
    ],
)
def test_a_table_takes_no_game_that_it_does_not_know(
    bring: Bring, registered: Game, opened: Game | str, says: str
) -> None:
    bring(registered)
    with pytest.raises(ActRefused, match=says):
        Table.open(opened)


# What was written down


def test_a_record_of_a_game_is_read_again_when_the_game_is_here(bring: Bring) -> None:
    with pytest.MonkeyPatch.context() as here:
        for name in ("_things", "_names"):
            here.setattr(KNOWN, name, dict(getattr(KNOWN, name)))
        bac.register(MINE)
        record = Record.deal("bold", seed=7)
        assert record.rules == MINE.rules
        text, coups = str(record), len(record.entries)
        assert Record.parse(text) == record
        assert record.differs() is None
    with pytest.raises(BadText, match="unknown game: 'Player Draws on Six'"):
        Record.parse(text)
    bring(MINE)
    assert len(Record.parse(text).entries) == coups


def test_a_saved_table_of_a_game_that_is_missing_says_which(bring: Bring) -> None:
    opened = Open("bold")
    line = act_line(1, opened)
    with pytest.raises(UnknownName, match="unknown game: 'bold'"):
        fold([read_act(line)[1]])
    bring(MINE)
    assert fold([read_act(line)[1]]).game.rules.tableau == DRAWS_ON_SIX
