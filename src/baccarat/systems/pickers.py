"""Chooses the bet: always the same, or by decisions, the road, a coin, a pattern or a count.

Decisions are wins of Player or Banker; ties change no state. States last from shoe to shoe.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.base.frozen import FrozenDict, freezes
from baccarat.base.hints import quoted
from baccarat.systems.by_count import ByCount
from baccarat.systems.counting.spelling import read_count
from baccarat.systems.system import Picker, State

LETTERS = {"b": "banker", "p": "player"}
OPPOSITE = {"player": "banker", "banker": "player"}
TIE = "tie"
MOST_DECISIONS = 12
"""The most decisions in a row of a table, and the longest pattern."""


@dataclass(frozen=True, slots=True)
class Always(Picker):
    """Bets always on the same spot."""

    bet: str

    def pick(self, state: State) -> str:
        return self.bet

    def __str__(self) -> str:
        return self.bet


@dataclass(frozen=True, slots=True)
class Random(Picker):
    """Bets on Player or Banker, by the toss of a coin."""

    def pick(self, state: State) -> tuple[str, str]:
        return "player", "banker"


@dataclass(frozen=True, slots=True)
@freezes("rows")
class LastDecisions(Picker):
    """Bets by a table of the last decisions: `bbp>p` bets on Player after Banker, Banker, Player.

    If no row fits, it lays no bet; if several rows fit, the first of them counts.
    """

    rows: Mapping[str, str]
    """the bet by the last decisions, the oldest of them first"""
    name: str = ""
    start = ""

    @property
    def _longest(self) -> int:
        return max(map(len, self.rows))

    def pick(self, state: State) -> str | None:
        return next((bet for last, bet in self.rows.items() if state.endswith(last)), None)

    def see(self, state: State, winner: str) -> State:
        return state if winner == TIE else (state + winner[0])[-self._longest :]

    def __str__(self) -> str:
        letter = {bet: short for short, bet in LETTERS.items()}
        rows = (f"{last}>{letter.get(bet, bet)}" for last, bet in self.rows.items())
        return self.name or ",".join(rows)


@dataclass(frozen=True, slots=True)
@freezes("bets")
class FixedPattern(Picker):
    """Bets on several spots in turn, and then from the first again; a tie repeats the bet."""

    bets: tuple[str, ...]
    start = 0

    def pick(self, state: State) -> str:
        return self.bets[state]

    def see(self, state: State, winner: str) -> State:
        return state if winner == TIE else (state + 1) % len(self.bets)

    def __str__(self) -> str:
        return f"pattern:{''.join(bet[0] for bet in self.bets)}"


ROADS = {"big-eye-boy": 1, "small-road": 2, "cockroach-pig": 3}


@dataclass(frozen=True, slots=True)
class AskTheRoad(Picker):
    """Bets on the side that would put a red mark on a derived road; without a mark it lays no bet.

    Only the last columns of the big road matter. If the last column has depth m, one more mark in
    it is red unless the column for comparison also has depth m; then the other side gives red.
    """

    road: str = "big-eye-boy"
    start = ("", ())

    def pick(self, state: State) -> str | None:
        side, depths = state
        if len(depths) <= ROADS[self.road]:
            return None
        return OPPOSITE[side] if depths[0] == depths[-1] else side

    def see(self, state: State, winner: str) -> State:
        side, depths = state
        if winner == TIE:
            return state
        if winner == side:
            return side, (*depths[:-1], depths[-1] + 1)
        return winner, (*depths, 1)[-ROADS[self.road] - 1 :]

    def __str__(self) -> str:
        return "road" if self.road == "big-eye-boy" else f"road:{self.road}"


def _table(rows: Mapping[str, str], name: str = "") -> LastDecisions:
    return LastDecisions(FrozenDict({last: LETTERS[bet] for last, bet in rows.items()}), name)


BY_NAME: dict[str, Picker] = {
    "follow": _table({"b": "b", "p": "p"}, "follow"),
    "opposite": _table({"b": "p", "p": "b"}, "opposite"),
    "before-last": _table({"bb": "b", "bp": "b", "pb": "p", "pp": "p"}, "before-last"),
    "random": Random(),
    "road": AskTheRoad(),
}


def picker(text: str) -> Picker:
    """The picker for a text: a bet, `follow`, `bbp>p`, `pattern:bbp`, `count:dragon-7`.

    >>> picker("bbp>p,ppb>tie")
    LastDecisions(rows={'bbp': 'player', 'ppb': 'tie'}, name='')
    """
    text = text.strip()
    if text.lower() in BY_NAME:
        return BY_NAME[text.lower()]
    name, colon, argument = text.lower().partition(":")
    if name == "road" and colon:
        if argument not in ROADS:
            raise BadText(f"not a road: {argument[:24]!r} (expected {', '.join(ROADS)})")
        return AskTheRoad(argument)
    if name == "pattern" and colon:
        return FixedPattern(tuple(LETTERS[letter] for letter in _letters(argument)))
    if name == "wait" and colon:
        return _waiting(argument)
    if name == "count" and colon:
        return ByCount(read_count(text.partition(":")[2]))
    if ">" in text:
        rows = dict[str, str]()
        for last, bet in map(_row, text.split(",")):
            if rows.setdefault(last, bet) != bet:
                raise BadText(f"{last} has two bets, {rows[last]} and {bet}: give one bet")
        return LastDecisions(rows)
    return Always(text)


def _letters(text: str) -> str:
    if not text or len(text) > MOST_DECISIONS or not set(text) <= LETTERS.keys():
        raise BadText(
            f"not decisions: {quoted(text)} (expected 1 to {MOST_DECISIONS} letters b and p)"
        )
    return text


def _row(text: str) -> tuple[str, str]:
    last, _, bet = text.partition(">")
    bet = bet.strip()
    if not bet:
        raise BadText(f"no bet after the sign: {quoted(text)} (expected e.g. 'bbp>p')")
    return _letters(last.strip().lower()), LETTERS.get(bet.lower(), bet)


def _waiting(text: str) -> LastDecisions:
    """Read `3>opposite` (after three in a row, bet against them) or `3>follow` (bet with them)."""
    length, _, side = text.partition(">")
    sides = {"follow": ("b", "p"), "opposite": ("p", "b")}
    if not length.isdigit() or not 1 <= int(length) <= MOST_DECISIONS or side not in sides:
        raise BadText(f"not a wait: {quoted(text)} (expected e.g. 'wait:3>opposite')")
    after_bankers, after_players = sides[side]
    rows = {"b" * int(length): after_bankers, "p" * int(length): after_players}
    return _table(rows, f"wait:{text}")
