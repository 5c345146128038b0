"""A last-coup rule is two numbers: a new one is said in one place, and every dealer follows."""

import pickle
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from asking import command, first_line
from core.test_shoe import walk
from host import Host, needs_compiler
from test_json import answer

import baccarat as bac
from baccarat import LastCoup, Rules, Table
from baccarat.base.errors import BadText, BadValue
from baccarat.core.record import Record
from baccarat.core.rules import deal_shoe
from baccarat.core.shoe import LAST_COUPS
from baccarat.simulation.engines import cpu, reference
from baccarat.simulation.plan import Plan
from baccarat.table import Phase
from baccarat.table.act_lines import act_json
from baccarat.table.acts import Open

GAMES = {
    str(rules.last_coup): replace(bac.game("punto-banco"), rules=rules)
    for rules in (
        Rules(cut_card=40, last_coup=LastCoup(2, 1)),
        Rules(decks=2, burn=False, cut_card=30, last_coup=LastCoup(0, 3)),
        Rules(decks=1, cut_card=45, last_coup=LastCoup(3, 0)),
        # More than there are cards for, and a cut card that may come out among the burned.
        Rules(decks=2, cut_card=97, last_coup=LastCoup(5, 99)),
    )
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SHOES = 60


def counted(rules: Rules, number: int) -> list[list[int]]:
    """The points of a shoe's coups, by a dealer with a plastic card in the pile."""
    cards = [*rules.shuffle(7, number).cards]
    return walk(cards, rules.cut_card, rules.last_coup, rules.burn)


def lengths(rules: Rules) -> dict[int, int]:
    return dict(Counter(len(counted(rules, number)) for number in range(SHOES)))


@each_game
def test_a_shoe_a_record_and_a_table_follow(game: bac.Game) -> None:
    rules = game.rules
    for number in range(10):
        coups = list(deal_shoe(rules.shoe(7, number), rules))
        points = [[card.points for card in coup.cards] for coup in coups]
        assert points == counted(rules, number)
        record = Record.deal(rules=rules, seed=7, number=number)
        assert [entry.coup for entry in record.entries] == coups
        assert Record.parse(str(record)) == record
        assert record.differs() is None
        table = Table.open(
            seed=7,
            first_shoe=number,
            bankroll=1,
            decks=rules.decks,
            burn=rules.burn,
            cut_card=rules.cut_card,
            last_coup=rules.last_coup,
        )
        dealt = []
        while table.phase is Phase.BETS:
            table = table.deal(free=True)
            dealt.append(table.coup)
        assert table.phase is Phase.FINISHED
        assert dealt == coups


@each_game
def test_the_engines_follow(game: bac.Game) -> None:
    plan = Plan(SHOES, 7, game.rules)
    dealt = reference.run(plan)
    assert dealt.histograms["coups"] == lengths(game.rules)
    assert cpu.run(plan, threads=1) == dealt
    found = bac.simulate(SHOES, 7, game=game, depth="totals").tally
    assert found.histograms == dealt.histograms


@needs_compiler
@each_game
def test_the_source_of_the_gpu_follows(game: bac.Game, tmp_path: Path) -> None:
    plan = Plan(SHOES, 7, game.rules)
    dealt = Host(tmp_path).deal(plan)
    assert dealt == reference.run(plan)
    assert dealt.histograms["coups"] == lengths(game.rules)


def test_both_numbers_matter() -> None:
    """Or else the tests above would not notice an engine that mixes them up."""
    for game in GAMES.values():
        before, inside = game.rules.last_coup.before, game.rules.last_coup.inside
        others = {LastCoup(inside, before), LastCoup(before, before), LastCoup(inside, inside)}
        for other in others:
            assert lengths(replace(game.rules, last_coup=other)) != lengths(game.rules)


# On the command line

OPTIONS = "--cut-card 40 --last-coup 2/1 --no-burn"
TOLD = Rules(cut_card=40, last_coup=LastCoup(2, 1), burn=False)


def test_simulate_deals_by_the_rules_that_it_is_told() -> None:
    found = answer(f"simulate --shoes 30 --seed 7 {OPTIONS}")
    dealt = reference.run(Plan(30, 7, TOLD))
    assert found["digest"] == dealt.digest
    assert (found["burn"], found["cut_card"], found["last_coup"]) == (False, 40, "2/1")
    coups = len(list(deal_shoe(TOLD.shoe(7, 3), TOLD)))
    assert answer(f"deal --seed 7 --number 3 --shoe {OPTIONS}")["coups"] == coups


def test_a_fixed_number_of_coups_has_a_burn_and_no_end() -> None:
    found = answer("simulate --shoes 30 --each 5 --seed 7 --no-burn")
    assert found["digest"] == reference.run(Plan(30, 7, Rules(burn=False), coups=5)).digest
    assert (found["burn"], found["cut_card"], found["last_coup"]) == (False, None, None)
    fresh = answer("simulate --fresh 30 --seed 7")
    assert (fresh["burn"], fresh["cut_card"], fresh["last_coup"]) == (False, None, None)


def test_the_ceremony_is_told_to_whoever_asked_for_it() -> None:
    ends = "the cut card 40 from the end, last-coup rule"
    assert f"A burn, {ends} A.\n" in command("--shoes", "3", "--cut-card", "40").stdout
    assert f"No burn, {ends} 2/1.\n" in command("--shoes", "3", *OPTIONS.split()).stdout
    assert "\nNo burn.\n" in command("--shoes", "3", "--each", "2", "--no-burn").stdout
    assert "burn" not in command("--shoes", "3").stdout


def test_a_checkpoint_and_records_keep_to_the_rules(tmp_path: Path) -> None:
    run, coups = str(tmp_path / "run.json"), tmp_path / "coups.csv"
    half = command("--shoes", "20", "--seed", "7", "--checkpoint", run, *OPTIONS.split())
    assert half.returncode == 0, half.stderr
    whole = ["--shoes", "30", "--seed", "7", "--checkpoint", run]
    other = command(*whole, *OPTIONS.replace("2/1", "1/2").split())
    assert "last coup '2/1' and not '1/2'" in first_line(other)
    assert "burn False and not True" in first_line(command(*whole, *OPTIONS.split()[:-1]))
    done = command(*whole, *OPTIONS.split(), "--records", str(coups))
    dealt = reference.run(Plan(30, 7, TOLD))
    assert f"digest {dealt.digest}" in done.stdout
    assert len(coups.read_text().splitlines()) == 1 + dealt.total


# As a value


def test_three_rules_have_names() -> None:
    assert list(map(str, LAST_COUPS)) == ["A", "B", "C"]
    assert (LastCoup(0, 0), LastCoup(0, 1), LastCoup(1, 1)) == LAST_COUPS
    assert list(map(repr, LAST_COUPS)) == ["LastCoup.A", "LastCoup.B", "LastCoup.C"]
    assert (str(LastCoup(2, 1)), repr(LastCoup(2, 1))) == ("2/1", "LastCoup(2, 1)")
    assert LastCoup.parse("0/1") == LastCoup.B
    assert pickle.loads(pickle.dumps(LastCoup.B)) == LastCoup.B


def test_the_named_rules_are_written_by_their_names_as_ever() -> None:
    for name, rule in zip("ABC", LAST_COUPS, strict=True):
        assert act_json(Open(last_coup=rule))["last_coup"] == name
        rules = Rules(last_coup=rule)
        record = Record.deal(rules=rules, seed=7)
        assert f'[LastCoup "{name}"]' in str(record)
        assert Record.parse(str(record)).rules == rules
        assert Plan(1, rules=rules).describe()["last coup"] == name


@pytest.mark.parametrize("text", ["A", "B", "2/1"])
def test_rules_and_a_table_read_a_rule_as_text(text: str) -> None:
    assert Table.open(last_coup=text).opened.last_coup == LastCoup.parse(text)
    assert Table.open(last_coup=text).game.rules == Rules(last_coup=text)  # type: ignore[arg-type]
    with pytest.raises(BadText, match="not a last-coup rule: 'D'"):
        Table.open(last_coup="D")


def test_every_rule_reads_back(front_door: dict[str, object]) -> None:
    for before in range(100):
        for inside in (0, 1, 2, 10, 99):
            rule = LastCoup(before, inside)
            assert LastCoup.parse(str(rule)) == rule
            assert eval(repr(rule), front_door) == rule


@pytest.mark.parametrize(
    "text", ["", "D", "a", "AB", " A", "2", "2/", "/1", "2/1/0", "-1/0", "02/1", "1/100", "2 / 1"]
)
def test_what_is_no_rule_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadText, match=r"not a last-coup rule: .* e\.g\. 2/1") as told:
        LastCoup.parse(text)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("numbers", [(-1, 0), (0, 100), (10**400, 0), (1.5, 0), (True, 0)])
def test_a_rule_adds_no_more_than_ninety_nine_coups(numbers: tuple[int, int]) -> None:
    with pytest.raises(BadValue, match=r"must add 0 to 99 coups, not|expected a whole number"):
        LastCoup(*numbers)
