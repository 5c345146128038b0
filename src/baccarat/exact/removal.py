"""Effects of removal: how a bet's expectation changes when one card is removed."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from baccarat.base.errors import BadValue, CoupError, UnknownName
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.frozen import freezes
from baccarat.base.hints import displayed, guided, helpful, taken
from baccarat.base.jsonable import both, exact
from baccarat.core.bets import Bet
from baccarat.core.cards import Card, Depth
from baccarat.core.counts import MOST_TAG, Count, best_tags, fit
from baccarat.core.games import Game
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition, Shoe
from baccarat.core.tally import Odds
from baccarat.exact.odds import OddsTable, odds


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
@freezes("effects")
class Removal(Mapping[Card, Fraction], Framed):
    """The exact change of a bet's expectation when one card of each kind is removed."""

    bet: Bet
    composition: Composition
    odds: Odds
    effects: Mapping[Card, Fraction]

    def __repr__(self) -> str:
        return f"<effects of removal on {self.bet}: {len(self.composition)} cards>"

    def __getitem__(self, card: Card | str) -> Fraction:
        kind = Card.parse(card) if isinstance(card, str) else card
        if type(kind) is not Card:
            taken("Removal", "card", kind, Card | str)
        if kind not in self.effects:
            raise UnknownName("card", str(kind), map(str, self.effects))
        return self.effects[kind]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.effects)

    def __len__(self) -> int:
        return len(self.effects)

    def as_json(self) -> dict[str, object]:
        """The effect of each card on the expectation, as JSON."""
        return {
            "bet": self.bet.key,
            "spelled": str(self.bet),
            "effects": {
                str(card): {**exact("effect", effect), "effect_percent": 100 * float(effect)}
                for card, effect in self.effects.items()
            },
        }

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each kind of card, for tables."""
        return [
            {"card": str(card), **both("effect", effect)} for card, effect in self.effects.items()
        ]

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        columns = {"card": "string", "effect": "float64", "effect_fraction": "string"}
        return columns, self.rows()

    def judge(self, tags: Mapping[Card, int]) -> Count:
        """The count with these tags; its correlation shows how well the count serves the bet."""
        return fit(tags, self.odds.expectation, self.effects, self.composition)

    def best_count(self, most: int = MOST_TAG) -> Count:
        """The balanced count whose tags, from `-most` to `most`, follow the effects best.

        Balanced tags sum to zero over a deck, as a true count needs.
        """
        deck = Composition.decks(1).at(self.composition.depth)
        return self.judge(best_tags(self.effects, deck, most))


@guided
def removal(
    bet: str | Bet,
    table: OddsTable | float | str | Composition | Shoe | None = None,
    *,
    decks: float | None = None,
    game: str | Game | None = None,
    rules: Rules | None = None,
) -> Removal:
    """The exact effect of removing each kind of card, at the depth of the bet.

    The cards come from a table of odds, or from the same arguments as those of `odds()`.

    >>> dragon = removal("dragon-7")
    >>> f"{float(dragon[Card.parse('8')]):+.8f}", dragon.best_count().correlation > 0.96
    ('+0.00537816', True)
    """
    if not isinstance(table, OddsTable):
        played = "punto-banco" if game is None else game
        table = odds(table, decks=decks, game=played, rules=rules)
    elif (decks, game, rules) != (None, None, None):
        raise BadValue("a table of odds already has its game, decks and rules: leave them out")
    bet = table.game.layout.find(bet)
    if table.endless or table.coup.is_over:
        raise BadValue(
            "one card less changes nothing here: the deck is endless or the coup is over"
        )
    known = table.glimpse
    cards = table.composition.at(max(bet.depth, Depth.POINTS if known is None else known.depth))
    base, effects = replace(table, composition=cards).of(bet), {}
    for kind, count in zip(cards.kinds, cards.counts, strict=True):
        if count:
            # If what is known needs the last card of a kind, that card cannot be removed.
            with suppress(CoupError):
                left = replace(table, composition=cards.without([kind]))
                effects[kind] = left.of(bet).expectation - base.expectation
    return Removal(bet, cards, base, effects)
