"""The coach's sums: the account of a sitting, its band, and what is never loaded for nothing."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample_sizes import examples

from baccarat.core.bets import Bet, bet
from baccarat.core.bets.bet_types import Trait
from baccarat.core.cards import Card, Depth, parse_cards
from baccarat.core.coup import Coup, Hand, Outcome
from baccarat.core.games import game
from baccarat.core.layout import Rounding, settle
from baccarat.core.shoe import Composition
from baccarat.exact.coup_law import JointTiers
from baccarat.exact.joint import joint
from baccarat.exact.odds import OddsTable, odds
from baccarat.table import Phase, Table
from baccarat.table.acts import Buy, Cut, Decide, Double, Open, Place, Shuffle, Sit
from baccarat.table.coach import coach as coach_room
from baccarat.table.coach.coach import Account, Cost, costs, expected, given_away, report
from baccarat.table.state import Played

PlainDeal = Callable[[Sequence[int]], tuple[list[int], list[int]]]

SEVEN = "Kh Kh 5d 5c 8h 3h 6d"
"""So few cards that they can be dealt in every order; two kings of hearts are a perfect pair."""
ALL_PUNTO_BANCO = tuple(game("punto-banco").layout.bets)


def dealt_by_another(plain_deal: PlainDeal, cards: Sequence[Card]) -> Coup:
    """The coup that a dealer who is not ours deals with these cards."""
    player, banker = plain_deal([card.points for card in cards])
    one, other = (Hand(tuple(cards[place] for place in places)) for places in (player, banker))
    return Coup(one, other, is_over=True)


@pytest.fixture(scope="module")
def coups(plain_deal: PlainDeal) -> Counter[Coup]:
    """How often each coup comes in all orders of six of the seven cards."""
    orders = permutations(parse_cards(SEVEN), 6)
    return Counter(dealt_by_another(plain_deal, cards) for cards in orders)


def seated(cards: str = SEVEN, **options: object) -> Table:
    """A table with a shoe of the given cards, in their order."""
    settings = {"decks": 2, "burn": False, "cut_card": 0, **options}
    opened = Open(**settings)  # type: ignore[arg-type]
    return Table().then(opened, Sit("guest", 10_000), Shuffle(cards), Cut())


# The band


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wagers", "rounding"),
    [
        ("banker=7 tie=3", Rounding.DOWN),
        ("player=5 banker=33 tie=2 dragon-bonus-player=4", Rounding.UP),
        ("banker=10 player-pair=3", Rounding.DOWN),
        ("player-pair=3 banker-pair=2 either-pair=5", Rounding.DOWN),
        ("perfect-pair=2 either-pair=5 banker=9", Rounding.NEAREST),
        (" ".join(f"{spot}={2 + at}" for at, spot in enumerate(ALL_PUNTO_BANCO)), Rounding.DOWN),
        pytest.param(
            "majestic-match-player=3 lucky-8-banker=2 player-pair=1 3-giving-8=5",
            Rounding.DOWN,
            marks=pytest.mark.long,
        ),
    ],
)
def test_the_band_is_that_of_every_order_of_the_cards(
    wagers: str, rounding: Rounding, coups: Counter[Coup]
) -> None:
    """Mean and variance of all wagers together, as they are paid, over 5040 orders."""
    more = ("majestic-match-player", "lucky-8-banker", "3-giving-8")
    table = seated(bets=more, rounding=rounding).bet(wagers)
    placed, layout = table.wagers, table.game.layout
    won = [(settle(coup, placed, layout).won, times) for coup, times in coups.items()]
    mean = Fraction(sum(coins * times for coins, times in won), coups.total())
    variance = sum((coins - mean) ** 2 * times for coins, times in won) / coups.total()
    first, last = report(table.deal())
    assert first.expected == 10_000
    assert first.variance == 0
    assert last.expected == 10_000 + mean == 10_000 + expected(placed, table)
    assert last.variance == variance


def equal_start(coup: Coup) -> str | None:
    return "equal" if coup.has_equal_start else None


def two_tens(outcome: Outcome) -> str | None:
    label: object = outcome.player.trait
    return "two tens" if label == ("0", "0") else None


STRANGERS = (
    Bet("Equal Start", equal_start, pays={"equal": 8}, depth=Depth.POINTS),
    Bet(
        "Two Tens",
        two_tens,
        pays={"two tens": 3},
        depth=Depth.POINTS,
        # A label is text, but nobody holds a stranger to it.
        trait=cast("Trait", lambda hand: tuple(map(str, hand.cards[:2]))),
    ),
)


def test_strangers_bets_of_every_kind_are_weighed_with_ours(coups: Counter[Coup]) -> None:
    """A bet on whole coups, and one with a label of its own, beside totals and ranks."""
    bets = [*STRANGERS, bet("banker"), bet("player-pair"), bet("tie")]
    counted: Counter[JointTiers] = Counter()
    for coup, times in coups.items():
        counted[tuple(one.tier(coup) for one in bets)] += times
    table = OddsTable(game("punto-banco"), Composition.of(parse_cards(SEVEN)))
    assert joint(table, bets) == counted


def test_bets_are_weighed_together_in_a_coup_that_has_begun(plain_deal: PlainDeal) -> None:
    bets = [bet("player-pair"), bet("tie"), bet("lucky-8-player"), STRANGERS[0]]
    dealt, rest = parse_cards("Kh 9d 5c"), parse_cards("4s 8h 3h 5d 5h")
    counted: Counter[JointTiers] = Counter()
    for others in permutations(rest, 3):
        coup = dealt_by_another(plain_deal, [*dealt, *others])
        counted[tuple(one.tier(coup) for one in bets)] += 1
    punto_banco, unseen = game("punto-banco"), Composition.of(rest)
    half = Coup(Hand((dealt[0], dealt[2])), Hand((dealt[1],)))
    assert joint(OddsTable(punto_banco, unseen, half), bets) == counted
    over = Coup.parse("Kh 5c 8h | 9d 4s")
    tiers = tuple(one.tier(over) for one in bets)
    assert joint(OddsTable(punto_banco, unseen, over), bets) == {tiers: 1}


@pytest.mark.parametrize(
    ("wagers", "bets"),
    [("player=50 banker=50", ("banker:1",)), ("small=9 big=9", ("small:1", "big:1"))],
)
def test_opposite_bets_leave_nothing_to_chance(wagers: str, bets: tuple[str, ...]) -> None:
    """What the one wins at even money the other loses, and a tie or none pushes."""
    table = Table.open(seed=3, bankroll=1_000, bets=bets)
    for _ in range(10):
        table = table.bet(wagers).deal()
    for point in report(table):
        assert point.bankroll == point.expected == 1_000
        assert point.variance == 0


@pytest.mark.parametrize(
    ("spot", "deviation"),
    [("banker", 0.9274), ("player", 0.9512), ("tie", 2.6409)],
)
def test_a_fresh_shoe_has_the_published_deviation(spot: str, deviation: float) -> None:
    """Per unit staked, eight decks: wizardofodds.com/games/baccarat."""
    table = Table.open(seed=7, bankroll=1_000, burn=False).bet(f"{spot}=20").deal()
    assert round(report(table)[-1].deviation / 20, 4) == deviation


def test_a_wager_alone_has_the_variance_of_its_bet() -> None:
    table = Table.open(seed=7, bankroll=1_000)
    seen = str(table.ceremony.burn_card)
    for spot in ("player", "tie", "either-pair", "small"):
        alone = report(table.bet(f"{spot}=20").deal())[-1]
        assert alone.variance == 400 * odds(8, seen=seen)[spot].variance


@given(
    st.dictionaries(
        st.sampled_from(["player", "banker", "tie", "small", "big", "dragon-bonus-banker"]),
        st.integers(1, 20).map(lambda stake: 100 * stake),
        min_size=1,
    )
)
@examples(10)
def test_twice_the_stakes_are_four_times_the_variance(stakes: dict[str, int]) -> None:
    table = Table.open(seed=7, bankroll=100_000)
    wagers = " ".join(f"{spot}={stake}" for spot, stake in stakes.items())
    once = report(table.bet(wagers).deal())[-1]
    twice = report(table.bet(wagers).apply(Double()).deal())[-1]
    assert twice.variance == 4 * once.variance >= 0
    assert twice.expected - 100_000 == 2 * (once.expected - 100_000)


def test_coups_without_a_wager_add_nothing() -> None:
    table = Table.open(seed=7, bankroll=100).deal(free=True).bet("tie=1").deal().deal(free=True)
    none, bare, bet_on, after = (point.variance for point in report(table))
    assert none == bare == 0 < bet_on == after


# The account


def sitting(coups: int, game_: str = "punto-banco") -> list[Table]:
    """A sitting after each of its coups, with several shoes and money bought on the way."""
    chemin = game_ == "chemin-de-fer"
    options = {"opponent": "timid"} if chemin else {}
    table = Table.open(game_, seed=5, bankroll=0, decks=1, **options).apply(Buy(1_000))
    after = [table]
    for number in range(coups):
        if table.phase is Phase.FINISHED:
            table = table.apply(Shuffle()).ready()
        if number % 4 == 1:
            table = table.apply(Buy(50))
        spot = "banker" if number % 3 else "player"
        table = table.apply(Place(spot, 7 + number))
        if not chemin and number % 2:
            table = table.bet("tie=3 player-pair=2")
        table = table.deal()
        while table.phase is Phase.DECISION:
            table = table.apply(Decide(True)).go_on()
        after.append(table)
    return after


def coups_of(tables: list[Table]) -> list[Played]:
    """All coups of a sitting that is given coup by coup."""
    return [table.played[-1] for table in tables[1:]]


@pytest.mark.parametrize("game_", ["punto-banco", "chemin-de-fer"])
def test_an_account_goes_on_as_if_it_were_counted_anew(game_: str) -> None:
    tables = sitting(20, game_)
    coups = coups_of(tables)
    assert tables[-1].shoes == len({played.shoe for played in coups}) > 1
    account = Account()
    for number, table in enumerate(tables):
        so_far = coups[:number]
        account = account.after(table, coups=so_far)
        assert account == Account().after(table, coups=so_far)
        assert (account.cost, account.points) == (costs(table, so_far), report(table, so_far))
    assert account.points[-1].bankroll == tables[-1].bankroll
    assert account.cost.won == tables[-1].bankroll - tables[-1].bought


def test_no_coup_is_counted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the sitting is, what is counted after a coup is that coup."""
    tables = sitting(12)
    coups = coups_of(tables)
    counted: list[Played] = []

    def noted(played: Played, table: Table) -> Fraction:
        counted.append(played)
        return given_away(played, table)

    monkeypatch.setattr(coach_room, "given_away", noted)
    account = Account()
    for table in tables:
        account = account.after(table, coups=coups[: table.coups])
        account = account.after(table, coups=coups[: table.coups])
    assert counted == coups


def test_without_more_a_report_is_that_of_the_present_shoe() -> None:
    tables = sitting(20)
    (first,) = [n for n, table in enumerate(tables) if table.shoes == 2 and len(table.played) == 1]
    last = max(n for n, table in enumerate(tables) if table.shoes == 2)
    bought = tables[last].bought - tables[first].bought
    points, table = report(tables[last]), tables[last]
    assert len(points) == len(table.played) + 1
    start = tables[first].bankroll - tables[first].played[0].won
    assert points[0].bankroll == points[0].expected == start
    assert points[-1].bankroll == table.bankroll
    assert costs(table).won == table.bankroll - start - bought
    assert points[-1].expected == start + bought + costs(table).expected


def test_an_account_of_another_sitting_is_begun_anew() -> None:
    one = Table.open(seed=7, bankroll=100).bet("banker=20").deal()
    other = Table.open(seed=7, bankroll=100).bet("banker=40").deal()
    elsewhere = Table.open(seed=7, bankroll=100, bets=("banker:1",)).bet("banker=20").deal()
    account = Account().after(one)
    for table in (other, elsewhere, Table.open(seed=7, bankroll=5)):
        assert account.after(table) == Account().after(table) != account


def test_an_account_of_nothing_is_nothing() -> None:
    account = Account().after(Table.open(bankroll=100))
    assert account.cost == Cost(0, Fraction(0), 0)
    (point,) = account.points
    assert point.bankroll == point.expected == 100
    assert point.coup == point.variance == 0


def test_a_bet_that_cannot_be_weighed_has_no_part_in_the_band() -> None:
    """Of cards known by their points nobody can tell a pair: that wager would be void."""
    table = seated("0 0 5 5 8 3 6").bet("banker=20 player-pair=5")
    alone = seated("0 0 5 5 8 3 6").bet("banker=20")
    assert report(table.deal())[-1].variance == report(alone.deal())[-1].variance > 0
    nothing = seated("0 0 5 5 8 3 6").bet("player-pair=5").deal()
    assert costs(nothing).expected == report(nothing)[-1].variance == 0


# No theory for nothing


def test_a_sitting_of_punto_banco_never_loads_the_theory() -> None:
    code = (
        "import sys\n"
        "from baccarat.table import Table\n"
        "from baccarat.table.coach.coach import Account, costs, edges, expected, predict, report\n"
        "table = Table.open(seed=7, bankroll=500)\n"
        "for _ in range(3):\n"
        "    table = table.bet('banker=20 tie=5')\n"
        "    edges(table), expected(table.wagers, table), predict(table)\n"
        "    table = table.deal()\n"
        "costs(table), report(table), Account().after(table), table.view().as_json()\n"
        "loaded = [name for name in sys.modules if name.startswith('baccarat.theory')]\n"
        "assert not loaded, loaded\n"
        "assert 'flint' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
