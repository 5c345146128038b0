"""Chemin de fer at the table: who decides, how the opponent plays, what a choice costs."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from baccarat.bets import bet
from baccarat.cards import write_cards
from baccarat.coup import Choice, Hand, Side
from baccarat.errors import BadText, BetRefused
from baccarat.games import game
from baccarat.layout import Wager
from baccarat.rules import Rules
from baccarat.shoe import Composition
from baccarat.table import ActRefused, Phase, Table, fold
from baccarat.table.acts import Cut, Deal, Decide, Draw, Open, Place, Shuffle, Sit
from baccarat.table.coach import costs, expected, given_away, odds_now
from baccarat.table.opponent import MISTAKES, Assessment, assess, solution, strategies, worth
from baccarat.table.story import Decision
from baccarat.tableau import CHEMIN_DE_FER
from baccarat.theory.dealing import deal_whole_shoe, name_of
from baccarat.theory.model import Model
from baccarat.theory.payoffs import payoffs
from baccarat.theory.prices import price


def seated(**options: object) -> Table:
    settings = {"seed": 7, "bankroll": 10_000, "opponent": "equilibrium", **options}
    return Table.open("chemin-de-fer", **settings)  # type: ignore[arg-type]


def played_by(table: Table, role: str, draws: dict[str, Fraction]) -> Iterator[Table]:
    """Coup after coup, the guest being ponte or banquier and following a pure strategy."""
    while table.phase is Phase.BETS:
        table = table.apply(Place(role, 10)).deal()
        while table.phase is Phase.DECISION:
            assert table.choice is not None
            cell = name_of(table.choice, Model.parse(table.opened.model))
            table = table.apply(Decide(draws[cell] == 1)).go_on()
        yield table


@pytest.mark.parametrize("role", ["player", "banker"])
@pytest.mark.parametrize("opponent", ["equilibrium", *MISTAKES])
def test_the_opponent_plays_as_theory_deals(role: str, opponent: str) -> None:
    """A whole shoe at the table is the shoe that the theory's own dealer deals."""
    ponte, banquier = strategies(opponent, "B3", 6)
    mine = payoffs("B3", 6).follow(MISTAKES["middling"])
    x, y = (mine[0], banquier) if role == "player" else (ponte, mine[1])
    dealt = list(deal_whole_shoe("B3", x, y, game("chemin-de-fer").rules, seed=7))
    own = mine[0] if role == "player" else mine[1]
    *_, last = played_by(seated(opponent=opponent), role, own)
    assert [played.coup for played in last.played] == dealt
    assert fold(last.acts) == last


def test_mixed_cells_cost_nothing_either_way() -> None:
    """At six decks the ponte mixes on 1,4 and the banquier on 0,6 against a Player who stood.

    Ethier & Gámez, arXiv 1305.5468: all other cells are pure. In equilibrium both moves
    of a mixed cell are worth the same, and in every other cell the move that is played is not
    worse than the other.
    """
    solved = solution("B3", 6)
    assert sorted(solved.mixed) == ["0,6|-", "1,4"]
    table = seated()
    for first, second in ((0, 5), (1, 4), (2, 3), (6, 9), (7, 8)):
        choice = Choice(Side.PLAYER, Hand.parse(f"{first} {second}"))
        found = assess(Decision(choice, True, True), table)
        _holds(found, solved.ponte[f"{first},{second}"])
    for first, second, third in ((0, 6, None), (1, 5, None), (0, 3, 8), (0, 3, 7), (0, 5, 4)):
        hand = Hand.parse(f"{first} {second}")
        card = None if third is None else Hand.parse(str(third)).cards[0]
        found = assess(Decision(Choice(Side.BANKER, hand, card), True, True), table)
        column = "-" if third is None else third
        _holds(found, solved.banquier[f"{first},{second}|{column}"])


def _holds(found: Assessment, equilibrium: Fraction) -> None:
    assert found.equilibrium == equilibrium
    if 0 < equilibrium < 1:
        assert found.drawing == found.standing
        assert found.cost == 0
    else:
        assert (found.drawing > found.standing) == (equilibrium == 1)


SMALL = "0 0 1 3 4 5 6 8"
"""A shoe so small that every order of it can be dealt."""


@pytest.mark.parametrize(
    ("choice", "commission"),
    [
        (Choice(Side.PLAYER, Hand.parse("1 4")), ""),
        (Choice(Side.PLAYER, Hand.parse("0 5")), ""),
        (Choice(Side.BANKER, Hand.parse("0 6")), ""),
        (Choice(Side.BANKER, Hand.parse("0 3"), Hand.parse("8").cards[0]), "-5%"),
        (Choice(Side.BANKER, Hand.parse("1 4"), Hand.parse("3").cards[0]), "-5%"),
    ],
)
def test_what_a_move_is_worth_is_the_mean_over_every_order(choice: Choice, commission: str) -> None:
    """By brute force: six cards in every order, kept if the guest would be asked just this."""
    model = Model.parse("B3")
    game_ = payoffs("B3", 1)
    ponte = {name: Fraction(1, 3) for name in game_.ponte}
    banquier = {cell: Fraction(i % 5, 4) for i, cell in enumerate(game_.banquier)}
    wager = bet(f"player:1{commission}" if choice.side is Side.PLAYER else f"banker:1{commission}")
    pays = 1 - wager.commission
    sums = {True: Fraction(0), False: Fraction(0)}
    weight = Fraction(0)
    own = sorted(card.points for card in choice.hand)
    for cards in permutations(map(int, SMALL.split()), 6):
        p, b = [cards[0], cards[2]], [cards[1], cards[3]]
        total_p, total_b = sum(p) % 10, sum(b) % 10
        if max(total_p, total_b) >= 8 or sorted(p if choice.side is Side.PLAYER else b) != own:
            continue
        x = Fraction(total_p < 5) if total_p != 5 else ponte[f"{min(p)},{max(p)}"]
        if choice.side is Side.BANKER:
            third = choice.players_third
            if third is not None and cards[4] != third.points:
                continue
            chance = x if third is not None else 1 - x
            weight += chance
            for draws in (True, False):
                sums[draws] += chance * _won(cards, third is not None, Fraction(draws), pays)
        else:
            weight += 1
            for draws in (True, False):
                cell = f"{min(b)},{max(b)}|{cards[4] if draws else '-'}"
                sums[draws] -= _won(cards, draws, banquier[cell], Fraction(1))
    found = worth(
        choice,
        model,
        ponte if choice.side is Side.BANKER else banquier,
        Composition.parse("0:2 1:1 3:1 4:1 5:1 6:1 8:1"),
        CHEMIN_DE_FER,
        wager,
    )
    assert found == (sums[True] / weight, sums[False] / weight)


def _won(cards: tuple[int, ...], ponte_draws: bool, banquier: Fraction, pays: Fraction) -> Fraction:
    """What the banquier is up, drawing with this probability."""
    player = (cards[0] + cards[2] + (cards[4] if ponte_draws else 0)) % 10
    banker = (cards[1] + cards[3]) % 10
    drawn = (banker + cards[5 if ponte_draws else 4]) % 10
    return sum(
        (
            chance * (pays if total > player else -int(total < player))
            for chance, total in ((1 - banquier, banker), (banquier, drawn))
        ),
        start=Fraction(0),
    )


def test_a_guest_in_equilibrium_expects_the_value_of_the_game() -> None:
    """Six decks, B3: -73356216203119/5712649844821920 (Ethier & Gámez, arXiv 1305.5468)."""
    value = Fraction(-73356216203119, 5712649844821920)
    table = seated()
    assert expected(table.apply(Place("player", 1000)).wagers, table) == 1000 * value
    assert expected(table.apply(Place("banker", 1000)).wagers, table) == -1000 * value


@pytest.mark.parametrize("opponent", MISTAKES)
def test_a_mistake_can_be_exploited(opponent: str) -> None:
    """By just what theory says that the mistake costs."""
    table = seated(opponent=opponent)
    value = solution("B3", 6).value
    for role, other, sign in (("player", Side.BANKER, 1), ("banker", Side.PLAYER, -1)):
        cost = price("B3", other, MISTAKES[opponent], decks=6).cost
        assert expected([Wager(role, 1)], table) == sign * value + cost
        assert cost > 0


def test_the_coach_sums_what_was_given_away() -> None:
    table = seated()
    for _ in range(30):
        table = table.bet("banker=10").deal()
        while table.phase is Phase.DECISION:
            table = table.apply(Decide(True)).go_on()  # drawing on 6 and 7 is dear
    each = [
        10 * assess(decision, table).cost
        for played in table.played
        for decision in played.decisions
        if decision.by_guest
    ]
    assert len(each) > 10
    assert costs(table).given_away == sum(each) > 0
    assert sum(given_away(played, table) for played in table.played) == sum(each)
    told = [
        str(assess(d, table)) for played in table.played for d in played.decisions if d.by_guest
    ]
    assert any(
        "the equilibrium never draws; against this opponent drawing costs" in t for t in told
    )


def test_a_system_shoe_throws_its_coins_alike_in_every_fold() -> None:
    rules = Rules(decks=6, tableau=CHEMIN_DE_FER)
    cards = write_cards(rules.shuffle(seed=11).cards)
    start = Table().then(
        Open("chemin-de-fer", opponent="equilibrium", burn=False),
        Sit("guest", 1000),
        Shuffle(cards),
        Cut(),
    )
    never = dict.fromkeys(payoffs("B3", 6).banquier, Fraction(0))
    *_, table = played_by(start, "banker", never)
    assert fold(table.acts) == table
    mixed = [
        decision.draws
        for played in table.played
        for decision in played.decisions
        if not decision.by_guest
    ]
    assert mixed


def test_without_an_opponent_every_choice_is_an_act() -> None:
    table = seated(opponent="")
    asked = set()
    while table.phase is not Phase.FINISHED:
        table = table.deal(free=True)
        while table.phase is Phase.DECISION:
            assert table.choice is not None
            asked.add(table.choice.side)
            assert table.view().player.cards == table.coup.player.cards  # nothing is hidden
            table = table.apply(Decide(table.choice.hand.total < 5)).go_on()
    assert asked == set(Side)


def test_what_does_not_go_at_chemin_de_fer_is_said() -> None:
    table = seated()
    with pytest.raises(ActRefused, match="no bets: put a stake on player to be the ponte"):
        table.apply(Deal(free=True))
    with pytest.raises(ActRefused, match="nothing is squeezed"):
        table.bet("player=5").apply(Deal(squeeze=True))
    with pytest.raises(ActRefused, match="bets are open"):
        table.apply(Decide(True))
    with pytest.raises(ActRefused, match="odds wait for both sides"):
        odds_now(table)
    with pytest.raises(BetRefused, match="no bet on Player and Banker together"):
        table.bet("player=5 banker=5")
    with pytest.raises(BadText, match=r"not an opponent: 'timed' \(expected equilibrium, "):
        seated(opponent="timed")
    with pytest.raises(BadText, match="not a model"):
        seated(model="C9")
    with pytest.raises(ActRefused, match="leaves an opponent nothing to decide"):
        Table.open(bankroll=1, opponent="equilibrium")
    with pytest.raises(ActRefused, match="no bets but player and banker"):
        seated(bets=("tie",))
    waiting = table
    while waiting.phase is not Phase.DECISION:
        waiting = waiting.bet("banker=5").deal()
    with pytest.raises(ActRefused, match="the coup waits for the guest to draw or to stand"):
        waiting.apply(Draw())


def test_the_casinos_commission_is_a_price_like_any_other() -> None:
    table = seated(bets=("banker:1-5%",))
    for _ in range(40):
        table = table.bet("banker=100").deal()
        while table.phase is Phase.DECISION:
            table = table.apply(Decide(False)).go_on()
        if table.played[-1].won > 0:
            break
    assert (table.played[-1].won, table.played[-1].kept) == (95, 5)
