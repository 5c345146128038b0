"""The fields of every question about dealt shoes: the seed, the game, and the shoe's rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from baccarat.core.chance import SEEDS
from baccarat.core.games import Game, as_game
from baccarat.core.shoe import LastCoup
from baccarat.questions.game import (
    GAME,
    BurnField,
    CutCardField,
    DecksField,
    EndlessField,
    GameField,
    LastCoupField,
)
from baccarat.questions.question import Ask, refuse
from baccarat.questions.run import RunQuestion

CEREMONY = ("burn", "cut_card", "last_coup")


@dataclass(frozen=True, kw_only=True)
class TableQuestion(RunQuestion):
    """A question about dealt shoes: their seed, the game, the number of decks and the burn."""

    seed: Annotated[
        int, Ask("Seed of the shoes: the same seed deals the same cards.", 0, SEEDS - 1)
    ] = 0
    game: GameField = GAME
    decks: DecksField = None
    burn: BurnField = None

    @cached_property
    def usual(self) -> Game:
        """The game of the question, with the game's usual rules for the shoe."""
        return as_game(self.game)

    @cached_property
    def table(self) -> Game:
        """The game with the rules of this question."""
        game = as_game(self.usual, decks=self.decks)
        rules = {name: value for name in CEREMONY
                 if (value := getattr(self, name, None)) is not None}  # fmt: skip
        if "last_coup" in rules:
            rules["last_coup"] = LastCoup.parse(rules["last_coup"])
        return replace(game, rules=replace(game.rules, **rules))

    def dealing(self, *, has_end: bool) -> Mapping[str, Any]:
        """The seed, the game, and the rules of the shoe that differ from the game's own rules."""
        rules, usual = self.table.rules, self.usual.rules
        changes: dict[str, Any] = {
            name: getattr(rules, name)
            for name in ("decks", *CEREMONY[: None if has_end else 1])
            if getattr(rules, name) != getattr(usual, name)
        }
        if "last_coup" in changes:
            changes["last_coup"] = str(rules.last_coup)
        if self.usual.name != GAME:
            changes["game"] = self.usual.name
        flags = {"seed": self.seed, "endless": getattr(self, "endless", False)}
        return changes | {name: value for name, value in flags.items() if value}


@dataclass(frozen=True, kw_only=True)
class DealtQuestion(TableQuestion):
    """A question about dealt shoes that also says where a shoe ends."""

    endless: EndlessField = False
    cut_card: CutCardField = None
    last_coup: LastCoupField = None

    def __post_init__(self) -> None:
        if self.endless:
            refuse("an endless deck has no number of decks", self, "decks")
