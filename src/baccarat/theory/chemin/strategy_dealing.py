"""Coups of chemin de fer from seeded shoes, dealt with any two strategies.

    deal_out(solution.payoffs, x, y, coups=200_000, seed=7) -> Dealt
    Dealt.mean, Dealt.interval(), Dealt.exact        the sample beside the exact value
    playing(model, x, y, seed, shoe, coup) -> Strategy, for `play` and `deal_from`
    deal_whole_shoe(model, x, y, rules, seed, shoe) -> coups

The seed gives the cards, and in a second stream the coins of mixed strategies;
`docs/the-stream.md` describes both. A coin is a number 0.w₀w₁w₂… in base 2³². Its words are read
until the side of the probability on which it lies is clear. So every probability is met exactly,
even if its fraction is long.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.errors import BadValue, CoupError, ShoeError
from baccarat.base.hints import checked
from baccarat.base.jsonable import sampled
from baccarat.core.bets.main import PLAYER
from baccarat.core.chance import WORD, draw, seeded_dice, words
from baccarat.core.coup import Coup, Side
from baccarat.core.rules import Rules, deal_from
from baccarat.core.stats import CONFIDENCE
from baccarat.core.tableau import CHEMIN_DE_FER, Tableau
from baccarat.core.tally import Odds, Tally
from baccarat.core.third_card import Choice, Strategy, play
from baccarat.theory.chemin.model import Model, Pair
from baccarat.theory.chemin.payoffs import Payoffs
from baccarat.theory.strategies import MixedStrategy, require_strategy

CHOICES = 1 << 16
"""The attempt word of the coins: its upper half is 1, that of the cards is 0."""
LANES = {Side.PLAYER: 0, Side.BANKER: 1}


@dataclass(frozen=True, slots=True)
class Dealt:
    """Coups from fresh shoes, dealt with two strategies, and the exact value of the strategies."""

    payoffs: Payoffs
    seed: int
    tally: Tally
    exact: Fraction
    """expected value for Player, per unit, ties counted"""

    @property
    def player(self) -> Odds:
        """The results of the coups as odds of a bet on Player."""
        return self.tally.of_bet(PLAYER)

    @property
    def mean(self) -> Fraction:
        """Player's mean result per coup."""
        return self.player.expectation

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """A confidence interval of the value, with the coups as a sample."""
        low, high = self.player.edge_interval(confidence)
        return -high, -low

    def as_json(self) -> dict[str, object]:
        """The number of dealt coups, their mean and its confidence interval, as JSON."""
        return {
            "coups": self.tally.total,
            "seed": self.seed,
            "value_simulated": sampled(self.mean, self.interval(), CONFIDENCE),
            "digest": self.tally.digest,
        }


@checked
def deal_out(game: Payoffs, x: MixedStrategy, y: MixedStrategy, coups: int, seed: int = 0) -> Dealt:
    """Deal each coup from a fresh shoe, and count the results.

    >>> from baccarat.theory.chemin.payoffs import payoffs
    >>> game = payoffs("B1", decks=6)
    >>> always, never = {"5": Fraction(1)}, dict.fromkeys(game.banquier, Fraction(0))
    >>> dealt = deal_out(game, always, never, coups=500, seed=7)
    >>> low, high = dealt.interval()
    >>> low < dealt.exact < high
    True
    """
    exact = game.value(x, y)
    dealt = deal_coups(game, x, y, coups, seed)
    return Dealt(game, seed, Tally.of((coup.outcome(), 1) for coup in dealt), exact)


@checked
def deal_coups(
    game: Payoffs, x: MixedStrategy, y: MixedStrategy, coups: int, seed: int = 0
) -> Iterator[Coup]:
    """Deal coups one by one, coup i from the fresh shoe i of a seed; cards have points only."""
    if game.model.is_endless:
        raise ShoeError(f"model {game.model} has no shoe: every card returns to the deck")
    if coups < 1:
        raise BadValue(f"at least one coup must be dealt, not {coups}")
    require_strategy(x, game.ponte, "ponte")
    require_strategy(y, game.banquier, "banquier")
    # A strategy covers all cells, also those that a tableau would bind.
    tableau = Tableau(game.tableau.player, CHEMIN_DE_FER.banker)
    cards = list(game.composition.cards)
    return (
        play(
            draw(cards, seeded_dice(seed, number, len(cards))),
            tableau,
            playing(game.model, x, y, seed, number),
        )
        for number in range(coups)
    )


def deal_whole_shoe(
    model: str | Model, x: MixedStrategy, y: MixedStrategy, rules: Rules, seed: int, shoe: int = 0
) -> Iterator[Coup]:
    """Deal a shoe of a seed to its last coup; the strategies decide in the tableau's free cells."""
    left = rules.shoe(seed, shoe)
    while not left.is_finished:
        decide = playing(model, x, y, seed, shoe, left.coups)
        coup, left = deal_from(left, rules, decide)
        yield coup


def playing(
    model: str | Model, x: MixedStrategy, y: MixedStrategy, seed: int, shoe: int = 0, coup: int = 0
) -> Strategy:
    """A strategy for both sides; its coin tosses follow from the seed, the shoe and the coup."""
    model = Model.parse(model) if isinstance(model, str) else model

    def decide(choice: Choice) -> bool:
        side = choice.side
        name = name_of(choice, model)
        said = x if side is Side.PLAYER else y
        if name not in said:
            raise CoupError(f"{choice}: the strategy must say what to do at {name}")
        return throw(said[name], seed, shoe, coup, side)

    return decide


def name_of(choice: Choice, model: Model) -> str:
    """The theory's name of a choice: `5` or `1,4` for Player, `5|4` or `0,6|-` for the banquier.

    >>> from baccarat.core.coup import Hand
    >>> name_of(Choice(Side.BANKER, Hand.parse("6h Kd")), Model.parse("B3"))
    '0,6|-'
    """
    first, second = choice.hand
    pair: Pair = (min(first.points, second.points), max(first.points, second.points))
    if choice.side is Side.PLAYER:
        return model.ponte.sees(pair)
    third = choice.players_third
    return f"{model.banquier.sees(pair)}|{'-' if third is None else third.points}"


def throw(draws: Fraction, seed: int, shoe: int, coup: int, side: Side) -> bool:
    """Whether this side's random number in this coup of this shoe is below the probability."""
    digit = 0
    # The number is compared with the probability word by word, until they differ.
    while 0 < draws < 1:
        here, draws = divmod(draws * WORD, 1)
        word = words(seed, shoe, coup, CHOICES + digit)[LANES[side]]
        if word != here:
            return word < here
        digit += 1
    return draws == 1
