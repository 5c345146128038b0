"""Tests that every bet, game, system and engine must pass, also those of plug-ins.

Your own test needs one line: `check_bet(MY_BET)`, `check_game(MY_GAME)`,
`check_system(MY_SYSTEM)` or `check_engine(MY_ENGINE)`. An AssertionError says what is wrong.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from baccarat.base.errors import BaccaratError, BadValue
from baccarat.base.hints import quoted
from baccarat.core.bets import Bet
from baccarat.core.cards import KINDS, Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Hand, Held, Outcome, Side
from baccarat.core.games import GAMES, KNOWN, Game
from baccarat.core.layout import Layout, Wager, settle
from baccarat.core.record import Format, Record
from baccarat.core.rules import STANDARD, Rules, deal_shoe
from baccarat.core.shoe import LAST_COUPS, Composition, LastCoup
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Tableau
from baccarat.core.tally import Tally
from baccarat.core.third_card import Strategy, following, nobody
from baccarat.exact.odds import OddsTable
from baccarat.exact.weights.plain import coups
from baccarat.exact.weights.plain import weigh as weigh_plainly
from baccarat.simulation.checkpoint import Counted
from baccarat.simulation.coups import Coups
from baccarat.simulation.engine import Engine
from baccarat.simulation.engines import reference
from baccarat.simulation.engines.choice import CPU, choose
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import plan_of
from baccarat.simulation.protocols import Never
from baccarat.simulation.readers.tally import TallyReader
from baccarat.systems.reference_player import PlayedSession, play_plan
from baccarat.systems.register import system as named_system
from baccarat.systems.session import CUT, RESTART, Session, SessionPlan
from baccarat.systems.system import System, seated, wishes_of
from baccarat.table import Phase, Table
from baccarat.table.act_lines import act_line, read_act
from baccarat.table.acts import Act, Burn, Cut, Decide, Draw, Pass, Shuffle, Sit
from baccarat.table.acts import Deal as DealAct
from baccarat.table.chronicle import Chronicle
from baccarat.table.table import fold

MOST_TRAITS = 16
"""The most traits of a bet; engines keep a table over the traits of both hands."""
BY_THE_BOOK = following(PUNTO_BANCO)
"""The strategy that decides free cells."""
FEW_CARDS = Composition.parse("0:3 1:2 4:2 5:2 6:2 9:2")
"""A shoe that is small enough to deal each of its coups one by one."""
BOLD = Tableau.read(str(PUNTO_BANCO).replace("D D D D D D - -", "D D D D D D D -", 1))
"""A tableau in which Player draws on six."""
TIMID = Tableau.read(str(PUNTO_BANCO).replace("D D D D D D - -", "D D D D D - - -", 1))
"""A tableau in which Player stands on five."""
ONLY_NINE = Tableau(
    (*PUNTO_BANCO.player, PUNTO_BANCO.player[-1]), (*PUNTO_BANCO.banker, PUNTO_BANCO.banker[-1])
)
"""A tableau in which both hands stand on eight, and only a nine is a natural."""


def check_bet(bet: Bet, tableau: Tableau = PUNTO_BANCO) -> None:
    """Check that a bet behaves as it declares, in a game with these drawing rules."""
    if not isinstance(bet, Bet):
        raise BadValue(f"check_bet takes a Bet, which is paid by one coup, not {quoted(bet)}")
    tiers = set()
    for seen in _everything_it_may_see(bet, tableau):
        try:
            tier, again = bet.judge(seen), bet.judge(seen)
        except Exception as fault:
            raise AssertionError(f"{bet.key} breaks on {seen!r}: {fault!r}") from fault
        if tier != again:
            raise AssertionError(f"{bet.key} judges {seen!r} in two ways: {tier!r}, then {again!r}")
        if isinstance(seen, Coup) or _can_happen(seen, tableau):
            tiers.add(tier)
    never = [tier for tier in bet.pays if tier not in tiers]
    if never:
        raise AssertionError(f"{bet.key} has a price for a tier that never happens: {never}")
    if not bet.winning:
        raise AssertionError(f"{bet.key} can never win")
    if not any(bet.net(tier) < 0 for tier in tiers):
        raise AssertionError(f"{bet.key} can never lose")
    if not bet.wins_when:
        raise AssertionError(f"{bet.key} does not say when it wins: fill in `wins_when`")
    price = str(bet).partition(":")[2]
    if bet.priced_as(price) != bet:
        raise AssertionError(
            f"{bet.key} must stay the same bet when its own price, {price!r}, is read"
        )


def _everything_it_may_see(bet: Bet, tableau: Tableau) -> Iterable[Outcome | Coup]:
    if bet.depth is Depth.TOTALS:
        return OUTCOMES
    if bet.trait is None:
        plenty = Composition((6,) * 10)
        return (coup for coup, _ in coups(plenty, Rules(tableau=tableau), BY_THE_BOOK))
    return _with_traits(bet)


def _with_traits(bet: Bet) -> Iterator[Outcome]:
    """Every outcome, with each pair of hand properties (traits) that the bet distinguishes."""
    labels: dict[Held, set[str | None]] = defaultdict(set)
    kinds = KINDS[bet.depth]
    for two in product(kinds, repeat=2):
        start = Hand(two)
        label = _trait(bet, start)
        labels[Held(2, start.total)].add(label)
        for third in kinds:
            hand = Hand((*two, third))
            # A trait of the first two cards does not depend on the third card.
            labels[Held(3, hand.total)].add(label if bet.at_start else _trait(bet, hand))
    found = set().union(*labels.values())
    if len(found) > MOST_TRAITS:
        raise AssertionError(
            f"{bet.key} has {len(found)} traits: at most {MOST_TRAITS} are allowed"
        )
    for outcome in OUTCOMES:
        for player, banker in product(labels[outcome.player], labels[outcome.banker]):
            yield Outcome(
                replace(outcome.player, trait=player), replace(outcome.banker, trait=banker)
            )


def _trait(bet: Bet, hand: Hand) -> str | None:
    try:
        label, again = bet.label(hand), bet.label(hand)
    except Exception as fault:
        raise AssertionError(f"{bet.key}'s trait breaks on {hand!r}: {fault!r}") from fault
    if label != again:
        raise AssertionError(
            f"{bet.key}: two calls with {hand!r} gave different traits: {label!r}, then {again!r}"
        )
    if not (label is None or isinstance(label, str)):
        raise AssertionError(f"{bet.key}'s trait must be a str, not {label!r}")
    return label


def _can_happen(outcome: Outcome, tableau: Tableau) -> bool:
    """Whether the drawing rules allow this outcome."""
    hands = (outcome.player, outcome.banker)
    has_natural = any(held.cards == 2 and held.total >= tableau.natural for held in hands)
    return not (has_natural and outcome.player.cards + outcome.banker.cards > 4)


# Games


def check_game(game: Game) -> None:
    """Check all parts of a game: names, odds, dealing, payouts, records and tables."""
    if not isinstance(game, Game):
        raise BadValue(f"check_game takes a Game, not {quoted(game)}")
    with _registered(game):
        if not game.about:
            raise AssertionError(f"{game} does not say what is special: fill in `about`")
        _check_felt(game)
        _check_odds(game)
        _check_dealing(game)
        _check_paying(game)
        _check_writing(game)
        tableau = game.rules.tableau
        is_laid_before = not any(bet.offered for bet in game.layout.bets.values())
        if is_laid_before and (tableau == CHEMIN_DE_FER or not tableau.has_free_cells):
            _check_table(game)


@contextmanager
def _registered(game: Game) -> Iterator[None]:
    """Add the game to the list of games, and remove it at the end of the `with` block."""
    is_new = not KNOWN.has(game)
    with _told(f"{game} cannot be registered"):
        KNOWN.add(*[game] * is_new)
    try:
        yield
    finally:
        if is_new:
            KNOWN.remove(game)


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turn an error of the library into an AssertionError that names what was checked."""
    try:
        yield
    except BaccaratError as fault:
        raise AssertionError(f"{what}: {fault}") from fault


def _check_felt(game: Game) -> None:
    layout = game.layout
    if not layout.bets:
        raise AssertionError(f"{game} has no bets")
    for spot, bet in layout.bets.items():
        with _told(f"{game}: nobody can bet on {spot!r}"):
            if layout.spot(spot) != spot:
                raise AssertionError(f"{game}: the layout reads {spot!r} as another spot")
        _check_bet_once(bet, game.rules.tableau)
        missing = [other for other in (bet.cap.of if bet.cap else ()) if other not in layout.bets]
        if missing:
            raise AssertionError(f"{game}: {spot} is capped by missing bets: {missing}")


@cache
def _check_bet_once(bet: Bet, tableau: Tableau) -> None:
    """Check a bet, unless it was checked before with this tableau."""
    check_bet(bet, tableau)


def _check_odds(game: Game) -> None:
    rules = game.rules
    whole = OddsTable(game, rules.composition, decide=BY_THE_BOOK)
    _, left_out = whole.told(game.layout.bets)
    if left_out:
        raise AssertionError(
            f"{game} has bets that need more than the known part of its cards: {left_out}"
        )
    for spot, odds in whole.items():
        if sum(odds.weights.values()) != whole.tally.total:
            raise AssertionError(f"{game}: the chances of {spot} do not add up to 1")
        if odds.wins <= 0:
            raise AssertionError(f"{game}: {spot} never wins")
        if not any(odds.bet.net(tier) < 0 and times for tier, times in odds.weights.items()):
            raise AssertionError(f"{game}: {spot} never loses")
    few = OddsTable(game, FEW_CARDS, decide=BY_THE_BOOK).tally
    dealt = weigh_plainly(FEW_CARDS, rules, BY_THE_BOOK)
    if few != dealt:
        raise AssertionError(
            f"{game}: the exact odds differ from the odds of all coups, dealt one by one"
        )


def _check_dealing(game: Game) -> None:
    """Check that the engine `cpu` deals the game's coups as the reference engine does."""
    for fresh, shoes in ((False, 3), (True, 50)):
        plan = plan_of(game, shoes, seed=7, fresh=fresh)
        _check_plan(CPU, plan, BY_THE_BOOK)


def _check_paying(game: Game) -> None:
    """Check that every bet of the game can be laid, and pays what it declares."""
    rules, layout = game.rules, game.layout
    dealt = list(deal_shoe(rules.shoe(7), rules, BY_THE_BOOK))[:20]
    for spot, bet in layout.bets.items():
        if bet.offered:  # not offered before the coup
            continue
        with _told(f"{game}: nobody can bet on {spot!r}"):
            wagers = _wagers(spot, layout)
            layout.check(wagers)
        for coup in dealt:
            line = settle(coup, wagers, layout).lines[-1]
            exact = line.wager.stake * bet.net(bet.tier(coup))
            if line.exact != exact:
                raise AssertionError(f"{game}: {spot} is paid {line.exact}, not {exact}: {coup}")


def _wagers(spot: str, layout: Layout) -> list[Wager]:
    """The lowest wager on a spot, and the wager on another spot that it depends on, if any."""
    stake = _chips(layout.limits_of(spot).least, layout)
    cap = layout.bets[spot].cap
    if cap is None:
        return [Wager(spot, stake)]
    needed = max(-(-stake * cap.share.denominator // cap.share.numerator), 1)
    other = cap.of[0]
    return [
        Wager(other, _chips(max(needed, layout.limits_of(other).least), layout)),
        Wager(spot, stake),
    ]


def _chips(coins: int, layout: Layout) -> int:
    """`coins` rounded up to whole chips, in coins."""
    return -(-coins // layout.chip) * layout.chip


def _check_writing(game: Game) -> None:
    """Check that the game's records and JSON are the same after writing and reading."""
    told = json.loads(json.dumps(game.as_json()))
    if told["game"] != game.name:
        raise AssertionError(f"{game} has another name in JSON: {told['game']}")
    tableau = game.rules.tableau
    if Tableau.read(str(tableau)) != tableau:
        raise AssertionError(f"{game}: its tableau must be the same after writing and reading")
    with _told(f"{game} cannot be written down"):
        record = Record.deal(game.name, rules=game.rules, seed=7, decide=BY_THE_BOOK)
        if record.differs() is not None:
            raise AssertionError(
                f"{game}: a shoe that was written must be the shoe that its seed deals"
            )
        for kind in Format:
            again = kind.read(kind.write(record), name=game.name, decks=game.rules.decks)[0]
            if _winners(again) != _winners(record):
                raise AssertionError(
                    f"{game}: the winners must be the same when they are read from {kind.value}"
                )
            if again.game != game.name:
                raise AssertionError(f"{game} is read back as {again.game} ({kind.value})")
        if Record.parse(str(record)) != record:
            raise AssertionError(f"{game}: a record must be the same after writing and reading")


def _winners(record: Record) -> list[Side | None]:
    return [result.winner for result in record.results]


def _check_table(game: Game) -> None:
    """Check that a table of this game can be opened, dealt, stored and read again."""
    with _told(f"{game} cannot be played at a table"):
        chronicle = Chronicle()
        opened = Table.open(game, seed=7).opened
        table = chronicle.follow([opened, Sit("guest", 1_000), Shuffle(), Cut()])
        if game.rules.burn:
            table = chronicle.follow([Burn()], table)
        for _ in range(3):
            table = chronicle.follow([DealAct(free=True)], table)
            while table.phase in (Phase.DEALING, Phase.DECISION, Phase.OFFER):
                choice = table.choice
                act: Act = Draw() if choice is None else Decide(BY_THE_BOOK(choice))
                act = Pass() if table.phase is Phase.OFFER else act
                table = chronicle.follow([act], table)
    lines = [act_line(number, act) for number, act in enumerate(chronicle.acts, start=1)]
    acts = [read_act(line)[1] for line in lines]
    if fold(acts) != table:
        raise AssertionError(
            f"{game}: a table must be the same after it is stored and opened again"
        )


# Systems


def check_system(system: str | System) -> None:
    """Check that a system chooses only by its state, and that a table accepts its wagers."""
    found = seated(named_system(system), GAMES[0])
    laid = 0
    for short in (CUT, RESTART):
        for session in (Session(coups=150, short=short), Session(9, most=5, shoes=2, short=short)):
            plan = SessionPlan(3, 7, GAMES[0], session)
            once, again = _sessions(found, plan), _sessions(found, plan)
            if once != again:
                raise AssertionError(
                    f"{found.key} is not pure: it plays the same shoes in two ways"
                )
            states = {coup.state for played in once for coup in played.coups}
            for state in states:
                wishes = wishes_of(found, state), wishes_of(found, state)
                if wishes[0] != wishes[1]:
                    raise AssertionError(
                        f"{found.key} is not pure: one state gives two wishes, {wishes}"
                    )
            laid += sum(played.action for played in once)
    if not laid:
        raise AssertionError(f"{found.key} never bets")


def _sessions(system: System, plan: SessionPlan) -> list[PlayedSession]:
    with _told(f"{system.key} cannot be played"):
        return list(play_plan(plan, system))


# Engines


def check_engine(engine: str | Engine) -> None:
    """Check that an engine deals the same coups and counts the same results as the reference."""
    found = choose(engine)
    for plan, decide in _plans():
        _check_plan(found, plan, decide)
    for plan in (Plan(70, 7), Plan(3, 2**64 - 1, first=9), Plan(5, 1, coups=4), Plan.fresh(9, 2)):
        for depth in (None, *KINDS):
            _check_coups(found, plan, depth)
    plan = Plan(7, 3, bets=_deep(STANDARD))
    whole = _reference(plan, nobody)
    for threads in (1, 2, None):
        dealt = _dealt(found, plan, nobody, threads)
        if _sum(dealt) != whole:
            raise AssertionError(f"{found} has wrong counts with {threads} threads")
    for size in (1, 2, 3):
        parts = [_sum(_dealt(found, job, nobody, 1)) for job in plan.jobs(size)]
        if sum(parts, start=Tally()) != whole:
            raise AssertionError(f"{found}: parts of {size} shoes must add up to the whole")


def _plans() -> Iterator[tuple[Plan, Strategy]]:
    """Plans (what to deal, from which seed) for many games, rules, seeds and lengths."""
    for number, game in enumerate(GAMES):
        yield plan_of(game, 3, seed=number), BY_THE_BOOK
        yield plan_of(game, 40, seed=2**64 - 1 - number, fresh=True), BY_THE_BOOK
    yield Plan(2, 7, Rules(tableau=CHEMIN_DE_FER)), following(TIMID)
    rules = [
        Rules(tableau=BOLD),
        Rules(tableau=ONLY_NINE),
        Rules(burn=False),
        Rules(printed=Card.parse("7x")),
        *(Rules(decks=decks, cut_card=decks) for decks in (1, 2, 6, 12)),
        *(Rules(cut_card=cards) for cards in (0, 1, 104)),
    ]
    for last in (*LAST_COUPS, LastCoup(3, 2)):  # many shoes, because in some shoes two rules agree
        yield Plan(20, 7, Rules(decks=1, cut_card=20, last_coup=last)), nobody
    for one in rules:
        yield Plan(4, 7, one, bets=_deep(one, Depth.RANKS)), nobody
    for coups_of_each in (1, 5):
        yield Plan(30, 1953, coups=coups_of_each, bets=_deep(STANDARD)), nobody
    yield Plan.fresh(100, 7, bets=_deep(STANDARD), endless=True), nobody
    yield Plan(3, 7, first=10**12), nobody


def _deep(rules: Rules, depth: Depth = Depth.CARDS) -> tuple[Bet, ...]:
    """Some bets on points, ranks or suits that these rules allow."""
    felt = Layout.of("player-pair", "either-pair", "perfect-pair", "3-giving-8")
    known = Depth.CARDS if rules.printed is None else rules.printed.depth
    return tuple(bet for bet in felt.bets.values() if bet.depth <= min(depth, known))


def _check_plan(engine: Engine, plan: Plan, decide: Strategy) -> None:
    parts = _dealt(engine, plan, decide, None)
    shoes = sum(number for _, number in parts)
    if shoes != plan.shoes:
        raise AssertionError(f"{engine} deals {shoes} shoes, not {plan.shoes}: {plan}")
    before = Counted(Tally())
    for tally, number in parts:
        before = Counted(before.tally + tally, before.shoes + number)
        _compare(engine, before.tally, replace(plan, shoes=before.shoes), decide)


def _check_coups(engine: Engine, plan: Plan, depth: Depth | None) -> None:
    """Compare the coups that an engine deals with those of the reference engine."""
    try:
        dealt = list(engine.coups(plan, nobody, depth))
    except Exception as fault:
        raise AssertionError(f"{engine} breaks on {plan}: {fault!r}") from fault
    expected = reference.coups(plan, nobody, depth)
    if _shoes(dealt) != _shoes(expected):
        raise AssertionError(
            f"{engine} deals other coups than the reference engine: {plan}, {depth}"
        )


def _shoes(batches: Iterable[Coups]) -> list[tuple[object, ...]]:
    """The columns of all coups, one tuple for each shoe, however large the batches are."""
    told: list[tuple[object, ...]] = []
    for batch in batches:
        arrays: list[Any] = [batch.cells, batch.winners, batch.used]
        if batch.depth is not None:
            arrays += [batch.hands, batch.unseen, batch.compositions]
        for shoe, coups_dealt in enumerate(batch.lengths.tolist()):
            rows = (each[shoe, :coups_dealt].tolist() for each in arrays)
            told.append((batch.plan.first + shoe, batch.depth, *rows))
    return told


def _compare(engine: Engine, tally: Tally, plan: Plan, decide: Strategy) -> None:
    """Compare an engine's counts of results with those of the reference engine."""
    expected = _reference(plan, decide)
    if tally.cells != expected.cells:
        raise AssertionError(f"{engine} deals other coups: {plan}")
    if tally.histograms != expected.histograms:
        raise AssertionError(f"{engine} has other histograms: {plan}")
    if tally.events != expected.events:
        raise AssertionError(f"{engine} judges bets differently: {plan}")


def _dealt(
    engine: Engine, plan: Plan, decide: Strategy, threads: int | None
) -> list[tuple[Tally, int]]:
    try:
        engine.warm_up(plan, decide)
        return list(engine.read(plan, decide, TallyReader(plan, decide), threads, Never()))
    except Exception as fault:
        raise AssertionError(f"{engine} breaks on {plan}: {fault!r}") from fault


def _sum(parts: Iterable[tuple[Tally, int]]) -> Tally:
    return sum((tally for tally, _ in parts), start=Tally())


@cache
def _reference(plan: Plan, decide: Strategy) -> Tally:
    return reference.run(plan, decide)
