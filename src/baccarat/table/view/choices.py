"""The choices of a guest who opens a table, with labels.

offered(words)                  the choices: a label, the values, a name for each value
values_of(wishes)               the value of each choice in these wishes
with_values(wishes, values, …)  the wishes with other values
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from baccarat.base.words import Words
from baccarat.core.bets import registered
from baccarat.core.games import Game
from baccarat.core.games import game as game_named
from baccarat.core.shoe import LAST_COUPS
from baccarat.table.acts import Open

BANKROLLS = (100, 500, 1_000, 5_000, 10_000, 100_000)
DECKS = (1, 2, 4, 6, 8)
CUTS = (7, 14, 26, 52, 78, 104)
LIMITS = ((1, None), (1, 100), (5, 500), (25, 2_500), (100, 10_000))
SHOES = ("system", "fair", "seeded")
OPPONENTS = ("equilibrium", "by-the-book", "timid", "middling", "bold")
"""The opponents of `coach.opponent`, repeated because importing it would load all the theory."""
MODELS = ("B1", "B2", "B3", "B4", "A1", "A2", "A3", "A4")
COMMISSIONS = ("", "banker:1-5%", "banker:1-2.5%")
"""The banquier's commission on a win: none in a parlor; in a casino, in a bet's spelling."""
ONLY_FREE = ("opponent", "model", "commission")
"""Choices only for games with decisions."""
USUAL_SEED = 7
CHIPS = (1, 5, 20, 100, 500, 2_500)
"""The guest's chips, in whole chips of the table; from 20 on a commission of 5 % can be paid."""
IN_HAND = 2
"""The place of the chip that is selected at first."""
MORE_MONEY = 1_000
"""The coins of play money that a guest buys at a time."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The guest's wishes for a new table."""

    opening: Open = field(default_factory=Open)
    bankroll: int = 1_000
    coach: bool = True
    guest: str = "guest"


class Offer(NamedTuple):
    """One choice: its name, its label, its values and a name for each value."""

    name: str
    label: str
    values: tuple[Any, ...]
    said: tuple[str, ...]


def offered(words: Words) -> list[Offer]:
    """All choices, with labels."""
    games = [game.name for game in registered(Game)]
    models = [f"{m}: {words(f'model.{m[0]}')}, {words(f'model.{m[1]}')}" for m in MODELS]
    rates = [words("start.parlor"), *(_rate_text(bet, words) for bet in COMMISSIONS[1:])]
    said: dict[str, tuple[Sequence[Any], Sequence[str]]] = {
        "game": (games, [*map(words.game, games)]),
        "decks": ([None, *DECKS], ["", *map(str, DECKS)]),
        "cut": (CUTS, [*map(str, CUTS)]),
        "last": (LAST_COUPS, [words(f"start.{letter}") for letter in "abc"]),
        "limits": (LIMITS, [limits_text(least, most, words) for least, most in LIMITS]),
        "bankroll": (BANKROLLS, [words.number(coins) for coins in BANKROLLS]),
        "coach": ([True, False], [words("start.on"), words("start.off")]),
        "shoes": (SHOES, [words(f"start.{kind}") for kind in SHOES]),
        "opponent": (OPPONENTS, [words(f"opponent.{name}") for name in OPPONENTS]),
        "model": (MODELS, models),
        "commission": (COMMISSIONS, rates),
    }
    keys = {"cut": "cut-card", "last": "last-coup"}
    return [
        Offer(name, words(f"start.{keys.get(name, name)}"), tuple(values), tuple(called))
        for name, (values, called) in said.items()
    ]


def values_of(wishes: Wishes) -> dict[str, Any]:
    """The value of each choice in these wishes."""
    opening = wishes.opening
    return {
        "game": game_named(opening.game).name,
        "decks": opening.decks,
        "cut": opening.cut_card,
        "last": opening.last_coup,
        "limits": (opening.least, opening.most),
        "bankroll": wishes.bankroll,
        "coach": wishes.coach,
        "shoes": opening.shoes_from,
        "opponent": opening.opponent or OPPONENTS[0],
        "model": opening.model,
        "commission": next(iter(_commissions(opening.bets)), ""),
    }


def with_values(wishes: Wishes, values: Mapping[str, Any], seed: int = USUAL_SEED) -> Wishes:
    """The wishes with these values; `seed` counts only if the shoes are seeded."""
    least, most = values["limits"]
    is_free = has_decisions(values["game"])
    bets = wishes.opening.bets
    opening = replace(
        wishes.opening,
        game=str(values["game"]),
        decks=values["decks"],
        cut_card=values["cut"],
        last_coup=values["last"],
        least=least,
        most=most,
        fair=values["shoes"] == "fair",
        seed=seed if values["shoes"] == "seeded" else None,
        opponent=str(values["opponent"]) if is_free else "",
        model=str(values["model"]),
        bets=_with_commission(bets, str(values["commission"])) if is_free else bets,
    )
    bankroll, coach = values["bankroll"], bool(values["coach"])
    return replace(wishes, opening=opening, bankroll=bankroll, coach=coach)


def has_decisions(game: str) -> bool:
    """Whether the game leaves decisions open, so that there may be an opponent."""
    return game_named(game).rules.tableau.has_free_cells


def limits_text(least: int, most: int | None, words: Words) -> str:
    """The limits of a table as text: `5 – 500`."""
    if most is None:
        return words("start.any") if least == 1 else f"{words.number(least)} +"
    return words("lobby.limits", least=least, most=most)


def decks_text(decks: int | None, game: str, words: Words) -> str:
    """A number of decks as text; None means the game's own number."""
    if decks is None:
        return words("start.usual", decks=game_named(game).rules.decks)
    return str(decks)


def _with_commission(bets: Sequence[str], commission: str) -> tuple[str, ...]:
    others = tuple(bet for bet in bets if bet not in _commissions(bets))
    return (*others, commission) if commission else others


def _commissions(bets: Sequence[str]) -> list[str]:
    """The typed bets that change Banker's commission, such as `banker:1-5%`."""
    return [bet for bet in bets if bet.startswith("banker:")]


def _rate_text(bet: str, words: Words) -> str:
    """The commission of a bet, from its spelling: `banker:1-5%` has 5 %."""
    rate = bet.partition("-")[2].removesuffix("%")
    return words.percent(float(rate) / 100, len(rate.partition(".")[2]))
