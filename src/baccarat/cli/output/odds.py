"""The output of `baccarat odds` on a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from rich import box
from rich.table import Table
from rich.text import Text

from baccarat.base.errors import CoupError
from baccarat.cli.output.show import console, counted, new_table, say
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import Totals, spell
from baccarat.core.bets.price_words import pays
from baccarat.core.calls import call
from baccarat.core.cards import Card, Depth
from baccarat.core.counts import Count
from baccarat.core.coup import Coup, Side, winner_of
from baccarat.core.tableau import STOOD, Move
from baccarat.figures.figure import signed
from baccarat.figures.odds import card_label
from baccarat.questions.odds import OddsAnswer

if TYPE_CHECKING:  # numpy is loaded by the commands that need it
    from baccarat.core.tally import Odds
    from baccarat.exact.answer import Answer
    from baccarat.exact.knowledge import KnowledgeWorth
    from baccarat.exact.odds import OddsTable
    from baccarat.exact.partial_coup import Glimpse
    from baccarat.exact.removal import Removal
    from baccarat.exact.streak_chain import StreakOdds
    from baccarat.simulation.asking import LaterOdds


LONGEST = 10**40
"""The smallest denominator that is not printed."""
ROOMY = 100
"""The smallest width of a terminal with room for lines between the columns."""
TOTALS = range(10)
COLOURS = {Side.PLAYER: "blue", Side.BANKER: "red", None: "green"}
LEGEND = (
    "edge: what the house keeps of a stake, on average; below 0 the guest is ahead",
    "resolved: of the stakes that do not push; sd: standard deviation, in stakes",
)

TotalsMatrix = list[list[int]]
T = TypeVar("T")


def print_answer(answer: OddsAnswer, is_drawn: bool) -> None:
    table, question = answer.table, answer.question
    odds_once = list({odds.bet: odds for odds in answer.odds.values()}.values())
    if table.has_begun:
        say(_so_far(table))
    for said in answer.answers:
        _print_said(said)
    if answer.odds or not answer.answers:
        say(_outcomes(answer))
    if question.matrix and not is_drawn:
        console().print(matrix_table(table.tally.matrix))
    if question.next_cards:
        for bets in _blocks(odds_once, fixed=44, wide=12):
            console().print(_next_table(answer.following, [odds.bet for odds in bets]))
    if question.removal:
        pairs = zip(answer.removals.values(), answer.counts.values(), strict=True)
        _print_removals(list({pair[0].bet: pair for pair in pairs}.values()))
    if answer.knowledge:
        _print_knowledge(answer.knowledge)
    if answer.wanted is not None:
        _print_wanted(answer, answer.wanted)
    if not question.looks_closely and answer.odds:
        console().print(_odds_table(odds_once, in_tiers=bool(question.bets)))
        say(*LEGEND)
        for odds in odds_once:
            if odds.offered < 1:
                _print_offer(odds, table.by_start(odds.bet))
    for streak in answer.streaks.values():
        console().print(_streak_table(streak))
        say(f"{streak.bet.name}: {streak}; sd {streak.deviation:.4f}.")
    for name, synonyms in _synonyms(answer.names).items():
        say(f"{' and '.join(synonyms)} are one bet: {name}.")
    if answer.left_out:
        say(f"Left out: {_why(answer.left_out)}.")
    if table.rules.tableau.has_free_cells:
        say("Free cells are played as punto banco prints them.")
    say(f"Exact: {question_line(answer)}")


def _print_said(answer: "Answer | LaterOdds") -> None:
    """Print the chance of a statement; for wagers alone, also the distribution of their win."""
    from baccarat.simulation.asking import LaterOdds

    if isinstance(answer, LaterOdds):
        say(
            f"{answer}; exactly {answer.chance}"
            if answer.chance.denominator < LONGEST
            else str(answer)
        )
        return
    say(str(answer))
    if answer.mean is None:
        return
    say(f"On average: {float(answer.mean):+.6f}, {answer.mean}.")
    if answer.too_many:
        say(answer.too_many)
        return
    table = _airy(">won or lost", ">chance %", "exactly")
    for amount, chance in answer.amounts.items():
        table.add_row(f"{float(amount):+.10g}", _percent(chance), str(chance))
    console().print(table)


def question_line(answer: OddsAnswer) -> str:
    """The question in a line."""
    table = answer.table
    unseen = table.composition.at(Depth.POINTS)
    if table.endless:
        cards = "an endless deck"
    elif table.decks is None:
        cards = f"{counted(len(unseen), 'card')} unseen ({unseen})"
    else:
        decks = counted(table.decks, "deck")
        missing = 52 * table.decks - len(unseen)
        without = f" less {counted(missing, 'card')}" if missing else ""
        by_points = f" ({unseen})" if missing else ""
        cards = f"{decks}{without}, {counted(len(unseen), 'card')} unseen{by_points}"
    coup = "" if table.dealt == table.rules.opening else f", after {_pretty(table.dealt)}"
    told = "" if table.given is None else f", given {table.given}"
    return f"{table.game}, {cards}{coup}{told}"


def _synonyms(names: Mapping[str, str]) -> dict[str, list[str]]:
    """The bets that were typed by several names: each bet's name in the answer, and these names."""
    synonyms: dict[str, list[str]] = {}
    for name, answered in names.items():
        synonyms.setdefault(answered, []).append(name)
    return {answered: several for answered, several in synonyms.items() if len(several) > 1}


def _why(left_out: Mapping[str, str]) -> str:
    """The bets that were left out, grouped by reason: `tie, small (reason); big (reason)`."""
    reasons: dict[str, list[str]] = {}
    for bet, reason in left_out.items():
        reasons.setdefault(reason, []).append(bet)
    return "; ".join(f"{', '.join(bets)} ({reason})" for reason, bets in reasons.items())


def _so_far(table: "OddsTable") -> str:
    coup = table.dealt
    try:
        side = table.next_side
    except CoupError:
        return f"{_pretty(coup)}  Which side takes the next card depends on unseen cards."
    called = f"  {call(coup)}" if isinstance(coup, Coup) else " "
    ahead = "" if side is None else f" {side} takes the next card."
    return f"{_pretty(coup)}{called}{ahead}".rstrip()


def _pretty(coup: "Coup | Glimpse") -> str:
    if not isinstance(coup, Coup):
        return coup.pretty
    hands = [" ".join(card.pretty for card in coup.hand(side)) for side in Side]
    return f"{hands[0]} | {hands[1]}{'' if coup.is_over else ' …'}".strip()


def _outcomes(answer: OddsAnswer) -> str:
    chances = answer.table.tally.chances
    return ", ".join(f"{side or 'tie'} {_percent(chances[side])} %" for side in COLOURS) + "."


def _percent(value: float | Fraction, digits: int = 4) -> str:
    return f"{100 * float(value):z.{digits}f}"


def _airy(*columns: str) -> Table:
    """A table in our style; without lines on a narrow terminal."""
    table = new_table(*columns)
    if console().width < ROOMY:
        table.box, table.pad_edge, table.show_edge = box.SIMPLE_HEAD, False, False
        table.padding, table.collapse_padding = (0, 1, 0, 0), True
    for column in table.columns:
        column.no_wrap = column.justify == "right"
    return table


def _blocks(things: Sequence[T], fixed: int, wide: int) -> Iterator[Sequence[T]]:
    """Split columns into blocks; the columns of a block fit side by side on the terminal."""
    columns = max(1, (console().width - fixed) // wide)
    return (things[first : first + columns] for first in range(0, len(things), columns))


def _odds_table(all_odds: "list[Odds]", in_tiers: bool) -> Table:
    table = _airy(
        "bet", "pays", ">wins %", ">pushes %", ">loses %", ">edge %", ">edge %\nresolved", ">sd"
    )
    name, price = table.columns[:2]
    if console().width < ROOMY:
        name.width, price.max_width = 12, 10
    else:
        name.no_wrap = all(len(odds.bet.name) < 20 for odds in all_odds)
    for odds in all_odds:
        bet, pushes = odds.bet, odds.push
        resolved = None if pushes in (0, 1) else odds.edge_resolved
        table.add_row(
            bet.name,
            pays(bet),
            _percent(odds.chance),
            _percent(pushes) if pushes else "",
            _percent(1 - odds.chance - pushes),
            _percent(odds.edge),
            "" if resolved is None else _percent(resolved),
            f"{odds.deviation:.4f}",
        )
        if in_tiers and len(bet.winning) > 1:
            for tier in bet.winning:
                table.add_row(f"  {tier}", spell(bet.pays[tier]), _percent(odds.probability(tier)))
    return table


def _print_wanted(answer: OddsAnswer, wanted: Fraction) -> None:
    """Print each price, commission or tableau with which a bet has the wanted edge."""
    say(f"For an edge of {_percent(wanted, 6)} %, with all else as it is:")
    table = _airy("bet", "what changes", ">now", ">then", "exactly")
    for odds in {odds.bet: odds for odds in answer.odds.values()}.values():
        for term, value in odds.terms_for(wanted).items():
            what, now, then = term, f"{_percent(odds.bet.commission)} %", f"{_percent(value)} %"
            if price := odds.bet.pays.get(odds.bet.winning[0] if odds.bet.drawn else term):
                what, now, then = f"pays on {term}", spell(price), f"{float(value):.6f}"
            table.add_row(odds.bet.name, what, now, then, str(value))
    console().print(table)
    for name, nearest in answer.tableaux.items():
        table = _airy(f"changed for {name}", ">edge %", ">as near")
        for near in nearest:
            moves = ", ".join(
                f"{total} against {'stood' if third == STOOD else third}"
                f" {'draws' if near.tableau.banker[total][third] is Move.DRAW else 'stands'}"
                for total, third in near.changed
            )
            as_near = f"{near.as_near:,} of {near.tried:,}"
            table.add_row(moves or "nothing", _percent(near.edge, 7), as_near)
        console().print(table)


def _print_knowledge(worths: "Sequence[KnowledgeWorth]") -> None:
    """Print the worth of knowing something before the bet; for one kind, also the best bets."""
    for bets in _blocks(worths[0].bets, fixed=46, wide=10):
        laid = [f">{bet.replace('-', chr(10))}\n%" for bet in bets]
        table = _airy("known before the bet", ">gain %\na coup", ">bets %", *laid)
        for worth in worths:
            shares = [_percent(share, 3) for share in (worth.chance(), *map(worth.chance, bets))]
            table.add_row(worth.what, _percent(worth.gain), *shares)
        console().print(table)
    if len(worths) == 1 and len(worths[0].values) <= 16:
        table = _airy("the guest sees", ">chance %", "best bet", ">expectation %")
        for value in worths[0].values:
            expectation = "" if value.bet is None else _percent(value.expectation)
            seen, bet = ", ".join(value.told), value.bet or "none"
            table.add_row(seen, _percent(value.chance), bet, expectation)
        console().print(table)
    if any(worth.without for worth in worths):
        say(f"Without knowledge the gain is {_percent(worths[0].without)} %.")
    say("gain: what one unit on the best bet wins; 0 where no bet is favourable")


def _print_offer(odds: "Odds", by_start: "Mapping[Totals, Odds]") -> None:
    """Print how often a bet is offered in mid-coup, and its edge by the totals at that moment."""
    bet = odds.bet
    say(
        f"{bet.name} is offered after four cards, {bet.offered_when}: in "
        f"{_percent(odds.offered)} % of the coups; its odds are those of a unit laid then."
    )
    if (side := bet.insures) is not None:
        for own in sorted({totals[side is Side.BANKER] for totals in by_start}):
            known = [o for totals, o in by_start.items() if totals[side is Side.BANKER] == own]
            weights = {tier: sum(o.weights[tier] for o in known) for tier in known[0].weights}
            edge = type(odds)(bet, weights, is_exact=True).edge
            say(f"When {side} has {own}, and the other hand is face down: edge {_percent(edge)} %.")
        return
    say(f"{bet.name}: edge % by Player's total after two cards, against Banker's")
    console().print(_start_table(by_start))
    ahead = [f"{p} against {b}" for (p, b), odds in by_start.items() if odds.edge < 0]
    if ahead:
        say(f"At these prices the guest is ahead on {', '.join(ahead)}.")


def _start_table(by_start: "Mapping[Totals, Odds]") -> Table:
    players, bankers = (sorted(set(totals)) for totals in zip(*by_start, strict=True))
    table = _airy("against", *(f">{total}" for total in players))
    for banker in bankers:
        cells = [
            _percent(by_start[player, banker].edge) if (player, banker) in by_start else ""
            for player in players
        ]
        table.add_row(str(banker), *cells)
    return table


def _streak_table(odds: "StreakOdds") -> Table:
    bet = odds.bet
    table = _airy(f"{bet.side} wins in a row", ">pays", ">chance %")
    fewer = sum((odds.probability(wins) for wins in range(min(bet.pays))), Fraction(0))
    table.add_row(f"fewer than {min(bet.pays)}", "", _percent(fewer))
    for wins, price in bet.pays.items():
        table.add_row(str(wins), spell(price), _percent(odds.probability(wins)))
    return table


def matrix_table(grid: TotalsMatrix) -> Table:
    table = _airy("", *(f">{total}" for total in TOTALS), ">all")
    table.title = "Player's final total down, Banker's across, in per cent"
    weights = sum(map(sum, grid))
    for total, row in enumerate(grid):
        cells = [
            Text(_percent(Fraction(weight, weights), 2), COLOURS[winner_of(total, banker)])
            for banker, weight in enumerate(row)
        ]
        table.add_row(str(total), *cells, _percent(Fraction(sum(row), weights), 2))
    table.add_section()
    sums = [_percent(Fraction(sum(column), weights), 2) for column in zip(*grid, strict=True)]
    table.add_row("all", *sums, _percent(1, 2))
    return table


def _next_table(
    following: "Mapping[Card, tuple[Fraction, OddsTable]]", bets: Sequence[Bet]
) -> Table:
    edges = [f">edge % of\n{_stacked(bet)}" for bet in bets]
    table = _airy("card", ">chance %", ">Player %", ">Banker %", ">tie %", *edges)
    for card, (chance, odds) in following.items():
        table.add_row(
            card_label(card, "10–K"),
            _percent(chance),
            *map(_percent, odds.tally.chances.values()),
            *(_percent(odds.of(bet).edge) if odds.offers(bet) else "" for bet in bets),
        )
    return table


def _print_removals(removals: "Sequence[tuple[Removal, Count]]") -> None:
    for depth in sorted({effects.composition.depth for effects, _ in removals}):
        alike = [pair for pair in removals if pair[0].composition.depth is depth]
        for block in _blocks(alike, fixed=8, wide=21):
            console().print(_removal_table(block))
    say(*(_count_in_words(effects, count) for effects, count in removals))
    say("effect: what one such card less adds to the guest's expectation, in % of the stake")


def _removal_table(removals: "Sequence[tuple[Removal, Count]]") -> Table:
    table = _airy(
        "card", *(c for r, _ in removals for c in (f">{_stacked(r.bet)}\neffect %", ">tag"))
    )
    for card in removals[0][0]:
        cells = [
            cell
            for effects, count in removals
            for cell in (_effect(effects[card]), signed(count.tags[card]))
        ]
        table.add_row(card_label(card, "10–K"), *cells)
    return table


def _count_in_words(effects: "Removal", count: "Count") -> str:
    if not any(count.tags.values()):
        return f"{effects.bet.name}: no balanced count with tags so small helps."
    return (
        f"{effects.bet.name}: these tags follow the effects with a correlation of "
        f"{count.correlation:.4f}; each true count is worth {_percent(count.slope)} %, "
        f"and the bet turns at a true count of {count.turns_at:+.2f}."
    )


def _stacked(bet: Bet) -> str:
    """The name of a bet, one word per line, for the head of a narrow column."""
    return bet.name.replace(" ", "\n")


def _effect(effect: Fraction) -> str:
    """An effect of removal in per cent of the stake, as in the literature."""
    return f"{100 * float(effect):+.6f}" if effect else "0"
