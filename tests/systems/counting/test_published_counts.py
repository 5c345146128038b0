"""The published counts, and the checks of `verify --long`, with few shoes."""

import csv
from math import sqrt

import pytest
from checkout import ROOT

from baccarat.core.bets import bet, registered
from baccarat.core.shoe import LastCoup
from baccarat.systems.counting.expectations import can_be_weighed
from baccarat.systems.counting.play import PerfectBet
from baccarat.systems.counting.published import KnownCount, known_counts
from baccarat.systems.counting.shoes import count_cards
from baccarat.systems.counting.totals import Ending
from baccarat.systems.counting.worth import CountWorth
from baccarat.verify.long_counts import SHARE, count_checks

DOCS = ROOT / "docs"


def figures(worth: CountWorth) -> dict[str, tuple[float, float]]:
    """Each figure with its error, by the name of the field that has the printed one."""
    found = {"units": worth.units, "bets": worth.bets}
    found |= {"share": worth.share * 100, "edge": worth.mean_edge * 100}
    return {name: (each.value, each.error) for name, each in found.items()}


@pytest.mark.parametrize("known", known_counts(), ids=lambda known: str(known.count)[:24])
def test_a_published_figure_comes_out_again(known: KnownCount) -> None:
    """Beyond the margin of verify and 4.5 errors of ours: once in 150,000 runs."""
    [worth] = count_cards([known.count], 3000, 11, endings=[known.ending]).worths
    for name, (found, error) in figures(worth).items():
        if (printed := getattr(known, name)) is not None:
            room = SHARE * float(printed) + 0.5 * 10 ** -len(printed.partition(".")[2])
            assert abs(found - float(printed)) < room + 4.5 * error, name


def test_the_long_checks_tell_what_they_are_held_to() -> None:
    checks = list(count_checks(shoes=200, perfect=60, trial=200))
    assert len(checks) == 24
    assert len({check.what for check in checks}) == 24
    units = [check for check in checks if "perfect play" in check.what and "units" in check.what]
    assert all(check.found >= 0 for check in units)
    for check in checks:
        if "ours ±" in check.held_to and "below" not in check.held_to:
            printed, room = (float(word) for word in check.held_to.split()[:3:2])
            off = abs(check.found - printed) / room  # which is printed with few digits
            assert check.is_right == (off <= 1) or 0.9 < off < 1.1


def test_the_table_of_perfect_play_comes_out_again() -> None:
    """Some lines of the file that the docs link: beyond 4.5 errors once in 150,000 runs."""
    with (DOCS / "_static" / "perfect-play.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert len({(line["decks"], line["cut_card"], line["last_coup"]) for line in lines}) == 18
    assert max(abs(float(line["z"])) for line in lines) < 4.5
    weighed = {str(each) for each in can_be_weighed(registered())[0]}
    assert weighed - {line["bet"] for line in lines} == {
        "player-7-up:1/0.5",
        "banker-7-up:1.8/1",
        "tie-7-up:9/7",
    }
    for decks, name, shoes in ((8, "dragon-7:40", 400), (6, "perfect-pair:25/25", 100)):
        ending = Ending(26, LastCoup.C)
        [worth] = count_cards(
            [PerfectBet(bet(name))], shoes, 11, decks=decks, endings=[ending]
        ).worths
        [line] = [
            line
            for line in lines
            if (line["decks"], line["bet"], line["cut_card"], line["last_coup"])
            == (str(decks), name, "26", "C")
        ]
        for column, found in (("units_a_shoe", worth.units), ("bets_a_shoe", worth.bets)):
            error = sqrt(float(line[f"{column}_error"]) ** 2 + found.error**2)
            assert abs(float(line[column]) - found.value) < 4.5 * error, (name, column)
