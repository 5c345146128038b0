"""Before the first coup of a shoe: the house opens a table and prepares a shoe."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from baccarat.base.errors import ShoeError
from baccarat.core.bets import streak
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import parse_cards
from baccarat.core.coup import Coup
from baccarat.core.fair import Fair
from baccarat.core.games import game as game_named
from baccarat.core.layout import Limits
from baccarat.core.rules import Rules
from baccarat.core.shoe import FEWEST_CARDS, LastCoup, Shoe
from baccarat.core.tableau import CHEMIN_DE_FER
from baccarat.table.acts import Act, ActRefused, Burn, Cut, Open, Promise, Shuffle, require_types
from baccarat.table.rules.factors import factors_on
from baccarat.table.rules.streak_wagers import end_streaks
from baccarat.table.state import Ceremony, Phase

if TYPE_CHECKING:
    from baccarat.table.table import Table

OF_RULES = ("cut_card", "last_coup", "burn")
OF_LAYOUT = ("chip", "rounding", "differential", "both_sides")
"""The fields of a game's rules and of its layout that the act of opening a table has, too."""
MOST_SEATS = 100
PROMISED_BEFORE = "this seed was promised before, so it is no longer secret: choose a new seed"


def opening(game: str, **options: Any) -> Open:
    """The act that opens a game with its house's rules and prices, changed by these options."""
    found = game_named(game)
    rules, layout = found.rules, found.layout
    of_rules = {name: getattr(rules, name) for name in OF_RULES}
    of_layout = {name: getattr(layout, name) for name in OF_LAYOUT}
    limits = {"least": layout.limits.least, "most": layout.limits.most}
    opened = {**of_rules, **limits, **of_layout, **options}
    if isinstance(opened["last_coup"], str):
        opened["last_coup"] = LastCoup.parse(opened["last_coup"])
    act = Open(game, **opened)
    require_types(act)
    if act.most_money is not None and act.most_money < 0:
        form = "a guest may bring 0 coins or more to a table, not {most}"
        raise ActRefused(form, most=act.most_money)
    if act.first_shoe and act.seed is None:
        raise ActRefused("the first shoe needs a seed: give the seed, too")
    if rules.tableau.has_free_cells:
        from baccarat.theory.chemin.model import Model  # slow to load, and only needed here

        Model.parse(act.model)  # the coach needs the model even without an opponent
    return act


def fingerprint_of(rules: Rules) -> str:
    """A digest of the rules that decide which coups a shoe gives."""
    dealt = f"{rules.decks} {rules.printed}\n{rules.tableau}"
    return hashlib.sha256(dealt.encode()).hexdigest()[:16]


def open_table(table: "Table", act: Open) -> "Table":
    found = game_named(act.game, act.decks)
    if act.fingerprint and act.fingerprint != fingerprint_of(found.rules):
        raise ActRefused(
            "the rules of {game} have changed since this table was opened: open a new table",
            game=found,
        )
    streaks = tuple(streak(bet) for bet in act.bets if is_streak(bet))
    rules = replace(found.rules, **{name: getattr(act, name) for name in OF_RULES})
    layout = replace(
        found.layout.having(*(bet for bet in act.bets if not is_streak(bet))),
        limits=Limits(act.least, act.most),
        chip=act.chip,
        rounding=act.rounding,
        differential=act.differential,
        # No guest is ponte and banquier at once.
        both_sides=act.both_sides and not rules.tableau.has_free_cells,
    )
    factors_on(layout)  # raises for factors of two laws
    if act.seed is not None:
        if act.fair:
            raise ActRefused("choose a seed or fair shoes, not both")
        rules.shuffle(act.seed, act.first_shoe)  # raises if the seed is out of bounds
    if rules.tableau.has_free_cells and rules.tableau != CHEMIN_DE_FER:
        # The coach and all opponents know only chemin de fer's choices.
        raise ActRefused(
            "{game} has other decisions than chemin de fer: no table deals this game", game=found
        )
    if rules.tableau.has_free_cells and (streaks or not layout.bets.keys() <= {"player", "banker"}):
        raise ActRefused("{game} has no bets but player and banker", game=found)
    opened = replace(found, rules=rules, layout=layout)
    if act.opponent:
        if not rules.tableau.has_free_cells:
            raise ActRefused(
                "{game} has no decision for an opponent: leave the opponent out", game=opened
            )
        from baccarat.table.coach.opponent import commission_of, strategies  # slow to load

        # Raises for unknown names, and for prices without a theory.
        strategies(act.opponent, act.model, rules.decks, commission_of(layout))
    if not 1 <= act.seats <= MOST_SEATS:
        form = "a table has 1 to {most} seats, not {seats}"
        raise ActRefused(form, most=MOST_SEATS, seats=act.seats)
    if act.seats > 1 and rules.tableau.has_free_cells:
        raise ActRefused("only one guest can play {game}: other guests watch", game=found)
    phase = Phase.SEAT if act.seats == 1 else Phase.SHOE
    return replace(table, phase=phase, opened=act, game=opened, streaks=streaks)


def promise(table: "Table", act: Promise) -> "Table":
    given = Fair.promise(act.house_seed).with_guest("", act.shoe)
    # The table does not know the seeds of older shoes; the sitting, which keeps them, checks.
    for one in (table.ceremony.fair, table.last_ceremony.fair):
        if one is not None and one.commitment == given.commitment:
            raise ActRefused(PROMISED_BEFORE)
    # The old shoe is over now, so its seeds may be shown and no streak goes on.
    return replace(end_streaks(table, *table.seats), phase=Phase.SHOE, promise=given)


def shuffle(table: "Table", act: Shuffle) -> "Table":
    rules, opened = table.game.rules, table.opened
    if act.cards and (opened.fair or opened.seed is not None):
        raise ActRefused("this table's shoes follow from seeds: give no cards")
    if act.guest_seed and not opened.fair:
        raise ActRefused("a guest's seed is for a fair shoe, and this table has no fair shoes")
    if opened.seed is not None:
        ceremony = Ceremony(seed=opened.seed, number=opened.first_shoe + table.shoes)
        shoe = rules.shuffle(opened.seed, ceremony.number)
    elif table.promise is not None:
        fair = replace(table.promise, guest_seed=act.guest_seed)
        ceremony = Ceremony(number=fair.number, fair=fair)
        shoe = rules.shuffle(fair=fair)
    else:
        cards = parse_cards(act.cards)
        rules.require(cards)
        if len(cards) < FEWEST_CARDS:
            form = "a shoe has {least} cards or more, not {cards}"
            raise ShoeError(form, least=FEWEST_CARDS, cards=len(cards))
        ceremony, shoe = Ceremony(), Shoe.of(cards, rules.cut_card, rules.last_coup)
    table = end_streaks(table, *table.seats)
    return replace(
        table,
        phase=Phase.CUT,
        promise=None,
        shoe=shoe,
        shoes=table.shoes + 1,
        shoe_since=table.number + 1,
        ceremony=ceremony,
        last_ceremony=table.ceremony,
        played=(),
        seats=tuple(replace(seat, past=(), lines=(), not_taken=None) for seat in table.seats),
        coup=Coup(),
        drawn=(),
        squeezers=(),
        decisions=(),
    )


def cut(table: "Table", act: Cut) -> "Table":
    shoe = table.the_shoe if act.at is None else table.the_shoe.cut(act.at)
    phase = Phase.BURN if table.game.rules.burn else Phase.BETS
    return replace(_noted(table, cut=act.at), phase=phase, shoe=shoe)


def burn(table: "Table", act: Burn) -> "Table":
    shoe = table.the_shoe.burn()
    return replace(_noted(table, burn_card=shoe.burn_card), phase=Phase.BETS, shoe=shoe)


def _noted(table: "Table", **changes: Any) -> "Table":
    """The table after these changes to the ceremony (cut, burn and so on) of its shoe."""
    return replace(table, ceremony=replace(table.ceremony, **changes))


HANDLERS: dict[type[Act], Callable[..., "Table"]] = {
    Open: open_table,
    Promise: promise,
    Shuffle: shuffle,
    Cut: cut,
    Burn: burn,
}
