"""A PAR sheet: what a slot machine's maker would print about each bet of a game.

par_sheet(game("ez"))                       every bet on the felt
par_sheet(game("ez"), ["dragon-7"])         one bet, with what its best count earns
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.errors import BaccaratError
from baccarat.base.jsonable import decked, exact, sampled
from baccarat.core.bets import Bet
from baccarat.core.bets.price_words import pays
from baccarat.core.counts import Count
from baccarat.core.games import Game
from baccarat.core.layout import Layout, whole_step
from baccarat.core.stats import CONFIDENCE
from baccarat.core.tally import Odds
from baccarat.core.third_card import Strategy, nobody
from baccarat.exact.odds import odds
from baccarat.exact.removal import removal
from baccarat.figures.counts import plain
from baccarat.figures.figure import TERMINAL, counted, signed
from baccarat.figures.odds import card_label
from baccarat.render.html_page import html_page, html_table, html_text
from baccarat.systems.counting.shoes import count_cards
from baccarat.systems.counting.suggestion import TRIAL_SHOES, suggest
from baccarat.systems.counting.worth import CountWorth

ODDS = ("spot", "pays", "edge", "hit rate", "push", "deviation", "top award", "one in")
ON_THE_FELT = ("spot", "paid in full", "lowest stake", "its edge", "best count", "correlation")


@dataclass(frozen=True, slots=True)
class ParLine:
    """A bet on its felt: its exact odds, its highest award, the rounding and the best count."""

    spot: str
    odds: Odds
    layout: Layout
    count: Count | None
    """the count that follows the effects of removal best; None if no count helps"""
    earned: CountWorth | None = None
    """what this count earns with one unit a bet; None if it was not dealt"""

    @property
    def top_award(self) -> tuple[Fraction, Fraction]:
        """The highest win of a unit, and its chance."""
        bet, chances = self.odds.bet, dict[Fraction, Fraction]()
        for tier in bet.winning:
            for times, chance in bet.law(tier).items():
                net = Fraction(bet.net(tier, times))
                chances[net] = chances.get(net, Fraction(0)) + chance * self.odds.probability(tier)
        top = max((net for net, chance in chances.items() if chance), default=Fraction(0))
        return top, chances.get(top, Fraction(0))

    @property
    def lowest(self) -> int:
        """The lowest stake in coins: whole chips, and at least the minimum of the spot."""
        chip = self.layout.chip
        return chip * -(-self.layout.limits_of(self.spot).least // chip)

    def edge_of(self, stake: int) -> Fraction:
        """The house edge of a stake in coins, with wins rounded as the felt rounds them."""
        bet, rounding, chip = self.odds.bet, self.layout.rounding, self.layout.chip
        won = sum(
            rounding.round(Fraction(stake * bet.net(tier, times)), chip)
            * chance
            * self.odds.probability(tier)
            for tier in self.odds.tiers
            for times, chance in bet.law(tier).items()
        )
        return Fraction(-won, stake)

    def as_json(self) -> dict[str, object]:
        """All figures of the bet as JSON."""
        figures, (award, chance) = self.odds, self.top_award
        return {
            "spot": self.spot,
            "spelled": str(figures.bet),
            **exact("edge", figures.edge),
            **exact("probability", figures.chance),
            **exact("push_probability", figures.push),
            "deviation_float": figures.deviation,
            "top_award": {**exact("net", award), **exact("probability", chance)},
            "rounding": self.layout.rounding.value,
            "whole_stake": whole_step(figures.bet, self.layout),
            "lowest_stake": self.lowest,
            **exact("lowest_edge", self.edge_of(self.lowest)),
            "best_count": None if self.count is None else self.count.as_json(),
            "earned_simulated": None
            if self.earned is None
            else sampled(self.earned.units.value, self.earned.units.interval(), CONFIDENCE),
        }

    def odds_cells(self) -> Sequence[str]:
        """The figures as texts, in the order of `ODDS`."""
        figures, (award, chance) = self.odds, self.top_award
        shares = map(TERMINAL.percent, (figures.edge, figures.chance, figures.push))
        rarity = f"{float(1 / chance):,.1f}" if chance else "never"
        deviation = f"{figures.deviation:.4f}"
        return self.spot, str(pays(figures.bet)), *shares, deviation, signed(award), rarity

    def felt_cells(self) -> Sequence[str]:
        """The figures as texts, in the order of `ON_THE_FELT`."""
        stakes = whole_step(self.odds.bet, self.layout), self.lowest
        edge, count = TERMINAL.percent(self.edge_of(self.lowest)), self.count
        best = ("none", "") if count is None else (_tags(count), f"{count.correlation:.4f}")
        return self.spot, *(counted(stake, "coin", ",") for stake in stakes), edge, *best


@dataclass(frozen=True, slots=True)
class ParSheet:
    """The bets of a game, each with its figures for a coup from a fresh shoe."""

    game: Game
    lines: tuple[ParLine, ...]

    @property
    def about(self) -> str:
        """Sentences about the shoe, the way of paying, and the earnings of the counts."""
        rules, layout = self.game.rules, self.game.layout
        earned = "".join(
            f"\n{line.earned.play}: {plain(line.earned.units)} units a shoe with one unit a bet, "
            f"dealt in {TRIAL_SHOES:,} shoes; ± is a 99 % interval."
            for line in self.lines
            if line.earned is not None
        )
        return (
            f"{rules.decks} decks, exact for a coup from a fresh shoe. Chips of "
            f"{counted(layout.chip, 'coin')}; wins are rounded {layout.rounding.value}.{earned}"
        )

    def as_json(self) -> dict[str, object]:
        """The game, its shoe, and a line for each bet, as JSON."""
        lines = [line.as_json() for line in self.lines]
        return {"game": self.game.name, **decked(self.game.rules.decks), "lines": lines}

    def tables(self) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
        """Two tables of texts, each with its heads: the odds, and the felt with the counts."""
        odds_rows = [line.odds_cells() for line in self.lines]
        return [ODDS, *odds_rows], [ON_THE_FELT, *(line.felt_cells() for line in self.lines)]

    def html(self) -> str:
        """A page to print."""
        parts = [*map(html_text, self.about.splitlines()), *map(html_table, self.tables())]
        return html_page(f"PAR sheet: {self.game.name}", parts)


def par_sheet(game: Game, bets: Sequence[str | Bet] = (), *, decide: Strategy = nobody) -> ParSheet:
    """The PAR sheet of a game, or of some bets with what their best counts earn.

    >>> from baccarat.core.games import game
    >>> line = par_sheet(game("ez")).lines[3]
    >>> line.spot, round(float(line.odds.edge), 6), line.top_award[0]
    ('dragon-7', 0.076113, Fraction(40, 1))
    """
    table, layout = odds(game=game, decide=decide), game.layout.having(*bets)
    placed = {layout.name_of(bet): layout.find(bet) for bet in bets} or layout.bets
    lines = []
    for spot, bet in placed.items():
        count = removal(bet, table).best_count()
        is_useful = any(count.tags.values())
        earned = earnings(bet, game, decide) if bets and is_useful else None
        lines.append(ParLine(spot, table.of(bet), layout, count if is_useful else None, earned))
    return ParSheet(game, tuple(lines))


def earnings(bet: Bet, game: Game, decide: Strategy = nobody) -> CountWorth | None:
    """What the suggested count earns; None if no count can win."""
    try:
        play = suggest(bet, game=game, decide=decide).play
    except BaccaratError:
        return None
    return count_cards(play, TRIAL_SHOES, game=game, decide=decide).worths[0]


def _tags(count: Count) -> str:
    """The tags from the highest to the lowest, each with its cards: `+2: 8 9, -1: 4 5 6 7`."""
    cards: Mapping[int, list[str]] = {
        tag: [card_label(card, "10–K") for card, own in count.tags.items() if own == tag]
        for tag in sorted(set(count.tags.values()) - {0}, reverse=True)
    }
    return ", ".join(f"{tag:+d}: {' '.join(names)}" for tag, names in cards.items())
