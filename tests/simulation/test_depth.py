"""How deep a simulation looks: which bets it counts, and that the totals stay the same."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from asking import command

from baccarat import Bet, Card, Depth, bet, game, simulate
from baccarat.base.errors import TooShallow
from baccarat.simulation.plan import EQUAL_START


@pytest.mark.parametrize(
    ("depth", "counted"),
    [
        ("totals", set()),
        ("points", set()),
        (Depth.RANKS, {"player-pair", "banker-pair", "either-pair"}),
        (None, {"player-pair", "banker-pair", "either-pair", "perfect-pair"}),
    ],
)
def test_bets_that_look_no_deeper_are_counted(depth: Depth | str | None, counted: set[str]) -> None:
    found = simulate(50, 7, depth=depth)
    assert found.tally.events.keys() == {"equal-start", *counted}
    assert found.tally.digest == simulate(50, 7).tally.digest
    if depth == "totals":
        with pytest.raises(TooShallow, match="player-pair needs ranks"):
            found.of(bet("player-pair"))


def test_of_a_printed_card_no_more_is_asked_than_it_shows() -> None:
    table = game("punto-banco")
    printed = replace(table, rules=replace(table.rules, printed=Card.parse("7x")))
    found = simulate(20, 7, game=printed)
    assert "player-pair" in found.tally.events
    assert "perfect-pair" not in found.tally.events
    with pytest.raises(TooShallow, match="printed card"):
        simulate(20, 7, game=printed, depth="cards")


@pytest.mark.slow
def test_pairs_and_suits_have_their_exact_odds() -> None:
    """Four bets and equal starts: an honest engine misses 4.5 errors 3 times in 100,000."""
    found = simulate(4_000_000, 7, fresh=True)
    for key in ("player-pair", "banker-pair", "either-pair", "perfect-pair"):
        z = found.z(bet(key))
        assert z is not None
        assert abs(z) < 4.5
    exact = found.exact.of(EQUAL_START).probability("equal")
    dealt = found.of(EQUAL_START).probability("equal")
    assert abs(float(dealt - exact)) < 4.5 * (float(exact) / 4_000_000) ** 0.5


def test_equal_starts_are_exact() -> None:
    """Counted by hand: four cards of one deck by their points, without replacement."""
    counts = [16, *[4] * 9]
    level = 0
    for a in range(10):
        for b in range(10):
            for c in range(10):
                left = counts.copy()
                ways = 1
                for card in (a, b, c, (a + b - c) % 10):
                    ways *= left[card]
                    left[card] -= 1
                level += ways
    found = simulate(1, fresh=True, decks=1).exact.of(EQUAL_START).probability("equal")
    assert found == Fraction(level, 52 * 51 * 50 * 49)


def test_a_strangers_bet_is_counted_and_held_to_its_exact_odds() -> None:
    """100,000 fresh coups; an honest engine misses by 4.5 errors 7 times in a million."""
    stranger = Bet(
        "Red Start",
        lambda outcome: "red" if outcome.player.trait else None,
        pays={"red": 3},
        depth=Depth.CARDS,
        trait=lambda hand: "red" if all(card.suit.is_red for card in hand) else None,
        at_start=True,
    )
    table = game("punto-banco")
    felt = replace(table.layout, bets={**table.layout.bets, "red": stranger})
    table = replace(table, layout=felt)
    found = simulate(100_000, 7, game=table, fresh=True)
    assert found.exact.of(stranger).chance == Fraction(208 * 207, 416 * 415)
    z = found.z(stranger)
    assert z is not None
    assert abs(z) < 4.5


@pytest.mark.slow
def test_the_command_tells_every_bet_at_every_depth() -> None:
    told = json.loads(command("--shoes", "40", "--seed", "7", "--all", "--json").stdout)
    assert {"player-pair", "majestic-match-player", "lucky-8-banker", "dragon-7"} <= set(
        told["bets"]
    )
    assert sum(int(cell) for row in told["matrix"] for cell in row) == told["coups"]
    assert told["shares"].keys() == {"naturals", "equal-starts"}
    shallow = json.loads(
        command("--shoes", "40", "--seed", "7", "--depth", "totals", "--json").stdout
    )
    assert shallow["digest"] == told["digest"]
    assert "player-pair" not in shallow["bets"]


def test_the_command_shows_the_matrix_and_an_endless_deck() -> None:
    done = command("--fresh", "2000", "--decks", "inf", "--matrix", "--seed", "7")
    assert done.returncode == 0
    assert "an endless deck" in done.stdout
    assert "Banker's across" in done.stdout
    assert "Equal starts" in done.stdout


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--shoes", "5", "--depth", "deep"], "not a depth: 'deep' (expected totals, points"),
        (["--shoes", "5", "--decks", "inf"], "an endless deck has no last coup"),
        (["--shoes", "5", "--decks", "0"], "1 to 12 whole decks"),
        (["--fresh", "5", "--bet", "nonsense"], "unknown bet"),
        (["--shoes", "5", "--depth", "totals", "--plot", "x.svg", "--bet", "player-pair"], "looks"),
        (
            ["--shoes", "5", "--depth", "totals", "--bet", "player-pair"],
            "player-pair looks at ranks: --depth totals leaves it out",
        ),
        (
            ["--until", "5", "--depth", "ranks", "--bet", "perfect-pair:20/200"],
            "perfect-pair looks at cards: --depth ranks leaves it out",
        ),
        (
            ["--shoes", "5", "--game", "7-up", "--bet", "perfect-pair"],
            "perfect-pair looks at cards: the printed card shows none",
        ),
    ],
)
def test_bad_input_is_told_in_one_line(args: list[str], complaint: str) -> None:
    done = command(*args)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
