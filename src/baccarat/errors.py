"""What can go wrong, in words a guest could act on."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Self

from baccarat.sentences import Sentence


class BaccaratError(Exception):
    """The root of every complaint; its text is one line that says what to do."""

    def __init__(self, form: str = "", /, **values: object) -> None:
        """Form and values are kept apart, so that the sentence can be translated."""
        said = form if isinstance(form, Sentence) else Sentence(form, **values)
        super().__init__(str(said))
        self.said = said


class BadText(BaccaratError, ValueError):
    """Text that does not read as what it should be."""


class BadValue(BaccaratError, ValueError):
    """A value of the wrong type or out of bounds, or two that do not fit together."""


class BadCall(BadValue, TypeError):
    """A call with an unknown keyword, too few arguments or too many."""


class FileTrouble(BaccaratError):
    """A file that cannot be read or written, or holds something else than it should."""


class Missing(BaccaratError):
    """Something needed that is not here: an extra, a GPU, a worker, a terminal."""


class Refused(BaccaratError):
    """A request that is understood but not allowed."""


class NotProved(Refused):
    """A certificate that does not prove what it says."""


class TooShallow(BaccaratError):
    """More was asked of the cards than is known of them."""


class ShoeError(BaccaratError):
    """A shoe that cannot be: too few cards, a cut out of bounds, a card that is not there."""


class ShoeFinished(ShoeError):
    """The last coup of this shoe has been dealt."""


class CoupError(BaccaratError):
    """A coup that the rules forbid, or one that is not over yet."""


class BetRefused(Refused):
    """A wager that this layout does not take."""


class BadBet(BaccaratError):
    """A bet that is not well made."""


class BadSystem(BaccaratError):
    """A betting system that does what no guest can do."""


class NameTaken(Refused):
    """A name under which something else is registered already."""


LISTED = {"system": "`baccarat stake --compare all` shows them"}
"""Where names are shown that have no command of their own."""


class UnknownName(BaccaratError, KeyError):
    """A bet or a game that nobody has registered."""

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
