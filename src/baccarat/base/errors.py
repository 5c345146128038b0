"""The errors of this package, in words that a caller can act on."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self

from baccarat.base.sentences import Sentence


class BaccaratError(Exception):
    """The base of all our errors; its text is one line that says what to do.

    >>> from baccarat import game
    >>> try:
    ...     game("blackjack")
    ... except BaccaratError as complaint:
    ...     print(complaint)
    unknown game: 'blackjack' (`baccarat games` lists them, --plugin FILE adds yours)
    """

    def __init__(self, form: str = "", /, **values: object) -> None:
        """Store the text with its placeholders and its values separately, for translation."""
        said = form if isinstance(form, Sentence) else Sentence(form, **values)
        super().__init__(str(said))
        self.said = said


class BadText(BaccaratError, ValueError):
    """Text that cannot be read as a card, a bet, a number or another expected value.

    >>> from baccarat import Card
    >>> Card.parse("11h")
    Traceback (most recent call last):
        ...
    baccarat.base.errors.BadText: not a card: '11h' (expected e.g. '9h', 'Td' or '10d')
    """


class BadValue(BaccaratError, ValueError):
    """A value of the wrong type or out of bounds, or two values that do not fit together.

    >>> from baccarat import simulate
    >>> simulate(shoes=-1)
    Traceback (most recent call last):
        ...
    baccarat.base.errors.BadValue: a simulation needs at least one shoe, not -1
    """


class BadCall(BadValue, TypeError):
    """A call with an unknown keyword, too few arguments or too many.

    >>> from baccarat import game
    >>> game("ez", deck=6)
    Traceback (most recent call last):
        ...
    baccarat.base.errors.BadCall: game() has no 'deck': did you mean 'decks'? (it takes name, decks)
    """


class FileTrouble(BaccaratError):
    """A file that cannot be read or written, or whose content is wrong.

    >>> from baccarat import load_plugin
    >>> load_plugin("nowhere.py")
    Traceback (most recent call last):
        ...
    baccarat.base.errors.FileTrouble: nowhere.py: cannot be read: No such file or directory
    """


class Missing(BaccaratError):
    """Something that is needed but missing: an extra, a GPU, a worker, a terminal.

    >>> from baccarat import draw
    >>> try:
    ...     picture = draw("BBP").png()
    ... except Missing:  # the extra `png`, or a font
    ...     picture = draw("BBP").svg.encode()
    >>> len(picture) > 500
    True
    """


class Refused(BaccaratError):
    """A request that is understood but not allowed.

    >>> from baccarat import Fair
    >>> Fair("0" * 64).dice(52)
    Traceback (most recent call last):
        ...
    baccarat.base.errors.Refused: the house's seed is not revealed yet
    """


class NotProved(Refused):
    """A certificate that does not prove its claim."""


class TooShallow(BaccaratError):
    """A question that cannot be answered, because too little is known about the cards.

    >>> from baccarat import Card
    >>> Card.parse("7").rank
    Traceback (most recent call last):
        ...
    baccarat.base.errors.TooShallow: the rank of 7 is not known, only the points
    """


class ShoeError(BaccaratError):
    """An impossible shoe: too few cards, a cut out of bounds, a card that the shoe does not have.

    >>> from baccarat import Rules
    >>> Rules(decks=0)
    Traceback (most recent call last):
        ...
    baccarat.base.errors.ShoeError: a shoe must have 1 to 12 decks, not 0
    """


class ShoeFinished(ShoeError):
    """The last coup of this shoe has been dealt."""


class CoupError(BaccaratError):
    """A coup that the rules forbid, or a coup that is not over yet.

    >>> from baccarat import deal
    >>> deal("Kh 9d 5c").winner
    Traceback (most recent call last):
        ...
    baccarat.base.errors.CoupError: the coup is not over: Kh 5c | 9d …
    """


class BetRefused(Refused):
    """A wager that this layout does not take.

    >>> from baccarat import deal, settle
    >>> settle(deal("2h 9d 5c Ks"), "banker=0")
    Traceback (most recent call last):
        ...
    baccarat.base.errors.BetRefused: banker: a stake is more than zero, not 0
    """


class BadBet(BaccaratError):
    """A bet whose definition has a mistake."""


class BadSystem(BaccaratError):
    """A betting system that does something that no guest can do."""


class NameTaken(Refused):
    """A name under which something else is registered already."""


LISTED = {"system": "`baccarat stake --compare all` shows them"}
"""By kind of name: a hint where these names are listed; other kinds have their own command."""


class UnknownName(BaccaratError, KeyError):
    """A name that is not registered, such as the name of a bet or a game.

    >>> from baccarat import bet
    >>> try:
    ...     bet("dragon-8")
    ... except UnknownName as unknown:
    ...     unknown.near
    ('dragon-7', 'matching-dragon-8', 'golden-8')
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        names = list(known)
        self._asked = kind, name, names, hint
        near = get_close_matches(name.lower(), names, n=3, cutoff=0.5)
        self.kind, self.name, self.near = kind, name, tuple(near)
        few = f"expected one of {', '.join(names)}" if names else "there is none"
        listed = LISTED.get(kind, f"`baccarat {kind}s` lists them")
        many = f"{listed}, --plugin FILE adds yours"
        meant = f"did you mean {' or '.join(near)}?" if near else ""
        hint = hint or meant or (few if len(names) < 9 else many)
        super().__init__(f"unknown {kind}: {name!r} ({hint})")

    def __str__(self) -> str:
        return str(self.said)  # a KeyError would quote it

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, list[str], str]]:
        return type(self), self._asked
