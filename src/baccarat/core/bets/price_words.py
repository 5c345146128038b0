"""Prices in words, the same on every page and screen.

price_text("tie:8")                  8:1
price_text("lucky-6:12/20")          12/20:1
price_text("banker:1-5%")            1:1 -5%: the house's share of a win follows the price
best_price("lucky-6:12/20")          20:1, where there is no room for all prices
pays(bet("lucky-6"))                 12 / 20, as a casino prints them
"""

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction

from baccarat.base.errors import UnknownName
from baccarat.base.sentences import Sentence
from baccarat.core.bets.bet_types import Bet
from baccarat.core.bets.register import bet as known_bet
from baccarat.core.bets.streaks import StreakBet, is_streak, streak

TO_ONE = "{price}:1"


def price_text(bet: str | Bet | StreakBet) -> Sentence:
    """The prices of a bet, tier by tier; the bet may be given by its spelling.

    >>> price_text("banker:1-5%"), price_text("perfect-pair:25/25"), price_text("x:1.5/10")
    ('1:1 -5%', '25:1', '1.5/10:1')
    """
    return _said(*_prices(bet))


def best_price(bet: str | Bet | StreakBet) -> Sentence:
    """The highest price of a bet, as text.

    >>> best_price("lucky-6:12/20")
    '20:1'
    """
    prices, commission = _prices(bet)
    return _said([max(prices)], commission)


def prices_in(bet: str | Bet | StreakBet) -> int:
    """How many different prices a bet has.

    >>> prices_in("perfect-pair:25/25"), prices_in("lucky-6:12/20")
    (1, 2)
    """
    return len(_prices(bet)[0])


def tier_price(bet: Bet, tier: str) -> Sentence:
    """The price of one tier of a bet."""
    return _said([bet.gross(tier)], bet.commission)


def to_one(price: Fraction) -> Sentence:
    """A single price in words.

    >>> to_one(Fraction(19, 20)), to_one(Fraction(11)), to_one(Fraction(1, 3))
    ('0.95:1', '11:1', '1/3:1')
    """
    return _said([price], Fraction(0))


def pays(item: Bet | StreakBet) -> str:
    """The prices of a bet in one line: `12 / 20`, `1 less 5 %`.

    >>> pays(known_bet("lucky-6")), pays(known_bet("banker"))
    ('12 / 20', '1 less 5 %')
    """
    prices = str(item).partition(":")[2]
    gross, _, commission = prices.partition("-")
    less = f" less {commission.replace('%', ' %')}" if commission else ""
    is_for_one = isinstance(item, Bet) and item.for_one
    if isinstance(item, Bet) and item.drawn:
        factors, fee = item.drawn.factors, 100 * float(item.drawn.fee)
        less = f" × {min(factors)} to {max(factors)}, fee {fee:g} %"
    return f"{gross.replace('/', ' / ')}{' for one' if is_for_one else ''}{less}"


def _prices(bet: str | Bet | StreakBet) -> tuple[list[Fraction], Fraction]:
    """The different prices in their order, and the commission.

    A spelling does not say whether its prices include the stake; the bet that it names does.
    """
    if isinstance(bet, str):
        with suppress(UnknownName):  # a stranger's bet, known by its spelling alone
            bet = streak(bet) if is_streak(bet) else known_bet(bet)
    if isinstance(bet, Bet):
        return list(dict.fromkeys(map(bet.gross, bet.winning))), Fraction(bet.commission)
    if isinstance(bet, StreakBet):
        return list(dict.fromkeys(map(Fraction, bet.pays.values()))), Fraction(0)
    gross, _, rate = bet.partition(":")[2].partition("-")
    prices = (Fraction(price.replace(":", "/")) for price in gross.split("/"))
    return list(dict.fromkeys(prices)), Fraction(rate.removesuffix("%") or 0) / 100


def _said(prices: Iterable[Fraction], commission: Fraction) -> Sentence:
    first, *others = map(_figure, prices)
    for other in others:
        first = Sentence("{first}/{other}", first=first, other=other)
    price = Sentence(TO_ONE, price=first)
    if not commission:
        return price
    digits = len(f"{float(100 * commission):g}".partition(".")[2])
    return Sentence(f"{{price}} -{{rate:.{digits}%}}", price=price, rate=float(commission))


def _figure(price: Fraction) -> Sentence:
    is_decimal = Fraction(f"{float(price):g}") == price
    return Sentence("{price:g}", price=float(price)) if is_decimal else Sentence(str(price))
