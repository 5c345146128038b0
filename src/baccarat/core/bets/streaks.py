"""Bets over several coups: how many times in a row a hand wins, from the next coup on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from baccarat.base.errors import BaccaratError, BadBet, BadText, BadValue, UnknownName
from baccarat.base.frozen import freeze
from baccarat.base.hints import checked, guided, plain, quoted, require_fields
from baccarat.base.jsonable import exact, winner
from baccarat.core.bets.bet_types import LOSES, PUSH, Bet, Price, read_price, spell
from baccarat.core.coup import Side
from baccarat.core.plugins import Register, kebab, register_of, same_but_for

MOST_WINS = 100
"""The longest streak that can have a price."""


@guided
@dataclass(frozen=True, slots=True, repr=False)
class StreakBet:
    """A stake on how many coups in a row a hand wins; a tie or a loss of the hand ends the streak.

    It may be laid before any coup, unless a streak of this bet is already running.

    >>> BANKER_STREAK.net(3), BANKER_STREAK.net(4), BANKER_STREAK.most
    (Fraction(-1, 1), Fraction(10, 1), 10)
    """

    name: str
    pays: Mapping[int, Price]
    """the price by wins in a row; fewer wins lose, and the highest number ends the streak"""
    side: Side = Side.BANKER
    unfinished: Price = PUSH
    """the price if the shoe ends before the streak: PUSH gives the stake back, LOSES keeps it"""
    also: tuple[str, ...] = ()
    """other names of the bet"""
    wins_when: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        require_fields(self, "pays", "unfinished")
        object.__setattr__(self, "unfinished", plain(self.unfinished))
        object.__setattr__(self, "also", tuple(map(kebab, self.also)))
        if not self.key:
            raise BadBet(f"a bet's name must have Latin letters or digits, not {quoted(self.name)}")
        if not isinstance(self.pays, Mapping) or not _are_lengths(list(self.pays)):
            raise BadBet(
                f"{self.key} must pay by the number of wins in a row, without a gap up to "
                f"{MOST_WINS}, e.g. {{4: 10, 5: 15}}, not {quoted(self.pays)}"
            )
        object.__setattr__(self, "pays", {wins: plain(pay) for wins, pay in self.pays.items()})
        freeze(self, "pays")
        for price in (*self.pays.values(), self.unfinished):
            if isinstance(price, bool) or not isinstance(price, int | Fraction):
                raise BadBet(
                    f"{self.key}: a price must be exact, e.g. Fraction('1/2'), not {price!r}"
                )
        if min(self.pays.values()) <= 0:
            raise BadBet(f"{self.key}: a streak that wins must pay more than 0")
        if self.unfinished < LOSES:
            raise BadBet(
                f"{self.key}: an unfinished streak cannot lose more than the stake: "
                "`unfinished` must be -1 or more"
            )

    @property
    def key(self) -> str:
        """The name as it is typed: `banker-streak`."""
        return kebab(self.name)

    @property
    def most(self) -> int:
        """The number of wins in a row at which the streak ends."""
        return max(self.pays)

    def net(self, wins: int | None) -> Fraction:
        """The guest's win per unit after this number of wins; give None if the shoe ended first."""
        if wins is None:
            return Fraction(self.unfinished)
        return Fraction(self.pays.get(wins, LOSES))

    @guided
    def priced(self, *prices: Price) -> "StreakBet":
        """The bet at other prices: one for each number of wins, the lowest number first."""
        if len(prices) != len(self.pays):
            raise BadBet(f"{self.key} takes {len(self.pays)} prices ({_lengths(self)})")
        return replace(self, pays=dict(zip(self.pays, prices, strict=True)))

    @checked
    def priced_as(self, text: str) -> "StreakBet":
        """The bet at prices given as text: `10/15/25/40/60/100/250`."""
        return self.priced(*map(read_price, text.split("/")))

    def as_json(self) -> dict[str, object]:
        """The bet as JSON: its prices, the price at the end of a shoe, and its source."""
        return {
            "bet": self.key,
            "spelled": str(self),
            "name": self.name,
            "also": list(self.also),
            "side": winner(self.side),
            "wins_when": self.wins_when,
            "in_a_row": [
                {"wins": wins, **exact("pays", Fraction(price))}
                for wins, price in self.pays.items()
            ],
            **exact("unfinished", Fraction(self.unfinished)),
            "source": self.source,
        }

    def __str__(self) -> str:
        """The bet spelled with its prices."""
        return f"{self.key}:{'/'.join(map(spell, self.pays.values()))}"

    def __repr__(self) -> str:
        return f"streak({str(self)!r})" if self._is_known() else f"<streak {self}>"

    def _is_known(self) -> bool:
        try:
            return self.key in KNOWN and streak(str(self)) == self
        except BaccaratError:  # a price too long to be typed
            return False


def _are_lengths(wins: Sequence[Any]) -> bool:
    """Whether the keys are consecutive numbers of wins."""
    if not wins or any(type(each) is not int for each in wins):
        return False
    in_order = list(range(wins[0], wins[0] + len(wins)))
    return wins == in_order and wins[0] > 0 and wins[-1] <= MOST_WINS


def _lengths(bet: StreakBet) -> str:
    return f"for {min(bet.pays)} to {bet.most} wins in a row"


BANKER_STREAK = StreakBet(
    "Banker Streak",
    {4: 10, 5: 15, 6: 25, 7: 40, 8: 60, 9: 150, 10: 250},
    wins_when="Banker wins 4 to 10 coups in a row from the next; a Player win or a tie ends it",
    source="the Orleans, 2017, at 100 for nine (banker-streak:10/15/25/40/60/100/250)",
)
AnyBet = TypeVar("AnyBet", Bet, StreakBet)
KNOWN = register_of(StreakBet, "streak")
KNOWN.is_variant = lambda given, known: same_but_for(given, known, "pays")
KNOWN.add(BANKER_STREAK)


def spelled_in(known: Register[AnyBet], spelled: str) -> AnyBet:
    """The bet with this name in a register; a price may follow the name after a colon."""
    name, colon, price = spelled.strip().partition(":")
    found = known.find(name)
    if colon and not price:
        raise BadText(f"no price after the colon: {spelled[:40]!r}")
    return found.priced_as(price) if colon else found


@guided
def streak(spelled: str | StreakBet) -> StreakBet:
    """A bet over several coups by its name, perhaps at a price; a StreakBet is returned as it is.

    >>> streak("banker-streak:10/15/25/40/60/100/250").pays[9]
    Fraction(100, 1)
    """
    if isinstance(spelled, StreakBet):
        return spelled
    if not isinstance(spelled, str):
        raise BadValue(f"a streak must be a StreakBet or its name, not {quoted(spelled)}")
    return spelled_in(KNOWN, spelled)


def is_streak(spelled: object) -> bool:
    """Whether the text names a bet over several coups."""
    if not isinstance(spelled, str):
        return False
    name = spelled.strip().partition(":")[0]
    if name in KNOWN or name in register_of(Bet):
        return name not in register_of(Bet)
    try:
        return KNOWN.find(name) is not None  # an installed package may bring it
    except UnknownName:
        return False
