"""A question to the odds page, as it stands in an address or in the fields of the form.

asked = AskedOdds.read(request.query_params)
asked.address                      /odds?game=ez&seen=Kh+9d
asked.after("take.9x")             one nine less; `put.9x` puts it back
asked.after("lay.Kh")              another card in this coup; `lift` takes back the last
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from baccarat.base.errors import BaccaratError, BadText, UnknownName
from baccarat.base.sentences import Sentence
from baccarat.core.cards import Card, Rank
from baccarat.core.games import Game, as_game
from baccarat.core.shoe import MOST_DECKS
from baccarat.exact.question_words import MOST_LETTERS, is_in_words
from baccarat.questions.odds import OddsQuestion
from baccarat.web.gate.problems import Problem, of_error
from baccarat.web.jobs.bodies import MOST_NAME
from baccarat.web.jobs.odds_answer import MOST_BETS

ODDS = "/odds"
ENDLESS = "endless"
HIDDEN = "?"
"""A card that was dealt face down."""
LOOKS = ("matrix", "next", "removal")
"""The closer looks; the default is the first before a coup, the second in a coup."""
READABLE = ":/,|"
"""Characters that an address need not escape."""
BETWEEN = re.compile(r"[\s,;]+")
NO = ("", "0", "false")
AROUND = re.compile(r"[\s|,:=+…]+")
"""Separators between the cards of a coup."""
TOTAL = re.compile(r":|[a-z]{2}|\b[pb]\s*\d", re.IGNORECASE)
"""A sign that the numbers of a text are totals."""
POINTS = {str(rank.points): f"{rank}x" for rank in Rank if rank.points}
"""Cards known by their points: a card of nine points is a nine."""


@dataclass(frozen=True, slots=True)
class AskedOdds:
    """The fields of the odds page as a visitor typed them; an empty field has its default."""

    game: str = "punto-banco"
    decks: str = ""
    """1 to 12, or `endless`; default: the decks of the game"""
    seen: str = ""
    given: str = ""
    bets: str = ""
    every: bool = False
    look: str = ""
    to: str = "seen"
    """where a clicked card goes: `seen` or `coup`"""
    what: str = ""

    @classmethod
    def read(cls, values: Mapping[str, str]) -> "AskedOdds":
        """Read the fields of an address or of the form; unknown values are ignored."""
        texts = {name: values.get(name, "").strip() for name in ("decks", "seen", "bets", "what")}
        return cls(
            **texts,
            game=values.get("game", "").strip() or "punto-banco",
            given=(values.get("given") or values.get("coup", "")).strip(),  # `coup` in old links
            every=values.get("all", "") not in NO,
            look=values.get("look", "") if values.get("look") in LOOKS else "",
            to="coup" if values.get("to") == "coup" else "seen",
        )

    @property
    def fields(self) -> dict[str, str]:
        """The fields that differ from the defaults, by their names in the address."""
        values = {
            "game": "" if self.game == "punto-banco" else self.game,
            "decks": self.decks,
            "seen": self.seen,
            "given": self.given,
            "what": self.what,
            "bets": self.bets,
            "all": "1" if self.every else "",
            "look": "" if self.look == self.usual_look else self.look,
            "to": "" if self.to == "seen" else self.to,
        }
        return {name: value for name, value in values.items() if value}

    @property
    def address(self) -> str:
        return address_of(self.fields)

    @property
    def usual_look(self) -> str:
        """The closer look that the page shows by default."""
        return "next" if self.given else "matrix"

    @property
    def looks_at(self) -> str:
        return self.look or self.usual_look

    @property
    def is_endless(self) -> bool:
        return self.decks == ENDLESS

    # The meaning of the fields; a field that cannot be read is a problem with its name.

    def played(self) -> Game:
        """The game, with the number of decks that the fields give."""
        decks = None
        if self.decks and not self.is_endless:
            if not re.fullmatch("[0-9]{1,2}", self.decks) or not 1 <= int(self.decks) <= MOST_DECKS:
                form = "a shoe must have 1 to {most} decks, not {decks}"
                raise misfit("decks", Sentence(form, most=MOST_DECKS, decks=self.decks[:24]))
            decks = int(self.decks)
        try:
            return as_game(self.game[:MOST_NAME], decks=decks)
        except UnknownName as error:
            raise in_place("game", error) from None

    def cards(self) -> list[Card]:
        """The cards that are out of the shoe."""
        return [read_card(word, "seen") for word in BETWEEN.split(self.seen) if word]

    def laid(self) -> list[Card]:
        """The cards that the coup names; these cards have also left the shoe."""
        cards = []
        for text in texts_of(self.given):
            if is_in_words(text):
                continue
            are_totals = TOTAL.search(text)  # in `player: Kh 5c, banker: 6` a number is a total
            for word in AROUND.split(text):
                if not (are_totals and word.isdigit()):
                    with suppress(Problem):
                        cards.append(read_card(word, "given"))
        return cards

    def asked(self) -> tuple[str, ...]:
        """The questions about the coup."""
        form = "at most {most} entries are taken"
        return _bounded("what", texts_of(self.what), form, MOST_LETTERS)

    def named(self) -> tuple[str, ...]:
        """The bets that are requested by name."""
        form = "name at most {most} bets, or ask for every bet"
        names = dict.fromkeys(name for name in BETWEEN.split(self.bets) if name)
        return _bounded("bets", tuple(names), form, MOST_NAME)

    def question(self) -> OddsQuestion:
        """The library's question, without bets; the seen cards must have been in the shoe."""
        played, cards = self.played(), self.cards()
        if self.is_endless and cards:
            form = "cards cannot leave an endless deck: put the cards back, or choose decks"
            raise misfit("seen", Sentence(form))
        if len(self.given) > MOST_LETTERS:
            raise misfit(
                "given", Sentence("at most {most} characters are taken", most=MOST_LETTERS)
            )
        try:
            played.rules.require(cards)
        except BaccaratError as error:
            raise in_place("seen", error) from None
        return OddsQuestion(
            game=played.name,
            decks=None if self.is_endless else played.rules.decks,
            endless=self.is_endless,
            seen=tuple(map(str, cards)),
            given=texts_of(self.given),
        )

    # The effect of a click.

    def after(self, act: str) -> "AskedOdds":
        """The question after a click on a button; `to` says whether a card goes to the coup."""
        verb, _, name = act.partition(".")
        match verb:
            case "take":
                return replace(self, seen=f"{self.seen} {_name(name)}".strip())
            case "put":
                return replace(self, seen=_without(self.seen, _name(name)))
            case "lay":
                card = name if name == HIDDEN else _name(name)
                return replace(self, given=f"{_in_order(self.given)} {card}".strip())
            case "lift":
                return replace(self, given=" ".join(_in_order(self.given).split()[:-1]))
            case "clear":
                return replace(self, given="")
            case "refill":
                return replace(self, seen="")
        return self.after(f"{'lay' if self.to == 'coup' else 'take'}.{act}")


def texts_of(field: str) -> tuple[str, ...]:
    """The texts of a field, which have semicolons or new lines between them."""
    return tuple(text.strip() for text in re.split("[;\\n]", field) if text.strip())


def _bounded(field: str, texts: tuple[str, ...], form: str, longest: int) -> tuple[str, ...]:
    """The texts of a field; too many, or a text that is too long, are a problem."""
    if len(texts) > MOST_BETS:
        raise misfit(field, Sentence(form, most=MOST_BETS))
    if any(len(text) > longest for text in texts):
        raise misfit(field, Sentence("at most {most} characters are taken", most=longest))
    return texts


def address_of(fields: Mapping[str, str]) -> str:
    """An address of the page, as readable as possible."""
    return f"{ODDS}?{urlencode(fields, safe=READABLE)}" if fields else ODDS


def read_card(word: str, field: str) -> Card:
    """Read a card, or the points of a card: points other than 0 give its rank."""
    try:
        return Card.parse(POINTS.get(word, word))
    except BadText:
        form = "not a card: {said} (expected e.g. 9h, Td, or 9x if the suit is unknown)"
        raise misfit(field, Sentence(form, said=repr(word[:24]))) from None


def misfit(field: str, reason: Sentence, **extras: object) -> Problem:
    """The problem of a field; `extras` may have an example, which is not translated."""
    problem = Problem(422, reason, field=field)
    problem.extras |= extras
    return problem


def in_place(field: str, error: BaccaratError) -> Problem:
    """The library's error as a problem of the field."""
    problem = of_error(error)
    is_listed = isinstance(error, UnknownName) and not error.near
    hint = Sentence("the field offers all names") if is_listed else problem.what_to_do
    return Problem(422, problem.detail, what_to_do=hint, field=field)


def _name(text: str) -> str:
    """The spelling of a card in the fields."""
    return str(read_card(text, "seen"))


def _without(cards: str, card: str) -> str:
    """The text of the cards, without the last card of this kind."""
    words = [word for word in BETWEEN.split(cards) if word]
    same = [place for place, word in enumerate(words) if _name(word) == card]
    if not same and card.endswith("x"):  # any suit will do
        same = [place for place, word in enumerate(words) if _name(word)[0] == card[0]]
    return " ".join(words[: same[-1]] + words[same[-1] + 1 :]) if same else cards


def _in_order(coup: str) -> str:
    """The text of a coup; raises a problem if a click cannot add a card to the coup."""
    for word in coup.split():
        try:
            _ = word == HIDDEN or read_card(word, "given")
        except Problem:
            form = (
                "a click adds only to cards in dealing order, e.g. Kh 9d 5c: type this coup instead"
            )
            raise misfit("given", Sentence(form)) from None
    return coup
