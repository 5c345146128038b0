"""A question to the server's solver: a game, a shoe, and a commission or a stake.

question = read_question("B3", decks=6, commission="1/20")
question.address                  `model=B3&decks=6&commission=1/20`, for pages and the API
question.command                  the command with the same answer
"""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from urllib.parse import urlencode

from baccarat.base.errors import BadText
from baccarat.base.sentences import Sentence
from baccarat.questions.solve import BANQUE, DECKS, THETA, SolveQuestion
from baccarat.theory.banque.payoffs import LARGEST_SHOE
from baccarat.theory.banque.solver import read_stake
from baccarat.theory.casino.game import require_commission
from baccarat.theory.chemin.model import MODELS
from baccarat.web.gate.problems import Problem

GAMES = (*MODELS, BANQUE)
MOST_DECKS = 1_000
"""Most decks of chemin de fer."""
MOST_BANQUE_DECKS = LARGEST_SHOE // 52
STAGES = ("waiting", "solving", "checking")
"""The stages of a question until it is solved."""


@dataclass(frozen=True, kw_only=True)
class TheoryQuestion(SolveQuestion):
    """A game for the solver; fields with default values are empty, numbers are fractions."""

    @property
    def name(self) -> str:
        """The name of the game: a model of chemin de fer (A1 to B4), or `banque`."""
        return self.game if self.is_banque else self.chemin.name

    @property
    def alpha(self) -> Fraction:
        """The commission on a Banker win; 0 if there is none."""
        return self.share or Fraction(0)

    @property
    def address(self) -> str:
        """The query string of an address that asks this question."""
        values = {"model": self.name, "decks": self.decks, "endless": None}
        if self.is_banque and self.decks is None:
            values["endless"] = "true"
        values |= {"commission": self.commission, "theta": self.theta}
        query = {name: value for name, value in values.items() if value is not None}
        return urlencode(query, safe="/")

    @property
    def file(self) -> str:
        """The name of a file for the certificate."""
        parts = [self.name, "endless" if self.decks is None else f"{self.decks}-decks"]
        if (number := self.commission if self.theta is None else self.theta) is not None:
            parts.append(number.replace("/", "-"))
        return f"baccarat-{'-'.join(parts)}.json"


def read_question(
    model: str,
    decks: int | str | None = None,
    commission: str | None = None,
    theta: str | None = None,
    *,
    endless: bool = False,
) -> TheoryQuestion:
    """The question with these values; raises a problem that names the first wrong value."""
    game = _game(model)
    if game == BANQUE:
        if commission is not None:
            raise _wrong("commission", Sentence("at banque there is no commission: leave it out"))
        shoe = None if endless else _decks(decks, MOST_BANQUE_DECKS)
        return TheoryQuestion(game=BANQUE, decks=shoe, theta=_theta(theta))
    if theta is not None:
        raise _wrong("theta", Sentence("theta is a stake of banque: leave it out"))
    if MODELS[game].is_endless:
        return TheoryQuestion(model=game, commission=_commission(commission))
    if endless:
        said = Sentence("model {model} deals from a shoe", model=game)
        raise _wrong("endless", said, Sentence("did you mean {near}?", near=f"A{game[1]}"))
    shoe = _decks(decks, MOST_DECKS) or DECKS
    return TheoryQuestion(model=game, decks=shoe, commission=_commission(commission))


def _wrong(field: str, why: Sentence, what_to_do: Sentence | None = None) -> Problem:
    return Problem(422, why, what_to_do=what_to_do, field=field)


def _game(model: str) -> str:
    spelled = {game.lower(): game for game in GAMES}
    asked = model.strip().lower()[:24]
    if asked in spelled:
        return spelled[asked]
    near = [spelled[name] for name in get_close_matches(asked, spelled, n=3, cutoff=0.5)]
    expected = Sentence("expected {expected}", expected=", ".join(GAMES))
    hint = Sentence("did you mean {near}?", near=", ".join(near)) if near else expected
    raise _wrong("model", Sentence("unknown model: {name}", name=repr(model[:24])), hint)


def _decks(decks: int | str | None, most: int) -> int | None:
    if decks is None or (isinstance(decks, int) and 1 <= decks <= most):
        return decks
    text = str(decks).strip()
    if text.isascii() and text.isdigit() and len(text) <= 6 and 1 <= int(text) <= most:
        return int(text)
    raise _wrong(
        "decks",
        Sentence(
            "decks are a whole number from 1 to {most}, not {text}", most=most, text=text[:24]
        ),
    )


def _number(field: str, text: str, read: Callable[[str], object], form: Sentence) -> str:
    """The number in a field as `read` understands it; `form` says which numbers are expected."""
    try:
        return str(read(text))
    except BadText:
        raise _wrong(field, Sentence(form, text=text[:24])) from None


def _commission(text: str | None) -> str | None:
    form = Sentence("a commission is a number from 0 to 1/10 such as 1/20, 0.05 or 5%, not {text}")
    return None if text is None else _number("commission", text, require_commission, form)


def _theta(text: str | None) -> str:
    form = Sentence("a stake is a number from 0 to 1 such as 2/3, not {text}")
    return THETA if text is None else _number("theta", text, read_stake, form)
