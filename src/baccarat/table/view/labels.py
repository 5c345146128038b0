"""Short texts about a table for every screen: cards, prices, edges, statistics, reports."""

from fractions import Fraction
from typing import TYPE_CHECKING

from baccarat.base.sentences import Sentence
from baccarat.base.words import Words, as_printed
from baccarat.core.bets import Bet, StreakBet
from baccarat.core.bets.price_words import price_text, tier_price, to_one
from baccarat.core.cards import Card
from baccarat.core.stats import Statistics
from baccarat.table.table import Table
from baccarat.table.view.choices import CHIPS

if TYPE_CHECKING:
    from baccarat.table.coach.coach import Cost

RANKS = "A23456789TJQK"
DISCS = CHIPS[::-1]
"""The chips that make up a pile, the largest first."""
FIRST_ROW = ("player-pair", "player", "tie", "banker", "banker-pair")
"""The spots before all others on a felt, from the left."""


def card_text(card: Card, words: Words) -> str:
    """A card in a sentence: `9♥` or `10♥`; without Unicode `9h` or `10h`."""
    return as_printed(str(card) if words.is_ascii else card.pretty)


def edge_text(edge: Fraction | None) -> Sentence:
    """An edge in percent; "?" if the bet's edge cannot be calculated."""
    return Sentence("?") if edge is None else Sentence("{share:.2%}", share=float(edge))


def discs_in(chips: int, most: int) -> list[int]:
    """The discs that show this number of chips, the largest first; at most `most` discs.

    >>> discs_in(125, most=4), discs_in(99_999, most=2)
    ([100, 20, 5], [2500, 2500])
    """
    found, left = list[int](), chips
    for disc in DISCS:
        count, left = divmod(left, disc)
        found += [disc] * min(count, most)
    return found[:most]


def chip_text(coins: int) -> Sentence:
    """The print on a chip.

    >>> chip_text(500), chip_text(2_500), chip_text(25_000), chip_text(2_500_000)
    ('500', '2,500', '25k', '2.5M')
    """
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if coins >= max(size, 10_000):
            return Sentence("{coins:g}" + letter, coins=coins / size)
    return Sentence("{coins:,}", coins=coins)


def price_texts(bet: Bet | StreakBet, words: Words) -> list[str]:
    """The prices of a bet, tier by tier, and its cap; for a streak, by its wins in a row."""
    if isinstance(bet, StreakBet):
        return [
            words("start.tier", tier=f"{wins} ×", price=words.say(to_one(bet.net(wins))))
            for wins in bet.pays
        ]
    if bet.drawn:
        price, fee = words.say(price_text(bet)), words.number(100 * bet.drawn.fee, ",.3g")
        least, most = min(bet.drawn.factors), max(bet.drawn.factors)
        return [words("start.factors", price=price, least=least, most=most, fee=fee)]
    lines = []
    for tier in bet.pays:
        key = "start.tier" if bet.net(tier) else "start.push"
        name = words.say(Sentence(tier))
        lines.append(words(key, tier=name, price=words.say(tier_price(bet, tier))))
    return lines if bet.cap is None else [*lines, words.say(bet.cap.said)]


def statistics_rows(found: Statistics, words: Words) -> list[tuple[str, str]]:
    """The rows of a table of statistics: each figure's name, then the figure, as text."""
    rows = [(words.say(name), words.say(share.said)) for name, share in found.shares()]
    return rows + [
        (words.say(title), ", ".join(f"{words.bet(k)} {n}" for k, n in streaks.items()))
        for title, streaks in found.longest()
    ]


def summary(table: Table, words: Words) -> list[str]:
    """The sitting so far: coups, money, the house's share, and what still lies on the felt."""
    view = table.view()
    lines = [
        words(
            "report.coups",
            coups=view.coups,
            shoes=table.shoes,
            coins=view.bankroll,
            bought=view.bought,
        ),
        words("report.kept", coins=view.kept_so_far),
    ]
    if "leave" not in view.may:
        lines.append(words("report.coup"))
    elif view.wagers:
        lines.append(words("report.bets", coins=view.on_the_felt))
    return lines


def cost_texts(cost: "Cost", words: Words) -> list[str]:
    """The expected and actual cost of a sitting, and the cost of the guest's decisions."""
    lines = [
        words(
            "report.cost",
            staked=cost.staked,
            expected=words.number(cost.expected, "+,.2f"),
            won=words.number(cost.won, "+,"),
            luck=words.number(cost.luck, "+,.2f"),
        )
    ]
    if cost.given_away:
        lines.append(words("report.given", coins=words.number(cost.given_away, ",.2f")))
    return lines


def found_texts(table: Table, words: Words) -> list[str]:
    """The lines about a sitting that was left open, for a guest who comes back."""
    view = table.view()
    lines = [
        words("resume.found", game=words.game(view.game), coups=view.coups, coins=view.bankroll)
    ]
    if view.on_the_felt:
        lines.append(words("resume.bets", coins=view.on_the_felt))
    return lines
