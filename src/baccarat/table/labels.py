"""Short texts that every surface shows of a table: cards, prices, edges, statistics, reports."""

from fractions import Fraction
from typing import TYPE_CHECKING

from baccarat.bets import Bet, StreakBet
from baccarat.cards import Card
from baccarat.sentences import Sentence
from baccarat.stats import Statistics
from baccarat.table.table import Table
from baccarat.table.view import View
from baccarat.words import Words

if TYPE_CHECKING:
    from baccarat.table.coach import Cost

RANKS = "A23456789TJQK"


def card_text(card: Card, words: Words) -> str:
    """A card in a sentence: `9♥`, or `9h`."""
    return str(card) if words.is_ascii else card.pretty


def price_text(bet: str) -> str:
    """What a bet pays, from how it is spelled: `tie:8` is `8:1`.

    >>> price_text("banker:1-5%"), price_text("perfect-pair:25/25"), price_text("big:0.54")
    ('1:1 -5%', '25/25', '0.54:1')
    """
    gross, minus, commission = bet.partition(":")[2].partition("-")
    to_one = gross if "/" in gross else f"{gross}:1"
    return f"{to_one} -{commission}" if minus else to_one


def net_text(net: Fraction) -> str:
    """What a win pays to one, as it is read out.

    >>> net_text(Fraction(19, 20)), net_text(Fraction(11)), net_text(Fraction(1, 3))
    ('0.95', '11', '1/3')
    """
    decimal = f"{float(net):g}"
    return decimal if Fraction(decimal) == net else str(net)


def edge_text(edge: Fraction | None) -> str:
    """An edge; a bet that cannot be weighed has none."""
    return "?" if edge is None else f"{100 * float(edge):.2f}%"


def chip_text(coins: int) -> str:
    """What is printed on a chip.

    >>> chip_text(500), chip_text(2_500), chip_text(25_000), chip_text(2_500_000)
    ('500', '2,500', '25k', '2.5M')
    """
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if coins >= max(size, 10_000):
            return f"{coins / size:g}{letter}"
    return f"{coins:,}"


def money_texts(view: View, words: Words) -> list[str]:
    """The guest's money, what lies on the felt, what the house has kept."""
    return [
        words("money.hand", coins=f"{view.bankroll:,}"),
        words("money.felt", coins=f"{view.on_the_felt:,}"),
        words("money.kept", coins=f"{view.kept_so_far:,}"),
    ]


def tier_texts(bet: Bet, words: Words) -> list[str]:
    """What a bet pays, tier by tier, and its cap if it has one."""
    lines = []
    for tier in bet.pays:
        key = "start.to-one" if bet.net(tier) else "start.push"
        name = words.say(Sentence(tier))
        lines.append(words(key, tier=name, price=net_text(bet.net(tier))))
    return lines if bet.cap is None else [*lines, words.say(bet.cap.said)]


def streak_texts(bet: StreakBet, words: Words) -> list[str]:
    """What a streak pays, by its wins in a row."""
    return [
        words("start.to-one", tier=f"{wins} ×", price=net_text(bet.net(wins))) for wins in bet.pays
    ]


def statistics_rows(found: Statistics, words: Words) -> list[tuple[str, str]]:
    """The figures with their names."""
    rows = [(words.say(name), words.say(share.said)) for name, share in found.shares()]
    return rows + [
        (words.say(title), ", ".join(f"{words.bet(k)} {n}" for k, n in streaks.items()))
        for title, streaks in found.longest()
    ]


def summary(table: Table, words: Words) -> list[str]:
    """A sitting so far: coups, money, what the house kept, what still lies on the felt."""
    view = table.view()
    lines = [
        words(
            "report.coups",
            coups=view.coups,
            shoes=table.shoes,
            coins=f"{view.bankroll:,}",
            bought=f"{view.bought:,}",
        ),
        words("report.kept", coins=f"{view.kept_so_far:,}"),
    ]
    if "leave" not in view.may:
        lines.append(words("report.coup"))
    elif view.wagers:
        lines.append(words("report.bets", coins=f"{view.on_the_felt:,}"))
    return lines


def cost_texts(cost: "Cost", words: Words) -> list[str]:
    """What a sitting should have cost, what it did, and what decisions gave away."""
    lines = [
        words(
            "report.cost",
            staked=f"{cost.staked:,}",
            expected=f"{float(cost.expected):+.2f}",
            won=f"{cost.won:+,}",
            luck=f"{float(cost.luck):+.2f}",
        )
    ]
    if cost.given_away:
        lines.append(words("report.given", coins=f"{float(cost.given_away):.2f}"))
    return lines


def found_texts(table: Table, words: Words) -> list[str]:
    """A table that was left, as it is found again."""
    view = table.view()
    lines = [words("resume.found", game=view.game, coups=view.coups, coins=f"{view.bankroll:,}")]
    if view.on_the_felt:
        lines.append(words("resume.bets", coins=f"{view.on_the_felt:,}"))
    return lines
