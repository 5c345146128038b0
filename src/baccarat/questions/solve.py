"""`solve`: chemin de fer and banque as games, solved exactly."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, get_args

from baccarat.base.errors import BadText
from baccarat.questions.question import Ask, BaseQuestion, refuse

if TYPE_CHECKING:  # numpy and flint are loaded only when they are needed
    from baccarat.theory.banque.solver import Banque
    from baccarat.theory.banque.stakes import AllStakes
    from baccarat.theory.casino.all_commissions import Commissions
    from baccarat.theory.casino.all_decks import EveryEquilibrium
    from baccarat.theory.casino.solver import CasinoSolution
    from baccarat.theory.chemin.all_decks import AllDecks
    from baccarat.theory.chemin.model import Model
    from baccarat.theory.chemin.solver import Solution

    AnySolution = (
        Solution | CasinoSolution | Commissions | EveryEquilibrium | AllDecks | Banque | AllStakes
    )

GameToSolve = Literal["chemin", "banque"]
BANQUE: Final = "banque"
MODEL, DECKS, THETA = "B3", 6, "1/2"
"""The defaults: chemin de fer as it was played, with six decks; at banque equal stakes."""
EVERY = "all"
"""The word for every commission at once."""
SHOES = ("B1", "B2", "B3", "B4")
"""The models with a shoe: the default where every shoe and every commission is asked for."""


def model_names() -> list[str]:
    from baccarat.theory.chemin.model import MODELS

    return list(MODELS)


@dataclass(frozen=True, kw_only=True)
class SolveQuestion(BaseQuestion):
    """A question for the exact solution of chemin de fer or banque."""

    kind: ClassVar[str] = "solve"

    game: Annotated[GameToSolve, Ask("The game.", option="")] = "chemin"
    model: Annotated[
        str | None,
        Ask("Model, A1 to B4: the shoe, and the cards that each side sees.",
            usual=f"{MODEL}, with --symbolic --commission all B1 to B4", offers=model_names),
    ] = None  # fmt: skip
    theta: Annotated[
        str | None,
        Ask("At banque: the share of the stakes on tableau 1, 0 to 1.", usual=THETA),
    ] = None  # fmt: skip
    decks: Annotated[
        int | None, Ask("Number of decks.", 1, usual=f"{DECKS}, at banque an endless deck")
    ] = None
    composition: Annotated[
        str | None, Ask("Numbers of cards by points, instead of decks: '0:96 1:24 …'.")
    ] = None  # fmt: skip
    commission: Annotated[
        str | None,
        Ask(
            "Commission on a Banker win, 0 to 1/10: '1/20', '0.05' or '5%'. 'all' solves for every "
            "commission."
        ),
    ] = None
    bind: Annotated[
        tuple[str, ...],
        Ask(
            "Fix a decision: '6|-=S' to stand, '1,4=D' to draw, '5=1/3' to draw with this "
            "probability. May be repeated."
        ),
    ] = ()
    symbolic: Annotated[bool, Ask("Solve for every number of decks at once, with proof.")] = False
    pieces: Annotated[
        bool,
        Ask("At banque: solve for every stake at once, with proof; the Players are a coalition."),
    ] = False
    sees_third: Annotated[
        bool, Ask("At banque: let Player 2 see Player 1's third card and use it.")
    ] = False

    def __post_init__(self) -> None:
        if self.game not in (games := get_args(GameToSolve)):
            raise BadText(f"unknown game: {self.game[:24]!r} (expected {' or '.join(games)})")
        if self.is_banque:
            names = ("model", "symbolic", "commission", "bind")
            refuse("not used at banque", self, *names)
        else:
            refuse("only banque has two tableaux", self, "theta", "pieces", "sees_third")
        if self.pieces:
            refuse("{pieces} solves for every stake", self, "theta", "sees_third")
        if self.symbolic:
            unfit = ["decks", "composition", "bind", *["commission"] * (not self.is_every)]
            refuse("{symbolic} solves for every number of decks", self, *unfit)
        _ = self.chemin, self.stake, self.share, self.bound  # complains of impossible values

    @property
    def is_banque(self) -> bool:
        return self.game == BANQUE

    @property
    def is_every(self) -> bool:
        """Whether the question is for all numbers of decks and all commissions at once."""
        return self.symbolic and self.commission == EVERY

    @property
    def chemin(self) -> "Model":
        """The model of chemin de fer."""
        from baccarat.theory.chemin.model import Model

        return Model.parse(MODEL if self.model is None else self.model)

    @property
    def shoe_decks(self) -> int | None:
        """The number of decks; None for other cards, an endless deck, or every number of decks."""
        is_open = self.decks is None and self.composition is None and not self.symbolic
        is_usual = is_open and not self.is_banque and not self.chemin.is_endless
        return DECKS if is_usual else self.decks

    @cached_property
    def stake(self) -> Fraction:
        """The share of the stakes on tableau 1 at banque."""
        from baccarat.theory.banque.solver import read_stake

        return read_stake(THETA if self.theta is None else self.theta)

    @cached_property
    def share(self) -> Fraction | None:
        """The commission on a Banker win; None in the parlor game or for every commission."""
        if self.commission in (None, EVERY):
            return None
        from baccarat.theory.casino.game import require_commission

        return require_commission(self.commission)

    @property
    def bound(self) -> Mapping[str, str]:
        """The fixed decisions: `{"6|-": "S"}`."""
        pairs = [(name, move) for name, _, move in map(_binding, self.bind)]
        if len(bound := dict(pairs)) < len(pairs):
            raise BadText("a decision is bound twice: bind each decision once")
        return bound

    @cached_property
    def spelling(self) -> Mapping[str, Any]:
        has_stake = self.is_banque and not self.pieces
        names: dict[str, Any] = {"theta": str(self.stake)} if has_stake else {}
        if not self.is_banque and not (self.is_every and self.model is None):
            names["model"] = self.chemin.name
        if (decks := self.shoe_decks) is not None:
            names["decks"] = decks
        if self.share is not None:
            names["commission"] = str(self.share)
        if self.bind:
            names["bind"] = tuple(sorted(self.bind))
        return {**self.said, **names}

    def answer(self) -> "SolveAnswer":
        """Solve the game; each kind has its own solver, loaded when it is needed."""
        if self.is_banque:
            from baccarat.theory.banque.solver import solve_banque
            from baccarat.theory.banque.stakes import solve_all_stakes

            banque: Banque | AllStakes
            cards: dict[str, Any] = {"decks": self.decks, "composition": self.composition}
            if self.pieces:
                form, banque = "banque-pieces", solve_all_stakes(**cards)
            else:
                form, banque = BANQUE, solve_banque(self.stake, **cards, sees_third=self.sees_third)
            return SolveAnswer(form, banque, lambda: json.dumps(banque.certificate(), indent=1))
        if self.is_every:
            from baccarat.theory.casino import all_decks

            every = all_decks.solve_every(SHOES if self.model is None else [self.model])
            return SolveAnswer("every-equilibrium", every, lambda: all_decks.write_every(every))
        if self.symbolic:
            from baccarat.theory.chemin.all_decks import solve_for_all, write_every

            every_deck = solve_for_all(self.chemin)
            return SolveAnswer("all-decks", every_deck, lambda: write_every(every_deck))
        shoe: dict[str, Any] = {"composition": self.composition, "bind": self.bound}
        if self.commission == EVERY:
            from baccarat.theory.casino.all_commissions import all_certificates, commissions
            from baccarat.theory.casino.spans import write_spans

            pieces = commissions(self.chemin, self.shoe_decks, **shoe)
            return SolveAnswer("commissions", pieces, lambda: write_spans(all_certificates(pieces)))
        from baccarat.theory.solving import solve

        solution = solve(self.chemin, self.shoe_decks, commission=self.share, **shoe)
        form = "chemin" if self.share is None else "casino"
        return SolveAnswer(form, solution, lambda: solution.certificate.dump())


@dataclass(frozen=True, slots=True)
class SolveAnswer:
    """A solution and its certificate."""

    form: str
    """the kind of answer: chemin, casino, commissions, all-decks, every-equilibrium, banque
    or banque-pieces"""
    solution: "AnySolution"
    write: Callable[[], str]

    @property
    def certificate(self) -> str:
        """The certificate, for `baccarat solve --check`."""
        return self.write() + "\n"


def _binding(text: str) -> tuple[str, str, str]:
    """The parts of `6|-=S`."""
    parts = text.rpartition("=")
    if not parts[1]:
        raise BadText(f"not a binding: {text[:24]!r} (expected e.g. '6|-=S' or '1,4=1/3')")
    return parts
