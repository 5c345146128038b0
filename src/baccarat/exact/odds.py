"""Exact odds: any shoe, any bet, any half-dealt coup."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf

from baccarat.bets import Bet
from baccarat.cards import Card, Depth, parse_cards
from baccarat.coup import OUTCOMES, Coup, Outcome, Strategy, as_key, check, next_hand, nobody, play
from baccarat.errors import BaccaratError, BadValue, CoupError, ShoeError, TooShallow
from baccarat.exact.enumerate import coups as every_coup
from baccarat.exact.hands import Trait, Weights, no_trait, weigh_hands
from baccarat.exact.weights import weigh
from baccarat.games import Game
from baccarat.games import game as game_named
from baccarat.rules import Rules, deal
from baccarat.shoe import MOST_DECKS, Composition
from baccarat.tally import Odds, Tally


@dataclass(frozen=True, init=False, repr=False)
class OddsTable(Mapping[str, Odds]):
    """The exact odds of every bet on a felt, and of any other bet by its name.

    Each is found when it is first asked for, and the table remembers its question.
    """

    game: Game
    composition: Composition
    """the cards that may still come"""
    coup: Coup
    decide: Strategy
    endless: bool
    _found: dict[Bet, Odds] = field(init=False, compare=False)
    _traits: dict[tuple[Depth, Trait, bool], Weights] = field(init=False, compare=False)

    def __init__(
        self,
        game: Game,
        composition: Composition,
        coup: Coup | None = None,
        decide: Strategy = nobody,
        endless: bool = False,
    ) -> None:
        decide = as_key(decide)
        # A coup that needs no card any more is over, whether that has been said or not.
        begun = game.rules.opening if coup is None else coup
        dealt = play(iter(()), game.rules.tableau, decide, begun)
        check(dealt, game.rules.tableau)
        vars(self).update(game=game, composition=composition, coup=dealt, decide=decide)
        vars(self).update(endless=endless, _found={}, _traits={})

    def __reduce__(self) -> tuple[type["OddsTable"], tuple[object, ...]]:
        """The question alone, for the answers can be found again."""
        asked = (self.game, self.composition, self.coup, self.decide, self.endless)
        return OddsTable, asked

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @cached_property
    def tally(self) -> Tally:
        """The exact weight of every outcome."""
        if self.coup.is_over:
            return Tally.of([(self.coup.outcome(), 1)])
        if self.coup == self.rules.opening:
            return weigh(self.composition, self.rules, self.decide, self.endless)
        weights = self._weights(Depth.POINTS, no_trait)
        return Tally.of((OUTCOMES[cell], weight) for (cell, _, _), weight in weights.items())

    def of(self, bet: Bet) -> Odds:
        """The odds of a bet, whether it is on the felt or not."""
        if bet not in self._found:
            self._found[bet] = self._weigh(bet)
        return self._found[bet]

    def _weigh(self, bet: Bet) -> Odds:
        if bet.depth is Depth.TOTALS:
            return self.tally.of_bet(bet)
        weights: dict[str | None, int] = dict.fromkeys([*bet.pays, None], 0)
        if self.coup.is_over:
            weights[bet.tier(self.coup)] = 1
        elif bet.trait is not None:
            weighed = self._weights(bet.depth, bet.trait, bet.at_start)
            for (cell, player, banker), weight in weighed.items():
                outcome = OUTCOMES[cell]
                seen = Outcome(
                    replace(outcome.player, trait=player), replace(outcome.banker, trait=banker)
                )
                weights[bet.judge(seen)] += weight
        elif self.endless:
            raise TooShallow(f"{bet.key} looks at whole coups, and an endless deck has no end")
        else:
            points, coup = self.composition.at(Depth.POINTS), self.coup.at(Depth.POINTS)
            for ended, weight in every_coup(points, self.rules, self.decide, coup):
                weights[bet.judge(ended)] += weight
        return Odds(bet, weights)

    def _weights(self, depth: Depth, trait: Trait, at_start: bool = False) -> Weights:
        key = (depth, trait, at_start)
        if key not in self._traits:
            self._traits[key] = weigh_hands(
                self.composition.at(depth),
                self.rules,
                trait,
                self.decide,
                self.coup,
                self.endless,
                at_start,
            )
        return self._traits[key]

    def next_cards(self, depth: Depth = Depth.POINTS) -> dict[Card, tuple[Fraction, "OddsTable"]]:
        """What each card that may come next would do: its chance, and the odds after it."""
        side = next_hand(self.coup, self.rules.tableau, self.decide)
        if side is None:
            raise CoupError(f"no card is to come: {self.coup}")
        cards = self.composition.at(depth)
        if not len(cards):
            raise ShoeError(f"no card is left for {side}: {self.coup}")
        return {
            kind: (
                Fraction(count, len(cards)),
                OddsTable(
                    self.game,
                    cards if self.endless else cards.without([kind]),
                    self.coup.receive(side, kind),
                    self.decide,
                    self.endless,
                ),
            )
            for kind, count in zip(cards.kinds, cards.counts, strict=True)
            if count
        }

    def __getitem__(self, name: str) -> Odds:
        """The odds of a bet by its spot or its name, perhaps at a price: `lucky-6:12/23`."""
        return self.of(self.game.layout.having(name).bet(name.partition(":")[0]))

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and bool(self.game.layout.having(name))
        except BaccaratError:
            return False

    def __repr__(self) -> str:
        endless = ", endless" if self.endless else ""
        return f"<odds of {self.game}, {self.composition}{endless}, coup {self.coup}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.game.layout.bets)

    def __len__(self) -> int:
        return len(self.game.layout.bets)


def odds(
    decks: float | None = None,
    *,
    game: str | Game = "punto-banco",
    composition: str | Composition | None = None,
    seen: str = "",
    coup: str = "",
    decide: Strategy = nobody,
) -> OddsTable:
    """The exact odds of a game, from its decks or others, less the cards that have been seen.

    `coup` are the cards already dealt in this coup, in their order; they count as seen. A
    `composition` says instead which cards nobody has seen. `decks=math.inf` is a deck in which
    every card returns.

    >>> odds(decks=8)["banker"].edge
    Fraction(114753351728, 10847218479825)
    """
    table = game_named(game) if isinstance(game, str) else game
    endless = decks == inf
    if composition is not None and (decks is not None or seen):
        raise BadValue("give a composition, or decks and the cards seen, not both")
    if endless and seen:
        raise BadValue("to an endless deck every card returns: none is gone for having been seen")
    if decks not in (None, inf, *range(1, MOST_DECKS + 1)):
        raise ShoeError(f"a shoe has 1 to {MOST_DECKS} whole decks, not {decks}")
    if decks is not None and not endless:
        table = replace(table, rules=replace(table.rules, decks=int(decks)))
    given = deal(coup, replace(table.rules, decks=MOST_DECKS), decide)
    drawn = given.cards[len(table.rules.opening) :]
    if isinstance(composition, str):
        composition = Composition.parse(composition)
    if composition is None:
        whole = Composition.decks(1 if endless else table.rules.decks)
        gone = (*parse_cards(seen), *drawn)
        if not endless:
            table.rules.require(gone)
        depth = min((card.depth for card in gone), default=Depth.CARDS)
        composition = whole.at(depth) if endless else whole.at(depth).without(gone)
    return OddsTable(table, composition, given, decide, endless)
