"""Compares published figures with our own, and gives a verdict on each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from baccarat.base.errors import BadText
from baccarat.base.jsonable import decked, exact
from baccarat.verify.mistakes import MISTAKES
from baccarat.verify.published import Figure, Recounted, figures
from baccarat.verify.recount import KINDS

AGREES, DIFFERS = "agrees", "differs"


@dataclass(frozen=True, slots=True)
class Check:
    """A published figure, our value, and the verdict: `agrees`, `differs`, or the known mistake.

    >>> from baccarat.verify import check, figures
    >>> print(check(figures()[0]).verdict)
    agrees
    """

    figure: Figure
    ours: Recounted
    verdict: str

    @property
    def is_right(self) -> bool:
        """Whether our value agrees with the printed value, or the printed mistake is explained."""
        return self.verdict != DIFFERS

    def as_json(self) -> dict[str, object]:
        """The printed figure and its source, our value in full, and the verdict, as JSON."""
        figure = self.figure
        decks = int(figure.decks) if figure.decks.isdigit() else None
        return {
            "kind": figure.kind,
            "heading": KINDS[figure.kind].heading,
            "what": figure.what,
            **decked(decks, endless=figure.decks == "inf"),
            "source": figure.source,
            "published": figure.published,
            **_ours(self.ours),
            "verdict": self.verdict,
            "note": figure.note or None,
        }

    @property
    def rounded(self) -> str:
        """Our value, rounded to one digit more than the printed figure."""
        if isinstance(self.ours, str):
            return self.ours
        if isinstance(self.ours, Fraction) and self.ours.denominator == 1:
            return f"{self.ours.numerator:,}"
        sign = "+" if self.figure.published[0] in "+-" else "-"
        return f"{float(self.ours):{sign}.{self.figure.digits + 1}f}"


def _ours(answer: Recounted) -> dict[str, object]:
    """Our value as JSON: a fraction and a float, only a float, or text."""
    if isinstance(answer, Fraction):
        return exact("ours", answer)
    return {"ours_text" if isinstance(answer, str) else "ours_float": answer}


def check(figure: Figure) -> Check:
    """Recompute a figure and compare it with the printed one.

    >>> check(Figure("edge", "banker", "8", "1.0579", "wizardofodds.com")).verdict
    'agrees'
    """
    ours = KINDS[figure.kind].recount(figure)
    return Check(figure, ours, _verdict(figure, ours))


def _verdict(figure: Figure, ours: Recounted) -> str:
    if not figure.mistake:
        return AGREES if figure.agrees(ours) else DIFFERS
    is_explained = (
        ours == Fraction(figure.exact)
        and not figure.agrees(ours)
        and figure.agrees(MISTAKES[figure.mistake](figure, ours))
    )
    return figure.mistake if is_explained else DIFFERS


def choose(only: str = "") -> list[Figure]:
    """The figures whose kind, name or source contains this text."""
    chosen = [figure for figure in figures() if only.lower() in _described(figure)]
    if not chosen:
        raise BadText(f"no figure has {only[:40]!r} in its name, kind or source (try e.g. 'edge')")
    return chosen


def _described(figure: Figure) -> str:
    words = (figure.kind, KINDS[figure.kind].heading, str(figure), figure.source, figure.mistake)
    return " ".join(words).lower()


def verify(chosen: Iterable[Figure] | None = None) -> Iterator[Check]:
    """Recompute figures, one by one; default: all of them.

    >>> from baccarat.verify import figures
    >>> [each.verdict for each in verify(figures()[:2])]
    ['agrees', 'agrees']
    """
    return map(check, figures() if chosen is None else chosen)
