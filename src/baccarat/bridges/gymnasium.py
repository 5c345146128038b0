"""A gymnasium environment in which a guest bets on real shoes; this needs the extra `gymnasium`.

Importing this module registers the environment by its name, `baccarat/Betting-v0`.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from math import lcm
from secrets import randbits
from typing import Any

import numpy as np
import numpy.typing as npt

from baccarat.base.errors import BadValue, BetRefused, Missing, Refused, TooShallow
from baccarat.base.hints import guided, quoted, whole
from baccarat.core.bets import Bet
from baccarat.core.calls import call
from baccarat.core.cards import Depth
from baccarat.core.coup import Coup
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.layout import MOST_MONEY, Layout, Settlement, Wager, settle
from baccarat.core.result import Result
from baccarat.core.rules import Rules, deal_from
from baccarat.core.shoe import Shoe
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.core.verdict import verdicts
from baccarat.simulation.plan import Plan
from baccarat.simulation.planning import as_depth

if find_spec("gymnasium") is None:
    raise Missing("this environment needs gymnasium: pip install 'baccarat[gymnasium]'")

import gymnasium
from gymnasium import spaces

__all__ = ["BETTING", "BettingEnv"]

BETTING = "baccarat/Betting-v0"
"""The name of the environment in gymnasium."""
MAIN = ("player", "banker", "tie")
"""The default bets, if the felt has them."""
MARKS = "PBT"
"""Results as numbers from 1 on; 0 is a coup that is still to come."""
MOST_HISTORY = 1_000
RICHEST = 1_000 * MOST_MONEY
"""The largest bankroll that is observed; it fits into int64."""

Observation = dict[str, npt.NDArray[np.int64]]
Units = npt.NDArray[np.int64]


@guided
class BettingEnv(gymnasium.Env[Observation, Units]):
    """A guest bets on the coups of a shoe, one by one, until the shoe or the money is gone.

    An action is the number of units on each spot. The reward is the guest's win in coins, as the
    layout settles it. Cards are dealt without replacement: after `reset(seed=7)` come the coups of
    `bac.coups(seed=7)`, and each further `reset()` begins the next shoe of that seed.

    A unit is `unit` coins, and up to `most` units may lie on a spot. With `coups`, each shoe is
    truncated after this number of coups, and the cut card is ignored. `cards` is the depth at which
    unseen cards are counted: points, ranks or cards. `history` is the number of results shown.

    >>> env = BettingEnv("ez", ["banker", "dragon-7"])
    >>> observation, info = env.reset(seed=7)
    >>> observation["unseen"].tolist()
    [128, 32, 32, 32, 32, 32, 32, 32, 32, 31]
    >>> observation, reward, terminated, truncated, info = env.step([2, 0])
    >>> reward, info["coup"], observation["bankroll"].tolist()
    (200.0, Coup.parse('Jd 4d Th | 6h Jh'), [10200])
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 - theirs

    def __init__(
        self,
        game: str | Game = "punto-banco",
        bets: Sequence[str | Bet] | None = None,
        *,
        decks: int | None = None,
        rules: Rules | None = None,
        unit: int = 100,
        most: int = 10,
        bankroll: int = 10_000,
        coups: int | None = None,
        cards: Depth | str = "points",
        history: int = 10,
        decide: Strategy = nobody,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadValue(f"a render mode must be 'ansi' or None, not {quoted(render_mode)}")
        if is_endless(decks):
            raise BadValue("an endless deck has no shoe to bet on: give a number of decks")
        table = as_game(game, decks=decks, rules=rules)
        self.render_mode = render_mode
        self.depth = as_depth(cards)
        if self.depth is Depth.TOTALS:
            raise BadValue("unseen cards must be counted by points, ranks or cards, not by totals")
        self.unit = _at_least_one(unit, "a unit, in coins,")
        self.most = _at_least_one(most, "the most units on a spot")
        self.start = _at_least_one(bankroll, "a bankroll, in coins,")
        self.history = whole(history, "the number of results that are shown")
        if not 0 <= self.history <= MOST_HISTORY:
            raise BadValue(f"the history must be 0 to {MOST_HISTORY} results, not {self.history}")
        if max(self.start, self.unit * self.most) > MOST_MONEY:
            raise BadValue(f"a bankroll or a stake must be at most {MOST_MONEY} coins")
        self.coups = Plan(1, rules=table.rules, coups=coups).coups
        # As in a simulation: the cut card does not end a fixed number of coups.
        self.rules = table.rules if self.coups is None else replace(table.rules, cut_card=0)
        self.decide = as_key(decide)
        verdicts(self.rules.tableau, self.decide)  # raises an error if a free cell is not decided
        self.layout, self.spots = _felt(table, bets)
        self.least = self._least_stake()
        if self.start < self.least:
            raise BadValue(
                f"the lowest bet is {self.least} coins, so a bankroll of {self.start} is not "
                "enough: give a larger bankroll"
            )
        counts = self.rules.composition.at(self.depth).counts
        self.action_space = spaces.MultiDiscrete([self.most + 1] * len(self.spots))
        seen = {
            "unseen": spaces.Box(0, np.array(counts), dtype=np.int64),
            "before_cut": _number(52 * self.rules.decks),
            "results": spaces.MultiDiscrete([1 + len(MARKS)] * self.history),
            "bankroll": _number(RICHEST),
        }
        self.observation_space = spaces.Dict(seen)  # type: ignore[assignment]  # typed as spaces
        self._seed: int | None = None
        self._number = 0
        self._shoe: Shoe | None = None
        self._is_over = False
        self._bankroll = self.start
        self._results: list[str] = []
        self._last: tuple[Coup, Settlement, str] | None = None

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin shoe 0 of `seed` or, if it is None, the next shoe; `options` may name a shoe."""
        number = _asked_shoe(options)
        if seed is None and self._seed is None:
            seed = randbits(63)  # unpredictable, but np_random_seed shows it
        if seed is not None:
            seed = Plan(1, seed).seed
            self._seed, self._number = seed, -1
        super().reset(seed=seed)
        assert self._seed is not None
        begun = Plan(1, self._seed, first=self._number + 1 if number is None else number)
        self._number = begun.first
        self._shoe = self.rules.shoe(self._seed, self._number)
        self._is_over, self._bankroll = False, self.start
        self._results, self._last = [], None
        return self._observe(self._shoe), {"shoe": self._number, "turn": 0}

    def step(
        self, action: Units | Sequence[int]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Bet `action` units on the spots, and deal a coup; if one bet is refused, none counts."""
        if self._shoe is None or self._is_over:
            over = "the shoe is over" if self._is_over else "there is no shoe yet"
            raise Refused(f"{over}: call reset()")
        wagers = self._wagers(action)
        coup, shoe = deal_from(self._shoe, self.rules, self.decide)
        paid, refused = self._settle(coup, wagers)
        self._shoe = shoe
        self._bankroll += paid.won
        self._results.append(Result.of(coup).letter)
        self._last = coup, paid, refused
        terminated = shoe.is_finished or self._bankroll < self.least
        truncated = not terminated and shoe.coups == self.coups
        self._is_over = terminated or truncated
        info = {
            "shoe": self._number,
            "turn": shoe.coups,
            "coup": coup,
            "settlement": paid,
            "refused": refused,
        }
        return self._observe(shoe), float(paid.won), terminated, truncated, info

    def render(self) -> str | None:
        """A few lines of text: the last coup, its wagers, and the results so far."""
        if self.render_mode is None or self._shoe is None:
            return None
        lines = [f"shoe {self._number}, coup {self._shoe.coups}"]
        if self._last is not None:
            coup, paid, refused = self._last
            lines += [f"{coup}: {call(coup)}", *map(str, paid.lines), *filter(None, [refused])]
        return "\n".join([*lines, f"bankroll: {self._bankroll}", "".join(self._results)])

    def _observe(self, shoe: Shoe) -> Observation:
        before_cut = max(0, shoe.cards_left - shoe.cut_card)
        shown = [1 + MARKS.index(mark) for mark in self._results[: -self.history - 1 : -1]]
        return {
            "unseen": np.array(shoe.unseen.at(self.depth).counts, np.int64),
            "before_cut": np.array([before_cut], np.int64),
            "results": np.array(shown + [0] * (self.history - len(shown)), np.int64),
            "bankroll": np.array([min(self._bankroll, RICHEST)], np.int64),
        }

    def _wagers(self, action: Units | Sequence[int]) -> list[Wager]:
        try:
            units = np.asarray(action)
        except ValueError:  # rows of several lengths
            units = np.empty(0)
        fits = units.shape == (len(self.spots),) and units.dtype.kind in "iu"
        if not fits or units.min() < 0 or units.max() > self.most:
            spots, given = ", ".join(self.spots), quoted(action)
            raise BadValue(
                f"an action must be 0 to {self.most} units for each spot ({spots}), not {given}"
            )
        laid = zip(self.spots, units.tolist(), strict=True)
        return [Wager(spot, many * self.unit) for spot, many in laid if many]

    def _settle(self, coup: Coup, wagers: list[Wager]) -> tuple[Settlement, str]:
        """The settlement of the wagers; if they are refused, an empty settlement and the reason."""
        stake = sum(wager.stake for wager in wagers)
        if stake > self._bankroll:
            return Settlement(()), f"a bankroll of {self._bankroll} coins is too small for {stake}"
        try:
            return settle(coup, wagers, self.layout), ""
        except BetRefused as refused:
            return Settlement(()), str(refused)

    def _least_stake(self) -> int:
        """The lowest possible stake in coins; a guest with less money is ruined."""
        step = lcm(self.unit, self.layout.chip)
        stakes = []
        for spot in self.spots:
            stake = step * max(1, -(-self.layout.limits_of(spot).least // step))
            with suppress(BetRefused):
                self.layout.check([Wager(spot, stake)])
                stakes.append(stake)
        if min(stakes, default=MOST_MONEY) > self.unit * self.most:
            raise BadValue(
                f"no bet of 1 to {self.most} units of {self.unit} coins fits the table's limits: "
                "change `unit` or `most`"
            )
        return min(stakes)


def _felt(table: Game, bets: Sequence[str | Bet] | None) -> tuple[Layout, tuple[str, ...]]:
    """The layout of the game with these bets added, and the spots of these bets."""
    layout = table.layout
    if bets is None:
        spots = [spot for spot in MAIN if spot in layout.bets]
        if not spots:
            raise BadValue(f"{table} has none of the main bets: give some with bets=[…]")
    else:
        bets = [bets] if isinstance(bets, str | Bet) else bets
        if not isinstance(bets, Sequence) or not bets:
            raise BadValue(f"bets must be e.g. ['banker', 'tie:9'], not {quoted(bets)}")
        layout = layout.having(*bets)
        spots = [layout.name_of(bet).partition(":")[0] for bet in bets]
    printed = table.rules.printed
    for spot in spots:
        bet = layout.bets[spot]
        if spots.count(spot) > 1:
            raise BadValue(f"{spot} is named twice: name each spot once")
        if bet.offered:
            raise BadValue(
                f"{spot} is offered in the middle of a coup, but wagers are laid before the coup: "
                "leave this bet out"
            )
        if bet.drawn:
            raise BadValue(
                f"the price of {spot} is drawn at random at each coup, but this table draws no "
                "prices: leave this bet out"
            )
        if printed is not None and printed.depth < bet.depth:
            raise TooShallow(
                f"{spot}: of the printed card only {printed} is known, but this bet needs more: "
                "leave the bet out"
            )
    return layout, tuple(spots)


def _asked_shoe(options: Mapping[str, Any] | None) -> int | None:
    """The shoe number in the options of `reset`; None if the options name no shoe."""
    if not options:
        return None
    if not isinstance(options, Mapping) or set(options) != {"shoe"}:
        raise BadValue(f"the options of reset() must be e.g. {{'shoe': 5}}, not {quoted(options)}")
    number = whole(options["shoe"], "the number of a shoe")
    if not 0 <= number < 2**64:
        raise BadValue(f"the number of a shoe must be from 0 to 2^64 - 1, not {number}")
    return number


def _number(most: int) -> spaces.Box:
    return spaces.Box(0, most, (1,), np.int64)


def _at_least_one(value: object, what: str) -> int:
    number = whole(value, what)
    if number < 1:
        raise BadValue(f"{what} must be at least 1, not {number}")
    return number


if BETTING not in gymnasium.registry:
    gymnasium.register(BETTING, entry_point="baccarat.bridges.gymnasium:BettingEnv")
