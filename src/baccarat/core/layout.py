"""The layout: its bets, their prices and limits; and the payout."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

from baccarat.base.enums import NamedEnum
from baccarat.base.errors import BaccaratError, BadText, BadValue, BetRefused, UnknownName
from baccarat.base.frozen import freeze, freezes
from baccarat.base.hints import as_whole, checked, displayed, guided, quoted, require_fields
from baccarat.base.jsonable import exact
from baccarat.base.sentences import Sentence
from baccarat.core.bets import Bet, StreakBet, as_bet
from baccarat.core.cards import Card
from baccarat.core.coup import Coup
from baccarat.core.plugins import by_name, kebab

MOST_MONEY = 10**15
"""The largest sum of money in coins; a larger stake must be a mistake."""


class Rounding(NamedEnum):
    """How a payout that is not in whole chips is rounded.

    >>> [each.round(Fraction(95, 100), 1) for each in Rounding]
    [0, 1, 1]
    """

    DOWN = "down"
    """the house keeps the odd part"""
    UP = "up"
    """the guest gets the next payable chip (New South Wales)"""
    NEAREST = "nearest"
    """the nearest payable amount; half a chip goes to the guest"""

    @checked
    def round(self, amount: Fraction, chip: int) -> int:
        """The amount, rounded to whole chips of that size."""
        chips = amount / chip
        if self is Rounding.UP:
            return chip * -(-chips.numerator // chips.denominator)
        if self is Rounding.NEAREST:
            chips += Fraction(1, 2)
        return chip * (chips.numerator // chips.denominator)


@guided
@dataclass(frozen=True, slots=True)
class Limits:
    """The lowest and the highest stake on a bet, in coins.

    >>> from baccarat.core.rules import deal
    >>> small = Layout.of("player", "banker", "tie")
    >>> settle(deal("2h 9d 5c Ks"), "tie=500", replace(small, limits=Limits(least=5, most=200)))
    Traceback (most recent call last):
        ...
    baccarat.base.errors.BetRefused: tie: the limits are 5 to 200, not 500
    """

    least: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        require_fields(self)
        if self.least < 1:
            raise BetRefused(
                "the minimum bet must be at least 1 coin, not {least}", least=self.least
            )
        if self.most is not None and self.most < self.least:
            form = "the maximum bet ({most}) is below the minimum bet ({least})"
            raise BetRefused(form, least=self.least, most=self.most)


@guided
@dataclass(frozen=True, slots=True)
class Wager:
    """A stake put on a spot, in whole coins.

    >>> Wager.parse("banker=100")
    Wager(spot='banker', stake=100)
    """

    spot: str
    stake: int

    def __post_init__(self) -> None:
        if isinstance(self.spot, str) and as_whole(self.stake) is None:
            form = "{spot}: a stake is whole coins, not {stake!r}"
            raise BetRefused(form, spot=self.spot[:40], stake=self.stake)
        require_fields(self)

    @classmethod
    @checked
    def parse(cls, text: str) -> "Wager":
        """The wager that a text spells: `banker=100`."""
        spot, equals, stake = text.strip().rpartition("=")
        if not equals or not spot:
            raise BadText(f"not a wager: {text[:40]!r} (expected e.g. 'banker=100')")
        stake = stake.strip()
        digits = stake.removeprefix("-")
        is_whole = digits.isascii() and digits.isdigit()
        if is_whole and len(digits) > 16:
            raise BadText(f"not a stake: {stake[:24]!r} is too large (at most 16 digits)")
        if not is_whole:
            raise BadText(
                f"not a stake: {stake[:24]!r} (expected a whole number of the smallest coin)"
            )
        return cls(spot.strip(), int(stake))

    def as_json(self) -> dict[str, object]:
        """The wager as JSON."""
        return {"spot": self.spot, "stake": self.stake}

    def __str__(self) -> str:
        return f"{self.spot}={self.stake}"


@displayed
@guided
@dataclass(frozen=True, slots=True)
class Layout:
    """The bets of a table by their spots, and the house's options.

    >>> felt = Layout.of("player", "banker=banker-ez", "tie:9", "dragon-7")
    >>> list(felt.bets), felt.bet("banker").name
    (['player', 'banker', 'tie', 'dragon-7'], 'Banker EZ')
    """

    bets: Mapping[str, Bet]
    """the bet on each spot: at EZ Baccarat the spot `banker` holds the bet `banker-ez`"""
    limits: Limits = Limits()
    spot_limits: Mapping[str, Limits] = field(default_factory=dict)
    """the limits of spots that have their own"""
    chip: int = 1
    """the value of a chip in coins; stakes and payouts are in whole chips"""
    rounding: Rounding = Rounding.DOWN
    differential: int | None = None
    """the largest allowed difference between the money on Player and on Banker"""
    both_sides: bool = True
    """whether one guest may bet on Player and on Banker together (not in New South Wales)"""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.differential is not None and self.differential < 0:
            form = "a differential is 0 coins or more, not {differential}"
            raise BetRefused(form, differential=self.differential)
        if self.chip < 1:
            raise BetRefused("a chip must be worth at least one coin, not {chip}", chip=self.chip)
        freeze(self, "bets", "spot_limits")
        for spot in self.spot_limits:
            self.bet(spot)

    @classmethod
    @checked
    def of(cls, *bets: str | Bet) -> "Layout":
        """A layout of bets by name; `banker=banker-ez` puts `banker-ez` on the spot `banker`."""
        felt: dict[str, Bet] = {}
        for item in bets:
            spot, _, spelled = item.rpartition("=") if isinstance(item, str) else ("", "", item)
            found = as_bet(spelled)
            felt[spot or found.key] = found
        return cls(felt)

    @checked
    def spot(self, name: str) -> str:
        """The spot of a bet on this layout, from the spot's name or any name of the bet."""
        if kebab(name) in self.bets:
            return kebab(name)
        spots = {other: spot for spot, item in self.bets.items() for other in item.also}
        spots |= {item.key: spot for spot, item in self.bets.items()}
        spots |= {spot: spot for spot in self.bets}
        spot = by_name(name, spots)
        if spot is None:
            raise UnknownName("bet", name[:40], self.bets)
        return spot

    def bet(self, name: str) -> Bet:
        """The bet on a spot."""
        return self.bets[self.spot(name)]

    def find(self, given: str | Bet) -> Bet:
        """A bet by its spot or its name, perhaps at a price; a Bet is returned as it is.

        >>> Layout.of("banker=banker-ez").find("banker"), Layout.of("banker").find("tie:9")
        (bet('banker-ez:1'), bet('tie:9'))
        """
        return given if isinstance(given, Bet) else self._placed(given)[1]

    def knows(self, given: object) -> bool:
        """Whether `find` finds the bet."""
        try:
            return isinstance(given, str | Bet) and bool(self.find(given))
        except BaccaratError:
            return False

    def having(self, *bets: str | Bet) -> "Layout":
        """The layout with these bets added; a bet that it already has gets the given price.

        >>> Layout.of("banker").having("lucky-6:12/23").bets["lucky-6"]
        bet('lucky-6:12/23')
        """
        return replace(self, bets={**self.bets, **dict(map(self._placed, bets))})

    def _placed(self, given: str | Bet) -> tuple[str, Bet]:
        """The spot of a bet, and the bet; a bet that is not on the layout has its key as spot."""
        if not isinstance(given, str):
            found = as_bet(given)
            spots = [spot for spot, item in self.bets.items() if item.key == found.key]
            return (spots or [found.key])[0], found
        name, colon, price = given.partition(":")
        try:
            spot = self.spot(name)
        except UnknownName:
            found = as_bet(given)
            return found.key, found
        return spot, self.bets[spot].priced_as(price) if colon else self.bets[spot]

    def name_of(self, bet: str | Bet) -> str:
        """The bet's spot; the price follows if it is given, or if it is not the layout's price.

        >>> Layout.of("banker=banker-ez").name_of("Banker EZ"), Layout.of().name_of("Tie:9.0")
        ('banker', 'tie:9')
        """
        spot, found = self._placed(bet)
        is_priced = ":" in bet if isinstance(bet, str) else self.bets.get(spot, found) != found
        return f"{spot}:{str(found).partition(':')[2]}" if is_priced else spot

    @checked
    def check(self, wagers: Iterable[Wager]) -> None:
        """Raise `BetRefused` if the layout does not accept these wagers of a single guest."""
        stakes = self._stakes(wagers)
        for spot, stake in stakes.items():
            self._check_spot(spot, stake, stakes)
        if "player" in stakes and "banker" in stakes and not self.both_sides:
            raise BetRefused("this table takes no bet on Player and Banker together")
        difference = abs(stakes.get("player", 0) - stakes.get("banker", 0))
        if self.differential is not None and difference > self.differential:
            raise BetRefused(
                "the stakes on player and banker may differ by at most {most}, not by {difference}",
                most=self.differential,
                difference=difference,
            )

    def _stakes(self, wagers: Iterable[Wager]) -> dict[str, int]:
        stakes: dict[str, int] = {}
        for wager in wagers:
            spot = self.spot(wager.spot)
            if wager.stake <= 0:
                form = "{spot}: a stake is more than zero, not {stake}"
                raise BetRefused(form, spot=spot, stake=wager.stake)
            stakes[spot] = stakes.get(spot, 0) + wager.stake
        return stakes

    def _check_spot(self, spot: str, stake: int, stakes: Mapping[str, int]) -> None:
        if self.bets[spot].offered:
            form = "{spot} is offered in the middle of a coup, after four cards"
            raise BetRefused(form, spot=spot)
        self.check_size(spot, stake, self.limits_of(spot).least)
        cap = self.bets[spot].cap
        if cap is not None:
            allowed = cap.share * sum(stakes.get(other, 0) for other in cap.of)
            if stake > allowed:
                form = "{spot}: {cap} (here {most}), not {stake}"
                raise BetRefused(form, spot=spot, cap=cap.said, most=int(allowed), stake=stake)

    @checked
    def limits_of(self, spot: str) -> Limits:
        """The spot's own limits; if it has none, the limits of the layout."""
        return self.spot_limits.get(spot, self.limits)

    @checked
    def check_size(self, spot: str, stake: int, least: int) -> None:
        """Raise `BetRefused` if a stake is not in whole chips, below `least` or above the limit."""
        if stake % self.chip:
            form = "{spot}: stakes are whole chips of {chip}, not {stake}"
            raise BetRefused(form, spot=spot, chip=self.chip, stake=stake)
        limits = self.limits_of(spot)
        most = MOST_MONEY if limits.most is None else limits.most
        if not least <= stake <= most:
            form = "{spot}: the limits are {least} to {most}, not {stake}"
            raise BetRefused(form, spot=spot, least=limits.least, most=most, stake=stake)


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one wager."""

    wager: Wager
    tier: str | None
    """the bet's tier that happened; None when the bet lost"""
    exact: Fraction
    """the guest's win before rounding; negative when the stake is lost"""
    won: int
    """the guest's win as paid; negative when the stake is lost, 0 for a push"""
    kept: int
    """the house's part of the win: the commission and the rounding"""

    @property
    def returned(self) -> int:
        """The coins that go back to the guest, including the stake."""
        return self.wager.stake + self.won

    @property
    def said(self) -> Sentence:
        """The payout in words."""
        spot, stake, tier = self.wager.spot, self.wager.stake, Sentence(str(self.tier))
        if self.won < 0:
            return Sentence("{spot}: {lost} lost", spot=spot, lost=-self.won)
        if self.won == 0 and self.exact == 0:
            return Sentence("{spot}: {stake} pushes ({tier})", spot=spot, stake=stake, tier=tier)
        form = "{spot}: {stake} wins {won} ({tier})"
        if not self.kept:
            return Sentence(form, spot=spot, stake=stake, won=self.won, tier=tier)
        form = "{spot}: {stake} wins {won} ({tier}, {kept} kept by the house)"
        return Sentence(form, spot=spot, stake=stake, won=self.won, tier=tier, kept=self.kept)

    def as_json(self) -> dict[str, object]:
        """The wager and its result as JSON, in coins."""
        return {
            **self.wager.as_json(),
            "tier": self.tier,
            "won": self.won,
            "kept": self.kept,
            **exact("exact", self.exact),
        }

    def __str__(self) -> str:
        return str(self.said)


@displayed
@dataclass(frozen=True, slots=True)
@freezes("lines")
class Settlement:
    """The payouts of all wagers on a layout, one line for each wager."""

    lines: tuple[Line, ...]

    @property
    def won(self) -> int:
        """The sum of the wins of all wagers, in coins; less than 0 is a loss."""
        return sum(line.won for line in self.lines)

    @property
    def kept(self) -> int:
        """The house's part of the wins, in coins."""
        return sum(line.kept for line in self.lines)

    def as_json(self) -> dict[str, object]:
        """The payouts as JSON."""
        return {"wagers": [line.as_json() for line in self.lines], "won": self.won}


Wagers = str | Mapping[str, int] | Iterable[Wager | str | tuple[str, int]]
"""Wagers as text, as stakes by spot, or as a list."""
STANDARD_FELT = Layout.of(
    *("player", "banker", "tie", "player-pair", "banker-pair", "either-pair", "perfect-pair"),
    *("dragon-bonus-player", "dragon-bonus-banker", "small", "big"),
)
"""The felt of punto banco."""


def whole_step(bet: Bet | StreakBet, layout: Layout) -> int:
    """The smallest stake whose wins are whole chips; its multiples are paid in full, too.

    >>> from baccarat.core.games import game
    >>> felt = game("punto-banco").layout
    >>> {spot: whole_step(felt.bet(spot), felt) for spot in ("player", "banker", "big")}
    {'player': 1, 'banker': 20, 'big': 50}
    """
    return layout.chip * lcm(*(net.denominator for net in wins_of(bet)))


def wins_of(bet: Bet | StreakBet) -> list[Fraction]:
    """The win of one unit, for each winning tier."""
    if isinstance(bet, StreakBet):
        return [bet.net(wins) for wins in bet.pays]
    return [bet.net(tier, times) for tier in bet.winning for times in bet.law(tier)]


def as_wagers(given: Wagers) -> list[Wager]:
    """A list of wagers from Wager values, from text, or from stakes by spot."""
    items = given.items() if isinstance(given, Mapping) else given
    items = items.split() if isinstance(items, str) else items
    if not isinstance(items, Iterable):
        raise BadValue(f"wagers must be e.g. 'banker=100 tie=5', not {quoted(given)}")
    placed = [_wager(item) for item in items]
    for wager in placed:
        if not isinstance(wager, Wager):
            raise BadValue(f"a wager must be e.g. 'banker=100', not {quoted(wager)}")
    return placed


def _wager(item: Wager | str | tuple[str, int]) -> Wager:
    if isinstance(item, tuple) and len(item) == 2:
        return Wager(*item)
    return Wager.parse(item) if isinstance(item, str) else item


@checked
def settle(
    coup: Coup,
    wagers: Wagers,
    layout: Layout = STANDARD_FELT,
    drawn: Mapping[Card, int] | Mapping[str, int] | None = None,
) -> Settlement:
    """Pay all wagers on a layout; if one is refused or the coup is not over, none is paid.

    `drawn` has the factors of the cards that were drawn before the coup, for bets that need them.

    >>> from baccarat.core.rules import deal
    >>> print(*settle(deal("2h 9d 5c Ks"), "banker=100 tie=5").lines, sep="\\n")
    banker: 100 wins 95 (win, 5 kept by the house)
    tie: 5 lost
    """
    placed = as_wagers(wagers)
    layout.check(placed)
    factors = None
    if drawn is not None:
        cards = (Card.parse(card) if isinstance(card, str) else card for card in drawn)
        factors = dict(zip(cards, drawn.values(), strict=True))
    return Settlement(tuple(pay_wager(coup, wager, layout, factors) for wager in placed))


def pay_wager(
    coup: Coup, wager: Wager, layout: Layout, drawn: Mapping[Card, int] | None = None
) -> Line:
    """Pay a wager that the layout accepted."""
    spot = layout.bet(wager.spot)
    tier = spot.tier(coup)
    if spot.drawn and drawn is None:
        form = "{spot}: its price is drawn: give the factors of the cards drawn before the coup"
        raise BetRefused(form, spot=wager.spot)
    if spot.drawn and drawn and (wrong := {*drawn.values()} - {*spot.drawn.factors}):
        form = "{spot}: a factor of its price must be one of {factors}, not {times}"
        factors = ", ".join(map(str, sorted(spot.drawn.factors)))
        raise BetRefused(form, spot=wager.spot, times=quoted(min(wrong)), factors=factors)
    times = spot.times(coup, drawn or {})
    exact = wager.stake * spot.net(tier, times)
    won = layout.rounding.round(exact, layout.chip)
    kept = max(0, int(wager.stake * spot.before_fees(tier, times)) - won)
    return Line(wager, tier, exact, won, kept)
