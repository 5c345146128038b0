"""What programs are told: every answer fits its schema, and a name means one thing in all."""

import io
import json
import pickle
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cache, partial
from math import gcd, inf
from pathlib import Path
from typing import Any, cast

import pytest
from checkout import ROOT
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import baccarat as bac
from baccarat import cli
from baccarat.base.timing import Measured
from baccarat.cli.bench import exact as bench_exact
from baccarat.cli.commands import report
from baccarat.verify import long as verify_long
from baccarat.verify import long_counts

DOCS = ROOT / "docs"
SCHEMAS = {path.stem: json.loads(path.read_text("utf-8")) for path in DOCS.glob("schemas/*.json")}
SHARED = "common"
SHOE = DOCS.parent / "examples" / "records" / "seed-7.shoe"
KEPT = DOCS.parent / "examples" / "kept" / "dragon-7.json"

CASES = f"""
report            =>
deal              => deal 'Kh 9d 5c 4s 8h' --explain --bet tie=10 --bet player=5
deal              => deal '0 9 5 4' --explain
deal              => deal --game 7-up --no-burn
deal              => deal --fair --guest-seed 'my words' --game ez
deal              => deal --seed 7 --shoe --cut 100 --bet banker=100
deal-check        => deal --check {SHOE}
bets              => bets
bets              => bets lucky-6:12/23
bets              => bets insurance
bets              => bets banker-streak
bets              => bets 'Fortune 7'
games             => games
games             => games ez
bets-par          => bets panda-8:26 --par
games-par         => games 7-up --par
roads             => roads BPTBBPPTB
roads             => roads TTT --rows 3
roads             => roads TTBPB --stats
roads             => roads --file {SHOE} --stats
record-after      => record after {SHOE} --string BB
record-check      => record check {SHOE}
record-import     => record import {SHOE}
record-is-normal  => record is-normal {SHOE}
record-replay     => record replay {SHOE} --from 10 --upto 12 --explain
odds              => odds
odds              => odds --game ez --bet banker --bet lucky-6:12/23 --bet 'banker:1-4%'
odds              => odds --game super-6 --all
odds              => odds --given '0 5 0' --next --bet insurance
odds              => odds --bet banker-streak:1/2/3/4/5/6/7
odds              => odds --decks inf --game chemin-de-fer
odds              => odds --composition '0:64 9:64 5:3'
odds              => odds --removal --bet player-pair --most 1
odds              => odds --given 'Kh 9d 9c Ks'
odds              => odds --edge player --bet banker --bet tie --cells 1
odds              => odds --knowledge four-cards:6-9:10% --knowledge first-card --bet player
odds              => odds --seen '9c 9d' --given 'Kh 9d 5c' --next --matrix --removal
simulate          => simulate --shoes 30 --seed 7
simulate          => simulate --fresh 1 --seed 3 --bet insurance
simulate          => simulate --shoes 9 --bet banker-streak
simulate          => simulate --shoes 9 --cut-effect
simulate          => simulate --fresh 400 --seed 3 --bet insurance
simulate          => simulate --shoes 9 --cut-card 30 --last-coup 2/1 --no-burn
simulate          => simulate --fresh 500 --decks inf --game ez --bet dragon-7:50
simulate          => simulate --fresh 400 --depth totals
stake             => stake --sessions 50 --coups 20
stake             => stake --compare paroli --compare oscar --on random --sessions 50 --shoes 1
stake             => stake martingale --fresh --exact --sessions 50 --bankroll 9 --goal 20 --coups 9
stake             => stake --compare paroli --compare flat --rebate 10% --sessions 50 --coups 9
count             => count dragon-7 --shoes 30 --trigger 4 --cut-card 14 --cut-card 26
count             => count player-pair banker --perfect --shoes 3 --decks 1
count             => count tie --tags '8:1 9:-1' --trigger '0:1 2:3' --shoes 5 --as-won
count-exact       => count tie player --perfect --exact --unseen 6-7
count-fewest      => count dragon-7 lucky-bonus --fewest
risk              => risk player --goal 20 --bankroll 10
risk              => risk --kept {KEPT} --risk 5% --coups 300
risk              => risk banker --goal 30 --bankroll 10 --coups 40
risk              => risk banker tie --rebate 10% --rolling 1% --bonus 5 --turnover 20 --counts 50%
risk              => risk banker --rebate 20% --coups 40 --won -12
risk              => risk dragon-7:50 banker --rebate 20% --coups 40 --costs
solve-chemin      => solve --model A1
solve-chemin      => solve --model B2 --bind 6|-=1/3 --first-step
solve-chemin      => solve --model A2 --bind 5=1/2
solve-chemin      => solve --model B1 --composition '0:20 1:5 4:6 5:7 9:4'
solve-chemin      => solve --model B1 --deal 200 --seed 3
solve-casino      => solve --model B1 --commission 5% --deal 100 --first-step
solve-casino      => solve --model A4 --commission 1/20
solve-commissions => solve --model B1 --commission all
solve-commissions => solve --commission all
solve-all-decks   => solve --model B1 --symbolic
solve-every-equilibrium => solve --model B1 --symbolic --commission all
solve-banque      => solve banque
solve-banque      => solve banque --theta 2/3
solve-banque      => solve banque --decks 6
solve-banque      => solve banque --theta 2/3 --sees-third
solve-banque-pieces => solve banque --pieces --composition '0:9 2:4 3:4 5:6 6:3 8:3'
verify            => verify --only bad-beat --long
verify            => verify --only road
verify-random     => verify --random --shoes 500
bench             => bench exact
"""
SERVED = {"serve", "key-make", "key-list", "key-revoke", "key-code"}
"""Tried in tests/cli/test_serve.py and tests/cli/test_key.py, which have a store."""
PARSED = [line.split("=>") for line in CASES.strip().splitlines()]
KNOWN = [(name.strip(), args.strip()) for name, args in PARSED]


@pytest.fixture(autouse=True)
def short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some figures instead of all: of these commands only the shape is looked at here."""
    monkeypatch.setattr(report, "COUPS", 2000)
    measured = [Measured("odds", 0.5, "by hand", 3.0, "2"), Measured("alone", 1e-6)]
    monkeypatch.setattr(bench_exact, "measure", lambda: measured)
    short = partial(verify_long.long_checks, fresh=2000, shoes=20)
    monkeypatch.setattr(verify_long, "long_checks", short)
    few = partial(long_counts.count_checks, shoes=20, perfect=20, trial=20)
    monkeypatch.setattr(long_counts, "count_checks", few)


@cache
def answer(args: str, code: int | None = 0) -> dict[str, Any]:
    """What a command tells; the check of a short simulation may fail, honestly."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
        cli.main([*shlex.split(args), "--json"])
    assert left.value.code == code or "--long" in args, err.getvalue()
    assert err.getvalue() == ""
    told = json.loads(out.getvalue(), parse_constant=pytest.fail)
    assert isinstance(told, dict)
    return told


REGISTRY: Registry[Any] = Registry().with_resources(
    [(f"{name}.json", Resource.from_contents(schema)) for name, schema in SCHEMAS.items()]
)


def complaints(name: str, told: object) -> list[str]:
    """What the schema has to say against an answer."""
    checker = Draft202012Validator(SCHEMAS[name], registry=REGISTRY)
    return [f"{fault.json_path}: {fault.message}" for fault in checker.iter_errors(told)]


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every object in an answer, the outermost first."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for item in value if isinstance(value, list) else []:
        yield from objects(item)


# Answers and their schemas.


def quick_and_slow(known: Iterable[tuple[str, str]]) -> list[Any]:
    """Commands with their schemas; those that play or count shoes are slow."""
    return [
        pytest.param(*each, marks=[pytest.mark.slow] * (each[0] in ("count", "stake", "verify")))
        for each in known
    ]


@pytest.mark.parametrize(("name", "args"), quick_and_slow(KNOWN))
def test_an_answer_fits_its_schema(name: str, args: str) -> None:
    told = answer(args)
    assert complaints(name, told) == []
    form = {"form": told["form"]} if "form" in told else {}
    assert list(told)[: 2 + len(form)] == ["version", "command", *form]
    for each in objects(told):
        hold_together(each)


def hold_together(told: dict[str, Any]) -> None:
    """What must be true of every object, whoever tells it."""
    for key, value in told.items():
        if f"{key}_float" in told:
            above, below = map(int, value.split("/"))
            assert gcd(above, below) == 1
            assert told[f"{key}_float"] == above / below
        if key.endswith("_percent"):
            name = key.removesuffix("_percent")
            assert value == pytest.approx(100 * told[f"{name}_float"])
    if "low" in told:
        ends = told["low"], told["high"]
        assert ends == (None, None) or ends[0] < ends[1]
        assert told["confidence"] == 0.99
    if "decks" in told:
        assert not (told["endless"] and told["decks"])
    if "entries" in told:
        assert len(told["entries"]) <= told["coups"]
    if "results" in told:
        assert len(told["results"]) == told["coups"]


@pytest.mark.parametrize(("name", "args"), quick_and_slow(dict(KNOWN).items()))  # the last of each
def test_a_schema_refuses_what_is_missing_what_is_new_and_what_is_of_another_type(
    name: str, args: str
) -> None:
    told = answer(args)
    assert complaints(name, {**told, "news": 1})
    for key, value in told.items():
        without = {other: value for other, value in told.items() if other != key}
        if key in SCHEMAS[name]["required"]:
            assert complaints(name, without), key
        wrong = 1.5 if isinstance(value, str) or value is None else "no such thing"
        assert complaints(name, {**told, key: wrong}), key


def test_a_record_is_written_as_its_schema_says(tmp_path: Path) -> None:
    file = tmp_path / "shoe.json"
    cards = "1. Kh 5c 8h | 9d 4s  T 3-3 {tie=5}\n2. 0 9 | 2 3  P 9-5 -P\n3. B ?-7\nend 3\n"
    record = bac.Record.parse(f'[Baccarat "1"]\n[Game "ez"]\n[Table "blue"]\n\n{cards}')
    for text in (str(record), str(bac.Record.deal("ez", seed=7, cut=50)), SHOE.read_text("utf-8")):
        source = tmp_path / "source.shoe"
        source.write_text(text, "utf-8")
        with pytest.raises(SystemExit) as left:
            cli.main(["record", "convert", str(source), "--to", "json", "--out", str(file)])
        assert left.value.code == 0
        told = json.loads(file.read_text("utf-8"))
        assert complaints("record-convert", told) == []
        for command in ("check", "replay"):
            again = answer.__wrapped__(f"record {command} {file}")  # the file is another each time
            assert complaints(f"record-{command}", again) == []


def test_a_certificate_and_its_refusal_fit_their_schema(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    answer(f"solve --model A1 --certificate {file}")
    proved = answer(f"solve --check {file}", code=0)
    assert complaints("solve-check", proved) == []
    file.write_text(file.read_text("utf-8").replace("-679568/53094899", "-679567/53094899"))
    refused = answer(f"solve --check {file}", code=1)
    assert complaints("solve-check", refused) == []
    assert (proved["is_right"], refused["is_right"]) == (True, False)


def test_a_file_that_differs_is_told_as_its_schema_says(tmp_path: Path) -> None:
    file = tmp_path / "false.shoe"
    file.write_text(str(bac.Record.deal(seed=7)).replace('[Seed "7"]', '[Seed "8"]'), "utf-8")
    for name, args in (("deal-check", "deal --check"), ("record-check", "record check")):
        told = answer(f"{args} {file}", code=1)
        assert complaints(name, told) == []
        assert told["difference"]


def test_a_drill_fits_its_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    for lines in ("", "draw\n?\nstand\n"):
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        with redirect_stdout(out), redirect_stderr(io.StringIO()), pytest.raises(SystemExit):
            cli.main(["drill", "--seed", "5", "--questions", "3", "--level", "2", "--json"])
        told = json.loads(out.getvalue())
        assert complaints("drill", told) == []
        assert (told["first_level"], told["asked"]) == (2, lines.count("\n"))


def test_coups_and_plots_that_were_written_are_told(tmp_path: Path) -> None:
    coups, plot = tmp_path / "coups.csv", tmp_path / "edges.svg"
    told = answer(f"simulate --shoes 3 --seed 7 --records {coups} --plot {plot}")
    assert complaints("simulate", told) == []
    assert told["records"] == {"path": str(coups), "coups": told["coups"], "shoes": 3}


def test_what_the_store_tells_fits_its_schema(tmp_path: Path) -> None:
    url, backup = f"--store {tmp_path / 'store.sqlite'}", tmp_path / "backup"
    sitting = DOCS.parent / "tests" / "golden" / "sittings" / "one-act-a-line.jsonl"
    for args in (
        f"import {sitting} {url}",
        f"check {url}",
        f"prune --before 2026-01-31 {url}",
        f"migrate {url}",
        f"audit {url}",
        f"backup {backup} {url}",
        f"restore {backup} --store {tmp_path / 'other.sqlite'}",
    ):
        told = answer(f"store {args}")
        assert complaints("store", told) == []
        assert told["form"] == args.partition(" ")[0]
        assert complaints("store", {**told, "news": 1})


# One vocabulary.


def test_every_command_has_a_schema_and_every_schema_a_command() -> None:
    told = {
        schema["properties"]["command"]["const"]
        for name, schema in SCHEMAS.items()
        if name != SHARED
    }
    assert told == {"report", *cli.COMMANDS} - {"play", "engine"}  # these have no --json
    others = {"record-convert", "solve-check", "drill", "store"}
    tried = {name for name, _ in KNOWN} | others | SERVED
    assert tried == SCHEMAS.keys() - {SHARED}


def test_schemas_are_sound_and_need_nothing_from_elsewhere() -> None:
    for name, schema in SCHEMAS.items():
        Draft202012Validator.check_schema(schema)
        assert schema["$id"] == f"{name}.json"
        for each in objects(schema):
            target = each.get("$ref", "#/$defs/")
            file, _, part = target.partition("#/$defs/")
            assert file in ("", f"{SHARED}.json")
            assert not part or part in SCHEMAS[SHARED if file else name]["$defs"]
            if "properties" in each:
                assert each["additionalProperties"] is False, each


def named(schema: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that a schema knows, with what stands under it; names of bets are no keys."""
    for each in objects(schema):
        properties = each.get("properties", {})
        if isinstance(properties, dict) and all(isinstance(it, dict) for it in properties.values()):
            yield from properties.items()


def type_of(name: str, schema: dict[str, Any]) -> str:
    """`number`, `array of string` and the like, null aside."""
    if "$ref" in schema:
        file, _, part = schema["$ref"].partition("#/$defs/")
        home = file.removesuffix(".json") or name
        return type_of(home, SCHEMAS[home]["$defs"][part])
    if "anyOf" in schema:
        (kind,) = {type_of(name, one) for one in schema["anyOf"]} - {"null"}
        return kind
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    (only,) = [kind for kind in kinds if kind != "null"] or ["null"]
    if only == "array":
        return f"array of {type_of(name, schema['items'])}"
    return "number" if only == "integer" else str(only)


def test_a_name_has_one_type_in_all_schemas() -> None:
    types: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, schema in SCHEMAS.items():
        for key, found in named(schema):
            types[key][type_of(name, found)].append(name)
    assert {key: dict(found) for key, found in types.items() if len(found) > 1} == {}
    wanted = {
        "coups": "number",
        "shoes": "number",
        "decks": "number",
        "seed": "number",
        "number": "number",
        "entries": "array of object",
        "bets": "object",
        "winner": "string",
        "unseen": "string",
        "weight": "string",
        "edge": "string",
        "value": "string",
        "probability": "string",
    }
    assert {key: list(types[key]) for key in wanted} == {k: [kind] for k, kind in wanted.items()}


def test_names_that_belong_together_stand_together_in_all_schemas() -> None:
    for name, schema in SCHEMAS.items():
        for each in objects(schema):
            keys = each.get("properties", {})
            if not isinstance(keys, dict) or "$ref" in keys:
                continue
            assert ("decks" in keys) == ("endless" in keys), name
            assert ("low" in keys) == ("high" in keys) == ("confidence" in keys), name
            if "bet" in keys:
                assert "spelled" in keys, name
            for key, found in keys.items():
                if found.get("$ref", "").endswith("#/$defs/fraction"):
                    assert key in ("above", "below") or f"{key}_float" in keys, (name, key)


def test_winners_are_told_in_one_way() -> None:
    for args in (f"record replay {SHOE}", f"roads --file {SHOE}", "deal --seed 7 --shoe"):
        told = answer(args)
        winners = {each["winner"] for each in objects(told) if "winner" in each}
        assert winners == {"player", "banker", "tie"}


@pytest.mark.parametrize("game", ["punto-banco", "ez", "four-percent"])
def test_a_bet_goes_by_the_name_that_odds_can_be_asked_by(game: str) -> None:
    asked = "--bet 'Banker' --bet banker:1-4% --bet fortune-7 --bet lucky-6:12/23.0"
    table = bac.odds(game=game)
    for options in ("", asked):
        told = answer(f"odds --game {game} {options}")["bets"]
        assert {name: table[name].as_json() for name in told} == told
    assert list(told) == ["banker", "banker:1-4%", "dragon-7", "lucky-6:12/23"]


# The library tells it, the command line prints it.


def tells(told: dict[str, Any], library: object) -> bool:
    """Whether an answer holds all that the library says, as JSON has it."""
    said = json.loads(json.dumps(library))
    return bool({key: told[key] for key in said} == said)


@pytest.mark.parametrize(
    ("args", "library"),
    [
        (
            "odds --seen '9c 9d' --given 'Kh 9d 5c'",
            lambda: bac.odds(seen="9c 9d", given="Kh 9d 5c"),
        ),
        ("odds --decks inf", lambda: bac.odds(float("inf"))),
        ("roads BPTBBPPTB", lambda: bac.Scoreboard(bac.parse_results("BPTBBPPTB"))),
        ("solve --model A1", lambda: bac.solve("A1")),
    ],
)
def test_a_command_tells_what_the_library_says(args: str, library: Callable[[], Any]) -> None:
    assert tells(answer(args), library().as_json())


def test_lists_coups_and_simulations_are_told_as_the_library_says() -> None:
    assert answer("games")["games"] == {game.name: game.as_json() for game in bac.GAMES}
    assert answer("bets")["bets"] == {bet.key: bet.as_json() for bet in bac.registered()}
    coup = bac.deal("Kh 9d 5c 4s 8h")
    paid = bac.settle(coup, "tie=10", bac.game("punto-banco").layout)
    (entry,) = answer("deal 'Kh 9d 5c 4s 8h' --bet tie=10")["entries"]
    assert entry == {"number": 1, **coup.as_json(), **paid.as_json()}
    told, found = answer("simulate --shoes 20 --seed 7"), bac.simulate(20, 7).as_json()
    assert told["seconds"] > 0
    assert tells(told, {key: value for key, value in found.items() if key != "seconds"})


@pytest.mark.parametrize(
    ("asked", "decks"),
    [
        (lambda: bac.odds(), 8),
        (lambda: bac.odds(6), 6),
        (lambda: bac.odds(given="Kh 9d 5c"), 8),
        (lambda: bac.odds(given="0 9 5"), 8),
        (lambda: bac.odds(game="chemin-de-fer", decide=bac.following(bac.PUNTO_BANCO)), 6),
        (lambda: bac.odds(seen="Kh"), 8),
        (lambda: bac.odds(6).next_cards()[bac.Card(9)][1], 6),
        (lambda: pickle.loads(pickle.dumps(bac.odds(6))), 6),
        (lambda: bac.odds("9:6"), None),
        (lambda: bac.odds(composition="9:6"), None),
        (lambda: bac.odds(bac.Shoe(decks=6)), None),
        (lambda: bac.odds(inf), None),
    ],
)
def test_odds_tell_their_decks_unless_the_cards_are_given(
    asked: Callable[[], bac.OddsTable], decks: int | None
) -> None:
    table = asked()
    told = table.as_json(["tie"])
    assert (told["decks"], told["endless"]) == (decks, table.endless)


def test_bets_can_be_named_to_the_library() -> None:
    table = bac.odds()
    told = table.as_json(["Banker", "lucky-6:12/23"])
    assert told["bets"] == {name: table[name].as_json() for name in ("banker", "lucky-6:12/23")}
    for one in ("Banker", table["banker"].bet):
        assert table.as_json(one)["bets"] == {"banker": table["banker"].as_json()}
    following = table.next_json("tie")
    for wrong in (3, True):
        with pytest.raises(bac.BadValue, match=f"by their names, e.g. 'tie', not as {wrong}"):
            table.as_json(cast(Any, wrong))
    assert following["next_side"] == "player"


def test_what_makes_json_needs_no_command_line() -> None:
    program = (
        "import sys, json, baccarat as bac\n"
        "said = [bac.odds().as_json(['banker']), bac.simulate(2).as_json(),\n"
        "        bac.solve('A1').as_json(), bac.Record.deal(seed=7).as_json()]\n"
        "json.dumps(said)\n"
        "print(*{'typer', 'rich', 'click'} & sys.modules.keys())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"


# The page.


def test_the_page_links_every_schema_and_explains_only_names_that_there_are() -> None:
    page = (DOCS / "json.md").read_text("utf-8")
    reference = (DOCS / "reference" / "json.md").read_text("utf-8")
    linked = re.findall(r'<a href="schemas/([a-z-]+)\.json">\1\.json</a>', page)
    assert sorted(linked) == sorted(SCHEMAS)
    names = {key for schema in SCHEMAS.values() for key, _ in named(schema)}
    explained = [
        name
        for row in re.findall(r"^\| (`.*?) \|", reference, re.M)
        for name in re.findall(r"`([a-z_]+)`", row)
    ]
    assert len(explained) > 20
    assert [name for name in explained if name not in names] == []


def test_the_page_gives_every_name_its_type_and_every_truth_a_place() -> None:
    types = {key: type_of(home, it) for home in SCHEMAS for key, it in named(SCHEMAS[home])}
    plain = {"text": "string", "fraction": "string", "coins": "number"}
    plain |= {"list of text": "array of string"}
    plain |= {"list of lists of text": "array of array of string"}
    page = (DOCS / "reference" / "json.md").read_text("utf-8")
    told: dict[str, str] = {}
    for row, words in re.findall(r"^\| (`.*?) \| (.*?) \|", page, re.M):
        names = re.findall(r"`([a-z_]+)`", row)
        kinds = [word.removesuffix(" or null") for word in words.split(", ")]
        told |= dict(zip(names, kinds * (len(names) if len(kinds) == 1 else 1), strict=True))
    for name, kind in told.items():
        found = types[name].partition(" ")[0] if kind == "list" else types[name]
        assert found == ("array" if kind == "list" else plain.get(kind, kind)), name
    truths = {name for name, kind in types.items() if kind == "boolean"}
    assert truths == {name for name, kind in told.items() if kind == "boolean"}


def test_fractions_are_told_whatever_their_size() -> None:
    value = Fraction(answer("solve --decks 6")["value"])
    assert value == bac.solve("B3", decks=6).value
