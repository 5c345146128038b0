"""A bet is an event and a price.

The event says what happened (a *tier*, or nothing); the price says what each tier pays. An event
sees only what its bet's depth allows, so a bet cannot look deeper than it declares:

- depth *totals*: the `Outcome`, with each hand's number of cards and its total;
- deeper: the `Outcome` with the bet's *trait* of each hand, a label of that hand alone;
- depth *points*, if labels of single hands are not enough: the whole `Coup`, reduced to points.

A bet with a single tier needs no name for it: its event may answer True or False, and its price
may be a number. A bet without an event pays for the winner.

A bet that is offered in the middle of a coup, such as insurance, has a table of the moments when
it is offered: both totals after two cards, and the tier that a win then has.
"""

import pickle
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import reduce
from math import isfinite, prod
from numbers import Real
from typing import TYPE_CHECKING, TypeVar, cast

from baccarat.base.errors import BaccaratError, BadBet, BadText, TooShallow
from baccarat.base.frozen import FrozenDict, freeze, freezes
from baccarat.base.hints import checked, displayed, guided, plain, quoted, require_fields
from baccarat.base.jsonable import exact, winner
from baccarat.base.sentences import Sentence
from baccarat.core.bets.drawn import Factors
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, TOTALS, Coup, Hand, Outcome, Side
from baccarat.core.plugins import kebab, text_of

Price = int | Fraction
"""The win per unit staked; 0 is a push, -1 a loss. Never a float: 0.54 is `Fraction("0.54")`."""
if TYPE_CHECKING:  # the field takes more types than it gives back, which only type checkers see

    class Prices:
        def __get__(self, bet: object, kind: object = None) -> Mapping[str, Price]: ...
        def __set__(self, bet: object, given: Price | Mapping[str, Price]) -> None: ...

else:
    Prices = Mapping[str, Price]
NO_PRICES = cast(Prices, FrozenDict())

OutcomeEvent = Callable[[Outcome], str | bool | None]
CoupEvent = Callable[[Coup], str | bool | None]
AnyEvent = Callable[[Outcome | Coup], str | bool | None]
Trait = Callable[[Hand], str | None]

PUSH = 0
"""The price of a tier that gives the stake back."""
LOSES = -1
"""The price of a tier that loses the stake."""
WIN = "win"
"""The tier of a bet that has only one tier and does not name it."""
LOST = "lost"
"""The tier of a lost bet that is offered within a coup; None means that it was not offered."""
Totals = tuple[int, int]
"""Player's total and Banker's, after two cards each."""
WINNERS = ("player", "banker", "tie")
MOST_BITS = 2000
"""The most bits of a number written in decimal; Python may refuse more than 640 digits."""
# The attributes that an event or a trait may read.
AN_OUTCOME = "an Outcome has winner, and player and banker, each with total and cards (how many)"
A_TRAIT = "a trait takes a Hand, and returns a str or None"
A_COUP = "a Coup has winner, and player and banker, each with total and cards"

T = TypeVar("T")


@guided
@dataclass(frozen=True, slots=True)
class Cap:
    """The highest stake on a bet, as a share of the stakes on other bets.

    >>> print(Cap(Fraction(1, 10), ("player", "banker")).said)
    at most 10% of the stake on player and banker
    """

    share: Fraction
    of: tuple[str, ...]

    def __post_init__(self) -> None:
        freeze(self, "of")
        require_fields(self)
        if self.share <= 0 or not self.of:
            raise BadBet(
                f"a cap must be a share of other bets, e.g. 1/10 of banker, not {quoted(self)}"
            )

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
        """The cap as JSON."""
        return {**exact("share", self.share), "spots": list(self.of)}

    def __str__(self) -> str:
        return str(self.said)


def who_won(outcome: Outcome) -> str:
    """The default event of a bet: it names the winner; a winner without a price is a loss."""
    return winner(outcome.winner)


OURS = "baccarat."
"""The prefix of the names of our modules."""


@dataclass(frozen=True, slots=True)
@freezes()
class StartLabel:
    """A trait that gives one label to totals for which the bet is offered in the same cases."""

    offered: Mapping[Totals, str]

    def __call__(self, hand: Hand) -> str:
        return str(self.stands_for(hand.start))

    def stands_for(self, total: int) -> int:
        """The label of `total`: the lowest total for which the bet is offered in the same cases."""
        return next(other for other in TOTALS if self._row(other) == self._row(total))

    def won_on(self, outcome: Outcome) -> str | None:
        """The tier of a win after these first four cards; None if the bet was not offered."""
        player, banker = outcome.player.trait, outcome.banker.trait
        if player is None or banker is None:
            return None
        return self.offered.get((int(player), int(banker)))

    def _row(self, total: int) -> list[str | None]:
        """The tiers of all pairs of two-card totals: first Player has this total, then Banker."""
        pairs = [(total, other) for other in TOTALS] + [(other, total) for other in TOTALS]
        return [self.offered.get(pair) for pair in pairs]


@displayed
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
    """names the tier, or answers whether the bet won; default: `player`, `banker` or `tie`"""
    pays: Prices = NO_PRICES
    """what each tier pays per unit, in the order in which the prices are spelled; a single number
    is the price of a win"""
    depth: Depth = Depth.TOTALS
    trait: Trait | None = None
    """gives a label of one hand alone; a bet that looks deeper than totals needs a trait, except at
    depth points"""
    at_start: bool = False
    """whether the trait sees only the first two cards, which saves engines much work"""
    commission: Fraction = Fraction(0)
    """the house's share of a win"""
    for_one: bool = False
    """whether the price includes the stake (25 *for* one is 24 *to* one)"""
    cap: Cap | None = None
    also: tuple[str, ...] = ()
    """other names of the bet"""
    wins_when: str = ""
    source: str = ""
    offered: Mapping[Totals, str] = FrozenDict()
    """for a bet in the middle of a coup: the totals of Player and Banker after two cards at which
    the bet is offered, each with the tier of a win; default: the bet is offered before the coup"""
    drawn: Factors | None = None
    """the law of the factors that multiply a win, if the price is drawn before each coup"""

    def __post_init__(self) -> None:
        require_fields(self, "pays", "commission", "offered")
        if isinstance(self.pays, Real):
            object.__setattr__(self, "pays", {WIN: self.pays})
        if not isinstance(self.pays, Mapping) or not all(
            isinstance(tier, str) for tier in self.pays
        ):
            raise BadBet(f"{self.key} must pay by tier, e.g. {{'win': 1}}, not {quoted(self.pays)}")
        pays = {tier: plain(price) for tier, price in self.pays.items()}
        object.__setattr__(self, "pays", pays)
        freeze(self, "pays", "offered")
        object.__setattr__(self, "also", tuple(map(kebab, self.also)))
        if not self.key:
            raise BadBet(
                "a bet's name must have Latin letters or digits, e.g. 'Lucky 6', not "
                f"{quoted(self.name)}"
            )
        if self.offered != {}:
            self._wait_for_the_start()
        if self.trait is None and self.depth >= Depth.RANKS:
            raise BadBet(f"{self.key}: a bet on ranks or cards needs a trait: add the trait")
        if self.trait is not None and self.depth is Depth.TOTALS:
            raise BadBet(f"{self.key}: a bet on totals sees no cards: leave the trait out")
        if not isinstance(self.commission, int | Fraction) or not 0 <= self.commission < 1:
            raise BadBet(
                f"{self.key}: a commission must be a share, e.g. 1/20, not "
                f"{quoted(self.commission)}"
            )
        if not self.pays:
            raise BadBet(f"{self.key} has no price: give the bet a price")
        for tier, price in self.pays.items():
            if isinstance(price, bool) or not isinstance(price, int | Fraction):
                exactly = price if isinstance(price, float) and isfinite(price) else 0.54
                raise BadBet(
                    f"{self.key}: a price must be exact, e.g. Fraction('{exactly:.12g}'), "
                    f"not {quoted(price)}"
                )
            if self.event is who_won and tier not in WINNERS:
                raise BadBet(
                    f"{self.key} needs an event that returns {quoted(tier)}: add the event, or "
                    "pay for player, banker or tie"
                )
            if self.net(tier) < LOSES:
                raise BadBet(
                    f"{self.key}: {tier!r} cannot lose more than the stake: the price must be "
                    "-1 or more"
                )

    def _wait_for_the_start(self) -> None:
        """Check a bet that is offered at certain two-card totals; set its depth and its trait."""
        offered = self.offered
        if not isinstance(offered, Mapping) or not all(map(_is_start, offered)):
            raise BadBet(
                f"{self.key} must be offered by pairs of totals (Player's, Banker's), e.g. {{(5, "
                f"6): 'win'}}, "
                f"not {quoted(offered)}"
            )
        for totals, tier in offered.items():
            if not isinstance(tier, str) or tier not in self.pays:
                raise BadBet(
                    f"{self.key} has no price for {quoted(tier)}, offered on {totals}: add the "
                    "price"
                )
        look = StartLabel(self.offered)
        if self.trait not in (None, look):
            raise BadBet(
                f"{self.key} gets its trait from the totals after two cards: leave the trait out"
            )
        object.__setattr__(self, "pays", FrozenDict({**self.pays, LOST: LOSES}))
        for name, value in (("depth", Depth.POINTS), ("trait", look), ("at_start", True)):
            object.__setattr__(self, name, value)

    @property
    def offered_when(self) -> str:
        """When the bet is offered, in words: `on 0–4 against 5, 0–5 against 6`."""
        if (side := self.insures) is not None:
            own = sorted({totals[side is Side.BANKER] for totals in self.offered})
            return f"on {side}'s {_spanned(own)}, while the other hand is face down"
        by_banker: dict[int, list[int]] = {}
        for player, banker in sorted(self.offered):
            by_banker.setdefault(banker, []).append(player)
        told = (
            f"{_spanned(players)} against {banker}" for banker, players in sorted(by_banker.items())
        )
        return f"on {', '.join(told)}"

    @property
    def insures(self) -> Side | None:
        """The hand whose two cards alone decide whether the bet is offered; None for other bets."""
        for side in Side if self.offered else ():
            own = {totals[side is Side.BANKER] for totals in self.offered}
            pairs = {(a, b) if side is Side.PLAYER else (b, a) for a in own for b in TOTALS}
            if self.offered.keys() == pairs:
                return side
        return None

    @property
    def key(self) -> str:
        """The name as it is typed: `lucky-6`."""
        return kebab(self.name)

    @checked
    def sees(self, coup: Coup) -> Outcome | Coup:
        """The part of the coup that the bet's depth allows it to see."""
        coup.require_over()
        if coup.depth < self.depth:
            raise TooShallow(
                f"{self.key} needs the {self.depth} of the coup, but only the {coup.depth} are "
                f"known: {coup}"
            )
        if self.depth is Depth.TOTALS:
            return coup.outcome()
        coup = coup.at(self.depth)
        return coup if self.trait is None else coup.outcome(self.label)

    def label(self, hand: Hand) -> str | None:
        """The label that the bet's trait gives a hand; None if the bet has no trait."""
        if self.trait is None:
            return None
        try:
            label = self.trait(Hand(hand.cards[:2]) if self.at_start else hand)
            hash(label)
        except BaccaratError:
            raise
        except (Exception, SystemExit) as fault:  # a stranger's code may raise anything
            raise broken(self.key, "trait", fault, A_TRAIT) from fault
        return label

    def judge(self, seen: Outcome | Coup) -> str | None:
        """The tier, by what the bet sees of a coup; None if the bet lost or was not offered."""
        if not isinstance(self.trait, StartLabel) or not isinstance(seen, Outcome):
            return self._judge(seen)
        won = self.trait.won_on(seen)
        if won is None:
            return None
        tier = self._judge(seen, won)
        return LOST if tier is None else tier

    def _judge(self, seen: Outcome | Coup, won: str | None = None) -> str | None:
        """The tier that the event returns, where True means the winning tier; None for a loss."""
        # An event takes an Outcome or a Coup; `sees` gives the one that fits its depth.
        try:
            tier = cast("AnyEvent", self.event)(seen)
        except BaccaratError:
            raise
        except (Exception, SystemExit) as fault:  # a stranger's code may raise anything
            has = A_COUP if isinstance(seen, Coup) else AN_OUTCOME
            raise broken(self.key, "event", fault, has) from fault
        if tier is None or tier is False:
            return None
        if tier is True and won is not None:
            return won
        if tier is True and len(self.pays) == 1:
            return next(iter(self.pays))
        if isinstance(tier, str) and tier in self.pays:
            return tier
        if self.event is who_won:
            return None
        raise BadBet(f"{self.key} has no price for {quoted(tier)}")

    def tier(self, coup: Coup) -> str | None:
        """The tier that happened; None when the bet loses or was not offered."""
        return self.judge(self.sees(coup))

    def gross(self, tier: str | None) -> Fraction:
        """The guest's win per unit staked, before commission and without the stake."""
        if tier is None:  # a bet in the middle of a coup was not offered
            return Fraction(0 if self.offered else LOSES)
        try:
            price = self.pays[tier]
            return Fraction(price - 1 if self.for_one else price)
        except (KeyError, TypeError):
            raise BadBet(f"{self.key} has no price for {quoted(tier)}") from None

    def net(self, tier: str | None, times: int | None = None) -> Fraction:
        """The guest's win per unit staked, after commission and fee.

        `times` is the product of the drawn factors; default: their mean for this tier.
        """
        gross = self.gross(tier)
        net = gross * (1 - self.commission) if self.commission and gross > 0 else gross
        if self.drawn is None:
            return net
        if net > 0:
            law = self.law(tier) if times is None else {times: Fraction(1)}
            mean = sum(product * chance for product, chance in law.items())
            net = net * mean - self.drawn.withheld
        return (1 + net) / (1 + self.drawn.fee) - 1

    def law(self, tier: str | None) -> Mapping[int, Fraction]:
        """The numbers that may multiply a win, with their chances; always 1 at a fixed price."""
        if self.drawn is None or tier is None or self.gross(tier) <= 0:
            return {1: Fraction(1)}
        return self.drawn.law(tier)

    def before_fees(self, tier: str | None, times: int = 1) -> Fraction:
        """The guest's win per unit staked, if the house kept no part of the win."""
        gross = self.gross(tier)
        return gross if self.drawn is None or gross <= 0 else gross * times / (1 + self.drawn.fee)

    @checked
    def times(self, coup: Coup, drawn: Mapping[Card, int]) -> int:
        """The product of the factors drawn for the hand's cards; 1 if the price is fixed."""
        if self.drawn is None:
            return 1
        cards = coup.hand(self.drawn.side).cards
        return prod(drawn.get(card, 1) for card in (cards[:2] if self.at_start else cards))

    @property
    def winning(self) -> list[str]:
        """The tiers that win more than 0, in the order of the prices."""
        return [tier for tier in self.pays if self.net(tier) > 0]

    @guided
    def priced(self, *prices: Price, commission: Fraction = Fraction(0)) -> "Bet":
        """The bet at other prices: one for each winning tier, in the order of the tiers."""
        if self.drawn and len(prices) == 1:  # one price for every hand
            prices *= len(self.winning)
        if len(prices) != len(self.winning):
            many, tiers = len(self.winning), ", ".join(self.winning)
            raise BadBet(f"{self.key} takes {many} price{'s' * (many != 1)} ({tiers})")
        pays = {**self.pays, **dict(zip(self.winning, prices, strict=True))}
        bet = replace(self, pays=pays, commission=commission)
        if bet.winning != self.winning:
            raise BadBet(
                f"{self.key}: a winning tier must pay more than {'1' if bet.for_one else '0'}"
            )
        return bet

    @checked
    def priced_as(self, text: str) -> "Bet":
        """The bet at a price given as text: `12/23` tier by tier, `1-4%` with a commission."""
        gross, less, commission = text.partition("-")
        if not gross or gross.endswith("/"):  # a price below 0 is not a commission
            gross, less = text, ""
        prices = [read_price(item) for item in gross.split("/")]
        if less and not commission.endswith("%"):
            raise BadText(f"not a commission: {commission[:24]!r} (expected e.g. '5%')")
        share = read_price(commission[:-1]) / 100 if less else Fraction(0)
        if share >= 1:
            raise BadBet(f"{self.key}: a commission must be below 100 %, not {commission[:-1]} %")
        return self.priced(*prices, commission=share)

    def as_json(self) -> dict[str, object]:
        """The bet as JSON: when it wins, what it pays, and the source of the price."""
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
            **({"offered": self._offered_json()} if self.offered else {}),
            **({"drawn": self.drawn.as_json()} if self.drawn else {}),
        }

    def _offered_json(self) -> list[dict[str, object]]:
        return [
            {"player_total": player, "banker_total": banker, "tier": tier}
            for (player, banker), tier in self.offered.items()
        ]

    def __str__(self) -> str:
        """The bet spelled with its prices: `lucky-6:12/20`, `banker:1-5%`."""
        told = [spell(self.pays[tier]) for tier in self.winning]
        prices = "/".join(told[:1] if self.drawn and len(set(told)) == 1 else told)
        commission = f"-{spell(100 * self.commission)}%" if self.commission else ""
        return f"{self.key}:{prices}{commission}"

    def __repr__(self) -> str:
        from baccarat.core.bets.register import is_known  # it imports this module

        return f"bet({str(self)!r})" if is_known(self) else f"<bet {self}>"

    def __getstate__(self) -> list[object]:
        """The state to pickle; an error if another process could not import the bet's functions."""
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


def outcome_tiers(bet: Bet) -> list[str | None]:
    """The tier of each of the `OUTCOMES`, for a bet that sees only totals."""
    return list(map(bet.judge, OUTCOMES))


def is_strangers(bet: Bet) -> bool:
    """Whether a bet runs code from outside this package."""
    code = (bet.event,) if bet.trait is None else (bet.event, bet.trait)
    return not all(str(getattr(one, "__module__", "")).startswith(OURS) for one in code)


def broken(whose: str, what: str, fault: BaseException, hint: str) -> BadBet:
    """The error for an event or a trait that raised an exception."""
    told = " ".join(text_of(fault).split())[:80]
    if not isinstance(fault, AttributeError | TypeError):  # the hint lists attributes
        told, hint = ": ".join(filter(None, [type(fault).__name__, told])), ""
    return BadBet(f"{whose}: its {what} breaks: {told}{hint and f' ({hint})'}")


def broken_trait(trait: object, fault: BaseException) -> BadBet:
    """The error for a trait that raised an exception, when the bet that uses it is unknown."""
    code = getattr(trait, "__code__", None)
    line = "" if code is None else f" in line {code.co_firstlineno}"
    name = getattr(trait, "__name__", type(trait).__name__)
    return broken(f"a bet that looks through {name}{line}", "trait", fault, A_TRAIT)


def _is_start(totals: object) -> bool:
    """Whether the value is a pair of totals."""
    if not isinstance(totals, tuple) or len(totals) != 2:
        return False
    return all(type(total) is int and total in TOTALS for total in totals)


def _spanned(totals: Sequence[int]) -> str:
    """Totals as text: `0–4` if they are consecutive, else `0, 4 or 5`."""
    if len(totals) > 1 and list(totals) == list(range(totals[0], totals[-1] + 1)):
        return f"{totals[0]}–{totals[-1]}"
    *others, last = map(str, totals)
    return f"{', '.join(others)} or {last}" if others else last


def start_total(hand: Hand) -> str:
    """A trait: the total of the first two cards."""
    return str(hand.start)


def read_price(text: str) -> Fraction:
    """Read a price as a casino prints it: `12`, `0.95` or `9:5`."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9}|:0*[1-9][0-9]{0,8})?", text):
        raise BadText(f"not a price: {text[:24]!r} (expected e.g. '12', '0.95', '9:5' or '12/23')")
    return Fraction(text.replace(":", "/"))


def spell(price: Price) -> str:
    """A price as it is typed: a decimal if that is exact, otherwise `1:3`."""
    price = Fraction(price)
    if price.denominator == 1:
        return _digits(price.numerator)
    whole, rest = divmod(abs(price) * 10**9, 10**9)
    if rest.denominator == 1:
        return f"{'-' * (price < 0)}{_digits(whole)}.{int(rest):09d}".rstrip("0")
    return f"{_digits(price.numerator)}:{_digits(price.denominator)}"


def _digits(number: int) -> str:
    """A whole number as text: hexadecimal if it is too long for Python to write in decimal."""
    return hex(number) if number.bit_length() > MOST_BITS else str(number)
