"""Stakes on streaks at the table: laid when none runs, on the felt until its end."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.core.bets import LOSES
from baccarat.core.layout import Wager
from baccarat.core.rules import Rules
from baccarat.exact.odds import odds
from baccarat.table import ActRefused, Audience, Phase, Table
from baccarat.table.acts import Close, Cut, Deal, Leave, Open, Place, Repeat, Shuffle, Sit
from baccarat.table.coach.coach import costs, edges, expected, report
from baccarat.table.shoe_records import write_shoe
from baccarat.table.sitting import Sitting
from baccarat.table.state import Running

COUPS = {"B": "295K", "P": "92K5", "T": "99KK"}
"""The ranks of a coup with a natural nine for Banker, for Player, for both."""
PAYS = {4: 10, 5: 15, 6: 25, 7: 40, 8: 60, 9: 150, 10: 250}


def table_of(results: str, *guests: str, seats: int = 1, last: bool = False) -> Table:
    """A table whose next coups have these results; `last` ends the shoe with them."""
    deck = [str(card) for card in Rules(decks=8).composition.cards]
    known = []
    for rank in "".join(COUPS[letter] for letter in results):
        known.append(next(card for card in deck if card[0] == rank))
        deck.remove(known[-1])
    order = [*known, *deck]
    opened = Open(
        decks=8,
        burn=False,
        cut_card=len(order) - len(known) + 4 if last else 0,
        seats=seats,
        bets=("banker-streak",),
    )
    sits = [Sit(guest, 1000) for guest in guests or ("guest",)]
    return Table().then(opened, *sits, Shuffle(" ".join(order)), Cut())


def deal(table: Table, coups: int) -> Table:
    for _ in range(coups):
        table = table.deal(free=True)
    return table


@pytest.mark.parametrize(
    ("results", "won"),
    [
        ("P", -10),
        ("T", -10),
        ("BBBP", -10),
        ("BBBBP", 100),
        ("BBBBBT", 150),
        ("BBBBBBBBBP", 1500),
        ("BBBBBBBBBB", 2500),
    ],
)
def test_a_streak_is_paid_by_its_wins_in_a_row(results: str, won: int) -> None:
    table = table_of(results).bet("banker-streak=10")
    for number in range(1, len(results)):
        table = table.deal()
        assert table.view().running == (Running(Wager("banker-streak", 10), number),)
        assert (table.bankroll, table.on_the_felt) == (990, 10)
        assert table.view(Audience.SPECTATOR).seats[0].running == table.view().running
    table = table.deal()
    assert (table.bankroll, table.on_the_felt, table.house) == (1000 + won, 0, -won)
    assert [line.won for line in table.view().lines] == [won]


def test_a_streak_is_laid_only_when_none_is_running() -> None:
    table = table_of("B" * 11 + "P")
    for number in range(11):
        if number in (0, 10):  # ten wins end a streak
            assert table.bet("banker-streak=5").on_the_felt == 5
        else:
            with pytest.raises(ActRefused, match="a streak of banker-streak is running"):
                table.bet("banker-streak=5")
        table = table.deal(free=True)
    assert deal(table, 1).bet({"Banker Streak": 5}).on_the_felt == 5


def test_other_bets_go_on_beside_a_streak_and_are_repeated_without_it() -> None:
    table = table_of("BBP").bet("banker-streak=10 banker=20").deal()
    assert table.bankroll == 1000 - 10 + 19
    table = table.apply(Repeat())
    assert table.wagers == (Wager("banker", 20),)
    table = table.deal().bet("player=5").deal()
    assert table.bankroll == 1000 + 19 + 19 + 5 - 10


def test_the_end_of_the_shoe_gives_the_stake_back() -> None:
    table = deal(table_of("BBBB", last=True).bet("banker-streak=10"), 3)
    assert table.on_the_felt == 10
    while table.phase is Phase.BETS:
        table = table.deal(free=True)
    assert table.phase is Phase.FINISHED
    assert (table.on_the_felt, table.seat().running) == (0, ())


@pytest.mark.parametrize("unfinished", [0, LOSES])
def test_a_shoe_or_a_guest_that_goes_settles_it_as_the_bet_says(unfinished: int) -> None:
    table = table_of("BB", "Ann", "Bob", seats=3).apply(Place("banker-streak", 10, "Ann"))
    (bet,) = table.streaks
    table = replace(table, streaks=(replace(bet, unfinished=unfinished),)).deal().deal()
    left = 1000 + 10 * unfinished
    order = str(Rules(decks=8).shuffle(seed=3))
    assert table.apply(Shuffle(order)).seat("Ann").bankroll == left
    assert table.apply(Shuffle(order)).house == -10 * unfinished
    assert table.apply(Close()).seat("Ann").bankroll == left
    with pytest.raises(ActRefused, match="no more bets"):
        table.apply(Deal()).apply(Leave("Ann"))  # or who sees the cards could save the stake
    gone = table.apply(Leave("Ann"))
    assert (gone.house, len(gone.seats)) == (-10 * unfinished, 1)


def test_streaks_are_kept_and_folded() -> None:
    sitting = Sitting()
    order = str(table_of("BBBBP").the_shoe)
    sitting.do(Open(decks=8, burn=False, cut_card=0, bets=("banker-streak",)))
    sitting.do(Sit("guest", 100), Shuffle(order), Cut(), Place("banker-streak", 10))
    for _ in range(5):
        sitting.do(Place("tie", 1))
        sitting.do(Deal(), go_on=True)
    assert sitting.table.bankroll == 100 + 100 - 5
    assert Sitting(sitting.keeper).table == sitting.table


@given(st.text("BPT", min_size=1, max_size=15), st.sets(st.integers(0, 14)))
def test_any_row_of_results_pays_as_a_plain_count_does(results: str, laid: set[int]) -> None:
    table = table_of(results)
    bankroll, run, mine = 1000, 0, None
    for number, letter in enumerate(results):
        if number in laid and run == 0:
            table = table.bet("banker-streak=2")
            mine, bankroll = 0, bankroll - 2
        table = table.deal(free=True)
        run = (run + 1) % 10 if letter == "B" else 0
        if mine is not None:
            mine += letter == "B"
            if letter != "B" or mine == 10:
                bankroll += 2 + 2 * PAYS[mine] if mine in PAYS else 0
                mine = None
        assert table.bankroll == bankroll
        assert table.bankroll + table.on_the_felt + table.house == 1000


def test_the_coach_weighs_a_streak_by_its_chain() -> None:
    table = table_of("BBBBP")
    fresh = odds(decks=8).streak("banker-streak").edge
    assert edges(table)["banker-streak"] == fresh
    assert expected([Wager("banker-streak", 10)], table) == -10 * fresh
    done = deal(table.bet("banker-streak=10"), 5)
    assert costs(done).expected == -10 * fresh
    assert costs(done).won == 100
    money = [point.bankroll for point in report(done)]
    assert money == [1000, 1000, 1000, 1000, 1000, 1100]
    assert write_shoe(done).entries[0].wagers == ()


def test_a_game_of_decisions_has_no_streaks() -> None:
    with pytest.raises(ActRefused, match="has no bets but player and banker"):
        Table().apply(Open("chemin-de-fer", bets=("banker-streak",)))


def test_a_streak_of_ones_own_price_is_paid_at_it() -> None:
    opened = Open(decks=8, burn=False, cut_card=0, bets=("banker-streak:1/1/1/1/1/1/2",))
    order = str(table_of("BBBBP").the_shoe)
    table = Table().then(opened, Sit("guest", 50), Shuffle(order), Cut())
    assert deal(table.bet("banker-streak=10"), 5).bankroll == 60
