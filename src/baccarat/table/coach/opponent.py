"""The other side at chemin de fer: its strategies, and the cost of the guest's choices.

strategies("equilibrium", "B3", 6)       the probabilities of drawing, as ponte and as banquier
answer(table, choice) -> bool            whether the opponent draws
best_play("timid", "B3", 6, side)        how coups end for a guest who plays the best reply
assess(decision, table) -> Assessment    the equilibrium's choice, and the cost of the guest's
commission_of(layout)                    the house's share of the banquier's wins

Everything here is for a full shoe: the cards already dealt do not matter. The models B use the
table's number of decks; the models A use a deck to which every card returns. Each side knows of
its own hand what the model says: its total or its two cards. If the house takes a commission from
the banquier, the game solved is the one with that commission.
"""

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from baccarat.base.errors import BadText
from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card
from baccarat.core.coup import Side
from baccarat.core.layout import Layout
from baccarat.core.tableau import PUNTO_BANCO, Tableau
from baccarat.core.third_card import Choice
from baccarat.table.acts import ActRefused
from baccarat.table.state import Decision
from baccarat.table.table import Table
from baccarat.theory.casino.game import MOST_COMMISSION, CasinoGame
from baccarat.theory.casino.solver import Equilibrium, solve_casino
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.move_values import drawing_and_standing
from baccarat.theory.chemin.payoffs import Chances, Payoffs, payoffs, shoe_of
from baccarat.theory.chemin.prices import draw_to
from baccarat.theory.chemin.solver import solve
from baccarat.theory.chemin.strategy_dealing import name_of, playing
from baccarat.theory.strategies import MixedStrategy

NOTHING = Fraction(0)
Ends = tuple[Fraction, Fraction]
"""The probabilities that a coup is won, and lost."""

EQUILIBRIUM = "equilibrium"
MISTAKES: dict[str, Tableau] = {
    "by-the-book": PUNTO_BANCO,  # plays as at punto banco
    "timid": draw_to(4),
    "middling": draw_to(5),
    "bold": draw_to(6),
}
"""Opponents that can be exploited, by name: each plays by a printed tableau."""
OPPONENTS = (EQUILIBRIUM, *MISTAKES)


def commission_of(layout: Layout) -> Fraction:
    """The house's commission on a win of the banquier; other prices are refused.

    >>> commission_of(Layout.of("player", "banker:1-5%"))
    Fraction(1, 20)
    """
    player, banker = layout.bet("player"), layout.bet("banker")
    if player.net("win") != 1:
        raise ActRefused(
            "chemin de fer can be solved only with Player at 1:1, not {bet}", bet=player
        )
    commission = 1 - banker.net("win")
    if not 0 <= commission <= MOST_COMMISSION:
        raise ActRefused(
            "chemin de fer can be solved only with Banker at 1:1 less 0 to {most}%, not {bet}",
            most=int(100 * MOST_COMMISSION),
            bet=banker,
        )
    return commission


@cache
def equilibrium(model: str, decks: int, commission: Fraction = NOTHING) -> Equilibrium:
    """The equilibrium of a full shoe.

    Without a commission it is the pair of optimal strategies that `solve` finds. With a commission,
    the models B have only one equilibrium; A2, A3 and A4 have a set of them, and its middle is
    taken. Of several sets it is the one with the highest value for Player, or the first of those.
    """
    size = None if Model.parse(model).is_endless else decks
    if commission:
        found = solve_casino(model, commission, size).equilibria
        return max(found, key=lambda one: one.value)
    solved = solve(model, size)
    return Equilibrium(
        solved.model,
        commission,
        solved.ponte,
        solved.banquier,
        solved.ponte_set,
        solved.banquier_set,
        solved.payoffs.chances(solved.ponte, solved.banquier),
        solved.idle,
    )


@cache
def strategies(
    opponent: str, model: str, decks: int, commission: Fraction = NOTHING
) -> tuple[MixedStrategy, MixedStrategy]:
    """An opponent's strategies as ponte and as banquier: the probability of drawing, by cell."""
    if opponent in MISTAKES:
        return _payoffs(model, decks).follow(MISTAKES[opponent])
    if opponent != EQUILIBRIUM:
        raise BadText(
            "not an opponent: {opponent!r} (expected {known})",
            opponent=opponent[:40],
            known=", ".join(OPPONENTS),
        )
    both = equilibrium(model, decks, commission)
    return both.ponte, both.banquier


@lru_cache(maxsize=4096)
def best_play(
    opponent: str,
    model: str,
    decks: int,
    side: Side,
    commission: Fraction = NOTHING,
    pays: Fraction | None = None,
) -> Chances:
    """Player's chances if the guest decides for this side and replies best to the opponent.

    `pays` is the payout per unit of a win of the guest as banquier, after the table's rounding; the
    opponent plays for the exact price. If nothing is rounded, the guest's reply to an equilibrium
    is the equilibrium's other half. If both choices are worth the same, the guest stands.
    """
    pays = 1 - commission if pays is None else pays
    if opponent == EQUILIBRIUM and (side is Side.PLAYER or pays == 1 - commission):
        return equilibrium(model, decks, commission).chances
    game = _payoffs(model, decks)
    ponte, banquier = strategies(opponent, model, decks, commission)
    if side is Side.PLAYER:
        return game.chances(_ponte_replies(game, banquier), banquier)
    return game.chances(ponte, _banquier_replies(game, ponte, pays))


def answer(table: Table, choice: Choice) -> bool:
    """Whether the opponent draws; where the strategy tosses a coin, the shoe decides the toss.

    For a seeded shoe theory throws the coins with its seed; for any other shoe the seed is a digest
    of the shoe. So the same acts always give the same coins.
    """
    opened, ceremony, shoe = table.opened, table.ceremony, table.shoe
    if shoe is None:
        raise AssertionError("there is no shoe")
    seed, number = ceremony.seed, ceremony.number
    if seed is None:
        digest = hashlib.sha256(str(shoe).encode()).digest()
        seed, number = int.from_bytes(digest[:8]), 0
    commission = commission_of(table.game.layout)
    both = strategies(opened.opponent, opened.model, table.game.rules.decks, commission)
    return playing(opened.model, *both, seed, number, shoe.coups)(choice)


@dataclass(frozen=True, slots=True)
class Assessment:
    """A decision of the guest compared with the equilibrium, for a full shoe."""

    decision: Decision
    cell: str
    """the cell in the theory's notation: `1,4` for the ponte, `0,6|-` for the banquier"""
    equilibrium: Fraction
    """the probability with which the equilibrium draws there"""
    drawing: Fraction
    """the guest's average win by drawing, per unit staked, against this opponent"""
    standing: Fraction

    @property
    def cost(self) -> Fraction:
        """The average cost of the choice, per unit staked; 0 if the other choice is not better."""
        chosen = self.drawing if self.decision.draws else self.standing
        return max(self.drawing, self.standing) - chosen

    @property
    def said(self) -> Sentence:
        """The assessment in words."""
        if self.cost:
            form = (
                "drawing costs {share:.2%} of the stake"
                if self.decision.draws
                else "standing costs {share:.2%} of the stake"
            )
            cost = Sentence(form, share=float(self.cost))
        else:
            cost = Sentence("drawing is right" if self.decision.draws else "standing is right")
        there = said_there(self.decision.choice, self.equilibrium)
        return Sentence("{there} Against this opponent {cost}.", there=there, cost=cost)

    def __str__(self) -> str:
        return str(self.said)


def said_there(choice: Choice, draws: Fraction) -> Sentence:
    """The equilibrium's move with a hand, in words, from its probability of drawing.

    >>> from baccarat.core.coup import Hand
    >>> print(said_there(Choice(Side.BANKER, Hand.parse("Jh Kd")), Fraction(4, 11)))
    With 0 (J K) against a Player who stood the equilibrium draws 4 times in 11.
    """
    if draws in (0, 1):
        does = Sentence("always draws" if draws else "never draws")
    else:
        form = "draws {times:,} times in {of:,}"
        does = Sentence(form, times=draws.numerator, of=draws.denominator)
    hand, third = choice.hand, choice.players_third
    held = {"total": hand.total, "cards": " ".join(map(_rank, hand.cards))}
    if choice.side is Side.PLAYER:
        where = Sentence("With {total} ({cards})", **held)
    elif third is None:
        where = Sentence("With {total} ({cards}) against a Player who stood", **held)
    else:
        rank = _rank(third)
        form = (
            "With {total} ({cards}) against an {rank}"
            if rank in ("A", "8")
            else "With {total} ({cards}) against a {rank}"
        )
        where = Sentence(form, **held, rank=rank)
    return Sentence("{where} the equilibrium {does}.", where=where, does=does)


def _rank(card: Card) -> str:
    """The printed rank of a card; its points if only these are known."""
    return str(card.points if card.known_rank is None else card.known_rank).replace("T", "10")


def assess(decision: Decision, table: Table, stake: int | None = None) -> Assessment:
    """The equilibrium's move in this cell, and the cost of the guest's choice, from a full shoe.

    A win pays the felt's exact price; with a stake, it pays the price after rounding.
    """
    opened, decks = table.opened, table.game.rules.decks
    commission = commission_of(table.game.layout)
    both = equilibrium(opened.model, decks, commission)
    side = decision.choice.side
    cell = name_of(decision.choice, both.model)
    pays = Fraction(1) - (commission if side is Side.BANKER else 0)
    if stake is not None:
        pays = paid(stake, side, table.game.layout)
    drawing, standing = _worth_of_cell(
        *(table.opponent or EQUILIBRIUM, opened.model, decks, side, commission, pays, cell)
    )
    own = both.ponte if side is Side.PLAYER else both.banquier
    return Assessment(decision, cell, own[cell], drawing, standing)


def ends_of_cell(choice: Choice, table: Table) -> tuple[Ends, Ends]:
    """The guest's chances to win and to lose after drawing, and after standing, from a full shoe.

    An answer is worth `pays` × win − lose; its values at the prices 0 and 1 give win and lose.
    """
    opened, decks, side = table.opened, table.game.rules.decks, choice.side
    commission = commission_of(table.game.layout)
    cell = name_of(choice, Model.parse(opened.model))
    asked = (table.opponent or EQUILIBRIUM, opened.model, decks, side, commission)
    without, with_wins = (_worth_of_cell(*asked, Fraction(price), cell) for price in (0, 1))
    drawing, standing = ((win - none, -none) for win, none in zip(with_wins, without, strict=True))
    return drawing, standing


def paid(stake: int, side: Side, layout: Layout) -> Fraction:
    """The payout of a win per unit of this stake, after the table's rounding."""
    exact = stake * layout.bet(str(side)).net("win")
    return Fraction(layout.rounding.round(exact, layout.chip), stake)


@cache
def _payoffs(model: str, decks: int) -> Payoffs:
    return payoffs(model, None if Model.parse(model).is_endless else decks)


def _ponte_replies(game: Payoffs, banquier: MixedStrategy) -> MixedStrategy:
    """The ponte's best reply to a banquier's strategy."""
    rest = CasinoGame(game, banquier)
    # The other side is fixed, so no line has a slope: its constant is the value of drawing.
    best = {name: Fraction(line[0] > 0) for name, line in zip(rest.sets, rest.brings, strict=True)}
    return {**rest.settled, **best}


def _banquier_replies(game: Payoffs, ponte: MixedStrategy, pays: Fraction) -> MixedStrategy:
    """The banquier's best reply to a ponte's strategy; `pays` is what a win pays per unit."""
    rest = CasinoGame(game, ponte)
    lines = rest.gains(1 - pays)
    best = {cell: Fraction(line[0] > 0) for cell, line in zip(rest.cells, lines, strict=True)}
    return {**rest.settled, **best}


@lru_cache(maxsize=4096)
def _worth_of_cell(
    opponent: str,
    model: str,
    decks: int,
    side: Side,
    commission: Fraction,
    pays: Fraction,
    cell: str,
) -> tuple[Fraction, Fraction]:
    ponte, banquier = strategies(opponent, model, decks, commission)
    known = Model.parse(model)
    shoe = shoe_of(known, decks)
    return drawing_and_standing(
        cell, side, known, ponte if side is Side.BANKER else banquier, shoe, pays
    )
