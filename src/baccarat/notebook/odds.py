"""Odds, removal, statistics and simulations: tables of their figures.

Exact values are exact fractions; what is printed of them is rounded, and who points at a figure
sees the fraction.
"""

from collections.abc import Iterator
from fractions import Fraction

from baccarat.base.errors import CoupError
from baccarat.core.bets.printed import pays
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
LATE = "Late coups of a shoe do not have the odds of a fresh one, so no z is told."
WINNERS = ("player", "banker", "tie")
FEW = 10
"""Coups of a batch that are shown."""
LONGEST = 80
"""Characters of a fraction for who points at a figure; a longer one helps nobody."""


def exactly(value: Fraction, digits: int = 4) -> ShownCell:
    """A share in per cent, with its fraction."""
    told = str(value)
    return ShownCell(percent(value, digits), told if len(told) <= LONGEST else "")


def odds_table(shown: OddsTable) -> str:
    """The chances of the coup, and every bet of the felt."""
    felt = shown.game.layout.bets
    told, left_out = shown.told(felt)
    heads = ["bet", "pays", ">wins", ">pushes", ">edge", ">deviation"]
    rows = [_bet_row(shown.of(bet)) for bet in told.values()]
    missing = "; ".join(f"{bet}: {why}" for bet, why in left_out.items())
    return (
        table(f"Exact odds: {_question(shown)}", heads, rows)
        + paragraph(_chances(shown))
        + paragraph(EDGE)
        + paragraph(f"Left out: {missing}." if missing else "")
    )


def _bet_row(found: Odds) -> list[TableCell]:
    pushes = exactly(found.push) if found.push else ""
    edge, spread = exactly(found.edge), f"{found.deviation:.4f}"
    return [found.bet.name, pays(found.bet), exactly(found.chance), pushes, edge, spread]


def _question(shown: OddsTable) -> str:
    cards = "an endless deck" if shown.endless else counted(len(shown.composition), "unseen card")
    coup = "" if shown.dealt == shown.rules.opening else f", after {shown.dealt}"
    return f"{shown.game}, {cards}{coup}"


def _chances(shown: OddsTable) -> str:
    """How the coup ends, and whose card is next if it has begun."""
    chances = shown.tally.chances.items()
    told = ", ".join(f"{side or 'tie'} {percent(chance)}" for side, chance in chances)
    try:
        side = None if shown.dealt == shown.rules.opening else shown.next_side
    except CoupError:  # it depends on cards that nobody has seen
        side = None
    ahead = "" if side is None else f" {side} takes the next card."
    return f"{told}.{ahead}"


def odds(shown: Odds) -> str:
    """Each tier, and what it comes to."""
    bet = shown.bet
    rows: list[list[TableCell]] = [
        [
            "the stake is lost" if tier is None else tier,
            exactly(shown.probability(tier)),
            f"{shown.weights[tier]:,}",
            signed(bet.net(tier)),
        ]
        for tier in shown.tiers
    ]
    heads = ["what happens", ">chance", ">ways" if shown.is_exact else ">coups", ">guest is up"]
    kind = "Exact odds" if shown.is_exact else f"Odds as dealt in {counted(shown.total, 'coup')}"
    return table(f"{kind}: {bet.name}, pays {pays(bet)}", heads, rows) + paragraph(_edge(shown))


def _edge(shown: Odds | StreakOdds) -> str:
    """The edge with its fraction, or with the interval in which it lies."""
    told = f"The house keeps {percent(shown.edge)} of a stake on average"
    if shown.is_exact:
        fraction = str(shown.edge)
        told += f": {fraction}" if len(fraction) <= LONGEST else ""
    elif interval := _interval(shown):
        told += f" (99 % interval {interval})"
    return f"{told}. Standard deviation {shown.deviation:.4f} stakes."


def _interval(shown: Odds | StreakOdds) -> str:
    """Where the edge lies; stakes that all ended alike do not tell."""
    return " … ".join(map(percent, shown.edge_interval())) if shown.variance else ""


def streak_odds(shown: StreakOdds) -> str:
    """By wins in a row."""
    bet = shown.bet
    rows: list[list[TableCell]] = [
        [str(wins), exactly(shown.probability(wins)), signed(bet.net(wins))]
        for wins in range(bet.most + 1)
    ]
    if shown.unfinished:
        rows.append(["the shoe ends first", exactly(shown.unfinished), signed(bet.net(None))])
    heads = [f"{bet.side} wins in a row", ">chance", ">guest is up"]
    how = "coups taken as independent" if shown.is_exact else counted(shown.total, "stake")
    return table(f"{bet.name}: {how}", heads, rows) + paragraph(_edge(shown))


def removal(shown: Removal) -> str:
    """What one card less of each kind does, and the count that follows from it."""
    count = shown.best_count()
    rows: list[list[TableCell]] = [
        [card_label(card, "10, J, Q, K"), _effect(effect), signed(count.tags[card])]
        for card, effect in shown.effects.items()
    ]
    caption = f"{shown.bet.name}: one card less of {counted(len(shown.composition), 'card')}"
    heads = ["card", ">adds to the guest's expectation", ">tag of a count"]
    told = "No balanced count with tags so small helps."
    if any(count.tags.values()):
        told = (
            f"These tags follow the effects with a correlation of {count.correlation:.4f}. Each "
            f"true count is worth {percent(count.slope)} of a stake, and the bet turns at "
            f"{count.turns_at:+.2f}."
        )
    start = f"The whole shoe has an edge of {percent(shown.odds.edge)}."
    return table(caption, heads, rows) + paragraph(start) + paragraph(told)


def _effect(effect: Fraction) -> ShownCell:
    cell = exactly(effect, 6)
    return cell._replace(text=f"+{cell.text}") if effect > 0 else cell


def statistics(shown: Statistics) -> str:
    """How often what happened, with the interval in which the chance lies; and the streaks."""
    heads = ["what", ">times", ">of", ">share", ">99 % interval"]
    caption = f"{counted(shown.coups, 'coup')}; where the chances lie, with 99 % confidence"
    shares = table(caption, heads, [_share_row(str(n), share) for n, share in shown.shares()])
    both = {"a tie changes nothing": shown.streaks, "a tie ends it": shown.streaks_with_ties}
    rows = [
        [how, *(str(found[name].longest) if name in found else "" for name in WINNERS)]
        for how, found in both.items()
    ]
    heads = ["in a row", *(f">{name}" for name in WINNERS)]
    return shares + table("Longest streaks", heads, rows)


def _share_row(name: str, share: Share) -> list[TableCell]:
    low, high = share.interval()
    whole = exactly(share.share, 2) if share.share is not None else ""
    interval = f"{percent(low, 2)} … {percent(high, 2)}"
    return [name, f"{share.count:,}", f"{share.of:,}", whole, interval]


def simulation(shown: Simulation) -> str:
    """Every bet that was counted, beside its exact edge; the funnels, if they were kept."""
    heads = ["bet", ">wins", ">edge as dealt", ">99 % interval", ">exact, fresh shoe"]
    fixed = shown.plan.coups is not None
    rows = list(_dealt(shown, fixed))
    plan = shown.plan
    part = "" if shown.is_whole else f" of {plan.shoes:,}"
    caption = (
        f"{shown.game}: {counted(shown.tally.total, 'coup')} of {shown.shoes:,}{part} "
        f"{'shoe' if shown.shoes == 1 else 'shoes'}, seed {plan.seed}"
    )
    late = (
        ""
        if fixed
        else "Late coups of a shoe do not have the odds of a fresh one, so no z is told."
    )
    funnels = picture(shown.plot()) if shown.milestones else ""
    return table(caption, [*heads, *[">z"] * fixed], rows) + paragraph(late) + funnels


def _dealt(shown: Simulation, fixed: bool) -> Iterator[list[TableCell]]:
    for spot, bet in shown.counted.items():
        found, exact, z = shown.of(bet), exactly(shown.exact.of(bet).edge), shown.z(bet)
        estimates: list[TableCell] = ["", "", ""]
        if found.total:
            estimates = [exactly(found.chance), exactly(found.edge), _interval(found)]
        yield [spot, *estimates, exact, *([] if not fixed else ["" if z is None else f"{z:+.2f}"])]


def coups(shown: Coups) -> str:
    """The first coups of a batch, as its columns tell them."""
    columns = shown.columns
    cut = {name: column[:FEW].tolist() for name, column in columns.items()}
    rows = [[str(value) for value in row] for row in zip(*cut.values(), strict=True)]
    heads = [f">{name.replace('_', ' ')}" for name in columns]
    return table(repr(shown).strip("<>"), heads, rows, "columns has them all", of=shown.total)
