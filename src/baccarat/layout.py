"""The layout: which bets are on the felt, at which price, within which limits; and the payout."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from baccarat.bets import Bet, bet
from baccarat.coup import Coup
from baccarat.errors import BadText, BetRefused, UnknownName

MOST_MONEY = 10**15
"""More coins than any bank has: a stake that could not be meant."""


class Rounding(Enum):
    """What becomes of a payout that no chip can pay."""

    DOWN = "down"
    """the house keeps the odd part"""
    UP = "up"
    """the guest gets the next payable chip (New South Wales)"""
    NEAREST = "nearest"
    """whichever is nearer; half a chip goes to the guest"""

    def round(self, amount: Fraction, chip: int) -> int:
        chips = amount / chip
        if self is Rounding.UP:
            return chip * -(-chips.numerator // chips.denominator)
        if self is Rounding.NEAREST:
            chips += Fraction(1, 2)
        return chip * (chips.numerator // chips.denominator)

    def __repr__(self) -> str:
        return f"Rounding.{self.name}"


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that may lie on a bet, in coins."""

    least: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        if self.least < 1 or (self.most is not None and self.most < self.least):
            raise BetRefused(
                f"limits run from 1 coin upwards, not from {self.least} to {self.most}"
            )


@dataclass(frozen=True, slots=True)
class Wager:
    """A stake put on a spot, in whole coins.

    >>> Wager.parse("banker=100")
    Wager(spot='banker', stake=100)
    """

    spot: str
    stake: int

    @classmethod
    def parse(cls, text: str) -> "Wager":
        spot, equals, stake = text.strip().rpartition("=")
        if not equals or not spot:
            raise BadText(f"not a wager: {text[:40]!r} (expected e.g. 'banker=100')")
        stake = stake.strip()
        digits = stake.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 16:
            raise BadText(
                f"not a stake: {stake[:24]!r} (expected a whole number of the smallest coin)"
            )
        return cls(spot.strip(), int(stake))

    def __str__(self) -> str:
        return f"{self.spot}={self.stake}"


@dataclass(frozen=True, slots=True)
class Layout:
    """The felt: its bets by their spots, and the house's options."""

    bets: Mapping[str, Bet] = field(hash=False)
    """by spot: at EZ Baccarat the spot `banker` holds the bet `banker-ez`"""
    limits: Limits = Limits()
    spot_limits: Mapping[str, Limits] = field(default_factory=dict, hash=False)
    """where a spot has limits of its own"""
    chip: int = 1
    """stakes are whole chips of so many coins, and so are payouts"""
    rounding: Rounding = Rounding.DOWN
    differential: int | None = None
    """the most by which the money on Player and on Banker may differ"""
    both_sides: bool = True
    """whether one guest may bet on Player and on Banker together (not in New South Wales)"""

    def __post_init__(self) -> None:
        if self.chip < 1:
            raise BetRefused(f"a chip is worth at least one coin, not {self.chip}")
        for spot in self.spot_limits:
            self.bet(spot)

    @classmethod
    def of(cls, *bets: str | Bet, **spots: str | Bet) -> "Layout":
        """Bets by name, on spots of their own names or of those given."""
        found = [bet(item) if isinstance(item, str) else item for item in bets]
        named = {spot: bet(item) if isinstance(item, str) else item for spot, item in spots.items()}
        return cls({**{item.key: item for item in found}, **named})

    def bet(self, spot: str) -> Bet:
        """The bet on a spot."""
        if spot not in self.bets:
            raise UnknownName("bet", spot[:40], self.bets)
        return self.bets[spot]

    def having(self, *spelled: str) -> "Layout":
        """The same felt with these bets on it too, or at these prices.

        >>> Layout.of("banker").having("lucky-6:12/23").bets["lucky-6"]
        bet('lucky-6:12/23')
        """
        bets = dict(self.bets)
        for item in spelled:
            spot, _, price = item.partition(":")
            if spot in bets:
                bets[spot] = bets[spot].priced_as(price) if price else bets[spot]
            else:
                bets[spot] = bet(item)
        return replace(self, bets=bets)

    def check(self, wagers: Iterable[Wager]) -> None:
        """Refuse wagers that this table does not take, saying why."""
        stakes: dict[str, int] = {}
        for wager in wagers:
            self.bet(wager.spot)
            if not isinstance(wager.stake, int) or isinstance(wager.stake, bool):
                raise BetRefused(f"{wager.spot}: a stake is whole coins, not {wager.stake!r}")
            if wager.stake <= 0:
                raise BetRefused(f"{wager.spot}: a stake is more than zero, not {wager.stake}")
            stakes[wager.spot] = stakes.get(wager.spot, 0) + wager.stake
        for spot, stake in stakes.items():
            self._check_spot(spot, stake, stakes)
        player, banker = stakes.get("player", 0), stakes.get("banker", 0)
        if player and banker and not self.both_sides:
            raise BetRefused("this table takes no bet on Player and Banker together")
        if self.differential is not None and abs(player - banker) > self.differential:
            raise BetRefused(
                f"the money on player and banker may differ by {self.differential} "
                f"at most, not by {abs(player - banker)}"
            )

    def _check_spot(self, spot: str, stake: int, stakes: Mapping[str, int]) -> None:
        limits = self.spot_limits.get(spot, self.limits)
        most = MOST_MONEY if limits.most is None else limits.most
        if stake % self.chip:
            raise BetRefused(f"{spot}: stakes are whole chips of {self.chip}, not {stake}")
        if not limits.least <= stake <= most:
            raise BetRefused(f"{spot}: the limits are {limits.least} to {most}, not {stake}")
        cap = self.bets[spot].cap
        if cap is not None:
            allowed = cap.share * sum(stakes.get(other, 0) for other in cap.of)
            if stake > allowed:
                raise BetRefused(f"{spot}: {cap} (here {int(allowed)}), not {stake}")


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one wager."""

    wager: Wager
    tier: str | None
    """what happened, by the bet's own names; None when it lost"""
    exact: Fraction
    """what the guest is up, before rounding"""
    won: int
    """what the guest is up, as paid: negative when the stake is lost, 0 for a push"""
    commission: int
    """what the house kept of the win, rounding included"""

    @property
    def returned(self) -> int:
        """What goes back to the guest, stake included."""
        return self.wager.stake + self.won

    def __str__(self) -> str:
        if self.won < 0:
            return f"{self.wager.spot}: {-self.won} lost"
        if self.won == 0 and self.exact == 0:
            return f"{self.wager.spot}: {self.wager.stake} pushes ({self.tier})"
        kept = f", {self.commission} kept by the house" if self.commission > 0 else ""
        return f"{self.wager.spot}: {self.wager.stake} wins {self.won} ({self.tier}{kept})"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A whole layout paid, line by line."""

    lines: tuple[Line, ...]

    @property
    def won(self) -> int:
        return sum(line.won for line in self.lines)

    @property
    def commission(self) -> int:
        return sum(line.commission for line in self.lines)


def settle(coup: Coup, wagers: Iterable[Wager | str], layout: Layout) -> Settlement:
    """Pay a whole layout; nothing is paid when a wager is refused or the coup is not over.

    >>> from baccarat.rules import deal
    >>> layout = Layout.of("player", "banker", "tie")
    >>> print(*settle(deal("2h 9d 5c Ks"), ["banker=100", "tie=5"], layout).lines, sep="\\n")
    banker: 100 wins 95 (win, 5 kept by the house)
    tie: 5 lost
    """
    placed = [Wager.parse(item) if isinstance(item, str) else item for item in wagers]
    layout.check(placed)
    return Settlement(tuple(_pay(coup, wager, layout) for wager in placed))


def _pay(coup: Coup, wager: Wager, layout: Layout) -> Line:
    spot = layout.bet(wager.spot)
    tier = spot.tier(coup)
    exact = wager.stake * spot.net(tier)
    won = layout.rounding.round(exact, layout.chip)
    kept = int(wager.stake * spot.gross(tier)) - won
    return Line(wager, tier, exact, won, max(0, kept))
