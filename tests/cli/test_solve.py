"""`baccarat solve`: the published solutions as they are printed, and complaints in one line."""

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import asking
import pytest

from baccarat import cli
from baccarat.cli.bench import solve as bench_solve
from baccarat.core.coup import Coup
from baccarat.theory.chemin import strategy_dealing
from baccarat.theory.chemin.reduced_game import reduced
from baccarat.theory.chemin.solver import solve
from baccarat.theory.chemin.strategy_dealing import deal_coups

A1 = """\
chemin de fer  model A1, every card returns
value          -679568/53094899 = -0.01279912
ponte          5: D with 9/11 = 0.818182
banquier       0 1 2 3 4 5 6 7 8 9  -
0, 1, 2        D D D D D D D D D D  D
3              D D D D D D D D S D  D
4              S S D D D D D D S S  D
5              S S S S D D D D S S  D
6              S S S S S S D D S S  a
7              S S S S S S S S S S  S
a              6: D with 859/2288 = 0.375437
open           4 of 88 cells after strict dominance
unique         yes: each side has one optimal strategy
"""

TIED_AT_NOTHING = "0:2 1:1 3:3 4:2 5:3 6:3 8:1 9:1"
"""A shoe in which it is all one to a banquier with 1 and 4, against a 4, if nothing is paid."""


run = partial(asking.run, "solve")
printed = partial(asking.printed, "solve")


def told(*args: str) -> dict[str, Any]:
    answer = json.loads(printed(*args, "--json"))
    assert isinstance(answer, dict)
    return answer


def pairs_with_floats(told: object) -> list[tuple[str, float]]:
    """Every fraction in an answer, with the float that stands beside it."""
    found = []
    if isinstance(told, dict):
        for key, value in told.items():
            if isinstance(value, str) and f"{key}_float" in told:
                found.append((value, told[f"{key}_float"]))
            found += pairs_with_floats(value)
    elif isinstance(told, list):
        for item in told:
            found += pairs_with_floats(item)
    return found


def test_kemeny_and_snells_table_is_printed_as_they_found_it() -> None:
    """Kemeny & Snell 1957; the table as in Ethier & Gámez, arXiv 1305.5468."""
    assert printed("chemin", "--model", "A1", "--table") == A1


def test_six_decks_and_seen_cards_are_what_is_solved_if_nothing_is_said() -> None:
    """The value, p and q of Ethier & Gámez, arXiv 1305.5468."""
    out = printed()
    assert out == printed("chemin", "--model", "B3", "--decks", "6")
    assert "-73356216203119/5712649844821920" in out
    assert "1,4: D with 35003/74880 = 0.467455" in out
    assert "0,6|-: D with 18885571/36781056 = 0.513459" in out
    assert "18 of 484 cells" in out


def test_json_tells_every_cell_exactly_and_as_a_float() -> None:
    answer = told("--model", "B3", "--decks", "6")
    assert answer["value"] == "-73356216203119/5712649844821920"
    assert len(answer["banquier"]) == 484
    assert answer["ponte"]["2,3"] == {"probability": "0/1", "probability_float": 0.0}
    assert list(answer["mixed"]) == ["1,4", "0,6|-"]
    assert answer["is_unique"] is True
    numbers = pairs_with_floats(answer)
    assert len(numbers) == 1 + 5 + 484 + 2
    assert all(float(Fraction(exact)) == shown for exact, shown in numbers)


def test_several_solutions_are_said_to_be_several() -> None:
    assert "no: the ponte has one strategy; the banquier's have 5 dim" in printed("--model", "A2")
    sets = told("--model", "A2")
    assert sets["is_unique"] is False
    assert sets["banquier_set"]["dimension"] == 5


def test_a_composition_is_another_way_to_say_six_decks() -> None:
    cards = "0:96 1:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24"
    assert printed("--composition", cards) == printed("--decks", "6")


def test_binding_a_total_binds_all_its_hands() -> None:
    hands = ["0,6", "1,5", "2,4", "3,3", "7,9", "8,8"]
    each = [word for hand in hands for word in ("--bind", f"{hand}|-=S")]
    answer = told("--bind", "6|-=S")
    assert answer == told(*each)
    assert sorted(answer["bound"]) == sorted(f"{hand}|-" for hand in hands)
    assert all(answer["banquier"][f"{hand}|-"]["probability"] == "0/1" for hand in hands)


def test_a_decision_can_be_bound_to_a_probability() -> None:
    """With 9/11 bound, the banquier's best reply still gives Kemeny and Snell's value."""
    assert told("--model", "A1", "--bind", "5=9/11")["value"] == "-679568/53094899"
    assert told("--model", "A1", "--bind", "5=50%")["ponte"]["5"]["probability"] == "1/2"


def test_all_decks_at_once_agree_with_six() -> None:
    answer = told("--symbolic", "--model", "B1")
    six = told("--model", "B1", "--decks", "6")

    def at(function: dict[str, Any], d: int) -> Fraction:
        above, below = (
            sum(int(a) * d**k for k, a in enumerate(function[part]))
            for part in ("numerator", "denominator")
        )
        return Fraction(above, below)

    assert answer["holds_from"] == 4
    assert at(answer["value_function"], 6) == Fraction(six["value"])
    assert at(answer["mixed"]["5"]["probability_function"], 6) == Fraction(
        six["ponte"]["5"]["probability"]
    )
    assert answer["value_function"]["limit"] == "-679568/53094899"
    assert answer["is_unique"] is True
    assert [one["decks"] for one in answer["few_decks"]] == [1, 2, 3]
    assert sorted(answer["draws"]) == sorted(
        cell for cell, draws in six["banquier"].items() if draws["probability"] == "1/1"
    )
    out = printed("--symbolic", "--model", "B1")
    assert "limits         V -679568/53094899, 5 9/11, 6|- 859/2288" in out
    assert "yes, for every number of decks" in out


def test_without_a_commission_the_casino_game_is_the_parlor_game() -> None:
    casino = told("--model", "B1", "--commission", "0")
    (only,) = casino["equilibria"]
    parlor = told("--model", "B1")
    assert casino["is_unique"] is True
    assert (only["value"], only["ponte"]) == (parlor["value"], parlor["ponte"])
    assert only["banquier"] == parlor["banquier"]
    assert Fraction(only["banquier_value"]) == -Fraction(only["value"])


def test_a_commission_may_be_written_in_three_ways() -> None:
    answers = {printed("--model", "B1", "--commission", a) for a in ("1/20", "0.05", "5%")}
    assert len(answers) == 1
    assert "commission 1/20" in answers.pop()


def test_a_commission_with_several_equilibria_says_how_many() -> None:
    out = printed("--model", "A4", "--commission", "1/20", "--table")
    assert "not alone      the ponte's have 4 dimensions" in out
    assert "unique         no: 1 set of them" in out
    assert out.count("0, 1, 2        D D D") == 1


def test_every_commission_at_once_agrees_with_single_ones() -> None:
    """On both sides of the critical commission, each commission solved by itself."""
    answer = told("--commission", "all")

    def at(function: dict[str, Any], alpha: Fraction) -> Fraction:
        above, below = (
            sum(int(a) * alpha**k for k, a in enumerate(function[part]))
            for part in ("numerator", "denominator")
        )
        return Fraction(above) / Fraction(below)

    assert answer["is_unique"] is True
    for piece, alpha in zip(answer["pieces"], (Fraction(1, 20), Fraction(3, 50)), strict=True):
        assert piece["commission_low_float"] < alpha < piece["commission_high_float"]
        (only,) = piece["equilibria"]
        (one,) = told("--commission", str(alpha))["equilibria"]
        for name in ("value", "banquier_value"):
            assert at(only[f"{name}_function"], alpha) == Fraction(one[name])
        assert only["mixed"].keys() == one["mixed"].keys()
        assert only["banquier"] == one["banquier"]
        for who in ("ponte", "mixed"):
            for name, draws in one[who].items():
                found = at(only[who][name]["probability_function"], alpha)
                assert found == Fraction(draws["probability"])
    (turn,) = answer["critical"]
    assert turn["turning"] == ["3,3|6"]
    root, near = turn["commission_root"], turn["commission_float"]
    assert abs(sum(int(a) * near**k for k, a in enumerate(root["polynomial"]))) < 1e-6
    assert Fraction(root["above"]) <= near <= Fraction(root["below"])
    assert len(turn["equilibria"][0]["banquier_set"]["corners"]) == 2


def test_every_commission_is_told_piece_by_piece() -> None:
    out = printed("--commission", "all")
    assert out.count("commission     ") == 2
    assert "critical       0.056915, a root of 46472738a^2 - 84325687a + 4648830" in out
    assert "3,3|6: D before, S after" in out
    assert "1,4: D with (35003 + 186672a)/(74880 - 40896a)" in out
    assert "one equilibrium at every commission that is not critical" in out
    small = printed("--commission", "all", "--model", "B2", "--composition", TIED_AT_NOTHING)
    assert small.splitlines()[1:4] == [
        "critical       0",
        "               1,4|4: S after",
        "commission     0 to 1/13",
    ]
    several = printed("--commission", "all", "--model", "A2")
    assert "not alone      the banquier's strategies have 5 dimensions" in several
    assert "unique         no" in several


def test_latex_has_the_table_and_its_notes() -> None:
    text = printed("--latex")
    rows = re.findall(r"^([\d, ]+) & (.*) \\\\$", text, re.M)
    assert [totals for totals, _ in rows] == ["0, 1, 2", "3", "4", "5", "6", "7"]
    assert all(row.count("&") == 10 for _, row in rows)
    assert rows[3][1] == "S & S & S & S & $^{a}$ & D & D & D & S & S & D"
    assert r"-\frac{73356216203119}{5712649844821920} \approx -0.01284101" in text
    assert "$^{a}$ D on (0, 5), (6, 9), (7, 8); S on (1, 4), (2, 3)." in text
    assert r"^{2}" in printed("--symbolic", "--model", "B1", "--latex")
    assert ", commission 1/20\n" in printed("--model", "B1", "--commission", "5%", "--latex")
    assert "\nFirst step" in printed("--model", "A1", "--latex", "--first-step")
    assert "\nfirst step " in printed("--model", "A1", "--first-step")
    assert "Tableau 2" in printed("banque", "--latex")


def test_banque_with_all_the_stake_on_one_tableau_is_chemin_de_fer() -> None:
    """Its value is Kemeny and Snell's."""
    assert told("banque", "--theta", "1")["coalition"]["value"] == "-679568/53094899"


@pytest.mark.slow
def test_banque_prints_coalition_nash_and_table() -> None:
    out = printed("banque", "--theta", "2/3", "--table")
    assert "stakes 2/3 and 1/3, an endless deck, each Player sees his own total alone" in out
    assert "Nash           players draw on 5 with 0.805947 and 0.842247" in out
    assert "banquier 7     S everywhere" in out
    assert len(re.findall(r"^ +[\d-]   [DS*] ", out, re.M)) == 4 * 11
    (nash,) = told("banque", "--theta", "2/3")["nash"]
    draws = nash["players"][1]
    a, b, root = (Fraction(draws["probability_surd"][part]) for part in ("a", "b", "root_of"))
    assert draws["probability_float"] == pytest.approx(float(a) + float(b) * float(root) ** 0.5)


def test_dealt_coups_stand_beside_the_value() -> None:
    """The seed is fixed; an honest dealer's interval misses one time in a hundred."""
    out = printed("--model", "B1", "--deal", "2000", "--seed", "7")
    assert "2,000 fresh coups of seed 7" in out
    dealt = told("--model", "B1", "--deal", "2000", "--seed", "7")["dealt"]
    assert dealt["value_simulated"]["low"] < -0.012915 < dealt["value_simulated"]["high"]
    again = told("--model", "B1", "--deal", "2000", "--seed", "8")["dealt"]
    assert again["digest"] != dealt["digest"]


def test_every_equilibrium_is_told_and_proved_by_a_command_each(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    words = ("--model", "B4", "--symbolic", "--commission", "all")
    assert printed(*words, "--certificate", str(file)).splitlines() == [
        "chemin de fer  model B4, every number of decks and every commission",
        "from 5 decks   mixed 1,4, 6|-",
        "4 decks        critical 0.078170: 5|4",
        "unique         yes, except at critical commissions",
    ]
    (model,) = told(*words)["models"]
    (critical,) = model["critical"]
    assert (model["holds_from"], critical["decks"], critical["turning"]) == (5, 4, ["5|4"])
    assert critical["commission_float"] == pytest.approx(0.078170, abs=1e-6)
    proved = printed("--check", str(file))
    assert proved.startswith("proved: in B4, for every number of decks d ≥ 1 and every commission")
    fields = json.loads(file.read_text())
    fields["models"][0]["before"].pop()
    file.write_text(json.dumps(fields))
    code, out, err = run("--check", str(file))
    assert (code, out) == (1, "")
    assert "each number of decks below 5 needs a certificate" in err


CERTIFICATES = [
    ("--model", "B1"),
    ("--model", "A4"),
    ("--model", "B1", "--symbolic"),
    ("--model", "B1", "--commission", "1/20"),
    ("--model", "B1", "--decks", "4", "--commission", "all"),
    ("banque", "--theta", "1/2"),
]


@pytest.mark.parametrize("question", CERTIFICATES, ids=" ".join)
def test_a_certificate_is_proved_and_a_forged_one_refused(
    question: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "proof.json"
    printed(*question, "--certificate", str(file))
    assert printed("--check", str(file)).startswith("proved: ")
    assert told("--check", str(file))["is_right"] is True

    claim = json.loads(file.read_text())
    if claim["certificate"] == "banque":
        claim["coalition"]["value"] = "-1/100"
    elif "spans" in claim:
        claim["spans"][0]["proof"]["forced"][0][1] = "0"
    elif "patches" in claim:
        claim["patches"][0]["ponte"]["5"] = "1/2"
    elif "before" in claim:
        claim["before"][0]["value"] = "-1"
    else:
        claim["value"] = "-1"
    file.write_text(json.dumps(claim))
    code, out, err = run("--check", str(file))
    assert (code, out) == (1, "")
    assert "refused: " in err
    assert err.count("\n") == 1
    code, out, _ = run("--check", str(file), "--json")
    assert code == 1
    assert json.loads(out)["is_right"] is False


def test_a_proof_names_what_was_bound(tmp_path: Path) -> None:
    """Of the free game it would be false: its value is another one."""
    file = tmp_path / "proof.json"
    bind = ("--bind", "5=D", "--bind", "6|-=S")
    printed("--model", "A1", *bind, "--certificate", str(file))
    said = printed("--check", str(file))
    assert said.startswith("proved: model A1, every card returns, bound 5=D 6|-=S: the value is ")
    assert told("--check", str(file))["proves"] == said.removeprefix("proved: ").rstrip()
    printed("--model", "A1", "--certificate", str(file))
    free = printed("--check", str(file))
    assert free.startswith("proved: model A1, every card returns: the value is -679568/53094899,")
    assert said.partition(" is ")[2] != free.partition(" is ")[2]


def test_the_answer_names_what_was_bound_and_what_is_idle() -> None:
    out = printed("--model", "A1", "--bind", "5=D", "--bind", "6|-=S")
    assert "bound          5=D 6|-=S\n" in out
    assert "unique         yes: each side has one optimal strategy, as bound\n" in out
    out = printed("--model", "B1", "--bind", "5=1/3", "--commission", "5%")
    assert "unique         yes: there is no other equilibrium, as bound\n" in out
    out = printed("--model", "B1", "--bind", "5=1/3", "--commission", "all")
    assert "at every commission, as bound\n" in out
    out = printed("--model", "B1", "--composition", "0:5 9:1")
    assert re.search(
        r"one optimal strategy, but for \d+ decisions that change nobody's expectation", out
    )


@pytest.mark.parametrize("draws", ["3/2", "-1/9", None])
@pytest.mark.parametrize("commission", [(), ("--commission", "5%")], ids=["parlor", "casino"])
def test_what_is_no_probability_is_refused_with_a_reason(
    commission: tuple[str, ...], draws: str | None, tmp_path: Path
) -> None:
    """The file is a certificate, but a forged one: exit 1, not 2."""
    file = tmp_path / "proof.json"
    printed("--model", "B1", *commission, "--certificate", str(file))
    claim = json.loads(file.read_text())
    strategy = (claim["patches"][0] if commission else claim)["ponte"]
    if draws is None:
        del strategy["5"]
    else:
        strategy["5"] = draws
    file.write_text(json.dumps(claim))
    code, out, err = run("--check", str(file))
    assert (code, out) == (1, "")
    assert (
        "must say what to do at 5" in err
        if draws is None
        else f"5: {draws} is no probability" in err
    )


@pytest.mark.parametrize(
    ("forge", "complaint"),
    [
        (lambda spans: spans.clear(), "at least one span"),
        (lambda spans: spans[1].update(model="B4"), "belong to different games"),
        (lambda spans: spans[1].update(commission=["0", "1/10"]), "do not force"),
    ],
)
def test_forged_spans_of_commissions_are_refused(
    forge: Callable[[list[Any]], object], complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "proof.json"
    printed("--model", "B2", "--decks", "8", "--commission", "all", "--certificate", str(file))
    proved = printed("--check", str(file))
    assert "one equilibrium and no other, except at 0.020353, the root of " in proved
    claim = json.loads(file.read_text())
    forge(claim["spans"])
    file.write_text(json.dumps(claim))
    code, out, err = run("--check", str(file))
    assert (code, out) == (1, "")
    assert complaint in err


def test_ctrl_c_keeps_the_coups_that_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*question: Any) -> Iterator[Coup]:
        yield from islice(deal_coups(*question), 30)
        raise KeyboardInterrupt

    monkeypatch.setattr(strategy_dealing, "deal_coups", interrupted)
    code, out, _ = run("--model", "B1", "--deal", "1000")
    assert code == 130
    assert "30 fresh coups of seed 0" in out


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[1, 2]", "{}", '{"certificate": "whist"}', '{"certificate": "banque"}']
)
def test_a_file_that_is_no_certificate_exits_with_2(text: str, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text(text)
    code, out, err = run("--check", str(file))
    assert (code, out) == (2, "")
    assert "not a certificate" in err
    assert err.count("\n") == 1


def test_plots_are_drawn_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "decks.svg"
    printed("--model", "B1", "--plot", str(file))
    assert curves_in(file) == {"Player", "5", "6|-"}
    for commission in ("5%", "all"):
        printed("--model", "A1", "--commission", commission, "--plot", str(file))
        assert curves_in(file) == {"Player", "banquier", "5", "6|-"}


def curves_in(file: Path) -> set[str]:
    root = ElementTree.parse(file).getroot()
    return {name for element in root.iter() if (name := element.attrib.get("data-curve"))}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("whist", "unknown game: 'whist' (expected chemin or banque)"),
        ("--model C3", "not a model: 'C3'"),
        ("--decks 0", "at least 1 deck, not 0"),
        (f"--decks {10**23}", "a shoe must have at most"),
        ("banque --decks 0", "1 to 27 decks, not 0"),
        ("--composition 0:5", "at least 6 cards, not 5"),
        ("--composition x", "x"),
        ("--decks 6 --composition 0:96", "decks or a composition, not both"),
        ("--commission 1/5", "from 0 to 1/10, not 1/5"),
        ("--commission -1/5", "from 0 to 1/10, not -1/5"),
        ("--commission 1/0", "not a number: '1/0'"),
        ("--commission every", "expected a commission from 0 to 1/10, e.g. '5%'"),
        ("--commission all --table --deal 5", "leave --table and --deal out"),
        ("--commission all --model A3", "several strategies of the ponte"),
        ("--commission 1e999999999", "not a number: '1e999999999'"),
        ("banque --theta 3/2", "from 0 to 1, not 3/2"),
        ("banque --theta much", "not a stake: 'much'"),
        ("--theta 1/2", "leave --theta out"),
        ("--sees-third", "leave --sees-third out"),
        ("banque --pieces --theta 1/2", "leave --theta out"),
        ("banque --pieces --latex --table", "leave --table and --latex out"),
        ("banque --pieces --composition 0:9", "solve one stake at a time"),
        ("banque --model B3", "leave --model out"),
        ("--bind 8|4=D", "there is no decision at '8|4'"),
        ("--bind 4=D", "there is no decision at"),
        ("--bind 6|-", "not a binding: '6|-'"),
        ("--bind 6|-=X", "not a number: 'X'"),
        ("--bind 5=D --bind 5=S", "a decision is bound twice"),
        ("--bind 6|-=3/2", "probability of drawing, not to 3/2"),
        ("--symbolic --model A1", "has no shoe"),
        ("--symbolic --decks 6", "leave --decks out"),
        ("--symbolic --commission 5%", "leave --commission out"),
        ("--symbolic --commission all --decks 6", "leave --decks out"),
        ("--symbolic --commission all --latex", "leave --latex out"),
        ("--symbolic --commission all --model A1", "has no shoe"),
        ("--deal 10 --model A1", "every card returns"),
        ("--deal 0", "at least one coup must be dealt, not 0"),
        ("--deal 1 --seed -1", "a seed must be a whole number"),
        ("--seed 0", "leave --seed out"),
        ("banque --deal 0", "leave --deal out"),
        ("--latex --json", "choose one"),
        ("--plot curve.jpg", "a drawing is saved as .svg, .png or .pdf"),
        ("--style print", "name the file of a picture, too"),
        ("--style green --plot curve.svg", "unknown style: 'green' (expected felt or print)"),
        ("--plot curve.svg --model A1", "no number of decks"),
        ("--plot curve.svg --composition 0:9,5:9", "leave --composition out"),
        ("--certificate -", "needs a file"),
        ("--gambit -", "needs a file"),
        ("--gambit game.txt", "an .nfg or .efg file"),
        ("--gambit game.nfg", "too many to list: use the .efg form"),
        ("--gambit game.efg --symbolic", "leave --gambit out"),
        ("--gambit game.efg --commission 5%", "leave --gambit out"),
        ("banque --gambit game.efg", "leave --gambit out"),
        ("--coq -", "needs a file"),
        ("--coq b3.txt", "must have only letters and digits, e.g. b3.v"),
        ("--coq 3-decks.v", "must have only letters and digits, e.g. b3.v"),
        (
            "--coq Rules.v",
            "Rules.v: the proofs for Coq already have a file of this name: choose another name, "
            "e.g. b3.v",
        ),
        ("--coq /nowhere/every.v", "have a file of this name"),
        ("--symbolic --commission all --coq Commission.v", "have a file of this name"),
        ("--coq b3.v --commission 5%", "every number of decks: leave --coq out"),
        ("--coq b3.v --bind 5=D", "every number of decks: leave --coq out"),
        ("banque --coq b3.v", "every number of decks: leave --coq out"),
        ("--coq a3.v --model A3", "does not exclude other solutions"),
        ("--check /nowhere/proof.json", "cannot be read"),
        ("--check proof.json --decks 6", "leave --decks out"),
    ],
)
def test_bad_input_is_one_line_and_exits_with_2(words: str, complaint: str) -> None:
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert err.startswith("baccarat: ")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("more", [(), ("--json",), ("--plot", "/nowhere/curve.svg")])
def test_a_solution_is_shown_though_its_certificate_cannot_be_written(
    more: tuple[str, ...],
) -> None:
    code, out, err = run("--model", "B1", "--certificate", "/nowhere/proof.json", *more)
    shown = ("--json",) if more == ("--json",) else ()
    assert (code, out) == (2, printed("--model", "B1", *shown))
    assert "cannot be written" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("form", ["nfg", "efg"])
def test_the_game_is_written_for_gambit(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"a1.{form}"
    assert printed("--model", "A1", "--gambit", str(file)) == printed("--model", "A1")
    assert file.read_text("utf-8") == getattr(reduced(solve("A1")), form)


def test_a_solution_and_its_certificate_make_the_same_file_for_coq(tmp_path: Path) -> None:
    proof, solved, checked = (tmp_path / name for name in ("b1.json", "b1.v", "again.v"))
    solution = printed("--model", "B1", "--certificate", str(proof), "--coq", str(solved))
    assert solution == printed("--model", "B1")
    assert printed("--check", str(proof), "--coq", str(checked)).startswith("proved: model B1")
    assert "says B1 (decks 6) solution 0" in solved.read_text("utf-8")
    assert checked.read_text("utf-8") == solved.read_text("utf-8")
    proof.write_text(proof.read_text("utf-8").replace('"value": "-', '"value": "'), "utf-8")
    code, out, _ = run("--check", str(proof), "--coq", str(tmp_path / "false.v"))
    assert (code, out) == (1, "")
    assert not (tmp_path / "false.v").exists()


@pytest.mark.slow
def test_a_theorem_of_every_commission_is_written_for_coq(tmp_path: Path) -> None:
    proof, file, again = (tmp_path / name for name in ("b1.json", "b1.v", "again.v"))
    every = ("--symbolic", "--commission", "all", "--model", "B1")
    printed(*every, "--certificate", str(proof), "--coq", str(file))
    assert "one_equilibrium (decks d) B1 a" in file.read_text("utf-8")
    code, out, err = run("--check", str(proof), "--coq", str(tmp_path / "nowhere" / "b1.v"))
    assert (code, out[:7]) == (2, "proved:")
    assert "cannot be written" in err
    printed("--check", str(proof), "--coq", str(again))
    assert again.read_text("utf-8") == file.read_text("utf-8")


def test_what_coq_does_not_cover_is_told_of_the_certificate(tmp_path: Path) -> None:
    proof, file = tmp_path / "a3.json", tmp_path / "a3.v"
    printed("--model", "A3", "--certificate", str(proof))
    code, out, err = run("--check", str(proof), "--coq", str(file))
    assert code == 2
    assert out.startswith("proved: model A3")  # the verdict is told first
    assert "a3.json: Coq covers chemin de fer with one solution" in err
    assert err.count("\n") == 1
    assert not file.exists()


def test_a_solution_is_shown_though_its_plot_needs_an_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    file = tmp_path / "curve.png"
    code, out, err = run("--model", "A1", "--commission", "5%", "--plot", str(file))
    assert (code, out) == (2, printed("--model", "A1", "--commission", "5%"))
    assert "pip install 'baccarat[png]'" in err
    assert not file.exists()


def test_the_bench_measures_everything_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_solve, "SHOES", ("B1", "B4"))
    monkeypatch.setattr(bench_solve, "measure", partial(bench_solve.measure, most_decks=1))
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit) as left:
        cli.main(["bench", "solve", "--json"])
    assert left.value.code == 0
    lines = json.loads(out.getvalue())["lines"]
    assert {line["wanted"] for line in lines} == {"< 1 s", "< 0.2 s", "< 2 min", "< 5 s"}
    assert all(line["seconds"] > 0 for line in lines)
