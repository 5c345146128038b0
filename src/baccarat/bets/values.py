"""A bet is an event and a price.

The event says what happened (a *tier*, or nothing); the price says what each tier pays. An event
is only ever shown what its bet asked for, so a bet cannot look deeper than it says:

- depth *totals*: the `Outcome`, each hand's number of cards and its total;
- deeper, the `Outcome` with the bet's *trait* of each hand, a label of that hand alone;
- depth *points*, if one hand alone does not tell: the whole `Coup`, reduced to points.

A bet of a single tier needs no name for it: its event may answer yes or no, and its price be a
number. A bet without an event pays for who won.
"""

import pickle
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import reduce
from math import isfinite
from numbers import Real
from typing import TypeVar, cast

from baccarat.cards import Depth
from baccarat.coup import Coup, Hand, Outcome
from baccarat.errors import BadBet, BadText, TooShallow
from baccarat.frozen import FrozenDict, freeze
from baccarat.hints import checked, guided, plain, quoted, require_fields
from baccarat.jsonable import exact, winner
from baccarat.plugins import kebab
from baccarat.sentences import Sentence

Price = int | Fraction
"""Paid per unit staked; 0 is a push, -1 a loss. Never a float: 0.54 is `Fraction("0.54")`."""

OutcomeEvent = Callable[[Outcome], str | bool | None]
CoupEvent = Callable[[Coup], str | bool | None]
AnyEvent = Callable[[Outcome | Coup], str | bool | None]
Trait = Callable[[Hand], str | None]

PUSH = 0
LOSES = -1
WIN = "win"
"""The tier of a bet that has only one and does not name it."""
WINNERS = ("player", "banker", "tie")
# What an event may read of the value that it is given.
AN_OUTCOME = "an Outcome has winner, and player and banker, each with total and cards (how many)"
A_COUP = "a Coup has winner, and player and banker, each with total and cards"

T = TypeVar("T")


@guided
@dataclass(frozen=True, slots=True)
class Cap:
    """A stake may be at most a share of what lies on other bets."""

    share: Fraction
    of: tuple[str, ...]

    def __post_init__(self) -> None:
        freeze(self, "of")
        require_fields(self)
        if self.share <= 0 or not self.of:
            raise BadBet(f"a cap is a share of other bets, e.g. 1/10 of banker, not {quoted(self)}")

    @property
    def said(self) -> Sentence:
        """The cap in words."""
        named = (Sentence("{spot}", spot=spot) for spot in self.of)
        spots = reduce(lambda one, more: Sentence("{one} and {more}", one=one, more=more), named)
        if self.share == 1:
            return Sentence("at most the stake on {spots}", spots=spots)
        form = "at most {share:.0%} of the stake on {spots}"
        return Sentence(form, share=float(self.share), spots=spots)

    def as_json(self) -> dict[str, object]:
        return {**exact("share", self.share), "spots": list(self.of)}

    def __str__(self) -> str:
        return str(self.said)


def who_won(outcome: Outcome) -> str:
    """The event of a bet that names none; it loses where it has no price for the winner."""
    return winner(outcome.winner)


@guided
@dataclass(frozen=True, slots=True, repr=False)
class Bet:
    """A spot on the layout: when it wins, and what it pays.

    >>> LUCKY_6 = Bet(
    ...     "Lucky 6",
    ...     lambda outcome: "six" if outcome.banker.total == 6 > outcome.player.total else None,
    ...     pays={"six": 12},
    ... )
    >>> LUCKY_6.tier(Coup.parse("2c 3c | 6d Ks")), LUCKY_6.key
    ('six', 'lucky-6')
    >>> Bet("My Tie", pays={"tie": 9}).tier(Coup.parse("2c 3c | 5d Ks"))
    'tie'
    """

    name: str
    event: OutcomeEvent | CoupEvent = who_won
    """which tier it is, or whether it won; without an event `player`, `banker` or `tie`"""
    pays: Mapping[str, Price] = FrozenDict()
    """what each tier pays per unit, in the order in which the prices are spelled; a number alone
    is what a win pays"""
    depth: Depth = Depth.TOTALS
    trait: Trait | None = None
    """below totals: a small label of one hand alone; only at depth points it may be missing"""
    at_start: bool = False
    """whether the trait is shown the first two cards alone, which spares engines much work"""
    commission: Fraction = Fraction(0)
    """the house's share of what is won"""
    for_one: bool = False
    """whether the stake is part of what is paid (25 *for* one is 24 *to* one)"""
    cap: Cap | None = None
    also: tuple[str, ...] = ()
    """other names under which it is known"""
    wins_when: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        require_fields(self, "pays", "commission")
        if isinstance(self.pays, Real):
            object.__setattr__(self, "pays", {WIN: self.pays})
        if not isinstance(self.pays, Mapping) or not all(
            isinstance(tier, str) for tier in self.pays
        ):
            raise BadBet(f"{self.key} pays by tier, e.g. {{'win': 1}}, not {quoted(self.pays)}")
        pays = {tier: plain(price) for tier, price in self.pays.items()}
        object.__setattr__(self, "pays", pays)
        freeze(self, "pays")
        object.__setattr__(self, "also", tuple(map(kebab, self.also)))
        if not self.key:
            raise BadBet(
                f"a bet's name has Latin letters or digits, e.g. 'Lucky 6', not {quoted(self.name)}"
            )
        if self.trait is None and self.depth >= Depth.RANKS:
            raise BadBet(f"{self.key}: below points a bet looks through a trait: give it one")
        if self.trait is not None and self.depth is Depth.TOTALS:
            raise BadBet(f"{self.key}: a bet on totals sees no cards, so it has no trait")
        if not isinstance(self.commission, int | Fraction) or not 0 <= self.commission < 1:
            raise BadBet(
                f"{self.key}: a commission is a share, e.g. 1/20, not {quoted(self.commission)}"
            )
        if not self.pays:
            raise BadBet(f"{self.key} pays nothing: give it a price")
        for tier, price in self.pays.items():
            if isinstance(price, bool) or not isinstance(price, int | Fraction):
                exactly = price if isinstance(price, float) and isfinite(price) else 0.54
                raise BadBet(
                    f"{self.key}: a price is exact, e.g. Fraction('{exactly:.12g}'), "
                    f"not {quoted(price)}"
                )
            if self.event is who_won and tier not in WINNERS:
                raise BadBet(
                    f"{self.key} has no event that tells {quoted(tier)}: give it one, or pay for "
                    "player, banker or tie"
                )
            if self.net(tier) < LOSES:
                raise BadBet(f"{self.key}: {tier!r} cannot lose more than the stake")

    @property
    def key(self) -> str:
        """Its name as it is typed: `lucky-6`."""
        return kebab(self.name)

    @checked
    def sees(self, coup: Coup) -> Outcome | Coup:
        """As much of the coup as the bet asked for, and no more."""
        coup.require_over()
        if coup.depth < self.depth:
            raise TooShallow(
                f"{self.key} looks at {self.depth}, but of this coup only the {coup.depth} "
                f"are known: {coup}"
            )
        if self.depth is Depth.TOTALS:
            return coup.outcome()
        coup = coup.at(self.depth)
        return coup if self.trait is None else coup.outcome(self.label)

    def label(self, hand: Hand) -> str | None:
        """The bet's trait of a hand."""
        if self.trait is None:
            return None
        return self.trait(Hand(hand.cards[:2]) if self.at_start else hand)

    def judge(self, seen: Outcome | Coup) -> str | None:
        """The tier of what the bet sees; None when it loses."""
        # An event takes an Outcome or a Coup; `sees` gives the one that fits its depth.
        try:
            tier = cast("AnyEvent", self.event)(seen)
        except (AttributeError, TypeError) as fault:
            told = " ".join(str(fault).split())[:80]
            has = A_COUP if isinstance(seen, Coup) else AN_OUTCOME
            raise BadBet(f"{self.key}: its event breaks: {told} ({has})") from fault
        if tier is None or tier is False:
            return None
        if tier is True and len(self.pays) == 1:
            return next(iter(self.pays))
        if isinstance(tier, str) and tier in self.pays:
            return tier
        if self.event is who_won:
            return None
        raise BadBet(f"{self.key} has no price for {quoted(tier)}")

    def tier(self, coup: Coup) -> str | None:
        """What happened, by the bet's own names; None when it loses."""
        return self.judge(self.sees(coup))

    def gross(self, tier: str | None) -> Fraction:
        """What the guest wins per unit staked, before any commission; the stake not counted."""
        if tier is None:
            return Fraction(LOSES)
        try:
            return Fraction(self.pays[tier] - self.for_one)
        except (KeyError, TypeError):
            raise BadBet(f"{self.key} has no price for {quoted(tier)}") from None

    def net(self, tier: str | None) -> Fraction:
        """What the guest wins per unit staked, the commission taken off.."""
        gross = self.gross(tier)
        return gross * (1 - self.commission) if gross > 0 else gross

    @property
    def winning(self) -> list[str]:
        """The tiers that win something, in their order."""
        return [tier for tier in self.pays if self.net(tier) > 0]

    @guided
    def priced(self, *prices: Price, commission: Fraction = Fraction(0)) -> "Bet":
        """The same event at another price: one for each winning tier, in their order."""
        if len(prices) != len(self.winning):
            many, tiers = len(self.winning), ", ".join(self.winning)
            raise BadBet(f"{self.key} takes {many} price{'s' * (many != 1)} ({tiers})")
        pays = {**self.pays, **dict(zip(self.winning, prices, strict=True))}
        bet = replace(self, pays=pays, commission=commission)
        if bet.winning != self.winning:
            raise BadBet(f"{self.key}: a winning tier pays more than {'1' if bet.for_one else '0'}")
        return bet

    @checked
    def priced_as(self, text: str) -> "Bet":
        """Another price as it is spelled: `12/23` tier by tier, `1-4%` with a commission."""
        gross, less, commission = text.partition("-")
        prices = [_price(item) for item in (gross or text).split("/")]
        if less and not commission.endswith("%"):
            raise BadText(f"not a commission: {commission[:24]!r} (expected e.g. '5%')")
        share = _price(commission[:-1]) / 100 if less else Fraction(0)
        if share >= 1:
            raise BadBet(f"{self.key}: a commission is below 100 %, not {commission[:-1]} %")
        return self.priced(*prices, commission=share)

    def as_json(self) -> dict[str, object]:
        """When it wins, what it pays, and where that is printed."""
        return {
            "bet": self.key,
            "spelled": str(self),
            "name": self.name,
            "also": list(self.also),
            "depth": str(self.depth),
            "wins_when": self.wins_when,
            "for_one": self.for_one,
            **exact("commission", Fraction(self.commission)),
            "tiers": [
                {
                    "tier": tier,
                    **exact("pays", self.gross(tier) + self.for_one),
                    **exact("net", self.net(tier)),
                }
                for tier in self.pays
            ],
            "cap": None if self.cap is None else self.cap.as_json(),
            "source": self.source,
        }

    def __str__(self) -> str:
        """Spelled with its prices: `lucky-6:12/20`, `banker:1-5%`."""
        prices = "/".join(spell(self.pays[tier]) for tier in self.winning)
        commission = f"-{spell(100 * self.commission)}%" if self.commission else ""
        return f"{self.key}:{prices}{commission}"

    def __repr__(self) -> str:
        from baccarat.bets.door import is_known  # it imports this module

        return f"bet({str(self)!r})" if is_known(self) else f"<bet {self}>"

    def __getstate__(self) -> list[object]:
        """What is pickled; a function that another process cannot import is refused in a line."""
        # A copy needs no import, and cloudpickle sends the function itself.
        asks = str(sys._getframe(1).f_globals.get("__name__"))
        if asks != "copy" and "cloudpickle" not in asks:
            for name, function in (("event", self.event), ("trait", self.trait)):
                try:
                    pickle.dumps(function)
                except Exception:  # a stranger's callable may raise anything
                    raise BadBet(
                        f"{self.key} cannot be pickled: write its {name} as a function of a "
                        "module (def), not as a lambda or inside another function"
                    ) from None
        return [getattr(self, field.name) for field in fields(self)]


def _price(text: str) -> Fraction:
    """A price as the felt prints it: `12`, `0.95` or `9:5`."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}|:0*[1-9][0-9]{0,8})?", text):
        raise BadText(f"not a price: {text[:24]!r} (expected e.g. '12', '0.95', '9:5' or '12/23')")
    return Fraction(text.replace(":", "/"))


def spell(price: Price) -> str:
    """A price as it is typed: a decimal where that is exact, else `1:3`."""
    price = Fraction(price)
    if price.denominator == 1:
        return str(price.numerator)
    decimal = f"{float(price):.9f}".rstrip("0")
    exact = Fraction(decimal) == price
    return decimal if exact else f"{price.numerator}:{price.denominator}"
