"""Chemin de fer at the table: who decides, how the opponent plays, what a choice costs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product

import pytest
from onlooker import ActsOf

from baccarat.base.errors import BadText, BetRefused
from baccarat.core.cards import write_cards
from baccarat.core.coup import Hand, Side
from baccarat.core.layout import Rounding, Wager
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.core.third_card import Choice
from baccarat.table import ActRefused, Audience, Phase, Table, fold
from baccarat.table.acts import Close, Cut, Deal, Decide, Draw, Open, Place, Shuffle, Sit
from baccarat.table.coach.coach import costs, expected, given_away, odds_now, report
from baccarat.table.coach.opponent import (
    MISTAKES,
    OPPONENTS,
    Assessment,
    assess,
    best_play,
    equilibrium,
    strategies,
)
from baccarat.table.state import Decision
from baccarat.theory.casino.solver import solve_casino
from baccarat.theory.chemin.model import MODELS, Model
from baccarat.theory.chemin.move_values import drawing_and_standing
from baccarat.theory.chemin.payoffs import Payoffs, payoffs
from baccarat.theory.chemin.prices import price
from baccarat.theory.chemin.solver import solve
from baccarat.theory.chemin.strategy_dealing import deal_whole_shoe, name_of

USUAL = Fraction(1, 20)
WITH_COMMISSION = ("banker:1-5%",)
LESS = "with Banker at 1:1 less"


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


def payoffs_of(model: str) -> Payoffs:
    return payoffs(model, None if MODELS[model].is_endless else 6)


@pytest.mark.parametrize("role", ["player", "banker"])
@pytest.mark.parametrize("opponent", MISTAKES)
def test_a_mistaken_opponent_plays_as_theory_deals(role: str, opponent: str) -> None:
    """A whole shoe at the table is the shoe that the theory's own dealer deals."""
    both = payoffs("B3", 6).follow(MISTAKES[opponent])
    _plays_as_theory_deals(seated(opponent=opponent, cut_card=150), role, *both)


@pytest.mark.parametrize("role", ["player", "banker"])
@pytest.mark.parametrize("model", MODELS)
def test_the_opponent_plays_the_equilibrium_of_any_model(role: str, model: str) -> None:
    solved = solve(model, None if MODELS[model].is_endless else 6)
    _plays_as_theory_deals(seated(model=model, cut_card=150), role, solved.ponte, solved.banquier)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["player", "banker"])
@pytest.mark.parametrize("model", MODELS)
def test_the_opponent_plays_the_equilibrium_with_the_casinos_commission(
    role: str, model: str
) -> None:
    """In the models B there is one; of a set of equilibria it is the middle."""
    (solved,) = solve_casino(model, USUAL, None if MODELS[model].is_endless else 6).equilibria
    assert solved.is_single or model in ("A2", "A3", "A4")
    table = seated(model=model, bets=WITH_COMMISSION, cut_card=150)
    _plays_as_theory_deals(table, role, solved.ponte, solved.banquier)


def _plays_as_theory_deals(
    table: Table, role: str, ponte: Mapping[str, Fraction], banquier: Mapping[str, Fraction]
) -> None:
    model = table.opened.model
    mine = payoffs_of(model).follow(MISTAKES["middling"])
    x, y = (mine[0], banquier) if role == "player" else (ponte, mine[1])
    dealt = list(deal_whole_shoe(model, x, y, table.game.rules, seed=7))
    own = mine[0] if role == "player" else mine[1]
    *_, last = played_by(table, role, own)
    assert [played.coup for played in last.played] == dealt


@pytest.mark.slow
def test_a_commission_of_nothing_is_the_parlor_game() -> None:
    for name in OPPONENTS:
        for model in MODELS:
            free, none = seated(opponent=name, model=model), ("banker:1-0%",)
            priced = seated(opponent=name, model=model, bets=none)
            for wager in (Wager("player", 7), Wager("banker", 7)):
                assert expected([wager], priced) == expected([wager], free)
    assert equilibrium("A3", 6).ponte == solve("A3").ponte


def test_mixed_cells_cost_nothing_either_way() -> None:
    """At six decks the ponte mixes on 1,4 and the banquier on 0,6 against a Player who stood.

    Ethier & Gámez, arXiv 1305.5468: all other cells are pure. In equilibrium both moves
    of a mixed cell are worth the same, and in every other cell the move that is played is not
    worse than the other.
    """
    solved = equilibrium("B3", 6)
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "commission"), [("B3", Fraction(0)), *((model, USUAL) for model in MODELS)]
)
def test_in_every_cell_the_equilibrium_does_what_is_worth_more(
    model: str, commission: Fraction
) -> None:
    """What a move is worth is counted here, hand by hand, and not found by a solver."""
    solved = equilibrium(model, 6, commission)
    table = seated(model=model, bets=WITH_COMMISSION if commission else ())
    for choice in choices(MODELS[model]):
        cell = name_of(choice, MODELS[model])
        own = solved.ponte if choice.side is Side.PLAYER else solved.banquier
        if cell in solved.idle:
            continue
        found = assess(Decision(choice, True, True), table)
        assert (found.cell, found.equilibrium) == (cell, own[cell])
        if found.drawing != found.standing:
            assert own[cell] == (found.drawing > found.standing), cell


def choices(model: Model) -> Iterator[Choice]:
    """One choice for each decision of a model's, ponte's first."""
    for seen in model.ponte_sets():
        yield Choice(Side.PLAYER, _hand(seen))
    for cell in model.cells:
        seen, _, column = cell.partition("|")
        third = None if column == "-" else Hand.parse(column).cards[0]
        yield Choice(Side.BANKER, _hand(seen), third)


def _hand(seen: str) -> Hand:
    """A hand that looks like that; of a total any hand will do."""
    return Hand.parse(seen.replace(",", " ") if "," in seen else f"0 {seen}")


SMALL = (0, 0, 1, 3, 4, 5, 6)
"""A shoe so small that every order of it can be dealt."""
TINY = (0, 1, 4, 5, 6)
"""A deck so small that six cards can be dealt from it in every way, each returning."""


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("choice", "pays"),
    [
        (Choice(Side.PLAYER, Hand.parse("1 4")), Fraction(1)),
        (Choice(Side.PLAYER, Hand.parse("0 5")), Fraction(1)),
        (Choice(Side.BANKER, Hand.parse("0 6")), Fraction(1)),
        (Choice(Side.BANKER, Hand.parse("0 1"), Hand.parse("6").cards[0]), Fraction(19, 20)),
        (Choice(Side.BANKER, Hand.parse("1 4"), Hand.parse("0").cards[0]), Fraction(9, 10)),
        (Choice(Side.BANKER, Hand.parse("0 6")), Fraction(0)),
    ],
)
def test_what_a_move_is_worth_is_the_mean_over_every_order(
    choice: Choice, pays: Fraction, model: str
) -> None:
    """By brute force: six cards in every order, kept if the guest would be asked just this."""
    known = MODELS[model]
    game_ = payoffs(model, 1)
    ponte = {name: Fraction(1, 3) for name in game_.ponte}
    banquier = {cell: Fraction(i % 5, 4) for i, cell in enumerate(game_.banquier)}
    cards_of = TINY if known.is_endless else SMALL
    orders: Iterable[tuple[int, ...]] = (
        product(TINY, repeat=6) if known.is_endless else permutations(SMALL, 6)
    )
    sums = {True: Fraction(0), False: Fraction(0)}
    weight = Fraction(0)
    wanted = name_of(choice, known)
    for cards in orders:
        p, b = sorted([cards[0], cards[2]]), sorted([cards[1], cards[3]])
        total_p, total_b = sum(p) % 10, sum(b) % 10
        if max(total_p, total_b) >= 8:
            continue
        sees_p = f"{p[0]},{p[1]}" if model[1] in "34" else str(total_p)
        sees_b = f"{b[0]},{b[1]}" if model[1] in "23" else str(total_b)
        x = Fraction(total_p < 5) if total_p != 5 else ponte[sees_p]
        if choice.side is Side.BANKER:
            third = choice.players_third
            if wanted != f"{sees_b}|{'-' if third is None else cards[4]}":
                continue
            chance = x if third is not None else 1 - x
            weight += chance
            for draws in (True, False):
                sums[draws] += chance * _won(cards, third is not None, Fraction(draws), pays)
        elif wanted == sees_p:
            weight += 1
            for draws in (True, False):
                cell = f"{sees_b}|{cards[4] if draws else '-'}"
                sums[draws] -= _won(cards, draws, banquier[cell], Fraction(1))
    found = drawing_and_standing(
        wanted,
        choice.side,
        known,
        ponte if choice.side is Side.BANKER else banquier,
        Composition(tuple(cards_of.count(points) for points in range(10))),
        pays,
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


@pytest.mark.parametrize("model", MODELS)
def test_with_a_commission_each_side_expects_its_own_value(model: str) -> None:
    """The banquier pays it and the ponte does not, so that both may lose on average."""
    table = seated(model=model, bets=WITH_COMMISSION)
    (solved,) = solve_casino(model, USUAL, None if MODELS[model].is_endless else 6).equilibria
    assert expected([Wager("player", 1000)], table) == 1000 * solved.value < 0
    assert expected([Wager("banker", 1000)], table) == 1000 * solved.banquier_value < 0


@pytest.mark.parametrize("opponent", MISTAKES)
def test_a_mistake_can_be_exploited(opponent: str) -> None:
    """By just what theory says that the mistake costs."""
    table = seated(opponent=opponent)
    value = solve("B3", 6).value
    for role, other, sign in (("player", Side.BANKER, 1), ("banker", Side.PLAYER, -1)):
        cost = price("B3", other, MISTAKES[opponent], decks=6).cost
        assert expected([Wager(role, 1)], table) == sign * value + cost
        assert cost > 0


@pytest.mark.parametrize("model", ["B1", "B3"])
@pytest.mark.parametrize("opponent", MISTAKES)
def test_with_a_commission_a_mistake_is_exploited_in_that_game(opponent: str, model: str) -> None:
    """The search for equilibria with one side bound finds the same best reply."""
    table = seated(opponent=opponent, model=model, bets=WITH_COMMISSION)
    ponte, banquier = payoffs(model, 6).follow(MISTAKES[opponent])
    as_ponte = solve(model, 6, bind=banquier).value
    assert expected([Wager("player", 20)], table) == 20 * as_ponte
    as_banquier = solve_casino(model, USUAL, 6, bind=ponte).equilibria[0].banquier_value
    assert expected([Wager("banker", 20)], table) == 20 * as_banquier


@pytest.mark.parametrize(
    ("rounding", "pays"), [(Rounding.DOWN, 9), (Rounding.UP, 10), (Rounding.NEAREST, 10)]
)
def test_a_banquier_makes_the_most_of_what_is_paid(rounding: Rounding, pays: int) -> None:
    """A win of ten coins pays 9.5, which no coin can pay: it is as if the commission were other.

    The ponte still plays the equilibrium of the exact commission.
    """
    table = seated(bets=WITH_COMMISSION, rounding=rounding)
    ponte = solve_casino("B3", USUAL, 6).equilibrium.ponte
    other = 1 - Fraction(pays, 10)
    reply = solve_casino("B3", other, 6, bind=ponte).equilibria[0].banquier_value
    assert expected([Wager("banker", 10)], table) == 10 * reply


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "opponent", "stake"),
    [
        *((model, "equilibrium", 10) for model in ("A3", "B1", "B2", "B3", "B4")),
        ("B1", "timid", 10),
        ("B3", "bold", 1),
    ],
)
def test_whatever_the_guest_does_luck_is_fair(model: str, opponent: str, stake: int) -> None:
    """What is expected, less what is given away, is what the guest's own play brings on average.

    The guest draws to five, against an opponent at a commission of 5 %, and wins are rounded.
    """
    table = seated(model=model, opponent=opponent, bets=WITH_COMMISSION)
    theirs = strategies(opponent, model, 6, USUAL)
    game_ = payoffs_of(model)
    mine = game_.follow(MISTAKES["middling"])
    given = dict.fromkeys(Side, Fraction(0))
    met = reached(model, theirs[0])
    for choice in choices(MODELS[model]):
        cell = name_of(choice, MODELS[model])
        draws = mine[choice.side is Side.BANKER][cell] == 1
        cost = assess(Decision(choice, draws, by_guest=True), table, stake).cost
        given[choice.side] += met[cell] * stake * cost
    ponte, banquier = game_.chances(mine[0], theirs[1]), game_.chances(theirs[0], mine[1])
    as_ponte = stake * (ponte.win - ponte.lose)
    as_banquier = (stake * 19 // 20) * banquier.lose - stake * banquier.win
    assert expected([Wager("player", stake)], table) - given[Side.PLAYER] == as_ponte
    assert expected([Wager("banker", stake)], table) - given[Side.BANKER] == as_banquier
    assert given[Side.BANKER] > 0


def reached(model: str, ponte: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """How likely a coup comes to each decision, by plain enumeration of the cards' points."""
    counts = [24 * (4 if points == 0 else 1) for points in range(10)]
    gone = model[0] == "B"
    fifth = sum(counts) - 4 * gone
    met: dict[str, Fraction | int] = defaultdict(int)

    def left(points: int, *seen: int) -> int:
        return counts[points] - (seen.count(points) if gone else 0)

    for a, b, c, d in product(range(10), repeat=4):
        p, q = (a + c) % 10, (b + d) % 10
        if p >= 8 or q >= 8:
            continue
        weight = counts[a] * left(b, a) * left(c, a, b) * left(d, a, b, c)
        sees_p = f"{min(a, c)},{max(a, c)}" if model[1] in "34" else str(p)
        sees_q = f"{min(b, d)},{max(b, d)}" if model[1] in "23" else str(q)
        draws: Fraction | int = ponte[sees_p] if p == 5 else int(p < 5)
        if p == 5:
            met[sees_p] += weight * fifth
        met[f"{sees_q}|-"] += weight * fifth * (1 - draws)
        if draws:
            for third in range(10):
                met[f"{sees_q}|{third}"] += weight * draws * left(third, a, b, c, d)
    orders = fifth
    for card in range(4):
        orders *= sum(counts) - card * gone
    return {name: Fraction(weight) / orders for name, weight in met.items()}


def test_an_assessment_is_of_a_whole_shoe() -> None:
    """Whatever has left the shoe by then, and whatever was staked where nothing is rounded."""
    table = seated(bets=WITH_COMMISSION)
    decision = Decision(
        Choice(Side.BANKER, Hand.parse("6h Kd"), Hand.parse("7d").cards[0]), False, True
    )
    early = assess(decision, table)
    for _ in range(40):
        table = table.bet("banker=20").deal()
        while table.phase is Phase.DECISION:
            table = table.apply(Decide(False)).go_on()
    assert assess(decision, table) == early == assess(decision, table, stake=20)
    assert assess(decision, table, stake=10) != early


@pytest.mark.parametrize(("stake", "pays"), [(20, 19), (10, 9)])
def test_the_band_of_a_decided_coup_is_that_of_the_best_play(stake: int, pays: int) -> None:
    table = seated(bets=WITH_COMMISSION, opponent="timid").bet(f"banker={stake}").deal()
    while table.phase is Phase.DECISION:
        table = table.apply(Decide(True)).go_on()
    ponte, _ = payoffs("B3", 6).follow(MISTAKES["timid"])
    (best,) = solve_casino("B3", 1 - Fraction(pays, stake), 6, bind=ponte).equilibria
    ends = {pays: best.chances.lose, -stake: best.chances.win, 0: best.chances.tie}
    mean = sum(won * chance for won, chance in ends.items())
    point = report(table)[-1]
    assert point.expected == 10_000 + mean
    assert point.variance == sum(chance * (won - mean) ** 2 for won, chance in ends.items())


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
        "the equilibrium never draws. Against this opponent drawing costs" in t for t in told
    )


def test_a_system_shoe_throws_its_coins_alike_in_every_fold(acts_of: ActsOf) -> None:
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
    assert fold(acts_of(table)) == table
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


def at_a_decision() -> Table:
    table = seated()
    while table.phase is not Phase.DECISION:
        table = table.bet("banker=5").deal()
    return table


def squeezing() -> Table:
    return Table.open(seed=7, bankroll=100).bet("banker=10").deal(squeeze=True)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda: seated().apply(Deal(free=True)),
            ActRefused,
            "no bets: stake on player to be the ponte",
        ),
        (
            lambda: seated().bet("player=5").apply(Deal(squeeze=True)),
            ActRefused,
            "a coup with decisions cannot be squeezed",
        ),
        (lambda: seated().apply(Decide(True)), ActRefused, "bets are open"),
        (lambda: odds_now(seated()), ActRefused, "the odds depend on the decisions of both sides"),
        (
            lambda: seated().bet("player=5 banker=5"),
            BetRefused,
            "no bet on Player and Banker together",
        ),
        (
            lambda: seated(opponent="timed"),
            BadText,
            r"not an opponent: 'timed' \(expected equilibrium, ",
        ),
        (lambda: seated(model="C9"), BadText, "not a model: 'C9' "),
        (
            lambda: Table.open(bankroll=1, opponent="equilibrium"),
            ActRefused,
            "has no decision for an opponent",
        ),
        (lambda: seated(bets=("tie",)), ActRefused, "no bets but player and banker"),
        (
            lambda: at_a_decision().apply(Draw()),
            ActRefused,
            "the coup waits for the guest to draw or to stand",
        ),
        (
            lambda: squeezing().apply(Close()),
            ActRefused,
            "the coup waits for the guest to turn a card up",
        ),
        # a ponte is paid even money, a banquier less a commission
        (lambda: seated(bets=("player:2",)), ActRefused, "with Player at 1:1, not player:2$"),
        (lambda: seated(bets=("player:0.5",)), ActRefused, "with Player at 1:1, not player:0.5$"),
        (lambda: seated(bets=("player:1-5%",)), ActRefused, "with Player at 1:1, not player:1-5%$"),
        (lambda: seated(bets=("banker:2",)), ActRefused, f"{LESS} 0 to 10%, not banker:2$"),
        (lambda: seated(bets=("banker:0.5",)), ActRefused, f"{LESS} 0 to 10%, not banker:0.5$"),
        (
            lambda: seated(bets=("banker:1-10.5%",)),
            ActRefused,
            f"{LESS} 0 to 10%, not banker:1-10.5%$",
        ),
        (
            lambda: seated(bets=("banker:1.1-5%",)),
            ActRefused,
            f"{LESS} 0 to 10%, not banker:1.1-5%$",
        ),
        # without an opponent any price is paid, and the coach is silent
        (
            lambda: expected([Wager("banker", 10)], seated(opponent="", bets=("banker:2",))),
            ActRefused,
            f"can be solved only {LESS}",
        ),
    ],
)
def test_what_does_not_go_at_chemin_de_fer_is_refused_in_one_line(
    call: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        call()


def test_what_the_banquier_gets_is_what_counts_not_how_it_is_spelled() -> None:
    spelled = [seated(bets=(one,)) for one in ("banker:1-5%", "banker:0.95")]
    first, second = (expected([Wager("banker", 100)], table) for table in spelled)
    assert first == second


def test_the_casinos_commission_is_a_price_like_any_other() -> None:
    table = seated(bets=("banker:1-5%",))
    for _ in range(40):
        table = table.bet("banker=100").deal()
        while table.phase is Phase.DECISION:
            table = table.apply(Decide(False)).go_on()
        if table.played[-1].won > 0:
            break
    assert (table.played[-1].won, table.played[-1].kept) == (95, 5)


@pytest.mark.parametrize("opponent", ["timid", "bold"])
def test_where_nothing_is_rounded_a_win_pays_one_less_the_commission(opponent: str) -> None:
    """At half the win the banquier draws otherwise than at the whole of it or more."""
    half = Fraction(1, 2)
    usual = best_play(opponent, "B3", 6, Side.BANKER, half)
    assert usual == best_play(opponent, "B3", 6, Side.BANKER, half, pays=half)
    assert usual != best_play(opponent, "B3", 6, Side.BANKER, half, pays=1 + half)
    assert usual != best_play(opponent, "B3", 6, Side.BANKER, half, pays=2 - half)


def test_in_a_parlor_every_stake_is_assessed_alike() -> None:
    table = seated()
    for choice in (
        Choice(Side.PLAYER, Hand.parse("2 3")),
        Choice(Side.BANKER, Hand.parse("0 6")),
        Choice(Side.BANKER, Hand.parse("0 5"), Hand.parse("4").cards[0]),
    ):
        decision = Decision(choice, False, True)
        assert assess(decision, table) == assess(decision, table, stake=7)


def test_a_table_whose_guest_never_decides_is_closed_and_the_coup_is_void() -> None:
    table = seated()
    while table.phase is not Phase.DECISION:
        table = table.apply(Place("player", 10)).deal()
        before, coups = table.shoe, table.coups
    had = table.bankroll + table.on_the_felt
    closed = table.apply(Close())
    assert (closed.phase, closed.bankroll, closed.on_the_felt) == (Phase.LEFT, had, 0)
    assert (closed.shoe, closed.coups, closed.house) == (before, coups, table.house)
    for audience in (Audience.GUEST, Audience.SPECTATOR, Audience.DEALER):
        view = closed.view(audience)
        assert (view.player.cards, view.banker.cards, view.decisions) == ((), (), ())
        assert view.choice is None
