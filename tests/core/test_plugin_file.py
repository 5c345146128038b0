"""A stranger's plain file: all commands take its bets, games and engines, or say what is wrong.

Whatever a saved file names, nothing is loaded because of it.
"""

import copy
import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from checkout import ROOT

import baccarat as bac
from baccarat import Game, Table
from baccarat.base.errors import BaccaratError, BadValue, FileTrouble, UnknownName
from baccarat.cli import COMMANDS, main
from baccarat.core import plugins
from baccarat.core.layout import as_wagers
from baccarat.table.act_lines import act_line
from baccarat.table.acts import Burn, Cut, Deal, Draw, Open, Place, Shuffle, Sit
from baccarat.table.saving import ActFile
from baccarat.table.sitting import Sitting
from baccarat.table.state import Phase

BOLD = """
import baccarat as bac

def six_card_tie(outcome):
    if outcome.winner is None and outcome.player.cards + outcome.banker.cards == 6:
        return "six cards"

SIX_CARD_TIE = bac.Bet("Six-Card Tie", six_card_tie, pays={"six cards": 20}, wins_when="a tie")
TABLEAU = bac.Tableau.read(str(bac.PUNTO_BANCO).replace("D D D D D D - -", "D D D D D D D -", 1))
BOLD = bac.Game(
    "bold",
    bac.Rules(decks=6, tableau=TABLEAU),
    bac.Layout.of("player", "banker", "tie", "player-pair", SIX_CARD_TIE),
    "Player draws on 6",
)
"""
SUITED = """
import baccarat as bac

def red_king(hand):
    return "red king" if any(c.rank is bac.Rank.KING and c.suit.is_red for c in hand) else None

def red_kings(outcome):
    return "both" if outcome.player.trait and outcome.banker.trait else None

BETS = [
    bac.Bet("Red Kings", red_kings, {"both": 15}, bac.Depth.CARDS, red_king, wins_when="two")
]
"""
ENGINE = """
from baccarat import Engine
from baccarat.simulation.engines import reference

PLAIN = Engine("plain", reference.coups)
"""

Answer = tuple[int, str, str]
Ask = Callable[..., Answer]


@pytest.fixture(autouse=True)
def put_back(bring: Callable[..., None]) -> Iterator[None]:
    """What a test loads is forgotten after it."""
    there = set(sys.modules)
    yield
    for name in set(sys.modules) - there:
        if name.startswith("plugin_"):
            del sys.modules[name]


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    def write(text: str, name: str = "mine.py") -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


Write = Callable[..., str]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def ask(*args: str) -> Answer:
        with pytest.raises(SystemExit) as leaving:
            main(list(args))
        out, err = capsys.readouterr()
        return int(leaving.value.code or 0), out, err

    return ask


def test_what_has_a_name_in_a_file_is_registered(write: Write) -> None:
    bet, game = bac.load_plugin(write(BOLD))
    assert (bac.bet("six-card-tie"), bac.game("bold")) == (bet, game)
    assert isinstance(game, Game)
    assert bac.odds(game="bold")["six-card-tie"].chance > 0


def test_a_list_says_which_and_names_with_a_dash_below_are_private(write: Write) -> None:
    listed = BOLD + "OTHER = SIX_CARD_TIE.priced(30)\nBETS = [SIX_CARD_TIE]\n"
    assert len(bac.load_plugin(write(listed))) == 2
    private = (
        BOLD.replace("SIX_CARD_TIE", "_TIE").replace("Six-Card", "Other").replace('"bold"', '"b"')
    )
    (game,) = bac.load_plugin(write(private, "private.py"))
    assert game is bac.game("b")
    with pytest.raises(UnknownName):
        bac.bet("other-tie")


def test_a_file_may_register_by_itself_and_use_what_is_ours(write: Write) -> None:
    text = BOLD + "OURS = bac.bet('tie')\nEZ = bac.game('ez')\nbac.register(BOLD)\n"
    assert [item.key for item in bac.load_plugin(write(text))] == ["six-card-tie", "bold"]


def test_a_price_or_other_decks_of_ours_may_have_a_name_in_a_file(write: Write) -> None:
    ours = "TIE9 = bac.bet('tie:9')\nBANKER4 = bac.bet('banker:1-4%')\nEZ6 = bac.game('ez', 6)\n"
    assert [item.key for item in bac.load_plugin(write(BOLD + ours))] == ["six-card-tie", "bold"]
    assert (bac.bet("tie").pays["tie"], bac.game("ez").rules.decks) == (8, 8)


def test_another_tie_or_another_tableau_needs_a_name_of_its_own(write: Write) -> None:
    for line in (
        "from dataclasses import replace\nTIE = replace(bac.bet('tie'), event=six_card_tie)",
        "from dataclasses import replace\nEZ = replace(bac.game('ez'), rules=BOLD.rules)",
        "BETS = [bac.bet('tie:9')]",
    ):
        with pytest.raises(FileTrouble, match=r"already a (bet named 'tie'|game named 'ez')"):
            bac.load_plugin(write(BOLD + line))


@pytest.mark.slow
def test_an_engine_may_come_from_a_file(write: Write) -> None:
    bac.load_plugin(write(ENGINE))
    found = bac.simulate(5, 7, engine="plain")
    assert (found.engine, found.tally) == ("plain", bac.simulate(5, 7).tally)


def test_a_file_loaded_again_brings_what_it_says_now(write: Write) -> None:
    bac.load_plugin(write(BOLD))
    bac.load_plugin(write(BOLD))
    bac.load_plugin(write(BOLD.replace('"bold"', '"bolder"')))
    assert bac.game("bolder").rules.decks == 6
    with pytest.raises(UnknownName):
        bac.game("bold")
    with pytest.raises(FileTrouble):
        bac.load_plugin(write(BOLD + "1 / 0"))
    assert bac.game("bolder") == plugins._modules[os.path.realpath(write(BOLD))].BOLD


def test_what_a_file_brings_is_copied_and_pickled(write: Write) -> None:
    bet, game = bac.load_plugin(write(BOLD))
    assert pickle.loads(pickle.dumps(bet)) == bet
    assert copy.deepcopy(game) == game


def test_two_files_of_one_name_are_two(write: Write, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (bet,) = bac.load_plugin(write(SUITED, "sub/mine.py"))
    bac.load_plugin(write(BOLD))
    assert pickle.loads(pickle.dumps(bet)) == bet
    assert len({module.__name__ for module in plugins.modules()}) == 2


# Faults


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


FAULTS = {
    "(": "line 1: '(' was never closed",
    "\n\n1 / 0": "line 3: ZeroDivisionError: division by zero",
    "def f():\n    raise ValueError('so\\nmany')\nf()": "line 2: ValueError: so many",
    "import no_such_module": "line 1: ModuleNotFoundError: No module named 'no_such_module'",
    "import sys\nsys.exit(3)": "line 2: SystemExit: 3",
    "raise KeyError('{so} {0} {')": "line 1: KeyError: '{so} {0} {'",
    ENGINE.replace('"plain"', '"cpu"'): "line 5: there is already an engine named 'cpu'",
    "import baccarat as bac\nbac.bet('no-such-bet')": "line 2: unknown bet: 'no-such-bet'",
    "": "this file has no bet, game, system, engine or reader",
    "import baccarat as bac\nTIE = bac.bet('tie')": "this file has no bet, game, system",
    f"{BOLD}\nBETS = []": f"line {BOLD.count(chr(10)) + 2}: expected one Bet",
    f"{BOLD}\nGAMES = [3]": f"line {BOLD.count(chr(10)) + 2}: expected one Game",
    BOLD.replace('"bold"', '"EZ"'): (
        f"line {line_of(BOLD, 'BOLD = ')}: there is already a game named 'ez'"
    ),
    BOLD.replace('"Six-Card Tie"', '"Tie"'): (
        f"line {line_of(BOLD, 'SIX_CARD_TIE = ')}: there is already a bet named 'tie'"
    ),
    "x = '\x00'": "null bytes",
    "(" * 300 + ")" * 300: "too many nested parentheses",
    "import baccarat as bac\n\nBETS = (bac.Bet(str(i), None, {'a': 1 / i}) for i in (0,))": (
        "line 3: ZeroDivisionError: division by zero"
    ),
    "class Odd:\n    def __iter__(self):\n        raise OSError('no')\nGAMES = Odd()": (
        "line 3: OSError: no"
    ),
    "class Mute(Exception):\n    def __str__(self):\n        1 / 0\nraise Mute": (
        "line 4: Mute: no reason given"
    ),
    "import sys\nsys.modules.pop(__name__)\n1 / 0": "line 3: ZeroDivisionError: division by zero",
    "class Base(BaseException):\n    pass\nraise Base('so')": "line 3: Base: so",
    "import baccarat as bac\nbac.load_plugin(__file__)": "this file must not load itself",
    "raise ValueError('far ' * 9999)": "line 1: ValueError: far far",
}


@pytest.mark.parametrize("text", FAULTS, ids=list(FAULTS.values()))
def test_a_fault_is_one_line_with_the_file_and_the_line(text: str, write: Write, ask: Ask) -> None:
    file = write(text)
    before = {known: list(known) for known in plugins._registers.values()}
    modules = set(sys.modules)
    code, out, err = ask("games", "--plugin", file)
    assert (code, out) == (2, "")
    assert err.startswith(f"baccarat: {file}: ")
    assert FAULTS[text] in err
    assert err.count("\n") == 1
    assert len(err) < 2_000
    assert {known: list(known) for known in before} == before
    assert {name for name in sys.modules if name.startswith("plugin_")} <= modules


def test_a_thing_that_cannot_be_asked_what_it_is_disturbs_nobody(write: Write) -> None:
    odd = "class Odd:\n    @property\n    def __class__(self):\n        1 / 0\nODD = Odd()\n"
    assert [item.key for item in bac.load_plugin(write(odd + BOLD))] == ["six-card-tie", "bold"]


def test_ctrl_c_is_no_fault_of_the_file(write: Write) -> None:
    with pytest.raises(KeyboardInterrupt):
        bac.load_plugin(write("raise KeyboardInterrupt"))


def test_a_file_that_is_not_there_is_told(ask: Ask, tmp_path: Path) -> None:
    for file, why in ((tmp_path / "no.py", "No such file"), (tmp_path, "Is a directory")):
        code, _, err = ask("odds", "--plugin", str(file))
        assert (code, err.count("\n")) == (2, 1)
        assert f"{file}: cannot be read: {why}" in err
    with pytest.raises(BadValue, match="a file must be given by its path"):
        bac.load_plugin(7)  # type: ignore[arg-type]


def test_bytes_that_are_no_text_are_told(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"# \xff\n")
    code, _, err = ask("odds", "--plugin", str(tmp_path / "mine.py"))
    assert (code, "line 1, column 3: not UTF-8" in err) == (2, True)


# The commands


def test_the_option_may_stand_before_or_after_the_command(write: Write, ask: Ask) -> None:
    file = write(BOLD)
    after = ask("odds", "--plugin", file, "--game", "bold", "--json")
    before = ask("--plugin", file, "odds", "--game", "bold", "--json")
    assert after == before
    assert json.loads(after[1])["bets"]["six-card-tie"]["edge"]


SUBCOMMANDS = {"record": ("check", "x"), "key": ("list",), "store": ("check",)}


def test_the_docs_say_which_commands_take_it(ask: Ask) -> None:
    page = (ROOT / "docs" / "reference" / "commands" / "index.md").read_text("utf-8")
    taken = []
    for name in COMMANDS:
        asked = [name, *SUBCOMMANDS.get(name, ())]
        _, _, err = ask(*asked, "--plugin", "no-such-file.py")
        taken += [name] * ("no-such-file.py: cannot be read" in err)
        assert name in taken or "No such option: --plugin" in err
    assert set(COMMANDS) - set(taken) == {"solve", "key", "verify", "bench"}
    assert "`solve`, `verify`, `bench` and `key` do not take `--plugin`" in page


def test_several_files_may_be_named(write: Write, ask: Ask) -> None:
    files = ["--plugin", write(BOLD), f"--plugin={write(SUITED, 'suited.py')}"]
    code, out, _ = ask("odds", *files, "--game", "bold", "--bet", "red-kings", "--json")
    assert (code, list(json.loads(out)["bets"])) == (0, ["red-kings"])


def test_every_command_with_a_game_takes_it(write: Write, ask: Ask, tmp_path: Path) -> None:
    file, shoe = write(BOLD), str(tmp_path / "shoe.shoe")
    for command, *options in (
        ["odds", "--game", "bold"],
        ["deal", "--game", "bold", "--seed", "7", "--shoe", "--out", shoe],
        ["deal", "--check", shoe],
        ["simulate", "--game", "bold", "--shoes", "2", "--engine", "reference"],
        ["record", "check", shoe],
        ["record", "replay", shoe, "--upto", "3"],
        ["record", "convert", shoe, "--to", "json"],
        ["roads", "--file", shoe],
        ["games", "bold"],
        ["games"],
        ["bets", "six-card-tie"],
    ):
        code, out, err = ask(command, *options, "--plugin", file)
        assert (code, err) == (0, ""), command
        assert out, command


def test_a_game_that_nobody_brought_is_told_by_its_name(write: Write, ask: Ask) -> None:
    for command in ("odds", "deal", "simulate --shoes 1", "play"):
        code, _, err = ask(*command.split(), "--game", "bold")
        assert (code, err.count("\n")) == (2, 1)
        assert "unknown game: 'bold' (`baccarat games` lists them, --plugin FILE adds yours)" in err


def test_the_tableau_of_the_file_is_the_one_that_is_dealt(write: Write, ask: Ask) -> None:
    cards = ["2h", "Kd", "4c", "5s", "3h"]  # Player has 6, and Banker 5
    third = []
    for options in ([], ["--plugin", write(BOLD), "--game", "bold"]):
        (coup,) = json.loads(ask("deal", *cards, *options, "--json")[1])["entries"]
        third.append([side for side in ("player", "banker") if len(coup[side]["cards"]) == 3])
    assert third == [["banker"], ["player"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "engine",
    [
        pytest.param("cpu --threads 1", marks=pytest.mark.long),
        "cpu --threads 2",
        pytest.param("dask --threads 2", marks=pytest.mark.long),
    ],
)
def test_threads_and_workers_deal_the_game_and_the_bets_of_a_file(
    engine: str, write: Write, ask: Ask
) -> None:
    files = ["--plugin", write(BOLD), "--plugin", write(SUITED, "suited.py")]
    asked = ["simulate", *files, "--game", "bold", "--bet", "red-kings", "--shoes", "20", "--json"]
    digests = set()
    for one in ("reference", engine):
        code, out, err = ask(*asked, "--engine", *one.split())
        assert (code, err) == (0, "")
        told = json.loads(out)
        assert int(told["events"]["red-kings"]["both"]) > 0
        digests.add((told["digest"], told["events_digest"]))
    assert len(digests) == 1


# Nothing else loads it


MEAN = "raise RuntimeError('loaded')\n"


@pytest.mark.parametrize("name", ["mine", "mine.py", "./mine.py", "plugin_mine", "mine:GAME"])
def test_no_saved_file_loads_a_plug_in_by_naming_it(
    name: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(MEAN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    loaded = set(sys.modules)
    record = f'[Baccarat "1"]\n[Game "{name}"]\n\nB\n'
    written = json.dumps({"game": name, "entries": [{"winner": "tie"}]})
    for text in (record, written):
        (tmp_path / "shoe").write_text(text)
        with pytest.raises(BaccaratError, match="unknown game"):
            bac.Record.load(tmp_path / "shoe")
    lines = [Open(name), Open(bets=(name,))]
    for number, opened in enumerate(lines):
        file = tmp_path / f"sitting-{number}.jsonl"
        file.write_text(act_line(1, opened) + "\n")
        before = file.read_bytes()
        with pytest.raises(BaccaratError, match=r"cannot be opened: (unknown|not a price)"):
            Sitting(ActFile(file))
        assert file.read_bytes() == before
    for ask_for in (bac.game, bac.bet, Table.open):
        with pytest.raises(BaccaratError):
            ask_for(name)
    assert not {known for known in set(sys.modules) - loaded if "mine" in known}


def sat_at(opening: Open, path: Path, bets: str, coups: int = 8) -> tuple[bytes, Table]:
    """A sitting of some coups, kept in a file."""
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(opening)
    sitting.do(Sit("guest", 1_000))
    sitting.shuffle()
    sitting.do(Cut())
    sitting.do(Burn())
    for _ in range(coups):
        for wager in as_wagers(bets):
            sitting.do(Place(wager.spot, wager.stake))
        sitting.do(Deal())
        while sitting.table.phase is Phase.DEALING:
            sitting.do(Draw())
    file.close()
    return path.read_bytes(), sitting.table


CHANGES = {
    "another tableau": ('"D D D D D D D -"', '"D D D D D - - -"', "the rules of bold have changed"),
    "other decks": ("decks=6", "decks=8", "the rules of bold have changed"),
    "a bet less": ('"player-pair", SIX_CARD_TIE', '"player-pair"', "unknown bet: 'six-card-tie'"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_table_is_left_alone_when_its_plug_in_has_changed(
    change: str, write: Write, tmp_path: Path
) -> None:
    path = tmp_path / "sitting-0001.jsonl"
    bac.load_plugin(write(BOLD))
    before, table = sat_at(Open("bold", seed=7), path, "six-card-tie=5")
    old, new, why = CHANGES[change]
    assert old in BOLD
    bac.load_plugin(write(BOLD.replace(old, new)))
    with pytest.raises(FileTrouble, match=f"this table cannot be opened: {why}"):
        Sitting(file := ActFile(path))
    assert [one.name for one in tmp_path.iterdir() if "sitting" in one.name] == [path.name]
    assert path.read_bytes() == before
    file.close()
    bac.load_plugin(write(BOLD))
    again = Sitting(file).table
    assert (again.number, again.played) == (table.number, table.played)
    file.close()


def test_a_table_goes_on_when_only_a_price_or_a_bet_more_has_changed(
    write: Write, tmp_path: Path
) -> None:
    path = tmp_path / "sitting-0001.jsonl"
    bac.load_plugin(write(BOLD))
    before, table = sat_at(Open("bold", seed=7), path, "six-card-tie=5 tie=5")
    bac.load_plugin(write(BOLD.replace('"player-pair"', '"big"').replace("20}", "30}")))
    again = Sitting(file := ActFile(path))
    assert (again.table.bankroll, again.table.results) == (table.bankroll, table.results)
    assert path.read_bytes() == before
    file.close()


def test_a_table_of_ours_is_written_without_a_fingerprint(write: Write, tmp_path: Path) -> None:
    bac.load_plugin(write(BOLD))
    ours, _ = sat_at(Open(seed=7), tmp_path / "ours", "banker=5", 1)
    theirs, _ = sat_at(Open("bold", seed=7), tmp_path / "theirs", "banker=5", 1)
    assert b'"model": "B3"}], "seal"' in ours.splitlines()[0]
    assert (b"fingerprint" in ours, theirs.count(b"fingerprint")) == (False, 1)
    # Written files have it: what it is made of may not change.
    assert b'"fingerprint": "00c0e011f7ddd5cc"' in theirs


def test_a_table_of_ours_with_a_strangers_bet_is_left_alone_too(
    write: Write, tmp_path: Path
) -> None:
    path, opening = tmp_path / "sitting-0001.jsonl", Open(bets=("six-card-tie",), seed=7)
    bac.load_plugin(write(BOLD))
    before, _ = sat_at(opening, path, "banker=5", 1)
    assert b"fingerprint" not in before
    file = ActFile(path)
    sitting = Sitting(file)
    sitting.do(Place("six-card-tie", 5))
    sitting.do(Deal())
    file.close()
    before = path.read_bytes()
    capped = BOLD.replace('wins_when="a tie")', 'cap=bac.Cap(Fraction(1, 2), ("tie",)))')
    bac.load_plugin(write(f"from fractions import Fraction\n{capped}"))
    with pytest.raises(FileTrouble, match="this table cannot be opened: six-card-tie: "):
        Sitting(file)
    file.close()
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*damaged*"))


def test_a_saved_table_goes_on_when_its_game_is_here_again(write: Write, tmp_path: Path) -> None:
    _, game = bac.load_plugin(write(BOLD))
    file = ActFile(tmp_path / "sitting-0001.jsonl")
    sitting = Sitting(file)
    opened = Table.open("bold", seed=7).opened
    for act in (opened, Sit("guest", 50), Shuffle(), Cut(), Burn(), Place("six-card-tie", 5)):
        sitting.do(act)
    before = sitting.table
    file.close()
    plugins.register_of(Game).remove(game)  # type: ignore[arg-type]
    with pytest.raises(FileTrouble, match="cannot be opened: unknown game: 'bold'"):
        Sitting(file)
    bac.register(game)
    assert Sitting(file).table == before
    file.close()


BREAKING = {
    "lambda outcome: 1 / 0, 1": "mine: its event breaks: ZeroDivisionError: division by zero\n",
    "lambda outcome: {}[outcome], 1": "mine: its event breaks: KeyError: ",
    "lambda o: True, 1, bac.Depth.RANKS, lambda hand: 1 / 0": "line 2: its trait breaks: ZeroDiv",
    "lambda o: True, 1, bac.Depth.RANKS, lambda hand: [1]": "returns a str or None)\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("made", BREAKING)
def test_a_bet_that_breaks_is_told_in_a_line(made: str, write: Write, ask: Ask) -> None:
    file = write(f"import baccarat as bac\nMINE = bac.Bet('Mine', {made})\n")
    for asked in ("odds --all", "odds --bet mine", "simulate --shoes 2 --bet mine"):
        code, out, err = ask(*asked.split(), "--plugin", file)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert BREAKING[made] in err


TWICE = """
import baccarat as bac

TWICE = bac.StreakBet("Player Twice", {2: 2, 3: 6}, bac.Side.PLAYER, wins_when="Player wins twice")
"""


@pytest.mark.slow
def test_a_streak_of_a_file_is_found_by_its_name(write: Write, ask: Ask) -> None:
    file = write(TWICE)
    for asked in ("odds --bet player-twice", "odds --all", "bets player-twice:3/7", "bets"):
        code, out, err = ask(*asked.split(), "--plugin", file)
        assert (code, err) == (0, "")
        assert "twice" in out.lower()
    twice = bac.streak("player-twice")
    assert bac.load_plugin(file) == (twice,)
    assert (repr(twice), bac.streak("player-twice:3/7").pays[3]) == (
        "streak('player-twice:2/6')",
        7,
    )
    counted: bac.StreakOdds = bac.fold(bac.StreakReader(twice), shoes=9, seed=7)
    for how in ("--bet player-twice", "--all"):
        asked = f"simulate --shoes 9 --seed 7 {how} --json --plugin {file}"
        told = json.loads(ask(*asked.split())[1])["readers"]["player-twice:2/6"]
        assert told["laid"] == counted.total


def test_a_streak_beside_a_bet_is_taken_and_a_list_says_which(write: Write) -> None:
    assert [item.key for item in bac.load_plugin(write(TWICE + BOLD))].count("player-twice") == 1
    other = TWICE.replace("Player Twice", "Other") + "STREAKS = []\n"
    with pytest.raises(FileTrouble, match="a list STREAKS"):
        bac.load_plugin(write(other, "other.py"))


def test_a_bet_of_one_coup_keeps_its_name_before_a_streak(write: Write, ask: Ask) -> None:
    file = write(TWICE.replace("Player Twice", "Tie"))
    code, out, _ = ask("odds", "--bet", "tie", "--plugin", file)
    assert code == 0
    assert "14.3596" in out
