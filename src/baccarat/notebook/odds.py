"""Shows odds, effects of removed cards, statistics and simulations in a notebook as tables.

An exact value is a fraction. The table shows a rounded figure, and a tooltip shows the fraction.
"""

from collections.abc import Iterator
from fractions import Fraction

from baccarat.base.errors import CoupError
from baccarat.core.bets.price_words import pays
from baccarat.core.stats import Share, Statistics
from baccarat.core.tally import Odds
from baccarat.exact.odds import OddsTable
from baccarat.exact.removal import Removal
from baccarat.exact.streak_chain import StreakOdds
from baccarat.figures.odds import card_label
from baccarat.notebook.html_parts import (
    ShownCell,
    TableCell,
    counted,
    paragraph,
    percent,
    picture,
    signed,
    table,
)
from baccarat.simulation.coups import Coups
from baccarat.simulation.run import Simulation

EDGE = "Edge: what the house keeps of a stake on average; below 0 the guest is ahead."
LATE = "Late coups of a shoe do not have the odds of a fresh one, so there is no z."
WINNERS = ("player", "banker", "tie")
FEW = 10
"""The coups of a batch that are shown."""
LONGEST = 80
"""The most characters of a fraction in a tooltip; a longer one is no help."""


def exactly(value: Fraction, digits: int = 4) -> ShownCell:
    """A cell with a share in per cent; the tooltip shows its exact fraction."""
    fraction = str(value)
    return ShownCell(percent(value, digits), fraction if len(fraction) <= LONGEST else "")


def odds_table(odds: OddsTable) -> str:
    """The chances of each winner, and a table of all bets with their house edges."""
    felt = odds.game.layout.bets
    bets, left_out = odds.told(felt)
    heads = ["bet", "pays", ">wins", ">pushes", ">edge", ">deviation"]
    rows = [_bet_row(odds.of(bet)) for bet in bets.values()]
    missing = "; ".join(f"{bet}: {reason}" for bet, reason in left_out.items())
    return (
        table(f"Exact odds: {_question(odds)}", heads, rows)
        + paragraph(_chances(odds))
        + paragraph(EDGE)
        + paragraph(f"Left out: {missing}." if missing else "")
    )


def _bet_row(odds: Odds) -> list[TableCell]:
    pushes = exactly(odds.push) if odds.push else ""
    edge, spread = exactly(odds.edge), f"{odds.deviation:.4f}"
    return [odds.bet.name, pays(odds.bet), exactly(odds.chance), pushes, edge, spread]


def _question(odds: OddsTable) -> str:
    cards = "an endless deck" if odds.endless else counted(len(odds.composition), "unseen card")
    coup = "" if odds.dealt == odds.rules.opening else f", after {odds.dealt}"
    return f"{odds.game}, {cards}{coup}"


def _chances(odds: OddsTable) -> str:
    """A sentence with the chance of each winner, and whose card is next."""
    chances = odds.tally.chances.items()
    sentence = ", ".join(f"{side or 'tie'} {percent(chance)}" for side, chance in chances)
    try:
        side = None if odds.dealt == odds.rules.opening else odds.next_side
    except CoupError:  # it depends on unseen cards
        side = None
    ahead = "" if side is None else f" {side} takes the next card."
    return f"{sentence}.{ahead}"


def odds(odds: Odds) -> str:
    """A table of a bet's results: the chance of each, its net win, and the house edge."""
    bet = odds.bet
    rows: list[list[TableCell]] = [
        [
            "the stake is lost" if tier is None else tier,
            exactly(odds.probability(tier)),
            f"{odds.weights[tier]:,}",
            signed(bet.net(tier)),
        ]
        for tier in odds.tiers
    ]
    heads = ["what happens", ">chance", ">ways" if odds.is_exact else ">coups", ">guest is up"]
    kind = "Exact odds" if odds.is_exact else f"Odds as dealt in {counted(odds.total, 'coup')}"
    return table(f"{kind}: {bet.name}, pays {pays(bet)}", heads, rows) + paragraph(_edge(odds))


def _edge(odds: Odds | StreakOdds) -> str:
    """The house edge and its exact fraction; for an estimate, its confidence interval."""
    sentence = f"The house keeps {percent(odds.edge)} of a stake on average"
    if odds.is_exact:
        fraction = str(odds.edge)
        sentence += f": {fraction}" if len(fraction) <= LONGEST else ""
    else:
        sentence += f" (99 % interval {_interval(odds)})"
    return f"{sentence}. Standard deviation {odds.deviation:.4f} stakes."


def _interval(odds: Odds | StreakOdds) -> str:
    """The confidence interval of the edge as text."""
    return " … ".join(map(percent, odds.edge_interval()))


def streak_odds(odds: StreakOdds) -> str:
    """A table of a streak bet's results, by the number of wins in a row."""
    bet = odds.bet
    rows: list[list[TableCell]] = [
        [str(wins), exactly(odds.probability(wins)), signed(bet.net(wins))]
        for wins in range(bet.most + 1)
    ]
    if odds.unfinished:
        rows.append(["the shoe ends first", exactly(odds.unfinished), signed(bet.net(None))])
    heads = [f"{bet.side} wins in a row", ">chance", ">guest is up"]
    source = "coups taken as independent" if odds.is_exact else counted(odds.total, "stake")
    return table(f"{bet.name}: {source}", heads, rows) + paragraph(_edge(odds))


def removal(removal: Removal) -> str:
    """A table: how the edge changes without one card of each kind, and the tags of a card count."""
    count = removal.best_count()
    rows: list[list[TableCell]] = [
        [card_label(card, "10, J, Q, K"), _effect(effect), signed(count.tags[card])]
        for card, effect in removal.effects.items()
    ]
    caption = f"{removal.bet.name}: one card less of {counted(len(removal.composition), 'card')}"
    heads = ["card", ">adds to the guest's expectation", ">tag of a count"]
    sentence = "No balanced count with tags so small helps."
    if any(count.tags.values()):
        sentence = (
            f"These tags follow the effects with a correlation of {count.correlation:.4f}. Each "
            f"true count is worth {percent(count.slope)} of a stake, and the bet turns at "
            f"{count.turns_at:+.2f}."
        )
    start = f"The whole shoe has an edge of {percent(removal.odds.edge)}."
    return table(caption, heads, rows) + paragraph(start) + paragraph(sentence)


def _effect(effect: Fraction) -> ShownCell:
    cell = exactly(effect, 6)
    return cell._replace(text=f"+{cell.text}") if effect > 0 else cell


def statistics(statistics: Statistics) -> str:
    """A table of frequencies with confidence intervals, and the streaks."""
    heads = ["what", ">times", ">of", ">share", ">99 % interval"]
    caption = f"{counted(statistics.coups, 'coup')}; where the chances lie, with 99 % confidence"
    shares = table(caption, heads, [_share_row(str(n), share) for n, share in statistics.shares()])
    streaks_by_rule = {
        "a tie changes nothing": statistics.streaks,
        "a tie ends it": statistics.streaks_with_ties,
    }
    rows = [
        [rule, *(str(streaks[name].longest) if name in streaks else "" for name in WINNERS)]
        for rule, streaks in streaks_by_rule.items()
    ]
    heads = ["in a row", *(f">{name}" for name in WINNERS)]
    return shares + table("Longest streaks", heads, rows)


def _share_row(name: str, share: Share) -> list[TableCell]:
    low, high = share.interval()
    percent_text = exactly(share.share, 2) if share.share is not None else ""
    interval = f"{percent(low, 2)} … {percent(high, 2)}"
    return [name, f"{share.count:,}", f"{share.of:,}", percent_text, interval]


def simulation(simulation: Simulation) -> str:
    """A table of estimated and exact edges; plots of the estimates if their data were kept."""
    heads = ["bet", ">wins", ">edge as dealt", ">99 % interval", ">exact, fresh shoe"]
    fixed = simulation.plan.coups is not None
    rows = list(_dealt(simulation, fixed))
    plan = simulation.plan
    part = "" if simulation.is_whole else f" of {plan.shoes:,}"
    caption = (
        f"{simulation.game}: {counted(simulation.tally.total, 'coup')} "
        f"of {simulation.shoes:,}{part} {'shoe' if simulation.shoes == 1 else 'shoes'}, "
        f"seed {plan.seed}"
    )
    late = "" if fixed else LATE
    funnels = picture(simulation.plot()) if simulation.milestones else ""
    return table(caption, [*heads, *[">z"] * fixed], rows) + paragraph(late) + funnels


def _dealt(simulation: Simulation, fixed: bool) -> Iterator[list[TableCell]]:
    for spot, bet in simulation.counted.items():
        odds, exact = simulation.of(bet), exactly(simulation.exact.of(bet).edge)
        z = simulation.z(bet)
        estimates: list[TableCell] = ["", "", ""]
        if odds.total:
            estimates = [exactly(odds.chance), exactly(odds.edge), _interval(odds)]
        yield [spot, *estimates, exact, *([] if not fixed else ["" if z is None else f"{z:+.2f}"])]


def coups(coups: Coups) -> str:
    """A table of the first coups of a batch."""
    columns = coups.columns
    cut = {name: column[:FEW].tolist() for name, column in columns.items()}
    rows = [[str(value) for value in row] for row in zip(*cut.values(), strict=True)]
    heads = [f">{name.replace('_', ' ')}" for name in columns]
    return table(repr(coups).strip("<>"), heads, rows, "columns has them all", of=coups.total)
